/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Logarithms with rational values: one value, a linear logarithmic equation,
 * the rules for products, quotients and powers, a difference of logarithms, a
 * system in two bases, and a logarithm of a difference of logarithms.
 *
 * solve() uses the rules of logarithms. check() knows natural logarithms only:
 * it puts the key into what is given, or computes the unknowns from it, in
 * certified balls that are finer than any two keys can be near.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    VALUE,      /* t = log_{g^n} g^m, asked: c1 t + c0 */
    EQUATION,   /* log_{g^n}(c1 x + c0) = m/n */
    RULES,      /* log_g x, y, z are c0, c1, c2; asked: log_{g^n} of a term */
    DIFFERENCE, /* log_g(c1 x + c0) - log_g(c3 x + c2) = m */
    SYSTEM,     /* two equations for log x and log y in four bases */
    NESTED,     /* log_g(log_h(c1 x + c0) - log_h(c3 x + c2)) = m */
    KINDS
};

struct logs {
    int64_t kind;
    int64_t n, c[4]; /* the numbers that may be hidden */
    int64_t m, s[7]; /* the others: s[0] is the base g */
};

static const size_t slots[KINDS] = { 2, 2, 3, 4, 4, 4 };
static const size_t others[KINDS] = { 3, 3, 5, 2, 7, 3 };

static const struct field fields[] = {
    NUMBER(struct logs, kind, 0, KINDS - 1),
    SLOT_LIST(struct logs, c, n, -1000000, 1000000),
    LIST(struct logs, s, m, 0, 12),
    { 0 },
};

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "value", "one logarithm with a rational value up to 6, or an equation "
               "with one logarithm of a linear term" },
    { "rules", "three given logarithms and the logarithm of a term of "
               "products, quotients and powers, or an equation with the "
               "difference of two logarithms" },
    { "combined", "a system of two equations with logarithms to four bases, "
                  "or a logarithm of a difference of logarithms" },
};

static const int64_t bases[] = { 2, 3, 5, 6, 7, 10 };

static void draw_value(struct pick *k, struct logs *v)
{
    v->kind = pick(k, VALUE, EQUATION);
    v->s[0] = pick_of(k, bases, 6);
    v->s[1] = pick(k, 1, 3);
    v->s[2] = pick_but(k, 1, 6, v->s[1]); /* the argument is not the base */
    v->c[1] = pick_wide(k, 2, 60);
    v->c[0] = pick_signed(k, 1, 99);
}

static void draw_rules(struct pick *k, struct logs *v)
{
    v->kind = RULES;
    v->s[0] = pick_of(k, bases, 6);
    v->s[1] = pick(k, 2, 4); /* another base than the given one */
    for (int i = 2; i < 5; i++)
        v->s[i] = pick(k, 2, 7);
    for (int i = 0; i < 3; i++)
        v->c[i] = pick_signed(k, 1, 99);
}

/* The second term falls below 0 first and the first grows slower than a
 * multiple of it: there is one solution, and it is in the domain. */
static void draw_terms(struct pick *k, struct logs *v)
{
    v->c[0] = pick_wide(k, 1, 999);
    v->c[1] = pick(k, 1, 30);
    v->c[2] = -pick_wide(k, 1, 999);
    v->c[3] = v->c[1] + pick(k, 0, 30);
}

static void draw_difference(struct pick *k, struct logs *v)
{
    v->kind = DIFFERENCE;
    v->s[0] = pick_of(k, bases, 6);
    v->s[1] = pick(k, 1, 3);
    draw_terms(k, v);
}

static void draw_system(struct pick *k, struct logs *v)
{
    v->kind = SYSTEM;
    v->s[0] = pick_of(k, bases, 6);
    for (int i = 1; i < 5; i += 2) { /* different bases in each equation */
        v->s[i] = pick(k, 1, 4);
        v->s[i + 1] = pick_but(k, 1, 4, v->s[i]);
    }
    v->s[5] = pick(k, 2, 5);
    v->s[6] = pick(k, 2, 5);
    v->c[0] = pick_signed(k, 1, 99);
    v->c[1] = pick_signed(k, 1, 99);
    v->c[2] = pick(k, 3, 21);
    v->c[3] = pick(k, 3, 21);
}

static void draw_nested(struct pick *k, struct logs *v)
{
    static const int64_t outer[] = { 2, 3, 4, 5, 2 };
    int64_t i = pick(k, 0, 4);

    v->kind = NESTED;
    v->s[0] = outer[i];
    v->s[1] = i == 4 ? 2 : 1;
    v->s[2] = pick(k, 2, 7);
    draw_terms(k, v);
}

static void draw(struct pick *k, void *values)
{
    struct logs *v = values;
    int64_t second = k->level == 1 ? 0 : pick(k, 0, 1);

    (k->level == 1   ? draw_value
     : k->level == 2 ? (second ? draw_difference : draw_rules)
                     : (second ? draw_nested : draw_system))(k, v);
    v->n = (int64_t)slots[v->kind];
    v->m = (int64_t)others[v->kind];
}

/* ---- the first road: the rules ---- */

/* b^e, at most 12^12. */
static int64_t power(int64_t b, int64_t e)
{
    int64_t p = 1;

    while (e-- > 0)
        p *= b;
    return p;
}

static const char *linear(struct arena *a, const int64_t *c)
{
    return latex_poly(a, c, 2, "x");
}

/* "6^{2} = 36", or "6" for the first power. */
static const char *power_text(struct arena *a, int64_t b, int64_t e)
{
    if (e == 1)
        return arena_printf(a, "%" PRId64, b);
    return arena_printf(a, "%" PRId64 "^{%" PRId64 "} = %" PRId64, b, e,
                        power(b, e));
}

static bool solve_value(struct solving *s, const struct logs *v)
{
    int64_t g = v->s[0], n = v->s[1], m = v->s[2];

    if (v->c[1] == 0)
        return false;
    if (n == 1) {
        solving_step(s, "Write the argument as a power of the base: $%s$.",
                     power_text(s->arena, g, m));
        solving_step(s, "The logarithm is the exponent, $t = %" PRId64 "$.", m);
    } else {
        solving_step(s,
                     "Write base and argument as powers of $%" PRId64
                     "$: $%s$ and $%s$.",
                     g, power_text(s->arena, g, n), power_text(s->arena, g, m));
        solving_step(
            s,
            "Since $(%" PRId64 "^{%" PRId64 "})^t = %s$, $%" PRId64
            "t = %" PRId64 "$ and $t = %s$.",
            g, n,
            m == 1 ? power_text(s->arena, g, 1)
                   : arena_printf(s->arena, "%" PRId64 "^{%" PRId64 "}", g, m),
            n, m, latex_ratio(s->arena, m, n));
    }
    solving_key(s, "%s", latex_ratio(s->arena, v->c[1] * m + v->c[0] * n, n));
    solving_step(s, "So $%s = %s \\cdot %s%s = %s$.",
                 latex_poly(s->arena, v->c, 2, "t"),
                 latex_bracket(s->arena, v->c[1]), latex_ratio(s->arena, m, n),
                 v->c[0] ? latex_plus(s->arena, v->c[0]) : "", s->key);
    return true;
}

static bool solve_equation(struct solving *s, const struct logs *v)
{
    int64_t g = v->s[0], n = v->s[1], m = v->s[2], right = power(g, m);

    if (v->c[1] == 0)
        return false;
    solving_step(s, "In powers: $%s = %" PRId64 "^{%s} = %" PRId64 "$%s.",
                 linear(s->arena, v->c), power(g, n),
                 latex_ratio(s->arena, m, n), right,
                 n == 1 ? ""
                        : arena_printf(s->arena,
                                       ", because $%" PRId64 " = %" PRId64
                                       "^{%" PRId64 "}$",
                                       power(g, n), g, n));
    solving_step(s, "So $%s = %" PRId64 "$.",
                 latex_poly(s->arena, (int64_t[]){ 0, v->c[1] }, 2, "x"),
                 right - v->c[0]);
    solving_key(s, "%s", latex_ratio(s->arena, right - v->c[0], v->c[1]));
    solving_step(
        s,
        "Hence $x = %s$; the argument of the logarithm is then $%" PRId64
        " > 0$.",
        s->key, right);
    return true;
}

static bool solve_rules(struct solving *s, const struct logs *v)
{
    const int64_t *e = v->s + 2;
    int64_t sum = e[0] * v->c[0] + e[1] * v->c[1] - e[2] * v->c[2];

    solving_step(
        s,
        "By the rules for quotients, products and powers, "
        "$\\log_{%" PRId64 "} \\frac{x^{%" PRId64 "} y^{%" PRId64
        "}}{z^{%" PRId64 "}} = %" PRId64 " \\log_{%" PRId64 "} x + %" PRId64
        " \\log_{%" PRId64 "} y - %" PRId64 " \\log_{%" PRId64 "} z$.",
        v->s[0], e[0], e[1], e[2], e[0], v->s[0], e[1], v->s[0], e[2], v->s[0]);
    solving_step(s,
                 "This is $%" PRId64 " \\cdot %s + %" PRId64
                 " \\cdot %s - %" PRId64 " \\cdot %s = %" PRId64 "$.",
                 e[0], latex_bracket(s->arena, v->c[0]), e[1],
                 latex_bracket(s->arena, v->c[1]), e[2],
                 latex_bracket(s->arena, v->c[2]), sum);
    solving_key(s, "%s", latex_ratio(s->arena, sum, v->s[1]));
    if (v->s[1] > 1)
        solving_step(s,
                     "The base is $%" PRId64 " = %" PRId64 "^{%" PRId64
                     "}$, so the logarithm is divided by $%" PRId64 "$.",
                     power(v->s[0], v->s[1]), v->s[0], v->s[1], v->s[1]);
    solving_step(s, "The value is $%s$.", s->key);
    return true;
}

/* (c1 x + c0) / (c3 x + c2) = ratio, both terms positive. */
static bool solve_ratio(struct solving *s, const int64_t *c, int64_t ratio)
{
    int64_t down = ratio * c[3] - c[1], up = c[0] - ratio * c[2];
    int64_t cross = c[0] * c[3] - c[1] * c[2]; /* (c3 x + c2) down */

    if (down == 0 || cross == 0 || (cross > 0) != (down > 0))
        return false;
    solving_step(
        s, "So $\\frac{%s}{%s} = %" PRId64 "$, that is $%s = %" PRId64 "(%s)$.",
        linear(s->arena, c), linear(s->arena, c + 2), ratio,
        linear(s->arena, c), ratio, linear(s->arena, c + 2));
    solving_step(s, "Collect the terms: $%s = %" PRId64 "$.",
                 latex_poly(s->arena, (int64_t[]){ 0, down }, 2, "x"), up);
    solving_key(s, "%s", latex_ratio(s->arena, up, down));
    solving_step(s,
                 "Hence $x = %s$. There $%s = %s > 0$, and the other argument "
                 "is $%" PRId64 "$ times that, so both logarithms exist.",
                 s->key, linear(s->arena, c + 2),
                 latex_ratio(s->arena, cross, down), ratio);
    return true;
}

static bool solve_difference(struct solving *s, const struct logs *v)
{
    int64_t ratio = power(v->s[0], v->s[1]);

    if (v->s[1] > 4 || ratio == 1)
        return false;
    solving_step(s,
                 "A difference of logarithms is the logarithm of the quotient, "
                 "and it equals $%" PRId64 "$ when the quotient is $%s$.",
                 v->s[1], power_text(s->arena, v->s[0], v->s[1]));
    return solve_ratio(s, v->c, ratio);
}

static bool solve_nested(struct solving *s, const struct logs *v)
{
    int64_t inner = power(v->s[0], v->s[1]);

    if (inner > 6 || v->s[2] > 7)
        return false;
    solving_step(s,
                 "The outer logarithm is $%" PRId64
                 "$, so the difference inside it is $%s$.",
                 v->s[1], power_text(s->arena, v->s[0], v->s[1]));
    solving_step(s,
                 "The difference is the logarithm of the quotient, which is "
                 "therefore $%s$.",
                 power_text(s->arena, v->s[2], inner));
    return solve_ratio(s, v->c, power(v->s[2], inner));
}

/* p u + q w, as it is written. */
static const char *form(struct arena *a, int64_t p, int64_t q)
{
    return arena_printf(
        a, "%s%s%s", latex_poly(a, (int64_t[]){ 0, p }, 2, "u"),
        q < 0 ? " - " : " + ",
        latex_poly(a, (int64_t[]){ 0, q < 0 ? -q : q }, 2, "w"));
}

/* With u = log_g x and w = log_g y: u/a + i w/b = c0, j u/d - w/e = c1. */
static bool solve_system(struct solving *s, const struct logs *v)
{
    int64_t a = v->s[1], b = v->s[2], d = v->s[3], e = v->s[4];
    int64_t i = v->s[5], j = v->s[6], r = a * b * v->c[0], t = d * e * v->c[1];
    int64_t det =
        b * d + a * i * j * e; /* of b u + a i w = r, je u - d w = t */
    int64_t up = d * r + a * i * t, wp = j * e * r - b * t;

    solving_step(s,
                 "Let $u = \\log_{%" PRId64 "} x$ and $w = \\log_{%" PRId64
                 "} y$. A logarithm to base $%" PRId64
                 "^k$ is that to base $%" PRId64 "$ divided by $k$.",
                 v->s[0], v->s[0], v->s[0], v->s[0]);
    solving_step(s,
                 "The equations become $%s + %s = %" PRId64
                 "$ and $%s - %s = %" PRId64 "$.",
                 latex_times(s->arena, 1, a, "u"),
                 latex_times(s->arena, i, b, "w"), v->c[0],
                 latex_times(s->arena, j, d, "u"),
                 latex_times(s->arena, 1, e, "w"), v->c[1]);
    solving_step(
        s, "Without fractions: $%s = %" PRId64 "$ and $%s = %" PRId64 "$.",
        form(s->arena, b, a * i), r, form(s->arena, j * e, -d), t);
    solving_step(s,
                 "Eliminating one unknown gives $%" PRId64 "u = %" PRId64
                 "$ and $%" PRId64 "w = %" PRId64 "$.",
                 det, up, det, wp);
    solving_key(s, "%s",
                latex_ratio(s->arena, v->c[2] * up + v->c[3] * wp, det));
    solving_step(s, "So $u = %s$ and $w = %s$.", latex_ratio(s->arena, up, det),
                 latex_ratio(s->arena, wp, det));
    solving_step(s, "The asked logarithm is $%s = %s$.",
                 form(s->arena, v->c[2], v->c[3]), s->key);
    return true;
}

static bool well_made(const struct logs *v)
{
    if (v->n != (int64_t)slots[v->kind] || v->m != (int64_t)others[v->kind] ||
        v->s[0] < 2)
        return false;
    for (int64_t i = 1; i < v->m; i++)
        if (v->s[i] < 1)
            return false;
    if (v->kind == SYSTEM)
        return v->c[2] > 0 && v->c[3] > 0 && v->s[0] <= 10;
    return v->kind != NESTED || v->s[2] >= 2;
}

static bool solve(struct solving *s, const void *values)
{
    static bool (*const roads[KINDS])(struct solving *, const struct logs *) = {
        solve_value,      solve_equation, solve_rules,
        solve_difference, solve_system,   solve_nested,
    };
    const struct logs *v = values;

    return well_made(v) && roads[v->kind](s, v);
}

/* ---- wording ---- */

static void speak_term(struct speech *s, const struct logs *v)
{
    int64_t g = v->s[0], b = power(g, v->s[1]);

    if (v->kind == VALUE) {
        speech_set(s, "given", "$t = \\log_{%" PRId64 "} %" PRId64 "$", b,
                   power(g, v->s[2]));
        speech_set(s, "target", "%s", speech_poly(s, v->c, 2, "t"));
    } else if (v->kind == EQUATION) {
        speech_set(s, "given", "$\\log_{%" PRId64 "}(%s) = %s$", b,
                   speech_poly(s, v->c, 2, "x"),
                   latex_ratio(s->arena, v->s[2], v->s[1]));
        speech_set(s, "target", "x");
    } else {
        speech_set(s, "given",
                   "$\\log_{%" PRId64 "} x = %s$, $\\log_{%" PRId64
                   "} y = %s$ and $\\log_{%" PRId64 "} z = %s$",
                   g, speech_number(s, &v->c[0]), g, speech_number(s, &v->c[1]),
                   g, speech_number(s, &v->c[2]));
        speech_set(s, "target",
                   "\\log_{%" PRId64 "} \\frac{x^{%" PRId64 "} y^{%" PRId64
                   "}}{z^{%" PRId64 "}}",
                   b, v->s[2], v->s[3], v->s[4]);
    }
}

static void speak_difference(struct speech *s, const struct logs *v)
{
    int64_t b = v->kind == NESTED ? v->s[2] : v->s[0];
    const char *inside = arena_printf(
        s->arena, "\\log_{%" PRId64 "}(%s) - \\log_{%" PRId64 "}(%s)", b,
        speech_poly(s, v->c, 2, "x"), b, speech_poly(s, v->c + 2, 2, "x"));

    if (v->kind == NESTED)
        inside = arena_printf(s->arena, "\\log_{%" PRId64 "}\\left(%s\\right)",
                              v->s[0], inside);
    speech_set(s, "given", "$%s = %" PRId64 "$", inside, v->s[1]);
    speech_set(s, "target", "x");
}

static void speak_system(struct speech *s, const struct logs *v)
{
    int64_t g = v->s[0];

    speech_set(s, "given",
               "$\\log_{%" PRId64 "} x + \\log_{%" PRId64 "} y^{%" PRId64
               "} = %s$ and $\\log_{%" PRId64 "} x^{%" PRId64
               "} - \\log_{%" PRId64 "} y = %s$",
               power(g, v->s[1]), power(g, v->s[2]), v->s[5],
               speech_number(s, &v->c[0]), power(g, v->s[3]), v->s[6],
               power(g, v->s[4]), speech_number(s, &v->c[1]));
    speech_set(s, "target", "\\log_{%" PRId64 "}(x^{%s} y^{%s})", g,
               speech_number(s, &v->c[2]), speech_number(s, &v->c[3]));
}

static void speak(struct speech *s, const void *values)
{
    const struct logs *v = values;
    bool unknown =
        v->kind == EQUATION || v->kind == DIFFERENCE || v->kind == NESTED;

    speech_set(s, "over", "%s", unknown ? " over the real numbers" : "");
    (v->kind <= RULES    ? speak_term
     : v->kind == SYSTEM ? speak_system
                         : speak_difference)(s, v);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Given: <given>. Find $<target>$.", NULL },
    { STYLE_PLAIN, "It is known that <given>. Find the value of $<target>$.",
      NULL },
    { STYLE_PLAIN, "Determine $<target>$<over>, where <given>.", NULL },
    { STYLE_STORY,
      "A <meter> works on a logarithmic scale, and its settings are fixed by "
      "<given>. Its display shows $<target>$. Which number is that?",
      NULL },
    { STYLE_STORY,
      "In an old notebook, <name> finds that <given>, and below it a blank for "
      "the value of $<target>$. Which number belongs in the blank?",
      NULL },
    { STYLE_STORY,
      "At the science fair near the <place>, a box opens when somebody types "
      "in the value of $<target>$. The label on the box says that <given>. "
      "Which value opens the box?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "meter", "sound level meter|light meter|seismograph|exposure meter" },
    { 0 },
};

/* ---- the second road: natural logarithms in balls ---- */

#define BITS 320 /* keys of 60 bits over 60 differ by 2^-120 or more */

/* ln of c1 x + c0 over ln(base); false when the argument is not positive. */
static bool log_at(arb_t out, const int64_t *c, const arb_t x, int64_t base)
{
    arb_t b;
    bool ok;

    arb_init(b);
    arb_mul_si(out, x, (slong)c[1], BITS);
    arb_add_si(out, out, (slong)c[0], BITS);
    ok = arb_is_positive(out);
    arb_log(out, out, BITS);
    arb_log_ui(b, (ulong)base, BITS);
    arb_div(out, out, b, BITS);
    arb_clear(b);
    return ok;
}

/* What is 0 when the key x is right, for the kinds with one logarithm or a
 * difference of two. */
static bool residue_at(arb_t r, const struct logs *v, const arb_t x)
{
    int64_t inner = v->kind == NESTED ? v->s[2] : v->s[0];
    arb_t t;
    bool ok;

    arb_init(t);
    if (v->kind == VALUE) {
        arb_set_si(t, (slong)power(v->s[0], v->s[2]));
        ok = log_at(r, (int64_t[]){ 0, 1 }, t, power(v->s[0], v->s[1]));
        arb_mul_si(r, r, (slong)v->c[1], BITS);
        arb_add_si(r, r, (slong)v->c[0], BITS);
        arb_sub(r, r, x, BITS);
    } else if (v->kind == EQUATION) {
        ok = log_at(r, v->c, x, power(v->s[0], v->s[1]));
        arb_mul_si(r, r, (slong)v->s[1], BITS);
        arb_sub_si(r, r, (slong)v->s[2], BITS);
    } else {
        ok = log_at(r, v->c, x, inner) && log_at(t, v->c + 2, x, inner);
        arb_sub(r, r, t, BITS);
        if (ok && v->kind == NESTED) {
            arb_set(t, r);
            ok = log_at(r, (int64_t[]){ 0, 1 }, t, v->s[0]);
        }
        arb_sub_si(r, r, (slong)v->s[1], BITS);
    }
    arb_clear(t);
    return ok;
}

/* The asked logarithm less the key, from ln x, ln y, ln z and exponents. */
static void residue_of(arb_t r, arb_srcptr ln, const int64_t *e, slong n,
                       const arb_t base, const arb_t key)
{
    arb_zero(r);
    for (slong i = 0; i < n; i++)
        arb_addmul_si(r, ln + i, (slong)e[i], BITS);
    arb_div(r, r, base, BITS);
    arb_sub(r, r, key, BITS);
}

/* Solve for ln x and ln y by Cramer's rule: the coefficients are 1 over the
 * natural logarithms of the bases. */
static void cramer(arb_ptr ln, const struct logs *v)
{
    arb_ptr m = _arb_vec_init(5); /* two rows and the determinant */
    int64_t e[4] = { 1, v->s[5], v->s[6], -1 };

    for (int i = 0; i < 4; i++) {
        arb_log_ui(m + i, (ulong)power(v->s[0], v->s[1 + i]), BITS);
        arb_ui_div(m + i, 1, m + i, BITS);
        arb_mul_si(m + i, m + i, (slong)e[i], BITS);
    }
    arb_mul(m + 4, m, m + 3, BITS);
    arb_submul(m + 4, m + 1, m + 2, BITS);
    arb_mul_si(ln, m + 3, (slong)v->c[0], BITS);
    arb_mul_si(m + 3, m + 1, (slong)v->c[1], BITS);
    arb_sub(ln, ln, m + 3, BITS);
    arb_mul_si(ln + 1, m, (slong)v->c[1], BITS);
    arb_mul_si(m + 3, m + 2, (slong)v->c[0], BITS);
    arb_sub(ln + 1, ln + 1, m + 3, BITS);
    _arb_vec_scalar_div(ln, ln, 2, m + 4, BITS);
    _arb_vec_clear(m, 5);
}

static bool residue(arb_t r, const struct logs *v, const arb_t key)
{
    int64_t e[3] = { v->s[2], v->s[3], -v->s[4] };
    arb_ptr ln;
    arb_t base;

    if (v->kind != RULES && v->kind != SYSTEM)
        return residue_at(r, v, key);
    ln = _arb_vec_init(3);
    arb_init(base);
    arb_log_ui(base, (ulong)v->s[0], BITS);
    if (v->kind == RULES) {
        for (int i = 0; i < 3; i++)
            arb_mul_si(ln + i, base, (slong)v->c[i], BITS);
        arb_log_ui(base, (ulong)power(v->s[0], v->s[1]), BITS);
        residue_of(r, ln, e, 3, base, key);
    } else {
        cramer(ln, v);
        residue_of(r, ln, v->c + 2, 2, base, key);
    }
    arb_clear(base);
    _arb_vec_clear(ln, 3);
    return true;
}

/* Not linear in the unknown, or with any x or none. */
static bool degenerate(const struct logs *v)
{
    if (v->kind == DIFFERENCE || v->kind == NESTED)
        return v->c[0] * v->c[3] == v->c[1] * v->c[2];
    return v->kind <= EQUATION && v->c[1] == 0;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    const struct logs *v = values;
    enum truth holds = TRUTH_NO;
    int64_t p, q;
    arb_t x, r;

    (void)a;
    f->by = v->kind == RULES || v->kind == SYSTEM ? "natural logarithms"
                                                  : "substitution in balls";
    f->detail = "these numbers make no problem";
    if (!well_made(v) || degenerate(v))
        return TRUTH_NO;
    f->detail = "the key is not a rational number in lowest terms";
    if (!key_ratio(key, &p, &q))
        return TRUTH_NO;
    arb_init(x);
    arb_init(r);
    arb_set_si(x, (slong)p);
    arb_div_si(x, x, (slong)q, BITS);
    f->detail = "a logarithm does not exist at the key";
    if (residue(r, v, x)) {
        holds = arb_contains_zero(r) && mag_cmp_2exp_si(arb_radref(r), -130) < 0
                    ? TRUTH_YES
                    : TRUTH_NO;
        f->detail = holds == TRUTH_YES
                        ? "in balls of 320 bits all logarithms exist and the "
                          "key satisfies what is given, certified to 130 bits"
                        : "the key does not satisfy what is given";
    }
    arb_clear(r);
    arb_clear(x);
    return holds;
}

static const struct recipe recipe = {
    .size = sizeof(struct logs),
    .fields = fields,
    .draw = draw,
    .free_from = 2,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give an integer or a fraction in lowest terms.",
    .pools = pools,
    .check = check,
};

const struct family concept_logarithms = {
    .name = "concept/logarithms",
    .version = 2,
    .title = "Logarithms",
    .doc = "Values of logarithms, the rules for products, quotients and "
           "powers, and equations with logarithms, all with rational answers. "
           "The worked solution rewrites logarithms by their rules.",
    .concepts = { HIGH_LOGARITHMS },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
