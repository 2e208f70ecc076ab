/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/measure.h"

/*
 * Each unknown gets an equation of its own by a matching; it needs the other
 * unknowns of that equation, and what they need. Unknowns that need each other
 * are a block, whichever matching it was.
 */

struct blocks {
    size_t n_vars, n_eqs;
    uint32_t rows[LINEAR_EQUATIONS]; /* unknowns of each equation */
    size_t owner[LINEAR_EQUATIONS]; /* unknown of each equation; n_vars: none */
    bool owned[LINEAR_VARIABLES];   /* the unknown has an equation */
    uint32_t uses[LINEAR_VARIABLES];  /* unknowns of its equation */
    uint32_t needs[LINEAR_VARIABLES]; /* it and all that it needs */
    uint32_t block[LINEAR_VARIABLES]; /* 0: it has no equation */
};

static uint32_t bit(size_t i)
{
    return UINT32_C(1) << i;
}

static size_t count_bits(uint32_t x)
{
    return (size_t)__builtin_popcount(x);
}

/* Find an equation for the unknown; owners may move to another one. *seen:
 * equations that were asked already. */
static bool find_equation(struct blocks *b, size_t var, uint32_t *seen)
{
    for (size_t k = 0; k < b->n_eqs; k++) {
        if (!(b->rows[k] & bit(var)) || *seen & bit(k))
            continue;
        *seen |= bit(k);
        if (b->owner[k] == b->n_vars || find_equation(b, b->owner[k], seen)) {
            b->owner[k] = var;
            return true;
        }
    }
    return false;
}

static void match(struct blocks *b)
{
    for (size_t k = 0; k < b->n_eqs; k++)
        b->owner[k] = b->n_vars;
    for (size_t v = 0; v < b->n_vars; v++) {
        uint32_t seen = 0;

        b->owned[v] = find_equation(b, v, &seen);
    }
    for (size_t k = 0; k < b->n_eqs; k++)
        if (b->owner[k] < b->n_vars)
            b->uses[b->owner[k]] = b->rows[k];
}

static void find_blocks(struct blocks *b)
{
    for (size_t v = 0; v < b->n_vars; v++)
        b->needs[v] = b->uses[v] | bit(v);
    for (size_t by = 0; by < b->n_vars; by++)
        for (size_t v = 0; v < b->n_vars; v++)
            if (b->needs[v] & bit(by))
                b->needs[v] |= b->needs[by];
    for (size_t v = 0; v < b->n_vars; v++)
        for (size_t u = 0; u < b->n_vars; u++)
            if (b->owned[v] && b->owned[u] && b->needs[v] & bit(u) &&
                b->needs[u] & bit(v))
                b->block[v] |= bit(u);
}

/* The core: the largest block, or blocks, of two unknowns or more. */
static uint32_t find_core(const struct blocks *b)
{
    size_t most = 2;
    uint32_t core = 0;

    for (size_t v = 0; v < b->n_vars; v++)
        if (count_bits(b->block[v]) > most)
            most = count_bits(b->block[v]);
    for (size_t v = 0; v < b->n_vars; v++)
        if (count_bits(b->block[v]) == most)
            core |= b->block[v];
    return core;
}

/* Equations that it takes to get from unknown u to v. */
static size_t step_to(const struct blocks *b, size_t u, size_t v)
{
    return b->block[v] & bit(u) ? 0 : count_bits(b->block[v]);
}

/* The fewest equations to each unknown: a block is reached with all of its
 * equations. The core and what needs nothing else are where ways begin. */
static void find_ways(const struct blocks *b, size_t way[LINEAR_VARIABLES])
{
    uint32_t core = find_core(b);
    bool changed = true;

    for (size_t v = 0; v < b->n_vars; v++)
        way[v] = b->block[v] && (core & bit(v) || b->needs[v] == b->block[v])
                     ? 0
                     : SIZE_MAX;
    while (changed) {
        changed = false;
        for (size_t v = 0; v < b->n_vars; v++)
            for (size_t u = 0; u < b->n_vars; u++) {
                size_t step = step_to(b, u, v);

                if (!(b->uses[v] & bit(u)) || way[u] == SIZE_MAX ||
                    way[u] + step >= way[v])
                    continue;
                way[v] = way[u] + step;
                changed = true;
            }
    }
}

static void open_blocks(const struct system *s, struct blocks *b)
{
    *b = (struct blocks){ .n_vars = s->n_vars, .n_eqs = s->n_eqs };
    for (size_t k = 0; k < s->n_eqs; k++)
        for (size_t v = 0; v < s->n_vars; v++)
            if (s->eqs[k].c[v].p != 0)
                b->rows[k] |= bit(v);
    match(b);
    find_blocks(b);
}

void linear_measure(const struct system *s, struct linear_measures *out)
{
    size_t most = 0, coupled = 0, way[LINEAR_VARIABLES];
    struct blocks b;

    *out = (struct linear_measures){ 0 };
    open_blocks(s, &b);
    for (size_t k = 0; k < s->n_eqs; k++)
        out->terms += count_bits(b.rows[k]);
    for (size_t v = 0; v < b.n_vars; v++) {
        size_t size = count_bits(b.block[v]);

        coupled += size > 1;
        most = size > most ? size : most;
    }
    find_ways(&b, way);
    out->depth = most > 0 ? most - 1 : 0;
    out->distance = way[s->asked] == SIZE_MAX ? 0 : way[s->asked];
    if (s->n_vars > 0)
        out->coupling = (double)coupled / (double)s->n_vars;
}

/* What lies on a shortest way to the asked unknown, back from it. */
static uint32_t find_path(const struct blocks *b, size_t asked)
{
    size_t way[LINEAR_VARIABLES];
    uint32_t path = bit(asked) | b->block[asked], before;

    find_ways(b, way);
    do {
        before = path;
        for (size_t v = 0; v < b->n_vars; v++)
            for (size_t u = 0; u < b->n_vars; u++)
                if (path & bit(v) && b->uses[v] & bit(u) && way[v] > 0 &&
                    way[u] != SIZE_MAX && way[u] + step_to(b, u, v) == way[v])
                    path |= bit(u) | b->block[u];
    } while (path != before);
    return path;
}

void linear_away(const struct system *s, size_t away[LINEAR_VARIABLES])
{
    struct blocks b;
    uint32_t reached, before;
    size_t n = 0;

    open_blocks(s, &b);
    reached = find_path(&b, s->asked);
    for (size_t v = 0; v < LINEAR_VARIABLES; v++)
        away[v] = reached & bit(v) ? 0 : SIZE_MAX;
    do {
        before = reached;
        n++;
        for (size_t k = 0; k < b.n_eqs; k++)
            if (b.rows[k] & before)
                reached |= b.rows[k];
        for (size_t v = 0; v < b.n_vars; v++)
            if (reached & ~before & bit(v))
                away[v] = n;
    } while (reached != before);
}
