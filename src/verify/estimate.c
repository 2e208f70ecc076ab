/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/estimate.h"

#include "base/arena.h"
#include "math/arb.h"
#include "verify/expression.h"
#include "verify/ode/tape.h"
#include "verify/sample.h"

#include <math.h>

#define REACH          5  /* the sums go over |t| <= REACH */
#define LEVEL_FIRST    5  /* steps of 2^-5 */
#define LEVEL_LAST     12 /* and of 2^-12 */
#define SPARE          80 /* bits more than are asked for */
#define BITS_CANCELLED 4000

struct rule {
    const struct expr *body;
    struct ball_point at; /* the variable is the last name */
    acb_ptr x;            /* its value */
    arb_t from, to;       /* of the range, where they are finite */
    int low, high;        /* as expr_infinity() gives them */
    slong bits;
    struct work *w;
    double edge; /* log2 of the largest term at the ends of the sums */
    double most; /* of the largest of all */
};

/* The variable, and its derivative by s = (pi/2) sinh t. */
static void estimate_place(struct rule *r, arb_t x, arb_t d, const arb_t s)
{
    arb_t e, one;

    arbs_init(e, one, NULL);
    arb_one(one);
    arb_exp(e, s, r->bits);
    if (r->low && r->high) {
        arb_sinh_cosh(x, d, s, r->bits);
    } else if (r->high) { /* from + e^s */
        arb_add(x, r->from, e, r->bits);
        arb_set(d, e);
    } else if (r->low) { /* to - e^-s */
        arb_inv(d, e, r->bits);
        arb_sub(x, r->to, d, r->bits);
    } else { /* from + length e^s / (1 + e^s) */
        arb_add(one, one, e, r->bits);
        arb_sub(d, r->to, r->from, r->bits);
        arb_mul(d, d, e, r->bits);
        arb_div(d, d, one, r->bits);
        arb_add(x, r->from, d, r->bits);
        arb_div(d, d, one, r->bits);
    }
    arb_get_mid_arb(x, x);
    arbs_clear(e, one, NULL);
}

/* The integrand, at more bits where its parts cancel, as those of
 * 1/(e^x - 1) - 1/x near 0 do. */
static bool sharp_value(struct rule *r, acb_t out, struct work *w)
{
    slong bits = r->bits;
    bool ok = ball_value(out, r->body, &r->at, bits, w);

    while (ok && acb_rel_accuracy_bits(out) < r->bits - SPARE &&
           bits < BITS_CANCELLED) {
        bits *= 2;
        ok = ball_value(out, r->body, &r->at, bits, w);
    }
    return ok;
}

/* The term at t. Returns false if the integrand has no value there. */
static bool estimate_term(struct rule *r, acb_t out, double t)
{
    struct work own = { .limit = r->w->limit - r->w->used };
    arb_t s, c, x, d;
    bool ok;

    arbs_init(s, c, x, d, NULL);
    arb_set_d(s, t);
    arb_sinh_cosh(s, c, s, r->bits);
    arb_const_pi(x, r->bits);
    arb_mul_2exp_si(x, x, -1);
    arb_mul(s, s, x, r->bits);
    arb_mul(c, c, x, r->bits);
    estimate_place(r, x, d, s);
    acb_set_arb(r->x, x);
    /* Ceilings are met far out, where the terms are nothing. */
    ok = work_spend(r->w, 60) && sharp_value(r, out, &own);
    (void)work_spend(r->w, own.used);
    arb_mul(d, d, c, r->bits);
    acb_mul_arb(out, out, d, r->bits);
    acb_get_mid(out, out);
    arbs_clear(s, c, x, d, NULL);
    return ok;
}

/* Add the terms at odd multiples of h, or at all. A value that is missing must
 * lie beside terms that are nothing. */
static bool estimate_add_terms(struct rule *r, acb_t sum, double h, bool all)
{
    slong n = (slong)(REACH / h);
    double before = -INFINITY;
    bool missing = false;
    acb_t v;

    acb_init(v);
    for (slong i = -n; i <= n; i++) {
        double size;

        if (!all && i % 2 == 0)
            continue;
        if (!estimate_term(r, v, h * (double)i)) {
            r->edge = fmax(r->edge, before);
            missing = true;
            continue;
        }
        size = sample_size(v);
        if (missing || i == -n)
            r->edge = fmax(r->edge, size);
        missing = false;
        before = size;
        r->most = fmax(r->most, size);
        acb_add(sum, sum, v, r->bits);
    }
    r->edge = fmax(r->edge, before);
    acb_clear(v);
    return r->w->used < r->w->limit;
}

/* Halve the step until two sums agree to the bits. */
static bool estimate_settle(struct rule *r, acb_t out, slong bits)
{
    double h = exp2(-LEVEL_FIRST);
    acb_t sum, now;
    mag_t d;
    bool ok, close = false;

    acbs_init(sum, now, NULL);
    mag_init(d);
    ok = estimate_add_terms(r, sum, h, true);
    acb_mul_2exp_si(out, sum, -LEVEL_FIRST);
    for (int i = LEVEL_FIRST + 1; i <= LEVEL_LAST && ok && !close; i++) {
        h /= 2;
        ok = estimate_add_terms(r, sum, h, false);
        acb_mul_2exp_si(now, sum, -i);
        acb_sub(out, now, out, r->bits);
        acb_get_mag(d, out);
        close = sample_size(out) < sample_size(now) - (double)bits;
        acb_get_mid(out, now);
    }
    acb_add_error_mag(out, d);
    ok = ok && close && r->edge < r->most - (double)bits;
    acbs_clear(sum, now, NULL);
    mag_clear(d);
    return ok;
}

static bool estimate_end_of(arb_t out, const struct expr *x,
                            const struct ball_point *at, slong bits,
                            struct work *w)
{
    acb_t v;
    bool ok;

    acb_init(v);
    ok = expr_infinity(x) || (ball_value(v, x, at, bits, w) && acb_is_real(v));
    arb_get_mid_arb(out, acb_realref(v));
    acb_clear(v);
    return ok;
}

bool estimate_integral(acb_t out, const struct expr *x,
                       const struct ball_point *at, slong bits, struct work *w)
{
    struct arena a = { 0 };
    struct rule r = { .body = x->args[0],
                      .at = *at,
                      .low = expr_infinity(x->args[2]),
                      .high = expr_infinity(x->args[3]),
                      .bits = bits + SPARE,
                      .w = w,
                      .edge = -INFINITY,
                      .most = -INFINITY };
    bool ok;

    r.x = expression_extend(&a, &r.at, &x->args[1]->name, 1);
    r.at.vanish = true;
    arbs_init(r.from, r.to, NULL);
    ok = r.low <= 0 && r.high >= 0 &&
         estimate_end_of(r.from, x->args[2], at, r.bits, w) &&
         estimate_end_of(r.to, x->args[3], at, r.bits, w) &&
         estimate_settle(&r, out, bits - 24);
    arbs_clear(r.from, r.to, NULL);
    arena_clear(&a);
    return ok;
}

/* ---- waves ---- */

#define GAUSS        20    /* points of a panel */
#define PANELS_LEAST 32    /* at first */
#define PANELS_MOST  32768 /* at last: arguments of sines are below 10^5 */
#define ROUNDING     2e-11 /* of the sum of sizes: what such arguments lose */
#define BITS_ASKED   44

struct gauss {
    double node[GAUSS], weight[GAUSS]; /* on [-1, 1] */
};

static void gauss_init(struct gauss *g)
{
    arb_t x, w;

    arbs_init(x, w, NULL);
    for (ulong i = 0; i < GAUSS; i++) {
        arb_hypgeom_legendre_p_ui_root(x, w, GAUSS, i, 64);
        g->node[i] = arf_get_d(arb_midref(x), ARF_RND_NEAR);
        g->weight[i] = arf_get_d(arb_midref(w), ARF_RND_NEAR);
    }
    arbs_clear(x, w, NULL);
}

/* The sum over n panels; *size is that of the absolute values. */
static double panels(struct tape *t, const struct gauss *g, double from,
                     double to, int n, double *size)
{
    double half = (to - from) / n / 2, sum = 0;

    *size = 0;
    for (int i = 0; i < n; i++) {
        double middle = from + (2 * i + 1) * half, part = 0, parts = 0;

        for (int k = 0; k < GAUSS; k++) {
            double f = tape_value(t, middle + half * g->node[k], NULL, NULL);

            part += g->weight[k] * f;
            parts += g->weight[k] * fabs(f);
        }
        sum += part * half;
        *size += parts * half;
    }
    return sum;
}

static bool estimate_halve(acb_t out, struct tape *t, double from, double to,
                           struct work *w, bool *many)
{
    double before, now, size, gap = INFINITY;
    struct gauss g;
    int n = PANELS_LEAST;

    gauss_init(&g);
    now = panels(t, &g, from, to, n, &size);
    while (n < PANELS_MOST && isfinite(now) && gap > ROUNDING * size) {
        n *= 2;
        if (!work_spend(w, tape_cost(t) * (uint64_t)n * GAUSS / 8))
            return false;
        before = now;
        now = panels(t, &g, from, to, n, &size);
        gap = fabs(now - before);
    }
    *many = isfinite(now) && gap > ROUNDING * size;
    if (!(gap <= ROUNDING * size) ||
        !(size > 1e-250 && size < 1e250)) /* doubles end */
        return false;
    acb_set_d(out, now);
    arb_add_error_2exp_si(acb_realref(out),
                          (slong)ceil(log2(2 * ROUNDING * size)));
    return true;
}

bool estimate_waves(acb_t out, const struct expr *x,
                    const struct ball_point *at, slong bits, struct work *w,
                    bool *many)
{
    struct arena a = { 0 };
    double from = ode_number(x->args[2], at, w);
    double to = ode_number(x->args[3], at, w);
    const char *why;
    struct tape *t = NULL;
    bool ok;

    *many = false;
    if (bits <= BITS_ASKED && isfinite(from) && isfinite(to))
        t = tape_make(&a, x->args[0], x->args[1]->name, 0, at, 64, w, &why);
    ok = t && estimate_halve(out, t, from, to, w, many);
    arena_clear(&a);
    return ok;
}
