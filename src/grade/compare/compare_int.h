/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_COMPARE_INT_H
#define GRADE_COMPARE_COMPARE_INT_H

#include "grade/compare/compare.h"
#include "grade/compare/shape.h"
#include "math/decide/decide.h"

/* Shared by the files of compare. */

/* ---- findings (compare.c) ---- */
struct comparison found(enum truth both, const char *by, const char *why);
/* Lenient-correct, strict-wrong. */
struct comparison found_lenient(const char *by, const char *why,
                                const char *strict_why);
/* Both must hold; the reasons are of the first that fails. */
struct comparison found_and(struct comparison a, struct comparison b);
/* The better of two readings of the same pair. */
struct comparison found_best(struct comparison a, struct comparison b);

/* Are two values equal? And: is it certain? */
enum truth compare_same_value(struct comparer *j, const struct expr *x,
                              const struct expr *y);
bool equal_values(struct comparer *j, const struct expr *x,
                  const struct expr *y);
/* Has the constant surely a value that is not zero? */
bool is_not_zero(struct comparer *j, const struct expr *x);
/* A formula without the degree signs of its terms: 180 - 2a for 180 degrees -
 * 2a; with products, also without those of factors. Those of arguments, as in
 * sin 30 degrees, stay. */
const struct expr *without_degrees(struct arena *a, const struct expr *x,
                                   bool products);

/* ---- the rules ---- */

/* value.c: numbers and formulas, percent, degrees, units, rounding. */
struct comparison compare_values(struct comparer *j, const struct expr *key,
                                 const struct expr *answer);
/* Without units and percent signs: decide, then the rounding rules. */
struct comparison compare_plain(struct comparer *j, const struct expr *key,
                                const struct expr *answer);

/* sequence.c: tuples in order; lists and sets in any order. */
bool is_sequence(const struct expr *x); /* TUPLE, LIST, SET, or holds \pm */
struct comparison compare_sequences(struct comparer *j, const struct expr *key,
                                    const struct expr *answer);

/* equation.c: equations and inequalities. */
struct comparison compare_equations(struct comparer *j, const struct expr *key,
                                    const struct expr *answer);
/* conditions.c: congruences. */
struct comparison compare_congruences(struct comparer *j,
                                      const struct expr *key,
                                      const struct expr *answer);

/* matrix.c: matrices and vectors. */
bool has_matrix(const struct expr *x);
/* i + 2j + 3k as the tuple (1, 2, 3), for n = 2 or 3; x itself when it is no
 * such sum. */
const struct expr *vector_components(struct comparer *j, const struct expr *x,
                                     unsigned n);
struct comparison compare_matrices(struct comparer *j, const struct expr *key,
                                   const struct expr *answer);

/* matrix.c: lines, planes and spans, by parameters or by equations. Returns false
 * if they are anything else. */
bool compare_flats(struct comparer *j, const struct expr *key,
                   const struct expr *answer, struct comparison *out);

/* conditions.c: sets of points and of complex numbers, condition by condition. */
bool same_conditions(struct comparer *j, const struct expr *key,
                     const struct expr *answer);

/* value.c: sums that are equal term by term. */
bool same_sums(struct comparer *j, const struct expr *key,
               const struct expr *answer);

/* value.c: equal up to "+ C". */
bool is_antiderivative(const struct comparer *j, const struct expr *key);
struct comparison compare_antiderivatives(struct comparer *j,
                                          const struct expr *key,
                                          const struct expr *answer);
/* Names that constants have: C, K, c_1; and the letters of a x + b y + c, where
 * c is a letter like the others. */
bool is_any_constant(const struct expr *x);
bool is_coefficient(const struct expr *x);

/* conditions.c: equal when the answer's arbitrary constants are renamed to the
 * key's, or by sums of the same parts: the constants of a general solution. */
bool same_up_to_names(struct comparer *j, const struct expr *key,
                      const struct expr *answer);
/* The same for constants of these names, n of them on either side, which run
 * over all numbers. */
bool same_with_constants(struct comparer *j, const struct expr *key,
                         const char *const *k, const struct expr *answer,
                         const char *const *a, size_t n);
/* Finds the one arbitrary constant of each side. Returns false if one of them
 * has none or several, or the key's is not surely one. */
bool solution_constants(struct comparer *j, const struct expr *key,
                        const struct expr *answer, const char **k,
                        const char **a);
/* Returns x with the i-th multiple of `to`, of SOLUTION_SCALES, in the place of
 * `from`. */
#define SOLUTION_SCALES 10
const struct expr *solution_scaled(struct arena *a, const struct expr *x,
                                   const char *from, const char *to,
                                   unsigned i);
/* family.c: infinite families (+ k pi). */
bool is_family(const struct expr *x);
struct comparison compare_families(struct comparer *j, const struct expr *key,
                                   const struct expr *answer);

/* value.c: A \cup B and its like. Returns false if they are anything
 * else. */
bool compare_set_names(struct comparer *j, const struct expr *key,
                       const struct expr *answer, struct comparison *out);
/* N(5, 4) and N(\mu = 5, \sigma^2 = 4): laws of probability, with the names of
 * their parameters or without. Returns false if they are anything else. */
bool compare_laws(struct comparer *j, const struct expr *key,
                  const struct expr *answer, struct comparison *out);
bool is_order(const struct expr *x); /* O(n^2) */
struct comparison compare_orders(struct comparer *j, const struct expr *key,
                                 const struct expr *answer);

/* text.c: words, ratios and clock times. */
struct comparison compare_texts(struct comparer *j, const struct expr *key,
                                const struct expr *answer);
/* Are two texts the same but for blanks, fonts and the capitals of words? Asked
 * where the key cannot be read as mathematics. */
bool compare_same_text(struct arena *a, const char *key, const char *answer);
struct comparison compare_ratios(struct comparer *j, const struct expr *key,
                                 const struct expr *answer);

/* ---- breaks.c ---- */

/*
 * Formulas that change their form somewhere: |x - 1000|, floors, maxima, cases.
 * Two that agree at points spread over the line may differ beyond a break, or
 * at it. The breaks are computed from the formulas themselves, and the two are
 * compared at each break, and a little and a lot to either side.
 */

/* NO when they differ there (*witness); YES when they do not, or have no
 * breaks; UNKNOWN when a break could not be computed. */
enum truth breaks_agree(struct comparer *j, const struct expr *key,
                        const struct expr *answer, const char **witness);

#endif
