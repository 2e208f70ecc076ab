/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_CARD_H
#define CLI_CARD_H

#include "base/str.h"
#include "cli/command.h"
#include "family/family.h"

/*
 * A family's card in three forms, all from the same fields; and what to say
 * when there is no such card.
 */

void card_text(struct str *out, const struct family *f); /* for a terminal */
void card_json(struct str *out, const struct family *f); /* one JSON line */

/* A Markdown page with one sample problem of each level. */
MUST_USE bool card_page(struct str *out, const struct family *f, struct err *e);

/* The page's file name: "concept/crt" -> "concept-crt.md". */
char *card_page_name(struct arena *a, const struct family *f);

/* The card of that name, a pair's ("a+b") in the arena. -1, or the status to
 * exit with after a report that there is none. */
int card_find(const struct command *c, struct arena *a, const char *name,
              const struct family **out);

#endif
