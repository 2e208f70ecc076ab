/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_AUDIT_H
#define SERVE_DESK_AUDIT_H

#include "base/json.h"
#include "serve/desk/entry.h"
#include "serve/route.h"
#include "store/entries.h"
#include "store/people.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the audit events of entries say. */

/*
 * Who did what: with names on the pages of the class, and without them in what
 * leaves it. In files a person is "author 3": a role, and the place in which
 * they first did something.
 */

struct crowd {
    struct person *people;
    size_t n;
    struct audit_event_kind
        *audit_events; /* of all entries, oldest first; only with
                                 crowd_read_deeds() */
    size_t n_audit_events;
    int64_t *order; /* people, by their first audit event; likewise */
    size_t n_order;
};

/* Reads all people; the second reads all audit events too. */
MUST_USE bool crowd_read(struct visit *v, struct crowd *out, struct err *e);
MUST_USE bool crowd_read_audit_events(struct visit *v, struct crowd *out,
                                      struct err *e);

/* Returns the name of a person, for pages. */
const char *crowd_name(const struct crowd *c, int64_t person);

/* Returns a word with the person's number behind it, for files: "author 3";
 * "the program" for 0. `word` NULL: the person's role. */
const char *crowd_alias(struct arena *a, const struct crowd *c, int64_t person,
                        const char *word);

/* Returns what the part "audit_event" shows: who, what, when, and its text and data
 * if `key` (the visitor may see the key) or it is the visitor's own comment. An
 * own answer to an earlier version, found correct, would tell the key. *shown is
 * false if something is left out. */
struct json *event_row(struct visit *v, const struct crowd *c,
                       const struct audit_event_kind *d, bool key, bool *shown);

/* ---- blind answers and checks ---- */

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

/* Returns what the part "check" shows of an audit event of AUDIT_EVENT_CHECKED. */
struct json *check_row(struct arena *a, const struct audit_event_kind *d);

#endif
