/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_REPLY_PARTS_H
#define MODEL_REPLY_PARTS_H

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "model/reply.h"

#include <stdbool.h>
#include <stdint.h>

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
