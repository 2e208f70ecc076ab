/* SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"
#include "math/exact/exact_int.h"

#include <string.h>

/*
 * Constant expressions whose value is a rational number, by evaluating the
 * tree. Every operation first bounds the bits of its result; one that FLINT
 * would have to build beyond LIMIT_EXACT_BITS is refused, not begun.
 */

uint64_t exact_bits(const fmpq_t q)
{
    return (uint64_t)fmpz_bits(fmpq_numref(q)) +
           (uint64_t)fmpz_bits(fmpq_denref(q));
}

#define SIMPLE_BITS (8 * (uint64_t)LIMIT_EXACT_BITS)

enum exact exact_fits(const struct exact_env *e, uint64_t bits)
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

static enum exact set_one(fmpq_t out, bool negative)
{
    fmpq_set_si(out, negative ? -1 : 1, 1);
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
        return set_one(out, false);
    if (fmpq_is_zero(b)) {
        if (fmpz_sgn(n) < 0)
            return EXACT_UNDEFINED;
        fmpq_zero(out);
        return EXACT_VALUE;
    }
    if (fmpz_is_pm1(fmpq_numref(b)) && fmpz_is_one(fmpq_denref(b)))
        return set_one(out, fmpq_sgn(b) < 0 && fmpz_is_odd(n));
    if (fmpz_bits(n) > 20) /* more than LIMIT_EXACT_BITS: any base is too big */
        return exact_fits(e, UINT64_MAX);
    k = fmpz_get_si(n);
    size = (uint64_t)(k < 0 ? -k : k);
    got = fits_simply(e, size * exact_bits(b));
    if (got == EXACT_VALUE)
        fmpq_pow_si(out, b, k);
    return got;
}

enum exact exact_root(fmpq_t out, const fmpq_t x, const fmpz_t n,
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

enum exact exact_factorial(fmpq_t out, const fmpq_t n, unsigned degree,
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
    got = exact_root(root, b, fmpq_denref(n), e);
    if (got == EXACT_VALUE)
        got = exact_power(out, root, fmpq_numref(n), e);
    fmpq_clear(root);
    return got;
}

static enum exact eval_power(fmpq_t out, const struct expr *x,
                             const struct exact_env *e)
{
    const struct expr *base = x->args[0];
    bool natural = base->op == EXPR_CONSTANT && base->constant == CONSTANT_E;
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
        got = fmpq_is_zero(n) ? set_one(out, false) : EXACT_NONE;
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

/* out = out OP y; a quotient by 0 has no value. */
static enum exact combine(fmpq_t out, enum expr_op op, const fmpq_t y,
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

static enum exact eval_chain(fmpq_t out, const struct expr *x,
                             const struct exact_env *e)
{
    enum exact got;
    fmpq_t sum, y;

    fmpq_init(sum);
    fmpq_init(y);
    got = exact_eval(sum, x->args[0], e);
    for (unsigned i = 1; i < x->count && got == EXACT_VALUE; i++) {
        got = exact_eval(y, x->args[i], e);
        if (got == EXACT_VALUE)
            got = combine(sum, x->op, y, e);
    }
    if (got == EXACT_VALUE)
        fmpq_swap(out, sum);
    fmpq_clear(sum);
    fmpq_clear(y);
    return got;
}

/* a - b floor(a / b), for rationals too. */
static enum exact remainder_of(fmpq_t out, const fmpq_t a, const fmpq_t b)
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
        got = remainder_of(out, a, b);
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
            got = combine(sum, op, term, e);
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
    got = combine(out, EXPR_DIV, hundred, e);
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

enum exact exact_eval(fmpq_t out, const struct expr *x,
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
    case EXPR_DIV: return eval_chain(out, x, e);
    case EXPR_POW: return eval_power(out, x, e);
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
