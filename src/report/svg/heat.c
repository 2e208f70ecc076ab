/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Heat maps: a cell for each row and column, with its value in it, and a key of
 * the colours below.
 */
#include "report/svg/plot.h"

#include <math.h>

#define CELL_MOST  72.0
#define CELL_LEAST 8.0
#define TURNED     (-40) /* degrees, of long labels of columns */
#define LEAN_X     0.766
#define LEAN_Y     0.643
#define HEAD_MOST  110.0 /* width of a label of a column */
#define KEY_WIDTH  160.0
#define KEY_STEPS  40

struct cells {
    size_t columns;
    double width, height; /* of a cell */
    bool turned;          /* labels of columns */
    bool signs;           /* values are below and above 0 */
};

/* ---- colours ---- */

static struct scale colour_scale(const struct plot *p, bool *signs)
{
    struct reach r = { NAN, NAN };
    struct scale s;
    double far;

    for (size_t i = 0; i < p->n_dots; i++)
        reach_take(&r, &p->f->value, plot_dot(p, i)->value);
    s = scale_over(&p->f->value, r);
    far = fmax(fabs(s.from), fabs(s.to));
    *signs = r.least < 0 && r.most > 0 && !s.log;
    if (*signs) { /* white is 0 */
        s.from = -far;
        s.to = far;
    }
    return s;
}

/* ---- layout ---- */

static double heat_widest(const struct plot *p, bool rows, double most)
{
    size_t n = rows ? p->n_rows : p->f->series.n;
    double w = 0;

    for (size_t i = 0; i < n; i++) {
        const char *s = rows ? plot_row(p, i) : plot_series(p, i);

        w = fmax(w, letters_width(LETTERS_LABEL,
                                  letters_cut(p->c.arena, LETTERS_LABEL,
                                              s ? s : "", most)));
    }
    return w;
}

/* Labels of columns that are wider than a cell are turned and lean to the
 * right, beyond the last cell. */
static struct cells heat_lay_out(struct plot *p)
{
    struct cells g = { .columns = p->f->series.n ? p->f->series.n : 1 };
    double head = heat_widest(p, false, HEAD_MOST), room;

    p->left = PLOT_MARGIN + heat_widest(p, true, 0.42 * p->width) + 7;
    room = p->width - PLOT_MARGIN - p->left;
    g.turned = head + 6 > fmin(room / (double)g.columns, CELL_MOST);
    if (g.turned)
        room -= head * LEAN_X / 2;
    g.width = fmax(fmin(room / (double)g.columns, CELL_MOST), CELL_LEAST);
    g.height = p->n_rows > 40 ? 14 : 17;
    p->right = p->left + g.width * (double)g.columns;
    p->top = p->y + (g.turned ? head * LEAN_Y + 14 : 16);
    p->bottom = p->top + g.height * (double)p->n_rows;
    return g;
}

/* ---- drawing ---- */

static void heat_draw_labels(struct plot *p, const struct cells *g)
{
    for (size_t i = 0; i < g->columns; i++) {
        const char *s = plot_series(p, i);
        double x = p->left + g->width * ((double)i + 0.5);
        struct pin turned = { x, p->top - 6, ALIGN_LEFT, HEAD_MOST, TURNED };
        struct pin level = { x, p->top - 8, ALIGN_MIDDLE, HEAD_MOST, 0 };

        canvas_text(&p->c, LETTERS_LABEL, g->turned ? turned : level,
                    s ? s : "");
    }
    for (size_t i = 0; i < p->n_rows; i++)
        canvas_text(
            &p->c, LETTERS_LABEL,
            (struct pin){ p->left - 7, p->top + g->height * ((double)i + 0.5),
                          ALIGN_RIGHT, p->left - 7 - PLOT_MARGIN + 1, 0 },
            plot_row(p, i));
}

/* Percent without their sign and decimals, if others do not fit. */
static const char *cell_words(const struct plot *p, const struct dot *d,
                              double room)
{
    const char *s =
        d->label ? d->label : scale_words(p->c.arena, &p->value, d->value);

    if (letters_width(LETTERS_CELL, s) <= room || d->label)
        return s;
    if (p->value.share && fabs(d->value) < 1000)
        s = arena_printf(p->c.arena, "%ld", lround(100 * d->value));
    return letters_width(LETTERS_CELL, s) <= room ? s : "";
}

static void draw_missing(struct plot *p, const struct cells *g, double x,
                         double y)
{
    canvas_box(&p->c, "missing", "#ececec", x, y, g->width - 1, g->height - 1);
    canvas_text(&p->c, LETTERS_NOTE,
                (struct pin){ x + g->width / 2, y + g->height / 2 - 0.5,
                              ALIGN_MIDDLE, 0, 0 },
                "\xe2\x80\x93");
}

static void draw_cell(struct plot *p, const struct cells *g,
                      const struct dot *d)
{
    double x = p->left + g->width * (double)d->series;
    double y = p->top + g->height * (double)d->row;
    double place = scale_at(&p->value, d->value);
    char fill[HEX_COLOUR];

    if (isnan(place)) {
        draw_missing(p, g, x, y);
        return;
    }
    palette_heat(fill, place, g->signs);
    canvas_box(&p->c, "cell", fill, x, y, g->width - 1, g->height - 1);
    canvas_text_on(&p->c, LETTERS_CELL, fill,
                   (struct pin){ x + g->width / 2 - 0.5,
                                 y + g->height / 2 - 0.5, ALIGN_MIDDLE,
                                 g->width - 3, 0 },
                   cell_words(p, d, g->width - 3));
}

/* Cells that no dot has are missing too. */
static void draw_cells(struct plot *p, const struct cells *g)
{
    bool *there = arena_array(p->c.arena, bool, p->n_rows * g->columns + 1);

    for (size_t i = 0; i < p->n_dots; i++) {
        const struct dot *d = plot_dot(p, i);

        if (d->row >= p->n_rows || d->series >= g->columns)
            continue;
        there[d->row * g->columns + d->series] = true;
        canvas_thing(&p->c, d->items, plot_words(p, d));
        draw_cell(p, g, d);
        canvas_thing_end(&p->c, d->items);
    }
    for (size_t i = 0; i < p->n_rows * g->columns; i++)
        if (!there[i])
            draw_missing(p, g, p->left + g->width * (double)(i % g->columns),
                         p->top + g->height * (double)(i / g->columns));
}

/* ---- the key ---- */

static void draw_key(struct plot *p, const struct cells *g, double x, double y)
{
    struct scale s = p->value;
    struct ticks t = scale_ticks(&s, 5);
    char fill[HEX_COLOUR];

    s.start = x;
    s.end = x + KEY_WIDTH;
    for (int i = 0; i < KEY_STEPS; i++) {
        palette_heat(fill, (i + 0.5) / KEY_STEPS, g->signs);
        canvas_box(&p->c, "cell", fill, x + KEY_WIDTH * i / KEY_STEPS, y,
                   KEY_WIDTH / KEY_STEPS + 0.3, 7);
    }
    for (size_t i = 0; i < t.n; i++)
        canvas_text(
            &p->c, LETTERS_TICK,
            (struct pin){ scale_at(&s, t.at[i]), y + 14, ALIGN_MIDDLE, 0, 0 },
            ticks_words(p->c.arena, &s, &t, i));
}

/* The key with its title before it and n behind it, or below if there is no
 * room. */
static void draw_notes(struct plot *p, const struct cells *g)
{
    const char *title = p->f->value.title;
    bool same;
    const char *n = plot_n(p, &same);
    double w = title ? letters_width(LETTERS_AXIS, title) + 17 : 0;
    double x = fmin(fmax(p->left, PLOT_MARGIN + w),
                    p->width - PLOT_MARGIN - KEY_WIDTH - 20);
    struct pin note = { x + KEY_WIDTH + 20, p->bottom + 13.5, ALIGN_LEFT, 0,
                        0 };

    draw_key(p, g, x, p->bottom + 10);
    if (title)
        canvas_text(&p->c, LETTERS_AXIS,
                    (struct pin){ x - 16, p->bottom + 13.5, ALIGN_RIGHT,
                                  x - 16 - PLOT_MARGIN, 0 },
                    title);
    p->y = p->bottom + 32;
    if (!n)
        return;
    n = arena_printf(p->c.arena, "%s in each cell", n);
    if (note.x + letters_width(LETTERS_NOTE, n) > p->width - PLOT_MARGIN) {
        note = (struct pin){ PLOT_MARGIN, p->y + 4, ALIGN_LEFT, 0, 0 };
        p->y += 13;
    }
    canvas_text(&p->c, LETTERS_NOTE, note, n);
}

void plot_heat(struct plot *p)
{
    struct cells g = heat_lay_out(p);

    p->value = colour_scale(p, &g.signs);
    heat_draw_labels(p, &g);
    draw_cells(p, &g);
    draw_notes(p, &g);
}
