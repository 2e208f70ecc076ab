/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_READ_LEX_INT_H
#define MATH_READ_LEX_INT_H

#include "math/read/lex.h"

#include <string.h>

#define LEX_AHEAD 8 /* tokens behind the last one that may be read */

/*
 * The state of the lexer, shared by its files: lex.c walks over the text,
 * lex_control.c knows control words, lex_word.c plain words, lex_unicode.c
 * characters beyond ASCII.
 */

#define LEX_ENVIRONMENTS 32 /* nested \begin that are distinguished */

struct lexer {
    struct arena *arena;
    const struct read_options *opt;
    const char *s NONSTRING;
    size_t n, i;
    struct token *items;
    unsigned count, room;
    bool argument;   /* the next brace opens the argument of a control word
                          that left no token */
    bool space;      /* white space since the last token */
    bool wide;       /* a \quad among it */
    size_t counted;  /* column is known for the byte at this offset */
    uint32_t column; /* the column of that byte, from 1 */
    unsigned depth;  /* of environments */
    uint32_t lines;  /* bit d: environment d is of the aligned kind, whose
                          & says nothing */
    size_t scanned;  /* bytes that were looked at more than once */
    bool rows;       /* there is a TOKEN_ROW */
    bool wides;      /* there is a token with a \quad before it */
    bool dollars;    /* an unpaired $ is money */
    struct err *e;
};

/* The meaning of a spelling. */
struct lex_meaning {
    unsigned char kind, sub;
    const char *name;
};

/* Control words that make no token, or not at once. */
enum lex_control_kind {
    CONTROL_SPACE = 128, /* \quad, \displaystyle */
    CONTROL_SKIP,        /* \hspace{...}: dropped with its argument */
    CONTROL_LEFT,
    CONTROL_RIGHT, /* the next delimiter opens, closes */
    CONTROL_DROP,  /* \boxed: dropped; its argument stays */
    CONTROL_TEXT,  /* \text{...}; .sub: enum token_style */
    CONTROL_BEGIN,
    CONTROL_FINISH,
    CONTROL_NOT,       /* \not= */
    CONTROL_BLACKBOARD /* \mathbb{R} */
};

/* The byte at i; NUL behind the text. */
static inline char lex_at(const struct lexer *x, size_t i)
{
    return i < x->n ? x->s[i] : '\0';
}

/* Returns a new token of n bytes from `at`, or NULL, with an error, if a
 * ceiling is met. The position is not moved. */
struct token *lex_push(struct lexer *x, unsigned kind, size_t at, size_t n);

/* Is s[0..n) that word? */
static inline bool lex_same(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(word, s, n) == 0;
}

/* Returns a token of plain letters from..end, behind which the position is
 * moved. */
struct token *lex_take(struct lexer *x, unsigned kind, size_t from, size_t end);

bool lex_fail(struct lexer *x, size_t at, const char *fmt, ...) PRINTF(3, 4);

/* Read what begins with a backslash. */
bool lex_control(struct lexer *x);

/* Read a control word whose backslash and first letter became one control
 * character. */
bool lex_lost(struct lexer *x, char letter);

/* Read what begins with an ASCII letter. */
bool lex_word(struct lexer *x);

/* Read what begins with a byte beyond ASCII. */
bool lex_unicode(struct lexer *x);

/* Read x->s[from..end) if it is a word that joins two values ("oder", "et"). */
bool lex_joiner(struct lexer *x, size_t from, size_t end);
/* The same for the n bytes inside of \text{...} that ends at `end`. */
bool lex_text_joiner(struct lexer *x, size_t from, size_t n, size_t end);
/* The same at a byte beyond ASCII. */
bool lex_script_joiner(struct lexer *x);

/* Read a word before a sum of money, "Rs." or "USD". */
bool lex_money_word(struct lexer *x, size_t from, size_t end);

/* Returns the canonical text of a unit that is set as a formula, m\,s^{-2}, or
 * NULL if it is no unit or a single word. */
const char *lex_unit(struct lexer *x, const char *s, size_t n);
/* Read a micro sign of len bytes before the rest of a unit. */
bool lex_micro(struct lexer *x, size_t len);
/* Read a prefix, x->s[from..end), before the sign of ohms. */
bool lex_ohm(struct lexer *x, size_t from, size_t end);

/* Returns the base that a word names, 2 for "two", or 0 if it names none. */
int lex_base_word(const char *s, size_t n);

/* Does this token end a value? */
bool lex_value_ends(const struct token *t);

/* Is this token a lone R, Z, Q, N or C that could be the set of numbers? */
bool lex_domain_letter(const struct lexer *x, const struct token *k);

/* Find the meaning of one sign of ASCII by itself. Returns false if it has
 * none. */
bool lex_ascii(char c, struct lex_meaning *out);

/* Returns the meaning of a control word (without its backslash), or NULL if it
 * is unknown. */
const struct lex_meaning *lex_control_find(const char *name, size_t n);

/* Find the meaning of a word of plain text or of \text{...}: "and", "or",
 * "infinity", ... */
bool lex_keyword(const char *word, size_t n, struct lex_meaning *out);

#endif
