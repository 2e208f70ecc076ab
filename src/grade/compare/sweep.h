/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_SWEEP_H
#define GRADE_COMPARE_SWEEP_H

#include "grade/compare/sample.h"

/*
 * Key and answer at all points of one step towards a limit: sizes, errors, and
 * the envelope of the key around each point. Everything is a logarithm to base
 * 2, since exponentials of 2^20 occur.
 */

#define SWEEP_FAR      2000000.0  /* logarithms are kept within these */
#define SWEEP_VANISHED -1000000.0 /* below this nothing can be told apart */
#define SWEEP_NOTHING  -100 /* an error below this part of the key is none */

/* What is compared, and how. */
struct probe {
    struct limit_points sample;
    struct work work;
    const struct expr *key, *answer;
    const struct expr *scale; /* whose envelope counts: the key or its last
                                 term */
    double order;             /* 0: terms are asked */
    bool local;   /* the key grows exponentially: envelopes are those of
                    neighbours, since one end would hide all the rest */
    bool stopped; /* no work is left */
    uint64_t key_work, answer_work;
    double share;           /* of the points that the key has values at, the
                               largest of all steps */
    size_t undefined, seen; /* points where the answer has no value, of all */
};

/* What was found at one point. */
struct sweep_point {
    bool has_key, has_answer;
    double key, answer, scale, error; /* logarithms of sizes */
    double envelope;
};

/* What was found at one k. */
struct sweep {
    bool has_key, has_answer; /* at enough points */
    double error;             /* the largest over its envelope */
    double end;               /* the largest at the ends */
    double size;              /* of the key */
    double ratio;             /* of the answer to the key, the largest */
    const char *worst;
    size_t n;
    struct sample_point points[SAMPLE_POINTS];
    struct sweep_point at[SAMPLE_POINTS];
};

/* Evaluate both at all points of step k; side is 1 or -1 of the limit's point.
 */
void sweep_at(struct probe *p, double k, int side, struct sweep *s);

/* Find the smallest term near the limit, and set what is asked: errors that
 * are small against it. A key that is no such sum of terms is compared to the
 * order of the missing one. */
void sweep_scale(struct probe *p, const struct answer_limit *limit);

/* Does the key grow like an exponential? */
bool sweep_grows(struct probe *p);

#endif
