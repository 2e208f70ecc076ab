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

/* Part `part` (from 1) of `of` of the problems: every of-th one. 0 of 0: all. */
struct shard {
    uint64_t part, of;
};

#define SHARDS_MOST 1000000

/* Reads "2/4". Fails with what is allowed. */
MUST_USE bool shard_read(const char *text, struct shard *out, struct err *e);

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
    const char *const *lines; /* of plan_lines(), where they are at hand: they
                                 are not written again for the spec */
    /* Is called now and then while problems are read, with all that were read so
     * far, which stay as they are for as long as the arena. NULL: nobody is
     * told. */
    void (*on_read)(void *ctx, const struct problem *p, size_t n);
    void *on_read_ctx;
    struct shard shard;
    size_t repeats; /* rows that repeat an earlier problem, left out */
    /* Set before reading: is told of each row that cannot be read, with the
     * file and line; then reading goes on. NULL: it fails at the first. */
    void (*unread)(void *with, const char *why);
    void *with;
    size_t n_unread; /* rows that it was told of */
    const struct model *models;
    size_t n_models;
    uint64_t attempts;
    uint64_t after; /* attempts that were asked before and are not to be found
                       again: attempt i is the call after + i of the journal.
                       In the spec only if it is not 0 */
    struct decoding decoding;
    struct prompt prompt;
    struct judge_options judge;

    /* The hash of an earlier run, whose calls with an outcome in `only` are
     * asked again, while its other results are taken over. NULL: every call is
     * asked. */
    const char *of;
    bool only[OUTCOMES];
};

/*
 * Reads the problems of a file, the first `limit` (0: all), and of these
 * the shard that out->shard says, into *out. A row with
 * the statement and keys of an earlier row is left out and counted: public
 * files of replies repeat each problem for every sample. Where different
 * problems have the same id, "~2", "~3" ... is added to it. Fails at the first
 * row that cannot be read, since a set that is silently smaller would give
 * another accuracy, unless out->unread is there to be told. Messages name the
 * file.
 */
MUST_USE bool plan_read_problems(struct arena *a, const char *path,
                                 const char *as, uint64_t limit,
                                 struct plan *out, struct err *e);

/* Returns what makes two rows one problem: its statement and keys. */
struct hash128 plan_content(const struct problem *p);

/* Makes the prompt of every problem and throws it away. Fails if one cannot be
 * made: a template may name a field that some problem lacks, and the user
 * should hear of it before anything is asked. */
MUST_USE bool plan_try_prompts(const struct plan *p, struct err *e);

/* Returns whether the plan asks again what failed in an earlier run. */
bool plan_asks_again(const struct plan *p);

/* Returns the spec as JSON with sorted members, in the arena. */
const char *plan_spec(struct arena *a, const struct plan *p);

/* Reads the plan of a run back from its spec and its lines, which are kept. Its
 * models, which *models is to write to, are closed: they have spec, name and, as
 * url, what model_identity() was. Fails if it cannot be read. */
MUST_USE bool plan_of_run(struct arena *a, const char *spec,
                          const char *const *lines, size_t n, struct plan *out,
                          struct model **models, struct err *e);

/* Returns the options of the judge as a spec has them. */
struct json *plan_judge(struct arena *a, const struct judge_options *j);

/* Returns those options, read from the spec of a run. */
struct judge_options plan_judge_read(struct arena *a, const struct json *spec);

/* Returns the problems as JSON lines without newlines, as a run keeps them. */
const char **plan_lines(struct arena *a, const struct plan *p);

/* Makes the request of one call, in the arena, without its note. `attempt`
 * counts from 1 behind plan->after. Fails if the prompt cannot be made. */
MUST_USE bool plan_request(struct arena *a, const struct plan *p,
                           size_t problem, uint64_t attempt,
                           struct request *out, struct err *e);

/* Makes the body of the request that a call would send, and its key in the
 * journal. Fails if the request cannot be made. */
MUST_USE bool plan_body(struct arena *a, const struct plan *p, size_t model,
                        size_t problem, uint64_t attempt, const char **body,
                        struct hash128 *key, struct err *e);

#endif
