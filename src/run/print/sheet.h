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

/* A blank line and a title. */
void sheet_title(const struct sheet *s, const char *fmt, ...) PRINTF(2, 3);

/* A sentence, folded. */
void sheet_say(const struct sheet *s, const char *fmt, ...) PRINTF(2, 3);

/* Two columns and two cells: a rate in percent, and its interval. */
void sheet_rate_column(struct grid *g, const char *title);
void sheet_rate(struct grid *g, const struct rate *r);

void sheet_play(const struct sheet *s, const struct play *p);

#endif
