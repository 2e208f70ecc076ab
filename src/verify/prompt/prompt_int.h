/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_PROMPT_PROMPT_INT_H
#define VERIFY_PROMPT_PROMPT_INT_H

#include "base/arena.h"
#include "base/vec.h"
#include "text/span.h"
#include "verify/claim.h"
#include "verify/prompt/prompt.h"

/*
 * LaTeX as text whose brackets are matched, for who cuts a formula into its
 * parts before it is read: at commas, relations and primes that stand inside no
 * bracket. Round, square, curly and \{ \} brackets and environments count; one
 * without a partner is no bracket.
 */

struct tex {
    struct span s;
    uint32_t *partner; /* of an opening bracket: where its partner begins; 0 */
};

/* What stands between the sides of a statement. */
enum tex_relation {
    TEX_NONE,
    TEX_EQUALS,  /* = */
    TEX_LIKE,    /* \sim \approx */
    TEX_TENDS,   /* \to \rightarrow */
    TEX_SMALL,   /* \ll */
    TEX_ORDERED, /* < > \le \ge */
    TEX_IN       /* \in */
};

/* A side of a statement, and the relation before it. */
struct tex_side {
    struct span s;
    enum tex_relation relation; /* TEX_NONE: the first side */
};

struct tex tex_open(struct arena *a, struct span s);

/* Returns the length of the control word, group opener or byte at `at`. */
size_t tex_token(struct span s, size_t at);

/* Returns where the next token at the same level begins: behind the partner if
 * a bracket opens at `at`. */
size_t tex_next(const struct tex *t, size_t at);

/* Cut at the relations that stand in no bracket. Returns how many sides there
 * are, `most` at most. */
size_t tex_sides(struct arena *a, struct span s, struct tex_side *sides,
                 size_t most);

/* Is this control word (without a letter behind it) at `at`? */
bool tex_word_at(struct span s, size_t at, const char *word);

/* Cut the next part, which ends at a mark that stands in no bracket or at the
 * end, off the text from *from on. Returns false behind the last; an empty
 * text has one. */
bool tex_part(const struct tex *t, size_t *from, char mark, struct span *part);

static inline bool tex_has(struct span s, const char *text)
{
    return span_find(s, 0, text) < s.n;
}

/* s without blanks, spacing commands and punctuation at its ends. */
struct span tex_trim(struct span s);

/* s without blanks and spacing commands anywhere, as a new C string. */
const char *tex_squeezed(struct arena *a, struct span s);

/* If the whole of s is one pair of these brackets ("[", "("), returns its
 * inside, else s. */
struct span tex_unwrapped(struct arena *a, struct span s, char bracket);

/*
 * The inside of the reader of prompts. A prompt becomes a row of tokens: words,
 * marks, and statements, which are the parts of its formulas (prompt/cut.c).
 * Statements are told apart by their form (prompt/statement.c), what is asked
 * for by the words around them (prompt/ask.c), and all of it becomes claims
 * (prompt/prompt.c). The key has a reader of its own (prompt/key.c).
 */

enum prompt_kind { PROMPT_WORD, PROMPT_MARK, PROMPT_STATEMENT };

enum statement_kind {
    STATEMENT_OTHER,      /* a symbol, an expression, \boxed{} */
    STATEMENT_ODE,        /* has derivatives of one variable */
    STATEMENT_PDE,        /* has partial derivatives */
    STATEMENT_SDE,        /* dX_t = ... */
    STATEMENT_INTEGRAL,   /* I(x) = \int ... */
    STATEMENT_CONDITION,  /* y(0) = 1, \lim_{x \to \infty} u = 0, u \to 5 */
    STATEMENT_APPROACH,   /* x \to \infty, \epsilon \ll 1 */
    STATEMENT_RANGE,      /* x \ge 0, x \in \mathbb{R} */
    STATEMENT_DEFINITION, /* f(t) = ..., P(x) = ... */
    STATEMENT_VALUE,      /* v = 0.5, u = 1 */
    STATEMENT_EQUATION    /* any other equation */
};

struct prompt_token {
    enum prompt_kind kind;
    struct span s;          /* of a statement: trimmed */
    enum statement_kind is; /* of a statement */
    size_t formula;         /* of a statement: the number of its formula */
};

/* Cut a prompt into its tokens, a vec of struct prompt_token. */
struct vec prompt_cut(struct arena *a, struct span prompt);

/* The token at i, or one that is a mark and empty past the end. */
struct prompt_token prompt_token_at(const struct vec *tokens, size_t i);

/* The same anywhere from i on; *at is where. */
bool prompt_phrase(const struct vec *tokens, const char *phrase, size_t from,
                   size_t *at);

/* ---- derivatives as they are written ---- */

/* A derivative as a fraction: \frac{d^2 y}{dx^2}, or dy/dx. */
struct derivative {
    char unknown, variable;
    int order;
    size_t n; /* bytes; 0: there is none */
};

/* ---- statements ---- */

enum statement_kind statement_kind(struct arena *a, struct span s);

/* The unknown of a differential equation and its variables, as letters. */
struct prompt_unknown {
    char name;         /* y; '\0': none was found */
    char variables[4]; /* "x", "xt" */
};

/* ---- what is asked ---- */

struct prompt_asked {
    bool has_limit;
    struct claim_limit limit;
    int terms;        /* 0: not said */
    bool leading;     /* "leading order" */
    bool approximate; /* "approximate", "behaviour", "asymptotic" */
    bool small;       /* some parameter is said to be small */
    bool special;     /* a solution of a special form: a travelling wave, a
                          similarity solution */
    bool uniform;     /* "uniformly valid" */
};

struct prompt_asked prompt_asked(struct arena *a, const struct vec *tokens,
                                 const char *object);

/* ---- the key ---- */

/* An answer of a key. */
struct prompt_answer {
    const char *left; /* "u(x,t)"; "": none */
    const char *right;
};

/* Returns the inside of the last box, empty if there is none. */
struct span prompt_box(struct span solution);
/* Returns the right side of an answer: what follows its last "=". */
struct span prompt_right_side(struct arena *a, struct span answer);

#endif
