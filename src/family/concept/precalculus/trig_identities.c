/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Trigonometric identities: one function of an angle and its quadrant are
 * given, values of others are asked, at level 2 of the double or the
 * complementary angle, at level 3 of sums with a second angle.
 *
 * solve() uses the Pythagorean, double-angle, co-function and addition
 * formulas in exact fractions. check() computes the angles themselves as arc
 * tangents in certified balls, and the functions of their sums directly.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum { SIN, COS, TAN };

/* (x, y) is a point at distance h in the direction of the angle. */
struct angles {
    int64_t kind;
    int64_t m; /* how many angles: 1 or 2 */
    int64_t x[2], y[2], h[2];
    int64_t given[2]; /* SIN, COS or TAN */
    int64_t n, c[2];  /* always 2 */
};

#define HYPOTENUSE_MOST 73

static const struct field fields[] = {
    NUMBER(struct angles, kind, 0, 6),
    LIST(struct angles, x, m, -HYPOTENUSE_MOST, HYPOTENUSE_MOST),
    LIST(struct angles, y, m, -HYPOTENUSE_MOST, HYPOTENUSE_MOST),
    LIST(struct angles, h, m, 0, HYPOTENUSE_MOST),
    LIST(struct angles, given, m, SIN, TAN),
    SLOT_LIST(struct angles, c, n, -1000000, 1000000),
    { 0 },
};

/* What is asked: c0 times the first and c1 times the second of two functions
 * of i alpha + j beta, or of 90 degrees less that. */
struct term {
    int fn, i, j;
    bool complement;
};

#define KINDS 7

static const struct term terms[KINDS][2] = {
    { { SIN, 1, 0, false }, { COS, 1, 0, false } }, /* less what is given */
    { { SIN, 2, 0, false }, { COS, 2, 0, false } },
    { { COS, 2, 0, false }, { COS, 1, 0, true } },
    { { TAN, 2, 0, false }, { SIN, 1, 0, true } },
    { { SIN, 1, 1, false }, { COS, 1, -1, false } },
    { { SIN, 2, 1, false }, { COS, 2, 0, false } },
    { { COS, 2, -1, false }, { TAN, 1, 1, false } },
};

/* At level 1 the two functions that are not given. */
static struct term term_of(const struct angles *v, int i)
{
    struct term t = terms[v->kind][i];

    if (v->kind == 0)
        t.fn = i == 0 ? (v->given[0] == SIN ? COS : SIN)
                      : (v->given[0] == TAN ? COS : TAN);
    return t;
}

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "one angle", "one function of an angle in a given quadrant (a "
                   "Pythagorean triple up to 73); a combination of the other "
                   "two functions" },
    { "double angle", "the same with functions of the double angle and of the "
                      "complementary angle" },
    { "two angles", "two angles given by different functions and quadrants; "
                    "functions of their sum, of their difference and of a sum "
                    "with a double angle" },
};

#define TRIPLES 12

static const int64_t triples[TRIPLES][3] = {
    { 3, 4, 5 },    { 5, 12, 13 },  { 8, 15, 17 },  { 7, 24, 25 },
    { 20, 21, 29 }, { 12, 35, 37 }, { 9, 40, 41 },  { 28, 45, 53 },
    { 11, 60, 61 }, { 33, 56, 65 }, { 16, 63, 65 }, { 48, 55, 73 },
};

static void draw_angle(struct pick *k, struct angles *v, int i, int64_t triple)
{
    int64_t swap = pick(k, 0, 1), sx = pick(k, 0, 1), sy = pick(k, 0, 1);

    v->given[i] = pick(k, SIN, TAN);
    v->x[i] = triples[triple][swap] * (sx ? -1 : 1);
    v->y[i] = triples[triple][1 - swap] * (sy ? -1 : 1);
    v->h[i] = triples[triple][2];
}

static void draw(struct pick *k, void *values)
{
    struct angles *v = values;
    int64_t first, second;

    v->m = k->level == 3 ? 2 : 1;
    v->n = 2;
    if (k->level > 1)
        v->kind = pick(k, 3 * k->level - 5, 3 * k->level - 3);
    first = pick(k, 0, TRIPLES - 1);
    draw_angle(k, v, 0, first);
    if (v->m == 2) { /* other triples, so that no sum is a right angle */
        second = pick(k, 0, TRIPLES - 2);
        draw_angle(k, v, 1, second + (second >= first));
    }
    v->c[0] = pick_wide(k, 2, 40);
    v->c[1] = pick_signed(k, 1, 40);
}

static bool well_made(const struct angles *v)
{
    if (v->n != 2 || v->m != (v->kind > 3 ? 2 : 1))
        return false;
    for (int64_t i = 0; i < v->m; i++)
        if (!v->x[i] || !v->y[i] ||
            v->x[i] * v->x[i] + v->y[i] * v->y[i] != v->h[i] * v->h[i])
            return false;
    return v->c[0] != 0 && v->c[1] != 0;
}

/* ---- the first road: identities ---- */

/* sine and cosine of an angle, over one denominator */
struct sincos {
    int64_t s, c, h;
    const char *name; /* LaTeX of the angle */
};

static const char *const letters[2] = { "\\alpha", "\\beta" };
static const char *const functions[3] = { "\\sin", "\\cos", "\\tan" };

static const char *frac(struct solving *s, int64_t p, int64_t q)
{
    return latex_ratio(s->arena, p, q);
}

/* A fraction in brackets when it is negative. */
static const char *factor(struct solving *s, int64_t p, int64_t q)
{
    return arena_printf(s->arena,
                        (p < 0) != (q < 0) ? "\\left(%s\\right)" : "%s",
                        frac(s, p, q));
}

static const char *quadrant(int64_t x, int64_t y)
{
    return x > 0 ? (y > 0 ? "first" : "fourth") : y > 0 ? "second" : "third";
}

/* Sine and cosine from the one function that is given, by the Pythagorean
 * identity; the signs come from the quadrant. */
static struct sincos find(struct solving *s, const struct angles *v, int i)
{
    int64_t x = v->x[i], y = v->y[i], h = v->h[i];
    const char *a = letters[i];

    if (v->given[i] == TAN) {
        solving_step(s,
                     "From $1 + \\tan^2%s = \\frac{1}{\\cos^2%s}$: "
                     "$\\cos^2%s = %s$. In the %s quadrant, $\\cos%s = %s$.",
                     a, a, a, frac(s, x * x, h * h), quadrant(x, y), a,
                     frac(s, x, h));
        solving_step(s, "Then $\\sin%s = \\tan%s\\cos%s = %s \\cdot %s = %s$.",
                     a, a, a, factor(s, y, x), factor(s, x, h), frac(s, y, h));
    } else {
        solving_step(
            s,
            "From $\\sin^2%s + \\cos^2%s = 1$: $%s^2%s = 1 - %s = "
            "%s$. In the %s quadrant, $%s%s = %s$.",
            a, a, functions[1 - v->given[i]], a,
            v->given[i] == SIN ? frac(s, y * y, h * h) : frac(s, x * x, h * h),
            v->given[i] == SIN ? frac(s, x * x, h * h) : frac(s, y * y, h * h),
            quadrant(x, y), functions[1 - v->given[i]], a,
            v->given[i] == SIN ? frac(s, x, h) : frac(s, y, h));
    }
    return (struct sincos){ y, x, h, a };
}

static struct sincos twice(struct solving *s, struct sincos a)
{
    int64_t h = a.h * a.h;
    struct sincos d = { 2 * a.s * a.c, h - 2 * a.s * a.s, h,
                        arena_printf(s->arena, "2%s", a.name) };

    solving_step(s,
                 "Double angle: $\\sin %s = 2\\sin%s\\cos%s = 2 \\cdot %s "
                 "\\cdot %s = %s$ and $\\cos %s = 1 - 2\\sin^2%s = %s$.",
                 d.name, a.name, a.name, factor(s, a.s, a.h),
                 factor(s, a.c, a.h), frac(s, d.s, h), d.name, a.name,
                 frac(s, d.c, h));
    return d;
}

/* a + sign b; only the function that is asked is explained. */
static struct sincos plus(struct solving *s, struct sincos a, struct sincos b,
                          int sign, int fn)
{
    struct sincos t = { a.s * b.c + sign * a.c * b.s,
                        a.c * b.c - sign * a.s * b.s, a.h * b.h,
                        arena_printf(s->arena, "(%s %c %s)", a.name,
                                     sign < 0 ? '-' : '+', b.name) };

    if (fn != COS)
        solving_step(
            s,
            "$\\sin%s = \\sin %s\\cos%s %c \\cos %s\\sin%s = %s \\cdot "
            "%s %c %s \\cdot %s = %s$.",
            t.name, a.name, b.name, sign < 0 ? '-' : '+', a.name, b.name,
            factor(s, a.s, a.h), factor(s, b.c, b.h), sign < 0 ? '-' : '+',
            factor(s, a.c, a.h), factor(s, b.s, b.h), frac(s, t.s, t.h));
    if (fn != SIN)
        solving_step(
            s,
            "$\\cos%s = \\cos %s\\cos%s %c \\sin %s\\sin%s = %s \\cdot "
            "%s %c %s \\cdot %s = %s$.",
            t.name, a.name, b.name, sign < 0 ? '+' : '-', a.name, b.name,
            factor(s, a.c, a.h), factor(s, b.c, b.h), sign < 0 ? '+' : '-',
            factor(s, a.s, a.h), factor(s, b.s, b.h), frac(s, t.c, t.h));
    return t;
}

/* The value p/q of a term; false when it does not exist. */
static bool value(struct solving *s, struct term t, const struct sincos *base,
                  const struct sincos *second, int64_t *p, int64_t *q)
{
    struct sincos a = base[t.i - 1];

    if (t.j)
        a = plus(s, a, *second, t.j, t.fn);
    if (t.complement) {
        solving_step(s, "Co-function: $%s(90^\\circ - %s) = %s %s = %s$.",
                     functions[t.fn], a.name, functions[1 - t.fn], a.name,
                     t.fn == SIN ? frac(s, a.c, a.h) : frac(s, a.s, a.h));
        t.fn = 1 - t.fn;
    }
    if (t.fn == TAN && a.c)
        solving_step(s, "So $\\tan %s = \\frac{\\sin %s}{\\cos %s} = %s$.",
                     a.name, a.name, a.name, frac(s, a.s, a.c));
    *p = t.fn == COS ? a.c : a.s;
    *q = t.fn == TAN ? a.c : a.h;
    return *q != 0;
}

static const char *term_name(struct arena *a, struct term t)
{
    static const char *const sums[3][3] = {
        { "(\\alpha - \\beta)", "\\alpha", "(\\alpha + \\beta)" },
        { "(2\\alpha - \\beta)", "2\\alpha", "(2\\alpha + \\beta)" },
    };

    if (t.complement)
        return arena_printf(a, "%s(90^\\circ - \\alpha)", functions[t.fn]);
    return arena_printf(a, "%s %s", functions[t.fn], sums[t.i - 1][t.j + 1]);
}

static bool solve(struct solving *s, const void *values)
{
    const struct angles *v = values;
    struct sincos base[2], second = { 0 };
    struct term t[2];
    int64_t p[2], q[2], g;

    if (!well_made(v))
        return false;
    base[0] = find(s, v, 0);
    if (v->m == 2)
        second = find(s, v, 1);
    t[0] = term_of(v, 0);
    t[1] = term_of(v, 1);
    base[1] = base[0];
    if (t[0].i == 2 || t[1].i == 2)
        base[1] = twice(s, base[0]);
    for (int i = 0; i < 2; i++)
        if (!value(s, t[i], base, &second, &p[i], &q[i]))
            return false;
    /* The denominators are below 73^3 and the numerators below 10^6 times
     * that: reduced once, the sum is below 2^62. */
    g = integer_gcd(q[0], q[1]);
    solving_key(s, "%s",
                frac(s,
                     v->c[0] * p[0] * (q[1] / g) + v->c[1] * p[1] * (q[0] / g),
                     q[0] / g * q[1]));
    solving_step(s, "The asked value is $%s \\cdot %s + %s \\cdot %s = %s$.",
                 latex_bracket(s->arena, v->c[0]), factor(s, p[0], q[0]),
                 latex_bracket(s->arena, v->c[1]), factor(s, p[1], q[1]),
                 s->key);
    return true;
}

/* ---- wording ---- */

static const char *given_of(struct speech *s, const struct angles *v, int i)
{
    static const char *const ranges[4] = { "0^\\circ < %s < 90^\\circ",
                                           "90^\\circ < %s < 180^\\circ",
                                           "180^\\circ < %s < 270^\\circ",
                                           "270^\\circ < %s < 360^\\circ" };
    int64_t x = v->x[i], y = v->y[i];
    int range = x > 0 ? (y > 0 ? 0 : 3) : y > 0 ? 1 : 2;
    struct str where = str_in(s->arena);

    str_addf(&where, ranges[range], letters[i]);
    return arena_printf(
        s->arena, v->m == 2 ? "$%s%s = %s$ with $%s$" : "$%s%s = %s$ and $%s$",
        functions[v->given[i]], letters[i],
        v->given[i] == TAN
            ? latex_ratio(s->arena, y, x)
            : latex_ratio(s->arena, v->given[i] == SIN ? y : x, v->h[i]),
        str_get(&where));
}

static void speak(struct speech *s, const void *values)
{
    const struct angles *v = values;
    const char *names[2] = { term_name(s->arena, term_of(v, 0)),
                             term_name(s->arena, term_of(v, 1)) };

    speech_set(s, "given", "%s%s%s", given_of(s, v, 0),
               v->m == 2 ? " and " : "", v->m == 2 ? given_of(s, v, 1) : "");
    speech_set(s, "angles", "%s",
               v->m == 2 ? "angles $\\alpha$ and $\\beta$ satisfy"
                         : "angle $\\alpha$ satisfies");
    speech_set(s, "target", "%s", speech_linear(s, v->c, 2, names));
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "Given: <given>. Find $<target>$.", NULL },
    { STYLE_PLAIN, "The <angles> <given>. Find the value of $<target>$.",
      NULL },
    { STYLE_PLAIN, "It is known that <given>. Determine $<target>$.", NULL },
    { STYLE_STORY,
      "A <device> near the <place> is steered by its control unit. At the "
      "moment the <angles> <given>. The unit needs the number $<target>$. "
      "Which number is it?",
      NULL },
    { STYLE_STORY,
      "For a computer game, <name> describes directions by angles, "
      "anticlockwise from the positive $x$-axis. In one scene the <angles> "
      "<given>. The speed of a figure is set to $<target>$, where a "
      "negative number means backwards. What is this number?",
      NULL },
    { STYLE_STORY,
      "An electrician in <city> writes a voltage, in volts, as $<target>$. "
      "The <angles> <given>. What is the voltage?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "device", "crane|radar antenna|robot arm|solar panel|telescope" },
    { 0 },
};

/* ---- the second road: the angles themselves ---- */

#define BITS 192

/* The function of the term at its angle; false when it does not exist. */
static bool evaluate(arb_t out, struct term t, arb_srcptr angle)
{
    arb_t a, c;
    bool ok = true;

    arb_init(a);
    arb_init(c);
    arb_mul_si(a, angle, t.i, BITS);
    arb_addmul_si(a, angle + 1, t.j, BITS);
    if (t.complement) {
        arb_const_pi(c, BITS);
        arb_mul_2exp_si(c, c, -1);
        arb_sub(a, c, a, BITS);
    }
    arb_sin_cos(out, c, a, BITS);
    if (t.fn == COS)
        arb_set(out, c);
    if (t.fn == TAN) {
        ok = !arb_contains_zero(c);
        arb_div(out, out, c, BITS);
    }
    arb_clear(c);
    arb_clear(a);
    return ok;
}

/* The asked sum less the key. */
static bool residue(arb_t r, const struct angles *v, const fmpq_t key)
{
    arb_ptr angle = _arb_vec_init(2);
    bool ok = true;
    arb_t t, x;

    arb_init(t);
    arb_init(x);
    for (int64_t i = 0; i < v->m; i++) {
        arb_set_si(x, (slong)v->x[i]);
        arb_set_si(t, (slong)v->y[i]);
        arb_atan2(angle + i, t, x, BITS);
    }
    arb_set_fmpq(r, key, BITS);
    arb_neg(r, r);
    for (int i = 0; i < 2 && ok; i++) {
        ok = evaluate(t, term_of(v, i), angle);
        arb_addmul_si(r, t, (slong)v->c[i], BITS);
    }
    arb_clear(x);
    arb_clear(t);
    _arb_vec_clear(angle, 2);
    return ok;
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    bool ok = false;
    fmpq_t x;
    arb_t r;
    int64_t p, q;

    (void)a;
    f->by = "arc tangents in balls";
    f->detail = "these numbers make no problem";
    if (!well_made(values))
        return TRUTH_NO;
    f->detail = "the key is not a rational number in lowest terms";
    if (!key_ratio(key, &p, &q))
        return TRUTH_NO;
    fmpq_init(x);
    arb_init(r);
    fmpq_set_si(x, (slong)p, (ulong)q);
    f->detail = "a tangent of a right angle is asked";
    if (residue(r, values, x)) {
        ok = arb_contains_zero(r) && mag_cmp_2exp_si(arb_radref(r), -60) < 0;
        f->detail = ok ? "the angles, computed as arc tangents in balls of 192 "
                         "bits, give this value, certified to 60 bits"
                       : "the angles, computed as arc tangents in balls, give "
                         "another value";
    }
    arb_clear(r);
    fmpq_clear(x);
    return ok ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct angles),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .form = "Give an integer or a fraction in lowest terms.",
    .pools = pools,
    .check = check,
};

const struct family concept_trig_identities = {
    .name = "concept/trig-identities",
    .version = 2,
    .title = "Trigonometric identities",
    .doc = "From one function of an angle and its quadrant, exact values of "
           "other functions by the Pythagorean, double-angle and co-function "
           "identities, at level 3 also by the addition formulas for two "
           "angles.",
    .concepts = { HIGH_TRIG_IDENTITIES },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
