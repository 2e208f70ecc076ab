/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_REVIEW_KEY_SEEN_H
#define RUN_REVIEW_KEY_SEEN_H

#include "base/arena.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Does a reply contain the key of its problem, though the judge took something
 * else for the answer, or nothing? It is sought as text, as LaTeX and as a plain
 * fraction or decimal, in the part of the reply that counts (behind what was
 * thought aloud): blanks, $, \left, thousands' commas and kinds of \frac do not
 * matter, and it may not be a part of another number or word. That is no
 * verdict, but a reason for a person to look. It takes time linear in the reply.
 *
 * Nothing is said of keys that stand in any text: those of fewer than three
 * characters, letters of a choice, words, and what the statement itself has.
 */

#define KEY_SEEN_BYTES 2000 /* the end of a reply, in which it is sought */

/* Returns whether every key of the problem stands in the end of the text,
 * outside of the bytes from..to (equal: no such stretch). */
bool key_is_seen(struct arena *a, const struct problem *p, const char *text,
                 size_t from, size_t to);

#endif
