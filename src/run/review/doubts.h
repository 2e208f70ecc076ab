/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_REVIEW_DOUBTS_H
#define RUN_REVIEW_DOUBTS_H

#include "base/arena.h"
#include "base/err.h"
#include "run/summary.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Verdicts that a person should look at. In doubt are
 *
 *   - answers that are undecided, and answers that cannot be read;
 *   - replies judged wrong or without an answer in which the key stands
 *     (run/judge.h): the judge may have taken the wrong stretch.
 *
 * A doubt is known by the statement and the answer, the last kind by the
 * statement and the whole reply, since another reply with the same answer may
 * be wrong indeed: the same answer of ten attempts is one row of the queue
 * (store/reviews.h).
 */

#define DOUBTS_MOST 200 /* that one run puts into the queue at a time */

/* What came of looking through a run. */
struct doubts {
    size_t open;     /* doubts of the run that wait for a decision */
    size_t added;    /* of these, new in the queue */
    size_t left_out; /* doubts beyond DOUBTS_MOST */
    size_t decided;  /* results whose verdict was decided earlier */
};

/* Puts the doubts of a run's newest results into the queue, and appends the
 * verdicts that were decided before, in one transaction; a summary is behind the
 * times then. `v` is one of the run as it is now, which saves reading, or NULL;
 * if it says in which replies no key stands, these are not read again.
 * Fails when the store cannot be read or written, and when another process
 * works on the run. */
MUST_USE bool doubts_queue(struct arena *a, struct store *s,
                           const struct run_info *run, const struct summary *v,
                           int64_t now_ms, struct doubts *out, struct err *e);

#endif
