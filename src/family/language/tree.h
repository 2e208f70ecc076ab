/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_TREE_H
#define FAMILY_LANGUAGE_TREE_H

#include "family/language/type.h"
#include "family/language/val.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The formulas and statements of a family file, with every name resolved: what
 * the reader makes and the machine runs. */

/* ---- names ---- */

enum symbol_kind {
    SYMBOL_LET,    /* a value, or a function with parameters */
    SYMBOL_DRAWN,  /* by the random stream */
    SYMBOL_GIVEN,  /* a value that the statement tells */
    SYMBOL_SOLVED, /* a variable of solve */
    SYMBOL_BOUND,  /* by a loop, or a parameter */
    SYMBOL_KEY,    /* the key: in checks, slips and the last steps */
    SYMBOL_LEVEL,  /* number of the level, in draws */
    SYMBOL_DEPTH,  /* likewise */
    SYMBOL_WORDS   /* a text with a name */
};

struct symbol {
    const char *name;
    enum symbol_kind kind;
    size_t at;   /* where it is defined */
    size_t slot; /* of its value in the frame */
    type type;
    struct node *value; /* of a let; the body of a function */
    struct symbol **params;
    size_t n_params;
    bool is_function;
    bool is_drawn;       /* of a let: it rests on a draw */
    bool is_constant;    /* of a let: it is the same for all problems */
    struct val kept;     /* of a constant: its value; or nothing */
    const void *seen_by; /* of a let: the search that was there last */
    bool is_set;         /* of a variable of solve: its type is known */
    unsigned assigned;   /* of a variable of solve: how often, in the text */
    struct node *once; /* its value, if it is assigned outside of all blocks */
    size_t field;      /* of a given value: its number among them; of a key:
                            the kind of answer */
    bool is_told;      /* every wording tells it: a letter may stand for it */
    bool in_term;      /* a wording tells it as a coefficient: no 1, no 0 */
    bool may_idle;     /* the file says why the key does not depend on it */
    struct say_text *words; /* of a text */
};

/* ---- formulas ---- */

enum op {
    OP_LITERAL,
    OP_VAR,
    OP_LIST,
    OP_SET,
    OP_TUPLE,
    OP_RANGE, /* a..b */
    OP_INDEX, /* a[i] */
    OP_SLICE, /* a[i..j]; NULL: from the beginning, to the end */
    OP_NEG,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_QUOTIENT, /* a div b */
    OP_MOD,
    OP_POW,
    OP_EQ,
    OP_NE,
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE,
    OP_IN,
    OP_NOT_IN,
    OP_DIVIDES,
    OP_AND,
    OP_OR,
    OP_NOT,
    OP_IF,    /* kids: condition, then, else */
    OP_CALL,  /* of a built-in */
    OP_APPLY, /* of a function of the file */
    OP_LOOP,

    /* statements of solve */
    OP_BLOCK,
    OP_ASSIGN, /* kids: what is assigned to (variables, items), then a value */
    OP_REPEAT, /* kids: most, while (or NULL), block */
    OP_WHEN,   /* kids: condition, block, else (or NULL) */
    OP_REQUIRE,
    OP_STEP /* kids: condition (or NULL); words */
};

struct node {
    enum op op;
    size_t at; /* in the file */
    type type;
    struct node **kids;
    size_t n;
    union {
        struct val value;           /* of a literal */
        struct symbol *symbol;      /* of a variable, an application */
        const struct builtin *call; /* family/language/builtin.h */
        struct loop *loop;
        struct say_text *words;
    };
};

/* x, y in L, M: all names go on together. One list for several names: its
 * items are rows, whose items they get. */
struct clause {
    struct symbol **vars;
    size_t n_vars;
    struct node **lists;
    size_t n_lists;
};

struct loop {
    enum loop_kind {
        LOOP_LIST,
        LOOP_SET,
        LOOP_SUM,
        LOOP_PRODUCT,
        LOOP_ALL,
        LOOP_ANY,
        LOOP_COUNT,
        LOOP_LEAST,
        LOOP_MAX,
        LOOP_MIN,
        LOOP_FOLD, /* `carried` begins as `start`; body: its next value */
        LOOP_DO    /* for, in solve: body is a block */
    } kind;
    struct clause *clauses; /* nested, the first outermost */
    size_t n;
    struct node *where; /* or NULL */
    struct node *body;
    struct symbol *carried;
    struct node *start;
};

/* ---- texts ---- */

#define TEXT_PIECES 400 /* with those of the texts that it has */

struct say_text {
    struct say *pieces;
    size_t n;
    size_t size; /* all pieces, with those of the texts in it */
    size_t at;
    atomic_bool said; /* some problem has it */
};

struct say {
    enum text_piece_kind {
        SAY_TEXT,   /* as it stands */
        SAY_VALUE,  /* a formula, in a shape */
        SAY_WORD,   /* of a pool: <name>, <city2> */
        SAY_WORDS,  /* a text with a name */
        SAY_CHOICE, /* one of two texts, by a condition */
        SAY_EACH    /* a text for every round of a loop */
    } kind;
    const char *text; /* of a word: its name */
    size_t n;
    struct node *value; /* of a choice: the condition */
    const char *shape;  /* "", "+", "()" or "?one|many": recipe/speech.h */
    size_t shape_n;
    struct say_text *words, *otherwise;
    struct loop *loop;
    bool is_list; /* "x, y and z", else one after the other */
};

#endif
