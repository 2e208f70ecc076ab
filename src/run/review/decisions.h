/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_REVIEW_DECISIONS_H
#define RUN_REVIEW_DECISIONS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/map.h"
#include "problem/problem.h"
#include "store/entries.h"
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

#define DECISIONS_JUDGE REVIEW_JUDGE /* of results that were decided */

/* What is decided about a row. */
struct ruling {
    const struct review *row; /* as it was read */
    enum review_state state;
    const char *key, *note; /* or NULL; the first of kind "key" alone */
    struct audit_event_kind
        *audit_event;      /* goes into the history with it; or NULL */
    enum entry_state from; /* of the audit event's entry: audit_events_add() */
};

/* Decides a row and, if it is of kind "verdict", appends the verdict to all
 * runs, in one transaction; *changed is how many results got it. Fails with
 * ERR_DOMAIN if somebody decided the row or changed the entry since they were
 * read, and while another store works on such a run; and when the store cannot
 * be read or written. Nothing is changed then. */
MUST_USE bool decisions_make(struct arena *a, struct store *s,
                             const struct ruling *d, int64_t now_ms,
                             size_t *changed, struct err *e);

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

/*
 * One row of the review queue, read, and the key that it is accepted with: by
 * `assay review` and on the workbench alike; decisions.h decides it. Problem
 * and evidence are texts from the store, which anybody may have written.
 */

/* Returns whether it is of kind "verdict". */
bool review_is_verdict(const struct review *r);

/* Each returns an object, or NULL if the text, or that of the row, is none. */
const struct json *review_object(struct arena *a, const char *text);
const struct json *review_problem(struct arena *a, const struct review *r);
const struct json *review_evidence(struct arena *a, const struct review *r);

/* Returns the statement, or the whole text of a problem that has none. */
const char *review_statement(struct arena *a, const struct review *r);

/* Fills *out with the keys of the problem that have a text, and returns how
 * many. */
size_t review_own_keys(struct arena *a, const struct json *problem,
                       struct key **out);

/* Finds the key to accept a row of kind "key" with: the given one, or NULL for
 * the problem's own. Fails if the judge cannot read it, or finds that it does
 * not equal itself. */
MUST_USE bool review_choose_key(struct arena *a, const struct review *r,
                                const char *given, const char **key,
                                struct err *e);

#endif
