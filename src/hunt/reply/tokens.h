/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_REPLY_TOKENS_H
#define HUNT_REPLY_TOKENS_H

#include "base/arena.h"
#include "math/exact/ratio.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A reply, a worked solution or an answer as numbers and signs: as much of
 * prose and LaTeX as arithmetic needs. Any text is read, in time linear in its
 * length.
 */

enum reply_sign {
    SIGN_NUMBER,
    SIGN_PLUS,
    SIGN_MINUS,
    SIGN_TIMES,
    SIGN_OVER,
    SIGN_POWER,
    SIGN_FRACTION, /* \frac */
    SIGN_OPEN,     /* a bracket of any kind but a brace */
    SIGN_CLOSE,
    SIGN_BRACE, /* { */
    SIGN_UNBRACE,
    SIGN_EQUALS,
    SIGN_RELATION, /* <, \le, \approx, \equiv ... */
    SIGN_WORD,     /* letters, or a command of LaTeX */
    SIGN_STOP,     /* punctuation, or the end of a line */
    SIGN_OTHER,    /* %, !, _, | ...: what is beside it is no plain number */
};

struct sign_token {
    enum reply_sign sign;
    size_t at, n;       /* its bytes in the text */
    bool spaced;        /* blanks stand before it */
    bool exact;         /* of a number: it fits into `value` */
    unsigned decimals;  /* of a number: digits behind its point */
    struct ratio value; /* of a number; it has no sign */
    const char *key;    /* of a number: the same text for the same value */
};

/* Labels of list items ("2. ", "- ") and the delimiters of formulas are left
 * out. At most TOKENS_MOST are made: what follows them is not looked at. */
#define TOKENS_MOST 20000

size_t reply_tokens(struct arena *a, const char *text,
                    const struct sign_token **out);

/* Returns whether the token is one of these words, which have a blank between
 * two, whatever its case. */
bool token_is(const char *text, const struct sign_token *t, const char *words);

/* Returns the key of an exact value, as tokens have it: without its sign. */
const char *token_key(struct arena *a, struct ratio value);

/*
 * Reads the fraction at t[i]: \frac{p}{q} or p/q of two numbers, in lowest
 * terms. Returns how many tokens it has, or 0 if it is none or too large.
 */
size_t token_fraction(const struct sign_token *t, size_t n, size_t i,
                      struct ratio *out);

/*
 * Equations of plain arithmetic in a reply, such as "3 * 7 = 22", compared with
 * exact arithmetic. What is not surely such an equation is passed over: one
 * with a letter, a unit, a percent sign or a root, one modulo something, one in
 * words, a rounding, or a number that does not fit into 64 bits.
 */

struct false_equation {
    size_t at, n;             /* its bytes in the text */
    struct ratio left, right; /* the values of its sides */
};

/* Finds the false ones among the tokens of a text; fills at most `most` of
 * them and returns how many. *checked is set to how many equations were
 * evaluated. */
size_t reply_false_equations(const char *text, const struct sign_token *t,
                             size_t n, struct false_equation *out, size_t most,
                             size_t *checked);

#endif
