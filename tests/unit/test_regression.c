/* SPDX-License-Identifier: Apache-2.0 */

/* Logistic regression against closed forms of tables, against a search of the
 * penalised likelihood by itself, and by how often its intervals cover. */
#include "../lib/draw.h"
#include "base/rng.h"
#include "stats/regression.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define N 400

struct data {
    double x[N * 4], y[N], weight[N];
    uint32_t cluster[N];
    struct regression_rows rows;
};

static double uniform(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

static double expit(double z)
{
    return 1 / (1 + exp(-z));
}

static void open(struct data *d, size_t columns)
{
    d->rows =
        (struct regression_rows){ .x = d->x, .y = d->y, .columns = columns };
}

static void add(struct data *d, const double *x, double y)
{
    size_t k = d->rows.columns;

    memcpy(&d->x[d->rows.n * k], x, k * sizeof(double));
    d->y[d->rows.n++] = y;
}

/* Two groups: the log odds of each, with half a success and half a failure
 * more (Firth 1993). One of the tables is separated. */
static void tables_have_closed_forms(void **state)
{
    static const int tables[][4] = {
        { 7, 3, 2, 9 }, { 10, 0, 4, 6 }, { 10, 0, 0, 12 }, { 1, 0, 0, 1 }
    };
    static struct data d;

    (void)state;
    for (size_t t = 0; t < 4; t++) {
        const int *c = tables[t];
        double a = log((c[0] + 0.5) / (c[1] + 0.5));
        double b = log((c[2] + 0.5) / (c[3] + 0.5));
        struct arena arena = { 0 };
        struct regression r;

        open(&d, 2);
        for (int i = 0; i < c[0] + c[1]; i++)
            add(&d, (double[]){ 1, 0 }, i < c[0]);
        for (int i = 0; i < c[2] + c[3]; i++)
            add(&d, (double[]){ 1, 1 }, i < c[2]);
        regression_fit(&arena, &d.rows, &r);
        assert_true(fabs(r.beta[0] - a) < 1e-4);
        assert_true(fabs(r.beta[1] - (b - a)) < 1e-4);
        /* The variance of log odds as they are fitted. */
        assert_true(fabs(r.naive[0] - 1 / ((c[0] + c[1]) * expit(a) *
                                           (1 - expit(a)))) < 1e-3);
        arena_clear(&arena);
    }
}

/* ---- another way: steps along each coefficient ---- */

static double determinant3(double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

static double penalised(const struct data *d, const double *beta)
{
    double sum = 0, m[3][3] = { { 0 } };

    for (size_t i = 0; i < d->rows.n; i++) {
        const double *x = &d->x[i * 3];
        double p = expit(beta[0] * x[0] + beta[1] * x[1] + beta[2] * x[2]);
        double w = d->rows.weight ? d->rows.weight[i] : 1;

        sum += w * (d->y[i] * log(p) + (1 - d->y[i]) * log(1 - p));
        for (int u = 0; u < 3; u++)
            for (int v = 0; v < 3; v++)
                m[u][v] += w * p * (1 - p) * x[u] * x[v];
    }
    return sum + 0.5 * log(determinant3(m));
}

static void climb(const struct data *d, double *beta)
{
    double best = penalised(d, beta);

    for (double step = 1; step > 1e-7; step /= 2)
        for (bool moved = true; moved;) {
            moved = false;
            for (int j = 0; j < 6; j++) {
                double old = beta[j / 2], now;

                beta[j / 2] += j % 2 ? step : -step;
                now = penalised(d, beta);
                moved = moved || now > best;
                if (now > best)
                    best = now;
                else
                    beta[j / 2] = old;
            }
        }
}

static void a_search_finds_the_same(void **state)
{
    struct rng r = stream("search");
    static struct data d;

    (void)state;
    for (int t = 0; t < 6; t++) {
        double beta[3] = { 0 };
        struct arena arena = { 0 };
        struct regression fit;

        open(&d, 3);
        for (int i = 0; i < 60; i++) {
            double x = 2 * uniform(&r) - 1, b = uniform(&r) < 0.3;

            add(&d, (double[]){ 1, x, b },
                t == 0 ? x > 0 : uniform(&r) < expit(2 * x - b));
            d.weight[i] = 1 + (double)rng_below(&r, 3);
        }
        d.rows.weight = t % 2 ? d.weight : NULL;
        regression_fit(&arena, &d.rows, &fit);
        climb(&d, beta);
        for (int j = 0; j < 3; j++)
            assert_true(fabs(fit.beta[j] - beta[j]) < 2e-3);
        arena_clear(&arena);
    }
}

/* ---- clusters ---- */

/* Problems of five attempts whose own difficulty differs: the true difference
 * of rates is by symmetry that of the means. Naive errors would cover too
 * seldom. */
static void clustered_intervals_cover(void **state)
{
    struct rng r = stream("cover");
    static struct data d;
    int rounds = 400, covered = 0, naive = 0;
    /* A problem's chance is 0.1 or 0.9: with the column 3 of 4 are hard. */
    double truth = (0.75 * 0.1 + 0.25 * 0.9) - 0.5;

    (void)state;
    for (int t = 0; t < rounds; t++) {
        struct arena arena = { 0 };
        static double on[N * 2], off[N * 2];
        struct regression fit;
        struct margin m;

        open(&d, 2);
        for (uint32_t g = 0; g < 60; g++) {
            double x = g % 2;
            double p = uniform(&r) < (x > 0 ? 0.75 : 0.5) ? 0.1 : 0.9;

            for (int k = 0; k < 5; k++) {
                d.cluster[d.rows.n] = g;
                add(&d, (double[]){ 1, x }, uniform(&r) < p);
            }
        }
        d.rows.cluster = d.cluster;
        regression_fit(&arena, &d.rows, &fit);
        for (size_t i = 0; i < d.rows.n; i++) {
            on[2 * i] = off[2 * i] = on[2 * i + 1] = 1;
            off[2 * i + 1] = 0;
        }
        m = regression_margin(&fit, on, off, d.rows.n);
        covered += truth >= m.interval.low && truth <= m.interval.high;
        fit.cov = fit.naive;
        m = regression_margin(&fit, on, off, d.rows.n);
        naive += truth >= m.interval.low && truth <= m.interval.high;
        arena_clear(&arena);
    }
    print_message("# figure: %d of %d clustered intervals cover, %d naive "
                  "ones\n",
                  covered, rounds, naive);
    assert_true(covered >= rounds * 92 / 100 && covered <= rounds * 98 / 100);
    assert_true(naive < rounds * 85 / 100);
}

/* Two columns that are one share its effect; the margin of both is the
 * whole. */
static void twins_do_no_harm(void **state)
{
    static struct data d;
    struct arena arena = { 0 };
    struct regression r;
    const double on[] = { 1, 1, 1 }, off[] = { 1, 0, 0 };
    struct margin m;

    (void)state;
    open(&d, 3);
    for (int i = 0; i < 100; i++) {
        double x = i % 2;

        add(&d, (double[]){ 1, x, x }, i % 10 < (x > 0 ? 3 : 8));
    }
    regression_fit(&arena, &d.rows, &r);
    assert_true(isfinite(r.beta[1]) && fabs(r.beta[1] - r.beta[2]) < 1e-3);
    m = regression_margin(&r, on, off, 1);
    assert_true(m.interval.low < m.value && m.value < m.interval.high);
    assert_true(fabs(m.value - (expit(r.beta[0] + 2 * r.beta[1]) -
                                expit(r.beta[0]))) < 1e-9);
    arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_have_closed_forms),
        cmocka_unit_test(a_search_finds_the_same),
        cmocka_unit_test(clustered_intervals_cover),
        cmocka_unit_test(twins_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
