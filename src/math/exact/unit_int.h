/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_UNIT_INT_H
#define MATH_EXACT_UNIT_INT_H

#include "math/exact/unit.h"

#include <stdint.h>

/*
 * The table of units: their values and their names. Names are sorted by their
 * bytes (strcmp) for a binary search.
 */

enum unit_prefixes {
    PREFIX_NONE,
    PREFIX_SYMBOL, /* m: km, mm, µm */
    PREFIX_WORD    /* metre: kilometre */
};

/* One letter for each of enum unit_dimension, in its order. */
#define UNIT_LETTERS "LMTIKNJDB$"

struct unit_worth {
    int64_t num, den; /* times 10^ten base units */
    int ten;
    const char *power; /* letters of UNIT_LETTERS, each with its exponent
                          unless that is 1: "LMT-2" for newtons */
    const char *currency;
    bool offset;
};

struct unit_name {
    const char *name; /* words of four letters or more in lower case */
    const struct unit_worth *worth;
    enum unit_prefixes prefixes;
};

extern const struct unit_name unit_names[];
extern const size_t unit_names_n;

struct unit_prefix {
    const char *symbol; /* "k"; NULL: a further spelling of the word */
    const char *word;   /* "kilo"; NULL: a further spelling of the symbol */
    int ten;
};

extern const struct unit_prefix unit_prefixes[];
extern const size_t unit_prefixes_n;

#endif
