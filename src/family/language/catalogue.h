/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_CATALOGUE_H
#define FAMILY_LANGUAGE_CATALOGUE_H

#include "base/err.h"
#include "base/vec.h"
#include "family/family.h"

/*
 * Families of the user's own: files that were named, and those of the folders
 * in $ASSAY_FAMILIES (with colons between), which are read when a name is asked
 * for that no other family has. They stay for the life of the process. A file
 * has its family's name in "name: group/word"; without it, it is my/ and the
 * name of the file.
 */

/* Is the word a path: a file "....family", or a folder that is there? */
bool catalogue_is_path(const char *word);

/* Returns the path of the family of a translation, "x.family" of
 * "x.de.family", or NULL if the path is of none. */
const char *catalogue_family_of(struct arena *a, const char *path);

/* Add the paths (const char *) of a file, or of all files "*.family" of a
 * folder, in the order of their names. Fails if the folder has none. */
MUST_USE bool catalogue_paths(struct arena *a, const char *word,
                              struct vec *out, struct err *e);

/* Read a file, or all files "*.family" of a folder, and add their cards to
 * `out`, a vec of const struct family *. A file that was read before is read
 * again only if it has changed. Fails on a file that is no family, on two files
 * with one name, and on an empty folder. */
MUST_USE bool catalogue_add(const char *path, struct vec *out, struct err *e);

/* Returns the family of that name, or NULL if there is none. If a file of
 * $ASSAY_FAMILIES cannot be read, e->code is set: it may be that one. */
const struct family *catalogue_find(const char *name, struct err *e);

/* Add all families of $ASSAY_FAMILIES to `out`. */
MUST_USE bool catalogue_all(struct vec *out, struct err *e);

#endif
