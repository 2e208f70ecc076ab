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

/* ---- tables, also for the reference ---- */

/* What binds stronger is computed first: in a + b * c the product. */
enum binding {
    BINDS_IF,
    BINDS_OR,
    BINDS_AND,
    BINDS_NOT,
    BINDS_COMPARISON,
    BINDS_RANGE,
    BINDS_SUM,
    BINDS_PRODUCT,
    BINDS_MINUS,
    BINDS_POWER
};

extern const struct formula_operator {
    const char *sign;
    enum op op;
    enum binding binds;
    const char *form, *doc;
} formula_operators[]; /* the strongest first */
extern const size_t n_formula_operators;

extern const struct formula_loop_rule {
    const char *name;
    enum loop_kind kind;
    type body, gives; /* gives ANY: as the body */
    const char *form, *doc;
} formula_loops[];
extern const size_t n_formula_loops;

/* Words that cannot be names, with spaces between. */
extern const char formula_words[];

/* ---- formula_loop.c ---- */

#define FORMULA_NO_LOOP SIZE_MAX

/* Returns the number of the loop that begins here, or FORMULA_NO_LOOP. */
size_t formula_loop_here(const struct formulas *p);
struct node *formula_loop(struct formulas *p, size_t which);

/* Items up to the closing bracket, which is taken. */
MUST_USE bool formula_items(struct formulas *p, struct node *x,
                            const char *close);
struct node *formula_listed(struct formulas *p, bool is_set);
struct node *formula_bracket(struct formulas *p);

#endif
