/* SPDX-License-Identifier: Apache-2.0 */
#include "run/print/sheet.h"
#include "run/print/cells.h"
#include "run/print/print.h"

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
    grid_cell(g, cell_interval(g->arena, r));
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
