/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_PAIR_PAIR_H
#define FAMILY_PAIR_PAIR_H

#include "base/arena.h"
#include "base/err.h"
#include "family/family.h"

/*
 * One problem out of two to ten families: the answer of the first enters the
 * second as one of its numbers, and so on. "concept/crt+concept/combinations"
 * is the name of such a family; it has a card like any other, made on demand.
 *
 * The number is the answer itself, or a remainder of it, or one of these with
 * something added: link.h. It takes LINK_LARGE values or more wherever the first
 * family gives so many and the second has a place for them; for that, a number of the second
 * problem (and of the first, whose answer must be as large) may be larger than
 * its level has it. How many it takes stands in the parameters.
 *
 * That the last problem truly needs all before it is proved, not hoped for.
 * `make` finds another answer of the first part, under which the key of the
 * second is another one, which gives another number to the third, and so on to
 * the end; `check` verifies by each family's own second road that these other
 * keys hold there and that ours do not. In a pair of the table's families the
 * way may begin anew at any part, if no other answer is found that goes
 * through; hard/chain has none such.
 */

/* Raise it when any byte of any pair changes for another reason than a part's
 * version, which raises it too; and that of hard/chain. */
#define PAIR_VERSION 3

#define PAIR_PARTS 10 /* of a chain that is named; hard/chain has more */

struct pair {
    const struct family *const *parts;
    const int *levels; /* of each part; NULL: the level of the problem */
    size_t n;
    /* Every link and the last answer are large, and the other answers follow
     * from one another to the end; other draws are refused. */
    bool strict;
};

/* Returns the card of that name: one of the table, or a pair's, in the arena,
 * or NULL if there is none, with the reason in *e. */
const struct family *family_named(struct arena *a, const char *name,
                                  struct err *e);

/* ---- any chain ---- */

/* Fill statement, key, solution and params. */
MUST_USE bool chain_make(const struct pair *pair, struct arena *a,
                         struct draw *d, struct problem *p, struct err *e);

/* Is the key right? Fails if params are malformed. */
MUST_USE bool chain_check(const struct pair *pair, struct arena *a,
                          const struct problem *p, enum truth *holds,
                          struct check_finding *found, struct err *e);

/* ---- the functions of a pair's card ---- */

bool pair_make(const struct family *f, struct arena *a, struct draw *d,
               struct problem *p, struct err *e);
bool pair_check(const struct family *f, struct arena *a,
                const struct problem *p, enum truth *holds,
                struct check_finding *found, struct err *e);

#endif
