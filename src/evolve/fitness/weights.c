/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/fitness/fitness_int.h"

#include <math.h>

#define P_MOST 0.5 /* above it a feature is left out */

/* Table 1 of the paper, with the weights that its program has: its table says
 * 0.19 for noise. */
static const struct {
    double r, p, w;
} published[FEATURES] = {
    [FEATURE_REFEREE] = { +0.106, 0.064, -0.13 },
    [FEATURE_WORDS] = { -0.080, 0.170, +0.09 },
    [FEATURE_READABILITY] = { +0.087, 0.130, -0.10 },
    [FEATURE_DEPTH] = { -0.054, 0.350, +0.05 },
    [FEATURE_ENTROPY] = { -0.120, 0.039, +0.15 },
    [FEATURE_VARIABLES] = { +0.117, 0.043, -0.15 },
    [FEATURE_EQUATIONS] = { +0.118, 0.040, -0.15 },
    [FEATURE_NOISE] = { -0.151, 0.009, +0.20 },
    [FEATURE_UNIQUENESS] = { +0.015, 0.791, 0 },
    [FEATURE_NONLINEAR] = { +0.007, 0.902, 0 },
};

void weights_from_r(struct weight of[FEATURES])
{
    double sizes = 0;

    for (size_t k = 0; k < FEATURES; k++) {
        of[k].w = 0;
        of[k].counts = of[k].counts && of[k].p <= P_MOST;
        if (of[k].counts)
            sizes += fabs(of[k].r * (1 - of[k].p));
    }
    for (size_t k = 0; k < FEATURES; k++) {
        of[k].counts = of[k].counts && sizes > 0;
        if (of[k].counts)
            of[k].w = -of[k].r * (1 - of[k].p) / sizes;
    }
}

void weights_published(enum feature_set set, struct weights *out)
{
    /* Its r and p fit 300 problems, the size of its population. */
    *out = (struct weights){
        .set = set, .source = "published", .fit = NAN, .held_out = NAN, .n = 300
    };
    for (size_t k = 0; k < FEATURES; k++)
        out->of[k] = (struct weight){ published[k].r, published[k].p, 0, true };
    weights_from_r(out->of);
    for (size_t k = 0; k < FEATURES && set == FEATURES_PAPER; k++)
        out->of[k].w = published[k].w;
}
