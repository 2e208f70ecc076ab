/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_PEOPLE_LINKS_H
#define SERVE_PEOPLE_LINKS_H

#include "base/arena.h"
#include "base/err.h"
#include "store/people.h"

#include <stdint.h>

/*
 * Links that let people in. The path of a link holds its secret and is known
 * only to the one who made it, at that moment: the store has its hash.
 */

/* Adds an invitation, and sets its id; *path is "/join/SECRET". */
MUST_USE bool links_make(struct arena *a, struct store *s,
                         struct invitation *in, const char **path,
                         struct err *e);

/* Makes a sign-in link of a person, for one use within `ms`. */
MUST_USE bool links_of_person(struct arena *a, struct store *s,
                              const struct person *p, int64_t by,
                              int64_t now_ms, int64_t ms, const char **path,
                              struct err *e);

/* Makes the link that is told when the server starts: for the first owner, or
 * for whoever becomes it. Those of earlier starts end. */
MUST_USE bool links_of_owner(struct arena *a, struct store *s, int64_t now_ms,
                             int64_t ms, const char **path, struct err *e);

#endif
