/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PROPOSE_PROPOSE_H
#define HUNT_PROPOSE_PROPOSE_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/outcomes.h"
#include "hunt/propose/bank.h"
#include "hunt/propose/task.h"
#include "run/question/question.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * HypoGeniC: hypotheses proposed by a model from labelled examples, kept in a
 * bank, tried example by example, replaced when a pool of examples that most
 * of them got wrong is full.
 *
 * Mistakes of the original are repaired, and each repair has a switch:
 *
 *   held_out     new hypotheses are scored on examples they were not made
 *                from (the original: on the very batch, on the wrong pool).
 *                Of the rows in their drawn order the even ones (0, 2 ...) are
 *                for proposing, the odd ones for scoring. At first hypotheses
 *                are made from num_init rows of the one kind and scored on
 *                num_init of the other, so that the loop begins at row
 *                2 num_init; the wrong pool takes proposing rows alone, and
 *                what is made from it is scored on as many scoring rows of
 *                those seen, drawn by the seed. From the second epoch on a
 *                proposing row adds to the pool but to no score.
 *   fresh_bonus  the exploration term of every entry follows t, which counts
 *                on over epochs (the original: of those just used alone, and
 *                from 1 in each epoch)
 *   by_claim     entries with the same concepts are one (the original: with
 *                the same text)
 *   blind        the judge does not see solution and answer: which task is
 *                given says so (task_default), not this loop
 *
 *   balance      labels take turns in what is shown and tried, two rows each,
 *                while there are some of each (the original: rows as they
 *                come; of a target that solves 95 % ten examples seldom have
 *                a failure to learn from)
 *   balanced     entries are ranked and rewarded by their balanced accuracy
 *                (the original: by accuracy, which follows the share of solved
 *                examples: a hypothesis that never applies leads a bank with
 *                98 %), and one that holds of fewer examples than `support` of
 *                the job is sent back, then left out
 *   failures     where there are no more than so many, all of them are shown,
 *                those first that no entry explains, with as many others, before
 *                the loop begins (the original: those in the first batches)
 *
 * With all off (propose_is_faithful) replies are also cut into lists as the
 * original does, and texts are kept as they are, whatever they name. In any
 * case k = 0 means all entries, num_wrong_scale of 0 or less means that one
 * wrong prediction is enough, and an error of the server is no prediction.
 *
 * Whether a hypothesis holds of an example is decided by its concepts and its
 * bound and the example's tags and traits, without a call (by_tags, if there is
 * a vocabulary and something was read from the hypothesis), or by the model
 * with the prompt `inference`, as the original does.
 */

struct propose_options {
    size_t num_init;                    /* 10 */
    size_t init_batch_size;             /* 10 */
    size_t init_hypotheses_per_batch;   /* 10 */
    size_t k;                           /* 10 */
    double alpha;                       /* 0.5 */
    double num_wrong_scale;             /* 0.8 */
    size_t update_batch_size;           /* 10 */
    size_t num_hypotheses_to_update;    /* 1 */
    size_t update_hypotheses_per_batch; /* 5 */
    size_t max_num_hypotheses;          /* 20 */
    bool only_best_hypothesis;          /* false */
    size_t save_every_n_examples;       /* 10 */
    size_t num_train;                   /* 200: examples shown; 0: all */
    size_t epochs;                      /* 1 */
    const char *seed;
    bool held_out, fresh_bonus, by_claim, blind, balance; /* true: repaired */
    bool balanced;                                        /* true: repaired */
    size_t failures;                                      /* 50; 0: off */
    bool by_tags;                                         /* true */
    unsigned again; /* how often a text with names outside the taxonomy is asked
                       for again; 2 */
};

extern const struct propose_options propose_defaults;

/* Switches all repairs off, as in the original, and has the model judge. */
void propose_faithful(struct propose_options *o);

/* Returns whether all repairs are off. */
bool propose_is_faithful(const struct propose_options *o);

/* One saved state, for figures over time. */
struct propose_point {
    size_t example;           /* training examples seen */
    size_t n;                 /* entries */
    double best, worst, mean; /* accuracies */
};

struct proposal {
    struct bank bank; /* sorted by reward */
    const struct propose_point *points;
    size_t n_points;
    size_t rejected;        /* texts with names or traits outside the lists */
    size_t rare;            /* that hold of too few examples */
    size_t failures;        /* rows of the data that fail, */
    size_t shown;           /* of these, in what the model was shown */
    size_t repeated;        /* texts that the bank had */
    size_t unread;          /* replies without a list */
    size_t unlabelled;      /* judgements without a label */
    struct task_data train; /* as shown, in order, and the field "concepts"
                               if the data has none of that name */
    const size_t *order;    /* row of `train` -> row of the data */
};

/*
 * What propose_run() works on. Concepts are names of `vocabulary` (NULL: none);
 * row i of `data` is its example i, and that of `outcomes` (NULL: none), whose
 * traits hypotheses may bound. `save` (may be NULL) is called with the bank's JSON every
 * save_every_n_examples and at the end ("final"), with the file name of the
 * original.
 */
struct propose_job {
    const struct task *task;
    const struct task_data *data;
    const struct vocabulary *vocabulary;
    const struct outcomes *outcomes;
    size_t support; /* examples that a hypothesis must hold of, by tags and
                       traits, if balanced; 0: any number */
    struct questioner *questioner;
    const struct propose_options *o;
    bool (*save)(void *ctx, const char *file, const char *json, struct err *e);
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
};

/* Fails if a prompt of the task cannot be made of the job's data, as
 * propose_run() would; nothing is asked. */
MUST_USE bool propose_check(struct arena *a, const struct propose_job *j,
                            struct err *e);

MUST_USE bool propose_run(struct arena *a, const struct propose_job *j,
                          struct proposal *out, struct err *e);

/* What a target said to an example; NULLs: not known. */
struct propose_reply {
    const char *text;    /* the whole reply */
    const char *extract; /* what was read as its answer */
};

/* Makes the data of outcomes for a task in a hunt: the fields of task.h, with
 * the names of a vocabulary (NULL: none) and the task's labels; row i is
 * example i. `replies` is NULL or has one for each. Examples that were not
 * tried have the label "" and are never shown. */
void propose_data(struct arena *a, const struct outcomes *s,
                  const struct vocabulary *v, const struct task *t,
                  const struct propose_reply *replies, struct task_data *out);

/* ---- reading replies ---- */

/* Reads the items of a numbered list, "1. ...", and returns how many. A number
 * counts only at the start of a line and in its order, so that "3. " within a
 * sentence does not split. With `faithful` the list is cut as the original
 * does. */
size_t propose_list(struct arena *a, const char *reply, bool faithful,
                    const char ***out);

/* Returns the label of the last "final answer: LABEL", or NULL if it is none of
 * `labels`. Case and punctuation at its ends are ignored. */
const char *propose_label(const char *reply, const char *const *labels,
                          size_t n);

/* Returns what stands behind the last "final answer:", or NULL if nothing
 * does. */
const char *propose_other(struct arena *a, const char *reply);

/* Finds the names of the vocabulary in the text of a hypothesis, in the
 * vocabulary's order, and returns how many: those of its list "concepts: NAME;
 * NAME" if it has one, else the full names or heads that stand in it, longest
 * first. *outside is an item of that list or, without a list, a text in quotes
 * that is no name; or NULL. */
size_t propose_concepts(struct arena *a, const struct vocabulary *v,
                        const char *text, const char ***names,
                        const char **outside);

#endif
