/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The second stage: what is asked again, how the rest is completed, and hunts
 * of simulated models beside those that ask everything three times; and models
 * beside each other.
 */
#include "../lib/made.h"
#include "base/str.h"
#include "hunt/models.h"
#include "hunt/target/again.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#ifndef HUNTS
# define HUNTS 12 /* more for a longer look */
#endif
#define PROBLEMS 1428
#define TRIES    3

static uint8_t failed[PROBLEMS][TRIES];

/* Every attempt of a problem with the same chance, or, `fixed`, all alike. */
static void attempt(struct rng *r, const struct made *m, const struct plant *p,
                    size_t n, double base, bool fixed)
{
    for (size_t i = 0; i < PROBLEMS; i++) {
        double solve = 1 - base;

        for (size_t k = 0; k < n; k++)
            if (plant_holds(m, &p[k], i))
                solve *= 1 - p[k].fail;
        for (size_t k = 0; k < TRIES; k++)
            failed[i][k] = fixed && k ? failed[i][0] : made_unit(r) < 1 - solve;
    }
}

static void take(struct made *m, size_t i, uint32_t tries)
{
    struct example *x = &m->s.examples[i];

    x->tries = tries;
    x->failed = 0;
    for (uint32_t k = 0; k < tries; k++)
        x->failed += failed[i][k];
}

/* Asks in two stages; returns the calls. */
static size_t ask(struct made *m, struct outcomes *out)
{
    struct again c;

    for (size_t i = 0; i < PROBLEMS; i++)
        take(m, i, 1);
    again_choose(&m->a, &m->s, &score_defaults, "1", &c);
    assert_true(c.n_open + c.n_others <= again_most(PROBLEMS));
    for (size_t i = 0; i < c.n_open; i++)
        take(m, c.open[i], TRIES);
    for (size_t i = 0; i < c.n_others; i++)
        take(m, c.others[i], TRIES);
    again_complete(&m->a, &m->s, &c, "1", out);
    for (size_t i = 0; i < PROBLEMS; i++) {
        const struct example *x = &out->examples[i], *y = &m->s.examples[i];

        assert_true(y->tries == 1 || x->failed == y->failed);
        assert_true(failed[i][0] ? x->failed > 0 : x->failed < x->tries);
    }
    return PROBLEMS + (TRIES - 1) * (c.n_open + c.n_others);
}

static struct plant draw_plant(struct rng *r, const struct made *m)
{
    struct plant p = { .n = 1, .fail = 0.25 };
    size_t size;

    do {
        p.names[0] = (uint32_t)rng_below(r, m->v.n);
        size = plant_size(m, &p);
    } while (size < 25 || size > 60);
    return p;
}

static bool finds(struct made *m, const struct outcomes *s,
                  const struct plant *p, size_t *reported)
{
    struct score_table t;
    bool found = false;

    score_exact(&m->a, s, &score_defaults, &t);
    *reported += t.reported > 0;
    for (size_t i = 0; p && i < t.reported; i++) {
        const struct suspicion *c = &t.rows[i].suspicion;

        found = found || (c->n_concepts == 1 && c->bound.kind == BOUND_NONE &&
                          str_eq(c->concepts[0], m->v.names[p->names[0]]));
    }
    return found;
}

static void half_of_the_calls_find_as_much(void **state)
{
    size_t whole = 0, stages = 0, once = 0, calls = 0, any = 0;

    (void)state;
    for (uint64_t h = 0; h < 2 * HUNTS; h++) {
        struct rng r = made_stream("again", h);
        struct outcomes done;
        struct plant p;
        struct made m;

        made_random(&r, &m, PROBLEMS, 79);
        p = draw_plant(&r, &m);
        attempt(&r, &m, &p, 1, 0.05, h % 2);
        for (size_t i = 0; i < PROBLEMS; i++)
            take(&m, i, TRIES);
        whole += finds(&m, &m.s, &p, &any);
        for (size_t i = 0; i < PROBLEMS; i++)
            take(&m, i, 1);
        once += finds(&m, &m.s, &p, &any);
        calls += ask(&m, &done);
        stages += finds(&m, &done, &p, &any);
        arena_clear(&m.a);
    }
    print_message("found of %d: %zu, in two stages %zu, with one attempt %zu\n",
                  2 * HUNTS, whole, stages, once);
    assert_true(2 * calls <= 2 * HUNTS * TRIES * PROBLEMS);
    assert_true(whole >= HUNTS && 10 * stages >= 8 * whole && stages >= once);
}

static void nothing_is_found_in_nothing(void **state)
{
    size_t any = 0;

    (void)state;
    for (uint64_t h = 0; h < 4 * HUNTS; h++) {
        struct rng r = made_stream("again, nothing", h);
        struct outcomes done;
        struct made m;

        made_random(&r, &m, PROBLEMS, 79);
        attempt(&r, &m, NULL, 0, h % 4 < 2 ? 0.05 : 0.3, h % 2);
        ask(&m, &done);
        finds(&m, &done, NULL, &any);
        arena_clear(&m.a);
    }
    print_message("%zu of %d report something\n", any, 4 * HUNTS);
    assert_true(any <= 2 + 4 * HUNTS / 20);
}

/* A claim of too many problems keeps its size. */
static void large_claims_keep_their_size(void **state)
{
    struct plant p = { .above = 70, .fail = 0.6 };
    struct rng r = made_stream("again, large", 1);
    double sum[2] = { 0 }, n = 0;
    struct outcomes done;
    struct made m;

    (void)state;
    made_random(&r, &m, PROBLEMS, 79);
    attempt(&r, &m, &p, 1, 0.05, false);
    ask(&m, &done);
    for (size_t i = 0; i < PROBLEMS; i++)
        if (plant_holds(&m, &p, i)) {
            n++;
            sum[0] += (double)done.examples[i].failed / done.examples[i].tries;
            sum[1] += (failed[i][0] + failed[i][1] + failed[i][2]) / 3.0;
        }
    print_message("%g problems: %.3f, %.3f\n", n, sum[0] / n, sum[1] / n);
    assert_true(n > PROBLEMS / 4.0);
    assert_true(sum[0] / n > sum[1] / n - 0.045 &&
                sum[0] / n < sum[1] / n + 0.045);
    arena_clear(&m.a);
}

/* ---- models beside each other ---- */

static const struct models_claim *claim_of(const struct models_table *t,
                                           const char *name)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->claims[i].suspicion.n_concepts == 1 &&
            str_eq(t->claims[i].suspicion.concepts[0], name))
            return &t->claims[i];
    fail_msg("%s is no claim", name);
    return NULL;
}

/* Three models, the last weaker everywhere: one weakness is of all, one of two
 * and one of one. "All" means all: what the sum alone shows is not common. */
static void weaknesses_have_owners(void **state)
{
    static const double base[3] = { 0.05, 0.1, 0.35 };
    static const char *const names[3] = { "A", "B", "C" };
    struct rng r = made_stream("models", 3);
    struct outcomes all[3];
    struct score_table tables[3];
    struct models_side sides[3];
    struct models_table t;
    struct plant p[3];
    struct made m;

    (void)state;
    made_open(&m, PROBLEMS, 24);
    for (size_t i = 0; i < PROBLEMS; i++)
        made_give(&m, i, (uint32_t)(i % 24));
    for (size_t k = 0; k < 3; k++)
        p[k] = (struct plant){ .names = { (uint32_t)k }, .n = 1, .fail = 0.6 };
    for (size_t k = 0; k < 3; k++) {
        attempt(&r, &m, p, 3 - k, base[k], false);
        for (size_t i = 0; i < PROBLEMS; i++)
            take(&m, i, TRIES);
        all[k] = m.s;
        all[k].examples = arena_array(&m.a, struct example, PROBLEMS);
        memcpy(all[k].examples, m.s.examples,
               PROBLEMS * sizeof(struct example));
        score_exact(&m.a, &all[k], &score_defaults, &tables[k]);
        sides[k] =
            (struct models_side){ names[k], &all[k], &all[k], &tables[k] };
    }
    models_compare(&m.a, sides, 3, NULL, &score_defaults, &t);
    assert_int_equal(t.n, 3);
    assert_string_equal(claim_of(&t, m.v.names[0])->verdict, "common");
    assert_string_equal(claim_of(&t, m.v.names[1])->verdict, "shared by: A, B");
    assert_string_equal(claim_of(&t, m.v.names[2])->verdict, "specific to A");
    assert_true(t.weaker[2].lo > 0 && t.weaker[0].hi < 0);
    assert_true(claim_of(&t, m.v.names[2])->parts[2].beyond.hi < 0);
    arena_clear(&m.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_of_the_calls_find_as_much),
        cmocka_unit_test(nothing_is_found_in_nothing),
        cmocka_unit_test(large_claims_keep_their_size),
        cmocka_unit_test(weaknesses_have_owners),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
