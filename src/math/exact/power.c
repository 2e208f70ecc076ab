/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/exact.h"
#include "math/exact/function_int.h"
#include "math/flint_poly.h"

#include <string.h>

/*
 * Roots and powers as generators.
 *
 * The n-th root of c P, with a whole number c > 0 and a primitive polynomial
 * P, is the product of the roots of the primes of c and of the root of P:
 * right on the principal branch, as c is positive. Roots of one degree of
 * different primes are linearly independent over the rationals (Besicovitch,
 * "On the linear independence of fractional powers of integers", J. London
 * Math. Soc. 15, 1940), so sqrt(2), sqrt(3) and their product prove
 * differences.
 *
 * b^{u+v} = b^u b^v and b^{k u} = (b^u)^k for whole k, whatever b and u: a
 * power whose exponent is a polynomial is cut into its terms.
 */

#define ROOT_MOST     12 /* degree of a root that is a generator */
#define EXPONENT_MOST 64 /* of a generator that is a power */
#define TERMS_MOST    8  /* of an exponent that is cut up */

static bool power_refuse(struct ring *r)
{
    r->failed = true;
    return false;
}

/* out times generator^n, n of any sign. */
static bool times_power(struct fraction *out, unsigned k, slong n,
                        struct ring *r)
{
    struct fraction g;
    bool good;

    if (n > EXPONENT_MOST || n < -EXPONENT_MOST)
        return power_refuse(r);
    fraction_init(&g, r);
    fraction_set_gen(&g, k, r);
    good = fraction_pow(&g, &g, n, r) && fraction_mul(out, out, &g, r);
    fraction_clear(&g, r);
    return good;
}

/* ---- roots of whole numbers ---- */

/* out times (p^{1/n})^e for a prime p, or for any p when !prime. */
static bool times_root(struct fraction *out, const fmpz_t p, ulong n, slong e,
                       bool prime, struct ring *r)
{
    char *digits = fmpz_get_str(NULL, 10, p);
    bool made;
    unsigned k = ring_generator(
        r, arena_printf(r->arena, "root %lu of %s", n, digits), &made);
    fmpz_mpoly_t radicand;

    flint_free(digits);
    if (r->failed)
        return false;
    if (made) {
        fmpz_mpoly_init(radicand, r->ctx);
        fmpz_mpoly_set_fmpz(radicand, p, r->ctx);
        ring_relate(r, k, n, radicand);
        fmpz_mpoly_clear(radicand, r->ctx);
        r->gens[k].independent = prime;
    }
    return times_power(out, k, e, r);
}

bool function_times_sqrt(struct fraction *out, ulong p, struct ring *r)
{
    fmpz_t n;
    bool good;

    fmpz_init_set_ui(n, p);
    good = times_root(out, n, 2, 1, true, r);
    fmpz_clear(n);
    return good;
}

static bool times_whole(struct fraction *out, const fmpz_t c, struct ring *r)
{
    struct fraction y;
    fmpq_t q;
    bool good;

    fraction_init(&y, r);
    fmpq_init(q);
    fmpq_set_fmpz(q, c);
    fraction_set_fmpq(&y, q, r);
    good = fraction_mul(out, out, &y, r);
    fmpq_clear(q);
    fraction_clear(&y, r);
    return good;
}

/* out times c^{1/n}, c > 0. */
static bool times_root_of(struct fraction *out, const fmpz_t c, ulong n,
                          struct ring *r)
{
    n_factor_t factors;
    bool good = true;
    fmpz_t p;

    if (fmpz_is_one(c))
        return true;
    /* Numbers up to 32 bits are factored in microseconds. */
    if (fmpz_bits(c) > 32)
        return fmpz_bits(c) > FRACTION_BITS / 4
                   ? power_refuse(r)
                   : times_root(out, c, n, 1, false, r);
    if (!work_spend(r->w, 40))
        return power_refuse(r);
    n_factor_init(&factors);
    n_factor(&factors, fmpz_get_ui(c), 1);
    fmpz_init(p);
    for (int i = 0; i < factors.num && good; i++) {
        ulong e = (ulong)factors.exp[i];

        fmpz_set_ui(p, factors.p[i]);
        if (e % n)
            good = times_root(out, p, n, (slong)(e % n), true, r);
        fmpz_pow_ui(p, p, e / n);
        good = good && times_whole(out, p, r);
    }
    fmpz_clear(p);
    return good;
}

/* ---- roots of polynomials ---- */

/* out times P^{1/n}. */
static bool times_root_poly(struct fraction *out, const fmpz_mpoly_t p, ulong n,
                            enum function_branch branch, struct ring *r)
{
    struct fraction radicand;
    const char *key;
    unsigned k = 0;
    bool made = false;

    fraction_init(&radicand, r);
    fmpz_mpoly_set(radicand.num, p, r->ctx);
    key = fraction_key(&radicand, r);
    fraction_clear(&radicand, r);
    if (!key)
        return false;
    /* Both branches agree on square roots. */
    key = arena_printf(r->arena, "%s %lu of %s",
                       branch == FUNCTION_REAL && n % 2 ? "real" : "root", n,
                       key);
    k = ring_generator(r, key, &made);
    if (r->failed)
        return false;
    if (made)
        ring_relate(r, k, n, p);
    return times_power(out, k, 1, r);
}

/* out times (c P)^{1/n}, for P = 1, -1 or a primitive polynomial. */
static bool times_root_split(struct fraction *out, fmpz_mpoly_t p, ulong n,
                             enum function_branch branch, struct ring *r)
{
    struct fraction i;
    fmpz_t c;
    bool good;

    fmpz_init(c);
    _fmpz_vec_content(c, p->coeffs, p->length);
    fmpz_mpoly_scalar_divexact_fmpz(p, p, c, r->ctx);
    good = times_root_of(out, c, n, r);
    fmpz_clear(c);
    if (!good || fmpz_mpoly_is_one(p, r->ctx))
        return good;
    if (fmpz_mpoly_is_fmpz(p, r->ctx)) { /* the root of -1 */
        if (branch == FUNCTION_REAL && n % 2) {
            fraction_neg(out, r);
            return true;
        }
        if (n == 2) {
            fraction_init(&i, r);
            good = function_imaginary(&i, r) && fraction_mul(out, out, &i, r);
            fraction_clear(&i, r);
            return good;
        }
    }
    return times_root_poly(out, p, n, branch, r);
}

/* (N/d)^{1/n} = (N d^{n-1})^{1/n} / d for a whole d > 0. The root of a true
 * fraction is known by its key alone. */
static bool root_of_fraction(struct fraction *out, struct fraction *x, ulong n,
                             enum function_branch branch, struct ring *r)
{
    const char *key;
    bool good;
    fmpz_t d;

    if (!fmpz_mpoly_is_fmpz(x->den, r->ctx)) {
        key = fraction_key(x, r);
        return key && function_opaque(
                          out,
                          arena_printf(r->arena, "root %lu %d of %s", n,
                                       branch == FUNCTION_REAL && n % 2, key),
                          r);
    }
    if (fmpz_mpoly_is_zero(x->num, r->ctx)) {
        fraction_swap(out, x);
        return true;
    }
    fmpz_init(d);
    fmpz_mpoly_get_fmpz(d, x->den, r->ctx);
    good = fmpz_bits(d) * (n - 1) < FRACTION_BITS / 2;
    if (good) {
        fmpz_pow_ui(d, d, n - 1);
        fmpz_mpoly_scalar_mul_fmpz(x->num, x->num, d, r->ctx);
        fmpz_mpoly_one(out->num, r->ctx);
        fmpz_mpoly_swap(out->den, x->den, r->ctx);
        good = times_root_split(out, x->num, n, branch, r);
    } else {
        power_refuse(r);
    }
    fmpz_clear(d);
    return good;
}

bool function_root(struct fraction *out, const struct expr *x, ulong n,
                   enum function_branch branch, struct ring *r)
{
    struct fraction radicand;
    bool good;

    fraction_init(&radicand, r);
    good = function_read(&radicand, x, r) &&
           root_of_fraction(out, &radicand, n, branch, r);
    fraction_clear(&radicand, r);
    return good;
}

/* The value of a constant that is rational; paid for by the ring. */
static enum exact power_rational(fmpq_t out, const struct expr *x,
                                 struct ring *r)
{
    struct work w = { .limit = 2000 };
    enum exact got = exact_rational(out, x, &w);

    return work_spend(r->w, w.used) ? got : EXACT_LIMIT;
}

bool function_root_call(struct fraction *out, const struct expr *x,
                        struct ring *r)
{
    ulong n = 0;
    fmpq_t q;

    fmpq_init(q);
    if (power_rational(q, x->args[0], r) == EXACT_VALUE &&
        fmpz_is_one(fmpq_denref(q)) && fmpq_cmp_si(q, ROOT_MOST) <= 0 &&
        fmpq_cmp_si(q, 1) > 0)
        n = fmpz_get_ui(fmpq_numref(q));
    fmpq_clear(q);
    return n ? function_root(out, x->args[1], n, FUNCTION_REAL, r)
             : power_refuse(r);
}

/* ---- powers ---- */

/* A base: a fraction, its key, and its primes when it is a number. */
struct base {
    struct fraction value;
    const char *key;
    bool natural; /* it is e */
    bool number;  /* positive and rational, with primes that are known: */
    n_factor_t num, den;
};

static void find_primes(struct base *b, struct ring *r)
{
    fmpq_t q;

    fmpq_init(q);
    b->number = fraction_get_fmpq(q, &b->value, r) && fmpq_sgn(q) > 0 &&
                fmpz_bits(fmpq_numref(q)) <= 32 &&
                fmpz_bits(fmpq_denref(q)) <= 32 && work_spend(r->w, 80);
    n_factor_init(&b->num);
    n_factor_init(&b->den);
    if (b->number) {
        n_factor(&b->num, fmpz_get_ui(fmpq_numref(q)), 1);
        n_factor(&b->den, fmpz_get_ui(fmpq_denref(q)), 1);
    }
    fmpq_clear(q);
}

/* out times the generator "base^(monomial/d)", to the n. */
static bool times_symbolic(struct fraction *out, const char *base,
                           const char *monomial, const fmpz_t d, slong n,
                           struct ring *r)
{
    bool made;
    unsigned k = ring_generator(
        r, arena_printf(r->arena, "%s^%s/%lu", base, monomial, fmpz_get_ui(d)),
        &made);

    return !r->failed && times_power(out, k, n, r);
}

static bool times_primes(struct fraction *out, const n_factor_t *f, slong sign,
                         const char *monomial, const fmpq_t c, struct ring *r)
{
    bool good = true;

    for (int i = 0; i < f->num && good; i++)
        good = times_symbolic(
            out, arena_printf(r->arena, "%lu", f->p[i]), monomial,
            fmpq_denref(c),
            sign * (slong)f->exp[i] * fmpz_get_si(fmpq_numref(c)), r);
    return good;
}

/* Is this monomial i pi? */
static bool power_is_turn(const fmpz_mpoly_t m, struct ring *r)
{
    fmpz_mpoly_t product, factor;
    unsigned i, pi;
    bool is;

    if (fmpz_mpoly_total_degree_si(m, r->ctx) != 2 ||
        !ring_find(&i, r, FUNCTION_I) || !ring_find(&pi, r, FUNCTION_PI))
        return false;
    fmpz_mpoly_init(product, r->ctx);
    fmpz_mpoly_init(factor, r->ctx);
    ring_gen(product, i, r);
    ring_gen(factor, pi, r);
    fmpz_mpoly_mul(product, product, factor, r->ctx);
    is = fmpz_mpoly_equal(product, m, r->ctx) != 0;
    fmpz_mpoly_clear(product, r->ctx);
    fmpz_mpoly_clear(factor, r->ctx);
    return is;
}

/* out times base^{c m} for a monomial m and rational c. */
static bool times_term(struct fraction *out, const struct base *b,
                       fmpz_mpoly_t m, const fmpq_t c, struct ring *r)
{
    struct fraction y;
    char *monomial;
    bool good, found;

    if (fmpz_bits(fmpq_numref(c)) > 16 || fmpz_bits(fmpq_denref(c)) > 16)
        return power_refuse(r);
    if (fmpz_mpoly_is_one(m, r->ctx) && fmpz_is_one(fmpq_denref(c))) {
        fraction_init(&y, r);
        good = fraction_pow(&y, &b->value, fmpz_get_si(fmpq_numref(c)), r) &&
               fraction_mul(out, out, &y, r);
        fraction_clear(&y, r);
        return good;
    }
    if (b->natural && power_is_turn(m, r)) {
        fraction_init(&y, r);
        good = function_turn(&y, c, &found, r) &&
               (!found || fraction_mul(out, out, &y, r));
        fraction_clear(&y, r);
        if (!good || found)
            return good;
    }
    monomial = fmpz_mpoly_get_str_pretty(m, NULL, r->ctx);
    if (b->number)
        good = times_primes(out, &b->num, 1, monomial, c, r) &&
               times_primes(out, &b->den, -1, monomial, c, r);
    else
        good = times_symbolic(out, b->key, monomial, fmpq_denref(c),
                              fmpz_get_si(fmpq_numref(c)), r);
    flint_free(monomial);
    return good;
}

/* base^(N/d) for a whole d, term by term. */
static bool power_cut(struct fraction *out, const struct base *b,
                      const struct fraction *exponent, struct ring *r)
{
    bool good = true;
    fmpz_mpoly_t m;
    fmpq_t c;

    fmpz_mpoly_init(m, r->ctx);
    fmpq_init(c);
    fmpz_mpoly_one(out->num, r->ctx);
    fmpz_mpoly_one(out->den, r->ctx);
    for (slong i = 0; i < exponent->num->length && good; i++) {
        fmpz_mpoly_get_term_monomial(m, exponent->num, i, r->ctx);
        fmpz_mpoly_get_fmpz(fmpq_denref(c), exponent->den, r->ctx);
        fmpz_set(fmpq_numref(c), exponent->num->coeffs + i);
        fmpq_canonicalise(c);
        good = times_term(out, b, m, c, r);
    }
    fmpz_mpoly_clear(m, r->ctx);
    fmpq_clear(c);
    return good;
}

static bool symbolic_power(struct fraction *out, struct base *b,
                           struct fraction *exponent, struct ring *r)
{
    const char *key;

    b->key = fraction_key(&b->value, r);
    if (!b->key || fmpz_mpoly_is_zero(b->value.num, r->ctx))
        return power_refuse(r);
    find_primes(b, r);
    if (fmpz_mpoly_is_fmpz(exponent->den, r->ctx) &&
        exponent->num->length <= TERMS_MOST)
        return power_cut(out, b, exponent, r);
    key = fraction_key(exponent, r);
    return key && function_opaque(
                      out, arena_printf(r->arena, "%s^%s", b->key, key), r);
}

/* A rational exponent: a power of a root. */
static bool rational_power(struct fraction *out, const struct expr *base,
                           const fmpq_t n, struct ring *r)
{
    if (fmpz_bits(fmpq_numref(n)) > 20 ||
        fmpz_cmp_ui(fmpq_denref(n), ROOT_MOST) > 0)
        return power_refuse(r);
    if (fmpz_is_one(fmpq_denref(n))) {
        if (!function_read(out, base, r))
            return false;
    } else if (!function_root(out, base, fmpz_get_ui(fmpq_denref(n)),
                              FUNCTION_PRINCIPAL, r)) {
        return false;
    }
    return fraction_pow(out, out, fmpz_get_si(fmpq_numref(n)), r);
}

bool function_power(struct fraction *out, const struct expr *base,
                    const struct expr *exponent, struct ring *r)
{
    struct fraction n;
    enum exact got;
    struct base b;
    bool good;
    fmpq_t q;

    fmpq_init(q);
    got = power_rational(q, exponent, r);
    if (got == EXACT_VALUE) {
        good = rational_power(out, base, q, r);
    } else if (got != EXACT_NONE) {
        good = power_refuse(r);
    } else {
        b.natural = base->op == EXPR_CONSTANT && base->constant == CONSTANT_E;
        fraction_init(&b.value, r);
        fraction_init(&n, r);
        good = function_read(&b.value, base, r) &&
               function_read(&n, exponent, r) && symbolic_power(out, &b, &n, r);
        fraction_clear(&b.value, r);
        fraction_clear(&n, r);
    }
    fmpq_clear(q);
    return good;
}

bool function_exp(struct fraction *out, const struct expr *x, struct ring *r)
{
    struct expr natural = { .op = EXPR_CONSTANT };

    natural.constant = CONSTANT_E;
    return function_power(out, &natural, x, r);
}
