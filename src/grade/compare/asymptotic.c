/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/asymptotic.h"

#include "base/str.h"
#include "base/vec.h"
#include "grade/compare/shape.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/ball/points.h"
#include "math/read/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The points where two formulas are compared towards a limit. The distance of
 * the limit's symbol from its point is e = 2^-k (its size at infinity 2^k). The
 * variable of a uniform limit takes outer points of its range, each with two
 * neighbours at a distance of about e, so that oscillating formulas show their
 * size; and stretched points x0 + e^p s at both ends and around inner layers,
 * for p from 1/3 to 2. Other symbols have seeded values between 1/2 and 2 that
 * obey the range.
 */

#define SAMPLE_SYMBOLS 16  /* free symbols that are looked at */
#define SAMPLE_POINTS  176 /* of the variable */
#define SAMPLE_OUTER   21  /* the first of them: seven, each with neighbours */
#define SAMPLE_JITTER  4   /* places near one e, where nothing is uniform */
#define SAMPLE_INNER   4   /* inner layers */
#define SAMPLE_K       12  /* where layers and ends are looked for */

struct limit_points {
    struct comparer *judge;
    const struct answer_limit *limit;
    const struct expr *range, *point; /* or NULL */
    const char *names[SAMPLE_SYMBOLS];
    acb_ptr values; /* [0] the limit's symbol, [1] the variable if uniform */
    size_t n;
    bool uniform;
    bool moving;                  /* the ends depend on the limit's symbol */
    const struct expr *from, *to; /* of the variable; NULL: unbounded */
    arb_t low, high;              /* their values */
    double inner[SAMPLE_INNER];   /* where layers may lie */
    size_t inner_n;
};

/* A value of the variable. */
struct sample_point {
    double x;
    bool inside; /* of the range; else it does not count */
    bool end;    /* an end itself */
};

/*
 * Key and answer at all points of one step towards a limit: sizes, errors, and
 * the envelope of the key around each point. Everything is a logarithm to base
 * 2, since exponentials of 2^20 occur.
 */

#define SWEEP_FAR      2000000.0  /* logarithms are kept within these */
#define SWEEP_VANISHED -1000000.0 /* below this nothing can be told apart */
#define SWEEP_NOTHING  -100 /* an error below this part of the key is none */

/* What is compared, and how. */
struct probe {
    struct limit_points sample;
    struct work work;
    const struct expr *key, *answer;
    const struct expr *scale; /* whose envelope counts: the key or its last
                                 term */
    double order;             /* 0: terms are asked */
    bool local;   /* the key grows exponentially: envelopes are those of
                    neighbours, since one end would hide all the rest */
    bool stopped; /* no work is left */
    uint64_t key_work, answer_work;
    double share;           /* of the points that the key has values at, the
                               largest of all steps */
    size_t undefined, seen; /* points where the answer has no value, of all */
};

/* What was found at one point. */
struct sweep_point {
    bool has_key, has_answer;
    double key, answer, scale, error; /* logarithms of sizes */
    double envelope;
};

/* What was found at one k. */
struct sweep {
    bool has_key, has_answer; /* at enough points */
    double error;             /* the largest over its envelope */
    double end;               /* the largest at the ends */
    double size;              /* of the key */
    double ratio;             /* of the answer to the key, the largest */
    const char *worst;
    size_t n;
    struct sample_point points[SAMPLE_POINTS];
    struct sweep_point at[SAMPLE_POINTS];
};

#define BITS       2048 /* of sums like 1 - e^2, at the smallest e */
#define LOW_BITS   64
#define SETS_TRIED 24 /* values of the parameters that are tried */

static const double stretch[] = { 1.0 / 3, 0.5, 2.0 / 3, 1, 2 };

static const double steps[] = { 0.3, 1.1, 3.7 };

#define STRETCHES (sizeof(stretch) / sizeof(stretch[0]))
#define STEPS     (sizeof(steps) / sizeof(steps[0]))

/* ---- symbols and range ---- */

static bool sample_add_names(struct limit_points *s, const struct expr *x)
{
    const char *const *names;
    size_t n = expr_symbols(s->judge->arena, x, &names);

    for (size_t i = 0; i < n; i++) {
        if (str_is_one(names[i], s->names, s->n) || strchr(names[i], '('))
            continue;
        if (s->n == SAMPLE_SYMBOLS)
            return false;
        s->names[s->n++] = names[i];
    }
    return true;
}

static bool sample_is_variable(const struct limit_points *s,
                               const struct expr *x)
{
    return s->limit->uniform_in && expr_is_named(x, s->limit->uniform_in);
}

static void sample_bound(const struct expr **end, const struct expr *x)
{
    *end = expr_infinity(x) ? NULL : x;
}

/* Find the ends of the variable in relations and intervals. Returns whether
 * there are any. */
static bool find_ends(struct limit_points *s, const struct expr *x)
{
    bool any = false;

    if ((x->op == EXPR_INTERVAL || x->op == EXPR_TUPLE) && x->count == 2) {
        sample_bound(&s->from, x->args[0]);
        sample_bound(&s->to, x->args[1]);
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

        if (rel == RELATION_IN && sample_is_variable(s, l))
            return find_ends(s, r);
        if (!up && rel != RELATION_GT && rel != RELATION_GE)
            continue;
        if (sample_is_variable(s, l))
            sample_bound(up ? &s->to : &s->from, r);
        else if (sample_is_variable(s, r))
            sample_bound(up ? &s->from : &s->to, l);
        else
            continue;
        any = true;
    }
    return any;
}

static bool sample_read_range(struct limit_points *s)
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
    s->moving = (s->from && expr_mentions(s->from, s->names[0])) ||
                (s->to && expr_mentions(s->to, s->names[0]));
    return true;
}

/* Begin; key and answer give the symbols. Returns false, and *why says it, if
 * there are too many or the range cannot be used. Close it in either case. */
static bool sample_open(struct limit_points *s, struct comparer *j,
                        const struct answer_limit *limit,
                        const struct expr *key, const struct expr *answer,
                        const char **why)
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
    if (!sample_read_range(s) ||
        (limit->point && !read_expr(j->arena, limit->point,
                                    strlen(limit->point), NULL, &s->point, &e)))
        return false;
    *why = "there are too many symbols";
    if (!sample_add_names(s, key) || !sample_add_names(s, answer) ||
        (s->range && !sample_add_names(s, s->range)))
        return false;
    s->values = _acb_vec_init((slong)s->n);
    return true;
}

static void sample_close(struct limit_points *s)
{
    arb_clear(s->low);
    arb_clear(s->high);
    if (s->values)
        _acb_vec_clear(s->values, (slong)s->n);
}

/* Where the formulas have values now. */
static struct ball_point sample_at(const struct limit_points *s)
{
    return (struct ball_point){
        .names = s->names, .values = s->values, .n = s->n, .vanish = true
    };
}

/* Returns a real value there in short, or NAN if there is none. */
static double sample_value(const struct limit_points *s, const struct expr *x,
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

static bool sample_in_order(double l, enum relation rel, double r)
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
    return expr_mentions(x, s->names[0]) ||
           (s->uniform && expr_mentions(x, s->names[1]));
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
            !sample_in_order(sample_value(s, x->args[i], w), x->relations[i],
                             sample_value(s, x->args[i + 1], w)))
            return false;
    return true;
}

/* ---- parameters ---- */

/* Ranks of points.h whose values lie around 1. */
static unsigned sample_rank_of(unsigned i)
{
    static const unsigned near_one[] = { 0, 10, 7 };

    return i / 3 % 5 * 17 + near_one[i % 3];
}

static void sample_set_parameters(struct limit_points *s, unsigned i)
{
    fmpq_t q;

    fmpq_init(q);
    for (size_t k = 1 + (size_t)s->uniform; k < s->n; k++) {
        struct points_symbol name = { s->names[k], (unsigned)k };

        points_value(q, name, sample_rank_of(i), s->judge->seed, true);
        if (points_whole(s->names[k]))
            fmpq_set_si(q, 2 + (slong)i, 1);
        acb_set_fmpq(s->values + k, q, BITS);
    }
    fmpq_clear(q);
}

static bool sample_set_end(const struct limit_points *s, arb_t out,
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
    return sample_set_end(s, s->low, s->from, w) &&
           sample_set_end(s, s->high, s->to, w) &&
           (!s->from || !s->to || arb_lt(s->low, s->high));
}

/* Set the limit's symbol; side is 1 or -1 of a point. */
static void sample_approach(struct limit_points *s, double k, int side,
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
    if (s->limit->point && sample_set_end(s, v, s->point, &w)) {
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

/* Give the parameters their values of that set. Returns false if no more values
 * obey the range. */
static bool sample_choose(struct limit_points *s, unsigned set, struct work *w)
{
    unsigned found = 0;

    for (unsigned i = 0; i < SETS_TRIED; i++) {
        sample_set_parameters(s, i);
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

static struct place sample_place_of(const struct limit_points *s, size_t i)
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
static double grade_sample_spread(const struct limit_points *s, double t)
{
    if (s->from || s->to)
        return s->from ? 2 * t / (1 - t) : -2 * (1 - t) / t;
    return 2 * (2 * t - 1) / (1 - (2 * t - 1) * (2 * t - 1));
}

static void sample_base_of(const struct limit_points *s, const struct place *p,
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
static void sample_set_point(const struct limit_points *s, double k, size_t i,
                             arb_t out)
{
    struct place p = sample_place_of(s, i);
    bool away = (p.low && !s->from) || (p.high && !s->to);
    arb_t move;

    arb_init(move);
    sample_base_of(s, &p, out);
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
        arb_set_d(move, grade_sample_spread(s, p.t));
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

static bool sample_is_inside(const struct limit_points *s, const arb_t x)
{
    return (!s->from || arb_ge(x, s->low)) && (!s->to || arb_le(x, s->high));
}

/* Returns the number of points of the variable for that k. */
static size_t sample_points(const struct limit_points *s, double k,
                            struct sample_point out[SAMPLE_POINTS])
{
    size_t n = SAMPLE_OUTER + STRETCHES * STEPS * (2 + 2 * s->inner_n);
    arb_t x;

    arb_init(x);
    for (size_t i = 0; i < n; i++) {
        struct place p = sample_place_of(s, i);

        sample_set_point(s, k, i, x);
        out[i].x = arf_get_d(arb_midref(x), ARF_RND_NEAR);
        out[i].inside = sample_is_inside(s, x);
        out[i].end = i >= SAMPLE_OUTER && p.step == 0 &&
                     (p.low ? s->from != NULL : s->to != NULL);
    }
    arb_clear(x);
    return n;
}

/* Set the variable to point i of those, in full precision. */
static void sample_place(struct limit_points *s, double k, size_t i)
{
    acb_zero(s->values + 1);
    sample_set_point(s, k, i, acb_realref(s->values + 1));
}

/* ---- inner layers ---- */

/*
 * Inner layers: places inside a range where something steep, an exponential or
 * a denominator, has the smallest argument.
 */

#define GRID 33 /* points of the search */

static double size_at(struct limit_points *s, const struct expr *x, double at,
                      struct work *w)
{
    acb_set_d(s->values + 1, at);
    return fabs(sample_value(s, x, w));
}

static void inner_add(struct limit_points *s, double at)
{
    for (size_t i = 0; i < s->inner_n; i++)
        if (fabs(s->inner[i] - at) < 1e-6)
            return;
    if (s->inner_n < SAMPLE_INNER)
        s->inner[s->inner_n++] = at;
}

/* The least size between l and r, by golden sections. */
static void refine(struct limit_points *s, const struct expr *x, double l,
                   double r, struct work *w)
{
    double wide = size_at(s, x, l, w) + size_at(s, x, r, w), at;

    for (int i = 0; i < 70; i++) {
        double a = l + 0.382 * (r - l), b = l + 0.618 * (r - l);

        if (size_at(s, x, a, w) < size_at(s, x, b, w))
            r = b;
        else
            l = a;
    }
    at = (l + r) / 2;
    if (size_at(s, x, at, w) < 0.1 * wide)
        inner_add(s, at);
}

/* Where the argument x of something steep vanishes. */
static void inner_search(struct limit_points *s, const struct expr *x,
                         struct work *w)
{
    double low = arf_get_d(arb_midref(s->low), ARF_RND_NEAR);
    double high = arf_get_d(arb_midref(s->high), ARF_RND_NEAR);
    double size[GRID + 1], step;

    if (!s->from)
        low = s->to ? high - 8 : -4;
    if (!s->to)
        high = low + 8;
    step = (high - low) / GRID;
    for (int i = 0; i <= GRID; i++)
        size[i] = size_at(s, x, low + i * step, w);
    for (int i = 1; i < GRID; i++)
        if (size[i] <= size[i - 1] && size[i] <= size[i + 1])
            refine(s, x, low + (i - 1) * step, low + (i + 1) * step, w);
}

static void inner_search_all(struct limit_points *s, const struct expr *x,
                             struct work *w)
{
    const struct expr *steep = NULL;

    if (x->op == EXPR_CALL && x->function->id != FN_SIN &&
        x->function->id != FN_COS)
        steep = x->args[x->count - 1];
    else if (x->op == EXPR_POW && !expr_mentions(x->args[0], s->names[1]))
        steep = x->args[1];
    else if (x->op == EXPR_POW || x->op == EXPR_DIV)
        steep = x->op == EXPR_POW ? x->args[0] : x->args[1];
    if (steep && expr_mentions(steep, s->names[0]) &&
        expr_mentions(steep, s->names[1]))
        inner_search(s, steep, w);
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && expr_mentions(x->args[i], s->names[1]))
            inner_search_all(s, x->args[i], w);
}

/* Find inner layers (layers.c): where arguments of exponentials and their like are
 * smallest inside the range, and 0 if the range holds it. */
static void sample_find_inner(struct limit_points *s, const struct expr *key,
                              const struct expr *answer, struct work *w)
{
    struct work own = { .limit = (w->limit - w->used) / 8 };

    s->inner_n = 0;
    if (s->range && (!s->from || arb_is_negative(s->low)) &&
        (!s->to || arb_is_positive(s->high)))
        inner_add(s, 0);
    sample_approach(s, SAMPLE_K, 1, 0);
    inner_search_all(s, key, &own);
    inner_search_all(s, answer, &own);
    w->used += own.used;
}

/* ---- both formulas at the points ---- */

#define SWEEP_BITS  128
#define BITS_MOST   1024
#define WINDOW      0.25 /* of the range: where an envelope is the largest size */
#define GROWTH      150 /* octaves of growth between k = 8 and 16: exponential */
#define SMALL_TERM  -300 /* this far below the largest is no term of a series */
#define TERMS_MOST  64
#define STEPS_TRIED 6

/* ---- one point ---- */

static double sample_log_size(const acb_t z, bool upper)
{
    double d;
    mag_t m;

    mag_init(m);
    if (upper)
        acb_get_mag(m, z);
    else
        acb_get_mag_lower(m, z);
    d = mag_is_inf(m) ? SWEEP_FAR : -SWEEP_FAR;
    if (!mag_is_special(m))
        d = log2((double)MAG_MAN(m)) - MAG_BITS + fmpz_get_d(MAG_EXPREF(m));
    mag_clear(m);
    return fmax(-SWEEP_FAR, fmin(SWEEP_FAR, d));
}

static enum ball sample_evaluate(struct probe *p, acb_t out,
                                 const struct expr *x, slong bits,
                                 uint64_t *spent)
{
    struct ball_point at = sample_at(&p->sample);
    uint64_t before = p->work.used;
    enum ball got;

    p->work.ceiling = NULL;
    got = ball_eval(out, x, &at, bits, &p->work);
    *spent += p->work.used - before;
    if (p->work.ceiling && strcmp(p->work.ceiling, "work") == 0)
        p->stopped = true;
    return got;
}

/* Does the precision tell the error, or that it is smaller than anything that
 * is asked for? */
static bool is_sharp(const struct probe *p, double k, const acb_t d, double key)
{
    double up = sample_log_size(d, true);
    double need = (p->order > 0 ? p->order : p->sample.limit->terms) * k + 24;

    return up <= key - fmax(need, -SWEEP_NOTHING + 4) || up <= SWEEP_VANISHED ||
           up - sample_log_size(d, false) < 1;
}

static void measure_scale(struct probe *p, struct sweep_point *m, slong bits,
                          const acb_t key)
{
    acb_t v;

    m->key = m->scale = sample_log_size(key, true);
    if (p->scale == p->key)
        return;
    acb_init(v);
    if (sample_evaluate(p, v, p->scale, bits, &p->key_work) == BALL_VALUE)
        m->scale = sample_log_size(v, true);
    acb_clear(v);
}

/* Evaluate both where the sample stands. */
static struct sweep_point measure_point(struct probe *p, double k)
{
    struct sweep_point m = { .error = -SWEEP_FAR };
    slong bits = SWEEP_BITS + (k > 20 ? (slong)(3 * k) : 0);
    enum ball got = BALL_VALUE;
    acb_t key, answer, d;

    acb_init(key);
    acb_init(answer);
    acb_init(d);
    for (; !p->stopped && bits <= BITS_MOST; bits *= 2) {
        m.has_key =
            sample_evaluate(p, key, p->key, bits, &p->key_work) == BALL_VALUE;
        if (!m.has_key)
            continue;
        measure_scale(p, &m, bits, key);
        got = sample_evaluate(p, answer, p->answer, bits, &p->answer_work);
        m.has_answer = got == BALL_VALUE;
        if (got == BALL_LIMIT || got == BALL_UNDEFINED)
            break;
        acb_sub(d, answer, key, bits);
        m.answer = sample_log_size(answer, true);
        m.error = sample_log_size(d, true);
        if (m.has_answer && is_sharp(p, k, d, m.key))
            break;
    }
    p->seen += m.has_key;
    p->undefined += m.has_key && got == BALL_UNDEFINED;
    acb_clear(key);
    acb_clear(answer);
    acb_clear(d);
    return m;
}

/* ---- one step towards the limit ---- */

/* Do points i and j lie so near that one shows the envelope of the other? */
static bool sample_is_near(const struct probe *p, const struct sweep *s,
                           size_t i, size_t j, double e)
{
    double xi = s->points[i].x, xj = s->points[j].x, width = fabs(xi) + 1;
    const struct limit_points *at = &p->sample;

    if (!at->uniform)
        return true;
    if (p->local)
        return fabs(xi - xj) <= 2.5 * e;
    if (at->from && at->to)
        width = arf_get_d(arb_midref(at->high), ARF_RND_NEAR) -
                arf_get_d(arb_midref(at->low), ARF_RND_NEAR);
    return fabs(xi - xj) <= WINDOW * width;
}

static void find_envelopes(const struct probe *p, struct sweep *s, double e)
{
    for (size_t i = 0; i < s->n; i++) {
        s->at[i].envelope = s->at[i].scale;
        for (size_t j = 0; j < s->n; j++)
            if (s->at[j].has_key && sample_is_near(p, s, i, j, e))
                s->at[i].envelope = fmax(s->at[i].envelope, s->at[j].scale);
    }
}

static const char *name_place(const struct probe *p, const struct sweep *s,
                              size_t i)
{
    const struct limit_points *at = &p->sample;

    return at->uniform ? arena_printf(at->judge->arena, "%s = %.6g",
                                      at->limit->uniform_in, s->points[i].x)
                       : "";
}

/* The largest error over its envelope. Where both have vanished below all that
 * can be told, nothing is said. */
static void sample_find_worst(struct probe *p, struct sweep *s)
{
    double share;
    size_t keys = 0, both = 0, worst = 0, gone = 0;

    s->error = s->end = s->size = s->ratio = -SWEEP_FAR;
    for (size_t i = 0; i < s->n; i++) {
        const struct sweep_point *m = &s->at[i];
        double error = m->error - m->envelope;
        bool vanished = m->has_key && m->has_answer &&
                        m->envelope < SWEEP_VANISHED &&
                        m->error < SWEEP_VANISHED;

        gone += vanished;
        keys += m->has_key && !vanished;
        if (m->has_key)
            s->size = fmax(s->size, m->key);
        if (!m->has_key || !m->has_answer || vanished)
            continue;
        both++;
        s->ratio = fmax(s->ratio, m->answer - m->key);
        if (error > s->error) {
            s->error = error;
            worst = i;
        }
        if (s->points[i].end)
            s->end = fmax(s->end, error);
    }
    /* Where exponentials grow, points drop out: what is left of them would be
     * compared with all of them. */
    share = (double)(keys + gone) / (double)(s->n + 1);
    p->share = fmax(p->share, share);
    s->has_key = keys > 0 && share > 0.9 * p->share;
    s->has_answer = s->has_key && 4 * both >= 3 * keys;
    if (s->n)
        s->worst = name_place(p, s, worst);
}

/* Evaluate both at all points of step k; side is 1 or -1 of the limit's point.
 */
static void sweep_at(struct probe *p, double k, int side, struct sweep *s)
{
    struct limit_points *at = &p->sample;
    size_t n = 0;

    memset(s, 0, sizeof(*s));
    sample_approach(at, k, side, 0);
    n = at->uniform ? sample_points(at, k, s->points) : SAMPLE_JITTER;
    for (size_t i = 0; i < n && !p->stopped; i++) {
        if (at->uniform && !s->points[i].inside)
            continue;
        if (at->uniform)
            sample_place(at, k, i);
        else
            sample_approach(at, k, side, (unsigned)i);
        s->points[s->n] = s->points[i];
        s->at[s->n++] = measure_point(p, k);
    }
    find_envelopes(p, s, exp2(-k));
    sample_find_worst(p, s);
    if (p->stopped)
        s->has_key = s->has_answer = false;
}

/* ---- the last term ---- */

/* Take x apart into its terms: a sum, times factors, over a denominator. */
static void sample_add_terms(struct arena *a, const struct expr *x,
                             const struct expr *factor, struct vec *out)
{
    unsigned sum = 0;

    if (x->op == EXPR_NEG)
        x = x->args[0];
    if (x->op == EXPR_ADD) {
        for (unsigned i = 0; i < x->count; i++)
            sample_add_terms(a, x->args[i], factor, out);
        return;
    }
    while (x->op == EXPR_MUL && sum < x->count && x->args[sum]->op != EXPR_ADD)
        sum++;
    if (x->op == EXPR_MUL && sum < x->count) {
        for (unsigned i = 0; i < x->count; i++)
            if (i != sum)
                factor = factor ? expr_mul(a, factor, x->args[i]) : x->args[i];
        sample_add_terms(a, x->args[sum], factor, out);
        return;
    }
    if (x->op == EXPR_DIV && x->args[0]->op == EXPR_ADD) {
        const struct expr *over = expr_div(a, expr_integer(a, 1), x->args[1]);

        sample_add_terms(a, x->args[0],
                         factor ? expr_mul(a, factor, over) : over, out);
        return;
    }
    if (out->n < TERMS_MOST)
        *(const struct expr **)vec_push(out) =
            factor ? expr_mul(a, factor, x) : x;
}

/* The sizes of all terms at step k; false: one has none there. */
static bool term_sizes(struct probe *p, const struct vec *terms, double k,
                       double *size)
{
    struct sweep *s = arena_new(p->sample.judge->arena, struct sweep);

    for (size_t i = 0; i < terms->n; i++) {
        struct probe one = *p;

        one.key = one.answer = one.scale =
            *vec_get(terms, const struct expr *, i);
        one.order = 1;
        sweep_at(&one, k, 1, s);
        p->work.used = one.work.used;
        p->stopped = one.stopped;
        if (!s->has_key)
            return false;
        size[i] = s->size;
    }
    return true;
}

/* Find the smallest term near the limit, and set what is asked: errors that
 * are small against it. A key that is no such sum of terms is compared to the
 * order of the missing one. */
static void sweep_scale(struct probe *p, const struct answer_limit *limit)
{
    /* As near to the limit as exponentials of powers leave values. */
    static const double ks[STEPS_TRIED] = { 14, 10, 7, 5, 3.5, 2.5 };
    struct vec terms =
        vec_in(p->sample.judge->arena, sizeof(const struct expr *));
    double size[TERMS_MOST], most = -SWEEP_FAR, least = SWEEP_FAR;
    size_t n = 0;

    p->scale = p->key;
    p->order = limit->order;
    if (limit->terms < 2)
        return;
    sample_add_terms(p->sample.judge->arena, p->key, NULL, &terms);
    while (n < STEPS_TRIED && terms.n < TERMS_MOST &&
           !term_sizes(p, &terms, ks[n], size))
        n++;
    if (terms.n < 2 || terms.n >= TERMS_MOST || n == STEPS_TRIED) {
        p->order = limit->terms - 0.25;
        return;
    }
    for (size_t i = 0; i < terms.n; i++)
        most = fmax(most, size[i]);
    for (size_t i = 0; i < terms.n; i++)
        if (size[i] > most + SMALL_TERM && size[i] < least) {
            least = size[i];
            p->scale = *vec_get(&terms, const struct expr *, i);
        }
}

/* Does the key grow like an exponential? */
static bool sweep_grows(struct probe *p)
{
    struct sweep *s = arena_new(p->sample.judge->arena, struct sweep);
    double size[2];

    for (int i = 0; i < 2; i++) {
        struct probe one = *p;

        one.answer = one.key;
        sweep_at(&one, 8 * (i + 1), 1, s);
        p->work.used = one.work.used;
        p->stopped = one.stopped;
        if (!s->has_key)
            return i == 1;
        size[i] = s->size;
    }
    return size[1] - size[0] > GROWTH;
}

/* ---- the trend ---- */

/* A limit is looked at in hundreds of points: it may take so many times the
 * work of other comparisons. */
#define MORE_WORK 30

#define BOUND_NONE -16 /* an error below this part of what is allowed is none */
#define ROWS_LEAST 6
#define SETS_MOST  3

/* ---- all steps ---- */

struct trend {
    struct asymptotic_row rows[ASYMPTOTIC_ROWS];
    size_t n;
    double end;     /* the last error at the ends */
    double ratio;   /* and the last size of the answer, by the key's */
    bool has_key;   /* at enough steps */
    bool amplitude; /* where the key is exponentially small, the answer is
                       another multiple of it */
};

/* Is the answer, where the key is exponentially small, a constant times the key
 * and not the key? Errors there are hidden from the envelopes. */
static bool asymptotic_is_multiple(const struct sweep *now,
                                   const struct sweep *before)
{
    size_t small = 0, other = 0;

    if (now->n < SAMPLE_OUTER || before->n < SAMPLE_OUTER)
        return false;
    for (size_t i = 0; i < SAMPLE_OUTER; i += 3) {
        const struct sweep_point *m = &now->at[i], *b = &before->at[i];
        double ratio = m->answer - m->key, error = m->error - m->key;

        if (!m->has_answer || !b->has_answer || m->key > now->size - 100 ||
            m->key < SWEEP_VANISHED)
            continue;
        small++;
        other += fabs(ratio) < 6 && error > -6 &&
                 fabs(ratio - (b->answer - b->key)) < 0.1 &&
                 fabs(error - (b->error - b->key)) < 0.1;
    }
    return small > 0 && 2 * other >= small;
}

static void asymptotic_take_row(struct trend *t, double k,
                                const struct sweep *s, double order)
{
    struct asymptotic_row *r = NULL;

    for (size_t i = 0; i < t->n; i++)
        if (t->rows[i].k == k)
            r = &t->rows[i];
    if (!r && t->n == ASYMPTOTIC_ROWS)
        return;
    if (!r) {
        r = &t->rows[t->n++];
        r->error = -SWEEP_FAR;
        r->k = k;
        r->worst = "";
    }
    if (s->error < r->error)
        return;
    r->error = s->error;
    r->scaled = s->error + order * k;
    r->worst = s->worst ? s->worst : "";
}

/* Sweep over the steps, with the parameters as they are. Returns how many steps
 * both have values at. */
static size_t asymptotic_follow(struct probe *p, const double *ks, size_t n,
                                int side, struct trend *t)
{
    struct arena *a = p->sample.judge->arena;
    struct sweep *s = arena_new(a, struct sweep);
    struct sweep *before = arena_new(a, struct sweep), *swap;
    size_t keys = 0, both = 0;
    bool multiple = false;

    for (size_t i = 0; i < n && !p->stopped; i++) {
        sweep_at(p, ks[i], side, s);
        keys += s->has_key;
        if (!s->has_answer)
            continue;
        asymptotic_take_row(t, ks[i], s, p->order);
        if (both++ && p->sample.uniform)
            multiple = asymptotic_is_multiple(s, before);
        swap = before;
        before = s;
        s = swap;
    }
    t->has_key |= keys >= ROWS_LEAST;
    t->amplitude |= multiple;
    if (both) {
        t->end = before->end;
        t->ratio = before->ratio;
    }
    return both;
}

static int asymptotic_by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Does the scaled error stay below four times its median, on the way? */
static bool asymptotic_is_bounded(const struct trend *t)
{
    double sorted[ASYMPTOTIC_ROWS], most = -SWEEP_FAR;

    for (size_t i = 0; i < t->n; i++)
        sorted[i] = t->rows[i].scaled;
    qsort(sorted, t->n, sizeof(double), asymptotic_by_size);
    for (size_t i = t->n / 2; i < t->n; i++)
        most = fmax(most, t->rows[i].scaled);
    return most < fmax(sorted[t->n / 2] + 2, BOUND_NONE);
}

/* By how many octaves the error falls over the second half. */
static double fall(const struct trend *t)
{
    size_t mid = t->n / 2;
    double late = (t->rows[t->n - 1].error + t->rows[t->n - 2].error) / 2;

    return (t->rows[mid].error + t->rows[mid - 1].error) / 2 - late;
}

/* Does the error fall as far beyond as ball arithmetic comes, at least like a
 * logarithm? UNKNOWN: there are no values there. */
static enum truth falls_beyond(struct probe *p, int side)
{
    static const double far[][3] = { { 40, 80, 160 }, { 28, 40, 56 } };

    if (!sample_choose(&p->sample, 0, &p->work))
        return TRUTH_UNKNOWN;
    for (int i = 0; i < 2 && !p->stopped; i++) {
        const double *k = far[i];
        struct trend t = { 0 };
        bool falls = true;

        if (asymptotic_follow(p, k, 3, side, &t) < 3)
            continue;
        for (int j = 1; j < 3; j++)
            falls =
                falls && (t.rows[j].error < SWEEP_NOTHING ||
                          t.rows[j].error < t.rows[j - 1].error -
                                                0.6 * log2(k[j] / k[j - 1]));
        return falls ? TRUTH_YES : TRUTH_NO;
    }
    return TRUTH_UNKNOWN;
}

/* A constant that is nearly right shows only far beyond. It is looked for
 * where that is cheap, or where there are decimals. */
static bool may_be_rounded(const struct probe *p)
{
    return !expr_any(p->key, shape_is_decimal) &&
           (!p->sample.uniform || expr_any(p->answer, shape_is_decimal));
}

static enum truth asymptotic_vanishes(struct probe *p, const struct trend *t,
                                      int side)
{
    double last = t->rows[t->n - 1].error;

    if (last < SWEEP_NOTHING)
        return TRUTH_YES;
    if (fall(t) < 0.15 || last > 0)
        return TRUTH_NO;
    if (fall(t) <= 0.9)
        return falls_beyond(p, side);
    return may_be_rounded(p) && falls_beyond(p, side) == TRUTH_NO ? TRUTH_NO
                                                                  : TRUTH_YES;
}

/* ---- the steps of a trend ---- */

static int side_of(const struct answer_limit *limit)
{
    return limit->side == SIDE_BELOW ? -1 : 1;
}

/* Follow all sides and sets of parameters. */
static size_t asymptotic_follow_all(struct probe *p, const double *ks, size_t n,
                                    struct trend *t)
{
    const struct answer_limit *limit = p->sample.limit;
    bool moving = p->sample.n > 1 + (size_t)p->sample.uniform;
    unsigned sets = !moving ? 1 : p->sample.uniform ? 2 : SETS_MOST;
    size_t least = 0;
    uint64_t before = p->work.used;

    for (unsigned set = 0; set < sets; set++) {
        size_t got;

        if (!sample_choose(&p->sample, set, &p->work))
            break;
        got = asymptotic_follow(p, ks, n, side_of(limit), t);
        if (limit->side == SIDE_BOTH)
            asymptotic_follow(p, ks, n, -1, t);
        least = set == 0 || got < least ? got : least;
        /* Another set must leave something for what follows. */
        if ((p->work.used - before) / (set + 1) * (set + 3) / 2 >
            p->work.limit - p->work.used)
            break;
    }
    return least;
}

/* The usual steps; where exponentials of powers leave too few, others between
 * the first and the last that was reached, or nearer than the first. */
static bool find_trend(struct probe *p, struct trend *t)
{
    double ks[17];
    size_t n = p->sample.uniform ? 9 : 17, got;
    double last = 5;

    for (size_t i = 0; i < n; i++)
        ks[i] = 4 + 16.0 / (double)(n - 1) * (double)i;
    got = asymptotic_follow_all(p, ks, n, t);
    if (got >= ROWS_LEAST && t->n >= ROWS_LEAST)
        return true;
    if (t->n)
        last = fmax(last, t->rows[t->n - 1].k);
    for (int tries = 0; tries < 4; tries++, last *= 0.75) {
        *t = (struct trend){ 0 };
        for (size_t i = 0; i < 9; i++)
            ks[i] = last * (double)(i + 3) / 11;
        got = asymptotic_follow_all(p, ks, 9, t);
        if ((got >= ROWS_LEAST && t->n >= ROWS_LEAST) || p->stopped)
            break;
    }
    return got >= ROWS_LEAST && t->n >= ROWS_LEAST;
}

/* ---- verdicts ---- */

static void asymptotic_settle(struct asymptotic *out, enum truth agrees,
                              const char *reason, const char *why)
{
    out->agrees = agrees;
    out->reason = reason;
    out->why = why;
}

/* No trend could be had. */
static void say_why_not(const struct probe *p, const struct trend *t,
                        struct asymptotic *out)
{
    out->exceeds =
        t->has_key || (p->stopped && p->answer_work / 4 > p->key_work);
    if (4 * p->undefined > p->seen)
        asymptotic_settle(out, TRUTH_NO, "no_value",
                          "the answer has no value near the limit");
    else if (p->stopped)
        asymptotic_settle(out, TRUTH_UNKNOWN, NULL,
                          "the limit on work was reached");
    else if (out->exceeds)
        asymptotic_settle(out, TRUTH_UNKNOWN, NULL,
                          "the answer cannot be computed near the limit");
    else
        asymptotic_settle(out, TRUTH_UNKNOWN, NULL,
                          "the key cannot be computed near the limit");
}

/* Do they agree to leading order in this limit? Nothing is kept but that. */
static bool agrees_in(struct probe *p, const struct answer_limit *limit)
{
    struct probe other = {
        .key = p->key, .answer = p->answer, .scale = p->key, .work = p->work
    };
    struct trend t = { 0 };
    const char *why;
    bool agree;

    agree = sample_open(&other.sample, p->sample.judge, limit, p->key,
                        p->answer, &why) &&
            sample_choose(&other.sample, 0, &other.work);
    if (agree && other.sample.uniform)
        sample_find_inner(&other.sample, p->key, p->answer, &other.work);
    agree = agree && find_trend(&other, &t) &&
            asymptotic_vanishes(&other, &t, side_of(limit)) == TRUTH_YES;
    sample_close(&other.sample);
    p->work.used = other.work.used;
    return agree;
}

static bool agrees_elsewhere(struct probe *p)
{
    struct answer_limit other = { .symbol = p->sample.limit->symbol,
                                  .terms = 1 };

    other.side = p->sample.limit->point ? SIDE_INFINITY : SIDE_ABOVE;
    other.point = p->sample.limit->point ? NULL : "0";
    return agrees_in(p, &other);
}

/* They do not agree; say which mistake it looks like. */
static void name_mistake(struct probe *p, const struct trend *t, bool leading,
                         struct asymptotic *out)
{
    const struct asymptotic_row *last = &t->rows[t->n - 1];

    if (leading)
        asymptotic_settle(
            out, TRUTH_NO, "wrong_order",
            "they agree in the limit, but not to the order that is asked "
            "for");
    else if (last->error < -9 && expr_any(p->answer, shape_is_decimal))
        asymptotic_settle(
            out, TRUTH_NO, "rounded_constant",
            "a rounded constant in the answer is not accurate enough in "
            "the limit");
    else if (p->sample.uniform && t->end > -3)
        asymptotic_settle(
            out, TRUTH_NO, "wrong_condition",
            "the answer differs from the key at an end of the range");
    else if (!p->sample.uniform && fabs(t->ratio) > 6 && agrees_elsewhere(p))
        asymptotic_settle(out, TRUTH_NO, "wrong_limit",
                          "they agree in another limit of the same symbol");
    else
        asymptotic_settle(out, TRUTH_NO, "wrong_value",
                          "they do not agree in the limit");
}

/* Do they agree at least to leading order? */
static bool agrees_at_first(struct probe *p)
{
    struct answer_limit first = *p->sample.limit;

    if (p->order == 0 && p->scale == p->key)
        return false;
    first.order = 0;
    first.terms = 1;
    return agrees_in(p, &first);
}

static void judge_trend(struct probe *p, const struct trend *t,
                        struct asymptotic *out)
{
    enum truth vanish = asymptotic_vanishes(p, t, side_of(p->sample.limit));

    memcpy(out->rows, t->rows, sizeof(t->rows));
    out->rows_n = t->n;
    if (vanish == TRUTH_UNKNOWN && !p->stopped)
        asymptotic_settle(
            out, TRUTH_UNKNOWN, NULL,
            "could not tell whether the error vanishes in the limit");
    else if (vanish == TRUTH_YES &&
             (p->order == 0 || asymptotic_is_bounded(t)) && !t->amplitude)
        asymptotic_settle(
            out, TRUTH_YES, NULL,
            "they agree in the limit to the order that is asked for");
    else if (p->stopped)
        say_why_not(p, t, out);
    else
        name_mistake(
            p, t, !t->amplitude && (vanish == TRUTH_YES || agrees_at_first(p)),
            out);
}

void asymptotic_compare(struct comparer *j, const struct expr *key,
                        const struct expr *answer,
                        const struct answer_limit *limit,
                        struct asymptotic *out)
{
    struct probe p = { .key = key, .answer = answer, .scale = key };
    struct trend t = { 0 };
    const char *why;

    memset(out, 0, sizeof(*out));
    asymptotic_settle(out, TRUTH_UNKNOWN, NULL, "");
    p.work =
        (struct work){ .limit = MORE_WORK * (j->work->limit - j->work->used) };
    if (!sample_open(&p.sample, j, limit, key, answer, &why)) {
        asymptotic_settle(out, TRUTH_UNKNOWN, NULL, why);
    } else if (!sample_choose(&p.sample, 0, &p.work)) {
        asymptotic_settle(out, TRUTH_UNKNOWN, NULL,
                          "no values of the parameters satisfy the range");
    } else {
        if (p.sample.uniform)
            sample_find_inner(&p.sample, key, answer, &p.work);
        sweep_scale(&p, limit);
        p.local = p.sample.uniform && sweep_grows(&p);
        if (find_trend(&p, &t))
            judge_trend(&p, &t, out);
        else
            say_why_not(&p, &t, out);
    }
    sample_close(&p.sample);
    j->work->used += p.work.used / MORE_WORK;
}
