/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COMPARE_COMPARE_INT_H
#define RUN_COMPARE_COMPARE_INT_H

#include "run/compare/compare.h"

/* Between the files of compare.h. */

struct match {
    size_t a, b; /* places of one problem in its runs */
};

/* compare_match.c: the problems that both have, in the order of a, into *out,
 * which has room for all of a's; what is left out is counted in *p. */
size_t compare_match(struct arena *a, const struct summary *x,
                     const struct summary *y, struct match *out,
                     struct compare_pair *p);

/* compare_settings.c: fill settings and judged_apart. */
void compare_settings(struct arena *a, struct compare *c);

#endif
