/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_READ_LEX_INT_H
#define MATH_READ_LEX_INT_H

#include "math/read/lex.h"

#define LEX_AHEAD 8 /* tokens behind the last that may be looked at */

/*
 * The lexer's own state, shared by its files: lex.c walks over the text,
 * lex_control.c knows control words, lex_word.c plain words, lex_unicode.c
 * characters beyond ASCII.
 */

#define LEX_ENVIRONMENTS 32 /* nested \begin that are told apart */

struct lexer {
    struct arena *arena;
    const struct read_options *opt;
    const char *s;
    size_t n, i;
    struct token *items;
    unsigned count, room;
    bool argument;   /* the next brace opens the argument of a control word
                          that left no token */
    bool space;      /* white space since the last token */
    size_t counted;  /* bytes up to here are ... */
    uint32_t column; /* ... this many characters, and one */
    unsigned depth;  /* of environments */
    uint32_t lines;  /* bit d: environment d is of the aligned kind, whose
                          & says nothing */
    size_t scanned;  /* bytes that were looked at more than once */
    bool rows;       /* there is a TOKEN_ROW */
    bool dollars;    /* an unpaired $ is money */
    struct err *e;
};

/* What a spelling stands for. */
struct lex_meaning {
    unsigned char kind, sub;
    const char *name;
};

struct lex_control_word {
    const char *name;
    struct lex_meaning meaning;
};

/* Control words that leave no token, or not at once. */
enum lex_control_kind {
    CONTROL_SPACE = 128, /* \quad, \displaystyle */
    CONTROL_SKIP,        /* \hspace{...}: goes with its argument */
    CONTROL_LEFT,
    CONTROL_RIGHT, /* the next delimiter opens, closes */
    CONTROL_DROP,  /* \boxed: goes, its argument stays */
    CONTROL_TEXT,  /* \text{...}; .sub: enum token_style */
    CONTROL_BEGIN,
    CONTROL_FINISH,
    CONTROL_NOT,       /* \not= */
    CONTROL_BLACKBOARD /* \mathbb{R} */
};

/* A new token of n bytes from `at`. NULL, with an error, when a ceiling is
 * met. The position is not moved. */
struct token *lex_push(struct lexer *x, unsigned kind, size_t at, size_t n);

/* The column of a byte not before the last one asked for. */
uint32_t lex_column(struct lexer *x, size_t at);

bool lex_fail(struct lexer *x, size_t at, const char *fmt, ...) PRINTF(3, 4);

/* At a backslash. */
bool lex_control(struct lexer *x);

/* At a control character that was a backslash and this letter. */
bool lex_lost(struct lexer *x, char letter);

/* At an ASCII letter. */
bool lex_word(struct lexer *x);

/* At a byte beyond ASCII. */
bool lex_unicode(struct lexer *x);

/* A word that joins two values ("oder", "et"), when x->s[from..end) is one. */
bool lex_joiner(struct lexer *x, size_t from, size_t end);
/* The same for the n bytes inside of \text{...} that ends at `end`. */
bool lex_text_joiner(struct lexer *x, size_t from, size_t n, size_t end);
/* The same at a byte beyond ASCII. */
bool lex_script_joiner(struct lexer *x);

/* A word before a sum of money, "Rs." or "USD". */
bool lex_money_word(struct lexer *x, size_t from, size_t end);

/* The canonical text of a unit that is set as a formula, m\,s^{-2}; NULL: it
 * is none, or a single word. */
const char *lex_unit(struct lexer *x, const char *s, size_t n);
/* At a micro sign of len bytes, before the rest of a unit. */
bool lex_micro(struct lexer *x, size_t len);
/* A prefix, x->s[from..end), before the sign of ohms. */
bool lex_ohm(struct lexer *x, size_t from, size_t end);

/* Does this token end a value? */
bool lex_value_ends(const struct token *t);

/* Is this token a lone R, Z, Q, N or C that could be the set of numbers? */
bool lex_domain_letter(const struct lexer *x, const struct token *k);
/* Signs that only their neighbours tell; brackets are matched by then. */
void lex_mark(const struct lexer *x, struct tokens *t);

/* At a digit, or a point before one. */
bool lex_number(struct lexer *x);

/* The character at the position and its delimiter, when it is one; used
 * behind \left and \bigl, where "|" has a side. */
bool lex_delimiter(struct lexer *x, bool open);

/* What one sign of ASCII means by itself; false: it means nothing. */
bool lex_ascii(char c, struct lex_meaning *out);

/* What a control word (without its backslash) means; NULL: nobody knows. */
const struct lex_meaning *lex_control_find(const char *name, size_t n);

/* Words of plain text and of \text{...}: "and", "or", "infinity", ... */
bool lex_keyword(const char *word, size_t n, struct lex_meaning *out);

/* Is a run of letters better read as a product of letters than as a word? */
bool lex_product_like(const char *run, size_t n);

#endif
