/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_ENTRY_H
#define SERVE_DESK_ENTRY_H

#include "base/json.h"
#include "base/str.h"
#include "problem/problem.h"
#include "serve/route.h"
#include "store/entries.h"

#include <stdbool.h>

/* How the keys of an entry are checked that is a family (family/family_text.h):
 * its version has the text of a family file. */
#define ENTRY_FAMILY "acceptance"

/*
 * An entry as the pages of the workbench see it: found by the number in the
 * path, with its newest version as a problem, and what the visitor may do with
 * it. All rules of who may do what with whose entry stand in entry_may().
 *
 * The key is hidden from everybody but its author, from the owner too, until they
 * have solved that version blind (AUDIT_EVENT_SOLVED), or it was accepted.
 */

enum entry_deal {
    DEAL_EDIT,   /* a new version, submit, withdraw: its author */
    DEAL_KEY,    /* see key, solution, claim, replies and verdicts */
    DEAL_ASK,    /* challenge models: its author; who may see the key and is a
                    reviewer or the owner */
    DEAL_SOLVE,  /* solve it blind, once, while it is submitted: reviewers and
                    the owner, never its author */
    DEAL_DECIDE, /* accept or return: those who solved the newest version */
    DEAL_COMMENT /* everybody who is signed in */
};

struct entry_view {
    struct entry entry;
    struct entry_version version; /* the newest, or the one that is shown */
    struct problem problem;       /* of it */
    struct audit_event_kind *audit_events; /* oldest first */
    size_t n_audit_events;
    const char *author; /* display name */
};

/* Finds the entry whose number is v->args[0]. Fails with ERR_SPENT (404) if
 * there is none. */
MUST_USE bool entry_open(struct visit *v, struct entry_view *out,
                         struct err *e);

/* The same by its number. */
MUST_USE bool entry_open_id(struct visit *v, int64_t id, struct entry_view *out,
                            struct err *e);

/* Reads the problem of a version. */
MUST_USE bool version_problem(struct arena *a, const struct entry_version *v,
                              struct problem *out, struct err *e);

/* Returns whether it is a version of a family. */
bool version_is_family(const struct entry_version *v);

/* Returns a text in the data of an audit event, or "" if it has none of that name. */
const char *audit_event_member(struct arena *a,
                               const struct audit_event_kind *d,
                               const char *name);

/* Returns whether the visitor may; if not, *why (unless NULL) is a sentence. */
bool entry_may(const struct visit *v, const struct entry_view *x,
               enum entry_deal deal, const char **why);

/* As a failure: ERR_OUTSIDE (403) with that sentence. */
MUST_USE bool entry_must(const struct visit *v, const struct entry_view *x,
                         enum entry_deal deal, struct err *e);

/* Returns what an entry waits for: "a reviewer", "a decision by Eve or Bob", "its
 * author"; or NULL if for nothing. Of *x it reads the entry and the audit events. */
const char *entry_waits(struct visit *v, const struct entry_view *x);

/* Returns the address of the page of an entry: "/entries/7", "/families/7". */
const char *entry_place(struct arena *a, const struct entry_view *x);

/* Makes the row of a page of the entry. Its member "entry" has what the parts
 * entry_head (number and topic, state, author, version, whom it waits for, and
 * the tabs write, ask, review, history with `here` marked) and entry_problem
 * (statement and, if the visitor may see it, the key with its kind, symbols and
 * limit) show. */
struct json *entry_row(struct visit *v, const struct entry_view *x,
                       const char *here);

/* Adds what the part key_facts shows, of what the judge is told beside the keys:
 * declared symbols, and the limit that they are meant in. For those who may see
 * the key. */
void entry_put_key_facts(struct arena *a, struct json *row,
                         const struct problem *p);

/* Saves a version of an entry and its topic, or neither. */
MUST_USE bool entry_revise(struct visit *v, const struct entry *x,
                           const char *topic, struct entry_version *version,
                           struct err *e);

/* Tells all who look at the entry or at the board that something happened. */
void entry_tell(struct visit *v, int64_t entry, const char *what);

#endif
