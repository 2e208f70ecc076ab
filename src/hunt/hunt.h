/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_HUNT_H
#define HUNT_HUNT_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/hypothesis.h"
#include "hunt/propose/infer.h"
#include "hunt/score/score.h"
#include "hunt/spec.h"
#include "hunt/tag/tagger.h"
#include "hunt/tag/taxonomy_make.h"
#include "hunt/write/write.h"
#include "model/model.h"
#include "run/session.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The hunt: failures -> hypotheses -> targeted problems -> measured
 * difficulty. Every call goes through the journal; the same spec with the same
 * store goes on where it was.
 */

struct hunt_options {
    /* Stages: "failures", "tags", "hypotheses", "problems", "measure",
     * "controls" of a hunt; "hypotheses", "inference" of a task; "taxonomy",
     * "tags" where one is made. Banks are saved on the way. */
    struct session_options session;
    /* What the hunt is known by; NULL: the hash of the spec. */
    const char *hash;
    /* Where the file of the demo target stands (spec_demo, written by the
     * caller); NULL: it cannot be hunted. */
    const char *demo;
};

/* The stages that a hunt by this spec has, by name and in their order. Returns
 * how many. */
#define HUNT_STAGES 6
size_t hunt_stage_names(const struct hunt_spec *s,
                        const char *out[HUNT_STAGES]);

/* One hypothesizer at one granularity: what figures compare. */
struct hunt_series {
    const char *target, *by, *granularity;
    const double *accuracies; /* of its hypotheses, falling */
    size_t n;
    double quartiles[5]; /* least, lower, median, upper, largest */
    size_t above[4];     /* accuracies above 0.65, 0.75, 0.8, 0.9 */
    const struct propose_point *points; /* over time; exact has none */
    size_t n_points;
    struct inference inferences[INFER_STRATEGIES]; /* n = 0: not tried */
};

/* What came of one target (or of all together, the common table). */
struct hunt_target {
    const char *name;
    struct outcomes sheet;
    double solve_rate, solve_lo, solve_hi; /* of the benchmark, by attempts */
    size_t failing;                        /* problems that fail wholly */
    size_t tried_problems;
    struct score_table table; /* rows of every hypothesizer */
    const char *run;          /* the benchmark's run; NULL: of a file */
    /* Accuracy of a hypothesis against the solve rate of its problems. */
    double spearman, spearman_p;
    size_t spearman_n;
};

struct hunt_report {
    const char *hash;
    const struct problem *benchmark; /* n = 0: a file of outcomes */
    size_t n_benchmark;
    struct hunt_target *targets; /* the common one last, if several */
    size_t n_targets;
    const struct hunt_series *series;
    size_t n_series;
    const struct problem *problems; /* targeted ones, of all hypotheses; each
                                       with meta.hunt: {hypothesis, target,
                                       set} */
    size_t n_problems;
    const struct problem *controls; /* likewise */
    size_t n_controls;
    struct tagging tagging;
    /* Of written problems, for each hypothesis measured: */
    const struct hunt_writing {
        const char *target, *text, *writer;
        const char *name;   /* of the claim, in short; or NULL */
        double accuracy;    /* of the hypothesis */
        double writer_rate; /* the writer's own solve rate on the benchmark,
                                  NaN: not a target */
        struct written written;
        double flawed; /* share of drafts with a flaw */
    } * writings;
    size_t n_writings;
    uint64_t asked, journalled, failed; /* calls */
    bool planted_demo;                  /* the target was the demo */
};

/* Hunt. Fails with what to do; what was answered until then is in the store.
 * Everything in the report is in the arena. */
MUST_USE bool hunt_run(struct arena *a, struct store *s,
                       const struct hunt_spec *spec,
                       const struct hunt_options *o, struct hunt_report *out,
                       struct err *e);

/*
 * A taxonomy made from the benchmark of the spec by `model`, at a specificity
 * (tag/taxonomy_make.h), and how redundant it is: the examples are tagged with
 * it by the same model.
 */
MUST_USE bool hunt_make_taxonomy(struct arena *a, struct store *s,
                                 const struct hunt_spec *spec,
                                 const struct hunt_options *o,
                                 const char *model, const char *specificity,
                                 struct taxonomy *out, struct redundancy *told,
                                 struct err *e);

/*
 * HypoGeniC on a task of the user's own (spec->task has train data): the bank
 * of the first llm hypothesizer, and every inference strategy on the
 * validation or test data. Banks go through watch.save.
 */
struct hunt_task_report {
    const char *task, *by;
    struct proposal proposal;
    struct inference inferences[INFER_STRATEGIES];
    const char *data; /* what they were tried on: "val", "test", or the train
                         rows that were left over */
    uint64_t asked, journalled, failed;
};

MUST_USE bool hunt_task(struct arena *a, struct store *s,
                        const struct hunt_spec *spec,
                        const struct hunt_options *o,
                        struct hunt_task_report *out, struct err *e);

#endif
