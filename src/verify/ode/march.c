/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linear homogeneous two-point problems of second order by two series: the
 * solution that satisfies the left condition with 0, begun there, and its
 * mirror image from the right, each scaled to the other's condition. Each is
 * integrated in the direction in which it grows, so that values that are
 * exponentially small beside others have as many digits as these, which no
 * mesh in doubles can give.
 */
#include "verify/ode/ode.h"

#include <math.h>

/* y^{(order)} = value at a point. */
struct end {
    const struct expr *point;
    unsigned order;
    acb_t value;
};

static const struct expr *with_state(struct arena *a, const struct expr *x,
                                     unsigned one)
{
    for (unsigned k = 0; k < 2; k++)
        x = expr_replace(a, x, ode_symbol(k), expr_integer(a, k == one));
    return x;
}

/* Is the condition one of y or y' alone? */
static bool march_end_read(struct arena *a, const struct ode_condition *c,
                           const struct object_query *q, struct end *e,
                           struct work *w)
{
    slong bits = q->bits + 64;
    acb_t at_0, at_1;
    bool ok;

    if (c->bounded || expr_infinity(c->point) != 0)
        return false;
    e->point = c->point;
    e->order = ode_has(a, c->zero, ode_symbol(1));
    if (ode_has(a, c->zero, ode_symbol(!e->order)))
        return false;
    acbs_init(at_0, at_1, NULL);
    ok = ball_value(at_0, with_state(a, c->zero, 2), q->at, bits, w) &&
         ball_value(at_1, with_state(a, c->zero, e->order), q->at, bits, w);
    acb_sub(at_1, at_1, at_0, bits);
    acb_neg(at_0, at_0);
    acb_div(e->value, at_0, at_1, bits);
    acbs_clear(at_0, at_1, NULL);
    return ok && acb_is_finite(e->value) && acb_is_real(e->value);
}

/* Is the equation without a term that is free of y? */
static bool march_is_homogeneous(struct arena *a, const struct ode *ode,
                                 const struct ball_point *at, struct work *w)
{
    static const long places[] = { 3, 7, 13 };
    const struct expr *rest = with_state(a, ode->equation, 3);
    bool is = true;

    rest = expr_replace(a, rest, ode_symbol(2), expr_integer(a, 0));
    for (int i = 0; i < 3 && is; i++) {
        const struct expr *x =
            expr_div(a, expr_integer(a, places[i]), expr_integer(a, 16));

        is = ode_number(expr_replace(a, rest, ode->variable, x), at, w) == 0;
    }
    return is;
}

/* Add to `sum` the solution that is 0 by the first condition and has the value
 * of the second. */
static bool march_add_side(struct arena *a, const struct ode *ode,
                           const struct end *from, const struct end *to,
                           const struct object_query *q, acb_ptr sum,
                           struct work *w, const char **why)
{
    struct ode_condition start[2];
    struct ode one = *ode;
    struct object_query last = *q;
    struct object_value *v = arena_array(a, struct object_value, q->n + 1);
    acb_t place, factor;
    arb_t pole;
    bool ok;

    if (acb_is_zero(to->value))
        return true;
    for (unsigned k = 0; k < 2; k++) {
        const struct expr *y = expr_symbol(a, ode_symbol(k)), *less;

        less = expr_neg(a, expr_integer(a, k != from->order));
        start[k] = (struct ode_condition){ .zero = expr_add(a, y, less),
                                           .point = from->point };
    }
    one.conditions = start;
    acbs_init(place, factor, NULL);
    arb_init(pole);
    for (size_t i = 0; i <= q->n; i++)
        acb_init(v[i].value);
    one.value_order = 0;
    ok = ball_value(place, to->point, q->at, q->bits + 64, w) &&
         ode_initial(&one, q, v, pole, w, why);
    one.value_order = to->order;
    last.xs = acb_realref(place);
    last.n = 1;
    ok = ok && ode_initial(&one, &last, v + q->n, pole, w, why);
    acb_div(factor, to->value, v[q->n].value, q->bits + 64);
    for (size_t i = 0; i < q->n && ok; i++)
        acb_addmul(sum + i, factor, v[i].value, q->bits + 64);
    for (size_t i = 0; i <= q->n; i++)
        acb_clear(v[i].value);
    acbs_clear(place, factor, NULL);
    arb_clear(pole);
    return ok;
}

bool ode_march(const struct ode *ode, const struct object_query *q,
               struct object_value *out, struct work *w, const char **why)
{
    struct arena a = { 0 };
    struct end left = { 0 }, right = { 0 };
    acb_ptr sum = _acb_vec_init((slong)q->n);
    bool ok;

    acbs_init(left.value, right.value, NULL);
    ok = ode->is_linear && ode->order == 2 && ode->conditions_n == 2 &&
         ode->value_order == 0 && march_is_homogeneous(&a, ode, q->at, w) &&
         march_end_read(&a, ode->conditions, q, &left, w) &&
         march_end_read(&a, ode->conditions + 1, q, &right, w);
    if (!ok)
        *why = "no series reach from one end to the other";
    ok = ok && march_add_side(&a, ode, &left, &right, q, sum, w, why) &&
         march_add_side(&a, ode, &right, &left, q, sum, w, why);
    for (size_t i = 0; i < q->n && ok; i++)
        ok = acb_is_finite(sum + i);
    for (size_t i = 0; i < q->n && ok; i++) {
        acb_set(out[i].value, sum + i);
        out[i].certified = false;
    }
    acbs_clear(left.value, right.value, NULL);
    _acb_vec_clear(sum, (slong)q->n);
    arena_clear(&a);
    return ok;
}
