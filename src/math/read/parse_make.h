/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_READ_PARSE_MAKE_H
#define MATH_READ_PARSE_MAKE_H

#include "math/read/lex.h"
#include "math/read/read.h"
#include "math/tree/expr.h"

/*
 * The parser's state, and how its files make nodes and fail. Nodes are counted
 * against LIMIT_EXPR_NODES and depth against LIMIT_EXPR_DEPTH; a node made of
 * NULL operands is NULL, so that failures travel by themselves.
 */

#define PARSE_BOUND 32 /* nested sums whose indices are distinguished */

struct parser {
    struct arena *arena;
    const struct read_options *opt;
    const char *text NONSTRING;
    struct token *t; /* all tokens */
    unsigned i;      /* the next one */
    unsigned count;
    unsigned depth, nodes;
    unsigned start;     /* where the statement began that is being read */
    unsigned bars;      /* | that are open in this bracket */
    bool separate;      /* a comma always separates, as inside ( ) */
    bool builder;       /* a | or : at this level ends the element of a set */
    bool side_ok;       /* 3^+ is a limit from above */
    int side;           /* the side, once it was met */
    unsigned integrals; /* that look for their dx */
    const char *dx;     /* the variable, once it was met */
    const char *bound[PARSE_BOUND]; /* indices of sums around us */
    unsigned bound_n;
    const struct expr *pmod; /* the last a \pmod{m}, which may be that of a
                                list */
    bool where;              /* a condition was introduced by a word */
    bool lower_i;            /* a small i stands in the text: I is no unit */
    signed char counts[3];   /* do all C, A, P with two scripts count, as
                                C_5^2 does? 1 yes, -1 no, 0 not known yet */
    struct err *e;
};

/* ---- looking ---- */

static inline struct token *peek(const struct parser *p)
{
    return &p->t[p->i];
}

static inline struct token *parse_ahead(const struct parser *p, unsigned n)
{
    unsigned k = p->i + n;

    return &p->t[k < p->count ? k : p->count - 1];
}

static inline bool parse_is_open(const struct token *t, unsigned delimiter)
{
    return t->kind == TOKEN_OPEN && t->sub == delimiter;
}

static inline bool is_close(const struct token *t, unsigned delimiter)
{
    return t->kind == TOKEN_CLOSE && t->sub == delimiter;
}

/* Is the token a word, a text or a name that is one of these? */
bool parse_says(const struct parser *p, const struct token *t,
                const char *list);

/* Returns the only token of the script behind the sign at t, in braces or
 * without, or NULL if there is another one. *end is the token behind it. */
const struct token *parse_lone(const struct token *t, const struct token **end);

/* A list that grows; most have few items. */
struct parse_items {
    const struct expr **v;
    unsigned n, cap;
    const struct expr *room[8];
};

void items_init(struct parse_items *items);
void items_add(struct parser *p, struct parse_items *items,
               const struct expr *x);

/* Record the ceiling on items. Returns NULL. */
const struct expr *parse_too_many(struct parser *p);

/* Fail at a token with `what`, or because the token is not expected. Both
 * return NULL; an earlier error stays. */
const struct expr *parse_fail(struct parser *p, const struct token *t,
                              const char *what);
const struct expr *parse_unexpected(struct parser *p, const struct token *t);

/* Go one level deeper. Returns false, with ERR_LIMIT, if that is too deep. */
bool parse_enter(struct parser *p);

/* Returns a node at a token's place, or NULL if there are too many nodes. */
struct expr *parse_node(struct parser *p, const struct token *at,
                        enum expr_op op, const struct expr *const *args,
                        unsigned count);
struct expr *parse_unary(struct parser *p, const struct token *at,
                         enum expr_op op, const struct expr *x);
struct expr *parse_binary(struct parser *p, const struct token *at,
                          enum expr_op op, const struct expr *x,
                          const struct expr *y);
struct expr *parse_called(struct parser *p, const struct token *at,
                          enum function_id id, const struct expr *const *args,
                          unsigned count);
/* Returns a node without operands that has a name. */
struct expr *parse_leaf(struct parser *p, const struct token *at,
                        enum expr_op op, const char *name);
struct expr *parse_symbol(struct parser *p, const struct token *at,
                          const char *name);
struct expr *parse_constant(struct parser *p, const struct token *at,
                            enum expr_constant c);
struct expr *parse_integer(struct parser *p, const struct token *at, long v);

/* Returns the items as one node, the item itself if there is only one, or NULL
 * if an item is NULL. */
const struct expr *items_node(struct parser *p, struct parse_items *items,
                              enum expr_op op);

/* Expect a closing bracket. */
bool parse_close(struct parser *p, unsigned delimiter);

#endif
