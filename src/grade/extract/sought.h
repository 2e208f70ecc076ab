/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_SOUGHT_H
#define GRADE_EXTRACT_SOUGHT_H

#include "text/span.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What kind of thing answers a key of mathematics: a point, a region of
 * numbers, an equation, a formula with symbols. Where a reply ends with several
 * things and marks none, those of the key's kind go first. Only the kind is
 * looked at, never the value: a wrong point is taken as gladly as a right one.
 */

enum sought_kind {
    SOUGHT_POINT = 1,    /* (0, 2) */
    SOUGHT_REGION = 2,   /* x < 2, [2, 9], \mathbb{R} */
    SOUGHT_EQUATION = 4, /* 2x + 3y = 12 */
    SOUGHT_FORMULA = 8,  /* x^2 + 1 */
    SOUGHT_DATE = 16,
    SOUGHT_LIST = 32,  /* 1, 2, 4 */
    SOUGHT_MATRIX = 64 /* with more than one column */
};

struct sought {
    unsigned kinds;   /* of which any will do; 0: a number, or not known */
    uint64_t symbols; /* of the key: a bit for each letter, as symbols_of() */
    char variable;    /* of a region, the only letter of the key; or '\0' */
    bool cases;       /* the key has cases, "x if x > 0" */
};

/* Is the key a number with a unit, "60 km/h"? */
bool sought_quantity(struct span key);

/* Bytes of the unit at t[at], "m/s", "square metres"; 0: there is none. */
size_t unit_at(struct span t, size_t at);

/* What answers the key, a text of mathematics. */
struct sought sought_of(struct span key);

/* Is t of a kind that is sought? */
bool sought_fits(const struct sought *s, struct span t);

#endif
