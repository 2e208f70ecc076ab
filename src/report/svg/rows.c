/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Figures with a row for each label: dots, boxes and bars. Labels stand at the
 * left, n at the right, values along the axis below.
 */
#include "report/svg/plot.h"

#include <inttypes.h>
#include <math.h>

#define ROW_GAP    5.0  /* between the lanes of two rows */
#define ROW_LEAST  15.0 /* height of a row: its label must fit */
#define LABEL_GAP  7.0
#define RULE_LINE  11.0 /* height of a line of labels of rules */
#define RULE_LINES 4
#define TALL       500.0 /* height that one does not see at once */

/* Where rows are and what stands beside them. */
struct rows {
    size_t *lanes; /* dots of each row */
    size_t *used;  /* dots of each row that are drawn */
    double *y;     /* the upper end of each row; one more than rows */
    uint64_t *all; /* n of each row; of stacked bars alone, else NULL */
    bool each_n;   /* n of dots differ: they stand at the right */
    bool tall;     /* the numbers of the axis stand above too */
    const char *note;
};

static bool is_placed(const struct plot *p, const struct dot *d)
{
    return d->row < p->n_rows;
}

static double row_height(const struct lanes *l, size_t lanes)
{
    double n = l->shared || lanes == 0 ? 1 : (double)lanes;

    return fmax(n * l->height + ROW_GAP, ROW_LEAST);
}

/* ---- layout ---- */

static double label_width(const struct plot *p)
{
    double w = 0;

    for (size_t i = 0; i < p->n_rows; i++)
        w = fmax(w, letters_width(LETTERS_LABEL,
                                  letters_cut(p->c.arena, LETTERS_LABEL,
                                              plot_row(p, i), p->width)));
    return fmin(w, 0.4 * p->width);
}

/* The pieces of a stacked bar. */
struct pieces {
    double n, size; /* sums of n and of values */
    uint64_t first; /* n of the first piece */
    bool differ;    /* the n of others is not that of the first */
};

/* Returns n of a stacked bar. Of shares each piece has its own, which is that
 * share of the bar's; of counts they have their own, which add up to it, or all
 * have the bar's. */
static uint64_t pieces_n(const struct pieces *t, bool share)
{
    bool own = share || t->differ || fabs(t->n - t->size) < 0.5;
    double n = share && t->size > 0 ? round(t->n / t->size) : t->n;

    return own && n < 1e18 ? (uint64_t)n : t->first;
}

static uint64_t *stacked_n(const struct plot *p)
{
    struct arena *a = p->c.arena;
    struct pieces *t = arena_array(a, struct pieces, p->n_rows + 1);
    uint64_t *n = arena_array(a, uint64_t, p->n_rows + 1);

    for (size_t i = 0; i < p->n_dots; i++) {
        const struct dot *d = plot_dot(p, i);
        struct pieces *to = &t[is_placed(p, d) ? d->row : p->n_rows];

        if (!d->n || !isfinite(d->value))
            continue;
        to->first = to->first ? to->first : d->n;
        to->differ = to->differ || d->n != to->first;
        to->n += (double)d->n;
        to->size += fabs(d->value);
    }
    for (size_t i = 0; i < p->n_rows; i++)
        n[i] = pieces_n(&t[i], p->f->value.share);
    return n;
}

static double n_width(const struct plot *p, const struct rows *r)
{
    double w = letters_width(LETTERS_NOTE, "n");

    for (size_t i = 0; i < (r->all ? p->n_rows : p->n_dots); i++)
        w = fmax(w, letters_width(
                        LETTERS_NOTE,
                        arena_printf(p->c.arena, "%" PRIu64,
                                     r->all ? r->all[i] : plot_dot(p, i)->n)));
    return w;
}

/* Decides where n stands: beside each row, or once in the note. */
static void find_n(const struct plot *p, struct rows *r)
{
    bool same;
    const char *n = plot_n(p, &same);

    if (n && p->f->stacked) {
        r->all = stacked_n(p);
        same = true;
        for (size_t i = 1; i < p->n_rows; i++)
            same = same && r->all[i] == r->all[0];
        n = arena_printf(p->c.arena, "n = %" PRIu64, r->all[0]);
    }
    r->each_n = n && !same;
    r->note = same ? n : NULL;
}

static struct rows lay_out(struct plot *p)
{
    struct arena *a = p->c.arena;
    struct rows r = { .lanes = arena_array(a, size_t, p->n_rows + 1),
                      .used = arena_array(a, size_t, p->n_rows + 1),
                      .y = arena_array(a, double, p->n_rows + 1) };

    find_n(p, &r);
    for (size_t i = 0; i < p->n_dots; i++)
        if (is_placed(p, plot_dot(p, i)))
            r.lanes[plot_dot(p, i)->row]++;
    p->left = PLOT_MARGIN + label_width(p) + LABEL_GAP;
    p->right = p->width - PLOT_MARGIN - 12;
    if (r.each_n)
        p->right = p->width - PLOT_MARGIN - n_width(p, &r) - 10;
    p->value.start = p->left;
    p->value.end = p->right;
    return r;
}

static void place_rows(struct plot *p, const struct lanes *l, struct rows *r)
{
    p->top = p->y;
    for (size_t i = 0; i < p->n_rows; i++) {
        r->y[i] = p->y;
        p->y += row_height(l, r->lanes[i]);
    }
    r->y[p->n_rows] = p->bottom = p->y;
}

/* ---- rules ---- */

/* The line of labels where a stretch is free, or RULE_LINES if there is none;
 * it is taken then. */
static size_t take_line(double (*full)[2], double from, double to)
{
    size_t k = 0;

    while (k < RULE_LINES && from < full[k][1] + 6 && to > full[k][0] - 6)
        k++;
    if (k < RULE_LINES) {
        full[k][0] = fmin(full[k][0], from);
        full[k][1] = fmax(full[k][1], to);
    }
    return k;
}

/* Walks the rules and gives each label the first line that has room for it.
 * Returns how many lines there are. With `draw` it draws them above the plot. */
static size_t walk_rules(struct plot *p, bool draw)
{
    double full[RULE_LINES][2];
    size_t lines = 0;

    for (size_t k = 0; k < RULE_LINES; k++)
        full[k][0] = HUGE_VAL, full[k][1] = -HUGE_VAL;
    for (size_t i = 0; i < p->f->rules.n && i < ROWS_MOST; i++) {
        const struct rule *r = vec_get(&p->f->rules, struct rule, i);
        const char *label = r->label ? r->label : "";
        double x = scale_at(&p->value, r->value);
        double w = fmin(letters_width(LETTERS_NOTE, label), p->width / 2);
        double from =
            fmax(fmin(x - w / 2, p->width - PLOT_MARGIN - w), PLOT_MARGIN);
        size_t k = isfinite(x) ? take_line(full, from, from + w) : RULE_LINES;

        if (k < RULE_LINES && k + 1 > lines)
            lines = k + 1;
        if (draw && isfinite(x))
            canvas_line(&p->c, &stroke_rule, x, p->top - 2, x, p->bottom);
        if (draw && k < RULE_LINES)
            canvas_text(&p->c, LETTERS_NOTE,
                        (struct pin){ from + w / 2,
                                      p->top - 7 - (double)k * RULE_LINE,
                                      ALIGN_MIDDLE, w + 1, 0 },
                        label);
    }
    return lines;
}

/* ---- drawing ---- */

/* Rows of several lanes have a line between them. */
static void draw_grid(struct plot *p, const struct lanes *l,
                      const struct rows *r)
{
    struct ticks t = plot_ticks(p, &p->value);
    bool many = !l->shared && p->n_dots > p->n_rows;

    for (size_t i = 0; i < t.n; i++) {
        double x = scale_at(&p->value, t.at[i]);

        canvas_line(&p->c, &stroke_grid, x, p->top, x, p->bottom);
        if (r->tall)
            canvas_text(&p->c, LETTERS_TICK,
                        (struct pin){ x, p->top - 7, ALIGN_MIDDLE, 0, 0 },
                        ticks_words(p->c.arena, &p->value, &t, i));
    }
    if (!p->value.log && p->value.from < 0 && p->value.to > 0)
        canvas_line(&p->c, &stroke_axis, scale_at(&p->value, 0), p->top,
                    scale_at(&p->value, 0), p->bottom);
    for (size_t i = 1; i < p->n_rows && many; i++)
        canvas_line(&p->c, &stroke_grid, p->left, r->y[i], p->right, r->y[i]);
}

static void draw_labels(struct plot *p, const struct rows *r)
{
    for (size_t i = 0; i < p->n_rows; i++)
        canvas_text(&p->c, LETTERS_LABEL,
                    (struct pin){ p->left - LABEL_GAP,
                                  (r->y[i] + r->y[i + 1]) / 2, ALIGN_RIGHT,
                                  p->left - LABEL_GAP - PLOT_MARGIN + 1, 0 },
                    plot_row(p, i));
}

static void write_n(struct plot *p, uint64_t n, double y)
{
    canvas_text(&p->c, LETTERS_NOTE,
                (struct pin){ p->width - PLOT_MARGIN, y, ALIGN_RIGHT, 0, 0 },
                n ? arena_printf(p->c.arena, "%" PRIu64, n) : "");
}

/* Returns whether all dots of each row have one n, which is said once then. */
static bool rows_share_n(const struct plot *p)
{
    uint64_t *n = arena_array(p->c.arena, uint64_t, p->n_rows + 1);

    for (size_t i = 0; i < p->n_dots; i++) {
        const struct dot *d = plot_dot(p, i);

        if (!is_placed(p, d) || !d->n)
            continue;
        if (n[d->row] && n[d->row] != d->n)
            return false;
        n[d->row] = d->n;
    }
    return true;
}

static void draw_n(struct plot *p, const struct lanes *l, struct rows *r,
                   bool once, const struct dot *d, double y)
{
    if (!r->each_n)
        return;
    if (!once && !l->shared)
        write_n(p, d->n, y);
    else if (r->used[d->row] == 0)
        write_n(p, r->all ? r->all[d->row] : d->n,
                (r->y[d->row] + r->y[d->row + 1]) / 2);
}

/* The middle of the lane of the dot that comes next in its row. */
static double lane_y(const struct lanes *l, const struct rows *r, size_t row)
{
    double middle = (r->y[row] + r->y[row + 1]) / 2;

    if (l->shared)
        return middle;
    return middle +
           l->height * ((double)r->used[row] - (double)(r->lanes[row] - 1) / 2);
}

static void draw_dots(struct plot *p, const struct lanes *l, struct rows *r)
{
    bool once = rows_share_n(p);

    for (size_t i = 0; i < p->n_dots; i++) {
        const struct dot *d = plot_dot(p, i);
        double y;

        if (!is_placed(p, d))
            continue;
        y = lane_y(l, r, d->row);
        draw_n(p, l, r, once, d, y);
        canvas_thing(&p->c, d->items, plot_words(p, d));
        if (isfinite(scale_at(&p->value, d->value)))
            l->draw(p, d, y);
        else
            canvas_text(&p->c, LETTERS_NOTE,
                        (struct pin){ p->left + 6, y, ALIGN_LEFT, 0, 0 },
                        "\xe2\x80\x93");
        canvas_thing_end(&p->c, d->items);
        r->used[d->row]++;
    }
}

void plot_rows(struct plot *p, const struct lanes *l)
{
    struct rows r = lay_out(p);

    p->y += RULE_LINE * (double)walk_rules(p, false) + (r.each_n ? 6 : 2);
    place_rows(p, l, &r);
    r.tall = p->bottom - p->top > TALL && p->f->rules.n == 0;
    if (r.tall) {
        p->y = p->top + 8;
        place_rows(p, l, &r);
    }
    draw_grid(p, l, &r);
    if (r.each_n)
        canvas_text(&p->c, LETTERS_NOTE,
                    (struct pin){ p->width - PLOT_MARGIN, p->top - 7,
                                  ALIGN_RIGHT, 0, 0 },
                    "n");
    draw_labels(p, &r);
    walk_rules(p, true);
    draw_dots(p, l, &r);
    plot_axis(p, &p->f->value, &p->value, r.note);
}
