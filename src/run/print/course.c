/* SPDX-License-Identifier: Apache-2.0 */
#include "run/print/course.h"
#include "report/table.h"
#include "store/courses.h"

#include <math.h>
#include <stdlib.h>

enum measure { MEASURE_FIRST, MEASURE_GAP, MEASURE_SPEED };

/* Not a number: this reply has none. The first piece shows when writing began,
 * so a reply of one piece has no speed. */
static double measure_of(const struct run_course *c, enum measure m)
{
    int64_t ms = c->took_ms - c->course.first_ms;

    switch (m) {
    case MEASURE_FIRST: return (double)c->course.first_ms / 1000;
    case MEASURE_GAP:
        return c->course.pieces > 1 ? (double)c->course.gap_ms / 1000 : NAN;
    case MEASURE_SPEED: break;
    }
    return c->tokens > 0 && c->course.pieces > 1 && ms > 0
               ? 1000 * (double)c->tokens / (double)ms
               : NAN;
}

static int by_size(const void *left, const void *right)
{
    const double *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

/* Returns the smallest value that a share p of them does not exceed. */
static double quantile(const double *values, size_t n, double p)
{
    size_t k = (size_t)ceil(p * (double)n);

    return n ? values[k ? k - 1 : 0] : NAN;
}

/* The measures of one model's replies, sorted. */
static size_t gather(const struct run_course *list, size_t n, size_t model,
                     enum measure m, double *out)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++) {
        double x = measure_of(&list[i], m);

        if (list[i].model == model && !isnan(x))
            out[found++] = x;
    }
    qsort(out, found, sizeof(*out), by_size);
    return found;
}

static void put_row(struct doc_table *t, const struct run_course *list,
                    size_t n, size_t model, double *values)
{
    size_t found = gather(list, n, model, MEASURE_FIRST, values);

    table_cell(t, "streamed", "streamed", datum_count(found));
    table_cell(t, "first_token.median", "first token",
               datum_seconds(quantile(values, found, 0.5)));
    table_cell(t, "first_token.p95", "95 %",
               datum_seconds(quantile(values, found, 0.95)));
    found = gather(list, n, model, MEASURE_GAP, values);
    table_cell(t, "longest_gap.median", "longest gap",
               datum_seconds(quantile(values, found, 0.5)));
    table_cell(t, "longest_gap.p95", NULL,
               datum_seconds(quantile(values, found, 0.95)));
    found = gather(list, n, model, MEASURE_SPEED, values);
    table_cell(t, "tokens_per_second", "tokens per second",
               datum_number(quantile(values, found, 0.5), 1));
}

void course_document(struct document *d, const struct summary *v,
                     const char *const *labels)
{
    struct doc_table *t;
    double *values;

    if (v->n_courses == 0)
        return;
    values = arena_array(d->arena, double, v->n_courses);
    t = document_table(d, "streams");
    for (size_t m = 0; m < v->info.n_models; m++) {
        table_row(t);
        table_key(t, "model", "model", datum_name(v->models[m], labels[m]));
        put_row(t, v->courses, v->n_courses, m, values);
    }
    document_gap(d);
    document_show(d, t, 0);
}
