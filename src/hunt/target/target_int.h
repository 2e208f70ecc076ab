/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TARGET_TARGET_INT_H
#define HUNT_TARGET_TARGET_INT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/map.h"
#include "base/rng.h"
#include "family/family.h"
#include "hunt/hypothesis.h"
#include "hunt/target/range.h"
#include "problem/concept.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Between supply.c, which draws problems for a suspicion, probe.c and
 * control.c. */

/* ---- drawing ---- */

/* Random numbers for one purpose: streams that differ in anything share
 * nothing. */
struct rng target_stream(const char *what, const char *seed, const char *name,
                         uint64_t i);

/* Fills out with the concept families that can be parts of a pair, in the order
 * of the table, and returns how many, at most TARGET_FAMILIES. */
#define TARGET_FAMILIES 128
size_t target_families(const struct family *out[TARGET_FAMILIES]);

struct knobs {
    const char *wording;
    int distractors, digits, steps;
};

/* Draws knobs: any of the five wordings; each other knob is 0 half of the time,
 * else any number. */
struct knobs target_knobs(struct rng *r);

/* Returns all four knobs, also those that are 0, so that problems state
 * them. */
const struct json *target_knobs_json(struct arena *a, const struct knobs *k);

/* How many levels of the family are in the range; NULL: all. */
int target_levels(const struct draw_range *range, const struct family *f);

/* Is the knob drawn? */
bool target_draws(const struct draw_range *range, const char *knob);

/* Brings level and knobs into the range. */
void target_within(const struct draw_range *range, const struct family *f,
                   int *level, struct knobs *k);

/* Moves level and knobs towards the bound: up if `more`. */
void target_lean(const struct bound *b, bool more, const struct family *f,
                 struct rng *r, int *level, struct knobs *k);

struct coordinates; /* family/generate.h */

/* Makes the problem at the coordinates, in the arena. Returns false if there is
 * none with these knobs. */
bool target_problem(struct arena *a, const struct coordinates *c,
                    struct problem *out);

/* Check, and add, the forms of a problem by statement and by parameters. Return
 * false, and add nothing, if `given` has one of them. */
bool target_is_new(const struct map *given, const struct problem *p);
bool target_add_new(struct map *given, const struct problem *p);

/* ---- pairs ---- */

/* Which families, by level and digits, have answers that a pair can go on with.
 * Without this, a search for a pair whose first answer never serves would be
 * long and in vain. It is found out on first use by trying so many problems;
 * families that serve less often are skipped. */
#define LEADS_TRIES   16
#define LEADS_PATIENT 400
#define LEADS_LEVELS  8

struct leads {
    uint64_t tries;
    uint8_t known[TARGET_FAMILIES][LEADS_LEVELS][3]; /* 0: not yet */
};

/* Returns whether the family can make problems of this level with so many more
 * digits. A family that is no pair always can; a pair takes at most one more
 * digit. */
bool leads_at(struct leads *l, const struct family *f, int level, int digits);

/* Returns the knob "digits". */
int target_digits(const struct json *knobs);

/* Draws n different pairs of different families that can be made, with each
 * family in about as many as any other. Fails if there are fewer. */
MUST_USE bool target_pairs(struct arena *a, struct leads *l, const char *seed,
                           size_t n, const struct family **out, struct err *e);

/* ---- suspicions ---- */

/* Fills in the suspicion with full names, and their taxonomy: `t`, or the
 * built-in one that has all of them, or NULL. */
void target_claim(struct arena *a, const struct suspicion *c,
                  const struct taxonomy *t, struct suspicion *out,
                  const struct taxonomy **names);

/* Returns a seed for one purpose and suspicion, made from the user's seed. */
const char *target_seed(struct arena *a, const char *what, const char *seed,
                        const struct suspicion *c);

/* Returns a bit for each concept of the suspicion that the tags have; from the
 * 64th on concepts share the last bit. */
uint64_t target_mask(const struct suspicion *c, const struct taxonomy *t,
                     const char *const *tags, size_t n);
uint64_t target_mask_of(const struct suspicion *c, const struct taxonomy *t,
                        const struct family *f);

/* ---- matched controls ---- */

struct name_match {
    struct arena *arena;
    const struct suspicion *suspicion;
    const struct taxonomy *taxonomy;
    const struct draw_range *range; /* NULL: everything */
    const char *seed;
    const struct family *pool[TARGET_FAMILIES]; /* one part is of these, */
    uint64_t used[TARGET_FAMILIES];             /* indexes of each */
    size_t n_pool;
    const struct family *rest[TARGET_FAMILIES]; /* the others of these */
    size_t n_rest;
    uint64_t drawn; /* indexes of pairs, and of other sides */
    struct rng rng;
    struct leads *leads;
    struct map given;
};

#endif
