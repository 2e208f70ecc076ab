/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TAG_TAGGER_H
#define HUNT_TAG_TAGGER_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "hunt/domain.h"
#include "hunt/outcomes.h"
#include "problem/concept.h"
#include "run/question/question.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Tags by a model: for each text, which names of a list apply. Only names of
 * the list count. A reply with other names is asked for again with the reason;
 * names that are unknown in the second reply, too, are left out and counted.
 */

#define TAG_TURNS 2 /* questions for one text at most */

struct tagging {
    uint64_t texts;   /* tagged */
    uint64_t again;   /* replies that had to be asked again */
    uint64_t unknown; /* names left out in the end */
    uint64_t silent;  /* texts that have no names: no answer, or none applies */
};

/* Tags the examples, which are of a domain, with the names of a taxonomy. *out has every name of it,
 * also those that no example carries. `most` is the most names for one text (0:
 * 4). Fails as question_ask() does. */
MUST_USE bool tag_examples(struct arena *a, struct questioner *c,
                           const struct domain *d, const struct outcomes *s,
                           const struct taxonomy *t, size_t most,
                           struct vocabulary *out, struct tagging *counts,
                           struct err *e);

/*
 * Reads the names in a reply and returns how many are known. They stand one a
 * line, or separated by commas or semicolons, with or without numbers, bullets,
 * quotes and brackets, or are a JSON array; if there is a "Tags:" or
 * "Concepts:", after the last one. A name that contains a comma ("Quadratic
 * solving: factoring, ...") is found whole. *names are full names without
 * repeats; *unknown is the first of *n_unknown unknown names, or NULL. "none"
 * is no name.
 */
size_t tag_read(struct arena *a, const struct taxonomy *t, const char *reply,
                const char ***names, const char **unknown, size_t *n_unknown);

/*
 * The prompts for tagging and for making a list of concepts, in the words of a
 * domain (domain_words()). Every line of a
 * text from outside has "> " before it, so that none can pass for a line of the
 * prompt; each name stands on a line of its own.
 */

const char *tag_prompt_system(struct arena *a, const struct domain *d);
const char *make_prompt_system(struct arena *a, const struct domain *d);

/* Returns the names of a taxonomy, one a line, each once. */
const char *tag_prompt_list(struct arena *a, const struct taxonomy *t);

/* Returns the question: which names of the list does the text need? */
const char *tag_prompt_ask(struct arena *a, const struct domain *d,
                           const char *list, const char *text, size_t most);

/* Returns the further question after a reply with n names that are not on the
 * list; `unknown` is the first of them. */
const char *tag_prompt_again(struct arena *a, const struct domain *d,
                             const char *unknown, size_t n);

/* Returns the question: which names do these examples need that the list lacks?
 * `kind` says how broad a concept is, `wanted` how many there should be in
 * all. */
const char *make_prompt_ask(struct arena *a, const struct domain *d,
                            const char *const *names, size_t n_names,
                            const struct example *const *examples, size_t n,
                            const char *kind, size_t wanted);

/* Returns the question for the same list with fewer names. */
const char *make_prompt_merge(struct arena *a, const struct domain *d,
                              const char *const *names, size_t n_names,
                              const char *kind, size_t wanted);

/* ---- pieces of what a model writes: nothing is trusted ---- */

/* Returns a reply without the model's thinking; empty if the thinking never
 * ends. */
struct span tag_answer(const char *reply);

/* Removes a bullet ("-", "*", a sign of Unicode) or a number ("2.", "(2)") from
 * the start. Returns false if there is none. */
bool tag_bullet(struct span *s);

/* Returns the text without white space, quotes, emphasis and brackets at both
 * ends and without punctuation at its end. Round brackets belong to names and
 * stay. */
struct span tag_strip(struct span s);

/* Appends the text as one line: control characters, line ends of every kind and
 * runs of white space become a blank, and bytes that are no UTF-8 become
 * U+FFFD. It is cut after `most` bytes, with " ..." (0: never). */
void tag_add_flat(struct str *out, struct span s, size_t most);

#endif
