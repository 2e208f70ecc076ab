/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_SVG_CANVAS_H
#define REPORT_SVG_CANVAS_H

#include "report/svg/palette.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Shapes and words as SVG. Everything is in points, from the upper left.
 * Colours and fonts are attributes: a page's Content-Security-Policy forbids
 * styles. Within a page shapes have classes besides, since the page's own
 * styles win over attributes and make them light or dark. All texts are
 * hostile: they are cleaned, cut and escaped here, and nowhere else. Numbers
 * that are not finite never get out.
 */

struct canvas {
    struct arena *arena;
    struct str *out;
    bool page;        /* SVG_PAGE */
    const char *name; /* of the figure: ids begin with it */
    const char *ink;  /* of shapes of a series: a colour, or "currentColor",
                         which is that of the group around them */
};

/* ---- words ---- */

enum lettering {
    LETTERS_TITLE, /* of the figure */
    LETTERS_AXIS,  /* title of an axis */
    LETTERS_LABEL, /* of a row, a column, a series */
    LETTERS_TICK,  /* numbers at an axis */
    LETTERS_NOTE,  /* n, labels of rules and dots */
    LETTERS_CELL,  /* in a cell; canvas_text_on() chooses its colour, which a
                      page leaves as it is */
    LETTERS_BAR,   /* in a bar; a dark page, whose bars are light, makes it
                      black */
};

enum align { ALIGN_LEFT, ALIGN_MIDDLE, ALIGN_RIGHT };

/* Where words stand: x as aligned, y the middle of the letters. */
struct pin {
    double x, y;
    enum align align;
    double room; /* they are cut to this width; 0: they are not */
    int turn;    /* degrees, clockwise */
};

/* Returns the width of a text by the widths of Helvetica, with some reserve for
 * other fonts. */
double letters_width(enum lettering l, const char *text);

/* Returns the text as one clean line of at most that width, with an ellipsis
 * where it was cut. */
const char *letters_cut(struct arena *a, enum lettering l, const char *text,
                        double width);

/* Writes words. The whole of a text that was cut is its <title>. */
void canvas_text(struct canvas *c, enum lettering l, struct pin s,
                 const char *text);

/* Writes words so that they are read on a ground of that colour. */
void canvas_text_on(struct canvas *c, enum lettering l, const char *ground,
                    struct pin s, const char *text);

/* Adds hostile text so that it may stand in an element or an attribute. */
void canvas_escape(struct canvas *c, const char *text);

/* ---- shapes ---- */

/* How a line is drawn. */
struct stroke {
    const char *class;  /* or NULL */
    const char *colour; /* NULL: the ink */
    double width;
    bool dashed;
};

extern const struct stroke stroke_axis, stroke_grid, stroke_rule, stroke_ink;

void canvas_line(struct canvas *c, const struct stroke *s, double x1, double y1,
                 double x2, double y2);

/* A box filled with a colour; NULL: the ink. */
void canvas_box(struct canvas *c, const char *class, const char *fill, double x,
                double y, double width, double height);

/* A box with a line around it, both in the ink, the inside transparent. */
void canvas_frame(struct canvas *c, double x, double y, double width,
                  double height);

/* Draws a hatch over a box. */
void canvas_hatch(struct canvas *c, enum hatch h, double x, double y,
                  double width, double height);

/* Defines the hatches, which a figure does once. */
void canvas_hatches(struct canvas *c);

#define DOT_RADIUS 3.2

/* The dot of a series in the ink, in a shape of its own. */
void canvas_dot(struct canvas *c, size_t series, double x, double y);

/* An open line or, where it is filled, a transparent area, through points x, y
 * in turn. */
void canvas_path(struct canvas *c, const double *points, size_t n, bool filled);

/* ---- groups ---- */

/* Opens and closes what is drawn in the colour of a series. */
void canvas_series(struct canvas *c, const struct figure *f, size_t series);
void canvas_series_end(struct canvas *c);

/* Open and close a thing of a figure. Within a page it leads to its items, if
 * it has some, and `words` are its title. */
void canvas_thing(struct canvas *c, const char *items, const char *words);
void canvas_thing_end(struct canvas *c, const char *items);

/* Returns a length for an attribute. */
const char *canvas_number(struct canvas *c, double v);

#endif
