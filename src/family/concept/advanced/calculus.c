/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Definite integrals and lengths of arcs, in closed form.
 *
 * solve() finds an antiderivative: powers, parts, substitution, and for arcs
 * the square root that comes out even. check() knows none. A polynomial of
 * degree two is integrated by Simpson's rule, which is exact for it; every
 * other integrand, and for arcs the root of 1 plus the square of the
 * derivative, by certified quadrature, and the ball that it gives is compared
 * with the ball of the key.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/kinds.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    KIND_POLYNOMIAL, /* p x^2 + q x + r */
    KIND_PARTS,      /* (p x + q) e^x + r */
    KIND_LOGARITHM,  /* p / x + r */
    KIND_SUBSTITUTE, /* p x / (x^2 + q) + r */
    KIND_CUBE_ARC,   /* p x^3 / 3 + 1 / (4 p x) + r */
    KIND_SQUARE_ARC, /* p x^2 / 2 - ln(x) / (4 p) + r */
    KIND_ROOT_ARC,   /* 2 p (x + r)^(3/2) / 3 */
    KINDS
};

struct integral {
    int64_t kind;
    int64_t from, to;
    int64_t p, q, r; /* q is not used by arcs */
};

#define SIZE_MOST 20000

static const struct field fields[] = {
    NUMBER(struct integral, kind, 0, KINDS - 1),
    NUMBER(struct integral, from, -100, 100),
    SLOT(struct integral, to, -100, 100),
    NUMBER(struct integral, p, -SIZE_MOST, SIZE_MOST),
    NUMBER(struct integral, q, -SIZE_MOST, SIZE_MOST),
    NUMBER(struct integral, r, -SIZE_MOST, SIZE_MOST),
    { 0 },
};

static bool is_arc_kind(int64_t kind)
{
    return kind >= KIND_CUBE_ARC;
}

/* Is there such an integral, and is it one that a person could be asked? */
static bool is_valid(const struct integral *v)
{
    if (v->to <= v->from || v->to - v->from > 40)
        return false;
    switch (v->kind) {
    case KIND_POLYNOMIAL: return true;
    case KIND_PARTS: return v->from == 0 && v->p > 0;
    case KIND_LOGARITHM: return v->from > 0 && v->p > 0;
    case KIND_SUBSTITUTE: return v->from == 0 && v->p > 0 && v->q > 0;
    case KIND_ROOT_ARC: return v->from > 0 && v->p > 0 && v->r > 0;
    default: return v->from > 0 && v->p > 0;
    }
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "polynomial", "a polynomial of degree two with coefficients up to 9, "
                    "over one to six units" },
    { "methods", "one of three integrands that need parts, a logarithm or a "
                 "substitution, with coefficients up to 40" },
    { "arcs", "the length of an arc of one of three curves for which the "
              "square root can be integrated" },
};

static void draw(struct pick *k, void *values)
{
    struct integral *v = values;

    if (k->level == 1) {
        v->from = pick(k, -5, 4);
        v->to = pick(k, 1, 6);
        v->p = pick_signed(k, 1, 9);
        v->q = pick_signed(k, 1, 9);
        v->r = pick_signed(k, 1, 9);
        v->to += v->from;
        return;
    }
    v->kind = k->level == 2 ? pick(k, KIND_PARTS, KIND_SUBSTITUTE)
                            : pick(k, KIND_CUBE_ARC, KIND_ROOT_ARC);
    v->p = pick_wide(k, 2, k->level == 2 ? 40 : 12);
    v->q = pick(k, 1, 9);
    v->r = k->level == 2 ? pick_wide(k, 1, 20) : pick_wide(k, 1, 40);
    v->to = pick(k, 2, 9);
    if (is_arc_kind(v->kind) || v->kind == KIND_LOGARITHM) {
        v->from = v->q; /* these start at q, the others use it */
        v->to += v->from;
        v->q = 0;
    }
}

/* ---- the first road: antiderivatives ---- */

/* \ln\left(\frac{7}{3}\right) */
static const char *logarithm(struct arena *a, int64_t p, int64_t q)
{
    return arena_printf(a, "\\ln\\left(%s\\right)", latex_ratio(a, p, q));
}

/* The text x and what is added to it: x + 3. */
static const char *plus(struct arena *a, const char *x, int64_t y)
{
    return y ? arena_printf(a, "%s%s", x, latex_plus(a, y)) : x;
}

static void solve_polynomial(struct solving *s, const struct integral *v)
{
    struct arena *a = s->arena;
    int64_t at[2]; /* six times the antiderivative */

    for (int i = 0; i < 2; i++) {
        int64_t x = i ? v->to : v->from;

        at[i] = 2 * v->p * x * x * x + 3 * v->q * x * x + 6 * v->r * x;
    }
    solving_step(s,
                 "An antiderivative is $H(x) = %s %c %s %c %s$; any two "
                 "antiderivatives differ by a constant.",
                 latex_times(a, v->p, 3, "x^3"), v->q < 0 ? '-' : '+',
                 latex_times(a, v->q < 0 ? -v->q : v->q, 2, "x^2"),
                 v->r < 0 ? '-' : '+',
                 latex_times(a, v->r < 0 ? -v->r : v->r, 1, "x"));
    solving_step(s, "$H(%" PRId64 ") = %s$ and $H(%" PRId64 ") = %s$.", v->to,
                 latex_ratio(a, at[1], 6), v->from, latex_ratio(a, at[0], 6));
    solving_key(s, "%s", latex_ratio(a, at[1] - at[0], 6));
}

/* (p x + q) e^x, without brackets when q is 0. */
static const char *times_exp(struct arena *a, int64_t p, int64_t q)
{
    return arena_printf(a, q ? "(%s)e^x" : "%se^x",
                        latex_poly(a, (int64_t[]){ q, p }, 2, "x"));
}

static void solve_parts(struct solving *s, const struct integral *v)
{
    struct arena *a = s->arena;
    int64_t b = v->q - v->p, h = v->to;

    solving_step(s,
                 "By parts, $\\int %s\\,dx = %s - \\int %se^x\\,dx = %s$ (up "
                 "to a constant).",
                 times_exp(a, v->p, v->q), times_exp(a, v->p, v->q),
                 v->p == 1 ? "" : arena_printf(a, "%" PRId64, v->p),
                 times_exp(a, v->p, b));
    solving_step(s,
                 "From $0$ to $%" PRId64 "$ this grows by $%" PRId64
                 "e^{%" PRId64 "}%s$, and the constant adds $%s \\cdot %" PRId64
                 " = %" PRId64 "$.",
                 h, v->p * h + b, h, b ? latex_plus(a, -b) : "",
                 latex_bracket(a, v->r), h, v->r * h);
    solving_key(s, "%s",
                plus(a,
                     latex_times(a, v->p * h + b, 1,
                                 arena_printf(a, "e^{%" PRId64 "}", h)),
                     v->r * h - b));
}

static void solve_logarithm(struct solving *s, const struct integral *v)
{
    struct arena *a = s->arena;

    solving_step(s, "An antiderivative is $%" PRId64 "\\ln x %c %s$.", v->p,
                 v->r < 0 ? '-' : '+',
                 latex_times(a, v->r < 0 ? -v->r : v->r, 1, "x"));
    solving_step(
        s,
        "The logarithm grows by $\\ln %" PRId64 " - \\ln %" PRId64
        " = %s$, the other term by $%s \\cdot %" PRId64 " = %" PRId64 "$.",
        v->to, v->from, logarithm(a, v->to, v->from), latex_bracket(a, v->r),
        v->to - v->from, v->r * (v->to - v->from));
    solving_key(s, "%s",
                plus(a, latex_times(a, v->p, 1, logarithm(a, v->to, v->from)),
                     v->r * (v->to - v->from)));
}

static void solve_substitute(struct solving *s, const struct integral *v)
{
    struct arena *a = s->arena;
    int64_t h = v->to;

    solving_step(
        s,
        "Put $u = x^2 + %" PRId64 "$, so that $du = 2x\\,dx$ and the "
        "first term becomes $%s\\int \\frac{du}{u}$, from $u = %" PRId64
        "$ to $u = %" PRId64 "$.",
        v->q, latex_ratio(a, v->p, 2), v->q, h * h + v->q);
    solving_step(s,
                 "This is $%s$, and the constant adds $%s \\cdot %" PRId64
                 " = %" PRId64 "$.",
                 latex_times(a, v->p, 2, logarithm(a, h * h + v->q, v->q)),
                 latex_bracket(a, v->r), h, v->r * h);
    solving_key(s, "%s",
                plus(a,
                     latex_times(a, v->p, 2, logarithm(a, h * h + v->q, v->q)),
                     v->r * h));
}

static void solve_cube_arc(struct solving *s, const struct integral *v)
{
    struct arena *a = s->arena;
    int64_t p = v->p, x = v->from, y = v->to, num, den;

    solving_step(s,
                 "$y' = %" PRId64 "x^2 - \\frac{1}{%" PRId64
                 "x^2}$, and $1 + y'^2 = \\left(%" PRId64
                 "x^2 + \\frac{1}{%" PRId64 "x^2}\\right)^2$.",
                 p, 4 * p, p, 4 * p);
    solving_step(s,
                 "The length is $\\int_{%" PRId64 "}^{%" PRId64
                 "} \\left(%" PRId64 "x^2 + \\frac{1}{%" PRId64
                 "x^2}\\right)dx = \\left[%s - \\frac{1}{%" PRId64
                 "x}\\right]_{%" PRId64 "}^{%" PRId64 "}$.",
                 x, y, p, 4 * p, latex_times(a, p, 3, "x^3"), 4 * p, x, y);
    /* p (y^3 - x^3) / 3 + (y - x) / (4 p x y) */
    den = 12 * p * x * y;
    num = p * (y * y * y - x * x * x) * (den / 3) +
          (den / (4 * p * x * y)) * (y - x);
    solving_key(s, "%s", latex_ratio(a, num, den));
}

static void solve_square_arc(struct solving *s, const struct integral *v)
{
    struct arena *a = s->arena;
    int64_t p = v->p, x = v->from, y = v->to;

    solving_step(s,
                 "$y' = %" PRId64 "x - \\frac{1}{%" PRId64
                 "x}$, and $1 + y'^2 = \\left(%" PRId64 "x + \\frac{1}{%" PRId64
                 "x}\\right)^2$.",
                 p, 4 * p, p, 4 * p);
    solving_step(s,
                 "The length is $\\int_{%" PRId64 "}^{%" PRId64
                 "} \\left(%" PRId64 "x + \\frac{1}{%" PRId64
                 "x}\\right)dx = \\left[%s + \\frac{\\ln x}{%" PRId64
                 "}\\right]_{%" PRId64 "}^{%" PRId64 "}$.",
                 x, y, p, 4 * p, latex_times(a, p, 2, "x^2"), 4 * p, x, y);
    solving_key(s, "%s + %s", latex_ratio(a, p * (y * y - x * x), 2),
                latex_times(a, 1, 4 * p, logarithm(a, y, x)));
}

/* n sqrt(n) = out sqrt(rest) with rest square-free. */
static int64_t split(int64_t n, int64_t *rest)
{
    int64_t out = n;
    n_factor_t f;

    *rest = 1;
    n_factor_init(&f);
    n_factor(&f, (ulong)n, 1);
    for (int i = 0; i < f.num; i++) {
        out *= (int64_t)n_pow(f.p[i], (ulong)f.exp[i] / 2);
        *rest *= f.exp[i] % 2 ? (int64_t)f.p[i] : 1;
    }
    return out;
}

/* 2 (b sqrt(b) - c sqrt(c)) / q in lowest terms. With p = 1200 and x + r below
 * 5000 the largest number here is below 10^16. */
static const char *difference(struct arena *a, int64_t b, int64_t c, int64_t q)
{
    int64_t d, e, u = 2 * split(b, &d), v = 2 * split(c, &e), g;
    const char *root;

    if (d == e) {
        root = arena_printf(a, "\\sqrt{%" PRId64 "}", d);
        return d == 1 ? latex_ratio(a, u - v, q)
                      : latex_times(a, u - v, q, root);
    }
    g = integer_gcd(integer_gcd(u, v), q);
    root =
        arena_printf(a, "%s - %s",
                     d == 1 ? latex_ratio(a, u / g, 1)
                            : latex_times(a, u / g, 1, latex_root(a, 1, d, 1)),
                     e == 1 ? latex_ratio(a, v / g, 1)
                            : latex_times(a, v / g, 1, latex_root(a, 1, e, 1)));
    return q == g ? root
                  : arena_printf(a, "\\frac{%s}{%" PRId64 "}", root, q / g);
}

static void solve_root_arc(struct solving *s, const struct integral *v)
{
    int64_t p2 = v->p * v->p, b = 1 + p2 * (v->to + v->r),
            c = 1 + p2 * (v->from + v->r);

    solving_step(s,
                 "$y' = %" PRId64 "\\sqrt{x + %" PRId64
                 "}$, so $1 + y'^2 = 1 + %" PRId64 "(x + %" PRId64 ")$.",
                 v->p, v->r, p2, v->r);
    solving_step(s,
                 "With $u = 1 + %" PRId64 "(x + %" PRId64
                 ")$ the length is $\\frac{1}{%" PRId64 "}\\int_{%" PRId64
                 "}^{%" PRId64 "} \\sqrt{u}\\,du = \\left[\\frac{2u\\sqrt{u}}"
                 "{%" PRId64 "}\\right]_{%" PRId64 "}^{%" PRId64 "}$.",
                 p2, v->r, p2, c, b, 3 * p2, c, b);
    solving_key(s, "%s", difference(s->arena, b, c, 3 * p2));
}

static bool solve(struct solving *s, const void *values)
{
    static void (*const by_kind[KINDS])(struct solving *,
                                        const struct integral *) = {
        solve_polynomial, solve_parts,      solve_logarithm, solve_substitute,
        solve_cube_arc,   solve_square_arc, solve_root_arc,
    };
    const struct integral *v = values;

    if (!is_valid(v))
        return false;
    by_kind[v->kind](s, v);
    solving_step(s, "The value is $%s$.", s->key);
    return true;
}

/* ---- wording ---- */

static const char *function(struct arena *a, const struct integral *v)
{
    const int64_t c[] = { v->r, v->q, v->p };
    const char *r = v->r ? latex_plus(a, v->r) : "";

    switch (v->kind) {
    case KIND_POLYNOMIAL: return latex_poly(a, c, 3, "x");
    case KIND_PARTS:
        return arena_printf(a, "(%s)e^x%s", latex_poly(a, c + 1, 2, "x"), r);
    case KIND_LOGARITHM:
        return arena_printf(a, "\\frac{%" PRId64 "}{x}%s", v->p, r);
    case KIND_SUBSTITUTE:
        return arena_printf(a, "\\frac{%" PRId64 "x}{x^2 + %" PRId64 "}%s",
                            v->p, v->q, r);
    case KIND_CUBE_ARC:
        return arena_printf(a, "%s + \\frac{1}{%" PRId64 "x}%s",
                            latex_times(a, v->p, 3, "x^3"), 4 * v->p, r);
    case KIND_SQUARE_ARC:
        return arena_printf(a, "%s - \\frac{\\ln x}{%" PRId64 "}%s",
                            latex_times(a, v->p, 2, "x^2"), 4 * v->p, r);
    default:
        return arena_printf(
            a, "%s",
            latex_times(a, 2 * v->p, 3,
                        arena_printf(a, "(x + %" PRId64 ")^{3/2}", v->r)));
    }
}

static void speak(struct speech *s, const void *values)
{
    speech_set(s, "f", "%s", function(s->arena, values));
}

static bool is_integral(const void *values)
{
    return !is_arc_kind(((const struct integral *)values)->kind);
}

static bool is_arc(const void *values)
{
    return !is_integral(values);
}

KIND_IS(struct integral, is_parts, KIND_PARTS)

/* Nothing that is pushed or flows grows like e^x. */
static bool is_slow(const void *values)
{
    return is_integral(values) && !is_parts(values);
}

/* Time does not run backwards, and a rate of flow is positive. */
static bool is_flow(const void *values)
{
    const struct integral *v = values;

    return is_slow(v) && v->from >= 0 && v->p > 0 && v->q >= 0 && v->r > 0;
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Compute $\\int_{<from>}^{<to>} \\left(<f>\\right)dx$.",
      is_integral },
    { STYLE_TERSE,
      "Find the length of $y = <f>$ for $<from> \\le x \\le <to>$.", is_arc },
    { STYLE_PLAIN,
      "Evaluate the definite integral $\\int_{<from>}^{<to>} "
      "\\left(<f>\\right)dx$.",
      is_integral },
    { STYLE_PLAIN,
      "The derivative of a function $G$ is $G'(x) = <f>$. Find $G(<to>) - "
      "G(<from>)$.",
      is_integral },
    { STYLE_PLAIN,
      "What is the length of the arc of the curve $y = <f>$ between the points "
      "with $x = <from>$ and $x = <to>$?",
      is_arc },
    { STYLE_PLAIN,
      "The point $(x, y)$ moves along the graph of $y = <f>$ from $x = <from>$ "
      "to $x = <to>$. Find the length of its path.",
      is_arc },
    { STYLE_STORY,
      "A motor drives or brakes a <load> along a straight line. At position "
      "$x$ metres its force in the direction of motion is $<f>$ newtons. "
      "How many joules of work (the integral of the force) does it do from "
      "$x = <from>$ to $x = <to>$?",
      is_slow },
    { STYLE_STORY,
      "Water flows into a <tank>. At time $x$ minutes the rate of flow is "
      "$<f>$ litres per minute. How many litres flow in from $x = <from>$ "
      "to $x = <to>$?",
      is_flow },
    { STYLE_STORY,
      "In a model, a colony of <cells> grows at a rate of $<f>$ thousand cells "
      "per hour at time $x$ hours. By how many thousand cells does it grow "
      "from $x = <from>$ to $x = <to>$?",
      is_parts },
    { STYLE_STORY,
      "<name> has written an app. At time $x$ weeks it is downloaded at a rate "
      "of $<f>$ times per week, says a model. How many downloads does the "
      "model give from $x = <from>$ to $x = <to>$?",
      is_parts },
    { STYLE_STORY,
      "Under a microscope a <grain> drifts along the curve $y = <f>$, where "
      "$x$ and $y$ are in micrometres, and never turns back. How many "
      "micrometres is its way from $x = <from>$ to $x = <to>$?",
      is_arc },
    { STYLE_STORY,
      "<name> programs a laser to burn a thin line along the curve $y = <f>$, "
      "where $x$ and $y$ are in hundredths of a millimetre. How long, in "
      "the same unit, is the line from $x = <from>$ to $x = <to>$?",
      is_arc },
    { 0 },
};

static const struct word_pool pools[] = {
    { "load", "box|cart|crate|sledge|trolley" },
    { "cells", "algae|bacteria|fungi|plankton|yeast" },
    { "tank", "barrel|basin|cistern|pool|reservoir" },
    { "grain", "bacterium|droplet|dust grain|plankton cell|pollen grain" },
    { 0 },
};

/* ---- the second road ---- */

/* Simpson: (to - from) / 6 * (f(from) + 4 f(middle) + f(to)), with the middle
 * doubled to stay whole. */
static enum truth simpson(const struct integral *v, const char *key,
                          struct check_finding *f)
{
    int64_t x = v->from, y = v->to, m = x + y, num, den;
    int64_t ends = v->p * (x * x + y * y) + v->q * (x + y) + 2 * v->r;
    int64_t middle = v->p * m * m + 2 * v->q * m + 4 * v->r; /* 4 f(m / 2) */

    f->by = "Simpson's rule";
    f->detail = "the key is not a fraction in lowest terms";
    if (!key_ratio(key, &num, &den))
        return TRUTH_NO;
    f->detail = "the rule, which is exact here, gives another value";
    if (den > 6 || num > INT64_C(100000000000000) ||
        num < -INT64_C(100000000000000) ||
        6 * num != den * (y - x) * (ends + middle))
        return TRUTH_NO;
    f->detail = "the rule, which is exact for this degree, gives the key";
    return TRUTH_YES;
}

/* acb_add_si() takes an unsigned number in some versions of Arb. */
static void add_si(acb_t out, const acb_t x, int64_t c, slong bits)
{
    acb_set(out, x);
    arb_add_si(acb_realref(out), acb_realref(out), c, bits);
}

/* The derivative of an arc's function, or the integrand itself. */
static void slope(acb_t out, const acb_t x, const struct integral *v,
                  slong bits)
{
    acb_t t;

    acb_init(t);
    switch (v->kind) {
    case KIND_PARTS:
        acb_mul_si(out, x, v->p, bits);
        add_si(out, out, v->q, bits);
        acb_exp(t, x, bits);
        acb_mul(out, out, t, bits);
        add_si(out, out, v->r, bits);
        break;
    case KIND_LOGARITHM:
        acb_inv(out, x, bits);
        acb_mul_si(out, out, v->p, bits);
        add_si(out, out, v->r, bits);
        break;
    case KIND_SUBSTITUTE:
        acb_mul(t, x, x, bits);
        add_si(t, t, v->q, bits);
        acb_div(out, x, t, bits);
        acb_mul_si(out, out, v->p, bits);
        add_si(out, out, v->r, bits);
        break;
    case KIND_CUBE_ARC:
    case KIND_SQUARE_ARC:
        acb_set(t, x);
        if (v->kind == KIND_CUBE_ARC)
            acb_mul(t, t, x, bits);
        acb_inv(out, t, bits);
        acb_div_si(out, out, -4 * v->p, bits);
        acb_mul_si(t, t, v->p, bits);
        acb_add(out, out, t, bits);
        break;
    default: /* p^2 (x + r) is the square of the slope */
        add_si(out, x, v->r, bits);
        acb_mul_si(out, out, v->p * v->p, bits);
    }
    acb_clear(t);
}

static int integrand(acb_ptr out, const acb_t x, void *param, slong order,
                     slong bits)
{
    const struct integral *v = param;

    slope(out, x, v, bits);
    if (is_arc_kind(v->kind)) {
        if (v->kind != KIND_ROOT_ARC)
            acb_mul(out, out, out, bits);
        add_si(out, out, 1, bits);
        acb_sqrt_analytic(out, out, order != 0, bits);
    }
    return 0;
}

/* Wrong keys differ by more than 10^-8: a changed digit of a denominator below
 * 10^4, or of a numerator over one below 10^8. */
#define BITS 112

static enum truth quadrature(struct arena *a, const struct integral *v,
                             const char *key, struct check_finding *f)
{
    struct integral copy = *v;
    enum truth holds = TRUTH_NO;
    acb_t from, to, sum;
    arb_t value;
    mag_t error;

    acb_init(from);
    acb_init(to);
    acb_init(sum);
    arb_init(value);
    mag_init(error);
    acb_set_si(from, v->from);
    acb_set_si(to, v->to);
    mag_set_ui_2exp_si(error, 1, -46);
    acb_calc_integrate(sum, integrand, &copy, from, to, BITS, error, NULL,
                       BITS);
    f->by = "certified quadrature";
    f->detail = "the key is not a number in closed form";
    if (key_ball(a, key, BITS, value)) {
        arb_sub(value, value, acb_realref(sum), BITS);
        if (!arb_contains_zero(value))
            f->detail = "the integral has another value";
        else if (mag_cmp_2exp_si(arb_radref(value), -40) > 0)
            holds = TRUTH_UNKNOWN;
        else
            holds = TRUTH_YES;
        if (holds == TRUTH_UNKNOWN)
            f->detail = "the quadrature was not precise enough";
        if (holds == TRUTH_YES)
            f->detail = "the ball of the integral contains the key, "
                        "certified to 40 bits";
    }
    mag_clear(error);
    arb_clear(value);
    acb_clear(sum);
    acb_clear(to);
    acb_clear(from);
    return holds;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct integral *v = values;

    f->by = "certified quadrature";
    f->detail = "these values make no integral that is asked here";
    if (!is_valid(v))
        return TRUTH_NO;
    return v->kind == KIND_POLYNOMIAL ? simpson(v, key, f)
                                      : quadrature(a, v, key, f);
}

static const struct recipe recipe = {
    .size = sizeof(struct integral),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the exact value.",
    .pools = pools,
    .check = check,
};

const struct family concept_calculus = {
    .name = "concept/calculus",
    .version = 2,
    .title = "Definite integrals and arc lengths",
    .doc = "Definite integrals of polynomials, by parts, by logarithm and by "
           "substitution, and lengths of arcs, as exact numbers. The worked "
           "solution gives the antiderivative.",
    .concepts = { HIGH_CALCULUS },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
