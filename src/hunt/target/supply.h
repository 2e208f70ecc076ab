/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TARGET_SUPPLY_H
#define HUNT_TARGET_SUPPLY_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/hypothesis.h"
#include "problem/concept.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Fresh problems aimed at a claim, from the concept families: families whose
 * problems carry its concepts (of two concepts: families that carry both, and
 * pairs of one that carries the one and one that carries the other), in equal
 * shares; of a bound, problems of all families that lie beyond it. Knobs are
 * drawn as the probe draws them. Every problem given out has the claim hold of
 * it, by its own tags and factors.
 */

struct family;
struct leads; /* private to this folder */
struct map;

struct supply {
    struct arena *arena;
    const struct claim *claim;       /* in full names */
    const struct taxonomy *taxonomy; /* of the claim's names; may be NULL */
    const char
        *seed; /* of its problems, made from the caller's and the claim */
    const struct family **families; /* that serve: at most AIM_FAMILIES; of a
                                       bound alone all, and some pairs */
    size_t n_families;
    uint64_t next;       /* drawn so far: how the set goes on */
    struct map *given;   /* forms of what was given out; ends with the arena */
    struct leads *leads; /* families that can come first in a pair */
};

#define AIM_FAMILIES 24
#define AIM_CONCEPTS 16 /* most concepts of one claim */

/* Fails (ERR_DOMAIN) when no family serves: the message says which concept
 * none has. `t` is the taxonomy of the claim's names; NULL: a built-in one that
 * has them, or tags. Other claims and seeds share no problems. */
MUST_USE bool supply_open(struct arena *a, struct supply *m,
                          const struct claim *c, const struct taxonomy *t,
                          const char *seed, struct err *e);

/* The next n problems; those of 0..n-1 are the same however they are asked
 * for. `seen` is of canonical statements (base/map.h): problems in it are
 * passed over, new ones are added. May be NULL: no problem comes twice anyway.
 * Fails when none can be found any more. */
MUST_USE bool supply_more(struct arena *a, struct supply *m, size_t n,
                          struct map *seen, struct problem *out, struct err *e);

#endif
