/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/enumerate_int.h"

/* A bag is named by how often it has each of the different numbers, in a
 * mixed radix: the name of a part is smaller than that of the whole, and the
 * names of two parts add up to it. */
struct listing {
    struct walk *w;
    int64_t number[GAME_MOST]; /* the different ones */
    unsigned radix[GAME_MOST]; /* how often each is there, and 1 */
    unsigned place[GAME_MOST]; /* the name of the bag of one */
    unsigned digits[SETS];     /* how often a bag has each: 4 bits */
    uint64_t parts[SETS];      /* bit d: bag d is part of it, and kept */
    int total[SETS];
    int n;
};

static void distinct_sort_numbers(struct listing *c)
{
    const struct game *g = c->w->g;

    for (size_t i = 0; i < g->n; i++) {
        int k = 0;

        while (k < c->n && c->number[k] != g->numbers[i])
            k++;
        c->number[k] = g->numbers[i];
        c->radix[k] += k == c->n ? 2 : 1;
        c->n += k == c->n;
    }
}

/* Is bag d part of bag b? No digit is above 6, so that the highest bit of
 * each digit of the difference stays where it is not smaller. */
static bool is_part(const struct listing *c, unsigned d, unsigned b)
{
    const unsigned high = 0x888888;

    return ((c->digits[b] + high - c->digits[d]) & high) == high;
}

/* The bags; how many there are. */
static unsigned name_bags(struct listing *c)
{
    unsigned bags = 1;

    for (int i = 0; i < c->n; i++) {
        c->place[i] = bags;
        bags *= c->radix[i];
    }
    for (unsigned b = 1; b < bags; b++) {
        for (int i = 0; i < c->n; i++) {
            unsigned digit = b / c->place[i] % c->radix[i];

            c->digits[b] |= digit << 4 * i;
            c->total[b] += (int)digit;
        }
        for (unsigned d = 1; d <= b; d++)
            if (c->total[d] <= LISTED && is_part(c, d, b))
                c->parts[b] |= UINT64_C(1) << d;
    }
    return bags;
}

/* The last step of a form that has taken all numbers but one or two. A sum of
 * a sum is none of its own: it was one with more terms. */
static void join_numbers(struct listing *c, unsigned bag, const struct tree *f)
{
    for (int i = 0; i < c->n; i++) {
        struct tree leaf = { .value = c->number[i] };

        if ((c->digits[bag] >> 4 * i & 15) + 1 == c->radix[i])
            continue;
        if (f->shape != SHAPE_SUM)
            count_last(c->w, OP_ADD, f, &leaf);
        if (f->shape != SHAPE_PRODUCT)
            count_last(c->w, OP_MUL, f, &leaf);
        for (int op = OP_SUB; op <= OP_DIV; op++) {
            count_last(c->w, (enum mathador_op)op, f, &leaf);
            count_last(c->w, (enum mathador_op)op, &leaf, f);
        }
    }
}

/* A form of that bag. */
static void write_form(struct listing *c, unsigned bag, const struct tree *f)
{
    struct walk *w = c->w;

    if (f->value == w->g->target)
        w->found[f->ops]++;
    if (c->total[bag] <= LISTED)
        keep(w, bag, f);
    else if (c->total[bag] == GAME_STEPS && may_serve(w, f->value))
        join_numbers(c, bag, f);
}

/* x op y, where the rules allow it. */
static inline void write_op(struct listing *c, unsigned bag,
                            enum mathador_op op, const struct tree *x,
                            const struct tree *y)
{
    struct tree f = { .ops = x->ops + y->ops + op_digit[op],
                      .shape = op == OP_ADD   ? SHAPE_SUM
                               : op == OP_MUL ? SHAPE_PRODUCT
                                              : SHAPE_OTHER };

    if (game_apply(op, x->value, y->value, &f.value))
        write_form(c, bag, &f);
}

/* Differences and quotients: two forms, in order. */
static void write_parts(struct listing *c, unsigned bag, const struct tree *x,
                        const struct tree *y)
{
    write_op(c, bag, OP_SUB, x, y);
    write_op(c, bag, OP_DIV, x, y);
}

/* Those of all forms of two bags. When it is the same bag, each pair comes in
 * both orders by itself. */
static void write_pairs(struct listing *c, unsigned bag, unsigned d)
{
    const struct value_list *left = &c->w->of[d], *right = &c->w->of[bag - d];
    bool sieved = c->total[bag] > LISTED;

    for (size_t i = 0; i < left->n; i++)
        for (size_t j = 0; j < right->n; j++) {
            const struct tree *x = &left->items[i], *y = &right->items[j];

            if (sieved && !parts_may_serve(c->w, x->value, y->value))
                continue;
            write_parts(c, bag, x, y);
            if (d != bag - d)
                write_parts(c, bag, y, x);
        }
}

/* Sums (products) of terms that are none, each not before the last one, which
 * was form `index` of bag `last`. The depth is that of the terms. */
struct terms {
    unsigned bag;
    enum mathador_op op;
    enum shape shape;
};

/* The last term, of bag `rest`. */
static void write_end(struct listing *c, const struct terms *t,
                      const struct tree *so_far, size_t index, unsigned rest)
{
    const struct value_list *list = &c->w->of[rest];
    bool sieved = c->total[t->bag] > LISTED;

    for (size_t i = index; i < list->n; i++) {
        const struct tree *f = &list->items[i];
        int64_t value = t->op == OP_ADD ? so_far->value + f->value
                                        : so_far->value * f->value;
        struct tree sum = { value, so_far->ops + f->ops + op_digit[t->op],
                            t->shape };

        if (f->shape != t->shape && (!sieved || may_serve(c->w, value)))
            write_form(c, t->bag, &sum);
    }
}

static void write_terms(struct listing *c, const struct terms *t,
                        const struct tree *so_far, unsigned last, size_t index,
                        unsigned rest)
{
    write_end(c, t, so_far, rest == last ? index : 0, rest);
    for (unsigned d = last; d <= rest - d; d++) {
        const struct value_list *list = &c->w->of[d];

        if (!(c->parts[rest] >> d & 1))
            continue;
        for (size_t i = d == last ? index : 0; i < list->n; i++) {
            const struct tree *f = &list->items[i];
            struct tree sum = { .ops = so_far->ops + f->ops + op_digit[t->op],
                                .shape = t->shape };

            if (f->shape == t->shape)
                continue;
            sum.value = t->op == OP_ADD ? so_far->value + f->value
                                        : so_far->value * f->value;
            write_terms(c, t, &sum, d, i, rest - d);
        }
    }
}

static void write_sums(struct listing *c, const struct terms *t, unsigned d)
{
    const struct value_list *list = &c->w->of[d];

    for (size_t i = 0; i < list->n; i++)
        if (list->items[i].shape != t->shape)
            write_terms(c, t, &list->items[i], d, i, t->bag - d);
}

/* Where an expression of this bag has a number left, or none, to be joined
 * with. */
static void fill_sieve(struct listing *c, unsigned bag)
{
    clear_sieve(c->w);
    add_value(c->w, c->w->g->target);
    for (int i = 0; c->total[bag] == GAME_STEPS && i < c->n; i++)
        add_partners(c->w, c->number[i]);
}

static void write_bag(struct listing *c, unsigned b)
{
    struct terms sums = { b, OP_ADD, SHAPE_SUM };
    struct terms products = { b, OP_MUL, SHAPE_PRODUCT };

    open_list(c->w, b);
    fill_sieve(c, b);
    for (int i = 0; i < c->n; i++) {
        struct tree leaf = { .value = c->number[i] };

        if (b == c->place[i])
            keep(c->w, b, &leaf);
    }
    for (unsigned d = 1; d <= b - d; d++) {
        if (!(c->parts[b] >> d & 1))
            continue;
        write_pairs(c, b, d);
        write_sums(c, &sums, d);
        write_sums(c, &products, d);
    }
}

void enumerate_distinct(struct walk *w)
{
    struct listing c = { .w = w };
    unsigned bags;

    distinct_sort_numbers(&c);
    bags = name_bags(&c);
    for (unsigned b = 1; b < bags; b++)
        if (c.total[b] <= GAME_STEPS + 1)
            write_bag(&c, b);
}
