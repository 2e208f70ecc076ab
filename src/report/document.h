/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/table.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A document: a report as data. It has two forms. For programs it is a tree of
 * named members: facts and tables. For people it is a list of blocks: sections,
 * sentences, tables, figures ... A table (report/table.h) serves both.
 *
 *     struct document *d = document_new(a, 100);
 *     struct doc_table *t = document_table(d, "models");
 *
 *     for (...) {
 *         table_row(t);
 *         table_key(t, "model", "model", datum_text(m->name));
 *         table_cell(t, "calls", "calls", datum_count(m->calls));
 *         table_cell(t, "cost", "cost", datum_money(m->cost));
 *     }
 *     document_section(d, "what it cost");
 *     document_show(d, t, 0);
 *     document_text(out, d);
 *
 * Everything is in the document's arena. Names and texts are borrowed;
 * sentences and titles are copied. Texts may come from anywhere: renderers
 * quote, and remove control characters.
 */

enum block_kind {
    BLOCK_SECTION,
    BLOCK_SENTENCE,
    BLOCK_TABLE,
    BLOCK_NUMBER,
    BLOCK_FIGURE,
    BLOCK_EXAMPLE,
    BLOCK_STEPS,
};

/* Who sees a block. */
enum shown {
    SHOWN_ALWAYS,
    SHOWN_BRIEF, /* on a screen; not where everything is shown */
    SHOWN_FULL,  /* where everything is shown: --full, Markdown, the page */
    SHOWN_PAGE,  /* on the page alone: what text says in another way */
};

#define SCREEN_ROWS 6 /* models, of which a screen has room for rows */
struct figure;        /* report/figure.h */

/* A problem and what a model made of it, as a person reads it. */
struct doc_example {
    const char *problem;   /* its id */
    const char *statement; /* whole; renderers cut it */
    const char *key;       /* LaTeX */
    const char *model;     /* or NULL */
    const char *answer;    /* as the judge found it; NULL: none */
    const char *mark;      /* "wrong" */
    const char *why;       /* of the verdict; or NULL */
    const char *reply;     /* the end of what was said; or NULL */
    const char *note;      /* what is known of the mistake; or NULL */
    const char *items;     /* items_query() that leads to it; or NULL */
};

/* A step in the making of a text: pages show what changed since the last. */
struct doc_step {
    const char *what; /* "adds a decoy" */
    const char *text; /* after it */
};

/* A block of the page that people read. */
struct block {
    enum block_kind kind;
    enum shown shown;
    const char *text;              /* of a section: a title or ""; a sentence;
                                      of a number: what it is */
    const struct doc_table *table; /* BLOCK_TABLE: */
    unsigned part;                 /* columns of this part; 0: all */
    size_t from, to;               /* rows */
    const char *key;               /* heading of the first key; NULL: its own */
    struct datum value;            /* BLOCK_NUMBER: */
    const char *note;              /* of it: "of 400 attempts"; or NULL */
    const struct figure *figure;   /* BLOCK_FIGURE: */
    const struct doc_example *example; /* BLOCK_EXAMPLE: */
    const struct doc_step *steps;      /* BLOCK_STEPS: n_steps of them */
    size_t n_steps;
    struct block *next;
};

/* A member of the tree that programs read. */
struct member {
    const char *path;   /* "a.b", no text from outside; "": the tree */
    const char *name;   /* a member of that, any text; or NULL */
    struct datum value; /* maybe a table */
};

struct document {
    struct arena *arena;
    size_t width;        /* of the page, in characters */
    int digits;          /* of numbers in JSON: 15, unless it is set */
    int spread;          /* levels of JSON that go over lines; 0: one line */
    const char *within;  /* where facts and tables go; see document_within() */
    bool full;           /* text: everything, not one screen */
    bool colour;         /* text: with the colours of a terminal */
    bool ascii;          /* text: bars of #, for terminals without Unicode */
    enum shown shown;    /* of blocks that follow: document_shown() */
    struct vec members;  /* struct member */
    struct block *first; /* blocks */
    struct block *last;
};

/* ---- making ---- */

/* Returns an empty document for a page of so many characters (0: 100). */
struct document *document_new(struct arena *a, size_t width);

/* Puts members that follow into this one ("a.b"); NULL: into the tree. */
void document_within(struct document *d, const char *path);

/* Adds a member for programs. */
void document_fact(struct document *d, const char *name, struct datum v);

/* Adds members "NAME=KIND NAME=KIND ...", as table_cells() reads them. */
void document_facts(struct document *d, const char *members, ...) PRINTF(2, 3);

/* Adds a member to member `name`; its own name may be any text. */
void document_entry(struct document *d, const char *name, const char *own,
                    struct datum v);

/* Says who sees the blocks that follow, until the next call. */
void document_shown(struct document *d, enum shown shown);

/* Add a blank line and a title; a blank line; a sentence, to be folded. */
void document_section(struct document *d, const char *fmt, ...) PRINTF(2, 3);
void document_gap(struct document *d);
void document_say(struct document *d, const char *fmt, ...) PRINTF(2, 3);

/* Adds a table, the member `name`: an array of rows. "": it is the whole tree;
 * NULL: programs see it only as a cell of another table. */
struct doc_table *document_table(struct document *d, const char *name);

/* Shows people the rows so far, and the columns of that part (0: all). */
struct block *document_show(struct document *d, const struct doc_table *t,
                            unsigned part);

/* The same for the rows from `from` on. */
struct block *document_show_from(struct document *d, const struct doc_table *t,
                                 unsigned part, size_t from);

/* Adds a headline figure: "accuracy 72.4 % (64.1 .. 79.5)", and a note on it
 * (or NULL). A page shows it as a card, text as a line. */
void document_number(struct document *d, const char *what, struct datum v,
                     const char *note);

/* Adds a drawing, unless it has no dot. Text shows what can be shown in a few
 * lines, or nothing. */
void document_figure(struct document *d, const struct figure *f);

/* Adds an example; its texts are borrowed. */
void document_example(struct document *d, const struct doc_example *x);

/* Adds the steps in which a text came to be, borrowed. */
void document_steps(struct document *d, const char *title,
                    const struct doc_step *steps, size_t n);

/* Moves the blocks of another document to its end. */
void document_append(struct document *d, struct document *from);

/* ---- names ---- */

/* Returns short names, all different, for n names that may be long: the end of
 * each, or "m1", "m2" ... */
const char **document_labels(struct document *d, const char *const *names,
                             size_t n);

/* Adds "label = name" for each name that is not its own label. */
void document_legend(struct document *d, const char *const *names,
                     const char *const *labels, size_t n);

/* ---- rendering ---- */

void document_text(struct str *out, const struct document *d);
void document_markdown(struct str *out, const struct document *d);
void document_json(struct str *out, const struct document *d);

/* Returns whether a block is shown: ALWAYS, and FULL or BRIEF. */
bool block_is_shown(const struct block *b, bool full);

/* Returns a text as one line of at most so many characters, all printable. */
const char *document_line(struct arena *a, const char *text, size_t most);

/* Writes the rows of the first table, a line of JSON for each. */
void document_jsonl(struct str *out, const struct document *d);

/* Writes the first table with columns for CSV; nested rows follow theirs. */
void document_csv(struct str *out, const struct document *d);

#endif
