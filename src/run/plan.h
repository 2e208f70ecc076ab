/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include "base/arena.h"
#include "base/err.h"
#include "model/model.h"
#include "problem/problem.h"
#include "run/judge.h"
#include "run/prompt.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a run is: the problems, the models, the attempts, and all that a call
 * depends on. Its spec is a JSON text of exactly that; how the calls are sent
 * (concurrency, time-outs, retries, budget) is not in it, so that the same
 * command with another concurrency goes on with the same run.
 */

struct plan {
    const char *file; /* the problems' file, base name */
    const struct problem *problems;
    size_t n_problems;
    size_t repeats; /* rows that repeat an earlier problem, left out */
    const struct model *models;
    size_t n_models;
    uint64_t attempts;
    struct decoding decoding;
    struct prompt prompt;
    struct judge_options judge;

    /* Ask again what ended so in an earlier run, and take the rest over from
     * it: its hash, and the outcomes; NULL: ask all. */
    const char *of;
    bool only[OUTCOMES];
};

/*
 * The problems of a file, at most `limit` (0: all). Rows with the statement
 * and keys of an earlier one are left out and counted: public files of replies
 * repeat each problem for every sample. Ids that stand for different problems
 * are told apart by "~2", "~3". Messages name the file. Fails at the first row that cannot be read:
 * a set that is silently smaller would give another number.
 */
MUST_USE bool plan_read_problems(struct arena *a, const char *path,
                                 const char *as, uint64_t limit,
                                 struct plan *out, struct err *e);

/* Can a prompt be made of every problem? A template may name fields that some
 * lack: told before anything is asked. */
MUST_USE bool plan_try_prompts(const struct plan *p, struct err *e);

/* Does it ask again what failed in an earlier run? */
bool plan_asks_again(const struct plan *p);

/* The spec, sorted JSON. */
const char *plan_spec(struct arena *a, const struct plan *p);

/* Options of the judge, as they stand in a spec. */
struct json *plan_judge(struct arena *a, const struct judge_options *j);

/* The problems as JSON lines without their newlines: what a run keeps. */
const char **plan_lines(struct arena *a, const struct plan *p);

/* The request of one call, in the arena; the note is left out. */
MUST_USE bool plan_request(struct arena *a, const struct plan *p,
                           size_t problem, uint64_t attempt,
                           struct request *out, struct err *e);

#endif
