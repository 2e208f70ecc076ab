/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Boundary layers: epsilon y'' + p(x) y' + q(x) y = 0 with a value at each end.
 *
 * All is derived in s, the distance from the end where the layer is, in which
 * the equation is epsilon y'' + P y' + Q y = 0 with P > 0. Away from s = 0 the
 * solution follows P y' + Q y = 0, which the coefficients are chosen to make
 * integrable, and the rest decays as e^{-P(0) s / epsilon}. With x = s the
 * layer is on the left, with x = 1 - s on the right.
 */
#include "family/applied/texts.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    KIND_CONSTANT,  /* P = a, Q = b */
    KIND_LINE,      /* P = a(s+c), Q = b P: outer e^{-bs} */
    KIND_POWER,     /* P = a(s+c), Q = ab: outer (s+c)^{-b} */
    KIND_SQUARE,    /* P = a(s+c), Q = 2bs P: outer e^{-bs^2} */
    KIND_QUADRATIC, /* P = a(s^2+c), Q = 2abs: outer (s^2+c)^{-b} */
    KIND_SECOND,    /* as the first, and to first order in epsilon */
    KIND_EXACT,     /* P = a(s+c), Q = P', to first order in epsilon */
    KINDS
};

struct layer {
    int64_t disguise;
    int64_t kind;
    int64_t right;   /* the layer is at the right end */
    int64_t a, b, c; /* see the kinds */
    int64_t in, out; /* the values at the end with the layer, and without */
    int64_t from;    /* the interval is from..from+1 */
    int64_t u, v;    /* terms that vanish: epsilon u y', epsilon v x y */
};

static const struct field fields[] = {
    NUMBER(struct layer, disguise, 0, 3),
    NUMBER(struct layer, kind, 0, KINDS - 1),
    NUMBER(struct layer, right, 0, 1),
    NUMBER(struct layer, a, 1, 9),
    NUMBER(struct layer, b, -9, 9),
    NUMBER(struct layer, c, 0, 9),
    NUMBER(struct layer, in, -99, 99),
    NUMBER(struct layer, out, -99, 99),
    NUMBER(struct layer, from, -9, 9),
    NUMBER(struct layer, u, -9, 9),
    NUMBER(struct layer, v, -9, 9),
    { 0 },
};

/* To first order in epsilon, where that is asked. */
static bool is_second(const struct layer *v)
{
    return v->kind == KIND_SECOND || v->kind == KIND_EXACT;
}

/* ---- drawing ---- */

/* The value at the end with the layer is not the one that the outer solution
 * has there. */
static int64_t without_layer(const struct layer *v)
{
    struct ratio at =
        times(RATIO(v->out), power_of(over(1 + v->c, v->c), (int)v->b));

    return ratio_whole(at) && at.p >= -9 && at.p <= 9 ? at.p : 10;
}

static void draw(struct pick *k, void *values)
{
    struct layer *v = values;
    int64_t i, but = 10;

    v->right = pick(k, 0, 1);
    v->a = pick(k, 1, k->level == 3 ? 3 : 5);
    v->out = pick_signed(k, 1, 8);
    v->kind = k->level == 1   ? KIND_CONSTANT
              : k->level == 2 ? pick(k, KIND_LINE, KIND_QUADRATIC)
                              : pick(k, KIND_SECOND, KIND_EXACT);
    i = pick(k, 0, k->level == 1 ? 5 : k->level == 2 ? 15 : 3);
    switch (v->kind) {
    case KIND_CONSTANT: v->b = pick_turned(i); break;
    case KIND_SECOND:
        v->b = pick_turned(i);
        v->b += v->b < 0 ? -1 : 1;
        break;
    case KIND_EXACT: /* the error must not be too small to be seen */
        i = v->a - 1 + 3 * i;
        v->c = i < 8 ? 1 : 2;
        v->a = i < 8 ? i + 1 : i - 7;
        break;
    default: v->b = pick_turned(i % 4); v->c = 1 + i / 4;
    }
    if (v->kind == KIND_POWER || v->kind == KIND_QUADRATIC)
        but = without_layer(v);
    v->in = pick_but(k, -9, 10, but);
    v->from = k->level == 3 && v->right ? -1 : 0; /* the layer is at 0 */
}

static void disguise(struct pick *k, void *values)
{
    struct layer *v = values;

    if (v->disguise == DISGUISE_STRUCTURE) {
        v->right = !v->right;
        v->from = is_second(v) ? -v->right : pick(k, 1, 4);
    } else if (v->disguise == DISGUISE_VANISHING) {
        v->u = pick_signed(k, 1, 3);
        v->v = pick_signed(k, 1, 3);
    }
}

/* ---- the equation ---- */

/* The coefficients of P and Q in s. */
static void set_coefficients(const struct layer *v, int64_t *p, int64_t *q)
{
    int64_t ab = v->a * v->b, ac = v->a * v->c;

    p[0] = v->kind == KIND_CONSTANT || v->kind == KIND_SECOND ? v->a : ac;
    switch (v->kind) {
    case KIND_CONSTANT:
    case KIND_SECOND: q[0] = v->b; return;
    case KIND_LINE: q[0] = ab * v->c, q[1] = ab; break;
    case KIND_POWER: q[0] = ab; break;
    case KIND_SQUARE: q[1] = 2 * ab * v->c, q[2] = 2 * ab; break;
    case KIND_QUADRATIC: q[1] = 2 * ab; break;
    default: q[0] = v->a; break;
    }
    p[v->kind == KIND_QUADRATIC ? 2 : 1] = v->a;
}

/* Equation and conditions. */
static void write_problem(struct texts *t, const struct layer *v, struct spot s)
{
    struct arena *a = t->arena;
    int64_t p[3] = { 0 }, q[3] = { 0 };
    const char *small = is_second(v) ? "\\epsilon^2 " : "\\epsilon ";
    int64_t left = v->right ? v->out : v->in, right = v->right ? v->in : v->out;
    bool trap = v->disguise == DISGUISE_TRAP;
    const char *equation, *ends;

    set_coefficients(v, p, q);
    spot_poly(s, p, 3);
    spot_poly(s, q, 3);
    for (int i = 0; i < 3; i++)
        p[i] *= s.sign;
    equation =
        sum_of(a, "\\epsilon y''", poly_times(a, p, 3, "y'"),
               scaled(a, RATIO(v->u), arena_printf(a, "%sy'", small)),
               poly_times(a, q, 3, "y"),
               scaled(a, RATIO(v->v), arena_printf(a, "%sxy", small)), NULL);
    ends = arena_printf(
        a, "y%s(%" PRId64 ") = %" PRId64 ",\\ y%s(%" PRId64 ") = %" PRId64,
        trap && v->right ? "'" : "", v->from, left,
        trap && !v->right ? "'" : "", v->from + 1, right);
    texts_set(t, "equation", "%s = 0", equation);
    texts_set(t, "ends", "%s", ends);
    texts_set(t, "range", "%" PRId64 " \\le x \\le %" PRId64, v->from,
              v->from + 1);
    t->variable = "x";
    t->object = arena_printf(a, "%s = 0,\\ %s", equation, ends);
    t->conditions =
        arena_printf(a, "%" PRId64 "\\le x\\le%" PRId64, v->from, v->from + 1);
}

/* ---- the outer solution, away from the layer ---- */

/* e^{c d}, d = "(1 - x)" or "1": without brackets, and "e", where c is 1. */
static const char *exp_times(struct arena *a, struct ratio c, const char *d)
{
    size_t n = strlen(d);

    if (c.p != 1 || c.q != 1)
        return exp_of(a, scaled(a, c, d));
    if (!*d)
        return "e";
    return exp_of(a, *d == '(' && d[n - 1] == ')'
                         ? arena_printf(a, "%.*s", (int)n - 2, d + 1)
                         : d);
}

/* -Q/P at s = 1: the logarithmic derivative of the outer solution there. */
static struct ratio slope_out(const struct layer *v)
{
    switch (v->kind) {
    case KIND_CONSTANT:
    case KIND_SECOND: return over(-v->b, v->a);
    case KIND_LINE: return RATIO(-v->b);
    case KIND_POWER: return over(-v->b, 1 + v->c);
    case KIND_SQUARE: return RATIO(-2 * v->b);
    case KIND_QUADRATIC: return over(-2 * v->b, 1 + v->c);
    default: return over(-1, 1 + v->c);
    }
}

/* The outer solution's value at s = 1, where it meets the condition: the value
 * that is given, or the one that has the given slope. */
static struct ratio value_out(const struct layer *v, struct spot s)
{
    struct ratio slope = slope_out(v);

    if (v->disguise != DISGUISE_TRAP)
        return RATIO(v->out);
    return times(RATIO(v->out * s.sign), over(slope.q, slope.p));
}

/* Leading order: the outer solution, and its value at the layer. */
struct outer {
    const char *text, *at_layer;
};

/* e^{b/a (1-s)}, e^{b(1-s)}, e^{b(1-s^2)}. */
static struct outer write_exponential(struct arena *a, const struct layer *v,
                                      struct spot s, struct ratio end)
{
    struct spot rest = { -s.sign, 1 - s.d };
    struct ratio rate =
        v->kind == KIND_CONSTANT ? over(v->b, v->a) : RATIO(v->b);
    const char *d = in_brackets(a, spot_text(a, rest, 0));
    const char *x = in_brackets(a, spot_text(a, s, 0));

    if (v->kind == KIND_SQUARE)
        d = arena_printf(a, "(1 - %s^2)", x);
    return (struct outer){
        scaled(a, end, exp_times(a, rate, d)),
        scaled(a, end, exp_times(a, rate, "")),
    };
}

/* ((1+c)/(s+c))^b, or with s^2 for s. */
static struct outer write_power(struct arena *a, const struct layer *v,
                                struct spot s, struct ratio end)
{
    int n = (int)(v->b < 0 ? -v->b : v->b);
    const char *x = in_brackets(a, spot_text(a, s, 0)), *base;
    struct ratio top = times(end, power_of(RATIO(1 + v->c), (int)v->b));
    struct ratio at = times(top, power_of(RATIO(v->c), (int)-v->b));

    base = v->kind == KIND_POWER
               ? in_brackets(a, spot_text(a, s, v->c))
               : arena_printf(a, "(%s^2 + %" PRId64 ")", x, v->c);
    return (struct outer){
        v->b > 0 ? divided(a, top, "", base, n)
                 : scaled(a, top, raised(a, base, n)),
        ratio_latex(a, at),
    };
}

/* ---- leading order ---- */

static void solve_leading(struct texts *t, const struct layer *v, struct spot s)
{
    struct arena *a = t->arena;
    struct ratio end = value_out(v, s);
    bool powers = v->kind == KIND_POWER || v->kind == KIND_QUADRATIC;
    struct outer o = (powers ? write_power : write_exponential)(a, v, s, end);
    int64_t p0 = v->kind == KIND_CONSTANT ? v->a : v->a * v->c;
    const char *x = in_brackets(a, spot_text(a, s, 0));
    const char *decay =
        exp_of(a, arena_printf(a, "-%s/\\epsilon", scaled(a, RATIO(p0), x)));
    struct ratio at, jump;
    const char *rest;

    if (powers) {
        /* The value at the layer is a number: so is the jump. */
        at = times(end, power_of(over(1 + v->c, v->c), (int)v->b));
        jump = minus(RATIO(v->in), at);
        rest = scaled(a, jump, decay);
    } else {
        const char *d =
            sum_of(a, scaled(a, RATIO(v->in), ""),
                   o.at_layer[0] == '-' ? o.at_layer + 1
                                        : arena_printf(a, "-%s", o.at_layer),
                   NULL);

        rest = v->in ? arena_printf(a, "\\left(%s\\right)%s", d, decay)
                     : arena_printf(a, "%s%s", d, decay);
    }
    texts_set(t, "outer", "%s", o.text);
    texts_set(t, "decay", "%s", decay);
    t->key = sum_of(a, o.text, rest, NULL);
}

/* ---- first order in epsilon ---- */

/* Constant coefficients. With r = b/a, g = b^2/a^3 the exponents are
 * -r - epsilon g and -a/epsilon + r, up to epsilon^2; `end` and `more` are the
 * outer solution's value at s = 1: end + epsilon more. */
static void solve_second(struct texts *t, const struct layer *v, struct spot s)
{
    struct arena *a = t->arena;
    struct spot rest = { -s.sign, 1 - s.d };
    struct ratio r = over(v->b, v->a), end = value_out(v, s);
    struct ratio g = over(v->b * v->b, v->a * v->a * v->a), more = RATIO(0);
    const char *d = in_brackets(a, spot_text(a, rest, 0));
    const char *jump, *fix, *decay;

    if (v->disguise == DISGUISE_TRAP)
        more = over(v->out * s.sign, v->a);
    decay = exp_of(
        a, arena_printf(a, "%s/\\epsilon", spot_scaled(a, RATIO(-v->a), s)));
    texts_set(t, "outer", "%s", scaled(a, end, exp_times(a, r, d)));
    fix = sum_of(a, scaled(a, more, ""), scaled(a, times(end, g), d), NULL);
    texts_set(t, "correction", "\\left(%s\\right)%s", fix, exp_times(a, r, d));
    texts_set(t, "rates",
              "the exponents of $e^{ms}$, $s$ the distance from the layer's "
              "end: $m_1 = %s + O(\\epsilon^2)$, "
              "$m_2 = -\\frac{%" PRId64 "}{\\epsilon}%s + O(\\epsilon)$",
              sum_of(a, scaled(a, ratio_neg(r), ""),
                     scaled(a, ratio_neg(g), "\\epsilon"), NULL),
              v->a,
              r.p < 0 ? arena_printf(a, " - %s", ratio_latex(a, ratio_neg(r)))
                      : arena_printf(a, " + %s", ratio_latex(a, r)));
    jump = sum_of(a, scaled(a, RATIO(v->in), ""),
                  scaled(a, ratio_neg(end), exp_times(a, r, "")), NULL);
    texts_set(t, "decay", "%s", decay);
    t->key = arena_printf(
        a, "%s\\left(%s\\right) + \\left(%s\\right)%s", exp_times(a, r, d),
        sum_of(a, scaled(a, end, ""), scaled(a, more, "\\epsilon"),
               scaled(a, times(end, g), arena_printf(a, "\\epsilon %s", d)),
               NULL),
        sum_of(a,
               arena_printf(a, "\\left(%s\\right)\\left(%s\\right)", jump,
                            sum_of(a, "1", spot_scaled(a, r, s), NULL)),
               scaled(a, ratio_neg(plus(more, times(end, g))),
                      arena_printf(a, "\\epsilon %s", exp_times(a, r, ""))),
               NULL),
        decay);
}

/* (epsilon y' + P y)' = 0 with P = a(s+c): the outer solution is
 * K/(s+c) + epsilon K/(a (s+c)^3), K = k0 + epsilon k1, and the rest is an
 * exact multiple of e^{-a(s^2/2+cs)/epsilon}. */
static void solve_exact(struct texts *t, const struct layer *v, struct spot s)
{
    struct arena *a = t->arena;
    bool trap = v->disguise == DISGUISE_TRAP;
    int64_t c = v->c, n = v->out * s.sign;
    struct ratio k0 = RATIO(trap ? -n * (1 + c) * (1 + c) : v->out * (1 + c));
    struct ratio k1 = trap ? over(3 * n, v->a) : over(-v->out, v->a * (1 + c));
    struct ratio d0 = minus(RATIO(v->in), times(k0, over(1, c)));
    struct ratio d1 = ratio_neg(
        plus(times(k1, over(1, c)), times(k0, over(1, v->a * c * c * c))));
    const char *y = in_brackets(a, spot_text(a, s, c));
    const char *decay = exp_of(a, arena_printf(a, "%s(%s)/(2\\epsilon)",
                                               spot_scaled(a, RATIO(-v->a), s),
                                               spot_text(a, s, 2 * c)));
    struct ratio k2 = times(k0, over(1, v->a));

    texts_set(t, "outer", "%s", divided(a, k0, "", y, 1));
    texts_set(
        t, "correction", "%s",
        sum_of(a, divided(a, k1, "", y, 1), divided(a, k2, "", y, 3), NULL));
    texts_set(t, "decay", "%s", decay);
    texts_set(
        t, "rates", "the first integral $\\epsilon y' %s %sy = \\text{const}$",
        s.sign < 0 ? "-" : "+",
        scaled(a, RATIO(v->a), arena_printf(a, "(%s)", spot_text(a, s, c))));
    t->key =
        sum_of(a, divided(a, k0, "", y, 1), divided(a, k1, "\\epsilon", y, 1),
               divided(a, k2, "\\epsilon", y, 3),
               arena_printf(a, "\\left(%s\\right)%s",
                            sum_of(a, scaled(a, d0, ""),
                                   scaled(a, d1, "\\epsilon"), NULL),
                            decay),
               NULL);
}

/* ---- the recipe ---- */

/* Values that no draw gives may have no problem: then there is no key. */
static bool is_valid(const struct layer *v)
{
    return v->out != 0 &&
           (v->kind == KIND_EXACT || (v->b != 0 && v->b <= 4 && v->b >= -4)) &&
           (v->kind == KIND_CONSTANT || v->kind == KIND_SECOND || v->c > 0);
}

static void analyse(struct texts *t, const void *values)
{
    const struct layer *v = values;
    struct spot s = v->right ? (struct spot){ -1, v->from + 1 }
                             : (struct spot){ 1, -v->from };

    if (!is_valid(v))
        return;
    t->kind = CLAIM_ODE;
    t->symbol = "epsilon";
    t->order = RATIO(is_second(v) ? 2 : 1);
    write_problem(t, v, s);
    texts_set(t, "error", is_second(v) ? "O(\\epsilon^2)" : "O(\\epsilon)");
    texts_set(t, "at", "%" PRId64, v->right ? v->from + 1 : v->from);
    texts_set(t, "far", "%" PRId64, v->right ? v->from : v->from + 1);
    texts_set(t, "sign", "%s", v->right ? "negative" : "positive");
    (v->kind == KIND_SECOND  ? solve_second
     : v->kind == KIND_EXACT ? solve_exact
                             : solve_leading)(t, v, s);
    texts_step(t, "side");
    if (v->disguise == DISGUISE_VANISHING)
        texts_step(t, "vanish");
    if (v->disguise == DISGUISE_TRAP)
        texts_step(t, "slope");
    texts_step(t, "outer");
    if (is_second(v))
        texts_step(t, "first");
    texts_step(t, "layer");
    texts_step(t, "composite");
}

static struct form_file text = {
#include "family/applied/layer.inc"
};

static const struct applied layer = {
    .recipe = { .text = &text,
                .size = sizeof(struct layer),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_layer = {
    .name = "applied/layer",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&layer),
};
