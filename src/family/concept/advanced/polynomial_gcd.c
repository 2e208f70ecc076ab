/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The monic greatest common divisor of two polynomials over the rational
 * numbers, or their monic least common multiple. One of the two is given as a
 * product with a linear factor x + s.
 *
 * solve() runs Euclid's algorithm with remainders. check() does not: it
 * divides both polynomials by the key (or the key by both) and shows by a
 * resultant that the two quotients have no factor in common.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/flint_poly.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind { DIVISOR, MULTIPLE };

#define COEFFICIENTS 6
#define MOST         INT64_C(1000000000000)

struct polynomials {
    int64_t kind, s;
    int64_t n, f[COEFFICIENTS]; /* f[0] + f[1] x + ... */
    int64_t m, g[COEFFICIENTS]; /* the second one is (x + s) times this */
};

static const struct field fields[] = {
    NUMBER(struct polynomials, kind, 0, MULTIPLE),
    SLOT(struct polynomials, s, -10000, 10000),
    LIST(struct polynomials, f, n, -MOST, MOST),
    LIST(struct polynomials, g, m, -MOST, MOST),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "roots", "two cubics with integer roots from -9 to 9; the divisor is "
               "quadratic" },
    { "quadratic factor", "two polynomials of degree 4 that share a linear "
                          "factor and a quadratic one, which need not split" },
    { "degree 5", "the divisor, of degree 3, of two polynomials of degree 5, "
                  "or the least common multiple, of degree 7 in most cases, "
                  "of polynomials of degrees 4 and 5" },
};

/* p, of n coefficients, times x + a; times x^2 + ax + b. */
static void times_linear(int64_t *p, int64_t *n, int64_t a)
{
    p[*n] = 0;
    for (int64_t i = *n; i >= 0; i--)
        p[i] = a * p[i] + (i > 0 ? p[i - 1] : 0);
    ++*n;
}

static void times_quadratic(int64_t *p, int64_t *n, int64_t a, int64_t b)
{
    p[*n] = p[*n + 1] = 0;
    for (int64_t i = *n + 1; i >= 0; i--)
        p[i] = b * p[i] + (i > 0 ? a * p[i - 1] : 0) + (i > 1 ? p[i - 2] : 0);
    *n += 2;
}

/* (x - p)(x - q)(x - w) and (x - p) (x - q)(x - t), the roots in any roles. */
static void draw_roots(struct pick *k, struct polynomials *v)
{
    int64_t x[4], role[4];

    pick_subset_wide(k, -9, 8, 4, x);
    pick_order(k, 4, role);
    for (int i = 0; i < 4; i++)
        x[i] += x[i] >= 0; /* not 0 */
    v->s = x[role[0]];
    times_linear(v->f, &v->n, v->s);
    for (int i = 1; i < 3; i++)
        times_linear(v->f, &v->n, x[role[i]]);
    for (int i = 1; i < 4; i += 2)
        times_linear(v->g, &v->m, x[role[i]]);
}

/* D (x + s)(x + a) and (x + s) D (x + b), D = x^2 + dx + c. */
static void draw_quadratic(struct pick *k, struct polynomials *v)
{
    int64_t c = pick_signed(k, 1, 12), d = pick(k, -7, 7);
    int64_t a = pick(k, -8, 8), b = pick_but(k, -8, 8, a);

    v->s = pick_signed(k, 1, 9);
    if (v->s == b) /* or the divisor, D (x + s), would stand in the text */
        v->s = b > 0 ? 10 : -10;
    times_quadratic(v->f, &v->n, d, c);
    times_linear(v->f, &v->n, v->s);
    times_linear(v->f, &v->n, a);
    times_quadratic(v->g, &v->m, d, c);
    times_linear(v->g, &v->m, b);
}

/* D = x^2 + dx + c times A = x^2 + ux + w, and times (x + s) and A + ex, which
 * is coprime to A, as w is not 0; for the divisor the first one has the factor x + s too. */
static void draw_long(struct pick *k, struct polynomials *v)
{
    int64_t c, d, u, w, e;

    v->kind = pick(k, DIVISOR, MULTIPLE);
    c = pick_signed(k, 1, 9);
    d = pick(k, -6, 6);
    u = pick(k, -5, 5);
    w = pick_signed(k, 1, 9);
    e = pick_but(k, -4, 4, 0);
    v->s = pick_signed(k, 1, 9);
    times_quadratic(v->f, &v->n, d, c);
    times_quadratic(v->f, &v->n, u, w);
    if (v->kind == DIVISOR)
        times_linear(v->f, &v->n, v->s);
    times_quadratic(v->g, &v->m, d, c);
    times_quadratic(v->g, &v->m, u + e, w);
}

static void draw(struct pick *k, void *values)
{
    struct polynomials *v = values;

    v->n = v->m = v->f[0] = v->g[0] = 1;
    (k->level == 1   ? draw_roots
     : k->level == 2 ? draw_quadratic
                     : draw_long)(k, v);
}

/* ---- the first road: Euclid ---- */

static const char *text(struct arena *a, const fmpz_poly_t p)
{
    return latex_fmpz_poly(a, p->coeffs, (size_t)p->length, "x");
}

static void set(fmpz_poly_t p, const int64_t *c, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        fmpz_poly_set_coeff_si(p, i, c[i]);
}

/* One division, over the rational numbers, as a step; r becomes the remainder
 * without its content. */
static void divide(struct solving *s, fmpz_poly_t r, const fmpz_poly_t a,
                   const fmpz_poly_t b)
{
    fmpq_poly_t x, y, quotient, rest;

    fmpq_poly_init(x);
    fmpq_poly_init(y);
    fmpq_poly_init(quotient);
    fmpq_poly_init(rest);
    fmpq_poly_set_fmpz_poly(x, a);
    fmpq_poly_set_fmpz_poly(y, b);
    fmpq_poly_divrem(quotient, rest, x, y);
    fmpq_poly_get_numerator(r, rest);
    if (!fmpz_poly_is_zero(r))
        fmpz_poly_primitive_part(r, r);
    if (s->steps)
        solving_step(s,
                     "Divide $%s$ by $%s$: the quotient is $%s$, the remainder "
                     "$%s$%s.",
                     text(s->arena, a), text(s->arena, b),
                     latex_fmpq_poly(s->arena, quotient, "x"),
                     latex_fmpq_poly(s->arena, rest, "x"),
                     fmpz_poly_is_zero(r) || fmpq_poly_is_monic(rest)
                         ? ""
                         : arena_printf(s->arena, ", a multiple of $%s$",
                                        text(s->arena, r)));
    fmpq_poly_clear(rest);
    fmpq_poly_clear(quotient);
    fmpq_poly_clear(y);
    fmpq_poly_clear(x);
}

/* Remainders, each without its content, until one is 0; the last before it
 * is left in a. It is monic, for it divides a monic polynomial and has no
 * content. */
static void euclid(struct solving *s, fmpz_poly_t a, fmpz_poly_t b)
{
    fmpz_poly_t r;

    if (fmpz_poly_degree(a) < fmpz_poly_degree(b))
        fmpz_poly_swap(a, b);
    fmpz_poly_init(r);
    while (!fmpz_poly_is_zero(b)) {
        divide(s, r, a, b);
        fmpz_poly_swap(a, b);
        fmpz_poly_swap(b, r);
    }
    fmpz_poly_primitive_part(a, a);
    fmpz_poly_clear(r);
}

/* f g over their greatest common divisor d. */
static void multiple(struct solving *s, const fmpz_poly_t f,
                     const fmpz_poly_t g, fmpz_poly_t d)
{
    fmpz_poly_t q;

    fmpz_poly_init(q);
    fmpz_poly_div(q, f, d);
    solving_step(s, "The first polynomial over the divisor is $%s$.",
                 text(s->arena, q));
    fmpz_poly_mul(d, q, g);
    solving_step(s,
                 "Times the second one this is the least common multiple, "
                 "$%s$.",
                 text(s->arena, d));
    fmpz_poly_clear(q);
}

static bool solve(struct solving *s, const void *values)
{
    const struct polynomials *v = values;
    int64_t linear[2] = { v->s, 1 };
    fmpz_poly_t f, g, a, b;

    if (v->s == 0)
        return false;
    fmpz_poly_init(f);
    fmpz_poly_init(g);
    fmpz_poly_init(a);
    fmpz_poly_init(b);
    set(f, v->f, v->n);
    set(a, v->g, v->m);
    set(b, linear, 2);
    fmpz_poly_mul(g, a, b);
    solving_step(s, "Multiplied out, the second polynomial is $%s$.",
                 text(s->arena, g));
    fmpz_poly_set(a, f);
    fmpz_poly_set(b, g);
    euclid(s, a, b);
    solving_step(s, "So the monic greatest common divisor is $%s$.",
                 text(s->arena, a));
    if (v->kind == MULTIPLE)
        multiple(s, f, g, a);
    solving_key(s, "%s", text(s->arena, a));
    fmpz_poly_clear(b);
    fmpz_poly_clear(a);
    fmpz_poly_clear(g);
    fmpz_poly_clear(f);
    return true;
}

/* ---- wording ---- */

static void speak(struct speech *s, const void *values)
{
    const struct polynomials *v = values;

    speech_set(s, "f", "%s", latex_poly(s->arena, v->f, (size_t)v->n, "x"));
    speech_set(s, "g", "(x%s)(%s)", speech_plus(s, &v->s),
               latex_poly(s->arena, v->g, (size_t)v->m, "x"));
    speech_set(s, "what", "monic %s",
               v->kind == DIVISOR ? "greatest common divisor"
                                  : "least common multiple");
    speech_set(s, "short", "%s", v->kind == DIVISOR ? "gcd" : "lcm");
    speech_set(s, "size", "%s", v->kind == DIVISOR ? "largest" : "smallest");
    speech_set(s, "role", "%s",
               v->kind == DIVISOR ? "that divide both $f$ and $g$"
                                  : "that are multiples of both $f$ and $g$");
}

KIND_IS(struct polynomials, is_divisor, DIVISOR)
KIND_IS(struct polynomials, is_multiple, MULTIPLE)

static const struct wording wordings[] = {
    { STYLE_TERSE, "Monic <short> of $<f>$ and $<g>$ over $\\mathbb{Q}$?",
      NULL },
    { STYLE_PLAIN,
      "Find the <what> of the polynomials $f(x) = <f>$ and $g(x) = <g>$ over "
      "the rational numbers.",
      NULL },
    { STYLE_PLAIN,
      "Let $f(x) = <f>$ and $g(x) = <g>$. Of all monic polynomials with "
      "rational coefficients <role>, which one has the <size> degree?",
      NULL },
    { STYLE_PLAIN,
      "Determine the <what> of $<f>$ and $<g>$, as polynomials in $x$ over the "
      "rational numbers.",
      NULL },
    { STYLE_STORY,
      "<name> types the polynomials $f(x) = <f>$ and $g(x) = <g>$ into a "
      "computer algebra program and asks for their <what> over the rational "
      "numbers. What should the program print?",
      NULL },
    { STYLE_STORY,
      "Two filters of a <device> have the characteristic polynomials $<f>$ and "
      "$<g>$. To simplify the circuit, <name> needs their <what> over the "
      "rational numbers. Which polynomial is it?",
      NULL },
    { STYLE_STORY,
      "In the formula for the response of a <device>, <name> meets the "
      "fraction of polynomials $\\frac{<f>}{<g>}$ and wants to reduce it as far "
      "as possible. By which monic polynomial with rational coefficients "
      "must they divide numerator and denominator?",
      is_divisor },
    { STYLE_STORY,
      "In the formula for a <device>, <name> wants to add two fractions with "
      "the denominators $<f>$ and $<g>$. Which monic polynomial with "
      "rational coefficients is their common denominator of smallest degree?",
      is_multiple },
    { 0 },
};

static const struct word_pool pools[] = {
    { "device", "radio|synthesiser|hearing aid|radar set|recorder" },
    { 0 },
};

/* ---- the second road: quotients and a resultant ---- */

#define DEGREE_MOST 16

/* Is a a multiple of b; then q is their quotient. */
static bool divides(fmpq_poly_t q, const fmpq_poly_t a, const fmpq_poly_t b)
{
    fmpq_poly_t r;
    bool whole;

    fmpq_poly_init(r);
    fmpq_poly_divrem(q, r, a, b);
    whole = fmpq_poly_is_zero(r);
    fmpq_poly_clear(r);
    return whole;
}

static bool coprime(const fmpq_poly_t a, const fmpq_poly_t b)
{
    fmpq_t r;
    bool no_root;

    fmpq_init(r);
    fmpq_poly_resultant(r, a, b);
    no_root = !fmpq_is_zero(r);
    fmpq_clear(r);
    return no_root;
}

static enum truth compare(int64_t kind, const fmpq_poly_t f,
                          const fmpq_poly_t g, const fmpq_poly_t k,
                          struct check_finding *found)
{
    fmpq_poly_t p, q;
    bool whole, best;

    fmpq_poly_init(p);
    fmpq_poly_init(q);
    whole = kind == DIVISOR ? divides(p, f, k) && divides(q, g, k)
                            : divides(p, k, f) && divides(q, k, g);
    best = whole && coprime(p, q);
    fmpq_poly_clear(q);
    fmpq_poly_clear(p);
    found->detail =
        !whole  ? (kind == DIVISOR ? "the key does not divide both polynomials"
                                   : "the key is not a multiple of both")
        : !best ? "the quotients have a common factor"
                : "the divisions leave no remainder, and the "
                  "resultant of the quotients is not 0";
    return best ? TRUTH_YES : TRUTH_NO;
}

static void set_rational(fmpq_poly_t p, const int64_t *c, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        fmpq_poly_set_coeff_si(p, i, c[i]);
}

static bool is_monic(const fmpq_poly_t p)
{
    fmpq_t c;
    bool one;

    if (fmpq_poly_is_zero(p))
        return false;
    fmpq_init(c);
    fmpq_poly_get_coeff_fmpq(c, p, fmpq_poly_degree(p));
    one = fmpq_is_one(c);
    fmpq_clear(c);
    return one;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *found)
{
    const struct polynomials *v = values;
    int64_t linear[2] = { v->s, 1 };
    enum truth holds = TRUTH_NO;
    fmpq_poly_t f, g, k;

    (void)a;
    fmpq_poly_init(f);
    fmpq_poly_init(g);
    fmpq_poly_init(k);
    set_rational(f, v->f, v->n);
    set_rational(k, v->g, v->m);
    set_rational(g, linear, 2);
    fmpq_poly_mul(g, g, k);
    found->by = "division and resultant";
    if (!is_monic(f) || !is_monic(g))
        found->detail = "the two polynomials must be monic";
    else if (!key_poly(key, "x", k) || fmpq_poly_degree(k) > DEGREE_MOST)
        found->detail = "the key is not a polynomial in x of such a degree";
    else if (!is_monic(k))
        found->detail = "the key is not monic";
    else
        holds = compare(v->kind, f, g, k, found);
    fmpq_poly_clear(k);
    fmpq_poly_clear(g);
    fmpq_poly_clear(f);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct polynomials),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Write the answer as a polynomial in $x$, multiplied out.",
    .pools = pools,
    .check = check,
};

const struct family concept_polynomial_gcd = {
    .name = "concept/polynomial-gcd",
    .version = 2,
    .title = "Greatest common divisors of polynomials",
    .doc = "The monic greatest common divisor, or least common multiple, of "
           "two polynomials over the rational numbers. The worked solution "
           "runs Euclid's algorithm with polynomial division.",
    .concepts = { HIGH_POLY_GCD, HIGH_POLY_DIVISION },
    .answer = ANSWER_EXPRESSION,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
