/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_TABLE_H
#define FAMILY_TABLE_H

#include "family/family.h"

#include <stddef.h>

/*
 * Every family there is, in alphabetical order of the names. A new one is a
 * line in table.c: nothing else is compiled again. Pairs of families have cards
 * too, made on demand: family/pair/pair.h.
 */

extern const size_t n_families;

/* The card of number i, below n_families. What a text file says about the
 * family is read when it is first asked for. */
const struct family *family_at(size_t i);

/* The card of that name, NULL when there is none. */
const struct family *family_find(const char *name);

/* The own judge of the family of that name. Returns NULL if there is no such
 * family or its answers are compared by value. */
const struct grade_own *family_judge(const char *name);

/* Two that are no concept families and that other code goes by. */
extern const struct family linear_card;
extern const struct family mathador;

#endif
