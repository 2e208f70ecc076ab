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
 * What the forms of replies (openai.h, anthropic.h) share: text in parts,
 * reasons to finish, counts of tokens. Nothing here trusts its input.
 */

/* The text of a reply while it is gathered from its parts. */
struct reply_parts {
    struct str text, reasoning, refusal; /* in an arena */
    bool tool;                           /* a part asks for a tool */
};

struct reply_parts reply_parts_in(struct arena *a);

/* Add a content: a string, an array of parts, null. Parts of type text are
 * text; thinking and reasoning are reasoning; refusal is refusal; the types
 * of tools are noted, all others passed over. */
void reply_parts_add_content(struct reply_parts *t, const struct json *content);

/* Add a string, or the strings of an array's parts, to one text. */
void reply_parts_add_text(struct str *out, const struct json *v);

/*
 * Set the outcome by the reason to finish, with why and what to do. False:
 * the server broke off, and another try is due; r is then an error. A reason
 * that is unknown, or absent, is an ok; one that names an error is none.
 */
bool reply_parts_finish(struct arena *a, const char *finish, struct reply *r);

/* Is there nothing in it, not even a reason to finish? A server that breaks
 * off leaves such shells. */
bool reply_parts_is_shell(const struct reply_parts *t, const struct reply *r);

/* Add a note to the reply's, with "; " between. */
void reply_parts_note(struct arena *a, struct reply *r, const char *note);

/* The notes that every form makes: no text at all, a tool called. */
void reply_parts_note_text(struct arena *a, const struct reply_parts *t,
                           struct reply *r);

/* A number of tokens, or -1: absent, negative, no whole number, absurd. */
int64_t usage_count(const struct json *usage, const char *name);

#endif
