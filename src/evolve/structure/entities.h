/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_ENTITIES_H
#define EVOLVE_STRUCTURE_ENTITIES_H

#include "base/json.h"
#include "base/rng.h"
#include "base/str.h"
#include "text/span.h"

/*
 * The people of a text, and a map to other names for them. One map serves a
 * whole part: its sentences, the lines that operators added, and the details in
 * its steps.
 */

#define ENTITIES  16 /* names of one map */
#define NAME_MOST 24 /* bytes of a name, and more */

struct entities {
    struct span old[ENTITIES]; /* in the text that they were found in */
    const char *new[ENTITIES]; /* their other names */
    size_t n;
};

/* Returns whether the word, which begins with a capital, is a given name. */
bool entities_given(struct span word);

/* Returns whether the name of a person stands in both texts. */
bool entities_shared(const char *x, const char *y, bool sure);

/* Returns whether one of the names, a blank between each two, stands in the
 * text. */
bool entities_stand(const char *names, const char *text);

/* Adds the given names of a text, which must outlive the map. If `among` is not
 * NULL, only names that stand there too are added. */
void entities_collect(struct entities *m, const char *text, const char *among);

/* Takes out the names that must stay as they are, since the text has them in
 * other words too: hyphenated, small, behind a title, or misspelt. */
void entities_drop(struct entities *m, const char *text);

/* Returns whether the text may call one person by two names: one is near the
 * other ("Martha", "Marta"), or takes the place of one in a list ("Pierre, Paul
 * and Jacques", then "Peter"). With other names they would be two people. */
bool entities_vary(const char *text);

/* Draws other names, which do not stand in `taken`. Returns false if no name
 * changes. */
bool entities_rename(struct arena *a, struct entities *m, struct rng *r,
                     const char *taken);

/* Returns the text with the other names. */
const char *entities_renamed(struct arena *a, const struct entities *m,
                             struct span text);

#endif
