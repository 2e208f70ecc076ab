/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_TREND_H
#define VERIFY_TREND_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Where does a sequence of scaled errors tend to? It is decided by the slope at
 * the end of the sequence, never by a size: an error of 3 % that stays looks
 * like convergence for a long while, and a true expansion may converge like
 * the fourth root, or like 1/log.
 *
 * With r the scaled error at 2^l, two slopes are looked at between neighbours:
 * q = -d log r / d log 2^l, constant where the error is a power of the symbol,
 * and p = -d log r / d log l, constant where it is a power of a logarithm. A
 * sum of a constant and either has both tend to 0.
 */

struct trend_point {
    double octaves; /* l > 0: the symbol is 2^l or 2^-l */
    double log2;    /* of r */
    bool floor;     /* r is only known to be at most that: the values agree to
                       all digits they have */
};

enum trend { TREND_UNCLEAR, TREND_VANISHES, TREND_STAYS, TREND_GROWS };

struct trend_found {
    enum trend is;
    double power; /* q at the end */
    double last;  /* log2 of the last r */
};

/* Does r tend to 0, to something else, or grow? */
struct trend_found trend_find(const struct trend_point *points, size_t n);

/* The same for "r is bounded": TREND_STAYS and TREND_VANISHES both mean that it
 * is. */
struct trend_found trend_bounded(const struct trend_point *points, size_t n);

/* Is r a power of the symbol over the last five points, within 1 %? */
bool trend_is_straight(const struct trend_point *points, size_t n);

#endif
