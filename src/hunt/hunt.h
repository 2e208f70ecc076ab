/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_HUNT_H
#define HUNT_HUNT_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/hypothesis.h"
#include "hunt/models.h"
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
 * The hunt: failures -> hypotheses -> targeted problems -> measured difficulty.
 * Every call goes through the journal, so that the same spec with the same
 * store goes on where it stopped.
 */

struct hunt_options {
    /* Stages: "failures", "tags", "again", "hypotheses", "problems", "measure",
     * "controls", "paraphrase" of a hunt; "hypotheses", "inference" of a task;
     * "taxonomy", "tags" where one is made. Banks are saved while the hunt
     * works. */
    struct session_options session;
    /* The hash that names the hunt; NULL: that of the spec. */
    const char *hash;
    /* The path of the demo target's file, which the caller wrote from
     * spec_demo; NULL: the demo cannot be hunted. */
    const char *demo;
};

/* Fills out with the names of the stages that a hunt by this spec has, in
 * order, and returns how many. */
#define HUNT_STAGES 8

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
    size_t failures, shown; /* of a model: examples that fail, and those of them
                               that it was shown */
    struct inference inferences[INFER_STRATEGIES]; /* n = 0: not tried */
    const struct redundancy *redundancy; /* of the granularity's names: how far
                                            they cover the same problems; NULL:
                                            of factors */
};

/* Hypotheses, of as many problems each, that a correlation needs. */
#define HUNT_RANKED 8

/* What was found for one target (or for all together, the common table). */
struct hunt_target {
    const char *name;
    struct outcomes outcomes;
    struct outcomes first;  /* of one attempt at each, if some were asked again;
                               solve_rate is of these */
    struct outcomes scored; /* what claims are judged by: the outcomes, where
                               problems that were asked once are completed
                               (target/again.h) */
    size_t asked_again;     /* problems that had further attempts */
    double solve_rate, solve_lo, solve_hi; /* of the benchmark, by attempts */
    size_t failing; /* problems without a correct attempt */
    size_t tried_problems;
    struct reply_counts replies; /* to the benchmark */
    struct score_table table;    /* rows of every hypothesizer */
    const char *run;             /* the benchmark's run; NULL: of a file */
    const char *model; /* the spec of the model that was asked fresh problems;
                          NULL: none was */
    /* What is known of a hypothesis on the benchmark against the failure rate
     * of its fresh problems, by Spearman; NaN of fewer than HUNT_RANKED. */
    double spearman, spearman_p; /* accuracy */
    double balanced_rho, balanced_p, lift_rho, lift_p;
    size_t spearman_n; /* hypotheses */
};

/* The levels of the probe, where those that were asked for told nothing. */
enum hunt_step { STEP_NONE, STEP_DOWN, STEP_UP };

struct hunt_report {
    const char *hash;
    enum hunt_step step;
    const struct problem *benchmark; /* n = 0: a file of outcomes */
    size_t n_benchmark;
    struct hunt_target *targets; /* the common one last, if several */
    size_t n_targets;
    struct models_table models; /* of several targets, beside each other */
    const struct hunt_series *series;
    size_t n_series;
    const struct problem *problems; /* the targeted ones, each with meta.hunt:
                                       {hypothesis, target, set} */
    size_t n_problems;
    const struct problem *controls; /* likewise */
    size_t n_controls;
    struct tagging tagging;
    /* How the writing of problems went, for each measured hypothesis: */
    const struct hunt_writing {
        const char *target, *text, *writer;
        const char *name;   /* of the suspicion, in short; or NULL */
        double accuracy;    /* of the hypothesis */
        double writer_rate; /* the writer's own solve rate on the benchmark;
                               NaN: it is no target */
        struct written written;
        double flawed; /* share of drafts with a flaw */
    } * writings;
    size_t n_writings;
    /* Who makes hard problems: for each target and generator, if any writes. */
    const struct hunt_writer {
        const char *target, *writer; /* "families": made, not written */
        double own; /* the writer's solve rate on the benchmark; NaN: it is no
                       target */
        struct solve
            targeted;         /* of its problems for hypotheses, all together */
        struct solve without; /* of those that it wrote without one; n = 0:
                                  none */
        double gap, lo, hi;   /* without - targeted, 95 %: how much harder the
                                  hypothesis makes problems; NaN: not known */
        double versus, versus_lo, versus_hi; /* targeted, of the first writer
                                                less this one; NaN of itself */
    } * writers;
    size_t n_writers;
    /* Failed problems in other words, for each target that was asked. */
    const struct hunt_rewording {
        const char *target, *model;
        size_t failed;                /* problems of the benchmark */
        size_t tried;                 /* of these, given to the model */
        size_t silent;                /* no text came, or the same again */
        size_t numbers;               /* thrown out: other numbers */
        size_t formulas;              /* other formulas */
        size_t keys;                  /* key models agree on another answer */
        struct solve reworded, again; /* the same problems as they were, with
                                         fresh attempts */
        size_t solved, solved_again;  /* problems with a correct attempt */
        double gap, lo, hi;           /* reworded - again, paired, 95 % */
    } * rewordings;
    size_t n_rewordings;
    uint64_t asked, journalled, failed; /* calls */
    bool planted_demo;                  /* the target was the demo */
};

/* Runs the hunt. The report is in the arena. Fails with a message that says
 * what to do; replies that came before are in the journal. */
MUST_USE bool hunt_run(struct arena *a, struct store *s,
                       const struct hunt_spec *spec,
                       const struct hunt_options *o, struct hunt_report *out,
                       struct err *e);

/*
 * Lets `model` make a taxonomy from the benchmark of the spec, at a specificity
 * (tag/taxonomy_make.h), then tags the examples with it by the same model and
 * measures its redundancy. Fails as question_ask() does.
 */
MUST_USE bool hunt_make_taxonomy(struct arena *a, struct store *s,
                                 const struct hunt_spec *spec,
                                 const struct hunt_options *o,
                                 const char *model, const char *specificity,
                                 struct taxonomy *out, struct redundancy *found,
                                 struct err *e);

/*
 * HypoGeniC on a task of the user's own (spec->task has training data): the
 * bank of the first llm hypothesizer, and every inference strategy on the
 * validation or test data. Banks are saved by watch.save.
 */
struct hunt_task_report {
    const char *task, *by;
    struct proposal proposal;
    struct inference inferences[INFER_STRATEGIES];
    const char *data; /* what the inferences were tried on: "val", "test", or
                         the training rows that were left over */
    uint64_t asked, journalled, failed;
};

MUST_USE bool hunt_task(struct arena *a, struct store *s,
                        const struct hunt_spec *spec,
                        const struct hunt_options *o,
                        struct hunt_task_report *out, struct err *e);

/* Reads what the hunt reads (benchmark, outcomes, task) and fails on mistakes in
 * it that would else come to light when something was asked or replaced. Nothing
 * is asked, and no file is written. */
MUST_USE bool hunt_check(struct arena *a, const struct hunt_spec *spec,
                         const struct hunt_options *o, struct err *e);

#endif
