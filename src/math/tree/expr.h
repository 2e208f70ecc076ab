/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_TREE_EXPR_H
#define MATH_TREE_EXPR_H

#include "base/arena.h"
#include "math/flint.h"
#include "math/tree/function.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A piece of mathematics as a tree: values (3/4, x^2+1), structures of values
 * (tuples, sets, matrices) and statements about them (x >= 2). The tree keeps
 * what was written: nothing is simplified, cancelled or computed while reading,
 * and huge numbers (2004!, 10^{10^{10}}) stay symbolic.
 *
 * Trees are immutable and live in an arena. A subtree may be shared.
 */

enum expr_op {
    /* ---- values ---- */
    EXPR_NUMBER,     /* .number */
    EXPR_SYMBOL,     /* .name: "x", "epsilon", "x_{1}", "y_{1}''", "bar{x}" */
    EXPR_CONSTANT,   /* .constant */
    EXPR_NEG,        /* -a */
    EXPR_ADD,        /* two terms or more; a - b is a + NEG(b) */
    EXPR_MUL,        /* two factors or more */
    EXPR_DIV,        /* a / b */
    EXPR_POW,        /* a ^ b */
    EXPR_PLUSMINUS,  /* \pm a, or a \pm b with two arguments; .mirror: \mp */
    EXPR_FACTORIAL,  /* .degree: 1 for n!, 2 for n!! */
    EXPR_CALL,       /* a known function: .function */
    EXPR_APPLY,      /* an unknown function: .name, e.g. f(x, y), f'(x) */
    EXPR_SUM,        /* body, variable, from, to */
    EXPR_PRODUCT,    /* body, variable, from, to */
    EXPR_INTEGRAL,   /* body, variable; and from, to when definite */
    EXPR_LIMIT,      /* body, variable, point; .side */
    EXPR_DERIVATIVE, /* body, variable; .degree is the order */
    EXPR_MOD,        /* a mod b, the remainder */
    EXPR_PERCENT,    /* a % */
    EXPR_DEGREE,     /* a degrees, of an angle */
    EXPR_QUANTITY,   /* value with a unit or counted noun: .name, "cm^{2}" */
    EXPR_MATRIX,     /* entries row by row; .rows; a column vector has n rows */
    EXPR_CASES,      /* value, condition, value, condition, ... ; a missing or
                        "otherwise" condition is NULL */
    EXPR_DOTS,       /* an ellipsis, in lists and sums */
    /* ---- structures ---- */
    EXPR_TUPLE,    /* ( , ) ordered; also what could be an open interval */
    EXPR_LIST,     /* bare commas, semicolons, "and": no brackets */
    EXPR_SET,      /* \{ , \}; .degree 1: { , } without backslashes, which
                      LaTeX shows as a list */
    EXPR_INTERVAL, /* from, to; .open_from, .open_to; at least one of the
                      brackets was square, or the reader could tell */
    EXPR_UNION,
    EXPR_INTERSECTION,
    EXPR_DIFFERENCE, /* of sets */
    EXPR_BUILDER,    /* { element | condition } */
    EXPR_DOMAIN,     /* .name: "R" "Z" "N" "Q" "C", "empty" */
    EXPR_RATIO,      /* a : b : c; also clock times */
    /* ---- statements ---- */
    EXPR_RELATION,  /* a chain a < b <= c: args, and .relations between them */
    EXPR_CONGRUENT, /* a = b (mod m): a, b, m */
    EXPR_AND,
    EXPR_OR,
    EXPR_TEXT /* words that are no mathematics: .name, as written, trimmed */
};

enum expr_constant {
    CONSTANT_PI,
    CONSTANT_E,
    CONSTANT_I,
    CONSTANT_INFINITY,    /* also +\infty; -\infty is NEG of it */
    CONSTANT_EULER_GAMMA, /* only by an unmistakable name; \gamma alone is a
                               symbol */
    CONSTANT_UNDEFINED    /* "undefined", "DNE", "does not exist" */
};

enum relation {
    RELATION_EQ,
    RELATION_NE,
    RELATION_LT,
    RELATION_LE,
    RELATION_GT,
    RELATION_GE,
    RELATION_APPROX, /* \approx, \sim, \simeq, \doteq */
    RELATION_IN,
    RELATION_NOT_IN,
    RELATION_SUBSET,
    RELATION_DIVIDES,
    RELATION_TO /* \to, maps to */
};

struct expr_number {
    fmpq_t value;
    int base;       /* how it was written: 10, or the index of 1011_2 */
    bool decimal;   /* has a point or an exponent: 51.0, 2.5e3 */
    bool repeating; /* 0.\overline{3}: exact, .places counts nothing */
    int places;     /* digits behind the point, less the exponent; may be < 0:
                     3.14 has 2, 2.5e3 has -2 */
    int digits;     /* significant digits written: 0.050 has 2, 51.0 has 3 */
};

struct expr {
    enum expr_op op;
    unsigned count; /* arguments */
    const struct expr *const *args;
    size_t column; /* where it begins in the text that was read, from 1;
                      0: it was made by a program */
    union {
        const struct expr_number *number;
        const char *name;
        enum expr_constant constant;
        const struct function *function;
        const enum relation *relations; /* count - 1 of them */
        unsigned rows;
        unsigned degree;
        int side; /* of a limit: -1 from below, 0 both, 1 from above */
        bool mirror;
        struct {
            bool open_from, open_to;
        };
    };
};

/* ---- making (expr_new copies args) ---- */
struct expr *expr_new(struct arena *a, enum expr_op op,
                      const struct expr *const *args, unsigned count);
struct expr *expr_symbol(struct arena *a, const char *name);
struct expr *expr_text(struct arena *a, const char *text);
struct expr *expr_constant(struct arena *a, enum expr_constant c);
struct expr *expr_integer(struct arena *a, long value);
/* Returns an exact number that was written without a decimal point. Copies
 * value. */
struct expr *expr_rational(struct arena *a, const fmpq_t value);
/* The same of over/under. */
struct expr *expr_fraction(struct arena *a, long over, unsigned long under);
struct expr *expr_number(struct arena *a, const struct expr_number *number);
struct expr *expr_call(struct arena *a, enum function_id id,
                       const struct expr *const *args, unsigned count);
struct expr *expr_unary(struct arena *a, enum expr_op op, const struct expr *x);
struct expr *expr_binary(struct arena *a, enum expr_op op, const struct expr *x,
                         const struct expr *y);
/* x + y, x - y, x y, x / y, x^y, -x, f(x) */
const struct expr *expr_add(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *expr_sub(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *expr_mul(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *expr_div(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *expr_pow(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *expr_neg(struct arena *a, const struct expr *x);
const struct expr *expr_of(struct arena *a, enum function_id f,
                           const struct expr *x);

/* The integral of f over the symbol from one bound to the other. */
const struct expr *expr_integral(struct arena *a, const struct expr *f,
                                 const char *name, const struct expr *from,
                                 const struct expr *to);

/* left REL right */
struct expr *expr_relation(struct arena *a, const struct expr *left,
                           enum relation rel, const struct expr *right);

/* ---- looking ---- */

/* Are the trees the same: operators, names, numbers by value and by spelling,
 * in the same order? */
bool expr_same(const struct expr *x, const struct expr *y);

/* Have both the same operator, payload and number of arguments? The arguments
 * may differ. */
bool expr_same_head(const struct expr *x, const struct expr *y);

size_t expr_size(const struct expr *x); /* nodes */

/* Is this an EXPR_NUMBER, EXPR_CONSTANT ... : a value, not a structure or a
 * statement? By the operator alone. */
bool expr_is_value(const struct expr *x);

/* Returns 1 for infinity, -1 for its opposite, 0 for everything else. */
int expr_infinity(const struct expr *x);

/* Does any node satisfy `is`? */
bool expr_any(const struct expr *x, bool (*is)(const struct expr *node));

/* Has any node this operator? */
bool expr_has(const struct expr *x, enum expr_op op);

/* Is x a symbol with one of these names, a list with a blank between two? */
bool expr_is_named(const struct expr *x, const char *names);

/* Collect the free symbols (not bound by a sum, integral, limit, set-builder or
 * derivative that has no other use of it), each once, in order of appearance;
 * unknown functions count under their names, as "f(". Returns how many there
 * are. */
size_t expr_symbols(struct arena *a, const struct expr *x,
                    const char *const **names);

/* Does the name stand anywhere in x as a symbol, free or bound? x may be NULL. */
bool expr_mentions(const struct expr *x, const char *name);

/* Is x this constant? */
bool expr_is_constant(const struct expr *x, enum expr_constant c);

/* Is x a whole number, as it is written? */
bool expr_is_whole(const struct expr *x);

/* Is x this symbol? */
bool expr_is_symbol(const struct expr *x, const char *name);

/* Returns x with each argument replaced by what `with` makes of it; arguments
 * that are NULL stay. Returns NULL if one becomes NULL, and x itself if it has
 * no arguments. */
const struct expr *expr_map(struct arena *a, const struct expr *x,
                            const struct expr *(*with)(void *data,
                                                       const struct expr *arg),
                            void *data);

/* Does a \pm or \mp stand in x? */
bool expr_has_sign(const struct expr *x);

/* Returns x with every a \pm b as a + b and every a \mp b as a - b, if `upper`;
 * else the other way round. */
const struct expr *expr_choose_sign(struct arena *a, const struct expr *x,
                                    bool upper);

/* Returns x with the free symbol of that name replaced. */
const struct expr *expr_replace(struct arena *a, const struct expr *x,
                                const char *name, const struct expr *with);

#endif
