/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/sort.h"
#include "hunt/score/score_int.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The units that are drawn, and their values. */

/* What the chosen ones explain. */

#define GROUP_SHARE 0.5 /* Jaccard's */

/* How well one chosen row explains a candidate. */
struct link {
    size_t row;   /* SCORE_NONE: not tried */
    bool clears;  /* nothing is left within its strata */
    double log_p; /* of what is left */
    double share; /* Jaccard's, of examples */
};

static double pool_jaccard(const struct score_row *x, const struct score_row *y,
                           size_t words)
{
    size_t common = 0, n = x->h->n + y->h->n;

    for (size_t w = 0; w < words; w++) {
        uint64_t both = x->cover[w] & y->cover[w];

        both &= x->other ? x->other[w] : UINT64_MAX;
        both &= y->other ? y->other[w] : UINT64_MAX;
        common += score_count(&both, NULL, 1);
    }
    return n > common ? (double)common / (double)(n - common) : 0;
}

static bool pool_is_better(const struct link *x, const struct link *y)
{
    if (y->row == SCORE_NONE || x->clears != y->clears)
        return y->row == SCORE_NONE || x->clears;
    return x->clears ? x->share > y->share : x->log_p > y->log_p;
}

/* The strata at hand are those of row `by` alone. */
static void try_link(struct score_choice *c, size_t by, size_t i,
                     struct link *best)
{
    struct link now = { .row = c->at[by], .log_p = score_test(c, i) };

    now.clears = now.log_p > c->limit;
    now.share = pool_jaccard(score_candidate(c, by), score_candidate(c, i),
                             c->p->words);
    if (pool_is_better(&now, best))
        *best = now;
}

/* Two rounds, for other bounds of one trait are tested within its halves. */
static void link_all(struct score_choice *c, size_t by, const bool *chosen,
                     struct link *links)
{
    int trait = score_candidate(c, by)->trait;

    memset(c->in, 0, c->n * sizeof(*c->in));
    c->in[by] = true;
    for (int own = 0; own <= (trait >= 0); own++) {
        score_stratify(c, SCORE_NONE, own ? trait : SCORE_FINE);
        for (size_t i = 0; i < c->n; i++) {
            bool same = trait >= 0 && score_candidate(c, i)->trait == trait;

            if (!chosen[i] && same == (own == 1))
                try_link(c, by, i, &links[i]);
        }
    }
}

void score_explain(struct score_choice *c)
{
    struct link *links = arena_array(c->a, struct link, c->n);
    bool *chosen = arena_array(c->a, bool, c->n);

    memcpy(chosen, c->in, c->n * sizeof(*chosen));
    for (size_t i = 0; i < c->n; i++)
        links[i].row = SCORE_NONE;
    for (size_t i = 0; i < c->n; i++)
        if (chosen[i])
            link_all(c, i, chosen, links);
    for (size_t i = 0; i < c->n; i++) {
        struct hypothesis *h = score_candidate(c, i)->h;

        if (chosen[i]) {
            h->reported = true;
            h->group = (int)c->at[i];
            h->explained = -1;
        } else if (!h->reported && h->explained < 0 &&
                   links[i].row != SCORE_NONE) {
            h->explained = (int)links[i].row;
            h->group = links[i].share >= GROUP_SHARE ? h->explained : -1;
        }
    }
}

/* Sort, and keep one of each. */
static size_t pool_distinct(double *x, size_t n)
{
    size_t m = 0;

    sort_doubles(x, n);
    for (size_t i = 0; i < n; i++)
        if (m == 0 || x[m - 1] != x[i])
            x[m++] = x[i];
    return m;
}

static struct score_options pool_fill_in(const struct score_options *o)
{
    struct score_options out = *o;

    if (out.support == 0)
        out.support = score_defaults.support;
    if (!(out.level > 0))
        out.level = score_defaults.level;
    return out;
}

/* Numbers the units in the order of their first examples, and finds the unit of
 * each example that counts. */
static void find_units(struct arena *a, struct score_pool *p, uint32_t *unit)
{
    const struct outcomes *s = p->outcomes;
    uint32_t *size = arena_array(a, uint32_t, s->n + 1);
    struct map seen = { 0 };

    for (size_t i = 0; i < s->n; i++) {
        uint32_t cluster = s->examples[i].cluster;
        size_t *u;
        bool added;

        if (s->examples[i].tries == 0)
            continue;
        u = map_put(&seen, &cluster, sizeof(cluster), &added);
        if (added)
            *u = p->units++;
        size[*u]++;
        unit[i] = (uint32_t)*u;
        p->n++;
    }
    map_clear(&seen);
    p->words = (p->n + 63) / 64;
    p->size = size;
}

/* Examples that count, sorted by their units. */
static void sort_examples(struct arena *a, struct score_pool *p,
                          const uint32_t *unit)
{
    const struct outcomes *s = p->outcomes;
    uint32_t *at = arena_array(a, uint32_t, p->n + 1);
    uint32_t *sorted = arena_array(a, uint32_t, p->n + 1);
    size_t *next = arena_array(a, size_t, p->units + 1);

    for (size_t u = 0; u < p->units; u++)
        next[u + 1] = next[u] + p->size[u];
    for (size_t i = 0; i < s->n; i++)
        if (s->examples[i].tries > 0) {
            size_t place = next[unit[i]]++;

            at[place] = (uint32_t)i;
            sorted[place] = unit[i];
        }
    p->at = at;
    p->unit = sorted;
}

static void find_outcomes(struct arena *a, struct score_pool *p)
{
    double *failed = arena_array(a, double, p->n + 1);
    double *tries = arena_array(a, double, p->n + 1);
    bool *fails = arena_array(a, bool, p->n + 1);

    for (size_t i = 0; i < p->n; i++) {
        const struct example *x = &p->outcomes->examples[p->at[i]];

        fails[i] = example_fails(x);
        failed[i] = p->o.total ? (double)fails[i] : (double)x->failed;
        tries[i] = p->o.total ? 1 : (double)x->tries;
    }
    p->failed = failed;
    p->tries = tries;
    p->fails = fails;
}

/* The fewest steps from 0 to 1 of which all values are whole numbers; else the
 * most. */
static double pool_steps_of(const double *x, size_t n)
{
    double steps = 1;

    for (size_t i = 0; i < n && steps < STRATA_LEVELS - 1; i++)
        if (fabs(x[i] * steps - round(x[i] * steps)) > 1e-6) {
            steps++;
            i = SIZE_MAX; /* from the first again: ++ makes it 0 */
        }
    return steps;
}

/* Few values make p quick. Rounding is not fitted to any set, so what p says
 * stays true of the rounded values. */
static void pool_find_levels(struct arena *a, struct score_pool *p)
{
    double *mean = alloc_new(2 * p->units + 1, sizeof(*mean));
    double *sorted = mean + p->units;
    uint8_t *level = arena_array(a, uint8_t, p->units + 1);

    for (size_t i = 0; i < p->n; i++)
        mean[p->unit[i]] += p->failed[i] / p->tries[i] / p->size[p->unit[i]];
    p->steps = pool_steps_of(mean, p->units);
    for (size_t u = 0; u < p->units; u++)
        sorted[u] = mean[u] = round(mean[u] * p->steps) / p->steps;
    p->levels = pool_distinct(sorted, p->units);
    for (size_t l = 0; l < p->levels; l++)
        p->values[l] = sorted[l];
    for (size_t u = 0; u < p->units; u++)
        while (p->values[level[u]] < mean[u])
            level[u]++;
    p->level = level;
    free(mean);
}

struct strata score_strata(struct arena *a, const struct score_pool *p,
                           size_t most)
{
    struct strata s = strata_new(a, p->values, p->levels, most);

    s.steps = p->steps;
    return s;
}

void score_pool_make(struct arena *a, const struct outcomes *s,
                     const struct score_options *o, struct score_pool *out)
{
    uint32_t *unit = alloc_new(s->n + 1, sizeof(*unit));

    *out = (struct score_pool){ .outcomes = s, .o = pool_fill_in(o) };
    find_units(a, out, unit);
    sort_examples(a, out, unit);
    free(unit);
    find_outcomes(a, out);
    pool_find_levels(a, out);
}

/* ---- covers ---- */

/* The bits of x, counted in parallel. */
static unsigned pool_bits_of(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (unsigned)(x * 0x0101010101010101 >> 56);
}

size_t score_count(const uint64_t *cover, const uint64_t *other, size_t words)
{
    size_t n = 0;

    for (size_t i = 0; i < words; i++)
        n += pool_bits_of(other ? cover[i] & other[i] : cover[i]);
    return n;
}

size_t score_members(const struct score_pool *p, const struct score_row *r,
                     uint32_t *inside, uint32_t *out)
{
    size_t n = 0, kept = 0;

    for (size_t w = 0; w < p->words; w++) {
        uint64_t word = r->cover[w] & (r->other ? r->other[w] : UINT64_MAX);

        for (size_t i = 64 * w; word; i++, word >>= 1)
            if (word & 1 && inside[p->unit[i]]++ == 0)
                out[n++] = p->unit[i];
    }
    for (size_t k = 0; k < n; k++) {
        uint32_t u = out[k];

        if (2 * inside[u] > p->size[u])
            out[kept++] = u;
        inside[u] = 0;
    }
    return kept;
}

/* ---- cells ---- */

size_t score_refine(const struct score_pool *p, uint32_t *of, size_t cells,
                    const uint32_t *part, size_t parts)
{
    uint32_t *number = alloc_new(cells * parts, sizeof(*number)), n = 0;

    for (size_t u = 0; u < p->units; u++) {
        uint32_t *k = &number[of[u] * parts + part[u]];

        if (*k == 0)
            *k = ++n;
        of[u] = *k - 1;
    }
    free(number);
    return n;
}

/* ---- bins ---- */

/* How many of sorted[0..n) are below x. */
static size_t pool_below(const double *sorted, size_t n, double x)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (sorted[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A unit has the value of its first example. */
const uint32_t *score_bins(struct arena *a, const struct score_pool *p,
                           size_t trait, size_t *n)
{
    const double *value = p->outcomes->traits[trait].value;
    uint32_t *bin;
    double *x, *sorted;
    size_t m = 0, few;

    if (!value)
        return NULL;
    bin = arena_array(a, uint32_t, p->units + 1);
    x = arena_array(a, double, 2 * p->units + 1);
    sorted = x + p->units;
    for (size_t i = p->n; i-- > 0;)
        x[p->unit[i]] = value[p->at[i]];
    for (size_t u = 0; u < p->units; u++)
        if (!isnan(x[u]))
            sorted[m++] = x[u];
    sort_doubles(sorted, m);
    for (size_t u = 0; u < p->units; u++) /* places before it, in bins */
        bin[u] = isnan(x[u])
                     ? SCORE_BINS
                     : (uint32_t)(pool_below(sorted, m, x[u]) * SCORE_BINS / m);
    few = pool_distinct(sorted, m);
    for (size_t u = 0; u < p->units && few <= SCORE_BINS; u++)
        if (!isnan(x[u]))
            bin[u] = (uint32_t)pool_below(sorted, few, x[u]);
    *n = few <= SCORE_BINS ? few : SCORE_BINS;
    return bin;
}

/*
 * p of every set and its rates; and the sizes of those that are reported, less
 * what selection has added to them.
 */

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

static void pool_add_sums(const struct score_pool *p, struct half *h, size_t i,
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
        pool_add_sums(p, all, i, 1);
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
    pool_add_sums(p, in, i, 1);
    pool_add_sums(p, out, i, -1);
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
static void pool_correct(struct measure *m, struct score_row *r, double rivals)
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
        pool_correct(&m, &rows[i], rivals_of(rows, n, i));
        unsum_row(&m);
    }
    arena_clear(&m.arena);
}
