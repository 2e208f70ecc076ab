/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_REVIEW_H
#define SERVE_DESK_REVIEW_H

#include "base/str.h"
#include "serve/desk/entry.h"
#include "serve/desk/history.h"
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

/* An answer that was given before the key was seen. */
struct blind {
    const struct audit_event_kind *audit_event; /* NULL: there is none */
    const char *answer, *verdict, *why;
    bool agrees; /* the judge found that it equals the key */
};

/* Returns the first answer of a person to the newest version: later ones are
 * not blind. */
struct blind blind_of(struct visit *v, const struct entry_view *x,
                      int64_t person);

/* Returns "agrees", "does not agree" or "cannot be decided": the answer with the
 * key. */
const char *blind_finding(const struct blind *b);

/* Blind answers to the newest version, those that agree with its key, and
 * comments to all versions. */
struct blind_count {
    size_t all, agree, comments;
};

struct blind_count blind_count(struct arena *a, const struct entry_view *x);

/* Sets (*out)[i] to whether the visitor may not see the key of entry i of a list,
 * and may be the one who is to solve it blind. */
MUST_USE bool keys_hidden(struct visit *v, const struct entry *list, size_t n,
                          bool **out, struct err *e);

/* Reads what an audit event of AUDIT_EVENT_SOLVED says. */
struct blind blind_read(struct arena *a, const struct audit_event_kind *d);

/* Puts how each model did with a version, counted as ask_results.h does, for the
 * part "record": "Attempts at this version: weak solved 1 of 4 [...]; ...". */
MUST_USE bool record_put(struct visit *v, struct json *row, int64_t entry,
                         int64_t version, struct err *e);

/* Returns what the part "check" shows of an audit event of AUDIT_EVENT_CHECKED. */
struct json *check_row(struct arena *a, const struct audit_event_kind *d);

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
