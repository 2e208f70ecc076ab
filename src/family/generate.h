/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_GENERATE_H
#define FAMILY_GENERATE_H

#include "family/family.h"

#include <stdint.h>

/*
 * From coordinates to problems.
 *
 * The random streams of problem i are seeded by a hash of (family, version,
 * level, seed, i) and of the stream's name, never by adding to a seed:
 * neighbouring seeds and indexes share no numbers. If a level can be
 * enumerated, its problems are walked by a permutation keyed by (family,
 * version, level, seed), so that none comes twice under one seed.
 */

struct coordinates {
    const struct family *family;
    int level;                /* 1..n_levels */
    const char *seed;         /* see seed_is_valid() */
    uint64_t index;           /* from 0 */
    const struct json *knobs; /* object of those set, or NULL */
    const char *split;        /* see family/split.h; or NULL */
};

/* A seed is 1 to LIMIT_SEED_BYTES letters, digits, ".", "_" or "-". */
bool seed_is_valid(const char *seed);

/*
 * Make the problem. Its key has passed the family's check: a key that fails it
 * or that it leaves undecided is an error or, in a family that draws again, one
 * attempt of several. Fails with ERR_SPENT if the level is enumerable and has no
 * such index, and with ERR_OUTSIDE, after one draw and no check, if the problem
 * lies outside of the split: then another index may lie in it.
 */
MUST_USE bool family_generate(struct arena *a, const struct coordinates *c,
                              struct problem *out, struct err *e);

/* The same, for an arena that holds many problems: of the work of making this
 * one nothing is left there. */
MUST_USE bool family_generate_one_of_many(struct arena *a,
                                          const struct coordinates *c,
                                          struct problem *out, struct err *e);

/* Make the problem of one attempt, from 0, without its check and its proof. */
MUST_USE bool family_draw(struct arena *a, const struct coordinates *c,
                          uint64_t attempt, struct problem *out, struct err *e);

#endif
