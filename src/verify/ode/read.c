/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A differential equation and its conditions from the claim's texts, and what
 * the judge asks of it: the range of the variable, and where layers may lie.
 */
#include "math/read/read.h"
#include "base/str.h"
#include "base/vec.h"
#include "math/tree/differentiate.h"
#include "verify/expression.h"
#include "verify/ode/ode.h"

#include <math.h>
#include <string.h>

/* What reading alone may cost. */
#define WORK_READ 2000000u

struct reading {
    struct arena *arena;
    struct ode *ode;
    const char *unknown;     /* as it is written */
    const char *variable;    /* as it is written */
    struct vec symbols;      /* const char *: known to the reader */
    struct vec conditions;   /* of struct ode_condition */
    struct vec where;        /* const struct expr * */
    const struct expr *goes; /* y in "y -> 0 as x -> infinity" */
    const struct expr *goes_to;
    struct work work;
    const char *why;
};

/* ---- trees ---- */

/* d/dx of an expression in which the unknown depends on x. */
static const struct expr *total_derivative(struct reading *r,
                                           const struct expr *x)
{
    struct arena *a = r->arena;
    const struct expr *sum = differentiate(a, x, r->ode->variable, &r->work);

    for (unsigned k = 0; k < ODE_ORDER_MOST && sum; k++) {
        const struct expr *d;

        if (!expr_mentions(x, ode_symbol(k)))
            continue;
        d = differentiate(a, x, ode_symbol(k), &r->work);
        sum = !d ? NULL
                 : expr_add(a, sum,
                            expr_mul(a, d, expr_symbol(a, ode_symbol(k + 1))));
    }
    return sum;
}

/* x with \frac{d}{dx}(...) carried out; NULL if that cannot be. */
static const struct expr *ode_expand(void *data, const struct expr *x)
{
    struct reading *r = data;
    const struct expr *d;

    if (x->op != EXPR_DERIVATIVE)
        return expr_map(r->arena, x, ode_expand, data);
    d = ode_expand(r, x->args[0]);
    for (unsigned i = 0; i < x->degree && d; i++)
        d = total_derivative(r, d);
    return d;
}

/* ---- reading statements ---- */

static const struct expr *ode_text(struct reading *r, const char *text,
                                   struct err *e)
{
    struct read_options opt = { .symbols = r->symbols.items,
                                .symbols_n = r->symbols.n,
                                .commas_separate = true };
    const struct expr *x = NULL;

    return read_expr(r->arena, text, strlen(text), &opt, &x, e) ? x : NULL;
}

static void ode_add_condition(struct reading *r, const struct expr *zero,
                              const struct expr *point, const char *text)
{
    struct ode_condition *c;

    if (r->conditions.n >= ODE_CONDITIONS_MOST) {
        r->why = "there are too many conditions";
        return;
    }
    c = vec_push(&r->conditions);
    *c = (struct ode_condition){ .zero = zero, .point = point, .text = text };
}

/* A condition of which every value is at one point; point is its text. */
static void read_at_point(struct reading *r, const struct expr *zero,
                          const char *point)
{
    struct err e = { 0 };
    const struct expr *at = ode_text(r, point, &e);

    if (!at) {
        r->why =
            arena_printf(r->arena, "the point \"%s\" cannot be read", point);
        return;
    }
    ode_add_condition(r, zero, at,
                      arena_printf(r->arena, "at %s = %s", r->variable, point));
}

/* left = right, in values at one point. */
static void ode_read_condition(struct reading *r, const struct ode_segment *s,
                               const struct expr *left,
                               const struct expr *right)
{
    const struct expr *zero = expr_sub(r->arena, left, right);
    const char *point = NULL;

    for (size_t i = 0; i < s->values_n; i++) {
        const struct ode_value *v = s->values + i;

        if (!expr_mentions(zero, v->symbol))
            continue;
        if (point && strcmp(point, v->point) != 0) {
            r->why = "a condition couples two points";
            return;
        }
        point = v->point;
        zero = expr_replace(r->arena, zero, v->symbol,
                            expr_symbol(r->arena, ode_symbol(v->order)));
    }
    if (!point) {
        r->why = "a condition has no value of the unknown";
    } else if (strncmp(point, "\\pm", 3) == 0) {
        read_at_point(r, zero, point + 3);
        read_at_point(r, zero, arena_printf(r->arena, "-(%s)", point + 3));
    } else {
        read_at_point(r, zero, point);
    }
}

static void ode_equation(struct reading *r, const struct expr *x)
{
    const struct expr *zero = x;

    if (x->op == EXPR_RELATION && x->count == 2 &&
        x->relations[0] == RELATION_EQ)
        zero = expr_sub(r->arena, x->args[0], x->args[1]);
    else if (!expr_is_value(x))
        zero = NULL;
    if (!zero)
        r->why = "the equation is no equation";
    else if (r->ode->equation)
        r->why = "there are several equations; systems are not solved";
    else
        r->ode->equation = ode_expand(r, zero);
}

/* "y -> V" and then "x -> P", which were joined by "as". */
static bool ode_arrow(struct reading *r, const struct expr *x)
{
    if (x->op != EXPR_RELATION || x->count != 2 ||
        x->relations[0] != RELATION_TO)
        return false;
    if (expr_is_symbol(x->args[0], r->ode->variable) && r->goes) {
        ode_add_condition(r, expr_sub(r->arena, r->goes, r->goes_to),
                          x->args[1], "the limit");
        r->goes = NULL;
    } else {
        r->goes = x->args[0];
        r->goes_to = x->args[1];
    }
    return true;
}

/* Words around a problem that say nothing of the solution. */
static bool is_harmless(struct arena *a, const char *text)
{
    static const char words[] =
        "small positive real parameter constant constants leading order "
        "uniformly valid approximation fixed uniform find let be a an it "
        "exact general \\text";

    if (strstr(text, "\\ll") || strstr(text, "\\gg"))
        return true;
    while (*text) {
        size_t n = strcspn(text, " ,.{}");

        if (n > 0 && !str_among(arena_strndup(a, text, n), words))
            return false;
        text += n + (text[n] != 0);
    }
    return true;
}

static void read_bounded(struct reading *r, const char *text)
{
    const struct expr *end = expr_constant(r->arena, CONSTANT_INFINITY);

    if (!strstr(text, "inf")) {
        r->why = "boundedness is understood at infinite ends only";
        return;
    }
    if (strstr(text, "-\\infty") || strstr(text, "-inf"))
        end = expr_neg(r->arena, end);
    ode_add_condition(r, NULL, end, "bounded");
    vec_get(&r->conditions, struct ode_condition, r->conditions.n - 1)
        ->bounded = true;
}

static void ode_read_segment(struct reading *r, const struct ode_segment *s)
{
    struct err e = { 0 };
    const struct expr *x;

    if (strstr(s->text, "bounded") || strstr(s->text, "finite")) {
        read_bounded(r, s->text);
        return;
    }
    for (size_t i = 0; i < s->values_n; i++)
        vec_add_name(&r->symbols, s->values[i].symbol);
    x = ode_text(r, s->text, &e);
    if (!x) {
        if (!is_harmless(r->arena, s->text))
            r->why = arena_printf(r->arena, "at column %zu of \"%s\": %s",
                                  s->column + e.column, s->text, e.msg);
        return;
    }
    if (ode_arrow(r, x) || expr_is_symbol(x, ode_symbol(0)))
        return;
    if (s->is_equation) {
        ode_equation(r, x);
    } else if (s->values_n > 0 && x->op == EXPR_RELATION) {
        for (unsigned i = 0; i + 1 < x->count && !r->why; i++)
            ode_read_condition(r, s, x->args[i], x->args[x->count - 1]);
    } else if (x->op == EXPR_RELATION) {
        *(const struct expr **)vec_push(&r->where) = x;
    } else if (!is_harmless(r->arena, s->text)) {
        r->why = arena_printf(r->arena, "\"%s\" is not understood", s->text);
    }
}

static void ode_statements(struct reading *r, const char *text)
{
    const struct ode_segment *all;
    size_t n = ode_segments(r->arena, text, r->unknown, r->variable, &all);

    for (size_t i = 0; i < n && !r->why; i++)
        ode_read_segment(r, all + i);
}

/* ---- what is asked ---- */

/* "value at x=V", "value of y'(0)", "blow-up point": taken out of the text of
 * the conditions, which is returned. */
static const char *ode_question(struct reading *r, const char *text)
{
    const char *at = strstr(text, "value at"), *of = strstr(text, "value of");
    const char *pole = strstr(text, "blow");
    const char *begin = at ? at : of ? of : pole, *end, *phrase;
    const struct ode_segment *seg;
    struct err e = { 0 };

    if (!begin)
        return text;
    end = begin + strcspn(begin, ",;");
    phrase = arena_strndup(r->arena, begin, (size_t)(end - begin));
    if (at) {
        const char *eq = strchr(phrase, '=');

        r->ode->value_at = eq ? ode_text(r, eq + 1, &e) : NULL;
    } else if (of &&
               ode_segments(r->arena, phrase + 8, r->unknown, r->variable,
                            &seg) == 1 &&
               seg->values_n == 1) {
        r->ode->value_at = ode_text(r, seg->values[0].point, &e);
        r->ode->value_order = seg->values[0].order;
    } else if (!of) {
        r->ode->asks_pole = true;
    }
    if (!r->ode->value_at && !r->ode->asks_pole)
        r->why = arena_printf(r->arena, "\"%s\" is not understood", phrase);
    return arena_printf(r->arena, "%.*s%s", (int)(begin - text), text, end);
}

/* ---- the equation ---- */

static bool solve_for_highest(struct reading *r)
{
    struct ode *ode = r->ode;
    struct arena *a = r->arena;
    const struct expr *rest;
    const char *top;

    for (unsigned k = 0; k <= ODE_ORDER_MOST; k++)
        if (expr_mentions(ode->equation, ode_symbol(k)))
            ode->order = k;
    top = ode_symbol(ode->order);
    if (ode->order == 0) {
        r->why = "the equation has no derivative";
        return false;
    }
    ode->leading = differentiate(a, ode->equation, top, &r->work);
    ode->is_linear = ode->leading != NULL;
    for (unsigned k = 0; k <= ode->order && ode->is_linear; k++) {
        const struct expr *d =
            differentiate(a, ode->equation, ode_symbol(k), &r->work);

        for (unsigned i = 0; i <= ode->order && ode->is_linear; i++)
            ode->is_linear = d && !expr_mentions(d, ode_symbol(i));
    }
    if (!ode->leading || expr_mentions(ode->leading, top))
        return true;
    rest = expr_replace(a, ode->equation, top, expr_integer(a, 0));
    ode->highest = expr_div(a, expr_neg(a, rest), ode->leading);
    return true;
}

/* ---- the range and the places of layers ---- */

/* A point of the parameters that is like those the judge takes. */
static struct ball_point ode_sample(struct reading *r)
{
    const struct claim *c = r->ode->claim;
    struct vec v = vec_in(r->arena, sizeof(const char *));
    const char *const *names;
    acb_ptr values;

    claim_add_parameters(r->arena, c, &v);
    if (c->mode == CLAIM_ASYMPTOTIC)
        vec_add_name(&v, c->limit.symbol);
    names = v.items;
    values = _acb_vec_init((slong)v.n);
    for (size_t i = 0; i < v.n; i++) {
        acb_one(values + i);
        if (c->mode == CLAIM_ASYMPTOTIC && str_eq(names[i], c->limit.symbol))
            acb_mul_2exp_si(values + i, values + i,
                            c->limit.to == LIMIT_INFINITY ? 8 : -8);
    }
    return (struct ball_point){ .names = names, .values = values, .n = v.n };
}

/* a <= x, x < b, x in [a, b]. */
static void ode_take_range(const struct ode *ode, const struct expr *x,
                           const struct expr **from, const struct expr **to)
{
    for (unsigned i = 0; i + 1 < x->count; i++) {
        const struct expr *left = x->args[i], *right = x->args[i + 1];
        enum relation rel = x->relations[i];
        bool less = rel == RELATION_LT || rel == RELATION_LE;
        bool more = rel == RELATION_GT || rel == RELATION_GE;

        if (expr_is_symbol(right, ode->variable) && (less || more))
            *(less ? from : to) = left;
        if (expr_is_symbol(left, ode->variable) && (less || more))
            *(less ? to : from) = right;
        if (expr_is_symbol(left, ode->variable) && rel == RELATION_IN &&
            right->count == 2) {
            *from = right->args[0];
            *to = right->args[1];
        }
    }
}

static void ode_find_range(struct reading *r, const struct ball_point *at,
                           struct object *o)
{
    const struct ode *ode = r->ode;
    double low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < ode->conditions_n; i++) {
        double v = expression_end(ode->conditions[i].point, at, &r->work);

        if (v < low)
            o->from = ode->conditions[i].point;
        if (v > high)
            o->to = ode->conditions[i].point;
        low = fmin(low, v);
        high = fmax(high, v);
    }
    if (low == high)
        o->to = expr_add(r->arena, o->from, expr_integer(r->arena, 1));
    for (size_t i = 0; i < ode->where_n; i++)
        ode_take_range(ode, ode->where[i], &o->from, &o->to);
    if (o->from && expr_infinity(o->from) != 0)
        o->from = NULL;
    if (o->to && expr_infinity(o->to) != 0)
        o->to = NULL;
}

/* ---- */

static void know_symbols(struct reading *r)
{
    vec_add_name(&r->symbols, r->ode->variable);
    for (unsigned k = 0; k <= ODE_ORDER_MOST; k++)
        vec_add_name(&r->symbols, ode_symbol(k));
    claim_add_parameters(r->arena, r->ode->claim, &r->symbols);
}

static bool ode_problem(struct reading *r, const struct claim *c)
{
    const char *rest;

    r->unknown = ode_unknown(r->arena, c->object, r->variable);
    if (!r->unknown) {
        r->why = "no derivative of an unknown function was found";
        return false;
    }
    know_symbols(r);
    rest = ode_question(r, c->conditions ? c->conditions : "");
    if (!r->why)
        ode_statements(r, c->object);
    if (!r->why)
        ode_statements(r, rest);
    if (!r->why && (!r->ode->equation || r->goes))
        r->why = "no differential equation was found";
    r->ode->conditions = r->conditions.items;
    r->ode->conditions_n = r->conditions.n;
    r->ode->where = r->where.items;
    r->ode->where_n = r->where.n;
    return !r->why && solve_for_highest(r);
}

static bool ode_object(struct arena *a, const struct claim *c, struct object *o,
                       const char **why)
{
    struct ode *ode = arena_new(a, struct ode);
    struct reading r = { .arena = a,
                         .ode = ode,
                         .variable = str_trim(a, c->variable),
                         .symbols = vec_in(a, sizeof(const char *)),
                         .conditions = vec_in(a, sizeof(struct ode_condition)),
                         .where = vec_in(a, sizeof(const struct expr *)),
                         .work = { .limit = WORK_READ } };
    struct ball_point at;

    ode->arena = a;
    ode->claim = c;
    ode->variable = read_one_symbol(a, r.variable);
    if (!ode->variable)
        r.why = "the variable is no symbol";
    if (r.why || !ode_problem(&r, c)) {
        *why = r.why ? r.why : "the equation cannot be differentiated";
        return false;
    }
    o->kind = &object_ode;
    o->claim = c;
    o->arena = a;
    o->own = ode;
    o->is_real = true;
    o->variable = ode->value_at || ode->asks_pole ? NULL : ode->variable;
    at = ode_sample(&r);
    ode_find_range(&r, &at, o);
    ode_find_inner(ode, &at, o, &r.work);
    _acb_vec_clear((acb_ptr)(uintptr_t)at.values, (slong)at.n);
    return true;
}

const struct object_kind object_ode = { .read = ode_object,
                                        .values = ode_values,
                                        .settle = ode_settle };
