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

/* The test fails where none can be made. */
struct individual evolved_new(struct arena *a, struct rng *r,
                              enum evolved_kind k);
struct individual evolved_any(struct arena *a, struct rng *r);

/* A linear one of that theme and size. */
struct individual evolved_linear(struct arena *a, struct rng *r,
                                 size_t variables, const struct theme *theme);

/* How many word problems there are, and the i-th. */
size_t evolved_stories(void);
struct individual evolved_story(struct arena *a, size_t i);

/* The problem of a concept family; the test fails where it cannot be had. */
struct individual evolved_family(struct arena *a, const struct family *f,
                                 int level, uint64_t index);

/* Its file, read again: does it pass `assay check`? NULL, or what is wrong. */
const char *evolved_file_fault(struct arena *a, const struct individual *s);

/* Do all steps of it keep their promise? NULL, or what is wrong. */
const char *evolved_fault(struct arena *a, const struct individual *s);

#endif
