/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_READ_LEX_H
#define MATH_READ_LEX_H

#include "base/arena.h"
#include "base/err.h"
#include "math/read/read.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Mathematics text into tokens, once, from left to right. LaTeX, Unicode and
 * plain ASCII spellings of one thing give one token, so that the parser knows
 * nothing of spelling: \le, ≤ and <= are the same relation. Spacing, sizes,
 * colours and styles leave no token; a token knows whether space stood before
 * it. Brackets know their partners, so that the parser may look ahead without
 * scanning.
 *
 * All tokens of a text stand in one array, ended by TOKEN_END. Token 0 is a
 * TOKEN_END as well, so that looking back is safe; the text begins at 1.
 */

enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,   /* digits, a point, an exponent; or digits of a base */
    TOKEN_NAME,     /* .name: a letter or a Greek name, canonical */
    TOKEN_CONSTANT, /* .sub: enum expr_constant */
    TOKEN_FUNCTION, /* .function */
    TOKEN_TEXT,     /* the inside of \text{...} and its like; .sub: the style */
    TOKEN_WORD,     /* a plain word that is nothing else */
    TOKEN_VULGAR,   /* ½; .sub: numerator * 16 + denominator */
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_PLUSMINUS, /* .sub 1: \mp */
    TOKEN_TIMES,
    TOKEN_SLASH,
    TOKEN_CARET,
    TOKEN_UNDER,
    TOKEN_SUPER,     /* a run of Unicode superscripts, .name in ASCII */
    TOKEN_SUBSCRIPT, /* a run of Unicode subscripts, .name in ASCII */
    TOKEN_BANG,
    TOKEN_PRIME, /* .sub: how many */
    TOKEN_COMMA,
    TOKEN_SEMICOLON,
    TOKEN_COLON,
    TOKEN_DOTS,
    TOKEN_PERCENT,
    TOKEN_DEGREE,
    TOKEN_AMP,
    TOKEN_ROW,  /* between the entries and rows of a matrix */
    TOKEN_BAR,  /* |; .sub 1: \mid */
    TOKEN_BARS, /* \| */
    TOKEN_OPEN,
    TOKEN_CLOSE,    /* .sub: enum token_delimiter */
    TOKEN_RELATION, /* .sub: enum relation, or TOKEN_EQUIVALENT */
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_UNION,
    TOKEN_INTERSECTION,
    TOKEN_DIFFERENCE,
    TOKEN_FRAC,
    TOKEN_SQRT,
    TOKEN_CBRT,
    TOKEN_BINOM,
    TOKEN_OVER,
    TOKEN_CHOOSE,
    TOKEN_SUM,
    TOKEN_PRODUCT,
    TOKEN_INTEGRAL,
    TOKEN_LIMIT,
    TOKEN_MOD,  /* a mod b */
    TOKEN_PMOD, /* \pmod{m} */
    TOKEN_BEGIN,
    TOKEN_FINISH,   /* \begin, \end; .sub: enum token_environment */
    TOKEN_ACCENT,   /* .name: "bar", "hat", ... */
    TOKEN_UNIT,     /* .name: "m s^{-2}", canonical */
    TOKEN_CURRENCY, /* .name: "USD" */
    TOKEN_DOMAIN,   /* .name: "R", "empty" */
    TOKEN_PARTIAL,
    TOKEN_STRAY /* not mathematics: an error, but in the label of a value */
};

/* Subs of TOKEN_RELATION beside enum relation. */
#define TOKEN_STOP       199 /* of TOKEN_STRAY: a full stop */
#define TOKEN_EQUIVALENT 200 /* \equiv: "=" unless a modulus follows */
#define TOKEN_IMPLIES    201 /* \Rightarrow: between statements, or names */
#define TOKEN_IFF        202 /* \iff, =>: between statements alone */

enum token_delimiter {
    DELIMITER_ROUND,
    DELIMITER_SQUARE,
    DELIMITER_GROUP, /* { }: TeX's own, invisible */
    DELIMITER_BRACE, /* \{ \} */
    DELIMITER_ANGLE,
    DELIMITER_FLOOR,
    DELIMITER_CEIL,
    DELIMITER_BAR,  /* \left| \lvert */
    DELIMITER_BARS, /* \left\| \lVert */
    DELIMITER_NONE  /* \left. */
};

enum token_environment {
    ENVIRONMENT_MATRIX,
    ENVIRONMENT_DETERMINANT,
    ENVIRONMENT_NORM,
    ENVIRONMENT_CASES
};

enum token_style {
    STYLE_TEXT,    /* \text \mbox \textbf */
    STYLE_ROMAN,   /* \mathrm \rm */
    STYLE_OPERATOR /* \operatorname */
};

struct token {
    unsigned char kind;
    unsigned char sub;
    bool space;       /* white space stood before it */
    bool wide;        /* a \quad stood before it */
    bool plain;       /* made of bare letters, not of a control word; of {, it
                      holds an argument, as in \boxed{1,2}: no set */
    bool comma;       /* TOKEN_OPEN: a comma stands directly inside */
    bool odd_bars;    /* TOKEN_OPEN: an odd number of | directly inside */
    uint32_t at, len; /* bytes of the text; of TOKEN_TEXT, the inside */
    uint32_t column;
    uint32_t match; /* brackets: index of the partner, 0 when there is none;
                       TOKEN_NAME: letters from here to the end of the run of
                       letters that it stands in */
    union {
        const char *name;
        const struct function *function;
    };
};

/* Is the token of one of these kinds: KIND(PLUS) | KIND(MINUS)? */
#define KIND(name) (UINT64_C(1) << TOKEN_##name)

static inline bool token_in(const struct token *t, uint64_t kinds)
{
    return kinds >> t->kind & 1;
}

/* Is s[0..n) one of the words of a list, with a blank between two? */
bool lex_among(const char *s, size_t n, const char *list);

struct tokens {
    const char *text;
    size_t n; /* bytes */
    struct token *items;
    unsigned count; /* the last one is TOKEN_END */
};

/* Cut text[0..n) into tokens. opt is not NULL. Fails with ERR_LIMIT for a text
 * or number that is too long, and with ERR_SYNTAX for an unknown control word.
 */
bool lex_text(struct arena *a, const char *text, size_t n,
              const struct read_options *opt, struct tokens *out,
              struct err *e) MUST_USE;

/* Is this name among the declared symbols? */
bool lex_declared(const struct read_options *opt, const char *name, size_t n);

/* Returns the canonical name of a Greek letter, or NULL if there is no such
 * letter. */
const char *lex_greek(const char *name, size_t n);

/* Returns the name of a single Latin letter, in static memory. */
const char *lex_letter(char c);

/* Returns text[0..*n), or a copy of it in which digits that only look apart
 * stand together; *n becomes its length. */
const char *lex_tidy(struct arena *a, const char *text, size_t *n);

#endif
