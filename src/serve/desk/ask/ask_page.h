/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_ASK_ASK_PAGE_H
#define SERVE_DESK_ASK_ASK_PAGE_H

#include "serve/desk/entry.h"
#include "serve/route.h"
#include "store/challenges.h"

#include <stdbool.h>

/*
 * The page on which an entry is put to models: the form with what it may cost
 * and what is left, what models did with the newest version, and below it the
 * challenges of all versions, newest first.
 */

/* GET /entries/:id/ask */
bool ask_show(struct visit *v, struct err *e);

/* GET /challenges/:id/results: a fragment, or with ?page=1 a page. */
bool ask_results(struct visit *v, struct err *e);

/* Returns the most attempts of one challenge and model. */
unsigned ask_attempts_most(const struct serve_options *o);

/* Finds the challenge whose number is v->args[0], and its entry. Fails with
 * ERR_SPENT (404) if there is none. */
MUST_USE bool ask_open(struct visit *v, struct challenge *c,
                       struct entry_view *x, struct err *e);

#endif
