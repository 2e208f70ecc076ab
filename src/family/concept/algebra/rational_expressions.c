/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Rational expressions: simplified, added, multiplied, divided, taken apart.
 * Asked are the constants of the simplified form, so that repeating the
 * question is no answer.
 *
 * solve() factors and cancels, finds common denominators, or covers up
 * factors. check() uses values alone: it evaluates both sides in exact
 * fractions at more points than their degrees allow for different functions,
 * and sees that the key's fraction is in lowest terms.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum {
    KIND_HOLE,    /* (x - h)(m x + k)/(x - h) + s; r = { h, m, k } */
    KIND_SUM,     /* s0/(x - r0) + s1/(x - r1) */
    KIND_PRODUCT, /* s ab/cd times cg/ag, the letters standing for x - r */
    KIND_SHARED,  /* s0/(ab) + s1/(ac) */
    KIND_PARTIAL  /* (s2 x^2 + s1 x + s0)/(abc) taken apart */
};

struct expression {
    int64_t kind, divide; /* divide: KIND_PRODUCT is told as a quotient */
    int64_t n_r, n_s;
    int64_t r[5], s[3];
};

static const struct field fields[] = {
    NUMBER(struct expression, kind, 0, 4),
    NUMBER(struct expression, divide, 0, 1),
    LIST(struct expression, r, n_r, -10000, 10000),
    SLOT_LIST(struct expression, s, n_s, -100000, 100000),
    { 0 },
};

/* The right number of values, and roots that differ. */
static bool is_shaped(const struct expression *v)
{
    static const int64_t roots[] = { 3, 2, 5, 3, 3 };
    static const int64_t slots[] = { 1, 2, 1, 2, 3 };

    if (v->n_r != roots[v->kind] || v->n_s != slots[v->kind])
        return false;
    if (v->kind == KIND_HOLE)
        return v->r[1] != 0;
    for (int64_t i = 0; i < v->n_r; i++)
        for (int64_t j = 0; j < i; j++)
            if (v->r[i] == v->r[j] ||
                (v->kind == KIND_PARTIAL && v->r[i] < v->r[j]))
                return false;
    return true;
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "simplify", "a quadratic polynomial over a linear factor of it, plus a "
                  "number; or the sum of two fractions with linear "
                  "denominators" },
    { "multiply", "a product or quotient of two fractions of quadratics with "
                  "three common factors, roots from -12 to 12" },
    { "combine", "the sum of two fractions whose quadratic denominators share "
                 "a factor, in lowest terms; or a fraction with a cubic "
                 "denominator taken apart into three" },
};

static void draw_simple(struct pick *k, struct expression *v)
{
    int64_t root = pick_signed(k, 1, 20), number = pick_signed(k, 1, 30);
    int64_t small = pick(k, 1, 9);

    v->kind = pick(k, KIND_HOLE, KIND_SUM);
    v->s[0] = pick_signed(k, 1, 40);
    v->r[0] = root;
    if (v->kind == KIND_HOLE) {
        v->n_r = 3;
        v->n_s = 1;
        v->r[1] = small;
        v->r[2] = number;
    } else {
        v->n_r = v->n_s = 2;
        v->r[1] = root + small;
        v->s[1] = number;
    }
}

static void draw_roots(struct pick *k, struct expression *v, int64_t n)
{
    v->n_r = n;
    pick_subset_wide(k, -12, 12, (size_t)n, v->r);
}

static void draw_product(struct pick *k, struct expression *v)
{
    int64_t order[5], sorted[5];

    v->kind = KIND_PRODUCT;
    draw_roots(k, v, 5);
    pick_order(k, 5, order);
    for (int i = 0; i < 5; i++)
        sorted[i] = v->r[i];
    for (int i = 0; i < 5; i++)
        v->r[i] = sorted[order[i]];
    v->divide = pick(k, 0, 1);
    v->n_s = 1;
    v->s[0] = pick_wide(k, 2, 20);
}

/* s0 (a - c) + s1 (a - b) must not be 0, or the sum could be reduced: the two
 * have the same sign. */
static void share(struct expression *v, int64_t which, bool swap)
{
    int64_t a = v->r[which], b = v->r[(which + 1) % 3];
    int64_t c = v->r[(which + 2) % 3];

    v->r[0] = a;
    v->r[1] = swap ? c : b;
    v->r[2] = swap ? b : c;
    if ((a - b > 0) != (a - c > 0))
        v->s[1] = -v->s[1];
    if (v->s[0] < 0)
        v->s[1] = -v->s[1];
}

static void draw_combined(struct pick *k, struct expression *v)
{
    int64_t six;

    v->kind = pick(k, KIND_SHARED, KIND_PARTIAL);
    draw_roots(k, v, 3);
    v->s[0] = pick_signed(k, 1, 30);
    v->s[1] = pick_wide(k, 1, 30);
    six = pick(k, 0, 5);
    if (v->kind == KIND_SHARED) {
        v->n_s = 2;
        share(v, six % 3, six > 2);
    } else {
        v->n_s = 3;
        v->s[2] = 1 + six % 3;
        v->s[1] = six > 2 ? -v->s[1] : v->s[1];
    }
}

static void draw(struct pick *k, void *values)
{
    (k->level == 1   ? draw_simple
     : k->level == 2 ? draw_product
                     : draw_combined)(k, values);
}

/* ---- LaTeX of polynomials with given roots ---- */

/* x - r */
static const char *minus(struct arena *a, int64_t r)
{
    return latex_poly(a, (int64_t[]){ -r, 1 }, 2, "x");
}

/* (x - p)(x - q), expanded. */
static const char *two(struct arena *a, int64_t p, int64_t q)
{
    return latex_poly(a, (int64_t[]){ p * q, -p - q, 1 }, 3, "x");
}

/* (x - p)(x - q)(x - r): the coefficients, lowest first; below 10^12. */
static void expand(const int64_t *r, int64_t *c)
{
    c[0] = -r[0] * r[1] * r[2];
    c[1] = r[0] * r[1] + r[0] * r[2] + r[1] * r[2];
    c[2] = -(r[0] + r[1] + r[2]);
    c[3] = 1;
}

/* A factor in brackets, "x" without. */
static const char *bracket(struct arena *a, int64_t r)
{
    return r ? arena_printf(a, "(%s)", minus(a, r)) : "x";
}

/* f (x - r) */
static const char *times(struct arena *a, int64_t f, int64_t r)
{
    if (f == 1 || f == -1)
        return arena_printf(a, "%s(%s)", f < 0 ? "-" : "", minus(a, r));
    return arena_printf(a, "%" PRId64 "%s", f, bracket(a, r));
}

/* ---- the first road: factor, cancel, combine ---- */

static bool solve_hole(struct solving *s, const struct expression *v)
{
    int64_t h = v->r[0], m = v->r[1], k = v->r[2];
    struct arena *a = s->arena;
    const char *rest = latex_poly(a, (int64_t[]){ k, m }, 2, "x");

    solving_step(s,
                 "The denominator $%s$ is $0$ at $x = %" PRId64
                 "$, so $h = %" PRId64 "$.",
                 minus(a, h), h, h);
    solving_step(s, "Factorise the numerator: $%s = (%s)(%s)$.",
                 latex_poly(a, (int64_t[]){ -h * k, k - h * m, m }, 3, "x"),
                 minus(a, h), rest);
    solving_step(s,
                 "Cancel $%s$: for $x \\ne %" PRId64 "$ the fraction is $%s$.",
                 minus(a, h), h, rest);
    solving_key(s, "(%" PRId64 ", %" PRId64 ", %" PRId64 ")", m, k + v->s[0],
                h);
    solving_step(s, "%s $%" PRId64 "$: $%s$, so $(p, q, h) = %s$.",
                 v->s[0] < 0 ? "Subtract" : "Add",
                 v->s[0] < 0 ? -v->s[0] : v->s[0],
                 latex_poly(a, (int64_t[]){ k + v->s[0], m }, 2, "x"), s->key);
    return true;
}

static bool solve_sum(struct solving *s, const struct expression *v)
{
    int64_t p = v->s[0] + v->s[1];
    int64_t q = -(v->s[0] * v->r[1] + v->s[1] * v->r[0]);
    struct arena *a = s->arena;

    if (v->s[0] == 0 || v->s[1] == 0)
        return false;
    solving_step(s, "The common denominator is $%s%s$.", bracket(a, v->r[0]),
                 bracket(a, v->r[1]));
    solving_step(s, "The numerators become $%s$ and $%s$.",
                 times(a, v->s[0], v->r[1]), times(a, v->s[1], v->r[0]));
    solving_key(s, "(%" PRId64 ", %" PRId64 ")", p, q);
    solving_step(s, "Their sum is $%s$, so $(p, q) = %s$.",
                 latex_poly(a, (int64_t[]){ q, p }, 2, "x"), s->key);
    return true;
}

static bool solve_product(struct solving *s, const struct expression *v)
{
    struct arena *a = s->arena;
    const int64_t *r = v->r;
    int64_t u = v->s[0];

    if (u == 0)
        return false;
    solving_step(s,
                 "Factorise: $%s = %s%s$, $%s = %s%s$, $%s = %s%s$ and $%s = "
                 "%s%s$.",
                 two(a, r[0], r[1]), bracket(a, r[0]), bracket(a, r[1]),
                 two(a, r[2], r[3]), bracket(a, r[2]), bracket(a, r[3]),
                 two(a, r[2], r[4]), bracket(a, r[2]), bracket(a, r[4]),
                 two(a, r[0], r[4]), bracket(a, r[0]), bracket(a, r[4]));
    if (v->divide)
        solving_step(s, "Dividing by a fraction is multiplying by its "
                        "reciprocal.");
    solving_step(s, "Cancel $%s$, $%s$ and $%s$, which stand above and below.",
                 minus(a, r[0]), minus(a, r[2]), minus(a, r[4]));
    solving_step(s, "What remains is $\\frac{%" PRId64 "(%s)}{%s}$.", u,
                 minus(a, r[1]), minus(a, r[3]));
    solving_key(s, "(%" PRId64 ", %" PRId64 ", %" PRId64 ")", u, -u * r[1],
                -r[3]);
    solving_step(s, "So $(p, q, r) = %s$.", s->key);
    return true;
}

static bool solve_shared(struct solving *s, const struct expression *v)
{
    const int64_t *r = v->r;
    int64_t u = v->s[0], w = v->s[1], c[4];
    int64_t p = u + w, q = -(u * r[2] + w * r[1]);
    struct arena *a = s->arena;
    const char *second;

    if (u == 0 || w == 0 || p * r[0] + q == 0)
        return false;
    expand(r, c);
    solving_step(s, "Factorise the denominators: $%s = %s%s$ and $%s = %s%s$.",
                 two(a, r[0], r[1]), bracket(a, r[0]), bracket(a, r[1]),
                 two(a, r[0], r[2]), bracket(a, r[0]), bracket(a, r[2]));
    solving_step(s, "The least common denominator is $%s%s%s = %s$.",
                 bracket(a, r[0]), bracket(a, r[1]), bracket(a, r[2]),
                 latex_poly(a, c, 4, "x"));
    second = times(a, w, r[1]);
    solving_step(s, "The numerator is $%s %c %s = %s$.", times(a, u, r[2]),
                 *second == '-' ? '-' : '+', second + (*second == '-'),
                 latex_poly(a, (int64_t[]){ q, p }, 2, "x"));
    solving_step(s, "It is not $0$ at any zero of the denominator, so nothing "
                    "can be cancelled.");
    solving_key(
        s, "(%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ")",
        p, q, c[2], c[1], c[0]);
    solving_step(s, "So $(p, q, r, s, t) = %s$.", s->key);
    return true;
}

/* Cover up one factor after the other. */
static bool solve_partial(struct solving *s, const struct expression *v)
{
    static const char letters[] = "ABC";
    const char *found[3];
    struct arena *a = s->arena;
    int64_t c[4];

    expand(v->r, c);
    solving_step(s, "Factorise the denominator: $%s = %s%s%s$.",
                 latex_poly(a, c, 4, "x"), bracket(a, v->r[0]),
                 bracket(a, v->r[1]), bracket(a, v->r[2]));
    for (int i = 0; i < 3; i++) {
        int64_t x = v->r[i], y = v->r[(i + 1) % 3], z = v->r[(i + 2) % 3];
        int64_t top = (v->s[2] * x + v->s[1]) * x + v->s[0];
        int64_t below = (x - y) * (x - z);

        found[i] = latex_ratio(a, top, below);
        solving_step(s,
                     "Multiply by $%s$ and put $x = %" PRId64 "$: $%c = "
                     "\\frac{%" PRId64 "}{%s \\cdot %s} = %s$.",
                     minus(a, x), x, letters[i], top, latex_bracket(a, x - y),
                     latex_bracket(a, x - z), found[i]);
    }
    solving_key(s, "(%s, %s, %s)", found[0], found[1], found[2]);
    solving_step(s, "So $(A, B, C) = %s$.", s->key);
    return v->s[2] != 0;
}

static bool solve(struct solving *s, const void *values)
{
    static bool (*const roads[])(struct solving *,
                                 const struct expression *) = {
        solve_hole, solve_sum, solve_product, solve_shared, solve_partial
    };
    const struct expression *v = values;

    return is_shaped(v) && roads[v->kind](s, v);
}

/* ---- wording ---- */

/* The left side. */
static const char *left(struct speech *s, const struct expression *v)
{
    struct arena *a = s->arena;
    const int64_t *r = v->r;
    const char *u = speech_number(s, &v->s[0]), *w;
    int64_t c[4];

    switch (v->kind) {
    case KIND_HOLE:
        return arena_printf(
            a, "\\frac{%s}{%s}%s",
            latex_poly(a, (int64_t[]){ -r[0] * r[2], r[2] - r[0] * r[1], r[1] },
                       3, "x"),
            minus(a, r[0]), speech_plus(s, &v->s[0]));
    case KIND_PRODUCT:
        return arena_printf(a, "%s \\cdot \\frac{%s}{%s} %s \\frac{%s}{%s}", u,
                            two(a, r[0], r[1]), two(a, r[2], r[3]),
                            v->divide ? "\\div" : "\\cdot",
                            v->divide ? two(a, r[0], r[4]) : two(a, r[2], r[4]),
                            v->divide ? two(a, r[2], r[4])
                                      : two(a, r[0], r[4]));
    case KIND_PARTIAL:
        expand(r, c);
        return arena_printf(a, "\\frac{%s}{%s}", speech_poly(s, v->s, 3, "x"),
                            latex_poly(a, c, 4, "x"));
    default:
        w = speech_number(s, &v->s[1]);
        return arena_printf(
            a, "%s\\frac{%s}{%s} %c \\frac{%s}{%s}", *u == '-' ? "-" : "",
            u + (*u == '-'),
            v->kind == KIND_SUM ? minus(a, r[0]) : two(a, r[0], r[1]),
            *w == '-' ? '-' : '+', w + (*w == '-'),
            v->kind == KIND_SUM ? minus(a, r[1]) : two(a, r[0], r[2]));
    }
}

static void speak(struct speech *s, const void *values)
{
    static const char *const asked[] = { "(p, q, h)", "(p, q)", "(p, q, r)",
                                         "(p, q, r, s, t)", "(A, B, C)" };
    static const char domain[] = "for all $x$ for which both sides are defined";
    const struct expression *v = values;
    struct arena *a = s->arena;
    const char *l = left(s, v);

    speech_set(s, "ask", "$%s$", asked[v->kind]);
    switch (v->kind) {
    case KIND_HOLE:
        speech_set(s, "claim",
                   "$%s = px + q$ for all $x \\ne h$, while the left side is "
                   "undefined at $x = h$",
                   l);
        break;
    case KIND_SUM:
        speech_set(s, "claim", "$%s = \\frac{px + q}{%s%s}$ %s", l,
                   bracket(a, v->r[0]), bracket(a, v->r[1]), domain);
        break;
    case KIND_PRODUCT:
        speech_set(s, "claim", "$%s = \\frac{px + q}{x + r}$ %s", l, domain);
        break;
    case KIND_SHARED:
        speech_set(s, "claim",
                   "$%s = \\frac{px + q}{x^3 + rx^2 + sx + t}$ %s, the right "
                   "side being in lowest terms",
                   l, domain);
        break;
    default:
        speech_set(s, "claim",
                   "$%s = \\frac{A}{x - a} + \\frac{B}{x - b} + \\frac{C}{x - "
                   "c}$ %s, where $a < b < c$ are the zeros of the denominator",
                   l, domain);
    }
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Find <ask>: <claim>.", NULL },
    { STYLE_PLAIN, "Find the constants <ask> such that <claim>.", NULL },
    { STYLE_PLAIN,
      "A rational expression is to be simplified. With suitable constants, "
      "<claim>. Determine <ask>.",
      NULL },
    { STYLE_PLAIN, "It is known that <claim>. What is <ask>?", NULL },
    { STYLE_STORY,
      "In a laboratory, a voltage depends on a setting $x$. <name> has a "
      "long formula for it and a short one that agrees with it: <claim>. "
      "What are the constants <ask>?",
      NULL },
    { STYLE_STORY,
      "<name> and <name2> compare their homework. <name> has not simplified "
      "the expression, <name2> has, and both are right: <claim>. Which "
      "constants <ask> did <name2> find?",
      NULL },
    { STYLE_STORY,
      "On an old formula sheet from a school in <city>, the constants of a right side "
      "can no longer be read. One sees only that <claim>. What is <ask>?",
      NULL },
    { 0 },
};

/* ---- the second road: values ---- */

/* No root lies beyond 10000, so both sides are defined there but for what the
 * key itself brings. */
#define FIRST_POINT 10001
#define POINTS      14
#define KEY_MOST    5

struct trial {
    fmpq_t x, y, z, sum;
    fmpq key[KEY_MOST];
};

/* out = x - r */
static void away(fmpq_t out, const fmpq_t x, int64_t r)
{
    fmpq_sub_si(out, x, r);
}

/* y *= or /= (x - p)(x - q) */
static void scale(struct trial *t, int64_t p, int64_t q, bool over)
{
    away(t->z, t->x, p);
    (over ? fmpq_div : fmpq_mul)(t->y, t->y, t->z);
    away(t->z, t->x, q);
    (over ? fmpq_div : fmpq_mul)(t->y, t->y, t->z);
}

/* The left side at x, as it stands there, in t->y. */
static void left_at(struct trial *t, const struct expression *v)
{
    const int64_t *r = v->r;

    fmpq_set_si(t->y, v->s[0], 1);
    switch (v->kind) {
    case KIND_HOLE: /* (m x^2 + (k - h m) x - h k)/(x - h) + s by Horner */
        fmpq_set_si(t->y, r[1], 1);
        fmpq_mul(t->y, t->y, t->x);
        fmpq_add_si(t->y, t->y, r[2] - r[0] * r[1]);
        fmpq_mul(t->y, t->y, t->x);
        fmpq_sub_si(t->y, t->y, r[0] * r[2]);
        away(t->z, t->x, r[0]);
        fmpq_div(t->y, t->y, t->z);
        fmpq_add_si(t->y, t->y, v->s[0]);
        break;
    case KIND_PRODUCT:
        scale(t, r[0], r[1], false);
        scale(t, r[2], r[3], true);
        scale(t, r[2], r[4], false);
        scale(t, r[0], r[4], true);
        break;
    case KIND_PARTIAL:
        fmpq_set_si(t->y, v->s[2], 1);
        fmpq_mul(t->y, t->y, t->x);
        fmpq_add_si(t->y, t->y, v->s[1]);
        fmpq_mul(t->y, t->y, t->x);
        fmpq_add_si(t->y, t->y, v->s[0]);
        scale(t, r[0], r[1], true);
        away(t->z, t->x, r[2]);
        fmpq_div(t->y, t->y, t->z);
        break;
    default: /* two fractions */
        away(t->z, t->x, r[0]);
        fmpq_div(t->sum, t->y, t->z);
        fmpq_set_si(t->y, v->s[1], 1);
        away(t->z, t->x, v->kind == KIND_SUM ? r[1] : r[0]);
        fmpq_div(t->y, t->y, t->z);
        if (v->kind == KIND_SHARED) {
            away(t->z, t->x, r[1]);
            fmpq_div(t->sum, t->sum, t->z);
            away(t->z, t->x, r[2]);
            fmpq_div(t->y, t->y, t->z);
        }
        fmpq_add(t->y, t->y, t->sum);
    }
}

/* x^n + key[from] x^{n-1} + ..., at x, in t->z. */
static void monic_at(struct trial *t, const fmpq_t x, int from, int n)
{
    fmpq_set_si(t->z, 1, 1);
    for (int i = 0; i < n; i++) {
        fmpq_mul(t->z, t->z, x);
        fmpq_add(t->z, t->z, t->key + from + i);
    }
}

/* Does the right side with the key's constants equal t->y at x? */
static bool right_agrees(struct trial *t, const struct expression *v)
{
    if (v->kind == KIND_PARTIAL) {
        for (int i = 0; i < 3; i++) {
            away(t->z, t->x, v->r[i]);
            fmpq_div(t->z, t->key + i, t->z);
            fmpq_sub(t->y, t->y, t->z);
        }
        return fmpq_is_zero(t->y);
    }
    fmpq_mul(t->sum, t->key, t->x);
    fmpq_add(t->sum, t->sum, t->key + 1);
    if (v->kind == KIND_SUM) {
        scale(t, v->r[0], v->r[1], false);
    } else if (v->kind != KIND_HOLE) {
        monic_at(t, t->x, 2, v->kind == KIND_PRODUCT ? 1 : 3);
        if (fmpq_is_zero(t->z))
            return false;
        fmpq_mul(t->y, t->y, t->z);
    }
    return fmpq_equal(t->y, t->sum);
}

/* Is (p x + q)/(monic) in lowest terms, and h the excluded value? */
static bool in_form(struct trial *t, const struct expression *v)
{
    if (v->kind == KIND_HOLE)
        return fmpq_equal_si(t->key + 2, v->r[0]);
    if (v->kind != KIND_PRODUCT && v->kind != KIND_SHARED)
        return true;
    if (fmpq_is_zero(t->key))
        return !fmpq_is_zero(t->key + 1);
    fmpq_div(t->x, t->key + 1, t->key);
    fmpq_neg(t->x, t->x);
    monic_at(t, t->x, 2, v->kind == KIND_PRODUCT ? 1 : 3);
    return !fmpq_is_zero(t->z);
}

static enum truth judge(struct trial *t, const struct expression *v,
                        struct check_finding *f)
{
    f->detail = "the two sides differ at some point";
    for (int i = 0; i < POINTS; i++) {
        fmpq_set_si(t->x, FIRST_POINT + i, 1);
        left_at(t, v);
        if (!right_agrees(t, v))
            return TRUTH_NO;
    }
    f->detail = v->kind == KIND_HOLE
                    ? "the key's third number is not the excluded value"
                    : "the key's fraction is not in lowest terms";
    if (!in_form(t, v))
        return TRUTH_NO;
    f->detail = "both sides agree at 14 points, more than their degrees allow "
                "for different functions, and the form is right";
    return TRUTH_YES;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    static const size_t sizes[] = { 3, 2, 3, 5, 3 };
    const struct expression *v = values;
    enum truth holds = TRUTH_NO;
    const char **items;
    struct trial t;
    size_t n, i = 0;

    f->by = "evaluation";
    f->detail = "the numbers make no such expression";
    if (!is_shaped(v))
        return TRUTH_NO;
    f->detail = "the key is not a tuple of that many fractions";
    if (!key_items(a, key, "(", ")", &items, &n) || n != sizes[v->kind])
        return TRUTH_NO;
    fmpq_init(t.x);
    fmpq_init(t.y);
    fmpq_init(t.z);
    fmpq_init(t.sum);
    for (int j = 0; j < KEY_MOST; j++)
        fmpq_init(t.key + j);
    while (i < n && key_rational(items[i], t.key + i))
        i++;
    if (i == n)
        holds = judge(&t, v, f);
    for (int j = 0; j < KEY_MOST; j++)
        fmpq_clear(t.key + j);
    fmpq_clear(t.x);
    fmpq_clear(t.y);
    fmpq_clear(t.z);
    fmpq_clear(t.sum);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct expression),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .check = check,
};

const struct family concept_rational_expressions = {
    .name = "concept/rational-expressions",
    .version = 2,
    .title = "Rational expressions",
    .doc = "The constants of the simplified form of a rational expression, as "
           "a tuple: a fraction with a hole, sums, products and quotients of "
           "fractions, and a fraction taken apart. The worked solution "
           "factorises, cancels and finds common denominators.",
    .concepts = { HIGH_RATIONAL_EXPRS, HIGH_FACTOR_POLY },
    .answer = ANSWER_TUPLE,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
