/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The value of a function at a number: polynomials, fractions, functions by
 * pieces, and g(x) = a f(x - h) + k for an f that is given, or known only by
 * some of its properties.
 *
 * solve() puts the number in, term by term. check() goes other ways: synthetic
 * division, cross-multiplication, the expanded polynomial of g, explicit
 * functions that have the properties, or a walk from the known value.
 */
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "family/recipe/recipe.h"
#include "problem/taxonomy/high.h"

#include <inttypes.h>

enum kind {
    POLY,   /* f = c2 x^2 + c1 x + c0: f(t) */
    RATIO,  /* f = (c1 x + c0) / (x + c2): f(t) */
    PIECES, /* f = c1 x + c0 below h, x^2 + c2 from h on: f(t) + f(u) */
    SHIFT,  /* f = c2 x^2 + c1 x + c0, g = a f(x - h) + k: g(t) */
    ODD,    /* f = p x^m + q x^s + r x + c0, f(u) = c1: g(t) */
    STEP    /* f(u) = c0, f(x + s) = f(x) + c1: g(t) */
};

struct evaluation {
    int64_t kind, n;
    int64_t c[3];
    int64_t t, u, a, h, k, s, m;
};

static const struct field fields[] = {
    NUMBER(struct evaluation, kind, 0, 5),
    SLOT_LIST(struct evaluation, c, n, -1000000, 1000000),
    NUMBER(struct evaluation, t, -100000, 100000),
    NUMBER(struct evaluation, u, -100000, 100000),
    NUMBER(struct evaluation, a, -1000, 1000),
    NUMBER(struct evaluation, h, -100000, 100000),
    NUMBER(struct evaluation, k, -1000000, 1000000),
    NUMBER(struct evaluation, s, 0, 60),
    NUMBER(struct evaluation, m, 0, 60),
    { 0 },
};

static const int64_t counts[] = { 3, 3, 3, 3, 2, 2 };

/* ---- drawing ---- */

static const struct family_level levels[] = {
    { "direct", "f(t) for a quadratic polynomial or a fraction of two linear "
                "ones, coefficients up to 50, t up to 21" },
    { "pieces", "f(t) + f(u) for a function in two pieces, or g(t) for "
                "g(x) = a f(x - h) + k with a quadratic f; numbers up to 50" },
    { "properties", "the same g(t), where f has unknown coefficients and one "
                    "known value, or f(x + s) = f(x) + r; numbers up to 60" },
};

static void draw_direct(struct pick *k, struct evaluation *v)
{
    int64_t a, x;

    v->kind = pick(k, POLY, RATIO);
    v->c[0] = pick_signed(k, 1, 50);
    v->c[1] = pick_signed(k, 1, 20);
    a = pick_signed(k, 1, 9);
    x = pick_signed(k, 2, 12);
    v->c[2] = v->kind == POLY ? a : -x;
    v->t = v->kind == POLY ? x : x + a;
}

static void draw_pieces(struct pick *k, struct evaluation *v)
{
    int64_t a, b, c, one, two;

    v->kind = pick(k, PIECES, SHIFT);
    a = pick(k, 2, 9);
    b = pick_signed(k, 1, 20);
    c = pick_signed(k, 1, 50);
    v->h = pick_signed(k, 1, 15);
    one = pick(k, 1, 9);
    two = pick(k, 1, 9);
    if (v->kind == PIECES) {
        v->c[0] = b;
        v->c[1] = a;
        v->c[2] = c;
        v->t = v->h - one;
        v->u = v->h + two - 1;
    } else {
        v->c[0] = c;
        v->c[1] = b;
        v->c[2] = 1;
        v->a = a;
        v->k = one;
        v->t = v->h + two;
    }
}

static void draw_properties(struct pick *k, struct evaluation *v)
{
    int64_t x, y, s, m;

    v->kind = pick(k, ODD, STEP);
    x = pick_signed(k, 1, 40);
    y = pick_signed(k, 1, 60);
    v->u = pick_signed(k, 1, 12);
    v->a = pick_signed(k, 2, 9);
    v->h = pick_signed(k, 1, 30);
    v->k = pick_signed(k, 1, 50);
    s = pick(k, 1, 5);
    m = pick(k, 1, 5);
    v->c[0] = x;
    v->c[1] = y;
    if (v->kind == ODD) {
        v->s = 2 * s + 1;
        v->m = v->s + 2 * m;
        v->t = v->h - v->u;
    } else {
        v->s = s + 1;
        v->t = v->h + v->u + (m + 1) * v->s;
    }
}

static void draw(struct pick *k, void *values)
{
    struct evaluation *v = values;

    (k->level == 1   ? draw_direct
     : k->level == 2 ? draw_pieces
                     : draw_properties)(k, v);
    v->n = counts[v->kind];
}

/* ---- the first road: putting the number in ---- */

/* c2 x^2 + c1 x + c0 at t, with its terms as text. */
static int64_t put_in(struct arena *a, int64_t c2, int64_t c1, int64_t c0,
                      int64_t t, const char **text)
{
    int64_t square = c2 * t * t, linear = c1 * t;

    *text = arena_printf(a, "%" PRId64 "%s%s = %" PRId64, square,
                         latex_plus(a, linear), latex_plus(a, c0),
                         square + linear + c0);
    return square + linear + c0;
}

static bool solve_poly(struct solving *s, const struct evaluation *v)
{
    const char *text;
    int64_t y = put_in(s->arena, v->c[2], v->c[1], v->c[0], v->t, &text);

    solving_step(s, "Put $x = %" PRId64 "$ into $f(x) = %s$.", v->t,
                 latex_poly(s->arena, v->c, 3, "x"));
    solving_step(s, "Here $x^2 = %" PRId64 "$.", v->t * v->t);
    solving_step(s, "The sum of the terms is $f(%" PRId64 ") = %s$.", v->t,
                 text);
    solving_key(s, "%" PRId64, y);
    return true;
}

static bool solve_ratio(struct solving *s, const struct evaluation *v)
{
    int64_t p = v->c[1] * v->t + v->c[0], q = v->t + v->c[2];

    if (q == 0)
        return false;
    solving_step(s,
                 "For $x = %" PRId64 "$ the numerator is $%" PRId64
                 " \\cdot %s%s = %" PRId64 "$.",
                 v->t, v->c[1], latex_bracket(s->arena, v->t),
                 latex_plus(s->arena, v->c[0]), p);
    solving_step(s, "The denominator is $%" PRId64 "%s = %" PRId64 "$.", v->t,
                 latex_plus(s->arena, v->c[2]), q);
    solving_key(s, "%s", latex_ratio(s->arena, p, q));
    solving_step(s, "Divide: $f(%" PRId64 ") = %s$.", v->t, s->key);
    return true;
}

static bool solve_pieces(struct solving *s, const struct evaluation *v)
{
    int64_t low = v->c[1] * v->t + v->c[0], high = v->u * v->u + v->c[2];

    if (v->t >= v->h || v->u < v->h)
        return false;
    solving_step(s,
                 "Since $%" PRId64 " < %" PRId64
                 "$, the first piece holds: $f(%" PRId64 ") = %" PRId64
                 " \\cdot %s%s = %" PRId64 "$.",
                 v->t, v->h, v->t, v->c[1], latex_bracket(s->arena, v->t),
                 latex_plus(s->arena, v->c[0]), low);
    solving_step(s,
                 "Since $%" PRId64 " \\ge %" PRId64
                 "$, the second piece holds: $f(%" PRId64
                 ") = %s^2%s = %" PRId64 "$.",
                 v->u, v->h, v->u, latex_bracket(s->arena, v->u),
                 latex_plus(s->arena, v->c[2]), high);
    solving_step(s, "The sum is $%" PRId64 "%s = %" PRId64 "$.", low,
                 latex_plus(s->arena, high), low + high);
    solving_key(s, "%" PRId64, low + high);
    return true;
}

/* g(t) from y = f(t - h). */
static void finish(struct solving *s, const struct evaluation *v, int64_t y)
{
    int64_t g = v->a * y + v->k;

    solving_step(
        s, "Then $g(%" PRId64 ") = %" PRId64 " \\cdot %s%s = %" PRId64 "$.",
        v->t, v->a, latex_bracket(s->arena, y), latex_plus(s->arena, v->k), g);
    solving_key(s, "%" PRId64, g);
}

static void start(struct solving *s, const struct evaluation *v)
{
    solving_step(s,
                 "By its definition, $g(%" PRId64 ") = %" PRId64 " f(%" PRId64
                 "%s)%s = %" PRId64 " f(%" PRId64 ")%s$.",
                 v->t, v->a, v->t, latex_plus(s->arena, -v->h),
                 latex_plus(s->arena, v->k), v->a, v->t - v->h,
                 latex_plus(s->arena, v->k));
}

static bool solve_shift(struct solving *s, const struct evaluation *v)
{
    const char *text;
    int64_t x = v->t - v->h;
    int64_t y = put_in(s->arena, v->c[2], v->c[1], v->c[0], x, &text);

    start(s, v);
    solving_step(s, "There $f(x) = %s$ has the value $f(%" PRId64 ") = %s$.",
                 latex_poly(s->arena, v->c, 3, "x"), x, text);
    finish(s, v, y);
    return true;
}

static bool solve_odd(struct solving *s, const struct evaluation *v)
{
    int64_t odd = v->c[1] - v->c[0], y = v->c[0] - odd;

    if (v->t - v->h != -v->u || v->u == 0)
        return false;
    start(s, v);
    solving_step(s,
                 "Write $f(x) = w(x)%s$, where $w(x) = px^{%" PRId64
                 "} + qx^{%" PRId64
                 "} + rx$ has odd powers only, so that $w(-x) = -w(x)$.",
                 latex_plus(s->arena, v->c[0]), v->m, v->s);
    solving_step(s,
                 "From $f(%" PRId64 ") = %" PRId64 "$ we get $w(%" PRId64
                 ") = %" PRId64 "%s = %" PRId64 "$.",
                 v->u, v->c[1], v->u, v->c[1], latex_plus(s->arena, -v->c[0]),
                 odd);
    solving_step(s,
                 "So $w(%" PRId64 ") = %" PRId64 "$ and $f(%" PRId64
                 ") = %" PRId64 "%s = %" PRId64 "$.",
                 -v->u, -odd, -v->u, -odd, latex_plus(s->arena, v->c[0]), y);
    finish(s, v, y);
    return true;
}

static bool solve_step(struct solving *s, const struct evaluation *v)
{
    int64_t way = v->t - v->h - v->u, n, y;

    if (v->s <= 0 || way <= 0 || way % v->s)
        return false;
    n = way / v->s;
    y = v->c[0] + n * v->c[1];
    start(s, v);
    solving_step(s,
                 "From $%" PRId64 "$ to $%" PRId64 "$ there are $%" PRId64
                 "$ steps of $%" PRId64 "$, since $%" PRId64 "%s = %" PRId64
                 " \\cdot %" PRId64 "$.",
                 v->u, v->t - v->h, n, v->s, v->t - v->h,
                 latex_plus(s->arena, -v->u), n, v->s);
    solving_step(s,
                 "Each step changes the value by $%" PRId64 "$, so $f(%" PRId64
                 ") = %" PRId64 " + %" PRId64 " \\cdot %s = %" PRId64 "$.",
                 v->c[1], v->t - v->h, v->c[0], n,
                 latex_bracket(s->arena, v->c[1]), y);
    finish(s, v, y);
    return true;
}

static bool solve(struct solving *s, const void *values)
{
    static bool (*const roads[])(
        struct solving *,
        const struct evaluation *) = { solve_poly,  solve_ratio, solve_pieces,
                                       solve_shift, solve_odd,   solve_step };
    const struct evaluation *v = values;

    return roads[v->kind](s, v);
}

/* ---- wording ---- */

/* What stands behind "f(x) =", but for STEP. */
static const char *formula(struct speech *s, const struct evaluation *v)
{
    const char *last = speech_plus(s, &v->c[v->kind == ODD ? 0 : v->n - 1]);

    if (v->kind == RATIO)
        return arena_printf(s->arena, "\\frac{%s}{x%s}",
                            speech_poly(s, v->c, 2, "x"), last);
    if (v->kind == PIECES)
        return arena_printf(s->arena,
                            "\\begin{cases} %s & \\text{if } x < %" PRId64
                            ", \\\\ x^2%s & \\text{if } x \\ge %" PRId64
                            " \\end{cases}",
                            speech_poly(s, v->c, 2, "x"), v->h, last, v->h);
    if (v->kind == ODD)
        return arena_printf(s->arena,
                            "px^{%" PRId64 "} + qx^{%" PRId64 "} + rx%s", v->m,
                            v->s, last);
    return speech_poly(s, v->c, 3, "x");
}

static void speak(struct speech *s, const void *values)
{
    const struct evaluation *v = values;
    const char *f = arena_printf(s->arena, "f(x) = %s", formula(s, v));
    const char *g =
        arena_printf(s->arena, "g(x) = %" PRId64 "f(x%s)%s", v->a,
                     latex_plus(s->arena, -v->h), latex_plus(s->arena, v->k));

    if (v->kind == STEP) {
        speech_set(
            s, "given",
            "The function $f$ is defined for all real numbers, $f(%" PRId64
            ") = %s$, and $f(x + %" PRId64
            ") = f(x)%s$ for every real $x$. Let $%s$.",
            v->u, speech_number(s, &v->c[0]), v->s, speech_plus(s, &v->c[1]),
            g);
    } else if (v->kind == ODD) {
        speech_set(s, "given",
                   "Let $%s$ with real constants $p$, $q$ and $r$ for which "
                   "$f(%" PRId64 ") = %s$, and let $%s$.",
                   f, v->u, speech_number(s, &v->c[1]), g);
    } else if (v->kind == SHIFT) {
        speech_set(s, "given", "Let $%s$ and $%s$.", f, g);
    } else {
        speech_set(s, "given", "Let $%s$.", f);
    }
    if (v->kind == PIECES)
        speech_set(s, "ask", "f(%" PRId64 ") + f(%" PRId64 ")", v->t, v->u);
    else
        speech_set(s, "ask", "%c(%" PRId64 ")", v->kind < SHIFT ? 'f' : 'g',
                   v->t);
}

static bool is_direct(const void *values)
{
    return ((const struct evaluation *)values)->kind <= RATIO;
}

static bool is_moved(const void *values)
{
    return ((const struct evaluation *)values)->kind >= SHIFT;
}

static bool is_mild(int64_t degrees)
{
    return degrees >= -40 && degrees <= 40;
}

static bool is_weather(const void *values)
{
    const struct evaluation *v = values;

    return v->kind == POLY && is_mild(v->t);
}

static bool is_two_days(const void *values)
{
    const struct evaluation *v = values;

    return v->kind == PIECES && is_mild(v->t) && is_mild(v->u);
}

static const struct wording wordings[] = {
    { STYLE_TERSE, "<given> Find $<ask>$.", NULL },
    { STYLE_PLAIN, "<given> What is the value of $<ask>$?", NULL },
    { STYLE_PLAIN, "Evaluate $<ask>$, given the following. <given>", NULL },
    { STYLE_STORY,
      "When the dial of a <device> is set to $x$, its output is $f(x)$ "
      "millivolts. <given> What is the output, in millivolts, at the "
      "setting $x = <t>$?",
      is_direct },
    { STYLE_STORY,
      "At a temperature of $x$ degrees Celsius, a <shop> earns $f(x)$ <money> "
      "more on a day than on an average day (less when this is negative). "
      "<given> What is this difference, in <money>, at $<t>$ <t?degree|degrees>?",
      is_weather },
    { STYLE_STORY,
      "At a temperature of $x$ degrees Celsius, a <shop> earns $f(x)$ <money> "
      "more on a day than on an average day (less when this is negative). "
      "<given> One day it is $<t>$ <t?degree|degrees> and the next day $<u>$ "
      "<u?degree|degrees>. "
      "What do the two differences, in <money>, add up to?",
      is_two_days },
    { STYLE_STORY,
      "In a sound studio, a signal has the strength $f(x)$ at the time $x$, "
      "negative times lying before the start. A <mixer> shifts it in time, "
      "scales it and adds a constant, which makes it the signal $g$. <given> What strength does "
      "$g$ have at the time $x = <t>$?",
      is_moved },
    { STYLE_STORY,
      "<name> hides a secret number in a riddle: \"<given> The secret number is "
      "$<ask>$.\" What is the secret number?",
      NULL },
    { STYLE_STORY,
      "On a card of a board game at the <group>'s evening, <name> reads: "
      "\"<given>\" To go on, <name> has to say the value of $<ask>$. What "
      "is it?",
      NULL },
    { 0 },
};

static const struct word_pool pools[] = {
    { "device", "test bench|signal generator|sensor|laboratory battery" },
    { "mixer", "mixing desk|computer|synthesiser|filter" },
    { 0 },
};

/* ---- the second road ---- */

/* The remainder of c2 x^2 + c1 x + c0 on synthetic division by x - t; below
 * 10^17 for all that fields allow. */
static int64_t remainder_at(int64_t c2, int64_t c1, int64_t c0, int64_t t)
{
    return (c2 * t + c1) * t + c0;
}

static bool check_ratio(const struct evaluation *v, const char *key)
{
    int64_t p, q, low = v->t + v->c[2];

    return key_ratio(key, &p, &q) && p / 1000000 / 1000000 == 0 &&
           q <= 10000000 && low != 0 &&
           p * low == q * (v->c[1] * v->t + v->c[0]);
}

/* Three functions that have the properties: a power of x/u times c1 - c0, and
 * c0; all must give the key. */
static bool check_odd(const struct evaluation *v, int64_t key)
{
    int64_t way = v->t - v->h, powers[] = { 1, v->s, v->m };

    if (v->u == 0 || v->s < 3 || v->m <= v->s || (way != v->u && way != -v->u))
        return false;
    for (int i = 0; i < 3; i++) {
        int64_t sign = way == v->u || powers[i] % 2 == 0 ? 1 : -1;

        if (v->a * (v->c[0] + sign * (v->c[1] - v->c[0])) != key - v->k)
            return false;
    }
    return true;
}

#define WALK_MOST 1000

/* From f(u) step by step to f(t - h). */
static bool check_step(const struct evaluation *v, int64_t key)
{
    int64_t x = v->u, y = v->c[0];

    for (int i = 0; i < WALK_MOST && x < v->t - v->h; i++) {
        x += v->s;
        y += v->c[1];
    }
    return x == v->t - v->h && v->s > 0 && v->a * y == key - v->k;
}

static bool check_integer(const struct evaluation *v, int64_t key)
{
    const int64_t *c = v->c;

    if (v->kind == POLY)
        return remainder_at(c[2], c[1], c[0], v->t) == key;
    if (v->kind == PIECES)
        return v->t < v->h && v->h <= v->u &&
               remainder_at(0, c[1], c[0], v->t) +
                       remainder_at(1, 0, c[2], v->u) ==
                   key;
    if (v->kind == SHIFT) /* (g - k) / a, expanded */
        return v->a != 0 && (key - v->k) % v->a == 0 &&
               remainder_at(c[2], c[1] - 2 * c[2] * v->h,
                            remainder_at(c[2], c[1], c[0], -v->h),
                            v->t) == (key - v->k) / v->a;
    return v->kind == ODD ? check_odd(v, key) : check_step(v, key);
}

static enum truth check(struct arena *a, const void *values, const char *key,
                        struct check_finding *f)
{
    static const char *const methods[] = {
        "synthetic division",      "cross-multiplication", "synthetic division",
        "the expanded polynomial", "explicit functions",   "a walk"
    };
    const struct evaluation *v = values;
    int64_t x;
    bool holds;

    (void)a;
    f->by = methods[v->kind];
    f->detail = "this is no problem";
    if (v->n != counts[v->kind])
        return TRUTH_NO;
    if (v->kind == RATIO)
        holds = check_ratio(v, key);
    else
        holds = key_int(key, &x) && check_integer(v, x);
    f->detail = holds ? "the value is the one that the key says"
                      : "the value is another one";
    return holds ? TRUTH_YES : TRUTH_NO;
}

static const struct recipe recipe = {
    .size = sizeof(struct evaluation),
    .fields = fields,
    .draw = draw,
    .solve = solve,
    .speak = speak,
    .wordings = wordings,
    .pools = pools,
    .check = check,
};

const struct family concept_function_evaluation = {
    .name = "concept/function-evaluation",
    .version = 2,
    .title = "Function values and transformations",
    .doc = "The value of a function at a number, also of a shifted and "
           "stretched one, g(x) = a f(x - h) + k. At the last level f is given "
           "only by properties: odd powers and a constant, or its increase "
           "from step to step.",
    .concepts = { HIGH_EVALUATE },
    .answer = ANSWER_RATIONAL,
    .levels = levels,
    .n_levels = 3,
    CONCEPT_CARD(&recipe),
};
