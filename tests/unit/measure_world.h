/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_MEASURE_WORLD_H
#define TESTS_UNIT_MEASURE_WORLD_H

/*
 * Evolved problems built by hand, and runs over them: shared by the tests of
 * evolve/measure.
 */
#include "../lib/stores.h"
#include "evolve/measure/paired.h"
#include "run/judge.h"
#include "store/journal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool is_near(double x, double y)
{
    return fabs(x - y) < 1e-12;
}

static void same_interval(struct interval x, struct interval y)
{
    if (!is_near(x.low, y.low) || !is_near(x.high, y.high))
        fail_msg("%g .. %g, not %g .. %g", x.low, x.high, y.low, y.high);
}

/* ---- problems ---- */

/* x0 = easy, x0 + x1 = sum; x1 is asked. Solutions are of 1 to 20. */
static struct structure structure_of(struct arena *a, int64_t easy, int64_t sum)
{
    struct linear_problem *b = arena_new(a, struct linear_problem);
    struct system *s = &b->system;

    for (size_t i = 0; i < LINEAR_EQUATIONS; i++) {
        s->eqs[i].rhs = RATIO(0);
        for (size_t k = 0; k < LINEAR_VARIABLES; k++)
            s->eqs[i].c[k] = RATIO(0);
    }
    s->n_vars = s->n_eqs = 2;
    s->asked = 1;
    s->eqs[0].c[0] = RATIO(1);
    s->eqs[0].rhs = RATIO(easy);
    s->eqs[1].c[0] = s->eqs[1].c[1] = RATIO(1);
    s->eqs[1].rhs = RATIO(sum);
    b->theme = &linear_themes[0];
    b->thing[1] = 1;
    b->shape = (struct linear_shape){ .variables = 2, .low = 1, .high = 20 };
    return (struct structure){ &structure_linear, b };
}

static struct individual open_specimen(struct arena *a, const char *id,
                                       struct structure b, const char *source)
{
    struct individual s;
    struct err e;

    if (!individual_open(a, id, b, source, &s, &e))
        fail_msg("%s", e.msg);
    s.n_decoys = 0; /* those of slips: the tests lay their own */
    return s;
}

static void lay_decoy(struct arena *a, struct individual *s, size_t part,
                      struct ratio value)
{
    struct individual_step step = { .name = "replacement",
                                    .generation = 1,
                                    .part = part };

    step.detail = json_new(a, JSON_OBJECT);
    individual_decoy(a, s,
                     (struct decoy){ .part = part,
                                     .value = value,
                                     .step = individual_step(a, s, step) });
}

/* The slot of that number. */
static size_t slot_of(struct arena *a, const struct structure *b, int64_t value)
{
    const struct structure_slot *slots;
    size_t n = b->kind->slots(a, b->data, &slots);

    for (size_t i = 0; i < n; i++)
        if (ratio_equal(slots[i].value, RATIO(value)))
            return i;
    fail_msg("no slot with %d", (int)value);
    return NO_SLOT;
}

/*
 * Question 1: 5 + x = 17, 12. Final: X + y = 10 with X = 1/4 of question 1,
 * 7; from an answer f of question 1 follows 10 - f/4. Decoys: 9 of question 1,
 * 31/4 that follows from it, 4 of the final one. Other quantities: 5, and 3.
 */
static struct individual chain(struct arena *a, const char *id,
                               const char *parents)
{
    struct individual s = open_specimen(a, id, structure_of(a, 5, 17), NULL);
    struct individual t = open_specimen(a, id, structure_of(a, 3, 10), NULL);
    struct individual_part *p = &s.parts[1];

    s.parents = parents;
    s.generation = 1;
    s.n_parts = 2;
    *p = t.parts[0];
    p->letter = "X";
    p->slot = slot_of(a, &p->structure, 3);
    p->sum = (struct link_sum){ .terms = { { .ratio = { 1, 4 } } },
                                .n = 1,
                                .plus = RATIO(0) };
    for (size_t i = 0; i < t.n_lines; i++) {
        t.lines[i].part = 1;
        individual_insert(a, &s, s.n_lines, t.lines[i]);
    }
    individual_insert(
        a, &s, s.n_lines - t.n_lines,
        (struct individual_line){ .role = ROLE_LINK, .part = 1, .text = "" });
    individual_insert(a, &s, s.n_lines,
                      (struct individual_line){ .role = ROLE_FORM,
                                                .part = 1,
                                                .text = INDIVIDUAL_FORM });
    assert_true(individual_prove_link(a, &s, 1));
    individual_tell(a, &s);
    assert_true(individual_holds(a, &s));
    lay_decoy(a, &s, 0, RATIO(9));
    lay_decoy(a, &s, 1, RATIO(4));
    individual_follow_decoys(a, &s);
    assert_int_equal(s.n_decoys, 3);
    return s;
}

static struct problem chain_problem(struct arena *a, size_t i,
                                    const char *parents)
{
    struct individual s = chain(a, arena_printf(a, "e-%zu", i), parents);
    struct problem p;

    individual_problem(a, &s, "full", &p);
    assert_int_equal(p.n_keys, 2);
    return p;
}

/* ---- runs ---- */

struct world {
    struct stores files;
    struct store *store;
    struct arena arena;
    uint64_t calls; /* that were made */
};

static void world_open(struct world *w)
{
    *w = (struct world){ 0 };
    stores_open(&w->files);
    w->store = stores_store(&w->files, STORE_MAKE);
}

static void world_close(struct world *w)
{
    store_close(w->store);
    stores_close(&w->files);
    arena_clear(&w->arena);
}

/* A run of these problems by models "m0", "m1" ... */
static struct run_info open_run(struct world *w, const char *spec,
                                const struct problem *problems, size_t n,
                                size_t models, uint64_t attempts)
{
    const char **lines = arena_array(&w->arena, const char *, n);
    const char **names = arena_array(&w->arena, const char *, models);
    struct run_info run;
    struct err e;
    bool found;

    for (size_t i = 0; i < n; i++) {
        struct str line = str_in(&w->arena);

        problem_write(&line, &problems[i]);
        line.s[line.n - 1] = '\0';
        lines[i] = line.s;
    }
    for (size_t i = 0; i < models; i++)
        names[i] = arena_printf(&w->arena, "m%zu", i);
    if (!runs_open(w->store, &w->arena, spec, "1", lines, n, names, models,
                   attempts, 1, &run, &found, &e))
        fail_msg("%s", e.msg);
    return run;
}

/* A reply, judged as a run judges it; "T", "R" and "E" are the outcomes. */
static void answer(struct world *w, const struct run_info *run,
                   const struct problem *problems, size_t problem, size_t model,
                   uint64_t attempt, const char *text)
{
    enum outcome o = str_eq(text, "T")   ? OUTCOME_TRUNCATED
                     : str_eq(text, "R") ? OUTCOME_REFUSED
                     : str_eq(text, "E") ? OUTCOME_ERROR
                                         : OUTCOME_OK;
    struct call c = stores_call(&w->arena, ++w->calls);
    const struct call *call = &c;
    struct result r = { 0 };
    const struct result *result = &r;
    struct err e;

    c.reply.outcome = o;
    c.reply.text = text;
    run_judge(&w->arena, &problems[problem], NULL, &c.reply, &r);
    r.problem = problem;
    r.model = model;
    r.attempt = attempt;
    if (o != OUTCOME_ERROR)
        r.call = c.key;
    if ((o != OUTCOME_ERROR && !journal_commit(w->store, &call, 1, NULL, &e)) ||
        !runs_append(w->store, run->id, &result, 1, 2, &e))
        fail_msg("%s", e.msg);
}

#define BOX(first, final) "\\boxed{question 1: " first "; final: " final "}"

/* No line is wider than a page. */
static void check_lines(const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");

        if (n > 100)
            fail_msg("a line of %zu characters: %.*s", n, (int)n, text);
        text += n + (text[n] == '\n');
    }
}

#endif
