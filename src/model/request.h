/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_REQUEST_H
#define MODEL_REQUEST_H

#include "base/arena.h"
#include "base/json.h"

#include <stddef.h>
#include <stdint.h>

/*
 * A request to a model: messages, and how to decode. Models know nothing of
 * problems; the two that need to know which problem is asked (replay, planted)
 * look at the request's private note, which never leaves the process and is
 * part of no body that is sent.
 */

struct message {
    const char *role; /* "system", "user", "assistant" */
    const char *content;
};

/*
 * The options of decoding that the user set. Numbers are JSON numbers as they
 * were written ("0.60" stays so); an option that is NULL is in no body.
 */
struct decoding {
    const char *temperature, *top_p, *top_k, *min_p, *repetition_penalty;
    const char *max_tokens;
    const char *seed; /* of the first attempt; the k-th gets seed + k - 1 */
    const char *reasoning_effort; /* "low", "medium", "high" ... */
    const char *const *stop;
    size_t n_stop;
    const struct json *extra; /* object merged into the body, or NULL */
};

/* A measure of a problem that is no concept: {"words", 84}, or a word:
 * {"answer", NaN, "fraction"}. */
struct factor {
    const char *name;
    double value;
    const char *word; /* NULL: a number */
};

/* Which problem this is, for models that run in the process. */
struct note {
    const char *problem;         /* its id */
    const char *own_id;          /* its id in its own set; or NULL */
    const char *statement;       /* its text, without any template */
    const char *const *concepts; /* full names, of every taxonomy */
    size_t n_concepts;
    const struct factor *factors;
    size_t n_factors;
    const char *right;   /* a reply that gives the key; NULL: there is none */
    const char *content; /* a hash of all else that `right` and `wrong` depend
                            on: keys, their kinds, choices; or NULL */
    /* Returns a reply with a plausible wrong answer that is proved to be wrong;
     * `pick` chooses among several. Returns NULL if none could be proved. */
    const char *(*wrong)(struct arena *a, const struct note *note,
                         uint64_t pick);
    const void *own; /* for `wrong` */
};

struct request {
    const struct message *messages; /* a system message comes first */
    size_t n_messages;
    const struct decoding *decoding;
    uint64_t attempt; /* from 1 */
    const struct note *note;
};

#endif
