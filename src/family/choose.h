/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_CHOOSE_H
#define FAMILY_CHOOSE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "family/family.h"

#include <stdbool.h>

/*
 * Families as people name them, on a command line or in a spec: names with
 * commas between, each of them
 *
 *   concept/crt        a family
 *   crt                the one family of that name, in whatever folder
 *   crt+combinations   a pair or chain of such names
 *   tow*, hard/t*      a pattern: all that fit it, by name or whole name
 *   concept/all, all   the same as a star there
 *   ./slopes.family    a family file; folder/: all of a folder
 *
 * Files have whole names: family_named() of family/pair/pair.h finds those.
 */

struct chosen {
    const struct family *family;
    bool among; /* chosen by a pattern, and not by its name */
};

/* Adds the families of a list to *out, a vec of struct chosen. A family that a
 * pattern gives again is taken once. Fails if a name stands for no family or
 * for several, and says which are near; and if a name comes twice. */
MUST_USE bool families_choose(struct arena *a, const char *list,
                              struct vec *out, struct err *e);

/* Returns whether the word can only mean families: a pattern, or a name of
 * one. */
bool families_is_list(const char *list);

#endif
