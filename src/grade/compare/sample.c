/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/sample.h"

#include "math/ball/points.h"
#include "math/read/read.h"

#include <math.h>
#include <string.h>

#define BITS       2048 /* of sums like 1 - e^2, at the smallest e */
#define LOW_BITS   64
#define SETS_TRIED 24 /* values of the parameters that are tried */

static const double stretch[] = { 1.0 / 3, 0.5, 2.0 / 3, 1, 2 };
static const double steps[] = { 0.3, 1.1, 3.7 };
#define STRETCHES (sizeof(stretch) / sizeof(stretch[0]))
#define STEPS     (sizeof(steps) / sizeof(steps[0]))

/* ---- symbols and range ---- */

static bool add_names(struct limit_points *s, const struct expr *x)
{
    const char *const *names;
    size_t n = expr_symbols(s->judge->arena, x, &names);

    for (size_t i = 0; i < n; i++) {
        size_t k = 0;

        while (k < s->n && strcmp(s->names[k], names[i]) != 0)
            k++;
        if (k < s->n || strchr(names[i], '('))
            continue;
        if (s->n == SAMPLE_SYMBOLS)
            return false;
        s->names[s->n++] = names[i];
    }
    return true;
}

bool sample_has(const struct expr *x, const char *name)
{
    if (x->op == EXPR_SYMBOL)
        return strcmp(x->name, name) == 0;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && sample_has(x->args[i], name))
            return true;
    return false;
}

static bool is_variable(const struct limit_points *s, const struct expr *x)
{
    return x->op == EXPR_SYMBOL && s->limit->uniform_in &&
           strcmp(x->name, s->limit->uniform_in) == 0;
}

static void bound(const struct expr **end, const struct expr *x)
{
    *end = expr_infinity(x) ? NULL : x;
}

/* Find the ends of the variable in relations and intervals. Returns whether
 * there are any. */
static bool find_ends(struct limit_points *s, const struct expr *x)
{
    bool any = false;

    if ((x->op == EXPR_INTERVAL || x->op == EXPR_TUPLE) && x->count == 2) {
        bound(&s->from, x->args[0]);
        bound(&s->to, x->args[1]);
        return true;
    }
    if (x->op == EXPR_AND || x->op == EXPR_LIST)
        for (unsigned i = 0; i < x->count; i++)
            any |= find_ends(s, x->args[i]);
    if (x->op != EXPR_RELATION)
        return any;
    for (unsigned i = 0; i + 1 < x->count; i++) {
        const struct expr *l = x->args[i], *r = x->args[i + 1];
        enum relation rel = x->relations[i];
        bool up = rel == RELATION_LT || rel == RELATION_LE;

        if (rel == RELATION_IN && is_variable(s, l))
            return find_ends(s, r);
        if (!up && rel != RELATION_GT && rel != RELATION_GE)
            continue;
        if (is_variable(s, l))
            bound(up ? &s->to : &s->from, r);
        else if (is_variable(s, r))
            bound(up ? &s->from : &s->to, l);
        else
            continue;
        any = true;
    }
    return any;
}

static bool read_range(struct limit_points *s)
{
    struct arena *a = s->judge->arena;
    const char *text = s->limit->range;
    struct err e;

    if (text && !read_expr(a, text, strlen(text), NULL, &s->range, &e))
        return false;
    if (s->uniform && (!s->range || !find_ends(s, s->range))) {
        s->from = expr_integer(a, 0);
        s->to = expr_integer(a, 1);
    }
    s->moving = (s->from && sample_has(s->from, s->names[0])) ||
                (s->to && sample_has(s->to, s->names[0]));
    return true;
}

bool sample_open(struct limit_points *s, struct comparer *j,
                 const struct answer_limit *limit, const struct expr *key,
                 const struct expr *answer, const char **why)
{
    struct err e;

    *s = (struct limit_points){ .judge = j, .limit = limit };
    arb_init(s->low);
    arb_init(s->high);
    s->uniform = limit->uniform_in != NULL;
    s->names[s->n++] = limit->symbol;
    if (s->uniform)
        s->names[s->n++] = limit->uniform_in;
    *why = "cannot read the range or the point of the limit";
    if (!read_range(s) ||
        (limit->point && !read_expr(j->arena, limit->point,
                                    strlen(limit->point), NULL, &s->point, &e)))
        return false;
    *why = "there are too many symbols";
    if (!add_names(s, key) || !add_names(s, answer) ||
        (s->range && !add_names(s, s->range)))
        return false;
    s->values = _acb_vec_init((slong)s->n);
    return true;
}

void sample_close(struct limit_points *s)
{
    arb_clear(s->low);
    arb_clear(s->high);
    if (s->values)
        _acb_vec_clear(s->values, (slong)s->n);
}

struct ball_point sample_at(const struct limit_points *s)
{
    return (struct ball_point){
        .names = s->names, .values = s->values, .n = s->n, .vanish = true
    };
}

double sample_value(const struct limit_points *s, const struct expr *x,
                    struct work *w)
{
    struct ball_point at = sample_at(s);
    double d = NAN;
    acb_t v;

    acb_init(v);
    if (ball_eval(v, x, &at, LOW_BITS, w) == BALL_VALUE)
        d = arf_get_d(arb_midref(acb_realref(v)), ARF_RND_NEAR);
    acb_clear(v);
    return d;
}

static bool in_order(double l, enum relation rel, double r)
{
    switch (rel) {
    case RELATION_LT:
    case RELATION_LE: return !(l > r);
    case RELATION_GT:
    case RELATION_GE: return !(l < r);
    default: return true;
    }
}

static bool speaks_of_moving(const struct limit_points *s, const struct expr *x)
{
    if (x->op == EXPR_SYMBOL)
        for (size_t i = 0; i < 1 + (size_t)s->uniform; i++)
            if (strcmp(x->name, s->names[i]) == 0)
                return true;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && speaks_of_moving(s, x->args[i]))
            return true;
    return false;
}

/* Do the relations between parameters hold? */
static bool obeys(const struct limit_points *s, const struct expr *x,
                  struct work *w)
{
    if (!x)
        return true;
    if (x->op == EXPR_AND || x->op == EXPR_LIST) {
        for (unsigned i = 0; i < x->count; i++)
            if (!obeys(s, x->args[i], w))
                return false;
        return true;
    }
    if (x->op != EXPR_RELATION)
        return true;
    for (unsigned i = 0; i + 1 < x->count; i++)
        if (!speaks_of_moving(s, x->args[i]) &&
            !speaks_of_moving(s, x->args[i + 1]) &&
            !in_order(sample_value(s, x->args[i], w), x->relations[i],
                      sample_value(s, x->args[i + 1], w)))
            return false;
    return true;
}

/* ---- parameters ---- */

/* Ranks of points.h whose values lie around 1. */
static unsigned rank_of(unsigned i)
{
    static const unsigned near_one[] = { 0, 10, 7 };

    return i / 3 % 5 * 17 + near_one[i % 3];
}

static void set_parameters(struct limit_points *s, unsigned i)
{
    fmpq_t q;

    fmpq_init(q);
    for (size_t k = 1 + (size_t)s->uniform; k < s->n; k++) {
        struct points_symbol name = { s->names[k], (unsigned)k };

        points_value(q, name, rank_of(i), s->judge->seed, true);
        if (points_whole(s->names[k]))
            fmpq_set_si(q, 2 + (slong)i, 1);
        acb_set_fmpq(s->values + k, q, BITS);
    }
    fmpq_clear(q);
}

static bool set_end(const struct limit_points *s, arb_t out,
                    const struct expr *x, struct work *w)
{
    struct ball_point at = sample_at(s);
    bool ok;
    acb_t v;

    if (!x)
        return true;
    acb_init(v);
    ok = ball_eval(v, x, &at, 256, w) == BALL_VALUE;
    arb_get_mid_arb(out, acb_realref(v));
    acb_clear(v);
    return ok;
}

/* Returns false if the range is empty. */
static bool set_ends(struct limit_points *s, struct work *w)
{
    return set_end(s, s->low, s->from, w) && set_end(s, s->high, s->to, w) &&
           (!s->from || !s->to || arb_lt(s->low, s->high));
}

void sample_approach(struct limit_points *s, double k, int side,
                     unsigned jitter)
{
    static const double factors[SAMPLE_JITTER] = { 1, 0.9140625, 0.82421875,
                                                   0.7578125 };
    arb_ptr v = acb_realref(s->values);
    struct work w = { .limit = 10000 };
    arb_t e;

    acb_zero(s->values);
    arb_init(e);
    arb_set_d(e, exp2(-(k - floor(k))) * factors[jitter]);
    arb_mul_2exp_si(e, e, -(slong)floor(k));
    if (s->limit->point && set_end(s, v, s->point, &w)) {
        if (side < 0)
            arb_sub(v, v, e, BITS);
        else
            arb_add(v, v, e, BITS);
    } else {
        arb_inv(v, e, BITS);
        arb_get_mid_arb(v, v);
        if (points_whole(s->names[0]))
            arb_floor(v, v, BITS);
        if (s->limit->side == SIDE_MINUS_INFINITY)
            arb_neg(v, v);
    }
    arb_clear(e);
    if (s->moving)
        set_ends(s, &w);
}

bool sample_choose(struct limit_points *s, unsigned set, struct work *w)
{
    unsigned found = 0;

    for (unsigned i = 0; i < SETS_TRIED; i++) {
        set_parameters(s, i);
        sample_approach(s, SAMPLE_K, 1, 0);
        if (!obeys(s, s->range, w) || !set_ends(s, w))
            continue;
        if (found++ == set)
            return true;
    }
    return false;
}

/* ---- points of the variable ---- */

/* Point i is base + sign * s * e^p, or, from an end at infinity, with -p. */
struct place {
    bool low, high, inner; /* what it is near to; none: outer */
    size_t which;          /* of the inner layers */
    double t;              /* outer: its place between 0 and 1 */
    double step, power;    /* outer: that of its neighbour, or 0 */
};

static struct place place_of(const struct limit_points *s, size_t i)
{
    static const double outer[] = { 0.05, 0.12, 0.31, 0.53, 0.74, 0.88, 0.95 };
    static const double aside[] = { 0, 0.7, 1.9 };
    struct place p = { .power = 1 };
    size_t each = STRETCHES * STEPS, layer;

    if (i < SAMPLE_OUTER) {
        p.t = outer[i / 3];
        p.step = aside[i % 3];
        return p;
    }
    i -= SAMPLE_OUTER;
    layer = i / each;
    i %= each;
    p.power = stretch[i / STEPS];
    p.step = steps[i % STEPS];
    p.low = layer == 0;
    p.high = layer == 1;
    p.inner = layer > 1;
    p.which = layer > 1 ? (layer - 2) / 2 : 0;
    if (layer == 1 || (layer > 1 && layer % 2))
        p.step = -p.step;
    if (layer < 2 && i == each - 1)
        p.step = 0; /* the end itself */
    INVARIANT(!p.inner || p.which < s->inner_n);
    return p;
}

/* An outer point of a range with no end on one side, or on both. */
static double spread(const struct limit_points *s, double t)
{
    if (s->from || s->to)
        return s->from ? 2 * t / (1 - t) : -2 * (1 - t) / t;
    return 2 * (2 * t - 1) / (1 - (2 * t - 1) * (2 * t - 1));
}

static void base_of(const struct limit_points *s, const struct place *p,
                    arb_t out)
{
    bool low = p->low || (!p->high && !p->inner && s->from);

    if (p->inner)
        arb_set_d(out, s->inner[p->which]);
    else if (low && s->from)
        arb_set(out, s->low);
    else if (!low && s->to)
        arb_set(out, s->high);
    else
        arb_zero(out);
}

/* The value of point i; low and high have their values. */
static void set_point(const struct limit_points *s, double k, size_t i,
                      arb_t out)
{
    struct place p = place_of(s, i);
    bool away = (p.low && !s->from) || (p.high && !s->to);
    arb_t move;

    arb_init(move);
    base_of(s, &p, out);
    if (away && !s->from && s->to)
        arb_set(out, s->high);
    if (away && !s->to && s->from)
        arb_set(out, s->low);
    if (i < SAMPLE_OUTER && s->from && s->to) {
        arb_sub(move, s->high, s->low, BITS);
        arb_set_d(out, p.t);
        arb_mul(move, move, out, BITS);
        arb_add(out, s->low, move, BITS);
    } else if (i < SAMPLE_OUTER) {
        arb_set_d(move, spread(s, p.t));
        arb_add(out, out, move, BITS);
    }
    /* From infinity points come inwards: their signs are turned. */
    arb_set_d(move, (away ? -p.step : p.step) *
                        exp2((away ? 1 : -1) * fmod(k * p.power, 1)));
    arb_mul_2exp_si(move, move, (away ? 1 : -1) * (slong)floor(k * p.power));
    arb_add(out, out, move, BITS);
    arb_get_mid_arb(out, out);
    arb_clear(move);
}

static bool is_inside(const struct limit_points *s, const arb_t x)
{
    return (!s->from || arb_ge(x, s->low)) && (!s->to || arb_le(x, s->high));
}

size_t sample_points(const struct limit_points *s, double k,
                     struct sample_point out[SAMPLE_POINTS])
{
    size_t n = SAMPLE_OUTER + STRETCHES * STEPS * (2 + 2 * s->inner_n);
    arb_t x;

    arb_init(x);
    for (size_t i = 0; i < n; i++) {
        struct place p = place_of(s, i);

        set_point(s, k, i, x);
        out[i].x = arf_get_d(arb_midref(x), ARF_RND_NEAR);
        out[i].inside = is_inside(s, x);
        out[i].end = i >= SAMPLE_OUTER && p.step == 0 &&
                     (p.low ? s->from != NULL : s->to != NULL);
    }
    arb_clear(x);
    return n;
}

void sample_place(struct limit_points *s, double k, size_t i)
{
    acb_zero(s->values + 1);
    set_point(s, k, i, acb_realref(s->values + 1));
}
