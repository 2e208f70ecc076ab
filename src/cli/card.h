/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_CARD_H
#define CLI_CARD_H

#include "base/str.h"
#include "cli/command.h"
#include "family/family.h"

/*
 * A family's card in three forms, and the search for a card by its name.
 */

void card_text(struct str *out, const struct family *f); /* for a terminal */
void card_json(struct str *out, const struct family *f); /* one JSON line */

/* Appends a Markdown page with one sample problem of each level. Fails if a
 * sample cannot be made. */
MUST_USE bool card_page(struct str *out, const struct family *f, struct err *e);

/* Returns the page's file name: "concept/crt" -> "concept-crt.md". */
char *card_page_name(struct arena *a, const struct family *f);

/* Finds the card of that name; that of a pair ("a+b") is made in the arena.
 * Returns -1, or the status to exit with after it reported that there is
 * none. */
int card_find(const struct command *c, struct arena *a, const char *name,
              const struct family **out);

#endif
