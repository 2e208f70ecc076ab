/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_SAMPLE_H
#define GRADE_COMPARE_SAMPLE_H

#include "grade/compare/judge.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "problem/limit.h"

/*
 * The points where two formulas are compared towards a limit. The distance of
 * the limit's symbol from its point is e = 2^-k (its size at infinity 2^k). The
 * variable of a uniform limit takes outer points of its range, each with two
 * neighbours at a distance of about e, so that oscillating formulas show their
 * size; and stretched points x0 + e^p s at both ends and around inner layers,
 * for p from 1/3 to 2. Other symbols have seeded values between 1/2 and 2 that
 * obey the range.
 */

#define SAMPLE_SYMBOLS 16  /* free symbols that are looked at */
#define SAMPLE_POINTS  176 /* of the variable */
#define SAMPLE_OUTER   21  /* the first of them: seven, each with neighbours */
#define SAMPLE_JITTER  4   /* places near one e, where nothing is uniform */
#define SAMPLE_INNER   4   /* inner layers */
#define SAMPLE_K       12  /* where layers and ends are looked for */

struct limit_points {
    struct comparer *judge;
    const struct answer_limit *limit;
    const struct expr *range, *point; /* or NULL */
    const char *names[SAMPLE_SYMBOLS];
    acb_ptr values; /* [0] the limit's symbol, [1] the variable if uniform */
    size_t n;
    bool uniform;
    bool moving;                  /* the ends depend on the limit's symbol */
    const struct expr *from, *to; /* of the variable; NULL: unbounded */
    arb_t low, high;              /* their values */
    double inner[SAMPLE_INNER];   /* where layers may lie */
    size_t inner_n;
};

/* A value of the variable. */
struct sample_point {
    double x;
    bool inside; /* of the range; else it does not count */
    bool end;    /* an end itself */
};

/* Begin; key and answer give the symbols. Returns false, and *why says it, if
 * there are too many or the range cannot be used. Close it in either case. */
bool sample_open(struct limit_points *s, struct comparer *j,
                 const struct answer_limit *limit, const struct expr *key,
                 const struct expr *answer, const char **why);
void sample_close(struct limit_points *s);

/* Give the parameters their values of that set. Returns false if no more values
 * obey the range. */
bool sample_choose(struct limit_points *s, unsigned set, struct work *w);

/* Find inner layers (layers.c): where arguments of exponentials and their like are
 * smallest inside the range, and 0 if the range holds it. */
void sample_find_inner(struct limit_points *s, const struct expr *key,
                       const struct expr *answer, struct work *w);

/* Set the limit's symbol; side is 1 or -1 of a point. */
void sample_approach(struct limit_points *s, double k, int side,
                     unsigned jitter);

/* Returns a real value there in short, or NAN if there is none. */
double sample_value(const struct limit_points *s, const struct expr *x,
                    struct work *w);

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
