/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLIMB_LADDER_H
#define CLIMB_LADDER_H

#include "base/arena.h"
#include "base/err.h"
#include "family/family.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The ladder of a family: its settings from the easiest to the hardest, as
 * data. A step, the unit in which thresholds and slopes are measured, is one
 * rung.
 *
 *   depth    depths from the least on, each a quarter deeper than the one
 *            before (but by 1 at least), so that a step means the same share of
 *            more work on dials of very different ranges; the stated depths of
 *            the levels are rungs
 *   levels   the levels of the card
 *   digits   one level, with the knob at each of its values
 *   steps    likewise
 *   chain    a chain's beginnings: "a", "a+b", "a+b+c" of "a+b+c"; of a single
 *            family "a", "a+a" and so on
 *   auto     depth where the family has a dial, the length of a chain, and
 *            else its levels, then the highest level with more digits, then
 *            with all those digits and more steps
 */

enum ladder_over {
    OVER_AUTO,
    OVER_DEPTH,
    OVER_LEVELS,
    OVER_DIGITS,
    OVER_STEPS,
    OVER_CHAIN,
};

extern const char *const ladder_over_words[]; /* their names; NULL-ended */

struct rung {
    const struct family *family;
    int level;
    const struct json *knobs; /* object, or NULL */
    int64_t depth;            /* 0: it is not of a ladder over depth */
    const char *label;        /* "depth 24", "level 3, digits 1" */
};

struct ladder {
    const char *name;      /* of the family */
    enum ladder_over over; /* never OVER_AUTO */
    const struct rung *rungs;
    size_t n;
    size_t reach; /* the highest rung to be asked before one near it is
                     solved */
};

struct ladder_options {
    enum ladder_over over;
    size_t level; /* of the ladders over digits, steps and chain; 0: the highest
                     for digits and steps, the first for chains */
    uint64_t to;  /* the deepest depth; 0: eight times that of level 5 */
};

/* Makes the ladder of the family of that name. Fails with ERR_USAGE, and says
 * what to do, if there is no such family or it has no such ladder. */
MUST_USE bool ladder_make(struct arena *a, const char *name,
                          const struct ladder_options *o, struct ladder *out,
                          struct err *e);

/* Returns what a place between the rungs, from 0, means: the depth, or the
 * number of the rung, from 1. NaN outside of the ladder. */
double ladder_value(const struct ladder *l, double place);

/* Returns the place of a depth between the rungs, which must include it. */
double ladder_place(const struct ladder *l, int64_t depth);

/* Returns the place of a level, from 1, as the card states it; NaN if it is not
 * on the ladder. */
double ladder_level(const struct ladder *l, int level);

/* Returns the rung of any depth of a ladder over depth. */
struct rung ladder_depth_rung(struct arena *a, const struct ladder *l,
                              int64_t depth);

#endif
