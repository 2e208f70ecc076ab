/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_CARD_H
#define CLI_CARD_H

#include "base/json.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/command.h"
#include "family/family.h"

/*
 * A family's card in three forms.
 */

void card_text(struct str *out, const struct family *f); /* for a terminal */
void card_json(struct str *out, const struct family *f); /* one JSON line */

/* Appends a Markdown page with one sample problem of each level. Fails if a
 * sample cannot be made. */
MUST_USE bool card_page(struct str *out, const struct family *f, struct err *e);

/* Appends a hard problem of a family with a depth. Fails if it cannot be
 * made. */
MUST_USE bool card_hard(struct str *out, const struct family *f, struct err *e);

/* Returns the page's file name: "concept/crt" -> "concept-crt.md". */
char *card_page_name(struct arena *a, const struct family *f);

/* ---- --set knob=value ---- */

/* Checks that it is a knob of the card with an allowed value. Returns -1, or
 * the status to exit with after a report. */
int knob_check(const struct command *c, const struct family *f,
               const char *name, const char *value);

/* Makes an object of "knob=value" texts; *out is NULL if there are none.
 * `check` is called for each. Returns -1, or the status to exit with. */
int knobs_read(const struct command *c, struct arena *a, const struct vec *set,
               int (*check)(void *ctx, const char *name, const char *value),
               void *ctx, const struct json **out);

#endif
