/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums and products, finite or not. Short ones are added up, which is
 * certified. Long ones begin and end with terms that are added, and have
 * between them
 *   - a series that converges fast: terms until they do not matter;
 *   - an alternating series: the weights of Cohen, Rodriguez Villegas and
 *     Zagier ("Convergence acceleration of alternating series", Experimental
 *     Mathematics 9, 2000);
 *   - else the formula of Euler and Maclaurin, with a certified integral, and
 *     derivatives from values on a circle.
 * The last three are done twice, with other numbers of terms: the difference
 * is the estimate of the error.
 */
#include "base/str.h"
#include "base/vec.h"
#include "math/tree/expr.h"
#include "verify/expression.h"
#include "verify/object.h"

#include <math.h>

#define DIRECT     1500 /* terms that are simply added */
#define FAST_TERMS 3000 /* of a series that converges fast */
#define SUMS_MAX   8    /* in one object */

struct sum {
    const struct expr *node; /* EXPR_SUM or EXPR_PRODUCT */
    const struct expr *term; /* of a product: the logarithm of its factor */
    const char *name;        /* of the index */
};

struct sums {
    struct arena *arena;
    struct sum sum[SUMS_MAX];
    const char *place[SUMS_MAX]; /* symbols that stand for them */
    size_t n;
    const struct expr *rest; /* the object with these symbols */
};

/* ---- reading ---- */

static const struct expr *sum_take_sum(struct sums *s, const struct expr *x)
{
    struct arena *a = s->arena;
    struct sum *to = &s->sum[s->n];
    const struct expr *body = x->args[0];

    to->node = x;
    to->name = x->args[1]->name;
    to->term = x->op == EXPR_SUM ? body : expr_of(a, FN_LN, body);
    s->place[s->n] = arena_printf(a, "\001%zu", s->n);
    return expr_symbol(a, s->place[s->n++]);
}

/* From -oo to `to`, the index turned round. */
static const struct expr *sum_turned(struct arena *a, const struct expr *x,
                                     const struct expr *to)
{
    const struct expr *minus = expr_neg(a, x->args[1]);
    const struct expr *args[4] = {
        expr_replace(a, x->args[0], x->args[1]->name, minus), x->args[1],
        expr_neg(a, to), expr_constant(a, CONSTANT_INFINITY)
    };

    return expr_new(a, x->op, args, 4);
}

/* A sum from -oo as one or two that go to +oo. */
static const struct expr *take_two_sided(struct sums *s, const struct expr *x)
{
    struct arena *a = s->arena;
    const struct expr *args[4] = { x->args[0], x->args[1], expr_integer(a, 0),
                                   x->args[3] };
    const struct expr *left;

    if (!expr_infinity(x->args[3]))
        return sum_take_sum(s, sum_turned(a, x, x->args[3]));
    left = sum_take_sum(s, sum_turned(a, x, expr_integer(a, -1)));
    return expr_binary(a, x->op == EXPR_SUM ? EXPR_ADD : EXPR_MUL, left,
                       sum_take_sum(s, expr_new(a, x->op, args, 4)));
}

/* The tree with every outermost sum replaced. */
static const struct expr *take_sums(void *data, const struct expr *x)
{
    struct sums *s = data;

    if ((x->op == EXPR_SUM || x->op == EXPR_PRODUCT) && x->count == 4 &&
        x->args[1]->op == EXPR_SYMBOL && s->n + 1 < SUMS_MAX)
        return expr_infinity(x->args[2]) < 0 ? take_two_sided(s, x)
                                             : sum_take_sum(s, x);
    return expr_map(s->arena, x, take_sums, data);
}

/* The symbols in finite bounds are whole numbers. */
static void find_whole(struct arena *a, const struct sums *s, struct object *o)
{
    struct vec v = vec_in(a, sizeof(const char *));

    for (size_t i = 0; i < s->n; i++)
        for (unsigned k = 2; k < 4; k++) {
            const char *const *names;
            size_t n = expr_symbols(a, s->sum[i].node->args[k], &names);

            for (size_t m = 0; m < n; m++)
                *(const char **)vec_push(&v) = names[m];
        }
    o->whole = v.items;
    o->whole_n = v.n;
}

static bool sum_read(struct arena *a, const struct claim *c, struct object *o,
                     const char **why)
{
    const struct expr *x = expression_read(a, c, why);
    struct sums *s = arena_new(a, struct sums);

    if (!x)
        return false;
    o->is_real = expression_is_real(x);
    s->arena = a;
    s->rest = take_sums(s, x);
    if (c->mode == CLAIM_ASYMPTOTIC)
        o->reach = expression_reach(a, x, c->limit.symbol);
    find_whole(a, s, o);
    o->own = s;
    return true;
}

/* ---- terms ---- */

/* One sum at one point. */
struct summing {
    const struct sum *sum;
    struct ball_point at; /* with room for the index, which is the last name */
    acb_ptr index;
    slong bits;
    struct work *w;
};

static bool sum_term(acb_t out, struct summing *s, const acb_t k)
{
    acb_set(s->index, k);
    return ball_value(out, s->sum->term, &s->at, s->bits, s->w);
}

static bool term_at(acb_t out, struct summing *s, const fmpz_t k)
{
    acb_t z;
    bool ok;

    acb_init(z);
    acb_set_fmpz(z, k);
    ok = sum_term(out, s, z);
    acb_clear(z);
    return ok;
}

/* out += the terms from k on, n of them; k is moved behind them. */
static bool sum_add_terms(acb_t out, struct summing *s, fmpz_t k, slong n)
{
    acb_t t;
    bool ok = true;

    acb_init(t);
    for (slong i = 0; i < n && ok; i++) {
        ok = term_at(t, s, k);
        acb_add(out, out, t, s->bits);
        fmpz_add_ui(k, k, 1);
    }
    acb_clear(t);
    return ok;
}

/* ---- series that converge fast ---- */

static double sum_log2_size(const acb_t z)
{
    mag_t m;
    fmpz_t e;
    double v;

    mag_init(m);
    fmpz_init(e);
    acb_get_mag(m, z);
    v = mag_is_zero(m) ? -1e300 : fmpz_get_d(MAG_EXPREF(m));
    mag_clear(m);
    fmpz_clear(e);
    return v;
}

/* Terms until they are below 2^-bits of the sum, and fell by 2^-16 or more in
 * the last 64: the rest is below 64 of the last one's size. */
static bool sum_fast(acb_t out, struct summing *s, const fmpz_t from)
{
    double sizes[64];
    acb_t t;
    fmpz_t k;
    bool ok = true, done = false;

    acb_init(t);
    fmpz_init_set(k, from);
    acb_zero(out);
    for (slong i = 0; i < FAST_TERMS && ok && !done; i++) {
        double size;

        ok = term_at(t, s, k);
        acb_add(out, out, t, s->bits);
        fmpz_add_ui(k, k, 1);
        size = sum_log2_size(t);
        /* An exact 0 may be a term of a series in even powers. */
        done = i >= 64 && size > -1e299 && sizes[i % 64] - size > 16 &&
               size < sum_log2_size(out) - (double)s->bits + 8;
        if (i == 400 && size > sum_log2_size(out) - 24)
            ok = false; /* not fast */
        sizes[i % 64] = size;
        if (done) {
            acb_mul_2exp_si(t, t, 6);
            acb_add_error_mag(out, arb_radref(acb_realref(t)));
            acb_get_mag(arb_radref(acb_imagref(t)), t);
            acb_add_error_mag(out, arb_radref(acb_imagref(t)));
        }
    }
    acb_clear(t);
    fmpz_clear(k);
    return ok && done;
}

/* ---- alternating series ---- */

/* Do the signs of the terms from k on alternate, and fall? */
static bool alternates(struct summing *s, const fmpz_t from)
{
    acb_t t;
    fmpz_t k;
    int sign = 0;
    bool ok = true;

    acb_init(t);
    fmpz_init(k);
    for (slong i = 0; i < 12 && ok; i++) {
        fmpz_add_ui(k, from, (ulong)(i + (i > 5) * 40));
        ok = term_at(t, s, k) && acb_is_real(t) &&
             !arb_contains_zero(acb_realref(t));
        if (ok && i != 6)
            ok = sign == 0 || sign == -arf_sgn(arb_midref(acb_realref(t)));
        sign = arf_sgn(arb_midref(acb_realref(t)));
    }
    acb_clear(t);
    fmpz_clear(k);
    return ok;
}

/* The n-term approximation from k on. */
static bool accelerate(acb_t out, struct summing *s, const fmpz_t from, slong n)
{
    arb_t d, b, c;
    acb_t t;
    fmpz_t k;
    bool ok = true;

    arbs_init(d, b, c, NULL);
    acb_init(t);
    fmpz_init_set(k, from);
    arb_sqrt_ui(d, 8, s->bits);
    arb_add_ui(d, d, 3, s->bits);
    arb_pow_ui(d, d, (ulong)n, s->bits);
    arb_inv(b, d, s->bits);
    arb_add(d, d, b, s->bits);
    arb_mul_2exp_si(d, d, -1);
    arb_set_si(b, -1);
    arb_neg(c, d);
    acb_zero(out);
    for (slong i = 0; i < n && ok; i++) {
        arb_sub(c, b, c, s->bits);
        ok = term_at(t, s, k);
        if (i % 2) /* the signs are in the weights */
            acb_neg(t, t);
        acb_mul_arb(t, t, c, s->bits);
        acb_add(out, out, t, s->bits);
        arb_mul_si(b, b, (i + n) * (i - n), s->bits);
        arb_mul_2exp_si(b, b, 1);
        arb_div_si(b, b, (2 * i + 1) * (i + 1), s->bits);
        fmpz_add_ui(k, k, 1);
    }
    acb_div_arb(out, out, d, s->bits);
    arbs_clear(d, b, c, NULL);
    acb_clear(t);
    fmpz_clear(k);
    return ok;
}

/* ---- Euler and Maclaurin ---- */

#define CIRCLE 64 /* points on it */

/* Taylor coefficients of the term at k, times radius^m, from a circle. */
static bool circle(acb_ptr c, struct summing *s, const fmpz_t k, slong radius)
{
    acb_ptr v = _acb_vec_init(CIRCLE), w = _acb_vec_init(CIRCLE);
    acb_t z;
    bool ok = true;

    acb_init(z);
    for (slong i = 0; i < CIRCLE; i++) {
        arb_set_si(acb_realref(z), 2 * i);
        arb_div_ui(acb_realref(z), acb_realref(z), CIRCLE, s->bits);
        arb_zero(acb_imagref(z));
        acb_exp_pi_i(w + i, z, s->bits);
    }
    for (slong i = 0; i < CIRCLE && ok; i++) {
        acb_mul_si(z, w + i, radius, s->bits);
        acb_add_fmpz(z, z, k, s->bits);
        acb_get_mid(z, z);
        ok = sum_term(v + i, s, z);
    }
    for (slong m = 0; m < CIRCLE && ok; m++) {
        acb_zero(c + m);
        for (slong i = 0; i < CIRCLE; i++)
            acb_addmul(c + m, v + i, w + (CIRCLE - m * i % CIRCLE) % CIRCLE,
                       s->bits);
        acb_div_ui(c + m, c + m, CIRCLE, s->bits);
    }
    _acb_vec_clear(v, CIRCLE);
    _acb_vec_clear(w, CIRCLE);
    acb_clear(z);
    return ok;
}

/* out += sign * sum of B_2j/(2j)! f^(2j-1)(k), up to the smallest term. */
static bool add_derivatives(acb_t out, struct summing *s, const fmpz_t k,
                            slong radius, int sign)
{
    acb_ptr c = _acb_vec_init(CIRCLE);
    double before = 1e300;
    acb_t t;
    arb_t b;
    bool ok = circle(c, s, k, radius);

    acb_init(t);
    arb_init(b);
    for (slong j = 1; 2 * j < CIRCLE / 2 && ok; j++) {
        double size;

        /* f^(2j-1) = (2j-1)! c / radius^(2j-1) */
        arb_bernoulli_ui(b, (ulong)(2 * j), s->bits);
        arb_div_si(b, b, 2 * j * sign, s->bits);
        acb_mul_arb(t, c + 2 * j - 1, b, s->bits);
        for (slong i = 1; i < 2 * j; i++)
            acb_div_si(t, t, radius, s->bits);
        size = sum_log2_size(t);
        if (size > before + 2)
            break;
        acb_add(out, out, t, s->bits);
        before = size;
    }
    acb_clear(t);
    arb_clear(b);
    _acb_vec_clear(c, CIRCLE);
    return ok;
}

static bool add_integral(acb_t out, struct summing *s, const fmpz_t from,
                         const fmpz_t to)
{
    struct arena a = { 0 };
    const struct expr *args[4] = { s->sum->term, s->sum->node->args[1] };
    fmpq_t q;
    acb_t v;
    bool ok;

    fmpq_init(q);
    acb_init(v);
    fmpq_set_fmpz(q, from);
    args[2] = expr_rational(&a, q);
    if (to)
        fmpq_set_fmpz(q, to);
    args[3] = to ? expr_rational(&a, q) : expr_constant(&a, CONSTANT_INFINITY);
    ok = ball_value(v, expr_new(&a, EXPR_INTEGRAL, args, 4), &s->at, s->bits,
                    s->w);
    acb_add(out, out, v, s->bits);
    fmpq_clear(q);
    acb_clear(v);
    arena_clear(&a);
    return ok;
}

/* With `lead` terms added at each end; to NULL: infinity. */
static bool maclaurin(acb_t out, struct summing *s, const fmpz_t from,
                      const fmpz_t to, slong lead)
{
    slong radius = lead / 3;
    fmpz_t k, end;
    acb_t t;
    bool ok;

    fmpz_init_set(k, from);
    fmpz_init(end);
    acb_init(t);
    acb_zero(out);
    ok = sum_add_terms(out, s, k, lead);
    if (to) { /* the last terms; `end` is the first of them */
        fmpz_sub_si(end, to, lead - 1);
        ok = ok && sum_add_terms(out, s, end, lead);
        fmpz_sub_si(end, to, lead);
    }
    ok = ok && add_integral(out, s, k, to ? end : NULL);
    for (int side = 0; side < (to ? 2 : 1) && ok; side++) {
        ok = term_at(t, s, side ? end : k);
        acb_mul_2exp_si(t, t, -1);
        acb_add(out, out, t, s->bits);
        ok = ok &&
             add_derivatives(out, s, side ? end : k, radius, side ? 1 : -1);
    }
    fmpz_clear(k);
    fmpz_clear(end);
    acb_clear(t);
    return ok;
}

/* ---- one sum ---- */

/* Widen by what two computations differ. */
static bool sum_join(acb_t out, const acb_t other, slong bits)
{
    acb_t d;
    mag_t m;

    acb_init(d);
    mag_init(m);
    acb_sub(d, out, other, bits);
    acb_get_mag(m, d);
    mag_mul_2exp_si(m, m, 2);
    acb_add_error_mag(out, m);
    acb_clear(d);
    mag_clear(m);
    return acb_is_finite(out);
}

static bool sum_long(acb_t out, struct summing *s, const fmpz_t from,
                     const fmpz_t to)
{
    slong lead = 16 + s->bits / 8, n = s->bits * 2 / 5 + 8;
    acb_t other;
    fmpz_t k;
    bool ok;

    acb_init(other);
    fmpz_init_set(k, from);
    if (!to && alternates(s, from)) {
        /* Once at once, and once behind ten terms. */
        acb_zero(out);
        ok = sum_add_terms(out, s, k, 10) && accelerate(other, s, k, n - 3);
        acb_add(out, out, other, s->bits);
        ok = ok && accelerate(other, s, from, n) &&
             sum_join(out, other, s->bits);
    } else {
        ok = !to && sum_fast(out, s, from);
        if (!ok)
            ok = maclaurin(out, s, from, to, lead) &&
                 maclaurin(other, s, from, to, lead + 9) &&
                 sum_join(out, other, s->bits);
    }
    acb_clear(other);
    fmpz_clear(k);
    return ok;
}

static bool bound_value(fmpz_t out, struct summing *s, const struct expr *x)
{
    struct ball_point at = s->at;
    acb_t v;
    bool ok;

    acb_init(v);
    at.n--;
    ok = ball_value(v, x, &at, 1200, s->w) && acb_is_exact(v) &&
         acb_is_real(v) && arb_get_unique_fmpz(out, acb_realref(v));
    acb_clear(v);
    return ok;
}

static bool sum_value(acb_t out, struct summing *s, bool *certified,
                      const char **why)
{
    const struct expr *node = s->sum->node;
    bool endless = expr_infinity(node->args[3]) > 0, ok;
    fmpz_t from, to, n;

    fmpz_init(from);
    fmpz_init(to);
    fmpz_init(n);
    *why = "a bound of the sum is no integer there";
    ok = bound_value(from, s, node->args[2]) &&
         (endless || bound_value(to, s, node->args[3]));
    if (ok) {
        *why = "no method can compute this sum";
        fmpz_sub(n, to, from);
        fmpz_add_ui(n, n, 1);
        acb_zero(out);
        if (!endless && fmpz_sgn(n) < 0)
            fmpz_zero(n);
        if (!endless && fmpz_cmp_si(n, DIRECT) <= 0)
            ok = sum_add_terms(out, s, from, fmpz_get_si(n));
        else {
            *certified = false;
            ok = sum_long(out, s, from, endless ? NULL : to);
            /* Terms with jumps or factorials: as long as it is cheap. */
            if (!ok && !endless && fmpz_cmp_si(n, 16 * DIRECT) <= 0) {
                acb_zero(out);
                *certified = true;
                ok = sum_add_terms(out, s, from, fmpz_get_si(n));
            }
        }
    }
    if (ok && node->op == EXPR_PRODUCT)
        acb_exp(out, out, s->bits);
    fmpz_clear(from);
    fmpz_clear(to);
    fmpz_clear(n);
    return ok && acb_is_finite(out);
}

/* ---- the object ---- */

static bool sum_object_values(struct object *o, const struct object_query *q,
                              struct object_value *out, struct work *w,
                              const char **why)
{
    const struct sums *sums = o->own;
    struct arena a = { 0 };
    struct ball_point at = *q->at;
    bool ok = true;

    at.thorough = true;
    out->certified = true;
    for (size_t i = 0; i < sums->n && ok; i++) {
        struct summing s = {
            .sum = &sums->sum[i], .at = at, .bits = q->bits + 40, .w = w
        };

        s.index = expression_extend(&a, &s.at, &s.sum->name, 1);
        ok = sum_value(expression_extend(&a, &at, &sums->place[i], 1), &s,
                       &out->certified, why);
    }
    if (ok) {
        ok = ball_value(out->value, sums->rest, &at, q->bits + 24, w);
        *why = "the sum has no value there";
    }
    arena_clear(&a);
    return ok;
}

const struct object_kind object_sum = { .read = sum_read,
                                        .values = sum_object_values };
