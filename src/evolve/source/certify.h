/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_SOURCE_CERTIFY_H
#define EVOLVE_SOURCE_CERTIFY_H

#include "evolve/source/import.h"
#include "run/question/question.h"

/*
 * Certificates of rows: a second program for the row, found apart from the
 * first one, that gives the gold on the old numbers and the key on three fresh
 * draws. It is kept in the structure, so that `assay check` can do that again.
 */

/* Returns whether the row may be certified and is not yet: its numbers can
 * change, and its computation is the data's own. */
bool certify_wants(const struct imported *row);

/* Certifies the row by another annotation than the one it was imported by, if
 * there is one that says where each number comes from. Returns whether it
 * did. */
bool certify_annotation(struct arena *a, const struct problem *p,
                        struct imported *row);

/* Certifies the row by a formula over the places of its text: "(N_00 - N_01) *
 * 2". *read: whether it could be read. Returns whether it did. */
bool certify_formula(struct arena *a, struct imported *row, const char *formula,
                     const char *by, bool *read);

/* Asks a model for the formula of every row that wants one; it sees the text
 * with names for the numbers and no gold. What cannot be read is asked once
 * more. Counts the rows that were certified. Fails as question_ask() does. */
MUST_USE bool certify_ask(struct arena *a, struct questioner *c,
                          struct imported *rows, size_t n, size_t *certified,
                          struct err *e);

#endif
