/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Arithmetic on the values of a family file: 64-bit integers first, FLINT when
 * they overflow. The size of every result is bounded before it is computed.
 */
#include "family/language/val_complex.h"

/* ---- whole numbers ---- */

enum sum { SUM_ADD, SUM_SUB, SUM_MUL };

/* Of the longest coefficient. */
static uint64_t bits_of_terms(const fmpz *c, slong n)
{
    ulong all = 0;
    slong bits;

    for (slong i = 0; i < n; i++) {
        if (COEFF_IS_MPZ(c[i])) {
            bits = _fmpz_vec_max_bits(c, n);
            return (uint64_t)(bits < 0 ? -bits : bits);
        }
        all |= (ulong)FLINT_ABS(c[i]);
    }
    return FLINT_BIT_COUNT(all);
}

uint64_t val_bits(struct val x)
{
    switch (x.kind) {
    case VAL_BIG: return fmpz_bits(x.big);
    case VAL_RATIO:
        return fmpz_bits(fmpq_numref(x.ratio)) +
               fmpz_bits(fmpq_denref(x.ratio));
    case VAL_POLY:
        return bits_of_terms(x.poly->p->coeffs, x.poly->p->length) +
               bits_of_terms(x.poly->p->den, 1) + 64;
    default: return 64;
    }
}

bool val_spend_on(struct reckoning *r, struct val a, struct val b)
{
    uint64_t x, y;

    if (a.kind == VAL_INT && b.kind == VAL_INT)
        return val_spend(r, 1);
    x = 1 + val_bits(a) / 64;
    y = 1 + val_bits(b) / 64;
    return val_spend(r, 1 + x * y / 16);
}

static struct val whole(struct reckoning *r, struct val a, struct val b,
                        enum sum what)
{
    fmpz_t x, y;

    fmpz_init(x);
    fmpz_init(y);
    val_get_fmpz(r, a, x);
    val_get_fmpz(r, b, y);
    if (what == SUM_ADD)
        fmpz_add(x, x, y);
    else if (what == SUM_SUB)
        fmpz_sub(x, x, y);
    else
        fmpz_mul(x, x, y);
    fmpz_clear(y);
    return val_fmpz(r, x);
}

/* Returns the fraction itself, or the whole number in `whole`. */
static const fmpq *fraction_of(struct reckoning *r, struct val x, fmpq_t whole)
{
    if (x.kind == VAL_RATIO)
        return x.ratio;
    val_get_fmpq(r, x, whole);
    return whole;
}

static struct val fractions(struct reckoning *r, struct val a, struct val b,
                            enum sum what)
{
    fmpq_t out, whole;
    const fmpq *x, *y;

    fmpq_init(out);
    fmpq_init(whole); /* one of them at most is */
    x = fraction_of(r, a, whole);
    y = fraction_of(r, b, whole);
    if (what == SUM_ADD)
        fmpq_add(out, x, y);
    else if (what == SUM_SUB)
        fmpq_sub(out, x, y);
    else
        fmpq_mul(out, x, y);
    fmpq_clear(whole);
    return val_fmpq(r, out);
}

/* ---- polynomials ---- */

/* Returns the symbol of both, or NULL and a failure if they have two. */
static const char *common_symbol(struct reckoning *r, struct val a,
                                 struct val b)
{
    const char *x = a.kind == VAL_POLY ? a.poly->symbol : NULL;
    const char *y = b.kind == VAL_POLY ? b.poly->symbol : NULL;

    if (x && y && !str_eq(x, y)) {
        val_fail(r, "a polynomial has one symbol, not %s and %s", x, y);
        return NULL;
    }
    return x ? x : y;
}

static slong degree_of(struct val x)
{
    return x.kind == VAL_POLY ? fmpq_poly_degree(x.poly->p) : 0;
}

/* Products of so many pairs of coefficients of these sizes. */
static bool spend_on_terms(struct reckoning *r, slong terms, uint64_t a,
                           uint64_t b)
{
    return val_spend(r, (uint64_t)terms * (10 + (a / 64) * (b / 64) / 8));
}

static const fmpq_poly_struct *polynomial_of(struct reckoning *r, struct val x,
                                             fmpq_poly_t number)
{
    if (x.kind == VAL_POLY)
        return x.poly->p;
    if (x.kind == VAL_INT)
        fmpq_poly_set_si(number, x.i);
    else
        val_get_poly(r, x, number);
    return number;
}

/* One of them is a polynomial, the other one that or a number. */
static struct val polynomials(struct reckoning *r, struct val a, struct val b,
                              enum sum what)
{
    const char *symbol = common_symbol(r, a, b);
    slong terms = what == SUM_MUL ? (1 + degree_of(a)) * (1 + degree_of(b))
                                  : 1 + degree_of(a) + degree_of(b);
    uint64_t bits_a = val_bits(a), bits_b = val_bits(b);
    const fmpq_poly_struct *x, *y;
    fmpq_poly_t p, q;

    if (!symbol || !spend_on_terms(r, terms, bits_a, bits_b))
        return VAL_FAILED;
    if (bits_a + bits_b > VAL_BITS)
        return val_fail(r, "a polynomial has more than %d bits", VAL_BITS);
    if (what == SUM_MUL && degree_of(a) + degree_of(b) > VAL_DEGREE)
        return val_fail(r, "a polynomial has a degree above %d", VAL_DEGREE);
    fmpq_poly_init(p);
    if (what != SUM_SUB && (a.kind == VAL_INT || b.kind == VAL_INT)) {
        x = a.kind == VAL_INT ? b.poly->p : a.poly->p;
        (what == SUM_ADD ? fmpq_poly_add_si : fmpq_poly_scalar_mul_si)(
            p, x, a.kind == VAL_INT ? a.i : b.i);
        return val_poly(r, p, symbol);
    }
    fmpq_poly_init(q); /* for the one that is a number */
    x = polynomial_of(r, a, q);
    y = polynomial_of(r, b, q);
    if (what == SUM_ADD)
        fmpq_poly_add(p, x, y);
    else if (what == SUM_SUB)
        fmpq_poly_sub(p, x, y);
    else
        fmpq_poly_mul(p, x, y);
    fmpq_poly_clear(q);
    return val_poly(r, p, symbol);
}

/* ---- all kinds ---- */

static bool is_zero(struct val x)
{
    return x.kind == VAL_INT && x.i == 0;
}

static bool is_algebra(struct val x)
{
    return val_is_number(x) || x.kind == VAL_POLY;
}

/* Sums with 0, products with 0 and 1. */
static bool is_simple(struct val a, struct val b, enum sum what,
                      struct val *out)
{
    bool first = a.kind == VAL_INT && a.i == (what == SUM_MUL);
    bool second = b.kind == VAL_INT && b.i == (what == SUM_MUL);

    *out = second ? a : b;
    if (what == SUM_MUL && (is_zero(a) || is_zero(b)))
        *out = val_int(0);
    else if (!second && (!first || what == SUM_SUB))
        return false;
    return true;
}

/* What is not two small whole numbers, or overflows. */
static struct val slow(struct reckoning *r, struct val a, struct val b,
                       enum sum what)
{
    static const char *const doing[] = { "added", "subtracted", "multiplied" };
    static const enum number_op ops[] = { NUMBER_ADD, NUMBER_SUB, NUMBER_MUL };

    struct val out;

    if (r->failed)
        return VAL_FAILED;
    if ((a.kind == VAL_POLY && is_algebra(b)) ||
        (b.kind == VAL_POLY && is_algebra(a)))
        return polynomials(r, a, b, what);
    if (val_is_whole(a) && val_is_whole(b) && what != SUM_MUL)
        return val_spend(r, 2 + (val_bits(a) + val_bits(b)) / 512)
                   ? whole(r, a, b, what)
                   : VAL_FAILED;
    if (!val_spend_on(r, a, b))
        return VAL_FAILED;
    if (val_is_whole(a) && val_is_whole(b))
        return whole(r, a, b, what);
    if (val_is_number(a) && val_is_number(b))
        return fractions(r, a, b, what);
    if (val_is_complex(a) && val_is_complex(b) && is_simple(a, b, what, &out))
        return out; /* sums and products begin with 0 and 1 */
    if (val_is_real(a) && val_is_real(b))
        return number_op(r, a, b, ops[what]);
    if (val_is_complex(a) && val_is_complex(b))
        return complex_op(r, a, b, ops[what]);
    if (what == SUM_SUB && is_zero(a) && b.kind == VAL_INFINITE) {
        b.i = -b.i;
        return b;
    }
    return val_fail(r, "%s and %s cannot be %s", val_what(r, a), val_what(r, b),
                    doing[what]);
}

struct val val_add(struct reckoning *r, struct val a, struct val b)
{
    int64_t x;

    if (a.kind == VAL_INT && b.kind == VAL_INT &&
        !__builtin_add_overflow(a.i, b.i, &x))
        return val_int(x);
    return slow(r, a, b, SUM_ADD);
}

struct val val_sub(struct reckoning *r, struct val a, struct val b)
{
    int64_t x;

    if (a.kind == VAL_INT && b.kind == VAL_INT &&
        !__builtin_sub_overflow(a.i, b.i, &x))
        return val_int(x);
    return slow(r, a, b, SUM_SUB);
}

struct val val_mul(struct reckoning *r, struct val a, struct val b)
{
    int64_t x;

    if (a.kind == VAL_INT && b.kind == VAL_INT &&
        !__builtin_mul_overflow(a.i, b.i, &x))
        return val_int(x);
    return slow(r, a, b, SUM_MUL);
}

struct val val_neg(struct reckoning *r, struct val a)
{
    return val_sub(r, val_int(0), a);
}

static struct val divide_poly(struct reckoning *r, struct val a, struct val b)
{
    struct val out = VAL_FAILED;
    fmpq_poly_t p;
    fmpq_t c;

    if (!spend_on_terms(r, 1 + degree_of(a), val_bits(a), val_bits(b)))
        return out;
    fmpq_poly_init(p);
    fmpq_init(c);
    val_get_poly(r, a, p);
    val_get_fmpq(r, b, c);
    fmpq_poly_scalar_div_fmpq(p, p, c);
    out = val_poly(r, p, a.poly->symbol);
    fmpq_clear(c);
    return out;
}

/* Returns a / b in lowest terms, b not 0; both at most COEFF_MAX. */
static struct val small_ratio(struct reckoning *r, int64_t a, int64_t b)
{
    int64_t g =
        (int64_t)n_gcd((ulong)(a < 0 ? -a : a), (ulong)(b < 0 ? -b : b));
    fmpq *kept;

    g = b < 0 ? -g : g;
    if (b == g)
        return val_int(a / g);
    if (!val_spend(r, 4))
        return VAL_FAILED;
    kept = arena_new(r->arena, fmpq);
    *fmpq_numref(kept) = a / g; /* FLINT keeps such numbers without memory */
    *fmpq_denref(kept) = b / g;
    return (struct val){ .kind = VAL_RATIO, .ratio = kept };
}

static bool is_small(struct val x)
{
    return x.kind == VAL_INT && x.i >= -COEFF_MAX && x.i <= COEFF_MAX;
}

struct val val_div(struct reckoning *r, struct val a, struct val b)
{
    fmpq_t x, y;

    if (r->failed || !val_spend_on(r, a, b))
        return VAL_FAILED;
    if (is_zero(b))
        return val_fail(r, "division by zero");
    if (is_small(a) && is_small(b))
        return small_ratio(r, a.i, b.i);
    if (a.kind == VAL_POLY && val_is_number(b))
        return divide_poly(r, a, b);
    if ((a.kind == VAL_NUMBER || b.kind == VAL_NUMBER) && val_is_real(a) &&
        val_is_real(b))
        return number_op(r, a, b, NUMBER_DIV);
    if ((a.kind == VAL_COMPLEX && val_is_complex(b)) ||
        (b.kind == VAL_COMPLEX && val_is_real(a)))
        return complex_op(r, a, b, NUMBER_DIV);
    if (!val_is_number(a) || !val_is_number(b))
        return val_fail(r, "%s cannot be divided by %s", val_what(r, a),
                        val_what(r, b));
    fmpq_init(x);
    fmpq_init(y);
    val_get_fmpq(r, a, x);
    val_get_fmpq(r, b, y);
    fmpq_div(x, x, y);
    fmpq_clear(y);
    return val_fmpq(r, x);
}

/* Rounded down, and what is left: of numbers that need not be whole. */
static struct val divide_down(struct reckoning *r, struct val a, struct val b,
                              bool rest)
{
    struct val ratio = val_div(r, a, b), down;
    fmpq_t q;
    fmpz_t z;

    if (ratio.kind == VAL_NUMBER) {
        down = number_floor(r, ratio);
        return rest ? val_sub(r, a, val_mul(r, b, down)) : down;
    }
    if (ratio.kind != VAL_RATIO)
        return r->failed ? VAL_FAILED : rest ? val_int(0) : ratio;
    fmpq_init(q);
    fmpz_init(z);
    val_get_fmpq(r, ratio, q);
    fmpz_fdiv_q(z, fmpq_numref(q), fmpq_denref(q));
    fmpq_clear(q);
    down = val_fmpz(r, z);
    return rest ? val_sub(r, a, val_mul(r, b, down)) : down;
}

struct val val_quotient(struct reckoning *r, struct val a, struct val b)
{
    if (a.kind == VAL_INT && b.kind == VAL_INT && b.i > 0)
        return val_int(a.i / b.i - (a.i % b.i < 0));
    return divide_down(r, a, b, false);
}

struct val val_mod(struct reckoning *r, struct val a, struct val b)
{
    if (a.kind == VAL_INT && b.kind == VAL_INT && b.i > 0) {
        int64_t rest = a.i % b.i;

        return val_int(rest < 0 ? rest + b.i : rest);
    }
    return divide_down(r, a, b, true);
}

/* ---- powers ---- */

static struct val power_of_fraction(struct reckoning *r, struct val a,
                                    int64_t n)
{
    fmpq_t x;

    if (n >= 0 && a.kind == VAL_INT) {
        fmpz_t z;

        fmpz_init_set_si(z, a.i);
        fmpz_pow_ui(z, z, (ulong)n);
        return val_fmpz(r, z);
    }
    fmpq_init(x);
    val_get_fmpq(r, a, x);
    fmpq_pow_si(x, x, n);
    return val_fmpq(r, x);
}

static bool is_symbol(const fmpq_poly_t p)
{
    return fmpq_poly_length(p) == 2 && fmpz_is_zero(p->coeffs) &&
           fmpz_is_one(p->coeffs + 1) && fmpz_is_one(p->den);
}

static struct val power_of_poly(struct reckoning *r, struct val a, int64_t n)
{
    fmpq_poly_t p;

    if (n < 0)
        return val_fail(r, "a polynomial has no negative power");
    if (degree_of(a) * n > VAL_DEGREE)
        return val_fail(r, "a polynomial has a degree above %d", VAL_DEGREE);
    if (val_bits(a) * (uint64_t)n > VAL_BITS)
        return val_fail(r, "a polynomial has more than %d bits", VAL_BITS);
    if (!spend_on_terms(r, 10 * (1 + degree_of(a) * n),
                        val_bits(a) * (uint64_t)n, val_bits(a)))
        return VAL_FAILED;
    fmpq_poly_init(p);
    if (is_symbol(a.poly->p))
        fmpq_poly_set_coeff_si(p, n, 1);
    else
        fmpq_poly_pow(p, a.poly->p, (ulong)n);
    return val_poly(r, p, a.poly->symbol);
}

/* Whole numbers to a power that fits into 64 bits. */
static bool small_power(struct val a, int64_t n, int64_t *out)
{
    *out = 1;
    if (a.kind != VAL_INT || n < 0 || n > 64)
        return false;
    while (n-- > 0)
        if (__builtin_mul_overflow(*out, a.i, out))
            return false;
    return true;
}

struct val val_pow(struct reckoning *r, struct val a, struct val b)
{
    int64_t n, small;
    uint64_t bits;

    if (val_is_real(a) && b.kind == VAL_NUMBER)
        return number_power(r, a, b);
    if (r->failed || !val_get_int(r, b, -VAL_POWER, VAL_POWER, &n))
        return VAL_FAILED;
    if (small_power(a, n, &small))
        return val_int(small);
    if (a.kind == VAL_POLY)
        return power_of_poly(r, a, n);
    if (a.kind == VAL_NUMBER)
        return number_pow(r, a, n);
    if (a.kind == VAL_COMPLEX)
        return complex_pow(r, a, n);
    if (!val_is_number(a))
        return val_fail(r, "%s has no powers", val_what(r, a));
    if (is_zero(a) && n < 0)
        return val_fail(r, "division by zero");
    bits =
        a.kind == VAL_INT
            ? (uint64_t)(64 - __builtin_clzll(
                                  (uint64_t)(a.i < 0 ? -(a.i + 1) : a.i) | 1))
            : val_bits(a);
    bits *= (uint64_t)(n < 0 ? -n : n);
    if (bits > 2 * VAL_BITS)
        return val_fail(r, "a power has more than %d bits", VAL_BITS);
    if (!val_spend(r, 1 + bits / 64 * (bits / 64) / 16))
        return VAL_FAILED;
    return power_of_fraction(r, a, n);
}
