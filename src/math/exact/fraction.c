/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/fraction.h"
#include "base/err.h"
#include "math/flint_poly.h"

#include <string.h>

/* ---- rings ---- */

void ring_open(struct ring *r, struct arena *a, unsigned room, struct work *w)
{
    r->arena = a;
    r->w = w;
    r->n = 0;
    r->room = room < FRACTION_GENERATORS ? room : FRACTION_GENERATORS;
    r->room = r->room ? r->room : 1;
    r->failed = false;
    fmpz_mpoly_ctx_init(r->ctx, r->room, ORD_LEX);
}

void ring_close(struct ring *r)
{
    for (unsigned k = 0; k < r->n; k++)
        fmpz_mpoly_clear(r->gens[k].relation, r->ctx);
    fmpz_mpoly_ctx_clear(r->ctx);
}

static bool fraction_fail(struct ring *r)
{
    r->failed = true;
    return false;
}

/* Later generators are larger in the order: they come first. */
static slong fraction_variable(const struct ring *r, unsigned k)
{
    return (slong)(r->room - 1 - k);
}

bool ring_find(unsigned *k, const struct ring *r, const char *key)
{
    for (*k = 0; *k < r->n; ++*k)
        if (strcmp(r->gens[*k].key, key) == 0)
            return true;
    return false;
}

unsigned ring_generator(struct ring *r, const char *key, bool *made)
{
    struct generator *g;
    unsigned k;

    *made = false;
    if (ring_find(&k, r, key))
        return k;
    if (r->n == r->room) {
        fraction_fail(r);
        return 0;
    }
    *made = true;
    g = &r->gens[r->n];
    *g = (struct generator){ .key = arena_strdup(r->arena, key) };
    fmpz_mpoly_init(g->relation, r->ctx);
    return r->n++;
}

void ring_gen(fmpz_mpoly_t out, unsigned k, struct ring *r)
{
    fmpz_mpoly_gen(out, fraction_variable(r, k), r->ctx);
}

slong ring_degree(const fmpz_mpoly_t p, unsigned k, struct ring *r)
{
    return fmpz_mpoly_degree_si(p, fraction_variable(r, k), r->ctx);
}

void ring_relate(struct ring *r, unsigned k, ulong degree, const fmpz_mpoly_t p)
{
    struct generator *g = &r->gens[k];

    g->degree = degree;
    ring_gen(g->relation, k, r);
    if (!fmpz_mpoly_pow_ui(g->relation, g->relation, degree, r->ctx))
        BUG("a power of a generator");
    fmpz_mpoly_sub(g->relation, g->relation, p, r->ctx);
}

/* ---- polynomials, bounded ---- */

static uint64_t length(const fmpz_mpoly_t p, const struct ring *r)
{
    return (uint64_t)fmpz_mpoly_length(p, r->ctx);
}

static uint64_t fraction_bits(const fmpz_mpoly_t p, const struct ring *r)
{
    slong b = fmpz_mpoly_max_bits(p);

    (void)r;
    return (uint64_t)(b < 0 ? -b : b);
}

static uint64_t fraction_degree(const fmpz_mpoly_t p, const struct ring *r)
{
    slong d = fmpz_mpoly_total_degree_si(p, r->ctx);

    return d < 0 ? 0 : (uint64_t)d;
}

/* n^k, or something larger than `most`. */
static uint64_t power_bound(uint64_t n, uint64_t k, uint64_t most)
{
    uint64_t p = 1;

    if (n <= 1)
        return n;
    for (; k && p <= most; k--)
        p *= n;
    return p;
}

/* Replace g^n by what it stands for, from the latest generator down: what a
 * relation brings in is earlier. */
static bool fraction_reduce(fmpz_mpoly_t p, struct ring *r)
{
    fmpz_mpoly_t q;
    bool good = true;

    for (unsigned k = r->n; k-- > 0 && good;) {
        const struct generator *g = &r->gens[k];
        uint64_t d, terms, grown;

        if (!g->degree || fmpz_mpoly_is_zero(p, r->ctx))
            continue;
        d = (uint64_t)fmpz_mpoly_degree_si(p, fraction_variable(r, k), r->ctx);
        if (d < g->degree)
            continue;
        terms = length(g->relation, r) - 1;
        grown = power_bound(terms ? terms : 1, d / g->degree, FRACTION_TERMS);
        if (grown * length(p, r) > FRACTION_PRODUCT ||
            fraction_bits(p, r) +
                    d / g->degree * (fraction_bits(g->relation, r) + 12) >
                FRACTION_BITS ||
            fraction_degree(p, r) * fraction_degree(g->relation, r) >
                4 * FRACTION_DEGREE ||
            !work_spend(r->w, 1 + grown * length(p, r)))
            return fraction_fail(r);
        fmpz_mpoly_init(q, r->ctx);
        fmpz_mpoly_divrem(q, p, p, g->relation, r->ctx);
        fmpz_mpoly_clear(q, r->ctx);
        good = length(p, r) <= FRACTION_TERMS &&
               fraction_degree(p, r) <= FRACTION_DEGREE;
    }
    return good ? true : fraction_fail(r);
}

static bool fraction_multiply(fmpz_mpoly_t out, const fmpz_mpoly_t x,
                              const fmpz_mpoly_t y, struct ring *r)
{
    uint64_t steps = length(x, r) * length(y, r);

    if (fmpz_mpoly_is_one(y, r->ctx)) {
        fmpz_mpoly_set(out, x, r->ctx);
        return true;
    }
    if (fmpz_mpoly_is_one(x, r->ctx)) {
        fmpz_mpoly_set(out, y, r->ctx);
        return true;
    }
    if (steps > FRACTION_PRODUCT ||
        fraction_bits(x, r) + fraction_bits(y, r) + 12 > FRACTION_BITS ||
        fraction_degree(x, r) + fraction_degree(y, r) > FRACTION_DEGREE ||
        !work_spend(
            r->w, 2 + steps * (1 + (fraction_bits(x, r) + fraction_bits(y, r)) /
                                       256)))
        return fraction_fail(r);
    fmpz_mpoly_mul(out, x, y, r->ctx);
    if (length(out, r) > FRACTION_TERMS)
        return fraction_fail(r);
    return fraction_reduce(out, r);
}

/* An upper bound for the terms of x^n: multisets of n terms of x, or all
 * monomials that the degrees leave room for. */
static uint64_t terms_of_power(const fmpz_mpoly_t x, uint64_t n,
                               const struct ring *r)
{
    uint64_t t = length(x, r), multisets = 1, monomials = 1;

    for (uint64_t i = 1; i < t && multisets <= FRACTION_TERMS; i++)
        multisets = multisets * (n + i) / i;
    for (unsigned k = 0; k < r->n && monomials <= FRACTION_TERMS; k++) {
        slong d = fmpz_mpoly_degree_si(x, fraction_variable(r, k), r->ctx);

        monomials *= (d > 0 ? (uint64_t)d * n : 0) + 1;
    }
    return multisets < monomials ? multisets : monomials;
}

static bool fraction_power(fmpz_mpoly_t out, const fmpz_mpoly_t x, ulong n,
                           struct ring *r)
{
    uint64_t t = length(x, r), most, size;

    if (n == 1 || fmpz_mpoly_is_one(x, r->ctx)) {
        fmpz_mpoly_set(out, x, r->ctx);
        return true;
    }
    if (n > FRACTION_BITS)
        return fraction_fail(r);
    most = terms_of_power(x, n, r);
    size = n * (fraction_bits(x, r) + FLINT_BIT_COUNT(t));
    if (most > FRACTION_TERMS || size > FRACTION_BITS ||
        fraction_degree(x, r) * n > FRACTION_DEGREE ||
        !work_spend(r->w, 2 + 8 * most * t * (1 + size / 256)))
        return fraction_fail(r);
    if (!fmpz_mpoly_pow_ui(out, x, n, r->ctx))
        return fraction_fail(r);
    return fraction_reduce(out, r);
}

/* ---- fractions ---- */

void fraction_init(struct fraction *x, struct ring *r)
{
    fmpz_mpoly_init(x->num, r->ctx);
    fmpz_mpoly_init(x->den, r->ctx);
    fmpz_mpoly_one(x->den, r->ctx);
}

void fraction_clear(struct fraction *x, struct ring *r)
{
    fmpz_mpoly_clear(x->num, r->ctx);
    fmpz_mpoly_clear(x->den, r->ctx);
}

void fraction_swap(struct fraction *x, struct fraction *y)
{
    struct fraction t = *x;

    *x = *y;
    *y = t;
}

void fraction_set_fmpq(struct fraction *x, const fmpq_t q, struct ring *r)
{
    fmpz_mpoly_set_fmpz(x->num, fmpq_numref(q), r->ctx);
    fmpz_mpoly_set_fmpz(x->den, fmpq_denref(q), r->ctx);
}

void fraction_set_gen(struct fraction *x, unsigned k, struct ring *r)
{
    ring_gen(x->num, k, r);
    fmpz_mpoly_one(x->den, r->ctx);
}

bool fraction_get_fmpq(fmpq_t q, const struct fraction *x, struct ring *r)
{
    if (!fmpz_mpoly_is_fmpz(x->num, r->ctx) ||
        !fmpz_mpoly_is_fmpz(x->den, r->ctx))
        return false;
    fmpz_mpoly_get_fmpz(fmpq_numref(q), x->num, r->ctx);
    fmpz_mpoly_get_fmpz(fmpq_denref(q), x->den, r->ctx);
    fmpq_canonicalise(q);
    return true;
}

/* Whole numbers that both sides share go out; the first coefficient of the
 * denominator is positive. */
static void fraction_tidy(struct fraction *x, struct ring *r)
{
    fmpz_t g, h;

    if (fmpz_mpoly_is_one(x->den, r->ctx))
        return;
    if (fmpz_mpoly_is_zero(x->num, r->ctx)) {
        fmpz_mpoly_one(x->den, r->ctx);
        return;
    }
    fmpz_init(g);
    fmpz_init(h);
    _fmpz_vec_content(g, x->num->coeffs, x->num->length);
    _fmpz_vec_content(h, x->den->coeffs, x->den->length);
    fmpz_gcd(g, g, h);
    if (fmpz_sgn(x->den->coeffs) < 0)
        fmpz_neg(g, g);
    if (!fmpz_is_one(g)) {
        fmpz_mpoly_scalar_divexact_fmpz(x->num, x->num, g, r->ctx);
        fmpz_mpoly_scalar_divexact_fmpz(x->den, x->den, g, r->ctx);
    }
    fmpz_clear(g);
    fmpz_clear(h);
}

static bool add_across(struct fraction *out, const struct fraction *x,
                       const struct fraction *y, struct ring *r)
{
    fmpz_mpoly_t left, right;
    bool good;

    fmpz_mpoly_init(left, r->ctx);
    fmpz_mpoly_init(right, r->ctx);
    good = fraction_multiply(left, x->num, y->den, r) &&
           fraction_multiply(right, y->num, x->den, r) &&
           fraction_multiply(out->den, x->den, y->den, r);
    if (good)
        fmpz_mpoly_add(out->num, left, right, r->ctx);
    fmpz_mpoly_clear(left, r->ctx);
    fmpz_mpoly_clear(right, r->ctx);
    return good;
}

bool fraction_add(struct fraction *out, const struct fraction *x,
                  const struct fraction *y, struct ring *r)
{
    if (!work_spend(r->w, 1 + (length(x->num, r) + length(y->num, r)) / 4))
        return fraction_fail(r);
    if (fmpz_mpoly_equal(x->den, y->den, r->ctx)) {
        fmpz_mpoly_add(out->num, x->num, y->num, r->ctx);
        fmpz_mpoly_set(out->den, x->den, r->ctx);
    } else if (!add_across(out, x, y, r)) {
        return false;
    }
    fraction_tidy(out, r);
    return !fmpz_mpoly_is_zero(out->den, r->ctx) &&
                   length(out->num, r) <= FRACTION_TERMS
               ? true
               : fraction_fail(r);
}

bool fraction_mul(struct fraction *out, const struct fraction *x,
                  const struct fraction *y, struct ring *r)
{
    if (!fraction_multiply(out->num, x->num, y->num, r) ||
        !fraction_multiply(out->den, x->den, y->den, r))
        return false;
    if (fmpz_mpoly_is_zero(out->den, r->ctx))
        return fraction_fail(r);
    fraction_tidy(out, r);
    return true;
}

bool fraction_inv(struct fraction *out, const struct fraction *x,
                  struct ring *r)
{
    if (fmpz_mpoly_is_zero(x->num, r->ctx))
        return fraction_fail(r);
    if (out != x) {
        fmpz_mpoly_set(out->num, x->num, r->ctx);
        fmpz_mpoly_set(out->den, x->den, r->ctx);
    }
    fmpz_mpoly_swap(out->num, out->den, r->ctx);
    fraction_tidy(out, r);
    return true;
}

bool fraction_pow(struct fraction *out, const struct fraction *x, slong n,
                  struct ring *r)
{
    if (n == 0) {
        fmpz_mpoly_one(out->num, r->ctx);
        fmpz_mpoly_one(out->den, r->ctx);
        return true;
    }
    if (n < 0) {
        if (n < -FRACTION_BITS)
            return fraction_fail(r);
        return fraction_inv(out, x, r) && fraction_pow(out, out, -n, r);
    }
    if (!fraction_power(out->num, x->num, (ulong)n, r) ||
        !fraction_power(out->den, x->den, (ulong)n, r))
        return false;
    if (fmpz_mpoly_is_zero(out->den, r->ctx))
        return fraction_fail(r);
    fraction_tidy(out, r);
    return true;
}

void fraction_neg(struct fraction *x, struct ring *r)
{
    fmpz_mpoly_neg(x->num, x->num, r->ctx);
}

#define GCD_TERMS  16 /* a gcd within these costs some ten microseconds */
#define GCD_DEGREE 12
#define KEY_TERMS  64 /* of a fraction that is written as a key */
#define KEY_BITS   1024

/* Lowest terms, for a small fraction. */
static void fraction_cancel(struct fraction *x, struct ring *r)
{
    fmpz_mpoly_t g;

    if (fmpz_mpoly_is_fmpz(x->den, r->ctx) || length(x->num, r) > GCD_TERMS ||
        length(x->den, r) > GCD_TERMS ||
        fraction_degree(x->num, r) > GCD_DEGREE ||
        fraction_degree(x->den, r) > GCD_DEGREE || !work_spend(r->w, 1000))
        return;
    fmpz_mpoly_init(g, r->ctx);
    if (fmpz_mpoly_gcd(g, x->num, x->den, r->ctx) &&
        !fmpz_mpoly_is_one(g, r->ctx)) {
        fmpz_mpoly_divexact(x->num, x->num, g, r->ctx);
        fmpz_mpoly_divexact(x->den, x->den, g, r->ctx);
    }
    fmpz_mpoly_clear(g, r->ctx);
    fraction_tidy(x, r);
}

const char *fraction_key(struct fraction *x, struct ring *r)
{
    char *num, *den;
    const char *key;

    fraction_cancel(x, r);
    if (length(x->num, r) > KEY_TERMS || length(x->den, r) > KEY_TERMS ||
        fraction_bits(x->num, r) > KEY_BITS ||
        fraction_bits(x->den, r) > KEY_BITS) {
        fraction_fail(r);
        return NULL;
    }
    num = fmpz_mpoly_get_str_pretty(x->num, NULL, r->ctx);
    den = fmpz_mpoly_get_str_pretty(x->den, NULL, r->ctx);
    key = arena_printf(r->arena, "%s/%s", num, den);
    flint_free(num);
    flint_free(den);
    return key;
}

bool fraction_equal(bool *equal, const struct fraction *x,
                    const struct fraction *y, struct ring *r)
{
    fmpz_mpoly_t left, right;
    bool good;

    fmpz_mpoly_init(left, r->ctx);
    fmpz_mpoly_init(right, r->ctx);
    good = fraction_multiply(left, x->num, y->den, r) &&
           fraction_multiply(right, y->num, x->den, r);
    *equal = good && fmpz_mpoly_equal(left, right, r->ctx);
    fmpz_mpoly_clear(left, r->ctx);
    fmpz_mpoly_clear(right, r->ctx);
    return good;
}
