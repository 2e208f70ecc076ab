/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_ANTHROPIC_H
#define MODEL_ANTHROPIC_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "model/reply.h"
#include "model/request.h"

#include <stdbool.h>

/*
 * The form of Anthropic's messages, which llama.cpp and Ollama serve too. Both
 * functions are like those of openai.h. The limit on tokens is required here;
 * seed, min_p and repetition_penalty do not exist and are refused, so that
 * nobody believes they had an effect.
 */

MUST_USE bool anthropic_body(struct arena *a, const char *model,
                             const struct request *r, struct json **body,
                             struct err *e);

bool anthropic_reply(struct arena *a, const struct json *body,
                     struct reply *out);

#endif
