/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_REVIEW_H
#define SERVE_DESK_REVIEW_H

#include "base/str.h"
#include "serve/desk/audit.h"
#include "serve/desk/entry.h"
#include "serve/route.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reviewing: a reviewer answers an entry blind, sees its key then, and decides.
 * Nothing that could tell the key (key, solution, claim, notes, comments, what
 * others answered, what models did) is on a page for somebody who may not see
 * it by entry_may(DEAL_KEY).
 */

/* Puts how each model did with a version, counted as ask_results.h does, for the
 * part "record": "Attempts at this version: weak solved 1 of 4 [...]; ...". */
MUST_USE bool record_put(struct visit *v, struct json *row, int64_t entry,
                         int64_t version, struct err *e);

/* ---- handlers ---- */

bool review_page(struct visit *v, struct err *e);      /* /entries/:id/review */
bool review_list_page(struct visit *v, struct err *e); /* /reviews */
bool doubt_page(struct visit *v, struct err *e);       /* /doubts/:id */
bool doubt_decide(struct visit *v, struct err *e);
bool set_page(struct visit *v, struct err *e);   /* /set */
bool set_jsonl(struct visit *v, struct err *e);  /* /set.jsonl */
bool set_export(struct visit *v, struct err *e); /* /set/export/:format */
bool set_seal(struct visit *v, struct err *e);
bool history_page(struct visit *v, struct err *e);  /* /entries/:id/history */
bool history_jsonl(struct visit *v, struct err *e); /* /history.jsonl */

/* Shows the page of an entry's review again, with what was wrong with the
 * answer that was sent. */
bool review_page_again(struct visit *v, const struct entry_view *x,
                       const char *wrong, struct err *e);

/* Open doubts, oldest first. */
struct doubts_open {
    struct review *rows;
    size_t all;       /* rows */
    size_t n;         /* those that the visitor can decide, now or when they
                         have solved the entry */
    size_t own;       /* about entries of the visitor: others decide; the rest
                         is about entries that are still being written */
    int64_t since_ms; /* the oldest of these */
};

MUST_USE bool doubts_count(struct visit *v, struct doubts_open *out,
                           struct err *e);

/* Puts the open doubts that wait for a decision, and those decided last. */
MUST_USE bool doubts_put(struct visit *v, struct json *row, struct err *e);

#endif
