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
 * What the tables of one run share: where they go, how wide they may be, and
 * short names of the models.
 */

struct sheet {
    struct arena *arena;
    struct str *out;
    size_t width;
    const struct view *view;
    size_t n_models;
    const char **labels; /* short, all different, without control characters */
    bool legend;         /* a label is not the model's name */
};

void sheet_init(struct sheet *s, struct arena *a, struct str *out,
                const struct view *v, size_t width);

/* Short, different names for n long ones; true when one was shortened. */
bool sheet_labels(struct arena *a, const char *const *names, size_t n,
                  size_t width, const char **labels);

/* "label = name" for each that was shortened. */
void sheet_legend(struct arena *a, struct str *out, const char *const *names,
                  const char *const *labels, size_t n, size_t width);

/* A blank line and a title. */
void sheet_title(const struct sheet *s, const char *fmt, ...) PRINTF(2, 3);

/* A sentence, folded. */
void sheet_say(const struct sheet *s, const char *fmt, ...) PRINTF(2, 3);

/* Two columns and two cells: a rate in percent, and its interval. */
void sheet_rate_column(struct grid *g, const char *title);
void sheet_rate(struct grid *g, const struct rate *r);

/* The k of a table with a column for each k of 1..most; beyond SHEET_KS the
 * powers of two and the last. Returns how many; k has room for SHEET_KS + 80. */
#define SHEET_KS 256
size_t sheet_ks(uint64_t most, uint64_t *k);

/* The marks that have a column in a table of these cells: right and wrong
 * always, others where they occur. Room for MARKS; returns how many. */
size_t sheet_marks(const struct tally *cells, size_t n, enum mark *marks);

/* "no answer" */
const char *sheet_mark(struct arena *a, enum mark m);

/* The groups of a run (table_group.c) and its points (table_play.c). */
void sheet_groups(const struct sheet *s);
void sheet_play(const struct sheet *s, const struct play *p);

#endif
