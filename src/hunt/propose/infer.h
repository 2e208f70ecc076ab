/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_INFER_H
#define HUNT_PROPOSE_INFER_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/propose/propose.h"

#include <stddef.h>

/*
 * Predicts labels of examples that a bank was not made from, by the strategies
 * of HypoGeniC.
 */

enum infer_strategy {
    INFER_BEST,     /* the entry with the highest accuracy */
    INFER_WEIGHTED, /* filter and weight: those that a model calls relevant
                         vote with their accuracies */
    INFER_ONE_STEP, /* adaptive: a model chooses among few different ones and
                         predicts at once */
    INFER_TWO_STEP, /* adaptive: it chooses first and predicts in a second
                       question */
    INFER_MULTIPLE, /* a model is shown all of them at once and predicts */
    INFER_STRATEGIES
};

/* "best", "filter-and-weight", "one-step", "two-step", "multiple-hypotheses",
 * NULL. */
extern const char *const infer_names[INFER_STRATEGIES + 1];

/* The prompt of a task that a strategy needs besides "inference". */
const char *infer_prompt(enum infer_strategy s);

struct infer_options {
    enum infer_strategy strategy;
    size_t k;          /* entries used by weight; 5 */
    size_t hypotheses; /* in an adaptive prompt; 5 */
    size_t examples;   /* of each, that it got right; 5 */
    double similarity; /* two entries whose right rows have at least this cosine
                          are not both used; 0.7 */
    const char *seed;
};

extern const struct infer_options infer_defaults;

struct inference {
    size_t n;          /* rows predicted: those with a label */
    size_t unlabelled; /* no label could be read: counted as not right */
    size_t right;
    double accuracy;
    /* Means over the labels that rows have: of F1, and of the share predicted
     * rightly. NaN where all rows have the same label, so that nothing had to
     * be told apart. */
    double macro_f1, balanced;
    const char *only;    /* that label, or NULL */
    const char **labels; /* [place in rows], NULL: none */
};

/* Predicts rows of the job's data; `train` has the rows that the bank's hits
 * refer to. An empty bank predicts nothing: n is 0. With by_tags (in the job's
 * options) and a vocabulary, an entry's prediction needs no model, though
 * choosing an entry does. Fails as question_ask() does. */
MUST_USE bool infer_run(struct arena *a, const struct propose_job *j,
                        const struct bank *bank, const struct task_data *train,
                        const size_t *rows, size_t n_rows,
                        const struct infer_options *o, struct inference *out,
                        struct err *e);

/* Chooses at most `most` entries (0: any number) of which no two are alike,
 * with the largest sum of accuracies: exactly, by branch and bound over the 30
 * best. Returns how many; *out has them best first. Two entries are alike if
 * the cosine of the rows they are right on is at least `similarity`; an entry
 * that is right nowhere is like no other. */
size_t infer_different(struct arena *a, const struct bank *b, double similarity,
                       size_t most, size_t **out);

#endif
