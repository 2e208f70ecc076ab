/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_ENGINE_H
#define FAMILY_LANGUAGE_ENGINE_H

#include "family/family.h"
#include "family/language/file.h"

/*
 * A family file as a family: its card, whose recipe runs the file. Everything
 * that works on a recipe works on it: knobs, hidden numbers, pairs, splits,
 * checks of problems from files.
 */

/* Make the card of a file that was read, in its arena. The family's name is
 * that of the file's entry "name", or my/ and the name of the file. Fails if a
 * level has no problem. */
MUST_USE bool family_of_file(struct family_file *f, const struct family **out,
                             struct err *e);

/* Make the card of a family with translations, files that were read with the
 * same family: `card` itself if there are none. Fails if two are of one
 * language. */
MUST_USE bool family_translate(const struct family *card,
                               struct family_file *const *told, size_t n,
                               const struct family **out, struct err *e);

/* Returns the share of draws, 0 to 1, that the conditions of a level refuse, by
 * many draws; 0 for a family that is no file. */
double family_refused(const struct family *f, int level);

/* Returns the wrong answer of slip i (counted round and round) to a problem of
 * the file; NULL if it gives none, or the family has no slip. By chance it may
 * be the key. */
const char *family_slip(const struct family *f, struct arena *a,
                        const struct problem *p, size_t i);

/* Returns the file of a family, or NULL if it is none. */
const struct family_file *family_file_of(const struct family *f);

/* Add a knob behind those that the card has. */
void family_add_knob(struct family *card, struct knob knob);

#endif
