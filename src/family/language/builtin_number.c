/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of numbers: most are one call of FLINT. */
#include "family/language/builtin_int.h"

#define SEQUENCE_MOST 5000
#define STIRLING_MOST 200

/* ---- one number ---- */

BUILTIN(sign)
{
    int order = 0;

    (void)n;
    if (!val_order(r, a[0], val_int(0), &order))
        return VAL_FAILED;
    return val_int((order > 0) - (order < 0));
}

BUILTIN(abs)
{
    struct val sign = fn_sign(r, a, n);

    return sign.kind == VAL_INT && sign.i < 0 ? val_neg(r, a[0]) : a[0];
}

BUILTIN(floor)
{
    (void)n;
    return val_quotient(r, a[0], val_int(1));
}

BUILTIN(ceil)
{
    (void)n;
    return val_neg(r, val_quotient(r, val_neg(r, a[0]), val_int(1)));
}

/* Half away from zero. */
BUILTIN(round)
{
    struct val scale = val_pow(r, val_int(10), a[1]);
    struct val size = val_mul(r, fn_abs(r, a, 1), scale);
    struct val two = val_int(2), sign = fn_sign(r, a, n), whole;

    whole = val_quotient(r, val_add(r, val_mul(r, size, two), val_int(1)), two);
    return val_mul(r, sign, val_div(r, whole, scale));
}

static struct val part(struct reckoning *r, struct val x, bool top)
{
    fmpz_t z;
    fmpq_t q;

    fmpq_init(q);
    if (!val_get_fmpq(r, x, q)) {
        fmpq_clear(q);
        return VAL_FAILED;
    }
    fmpz_init(z);
    fmpz_set(z, top ? fmpq_numref(q) : fmpq_denref(q));
    fmpq_clear(q);
    return val_fmpz(r, z);
}

BUILTIN(numerator)
{
    (void)n;
    return part(r, a[0], true);
}

BUILTIN(denominator)
{
    (void)n;
    return part(r, a[0], false);
}

BUILTIN(root)
{
    fmpz_t z;

    (void)n;
    if (!val_spend_on(r, a[0], a[0]))
        return VAL_FAILED;
    fmpz_init(z);
    if (val_get_fmpz(r, a[0], z) && fmpz_sgn(z) < 0)
        val_fail(r, "%s has no square root", val_what(r, a[0]));
    if (!r->failed)
        fmpz_sqrt(z, z);
    return r->failed ? (fmpz_clear(z), VAL_FAILED) : val_fmpz(r, z);
}

/* ---- divisors ---- */

static struct val combine(struct reckoning *r, const struct val *a, size_t n,
                          struct val (*two)(struct reckoning *, struct val,
                                            struct val))
{
    struct val so_far;

    if (n == 1 && val_is_row(a[0])) {
        n = a[0].row->n;
        a = a[0].row->at;
    }
    if (n == 0)
        return val_fail(r, "there are no numbers");
    so_far = two(r, a[0], a[0]);
    for (size_t i = 1; i < n && !r->failed; i++)
        so_far = two(r, so_far, a[i]);
    return so_far;
}

static struct val two_by(struct reckoning *r, struct val a, struct val b,
                         void (*how)(fmpz_t, const fmpz_t, const fmpz_t))
{
    fmpz_t x, y;
    bool ok;

    if (!val_spend(r, 4) || !val_spend_on(r, a, b))
        return VAL_FAILED;
    if (a.kind == VAL_INT && b.kind == VAL_INT && a.i > 0 && b.i > 0) {
        int64_t g = (int64_t)n_gcd((ulong)a.i, (ulong)b.i), l;

        if (how == fmpz_gcd)
            return val_int(g);
        if (!__builtin_mul_overflow(a.i / g, b.i, &l))
            return val_int(l);
    }
    fmpz_init(x);
    fmpz_init(y);
    ok = val_get_fmpz(r, a, x) && val_get_fmpz(r, b, y);
    if (ok)
        how(x, x, y);
    fmpz_clear(y);
    return ok ? val_fmpz(r, x) : (fmpz_clear(x), VAL_FAILED);
}

static struct val two_gcd(struct reckoning *r, struct val a, struct val b)
{
    return two_by(r, a, b, fmpz_gcd);
}

static struct val two_lcm(struct reckoning *r, struct val a, struct val b)
{
    return two_by(r, a, b, fmpz_lcm);
}

BUILTIN(gcd)
{
    return combine(r, a, n, two_gcd);
}

BUILTIN(lcm)
{
    return combine(r, a, n, two_lcm);
}

BUILTIN(inverse)
{
    fmpz_t x, m;
    bool ok;

    (void)n;
    if (a[0].kind == VAL_INT && a[1].kind == VAL_INT && a[0].i >= 0 &&
        a[1].i > 1 && val_spend(r, 8)) {
        ulong inverse, modulus = (ulong)a[1].i;

        if (n_gcdinv(&inverse, (ulong)a[0].i % modulus, modulus) == 1)
            return val_int((int64_t)inverse);
    }
    fmpz_init(x);
    fmpz_init(m);
    ok =
        val_spend(r, 8) && val_get_fmpz(r, a[0], x) && val_get_fmpz(r, a[1], m);
    if (ok && fmpz_sgn(m) <= 0)
        val_fail(r, "a modulus is above 0, not %s", val_what(r, a[1]));
    else if (ok && fmpz_is_one(m))
        fmpz_zero(x);
    else if (ok && !fmpz_invmod(x, x, m))
        val_fail(r, "%s has no inverse modulo %s", val_what(r, a[0]),
                 val_what(r, a[1]));
    fmpz_clear(m);
    return r->failed ? (fmpz_clear(x), VAL_FAILED) : val_fmpz(r, x);
}

BUILTIN(power_mod)
{
    fmpz_t x, e, m;
    bool ok;

    (void)n;
    if (a[0].kind == VAL_INT && a[1].kind == VAL_INT && a[2].kind == VAL_INT &&
        a[0].i >= 0 && a[1].i >= 0 && a[2].i > 0 &&
        val_spend(r, 1 + FLINT_BIT_COUNT((ulong)a[1].i)))
        return val_int((int64_t)n_powmod2((ulong)a[0].i % (ulong)a[2].i, a[1].i,
                                          (ulong)a[2].i));
    fmpz_init(x);
    fmpz_init(e);
    fmpz_init(m);
    ok = val_get_fmpz(r, a[0], x) && val_get_fmpz(r, a[1], e) &&
         val_get_fmpz(r, a[2], m);
    if (ok && (fmpz_sgn(m) <= 0 || fmpz_sgn(e) < 0))
        val_fail(r, "the exponent is at least 0 and the modulus above 0");
    if (ok && !r->failed &&
        val_spend(r, 1 + fmpz_bits(e) * (1 + fmpz_bits(m) / 64) *
                             (1 + fmpz_bits(m) / 64)))
        fmpz_powm(x, x, e, m);
    fmpz_clear(e);
    fmpz_clear(m);
    return r->failed ? (fmpz_clear(x), VAL_FAILED) : val_fmpz(r, x);
}

BUILTIN(is_prime)
{
    int64_t x;

    (void)n;
    if (!val_spend(r, 100) ||
        !val_get_int(r, a[0], -FACTOR_MOST, FACTOR_MOST, &x))
        return VAL_FAILED;
    return val_truth(x > 1 && n_is_prime((ulong)x));
}

#define FACTOR_FAST 1000000 /* up to here, division by a few primes will do */

static bool factors_of(struct reckoning *r, struct val x, n_factor_t *out)
{
    int64_t i;

    if (!val_get_int(r, x, 1, FACTOR_MOST, &i) ||
        !val_spend(r, i < FACTOR_FAST ? 40 : 2000))
        return false;
    n_factor_init(out);
    n_factor(out, (ulong)i, 1);
    return true;
}

static struct val pair(struct reckoning *r, int64_t x, int64_t y)
{
    struct val d = val_row(r, VAL_TUPLE, 2);

    if (!r->failed) {
        d.row->at[0] = val_int(x);
        d.row->at[1] = val_int(y);
    }
    return d;
}

BUILTIN(factor)
{
    n_factor_t f;
    struct val d;

    (void)n;
    if (!factors_of(r, a[0], &f))
        return VAL_FAILED;
    d = val_row(r, VAL_LIST, (size_t)f.num);
    for (int i = 0; i < f.num && !r->failed; i++)
        d.row->at[i] = pair(r, (int64_t)f.p[i], (int64_t)f.exp[i]);
    return r->failed ? VAL_FAILED : val_sorted(r, d);
}

BUILTIN(divisors)
{
    n_factor_t f;
    size_t count = 1, have = 1;
    struct val d;

    (void)n;
    if (!factors_of(r, a[0], &f))
        return VAL_FAILED;
    for (int i = 0; i < f.num; i++)
        count *= (size_t)f.exp[i] + 1;
    d = val_row(r, VAL_LIST, count);
    if (r->failed)
        return d;
    d.row->at[0] = val_int(1);
    for (int i = 0; i < f.num; i++) {
        size_t from = 0, to = have;

        for (int e = 0; e < (int)f.exp[i]; e++, from = to, to = have)
            for (size_t j = from; j < to; j++)
                d.row->at[have++] = val_int(d.row->at[j].i * (int64_t)f.p[i]);
    }
    return val_sorted(r, d);
}

BUILTIN(phi)
{
    n_factor_t f;
    int64_t x = a[0].i;

    (void)n;
    if (!factors_of(r, a[0], &f))
        return VAL_FAILED;
    for (int i = 0; i < f.num; i++)
        x = x / (int64_t)f.p[i] * ((int64_t)f.p[i] - 1);
    return val_int(x);
}

/* One factor for each prime power: of the sum, or the number, of divisors. */
static struct val over_powers(struct reckoning *r, struct val x,
                              struct val (*of)(struct reckoning *, int64_t,
                                               int64_t))
{
    struct val so_far = val_int(1);
    n_factor_t f;

    if (!factors_of(r, x, &f))
        return VAL_FAILED;
    for (int i = 0; i < f.num; i++)
        so_far = val_mul(r, so_far, of(r, (int64_t)f.p[i], (int64_t)f.exp[i]));
    return so_far;
}

static struct val sum_of_powers(struct reckoning *r, int64_t p, int64_t e)
{
    struct val sum = val_int(1);

    for (; e > 0; e--)
        sum = val_add(r, val_mul(r, sum, val_int(p)), val_int(1));
    return sum;
}

static struct val count_of_powers(struct reckoning *r, int64_t p, int64_t e)
{
    (void)r;
    (void)p;
    return val_int(e + 1);
}

BUILTIN(divisor_sum)
{
    (void)n;
    return over_powers(r, a[0], sum_of_powers);
}

BUILTIN(divisor_count)
{
    (void)n;
    return over_powers(r, a[0], count_of_powers);
}

BUILTIN(next_prime)
{
    int64_t x;

    (void)n;
    if (!val_spend(r, 2000) ||
        !val_get_int(r, a[0], -FACTOR_MOST, FACTOR_MOST, &x))
        return VAL_FAILED;
    return val_int(x < 2 ? 2 : (int64_t)n_nextprime((ulong)x, 1));
}

BUILTIN(primes)
{
    int64_t from, to, p;
    struct val d;
    size_t count = 0;

    (void)n;
    if (!val_get_int(r, a[0], -FACTOR_MOST, FACTOR_MOST, &from) ||
        !val_get_int(r, a[1], -FACTOR_MOST, FACTOR_MOST, &to))
        return VAL_FAILED;
    from = from < 2 ? 2 : from;
    if (to - from >= VAL_ITEMS)
        return val_fail(r, "primes() goes through at most %d numbers",
                        VAL_ITEMS);
    d = val_row(r, VAL_LIST, to < from ? 0 : (size_t)(to - from) + 1);
    for (p = from; p <= to && val_spend(r, 4); p++)
        if (n_is_prime((ulong)p)) {
            d.row->at[count++] = val_int(p);
            val_spend(r, 50);
        }
    if (r->failed)
        return VAL_FAILED;
    d.row->n = count;
    return d;
}

BUILTIN(jacobi)
{
    fmpz_t x;
    int64_t m;
    int sign = 0;

    (void)n;
    if (!val_spend_on(r, a[0], a[0]) ||
        !val_get_int(r, a[1], 1, FACTOR_MOST, &m))
        return VAL_FAILED;
    if (m % 2 == 0)
        return val_fail(r, "the second number of jacobi() is odd, not %s",
                        val_what(r, a[1]));
    fmpz_init(x);
    if (val_get_fmpz(r, a[0], x))
        sign = n_jacobi_unsigned(fmpz_fdiv_ui(x, (ulong)m), (ulong)m);
    fmpz_clear(x);
    return r->failed ? VAL_FAILED : val_int(sign);
}

static bool power_is_one(struct reckoning *r, struct val x, int64_t e,
                         struct val m)
{
    struct val args[3] = { x, val_int(e), m }, one = fn_power_mod(r, args, 3);

    return one.kind == VAL_INT && one.i == (m.i == 1 ? 0 : 1);
}

/* The order divides phi(m): primes are taken away while the power stays 1. */
BUILTIN(order_mod)
{
    struct val phi = fn_phi(r, a + 1, 1);
    n_factor_t f;

    (void)n;
    if (r->failed || !factors_of(r, phi, &f))
        return VAL_FAILED;
    if (!power_is_one(r, a[0], phi.i, a[1]))
        return val_fail(r, "%s has no order modulo %s", val_what(r, a[0]),
                        val_what(r, a[1]));
    for (int i = 0; i < f.num; i++)
        for (int k = 0; k < (int)f.exp[i] && !r->failed; k++)
            if (power_is_one(r, a[0], phi.i / (int64_t)f.p[i], a[1]))
                phi.i /= (int64_t)f.p[i];
    return r->failed ? VAL_FAILED : phi;
}

/* Walks through the powers until one comes again; no theorem is used. */
BUILTIN(cycle_mod)
{
    struct arena scratch = { 0 };
    int64_t m, base, x, e = 0;
    int32_t *seen; /* by remainder: its exponent + 1 */
    fmpz_t z;

    (void)n;
    if (!val_get_int(r, a[1], 1, CYCLE_MOST, &m) ||
        !val_spend(r, 1 + (uint64_t)m / 128))
        return VAL_FAILED;
    fmpz_init(z);
    base = val_get_fmpz(r, a[0], z) ? (int64_t)fmpz_fdiv_ui(z, (ulong)m) : 0;
    fmpz_clear(z);
    if (r->failed)
        return VAL_FAILED;
    seen = arena_array(&scratch, int32_t, (size_t)m);
    for (x = 1 % m; !seen[x]; x = x * base % m)
        seen[x] = (int32_t)++e;
    x = seen[x] - 1;
    arena_clear(&scratch);
    return val_spend(r, (uint64_t)e / 8) ? pair(r, x, e - x) : VAL_FAILED;
}

/* ---- counting ---- */

BUILTIN(factorial)
{
    int64_t x;
    fmpz_t z;

    (void)n;
    if (!val_get_int(r, a[0], 0, BINOMIAL_MOST, &x) ||
        !val_spend(r, 1 + (uint64_t)x))
        return VAL_FAILED;
    fmpz_init(z);
    fmpz_fac_ui(z, (ulong)x);
    return val_fmpz(r, z);
}

BUILTIN(binomial)
{
    int64_t x, k;
    fmpz_t z;

    (void)n;
    if (!val_get_int(r, a[0], 0, BINOMIAL_MOST, &x) ||
        !val_get_int(r, a[1], -BINOMIAL_MOST, BINOMIAL_MOST, &k) ||
        !val_spend(r, 1 + (uint64_t)x / 4))
        return VAL_FAILED;
    if (k < 0 || k > x)
        return val_int(0);
    fmpz_init(z);
    fmpz_bin_uiui(z, (ulong)x, (ulong)k);
    return val_fmpz(r, z);
}

/* ---- digits ---- */

BUILTIN(digits)
{
    struct val rest = a[0], base = a[1], d;
    size_t count = 0;
    int64_t b;
    int order = 0;

    (void)n;
    if (!val_get_int(r, base, 2, 1000000, &b) || !val_is_whole(rest) ||
        !val_order(r, rest, val_int(0), &order) || order < 0)
        return val_fail(r, "%s has no digits", val_what(r, rest));
    d = val_row(r, VAL_LIST, (size_t)val_bits(rest)); /* one a bit at most */
    while (!r->failed && count < val_bits(a[0])) {
        d.row->at[count++] = val_mod(r, rest, base);
        rest = val_quotient(r, rest, base);
        if (rest.kind == VAL_INT && rest.i == 0)
            break;
    }
    if (r->failed)
        return VAL_FAILED;
    d.row->n = count;
    return fn_reversed(r, &d, 1);
}

BUILTIN(from_digits)
{
    struct val so_far = val_int(0);

    (void)n;
    if (!val_is_row(a[0]))
        return val_fail(r, "a list is needed, not %s", val_what(r, a[0]));
    for (size_t i = 0; i < a[0].row->n && val_spend(r, 1); i++)
        so_far = val_add(r, val_mul(r, so_far, a[1]), a[0].row->at[i]);
    return so_far;
}

/* Digits above 9 are letters. */
BUILTIN(base_text)
{
    struct str out = str_in(r->arena);
    struct val d;
    int64_t base;

    if (!val_get_int(r, a[1], 2, 36, &base))
        return VAL_FAILED;
    d = fn_digits(r, a, n);
    for (size_t i = 0; !r->failed && i < d.row->n; i++)
        str_addc(&out, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[d.row->at[i].i]);
    return r->failed ? VAL_FAILED : val_text(str_get(&out));
}

/* ---- sequences ---- */

BUILTIN(fibonacci)
{
    int64_t x;
    fmpz_t z;

    (void)n;
    if (!val_get_int(r, a[0], 0, SEQUENCE_MOST, &x) ||
        !val_spend(r, 1 + (uint64_t)x / 8))
        return VAL_FAILED;
    fmpz_init(z);
    fmpz_fib_ui(z, (ulong)x);
    return val_fmpz(r, z);
}

/* Euler: p(n) is the sum of (-1)^{k+1} p(n - k (3k - 1) / 2) over k != 0. */
BUILTIN(partitions)
{
    struct val *p;
    int64_t most;

    (void)n;
    if (!val_get_int(r, a[0], 0, SEQUENCE_MOST, &most) ||
        !val_spend(r, 1 + (uint64_t)most))
        return VAL_FAILED;
    p = arena_array(r->arena, struct val, most + 1);
    p[0] = val_int(1);
    for (int64_t i = 1; i <= most && !r->failed; i++) {
        p[i] = val_int(0);
        for (int64_t k = 1; k * (3 * k - 1) / 2 <= i && val_spend(r, 12); k++) {
            int64_t second = i - k * (3 * k + 1) / 2;
            struct val two = p[i - k * (3 * k - 1) / 2];

            if (second >= 0)
                two = val_add(r, two, p[second]);
            p[i] = k % 2 ? val_add(r, p[i], two) : val_sub(r, p[i], two);
        }
    }
    return r->failed ? VAL_FAILED : p[most];
}

/* The row S(x, 0), ..., S(x, x) by S(m, k) = k S(m-1, k) + S(m-1, k-1). */
static struct val *stirling_row(struct reckoning *r, int64_t x)
{
    struct val *row = arena_array(r->arena, struct val, x + 2);

    for (int64_t k = 0; k <= x; k++)
        row[k] = val_int(k == 0);
    for (int64_t m = 1; m <= x; m++) {
        for (int64_t k = m; k > 0 && val_spend(r, 12); k--)
            row[k] = val_add(r, val_mul(r, val_int(k), row[k]), row[k - 1]);
        row[0] = val_int(0);
    }
    return row;
}

BUILTIN(stirling2)
{
    int64_t x, k;
    struct val *row;

    (void)n;
    if (!val_get_int(r, a[0], 0, STIRLING_MOST, &x) ||
        !val_get_int(r, a[1], 0, STIRLING_MOST, &k))
        return VAL_FAILED;
    if (k > x)
        return val_int(0);
    row = stirling_row(r, x);
    return r->failed ? VAL_FAILED : row[k];
}

BUILTIN(bell)
{
    struct val sum = val_int(0), *row;
    int64_t x;

    (void)n;
    if (!val_get_int(r, a[0], 0, STIRLING_MOST, &x))
        return VAL_FAILED;
    row = stirling_row(r, x);
    for (int64_t k = 0; k <= x && !r->failed; k++)
        sum = val_add(r, sum, row[k]);
    return r->failed ? VAL_FAILED : sum;
}
