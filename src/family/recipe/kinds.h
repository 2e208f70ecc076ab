/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_KINDS_H
#define FAMILY_RECIPE_KINDS_H

#include "family/recipe/pick.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A level that asks several kinds of questions, each with its own numbers.
 *
 * fill() makes the picks of one kind. All kinds of a level stand in one row,
 * one behind the other, so that the level can be counted and walked although
 * the kinds have different ranges; each kind is drawn in proportion to its
 * problems without further digits, so that no knob changes the kind.
 */

#define KINDS_MOST 8

typedef void kinds_fill(struct pick *k, int64_t kind, void *values);

/* Draw one of n kinds and its values. Returns the kind. */
int64_t kinds_draw(struct pick *k, const int64_t *kinds, size_t n,
                   kinds_fill *fill, void *values);

/* A predicate for wordings: is the value of one kind? */
#define KIND_IS(type, name, value)                \
 static bool name(const void *values)             \
 {                                                \
  return ((const type *)values)->kind == (value); \
 }

#endif
