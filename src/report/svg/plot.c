/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What kinds of figures share: the words of a dot, legends, axes and rules.
 */
#include "report/svg/plot.h"

#include <inttypes.h>
#include <math.h>

const struct dot *plot_dot(const struct plot *p, size_t i)
{
    return vec_get(&p->f->dots, struct dot, i);
}

const char *plot_row(const struct plot *p, size_t row)
{
    const char *s =
        row < p->f->rows.n ? *vec_get(&p->f->rows, const char *, row) : NULL;

    return s ? s : "";
}

const char *plot_series(const struct plot *p, size_t series)
{
    const char *name = series < p->f->series.n
                           ? *vec_get(&p->f->series, const char *, series)
                           : NULL;
    char *s;

    if (!name || !p->f->marks || palette_mark(name) == MARKS)
        return name;
    s = arena_strdup(p->c.arena, name);
    for (char *c = s; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    return s;
}

/* ---- words ---- */

static void add_part(struct str *out, const char *text)
{
    if (!text || !*text)
        return;
    str_add(out, out->n ? ", " : "");
    str_add(out, letters_cut(out->arena, LETTERS_NOTE, text, 600));
}

static const char *value_words(const struct plot *p, double v)
{
    return scale_words(p->c.arena, &p->value, v);
}

static void add_interval(const struct plot *p, struct str *out, double low,
                         double high)
{
    if (isfinite(low) && isfinite(high))
        str_addf(out, " (%s to %s)", value_words(p, low), value_words(p, high));
}

const char *plot_words(const struct plot *p, const struct dot *d)
{
    struct str out = str_in(p->c.arena);
    bool lines = p->f->kind == FIGURE_LINES;

    add_part(&out, lines ? NULL : plot_row(p, d->row));
    add_part(&out, plot_series(p, d->series));
    add_part(&out, d->label);
    if (lines)
        add_part(&out, scale_words(p->c.arena, &p->across, d->x));
    str_addf(&out, "%s%s", out.n ? ": " : "", value_words(p, d->value));
    add_interval(p, &out, d->low, d->high);
    if (isfinite(d->least) && isfinite(d->most))
        str_addf(&out, ", from %s to %s", value_words(p, d->least),
                 value_words(p, d->most));
    if (d->n)
        str_addf(&out, ", n = %" PRIu64, d->n);
    return str_get(&out);
}

const char *plot_n(const struct plot *p, bool *same)
{
    uint64_t least = UINT64_MAX, most = 0;

    for (size_t i = 0; i < p->n_dots; i++) {
        uint64_t n = plot_dot(p, i)->n;

        if (n && n < least)
            least = n;
        most = n > most ? n : most;
    }
    *same = most > 0 && least == most;
    if (most == 0)
        return NULL;
    if (*same)
        return arena_printf(p->c.arena, "n = %" PRIu64, most);
    return arena_printf(p->c.arena, "n = %" PRIu64 "\xe2\x80\x93%" PRIu64,
                        least, most);
}

struct reach plot_reach(const struct plot *p)
{
    const struct axis *a = &p->f->value;
    struct reach r = { NAN, NAN };

    for (size_t i = 0; i < p->n_dots; i++) {
        const struct dot *d = plot_dot(p, i);

        reach_take(&r, a, d->value);
        reach_take(&r, a, d->low);
        reach_take(&r, a, d->high);
        reach_take(&r, a, d->least);
        reach_take(&r, a, d->most);
    }
    for (size_t i = 0; i < p->f->rules.n; i++)
        reach_take(&r, a, vec_get(&p->f->rules, struct rule, i)->value);
    return r;
}

/* ---- legend ---- */

#define LEGEND_LINE 14.0
#define SWATCH      9.0

/* What stands for a series: a dot, or a piece of its bar. */
static void draw_sign(struct plot *p, size_t series, double x, double y)
{
    bool box = p->f->kind == FIGURE_BARS || p->f->kind == FIGURE_BOXES;

    canvas_series(&p->c, p->f, series);
    if (!box) {
        canvas_dot(&p->c, series, x + SWATCH / 2, y);
    } else {
        canvas_box(&p->c, NULL, NULL, x, y - SWATCH / 2, SWATCH, SWATCH);
        if (p->f->stacked)
            canvas_hatch(&p->c, palette_of(p->f, series)->hatch, x,
                         y - SWATCH / 2, SWATCH, SWATCH);
    }
    canvas_series_end(&p->c);
}

void plot_legend(struct plot *p)
{
    double x = PLOT_MARGIN, y = p->y + LEGEND_LINE / 2;

    if (p->f->series.n < 2)
        return;
    for (size_t i = 0; i < p->f->series.n && i < ROWS_MOST; i++) {
        const char *name = plot_series(p, i);
        const char *s = letters_cut(p->c.arena, LETTERS_LABEL, name ? name : "",
                                    p->width / 2);
        double w = SWATCH + 4 + letters_width(LETTERS_LABEL, s) + 14;

        if (x > PLOT_MARGIN && x + w > p->width - PLOT_MARGIN) {
            x = PLOT_MARGIN;
            y += LEGEND_LINE;
        }
        draw_sign(p, i, x, y);
        canvas_text(&p->c, LETTERS_LABEL,
                    (struct pin){ .x = x + SWATCH + 4, .y = y }, s);
        x += w;
    }
    p->y = y + LEGEND_LINE / 2 + 4;
}

/* ---- the axis below ---- */

/* The title in the middle, the note at the right, or below it if there is no
 * room. */
static void draw_axis_title(struct plot *p, const char *title, const char *note)
{
    double middle = (p->left + p->right) / 2, end = p->width - PLOT_MARGIN;
    double w = title ? letters_width(LETTERS_AXIS, title) : 0;

    if (title && *title) {
        canvas_text(&p->c, LETTERS_AXIS,
                    (struct pin){ middle, p->y + 6, ALIGN_MIDDLE,
                                  fmin(2 * (end - middle), p->width), 0 },
                    title);
        p->y += 13;
    }
    if (!note)
        return;
    if (!title || middle + w / 2 + 12 > end - letters_width(LETTERS_NOTE, note))
        p->y += 13;
    canvas_text(&p->c, LETTERS_NOTE,
                (struct pin){ end, p->y - 7, ALIGN_RIGHT, p->width / 2, 0 },
                note);
}

const char *plot_axis_title(const struct plot *p, const struct axis *a,
                            const struct scale *s)
{
    return a->title && *a->title && s->log
               ? arena_printf(p->c.arena, "%s (log scale)", a->title)
               : a->title;
}

struct ticks plot_ticks(const struct plot *p, const struct scale *s)
{
    double most = p->f->kind == FIGURE_LINES ? 10 : 7;

    return scale_ticks(s,
                       (size_t)fmin(fmax((p->right - p->left) / 55, 2), most));
}

void plot_axis(struct plot *p, const struct axis *a, const struct scale *s,
               const char *note)
{
    struct ticks t = plot_ticks(p, s);

    for (size_t i = 0; i < t.n; i++) {
        double x = scale_at(s, t.at[i]);

        canvas_line(&p->c, &stroke_axis, x, p->bottom, x, p->bottom + 3.5);
        canvas_text(&p->c, LETTERS_TICK,
                    (struct pin){ x, p->bottom + 10, ALIGN_MIDDLE, 0, 0 },
                    ticks_words(p->c.arena, s, &t, i));
    }
    canvas_line(&p->c, &stroke_axis, p->left, p->bottom, p->right, p->bottom);
    p->y = p->bottom + 17;
    draw_axis_title(p, plot_axis_title(p, a, s), note);
}
