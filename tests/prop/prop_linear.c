/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Linear seeds by the thousand: what is promised of every one of them, held
 * against brute force by another program (FLINT's matrices of fractions), and
 * what is promised of all together. Then structures made of them: told, hidden,
 * renumbered, renamed, written and read.
 */
#include "../lib/draw.h"
#include "evolve/structure/structure.h"
#include "family/generate.h"
#include "family/linear/linear_problem.h"
#include "family/table.h"
#include "math/flint_poly.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SMALLEST 2
#define LARGEST  10

static uint64_t times(uint64_t n)
{
    return getenv("ASSAY_SOAK") ? 50 * n : n;
}

/* ---- another program ---- */

static slong rank_of(const struct system *s, size_t without, bool unit)
{
    fmpq_mat_t m, reduced;
    slong rank;

    fmpq_mat_init(m, (slong)s->n_eqs + 1, (slong)s->n_vars);
    fmpq_mat_init(reduced, (slong)s->n_eqs + 1, (slong)s->n_vars);
    for (size_t i = 0; i < s->n_eqs; i++)
        for (size_t j = 0; i != without && j < s->n_vars; j++)
            fmpq_set_si(fmpq_mat_entry(m, (slong)i, (slong)j), s->eqs[i].c[j].p,
                        (ulong)s->eqs[i].c[j].q);
    if (unit)
        fmpq_one(fmpq_mat_entry(m, (slong)s->n_eqs, (slong)s->asked));
    rank = fmpq_mat_rref(reduced, m);
    fmpq_mat_clear(m);
    fmpq_mat_clear(reduced);
    return rank;
}

/* Does the span of the rows but `without` hold the asked variable's? */
static bool spans(const struct system *s, size_t without)
{
    return rank_of(s, without, false) == rank_of(s, without, true);
}

/* Of all equations, by trying each of them. */
static bool all_needed_by_force(const struct system *s)
{
    if (!spans(s, s->n_eqs))
        return false;
    for (size_t i = 0; i < s->n_eqs; i++)
        if (spans(s, i))
            return false;
    return true;
}

/* ---- seeds ---- */

static bool is_coefficient(struct ratio x)
{
    return (x.q == 1 && x.p >= -5 && x.p <= 5 && x.p != 0) ||
           (x.q == 2 && (x.p == 1 || x.p == -1));
}

/* One to three coefficients; how many. */
static size_t look_at_equation(const struct system *s, size_t i,
                               const int64_t *solution)
{
    const struct equation *eq = &s->eqs[i];
    int64_t twice = 0;
    size_t n = 0;

    for (size_t j = 0; j < LINEAR_VARIABLES; j++) {
        if (eq->c[j].p == 0)
            continue;
        assert_true(j < s->n_vars && is_coefficient(eq->c[j]));
        twice += 2 * eq->c[j].p / eq->c[j].q * solution[j];
        n++;
    }
    assert_true(eq->rhs.q <= 2 && 2 * eq->rhs.p / eq->rhs.q == twice);
    assert_in_range(n, 1, 3);
    return n;
}

/* All that is promised of one seed; returns its number of terms. */
static size_t look_at_seed(const struct system *s, const int64_t *solution,
                           const struct linear_shape *shape)
{
    struct ratio x[LINEAR_VARIABLES];
    size_t terms = 0, single = 0;

    assert_int_equal(s->n_vars, shape->variables);
    assert_int_equal(s->n_eqs, shape->variables);
    assert_in_range(s->asked, 0, s->n_vars - 1);
    for (size_t i = 0; i < s->n_eqs; i++) {
        size_t n = look_at_equation(s, i, solution);

        terms += n;
        single += n == 1;
        /* nobody reads the answer off one sentence */
        assert_false(n == 1 && s->eqs[i].c[s->asked].p != 0);
    }
    assert_true(single > 0);
    assert_true(linear_solve(s, x));
    for (size_t i = 0; i < s->n_vars; i++)
        assert_true(solution[i] >= shape->low && solution[i] <= shape->high &&
                    ratio_equal(x[i], RATIO(solution[i])));
    assert_int_equal(rank_of(s, s->n_eqs, false), (slong)s->n_vars);
    assert_true(all_needed_by_force(s));
    return terms;
}

/* Without each equation the answer is open, by the program itself too. */
static void look_without(const struct system *s)
{
    for (size_t i = 0; i < s->n_eqs; i++) {
        struct settled found;
        size_t rank;

        assert_true(linear_settle(s, s->asked, i, &found));
        assert_true(found.consistent && !found.settled);
        assert_true(linear_rank(s, i, &rank));
        assert_int_equal(rank, s->n_vars - 1);
    }
}

static void seeds_keep_their_promises(void **state)
{
    uint64_t n = times(300);

    (void)state;
    for (size_t v = SMALLEST; v <= LARGEST; v++) {
        struct linear_shape shape = { .variables = v, .low = 1, .high = 20 };
        uint64_t terms = 0;
        double mean;

        for (uint64_t i = 0; i < n; i++) {
            int64_t solution[LINEAR_VARIABLES];
            struct system s;
            struct rng r;

            draw_open(&r, "seeds", 1000000 * v + i);
            linear_draw(&r, &shape, &s, solution, NULL);
            terms += look_at_seed(&s, solution, &shape);
            look_without(&s);
        }
        mean = (double)terms / (double)(n * v);
        /* Two equations have three terms: see system_draw.c. */
        if (v == 2 ? mean != 1.5 : mean < 1.95 || mean > 2.05)
            fail_msg("%zu variables: %.3f terms an equation", v, mean);
    }
}

/* Does no place of the order, and no variable, come more often than another?
 * A count of `of` trials with probability 1/k, within five deviations. */
static void is_even(uint64_t count, uint64_t of, size_t k, const char *what)
{
    double mean = (double)of / (double)k, off = (double)count - mean;

    if (off * off > 25 * mean)
        fail_msg("%s: %llu times, not %.0f", what, (unsigned long long)count,
                 mean);
}

static void the_order_gives_nothing_away(void **state)
{
    uint64_t asked[5] = { 0 }, first[5] = { 0 }, last[5] = { 0 };
    uint64_t n = times(4000);

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct linear_shape shape = { .variables = 5, .low = 1, .high = 20 };
        int64_t solution[LINEAR_VARIABLES];
        struct system s;
        struct rng r;
        size_t k = 0, var;

        draw_open(&r, "order", i);
        linear_draw(&r, &shape, &s, solution, NULL);
        asked[s.asked]++;
        while (s.eqs[k].c[s.asked].p == 0)
            k++;
        for (size_t j = 0; j < 5; j++) /* where the answer comes out */
            if (s.eqs[j].c[s.asked].p != 0)
                k = rng_below(&r, 2) ? j : k;
        last[k]++;
        do
            k = (size_t)rng_below(&r, 5);
        while (linear_terms(&s.eqs[k], &var) != 1);
        first[k]++;
    }
    for (size_t k = 0; k < 5; k++) {
        is_even(asked[k], n, 5, "an asked variable");
        is_even(first[k], n, 5, "a place of an equation in one variable");
        is_even(last[k], n, 5, "a place of an equation of the asked one");
    }
}

/* Systems at random, most of them bad: the quick test and the force agree. */
static void need_agrees_with_force(void **state)
{
    uint64_t n = times(4000), needed = 0;

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct system s = { 0 };
        struct rng r;

        draw_open(&r, "need", i);
        s.n_vars = 1 + (size_t)rng_below(&r, 4);
        s.n_eqs = 1 + (size_t)rng_below(&r, 4);
        s.asked = (size_t)rng_below(&r, s.n_vars);
        for (size_t k = 0; k < s.n_eqs; k++)
            for (size_t j = 0; j < LINEAR_VARIABLES; j++)
                s.eqs[k].c[j] =
                    j < s.n_vars ? RATIO(rng_range(&r, -1, 1)) : RATIO(0);
        for (size_t k = 0; k < s.n_eqs; k++)
            s.eqs[k].rhs = RATIO(0);
        assert_int_equal(linear_all_needed(&s), all_needed_by_force(&s));
        needed += linear_all_needed(&s);
    }
    assert_true(needed > n / 20 && needed < n / 2);
}

/* ---- structures ---- */

static bool passes(struct arena *a, const struct structure *b,
                   const struct saying *told, size_t n, struct ratio key)
{
    const struct structure_told t = { NO_SLOT, NULL, RATIO(0), told->sentences,
                                      n };
    const char *fault = b->kind->fault(a, b->data, &t, key);

    assert_true(!fault || *fault);
    return !fault;
}

/* The question for another variable. */
static const char *other_question(struct arena *a,
                                  const struct linear_problem *l)
{
    struct say_options o = { l->theme, l->thing, 0, SIZE_MAX, NULL };
    struct str s = str_in(a);

    linear_ask(&s, &o, (l->system.asked + 1) % l->system.n_vars);
    return s.s;
}

/* The key is found, the text says it, and nothing else passes. */
static void look_at_body(struct arena *a, const struct structure *b)
{
    struct saying told, changed;
    struct ratio key, other;

    assert_true(b->kind->solve(a, b->data, NO_SLOT, RATIO(0), &key));
    assert_true(ratio_add(&other, key, RATIO(1)));
    b->kind->say(a, b->data, NO_SLOT, NULL, &told);
    assert_int_equal(told.question, told.n - 1);
    if (!passes(a, b, &told, told.n, key))
        fail_msg("its sentences do not pass: %s", told.sentences[0]);
    assert_false(passes(a, b, &told, told.n, other));
    assert_false(passes(a, b, &told, told.n - 1, key));
    changed = told; /* the same conditions, but which is which? */
    changed.sentences[0] = told.sentences[1];
    changed.sentences[1] = told.sentences[0];
    assert_false(passes(a, b, &changed, told.n, key));
    changed = told;
    changed.sentences[0] = told.sentences[1];
    assert_false(passes(a, b, &changed, told.n, key));
    changed = told;
    changed.sentences[told.question] =
        other_question(a, structure_linear_of(b));
    assert_false(passes(a, b, &changed, told.n, key));
}

/* Every number hidden in turn: the letter stands in its sentence, and what the
 * letter is decides. */
static void look_at_slots(struct arena *a, const struct structure *b)
{
    const struct structure_slot *list;
    size_t n = b->kind->slots(a, b->data, &list);
    struct ratio key, moved, value;
    struct saying plain, told;
    struct structure_told t;
    const char *fault;

    assert_true(n > 0 && n <= STRUCTURE_SLOTS);
    b->kind->say(a, b->data, NO_SLOT, NULL, &plain);
    assert_true(b->kind->solve(a, b->data, NO_SLOT, RATIO(0), &key));
    for (size_t i = 0; i < n; i++) {
        assert_true(ratio_sign(list[i].value) > 0);
        b->kind->say(a, b->data, i, "X", &told);
        for (size_t k = 0; k < told.n; k++)
            assert_int_equal(strcmp(told.sentences[k], plain.sentences[k]) != 0,
                             k == list[i].sentence);
        assert_non_null(strstr(told.sentences[list[i].sentence], "X"));
        assert_true(b->kind->solve(a, b->data, i, list[i].value, &moved));
        assert_true(ratio_equal(moved, key));
        t = (struct structure_told){ i, "X", list[i].value, told.sentences,
                                     told.n };
        if ((fault = b->kind->fault(a, b->data, &t, key)))
            fail_msg("%s: %s", fault, told.sentences[list[i].sentence]);
        /* Another number there: another key, and the text agrees. */
        assert_true(ratio_add(&value, list[i].value, RATIO(1)));
        if (!b->kind->solve(a, b->data, i, value, &moved))
            continue;
        t.value = value;
        assert_true(b->kind->fault(a, b->data, &t, key) ||
                    ratio_equal(moved, key));
    }
    assert_false(b->kind->solve(a, b->data, n, RATIO(1), &moved));
}

static void look_at_quantities(struct arena *a, const struct structure *b)
{
    const struct linear_problem *l = structure_linear_of(b);
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = b->kind->quantities(a, b->data, q), asked = 0, easy = 0;
    struct structure_measures m;
    struct ratio key;

    b->kind->measure(b->data, &m);
    assert_true(n == m.variables && n == m.steps && m.depth < n);
    assert_true(b->kind->solve(a, b->data, NO_SLOT, RATIO(0), &key));
    for (size_t i = 0; i < n; i++) {
        assert_true(ratio_whole(q[i].value) && q[i].value.p >= l->shape.low &&
                    q[i].value.p <= l->shape.high);
        asked += q[i].asked;
        easy += q[i].easy;
        assert_true(!q[i].asked ||
                    (!q[i].easy && ratio_equal(q[i].value, key)));
    }
    assert_int_equal(asked, 1);
    assert_true(easy > 0);
}

/* The same places are taken in both. */
static bool same_places(const struct system *x, const struct system *y)
{
    if (x->n_vars != y->n_vars || x->n_eqs != y->n_eqs || x->asked != y->asked)
        return false;
    for (size_t i = 0; i < x->n_eqs; i++)
        for (size_t j = 0; j < LINEAR_VARIABLES; j++)
            if ((x->eqs[i].c[j].p != 0) != (y->eqs[i].c[j].p != 0))
                return false;
    return true;
}

static void look_at_changes(struct arena *a, const struct structure *b,
                            struct rng *r)
{
    const struct linear_problem *l = structure_linear_of(b), *m;
    struct structure renumbered = *b, renamed = *b;
    struct ratio key, other;
    void *data;
    struct err e;

    assert_true(b->kind->solve(a, b->data, NO_SLOT, RATIO(0), &key));
    assert_true(b->kind->renumber(a, b->data, r, &data, &e));
    renumbered.data = data;
    m = structure_linear_of(&renumbered);
    assert_true(same_places(&l->system, &m->system));
    assert_true(all_needed_by_force(&m->system));
    assert_true(m->theme == l->theme &&
                memcmp(m->thing, l->thing, sizeof(l->thing)) == 0 &&
                memcmp(m->style, l->style, sizeof(l->style)) == 0);
    assert_true(b->kind->solve(a, data, NO_SLOT, RATIO(0), &other));
    assert_false(ratio_equal(key, other));
    look_at_body(a, &renumbered);
    look_at_quantities(a, &renumbered);

    assert_true(b->kind->rename(a, b->data, r, &data, &e));
    renamed.data = data;
    m = structure_linear_of(&renamed);
    assert_true(m->theme != l->theme);
    for (size_t i = 0; i < l->system.n_eqs; i++)
        assert_true(linear_same(&l->system.eqs[i], &m->system.eqs[i]));
    assert_true(b->kind->solve(a, data, NO_SLOT, RATIO(0), &other));
    assert_true(ratio_equal(key, other));
    look_at_body(a, &renamed);
}

static void look_at_file(struct arena *a, const struct structure *b)
{
    struct json *v = b->kind->write(a, b->data), *again;
    struct str s = str_in(a);
    void *data;
    struct err e;

    json_write(&s, v);
    assert_true(json_read(a, s.s, s.n, 1, &again, &e));
    if (!b->kind->read(a, again, &data, &e))
        fail_msg("%s: %s", e.msg, s.s);
    assert_true(json_equal(b->kind->write(a, data), v));
}

static void bodies_keep_their_promises(void **state)
{
    uint64_t n = times(12);

    (void)state;
    for (size_t v = SMALLEST; v <= LARGEST; v++)
        for (uint64_t i = 0; i < n; i++) {
            struct linear_shape shape = { .variables = v,
                                          .low = 1,
                                          .high = 20 };
            struct arena a = { 0 };
            struct structure b;
            struct rng r;

            draw_open(&r, "bodies", 1000000 * v + i);
            b = structure_linear_draw(&a, &r, &shape, NULL);
            look_at_body(&a, &b);
            look_at_slots(&a, &b);
            look_at_quantities(&a, &b);
            look_at_changes(&a, &b, &r);
            look_at_file(&a, &b);
            arena_clear(&a);
        }
}

/* All themes come up, none more often than another; each can be read back. */
static void every_theme_is_used(void **state)
{
    struct linear_shape shape = { .variables = 5, .low = 1, .high = 20 };
    uint64_t n = times(2000);
    uint64_t *used = calloc(n_linear_themes, sizeof(*used)), things[15] = { 0 };
    struct arena a = { 0 };
    struct structure b;
    struct rng r;

    (void)state;
    draw_open(&r, "themes", 0);
    assert_non_null(used);
    for (uint64_t i = 0; i < n; i++) {
        b = structure_linear_draw(&a, &r, &shape, NULL);
        used[structure_linear_of(&b)->theme - linear_themes]++;
        if (structure_linear_of(&b)->thing[0] < 15)
            things[structure_linear_of(&b)->thing[0]]++;
        arena_reset(&a);
    }
    for (size_t i = 0; i < 15; i++)
        assert_true(things[i] > 0);
    for (size_t i = 0; i < n_linear_themes; i++) {
        is_even(used[i], n, n_linear_themes, linear_themes[i].name);
        for (uint64_t k = 0; k < times(4); k++) {
            b = structure_linear_draw(&a, &r, &shape, &linear_themes[i]);
            assert_ptr_equal(structure_linear_of(&b)->theme, &linear_themes[i]);
            look_at_body(&a, &b);
            arena_reset(&a);
        }
    }
    arena_clear(&a);
    free(used);
}

static void a_narrow_range_cannot_be_renumbered(void **state)
{
    struct linear_shape shape = { .variables = 4, .low = 7, .high = 7 };
    struct arena a = { 0 };
    struct structure b;
    struct rng r;
    struct err e;
    void *data;

    (void)state;
    draw_open(&r, "narrow", 0);
    b = structure_linear_draw(&a, &r, &shape, NULL);
    assert_false(b.kind->renumber(&a, b.data, &r, &data, &e));
    assert_string_equal(e.msg, "the range of values holds no other answer");
    arena_clear(&a);
}

/* ---- the negative control ---- */

/* Put an equation that gives the asked variable at once in the place of one of
 * the others: the rank stays full and the solution the same, but nothing else
 * is needed any more. Returns the key. */
static struct ratio spoil(struct system *s, struct rng *r)
{
    size_t k = (size_t)rng_below(r, s->n_eqs);
    struct settled found;

    assert_true(linear_settle(s, s->asked, s->n_eqs, &found));
    for (size_t j = 0; j < s->n_vars; j++)
        s->eqs[k].c[j] = RATIO(j == s->asked);
    s->eqs[k].rhs = found.value;
    return found.value;
}

static void removable_equations_are_refused(void **state)
{
    uint64_t n = times(100);

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct linear_shape shape = { .variables = 5, .low = 1, .high = 20 };
        enum truth holds = TRUTH_UNKNOWN;
        struct check_finding found = { "", "" };
        struct problem p = { .id = "spoilt" };
        struct arena a = { 0 };
        struct linear_problem t;
        struct ratio key;
        struct rng r;
        struct err e;
        void *data;

        draw_open(&r, "spoilt", i);
        linear_problem_draw(&r, &r, &shape, NULL, &t);
        key = spoil(&t.system, &r);
        assert_false(linear_all_needed(&t.system));
        p.params = linear_problem_write(&a, &t);
        assert_false(structure_linear.read(&a, p.params, &data, &e));
        problem_set_key(&a, &p, ANSWER_INTEGER, ratio_text(&a, key));
        assert_true(
            linear_card.check(&linear_card, &a, &p, &holds, &found, &e));
        assert_int_equal(holds, TRUTH_NO);
        assert_non_null(strstr(found.detail, " is not needed: "));
        arena_clear(&a);
    }
}

/* ---- files that somebody edited ---- */

/* Everything that can be done with a structure. */
static void use(struct arena *a, const struct structure *b, struct rng *r)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    const struct structure_slot *list;
    struct str text = str_in(a);
    struct saying told;
    struct ratio key;
    struct err e;
    void *data;
    size_t n = b->kind->slots(a, b->data, &list);

    for (size_t i = 0; i <= n; i++) {
        b->kind->say(a, b->data, i, "X", &told);
        (void)b->kind->solve(a, b->data, i, RATIO(INT64_MAX), &key);
        (void)b->kind->solve(a, b->data, i, RATIO(0), &key);
    }
    b->kind->say(a, b->data, NO_SLOT, NULL, &told);
    b->kind->quantities(a, b->data, q);
    b->kind->explain(a, b->data, &text);
    if (b->kind->solve(a, b->data, NO_SLOT, RATIO(0), &key) &&
        !passes(a, b, &told, told.n, key))
        fail_msg("what was read does not pass: %s", told.sentences[0]);
    (void)b->kind->renumber(a, b->data, r, &data, &e);
    assert_true(b->kind->rename(a, b->data, r, &data, &e));
}

/* Digits and signs changed, bytes dropped: it is refused, or it works. */
static void edited_files_do_no_harm(void **state)
{
    static const char bytes[] = "0123456789-/.,\"[]{}e 99999";
    uint64_t n = times(400), taken = 0;

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct structure b = { .kind = &structure_linear };
        struct linear_shape shape = { .variables = 2 + i % 4,
                                      .low = 1,
                                      .high = 20 };
        struct arena a = { 0 };
        struct str s = str_in(&a);
        struct json *v;
        struct rng r;
        struct err e;
        void *data;

        draw_open(&r, "edited", i);
        b = structure_linear_draw(&a, &r, &shape, NULL);
        json_write(&s, b.kind->write(&a, b.data));
        for (uint64_t k = rng_below(&r, 3) + 1; k--;) {
            size_t at = (size_t)rng_below(&r, s.n);

            if (strchr("0123456789", s.s[at]))
                s.s[at] = bytes[rng_below(&r, sizeof(bytes) - 1)];
        }
        if (json_read(&a, s.s, s.n, 1, &v, &e) &&
            b.kind->read(&a, v, &data, &e)) {
            b.data = data;
            use(&a, &b, &r);
            taken++;
        }
        arena_clear(&a);
    }
    assert_true(taken > n / 10 && taken < n);
}

/* ---- the family ---- */

static void generate(struct arena *a, int level, uint64_t i, const char *knob,
                     const char *value, struct problem *p)
{
    struct json *knobs = json_new(a, JSON_OBJECT);
    struct coordinates c = { &linear_card, level, "linear", i, knobs, NULL };
    struct err e;

    if (knob)
        json_set(a, knobs, knob, json_new_string(a, value));
    if (!family_generate(a, &c, p, &e))
        fail_msg("%s", e.msg);
}

/* A problem is what its structure says. */
static void look_at_problem(struct arena *a, const struct problem *p)
{
    struct structure b = { .kind = &structure_linear };
    struct str text = str_in(a);
    struct saying told;
    struct ratio key;
    struct err e;
    void *data;

    assert_true(b.kind->read(a, p->params, &data, &e));
    b.kind->say(a, data, NO_SLOT, NULL, &told);
    for (size_t i = 0; i < told.n; i++)
        str_addf(&text, "%s%s", i ? " " : "", told.sentences[i]);
    assert_string_equal(text.s, p->statement);
    assert_true(b.kind->solve(a, data, NO_SLOT, RATIO(0), &key));
    assert_string_equal(ratio_text(a, key), p->keys[0].latex);
    str_reset(&text);
    b.kind->explain(a, data, &text);
    assert_true(text.n && text.s[text.n - 1] == '\n');
    text.s[text.n - 1] = '\0';
    assert_string_equal(text.s, p->solution);
}

static void problems_are_their_bodies(void **state)
{
    uint64_t n = times(60);

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        struct arena a = { 0 };
        struct problem p, q;

        generate(&a, 1 + (int)(i % 3), i, NULL, NULL, &p);
        look_at_problem(&a, &p);
        /* another theme is the same mathematics */
        generate(&a, 1 + (int)(i % 3), i, "theme", "prices", &q);
        assert_string_equal(p.keys[0].latex, q.keys[0].latex);
        assert_true(json_equal(json_get(p.params, "equations"),
                               json_get(q.params, "equations")));
        assert_string_equal(json_string(json_get(q.params, "theme")), "prices");
        generate(&a, 1, i, "range", "100..100000", &q);
        assert_true(strtol(q.keys[0].latex, NULL, 10) >= 100);
        generate(&a, 1, i, "variables", "10", &q);
        assert_int_equal(json_get(q.params, "things")->count, 10);
        arena_clear(&a);
    }
}

/* A sentence changed under an honest key is seen by the check itself. */
static void changed_sentences_are_seen(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < times(100); i++) {
        enum truth holds = TRUTH_UNKNOWN;
        struct check_finding found = { "", "" };
        struct arena a = { 0 };
        struct problem p;
        struct err e;
        char *text;
        size_t k = 0;

        generate(&a, 1, i, NULL, NULL, &p);
        text = arena_strdup(&a, p.statement);
        while (text[k] < '1' || text[k] > '9')
            k++;
        text[k] = text[k] == '9' ? '8' : (char)(text[k] + 1);
        p.statement = text;
        assert_true(
            linear_card.check(&linear_card, &a, &p, &holds, &found, &e));
        if (holds != TRUTH_NO)
            fail_msg("%s passes", text);
        arena_clear(&a);
    }
}

static void knobs_are_read(void **state)
{
    static const struct {
        const char *knob, *value;
        bool allowed;
    } x[] = {
        { "range", "1..20", true },
        { "range", "5..6", true },
        { "range", "1..1000000", true },
        { "range", "1..1000001", false },
        { "range", "0..20", false },
        { "range", "20..20", false },
        { "range", "30..20", false },
        { "range", "1..", false },
        { "range", "..9", false },
        { "range", "1...9", false },
        { "range", "1..9x", false },
        { "range", "-1..9", false },
        { "range", "1..99999999999999999999", false },
        { "variables", "auto", true },
        { "variables", "2", true },
        { "variables", "10", true },
        { "variables", "11", false },
        { "variables", "1", false },
        { "depth", "auto", true },
        { "depth", "any", true },
        { "depth", "9", true },
        { "depth", "10", false },
        { "distance", "0", true },
        { "distance", "-1", false },
        { "sparsity", "4", true },
        { "sparsity", "1", false },
        { "theme", "any", true },
        { "theme", "prices", true },
        { "theme", "nothing", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(x) / sizeof(x[0]); i++) {
        const struct knob *k = family_knob_find(&linear_card, x[i].knob);

        assert_non_null(k);
        if (knob_allows(k, x[i].value) != x[i].allowed)
            fail_msg("%s=%s", x[i].knob, x[i].value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_keep_their_promises),
        cmocka_unit_test(the_order_gives_nothing_away),
        cmocka_unit_test(need_agrees_with_force),
        cmocka_unit_test(bodies_keep_their_promises),
        cmocka_unit_test(every_theme_is_used),
        cmocka_unit_test(a_narrow_range_cannot_be_renumbered),
        cmocka_unit_test(removable_equations_are_refused),
        cmocka_unit_test(edited_files_do_no_harm),
        cmocka_unit_test(problems_are_their_bodies),
        cmocka_unit_test(changed_sentences_are_seen),
        cmocka_unit_test(knobs_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
