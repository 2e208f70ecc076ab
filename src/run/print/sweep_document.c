/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs that differ in one field of decoding: what each value brings and costs.
 * A score says little without the tokens that were spent on it, so the figure
 * is accuracy against tokens; the differences are paired by problem.
 */
#include "report/figure.h"
#include "run/print/print.h"
#include "run/sweep/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A run, by the value that it has. */
struct swept {
    const struct summary *view;
    const char *value; /* as shown */
    double number;     /* NaN: it is none */
};

struct sweep_telling {
    struct document *d;
    struct arena *a;
    const char *field;
    struct swept *runs;
    size_t n;
    uint64_t seed;
    struct doc_table *t;
    struct figure *f;
};

/* Numbers by size, then texts as they came, then runs without a value. */
static int by_value(const void *a, const void *b)
{
    const struct swept *x = a, *y = b;

    if (isnan(x->number) || isnan(y->number))
        return isnan(x->number) - isnan(y->number);
    return (x->number > y->number) - (x->number < y->number);
}

static struct swept swept_of(struct arena *a, const struct summary *v,
                             const char *field)
{
    struct swept out = { v, "not set", NAN };
    const char *spec = v->info.spec ? v->info.spec : "";
    const struct json *value;
    struct str text = str_in(a);
    struct json *read;
    struct err e;

    if (!json_read(a, spec, strlen(spec), 1, &read, &e))
        return out;
    value = sweep_value(read, field);
    if (value && value->type == JSON_NUMBER)
        out.number = strtod(value->text, NULL);
    if (value && (value->type == JSON_NUMBER || value->type == JSON_STRING))
        out.value = value->text;
    else if (value) {
        json_write(&text, value);
        out.value = str_get(&text);
    }
    return out;
}

/* ---- a model ---- */

static double tokens_of(const struct tally *t)
{
    return t->completion_said
               ? (double)t->completion_tokens / (double)t->completion_said
               : NAN;
}

static const struct compare_pair *pair_of(const struct compare *c, size_t a,
                                          size_t b)
{
    for (size_t i = 0; i < c->n_pairs; i++)
        if (c->pairs[i].a == a && c->pairs[i].b == b)
            return &c->pairs[i];
    return NULL;
}

static struct datum difference_of(const struct compare_pair *p)
{
    return p ? datum_estimate(p->difference, p->interval.low, p->interval.high,
                              p->pairs)
             : datum_unknown;
}

static void put_row(const struct sweep_telling *x, const struct swept *r,
                    const char *model, const struct tally *t,
                    const struct compare_pair *before,
                    const struct compare_pair *last)
{
    double mean = tokens_of(t), per = NAN;
    double cut = t->results
                     ? (double)t->count[MARK_TRUNCATED] / (double)t->results
                     : NAN;
    const struct rate *acc = &t->accuracy;
    const char *field = x->field;

    if (t->completion_said && t->completion_tokens)
        per = 1000 * (double)t->count[MARK_CORRECT] /
              (double)t->completion_tokens;
    const struct table_entry entries[] = {
        { { "model", "model", COLUMN_KEY, "model", 0 }, datum_text(model) },
        { { "value", field, COLUMN_KEY, "value", 0 }, datum_text(r->value) },
        { { "run", "run", 0, "run", 0 }, datum_text(r->view->info.name) },
        { { "results", "results", 0, "results", 0 }, datum_count(t->results) },
        { { "accuracy", "accuracy", 0, NULL, 0 }, rate_datum(acc) },
        { { NULL, NULL, 0, "accuracy", 0 },
          acc->n ? datum_share(acc->value) : datum_unknown },
        { { NULL, NULL, 0, "low", 0 },
          acc->n ? datum_share(acc->interval.low) : datum_unknown },
        { { NULL, NULL, 0, "high", 0 },
          acc->n ? datum_share(acc->interval.high) : datum_unknown },
        { { "tokens_mean", "tokens each", 0, "tokens_mean", 0 },
          datum_number(mean, 0) },
        { { "tokens", "tokens", 0, "tokens", 0 },
          t->completion_said ? datum_count(t->completion_tokens)
                             : datum_unknown },
        { { "truncated", "truncated", 0, "truncated", 0 }, datum_share(cut) },
        { { "cost", isnan(t->cost) ? NULL : "cost", 0, "cost", 0 },
          datum_money(t->cost) },
        { { "right_per_1000_tokens", "right per 1k tokens", 0,
            "right_per_1000_tokens", 0 },
          datum_number(per, 3) },
        { { "to_the_one_before", "to the one before",
            STYLE_SIGNED | STYLE_INLINE | COLUMN_LATER, NULL, 0 },
          difference_of(before) },
        { { "p_before", "p", COLUMN_LATER, "p_before", 0 },
          before ? datum_p(before->p) : datum_unknown },
        { { "to_the_last", "to the last",
            STYLE_SIGNED | STYLE_INLINE | COLUMN_LATER, NULL, 0 },
          difference_of(last) },
        { { "p_last", "p", COLUMN_LATER, "p_last", 0 },
          last ? datum_p(last->p) : datum_unknown },
        { { .name = "pairs" },
          before ? datum_count(before->pairs) : datum_unknown },
    };

    table_row(x->t);
    TABLE_PUT_ALL(x->t, entries);
}

static void put_dot(const struct sweep_telling *x, size_t series,
                    const struct swept *r, const char *model,
                    const struct tally *t)
{
    double mean = tokens_of(t);
    struct dot *s;

    if (!t->accuracy.n || isnan(mean) || mean <= 0)
        return;
    s = figure_point(x->f, series, mean, t->accuracy.value);
    s->low = t->accuracy.interval.low;
    s->high = t->accuracy.interval.high;
    s->n = t->results;
    s->label = r->value;
    s->items =
        items_query(x->a, "set", r->view->info.name, "model", model, NULL);
}

/* The runs that asked the model, with its place in each. */
static size_t sides_of(const struct sweep_telling *x, const char *model,
                       struct compare_side *sides, const struct swept **runs)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++)
        for (size_t m = 0; m < x->runs[i].view->info.n_models; m++)
            if (str_eq(x->runs[i].view->models[m], model)) {
                sides[n] = (struct compare_side){ x->runs[i].view, m,
                                                  x->runs[i].view->info.name };
                runs[n++] = &x->runs[i];
            }
    return n;
}

static bool tell_model(const struct sweep_telling *x, const char *model,
                       struct err *e)
{
    struct compare_side *sides =
        arena_array(x->a, struct compare_side, x->n + 1);
    const struct swept **runs =
        arena_array(x->a, const struct swept *, x->n + 1);
    size_t n = sides_of(x, model, sides, runs);
    size_t series = figure_series(x->f, model);
    struct compare c = { 0 };

    if (n > 1 &&
        !compare_make(x->a, sides, n, x->runs[0].view->strict, x->seed, &c, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct tally *t = &sides[i].view->whole[sides[i].model];

        put_row(x, runs[i], model, t, i ? pair_of(&c, i - 1, i) : NULL,
                i + 1 < n ? pair_of(&c, i, n - 1) : NULL);
        put_dot(x, series, runs[i], model, t);
    }
    return true;
}

/* ---- all ---- */

static bool check(const struct sweep_telling *x, struct err *e)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < i; k++)
            if (str_eq(x->runs[i].value, x->runs[k].value))
                return err_set(
                    e, ERR_USAGE,
                    "%s and %s have the same %s (%.60s): a curve needs another "
                    "value for each run",
                    x->runs[k].view->info.name, x->runs[i].view->info.name,
                    x->field, x->runs[i].value);
    return x->n > 1 || err_set(e, ERR_USAGE, "a curve needs two runs or more");
}

static void explain(const struct sweep_telling *x)
{
    struct str runs = str_in(x->a);

    for (size_t i = 0; i < x->n; i++)
        str_addf(&runs, "%s ", x->runs[i].view->info.name);
    document_gap(x->d);
    document_say(x->d,
                 "tokens: of replies, thoughts included, as the server counts "
                 "them; truncated: share of all results; differences in "
                 "points, paired by problem, with 95 %% intervals; p by "
                 "McNemar's exact test or a paired permutation test");
    document_shown(x->d, SHOWN_BRIEF);
    document_say(x->d,
                 "again: assay compare %s--over %s; as a page with the curve: "
                 "assay report %s-o sweep.html",
                 str_get(&runs), x->field, str_get(&runs));
    document_shown(x->d, SHOWN_ALWAYS);
}

static void open_figure(struct sweep_telling *x)
{
    x->f = figure_new(x->a, FIGURE_LINES, "accuracy-by-tokens",
                      "Accuracy against tokens spent");
    x->f->caption = arena_printf(
        x->a,
        "Accuracy of each run, with its 95 %% interval, over the mean of the "
        "tokens of its replies; beside each dot its %s; n: results.",
        x->field);
    x->f->value = (struct axis){ .title = "accuracy", .share = true };
    x->f->across =
        (struct axis){ .title = "tokens of a reply (mean)", .log = true };
    x->f->series_title = "model";
}

bool sweep_document(struct document *d, const struct summary *const *views,
                    size_t n, const char *field, uint64_t seed, struct err *e)
{
    struct sweep_telling x = {
        .d = d, .a = d->arena, .field = field, .n = n, .seed = seed
    };
    const struct summary *first = views[0];

    x.runs = arena_array(x.a, struct swept, n + 1);
    for (size_t i = 0; i < n; i++)
        x.runs[i] = swept_of(x.a, views[i], field);
    if (!check(&x, e))
        return false;
    qsort(x.runs, n, sizeof(*x.runs), by_value);
    document_section(d, "%s with %s = %s to %s; %s reading",
                     datum_plural(x.a, n, "run"), field, x.runs[0].value,
                     x.runs[n - 1].value, first->strict ? "strict" : "lenient");
    document_fact(d, "swept", datum_text(field));
    x.t = document_table(d, "sweep");
    open_figure(&x);
    for (size_t m = 0; m < first->info.n_models; m++)
        if (!tell_model(&x, first->models[m], e))
            return false;
    document_show(d, x.t, 0);
    explain(&x);
    document_shown(d, SHOWN_FULL);
    if (x.f->dots.n)
        document_figure(d, x.f);
    document_shown(d, SHOWN_ALWAYS);
    return true;
}
