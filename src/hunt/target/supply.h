/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TARGET_SUPPLY_H
#define HUNT_TARGET_SUPPLY_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/hypothesis.h"
#include "hunt/target/range.h"
#include "problem/concept.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A supply of fresh problems of which a suspicion holds, from the concept
 * families. For concepts these are families whose problems carry them, in equal
 * shares; for two concepts also pairs of a family with the one and a family
 * with the other. For a bound they are problems of all families that lie beyond
 * it, and for concepts with a bound those of their families that do. Knobs are
 * drawn as the probe draws them, and lean to the bound where free draws miss it.
 * The suspicion is checked on every problem by its tags and factors.
 */

struct family;
struct leads; /* private to this folder */
struct map;

struct supply {
    struct arena *arena;
    const struct suspicion *suspicion; /* in full names */
    const struct taxonomy *taxonomy; /* of the suspicion's names; may be NULL */
    const struct draw_range *range;  /* NULL: everything */
    const char
        *seed; /* of its problems, made from the caller's and the suspicion */
    const struct family **families; /* those that serve the suspicion, at most
                                       SUPPLY_FAMILIES; for a bound alone all
                                       families and some pairs */
    size_t n_families;
    uint64_t next;       /* draws so far, from which the supply goes on */
    struct map *given;   /* canonical forms of the problems given out; freed
                            with the arena */
    struct leads *leads; /* families that can come first in a pair */
};

#define SUPPLY_FAMILIES 24
#define SUPPLY_CONCEPTS 16 /* most concepts of one suspicion */

/* Opens a supply. `t` is the taxonomy of the suspicion's names, or NULL for a
 * built-in one that has them, or tags. `range` (NULL: everything) is kept, and
 * must live as long as the supply. Supplies of other suspicions and seeds
 * share no problems. Fails (ERR_DOMAIN) if no family serves the suspicion; the
 * message says which concept no family has. */
MUST_USE bool supply_open(struct arena *a, struct supply *m,
                          const struct suspicion *c, const struct taxonomy *t,
                          const struct draw_range *range, const char *seed,
                          struct err *e);

/* Fills out with the next n problems; the sequence does not depend on how many
 * are asked for at once. `seen` (may be NULL) is a map of canonical statements:
 * problems in it are skipped, and new ones are added. No problem comes twice in
 * any case. Fails if no more can be found. */
MUST_USE bool supply_more(struct arena *a, struct supply *m, size_t n,
                          struct map *seen, struct problem *out, struct err *e);

#endif
