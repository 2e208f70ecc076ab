/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "family/mathador/enumerate_int.h"

#include <stdlib.h>

/* ---- ordered expressions ---- */

static int count_bits(unsigned set)
{
    int n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

/* By every operator, in both orders. */
static void count_both(struct walk *w, const struct tree *x,
                       const struct tree *y)
{
    for (int op = 0; op < OPS; op++) {
        count_last(w, (enum mathador_op)op, x, y);
        count_last(w, (enum mathador_op)op, y, x);
    }
}

/* The last step of what has taken all places but one or two. */
static void join_places(struct walk *w, unsigned set, const struct tree *t)
{
    for (size_t p = 0; p < w->g->n; p++) {
        struct tree leaf = { .value = w->g->numbers[p] };

        if (!(set >> p & 1u))
            count_both(w, t, &leaf);
    }
}

/* x op y, an expression of that set of places, of which there are n. */
static void write_trees(struct walk *w, unsigned set, int n,
                        const struct tree *x, const struct tree *y)
{
    for (int op = 0; op < OPS; op++) {
        struct tree t = { .ops = x->ops + y->ops + op_digit[op] };

        if (!game_apply((enum mathador_op)op, x->value, y->value, &t.value))
            continue;
        if (t.value == w->g->target)
            w->found[t.ops]++;
        if (n <= LISTED)
            keep(w, set, &t);
        else if (may_serve(w, t.value))
            join_places(w, set, &t);
    }
}

/* Both orders of every tree of one list with every tree of the other. */
static void write_both(struct walk *w, unsigned a, unsigned b, int n)
{
    const struct value_list *left = &w->of[a], *right = &w->of[b];

    for (size_t i = 0; i < left->n; i++)
        for (size_t j = 0; j < right->n; j++) {
            const struct tree *x = &left->items[i], *y = &right->items[j];

            if (n > LISTED && !pair_may_serve(w, x->value, y->value))
                continue;
            write_trees(w, a | b, n, x, y);
            write_trees(w, a | b, n, y, x);
        }
}

/* All expressions of the places of a set, from those of its two sides. */
static void write_set(struct walk *w, unsigned set, int n)
{
    open_list(w, set);
    clear_sieve(w);
    add_value(w, w->g->target);
    for (size_t p = 0; p < w->g->n; p++) {
        struct tree leaf = { .value = w->g->numbers[p] };

        if (set == 1u << p)
            keep(w, set, &leaf);
        else if (!(set >> p & 1u))
            add_partners(w, leaf.value);
    }
    for (unsigned a = (set - 1) & set; a > (set & ~a); a = (a - 1) & set)
        write_both(w, a, set & ~a, n);
}

/* The last step of two places and three others. */
static void write_last(struct walk *w, unsigned two, unsigned three)
{
    const struct value_list *x = &w->of[two], *y = &w->of[three];

    for (size_t i = 0; i < x->n; i++) {
        clear_sieve(w);
        add_partners(w, x->items[i].value);
        for (size_t j = 0; j < y->n; j++)
            if (may_serve(w, y->items[j].value))
                count_both(w, &x->items[i], &y->items[j]);
    }
}

static void enumerate_ordered(struct walk *w)
{
    unsigned sets = 1u << w->g->n;

    for (unsigned set = 1; set < sets; set++)
        if (count_bits(set) <= GAME_STEPS)
            write_set(w, set, count_bits(set));
    for (unsigned three = 1; three < sets; three++)
        for (unsigned two = 1; count_bits(three) == 3 && two < sets; two++)
            if (!(two & three) && count_bits(two) == 2)
                write_last(w, two, three);
}

/* ---- both ---- */

static int score_of(uint32_t ops)
{
    int n[OPS];

    for (int op = 0; op < OPS; op++)
        n[op] = (int)(ops / op_digit[op] % OPS_BASE);
    return game_score(n);
}

static void count_ordered(const struct walk *w, struct solve_outcome *o)
{
    for (uint32_t ops = 0; ops < OPS_CODES; ops++) {
        int score = w->found[ops] ? score_of(ops) : 0;

        if (!score)
            continue;
        o->solutions += w->found[ops];
        o->points += w->found[ops] * (uint64_t)score;
        o->mathadors += score == SCORE_MOST ? w->found[ops] : 0;
        o->scores |= 1u << score;
    }
}

static void count_distinct(const struct walk *w, struct solve_outcome *o)
{
    for (uint32_t ops = 0; ops < OPS_CODES; ops++) {
        if (!w->found[ops])
            continue;
        o->distinct += w->found[ops];
        o->distinct_points += w->found[ops] * (uint64_t)score_of(ops);
    }
}

struct solve_outcome enumerate(const struct game *g)
{
    struct solve_outcome out = { .value = g->target };
    struct walk *w = alloc_new(1, sizeof(*w));

    w->g = g;
    enumerate_ordered(w);
    count_ordered(w, &out);
    memset(w, 0, offsetof(struct walk, pool));
    w->g = g;
    enumerate_distinct(w);
    count_distinct(w, &out);
    free(w);
    return out;
}
