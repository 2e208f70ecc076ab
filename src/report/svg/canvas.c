/* SPDX-License-Identifier: Apache-2.0 */
#include "report/svg/canvas.h"
#include "base/ascii.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct stroke stroke_axis = { "axis", "#555555", 0.8, false };

const struct stroke stroke_grid = { "grid", "#e3e3e3", 0.6, false };

const struct stroke stroke_rule = { "rule", "#555555", 0.9, true };

const struct stroke stroke_ink = { NULL, NULL, 1.2, false };

#define FARTHEST 1e7

/* In hundredths, by whole numbers: no locale gets in. */
const char *canvas_number(struct canvas *c, double v)
{
    long n = isfinite(v) ? lround(fmin(fmax(v, -FARTHEST), FARTHEST) * 100) : 0;
    const char *sign = n < 0 ? "-" : "";
    long whole = labs(n) / 100, part = labs(n) % 100;

    if (part == 0)
        return arena_printf(c->arena, "%s%ld", sign, whole);
    if (part % 10 == 0)
        return arena_printf(c->arena, "%s%ld.%ld", sign, whole, part / 10);
    return arena_printf(c->arena, "%s%ld.%02ld", sign, whole, part);
}

static void canvas_add_number(struct canvas *c, const char *name, double v)
{
    str_addf(c->out, " %s=\"%s\"", name, canvas_number(c, v));
}

static void canvas_add_class(struct canvas *c, const char *class)
{
    if (c->page && class)
        str_addf(c->out, " class=\"%s\"", class);
}

/* ---- shapes ---- */

static void add_stroke(struct canvas *c, const struct stroke *s)
{
    str_addf(c->out, " stroke=\"%s\"", s->colour ? s->colour : c->ink);
    canvas_add_number(c, "stroke-width", s->width);
    if (s->dashed)
        str_add(c->out, " stroke-dasharray=\"4 3\"");
    canvas_add_class(c, s->class);
}

void canvas_line(struct canvas *c, const struct stroke *s, double x1, double y1,
                 double x2, double y2)
{
    str_add(c->out, "<line");
    canvas_add_number(c, "x1", x1);
    canvas_add_number(c, "y1", y1);
    canvas_add_number(c, "x2", x2);
    canvas_add_number(c, "y2", y2);
    add_stroke(c, s);
    str_add(c->out, "/>\n");
}

static void canvas_add_box(struct canvas *c, double x, double y, double width,
                           double height)
{
    str_add(c->out, "<rect");
    canvas_add_number(c, "x", x);
    canvas_add_number(c, "y", y);
    canvas_add_number(c, "width", fmax(width, 0));
    canvas_add_number(c, "height", fmax(height, 0));
}

void canvas_box(struct canvas *c, const char *class, const char *fill, double x,
                double y, double width, double height)
{
    canvas_add_box(c, x, y, width, height);
    str_addf(c->out, " fill=\"%s\"", fill ? fill : c->ink);
    canvas_add_class(c, class);
    str_add(c->out, "/>\n");
}

void canvas_frame(struct canvas *c, double x, double y, double width,
                  double height)
{
    canvas_add_box(c, x, y, width, height);
    str_addf(c->out, " fill=\"%s\" fill-opacity=\"0.25\"", c->ink);
    add_stroke(c, &stroke_ink);
    str_add(c->out, "/>\n");
}

void canvas_path(struct canvas *c, const double *points, size_t n, bool filled)
{
    if (n == 0)
        return;
    str_add(c->out, "<path d=\"");
    for (size_t i = 0; i < n; i++)
        str_addf(c->out, "%s%s %s", i ? "L" : "M",
                 canvas_number(c, points[2 * i]),
                 canvas_number(c, points[2 * i + 1]));
    if (filled)
        str_addf(c->out, "Z\" fill=\"%s\" fill-opacity=\"0.16\"", c->ink);
    else
        str_addf(c->out,
                 "\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\""
                 " stroke-linejoin=\"round\"",
                 c->ink);
    canvas_add_class(c, filled ? "band" : "line");
    str_add(c->out, "/>\n");
}

/* ---- dots ---- */

/* Outlines about the middle, for a radius of 1: a circle, a square, a triangle, a
 * diamond, a triangle on its head, a cross, a pentagon. */
static const char *const shapes[] = {
    "",
    "-.9 -.9 .9 -.9 .9 .9 -.9 .9",
    "0 -1.2 1.1 .8 -1.1 .8",
    "0 -1.3 1.3 0 0 1.3 -1.3 0",
    "0 1.2 1.1 -.8 -1.1 -.8",
    "0 -.5 .8 -1 1 -.8 .5 0 1 .8 .8 1 0 .5 -.8 1 -1 .8 -.5 0 -1 -.8 -.8 -1",
    "0 -1.2 1.1 -.4 .7 .9 -.7 .9 -1.1 -.4",
};

#define SHAPES (sizeof(shapes) / sizeof(*shapes))

void canvas_dot(struct canvas *c, size_t series, double x, double y)
{
    const char *p = shapes[series % SHAPES];

    if (!*p) {
        str_addf(c->out, "<circle fill=\"%s\"", c->ink);
        canvas_add_number(c, "cx", x);
        canvas_add_number(c, "cy", y);
        canvas_add_number(c, "r", DOT_RADIUS);
        str_add(c->out, "/>\n");
        return;
    }
    str_addf(c->out, "<path fill=\"%s\" d=\"", c->ink);
    for (size_t i = 0; *p; i++) {
        char *end;
        double dx = strtod(p, &end), dy = strtod(end, &end);

        str_addf(c->out, "%s%s %s", i ? "L" : "M",
                 canvas_number(c, x + dx * DOT_RADIUS),
                 canvas_number(c, y + dy * DOT_RADIUS));
        p = end;
    }
    str_add(c->out, "Z\"/>\n");
}

/* ---- hatches ---- */

/* Level and upright lines are black: they lie on yellow and other light colours.
 */
static const struct {
    const char *path, *colour, *width;
} hatch_forms[HATCHES] = {
    [HATCH_RISING] = { "M-1 1L1 -1M0 6L6 0M5 7L7 5", "#ffffff", "1" },
    [HATCH_FALLING] = { "M-1 5L1 7M0 0L6 6M5 -1L7 1", "#ffffff", "1" },
    [HATCH_UPRIGHT] = { "M3 0L3 6", "#000000", "0.8" },
    [HATCH_LEVEL] = { "M0 3L6 3", "#000000", "0.8" },
    [HATCH_DOTTED] = { "M2 3L4 3", "#ffffff", "2" },
    [HATCH_CROSSED] = { "M0 6L6 0M0 0L6 6", "#ffffff", "1" },
};

void canvas_hatches(struct canvas *c)
{
    str_add(c->out, "<defs>\n");
    for (int h = HATCH_NONE + 1; h < HATCHES; h++)
        str_addf(c->out,
                 "<pattern id=\"%s-hatch-%d\" width=\"6\" height=\"6\""
                 " patternUnits=\"userSpaceOnUse\"><path d=\"%s\""
                 " stroke=\"%s\" stroke-opacity=\"0.7\""
                 " stroke-width=\"%s\"/></pattern>\n",
                 c->name, h, hatch_forms[h].path, hatch_forms[h].colour,
                 hatch_forms[h].width);
    str_add(c->out, "</defs>\n");
}

void canvas_hatch(struct canvas *c, enum hatch h, double x, double y,
                  double width, double height)
{
    if (h == HATCH_NONE)
        return;
    canvas_add_box(c, x, y, width, height);
    str_addf(c->out, " fill=\"url(#%s-hatch-%d)\"", c->name, (int)h);
    canvas_add_class(c, "hatch");
    str_add(c->out, "/>\n");
}

/* ---- groups ---- */

void canvas_series(struct canvas *c, const struct figure *f, size_t series)
{
    const struct hue *t = palette_of(f, series);
    enum mark m = f->marks && series < f->series.n
                      ? palette_mark(*vec_get(&f->series, const char *, series))
                      : MARKS;

    c->ink = c->page ? "currentColor" : t->light;
    str_add(c->out, "<g");
    if (c->page && m < MARKS)
        str_addf(c->out, " color=\"%s\" class=\"mark-%s\"", t->light,
                 mark_name(m));
    else if (c->page)
        str_addf(c->out, " color=\"%s\" class=\"series-%zu\"", t->light,
                 series % PALETTE_SERIES);
    str_add(c->out, ">\n");
}

void canvas_series_end(struct canvas *c)
{
    str_add(c->out, "</g>\n");
}

void canvas_thing(struct canvas *c, const char *items, const char *words)
{
    if (!c->page) {
        str_add(c->out, "<g>\n");
        return;
    }
    if (items) {
        str_add(c->out, "<a class=\"dot\" href=\"#items?");
        canvas_escape(c, items);
        str_add(c->out, "\">");
    } else {
        str_add(c->out, "<g class=\"dot\">");
    }
    str_add(c->out, "<title>");
    canvas_escape(c, words);
    str_add(c->out, "</title>\n");
}

void canvas_thing_end(struct canvas *c, const char *items)
{
    str_add(c->out, c->page && items ? "</a>\n" : "</g>\n");
}

/*
 * Words on a canvas: how wide they are, how they are cut, cleaned and written.
 */

/* Characters that are looked at, of a label and of other texts. */
#define LABEL_MOST 300
#define TEXT_MOST  4000

static const struct {
    const char *class;
    double size;
    bool bold;
    const char *colour;
} letters[] = {
    [LETTERS_TITLE] = { "title", 11, true, "#111111" },
    [LETTERS_AXIS] = { "axis-title", 9.5, false, "#333333" },
    [LETTERS_LABEL] = { "label", 9.5, false, "#111111" },
    [LETTERS_TICK] = { "tick", 9, false, "#444444" },
    [LETTERS_NOTE] = { "note", 8.5, false, "#444444" },
    [LETTERS_CELL] = { "cell-value", 8.5, false, "#000000" },
    [LETTERS_BAR] = { "bar-value", 8.5, false, "#000000" },
};

/* ---- width ---- */

/* Helvetica's, in thousandths of its size, from the blank to "~". */
static const unsigned short widths[] = {
    278, 278, 355, 556, 556,  889, 667, 191, 333, 333, 389, 584, 278, 333,
    278, 278, 556, 556, 556,  556, 556, 556, 556, 556, 556, 556, 278, 278,
    584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722,  778, 667, 778, 722, 667, 611, 722, 667, 944,
    667, 667, 611, 278, 278,  278, 469, 556, 333, 556, 556, 500, 556, 556,
    278, 556, 556, 222, 222,  500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500,  500, 500, 334, 260, 334, 584,
};

#define RESERVE 1.16 /* DejaVu Sans, which many machines have instead */

static double character_width(enum lettering l, uint32_t ch)
{
    unsigned w = ch >= 0x2e80 ? 1000 : 600;

    if (ch >= ' ' && ch <= '~')
        w = widths[ch - ' '];
    return w * letters[l].size / 1000 * RESERVE * (letters[l].bold ? 1.16 : 1);
}

/* Returns how many bytes of a clean text fit, and their width. */
static size_t fitting(enum lettering l, const char *s, double width,
                      double *used)
{
    size_t n = strlen(s), i = 0;
    uint32_t ch;

    *used = 0;
    while (i < n) {
        size_t len = utf8_read(s + i, n - i, &ch);
        double w = character_width(l, len ? ch : UTF8_REPLACEMENT);

        if (*used + w > width)
            break;
        *used += w;
        i += len ? len : 1;
    }
    return i;
}

double letters_width(enum lettering l, const char *text)
{
    double used;

    fitting(l, text, HUGE_VAL, &used);
    return used;
}

/* ---- cleaning ---- */

/* Returns whether XML forbids the character; str_add_printable() knows the
 * others. */
static bool canvas_is_odd(uint32_t ch)
{
    return (ch & 0xfffe) == 0xfffe || (ch >= 0xfdd0 && ch <= 0xfdef);
}

/* Returns the beginning of a text as one line. White space becomes a blank;
 * odd characters become "?". */
static char *canvas_one_line(struct arena *a, const char *text, size_t most)
{
    size_t n = strnlen(text, most * UTF8_MAX);
    char *s = arena_strndup(a, text, n);
    uint32_t ch;

    for (size_t i = 0, len; i < n; i += len ? len : 1) {
        len = utf8_read(s + i, n - i, &ch);
        if (is_space(s[i]))
            s[i] = ' ';
        else if (len && canvas_is_odd(ch))
            memset(s + i, '?', len);
    }
    return s;
}

static const char *canvas_clean(struct arena *a, const char *text, size_t most)
{
    struct str out = str_in(a);
    const char *s;

    str_add_printable(&out, canvas_one_line(a, text, most));
    s = str_get(&out);
    return arena_strndup(a, s, utf8_bytes(s, most));
}

const char *letters_cut(struct arena *a, enum lettering l, const char *text,
                        double width)
{
    const char *s = canvas_clean(a, text, LABEL_MOST);
    double dots = character_width(l, 0x2026), used;
    size_t n;

    if (letters_width(l, s) <= width)
        return s;
    n = fitting(l, s, width - dots, &used);
    while (n > 0 && s[n - 1] == ' ')
        n--;
    return arena_printf(a, "%.*s\xe2\x80\xa6", (int)n, s);
}

/* ---- writing ---- */

void canvas_escape(struct canvas *c, const char *text)
{
    static const char *const entities['>' + 1] = {
        ['&'] = "&amp;",  ['<'] = "&lt;",   ['>'] = "&gt;",
        ['"'] = "&quot;", ['\''] = "&#39;",
    };

    for (const char *s = canvas_clean(c->arena, text, TEXT_MOST); *s; s++) {
        const char *e = *s > 0 && *s <= '>' ? entities[(int)*s] : NULL;

        if (e)
            str_add(c->out, e);
        else
            str_addc(c->out, *s);
    }
}

static void open_text(struct canvas *c, enum lettering l, struct pin s,
                      const char *colour)
{
    static const char *const anchors[] = { "start", "middle", "end" };
    /* Letters of most fonts are about 0.7 of their size high. */
    double x = s.x, y = s.y + 0.35 * letters[l].size;

    str_add(c->out, "<text");
    if (s.turn) {
        str_addf(c->out, " transform=\"translate(%s %s) rotate(%d)\"",
                 canvas_number(c, s.x), canvas_number(c, s.y), s.turn);
        x = 0;
        y = 0.35 * letters[l].size;
    }
    str_addf(
        c->out,
        " x=\"%s\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\" fill=\"%s\"",
        canvas_number(c, x), canvas_number(c, y),
        canvas_number(c, letters[l].size), anchors[s.align], colour);
    if (letters[l].bold)
        str_add(c->out, " font-weight=\"bold\"");
    if (c->page)
        str_addf(c->out, " class=\"%s\"", letters[l].class);
    str_addc(c->out, '>');
}

static void canvas_write_text(struct canvas *c, enum lettering l, struct pin s,
                              const char *colour, const char *text)
{
    const char *cut = letters_cut(c->arena, l, text, s.room > 0 ? s.room : 1e9);

    if (!*cut)
        return;
    open_text(c, l, s, colour);
    if (!str_eq(cut, canvas_clean(c->arena, text, LABEL_MOST))) {
        str_add(c->out, "<title>");
        canvas_escape(c, text);
        str_add(c->out, "</title>");
    }
    canvas_escape(c, cut);
    str_add(c->out, "</text>\n");
}

void canvas_text(struct canvas *c, enum lettering l, struct pin s,
                 const char *text)
{
    canvas_write_text(c, l, s, letters[l].colour, text);
}

void canvas_text_on(struct canvas *c, enum lettering l, const char *ground,
                    struct pin s, const char *text)
{
    canvas_write_text(c, l, s, palette_text_on(ground), text);
}
