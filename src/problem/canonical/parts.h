/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_CANONICAL_PARTS_H
#define PROBLEM_CANONICAL_PARTS_H

#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The inside of canonical.h: a statement becomes a list of tokens, a
 * few passes rewrite the list, and the form is the list with one space
 * between tokens. Passes, in this order:
 *
 *   canonical_fold     bytes -> bytes: Unicode to ASCII and LaTeX
 *   form_lex           bytes -> tokens: spacing, delimiters, numbers
 *   form_people        names -> persons
 *   form_args          which tokens are arguments of \frac, \binom, \sqrt
 *   form_words         number words, pronouns, percent
 *   form_money         "$5" -> "5 dollars"
 *   form_groups        braces, \frac of two numbers
 *   form_slashes       "1 / 2" -> "1/2"
 *
 * The form of a form is itself. Each pass therefore must leave alone what it
 * and the later ones write, when that is read back as text outside maths; a
 * rule that looks at the neighbouring bytes is safe, since the tokens of a
 * form stand apart.
 */

enum form_token_kind {
    TOKEN_WORD,     /* lower-case letters; also 's */
    TOKEN_SYMBOL,   /* letters whose case counts: x, AB */
    TOKEN_NUMBER,   /* decimal digits, perhaps with a point */
    TOKEN_FRACTION, /* 1/2 */
    TOKEN_COMMAND,  /* \alpha */
    TOKEN_MARK,     /* one other character */
    TOKEN_OPEN,     /* { */
    TOKEN_CLOSE,    /* } */
    TOKEN_MONEY,    /* a dollar sign that is no delimiter */
    TOKEN_PERSON,   /* @p1 */
};

enum token_flag {
    TOKEN_CAPITAL = 1, /* a word spelt Like this */
    TOKEN_START = 2,   /* the first word of a sentence */
    TOKEN_QUOTED = 4,  /* a word alone in quotes */
    TOKEN_MATH = 8,    /* read inside maths */
    TOKEN_ARG = 16,    /* an argument of \frac, \binom or \sqrt */
    TOKEN_BARE = 32,   /* an apostrophe after s: 's if after a name */
};

struct form_token {
    enum form_token_kind kind;
    unsigned flags;
    size_t at, n; /* its spelling in form.text */
};

struct canonical_form {
    struct str text;   /* the spellings of all tokens */
    struct vec tokens; /* of struct form_token */
};

/* A group the lexer is in. */
enum group_kind {
    GROUP_BRACE,  /* { }: both are tokens */
    GROUP_DROP,   /* the braces of \text{ } */
    GROUP_PAREN,  /* of \pmod{ }: the closing one becomes ")" */
    GROUP_DOLLAR, /* $ $ or $$ $$ */
    GROUP_SHOWN,  /* \[ \] or \( \) */
    GROUP_ENV,    /* \begin \end */
};

struct form_group {
    enum group_kind kind;
    bool math;   /* the mode before it */
    int dollars; /* of GROUP_DOLLAR: 1 or 2 */
};

struct form_lexer {
    struct canonical_form *form;
    const char *s, *p;   /* the text and the place in it */
    const char *ungroup; /* numbers before this place have no thousands */
    struct vec groups;   /* of struct form_group */
    size_t n_braces;     /* groups that end with } */
    bool math;
    bool start;    /* the next word begins a sentence */
    bool join;     /* the last token is a run of letters in maths */
    bool emphasis; /* inside *...* or _..._ */
};

/* Is c white space or a control character, which only separate? NUL is neither.
 */
static inline bool is_gap(char c)
{
    return (c > 0 && c <= ' ') || c == 127;
}

/* ---- tokens (form.c) ---- */

static inline struct form_token *form_token(const struct canonical_form *f,
                                            size_t i)
{
    return (struct form_token *)f->tokens.items + i;
}

static inline const char *form_text(const struct canonical_form *f,
                                    const struct form_token *t)
{
    return f->text.s + t->at;
}

static inline struct span form_span(const struct canonical_form *f,
                                    const struct form_token *t)
{
    return (struct span){ form_text(f, t), t->n };
}

/* Is the token spelt like this? */
bool form_is(const struct canonical_form *f, const struct form_token *t,
             const char *text);
/* Is there an i-th token, of that kind, spelt like this? */
bool form_has(const struct canonical_form *f, size_t i,
              enum form_token_kind kind, const char *text);
/* Append a token. Returns it; the pointer is valid until the next one. */
struct form_token *form_push(struct canonical_form *f,
                             enum form_token_kind kind, const char *text,
                             size_t n);
/* Give a token another spelling. */
void form_spell(struct canonical_form *f, struct form_token *t,
                const char *text, size_t n);

/* ---- the passes ---- */

void canonical_fold(struct str *out, const char *s);
void form_lex(struct canonical_form *f, const char *s);
void form_people(struct canonical_form *f);
void form_args(struct canonical_form *f);
void form_words(struct canonical_form *f);
void form_groups(struct canonical_form *f);
void form_slashes(struct canonical_form *f);
/* Make "$5", "5 dollars" and "$5 dollars" the same, and drop a sign without an
 * amount. Called before the braces are looked at, and again for \$\frac12. */
void form_money(struct canonical_form *f, bool fractions_done);
void form_write(struct str *out, const struct canonical_form *f);

/* Is it a word that form_words() would rewrite? */
bool word_is_special(struct span word);
/* Is it a word such as sin or mod? */
bool word_is_function(struct span word);

/* ---- parts of the lexer ---- */

/* Append a token and note what it means for the lexer's state. */
struct form_token *scan_push(struct form_lexer *l, enum form_token_kind kind,
                             const char *text, size_t n);
void scan_number(struct form_lexer *l); /* a digit or .5 */
/* Returns the length in bytes of the letter at s, or 0 if there is none. */
size_t scan_letter(const char *s);

#endif
