/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Solutions of equations between rational functions: F = 0 holds where the
 * numerator of F in lowest terms is zero, and a constant factor of it does
 * not matter. Two polynomials without repeated factors that are no multiples
 * of each other have different zeros among the complex numbers.
 */
#include "math/exact/exact.h"
#include "math/exact/function_int.h"
#include "math/flint_poly.h"

#define TERMS_MOST   300 /* of what a greatest common divisor is taken of */
#define DEGREE_MOST  60
#define SQUARE_TERMS 60 /* of what is searched for repeated factors */

static bool is_small(const fmpz_mpoly_t p, struct ring *r)
{
    return fmpz_mpoly_length(p, r->ctx) <= TERMS_MOST &&
           fmpz_mpoly_total_degree_fits_si(p, r->ctx) &&
           fmpz_mpoly_total_degree_si(p, r->ctx) <= DEGREE_MOST;
}

static bool has_roots(const struct ring *r)
{
    for (unsigned k = 0; k < r->n; k++)
        if (r->gens[k].degree)
            return true;
    return false;
}

/* Are all generators symbols, as in polynomials? */
static bool all_symbols(const struct ring *r)
{
    for (unsigned k = 0; k < r->n; k++)
        if (r->gens[k].key[0] != '$')
            return false;
    return true;
}

/* Remove repeated factors from p unless it has too many terms: (x - y)^2 = 0
 * means x = y. Returns false if FLINT cannot factor it. */
static bool square_free(fmpz_mpoly_t p, struct ring *r)
{
    fmpz_mpoly_factor_t factors;
    bool good;

    if (fmpz_mpoly_length(p, r->ctx) > SQUARE_TERMS)
        return true;
    fmpz_mpoly_factor_init(factors, r->ctx);
    good = fmpz_mpoly_factor_squarefree(factors, p, r->ctx);
    if (good) {
        fmpz_mpoly_one(p, r->ctx);
        for (slong i = 0; i < factors->num; i++)
            fmpz_mpoly_mul(p, p, factors->poly + i, r->ctx);
    }
    fmpz_mpoly_factor_clear(factors, r->ctx);
    return good;
}

/* The numerator without what the denominator shares and without content, the
 * leading coefficient positive. */
static bool zeros(fmpz_mpoly_t out, const struct fraction *x, struct ring *r)
{
    fmpz_mpoly_t common;
    fmpz_t content;
    bool good;

    if (!is_small(x->num, r) || !is_small(x->den, r) ||
        fmpz_mpoly_is_zero(x->num, r->ctx) ||
        !work_spend(r->w,
                    2000 + 20 * (uint64_t)fmpz_mpoly_length(x->num, r->ctx) *
                               (uint64_t)fmpz_mpoly_length(x->den, r->ctx)))
        return false;
    fmpz_mpoly_init(common, r->ctx);
    fmpz_init(content);
    good = fmpz_mpoly_gcd(common, x->num, x->den, r->ctx) &&
           fmpz_mpoly_divides(out, x->num, common, r->ctx) &&
           square_free(out, r);
    if (good) {
        _fmpz_vec_content(content, out->coeffs, out->length);
        if (fmpz_sgn(out->coeffs) < 0)
            fmpz_neg(content, content);
        fmpz_mpoly_scalar_divexact_fmpz(out, out, content, r->ctx);
    }
    fmpz_clear(content);
    fmpz_mpoly_clear(common, r->ctx);
    return good;
}

enum truth exact_same_zeros(struct arena *a, const struct expr *x,
                            const struct expr *y, struct work *w)
{
    enum truth answer = TRUTH_UNKNOWN;
    struct fraction fx, fy;
    fmpz_mpoly_t zx, zy;
    struct ring r;

    ring_open(&r, a, FRACTION_GENERATORS, w);
    fraction_init(&fx, &r);
    fraction_init(&fy, &r);
    fmpz_mpoly_init(zx, r.ctx);
    fmpz_mpoly_init(zy, r.ctx);
    if (function_read(&fx, x, &r) && function_read(&fy, y, &r) &&
        !has_roots(&r) && zeros(zx, &fx, &r) && zeros(zy, &fy, &r)) {
        if (fmpz_mpoly_equal(zx, zy, r.ctx))
            answer = TRUTH_YES;
        else if (all_symbols(&r) &&
                 fmpz_mpoly_length(zx, r.ctx) <= SQUARE_TERMS &&
                 fmpz_mpoly_length(zy, r.ctx) <= SQUARE_TERMS)
            answer = TRUTH_NO;
    }
    fmpz_mpoly_clear(zx, r.ctx);
    fmpz_mpoly_clear(zy, r.ctx);
    fraction_clear(&fx, &r);
    fraction_clear(&fy, &r);
    ring_close(&r);
    return answer;
}
