/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Exponential and logarithmic equations with exact solutions, such as
 * \frac{\ln 5}{2\ln 3}: one power, powers of two bases, one logarithm, and
 * quadratic equations in B^x, of which the sum of all solutions is asked.
 *
 * solve() takes logarithms, or substitutes t = B^x and uses the quadratic
 * formula. check() evaluates the printed key in certified balls and puts it
 * into the equation; the number of solutions of a quadratic comes from the
 * rule of signs, and their sum from the product of its roots.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    POWER,   /* B^{c1 x} + c0 = c2 */
    BASES,   /* B^{c1 x + c0} = D^{c3 x + c2} */
    LOG,     /* c3 log_B(c1 x + c0) + c2 = c4 */
    SQUARE,  /* c2 (B^2)^x + c1 B^x + c0 = 0 */
    INVERSE, /* c2 B^x + c1 + c0 B^{-x} = 0 */
    KINDS
};

struct equation {
    int64_t kind;
    int64_t base, other; /* B and D; 0 stands for e. D is 0 where unused */
    int64_t n, c[5];
};

static const int64_t slots[KINDS] = { 3, 4, 5, 3, 3 };

#define MOST 10000000

static const struct field fields[] = {
    NUMBER(struct equation, kind, 0, KINDS - 1),
    NUMBER(struct equation, base, 0, 10),
    NUMBER(struct equation, other, 0, 10),
    SLOT_LIST(struct equation, c, n, -MOST, MOST),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "one power", "one power with a multiple of x in the exponent, and a "
                   "constant to be moved" },
    { "logarithm", "one logarithm of a linear term, to be converted to a "
                   "power with a rational exponent" },
    { "two bases", "powers of two different bases with linear exponents on "
                   "both sides" },
    { "quadratic", "a quadratic equation in a power, one or two solutions, "
                   "of which the sum is asked" },
};

static const int64_t bases[] = { 0, 2, 3, 5, 6, 7, 10 };

static void draw_power(struct pick *k, struct equation *v)
{
    v->kind = POWER;
    v->base = pick_of(k, bases, 7);
    v->c[1] = pick(k, 2, 12);
    v->c[0] = pick_signed(k, 1, 99);
    v->c[2] = v->c[0] + pick_wide(k, 2, 300);
}

static void draw_bases(struct pick *k, struct equation *v)
{
    int64_t first, second;

    v->kind = BASES;
    first = pick(k, 0, 6);
    second = pick(k, 0, 5);
    v->base = bases[first];
    v->other = bases[second + (second >= first)];
    for (int i = 0; i < 4; i += 2) {
        v->c[i] = pick_signed(k, 1, 99);
        v->c[i + 1] = pick_wide(k, 1, 99);
    }
}

static void draw_log(struct pick *k, struct equation *v)
{
    int64_t rise;

    v->kind = LOG;
    v->base = pick_of(k, bases, 7);
    v->c[0] = pick_signed(k, 1, 300);
    v->c[1] = pick_wide(k, 2, 200);
    v->c[2] = pick_signed(k, 1, 99);
    v->c[3] = pick(k, 2, 9);
    rise = pick(k, 1, 9);
    v->c[4] = v->c[2] + (pick(k, 0, 1) ? rise : -rise);
}

/* (q t - p)(s t - r) with rational roots, at most one of them negative. */
static void draw_quadratic(struct pick *k, struct equation *v)
{
    int64_t p[2], q[2], sign;

    v->kind = pick(k, SQUARE, INVERSE);
    v->base = pick_of(k, bases, 7);
    pick_fractions(k, 30, 1, 6, 2, p, q);
    sign = pick(k, 0, 2);
    if (sign)
        p[sign - 1] = -p[sign - 1];
    v->c[0] = p[0] * p[1];
    v->c[1] = -(p[0] * q[1] + p[1] * q[0]);
    v->c[2] = q[0] * q[1];
}

static void draw(struct pick *k, void *values)
{
    struct equation *v = values;

    (k->level == 1   ? draw_power
     : k->level == 2 ? draw_log
     : k->level == 3 ? draw_bases
                     : draw_quadratic)(k, v);
    v->n = slots[v->kind];
}

/* ---- writing ---- */

static const char *base_of(struct arena *a, int64_t b)
{
    return b ? arena_printf(a, "%" PRId64, b) : "e";
}

/* c ln b, c != 0: "3", "-\ln 2", "3\ln 2". */
static const char *multiple(struct arena *a, int64_t c, int64_t b)
{
    if (b == 0)
        return arena_printf(a, "%" PRId64, c);
    return latex_times(a, c, 1, arena_printf(a, "\\ln %" PRId64, b));
}

/* p ln b + q ln d; one of them may be 0. */
static const char *sum_of(struct arena *a, int64_t p, int64_t b, int64_t q,
                          int64_t d)
{
    if (p == 0 || q == 0)
        return p ? multiple(a, p, b) : q ? multiple(a, q, d) : "0";
    return arena_printf(a, "%s%s%s", multiple(a, p, b), q < 0 ? " - " : " + ",
                        multiple(a, q < 0 ? -q : q, d));
}

/* ln(t) / (m ln b) for t > 0, m > 0; a rational number where it is one. */
static const char *quotient(struct arena *a, struct surd t, int64_t m,
                            int64_t b)
{
    const char *top = surd_latex(a, t), *bottom;
    int64_t p = t.p, q = t.r, k = 0;

    for (; b && t.q == 0 && p % b == 0; p /= b)
        k++;
    for (; b && t.q == 0 && q % b == 0; q /= b)
        k--;
    if (t.q == 0 && p == q)
        return latex_ratio(a, k, m);
    top = arena_printf(a,
                       t.q        ? "\\ln\\left(%s\\right)"
                       : t.r == 1 ? "\\ln %s"
                                  : "\\ln%s",
                       top);
    if (b == 0 && m == 1)
        return top;
    bottom = multiple(a, m, b);
    return arena_printf(a, "\\frac{%s}{%s}", top, bottom);
}

/* ---- the first road: logarithms ---- */

static bool solve_power(struct solving *s, const struct equation *v)
{
    int64_t d = v->c[2] - v->c[0], m = v->c[1];
    const char *b = base_of(s->arena, v->base);
    const char *up = latex_poly(s->arena, (int64_t[]){ 0, m }, 2, "x");

    if (d <= 0 || m <= 0)
        return false;
    solving_step(
        s, "Move the constant: $%s^{%s} = %" PRId64 "%s = %" PRId64 "$.", b, up,
        v->c[2], v->c[0] ? latex_plus(s->arena, -v->c[0]) : "", d);
    solving_key(s, "%s", quotient(s->arena, surd_new(d, 0, 0, 1), m, v->base));
    solving_step(s, "Take natural logarithms: $%s = \\ln %" PRId64 "$.",
                 v->base ? arena_printf(s->arena, "%s \\ln %s", up, b) : up, d);
    solving_step(s, "Divide: $x = %s$.", s->key);
    return true;
}

/* b^e; e for b = 0. */
static const char *power_of(struct arena *a, int64_t b, int64_t e)
{
    if (e == 1)
        return base_of(a, b);
    return arena_printf(a, "%s^{%" PRId64 "}", base_of(a, b), e);
}

/* Why b^p and d^q differ: no base is a perfect power or 1, so two of them
 * never have the same prime factors. */
static const char *difference(struct arena *a, int64_t b, int64_t p, int64_t d,
                              int64_t q)
{
    const char *left = power_of(a, b, p), *right = power_of(a, d, q);

    if (b == 0 || d == 0)
        return arena_printf(a,
                            "$%s \\ne %s$: no power of $e$ with an integer "
                            "exponent other than $0$ is rational",
                            left, right);
    return arena_printf(a,
                        "$%s \\ne %s$: the numbers $%" PRId64 "$ and $%" PRId64
                        "$ do not have the same prime factors",
                        left, right, b, d);
}

static bool solve_bases(struct solving *s, const struct equation *v)
{
    const int64_t *c = v->c;
    int64_t b = v->base, d = v->other;
    int64_t g = integer_gcd(integer_gcd(c[0], c[1]), integer_gcd(c[2], c[3]));
    const char *top, *bottom;

    if (b == d || c[1] == 0 || c[3] == 0)
        return false;
    top = sum_of(s->arena, c[2] / g, d, -c[0] / g, b);
    bottom = sum_of(s->arena, c[1] / g, b, -c[3] / g, d);
    solving_step(s, "Take natural logarithms on both sides: $(%s)%s = (%s)%s$.",
                 latex_poly(s->arena, c, 2, "x"),
                 b ? arena_printf(s->arena, " \\ln %" PRId64, b) : "",
                 latex_poly(s->arena, c + 2, 2, "x"),
                 d ? arena_printf(s->arena, " \\ln %" PRId64, d) : "");
    solving_step(s, "Collect the terms with $x$: $x\\left(%s\\right) = %s$.",
                 sum_of(s->arena, c[1], b, -c[3], d),
                 sum_of(s->arena, c[2], d, -c[0], b));
    if (c[0] * c[3] == c[1] * c[2]) /* both exponents vanish together */
        solving_key(s, "%s", latex_ratio(s->arena, -c[0], c[1]));
    else
        solving_key(s, "\\frac{%s}{%s}", top, bottom);
    solving_step(s, "The bracket is not $0$, because %s.",
                 difference(s->arena, b, c[1], d, c[3]));
    solving_step(s, "Divide%s: $x = %s$.", g > 1 ? " and reduce" : "", s->key);
    return true;
}

/* B^{p/q}: a rational number in *num and *den when p/q is whole. */
static const char *root_power(struct arena *a, int64_t b, int64_t p, int64_t q,
                              int64_t *num, int64_t *den)
{
    int64_t g = integer_gcd(p, q), e = p / g, whole = 1;

    *den = 0;
    if (p == 0 || (b && q == g && e >= -9 && e <= 9)) {
        for (int64_t i = 0; p && i < (e < 0 ? -e : e); i++)
            whole *= b;
        *num = e < 0 ? 1 : whole;
        *den = e < 0 ? whole : 1;
        return latex_ratio(a, *num, *den);
    }
    if (e == 1 && q == g)
        return base_of(a, b);
    return arena_printf(a, "%s^{%s}", base_of(a, b), latex_ratio(a, p, q));
}

static bool solve_log(struct solving *s, const struct equation *v)
{
    const int64_t *c = v->c;
    int64_t p = c[4] - c[2], num, den;
    const char *log =
        v->base ? arena_printf(s->arena, "\\log_{%" PRId64 "}", v->base)
                : "\\ln";
    const char *right, *line = latex_poly(s->arena, c, 2, "x");

    if (c[1] == 0 || c[3] <= 0 || p > 60 || p < -60)
        return false;
    right = root_power(s->arena, v->base, p, c[3], &num, &den);
    solving_step(s, "Move the constant: $%s%s(%s) = %" PRId64 "$.",
                 c[3] == 1 ? "" : arena_printf(s->arena, "%" PRId64, c[3]), log,
                 line, p);
    if (c[3] > 1)
        solving_step(s, "Divide by $%" PRId64 "$: $%s(%s) = %s$.", c[3], log,
                     line, latex_ratio(s->arena, p, c[3]));
    solving_step(s, "Convert to a power: $%s = %s$.", line, right);
    if (den) /* the power is at most 10^9, so all products are below 10^17 */
        solving_key(s, "%s",
                    latex_ratio(s->arena, num - den * c[0], den * c[1]));
    else if (c[1] == 1)
        solving_key(s, "%s%s", right, c[0] ? latex_plus(s->arena, -c[0]) : "");
    else
        solving_key(s, "\\frac{%s%s}{%" PRId64 "}", right,
                    c[0] ? latex_plus(s->arena, -c[0]) : "", c[1]);
    solving_step(s, "Solve for $x$: $x = %s$.", s->key);
    return true;
}

/* sqrt(n) for n > 0, whole in p or q sqrt(d); false when it is too large. */
static bool root_of(int64_t n, struct surd *out)
{
    ulong rest, root = n_sqrtrem(&rest, (ulong)n);

    if (rest ? n > 2000000 : root > 1000000000)
        return false;
    *out =
        rest ? surd_new(0, 1, n, 1) : (struct surd){ (int64_t)root, 0, 0, 1 };
    return true;
}

static void explain(struct solving *s, const struct equation *v, int64_t disc,
                    struct surd root)
{
    const char *b = base_of(s->arena, v->base);

    solving_step(s, "%s $t = %s^x > 0$: $%s = 0$.",
                 v->kind == SQUARE ? "Substitute" : "Multiply by $t$, where", b,
                 latex_poly(s->arena, v->c, 3, "t"));
    solving_step(
        s,
        "The discriminant is $%s^2 - 4 \\cdot %s \\cdot %s = %" PRId64
        "$ with root $%s$, so $t = \\frac{%" PRId64 " \\pm %s}{%" PRId64 "}$.",
        latex_bracket(s->arena, v->c[1]), latex_bracket(s->arena, v->c[2]),
        latex_bracket(s->arena, v->c[0]), disc, surd_latex(s->arena, root),
        -v->c[1], surd_latex(s->arena, root), 2 * v->c[2]);
}

/* c2 > 0 after a change of all signs. */
static bool solve_quadratic(struct solving *s, const struct equation *v)
{
    const int64_t *c = v->c;
    int64_t disc = c[1] * c[1] - 4 * c[2] * c[0];
    struct surd root, low, high;
    const char *b = v->base
                        ? arena_printf(s->arena, "\\log_{%" PRId64 "}", v->base)
                        : "\\ln";

    if (c[2] <= 0 || c[0] == 0 || disc <= 0 || !root_of(disc, &root))
        return false;
    low = surd_new(-c[1] - root.p, -root.q, root.d, 2 * c[2]);
    high = surd_new(-c[1] + root.p, root.q, root.d, 2 * c[2]);
    if (c[0] > 0 && c[1] > 0) /* both values of t are negative */
        return false;
    explain(s, v, disc, root);
    solving_step(s, "The values are $t_1 = %s$ and $t_2 = %s$.",
                 surd_latex(s->arena, low), surd_latex(s->arena, high));
    if (c[0] < 0) {
        solving_step(s, "Since $t_1$ is negative, it gives no real $x$.");
        solving_key(s, "%s", quotient(s->arena, high, 1, v->base));
    } else {
        solving_step(s,
                     "Both are positive: $x_1 = %s t_1$ and $x_2 = %s t_2$, "
                     "with sum $%s(t_1 t_2) = %s %s$.",
                     b, b, b, b, latex_ratio(s->arena, c[0], c[2]));
        solving_key(s, "%s",
                    quotient(s->arena, surd_new(c[0], 0, 0, c[2]), 1, v->base));
    }
    solving_step(s, "The sum of the solutions is $%s$.", s->key);
    return true;
}

static bool is_base(int64_t b)
{
    return b != 1 && b != 4 && b != 8 && b != 9; /* no perfect powers */
}

static bool solve(struct solving *s, const void *values)
{
    static bool (*const roads[KINDS])(struct solving *,
                                      const struct equation *) = {
        solve_power, solve_bases, solve_log, solve_quadratic, solve_quadratic,
    };
    const struct equation *v = values;

    return v->n == slots[v->kind] && is_base(v->base) && is_base(v->other) &&
           roads[v->kind](s, v);
}

/* ---- wording ---- */

/* A term of a sum: "3 \cdot 2^{x}", "- 2^{x}", "+ 5". */
static void add_power(struct speech *s, struct str *out, const int64_t *c,
                      const char *power)
{
    bool shown = s->hidden != c;
    int64_t size = *c < 0 ? -*c : *c;

    if (shown && size == 0)
        return;
    if (out->n)
        str_add(out, shown && *c < 0 ? " - " : " + ");
    else if (shown && *c < 0)
        str_addc(out, '-');
    if (!shown)
        str_add(out, s->letter);
    else if (size != 1 || !*power)
        str_add_int(out, size);
    if (*power)
        str_addf(out, "%s%s", shown && size == 1 ? "" : " \\cdot ", power);
}

static const char *equation_of(struct speech *s, const struct equation *v)
{
    const char *b = base_of(s->arena, v->base), *x = "x", *up;
    struct str out;

    switch (v->kind) {
    case POWER:
        return arena_printf(
            s->arena, "%s^{%s}%s = %s", b, speech_linear(s, v->c + 1, 1, &x),
            speech_plus(s, &v->c[0]), speech_number(s, &v->c[2]));
    case BASES:
        return arena_printf(
            s->arena, "%s^{%s} = %s^{%s}", b, speech_poly(s, v->c, 2, x),
            base_of(s->arena, v->other), speech_poly(s, v->c + 2, 2, x));
    case LOG:
        b = v->base ? arena_printf(s->arena, "\\log_{%s}", b) : "\\ln";
        b = arena_printf(s->arena, "%s(%s)", b, speech_poly(s, v->c, 2, x));
        return arena_printf(
            s->arena, "%s%s = %s", speech_linear(s, v->c + 3, 1, &b),
            speech_plus(s, &v->c[2]), speech_number(s, &v->c[4]));
    default: break;
    }
    out = str_in(s->arena);
    up = arena_printf(s->arena, "%s^{x}", b);
    if (v->kind == INVERSE) {
        add_power(s, &out, &v->c[2], up);
        add_power(s, &out, &v->c[1], "");
        add_power(s, &out, &v->c[0], arena_printf(s->arena, "%s^{-x}", b));
    } else {
        add_power(s, &out, &v->c[2],
                  v->base ? arena_printf(s->arena, "%" PRId64 "^{x}",
                                         v->base * v->base)
                          : "e^{2x}");
        add_power(s, &out, &v->c[1], up);
        add_power(s, &out, &v->c[0], "");
    }
    return arena_printf(s->arena, "%s = 0", str_get(&out));
}

static void speak(struct speech *s, const void *values)
{
    const struct equation *v = values;
    bool sum = v->kind >= SQUARE;

    speech_set(s, "eq", "%s", equation_of(s, v));
    speech_set(s, "ask", "%s",
               sum ? "the sum of all its real solutions" : "its real solution");
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Equation: $<eq>$. Find <ask>.", NULL },
    { STYLE_PLAIN, "Consider the equation $<eq>$. Find <ask>.", NULL },
    { STYLE_PLAIN, "Look at $<eq>$ as an equation in $x$. Determine <ask>.",
      NULL },
    { STYLE_STORY,
      "In the laboratory, <name> describes how the temperature of a <object> "
      "changes. The model leads to the equation $<eq>$, where $x$ is a time in hours and "
      "negative times lie before the first measurement. Find <ask>.",
      NULL },
    { STYLE_STORY,
      "A biologist in <city> studies a colony of <cells>. The times $x$, in "
      "days from now, of interest satisfy $<eq>$; a negative $x$ lies "
      "in the past. Consider this equation and find <ask>.",
      NULL },
    { STYLE_STORY,
      "To set up a filter at the waterworks of <city>, <name> has to solve the "
      "equation $<eq>$, in which $x$ is a setting that may be negative. "
      "Find <ask>.",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "object", "cup of tea|steel rod|pot of soup|clay tile|glass plate" },
    { "cells", "bacteria|yeast cells|algae|moss plants" },
    { 0 },
};

/* ---- the second road: substitution in balls ---- */

#define BITS 256

/* ln B, 1 for e. */
static void log_base(arb_t out, int64_t b)
{
    if (b)
        arb_log_ui(out, (ulong)b, BITS);
    else
        arb_one(out);
}

/* c1 x + c0 */
static void line_at(arb_t out, const int64_t *c, const arb_t x)
{
    arb_mul_si(out, x, (slong)c[1], BITS);
    arb_add_si(out, out, (slong)c[0], BITS);
}

/* B^x */
static void power_at(arb_t out, int64_t b, const arb_t x)
{
    log_base(out, b);
    arb_mul(out, out, x, BITS);
    arb_exp(out, out, BITS);
}

static bool residue_simple(arb_t r, const struct equation *v, const arb_t x)
{
    bool ok = true;
    arb_t t, ln;

    arb_init(t);
    arb_init(ln);
    line_at(r, v->c, x);
    log_base(t, v->base);
    if (v->kind == POWER) {
        arb_mul_si(t, x, (slong)v->c[1], BITS);
        power_at(r, v->base, t);
        arb_add_si(r, r, (slong)(v->c[0] - v->c[2]), BITS);
    } else if (v->kind == LOG) {
        ok = arb_is_positive(r);
        arb_log(r, r, BITS);
        arb_div(r, r, t, BITS);
        arb_mul_si(r, r, (slong)v->c[3], BITS);
        arb_add_si(r, r, (slong)(v->c[2] - v->c[4]), BITS);
    } else { /* the powers themselves may be huge: compare exponents of e */
        arb_mul(r, r, t, BITS);
        line_at(t, v->c + 2, x);
        log_base(ln, v->other);
        arb_submul(r, t, ln, BITS);
    }
    arb_clear(ln);
    arb_clear(t);
    return ok;
}

/* With T = B^key: two positive roots have the product T; a single one is T. */
static void residue_sum(arb_t r, const struct equation *v, const arb_t x)
{
    arb_t t;

    arb_init(t);
    power_at(t, v->base, x);
    arb_mul_si(r, t, (slong)v->c[2], BITS);
    if (v->c[0] < 0) {
        arb_add_si(r, r, (slong)v->c[1], BITS);
        arb_mul(r, r, t, BITS);
        arb_add_si(r, r, (slong)v->c[0], BITS);
    } else {
        arb_sub_si(r, r, (slong)v->c[0], BITS);
    }
    arb_clear(t);
}

/* Does the equation have exactly the solutions that are counted on? For a
 * quadratic with c2 > 0: a real pair of roots, and by the rule of signs one
 * positive root when c0 < 0, two when c1 < 0 < c0. */
static bool counted(const struct equation *v)
{
    const int64_t *c = v->c;

    if (v->n != slots[v->kind] || !is_base(v->base) || !is_base(v->other))
        return false;
    if (v->kind == POWER)
        return c[1] != 0;
    if (v->kind == BASES)
        return v->base != v->other && (c[1] || c[3]);
    if (v->kind == LOG)
        return c[1] && c[3];
    return c[2] > 0 && c[1] * c[1] > 4 * c[2] * c[0] &&
           (c[0] < 0 || (c[0] > 0 && c[1] < 0));
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct equation *v = values;
    bool ok = false;
    arb_t x, r;

    f->by = v->kind < SQUARE ? "substitution in balls"
                             : "rule of signs and Vieta in balls";
    f->detail = "these numbers make no problem";
    if (!counted(v))
        return TRUTH_NO;
    arb_init(x);
    arb_init(r);
    f->detail = "the key is not a real number of moderate size";
    if (key_ball(a, key, BITS, x) && mag_cmp_2exp_si(arb_radref(x), -150) < 0 &&
        arf_cmpabs_2exp_si(arb_midref(x), 60) < 0) {
        f->detail = "the key does not satisfy the equation";
        ok = true;
        if (v->kind < SQUARE)
            ok = residue_simple(r, v, x);
        else
            residue_sum(r, v, x);
        ok = ok && arb_contains_zero(r) &&
             mag_cmp_2exp_si(arb_radref(r), -60) < 0;
    }
    if (ok)
        f->detail = "the key satisfies the equation in balls of 256 bits, "
                    "certified to 60 bits, and the number of its solutions is "
                    "certain";
    arb_clear(r);
    arb_clear(x);
    return ok ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct equation),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give the exact value.",
    .pools = pools,
    .check = check,
};

const struct family concept_exponential_equations = {
    .name = "concept/exponential-equations",
    .version = 2,
    .title = "Exponential and logarithmic equations",
    .doc = "Equations with powers or a logarithm, solved exactly by taking "
           "logarithms, changing the base or converting to a power; at level "
           "4 a quadratic equation in a power, whose negative root must be "
           "dropped.",
    .concepts = { HIGH_EXP_LOG_EQS, HIGH_LOGARITHMS },
    .answer = ANSWER_NUMBER,
    .levels = levels,
    .n_levels = 4,
    CONCEPT_CARD(&recipe),
};
