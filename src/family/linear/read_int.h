/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_READ_INT_H
#define FAMILY_LINEAR_READ_INT_H

#include "base/str.h"
#include "family/linear/read.h"

#include <stdbool.h>

/*
 * Reading in three steps: plain text (read_text.c), tokens (read_lex.c with
 * the words of read_words.c), statements (read_expr.c, read_state.c).
 */

#define READ_BYTES  4096 /* of a sentence; longer ones are not understood */
#define READ_TOKENS 400
#define READ_DEPTH  24 /* of nested phrases */

/* ---- text ---- */

/* Blanks made single, typographic signs made plain; `low` is the same in small
 * letters, byte for byte. */
struct plain {
    char raw[READ_BYTES + 1], low[READ_BYTES + 1];
    size_t n;
};

/* False: too long. */
bool reader_plain(struct plain *out, const char *text, size_t n);

/* A letter or digit; of other scripts too. */
bool reader_word_char(char c);

/* ---- tokens ---- */

enum tok {
    TOK_END,
    TOK_NUMBER, /* value */
    TOK_THING,  /* thing */
    TOK_UNIT,
    TOK_COMMA,
    TOK_OPEN,
    TOK_CLOSE,
    TOK_OTHER,    /* not understood */
    TOK_QUESTION, /* the sign */

    TOK_BE,       /* is, are */
    TOK_EQUAL,    /* equals, equal to, the same as */
    TOK_MAKE,     /* make, add up to: sums of a list, too */
    TOK_ALIKE,    /* "the same" behind two things */
    TOK_RELATED,  /* an uncertain relation */
    TOK_SIMILAR,  /* the same behind two things */
    TOK_LINK,     /* "a link between" */
    TOK_MORE,     /* more than */
    TOK_LESS,     /* less than */
    TOK_EXCEED,   /* exceeds */
    TOK_SHORT,    /* falls short of */
    TOK_BY,       /* by */
    TOK_PLUS,     /* plus, added to */
    TOK_MINUS,    /* minus */
    TOK_OUT_OF,   /* subtracted from */
    TOK_TIMES,    /* times, multiplied by */
    TOK_DIVIDED,  /* divided by */
    TOK_PERCENT,  /* percent of */
    TOK_OF,       /* of */
    TOK_AS,       /* as much as */
    TOK_SCALE,    /* twice, half: value */
    TOK_SUM,      /* the sum of */
    TOK_DIFFER,   /* the difference between */
    TOK_PRODUCT,  /* the product of */
    TOK_EXCESS,   /* the excess of ... over */
    TOK_OVER,     /* over */
    TOK_AND,      /* and */
    TOK_TOGETHER, /* together, in total */
    TOK_ADD,      /* adding, add */
    TOK_SUBTRACT, /* subtracting, subtract */
    TOK_MULTIPLY, /* multiplying, multiply */
    TOK_DIVIDE,   /* dividing, divide */
    TOK_TO,       /* to */
    TOK_FROM,     /* from */
    TOK_IF,       /* if, when */
    TOK_WE,       /* we, you */
    TOK_RESULT,   /* the result is, we get */
    TOK_REMAINS,  /* remains, is left */
    TOK_ASK,      /* what is, how much is, find */
    TOK_MANY,     /* how many */
    TOK_UP,       /* make up */
    TOK_IN,       /* in */

    TOK_HEDGE, /* never kept: sets `hedged` */
    TOK_FILL,  /* never kept: says nothing */
    TOK_LEAD,  /* the same, at the beginning alone */
};

struct token {
    enum tok kind;
    struct ratio value;
    size_t thing;
};

struct tokens {
    struct token t[READ_TOKENS + 1]; /* ended by TOK_END */
    size_t n;
    bool hedged;     /* words that make it uncertain */
    struct str rest; /* the text without its things; the caller clears it */
};

/* False: too many. */
bool reader_tokens(struct tokens *out, const struct plain *text,
                   const struct vocabulary *v);

/* A phrase and what it means; sorted by phrase. */
struct reader_entry {
    const char *phrase;
    enum tok kind;
    struct ratio value; /* of TOK_SCALE */
};
extern const struct reader_entry reader_entries[];
extern const size_t n_reader_entries;

/* The longest known phrase at low[at]: its length, or 0. */
size_t reader_phrase(const struct plain *text, size_t at, enum tok *kind,
                     struct ratio *value);

/* The number in words or digits at low[at]: its length, or 0. */
size_t reader_number(const struct plain *text, size_t at, struct ratio *value);

/* Does `word` stand at low[at], as a whole word or words? Its length, or 0. */
size_t reader_word_at(const struct plain *text, size_t at, const char *word);

/* ---- grammar ---- */

struct form { /* sum of c x + k */
    struct ratio c[LINEAR_VARIABLES], k;
};

struct parser {
    const struct token *t;
    size_t at;
    int depth;
    bool vague;   /* an uncertain relation is fine */
    bool related; /* one was met */
    bool behind;  /* "A times 3" was met: what it is of can be unclear */
    bool greedy;  /* "the sum of A and B and C" is one list */
};

enum tok reader_peek(const struct parser *p);
bool reader_take(struct parser *p, enum tok kind); /* if it is next */

/* An expression: terms with plus and minus. */
bool reader_expr(struct parser *p, struct form *out);
/* One without plus and minus, as lists have them. */
bool reader_term(struct parser *p, struct form *out);

bool reader_add(struct form *x, const struct form *y, int sign);
bool reader_scale(struct form *x, struct ratio by);
bool reader_constant(const struct form *x);

/* The whole of the tokens is a statement. */
bool reader_statement(struct parser *p, struct equation *eq);

/* The whole is a question for a thing. */
bool reader_question(const struct token *t, size_t *asked);

#endif
