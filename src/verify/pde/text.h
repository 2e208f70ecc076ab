/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_PDE_TEXT_H
#define VERIFY_PDE_TEXT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The text of differential equations, made ready for the reader of formulas:
 * spacing and sizes go, statements are cut apart, and every notation for a
 * derivative that the reader does not know, as \partial_x^2 u, (u^2)_{xx},
 * \nabla^2 u, becomes the one that it knows, \frac{\partial^2}{\partial x^2}.
 */

#define PDE_VARIABLES 6

/* The variables of an equation, canonical. */
struct pde_variables {
    const char *names[PDE_VARIABLES];
    size_t n;
    size_t time; /* index of t, or n if there is none */
    /* Radial symmetry: \nabla^2 is that of this many dimensions in the first
     * variable; 0: the variables other than time are Cartesian. */
    unsigned radial;
};

/* Returns the text without spacing, sizes and dollar signs; \text{...} leaves
 * its words. */
char *pde_clean(struct arena *a, const char *text);

/* Cut a clean text at commas, semicolons, \quad and the words "and", "with",
 * "where" that stand outside of brackets. Returns the number of parts. */
size_t pde_split(struct arena *a, const char *text, const char *const **parts);

/* Returns the statement with derivatives as the reader knows them; u(x,t) of
 * all the variables becomes u. */
char *pde_rewrite(struct arena *a, const char *text,
                  const struct pde_variables *v);

/* Returns how many bytes the letter or Greek name at s has, with its canonical
 * name; 0 if there is none. */
size_t pde_name_at(struct arena *a, const char *s, const char **name);

/* Read an index of variables alone, "_x" or "_{xxt}", at s. Returns its bytes,
 * 0 if it is none; fills in the order in each variable. */
size_t pde_index_at(struct arena *a, const char *s,
                    const struct pde_variables *v, unsigned *orders);

/* Returns how many bytes the control word at the "\\" s has; 1: the backslash. */
size_t pde_word_length(const char *s);

/* Returns the text behind the bracket that opens at s, or NULL if it is not
 * closed. */
const char *pde_group_end(const char *s);

/* Returns which variable has this name, or v->n. */
size_t pde_variable(const struct pde_variables *v, const char *name);

#endif
