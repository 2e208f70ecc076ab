/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/fitness/fitness_int.h"
#include "report/figure.h"

#include <math.h>
#include <stdlib.h>

/* What features weigh: from r and p, as published, and as a table for people. */

#define P_MOST 0.5 /* above it a feature is left out */

/* Table 1 of the paper, with the weights that its program has: its table says
 * 0.19 for noise. */
static const struct {
    double r, p, w;
} published[FEATURES] = {
    [FEATURE_REFEREE] = { +0.106, 0.064, -0.13 },
    [FEATURE_WORDS] = { -0.080, 0.170, +0.09 },
    [FEATURE_READABILITY] = { +0.087, 0.130, -0.10 },
    [FEATURE_DEPTH] = { -0.054, 0.350, +0.05 },
    [FEATURE_ENTROPY] = { -0.120, 0.039, +0.15 },
    [FEATURE_VARIABLES] = { +0.117, 0.043, -0.15 },
    [FEATURE_EQUATIONS] = { +0.118, 0.040, -0.15 },
    [FEATURE_NOISE] = { -0.151, 0.009, +0.20 },
    [FEATURE_UNIQUENESS] = { +0.015, 0.791, 0 },
    [FEATURE_NONLINEAR] = { +0.007, 0.902, 0 },
};

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

void weights_published(struct weights *out)
{
    /* Its r and p fit 300 problems, the size of its population. */
    *out = (struct weights){ .set = FEATURES_PAPER,
                             .source = "published",
                             .fit = NAN,
                             .held_out = NAN,
                             .auc = NAN,
                             .n = 300 };
    for (size_t k = 0; k < FEATURES; k++) {
        const double p = published[k].p;

        out->of[k] = (struct weight){ NAN, NAN, 0, false };
        if (p > 0)
            out->of[k] = (struct weight){ published[k].r, p, published[k].w,
                                          p <= P_MOST };
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

static enum group group_of(const struct weight *w, bool regression)
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
static int by_weight(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    double wx = fabs(x->w->w), wy = fabs(y->w->w);

    if (wx < wy || wx > wy)
        return wx < wy ? 1 : -1;
    if (x->w->p < y->w->p || x->w->p > y->w->p)
        return x->w->p > y->w->p ? 1 : -1;
    return (x->f > y->f) - (x->f < y->f);
}

static void put_row(struct doc_table *t, const struct row *x)
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
        struct interval x =
            stats_wilson(b->measured * (double)b->n, (double)b->n);
        struct dot *p = figure_point(f, 0, b->expected, b->measured);

        p->low = x.low;
        p->high = x.high;
        p->n = b->n;
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
    qsort(rows, FEATURES, sizeof(*rows), by_weight);
    for (int g = 0; g < GROUPS; g++) {
        bool first = true;

        for (size_t k = 0; k < FEATURES; k++) {
            if ((int)group_of(rows[k].w, w->slope > 0) != g ||
                (w->set == FEATURES_PAPER && rows[k].f >= FEATURE_ELIMINATION))
                continue;
            if (first)
                table_heading(t, heads[g]);
            first = false;
            put_row(t, &rows[k]);
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
