/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_COMPARE_INT_H
#define GRADE_COMPARE_COMPARE_INT_H

#include "grade/compare/compare.h"
#include "grade/compare/shape.h"
#include "math/decide/decide.h"

/* Shared by the files of compare. */

/* ---- findings (compare.c) ---- */
struct finding found(enum truth both, const char *by, const char *why);
/* Returns a finding that is correct by the lenient reading and wrong by the
 * strict one. */
struct finding found_lenient(const char *by, const char *why,
                             const char *strict_why);
/* Returns the finding that both are right, with the reasons of the first that
 * is not. */
struct finding found_and(struct finding a, struct finding b);
/* Returns the better of two readings of the same pair. */
struct finding found_best(struct finding a, struct finding b);

/* ---- the rules, one file each ---- */

/* value.c: numbers and formulas, percent, degrees, units, rounding. */
struct finding compare_values(struct judge *j, const struct expr *key,
                              const struct expr *answer);
/* The same without units and percent signs: math/decide, then the rounding
 * rules. */
struct finding compare_plain(struct judge *j, const struct expr *key,
                             const struct expr *answer);

/* sequence.c: tuples in order; lists and sets in any order. */
bool is_sequence(const struct expr *x); /* TUPLE, LIST, SET, or holds \pm */
struct finding compare_sequences(struct judge *j, const struct expr *key,
                                 const struct expr *answer);

/* compare_region.c: sets of real numbers: intervals, inequalities in one
 * variable, unions, ... */
bool is_region(const struct expr *x); /* it can be nothing else */
bool may_be_region(const struct expr *x);
struct finding compare_regions(struct judge *j, const struct expr *key,
                               const struct expr *answer);

/* equation.c: equations and inequalities. */
struct finding compare_equations(struct judge *j, const struct expr *key,
                                 const struct expr *answer);
/* congruence.c: congruences. */
struct finding compare_congruences(struct judge *j, const struct expr *key,
                                   const struct expr *answer);

/* matrix.c: matrices and vectors. */
bool has_matrix(const struct expr *x);
/* Returns i + 2j + 3k as the tuple (1, 2, 3), for n = 2 or 3, or x itself if it
 * is no such sum. */
const struct expr *vector_components(struct judge *j, const struct expr *x,
                                     unsigned n);
struct finding compare_matrices(struct judge *j, const struct expr *key,
                                const struct expr *answer);

/* antiderivative.c: equal up to "+ C". */
bool is_antiderivative(const struct expr *key);
struct finding compare_antiderivatives(struct judge *j, const struct expr *key,
                                       const struct expr *answer);
/* Are they equal if the answer's arbitrary constants are renamed to the key's?
 * For the constants of a general solution. */
bool same_up_to_names(struct judge *j, const struct expr *key,
                      const struct expr *answer);
/* family.c: infinite families (+ k pi). */
bool is_family(const struct expr *x);
struct finding compare_families(struct judge *j, const struct expr *key,
                                const struct expr *answer);

/* text.c: words, ratios and clock times. */
struct finding compare_texts(struct judge *j, const struct expr *key,
                             const struct expr *answer);
struct finding compare_ratios(struct judge *j, const struct expr *key,
                              const struct expr *answer);
/* Returns "seven" or "twenty-one" as a number, or NULL if the words are no
 * number. */
const struct expr *text_number(struct arena *a, const char *words);

#endif
