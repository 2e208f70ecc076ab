/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_THEME_H
#define FAMILY_LINEAR_THEME_H

#include <stddef.h>

/*
 * The themes of the variables of a system (themes.phrases), each with things
 * that are measured in one unit, so that adding and comparing them makes sense.
 * A thing is a noun phrase that can follow "twice" or "the sum of": "the price
 * of the lamp". No phrase begins another phrase of any theme, none contains a
 * number or a relation word, and all of them are different.
 */

#define THEME_THINGS  20 /* of each theme */
#define THEME_DETAILS 8  /* at most */

struct theme {
    const char *name; /* "prices" */
    const char *unit; /* "dollars" */
    const char *one;  /* its singular, "dollar" */
    const char
        *asked; /* "How many dollars is" -> "... the price of the lamp?" */
    const char *scene; /* "at a second-hand shop": where it is set */
    const char *things[THEME_THINGS + 1];   /* NULL-ended */
    const char *details[THEME_DETAILS + 1]; /* sentences about the scene,
                                               NULL-ended: what stands about
                                               and happens, none of a thing */
};

extern const struct theme linear_themes[];
extern const size_t n_linear_themes; /* 20 at least */

const struct theme *theme_find(const char *name); /* NULL: none */

/* Returns the place of the thing of that name, or THEME_THINGS if it is none of
 * the theme. */
size_t theme_thing(const struct theme *t, const char *name);

#endif
