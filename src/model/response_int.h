/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_RESPONSE_INT_H
#define MODEL_RESPONSE_INT_H

#include "base/arena.h"
#include "model/fault.h"
#include "model/model.h"
#include "model/response.h"

#include <stdbool.h>
#include <stddef.h>

/* The inside of response: the wording of failures. Only for
 * src/model/response*.c and stream.c. */

/* Returns what a server sent as JSON, read as other clients read it; NULL if it
 * is none. */
struct json *response_json(struct arena *a, const char *body, size_t n,
                           struct err *e);

/* The consequence of an answer without a reply. */
enum response_class {
    RESPONSE_CLASS_AGAIN,
    RESPONSE_CLASS_FINAL, /* this call is an error */
    RESPONSE_CLASS_FATAL, /* every call would be an error */
    RESPONSE_CLASS_REFUSED,
    RESPONSE_CLASS_OVERFLOW,
    RESPONSE_CLASS_MALFORMED, /* once more, then it is the model's own */
};

/* Returns words of a server that are fit to show: without secrets, on one line,
 * at most `most` bytes. */
const char *response_words(struct arena *a, const struct model *m,
                           const char *text, size_t n, size_t most);

/* Make *f a FAULT_FIELD if its words refuse a field of the request, and let
 * f->field be that field, of the request's own names; NULL: it is not known
 * which. `status` is the one that counts. */
void response_find_field(struct arena *a, const struct response_head *head,
                         int status, struct fault *f);

/* Returns the whole message on an error. `status` is the one that counts. */
const char *response_why(struct arena *a, const struct model *m,
                         const struct response_head *head,
                         const struct fault *f, int status,
                         enum response_class class);

#endif
