/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_ENUMERATE_INT_H
#define FAMILY_MATHADOR_ENUMERATE_INT_H

#include "family/mathador/enumerate.h"

#include <string.h>

/*
 * Inside the enumeration: what ordered expressions (enumerate.c) and distinct
 * forms (enumerate_distinct.c) have in common.
 */

enum shape { SHAPE_OTHER, SHAPE_SUM, SHAPE_PRODUCT };

/* One expression, by what matters: its value and its operators. */
struct tree {
    int64_t value;
    uint32_t ops;     /* how often each, one digit for each in base 5 */
    enum shape shape; /* of a distinct form */
};

#define OPS_BASE  (GAME_STEPS + 1)
#define OPS_CODES (OPS_BASE * OPS_BASE * OPS_BASE * OPS_BASE)

static const uint32_t op_digit[OPS] = { 1, OPS_BASE, OPS_BASE *OPS_BASE,
                                        OPS_BASE *OPS_BASE *OPS_BASE };

/* Expressions of up to LISTED numbers are kept. One of GAME_STEPS numbers,
 * which are nearly all, has a single number left to be joined with, and is
 * when it is written: keeping it would take longer than that. */
#define LISTED     (GAME_STEPS - 1)
#define TREES_MOST 192 /* of three places: 3! orders, 2 bracketings */
#define SETS       (1 << GAME_MOST) /* of places, and of bags no more */
#define POOL       (20 * TREES_MOST + 15 * 8 + GAME_MOST)

struct value_list {
    struct tree *items;
    size_t n;
};

/* Values of use, by their lowest bits: the others, far more, are known at
 * once. One that looks to be of use is looked at closer. */
#define SIEVE 1024

struct walk {
    const struct game *g;
    struct value_list of[SETS]; /* by set of places, or by bag */
    uint64_t sieve[SIEVE / 64];
    uint32_t found[OPS_CODES]; /* solutions with these operators */
    size_t used;
    struct tree pool[POOL];
};

/* ---- values of use ---- */

static inline bool may_serve(const struct walk *w, int64_t value)
{
    uint64_t low = (uint64_t)value % SIEVE;

    return w->sieve[low / 64] >> low % 64 & 1;
}

static inline void add_value(struct walk *w, int64_t value)
{
    uint64_t low = (uint64_t)value % SIEVE;

    if (value >= 0)
        w->sieve[low / 64] |= UINT64_C(1) << low % 64;
}

static inline void clear_sieve(struct walk *w)
{
    memset(w->sieve, 0, sizeof(w->sieve));
}

/* All values that reach the target with x by some operator, in some order. */
static inline void add_partners(struct walk *w, int64_t x)
{
    int64_t target = w->g->target;

    if (x == 0 && target == 0) { /* 0 times anything */
        memset(w->sieve, 0xff, sizeof(w->sieve));
        return;
    }
    add_value(w, target - x);
    add_value(w, x - target);
    add_value(w, target + x);
    if (x && target % x == 0)
        add_value(w, target / x);
    if (target && x % target == 0)
        add_value(w, x / target);
    if (x && target <= GAME_TARGET_MAX / x) /* no expression is larger */
        add_value(w, target * x);
}

/* Is the difference or the quotient of x and y, in either order, of use? */
static inline bool parts_may_serve(const struct walk *w, int64_t x, int64_t y)
{
    uint64_t low = (uint64_t)(x < y ? x : y), high = (uint64_t)(x < y ? y : x);

    if (may_serve(w, (int64_t)(high - low)))
        return true;
    if (low == 0)
        return may_serve(w, 0);
    if (high >> 32 == 0) /* small divisions are quick */
        return (uint32_t)high % (uint32_t)low == 0 &&
               may_serve(w, (uint32_t)high / (uint32_t)low);
    return high % low == 0 && may_serve(w, (int64_t)(high / low));
}

/* Is there an operator that makes a value of use of x and y? */
static inline bool pair_may_serve(const struct walk *w, int64_t x, int64_t y)
{
    return may_serve(w, x + y) || may_serve(w, x * y) ||
           parts_may_serve(w, x, y);
}

/* ---- lists ---- */

static inline void open_list(struct walk *w, unsigned set)
{
    w->of[set] = (struct value_list){ w->pool + w->used, 0 };
}

static inline void keep(struct walk *w, unsigned set, const struct tree *t)
{
    INVARIANT(w->used < POOL);
    w->pool[w->used++] = *t;
    w->of[set].n++;
}

/* ---- the last step ---- */

/* x op y, counted if it is the target: game_apply() without the division. */
static inline void count_last(struct walk *w, enum mathador_op op,
                              const struct tree *x, const struct tree *y)
{
    int64_t target = w->g->target, v = x->value, u = y->value, product;
    bool reached;

    switch (op) {
    case OP_ADD: reached = v + u == target; break;
    case OP_MUL: reached = v * u == target; break;
    case OP_SUB: reached = v - u == target; break;
    case OP_DIV:
    default: /* gcc and clang have it */
        reached =
            u && !__builtin_mul_overflow(target, u, &product) && product == v;
    }
    w->found[x->ops + y->ops + op_digit[op]] += reached;
}

/* All distinct forms, into w->found. */
void enumerate_distinct(struct walk *w);

#endif
