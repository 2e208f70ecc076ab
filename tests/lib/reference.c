/* SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"
#include "evolve/select/select.h"

void reference_from(struct arena *a, const struct features *f, size_t n,
                    struct reference *out)
{
    double *x = arena_array(a, double, n ? n : 1);

    *out = (struct reference){ 0 };
    for (size_t k = 0; k < FEATURES; k++) {
        size_t m = 0;

        for (size_t i = 0; i < n; i++)
            if (f[i].has[k])
                x[m++] = f[i].v[k];
        if (m > 0) {
            out->low[k] = select_quantile(x, m, 0.01);
            out->high[k] = select_quantile(x, m, 0.99);
        }
        out->has[k] = m > 0 && out->high[k] > out->low[k];
    }
    out->low[FEATURE_REFEREE] = 0;
    out->high[FEATURE_REFEREE] = 10;
    out->has[FEATURE_REFEREE] = true;
}

void reference_print(struct str *out, const struct reference *r)
{
    static const char *const names[FEATURES] = {
        [FEATURE_REFEREE] = "REFEREE",
        [FEATURE_WORDS] = "WORDS",
        [FEATURE_READABILITY] = "READABILITY",
        [FEATURE_DEPTH] = "DEPTH",
        [FEATURE_ENTROPY] = "ENTROPY",
        [FEATURE_VARIABLES] = "VARIABLES",
        [FEATURE_EQUATIONS] = "EQUATIONS",
        [FEATURE_NOISE] = "NOISE",
        [FEATURE_UNIQUENESS] = "UNIQUENESS",
        [FEATURE_NONLINEAR] = "NONLINEAR",
    };

    for (size_t k = 0; k < FEATURE_ELIMINATION; k++)
        str_addf(out, "    [FEATURE_%s] = { %.4g, %.4g },\n", names[k],
                 r->has[k] ? r->low[k] : 0, r->has[k] ? r->high[k] : 0);
}
