/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_INT_H
#define EVOLVE_EVOLVE_INT_H

#include "base/vec.h"
#include "evolve/evolve.h"
#include "run/question/question.h"

/*
 * Between the stages: evolve.c (their order), evolve_source.c (where problems
 * come from), evolve_cycle.c (operators over a population), evolve_fit.c
 * (scores and selection), evolve_ask.c (models); and forecast.c, which works
 * out what they will ask.
 */

struct evolve {
    struct arena *arena;
    struct store *store;
    const struct evolve_spec *spec;
    struct evolve_report *report;

    struct session session;
    struct questioner writer, referee; /* model is NULL if there is none */
    struct model *models;
    struct vec counts; /* of struct evolve_count */

    struct individual *seeds; /* the first population (of a file: with fresh
                                 numbers and names) */
    size_t n_seeds;
};

/* ---- stages ---- */

struct evolve_outlook; /* of a forecast: forecast.c */

/* The engine runs the stages in their order; the forecast adds up what they
 * will ask. */
struct evolve_stage {
    const char *name;
    const char *role; /* which role is asked; NULL: none */
    /* NULL: the stage before runs this one too. */
    bool (*run)(struct evolve *v, struct err *e);
    /* NULL: nothing is asked. */
    bool (*forecast)(const struct evolve_stage *s, struct evolve_outlook *o,
                     struct err *e);
};

#define EVOLVE_STAGES 5
extern const struct evolve_stage evolve_stages[EVOLVE_STAGES];

/* Fills report->seeds and the individuals to be evolved. */
bool evolve_source(struct evolve *v, struct err *e);
/* Runs the generations and fills the sets of the report. */
bool evolve_make(struct evolve *v, struct err *e);
/* Puts every set to the models, and measures. */
bool evolve_ask(struct evolve *v, struct err *e);

bool forecast_formulas(const struct evolve_stage *s, struct evolve_outlook *o,
                       struct err *e);
bool forecast_texts(const struct evolve_stage *s, struct evolve_outlook *o,
                    struct err *e);
bool forecast_ratings(const struct evolve_stage *s, struct evolve_outlook *o,
                      struct err *e);
bool forecast_sets(const struct evolve_stage *s, struct evolve_outlook *o,
                   struct err *e);

/* One way through the generations. */
struct setting {
    const char *name;
    size_t generations;
    bool without[4]; /* [enum operator_kind] */
};

/* Returns the setting of the spec: "full-2gen", "full-without-fm". */
struct setting evolve_main_setting(const struct evolve *v);

/* Returns one of the paper's five settings: two generations, one, and one
 * without each kind of operator. */
struct setting evolve_setting(size_t i);

/* Returns whether the five settings are made as well. */
bool evolve_wants_settings(const struct evolve_spec *s);

/* ---- streams of random numbers ---- */

/* Returns a stream of its own for each use, so that the draws of one operator
 * do not change those of another. */
struct rng evolve_rng(const struct evolve *v, const char *use, int generation,
                      size_t index);

/* ---- parts of the stages ---- */

/* Returns an evolution of which nothing is done. */
struct evolve evolve_open(struct arena *a, struct store *s,
                          const struct evolve_spec *spec,
                          const struct session_options *o,
                          struct evolve_report *report);

/* Reads the weights and opens the models. *v must not move in memory from now
 * on. */
MUST_USE bool evolve_begin(struct evolve *v, struct err *e);

/* Returns how many operators of the setting ask the writer. */
size_t evolve_writes(const struct evolve *v, const struct setting *g);

/* Applies the operators of one generation to all of s[0..n), in place. `spare`
 * has further partners for crossover (n_spare may be 0). */
MUST_USE bool evolve_cycle(struct evolve *v, const struct setting *g,
                           int generation, struct individual *s, size_t n,
                           const struct individual *spare, size_t n_spare,
                           struct err *e);

/* Features, scores and selection. Arrays of n in the arena. */
struct fit {
    struct features *features;
    struct fitness *scores;
    struct selection *selected;
    struct select_options options;
};
MUST_USE bool evolve_fit(struct evolve *v, const struct individual *s, size_t n,
                         struct fit *out, struct err *e);

/* Makes a set of problems, gives them ids, and checks each. Fails if a check
 * fails. */
MUST_USE bool evolve_set_make(struct evolve *v, const char *name,
                              struct individual *s, size_t n,
                              struct evolve_set *out, struct err *e);

/* Fills out with the sets that models are asked, in their order, and returns
 * how many; 0 if there are no models. */
#define EVOLVE_SETS (EVOLVE_SETTINGS + 4)
size_t evolve_sets(const struct evolve_spec *s, const struct evolve_report *r,
                   const struct evolve_set *out[EVOLVE_SETS]);

#endif
