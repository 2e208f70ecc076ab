/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Integrals, and expressions of them: certified quadrature (math/ball) to
 * relative precision, however small or large the value is; where that has no
 * method since the integrand oscillates towards infinity, rays in the complex
 * plane.
 */
#include "base/arena.h"
#include "math/arb.h"
#include "verify/expression.h"
#include "verify/object.h"
#include "verify/ode/ode.h"
#include "verify/sample.h"

#include <math.h>

/*
 * Integrals to infinity that converge because they oscillate: sin t / t,
 * cos(t^3/3 + xt). Sines and cosines become exponentials, and each term is
 * integrated from some point on along a ray on which it decays, as Cauchy's
 * theorem allows where it has no pole between. It is done twice, from other
 * points and along other rays: the difference is the estimate of the error.
 */

/* ---- sines and cosines as exponentials ---- */

static const struct expr *oscillate_exponential(struct arena *a,
                                                const struct expr *u,
                                                bool minus)
{
    const struct expr *iu = expr_mul(a, expr_constant(a, CONSTANT_I), u);

    if (minus)
        iu = expr_neg(a, iu);
    return expr_of(a, FN_EXP, iu);
}

/* cos u = (e^{iu} + e^{-iu}) / 2, sin u = (e^{iu} - e^{-iu}) / 2i. */
static const struct expr *oscillate_wave(struct arena *a, const struct expr *u,
                                         bool sine)
{
    const struct expr *plus = oscillate_exponential(a, u, false);
    const struct expr *minus = oscillate_exponential(a, u, true);
    const struct expr *two = expr_integer(a, 2);

    if (sine) {
        minus = expr_neg(a, minus);
        two = expr_mul(a, two, expr_constant(a, CONSTANT_I));
    }
    return expr_div(a, expr_add(a, plus, minus), two);
}

static const struct expr *without_waves(void *arena, const struct expr *x)
{
    struct arena *a = arena;

    x = expr_map(a, x, without_waves, arena);
    if (x->op == EXPR_CALL &&
        (x->function->id == FN_SIN || x->function->id == FN_COS))
        return oscillate_wave(a, x->args[0], x->function->id == FN_SIN);
    /* Squares and cubes are products, to be distributed. */
    if (x->op == EXPR_POW && x->args[1]->op == EXPR_NUMBER &&
        x->args[0]->op != EXPR_SYMBOL &&
        fmpz_is_one(fmpq_denref(x->args[1]->number->value))) {
        const fmpz *n = fmpq_numref(x->args[1]->number->value);
        const struct expr *same[3] = { x->args[0], x->args[0], x->args[0] };

        if (fmpz_equal_ui(n, 2) || fmpz_equal_ui(n, 3))
            return expr_new(a, EXPR_MUL, same, (unsigned)fmpz_get_ui(n));
    }
    return x;
}

/* ---- one term ---- */

struct ray {
    const struct expr *term;
    const char *name;     /* the variable */
    struct ball_point at; /* the variable is the last name */
    acb_ptr x;            /* its value */
    struct work *w;
    slong bits;
};

static int ray_value(acb_ptr out, const acb_t z, void *param, slong order,
                     slong prec)
{
    struct ray *r = param;

    (void)order;
    acb_set(r->x, z);
    if (!work_spend(r->w, 20) || !ball_value(out, r->term, &r->at, prec, r->w))
        acb_indeterminate(out);
    return 0;
}

/* Add the exponents of all exponentials among the factors of x to the list. */
static void oscillate_collect(struct arena *a, const struct expr *x, bool minus,
                              const struct expr **list, unsigned *n)
{
    const struct expr *e = expression_exponent(x);

    if (e && *n < ADDENDS_MAX)
        list[(*n)++] = minus ? expr_neg(a, e) : e;
    if (x->op == EXPR_MUL || x->op == EXPR_NEG)
        for (unsigned i = 0; i < x->count; i++)
            oscillate_collect(a, x->args[i], minus, list, n);
    if (x->op == EXPR_DIV) {
        oscillate_collect(a, x->args[0], minus, list, n);
        oscillate_collect(a, x->args[1], !minus, list, n);
    }
}

/* Returns the exponent of a term, or NULL if it has none. */
static const struct expr *oscillate_exponent_of(struct arena *a,
                                                const struct expr *x)
{
    const struct expr *list[ADDENDS_MAX];
    unsigned n = 0;

    oscillate_collect(a, x, false, list, &n);
    return n == 0 ? NULL : n == 1 ? list[0] : expr_new(a, EXPR_ADD, list, n);
}

/* The real part of the exponent at m + 2^k e^{i pi angle}. */
static bool exponent_at(double *out, struct ray *r, const struct expr *e,
                        const acb_t m, double angle, slong k)
{
    acb_t z, v;
    bool ok;

    acbs_init(z, v, NULL);
    acb_set_d(z, angle);
    acb_exp_pi_i(z, z, 256);
    acb_mul_2exp_si(z, z, k);
    acb_add(z, z, m, 256);
    acb_get_mid(z, z);
    acb_set(r->x, z);
    ok = ball_value(v, e, &r->at, 256, r->w);
    *out = ball_middle(v);
    acbs_clear(z, v, NULL);
    return ok;
}

#define FAR 60 /* octaves of a ray that are looked at */

/* Does it decay on every ray between the real line and this one? Else another
 * valley would be reached, over a ridge. */
static bool is_same_valley(struct ray *r, const struct expr *e, const acb_t m,
                           double angle, double first)
{
    double v;

    for (int i = 1; i <= 8; i++)
        if (!exponent_at(&v, r, e, m, angle * i / 8, FAR) || !(v < first))
            return false;
    return true;
}

/* Does the term decay on the whole ray, exponentially? Then *end is the
 * exponent of a length behind which it is below 2^-floor. */
static bool decays(struct ray *r, const acb_t m, double angle, slong floor,
                   slong *end)
{
    struct arena a = { 0 };
    const struct expr *e = oscillate_exponent_of(&a, r->term);
    double before = 0, now, first = 0;
    bool ok = e != NULL, found = false;

    for (slong k = -20; k <= FAR && ok; k++) {
        ok =
            exponent_at(&now, r, e, m, angle, k) && (k == -20 || now <= before);
        first = k == -20 ? now : first;
        before = now;
        /* Powers of the variable beside it count for little. */
        if (ok && !found &&
            now < -0.7 * (double)floor - 40 - 4 * fabs((double)k)) {
            *end = k;
            found = true;
        }
    }
    ok = ok && found && before < first - 1e6 &&
         is_same_valley(r, e, m, angle, first);
    arena_clear(&a);
    return ok;
}

static bool oscillate_along(acb_t out, struct ray *r, const acb_t m,
                            double angle, slong end, slong floor)
{
    acb_calc_integrate_opt_t options;
    acb_t to;
    mag_t tolerance;

    acb_init(to);
    mag_init(tolerance);
    acb_calc_integrate_opt_init(options);
    options->eval_limit = 200000;
    options->depth_limit = 512;
    options->deg_limit = r->bits / 2 + 30;
    mag_set_ui_2exp_si(tolerance, 1, -floor);
    acb_set_d(to, angle);
    acb_exp_pi_i(to, to, r->bits);
    acb_mul_2exp_si(to, to, end);
    acb_add(to, to, m, r->bits);
    acb_get_mid(to, to);
    /* Without a value where it begins there is none: Arb would go on. */
    (void)ray_value(out, m, r, 0, r->bits);
    if (acb_is_finite(out) && work_spend(r->w, 4000))
        acb_calc_integrate(out, ray_value, r, m, to, r->bits, tolerance,
                           options, r->bits + 20);
    else
        acb_indeterminate(out);
    acb_add_error_mag(out, tolerance);
    acb_clear(to);
    mag_clear(tolerance);
    return acb_is_finite(out);
}

/* The certified integral of a term, from m to the end (NULL: infinity), or
 * from `from` to m. */
static bool straight(acb_t out, struct ray *r, const struct expr *from,
                     const acb_t m, bool to_infinity)
{
    struct arena a = { 0 };
    const struct expr *args[4];
    struct ball_point at = r->at;
    fmpq_t q;
    bool ok;

    fmpq_init(q);
    arf_get_fmpq(q, arb_midref(acb_realref(m)));
    args[0] = r->term;
    args[1] = expr_symbol(&a, r->name);
    args[2] = to_infinity ? expr_rational(&a, q) : from;
    args[3] = to_infinity ? expr_constant(&a, CONSTANT_INFINITY)
                          : expr_rational(&a, q);
    at.n--;
    ok = ball_value(out, expr_new(&a, EXPR_INTEGRAL, args, 4), &at,
                    r->bits + 16, r->w);
    fmpq_clear(q);
    arena_clear(&a);
    return ok;
}

/* From m to infinity: along the first of these rays on which it decays. */
static bool term_tail(acb_t out, struct ray *r, const acb_t m, bool other,
                      slong floor)
{
    static const double angles[2][6] = {
        { 0.25, -0.25, 0.125, -0.125, 0.45, -0.45 },
        { 0.2, -0.2, 0.09, -0.09, 0.35, -0.35 }
    };
    slong end = 0;

    for (int i = 0; i < 6; i++)
        if (decays(r, m, angles[other][i], floor, &end))
            return oscillate_along(out, r, m, angles[other][i], end, floor);
    return straight(out, r, NULL, m, true);
}

/* ---- the integral ---- */

struct job {
    struct arena arena;
    const struct expr *body, *from;
    const char *name;
    const struct expr *terms[ADDENDS_MAX];
    size_t terms_n;
    struct ray ray;
};

/* The whole, with the ray from m on. */
static bool oscillate_whole(acb_t out, struct job *j, const acb_t m, bool other,
                            slong floor)
{
    acb_t t;
    bool ok = true;

    acb_init(t);
    acb_zero(out);
    for (size_t i = 0; i < j->terms_n && ok; i++) {
        j->ray.term = j->terms[i];
        ok = term_tail(t, &j->ray, m, other, floor);
        acb_add(out, out, t, j->ray.bits + 20);
    }
    j->ray.term = j->body;
    ok = ok && straight(t, &j->ray, j->from, m, false);
    acb_add(out, out, t, j->ray.bits + 20);
    acb_clear(t);
    return ok;
}

/* Points from which all terms decay are looked for in octaves. */
static bool oscillate_twice(acb_t out, struct job *j, const acb_t start,
                            slong floor)
{
    acb_t m, other;
    mag_t d;
    bool ok = false;

    acbs_init(m, other, NULL);
    mag_init(d);
    for (slong k = 0; k <= 12 && !ok; k++) {
        acb_one(m);
        acb_mul_2exp_si(m, m, k);
        acb_add(m, m, start, 64);
        ok = oscillate_whole(out, j, m, false, floor);
    }
    if (ok) {
        acb_set_d(other, 1.375);
        acb_mul(m, m, other, 64);
        acb_get_mid(m, m);
        ok = oscillate_whole(other, j, m, true, floor);
    }
    if (ok) {
        acb_sub(other, out, other, j->ray.bits + 20);
        acb_get_mag(d, other);
        mag_mul_2exp_si(d, d, 1);
        acb_add_error_mag(out, d);
    }
    acbs_clear(m, other, NULL);
    mag_clear(d);
    return ok && acb_is_finite(out);
}

/* At more bits, until the digits that cancel are made good. */
static bool to_precision(acb_t out, struct job *j, const acb_t start,
                         slong bits)
{
    slong floor = bits;
    mag_t m;
    bool ok = false;

    mag_init(m);
    for (int i = 0; i < 3; i++) {
        j->ray.bits = floor + 16;
        ok = oscillate_twice(out, j, start, floor);
        if (!ok || acb_rel_accuracy_bits(out) >= bits - 16)
            break;
        acb_get_mag(m, out);
        if (mag_is_zero(m) || !fmpz_fits_si(MAG_EXPREF(m)) ||
            bits - fmpz_get_si(MAG_EXPREF(m)) > 1500)
            break;
        floor = bits - fmpz_get_si(MAG_EXPREF(m)) + 8;
    }
    mag_clear(m);
    return ok;
}

/* From a finite end to +oo. */
static bool to_infinity(acb_t out, struct job *j, const struct ball_point *at,
                        slong bits, struct work *w)
{
    acb_t start;
    bool ok;

    acb_init(start);
    j->ray.at = *at;
    j->ray.x = expression_extend(&j->arena, &j->ray.at, &j->name, 1);
    j->ray.at.thorough = true;
    j->ray.w = w;
    j->ray.name = j->name;
    j->terms_n = addends_expanded(&j->arena, without_waves(&j->arena, j->body),
                                  j->name, j->terms);
    ok = ball_value(start, j->from, at, 64, w) && acb_is_real(start);
    acb_get_mid(start, start);
    ok = ok && to_precision(out, j, start, bits);
    acb_clear(start);
    return ok;
}

/* Half of the range: from `from`, or towards -oo with the variable turned. */
static bool oscillate_half(acb_t out, const struct expr *x,
                           const struct expr *from, bool turned,
                           const struct ball_point *at, slong bits,
                           struct work *w)
{
    struct job j = { .name = x->args[1]->name };
    bool ok;

    j.body = x->args[0];
    j.from = from;
    if (turned) {
        const struct expr *minus = expr_neg(&j.arena, x->args[1]);

        j.body = expr_replace(&j.arena, x->args[0], j.name, minus);
        j.from = expr_neg(&j.arena, from);
    }
    ok = to_infinity(out, &j, at, bits, w);
    arena_clear(&j.arena);
    return ok;
}

static bool oscillate_integral(acb_t out, const struct expr *x,
                               const struct ball_point *at, slong bits,
                               struct work *w)
{
    int low = expr_infinity(x->args[2]), high = expr_infinity(x->args[3]);
    struct arena a = { 0 };
    bool ok = false;
    acb_t t;

    acb_init(t);
    if (low == 0 && high > 0)
        ok = oscillate_half(out, x, x->args[2], false, at, bits, w);
    else if (low < 0 && high == 0)
        ok = oscillate_half(out, x, x->args[3], true, at, bits, w);
    else if (low < 0 && high > 0) {
        ok = oscillate_half(out, x, expr_integer(&a, 0), false, at, bits, w) &&
             oscillate_half(t, x, expr_integer(&a, 0), true, at, bits, w);
        acb_add(out, out, t, bits + 40);
    }
    acb_clear(t);
    arena_clear(&a);
    return ok;
}

/*
 * Integrals that have no certified value, as of K_0(t) to infinity or of 1/ln t
 * from 0: the double exponential rule of Takahasi and Mori (1974), which needs
 * values of the integrand inside of the range alone. The step is halved until
 * two sums agree; their difference is the radius.
 */

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
        size = ball_size(v);
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
        close = ball_size(out) < ball_size(now) - (double)bits;
        acb_get_mid(out, now);
    }
    acb_add_error_mag(out, d);
    ok = ok && close && r->edge < r->most - (double)bits;
    acbs_clear(sum, now, NULL);
    mag_clear(d);
    return ok;
}

static bool estimate_integral(acb_t out, const struct expr *x,
                              const struct ball_point *at, slong bits,
                              struct work *w)
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
         (expr_infinity(x->args[2]) ||
          expression_middle(r.from, x->args[2], at, r.bits, w)) &&
         (expr_infinity(x->args[3]) ||
          expression_middle(r.to, x->args[3], at, r.bits, w)) &&
         estimate_settle(&r, out, bits - 24);
    arbs_clear(r.from, r.to, NULL);
    arena_clear(&a);
    return ok;
}

/*
 * A real integral over a finite range in doubles, by Gauss's rule on panels
 * that are halved until two sums agree: quick where the integrand has thousands
 * of waves, through which balls go one by one.
 */

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

/* Returns false if more than 44 bits are asked for, or no two sums agree; *many:
 * there are more waves than panels. */
static bool estimate_waves(acb_t out, const struct expr *x,
                           const struct ball_point *at, slong bits,
                           struct work *w, bool *many)
{
    struct arena a = { 0 };
    double from = expression_end(x->args[2], at, w);
    double to = expression_end(x->args[3], at, w);
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
    return (expr_is_constant(x, CONSTANT_I)) ||
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
