/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_VAL_INTERVAL_H
#define FAMILY_LANGUAGE_VAL_INTERVAL_H

#include "family/language/val.h"

/*
 * Sets of real numbers that are finitely many intervals. A set is a rising row
 * of cuts, each directly before or after a number: between the first and the
 * second cut the numbers belong to it, between the third and the fourth, and
 * so on. [0, 1) is cut before 0 and before 1; (2, 3] after 2 and after 3. A
 * set has one such row.
 */

struct val_cut {
    struct val x; /* rational, a closed form, or infinite */
    bool after;   /* after the number, not before it */
};

struct val_interval {
    size_t n; /* even */
    struct val_cut *at;
};

#define INTERVAL_CUTS 200

/* Returns the interval from a to b, a <= b, with its ends or without. Infinite
 * ends never belong to it. */
struct val interval_new(struct reckoning *r, struct val a, struct val b,
                        bool open_a, bool open_b);

/* Join, intersect, or take the second from the first. */
enum interval_op { INTERVAL_UNION, INTERVAL_BOTH, INTERVAL_LESS };
struct val interval_op(struct reckoning *r, struct val a, struct val b,
                       enum interval_op op);

/* These return false after a failure. */
bool interval_equal(struct reckoning *r, const struct val_interval *a,
                    const struct val_interval *b, bool *equal);
bool interval_has(struct reckoning *r, const struct val_interval *a,
                  struct val x, bool *has);

/* Append it as LaTeX: [0, 1) \cup (2, 3], (-\infty, 3], \{5\}, \emptyset. */
void interval_write(struct str *out, const struct val_interval *x);
/* Read what is written so. Returns nothing, without a failure, for any other
 * text. */
struct val interval_read(struct reckoning *r, const char *text);

#endif
