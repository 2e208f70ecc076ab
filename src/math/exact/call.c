/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "math/exact/exact.h"

#include <string.h>

/*
 * Constant expressions whose value is a rational number, by evaluating the
 * tree. Every operation first bounds the bits of its result; one that FLINT
 * would have to build beyond LIMIT_EXACT_BITS is refused, not begun. All write
 * *out only if they return EXACT_VALUE.
 */

/* A bound variable of a sum or product and its value now. */
struct exact_binding {
    const struct exact_binding *outer;
    const char *name;
    const fmpz *value;
};

struct exact_env {
    struct work *w;
    const struct exact_binding *bound;
};

/* Returns the bits of the numerator and denominator together. */
static uint64_t exact_bits(const fmpq_t q)
{
    return (uint64_t)fmpz_bits(fmpq_numref(q)) +
           (uint64_t)fmpz_bits(fmpq_denref(q));
}

#define SIMPLE_BITS (8 * (uint64_t)LIMIT_EXACT_BITS)

/* Pay for a result of so many bits. Returns EXACT_VALUE if it may be built. */
static enum exact exact_fits(const struct exact_env *e, uint64_t bits)
{
    uint64_t limbs = bits / 64;

    if (bits > (uint64_t)LIMIT_EXACT_BITS) {
        work_refuse(e->w, "digits");
        return EXACT_LIMIT;
    }
    /* A fraction is reduced by a gcd: quadratic in its length. */
    return work_spend(e->w, 1 + limbs * limbs / 64) ? EXACT_VALUE : EXACT_LIMIT;
}

/* The same for a power of a small number, or the sum of one and a small whole
 * number: these need no gcd, and may be longer. */
static enum exact fits_simply(const struct exact_env *e, uint64_t bits)
{
    if (bits <= (uint64_t)LIMIT_EXACT_BITS / 8)
        return exact_fits(e, bits);
    if (bits > SIMPLE_BITS) {
        work_refuse(e->w, "digits");
        return EXACT_LIMIT;
    }
    return work_spend(e->w, bits / 16) ? EXACT_VALUE : EXACT_LIMIT;
}

static bool is_small_integer(const fmpq_t x)
{
    return fmpz_is_one(fmpq_denref(x)) && fmpz_bits(fmpq_numref(x)) < 62;
}

/* ---- powers, roots, factorials ---- */

static enum exact set_si(fmpq_t out, slong n)
{
    fmpq_set_si(out, n, 1);
    return EXACT_VALUE;
}

/* Compute b^n for a whole n. 0^0 is 1, as in polynomials and binomial sums. */
static enum exact exact_power(fmpq_t out, const fmpq_t b, const fmpz_t n,
                              const struct exact_env *e)
{
    enum exact got;
    uint64_t size;
    slong k;

    if (fmpz_is_zero(n))
        return set_si(out, 1);
    if (fmpq_is_zero(b)) {
        if (fmpz_sgn(n) < 0)
            return EXACT_UNDEFINED;
        fmpq_zero(out);
        return EXACT_VALUE;
    }
    if (fmpz_is_pm1(fmpq_numref(b)) && fmpz_is_one(fmpq_denref(b)))
        return set_si(out, fmpq_sgn(b) < 0 && fmpz_is_odd(n) ? -1 : 1);
    if (fmpz_bits(n) > 20) /* more than LIMIT_EXACT_BITS: any base is too big */
        return exact_fits(e, UINT64_MAX);
    k = fmpz_get_si(n);
    size = (uint64_t)(k < 0 ? -k : k);
    got = fits_simply(e, size * exact_bits(b));
    if (got == EXACT_VALUE)
        fmpq_pow_si(out, b, k);
    return got;
}

/* Compute the n-th root, n > 0, of a perfect power; of a negative one for odd
 * n. */
static enum exact call_root(fmpq_t out, const fmpq_t x, const fmpz_t n,
                            const struct exact_env *e)
{
    enum exact got = EXACT_NONE;
    bool negative = fmpq_sgn(x) < 0;
    fmpq_t r;

    if (negative && fmpz_is_even(n))
        return EXACT_NONE;
    if (fmpq_is_zero(x) ||
        (fmpz_is_pm1(fmpq_numref(x)) && fmpz_is_one(fmpq_denref(x)))) {
        fmpq_set(out, x);
        return EXACT_VALUE;
    }
    /* A perfect n-th power other than 0 and 1 has more than n bits. */
    if (fmpz_cmp_ui(n, (ulong)exact_bits(x)) > 0)
        return EXACT_NONE;
    if (exact_fits(e, exact_bits(x)) != EXACT_VALUE)
        return EXACT_LIMIT;
    fmpq_init(r);
    if (fmpz_root(fmpq_numref(r), fmpq_numref(x), fmpz_get_si(n)) &&
        fmpz_root(fmpq_denref(r), fmpq_denref(x), fmpz_get_si(n))) {
        fmpq_set(out, r);
        got = EXACT_VALUE;
    }
    fmpz_one(fmpq_denref(r));
    fmpq_clear(r);
    return got;
}

/* (2m)!! = 2^m m! and (2m+1)!! = (2m+1)! / (2^m m!). */
static void double_factorial(fmpz_t out, ulong n)
{
    ulong m = n / 2;
    fmpz_t even;

    fmpz_init(even);
    fmpz_fac_ui(even, m);
    fmpz_mul_2exp(even, even, m);
    if (n % 2) {
        fmpz_fac_ui(out, n);
        fmpz_divexact(out, out, even);
    } else {
        fmpz_swap(out, even);
    }
    fmpz_clear(even);
}

/* Compute n! for degree 1, n!! for degree 2. */
static enum exact exact_factorial(fmpq_t out, const fmpq_t n, unsigned degree,
                                  const struct exact_env *e)
{
    enum exact got;
    ulong k;

    if (!fmpz_is_one(fmpq_denref(n)) || degree == 0 || degree > 2)
        return EXACT_NONE;
    if (fmpq_sgn(n) < 0) /* (-1)!! is 1, other conventions differ */
        return degree == 1 ? EXACT_UNDEFINED : EXACT_NONE;
    k = fmpz_cmp_si(fmpq_numref(n), LIMIT_EXACT_BITS) > 0
            ? (ulong)LIMIT_EXACT_BITS + 1
            : fmpz_get_ui(fmpq_numref(n));
    /* n! < n^n / 2^n for n > 7 (Stirling); 7! has 13 bits. */
    got = exact_fits(e, k * FLINT_BIT_COUNT(k) - k + 13);
    if (got != EXACT_VALUE)
        return got;
    fmpz_one(fmpq_denref(out));
    if (degree == 1)
        fmpz_fac_ui(fmpq_numref(out), k);
    else
        double_factorial(fmpq_numref(out), k);
    return EXACT_VALUE;
}

/* x^{p/q} on its principal branch: real for x >= 0 only. */
static enum exact power_fraction(fmpq_t out, const fmpq_t b, const fmpq_t n,
                                 const struct exact_env *e)
{
    enum exact got;
    fmpq_t root;

    if (fmpq_sgn(b) < 0)
        return EXACT_NONE;
    fmpq_init(root);
    got = call_root(root, b, fmpq_denref(n), e);
    if (got == EXACT_VALUE)
        got = exact_power(out, root, fmpq_numref(n), e);
    fmpq_clear(root);
    return got;
}

static enum exact exact_eval(fmpq_t out, const struct expr *x,
                             const struct exact_env *e);

static enum exact call_eval_power(fmpq_t out, const struct expr *x,
                                  const struct exact_env *e)
{
    const struct expr *base = x->args[0];
    bool natural = expr_is_constant(base, CONSTANT_E);
    enum exact got;
    fmpq_t b, n;

    fmpq_init(b);
    fmpq_init(n);
    got = natural ? EXACT_VALUE : exact_eval(b, base, e);
    if (got == EXACT_VALUE)
        got = exact_eval(n, x->args[1], e);
    if (got != EXACT_VALUE)
        goto out;
    if (natural)
        got = fmpq_is_zero(n) ? set_si(out, 1) : EXACT_NONE;
    else if (fmpz_is_one(fmpq_denref(n)))
        got = exact_power(out, b, fmpq_numref(n), e);
    else
        got = power_fraction(out, b, n, e);
out:
    fmpq_clear(b);
    fmpq_clear(n);
    return got;
}

/* ---- arithmetic ---- */

static enum exact call_join(fmpq_t out, enum function_id id, const fmpq_t x,
                            const struct exact_env *e);

/* out = out OP y; a quotient by 0 has no value. */
static enum exact call_combine(fmpq_t out, enum expr_op op, const fmpq_t y,
                               const struct exact_env *e)
{
    uint64_t bits = exact_bits(out) + exact_bits(y);
    enum exact got =
        op == EXPR_ADD && (is_small_integer(out) || is_small_integer(y))
            ? fits_simply(e, bits)
            : exact_fits(e, bits);

    if (got != EXACT_VALUE)
        return got;
    if (op == EXPR_ADD)
        fmpq_add(out, out, y);
    else if (op == EXPR_MUL)
        fmpq_mul(out, out, y);
    else if (fmpq_is_zero(y))
        return EXACT_UNDEFINED;
    else
        fmpq_div(out, out, y);
    return EXACT_VALUE;
}

/* The arguments, each joined to those before it. One alone is joined to itself
 * by a function: gcd(-6) is 6. */
static enum exact call_eval_chain(fmpq_t out, const struct expr *x,
                                  const struct exact_env *e)
{
    bool call = x->op == EXPR_CALL;
    enum exact got;
    fmpq_t sum, y;

    fmpq_init(sum);
    fmpq_init(y);
    got = exact_eval(sum, x->args[0], e);
    for (unsigned i = call && x->count == 1 ? 0 : 1;
         i < x->count && got == EXACT_VALUE; i++) {
        if (i == 0)
            fmpq_set(y, sum);
        else
            got = exact_eval(y, x->args[i], e);
        if (got == EXACT_VALUE)
            got = call ? call_join(sum, x->function->id, y, e)
                       : call_combine(sum, x->op, y, e);
    }
    if (got == EXACT_VALUE)
        fmpq_swap(out, sum);
    fmpq_clear(sum);
    fmpq_clear(y);
    return got;
}

/* a - b floor(a / b), for rationals too. */
static enum exact call_remainder_of(fmpq_t out, const fmpq_t a, const fmpq_t b)
{
    fmpq_t q;

    if (fmpq_is_zero(b))
        return EXACT_UNDEFINED;
    fmpq_init(q);
    fmpq_div(q, a, b);
    fmpz_fdiv_q(fmpq_numref(q), fmpq_numref(q), fmpq_denref(q));
    fmpz_one(fmpq_denref(q));
    fmpq_mul(q, q, b);
    fmpq_sub(out, a, q);
    fmpq_clear(q);
    return EXACT_VALUE;
}

static enum exact eval_mod(fmpq_t out, const struct expr *x,
                           const struct exact_env *e)
{
    enum exact got;
    fmpq_t a, b;

    fmpq_init(a);
    fmpq_init(b);
    got = exact_eval(a, x->args[0], e);
    if (got == EXACT_VALUE)
        got = exact_eval(b, x->args[1], e);
    if (got == EXACT_VALUE)
        got = exact_fits(e, 2 * (exact_bits(a) + exact_bits(b)));
    if (got == EXACT_VALUE)
        got = call_remainder_of(out, a, b);
    fmpq_clear(a);
    fmpq_clear(b);
    return got;
}

/* ---- sums and products ---- */

static enum exact eval_bound(fmpz_t out, const struct expr *x,
                             const struct exact_env *e)
{
    enum exact got;
    fmpq_t q;

    fmpq_init(q);
    got = exact_eval(q, x, e);
    if (got == EXACT_VALUE && !fmpz_is_one(fmpq_denref(q)))
        got = EXACT_NONE;
    if (got == EXACT_VALUE)
        fmpz_swap(out, fmpq_numref(q));
    fmpq_clear(q);
    return got;
}

/* The body at k = from .. to, added up or multiplied. */
static enum exact run_terms(fmpq_t out, const struct expr *x, fmpz_t k,
                            const fmpz_t to, const struct exact_env *e)
{
    struct exact_binding here = { e->bound, x->args[1]->name, k };
    struct exact_env inner = { e->w, &here };
    enum expr_op op = x->op == EXPR_SUM ? EXPR_ADD : EXPR_MUL;
    enum exact got = EXACT_VALUE;
    fmpq_t sum, term;

    fmpq_init(sum);
    fmpq_init(term);
    fmpq_set_si(sum, op == EXPR_MUL, 1);
    for (; got == EXACT_VALUE && fmpz_cmp(k, to) <= 0; fmpz_add_ui(k, k, 1)) {
        got = exact_eval(term, x->args[0], &inner);
        if (got == EXACT_VALUE)
            got = call_combine(sum, op, term, e);
    }
    if (got == EXACT_VALUE)
        fmpq_swap(out, sum);
    fmpq_clear(sum);
    fmpq_clear(term);
    return got;
}

static enum exact eval_terms(fmpq_t out, const struct expr *x,
                             const struct exact_env *e)
{
    enum exact got;
    fmpz_t from, to, n;

    if (x->count != 4 || x->args[1]->op != EXPR_SYMBOL)
        return EXACT_NONE;
    fmpz_init(from);
    fmpz_init(to);
    fmpz_init(n);
    got = eval_bound(from, x->args[2], e);
    if (got == EXACT_VALUE)
        got = eval_bound(to, x->args[3], e);
    fmpz_sub(n, to, from);
    if (got == EXACT_VALUE && fmpz_cmp_si(n, LIMIT_TERMS) >= 0) {
        work_refuse(e->w, "terms");
        got = EXACT_LIMIT;
    }
    if (got == EXACT_VALUE)
        got = run_terms(out, x, from, to, e);
    fmpz_clear(from);
    fmpz_clear(to);
    fmpz_clear(n);
    return got;
}

/* ---- the tree ---- */

static enum exact eval_symbol(fmpq_t out, const char *name,
                              const struct exact_env *e)
{
    for (const struct exact_binding *b = e->bound; b; b = b->outer)
        if (strcmp(b->name, name) == 0) {
            fmpq_set_fmpz(out, b->value);
            return EXACT_VALUE;
        }
    return EXACT_NONE;
}

static enum exact divide_hundred(fmpq_t out, const struct exact_env *e)
{
    enum exact got;
    fmpq_t hundred;

    fmpq_init(hundred);
    fmpq_set_si(hundred, 100, 1);
    got = call_combine(out, EXPR_DIV, hundred, e);
    fmpq_clear(hundred);
    return got;
}

static enum exact eval_argument(fmpq_t out, const struct expr *x,
                                const struct exact_env *e)
{
    enum exact got = exact_eval(out, x->args[0], e);

    if (got != EXACT_VALUE)
        return got;
    if (x->op == EXPR_NEG)
        fmpq_neg(out, out);
    else if (x->op == EXPR_PERCENT)
        got = divide_hundred(out, e);
    else
        got = exact_factorial(out, out, x->degree, e);
    return got;
}

static enum exact exact_call(fmpq_t out, const struct expr *x,
                             const struct exact_env *e);

static enum exact exact_eval(fmpq_t out, const struct expr *x,
                             const struct exact_env *e)
{
    if (!work_spend(e->w, 1))
        return EXACT_LIMIT;
    switch (x->op) {
    case EXPR_NUMBER: fmpq_set(out, x->number->value); return EXACT_VALUE;
    case EXPR_SYMBOL: return eval_symbol(out, x->name, e);
    case EXPR_NEG:
    case EXPR_PERCENT:
    case EXPR_FACTORIAL: return eval_argument(out, x, e);
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV: return call_eval_chain(out, x, e);
    case EXPR_POW: return call_eval_power(out, x, e);
    case EXPR_MOD: return eval_mod(out, x, e);
    case EXPR_SUM:
    case EXPR_PRODUCT: return eval_terms(out, x, e);
    case EXPR_CALL: return exact_call(out, x, e);
    default: return EXACT_NONE;
    }
}

enum exact exact_rational(fmpq_t out, const struct expr *x, struct work *w)
{
    struct exact_env e = { .w = w };

    return exact_eval(out, x, &e);
}

/*
 * Functions at rational arguments, where the value is rational and plainly
 * so: whole-number functions, roots and logarithms of perfect powers, and
 * elementary functions at the one argument that everybody knows (sin 0).
 */

#define ARGS_MOST 2 /* of the functions that are not chains like max */

static bool math_call_is_whole(const fmpq_t q)
{
    return fmpz_is_one(fmpq_denref(q)) != 0;
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

static enum exact call_join(fmpq_t out, enum function_id id, const fmpq_t x,
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

/* ---- choosing ---- */

/* n (n-1) ... (n-k+1) for any rational n; over k! for a binomial. */
static enum exact call_falling(fmpq_t out, const fmpq_t n, ulong k,
                               bool binomial, const struct exact_env *e)
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
static enum exact call_choose(fmpq_t out, ulong n, ulong k, bool binomial,
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

static enum exact call_choose_any(fmpq_t out, const fmpq_t n, const fmpq_t k,
                                  bool binomial, const struct exact_env *e)
{
    bool natural = math_call_is_whole(n) && fmpq_sgn(n) >= 0;

    if (!math_call_is_whole(k) || (fmpq_sgn(k) < 0 && !(binomial && natural)))
        return EXACT_NONE;
    if (fmpq_sgn(k) < 0 || (natural && fmpq_cmp(k, n) > 0))
        return set_si(out, 0);
    if (fmpz_bits(fmpq_numref(k)) > 62)
        return exact_fits(e, UINT64_MAX);
    if (natural && fmpz_bits(fmpq_numref(n)) <= 62)
        return call_choose(out, fmpz_get_ui(fmpq_numref(n)),
                           fmpz_get_ui(fmpq_numref(k)), binomial, e);
    return call_falling(out, n, fmpz_get_ui(fmpq_numref(k)), binomial, e);
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
static bool call_take_out(fmpq_t v, const fmpq_t u, slong *times)
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
        if (!call_take_out(v, u, &quotients[n]))
            return EXACT_NONE;
        /* Only the first quotient of a continued fraction may be 0. */
        if (quotients[n] == 0 && n > 0)
            return EXACT_NONE;
        n++;
        if (fmpq_is_one(v)) {
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

    if (fmpq_sgn(base) <= 0 || fmpq_is_one(base) || fmpq_sgn(x) < 0)
        return fmpq_is_one(base) ? EXACT_UNDEFINED : EXACT_NONE;
    if (fmpq_is_zero(x))
        return EXACT_UNDEFINED;
    if (fmpq_is_one(x))
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

    if (expr_is_constant(base, CONSTANT_E))
        return x->op == EXPR_POW ? exact_eval(out, x->args[1], e)
                                 : set_si(out, 1);
    fmpq_init(q);
    got = exact_eval(q, x, e);
    if (got == EXACT_VALUE)
        got = fmpq_is_zero(q) ? EXACT_UNDEFINED : EXACT_NONE;
    if (got == EXACT_NONE && fmpq_is_one(q))
        got = set_si(out, 0);
    fmpq_clear(q);
    return got;
}

/* ---- one argument ---- */

/* The value at the one argument whose image everybody knows. */
static enum exact known_point(fmpq_t out, enum function_id id, const fmpq_t x)
{
    bool zero = fmpq_is_zero(x) != 0, one = fmpq_is_one(x) != 0;

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

    if (!math_call_is_whole(x))
        return EXACT_NONE;
    if (fmpq_sgn(x) <= 0)
        return EXACT_UNDEFINED;
    fmpq_init(n);
    fmpq_sub_si(n, x, 1);
    got = exact_factorial(out, n, 1, e);
    fmpq_clear(n);
    return got;
}

static enum exact call_root_of(fmpq_t out, const fmpq_t n, const fmpq_t x,
                               const struct exact_env *e)
{
    if (!math_call_is_whole(n) || fmpq_sgn(n) <= 0)
        return EXACT_NONE;
    return call_root(out, x, fmpq_numref(n), e);
}

static enum exact call_square_root(fmpq_t out, const fmpq_t x,
                                   const struct exact_env *e)
{
    enum exact got;
    fmpz_t two;

    fmpz_init_set_ui(two, 2);
    got = call_root(out, x, two, e);
    fmpz_clear(two);
    return got;
}

static enum exact math_call_values(fmpq_t out, enum function_id id,
                                   fmpq_t *const v, const struct exact_env *e)
{
    switch (id) {
    case FN_SQRT: return call_square_root(out, v[0], e);
    case FN_ROOT: return call_root_of(out, v[0], v[1], e);
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
    case FN_BINOM: return call_choose_any(out, v[0], v[1], true, e);
    case FN_PERM: return call_choose_any(out, v[0], v[1], false, e);
    case FN_GAMMA: return gamma_of(out, v[0], e);
    default: return known_point(out, id, v[0]);
    }
}

/* Evaluate a known function at rational arguments. */
static enum exact exact_call(fmpq_t out, const struct expr *x,
                             const struct exact_env *e)
{
    enum function_id id = x->function->id;
    enum exact got = EXACT_VALUE;
    fmpq_t v[ARGS_MOST];
    unsigned n = 0;

    if (x->count == 0)
        return EXACT_NONE;
    if (id == FN_GCD || id == FN_LCM || id == FN_MAX || id == FN_MIN)
        return call_eval_chain(out, x, e);
    if (id == FN_LN && x->count == 1)
        return natural_log(out, x->args[0], e);
    if (id == FN_LOGB && x->count == 2 &&
        expr_is_constant(x->args[0], CONSTANT_E))
        return natural_log(out, x->args[1], e);
    if (x->count > 2 || (x->count == 1) == (id == FN_ROOT || id == FN_LOGB ||
                                            id == FN_BINOM || id == FN_PERM))
        return EXACT_NONE;
    for (; n < x->count && got == EXACT_VALUE; n++) {
        fmpq_init(v[n]);
        got = exact_eval(v[n], x->args[n], e);
    }
    if (got == EXACT_VALUE)
        got = math_call_values(out, id, v, e);
    while (n-- > 0)
        fmpq_clear(v[n]);
    return got;
}
