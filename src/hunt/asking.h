/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_ASKING_H
#define HUNT_ASKING_H

#include "base/err.h"
#include "base/map.h"
#include "base/vec.h"
#include "hunt/hypothesis.h"
#include "store/runs.h"

/* Sets of problems put to the targets of a hunt, and what came of them. */

struct hunt;
struct hunt_target;

/* Opens the models of the targets. */
MUST_USE bool hunt_open_targets(struct hunt *h, struct err *e);

/* The problems of one run, each once; sets refer to them by place. */
struct batch {
    struct vec problems; /* of struct problem */
    struct map places;   /* id and statement -> place + 1 */
};

void batch_open(struct hunt *h, struct batch *b);
void batch_close(struct batch *b);

/* What n_models models from number `first` on answered, in the order of
 * problem, model and attempt. */
struct answers {
    const struct result *results;
    size_t n;
    const char *run;
    size_t first;                 /* of the models that were asked */
    size_t model;                 /* whose are counted, from 0: */
    uint32_t *tries, *right;      /* [problem] */
    struct reply_counts *replies; /* [problem] */
};

MUST_USE bool hunt_ask(struct hunt *h, const char *what, size_t first,
                       size_t n_models, const struct problem *p, size_t n,
                       struct answers *out, struct err *e);

/* Counts the answers of that model of the run, and looks at its replies. */
MUST_USE bool hunt_count(struct hunt *h, struct answers *got, size_t model,
                         const struct problem *p, size_t n, struct err *e);

/* Returns the answers to the problems at these places. */
struct tried answers_at(struct hunt *h, const struct answers *got,
                        const size_t *places, size_t n);

/* Adds the replies to the problems at places[from..to). */
void hunt_add_replies(struct reply_counts *sum, const struct answers *got,
                      const size_t *places, size_t from, size_t to);

/* Keeps a failed attempt at the problem, which stands at `place` of the
 * answers, as an example of the row, if there is one that shows more than those
 * kept so far: a wrong answer before none, then a short statement. */
void hunt_note_failed(struct hunt *h, const struct hunt_target *t,
                      struct hypothesis *row, const struct answers *got,
                      size_t place, const struct problem *p);

/* Finds what became of the benchmark's replies within each hypothesis that is
 * reported or measured; failed ones are examples if nothing fresh was asked. */
void hunt_benchmark_replies(struct hunt *h, struct hunt_target *t);

#endif
