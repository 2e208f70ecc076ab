/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_REGION_H
#define GRADE_COMPARE_REGION_H

#include "base/vec.h"
#include "grade/compare/judge.h"

/*
 * Sets of real numbers as unions of segments, in order and apart from each
 * other: intervals, inequalities in one variable, finite sets and their unions,
 * intersections and differences become such regions.
 */

struct segment {
    const struct expr *from, *to; /* -\infty and \infty are allowed */
    bool open_from, open_to;
};

struct region {
    struct vec segments;  /* of struct segment */
    const char *variable; /* of an inequality; NULL: none was named */
    bool reversed;        /* an interval (7, 3) was in it */
};

/* The region that x describes; NO when x is none, UNKNOWN when ends could not
 * be put in order. */
enum truth region_read(struct comparer *j, struct region *out,
                       const struct expr *x);

/* {x in Z | 1 < x < 5} as the set {2, 3, 4}; x itself when it is no such set
 * or has more than a thousand members. */
const struct expr *region_whole(struct comparer *j, const struct expr *x);

#endif
