/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_THEME_H
#define FAMILY_LINEAR_THEME_H

#include <stddef.h>

/*
 * The themes of the variables of a system, each with at least fifteen things
 * that are measured in one unit, so that adding and comparing them makes sense.
 * A thing is a noun phrase that can follow "twice" or "the sum of": "the price
 * of the lamp". No phrase begins another phrase of any theme, none contains a
 * number or a relation word, and all of them are different.
 */

struct theme {
    const char *name; /* "prices" */
    const char *unit; /* "dollars" */
    const char *one;  /* its singular, "dollar" */
    const char
        *asked; /* "How many dollars is" -> "... the price of the lamp?" */
    const char *scene;         /* "at a second-hand shop": where it is set */
    const char *const *things; /* NULL-ended, 15 at least */
    size_t n_things;
};

extern const struct theme linear_themes[];
extern const size_t n_linear_themes; /* 20 at least */

const struct theme *theme_find(const char *name); /* NULL: none */

#endif
