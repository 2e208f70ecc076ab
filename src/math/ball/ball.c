/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ball evaluation of trees: arithmetic, names, conditions and the price of
 * it all. Each node pays at least two units, so that shared subtrees, which
 * make a tree exponentially larger than its memory, are bounded too.
 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

#include "base/limits.h"
#include "math/exact/exact.h"
#include "math/tree/differentiate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exponents of values are kept below 2^EXPONENT_BITS: even an exact sum of
 * the largest and the smallest then takes no more than a megabyte. */
#define EXPONENT_BITS 21

/* Bits of the precision that may be lost to rounding before a part counts as
 * too small to be seen. */
#define LOST_MARGIN 24

/* ---- paying and refusing ---- */

bool ball_spend(struct ball_run *c, uint64_t units)
{
    if (work_spend(c->w, units))
        return true;
    c->stopped = true;
    return false;
}

bool ball_pay(struct ball_run *c, uint64_t units)
{
    return ball_spend(c, (units * c->scale + 15) / 16);
}

enum ball ball_refuse(struct ball_run *c, const char *ceiling)
{
    c->refused = true;
    if (c->quiet)
        return BALL_UNKNOWN;
    work_refuse(c->w, ceiling);
    c->stopped = true;
    return BALL_LIMIT;
}

enum ball ball_failed(const struct ball_run *c)
{
    return c->stopped ? BALL_LIMIT : BALL_UNKNOWN;
}

bool ball_rational(fmpq_t out, const struct expr *x, struct ball_run *c)
{
    uint64_t left = c->w->limit - c->w->used;
    struct work w = { .limit = left < 20000 ? left : 20000 };
    bool is = exact_rational(out, x, &w) == EXACT_VALUE;

    return ball_spend(c, w.used) && is;
}

void ball_precision(struct ball_run *c, slong bits)
{
    uint64_t b;

    if (bits < 32)
        bits = 32;
    if (bits > LIMIT_BALL_BITS)
        bits = LIMIT_BALL_BITS;
    b = (uint64_t)bits;
    c->bits = bits;
    /* Measured: linear at first, then towards quadratic. */
    c->scale = 8 + b / 16 + b * b / 8192;
}

enum ball ball_finite(const acb_t z)
{
    return acb_is_finite(z) ? BALL_VALUE : BALL_UNKNOWN;
}

bool ball_below(const acb_t z, slong e)
{
    mag_t m;
    bool below;

    mag_init(m);
    acb_get_mag(m, z);
    below = mag_cmp_2exp_si(m, e) < 0;
    mag_clear(m);
    return below;
}

bool ball_mid_below(const acb_t z, slong e)
{
    return arf_cmpabs_2exp_si(arb_midref(acb_realref(z)), e) < 0 &&
           arf_cmpabs_2exp_si(arb_midref(acb_imagref(z)), e) < 0;
}

enum ball ball_bounded(const acb_t z, slong e, struct ball_run *c)
{
    if (!acb_is_finite(z))
        return BALL_UNKNOWN;
    if (!ball_mid_below(z, e))
        return ball_refuse(c, "argument");
    return ball_below(z, e) ? BALL_VALUE : BALL_UNKNOWN;
}

bool ball_get_integer(fmpz_t out, const acb_t z)
{
    if (!arb_is_zero(acb_imagref(z)) || !arb_is_int(acb_realref(z)) ||
        !ball_mid_below(z, 4096))
        return false;
    return arb_get_unique_fmpz(out, acb_realref(z));
}

/* Is the exponent of a midpoint or radius within +-2^EXPONENT_BITS? */
static bool exponent_fits(const arb_t x)
{
    const slong max = (slong)1 << EXPONENT_BITS;

    return fmpz_cmp_si(ARF_EXPREF(arb_midref(x)), max) < 0 &&
           fmpz_cmp_si(ARF_EXPREF(arb_midref(x)), -max) > 0 &&
           fmpz_cmp_si(MAG_EXPREF(arb_radref(x)), max) < 0 &&
           fmpz_cmp_si(MAG_EXPREF(arb_radref(x)), -2 * max) > 0;
}

/* ---- names and numbers ---- */

static enum ball symbol(acb_t out, const char *name, struct ball_run *c)
{
    for (const struct ball_bound *b = c->bound; b; b = b->next)
        if (strcmp(b->name, name) == 0) {
            c->touched |= b->analytic;
            acb_set_round(out, b->value, c->bits);
            return BALL_VALUE;
        }
    for (size_t i = 0; c->point && i < c->point->n; i++)
        if (strcmp(c->point->names[i], name) == 0) {
            acb_set_round(out, c->point->values + i, c->bits);
            return ball_finite(out);
        }
    return BALL_UNKNOWN;
}

static enum ball ball_constant(acb_t out, enum expr_constant id,
                               const struct ball_run *c)
{
    acb_zero(out);
    switch (id) {
    case CONSTANT_PI: arb_const_pi(acb_realref(out), c->bits); break;
    case CONSTANT_E: arb_const_e(acb_realref(out), c->bits); break;
    case CONSTANT_I: acb_onei(out); break;
    case CONSTANT_EULER_GAMMA:
        arb_const_euler(acb_realref(out), c->bits);
        break;
    case CONSTANT_INFINITY:
    case CONSTANT_UNDEFINED: return BALL_UNKNOWN;
    }
    return BALL_VALUE;
}

/* Widen x by half a unit of its last written place, 10^-places / 2. */
static void half_unit(arb_t x, int places, slong bits)
{
    arb_t unit;
    fmpz_t exponent;

    arb_init(unit);
    fmpz_init_set_si(exponent, -(slong)places);
    arb_set_ui(unit, 10);
    arb_pow_fmpz(unit, unit, exponent, bits);
    arb_mul_2exp_si(unit, unit, -1);
    arb_add_error(x, unit);
    fmpz_clear(exponent);
    arb_clear(unit);
}

static enum ball ball_number(acb_t out, const struct expr_number *n,
                             struct ball_run *c)
{
    uint64_t size =
        fmpz_bits(fmpq_numref(n->value)) + fmpz_bits(fmpq_denref(n->value));

    if (!ball_spend(c, size / 1024))
        return BALL_LIMIT;
    acb_set_fmpq(out, n->value, c->bits);
    if (c->point && c->point->rounded > 0 && n->decimal && !n->repeating &&
        n->digits >= c->point->rounded && abs(n->places) < 1000)
        half_unit(acb_realref(out), n->places, c->bits);
    return BALL_VALUE;
}

/* ---- notes ---- */

/* Where to note what is seen; NULL: nowhere. Under an integral sign the path
 * leaves the real line on purpose, and parts of the integrand fade away. */
static struct ball_notes *notes_of(const struct ball_run *c)
{
    return c->point && !c->bound ? c->point->notes : NULL;
}

void ball_note_lost(const acb_t part, const acb_t whole, struct ball_run *c)
{
    mag_t small, large;

    if (!notes_of(c) || notes_of(c)->lost || acb_is_zero(part))
        return;
    mag_init(small);
    mag_init(large);
    acb_get_mag(small, part);
    acb_get_mag_lower(large, whole);
    mag_mul_2exp_si(small, small, c->bits - LOST_MARGIN);
    notes_of(c)->lost = mag_cmp(small, large) < 0;
    mag_clear(small);
    mag_clear(large);
}

void ball_note_beside_one(const acb_t value, const acb_t arg,
                          struct ball_run *c)
{
    acb_t one, gap;

    if (!notes_of(c) || acb_contains_zero(arg))
        return;
    acbs_init(one, gap, NULL);
    acb_one(one);
    acb_sub(gap, value, one, c->bits);
    ball_note_lost(gap, one, c);
    acbs_clear(one, gap, NULL);
}

bool ball_is_small(const acb_t x)
{
    mag_t m;
    bool small;

    mag_init(m);
    acb_get_mag(m, x);
    small = mag_cmp_2exp_si(m, -1) < 0;
    mag_clear(m);
    return small;
}

/* A term beside the others. One that may be zero is none that is lost. */
static void note_term(const acb_t term, const acb_t others, struct ball_run *c)
{
    if (!acb_contains_zero(term))
        ball_note_lost(term, others, c);
}

/* ---- arithmetic ---- */

/* Two terms that are the same tree with opposite signs, so that x - x is an
 * exact 0 for an irrational x as well. */
static bool ball_cancels(const struct expr *x)
{
    const struct expr *a = x->args[0], *b = x->args[1];

    if (x->count != 2)
        return false;
    if (b->op == EXPR_NEG)
        return expr_same(a, b->args[0]);
    return a->op == EXPR_NEG && expr_same(a->args[0], b);
}

/* The arguments of a sum or product, one after the other. */
static enum ball ball_fold(acb_t out, const struct expr *x, struct ball_run *c)
{
    enum ball got = ball_node(out, x->args[0], c);
    acb_t t;

    acb_init(t);
    for (unsigned i = 1; i < x->count && got == BALL_VALUE; i++) {
        got = ball_node(t, x->args[i], c);
        if (got != BALL_VALUE)
            break;
        if (x->op == EXPR_ADD) {
            note_term(t, out, c);
            note_term(out, t, c);
            acb_add(out, out, t, c->bits);
        } else {
            acb_mul(out, out, t, c->bits);
        }
    }
    acb_clear(t);
    return got;
}

static enum ball ball_add(acb_t out, const struct expr *x, struct ball_run *c)
{
    enum ball got = ball_fold(out, x, c);

    if (got == BALL_VALUE && acb_contains_zero(out) && !acb_is_exact(out)) {
        if (!ball_spend(c, expr_size(x)))
            return BALL_LIMIT;
        if (ball_cancels(x))
            acb_zero(out);
    }
    return got;
}

static enum ball ball_divide(acb_t out, const struct expr *x,
                             struct ball_run *c)
{
    enum ball got;
    acb_t t;

    acb_init(t);
    got = ball_node(t, x->args[1], c);
    if (got == BALL_VALUE && acb_contains_zero(t))
        got = acb_is_zero(t) ? BALL_UNDEFINED : BALL_UNKNOWN;
    if (got == BALL_VALUE)
        got = ball_pay(c, 2) ? ball_node(out, x->args[0], c) : BALL_LIMIT;
    if (got == BALL_VALUE)
        acb_div(out, out, t, c->bits);
    acb_clear(t);
    return got;
}

/* a - b floor(a/b) of rationals, or of reals whose quotient is surely
 * between two integers. */
static enum ball modulo(acb_t out, const struct expr *x, struct ball_run *c)
{
    enum ball got;
    acb_t b, q;
    fmpq_t exact;

    fmpq_init(exact);
    if (ball_rational(exact, x, c)) {
        acb_set_fmpq(out, exact, c->bits);
        fmpq_clear(exact);
        return BALL_VALUE;
    }
    fmpq_clear(exact);
    acbs_init(b, q, NULL);
    got = ball_node(b, x->args[1], c);
    if (got == BALL_VALUE && acb_contains_zero(b))
        got = acb_is_zero(b) ? BALL_UNDEFINED : BALL_UNKNOWN;
    if (got == BALL_VALUE)
        got = ball_node(out, x->args[0], c);
    if (got == BALL_VALUE &&
        (c->touched || !acb_is_real(out) || !acb_is_real(b)))
        got = BALL_UNKNOWN;
    if (got == BALL_VALUE) {
        acb_div(q, out, b, c->bits);
        arb_floor(acb_realref(q), acb_realref(q), c->bits);
        got = acb_is_exact(q) ? BALL_VALUE : BALL_UNKNOWN;
        acb_submul(out, q, b, c->bits);
    }
    acbs_clear(b, q, NULL);
    return got;
}

/* ---- conditions ---- */

static enum truth ball_compare(enum relation rel, const acb_t x, const acb_t y)
{
    const arb_struct *a = acb_realref(x), *b = acb_realref(y);
    bool equal = acb_is_exact(x) && acb_equal(x, y);
    bool apart = !acb_overlaps(x, y);

    if (rel == RELATION_EQ)
        return equal ? TRUTH_YES : apart ? TRUTH_NO : TRUTH_UNKNOWN;
    if (rel == RELATION_NE)
        return equal ? TRUTH_NO : apart ? TRUTH_YES : TRUTH_UNKNOWN;
    if (!acb_is_real(x) || !acb_is_real(y))
        return TRUTH_UNKNOWN;
    switch (rel) {
    case RELATION_LT:
        return arb_lt(a, b)   ? TRUTH_YES
               : arb_ge(a, b) ? TRUTH_NO
                              : TRUTH_UNKNOWN;
    case RELATION_LE:
        return arb_le(a, b)   ? TRUTH_YES
               : arb_gt(a, b) ? TRUTH_NO
                              : TRUTH_UNKNOWN;
    case RELATION_GT: return ball_compare(RELATION_LT, y, x);
    case RELATION_GE: return ball_compare(RELATION_LE, y, x);
    default: return TRUTH_UNKNOWN;
    }
}

static enum truth ball_chain_holds(const struct expr *x, struct ball_run *c)
{
    enum truth all = TRUTH_YES;
    acb_t a, b;

    acbs_init(a, b, NULL);
    if (ball_node(a, x->args[0], c) != BALL_VALUE)
        all = TRUTH_UNKNOWN;
    for (unsigned i = 1; i < x->count && all == TRUTH_YES; i++) {
        if (ball_node(b, x->args[i], c) == BALL_VALUE)
            all = ball_compare(x->relations[i - 1], a, b);
        else
            all = TRUTH_UNKNOWN;
        acb_swap(a, b);
    }
    acbs_clear(a, b, NULL);
    return all;
}

static enum truth ball_holds(const struct expr *x, struct ball_run *c)
{
    enum truth stop = x->op == EXPR_AND ? TRUTH_NO : TRUTH_YES;
    enum truth all = x->op == EXPR_AND ? TRUTH_YES : TRUTH_NO;

    if (c->depth >= BALL_DEPTH_MAX || !ball_spend(c, 1))
        return TRUTH_UNKNOWN;
    if (x->op == EXPR_RELATION && x->count >= 2)
        return ball_chain_holds(x, c);
    if (x->op != EXPR_AND && x->op != EXPR_OR)
        return TRUTH_UNKNOWN;
    c->depth++;
    for (unsigned i = 0; i < x->count && all != stop; i++) {
        enum truth t = ball_holds(x->args[i], c);

        if (t == stop || t == TRUTH_UNKNOWN)
            all = t;
    }
    c->depth--;
    return all;
}

/* ---- the real view of analytic variables ---- */

#define BOUND_MAX 8

struct summary {
    struct ball_bound bound[BOUND_MAX];
    acb_struct value[BOUND_MAX];
    const struct ball_bound *saved;
    unsigned n;
    bool touched;
};

/* Begin to look at real parts. Returns false if too many names are bound. */
static bool view_open(struct summary *v, struct ball_run *c)
{
    unsigned n = 0;

    v->n = 0;
    for (const struct ball_bound *b = c->bound; b; b = b->next)
        n++;
    if (n > BOUND_MAX)
        return false;
    for (const struct ball_bound *b = c->bound; b; b = b->next) {
        struct ball_bound *to = v->bound + v->n;

        *to = *b;
        acb_init(v->value + v->n);
        acb_set(v->value + v->n, b->value);
        if (b->analytic)
            arb_zero(acb_imagref(v->value + v->n));
        to->value = v->value + v->n;
        to->analytic = false;
        to->next = b->next ? to + 1 : NULL;
        v->n++;
    }
    v->saved = c->bound;
    v->touched = c->touched;
    c->bound = n ? v->bound : NULL;
    return true;
}

static void view_close(struct summary *v, struct ball_run *c)
{
    for (unsigned i = 0; i < v->n; i++)
        acb_clear(v->value + i);
    c->bound = v->saved;
    c->touched = v->touched;
}

enum ball ball_on_reals(acb_t out, const struct expr *x, struct ball_run *c)
{
    struct summary v;
    enum ball got;

    if (!view_open(&v, c))
        return BALL_UNKNOWN;
    got = ball_node(out, x, c);
    view_close(&v, c);
    return got;
}

static bool is_analytic(const struct ball_run *c)
{
    for (const struct ball_bound *b = c->bound; b; b = b->next)
        if (b->analytic)
            return true;
    return false;
}

static enum truth holds_on_reals(const struct expr *x, struct ball_run *c)
{
    struct summary v;
    enum truth t;

    if (!is_analytic(c))
        return ball_holds(x, c);
    if (!view_open(&v, c))
        return TRUTH_UNKNOWN;
    t = ball_holds(x, c);
    view_close(&v, c);
    return t;
}

static enum ball ball_cases(acb_t out, const struct expr *x, struct ball_run *c)
{
    for (unsigned i = 0; i < x->count; i += 2) {
        const struct expr *condition = i + 1 < x->count ? x->args[i + 1] : NULL;
        enum truth t = condition ? holds_on_reals(condition, c) : TRUTH_YES;

        if (t == TRUTH_UNKNOWN)
            return ball_failed(c);
        if (t == TRUTH_YES)
            return ball_node(out, x->args[i], c);
    }
    if (notes_of(c))
        notes_of(c)->left_out = true;
    return BALL_UNDEFINED; /* no case applies */
}

/* ---- nodes ---- */

/* An integral, or the value that was kept of it. */
static enum ball math_ball_integral(acb_t out, const struct expr *x,
                                    struct ball_run *c)
{
    struct ball_kept *k = NULL;

    for (size_t i = 0; c->point && i < c->point->kept_n && !c->bound; i++)
        if (c->point->kept[i].x == x)
            k = &c->point->kept[i];
    if (!k)
        return ball_integral(out, x, c);
    if (k->bits != c->bits) {
        k->got = ball_integral(k->value, x, c);
        k->bits = k->got == BALL_LIMIT ? 0 : c->bits;
    }
    acb_set(out, k->value);
    return k->got;
}

static enum ball ball_derivative(acb_t out, const struct expr *x,
                                 struct ball_run *c)
{
    struct arena a = { 0 };
    const struct expr *d = NULL;
    enum ball got = BALL_UNKNOWN;

    /* dy/dx of a bare y is the derivative of an unknown function. */
    if (x->args[0]->op == EXPR_SYMBOL && x->args[1]->op == EXPR_SYMBOL &&
        strcmp(x->args[0]->name, x->args[1]->name) != 0)
        return BALL_UNKNOWN;
    if (x->args[1]->op == EXPR_SYMBOL && ball_spend(c, 2 * expr_size(x)))
        d = differentiate_times(&a, x->args[0], x->args[1]->name, x->degree,
                                c->w);
    if (d)
        got = ball_node(out, d, c);
    else
        got = ball_failed(c);
    arena_clear(&a);
    return got;
}

static enum ball ball_scaled(acb_t out, const struct expr *x,
                             struct ball_run *c)
{
    enum ball got = ball_node(out, x->args[0], c);
    arb_t pi;

    if (got != BALL_VALUE)
        return got;
    if (x->op == EXPR_PERCENT) {
        acb_div_ui(out, out, 100, c->bits);
        return got;
    }
    arb_init(pi);
    arb_const_pi(pi, c->bits);
    acb_mul_arb(out, out, pi, c->bits);
    acb_div_ui(out, out, 180, c->bits);
    arb_clear(pi);
    return got;
}

static enum ball math_ball_factorial(acb_t out, const struct expr *x,
                                     struct ball_run *c)
{
    enum ball got;
    acb_t of;

    acb_init(of);
    got = ball_node(of, x->args[0], c);
    if (got == BALL_VALUE)
        got = ball_factorial(out, of, x->degree, c);
    if (got == BALL_VALUE && ball_is_small(of))
        ball_note_beside_one(out, of, c);
    acb_clear(of);
    return got;
}

static enum ball ball_dispatch(acb_t out, const struct expr *x,
                               struct ball_run *c)
{ /* long: one line for each operator */
    enum ball got;

    switch (x->op) {
    case EXPR_NUMBER: return ball_number(out, x->number, c);
    case EXPR_SYMBOL: return symbol(out, x->name, c);
    case EXPR_CONSTANT: return ball_constant(out, x->constant, c);
    case EXPR_NEG:
        got = ball_node(out, x->args[0], c);
        if (got == BALL_VALUE)
            acb_neg(out, out);
        return got;
    case EXPR_ADD: return ball_add(out, x, c);
    case EXPR_MUL: return ball_fold(out, x, c);
    case EXPR_DIV: return ball_divide(out, x, c);
    case EXPR_POW: return ball_pow(out, x->args[0], x->args[1], c);
    case EXPR_FACTORIAL: return math_ball_factorial(out, x, c);
    case EXPR_CALL: return ball_call(out, x, c);
    case EXPR_SUM:
    case EXPR_PRODUCT: return ball_sum(out, x, c);
    case EXPR_INTEGRAL: return math_ball_integral(out, x, c);
    case EXPR_LIMIT: return ball_limit(out, x, c);
    case EXPR_DERIVATIVE: return ball_derivative(out, x, c);
    case EXPR_MOD: return modulo(out, x, c);
    case EXPR_PERCENT:
    case EXPR_DEGREE: return ball_scaled(out, x, c);
    case EXPR_CASES: return ball_cases(out, x, c);
    default: return BALL_UNKNOWN;
    }
}

enum ball ball_node(acb_t out, const struct expr *x, struct ball_run *c)
{
    enum ball got;

    if (c->depth >= BALL_DEPTH_MAX)
        return ball_refuse(c, "depth");
    if (!ball_pay(c, 2))
        return BALL_LIMIT;
    c->depth++;
    got = ball_dispatch(out, x, c);
    c->depth--;
    if (got != BALL_VALUE)
        return got;
    if (!acb_is_finite(out))
        return BALL_UNKNOWN;
    if (!exponent_fits(acb_realref(out)) || !exponent_fits(acb_imagref(out)))
        return ball_refuse(c, "exponent");
    /* Under an integral sign the path leaves the real line on purpose. */
    if (notes_of(c) && !acb_is_real(out) && notes_of(c)->left_reals < 2)
        notes_of(c)->left_reals = arb_contains_zero(acb_imagref(out)) ? 1 : 2;
    return got;
}

enum ball ball_eval(acb_t out, const struct expr *x,
                    const struct ball_point *point, slong bits, struct work *w)
{
    struct ball_run c = { .point = point, .w = w };
    enum ball got;

    ball_precision(&c, bits);
    got = ball_node(out, x, &c);
    if (got != BALL_VALUE)
        acb_indeterminate(out);
    return got;
}

bool ball_value(acb_t out, const struct expr *x, const struct ball_point *point,
                slong bits, struct work *w)
{
    return ball_eval(out, x, point, bits, w) == BALL_VALUE;
}

double ball_log2(const arb_t x)
{
    arf_t m;
    fmpz_t e;
    double v = -INFINITY;

    arf_init(m);
    fmpz_init(e);
    arf_frexp(m, e, arb_midref(x));
    if (!arf_is_special(arb_midref(x)))
        v = fmpz_get_d(e) + log2(fabs(arf_get_d(m, ARF_RND_NEAR)));
    else if (!arf_is_zero(arb_midref(x)))
        v = INFINITY;
    arf_clear(m);
    fmpz_clear(e);
    return v;
}

double ball_size(const acb_t z)
{
    double size;
    arb_t t;

    arb_init(t);
    acb_abs(t, z, 64);
    size = ball_log2(t);
    arb_clear(t);
    return size;
}

double ball_middle(const acb_t z)
{
    return arf_get_d(arb_midref(acb_realref(z)), ARF_RND_NEAR);
}
