/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stated confidences were worth (stats/calibration.h). Every result that
 * counts is in it, also what is open; those without a confidence, an answer or
 * a reply are counted and come last in the curve.
 */
#include "report/figure.h"
#include "run/judge.h"
#include "run/plan.h"
#include "run/print/print.h"
#include "stats/calibration.h"

#include <math.h>
#include <string.h>

#define CURVE_MOST 60 /* points of a curve, about */

/* The results of a model that count, those that are missing last. */
static size_t results_of(const struct summary *v, size_t model,
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
            .answered = m == MARK_CORRECT || m == MARK_WRONG ||
                        m == MARK_UNREADABLE || m == MARK_UNDECIDED,
            .right = m == MARK_CORRECT,
            .open = mark_is_open(m),
            .absent = m == MARK_ERROR,
        };
    }
    for (uint64_t i = 0; i < v->whole[model].missing; i++)
        out[n++] =
            (struct stated){ .confidence = NAN, .open = true, .absent = true };
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

/* Where nothing is open it is the figure again, and no column. */
static struct datum bracket_words(struct arena *a, struct interval b,
                                  bool share)
{
    if (!(b.low < b.high))
        return datum_absent;
    if (share)
        return datum_text(arena_printf(a, "%s .. %s",
                                       datum_percent(a, b.low, 1),
                                       datum_percent(a, b.high, 1)));
    return datum_text(arena_printf(a, "%s .. %s",
                                   datum_words(a, datum_number(b.low, 4), 0),
                                   datum_words(a, datum_number(b.high, 4), 0)));
}

static void put_bracket(struct doc_table *t, const char *name,
                        const char *heading, struct interval b, bool share)
{
    table_put(t, (struct column){ .name = name }, datum_range(b.low, b.high));
    table_put(t, (struct column){ .heading = heading, .flags = COLUMN_IF_ANY },
              bracket_words(t->arena, b, share));
}

static void put_coverage(struct doc_table *t, const struct calibration *c)
{
    static const int shares[] = { 50, 80, 100 };

    for (size_t i = 0; i < sizeof(shares) / sizeof(*shares); i++) {
        struct interval b = calibration_at(c, shares[i] / 100.0);
        const char *name = arena_printf(t->arena, "accuracy_at_%d", shares[i]);
        const char *heading = arena_printf(t->arena, "at %d %%", shares[i]);

        table_put(t, (struct column){ name, heading, COLUMN_LATER, NULL, 0 },
                  datum_share(b.low));
        put_bracket(t, arena_printf(t->arena, "%s_bracket", name),
                    arena_printf(t->arena, "%s, bracket", heading), b, true);
    }
}

static void confidence_put_model(struct doc_table *t, const char *model,
                                 const struct calibration *c)
{
    struct doc_table *bins = table_within(t);
    const struct table_entry entries[] = {
        { { "model", "model", COLUMN_KEY, NULL, 0 }, datum_text(model) },
        { { .name = "results" }, datum_count(c->n) },
        { { "replies", "replies", 0, NULL, 0 }, datum_count(c->n - c->absent) },
        { { "stated", "stated", 0, NULL, 0 }, datum_count(c->stated) },
        { { "unstated", "none stated", 0, NULL, 0 }, datum_count(c->unstated) },
        { { "unanswered", "no answer", 0, NULL, 0 },
          datum_count(c->unanswered) },
        { { "absent", "no reply", COLUMN_IF_ANY, NULL, 0 },
          datum_count(c->absent) },
        { { "open", "open", COLUMN_IF_ANY, NULL, 0 }, datum_count(c->open) },
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
    };

    put_bins(bins, c);
    table_row(t);
    TABLE_PUT_ALL(t, entries);
    put_bracket(t, "brier_bracket", "Brier, bracket", c->brier_bracket, false);
    put_bracket(t, "ece_bracket", "ECE, bracket", c->gap_bracket, false);
    put_bracket(t, "aurc_bracket", "AURC, bracket", c->area_bracket, false);
    put_coverage(t, c);
    table_put(t, (struct column){ .name = "bins" }, datum_table(bins));
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

static void confidence_explain(struct document *d)
{
    document_say(d, "Brier: mean of (confidence - correct)^2 over answers with "
                    "a confidence, = reliability - resolution + uncertainty");
    document_say(d, "ECE: expected calibration error, over ten bins");
    document_say(d, "AURC: area under risk against coverage, with the most "
                    "confident results first");
    document_say(d, "at 50 %%: accuracy of the most confident half of all "
                    "results");
    document_say(d, "Results without an answer, a confidence or a reply count "
                    "as the least confident ones in AURC and at 50 %%; the "
                    "other columns leave them out. Undecided and missing "
                    "results count as not correct; a bracket also gives the "
                    "value if all of them are correct");
}

void confidence_document(struct document *d, const struct summary *v)
{
    size_t room = v->n_results + 1;
    struct stated *list;
    struct figure *curve, *bins;
    struct doc_table *t;

    if (!plan_judge_read(d->arena, json_parse(d->arena, v->info.spec))
             .confidence)
        return;
    curve = figure_new(d->arena, FIGURE_LINES, "risk-coverage",
                       "Accuracy of the most confident results");
    curve->caption =
        "Accuracy of the most confident results against the share of results "
        "that is kept. Undecided and missing results count as not correct; equal confidences are "
        "averaged over their orders; n: results.";
    curve->value = (struct axis){ .title = "accuracy", .share = true };
    curve->across = (struct axis){ .title = "coverage", .share = true };
    bins = figure_new(d->arena, FIGURE_LINES, "calibration",
                      "Accuracy against stated confidence");
    bins->caption = "Answers in ten bins by stated confidence: the mean "
                    "confidence and the share of correct answers. Undecided "
                    "answers count as not correct; n: answers.";
    bins->value = (struct axis){ .title = "correct", .share = true };
    bins->across = (struct axis){ .title = "stated confidence", .share = true };
    curve->series_title = bins->series_title = "model";
    t = document_table(d, "confidence");
    for (size_t m = 0; m < v->info.n_models; m++)
        room += (size_t)v->whole[m].missing;
    list = arena_array(d->arena, struct stated, room);
    for (size_t m = 0; m < v->info.n_models; m++) {
        struct calibration c;

        calibration_make(d->arena, list, results_of(v, m, list), &c);
        confidence_put_model(t, v->models[m], &c);
        draw_coverage(curve, v->models[m], &c);
        draw_bins(bins, v->models[m], &c);
    }
    document_section(d, "stated confidence:");
    document_show(d, t, 0);
    confidence_explain(d);
    document_shown(d, SHOWN_FULL);
    document_figure(d, curve);
    document_figure(d, bins);
    document_shown(d, SHOWN_ALWAYS);
}
