/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A polynomial is factored completely over the integers, and the values of
 * its factors at a number t are asked: they show the factors, while the
 * polynomial itself does not.
 *
 * solve() factors as one does by hand: common factors, splitting the middle
 * term, grouping, differences of squares, sums of cubes. check() has the
 * polynomial factored by the general algorithm of FLINT (modulo a prime, then
 * lifted), evaluates what comes out, and compares the lists.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

#define TERMS_MOST   5
#define FACTORS_MOST 6

enum {
    KIND_QUADRATIC, /* x^2 + bx + c */
    KIND_SQUARES,   /* a^2 x^2 - b^2 */
    KIND_COMMON,    /* g (ax + b)(cx + d) */
    KIND_COMMON_X,  /* g x (ax + b)(cx + d) */
    KIND_GROUPING,  /* g (ax + b)(c^2 x^2 - d^2) */
    KIND_QUARTIC,   /* g (a^2 x^2 - b^2)(c^2 x^2 - d^2) */
    KIND_CUBES      /* (cx + d)(a^3 x^3 + b^3) */
};

struct polynomial {
    int64_t kind, n, t;
    int64_t c[TERMS_MOST]; /* lowest first */
};

#define COEFFICIENT_MOST INT64_C(1000000000000000)

static const struct field fields[] = {
    NUMBER(struct polynomial, kind, 0, 6),
    LIST(struct polynomial, c, n, -COEFFICIENT_MOST, COEFFICIENT_MOST),
    SLOT(struct polynomial, t, -100000, 100000),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "simple", "x^2 + bx + c with integer roots up to 50 in size, not 0, or a "
                "difference of squares with coefficients up to 49 x^2" },
    { "common", "a common factor from 2 to 9, perhaps x as well, and a "
                "quadratic polynomial with two factors ax + b, a up to 6, b up "
                "to 15" },
    { "combined", "degree 3 or 4: grouping and a difference of squares, two "
                  "differences of squares in x^2, or grouping and a sum or "
                  "difference of cubes" },
};

/* p = p q, q of n terms. */
static void multiply(struct polynomial *p, const int64_t *q, int64_t n)
{
    int64_t out[TERMS_MOST] = { 0 };

    for (int64_t i = 0; i < p->n; i++)
        for (int64_t j = 0; j < n; j++)
            out[i + j] += p->c[i] * q[j];
    p->n += n - 1;
    for (int64_t i = 0; i < p->n; i++)
        p->c[i] = out[i];
}

static void times_linear(struct polynomial *p, int64_t a, int64_t b)
{
    multiply(p, (int64_t[]){ b, a }, 2);
}

/* (x + p)(x + q) with p up to 60 and q up to 40 places behind it, or a^2 x^2 - b^2 with a
 * prime that does not divide b: all in a row. */
static void draw_simple(struct pick *k, struct polynomial *v)
{
    static const int64_t primes[] = { 2, 3, 5, 7 };
    int64_t many = 120, gaps = 40,
            rank = pick(k, 0, many * gaps + 4 * many - 1);

    v->t = pick_wide(k, 2, 200);
    v->n = v->c[0] = 1;
    if (rank < many * gaps) {
        int64_t p = pick_turned(rank / gaps), q; /* neither is 0 */

        p = pick_longer(k, p);
        q = p + pick_longer(k, rank % gaps) + 1;
        q += p < 0 && q >= 0;

        v->kind = KIND_QUADRATIC;
        times_linear(v, 1, p);
        times_linear(v, 1, q);
    } else {
        int64_t j = pick_longer(k, (rank - many * gaps) / 4);
        int64_t a = primes[rank % 4], b = j / (a - 1) * a + j % (a - 1) + 1;

        v->kind = KIND_SQUARES;
        times_linear(v, a, -b);
        times_linear(v, a, b);
    }
}

static void draw_common(struct pick *k, struct polynomial *v)
{
    int64_t p[2], q[2], sign;

    v->kind = pick(k, KIND_COMMON, KIND_COMMON_X);
    pick_fractions(k, 15, 1, 6, 2, p, q);
    sign = pick(k, 0, 3);
    v->n = 1;
    v->c[0] = pick(k, 2, 9);
    v->t = pick_wide(k, 2, 40);
    for (int i = 0; i < 2; i++)
        times_linear(v, q[i], sign >> i & 1 ? -p[i] : p[i]);
    if (v->kind == KIND_COMMON_X)
        times_linear(v, 1, 0);
}

/* Two bits are left over where signs do not matter: they make a common
 * factor. */
static void draw_combined(struct pick *k, struct polynomial *v)
{
    int64_t p[2], q[2], sign, a, b, c, d;

    v->kind = pick(k, KIND_GROUPING, KIND_CUBES);
    pick_fractions(k, 9, 1, 5, 2, p, q);
    sign = pick(k, 0, 3);
    v->t = pick_wide(k, 2, 40);
    v->n = v->c[0] = 1;
    a = q[0];
    b = sign & 1 ? -p[0] : p[0];
    c = q[1];
    d = sign & 2 ? -p[1] : p[1];
    if (v->kind == KIND_GROUPING) {
        v->c[0] = 1 + (sign >> 1);
        times_linear(v, a, b);
        multiply(v, (int64_t[]){ -d * d, 0, c * c }, 3);
    } else if (v->kind == KIND_QUARTIC) {
        v->c[0] = 1 + sign;
        multiply(v, (int64_t[]){ -b * b, 0, a * a }, 3);
        multiply(v, (int64_t[]){ -d * d, 0, c * c }, 3);
    } else {
        times_linear(v, c, d);
        multiply(v, (int64_t[]){ b * b * b, 0, 0, a * a * a }, 4);
    }
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_simple
     : k->level == 2 ? draw_common
                     : draw_combined)(k, values);
}

/* ---- the first road: by hand ---- */

struct factor {
    int64_t c[3]; /* lowest first */
};

struct factors {
    struct factor f[FACTORS_MOST];
    int n;
};

static void add(struct factors *fs, int64_t c0, int64_t c1, int64_t c2)
{
    fs->f[fs->n++] = (struct factor){ { c0, c1, c2 } };
}

static const char *show(struct solving *s, const int64_t *c, size_t n)
{
    return latex_poly(s->arena, c, n, "x");
}

/* The square root, when x is a square. */
static bool root_of(int64_t x, int64_t *root)
{
    ulong rest;

    if (x < 0)
        return false;
    *root = (int64_t)n_sqrtrem(&rest, (ulong)x);
    return rest == 0;
}

/* The square root of b^2 - 4ac, which may be large. */
static bool root_of_discriminant(int64_t a, int64_t b, int64_t c, int64_t *root)
{
    bool ok;
    fmpz_t d, t;

    fmpz_init_set_si(d, b);
    fmpz_init_set_si(t, a);
    fmpz_mul(d, d, d);
    fmpz_mul_si(t, t, 4);
    fmpz_mul_si(t, t, c);
    fmpz_sub(d, d, t);
    ok = fmpz_sgn(d) >= 0 && fmpz_is_square(d);
    if (ok) {
        fmpz_sqrt(d, d);
        *root = fmpz_get_si(d); /* below 10^16 */
    }
    fmpz_clear(t);
    fmpz_clear(d);
    return ok;
}

/* c[2] y^2 + c[1] y + c[0] = (a y + b)(d y + e) by splitting the middle term;
 * no common factor, c[2] > 0. */
static bool split(struct solving *s, const int64_t *c, const char *y,
                  int64_t *out)
{
    int64_t root, low, high, g;
    struct arena *a = s->arena;

    if (c[2] <= 0 || !root_of_discriminant(c[2], c[1], c[0], &root))
        return false;
    low = (c[1] - root) / 2;
    high = (c[1] + root) / 2;
    g = integer_gcd(c[2], low);
    out[0] = c[2] / g;
    out[1] = low / g;
    out[2] = g;
    out[3] = high / out[0];
    solving_step(s,
                 "For $%s$ we need two numbers with sum $%" PRId64
                 "$ and product $%s \\cdot %s$: they are $%" PRId64
                 "$ and $%" PRId64 "$.",
                 latex_poly(a, c, 3, y), c[1], latex_bracket(a, c[2]),
                 latex_bracket(a, c[0]), low, high);
    solving_step(s, "Splitting the middle term gives $(%s)(%s)$.",
                 latex_poly(a, (int64_t[]){ out[1], out[0] }, 2, y),
                 latex_poly(a, (int64_t[]){ out[3], out[2] }, 2, y));
    return true;
}

/* h x^2 + k as a difference of squares. */
static bool squares(struct solving *s, int64_t h, int64_t k, struct factors *fs)
{
    int64_t a, b;

    if (k == 0 || !root_of(h, &a) || !root_of(-k, &b) || a == 0)
        return false;
    add(fs, -b, a, 0);
    add(fs, b, a, 0);
    solving_step(s, "Difference of squares: $%s = (%s)(%s)$.",
                 show(s, (int64_t[]){ k, 0, h }, 3),
                 show(s, (int64_t[]){ -b, a }, 2),
                 show(s, (int64_t[]){ b, a }, 2));
    return true;
}

static bool by_splitting(struct solving *s, const int64_t *c,
                         struct factors *fs)
{
    int64_t f[4];

    if (!split(s, c, "x", f))
        return false;
    add(fs, f[1], f[0], 0);
    add(fs, f[3], f[2], 0);
    return true;
}

static bool in_squares(struct solving *s, const int64_t *c, struct factors *fs)
{
    int64_t f[4];

    if (c[1] || c[3])
        return false;
    solving_step(s, "Put $y = x^2$.");
    return split(s, (int64_t[]){ c[0], c[2], c[4] }, "y", f) &&
           squares(s, f[0], f[1], fs) && squares(s, f[2], f[3], fs);
}

/* Two pairs of terms: c[n-1] x^{n-1} + c[n-2] x^{n-2} + c[1] x + c[0] is
 * (a x + b)(h x^{n-2} + k); puts a, b, h and k. */
static bool group(struct solving *s, const int64_t *c, size_t n, int64_t *out)
{
    int64_t h = integer_gcd(c[n - 1], c[n - 2]);
    int64_t power[TERMS_MOST] = { 0 };
    const char *linear, *minus;

    if (c[n - 1] <= 0)
        return false;
    out[0] = c[n - 1] / h;
    out[1] = c[n - 2] / h;
    out[2] = h;
    out[3] = c[1] / out[0];
    if (out[3] == 0 || c[1] % out[0] || c[0] % out[3] ||
        c[0] / out[3] != out[1])
        return false;
    linear = show(s, (int64_t[]){ out[1], out[0] }, 2);
    minus = out[3] < 0 ? " - " : " + ";
    power[n - 2] = h;
    solving_step(s, "Group the terms in pairs: $%s = %s(%s)%s%" PRId64 "(%s)$.",
                 show(s, c, n), show(s, power, n), linear, minus,
                 out[3] < 0 ? -out[3] : out[3], linear);
    power[0] = out[3];
    solving_step(s, "Take out the common bracket: $(%s)(%s)$.", linear,
                 show(s, power, n));
    return true;
}

static bool by_grouping(struct solving *s, const int64_t *c, struct factors *fs)
{
    int64_t f[4];

    if (!group(s, c, 4, f))
        return false;
    add(fs, f[1], f[0], 0);
    return squares(s, f[2], f[3], fs);
}

static bool cube_root(int64_t x, int64_t *root)
{
    int64_t r = 0, size = x < 0 ? -x : x;

    for (int64_t bit = 1 << 14; bit; bit >>= 1)
        if ((r + bit) * (r + bit) * (r + bit) <= size)
            r += bit;
    *root = x < 0 ? -r : r;
    return r * r * r == size;
}

/* h x^3 + k as a sum or difference of cubes, behind grouping. */
static bool with_cubes(struct solving *s, const int64_t *c, struct factors *fs)
{
    int64_t f[4], a, b;

    if (c[2] || !group(s, c, 5, f) || !cube_root(f[2], &a) ||
        !cube_root(f[3], &b))
        return false;
    add(fs, f[1], f[0], 0);
    add(fs, b, a, 0);
    add(fs, b * b, -a * b, a * a);
    solving_step(
        s, "%s of cubes: $%s = (%s)(%s)$.", b < 0 ? "Difference" : "Sum",
        show(s, (int64_t[]){ f[3], 0, 0, f[2] }, 4),
        show(s, fs->f[fs->n - 2].c, 3), show(s, fs->f[fs->n - 1].c, 3));
    solving_step(s,
                 "The quadratic factor has the negative discriminant $-3 "
                 "\\cdot %s^2 \\cdot %s^2$ and no further factors.",
                 latex_bracket(s->arena, a), latex_bracket(s->arena, b));
    return true;
}

/* Divide by the common factor of all coefficients, and by x. */
static bool take_out(struct solving *s, const struct polynomial *v, int64_t *c,
                     size_t *n, struct factors *fs)
{
    bool by_x = v->kind == KIND_COMMON_X;
    int64_t g = 0;

    for (int64_t i = 0; i < v->n; i++)
        g = integer_gcd(g, v->c[i]);
    if (by_x && v->c[0])
        return false;
    *n = (size_t)v->n - by_x;
    for (size_t i = 0; i < *n; i++)
        c[i] = v->c[i + by_x] / g;
    if (g > 1)
        add(fs, g, 0, 0);
    if (by_x)
        add(fs, 0, 1, 0);
    if (g > 1 || by_x)
        solving_step(s, "Take out the common factor: $%s = %s%s(%s)$.",
                     show(s, v->c, (size_t)v->n),
                     g > 1 ? arena_printf(s->arena, "%" PRId64, g) : "",
                     by_x ? "x" : "", show(s, c, *n));
    return true;
}

static bool factor(struct solving *s, const struct polynomial *v,
                   struct factors *fs)
{
    static const size_t terms[] = { 3, 3, 3, 3, 4, 5, 5 };
    int64_t c[TERMS_MOST];
    size_t n;

    if (!take_out(s, v, c, &n, fs) || n != terms[v->kind])
        return false;
    switch (v->kind) {
    case KIND_SQUARES: return c[1] == 0 && squares(s, c[2], c[0], fs);
    case KIND_GROUPING: return by_grouping(s, c, fs);
    case KIND_QUARTIC: return in_squares(s, c, fs);
    case KIND_CUBES: return with_cubes(s, c, fs);
    default: return by_splitting(s, c, fs);
    }
}

/* At most 5 10^8 t^2 + 10^13 t, with t up to 10^5: see solve(). */
static int64_t value(struct factor f, int64_t t)
{
    return (f.c[2] * t + f.c[1]) * t + f.c[0];
}

static void sort(int64_t *x, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j && x[j - 1] > x[j]; j--) {
            int64_t y = x[j];

            x[j] = x[j - 1];
            x[j - 1] = y;
        }
}

#define SOLVED_MOST INT64_C(10000000000000)

static bool solve(struct solving *s, const void *values)
{
    const struct polynomial *v = values;
    struct str list = str_in(s->arena);
    struct factors fs = { .n = 0 };
    int64_t x[FACTORS_MOST];

    for (int64_t i = 0; i < v->n; i++)
        if (v->c[i] > SOLVED_MOST || v->c[i] < -SOLVED_MOST)
            return false;
    if (v->n == 0 || v->c[v->n - 1] <= 0 || !factor(s, v, &fs))
        return false;
    for (int i = 0; i < fs.n; i++) {
        x[i] = value(fs.f[i], v->t);
        str_addf(&list, "%s$%s$", words_join((size_t)i, (size_t)fs.n),
                 show(s, fs.f[i].c, 3));
    }
    solving_step(s, "So the factors are %s.", str_get(&list));
    sort(x, fs.n);
    solving_key(s, "%s", latex_list(s->arena, x, (size_t)fs.n));
    solving_step(s, "Their values at $x = %" PRId64 "$, by size: $%s$.", v->t,
                 s->key);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct polynomial *v = values;

    speech_set(s, "poly", "%s", latex_poly(s->arena, v->c, (size_t)v->n, "x"));
}

static const struct wording wordings[] = {
    { STYLE_TERSE,
      "Factorise $<poly>$ completely. Values of the factors at $x = "
      "<t>$?",
      NULL },
    { STYLE_PLAIN,
      "Factorise the polynomial $<poly>$ completely over the integers. Which "
      "values do its factors have at $x = <t>$?",
      NULL },
    { STYLE_PLAIN,
      "The polynomial $f(x) = <poly>$ is written as a product of factors that "
      "cannot be split further. Find the values of all these factors for $x = "
      "<t>$.",
      NULL },
    { STYLE_PLAIN,
      "Write $<poly>$ as a product of irreducible factors, and evaluate each "
      "of them at $x = <t>$.",
      NULL },
    { STYLE_STORY,
      "<name> replaces a machine that turns a number $x$ into $<poly>$ by "
      "several smaller machines, one for each factor of this polynomial; the "
      "product of their outputs is the old output. The polynomial is "
      "factorised completely. Which outputs do the small machines give for $x = "
      "<t>$?",
      NULL },
    { STYLE_STORY,
      "In a signal chain, every amplifier multiplies the signal by one factor "
      "of the polynomial $<poly>$, where $x$ is the position of a dial, and "
      "all amplifiers together multiply it by the whole polynomial, which is "
      "factorised completely. The dial is set to $<t>$. By which numbers do "
      "the amplifiers multiply?",
      NULL },
    { STYLE_STORY,
      "For a puzzle, <name> factorises $<poly>$ completely and writes every "
      "factor on its own card. <name2> then puts $x = <t>$ into each card. "
      "Which numbers does <name2> get?",
      NULL },
    { 0 },
};

/* ---- the second road: the general algorithm ---- */

/* The values at t of all factors of the polynomial, sorted; how many, or 0
 * when there are more or larger ones than a key can have. */
static size_t general(const struct polynomial *v, int64_t *out)
{
    fmpz_poly_factor_t fac;
    fmpz_poly_t p;
    fmpz_t t, y;
    size_t n = 0;
    bool ok = true;

    fmpz_poly_init(p);
    fmpz_poly_factor_init(fac);
    fmpz_init_set_si(t, v->t);
    fmpz_init(y);
    for (int64_t i = 0; i < v->n; i++)
        fmpz_poly_set_coeff_si(p, i, v->c[i]);
    fmpz_poly_factor(fac, p);
    if (!fmpz_is_one(&fac->c)) {
        ok = fmpz_sgn(&fac->c) > 0;
        out[n++] = fmpz_get_si(&fac->c);
    }
    for (slong i = 0; i < fac->num && ok; i++) {
        fmpz_poly_evaluate_fmpz(y, fac->p + i, t);
        ok = fmpz_bits(y) < 60;
        for (slong j = 0; j < fac->exp[i] && ok; j++)
            out[n++] = fmpz_get_si(y);
    }
    fmpz_clear(y);
    fmpz_clear(t);
    fmpz_poly_factor_clear(fac);
    fmpz_poly_clear(p);
    return ok ? n : 0;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct polynomial *v = values;
    int64_t want[FACTORS_MOST] = { 0 }, have[FACTORS_MOST];
    size_t n, m;

    (void)a;
    f->by = "factoring modulo primes";
    f->detail = "the key is not a list of up to six integers";
    if (!key_ints(key, "", "", have, FACTORS_MOST, &n))
        return TRUTH_NO;
    f->detail = "the polynomial has no positive leading coefficient or is "
                "constant";
    if (v->n < 2 || v->c[v->n - 1] <= 0)
        return TRUTH_NO;
    m = general(v, want);
    f->detail = "the polynomial does not factor, or its values are too large";
    if (m < 2)
        return TRUTH_NO;
    sort(want, (int)m);
    f->detail = "the polynomial has another number of factors";
    if (m != n)
        return TRUTH_NO;
    f->detail = "the values of the factors are others";
    for (size_t i = 0; i < n; i++)
        if (want[i] != have[i])
            return TRUTH_NO;
    f->detail = "the general algorithm finds factors with the same values";
    return TRUTH_YES;
}

static const struct recipe recipe = {
    .size = sizeof(struct polynomial),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "The greatest common divisor of the coefficients, if it is not "
            "$1$, counts as one factor (it is not split). The other factors "
            "are irreducible polynomials with integer coefficients, each with "
            "a positive leading coefficient and no common divisor of its "
            "coefficients but $1$. List the values in increasing order, equal "
            "ones as often as they occur.",
    .check = check,
};

const struct family concept_factor_polynomials = {
    .name = "concept/factor-polynomials",
    .version = 2,
    .title = "Factoring polynomials",
    .doc = "The values at a given number of all factors of a polynomial that "
           "is factorised completely over the integers. The worked solution "
           "takes out common factors, splits the middle term, groups, and "
           "uses differences of squares and sums of cubes.",
    .concepts = { HIGH_FACTOR_POLY },
    .answer = ANSWER_LIST,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
