/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Weights of features: the published ones from the table they come from,
 * calibration on data whose r and p are known by another method, held-out
 * correlation on data with nothing in them, files that anyone can edit, and
 * scores.
 */
#include "../lib/draw.h"
#include "../lib/reference.h"
#include "base/rng.h"
#include "evolve/fitness/fitness_int.h"
#include "stats/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_within(double got, double want, double by)
{
    if (!(fabs(got - want) <= by))
        fail_msg("got %.12g, want %.12g", got, want);
}

/* Uniform on 0..1. */
static double uniform(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) / 9007199254740992.0;
}

static void set(struct features *f, enum feature which, double v)
{
    f->v[which] = v;
    f->has[which] = true;
}

/* ---- the published ones ---- */

static void published(void **state)
{
    static const double want[FEATURES] = {
        [FEATURE_NOISE] = 0.195,      [FEATURE_ENTROPY] = 0.150,
        [FEATURE_EQUATIONS] = -0.148, [FEATURE_VARIABLES] = -0.146,
        [FEATURE_REFEREE] = -0.129,   [FEATURE_READABILITY] = -0.099,
        [FEATURE_WORDS] = 0.087,      [FEATURE_DEPTH] = 0.046,
    };
    /* As the paper prints them. */
    static const double printed[FEATURES] = {
        [FEATURE_NOISE] = 0.19,      [FEATURE_ENTROPY] = 0.15,
        [FEATURE_EQUATIONS] = -0.15, [FEATURE_VARIABLES] = -0.15,
        [FEATURE_REFEREE] = -0.13,   [FEATURE_READABILITY] = -0.10,
        [FEATURE_WORDS] = 0.09,      [FEATURE_DEPTH] = 0.05,
    };
    struct weights own, paper;
    double sizes = 0;

    (void)state;
    weights_published(&paper);
    own = paper; /* by its formula */
    for (size_t k = 0; k < FEATURE_ELIMINATION; k++)
        own.of[k].counts = true;
    weights_from_r(own.of);
    for (size_t k = 0; k < FEATURE_ELIMINATION; k++) {
        check_within(own.of[k].w, want[k], 0.0006);
        check_within(own.of[k].w, printed[k], 0.006);
        check_within(paper.of[k].w, printed[k], 0.0101);
        /* Its p fit its r and a population of 300. */
        check_within(stats_pearson_p(own.of[k].r, 300), own.of[k].p, 0.006);
        assert_int_equal(own.of[k].counts, k < FEATURE_UNIQUENESS);
        assert_int_equal(paper.of[k].counts, k < FEATURE_UNIQUENESS);
        sizes += fabs(own.of[k].w);
    }
    check_within(sizes, 1, 1e-12);
    check_within(paper.of[FEATURE_NOISE].w, 0.20, 0);
    assert_true(isnan(own.fit) && isnan(own.held_out));
}

/* ---- p by another method ---- */

static double t_shape(double t, double df)
{
    return pow(1 + t * t / df, -(df + 1) / 2);
}

/* The integral of the density's shape from `from` to infinity, by Simpson's
 * rule in s, t = from + s / (1 - s). */
static double tail(double from, double df)
{
    enum { STEPS = 20000 };
    double sum = 0, h = 1.0 / STEPS;

    for (int i = 0; i < STEPS; i++) { /* at s = 1 it is 0, df > 1 */
        double s = i * h, t = from + s / (1 - s);
        double v = t_shape(t, df) / ((1 - s) * (1 - s));

        sum += v * (i == 0 ? 1 : i % 2 ? 4 : 2);
    }
    return sum * h / 3;
}

static double p_by_integral(double r, size_t n)
{
    double df = (double)n - 2, t = fabs(r) * sqrt(df / (1 - r * r));

    return tail(t, df) / tail(0, df);
}

static void student(void **state)
{
    static const double rs[] = { 0, 0.001, -0.05, 0.2, -0.5, 0.8, 0.99 };
    static const size_t ns[] = { 5, 6, 7, 10, 11, 50, 301, 1000 };

    (void)state;
    for (size_t i = 0; i < sizeof(rs) / sizeof(*rs); i++)
        for (size_t k = 0; k < sizeof(ns) / sizeof(*ns); k++)
            check_within(stats_pearson_p(rs[i], ns[k]),
                         p_by_integral(rs[i], ns[k]), 1e-9);
    /* One degree of freedom is Cauchy's: 1 - 2/pi asin r. */
    check_within(stats_pearson_p(0.5, 3), 1 - 2 / acos(-1.0) * asin(0.5),
                 1e-14);
    /* Two: p = 1 - |r|. */
    check_within(stats_pearson_p(-0.37, 4), 0.63, 1e-14);
    assert_true(stats_pearson_p(1, 20) == 0 && stats_pearson_p(-1, 20) == 0);
    assert_true(isnan(stats_pearson_p(NAN, 20)) &&
                isnan(stats_pearson_p(0.5, 2)));
    check_within(stats_pearson_p(0.0001, 2000000), 0.8875,
                 1e-4); /* normal tail */
}

/* ---- calibration ---- */

/* r by sums of products, not of deviations. */
static double r_by_sums(const double *x, const double *y, size_t n)
{
    double m = (double)n, sx = 0, sy = 0, xx = 0, yy = 0, xy = 0;

    for (size_t i = 0; i < n; i++) {
        sx += x[i];
        sy += y[i];
        xx += x[i] * x[i];
        yy += y[i] * y[i];
        xy += x[i] * y[i];
    }
    return (m * xy - sx * sy) / sqrt((m * xx - sx * sx) * (m * yy - sy * sy));
}

/* Twelve problems: noise falls with accuracy, words rise with it, depth has
 * nothing to do with it, entropy is constant, nonlinear is missing. */
static const double accuracy[12] = { 1,   0.9, 0.9, 0.8, 0.7, 0.6,
                                     0.5, 0.5, 0.3, 0.2, 0.1, 0 };
static const double noise[12] = { 0.1, 0,   0.2, 0.1, 0.3, 0.3,
                                  0.4, 0.6, 0.5, 0.6, 0.7, 0.6 };
static const double words[12] = { 90, 100, 60, 80, 95, 50,
                                  70, 65,  75, 40, 60, 55 };
static const double depth[12] = { 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3 };

static void twelve(struct features f[12])
{
    for (size_t i = 0; i < 12; i++) {
        f[i] = (struct features){ 0 };
        set(&f[i], FEATURE_NOISE, noise[i]);
        set(&f[i], FEATURE_WORDS, words[i]);
        set(&f[i], FEATURE_DEPTH, i == 11 ? 2 : depth[i]);
        set(&f[i], FEATURE_ENTROPY, 0.1); /* sums of it are not exact */
    }
}

static void check_weight(const struct weight *w, const double *x, double sizes)
{
    double r = r_by_sums(x, accuracy, 12), p = p_by_integral(r, 12);

    check_within(w->r, r, 1e-12);
    check_within(w->p, p, 1e-9);
    assert_true(w->counts);
    check_within(w->w, -r * (1 - p) / sizes, 1e-9);
}

static void calibrated(void **state)
{
    struct features f[12];
    struct arena a = { 0 };
    struct weights w;
    struct err e;
    double rn = r_by_sums(noise, accuracy, 12);
    double rw = r_by_sums(words, accuracy, 12), sizes;

    (void)state;
    twelve(f);
    assert_true(
        weights_calibrate(&a, f, accuracy, NULL, 12, FEATURES_PAPER, &w, &e));
    assert_true(rn < -0.9 && rw > 0.5);
    sizes = fabs(rn * (1 - p_by_integral(rn, 12))) +
            fabs(rw * (1 - p_by_integral(rw, 12)));
    check_weight(&w.of[FEATURE_NOISE], noise, sizes);
    check_weight(&w.of[FEATURE_WORDS], words, sizes);
    assert_true(w.of[FEATURE_NOISE].w > 0 && w.of[FEATURE_WORDS].w < 0);
    assert_true(w.of[FEATURE_DEPTH].p > 0.5); /* excluded */
    assert_false(w.of[FEATURE_DEPTH].counts || w.of[FEATURE_DEPTH].w != 0);
    assert_false(w.of[FEATURE_ENTROPY].counts);
    assert_true(isnan(w.of[FEATURE_ENTROPY].r));
    assert_false(w.of[FEATURE_NONLINEAR].counts);
    assert_int_equal(w.n, 12);
    assert_true(w.fit < -0.85 && w.held_out < -0.6);
    arena_clear(&a);
}

/* The fit is the r of the scores that fitness_score() gives. */
static void fit_is_of_scores(void **state)
{
    struct features f[12];
    struct fitness x[12];
    struct arena a = { 0 };
    struct weights w;
    struct err e;
    double scores[12];
    bool dropped[FEATURES];

    (void)state;
    twelve(f);
    for (int s = FEATURES_OWN; s <= FEATURES_PAPER; s++) {
        assert_true(weights_calibrate(&a, f, accuracy, NULL, 12,
                                      (enum feature_set)s, &w, &e));
        fitness_score(f, 12, &w, x, dropped);
        for (size_t i = 0; i < 12; i++)
            scores[i] = x[i].score;
        check_within(w.fit, r_by_sums(scores, accuracy, 12), 1e-9);
        for (size_t k = 0; k < FEATURES; k++)
            assert_false(dropped[k]);
    }
    arena_clear(&a);
}

static void refused(void **state)
{
    struct features f[12];
    struct arena a = { 0 };
    struct weights w;
    struct err e;
    double same[12] = { 0 }, odd[12] = { 0, 1, 2 };

    (void)state;
    twelve(f);
    assert_false(
        weights_calibrate(&a, f, accuracy, NULL, 9, FEATURES_PAPER, &w, &e));
    assert_string_equal(e.msg, "cannot calibrate with 9 problems: at least 10 "
                               "are needed");
    for (size_t i = 0; i < 12; i++)
        same[i] = 0.1;
    assert_false(
        weights_calibrate(&a, f, same, NULL, 12, FEATURES_PAPER, &w, &e));
    assert_non_null(strstr(e.msg, "same accuracy"));
    assert_false(
        weights_calibrate(&a, f, odd, NULL, 12, FEATURES_PAPER, &w, &e));
    assert_non_null(strstr(e.msg, "outside 0 to 1"));
    f[3].v[FEATURE_WORDS] = NAN;
    assert_false(
        weights_calibrate(&a, f, accuracy, NULL, 12, FEATURES_PAPER, &w, &e));
    assert_non_null(strstr(e.msg, "word_count"));
    arena_clear(&a);
}

/* A feature that only some have is judged by those. */
static void some_have_it(void **state)
{
    struct features f[12];
    struct arena a = { 0 };
    struct weights w;
    struct err e;

    (void)state;
    twelve(f);
    for (size_t i = 0; i < 12; i++)
        if (i % 2)
            set(&f[i], FEATURE_VARIABLES, (double)i);
    set(&f[0], FEATURE_EQUATIONS, 1);
    set(&f[1], FEATURE_EQUATIONS, 2); /* two say nothing */
    assert_true(
        weights_calibrate(&a, f, accuracy, NULL, 12, FEATURES_PAPER, &w, &e));
    assert_true(w.of[FEATURE_VARIABLES].counts);
    check_within(w.of[FEATURE_VARIABLES].p,
                 p_by_integral(w.of[FEATURE_VARIABLES].r, 6), 1e-9);
    assert_false(w.of[FEATURE_EQUATIONS].counts);
    arena_clear(&a);
}

/* ---- held out ---- */

struct draw {
    size_t n, each; /* each: problems of a group, alike in all */
    double effect;  /* of noise on accuracy */
    bool grouped;
};

struct held {
    double fit, held_out, size; /* means; of the size of held_out */
};

static void draw_problems(const struct draw *d, struct rng *r,
                          struct features *f, double *right, size_t *group)
{
    for (size_t i = 0; i < d->n; i++) {
        f[i] = (struct features){ 0 };
        group[i] = i / d->each * 1000003;
        for (int k = FEATURE_WORDS; k <= FEATURE_NOISE; k++) {
            double low, high, v = uniform(r);

            assert_true(reference_range((enum feature)k, &low, &high));
            if (i % d->each)
                f[i].v[k] = f[i - 1].v[k];
            else
                f[i].v[k] = low + v * (high - low);
            f[i].has[k] = true;
            if (k == FEATURE_NOISE)
                right[i] = 1 - (f[i].v[k] - low) / (high - low);
        }
        right[i] = d->effect * right[i] + (1 - d->effect) * uniform(r);
        if (i % d->each)
            right[i] = right[i - 1];
    }
}

static struct held try_seeds(const struct draw *d, size_t seeds)
{
    struct held h = { 0, 0, 0 };
    struct rng r = stream("held out");
    double used = 0;

    for (size_t s = 0; s < seeds; s++) {
        struct arena a = { 0 };
        struct features *f = arena_array(&a, struct features, d->n);
        double *right = arena_array(&a, double, d->n);
        size_t *group = arena_array(&a, size_t, d->n);
        struct weights w;
        struct err e;

        draw_problems(d, &r, f, right, group);
        assert_true(weights_calibrate(&a, f, right, d->grouped ? group : NULL,
                                      d->n, FEATURES_PAPER, &w, &e));
        if (!isnan(w.fit) && !isnan(w.held_out)) { /* some weigh nothing */
            h.fit += w.fit;
            h.held_out += w.held_out;
            h.size += fabs(w.held_out);
            used++;
        }
        arena_clear(&a);
    }
    assert_true(used > 0.9 * (double)seeds);
    return (struct held){ h.fit / used, h.held_out / used, h.size / used };
}

static void held_out(void **state)
{
    /* Nothing in it: the fit claims something, what is held out shows it. The
     * r of 100 random pairs has a size of 0.08 in the mean. */
    struct held none = try_seeds(&(struct draw){ 100, 1, 0, false }, 60);
    struct held some = try_seeds(&(struct draw){ 100, 1, 0.7, false }, 10);

    (void)state;
    assert_true(none.fit < -0.1);
    check_within(none.held_out, 0, 0.05);
    assert_true(none.size < 0.13);
    assert_true(some.fit < -0.7 && some.held_out < -0.7);
}

/* Copies of one source in several folds would make a useless fit look good. */
static void held_out_by_group(void **state)
{
    struct draw d = { 100, 5, 0, false };
    struct held apart = try_seeds(&d, 40), together;

    (void)state;
    d.grouped = true;
    together = try_seeds(&d, 40);
    assert_true(apart.held_out < -0.15);
    check_within(together.held_out, 0, 0.08);
}

/* It has no fold to be held out. */
static void one_group(void **state)
{
    struct features f[12];
    size_t one[12] = { 0 };
    struct arena a = { 0 };
    struct weights w;
    struct err e;

    (void)state;
    twelve(f);
    assert_true(
        weights_calibrate(&a, f, accuracy, one, 12, FEATURES_PAPER, &w, &e));
    assert_true(isnan(w.held_out) && w.fit < -0.85);
    arena_clear(&a);
}

/* ---- scores ---- */

static void score_own(void **state)
{
    struct features f[3] = { { { 0 }, { 0 } } };
    struct fitness x[3];
    struct weights w = { .set = FEATURES_OWN };
    bool dropped[FEATURES];
    double low, high;

    (void)state;
    w.of[FEATURE_NOISE] = (struct weight){ 0, 0, 0.6, true };
    w.of[FEATURE_WORDS] = (struct weight){ 0, 0, -0.2, true };
    w.of[FEATURE_REFEREE] = (struct weight){ 0, 0, -0.2, true };
    assert_true(reference_range(FEATURE_NOISE, &low, &high));
    set(&f[0], FEATURE_NOISE, high);
    set(&f[1], FEATURE_NOISE, low + (high - low) / 4);
    set(&f[2], FEATURE_NOISE, low + (high - low) * 19);
    assert_true(reference_range(FEATURE_WORDS, &low, &high));
    set(&f[0], FEATURE_WORDS, low);
    set(&f[1], FEATURE_WORDS, high);
    fitness_score(f, 3, &w, x, dropped);
    /* The referee is out: 0.6 and -0.2 over 0.8. */
    check_within(x[0].score, 10 * 0.6 / 0.8, 1e-12);
    check_within(x[1].score, 10 * (0.6 / 4 - 0.2) / 0.8, 1e-12);
    /* Cut at 10; its words are missing and count as the middle. */
    check_within(x[2].score, 10 * (0.6 * 10 - 0.2 * 0.5) / 0.8, 1e-12);
    assert_true(isnan(x[2].share[FEATURE_WORDS]));
    for (int k = 0; k < FEATURES; k++)
        assert_int_equal(dropped[k], k == FEATURE_REFEREE);
    /* Others do not matter: the same alone. */
    fitness_score(f + 1, 1, &w, x, dropped);
    check_within(x[0].score, 10 * (0.6 / 4 - 0.2) / 0.8, 1e-12);
    fitness_score(f, 0, &w, x, dropped);
    w = (struct weights){ .set = FEATURES_OWN };
    fitness_score(f, 1, &w, x, dropped);
    check_within(x[0].score, 0, 0);
}

static void score_paper(void **state)
{
    struct features f[3] = { { { 0 }, { 0 } } };
    struct fitness x[3];
    struct weights w;
    bool dropped[FEATURES];

    (void)state;
    weights_published(&w);
    for (size_t i = 0; i < 3; i++) {
        set(&f[i], FEATURE_NOISE, 0.2 + 0.1 * (double)i);
        set(&f[i], FEATURE_EQUATIONS, i == 0 ? 9 : 5);
        set(&f[i], FEATURE_WORDS, 100); /* no range: all are 0 */
        set(&f[i], FEATURE_UNIQUENESS, (double)i);
    }
    fitness_score(f, 3, &w, x, dropped);
    /* Min-max of the batch, and no division by the weights that are left. */
    check_within(x[0].score, 10 * -0.15, 1e-12);
    check_within(x[1].score, 10 * 0.20 * 0.5, 1e-12);
    check_within(x[2].score, 10 * 0.20, 1e-12);
    assert_true(dropped[FEATURE_REFEREE] && dropped[FEATURE_DEPTH]);
    assert_false(dropped[FEATURE_NOISE] || dropped[FEATURE_WORDS]);
    assert_false(dropped[FEATURE_NONLINEAR]); /* it weighs nothing */
}

static void reference(void **state)
{
    enum { N = 101 };
    struct arena a = { 0 };
    struct features *f = arena_array(&a, struct features, N);
    struct reference r;
    struct str s = str_in(&a);
    double low, high;

    (void)state;
    for (size_t i = 0; i < N; i++) {
        set(&f[i], FEATURE_WORDS, (double)(N - 1 - i)); /* 0..100 */
        set(&f[i], FEATURE_DEPTH, 3);
    }
    reference_from(&a, f, N, &r);
    check_within(r.low[FEATURE_WORDS], 1, 1e-12);
    check_within(r.high[FEATURE_WORDS], 99, 1e-12);
    assert_true(r.has[FEATURE_WORDS] && r.has[FEATURE_REFEREE]);
    assert_false(r.has[FEATURE_DEPTH] || r.has[FEATURE_NOISE]);
    reference_print(&s, &r);
    assert_non_null(strstr(str_get(&s), "    [FEATURE_WORDS] = { 1, 99 },\n"));
    assert_non_null(strstr(str_get(&s), "    [FEATURE_DEPTH] = { 0, 0 },\n"));
    assert_true(reference_range(FEATURE_REFEREE, &low, &high));
    assert_true(low == 0 && high == 10);
    arena_clear(&a);
}

/* ---- a regression of failures ---- */

enum { ASKED = 900 };

/* Failures follow from steps and decoys near the path; a part makes a problem
 * easier here, against its construction; words are steps in other words. */
static void draw_failures(struct features *f, double *right, size_t *group)
{
    struct rng r = stream("asked");

    for (size_t i = 0; i < ASKED; i++) {
        double steps = 2 + (double)rng_below(&r, 10);
        double near = (double)rng_below(&r, 5);
        double parts = 1 + (double)rng_below(&r, 3);
        double odds = -3 + 0.4 * steps + 0.6 * near - 0.5 * parts;

        f[i] = (struct features){ 0 };
        set(&f[i], FEATURE_STEPS, steps);
        set(&f[i], FEATURE_NEAR, near);
        set(&f[i], FEATURE_PARTS, parts);
        set(&f[i], FEATURE_WORDS, 500 + 20 * steps);
        set(&f[i], FEATURE_REFEREE, (double)rng_below(&r, 11));
        right[i] = uniform(&r) < 1 / (1 + exp(odds));
        group[i] = i / 2;
    }
}

/* A feature's slope in log odds for one more of it. */
static double each(const struct weights *w, enum feature k)
{
    double low, high;

    assert_true(reference_range(k, &low, &high));
    return w->slope * w->of[k].w / (high - low);
}

static void failures(void **state)
{
    struct arena a = { 0 };
    struct features *f = arena_array(&a, struct features, ASKED);
    double *right = arena_array(&a, double, ASKED), sizes = 0;
    size_t *group = arena_array(&a, size_t, ASKED);
    struct weights w;
    struct err e;

    (void)state;
    draw_failures(f, right, group);
    assert_true(
        weights_calibrate(&a, f, right, group, ASKED, FEATURES_OWN, &w, &e));
    check_within(each(&w, FEATURE_STEPS), 0.4, 0.1);
    check_within(each(&w, FEATURE_NEAR), 0.6, 0.2);
    for (size_t k = 0; k < FEATURES; k++) {
        assert_int_equal(w.of[k].counts,
                         k == FEATURE_STEPS || k == FEATURE_NEAR);
        sizes += fabs(w.of[k].w);
    }
    check_within(sizes, 1, 1e-12);
    assert_true(w.of[FEATURE_PARTS].r > 0); /* it was seen, and left out */
    assert_true(w.fit < -0.4 && w.held_out < -0.4);
    assert_true(w.auc > 0.7 && w.auc_interval.low > 0.65 &&
                w.auc_interval.high < 0.9);
    assert_int_equal(w.n_bins, WEIGHTS_BINS);
    for (size_t i = 0; i < w.n_bins; i++) {
        assert_int_equal(w.bins[i].n, ASKED / WEIGHTS_BINS);
        check_within(w.bins[i].measured, w.bins[i].expected, 0.17);
        assert_true(i == 0 || w.bins[i].expected >= w.bins[i - 1].expected);
    }
    arena_clear(&a);
}

/* Where nothing of the structure is known the text takes part. */
static void failures_of_texts(void **state)
{
    struct arena a = { 0 };
    struct features *f = arena_array(&a, struct features, ASKED);
    double *right = arena_array(&a, double, ASKED);
    size_t *group = arena_array(&a, size_t, ASKED);
    struct weights w;
    struct err e;

    (void)state;
    draw_failures(f, right, group);
    for (size_t i = 0; i < ASKED; i++)
        f[i].has[FEATURE_STEPS] = f[i].has[FEATURE_NEAR] =
            f[i].has[FEATURE_PARTS] = false;
    assert_true(
        weights_calibrate(&a, f, right, group, ASKED, FEATURES_OWN, &w, &e));
    assert_true(w.of[FEATURE_WORDS].counts && w.of[FEATURE_WORDS].w > 0.99);
    assert_false(w.of[FEATURE_REFEREE].counts);
    arena_clear(&a);
}

/* The weights that come with assay: more of anything is never easier, and the
 * reference problem scores 0. */
static void measured(void **state)
{
    struct features f[3] = { { { 0 }, { 0 } } };
    bool dropped[FEATURES];
    struct fitness x[3];
    struct weights w;
    double sizes = 0;

    (void)state;
    weights_measured(&w);
    for (size_t k = 0; k < FEATURES; k++) {
        double low, high, step;

        assert_true(reference_range((enum feature)k, &low, &high));
        step = (high - low) / 10;
        assert_true(w.of[k].w >= 0 && w.of[k].counts == (w.of[k].w > 0));
        sizes += w.of[k].w;
        for (size_t i = 0; i < 3; i++)
            set(&f[i], (enum feature)k,
                low + reference_share((enum feature)k) * (high - low));
        f[1].v[k] += step;
        fitness_score(f, 2, &w, x, dropped);
        check_within(x[0].score, 0, 1e-9);
        check_within(x[1].score, w.slope * w.of[k].w / 10, 1e-9);
        f[1].v[k] = f[0].v[k];
        f[2].has[k] = false; /* what is missing is as the reference */
    }
    check_within(sizes, 1, 1e-9);
    fitness_score(f + 2, 1, &w, x, dropped);
    check_within(x[0].score, 0, 0);
    check_within(weights_failures(&w, -w.base), 0.5, 1e-12);
    assert_true(w.of[FEATURE_STEPS].w > 0 && w.of[FEATURE_ELIMINATION].w > 0 &&
                w.of[FEATURE_DISTANCE].w > 0 && w.of[FEATURE_NEAR].w > 0);
}

/* ---- files ---- */

static bool read_text(struct arena *a, const char *text, struct weights *w,
                      struct err *e)
{
    struct json *v;

    assert_true(json_read(a, text, strlen(text), 1, &v, e));
    return weights_read(a, v, w, e);
}

static bool same(double x, double y)
{
    return (isnan(x) && isnan(y)) || (x >= y && x <= y);
}

static void there_and_back(void **state)
{
    struct features f[12];
    struct arena a = { 0 };
    struct weights w, back;
    struct str s = str_in(&a);
    struct err e;

    (void)state;
    twelve(f);
    assert_true(
        weights_calibrate(&a, f, accuracy, NULL, 12, FEATURES_PAPER, &w, &e));
    w.source = "run 7 \"x\"";
    json_write(&s, weights_write(&a, &w));
    assert_true(read_text(&a, str_get(&s), &back, &e));
    assert_int_equal(back.set, FEATURES_PAPER);
    assert_string_equal(back.source, w.source);
    assert_int_equal(back.n, 12);
    assert_true(same(back.fit, w.fit) && same(back.held_out, w.held_out));
    for (size_t k = 0; k < FEATURES; k++) {
        assert_true(same(back.of[k].r, w.of[k].r));
        assert_true(same(back.of[k].p, w.of[k].p));
        assert_true(same(back.of[k].w, w.of[k].w));
        assert_int_equal(back.of[k].counts, w.of[k].counts);
    }
    weights_measured(&w);
    s = str_in(&a);
    json_write(&s, weights_write(&a, &w));
    assert_true(read_text(&a, str_get(&s), &back, &e));
    assert_true(same(back.base, w.base) && same(back.slope, w.slope));
    assert_true(same(back.auc, w.auc) &&
                same(back.auc_interval.high, w.auc_interval.high));
    assert_int_equal(back.n_bins, w.n_bins);
    assert_true(same(back.bins[9].measured, w.bins[9].measured));
    arena_clear(&a);
}

/* A good file with one piece replaced. */
static void check_bad(const char *from, const char *to, const char *why)
{
    static const char good[] =
        "{\"format\": \"assay fitness weights\", \"version\": 1, \"features\": "
        "\"own\", \"source\": \"run 3\", \"problems\": 40, \"fit\": -0.3, "
        "\"held_out\": null, \"weights\": [{\"feature\": \"noise_ratio\", "
        "\"r\": -0.2, \"p\": 0.04, \"weight\": 1, \"counts\": true}, "
        "{\"feature\": \"word_count\", \"r\": null, \"p\": null, \"weight\": "
        "0, \"counts\": false}]}";
    struct arena a = { 0 };
    const char *at = strstr(good, from);
    struct weights w;
    struct err e = { 0 };
    char *text;

    assert_non_null(at);
    text = arena_printf(&a, "%.*s%s%s", (int)(at - good), good, to,
                        at + strlen(from));
    if (!why) {
        assert_true(read_text(&a, text, &w, &e));
    } else {
        assert_false(read_text(&a, text, &w, &e));
        if (!strstr(e.msg, why))
            fail_msg("%s: %s", to, e.msg);
    }
    arena_clear(&a);
}

static void bad_files(void **state)
{
    struct arena a = { 0 };
    struct weights w;
    struct err e;

    (void)state;
    check_bad("run 3", "run 4", NULL);
    check_bad("assay fitness", "other", "not a file");
    check_bad("\"version\": 1", "\"version\": 2", "not a file");
    check_bad("\"own\"", "\"mine\"", "own or paper");
    check_bad("\"own\"", "3", "features");
    check_bad("40", "-1", "count");
    check_bad("40", "1e9", "problems");
    check_bad("40", "2000000000", "count");
    check_bad("-0.3", "-1.3", "fit");
    check_bad("-0.3", "\"x\"", "fit");
    check_bad("noise_ratio", "noise", "unknown feature");
    check_bad("word_count", "noise_ratio", "twice");
    check_bad("-0.2", "1e999", "r must be");
    check_bad("0.04", "1.04", "p must be");
    check_bad("\"weight\": 1", "\"weight\": 2", "weight must be");
    check_bad("\"weight\": 1", "\"weight\": null", "needs \"weight\"");
    check_bad("\"weight\": 1", "\"weight\": 0.5", "add up to 0.5");
    check_bad("\"weight\": 0", "\"weight\": 0.05", "weight 0");
    check_bad("\"counts\": true", "\"counts\": 1", "counts");
    check_bad("\"held_out\": null", "\"extra\": 1", "unknown member");
    check_bad("\"r\": null", "\"q\": null", "unknown member");
    check_bad("\"held_out\": null", "\"slope\": -1", "slope must be");
    check_bad("\"held_out\": null", "\"failures\": 1", "an array");
    check_bad("\"held_out\": null", "\"failures\": [1]", "objects");
    check_bad("\"held_out\": null",
              "\"failures\": [{\"problems\": 1, \"expected\": 2}]",
              "expected must be");
    check_bad("\"weights\": [", "\"weights\": [1, ", "an object");
    assert_false(read_text(&a, "[]", &w, &e));
    assert_false(read_text(&a, "{}", &w, &e));
    assert_false(read_text(&a,
                           "{\"format\": \"assay fitness weights\", "
                           "\"version\": 1, \"features\": \"own\"}",
                           &w, &e));
    assert_non_null(strstr(e.msg, "array"));
    arena_clear(&a);
}

/* ---- for people ---- */

static void printed(void **state)
{
    static const char want[] =
        "weights (paper's features): published\n"
        "feature                      r       p  weight\n"
        "significant, p < 0.05\n"
        "  Noise ratio           -0.151  0.0090  +0.200\n"
        "  Word entropy          -0.120   0.039  +0.150\n"
        "  Number of equations   +0.118   0.040  -0.150\n"
        "  Number of variables   +0.117   0.043  -0.150\n"
        "kept, p from 0.05 to 0.5\n"
        "  Referee score         +0.106   0.064  -0.130\n"
        "  Readability grade     +0.087   0.130  -0.100\n"
        "  Word count            -0.080   0.170  +0.090\n"
        "  Syntactic depth       -0.054   0.350  +0.050\n"
        "excluded, p > 0.5\n"
        "  Second similarity     +0.015   0.791   0.000\n"
        "  Non-linear relations  +0.007   0.902   0.000\n"
        "score against accuracy: not measured\n";
    struct features f[12];
    struct arena a = { 0 };
    struct weights w;
    struct document *d;
    struct str s = str_in(&a);
    struct err e;

    (void)state;
    weights_published(&w);
    d = document_new(&a, 0);
    weights_document(d, &w);
    document_text(&s, d);
    assert_string_equal(str_get(&s), want);
    twelve(f);
    assert_true(
        weights_calibrate(&a, f, accuracy, NULL, 12, FEATURES_PAPER, &w, &e));
    w.source = "run\x1b[2J";
    s = str_in(&a);
    d = document_new(&a, 0);
    weights_document(d, &w);
    document_text(&s, d);
    assert_null(strchr(str_get(&s), '\x1b'));
    assert_non_null(strstr(str_get(&s), "held out (five folds)"));
    assert_non_null(strstr(str_get(&s), "constant or missing\n"));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published),
        cmocka_unit_test(student),
        cmocka_unit_test(calibrated),
        cmocka_unit_test(fit_is_of_scores),
        cmocka_unit_test(refused),
        cmocka_unit_test(some_have_it),
        cmocka_unit_test(held_out),
        cmocka_unit_test(held_out_by_group),
        cmocka_unit_test(one_group),
        cmocka_unit_test(score_own),
        cmocka_unit_test(score_paper),
        cmocka_unit_test(reference),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(bad_files),
        cmocka_unit_test(printed),
        cmocka_unit_test(failures),
        cmocka_unit_test(failures_of_texts),
        cmocka_unit_test(measured),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
