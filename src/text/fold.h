/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_FOLD_H
#define TEXT_FOLD_H

#include "base/str.h"
#include "text/character.h"

/*
 * Unicode to plain ASCII: characters of the chosen classes become the ASCII
 * that means the same; all others, and bytes that are not UTF-8, stay. If a
 * reader writes a class in its own way (LaTeX for a relation, a colon for a
 * dash), it leaves the class out and takes those characters from
 * character_at().
 */

/* Classes that a reader of prose can take as ASCII without losing anything. */
#define FOLD_PROSE \
 (CHAR_BLANKS | CHAR_HYPHEN | CHAR_MINUS | CHAR_QUOTES | CHAR_DIGIT | CHAR_WIDE)

/* Append the text with these classes folded. A blank is put between digits and
 * a fraction behind them: two and a half becomes "2 1/2". */
void fold_text(struct str *out, struct span text, unsigned classes);

/* Returns the folded text, in the arena; or the text itself if nothing in it
 * folds. */
struct span fold_span(struct arena *a, struct span text, unsigned classes);

/* Append the text with the capital letters of ASCII in lower case. */
void fold_lower(struct str *out, struct span text);

#endif
