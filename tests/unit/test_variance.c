/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The parts of a variance by a second method: pair by pair, by textbook analysis
 * of variance where the design is balanced, and by simulations with known
 * parts, whose means must fall into bands of several standard errors.
 */
#include "../lib/draw.h"
#include "base/rng.h"
#include "stats/variance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 4096

static double uniform(struct rng *r)
{
    return ((double)(rng_u64(r) >> 11) + 0.5) / 9007199254740992.0;
}

/* Mean 0, variance 1. */
static double spread(struct rng *r)
{
    return (uniform(r) - 0.5) * sqrt(12);
}

static bool close_to(double x, double y)
{
    return (isnan(x) && isnan(y)) || fabs(x - y) < 1e-9;
}

struct design {
    size_t problems, wordings, prompts, attempts;
    double deviation[VARIANCE_PARTS];
    bool ragged; /* some values are missing */
};

/* Values of a design with effects of these deviations. */
static size_t draw(struct rng *r, const struct design *d,
                   struct variance_value *out)
{
    double prompt[8];
    size_t n = 0;

    for (size_t t = 0; t < d->prompts; t++)
        prompt[t] = d->deviation[VARIANCE_PROMPTS] * spread(r);
    for (size_t b = 0; b < d->problems; b++) {
        double problem = d->deviation[VARIANCE_PROBLEMS] * spread(r);
        double met[8];

        for (size_t t = 0; t < d->prompts; t++)
            met[t] = d->deviation[VARIANCE_MEETINGS] * spread(r);
        for (size_t w = 0; w < d->wordings; w++) {
            double wording = d->deviation[VARIANCE_WORDINGS] * spread(r);

            for (size_t t = 0; t < d->prompts; t++)
                for (size_t k = 0; k < d->attempts; k++) {
                    double own = d->deviation[VARIANCE_ATTEMPTS] * spread(r);

                    if (d->ragged && rng_u64(r) % 4 == 0)
                        continue;
                    out[n++] = (struct variance_value){
                        (uint32_t)b, (uint32_t)w, (uint32_t)t,
                        0.5 + problem + wording + prompt[t] + met[t] + own
                    };
                }
        }
    }
    return n;
}

/* ---- pair by pair ---- */

/* The mean product of pairs that agree as asked: 1 same, 0 another, 2 either.
 */
static double product(const struct variance_value *v, size_t n, int problem,
                      int wording, int prompt)
{
    double sum = 0, count = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            bool b = v[i].problem == v[k].problem;
            bool w = b && v[i].wording == v[k].wording;
            bool t = v[i].prompt == v[k].prompt;

            if (i == k || (problem < 2 && b != problem) ||
                (wording < 2 && w != wording) || (prompt < 2 && t != prompt))
                continue;
            sum += v[i].value * v[k].value;
            count++;
        }
    return sum / count;
}

static double square(const struct variance_value *v, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += v[i].value * v[i].value;
    return sum / (double)n;
}

static void agrees_with_pairs(void **state)
{
    const struct design d = { 12, 3, 3, 2, { 0.3, 0.2, 0.1, 0.1, 0.4 }, true };
    struct rng r = stream("pair by pair");
    static struct variance_value v[MOST];
    size_t n = draw(&r, &d, v);
    struct arena a = { 0 };
    struct variance out;
    double prompts;

    (void)state;
    variance_make(&a, v, n, &out);
    prompts = product(v, n, 0, 2, 1) - product(v, n, 0, 2, 0);
    assert_true(close_to(out.part[VARIANCE_PROMPTS], prompts));
    assert_true(close_to(out.part[VARIANCE_PROBLEMS],
                         product(v, n, 1, 0, 0) - product(v, n, 0, 2, 0)));
    assert_true(close_to(out.part[VARIANCE_WORDINGS],
                         product(v, n, 1, 1, 0) - product(v, n, 1, 0, 0)));
    assert_true(
        close_to(out.part[VARIANCE_MEETINGS],
                 product(v, n, 1, 1, 1) - product(v, n, 1, 1, 0) - prompts));
    assert_true(close_to(out.part[VARIANCE_ATTEMPTS],
                         square(v, n) - product(v, n, 1, 1, 1)));
    assert_true(out.joined == VARIANCE_ATTEMPTS);
    assert_int_equal(out.problems, 12);
    assert_int_equal(out.prompts, 3);
    arena_clear(&a);
}

/* The jackknife by really leaving problems out. */
static void errors_as_jackknife(void **state)
{
    const struct design d = { 9, 2, 2, 2, { 0.3, 0.2, 0.1, 0.1, 0.4 }, true };
    struct rng r = stream("left out");
    static struct variance_value v[MOST], some[MOST];
    size_t n = draw(&r, &d, v);
    double part[9][VARIANCE_PARTS];
    struct arena a = { 0 };
    struct variance out, one;

    (void)state;
    variance_make(&a, v, n, &out);
    for (uint32_t b = 0; b < 9; b++) {
        size_t k = 0;

        for (size_t i = 0; i < n; i++)
            if (v[i].problem != b)
                some[k++] = v[i];
        variance_make(&a, some, k, &one);
        memcpy(part[b], one.part, sizeof(one.part));
    }
    for (int k = 0; k < VARIANCE_PARTS; k++) {
        double mean = 0, sum = 0;

        for (int b = 0; b < 9; b++)
            mean += part[b][k] / 9;
        for (int b = 0; b < 9; b++)
            sum += (part[b][k] - mean) * (part[b][k] - mean);
        assert_true(close_to(out.error[k], sqrt(sum * 8 / 9)));
    }
    arena_clear(&a);
}

/* ---- analysis of variance ---- */

/* Balanced, one way: (mean square between - within) / K. */
static void agrees_with_anova(void **state)
{
    const struct design d = { 40, 1, 1, 5, { 0.3, 0, 0, 0, 0.4 }, false };
    struct rng r = stream("one way");
    static struct variance_value v[MOST];
    size_t n = draw(&r, &d, v);
    double whole = 0, between = 0, within = 0;
    struct arena a = { 0 };
    struct variance out;

    (void)state;
    variance_make(&a, v, n, &out);
    for (size_t i = 0; i < n; i++)
        whole += v[i].value / (double)n;
    for (size_t b = 0; b < 40; b++) {
        double mean = 0;

        for (size_t k = 0; k < 5; k++)
            mean += v[5 * b + k].value / 5;
        between += 5 * (mean - whole) * (mean - whole) / 39;
        for (size_t k = 0; k < 5; k++)
            within += (v[5 * b + k].value - mean) *
                      (v[5 * b + k].value - mean) / (40 * 4);
    }
    assert_true(close_to(out.mean, whole));
    assert_true(close_to(out.part[VARIANCE_ATTEMPTS], within));
    assert_true(close_to(out.part[VARIANCE_PROBLEMS], (between - within) / 5));
    assert_true(isnan(out.part[VARIANCE_WORDINGS]));
    assert_true(isnan(out.part[VARIANCE_PROMPTS]));
    arena_clear(&a);
}

/* ---- known parts ---- */

/* The mean of many estimates is the truth, and their spread what the errors
 * say, roughly. */
static void check_unbiased(const struct design *d, const char *name)
{
    enum { ROUNDS = 1500 };
    struct rng r = stream(name);
    static struct variance_value v[MOST];
    double sum[VARIANCE_PARTS] = { 0 }, squares[VARIANCE_PARTS] = { 0 };
    struct arena a = { 0 };
    struct variance out;

    for (int i = 0; i < ROUNDS; i++) {
        size_t n = draw(&r, d, v);

        arena_reset(&a);
        variance_make(&a, v, n, &out);
        for (int k = 0; k < VARIANCE_PARTS; k++) {
            sum[k] += out.part[k];
            squares[k] += out.part[k] * out.part[k];
        }
    }
    for (int k = 0; k < VARIANCE_PARTS; k++) {
        double mean = sum[k] / ROUNDS;
        double error = sqrt((squares[k] / ROUNDS - mean * mean) / ROUNDS);

        assert_true(isnan(mean) ||
                    fabs(mean - d->deviation[k] * d->deviation[k]) <
                        4.5 * error);
        assert_true(isnan(mean) || error < 0.01);
    }
    arena_clear(&a);
}

static void is_unbiased(void **state)
{
    static const struct design all = {
        12, 2, 3, 2, { 0.3, 0.2, 0.15, 0.1, 0.4 }, false
    };
    static const struct design ragged = {
        12, 2, 3, 2, { 0.3, 0.2, 0.15, 0.1, 0.4 }, true
    };
    static const struct design plain = { 15,  1, 1, 3, { 0.25, 0, 0, 0, 0.4 },
                                         true };
    static const struct design worded = {
        15, 3, 1, 2, { 0.25, 0.2, 0, 0, 0.3 }, true
    };

    (void)state;
    check_unbiased(&all, "all parts");
    check_unbiased(&ragged, "some missing");
    check_unbiased(&plain, "attempts alone");
    check_unbiased(&worded, "wordings");
}

/* One attempt each: what is seen is the sum with the finest part. */
static void joins_what_it_cannot_part(void **state)
{
    static const struct {
        struct design d;
        enum variance_part joined;
    } cases[] = {
        { { 30, 1, 1, 1, { 0.3, 0, 0, 0, 0.4 }, false }, VARIANCE_PROBLEMS },
        { { 30, 2, 1, 1, { 0.3, 0.2, 0, 0, 0.4 }, false }, VARIANCE_WORDINGS },
        { { 30, 1, 3, 1, { 0.3, 0, 0.1, 0.1, 0.4 }, false },
          VARIANCE_MEETINGS },
    };
    static struct variance_value v[MOST];
    struct rng r = stream("joined");
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        enum variance_part k = cases[i].joined;
        const double *deviation = cases[i].d.deviation;
        double sum = 0, truth = deviation[k] * deviation[k] +
                                deviation[VARIANCE_ATTEMPTS] *
                                    deviation[VARIANCE_ATTEMPTS];
        struct variance out;

        for (int round = 0; round < 400; round++) {
            size_t n = draw(&r, &cases[i].d, v);

            arena_reset(&a);
            variance_make(&a, v, n, &out);
            assert_true(out.joined == k);
            assert_true(isnan(out.part[VARIANCE_ATTEMPTS]));
            sum += out.part[k] / 400;
        }
        assert_true(fabs(sum - truth) < 0.01);
    }
    arena_clear(&a);
}

/* ---- plans ---- */

/* The width that is promised is the one that the plan has. */
static void plans_keep_their_word(void **state)
{
    struct variance v = { .part = { 0.1, 0.02, 0.0004, 0.01, 0.08 } };
    struct variance_plan p = { 0, 2, 3, 4 };
    double need = variance_problems(&v, &p, 0.03);

    (void)state;
    p.problems = need;
    assert_true(variance_width(&v, &p) <= 0.03);
    p.problems = need - 1;
    assert_true(variance_width(&v, &p) > 0.03);
    p.problems = p.attempts = INFINITY;
    assert_true(
        close_to(variance_width(&v, &p), STATS_Z_95 * sqrt(0.0004 / 3)));
    assert_true(isinf(variance_problems(&v, &p, 0.01)));
    v.part[VARIANCE_PROMPTS] = NAN;
    v.part[VARIANCE_WORDINGS] = -0.01; /* counts as nothing */
    p = (struct variance_plan){ 100, 1, 1, 1 };
    assert_true(close_to(variance_width(&v, &p),
                         STATS_Z_95 * sqrt((0.1 + 0.01 + 0.08) / 100)));
}

static void nothing_is_nothing(void **state)
{
    struct variance_value one = { 0, 0, 0, 1 };
    struct arena a = { 0 };
    struct variance out;

    (void)state;
    variance_make(&a, NULL, 0, &out);
    assert_true(isnan(out.mean) && isnan(out.total) && out.problems == 0);
    variance_make(&a, &one, 1, &out);
    assert_true(close_to(out.mean, 1) && isnan(out.part[VARIANCE_PROBLEMS]));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_pairs),
        cmocka_unit_test(errors_as_jackknife),
        cmocka_unit_test(agrees_with_anova),
        cmocka_unit_test(is_unbiased),
        cmocka_unit_test(joins_what_it_cannot_part),
        cmocka_unit_test(plans_keep_their_word),
        cmocka_unit_test(nothing_is_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
