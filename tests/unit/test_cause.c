/* SPDX-License-Identifier: Apache-2.0 */

/* Causes: made-up problems that differ in concepts, length and answer, and
 * targets that fail for a known reason. */
#include "base/rng.h"
#include "base/str.h"
#include "base/vec.h"
#include "hunt/cause/cause.h"
#include "stats/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define A "Absolute value"
#define B "Chinese remainder theorem"
#define C "Factorials (n!)"

enum reason {
    BY_NOTHING,
    BY_A,
    BY_B,
    BY_BOTH,
    BY_C,
    BY_LENGTH,
    BY_FRACTION,
    BY_A_FRACTION,
    BY_C_LENGTH,
    BY_A_LENGTH,
    BY_WORD,
    BY_LOT,      /* half of A's problems, whatever they are */
    BY_OLD_WORD, /* the same, and a word on the benchmark */
    BY_A_AND_LENGTH,
    BY_EITHER, /* A or B */
    BY_SHORTNESS
};

/* One problem, and what it is like. */
struct like {
    bool a, b, c, wide, fraction, word, lot, old;
};

struct world {
    struct arena arena;
    struct rng rng;
    enum reason reason;
    struct suspicion suspicion;
    struct vec asked;
    bool all_fractions; /* every problem with A, and no other; */
    int but;            /* and not the first so many of them */
    bool b_with_a;      /* on the benchmark */
    int few; /* fractions are all problems with A or B, and one in so many of the
                others; 0: as drawn, -1: no others */
};

static double uniform(struct world *w)
{
    return (double)(rng_u64(&w->rng) >> 11) * 0x1p-53;
}

static double chance(const struct world *w, const struct like *l)
{
    bool weak = false;

    switch (w->reason) {
    case BY_NOTHING: break;
    case BY_A: weak = l->a; break;
    case BY_B: weak = l->b; break;
    case BY_BOTH: weak = l->a && l->b; break;
    case BY_C: weak = l->c; break;
    case BY_LENGTH: weak = l->wide; break;
    case BY_FRACTION: weak = l->fraction; break;
    case BY_A_FRACTION: weak = l->a && l->fraction; break;
    case BY_C_LENGTH: weak = l->c && l->wide; break;
    case BY_A_LENGTH: weak = l->a && l->wide; break;
    case BY_WORD: weak = l->word; break;
    case BY_OLD_WORD:
        if (l->old && l->word)
            return 0.8; /* fall through */
    case BY_LOT: return l->a && l->lot ? 1 : 0;
    case BY_EITHER: weak = l->a || l->b; break;
    case BY_SHORTNESS: weak = !l->wide; break;
    case BY_A_AND_LENGTH: return l->a ? 0.85 : l->wide ? 0.7 : 0.05;
    }
    return weak ? 0.8 : 0.05;
}

static struct problem *problem_of(struct world *w, const struct like *l)
{
    struct problem *p = arena_new(&w->arena, struct problem);
    struct str s = str_in(&w->arena);
    size_t words =
        (l->wide ? 60 : 20) + (size_t)rng_below(&w->rng, l->wide ? 60 : 30);

    for (size_t i = 0; i < words; i++)
        str_addf(&s, "filler%c ", (char)('a' + rng_below(&w->rng, 26)));
    str_add(&s, l->word ? "hence" : "thus");
    p->id = arena_printf(&w->arena, "p%zu", w->asked.n);
    p->statement = str_get(&s);
    p->solution = "";
    p->concepts = arena_array(&w->arena, const char *, 4);
    if (l->a)
        p->concepts[p->n_concepts++] = A;
    if (l->b)
        p->concepts[p->n_concepts++] = B;
    if (l->c)
        p->concepts[p->n_concepts++] = C;
    problem_set_key(
        &w->arena, p, l->fraction ? ANSWER_RATIONAL : ANSWER_INTEGER,
        arena_printf(&w->arena, l->fraction ? "\\frac{%d}{7}" : "%d",
                     (int)rng_below(&w->rng, 90) * 7 + 1));
    return p;
}

static void ask(struct world *w, enum asked_set set, bool a, bool b, bool c)
{
    struct like l = { .a = a,
                      .b = b,
                      .c = c,
                      .wide = uniform(w) < 0.4,
                      .fraction = uniform(w) < (a || b ? 0.7 : 0.3),
                      .word = uniform(w) < (a ? 0.6 : 0.2),
                      .lot = uniform(w) < 0.5,
                      .old = set == ASKED_BENCHMARK };
    struct asked_problem *x = vec_push(&w->asked);

    if (set == ASKED_MATCHED)
        l.fraction = uniform(w) < 0.7;
    if (w->all_fractions)
        l.fraction = a && w->but-- <= 0;
    if (w->few)
        l.fraction =
            a || b || (w->few > 0 && !rng_below(&w->rng, (uint64_t)w->few));
    *x = (struct asked_problem){ .problem = problem_of(w, &l),
                                 .set = set,
                                 .tries = 3 };
    x->holds = asked_holds(&w->arena, &w->suspicion, taxonomy_find("high"),
                           x->problem);
    for (int i = 0; i < 3; i++)
        x->right += uniform(w) >= chance(w, &l);
}

static struct solve solve_set(struct world *w, enum asked_set set)
{
    uint32_t *tries = arena_array(&w->arena, uint32_t, w->asked.n + 1);
    uint32_t *right = arena_array(&w->arena, uint32_t, w->asked.n + 1);

    for (size_t i = 0; i < w->asked.n; i++) {
        const struct asked_problem *x =
            vec_get(&w->asked, struct asked_problem, i);

        tries[i] = x->set == set ? x->tries : 0;
        right[i] = x->right;
    }
    return solve_of(&(struct tried){ tries, right, w->asked.n });
}

static struct world open_world(enum reason reason, size_t concepts)
{
    static const char *const names[] = { A, B };
    struct world w = { .reason = reason,
                       .suspicion = { .vocabulary = "high",
                                      .concepts = names,
                                      .n_concepts = concepts } };

    rng_init(&w.rng, hash_bytes(&reason, sizeof(reason)));
    return w;
}

/* The whole design: the suspicion, neither, each part, another concept that
 * most of the suspicion's problems have, and a benchmark. */
static struct hypothesis hunt(struct world *w)
{
    bool pair = w->suspicion.n_concepts > 1;
    struct hypothesis h;

    w->asked = vec_in(&w->arena, sizeof(struct asked_problem));
    for (int i = 0; i < 40; i++) {
        ask(w, ASKED_TARGETED, true, pair, i % 4 > 0);
        ask(w, ASKED_MATCHED, false, false, false);
        ask(w, ASKED_CONTROL, false, false, true);
        if (pair) {
            ask(w, ASKED_CONTROL, true, false, false);
            ask(w, ASKED_CONTROL, false, true, false);
        }
    }
    for (int i = 0; i < 300; i++)
        ask(w, ASKED_BENCHMARK, i % 10 == 0,
            w->b_with_a ? i % 10 == 0 : i % 12 == 0, i % 7 == 0);
    h = hypothesis_new(&w->arena, &w->suspicion, "exact");
    h.targeted = solve_set(w, ASKED_TARGETED);
    h.control = solve_set(w, ASKED_MATCHED);
    cause_find(&w->arena, &h, w->asked.items, w->asked.n);
    return h;
}

static void cause_is(enum reason reason, size_t concepts, const char *cause,
                     const char *why)
{
    struct world w = open_world(reason, concepts);
    struct hypothesis h = hunt(&w);

    if (!str_eq(h.cause, cause) || !strstr(h.cause_why, why))
        fail_msg("reason %d: %s: %s", (int)reason, h.cause, h.cause_why);
    arena_clear(&w.arena);
}

static void each_reason_has_its_name(void **state)
{
    (void)state;
    cause_is(BY_A, 1, "concept", "Absolute value explains all ");
    cause_is(BY_C, 1, "auxiliary skill: " C, "explains");
    cause_is(BY_FRACTION, 1, "answer: fraction", "answer: fraction explains");
    cause_is(BY_A_LENGTH, 1, "interaction", "only together with ");
    cause_is(BY_NOTHING, 1, "not the concept", "not solved more often");
    cause_is(BY_A_AND_LENGTH, 1, "concept", "; length (");
}

static void a_pair_is_taken_apart(void **state)
{
    (void)state;
    cause_is(BY_A, 2, A " alone", A " explains ");
    cause_is(BY_B, 2, B " alone", B " explains ");
    cause_is(BY_BOTH, 2, "interaction", "Absolute value + Chinese");
}

/* What nobody had thought of is found, and said to be that. */
static void the_rest_is_not_tried(void **state)
{
    (void)state;
    cause_is(BY_WORD, 1, "something not tried",
             "the word \"hence\" (in the half ");
    cause_is(BY_LOT, 1, "something not tried",
             "but some targeted problems always fail and others never");
    cause_is(BY_OLD_WORD, 1, "something not tried",
             "; none of the features examined (words");
}

/* Controls that are as long as the targeted problems are as hard where length
 * is the reason. */
static void a_trait_is_the_reason_of_both(void **state)
{
    struct world w = open_world(BY_LENGTH, 1);
    struct hypothesis h = hunt(&w);

    (void)state;
    assert_string_equal(h.cause, "length");
    assert_non_null(h.control_why);
    assert_non_null(strstr(h.control_why, "); length explains"));
    assert_true(fabs(h.control_expected - h.control.rate) < 0.05);
    arena_clear(&w.arena);
}

/* A concept whose problems alone have such an answer. */
static void what_comes_together_is_not_told_apart(void **state)
{
    struct world w = open_world(BY_A, 1);
    struct hypothesis h;

    (void)state;
    w.all_fractions = true;
    h = hunt(&w);
    assert_string_equal(h.cause, "not told");
    if (!strstr(h.cause_why, "answer: fraction"))
        fail_msg("%s", h.cause_why);
    arena_clear(&w.arena);
}

/* Four of its problems have other answers, and are solved: the answer explains
 * more than the concept, but no other problem has such a one. */
static void what_shows_only_within_is_not_called_the_cause(void **state)
{
    struct world w = open_world(BY_A_FRACTION, 1);
    struct hypothesis h;

    (void)state;
    w.all_fractions = true;
    w.but = 4;
    h = hunt(&w);
    if (!str_eq(h.cause, "not told") ||
        !strstr(h.cause_why, "coincides with this"))
        fail_msg("%s: %s", h.cause, h.cause_why);
    arena_clear(&w.arena);
}

/* Two weak concepts: what the problems of both share explains more than either,
 * and is the reason of neither. */
static void what_weaknesses_share_is_not_called_the_cause(void **state)
{
    static const struct {
        int few;
        const char *cause, *why;
    } cases[] = {
        { 12, "concept", "Absolute value explains" },
        { -1, "not told",
          "answer: fraction explains this, but the hypothesis together with" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct world w = open_world(BY_EITHER, 1);
        struct hypothesis h;

        w.few = cases[i].few;
        h = hunt(&w);
        if (!str_eq(h.cause, cases[i].cause) ||
            !strstr(h.cause_why, cases[i].why))
            fail_msg("%s: %s", h.cause, h.cause_why);
        arena_clear(&w.arena);
    }
}

/* It is short problems that fail, not long ones. */
static void the_side_that_fails_is_named(void **state)
{
    (void)state;
    cause_is(BY_SHORTNESS, 1, "length", " <= ");
}

/* Of a skill that the problems need only the long ones fail. */
static void a_skill_is_taken_apart(void **state)
{
    (void)state;
    cause_is(BY_C_LENGTH, 1, "not told", "separates those that fail");
}

/* The benchmark's problems with A fail, for they all have B. */
static void why_a_suspicion_arose_is_said(void **state)
{
    struct world w = open_world(BY_B, 1);
    struct hypothesis h;

    (void)state;
    w.b_with_a = true;
    h = hunt(&w);
    if (!str_eq(h.cause, "not the concept") ||
        !strstr(h.cause_why, "points more often, and " B " explains "))
        fail_msg("%s: %s", h.cause, h.cause_why);
    arena_clear(&w.arena);
}

static const struct effect *effect_of(const struct hypothesis *h,
                                      const char *what)
{
    for (size_t i = 0; i < h->n_effects; i++)
        if (str_eq(h->effects[i].what, what))
            return &h->effects[i];
    fail_msg("no effect of %s", what);
    return NULL;
}

/* Of a concept that takes 75 points, and of what takes none. */
static void effects_have_their_size(void **state)
{
    int covered = 0, rounds = 20;

    (void)state;
    for (int i = 0; i < rounds; i++) {
        struct world w = open_world(BY_A, 1);
        const struct effect *e;
        struct hypothesis h;

        rng_init(&w.rng, hash_bytes(&i, sizeof(i)));
        h = hunt(&w);
        e = effect_of(&h, "concept");
        assert_true(e->lo <= e->points && e->points <= e->hi);
        assert_true(fabs(e->points + 0.75) < 0.15);
        covered += e->lo <= -0.75 && e->hi >= -0.75;
        assert_true(fabs(effect_of(&h, "length")->points) < 0.1);
        arena_clear(&w.arena);
    }
    print_message("# figure: %d of %d intervals of an effect cover\n", covered,
                  rounds);
    assert_true(covered >= rounds * 8 / 10);
}

/* Nothing measured, nothing said. */
static void without_controls_nothing_is_said(void **state)
{
    struct world w = open_world(BY_A, 1);
    struct hypothesis h = hypothesis_new(&w.arena, &w.suspicion, "exact");

    (void)state;
    cause_find(&w.arena, &h, NULL, 0);
    assert_null(h.cause);
    assert_int_equal(h.n_effects, 0);
    arena_clear(&w.arena);
}

/* Four problems are no evidence. */
static void few_problems_tell_nothing(void **state)
{
    struct world w = open_world(BY_A, 1);
    struct hypothesis h = hypothesis_new(&w.arena, &w.suspicion, "exact");

    (void)state;
    w.asked = vec_in(&w.arena, sizeof(struct asked_problem));
    for (int i = 0; i < 4; i++) {
        ask(&w, ASKED_TARGETED, true, false, false);
        ask(&w, ASKED_MATCHED, false, false, false);
    }
    h.targeted = solve_set(&w, ASKED_TARGETED);
    h.control = solve_set(&w, ASKED_MATCHED);
    cause_find(&w.arena, &h, w.asked.items, w.asked.n);
    assert_string_equal(h.cause, "not told");
    arena_clear(&w.arena);
}

static void bounds_have_their_words(void **state)
{
    static const char *const words[][3] = {
        { "words", NULL, "length" },
        { "characters", NULL, "length" },
        { "digits", NULL, "size" },
        { "numbers", NULL, "size" },
        { "steps", NULL, "steps" },
        { "level", NULL, "level" },
        { "wording", "terse", "wording" },
        { "answer", "fraction", "answer: fraction" },
        { "answer sign", "negative", "answer sign: negative" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        assert_string_equal(cause_word(&a, words[i][0], words[i][1]),
                            words[i][2]);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_reason_has_its_name),
        cmocka_unit_test(a_pair_is_taken_apart),
        cmocka_unit_test(the_rest_is_not_tried),
        cmocka_unit_test(a_trait_is_the_reason_of_both),
        cmocka_unit_test(what_comes_together_is_not_told_apart),
        cmocka_unit_test(what_shows_only_within_is_not_called_the_cause),
        cmocka_unit_test(what_weaknesses_share_is_not_called_the_cause),
        cmocka_unit_test(the_side_that_fails_is_named),
        cmocka_unit_test(a_skill_is_taken_apart),
        cmocka_unit_test(why_a_suspicion_arose_is_said),
        cmocka_unit_test(effects_have_their_size),
        cmocka_unit_test(without_controls_nothing_is_said),
        cmocka_unit_test(few_problems_tell_nothing),
        cmocka_unit_test(bounds_have_their_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
