/* SPDX-License-Identifier: Apache-2.0 */
/* The table of r, p and weight, for people. */
#include "evolve/fitness/fitness_int.h"

#include <math.h>
#include <stdlib.h>

struct row {
    enum feature f;
    const struct weight *w;
};

enum group { GROUP_CLEAR, GROUP_KEPT, GROUP_EXCLUDED, GROUP_NONE, GROUPS };

static const char *const heads[GROUPS] = {
    [GROUP_CLEAR] = "significant, p < 0.05",
    [GROUP_KEPT] = "kept, p from 0.05 to 0.5",
    [GROUP_EXCLUDED] = "excluded, p > 0.5",
    [GROUP_NONE] = "constant or missing",
};

static enum group group_of(const struct weight *w)
{
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
                     "score against accuracy: r = %s on the same problems, "
                     "held out: not to be had",
                     signed_words(d->arena, w->fit));
    else
        document_say(d,
                     "score against accuracy: r = %s on the same problems, %s "
                     "held out (five folds)",
                     signed_words(d->arena, w->fit),
                     signed_words(d->arena, w->held_out));
    if (isfinite(w->held_out))
        document_say(d, "(below 0: what scores high is solved less)");
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
            if ((int)group_of(rows[k].w) != g)
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
}
