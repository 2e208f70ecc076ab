/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_TABLE_H
#define FAMILY_TABLE_H

#include "problem/family.h"

#include <stddef.h>

/*
 * Every family there is, in alphabetical order of the names. A new one is a
 * line here and a line in table.c.
 */

extern const struct family concept_crt;
extern const struct family concept_quadratic_roots;
extern const struct family mathador;

extern const struct family *const families[];
extern const size_t n_families;

/* The card of that name, NULL when there is none. */
const struct family *family_find(const char *name);

#endif
