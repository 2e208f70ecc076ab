/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_DOMAIN_H
#define HUNT_DOMAIN_H

#include "base/arena.h"
#include "base/json.h"

#include <stddef.h>

/*
 * What a hunt is about, in the words of its spec: prompts speak of "tickets
 * that a model was to put into the right department" where these are set, and
 * of problems that it was to solve where they are not.
 */
struct domain {
    const char *example;  /* what one is called; NULL: "problem" */
    const char *examples; /* several; NULL: the same and an "s" */
    const char *task;     /* what the model was to do with one; NULL: "solve" */
    const char *const *labels; /* the answers that there are; n_labels 0: they
                                  are no labels, or those of the benchmark */
    size_t n_labels;
    const struct json *prompts; /* what replaces prompts (hunt/prompt.h): name
                                   -> {system, user}; NULL: nothing */
};

/* Returns it with every word there. */
struct domain domain_words(struct arena *a, const struct domain *d);

/* Returns the text with a capital letter at its start. */
const char *domain_capital(struct arena *a, const char *text);

#endif
