/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Nonlinear equations with exact solutions.
 *
 * Bernoulli's equation y' = a y - b y^n is linear in y^{1-n}. A Riccati
 * equation with the solution s = px + q is one of Bernoulli for y - s. And
 * three equations of second order, for w = y - m, are integrated by their
 * energy: w'' = 2b^2 w^3 - 2a^2 w (w = (a/b) tanh(ax)), w'' = a^2 w - 2b^2 w^3
 * (w = (a/b) sech(ax)), w'' = 4a^2 w - 6b w^2 (w = (a^2/b) sech^2(ax)).
 */
#include "family/applied/texts.h"
#include "family/recipe/latex.h"

#include <inttypes.h>
#include <string.h>

enum kind {
    KIND_BERNOULLI,
    KIND_RICCATI,
    KIND_KINK,
    KIND_PULSE,
    KIND_HUMP,
    KINDS
};

struct nonlinear {
    int64_t disguise;
    int64_t kind;
    int64_t a, b;
    int64_t n;      /* Bernoulli: the power */
    int64_t p, q;   /* Riccati: the solution that is known */
    int64_t m;      /* second order: y = w + m */
    int64_t start;  /* the value at 0 of y, or of y - s */
    int64_t at;     /* second order: the conditions are at x = at */
    int64_t sign;   /* -1: it is -y that has this equation; second order: the
                       other branch */
    int64_t square; /* Bernoulli: x^2 takes the place of x */
};

static const struct field fields[] = {
    NUMBER(struct nonlinear, disguise, 0, 3),
    NUMBER(struct nonlinear, kind, 0, KINDS - 1),
    NUMBER(struct nonlinear, a, 1, 9999),
    NUMBER(struct nonlinear, b, 1, 99),
    NUMBER(struct nonlinear, n, 0, 5),
    NUMBER(struct nonlinear, p, -9, 9),
    NUMBER(struct nonlinear, q, -9, 9),
    NUMBER(struct nonlinear, m, -9, 9),
    NUMBER(struct nonlinear, start, -9, 9),
    NUMBER(struct nonlinear, at, -9, 9),
    NUMBER(struct nonlinear, sign, -1, 1),
    NUMBER(struct nonlinear, square, 0, 1),
    { 0 },
};

static int64_t int_power(int64_t x, int64_t n)
{
    return power_of(RATIO(x), (int)n).p;
}

/* ---- drawing ---- */

/* The rate at which a start at `start` is at rest, to be stepped over; `most`
 * if it is not below. */
static int64_t rest(int64_t b, int64_t start, int64_t n, int64_t most)
{
    int64_t at = b * int_power(start, n - 1);

    return at < most ? at : most;
}

static void draw(struct pick *k, void *values)
{
    struct nonlinear *v = values;

    v->sign = 1;
    v->b = pick(k, 1, k->level == 1 ? 9 : k->level == 2 ? 4 : 12);
    if (k->level == 1) {
        v->n = pick(k, 2, 5);
        v->start = pick(k, 1, 5);
        v->a = pick_but(k, 1, 21, rest(v->b, v->start, v->n, 21));
    } else if (k->level == 2) {
        v->kind = KIND_RICCATI;
        v->n = 2;
        v->p = pick_signed(k, 1, 4);
        v->q = pick(k, -3, 3);
        v->start = pick(k, 1, 6);
        v->a = pick_but(k, 1, 7, rest(v->b, v->start, 2, 7));
    } else {
        v->kind = pick(k, KIND_KINK, KIND_HUMP);
        v->a = pick(k, 1, 9);
        v->m = pick(k, -6, 6);
    }
}

static void disguise(struct pick *k, void *values)
{
    struct nonlinear *v = values;
    bool second = v->kind >= KIND_KINK;

    if (v->disguise == DISGUISE_STRUCTURE) {
        v->square = v->kind == KIND_BERNOULLI;
        v->sign = v->kind == KIND_RICCATI ? -1 : 1;
        v->at = second ? pick_signed(k, 1, 5) : 0;
    } else if (v->kind == KIND_RICCATI)
        v->start = 0;
    else if (second || v->n % 2)
        v->sign = -1;
    else
        v->a = v->b * int_power(v->start, v->n - 1);
}

/* ---- Bernoulli ---- */

static void put_object(struct texts *t, const char *equation, const char *start)
{
    texts_set(t, "equation", "%s", equation);
    texts_set(t, "condition", "%s", start);
    t->kind = CLAIM_ODE;
    t->variable = "x";
    t->object = arena_printf(t->arena, "%s,\\ %s", equation, start);
    t->conditions = "x\\ge0";
}

/* b A^{n-1} + (a - b A^{n-1}) e^{-(n-1) a x}: a times what 1/u has under it,
 * u = (y/A)^{n-1}. */
static const char *denominator(struct arena *a, const struct nonlinear *v)
{
    int64_t full = v->b * int_power(v->start, v->n - 1);

    return sum_of(a, scaled(a, RATIO(full), ""),
                  scaled(a, RATIO(v->a - full),
                         exp_of(a, scaled(a, RATIO(-(v->n - 1) * v->a),
                                          v->square ? "x^2" : "x"))),
                  NULL);
}

static void solve_bernoulli(struct texts *t, const struct nonlinear *v)
{
    struct arena *a = t->arena;
    const char *under = denominator(a, v), *fraction;
    struct ratio start = RATIO(v->start * v->sign);
    const char *power = arena_printf(a, "y^%" PRId64, v->n);
    int64_t twice = v->square ? 2 : 1;

    put_object(
        t,
        arena_printf(
            a, "y' = %s",
            sum_of(a, scaled(a, RATIO(twice * v->a), v->square ? "xy" : "y"),
                   scaled(a, RATIO(-twice * v->b),
                          arena_printf(a, "%s%s", v->square ? "x" : "", power)),
                   NULL)),
        arena_printf(a, "y(0) = %" PRId64, start.p));
    texts_set(t, "power", "%" PRId64, v->n - 1);
    texts_set(t, "under", "\\frac{%s}{%s}", under,
              scaled(a, RATIO(v->a * int_power(v->start, v->n - 1)), ""));
    if (v->a == v->b * int_power(v->start, v->n - 1)) {
        t->key = ratio_latex(a, start);
        texts_step(t, "rest");
        return;
    }
    fraction = arena_printf(a, "\\frac{%" PRId64 "}{%s}", v->a, under);
    if (v->n == 2)
        t->key =
            arena_printf(a, "\\frac{%" PRId64 "}{%s}", v->a * start.p, under);
    else if (v->n == 3)
        t->key = scaled(a, start, arena_printf(a, "\\sqrt{%s}", fraction));
    else
        t->key = scaled(a, start,
                        arena_printf(a, "\\left(%s\\right)^{1/%" PRId64 "}",
                                     fraction, v->n - 1));
    texts_step(t, "linear");
    texts_step(t, "inverse");
    if (v->sign < 0)
        texts_step(t, "branch");
    texts_step(t, "result");
}

/* ---- Riccati ---- */

static void solve_riccati(struct texts *t, const struct nonlinear *v)
{
    struct arena *a = t->arena;
    /* y' = p + (y-s)(a - b(y-s)) for the sign 1; z = -y for -1. */
    int64_t line[2] = { v->a + 2 * v->b * v->q, 2 * v->b * v->p };
    int64_t rest[3] = { v->p - v->a * v->q - v->b * v->q * v->q,
                        -v->a * v->p - 2 * v->b * v->p * v->q,
                        -v->b * v->p * v->p };
    int64_t known[2] = { v->sign * v->q, v->sign * v->p };
    const char *s = latex_poly(a, known, 2, "x");

    for (int i = 0; i < 3; i++)
        rest[i] *= v->sign;
    put_object(t,
               arena_printf(a, "y' = %s",
                            sum_of(a, scaled(a, RATIO(-v->sign * v->b), "y^2"),
                                   poly_times(a, line, 2, "y"),
                                   latex_poly(a, rest, 3, "x"), NULL)),
               arena_printf(a, "y(0) = %" PRId64, v->sign * (v->q + v->start)));
    texts_set(t, "known", "%s", s);
    texts_set(t, "deviation", "v' = %s",
              sum_of(a, scaled(a, RATIO(v->a), "v"),
                     scaled(a, RATIO(-v->sign * v->b), "v^2"), NULL));
    texts_set(t, "first", "%" PRId64, v->sign * v->start);
    texts_step(t, "known");
    if (v->start == 0) {
        t->key = s;
        texts_step(t, "on");
        return;
    }
    t->key = sum_of(a, s,
                    arena_printf(a, "%s\\frac{%" PRId64 "}{%s}",
                                 v->sign < 0 ? "-" : "", v->a * v->start,
                                 denominator(a, v)),
                    NULL);
    texts_step(t, "deviation");
    texts_step(t, "logistic");
}

/* ---- second order ---- */

static void solve_second(struct texts *t, const struct nonlinear *v)
{
    struct arena *a = t->arena;
    int64_t a2 = v->a * v->a, b2 = v->b * v->b;
    int64_t force[KINDS][4] = { [KIND_KINK] = { 0, -2 * a2, 0, 2 * b2 },
                                [KIND_PULSE] = { 0, a2, 0, -2 * b2 },
                                [KIND_HUMP] = { 0, 4 * a2, -6 * v->b, 0 } };
    struct ratio top =
        v->kind == KIND_HUMP ? over(a2, v->b) : over(v->sign * v->a, v->b);
    struct ratio value = v->kind == KIND_KINK ? RATIO(0) : top;
    struct ratio slope = RATIO(0);
    const char *x =
        scaled(a, RATIO(v->a),
               in_brackets(a, spot_text(a, (struct spot){ 1, 0 }, -v->at)));
    const char *shape[KINDS] = { [KIND_KINK] = "\\tanh",
                                 [KIND_PULSE] = "\\operatorname{sech}",
                                 [KIND_HUMP] = "\\operatorname{sech}^2" };
    bool rests = v->kind == KIND_HUMP && v->sign < 0;
    char *force_text;

    if (v->kind == KIND_KINK)
        slope = times(top, RATIO(v->a));
    if (rests)
        value = RATIO(0);
    spot_poly((struct spot){ 1, -v->m }, force[v->kind], 4);
    force_text = latex_poly(a, force[v->kind], 4, "y");
    put_object(t, arena_printf(a, "y'' = %s", force_text),
               arena_printf(a, "y(%" PRId64 ") = %s,\\ y'(%" PRId64 ") = %s",
                            v->at, ratio_latex(a, plus(value, RATIO(v->m))),
                            v->at, ratio_latex(a, slope)));
    t->conditions = "";
    texts_set(t, "rest", "%" PRId64, v->m);
    texts_set(t, "shape", "%s", shape[v->kind]);
    texts_step(t, "energy");
    if (rests) {
        t->key = ratio_latex(a, RATIO(v->m));
        texts_step(t, "rest");
        return;
    }
    t->key = sum_of(
        a, scaled(a, RATIO(v->m), ""),
        scaled(a, top,
               arena_printf(a, "%s\\left(%s\\right)", shape[v->kind], x)),
        NULL);
    texts_step(t, "quadrature");
    if (v->sign < 0)
        texts_step(t, "branch");
    texts_step(t, "result");
}

/* ---- the card ---- */

static bool is_valid(const struct nonlinear *v)
{
    if (v->sign == 0 || v->b > 12)
        return false;
    if (v->kind == KIND_BERNOULLI)
        return v->n >= 2 && v->start > 0;
    if (v->kind == KIND_RICCATI)
        return v->n == 2 && v->start >= 0 && v->p;
    return v->a < 100;
}

static void analyse(struct texts *t, const void *values)
{
    const struct nonlinear *v = values;

    if (!is_valid(v))
        return;
    (v->kind == KIND_BERNOULLI ? solve_bernoulli
     : v->kind == KIND_RICCATI ? solve_riccati
                               : solve_second)(t, v);
}

static struct form_file text = {
#include "family/applied/nonlinear.inc"
};

static const struct applied nonlinear = {
    .recipe = { .text = &text,
                .size = sizeof(struct nonlinear),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_nonlinear = {
    .name = "applied/nonlinear",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD_WITH(&nonlinear, "none|structure|trap",
                      MEANS_STRUCTURE MEANS_TRAP),
};
