/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_HARD_SENTENCE_H
#define FAMILY_HARD_SENTENCE_H

#include "base/str.h"
#include "family/recipe/form.h"

/*
 * Sentences of a statement whose kind changes from one to the next: rules of a
 * machine, steps of a construction. The form has each of them as a "step";
 * speak() gives its places by form_let() and adds it here.
 */

/* Append the form's step of that name to `text`, after a blank if there is
 * something before it. */
void sentence_add(struct speech *s, const char *name, struct str *text);

#endif
