/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The weights that come with assay, and where they are from: 4,268 problems,
 * seeds of 2 to 8 variables and the same after one generation of single
 * operators and of all but crossover (2 to 6 variables), and chains of two (2
 * to 4). Three solvers, one try each; accuracy is the mean of the three:
 *
 * - two small language models that run in the process, trained as the student
 *   is (14 M parameters) on worked seeds and chains, for 100 s (155,000 of
 *   them) and 140 s (with 24,000 evolved ones): 10.3 % and 14.5 % right, 60 %
 *   at two variables and about as many as guessing gives, 5 %, from five on;
 * - a planted one, 61.9 % right, that succeeds with 0.95 at each step, 0.88 at
 *   each unknown of elimination, 0.92 at each step of the distance and at each
 *   link, 0.90 at each decoy near the path and 0.97 at each condition beside.
 *
 * The two alone have weights for steps, elimination, noise and what stands
 * beside the path, and one of them for decoys near the path (AUC held out
 * 0.747, 0.730 to 0.763). Only the planted one supports that of distance, and
 * it gives that of decoys its size. Parts of a chain weigh nothing beyond their
 * steps. Nothing was measured on rows of public sets; across concept families
 * the student's failures hardly follow the score (docs/evolve.md).
 */
#include "evolve/fitness/fitness_int.h"

#include <math.h>

static const struct {
    double r, p, w; /* against accuracy; p 0.0001: or less */
} measured[FEATURES] = {
    [FEATURE_WORDS] = { -0.369, 0.0001, 0.000 },
    [FEATURE_READABILITY] = { -0.184, 0.0001, 0.000 },
    [FEATURE_DEPTH] = { -0.236, 0.0001, 0.000 },
    [FEATURE_ENTROPY] = { -0.237, 0.0001, 0.000 },
    [FEATURE_VARIABLES] = { -0.329, 0.0001, 0.000 },
    [FEATURE_EQUATIONS] = { -0.329, 0.0001, 0.000 },
    [FEATURE_NOISE] = { -0.052, 0.0006, 0.080 },
    [FEATURE_UNIQUENESS] = { -0.198, 0.0001, 0.000 },
    [FEATURE_NONLINEAR] = { -0.330, 0.0001, 0.000 },
    [FEATURE_ELIMINATION] = { -0.198, 0.0001, 0.177 },
    [FEATURE_DISTANCE] = { -0.054, 0.0004, 0.054 },
    [FEATURE_STEPS] = { -0.329, 0.0001, 0.532 },
    [FEATURE_PARTS] = { +0.057, 0.0002, 0.000 },
    [FEATURE_NEAR] = { -0.086, 0.0001, 0.099 },
    [FEATURE_BESIDE] = { -0.052, 0.0007, 0.058 },
};

static const struct weights_bin failures[WEIGHTS_BINS] = {
    { 426, 0.500, 0.452 }, { 427, 0.587, 0.625 }, { 427, 0.621, 0.612 },
    { 427, 0.665, 0.694 }, { 427, 0.704, 0.735 }, { 426, 0.732, 0.756 },
    { 427, 0.761, 0.755 }, { 427, 0.786, 0.781 }, { 427, 0.816, 0.792 },
    { 427, 0.855, 0.830 },
};

void weights_measured(struct weights *out)
{
    *out = (struct weights){ .set = FEATURES_OWN,
                             .source = "measured on two small language "
                                       "models and a simulated one",
                             .fit = -0.419,
                             .held_out = -0.417,
                             .n = 4268,
                             .base = 3.79,
                             .slope = 9.05,
                             .auc = 0.637,
                             .auc_interval = { 0.627, 0.647 },
                             .n_bins = WEIGHTS_BINS };

    for (size_t k = 0; k < FEATURES; k++) {
        double p = measured[k].p, w = measured[k].w;

        out->of[k] = (struct weight){ NAN, NAN, w, w != 0 };
        if (p > 0) {
            out->of[k].r = measured[k].r;
            out->of[k].p = p;
        }
    }
    for (size_t i = 0; i < WEIGHTS_BINS; i++)
        out->bins[i] = failures[i];
}
