/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Special functions on balls.
 *
 * A card for each says how large its arguments may be, where it is cut and
 * what it costs. Arb sums series whose length grows with the arguments and
 * raises its precision by itself where terms cancel, so prices grow with the
 * size of the arguments too; bench/bench_ball.c checks them against the clock.
 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

#include <string.h>

enum cut {
    CUT_NONE,
    CUT_NEGATIVE, /* (-oo, 0] */
    CUT_ABOVE,    /* [1, oo) */
    CUT_BELOW,    /* (-oo, 1] */
    CUT_LAMBERT,  /* (-oo, -1/e], and (-1/e, 0] off the main branch */
    CUT_ALWAYS    /* not looked into */
};

/* One function. real is tried where all arguments are real; it leaves NaN
 * where the value is not real. */
struct special {
    enum function_id id;
    unsigned char n_min, n_max;
    signed char bits_main;   /* |last argument| < 2^this */
    signed char bits_others; /* |parameters| < 2^this */
    enum cut cut;            /* of the last argument */
    bool narrow;             /* refuses balls with fewer than 12 good bits */
    unsigned units;          /* at small real arguments */
    unsigned units_complex;  /* at small complex arguments */
    unsigned units_size;     /* more for each unit of |arguments| */
    void (*real)(arb_t out, arb_srcptr v, unsigned n, slong bits);
    void (*complex)(acb_t out, acb_srcptr v, unsigned n, slong bits);
    /* Where there is proved to be no value. */
    bool (*undefined)(acb_srcptr v, unsigned n);
};

/* ---- poles ---- */

static bool is_nonpositive_integer(const acb_t z)
{
    return arb_is_zero(acb_imagref(z)) && arb_is_int(acb_realref(z)) &&
           arb_is_nonpositive(acb_realref(z));
}

/* Is some point of the ball above 1? */
static bool reaches_over_one(const arb_t x)
{
    arb_t one;
    bool is;

    arb_init(one);
    arb_one(one);
    is = !arb_le(x, one);
    arb_clear(one);
    return is;
}

static bool special_below_one(const arb_t x)
{
    arb_t one;
    bool is;

    arb_init(one);
    arb_one(one);
    is = arb_lt(x, one);
    arb_clear(one);
    return is;
}

static bool touches_one(const arb_t x)
{
    return arb_contains_si(x, 1);
}

static bool at_integers(acb_srcptr v, unsigned n)
{
    return is_nonpositive_integer(v + n - 1);
}

static bool at_first_integers(acb_srcptr v, unsigned n)
{
    (void)n;
    return is_nonpositive_integer(v);
}

static bool at_zero(acb_srcptr v, unsigned n)
{
    return acb_is_zero(v + n - 1);
}

static bool special_at_one(acb_srcptr v, unsigned n)
{
    return acb_is_one(v + n - 1);
}

static bool at_one_or_zero_order(acb_srcptr v, unsigned n)
{
    (void)n;
    return acb_is_one(v) || is_nonpositive_integer(v + 1);
}

static bool beta_pole(acb_srcptr v, unsigned n)
{
    acb_t t;
    bool is;

    (void)n;
    acb_init(t);
    acb_add(t, v, v + 1, ARF_PREC_EXACT);
    is = (is_nonpositive_integer(v) || is_nonpositive_integer(v + 1)) &&
         acb_is_exact(t) && !is_nonpositive_integer(t);
    acb_clear(t);
    return is;
}

static bool polylog_pole(acb_srcptr v, unsigned n)
{
    (void)n;
    return acb_is_one(v + 1) && acb_is_real(v) && acb_is_exact(v) &&
           !reaches_over_one(acb_realref(v));
}

static bool lambert_pole(acb_srcptr v, unsigned n)
{
    (void)n;
    return acb_is_zero(v + 1) && !acb_contains_zero(v);
}

static bool expint_pole(acb_srcptr v, unsigned n)
{
    (void)n;
    return acb_is_zero(v + 1) && acb_is_exact(v) && acb_is_real(v) &&
           !reaches_over_one(acb_realref(v));
}

/* ---- one line each: Arb's functions with one signature ---- */

/* A function of one or two arguments that Arb has under plain names. */
#define REAL1(name, f)                                                    \
 static void real_##name(arb_t out, arb_srcptr v, unsigned n, slong bits) \
 {                                                                        \
  (void)n;                                                                \
  f;                                                                      \
 }
#define COMPLEX1(name, f)                                                    \
 static void complex_##name(acb_t out, acb_srcptr v, unsigned n, slong bits) \
 {                                                                           \
  (void)n;                                                                   \
  f;                                                                         \
 }

REAL1(gamma, arb_gamma(out, v, bits))
COMPLEX1(gamma, acb_gamma(out, v, bits))
REAL1(digamma, arb_digamma(out, v, bits))
COMPLEX1(digamma, acb_digamma(out, v, bits))
REAL1(erf, arb_hypgeom_erf(out, v, bits))
COMPLEX1(erf, acb_hypgeom_erf(out, v, bits))
REAL1(erfc, arb_hypgeom_erfc(out, v, bits))
COMPLEX1(erfc, acb_hypgeom_erfc(out, v, bits))
REAL1(erfi, arb_hypgeom_erfi(out, v, bits))
COMPLEX1(erfi, acb_hypgeom_erfi(out, v, bits))
REAL1(ei, arb_hypgeom_ei(out, v, bits))
COMPLEX1(ei, acb_hypgeom_ei(out, v, bits))
REAL1(si, arb_hypgeom_si(out, v, bits))
COMPLEX1(si, acb_hypgeom_si(out, v, bits))
REAL1(ci, arb_hypgeom_ci(out, v, bits))
COMPLEX1(ci, acb_hypgeom_ci(out, v, bits))
REAL1(shi, arb_hypgeom_shi(out, v, bits))
COMPLEX1(shi, acb_hypgeom_shi(out, v, bits))
REAL1(chi, arb_hypgeom_chi(out, v, bits))
COMPLEX1(chi, acb_hypgeom_chi(out, v, bits))
REAL1(li, arb_hypgeom_li(out, v, 0, bits))
COMPLEX1(li, acb_hypgeom_li(out, v, 0, bits))
REAL1(fresnel_s, arb_hypgeom_fresnel(out, NULL, v, 1, bits))
COMPLEX1(fresnel_s, acb_hypgeom_fresnel(out, NULL, v, 1, bits))
REAL1(fresnel_c, arb_hypgeom_fresnel(NULL, out, v, 1, bits))
COMPLEX1(fresnel_c, acb_hypgeom_fresnel(NULL, out, v, 1, bits))
REAL1(ai, arb_hypgeom_airy(out, NULL, NULL, NULL, v, bits))
COMPLEX1(ai, acb_hypgeom_airy(out, NULL, NULL, NULL, v, bits))
REAL1(aip, arb_hypgeom_airy(NULL, out, NULL, NULL, v, bits))
COMPLEX1(aip, acb_hypgeom_airy(NULL, out, NULL, NULL, v, bits))
REAL1(bi, arb_hypgeom_airy(NULL, NULL, out, NULL, v, bits))
COMPLEX1(bi, acb_hypgeom_airy(NULL, NULL, out, NULL, v, bits))
REAL1(bip, arb_hypgeom_airy(NULL, NULL, NULL, out, v, bits))
COMPLEX1(bip, acb_hypgeom_airy(NULL, NULL, NULL, out, v, bits))
REAL1(bessel_j, arb_hypgeom_bessel_j(out, v, v + 1, bits))
COMPLEX1(bessel_j, acb_hypgeom_bessel_j(out, v, v + 1, bits))
REAL1(bessel_y, arb_hypgeom_bessel_y(out, v, v + 1, bits))
COMPLEX1(bessel_y, acb_hypgeom_bessel_y(out, v, v + 1, bits))
COMPLEX1(expint, acb_hypgeom_expint(out, v, v + 1, bits))
REAL1(zeta, arb_zeta(out, v, bits))
COMPLEX1(zeta, acb_zeta(out, v, bits))
COMPLEX1(hurwitz, acb_hurwitz_zeta(out, v, v + 1, bits))
COMPLEX1(polylog, acb_polylog(out, v, v + 1, bits))
/* Of other orders it is slow, and nobody asks. */
static void complex_polygamma(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    (void)n;
    if (acb_is_int(v) && arf_sgn(arb_midref(acb_realref(v))) >= 0)
        acb_polygamma(out, v, v + 1, bits);
    else
        acb_indeterminate(out);
}

COMPLEX1(elliptic_k, acb_elliptic_k(out, v, bits))
COMPLEX1(elliptic_e, acb_elliptic_e(out, v, bits))
COMPLEX1(elliptic_f, acb_elliptic_f(out, v, v + 1, 0, bits))
COMPLEX1(elliptic_einc, acb_elliptic_e_inc(out, v, v + 1, 0, bits))
COMPLEX1(gamma_inc, acb_hypgeom_gamma_upper(out, v, v + 1, 0, bits))
COMPLEX1(beta_inc, acb_hypgeom_beta_lower(out, v + 1, v + 2, v, 0, bits))
REAL1(hyp0f1, arb_hypgeom_0f1(out, v, v + 1, 0, bits))
COMPLEX1(hyp0f1, acb_hypgeom_0f1(out, v, v + 1, 0, bits))
COMPLEX1(hyp2f1, acb_hypgeom_2f1(out, v, v + 1, v + 2, v + 3, 0, bits))
COMPLEX1(hyp3f2, acb_hypgeom_pfq(out, v, 3, v + 3, 2, v + 5, 0, bits))
REAL1(hermite, arb_hypgeom_hermite_h(out, v, v + 1, bits))
COMPLEX1(hermite, acb_hypgeom_hermite_h(out, v, v + 1, bits))
REAL1(chebyshev_t, arb_hypgeom_chebyshev_t(out, v, v + 1, bits))
COMPLEX1(chebyshev_t, acb_hypgeom_chebyshev_t(out, v, v + 1, bits))
REAL1(chebyshev_u, arb_hypgeom_chebyshev_u(out, v, v + 1, bits))
COMPLEX1(chebyshev_u, acb_hypgeom_chebyshev_u(out, v, v + 1, bits))

static void real_lngamma(arb_t out, arb_srcptr v, unsigned n, slong bits)
{
    (void)n;
    if (arb_is_positive(v))
        arb_lgamma(out, v, bits);
    else
        arb_indeterminate(out);
}

COMPLEX1(lngamma, acb_lgamma(out, v, bits))

/*
 * Arb falls back on numerical integration, which may take seconds, where its
 * series lose too many bits at real arguments. These call the series instead,
 * with the bits that cancel added beforehand: terms of size e^{|z|} in a
 * value of size e^{-|z|} cost 2.9 |z| bits.
 */

/* 2.9 |z| + 20 when the convergent series is the one to take, else 0: the
 * asymptotic one is good once its smallest term, e^{-2|z|} or smaller, is. */
static slong series_bits(const acb_t z, slong bits)
{
    slong size;
    mag_t m;

    if (!ball_below(z, 12))
        return 0;
    mag_init(m);
    acb_get_mag_lower(m, z);
    size = (slong)mag_get_d(m) + 1;
    mag_clear(m);
    return size > bits ? 0 : 3 * size + 20;
}

static void complex_bessel_i(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    slong more = series_bits(v + 1, bits);

    (void)n;
    if (more)
        acb_hypgeom_bessel_i_0f1(out, v, v + 1, 0, bits + more / 3);
    else
        acb_hypgeom_bessel_i_asymp(out, v, v + 1, 0, bits);
}

static void complex_bessel_k(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    slong more = series_bits(v + 1, bits);

    (void)n;
    if (more)
        acb_hypgeom_bessel_k_0f1(out, v, v + 1, 0, bits + more);
    else
        acb_hypgeom_bessel_k_asymp(out, v, v + 1, 0, bits);
}

static void complex_hyp1f1(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    slong more = series_bits(v + 2, bits);

    (void)n;
    if (more)
        acb_hypgeom_m_1f1(out, v, v + 1, v + 2, 0, bits + more);
    else
        acb_hypgeom_m_asymp(out, v, v + 1, v + 2, 0, bits);
}

static void complex_hypu(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    slong more = series_bits(v + 2, bits);

    (void)n;
    if (more)
        acb_hypgeom_u_1f1(out, v, v + 1, v + 2, bits + more);
    else {
        /* Arb's asymptotic series leaves out the factor z^-a. */
        acb_t t;

        acb_init(t);
        acb_neg(t, v);
        acb_pow(t, v + 2, t, bits);
        acb_hypgeom_u_asymp(out, v, v + 1, v + 2, -1, bits);
        acb_mul(out, out, t, bits);
        acb_clear(t);
    }
}

/* gamma(s, z) = z^s e^-z M(1, s + 1, z) / s (DLMF 8.5.1) */
static void complex_gamma_low(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    slong more = series_bits(v + 1, 4096);
    acb_t one, b, t;

    (void)n;
    acbs_init(one, b, t, NULL);
    acb_one(one);
    acb_add_ui(b, v, 1, bits + more);
    acb_hypgeom_m_1f1(t, one, b, v + 1, 0, bits + more);
    acb_pow(b, v + 1, v, bits);
    acb_mul(t, t, b, bits);
    acb_neg(b, v + 1);
    acb_exp(b, b, bits);
    acb_mul(t, t, b, bits);
    acb_div(out, t, v, bits);
    acbs_clear(one, b, t, NULL);
}

/* B(a, b) = Gamma(a) Gamma(b) / Gamma(a + b) */
static void complex_beta(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    acb_t t;

    (void)n;
    acb_init(t);
    acb_gamma(t, v, bits);
    acb_gamma(out, v + 1, bits);
    acb_mul(out, out, t, bits);
    acb_add(t, v, v + 1, bits);
    acb_rgamma(t, t, bits);
    acb_mul(out, out, t, bits);
    acb_clear(t);
}

/* W_0 above -1/e and W_{-1} on (-1/e, 0) are real. */
static void real_lambert(arb_t out, arb_srcptr v, unsigned n, slong bits)
{
    (void)n;
    if (arb_is_zero(v))
        arb_lambertw(out, v + 1, 0, bits);
    else if (arb_equal_si(v, -1) && arb_is_negative(v + 1))
        arb_lambertw(out, v + 1, 1, bits);
    else
        arb_indeterminate(out);
}

static void complex_lambert(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    fmpz_t k;

    (void)n;
    fmpz_init(k);
    if (ball_get_integer(k, v))
        acb_lambertw(out, v + 1, k, 0, bits);
    else
        acb_indeterminate(out);
    fmpz_clear(k);
}

/* Pi(n, m), or Pi(n; phi | m). */
static void complex_elliptic_pi(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    /* Elsewhere Carlson's R_J is integrated numerically: seconds. */
    for (unsigned i = 0; i < n; i++)
        if (!acb_is_real(v + i) ||
            (!(n == 3 && i == 1) && !special_below_one(acb_realref(v + i)))) {
            acb_indeterminate(out);
            return;
        }
    if (n == 2)
        acb_elliptic_pi(out, v, v + 1, bits);
    else
        acb_elliptic_pi_inc(out, v, v + 1, v + 2, 0, bits);
}

/* P_n^m; m = 0 when it is not given. */
static void complex_legendre_p(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    acb_t zero;

    acb_init(zero);
    acb_hypgeom_legendre_p(out, v, n == 3 ? v + 1 : zero, v + n - 1, 0, bits);
    acb_clear(zero);
}

static void real_legendre_p(arb_t out, arb_srcptr v, unsigned n, slong bits)
{
    arb_t zero;

    arb_init(zero);
    arb_hypgeom_legendre_p(out, v, n == 3 ? v + 1 : zero, v + n - 1, 0, bits);
    arb_clear(zero);
}

static void complex_legendre_q(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    acb_t zero;

    (void)n;
    acb_init(zero);
    acb_hypgeom_legendre_q(out, v, zero, v + 1, 0, bits);
    acb_clear(zero);
}

static void complex_laguerre(acb_t out, acb_srcptr v, unsigned n, slong bits)
{
    acb_t zero;

    acb_init(zero);
    acb_hypgeom_laguerre_l(out, v, n == 3 ? v + 1 : zero, v + n - 1, bits);
    acb_clear(zero);
}

/* ---- the cards ---- */

static const struct special table[] = {
    { FN_GAMMA, 1, 1, 17, 0, CUT_NONE, false, 200, 500, 0, real_gamma,
      complex_gamma, at_integers },
    { FN_LNGAMMA, 1, 1, 40, 0, CUT_NEGATIVE, false, 400, 900, 0, real_lngamma,
      complex_lngamma, at_integers },
    { FN_DIGAMMA, 1, 1, 40, 0, CUT_NONE, false, 800, 1500, 0, real_digamma,
      complex_digamma, at_integers },
    { FN_POLYGAMMA, 2, 2, 10, 6, CUT_NEGATIVE, true, 4000, 8000, 1000, NULL,
      complex_polygamma, at_integers },
    { FN_BETA, 2, 2, 16, 16, CUT_NONE, false, 600, 1500, 0, NULL, complex_beta,
      beta_pole },
    { FN_GAMMA_INC, 2, 2, 10, 6, CUT_NEGATIVE, true, 20000, 50000, 200, NULL,
      complex_gamma_inc, NULL },
    { FN_GAMMA_LOW, 2, 2, 10, 6, CUT_NEGATIVE, true, 8000, 24000, 300, NULL,
      complex_gamma_low, at_first_integers },
    { FN_BETA_INC, 3, 3, 6, 6, CUT_ALWAYS, true, 25000, 50000, 500, NULL,
      complex_beta_inc, NULL },
    { FN_ERF, 1, 1, 10, 0, CUT_NONE, false, 60, 2000, 200, real_erf,
      complex_erf, NULL },
    { FN_ERFC, 1, 1, 10, 0, CUT_NONE, false, 100, 2000, 200, real_erfc,
      complex_erfc, NULL },
    { FN_ERFI, 1, 1, 10, 0, CUT_NONE, false, 1500, 2000, 300, real_erfi,
      complex_erfi, NULL },
    { FN_EI, 1, 1, 18, 0, CUT_NEGATIVE, false, 800, 2000, 30, real_ei,
      complex_ei, at_zero },
    { FN_EN, 2, 2, 10, 6, CUT_NEGATIVE, true, 20000, 50000, 200, NULL,
      complex_expint, expint_pole },
    { FN_LI, 1, 1, 64, 0, CUT_BELOW, false, 1950, 2600, 0, real_li, complex_li,
      special_at_one },
    { FN_SI, 1, 1, 18, 0, CUT_NONE, false, 400, 1500, 20, real_si, complex_si,
      NULL },
    { FN_CI, 1, 1, 18, 0, CUT_NEGATIVE, false, 400, 1500, 20, real_ci,
      complex_ci, at_zero },
    { FN_SHI, 1, 1, 18, 0, CUT_NONE, false, 400, 1500, 20, real_shi,
      complex_shi, NULL },
    { FN_CHI, 1, 1, 18, 0, CUT_NEGATIVE, false, 400, 1500, 20, real_chi,
      complex_chi, at_zero },
    { FN_FRESNEL_S, 1, 1, 10, 0, CUT_NONE, false, 1020, 3400, 680,
      real_fresnel_s, complex_fresnel_s, NULL },
    { FN_FRESNEL_C, 1, 1, 10, 0, CUT_NONE, false, 1020, 3400, 680,
      real_fresnel_c, complex_fresnel_c, NULL },
    { FN_AIRY_AI, 1, 1, 10, 0, CUT_NONE, false, 400, 1200, 40, real_ai,
      complex_ai, NULL },
    { FN_AIRY_BI, 1, 1, 10, 0, CUT_NONE, false, 400, 1200, 40, real_bi,
      complex_bi, NULL },
    { FN_AIRY_AI_PRIME, 1, 1, 10, 0, CUT_NONE, false, 400, 1200, 40, real_aip,
      complex_aip, NULL },
    { FN_AIRY_BI_PRIME, 1, 1, 10, 0, CUT_NONE, false, 400, 1200, 40, real_bip,
      complex_bip, NULL },
    { FN_BESSEL_J, 2, 2, 10, 9, CUT_NEGATIVE, false, 600, 2250, 45,
      real_bessel_j, complex_bessel_j, NULL },
    { FN_BESSEL_Y, 2, 2, 10, 9, CUT_NEGATIVE, false, 4500, 9000, 180,
      real_bessel_y, complex_bessel_y, at_zero },
    { FN_BESSEL_I, 2, 2, 10, 9, CUT_NEGATIVE, false, 400, 1500, 30, NULL,
      complex_bessel_i, NULL },
    { FN_BESSEL_K, 2, 2, 10, 9, CUT_NEGATIVE, false, 3000, 6000, 60, NULL,
      complex_bessel_k, at_zero },
    { FN_ZETA, 1, 1, 9, 0, CUT_NONE, false, 1500, 8000, 20, real_zeta,
      complex_zeta, special_at_one },
    { FN_HURWITZ, 2, 2, 6, 5, CUT_NEGATIVE, true, 3000, 8000, 3000, NULL,
      complex_hurwitz, at_one_or_zero_order },
    { FN_POLYLOG, 2, 2, 64, 5, CUT_ABOVE, true, 12000, 16000, 400, NULL,
      complex_polylog, polylog_pole },
    { FN_LAMBERT, 2, 2, 100, 10, CUT_LAMBERT, false, 700, 2000, 0, real_lambert,
      complex_lambert, lambert_pole },
    { FN_ELLIPTIC_K, 1, 1, 64, 0, CUT_ABOVE, false, 300, 900, 0, NULL,
      complex_elliptic_k, special_at_one },
    { FN_ELLIPTIC_E, 1, 1, 64, 0, CUT_ABOVE, false, 1000, 1500, 0, NULL,
      complex_elliptic_e, NULL },
    { FN_ELLIPTIC_F, 2, 2, 20, 10, CUT_ALWAYS, true, 2000, 3000, 0, NULL,
      complex_elliptic_f, NULL },
    { FN_ELLIPTIC_EINC, 2, 2, 20, 10, CUT_ALWAYS, true, 6000, 12000, 0, NULL,
      complex_elliptic_einc, NULL },
    { FN_ELLIPTIC_PI, 2, 3, 20, 10, CUT_ALWAYS, true, 4000, 8000, 0, NULL,
      complex_elliptic_pi, NULL },
    { FN_HYP0F1, 2, 2, 10, 6, CUT_NONE, false, 500, 2000, 30, real_hyp0f1,
      complex_hyp0f1, at_first_integers },
    { FN_HYP1F1, 3, 3, 9, 6, CUT_NONE, true, 1000, 3000, 50, NULL,
      complex_hyp1f1, NULL },
    { FN_HYPU, 3, 3, 9, 6, CUT_NEGATIVE, true, 12000, 24000, 400, NULL,
      complex_hypu, NULL },
    { FN_HYP2F1, 4, 4, 20, 6, CUT_ABOVE, true, 15000, 37500, 250, NULL,
      complex_hyp2f1, NULL },
    { FN_HYP3F2, 6, 6, 0, 6, CUT_ABOVE, true, 9000, 22500, 150, NULL,
      complex_hyp3f2, NULL },
    { FN_LEGENDRE_P, 2, 3, 20, 8, CUT_ALWAYS, true, 12000, 32000, 160,
      real_legendre_p, complex_legendre_p, NULL },
    { FN_LEGENDRE_Q, 2, 2, 20, 6, CUT_ALWAYS, true, 32000, 50000, 80, NULL,
      complex_legendre_q, NULL },
    { FN_HERMITE, 2, 2, 10, 8, CUT_NONE, true, 1000, 4000, 40, real_hermite,
      complex_hermite, NULL },
    { FN_LAGUERRE, 2, 3, 10, 8, CUT_NONE, true, 1000, 4000, 40, NULL,
      complex_laguerre, NULL },
    { FN_CHEBYSHEV_T, 2, 2, 20, 8, CUT_BELOW, false, 200, 400, 4,
      real_chebyshev_t, complex_chebyshev_t, NULL },
    { FN_CHEBYSHEV_U, 2, 2, 20, 8, CUT_BELOW, false, 200, 400, 4,
      real_chebyshev_u, complex_chebyshev_u, NULL },
};

static const struct special *special_find(enum function_id id)
{
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
        if (table[i].id == id)
            return table + i;
    return NULL;
}

/* ---- calling ---- */

/* Does the ball meet the cut? */
static bool special_on_cut(enum cut cut, const acb_t z)
{
    const arb_struct *x = acb_realref(z);

    if (cut == CUT_NONE)
        return false;
    if (cut == CUT_ALWAYS)
        return true;
    if (!arb_contains_zero(acb_imagref(z)))
        return false;
    switch (cut) {
    case CUT_ABOVE: return !special_below_one(x);
    case CUT_BELOW: return !(reaches_over_one(x) && !touches_one(x));
    default: return !arb_is_positive(x);
    }
}

/* Price: the base, and more for large arguments until asymptotic series take
 * over, and for precision more steeply than elementary functions. */
static bool special_pay(const struct special *s, const struct ball_args *args,
                        bool real, struct ball_run *c)
{
    uint64_t units = real ? s->units : s->units_complex;
    uint64_t size = 0, most = 64 + (uint64_t)c->bits / 2;
    mag_t m;

    mag_init(m);
    for (unsigned i = 0; i < args->n; i++) {
        acb_get_mag(m, args->v + i);
        size += mag_cmp_2exp_si(m, 11) < 0 ? (uint64_t)mag_get_d(m) : 2048;
    }
    mag_clear(m);
    /* The terms of Bessel functions and polynomials grow with their order. */
    if (args->n == 1 && size > most)
        size = most;
    units += size * s->units_size;
    if (c->bits > 512)
        units *= (uint64_t)c->bits / 512;
    return ball_pay(c, units);
}

/* At least 12 good bits, or a ball that is small beside 1. */
static bool is_narrow(const acb_t z)
{
    mag_t m;
    bool small;

    if (acb_is_exact(z) || acb_rel_accuracy_bits(z) >= 12)
        return true;
    mag_init(m);
    mag_max(m, arb_radref(acb_realref(z)), arb_radref(acb_imagref(z)));
    small = mag_cmp_2exp_si(m, -12) < 0;
    mag_clear(m);
    return small;
}

/* Next to an integer, but not one: there a formula for integers is the limit
 * of one for all others, and Arb buys it with ten times the precision. */
static bool beside_integer(const acb_t z)
{
    arb_t t;
    fmpz_t n;
    bool is = false;

    if (acb_is_int(z) || !arb_contains_zero(acb_imagref(z)))
        return false;
    arb_init(t);
    fmpz_init(n);
    arb_set(t, acb_realref(z));
    arf_get_fmpz(n, arb_midref(t), ARF_RND_NEAR);
    arb_sub_fmpz(t, t, n, MAG_BITS);
    mag_zero(arb_radref(t));
    is = arf_cmpabs_2exp_si(arb_midref(t), -16) < 0;
    arb_clear(t);
    fmpz_clear(n);
    return is;
}

static enum ball special_check(const struct special *s,
                               const struct ball_args *args, struct ball_run *c)
{
    unsigned n = args->n;
    enum ball got = BALL_VALUE;

    if (n < s->n_min || n > s->n_max)
        return BALL_UNKNOWN;
    for (unsigned i = 0; i + 1 < n && got == BALL_VALUE; i++) {
        if (args->touched[i] && s->id != FN_BETA)
            return BALL_UNKNOWN;
        got = ball_bounded(args->v + i, s->bits_others, c);
        if (got == BALL_VALUE &&
            (s->narrow || s->id == FN_BESSEL_Y || s->id == FN_BESSEL_K) &&
            beside_integer(args->v + i))
            got = BALL_UNKNOWN;
    }
    for (unsigned i = 0; i < n && s->narrow && got == BALL_VALUE; i++)
        if (!is_narrow(args->v + i) ||
            (s->id == FN_BETA_INC && beside_integer(args->v + i)))
            return BALL_UNKNOWN;
    if (got == BALL_VALUE)
        got = ball_bounded(args->v + n - 1, s->bits_main, c);
    if (got != BALL_VALUE)
        return got;
    if (args->touched[n - 1] && special_on_cut(s->cut, args->v + n - 1))
        return BALL_UNKNOWN;
    if (s->undefined && s->undefined(args->v, n))
        return BALL_UNDEFINED;
    return BALL_VALUE;
}

/* Take all arguments as reals (shallow copies). Returns false if one is not
 * real. */
static bool reals(arb_struct *to, const struct ball_args *args)
{
    for (unsigned i = 0; i < args->n; i++) {
        if (!arb_is_zero(acb_imagref(args->v + i)))
            return false;
        to[i] = *acb_realref(args->v + i);
    }
    return true;
}

/* Is the value of a function without a real version real at real arguments?
 * Then what is left of an imaginary part is noise. */
static bool has_real_value(enum function_id id, const struct ball_args *args)
{
    const arb_struct *x = acb_realref(args->v + args->n - 1);
    const arb_struct *first = acb_realref(args->v);

    switch (id) {
    case FN_BETA:
    case FN_HYP1F1: return true;
    case FN_GAMMA_INC:
    case FN_GAMMA_LOW:
    case FN_EN:
    case FN_BESSEL_K:
    case FN_HYPU:
    case FN_HURWITZ:
    case FN_POLYGAMMA: return arb_is_positive(x);
    case FN_BESSEL_I: return arb_is_int(first) || arb_is_positive(x);
    case FN_LAGUERRE: return arb_is_int(first);
    case FN_POLYLOG:
    case FN_ELLIPTIC_K:
    case FN_ELLIPTIC_E:
    case FN_ELLIPTIC_PI:
    case FN_HYP2F1:
    case FN_HYP3F2: return !special_on_cut(CUT_ABOVE, args->v + args->n - 1);
    default: return false;
    }
}

enum ball ball_special(acb_t out, enum function_id id,
                       const struct ball_args *args, struct ball_run *c)
{
    const struct special *s = special_find(id);
    arb_struct v[BALL_ARGS_MAX];
    enum ball got;
    bool real;

    if (id == FN_BINOM || id == FN_PERM)
        return args->n == 2
                   ? ball_binomial(out, args->v, args->v + 1, id == FN_PERM, c)
                   : BALL_UNKNOWN;
    if (!s)
        return BALL_UNKNOWN;
    got = special_check(s, args, c);
    if (got != BALL_VALUE)
        return got;
    real = reals(v, args);
    if (real && s->real) {
        if (!special_pay(s, args, true, c))
            return BALL_LIMIT;
        arb_zero(acb_imagref(out));
        s->real(acb_realref(out), v, args->n, c->bits);
        if (arb_is_finite(acb_realref(out)))
            return BALL_VALUE;
    }
    if (!special_pay(s, args, real && !s->real, c))
        return BALL_LIMIT;
    s->complex(out, args->v, args->n, c->bits);
    if (real && has_real_value(id, args))
        arb_zero(acb_imagref(out));
    return ball_finite(out);
}
