/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two formulas at points. A point counts where both sides have real values;
 * complex values count only when the first side, the key, is real nowhere. At
 * a point the precision is doubled until the two balls are apart, which
 * proves the formulas different, or agree to DECIDE_DIGITS digits.
 */
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/ball/points.h"
#include "math/decide/decide_int.h"

#include "base/str.h"

#include <string.h>

#define GLANCE_POINTS 2
#define GLANCE_BITS   64
#define BITS_FIRST    128
#define BITS_LAST     1024
#define AGREE_BITS    106 /* 32 digits */
#define SUM_POINTS    16  /* points that reach large values */
#define INTEGERS      10  /* whole points that must agree in their place */
#define NOWHERE       20  /* points after which a key is taken for complex */
#define KEPT_MOST     8   /* constant integrals that are kept */
#define DOMAIN_POINTS 8 /* at which equal formulas are asked where they live */
#define SURE_BITS     2048   /* at a few points, to see very small terms */
#define POINT_WORK    80000  /* units for one point */
#define DEAR_MOST     2      /* points dearer than that, and none cheaper */
#define KEPT_WORK     150000 /* units for a constant integral */
#define SURE_WORK     40000  /* units for that; more where nothing was clear */
#define DEPENDS_WORK  180000 /* units to see that a symbol matters */
#define ALIEN_WORK    60000  /* units for formulas with different symbols */

enum meeting {
    MEET_AGREE,
    MEET_FAINT, /* they agree, but a part of one is too small to be seen */
    MEET_DIFFER,
    MEET_GAP,    /* they differ, but one may have no real value here */
    MEET_ONLY_X, /* x has a real value here, y has none */
    MEET_ONLY_Y,
    MEET_NEITHER,
    MEET_UNKNOWN
};

struct table {
    const struct decide_question *q;
    const char *const *names;
    size_t n;
    acb_ptr values;
    acb_t x, y;
    unsigned agree, only_x, only_y, neither, unknown;
    unsigned clear; /* points at which they agree and no part is too small */
    unsigned gaps;
    bool broken_off; /* one holds a finite sum */
    unsigned dear;   /* points that cost more than their share */
    /* Where i itself is written, a real value may come of complex parts, and
     * complex values are meant; elsewhere sqrt(x)^2 has no real value at
     * x = -1. */
    bool imaginary_x, imaginary_y;
    struct ball_kept kept[KEPT_MOST]; /* constant integrals */
    size_t kept_n;
};

static void point_set_point(struct table *t, unsigned k)
{
    fmpq_t v;

    fmpq_init(v);
    for (size_t i = 0; i < t->n; i++) {
        points_value(v, (struct points_symbol){ t->names[i], (unsigned)i }, k,
                     t->q->opt->seed, t->q->opt->positive);
        /* Dyadic: the division by a power of two is exact. */
        acb_set_fmpz(t->values + i, fmpq_numref(v));
        acb_mul_2exp_si(t->values + i, t->values + i,
                        -(slong)fmpz_flog_ui(fmpq_denref(v), 2));
    }
    fmpq_clear(v);
}

static enum ball point_eval(struct table *t, acb_t out, const struct expr *x,
                            slong bits, struct ball_notes *notes)
{
    struct ball_point at = { .names = t->names,
                             .values = t->values,
                             .n = t->n,
                             .log10 = t->q->opt->log10,
                             .notes = notes,
                             .kept = t->kept,
                             .kept_n = t->kept_n };

    *notes = (struct ball_notes){ 0 };
    return ball_eval(out, x, &at, bits, t->q->work);
}

/* The distance of two overlapping balls is below 2^-AGREE_BITS of the value,
 * or of 1 when the value may be zero. */
static bool tight(const struct table *t)
{
    mag_t size, gap;
    acb_t d;
    bool yes;

    acb_init(d);
    mag_init(size);
    mag_init(gap);
    acb_sub(d, t->x, t->y, 2 * BITS_LAST);
    acb_get_mag(gap, d);
    acb_get_mag_lower(size, t->x);
    if (mag_is_zero(size)) {
        /* Zero, or a difference of equal things: ask for far more. */
        mag_one(size);
        mag_mul_2exp_si(gap, gap, 3 * AGREE_BITS);
    }
    mag_mul_2exp_si(gap, gap, AGREE_BITS);
    yes = mag_cmp(gap, size) <= 0;
    mag_clear(size);
    mag_clear(gap);
    acb_clear(d);
    return yes;
}

/* Returns 1 if z is real, 0 if it is not or is undefined, and -1 if this
 * precision leaves it open. */
static int point_is_real(const acb_t z, enum ball found, int left_reals)
{
    if (found == BALL_UNDEFINED || left_reals == 2)
        return 0;
    if (found != BALL_VALUE || left_reals == 1)
        return -1;
    if (acb_is_real(z))
        return 1;
    return arb_contains_zero(acb_imagref(z)) ? -1 : 0;
}

/* What the values at this precision say; MEET_UNKNOWN and MEET_GAP ask for
 * more. Two values that are apart differ if each of them is real, or is of a
 * side that speaks of complex numbers. */
static enum meeting meet_at(struct table *t, slong bits, bool complex)
{
    struct ball_notes nx, ny;
    enum ball fx = point_eval(t, t->x, t->q->x, bits, &nx);
    enum ball fy = point_eval(t, t->y, t->q->y, bits, &ny);
    int rx = point_is_real(t->x, fx, t->imaginary_x ? 0 : nx.left_reals);
    int ry = point_is_real(t->y, fy, t->imaginary_y ? 0 : ny.left_reals);
    bool both = fx == BALL_VALUE && fy == BALL_VALUE;
    bool apart = both && !acb_overlaps(t->x, t->y);

    if ((nx.left_out && fx == BALL_UNDEFINED && ry == 1) ||
        (ny.left_out && fy == BALL_UNDEFINED && rx == 1))
        return MEET_DIFFER;
    if (complex && both)
        rx = ry = 1;
    if (apart && (rx == 1 || t->imaginary_x) && (ry == 1 || t->imaginary_y))
        return MEET_DIFFER;
    if (rx == 0 && ry == 0)
        return MEET_NEITHER;
    if (rx == 1 && ry == 0)
        return MEET_ONLY_X;
    if (rx == 0 && ry == 1)
        return MEET_ONLY_Y;
    if (!both || apart || !tight(t))
        return apart ? MEET_GAP : MEET_UNKNOWN;
    return nx.lost || ny.lost ? MEET_FAINT : MEET_AGREE;
}

/* One side is known and smaller than all the digits that may be asked for,
 * the other is a difference of large things: more digits will not do. */
static bool hopeless(const struct table *t)
{
    const acb_struct *z[] = { t->x, t->y };
    bool out = false;

    for (int i = 0; i < 2; i++) {
        mag_t m;

        mag_init(m);
        acb_get_mag(m, z[i]);
        out |= acb_rel_accuracy_bits(z[i]) > 32 &&
               mag_cmp_2exp_si(m, -BITS_LAST) < 0;
        mag_clear(m);
    }
    return out;
}

/* Put aside a share of the work left for one task. */
static struct work point_share(const struct work *all, uint64_t most)
{
    uint64_t left = all->limit - all->used;

    return (struct work){ 0, left < most ? left : most, NULL };
}

/* A point that costs too much (an integral beside a pole), or meets a ceiling
 * of its own (a large argument), is passed over: that is no news about the
 * others. */
static enum meeting point_meet(struct table *t, unsigned k, bool complex)
{
    const struct decide_question *asked = t->q;
    struct work own = point_share(asked->work, POINT_WORK);
    struct decide_question q = *asked;
    enum meeting m = MEET_UNKNOWN;

    q.work = &own;
    t->q = &q;
    point_set_point(t, k);
    for (slong bits = BITS_FIRST; bits <= BITS_LAST; bits *= 2) {
        m = meet_at(t, bits, complex);
        if ((m != MEET_UNKNOWN && m != MEET_GAP) || own.ceiling || hopeless(t))
            break;
    }
    t->dear += m == MEET_UNKNOWN && own.used >= own.limit;
    t->q = asked;
    (void)work_spend(asked->work, own.used);
    return m;
}

/* Look again with many digits: a term like e^{-500x} hides below the first
 * thirty. Returns false if the two are proved different after all. */
static bool survives(struct table *t, unsigned from, bool complex)
{
    static const unsigned sure_points[] = { 0, 4, 8 };
    const struct decide_question *asked = t->q;
    struct work own =
        point_share(asked->work, t->clear > 0 ? SURE_WORK : 10 * SURE_WORK);
    struct decide_question q = *asked;
    bool differ = false;

    q.work = &own;
    t->q = &q;
    for (unsigned i = 0; i < 6 && !differ && !own.ceiling; i++) {
        enum meeting m;

        point_set_point(t, from + sure_points[i % 3]);
        m = meet_at(t, i < 3 ? SURE_BITS / 4 : SURE_BITS, complex);
        differ = m == MEET_DIFFER;
        t->clear += m == MEET_AGREE;
    }
    /* Where so many digits are too dear (integrals), the first ones stand. */
    asked->work->used += own.used;
    t->q = asked;
    return !differ;
}

static const char *witness(struct table *t)
{
    struct arena *a = t->q->arena;
    struct str s = str_in(a);

    for (size_t i = 0; i < t->n; i++)
        str_addf(&s, "%s%s = %s", i ? ", " : "at ", t->names[i],
                 decide_shown(a, t->values + i));
    str_addf(&s, ": %s and %s", decide_shown(a, t->x), decide_shown(a, t->y));
    return str_get(&s);
}

static enum decide_domain point_domain(const struct table *t)
{
    if (t->only_x && t->only_y)
        return DOMAIN_BOTH;
    if (t->only_x)
        return DOMAIN_SMALLER_Y;
    return t->only_y ? DOMAIN_SMALLER_X : DOMAIN_SAME;
}

/* Walk points from..to until `want` agree. Returns true if a difference was
 * proved. */
static bool point_walk(struct table *t, unsigned from, unsigned to,
                       unsigned want, bool complex, struct decision *d)
{
    for (unsigned k = from; k < to && t->agree < want; k++) {
        enum meeting m = point_meet(t, k, complex);

        if (t->q->work->used >= t->q->work->limit ||
            (t->dear >= DEAR_MOST && t->agree == 0))
            return work_refuse(t->q->work, "work");
        /* The key is real nowhere in sight: complex values are next. */
        if (!complex && k == NOWHERE && t->agree + t->only_x == 0 &&
            (m == MEET_NEITHER || m == MEET_ONLY_Y || m == MEET_UNKNOWN))
            return false;
        if (m == MEET_DIFFER) {
            *d = decided(TRUTH_NO, "balls", "their values differ at a point");
            d->witness = witness(t);
            return true;
        }
        t->agree += m == MEET_AGREE || m == MEET_FAINT;
        t->clear += m == MEET_AGREE;
        t->gaps += m == MEET_GAP;
        t->only_x += m == MEET_ONLY_X;
        t->only_y += m == MEET_ONLY_Y;
        t->neither += m == MEET_NEITHER;
        t->unknown += m == MEET_UNKNOWN;
    }
    if (t->agree < want && t->agree < DECIDE_POINTS)
        return false;
    if (t->broken_off)
        t->clear = 0; /* what was left out shows in many digits alone */
    if (survives(t, from, complex))
        return false;
    *d = decided(TRUTH_NO, "balls", "their values differ at a point");
    d->witness = witness(t);
    return true;
}

/* Most different formulas are seen to be at first sight: a few points with
 * few digits, before an integral is worked out to many. */
static bool glance(struct table *t, struct decision *d)
{
    uint64_t before = t->q->work->used;

    for (unsigned k = 0; k < GLANCE_POINTS; k++) {
        enum meeting m;

        if (t->q->work->used - before > POINT_WORK)
            break; /* that is no glance */
        point_set_point(t, k);
        m = meet_at(t, GLANCE_BITS, false);
        if (t->q->work->used < t->q->work->limit)
            t->q->work->ceiling = NULL;
        if (m != MEET_DIFFER)
            continue;
        *d = decided(TRUTH_NO, "balls", "their values differ at a point");
        d->witness = witness(t);
        return true;
    }
    return false;
}

static bool is_whole_symbol(const struct expr *x)
{
    return x->op == EXPR_SYMBOL && points_whole(x->name);
}

static bool point_is_pi(const struct expr *x)
{
    return expr_is_constant(x, CONSTANT_PI);
}

static bool makes_fractions(const struct expr *x)
{
    return x->op == EXPR_DIV || x->op == EXPR_CALL || x->op == EXPR_POW ||
           (x->op == EXPR_NUMBER &&
            !fmpz_is_one(fmpq_denref(x->number->value)));
}

/* Has the node a meaning for whole numbers alone, and does it hold a symbol
 * that may be one? */
static bool demands_whole(const struct expr *x)
{
    switch (x->op) {
    case EXPR_SUM:
    case EXPR_PRODUCT:
        return expr_any(x->args[2], is_whole_symbol) ||
               expr_any(x->args[3], is_whole_symbol);
    case EXPR_FACTORIAL:
    case EXPR_MOD: return expr_any(x, is_whole_symbol);
    case EXPR_POW:
        return expr_any(x->args[1], is_whole_symbol) &&
               (x->args[0]->op == EXPR_NEG ||
                (x->args[0]->op == EXPR_NUMBER &&
                 fmpq_sgn(x->args[0]->number->value) < 0));
    case EXPR_CALL:
        return (x->function->id == FN_BINOM || x->function->id == FN_GCD ||
                x->function->id == FN_LCM) &&
               expr_any(x, is_whole_symbol);
    default: return false;
    }
}

/* Has the node values everywhere, but better ones for whole numbers: cos(n
 * pi), a floor of n/2? A floor of n alone says that n is not whole. */
static bool suggests_whole(const struct expr *x)
{
    if (x->op != EXPR_CALL || !expr_any(x, is_whole_symbol))
        return false;
    switch (x->function->id) {
    case FN_FLOOR:
    case FN_CEIL: return expr_any(x->args[0], makes_fractions);
    case FN_SIN:
    case FN_COS: return expr_any(x, point_is_pi);
    default: return false;
    }
}

/* (-1)^n and cos(n pi) are the same for whole n, which is what n means
 * there. */
static bool whole_numbers(const struct table *t)
{
    const struct expr *x = t->q->x, *y = t->q->y;
    bool any = false;

    for (size_t i = 0; i < t->n; i++)
        any |= points_whole(t->names[i]);
    return any &&
           (expr_any(x, demands_whole) || expr_any(y, demands_whole) ||
            (expr_any(x, suggests_whole) && expr_any(y, suggests_whole)));
}

/* They agree at points. A yes needs one of them at which every part of both
 * is seen, and no point where they are apart but one may not be real. */
static struct decision conclude(struct table *t, const char *by)
{
    struct decision d = decided(TRUTH_YES, by, NULL);
    const char *where[] = { t->neither ? ", where both are real" : "",
                            ", where the answer is real",
                            ", where the key is real",
                            ", where both are real" };

    if (t->clear == 0)
        return decided(TRUTH_UNKNOWN, by,
                       "they agree only at points where a part of one of "
                       "them is too small to matter");
    if (t->gaps > 0)
        return decided(TRUTH_UNKNOWN, by,
                       "they differ at a point where one of them may have no "
                       "real value");
    d.domain = point_domain(t);
    d.agreement = true;
    d.why = arena_printf(t->q->arena, "they agree to %d digits at %u points%s",
                         DECIDE_DIGITS, t->agree, where[d.domain]);
    return d;
}

/* Can the constant integrals be had at all? They are worked out once. */
static bool can_keep(struct table *t)
{
    const struct decide_question *asked = t->q;
    struct decide_question q = *asked;
    bool can = true;

    for (size_t i = 0; i < t->kept_n && can; i++) {
        struct work own = point_share(asked->work, KEPT_WORK);
        struct ball_notes notes;

        q.work = &own;
        t->q = &q;
        can = point_eval(t, t->x, t->kept[i].x, GLANCE_BITS, &notes) <
                  BALL_UNKNOWN ||
              point_eval(t, t->x, t->kept[i].x, BITS_FIRST, &notes) <
                  BALL_UNKNOWN;
        t->q = asked;
        (void)work_spend(asked->work, own.used);
    }
    return can;
}

/* A sum that was broken off shows it far from zero. */
static bool is_finite_sum(const struct expr *x)
{
    return (x->op == EXPR_SUM || x->op == EXPR_PRODUCT) &&
           x->args[3]->op == EXPR_NUMBER;
}

/* The real line first; whole numbers where the formula asks for them; complex
 * values where the key is never real. */
static struct decision by_table(struct table *t)
{
    struct decision d = decided(TRUTH_UNKNOWN, "balls",
                                "could not compare the values"),
                    no;
    unsigned want =
        expr_any(t->q->x, is_finite_sum) || expr_any(t->q->y, is_finite_sum)
            ? SUM_POINTS
            : DECIDE_POINTS;
    bool differ;

    if (!can_keep(t))
        return decided(TRUTH_UNKNOWN, "balls", "could not compute an integral");
    differ = glance(t, &d) || point_walk(t, 0, POINTS_REAL, want, false, &d);

    if (!differ && t->agree >= DECIDE_POINTS)
        return conclude(t, "balls");
    if (t->q->work->ceiling)
        return d;
    no = d;
    if (whole_numbers(t)) {
        t->agree = t->only_x = t->only_y = t->clear = t->gaps = 0;
        if (!point_walk(t, POINTS_REAL, POINTS_ALL, INTEGERS, false, &d) &&
            t->agree >= INTEGERS)
            return conclude(t, "whole numbers");
        return differ ? no : d;
    }
    if (differ)
        return no;
    /* Where it could not be computed nobody knows whether it is. */
    if (t->agree == 0 && t->only_x == 0 &&
        t->unknown <= t->neither + t->only_y) {
        t->only_y = t->clear = t->gaps = 0;
        if (point_walk(t, 0, POINTS_REAL, DECIDE_POINTS, true, &d))
            return d;
        if (t->agree >= DECIDE_POINTS)
            return conclude(t, "complex balls");
    }
    if (t->agree == 0 && t->only_x > 0 && t->only_x + t->neither > 4) {
        d = decided(TRUTH_NO, "balls",
                    "the answer has no real value where the key has one");
        return d;
    }
    d.why = arena_printf(t->q->arena,
                         "they agree at %u points, which is too few to decide",
                         t->agree);
    return d;
}

static bool point_is_integral(const struct expr *x)
{
    return x->op == EXPR_INTEGRAL;
}

static bool is_imaginary_unit(const struct expr *x)
{
    return expr_is_constant(x, CONSTANT_I);
}

/* Integrals without free symbols, to be worked out once. */
static void point_keep(struct table *t, const struct expr *x)
{
    const char *const *names;

    if (x->op == EXPR_INTEGRAL && t->kept_n < KEPT_MOST &&
        expr_symbols(t->q->arena, x, &names) == 0) {
        struct ball_kept *k = &t->kept[t->kept_n++];

        *k = (struct ball_kept){ .x = x };
        acb_init(k->value);
        return;
    }
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && expr_any(x->args[i], point_is_integral))
            point_keep(t, x->args[i]);
}

static void table_open(struct table *t, const struct decide_question *q,
                       const char *const *names, size_t n)
{
    *t = (struct table){ .q = q, .names = names, .n = n };
    t->imaginary_x = expr_any(q->x, is_imaginary_unit);
    t->imaginary_y = expr_any(q->y, is_imaginary_unit);
    t->broken_off =
        expr_any(q->x, is_finite_sum) || expr_any(q->y, is_finite_sum);
    t->values = _acb_vec_init((slong)n);
    acbs_init(t->x, t->y, NULL);
    point_keep(t, q->x);
    point_keep(t, q->y);
}

static void table_close(struct table *t)
{
    for (size_t i = 0; i < t->kept_n; i++)
        acb_clear(t->kept[i].value);
    acbs_clear(t->x, t->y, NULL);
    _acb_vec_clear(t->values, (slong)t->n);
}

/* Formulas with different symbols are hardly ever equal: that is worth a
 * look, not all there is. */
struct decision decide_at_points(const struct decide_question *q,
                                 const char *const *names, size_t n, bool alien)
{
    struct work own = *q->work;
    struct decide_question look = *q;
    struct decision d;
    struct table t;

    if (alien && own.limit - own.used > ALIEN_WORK)
        own.limit = own.used + ALIEN_WORK;
    look.work = &own;
    table_open(&t, &look, names, n);
    d = by_table(&t);
    table_close(&t);
    q->work->used = own.used;
    if (!alien || d.equal == TRUTH_UNKNOWN)
        q->work->ceiling = own.ceiling;
    return d;
}

bool decide_has_value(struct arena *a, const struct expr *x, struct work *w)
{
    static const struct decide_options plain;
    struct decide_question q = { a, x, x, &plain, w };
    const char *const *names;
    size_t n = expr_symbols(a, x, &names);
    struct ball_notes notes;
    struct table t;
    bool has;

    table_open(&t, &q, names, n);
    point_set_point(&t, 0);
    has = point_eval(&t, t.x, x, GLANCE_BITS, &notes) != BALL_LIMIT;
    table_close(&t);
    return has;
}

enum decide_domain decide_domains(const struct decide_question *q,
                                  const char *const *names, size_t n)
{
    struct table t;

    table_open(&t, q, names, n);
    for (unsigned k = 0; k < DOMAIN_POINTS; k++) {
        enum meeting m;

        point_set_point(&t, k);
        m = meet_at(&t, BITS_FIRST, false);
        t.only_x += m == MEET_ONLY_X;
        t.only_y += m == MEET_ONLY_Y;
    }
    table_close(&t);
    return point_domain(&t);
}

bool decide_depends(const struct decide_question *q, const struct expr *x,
                    const char *const *names, size_t n, const char *symbol)
{
    struct decide_question own = *q;
    struct work w = point_share(q->work, DEPENDS_WORK);
    struct table t;
    bool apart = false;
    struct ball_notes notes;

    own.work = &w;
    own.x = own.y = x;
    table_open(&t, &own, names, n);
    for (unsigned k = 0; k < 3 && !apart; k++) {
        point_set_point(&t, k);
        if (point_eval(&t, t.x, x, GLANCE_BITS, &notes) != BALL_VALUE)
            continue;
        for (size_t i = 0; i < n; i++)
            if (strcmp(names[i], symbol) == 0)
                acb_mul_2exp_si(t.values + i, t.values + i, 1);
        apart = point_eval(&t, t.y, x, GLANCE_BITS, &notes) == BALL_VALUE &&
                !acb_overlaps(t.x, t.y);
    }
    table_close(&t);
    q->work->used += w.used;
    return apart;
}

const char *decide_shown(struct arena *a, const acb_t z)
{
    char *re = arb_get_str(acb_realref(z), 8, ARB_STR_NO_RADIUS);
    char *im = arb_get_str(acb_imagref(z), 8, ARB_STR_NO_RADIUS);
    const char *shown = acb_is_real(z) ? arena_strdup(a, re)
                                       : arena_printf(a, "%s + %si", re, im);

    flint_free(re);
    flint_free(im);
    return shown;
}
