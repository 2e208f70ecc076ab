/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integrals, and expressions of them: certified quadrature (math/ball) to
 * relative precision, however small or large the value is; where that has no
 * method since the integrand oscillates towards infinity, rays in the complex
 * plane.
 */
#include "verify/estimate.h"
#include "verify/expression.h"
#include "verify/object.h"
#include "verify/oscillate.h"

#define INTEGRALS_MAX 6 /* that have no certified value, in one object */

struct integrals {
    struct arena *arena;
    const struct expr *whole;
    const struct expr *node[INTEGRALS_MAX];
    const char *place[INTEGRALS_MAX]; /* symbols that stand for them */
    size_t n;
    const struct expr *rest; /* the object with these symbols */
    bool waves;              /* one of them may oscillate towards infinity */
    bool ripples; /* there is one, over a finite range, with a sine */
};

/* The tree with every outermost integral replaced. */
static const struct expr *integral_take(void *data, const struct expr *x)
{
    struct integrals *s = data;

    if (x->op == EXPR_INTEGRAL && x->count == 4 &&
        x->args[1]->op == EXPR_SYMBOL && s->n < INTEGRALS_MAX) {
        s->node[s->n] = x;
        s->place[s->n] = arena_printf(s->arena, "\001%zu", s->n);
        return expr_symbol(s->arena, s->place[s->n++]);
    }
    return expr_map(s->arena, x, integral_take, data);
}

static bool is_wave(const struct expr *x)
{
    return x->op == EXPR_CALL &&
           (x->function->id == FN_SIN || x->function->id == FN_COS);
}

static bool may_oscillate(const struct expr *x)
{
    return (x->op == EXPR_CONSTANT && x->constant == CONSTANT_I) ||
           (x->op == EXPR_CALL && x->function->id != FN_EXP &&
            x->function->id != FN_LN && x->function->id != FN_SQRT);
}

/* By balls. Waves to infinity may take a part of the work alone: their slow
 * decay is better left to rays. */
static enum ball integral_certified(acb_t out, const struct expr *x, bool waves,
                                    const struct ball_point *at, slong bits,
                                    struct work *w)
{
    struct work part = { .limit = (w->limit - w->used) / (waves ? 40 : 2) };
    enum ball got = ball_eval(out, x, at, bits, &part);

    (void)work_spend(w, part.used);
    return got;
}

/* By rays, what has no certified value. */
static bool by_rays(struct object *o, const struct integrals *s,
                    const struct ball_point *at, slong bits, acb_t out,
                    struct work *w)
{
    struct arena a = { 0 };
    struct ball_point more = *at;
    acb_ptr values = expression_extend(&a, &more, s->place, s->n);
    bool ok = s->n > 0;

    for (size_t i = 0; i < s->n && ok; i++)
        /* A lone one was tried before. */
        ok = (s->rest->op != EXPR_SYMBOL &&
              integral_certified(values + i, s->node[i], true, at, bits, w) ==
                  BALL_VALUE) ||
             oscillate_integral(values + i, s->node[i], at, bits, w) ||
             estimate_integral(values + i, s->node[i], at, bits, w);
    ok = ok && ball_value(out, s->rest, &more, bits, w);
    /* A real object stays one, whatever the path was. */
    if (ok && o->is_real)
        arb_zero(acb_imagref(out));
    arena_clear(&a);
    return ok;
}

static bool integral_values(struct object *o, const struct object_query *q,
                            struct object_value *out, struct work *w,
                            const char **why)
{
    const struct integrals *s = o->own;
    struct ball_point at = *q->at;
    slong bits = q->bits + 24;
    enum ball got;
    bool many;

    at.thorough = true;
    /* A lone one over many waves: doubles go through them at once. */
    if (s->ripples) {
        out->certified = false;
        if (estimate_waves(out->value, s->node[0], &at, q->bits, w, &many))
            return true;
        *why = "there are too many waves";
        if (many)
            return false;
    }
    got = integral_certified(out->value, s->whole, s->waves, &at, bits, w);
    out->certified = got == BALL_VALUE;
    if (out->certified)
        return true;
    if (got != BALL_UNDEFINED && by_rays(o, s, &at, bits, out->value, w))
        return true;
    if (got == BALL_LIMIT && s->waves) /* no rays: all of the work, then */
        got = ball_eval(out->value, s->whole, &at, bits, w);
    out->certified = got == BALL_VALUE;
    if (out->certified)
        return true;
    *why = got == BALL_UNDEFINED ? "the integral has no value there"
           : got == BALL_LIMIT   ? "the integral is too expensive there"
                                 : "no method finds the integral there";
    return false;
}

static bool integral_read(struct arena *a, const struct claim *c,
                          struct object *o, const char **why)
{
    struct integrals *s = arena_new(a, struct integrals);

    s->whole = expression_read(a, c, why);
    if (!s->whole)
        return false;
    s->arena = a;
    s->rest = integral_take(s, s->whole);
    for (size_t i = 0; i < s->n; i++)
        s->waves |= (expr_infinity(s->node[i]->args[2]) ||
                     expr_infinity(s->node[i]->args[3])) &&
                    expr_any(s->node[i], may_oscillate);
    o->is_real = expression_is_real(s->whole);
    s->ripples = o->is_real && !s->waves && s->rest->op == EXPR_SYMBOL &&
                 c->mode == CLAIM_ASYMPTOTIC && expr_any(s->node[0], is_wave);
    if (c->mode == CLAIM_ASYMPTOTIC)
        o->reach = expression_reach(a, s->whole, c->limit.symbol);
    o->own = s;
    return true;
}

const struct object_kind object_integral = { .read = integral_read,
                                             .values = integral_values };
