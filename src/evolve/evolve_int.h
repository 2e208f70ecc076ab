/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_INT_H
#define EVOLVE_EVOLVE_INT_H

#include "base/vec.h"
#include "evolve/evolve.h"
#include "run/question/question.h"

/*
 * Between the stages: evolve.c (their order), evolve_source.c (where problems
 * come from), evolve_cycle.c (operators over a population), evolve_fit.c
 * (scores and selection), evolve_ask.c (models); and forecast.c, which reckons
 * what they will ask.
 */

struct evolve {
    struct arena *arena;
    struct store *store;
    const struct evolve_spec *spec;
    struct evolve_report *report;

    struct session session;
    struct questioner writer, referee; /* model NULL: none */
    struct model *models;
    struct vec counts; /* of struct evolve_count */

    struct individual *seeds; /* where it begins (of a file: with fresh numbers
                               and names); n_seeds */
    size_t n_seeds;
};

/* ---- stages ---- */

struct evolve_outlook; /* of a forecast: forecast.c */

/* The engine runs the stages in their order; the forecast adds up what they
 * will ask. */
struct evolve_stage {
    const char *name;
    const char *role; /* who is asked; NULL: nobody */
    /* NULL: the stage before goes through it. */
    bool (*run)(struct evolve *v, struct err *e);
    /* NULL: nothing is asked. */
    bool (*forecast)(const struct evolve_stage *s, struct evolve_outlook *o,
                     struct err *e);
};

#define EVOLVE_STAGES 5
extern const struct evolve_stage evolve_stages[EVOLVE_STAGES];

/* report->seeds, and the specimens to be evolved. */
bool evolve_source(struct evolve *v, struct err *e);
/* The generations, and the report's sets. */
bool evolve_make(struct evolve *v, struct err *e);
/* Put every set to the models, and measure. */
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

/* The user's own: "full-2gen", "full-without-fm". */
struct setting evolve_main_setting(const struct evolve *v);

/* The paper's five: two generations, one, and one without each kind. */
struct setting evolve_setting(size_t i);

/* Are the five made besides? */
bool evolve_wants_settings(const struct evolve_spec *s);

/* ---- streams of random numbers ---- */

/* A stream of its own for each use: what one operator draws has no part in
 * what another does. */
struct rng evolve_rng(const struct evolve *v, const char *use, int generation,
                      size_t index);

/* ---- parts of the stages ---- */

/* An evolution with nothing done. */
struct evolve evolve_open(struct arena *a, struct store *s,
                          const struct evolve_spec *spec,
                          const struct session_options *o,
                          struct evolve_report *report);

/* Weights and models; v stays where it is from now on. */
MUST_USE bool evolve_begin(struct evolve *v, struct err *e);

/* How many operators of the setting a writer is asked for. */
size_t evolve_writes(const struct evolve *v, const struct setting *g);

/* The operators of one generation over all of s[0..n), in place. `spare` are
 * partners for a lone one (n_spare may be 0). */
MUST_USE bool evolve_cycle(struct evolve *v, const struct setting *g,
                           int generation, struct individual *s, size_t n,
                           const struct individual *spare, size_t n_spare,
                           struct err *e);

/* Features, scores and selection. Arrays of n in the arena. */
struct fit {
    struct features *features;
    struct fitness *scores;
    struct selection *selected;
};
MUST_USE bool evolve_fit(struct evolve *v, const struct individual *s, size_t n,
                         struct fit *out, struct err *e);

/* A set as problems, each checked; ids are given here. */
MUST_USE bool evolve_set_make(struct evolve *v, const char *name,
                              struct individual *s, size_t n,
                              struct evolve_set *out, struct err *e);

/* The sets that models are asked, in their order; 0: there are no models. */
#define EVOLVE_SETS (EVOLVE_SETTINGS + 4)
size_t evolve_sets(const struct evolve_spec *s, const struct evolve_report *r,
                   const struct evolve_set *out[EVOLVE_SETS]);

#endif
