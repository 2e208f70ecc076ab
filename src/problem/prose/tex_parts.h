/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_PROSE_TEX_PARTS_H
#define PROBLEM_PROSE_TEX_PARTS_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Shared by the files behind tex.h. Words and mathematics call each other
 * (\text{if $x > 0$}), so both carry a depth and refuse past TEX_DEPTH.
 */

#define TEX_DEPTH 40

/* ---- control words (prose/tex_words.c) ---- */

enum tex_word {
    TEX_UNKNOWN,
    TEX_SYMBOL,    /* no argument */
    TEX_OPERATOR,  /* no argument; \limits may follow */
    TEX_ARG1,      /* one argument in mathematics */
    TEX_ARG2,      /* two */
    TEX_TEXT,      /* one argument in words */
    TEX_BIG,       /* a delimiter follows */
    TEX_DELIMITER, /* no argument; may follow \left */
    TEX_INFIX,     /* \over: once in a group */
    TEX_DROP,      /* dropped from a sheet: font sizes, numbering */
    TEX_DROP1,     /* the same, with one argument */
    TEX_DROP2,     /* the same, with two */
    TEX_SPECIAL,   /* has a rule of its own: \left, \begin, \sqrt ... */
};

/* ---- characters (prose/tex_chars.c) ---- */

/* ---- mathematics (prose/tex_math.c) ---- */

/* ---- words (prose/tex_text.c, prose/tex_table.c) ---- */

enum tex_shape {
    TEX_BLOCK, /* paragraphs, displays, tables */
    TEX_LINE,  /* all on one line */
};

void tex_text(struct str *out, const char *s, size_t n, enum tex_shape shape,
              int depth);

/* Append a table, from \begin{tabular} to its \end. Returns false if it cannot
 * be read: then nothing is appended. */
bool tex_table(struct str *out, const char *s, size_t n, int depth);

/* Returns the place behind one unwanted argument (a group or one character). */
const char *tex_skip_arg(const char *p, const char *end);

/* Returns the place behind [...] if it stands at p, else p. */
const char *tex_skip_option(const char *p, const char *end);

#endif
