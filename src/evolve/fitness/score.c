/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/fitness/fitness_int.h"

#include <math.h>

#define SCALE    10
#define CUT_LOW  (-10.0)
#define CUT_HIGH 10.0

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

double fitness_sum(const double share[FEATURES], const struct weights *w,
                   const bool out[FEATURES])
{
    double sum = 0, sizes = 0;

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
