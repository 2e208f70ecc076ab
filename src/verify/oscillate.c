/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/oscillate.h"

#include "base/arena.h"
#include "verify/addends.h"
#include "verify/expression.h"

#include <math.h>

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
    const struct expr *e = NULL;

    if (x->op == EXPR_CALL && x->function->id == FN_EXP)
        e = x->args[0];
    else if (x->op == EXPR_POW && x->args[0]->op == EXPR_CONSTANT &&
             x->args[0]->constant == CONSTANT_E)
        e = x->args[1];
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

bool oscillate_integral(acb_t out, const struct expr *x,
                        const struct ball_point *at, slong bits, struct work *w)
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
