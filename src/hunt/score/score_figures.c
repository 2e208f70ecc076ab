/* SPDX-License-Identifier: Apache-2.0 */
/*
 * p of every set, and its rates on held-out folds: those in which the others
 * alone propose it.
 */
#include "hunt/score/score_int.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

#define PROPOSES 0.05 /* p of the other folds */

struct measure {
    struct arena arena;
    const struct score_pool *p;
    struct strata one, rest;   /* of all units, of all but a fold */
    uint32_t *all, *inside;    /* [fold x level] */
    uint32_t *count, *members; /* [unit] for score_members() */
    bool *held;                /* [fold] its examples make the figures */
    bool *summed;              /* [fold] half[0] was summed of these */
    struct half {
        double *total, *n; /* of each unit */
        uint32_t *unit;    /* [so many] its number; of the inside alone */
        size_t units;
        double failed, tries, failing, examples;
    } half[2]; /* outside and inside; all are outside between two rows */
};

static void measure_open(struct measure *m, const struct score_pool *p)
{
    struct arena *a = &m->arena;

    *m = (struct measure){ .p = p };
    m->one = strata_new(a, p->values, p->levels, 1);
    m->rest = strata_new(a, p->values, p->levels, 1);
    m->one.n = m->rest.n = 1;
    m->all = arena_array(a, uint32_t, p->o.folds * p->levels + 1);
    m->inside = arena_array(a, uint32_t, p->o.folds * p->levels + 1);
    m->count = arena_array(a, uint32_t, p->units + 1);
    m->members = arena_array(a, uint32_t, p->units + 1);
    m->held = arena_array(a, bool, p->o.folds);
    m->summed = arena_array(a, bool, p->o.folds);
    for (int side = 0; side < 2; side++) {
        m->half[side].total = arena_array(a, double, p->units + 1);
        m->half[side].n = arena_array(a, double, p->units + 1);
        m->half[side].unit = arena_array(a, uint32_t, p->units + 1);
    }
    for (size_t u = 0; u < p->units; u++) {
        m->one.all[p->level[u]]++;
        m->all[p->fold[u] * p->levels + p->level[u]]++;
    }
}

/* ---- p ---- */

static void count_members(struct measure *m, const struct score_row *r)
{
    const struct score_pool *p = m->p;
    size_t n = score_members(p, r, m->count, m->members);

    memset(m->one.inside, 0, p->levels * sizeof(uint32_t));
    memset(m->inside, 0, p->o.folds * p->levels * sizeof(uint32_t));
    for (size_t k = 0; k < n; k++) {
        uint32_t u = m->members[k];

        m->one.inside[p->level[u]]++;
        m->inside[p->fold[u] * p->levels + p->level[u]]++;
    }
}

/* Is it proposed by what is left without the fold? */
static bool is_proposed(struct measure *m, size_t fold)
{
    size_t levels = m->p->levels;

    for (size_t l = 0; l < levels; l++) {
        m->rest.all[l] = m->one.all[l] - m->all[fold * levels + l];
        m->rest.inside[l] = m->one.inside[l] - m->inside[fold * levels + l];
    }
    return strata_tail(&m->rest) <= log(PROPOSES);
}

static unsigned find_held(struct measure *m)
{
    unsigned n = 0;

    for (size_t f = 0; f < m->p->o.folds; f++) {
        m->held[f] = is_proposed(m, f);
        n += m->held[f];
    }
    return n;
}

/* ---- rates ---- */

static void add_sums(const struct score_pool *p, struct half *h, size_t i,
                     double sign)
{
    h->failed += sign * p->failed[i];
    h->tries += sign * p->tries[i];
    h->failing += sign * p->fails[i];
    h->examples += sign;
}

/* All examples of held folds, as if none were inside; most rows hold the same
 * folds as the one before. */
static void sum_all(struct measure *m)
{
    const struct score_pool *p = m->p;
    struct half *h = &m->half[0];

    if (h->units > 0 && memcmp(m->held, m->summed, p->o.folds) == 0)
        return;
    memcpy(m->summed, m->held, p->o.folds);
    memset(h->total, 0, p->units * sizeof(*h->total));
    memset(h->n, 0, p->units * sizeof(*h->n));
    *h = (struct half){ h->total, h->n, h->unit, p->units, 0, 0, 0, 0 };
    for (size_t i = 0; i < p->n; i++) {
        uint32_t u = p->unit[i];

        if (!m->held[p->fold[u]])
            continue;
        h->total[u] += p->failed[i];
        h->n[u] += p->tries[i];
        add_sums(p, h, i, 1);
    }
}

/* Examples come unit by unit: those of one unit are added up. */
static void move_example(struct measure *m, size_t i)
{
    const struct score_pool *p = m->p;
    struct half *in = &m->half[1], *out = &m->half[0];
    uint32_t u = p->unit[i];

    if (!m->held[p->fold[u]])
        return;
    if (in->units == 0 || in->unit[in->units - 1] != u) {
        in->unit[in->units] = u;
        in->total[in->units] = in->n[in->units] = 0;
        in->units++;
    }
    in->total[in->units - 1] += p->failed[i];
    in->n[in->units - 1] += p->tries[i];
    out->total[u] -= p->failed[i];
    out->n[u] -= p->tries[i];
    add_sums(p, in, i, 1);
    add_sums(p, out, i, -1);
}

static void sum_row(struct measure *m, const struct score_row *r)
{
    struct half *in = &m->half[1];

    sum_all(m);
    *in = (struct half){ in->total, in->n, in->unit, 0, 0, 0, 0, 0 };
    for (size_t w = 0; w < m->p->words; w++) {
        uint64_t word = r->cover[w] & (r->other ? r->other[w] : UINT64_MAX);

        for (size_t i = 64 * w; word; i++, word >>= 1)
            if (word & 1)
                move_example(m, i);
    }
}

/* What was inside is outside again. These are whole numbers: nothing of the
 * sums is lost. */
static void unsum_row(struct measure *m)
{
    struct half *in = &m->half[1], *out = &m->half[0];

    for (size_t k = 0; k < in->units; k++) {
        out->total[in->unit[k]] += in->total[k];
        out->n[in->unit[k]] += in->n[k];
    }
    out->failed += in->failed;
    out->tries += in->tries;
    out->failing += in->failing;
    out->examples += in->examples;
}

double score_balanced(size_t failed_inside, size_t failed,
                      size_t solved_outside, size_t solved)
{
    double hits = failed ? (double)failed_inside / (double)failed : 0.5;
    double spared = solved ? (double)solved_outside / (double)solved : 0.5;

    return (hits + spared) / 2;
}

static void fill_rates(const struct measure *m, struct hypothesis *h)
{
    const struct half *x = &m->half[1], *y = &m->half[0];
    struct interval in, out, gap;

    in = stats_clustered(x->total, x->n, x->units, 0, 1);
    out = stats_clustered(y->total, y->n, y->units, 0, 1);
    h->accuracy =
        (x->failing + y->examples - y->failing) / (x->examples + y->examples);
    h->balanced = score_balanced(
        (size_t)x->failing, (size_t)(x->failing + y->failing),
        (size_t)(y->examples - y->failing),
        (size_t)(x->examples + y->examples - x->failing - y->failing));
    h->inside = x->failed / x->tries; /* NaN of nothing */
    h->inside_lo = in.low;
    h->inside_hi = in.high;
    h->outside = y->failed / y->tries;
    h->failed_inside = x->failing / x->examples;
    h->failed_outside = y->failing / y->examples;
    h->lift = h->inside - h->outside;
    gap = stats_newcombe(h->outside, out, h->inside, in);
    h->lo = gap.low;
    h->hi = gap.high;
}

/* Held-out figures, or those of all where no fold is proposed, or where there
 * is nothing to compare in those that are. */
static void measure_row(struct measure *m, const struct score_row *r)
{
    r->h->folds = find_held(m);
    if (r->h->folds > 0) {
        sum_row(m, r);
        if (m->half[0].examples > 0 && m->half[1].examples > 0) {
            fill_rates(m, r->h);
            unsum_row(m);
            return;
        }
        unsum_row(m);
    }
    r->h->folds = 0;
    memset(m->held, true, m->p->o.folds);
    sum_row(m, r);
    fill_rates(m, r->h);
    unsum_row(m);
}

void score_figures(const struct score_pool *p, struct score_row *rows, size_t n)
{
    struct measure m;

    measure_open(&m, p);
    for (size_t i = 0; i < n; i++) {
        count_members(&m, &rows[i]);
        rows[i].log_p = strata_tail(&m.one);
        rows[i].h->p = exp(rows[i].log_p);
        measure_row(&m, &rows[i]);
    }
    arena_clear(&m.arena);
}
