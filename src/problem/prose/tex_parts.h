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

/*
 * How a formula is read: as lists
 * in lists, the way TeX does. Every reader below moves behind what it reads and
 * writes it to m->out. It returns false if the formula cannot be set; then no
 * part of it is used.
 */

enum stop {
    STOP_END,
    STOP_ONE,     /* a single command */
    STOP_BRACE,   /* } */
    STOP_BRACKET, /* ] */
    STOP_RIGHT,   /* \right */
    STOP_OF,      /* \of, of \root */
    STOP_ROWS,    /* \end{ */
};

struct tex_list {
    enum stop stop;       /* what ends it */
    bool sup, sub;        /* scripts of the last atom */
    bool op;              /* the last atom takes \limits */
    bool infix;           /* \over was met in this group or cell */
    bool row, cell;       /* nothing stands in this row or cell yet */
    bool lines;           /* \hline may stand between its rows */
    size_t columns, most; /* & of this row, of the longest row */
};

struct math {
    const char *p, *end;
    struct str *out;
    int depth;
    bool word;  /* a control word was written last: no letter may touch it */
    bool over;  /* the argument read last has an \over of its own */
    bool index; /* inside the [n] of a root, where amsmath allows no rows */
    bool rows;  /* the formula has & or \\ outside any environment */
};

bool math_at(const struct math *m, const char *what);
void math_space(struct math *m); /* skip white space */
void math_add(struct math *m, const char *s);
void math_atom(struct tex_list *l); /* a new atom: scripts may follow it */

bool math_list(struct math *m, struct tex_list *l); /* up to its stop */
bool math_arg(struct math *m);                      /* written in braces */

bool math_tab(struct math *m, struct tex_list *l);     /* at & */
bool math_row_end(struct math *m, struct tex_list *l); /* behind \\ */

/* Read on behind \hline or \cline, whichever `name` is, and behind
 * \multicolumn. */
bool math_rule(struct math *m, struct tex_list *l, const char *name);
bool math_multicolumn(struct math *m, struct tex_list *l);

/* Read on behind \begin, which stands at `start`, and behind \substack. */
bool math_environment(struct math *m, const char *start);
bool math_substack(struct math *m);

#endif
