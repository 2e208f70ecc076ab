/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_REPLY_H
#define MODEL_REPLY_H

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The result of a call. Every call ends in exactly one outcome. Those before
 * OUTCOME_ERROR are replies: what the model did, kept and never asked again. An
 * error is never an answer, and so never a wrong one.
 */

enum outcome {
    OUTCOME_OK,
    OUTCOME_TRUNCATED, /* cut by a limit on tokens, or caught in a loop */
    OUTCOME_REFUSED,   /* a filter or the model declined to answer */
    OUTCOME_OVERFLOW,  /* the request is too long for the model's context: it
                          can never answer this one */
    OUTCOME_MALFORMED, /* the model wrote what its server cannot take apart,
                          twice (a tool call, a channel, a grammar) */
    OUTCOME_ERROR,     /* no reply: retries exhausted, or this call alone is
                          impossible */
    OUTCOME_FATAL,     /* no call can succeed: bad key, no such model, no
                          credit; the run stops with advice */
    OUTCOMES
};

const char *outcome_name(enum outcome o); /* "ok", "truncated" ... */
bool outcome_find(const char *name, enum outcome *o);

/* Returns whether it is what the model did, and not that no reply came. */
bool outcome_is_reply(enum outcome o);

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

/* ---- parts ---- */

/*
 * Shared by the forms of replies (openai.h, anthropic.h): text in parts,
 * reasons to finish, counts of tokens. Nothing here trusts its input.
 */

/* The text of a reply while it is gathered from its parts. */
struct reply_parts {
    struct str text, reasoning, refusal; /* in an arena */
    bool tool;                           /* a part asks for a tool */
};

struct reply_parts reply_parts_in(struct arena *a);

/* Add a content: a string, an array of parts, or null. Parts of type text are
 * text; thinking and reasoning are reasoning; refusal is refusal; the types of
 * tools set `tool`, and all others are ignored. */
void reply_parts_add_content(struct reply_parts *t, const struct json *content);

/* Add a string, or the strings of an array's parts, to one text. */
void reply_parts_add_text(struct str *out, const struct json *v);

/*
 * Set the outcome by the reason to finish, with `why` and what to do. Returns
 * false if the server broke off and another try is due; r is an error then. An
 * unknown or absent reason counts as ok; one that names an error does not.
 */
bool reply_parts_finish(struct arena *a, const char *finish, struct reply *r);

/* Is it empty, without even a reason to finish? A server that breaks off leaves
 * such shells. */
bool reply_parts_is_shell(const struct reply_parts *t, const struct reply *r);

/* Add a note to the reply's notes, with "; " between. */
void reply_parts_note(struct arena *a, struct reply *r, const char *note);

/* Add the notes that every form makes: no text at all, a tool called. */
void reply_parts_note_text(struct arena *a, const struct reply_parts *t,
                           struct reply *r);

/* Returns a number of tokens, or -1 if it is absent, negative, absurd or no
 * whole number. */
int64_t usage_count(const struct json *usage, const char *name);

#endif
