/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_SLIPS_H
#define EVOLVE_STRUCTURE_SLIPS_H

#include "evolve/structure/structure.h"

/*
 * Wrong answers by the slips that solvers make: the computation of a structure
 * with one fault in it. At most one for each slip, all different, none the key,
 * and each one that a solver could believe.
 */

/* In files and reports. A hedged sentence's decoy that no slip leads to is a
 * "hint". */
#define SLIP_SIGN       "sign"
#define SLIP_SKIPPED    "step skipped"
#define SLIP_DOUBLED    "step doubled"
#define SLIP_CONVERSION "conversion forgotten"
#define SLIP_BASE       "wrong base"
#define SLIP_HINT       "hint"

#define STRUCTURE_SLIPS 5
struct slip {
    struct ratio value;
    const char *name;
};

struct slip_list {
    struct ratio key;
    double most;      /* a solver believes nothing beyond; 0: SLIP_FAR times the
                         key */
    struct slip *out; /* room for STRUCTURE_SLIPS */
    size_t n;
};

#define SLIP_FAR 20

/* Returns whether the list has a value for that slip. */
bool slip_has(const struct slip_list *l, const char *name);

/* Returns the name of the slip that leads to the value, or NULL. */
const char *slip_of(const struct slip *list, size_t n, struct ratio value);

/* Adds the value, if the slip has none yet and this one is new and could be
 * believed: whole where the key is, of its sign, and not far from it (after a
 * forgotten conversion: as far as that leads). */
void slip_add(struct slip_list *l, const char *name, struct ratio value);

/* Returns whether a quantity that is not asked has that value: who answers with
 * it took one for another. Decoys have other values, so that a wrong answer
 * tells which it was. */
bool slip_is_quantity(struct arena *a, const struct structure *b,
                      struct ratio value);

#endif
