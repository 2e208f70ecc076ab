/* SPDX-License-Identifier: Apache-2.0 */
#include "stats/calibration.h"

#include <math.h>
#include <stdlib.h>

/* What a reply is sorted by. */
struct placed_reply {
    double confidence;
    bool right;
};

static int by_confidence(const void *a, const void *b)
{
    const struct placed_reply *x = a, *y = b;

    return (x->confidence < y->confidence) - (x->confidence > y->confidence);
}

static bool calibration_is_stated(const struct stated *s)
{
    return s->answered && !isnan(s->confidence);
}

/* ---- risk and coverage ---- */

/* Within a group of equal confidences the right ones are spread evenly: that is
 * their mean over all orders. */
static void calibration_draw_curve(const struct placed_reply *sorted,
                                   struct calibration *c)
{
    double before = 0;

    c->area = c->n ? 0 : NAN;
    for (size_t from = 0, to; from < c->n; from = to) {
        double right = 0;

        for (to = from;
             to < c->n && sorted[to].confidence >= sorted[from].confidence;
             to++)
            right += sorted[to].right;
        for (size_t k = from; k < to; k++) {
            double share = (double)(k + 1 - from) / (double)(to - from);

            c->covered[k] = (before + right * share) / (double)(k + 1);
            c->area += (1 - c->covered[k]) / (double)c->n;
        }
        before += right;
    }
    c->area_least = c->n ? 0 : NAN;
    for (size_t k = 0; k < c->n; k++)
        if ((double)(k + 1) > before)
            c->area_least +=
                ((double)(k + 1) - before) / (double)(k + 1) / (double)c->n;
}

struct interval calibration_at(const struct calibration *c, double share)
{
    size_t k = (size_t)ceil(share * (double)c->n - 1e-9);

    if (!c->n)
        return (struct interval){ NAN, NAN };
    k = k < 1 ? 0 : k > c->n ? c->n - 1 : k - 1;
    return (struct interval){ c->covered[k], c->covered_most[k] };
}

/* ---- Brier's score ---- */

/* Adds what the answers of one confidence, right of n, bring to the parts. */
static void calibration_add_group(struct calibration *c, double confidence,
                                  double right, double n, double mean)
{
    double share = right / n, all = (double)c->stated;

    c->reliability += n * (confidence - share) * (confidence - share) / all;
    c->resolution += n * (share - mean) * (share - mean) / all;
}

/* `sorted` are the stated ones alone. */
static void part_score(const struct placed_reply *sorted, struct calibration *c)
{
    double mean = 0;

    c->reliability = c->resolution = c->uncertainty = c->stated ? 0 : NAN;
    for (size_t i = 0; i < c->stated; i++)
        mean += sorted[i].right / (double)c->stated;
    for (size_t from = 0, to; from < c->stated; from = to) {
        double right = 0;

        for (to = from;
             to < c->stated && sorted[to].confidence >= sorted[from].confidence;
             to++)
            right += sorted[to].right;
        calibration_add_group(c, sorted[from].confidence, right,
                              (double)(to - from), mean);
    }
    if (c->stated)
        c->uncertainty = mean * (1 - mean);
}

static void calibration_fill_bins(const struct placed_reply *sorted,
                                  struct calibration *c)
{
    c->gap = c->stated ? 0 : NAN;
    for (size_t i = 0; i < c->stated; i++) {
        size_t k = (size_t)(sorted[i].confidence * CALIBRATION_BINS + 1e-9);
        struct calibration_bin *b =
            &c->bins[k < CALIBRATION_BINS ? k : CALIBRATION_BINS - 1];

        b->n++;
        b->confidence += sorted[i].confidence;
        b->right += sorted[i].right;
    }
    for (size_t k = 0; k < CALIBRATION_BINS; k++) {
        struct calibration_bin *b = &c->bins[k];

        if (b->n)
            c->gap += fabs(b->confidence - b->right) / (double)c->stated;
        b->confidence /= (double)b->n; /* NaN of none */
        b->right /= (double)b->n;
    }
}

/* Is it right, where what is open is `most`? */
static bool calibration_is_right(const struct stated *s, bool most)
{
    return s->open ? most : s->right;
}

static struct rate calibration_score(struct arena *a, const struct stated *list,
                                     size_t n, bool most)
{
    struct share *shares = arena_array(a, struct share, n + 1);
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        double off =
            list[i].confidence - (double)calibration_is_right(&list[i], most);

        if (calibration_is_stated(&list[i]))
            shares[k++] = (struct share){ list[i].cluster, 1, off * off };
    }
    return rate_make(shares, k);
}

/* All of it, with what is open counted as right, or as wrong. */
static void make_end(struct arena *a, const struct stated *list, size_t n,
                     bool most, struct calibration *out)
{
    struct placed_reply *all = arena_array(a, struct placed_reply, n + 1);
    struct placed_reply *said = arena_array(a, struct placed_reply, n + 1);

    *out = (struct calibration){ .n = n,
                                 .covered = arena_array(a, double, n + 1) };
    for (size_t i = 0; i < n; i++) {
        bool told = calibration_is_stated(&list[i]);

        all[i] = (struct placed_reply){ told ? list[i].confidence : 0,
                                        calibration_is_right(&list[i], most) };
        out->open += list[i].open;
        if (told)
            said[out->stated++] = all[i];
        else if (list[i].answered)
            out->unstated++;
        else if (list[i].absent)
            out->absent++;
        else
            out->unanswered++;
    }
    qsort(all, n, sizeof(*all), by_confidence);
    qsort(said, out->stated, sizeof(*said), by_confidence);
    calibration_draw_curve(all, out);
    part_score(said, out);
    calibration_fill_bins(said, out);
    out->brier = calibration_score(a, list, n, most);
}

static struct interval calibration_between(double x, double y)
{
    return (struct interval){ fmin(x, y), fmax(x, y) };
}

void calibration_make(struct arena *a, const struct stated *list, size_t n,
                      struct calibration *out)
{
    struct calibration most;

    make_end(a, list, n, false, out);
    most = *out;
    if (out->open)
        make_end(a, list, n, true, &most);
    out->covered_most = most.covered;
    out->brier_bracket =
        calibration_between(out->brier.value, most.brier.value);
    out->gap_bracket = calibration_between(out->gap, most.gap);
    out->area_bracket = calibration_between(out->area, most.area);
}
