/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions whose values are closed forms: roots, exponentials, logarithms,
 * the trigonometric functions at angles whose values are roots, and complex
 * numbers.
 */
#include "family/language/builtin_int.h"
#include "family/language/val_complex.h"

/* ---- factors ---- */

#define FACTORS 20 /* 4 small primes, and 15 of a number of 64 bits */

struct factors {
    int n;
    struct {
        int64_t p, power;
    } at[FACTORS];
};

/* Find the primes of n > 0. Of a number above NUMBER_FACTOR, the smallest are
 * looked for first, so that powers of 6 and 10 are done. */
static bool get_factors(struct reckoning *r, const fmpz_t n, struct factors *f)
{
    fmpz_t rest, p;
    n_factor_t large;
    bool ok = val_spend(r, 2000 + fmpz_bits(n) * (fmpz_bits(n) / 512));

    f->n = 0;
    fmpz_init_set(rest, n);
    fmpz_init(p);
    for (int64_t small = 2;
         ok && small <= 7 && fmpz_cmp_si(rest, NUMBER_FACTOR) > 0;
         small += 1 + small % 2) {
        slong power = (fmpz_set_si(p, small), fmpz_remove(rest, rest, p));

        if (power > 0) {
            f->at[f->n].p = small;
            f->at[f->n++].power = power;
        }
    }
    n_factor_init(&large);
    if (ok && fmpz_cmp_si(rest, NUMBER_FACTOR) > 0) {
        val_fail(r, "a root or logarithm takes numbers of at most 10^18, apart "
                    "from their factors 2, 3, 5 and 7");
        ok = false;
    }
    if (ok)
        n_factor(&large, fmpz_get_ui(rest), 1);
    for (int i = 0; i < large.num; i++) {
        f->at[f->n].p = (int64_t)large.p[i];
        f->at[f->n++].power = large.exp[i];
    }
    fmpz_clear(p);
    fmpz_clear(rest);
    return ok;
}

/* Multiply the term by n^{p/q}, n > 0. */
static bool put_power(struct reckoning *r, struct number_term *t,
                      const fmpz_t n, int64_t p, int64_t q)
{
    struct factors f;

    if (!get_factors(r, n, &f))
        return false;
    for (int i = 0; i < f.n; i++)
        if (!atom_put(r, t,
                      (struct atom_power){ ATOM_ROOT, f.at[i].p,
                                           f.at[i].power * p, q }))
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

        if (f.atom == ATOM_NEST)
            return val_fail(r, "this has no root in closed form here: %s",
                            val_what(r, all));
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

static struct val first_term(struct reckoning *r, struct val x)
{
    fmpq_t c;

    fmpq_init(c);
    fmpq_set(c, x.number->at[0].c);
    return val_fmpq(r, c);
}

/* Is x the square of a rational number? */
static bool is_square(struct reckoning *r, struct val x, struct val *root)
{
    bool ok;
    fmpq_t q;

    if (!val_is_number(x) ||
        !val_spend(r, 50 + val_bits(x) * (val_bits(x) / 4096)))
        return false;
    fmpq_init(q);
    val_get_fmpq(r, x, q);
    ok = fmpz_is_square(fmpq_numref(q)) && fmpz_is_square(fmpq_denref(q));
    if (ok) {
        fmpz_sqrt(fmpq_numref(q), fmpq_numref(q));
        fmpz_sqrt(fmpq_denref(q), fmpq_denref(q));
        *root = val_fmpq(r, q);
    } else {
        fmpq_clear(q);
    }
    return ok && !r->failed;
}

static uint64_t bits_in_term(const struct number_term *t)
{
    return fmpz_bits(fmpq_numref(t->c)) + fmpz_bits(fmpq_denref(t->c));
}

/* A whole number of at most NUMBER_FACTOR. */
static bool get_small(const fmpq_t x, int64_t *out)
{
    bool fits = fmpz_cmp_si(fmpq_numref(x), NUMBER_FACTOR) <= 0 &&
                fmpz_cmp_si(fmpq_numref(x), -NUMBER_FACTOR) >= 0;

    *out = fits ? fmpz_get_si(fmpq_numref(x)) : 0;
    return fits;
}

/* The root of x = a + c sqrt(d) where no sum of simple roots is equal to it:
 * that of the largest rational number of which a and c are whole multiples,
 * and an atom. */
static struct val nested_root(struct reckoning *r, struct val x, int64_t d)
{
    const struct number_term *t = x.number->at;
    struct atom_power nest = { ATOM_NEST, d, 0, 0 };
    bool fits;
    fmpq_t content, a, c;

    if (!val_spend(r, 500 + bits_in_term(&t[0]) * (bits_in_term(&t[1]) / 256)))
        return VAL_FAILED;
    fmpq_init(content);
    fmpq_init(a);
    fmpq_init(c);
    fmpq_set(a, t[0].c);
    fmpq_set(c, t[1].c);
    fmpq_gcd(content, a, c);
    fmpq_div(a, a, content);
    fmpq_div(c, c, content);
    fits = get_small(a, &nest.p) && get_small(c, &nest.q);
    fmpq_clear(a);
    fmpq_clear(c);
    x = number_root(r, val_fmpq(r, content), 2);
    return fits ? val_mul(r, x, number_one(r, val_int(1), nest))
                : val_fail(r, "a root of a number above 10^18");
}

/* Is it c sqrt(d)? */
static bool is_square_root(const struct number_term *t, int64_t *d)
{
    *d = 1;
    for (size_t i = 0; i < t->n; i++) {
        if (t->at[i].atom != ATOM_ROOT || t->at[i].q != 2)
            return false;
        *d *= t->at[i].of; /* at most NUMBER_FACTOR */
    }
    return t->n > 0;
}

/* sqrt(a + b), where a and b^2 are rational, is sqrt((a + e)/2) plus or minus
 * sqrt((a - e)/2) if e^2 = a^2 - b^2 has a rational root e. It is the product of
 * the fourth root of d and such a sum if (b^2 - a^2) / d has one, where b is
 * c sqrt(d). Else it is no sum of roots: the field that it generates would be
 * one of two square roots or of one fourth root. */
static struct val root_of_two(struct reckoning *r, struct val x)
{
    const struct number_term *t = x.number->at;
    struct val half = val_int(2), a, b, e, first, second;
    int64_t d;

    if (x.number->n != 2 || t[0].n != 0 || !is_square_root(&t[1], &d))
        return val_fail(r, "this has no root in closed form here: %s",
                        val_what(r, x));
    a = first_term(r, x);
    b = val_sub(r, x, a);
    e = val_sub(r, val_mul(r, a, a), val_mul(r, b, b));
    if (!is_square(r, e, &e)) {
        e = val_div(r, e, val_int(-d));
        if (!is_square(r, e, &e))
            return r->failed ? VAL_FAILED : nested_root(r, x, d);
        first = number_root(r, val_int(d), 2);
        return val_mul(r, number_root(r, first, 2),
                       number_root(r, val_div(r, x, first), 2));
    }
    first = number_root(r, val_div(r, val_add(r, a, e), half), 2);
    second = number_root(r, val_div(r, val_sub(r, a, e), half), 2);
    return fmpq_sgn(t[1].c) > 0 ? val_add(r, first, second)
                                : val_sub(r, first, second);
}

struct val number_root(struct reckoning *r, struct val x, int64_t n)
{
    int sign;

    if (number_is_quotient(x))
        return val_fail(r, "this has no root in closed form here: %s",
                        val_what(r, x));
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
    struct val part = q == 1 ? val_int(k) : val_div(r, val_int(k), val_int(q));

    if (p)
        part = number_one(r, part, (struct atom_power){ ATOM_LOG, p, 1, 1 });
    return val_add(r, sum, part);
}

static struct val add_logs(struct reckoning *r, struct val sum, const fmpz_t n,
                           int64_t sign)
{
    struct factors f;

    if (r->failed || !get_factors(r, n, &f))
        return VAL_FAILED;
    for (int i = 0; i < f.n; i++)
        sum = add_log(r, sum, f.at[i].p, sign * f.at[i].power, 1);
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

        if (f->atom != ATOM_ROOT && f->atom != ATOM_E)
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

struct val number_power(struct reckoning *r, struct val a, struct val x)
{
    struct reckoning inside;
    struct val out;
    int sign;

    if (r->failed || !number_sign(r, a, &sign))
        return VAL_FAILED;
    if (sign <= 0)
        return val_fail(r, "%s has whole powers alone", val_what(r, a));
    inside = *r;
    out = number_exp(&inside, val_mul(&inside, x, number_ln(&inside, a)));
    r->work = inside.work;
    if (inside.failed && val_spend(r, 1))
        return val_fail(r, "%s to this power has no closed form here: %s",
                        val_what(r, a), val_what(r, x));
    return r->failed ? VAL_FAILED : out;
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
    struct val part = val_div(r, a[0], val_int(180));

    (void)n;
    return val_is_number(part)
               ? number_one(r, part, (struct atom_power){ ATOM_PI, 0, 1, 1 })
               : val_mul(r, part, number_pi(r));
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

/* Returns p sqrt(m) / 4. */
static struct val quarter_root(struct reckoning *r, int p, int m)
{
    struct val size = val_div(r, val_int(p), val_int(4));

    return p == 0 || m == 1 ? size
                            : val_mul(r, size, number_root(r, val_int(m), 2));
}

static struct val cosine_at(struct reckoning *r, size_t i)
{
    return val_add(r, quarter_root(r, cosines[i].p, cosines[i].m),
                   quarter_root(r, cosines[i].q, cosines[i].k));
}

/* The angle in degrees, from 0 to 359; -1: it is no such number. */
static int64_t degrees_of(struct reckoning *r, struct val x)
{
    const struct number_term *t = x.kind == VAL_NUMBER ? x.number->at : NULL;
    struct val d;

    if (!t || x.number->n != 1 || t->n != 1 || t->at[0].atom != ATOM_PI ||
        t->at[0].p != 1)
        return x.kind == VAL_INT && x.i == 0 ? 0 : -1;
    d = val_mul(r, first_term(r, x), val_int(180));
    d = val_mod(r, d, val_int(360));
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

/* ---- complex numbers ---- */

BUILTIN(complex)
{
    (void)n;
    return complex_new(r, a[0], a[1]);
}

BUILTIN(real_part)
{
    (void)n;
    return complex_re(r, a[0]);
}

BUILTIN(imaginary_part)
{
    (void)n;
    return complex_im(r, a[0]);
}
