/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_INFER_H
#define HUNT_PROPOSE_INFER_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/propose/propose.h"

#include <stddef.h>

/*
 * A bank put to use on examples that it was not made from: predict the label
 * of each. The strategies of HypoGeniC.
 */

enum infer_strategy {
    INFER_BEST,     /* the entry with the highest accuracy */
    INFER_WEIGHTED, /* filter and weight: those that a model calls relevant
                         vote with their accuracies */
    INFER_ONE_STEP, /* adaptive: a model chooses among few different ones and
                         predicts at once */
    INFER_TWO_STEP, /* adaptive: chooses first, predicts then */
    INFER_STRATEGIES
};

/* "best", "filter-and-weight", "one-step", "two-step", NULL. */
extern const char *const infer_names[INFER_STRATEGIES + 1];
const char *infer_name(enum infer_strategy s);

struct infer_options {
    enum infer_strategy strategy;
    size_t k;          /* entries used by weight; 5 */
    size_t hypotheses; /* in an adaptive prompt; 5 */
    size_t examples;   /* of each, that it got right; 5 */
    double similarity; /* entries that are right on the same rows to this
                          cosine are not both used; 0.7 */
    const char *seed;
};

extern const struct infer_options infer_defaults;

struct inference {
    size_t n;          /* rows predicted: those with a label */
    size_t unlabelled; /* no label could be read: not right */
    size_t right;
    double accuracy, macro_f1;
    const char **labels; /* [place in rows], NULL: none */
};

/* Predict rows of the job's data; `train` is what the hits of the bank speak
 * of. An empty bank predicts none: n = 0. With by_tags (in the job's options)
 * and a vocabulary, what an entry says of a row needs no model; choosing still
 * does. */
MUST_USE bool infer_run(struct arena *a, const struct propose_job *j,
                        const struct bank *bank, const struct task_data *train,
                        const size_t *rows, size_t n_rows,
                        const struct infer_options *o, struct inference *out,
                        struct err *e);

/* At most `most` entries (0: any number) of which no two are alike, chosen for
 * the largest sum of accuracies: exact, by branch and bound over the 30 best.
 * Alike: the cosine of the rows they are right on is `similarity` or more; an
 * entry that is right nowhere is like no other. Best first. */
size_t infer_different(struct arena *a, const struct bank *b, double similarity,
                       size_t most, size_t **out);

#endif
