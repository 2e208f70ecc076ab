/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stated confidences were worth (stats/calibration.h). Every reply that
 * counts is in it; those without a confidence or an answer are counted and come
 * last in the curve.
 */
#include "report/figure.h"
#include "run/judge.h"
#include "run/plan.h"
#include "run/print/print.h"
#include "stats/calibration.h"

#include <math.h>
#include <string.h>

#define CURVE_MOST 60 /* points of a curve, about */

/* Were replies of the run asked for a confidence? */
static bool is_asked(struct arena *a, const struct summary *v)
{
    const char *spec = v->info.spec ? v->info.spec : "";
    struct json *read;
    struct err e;

    return json_read(a, spec, strlen(spec), 1, &read, &e) &&
           plan_judge_read(a, read).confidence;
}

/* The replies of a model that count. */
static size_t replies_of(const struct summary *v, size_t model,
                         struct stated *out)
{
    size_t n = 0;

    for (size_t i = 0; i < v->n_results; i++) {
        const struct result *r = &v->results[i];
        enum mark m = mark_of(r, v->strict);

        if (r->model != model || !mark_counts(m))
            continue;
        out[n++] = (struct stated){
            .cluster = v->count.cluster ? v->count.cluster[r->problem]
                                        : (size_t)r->problem,
            .confidence = run_confidence(r->more),
            .answered =
                m == MARK_CORRECT || m == MARK_WRONG || m == MARK_UNREADABLE,
            .right = m == MARK_CORRECT,
        };
    }
    return n;
}

static void put_bins(struct doc_table *t, const struct calibration *c)
{
    for (size_t i = 0; i < CALIBRATION_BINS; i++) {
        const struct calibration_bin *b = &c->bins[i];

        table_row(t);
        table_cell(t, "from", NULL,
                   datum_number((double)i / CALIBRATION_BINS, 1));
        table_cell(t, "n", NULL, datum_count(b->n));
        table_cell(t, "confidence", NULL, datum_share(b->confidence));
        table_cell(t, "right", NULL, datum_share(b->right));
    }
}

static void put_model(struct doc_table *t, const char *model,
                      const struct calibration *c)
{
    struct doc_table *bins = table_within(t);
    const struct table_entry entries[] = {
        { { "model", "model", COLUMN_KEY, NULL, 0 }, datum_text(model) },
        { { "replies", "replies", 0, NULL, 0 }, datum_count(c->n) },
        { { "stated", "stated", 0, NULL, 0 }, datum_count(c->stated) },
        { { "unstated", "none stated", 0, NULL, 0 }, datum_count(c->unstated) },
        { { "unanswered", "no answer", 0, NULL, 0 },
          datum_count(c->unanswered) },
        { { "brier", "Brier", 0, NULL, 0 },
          datum_number(c->brier.n ? c->brier.value : NAN, 4) },
        { { .name = "brier_low" },
          datum_number(c->brier.n ? c->brier.interval.low : NAN, 4) },
        { { .name = "brier_high" },
          datum_number(c->brier.n ? c->brier.interval.high : NAN, 4) },
        { { .heading = "95 %" },
          c->brier.n ? datum_text(arena_printf(t->arena, "%.4f .. %.4f",
                                               c->brier.interval.low,
                                               c->brier.interval.high))
                     : datum_unknown },
        { { "reliability", "reliability", 0, NULL, 0 },
          datum_number(c->reliability, 4) },
        { { "resolution", "resolution", 0, NULL, 0 },
          datum_number(c->resolution, 4) },
        { { .name = "uncertainty" }, datum_number(c->uncertainty, 4) },
        { { "ece", "ECE", 0, NULL, 0 }, datum_number(c->gap, 4) },
        { { "aurc", "AURC", 0, NULL, 0 }, datum_number(c->area, 4) },
        { { .name = "aurc_least" }, datum_number(c->area_least, 4) },
        { { "accuracy_at_50", "at 50 %", COLUMN_LATER, NULL, 0 },
          datum_share(calibration_at(c, 0.5)) },
        { { "accuracy_at_80", "at 80 %", COLUMN_LATER, NULL, 0 },
          datum_share(calibration_at(c, 0.8)) },
        { { "accuracy_at_100", "at 100 %", COLUMN_LATER, NULL, 0 },
          datum_share(calibration_at(c, 1)) },
        { { .name = "bins" }, datum_table(bins) },
    };

    put_bins(bins, c);
    table_row(t);
    TABLE_PUT_ALL(t, entries);
}

static void draw_coverage(struct figure *f, const char *model,
                          const struct calibration *c)
{
    size_t series = figure_series(f, model), step = c->n / CURVE_MOST + 1;

    for (size_t k = 0; k < c->n;
         k += k + step < c->n || k + 1 == c->n ? step : c->n - 1 - k)
        figure_point(f, series, (double)(k + 1) / (double)c->n, c->covered[k])
            ->n = k + 1;
}

static void draw_bins(struct figure *f, const char *model,
                      const struct calibration *c)
{
    size_t series = figure_series(f, model);

    for (size_t i = 0; i < CALIBRATION_BINS; i++)
        if (c->bins[i].n)
            figure_point(f, series, c->bins[i].confidence, c->bins[i].right)
                ->n = c->bins[i].n;
}

static void explain(struct document *d)
{
    document_say(d,
                 "Brier: mean of (confidence - right)^2 over answers with a "
                 "confidence, = reliability - resolution + uncertainty; ECE: "
                 "over ten bins; AURC: area under risk against coverage; at "
                 "50 %%: accuracy of the most confident half of all replies. "
                 "Replies without an answer or a confidence come last there, "
                 "and are in no other figure");
}

void confidence_document(struct document *d, const struct summary *v)
{
    struct stated *list =
        arena_array(d->arena, struct stated, v->n_results + 1);
    struct figure *curve, *bins;
    struct doc_table *t;

    if (!is_asked(d->arena, v))
        return;
    curve = figure_new(d->arena, FIGURE_LINES, "risk-coverage",
                       "Accuracy of the most confident replies");
    curve->caption = "Accuracy of the most confident replies over the share "
                     "that is taken; equal confidences are averaged over "
                     "their orders; n: replies.";
    curve->value = (struct axis){ .title = "accuracy", .share = true };
    curve->across = (struct axis){ .title = "coverage", .share = true };
    bins = figure_new(d->arena, FIGURE_LINES, "calibration",
                      "Stated confidence and what was right");
    bins->caption = "Answers in ten bins of their stated confidence: mean "
                    "confidence against the share that was right; n: answers.";
    bins->value = (struct axis){ .title = "right", .share = true };
    bins->across = (struct axis){ .title = "stated confidence", .share = true };
    curve->series_title = bins->series_title = "model";
    t = document_table(d, "confidence");
    for (size_t m = 0; m < v->info.n_models; m++) {
        struct calibration c;

        calibration_make(d->arena, list, replies_of(v, m, list), &c);
        put_model(t, v->models[m], &c);
        draw_coverage(curve, v->models[m], &c);
        draw_bins(bins, v->models[m], &c);
    }
    document_section(d, "how sure the replies were:");
    document_show(d, t, 0);
    explain(d);
    document_shown(d, SHOWN_FULL);
    if (curve->dots.n)
        document_figure(d, curve);
    if (bins->dots.n)
        document_figure(d, bins);
    document_shown(d, SHOWN_ALWAYS);
}
