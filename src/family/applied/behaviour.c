/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How solutions of differential equations behave for small x and for large x.
 *
 * Each kind is solved for w; what is given is y = sign w + q, or 1/w, from
 * x = from on:
 *
 *   small      w' = a w^n + bx + c: a power series
 *   arc        w' = -a w^2 - a k^2 w^4: v = 1/w has v' = a + a k^2/v^2 and is
 *              ax + C + o(1), C = v(0) + k arctan(k/v(0))
 *   log        w' = -a w^2 + a k^2 w^4, v(0) > k: as before, with
 *              C = v(0) - (k/2) ln((v(0)+k)/(v(0)-k))
 *   grows      w'' = k^2 x^m w, and waves w'' = -k^2 x^m w: Bessel functions
 *              of the order 1/(m+2), of 2k/(m+2) x^{(m+2)/2}
 */
#include "family/applied/formula.h"
#include "family/applied/texts.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

enum kind { KIND_SMALL, KIND_ARC, KIND_LOG, KIND_GROWS, KIND_WAVES, KINDS };

struct behaviour {
    int64_t disguise;
    int64_t kind;
    int64_t a, b, c, k, m, n;
    int64_t start; /* w at the start; of arc and log v */
    int64_t slope; /* of the last two: w' at the start */
    int64_t sign, q, from;
    int64_t over; /* of arc and log: what is given is v */
    int64_t u;    /* terms that do not matter, or cancel */
};

static const struct field fields[] = {
    NUMBER(struct behaviour, disguise, 0, 3),
    NUMBER(struct behaviour, kind, 0, KINDS - 1),
    NUMBER(struct behaviour, a, -99, 99),
    NUMBER(struct behaviour, b, -20, 20),
    NUMBER(struct behaviour, c, -400, 400),
    NUMBER(struct behaviour, k, 0, 9),
    NUMBER(struct behaviour, m, 0, 9),
    NUMBER(struct behaviour, n, 0, 5),
    NUMBER(struct behaviour, start, -40, 40),
    NUMBER(struct behaviour, slope, -40, 40),
    NUMBER(struct behaviour, sign, -1, 1),
    NUMBER(struct behaviour, q, -9, 9),
    NUMBER(struct behaviour, from, -9, 9),
    NUMBER(struct behaviour, over, 0, 1),
    NUMBER(struct behaviour, u, -9, 9),
    { 0 },
};

static int64_t int_power(int64_t x, int64_t n)
{
    return power_of(RATIO(x), (int)n).p;
}

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    struct behaviour *v = values;

    v->sign = 1;
    if (k->level == 2) {
        v->kind = pick(k, KIND_ARC, KIND_LOG);
        v->a = pick(k, 1, 20);
        v->k = pick(k, 1, 9);
        v->start = (v->kind == KIND_LOG ? v->k : 0) + pick(k, 1, 10);
    } else if (k->level == 1) {
        v->n = pick(k, 2, 3);
        v->a = pick_signed(k, 1, 4);
        v->b = pick_signed(k, 1, 4);
        v->c = pick(k, -5, 5);
        v->start = pick_signed(k, 1, 4);
    } else {
        v->kind = pick(k, KIND_GROWS, KIND_WAVES);
        v->k = 1;
        v->m = 1; /* higher powers cost the verifier seconds */
        v->start = pick_signed(k, 1, 30);
        v->slope = pick_signed(k, 1, 30);
    }
}

static void disguise(struct pick *k, void *values)
{
    struct behaviour *v = values;
    int64_t by = pick(k, 1, 4);

    if (v->disguise == DISGUISE_VANISHING) {
        v->u = by;
    } else if (v->disguise == DISGUISE_STRUCTURE) {
        if (v->kind == KIND_SMALL)
            v->q = v->start < 0 ? -by : by; /* the sum is not 0 */
        else if (v->kind == KIND_ARC || v->kind == KIND_LOG)
            v->over = 1;
        else
            v->from -= by;
    } else if (v->kind == KIND_SMALL) {
        v->c = -v->a * int_power(v->start, v->n); /* no slope at first */
    } else if (v->kind == KIND_GROWS || v->kind == KIND_WAVES) {
        v->start = 0;
    } else {
        v->sign = -1;
    }
}

/* ---- the problem ---- */

/* The polynomial of w, as one of y, its coefficients from the lowest. */
static const char *write_poly(struct arena *a, const struct behaviour *v,
                              const int64_t *c, size_t n)
{
    int64_t in_y[6] = { 0 };

    for (size_t i = 0; i < n; i++)
        in_y[i] = v->sign * c[i];
    spot_poly((struct spot){ (int)v->sign, -v->sign * v->q }, in_y, n);
    return latex_poly(a, in_y, n, "y");
}

/* Terms that cancel, for small and for any y. */
static const char *write_cancelled(struct arena *a, const struct behaviour *v)
{
    bool decays = v->kind == KIND_ARC || v->kind == KIND_LOG;

    return sum_of(a,
                  scaled(a, RATIO(v->u), decays ? "(y^2 + y)^2" : "(y + 1)^2"),
                  scaled(a, RATIO(-v->u), decays ? "y^3(y + 2)" : "y(y + 2)"),
                  scaled(a, RATIO(-v->u), decays ? "y^2" : ""), NULL);
}

/* The equation, the value of w at the start, and whether its slope is given
 * as well. */
static void pose(struct texts *t, const struct behaviour *v, const char *left,
                 const char *right, struct ratio start)
{
    struct arena *a = t->arena;
    struct ratio first = plus(times(RATIO(v->sign), start), RATIO(v->q));
    const char *equation = arena_printf(a, "%s = %s", left, right);
    const char *given =
        arena_printf(a, "y(%" PRId64 ") = %s", v->from, ratio_latex(a, first));

    if (v->kind >= KIND_GROWS)
        given = arena_printf(a, "%s,\\ y'(%" PRId64 ") = %" PRId64, given,
                             v->from, v->slope);
    texts_set(t, "equation", "%s", equation);
    texts_set(t, "given", "%s", given);
    t->kind = CLAIM_ODE;
    t->variable = t->symbol = "x";
    t->object = arena_printf(a, "%s,\\ %s", equation, given);
    t->to = LIMIT_INFINITY;
    if (v->disguise == DISGUISE_STRUCTURE)
        texts_step(t, v->q ? "shifted" : v->over ? "inverse" : "moved");
    if (v->u)
        texts_step(t, v->kind == KIND_SMALL   ? "small_terms"
                      : v->kind >= KIND_GROWS ? "cancel"
                                              : "products");
    if (v->sign < 0)
        texts_step(t, "negative");
}

/* ---- small x ---- */

#define SERIES 8

/* The coefficients of w. */
static void find_series(const struct behaviour *v, struct ratio *w)
{
    w[0] = RATIO(v->start);
    for (int i = 0; i + 1 < SERIES - 3; i++) {
        struct ratio power[SERIES] = { RATIO(1) }, next[SERIES];

        for (int n = 0; n < v->n; n++) {
            for (int j = 0; j <= i; j++) {
                next[j] = RATIO(0);
                for (int l = 0; l <= j; l++)
                    if (power[l].q)
                        next[j] = plus(next[j], times(power[l], w[j - l]));
            }
            for (int j = 0; j <= i; j++)
                power[j] = next[j];
        }
        w[i + 1] =
            times(plus(times(RATIO(v->a), power[i]), RATIO(i == 0   ? v->c
                                                           : i == 1 ? v->b
                                                                    : 0)),
                  over(1, i + 1));
    }
}

static void solve_small(struct texts *t, const struct behaviour *v)
{
    struct arena *a = t->arena;
    struct ratio w[SERIES];
    int64_t poly[4] = { v->c };
    const char *sum = "0", *next;
    int i = 0, found = 0;

    find_series(v, w);
    w[0] = plus(w[0], RATIO(v->q));
    for (; i < SERIES - 3 && found < 3; i++)
        if (w[i].p) {
            found++;
            sum = sum_of(a, sum,
                         formula_ratio_term(a, w[i].p, w[i].q, "",
                                            POWERS({ "x", i, 1 })),
                         NULL);
        }
    if (found < 3)
        return;
    poly[v->n] = v->a;
    next = v->u ? scaled(a, RATIO(v->u), arena_printf(a, "x^%dy", i - 1)) : "0";
    pose(t, v, "y'",
         sum_of(a, write_poly(a, v, poly, (size_t)v->n + 1),
                scaled(a, RATIO(v->b), "x"), next, NULL),
         RATIO(v->start));
    t->to = LIMIT_ZERO_ABOVE;
    t->terms = 3;
    t->key = sum;
    texts_set(t, "rise", "%s", ratio_latex(a, w[1]));
    texts_set(t, "bend", "%s", ratio_latex(a, times(RATIO(2), w[2])));
    texts_step(t, "series");
    if (!w[1].p)
        texts_step(t, "level");
    texts_step(t, "result");
}

/* ---- large x ---- */

static const char *write_log(struct arena *a, struct ratio x)
{
    return ratio_whole(x)
               ? arena_printf(a, "\\ln %" PRId64, x.p)
               : arena_printf(a, "\\ln\\left(%s\\right)", ratio_latex(a, x));
}

/* c arctan(p/q). */
static const char *write_arctan(struct arena *a, int64_t c, int64_t p,
                                int64_t q)
{
    if (p == q)
        return scaled(a, over(c, 4), "\\pi");
    return scaled(a, RATIO(c),
                  arena_printf(a, "\\arctan\\left(%s\\right)",
                               ratio_latex(a, over(p, q))));
}

/* C of arc and log, as a sum. */
static const char *write_constant(struct arena *a, const struct behaviour *v)
{
    int64_t k = v->k, v0 = v->start;

    return sum_of(
        a, scaled(a, RATIO(v0), ""),
        v->kind == KIND_ARC
            ? write_arctan(a, k, k, v0)
            : scaled(a, over(-k, 2), write_log(a, over(v0 + k, v0 - k))),
        NULL);
}

static void solve_decay(struct texts *t, const struct behaviour *v)
{
    struct arena *a = t->arena;
    int64_t ak2 = (v->kind == KIND_ARC ? 1 : -1) * v->a * v->k * v->k;
    int64_t poly[5] = { 0, 0, -v->a, 0, -ak2 };
    const char *constant = write_constant(a, v);

    pose(t, v, "y'",
         v->over ? sum_of(a, scaled(a, RATIO(v->a), ""),
                          divided(a, RATIO(ak2), "", "y", 2), NULL)
                 : sum_of(a, write_poly(a, v, poly, 5), write_cancelled(a, v),
                          NULL),
         v->over ? RATIO(v->start) : over(1, v->start));
    t->terms = 2;
    if (v->over)
        t->key = sum_of(a, scaled(a, RATIO(v->a), "x"), constant, NULL);
    else
        t->key =
            sum_of(a, divided(a, over(v->sign, v->a), "", "x", 1),
                   arena_printf(a, "%s\\frac{%s}{%s}", v->sign < 0 ? "" : "-",
                                constant, scaled(a, RATIO(v->a * v->a), "x^2")),
                   NULL);
    texts_set(t, "constant", "%s", constant);
    if (!v->over)
        texts_step(t, "reciprocal");
    texts_step(t, "constant");
    texts_step(t, "result");
}

/* A Gamma(1-nu) (k nu)^nu, or with -nu for nu, nu = 1/(m+2), times the text. */
static const char *write_part(struct arena *a, const struct behaviour *v,
                              bool slope, const char *what)
{
    int64_t d = v->m + 2;

    return scaled(
        a, RATIO(slope ? v->slope : v->start),
        arena_printf(
            a, "\\Gamma\\left(%s\\right)\\left(%s\\right)^{%s1/%" PRId64 "}%s",
            ratio_latex(a, over(slope ? d + 1 : d - 1, d)),
            ratio_latex(a, over(v->k, d)), slope ? "-" : "", d, what));
}

static const char *write_cosine(struct arena *a, const char *z,
                                struct ratio phase)
{
    return arena_printf(a, "\\cos\\left(%s\\right)",
                        sum_of(a, z, scaled(a, phase, "\\pi"), NULL));
}

static void solve_second(struct texts *t, const struct behaviour *v)
{
    struct arena *a = t->arena;
    bool grows = v->kind == KIND_GROWS;
    const char *s =
        in_brackets(a, spot_text(a, (struct spot){ 1, -v->from }, 0));
    int64_t d = v->m + 2, k2 = v->k * v->k;
    const char *z = formula_ratio_term(a, 2 * v->k, d, "", POWERS({ s, d, 2 }));
    const char *under = formula_ratio_term(
        a, 1, 1,
        arena_printf(a, "\\sqrt{%s}", scaled(a, over(v->k, d), "\\pi")),
        POWERS({ s, v->m, 4 }));
    struct ratio nu = over(1, 2 * d), rest = over(-1, 4);

    pose(t, v, "y''",
         sum_of(a,
                scaled(a, RATIO(grows ? k2 : -k2),
                       arena_printf(a, "%sy", raised(a, s, (int)v->m))),
                v->u ? write_cancelled(a, v) : "0", NULL),
         RATIO(v->start));
    t->terms = 1;
    t->key = arena_printf(
        a, "\\frac{%s}{%s%s}%s",
        sum_of(a,
               write_part(a, v, false,
                          grows ? "" : write_cosine(a, z, plus(rest, nu))),
               write_part(a, v, true,
                          grows ? "" : write_cosine(a, z, minus(rest, nu))),
               NULL),
        grows ? "2" : "", under, grows ? arena_printf(a, "e^{%s}", z) : "");
    texts_set(t, "argument", "%s", z);
    texts_set(t, "order", "%s", ratio_latex(a, over(1, d)));
    texts_step(t, "bessel");
    texts_step(t, "constants");
    texts_step(t, grows ? "growing" : "oscillating");
    texts_step(t, "result");
}

/* ---- the card ---- */

static bool is_valid(const struct behaviour *v)
{
    if (v->sign == 0)
        return false;
    switch (v->kind) {
    case KIND_SMALL: return v->n >= 2 && v->n <= 3 && v->a && v->b;
    case KIND_ARC: return v->a > 0 && v->k > 0 && v->start > 0;
    case KIND_LOG: return v->a > 0 && v->k > 0 && v->start > v->k;
    default: return v->k > 0 && v->m > 0 && v->slope;
    }
}

static void analyse(struct texts *t, const void *values)
{
    static void (*const solvers[KINDS])(struct texts *,
                                        const struct behaviour *) = {
        solve_small, solve_decay, solve_decay, solve_second, solve_second
    };
    const struct behaviour *v = values;

    if (is_valid(v))
        solvers[v->kind](t, v);
}

static struct form_file text = {
#include "family/applied/behaviour.inc"
};

static const char *const kinds[] = { "small", "arc",   "log",
                                     "grows", "waves", NULL };

static const struct applied behaviour = {
    .recipe = { .text = &text,
                .kinds = kinds,
                .size = sizeof(struct behaviour),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_behaviour = {
    .name = "applied/behaviour",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&behaviour),
};
