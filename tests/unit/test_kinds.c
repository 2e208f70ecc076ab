/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Levels of several kinds of questions: the kinds stand in one row, which is
 * counted, walked and drawn from as a whole.
 */
#include "family/recipe/kinds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Kind 3 has 4 problems, kind 5 has 6, kind 8 one,
 * and on level 2 two. */
struct question {
    int64_t kind, a, b;
};

static void fill(struct pick *k, int64_t kind, void *values)
{
    struct question *v = values;

    v->kind = kind;
    if (kind == 3)
        v->a = pick_wide(k, 1, 4);
    if (kind == 5) {
        v->a = pick(k, 0, 2);
        v->b = pick(k, 0, 1);
    }
    if (kind == 8)
        v->a = pick(k, 1, k->level);
}

static const int64_t all[] = { 3, 5, 8 };

static void draw(struct pick *k, struct question *v)
{
    memset(v, 0, sizeof(*v));
    if (kinds_draw(k, all, 3, fill, v) != v->kind)
        fail_msg("the kind is not the one that was filled");
}

static uint64_t count(int level, int digits)
{
    struct pick k = {
        .level = level, .digits = digits, .mode = PICK_COUNT, .space = 1
    };
    struct question v;

    draw(&k, &v);
    return k.space;
}

static void spaces_are_added(void **state)
{
    (void)state;
    assert_int_equal(count(1, 0), 4 + 6 + 1);
    assert_int_equal(count(2, 0), 4 + 6 + 2);
    assert_int_equal(count(1, 1), 4 + 6 + 1); /* no knob changes a kind */
}

static void every_rank_is_another_problem(void **state)
{
    struct question seen[64];
    size_t of[9] = { 0 };

    (void)state;
    for (uint64_t i = 0; i < 12; i++) {
        struct pick k = {
            .level = 2, .mode = PICK_WALK, .rank = i, .space = 1
        };

        draw(&k, &seen[i]);
        of[seen[i].kind]++;
        assert_true(k.space == 12 && k.rank == 0);
        for (uint64_t j = 0; j < i; j++)
            assert_memory_not_equal(&seen[i], &seen[j], sizeof(seen[0]));
    }
    assert_true(of[3] == 4 && of[5] == 6 && of[8] == 2);
}

/* The same rank is of the same kind with a digit more, from the same walk or
 * from the same stream, and other ranks give other numbers. */
static void digits_keep_the_kind(void **state)
{
    struct rng sizes, maths[2];

    (void)state;
    rng_init(&sizes, hash_bytes("sizes", 5));
    rng_init(&maths[0], hash_bytes("maths", 5));
    maths[1] = maths[0];
    for (uint64_t i = 0; i < 1000; i++) {
        struct question v[2];

        for (int d = 0; d < 2; d++) {
            struct pick k = { .level = 1,
                              .digits = d,
                              .mode = i < 11 ? PICK_WALK : PICK_FREE,
                              .rank = i,
                              .space = 1,
                              .maths = &maths[d],
                              .sizes = &sizes };

            draw(&k, &v[d]);
        }
        assert_int_equal(v[0].kind, v[1].kind);
        if (v[0].kind == 3) /* 10..40 in four parts */
            assert_int_equal((v[1].a - 10) / 8, v[0].a - 1);
        else
            assert_memory_equal(&v[0], &v[1], sizeof(v[0]));
    }
}

/* What comes after in the same draw has the rest of the rank. */
static void the_rank_goes_on(void **state)
{
    bool seen[11 * 5] = { false };

    (void)state;
    for (uint64_t i = 0; i < 55; i++) {
        struct pick k = {
            .level = 1, .mode = PICK_WALK, .rank = i, .space = 1
        };
        struct question v;
        int64_t more, at;

        draw(&k, &v);
        more = pick(&k, 0, 4);
        at = more * 11 + (v.kind == 3   ? v.a - 1
                          : v.kind == 5 ? 4 + v.a * 2 + v.b
                                        : 10);
        assert_true(k.space == 55 && k.rank == 0);
        assert_true(at >= 0 && at < 55 && !seen[at]);
        seen[at] = true;
    }
}

/* As often as it has problems: 4, 6 and 1 of 11. */
static void free_draws_follow_the_sizes(void **state)
{
    size_t of[9] = { 0 };
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("kinds", 5));
    for (int i = 0; i < 11000; i++) {
        struct pick k = { .level = 1, .mode = PICK_FREE, .maths = &r };
        struct question v;

        draw(&k, &v);
        of[v.kind]++;
    }
    assert_in_range(of[3], 3800, 4200);
    assert_in_range(of[5], 5800, 6200);
    assert_in_range(of[8], 850, 1150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spaces_are_added),
        cmocka_unit_test(every_rank_is_another_problem),
        cmocka_unit_test(digits_keep_the_kind),
        cmocka_unit_test(the_rank_goes_on),
        cmocka_unit_test(free_draws_follow_the_sizes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
