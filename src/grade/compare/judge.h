/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_JUDGE_H
#define GRADE_COMPARE_JUDGE_H

#include "base/truth.h"
#include "grade/profile.h"
#include "math/tree/expr.h"
#include "math/work.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What the rules of comparison share: the comparer of one pair, and what is
 * found about it. Every comparison gives two results at once: `strict`
 * forgives nothing, `lenient` forgives a dropped unit, a rounded decimal, a
 * smaller domain. Strict "yes" implies lenient "yes"; lenient "no" implies
 * strict "no".
 */

struct comparison {
    enum truth strict, lenient;
    const char *by;         /* of the lenient result */
    const char *why;        /* of the lenient result; in the arena */
    const char *strict_why; /* NULL: the same */
    const char *witness;    /* NULL: none */
};

/* What the comparer of one pair shares with all its rules. */
struct comparer {
    struct arena *arena;
    struct work *work;
    uint64_t seed;
    int digits;     /* significant digits that a decimal needs to round an exact
                       key */
    bool declared;  /* the variables were declared: the left side of an equation
                       then only names the result */
    bool exact_key; /* the key was a JSON number: no rounding of it */
    bool ordered;   /* the kind says: lists are in order */
    bool multiset;  /* the kind says: repetition counts, also in braces */
    bool as_set;    /* the kind says: repetition does not count */
    bool antiderivative;   /* the kind says: up to a constant */
    const char *question;  /* which may say that too; or NULL */
    const fmpq *tolerance; /* NULL: none; absolute, or relative to the key */
    bool tolerance_relative;
    enum profile_sign units, percent; /* that only one side has */
    unsigned depth;                   /* of nested structures */
};

#endif
