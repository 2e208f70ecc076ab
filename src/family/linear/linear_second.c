/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/linear_second.h"
#include "math/flint_poly.h"

/* The least whole number that makes all numbers of the equation whole. */
static void scale_of(fmpz_t scale, const struct equation *eq, size_t n)
{
    fmpz_t q;

    fmpz_init(q);
    fmpz_set_si(scale, eq->rhs.q);
    for (size_t j = 0; j < n; j++) {
        fmpz_set_si(q, eq->c[j].q);
        fmpz_lcm(scale, scale, q);
    }
    fmpz_clear(q);
}

static void set_entry(fmpz_t out, struct ratio x, const fmpz_t scale)
{
    fmpz_divexact_si(out, scale, x.q);
    fmpz_mul_si(out, out, x.p);
}

/* Row `row` of m becomes the equation times its scale; the right side is put
 * in column `rhs`, in the place of that variable (n_vars: nowhere). */
static void set_row(fmpz_mat_t m, slong row, const struct system *s, size_t i,
                    size_t rhs)
{
    const struct equation *eq = &s->eqs[i];
    fmpz_t scale;

    fmpz_init(scale);
    scale_of(scale, eq, s->n_vars);
    for (size_t j = 0; j < s->n_vars; j++)
        set_entry(fmpz_mat_entry(m, row, (slong)j),
                  j == rhs ? eq->rhs : eq->c[j], scale);
    fmpz_clear(scale);
}

/* The determinant with the right sides in column `rhs`. */
static void determinant(fmpz_t out, const struct system *s, size_t rhs)
{
    fmpz_mat_t m;

    fmpz_mat_init(m, (slong)s->n_eqs, (slong)s->n_vars);
    for (size_t i = 0; i < s->n_eqs; i++)
        set_row(m, (slong)i, s, i, rhs);
    fmpz_mat_det(out, m);
    fmpz_mat_clear(m);
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

const char *linear_second_solve(struct arena *a, const struct system *s,
                                struct ratio *x)
{
    const char *fault = NULL;
    fmpz_t whole, part;

    if (s->n_eqs != s->n_vars)
        return arena_printf(a, "there are %zu equations in %zu variables",
                            s->n_eqs, s->n_vars);
    fmpz_init(whole);
    fmpz_init(part);
    determinant(whole, s, s->n_vars);
    if (fmpz_is_zero(whole))
        fault = "the determinant is 0";
    for (size_t j = 0; j < s->n_vars && !fault; j++) {
        determinant(part, s, j);
        if (!quotient(&x[j], part, whole))
            fault = "a value is too large";
    }
    fmpz_clear(whole);
    fmpz_clear(part);
    return fault;
}

/* The rank of the equations but i, with or without the unit row of the asked
 * variable. */
static slong rank_without(const struct system *s, size_t i, bool unit)
{
    fmpz_mat_t m;
    slong rank, row = 0;

    fmpz_mat_init(m, (slong)s->n_eqs, (slong)s->n_vars);
    for (size_t k = 0; k < s->n_eqs; k++)
        if (k != i)
            set_row(m, row++, s, k, s->n_vars);
    if (unit)
        fmpz_one(fmpz_mat_entry(m, row, (slong)s->asked));
    rank = fmpz_mat_rank(m);
    fmpz_mat_clear(m);
    return rank;
}

const char *linear_second_needed(struct arena *a, const struct system *s)
{
    for (size_t i = 0; i < s->n_eqs; i++)
        if (rank_without(s, i, false) == rank_without(s, i, true))
            return arena_printf(
                a, "equation %zu is not needed: the others settle the answer",
                i + 1);
    return NULL;
}
