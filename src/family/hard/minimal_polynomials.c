/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The value of the minimal polynomial of a nested radical, sqrt(u + v t) + w t +
 * z t^2 where t is the n-th root of a prime.
 *
 * solve() takes the resultant of two integer polynomials in t. check() multiplies
 * over all conjugates, as balls, until one integer is left, and proves that the
 * conjugates are the roots of an irreducible polynomial: they are all different,
 * and the inner radicand is no square modulo some prime.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

#include <inttypes.h>

#define EXACT_MOST 12 /* root up to which no remainder is asked */
#define BIG_PRIME  1000000007

struct radical {
    int64_t n, p;       /* t^n = p */
    int64_t u, v, w, z; /* the radical is sqrt(u + v t) + w t + z t^2 */
    int64_t c;          /* where the polynomial is evaluated */
    int64_t modulus;    /* 0: the value itself is asked */
};

static const struct field fields[] = {
    NUMBER(struct radical, n, 3, 1000),
    NUMBER(struct radical, p, 2, 97),
    NUMBER(struct radical, u, 1, 999),
    NUMBER(struct radical, v, 1, 999),
    NUMBER(struct radical, w, -99, 99),
    NUMBER(struct radical, z, -99, 99),
    NUMBER(struct radical, c, -99, 99),
    NUMBER(struct radical, modulus, 0, BIG_PRIME),
    { 0 },
};

static void draw(struct pick *k, void *values)
{
    static const int64_t primes[] = { 2,  3,  5,  7,  11, 13, 17,
                                      19, 23, 29, 31, 37, 41, 43 };
    struct radical *v = values;

    v->n = k->depth;
    v->p = pick_of(k, primes, sizeof(primes) / sizeof(*primes));
    v->u = pick(k, 2, 199);
    v->v = pick(k, 2, 99);
    v->w = pick_signed(k, 2, 9);
    v->z = pick_signed(k, 2, 9);
    v->c = pick_signed(k, 2, 12);
    v->modulus = k->depth > EXACT_MOST ? BIG_PRIME : 0;
}

/* ---- the first road: resultants ---- */

/* Set x to the product of f over the n-th roots of p. */
static void norm(const struct radical *v, const int64_t *f, size_t n, fmpz_t x)
{
    fmpz_poly_t root, g;

    fmpz_poly_init(root);
    fmpz_poly_init(g);
    fmpz_poly_set_coeff_si(root, v->n, 1);
    fmpz_poly_set_coeff_si(root, 0, -v->p);
    for (size_t i = 0; i < n; i++)
        fmpz_poly_set_coeff_si(g, (slong)i, f[i]);
    fmpz_poly_resultant(x, root, g);
    fmpz_poly_clear(root);
    fmpz_poly_clear(g);
}

static void tell_all(struct solving *s, const struct radical *v,
                     const int64_t *quartic, const fmpz_t inner)
{
    let(s, "degree", 2 * v->n);
    let_text(s, "inner", integer_text(s->arena, inner));
    let_text(s, "quartic", latex_poly(s->arena, quartic, 5, "t"));
    tell(s, "field");
    tell(s, "norm");
    tell(s, v->modulus ? "remainder" : "value");
}

static bool solve(struct solving *s, const void *values)
{
    const struct radical *v = values;
    int64_t radicand[] = { v->u, v->v };
    int64_t quartic[] = { v->c * v->c - v->u, -2 * v->c * v->w - v->v,
                          v->w * v->w - 2 * v->c * v->z, 2 * v->w * v->z,
                          v->z * v->z };
    bool is_field;
    fmpz_t inner, value;

    fmpz_init(inner);
    fmpz_init(value);
    norm(v, radicand, 2, inner);
    is_field = !fmpz_is_square(inner);
    norm(v, quartic, 5, value);
    let_text(s, "whole", integer_text(s->arena, value));
    if (v->modulus)
        fmpz_mod_ui(value, value, (ulong)v->modulus);
    solving_key(s, "%s", integer_text(s->arena, value));
    tell_all(s, v, quartic, inner);
    fmpz_clear(inner);
    fmpz_clear(value);
    return is_field;
}

/* ---- the second road: all conjugates ---- */

static int64_t power_mod(int64_t a, int64_t e, int64_t m)
{
    int64_t x = 1;

    for (a = integer_mod(a, m); e > 0; e /= 2) {
        x = e % 2 ? x * a % m : x;
        a = a * a % m;
    }
    return x;
}

static bool is_prime(int64_t n)
{
    for (int64_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

#define PRIMES_MOST 3000

/* Is there a prime q, not in 2np, and a root r of t^n = p modulo q for which
 * u + v r is no square modulo q? Then u + v t is no square in the field of t. */
static bool is_no_square(const struct radical *v)
{
    for (int64_t q = 3; q < PRIMES_MOST; q += 2) {
        if (!is_prime(q) || v->n % q == 0 || v->p % q == 0)
            continue;
        for (int64_t r = 1; r < q; r++)
            if (power_mod(r, v->n, q) == v->p % q &&
                power_mod(v->u + v->v * r, (q - 1) / 2, q) == q - 1)
                return true;
    }
    return false;
}

/* Replace x by one of its square roots; away from the cut of acb_sqrt(). */
static void one_root(acb_t x, slong bits)
{
    bool left = arb_is_negative(acb_realref(x));

    if (left)
        acb_neg(x, x);
    acb_sqrt(x, x, bits);
    if (left)
        acb_mul_onei(x, x);
}

/* Fill in the 2n conjugates. */
static void conjugates(const struct radical *v, acb_ptr all, slong bits)
{
    acb_t t, x;
    arb_t size;

    acb_init(t);
    acb_init(x);
    arb_init(size);
    arb_set_si(size, v->p);
    arb_root_ui(size, size, (ulong)v->n, bits);
    for (int64_t i = 0; i < v->n; i++) {
        acb_ptr one = all + 2 * i, other = one + 1;

        acb_unit_root(t, (ulong)v->n, bits);
        acb_pow_ui(t, t, (ulong)i, bits);
        acb_mul_arb(t, t, size, bits);
        acb_mul_si(x, t, v->z, bits);
        arb_add_si(acb_realref(x), acb_realref(x), v->w, bits);
        acb_mul(x, x, t, bits); /* w t + z t^2 */
        acb_mul_si(t, t, v->v, bits);
        arb_add_si(acb_realref(t), acb_realref(t), v->u, bits);
        one_root(t, bits);
        acb_add(one, x, t, bits);
        acb_sub(other, x, t, bits);
    }
    acb_clear(t);
    acb_clear(x);
    arb_clear(size);
}

static bool all_differ(acb_srcptr all, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < i; j++)
            if (acb_overlaps(all + i, all + j))
                return false;
    return true;
}

/* Set x to the product of c minus each conjugate. Returns false if these bits
 * do not tell the conjugates apart, or do not show which integer it is. */
static bool product(const struct radical *v, slong bits, fmpz_t x)
{
    acb_ptr all = _acb_vec_init(2 * v->n);
    bool is_clear;
    acb_t y;

    acb_init(y);
    acb_one(y);
    conjugates(v, all, bits);
    is_clear = all_differ(all, 2 * v->n);
    for (int64_t i = 0; i < 2 * v->n; i++) {
        arb_ptr real = acb_realref(all + i);

        arb_sub_si(real, real, v->c, bits); /* an even number of signs */
        acb_mul(y, y, all + i, bits);
    }
    is_clear = is_clear && acb_get_unique_fmpz(x, y);
    acb_clear(y);
    _acb_vec_clear(all, 2 * v->n);
    return is_clear;
}

#define BITS_MOST 200000

static enum truth compare(struct arena *a, const struct radical *v,
                          const fmpz_t got, struct check_finding *f)
{
    bool found = false;
    enum truth holds;
    slong bits = 64 + 16 * (slong)v->n;
    fmpz_t x;

    fmpz_init(x);
    for (; !found && bits < BITS_MOST; bits *= 2)
        found = product(v, bits, x);
    if (found && v->modulus)
        fmpz_mod_ui(x, x, (ulong)v->modulus);
    holds = !found ? TRUTH_UNKNOWN : fmpz_equal(x, got) ? TRUTH_YES : TRUTH_NO;
    f->detail = found ? arena_printf(a,
                                     "the product over %" PRId64
                                     " different conjugates gives %s",
                                     2 * v->n, integer_text(a, x))
                      : "the conjugates are not told apart";
    fmpz_clear(x);
    return holds;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct radical *v = values;
    enum truth holds = TRUTH_NO;
    fmpz_t got;

    f->by = "the product over all conjugates, certified";
    f->detail = "p is not a prime, or the inner radicand may be a square";
    if (!is_prime(v->p) || !is_no_square(v))
        return TRUTH_NO;
    f->detail = "the key is not one integer";
    fmpz_init(got);
    if (key_integer(key, got))
        holds = compare(a, v, got, f);
    fmpz_clear(got);
    return holds;
}

static struct form_file text = {
#include "family/hard/minimal_polynomials.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct radical),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .check = check,
};

static const struct family_depth depth = {
    .of = "the inner root; the degree is twice that",
    .least = 3,
    .most = 500,
    .levels = { 3, 5, 8, 16, 50 },
};

const struct family hard_minimal_polynomials = {
    .name = "hard/minimal-polynomials",
    .version = 1,
    .answer = ANSWER_INTEGER,
    HARD_CARD(&recipe, &depth),
};
