/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_ENTITIES_H
#define EVOLVE_STRUCTURE_ENTITIES_H

#include "base/json.h"
#include "base/rng.h"
#include "base/str.h"
#include "text/span.h"

/*
 * The people of a text, and a map to other names for them. One map serves all
 * that is told of a part: its sentences, what operators laid on them, and what
 * they noted.
 */

#define ENTITIES  16 /* names of one map */
#define NAME_MOST 24 /* bytes of a name, and more */

struct entities {
    struct span old[ENTITIES]; /* in the text that they were found in */
    const char *new[ENTITIES]; /* their other names */
    size_t n;
};

/* Is the word at `at` the name of somebody? With `sure` a given name alone;
 * else also a word that no list knows, where it is capital within a sentence:
 * places as well, which are better told apart too. */
bool entity_is_person(struct span text, size_t at, bool sure);

/* Does the word stand in the text as it is? */
bool entity_stands_in(struct span text, struct span name);

/* Does a name of somebody stand in both texts? */
bool entities_shared(const char *x, const char *y, bool sure);

/* Add the given names of a text, which must outlive the map; only those that
 * stand in `among` too, if it is not NULL. */
void entities_collect(struct entities *m, const char *text, const char *among);

/* Draw other names, which do not stand in `taken`. Returns false if no name
 * changes. */
bool entities_rename(struct arena *a, struct entities *m, struct rng *r,
                     const char *taken);

/* The text with the other names. */
const char *entities_told(struct arena *a, const struct entities *m,
                          struct span text);

/* The same for all strings of a value but those of members called "was". */
struct json *entities_told_json(struct arena *a, const struct entities *m,
                                const struct json *v);

#endif
