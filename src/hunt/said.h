/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_SAID_H
#define HUNT_SAID_H

#include "hunt/outcomes.h"

/*
 * What another tool's row says of an example, by the usual names of its fields;
 * "" where it has none. "answer" is the key only if nothing else is.
 */
struct row_said {
    const char *key;
    const char *answer; /* what was read as the target's */
    const char *reply;  /* the whole of it */
};

struct row_said said_in(const struct json *row);

#endif
