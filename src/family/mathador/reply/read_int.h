/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_READ_INT_H
#define FAMILY_MATHADOR_REPLY_READ_INT_H

#include "family/mathador/reply/read.h"
#include "text/lexicon.h"

/*
 * Inside the reader of claims.
 *
 *   lex.c      characters -> tokens of one logical line (a line, and those after
 *              it that go on with "= ..."), brackets paired, words known
 *   run.c      tokens -> runs: numbers, operators and equals signs that belong
 *              together
 *   chain.c    a run -> the sides of its equals signs -> claims
 *   read.c     the walk over the text, and what lies between claims
 *
 * Each token is looked at a bounded number of times, so time is linear.
 */

enum game_token_kind {
    TOKEN_NUMBER,
    TOKEN_ADD,
    TOKEN_SUB,
    TOKEN_MUL,
    TOKEN_DIV,
    TOKEN_COLON,   /* a division or the end of a label */
    TOKEN_POWER,   /* an operator that is none of ours: ^ mod // */
    TOKEN_ROOT,    /* one that stands before its operand */
    TOKEN_POST,    /* one that stands behind: a factorial, a square */
    TOKEN_BANG,    /* a factorial or the end of a sentence */
    TOKEN_PERCENT, /* a remainder or a percentage */
    TOKEN_EQUALS,
    TOKEN_ARROW,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_NAME, /* in a run: an operand that is no number */
    TOKEN_WORD,
    TOKEN_COMMA,
    TOKEN_STOP,
    TOKEN_BAR,    /* between the cells of a table */
    TOKEN_BOX,    /* \boxed{ */
    TOKEN_BOXEND, /* } */
    TOKEN_ITEM,   /* the number of an item or step */
    TOKEN_HASH,   /* begins a comment in code */
    TOKEN_BREAK,  /* anything else */
    TOKENS
};

/* What a word means to us, bits of game_token.word: the classes of the lexicon
 * from WORD_GAME_EQUAL on, and these. */
#define SAYS(what) (1u << (WORD_GAME_##what - WORD_GAME_EQUAL))
#define SIGN_ADD   (1u << 16)
#define SIGN_SUB   (1u << 17)
#define SIGN_MUL   (1u << 18)
#define SIGN_DIV   (1u << 19)
#define SIGN_MOD   (1u << 20)
#define SIGN_NEEDS (1u << 21) /* an operator only with a SIGN_LINK behind */
#define SIGN_LINK  (1u << 22) /* by, with, to */
#define SIGN_ROOT  (1u << 23)
#define SIGN_STEP  (1u << 24)
#define SIGN_PRINT (1u << 25)
#define SIGN_TOTAL (1u << 26)
#define SIGN_X     (1u << 27)
#define SIGN_SHORT (1u << 28) /* a letter, or a name with digits: a variable */

#define KIND(what) (1u << TOKEN_##what)
#define OPERATORS  (KIND(ADD) | KIND(SUB) | KIND(MUL) | KIND(DIV) | KIND(POWER))

struct game_token {
    enum game_token_kind kind;
    bool spaced;         /* white space before it */
    bool pure;           /* a bracket with nothing but arithmetic inside */
    char bracket;        /* which: ( [ { or f round a fraction */
    uint32_t word;       /* SAYS() and SIGN_ bits */
    size_t match;        /* the partner's index, of a bracket that has one */
    size_t at, end;      /* its place in the text */
    struct ratio number; /* also of an item */
};

#define NO_MATCH SIZE_MAX

/* A bracket that is open: ( or [; of LaTeX's braces t closes nothing visible, b a
 * box, g a group, n and d the parts of a fraction; f is the whole fraction. */
struct game_bracket {
    char what;
    size_t token;
    uint32_t alien, numbers; /* before it */
};

struct game_reader {
    struct arena *arena;
    struct span text;
    size_t at; /* where the lexer stands */

    /* the line */
    struct game_line {
        bool hash;    /* begins with # */
        bool heading; /* or is bold, or ends with a colon */
        bool border;  /* of a code fence, or a line of dashes */
    } line;
    struct vec tokens; /* struct game_token */
    size_t line_at;
    bool spaced;             /* white space was seen since the last token */
    bool bold, italic;       /* such markup is open */
    struct vec open;         /* struct game_bracket: those that are open */
    uint32_t alien, numbers; /* tokens that are no arithmetic; numbers */

    /* the run */
    struct vec run;          /* struct game_token */
    size_t run_from;         /* its first token among tokens */
    size_t run_equals;       /* equals signs in it */
    size_t box_from, box_to; /* the part of it in a box; to 0: none */
    bool run_open;           /* ends with an equals sign */
    bool run_alone;          /* nothing else stands on its line */
    struct game_side *sides; /* of the chain that is being read */
    struct vec fresh;        /* claims of the run */

    /* between claims */
    enum game_gap gap;
    bool follows;       /* a number went on since the last claim */
    int64_t item, step; /* numbers of the last item and step; 0: none */
    int64_t line_item;  /* of this line; -1: none */
    int brackets;       /* open ones on this line */
    bool head, answer;  /* such words since the last claim or sentence */
    bool score, total;
    bool scored; /* points were mentioned since the last claim */
    struct vec *claims;
    size_t claims_from; /* those before are not ours */
    bool any;           /* a claim was found */
    bool broken;        /* the last token ended a run that is no claim */
};

/* Read the tokens of the next line. Returns false at the end of the text. */
bool lex_line(struct game_reader *r);

/* Read the run that begins at token i, if any; returns the token behind it. */
size_t run_read(struct game_reader *r, size_t i);

/* Read the claims of run[from..) into r->fresh. Returns true if there is one
 * and all of them are true. */
bool chain_read(struct game_reader *r, size_t from);

static inline struct game_token *token_at(const struct game_reader *r, size_t i)
{
    return i < r->tokens.n ? (struct game_token *)r->tokens.items + i : NULL;
}

static inline bool game_token_in(const struct game_token *t, uint32_t kinds)
{
    return t && (1u << t->kind & kinds);
}

static inline bool game_token_is(const struct game_reader *r, size_t i,
                                 uint32_t kinds)
{
    return game_token_in(token_at(r, i), kinds);
}

/* Does the word at i mean one of these? */
static inline bool token_says(const struct game_reader *r, size_t i,
                              uint32_t bits)
{
    return game_token_is(r, i, KIND(WORD)) && (token_at(r, i)->word & bits);
}

static inline struct game_token *run_token(const struct game_reader *r,
                                           size_t i)
{
    return i < r->run.n ? (struct game_token *)r->run.items + i : NULL;
}

static inline bool run_is(const struct game_reader *r, size_t i, uint32_t kinds)
{
    return game_token_in(run_token(r, i), kinds);
}

#endif
