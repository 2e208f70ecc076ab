/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Confidence against what was right, by a second method: means over all orders
 * of equal confidences, drawn at random, and Murphy's identity.
 */
#include "../lib/draw.h"
#include "base/rng.h"
#include "stats/calibration.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define REPLIES 60

static bool close_to(double x, double y)
{
    return fabs(x - y) < 1e-12;
}

/* Round confidences, so that many are equal; some are missing. */
static void draw(struct rng *r, struct stated *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double c = (double)(rng_u64(r) % 6) / 5;
        bool answered = rng_u64(r) % 7 != 0;

        out[i] = (struct stated){
            .cluster = i / 2,
            .confidence = rng_u64(r) % 8 == 0 ? NAN : c,
            .answered = answered,
            .right = answered && rng_u64(r) % 5 < 1 + 4 * c,
        };
    }
}

static double placed_at(const struct stated *s)
{
    return s->answered && !isnan(s->confidence) ? s->confidence : 0;
}

/* The area for one order of equal ones. */
static double area_of(struct rng *r, const struct stated *list, size_t n)
{
    size_t order[REPLIES];
    double wrong = 0, area = 0;

    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (size_t i = n; i > 1; i--) { /* shuffled, then sorted stably */
        size_t k = rng_u64(r) % i, kept = order[i - 1];

        order[i - 1] = order[k];
        order[k] = kept;
    }
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && placed_at(&list[order[k - 1]]) <
                                        placed_at(&list[order[k]]);
             k--) {
            size_t kept = order[k];

            order[k] = order[k - 1];
            order[k - 1] = kept;
        }
    for (size_t k = 0; k < n; k++) {
        wrong += !list[order[k]].right;
        area += wrong / (double)(k + 1) / (double)n;
    }
    return area;
}

static void ties_are_means_over_orders(void **state)
{
    enum { ROUNDS = 4000 };
    struct rng r = stream("orders");
    struct stated list[REPLIES];
    double sum = 0, squares = 0, error;
    struct calibration c;
    struct arena a = { 0 };

    (void)state;
    draw(&r, list, REPLIES);
    calibration_make(&a, list, REPLIES, &c);
    for (int i = 0; i < ROUNDS; i++) {
        double one = area_of(&r, list, REPLIES);

        sum += one;
        squares += one * one;
    }
    error = sqrt((squares / ROUNDS - sum / ROUNDS * sum / ROUNDS) / ROUNDS);
    assert_true(error > 1e-6 && fabs(c.area - sum / ROUNDS) < 4.5 * error);
    arena_clear(&a);
}

static void counts_every_reply(void **state)
{
    struct rng r = stream("counts");
    struct stated list[REPLIES];
    double right = 0, brier = 0;
    struct calibration c;
    struct arena a = { 0 };

    (void)state;
    draw(&r, list, REPLIES);
    calibration_make(&a, list, REPLIES, &c);
    for (size_t i = 0; i < REPLIES; i++) {
        double off = list[i].confidence - list[i].right;

        right += list[i].right;
        if (list[i].answered && !isnan(off))
            brier += off * off / (double)c.stated;
    }
    assert_int_equal(c.n, REPLIES);
    assert_int_equal(c.stated + c.unstated + c.unanswered, REPLIES);
    assert_true(c.unstated > 0 && c.unanswered > 0);
    assert_true(close_to(calibration_at(&c, 1).low, right / REPLIES));
    assert_true(close_to(c.brier.value, brier));
    assert_true(close_to(c.reliability - c.resolution + c.uncertainty, brier));
    assert_true(c.area_least <= c.area);
    arena_clear(&a);
}

/* By hand. */
static void plain_case(void **state)
{
    const struct stated list[] = {
        { .confidence = 0.9, .answered = true, .right = true },
        { .cluster = 1, .confidence = 0.9, .answered = true },
        { .cluster = 2, .confidence = 0.5, .answered = true, .right = true },
        { .cluster = 3, .confidence = NAN },
    };
    struct calibration c;
    struct arena a = { 0 };

    (void)state;
    calibration_make(&a, list, 4, &c);
    assert_true(close_to(c.covered[0], 0.5));
    assert_true(close_to(c.covered[1], 0.5));
    assert_true(close_to(c.covered[2], 2.0 / 3));
    assert_true(close_to(c.covered[3], 0.5));
    assert_true(close_to(c.area, (0.5 + 0.5 + 1.0 / 3 + 0.5) / 4));
    assert_true(close_to(c.area_least, (1.0 / 3 + 0.5) / 4));
    assert_true(close_to(calibration_at(&c, 0.5).low, 0.5));
    assert_true(close_to(calibration_at(&c, 0.75).high, 2.0 / 3));
    assert_true(close_to(c.brier.value, (0.01 + 0.81 + 0.25) / 3));
    assert_int_equal(c.bins[9].n, 2);
    assert_int_equal(c.bins[5].n, 1);
    assert_true(close_to(c.gap, (2 * 0.4 + 0.5) / 3));
    calibration_make(&a, list, 0, &c);
    assert_true(isnan(c.area) && isnan(c.gap) &&
                isnan(calibration_at(&c, 1).low));
    arena_clear(&a);
}

/* Two are right at 0.99; eight say that they are sure of what nobody can
 * decide, or never came. */
static void open_ones_count(void **state)
{
    struct stated list[10];
    struct calibration c;
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < 10; i++)
        list[i] = (struct stated){ .cluster = i,
                                   .confidence = i < 2 ? 0.99 : 1,
                                   .answered = true,
                                   .right = i < 2,
                                   .open = i >= 2 };
    calibration_make(&a, list, 10, &c);
    assert_true(c.stated == 10 && c.open == 8 && !c.unanswered);
    assert_true(close_to(c.brier.value, (8 + 2e-4) / 10));
    assert_true(close_to(c.brier_bracket.low, 2e-5));
    assert_true(close_to(c.brier_bracket.high, c.brier.value));
    assert_true(close_to(c.gap_bracket.low, 0.002));
    assert_true(close_to(c.gap_bracket.high, c.gap) && c.gap > 0.79);
    assert_true(c.covered[7] == 0 && c.area_bracket.low == 0);
    assert_true(close_to(c.area_bracket.high, c.area));
    assert_true(close_to(calibration_at(&c, 1).low, 0.2));
    assert_true(close_to(calibration_at(&c, 1).high, 1));
    for (size_t i = 2; i < 10; i++)
        list[i] =
            (struct stated){ .confidence = NAN, .open = true, .absent = true };
    calibration_make(&a, list, 10, &c);
    assert_true(c.absent == 8 && c.stated == 2 && !c.unanswered);
    assert_true(c.brier_bracket.low >= c.brier_bracket.high);
    assert_true(close_to(calibration_at(&c, 1).low, 0.2));
    assert_true(close_to(calibration_at(&c, 1).high, 1));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_are_means_over_orders),
        cmocka_unit_test(counts_every_reply),
        cmocka_unit_test(plain_case),
        cmocka_unit_test(open_ones_count),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
