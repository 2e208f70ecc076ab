/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Picks: the three uses of a draw agree. What is counted is what is walked,
 * every rank gives other numbers, and drawing freely gives no others.
 */
#include "base/map.h"
#include "family/recipe/pick.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define NUMBERS 8

/* ---- draws ---- */

static void one_range(struct pick *k, int64_t *x)
{
    x[0] = pick(k, -3, 4);
}

static void single_value(struct pick *k, int64_t *x)
{
    x[0] = pick(k, 5, 5);
    x[1] = pick_but(k, 1, 2, 1);
}

static void two_ranges(struct pick *k, int64_t *x)
{
    x[0] = pick(k, 0, 6);
    x[1] = pick(k, -2, 2);
}

/* A range both of whose ends grow, as the language draws places. */
static int64_t range_of(struct pick *k, int64_t lo, int64_t hi)
{
    int64_t from = pick_stretched(k, lo), top = pick_stretched(k, hi);

    return from + (int64_t)pick_place(k, (uint64_t)(hi - lo + 1),
                                      (uint64_t)(top - from + 1));
}

static void wide(struct pick *k, int64_t *x)
{
    x[0] = range_of(k, 2, 5);
}

static void with_sign(struct pick *k, int64_t *x)
{
    x[0] = pick_signed(k, 3, 7);
}

static void but_one(struct pick *k, int64_t *x)
{
    x[0] = pick(k, -2, 3);
    x[1] = pick_but(k, -2, 3, x[0]);
}

static void of_list(struct pick *k, int64_t *x)
{
    static const int64_t list[] = { 2, 3, 5, 7, 11 };

    x[0] = pick_of(k, list, 5);
    x[1] = pick_of(k, list, 1);
}

static void subset(struct pick *k, int64_t *x)
{
    pick_subset(k, -4, 4, 3, x);
}

static void whole_subset(struct pick *k, int64_t *x)
{
    pick_subset(k, 1, 8, 8, x);
}

static void order(struct pick *k, int64_t *x)
{
    pick_order(k, 5, x);
}

/* -20..20 at one digit more */
static void wide_subset(struct pick *k, int64_t *x)
{
    pick_subset_wide(k, -2, 2, 2, x);
}

static void several(struct pick *k, int64_t *x)
{
    x[0] = pick(k, 1, 3);
    pick_subset(k, 0, 4, 2, x + 1);
    x[3] = pick_signed(k, 1, 2);
    pick_order(k, 3, x + 4);
}

/* ---- what they must give ---- */

static bool one_range_fits(const int64_t *x)
{
    return x[0] >= -3 && x[0] <= 4;
}

static bool single_value_fits(const int64_t *x)
{
    return x[0] == 5 && x[1] == 2;
}

static bool two_ranges_fit(const int64_t *x)
{
    return x[0] >= 0 && x[0] <= 6 && x[1] >= -2 && x[1] <= 2;
}

static bool wide_fits(const int64_t *x)
{
    return x[0] >= 2 && x[0] <= 5;
}

static bool wide_fits_100(const int64_t *x)
{
    return x[0] >= 200 && x[0] <= 500;
}

static bool sign_fits(const int64_t *x)
{
    return (x[0] >= 3 && x[0] <= 7) || (x[0] >= -7 && x[0] <= -3);
}

static bool sign_fits_10(const int64_t *x)
{
    return (x[0] >= 30 && x[0] <= 70) || (x[0] >= -70 && x[0] <= -30);
}

static bool but_fits(const int64_t *x)
{
    return x[0] >= -2 && x[0] <= 3 && x[1] >= -2 && x[1] <= 3 && x[0] != x[1];
}

static bool list_fits(const int64_t *x)
{
    return (x[0] == 2 || x[0] == 3 || x[0] == 5 || x[0] == 7 || x[0] == 11) &&
           x[1] == 2;
}

static bool subset_fits(const int64_t *x)
{
    return x[0] >= -4 && x[0] < x[1] && x[1] < x[2] && x[2] <= 4;
}

static bool whole_fits(const int64_t *x)
{
    for (size_t i = 0; i < 8; i++)
        if (x[i] != (int64_t)i + 1)
            return false;
    return true;
}

static bool is_order(const int64_t *x, int64_t n)
{
    int64_t seen = 0;

    for (int64_t i = 0; i < n; i++) {
        if (x[i] < 0 || x[i] >= n)
            return false;
        seen |= INT64_C(1) << x[i];
    }
    return seen == (INT64_C(1) << n) - 1;
}

static bool order_fits(const int64_t *x)
{
    return is_order(x, 5);
}

static bool wide_subset_fits(const int64_t *x)
{
    return x[0] >= -2 && x[0] < x[1] && x[1] <= 2;
}

static bool wide_subset_fits_10(const int64_t *x)
{
    return x[0] >= -20 && x[0] < x[1] && x[1] <= 20;
}

static bool several_fit(const int64_t *x)
{
    return x[0] >= 1 && x[0] <= 3 && x[1] >= 0 && x[1] < x[2] && x[2] <= 4 &&
           x[3] != 0 && x[3] >= -2 && x[3] <= 2 && is_order(x + 4, 3);
}

static const struct game {
    const char *name;
    void (*draw)(struct pick *k, int64_t *x);
    bool (*fits)(const int64_t *x);
    int digits;
    uint64_t space; /* how many are walked: the same for all digits */
    uint64_t reach; /* how many can be drawn */
} games[] = {
    { "one range", one_range, one_range_fits, 0, 8, 8 },
    { "single value", single_value, single_value_fits, 0, 1, 1 },
    { "two ranges", two_ranges, two_ranges_fit, 0, 35, 35 },
    { "wide", wide, wide_fits, 0, 4, 4 },
    { "wide, digits=2", wide, wide_fits_100, 2, 4, 301 },
    { "signed", with_sign, sign_fits, 0, 10, 10 },
    { "signed, digits=1", with_sign, sign_fits_10, 1, 10, 82 },
    { "digits change no structure", two_ranges, two_ranges_fit, 2, 35, 35 },
    { "wide subset", wide_subset, wide_subset_fits, 0, 10, 10 },
    { "wide subset, digits=1", wide_subset, wide_subset_fits_10, 1, 10, 820 },
    { "but", but_one, but_fits, 0, 30, 30 },
    { "list", of_list, list_fits, 0, 5, 5 },
    { "subset", subset, subset_fits, 0, 84, 84 },
    { "whole subset", whole_subset, whole_fits, 0, 1, 1 },
    { "order", order, order_fits, 0, 120, 120 },
    { "several", several, several_fit, 0, 720, 720 },
};

#define GAMES (sizeof(games) / sizeof(games[0]))

static uint64_t count(const struct game *g)
{
    struct pick k = { .digits = g->digits, .mode = PICK_COUNT, .space = 1 };
    int64_t x[NUMBERS] = { 0 };

    g->draw(&k, x);
    if (!g->fits(x))
        fail_msg("%s: counting gives numbers that do not fit", g->name);
    return k.space;
}

static void counts_are_known(void **state)
{
    (void)state;
    for (const struct game *g = games; g < games + GAMES; g++)
        if (count(g) != g->space)
            fail_msg("%s: %llu, not %llu", g->name,
                     (unsigned long long)count(g),
                     (unsigned long long)g->space);
}

static void ranks_give_different_numbers(void **state)
{
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("digits", 6));
    for (const struct game *g = games; g < games + GAMES; g++) {
        struct map seen = { 0 };

        for (uint64_t i = 0; i < g->space; i++) {
            struct pick k = { .digits = g->digits,
                              .mode = PICK_WALK,
                              .rank = i,
                              .space = 1,
                              .sizes = &r };
            int64_t x[NUMBERS] = { 0 };

            g->draw(&k, x);
            if (!g->fits(x))
                fail_msg("%s: rank %llu does not fit", g->name,
                         (unsigned long long)i);
            if (++*map_put(&seen, (const char *)x, sizeof(x), NULL) > 1)
                fail_msg("%s: rank %llu is there already", g->name,
                         (unsigned long long)i);
            assert_true(k.space == g->space && k.rank == 0);
        }
        map_clear(&seen);
    }
}

/* Fifty times as many draws as there are numbers: one is missed with a chance
 * of about e^-50, and the stream is fixed. */
static void free_draws_reach_all_and_no_more(void **state)
{
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("picks", 5));
    for (const struct game *g = games; g < games + GAMES; g++) {
        struct map seen = { 0 };
        uint64_t different = 0;

        for (uint64_t i = 0; i < 50 * g->reach; i++) {
            struct pick k = { .digits = g->digits,
                              .mode = PICK_FREE,
                              .maths = &r };
            int64_t x[NUMBERS] = { 0 };

            g->draw(&k, x);
            if (!g->fits(x))
                fail_msg("%s: a free draw does not fit", g->name);
            different +=
                ++*map_put(&seen, (const char *)x, sizeof(x), NULL) == 1;
        }
        if (different != g->reach)
            fail_msg("%s: %llu of %llu drawn", g->name,
                     (unsigned long long)different,
                     (unsigned long long)g->reach);
        map_clear(&seen);
    }
}

/* ---- digits ---- */

/* Every number grows from the one of the same rank, and keeps its sign; what is
 * no free number stays. */
static void digits_grow_what_was_there(void **state)
{
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("grow", 4));
    for (uint64_t i = 0; i < 2 * 91 * 91 * 7; i++) {
        int64_t x[3][3];
        uint64_t structure = 0;

        for (int d = 0; d < 3; d++) {
            struct pick k = { .digits = d,
                              .mode = PICK_WALK,
                              .rank = i,
                              .space = 1,
                              .sizes = &r };

            x[d][0] = pick_signed(&k, 10, 100);
            x[d][1] = range_of(&k, 10, 100);
            x[d][2] = pick(&k, 1, 7);
            assert_true(d == 0 || structure == k.structure);
            structure = k.structure;
        }
        assert_true(x[0][2] == x[1][2] && x[0][2] == x[2][2]);
        for (int j = 0; j < 2; j++) {
            assert_true((x[0][j] < 0) == (x[2][j] < 0));
            assert_in_range(x[1][j] * x[0][j] * 100 / (x[0][j] * x[0][j]), 890,
                            1110);
            assert_in_range(x[2][j] * x[0][j] * 10 / (x[0][j] * x[0][j]), 890,
                            1110);
        }
    }
}

/* ---- overflow ---- */

static void a_space_beyond_2_to_the_62_is_none(void **state)
{
    struct pick k = { .mode = PICK_COUNT, .space = 1 };

    (void)state;
    pick(&k, 1, INT64_C(1) << 31);
    pick(&k, 1, INT64_C(1) << 31);
    assert_true(k.space == UINT64_C(1) << 62);
    pick(&k, 7, 7);
    assert_true(k.space == UINT64_C(1) << 62);
    pick(&k, 0, 1);
    assert_true(k.space == 0);
    pick(&k, 0, 9);
    pick(&k, 3, 3);
    assert_true(k.space == 0);
    k.space = (UINT64_C(1) << 61) + 1;
    pick(&k, 0, 1);
    assert_true(k.space == 0);
}

/* ---- subsets ---- */

static void walk_subset(uint64_t rank, int64_t lo, int64_t hi, size_t n,
                        int64_t *x)
{
    struct pick k = { .mode = PICK_WALK, .rank = rank, .space = 1 };

    pick_subset(&k, lo, hi, n, x);
    for (size_t i = 0; i < n; i++)
        assert_true(x[i] >= lo && x[i] <= hi && (!i || x[i - 1] < x[i]));
    assert_true(k.rank == 0);
}

static void large_subsets(void **state)
{
    int64_t x[8], y[8];

    (void)state;
    walk_subset(0, -5, 1000000000, 2, x);
    assert_true(x[0] == -5 && x[1] == -4);
    /* C(1000000006, 2) - 1 */
    walk_subset(UINT64_C(500000005500000014), -5, 1000000000, 2, x);
    assert_true(x[0] == 999999999 && x[1] == 1000000000);
    walk_subset(UINT64_C(186087894299), 1, 100, 8, x); /* C(100, 8) - 1 */
    for (int64_t i = 0; i < 8; i++)
        assert_true(x[i] == 93 + i);
    for (uint64_t rank = 0; rank < UINT64_C(186087894000);
         rank += UINT64_C(777777777)) {
        walk_subset(rank, 1, 100, 8, x);
        walk_subset(rank + 1, 1, 100, 8, y);
        assert_true(memcmp(x, y, sizeof(x)) != 0);
    }
}

/* ---- orders ---- */

static void orders_of_every_length(void **state)
{
    uint64_t factorial = 1;

    (void)state;
    for (int64_t n = 0; n <= 16; n++) {
        struct pick k = { .mode = PICK_WALK, .space = 1 };
        int64_t x[16];

        factorial *= n ? (uint64_t)n : 1;
        k.rank = factorial - 1;
        pick_order(&k, (size_t)n, x);
        assert_true(k.space == factorial && k.rank == 0);
        assert_true(is_order(x, n));
    }
}

/* ---- signs ---- */

static void turned_numbers_are_all_but_zero(void **state)
{
    static const int64_t want[] = { 1, -1, 2, -2, 3, -3, 4 };

    (void)state;
    for (int64_t i = 0; i < 7; i++)
        assert_true(pick_turned(i) == want[i]);
    assert_true(pick_turned(1999) == -1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_known),
        cmocka_unit_test(ranks_give_different_numbers),
        cmocka_unit_test(free_draws_reach_all_and_no_more),
        cmocka_unit_test(digits_grow_what_was_there),
        cmocka_unit_test(a_space_beyond_2_to_the_62_is_none),
        cmocka_unit_test(large_subsets),
        cmocka_unit_test(orders_of_every_length),
        cmocka_unit_test(turned_numbers_are_all_but_zero),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
