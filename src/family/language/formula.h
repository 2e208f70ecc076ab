/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_FORMULA_H
#define FAMILY_LANGUAGE_FORMULA_H

#include "base/vec.h"
#include "family/language/marks.h"
#include "family/language/tree.h"

/*
 * Formulas: text to trees. A name must be defined before it is used, so that
 * names and types are resolved in the same pass, and no function can call
 * itself.
 *
 * formula_int.h has the tables of operators and loops. Besides these there are
 *
 *     f(x)   m[i]   m[i..j]   (a, b)   [a, b]   {a, b}   12   2.5   "text"
 *     [E for x in L where C]   {E for x in L}
 *     all i: C             i goes by the places of the first list that C
 *                          takes an item of by i
 *     x, y in L, M         both go on together; x in L, y in M: y in the inside
 *
 * All functions return NULL or false with the error in the script.
 */

#define FORMULA_DEPTH  60   /* formulas in formulas */
#define FORMULA_NAME   40   /* letters of a name */
#define FORMULA_DIGITS 1000 /* of a number that is written */

struct formulas {
    const struct script *script;
    struct formula_tokens m;
    struct vec scope; /* of struct symbol *, the innermost last */
    size_t n_slots;   /* of the frame */
    unsigned open;    /* brackets around */
    bool in_place;    /* between < and > in a text */
    unsigned depth;   /* of nested formulas */
};

/* Begin with text[at..end), and see that nothing is left. */
MUST_USE bool formula_begin(struct formulas *p, size_t at, size_t end);
MUST_USE bool formula_end(struct formulas *p, const char *what);

struct node *formula_read(struct formulas *p);

/* One side of a comparison, "a..b" too. */
struct node *formula_range(struct formulas *p);

/* "x in L, y in M where C", behind "for" or the name of a loop. The names stay
 * in scope. */
MUST_USE bool formula_clauses(struct formulas *p, struct loop *loop);

/* Take the sign or word, or fail. */
MUST_USE bool formula_take(struct formulas *p, const char *text);
/* Take a name that is no word of the language, or fail. */
MUST_USE bool formula_name(struct formulas *p, const char **name, size_t *at);

/* See that the formula may be of that type; `what` is "a number". */
MUST_USE bool formula_want(struct formulas *p, const struct node *x, type t,
                           const char *what);

struct node *node_new(struct formulas *p, enum op op, size_t at);
void node_add(struct formulas *p, struct node *x, struct node *kid);

/* ---- names ---- */

/* Returns the innermost symbol of that name, or NULL. */
struct symbol *scope_find(const struct formulas *p, const char *name);
/* Returns a new symbol with a slot, or NULL if the name is taken. */
struct symbol *scope_add(struct formulas *p, const char *name,
                         enum symbol_kind kind, size_t at);

#endif
