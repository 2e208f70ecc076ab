/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/solve_int.h"

/* ---- onto the board ---- */

/* More expressions with these operators, by both ways of counting. `op` and
 * `last` are constants where this is called. */
static inline void put(const struct solver *s, void *at, bool last,
                       uint32_t code, enum mathador_op op, uint32_t ordered,
                       uint32_t distinct)
{
    if (last) {
        struct last_row *r = at;
        uint64_t worth = s->codes.worth[code];

        r->ordered += ordered * worth;
        *(op == OP_ADD || op == OP_MUL ? &r->marked : &r->others) +=
            distinct * worth;
        if (code == OPS_MATHADOR)
            r->mathadors += ordered;
        r->scores |= s->codes.bit[code];
    } else {
        struct row *r = at;
        uint32_t column = s->codes.column[code];
        struct board_cell *c = &r->cells[column];

        r->used |= 1u << column;
        c->ordered += ordered;
        *(op == OP_ADD   ? &c->sums
          : op == OP_MUL ? &c->products
                         : &c->others) += distinct;
    }
}

/* ---- two tables ---- */

/* The four rows of two values, and in how many orders each comes about, 0 for
 * none. The two orders of a sum or product are those of the places; x - x and
 * x / x come in two orders if the two sides are different bags. */
struct target {
    void *row[OPS];
    uint32_t times[OPS];
};

/* How many expressions two states make, before the operator's own part. */
struct pair_of_states {
    uint32_t ops, ordered, forms, sums, products;
};

static inline struct pair_of_states pair_up(const struct halves *p,
                                            const struct state *f,
                                            const struct state *g)
{
    struct pair_of_states s = { .ops = f->ops + g->ops,
                                .ordered = f->ordered * g->ordered,
                                .forms = f->forms * g->forms,
                                .sums = f->no_sums * g->forms,
                                .products = f->no_products * g->forms };

    if (!p->simple) {
        s.ordered *= p->ways;
        s.sums = s.sums * p->in_a + g->no_sums * f->forms * p->in_b;
        s.products = s.products * p->in_a + g->no_products * f->forms * p->in_b;
    }
    return s;
}

/* Two states, onto the rows of all four operators: written out, since this is
 * where the time goes. */
static inline void join_states(const struct halves *p, const struct target *to,
                               const struct pair_of_states *s, bool last)
{
    const uint32_t *times = to->times;

    if (times[OP_ADD])
        put(p->s, to->row[OP_ADD], last, s->ops + op_code(OP_ADD), OP_ADD,
            s->ordered * times[OP_ADD], s->sums);
    if (times[OP_MUL])
        put(p->s, to->row[OP_MUL], last, s->ops + op_code(OP_MUL), OP_MUL,
            s->ordered * times[OP_MUL], s->products);
    if (times[OP_SUB])
        put(p->s, to->row[OP_SUB], last, s->ops + op_code(OP_SUB), OP_SUB,
            s->ordered * times[OP_SUB], s->forms * times[OP_SUB]);
    if (times[OP_DIV])
        put(p->s, to->row[OP_DIV], last, s->ops + op_code(OP_DIV), OP_DIV,
            s->ordered * times[OP_DIV], s->forms * times[OP_DIV]);
}

static void join_all(const struct halves *p, const struct target *to,
                     const struct bag_group *x, const struct bag_group *y)
{
    const struct state *f = p->a->states + x->from;
    const struct state *g = p->b->states + y->from;

    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t j = 0; j < y->n; j++) {
            struct pair_of_states s = pair_up(p, f + i, g + j);

            if (p->last)
                join_states(p, to, &s, true);
            else
                join_states(p, to, &s, false);
        }
}

/* The quotient of a by b if there is none left over, else -1. Most numbers are
 * small, and small divisions are quick. */
static inline int64_t quotient(int64_t a, int64_t b)
{
    if (((uint64_t)a | (uint64_t)b) >> 32 == 0)
        return (uint32_t)a % (uint32_t)b ? -1
                                         : (int64_t)((uint32_t)a / (uint32_t)b);
    return a % b ? -1 : a / b;
}

/* In how many orders can x and y be divided? Which of them is larger is as
 * good as random, so that nothing branches on it where it can be helped. */
static inline uint32_t count_quotients(const struct halves *p, int64_t x,
                                       int64_t y, int64_t *value)
{
    int64_t low = x < y ? x : y, high = x < y ? y : x;

    if (low == 0) { /* 0 by y, never by 0 */
        *value = 0;
        return high == 0 ? 0 : !p->same || x == 0;
    }
    *value = quotient(high, low);
    if (*value < 0)
        return 0;
    if (p->same)
        return x >= y;
    return x == y ? 2 : 1;
}

static inline uint32_t count_differences(const struct halves *p, int64_t x,
                                         int64_t y)
{
    if (p->same)
        return x >= y;
    return x == y ? 2 : 1;
}

/* Values beyond those asked for are left out at the end. False: all are. */
static inline bool leave_out(const struct halves *p, const int64_t value[OPS],
                             struct target *to)
{
    uint32_t any = 0;

    for (int op = 0; op < OPS; op++) {
        to->times[op] = value[op] > p->s->most ? 0 : to->times[op];
        any |= to->times[op];
    }
    return any;
}

static void join_groups(const struct halves *p, const struct bag_group *x,
                        const struct bag_group *y)
{
    struct board *b = &p->s->board;
    int64_t v = x->value, w = y->value;
    int64_t value[OPS] = { v + w, v * w, v < w ? w - v : v - w, 0 };
    uint32_t orders = p->same ? 1 : 2, row[OPS] = { 0 };
    struct target to = { .times = { orders, orders } };

    to.times[OP_SUB] = count_differences(p, v, w);
    to.times[OP_DIV] = count_quotients(p, v, w, &value[OP_DIV]);
    if (p->last && p->s->most < INT64_MAX && !leave_out(p, value, &to))
        return;
    /* First all rows, which may move when one is added, then their places. */
    if (to.times[OP_ADD])
        row[OP_ADD] = board_row(b, value[OP_ADD]);
    if (to.times[OP_MUL])
        row[OP_MUL] = board_row(b, value[OP_MUL]);
    if (to.times[OP_SUB])
        row[OP_SUB] = board_row(b, value[OP_SUB]);
    if (to.times[OP_DIV])
        row[OP_DIV] = board_row(b, value[OP_DIV]);
    to.row[OP_ADD] = board_at(b, row[OP_ADD]);
    to.row[OP_MUL] = board_at(b, row[OP_MUL]);
    to.row[OP_SUB] = board_at(b, row[OP_SUB]);
    to.row[OP_DIV] = board_at(b, row[OP_DIV]);
    join_all(p, &to, x, y);
}

void join_tables(const struct halves *p)
{
    for (size_t i = 0; i < p->a->n_groups; i++)
        for (size_t j = 0; j < p->b->n_groups; j++)
            join_groups(p, &p->a->groups[i], &p->b->groups[j]);
}

/* ---- equal forms ---- */

static int64_t power(int64_t x, uint32_t j)
{
    int64_t p = 1;

    while (j--)
        p *= x;
    return p;
}

static void put_repeated(const struct repeat *r, int64_t value, uint32_t code,
                         enum mathador_op op, uint32_t distinct)
{
    struct board *b = &r->s->board;

    if (!r->last || value <= r->s->most)
        put(r->s, board_at(b, board_row(b, value)), r->last, code, op, 0,
            distinct);
}

/* n forms of that value, repeated by sums or products, with every rest. `ops`
 * has the operations inside the copies. */
static void repeat_value(const struct repeat *r, enum mathador_op op,
                         int64_t value, uint32_t ops, uint32_t n)
{
    if (n == 0)
        return;
    if (!r->rest) {
        put_repeated(r, value, ops + (r->j - 1) * op_code((int)op), op,
                     r->marked * n);
        return;
    }
    ops += r->j * op_code((int)op);
    for (size_t i = 0; i < r->rest->n_groups; i++) {
        const struct bag_group *g = &r->rest->groups[i];
        int64_t v = op == OP_ADD ? value + g->value : value * g->value;

        for (uint32_t k = 0; k < g->n; k++) {
            const struct state *t = &r->rest->states[g->from + k];

            put_repeated(r, v, ops + t->ops, op, r->marked * n * t->forms);
        }
    }
}

void join_repeats(const struct repeat *r)
{
    for (size_t i = 0; i < r->part->n_groups; i++) {
        const struct bag_group *g = &r->part->groups[i];

        for (uint32_t k = 0; k < g->n; k++) {
            const struct state *t = &r->part->states[g->from + k];

            repeat_value(r, OP_ADD, (int64_t)r->j * g->value, r->j * t->ops,
                         t->no_sums);
            repeat_value(r, OP_MUL, power(g->value, r->j), r->j * t->ops,
                         t->no_products);
        }
    }
}
