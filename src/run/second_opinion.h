/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SECOND_OPINION_H
#define RUN_SECOND_OPINION_H

#include "base/arena.h"
#include "base/err.h"
#include "run/session.h"

#include <stddef.h>

/*
 * A model's opinion on verdicts that are no proof: those that are undecided,
 * and those on answers of words (the kind "text"). It stands beside the verdict
 * in the store, as "second_opinion" of the result's `more`, and is counted
 * apart: verdicts and rates never change by it.
 *
 *     "second_opinion": {"model": "openai:x", "verdict": "correct"}
 *
 * The verdict is "correct", "wrong", or "unclear" where the model says neither.
 */

struct second_opinion {
    size_t undecided, text;         /* results that it was asked about */
    size_t correct, wrong, unclear; /* what it says */
};

/* Ask `model` about every such result of the run that it has not given an
 * opinion on, and append those results with it. *out counts all its opinions on
 * the run. Fails as question_ask() does, and if the model cannot be opened. */
MUST_USE bool second_opinion_ask(struct session *s, const struct run_info *run,
                                 const char *model, int64_t now_ms,
                                 struct second_opinion *out, struct err *e);

/* Returns `more` of a result that was judged again with the opinion that is in
 * `was`; either may be NULL. */
const char *second_opinion_keep(struct arena *a, const char *more,
                                const char *was);

#endif
