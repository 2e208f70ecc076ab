/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/expression.h"

#include "base/str.h"
#include "math/ball/ball.h"
#include "verify/addends.h"
#include "verify/judge.h"
#include "verify/sample.h"

#include <math.h>

const struct expr *expression_read(struct arena *a, const struct claim *c,
                                   const char **why)
{
    const struct expr *x;
    const char *reason;

    if (!judge_read(a, c, c->object, &x, why, &reason))
        return NULL;
    if (!expr_is_value(x)) {
        *why = "the object is no value";
        return NULL;
    }
    return x;
}

static bool expression_is_imaginary(const struct expr *x)
{
    return x->op == EXPR_CONSTANT && x->constant == CONSTANT_I;
}

bool expression_is_real(const struct expr *x)
{
    return !expr_any(x, expression_is_imaginary);
}

void expression_add_names(struct arena *a, struct vec *names,
                          const struct expr *x)
{
    const char *const *own;
    size_t n = x ? expr_symbols(a, x, &own) : 0;

    for (size_t i = 0; i < n; i++)
        vec_add_name(names, own[i]);
}

const char *expression_undeclared(struct arena *a, const struct vec *names,
                                  const struct expr *x)
{
    const char *const *own;
    size_t n = expr_symbols(a, x, &own);

    for (size_t i = 0; i < n; i++)
        if (vec_find_name(names, own[i]) == names->n)
            return own[i];
    return NULL;
}

double expression_number(const struct expr *x, const struct ball_point *at,
                         struct work *w)
{
    double v = NAN;
    acb_t z;

    acb_init(z);
    if (ball_value(z, x, at, 64, w) && acb_is_real(z))
        v = ball_middle(z);
    acb_clear(z);
    return v;
}

struct values {
    acb_ptr v;
    size_t n;
};

static void expression_clear_values(void *obj)
{
    struct values *all = obj;

    _acb_vec_clear(all->v, (slong)all->n);
}

acb_ptr expression_extend(struct arena *a, struct ball_point *at,
                          const char *const *names, size_t n)
{
    struct values *all = arena_new(a, struct values);
    const char **both = arena_array(a, const char *, at->n + n);

    *all = (struct values){ _acb_vec_init((slong)(at->n + n)), at->n + n };
    arena_defer(a, expression_clear_values, all);
    for (size_t i = 0; i < at->n; i++) {
        acb_set(all->v + i, at->values + i);
        both[i] = at->names[i];
    }
    for (size_t i = 0; i < n; i++)
        both[at->n + i] = names[i];
    at->names = both;
    at->values = all->v;
    at->n += n;
    return all->v + at->n - n;
}

/* ---- the scale of the numbers ---- */

/* x with every name a 1. */
static const struct expr *with_ones(struct arena *a, const struct expr *x)
{
    const char *const *names;
    size_t n = expr_symbols(a, x, &names);

    for (size_t i = 0; i < n; i++)
        x = expr_replace(a, x, names[i], expr_integer(a, 1));
    return x;
}

/* log2 of its size; not finite where it has none. */
static double expression_log_size(struct arena *a, const struct expr *x,
                                  struct work *w)
{
    double size = NAN;
    acb_t v;

    acb_init(v);
    if (ball_value(v, with_ones(a, x), NULL, 64, w))
        size = sample_size(v);
    acb_clear(v);
    return size;
}

/* How far apart are the addends with the symbol and those without? */
static double expression_apart(struct arena *a, const struct expr *x,
                               const char *symbol, struct work *w)
{
    double with = NAN, least = INFINITY, most = -INFINITY;

    for (unsigned i = 0; i < x->count; i++) {
        double size = expression_log_size(a, x->args[i], w);

        if (!isfinite(size))
            continue;
        if (addends_depends(x->args[i], symbol))
            with = size;
        else {
            least = fmin(least, size);
            most = fmax(most, size);
        }
    }
    return isnan(with) || most < least
               ? 0
               : fmax(fabs(most - with), fabs(least - with));
}

static double reach_within(struct arena *a, const struct expr *x,
                           const char *symbol, struct work *w)
{
    bool bound = (x->op == EXPR_INTEGRAL || x->op == EXPR_SUM) &&
                 x->count == 4 && x->args[1]->op == EXPR_SYMBOL;
    double most = 0;

    if (!addends_depends(x, symbol))
        return 0;
    for (unsigned i = 2; i < 4 && bound; i++)
        if (!expr_infinity(x->args[i]) &&
            !addends_depends(x->args[i], symbol)) {
            const struct expr *body = expr_replace(
                a, x->args[0], x->args[1]->name, with_ones(a, x->args[i]));

            most = fmax(most, reach_within(a, body, symbol, w));
        }
    if (x->op == EXPR_ADD)
        most = expression_apart(a, x, symbol, w);
    for (unsigned i = 0; i < x->count && !bound; i++)
        if (x->args[i])
            most = fmax(most, reach_within(a, x->args[i], symbol, w));
    return most;
}

double expression_reach(struct arena *a, const struct expr *x,
                        const char *symbol)
{
    struct work w = { .limit = 2000000 };

    return reach_within(a, x, symbol, &w);
}
