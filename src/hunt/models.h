/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_MODELS_H
#define HUNT_MODELS_H

#include "base/arena.h"
#include "hunt/score/score.h"
#include "stats/rasch.h"

/*
 * Several models beside each other: which weaknesses are common to all, shared
 * by some, or one model's own. Two things are asked of each model and claim.
 * Does it fail more at these problems than at others, and does no other claim of
 * the table explain that? That is tested on its own outcomes alone; what the models have together is no evidence of
 * any of them. And does it fail more there than the others do, beyond being
 * weaker or stronger than they are everywhere, whatever the problems'
 * difficulty? That is `beyond`, of Rasch's model (stats/rasch.h).
 */

struct models_side {
    const char *name;
    const struct outcomes *outcomes; /* attempts as they were made, */
    const struct outcomes *scored;   /* and what claims are judged by */
    const struct score_table *table; /* what is reported of it */
};

/* Has a model the weakness? Maybe: it fails more there, which another claim of
 * the table explains. */
enum models_holds { HOLDS_NO, HOLDS_MAYBE, HOLDS_YES };

/* One model's part in a claim. */
struct models_part {
    double lift, lo, hi; /* 95 % */
    double p, q;         /* q over all claims of the table below */
    size_t n;            /* problems inside that count */
    enum models_holds holds;
    struct rasch_estimate beyond;
};

enum models_class {
    MODELS_COMMON,   /* every model has it */
    MODELS_SHARED,   /* several have it, and it is not shown of all */
    MODELS_SPECIFIC, /* one has it, more than the others, and no other may */
    MODELS_UNTOLD    /* one has it; for others it is unclear */
};

struct models_claim {
    struct suspicion suspicion;
    const char *text, *name; /* its sentence; its short form */
    const char *also; /* other claims, about much the same problems; or NULL */
    struct models_part *parts; /* [model] */
    enum models_class class;
    const char *verdict; /* "common", "shared by: A, B", "specific to A" ... */
};

struct models_table {
    const char *const *names; /* of models; n_models = 0: there is one alone */
    size_t n_models;
    struct rasch_estimate *weaker; /* [model] than the others, in log-odds */
    struct models_claim *claims;   /* common ones first */
    size_t n;
};

/* Fills *out with every claim that is reported of a model; claims that share
 * half of their problems, as those of several granularities do, are one. `more` is a table of
 * further claims, reported of all together, or NULL. All have the same examples
 * in the same order. */
void models_compare(struct arena *a, const struct models_side *sides, size_t n,
                    const struct score_table *more,
                    const struct score_options *o, struct models_table *out);

/* Returns whose a claim of the table is, with these names of its n models. */
const char *models_verdict(struct arena *a, const struct models_claim *claim,
                           const char *const *names, size_t n);

#endif
