/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_SOLVE_INT_H
#define FAMILY_MATHADOR_SOLVE_INT_H

#include "base/arena.h"
#include "family/mathador/bag.h"
#include "family/mathador/board.h"
#include "family/mathador/solve.h"

/*
 * The inside of the solver: the tables of bags (solve.c), and how two of them
 * are joined on a board (join.c).
 */

/* Counts of the operators, one digit for each in base 5, which is enough for
 * GAME_STEPS: adding two of these codes adds the counts, and the tables below
 * are small enough for the cache. */
#define OPS_CODES 625

static inline uint32_t op_code(int op)
{
    static const uint32_t codes[OPS] = { 1, 5, 25, 125 };

    return codes[op];
}

/* Returns the count of the operator in a code. */
static inline int ops_of(uint32_t code, int op)
{
    return (int)(code / op_code(op) % 5);
}

/* Bags of this size are part of no other: only their points count. */
#define BAG_LAST (GAME_STEPS + 1)

/* The codes of k operations: at most 35, for k = 4. */
#define WAYS_MOST 35

struct codes {
    int n[GAME_STEPS + 1]; /* for each k */
    uint32_t code[GAME_STEPS + 1][WAYS_MOST];
    unsigned char column[OPS_CODES]; /* of a code in the list of its k */
    uint64_t worth[OPS_CODES];
    uint32_t bit[OPS_CODES]; /* of the score, in a set of scores */
};

/* The worth of a code: how many expressions (one) and how many points, in the
 * two halves, so that one addition adds both. */
#define WORTH_POINTS(w) ((uint32_t)((w) >> 32))
#define WORTH_COUNT(w)  ((uint32_t)(w))

#define OPS_MATHADOR (1u + 5u + 25u + 125u) /* each operator once */

/* ---- tables ---- */

/* Expressions with the same value and the same operators. */
struct state {
    uint32_t ops;                         /* code */
    uint32_t ordered;                     /* how many */
    uint32_t forms, no_sums, no_products; /* distinct: all, and some */
};

/* The states of one value. */
struct bag_group {
    int64_t value;
    uint32_t from, n;
};

struct table {
    struct bag_group *groups; /* the last bags have none */
    size_t n_groups;
    struct state *states;
    struct total *totals; /* of the values asked for */
    size_t n_totals;
};

/* Returns the group of a value, or NULL if there is none. */
const struct bag_group *table_find(const struct table *t, int64_t value);

/* The tables made so far, by bag_key; a key of 0 is a free place. */
struct known {
    uint64_t *keys;
    struct table **tables;
    size_t n, cap; /* a power of two */
};

struct solver {
    struct codes codes;
    struct arena arena;
    struct known known;
    struct board board, totals;
    int64_t most; /* largest value asked for */
    struct solve_outcomes result;
    size_t result_cap;
    size_t kept; /* bytes of all tables */
};

/* Returns the table of a bag that is part of a set that was solved before. */
const struct table *solver_table(struct solver *s, const struct bag *b);

/* ---- boards ---- */

/* The rows of a board. Sums and products are counted as often as the bag has
 * the marked number, and divided at the end. */
struct board_cell {
    uint32_t ordered;
    uint32_t sums, products, others;
};

struct row {
    uint32_t used; /* bit i: cells[i] has something */
    struct board_cell cells[];
};

struct last_row {
    uint64_t ordered, others, marked; /* worth; marked: sums and products */
    uint32_t mathadors, scores;
};

/* The worth of all expressions of a value. Even six equal numbers keep both
 * halves far below 2^32. */
struct total {
    int64_t value;
    uint64_t ordered, distinct; /* worth */
    uint32_t mathadors, scores;
};

/* Two parts of a bag. */
struct halves {
    struct solver *s;
    const struct table *a, *b;
    uint32_t ways;       /* ways to split the places like that */
    uint32_t in_a, in_b; /* copies of the marked number in each */
    bool same;           /* a and b are one bag: pairs come in both orders */
    bool simple;         /* all numbers differ, and a has the marked one */
    bool last;           /* the bag is one of the last */
};

void join_tables(const struct halves *p);

/* j copies of a part, and the rest of the bag. */
struct repeat {
    struct solver *s;
    const struct table *part, *rest; /* rest is NULL: nothing is left */
    uint32_t marked;                 /* numbers like the marked one in part */
    uint32_t j;
    bool last;
};

/* Add the sums and products of j equal forms and a rest. */
void join_repeats(const struct repeat *r);

#endif
