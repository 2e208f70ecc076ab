/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_BOARD_H
#define SERVE_DESK_BOARD_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "report/document.h"
#include "serve/desk/audit.h"
#include "serve/route.h"
#include "stats/tally.h"
#include "store/challenges.h"
#include "store/entries.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What models made of entries: the results of all challenges of the newest
 * version of each, counted as a run counts them (stats/tally.h). Attempts at
 * older versions do not count, nor do entries that were withdrawn, nor bad keys;
 * errors and undecided verdicts are not right.
 *
 * The results of a run are read once and remembered until some are appended.
 */

struct board; /* what is remembered; any thread may use it */

struct board *board_new(void);
void board_free(struct board *b);

/* What is read of the store before anything is counted. */
struct board_data {
    struct entry *entries; /* newest change first */
    size_t n_entries;
    struct challenge *challenges; /* oldest first */
    size_t n_challenges;
    struct run_stamp *stamps; /* of all runs, by rising id */
    size_t n_stamps;
    bool *hidden; /* [entry] not to be counted; NULL: all are */
};

MUST_USE bool board_read(struct store *s, struct arena *a,
                         struct board_data *out, struct err *e);

/* The counts. Problems of `count` are entries, in the order of the data. */
struct board_counts {
    const char **topics; /* by name, each once; of entries that count */
    size_t n_topics;
    const char **models; /* likewise, of challenges that count */
    size_t n_models;
    struct count count;
    uint32_t **of;   /* [entry] its topic, ended by UINT32_MAX: tally_cells() */
    size_t left_out; /* hidden entries with a challenge that would count */
};

/* Counts. `b` may be NULL: nothing is remembered. */
MUST_USE bool board_count(struct board *b, struct store *s, struct arena *a,
                          const struct board_data *d, struct board_counts *out,
                          struct err *e);

/* How entries fare with one model, by the attempts that count. */
struct board_falls {
    uint64_t solved; /* entries: every attempt is right */
    uint64_t half;   /* some are */
    uint64_t failed; /* none is */
    uint64_t open;   /* nothing is known: errors, undecided */
};

struct board_falls board_falls(const struct board_counts *c, size_t model);

/* All that the page of the board is made of. */
struct board_page {
    struct visit *visit;
    struct board_data data;
    struct board_counts counts;
    struct crowd crowd;
    const char *topic, *state; /* that are asked for; NULL: all */
    bool mine;                 /* only the visitor's own */
};

/* Puts what the part "board" shows: problems by topic and state, who waits for
 * whom, what models made of it, the queue of challenges, what is left of the
 * budgets. */
MUST_USE bool board_put(struct board_page *s, struct json *page, struct err *e);

#endif
