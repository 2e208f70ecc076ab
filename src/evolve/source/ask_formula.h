/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_SOURCE_ASK_FORMULA_H
#define EVOLVE_SOURCE_ASK_FORMULA_H

#include "run/question/question.h"

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
