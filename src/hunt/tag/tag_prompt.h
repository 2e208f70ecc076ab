/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TAG_TAG_PROMPT_H
#define HUNT_TAG_TAG_PROMPT_H

#include "base/arena.h"
#include "hunt/outcomes.h"
#include "problem/concept.h"

#include <stddef.h>

/*
 * What a model is asked when it tags and when it makes a list of concepts.
 * Texts from outside are quoted, "> " before each of their lines, so that no
 * line of theirs can pass for one of ours; names stand on one line each.
 */

extern const char tag_prompt_system[];
extern const char make_prompt_system[];

/* The names of a taxonomy, one a line, each once. */
const char *tag_prompt_list(struct arena *a, const struct taxonomy *t);

/* Which names of that list does the text need? */
const char *tag_prompt_ask(struct arena *a, const char *list, const char *text,
                           size_t most);

/* The further turn when a reply had names that are not on the list: the first
 * of them, and how many there were. */
const char *tag_prompt_again(struct arena *a, const char *unknown, size_t n);

/* Which names do these examples need that the list lacks? `kind` says how
 * broad a concept is, `wanted` how many there are to be in all. */
const char *make_prompt_ask(struct arena *a, const char *const *names,
                            size_t n_names,
                            const struct example *const *examples, size_t n,
                            const char *kind, size_t wanted);

/* The same list with fewer names. */
const char *make_prompt_merge(struct arena *a, const char *const *names,
                              size_t n_names, const char *kind, size_t wanted);

#endif
