/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_FORMULA_INT_H
#define FAMILY_LANGUAGE_FORMULA_INT_H

#include "family/language/formula.h"

struct node *formula_node(struct formulas *p, enum op op, size_t at, type t,
                          struct node *a, struct node *b);
struct node *formula_literal(struct formulas *p, size_t at, struct val value,
                             type t);

/* Take the sign or word if it is there; *ok is false after an error. */
bool formula_took(struct formulas *p, const char *text, bool *ok);

/* The type of a value that is one of two. */
type formula_joined(type a, type b);

/* ---- formula_loop.c ---- */

#define FORMULA_NO_LOOP SIZE_MAX

/* Returns the number of the loop that begins here, or FORMULA_NO_LOOP. */
size_t formula_loop_here(const struct formulas *p);
struct node *formula_loop(struct formulas *p, size_t which);
struct node *formula_fold(struct formulas *p);

/* Items up to the closing bracket, which is taken. */
MUST_USE bool formula_items(struct formulas *p, struct node *x,
                            const char *close);
struct node *formula_listed(struct formulas *p, bool is_set);
struct node *formula_bracket(struct formulas *p);

#endif
