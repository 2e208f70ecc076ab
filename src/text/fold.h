/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_FOLD_H
#define TEXT_FOLD_H

#include "base/str.h"
#include "text/character.h"

/*
 * Unicode to plain: characters of the chosen classes become the ASCII that
 * says the same, all others and bytes that are no UTF-8 stay. What a reader
 * writes in a way of its own (LaTeX for a relation, a colon for a dash) it
 * leaves out of the classes and takes from character_at().
 */

/* What a reader of prose can take as ASCII without losing anything. */
#define FOLD_PROSE \
 (CHAR_BLANKS | CHAR_HYPHEN | CHAR_MINUS | CHAR_QUOTES | CHAR_DIGIT | CHAR_WIDE)

/* Append the text with these classes folded. A fraction stands apart from
 * digits before it: two and a half becomes "2 1/2". */
void fold_text(struct str *out, struct span text, unsigned classes);

/* The same as a text of its own in the arena; the text itself if nothing in it
 * folds. */
struct span fold_span(struct arena *a, struct span text, unsigned classes);

/* Append the letters of text in lower case: ASCII alone. */
void fold_lower(struct str *out, struct span text);

#endif
