/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/score/score.h"
#include "base/alloc.h"
#include "base/sort.h"
#include "base/str.h"
#include "hunt/score/score_int.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The effect of a reported row given the others: the difference in failures
 * between units inside and outside that are alike in all other reported rows,
 * as a linear model with a constant for each such cell has it. Its error is
 * robust to unequal spread (MacKinnon and White, "Some
 * heteroskedasticity-consistent covariance matrix estimators", Journal of
 * Econometrics 29 (1985), HC2), and units are clusters.
 */

struct adjust {
    const struct score_pool *p;
    uint32_t *of, *part; /* [unit] its cell; inside, or not */
    double *n, *in, *y;  /* [cell] units, of them inside, mean value */
    size_t cells;
};

static void score_mark(struct adjust *a, const struct score_row *r, uint32_t in)
{
    for (size_t k = 0; k < r->n_members; k++)
        a->part[r->members[k]] = in;
}

static double score_value_of(const struct score_pool *p, size_t unit)
{
    return p->values[p->level[unit]];
}

/* Cells of units that are alike in all these rows but one. */
static void find_cells(struct adjust *a, const struct score_row *const *rows,
                       size_t n, size_t except)
{
    memset(a->of, 0, a->p->units * sizeof(*a->of));
    a->cells = 1;
    for (size_t i = 0; i < n; i++) {
        if (i == except)
            continue;
        score_mark(a, rows[i], 1);
        a->cells = score_refine(a->p, a->of, a->cells, a->part, 2);
        score_mark(a, rows[i], 0);
    }
}

static void sum_cells(struct adjust *a)
{
    memset(a->n, 0, a->cells * sizeof(*a->n));
    memset(a->in, 0, a->cells * sizeof(*a->in));
    memset(a->y, 0, a->cells * sizeof(*a->y));
    for (size_t u = 0; u < a->p->units; u++) {
        a->n[a->of[u]]++;
        a->in[a->of[u]] += a->part[u];
        a->y[a->of[u]] += score_value_of(a->p, u);
    }
    for (size_t c = 0; c < a->cells; c++)
        a->y[c] /= a->n[c];
}

/* The difference within cells, and its standard error. */
static double score_difference(const struct adjust *a, double *error)
{
    double xx = 0, xy = 0, squares = 0, gap;

    for (size_t u = 0; u < a->p->units; u++) {
        uint32_t c = a->of[u];
        double x = a->part[u] - a->in[c] / a->n[c];

        xx += x * x;
        xy += x * score_value_of(a->p, u);
    }
    gap = xy / xx; /* NaN if no cell has both */
    for (size_t u = 0; u < a->p->units; u++) {
        uint32_t c = a->of[u];
        double x = a->part[u] - a->in[c] / a->n[c];
        double off = score_value_of(a->p, u) - a->y[c] - gap * x;
        double weight = 1 - 1 / a->n[c] - x * x / xx;

        squares += weight > 1e-9 ? x * x * off * off / weight : 0;
    }
    *error = sqrt(squares) / xx;
    return gap;
}

static void adjust_row(struct adjust *a, const struct score_row *const *rows,
                       size_t n, size_t i)
{
    const struct score_row *r = rows[i];
    struct hypothesis *h = r->h;
    double error, gap;

    if (n < 2) {
        h->adjusted = h->lift;
        h->adjusted_lo = h->lo;
        h->adjusted_hi = h->hi;
        return;
    }
    find_cells(a, rows, n, i);
    score_mark(a, r, 1);
    sum_cells(a);
    gap = score_difference(a, &error);
    score_mark(a, r, 0);
    h->adjusted = gap - fmin(r->shift * error, fmax(0, gap) / 2);
    h->adjusted_lo = fmax(-1, gap - r->shift_lo * error);
    h->adjusted_hi = fmin(1, gap + r->shift_hi * error);
}

/* Fill in the effect of reported rows, which are corrected, given the others.
 */
static void score_adjust(struct arena *scratch, const struct score_pool *p,
                         const struct score_row *rows, size_t n)
{
    const struct score_row **reported =
        arena_array(scratch, const struct score_row *, n + 1);
    size_t m = 0;
    struct adjust a = { .p = p,
                        .of = arena_array(scratch, uint32_t, p->units + 1),
                        .part = arena_array(scratch, uint32_t, p->units + 1),
                        .n = arena_array(scratch, double, p->units + 1),
                        .in = arena_array(scratch, double, p->units + 1),
                        .y = arena_array(scratch, double, p->units + 1) };

    for (size_t i = 0; i < n; i++)
        if (rows[i].h->reported)
            reported[m++] = &rows[i];
    for (size_t i = 0; i < m; i++)
        adjust_row(&a, reported, m, i);
}

/* The smallest effect that a hunt sees, for a typical name of a vocabulary. */

#define SEEN 0.8 /* the chance that it is found */

/* Units of the pool: how many, the sum of their values and of the squares. */
struct sums {
    double n, sum, squares;
};

static struct sums sum_units(const struct score_pool *p)
{
    struct sums x = { .n = (double)p->units };

    for (size_t u = 0; u < p->units; u++) {
        double v = p->values[p->level[u]];

        x.sum += v;
        x.squares += v * v;
    }
    return x;
}

/* The least sum of n units that is reported. */
static double needed(const struct score_pool *p, double n, double log_cut)
{
    struct arena a = { 0 };
    struct strata s = score_strata(&a, p, 1);
    uint32_t left = (uint32_t)n;
    double sum;

    s.n = 1;
    for (size_t u = 0; u < p->units; u++)
        s.all[p->level[u]]++;
    for (size_t l = 0; l < p->levels; l++) { /* any: their sum is no matter */
        s.inside[l] = s.all[l] < left ? s.all[l] : left;
        left -= s.inside[l];
    }
    sum = strata_needed(&s, log_cut, p->units < p->n);
    arena_clear(&a);
    return sum;
}

/*
 * The lift at which n units are found with that chance: so many standard errors
 * above the one that is needed. Units spread as those of all do, in proportion
 * to rate (1 - rate). NaN: not even if all inside failed.
 */
static double smallest_lift(const struct score_pool *p, double n,
                            double log_cut)
{
    struct sums all = sum_units(p);
    double base = all.sum / all.n, spread = base * (1 - base);
    double variance = all.squares / all.n - base * base;
    double least = needed(p, n, log_cut) - 0.5 / p->steps, lift, low, high;

    if (!(spread > 0) || isnan(least))
        return NAN;
    lift = least / n - (all.sum - least) / (all.n - n);
    low = lift;
    high = 1 - base;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2, rate = base + middle, error;

        error = sqrt(variance / spread *
                     (rate * (1 - rate) / n + spread / (all.n - n)));
        if ((middle - lift) / error < stats_normal_quantile(SEEN))
            low = middle;
        else
            high = middle;
    }
    return lift < 1 - base ? high : NAN;
}

/* The rows of single names of a vocabulary: how many there are, the median of
 * the examples inside, and what p they need. */
static size_t median_of(const struct score_row *rows, size_t n, int vocabulary,
                        double *median, double *log_cut)
{
    double *x = alloc_new(n + 1, sizeof(*x));
    size_t m = 0;

    for (size_t i = 0; i < n; i++) {
        const struct suspicion *c = &rows[i].h->suspicion;

        if (rows[i].vocabulary != vocabulary || c->n_concepts != 1 ||
            c->bound.kind != BOUND_NONE)
            continue;
        x[m++] = (double)rows[i].h->n;
        *log_cut = rows[i].log_alone;
    }
    sort_doubles(x, m);
    *median = m ? x[(m - 1) / 2] : 0;
    free(x);
    return m;
}

/* Finds what this hunt can see, of each vocabulary with names that are tried;
 * rows have log_alone. Returns how many there are. */
static size_t score_power(struct arena *a, const struct score_pool *p,
                          const struct score_row *rows, size_t n,
                          const struct score_power **out)
{
    size_t vocabularies = p->outcomes->n_vocabularies, m = 0;
    struct score_power *all =
        arena_array(a, struct score_power, vocabularies + 1);

    for (size_t v = 0; v < vocabularies; v++) {
        double median, log_cut = 0, units;
        size_t names = median_of(rows, n, (int)v, &median, &log_cut);

        if (!names)
            continue;
        units = fmax(1, round(median * (double)p->units / (double)p->n));
        all[m++] = (struct score_power){
            .vocabulary = p->outcomes->vocabularies[v].name,
            .names = names,
            .n = (size_t)median,
            .lift = smallest_lift(p, units, log_cut),
        };
    }
    *out = all;
    return m;
}

/* Rows from sets: p and figures, q, what is reported, and their order. */

const struct score_options score_defaults = {
    .support = 8,
    .level = 0.03,
    .pairs = true,
    .traits = true,
};

/* ---- q ---- */

#define KINDS     64
#define KIND_NAME 4 /* one name and no bound */

/* What a suspicion is made of. There are many more pairs of names than names,
 * and a kind of which there are many would take all chances from the others. */
static size_t score_kind_of(const struct suspicion *c)
{
    size_t names = c->n_concepts < 15 ? c->n_concepts : 15;
    enum bound_kind bound = c->bound.kind;

    return 4 * names + (bound == BOUND_NONE ? 0 : bound <= BOUND_IS ? 1 : 2);
}

/* The weight of each row's p. Single names have half of the level, since most
 * weaknesses are one, and the other kinds share the rest equally; weights are 1
 * on average (Genovese, Roeder and Wasserman, "False discovery control with
 * p-value weighting", Biometrika 93 (2006)). */
static void find_weights(const struct score_row *rows, size_t n, double *weight)
{
    double count[KINDS] = { 0 }, others = 0;
    bool names;

    for (size_t i = 0; i < n; i++)
        others += count[score_kind_of(&rows[i].h->suspicion)]++ == 0;
    names = count[KIND_NAME] > 0;
    others -= names;
    for (size_t i = 0; i < n; i++) {
        size_t kind = score_kind_of(&rows[i].h->suspicion);
        double share = others > 0 && names ? 0.5 : 1;

        share /= kind == KIND_NAME ? 1 : others;
        weight[i] = (double)n * share / count[kind];
    }
}

static void fill_q(const struct score_pool *p, struct score_row *rows, size_t n,
                   bool by_kind)
{
    double *weight = alloc_new(3 * n + 1, sizeof(*weight));
    double *x = weight + n, *q = x + n;

    for (size_t i = 0; i < n; i++)
        weight[i] = 1;
    if (by_kind)
        find_weights(rows, n, weight);
    for (size_t i = 0; i < n; i++)
        x[i] = rows[i].h->p / weight[i];
    stats_bh(x, n, q);
    for (size_t i = 0; i < n; i++) {
        rows[i].h->q = fmax(q[i], rows[i].h->p);
        rows[i].log_alone = log(p->o.level * weight[i] / (double)n);
    }
    free(weight);
}

static bool is_candidate(const struct score_pool *p, const struct score_row *r)
{
    return r->h->q <= p->o.level && r->h->n >= p->o.support &&
           p->n - r->h->n >= p->o.support;
}

/* Choose among the rows of a vocabulary and all bounds; of all rows when
 * vocabulary is -1. */
static void choose_of(struct arena *scratch, const struct score_pool *p,
                      struct score_row *rows, size_t n, int vocabulary)
{
    size_t *candidates = arena_array(scratch, size_t, n + 1), m = 0;

    for (size_t i = 0; i < n; i++)
        if (is_candidate(p, &rows[i]) &&
            (vocabulary < 0 || rows[i].vocabulary < 0 ||
             rows[i].vocabulary == vocabulary))
            candidates[m++] = i;
    score_choose(scratch, p, rows, candidates, m);
}

/* q counts as finds what turned out to be others' doing. Of a row that is
 * neither reported nor explained it is what p is worth by itself. */
static void settle_q(const struct score_pool *p, struct score_row *rows,
                     size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct hypothesis *h = rows[i].h;
        double alone = p->o.level * exp(rows[i].log_p - rows[i].log_alone);

        if (!h->reported && h->explained < 0 && h->q <= p->o.level)
            h->q = fmax(h->q, fmin(1, alone));
    }
}

/* ---- order ---- */

struct place {
    bool reported;
    double log_p, lift;
    size_t at;
};

static int by_evidence(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->reported != y->reported)
        return y->reported - x->reported;
    if (x->log_p != y->log_p)
        return x->log_p < y->log_p ? -1 : 1;
    if (x->lift != y->lift)
        return x->lift > y->lift ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static const char *const *texts_of(struct arena *a, const struct vec *v)
{
    const char **out = arena_array(a, const char *, v->n + 1);

    for (size_t i = 0; i < v->n; i++)
        out[i] = *vec_get(v, const char *, i);
    return out;
}

/* Rows in their order; numbers of rows follow. */
static void score_sort_rows(struct arena *a, struct arena *scratch,
                            const struct score_row *rows, size_t n,
                            struct score_table *out)
{
    struct place *order = arena_array(scratch, struct place, n + 1);
    int *now = arena_array(scratch, int, n + 1);

    for (size_t i = 0; i < n; i++)
        order[i] = (struct place){ rows[i].h->reported, rows[i].log_p,
                                   rows[i].h->lift, i };
    qsort(order, n, sizeof(*order), by_evidence);
    for (size_t i = 0; i < n; i++)
        now[order[i].at] = (int)i;
    out->rows = arena_array(a, struct hypothesis, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct score_row *r = &rows[order[i].at];
        struct hypothesis *h = &out->rows[i];

        *h = *r->h;
        h->same = texts_of(a, &r->same);
        h->n_same = r->same.n;
        h->group = h->group < 0 ? -1 : now[h->group];
        h->explained = h->explained < 0 ? -1 : now[h->explained];
        out->reported += h->reported;
    }
    out->n = out->tried = n;
}

static double base_rate(const struct score_pool *p)
{
    double failed = 0, tries = 0;

    for (size_t i = 0; i < p->n; i++) {
        failed += p->failed[i];
        tries += p->tries[i];
    }
    return tries > 0 ? failed / tries : NAN;
}

/* ---- bounds, where there are several vocabularies ---- */

/* Row `to` stands for row i from now on; -1: none does. */
static void demote(struct score_row *rows, size_t n, size_t i, int to)
{
    rows[i].h->reported = false;
    rows[i].h->group = rows[i].h->explained = (int)i; /* moved with the rest */
    for (size_t k = 0; k < n; k++) {
        if (rows[k].h->explained == (int)i)
            rows[k].h->explained = to;
        if (rows[k].h->group == (int)i)
            rows[k].h->group = to;
    }
}

/* Each vocabulary chooses its own cut of a trait: the best one stands for all,
 * one bound each way. */
static void keep_best_cuts(struct score_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t best = i;

        if (!rows[i].h->reported || rows[i].trait < 0)
            continue;
        for (size_t k = 0; k < n; k++)
            if (rows[k].h->reported && score_same_way(&rows[i], &rows[k]) &&
                rows[k].log_p < rows[best].log_p)
                best = k;
        if (best != i)
            demote(rows, n, i, (int)best);
    }
}

/* In how many vocabularies a bound was chosen, and what explains it in the
 * first in which it was not. */
struct vote {
    size_t chosen;
    int explained, group;
};

static void score_count_votes(struct score_row *rows, size_t n,
                              struct vote *votes)
{
    for (size_t i = 0; i < n; i++) {
        struct hypothesis *h = rows[i].h;

        if (rows[i].trait < 0)
            continue;
        if (h->reported)
            votes[i].chosen++;
        else if (votes[i].explained < 0)
            votes[i] = (struct vote){ votes[i].chosen, h->explained, h->group };
        h->reported = false;
        h->explained = h->group = -1;
    }
}

/* A bound is reported if no vocabulary has names that explain it. */
static void count_out(struct score_row *rows, size_t n,
                      const struct vote *votes, size_t vocabularies)
{
    for (size_t i = 0; i < n; i++) {
        size_t chosen = votes[i].chosen;

        if (rows[i].trait < 0)
            continue;
        for (size_t k = 0; k < n; k++)
            if (k != i && score_same_way(&rows[i], &rows[k]))
                chosen += votes[k].chosen;
        rows[i].h->explained = votes[i].explained;
        rows[i].h->group = votes[i].group;
        if (votes[i].chosen && chosen >= vocabularies) {
            rows[i].h->reported = true;
            rows[i].h->group = (int)i;
            rows[i].h->explained = -1;
        } else if (votes[i].chosen) {
            demote(rows, n, i, votes[i].explained);
        }
    }
}

/* What is explained by a row that is not reported is explained by what that
 * one is explained by. */
static void score_follow(struct score_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct hypothesis *h = rows[i].h;

        for (size_t steps = 0;
             h->explained >= 0 && steps < n && !rows[h->explained].h->reported;
             steps++)
            h->explained = rows[h->explained].h->explained;
        if (h->explained >= 0 && !rows[h->explained].h->reported)
            h->explained = -1;
        if (h->group >= 0 && !rows[h->group].h->reported)
            h->group = -1;
    }
}

/* ---- one weakness, many names ---- */

/* Row i goes to what explains it: one more name of that, in another
 * vocabulary, if they have half of their examples in common. */
static void score_join(struct arena *a, struct score_row *rows, size_t i)
{
    const struct suspicion *c = &rows[i].h->suspicion;
    int to = rows[i].h->group;

    if (to < 0 || to == (int)i)
        return;
    *(const char **)vec_push(&rows[to].same) =
        c->vocabulary
            ? arena_printf(a, "%s (%s)", suspicion_short(a, c), c->vocabulary)
            : suspicion_short(a, c);
}

/* Each vocabulary has chosen its own description of a weakness: the choice is
 * made once more, among all of these, so that one stands for it. */
static void choose_once(struct arena *a, struct arena *scratch,
                        const struct score_pool *p, struct score_row *rows,
                        size_t n)
{
    size_t *candidates = arena_array(scratch, size_t, n + 1), m = 0;

    for (size_t i = 0; i < n; i++)
        if (rows[i].h->reported) {
            candidates[m++] = i;
            rows[i].h->reported = false;
            rows[i].h->group = rows[i].h->explained = -1;
        }
    score_choose(scratch, p, rows, candidates, m);
    for (size_t i = 0; i < m; i++)
        score_join(a, rows, candidates[i]);
}

static void score_choose_all(struct arena *a, struct arena *scratch,
                             const struct score_pool *p, struct score_row *rows,
                             size_t n)
{
    size_t vocabularies = p->outcomes->n_vocabularies;
    struct vote *votes = arena_array(scratch, struct vote, n + 1);

    if (vocabularies < 2) {
        choose_of(scratch, p, rows, n, (int)vocabularies - 1);
        return;
    }
    for (size_t i = 0; i < n; i++)
        votes[i].explained = votes[i].group = -1;
    for (size_t v = 0; v < vocabularies; v++) {
        choose_of(scratch, p, rows, n, (int)v);
        score_count_votes(rows, n, votes);
    }
    count_out(rows, n, votes, vocabularies);
    keep_best_cuts(rows, n);
    choose_once(a, scratch, p, rows, n);
    score_follow(rows, n);
}

void score_exact(struct arena *a, const struct outcomes *s,
                 const struct score_options *o, struct score_table *out)
{
    struct arena scratch = { 0 };
    struct score_pool p;
    struct score_row *rows;
    size_t left;
    struct vec all;

    score_pool_make(&scratch, s, o, &p);
    all = score_enumerate(a, &scratch, &p, &left);
    rows = all.items;
    *out = (struct score_table){ .base = base_rate(&p),
                                 .examples = p.n,
                                 .left = left };
    score_figures(&p, rows, all.n);
    fill_q(&p, rows, all.n, true);
    out->n_power = score_power(a, &p, rows, all.n, &out->power);
    score_choose_all(a, &scratch, &p, rows, all.n);
    settle_q(&p, rows, all.n);
    score_correct(&p, rows, all.n);
    score_adjust(&scratch, &p, rows, all.n);
    score_sort_rows(a, &scratch, rows, all.n, out);
    vec_clear(&all);
    arena_clear(&scratch);
}

/* ---- given suspicions ---- */

static int trait_of(const struct outcomes *s, const struct suspicion *c)
{
    const struct trait *t = c->bound.kind == BOUND_NONE || c->n_concepts > 0
                                ? NULL
                                : outcomes_trait(s, c->bound.trait);

    return t ? (int)(t - s->traits) : -1;
}

static void row_of_claim(struct arena *scratch, const struct score_pool *p,
                         struct hypothesis *h, struct score_row *out)
{
    uint64_t *cover = arena_array(scratch, uint64_t, p->words + 1);

    *out = (struct score_row){ .h = h,
                               .vocabulary = -1,
                               .trait = trait_of(p->outcomes, &h->suspicion),
                               .cover = cover };
    for (size_t i = 0; i < p->n; i++)
        if (suspicion_holds(p->outcomes, &h->suspicion, p->at[i]))
            cover[i / 64] |= (uint64_t)1 << (i % 64);
    h->n = score_count(cover, NULL, p->words);
    h->reported = false;
    h->group = h->explained = -1;
}

/* Claims of the same examples name each other. */
static void find_same(struct arena *a, const struct score_pool *p,
                      struct score_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct vec same = vec_in(a, sizeof(const char *));

        for (size_t k = 0; k < n; k++)
            if (k != i && rows[k].h->n == rows[i].h->n &&
                memcmp(rows[k].cover, rows[i].cover, p->words * 8) == 0)
                *(const char **)vec_push(&same) =
                    suspicion_short(a, &rows[k].h->suspicion);
        rows[i].h->same = same.items;
        rows[i].h->n_same = same.n;
    }
}

void score_claims(struct arena *a, const struct outcomes *s,
                  const struct score_options *o, struct hypothesis *rows,
                  size_t n)
{
    struct arena scratch = { 0 };
    struct score_row *all = arena_array(&scratch, struct score_row, n + 1);
    struct score_pool p;

    score_pool_make(&scratch, s, o, &p);
    for (size_t i = 0; i < n; i++)
        row_of_claim(&scratch, &p, &rows[i], &all[i]);
    score_figures(&p, all, n);
    fill_q(&p, all, n, false);
    find_same(a, &p, all, n);
    choose_of(&scratch, &p, all, n, -1);
    settle_q(&p, all, n);
    score_correct(&p, all, n);
    score_adjust(&scratch, &p, all, n);
    arena_clear(&scratch);
}

/*
 * Simpler claims in the place of chosen ones. A name at some levels is a part
 * of the name, and by chance some part always fails more than the whole. So a
 * pair, a name with a bound or a band is given up for one of its names, its
 * bound, or a bound of the same trait, unless it fails more than the rest of
 * that, by a test within it.
 */

#define Z 2.5 /* of that test: there are a dozen parts to choose from */

/* Does x say less than y does, of the same things? */
static bool is_simpler(const struct score_row *x, const struct score_row *y)
{
    const struct suspicion *a = &x->h->suspicion, *b = &y->h->suspicion;
    bool bounded = a->bound.kind != BOUND_NONE;

    if (b->bound.kind == BOUND_WITHIN && b->n_concepts == 0)
        return a->n_concepts == 0 &&
               (a->bound.kind == BOUND_ABOVE || a->bound.kind == BOUND_BELOW) &&
               str_eq(a->bound.trait, b->bound.trait);
    return a->n_concepts + bounded <
               b->n_concepts + (b->bound.kind != BOUND_NONE) &&
           suspicion_names(b, a) &&
           (!bounded || bound_equal(&a->bound, &b->bound));
}

/* By how many standard deviations the units inside fail more than so many drawn
 * from each stratum would. */
static double excess(const struct strata *s)
{
    double sum = 0, variance = 0;

    for (size_t h = 0; h < s->n; h++) {
        double n = 0, in = 0, mean = 0, square = 0, inside = 0;

        for (size_t l = 0; l < s->levels; l++) {
            double all = s->all[h * s->levels + l], x = s->values[l];

            n += all;
            mean += all * x;
            square += all * x * x;
            in += s->inside[h * s->levels + l];
            inside += s->inside[h * s->levels + l] * x;
        }
        if (n < 2)
            continue;
        mean /= n;
        sum += inside - in * mean;
        variance += in * (n - in) / (n - 1) * (square / n - mean * mean);
    }
    return variance > 0 ? sum / sqrt(variance) : 0;
}

/* Does a simpler one leave nothing to a chosen one? It does so alone: with the
 * other name of a pair beside it, the pair would be a cell of its own. */
static bool score_serves(struct score_choice *c, size_t simple, size_t chosen)
{
    int trait = score_candidate(c, chosen)->trait;
    bool *in = c->in;
    bool does;

    c->in = c->alone;
    c->in[simple] = true;
    score_stratify(c, SCORE_NONE, trait < 0 ? SCORE_FINE : trait);
    score_test(c, chosen);
    does = excess(&c->s) < Z;
    c->in[simple] = false;
    c->in = in;
    return does;
}

/* The simpler one that serves best in the place of a chosen one, or that
 * itself. */
static size_t find_simpler(struct score_choice *c, size_t chosen)
{
    double most = -INFINITY;
    size_t best = chosen;

    for (size_t i = 0; i < c->n; i++) {
        double quality;

        if (c->in[i] ||
            !is_simpler(score_candidate(c, i), score_candidate(c, chosen)) ||
            !score_serves(c, i, chosen))
            continue;
        c->in[i] = true;
        c->in[chosen] = false;
        quality = score_quality(c);
        c->in[i] = false;
        c->in[chosen] = true;
        if (quality > most) {
            most = quality;
            best = i;
        }
    }
    return best;
}

void score_simplify(struct score_choice *c)
{
    c->alone = arena_array(c->a, bool, c->n);
    for (size_t i = 0; i < c->n; i++) {
        size_t best = c->in[i] ? find_simpler(c, i) : i;

        if (best != i) {
            c->in[i] = false;
            c->in[best] = true;
        }
    }
}
