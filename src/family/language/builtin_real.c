/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions whose values are closed forms: roots, exponentials, logarithms,
 * and the trigonometric functions at angles whose values are roots.
 */
#include "family/language/builtin_int.h"
#include "family/language/val_number.h"

/* ---- factors ---- */

/* Find the primes of n > 0. */
static bool get_factors(struct reckoning *r, const fmpz_t n, n_factor_t *f)
{
    n_factor_init(f);
    if (fmpz_cmp_si(n, NUMBER_FACTOR) > 0) {
        val_fail(r, "a root or logarithm takes numbers of at most 10^18");
        return false;
    }
    if (!val_spend(r, 2000))
        return false;
    n_factor(f, fmpz_get_ui(n), 1);
    return true;
}

/* Multiply the term by n^{p/q}, n > 0. */
static bool put_power(struct reckoning *r, struct number_term *t,
                      const fmpz_t n, int64_t p, int64_t q)
{
    n_factor_t f;

    if (!get_factors(r, n, &f))
        return false;
    for (int i = 0; i < f.num; i++)
        if (!atom_put(r, t,
                      (struct atom_power){ ATOM_ROOT, (int64_t)f.p[i],
                                           (int64_t)f.exp[i] * p, q }))
            return false;
    return true;
}

/* ---- roots ---- */

/* Multiply the term by c^{1/n}, c > 0. */
static bool put_root(struct reckoning *r, struct number_term *t, const fmpq_t c,
                     int64_t n)
{
    fmpz_t top, bottom;
    fmpq_t root;
    bool ok = true;

    fmpz_init(top);
    fmpz_init(bottom);
    fmpq_init(root);
    if (!fmpz_root(top, fmpq_numref(c), (slong)n)) {
        ok = put_power(r, t, fmpq_numref(c), 1, n);
        fmpz_one(top);
    }
    if (ok && !fmpz_root(bottom, fmpq_denref(c), (slong)n)) {
        ok = put_power(r, t, fmpq_denref(c), -1, n);
        fmpz_one(bottom);
    }
    if (ok) {
        fmpq_set_fmpz_frac(root, top, bottom);
        fmpq_mul(t->c, t->c, root);
    }
    fmpq_clear(root);
    fmpz_clear(bottom);
    fmpz_clear(top);
    return ok;
}

/* The root of one term: of its coefficient and of its atoms. */
static struct val root_of_term(struct reckoning *r, struct val all,
                               const struct number_term *x, int64_t n)
{
    struct val_number *out = number_new(r, 1);
    struct number_term *t = &out->at[0];

    if (!val_spend(r, 50 + fmpz_bits(fmpq_numref(x->c)) +
                          fmpz_bits(fmpq_denref(x->c))))
        return VAL_FAILED;
    fmpq_set_ui(t->c, 1, 1);
    put_root(r, t, x->c, n);
    for (size_t i = 0; i < x->n && !r->failed; i++) {
        struct atom_power f = x->at[i];

        if (f.atom == ATOM_PI || f.atom == ATOM_LOG) {
            if (f.p % n != 0)
                return val_fail(r, "this has no root in closed form here: %s",
                                val_what(r, all));
            f.p /= n;
        } else {
            f.q *= n;
        }
        atom_put(r, t, f);
    }
    out->n = 1;
    return number_done(r, out);
}

/* sqrt(a + b), where a and b^2 are rational, is sqrt((a + d)/2) plus or minus
 * sqrt((a - d)/2) if d^2 = a^2 - b^2 has a rational root d. */
static struct val root_of_two(struct reckoning *r, struct val x)
{
    struct val a = VAL_FAILED, b, d, half = val_int(2), first, second;
    int sign = 0;

    if (x.number->n == 2 && x.number->at[0].n == 0) {
        fmpq_t c;

        fmpq_init(c);
        fmpq_set(c, x.number->at[0].c);
        a = val_fmpq(r, c);
    }
    b = a.kind == VAL_NOTHING ? VAL_FAILED : val_sub(r, x, a);
    d = b.kind == VAL_NUMBER ? number_pow(r, b, 2) : VAL_FAILED;
    if (val_is_number(d) && !r->failed) {
        d = val_sub(r, val_mul(r, a, a), d);
        if (number_sign(r, d, &sign) && sign > 0)
            d = number_root(r, d, 2);
    }
    if (r->failed)
        return VAL_FAILED;
    if (sign <= 0 || !val_is_number(d))
        return val_fail(r, "this has no root in closed form here: %s",
                        val_what(r, x));
    first = number_root(r, val_div(r, val_add(r, a, d), half), 2);
    second = number_root(r, val_div(r, val_sub(r, a, d), half), 2);
    if (!r->failed && number_sign(r, b, &sign))
        return sign > 0 ? val_add(r, first, second) : val_sub(r, first, second);
    return VAL_FAILED;
}

struct val number_root(struct reckoning *r, struct val x, int64_t n)
{
    int sign;

    if (r->failed || !number_sign(r, x, &sign))
        return VAL_FAILED;
    if (sign == 0)
        return val_int(0);
    if (sign < 0 && n % 2 == 0)
        return val_fail(r, "%s has no real root", val_what(r, x));
    if (sign < 0)
        return val_neg(r, number_root(r, val_neg(r, x), n));
    if (val_is_number(x)) {
        struct number_term t = { .n = 0 };
        struct val out;

        fmpq_init(t.c);
        val_get_fmpq(r, x, t.c);
        out = root_of_term(r, x, &t, n);
        fmpq_clear(t.c);
        return out;
    }
    if (x.number->n == 1)
        return root_of_term(r, x, &x.number->at[0], n);
    return n == 2 ? root_of_two(r, x)
                  : val_fail(r, "this has no root in closed form here: %s",
                             val_what(r, x));
}

struct val number_surd(struct reckoning *r, struct val p, struct val q,
                       int64_t d)
{
    struct val_number *out = number_new(r, 2);
    struct number_term t = { .n = 0 };
    fmpz_t under;

    fmpz_init_set_si(under, d);
    fmpq_init(t.c);
    if (val_get_fmpq(r, p, t.c) && !fmpq_is_zero(t.c))
        number_put(r, out, &t);
    if (val_get_fmpq(r, q, t.c) && d > 0 && put_power(r, &t, under, 1, 2))
        number_put(r, out, &t);
    fmpq_clear(t.c);
    fmpz_clear(under);
    return number_done(r, out);
}

BUILTIN(sqrt)
{
    (void)n;
    return number_root(r, a[0], 2);
}

BUILTIN(cbrt)
{
    (void)n;
    return number_root(r, a[0], 3);
}

BUILTIN(nth_root)
{
    int64_t index;

    (void)n;
    return val_get_int(r, a[1], 2, NUMBER_INDEX, &index)
               ? number_root(r, a[0], index)
               : VAL_FAILED;
}

/* ---- e and logarithms ---- */

static bool get_exponent(struct reckoning *r, const fmpq_t x,
                         struct atom_power *f)
{
    if (fmpz_bits(fmpq_numref(x)) > 24 || fmpz_bits(fmpq_denref(x)) > 24) {
        val_fail(r, "an exponent is too large");
        return false;
    }
    f->p = fmpz_get_si(fmpq_numref(x));
    f->q = fmpz_get_si(fmpq_denref(x));
    return true;
}

/* e to a sum of rational numbers and rational multiples of logarithms. */
struct val number_exp(struct reckoning *r, struct val x)
{
    const struct val_number *terms = number_terms(r, x);
    struct val so_far = val_int(1);

    for (size_t i = 0; !r->failed && i < terms->n; i++) {
        const struct number_term *t = &terms->at[i];
        struct atom_power f = { ATOM_E, 0, 0, 1 };

        if (t->n == 1 && t->at[0].atom == ATOM_LOG && t->at[0].p == 1)
            f = (struct atom_power){ ATOM_ROOT, t->at[0].of, 0, 1 };
        else if (t->n)
            return val_fail(r, "e to this power has no closed form here: %s",
                            val_what(r, x));
        if (get_exponent(r, t->c, &f))
            so_far = val_mul(r, so_far, number_one(r, val_int(1), f));
    }
    return r->failed ? VAL_FAILED : so_far;
}

/* Add the logarithm of p^{k/q}: k/q times log p. */
static struct val add_log(struct reckoning *r, struct val sum, int64_t p,
                          int64_t k, int64_t q)
{
    struct val part = val_div(r, val_int(k), val_int(q));

    if (p)
        part = number_one(r, part, (struct atom_power){ ATOM_LOG, p, 1, 1 });
    return val_add(r, sum, part);
}

static struct val add_logs(struct reckoning *r, struct val sum, const fmpz_t n,
                           int64_t sign)
{
    n_factor_t f;

    if (r->failed || !get_factors(r, n, &f))
        return VAL_FAILED;
    for (int i = 0; i < f.num; i++)
        sum = add_log(r, sum, (int64_t)f.p[i], sign * (int64_t)f.exp[i], 1);
    return sum;
}

struct val number_ln(struct reckoning *r, struct val x)
{
    const struct val_number *terms = number_terms(r, x);
    struct val sum = val_int(0);
    int sign;

    if (!terms || !number_sign(r, x, &sign))
        return VAL_FAILED;
    if (sign <= 0)
        return val_fail(r, "%s has no logarithm", val_what(r, x));
    for (size_t i = 0; i < terms->at[0].n; i++) {
        const struct atom_power *f = &terms->at[0].at[i];

        if (f->atom == ATOM_PI || f->atom == ATOM_LOG)
            sign = 0;
        else
            sum = add_log(r, sum, f->atom == ATOM_ROOT ? f->of : 0, f->p, f->q);
    }
    if (terms->n != 1 || sign == 0)
        return val_fail(r, "this has no logarithm in closed form here: %s",
                        val_what(r, x));
    sum = add_logs(r, sum, fmpq_numref(terms->at[0].c), 1);
    return add_logs(r, sum, fmpq_denref(terms->at[0].c), -1);
}

BUILTIN(exp)
{
    (void)n;
    return number_exp(r, a[0]);
}

BUILTIN(ln)
{
    (void)n;
    return number_ln(r, a[0]);
}

BUILTIN(log)
{
    (void)n;
    return val_div(r, number_ln(r, a[1]), number_ln(r, a[0]));
}

/* ---- angles ---- */

struct val number_pi(struct reckoning *r)
{
    return number_one(r, val_int(1), (struct atom_power){ ATOM_PI, 0, 1, 1 });
}

BUILTIN(pi)
{
    (void)a;
    (void)n;
    return number_pi(r);
}

BUILTIN(degrees)
{
    (void)n;
    return val_div(r, val_mul(r, a[0], number_pi(r)), val_int(180));
}

/* The cosines from 0 to 90 degrees that are sums of square roots:
 * (p sqrt(m) + q sqrt(k)) / 4. */
static const struct {
    int degrees, p, m, q, k;
} cosines[] = {
    { 0, 4, 1, 0, 1 },   { 15, 1, 6, 1, 2 },  { 30, 2, 3, 0, 1 },
    { 36, 1, 5, 1, 1 },  { 45, 2, 2, 0, 1 },  { 60, 2, 1, 0, 1 },
    { 72, 1, 5, -1, 1 }, { 75, 1, 6, -1, 2 }, { 90, 0, 1, 0, 1 },
};

#define N_COSINES (sizeof(cosines) / sizeof(cosines[0]))

static struct val cosine_at(struct reckoning *r, size_t i)
{
    struct val p = val_mul(r, val_int(cosines[i].p),
                           number_root(r, val_int(cosines[i].m), 2));
    struct val q = val_mul(r, val_int(cosines[i].q),
                           number_root(r, val_int(cosines[i].k), 2));

    return val_div(r, val_add(r, p, q), val_int(4));
}

/* The angle in degrees, from 0 to 359; -1: it is no such number. */
static int64_t degrees_of(struct reckoning *r, struct val x)
{
    struct val d = val_div(r, val_mul(r, x, val_int(180)), number_pi(r));

    d = val_is_number(d) ? val_mod(r, d, val_int(360)) : d;
    return d.kind == VAL_INT ? d.i : -1;
}

/* The cosine of x, or of x less a right angle: its sine. */
static struct val cosine(struct reckoning *r, struct val x, int64_t less)
{
    int64_t d = degrees_of(r, x);
    size_t i = 0;

    if (d >= 0)
        d = (d + 360 - less) % 360;
    d = d > 180 ? 360 - d : d;
    while (i < N_COSINES && d >= 0 &&
           cosines[i].degrees != (d > 90 ? 180 - d : d))
        i++;
    if (r->failed)
        return VAL_FAILED;
    if (d < 0 || i == N_COSINES)
        return val_fail(r,
                        "this angle has no sine, cosine or tangent in "
                        "closed form here: %s",
                        val_what(r, x));
    return d > 90 ? val_neg(r, cosine_at(r, i)) : cosine_at(r, i);
}

BUILTIN(cos)
{
    (void)n;
    return cosine(r, a[0], 0);
}

BUILTIN(sin)
{
    (void)n;
    return cosine(r, a[0], 90);
}

BUILTIN(tan)
{
    struct val c = cosine(r, a[0], 0);

    (void)n;
    if (c.kind == VAL_INT && c.i == 0)
        return val_fail(r, "this angle has no tangent: %s", val_what(r, a[0]));
    return val_div(r, cosine(r, a[0], 90), c);
}

/* The angle of the table whose cosine, or tangent, has the size of x, with the
 * sign of x; a cosine below 0 is that of 180 degrees less the angle. */
static struct val angle_by(struct reckoning *r, struct val x, bool tangent)
{
    struct val size = fn_abs(r, &x, 1), sign = fn_sign(r, &x, 1);

    for (size_t i = 0; i < N_COSINES && !r->failed; i++) {
        int64_t d = cosines[i].degrees;
        struct val angle = val_int(d), radians = fn_degrees(r, &angle, 1);
        bool equal = false;

        if (tangent && (d % 15 != 0 || d == 90))
            continue; /* the sine is no sum of square roots */
        if (!val_equal(r, tangent ? fn_tan(r, &radians, 1) : cosine_at(r, i),
                       size, &equal) ||
            !equal)
            continue;
        if (tangent)
            return val_mul(r, sign, radians);
        return sign.i < 0 ? val_sub(r, number_pi(r), radians) : radians;
    }
    return val_fail(r, "there is no angle in closed form here for %s",
                    val_what(r, x));
}

BUILTIN(arccos)
{
    (void)n;
    return angle_by(r, a[0], false);
}

BUILTIN(arcsin)
{
    struct val right = val_div(r, number_pi(r), val_int(2));

    (void)n;
    return val_sub(r, right, angle_by(r, a[0], false));
}

BUILTIN(arctan)
{
    (void)n;
    return angle_by(r, a[0], true);
}
