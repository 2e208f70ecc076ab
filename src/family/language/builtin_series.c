/* SPDX-License-Identifier: Apache-2.0 */

/* Power series. */
#include "family/language/builtin_int.h"

/* Set p to a polynomial, or to that with the coefficients of a list, without the
 * terms from x^n on; false after a failure. */
static bool get_series(struct reckoning *r, struct val x, size_t n,
                       fmpq_poly_t p)
{
    size_t len = val_is_row(x) && x.row->n < n ? x.row->n : n;
    bool ok = true;
    fmpq *c;

    if (!val_is_row(x)) {
        ok = val_spend(r, 20 + val_bits(x) / 16) && val_get_poly(r, x, p);
        fmpq_poly_truncate(p, (slong)n);
        return ok;
    }
    c = _fmpq_vec_init((slong)len);
    for (size_t i = 0; ok && i < len; i++)
        ok = val_spend(r, 4 + val_bits(x.row->at[i]) / 16) &&
             val_get_fmpq(r, x.row->at[i], &c[i]);
    if (ok) {
        fmpq_poly_fit_length(p, (slong)len);
        _fmpq_vec_get_fmpz_vec_fmpz(p->coeffs, p->den, c, (slong)len);
        _fmpq_poly_set_length(p, (slong)len);
        fmpq_poly_canonicalise(p);
    }
    _fmpq_vec_clear(c, (slong)len);
    return ok;
}

/* Bits of all numerators and of the common denominator. */
static uint64_t bits_of(const fmpq_poly_t p)
{
    return (uint64_t)FLINT_ABS(_fmpz_vec_max_bits(p->coeffs, p->length)) +
           fmpz_bits(p->den);
}

/* Count a product of two series of n terms with so many bits. */
static bool spend_on_series(struct reckoning *r, size_t n, uint64_t bits)
{
    if (bits > SERIES_BITS)
        val_fail(r, "the coefficients of a power series have more than %d bits",
                 SERIES_BITS);
    return val_spend(r, 20 + n * (20 + bits / 4));
}

/* Set u to 1 / q, first two terms, then four, and so on: one more such step, by
 * Newton's method u (2 - q u), has at most twice the bits of u and those of q,
 * and some for sums. */
static bool invert(struct reckoning *r, const fmpq_poly_t q, size_t n,
                   fmpq_poly_t u)
{
    for (size_t len = 1;; len = 2 * len < n ? 2 * len : n) {
        if (!spend_on_series(r, len, 2 * bits_of(u) + bits_of(q) + 128))
            return false;
        fmpq_poly_inv_series(u, q, (slong)len);
        if (len == n)
            return true;
    }
}

static struct val terms(struct reckoning *r, const fmpq_poly_t p, size_t n)
{
    struct val d = val_row(r, VAL_LIST, n);

    for (size_t i = 0; i < n && !r->failed; i++) {
        fmpq_t c;

        fmpq_init(c);
        fmpq_poly_get_coeff_fmpq(c, p, (slong)i);
        d.row->at[i] = val_fmpq(r, c);
    }
    return r->failed ? VAL_FAILED : d;
}

BUILTIN(series_quotient)
{
    struct val out = VAL_FAILED;
    fmpq_poly_t p, q, u;
    int64_t length;

    (void)n;
    if (!val_get_int(r, a[2], 1, SERIES_MOST, &length))
        return out;
    fmpq_poly_init(p);
    fmpq_poly_init(q);
    fmpq_poly_init(u);
    if (get_series(r, a[0], (size_t)length, p) &&
        get_series(r, a[1], (size_t)length, q)) {
        if (fmpq_poly_is_zero(q) || fmpz_is_zero(q->coeffs))
            val_fail(r, "a power series is divided by one that does not begin "
                        "with 0");
        else if (invert(r, q, (size_t)length, u) &&
                 spend_on_series(r, (size_t)length, bits_of(u) + bits_of(p))) {
            fmpq_poly_mullow(u, p, u, (slong)length);
            out = terms(r, u, (size_t)length);
        }
    }
    fmpq_poly_clear(u);
    fmpq_poly_clear(q);
    fmpq_poly_clear(p);
    return out;
}
