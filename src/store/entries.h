/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_ENTRIES_H
#define STORE_ENTRIES_H

#include "base/arena.h"
#include "base/err.h"
#include "store/chain.h"
#include "store/query.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Entries of a workbench: problems that people write. An entry has versions,
 * which are never changed; each is a problem record and how its key can be
 * checked. What people and the program did with an entry is its history, audit events
 * that are only ever appended, each with the SHA-256 of the audit event before it (of
 * the whole workbench) and its own fields: a chain that `assay store verify`
 * checks.
 */

enum entry_state {
    ENTRY_DRAFT,     /* its author writes it */
    ENTRY_SUBMITTED, /* it waits for a reviewer */
    ENTRY_RETURNED,  /* a reviewer sent it back */
    ENTRY_ACCEPTED,  /* it is in the class's set */
    ENTRY_WITHDRAWN, /* its author took it out */
    ENTRY_STATES
};

const char *entry_state_name(enum entry_state s);
bool entry_state_find(const char *name, enum entry_state *out);

struct entry {
    int64_t id;
    int64_t author;    /* person */
    const char *topic; /* as the author names it; "" */
    enum entry_state state;
    int64_t version;  /* the newest, from 1 */
    int64_t accepted; /* the version that was accepted last; 0: none */
    int64_t made_ms, changed_ms;
};

struct entry_version {
    int64_t entry, number; /* from 1 */
    int64_t by;            /* person */
    int64_t made_ms;
    const char *problem; /* the record, a JSON line without newline; its id is
                            "class/ENTRY.NUMBER" */
    const char *check;   /* how the key can be checked: "family", "claim",
                            "second", "acceptance" (the entry is a family of
                            its own), or "none" */
    const char *claim;   /* of "claim": YAML as `assay verify` reads it; of
                            "acceptance": the family file; else "" */
    const char *origin;  /* JSON object: what it was made from and what of it
                            was edited; "{}": written by hand */
    const char *note;    /* what was changed, by its author; "" */
};

/* What happened. The words stand in entries.c. */
enum audit_event {
    AUDIT_EVENT_MADE,    /* a version: text has its note */
    AUDIT_EVENT_CHECKED, /* data: {"how", "finding", "why", "table"} */
    AUDIT_EVENT_ASKED,   /* a challenge: data has its id */
    AUDIT_EVENT_SUBMITTED,
    AUDIT_EVENT_SOLVED, /* blind: data {"answer", "verdict", "why"}; text: the
                       solution */
    AUDIT_EVENT_COMMENTED,
    AUDIT_EVENT_ACCEPTED,
    AUDIT_EVENT_RETURNED,
    AUDIT_EVENT_WITHDRAWN,
    AUDIT_EVENT_REOPENED,
    AUDIT_EVENTS
};

const char *audit_event_name(enum audit_event d); /* "made" ... */

struct audit_event_kind {
    int64_t id;
    int64_t entry, version;
    int64_t person; /* 0: the program */
    enum audit_event audit_event;
    const char *text; /* "" */
    const char *data; /* JSON object; "{}" */
    int64_t at_ms;
};

/* Makes an entry with its first version, which is by the author, and the audit event;
 * ids, numbers and times of the entry are set. */
MUST_USE bool entries_add(struct store *s, struct arena *a, struct entry *in,
                          struct entry_version *v, struct err *e);

/* Adds a version, if `after` is still the newest (else fails with ERR_DOMAIN:
 * somebody else saved meanwhile); the entry is a draft then, whatever it was.
 * Both give the record its id; v->problem is the new text then, in the arena. */
MUST_USE bool entries_revise(struct store *s, struct arena *a, int64_t after,
                             struct entry_version *v, struct err *e);

MUST_USE bool entries_find(struct store *s, struct arena *a, int64_t id,
                           struct entry *out, bool *found, struct err *e);

MUST_USE bool entries_list(struct store *s, struct arena *a, struct entry **out,
                           size_t *n, struct err *e); /* newest change first */

MUST_USE bool entries_version(struct store *s, struct arena *a, int64_t entry,
                              int64_t number, struct entry_version *out,
                              bool *found, struct err *e);

MUST_USE bool entries_versions(struct store *s, struct arena *a, int64_t entry,
                               struct entry_version **out, size_t *n,
                               struct err *e); /* oldest first */

MUST_USE bool entries_set_topic(struct store *s, int64_t id, const char *topic,
                                struct err *e);

/* Appends an audit event other than AUDIT_EVENT_MADE, and sets the entry's state where the audit event
 * means one: submitted, accepted, returned, withdrawn, reopened (a draft). Fails
 * with ERR_DOMAIN unless the entry's state is `from` and its version that of the
 * audit event, and if the person has solved that version before; what the program
 * checked holds of its version whatever the entry is by now. A comment that the
 * person said last, less than a minute ago, is not stored again. d->id is set. */
MUST_USE bool audit_events_add(struct store *s, struct audit_event_kind *d,
                               enum entry_state from, struct err *e);

/* Lists audit events of an entry (0: of all), oldest first. */
MUST_USE bool audit_events_list(struct store *s, struct arena *a, int64_t entry,
                                struct audit_event_kind **out, size_t *n,
                                struct err *e);

/* Computes the chain again. *bad is the first audit event that does not follow, 0 if
 * all do; `head` is that of the last. */
MUST_USE bool audit_events_verify(struct store *s, int64_t *bad,
                                  unsigned char head[CHAIN_BYTES],
                                  struct err *e);

/* Shared by the files behind entries.h and by verify.c. */

/* Computes the SHA-256 of all that a version says. */
void entries_sha(struct chain *c, const struct entry_version *v,
                 unsigned char out[CHAIN_BYTES]);

#endif
