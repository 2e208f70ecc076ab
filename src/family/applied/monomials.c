/* SPDX-License-Identifier: Apache-2.0 */
#include "family/applied/monomials.h"
#include "family/applied/formula.h"

const char *monomials_latex(struct arena *a, const struct monomial *m, size_t n,
                            const char *x)
{
    const char **terms = arena_array(a, const char *, n);

    for (size_t i = 0; i < n; i++) {
        const struct monomial *t = &m[n - 1 - i];

        terms[i] = formula_ratio_term(
            a, t->c, 1, "", POWERS({ "\\epsilon", t->e, 1 }, { x, t->p, 1 }));
    }
    return formula_sum(a, terms, n);
}

/* The sign of the turn from a over b to c: positive if b lies below. */
static int64_t turn(const struct monomial *a, const struct monomial *b,
                    const struct monomial *c)
{
    return (b->p - a->p) * (c->e - a->e) - (b->e - a->e) * (c->p - a->p);
}

size_t monomials_polygon(const struct monomial *m, size_t n, bool large,
                         size_t *edges)
{
    size_t last = 0;

    edges[0] = 0;
    for (size_t i = 1; i < n; i++) {
        while (last > 0) {
            int64_t t = turn(&m[edges[last - 1]], &m[edges[last]], &m[i]);

            if (t == 0)
                return 0;
            if ((t > 0) != large)
                break;
            last--;
        }
        edges[++last] = i;
    }
    return last;
}

/* Set out to the coefficient of epsilon^k when y stands for x. */
static void coefficient(fmpq_t out, const struct monomial *m, size_t n,
                        const fmpq_poly_t y, slong k)
{
    fmpq_poly_t sum, term;

    fmpq_poly_init(sum);
    fmpq_poly_init(term);
    for (size_t i = 0; i < n; i++) {
        fmpq_poly_pow_trunc(term, y, (ulong)m[i].p, k + 1);
        fmpq_poly_scalar_mul_si(term, term, m[i].c);
        fmpq_poly_shift_left(term, term, m[i].e);
        fmpq_poly_add(sum, sum, term);
    }
    fmpq_poly_get_coeff_fmpq(out, sum, k);
    fmpq_poly_clear(term);
    fmpq_poly_clear(sum);
}

/* Set out to the derivative by x at epsilon = 0. */
static void slope(fmpq_t out, const struct monomial *m, size_t n, int64_t x)
{
    fmpz_t sum, t;

    fmpz_init(sum);
    fmpz_init(t);
    for (size_t i = 0; i < n; i++)
        if (m[i].e == 0 && m[i].p > 0) {
            fmpz_set_si(t, x);
            fmpz_pow_ui(t, t, (ulong)m[i].p - 1);
            fmpz_mul_si(t, t, m[i].p * m[i].c);
            fmpz_add(sum, sum, t);
        }
    fmpq_set_fmpz(out, sum);
    fmpz_clear(t);
    fmpz_clear(sum);
}

bool monomials_root(fmpq_poly_t y, const struct monomial *m, size_t n,
                    int64_t start, slong order)
{
    fmpq_t c, s;
    bool simple;

    fmpq_init(c);
    fmpq_init(s);
    fmpq_poly_set_si(y, start);
    slope(s, m, n, start);
    coefficient(c, m, n, y, 0);
    simple = fmpq_is_zero(c) && !fmpq_is_zero(s);
    for (slong k = 1; simple && k < order; k++) {
        coefficient(c, m, n, y, k);
        fmpq_div(c, c, s);
        fmpq_neg(c, c);
        fmpq_poly_set_coeff_fmpq(y, k, c);
    }
    fmpq_clear(s);
    fmpq_clear(c);
    return simple;
}
