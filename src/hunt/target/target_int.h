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
#include "problem/concept.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Between the files of this folder: target_draw.c (streams, knobs, problems),
 * target_pairs.c (pairs of families), target_names.c (which families carry
 * what a claim names), probe.c, aim.c with supply_families.c, control.c with
 * control_match.c.
 */

/* ---- drawing ---- */

/* Random numbers for one purpose: streams that differ in anything share
 * nothing. */
struct rng target_stream(const char *what, const char *seed, const char *name,
                         uint64_t i);

/* The concept families, in the order of the table: those that can be parts of
 * a pair. Returns how many; at most TARGET_FAMILIES. */
#define TARGET_FAMILIES 128
size_t target_families(const struct family *out[TARGET_FAMILIES]);

struct knobs {
    const char *wording;
    int distractors, digits, steps;
};

/* Any of the five wordings; of the others none half of the time, and any
 * number else. */
struct knobs target_knobs(struct rng *r);

/* All four, also those that are 0: problems then say what they have. */
const struct json *target_knobs_json(struct arena *a, const struct knobs *k);

/* Turn level and knobs to the side of the bound: up when `more`. */
void target_lean(const struct bound *b, bool more, const struct family *f,
                 struct rng *r, int *level, struct knobs *k);

struct coordinates; /* family/generate.h */

/* The problem at the coordinates, all of it in the arena; false when there is
 * none, or none with these knobs. */
bool target_problem(struct arena *a, const struct coordinates *c,
                    struct problem *out);

/* Forms of problems given out (base/map.h), by statement and by parameters:
 * false, and nothing is added, when one of them is in it. */
bool target_is_new(const struct map *given, const struct problem *p);
bool target_add_new(struct map *given, const struct problem *p);

/* ---- pairs ---- */

/* Which families give numbers to go on with, by level and digits: a pair whose
 * first answer never does is looked for in vain, and long. Found when first
 * asked for, by trying so many problems; what is rarer is passed over. */
#define LEADS_TRIES   16
#define LEADS_PATIENT 400
#define LEADS_LEVELS  8

struct leads {
    uint64_t tries;
    uint8_t known[TARGET_FAMILIES][LEADS_LEVELS][3]; /* 0: not yet */
};

/* Can the family make problems of this level with so many digits more? One
 * that is no pair always can; a pair has at most one digit more. */
bool leads_at(struct leads *l, const struct family *f, int level, int digits);

/* How many digits more the knobs say. */
int target_digits(const struct json *knobs);

/* The card of "a+b+c", if it makes problems of some level; else NULL. */
const struct family *target_compose(struct arena *a, struct leads *l,
                                    const struct family *const *parts,
                                    size_t n);

/* Pairs of different families, n different ones that can be made, in which
 * each family is about as often as any other. Fails when there are fewer. */
MUST_USE bool target_pairs(struct arena *a, struct leads *l, const char *seed,
                           size_t n, const struct family **out, struct err *e);

/* ---- claims ---- */

/* The claim with full names, and their taxonomy: the one given, or the
 * built-in one that has all of them, or NULL. */
void target_claim(struct arena *a, const struct claim *c,
                  const struct taxonomy *t, struct claim *out,
                  const struct taxonomy **names);

/* A seed of its own for one purpose and claim, from the user's. */
const char *target_seed(struct arena *a, const char *what, const char *seed,
                        const struct claim *c);

/* Which concepts of the claim the tags have, a bit for each; from the 64th on
 * they share the last bit. */
uint64_t target_mask(const struct claim *c, const struct taxonomy *t,
                     const char *const *tags, size_t n);
uint64_t target_mask_of(const struct claim *c, const struct taxonomy *t,
                        const struct family *f);

/* ---- families that serve a claim: supply_families.c ---- */

struct supply; /* hunt/target/supply.h */

/* The next draw of this family for the claim: false when it has none at this
 * index in some tries. */
bool supply_try(struct arena *a, const struct supply *m, const struct family *f,
                const char *seed, uint64_t index, struct rng *r,
                const struct map *given, const struct map *seen,
                struct problem *out);

/* Fill families; n_families may be 0. */
MUST_USE bool supply_choose(struct supply *m, struct err *e);

/* ---- matched controls: control_match.c ---- */

struct name_match {
    struct arena *arena;
    const struct claim *claim;
    const struct taxonomy *taxonomy;
    const char *seed;
    const struct family *pool[TARGET_FAMILIES]; /* parts are drawn of these */
    uint64_t used[TARGET_FAMILIES];             /* indexes of each */
    size_t n_pool;
    uint64_t drawn; /* indexes of pairs, and of other sides */
    struct rng rng;
    struct leads *leads;
    struct map given; /* ended by match_close() */
};

void match_open(struct arena *a, struct name_match *m, const char *what,
                const char *seed, const struct claim *c,
                const struct taxonomy *t, struct leads *l);
void match_close(struct name_match *m);

/* One of so many parts from the pool, like p but for its concepts. */
bool match_other(struct name_match *m, const struct problem *p, size_t parts,
                 struct problem *out);

/* One of the same family f, where that has none of a part of it, or else of
 * any other, on the other side of the claim's bound. */
bool match_side(struct name_match *m, const struct problem *p,
                const struct family *f, struct problem *out);

#endif
