/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/system.h"

#include <string.h>

/*
 * Everything here is Gauss-Jordan elimination over struct ratio, on grids that
 * are small enough for the stack.
 */

void linear_copy(struct system *out, const struct system *s)
{
    out->n_vars = s->n_vars;
    out->n_eqs = s->n_eqs;
    out->asked = s->asked;
    memcpy(out->eqs, s->eqs, s->n_eqs * sizeof *s->eqs);
}

#define GRID_ROWS LINEAR_EQUATIONS
#define GRID_COLS (LINEAR_EQUATIONS + 1)

struct grid {
    size_t rows, cols;
    struct ratio x[GRID_ROWS][GRID_COLS];
    size_t rank;
    size_t pivot[GRID_COLS]; /* [column]: its row; GRID_ROWS: none */
};

/* x[i] -= factor * x[k], from column `from` on. */
static bool subtract(struct grid *g, size_t i, size_t k, size_t from)
{
    struct ratio factor = g->x[i][from], t;

    for (size_t j = from; j < g->cols; j++)
        if (g->x[k][j].p != 0 && (!ratio_mul(&t, factor, g->x[k][j]) ||
                                  !ratio_sub(&g->x[i][j], g->x[i][j], t)))
            return false;
    return true;
}

static void swap_rows(struct grid *g, size_t i, size_t k)
{
    for (size_t j = 0; i != k && j < g->cols; j++) {
        struct ratio t = g->x[i][j];

        g->x[i][j] = g->x[k][j];
        g->x[k][j] = t;
    }
}

/* Make row k the one of column j: 1 there, 0 in all other rows from `from`
 * on. */
static bool clear_column(struct grid *g, size_t k, size_t j, size_t from)
{
    struct ratio lead = g->x[k][j];

    for (size_t c = j; !ratio_equal(lead, RATIO(1)) && c < g->cols; c++)
        if (g->x[k][c].p != 0 && !ratio_div(&g->x[k][c], g->x[k][c], lead))
            return false;
    for (size_t i = from; i < g->rows; i++)
        if (i != k && g->x[i][j].p != 0 && !subtract(g, i, k, j))
            return false;
    return true;
}

/* The echelon form, reduced unless `upper` rows may stay as they are, with
 * pivots in the first `wide` columns alone. False: a number does not fit. */
static bool echelon(struct grid *g, size_t wide, bool upper)
{
    g->rank = 0;
    for (size_t j = 0; j < g->cols; j++)
        g->pivot[j] = GRID_ROWS;
    for (size_t j = 0; j < wide && g->rank < g->rows; j++) {
        size_t i = g->rank;

        while (i < g->rows && g->x[i][j].p == 0)
            i++;
        if (i == g->rows)
            continue;
        swap_rows(g, i, g->rank);
        if (!clear_column(g, g->rank, j, upper ? g->rank : 0))
            return false;
        g->pivot[j] = g->rank++;
    }
    return true;
}

static bool reduce(struct grid *g, size_t wide)
{
    return echelon(g, wide, false);
}

/* The equations but `without`, right sides in the last column. */
static void grid_of(struct grid *g, const struct system *s, size_t without)
{
    g->rows = 0;
    g->cols = s->n_vars + 1;
    for (size_t i = 0; i < s->n_eqs; i++) {
        if (i == without)
            continue;
        for (size_t j = 0; j < s->n_vars; j++)
            g->x[g->rows][j] = s->eqs[i].c[j];
        g->x[g->rows++][s->n_vars] = s->eqs[i].rhs;
    }
}

bool linear_rank(const struct system *s, size_t without, size_t *rank)
{
    struct grid g;

    grid_of(&g, s, without);
    g.cols = s->n_vars; /* right sides are not looked at, and cannot grow */
    if (!reduce(&g, g.cols))
        return false;
    *rank = g.rank;
    return true;
}

/* ---- values ---- */

/* A row without a variable, but with a right side: 0 = 3. */
static bool is_consistent(const struct grid *g)
{
    for (size_t i = g->rank; i < g->rows; i++)
        if (g->x[i][g->cols - 1].p != 0)
            return false;
    return true;
}

/* A variable is settled if its row of the reduced form has no other one: then
 * its unit row is in the row space, and only then. */
static bool value_of(const struct grid *g, size_t var, struct ratio *value)
{
    size_t row = g->pivot[var];

    if (row == GRID_ROWS)
        return false;
    for (size_t j = 0; j + 1 < g->cols; j++)
        if (j != var && g->x[row][j].p != 0)
            return false;
    *value = g->x[row][g->cols - 1];
    return true;
}

/* With its variable in the last column a row of the echelon form that begins
 * there has no other variable: no reduction is needed. */
bool linear_settle(const struct system *s, size_t var, size_t without,
                   struct settled *out)
{
    struct settled found = { 0 };
    struct grid g;

    INVARIANT(var < s->n_vars);
    grid_of(&g, s, without);
    for (size_t i = 0; i < g.rows && var + 1 < s->n_vars; i++) {
        struct ratio x = g.x[i][var];

        g.x[i][var] = g.x[i][s->n_vars - 1];
        g.x[i][s->n_vars - 1] = x;
    }
    if (!echelon(&g, s->n_vars, true))
        return false;
    found.value = RATIO(0);
    found.consistent = is_consistent(&g);
    found.settled =
        found.consistent && value_of(&g, s->n_vars - 1, &found.value);
    *out = found;
    return true;
}

bool linear_solve(const struct system *s, struct ratio *x)
{
    struct grid g;

    grid_of(&g, s, s->n_eqs);
    if (!reduce(&g, s->n_vars) || !is_consistent(&g))
        return false;
    for (size_t i = 0; i < s->n_vars; i++)
        if (!value_of(&g, i, &x[i]))
            return false;
    return true;
}

/* ---- what is needed ---- */

/*
 * Weights w with w A = the unit row of the asked variable. If the rows of A
 * depend on each other, one of them is a sum of others and is not needed. If
 * they do not, w is the only one, and row i is needed iff w[i] is not 0: one
 * elimination of the transposed system instead of one for each row.
 */
bool linear_all_needed(const struct system *s)
{
    struct grid g = { .rows = s->n_vars, .cols = s->n_eqs + 1 };

    for (size_t i = 0; i < s->n_vars; i++) {
        for (size_t k = 0; k < s->n_eqs; k++)
            g.x[i][k] = s->eqs[k].c[i];
        g.x[i][s->n_eqs] = RATIO(i == s->asked);
    }
    if (!reduce(&g, s->n_eqs) || g.rank < s->n_eqs || !is_consistent(&g))
        return false;
    for (size_t k = 0; k < s->n_eqs; k++)
        if (g.x[g.pivot[k]][s->n_eqs].p == 0)
            return false;
    return true;
}

/* The variables that the equations but `without` settle, as bits; all of them
 * where a number does not fit. */
static uint32_t settled_without(const struct system *s, size_t without)
{
    struct ratio value;
    uint32_t out = 0;
    struct grid g;

    grid_of(&g, s, without);
    if (!reduce(&g, s->n_vars))
        return UINT32_MAX;
    for (size_t i = 0; i < s->n_vars; i++)
        if (value_of(&g, i, &value))
            out |= UINT32_C(1) << i;
    return out;
}

size_t linear_depth(const struct system *s)
{
    uint32_t needs[LINEAR_VARIABLES] = { 0 }, used = 0;
    int most = 1;

    for (size_t k = 0; k < s->n_eqs; k++) {
        uint32_t settled = settled_without(s, k);

        for (size_t i = 0; i < s->n_vars; i++)
            needs[i] |= (~settled >> i & 1) << k;
    }
    for (uint32_t next = 1; next; used |= next) {
        next = 0;
        for (size_t i = 0; i < s->n_vars; i++) {
            uint32_t more = needs[i] & ~used;

            if (more &&
                (!next || __builtin_popcount(more) < __builtin_popcount(next)))
                next = more;
        }
        if (__builtin_popcount(next) > most)
            most = __builtin_popcount(next);
    }
    return (size_t)most - 1;
}

/* ---- single equations ---- */

struct equation linear_zero(void)
{
    struct equation eq = { .rhs = RATIO(0) };

    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        eq.c[i] = RATIO(0);
    return eq;
}

size_t linear_terms(const struct equation *eq, size_t *last)
{
    size_t n = 0;

    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        if (eq->c[i].p != 0) {
            *last = i;
            n++;
        }
    return n;
}

size_t linear_shape_terms(const struct linear_shape *shape)
{
    return shape->terms ? shape->terms : 2;
}

/* x * y.c[lead] == y * x.c[lead] in every place. */
static bool proportional(struct ratio x, struct ratio x_lead, struct ratio y,
                         struct ratio y_lead)
{
    struct ratio l, r;

    if (x.p == 0 || y.p == 0)
        return x.p == y.p;
    return ratio_mul(&l, x, y_lead) && ratio_mul(&r, y, x_lead) &&
           ratio_equal(l, r);
}

bool linear_same(const struct equation *x, const struct equation *y)
{
    size_t lead = 0, other = 0;

    if (linear_terms(y, &other) == 0 || linear_terms(x, &lead) == 0)
        return false;
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        if (!proportional(x->c[i], x->c[lead], y->c[i], y->c[lead]))
            return false;
    return proportional(x->rhs, x->c[lead], y->rhs, y->c[lead]);
}
