/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_RASCH_H
#define STATS_RASCH_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Rasch's model: model m fails at item i with chance
 *
 *     1 / (1 + exp(-(difficulty of i - ability of m))),
 *
 * and what a set of items adds for one model beyond both: differential item
 * functioning. Difficulties are not estimated: given how often an item was
 * failed by all together, the rest does not depend on them (Andersen, "A
 * goodness of fit test for the Rasch model", Psychometrika 38 (1973)), so that
 * one attempt of each of two models is enough. An item that all fail, or none,
 * says nothing here. Estimates have a weak normal prior (deviation 5), which
 * keeps them finite. Standard errors are the larger of those of the model and
 * those of clusters of items: attempts at one item go together more than the
 * model has it.
 */

#define RASCH_MODELS 8

struct rasch_data {
    size_t items, models;           /* at most RASCH_MODELS */
    const uint32_t *tries, *failed; /* [item * models + model] */
    const uint32_t *cluster;        /* [item] */
};

struct rasch_estimate {
    double value, error; /* in log-odds of failing; NaN: not known */
    double lo, hi;       /* 95 % */
};

/* Fills out[model] with how much more a model fails than the mean of the
 * others, whatever the items: its want of ability. */
void rasch_models(const struct rasch_data *d, struct rasch_estimate *out);

/* Fills out[model] with how much more a model fails at the items inside than
 * the others do there, beyond what it fails more elsewhere. NaN of a model
 * without an attempt inside, and of all if fewer than two have one. */
void rasch_inside(const struct rasch_data *d, const bool *inside,
                  struct rasch_estimate *out);

#endif
