/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_OPENAI_H
#define MODEL_OPENAI_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "model/reply.h"
#include "model/request.h"

#include <stdbool.h>

/*
 * The form of OpenAI's chat completions, which every server except Anthropic's
 * uses: the request and the answer.
 */

/*
 * Make the members of the body that options set, in no order; the caller merges
 * --extra. token_field names the limit on tokens. Servers ignore fields they do
 * not know: llama.cpp's name for repetition_penalty is repeat_penalty, which
 * --extra may set.
 */
MUST_USE bool openai_body(struct arena *a, const char *model,
                          const char *token_field, const struct request *r,
                          struct json **body, struct err *e);

/* Returns the token counts of the member "usage" of a body. */
struct usage openai_usage(const struct json *body);

/* Returns the choice that counts, or NULL if there is none. */
const struct json *openai_choice(const struct json *body);

/*
 * Read the body of a 200 that has no error. Returns true if *out is the reply.
 * Returns false if there is none and another try is due; *out is an error with
 * the reason then. Strings of *out are those of the JSON or in the arena.
 */
bool openai_reply(struct arena *a, const struct json *body, struct reply *out);

#endif
