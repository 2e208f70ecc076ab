/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/asymptotic.h"

#include "grade/compare/sample.h"
#include "grade/compare/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
