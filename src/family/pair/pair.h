/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_PAIR_PAIR_H
#define FAMILY_PAIR_PAIR_H

#include "base/arena.h"
#include "base/err.h"
#include "family/family.h"

/*
 * One problem out of two or three families: the answer of the first enters the
 * second as one of its numbers, and so on. "concept/crt+concept/combinations"
 * is the name of such a family; it has a card like any other, made on demand.
 *
 * The number is the answer itself, or, where that would not suit the second
 * problem, the remainder of a division of it and something added. An answer
 * that is a fraction gives the sum of its numerator and denominator, a set of
 * integers the sum of them. That the second problem truly needs the first is
 * proved, not hoped for: `make` finds another first answer under which the
 * key of the second is another one, and `check` verifies by the second
 * family's own second road that this other key holds there and that ours does
 * not.
 */

#define PAIR_PARTS 3

struct pair {
    const struct family *parts[PAIR_PARTS];
    size_t n;
};

/* Returns the card of that name: one of the table, or a pair's, in the arena,
 * or NULL if there is none, with the reason in *e. */
const struct family *family_named(struct arena *a, const char *name,
                                  struct err *e);

/* ---- the functions of a pair's card ---- */

bool pair_make(const struct family *f, struct arena *a, struct draw *d,
               struct problem *p, struct err *e);
bool pair_check(const struct family *f, struct arena *a,
                const struct problem *p, enum truth *holds,
                struct check_finding *found, struct err *e);

#endif
