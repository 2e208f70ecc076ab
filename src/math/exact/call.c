/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "math/exact/exact_int.h"

/*
 * Functions at rational arguments, where the value is rational and plainly
 * so: whole-number functions, roots and logarithms of perfect powers, and
 * elementary functions at the one argument that everybody knows (sin 0).
 */

#define ARGS_MOST 2 /* of the functions that are not chains like max */

static bool is_whole(const fmpq_t q)
{
    return fmpz_is_one(fmpq_denref(q)) != 0;
}

static bool is_one(const fmpq_t q)
{
    return fmpq_is_one(q) != 0;
}

static enum exact set_si(fmpq_t out, slong n)
{
    fmpq_set_si(out, n, 1);
    return EXACT_VALUE;
}

/* ---- rounding ---- */

static enum exact round_to(fmpq_t out, enum function_id id, const fmpq_t x)
{
    enum exact got = EXACT_VALUE;
    fmpq_t half;
    fmpz_t n;

    fmpq_init(half);
    fmpz_init(n);
    fmpz_fdiv_q(n, fmpq_numref(x), fmpq_denref(x));
    if (id == FN_CEIL) {
        fmpz_cdiv_q(n, fmpq_numref(x), fmpq_denref(x));
    } else if (id == FN_ROUND) {
        fmpq_set_si(half, 1, 2);
        fmpq_add(half, x, half);
        fmpz_fdiv_q(n, fmpq_numref(half), fmpq_denref(half));
        /* Halves are rounded up, away from 0 or to even: nobody agrees. */
        if (fmpz_equal_si(fmpq_denref(x), 2))
            got = EXACT_NONE;
    }
    if (got == EXACT_VALUE && id == FN_FRACPART)
        fmpq_sub_fmpz(out, x, n);
    else if (got == EXACT_VALUE)
        fmpq_set_fmpz(out, n);
    fmpq_clear(half);
    fmpz_clear(n);
    return got;
}

/* ---- chains: gcd, lcm, max, min ---- */

static enum exact join(fmpq_t out, enum function_id id, const fmpq_t x,
                       const struct exact_env *e)
{
    int c;

    if (id == FN_GCD || id == FN_LCM) {
        if (exact_fits(e, exact_bits(out) + exact_bits(x)) != EXACT_VALUE)
            return EXACT_LIMIT;
        /* Of fractions in lowest terms: the largest number of which both are
         * whole multiples, gcd(a, c) / lcm(b, d); and the other way round. */
        if (id == FN_GCD) {
            fmpz_gcd(fmpq_numref(out), fmpq_numref(out), fmpq_numref(x));
            fmpz_lcm(fmpq_denref(out), fmpq_denref(out), fmpq_denref(x));
        } else {
            fmpz_lcm(fmpq_numref(out), fmpq_numref(out), fmpq_numref(x));
            fmpz_gcd(fmpq_denref(out), fmpq_denref(out), fmpq_denref(x));
        }
        fmpq_canonicalise(out);
        return EXACT_VALUE;
    }
    c = fmpq_cmp(x, out);
    if (id == FN_MAX ? c > 0 : c < 0)
        fmpq_set(out, x);
    return EXACT_VALUE;
}

static enum exact chain(fmpq_t out, const struct expr *x,
                        const struct exact_env *e)
{
    enum exact got;
    fmpq_t sum, y;

    fmpq_init(sum);
    fmpq_init(y);
    got = exact_eval(sum, x->args[0], e);
    /* One argument: gcd(-6) is 6. */
    if (got == EXACT_VALUE && x->count == 1)
        got = join(sum, x->function->id, sum, e);
    for (unsigned i = 1; i < x->count && got == EXACT_VALUE; i++) {
        got = exact_eval(y, x->args[i], e);
        if (got == EXACT_VALUE)
            got = join(sum, x->function->id, y, e);
    }
    if (got == EXACT_VALUE)
        fmpq_swap(out, sum);
    fmpq_clear(sum);
    fmpq_clear(y);
    return got;
}

/* ---- choosing ---- */

/* n (n-1) ... (n-k+1) for any rational n; over k! for a binomial. */
static enum exact falling(fmpq_t out, const fmpq_t n, ulong k, bool binomial,
                          const struct exact_env *e)
{
    enum exact got = EXACT_VALUE;
    fmpq_t product, factor;

    if (k > LIMIT_TERMS) {
        work_refuse(e->w, "terms");
        return EXACT_LIMIT;
    }
    fmpq_init(product);
    fmpq_init(factor);
    fmpq_one(product);
    for (ulong i = 0; i < k && got == EXACT_VALUE; i++) {
        fmpq_sub_si(factor, n, (slong)i);
        got = exact_fits(e, exact_bits(product) + exact_bits(factor));
        if (got != EXACT_VALUE)
            break;
        fmpq_mul(product, product, factor);
        if (binomial) {
            fmpz_set_ui(fmpq_numref(factor), i + 1);
            fmpz_one(fmpq_denref(factor));
            fmpq_div(product, product, factor);
        }
    }
    if (got == EXACT_VALUE)
        fmpq_swap(out, product);
    fmpq_clear(product);
    fmpq_clear(factor);
    return got;
}

/* Whole 0 <= k <= n, n in 64 bits. */
static enum exact choose(fmpq_t out, ulong n, ulong k, bool binomial,
                         const struct exact_env *e)
{
    enum exact got;
    uint64_t bits;

    if (binomial && k > n - k)
        k = n - k;
    /* n choose k <= 2^n, and both are at most n^k. */
    if (k > (ulong)LIMIT_EXACT_BITS)
        return exact_fits(e, UINT64_MAX);
    bits = k * FLINT_BIT_COUNT(n) + 1;
    if (binomial && n < bits)
        bits = n;
    got = exact_fits(e, bits);
    if (got != EXACT_VALUE)
        return got;
    fmpz_one(fmpq_denref(out));
    if (binomial)
        fmpz_bin_uiui(fmpq_numref(out), n, k);
    else if (k == 0)
        fmpz_one(fmpq_numref(out));
    else
        fmpz_rfac_uiui(fmpq_numref(out), n - k + 1, k);
    return EXACT_VALUE;
}

static enum exact choose_any(fmpq_t out, const fmpq_t n, const fmpq_t k,
                             bool binomial, const struct exact_env *e)
{
    bool natural = is_whole(n) && fmpq_sgn(n) >= 0;

    if (!is_whole(k) || (fmpq_sgn(k) < 0 && !(binomial && natural)))
        return EXACT_NONE;
    if (fmpq_sgn(k) < 0 || (natural && fmpq_cmp(k, n) > 0))
        return set_si(out, 0);
    if (fmpz_bits(fmpq_numref(k)) > 62)
        return exact_fits(e, UINT64_MAX);
    if (natural && fmpz_bits(fmpq_numref(n)) <= 62)
        return choose(out, fmpz_get_ui(fmpq_numref(n)),
                      fmpz_get_ui(fmpq_numref(k)), binomial, e);
    return falling(out, n, fmpz_get_ui(fmpq_numref(k)), binomial, e);
}

/* ---- logarithms ----
 *
 * log_u v is rational when u and v are powers of one rational g, u = g^p and
 * v = g^q with g > 1 in lowest terms. The exponents go through Euclid's
 * algorithm without being known: numerators divide numerators as often as p
 * goes into q, and the rest takes its place. The numbers of times are the
 * continued fraction of q/p.
 */

#define QUOTIENTS_MOST 48 /* Euclid's steps for exponents below 2^32 */

/* Take u out of v as often as it goes, numerators and denominators alike.
 * Returns false if they disagree: then there is no such g. */
static bool take_out(fmpq_t v, const fmpq_t u, slong *times)
{
    slong k;

    *times = fmpz_remove(fmpq_numref(v), fmpq_numref(v), fmpq_numref(u));
    if (fmpz_is_one(fmpq_denref(u)))
        return true;
    k = fmpz_remove(fmpq_denref(v), fmpq_denref(v), fmpq_denref(u));
    return k == *times;
}

static void from_quotients(fmpq_t out, const slong *q, int n)
{
    fmpq_t term;

    fmpq_init(term);
    fmpq_zero(out);
    while (n-- > 0) {
        if (!fmpq_is_zero(out))
            fmpq_inv(out, out);
        fmpq_set_si(term, q[n], 1);
        fmpq_add(out, out, term);
    }
    fmpq_clear(term);
}

/* u, v > 1; both are spoilt. */
static enum exact log_above_one(fmpq_t out, fmpq_t u, fmpq_t v)
{
    slong quotients[QUOTIENTS_MOST];
    int n = 0;

    while (n < QUOTIENTS_MOST) {
        if (!take_out(v, u, &quotients[n]))
            return EXACT_NONE;
        /* Only the first quotient of a continued fraction may be 0. */
        if (quotients[n] == 0 && n > 0)
            return EXACT_NONE;
        n++;
        if (is_one(v)) {
            from_quotients(out, quotients, n);
            return EXACT_VALUE;
        }
        /* A power of g with a positive exponent is above 1. */
        if (fmpz_cmp(fmpq_numref(v), fmpq_denref(v)) < 0)
            return EXACT_NONE;
        fmpq_swap(u, v);
    }
    return EXACT_NONE;
}

static enum exact log_base(fmpq_t out, const fmpq_t base, const fmpq_t x,
                           const struct exact_env *e)
{
    enum exact got;
    bool negative = false;
    fmpq_t u, v;

    if (fmpq_sgn(base) <= 0 || is_one(base) || fmpq_sgn(x) < 0)
        return is_one(base) ? EXACT_UNDEFINED : EXACT_NONE;
    if (fmpq_is_zero(x))
        return EXACT_UNDEFINED;
    if (is_one(x))
        return set_si(out, 0);
    got = exact_fits(e, exact_bits(base) + exact_bits(x));
    if (got != EXACT_VALUE)
        return got;
    fmpq_init(u);
    fmpq_init(v);
    fmpq_set(u, base);
    fmpq_set(v, x);
    if (fmpz_cmp(fmpq_numref(u), fmpq_denref(u)) < 0) {
        fmpq_inv(u, u);
        negative = !negative;
    }
    if (fmpz_cmp(fmpq_numref(v), fmpq_denref(v)) < 0) {
        fmpq_inv(v, v);
        negative = !negative;
    }
    got = log_above_one(out, u, v);
    if (got == EXACT_VALUE && negative)
        fmpq_neg(out, out);
    fmpq_clear(u);
    fmpq_clear(v);
    return got;
}

/* ln e^q = q for rational q, so ln e = 1. */
static enum exact natural_log(fmpq_t out, const struct expr *x,
                              const struct exact_env *e)
{
    const struct expr *base = x->op == EXPR_POW ? x->args[0] : x;
    enum exact got;
    fmpq_t q;

    if (base->op == EXPR_CONSTANT && base->constant == CONSTANT_E)
        return x->op == EXPR_POW ? exact_eval(out, x->args[1], e)
                                 : set_si(out, 1);
    fmpq_init(q);
    got = exact_eval(q, x, e);
    if (got == EXACT_VALUE)
        got = fmpq_is_zero(q) ? EXACT_UNDEFINED : EXACT_NONE;
    if (got == EXACT_NONE && is_one(q))
        got = set_si(out, 0);
    fmpq_clear(q);
    return got;
}

/* ---- one argument ---- */

/* The value at the one argument whose image everybody knows. */
static enum exact known_point(fmpq_t out, enum function_id id, const fmpq_t x)
{
    bool zero = fmpq_is_zero(x) != 0, one = is_one(x);

    switch (id) { /* long: a table */
    case FN_SIN:
    case FN_TAN:
    case FN_ARCSIN:
    case FN_ARCTAN:
    case FN_SINH:
    case FN_TANH:
    case FN_ARSINH:
    case FN_ARTANH:
    case FN_ERF:
    case FN_ERFI:
    case FN_SI:
    case FN_SHI: return zero ? set_si(out, 0) : EXACT_NONE;
    case FN_COS:
    case FN_SEC:
    case FN_COSH:
    case FN_SECH:
    case FN_EXP:
    case FN_ERFC:
    case FN_SINC: return zero ? set_si(out, 1) : EXACT_NONE;
    case FN_COT:
    case FN_CSC:
    case FN_COTH:
    case FN_CSCH: return zero ? EXACT_UNDEFINED : EXACT_NONE;
    case FN_ARCCOS:
    case FN_ARCOSH:
    case FN_ARCSEC:
    case FN_ARSECH: return one ? set_si(out, 0) : EXACT_NONE;
    case FN_LOG:
        return one ? set_si(out, 0) : zero ? EXACT_UNDEFINED : EXACT_NONE;
    default: return EXACT_NONE;
    }
}

static enum exact gamma_of(fmpq_t out, const fmpq_t x,
                           const struct exact_env *e)
{
    enum exact got;
    fmpq_t n;

    if (!is_whole(x))
        return EXACT_NONE;
    if (fmpq_sgn(x) <= 0)
        return EXACT_UNDEFINED;
    fmpq_init(n);
    fmpq_sub_si(n, x, 1);
    got = exact_factorial(out, n, 1, e);
    fmpq_clear(n);
    return got;
}

static enum exact root_of(fmpq_t out, const fmpq_t n, const fmpq_t x,
                          const struct exact_env *e)
{
    if (!is_whole(n) || fmpq_sgn(n) <= 0)
        return EXACT_NONE;
    return exact_root(out, x, fmpq_numref(n), e);
}

static enum exact square_root(fmpq_t out, const fmpq_t x,
                              const struct exact_env *e)
{
    enum exact got;
    fmpz_t two;

    fmpz_init_set_ui(two, 2);
    got = exact_root(out, x, two, e);
    fmpz_clear(two);
    return got;
}

static enum exact call_values(fmpq_t out, enum function_id id, fmpq_t *const v,
                              const struct exact_env *e)
{
    switch (id) {
    case FN_SQRT: return square_root(out, v[0], e);
    case FN_ROOT: return root_of(out, v[0], v[1], e);
    case FN_LOGB: return log_base(out, v[0], v[1], e);
    case FN_ABS:
    case FN_NORM: fmpq_abs(out, v[0]); return EXACT_VALUE;
    case FN_SIGN: return set_si(out, fmpq_sgn(v[0]));
    case FN_RE:
    case FN_CONJ: fmpq_set(out, v[0]); return EXACT_VALUE;
    case FN_IM: return set_si(out, 0);
    case FN_ARG: return fmpq_sgn(v[0]) > 0 ? set_si(out, 0) : EXACT_NONE;
    case FN_FLOOR:
    case FN_CEIL:
    case FN_ROUND:
    case FN_FRACPART: return round_to(out, id, v[0]);
    case FN_BINOM: return choose_any(out, v[0], v[1], true, e);
    case FN_PERM: return choose_any(out, v[0], v[1], false, e);
    case FN_GAMMA: return gamma_of(out, v[0], e);
    default: return known_point(out, id, v[0]);
    }
}

enum exact exact_call(fmpq_t out, const struct expr *x,
                      const struct exact_env *e)
{
    enum function_id id = x->function->id;
    enum exact got = EXACT_VALUE;
    fmpq_t v[ARGS_MOST];
    unsigned n = 0;

    if (x->count == 0)
        return EXACT_NONE;
    if (id == FN_GCD || id == FN_LCM || id == FN_MAX || id == FN_MIN)
        return chain(out, x, e);
    if (id == FN_LN && x->count == 1)
        return natural_log(out, x->args[0], e);
    if (id == FN_LOGB && x->count == 2 && x->args[0]->op == EXPR_CONSTANT &&
        x->args[0]->constant == CONSTANT_E)
        return natural_log(out, x->args[1], e);
    if (x->count > 2 || (x->count == 1) == (id == FN_ROOT || id == FN_LOGB ||
                                            id == FN_BINOM || id == FN_PERM))
        return EXACT_NONE;
    for (; n < x->count && got == EXACT_VALUE; n++) {
        fmpq_init(v[n]);
        got = exact_eval(v[n], x->args[n], e);
    }
    if (got == EXACT_VALUE)
        got = call_values(out, id, v, e);
    while (n-- > 0)
        fmpq_clear(v[n]);
    return got;
}
