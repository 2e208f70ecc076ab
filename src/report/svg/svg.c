/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A figure as SVG: the element itself, with its title; the kinds draw the rest.
 */
#include "report/svg/plot.h"

#include <math.h>
#include <string.h>

#define FONT        "Helvetica, Arial, sans-serif"
#define WIDTH       680.0
#define WIDTH_LEAST 240.0
#define WIDTH_MOST  4000.0

static void (*const kinds[])(struct plot *) = {
    [FIGURE_DOTS] = plot_dots,   [FIGURE_HEAT] = plot_heat,
    [FIGURE_LINES] = plot_lines, [FIGURE_BOXES] = plot_boxes,
    [FIGURE_BARS] = plot_bars,
};

#define TITLE_LINES 3
#define TITLE_LINE  14.0

/* Returns the bytes of the first words of a text that fit into a line; a word
 * that is too long is a line of its own, which is cut. */
static size_t first_words(const char *s, double room)
{
    struct arena a = { 0 };
    size_t n = strcspn(s, " ");

    while (s[n]) {
        size_t more = n + 1 + strcspn(s + n + 1, " ");

        if (letters_width(LETTERS_TITLE, arena_strndup(&a, s, more)) > room)
            break;
        n = more;
    }
    arena_clear(&a);
    return n;
}

/* A title of several lines; what does not fit is cut from the last one. */
static void draw_title(struct plot *p)
{
    double room = p->width - 2 * PLOT_MARGIN;
    const char *s = letters_cut(p->c.arena, LETTERS_TITLE,
                                p->f->title ? p->f->title : "", 1e9);

    p->y = PLOT_MARGIN;
    for (int line = 1; *s; line++) {
        size_t n = line < TITLE_LINES ? first_words(s, room) : strlen(s);

        canvas_text(&p->c, LETTERS_TITLE,
                    (struct pin){ PLOT_MARGIN, p->y + 6, ALIGN_LEFT, room, 0 },
                    arena_strndup(p->c.arena, s, n));
        p->y += TITLE_LINE;
        s += n;
        s += *s == ' ';
    }
    p->y += 6;
}

static void draw_nothing(struct plot *p)
{
    canvas_text(&p->c, LETTERS_LABEL,
                (struct pin){ PLOT_MARGIN, p->y + 10, ALIGN_LEFT, 0, 0 },
                "No data.");
    p->y += 20;
}

/* What a ceiling leaves out is said. */
static void draw_rest(struct plot *p)
{
    size_t rows = p->f->rows.n - p->n_rows, dots = p->f->dots.n - p->n_dots;

    if (rows == 0 && dots == 0)
        return;
    canvas_text(&p->c, LETTERS_NOTE,
                (struct pin){ PLOT_MARGIN, p->y + 8, ALIGN_LEFT, 0, 0 },
                arena_printf(p->c.arena,
                             "%zu more rows and %zu more values are not "
                             "drawn.",
                             rows, dots));
    p->y += 16;
}

static void svg_draw(struct plot *p)
{
    bool rows = p->f->kind != FIGURE_LINES;

    draw_title(p);
    if (p->f->stacked)
        canvas_hatches(&p->c);
    if (p->n_dots == 0 || (rows && p->n_rows == 0))
        draw_nothing(p);
    else
        kinds[p->f->kind](p);
    draw_rest(p);
    p->y += PLOT_MARGIN;
}

/* ---- the element ---- */

static bool has_links(const struct plot *p)
{
    for (size_t i = 0; i < p->n_dots; i++)
        if (p->c.page && plot_dot(p, i)->items)
            return true;
    return false;
}

static void svg_add_words(struct canvas *c, const struct figure *f)
{
    canvas_escape(c, f->title ? f->title : "");
    if (f->caption) {
        str_add(c->out, ". ");
        canvas_escape(c, f->caption);
    }
}

/* A picture hides what is in it from a screen reader: one with links is a
 * group. */
static void open_svg(struct plot *p)
{
    struct canvas *c = &p->c;
    const char *w = canvas_number(c, p->width), *h = canvas_number(c, p->y);

    str_addf(c->out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%spt\""
             " height=\"%spt\" viewBox=\"0 0 %s %s\" font-family=\"" FONT
             "\" role=\"%s\"",
             w, h, w, h, has_links(p) ? "group" : "img");
    if (c->page)
        str_addf(c->out, " class=\"figure figure-%s\"",
                 figure_kind_name(p->f->kind));
    str_add(c->out, " aria-label=\"");
    svg_add_words(c, p->f);
    str_add(c->out, "\">\n");
    if (!c->page)
        canvas_box(c, NULL, "#ffffff", 0, 0, p->width, p->y);
}

void figure_svg(struct str *out, const struct figure *f, enum svg_use use,
                double width)
{
    struct arena a = { 0 };
    struct str body = str_in(&a);
    struct plot p = { .f = f };

    p.c = (struct canvas){ &a, &body, use == SVG_PAGE, f->name, "#000000" };
    p.width = width > 0 ? fmin(fmax(width, WIDTH_LEAST), WIDTH_MOST) : WIDTH;
    p.n_rows = f->rows.n < ROWS_MOST ? f->rows.n : ROWS_MOST;
    p.n_dots = f->dots.n < DOTS_MOST ? f->dots.n : DOTS_MOST;
    svg_draw(&p);
    p.c.out = out;
    open_svg(&p);
    str_add(out, str_get(&body));
    str_add(out, "</svg>\n");
    arena_clear(&a);
}
