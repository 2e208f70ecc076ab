/* SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "evolve/fitness/fitness_int.h"
#include "report/figure.h"
#include "stats/stats.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What features weigh: from r and p, as published, and as a table for people. */

void weights_from_r(struct weight of[FEATURES])
{
    double sizes = 0;

    for (size_t k = 0; k < FEATURES; k++) {
        of[k].w = 0;
        of[k].counts = of[k].counts && of[k].p <= P_MOST;
        if (of[k].counts)
            sizes += fabs(of[k].r * (1 - of[k].p));
    }
    for (size_t k = 0; k < FEATURES; k++) {
        of[k].counts = of[k].counts && sizes > 0;
        if (of[k].counts)
            of[k].w = -of[k].r * (1 - of[k].p) / sizes;
    }
}

double weights_failures(const struct weights *w, double score)
{
    return w->slope > 0 ? 1 / (1 + exp(-(w->base + score))) : NAN;
}

/* ---- the table of r, p and weight, for people ---- */

struct row {
    enum feature f;
    const struct weight *w;
};

enum group {
    GROUP_CLEAR,
    GROUP_KEPT,
    GROUP_EXCLUDED,
    GROUP_SCORE, /* of a regression */
    GROUP_OUT,
    GROUP_NONE,
    GROUPS
};

static const char *const heads[GROUPS] = {
    [GROUP_CLEAR] = "significant, p < 0.05",
    [GROUP_KEPT] = "kept, p from 0.05 to 0.5",
    [GROUP_EXCLUDED] = "excluded, p > 0.5",
    [GROUP_SCORE] = "in the score",
    [GROUP_OUT] =
        "not in the score: they follow from the structure, or add nothing",
    [GROUP_NONE] = "constant or missing",
};

static enum group weights_group_of(const struct weight *w, bool regression)
{
    if (regression)
        return w->counts ? GROUP_SCORE : !isnan(w->r) ? GROUP_OUT : GROUP_NONE;
    if (isnan(w->p))
        return w->counts ? GROUP_KEPT : GROUP_NONE;
    if (!w->counts)
        return w->p > 0.5 ? GROUP_EXCLUDED : GROUP_NONE;
    return w->p < 0.05 ? GROUP_CLEAR : GROUP_KEPT;
}

/* Heavy ones first; then by p, then as the features stand. */
static int weights_by_weight(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    double wx = fabs(x->w->w), wy = fabs(y->w->w);

    if (wx < wy || wx > wy)
        return wx < wy ? 1 : -1;
    if (x->w->p < y->w->p || x->w->p > y->w->p)
        return x->w->p > y->w->p ? 1 : -1;
    return (x->f > y->f) - (x->f < y->f);
}

static void weights_put_row(struct doc_table *t, const struct row *x)
{
    table_row(t)->indent = 1;
    table_key(t, NULL, "feature", datum_text(feature_title(x->f)));
    table_styled(t, NULL, "r", STYLE_SIGNED, datum_number(x->w->r, 3));
    table_cell(t, NULL, "p", datum_p(x->w->p));
    table_styled(t, NULL, "weight", STYLE_SIGNED, datum_number(x->w->w, 3));
}

static const char *signed_words(struct arena *a, double x)
{
    return datum_words(a, datum_number(x, 3), STYLE_SIGNED);
}

static void say_fit(struct document *d, const struct weights *w)
{
    if (!isfinite(w->fit))
        document_say(d, "score against accuracy: not measured");
    else if (!isfinite(w->held_out))
        document_say(d,
                     "score against accuracy: r = %s on the same problems; "
                     "no held-out estimate (too few problems)",
                     signed_words(d->arena, w->fit));
    else
        document_say(d,
                     "score against accuracy: r = %s on the same problems, %s "
                     "held out (five folds)",
                     signed_words(d->arena, w->fit),
                     signed_words(d->arena, w->held_out));
    if (isfinite(w->held_out))
        document_say(d, "(below 0: problems with high scores are solved "
                        "less often)");
    if (isfinite(w->auc))
        document_say(d,
                     "held out: a failed problem scores higher than a "
                     "solved one in %.1f %% of pairs (95 %%: %.1f .. %.1f)",
                     100 * w->auc, 100 * w->auc_interval.low,
                     100 * w->auc_interval.high);
    if (isfinite(w->auc) && !(w->auc_interval.low > 0.5))
        document_say(d, "no feature separates failures from successes: "
                        "these weights are noise; keep the weights that "
                        "come with assay");
}

/* ---- expected against measured failures ---- */

static void show_bins(struct document *d, const struct weights *w)
{
    struct doc_table *t = document_table(d, NULL);

    if (!w->n_bins)
        return;
    for (size_t i = 0; i < w->n_bins; i++) {
        const struct weights_bin *b = &w->bins[i];

        table_row(t);
        table_key(t, NULL, "problems", datum_count(b->n));
        table_cell(t, NULL, "expected failures", datum_share(b->expected));
        table_cell(t, NULL, "measured", datum_share(b->measured));
        table_styled(t, NULL, "", STYLE_BAR, datum_share(b->measured));
    }
    document_gap(d);
    document_say(d, "failures by deciles of the score, held out:");
    document_show(d, t, 0);
}

void weights_figure(struct document *d, const struct weights *w)
{
    struct figure *f = figure_new(d->arena, FIGURE_LINES, "fitness-calibration",
                                  "Expected and measured failures");

    f->value = (struct axis){ .title = "measured failures", .share = true };
    f->across = (struct axis){ .title = "expected failures", .share = true };
    f->caption = arena_printf(
        d->arena,
        "Weights: %s; %zu problems in deciles of the score. Expected "
        "failures come from weights fitted on the other folds. On the "
        "diagonal, expected and measured failures are equal.",
        w->source ? w->source : "unknown", w->n);
    figure_series(f, "measured");
    figure_series(f, "the same");
    for (size_t i = 0; i < w->n_bins; i++) {
        const struct weights_bin *b = &w->bins[i];

        figure_rests(figure_point(f, 0, b->expected, b->measured),
                     stats_wilson(b->measured * (double)b->n, (double)b->n),
                     b->n, NULL);
    }
    for (size_t i = 0; i < w->n_bins; i++)
        figure_point(f, 1, w->bins[i].expected, w->bins[i].expected);
    if (w->n_bins)
        document_figure(d, f);
}

void weights_document(struct document *d, const struct weights *w)
{
    struct doc_table *t = document_table(d, NULL);
    struct row rows[FEATURES];

    for (size_t k = 0; k < FEATURES; k++)
        rows[k] = (struct row){ (enum feature)k, &w->of[k] };
    qsort(rows, FEATURES, sizeof(*rows), weights_by_weight);
    for (int g = 0; g < GROUPS; g++) {
        bool first = true;

        for (size_t k = 0; k < FEATURES; k++) {
            if ((int)weights_group_of(rows[k].w, w->slope > 0) != g ||
                (w->set == FEATURES_PAPER && rows[k].f >= FEATURE_ELIMINATION))
                continue;
            if (first)
                table_heading(t, heads[g]);
            first = false;
            weights_put_row(t, &rows[k]);
        }
    }
    document_say(d, "weights (%s features): %s",
                 w->set == FEATURES_OWN ? "own" : "paper's",
                 w->source ? w->source : "unknown");
    document_show(d, t, 0);
    say_fit(d, w);
    show_bins(d, w);
    weights_figure(d, w);
}

/*
 * Weights as a file. Anyone may have written it: names, ranges and the sum of
 * the weights are checked before a score is computed from them.
 */

#define FORMAT      "assay fitness weights"
#define VERSION     1
#define SOURCE_MOST 400
#define COUNT_MOST  1000000000

/* The numbers of a file: name, range, and where they stand. Absent or null is
 * NaN. */
struct number_field {
    const char *name;
    double low, high;
    size_t at;
};

#define AT(f) offsetof(struct weights, f)
static const struct number_field fits[] = {
    { "fit", -1, 1, AT(fit) },
    { "held_out", -1, 1, AT(held_out) },
};
/* What --weights needs of a regression, and the calibration that people look
 * at. */
static const struct number_field regression_fields[] = {
    { "base", -100, 100, AT(base) },
    { "slope", 0, 1000, AT(slope) },
    { "auc", 0, 1, AT(auc) },
    { "auc_low", 0, 1, AT(auc_interval.low) },
    { "auc_high", 0, 1, AT(auc_interval.high) },
};
static const struct number_field weight_fields[] = {
    { "r", -1, 1, offsetof(struct weight, r) },
    { "p", 0, 1, offsetof(struct weight, p) },
    { "weight", -1, 1, offsetof(struct weight, w) },
};
static const struct number_field bin_fields[] = {
    { "expected", 0, 1, offsetof(struct weights_bin, expected) },
    { "measured", 0, 1, offsetof(struct weights_bin, measured) },
};

#define COUNT(list) (sizeof(list) / sizeof(*(list)))

/* ---- writing ---- */

static void numbers_write(struct arena *a, struct json *v,
                          const struct number_field *f, size_t n,
                          const void *from)
{
    for (; n-- > 0; f++) {
        double x = *(const double *)((const char *)from + f->at);

        json_set(a, v, f->name,
                 isfinite(x) ? json_new_number(a, arena_printf(a, "%.17g", x))
                             : json_new(a, JSON_NULL));
    }
}

struct json *weights_write(struct arena *a, const struct weights *w)
{
    struct json *v = json_new(a, JSON_OBJECT), *list, *x;

    json_put_text(a, v, "format", FORMAT);
    json_put_int(a, v, "version", VERSION);
    json_put_text(a, v, "features", w->set == FEATURES_OWN ? "own" : "paper");
    json_set(a, v, "source", json_new_text(a, w->source));
    json_put_count(a, v, "problems", w->n);
    numbers_write(a, v, fits, COUNT(fits), w);
    if (w->slope > 0) {
        numbers_write(a, v, regression_fields, COUNT(regression_fields), w);
        list = json_put(a, v, "failures", JSON_ARRAY);
        for (size_t i = 0; i < w->n_bins; i++) {
            x = json_push(list, json_new(a, JSON_OBJECT));
            json_put_count(a, x, "problems", w->bins[i].n);
            numbers_write(a, x, bin_fields, COUNT(bin_fields), &w->bins[i]);
        }
    }
    list = json_put(a, v, "weights", JSON_ARRAY);
    for (size_t k = 0; k < FEATURES; k++) {
        x = json_push(list, json_new(a, JSON_OBJECT));
        json_put_text(a, x, "feature", feature_name((enum feature)k));
        numbers_write(a, x, weight_fields, COUNT(weight_fields), &w->of[k]);
        json_set(a, x, "counts", json_new_bool(a, w->of[k].counts));
    }
    return v;
}

/* ---- reading ---- */

static bool numbers_read(const struct json *v, const struct number_field *f,
                         size_t n, void *to, struct err *e)
{
    for (; n-- > 0; f++) {
        const struct json *x = json_get(v, f->name);
        double *out = (double *)((char *)to + f->at);

        *out = NAN;
        if (!x || x->type == JSON_NULL)
            continue;
        if (x->type == JSON_NUMBER)
            *out = strtod(x->text, NULL);
        if (!(*out >= f->low && *out <= f->high))
            return json_bad(x, e, "%s must be a number from %g to %g", f->name,
                            f->low, f->high);
    }
    return true;
}

/* Every member is one of the names. */
static bool weights_only(const struct json *v, const char *names, struct err *e)
{
    for (const struct json *m = v->first; m; m = m->next)
        if (!str_among(m->name, names))
            return json_bad(m, e, "unknown member \"%s\" of weights", m->name);
    return true;
}

static bool weights_read_one(const struct json *v, struct weights *out,
                             bool seen[FEATURES], struct err *e)
{
    const struct json *counts = json_get(v, "counts");
    const char *name = NULL;
    struct weight *w;
    enum feature f;

    if (v->type != JSON_OBJECT)
        return json_bad(v, e, "a weight must be an object");
    if (!weights_only(v, "feature r p weight counts", e) ||
        !json_need_string(v, "feature", JSON_REQUIRED, &name, e))
        return false;
    if (!feature_find(name, &f))
        return json_bad(v, e, "unknown feature \"%s\"", name);
    if (seen[f])
        return json_bad(v, e, "feature %s occurs twice", name);
    seen[f] = true;
    w = &out->of[f];
    if (!numbers_read(v, weight_fields, COUNT(weight_fields), w, e))
        return false;
    if (!counts || counts->type != JSON_BOOL)
        return json_bad(v, e, "a weight needs \"counts\": true or false");
    w->counts = counts->truth;
    if (isnan(w->w))
        return json_bad(v, e, "a weight needs \"weight\": a number");
    return w->counts || w->w == 0 ||
           json_bad(v, e, "a feature with counts false must have the weight 0");
}

/* Either nothing weighs, or the sizes add up to 1, give or take rounding to
 * two digits. */
static bool weights_read_list(const struct json *v, struct weights *out,
                              struct err *e)
{
    const struct json *list = json_get(v, "weights");
    bool seen[FEATURES] = { false };
    double sizes = 0;

    for (size_t k = 0; k < FEATURES; k++)
        out->of[k] = (struct weight){ NAN, NAN, 0, false };
    if (!list || list->type != JSON_ARRAY)
        return json_bad(v, e, "weights must be an array");
    for (const struct json *x = list->first; x; x = x->next)
        if (!weights_read_one(x, out, seen, e))
            return false;
    for (size_t k = 0; k < FEATURES; k++)
        sizes += fabs(out->of[k].w);
    return !(sizes > 0) || (sizes > 0.9 && sizes < 1.1) ||
           json_bad(list, e,
                    "the absolute values of the weights add up to %.3g, not to "
                    "1",
                    sizes);
}

static bool weights_read_count(const struct json *v, enum json_need need,
                               size_t *out, struct err *e)
{
    int64_t n = 0;

    if (!json_need_int64(v, "problems", need, &n, e))
        return false;
    *out = (size_t)n;
    return (n >= 0 && n <= COUNT_MOST) ||
           json_bad(v, e, "problems must be a count");
}

/* Those of no regression have none of it. */
static bool read_regression(const struct json *v, struct weights *out,
                            struct err *e)
{
    const struct json *list = json_get(v, "failures");

    if (!numbers_read(v, regression_fields, COUNT(regression_fields), out, e))
        return false;
    if (isnan(out->base) || isnan(out->slope))
        out->base = out->slope = 0;
    if (list && list->type != JSON_ARRAY)
        return json_bad(list, e, "failures must be an array");
    for (const struct json *x = list ? list->first : NULL; x; x = x->next) {
        struct weights_bin *b = &out->bins[out->n_bins];

        if (out->n_bins++ == WEIGHTS_BINS || x->type != JSON_OBJECT)
            return json_bad(x, e, "failures must be at most 10 objects");
        if (!weights_read_count(x, JSON_REQUIRED, &b->n, e) ||
            !numbers_read(x, bin_fields, COUNT(bin_fields), b, e))
            return false;
    }
    return true;
}

bool weights_read(struct arena *a, const struct json *v, struct weights *out,
                  struct err *e)
{
    const char *format = NULL, *set = NULL, *source = "unknown";
    int64_t version = 0;

    *out = (struct weights){ 0 };
    if (v->type != JSON_OBJECT)
        return json_bad(v, e, "weights must be an object");
    if (!weights_only(v,
                      "format version features source problems fit held_out "
                      "weights base slope auc auc_low auc_high failures",
                      e) ||
        !json_need_string(v, "format", JSON_REQUIRED, &format, e) ||
        !json_need_int64(v, "version", JSON_REQUIRED, &version, e) ||
        !json_need_string(v, "features", JSON_REQUIRED, &set, e) ||
        !json_need_string(v, "source", JSON_OPTIONAL, &source, e))
        return false;
    if (!str_eq(format, FORMAT) || version != VERSION)
        return json_bad(v, e, "not a file of fitness weights of version 1");
    if (!str_eq(set, "own") && !str_eq(set, "paper"))
        return json_bad(v, e, "features must be own or paper");
    if (strlen(source) > SOURCE_MOST)
        return json_bad(v, e, "source is too long");
    out->set = str_eq(set, "own") ? FEATURES_OWN : FEATURES_PAPER;
    out->source = arena_strdup(a, source);
    return weights_read_count(v, JSON_OPTIONAL, &out->n, e) &&
           numbers_read(v, fits, COUNT(fits), out, e) &&
           read_regression(v, out, e) && weights_read_list(v, out, e);
}

/*
 * Weights from a run: r and p of every feature against accuracy, the paper's
 * formula or a regression of failures (failures.c), and how well weights fare on
 * problems they were not made from.
 */

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

static bool weights_varies(const double *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (x[i] < x[0] || x[i] > x[0])
            return true;
    return false;
}

/* Of the problems outside the fold that have the feature. */
static struct weight weights_correlate(struct calibration *c, size_t k,
                                       size_t but)
{
    struct weight w = { NAN, NAN, 0, false };
    size_t m = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->f[i].has[k] && c->fold[i] != but) {
            c->x[m] = c->f[i].v[k];
            c->y[m++] = c->accuracy[i];
        }
    /* A sum of squares of equal numbers need not come out as 0. */
    if (m < 3 || !weights_varies(c->x, m) || !weights_varies(c->y, m))
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

static void weights_weigh(struct calibration *c, size_t but,
                          struct weights *out)
{
    struct fitness_trial t = trial_of(c);

    for (size_t k = 0; k < FEATURES; k++)
        out->of[k] = weights_correlate(c, k, but);
    if (out->set == FEATURES_OWN)
        fitness_failures(&t, but, out);
    else
        weights_from_r(out->of);
}

/* ---- folds ---- */

struct calibrate_group {
    size_t number, size;
};

/* Large ones first; then as they came. */
static int weights_by_size(const void *a, const void *b)
{
    const struct calibrate_group *x = a, *y = b;

    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return (x->number > y->number) - (x->number < y->number);
}

static void make_folds(struct arena *a, struct calibration *c,
                       const size_t *group)
{
    struct calibrate_group *groups =
        arena_array(a, struct calibrate_group, c->n);
    size_t *fold_of = arena_array(a, size_t, c->n);
    size_t held[FOLDS] = { 0 };
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
    qsort(groups, seen.n, sizeof(*groups), weights_by_size);
    for (size_t g = 0; g < seen.n; g++) { /* to the fold with fewest problems */
        size_t least = 0;

        for (size_t k = 1; k < c->folds; k++)
            if (held[k] < held[least])
                least = k;
        fold_of[groups[g].number] = least;
        held[least] += groups[g].size;
    }
    for (size_t i = 0; i < c->n; i++)
        c->fold[i] = fold_of[c->group[i]];
    map_clear(&seen);
}

/* ---- how well it fits ---- */

static double weights_score_of(const struct calibration *c,
                               const struct weights *w, size_t i)
{
    return fitness_sum(c->shares[i].share, w, c->left_out);
}

static double fit_of(struct calibration *c, const struct weights *w)
{
    for (size_t i = 0; i < c->n; i++)
        c->x[i] = weights_score_of(c, w, i);
    return weights_varies(c->x, c->n) ? stats_pearson(c->x, c->accuracy, c->n)
                                      : NAN;
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
            mx += weights_score_of(c, w, i);
            my += c->accuracy[i];
            n++;
        }
    for (size_t i = 0; i < c->n; i++)
        if (c->fold[i] == fold) {
            double x = weights_score_of(c, w, i) - mx / n,
                   y = c->accuracy[i] - my / n;

            m->xx += x * x;
            m->yy += y * y;
            m->xy += x * y;
        }
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
        weights_weigh(c, k, &w);
        add_fold(c, &w, k, &m);
        for (size_t i = 0; i < c->n; i++)
            if (c->fold[i] == k)
                expected[i] = weights_failures(&w, weights_score_of(c, &w, i));
    }
    if (out->set == FEATURES_OWN)
        fitness_held_out(a, &t, expected, out);
    /* Rounding alone is no variance: scores lie between -15 and 15. */
    if (!(m.xx > 1e-20) || !(m.yy > 1e-20))
        return NAN;
    return fmin(fmax(m.xy / (sqrt(m.xx) * sqrt(m.yy)), -1), 1);
}

/* ---- all of it ---- */

static bool weights_check(const struct features *f, const double *accuracy,
                          size_t n, struct err *e)
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
    if (!weights_varies(accuracy, n))
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

    if (!weights_check(f, accuracy, n, e))
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
    weights_weigh(&c, FOLDS, out); /* no fold is left out */
    out->fit = fit_of(&c, out);
    out->held_out = held_out_of(a, &c, out);
    return true;
}
