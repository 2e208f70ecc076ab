/* SPDX-License-Identifier: Apache-2.0 */
#include "report/svg/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/*
 * What kinds of figures share: the words of a dot, legends, axes and rules.
 */

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

static void plot_add_part(struct str *out, const char *text)
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

    plot_add_part(&out, lines ? NULL : plot_row(p, d->row));
    plot_add_part(&out, plot_series(p, d->series));
    plot_add_part(&out, d->label);
    if (lines)
        plot_add_part(&out, scale_words(p->c.arena, &p->across, d->x));
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

/* Returns the extent of values, intervals, whiskers and rules. */
static struct reach plot_reach(const struct plot *p)
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

/* Draws a legend of the series if there are several. */
static void plot_legend(struct plot *p)
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

/* Returns the title of an axis, which says that its scale is logarithmic; or
 * NULL. */
static const char *plot_axis_title(const struct plot *p, const struct axis *a,
                                   const struct scale *s)
{
    return a->title && *a->title && s->log
               ? arena_printf(p->c.arena, "%s (log scale)", a->title)
               : a->title;
}

/* Returns the ticks that there is room for below the plot. */
static struct ticks plot_ticks(const struct plot *p, const struct scale *s)
{
    double most = p->f->kind == FIGURE_LINES ? 10 : 7;

    return scale_ticks(s,
                       (size_t)fmin(fmax((p->right - p->left) / 55, 2), most));
}

/* Draws an axis below the plot, with its title and a note, which may be NULL. */
static void plot_axis(struct plot *p, const struct axis *a,
                      const struct scale *s, const char *note)
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

/*
 * What stands on a row: a dot with its interval, a box with whiskers, a bar.
 */

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
static void plot_write_beside(struct plot *p, const struct dot *d, double y)
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
        plot_write_beside(p, d, y);
}

static void plot_rows(struct plot *p, const struct lanes *l);

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
static double plot_base_of(const struct plot *p)
{
    return p->value.log ? p->value.start : scale_at(&p->value, 0);
}

/* The value stands behind the end of a bar and of its interval or, where there
 * is no room, in the bar, at its beginning. */
static void plot_write_value(struct plot *p, const struct dot *d, double y)
{
    const char *s = scale_words(p->c.arena, &p->value, d->value);
    double w = letters_width(LETTERS_NOTE, s) + 4, base = plot_base_of(p);
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
    double zero = plot_base_of(p), at = scale_at(&p->value, d->value);

    canvas_series(&p->c, p->f, d->series);
    canvas_box(&p->c, "bar", NULL, fmin(zero, at), y - BAR_HALF,
               fabs(at - zero), 2 * BAR_HALF);
    canvas_series_end(&p->c);
    draw_interval(p, &whisker, d->low, d->high, y, 2);
    plot_write_value(p, d, y);
}

#define STACK_HALF 6.0

static void plot_draw_piece(struct plot *p, const struct dot *d, double y)
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
    struct lanes stacks = { 2 * STACK_HALF, true, plot_draw_piece };
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

/*
 * Points over a number: lines with bands or whiskers, or a scatter with labels.
 */

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
static size_t plot_series_end(const struct plot *p, const struct point *points,
                              size_t from)
{
    size_t i = from;

    while (i < p->n_dots && points[i].dot->series == points[from].dot->series)
        i++;
    return i;
}

static bool plot_is_seen(const struct point *q)
{
    return isfinite(q->x) && isfinite(q->y);
}

/* ---- words that keep out of each other's way ---- */

struct patch {
    double x, y, width, height;
};

static bool plot_overlap(const struct patch *a, const struct patch *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width &&
           a->y < b->y + b->height && b->y < a->y + a->height;
}

static bool plot_is_free(const struct plot *p, const struct vec *taken,
                         const struct patch *t)
{
    if (t->x < p->left || t->x + t->width > p->width - 2 || t->y < p->top - 6 ||
        t->y + t->height > p->bottom)
        return false;
    for (size_t i = 0; i < taken->n; i++)
        if (plot_overlap(t, vec_get(taken, struct patch, i)))
            return false;
    return true;
}

/* Writes words at the first of n places that is free and takes it. Where none
 * is they are left out. */
static void plot_place_words(struct plot *p, struct vec *taken,
                             const struct patch *tries, size_t n, const char *s)
{
    for (size_t i = 0; i < n; i++) {
        const struct patch *t = &tries[i];

        if (!plot_is_free(p, taken, t))
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

static void plot_lay_out(struct plot *p)
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

    plot_place_words(p, taken, tries, sizeof(tries) / sizeof(*tries), s);
}

static void plot_draw_rules(struct plot *p)
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
static bool plot_interval_of(const struct plot *p, const struct point *q,
                             double *low, double *high)
{
    *low = scale_at(&p->value, q->dot->low);
    *high = scale_at(&p->value, q->dot->high);
    if (isnan(*low) && !isnan(q->dot->low))
        *low = p->value.start;
    return plot_is_seen(q) && isfinite(*low) && isfinite(*high);
}

/* The area between the ends of intervals of neighbours. */
static void draw_band(struct plot *p, const struct point *q, size_t n)
{
    double *path = arena_array(p->c.arena, double, 4 * n + 1), low, high;
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        if (!plot_interval_of(p, &q[i], &low, &high))
            continue;
        path[2 * k] = q[i].x;
        path[2 * k++ + 1] = high;
    }
    for (size_t i = n; i-- > 0;) {
        if (!plot_interval_of(p, &q[i], &low, &high))
            continue;
        path[2 * k] = q[i].x;
        path[2 * k++ + 1] = low;
    }
    canvas_path(&p->c, path, k >= 4 ? k : 0, true);
}

static void draw_whisker(struct plot *p, const struct point *q)
{
    double low, high;

    if (!plot_interval_of(p, q, &low, &high))
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
        if (i < n && plot_is_seen(&q[i])) {
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
    if (plot_is_seen(q))
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
    bool whisker = plot_interval_of(p, q, &low, &high);
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

    plot_place_words(p, taken, tries, sizeof(tries) / sizeof(*tries), s);
}

/* No label lies on a point or on its whisker. */
static void take_point(const struct plot *p, struct vec *taken,
                       const struct point *q)
{
    double low, high;

    if (!plot_is_seen(q))
        return;
    *(struct patch *)vec_push(taken) =
        (struct patch){ q->x - 4, q->y - 4, 8, 8 };
    if (plot_interval_of(p, q, &low, &high))
        *(struct patch *)vec_push(taken) =
            (struct patch){ q->x - 2, high, 4, low - high };
}

static void plot_draw_labels(struct plot *p, const struct point *points)
{
    struct vec taken = vec_in(p->c.arena, sizeof(struct patch));
    size_t left = LABELS_MOST;

    for (size_t i = 0; i < p->n_dots; i++)
        take_point(p, &taken, &points[i]);
    for (size_t i = 0; i < p->n_dots && left > 0; i++) {
        if (!points[i].dot->label || !plot_is_seen(&points[i]))
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
    plot_lay_out(p);
    draw_upright_axis(p);
    plot_axis(p, &p->f->across, &p->across, plot_n(p, &same));
    plot_draw_rules(p);
    points = place_points(p);
    for (size_t i = 0, end; i < p->n_dots; i = end) {
        end = plot_series_end(p, points, i);
        draw_series(p, &points[i], end - i);
    }
    if (p->f->scatter)
        plot_draw_labels(p, points);
}

/*
 * Figures with a row for each label: dots, boxes and bars. Labels stand at the
 * left, n at the right, values along the axis below.
 */

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

static struct rows rows_lay_out(struct plot *p)
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
static size_t plot_take_line(double (*full)[2], double from, double to)
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
        size_t k =
            isfinite(x) ? plot_take_line(full, from, from + w) : RULE_LINES;

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
static void plot_draw_grid(struct plot *p, const struct lanes *l,
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

static void rows_draw_labels(struct plot *p, const struct rows *r)
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

static void plot_rows(struct plot *p, const struct lanes *l)
{
    struct rows r = rows_lay_out(p);

    p->y += RULE_LINE * (double)walk_rules(p, false) + (r.each_n ? 6 : 2);
    place_rows(p, l, &r);
    r.tall = p->bottom - p->top > TALL && p->f->rules.n == 0;
    if (r.tall) {
        p->y = p->top + 8;
        place_rows(p, l, &r);
    }
    plot_draw_grid(p, l, &r);
    if (r.each_n)
        canvas_text(&p->c, LETTERS_NOTE,
                    (struct pin){ p->width - PLOT_MARGIN, p->top - 7,
                                  ALIGN_RIGHT, 0, 0 },
                    "n");
    rows_draw_labels(p, &r);
    walk_rules(p, true);
    draw_dots(p, l, &r);
    plot_axis(p, &p->f->value, &p->value, r.note);
}
