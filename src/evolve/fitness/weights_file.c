/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weights as a file. Anyone may have written it: names, ranges and the sum of
 * the weights are checked before a score is computed from them.
 */
#include "evolve/fitness/fitness_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT      "assay fitness weights"
#define VERSION     1
#define SOURCE_MOST 400
#define COUNT_MOST  1000000000

static const char *set_name(enum feature_set s)
{
    return s == FEATURES_OWN ? "own" : "paper";
}

/* ---- writing ---- */

static struct json *number(struct arena *a, double v)
{
    if (!isfinite(v))
        return json_new(a, JSON_NULL);
    return json_new_number(a, arena_printf(a, "%.17g", v));
}

static struct json *write_one(struct arena *a, enum feature f,
                              const struct weight *w)
{
    struct json *x = json_new(a, JSON_OBJECT), *counts = json_new(a, JSON_BOOL);

    counts->truth = w->counts;
    json_set(a, x, "feature", json_new_string(a, feature_name(f)));
    json_set(a, x, "r", number(a, w->r));
    json_set(a, x, "p", number(a, w->p));
    json_set(a, x, "weight", number(a, w->w));
    json_set(a, x, "counts", counts);
    return x;
}

/* What --weights needs, and the calibration that people look at. */
static void write_regression(struct arena *a, const struct weights *w,
                             struct json *v)
{
    struct json *bins = json_new(a, JSON_ARRAY);

    json_set(a, v, "base", number(a, w->base));
    json_set(a, v, "slope", number(a, w->slope));
    json_set(a, v, "auc", number(a, w->auc));
    json_set(a, v, "auc_low", number(a, w->auc_interval.low));
    json_set(a, v, "auc_high", number(a, w->auc_interval.high));
    for (size_t i = 0; i < w->n_bins; i++) {
        struct json *x = json_new(a, JSON_OBJECT);

        json_set(a, x, "problems", json_new_int(a, (int64_t)w->bins[i].n));
        json_set(a, x, "expected", number(a, w->bins[i].expected));
        json_set(a, x, "measured", number(a, w->bins[i].measured));
        json_push(bins, x);
    }
    json_set(a, v, "failures", bins);
}

struct json *weights_write(struct arena *a, const struct weights *w)
{
    struct json *v = json_new(a, JSON_OBJECT), *of = json_new(a, JSON_ARRAY);

    json_set(a, v, "format", json_new_string(a, FORMAT));
    json_set(a, v, "version", json_new_int(a, VERSION));
    json_set(a, v, "features", json_new_string(a, set_name(w->set)));
    json_set(a, v, "source", json_new_text(a, w->source));
    json_set(a, v, "problems", json_new_int(a, (int64_t)w->n));
    json_set(a, v, "fit", number(a, w->fit));
    json_set(a, v, "held_out", number(a, w->held_out));
    if (w->slope > 0)
        write_regression(a, w, v);
    for (size_t k = 0; k < FEATURES; k++)
        json_push(of, write_one(a, (enum feature)k, &w->of[k]));
    json_set(a, v, "weights", of);
    return v;
}

/* ---- reading ---- */

static bool bad(const struct json *at, struct err *e, const char *what)
{
    return err_at(e, ERR_DOMAIN, at->line, at->column, "%s", what);
}

/* Every member is one of the names. */
static bool only(const struct json *v, const char *const *names, size_t n,
                 struct err *e)
{
    for (const struct json *m = v->first; m; m = m->next) {
        size_t k = 0;

        while (k < n && strcmp(m->name, names[k]) != 0)
            k++;
        if (k == n)
            return err_at(e, ERR_DOMAIN, m->line, m->column,
                          "unknown member \"%s\" of weights", m->name);
    }
    return true;
}

/* A number of low..high; absent or null: NaN. */
static bool read_number(const struct json *v, const char *name, double low,
                        double high, double *out, struct err *e)
{
    const struct json *x = json_get(v, name);

    *out = NAN;
    if (!x || x->type == JSON_NULL)
        return true;
    if (x->type == JSON_NUMBER)
        *out = strtod(x->text, NULL);
    if (!(*out >= low && *out <= high))
        return err_at(e, ERR_DOMAIN, x->line, x->column,
                      "%s must be a number from %g to %g", name, low, high);
    return true;
}

static bool read_values(const struct json *v, struct weight *out, struct err *e)
{
    const struct json *counts = json_get(v, "counts");

    if (!read_number(v, "r", -1, 1, &out->r, e) ||
        !read_number(v, "p", 0, 1, &out->p, e) ||
        !read_number(v, "weight", -1, 1, &out->w, e))
        return false;
    if (!counts || counts->type != JSON_BOOL)
        return bad(v, e, "a weight needs \"counts\": true or false");
    out->counts = counts->truth;
    if (isnan(out->w))
        return bad(v, e, "a weight needs \"weight\": a number");
    if (!out->counts && out->w != 0)
        return bad(v, e, "a feature with counts false must have the weight 0");
    return true;
}

static bool read_one(const struct json *v, struct weights *out,
                     bool seen[FEATURES], struct err *e)
{
    static const char *const names[] = { "feature", "r", "p", "weight",
                                         "counts" };
    const char *name = NULL;
    enum feature f;

    if (v->type != JSON_OBJECT)
        return bad(v, e, "a weight must be an object");
    if (!only(v, names, sizeof(names) / sizeof(*names), e) ||
        !json_need_string(v, "feature", JSON_REQUIRED, &name, e))
        return false;
    if (!feature_find(name, &f))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "unknown feature \"%s\"", name);
    if (seen[f])
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "feature %s occurs twice", name);
    seen[f] = true;
    return read_values(v, &out->of[f], e);
}

/* Either nothing weighs, or the sizes add up to 1, give or take rounding to
 * two digits. */
static bool check_sum(const struct json *v, const struct weights *w,
                      struct err *e)
{
    double sizes = 0;

    for (size_t k = 0; k < FEATURES; k++)
        sizes += fabs(w->of[k].w);
    if (sizes > 0 && !(sizes > 0.9 && sizes < 1.1))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "the absolute values of the weights add up to %.3g, "
                      "not to 1",
                      sizes);
    return true;
}

static bool read_list(const struct json *v, struct weights *out, struct err *e)
{
    const struct json *list = json_get(v, "weights");
    bool seen[FEATURES] = { false };

    for (size_t k = 0; k < FEATURES; k++)
        out->of[k] = (struct weight){ NAN, NAN, 0, false };
    if (!list || list->type != JSON_ARRAY)
        return bad(v, e, "weights must be an array");
    for (const struct json *x = list->first; x; x = x->next)
        if (!read_one(x, out, seen, e))
            return false;
    return check_sum(list, out, e);
}

static bool read_bins(const struct json *v, struct weights *out, struct err *e)
{
    const struct json *list = json_get(v, "failures");

    if (list && list->type != JSON_ARRAY)
        return bad(list, e, "failures must be an array");
    for (const struct json *x = list ? list->first : NULL; x; x = x->next) {
        struct weights_bin *b = &out->bins[out->n_bins];
        int64_t n = 0;

        if (out->n_bins++ == WEIGHTS_BINS || x->type != JSON_OBJECT)
            return bad(x, e, "failures must be at most 10 objects");
        if (!json_need_int64(x, "problems", JSON_REQUIRED, &n, e) ||
            !read_number(x, "expected", 0, 1, &b->expected, e) ||
            !read_number(x, "measured", 0, 1, &b->measured, e))
            return false;
        if (n < 0 || n > COUNT_MOST)
            return bad(x, e, "problems must be a count");
        b->n = (size_t)n;
    }
    return true;
}

/* Those of no regression have none of it. */
static bool read_regression(const struct json *v, struct weights *out,
                            struct err *e)
{
    if (!read_number(v, "base", -100, 100, &out->base, e) ||
        !read_number(v, "slope", 0, 1000, &out->slope, e) ||
        !read_number(v, "auc", 0, 1, &out->auc, e) ||
        !read_number(v, "auc_low", 0, 1, &out->auc_interval.low, e) ||
        !read_number(v, "auc_high", 0, 1, &out->auc_interval.high, e))
        return false;
    if (isnan(out->base) || isnan(out->slope))
        out->base = out->slope = 0;
    return read_bins(v, out, e);
}

static bool read_head(struct arena *a, const struct json *v,
                      struct weights *out, struct err *e)
{
    const char *format = NULL, *set = NULL, *source = "unknown";
    int64_t version = 0, n = 0;

    if (!json_need_string(v, "format", JSON_REQUIRED, &format, e) ||
        !json_need_int64(v, "version", JSON_REQUIRED, &version, e) ||
        !json_need_string(v, "features", JSON_REQUIRED, &set, e) ||
        !json_need_string(v, "source", JSON_OPTIONAL, &source, e) ||
        !json_need_int64(v, "problems", JSON_OPTIONAL, &n, e))
        return false;
    if (!str_eq(format, FORMAT) || version != VERSION)
        return bad(v, e, "not a file of fitness weights of version 1");
    if (!str_eq(set, "own") && !str_eq(set, "paper"))
        return bad(v, e, "features must be own or paper");
    if (strlen(source) > SOURCE_MOST)
        return bad(v, e, "source is too long");
    if (n < 0 || n > COUNT_MOST)
        return bad(v, e, "problems must be a count");
    out->set = str_eq(set, "own") ? FEATURES_OWN : FEATURES_PAPER;
    out->source = arena_strdup(a, source);
    out->n = (size_t)n;
    return true;
}

bool weights_read(struct arena *a, const struct json *v, struct weights *out,
                  struct err *e)
{
    static const char *const names[] = { "format",   "version",  "features",
                                         "source",   "problems", "fit",
                                         "held_out", "weights",  "base",
                                         "slope",    "auc",      "auc_low",
                                         "auc_high", "failures" };

    *out = (struct weights){ 0 };
    if (v->type != JSON_OBJECT)
        return bad(v, e, "weights must be an object");
    return only(v, names, sizeof(names) / sizeof(*names), e) &&
           read_head(a, v, out, e) &&
           read_number(v, "fit", -1, 1, &out->fit, e) &&
           read_number(v, "held_out", -1, 1, &out->held_out, e) &&
           read_regression(v, out, e) && read_list(v, out, e);
}
