/* SPDX-License-Identifier: Apache-2.0 */
/* The table of r, p and weight for people. */
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

static void print_signed(struct str *out, double v)
{
    if (isfinite(v))
        str_addf(out, "%+9.3f", v);
    else
        str_addf(out, "%9s", "-");
}

static void print_p(struct str *out, double p)
{
    if (p < 1e-4)
        str_addf(out, "%9s", "< 1e-4");
    else if (isfinite(p))
        str_addf(out, "%9.4f", p);
    else
        str_addf(out, "%9s", "-");
}

static void print_row(struct str *out, const struct row *x)
{
    str_addf(out, "  %-22s", feature_title(x->f));
    print_signed(out, x->w->r);
    print_p(out, x->w->p);
    print_signed(out, x->w->w);
    str_addc(out, '\n');
}

static void print_fit(struct str *out, const struct weights *w)
{
    if (isfinite(w->fit))
        str_addf(out, "score against accuracy: r = %+.3f on the same problems",
                 w->fit);
    else
        str_add(out, "score against accuracy: not measured");
    if (isfinite(w->held_out))
        str_addf(out,
                 ", %+.3f held out (five folds)\n"
                 "(below 0: what scores high is solved less)",
                 w->held_out);
    else if (isfinite(w->fit))
        str_add(out, ", held out: not to be had");
    str_addc(out, '\n');
}

void weights_print(struct str *out, const struct weights *w)
{
    struct row rows[FEATURES];

    for (size_t k = 0; k < FEATURES; k++)
        rows[k] = (struct row){ (enum feature)k, &w->of[k] };
    qsort(rows, FEATURES, sizeof(*rows), by_weight);
    str_addf(out, "weights (%s features): ",
             w->set == FEATURES_OWN ? "own" : "paper's");
    str_add_printable(out, w->source ? w->source : "unknown");
    str_addf(out, "\n  %-22s%9s%9s%9s\n", "feature", "r", "p", "weight");
    for (int g = 0; g < GROUPS; g++) {
        bool first = true;

        for (size_t k = 0; k < FEATURES; k++) {
            if ((int)group_of(rows[k].w) != g)
                continue;
            if (first)
                str_addf(out, " %s\n", heads[g]);
            first = false;
            print_row(out, &rows[k]);
        }
    }
    print_fit(out, w);
}
