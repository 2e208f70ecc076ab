/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Every concept family can be evolved, whatever its keys are: sets, intervals,
 * expressions, closed forms. Each operator makes of its problems what passes
 * `assay check` from the file, or says why not; a forged key does not pass; and
 * an answer that is no number ends a chain that depends on its first answer.
 * Level 1; ASSAY_SOAK=1 takes all levels and more problems of each.
 */
#include "../lib/evolved.h"
#include "base/str.h"
#include "family/recipe/recipe.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct look {
    struct arena *arena;
    struct rng rng;
    size_t families, texts; /* problems, those whose key is no number */
    size_t tried, crossed, numbers_led;
    size_t done[16], done_text[16]; /* by operator */
};

static void want_fine(struct look *l, const struct individual *s,
                      const char *what)
{
    const char *fault = evolved_fault(l->arena, s);

    if (!fault)
        fault = evolved_file_fault(l->arena, s);
    if (fault)
        fail_msg("%s: %s\n%s", what, fault, individual_text(l->arena, s));
}

static bool applied(struct look *l, const struct operator_card *card,
                    const struct individual *s, const struct individual *second,
                    struct individual *out)
{
    struct operator_call o = { .arena = l->arena,
                               .rng = &l->rng,
                               .generation = 1,
                               .first = s,
                               .second = second,
                               .id = "child" };
    struct err e = { 0 };

    if (card->apply(&o, out, &e)) {
        want_fine(l, out, card->name);
        return true;
    }
    assert_true(e.msg[0]);
    return false;
}

/* ---- each operator alone, and all of them ---- */

static void try_operators(struct look *l, const struct individual *s)
{
    struct individual all = *s, t;

    for (size_t i = 0; i < n_operators; i++) {
        if (operators[i] == &op_crossover || operators[i] == &op_polish)
            continue;
        if (applied(l, operators[i], s, NULL, &t)) {
            l->done[i]++;
            l->done_text[i] += s->parts[0].text != NULL;
        }
        if (applied(l, operators[i], &all, NULL, &t))
            all = t;
    }
    if (s->parts[0].text) {
        assert_int_equal(all.n_decoys, 0);
        assert_false(applied(l, &op_replacement, s, NULL, &t));
    }
}

/* ---- chains ---- */

/* The last key another with the noted answer before it: the family's check
 * takes that one and refuses ours. */
static void want_dependence(struct look *l, const struct individual *s)
{
    const struct individual_part *p = &s->parts[s->n_parts - 1];
    const struct link_term *t = &p->sum.terms[0];
    struct ratio x, answers[INDIVIDUAL_PARTS];
    struct check_finding found = { "", "" };

    for (size_t k = 0; k < s->n_parts; k++)
        answers[k] = s->parts[k].answer;
    assert_false(ratio_equal(t->other_answer, answers[t->from]));
    answers[t->from] = t->other_answer;
    assert_true(link_sum_value(&p->sum, answers, &x));
    assert_int_equal(p->structure.kind->judge(l->arena, p->structure.data,
                                              p->slot, x, t->other_text,
                                              &found),
                     TRUTH_YES);
    assert_int_equal(p->structure.kind->judge(l->arena, p->structure.data,
                                              p->slot, x, p->text, &found),
                     TRUTH_NO);
}

static void try_chain(struct look *l, const struct individual *s)
{
    struct individual first = evolved_linear(l->arena, &l->rng, 4, NULL),
                      zeroth, t, u;

    l->tried++;
    if (!applied(l, &op_crossover, &first, s, &t))
        return;
    l->crossed++;
    want_dependence(l, &t);
    assert_false(applied(l, &op_crossover, &t, &first, &u));
    /* Three parts, of which the first is led to the end. */
    zeroth = evolved_linear(l->arena, &l->rng, 4, NULL);
    if (applied(l, &op_crossover, &zeroth, &t, &u)) {
        want_dependence(l, &u);
        l->numbers_led++;
    }
    /* A decoy of the first leads to none of the last, and is noted so. */
    if (applied(l, &op_replacement, &t, NULL, &u))
        for (size_t i = 0; i < u.n_decoys; i++)
            assert_true(u.decoys[i].part == 0 && !u.decoys[i].follows);
    (void)applied(l, &op_renumber, &t, NULL, &u);
    (void)applied(l, &op_rename, &t, NULL, &u);
}

/* ---- forged ones ---- */

static const char *check_forged(struct look *l, const struct individual *s,
                                const char *text, enum answer_kind kind)
{
    struct individual m = individual_copy(l->arena, s);
    struct individual_part *p = &m.parts[m.n_parts - 1];

    p->text = text;
    p->text_kind = kind;
    return evolved_file_fault(l->arena, &m);
}

static void try_forging(struct look *l, const struct individual *s)
{
    const struct individual_part *p = &s->parts[s->n_parts - 1];
    struct individual m = individual_copy(l->arena, s);
    const char *more = arena_printf(l->arena, "%s+1", p->text);

    assert_null(check_forged(l, s, p->text, p->text_kind));
    assert_non_null(check_forged(l, s, more, p->text_kind));
    assert_non_null(check_forged(l, s, "", p->text_kind));
    assert_non_null(check_forged(l, s, "7", p->text_kind));
    assert_non_null(check_forged(l, s, p->text, ANSWER_TEXT));
    /* A number in its stead. */
    m.parts[m.n_parts - 1].text = NULL;
    m.parts[m.n_parts - 1].answer = RATIO(7);
    assert_non_null(evolved_file_fault(l->arena, &m));
}

/* ---- all families ---- */

static void look_at(struct look *l, const struct family *f, int level,
                    uint64_t index)
{
    struct individual s = evolved_family(l->arena, f, level, index);

    l->families++;
    want_fine(l, &s, f->name);
    try_operators(l, &s);
    if (s.parts[0].text) {
        l->texts++;
        try_chain(l, &s);
        try_forging(l, &s);
    }
    arena_reset(l->arena);
}

/* Out of n problems at least so many hundredths. */
static void want_share(const char *what, size_t done, size_t n, size_t share)
{
    if (done * 100 < n * share)
        fail_msg("%s: only %zu of %zu", what, done, n);
}

static void all_families_evolve(void **state)
{
    bool soak = getenv("ASSAY_SOAK") != NULL;
    struct arena a = { 0 };
    struct look l = { .arena = &a };

    (void)state;
    rng_init(&l.rng, hash_bytes("families", 8));
    for (size_t i = 0; i < family_count(); i++) {
        const struct family *f = family_at(i);

        for (int level = 1; f->recipe && level <= (soak ? f->n_levels : 1);
             level++)
            for (uint64_t k = 0; k < (soak ? 20 : 1); k++)
                look_at(&l, f, level, k);
    }
    assert_true(l.families >= 79 && l.texts >= 30);
    for (size_t i = 0; i < n_operators; i++) {
        const struct operator_card *card = operators[i];
        size_t least = card == &op_useless || card == &op_text ||
                               card == &op_background || card == &op_topic
                           ? 100
                       : card == &op_renumber || card == &op_rename ? 70
                       : card == &op_misleading                     ? 5
                                                                    : 0;

        want_share(card->name, l.done[i], l.families, least);
        want_share(card->name, l.done_text[i], l.texts, least);
        if (card == &op_replacement)
            assert_int_equal(l.done_text[i], 0);
    }
    want_share("crossover", l.crossed, l.tried, 70);
    want_share("chains of three", l.numbers_led, l.crossed, 70);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_families_evolve),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
