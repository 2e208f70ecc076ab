/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_H
#define EVOLVE_EVOLVE_H

#include "evolve/fitness/fitness.h"
#include "evolve/measure/measure.h"
#include "evolve/operators/operator.h"
#include "evolve/select/select.h"
#include "evolve/source/import.h"
#include "evolve/spec.h"
#include "evolve/text/writer.h"
#include "model/model.h"
#include "run/session.h"
#include "store/store.h"

/*
 * The evolution: seeds or problems of a file -> operators -> fitness ->
 * selection; rejected problems go through the operators again. If the spec
 * names models, the results are put to them. Every call goes through the
 * journal, so that the same spec with the same store goes on where it stopped.
 */

/* Individuals that belong together, as they are written. */
struct evolve_set {
    const char *name; /* "full-2gen", "hard" */
    const struct individual *individuals;
    struct problem *problems;
    size_t n;
};

/* One generation of the population. */
struct evolve_generation {
    int number;
    size_t n, kept, low_score, deficient; /* rejected for their score, or for a
                                             feature */
    double mean, least, most;             /* scores */
    double lower, median, upper;          /* their quartiles */
};

#define EVOLVE_SETTINGS 5

struct evolve_count {
    const struct operator_card *card;
    uint64_t applied, refused;
    const char *reason; /* of the first refusal */
};

struct evolve_report {
    const char *hash;

    /* of a file */
    size_t rows;
    size_t left_out[IMPORT_REASONS]; /* [IMPORT_FINE]: taken */
    size_t other_rows;               /* our own problems that cannot be used */
    size_t fixed[FIX_REASONS];       /* [FIX_NONE]: every matched leaf free */
    size_t renumbered;
    size_t formulas;           /* that the writer proposed and were accepted */
    const char **left_out_ids; /* with the reasons: */
    const char **left_out_whys;
    size_t n_left_out;

    struct evolve_set seeds;      /* generation 0; of a file: its originals */
    struct evolve_set population; /* the last generation */
    struct evolve_set easy, hard, evolved_easy;
    struct evolve_set settings[EVOLVE_SETTINGS];
    size_t n_settings;

    struct evolve_generation *generations;
    size_t n_generations;
    struct evolve_count *counts; /* for each operator that was tried */
    size_t n_counts;
    struct weights weights;
    bool dropped[FEATURES];    /* features that no problem has */
    struct features *features; /* of the population, in its order */
    struct fitness *scores;
    const char **reasons; /* why a problem was rejected once; NULL: it was
                             not */
    struct writer_report writer;
    size_t referee_unread;

    struct measure_cell *cells; /* models x sets */
    size_t n_cells;
    struct paired paired; /* n_drops = 0: none */
    uint64_t asked, journalled, failed;
};

/* Reads the file and the weights of the spec, and throws them away: before a
 * folder is taken for what cannot be. Standard input is left alone. */
MUST_USE bool evolve_try_inputs(const struct evolve_spec *s, struct err *e);

/* Runs the evolution; *out is in the arena. The watch is told of the stages
 * "source", "evolve", "text", "referee" and "ask". Fails as session_put() and
 * question_ask() do, or if the source cannot be used. */
MUST_USE bool evolve_run(struct arena *a, struct store *s,
                         const struct evolve_spec *spec,
                         const struct session_options *o,
                         struct evolve_report *out, struct err *e);

/*
 * --calibrate: computes weights from a run over any problems. Accuracy is that
 * of the last asked value, over all models and attempts. Fails if the run is
 * too small or accuracy does not vary.
 */
MUST_USE bool evolve_calibrate(struct arena *a, struct store *s,
                               const struct run_info *run,
                               const struct evolve_spec *spec,
                               struct weights *out, struct err *e);

/* For `assay check`. Returns whether it is an evolved problem at all; if so,
 * *out is what was found. */
struct audit;
bool evolve_audit(struct arena *a, const struct problem *p, struct audit *out);

#endif
