/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands on a row: a dot with its interval, a box with whiskers, a bar.
 */
#include "report/svg/plot.h"

#include <math.h>

/* A line from one value to another, with caps of that height at its ends.
 * Nothing is drawn if one of them is not known. */
static void draw_interval(struct plot *p, const struct stroke *s, double low,
                          double high, double y, double cap)
{
    double a = scale_at(&p->value, low), b = scale_at(&p->value, high);

    if (isnan(a) && !isnan(low)) /* 0 on a logarithmic scale */
        a = p->value.start;
    if (isnan(a) || isnan(b))
        return;
    canvas_line(&p->c, s, a, y, b, y);
    canvas_line(&p->c, s, a, y - cap, a, y + cap);
    canvas_line(&p->c, s, b, y - cap, b, y + cap);
}

/* ---- dots ---- */

/* The label of a dot at the right of its interval, or at the left where there is
 * no room. */
static void write_beside(struct plot *p, const struct dot *d, double y)
{
    double w = letters_width(LETTERS_NOTE, d->label);
    double at = scale_at(&p->value, d->value);
    double low = fmin(at, scale_at(&p->value, d->low));
    double high = fmax(at, scale_at(&p->value, d->high));
    bool left = high + 7 + w > p->right;

    canvas_text(&p->c, LETTERS_NOTE,
                (struct pin){ left ? low - 7 : high + 7, y,
                              left ? ALIGN_RIGHT : ALIGN_LEFT, p->width / 3,
                              0 },
                d->label);
}

static void draw_dot(struct plot *p, const struct dot *d, double y)
{
    canvas_series(&p->c, p->f, d->series);
    draw_interval(p, &stroke_ink, d->low, d->high, y, 2);
    canvas_dot(&p->c, d->series, scale_at(&p->value, d->value), y);
    canvas_series_end(&p->c);
    if (d->label && isfinite(scale_at(&p->value, d->value)))
        write_beside(p, d, y);
}

void plot_dots(struct plot *p)
{
    struct lanes l = { p->f->series.n > 4 ? 8 : 9.5, false, draw_dot };

    p->value = scale_over(&p->f->value, plot_reach(p));
    plot_legend(p);
    plot_rows(p, &l);
}

/* ---- boxes ---- */

#define BOX_HALF 4.5

static void draw_box(struct plot *p, const struct dot *d, double y)
{
    static const struct stroke median = { NULL, NULL, 2.2, false };
    double low = scale_at(&p->value, d->low),
           at = scale_at(&p->value, d->value);
    double high = scale_at(&p->value, d->high);

    canvas_series(&p->c, p->f, d->series);
    draw_interval(p, &stroke_ink, d->least, d->most, y, 2.5);
    if (isfinite(low) && isfinite(high))
        canvas_frame(&p->c, low, y - BOX_HALF, high - low, 2 * BOX_HALF);
    canvas_line(&p->c, &median, at, y - BOX_HALF, at, y + BOX_HALF);
    canvas_series_end(&p->c);
}

void plot_boxes(struct plot *p)
{
    struct lanes l = { 13, false, draw_box };

    p->value = scale_over(&p->f->value, plot_reach(p));
    plot_legend(p);
    plot_rows(p, &l);
}

/* ---- bars ---- */

#define BAR_HALF 4.5

/* Where bars begin: 0, which a logarithmic scale does not have. */
static double base_of(const struct plot *p)
{
    return p->value.log ? p->value.start : scale_at(&p->value, 0);
}

/* The value stands behind the end of a bar and of its interval or, where there
 * is no room, in the bar, at its beginning. */
static void write_value(struct plot *p, const struct dot *d, double y)
{
    const char *s = scale_words(p->c.arena, &p->value, d->value);
    double w = letters_width(LETTERS_NOTE, s) + 4, base = base_of(p);
    double at = scale_at(&p->value, d->value), sign = at < base ? -1 : 1;
    double low = scale_at(&p->value, d->low),
           high = scale_at(&p->value, d->high);
    double end = sign * fmax(fmax(sign * at, sign * low), sign * high);
    double inner = sign * fmin(fmin(sign * at, sign * low), sign * high);
    struct pin behind = { end + 4 * sign, y,
                          sign < 0 ? ALIGN_RIGHT : ALIGN_LEFT, 0, 0 };
    struct pin within = { base + 4 * sign, y, behind.align, 0, 0 };

    if (end + w * sign > p->left && end + w * sign < p->right + 10)
        canvas_text(&p->c, LETTERS_NOTE, behind, s);
    else if (sign * (inner - base) > w + 4)
        canvas_text_on(&p->c, LETTERS_BAR, palette_of(p->f, d->series)->light,
                       within, s);
}

static void draw_bar(struct plot *p, const struct dot *d, double y)
{
    static const struct stroke whisker = { "whisker", "#222222", 0.9, false };
    double zero = base_of(p), at = scale_at(&p->value, d->value);

    canvas_series(&p->c, p->f, d->series);
    canvas_box(&p->c, "bar", NULL, fmin(zero, at), y - BAR_HALF,
               fabs(at - zero), 2 * BAR_HALF);
    canvas_series_end(&p->c);
    draw_interval(p, &whisker, d->low, d->high, y, 2);
    write_value(p, d, y);
}

#define STACK_HALF 6.0

static void draw_piece(struct plot *p, const struct dot *d, double y)
{
    double *sum = &p->sums[2 * d->row + (d->value < 0)];
    double from = scale_at(&p->value, *sum), to, x, w;
    const struct hue *t = palette_of(p->f, d->series);
    const char *s = scale_words(p->c.arena, &p->value, d->value);
    double room = letters_width(LETTERS_BAR, s) + 4;

    *sum += d->value;
    to = scale_at(&p->value, *sum);
    x = fmin(from, to);
    w = fabs(to - from);
    canvas_series(&p->c, p->f, d->series);
    canvas_box(&p->c, "bar", NULL, x, y - STACK_HALF, w, 2 * STACK_HALF);
    canvas_hatch(&p->c, t->hatch, x, y - STACK_HALF, w, 2 * STACK_HALF);
    if (room + 4 <= w && t->hatch) /* letters are read on a plain ground */
        canvas_box(&p->c, "bar", NULL, x + w / 2 - room / 2, y - STACK_HALF,
                   room, 2 * STACK_HALF);
    canvas_series_end(&p->c);
    if (room + 4 <= w)
        canvas_text_on(&p->c, LETTERS_BAR, t->light,
                       (struct pin){ x + w / 2, y, ALIGN_MIDDLE, 0, 0 }, s);
}

/* The extent of the sums of each row, which are left at 0. */
static struct reach stack_reach(struct plot *p)
{
    struct reach r = { NAN, NAN };

    for (size_t i = 0; i < p->n_dots; i++) {
        const struct dot *d = plot_dot(p, i);

        if (!isfinite(d->value) || d->row >= p->n_rows)
            continue;
        p->sums[2 * d->row + (d->value < 0)] += d->value;
        reach_take(&r, &p->f->value, p->sums[2 * d->row + (d->value < 0)]);
    }
    for (size_t i = 0; i < 2 * p->n_rows; i++)
        p->sums[i] = 0;
    return r;
}

void plot_bars(struct plot *p)
{
    struct lanes bars = { 2 * BAR_HALF + 2, false, draw_bar };
    struct lanes stacks = { 2 * STACK_HALF, true, draw_piece };
    struct axis a = p->f->value;
    struct reach r;

    a.log = a.log && !p->f->stacked; /* sums have no place there */
    p->sums = arena_array(p->c.arena, double, 2 * p->n_rows + 1);
    r = p->f->stacked ? stack_reach(p) : plot_reach(p);
    reach_take(&r, &a, 0);
    p->value = scale_over(&a, r);
    plot_legend(p);
    plot_rows(p, p->f->stacked ? &stacks : &bars);
}
