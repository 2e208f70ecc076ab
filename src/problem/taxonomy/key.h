/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_TAXONOMY_KEY_H
#define PROBLEM_TAXONOMY_KEY_H

#include "base/str.h"

#include <stddef.h>

/*
 * Keys: what two spellings of one concept have in common. A key is the words of
 * a name except "and", with ASCII letters in lower case and nothing between
 * them. Names are equal if their keys are. A name without letters and digits
 * has the empty key, which stands for no concept.
 */

/* Set *key to the key of name[0..n). Bytes that are not UTF-8 are kept. */
void concept_key(struct str *key, const char *name, size_t n);

/* Returns the length of a name's head: the part before its first ':' or '(', or
 * all of it if there is neither. */
size_t concept_head(const char *name);

#endif
