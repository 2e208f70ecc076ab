/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_TABLE_H
#define FAMILY_TABLE_H

#include "family/family.h"

#include <stddef.h>

/*
 * Every family, in alphabetical order of the names: those that are files
 * (language/shipped.h), and those that are C, a line each in table.c. Pairs of
 * families have cards too, made on demand: family/pair/pair.h.
 */

size_t family_count(void);

/* Returns the card of number i, below the count. The text file of the family is
 * read when its card is first asked for. */
const struct family *family_at(size_t i);

/* Returns the name of that family, and reads no file. */
const char *family_name_at(size_t i);

/* Returns the card of that name, or NULL if there is none (as of NULL). It may
 * be of a file of the user's own: family/language/catalogue.h. */
const struct family *family_find(const char *name);

/* Returns the card of that name, or NULL if there is none (as of NULL). If the
 * family is C, it is the card as its C file has it: for functions and knobs,
 * where the text beside it need not be read. */
const struct family *family_card(const char *name);

/* Returns the own judge of the family of that name, or NULL if there is no such
 * family or its answers are compared by value. Reads no text file, nor does
 * the next. */
const struct grade_own *family_judge(const char *name);

/* Returns the card if the family shows results by a document of its own, or
 * NULL. */
const struct family *family_shower(const char *name);

/* Two families that are no concept families and that other code uses. */
extern const struct family linear_card;
extern const struct family mathador;

#endif
