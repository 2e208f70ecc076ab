/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weights from a run: r and p of every feature against accuracy, the paper's
 * formula or a regression of failures (failures.c), and how well weights fare on
 * problems they were not made from.
 */
#include "base/map.h"
#include "evolve/fitness/fitness_int.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>

#define LEAST 10
#define FOLDS 5

struct calibration {
    const struct features *f;
    const double *accuracy;
    size_t n;
    size_t *fold;    /* [problem] */
    uint32_t *group; /* [problem] */
    size_t folds;
    double *x, *y; /* room for n each */
    struct fitness *shares;
    bool left_out[FEATURES];
};

/* ---- r and p ---- */

static bool varies(const double *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (x[i] < x[0] || x[i] > x[0])
            return true;
    return false;
}

/* Of the problems outside the fold that have the feature. */
static struct weight correlate(struct calibration *c, size_t k, size_t but)
{
    struct weight w = { NAN, NAN, 0, false };
    size_t m = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->f[i].has[k] && c->fold[i] != but) {
            c->x[m] = c->f[i].v[k];
            c->y[m++] = c->accuracy[i];
        }
    /* A sum of squares of equal numbers need not come out as 0. */
    if (m < 3 || !varies(c->x, m) || !varies(c->y, m))
        return w;
    w.r = stats_pearson(c->x, c->y, m);
    w.p = stats_pearson_p(w.r, m);
    w.counts = isfinite(w.r) && isfinite(w.p) && !c->left_out[k];
    return w;
}

static struct fitness_trial trial_of(const struct calibration *c)
{
    return (struct fitness_trial){ c->shares, c->accuracy, c->fold, c->group,
                                   c->n };
}

static void weigh(struct calibration *c, size_t but, struct weights *out)
{
    struct fitness_trial t = trial_of(c);

    for (size_t k = 0; k < FEATURES; k++)
        out->of[k] = correlate(c, k, but);
    if (out->set == FEATURES_OWN)
        fitness_failures(&t, but, out);
    else
        weights_from_r(out->of);
}

/* ---- folds ---- */

struct group {
    size_t number, size;
};

/* Large ones first; then as they came. */
static int by_size(const void *a, const void *b)
{
    const struct group *x = a, *y = b;

    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Each group goes to the fold that holds fewest problems. */
static void assign(struct group *groups, size_t n, size_t folds,
                   size_t *fold_of)
{
    size_t held[FOLDS] = { 0 };

    qsort(groups, n, sizeof(*groups), by_size);
    for (size_t g = 0; g < n; g++) {
        size_t least = 0;

        for (size_t k = 1; k < folds; k++)
            if (held[k] < held[least])
                least = k;
        fold_of[groups[g].number] = least;
        held[least] += groups[g].size;
    }
}

static void make_folds(struct arena *a, struct calibration *c,
                       const size_t *group)
{
    struct group *groups = arena_array(a, struct group, c->n);
    size_t *fold_of = arena_array(a, size_t, c->n);
    struct map seen = { 0 };

    c->fold = arena_array(a, size_t, c->n);
    c->group = arena_array(a, uint32_t, c->n);
    for (size_t i = 0; i < c->n; i++) {
        size_t key = group ? group[i] : i, *place;
        bool added;

        place = map_put(&seen, &key, sizeof(key), &added);
        if (added) {
            *place = seen.n - 1;
            groups[*place].number = *place;
        }
        groups[*place].size++;
        c->group[i] = (uint32_t)*place;
    }
    c->folds = seen.n < FOLDS ? seen.n : FOLDS;
    assign(groups, seen.n, c->folds, fold_of);
    for (size_t i = 0; i < c->n; i++)
        c->fold[i] = fold_of[c->group[i]];
    map_clear(&seen);
}

/* ---- how well it fits ---- */

static double score_of(const struct calibration *c, const struct weights *w,
                       size_t i)
{
    return fitness_sum(c->shares[i].share, w, c->left_out);
}

static double fit_of(struct calibration *c, const struct weights *w)
{
    for (size_t i = 0; i < c->n; i++)
        c->x[i] = score_of(c, w, i);
    return varies(c->x, c->n) ? stats_pearson(c->x, c->accuracy, c->n) : NAN;
}

struct moments {
    double xx, yy, xy;
};

/* Add those of the fold about its means; every fold has a problem. */
static void add_fold(const struct calibration *c, const struct weights *w,
                     size_t fold, struct moments *m)
{
    double mx = 0, my = 0, n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->fold[i] == fold) {
            mx += score_of(c, w, i);
            my += c->accuracy[i];
            n++;
        }
    for (size_t i = 0; i < c->n; i++)
        if (c->fold[i] == fold) {
            double x = score_of(c, w, i) - mx / n, y = c->accuracy[i] - my / n;

            m->xx += x * x;
            m->yy += y * y;
            m->xy += x * y;
        }
}

static void expect(const struct calibration *c, const struct weights *w,
                   size_t fold, double *expected)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->fold[i] == fold)
            expected[i] = weights_failures(w, score_of(c, w, i));
}

static double held_out_of(struct arena *a, struct calibration *c,
                          struct weights *out)
{
    double *expected = arena_array(a, double, c->n);
    struct fitness_trial t = trial_of(c);
    struct weights w = { .set = out->set };
    struct moments m = { 0, 0, 0 };

    if (c->folds < 2)
        return NAN;
    for (size_t k = 0; k < c->folds; k++) {
        weigh(c, k, &w);
        add_fold(c, &w, k, &m);
        expect(c, &w, k, expected);
    }
    if (out->set == FEATURES_OWN)
        fitness_held_out(a, &t, expected, out);
    /* Rounding alone is no variance: scores lie between -15 and 15. */
    if (!(m.xx > 1e-20) || !(m.yy > 1e-20))
        return NAN;
    return fmin(fmax(m.xy / (sqrt(m.xx) * sqrt(m.yy)), -1), 1);
}

/* ---- all of it ---- */

static bool check(const struct features *f, const double *accuracy, size_t n,
                  struct err *e)
{
    if (n < LEAST)
        return err_set(e, ERR_DOMAIN,
                       "cannot calibrate with %zu problems: at least %d are "
                       "needed",
                       n, LEAST);
    for (size_t i = 0; i < n; i++) {
        if (!(accuracy[i] >= 0 && accuracy[i] <= 1))
            return err_set(e, ERR_DOMAIN,
                           "cannot calibrate: an accuracy is outside 0 to 1");
        for (size_t k = 0; k < FEATURES; k++)
            if (f[i].has[k] && !isfinite(f[i].v[k]))
                return err_set(e, ERR_DOMAIN,
                               "cannot calibrate: %s of a problem is not a "
                               "number",
                               feature_name((enum feature)k));
    }
    if (!varies(accuracy, n))
        return err_set(e, ERR_DOMAIN,
                       "cannot calibrate: all %zu problems have the same "
                       "accuracy, so nothing can be learned about difficulty",
                       n);
    return true;
}

bool weights_calibrate(struct arena *a, const struct features *f,
                       const double *accuracy, const size_t *group, size_t n,
                       enum feature_set set, struct weights *out, struct err *e)
{
    struct calibration c = { .f = f, .accuracy = accuracy, .n = n };

    if (!check(f, accuracy, n, e))
        return false;
    c.x = arena_array(a, double, n);
    c.y = arena_array(a, double, n);
    c.shares = arena_array(a, struct fitness, n);
    fitness_normalise(f, n, set, c.shares);
    fitness_left_out(c.shares, n, c.left_out);
    make_folds(a, &c, group);
    *out = (struct weights){
        .set = set, .source = "calibrated", .n = n, .auc = NAN
    };
    weigh(&c, FOLDS, out); /* no fold is left out */
    out->fit = fit_of(&c, out);
    out->held_out = held_out_of(a, &c, out);
    return true;
}
