/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_LOCAL_REPLAY_H
#define MODEL_LOCAL_REPLAY_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "model/reply.h"
#include "model/request.h"

#include <stdbool.h>

/*
 * Recorded replies as a model. A file is JSON lines (or one JSON array) of
 * rows that other tools write as well:
 *
 *   reply     "response", "completion", "output", "reply", "generation",
 *             "text", "resps": a string; null is a reply without text; an
 *             array of them is several attempts in order. "output" may be an
 *             object with its "completion" or "choices", as Inspect logs it
 *   problem   "id" or "problem_id", and the text in "problem", "question",
 *             "statement", "prompt" or "input", in the row or in its "doc"
 *   attempt   "attempt", "sample", "epoch" ...; files count from 0 or from 1:
 *             the smallest value in the file is the first attempt. Without
 *             such a field it is the order of appearance
 *
 * and, if there, "finish_reason", "usage", "reasoning", "model". A row with an
 * "error" and no reply is a call that failed, and stays one.
 *
 * A problem is looked up by its id, then by its text as it stands, then by its
 * text with white space run together, and last by the id that the set it is
 * from gives it ("aime24-0", where import says "aime:aime24-0"), unless the
 * rows with that id name another text as the problem. An id that the file
 * gives to different problems is no id.
 */

struct replay;

/* Read the file. Fails with the line of the first row that cannot be used.
 * `content` is set to a hash of the file's contents, line by line. */
MUST_USE bool replay_open(struct arena *a, const char *path,
                          struct replay **out, struct hash128 *content,
                          struct err *e);

/* Return the recorded reply in *out; its strings live as long as the replay. An
 * OUTCOME_ERROR names the attempt and the problem that the file lacks, what it
 * has, and what to add to it. Any number of threads may ask at once. */
void replay_answer(struct arena *a, const struct replay *r,
                   const struct request *q, struct reply *out);

#endif
