/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_CHAT_CHAT_FORM_H
#define SERVE_CHAT_CHAT_FORM_H

#include "base/arena.h"
#include "base/err.h"
#include "model/request.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A request for a chat completion in OpenAI's form, read. Options are those of
 * `assay run`, in the same bounds. Fields that would change the answer and that
 * no model here can follow (tools, logprobs, penalties by frequency ...) are
 * refused unless they say "off"; all others that are not known are ignored.
 */

struct chat_ask {
    const char *model;
    struct message *messages; /* a developer's are a system's */
    size_t n_messages;
    struct decoding decoding; /* seed NULL: none was given */
    size_t n;                 /* choices */
    bool stream;
    bool stream_usage; /* a last chunk tells the tokens */
};

/* Reads a body. Fails with a message, and in *param the field that is wrong;
 * NULL: the body as a whole. */
MUST_USE bool chat_read(struct arena *a, const char *body, size_t n,
                        struct chat_ask *out, const char **param,
                        struct err *e);

#endif
