/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/sweep.h"

#include "base/vec.h"

#include <math.h>
#include <string.h>

#define BITS        128
#define BITS_MOST   1024
#define WINDOW      0.25 /* of the range: where an envelope is the largest size */
#define GROWTH      150 /* octaves of growth between k = 8 and 16: exponential */
#define SMALL_TERM  -300 /* this far below the largest is no term of a series */
#define TERMS_MOST  64
#define STEPS_TRIED 6

/* ---- one point ---- */

static double log_size(const acb_t z, bool upper)
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

static enum ball evaluate(struct probe *p, acb_t out, const struct expr *x,
                          slong bits, uint64_t *spent)
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
    double up = log_size(d, true);
    double need = (p->order > 0 ? p->order : p->sample.limit->terms) * k + 24;

    return up <= key - fmax(need, -SWEEP_NOTHING + 4) || up <= SWEEP_VANISHED ||
           up - log_size(d, false) < 1;
}

static void measure_scale(struct probe *p, struct sweep_point *m, slong bits,
                          const acb_t key)
{
    acb_t v;

    m->key = m->scale = log_size(key, true);
    if (p->scale == p->key)
        return;
    acb_init(v);
    if (evaluate(p, v, p->scale, bits, &p->key_work) == BALL_VALUE)
        m->scale = log_size(v, true);
    acb_clear(v);
}

/* Evaluate both where the sample stands. */
static struct sweep_point measure_point(struct probe *p, double k)
{
    struct sweep_point m = { .error = -SWEEP_FAR };
    slong bits = BITS + (k > 20 ? (slong)(3 * k) : 0);
    enum ball got = BALL_VALUE;
    acb_t key, answer, d;

    acb_init(key);
    acb_init(answer);
    acb_init(d);
    for (; !p->stopped && bits <= BITS_MOST; bits *= 2) {
        m.has_key = evaluate(p, key, p->key, bits, &p->key_work) == BALL_VALUE;
        if (!m.has_key)
            continue;
        measure_scale(p, &m, bits, key);
        got = evaluate(p, answer, p->answer, bits, &p->answer_work);
        m.has_answer = got == BALL_VALUE;
        if (got == BALL_LIMIT || got == BALL_UNDEFINED)
            break;
        acb_sub(d, answer, key, bits);
        m.answer = log_size(answer, true);
        m.error = log_size(d, true);
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
static bool is_near(const struct probe *p, const struct sweep *s, size_t i,
                    size_t j, double e)
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
            if (s->at[j].has_key && is_near(p, s, i, j, e))
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
static void find_worst(struct probe *p, struct sweep *s)
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
    find_worst(p, s);
    if (p->stopped)
        s->has_key = s->has_answer = false;
}

/* ---- the last term ---- */

/* Take x apart into its terms: a sum, times factors, over a denominator. */
static void add_terms(struct arena *a, const struct expr *x,
                      const struct expr *factor, struct vec *out)
{
    unsigned sum = 0;

    if (x->op == EXPR_NEG)
        x = x->args[0];
    if (x->op == EXPR_ADD) {
        for (unsigned i = 0; i < x->count; i++)
            add_terms(a, x->args[i], factor, out);
        return;
    }
    while (x->op == EXPR_MUL && sum < x->count && x->args[sum]->op != EXPR_ADD)
        sum++;
    if (x->op == EXPR_MUL && sum < x->count) {
        for (unsigned i = 0; i < x->count; i++)
            if (i != sum)
                factor = factor ? expr_binary(a, EXPR_MUL, factor, x->args[i])
                                : x->args[i];
        add_terms(a, x->args[sum], factor, out);
        return;
    }
    if (x->op == EXPR_DIV && x->args[0]->op == EXPR_ADD) {
        const struct expr *over =
            expr_binary(a, EXPR_DIV, expr_integer(a, 1), x->args[1]);

        add_terms(a, x->args[0],
                  factor ? expr_binary(a, EXPR_MUL, factor, over) : over, out);
        return;
    }
    if (out->n < TERMS_MOST)
        *(const struct expr **)vec_push(out) =
            factor ? expr_binary(a, EXPR_MUL, factor, x) : x;
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
    add_terms(p->sample.judge->arena, p->key, NULL, &terms);
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
