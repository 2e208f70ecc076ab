/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_TREE_PRINT_INT_H
#define MATH_TREE_PRINT_INT_H

#include "base/str.h"
#include "math/tree/expr.h"

/*
 * The inside of the printer: print.c writes operators, print_structure.c
 * brackets and everything that binds a variable, print_call.c functions,
 * print_leaf.c numbers and names.
 *
 * Each node has a level: how tightly its parts are bound. A place asks for a
 * level, and a node below it is put into brackets there.
 */

enum print_level {
    LEVEL_LIST, /* a, b */
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_RELATION,
    LEVEL_SET,    /* unions; also ratios */
    LEVEL_SUM,    /* a + b */
    LEVEL_NEG,    /* -a */
    LEVEL_TERM,   /* a b; sums, integrals and limits with their bodies */
    LEVEL_FACTOR, /* a^b, \frac{a}{b}, f(a) */
    LEVEL_ATOM    /* takes an exponent without brackets */
};

struct print {
    struct arena *arena;
    struct str out;
    const struct expr *left; /* the left side of a relation: there, letters
                                before brackets are unknown functions */
};

/* Print x at a place that asks for `level`. */
void print_at(struct print *p, const struct expr *x, enum print_level level);

/* Print x in brackets, whatever its level. */
void print_bracketed(struct print *p, const struct expr *x);

/* Print the arguments from `first` on, with ", " between them. */
void print_commas(struct print *p, const struct expr *x, unsigned first);

void print_number(struct print *p, const struct expr_number *n);
void print_symbol(struct print *p, const char *name);
void print_unit(struct print *p, const char *name);
void print_text(struct print *p, const char *text);
/* Print a call. An exponent that is not NULL stands behind the name: \sin^{2}.
 */
void print_call(struct print *p, const struct expr *x,
                const struct expr *exponent);
void print_structure(struct print *p, const struct expr *x);

/* Returns the level of a printed number: a negative one has that of -a, a
 * fraction that of \frac. Only programs make those. */
enum print_level print_number_level(const struct expr_number *n);

/* Is this function written \sin\left(x\right), with room for an exponent
 * behind its name? */
bool print_named_call(const struct expr *x);

/* Is this the name of a symbol that is written as a word, \mathrm{ab}? */
bool print_is_word(const char *name);

#endif
