/* SPDX-License-Identifier: Apache-2.0 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

#include <math.h>

/*
 * Factorials and binomial coefficients on balls: products where they are
 * short, the gamma function elsewhere.
 */

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
    acbs_init(s, t, NULL);
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
    acbs_clear(s, t, NULL);
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

/*
 * Powers, exponentials, logarithms and roots, on balls. The size of a power is
 * estimated before it is formed.
 */

/* ---- powers ---- */

/* An upper bound of |log2 |z||, for estimates of size only. */
static double power_log2_size(const acb_t z)
{
    mag_t m;
    double up, low;

    mag_init(m);
    acb_get_mag(m, z);
    up = mag_get_d_log2_approx(m);
    acb_get_mag_lower(m, z);
    low = mag_is_zero(m) ? 0.0 : mag_get_d_log2_approx(m);
    mag_clear(m);
    return fmax(fabs(up), fabs(low));
}

/* Would base^exponent be too large to hold? */
static bool power_too_large(const acb_t base, const acb_t exponent)
{
    mag_t m;
    double e;

    mag_init(m);
    acb_get_mag(m, exponent);
    e = mag_get_d(m);
    mag_clear(m);
    return !(power_log2_size(base) * e <= (double)(1 << 20));
}

static enum ball power_of_zero(acb_t out, const acb_t exponent)
{
    if (arb_is_positive(acb_realref(exponent))) {
        acb_zero(out);
        return BALL_VALUE;
    }
    if (acb_is_zero(exponent)) {
        acb_one(out);
        return BALL_VALUE;
    }
    return arb_is_negative(acb_realref(exponent)) ? BALL_UNDEFINED
                                                  : BALL_UNKNOWN;
}

/* A ball around 0 to a positive real power: |z^e| <= |z|^e. */
static enum ball power_near_zero(acb_t out, const acb_t base,
                                 const acb_t exponent, slong bits)
{
    arb_t t;

    if (!arb_is_positive(acb_realref(exponent)) || !acb_is_real(exponent))
        return BALL_UNKNOWN;
    arb_init(t);
    acb_get_abs_ubound_arf(arb_midref(t), base, bits);
    arb_pow(t, t, acb_realref(exponent), bits);
    acb_zero(out);
    if (arb_is_nonnegative(acb_realref(base)) && acb_is_real(base)) {
        arb_zero(acb_realref(out));
        arb_union(acb_realref(out), acb_realref(out), t, bits);
    } else {
        arb_add_error(acb_realref(out), t);
        arb_add_error(acb_imagref(out), t);
    }
    arb_clear(t);
    return ball_finite(out);
}

static enum ball power_integer(acb_t out, const acb_t base, const fmpz_t e,
                               struct ball_run *c)
{
    if (fmpz_sgn(e) < 0 && acb_contains_zero(base))
        return BALL_UNKNOWN;
    if (!ball_pay(c, 2 * fmpz_bits(e) + (fmpz_sgn(e) < 0 ? 3 : 0)))
        return BALL_LIMIT;
    if (acb_is_real(base)) {
        arb_zero(acb_imagref(out));
        arb_pow_fmpz(acb_realref(out), acb_realref(base), e, c->bits);
    } else
        acb_pow_fmpz(out, base, e, c->bits);
    return ball_finite(out);
}

/* touched: the base was read from an analytic variable. */
static enum ball power_it(acb_t out, const acb_t base, const acb_t exponent,
                          bool touched, struct ball_run *c)
{
    enum ball got;
    fmpz_t e;

    if (acb_is_zero(base))
        return touched ? BALL_UNKNOWN : power_of_zero(out, exponent);
    if (acb_is_zero(exponent) || acb_is_one(base)) {
        acb_one(out);
        return BALL_VALUE;
    }
    if (power_too_large(base, exponent))
        return ball_mid_below(exponent, 10) ? BALL_UNKNOWN
                                            : ball_refuse(c, "exponent");
    fmpz_init(e);
    if (ball_get_integer(e, exponent)) {
        got = power_integer(out, base, e, c);
        fmpz_clear(e);
        return got;
    }
    fmpz_clear(e);
    if (!ball_pay(c, 60))
        return BALL_LIMIT;
    if (acb_contains_zero(base) && !touched)
        return power_near_zero(out, base, exponent, c->bits);
    if (acb_is_real(base) && acb_is_real(exponent) &&
        arb_is_positive(acb_realref(base))) {
        arb_zero(acb_imagref(out));
        arb_pow(acb_realref(out), acb_realref(base), acb_realref(exponent),
                c->bits);
    } else
        acb_pow_analytic(out, base, exponent, touched, c->bits);
    ball_note_beside_one(out, exponent, c);
    return ball_finite(out);
}

/* Is e^z, under an integral sign, below 2^-BALL_EXP_NOTHING on the whole ball? Then
 * out is a ball around 0. */
static bool power_is_nothing(acb_t out, const acb_t z, const struct ball_run *c)
{
    arb_t most;
    bool is;

    if (!c->bound || !ball_is_thorough(c))
        return false;
    arb_init(most);
    arb_set_si(most, -BALL_EXP_NOTHING);
    is = arb_lt(acb_realref(z), most);
    if (is) {
        acb_zero(out);
        mag_set_ui_2exp_si(arb_radref(acb_realref(out)), 1, -BALL_EXP_NOTHING);
        mag_set_ui_2exp_si(arb_radref(acb_imagref(out)), 1, -BALL_EXP_NOTHING);
    }
    arb_clear(most);
    return is;
}

int ball_far(const acb_t z, slong e, const struct ball_run *c)
{
    arb_t bound, t;
    int side;

    if (!c->point || !c->point->vanish || !acb_is_finite(z) ||
        arf_cmpabs_2exp_si(arb_midref(acb_realref(z)), e) < 0)
        return 0;
    arbs_init(bound, t, NULL);
    arb_one(bound);
    arb_mul_2exp_si(bound, bound, e);
    side = arf_sgn(arb_midref(acb_realref(z)));
    arb_abs(t, acb_realref(z));
    side = arb_ge(t, bound) ? side : 0;
    arbs_clear(bound, t, NULL);
    return side;
}

void ball_near(acb_t out, int value, slong e, bool complex)
{
    acb_set_si(out, value);
    arb_add_error_2exp_si(acb_realref(out), e);
    if (complex)
        arb_add_error_2exp_si(acb_imagref(out), e);
}

enum ball ball_exp(acb_t out, const acb_t z, struct ball_run *c)
{
    enum ball got;

    if (power_is_nothing(out, z, c))
        return BALL_VALUE;
    if (ball_far(z, 20, c) < 0) {
        ball_near(out, 0, BALL_VANISHED, !acb_is_real(z));
        return BALL_VALUE;
    }
    got = ball_bounded(z, 20, c);
    if (got != BALL_VALUE)
        return got;
    if (!ball_pay(c, acb_is_real(z) ? 20 : 40))
        return BALL_LIMIT;
    acb_exp(out, z, c->bits);
    ball_note_beside_one(out, z, c);
    return ball_finite(out);
}

enum ball ball_pow(acb_t out, const struct expr *base,
                   const struct expr *exponent, struct ball_run *c)
{
    bool touched = c->touched, touched_base;
    acb_t b, e;
    enum ball got;

    if (expr_is_constant(base, CONSTANT_E)) {
        got = ball_node(out, exponent, c);
        return got == BALL_VALUE ? ball_exp(out, out, c) : got;
    }
    acbs_init(b, e, NULL);
    got = ball_node(e, exponent, c);
    touched |= c->touched;
    c->touched = false;
    if (got == BALL_VALUE)
        got = ball_node(b, base, c);
    touched_base = c->touched;
    c->touched |= touched;
    if (got == BALL_VALUE)
        got = power_it(out, b, e, touched_base, c);
    acbs_clear(b, e, NULL);
    return got;
}

/* ---- logarithms and roots ---- */

enum ball ball_log(acb_t out, const acb_t z, bool touched, struct ball_run *c)
{
    if (acb_contains_zero(z))
        return acb_is_zero(z) && !touched ? BALL_UNDEFINED : BALL_UNKNOWN;
    if (!ball_pay(c, acb_is_real(z) ? 20 : 40))
        return BALL_LIMIT;
    acb_log_analytic(out, z, touched, c->bits);
    return ball_finite(out);
}

enum ball ball_log_base(acb_t out, acb_srcptr v, const bool *touched,
                        struct ball_run *c)
{
    enum ball got;
    fmpz_t b;
    acb_t t;

    fmpz_init(b);
    if (ball_get_integer(b, v) && fmpz_cmp_ui(b, 2) >= 0 &&
        fmpz_abs_fits_ui(b) && acb_is_real(v + 1) &&
        arb_is_positive(acb_realref(v + 1))) {
        got = ball_pay(c, 40) ? BALL_VALUE : BALL_LIMIT;
        arb_zero(acb_imagref(out));
        if (got == BALL_VALUE)
            arb_log_base_ui(acb_realref(out), acb_realref(v + 1),
                            fmpz_get_ui(b), c->bits);
        fmpz_clear(b);
        return got;
    }
    fmpz_clear(b);
    acb_init(t);
    got = ball_log(t, v, touched[0], c);
    if (got == BALL_VALUE && acb_contains_zero(t))
        got = acb_is_zero(t) ? BALL_UNDEFINED : BALL_UNKNOWN;
    if (got == BALL_VALUE)
        got = ball_log(out, v + 1, touched[1], c);
    if (got == BALL_VALUE)
        acb_div(out, out, t, c->bits);
    acb_clear(t);
    return got;
}

enum ball ball_square_root(acb_t out, const acb_t z, bool touched,
                           struct ball_run *c)
{
    if (!ball_pay(c, acb_is_real(z) ? 5 : 15))
        return BALL_LIMIT;
    if (acb_is_real(z) && arb_is_nonnegative(acb_realref(z)) && !touched) {
        arb_zero(acb_imagref(out));
        arb_sqrt(acb_realref(out), acb_realref(z), c->bits);
    } else
        acb_sqrt_analytic(out, z, touched, c->bits);
    return ball_finite(out);
}

/* The n-th root of a real number, n odd: increasing, hence by its ends. */
static void odd_root(arb_t out, const arb_t x, ulong n, slong bits)
{
    arf_t lo, hi;
    arb_t a, b;

    if (arb_is_nonnegative(x)) {
        arb_root_ui(out, x, n, bits);
        return;
    }
    arf_init(lo);
    arf_init(hi);
    arbs_init(a, b, NULL);
    arb_get_interval_arf(lo, hi, x, bits);
    arf_neg(lo, lo);
    arb_set_arf(a, lo);
    arb_set_arf(b, hi);
    if (arf_sgn(hi) <= 0) {
        arb_neg(a, x);
        arb_root_ui(out, a, n, bits);
        arb_neg(out, out);
    } else {
        arb_root_ui(a, a, n, bits);
        arb_neg(a, a);
        arb_root_ui(b, b, n, bits);
        arb_union(out, a, b, bits);
    }
    arf_clear(lo);
    arf_clear(hi);
    arbs_clear(a, b, NULL);
}

/* \sqrt[n]{z}; x is the node, for the real view of its argument. */
enum ball ball_root(acb_t out, const struct expr *x, acb_srcptr v,
                    const bool *touched, struct ball_run *c)
{
    const acb_struct *z = v + 1;
    enum ball got = BALL_VALUE;
    fmpz_t n;
    acb_t e;

    fmpz_init(n);
    acb_init(e);
    if (touched[0] || acb_contains_zero(v))
        got = acb_is_zero(v) ? BALL_UNDEFINED : BALL_UNKNOWN;
    else if (!ball_pay(c, 40))
        got = BALL_LIMIT;
    else if (ball_get_integer(n, v) && fmpz_is_odd(n) && fmpz_sgn(n) > 0 &&
             fmpz_cmp_ui(n, 1 << 20) < 0 && acb_is_real(z) && !touched[1]) {
        arb_zero(acb_imagref(out));
        odd_root(acb_realref(out), acb_realref(z), fmpz_get_ui(n), c->bits);
    } else {
        bool minus = false;

        /* An odd root of what is negative on the path is - (-z)^(1/n). */
        if (fmpz_is_odd(n) && touched[1]) {
            got = ball_on_reals(e, x->args[1], c);
            if (got == BALL_VALUE && !acb_is_real(e))
                got = BALL_UNKNOWN;
            minus = arb_is_negative(acb_realref(e));
        }
        if (minus)
            acb_neg(out, z);
        else
            acb_set(out, z);
        acb_inv(e, v, c->bits);
        if (got == BALL_VALUE)
            got = power_it(out, out, e, touched[1], c);
        if (minus)
            acb_neg(out, out);
    }
    fmpz_clear(n);
    acb_clear(e);
    return got;
}

/*
 * Logarithms of numbers that cannot be held: 10^{10^{10}}, 2004!^{2004},
 * 3^{1000!}/7^{999!}. A node that has a ball by itself is taken as it is;
 * above it products become sums, powers products, factorials values of
 * log Gamma, and a sum is its largest term times 1 + (something).
 */

#define TERMS_MAX 32

/* Exponents e of towers b^e are formed while log e < 2^TOWER_BITS. */
#define TOWER_BITS 30

struct big {
    arb_t log; /* of the absolute value */
    int sign;
};

static enum ball power_walk(struct big *out, const struct expr *x,
                            struct ball_run *c);

static void big_init(struct big *b)
{
    arb_init(b->log);
    b->sign = 0;
}

static void big_clear(struct big *b)
{
    arb_clear(b->log);
}

/* A value that can be held, and its sign. */
static enum ball from_value(struct big *out, const acb_t z, struct ball_run *c)
{
    const arb_struct *x = acb_realref(z);

    if (!acb_is_real(z) || (arb_contains_zero(x) && !arb_is_zero(x)))
        return BALL_UNKNOWN;
    out->sign = arf_sgn(arb_midref(x));
    if (out->sign == 0) {
        arb_zero(out->log);
        return BALL_VALUE;
    }
    if (!ball_pay(c, 40))
        return BALL_LIMIT;
    arb_abs(out->log, x);
    arb_log(out->log, out->log, c->bits);
    return arb_is_finite(out->log) ? BALL_VALUE : BALL_UNKNOWN;
}

/* Back to a number, as an exponent above: its own exponent may be large. */
static enum ball to_value(arb_t out, const struct big *b, struct ball_run *c)
{
    if (b->sign == 0) {
        arb_zero(out);
        return BALL_VALUE;
    }
    if (arf_cmpabs_2exp_si(arb_midref(b->log), TOWER_BITS) >= 0)
        return ball_refuse(c, "exponent");
    if (!ball_pay(c, 60))
        return BALL_LIMIT;
    arb_exp(out, b->log, c->bits + TOWER_BITS);
    if (b->sign < 0)
        arb_neg(out, out);
    return arb_is_finite(out) ? BALL_VALUE : BALL_UNKNOWN;
}

static enum ball power_product(struct big *out, const struct expr *x,
                               struct ball_run *c)
{
    enum ball got = power_walk(out, x->args[0], c);
    struct big t;

    big_init(&t);
    for (unsigned i = 1; i < x->count && got == BALL_VALUE; i++) {
        got = power_walk(&t, x->args[i], c);
        if (got != BALL_VALUE)
            break;
        if (x->op == EXPR_DIV && t.sign == 0)
            got = BALL_UNDEFINED;
        else if (x->op == EXPR_DIV)
            arb_sub(out->log, out->log, t.log, c->bits);
        else
            arb_add(out->log, out->log, t.log, c->bits);
        out->sign *= t.sign;
    }
    big_clear(&t);
    return got;
}

/* Returns (-1)^e, or 0 if e is not known to be an integer. */
static int sign_of_power(const struct expr *exponent, struct ball_run *c)
{
    fmpq_t q;
    int sign = 0;

    fmpq_init(q);
    if (ball_rational(q, exponent, c) && fmpz_is_one(fmpq_denref(q)))
        sign = fmpz_is_even(fmpq_numref(q)) ? 1 : -1;
    fmpq_clear(q);
    return sign;
}

static enum ball log_power(struct big *out, const struct expr *x,
                           struct ball_run *c)
{
    struct big e;
    arb_t t;
    enum ball got;

    big_init(&e);
    arb_init(t);
    got = power_walk(&e, x->args[1], c);
    if (got == BALL_VALUE)
        got = to_value(t, &e, c);
    if (got == BALL_VALUE)
        got = power_walk(out, x->args[0], c);
    if (got == BALL_VALUE && out->sign == 0) {
        if (e.sign <= 0)
            got = e.sign ? BALL_UNDEFINED : BALL_UNKNOWN;
    } else if (got == BALL_VALUE) {
        arb_mul(out->log, out->log, t, c->bits);
        if (out->sign < 0)
            out->sign = sign_of_power(x->args[1], c);
        if (out->sign == 0)
            got = BALL_UNKNOWN; /* complex, or of unknown sign */
    }
    big_clear(&e);
    arb_clear(t);
    return got;
}

/* log Gamma(n + 1) for n >= 0 */
static enum ball log_factorial(arb_t out, const arb_t n, struct ball_run *c)
{
    if (!arb_is_nonnegative(n))
        return BALL_UNKNOWN;
    if (arf_cmpabs_2exp_si(arb_midref(n), 4096) >= 0)
        return ball_refuse(c, "factorial");
    if (!ball_pay(c, 2000))
        return BALL_LIMIT;
    arb_add_ui(out, n, 1, c->bits + 4096);
    arb_lgamma(out, out, c->bits);
    return arb_is_finite(out) ? BALL_VALUE : BALL_UNKNOWN;
}

/* n!! is n!/(n-1)!!, and (2k)!! = 2^k k!. */
static enum ball log_double_factorial(arb_t out, const arb_t n,
                                      struct ball_run *c)
{
    enum ball got = BALL_UNKNOWN;
    fmpz_t k;
    arb_t t, two;
    bool odd;

    fmpz_init(k);
    arbs_init(t, two, NULL);
    if (arb_is_int(n) && arf_cmpabs_2exp_si(arb_midref(n), 4096) < 0 &&
        arb_is_positive(n) && arb_get_unique_fmpz(k, n)) {
        odd = fmpz_is_odd(k);
        fmpz_fdiv_q_2exp(k, k, 1);
        arb_set_fmpz(t, k);
        got = log_factorial(out, t, c);
        arb_const_log2(two, c->bits + 64);
        arb_addmul_fmpz(out, two, k, c->bits);
        if (got == BALL_VALUE && odd) {
            got = log_factorial(t, n, c);
            arb_sub(out, t, out, c->bits);
        }
    }
    fmpz_clear(k);
    arbs_clear(t, two, NULL);
    return got;
}

static enum ball power_factorial(struct big *out, const struct expr *x,
                                 struct ball_run *c)
{
    enum ball got;
    acb_t n;

    acb_init(n);
    got = ball_node(n, x->args[0], c);
    if (got == BALL_VALUE && !acb_is_real(n))
        got = BALL_UNKNOWN;
    if (got == BALL_VALUE && x->degree == 1)
        got = log_factorial(out->log, acb_realref(n), c);
    else if (got == BALL_VALUE && x->degree == 2)
        got = log_double_factorial(out->log, acb_realref(n), c);
    else if (got == BALL_VALUE)
        got = BALL_UNKNOWN;
    out->sign = 1;
    acb_clear(n);
    return got;
}

/* binom(n, k) and n!/(n-k)! for 0 <= k <= n */
static enum ball power_binomial(struct big *out, const struct expr *x,
                                struct ball_run *c)
{
    enum ball got = BALL_UNKNOWN;
    acb_t n, k;
    arb_t t;

    acbs_init(n, k, NULL);
    arb_init(t);
    if (ball_node(n, x->args[0], c) == BALL_VALUE &&
        ball_node(k, x->args[1], c) == BALL_VALUE && acb_is_real(n) &&
        acb_is_real(k)) {
        got = log_factorial(out->log, acb_realref(n), c);
        arb_sub(acb_realref(n), acb_realref(n), acb_realref(k), c->bits);
        if (got == BALL_VALUE)
            got = log_factorial(t, acb_realref(n), c);
        arb_sub(out->log, out->log, t, c->bits);
        if (got == BALL_VALUE && x->function->id == FN_BINOM) {
            got = log_factorial(t, acb_realref(k), c);
            arb_sub(out->log, out->log, t, c->bits);
        }
        out->sign = 1;
    }
    acbs_clear(n, k, NULL);
    arb_clear(t);
    return got == BALL_UNKNOWN ? ball_failed(c) : got;
}

static enum ball power_call(struct big *out, const struct expr *x,
                            struct ball_run *c)
{
    enum ball got = BALL_UNKNOWN;
    acb_t z;

    switch (x->function->id) {
    case FN_BINOM:
    case FN_PERM: return x->count == 2 ? power_binomial(out, x, c) : got;
    case FN_SQRT:
        got = power_walk(out, x->args[0], c);
        arb_mul_2exp_si(out->log, out->log, -1);
        return got == BALL_VALUE && out->sign < 0 ? BALL_UNKNOWN : got;
    case FN_ABS:
        got = power_walk(out, x->args[0], c);
        out->sign = out->sign != 0;
        return got;
    case FN_EXP:
    case FN_GAMMA:
        acb_init(z);
        got = ball_node(z, x->args[0], c);
        if (got == BALL_VALUE && !acb_is_real(z))
            got = BALL_UNKNOWN;
        out->sign = 1;
        if (got == BALL_VALUE && x->function->id == FN_EXP)
            arb_set(out->log, acb_realref(z));
        else if (got == BALL_VALUE) {
            arb_sub_ui(acb_realref(z), acb_realref(z), 1, c->bits + 64);
            got = log_factorial(out->log, acb_realref(z), c);
        }
        acb_clear(z);
        return got;
    default: return got;
    }
}

/* Add to `sum` the term t relative to the largest, exp(t - largest). */
static bool add_relative(arb_t sum, const struct big *t, const arb_t largest,
                         struct ball_run *c)
{
    arb_t d;

    if (t->sign == 0)
        return true;
    arb_init(d);
    arb_sub(d, t->log, largest, c->bits);
    if (arf_cmpabs_2exp_si(arb_midref(d), 20) >= 0) {
        arb_zero(d);
        arb_add_error_2exp_si(d, -(1 << 19));
    } else {
        arb_exp(d, d, c->bits);
    }
    if (t->sign > 0)
        arb_add(sum, sum, d, c->bits);
    else
        arb_sub(sum, sum, d, c->bits);
    arb_clear(d);
    return ball_pay(c, 60);
}

static enum ball power_sum(struct big *out, const struct expr *x,
                           struct ball_run *c)
{
    struct big term[TERMS_MAX];
    enum ball got = BALL_VALUE;
    unsigned n = x->count, top = 0;
    acb_t s;

    if (n > TERMS_MAX)
        return ball_refuse(c, "terms");
    acb_init(s);
    for (unsigned i = 0; i < n; i++)
        big_init(term + i);
    for (unsigned i = 0; i < n && got == BALL_VALUE; i++) {
        got = power_walk(term + i, x->args[i], c);
        if (term[i].sign &&
            (!term[top].sign ||
             arf_cmp(arb_midref(term[i].log), arb_midref(term[top].log)) > 0))
            top = i;
    }
    for (unsigned i = 0; i < n && got == BALL_VALUE; i++)
        if (!add_relative(acb_realref(s), term + i, term[top].log, c))
            got = BALL_LIMIT;
    if (got == BALL_VALUE)
        got = from_value(out, s, c);
    if (got == BALL_VALUE && out->sign)
        arb_add(out->log, out->log, term[top].log, c->bits);
    for (unsigned i = 0; i < n; i++)
        big_clear(term + i);
    acb_clear(s);
    return got;
}

static enum ball power_percent(struct big *out, const struct expr *x,
                               struct ball_run *c)
{
    enum ball got = power_walk(out, x->args[0], c);
    arb_t t;

    arb_init(t);
    arb_log_ui(t, 100, c->bits);
    arb_sub(out->log, out->log, t, c->bits);
    arb_clear(t);
    return got;
}

static enum ball structure(struct big *out, const struct expr *x,
                           struct ball_run *c)
{
    enum ball got;

    switch (x->op) {
    case EXPR_NEG:
        got = power_walk(out, x->args[0], c);
        out->sign = -out->sign;
        return got;
    case EXPR_PERCENT: return power_percent(out, x, c);
    case EXPR_MUL:
    case EXPR_DIV: return power_product(out, x, c);
    case EXPR_POW: return log_power(out, x, c);
    case EXPR_ADD: return power_sum(out, x, c);
    case EXPR_FACTORIAL: return power_factorial(out, x, c);
    case EXPR_CALL: return power_call(out, x, c);
    default: return BALL_UNKNOWN;
    }
}

/* The value itself if it can be held, else by its structure. */
static enum ball power_walk(struct big *out, const struct expr *x,
                            struct ball_run *c)
{
    bool quiet = c->quiet;
    enum ball got;
    acb_t z;

    if (c->depth >= BALL_DEPTH_MAX)
        return ball_refuse(c, "depth");
    acb_init(z);
    c->quiet = true;
    c->depth++;
    got = ball_node(z, x, c);
    if (got == BALL_VALUE)
        got = from_value(out, z, c);
    c->quiet = quiet;
    if (got == BALL_UNKNOWN)
        got = structure(out, x, c);
    c->depth--;
    acb_clear(z);
    return got;
}

enum ball ball_log_abs(arb_t out, int *sign, const struct expr *x, slong bits,
                       struct work *w)
{
    struct ball_run c = { .w = w };
    struct big b;
    enum ball got;

    big_init(&b);
    ball_precision(&c, bits);
    got = power_walk(&b, x, &c);
    *sign = b.sign;
    arb_swap(out, b.log);
    if (got != BALL_VALUE)
        arb_indeterminate(out);
    big_clear(&b);
    return got;
}
