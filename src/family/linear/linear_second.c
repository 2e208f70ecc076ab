/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/linear_second.h"
#include "family/linear/measure.h"
#include "math/flint_poly.h"

/* The system in whole numbers: row i is equation i times some number. */
struct whole {
    fmpz_mat_t m, rhs, inverse, values; /* inverse and values: times den */
    fmpz_t den, scale;
};

static void whole_init(struct whole *w, size_t n)
{
    fmpz_mat_init(w->m, (slong)n, (slong)n);
    fmpz_mat_init(w->inverse, (slong)n, (slong)n);
    fmpz_mat_init(w->rhs, (slong)n, 1);
    fmpz_mat_init(w->values, (slong)n, 1);
    fmpz_init(w->den);
    fmpz_init(w->scale);
}

static void whole_clear(struct whole *w)
{
    fmpz_mat_clear(w->m);
    fmpz_mat_clear(w->inverse);
    fmpz_mat_clear(w->rhs);
    fmpz_mat_clear(w->values);
    fmpz_clear(w->den);
    fmpz_clear(w->scale);
}

/* Make the scale a multiple of the number's denominator. */
static void widen(struct whole *w, struct ratio x)
{
    fmpz_t q;

    if (x.q == 1)
        return;
    fmpz_init_set_si(q, x.q);
    fmpz_lcm(w->scale, w->scale, q);
    fmpz_clear(q);
}

static void set_entry(const struct whole *w, fmpz_t out, struct ratio x)
{
    fmpz_divexact_si(out, w->scale, x.q);
    fmpz_mul_si(out, out, x.p);
}

static void set_row(struct whole *w, size_t i, const struct equation *eq,
                    size_t n)
{
    fmpz_one(w->scale);
    widen(w, eq->rhs);
    for (size_t j = 0; j < n; j++)
        widen(w, eq->c[j]);
    for (size_t j = 0; j < n; j++)
        if (eq->c[j].p != 0)
            set_entry(w, fmpz_mat_entry(w->m, (slong)i, (slong)j), eq->c[j]);
    set_entry(w, fmpz_mat_entry(w->rhs, (slong)i, 0), eq->rhs);
}

/* p/q in lowest terms, if it fits. */
static bool quotient(struct ratio *out, const fmpz_t p, const fmpz_t q)
{
    bool fits;
    fmpq_t x;

    fmpq_init(x);
    fmpq_set_fmpz_frac(x, p, q);
    fits = fmpz_fits_si(fmpq_numref(x)) && fmpz_fits_si(fmpq_denref(x)) &&
           ratio_make(out, fmpz_get_si(fmpq_numref(x)),
                      fmpz_get_si(fmpq_denref(x)));
    fmpq_clear(x);
    return fits;
}

/* A row of the inverse has the weights with which the equations sum up to that
 * variable. They are the only ones: an equation is needed iff its is not 0. */
static const char *find(struct whole *w, size_t n, struct linear_second *out)
{
    if (!fmpz_mat_inv(w->inverse, w->den, w->m))
        return "the determinant is 0";
    fmpz_mat_mul(w->values, w->inverse, w->rhs);
    for (size_t j = 0; j < n; j++) {
        out->needs[j] = 0;
        for (size_t i = 0; i < n; i++)
            if (!fmpz_is_zero(fmpz_mat_entry(w->inverse, (slong)j, (slong)i)))
                out->needs[j] |= UINT32_C(1) << i;
        if (!quotient(&out->x[j], fmpz_mat_entry(w->values, (slong)j, 0),
                      w->den))
            return "a value is too large";
    }
    return NULL;
}

const char *linear_second_solve(struct arena *a, const struct system *s,
                                struct linear_second *out)
{
    const char *fault;
    struct whole w;

    if (s->n_eqs != s->n_vars)
        return arena_printf(a, "there are %zu equations in %zu variables",
                            s->n_eqs, s->n_vars);
    whole_init(&w, s->n_eqs);
    for (size_t i = 0; i < s->n_eqs; i++)
        set_row(&w, i, &s->eqs[i], s->n_vars);
    fault = find(&w, s->n_vars, out);
    whole_clear(&w);
    return fault;
}

const char *linear_second_needed(struct arena *a, const struct system *s,
                                 const struct linear_second *found)
{
    for (size_t i = 0; i < s->n_eqs; i++)
        if (!(found->needs[s->asked] >> i & 1))
            return arena_printf(
                a, "equation %zu is not needed: the others settle the answer",
                i + 1);
    return NULL;
}

size_t linear_second_depth(const struct system *s,
                           const struct linear_second *found)
{
    size_t most = 1, fewest;
    uint32_t used = 0;

    do {
        uint32_t next = 0;

        fewest = SIZE_MAX;
        for (size_t j = 0; j < s->n_vars; j++) {
            uint32_t more = found->needs[j] & ~used;
            size_t n = (size_t)__builtin_popcount(more);

            if (n > 0 && n < fewest) {
                fewest = n;
                next = more;
            }
        }
        if (next && fewest > most)
            most = fewest;
        used |= next;
    } while (fewest < SIZE_MAX);
    return most - 1;
}

const char *linear_second_promise(struct arena *a, const struct system *s,
                                  const struct linear_second *found,
                                  const struct linear_shape *shape)
{
    size_t depth = linear_second_depth(s, found);
    size_t mean = shape->terms * s->n_eqs;
    struct linear_measures m;

    linear_measure(s, &m);
    if (shape->depth.set && (depth != shape->depth.is || m.depth != depth))
        return arena_printf(a, "its depth is %zu, not %zu", depth,
                            shape->depth.is);
    if (shape->distance.set && m.distance != shape->distance.is)
        return arena_printf(a, "its distance is %zu, not %zu", m.distance,
                            shape->distance.is);
    if (shape->terms && (m.terms + 1 < mean || m.terms > mean + 1))
        return arena_printf(a, "it has %zu terms, not %zu", m.terms, mean);
    return NULL;
}
