/* SPDX-License-Identifier: Apache-2.0 */
#include "stats/rasch.h"
#include "base/alloc.h"
#include "base/err.h"
#include "base/map.h"
#include "base/vec.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PRIOR  (1.0 / 25) /* precision of each parameter */
#define MOST   16 /* attempts of a model at an item; more are scaled down */
#define SIZE   (2 * RASCH_MODELS)
#define ROUNDS 100
#define NONE   SIZE_MAX

/* Items with the same counts, all inside or all outside. */
struct kind {
    uint32_t n[RASCH_MODELS], k[RASCH_MODELS]; /* attempts, failed */
    bool inside;
    double items;
};

struct fit {
    size_t models, size; /* size: parameters, models or twice that */
    struct vec kinds;    /* struct kind */
    struct vec kind_of;  /* size_t, [item]; NONE: it says nothing */
    double x[SIZE];      /* one for each model; then what is added inside */
    double inverse[SIZE][SIZE]; /* of the information */
};

/* ---- one item ---- */

/* What an item's attempts give, if `failed` of them failed: the sum over all
 * ways, with one attempt of model a and one of b left out (NONE: of none). */
static double rasch_ways(const struct fit *f, const struct kind *kind,
                         const double *odds, size_t failed, size_t a, size_t b)
{
    double poly[MOST * RASCH_MODELS + 1] = { 1 };

    for (size_t m = 0; m < f->models; m++)
        for (size_t k = (size_t)(m == a) + (m == b); k < kind->n[m]; k++)
            for (size_t d = failed; d > 0; d--)
                poly[d] += odds[m] * poly[d - 1];
    return poly[failed];
}

/* Expectations of one item, given how many of its attempts failed. */
struct moments {
    double mean[RASCH_MODELS], spread[RASCH_MODELS][RASCH_MODELS];
};

static void find_moments(const struct fit *f, const double *x,
                         const struct kind *kind, struct moments *out)
{
    double odds[RASCH_MODELS], all;
    size_t failed = 0;

    for (size_t m = 0; m < f->models; m++) {
        odds[m] =
            exp(x[m] +
                (kind->inside && f->size > f->models ? x[f->models + m] : 0));
        failed += kind->k[m];
    }
    all = rasch_ways(f, kind, odds, failed, NONE, NONE);
    for (size_t m = 0; m < f->models; m++)
        out->mean[m] =
            kind->n[m]
                ? kind->n[m] * odds[m] *
                      rasch_ways(f, kind, odds, failed - 1, m, NONE) / all
                : 0;
    for (size_t m = 0; m < f->models; m++)
        for (size_t l = 0; l <= m; l++) {
            double pairs =
                (double)kind->n[m] * ((double)kind->n[l] - (l == m ? 1 : 0));
            double both =
                failed > 1 && pairs > 0
                    ? pairs * odds[m] * odds[l] *
                          rasch_ways(f, kind, odds, failed - 2, m, l) / all
                    : 0;

            both += l == m ? out->mean[m] : 0;
            out->spread[m][l] = out->spread[l][m] =
                both - out->mean[m] * out->mean[l];
        }
}

/* Parameter i speaks of a model, at the items of a kind or not. */
static bool rasch_speaks(const struct fit *f, const struct kind *kind, size_t i)
{
    return i < f->models || kind->inside;
}

/* ---- all items ---- */

static void rasch_add_kind(const struct fit *f, const struct kind *kind,
                           double *score, double info[SIZE][SIZE])
{
    struct moments e;

    find_moments(f, f->x, kind, &e);
    for (size_t i = 0; i < f->size; i++) {
        size_t m = i % f->models;

        if (!rasch_speaks(f, kind, i))
            continue;
        score[i] += kind->items * (kind->k[m] - e.mean[m]);
        for (size_t j = 0; j < f->size; j++)
            if (rasch_speaks(f, kind, j))
                info[i][j] += kind->items * e.spread[m][j % f->models];
    }
}

/* Inverts a positive definite matrix by Gauss and Jordan. */
static void rasch_invert(double a[SIZE][SIZE], double out[SIZE][SIZE], size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            out[i][j] = i == j;
    for (size_t c = 0; c < n; c++) {
        double by = 1 / a[c][c];

        for (size_t j = 0; j < n; j++) {
            a[c][j] *= by;
            out[c][j] *= by;
        }
        for (size_t r = 0; r < n; r++) {
            double times = r == c ? 0 : a[r][c];

            for (size_t j = 0; j < n; j++) {
                a[r][j] -= times * a[c][j];
                out[r][j] -= times * out[c][j];
            }
        }
    }
}

/* Newton's method, with short steps. The likelihood is concave. */
static void rasch_climb(struct fit *f)
{
    double most = 1;

    for (int round = 0; round < ROUNDS && most > 1e-10; round++) {
        double score[SIZE] = { 0 }, info[SIZE][SIZE] = { 0 };

        for (size_t i = 0; i < f->size; i++) {
            score[i] = -PRIOR * f->x[i];
            info[i][i] = PRIOR;
        }
        for (size_t i = 0; i < f->kinds.n; i++)
            rasch_add_kind(f, vec_get(&f->kinds, struct kind, i), score, info);
        rasch_invert(info, f->inverse, f->size);
        most = 0;
        for (size_t i = 0; i < f->size; i++) {
            double step = 0;

            for (size_t j = 0; j < f->size; j++)
                step += f->inverse[i][j] * score[j];
            f->x[i] += fmax(-1, fmin(1, step));
            most = fmax(most, fabs(step));
        }
    }
}

/* ---- items as kinds ---- */

static struct kind rasch_kind_of(const struct rasch_data *d, size_t item,
                                 bool inside)
{
    struct kind out;

    memset(&out, 0, sizeof(out)); /* its bytes are a key */
    out.inside = inside;
    for (size_t m = 0; m < d->models; m++) {
        uint32_t n = d->tries[item * d->models + m];
        uint32_t k = d->failed[item * d->models + m];

        out.n[m] = n < MOST ? n : MOST;
        out.k[m] = n <= MOST ? k : (uint32_t)floor((double)k * MOST / n + 0.5);
    }
    return out;
}

static bool rasch_says_something(const struct fit *f, const struct kind *kind)
{
    size_t n = 0, failed = 0, models = 0;

    for (size_t m = 0; m < f->models; m++) {
        n += kind->n[m];
        failed += kind->k[m];
        models += kind->n[m] > 0;
    }
    return models > 1 && failed > 0 && failed < n;
}

static void open_fit(struct fit *f, const struct rasch_data *d,
                     const bool *inside)
{
    struct map seen = { 0 };

    INVARIANT(d->models <= RASCH_MODELS);
    *f = (struct fit){ .models = d->models,
                       .size = d->models * (inside ? 2 : 1),
                       .kinds = vec_in(NULL, sizeof(struct kind)),
                       .kind_of = vec_in(NULL, sizeof(size_t)) };
    for (size_t i = 0; i < d->items; i++) {
        struct kind kind = rasch_kind_of(d, i, inside && inside[i]);
        size_t *at, *to = vec_push(&f->kind_of);
        bool added;

        *to = NONE;
        if (!rasch_says_something(f, &kind))
            continue;
        at = map_put(&seen, &kind, sizeof(kind), &added);
        if (added) {
            *at = f->kinds.n;
            *(struct kind *)vec_push(&f->kinds) = kind;
        }
        *to = *at;
        vec_get(&f->kinds, struct kind, *at)->items++;
    }
    map_clear(&seen);
}

static void close_fit(struct fit *f)
{
    vec_clear(&f->kinds);
    vec_clear(&f->kind_of);
}

/* ---- errors ---- */

/* What an item adds to the contrast c: one summand of its estimate's error. */
static double influence(const struct fit *f, const double *c,
                        const struct kind *kind)
{
    struct moments e;
    double sum = 0;

    find_moments(f, f->x, kind, &e);
    for (size_t i = 0; i < f->size; i++)
        for (size_t j = 0; j < f->size; j++)
            if (rasch_speaks(f, kind, j))
                sum += c[i] * f->inverse[i][j] *
                       (kind->k[j % f->models] - e.mean[j % f->models]);
    return sum;
}

/* The variance of a contrast by clusters of items. */
static double by_clusters(const struct fit *f, const struct rasch_data *d,
                          const double *c)
{
    double *of_kind = alloc_new(f->kinds.n + 1, sizeof(*of_kind)), sum = 0;
    struct vec sums = vec_in(NULL, sizeof(double));
    struct map seen = { 0 };

    for (size_t k = 0; k < f->kinds.n; k++)
        of_kind[k] = influence(f, c, vec_get(&f->kinds, struct kind, k));
    for (size_t i = 0; i < d->items; i++) {
        size_t kind = *vec_get(&f->kind_of, size_t, i), *at;
        bool added;

        if (kind == NONE)
            continue;
        at = map_put(&seen, &d->cluster[i], sizeof(d->cluster[i]), &added);
        if (added) {
            *at = sums.n;
            *(double *)vec_push(&sums) = 0;
        }
        *vec_get(&sums, double, *at) += of_kind[kind];
    }
    for (size_t k = 0; k < sums.n; k++)
        sum += pow(*vec_get(&sums, double, k), 2);
    if (sums.n > 1)
        sum *= (double)sums.n / (double)(sums.n - 1);
    map_clear(&seen);
    vec_clear(&sums);
    free(of_kind);
    return sum;
}

/* Parameter `first` + m against the mean of the others that have attempts. */
static void contrast(const struct fit *f, const struct rasch_data *d,
                     size_t first, const bool *has, size_t m,
                     struct rasch_estimate *out)
{
    double c[SIZE] = { 0 }, model = 0, others = 0;

    *out = (struct rasch_estimate){ NAN, NAN, NAN, NAN };
    for (size_t l = 0; l < f->models; l++)
        others += l != m && has[l];
    if (!has[m] || others == 0)
        return;
    out->value = 0;
    for (size_t l = 0; l < f->models; l++) {
        c[first + l] = l == m ? 1 : has[l] ? -1 / others : 0;
        out->value += c[first + l] * f->x[first + l];
    }
    for (size_t i = 0; i < f->size; i++)
        for (size_t j = 0; j < f->size; j++)
            model += c[i] * f->inverse[i][j] * c[j];
    out->error = sqrt(fmax(model, by_clusters(f, d, c)));
    out->lo = out->value - STATS_Z_95 * out->error;
    out->hi = out->value + STATS_Z_95 * out->error;
}

static void stats_rasch_estimate(const struct rasch_data *d, const bool *inside,
                                 struct rasch_estimate *out)
{
    bool has[RASCH_MODELS] = { false };
    struct fit f;

    open_fit(&f, d, inside);
    rasch_climb(&f);
    for (size_t i = 0; i < d->items; i++)
        for (size_t m = 0; m < d->models; m++)
            if ((!inside || inside[i]) && d->tries[i * d->models + m])
                has[m] = true;
    for (size_t m = 0; m < d->models; m++)
        contrast(&f, d, inside ? d->models : 0, has, m, &out[m]);
    close_fit(&f);
}

void rasch_models(const struct rasch_data *d, struct rasch_estimate *out)
{
    stats_rasch_estimate(d, NULL, out);
}

void rasch_inside(const struct rasch_data *d, const bool *inside,
                  struct rasch_estimate *out)
{
    stats_rasch_estimate(d, inside, out);
}
