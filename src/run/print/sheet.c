/* SPDX-License-Identifier: Apache-2.0 */
#include "run/print/sheet.h"
#include "run/print/print.h"

#include <math.h>

const char *cell_number(struct arena *a, double x)
{
    return datum_digits(a, x, 15);
}

const char *cell_fixed(struct arena *a, double x, int decimals)
{
    return isfinite(x) ? datum_words(a, datum_number(x, decimals), 0) : NULL;
}

const char *cell_percent(struct arena *a, double x)
{
    return isfinite(x) ? datum_words(a, datum_share(x), 0) : NULL;
}

const char *cell_rate(struct arena *a, const struct rate *r)
{
    return r->n ? cell_fixed(a, 100 * r->value, 1) : NULL;
}

const char *cell_p(struct arena *a, double p)
{
    return isfinite(p) ? datum_words(a, datum_p(p), 0) : NULL;
}

const char *cell_count(struct arena *a, uint64_t n)
{
    return datum_words(a, datum_count(n), 0);
}

const char *cell_plural(struct arena *a, uint64_t n, const char *noun)
{
    return datum_plural(a, n, noun);
}

void sheet_say(const struct sheet *s, const char *fmt, ...)
{
    struct str b = str_in(s->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&b, fmt, ap);
    va_end(ap);
    grid_fold(s->out, printable(s->arena, str_get(&b), 2000), s->width);
}

void sheet_title(const struct sheet *s, const char *fmt, ...)
{
    struct str b = str_in(s->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&b, fmt, ap);
    va_end(ap);
    str_addc(s->out, '\n');
    grid_fold(s->out, printable(s->arena, str_get(&b), 2000), s->width);
}

void sheet_rate_column(struct grid *g, const char *title)
{
    grid_column(g, title);
    grid_joined(g, "95 %");
}

void sheet_rate(struct grid *g, const struct rate *r)
{
    grid_cell(g, r->n ? cell_percent(g->arena, r->value) : NULL);
    grid_cell(g, r->n ? datum_interval(g->arena, rate_datum(r), 0) : NULL);
}

void print_play(struct str *out, const struct view *v, const struct play *play,
                size_t width)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, width);
    struct sheet s = { .arena = &a,
                       .out = out,
                       .width = d->width,
                       .n_models = (size_t)v->info.n_models };

    s.labels = document_labels(d, v->models, s.n_models);
    sheet_play(&s, play);
    arena_clear(&a);
}
