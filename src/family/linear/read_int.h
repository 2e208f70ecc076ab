/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_READ_INT_H
#define FAMILY_LINEAR_READ_INT_H

#include "family/linear/read.h"
#include "text/lexicon.h"

/*
 * Reading in three steps: the text becomes tokens (read_token.c), a table of
 * clauses decides which rows of tokens are a statement or a question
 * (read_clause.c), and one routine reads the expressions in the places of a
 * clause (read_expr.c).
 */

#define READ_BYTES  4096 /* of a sentence; longer ones are not understood */
#define READ_TOKENS 400
#define READ_DEPTH  24 /* of nested phrases */

/* ---- tokens ---- */

/* The kind of a token: a class of the lexicon from WORD_BE to WORD_OPENING,
 * which signs such as "+" have as well, or one of these. */
enum linear_kind {
    LINEAR_END = WORD_CLASSES,
    LINEAR_NUMBER, /* value */
    LINEAR_THING,  /* thing */
    LINEAR_UNIT,
    LINEAR_COMMA,
    LINEAR_OPEN,
    LINEAR_CLOSE,
    LINEAR_QUESTION, /* the sign */
    LINEAR_OTHER,    /* not understood */
    LINEAR_KINDS
};

struct linear_token {
    unsigned kind;      /* of the lexicon, or enum linear_kind */
    struct span raw;    /* as it stands in the plain text */
    struct ratio value; /* of a number, of a WORD_FACTOR */
    size_t thing;       /* which variable */
    const char *joint;  /* of a WORD_JOINT: which word */
};

struct linear_tokens {
    struct span text;                           /* made plain */
    struct linear_token items[READ_TOKENS + 1]; /* ended by LINEAR_END */
    size_t n;
    size_t ands;    /* how many of them are "and" */
    bool uncertain; /* the sentence has words of uncertainty */
};

/* Returns a copy with single blanks, and characters of these classes in ASCII.
 */
struct span linear_plain(struct arena *a, struct span text, unsigned classes);

/* Cut a sentence into tokens. Returns false if it is too long or has too many.
 */
bool linear_tokens(struct linear_tokens *out, struct arena *a,
                   struct span sentence, const struct linear_words *v);

/* ---- expressions ---- */

struct linear_form { /* the sum of c x, and k */
    struct ratio c[LINEAR_VARIABLES], k;
    uint32_t vars; /* bit i: c[i] is there, and not 0 */
};

struct linear_reader {
    const struct linear_token *items;
    size_t at;     /* the next token */
    size_t passed; /* a token that is passed over; SIZE_MAX: none */
    int depth;     /* of phrases that are open */
    bool behind;   /* "A times 3" was met, whose extent can be unclear */
    bool greedy;   /* "the sum of A and B and C" is one list */
};

unsigned linear_peek(const struct linear_reader *r);
void linear_pass(struct linear_reader *r); /* go on to the next token */

/* Go on behind the small word, if it is the next. */
bool linear_joint(struct linear_reader *r, const char *word);

/* Read an expression: terms with plus and minus. Returns false if none stands
 * here, if it is not linear, or if it could be meant in two ways. */
bool linear_expr(struct linear_reader *r, struct linear_form *out);

/* Compute x + sign y, x times y, x over y. Return false if numbers grow beyond
 * 64 bits or the result is not linear. */
bool linear_add(struct linear_form *x, const struct linear_form *y, int sign);
bool linear_times(struct linear_form *x, const struct linear_form *y);
bool linear_over(struct linear_form *x, const struct linear_form *y);
bool linear_constant(const struct linear_form *x);

/* ---- clauses ---- */

/* Are all tokens together a statement? *related: one without certainty. */
bool linear_statement(const struct linear_tokens *t, struct equation *eq,
                      bool *related);

/* Are all tokens together a question for a thing? */
bool linear_question(const struct linear_tokens *t, size_t *asked);

#endif
