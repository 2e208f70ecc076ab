/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_H
#define EVOLVE_EVOLVE_H

#include "base/spool.h"
#include "evolve/fitness/fitness.h"
#include "evolve/measure/paired.h"
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

/* Where the record of a problem stands in a spool. */
struct evolve_place {
    uint64_t at;
    uint32_t n;            /* bytes: its sources as JSON, and its line ... */
    uint32_t sources : 31; /* ... of which so many are the sources */
    uint32_t ends : 1;     /* its last answer is no number: it ends chains */
};

/* Problems that belong together. They are on the disk, but for the originals
 * of a file; evolve_set_load() and evolve_load() fetch them. */
struct evolve_set {
    const char *name; /* "full-2gen", "hard" */
    size_t n;
    const struct spool *spool;
    const struct evolve_place *places; /* NULL: all is in memory */
    const char *seed;                  /* ids are "evolve-SEED-NAME-1" ... */
    struct problem *problems;          /* NULL: not in memory */
    struct individual *individuals;
};

/* Appends line i of the set, as its file has it. */
MUST_USE bool evolve_set_line(const struct evolve_set *set, size_t i,
                              struct str *out, struct err *e);

/* How problem i of a set came to be, as JSON: members of meta.evolve, without
 * the braces around them. */
struct evolve_lineage_text {
    const char *id; /* no JSON */
    const char *sources, *members;
};
MUST_USE bool evolve_set_lineage(struct arena *a, const struct evolve_set *set,
                                 size_t i, struct evolve_lineage_text *out,
                                 struct err *e);

/* Fetches the first n problems and their individuals into the arena: *out is
 * the set with these alone in it. */
MUST_USE bool evolve_set_load(struct arena *a, const struct evolve_set *set,
                              size_t n, struct evolve_set *out, struct err *e);

/* One generation of the population. */
struct evolve_generation {
    int number;
    size_t n, kept, low_score, deficient; /* rejected for their score, or for a
                                             feature */
    double mean, least, most;             /* scores */
    double lower, median, upper;          /* their quartiles */
};

#define EVOLVE_SETTINGS 5
#define EVOLVE_ARMS     3 /* renumbered, renamed, reworded */

struct evolve_count {
    const struct operator_card *card;
    uint64_t applied, refused;
    const char *reason; /* of the first refusal */
};

struct evolve_report {
    const char *hash;

    /* of a file */
    size_t rows;
    size_t unread; /* lines that are no rows, named and left out */
    size_t left_out[IMPORT_REASONS]; /* [IMPORT_FINE]: taken */
    size_t other_rows;               /* our own problems that cannot be used */
    size_t fixed[FIX_REASONS];       /* [FIX_NONE]: every matched leaf free */
    size_t renumbered;
    size_t unchanged;   /* rows whose numbers or key stay the original's ... */
    bool unchanged_out; /* ... which are left out */
    size_t formulas;    /* that the writer proposed and were accepted */
    /* Rows with a second program, of the data or by the writer; rows that
     * could have one and have none of the data. */
    size_t certified_data, certified_model, uncertified;
    size_t not_certified;      /* left out for that */
    const char **left_out_ids; /* with the reasons: */
    const char **left_out_whys;
    size_t n_left_out;

    struct evolve_set seeds;      /* generation 0; of a file: its originals */
    struct evolve_set population; /* the last generation */
    struct evolve_set easy, hard, evolved_easy;
    struct evolve_set settings[EVOLVE_SETTINGS];
    size_t n_settings;
    struct evolve_set arms[EVOLVE_ARMS]; /* as far as they are wanted */
    size_t n_arms;
    struct evolve_set effects; /* every problem in each run of the design, run
                                  after run */
    const char **factors;      /* its operators */
    size_t n_factors;

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
    struct paired paired;   /* n_drops = 0: none */
    struct drop *arm_drops; /* models x arms */
    size_t n_arm_drops;
    struct drop *effect_drops; /* models x operators: without, with */
    size_t n_effect_drops;
    uint64_t asked, journalled, failed;
    struct budget budget; /* what is left of the budget */
};

/* Reads the file and the weights of the spec, and throws them away: before a
 * folder is taken for what cannot be. Standard input is left alone. */
MUST_USE bool evolve_try_inputs(const struct evolve_spec *s, struct err *e);

/* Runs the evolution on o->ask.threads threads; *out is in the arena. Problems
 * are put aside in the folder of the spec, or where temporary files are, so
 * that memory grows by a few hundred bytes for each. The watch is told of the
 * stages "source", "evolve", "text", "referee" and "ask". Fails as
 * session_put() and question_ask() do, if the source cannot be used, or if the
 * disk is full. */
MUST_USE bool evolve_run(struct arena *a, struct store *s,
                         const struct evolve_spec *spec,
                         const struct session_options *o,
                         struct evolve_report *out, struct err *e);

/* Fills out with all sets of the report, and returns how many; those that are not
 * made have no name. */
#define EVOLVE_SETS (EVOLVE_SETTINGS + EVOLVE_ARMS + 6)
size_t evolve_all_sets(struct evolve_report *r,
                       struct evolve_set *out[EVOLVE_SETS]);

/* Fetches the problems of all sets of a small report. */
MUST_USE bool evolve_load(struct arena *a, struct evolve_report *r,
                          struct err *e);

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
