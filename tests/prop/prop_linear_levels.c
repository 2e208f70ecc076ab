/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What levels and knobs of linear seeds promise: depth, distance and terms of
 * every shape that holds, measured by places and by numbers; and keys of all
 * levels and knobs, from nothing but the text and the names of its things.
 */
#include "../lib/draw.h"
#include "family/generate.h"
#include "family/linear/linear_problem.h"
#include "family/linear/linear_second.h"
#include "family/linear/measure.h"
#include "family/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t times(uint64_t n)
{
    return getenv("ASSAY_SOAK") ? 50 * n : n;
}

/* ---- shapes ---- */

static struct linear_promise draw_promise(struct rng *r, size_t most)
{
    if (rng_below(r, 3) == 0)
        return (struct linear_promise){ false, 0 };
    return (struct linear_promise){ true, (size_t)rng_below(r, most + 1) };
}

static struct linear_shape draw_shape(struct rng *r)
{
    struct linear_shape s = { .variables = 2 + (size_t)rng_below(r, 9),
                              .low = 1,
                              .high = 20 };

    s.terms = 2 + (size_t)rng_below(r, 3);
    s.depth = draw_promise(r, s.variables);
    s.distance = draw_promise(r, s.variables);
    return s;
}

/* Read off what can be read off, and so on: how many values are left? */
static size_t left_by_substitution(const struct system *s)
{
    uint32_t known = 0;
    bool more = true;

    while (more) {
        more = false;
        for (size_t k = 0; k < s->n_eqs; k++) {
            uint32_t open = 0;

            for (size_t v = 0; v < s->n_vars; v++)
                if (s->eqs[k].c[v].p != 0 && !(known >> v & 1))
                    open |= UINT32_C(1) << v;
            if (__builtin_popcount(open) == 1) {
                known |= open;
                more = true;
            }
        }
    }
    return s->n_vars - (size_t)__builtin_popcount(known);
}

static void look_at_shape(const struct system *s,
                          const struct linear_shape *shape)
{
    struct linear_second found;
    struct linear_measures m;
    struct arena a = { 0 };
    size_t mean = shape->terms * shape->variables;

    linear_measure(s, &m);
    assert_null(linear_second_solve(&a, s, &found));
    assert_null(linear_second_needed(&a, s, &found));
    assert_null(linear_second_promise(&a, s, &found, shape));
    assert_int_equal(linear_depth(s), linear_second_depth(s, &found));
    assert_true(m.terms + 1 >= mean && m.terms <= mean + 1);
    if (shape->depth.set) {
        size_t left = left_by_substitution(s);

        assert_int_equal(m.depth, shape->depth.is);
        assert_int_equal(linear_depth(s), shape->depth.is);
        if (shape->depth.is == 0)
            assert_int_equal(left, 0);
        else
            assert_true(left > shape->depth.is);
    }
    if (shape->distance.set)
        assert_int_equal(m.distance, shape->distance.is);
    arena_clear(&a);
}

static void shapes_keep_their_promises(void **state)
{
    uint64_t n = times(1500), held = 0, tries, most = 0;

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        int64_t solution[LINEAR_VARIABLES];
        struct linear_shape shape;
        struct system s;
        struct rng r;

        draw_open(&r, "shapes", i);
        shape = draw_shape(&r);
        if (!linear_shape_holds(&shape))
            continue;
        linear_draw(&r, &shape, &s, solution, &tries);
        look_at_shape(&s, &shape);
        linear_redraw(&r, &shape, &s, &s, solution);
        look_at_shape(&s, &shape);
        most = tries > most ? tries : most;
        held++;
    }
    /* Drawing is by construction: nothing is waited for. */
    assert_true(held > n / 5 && most < 3000);
}

/* The mean of the terms is the one asked for, also without a core; where one way
 * takes all variables there is one term less. */
static void terms_are_as_asked(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 8; n++)
        for (size_t way = 1; way < n; way++) {
            struct linear_shape s = { .variables = n,
                                      .low = 1,
                                      .high = 20,
                                      .terms = 2,
                                      .depth = { true, 0 },
                                      .distance = { true, way } };
            uint64_t rounds = 300, sum = 0;
            double mean,
                want = way + 1 < n ? 2.0 * (double)n : 2.0 * (double)n - 1;

            for (uint64_t i = 0; i < rounds; i++) {
                int64_t x[LINEAR_VARIABLES];
                struct linear_measures m;
                struct system drawn;
                struct rng r;

                draw_open(&r, "terms", n * 10000 + way * 1000 + i);
                linear_draw(&r, &s, &drawn, x, NULL);
                linear_measure(&drawn, &m);
                assert_int_equal(m.distance, way);
                sum += m.terms;
            }
            mean = (double)sum / (double)rounds;
            if (mean < want - 0.2 || mean > want + 0.2)
                fail_msg("%zu variables, distance %zu: %g terms", n, way, mean);
        }
}

/* A distance alone holds the depth, and variables are as many as both need. */
static void a_distance_holds_the_depth(void **state)
{
    static const struct {
        size_t variables, distance, want, depth;
    } x[] = { { 0, 0, 5, 1 }, { 0, 3, 5, 1 }, { 0, 4, 6, 1 },
              { 5, 4, 5, 0 }, { 8, 4, 8, 1 }, { 2, 1, 2, 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        struct linear_shape s = { .variables = 5,
                                  .distance = { true, x[i].distance } };

        linear_shape_settle(&s, x[i].variables, true);
        assert_int_equal(s.variables, x[i].want);
        assert_true(s.depth.set);
        assert_int_equal(s.depth.is, x[i].depth);
    }
}

/* With two terms an equation, all that the header says can be had is had. */
static void shapes_hold(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 10; n++)
        for (size_t depth = 0; depth <= 10; depth++)
            for (size_t way = 0; way <= 10; way++) {
                struct linear_shape s = {
                    n, 1, 20, 2, { true, depth }, { true, way }
                };

                assert_int_equal(linear_shape_holds(&s),
                                 depth + way + 1 <= n && depth + way > 0);
            }
}

/* ---- keys from texts ---- */

static void set_some(struct arena *a, struct json *knobs, struct rng *r)
{
    static const char *const names[] = { "variables", "depth", "distance",
                                         "sparsity" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint64_t least = i == 0 || i == 3 ? 2 : 0, of = i == 3 ? 3 : 9 - i;

        if (rng_below(r, 3) == 0)
            json_set(
                a, knobs, names[i],
                json_new_string(
                    a, arena_printf(a, "%d", (int)(least + rng_below(r, of)))));
    }
}

/* The key of a problem whose system nobody knows. */
static void read_key(struct arena *a, const struct problem *p)
{
    struct linear_second found;
    struct linear_problem t;
    struct system read;
    const char *fault;
    struct err e;

    assert_true(linear_problem_parse(p->params, &t, &e));
    memset(t.system.eqs, 0, sizeof t.system.eqs);
    fault = linear_problem_read_text(a, &t, p->statement, &read);
    if (!fault)
        fault = linear_second_solve(a, &read, &found);
    if (!fault)
        fault = linear_second_needed(a, &read, &found);
    if (!fault)
        fault = linear_second_promise(a, &read, &found, &t.shape);
    if (fault)
        fail_msg("%s: %s", p->id, fault);
    assert_string_equal(ratio_text(a, found.x[read.asked]), p->keys[0].latex);
}

static void keys_follow_from_texts(void **state)
{
    uint64_t n = times(400), read = 0;

    (void)state;
    for (uint64_t i = 0; read < n; i++) {
        struct arena a = { 0 };
        struct json *knobs = json_new(&a, JSON_OBJECT);
        struct coordinates c = { &linear_card, 1 + (int)(i % 3),
                                 "keys",       i,
                                 knobs,        NULL };
        struct problem p;
        struct rng r;
        struct err e;

        draw_open(&r, "keys", i);
        if (i % 2)
            set_some(&a, knobs, &r);
        if (family_generate(&a, &c, &p, &e)) {
            read_key(&a, &p);
            read++;
        } else if (!strstr(e.msg, "no system of ")) {
            fail_msg("%s", e.msg);
        }
        arena_clear(&a);
    }
}

/* ---- levels ---- */

static void levels_promise_depth(void **state)
{
    static const size_t left[] = { 0, 3, 6 };
    uint64_t n = times(300);

    (void)state;
    for (uint64_t i = 0; i < n; i++) {
        int level = 1 + (int)(i % 3);
        struct coordinates c = { &linear_card, level, "levels", i, NULL, NULL };
        enum truth holds = TRUTH_UNKNOWN;
        struct check_finding found = { "", "" };
        struct arena a = { 0 };
        struct linear_problem t;
        struct problem p;
        struct err e;

        assert_true(family_generate(&a, &c, &p, &e));
        assert_true(linear_problem_parse(p.params, &t, &e));
        assert_true(left_by_substitution(&t.system) >= left[level - 1]);
        /* The same problem is none of another level. */
        p.level = 1 + level % 3;
        assert_true(
            linear_card.check(&linear_card, &a, &p, &holds, &found, &e));
        assert_int_equal(holds, TRUTH_NO);
        assert_non_null(strstr(found.detail, "promises"));
        arena_clear(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_are_as_asked),
        cmocka_unit_test(a_distance_holds_the_depth),
        cmocka_unit_test(shapes_keep_their_promises),
        cmocka_unit_test(shapes_hold),
        cmocka_unit_test(keys_follow_from_texts),
        cmocka_unit_test(levels_promise_depth),
    };

    return cmocka_run_group_tests_name("linear levels", tests, NULL, NULL);
}
