/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_PROSE_H
#define TEXT_PROSE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Statements and solutions as prose: text with mathematics in it.
 *
 * A text is cut into pieces: words, formulas ($...$, \(...\)), displayed
 * formulas ($$...$$, \[...\], \begin{align}...), tables (\begin{tabular})
 * and pieces of code ([asy]...[/asy], which some public sets use for
 * figures). Nothing is lost: whatever is no complete formula is words.
 *
 * A dollar may be money. It opens a formula only when another one closes it
 * before the paragraph ends, no digit follows the closing one, and what
 * stands between does not read like a sentence: "$3 or $4" and "$5 for the
 * hat, in US$" hold no formula, "$x$ or $ 2^n $" holds two.
 *
 * Pieces point into the text, which must outlive them.
 */

enum piece_kind {
    PIECE_WORDS,   /* dollars in it are money, or stand for themselves */
    PIECE_INLINE,  /* a formula, without its delimiters */
    PIECE_DISPLAY, /* a formula on lines of its own; \begin and \end of a bare
                     environment belong to it */
    PIECE_TABLE,   /* from \begin{tabular} to its \end, both included */
    PIECE_CODE,    /* without [asy] and [/asy] */
};

struct piece {
    enum piece_kind kind;
    const char *s NONSTRING;
    size_t n;
};

struct prose {
    const char *p, *end;
    unsigned open_ended; /* bit i: delimiter i is not closed from here on */
};

void prose_open(struct prose *r, const char *text, size_t n);

/* Hand out the next piece. Returns false at the end. */
bool prose_next(struct prose *r, struct piece *out);

/*
 * The meaning of a run of white space with line ends. Worked steps stand on
 * lines of their own, while some sets wrap sentences: a line that goes on with
 * a small letter belongs to the line before it.
 */
enum prose_gap {
    GAP_SPACE,     /* no line end, or one inside a sentence */
    GAP_LINE,      /* the next line begins */
    GAP_PARAGRAPH, /* an empty line */
};

/* Read the white space at *p and move *p behind it. */
enum prose_gap prose_gap(const char **p, const char *end);

/* Returns the length of the group {...} at p, with its braces, or 0 if none
 * begins here or it is not closed within PROSE_GROUP_MAX bytes (so that a page
 * of open braces costs no more than that for each). \{ and \} do not count. */
#define PROSE_GROUP_MAX 4096
size_t prose_group(const char *p, const char *end);

/* Is s[0..n) one of the names? Each stands between two spaces in the list. */
bool prose_listed(const char *names, const char *s, size_t n);

/* Returns the length of the name of the control word at p, without its
 * backslash, or 0 if there is none. */
size_t prose_word(const char *p, const char *end);

#endif
