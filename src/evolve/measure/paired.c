/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Originals and variants, in pairs. Both sides were asked of the same model
 * and share a problem, so that most of the spread between problems cancels.
 * Pairs of one original are not independent: they are drawn, and change their
 * sign, together.
 */
#include "base/alloc.h"
#include "base/err.h"
#include "base/rng.h"
#include "base/str.h"
#include "evolve/measure/paired_int.h"
#include "stats/ratio.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BOOTSTRAP_ROUNDS   10000
#define PERMUTATION_ROUNDS 20000
#define LENGTHS            8 /* rows: 1 .. 7, 8 and more */

/* The pairs of each original, added up. */
struct bunches {
    double *before, *after, *lost, *size; /* lost: before - after */
    size_t n;
};

/* ---- one list of pairs ---- */

static int by_original(const void *a, const void *b)
{
    const struct measured_pair *x = a, *y = b;

    return (x->original > y->original) - (x->original < y->original);
}

/* Sums by original; sorts the pairs. */
static struct bunches make_bunches(struct arena *a, struct measured_pairs *p)
{
    struct bunches b = { .before = arena_array(a, double, p->n + 1),
                         .after = arena_array(a, double, p->n + 1),
                         .lost = arena_array(a, double, p->n + 1),
                         .size = arena_array(a, double, p->n + 1) };

    qsort(p->items, p->n, sizeof(*p->items), by_original);
    for (size_t i = 0; i < p->n; i++) {
        if (i == 0 || p->items[i].original != p->items[i - 1].original)
            b.n++;
        b.before[b.n - 1] += p->items[i].before;
        b.after[b.n - 1] += p->items[i].after;
        b.size[b.n - 1] += 1;
    }
    for (size_t i = 0; i < b.n; i++)
        b.lost[i] = b.before[i] - b.after[i];
    return b;
}

/* What is averaged over pairs. */
enum pair_value {
    PAIR_BEFORE,
    PAIR_AFTER,
    PAIR_LOST,   /* right before, wrong after */
    PAIR_GAINED, /* the other way round */
};

static double value_of(const struct measured_pair *p, enum pair_value v)
{
    switch (v) {
    case PAIR_BEFORE: return p->before;
    case PAIR_AFTER: return p->after;
    case PAIR_LOST: return p->before * (1 - p->after);
    default: return (1 - p->before) * p->after;
    }
}

static struct rate pair_rate(struct arena *a, const struct measured_pairs *p,
                             enum pair_value v)
{
    struct share *s = arena_array(a, struct share, p->n + 1);
    size_t cluster = 0;

    for (size_t i = 0; i < p->n; i++) {
        if (i > 0 && p->items[i].original != p->items[i - 1].original)
            cluster++;
        s[i].cluster = cluster;
        s[i].n = 1;
        s[i].sum = value_of(&p->items[i], v);
    }
    return rate_make(s, p->n);
}

static struct rng stream(struct arena *a, const char *what, uint64_t seed)
{
    const char *name = arena_printf(a, "evolve %s %" PRIu64, what, seed);
    struct rng r;

    rng_init(&r, hash_bytes(name, strlen(name)));
    return r;
}

/* The interval of the difference, over originals drawn with repetition. */
static struct interval bootstrap(struct arena *a, const struct bunches *b,
                                 uint64_t seed)
{
    const double *columns[] = { b->lost, b->size };
    double *sums[2];
    struct interval out;

    for (size_t c = 0; c < 2; c++)
        sums[c] = alloc_new(BOOTSTRAP_ROUNDS, sizeof(double));
    stats_resample(columns, 2, b->n, BOOTSTRAP_ROUNDS, stream(a, "pairs", seed),
                   sums);
    for (size_t i = 0; i < BOOTSTRAP_ROUNDS; i++)
        sums[0][i] /= sums[1][i];
    out = stats_percentiles(sums[0], BOOTSTRAP_ROUNDS);
    for (size_t c = 0; c < 2; c++)
        free(sums[c]);
    return out;
}

/* The relative drop is what is left of the ratio of both means. */
struct interval paired_relative(const struct rate *before,
                                const struct rate *after, double correlation)
{
    struct interval kept =
        stats_ratio(after->value, after->interval, before->value,
                    before->interval, correlation);

    return (struct interval){ 1 - kept.high, 1 - kept.low };
}

void paired_drop(struct measured_pairs *p, const char *model, const char *set,
                 uint64_t seed, struct drop *out)
{
    struct arena a = { 0 };
    struct bunches b = make_bunches(&a, p);

    *out = (struct drop){ .model = model,
                          .set = set,
                          .pairs = p->n,
                          .left_out = p->left_out,
                          .before = pair_rate(&a, p, PAIR_BEFORE),
                          .after = pair_rate(&a, p, PAIR_AFTER),
                          .lost = pair_rate(&a, p, PAIR_LOST),
                          .gained = pair_rate(&a, p, PAIR_GAINED),
                          .relative = NAN,
                          .relative_interval = { NAN, NAN },
                          .difference = NAN,
                          .p = NAN,
                          .difference_interval = { -1, 1 },
                          .memory = { .chance = NAN, .rate = { 0, 1 } } };
    if (p->n) {
        out->difference = out->before.value - out->after.value;
        if (out->before.value > 0) {
            out->relative = out->difference / out->before.value;
            out->relative_interval = paired_relative(
                &out->before, &out->after,
                stats_ratio_correlation(b.before, b.after, b.size, b.n));
        }
        out->p = stats_permutation(b.lost, b.n, PERMUTATION_ROUNDS, seed);
        if (stats_ratio_deviation(b.lost, b.size, b.n, out->difference) > 1e-9)
            out->difference_interval = bootstrap(&a, &b, seed);
        else
            out->difference_interval = stats_no_spread(out->difference, b.n);
    }
    arena_clear(&a);
}

/* ---- pairs of two runs ---- */

struct side {
    const struct run_info *run;
    struct replies replies;
};

struct pairing {
    struct side before, after;
    const struct problem *originals, *variants;
    const size_t *original, *steps;
    size_t n_before, n;
    uint64_t seed;
    const char *set;
};

/* The pairs of a model, which has these places in the runs; behind those that
 * `all` has already. */
static struct measured_pairs model_pairs(const struct pairing *w, size_t m,
                                         size_t k, struct measured_pairs *all)
{
    struct measured_pairs p = { .items = all->items + all->n };

    for (size_t i = 0; i < w->n; i++) {
        struct measured_pair *at = &p.items[p.n];

        if (w->original[i] == SIZE_MAX)
            continue;
        *at = (struct measured_pair){
            .original = w->original[i],
            .steps = w->steps[i],
            .model = m,
            .certified =
                json_get(json_get(w->variants[i].meta, "evolve"), "certified"),
            .before = replies_average(&w->before.replies, w->original[i], m),
            .after = replies_average(&w->after.replies, i, k)
        };
        if (isnan(at->before) || isnan(at->after))
            p.left_out++;
        else
            p.n++;
    }
    all->n += p.n;
    all->left_out += p.left_out;
    return p;
}

static bool find_model(const struct run_info *run, const char *name,
                       size_t *out)
{
    for (size_t i = 0; i < run->n_models; i++)
        if (str_eq(run->models[i], name)) {
            *out = i;
            return true;
        }
    return false;
}

static void count_memory(const struct pairing *w, size_t model, struct drop *d)
{
    struct arena a = { 0 };
    struct memory m = { .originals = w->originals,
                        .n_originals = w->n_before,
                        .variants = w->variants,
                        .n = w->n,
                        .original = w->original,
                        .replies = &w->after.replies };

    memory_count(&a, &m, model, &d->memory);
    arena_clear(&a);
}

static void make_drops(struct arena *a, const struct pairing *w,
                       struct measured_pairs *all, struct paired *out)
{
    const struct run_info *run = w->before.run;

    out->drops = arena_array(a, struct drop, run->n_models + 1);
    for (size_t m = 0; m < run->n_models; m++) {
        struct drop *d = &out->drops[out->n_drops];
        struct measured_pairs p;
        size_t k;

        if (!find_model(w->after.run, run->models[m], &k))
            continue;
        p = model_pairs(w, m, k, all);
        paired_drop(&p, arena_strdup(a, run->models[m]), w->set, w->seed, d);
        count_memory(w, k, d);
        d->items = arena_array(a, struct measured_pair, p.n + 1);
        if (p.n)
            memcpy(d->items, p.items, p.n * sizeof(*p.items));
        d->run_before = arena_strdup(a, run->name);
        d->run_after = arena_strdup(a, w->after.run->name);
        out->n_drops++;
    }
}

/* ---- by length ---- */

static size_t row_of(size_t steps)
{
    return steps < 1 ? 1 : steps > LENGTHS ? LENGTHS : steps;
}

static void make_lengths(struct arena *a, struct arena *scratch,
                         const struct pairing *w,
                         const struct measured_pairs *all, struct paired *out)
{
    struct measured_pairs p = {
        .items = arena_array(scratch, struct measured_pair, all->n + 1)
    };

    out->lengths = arena_array(a, struct drop_by_length, LENGTHS);
    for (size_t steps = 1; steps <= LENGTHS; steps++) {
        struct drop_by_length *row = &out->lengths[out->n_lengths];

        p.n = 0;
        for (size_t i = 0; i < all->n; i++)
            if (row_of(all->items[i].steps) == steps)
                p.items[p.n++] = all->items[i];
        if (p.n == 0)
            continue;
        row->steps = steps;
        paired_drop(&p, NULL, w->set, w->seed, &row->drop);
        out->n_lengths++;
    }
}

/* Certified variants and the rest. */
static void make_sure(struct arena *scratch, const struct pairing *w,
                      const struct measured_pairs *all, struct paired *out)
{
    for (size_t k = 0; k < 2; k++) {
        struct measured_pairs p = {
            .items = arena_array(scratch, struct measured_pair, all->n + 1)
        };

        for (size_t i = 0; i < all->n; i++)
            if (all->items[i].certified == (k == 0))
                p.items[p.n++] = all->items[i];
        paired_drop(&p, NULL, w->set, w->seed, &out->sure[k]);
    }
}

/* One point for each original: its mean drop, its mean length. */
static void correlate(struct arena *scratch, struct measured_pairs *all,
                      uint64_t seed, struct paired *out)
{
    double *drop = arena_array(scratch, double, all->n + 1);
    double *length = arena_array(scratch, double, all->n + 1);
    size_t n = 0, m;

    qsort(all->items, all->n, sizeof(*all->items), by_original);
    for (size_t i = 0; i < all->n; i += m) {
        const struct measured_pair *p = &all->items[i];

        for (m = 0; i + m < all->n && p[m].original == p->original; m++) {
            drop[n] += p[m].before - p[m].after;
            length[n] += (double)p[m].steps;
        }
        drop[n] /= (double)m;
        length[n++] /= (double)m;
    }
    out->length_spearman = out->length_p = NAN;
    if (n < 3)
        return;
    out->length_spearman = stats_spearman(drop, length, n);
    out->length_p = stats_spearman_p(drop, length, n, PERMUTATION_ROUNDS, seed);
}

/* ---- all of it ---- */

static void find_spread(struct arena *scratch, struct paired *out)
{
    double *before = arena_array(scratch, double, out->n_drops + 1);
    double *after = arena_array(scratch, double, out->n_drops + 1);
    size_t n = 0;

    for (size_t i = 0; i < out->n_drops; i++)
        if (out->drops[i].pairs) {
            before[n] = out->drops[i].before.value;
            after[n++] = out->drops[i].after.value;
        }
    out->spread_before = stats_deviation(before, n);
    out->spread_after = stats_deviation(after, n);
}

static bool check_pairs(const struct pairing *w, struct err *e)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->original[i] != SIZE_MAX && w->original[i] >= w->n_before)
            return err_set(e, ERR_DOMAIN,
                           "the original of variant %zu is not among the %zu "
                           "problems",
                           i + 1, w->n_before);
    for (size_t m = 0; m < w->before.run->n_models; m++) {
        size_t k;

        if (find_model(w->after.run, w->before.run->models[m], &k))
            return true;
    }
    return err_set(e, ERR_DOMAIN, "runs %s and %s have no model in common",
                   w->before.run->name, w->after.run->name);
}

bool measure_paired(struct arena *a, struct store *s,
                    const struct run_info *before,
                    const struct problem *originals, size_t n_before,
                    const struct run_info *after,
                    const struct problem *variants, size_t n_after,
                    const size_t *original, const size_t *steps,
                    const char *set, bool strict, uint64_t seed,
                    struct paired *out, struct err *e)
{
    struct arena scratch = { 0 };
    struct pairing w = { .before = { .run = before },
                         .after = { .run = after },
                         .originals = originals,
                         .variants = variants,
                         .original = original,
                         .steps = steps,
                         .n_before = n_before,
                         .n = n_after,
                         .seed = seed,
                         .set = arena_strdup(a, set ? set : "") };
    struct measured_pairs all = { 0 };
    bool ok = check_pairs(&w, e) &&
              replies_read(&scratch, s, before, originals, n_before, strict,
                           &w.before.replies, e) &&
              replies_read(&scratch, s, after, variants, n_after, strict,
                           &w.after.replies, e);

    *out = (struct paired){ 0 };
    if (ok) {
        all.items = arena_array(&scratch, struct measured_pair,
                                n_after * before->n_models + 1);
        make_drops(a, &w, &all, out);
        make_lengths(a, &scratch, &w, &all, out);
        make_sure(&scratch, &w, &all, out);
        correlate(&scratch, &all, seed, out);
        find_spread(&scratch, out);
    }
    arena_clear(&scratch);
    return ok;
}
