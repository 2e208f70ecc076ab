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
 * The form of OpenAI's chat completions, as every server speaks it that is
 * not Anthropic: what it is asked, and what it answers.
 */

/*
 * The members of the body that options set, in no order; --extra is merged by
 * the caller. token_field names the limit on tokens. Servers ignore fields they
 * do not know: llama.cpp's name for repetition_penalty is repeat_penalty, which
 * is for --extra to set.
 */
MUST_USE bool openai_body(struct arena *a, const char *model,
                          const char *token_field, const struct request *r,
                          struct json **body, struct err *e);

/* The tokens that the member "usage" of a body counts. */
struct usage openai_usage(const struct json *body);

/* The choice that counts; NULL: there is none. */
const struct json *openai_choice(const struct json *body);

/*
 * Read the body of a 200 that holds no error. True: *out is the reply. False:
 * there is none in it and another try is due; *out is an error that says why.
 * Strings of *out are those of the JSON or in the arena.
 */
bool openai_reply(struct arena *a, const struct json *body, struct reply *out);

#endif
