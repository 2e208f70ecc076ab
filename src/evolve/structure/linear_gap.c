/* SPDX-License-Identifier: Apache-2.0 */
/* An equation that is not told: the others hold for another solution too. */
#include "evolve/structure/gap.h"

#define REACH 40 /* steps to either side of the solution */

static int64_t gcd(int64_t p, int64_t q)
{
    while (q) {
        int64_t r = p % q;

        p = q;
        q = r;
    }
    return p < 0 ? -p : p;
}

/* The direction that the others leave open, as the shortest in whole numbers.
 * With one equation's right side changed all the others hold still. */
static bool open_direction(const struct system *s, size_t eq,
                           const struct ratio *x, struct ratio *out)
{
    struct system other = *s;
    int64_t scale = 1, common = 0;
    struct ratio by;

    if (!ratio_add(&other.eqs[eq].rhs, s->eqs[eq].rhs, RATIO(1)) ||
        !linear_solve(&other, out))
        return false;
    for (size_t i = 0; i < s->n_vars; i++) {
        if (!ratio_sub(&out[i], out[i], x[i]) || out[i].q > INT32_MAX / scale)
            return false;
        scale = scale / gcd(scale, out[i].q) * out[i].q;
        common = gcd(common, out[i].p);
    }
    if (!ratio_make(&by, scale, common))
        return false;
    for (size_t i = 0; i < s->n_vars; i++)
        if (!ratio_mul(&out[i], out[i], by))
            return false;
    return true;
}

static bool in_range(const struct linear_problem *l, struct ratio x)
{
    return ratio_whole(x) && x.p >= l->shape.low && x.p <= l->shape.high;
}

/* x and `steps` of the direction: whole numbers in range. */
static bool reach(const struct linear_problem *l, const struct ratio *x,
                  const struct ratio *direction, int64_t steps,
                  struct gap_fill *out)
{
    struct ratio d;

    out->n = l->system.n_vars;
    for (size_t i = 0; i < out->n; i++)
        if (!ratio_mul(&d, direction[i], RATIO(steps)) ||
            !ratio_add(&out->values[i], x[i], d) ||
            !in_range(l, out->values[i]))
            return false;
    out->key = out->values[l->system.asked];
    return true;
}

static bool gap_without(const struct linear_problem *l, size_t eq,
                        struct gap *out)
{
    struct ratio x[LINEAR_VARIABLES], direction[LINEAR_VARIABLES];

    *out = (struct gap){ .sentence = eq, .slot = NO_SLOT };
    if (!linear_solve(&l->system, x) ||
        !open_direction(&l->system, eq, x, direction) ||
        !reach(l, x, direction, 0, &out->fills[0]))
        return false;
    for (int64_t k = 1; k <= REACH; k++)
        if (reach(l, x, direction, k, &out->fills[1]) ||
            reach(l, x, direction, -k, &out->fills[1]))
            return true;
    return false;
}

bool linear_gap(struct arena *a, const void *data, struct rng *r,
                struct gap *out, struct err *e)
{
    const struct linear_problem *l = data;
    size_t order[LINEAR_EQUATIONS];

    for (size_t i = 0; i < l->system.n_eqs; i++)
        order[i] = i;
    rng_shuffle(r, order, l->system.n_eqs, sizeof(*order));
    for (size_t i = 0; i < l->system.n_eqs; i++)
        if (gap_without(l, order[i], out) && !linear_gap_fault(a, l, out))
            return true;
    return err_set(e, ERR_DOMAIN,
                   "whichever condition is removed, the range has only one "
                   "solution");
}

/* ---- checking ---- */

/* Do the values fit all equations but one? By putting them in. */
static bool fits(const struct system *s, size_t but, const struct ratio *x)
{
    for (size_t i = 0; i < s->n_eqs; i++) {
        struct ratio sum = RATIO(0), term;

        for (size_t v = 0; v < s->n_vars; v++)
            if (!ratio_mul(&term, s->eqs[i].c[v], x[v]) ||
                !ratio_add(&sum, sum, term))
                return false;
        if (i != but && !ratio_equal(sum, s->eqs[i].rhs))
            return false;
    }
    return true;
}

const char *linear_gap_fault(struct arena *a, const void *data,
                             const struct gap *g)
{
    const struct linear_problem *l = data;
    size_t rank;

    (void)a;
    if (g->word || g->sentence >= l->system.n_eqs)
        return "the missing sentence is not one of its conditions";
    for (size_t i = 0; i < 2; i++) {
        const struct gap_fill *f = &g->fills[i];

        if (f->n != l->system.n_vars ||
            !ratio_equal(f->values[l->system.asked], f->key))
            return "a solution lacks its answer";
        for (size_t k = 0; k < f->n; k++)
            if (!in_range(l, f->values[k]))
                return "a solution lies outside the range";
        if (!fits(&l->system, g->sentence, f->values))
            return "a solution violates a stated condition";
    }
    if (ratio_equal(g->fills[0].key, g->fills[1].key))
        return "both solutions have the same answer";
    if (!linear_rank(&l->system, g->sentence, &rank) ||
        rank + 1 != l->system.n_vars)
        return "the stated conditions have full rank";
    return NULL;
}
