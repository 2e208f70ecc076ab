/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points of the domain, values there, and a claimed solution put into an
 * equation.
 */
#include "verify/pde/pde.h"

#include "base/str.h"
#include "math/ball/points.h"
#include "math/tree/differentiate.h"
#include "verify/expression.h"

#include <math.h>
#include <string.h>

/* ---- values ---- */

void pde_point_extend(struct pde_point *q, const struct pde *p, struct work *w,
                      const struct ball_point *at, const char *const *more,
                      size_t n)
{
    struct ball_point all = *at;
    acb_ptr first = expression_extend(p->arena, &all, more, n);

    *q = (struct pde_point){ p, w, all, first - at->n };
}

void pde_point_init(struct pde_point *q, const struct pde *p, struct work *w,
                    const char *const *names, size_t n)
{
    pde_point_extend(q, p, w, &(struct ball_point){ 0 }, names, n);
}

void pde_point_set_double(struct pde_point *q, const char *name, double value)
{
    acb_t v;

    acb_init(v);
    acb_set_d(v, value);
    pde_point_set(q, name, v);
    acb_clear(v);
}

bool pde_eval(acb_t out, const struct expr *x, const struct pde_point *q,
              slong bits)
{
    struct work *w = q->work;
    struct work one = { .used = w->used, .limit = w->limit };
    bool got = ball_value(out, x, &q->at, bits, &one);

    /* A value that is out of reach at one point leaves the others. */
    w->used = one.used;
    if (one.ceiling && str_eq(one.ceiling, "work"))
        w->ceiling = one.ceiling;
    return got;
}

double pde_part(const struct expr *x, const struct pde_point *q)
{
    double d = NAN;
    acb_t z;

    acb_init(z);
    if (pde_eval(z, x, q, 96))
        d = ball_middle(z);
    acb_clear(z);
    return d;
}

double pde_number(const struct expr *x, const struct pde_point *q)
{
    double d = NAN;
    acb_t z;

    acb_init(z);
    if (x && pde_eval(z, x, q, 128) && acb_is_real(z))
        d = ball_middle(z);
    acb_clear(z);
    return d;
}

double pde_point_get(const struct pde_point *q, const char *name)
{
    for (size_t i = 0; i < q->at.n; i++)
        if (str_eq(q->at.names[i], name))
            return ball_middle(&q->values[i]);
    return NAN;
}

void pde_point_set(struct pde_point *q, const char *name, const acb_t value)
{
    for (size_t i = 0; i < q->at.n; i++)
        if (str_eq(q->at.names[i], name))
            acb_set(&q->values[i], value);
}

const char *pde_point_text(struct arena *a, const struct pde_point *q)
{
    struct str s = str_in(a);

    for (size_t i = 0; i < q->at.n; i++)
        str_addf(&s, "%s%s = %.6g", i ? ", " : "", q->at.names[i],
                 ball_middle(&q->values[i]));
    return arena_strdup(a, str_get(&s));
}

const char *pde_digits(struct arena *a, const acb_t z)
{
    double re = ball_middle(z);
    double im = arf_get_d(arb_midref(acb_imagref(z)), ARF_RND_NEAR);

    return acb_is_real(z) ? arena_printf(a, "%.10g", re)
                          : arena_printf(a, "%.10g%+.10gi", re, im);
}

/* ---- relations ---- */

/* Is x REL y at the point, for real values? */
static enum truth pde_relation_of(const acb_t x, enum relation relation,
                                  const acb_t y)
{
    arb_srcptr l = acb_realref(x), r = acb_realref(y);

    switch (relation) {
    case RELATION_LT:
    case RELATION_LE:
        return arb_lt(l, r)   ? TRUTH_YES
               : arb_gt(l, r) ? TRUTH_NO
                              : TRUTH_UNKNOWN;
    case RELATION_GT:
    case RELATION_GE:
        return arb_gt(l, r)   ? TRUTH_YES
               : arb_lt(l, r) ? TRUTH_NO
                              : TRUTH_UNKNOWN;
    case RELATION_NE: return arb_overlaps(l, r) ? TRUTH_UNKNOWN : TRUTH_YES;
    default: return TRUTH_UNKNOWN;
    }
}

static enum truth pair_holds(const struct expr *x, enum relation relation,
                             const struct expr *y, const struct pde_point *q)
{
    enum truth is = TRUTH_UNKNOWN;
    acb_t l, r;

    acbs_init(l, r, NULL);
    if (pde_eval(l, x, q, 64) && pde_eval(r, y, q, 64))
        is = pde_relation_of(l, relation, r);
    acbs_clear(l, r, NULL);
    return is;
}

/* Does a chain of relations hold at the point? */
static enum truth pde_chain_holds(const struct expr *x,
                                  const struct pde_point *q)
{
    enum truth all = TRUTH_YES;

    if (x->op != EXPR_RELATION)
        return TRUTH_UNKNOWN;
    for (unsigned i = 0; i + 1 < x->count; i++) {
        enum truth one =
            pair_holds(x->args[i], x->relations[i], x->args[i + 1], q);

        if (one == TRUTH_NO)
            return TRUTH_NO;
        if (one == TRUTH_UNKNOWN)
            all = TRUTH_UNKNOWN;
    }
    return all;
}

/* ---- points of the domain ---- */

/* Does the conditions' text bound this symbol? Then both signs are tried. */
static bool pde_is_bounded(const struct pde *p, const char *name)
{
    for (size_t i = 0; i < p->domain_n; i++)
        if (expr_mentions(p->domain[i], name))
            return true;
    return false;
}

/* A value of moderate size, so that exponentials stay in reach. */
static void draw_value(const struct pde *p, acb_t out, const char *name,
                       unsigned rank, unsigned k)
{
    size_t i = pde_variable(&p->variables, name);
    bool space =
        i < p->variables.n && i != p->variables.time && !str_eq(name, "r");
    bool whole = points_whole(name) && strstr(p->claim->conditions, "integer");
    fmpq_t v;

    fmpq_init(v);
    points_value(v, (struct points_symbol){ name, rank }, k % POINTS_REAL, 0,
                 !space && !pde_is_bounded(p, name));
    if (whole)
        fmpq_set_si(v, 1 + (k * 7 + rank) % 5, 1);
    arb_set_fmpq(acb_realref(out), v, 128);
    while (!whole && arf_cmpabs_2exp_si(arb_midref(acb_realref(out)),
                                        k < 40 ? 2 : 2 - (slong)(k / 40)) > 0)
        arb_mul_2exp_si(acb_realref(out), acb_realref(out), -1);
    arb_zero(acb_imagref(out));
    fmpq_clear(v);
}

/* A relation v = 0.5 gives the symbol its value. Returns whether it is one. */
static bool pde_assign(struct pde_point *q, const struct expr *x)
{
    acb_t v;
    bool is = x->op == EXPR_RELATION && x->count == 2 &&
              x->relations[0] == RELATION_EQ && x->args[0]->op == EXPR_SYMBOL;

    if (!is)
        return false;
    acb_init(v);
    if (pde_eval(v, x->args[1], q, 128))
        pde_point_set(q, x->args[0]->name, v);
    acb_clear(v);
    return true;
}

/* x in [a, b] */
static bool pde_is_inside(const struct expr *x, const struct pde_point *q)
{
    const struct expr *in = x->args[1];

    if (x->count != 2 || x->relations[0] != RELATION_IN ||
        in->op != EXPR_INTERVAL)
        return true;
    return (expr_infinity(in->args[0]) ||
            pair_holds(in->args[0], RELATION_LT, x->args[0], q) == TRUTH_YES) &&
           (expr_infinity(in->args[1]) ||
            pair_holds(x->args[0], RELATION_LT, in->args[1], q) == TRUTH_YES);
}

bool pde_point_draw(struct pde_point *q, unsigned k)
{
    const struct pde *p = q->pde;

    for (size_t i = 0; i < q->at.n; i++)
        draw_value(p, &q->values[i], q->at.names[i], (unsigned)i, k);
    for (size_t i = 0; i < p->domain_n; i++)
        (void)pde_assign(q, p->domain[i]);
    for (size_t i = 0; i < p->domain_n; i++) {
        const struct expr *x = p->domain[i];

        if (pde_chain_holds(x, q) == TRUTH_NO || !pde_is_inside(x, q))
            return false;
    }
    return true;
}

/* ---- branches ---- */

bool pde_is_piecewise(const struct expr *x)
{
    return x->op == EXPR_CASES ||
           (x->op == EXPR_CALL &&
            (x->function->id == FN_MAX || x->function->id == FN_MIN ||
             x->function->id == FN_ABS || x->function->id == FN_SIGN ||
             x->function->id == FN_HEAVISIDE));
}

/* The largest (sign 1) or smallest (-1) of the arguments. */
static const struct expr *pde_extreme(const struct expr *x, int sign,
                                      const struct pde_point *q)
{
    const struct expr *best = x->args[0];

    for (unsigned i = 1; i < x->count; i++) {
        enum truth more = pair_holds(
            x->args[i], sign > 0 ? RELATION_GT : RELATION_LT, best, q);

        if (more == TRUTH_UNKNOWN)
            return NULL;
        if (more == TRUTH_YES)
            best = x->args[i];
    }
    return best;
}

static const struct expr *case_of(const struct expr *x,
                                  const struct pde_point *q)
{
    for (unsigned i = 0; i + 1 < x->count; i += 2) {
        enum truth is =
            x->args[i + 1] ? pde_chain_holds(x->args[i + 1], q) : TRUTH_YES;

        if (is == TRUTH_YES)
            return x->args[i];
        if (is == TRUTH_UNKNOWN)
            return NULL;
    }
    return NULL;
}

/* |x| as x or -x; of a complex number it stays. */
static const struct expr *modulus(const struct expr *x,
                                  const struct pde_point *q)
{
    const struct expr *out = x, *inner = x->args[0];
    acb_t v;

    acb_init(v);
    if (pde_eval(v, inner, q, 64) && acb_is_real(v)) {
        if (arb_is_positive(acb_realref(v)))
            out = inner;
        else if (arb_is_negative(acb_realref(v)))
            out = expr_neg(q->pde->arena, inner);
    }
    acb_clear(v);
    return out;
}

static const struct expr *pde_step(const struct expr *x,
                                   const struct pde_point *q)
{
    struct arena *a = q->pde->arena;
    const struct expr *zero = expr_integer(a, 0);
    enum truth up = pair_holds(x->args[0], RELATION_GT, zero, q);

    if (up == TRUTH_UNKNOWN)
        return NULL;
    return expr_integer(a, up == TRUTH_YES              ? 1
                           : x->function->id == FN_SIGN ? -1
                                                        : 0);
}

static const struct expr *branch_of(void *point, const struct expr *x)
{
    const struct pde_point *q = point;

    if (!work_spend(q->work, 1))
        return NULL;
    if (x->op == EXPR_CASES) {
        x = case_of(x, q);
        return x ? branch_of(point, x) : NULL;
    }
    x = expr_map(q->pde->arena, x, branch_of, point);
    if (!x || x->op != EXPR_CALL)
        return x;
    switch (x->function->id) {
    case FN_MAX: return pde_extreme(x, 1, q);
    case FN_MIN: return pde_extreme(x, -1, q);
    case FN_ABS: return modulus(x, q);
    case FN_SIGN:
    case FN_HEAVISIDE: return pde_step(x, q);
    default: return x;
    }
}

const struct expr *pde_branch(const struct expr *x, const struct pde_point *q)
{
    struct pde_point at = *q;

    return branch_of(&at, x);
}

/* ---- a solution in an equation ---- */

/* The derivative that an index like "xxt" names. NULL: not one of ours. */
static const struct expr *indexed(const struct pde *p, const char *index,
                                  const struct expr *of, struct work *w)
{
    while (*index && of) {
        size_t i = 0;

        while (i < p->variables.n && !str_starts(index, p->variables.names[i]))
            i++;
        if (i == p->variables.n)
            return NULL;
        of = differentiate(p->arena, of, p->variables.names[i], w);
        index += strlen(p->variables.names[i]);
        if (*index == '}' && !index[1])
            return of;
    }
    return of;
}

/* The formula for a name: u, u_{xx}, u'', \dot u, \bar\psi; or x itself. */
static const struct expr *pde_named(const struct pde *p, const struct expr *x,
                                    const struct pde_solution *s,
                                    struct work *w)
{
    const char *name = x->name;

    for (size_t i = 0; i < p->unknowns_n; i++) {
        const char *u = p->unknowns[i];
        size_t n = strlen(u);

        if (str_eq(name, u))
            return s->of[i];
        if (str_eq(name, arena_printf(p->arena, "bar{%s}", u)))
            return expr_of(p->arena, FN_CONJ, s->of[i]);
        if (str_eq(name, arena_printf(p->arena, "dot{%s}", u)))
            return differentiate(p->arena, s->of[i], "t", w);
        if (strncmp(name, u, n) != 0)
            continue;
        if (name[n] == '_' && name[n + 1] == '{')
            return indexed(p, name + n + 2, s->of[i], w);
        if (name[n] == '\'' && strspn(name + n, "'") == strlen(name + n))
            return differentiate_times(p->arena, s->of[i],
                                       p->variables.names[0],
                                       (unsigned)strlen(name + n), w);
    }
    return x;
}

struct substitution {
    const struct pde *p;
    const struct pde_solution *s;
    struct work *w;
};

static const struct expr *substituted(void *data, const struct expr *x)
{
    const struct substitution *d = data;
    const struct expr *body;

    if (!work_spend(d->w, 1))
        return NULL;
    if (x->op == EXPR_SYMBOL)
        return pde_named(d->p, x, d->s, d->w);
    if (x->op != EXPR_DERIVATIVE || x->count != 2)
        return expr_map(d->p->arena, x, substituted, data);
    body = substituted(data, x->args[0]);
    return body ? differentiate_times(d->p->arena, body, x->args[1]->name,
                                      x->degree ? x->degree : 1, d->w)
                : NULL;
}

const struct expr *pde_substitute(const struct pde *p, const struct expr *x,
                                  const struct pde_solution *s, struct work *w)
{
    return substituted(&(struct substitution){ p, s, w }, x);
}
