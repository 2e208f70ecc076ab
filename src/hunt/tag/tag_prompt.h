/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TAG_TAG_PROMPT_H
#define HUNT_TAG_TAG_PROMPT_H

#include "base/arena.h"
#include "hunt/outcomes.h"
#include "problem/concept.h"

#include <stddef.h>

/*
 * The prompts for tagging and for making a list of concepts. Every line of a
 * text from outside has "> " before it, so that none can pass for a line of the
 * prompt; each name stands on a line of its own.
 */

extern const char tag_prompt_system[];
extern const char make_prompt_system[];

/* Returns the names of a taxonomy, one a line, each once. */
const char *tag_prompt_list(struct arena *a, const struct taxonomy *t);

/* Returns the question: which names of the list does the text need? */
const char *tag_prompt_ask(struct arena *a, const char *list, const char *text,
                           size_t most);

/* Returns the further question after a reply with n names that are not on the
 * list; `unknown` is the first of them. */
const char *tag_prompt_again(struct arena *a, const char *unknown, size_t n);

/* Returns the question: which names do these examples need that the list lacks?
 * `kind` says how broad a concept is, `wanted` how many there should be in
 * all. */
const char *make_prompt_ask(struct arena *a, const char *const *names,
                            size_t n_names,
                            const struct example *const *examples, size_t n,
                            const char *kind, size_t wanted);

/* Returns the question for the same list with fewer names. */
const char *make_prompt_merge(struct arena *a, const char *const *names,
                              size_t n_names, const char *kind, size_t wanted);

#endif
