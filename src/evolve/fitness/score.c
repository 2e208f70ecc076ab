/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scores, and the range of each feature in a fixed population of evolved
 * problems, so that scores of different runs are on one scale. The numbers are
 * the 1st and 99th percentiles after one generation of every operator; those of
 * variables and equations go from seeds to the second generation
 * (tests/prop/prop_reference.c prints all of them). The referee's is its scale;
 * those of what is hard by construction are units: from a seed of two variables
 * to a chain of four.
 */
#include "evolve/fitness/fitness_int.h"

#include <math.h>

#define SCALE    10
#define CUT_LOW  (-10.0)
#define CUT_HIGH 10.0

/* ---- the reference population ---- */

static const struct {
    double low, high; /* equal: none */
    double middle;    /* of the reference problem */
} table[FEATURES] = {
    [FEATURE_REFEREE] = { 0, 10, 5 },
    [FEATURE_WORDS] = { 571, 775, 670 },
    [FEATURE_READABILITY] = { 6.197, 9.13, 7.5 },
    [FEATURE_DEPTH] = { 4, 8.01, 6 },
    [FEATURE_ENTROPY] = { 6.565, 7.007, 6.8 },
    [FEATURE_VARIABLES] = { 5, 20, 10 },
    [FEATURE_EQUATIONS] = { 5, 20, 10 },
    [FEATURE_NOISE] = { 0, 0.8, 0.65 },
    [FEATURE_UNIQUENESS] = { 0.4726, 0.8868, 0.7 },
    [FEATURE_NONLINEAR] = { 10, 23.01, 16 },
    [FEATURE_ELIMINATION] = { 0, 8, 2 },
    [FEATURE_DISTANCE] = { 0, 20, 4 },
    [FEATURE_STEPS] = { 2, 20, 10 },
    [FEATURE_PARTS] = { 1, 4, 2 },
    [FEATURE_NEAR] = { 0, 10, 5 },
    [FEATURE_BESIDE] = { 0, 10, 5 },
};

double reference_share(enum feature f)
{
    INVARIANT((size_t)f < FEATURES);
    return (table[f].middle - table[f].low) / (table[f].high - table[f].low);
}

bool reference_range(enum feature f, double *low, double *high)
{
    INVARIANT((size_t)f < FEATURES);
    *low = table[f].low;
    *high = table[f].high;
    return table[f].high > table[f].low;
}

/* ---- scores ---- */

static void normalise_own(const struct features *f, size_t n, size_t k,
                          struct fitness *out)
{
    double low, high;

    if (!reference_range((enum feature)k, &low, &high))
        return;
    for (size_t i = 0; i < n; i++) {
        double x = (f[i].v[k] - low) / (high - low);

        if (f[i].has[k])
            out[i].share[k] = fmin(fmax(x, CUT_LOW), CUT_HIGH);
    }
}

static void normalise_batch(const struct features *f, size_t n, size_t k,
                            struct fitness *out)
{
    double low = INFINITY, high = -INFINITY, range;

    for (size_t i = 0; i < n; i++)
        if (f[i].has[k]) {
            low = fmin(low, f[i].v[k]);
            high = fmax(high, f[i].v[k]);
        }
    range = high > low ? high - low : 1;
    for (size_t i = 0; i < n; i++)
        if (f[i].has[k])
            out[i].share[k] = (f[i].v[k] - low) / range;
}

void fitness_normalise(const struct features *f, size_t n, enum feature_set set,
                       struct fitness *out)
{
    for (size_t k = 0; k < FEATURES; k++) {
        for (size_t i = 0; i < n; i++)
            out[i].share[k] = NAN;
        if (set == FEATURES_OWN)
            normalise_own(f, n, k, out);
        else
            normalise_batch(f, n, k, out);
    }
}

void fitness_left_out(const struct fitness *x, size_t n, bool out[FEATURES])
{
    for (size_t k = 0; k < FEATURES; k++) {
        out[k] = true;
        for (size_t i = 0; i < n; i++)
            out[k] = out[k] && isnan(x[i].share[k]);
    }
}

/* What no problem has counts as the reference problem's. */
static double log_odds(const double share[FEATURES], const struct weights *w)
{
    double sum = 0;

    for (size_t k = 0; k < FEATURES; k++)
        if (w->of[k].counts && !isnan(share[k]))
            sum += w->of[k].w * (share[k] - reference_share((enum feature)k));
    return w->slope * sum;
}

double fitness_sum(const double share[FEATURES], const struct weights *w,
                   const bool out[FEATURES])
{
    double sum = 0, sizes = 0;

    if (w->slope > 0)
        return log_odds(share, w);
    for (size_t k = 0; k < FEATURES; k++) {
        if (!w->of[k].counts || out[k])
            continue;
        sum += w->of[k].w * (isnan(share[k]) ? 0.5 : share[k]);
        sizes += fabs(w->of[k].w);
    }
    if (!(sizes > 0))
        return 0;
    return SCALE * (w->set == FEATURES_OWN ? sum / sizes : sum);
}

void fitness_score(const struct features *f, size_t n, const struct weights *w,
                   struct fitness *out, bool dropped[FEATURES])
{
    bool left_out[FEATURES];

    fitness_normalise(f, n, w->set, out);
    fitness_left_out(out, n, left_out);
    for (size_t i = 0; i < n; i++)
        out[i].score = fitness_sum(out[i].share, w, left_out);
    for (size_t k = 0; k < FEATURES; k++)
        dropped[k] = left_out[k] && w->of[k].counts && w->of[k].w != 0;
}
