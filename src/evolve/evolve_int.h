/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_INT_H
#define EVOLVE_EVOLVE_INT_H

#include "base/spool.h"
#include "base/vec.h"
#include "evolve/evolve.h"
#include "evolve/evolve_pairs.h"
#include "run/question/question.h"

/*
 * Between the stages: evolve.c (their order, generations), evolve_rows.c (where
 * problems come from, and problems on the disk), evolve_ask.c (models, scores),
 * and forecast.c, which works out what they will ask.
 */

/* An evolution. Each thread that works on a block of problems has a copy, with
 * its own arena, counts and `from`. */
struct evolve {
    struct arena *arena;
    struct store *store;
    const struct evolve_spec *spec;
    struct evolve_report *report; /* threads only read it */

    struct session session;
    struct questioner *writer, *referee; /* model is NULL if there is none */
    struct model *models;

    struct spool *spool;
    struct evolve_place *rows; /* of a file, as it has them: [n_seeds] */
    bool *stale; /* [n_seeds]: its numbers or key stay the original's */
    struct evolve_place *seeds; /* the first population (of a file: with fresh
                                   numbers and names) */
    size_t n_seeds;
    size_t windows; /* of a block: see EVOLVE_WINDOW */

    /* of one pass */
    const struct pairs_list *partners; /* of evolve_pairs.h */

    /* of one block */
    size_t from;       /* the number of its first problem */
    struct vec counts; /* of struct evolve_count */
    size_t renumbered; /* problems with fresh numbers */
};

/* Problems are crossed with those of their window: so many that follow each
 * other in the population. What comes out does not depend on the blocks, which
 * are whole windows. A last window that would be smaller goes to the one
 * before. */
#define EVOLVE_WINDOW 64

/* Windows of n problems; each but the last has EVOLVE_WINDOW. */
size_t evolve_windows(size_t n);
size_t evolve_window_size(size_t n, size_t window);

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

/* ---- streams of random numbers ---- */

/* Returns a stream of its own for each use, so that the draws of one operator
 * do not change those of another. `index` counts from the block's first. */
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

/* Returns the count of the operator in v->counts; new ones are 0. */
struct evolve_count *evolve_count_of(struct evolve *v,
                                     const struct operator_card *card);

/* Applies the operator to o.first, with a stream of its own, to any of its parts
 * (in generation 0 to the first). Fails as the card does. */
bool evolve_try(struct evolve *v, const struct operator_card *card,
                struct operator_call o, int generation, size_t index,
                struct individual *out, struct err *e);

/* ---- all blocks of a population ---- */

struct evolve_pass {
    const char *setting; /* noted in the lines */
    size_t n;
    /* Makes the problems from v->from on, in the arena of v. Runs on many
     * threads, unless `alone`: then the blocks come in their order. */
    bool (*fill)(struct evolve *v, void *ctx, struct individual *s, size_t n,
                 struct err *e);
    void *ctx;
    bool alone;
    bool check; /* each is checked as `assay check` does */
    /* [n], filled: */
    struct evolve_place *places;
    struct features *features; /* NULL: not wanted */
};

/* Makes all problems of the pass, block by block, and puts them aside. Fails if
 * `fill` or a check does, or if it is stopped (ERR_IO, "interrupted"). */
MUST_USE bool evolve_pass(struct evolve *v, const struct evolve_pass *p,
                          struct err *e);

/* ---- problems on the disk ---- */

/* Fetches an individual from its record. */
MUST_USE bool evolve_fetch(struct arena *a, const struct spool *spool,
                           const struct evolve_place *place,
                           struct individual *out, struct err *e);

/* Fetches the individuals of a block, places[v->from] and behind. */
MUST_USE bool evolve_fetch_block(struct evolve *v,
                                 const struct evolve_place *places,
                                 struct individual *out, size_t n,
                                 struct err *e);

/* Returns the set of these problems. */
struct evolve_set evolve_set_of(const struct evolve *v, const char *name,
                                const struct evolve_place *places, size_t n);

/* ---- fitness ---- */

/* Returns what fitness needs to know of a problem. text NULL: its features are
 * not wanted. */
struct sample evolve_sample(const struct individual *s, const char *text);

/* Computes the features of a block that do not depend on other problems. */
MUST_USE bool evolve_features(struct evolve *v, const struct individual *s,
                              size_t n, struct features *out, struct err *e);

/* Scores and selection of n problems, in the arena. */
struct fit {
    struct fitness *scores;
    struct selection *selected;
    struct select_options options;
};
MUST_USE bool evolve_fit(struct arena *a, struct evolve *v,
                         const struct evolve_place *places,
                         struct features *features, size_t n, struct fit *out,
                         struct err *e);

/* Fills out with the sets that models are asked, in their order, and returns
 * how many; 0 if there are no models. */
size_t evolve_sets(const struct evolve_spec *s, const struct evolve_report *r,
                   const struct evolve_set *out[EVOLVE_SETS]);

/* ---- ways through the generations ---- */

/* One way: that of the spec, one of the paper's five, an arm of a file or a run
 * of a design; with its operators. */
struct setting {
    const char *name;
    size_t generations;
    bool without[4];                         /* [enum operator_kind] */
    const struct operator_card *const *only; /* NULL: those of the spec */
    size_t n_only;
};

/* Returns the setting of the spec: "full-2gen", "full-without-fm". */
struct setting evolve_main_setting(const struct evolve *v);

/* Returns one of the paper's five settings: two generations, one, and one
 * without each kind of operator. */
struct setting evolve_setting(size_t i);

/* Returns how many of them are made: those of more generations than the spec
 * has are not. *first is the first of them. */
size_t evolve_settings(const struct evolve_spec *s, size_t *first);

/* Returns whether the five settings are made as well. */
bool evolve_wants_settings(const struct evolve_spec *s);

/* Returns how many operators the spec has, and fills in their cards; polish is
 * not among them if there is no writer. */
#define EVOLVE_OPERATORS 64
size_t evolve_operators(const struct evolve *v,
                        const struct operator_card *out[EVOLVE_OPERATORS]);

/* The same, without kinds that the spec leaves out, and none twice: those whose
 * effects are told apart. */
size_t evolve_factors(const struct evolve *v,
                      const struct operator_card *out[EVOLVE_OPERATORS]);

/* Returns a run of the design of these n operators. */
struct setting evolve_design_run(struct arena *a,
                                 const struct operator_card *const *list,
                                 size_t n, size_t run);

bool operators_have(const struct operator_card *const *list, size_t n,
                    const struct operator_card *card);

/* Returns how many operators of the setting ask the writer. */
size_t evolve_writes(const struct evolve *v, const struct setting *g);

/* ---- who is crossed ---- */

/* What pairs need to know of a problem. */
struct pairs_item evolve_kin_of(const struct individual *s);

/* Problems of a population that are crossed, in windows: their partners are found
 * before the threads of a pass begin. */
struct evolve_crossing {
    const struct evolve_place *all;
    size_t n;
    const size_t *open, *spare; /* those that are, and partners besides */
    size_t n_open, n_spare;
};

#endif
