/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_UNIT_H
#define MATH_EXACT_UNIT_H

#include "math/flint.h"
#include "math/tree/expr.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Units of measurement: SI with prefixes, everyday and imperial ones, time,
 * angle, information, currencies. A unit is an exact factor times a product
 * of base dimensions. Words that name no unit ("apples", "square units",
 * "people") are counted nouns: they carry no dimension and no factor.
 */

enum unit_dimension {
    UNIT_LENGTH,
    UNIT_MASS,
    UNIT_TIME,
    UNIT_CURRENT,
    UNIT_TEMPERATURE,
    UNIT_AMOUNT,
    UNIT_LUMINOSITY,
    UNIT_ANGLE,
    UNIT_INFORMATION,
    UNIT_MONEY,
    UNIT_DIMENSIONS
};

struct unit {
    fmpq_t factor;              /* to the base units; init by unit_init */
    int power[UNIT_DIMENSIONS]; /* m/s: length 1, time -1 */
    bool noun;                  /* a counted noun: no factor, no powers */
    const char *currency;       /* "USD", "EUR", ...; NULL: no money.
                                     Different currencies never convert */
    bool offset;                /* degrees Celsius, Fahrenheit: no factor
                                     converts them */
};

void unit_init(struct unit *u);
void unit_clear(struct unit *u);

/* Is this one word or symbol a unit of the table ("cm", "kilometres", "mph",
 * "hours", "dollars", "°C")? Case counts for symbols (mm, Mm), not for words
 * of four letters or more. */
bool unit_known(const char *word, size_t n);

/*
 * Read the canonical text of an EXPR_QUANTITY: unit words joined by " ", "/",
 * "^{n}", "per", "square", "cubic". A text with any unknown word is a counted
 * noun; always succeeds for other texts. Exponents beyond 12 make a noun.
 */
void unit_read(struct unit *u, const char *text);

/* Have both the same dimension, so that the factors compare? */
bool unit_alike(const struct unit *a, const struct unit *b);

/* Returns the sum of quantities as one quantity in the unit of the first: 4/3
 * hours for 1 hour + 20 minutes. A list, "1 hour, 20 minutes", is such a sum
 * where each unit is smaller than the one before, and each number too small for
 * a larger unit. Returns x itself if it is no sum of quantities that convert.
 */
const struct expr *unit_sum(struct arena *a, const struct expr *x);

#endif
