/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLIMB_SPEC_H
#define CLIMB_SPEC_H

#include "base/err.h"
#include "climb/ladder.h"
#include "model/decoding.h"
#include "run/spec/fields.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * All that a climb depends on: one struct with defaults, read from YAML and
 * from options. How calls are sent is not in it.
 */

#define CLIMB_CALLS_MOST 1000 /* of one family and model */
#define CLIMB_BATCH_MOST 64

struct climb_spec {
    /* what is climbed */
    const char *const *families; /* names, "hard/all" ...; none: hard/all */
    size_t n_families;
    struct ladder_options ladder;
    const char *seed;

    /* who climbs */
    const char *const *models;
    size_t n_models;
    bool strict; /* the reading of the rules that is counted by */
    struct decoding decoding;

    /* how far */
    uint64_t calls; /* of each family and model, at most */
    double width;   /* of the interval, in rungs to either side */
    size_t batch;   /* problems of a family that are asked at once */

    /* a benchmark out of it */
    size_t freeze;  /* problems; 0: none is made */
    const char *at; /* "40..60", "..10": percent that the model solves */

    const char *store, *out;
};

/* Its fields, for run/spec/fields.h. Those from `freeze` on are not in the hash
 * by which a climb is known. */
extern const struct spec_table climb_table;

/* Fails if fields contradict each other or there is nobody to ask. */
MUST_USE bool climb_spec_check(const struct climb_spec *s, struct err *e);

/* Reads the range of --at as shares from 0 to 1. Fails if it is none. */
MUST_USE bool climb_spec_range(const struct climb_spec *s, double *low,
                               double *high, struct err *e);

#endif
