/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/select/select.h"
#include "base/alloc.h"
#include "base/sort.h"

#include <math.h>
#include <stdlib.h>

double select_quantile(double *x, size_t n, double q)
{
    double place;
    size_t i;

    if (n == 0)
        return NAN;
    sort_doubles(x, n);
    place = fmin(fmax(q, 0), 1) * (double)(n - 1);
    i = (size_t)place;
    if (i + 1 >= n)
        return x[n - 1];
    return x[i] + (place - (double)i) * (x[i + 1] - x[i]);
}

/* Mark what lies beyond the percentile of feature k, strictly: of equal values
 * none does. */
static void judge_feature(const struct features *f, size_t n, size_t k,
                          double percentile, bool high, double *room,
                          struct selection *out)
{
    size_t m = 0;
    double edge;

    for (size_t i = 0; i < n; i++)
        if (f[i].has[k])
            room[m++] = f[i].v[k];
    if (m == 0)
        return;
    edge = select_quantile(room, m, high ? 1 - percentile : percentile);
    for (size_t i = 0; i < n; i++) {
        double v = f[i].v[k];

        if (!f[i].has[k] || !(high ? v > edge : v < edge))
            continue;
        out[i].deficient[k] = true;
        out[i].high[k] = high;
        out[i].kept = false;
    }
}

void select_split(const struct features *f, const struct fitness *score,
                  size_t n, const struct weights *w,
                  const struct select_options *o, struct selection *out)
{
    double *room = alloc_new(n ? n : 1, sizeof(*room));

    for (size_t i = 0; i < n; i++) {
        bool low = score[i].score < o->threshold;

        out[i] = (struct selection){ .kept = !low, .low_score = low };
    }
    for (size_t k = 0; k < FEATURES && o->percentile > 0; k++) {
        const struct weight *x = &w->of[k];

        if (x->counts && x->w != 0)
            judge_feature(f, n, k, o->percentile, x->w < 0, room, out);
    }
    free(room);
}

const char *select_reason(struct arena *a, const struct selection *s,
                          const struct features *f, const struct fitness *score,
                          const struct select_options *o)
{
    struct str out = str_in(a);

    if (s->kept)
        return "kept";
    if (s->low_score)
        str_addf(&out, "score %.2f below %.2f", score->score, o->threshold);
    for (size_t k = 0; k < FEATURES; k++)
        if (s->deficient[k])
            str_addf(&out, "%s%s %.4g in the %s %g %%", out.n ? "; " : "",
                     feature_title((enum feature)k), f->v[k],
                     s->high[k] ? "highest" : "lowest", o->percentile * 100);
    return str_get(&out);
}
