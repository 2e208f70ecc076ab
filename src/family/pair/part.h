/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_PAIR_PART_H
#define FAMILY_PAIR_PART_H

#include "family/family.h"
#include "family/pair/link.h"
#include "family/recipe/values.h"

struct pair; /* family/pair/pair.h */

/*
 * One part of a chain: the values of its problem, its key, and how it depends
 * on the part before.
 */
struct part {
    const struct family *family;
    union values values;
    const char *key;

    /* From the second part on. */
    int64_t answer; /* the number that the part before gives */
    struct link link;
    struct slot slot; /* where it enters */
    int64_t capacity; /* of the link: link.h */
    /* With this number instead of `answer`, the key would be the other one. */
    int64_t other_answer;
    const char *other_key;
};

/* Does the part's own second road accept the key for its values? */
bool part_holds(struct arena *a, const struct part *t, const char *key);

/* May this number stand in the part's slot? */
bool part_admits(const struct part *t, int64_t number);

/* Does the other key of a part give the number `x`, which enters the next? */
bool part_passes_on(const struct part *t, int64_t *x);

/* Draw the parts of a chain. Fails if many tries find none. */
MUST_USE bool parts_draw(const struct pair *pair, struct arena *a,
                         struct draw *d, struct part *parts, struct err *e);

/*
 * {"parts": [{"family": "concept/crt", "params": {...}, "key": "23"},
 *            {"family": "concept/combinations", "params": {...}, "key": "1771",
 *             "slot": "n", "at": 0, "modulus": 0, "plus": 0, "capacity": 23,
 *             "other": {"answer": 24, "key": "2024"}}]}
 */
struct json *parts_write(struct arena *a, const struct part *parts, size_t n);

/* Read the parts, whose families are set. */
MUST_USE bool parts_read(struct arena *a, const struct json *params,
                         struct part *parts, size_t n, struct err *e);

#endif
