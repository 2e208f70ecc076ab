/* SPDX-License-Identifier: Apache-2.0 */

/* The units that are drawn, and their values. */
#include "base/alloc.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/sort.h"
#include "hunt/score/score_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the chosen ones explain. */

#define GROUP_SHARE 0.5 /* Jaccard's */

/* How well one chosen row explains a candidate. */
struct link {
    size_t row;   /* SCORE_NONE: not tried */
    bool clears;  /* nothing is left within its strata */
    double log_p; /* of what is left */
    double share; /* Jaccard's, of examples */
};

static double jaccard(const struct score_row *x, const struct score_row *y,
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

static bool is_better(const struct link *x, const struct link *y)
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
    now.share =
        jaccard(score_candidate(c, by), score_candidate(c, i), c->p->words);
    if (is_better(&now, best))
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
static size_t distinct(double *x, size_t n)
{
    size_t m = 0;

    sort_doubles(x, n);
    for (size_t i = 0; i < n; i++)
        if (m == 0 || x[m - 1] != x[i])
            x[m++] = x[i];
    return m;
}

static struct score_options fill_in(const struct score_options *o)
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
static double steps_of(const double *x, size_t n)
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
static void find_levels(struct arena *a, struct score_pool *p)
{
    double *mean = alloc_new(2 * p->units + 1, sizeof(*mean));
    double *sorted = mean + p->units;
    uint8_t *level = arena_array(a, uint8_t, p->units + 1);

    for (size_t i = 0; i < p->n; i++)
        mean[p->unit[i]] += p->failed[i] / p->tries[i] / p->size[p->unit[i]];
    p->steps = steps_of(mean, p->units);
    for (size_t u = 0; u < p->units; u++)
        sorted[u] = mean[u] = round(mean[u] * p->steps) / p->steps;
    p->levels = distinct(sorted, p->units);
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

    *out = (struct score_pool){ .outcomes = s, .o = fill_in(o) };
    find_units(a, out, unit);
    sort_examples(a, out, unit);
    free(unit);
    find_outcomes(a, out);
    find_levels(a, out);
}

/* ---- covers ---- */

/* The bits of x, counted in parallel. */
static unsigned bits_of(uint64_t x)
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
        n += bits_of(other ? cover[i] & other[i] : cover[i]);
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
static size_t below(const double *sorted, size_t n, double x)
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
                     : (uint32_t)(below(sorted, m, x[u]) * SCORE_BINS / m);
    few = distinct(sorted, m);
    for (size_t u = 0; u < p->units && few <= SCORE_BINS; u++)
        if (!isnan(x[u]))
            bin[u] = (uint32_t)below(sorted, few, x[u]);
    *n = few <= SCORE_BINS ? few : SCORE_BINS;
    return bin;
}
