/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_SVG_PLOT_H
#define REPORT_SVG_PLOT_H

#include "report/svg/canvas.h"
#include "report/svg/scale.h"

/*
 * A figure in the making. It is drawn downwards: title, legend, labels of
 * rules, the plot itself, its axis and notes; `y` is where the next part
 * begins, and at the end the height of all.
 */

#define PLOT_MARGIN 8.0
#define ROWS_MOST   1000 /* that are drawn; a note counts the others */
#define DOTS_MOST   10000

struct plot {
    struct canvas c;
    const struct figure *f;
    size_t n_rows, n_dots; /* that are drawn */
    double width;          /* of the figure */
    double y;              /* what is above is drawn */
    double left, right;    /* ends of the plot, without labels */
    double top, bottom;    /* the same, where it is known */
    struct scale value;    /* of values */
    struct scale across;   /* FIGURE_LINES */
    double *sums;          /* stacked bars: two for each row, of what lies
                                right and left of 0 */
};

/* ---- what is drawn (plot.c) ---- */

const struct dot *plot_dot(const struct plot *p, size_t i);
const char *plot_row(const struct plot *p, size_t row);

/* Returns the name of a series, a mark's with blanks, or NULL if it has none. */
const char *plot_series(const struct plot *p, size_t series);

/* Returns the words of a dot for its title: what it is, its value, its interval
 * and its n. */
const char *plot_words(const struct plot *p, const struct dot *d);

/* Returns "n = 120" or "n = 40–120" for what is said of the dots, or NULL. Sets
 * *same if it is one number. */
const char *plot_n(const struct plot *p, bool *same);

/* ---- kinds ---- */

/* Draws rows with labels at the left and n at the right. Each dot has a lane of
 * its own in its row, unless dots of a row share one; `draw` draws it around
 * the middle y of its lane. */
struct lanes {
    double height; /* of a lane */
    bool shared;
    void (*draw)(struct plot *p, const struct dot *d, double y);
};

void plot_dots(struct plot *p);
void plot_heat(struct plot *p);
void plot_lines(struct plot *p);
void plot_boxes(struct plot *p);
void plot_bars(struct plot *p);

#endif
