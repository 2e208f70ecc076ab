/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_SENTENCE_H
#define TEXT_SENTENCE_H

#include <stddef.h>

/*
 * The sentences of a text, as word problems need them: one ends at ".", "!" or
 * "?" (with quotes or brackets behind it) before white space or the end, and
 * at a blank line. "3.5", "$4.", "Mr. Hill", "e.g. this", "A. Smith" and "..."
 * before a small letter do not end one. Nothing of the text is lost: what lies
 * between two sentences is white space.
 */

/* Returns the next sentence from *at on, or NULL at the end of the text. *at
 * moves behind it, and *n is its length without white space at its ends. */
const char *sentence_next(const char *text, size_t *at, size_t *n);

/* Returns how many sentences there are. */
size_t sentence_count(const char *text);

#endif
