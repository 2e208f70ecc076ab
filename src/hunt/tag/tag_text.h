/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TAG_TAG_TEXT_H
#define HUNT_TAG_TAG_TEXT_H

#include "base/arena.h"
#include "base/str.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>

/* Pieces of what a model writes: lines, bullets, names. Nothing is trusted. */

/* Returns a reply without the model's thinking; empty if the thinking never
 * ends. */
struct span tag_answer(const char *reply);

bool tag_blank(struct span s); /* white space alone, or nothing */

/* Removes a bullet ("-", "*", a sign of Unicode) or a number ("2.", "(2)") from
 * the start. Returns false if there is none. */
bool tag_bullet(struct span *s);

/* Returns the text without white space, quotes, emphasis and brackets at both
 * ends and without punctuation at its end. Round brackets belong to names and
 * stay. */
struct span tag_strip(struct span s);

/* Appends the text as one line: control characters, line ends of every kind and
 * runs of white space become a blank, and bytes that are no UTF-8 become
 * U+FFFD. It is cut after `most` bytes, with " ..." (0: never). */
void tag_add_flat(struct str *out, struct span s, size_t most);

#endif
