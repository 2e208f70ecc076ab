/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_READ_READ_H
#define MATH_READ_READ_H

#include "base/arena.h"
#include "base/err.h"
#include "math/tree/expr.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Text into trees: LaTeX, Unicode and plain ASCII mathematics, mixed as models
 * mix them. The whole text must read as one expression, structure or statement;
 * nothing is skipped silently, and nothing is taken out of a formula that
 * failed. Conventions are listed, with a case each, in tests/cases/read/.
 *
 * The text is hostile: any bytes, any length. Reading fails only with
 * ERR_SYNTAX (e->column counts characters from 1; the message names the token)
 * or ERR_LIMIT (the message begins with the ceiling's name: bytes, depth,
 * nodes, digits).
 */

/* What a reader takes beside formulas. */
enum read_labels {
    READ_FORMULAS,
    READ_LABELS, /* opaque left sides, P(A | B) = 1/3, and "where c = 2" */
    READ_WORDS   /* "slope: 3", "the mean is 5", "k is an integer" as well */
};

struct read_options {
    /* Names known to be symbols, canonical as in EXPR_SYMBOL ("x", "epsilon",
     * "x_{1}", "ms"). A run of letters that is one of them is that symbol and
     * a run that can be cut into single-letter ones is their product; a known
     * symbol before "(" multiplies and is never a unit or a function. */
    const char *const *symbols;
    size_t symbols_n;
    bool commas_separate; /* 1,234 is two numbers, not one thousand ... */
    bool decimal_comma;   /* 3,14 is 3.14 */
    enum read_labels labels;
};

/* Read text[0..n) into a tree in the arena. opt may be NULL. */
bool read_expr(struct arena *a, const char *text, size_t n,
               const struct read_options *opt, const struct expr **out,
               struct err *e) MUST_USE;

/* Returns the canonical name of a symbol, or NULL if text is no symbol:
 * \varepsilon, ε and epsilon are "epsilon"; x_1 is "x_{1}". */
const char *read_one_symbol(struct arena *a, const char *text);

#endif
