/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_WRITE_WRITE_DRAFT_H
#define SERVE_DESK_WRITE_WRITE_DRAFT_H

#include "base/arena.h"
#include "base/json.h"
#include "base/vec.h"
#include "problem/problem.h"
#include "serve/http/http.h"
#include "store/entries.h"
#include "verify/claim.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A draft: what an author typed, field by field, before it is a problem. All
 * fields are text and none is ever lost: a form that cannot be saved is shown
 * again with the same text and with what is wrong, by field, line and column.
 */

enum draft_field {
    DRAFT_TOPIC,
    DRAFT_STATEMENT,
    DRAFT_ANSWER, /* one value, or "name: value; name: value" */
    DRAFT_KIND,   /* of the answer; "": as it looks */
    DRAFT_SYMBOLS,
    DRAFT_LIMIT_SYMBOL,
    DRAFT_LIMIT_TO,
    DRAFT_LIMIT_ORDER,
    DRAFT_LIMIT, /* the same and more as JSON (problem/limit.h) */
    DRAFT_SOLUTION,
    DRAFT_CONCEPTS, /* one name on each line */
    DRAFT_CHECK,    /* "none", "family", "claim", "second" */
    DRAFT_CLAIM,    /* YAML */
    DRAFT_NOTE,     /* what was changed */
    DRAFT_FIELDS
};

/* What the form, messages and ceilings need of a field. */
struct draft_card {
    const char *name;  /* in forms and JSON */
    const char *label; /* for people */
    size_t most;       /* bytes */
};

extern const struct draft_card draft_cards[DRAFT_FIELDS];

struct entry_draft {
    const char *text[DRAFT_FIELDS]; /* never NULL */
};

/* Something wrong with a field. */
struct draft_fault {
    enum draft_field field;
    size_t line, column; /* in characters, from 1; 0: the whole field */
    const char *what;
};

/* Reads the fields of a form. Line ends become "\n"; white space around a field
 * goes. Absent fields are empty. */
void draft_from_form(struct arena *a, const struct http_fields *form,
                     struct entry_draft *out);

/* Fills the draft that would make this problem again. */
void draft_from_problem(struct arena *a, const struct problem *p,
                        struct entry_draft *out);

/* The same with what a version has beside its problem. */
void draft_from_version(struct arena *a, const struct problem *p,
                        const struct entry_version *v, const char *topic,
                        struct entry_draft *out);

/* Returns whether nothing was written yet but perhaps a topic. */
bool draft_is_blank(const struct entry_draft *d);

/* Appends what is wrong (struct draft_fault); a draft with nothing wrong can be
 * saved. Returns whether no field is longer than it may be: if one is, the rest
 * is not looked at. A key that the judge cannot read is no fault: that is for the
 * preview to tell. */
bool draft_check(struct arena *a, const struct entry_draft *d,
                 struct vec *faults);

/* Returns whether a symbol is among those declared. */
bool draft_declares(struct arena *a, const struct entry_draft *d,
                    const char *name);

/* Returns what is wrong with an answer that keeps a term O(...), which the judge
 * would read as a factor, or NULL if it has none. */
const char *draft_order_term(struct arena *a, const struct entry_draft *d);

/* The limit that the answer is meant in. */
struct draft_limit {
    const struct json *json;  /* NULL: there is none, or something is wrong */
    const char *stranger;     /* its symbol, if it stands neither in the answer
                                nor among the declared symbols; else NULL */
    struct draft_fault fault; /* of one with nothing wrong, `what` is NULL */
};

void draft_limit(struct arena *a, const struct entry_draft *d,
                 struct draft_limit *out);

/* Makes the problem of a draft, without id and meta. What is wrong with a field
 * leaves that part of the problem empty. */
void draft_problem(struct arena *a, const struct entry_draft *d,
                   struct problem *out);

/* Reads the claims by which a key can be checked, as its author writes them: one or
 * a list of a few, YAML as `assay verify` reads it. Fails if one cannot be read,
 * naming its line and column. */
MUST_USE bool draft_claims(struct arena *a, const char *yaml,
                           struct claim **out, size_t *n, struct err *e);

/* Returns "answer, line 1, column 7: ..." for people. */
const char *draft_fault_text(struct arena *a, const struct draft_fault *f);

#endif
