/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COMPARE_COMPARE_INT_H
#define RUN_COMPARE_COMPARE_INT_H

#include "run/compare/compare.h"

/* Between the files of compare.h. */

struct match {
    size_t a, b; /* places of one problem in its runs */
};

/* compare_match.c: append the coordinates of a generated problem, and all its
 * knobs but one. */
void compare_origin(struct str *out, const struct problem *p, const char *but);

/* compare.c: fill in *p what m[0..n) show, which are changed; x and y may be
 * the same side. */
void compare_matched(struct arena *a, const struct compare_side *x,
                     const struct compare_side *y, struct match *m, size_t n,
                     bool strict, uint64_t seed, struct compare_pair *p);

#endif
