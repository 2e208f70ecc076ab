/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_HISTORY_H
#define SERVE_DESK_HISTORY_H

#include "base/json.h"
#include "serve/route.h"
#include "store/entries.h"
#include "store/people.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
