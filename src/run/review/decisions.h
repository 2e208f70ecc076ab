/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_REVIEW_DECISIONS_H
#define RUN_REVIEW_DECISIONS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/map.h"
#include "store/reviews.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What people decided about verdicts (doubts.h). Accepted, an answer or a reply
 * is correct; rejected, it is wrong. The results with that answer, or reply, get
 * this verdict in every run that has them: it is appended, by the judge
 * "review". From then on the decision wins over the judge, in new runs and when
 * a run is judged again.
 */

#define DECISIONS_JUDGE "review" /* of results that were decided */

/* Decides a row of kind "verdict" and appends the verdict to all runs, in one
 * transaction; *changed is how many results got it. Fails when the store
 * cannot be read or written, and when another process works on such a run. */
MUST_USE bool decisions_make(struct arena *a, struct store *s,
                             const struct review *r, enum review_state state,
                             const char *note, int64_t now_ms, size_t *changed,
                             struct err *e);

struct decisions {
    struct map by_hash;  /* bytes of a struct hash128 -> place */
    struct review *rows; /* accepted or rejected */
};

/* Reads all decisions; decisions_clear() ends them. Fails when the store cannot
 * be read. */
MUST_USE bool decisions_read(struct arena *a, struct store *s,
                             struct decisions *out, struct err *e);
void decisions_clear(struct decisions *d);

/* Gives a result of outcome ok the verdict that was decided for its answer, or
 * for the reply (NULL: not looked at). Returns whether there is one. Any number
 * of threads may ask at once. */
bool decisions_apply(struct arena *a, const struct decisions *d,
                     const char *statement, const char *reply,
                     struct result *r);

#endif
