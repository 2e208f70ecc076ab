/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_READ_INT_H
#define FAMILY_MATHADOR_REPLY_READ_INT_H

#include "family/mathador/reply/read.h"
#include "text/lexicon.h"

/*
 * Inside the reader of claims.
 *
 *   read_lex.c      characters -> tokens of one logical line (a line, and
 *                   those after it that go on with "= ...")
 *   read_start.c    what stands before a line: bullets, numbers, fences
 *   read_latex.c    commands and braces
 *   read_word.c     the words that mean something, characters beyond ASCII
 *   read_mark.c     tokens -> brackets that pair, labels such as "Step 1"
 *   read_run.c      tokens -> runs: numbers, operators and equals signs that
 *                   belong together, sides parted by equals signs
 *   read_behind.c   what may stand behind an operand in a run
 *   read_chain.c    a run -> sides -> claims
 *   read_gap.c      what lies between claims
 *   read.c          the walk over the text
 *
 * Each token is looked at a bounded number of times, so time is linear.
 */

#define BRACES 64 /* LaTeX braces in braces */

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

struct game_reader {
    struct arena *arena;
    struct span text;
    size_t at; /* where the lexer stands */

    /* the line */
    struct game_line {
        bool hash;  /* begins with # */
        bool bold;  /* wholly bold */
        bool colon; /* ends with a colon */
        bool fence; /* the border of a code fence */
        bool rule;  /* a line of dashes */
    } line;
    struct vec tokens; /* struct game_token */
    size_t line_at;
    bool spaced;         /* white space was seen since the last token */
    bool bold, italic;   /* such markup is open */
    char braces[BRACES]; /* what each open brace belongs to */
    size_t braces_n;

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

/* read_lex.c: read the next line. Returns false at the end of the text. */
bool lex_line(struct game_reader *r);

void mark_line(struct game_reader *r); /* read_mark.c */

/* read_run.c: read the run that begins at token i, if any; returns the token
 * behind it. */
size_t run_read(struct game_reader *r, size_t i);

/* read_run.c, read_behind.c: the run as it is read. */
struct game_walk {
    struct game_reader *r;
    size_t i;     /* the next token */
    size_t depth; /* open brackets */
    bool operand; /* an operand has just been read */
    bool done;
    bool worked; /* the side has an operator */
};

void run_push(struct game_reader *r, enum game_token_kind kind,
              const struct game_token *t);
const struct game_token *run_last(
    const struct game_reader *r); /* NULL: empty */
bool run_starts_operand(const struct game_reader *r, size_t i);
bool run_operator_at(const struct game_reader *r, size_t i);
size_t run_skip_box(const struct game_reader *r, size_t i);
void behind_read(struct game_walk *w); /* read_behind.c */

/* read_behind.c: words at token i, behind an operand, that are an operator.
 * Returns the token behind them, or i if they are none. */
size_t phrase_operator(const struct game_reader *r, size_t i,
                       enum game_token_kind *kind);

/* read_chain.c: read the claims of run[from..) into r->fresh. Returns true if
 * there is one and all of them are true. */
bool chain_read(struct game_reader *r, size_t from);

/* read_gap.c */
void gap_token(struct game_reader *r, size_t i);
void gap_item(struct game_reader *r, int64_t n, bool step);
void gap_before_claim(struct game_reader *r, size_t i);
void gap_line_start(struct game_reader *r);
void gap_line_end(struct game_reader *r, bool has_claim);

static inline struct game_token *token_at(const struct game_reader *r, size_t i)
{
    return i < r->tokens.n ? (struct game_token *)r->tokens.items + i : NULL;
}

static inline bool game_token_is(const struct game_reader *r, size_t i,
                                 enum game_token_kind kind)
{
    return i < r->tokens.n && token_at(r, i)->kind == kind;
}

static inline bool game_token_in(const struct game_token *t, uint32_t kinds)
{
    return t && (1u << t->kind & kinds);
}

/* Does the word at i mean one of these? */
static inline bool token_says(const struct game_reader *r, size_t i,
                              uint32_t bits)
{
    return game_token_is(r, i, TOKEN_WORD) && (token_at(r, i)->word & bits);
}

#endif
