/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_REVIEWS_H
#define STORE_REVIEWS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The review queue: doubtful keys and verdicts that a person decides. A row is
 * identified by the hash of its question, so that the same doubt is in the
 * queue once, and a decision stays. The question of a key is the statement;
 * that of a verdict is the statement with an answer, or with a reply. A store
 * from before the queue, opened with STORE_READ, has an empty one. That a row
 * came up, and each decision, is in a hash chain (reviews_int.h).
 */

#define REVIEW_JUDGE "review" /* of results whose verdict was decided */

enum review_state {
    REVIEW_OPEN,
    REVIEW_ACCEPTED, /* a key: its own, or the one that was given; an answer:
                        it is correct */
    REVIEW_REJECTED, /* an answer: it is wrong */
};

const char *review_state_name(enum review_state s); /* "open" ... */
bool review_state_find(const char *name, enum review_state *out);

struct review {
    int64_t id;
    struct hash128 hash;  /* review_hash(), or one of the two after it */
    const char *kind;     /* "key" or "verdict" */
    const char *hunt;     /* the hunt that found it: a hash, or NULL */
    const char *problem;  /* JSON line without newline */
    const char *why;      /* the doubt, one sentence */
    const char *evidence; /* JSON object: answers, computed, writer ...; of a
                             verdict: run, models, attempts, answer ... */
    enum review_state state;
    const char *key;  /* of an accepted one: LaTeX, NULL: the problem's own */
    const char *note; /* by the person who decided, or NULL */
    int64_t made_ms, decided_ms; /* 0: not yet */
};

/* Returns the hash of kind and of the problem's statement. */
struct hash128 review_hash(const char *kind, const char *statement);

/* Returns the hash of a verdict on an answer to the statement, or on a whole
 * reply to it. */
struct hash128 review_hash_answer(const char *statement, const char *answer);
struct hash128 review_hash_reply(const char *statement, const char *reply);

/* Put a row into the queue unless it is there. *found is set to whether it was,
 * and *out to the row in the store. Of id, state, key, note and times of `r`
 * only made_ms is used. */
MUST_USE bool review_put(struct store *s, struct arena *a,
                         const struct review *r, struct review *out,
                         bool *found, struct err *e);

/* Find the row of that hash. */
MUST_USE bool review_find(struct store *s, struct arena *a, struct hash128 hash,
                          struct review *out, bool *found, struct err *e);
MUST_USE bool review_by_id(struct store *s, struct arena *a, int64_t id,
                           struct review *out, bool *found, struct err *e);

/* List all rows of a state, oldest first; `all`: of any state. */
MUST_USE bool review_list(struct store *s, struct arena *a,
                          enum review_state state, bool all,
                          struct review **out, size_t *n, struct err *e);

/* Decide, or decide again: accepted or rejected; key and note may be NULL. A
 * rejected row has no key. */
MUST_USE bool review_decide(struct store *s, int64_t id,
                            enum review_state state, const char *key,
                            const char *note, int64_t now_ms, struct err *e);

#endif
