/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_PROSE_TEX_PARTS_H
#define PROBLEM_PROSE_TEX_PARTS_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * What the files behind tex.h share. Words and mathematics call each other
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
    TEX_DROP,      /* not wanted on a sheet: fonts sizes, numbering */
    TEX_DROP1,     /* so, with an argument */
    TEX_DROP2,     /* so, with two */
    TEX_SPECIAL,   /* has a rule of its own: \left, \begin, \sqrt ... */
};

/* The class of a control word, and in *as what plain LaTeX has for it, NULL
 * when that is the word itself. */
enum tex_word tex_word_find(const char *name, size_t n, const char **as);

/* ---- characters (prose/tex_chars.c) ---- */

/* Append one character of s[0..n), n > 0, and return its length in bytes.
 * In mathematics or in words; never white space. */
size_t tex_char(struct str *out, const char *s, size_t n, bool math);

/* ---- mathematics (prose/tex_math.c) ---- */

/* Append a formula without delimiters. False when it would not compile: then
 * nothing is appended. */
bool tex_math(struct str *out, const char *s, size_t n, int depth);

/* A control word of mathematics outside any formula, with what belongs to it,
 * as a formula with its dollars. Returns how many bytes were read; 0 when
 * it is not one. */
size_t tex_math_stray(struct str *out, const char *s, size_t n, int depth);

/* ---- words (prose/tex_text.c, prose/tex_table.c) ---- */

enum tex_shape {
    TEX_BLOCK, /* paragraphs, displays, tables */
    TEX_LINE,  /* all on one line */
};

/* The declaration for a style such as textbf, "" for one without. It opens
 * the group: \textbf{...} itself looks at its argument twice, which rows in
 * it do not bear. */
const char *tex_style(const char *name, size_t n);

void tex_text(struct str *out, const char *s, size_t n, enum tex_shape shape,
              int depth);

/* Append a table, from \begin{tabular} to its \end. False when it cannot be
 * read: then nothing is appended. */
bool tex_table(struct str *out, const char *s, size_t n, int depth);

/* Append the letters l, c, r and | of a column specification {...} at *p and
 * go past it; *columns counts the columns. */
bool tex_columns(struct str *out, const char **p, const char *end,
                 size_t *columns);

/* Go past one argument (a group or one character) that is not wanted. */
const char *tex_skip_arg(const char *p, const char *end);

/* Go past [...] when it stands here. */
const char *tex_skip_option(const char *p, const char *end);

#endif
