/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/sample.h"
#include "base/str.h"
#include "base/vec.h"
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

void sample_close(struct limit_points *s)
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

bool sample_choose(struct limit_points *s, unsigned set, struct work *w)
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

void sweep_at(struct probe *p, double k, int side, struct sweep *s)
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

void sweep_scale(struct probe *p, const struct answer_limit *limit)
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

bool sweep_grows(struct probe *p)
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
