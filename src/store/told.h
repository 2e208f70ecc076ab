/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_TOLD_H
#define STORE_TOLD_H

#include "base/arena.h"
#include "base/str.h"

/*
 * Commands that are told to a person, "assay report r1": they must work as they
 * stand, whatever store the person named.
 */

/* Returns the store that a command takes when none is named: $ASSAY_STORE, else
 * assay.db. */
const char *store_usual(void);

/* Returns what a told command needs to find the store of that path: "", or
 * " --store 'my runs.db'", quoted for a shell, in the arena. NULL: none was
 * named. */
const char *store_told(struct arena *a, const char *path);

/* Append a word as a shell reads it. */
void told_word(struct str *out, const char *s);

#endif
