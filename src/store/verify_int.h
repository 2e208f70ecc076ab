/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_VERIFY_INT_H
#define STORE_VERIFY_INT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"
#include "store/query.h"
#include "store/runs.h"

/* Shared by the files that verify. */

struct verify_walk {
    struct store *s;
    struct arena *arena;  /* of what is said */
    struct arena scratch; /* of one row */
    struct map calls;     /* those looked at; 1: whole, 2: not */
    struct verify_report *out;
};

void verify_fault(struct verify_walk *w, const char *fmt, ...) PRINTF(2, 3);

/* The end of a loop over rows. Pages that cannot be read are a fault. */
bool verify_ended(struct verify_walk *w, const struct query *q,
                  enum query_got got, const struct err *why, struct err *e);

/* ---- verify_run.c ---- */

/* One run, or all of them: 0. */
MUST_USE bool verify_runs(struct verify_walk *w, int64_t only, struct err *e);
/* Problems of no run; calls on which no result rests. */
MUST_USE bool verify_orphans(struct verify_walk *w, struct err *e);
MUST_USE bool verify_lone_calls(struct verify_walk *w, struct err *e);

#endif
