/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The WKB method: epsilon^2 y'' + k^2 y = 0, which oscillates, and
 * epsilon^2 y'' = k^2 y, which grows and decays, with k = a (s+c)^{m/2}; and
 * one turning point, epsilon^2 y'' = s (a+5bs)^2 y, where Langer's variable
 * zeta = s (a+3bs)^{2/3} makes Airy functions of the solutions.
 *
 * With K the integral of k from the end where the conditions are, solutions
 * are k^{-1/2} times cos, sin, cosh, sinh or exp of K/epsilon.
 */
#include "family/applied/texts.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

enum kind {
    KIND_VALUE,   /* y(0) = A, y'(0) = 0 */
    KIND_SLOPE,   /* y(0) = 0, y'(0) = B */
    KIND_BOTH,    /* y(0) = A, y'(0) = B/epsilon */
    KIND_BETWEEN, /* y(0) = A, y(1) = B: grows and decays alone */
    KIND_TURNING, /* y(0) = A, y'(0) = 0, or y(0) = 0, y'(0) = B, at a turning
                     point; or y(0) = A, y'(0) = B epsilon^{-2/3} */
    KINDS
};

struct wkb {
    int64_t disguise;
    int64_t kind;
    int64_t grows;   /* the sign: epsilon^2 y'' = k^2 y */
    int64_t m;       /* of k: 2, 1, -1 or -4 */
    int64_t a, b, c; /* b: of the turning point */
    int64_t value;   /* A */
    int64_t slope;   /* B */
    int64_t end;     /* the conditions are at s = 1, not at s = 0; in between,
                        the second one is on the slope, B/epsilon */
    int64_t turned;  /* s = from + 1 - x, or from - x; else x - from */
    int64_t from;
    int64_t h; /* a further factor e^{-hs}: 2 h epsilon^2 y' */
    int64_t w; /* a term that vanishes: w epsilon^2 x y */
};

static const struct field fields[] = {
    NUMBER(struct wkb, disguise, 0, 3),
    NUMBER(struct wkb, kind, 0, KINDS - 1),
    NUMBER(struct wkb, grows, 0, 1),
    NUMBER(struct wkb, m, -4, 2),
    NUMBER(struct wkb, a, 1, 40),
    NUMBER(struct wkb, b, -5, 5),
    NUMBER(struct wkb, c, 0, 9),
    NUMBER(struct wkb, value, -99, 99),
    NUMBER(struct wkb, slope, -99, 99),
    NUMBER(struct wkb, end, 0, 1),
    NUMBER(struct wkb, turned, 0, 1),
    NUMBER(struct wkb, from, -9, 9),
    NUMBER(struct wkb, h, -9, 9),
    NUMBER(struct wkb, w, -9, 9),
    { 0 },
};

static bool is_valid(const struct wkb *v)
{
    if (v->kind == KIND_TURNING)
        return v->b && v->a > 5 * (v->b < 0 ? -v->b : v->b) &&
               (v->value || v->slope);
    return v->c > 0 && (v->m == 2 || v->m == 1 || v->m == -1 || v->m == -4) &&
           (v->value || v->slope) && (v->grows || v->kind != KIND_BETWEEN);
}

/* ---- drawing ---- */

static void draw_turning(struct pick *k, struct wkb *v)
{
    int64_t size = pick_signed(k, 1, 99);
    bool slope = pick(k, 0, 1);

    v->kind = KIND_TURNING;
    v->b = pick_signed(k, 1, 1);
    v->a = (v->b < 0 ? -5 : 5) * v->b + pick(k, 1, 4);
    *(slope ? &v->slope : &v->value) = size;
}

static void draw(struct pick *k, void *values)
{
    static const int64_t powers[2][2] = { { 2, -4 }, { 1, -1 } };
    struct wkb *v = values;

    if (k->level == 3) {
        draw_turning(k, v);
        return;
    }
    v->grows = pick(k, 0, 1);
    v->m = pick_of(k, powers[k->level - 1], 2);
    if (k->level == 1) {
        v->kind = pick(k, KIND_VALUE, KIND_SLOPE);
        v->a = pick(k, 1, 2);
        v->c = pick(k, 1, 2);
        *(v->kind == KIND_SLOPE ? &v->slope : &v->value) =
            pick_signed(k, 1, 99);
        return;
    }
    v->kind = v->grows ? KIND_BETWEEN : KIND_BOTH;
    v->a = pick(k, 1, 2);
    v->c = pick(k, 1, 2);
    v->c *= v->c;
    v->value = pick_signed(k, 1, 12);
    v->slope = pick_signed(k, 1, 12);
}

static void disguise(struct pick *k, void *values)
{
    struct wkb *v = values;

    if (v->disguise == DISGUISE_STRUCTURE) {
        v->from = pick(k, 1, 4);
        v->turned = 1;
        v->h = v->kind == KIND_TURNING ? 0 : pick_signed(k, 1, 2);
    } else if (v->disguise == DISGUISE_VANISHING)
        v->w = pick_signed(k, 1, 5);
    else if (v->kind != KIND_TURNING)
        v->end = 1;
    else
        *(v->slope ? &v->value : &v->slope) = pick_signed(k, 1, 9);
}

/* ---- the problem ---- */

/* Equation and conditions; `coefficient` is that of y, with its sign. */
static void write_problem(struct texts *t, const struct wkb *v, struct spot s,
                          const char *coefficient, const char *ends, int64_t lo)
{
    struct arena *a = t->arena;
    const char *equation = arena_printf(
        a, "%s = 0",
        sum_of(a, "\\epsilon^2 y''",
               scaled(a, RATIO(2 * v->h * s.sign), "\\epsilon^2 y'"),
               arena_printf(a, "%sy", coefficient),
               scaled(a, RATIO(v->w), "\\epsilon^2 xy"), NULL));

    texts_set(t, "equation", "%s", equation);
    texts_set(t, "ends", "%s", ends);
    texts_set(t, "range", "%" PRId64 " \\le x \\le %" PRId64, lo, v->from + 1);
    t->kind = CLAIM_ODE;
    t->variable = "x";
    t->object = arena_printf(a, "%s,\\ %s", equation, ends);
    t->conditions =
        arena_printf(a, "%" PRId64 "\\le x\\le%" PRId64, lo, v->from + 1);
    t->symbol = "epsilon";
    t->terms = 1;
}

/* a^2 (s+c)^m with the sign of the equation. */
static const char *write_square(struct arena *a, const struct wkb *v,
                                struct spot s)
{
    const char *base = in_brackets(a, spot_text(a, s, v->c));
    struct ratio c = RATIO(v->grows ? -v->a * v->a : v->a * v->a);

    return v->m < 0 ? divided(a, c, "", base, (int)-v->m)
                    : scaled(a, c, raised(a, base, (int)v->m));
}

/* The place in x where s is 0 or 1. */
static int64_t x_at(struct spot s, int64_t at)
{
    return s.sign * (at - s.d);
}

/* The conditions; B is a slope in s. */
static const char *write_ends(struct arena *a, const struct wkb *v,
                              struct spot s)
{
    int64_t at = x_at(s, v->kind == KIND_BETWEEN ? 0 : v->end);
    int64_t slope = v->slope * s.sign;
    const char *first =
        arena_printf(a, "y(%" PRId64 ") = %" PRId64, at, v->value);
    const char *over_epsilon = divided(a, RATIO(slope), "", "\\epsilon", 1);

    if (v->kind == KIND_BETWEEN && v->end)
        return arena_printf(a, "%s,\\ y'(%" PRId64 ") = %s", first, x_at(s, 1),
                            over_epsilon);
    if (v->kind == KIND_BETWEEN)
        return arena_printf(a, "%s,\\ y(%" PRId64 ") = %" PRId64, first,
                            x_at(s, 1), v->slope);
    if (v->kind == KIND_BOTH)
        return arena_printf(a, "%s,\\ y'(%" PRId64 ") = %s", first, at,
                            over_epsilon);
    return arena_printf(a, "%s,\\ y'(%" PRId64 ") = %" PRId64, first, at,
                        slope);
}

/* ---- solutions away from turning points ---- */

/* The factor (k(e)/k)^{1/2} e^{-h(s-end)}, e = c + end. */
static const char *write_amplitude(struct arena *a, const struct wkb *v,
                                   struct spot s, int64_t end)
{
    struct spot d = end ? (struct spot){ -s.sign, 1 - s.d } : s;
    const char *x = in_brackets(a, spot_text(a, d, 0));
    const char *base = spot_text(a, s, v->c);
    const char *more =
        v->h ? exp_of(a, scaled(a, RATIO(end ? v->h : -v->h), x)) : "";
    int64_t e = v->c + end;

    switch (v->m) {
    case 2:
        return arena_printf(a, "\\sqrt{\\frac{%" PRId64 "}{%s}}%s", e, base,
                            more);
    case 1:
        return arena_printf(a, "\\left(\\frac{%" PRId64 "}{%s}\\right)^{1/4}%s",
                            e, base, more);
    case -1:
        return arena_printf(a, "\\left(\\frac{%s}{%" PRId64 "}\\right)^{1/4}%s",
                            base, e, more);
    default: return arena_printf(a, "\\frac{%s}{%" PRId64 "}%s", base, e, more);
    }
}

/* K/epsilon from s = `end`, in the direction in which it is positive. */
static const char *write_phase(struct arena *a, const struct wkb *v,
                               struct spot s, int64_t end)
{
    struct spot d = end ? (struct spot){ -s.sign, 1 - s.d } : s;
    const char *x = in_brackets(a, spot_text(a, d, 0));
    const char *base = spot_text(a, s, v->c), *root, *last;
    int64_t e = v->c + end;
    struct ratio c = RATIO(2 * v->a);

    if (v->m == 2) /* the distance times the mean of both values of k */
        return divided(a, over(v->a, 2),
                       arena_printf(a, "%s(%s)", x, spot_text(a, s, v->c + e)),
                       "\\epsilon", 1);
    if (v->m == -4)
        return divided(a, over(v->a, e), x,
                       arena_printf(a, "\\epsilon %s", in_brackets(a, base)),
                       1);
    root = arena_printf(a, "\\sqrt{%s}", base);
    last = latex_root(a, 1, e, 1);
    if (v->m == 1) {
        c = over(2 * v->a, 3);
        root = arena_printf(a, "%s^{3/2}", in_brackets(a, base));
        last = latex_root(a, e, e, 1);
    }
    return divided(
        a, c,
        arena_printf(a, "(%s - %s)", end ? last : root, end ? root : last),
        "\\epsilon", 1);
}

/* x / k at s = `end` times the text. */
static const char *over_k(struct arena *a, const struct wkb *v, int64_t x,
                          int64_t end, const char *what)
{
    int64_t e = v->c + end, root = e == 1 ? 1 : e == 4 ? 2 : e == 9 ? 3 : 0;
    struct ratio c = over(x, v->a);
    const char *sqrt = arena_printf(a, "\\sqrt{%" PRId64 "}%s", e, what);

    switch (v->m) {
    case 2: return scaled(a, times(c, over(1, e)), what);
    case -4: return scaled(a, times(c, RATIO(e * e)), what);
    case 1:
        return root ? scaled(a, times(c, over(1, root)), what)
                    : scaled(a, times(c, over(1, e)), sqrt);
    default:
        return root ? scaled(a, times(c, RATIO(root)), what)
                    : scaled(a, c, sqrt);
    }
}

/* The conditions are at one end: cos and sin, or cosh and sinh. */
static void solve_initial(struct texts *t, const struct wkb *v, struct spot s)
{
    struct arena *a = t->arena;
    const char *amplitude = write_amplitude(a, v, s, v->end);
    const char *phase = write_phase(a, v, s, v->end);
    const char *h = v->grows ? "h" : "";
    const char *even =
        arena_printf(a, "%s\\cos%s\\left(%s\\right)", amplitude, h, phase);
    const char *odd = arena_printf(a, "%s%s\\sin%s\\left(%s\\right)",
                                   v->kind == KIND_SLOPE ? "\\epsilon " : "",
                                   amplitude, h, phase);

    t->key =
        sum_of(a, scaled(a, RATIO(v->value), even),
               over_k(a, v, v->end ? -v->slope : v->slope, v->end, odd), NULL);
    texts_set(t, "even", "%s", even);
    texts_set(t, "odd", "%s", odd);
    texts_step(t, v->grows ? "grows" : "oscillates");
    if (v->end)
        texts_step(t, "end");
    texts_step(t, "initial");
}

/* A condition at each end: what decays from either. */
static void solve_between(struct texts *t, const struct wkb *v, struct spot s)
{
    struct arena *a = t->arena;
    const char *decay[2];

    for (int64_t i = 0; i < 2; i++)
        decay[i] = arena_printf(a, "%se^{-%s}", write_amplitude(a, v, s, i),
                                write_phase(a, v, s, i));
    t->key = sum_of(a, scaled(a, RATIO(v->value), decay[0]),
                    v->end ? over_k(a, v, v->slope, 1, decay[1])
                           : scaled(a, RATIO(v->slope), decay[1]),
                    NULL);
    texts_set(t, "even", "%s", decay[0]);
    texts_set(t, "odd", "%s", decay[1]);
    texts_step(t, "grows");
    if (v->end)
        texts_step(t, "steep");
    texts_step(t, "between");
}

/* ---- one turning point ---- */

static void solve_turning(struct texts *t, const struct wkb *v, struct spot s)
{
    struct arena *a = t->arena;
    const char *x = in_brackets(a, spot_text(a, s, 0));
    int64_t three[2] = { v->a, 3 * v->b }, five[2] = { v->a, 5 * v->b };
    const char *zeta, *front, *airy[2];

    spot_poly(s, three, 2);
    spot_poly(s, five, 2);
    zeta = arena_printf(a, "\\epsilon^{-2/3}%s(%s)^{2/3}", x,
                        latex_poly(a, three, 2, "x"));
    front =
        arena_printf(a, "\\frac{(%s)^{1/6}}{\\sqrt{%s}}",
                     latex_poly(a, three, 2, "x"), latex_poly(a, five, 2, "x"));
    airy[0] = arena_printf(a, "\\operatorname{Ai}\\left(%s\\right)", zeta);
    airy[1] = arena_printf(a, "\\operatorname{Bi}\\left(%s\\right)", zeta);
    texts_set(t, "even", "\\operatorname{Ai} + \\operatorname{Bi}/\\sqrt{3}");
    texts_set(t, "odd", "\\operatorname{Bi} - \\sqrt{3}\\operatorname{Ai}");
    texts_set(t, "zeta", "%s", zeta);
    texts_set(t, "front", "%s", front);
    t->key = sum_of(
        a,
        scaled(a, over(v->value, 2),
               arena_printf(a,
                            "(%" PRId64 ")^{1/3}\\Gamma\\left(\\frac{2}{3}"
                            "\\right)%s\\left(%s + \\frac{%s}{\\sqrt{3}}"
                            "\\right)",
                            9 * v->a, front, airy[0], airy[1])),
        scaled(a, over(v->slope, 2),
               arena_printf(a,
                            "\\frac{\\Gamma\\left(\\frac{1}{3}\\right)%s}"
                            "{3^{1/6}\\cdot %" PRId64
                            "^{1/3}}%s\\left(%s - \\sqrt{3}%s\\right)",
                            v->value ? "" : "\\epsilon^{2/3}", v->a, front,
                            airy[1], airy[0])),
        NULL);
    texts_step(t, "turning");
    texts_step(t, "airy");
    texts_step(t, "constants");
}

static void pose_turning(struct texts *t, const struct wkb *v, struct spot s)
{
    struct arena *a = t->arena;
    int64_t five[2] = { v->a, 5 * v->b }, at = x_at(s, 0);
    const char *slope =
        v->value ? scaled(a, RATIO(v->slope * s.sign), "\\epsilon^{-2/3}")
                 : ratio_latex(a, RATIO(v->slope * s.sign));
    const char *x = spot_text(a, s, 0);

    spot_poly(s, five, 2);
    write_problem(
        t, v, s,
        arena_printf(a, "-%s(%s)^2", in_brackets(a, x),
                     latex_poly(a, five, 2, "x")),
        arena_printf(a, "y(%" PRId64 ") = %" PRId64 ",\\ y'(%" PRId64 ") = %s",
                     at, v->value, at, slope),
        v->from - 1);
    texts_set(t, "at", "%" PRId64, at);
}

/* ---- the card ---- */

static void analyse(struct texts *t, const void *values)
{
    const struct wkb *v = values;
    bool turning = v->kind == KIND_TURNING;
    struct spot s = v->turned ? (struct spot){ -1, v->from + !turning }
                              : (struct spot){ 1, -v->from };

    if (!is_valid(v))
        return;
    if (turning)
        pose_turning(t, v, s);
    else {
        write_problem(t, v, s, write_square(t->arena, v, s),
                      write_ends(t->arena, v, s), v->from);
        texts_set(t, "at", "%" PRId64, x_at(s, v->end));
    }
    if (v->h)
        texts_step(t, "damped");
    if (v->w)
        texts_step(t, "vanish");
    (turning                   ? solve_turning
     : v->kind == KIND_BETWEEN ? solve_between
                               : solve_initial)(t, v, s);
}

static struct form_file text = {
#include "family/applied/wkb.inc"
};

static const struct applied wkb = {
    .recipe = { .text = &text,
                .size = sizeof(struct wkb),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_wkb = {
    .name = "applied/wkb",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&wkb),
};
