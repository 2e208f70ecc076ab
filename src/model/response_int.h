/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_RESPONSE_INT_H
#define MODEL_RESPONSE_INT_H

#include "base/arena.h"
#include "model/fault.h"
#include "model/model.h"
#include "model/response.h"

#include <stdbool.h>
#include <stddef.h>

/* Inside of wire: how it words what happened. Only for src/model/response*.c. */

/* What follows from an answer that holds no reply. */
enum response_class {
    RESPONSE_CLASS_AGAIN,
    RESPONSE_CLASS_FINAL, /* this call is an error */
    RESPONSE_CLASS_FATAL, /* every call would be */
    RESPONSE_CLASS_REFUSED,
};

/* Words of a server fit to show: secrets taken out, one line, at most `most`
 * bytes. */
const char *response_words(struct arena *a, const struct model *m,
                           const char *text, size_t n, size_t most);

/* The whole message on an error. `status` is the one that counts. */
const char *response_why(struct arena *a, const struct model *m,
                         const struct response_head *head,
                         const struct fault *f, int status,
                         enum response_class class);

#endif
