/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_SOURCE_PROPOSE_H
#define EVOLVE_SOURCE_PROPOSE_H

#include "evolve/source/import.h"
#include "run/question/question.h"

/*
 * Formulas by a language model for rows without a computation that can be
 * used: taken only if the gold comes out and every number is one of the text
 * or a unit constant; else asked again once with the reason. The model does
 * not see the gold.
 */

/* Asks for every i with out[i].reason != IMPORT_FINE and replaces out[i] if a
 * formula is accepted; *accepted is how many were. Fails as question_ask()
 * does. */
MUST_USE bool propose_formulas(struct arena *a, struct questioner *c,
                               const struct problem *problems,
                               struct imported *out, size_t n, size_t *accepted,
                               struct err *e);

/*
 * One line of arithmetic for each of many rows, by a model: asked for once, and
 * once more with a complaint where the reply was not taken.
 */

struct formula_asker {
    void *ctx;
    /* The first question about a row, and the second, behind the reply. */
    const char *(*prompt)(struct arena *a, void *ctx, size_t row);
    const char *(*complaint)(struct arena *a, void *ctx, size_t row);
    /* Returns whether no further formula is wanted for the row. */
    bool (*take)(struct arena *a, void *ctx, size_t row, const char *formula);
};

/* Asks for rows[0..n), which is changed. Fails as question_ask() does. */
MUST_USE bool ask_formulas(struct arena *a, struct questioner *c,
                           const struct formula_asker *f, size_t *rows,
                           size_t n, struct err *e);

#endif
