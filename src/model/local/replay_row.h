/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_LOCAL_REPLAY_ROW_H
#define MODEL_LOCAL_REPLAY_ROW_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "model/reply.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One row of a file of recorded replies, in the spelling of the tool that wrote
 * it. Private to replay.c. */

#define REPLAY_COUNTERS 11 /* fields that can number an attempt */

/* Their names, NULL-ended. */
extern const char *const replay_counters[];

struct replay_row {
    const char *id;   /* NULL: none */
    const char *text; /* of the problem; NULL: none */
    bool raw;         /* the text is a prompt, which may contain more */
    int counter;      /* which field numbers the attempt; -1: none */
    int64_t number;
    struct reply *replies; /* one, or several attempts in order */
    size_t n;
};

/* Read a row; replies are in `keep`, the rest is borrowed from the row. */
MUST_USE bool replay_row_read(struct arena *keep, const struct json *row,
                              struct replay_row *out, struct err *e);

#endif
