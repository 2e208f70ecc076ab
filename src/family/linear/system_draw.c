/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/system_int.h"

#include <string.h>

/*
 * Drawing systems in which every equation is needed. Those with promises have
 * their places from system_blocks.c; the others are drawn here, as the published
 * ones are, and may be solvable by substitution or not.
 *
 * Let w be the weights with which the equations sum up to the asked variable
 * alone. A variable that is not asked and stands in one equation only would
 * make that equation's weight 0. So every variable stands in two equations at
 * least, the asked one in one: 2n - 1 places is the least there can be, and
 * with 2 terms an equation on average there are hardly more. Drawing rows at
 * random and waiting for such columns is what makes others slow; here the
 * columns are drawn so from the start.
 *
 * What is drawn, each step uniformly and independently:
 *   - the asked variable;
 *   - places beyond 2n - 1: none, one or two with probabilities 1/4, 1/2, 1/4
 *     (none where n is 2), so that the mean is exactly 2 terms an equation;
 *     each of them goes to any variable;
 *   - terms of each equation, 1 to 3, given their sum and that one is 1;
 *   - which variables stand in which equation, by matching places of rows
 *     with places of columns: given both counts, all supports are equally
 *     likely;
 *   - coefficients: -5..5 without 0, 1/2 and -1/2, all twelve equally likely;
 *   - the solution: whole numbers of the range.
 * A draw whose support or coefficients leave an equation unneeded is thrown
 * away and all of it but the number of places is drawn again, so the law is
 * the one above given that number and that every equation is needed. The order
 * of the equations says nothing: all orders are equally likely.
 */

#define DRAW_TERMS 3
#define REDRAWS    1000
#define TRIALS     200 /* until a shape is taken for impossible */

/* Twice the coefficients. */
static const int64_t halves[] = { -10, -8, -6, -4, -2, -1, 1, 2, 4, 6, 8, 10 };

static struct ratio draw_coefficient(struct rng *r)
{
    int64_t h = halves[rng_below(r, sizeof(halves) / sizeof(halves[0]))];

    return h % 2 ? (struct ratio){ h, 2 } : RATIO(h / 2);
}

/* Whole numbers of the range, and the right sides that go with them. A right
 * side is a sum of whole numbers and halves. */
static void draw_solution(struct rng *r, const struct linear_shape *shape,
                          struct system *s, int64_t *solution)
{
    for (size_t i = 0; i < s->n_vars; i++)
        solution[i] = rng_range(r, shape->low, shape->high);
    for (size_t k = 0; k < s->n_eqs; k++) {
        struct ratio *sum = &s->eqs[k].rhs, t;

        *sum = RATIO(0);
        for (size_t i = 0; i < s->n_vars; i++)
            INVARIANT(ratio_mul(&t, s->eqs[k].c[i], RATIO(solution[i])) &&
                      ratio_add(sum, *sum, t));
    }
}

/* ---- supports ---- */

struct support {
    struct linear_support to;
    size_t places;
    size_t terms[DRAW_VARIABLES];
};

size_t linear_draw_places(struct rng *r, const struct linear_shape *shape)
{
    size_t mean = linear_shape_terms(shape) * shape->variables;
    uint64_t more = rng_below(r, 4);

    return mean - 1 + (more == 0 ? 0 : more == 3 ? 2 : 1);
}

static void draw_terms(struct rng *r, struct support *s)
{
    size_t most = s->to.n < DRAW_TERMS ? s->to.n : DRAW_TERMS, sum;
    bool single;

    do {
        sum = 0;
        single = false;
        for (size_t i = 0; i < s->to.n; i++) {
            s->terms[i] = 1 + (size_t)rng_below(r, most);
            sum += s->terms[i];
            single = single || s->terms[i] == 1;
        }
    } while (sum != s->places || !single);
}

/* Deal out the places of the columns. Returns false if a variable came twice
 * into one equation. */
static bool draw_rows(struct rng *r, struct support *s)
{
    uint8_t deck[DRAW_VARIABLES * DRAW_TERMS];
    size_t n = 0, at = 0;

    for (size_t i = 0; i < s->to.n; i++) {
        deck[n++] = (uint8_t)i;
        if (i != s->to.asked)
            deck[n++] = (uint8_t)i;
    }
    while (n < s->places)
        deck[n++] = (uint8_t)rng_below(r, s->to.n);
    rng_shuffle(r, deck, n, sizeof(deck[0]));
    for (size_t k = 0; k < s->to.n; k++) {
        s->to.rows[k] = 0;
        for (size_t t = 0; t < s->terms[k]; t++, at++) {
            if (s->to.rows[k] >> deck[at] & 1)
                return false;
            s->to.rows[k] |= UINT32_C(1) << deck[at];
        }
    }
    return true;
}

/* Equations that share no variable with the rest, even by way of others, are
 * not needed. A test for speed alone: linear_all_needed() sees it too. */
static bool hangs_together(const struct linear_support *s)
{
    uint32_t all = (UINT32_C(1) << s->n) - 1, reached = s->rows[0], before;

    do {
        before = reached;
        for (size_t k = 1; k < s->n; k++)
            if (s->rows[k] & reached)
                reached |= s->rows[k];
    } while (reached != before);
    return reached == all;
}

static void fill(struct rng *r, const struct linear_support *s,
                 struct system *out)
{
    memset(out->eqs, 0, sizeof(out->eqs[0]) * s->n);
    out->n_vars = out->n_eqs = s->n;
    out->asked = s->asked;
    for (size_t k = 0; k < s->n; k++)
        for (size_t i = 0; i < LINEAR_VARIABLES; i++)
            out->eqs[k].c[i] =
                s->rows[k] >> i & 1 ? draw_coefficient(r) : RATIO(0);
}

/* Places without promises. */
static bool draw_paper(struct rng *r, struct support *s)
{
    s->to.asked = (size_t)rng_below(r, s->to.n);
    draw_terms(r, s);
    return draw_rows(r, s) && hangs_together(&s->to);
}

static bool is_promised(const struct linear_shape *shape)
{
    return shape->depth.set || shape->distance.set ||
           linear_shape_terms(shape) > 2;
}

/* Is every equation needed, and do the numbers keep the promise of the places?
 * Those of a bare ring always do. */
static bool is_good(const struct system *s, const struct linear_shape *shape)
{
    return linear_all_needed(s) &&
           (!shape->depth.set || linear_shape_terms(shape) == 2 ||
            linear_depth(s) == shape->depth.is);
}

/* Variables that depth and distance need. */
static size_t least_variables(const struct linear_shape *s)
{
    size_t depth = s->depth.set ? s->depth.is : 0;
    size_t way = s->distance.set ? s->distance.is : depth == 0;

    return 1 + depth + way;
}

void linear_shape_settle(struct linear_shape *s, size_t variables, bool held)
{
    if (held && s->distance.set && !s->depth.set)
        s->depth = (struct linear_promise){ true, 1 };
    if (variables) {
        s->variables = variables;
        while (held && s->depth.is > 0 && least_variables(s) > variables)
            s->depth.is--;
    } else if (s->variables < least_variables(s)) {
        s->variables = least_variables(s);
    }
}

bool linear_shape_holds(const struct linear_shape *shape)
{
    struct linear_support s;
    struct rng r;

    if (shape->variables < 2 || shape->variables > DRAW_VARIABLES ||
        linear_shape_terms(shape) < 2 || linear_shape_terms(shape) > 4 ||
        shape->low > shape->high)
        return false;
    rng_init(&r, hash_bytes("shape", 5));
    for (int i = 0; i < TRIALS && is_promised(shape); i++)
        if (linear_draw_blocks(&r, shape, &s))
            return true;
    return !is_promised(shape);
}

void linear_draw(struct rng *r, const struct linear_shape *shape,
                 struct system *out, int64_t *solution, uint64_t *tries)
{
    struct support s = { .to = { .n = shape->variables } };
    bool promised = is_promised(shape), good;
    uint64_t n = 0;

    INVARIANT(linear_shape_holds(shape));
    if (!promised)
        s.places = linear_draw_places(r, shape);
    if (shape->variables == 2) /* one equation has a single variable */
        s.places = 3;
    do {
        n++;
        good =
            promised ? linear_draw_blocks(r, shape, &s.to) : draw_paper(r, &s);
        if (good) {
            fill(r, &s.to, out);
            good = is_good(out, shape);
        }
    } while (!good);
    draw_solution(r, shape, out, solution);
    if (tries)
        *tries = n;
}

/*
 * Most fresh coefficients of a support that once was good are good. If none
 * turn up (there is no guarantee for a system from a file), the old ones stay.
 */
void linear_redraw(struct rng *r, const struct linear_shape *shape,
                   const struct system *old, struct system *out,
                   int64_t *solution)
{
    struct system s = *old;
    bool needed = false;

    for (int i = 0; i < REDRAWS && !needed; i++) {
        for (size_t k = 0; k < s.n_eqs; k++)
            for (size_t v = 0; v < s.n_vars; v++)
                if (old->eqs[k].c[v].p != 0)
                    s.eqs[k].c[v] = draw_coefficient(r);
        needed = is_good(&s, shape);
    }
    if (!needed)
        s = *old;
    draw_solution(r, shape, &s, solution);
    *out = s;
}
