/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/system_int.h"

/*
 * Places with a promised depth and distance, by construction. Unknowns and
 * their equations stand in an order in which each equation has its own unknown
 * and some before it:
 *
 *   first     values that are given or follow from those before them;
 *   the core  depth + 1 unknowns in a ring, each equation with the next one's
 *             unknown, so that none can be found before the others; none for
 *             depth 0;
 *   the way   one unknown for each equation of the distance, each with the one
 *             before it, the first with one of the core, or without a core with
 *             the first value of all, which is given; the last is asked for.
 *
 * Every unknown of the first part stands in one equation behind its own, so that
 * it is needed. What is drawn, each step uniformly: that equation; then more
 * places, wherever they change neither depth nor distance; and at last the order
 * of unknowns and equations. A way gets shorter by a value that is nearer to
 * what is given: `level` is that nearness.
 *
 * Of the places one more is tried than the mean that is asked for, and one or
 * two are taken away again, so that the mean comes out. Without a core, and with
 * the longest way, no place is left for the last: each would shorten the way.
 */

struct plan {
    struct rng *r;
    size_t n, first, core, way, cap; /* unknowns of each part; terms at most */
    uint32_t rows[DRAW_VARIABLES];
    size_t level[DRAW_VARIABLES]; /* of the first part */
    size_t places;
};

static size_t terms_of(const struct plan *p, size_t row)
{
    return (size_t)__builtin_popcount(p->rows[row]);
}

static void put(struct plan *p, size_t row, size_t var)
{
    p->rows[row] |= UINT32_C(1) << var;
    p->places++;
}

static void take(struct plan *p, size_t row, size_t var)
{
    p->rows[row] &= ~(UINT32_C(1) << var);
    p->places--;
}

/* May the variable stand in the equation, and is there room for it? */
static bool may_put(const struct plan *p, size_t row, size_t var)
{
    size_t way = p->first + p->core;
    bool given = p->rows[row] == UINT32_C(1) << row;

    if (p->rows[row] >> var & 1 || terms_of(p, row) >= p->cap)
        return false;
    if (row < p->first) /* a value gets no nearer */
        return var < row && (given || p->level[var] + 1 >= p->level[row]);
    if (row < way)
        return var < way;
    return var < p->first && p->level[var] >= row - way;
}

/* Put the unknown into one of the equations behind its own. */
static bool use_once(struct plan *p, size_t var)
{
    size_t rows[DRAW_VARIABLES], n = 0;

    for (size_t row = var + 1; row < p->n; row++)
        if (may_put(p, row, var))
            rows[n++] = row;
    if (n == 0)
        return false;
    put(p, rows[rng_below(p->r, n)], var);
    return true;
}

/* The level of an unknown of the first part whose equation has those before. */
static size_t level_of(const struct plan *p, size_t row)
{
    size_t level = SIZE_MAX;

    for (size_t var = 0; var < row; var++)
        if (p->rows[row] >> var & 1 && p->level[var] < level)
            level = p->level[var];
    return level == SIZE_MAX ? 0 : level + 1;
}

static void find_levels(struct plan *p)
{
    for (size_t i = 0; i < p->first; i++)
        p->level[i] = level_of(p, i);
}

static bool put_all(struct plan *p)
{
    size_t way = p->first + p->core;

    for (size_t i = 0; i < p->n; i++)
        put(p, i, i);
    for (size_t i = 0; i < p->core; i++)
        put(p, p->first + i, p->first + (i + 1) % p->core);
    for (size_t i = way; i < p->n; i++) {
        size_t begin =
            p->core ? p->first + (size_t)rng_below(p->r, p->core) : 0;

        put(p, i, i > way ? i - 1 : begin);
    }
    for (size_t i = p->core == 0; i < p->first; i++) {
        find_levels(p);
        if (!use_once(p, i))
            return false;
    }
    return true;
}

/* One more place; false: there is none. */
static bool put_one(struct plan *p, size_t *chosen)
{
    uint8_t free[DRAW_VARIABLES * DRAW_VARIABLES];
    size_t n = 0;

    find_levels(p);
    for (size_t row = 0; row < p->n; row++)
        for (size_t var = 0; var < p->n; var++)
            if (may_put(p, row, var))
                free[n++] = (uint8_t)(row * p->n + var);
    if (n == 0)
        return false;
    *chosen = free[rng_below(p->r, n)];
    put(p, *chosen / p->n, *chosen % p->n);
    return true;
}

/* More places: as many as `mean`; where one more could be, `places`, which is one
 * more or less or as many. */
static bool put_more(struct plan *p, size_t mean, size_t places)
{
    size_t chosen[DRAW_VARIABLES * DRAW_VARIABLES], n = 0;

    while (p->places <= mean && put_one(p, &chosen[n]))
        n++;
    if (p->places > mean)
        while (n && p->places > places) {
            n--;
            take(p, chosen[n] / p->n, chosen[n] % p->n);
        }
    return p->places + 1 >= mean;
}

/* Forget the order. The asked one was the last. */
static void mix(const struct plan *p, struct linear_support *out)
{
    size_t rows[DRAW_VARIABLES], vars[DRAW_VARIABLES];

    for (size_t i = 0; i < p->n; i++)
        rows[i] = vars[i] = i;
    rng_shuffle(p->r, rows, p->n, sizeof rows[0]);
    rng_shuffle(p->r, vars, p->n, sizeof vars[0]);
    *out = (struct linear_support){ .n = p->n, .asked = vars[p->n - 1] };
    for (size_t row = 0; row < p->n; row++)
        for (size_t var = 0; var < p->n; var++)
            if (p->rows[row] >> var & 1)
                out->rows[rows[row]] |= UINT32_C(1) << vars[var];
}

/* A depth and a distance as promised, of all that fit. What is given is not
 * asked for; and without a core the longest way has too few places. */
static bool open_plan(const struct linear_shape *shape, struct plan *p)
{
    size_t n = shape->variables, least, most;

    p->core =
        1 + (shape->depth.set ? shape->depth.is : (size_t)rng_below(p->r, n));
    least = p->core == 1;
    most = n - p->core - (least && n > 2 && !shape->distance.set);
    if (p->core + least > n)
        return false;
    p->way = shape->distance.set
                 ? shape->distance.is
                 : least + (size_t)rng_below(p->r, most - least + 1);
    p->n = n;
    p->cap = 2 * linear_shape_terms(shape) - 1;
    if (p->way < least || p->way > most)
        return false;
    p->core -= least;
    p->first = n - p->core - p->way;
    return true;
}

bool linear_draw_blocks(struct rng *r, const struct linear_shape *shape,
                        struct linear_support *out)
{
    size_t mean = linear_shape_terms(shape) * shape->variables, places;
    struct plan p = { .r = r };

    if (!open_plan(shape, &p) || !put_all(&p))
        return false;
    places = linear_draw_places(r, shape);
    if (p.places < mean && !put_more(&p, mean, places))
        return false;
    mix(&p, out);
    return true;
}
