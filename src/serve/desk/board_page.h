/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_BOARD_PAGE_H
#define SERVE_DESK_BOARD_PAGE_H

#include "base/str.h"
#include "serve/desk/board_count.h"
#include "serve/desk/history.h"
#include "serve/route.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The page of the board, and its parts: problems by topic and state
 * (board_grid.c), who waits for whom and what is asked (board_waiting.c), what
 * models made of it (board_document.c).
 */

/* All that a page is made of. */
struct board_page {
    struct visit *visit;
    struct str *out;
    struct board_data data;
    struct board_counts counts;
    struct crowd crowd;
    const char *topic, *state; /* that are asked for; NULL: all */
    bool mine;                 /* only the visitor's own */
};

/* Returns the first words of a statement, about `most` characters in which every
 * formula is whole if there is such a beginning. */
const char *board_title(struct arena *a, const char *statement, size_t most);

/* Adds a link to the entry: its number, and the first words of its newest
 * version. */
MUST_USE bool board_entry(struct board_page *p, const struct entry *x,
                          struct err *e);

/* Adds the form that chooses, and the problems that are chosen. */
void board_filter(struct board_page *p);
MUST_USE bool board_grid(struct board_page *p, struct err *e);

/* Adds entries that wait, and for whom; the queue of challenges; what is left
 * of the budgets. */
MUST_USE bool board_waiting(struct board_page *p, struct err *e);
void board_queue(struct board_page *p);
MUST_USE bool board_budget(struct board_page *p, struct err *e);

#endif
