/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_SOURCE_IMPORT_INT_H
#define EVOLVE_SOURCE_IMPORT_INT_H

#include "evolve/source/import.h"
#include "evolve/structure/graph_int.h"

/*
 * The passes of an import: import.c has the text, the equations of a row and
 * the chain of them, match.c reads expressions and matches the leaves of the
 * chain with numbers of the text, fixed_numbers.c holds numbers that may not
 * change although a step uses them.
 */

/* ---- terms ---- */

#define TERMS 512 /* of all notes of a row */

/* Of a node, GRAPH_CONST is a number as written; GRAPH_SLOT is slot `a`, an
 * N_03. */
struct import_terms {
    struct graph_node term[TERMS];
    size_t n;
};

#define IMPORT_DEPTH 40 /* of operators that stand first */

/* Read a formula: + - * / ( ), "x" and "of" for times, "2(3+4)", "$", "%",
 * small whole powers, units behind numbers (words are passed over). *root is
 * the last term. Returns false, with nothing added, if it is none. */
bool import_term_read(struct arena *a, struct import_terms *t, struct span text,
                      size_t *root);
/* The same where operators stand first: "- 8 3". */
bool import_term_prefix(struct arena *a, struct import_terms *t,
                        struct span text, size_t *root);
/* The value of a term. Returns false if it has none. */
bool import_term_value(const struct import_terms *t, size_t root,
                       struct ratio *out);

/* ---- notes ---- */

#define NOTES 96

enum note_state {
    NOTE_GOOD,
    NOTE_UNREAD,
    NOTE_FALSE, /* its sides differ, and not by rounding */
};

struct import_note {
    enum note_state state;
    size_t first, root;  /* terms of its left side */
    struct ratio result; /* as noted, perhaps rounded */
    const char *text;
};

struct import_notes {
    struct import_terms terms;
    struct import_note note[NOTES];
    size_t n;
    bool too_many;
    /* Numbers behind an "=" of the worked text whose left side is no formula:
     * results of computations that nobody noted. */
    struct ratio silent[NOTES];
    size_t n_silent;
};

/* Returns the worked text with its notes, "" if there is none. */
const char *import_worked(const struct problem *p);
bool import_has_equation(const struct problem *p); /* in a field */
bool import_gold(const struct problem *p, struct ratio *out);

/* The statement, its N_03 replaced by the numbers of the row. */
bool import_fill_statement(struct arena *a, const struct problem *p,
                           const char **out);

/* ---- the text ---- */

#define MENTIONS 256

struct mention {
    size_t sentence;
    struct number number;
    size_t slot; /* of the graph; GRAPH_FOLLOW: none yet */
    bool held;   /* it may not change: see import_hold() */
};

struct import_text {
    const char *sentences[STRUCTURE_SENTENCES];
    size_t n_sentences, question;
    struct mention mentions[MENTIONS];
    size_t n;
    const char *words; /* all of it in lower case, blanks around words */
};

/* Returns false if the text is too long for a structure. */
bool import_text_read(struct arena *a, const char *statement,
                      struct import_text *out);
/* How many numbers of the text have that value: those that may change, or those
 * that stay. */
size_t import_count(const struct import_text *t, struct ratio v, bool stay);
/* Returns whether the text is English, by the share of its small words; one of
 * a few words may be anything. */
bool import_is_english(const char *statement);
/* Returns whether one of the words, which are separated by blanks, stands in
 * the text. */
bool import_text_has(const struct import_text *t, const char *words);

/* Returns whether the value is a unit constant (60, 12 ...) for which the text
 * has the words. */
bool import_unit(const struct import_text *t, struct ratio value);

/* Returns whether a word of the text that stays can be that number in a step:
 * "three quarters" is 3 and 4, "a dozen" 12. */
bool import_word(const struct import_text *t, struct ratio value);

/* ---- the chain ---- */

struct import_link {
    enum graph_op op; /* GRAPH_CONST: a leaf */
    size_t a, b;
    struct ratio value;  /* of a leaf, as written; of a step, exact */
    enum graph_op under; /* of a leaf: the step above it */
    bool below;          /* the leaf is a divisor */
    bool rival; /* a result of a note that may have been a number of the text */
    bool doubt; /* the same for a word or unit, which cannot follow */
    bool used;  /* reached from the root */
    double trace; /* its value with other numbers in the text */
};

struct import_chain {
    struct import_link link[TERMS];
    size_t n, root;
    enum import_reason reason;
    const char *detail;
    const char *unsure; /* why no number may change, or NULL */
};

/* Marks numbers of the text that may not change although a step uses them, and
 * the chain if none may. */
void import_hold(struct import_chain *c, const struct import_notes *notes,
                 struct import_text *t);

/* All leaves of one value, and the numbers of the text that have it and may
 * change. */
struct import_group {
    size_t leaves[TERMS], n;
    size_t mentions[MENTIONS], n_mentions;
};

/* Notes why the row cannot be imported, and returns false. */
bool import_refuse(struct imported *out, enum import_reason why,
                   const char *detail);

/* Matches leaves with numbers of the text: fills the structure, counts and fix
 * of *out. With `strict` a leaf that is neither in the text nor a unit refuses
 * the import. Returns whether it is not refused. */
bool import_match(struct arena *a, const struct import_chain *c,
                  struct import_text *t, bool strict, struct imported *out);

/* Returns the question to a model: the first one, or, after `tried`, one with
 * the reason why its formula was refused. */
const char *propose_prompt(struct arena *a, const struct problem *p,
                           const struct imported *tried);

/* The question for a second program, and the one if its reply is unreadable. */
const char *certify_prompt(struct arena *a, const struct imported *row);
extern const char certify_again[];

#endif
