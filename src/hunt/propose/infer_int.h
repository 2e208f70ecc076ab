/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_INFER_INT_H
#define HUNT_PROPOSE_INFER_INT_H

#include "hunt/propose/infer.h"
#include "hunt/propose/propose_int.h"

/* Between the files of infer.h: infer.c (strategies by single predictions) and
 * infer_different.c (prompts with several hypotheses, and which ones to put
 * there). */

struct inferring {
    struct arena *arena;
    const struct propose_job *job;
    const struct infer_options *o;
    const struct bank *bank;
    const struct task_data *train;
    const size_t *rows;
    size_t n;
    struct proposal_judge judge;
    const char **labels; /* [place in rows]: filled */
};

/* A model chooses and predicts. */
MUST_USE bool infer_one_step(struct inferring *f, const size_t *which, size_t n,
                             struct err *e);

/* A model is shown all entries and predicts. */
MUST_USE bool infer_multiple(struct inferring *f, struct err *e);

/* A model chooses: chosen[i] is an entry for rows[i]. */
MUST_USE bool infer_choose(struct inferring *f, const size_t *which, size_t n,
                           size_t *chosen, struct err *e);

#endif
