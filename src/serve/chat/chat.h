/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_CHAT_CHAT_H
#define SERVE_CHAT_CHAT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "model/model.h"
#include "model/request.h"
#include "serve/http/http.h"
#include "serve/state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The models of the process that others may ask in OpenAI's form: the student,
 * if its weights are found, and students among the server's models. Weights are
 * read when they are first asked for. As many answers are made at once as a
 * model makes best; a few more wait, and what comes then is refused (429), so
 * that pages and grades always find threads. Any thread may call all of this.
 */

#define CHAT_CHOICES_MOST 16 /* answers of one request */

enum chat_let { CHAT_IN, CHAT_FULL, CHAT_STOPPING };

struct chat *chat_new(struct serve *s);
void chat_free(struct chat *c); /* when no request is in */

/* Lets nobody in any more; those who wait for a turn are told 503. Comes before
 * server_stop(). */
void chat_stop(struct chat *c);

/* Returns the name of the i-th model, or NULL behind the last. */
const char *chat_name(const struct chat *c, size_t i);

/* Returns the model of that name, opened; it lasts as long as the room. Returns
 * NULL with ERR_SPENT if there is none, else why its weights cannot be read. */
const struct model *chat_find(struct chat *c, const char *name, struct err *e);

/* Returns whether n answers may be made; then chat_leave() must follow. */
enum chat_let chat_enter(struct chat *c, size_t n);
void chat_leave(struct chat *c, size_t n);

/* Makes an answer when its turn comes. Returns false if the client is gone by
 * then, or the server stops before it is made. */
MUST_USE bool chat_answer(struct arena *a, struct chat *c,
                          const struct model *m, const struct request *r,
                          const struct http_request *client, struct reply *out);

/* Counts a request by its status, with the tokens it took. */
void chat_count(struct chat *c, int status, int64_t prompt, int64_t completion);

/* Appends the figures as Prometheus reads them. */
void chat_write_metrics(struct chat *c, struct str *out);

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
