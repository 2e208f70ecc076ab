/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points over a number: lines with bands or whiskers, or a scatter with labels.
 */
#include "report/svg/plot.h"

#include <math.h>
#include <stdlib.h>

#define INSET       9.0 /* of points from the axes */
#define LABELS_MOST 150 /* that are placed in a scatter */
#define RULES_MOST  100
#define BANDS_MOST  3 /* series with bands; more of them have whiskers */

/* ---- points in the order of their lines ---- */

/* A dot and where it stands; NaN: nowhere. */
struct point {
    const struct dot *dot;
    size_t place; /* among dots */
    double x, y;
};

static int compare_points(const void *a, const void *b)
{
    const struct point *p = a, *q = b;

    if (p->dot->series != q->dot->series)
        return p->dot->series < q->dot->series ? -1 : 1;
    if (isnan(p->x) != isnan(q->x))
        return isnan(p->x) ? 1 : -1;
    if (p->x < q->x || p->x > q->x)
        return p->x < q->x ? -1 : 1;
    return p->place < q->place ? -1 : p->place > q->place;
}

/* Whiskers of many series would hide each other: how far they stand apart. */
static double dodge(const struct plot *p)
{
    if (p->f->scatter || p->f->series.n <= BANDS_MOST)
        return 0;
    return fmin(3, 2 * INSET / (double)p->f->series.n);
}

static struct point *place_points(const struct plot *p)
{
    struct point *points = arena_array(p->c.arena, struct point, p->n_dots + 1);
    double apart = dodge(p), middle = ((double)p->f->series.n - 1) / 2;

    for (size_t i = 0; i < p->n_dots; i++) {
        const struct dot *d = plot_dot(p, i);
        double x = scale_at(&p->across, d->x);

        points[i] =
            (struct point){ d, i, x + apart * ((double)d->series - middle),
                            scale_at(&p->value, d->value) };
    }
    qsort(points, p->n_dots, sizeof(*points), compare_points);
    return points;
}

/* Returns the end of the stretch from `from` that belongs to one series. */
static size_t series_end(const struct plot *p, const struct point *points,
                         size_t from)
{
    size_t i = from;

    while (i < p->n_dots && points[i].dot->series == points[from].dot->series)
        i++;
    return i;
}

static bool is_seen(const struct point *q)
{
    return isfinite(q->x) && isfinite(q->y);
}

/* ---- words that keep out of each other's way ---- */

struct patch {
    double x, y, width, height;
};

static bool overlap(const struct patch *a, const struct patch *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width &&
           a->y < b->y + b->height && b->y < a->y + a->height;
}

static bool is_free(const struct plot *p, const struct vec *taken,
                    const struct patch *t)
{
    if (t->x < p->left || t->x + t->width > p->width - 2 || t->y < p->top - 6 ||
        t->y + t->height > p->bottom)
        return false;
    for (size_t i = 0; i < taken->n; i++)
        if (overlap(t, vec_get(taken, struct patch, i)))
            return false;
    return true;
}

/* Writes words at the first of n places that is free and takes it. Where none
 * is they are left out. */
static void place_words(struct plot *p, struct vec *taken,
                        const struct patch *tries, size_t n, const char *s)
{
    for (size_t i = 0; i < n; i++) {
        const struct patch *t = &tries[i];

        if (!is_free(p, taken, t))
            continue;
        *(struct patch *)vec_push(taken) = *t;
        canvas_text(&p->c, LETTERS_NOTE,
                    (struct pin){ t->x + t->width / 2, t->y + t->height / 2,
                                  ALIGN_MIDDLE, 0, 0 },
                    s);
        return;
    }
}

/* ---- layout ---- */

/* The scale of x ends where the points do, unless they are next to each
 * other. */
static struct scale across_scale(const struct plot *p)
{
    struct axis a = p->f->across;
    struct reach r = { NAN, NAN };

    for (size_t i = 0; i < p->n_dots; i++)
        reach_take(&r, &a, plot_dot(p, i)->x);
    if (!(a.from < a.to)) {
        if (r.least < r.most && !a.whole)
            reach_widen(&r, a.log);
        a.from = r.least;
        a.to = a.share && a.from <= 1 ? fmin(r.most, 1) : r.most;
    }
    return scale_over(&a, r);
}

#define UPRIGHT_TICKS 6

static void lay_out(struct plot *p)
{
    struct ticks t = scale_ticks(&p->value, UPRIGHT_TICKS);
    double w = 0;

    for (size_t i = 0; i < t.n; i++)
        w = fmax(w, letters_width(LETTERS_TICK,
                                  ticks_words(p->c.arena, &p->value, &t, i)));
    p->left = PLOT_MARGIN + (p->f->value.title ? 16 : 0) + w + 7;
    p->right = p->width - PLOT_MARGIN - 10;
    p->top = p->y + 8;
    p->bottom = p->top + fmin(fmax(0.42 * p->width, 150), 300);
    p->across.start = p->left + INSET;
    p->across.end = p->right - INSET;
    p->value.start = p->bottom - (p->value.share ? 0 : 4);
    p->value.end = p->top;
}

static void draw_upright_axis(struct plot *p)
{
    struct ticks t = scale_ticks(&p->value, UPRIGHT_TICKS);

    for (size_t i = 0; i < t.n; i++) {
        double y = scale_at(&p->value, t.at[i]);

        canvas_line(&p->c, &stroke_grid, p->left, y, p->right, y);
        canvas_text(&p->c, LETTERS_TICK,
                    (struct pin){ p->left - 6, y, ALIGN_RIGHT, 0, 0 },
                    ticks_words(p->c.arena, &p->value, &t, i));
    }
    canvas_line(&p->c, &stroke_axis, p->left, p->top, p->left, p->bottom);
    if (p->f->value.title)
        canvas_text(&p->c, LETTERS_AXIS,
                    (struct pin){ PLOT_MARGIN + 6, (p->top + p->bottom) / 2,
                                  ALIGN_MIDDLE, p->bottom - p->top, -90 },
                    plot_axis_title(p, &p->f->value, &p->value));
}

/* The label stands above its rule or below it, at the right or the left. */
static void label_rule(struct plot *p, struct vec *taken, double y,
                       const char *label)
{
    const char *s =
        letters_cut(p->c.arena, LETTERS_NOTE, label, (p->right - p->left) / 2);
    double w = letters_width(LETTERS_NOTE, s), h = 9;
    const struct patch tries[] = {
        { p->right - 3 - w, y - 1 - h, w, h },
        { p->right - 3 - w, y + 2, w, h },
        { p->left + 5, y - 1 - h, w, h },
        { p->left + 5, y + 2, w, h },
    };

    place_words(p, taken, tries, sizeof(tries) / sizeof(*tries), s);
}

static void draw_rules(struct plot *p)
{
    struct vec taken = vec_in(p->c.arena, sizeof(struct patch));

    for (size_t i = 0; i < p->f->rules.n && i < RULES_MOST; i++) {
        const struct rule *r = vec_get(&p->f->rules, struct rule, i);
        double y = scale_at(&p->value, r->value);

        if (isnan(y))
            continue;
        canvas_line(&p->c, &stroke_rule, p->left, y, p->right, y);
        label_rule(p, &taken, y, r->label ? r->label : "");
    }
}

/* ---- lines ---- */

/* The interval of a point on the paper; false if it has none. */
static bool interval_of(const struct plot *p, const struct point *q,
                        double *low, double *high)
{
    *low = scale_at(&p->value, q->dot->low);
    *high = scale_at(&p->value, q->dot->high);
    if (isnan(*low) && !isnan(q->dot->low))
        *low = p->value.start;
    return is_seen(q) && isfinite(*low) && isfinite(*high);
}

/* The area between the ends of intervals of neighbours. */
static void draw_band(struct plot *p, const struct point *q, size_t n)
{
    double *path = arena_array(p->c.arena, double, 4 * n + 1), low, high;
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        if (!interval_of(p, &q[i], &low, &high))
            continue;
        path[2 * k] = q[i].x;
        path[2 * k++ + 1] = high;
    }
    for (size_t i = n; i-- > 0;) {
        if (!interval_of(p, &q[i], &low, &high))
            continue;
        path[2 * k] = q[i].x;
        path[2 * k++ + 1] = low;
    }
    canvas_path(&p->c, path, k >= 4 ? k : 0, true);
}

static void draw_whisker(struct plot *p, const struct point *q)
{
    double low, high;

    if (!interval_of(p, q, &low, &high))
        return;
    canvas_line(&p->c, &stroke_ink, q->x, low, q->x, high);
    canvas_line(&p->c, &stroke_ink, q->x - 2, low, q->x + 2, low);
    canvas_line(&p->c, &stroke_ink, q->x - 2, high, q->x + 2, high);
}

/* A line through the points, or those of the curve; a missing one breaks it. */
static void draw_line(struct plot *p, const struct point *q, size_t n)
{
    double *path = arena_array(p->c.arena, double, 2 * n + 1);
    size_t k = 0;

    for (size_t i = 0; i <= n; i++) {
        if (i < n && p->f->curve && q[i].dot->n)
            continue;
        if (i < n && is_seen(&q[i])) {
            path[2 * k] = q[i].x;
            path[2 * k++ + 1] = q[i].y;
            continue;
        }
        canvas_path(&p->c, path, k > 1 ? k : 0, false);
        k = 0;
    }
}

static void draw_point(struct plot *p, const struct point *q, bool whisker)
{
    canvas_thing(&p->c, q->dot->items, plot_words(p, q->dot));
    canvas_series(&p->c, p->f, q->dot->series);
    if (whisker)
        draw_whisker(p, q);
    if (is_seen(q))
        canvas_dot(&p->c, q->dot->series, q->x, q->y);
    canvas_series_end(&p->c);
    canvas_thing_end(&p->c, q->dot->items);
}

static void draw_series(struct plot *p, const struct point *q, size_t n)
{
    bool bands =
        !p->f->scatter && !p->f->curve && p->f->series.n <= BANDS_MOST && n > 2;

    canvas_series(&p->c, p->f, q->dot->series);
    if (bands)
        draw_band(p, q, n);
    if (!p->f->scatter)
        draw_line(p, q, n);
    canvas_series_end(&p->c);
    for (size_t i = 0; i < n; i++)
        if (!p->f->curve || q[i].dot->n)
            draw_point(p, &q[i], !bands);
}

/* ---- labels of a scatter ---- */

/* Writes the label beside, above or below its point, at the first place that is
 * free; where none is, the label is only in the point's title. */
static void place_label(struct plot *p, struct vec *taken,
                        const struct point *q)
{
    const char *s =
        letters_cut(p->c.arena, LETTERS_NOTE, q->dot->label, p->width / 3);
    double w = letters_width(LETTERS_NOTE, s), h = 9, low, high;
    bool whisker = interval_of(p, q, &low, &high);
    double above = (whisker ? high : q->y) - 5 - h;
    double below = (whisker ? low : q->y) + 5;
    const struct patch tries[] = {
        { q->x + 5, q->y - h / 2, w, h },
        { q->x - 5 - w, q->y - h / 2, w, h },
        { q->x - w / 2, above, w, h },
        { q->x - w / 2, below, w, h },
        { q->x + 4, q->y - 4 - h, w, h },
        { q->x + 4, q->y + 4, w, h },
        { q->x - 4 - w, q->y - 4 - h, w, h },
        { q->x - 4 - w, q->y + 4, w, h },
        { p->right - w, above, w, h },
        { p->right - w, below, w, h },
    };

    place_words(p, taken, tries, sizeof(tries) / sizeof(*tries), s);
}

/* No label lies on a point or on its whisker. */
static void take_point(const struct plot *p, struct vec *taken,
                       const struct point *q)
{
    double low, high;

    if (!is_seen(q))
        return;
    *(struct patch *)vec_push(taken) =
        (struct patch){ q->x - 4, q->y - 4, 8, 8 };
    if (interval_of(p, q, &low, &high))
        *(struct patch *)vec_push(taken) =
            (struct patch){ q->x - 2, high, 4, low - high };
}

static void draw_labels(struct plot *p, const struct point *points)
{
    struct vec taken = vec_in(p->c.arena, sizeof(struct patch));
    size_t left = LABELS_MOST;

    for (size_t i = 0; i < p->n_dots; i++)
        take_point(p, &taken, &points[i]);
    for (size_t i = 0; i < p->n_dots && left > 0; i++) {
        if (!points[i].dot->label || !is_seen(&points[i]))
            continue;
        place_label(p, &taken, &points[i]);
        left--;
    }
}

void plot_lines(struct plot *p)
{
    struct point *points;
    bool same;

    p->value = scale_over(&p->f->value, plot_reach(p));
    p->across = across_scale(p);
    plot_legend(p);
    lay_out(p);
    draw_upright_axis(p);
    plot_axis(p, &p->f->across, &p->across, plot_n(p, &same));
    draw_rules(p);
    points = place_points(p);
    for (size_t i = 0, end; i < p->n_dots; i = end) {
        end = series_end(p, points, i);
        draw_series(p, &points[i], end - i);
    }
    if (p->f->scatter)
        draw_labels(p, points);
}
