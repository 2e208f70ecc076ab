/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_JOURNAL_H
#define STORE_JOURNAL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "model/course.h"
#include "model/reply.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The journal: every call that was answered, under its key. A reply is
 * committed before it is used. A call is there once: committing it again, by
 * this process or another, changes nothing. Calls that ended in an error are
 * kept apart, as trouble: they are no replies, and are asked again.
 */

struct call {
    struct hash128 key; /* model_call_key() */
    const char *url, *model;
    uint64_t attempt;
    const char *body; /* the request */
    const char *raw;  /* the server's answer as it came, without secrets */
    struct reply reply;
    int status, http_version; /* 0: of a model of the process */
    unsigned tries;
    const char *history; /* JSON array of earlier tries; NULL or "[]": none. Of
                            a call that came by a batch: call_by_batch() */
    int64_t sent_ms, took_ms, total_ms;
    struct course course; /* of a reply that came as a stream; no part of what
                             journal_find() fills */
};

/* Returns the history of a call that came by a batch, of which the server had
 * that id. It is part of the call's sha, and what was paid follows from it. */
const char *call_by_batch(struct arena *a, const char *remote);
bool call_is_batched(const struct call *c);

/* Find the reply of that key; *found is set to whether there is one. Everything
 * but `body` and `raw` is filled, in the arena, and those too if `whole`. */
MUST_USE bool journal_find(struct store *s, struct arena *a, struct hash128 key,
                           bool whole, struct call *out, bool *found,
                           struct err *e);

/* Find the text of that reply alone; NULL: there is none. */
MUST_USE bool journal_text(struct store *s, struct arena *a, struct hash128 key,
                           const char **out, struct err *e);

/* Is there a reply of that key? Faster than journal_find(). */
MUST_USE bool journal_has(struct store *s, struct hash128 key, bool *found,
                          struct err *e);

/* The same of n keys, with few statements; has[i] is set for each. */
MUST_USE bool journal_has_many(struct store *s, const struct hash128 *keys,
                               size_t n, bool *has, struct err *e);

/* Commit replies (outcome_is_reply()) and record the others as
 * trouble, in one transaction. already[i], unless `already` is NULL, is set to
 * whether the journal had a reply of that key before, which then stays and
 * counts. */
MUST_USE bool journal_commit(struct store *s, const struct call *const *calls,
                             size_t n, bool *already, struct err *e);

/* Find how the reply of that key came; *found is set to whether it came as a
 * stream. */
MUST_USE bool journal_course(struct store *s, struct hash128 key,
                             struct course *out, bool *found, struct err *e);

/* How a reply of a run came that came as a stream. */
struct run_course {
    uint64_t model; /* its place in the run */
    struct course course;
    int64_t took_ms; /* the whole call */
    int64_t tokens;  /* of the reply; -1: not known */
};

/* Read those of all results of a run, in any order. */
MUST_USE bool runs_courses(struct store *s, struct arena *a, int64_t run,
                           struct run_course **out, size_t *n, struct err *e);

#endif
