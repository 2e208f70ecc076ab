/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_PROSE_TEX_LIST_H
#define PROBLEM_PROSE_TEX_LIST_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * How prose/tex_math.c and prose/tex_rows.c read a formula together: as lists
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

/* ---- prose/tex_math.c ---- */

bool math_at(const struct math *m, const char *what);
void math_space(struct math *m); /* skip white space */
void math_add(struct math *m, const char *s);
void math_atom(struct tex_list *l); /* a new atom: scripts may follow it */

bool math_list(struct math *m, struct tex_list *l); /* up to its stop */
bool math_arg(struct math *m);                      /* written in braces */

/* ---- prose/tex_rows.c ---- */

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
