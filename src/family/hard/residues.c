/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Integrals of rational functions over the real line, with poles of several
 * orders at h + k i: rational multiples of pi.
 *
 * solve() adds the residues of the upper half plane, in Gaussian integers.
 * check() sees no pole: it splits the integrand P / (D conj(D)) into U / D +
 * conj(U / D) by Euclid's algorithm for the real and the imaginary part of D;
 * the leading coefficient of U is the integral.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"

#include <inttypes.h>

#define ORDER_MOST  3
#define DEGREE_MOST 60 /* quadratic factors that check() multiplies out */

struct integral {
    struct ints h, k, order; /* one item for each pole h + k i, k > 0 */
    struct ints numerator;   /* coefficients, that of 1 first */
};

static const struct field fields[] = {
    INTS(struct integral, h, -999, 999),
    INTS(struct integral, k, 1, 999),
    INTS(struct integral, order, 1, ORDER_MOST),
    INTS(struct integral, numerator, -999, 999),
    { 0 },
};

/* ---- drawing ---- */

static bool is_taken(const struct integral *v, int64_t n, int64_t h, int64_t k)
{
    for (int64_t i = 0; i < n; i++)
        if (v->h.x[i] == h && v->k.x[i] == k)
            return true;
    return false;
}

static void draw_pole(struct pick *k, struct integral *v, int64_t left)
{
    int64_t most = left == k->depth ? left - 1 : left; /* there are two poles */
    int64_t reach = 6 + k->depth / 8, n = v->h.n, real, up;

    do {
        real = pick(k, -reach, reach);
        up = pick(k, 1, reach);
    } while (is_taken(v, n, real, up));
    v->h.x[n] = real;
    v->k.x[n] = up;
    v->order.x[n] = pick(k, 1, most < ORDER_MOST ? most : ORDER_MOST);
    v->h.n = v->k.n = v->order.n = n + 1;
}

static void draw(struct pick *k, void *values)
{
    struct integral *v = values;
    int64_t left = k->depth, terms = k->depth > 2 ? 4 : 3;

    v->h = ints_new(k->arena, (size_t)left);
    v->k = ints_new(k->arena, (size_t)left);
    v->order = ints_new(k->arena, (size_t)left);
    v->numerator = ints_new(k->arena, (size_t)terms);
    for (v->h.n = 0; left > 0; left -= v->order.x[v->h.n - 1])
        draw_pole(k, v, left);
    for (int64_t i = 0; i < terms; i++)
        v->numerator.x[i] = pick_but(k, -30, 30, 0);
}

/* ---- the statement ---- */

static void speak(struct speech *s, const void *values)
{
    const struct integral *v = values;
    struct str factors = str_in(s->arena);

    for (int64_t i = 0; i < v->h.n; i++) {
        int64_t h = v->h.x[i], k = v->k.x[i];
        int64_t c[] = { h * h + k * k, -2 * h, 1 };

        str_addf(&factors, "(%s)", latex_poly(s->arena, c, 3, "x"));
        if (v->order.x[i] > 1)
            str_addf(&factors, "^%" PRId64, v->order.x[i]);
    }
    form_let_text(
        s, "above",
        latex_poly(s->arena, v->numerator.x, (size_t)v->numerator.n, "x"));
    form_let_text(s, "below", str_get(&factors));
}

/* ---- the first road: residues in Gaussian integers ---- */

struct gauss {
    fmpz_t re, im;
};

static void gauss_init(struct gauss *z, int64_t re, int64_t im)
{
    fmpz_init_set_si(z->re, re);
    fmpz_init_set_si(z->im, im);
}

static void gauss_clear(struct gauss *z)
{
    fmpz_clear(z->re);
    fmpz_clear(z->im);
}

/* z += x y; z is neither x nor y. */
static void gauss_addmul(struct gauss *z, const struct gauss *x,
                         const struct gauss *y)
{
    fmpz_addmul(z->re, x->re, y->re);
    fmpz_submul(z->re, x->im, y->im);
    fmpz_addmul(z->im, x->re, y->im);
    fmpz_addmul(z->im, x->im, y->re);
}

static void gauss_mul(struct gauss *z, const struct gauss *x)
{
    struct gauss y;

    gauss_init(&y, 0, 0);
    gauss_addmul(&y, z, x);
    fmpz_swap(z->re, y.re);
    fmpz_swap(z->im, y.im);
    gauss_clear(&y);
}

/* The first terms of a power series in t = z - pole. */
struct series {
    struct gauss c[ORDER_MOST];
};

static void series_init(struct series *s, int64_t constant)
{
    for (size_t i = 0; i < ORDER_MOST; i++)
        gauss_init(&s->c[i], i ? 0 : constant, 0);
}

static void series_clear(struct series *s)
{
    for (size_t i = 0; i < ORDER_MOST; i++)
        gauss_clear(&s->c[i]);
}

/* Multiply by f + g t + h t^2, where h is 0 or 1. */
static void series_times(struct series *s, const struct gauss *f,
                         const struct gauss *g, bool square)
{
    for (size_t i = ORDER_MOST; i-- > 0;) {
        gauss_mul(&s->c[i], f);
        if (i >= 1)
            gauss_addmul(&s->c[i], &s->c[i - 1], g);
        if (i < 2 || !square)
            continue;
        fmpz_add(s->c[i].re, s->c[i].re, s->c[i - 2].re);
        fmpz_add(s->c[i].im, s->c[i].im, s->c[i - 2].im);
    }
}

/* P(pole + t), by Horner's scheme. */
static void set_numerator(struct series *s, const struct integral *v,
                          int64_t at)
{
    struct gauss pole, one;

    gauss_init(&pole, v->h.x[at], v->k.x[at]);
    gauss_init(&one, 1, 0);
    series_init(s, 0);
    for (int64_t i = v->numerator.n; i-- > 0;) {
        series_times(s, &pole, &one, false);
        fmpz_add_si(s->c[0].re, s->c[0].re, v->numerator.x[i]);
    }
    gauss_clear(&one);
    gauss_clear(&pole);
}

/* The denominator without its factor t^order: with w = pole - h, other factors
 * are t^2 + 2 w t + w^2 + k^2. */
static void set_denominator(struct series *s, const struct integral *v,
                            int64_t at)
{
    series_init(s, 1);
    for (int64_t j = 0; j < v->h.n; j++) {
        int64_t re = v->h.x[at] - v->h.x[j], im = v->k.x[at];
        int64_t k = v->k.x[j];
        struct gauss f, g;

        gauss_init(&f, re * re - im * im + k * k, 2 * re * im);
        gauss_init(&g, 2 * re, 2 * im);
        if (j == at) { /* t + 2 k i */
            fmpz_swap(f.re, g.re);
            fmpz_swap(f.im, g.im);
            fmpz_set_si(g.re, 1);
            fmpz_zero(g.im);
        }
        for (int64_t i = 0; i < v->order.x[j]; i++)
            series_times(s, &f, &g, j != at);
        gauss_clear(&g);
        gauss_clear(&f);
    }
}

/* The coefficient of t^(m - 1) in n / d is q[m - 1] / d_0^m, with q_j = n_j
 * d_0^j - sum of d_i d_0^(i - 1) q_(j - i). Leaves it in n, and d_0^m in `to`.
 */
static void divide(struct series *n, struct series *d, int64_t m,
                   struct gauss *to)
{
    for (int64_t j = 1; j < m; j++)
        for (int64_t i = 0; i < j; i++) { /* d_0^j, and d_0^(i - 1) below */
            gauss_mul(&n->c[j], &d->c[0]);
            if (j >= 2 && i)
                gauss_mul(&d->c[j], &d->c[0]);
        }
    for (int64_t j = 1; j < m; j++)
        for (int64_t i = 1; i <= j; i++) {
            struct gauss minus;

            gauss_init(&minus, -1, 0);
            gauss_mul(&minus, &d->c[i]);
            gauss_addmul(&n->c[j], &minus, &n->c[j - i]);
            gauss_clear(&minus);
        }
    for (int64_t i = 0; i < m; i++)
        gauss_mul(to, &d->c[0]);
}

/* Set the imaginary part of the residue at a pole. */
static void residue(fmpq_t out, const struct integral *v, int64_t at)
{
    int64_t m = v->order.x[at];
    struct series n, d;
    struct gauss to, *top = &n.c[m - 1];
    fmpz_t norm, im;

    set_numerator(&n, v, at);
    set_denominator(&d, v, at);
    gauss_init(&to, 1, 0);
    divide(&n, &d, m, &to);
    fmpz_init(norm);
    fmpz_init(im);
    fmpz_mul(norm, to.re, to.re);
    fmpz_addmul(norm, to.im, to.im);
    fmpz_mul(im, top->im, to.re);
    fmpz_submul(im, top->re, to.im);
    fmpq_set_fmpz_frac(out, im, norm);
    fmpz_clear(im);
    fmpz_clear(norm);
    gauss_clear(&to);
    series_clear(&d);
    series_clear(&n);
}

static void tell_residue(struct solving *s, const struct integral *v,
                         int64_t at, const fmpq_t im)
{
    if (!s->steps)
        return;
    let(s, "re", v->h.x[at]);
    let(s, "up", v->k.x[at]);
    let(s, "m", v->order.x[at]);
    let_text(s, "im", latex_fmpq(s->arena, im));
    tell(s, "residue");
}

static bool solve(struct solving *s, const void *values)
{
    const struct integral *v = values;
    fmpq_t sum, one;
    bool fraction;

    fmpq_init(sum);
    fmpq_init(one);
    tell(s, "theorem");
    for (int64_t i = 0; i < v->h.n; i++) {
        residue(one, v, i);
        tell_residue(s, v, i, one);
        fmpq_add(sum, sum, one);
    }
    fmpq_mul_si(sum, sum, -2);
    solving_key(s, "%s", latex_fmpq(s->arena, sum));
    tell(s, "end");
    fraction = !fmpz_is_one(fmpq_denref(sum));
    fmpq_clear(one);
    fmpq_clear(sum);
    return fraction;
}

/* ---- the second road: Euclid's algorithm ---- */

/* Multiply e + f i by x - h - k i. */
static void times_pole(fmpq_poly_t e, fmpq_poly_t f, int64_t h, int64_t k)
{
    fmpq_poly_t x, was, t;

    fmpq_poly_init(x);
    fmpq_poly_init(was);
    fmpq_poly_init(t);
    fmpq_poly_set_coeff_si(x, 1, 1);
    fmpq_poly_set_coeff_si(x, 0, -h);
    fmpq_poly_set(was, e);
    fmpq_poly_mul(e, e, x);
    fmpq_poly_scalar_mul_si(t, f, k);
    fmpq_poly_add(e, e, t);
    fmpq_poly_mul(f, f, x);
    fmpq_poly_scalar_mul_si(t, was, k);
    fmpq_poly_sub(f, f, t);
    fmpq_poly_clear(t);
    fmpq_poly_clear(was);
    fmpq_poly_clear(x);
}

/* P = 2 (V E + W F) for D = E + F i and U = V + W i. Sets the integral, -2 pi
 * times the leading coefficient of W, over pi. */
static void by_euclid(fmpq_t out, const struct integral *v, int64_t degree)
{
    fmpq_poly_t e, f, g, s, t, p;

    fmpq_poly_init(e);
    fmpq_poly_init(f);
    fmpq_poly_init(g);
    fmpq_poly_init(s);
    fmpq_poly_init(t);
    fmpq_poly_init(p);
    fmpq_poly_one(e);
    for (int64_t i = 0; i < v->h.n; i++)
        for (int64_t j = 0; j < v->order.x[i]; j++)
            times_pole(e, f, v->h.x[i], v->k.x[i]);
    for (int64_t i = 0; i < v->numerator.n; i++)
        fmpq_poly_set_coeff_si(p, (slong)i, v->numerator.x[i]);
    fmpq_poly_xgcd(g, s, t, e, f); /* g = 1: D and conj(D) share no root */
    fmpq_poly_mul(t, t, p);
    fmpq_poly_rem(t, t, e);
    fmpq_poly_get_coeff_fmpq(out, t, (slong)degree - 1);
    fmpq_neg(out, out);
    fmpq_poly_clear(p);
    fmpq_poly_clear(t);
    fmpq_poly_clear(s);
    fmpq_poly_clear(g);
    fmpq_poly_clear(f);
    fmpq_poly_clear(e);
}

/* Returns the number of quadratic factors, or 0 if the values make no
 * integral that converges. */
static int64_t factors_of(const struct integral *v)
{
    int64_t n = 0;

    if (v->k.n != v->h.n || v->order.n != v->h.n)
        return 0;
    for (int64_t i = 0; i < v->h.n; i++)
        n += v->order.x[i];
    return v->numerator.n <= 2 * n - 1 ? n : 0;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct integral *v = values;
    int64_t degree = factors_of(v);
    enum truth holds = TRUTH_NO;
    fmpq_t got, q;

    f->by = "Euclid's algorithm for polynomials";
    fmpq_init(got);
    fmpq_init(q);
    if (!degree || !key_rational(key, got)) {
        f->detail = "the key is no fraction, or the integral does not converge";
    } else if (degree > DEGREE_MOST) {
        f->detail = "the denominator is too long";
        holds = TRUTH_UNKNOWN;
    } else {
        by_euclid(q, v, degree);
        holds = fmpq_equal(q, got) ? TRUTH_YES : TRUTH_NO;
        f->detail =
            arena_printf(a, "the integral over pi is %s", latex_fmpq(a, q));
    }
    fmpq_clear(q);
    fmpq_clear(got);
    return holds;
}

static struct form_file text = {
#include "family/hard/residues.inc"
};

static const struct recipe recipe = {
    .text = &text,
    .size = sizeof(struct integral),
    .fields = fields,
    .draw = draw,
    .free_from = 1,
    .solve = solve,
    .speak = speak,
    .check = check,
};

static const struct family_depth depth = {
    .of = "quadratic factors of the denominator, with their orders",
    .least = 2,
    .most = DEGREE_MOST,
    .levels = { 2, 3, 5, 8, 14 },
};

const struct family hard_residues = {
    .name = "hard/residues",
    .version = 1,
    .answer = ANSWER_RATIONAL,
    HARD_CARD(&recipe, &depth),
};
