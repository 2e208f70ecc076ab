/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_REPLY_H
#define MODEL_REPLY_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The result of a call. Every call ends in exactly one outcome; an error is
 * never an answer, and so never a wrong one.
 */

enum outcome {
    OUTCOME_OK,
    OUTCOME_TRUNCATED, /* cut by a limit on tokens, or caught in a loop */
    OUTCOME_REFUSED,   /* a filter or the model declined to answer */
    OUTCOME_ERROR,     /* no reply: retries exhausted, or this call alone is
                          impossible (too long for the model's context) */
    OUTCOME_FATAL,     /* no call can succeed: bad key, no such model, no
                          credit; the run stops with advice */
    OUTCOMES
};

const char *outcome_name(enum outcome o); /* "ok", "truncated" ... */
bool outcome_find(const char *name, enum outcome *o);

/* Counts of tokens; -1: the server gave none. */
struct usage {
    int64_t prompt, completion, reasoning, cached;
};

struct reply {
    enum outcome outcome;
    const char *text;      /* the text that is judged; "": there is none */
    const char *reasoning; /* reasoning in a field of its own; NULL: none */
    const char *finish;    /* the server's word: "stop", "length"; or NULL */
    const char *why;       /* of an outcome other than ok, for people: what
                              happened and what to do; else NULL */
    struct usage usage;
    const char *served;      /* the model that answered, by the server's name */
    const char *id;          /* the provider's id of the reply */
    const char *fingerprint; /* system_fingerprint, or NULL */
    const char *note; /* something odd that does not change the outcome: "the
                         prompt may have been cut: 4096 tokens in all" */
};

/* Returns a reply of that outcome and reason, everything else empty. `why` is
 * copied; usage is unknown. */
struct reply reply_none(struct arena *a, enum outcome o, const char *why);

/* Returns a copy whose strings are in the arena. */
struct reply reply_copy(struct arena *a, const struct reply *r);

#endif
