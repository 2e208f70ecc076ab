/* SPDX-License-Identifier: Apache-2.0 */
/*
 * p of every set and its rates; and the sizes of those that are reported, less
 * what selection has added to them.
 */
#include "hunt/score/score_int.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

#define SHIFT_MOST 12.0  /* standard errors */
#define FAR        0.005 /* chance that a lower end is too high for all rows */

struct measure {
    struct arena arena;
    const struct score_pool *p;
    struct strata one;         /* of all units */
    uint32_t *count, *members; /* [unit] for score_members() */
    struct half {
        double *total, *n; /* of each unit */
        uint32_t *unit;    /* [so many] its number; of the inside alone */
        size_t units;
        double failed, tries, failing, examples;
    } half[2]; /* outside and inside; all are outside between two rows */
};

static void add_sums(const struct score_pool *p, struct half *h, size_t i,
                     double sign)
{
    h->failed += sign * p->failed[i];
    h->tries += sign * p->tries[i];
    h->failing += sign * p->fails[i];
    h->examples += sign;
}

static void measure_open(struct measure *m, const struct score_pool *p)
{
    struct arena *a = &m->arena;
    struct half *all = &m->half[0];

    *m = (struct measure){ .p = p };
    m->one = score_strata(a, p, 1);
    m->one.n = 1;
    m->count = arena_array(a, uint32_t, p->units + 1);
    m->members = arena_array(a, uint32_t, p->units + 1);
    for (int side = 0; side < 2; side++) {
        m->half[side].total = arena_array(a, double, p->units + 1);
        m->half[side].n = arena_array(a, double, p->units + 1);
        m->half[side].unit = arena_array(a, uint32_t, p->units + 1);
    }
    for (size_t u = 0; u < p->units; u++)
        m->one.all[p->level[u]]++;
    all->units = p->units;
    for (size_t i = 0; i < p->n; i++) {
        all->total[p->unit[i]] += p->failed[i];
        all->n[p->unit[i]] += p->tries[i];
        add_sums(p, all, i, 1);
    }
}

static void count_members(struct measure *m, const struct score_row *r)
{
    const struct score_pool *p = m->p;
    size_t n = score_members(p, r, m->count, m->members);

    memset(m->one.inside, 0, p->levels * sizeof(uint32_t));
    for (size_t k = 0; k < n; k++)
        m->one.inside[p->level[m->members[k]]]++;
}

double score_chance(const struct score_pool *p, const struct strata *s)
{
    return p->units < p->n ? strata_tail(s) : strata_chance(s);
}

/* ---- rates ---- */

/* Examples come unit by unit: those of one unit are added up. */
static void move_example(struct measure *m, size_t i)
{
    const struct score_pool *p = m->p;
    struct half *in = &m->half[1], *out = &m->half[0];
    uint32_t u = p->unit[i];

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

void score_figures(const struct score_pool *p, struct score_row *rows, size_t n)
{
    struct measure m;

    measure_open(&m, p);
    for (size_t i = 0; i < n; i++) {
        count_members(&m, &rows[i]);
        rows[i].log_p = score_chance(p, &m.one);
        rows[i].h->p = exp(rows[i].log_p);
        sum_row(&m, &rows[i]);
        fill_rates(&m, rows[i].h);
        unsum_row(&m);
    }
    arena_clear(&m.arena);
}

/* ---- selection ---- */

/*
 * A row is reported when its lift is above a cut, which is where p would be the
 * largest that counts. Given that, it is a normal variable without its lower
 * tail: of true lifts `shift` standard errors below what was seen, a share
 *
 *     Q(shift) / Q(shift - above)
 *
 * of the reported ones are as large, `above` being how far it is above the cut
 * (Zhong and Prentice, "Bias-reduced estimators and confidence intervals for
 * odds ratios in genome-wide association studies", Biostatistics 9 (2008)).
 * Returns the shift with this share.
 */
static double shift_of(double above, double share)
{
    double low = 0, high = SHIFT_MOST;

    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        double as_large =
            stats_normal_tail(middle) / stats_normal_tail(middle - above);

        if (as_large > share)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* How far the lift is above that of p = exp(log_cut), in standard errors; half
 * a step is nearer to what was seen than to the next. */
static double above_cut(struct measure *m, const struct hypothesis *h,
                        double log_cut)
{
    const struct strata *s = &m->one;
    double n = 0, in = 0, seen = 0, error = (h->lift - h->lo) / STATS_Z_95;
    double needed = strata_needed(s, log_cut, m->p->units < m->p->n);

    for (size_t l = 0; l < s->levels; l++) {
        n += s->all[l];
        in += s->inside[l];
        seen += s->inside[l] * s->values[l];
    }
    return (seen - needed + 0.5 / s->steps) * (1 / in + 1 / (n - in)) / error;
}

/* The lower end of the lift, `shift` standard errors down. */
static double lower_end(const struct measure *m, const struct hypothesis *h,
                        double shift)
{
    const struct half *x = &m->half[1], *y = &m->half[0];
    double tail = stats_normal_tail(shift);
    struct interval in, out;

    in = stats_clustered_tail(x->total, x->n, x->units, tail);
    out = stats_clustered_tail(y->total, y->n, y->units, tail);
    return stats_newcombe(h->outside, out, h->inside, in).low;
}

/*
 * The lift is the mean of what was seen and of the lift of which half of the
 * reported ones are as large (Zhong and Prentice's compromise). The latter alone
 * is too far for most, and without end just above the cut: it counts as 0 below
 * 0, and is never further than the lower end. The lower end is the lift of which
 * one in forty are as large; just above the cut it would be far below 0, and is
 * then the one that holds for all reported rows at once (Benjamini and
 * Yekutieli, "False discovery rate-adjusted multiple confidence intervals for
 * selected parameters", JASA 100 (2005)). `rivals` are the cuts that a bound was
 * picked from as the best: the lower end holds whichever it is.
 */
static void correct(struct measure *m, struct score_row *r, double rivals)
{
    struct hypothesis *h = r->h;
    double error = (h->lift - h->lo) / STATS_Z_95, seen = h->lift;
    double above = above_cut(m, h, r->log_cut), most, least;

    r->shift = 0;
    if (above > 0) {
        most = -stats_normal_quantile(FAR *
                                      fmin(1, exp(r->log_cut) / m->p->o.level));
        h->lo = fmax(lower_end(m, h, shift_of(above, 0.025 / rivals)),
                     seen - most * error);
        least = fmax(fmin(seen, 0), h->lo);
        r->shift = fmin(shift_of(above, 0.5), (seen - least) / error) / 2;
        h->lift = seen - r->shift * error;
    }
    r->shift_lo = (seen - h->lo) / error;
    r->shift_hi = (h->hi - seen) / error;
}

static double rivals_of(const struct score_row *rows, size_t n, size_t i)
{
    double rivals = 0;

    for (size_t k = 0; k < n; k++)
        rivals += score_same_way(&rows[i], &rows[k]);
    return fmax(1, rivals);
}

void score_correct(const struct score_pool *p, struct score_row *rows, size_t n)
{
    struct measure m;

    measure_open(&m, p);
    for (size_t i = 0; i < n; i++) {
        if (!rows[i].h->reported)
            continue;
        count_members(&m, &rows[i]);
        sum_row(&m, &rows[i]);
        correct(&m, &rows[i], rivals_of(rows, n, i));
        unsum_row(&m);
    }
    arena_clear(&m.arena);
}
