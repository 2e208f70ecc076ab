/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_READ_INT_H
#define FAMILY_MATHADOR_REPLY_READ_INT_H

#include "family/mathador/reply/read.h"

/*
 * Inside the reader of claims.
 *
 *   read_lex.c      characters -> tokens of one logical line (a line, and
 *                   those after it that go on with "= ...")
 *   read_start.c    what stands before a line: bullets, numbers, fences
 *   read_latex.c    commands and braces
 *   read_wide.c     characters beyond ASCII
 *   read_word.c     the words that mean something
 *   read_mark.c     tokens -> brackets that pair, labels such as "Step 1"
 *   read_run.c      tokens -> runs: numbers, operators and equals signs that
 *                   belong together, sides parted by equals signs
 *   read_behind.c   what may stand behind an operand in a run
 *   read_phrase.c   words inside a run: "times", "which gives"
 *   read_expr.c     one side -> operations
 *   read_chain.c    sides -> claims
 *   read_gap.c      what lies between claims
 *   read.c          the walk over the text
 *
 * Each token is looked at a bounded number of times, so time is linear.
 */

#define BRACES 64 /* LaTeX braces in braces */

enum token_kind {
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

/* What a word means to us, bits of token.word. */
#define WORD_ADD    (1u << 0)
#define WORD_SUB    (1u << 1)
#define WORD_MUL    (1u << 2)
#define WORD_DIV    (1u << 3)
#define WORD_NEEDS  (1u << 4) /* an operator only with a linking word behind */
#define WORD_LINK   (1u << 5) /* by, with, to */
#define WORD_MOD    (1u << 6)
#define WORD_ROOT   (1u << 7)
#define WORD_EQUAL  (1u << 8)  /* is, gives */
#define WORD_FILL   (1u << 9)  /* may stand around such: which, us */
#define WORD_SCORE  (1u << 10) /* makes a sum a sum of points */
#define WORD_POINT  (1u << 11) /* and behind a result as well */
#define WORD_HEAD   (1u << 12) /* in a heading: a solution follows */
#define WORD_TRY    (1u << 13) /* another attempt follows */
#define WORD_STEP   (1u << 14)
#define WORD_LABEL  (1u << 15) /* may have a number behind it: "line 2" */
#define WORD_FROM   (1u << 16) /* before "step 1": speaks of an old one */
#define WORD_NOTE   (1u << 17) /* in brackets: tells where an operand is from */
#define WORD_PRINT  (1u << 18)
#define WORD_ANSWER (1u << 19) /* "the answer is (6 - 2) * 11" */
#define WORD_X      (1u << 20)
#define WORD_SHORT  (1u << 21) /* a letter, or a name with digits: a variable */
#define WORD_TOTAL  (1u << 22)
#define WORD_OPEN   (1u << 23) /* another attempt, if it opens a sentence */
#define WORD_CALM   (1u << 24) /* behind "not": nothing is wrong */

#define WORD_OPERATOR (WORD_ADD | WORD_SUB | WORD_MUL | WORD_DIV | WORD_MOD)

struct token {
    enum token_kind kind;
    bool spaced;    /* white space before it */
    bool pure;      /* a bracket with nothing but arithmetic inside */
    char bracket;   /* which: ( [ { or f round a fraction */
    uint32_t word;  /* WORD_ bits */
    size_t match;   /* the partner's index, of a bracket that has one */
    size_t at, end; /* its place in the text */
    struct reply_number number; /* also of an item */
};

/* What is known of a logical line beside its tokens. */
struct line {
    bool hash;  /* begins with # */
    bool bold;  /* wholly bold */
    bool colon; /* ends with a colon */
    bool fence; /* the border of a code fence */
    bool rule;  /* a line of dashes */
};

struct word_index {
    uint32_t lengths[26];    /* bit n: a word of n letters */
    unsigned char first[27]; /* where the words of a letter begin */
};

struct reader {
    struct arena *arena;
    const char *s;
    size_t n;
    size_t at; /* where the lexer stands */
    struct word_index words;

    /* the line */
    struct line line;
    struct vec tokens; /* struct token */
    size_t line_at;
    bool spaced;         /* white space was seen since the last token */
    bool bold, italic;   /* such markup is open */
    char braces[BRACES]; /* what each open brace belongs to */
    size_t braces_n;

    /* the run */
    struct vec run;          /* struct token */
    size_t run_from;         /* its first token among tokens */
    size_t run_equals;       /* equals signs in it */
    size_t box_from, box_to; /* what of it stands in a box; to 0: nothing */
    bool run_open;           /* ends with an equals sign */
    bool run_alone;          /* and is all there is on its line */
    struct side *sides;      /* of the chain that is being read */
    struct vec fresh;        /* claims of the run */

    /* between claims */
    enum gap gap;
    int64_t item, step; /* numbers of the last item and step; 0: none */
    int64_t line_item;  /* of this line; -1: none */
    int brackets;       /* open ones on this line */
    bool head, answer;  /* such words since the last claim or sentence */
    bool score, total;
    bool scored; /* points were spoken of since the last claim */

    struct vec *claims;
    size_t claims_from; /* those before are not ours */
    bool any;           /* a claim was found */
};

/* read_lex.c: the tokens of the next line; false at the end of the text. */
bool lex_line(struct reader *r);
void word_index_init(struct word_index *x); /* read_word.c */

void mark_line(struct reader *r); /* read_mark.c */

/* read_run.c: read the run that begins at token i, if any; returns the token
 * behind it. */
size_t run_read(struct reader *r, size_t i);

/* read_chain.c: the claims of run[from..) to r->fresh; true if there is one
 * and all of them are true. */
bool chain_read(struct reader *r, size_t from);

/* read_gap.c */
void gap_token(struct reader *r, size_t i);
void gap_item(struct reader *r, int64_t n, bool step);
void gap_before_claim(struct reader *r, size_t i);
void gap_line_start(struct reader *r);
void gap_line_end(struct reader *r, bool has_claim);

static inline struct token *token_at(const struct reader *r, size_t i)
{
    return i < r->tokens.n ? (struct token *)r->tokens.items + i : NULL;
}

static inline bool token_is(const struct reader *r, size_t i,
                            enum token_kind kind)
{
    return i < r->tokens.n && token_at(r, i)->kind == kind;
}

#endif
