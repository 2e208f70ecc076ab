/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wrong answers to a variant that are the gold of its original: what a model
 * says that knows the problem, and does not read it. Chance is the share of the
 * other originals' golds that the same answer hits, so that small numbers, which
 * are golds often and are said often, count for what they are.
 */
#include "base/str.h"
#include "evolve/measure/paired_int.h"
#include "grade/grade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct golds {
    struct ratio *of; /* [original] */
    bool *is;         /* [original]: is it a number? */
    double *sorted;   /* of those that are numbers */
    size_t n;
};

/* The last key of a problem; false: it is no number. */
static bool key_value(struct arena *a, const struct problem *p,
                      struct ratio *out)
{
    const char *text =
        p->n_keys ? grade_value(a, p->keys[p->n_keys - 1].latex) : NULL;

    return text && ratio_read(out, text, strlen(text));
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void golds_make(struct arena *a, const struct problem *p, size_t n,
                       struct golds *out)
{
    *out = (struct golds){ .of = arena_array(a, struct ratio, n + 1),
                           .is = arena_array(a, bool, n + 1),
                           .sorted = arena_array(a, double, n + 1) };
    for (size_t i = 0; i < n; i++)
        if ((out->is[i] = key_value(a, &p[i], &out->of[i])))
            out->sorted[out->n++] = ratio_double(out->of[i]);
    qsort(out->sorted, out->n, sizeof(*out->sorted), by_size);
}

/* How many golds are this number. */
static size_t golds_at(const struct golds *g, double x)
{
    size_t ends[2];

    for (size_t above = 0; above < 2; above++) {
        size_t low = 0, high = g->n;

        while (low < high) {
            size_t mid = (low + high) / 2;

            if (g->sorted[mid] < x || (above && g->sorted[mid] == x))
                low = mid + 1;
            else
                high = mid;
        }
        ends[above] = low;
    }
    return ends[1] - ends[0];
}

/* Of the golds of other originals that are not the key, the share that the
 * answer is. */
static double chance_of(const struct golds *g, struct ratio gold,
                        struct ratio key, struct ratio answer)
{
    size_t others = g->n - 1 - golds_at(g, ratio_double(key));
    size_t hits = golds_at(g, ratio_double(answer));

    hits -= ratio_equal(answer, gold);
    return others ? (double)hits / (double)others : 0;
}

void memory_count(struct arena *a, const struct memory *m, size_t model,
                  struct slip_count *out)
{
    struct share *shares = arena_array(a, struct share, m->n_originals + 1);
    struct golds g;

    golds_make(a, m->originals, m->n_originals, &g);
    *out = (struct slip_count){ .chance = 0 };
    for (size_t i = 0; i < m->n; i++) {
        size_t o = m->original[i], n;
        struct ratio key;
        const struct result *r =
            tally_results(m->replies->results, m->replies->n, i, model, &n);

        if (o == SIZE_MAX || !g.is[o] || !key_value(a, &m->variants[i], &key) ||
            ratio_equal(key, g.of[o]))
            continue;
        for (size_t k = 0; k < n; k++) {
            const struct chain_answers *t =
                &m->replies->answers[r + k - m->replies->results];
            bool hit = ratio_equal(t->final_value, g.of[o]);

            if (t->final != MARK_WRONG || !t->final_number)
                continue;
            out->could++;
            out->hits += hit;
            out->chance += chance_of(&g, g.of[o], key, t->final_value);
            shares[o].n += 1;
            shares[o].sum += hit;
        }
    }
    out->chance = out->could ? out->chance / (double)out->could : NAN;
    for (size_t o = 0; o < m->n_originals; o++)
        shares[o].cluster = o;
    out->rate = rate_make(shares, m->n_originals).interval;
}
