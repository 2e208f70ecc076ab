/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_SPEC_H
#define HUNT_SPEC_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "hunt/domain.h"
#include "hunt/propose/infer.h"
#include "hunt/propose/propose.h"
#include "hunt/score/score.h"
#include "hunt/target/probe.h"
#include "model/request.h"
#include "run/spec/fields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Everything a hunt depends on, as a YAML file has it. Every field has a
 * default. Printed with a comment on each field, a spec reads back as itself.
 * An unknown field is an error with its line and the nearest known name.
 *
 *     targets: [student]              # or target: M
 *     attempts: 3
 *     decoding: {temperature: null, top_p: null, ...}
 *     benchmark: probe                # or a file that `assay import` reads
 *     probe: {singles: 12, pairs: 60, pair_problems: 8, levels: all, fixed: []}
 *     outcomes: {file: null, outcome: null, tags: null, text: null, id: null, model: null}
 *     granularity: [high]             # a name, a list, or all
 *     taxonomy: null                  # a user's file
 *     tagger: null                    # a model
 *     hypothesizer: [exact]           # exact, llm:MODEL, or a list
 *     score: {support: 8, failure: attempts, ...}
 *     propose: {num_init: 10, ...}    # by HypoGeniC's names
 *     ...
 *
 * The table is in spec.c. Fields and values that look like a secret are
 * refused.
 */

struct hunt_spec {
    const char *const *targets; /* models; default one: "student" */
    size_t n_targets;
    const char *benchmark; /* "probe", or a path */
    const char *as;        /* the reader of that file; NULL: found by its
                              fields */
    size_t limit;          /* use the first so many problems; 0: all */
    struct probe_options probe;

    /* Results of another tool; with them no target is asked the benchmark. */
    const char *outcomes_file; /* NULL: none */
    const char *outcome_field; /* "correct", or a path "a.b"; an object
                                     there gives one target for each member */
    const char *tags_field;    /* array of names, or one text with ";"
                                     between them; NULL: none */
    const char *text_field;    /* NULL: statement, problem, question ... */
    const char *id_field;      /* NULL: id, idx, or the row's number */
    const char *model_field;   /* whose outcome a row is; NULL: model, if the
                                  first row has it */

    uint64_t attempts;        /* 3 */
    bool strict;              /* the reading of the rules */
    struct decoding decoding; /* of targets */

    struct domain domain; /* the words of all prompts */

    const char *const *granularities; /* names; default "high" */
    size_t n_granularities;
    const char *taxonomy; /* a user's file, or NULL */
    const char *tagger;   /* model that tags; NULL: tags as they are */
    size_t tags_most;     /* names for one problem; 4 */

    const char *const *hypothesizers; /* "exact", "llm:MODEL" */
    size_t n_hypothesizers;
    struct score_options score;
    struct propose_options propose;
    const char *task;          /* a HypoGeniC config.yaml; NULL: ours */
    const struct json *fields; /* its slots -> what a hunt has; NULL: by name */
    const char *const *labels; /* what it calls failing, and solving; n_labels
                                  0: found in its prompts */
    size_t n_labels;
    struct infer_options infer;
    struct decoding propose_decoding;
    size_t top; /* hypotheses of a model's bank that are kept; 15 */

    const char *const *generators; /* "families", or "llm:MODEL" ("llm": the
                                      target) */
    size_t n_generators;
    const char *const *key_models;
    size_t n_key_models;
    struct decoding write_decoding, key_decoding;
    const char *paraphrase; /* model that rewords failed problems, or NULL */
    size_t paraphrase_most; /* problems that are reworded; 100 */

    size_t chosen;    /* measure the reported hypotheses, at most so many for
                         each granularity and target; 8 */
    bool best_anyway; /* if fewer are reported, fill up with those of the best
                         accuracy, as the paper does */
    size_t problems;  /* for each hypothesis; 0: as many as `width` needs */
    double width;     /* wanted width of the 95 % interval; 0.2 */
    size_t problems_most;    /* 200 */
    bool controls;           /* true */
    size_t control_problems; /* of each set; 40 */

    const char *seed;  /* "1" */
    const char *store; /* NULL: as `assay run` */
    const char *out;   /* folder; "hunt" */
};

/*
 * The target "demo" is a planted model with known weaknesses that ships with
 * assay (spec_demo is its file). All output about it says so.
 */
extern const char spec_demo[];
#define SPEC_DEMO "demo"

/* Sets the seed of the spec and of all its parts. */
void spec_set_seed(struct hunt_spec *s, const char *seed);

/* Its fields, for run/spec/fields.h. Paths in a file (benchmark, taxonomy,
 * task, outcomes.file, planted: and replay: files) are relative to the file;
 * store and out are not, and are not hashed. A file that names outcomes and no
 * targets has no targets. */
extern const struct spec_table hunt_table;

/* Fails if fields contradict each other. */
MUST_USE bool spec_check(const struct hunt_spec *s, struct err *e);

/* Returns the model of its first llm hypothesizer, or NULL if there is none. */
const char *spec_first_llm(const struct hunt_spec *s);

/* Does the generator write, that is, is it no family? How many do,
 * and do families make problems? */
bool spec_is_writer(const char *generator);
size_t spec_writers(const struct hunt_spec *s);
bool spec_has_families(const struct hunt_spec *s);

/* Says the spec that its file is about something else than mathematics? It has
 * words or labels of its own, or outcomes without names of mathematics. Families
 * make neither problems nor controls then. */
bool spec_is_foreign(const struct hunt_spec *s);

/* Fails if families would make problems of something else than mathematics;
 * `what` says why it is that. */
MUST_USE bool spec_refuse_families(const struct hunt_spec *s, const char *what,
                                   struct err *e);

/* Takes the default target away from a spec with a file of outcomes: only a
 * target that was named is asked then. */
void spec_settle_targets(struct hunt_spec *s);

/* Returns whether there are targets to ask. With a file of outcomes the demo
 * alone, and a default target, are not asked. */
bool spec_has_targets(const struct hunt_spec *s);

#endif
