/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Solutions that vary by many orders of magnitude. The largest error over the
 * range says nothing where such a solution is small: e^{-x/eps} with a wrong
 * factor before it is right beside its first value, and nowhere else. So each
 * error is divided by the size of the formula around its place, at places that
 * keep their distance from the ends.
 */
#include "verify/judge_int.h"
#include "verify/trend.h"

#include <math.h>

#define INNER        9
#define STEPS        8
#define VARIES       60.0 /* octaves of the formula at the end of the walk */
#define DIGITS_LEAST 20   /* bits that a value must have */
#define WORK_SHARE   32

/* The formula and the object at the places, for one value of the symbol. */
struct local {
    arb_ptr xs;
    struct object_value v[INNER];
    double size[INNER];  /* log2 of the formula */
    double error[INNER]; /* log2 of the difference; NAN: not known */
};

static bool place_xs(struct judge *j, arb_ptr xs, const struct ball_point *at)
{
    acb_t low, high;
    bool ok;

    acb_init(low);
    acb_init(high);
    ok = ball_eval(low, j->o->from, at, 128, j->on.work) == BALL_VALUE &&
         ball_eval(high, j->o->to, at, 128, j->on.work) == BALL_VALUE;
    for (int i = 0; i < INNER && ok; i++) {
        arb_sub(xs + i, acb_realref(high), acb_realref(low), 128);
        arb_mul_ui(xs + i, xs + i, 13 + 8 * (ulong)i, 128);
        arb_div_ui(xs + i, xs + i, 90, 128);
        arb_add(xs + i, xs + i, acb_realref(low), 53);
        mag_zero(arb_radref(xs + i));
    }
    acb_clear(low);
    acb_clear(high);
    return ok;
}

static void compare(struct judge *j, struct local *l, struct ball_point at)
{
    acb_t f;
    arb_t t;

    acb_init(f);
    arb_init(t);
    at.n++;
    for (int i = 0; i < INNER; i++) {
        l->size[i] = l->error[i] = NAN;
        acb_set_arb(j->on.values + at.n - 1, l->xs + i);
        if (ball_eval(f, j->on.formula, &at, 256, j->on.work) != BALL_VALUE)
            continue;
        acb_abs(t, f, 64);
        l->size[i] = sample_log2(t);
        acb_sub(f, f, l->v[i].value, 256);
        acb_abs(t, f, 64);
        if (acb_rel_accuracy_bits(l->v[i].value) >= DIGITS_LEAST)
            l->error[i] = sample_log2(t);
    }
    acb_clear(f);
    arb_clear(t);
}

/* The largest error over the size around its place; NAN if it has none. Sets
 * *varies to the octaves between the largest and the smallest size. */
static double worst(const struct local *l, double *varies)
{
    double most = NAN, high = -INFINITY, low = INFINITY;

    for (int i = 0; i < INNER; i++) {
        double around = l->size[i];

        high = fmax(high, l->size[i]);
        low = fmin(low, l->size[i]);
        /* Two places on either side: a wave may have zeros at one. */
        for (int k = i - 2; k <= i + 2; k++)
            if (k >= 0 && k < INNER && l->size[k] < around + 6)
                around = fmax(around, l->size[k]);
        most = fmax(most, l->error[i] - around);
    }
    *varies = high - low;
    return most;
}

/* One value of the symbol. Returns NAN where the object gives no values. */
static double local_error(struct judge *j, double octave, double *varies)
{
    struct local l = { .xs = _arb_vec_init(INNER) };
    struct ball_point at = { .names = j->on.names,
                             .values = j->on.values,
                             .n = j->on.drawn_n + 1,
                             .thorough = true };
    struct object_query q = {
        .at = &at, .xs = l.xs, .n = INNER, .bits = 64, .relative = true
    };
    const char *why;
    double most = NAN;

    for (int i = 0; i < INNER; i++)
        acb_init(l.v[i].value);
    acb_set_d(j->on.values + j->on.drawn_n,
              exp2(j->c->limit.to == LIMIT_INFINITY ? octave : -octave));
    if (place_xs(j, l.xs, &at) &&
        j->o->kind->values(j->o, &q, l.v, j->on.work, &why)) {
        compare(j, &l, at);
        most = worst(&l, varies);
    }
    for (int i = 0; i < INNER; i++)
        acb_clear(l.v[i].value);
    _arb_vec_clear(l.xs, INNER);
    return most;
}

static bool is_asked(const struct judge *j)
{
    return j->out->holds == TRUTH_YES && j->c->kind == CLAIM_ODE &&
           j->c->mode == CLAIM_ASYMPTOTIC && j->o->variable &&
           j->on.has_symbol && j->on.uniform && j->o->from && j->o->to &&
           (j->c->limit.to == LIMIT_ZERO_ABOVE ||
            j->c->limit.to == LIMIT_INFINITY);
}

void judge_local(struct judge *j)
{
    struct work *all = j->on.work;
    struct work own = { .limit = (all->limit - all->used) / WORK_SHARE };
    struct trend_point p[STEPS];
    double varies = 0;
    size_t n = 0;

    if (!is_asked(j) || !sampler_draw(&j->on, 0))
        return;
    j->on.work = &own;
    for (; n < STEPS; n++) {
        p[n] = (struct trend_point){ .octaves = 4 + 0.5 * (double)n };
        p[n].log2 = local_error(j, p[n].octaves, &varies);
        if (!isfinite(p[n].log2) || (n > 0 && varies < 4))
            break;
    }
    j->on.work = all;
    (void)work_spend(all, own.used);
    if (varies > VARIES && n >= 6) {
        struct trend_found t = trend_find(p, n);

        if (t.is == TREND_STAYS || t.is == TREND_GROWS)
            judge_settle(j, TRUTH_UNKNOWN, "envelope",
                         arena_printf(j->a,
                                      "the formula is right beside its largest "
                                      "value, but where the solution is "
                                      "exponentially smaller the error over "
                                      "the formula there tends to %.4g",
                                      sample_exp2(t.last)));
    }
}
