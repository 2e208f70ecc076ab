/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_SHIPPED_H
#define FAMILY_LANGUAGE_SHIPPED_H

#include "family/family.h"

/*
 * The families of assay that are files. Their texts are compiled in: every
 * src/family/.../NAME.family with an entry "name". A file is read when its card
 * is first asked for, on any thread, and stays for the life of the process. One
 * that does not read is a bug.
 */

extern const size_t n_shipped;

/* Returns the name of file i, below n_shipped; they are in alphabetical order. */
const char *shipped_name(size_t i);

/* Returns its card; it is always the same one. */
const struct family *shipped_card(size_t i);

#endif
