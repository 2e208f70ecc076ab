/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_REPLY_KIND_H
#define HUNT_REPLY_KIND_H

#include "hunt/reply/counts.h"
#include "stats/tally.h"

/* Marks of results as kinds of failure. */

/* Finds the kind of a mark. Returns false if it is of none. */
bool reply_kind_of(enum mark m, enum reply_kind *out);

/* Returns whether an attempt of that mark is a try: one that rates count. */
bool reply_is_try(enum mark m);

/* Counts an attempt of that mark, by its kind. */
void reply_counts_mark(struct reply_counts *c, enum mark m);

#endif
