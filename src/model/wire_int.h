/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_WIRE_INT_H
#define MODEL_WIRE_INT_H

#include "base/arena.h"
#include "model/fault.h"
#include "model/model.h"
#include "model/wire.h"

#include <stdbool.h>
#include <stddef.h>

/* Inside of wire: how it words what happened. Only for src/model/wire*.c. */

/* What follows from an answer that holds no reply. */
enum wire_class {
    WIRE_CLASS_AGAIN,
    WIRE_CLASS_FINAL, /* this call is an error */
    WIRE_CLASS_FATAL, /* every call would be */
    WIRE_CLASS_REFUSED,
};

/* Words of a server fit to show: secrets taken out, one line, at most `most`
 * bytes. */
const char *wire_words(struct arena *a, const struct model *m, const char *text,
                       size_t n, size_t most);

/* The whole message on an error. `status` is the one that counts. */
const char *wire_why(struct arena *a, const struct model *m,
                     const struct wire_head *head, const struct fault *f,
                     int status, enum wire_class class);

#endif
