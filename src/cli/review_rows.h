/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_REVIEW_ROWS_H
#define CLI_REVIEW_ROWS_H

#include "base/arena.h"
#include "base/str.h"
#include "store/reviews.h"

#include <stdbool.h>

/*
 * Reviews for people and as JSON lines. Problem and evidence are texts from the
 * store, which anybody may have written; a text that cannot be read is shown as
 * it is.
 */

/* "12  key  WHY: "first words ..."", of a verdict "12  verdict  RUN  PROBLEM
 * WHY: ...", with the state if `state`. */
void review_add_line(struct arena *a, struct str *out, const struct review *r,
                     bool state);

/* Appends the whole review as a block of lines. */
void review_add_whole(struct arena *a, struct str *out, const struct review *r);

void review_add_json(struct arena *a, struct str *out, const struct review *r);

#endif
