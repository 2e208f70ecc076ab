/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Where solutions become infinite, and how. Each kind is solved for w; what is
 * given is y = w or -w, from x = from on:
 *
 *   double     w' = b (w-r) (w-r+k), w(0) = r + start: 1/(b(X-x)) + r - k/2 at
 *              X = ln(1 + k/start) / (bk)
 *   arc        w' = b ((w-r)^2 + k^2), w(0) = r + start: 1/(b(X-x)) + r at
 *              X = arctan(k/start) / (bk)
 *   bernoulli  w' = k w + b w^n, w(0) = start: ((n-1) b (X-x))^{-1/(n-1)} at
 *              X = ln(1 + k/(b start^{n-1})) / ((n-1)k)
 */
#include "family/applied/texts.h"
#include "family/recipe/latex.h"

#include <inttypes.h>

enum kind { KIND_DOUBLE, KIND_ARC, KIND_BERNOULLI, KINDS };

struct blow_up {
    int64_t disguise;
    int64_t kind;
    int64_t b, k, n, r, start; /* see the kinds */
    int64_t sign, from;
    int64_t u; /* terms that cancel */
};

static const struct field fields[] = {
    NUMBER(struct blow_up, disguise, 0, 3),
    NUMBER(struct blow_up, kind, 0, KINDS - 1),
    NUMBER(struct blow_up, b, 1, 9),
    NUMBER(struct blow_up, k, 1, 9),
    NUMBER(struct blow_up, n, 0, 5),
    NUMBER(struct blow_up, r, -9, 9),
    NUMBER(struct blow_up, start, 1, 20),
    NUMBER(struct blow_up, sign, -1, 1),
    NUMBER(struct blow_up, from, -9, 9),
    NUMBER(struct blow_up, u, -9, 9),
    { 0 },
};

/* ---- drawing ---- */

static void draw(struct pick *k, void *values)
{
    struct blow_up *v = values;

    v->sign = 1;
    v->kind = k->level == 1   ? KIND_BERNOULLI
              : k->level == 2 ? KIND_DOUBLE
                              : KIND_ARC;
    v->b = pick(k, 1, 6);
    v->start = pick(k, 1, 8);
    if (v->kind == KIND_BERNOULLI) {
        v->n = pick(k, 3, 5);
        v->k = pick(k, 1, 9);
        v->from = pick(k, 0, 2);
    } else {
        v->k = 2 * pick(k, 0, 4) + 1; /* odd: 2r - k is not 0 */
        v->r = pick_signed(k, 1, 9);
    }
}

static void disguise(struct pick *k, void *values)
{
    struct blow_up *v = values;
    int64_t by = pick(k, 1, 4);

    if (v->disguise == DISGUISE_VANISHING)
        v->u = by;
    else if (v->disguise == DISGUISE_STRUCTURE)
        v->from -= by + 2;
    else
        v->sign = -1;
}

/* ---- the problem ---- */

static bool is_expanded(const struct blow_up *v)
{
    return v->disguise == DISGUISE_STRUCTURE || v->kind == KIND_BERNOULLI;
}

/* The polynomial of w, as one of y, its coefficients from the lowest. */
static const char *write_poly(struct arena *a, const struct blow_up *v,
                              const int64_t *c, size_t n)
{
    int64_t in_y[6] = { 0 };

    for (size_t i = 0; i < n; i++)
        in_y[i] = v->sign * c[i];
    spot_poly((struct spot){ (int)v->sign, 0 }, in_y, n);
    return latex_poly(a, in_y, n, "y");
}

/* y - r with the sign of y. */
static const char *write_factor(struct arena *a, const struct blow_up *v,
                                int64_t r)
{
    return r ? arena_printf(a, "(y%s)", latex_plus(a, -v->sign * r)) : "y";
}

/* The quadratic by its zeros or with its square completed. */
static const char *write_quadratic(struct arena *a, const struct blow_up *v)
{
    const char *first = write_factor(a, v, v->r);
    int64_t b = v->sign * v->b;

    if (v->kind == KIND_ARC)
        return sum_of(a, scaled(a, RATIO(b), arena_printf(a, "%s^2", first)),
                      scaled(a, RATIO(b * v->k * v->k), ""), NULL);
    return scaled(
        a, RATIO(b),
        arena_printf(a, "%s%s", first, write_factor(a, v, v->r - v->k)));
}

/* A term that adds nothing: it cancels. */
static const char *write_cancelled(struct arena *a, const struct blow_up *v)
{
    return v->u ? sum_of(a, scaled(a, RATIO(v->u), "(y + 1)^2"),
                         scaled(a, RATIO(-v->u), "y(y + 2)"),
                         scaled(a, RATIO(-v->u), ""), NULL)
                : "0";
}

/* The equation, and the value of w at the start. */
static void pose(struct texts *t, const struct blow_up *v, const char *right,
                 int64_t start)
{
    struct arena *a = t->arena;
    const char *equation = arena_printf(
        a, "y' = %s", sum_of(a, right, write_cancelled(a, v), NULL));
    const char *given =
        arena_printf(a, "y(%" PRId64 ") = %" PRId64, v->from, v->sign * start);

    texts_set(t, "equation", "%s", equation);
    texts_set(t, "given", "%s", given);
    t->kind = CLAIM_ODE;
    t->variable = t->symbol = "x";
    t->object = arena_printf(a, "%s,\\ %s", equation, given);
    t->to = LIMIT_POINT;
    if (v->disguise == DISGUISE_STRUCTURE)
        texts_step(t, "moved");
    if (v->u)
        texts_step(t, "cancel");
    if (v->sign < 0)
        texts_step(t, "negative");
}

/* ---- the solutions ---- */

/* The place X = from + top/den. */
static const char *write_place(struct arena *a, const struct blow_up *v,
                               const char *top, int64_t den)
{
    return sum_of(a, scaled(a, RATIO(v->from), ""),
                  scaled(a, over(1, den), top), NULL);
}

static const char *write_log(struct arena *a, struct ratio x)
{
    return ratio_whole(x)
               ? arena_printf(a, "\\ln %" PRId64, x.p)
               : arena_printf(a, "\\ln\\left(%s\\right)", ratio_latex(a, x));
}

static const char *write_arctan(struct arena *a, struct ratio x)
{
    if (x.p == x.q)
        return "\\frac{\\pi}{4}";
    return arena_printf(a, "\\arctan\\left(%s\\right)", ratio_latex(a, x));
}

static void solve_quadratic(struct texts *t, const struct blow_up *v)
{
    struct arena *a = t->arena;
    bool arc = v->kind == KIND_ARC;
    int64_t b = v->b, r = v->r, k = v->k;
    int64_t poly[3] = { b * (arc ? r * r + k * k : r * (r - k)),
                        b * (arc ? -2 * r : k - 2 * r), b };
    const char *top = arc ? write_arctan(a, over(k, v->start))
                          : write_log(a, over(v->start + k, v->start));
    const char *place = write_place(a, v, top, b * k);
    struct ratio middle = arc ? RATIO(r) : over(2 * r - k, 2);

    pose(t, v,
         is_expanded(v) ? write_poly(a, v, poly, 3) : write_quadratic(a, v),
         r + v->start);
    t->point = place;
    t->terms = 2;
    t->key = sum_of(a,
                    divided(a, over(v->sign, b), "",
                            arena_printf(a, "\\left(%s - x\\right)", place), 1),
                    scaled(a, times(RATIO(v->sign), middle), ""), NULL);
    texts_set(t, "point", "%s", place);
    texts_set(t, "strength", "%s", ratio_latex(a, over(v->sign, b)));
    texts_set(t, "level", "%s", ratio_latex(a, times(RATIO(v->sign), middle)));
    texts_step(t, arc ? "arc" : "double");
    texts_step(t, "pole");
}

static void solve_bernoulli(struct texts *t, const struct blow_up *v)
{
    struct arena *a = t->arena;
    int64_t poly[6] = { 0, v->k }, n = v->n - 1;
    struct ratio ratio =
        plus(RATIO(1), over(v->k, v->b * power_of(RATIO(v->start), (int)n).p));
    const char *place = write_place(a, v, write_log(a, ratio), n * v->k), *d;

    poly[v->n] = v->b;
    pose(t, v, write_poly(a, v, poly, (size_t)v->n + 1), v->start);
    t->point = place;
    t->terms = 1;
    d = scaled(a, RATIO(n * v->b),
               arena_printf(a, "\\left(%s - x\\right)", place));
    t->key = arena_printf(
        a, n == 2 ? "%s\\frac{1}{\\sqrt{%s}}" : "%s\\left(%s\\right)^{-1/%d}",
        v->sign < 0 ? "-" : "", d, (int)n);
    texts_set(t, "point", "%s", place);
    texts_set(t, "linear", "w' = -%sw - %" PRId64,
              scaled(a, RATIO(n * v->k), ""), n * v->b);
    texts_set(t, "exponent", "%" PRId64, n);
    texts_step(t, "power");
    texts_step(t, "balance");
}

/* ---- the card ---- */

static void analyse(struct texts *t, const void *values)
{
    const struct blow_up *v = values;

    if (v->sign == 0 || (v->kind == KIND_BERNOULLI ? v->n < 3 : v->r == 0))
        return;
    (v->kind == KIND_BERNOULLI ? solve_bernoulli : solve_quadratic)(t, v);
    texts_step(t, "result");
}

static struct form_file text = {
#include "family/applied/blow_up.inc"
};

static const char *const kinds[] = { "double", "arc", "bernoulli", NULL };

static const struct applied blow_up = {
    .recipe = { .text = &text,
                .kinds = kinds,
                .size = sizeof(struct blow_up),
                .fields = fields,
                .draw = draw,
                .speak = texts_speak },
    .disguise = disguise,
    ANALYSED(analyse),
};

const struct family applied_blow_up = {
    .name = "applied/blow-up",
    .version = 1,
    .answer = ANSWER_EXPRESSION,
    APPLIED_CARD(&blow_up),
};
