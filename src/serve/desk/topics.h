/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_TOPICS_H
#define SERVE_DESK_TOPICS_H

#include "base/arena.h"
#include "store/entries.h"

#include <stddef.h>

/* Entries as lists name them. */

/* Returns a topic as people see it: one that is empty has no name. */
const char *board_topic(const struct entry *x);

/* Sorts names as people look for them, without case and accents and with "no
 * topic" last, and keeps each once. Returns how many are left. */
size_t board_names(struct arena *a, const char **list, size_t n);

/* Returns the first words of a statement, about `most` characters in which every
 * formula is whole if there is such a beginning. */
const char *board_title(struct arena *a, const char *statement, size_t most);

#endif
