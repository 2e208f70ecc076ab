/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_FIGURES_H
#define TESTS_LIB_FIGURES_H

/* Finding things in a document, and looking at its screen. */
#include "report/document.h"
#include "report/figure.h"

/* Returns the figure of that name in the document, or NULL if there is none. */
const struct figure *figure_named(const struct document *d, const char *name);

/* Returns the first dot of that row and series, or NULL if there is none. */
const struct dot *figure_dot_at(const struct figure *f, const char *row,
                                size_t series);

/* Returns the first block of that kind that is shown so, or NULL. */
const struct block *block_shown(const struct document *d, enum block_kind kind,
                                enum shown shown);

/* Fails unless the document's screen has at most so many lines, and each line
 * at most so many columns. */
void check_screen(struct document *d, size_t lines, size_t columns);

#endif
