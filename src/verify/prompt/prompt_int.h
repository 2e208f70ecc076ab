/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_PROMPT_PROMPT_INT_H
#define VERIFY_PROMPT_PROMPT_INT_H

#include "base/vec.h"
#include "verify/claim.h"
#include "verify/prompt/prompt.h"
#include "verify/prompt/tex.h"

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

/* Do the words stand at i, one after the other? "%" stands for a statement,
 * "|" between two texts for either. Returns how many tokens that are, or 0. */
size_t prompt_phrase_at(const struct vec *tokens, size_t i, const char *phrase);
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

struct derivative derivative_at(struct span s, size_t at);
/* Is the letter at `at` no part of a control word? It may be one of "uu_x". */
bool derivative_letter(struct span s, size_t at);
/* Returns how many bytes of primes stand at `at`, blanks before them included,
 * with *order; or 0. */
size_t derivative_primes(struct span s, size_t at, int *order);
/* Returns the length of an index of variables at `at`, "_t" or "_{xx}", or 0.
 */
size_t derivative_index(struct span s, size_t at);

/* ---- statements ---- */

enum statement_kind statement_kind(struct arena *a, struct span s);

/* The arguments of the application that s is, u(x,0) or \frac{dy}{dx}(0): the
 * inside of its last bracket; empty if it is none. *head is what stands
 * before. */
struct span statement_application(struct arena *a, struct span s,
                                  struct span *head);

/* The unknown of a differential equation and its variables, as letters. */
struct prompt_unknown {
    char name;         /* y; '\0': none was found */
    char variables[4]; /* "x", "xt" */
};

struct prompt_unknown prompt_ode_unknown(struct span s);
struct prompt_unknown prompt_pde_unknown(struct span s);

/* Returns an ordinary equation with primes for its derivatives, and without the
 * arguments of the unknown: \frac{d^2y}{dx^2} and y''(x) are y''. */
const char *prompt_ode_plain(struct arena *a, struct span s,
                             struct prompt_unknown u);
/* Returns a partial differential equation with slips of the pen mended: d_t u,
 * partial_{xx} u. */
const char *prompt_pde_plain(struct arena *a, struct span s);
/* Returns the condition as values of the unknown, several with ",\ " between
 * two: y(0)=y(1)=1 becomes y(0)=1,\ y(1)=1; or NULL if it is none of them. */
const char *condition_plain(struct arena *a, struct span s,
                            struct prompt_unknown u);
/* The same for a value that the unknown has where `approach`, x \to -\infty,
 * goes. */
const char *condition_in_limit(struct arena *a, struct span approach,
                               struct span value, struct prompt_unknown u);
/* The order of the highest derivative of an equation with primes. */
int prompt_ode_order(const char *plain, char unknown);

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

/* The answers of a key: what its last box holds, cut at ";". Several boxes with
 * nothing but marks between them are one key. Returns how many there are. */
size_t prompt_key(struct arena *a, struct span solution,
                  const struct prompt_answer **answers);
/* Returns the inside of the last box, empty if there is none. */
struct span prompt_box(struct span solution);
/* Returns the right side of an answer: what follows its last "=". */
struct span prompt_right_side(struct arena *a, struct span answer);
/* Returns how many terms are added in the formula, those of a bracket that a
 * single factor multiplies included. */
int prompt_terms(struct arena *a, const char *formula);

#endif
