/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_EVOLVED_H
#define TESTS_LIB_EVOLVED_H

#include "evolve/operators/operator.h"

/*
 * Individuals of the three kinds of structures for tests of evolution: linear
 * ones are drawn, concept ones come from the families, graphs from word
 * problems written here.
 */

enum evolved_kind {
    EVOLVED_LINEAR,
    EVOLVED_CONCEPT,
    EVOLVED_GRAPH,
    EVOLVED_KINDS
};

const char *evolved_name(enum evolved_kind k);

/* Return an individual; the test fails if none can be made. */
struct individual evolved_new(struct arena *a, struct rng *r,
                              enum evolved_kind k);
struct individual evolved_any(struct arena *a, struct rng *r);

/* A linear one of that theme and size. */
struct individual evolved_linear(struct arena *a, struct rng *r,
                                 size_t variables, const struct theme *theme);

/* A word problem with that computation. */
struct individual evolved_row(struct arena *a, const char *id, const char *text,
                              const char *formula, const char *key);

/* How many word problems there are, and the i-th. */
size_t evolved_stories(void);
struct individual evolved_story(struct arena *a, size_t i);

/* Returns the problem of a concept family; the test fails if it cannot be
 * made. */
struct individual evolved_family(struct arena *a, const struct family *f,
                                 int level, uint64_t index);

/* Writes it, reads it again and checks it as `assay check` does. Returns NULL,
 * or what is wrong. */
const char *evolved_file_fault(struct arena *a, const struct individual *s);

/* Checks that all its steps keep their promise. Returns NULL, or what is
 * wrong. */
const char *evolved_fault(struct arena *a, const struct individual *s);

#endif
