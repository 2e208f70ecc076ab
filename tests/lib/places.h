/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_PLACES_H
#define TESTS_LIB_PLACES_H

#include "family/generate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Properties over every level of every card in the table. A new family is
 * tested by being listed there.
 */

/* One level of one card: the state of every test. */
struct place {
    const struct family *family;
    int level;
    uint64_t count; /* problems to look at */
};

struct property {
    const char *name;
    void (*run)(void **state);               /* *state is a struct place */
    bool (*applies)(const struct place *at); /* NULL: to every level */
};

/* Runs all properties (ended by a NULL name) at every place whose family
 * `takes` accepts (NULL: all). count() returns how many problems to look at.
 * Returns what main() should return. */
int places_run(const char *group, const struct property *properties,
               bool (*takes)(const struct family *f),
               uint64_t (*count)(const struct family *f, size_t n_places));

/* Makes a problem; the test fails if that is not possible. */
void place_generate(struct arena *a, const struct place *at, const char *seed,
                    uint64_t index, const struct json *knobs,
                    struct problem *p);

#endif
