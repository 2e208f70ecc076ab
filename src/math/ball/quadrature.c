/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finite sums and products term by term, and definite integrals by Arb's
 * adaptive Gauss-Legendre quadrature (Johansson, "Numerical integration in
 * arbitrary-precision ball arithmetic", ICMS 2018): rigorous as long as the
 * integrand refuses complex balls on which it is not analytic.
 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

#include "base/limits.h"
#include "math/ball/leading.h"

#define EVALS_MAX  20000   /* of one integrand */
#define CALL_UNITS 25      /* the least that one value of it costs */
#define DEPTH_MAX  256     /* bisections */
#define NESTED_MAX 3       /* integrals in integrals */
#define GOAL_BITS  108     /* wanted of an integral; more costs too much */
#define GOAL_MOST  640     /* wanted where relative precision is asked for */
#define SIZE_MOST  1300000 /* of an integral, in bits: near the ceiling of exp */
#define PASSES     3       /* each with a smaller tolerance, for the same */

/* ---- sums and products ---- */

/* An integer bound of a sum. */
static bool quadrature_bound(fmpz_t out, const struct expr *x,
                             struct ball_run *c)
{
    acb_t z;
    bool is;

    acb_init(z);
    is = ball_node(z, x, c) == BALL_VALUE && ball_get_integer(out, z);
    acb_clear(z);
    return is;
}

static enum ball quadrature_terms(acb_t out, const struct expr *x,
                                  const fmpz_t from, slong n,
                                  struct ball_run *c)
{
    struct ball_bound b = { .name = x->args[1]->name, .next = c->bound };
    enum ball got = BALL_VALUE;
    acb_t k, term;

    acbs_init(k, term, NULL);
    acb_set_fmpz(k, from);
    acb_set_si(out, x->op == EXPR_PRODUCT);
    b.value = k;
    c->bound = &b;
    for (slong i = 0; i < n && got == BALL_VALUE; i++) {
        got = ball_node(term, x->args[0], c);
        if (x->op == EXPR_PRODUCT)
            acb_mul(out, out, term, c->bits);
        else
            acb_add(out, out, term, c->bits);
        acb_add_ui(k, k, 1, c->bits);
    }
    c->bound = b.next;
    acbs_clear(k, term, NULL);
    return got;
}

enum ball ball_sum(acb_t out, const struct expr *x, struct ball_run *c)
{
    enum ball got = BALL_UNKNOWN;
    fmpz_t from, to, n;

    if (x->count != 4 || x->args[1]->op != EXPR_SYMBOL)
        return BALL_UNKNOWN;
    fmpz_init(from);
    fmpz_init(to);
    fmpz_init(n);
    if (x->op == EXPR_SUM && expr_infinity(x->args[3]) > 0 &&
        quadrature_bound(from, x->args[2], c) && fmpz_bits(from) < 12)
        got = ball_infinite_sum(out, x, fmpz_get_si(from), c);
    else if (!quadrature_bound(from, x->args[2], c) ||
             !quadrature_bound(to, x->args[3], c))
        got = ball_failed(c);
    else {
        fmpz_sub(n, to, from);
        fmpz_add_ui(n, n, 1);
        if (fmpz_cmp_ui(n, LIMIT_TERMS) > 0)
            got = ball_refuse(c, "terms");
        else if (fmpz_sgn(n) >= 0)
            got = quadrature_terms(out, x, from, fmpz_get_si(n), c);
    }
    fmpz_clear(from);
    fmpz_clear(to);
    fmpz_clear(n);
    return got;
}

/* ---- integrals ---- */

/* How the variable x of an integral depends on the t that is integrated. */
enum change {
    CHANGE_NONE,  /* x = t */
    CHANGE_ABOVE, /* x = a + e^t: singular at a, or towards infinity */
    CHANGE_BELOW  /* x = a - e^t */
};

struct integrand {
    const struct expr *body;
    struct ball_run *c;
    struct ball_bound bound;
    enum change change;
    acb_srcptr end; /* a */
    slong floor;    /* an absolute error of 2^-floor is small enough */
    bool force;     /* always ask for analyticity: a bound moves */
    bool real;      /* the path is real, and so is t but for analyticity */
    bool refused;   /* its values are too large or too small somewhere */
};

/* dx and x at t; NaN when e^t would be too large. */
static void substitute(acb_t x, acb_t dx, const acb_t t,
                       const struct integrand *g, slong bits)
{
    if (g->change == CHANGE_NONE) {
        acb_set(x, t);
        acb_one(dx);
        return;
    }
    if (!ball_below(t, 20)) {
        acb_indeterminate(x);
        return;
    }
    acb_exp(dx, t, bits);
    if (g->change == CHANGE_BELOW)
        acb_neg(dx, dx);
    acb_add(x, g->end, dx, bits);
}

static int integrand(acb_ptr out, const acb_t z, void *param, slong order,
                     slong prec)
{
    struct integrand *g = param;
    struct ball_run *c = g->c;
    enum ball got = BALL_UNKNOWN;
    acb_t t, x, dx;

    acbs_init(t, x, dx, NULL);
    ball_precision(c, prec);
    acb_set(t, z);
    if (order == 0 && g->real)
        arb_zero(acb_imagref(t));
    substitute(x, dx, t, g, c->bits);
    c->touched = false;
    g->bound.value = x;
    g->bound.analytic = order > 0 || g->force;
    if (!c->stopped && acb_is_finite(x) &&
        ball_pay(c, g->change == CHANGE_NONE ? CALL_UNITS : 120))
        got = ball_node(out, g->body, c);
    if (got == BALL_VALUE && g->change != CHANGE_NONE)
        acb_mul(out, out, dx, c->bits);
    if (got != BALL_VALUE)
        acb_indeterminate(out);
    acbs_clear(t, x, dx, NULL);
    return 0;
}

/* How many values of the integrand can still be paid for: Arb goes on asking
 * when they are refused, and its own steps cost as well. */
static slong evals_left(const struct ball_run *c)
{
    uint64_t left = (c->w->limit - c->w->used) / CALL_UNITS;
    uint64_t most = EVALS_MAX;

    /* In the outer one's wide balls the inner integral has no digits. */
    if (ball_is_thorough(c))
        most = c->nested > 1 ? EVALS_MAX / 16 : 50 * EVALS_MAX;

    return left < most ? (slong)left + 1 : (slong)most;
}

/* One stretch of t, with the integrand's name bound; out may be infinite. */
static void stretch(acb_t out, struct integrand *g, const acb_t from,
                    const acb_t to, slong goal)
{
    struct ball_run *c = g->c;
    slong bits = c->bits;
    acb_calc_integrate_opt_t options;
    mag_t tolerance;

    acb_calc_integrate_opt_init(options);
    options->eval_limit = evals_left(c);
    options->depth_limit = DEPTH_MAX;
    options->deg_limit = goal / 2 + 30;
    mag_init(tolerance);
    mag_set_ui_2exp_si(tolerance, 1, -g->floor);
    c->bound = &g->bound;
    /* The nodes of the rules, which Arb keeps for each thread. */
    if (ball_pay(c, 2000))
        acb_calc_integrate(out, integrand, g, from, to, goal, tolerance,
                           options, bits);
    else
        acb_indeterminate(out);
    ball_precision(c, bits);
    c->bound = g->bound.next;
    mag_clear(tolerance);
}

/* ---- ends ---- */

/* An end of the range: a real number or an infinity. */
struct end {
    acb_t at;
    int infinite;  /* -1, 1, or 0: finite */
    bool singular; /* the integrand has no value there */
};

static bool quadrature_is_infinity(const struct expr *x)
{
    return expr_is_constant(x, CONSTANT_INFINITY);
}

static enum ball quadrature_end_read(struct end *e, const struct expr *x,
                                     struct ball_run *c)
{
    enum ball got = BALL_VALUE;

    e->infinite = 0;
    e->singular = false;
    if (quadrature_is_infinity(x))
        e->infinite = 1;
    else if (x->op == EXPR_NEG && quadrature_is_infinity(x->args[0]))
        e->infinite = -1;
    else
        got = ball_node(e->at, x, c);
    return got;
}

/* Has the integrand a value at the end itself? */
static bool quadrature_is_regular(struct integrand *g, const struct end *e)
{
    struct ball_run *c = g->c;
    enum ball got;
    acb_t v;

    if (e->infinite)
        return false;
    acb_init(v);
    g->bound.value = e->at;
    g->bound.analytic = false;
    c->bound = &g->bound;
    got = ball_node(v, g->body, c);
    c->bound = g->bound.next;
    acb_clear(v);
    return got == BALL_VALUE;
}

/* Bound the part within 2^-k of the end, or beyond 2^k. Returns false if its
 * bound is not small enough. */
static bool tail(acb_t out, struct integrand *g, const struct end *e, int side,
                 slong k)
{
    struct leading_end end = { .name = g->bound.name,
                               .at = e->infinite ? NULL : e->at,
                               .side = side,
                               .k = k };
    struct leading l;
    bool ok;

    leading_init(&l);
    ok = leading_expand(&l, g->body, &end, g->c) &&
         leading_tail(out, &l, &end, g->c->bits);
    leading_clear(&l);
    return ok && ball_below(out, -g->floor);
}

#define TAIL_PLAIN_MAX 7         /* ranges to 2^7 need no change of variable */
#define TAIL_MAX       1024      /* bits of the distance to an end */
#define TAIL_FAR       (1 << 19) /* where integrals may cost all the work */

/* Returns the smallest k, roughly, for which the tail is small enough, or 0 if
 * there is none. */
static slong tail_find(acb_t out, struct integrand *g, const struct end *e,
                       int side, slong goal)
{
    slong k = e->infinite ? 2 : goal / 2;
    slong most =
        ball_is_thorough(g->c) && g->c->nested <= 1 ? TAIL_FAR : TAIL_MAX;

    for (; k <= most; k += k < TAIL_PLAIN_MAX ? 1 : k / 5 + 1)
        if (tail(out, g, e, side, k))
            return k;
    return 0;
}

/* From the finite middle m to a difficult end, as a positive direction: the
 * caller gives the sign. x = at +- e^t, t from log 2^-k; or x = +-e^t. */
static bool to_end(acb_t out, struct integrand *g, const acb_t m,
                   const struct end *e, int side, slong goal)
{
    struct ball_run *c = g->c;
    slong bits = c->bits, k;
    acb_t rest, from, to, zero;
    bool ok = false;

    acbs_init(rest, from, to, zero, NULL);
    k = tail_find(rest, g, e, side, goal);
    if (k && e->infinite && k <= TAIL_PLAIN_MAX) {
        g->change = CHANGE_NONE;
        acb_set_si(to, side);
        acb_mul_2exp_si(to, to, k);
        /* Should the middle lie beyond 2^k, this is taken off the tail. */
        stretch(out, g, m, to, goal);
        if (side < 0)
            acb_neg(out, out);
        ok = true;
    } else if (k) {
        g->change = side > 0 ? CHANGE_ABOVE : CHANGE_BELOW;
        g->end = e->infinite ? zero : e->at;
        acb_sub(from, m, g->end, bits);
        if (side < 0)
            acb_neg(from, from);
        acb_log(from, from, bits);
        arb_const_log2(acb_realref(to), bits);
        acb_mul_si(to, to, e->infinite ? k : -k, bits);
        /* Differences from the end must keep their bits. */
        if (!e->infinite && !acb_is_zero(e->at))
            ball_precision(c, bits + k);
        if (acb_is_finite(from))
            stretch(out, g, from, to, goal);
        /* dx = +-e^t dt; out is taken from m outwards */
        ok = acb_is_finite(from);
        if (side < 0)
            acb_neg(out, out);
        if (!e->infinite)
            acb_neg(out, out);
        ball_precision(c, bits);
    }
    acb_add(out, out, rest, bits);
    acbs_clear(rest, from, to, zero, NULL);
    g->change = CHANGE_NONE;
    return ok && acb_is_finite(out);
}

/* A middle for the range: 0 or one off the finite end where one is infinite. */
static void quadrature_middle(acb_t m, const struct end *a, const struct end *b,
                              slong bits)
{
    if (!a->infinite && !b->infinite) {
        acb_add(m, a->at, b->at, bits);
        acb_mul_2exp_si(m, m, -1);
    } else if (!a->infinite)
        acb_add_ui(m, a->at, 1, bits);
    else if (!b->infinite)
        acb_sub_ui(m, b->at, 1, bits);
    else
        acb_zero(m);
    mag_zero(arb_radref(acb_realref(m)));
}

/* Halves from a middle, each up to an end that is regular or not. */
static bool halves(acb_t out, struct integrand *g, const struct end *a,
                   const struct end *b, slong goal)
{
    acb_t m, half, one, far;
    bool ok;

    acbs_init(m, half, one, far, NULL);
    quadrature_middle(m, a, b, g->c->bits);
    if (!a->singular) {
        stretch(out, g, a->at, m, goal);
        ok = true;
    } else if (a->infinite) {
        /* x = -e^t wants to begin below 0 */
        acb_set_si(far, -1);
        arb_min(acb_realref(far), acb_realref(far), acb_realref(m), g->c->bits);
        ok = to_end(out, g, far, a, -1, goal);
        stretch(half, g, far, m, goal);
        acb_add(out, out, half, g->c->bits);
    } else
        ok = to_end(out, g, m, a, 1, goal);
    if (ok && !b->singular)
        stretch(half, g, m, b->at, goal);
    else if (ok && b->infinite) {
        acb_set_si(far, 1);
        arb_max(acb_realref(far), acb_realref(far), acb_realref(m), g->c->bits);
        ok = to_end(half, g, far, b, 1, goal);
        stretch(one, g, m, far, goal);
        acb_add(half, half, one, g->c->bits);
    } else if (ok)
        ok = to_end(half, g, m, b, -1, goal);
    acb_add(out, out, half, g->c->bits);
    acbs_clear(m, half, one, far, NULL);
    return ok;
}

/* ---- the integral ---- */

/* Is a bound of the tail at an infinite end out of reach? Asked before the rest
 * is integrated for nothing. */
static bool is_endless(struct integrand *g, const struct end *e, int side)
{
    acb_t t;
    bool is;

    acb_init(t);
    is = e->infinite && !tail_find(t, g, e, side, 32);
    acb_clear(t);
    return is;
}

/* One try at these bits of relative precision, and at g->floor. */
static bool attempt(acb_t out, struct integrand *g, const struct end *a,
                    const struct end *b, slong goal)
{
    if (a->singular || b->singular)
        return g->real && halves(out, g, a, b, goal);
    stretch(out, g, a->at, b->at, goal);
    return true;
}

/* Does x lie in the range? */
static bool quadrature_is_inside(const struct end *a, const struct end *b,
                                 const acb_t x)
{
    return (a->infinite || arb_ge(acb_realref(x), acb_realref(a->at))) &&
           (b->infinite || arb_le(acb_realref(x), acb_realref(b->at)));
}

/* Raise *most to the exponent of |f(x) d|, for a stretch of length d at x. */
static void quadrature_look(slong *most, struct integrand *g, const acb_t x,
                            const acb_t d)
{
    struct ball_run *c = g->c;
    acb_t v;
    mag_t m;

    acb_init(v);
    mag_init(m);
    g->bound.value = x;
    g->bound.analytic = false;
    c->bound = &g->bound;
    c->refused = false;
    if (ball_node(v, g->body, c) != BALL_VALUE)
        g->refused |= c->refused;
    else {
        acb_mul(v, v, d, c->bits);
        acb_get_mag_lower(m, v);
        if (!mag_is_special(m) && fmpz_fits_si(MAG_EXPREF(m)) &&
            fmpz_get_si(MAG_EXPREF(m)) > *most)
            *most = fmpz_get_si(MAG_EXPREF(m));
    }
    c->bound = g->bound.next;
    mag_clear(m);
    acb_clear(v);
}

#define LOOK_OCTAVES 40

/* From an end, or from 0 where it is infinite, in octaves. */
static void look_octaves(slong *most, struct integrand *g, const struct end *e,
                         const struct end *other, int side)
{
    acb_t d, x;
    slong j = -LOOK_OCTAVES, to = 0;

    acbs_init(d, x, NULL);
    if (e->infinite || other->infinite)
        to = LOOK_OCTAVES;
    for (; j <= to; j++) {
        if (e->infinite || other->infinite)
            acb_one(d);
        else
            acb_sub(d, other->at, e->at, g->c->bits);
        acb_mul_2exp_si(d, d, j);
        if (e->infinite || other->infinite)
            acb_mul_si(d, d, side, g->c->bits);
        if (e->infinite)
            acb_neg(x, d);
        else
            acb_add(x, e->at, d, g->c->bits);
        if (quadrature_is_inside(side > 0 ? e : other, side > 0 ? other : e, x))
            quadrature_look(most, g, x, d);
    }
    acbs_clear(d, x, NULL);
}

/* Returns the binary exponent of a guess at the integral, from values of the
 * integrand; 0 if it has none. */
static slong quadrature_guess(struct integrand *g, const struct end *a,
                              const struct end *b)
{
    slong most = WORD_MIN;
    acb_t d, x;

    look_octaves(&most, g, a, b, 1);
    look_octaves(&most, g, b, a, -1);
    acbs_init(d, x, NULL);
    for (int i = 1; i < 32 && !a->infinite && !b->infinite; i++) {
        acb_sub(d, b->at, a->at, g->c->bits);
        acb_div_ui(d, d, 32, g->c->bits);
        acb_mul_si(x, d, i, g->c->bits);
        acb_add(x, x, a->at, g->c->bits);
        quadrature_look(&most, g, x, d);
    }
    acbs_clear(d, x, NULL);
    return most == WORD_MIN ? 0 : most;
}

/* To relative precision: what the first pass finds sets the tolerance of the
 * next. */
static bool quadrature_relative(acb_t out, struct integrand *g,
                                const struct end *a, const struct end *b,
                                slong goal)
{
    slong size = quadrature_guess(g, a, b), bits = g->c->bits;
    bool ok = false;
    mag_t m;

    g->floor = goal - size;
    /* Arb would go on and on where the integrand has no values. */
    if ((g->refused && !a->infinite && !b->infinite) ||
        g->floor > BALL_EXP_NOTHING || size > SIZE_MOST)
        return false;
    mag_init(m);
    for (int pass = 0; pass < PASSES && !g->c->stopped; pass++) {
        slong now;

        ok = attempt(out, g, a, b, goal);
        if (!ok || !acb_is_finite(out) || acb_rel_accuracy_bits(out) > goal - 8)
            break;
        acb_get_mag(m, out);
        if (mag_is_special(m) || !fmpz_fits_si(MAG_EXPREF(m)))
            break;
        now = goal - fmpz_get_si(MAG_EXPREF(m)) + 4;
        if (now > g->floor + GOAL_MOST)
            break;
        /* Parts that cancel need as many bits more; and where the tolerance
         * was missed, too many bits were lost. */
        if (now > g->floor + 4)
            bits += now - g->floor;
        else
            bits += goal + 40;
        g->floor = now > g->floor ? now : g->floor;
        ball_precision(g->c, bits);
    }
    mag_clear(m);
    return ok;
}

static slong goal_of(slong bits, const struct ball_run *c)
{
    slong goal = bits - 16;
    slong most = ball_is_thorough(c) && c->nested == 0 ? GOAL_MOST : GOAL_BITS;

    /* Constants are asked for at 256 bits and more, once: those are worth
     * their digits, as an integral that stops at 10 differs from one that
     * does not by e^{-100}. */
    if (goal > most && bits < 256)
        goal = most;
    return goal < 16 ? 16 : goal;
}

static enum ball quadrature_between(acb_t out, struct integrand *g,
                                    struct end *a, struct end *b,
                                    struct ball_run *c)
{
    slong bits = c->bits, goal = goal_of(bits, c);
    bool quiet = c->quiet, ok = true;
    bool thorough = ball_is_thorough(c) && c->nested == 0;

    c->quiet = true;
    c->nested++;
    ball_precision(c, goal + 20);
    a->singular = !quadrature_is_regular(g, a);
    b->singular = !quadrature_is_regular(g, b);
    if (goal > GOAL_BITS && !thorough &&
        (a->singular || b->singular || c->nested > 1)) {
        goal = GOAL_BITS; /* more costs too much there */
        ball_precision(c, goal + 20);
    }
    g->real = acb_is_real(a->at) && acb_is_real(b->at) && !g->force;
    g->floor = goal;
    if (thorough && (is_endless(g, a, -1) || is_endless(g, b, 1)))
        ok = false;
    else if (thorough && g->real)
        ok = quadrature_relative(out, g, a, b, goal);
    else
        ok = attempt(out, g, a, b, goal);
    ball_precision(c, bits);
    c->nested--;
    c->quiet = quiet;
    if (c->stopped)
        return BALL_LIMIT;
    return ok && acb_is_finite(out) ? BALL_VALUE : BALL_UNKNOWN;
}

/* Is a > b, so that the range is to be turned round? */
static bool is_backwards(const struct end *a, const struct end *b)
{
    if (a->infinite || b->infinite)
        return a->infinite > b->infinite;
    return acb_is_real(a->at) && acb_is_real(b->at) &&
           arb_gt(acb_realref(a->at), acb_realref(b->at));
}

enum ball ball_integral(acb_t out, const struct expr *x, struct ball_run *c)
{
    struct integrand g = { .body = x->args[0], .c = c };
    bool before = c->touched;
    struct end a, b;
    enum ball got;

    if (x->count != 4 || x->args[1]->op != EXPR_SYMBOL)
        return BALL_UNKNOWN;
    if (c->nested >= NESTED_MAX)
        return ball_refuse(c, "integrals");
    acbs_init(a.at, b.at, NULL);
    c->touched = false;
    got = quadrature_end_read(&a, x->args[2], c);
    if (got == BALL_VALUE)
        got = quadrature_end_read(&b, x->args[3], c);
    g.force = c->touched;
    g.bound.name = x->args[1]->name;
    g.bound.next = c->bound;
    if (got == BALL_VALUE && a.infinite && a.infinite == b.infinite)
        got = BALL_UNKNOWN;
    if (got == BALL_VALUE && is_backwards(&a, &b)) {
        got = quadrature_between(out, &g, &b, &a, c);
        acb_neg(out, out);
    } else if (got == BALL_VALUE)
        got = quadrature_between(out, &g, &a, &b, c);
    /* The body may have read any of the variables around it. */
    c->touched = before || g.force;
    for (const struct ball_bound *o = c->bound; o; o = o->next)
        c->touched |= o->analytic;
    acbs_clear(a.at, b.at, NULL);
    return got;
}
