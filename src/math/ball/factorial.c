/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Factorials and binomial coefficients on balls: products where they are
 * short, the gamma function elsewhere.
 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

enum ball ball_factorial(acb_t out, const acb_t n, unsigned degree,
                         struct ball_run *c)
{
    enum ball got = BALL_UNKNOWN;
    fmpz_t k;
    bool is;

    if (!ball_mid_below(n, 17))
        return ball_refuse(c, "factorial");
    if (!ball_below(n, 17))
        return BALL_UNKNOWN;
    if (!ball_pay(c, 300))
        return BALL_LIMIT;
    fmpz_init(k);
    is = ball_get_integer(k, n);
    if (is && fmpz_sgn(k) < 0)
        got = degree == 1 ? BALL_UNDEFINED : BALL_UNKNOWN;
    else if (is && degree == 2) {
        arb_zero(acb_imagref(out));
        arb_doublefac_ui(acb_realref(out), fmpz_get_ui(k), c->bits);
        got = BALL_VALUE;
    } else if (degree == 1) {
        acb_add_ui(out, n, 1, c->bits);
        acb_gamma(out, out, c->bits);
        got = ball_finite(out);
    }
    fmpz_clear(k);
    return got;
}

/* n (n-1) ... (n-k+1) for an integer k >= 0. */
static enum ball falling_power(acb_t out, const acb_t n, const fmpz_t k,
                               struct ball_run *c)
{
    ulong m = fmpz_get_ui(k);
    acb_t t;

    if (m > 100000)
        return ball_refuse(c, "factorial");
    if (!ball_pay(c, 20 + 3 * m))
        return BALL_LIMIT;
    acb_init(t);
    acb_sub_ui(t, n, m, c->bits);
    acb_add_ui(t, t, 1, c->bits);
    acb_rising_ui(out, t, m, c->bits);
    acb_clear(t);
    return ball_finite(out);
}

static enum ball binomial_gamma(acb_t out, const acb_t n, const acb_t k,
                                bool falling, struct ball_run *c)
{
    acb_t s, t;

    if (!ball_pay(c, 1200))
        return BALL_LIMIT;
    acb_init(s);
    acb_init(t);
    acb_add_ui(s, n, 1, c->bits);
    acb_sub(t, s, k, c->bits);
    acb_gamma(s, s, c->bits);
    acb_rgamma(t, t, c->bits);
    acb_mul(s, s, t, c->bits);
    if (!falling) {
        acb_add_ui(t, k, 1, c->bits);
        acb_rgamma(t, t, c->bits);
        acb_mul(s, s, t, c->bits);
    }
    acb_swap(out, s);
    acb_clear(s);
    acb_clear(t);
    return ball_finite(out);
}

enum ball ball_binomial(acb_t out, const acb_t n, const acb_t k, bool falling,
                        struct ball_run *c)
{
    enum ball got = ball_bounded(n, 40, c);
    fmpz_t m, j;
    acb_t t;

    if (got == BALL_VALUE)
        got = ball_bounded(k, 40, c);
    if (got != BALL_VALUE)
        return got;
    fmpz_init(m);
    fmpz_init(j);
    acb_init(t);
    if (!ball_get_integer(j, k)) {
        got = ball_bounded(n, 16, c);
        if (got == BALL_VALUE)
            got = ball_bounded(k, 16, c);
        if (got == BALL_VALUE)
            got = binomial_gamma(out, n, k, falling, c);
    } else if (fmpz_sgn(j) < 0) {
        acb_zero(out);
        got = falling ? BALL_UNKNOWN : BALL_VALUE;
    } else {
        /* binom(n, k) = binom(n, n - k) for integers 0 <= k <= n */
        if (!falling && ball_get_integer(m, n) && fmpz_cmp(m, j) >= 0) {
            fmpz_sub(m, m, j);
            if (fmpz_cmp(m, j) < 0)
                fmpz_swap(m, j);
        }
        got = falling_power(out, n, j, c);
        if (got == BALL_VALUE && !falling) {
            arb_fac_ui(acb_realref(t), fmpz_get_ui(j), c->bits);
            acb_div(out, out, t, c->bits);
        }
    }
    fmpz_clear(m);
    fmpz_clear(j);
    acb_clear(t);
    return got;
}
