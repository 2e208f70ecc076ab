/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TAG_TAG_TEXT_H
#define HUNT_TAG_TAG_TEXT_H

#include "base/arena.h"
#include "base/str.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>

/* Pieces of what a model writes: lines, bullets, names. Nothing is trusted. */

/* A reply without what the model thought aloud: nothing of thinking that never
 * ends. */
struct span tag_answer(const char *reply);

bool tag_blank(struct span s); /* white space alone, or nothing */

/* Take a bullet ("-", "*", a sign of Unicode) or a number ("2.", "(2)") off
 * the head; false when there is none. */
bool tag_bullet(struct span *s);

/* Take white space, quotes, emphasis and brackets off both ends, and marks of
 * a sentence's end. Round brackets belong to names. */
struct span tag_strip(struct span s);

/* In one line: control characters, line ends of every kind and runs of white
 * space become a blank; bytes that are no UTF-8 become U+FFFD; cut behind
 * `most` bytes, with " ..." (0: never). */
void tag_add_flat(struct str *out, struct span s, size_t most);

#endif
