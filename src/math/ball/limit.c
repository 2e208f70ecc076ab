/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Limits that can be decided: of what is analytic at the point, by putting it
 * in; of what has an expansion c + s^order b(s) there, by reading that off;
 * and of quotients 0/0 and oo/oo, by l'Hopital's rule. An infinite limit is
 * no value.
 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

#include "math/ball/leading.h"
#include "math/tree/differentiate.h"

#include <string.h>

#define HOPITAL_MAX 6
#define NEAR_BITS   1024 /* s <= 2^-this counts as "near" */

struct approach {
    const char *name;
    acb_srcptr at; /* NULL: infinity */
    int side;      /* -1, 1, or 0: both */
    struct ball_run *c;
};

/* A thick point, on which the body is analytic: then it is continuous there,
 * and no condition or jump lies at the point itself. */
static enum ball limit_put_in(acb_t out, const struct expr *x,
                              const struct approach *p)
{
    struct ball_run *c = p->c;
    struct ball_bound b = { .name = p->name,
                            .analytic = true,
                            .next = c->bound };
    bool touched = c->touched;
    enum ball got;
    acb_t at;

    acb_init(at);
    acb_set(at, p->at);
    arb_add_error_2exp_si(acb_realref(at), -2 * c->bits);
    b.value = at;
    c->bound = &b;
    got = ball_node(out, x, c);
    c->bound = b.next;
    c->touched = touched;
    acb_clear(at);
    return got;
}

static bool limit_expand(struct leading *l, const struct expr *x, int side,
                         const struct approach *p, struct leading_end *end)
{
    *end = (struct leading_end){ .name = p->name,
                                 .at = p->at,
                                 .side = side,
                                 .k = NEAR_BITS,
                                 .limit = true };
    return leading_expand(l, x, end, p->c);
}

static enum ball one_side(acb_t out, const struct expr *x, int side,
                          const struct approach *p)
{
    struct leading_end end;
    struct leading l;
    bool ok;

    leading_init(&l);
    ok = limit_expand(&l, x, side, p, &end) &&
         leading_range(out, &l, &end, p->c->bits);
    /* A bound like 2^-4000000 helps nobody and is hard to hold. */
    if (ok && ball_below(out, -4 * NEAR_BITS)) {
        bool real = acb_is_real(out);

        acb_zero(out);
        arb_add_error_2exp_si(acb_realref(out), -4 * NEAR_BITS);
        if (!real)
            arb_add_error_2exp_si(acb_imagref(out), -4 * NEAR_BITS);
    }
    /* What remains of b must be about to vanish, not merely bounded. */
    if (ok && fmpq_is_zero(l.order) && !acb_is_zero(l.b))
        ok = acb_rel_accuracy_bits(out) > p->c->bits / 2 ||
             ball_below(out, -p->c->bits / 2);
    leading_clear(&l);
    return ok ? BALL_VALUE : ball_failed(p->c);
}

static enum ball limit_read_off(acb_t out, const struct expr *x,
                                const struct approach *p)
{
    enum ball got;
    acb_t other;

    if (p->side)
        return one_side(out, x, p->side, p);
    got = one_side(out, x, 1, p);
    if (got != BALL_VALUE)
        return got;
    acb_init(other);
    got = one_side(other, x, -1, p);
    if (got == BALL_VALUE && !acb_overlaps(out, other))
        got = BALL_UNDEFINED;
    acb_clear(other);
    return got;
}

/* Both 0 in the limit, or the lower one unbounded? */
static bool is_indeterminate(const struct expr *num, const struct expr *den,
                             const struct approach *p)
{
    struct leading_end end;
    struct leading a, b;
    int side = p->side ? p->side : 1;
    bool zero, ok;

    leading_init(&a);
    leading_init(&b);
    ok = limit_expand(&a, num, side, p, &end) &&
         limit_expand(&b, den, side, p, &end);
    zero = ok && !a.inverse && !b.inverse && acb_is_zero(a.c) &&
           acb_is_zero(b.c) && fmpq_sgn(a.order) > 0 && fmpq_sgn(b.order) > 0;
    if (ok && !zero)
        zero = b.inverse || (acb_is_zero(b.c) && fmpq_sgn(b.order) < 0 &&
                             !acb_contains_zero(b.b));
    leading_clear(&a);
    leading_clear(&b);
    return zero;
}

static enum ball limit_decide(acb_t out, const struct expr *x,
                              const struct approach *p)
{
    enum ball got = p->at ? limit_put_in(out, x, p) : BALL_UNKNOWN;

    /* 0/0 at the point says nothing of the limit. */
    if (got == BALL_UNKNOWN || got == BALL_UNDEFINED)
        got = limit_read_off(out, x, p);
    return got;
}

static enum ball hopital(acb_t out, struct arena *a, const struct expr *x,
                         const struct approach *p)
{
    const struct expr *num = x->args[0], *den = x->args[1];
    enum ball got = BALL_UNKNOWN;

    for (int i = 0; i < HOPITAL_MAX && got == BALL_UNKNOWN; i++) {
        if (!is_indeterminate(num, den, p))
            break;
        num = differentiate(a, num, p->name, p->c->w);
        den = differentiate(a, den, p->name, p->c->w);
        if (!num || !den)
            break;
        got = limit_decide(out, expr_binary(a, EXPR_DIV, num, den), p);
    }
    return got;
}

static bool limit_has_name(const struct expr *x, const char *name)
{
    struct arena a = { 0 };
    const char *const *names;
    size_t n = expr_symbols(&a, x, &names);
    bool has = false;

    for (size_t i = 0; i < n && !has; i++)
        has = strcmp(names[i], name) == 0;
    arena_clear(&a);
    return has;
}

/* f^g = exp(ln f / (1/g)) */
static const struct expr *as_quotient(struct arena *a, const struct expr *x)
{
    const struct expr *one = expr_integer(a, 1);

    return expr_binary(a, EXPR_DIV, expr_call(a, FN_LN, &x->args[0], 1),
                       expr_binary(a, EXPR_DIV, one, x->args[1]));
}

static enum ball all_methods(acb_t out, const struct expr *x,
                             const struct approach *p)
{
    struct arena a = { 0 };
    enum ball got = limit_decide(out, x, p);

    if (got == BALL_UNKNOWN && x->op == EXPR_DIV)
        got = hopital(out, &a, x, p);
    if (got == BALL_UNKNOWN && x->op == EXPR_POW &&
        limit_has_name(x->args[0], p->name) &&
        limit_has_name(x->args[1], p->name)) {
        const struct expr *q = as_quotient(&a, x);

        got = limit_decide(out, q, p);
        if (got == BALL_UNKNOWN)
            got = hopital(out, &a, q, p);
        if (got == BALL_VALUE)
            got = ball_exp(out, out, p->c);
    }
    arena_clear(&a);
    return got;
}

static bool limit_is_infinity(const struct expr *x)
{
    return expr_is_constant(x, CONSTANT_INFINITY);
}

enum ball ball_limit(acb_t out, const struct expr *x, struct ball_run *c)
{
    struct approach p = { .side = x->side, .c = c };
    bool touched = c->touched, quiet = c->quiet;
    enum ball got = BALL_VALUE;
    acb_t at;

    if (x->count != 3 || x->args[1]->op != EXPR_SYMBOL)
        return BALL_UNKNOWN;
    acb_init(at);
    p.name = x->args[1]->name;
    c->touched = false;
    if (limit_is_infinity(x->args[2]))
        p.side = 1;
    else if (x->args[2]->op == EXPR_NEG &&
             limit_is_infinity(x->args[2]->args[0]))
        p.side = -1;
    else {
        got = ball_node(at, x->args[2], c);
        p.at = at;
        if (got == BALL_VALUE && !acb_is_real(at))
            got = BALL_UNKNOWN;
    }
    c->quiet = true;
    /* Nobody has shown that such a limit is analytic in another variable. */
    if (got == BALL_VALUE)
        got = c->touched ? BALL_UNKNOWN : all_methods(out, x->args[0], &p);
    c->quiet = quiet;
    c->touched |= touched;
    acb_clear(at);
    return got == BALL_UNKNOWN ? ball_failed(c) : got;
}
