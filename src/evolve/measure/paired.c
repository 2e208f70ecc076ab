/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/measure/paired.h"
#include "base/alloc.h"
#include "base/err.h"
#include "base/rng.h"
#include "base/sort.h"
#include "base/str.h"
#include "grade/grade.h"
#include "stats/ratio.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Originals and variants, in pairs. Both sides were asked of the same model
 * and share a problem, so that most of the spread between problems cancels.
 * Pairs of one original are not independent: they are drawn, and change their
 * sign, together.
 */

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

/* The mean over pairs of before^x (1 - before)^(1 - x) and the same of after: of
 * one side where the other's weight is left out (-1). */
static struct rate pair_rate(struct arena *a, const struct measured_pairs *p,
                             int before, int after)
{
    struct share *s = arena_array(a, struct share, p->n + 1);
    size_t cluster = 0;

    for (size_t i = 0; i < p->n; i++) {
        const struct measured_pair *x = &p->items[i];

        cluster += i > 0 && x->original != x[-1].original;
        s[i].cluster = cluster;
        s[i].n = 1;
        s[i].sum = (before < 0 ? 1
                    : before   ? x->before
                               : 1 - x->before) *
                   (after < 0 ? 1
                    : after   ? x->after
                              : 1 - x->after);
    }
    return rate_make(s, p->n);
}

static struct rng paired_rng(uint64_t seed)
{
    char name[48];
    struct rng r;

    snprintf(name, sizeof(name), "evolve pairs %" PRIu64, seed);
    rng_init(&r, hash_bytes(name, strlen(name)));
    return r;
}

/* The interval of a relative drop between two means with that correlation;
 * before > 0: what is left of the ratio of both means. */
static struct interval paired_relative(const struct rate *before,
                                       const struct rate *after,
                                       double correlation)
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
                          .before = pair_rate(&a, p, 1, -1),
                          .after = pair_rate(&a, p, -1, 1),
                          .lost = pair_rate(&a, p, 1, 0),
                          .gained = pair_rate(&a, p, 0, 1),
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
            out->difference_interval = stats_bootstrap_ratio(
                b.lost, b.size, b.n, BOOTSTRAP_ROUNDS, paired_rng(seed));
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

/*
 * Wrong answers to a variant that are the gold of its original: what a model
 * says that knows the problem, and does not read it. Chance is the share of the
 * other originals' golds that the same answer hits, so that small numbers, which
 * are golds often and are said often, count for what they are.
 */

struct golds {
    struct ratio *of; /* [original] */
    bool *is;         /* [original]: is it a number? */
    double *sorted;   /* of those that are numbers */
    size_t n;
};

/* The last key of a problem; false: it is no number. */
static bool paired_key_value(struct arena *a, const struct problem *p,
                             struct ratio *out)
{
    const char *text =
        p->n_keys ? grade_value(a, p->keys[p->n_keys - 1].latex) : NULL;

    return text && ratio_read(out, text, strlen(text));
}

/* How many golds are this number. */
static size_t golds_at(const struct golds *g, double x)
{
    size_t ends[2];

    for (size_t above = 0; above < 2; above++) {
        size_t low = 0, high = g->n;

        while (low < high) {
            size_t mid = (low + high) / 2;

            if (g->sorted[mid] < x || (above && g->sorted[mid] == x))
                low = mid + 1;
            else
                high = mid;
        }
        ends[above] = low;
    }
    return ends[1] - ends[0];
}

/* Counts what a model says of the variants. */
static void memory_count(const struct pairing *w, size_t model,
                         struct slip_count *out)
{
    struct arena a = { 0 };
    struct share *shares = arena_array(&a, struct share, w->n_before + 1);
    const struct replies *replies = &w->after.replies;
    struct golds g;

    g = (struct golds){ .of = arena_array(&a, struct ratio, w->n_before + 1),
                        .is = arena_array(&a, bool, w->n_before + 1),
                        .sorted = arena_array(&a, double, w->n_before + 1) };
    for (size_t i = 0; i < w->n_before; i++)
        if ((g.is[i] = paired_key_value(&a, &w->originals[i], &g.of[i])))
            g.sorted[g.n++] = ratio_double(g.of[i]);
    sort_doubles(g.sorted, g.n);
    *out = (struct slip_count){ .chance = 0 };
    for (size_t i = 0; i < w->n; i++) {
        size_t o = w->original[i], n;
        struct ratio key;
        const struct result *r =
            tally_results(replies->results, replies->n, i, model, &n);

        if (o == SIZE_MAX || !g.is[o] ||
            !paired_key_value(&a, &w->variants[i], &key) ||
            ratio_equal(key, g.of[o]))
            continue;
        for (size_t k = 0; k < n; k++) {
            const struct given_answer *x =
                &replies->answers[r + k - replies->results].final;
            bool hit = ratio_equal(x->value, g.of[o]);
            /* golds of other originals that are not the key */
            size_t others = g.n - 1 - golds_at(&g, ratio_double(key));

            if (x->mark != MARK_WRONG || !x->number)
                continue;
            out->could++;
            out->hits += hit;
            if (others)
                out->chance +=
                    (double)(golds_at(&g, ratio_double(x->value)) - hit) /
                    (double)others;
            shares[o].n += 1;
            shares[o].sum += hit;
        }
    }
    out->chance = out->could ? out->chance / (double)out->could : NAN;
    for (size_t o = 0; o < w->n_before; o++)
        shares[o].cluster = o;
    out->rate = rate_make(shares, w->n_before).interval;
    arena_clear(&a);
}

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
            .certified = json_at(w->variants[i].meta, "evolve.certified"),
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

static bool paired_find_model(const struct run_info *run, const char *name,
                              size_t *out)
{
    for (size_t i = 0; i < run->n_models; i++)
        if (str_eq(run->models[i], name)) {
            *out = i;
            return true;
        }
    return false;
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

        if (!paired_find_model(w->after.run, run->models[m], &k))
            continue;
        p = model_pairs(w, m, k, all);
        paired_drop(&p, arena_strdup(a, run->models[m]), w->set, w->seed, d);
        memory_count(w, k, &d->memory);
        d->items = arena_array(a, struct measured_pair, p.n + 1);
        if (p.n)
            memcpy(d->items, p.items, p.n * sizeof(*p.items));
        d->run_before = arena_strdup(a, run->name);
        d->run_after = arena_strdup(a, w->after.run->name);
        out->n_drops++;
    }
}

/* ---- by length ---- */

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
        for (size_t i = 0; i < all->n; i++) {
            size_t n = all->items[i].steps;

            if (steps == (n < 1 ? 1 : n > LENGTHS ? LENGTHS : n))
                p.items[p.n++] = all->items[i];
        }
        if (p.n == 0)
            continue;
        row->steps = steps;
        paired_drop(&p, NULL, w->set, w->seed, &row->drop);
        out->n_lengths++;
    }
    for (size_t k = 0; k < 2; k++) { /* certified variants, and the rest */
        p.n = 0;
        for (size_t i = 0; i < all->n; i++)
            if (all->items[i].certified == (k == 0))
                p.items[p.n++] = all->items[i];
        paired_drop(&p, NULL, w->set, w->seed, &out->sure[k]);
    }
}

/* One point for each original: its mean drop, its mean length. */
static void paired_correlate(struct arena *scratch, struct measured_pairs *all,
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

static void paired_find_spread(struct arena *scratch, struct paired *out)
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

        if (paired_find_model(w->after.run, w->before.run->models[m], &k))
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
        paired_correlate(&scratch, &all, seed, out);
        paired_find_spread(&scratch, out);
    }
    arena_clear(&scratch);
    return ok;
}

/* Several drops, and their means over models. */

/* ---- groups ---- */

bool drop_is_of(const struct drop *w, const char *set, const char *arm)
{
    return (!set || str_eq(w->set, set)) &&
           (w->arm == arm || (w->arm && arm && str_eq(w->arm, arm)));
}

bool drops_have_sets(const struct drop *drops, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (!str_eq(drops[i].set, drops[0].set))
            return true;
    return false;
}

/* ---- means ---- */

/* What each original brings to the means, over all drops. */
struct totals {
    struct share *before, *after;
    double *x, *y, *size;
    size_t n;
};

/* Each drop weighs the same, whatever its pairs: `weight` is one pair's. */
static void totals_add(struct totals *t, const struct drop *w, size_t from,
                       double weight)
{
    for (size_t i = 0; i < w->pairs; i++) {
        const struct measured_pair *p = &w->items[i];
        size_t k = from + p->original;

        t->before[k].cluster = t->after[k].cluster = k;
        t->before[k].n += weight;
        t->after[k].n += weight;
        t->size[k] += weight;
        t->x[k] += weight * p->before;
        t->y[k] += weight * p->after;
        t->before[k].sum = t->x[k];
        t->after[k].sum = t->y[k];
    }
}

static bool paired_counts(const struct drop *w, const char *set,
                          const char *arm)
{
    return drop_is_of(w, set, arm) && w->pairs;
}

/* Intervals, where all pairs are kept. */
static void find_intervals(const struct drop *drops, size_t n, const char *set,
                           const char *arm, struct drop_mean *out)
{
    struct arena a = { 0 };
    struct vec sets = vec_in(&a, sizeof(const char *));
    struct totals t;
    size_t each = 0, room, pairs = 0;

    for (size_t i = 0; i < n; i++) {
        const struct drop *w = &drops[i];

        if (paired_counts(w, set, arm) && !w->items) {
            arena_clear(&a);
            return;
        }
        /* drops of a set share their originals */
        vec_add_name(&sets, w->set);
        pairs += paired_counts(w, set, arm) ? w->pairs : 0;
        for (size_t k = 0; w->items && k < w->pairs; k++)
            if (w->items[k].original >= each)
                each = w->items[k].original + 1;
    }
    room = n * each;
    t = (struct totals){ .before = arena_array(&a, struct share, room + 1),
                         .after = arena_array(&a, struct share, room + 1),
                         .x = arena_array(&a, double, room + 1),
                         .y = arena_array(&a, double, room + 1),
                         .size = arena_array(&a, double, room + 1),
                         .n = room };
    for (size_t i = 0; i < n; i++)
        if (paired_counts(&drops[i], set, arm))
            totals_add(&t, &drops[i], vec_find_name(&sets, drops[i].set) * each,
                       (double)pairs / (double)out->n / (double)drops[i].pairs);
    out->before = rate_make(t.before, room);
    out->after = rate_make(t.after, room);
    if (out->before.value > 0)
        out->relative_interval =
            paired_relative(&out->before, &out->after,
                            stats_ratio_correlation(t.x, t.y, t.size, room));
    arena_clear(&a);
}

struct drop_mean drops_mean(const struct drop *drops, size_t n, const char *set,
                            const char *arm)
{
    struct drop_mean m = { .before = { .value = 0, .interval = { NAN, NAN } },
                           .after = { .value = 0, .interval = { NAN, NAN } },
                           .difference = NAN,
                           .relative = NAN,
                           .relative_interval = { NAN, NAN } };

    for (size_t i = 0; i < n; i++)
        if (paired_counts(&drops[i], set, arm)) {
            m.n++;
            bool new = true;

            for (size_t k = 0; k < i; k++)
                new = new && !(paired_counts(&drops[k], set, arm) &&
                               str_eq(drops[k].model, drops[i].model));
            m.models += new;
            m.before.value += drops[i].before.value;
            m.after.value += drops[i].after.value;
        }
    m.before.value = m.n ? m.before.value / (double)m.n : NAN;
    m.after.value = m.n ? m.after.value / (double)m.n : NAN;
    if (m.n)
        find_intervals(drops, n, set, arm, &m);
    m.difference = m.before.value - m.after.value;
    if (m.before.value > 0)
        m.relative = m.difference / m.before.value;
    return m;
}

/*
 * What operators do to accuracy, by a design of two levels: every problem is
 * asked in each run, and in each run half of the operators were at work. With
 * and without an operator, all others are balanced, so that the difference is
 * its own; the problem is the same, so that its difficulty cancels.
 *
 * The runs are those of Sylvester's matrix of M >= factors rows, and the same
 * with every sign changed: no effect is mixed up with what two operators do
 * together. With 1 to 3 factors all of their combinations are there.
 */

static size_t paired_half_of(size_t factors)
{
    size_t m = 1;

    while (m < factors)
        m *= 2;
    return m;
}

size_t design_runs(size_t factors)
{
    return 2 * paired_half_of(factors);
}

bool design_has(size_t factors, size_t run, size_t k)
{
    bool odd = run >= paired_half_of(factors);

    for (size_t both = run & k; both; both &= both - 1)
        odd = !odd;
    return !odd;
}

/* Was the operator at work in a run of problem i? */
static bool was_applied(const struct design *d,
                        const struct individual *individuals, size_t i,
                        size_t k)
{
    for (size_t r = 0; r < design_runs(d->factors); r++) {
        const struct individual *s = &individuals[r * d->n + i];

        for (size_t j = 0; design_has(d->factors, r, k) && j < s->n_steps; j++)
            if (str_eq(s->steps[j].name, d->names[k]))
                return true;
    }
    return false;
}

/* Means of accuracy of problem i over the runs without the operator and over
 * those with it; NaN: none counts. */
static void two_means(const struct design *d, const struct replies *replies,
                      size_t i, size_t k, size_t model, double means[2])
{
    double sum[2] = { 0, 0 };
    size_t n[2] = { 0, 0 };

    for (size_t r = 0; r < design_runs(d->factors); r++) {
        double x = replies_average(replies, r * d->n + i, model);
        size_t side = design_has(d->factors, r, k);

        if (isnan(x))
            continue;
        sum[side] += x;
        n[side]++;
    }
    for (size_t side = 0; side < 2; side++)
        means[side] = n[side] ? sum[side] / (double)n[side] : NAN;
}

static struct measured_pairs pairs_of(struct arena *a, const struct design *d,
                                      const struct run_board *b,
                                      const struct replies *replies, size_t k,
                                      size_t model)
{
    struct measured_pairs p = { .items = arena_array(a, struct measured_pair,
                                                     d->n + 1) };

    for (size_t i = 0; i < d->n; i++) {
        double means[2];

        two_means(d, replies, i, k, model, means);
        if (isnan(means[0]) || isnan(means[1]) ||
            !was_applied(d, b->individuals, i, k))
            p.left_out++;
        else
            p.items[p.n++] = (struct measured_pair){ .original = b->cluster[i],
                                                     .model = model,
                                                     .before = means[0],
                                                     .after = means[1] };
    }
    return p;
}

bool measure_effects(struct arena *a, struct store *s,
                     const struct run_info *run, const struct problem *problems,
                     const struct design *d, const char *set, bool strict,
                     uint64_t seed, struct drop **out, size_t *n_out,
                     struct err *e)
{
    size_t n = d->n * design_runs(d->factors);
    struct replies replies = { 0 };
    struct arena work = { 0 };
    struct run_board b;
    bool ok = run_board_open(&work, problems, n, &b, e) &&
              replies_read(&work, s, run, problems, n, strict, &replies, e);

    *n_out = 0;
    *out = arena_array(a, struct drop, run->n_models * d->factors + 1);
    for (size_t m = 0; ok && m < run->n_models; m++)
        for (size_t k = 0; k < d->factors; k++) {
            struct measured_pairs p = pairs_of(&work, d, &b, &replies, k, m);
            struct drop *w = &(*out)[(*n_out)++];

            paired_drop(&p, arena_strdup(a, run->models[m]), set, seed, w);
            w->arm = d->names[k];
            w->run_before = w->run_after = arena_strdup(a, run->name);
        }
    arena_clear(&work);
    return ok;
}
