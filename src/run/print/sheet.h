/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_SHEET_H
#define RUN_PRINT_SHEET_H

#include "base/arena.h"
#include "base/str.h"
#include "report/grid.h"
#include "run/play/play.h"
#include "run/view.h"

#include <stddef.h>

/*
 * What the tables of a Mathador run share: where they go, how wide they may
 * be, and short names of the models.
 */

struct sheet {
    struct arena *arena;
    struct str *out;
    size_t width;
    size_t n_models;
    const char **labels; /* short, all different, without control characters */
};

/* Figures as text; NULL: not known (NaN, or a rate that rests on nothing). A
 * share is in percent: "72.4 %", a rate without the sign. */
const char *cell_number(struct arena *a, double x);
const char *cell_fixed(struct arena *a, double x, int decimals);
const char *cell_percent(struct arena *a, double x);
const char *cell_rate(struct arena *a, const struct rate *r);
const char *cell_p(struct arena *a, double p);
const char *cell_count(struct arena *a, uint64_t n);
const char *cell_plural(struct arena *a, uint64_t n, const char *noun);

/* A blank line and a title. */
void sheet_title(const struct sheet *s, const char *fmt, ...) PRINTF(2, 3);

/* A sentence, folded. */
void sheet_say(const struct sheet *s, const char *fmt, ...) PRINTF(2, 3);

/* Two columns and two cells: a rate in percent, and its interval. */
void sheet_rate_column(struct grid *g, const char *title);
void sheet_rate(struct grid *g, const struct rate *r);

void sheet_play(const struct sheet *s, const struct play *p);

#endif
