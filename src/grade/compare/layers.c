/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inner layers: places inside a range where something steep, an exponential or
 * a denominator, has the smallest argument.
 */
#include "grade/compare/sample.h"

#include <math.h>
#include <string.h>

#define GRID 33 /* points of the search */

static double size_at(struct limit_points *s, const struct expr *x, double at,
                      struct work *w)
{
    acb_set_d(s->values + 1, at);
    return fabs(sample_value(s, x, w));
}

static void add_inner(struct limit_points *s, double at)
{
    for (size_t i = 0; i < s->inner_n; i++)
        if (fabs(s->inner[i] - at) < 1e-6)
            return;
    if (s->inner_n < SAMPLE_INNER)
        s->inner[s->inner_n++] = at;
}

/* The least size between l and r, by golden sections. */
static void refine(struct limit_points *s, const struct expr *x, double l,
                   double r, struct work *w)
{
    double wide = size_at(s, x, l, w) + size_at(s, x, r, w), at;

    for (int i = 0; i < 70; i++) {
        double a = l + 0.382 * (r - l), b = l + 0.618 * (r - l);

        if (size_at(s, x, a, w) < size_at(s, x, b, w))
            r = b;
        else
            l = a;
    }
    at = (l + r) / 2;
    if (size_at(s, x, at, w) < 0.1 * wide)
        add_inner(s, at);
}

/* Where the argument x of something steep vanishes. */
static void search(struct limit_points *s, const struct expr *x, struct work *w)
{
    double low = arf_get_d(arb_midref(s->low), ARF_RND_NEAR);
    double high = arf_get_d(arb_midref(s->high), ARF_RND_NEAR);
    double size[GRID + 1], step;

    if (!s->from)
        low = s->to ? high - 8 : -4;
    if (!s->to)
        high = low + 8;
    step = (high - low) / GRID;
    for (int i = 0; i <= GRID; i++)
        size[i] = size_at(s, x, low + i * step, w);
    for (int i = 1; i < GRID; i++)
        if (size[i] <= size[i - 1] && size[i] <= size[i + 1])
            refine(s, x, low + (i - 1) * step, low + (i + 1) * step, w);
}

static void search_all(struct limit_points *s, const struct expr *x,
                       struct work *w)
{
    const struct expr *steep = NULL;

    if (x->op == EXPR_CALL && x->function->id != FN_SIN &&
        x->function->id != FN_COS)
        steep = x->args[x->count - 1];
    else if (x->op == EXPR_POW && !sample_has(x->args[0], s->names[1]))
        steep = x->args[1];
    else if (x->op == EXPR_POW || x->op == EXPR_DIV)
        steep = x->op == EXPR_POW ? x->args[0] : x->args[1];
    if (steep && sample_has(steep, s->names[0]) &&
        sample_has(steep, s->names[1]))
        search(s, steep, w);
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && sample_has(x->args[i], s->names[1]))
            search_all(s, x->args[i], w);
}

void sample_find_inner(struct limit_points *s, const struct expr *key,
                       const struct expr *answer, struct work *w)
{
    struct work own = { .limit = (w->limit - w->used) / 8 };

    s->inner_n = 0;
    if (s->range && (!s->from || arb_is_negative(s->low)) &&
        (!s->to || arb_is_positive(s->high)))
        add_inner(s, 0);
    sample_approach(s, SAMPLE_K, 1, 0);
    search_all(s, key, &own);
    search_all(s, answer, &own);
    w->used += own.used;
}
