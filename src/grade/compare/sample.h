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

#define SAMPLE_K 12 /* where layers and ends are looked for */

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

/* Returns the number of points of the variable for that k. */
size_t sample_points(const struct limit_points *s, double k,
                     struct sample_point out[SAMPLE_POINTS]);

/* Set the variable to point i of those, in full precision. */
void sample_place(struct limit_points *s, double k, size_t i);

/* Where the formulas have values now. */
struct ball_point sample_at(const struct limit_points *s);

/* Returns a real value there in short, or NAN if there is none; and: does the
 * symbol stand in x? */
double sample_value(const struct limit_points *s, const struct expr *x,
                    struct work *w);
bool sample_has(const struct expr *x, const char *name);

#endif
