/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/enumerate.h"
#include "base/vec.h"

/* ---- ordered expressions ---- */

/* One expression, by what matters: its value and its operators. */
struct tree {
    int64_t value;
    signed char n[OPS];
};

#define LISTED GAME_STEPS /* longest sequence whose expressions are kept */

/* A sequence of places is named by its digits, place + 1, the first place
 * being the highest digit, in the radix of the number of places + 1. */
struct walk {
    const struct game *g;
    unsigned radix, power[LISTED + 1];
    struct vec *lists; /* of struct tree, by sequence */
    struct outcome *out;
};

static void count_tree(struct outcome *o, const signed char n[OPS], bool listed)
{
    int ops[OPS], score;

    for (int i = 0; i < OPS; i++)
        ops[i] = n[i];
    score = game_score(ops);
    if (listed) {
        o->distinct++;
        o->distinct_points += (uint64_t)score;
        return;
    }
    o->solutions++;
    o->points += (uint64_t)score;
    o->mathadors += score == SCORE_MOST;
    o->scores |= 1u << score;
}

/* x op y, to the list if there is one, and counted if it is the target. */
static void write_tree(struct walk *w, struct vec *list, const struct tree *x,
                       const struct tree *y)
{
    for (int op = 0; op < OPS; op++) {
        struct tree t;

        if (!game_apply((enum mathador_op)op, x->value, y->value, &t.value) ||
            (!list && t.value != w->g->target))
            continue;
        for (int i = 0; i < OPS; i++)
            t.n[i] = (signed char)(x->n[i] + y->n[i] + (i == op));
        if (list)
            *(struct tree *)vec_push(list) = t;
        if (t.value == w->g->target)
            count_tree(w->out, t.n, false);
    }
}

/* All expressions of the places at[0..n), from those of its two sides. */
static void write_sequence(struct walk *w, const int *at, int n)
{
    unsigned whole = 0;
    struct vec *list;

    for (int i = 0; i < n; i++)
        whole = whole * w->radix + (unsigned)(at[i] + 1);
    list = n <= LISTED ? &w->lists[whole] : NULL;
    if (n == 1)
        *(struct tree *)vec_push(list) =
            (struct tree){ .value = w->g->numbers[at[0]] };
    for (int k = 1; k < n; k++) {
        const struct vec *left = &w->lists[whole / w->power[n - k]];
        const struct vec *right = &w->lists[whole % w->power[n - k]];

        for (size_t i = 0; i < left->n; i++)
            for (size_t j = 0; j < right->n; j++)
                write_tree(w, list, vec_at(left, i), vec_at(right, j));
    }
}

/* Every sequence of n different places, the shorter ones being done. */
static void write_sequences(struct walk *w, int *at, int have, int n,
                            unsigned taken)
{
    if (have == n) {
        write_sequence(w, at, n);
        return;
    }
    for (int p = 0; p < (int)w->g->n; p++)
        if (!(taken >> p & 1u)) {
            at[have] = p;
            write_sequences(w, at, have + 1, n, taken | 1u << p);
        }
}

static void enumerate_ordered(struct walk *w, struct arena *a)
{
    int at[GAME_STEPS + 1];

    w->radix = (unsigned)w->g->n + 1;
    w->power[0] = 1;
    for (int i = 1; i <= LISTED; i++)
        w->power[i] = w->power[i - 1] * w->radix;
    w->lists = arena_array(a, struct vec, w->power[LISTED]);
    for (unsigned i = 0; i < w->power[LISTED]; i++)
        w->lists[i] = vec_in(a, sizeof(struct tree));
    for (int n = 1; n <= GAME_STEPS + 1 && n <= (int)w->g->n; n++)
        write_sequences(w, at, 0, n, 0);
}

/* ---- distinct forms ---- */

enum shape { SHAPE_OTHER, SHAPE_SUM, SHAPE_PRODUCT };

struct form {
    struct tree tree;
    enum shape shape;
};

#define BAGS (1 << GAME_MOST) /* no set has more different parts */

/* A bag is named by how often it has each of the different numbers, in a
 * mixed radix: the name of a part is smaller than that of the whole, and the
 * names of two parts add up to it. */
struct listing {
    struct walk *w;
    int64_t number[GAME_MOST]; /* the different ones */
    int have[GAME_MOST], n;    /* how often each is there */
    struct vec of[BAGS];       /* struct form */
};

static void sort_numbers(struct listing *c)
{
    const struct game *g = c->w->g;

    for (size_t i = 0; i < g->n; i++) {
        int k = 0;

        while (k < c->n && c->number[k] != g->numbers[i])
            k++;
        c->number[k] = g->numbers[i];
        c->have[k]++;
        c->n += k == c->n;
    }
}

/* Is bag d part of bag b? */
static bool is_part(const struct listing *c, int d, int b)
{
    for (int i = 0; i < c->n; i++) {
        int radix = c->have[i] + 1;

        if (d % radix > b % radix)
            return false;
        d /= radix;
        b /= radix;
    }
    return true;
}

static int bag_total(const struct listing *c, int b, int64_t *only)
{
    int total = 0;

    for (int i = 0; i < c->n; i++) {
        int radix = c->have[i] + 1;

        if (b % radix)
            *only = c->number[i];
        total += b % radix;
        b /= radix;
    }
    return total;
}

static void write_form(struct listing *c, struct vec *list,
                       const struct form *f)
{
    if (list)
        *(struct form *)vec_push(list) = *f;
    if (f->tree.value == c->w->g->target)
        count_tree(c->w->out, f->tree.n, true);
}

static struct tree join_trees(const struct tree *x, const struct tree *y,
                              enum mathador_op op, int64_t value)
{
    struct tree t = { .value = value };

    for (int i = 0; i < OPS; i++)
        t.n[i] = (signed char)(x->n[i] + y->n[i] + (i == (int)op));
    return t;
}

/* Differences and quotients: two forms, in order. */
static void write_pairs(struct listing *c, struct vec *list, int d, int rest)
{
    for (size_t i = 0; i < c->of[d].n; i++)
        for (size_t j = 0; j < c->of[rest].n; j++) {
            const struct form *x = vec_at(&c->of[d], i);
            const struct form *y = vec_at(&c->of[rest], j);

            for (int op = OP_SUB; op <= OP_DIV; op++) {
                struct form f = { .shape = SHAPE_OTHER };
                int64_t value;

                if (!game_apply((enum mathador_op)op, x->tree.value,
                                y->tree.value, &value))
                    continue;
                f.tree =
                    join_trees(&x->tree, &y->tree, (enum mathador_op)op, value);
                write_form(c, list, &f);
            }
        }
}

/* Sums (products) of terms that are none, each not before the last one, which
 * was form `index` of bag `bag`. The depth is that of the terms. */
struct terms {
    struct vec *list;
    enum mathador_op op;
    enum shape shape;
};

static void write_terms(struct listing *c, const struct terms *t,
                        const struct tree *so_far, int bag, size_t index,
                        int rest)
{
    if (rest == 0) {
        struct form f = { *so_far, t->shape };

        write_form(c, t->list, &f);
        return;
    }
    for (int d = bag; d <= rest; d++) {
        if (!is_part(c, d, rest))
            continue;
        for (size_t i = d == bag ? index : 0; i < c->of[d].n; i++) {
            const struct form *f = vec_at(&c->of[d], i);
            struct tree sum;
            int64_t value;

            if (f->shape == t->shape)
                continue;
            game_apply(t->op, so_far->value, f->tree.value, &value);
            sum = join_trees(so_far, &f->tree, t->op, value);
            write_terms(c, t, &sum, d, i, rest - d);
        }
    }
}

static void write_sums(struct listing *c, const struct terms *t, int d,
                       int rest)
{
    for (size_t i = 0; i < c->of[d].n; i++) {
        const struct form *f = vec_at(&c->of[d], i);

        if (f->shape != t->shape)
            write_terms(c, t, &f->tree, d, i, rest);
    }
}

static void write_bag(struct listing *c, int b)
{
    int64_t only = 0;
    int total = bag_total(c, b, &only);
    struct vec *list = total <= GAME_STEPS ? &c->of[b] : NULL;
    struct terms sums = { list, OP_ADD, SHAPE_SUM };
    struct terms products = { list, OP_MUL, SHAPE_PRODUCT };

    if (total > GAME_STEPS + 1)
        return;
    if (total == 1)
        *(struct form *)vec_push(list) =
            (struct form){ .tree = { .value = only } };
    for (int d = 1; d < b; d++) {
        if (!is_part(c, d, b))
            continue;
        write_pairs(c, list, d, b - d);
        write_sums(c, &sums, d, b - d);
        write_sums(c, &products, d, b - d);
    }
}

static void enumerate_distinct(struct walk *w, struct arena *a)
{
    struct listing *c = arena_new(a, struct listing);
    int bags = 1;

    c->w = w;
    sort_numbers(c);
    for (int i = 0; i < c->n; i++)
        bags *= c->have[i] + 1;
    for (int b = 0; b < bags; b++)
        c->of[b] = vec_in(a, sizeof(struct form));
    for (int b = 1; b < bags; b++)
        write_bag(c, b);
}

struct outcome enumerate(const struct game *g)
{
    struct outcome out = { .value = g->target };
    struct walk w = { .g = g, .out = &out };
    struct arena a = { 0 };

    enumerate_ordered(&w, &a);
    enumerate_distinct(&w, &a);
    arena_clear(&a);
    return out;
}
