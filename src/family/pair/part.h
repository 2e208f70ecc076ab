/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_PAIR_PART_H
#define FAMILY_PAIR_PART_H

#include "family/family.h"
#include "family/pair/link.h"
#include "family/recipe/values.h"

struct pair;  /* family/pair/pair.h */
struct fresh; /* family/pair/sample.h */

/*
 * One part of a chain: the values of its problem, its key, and how it depends
 * on the part before.
 */
struct part {
    const struct family *family;
    union values values;
    const char *key;
    int level, digits; /* it was drawn at, and with: the knob "digits" */

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

/* ---- drawing one part ---- */

#define PART_LEAST (LINK_LARGE / 10) /* of a number that is made large */
#define PART_MOST  (3 * LINK_LARGE)

/* Draw values at the draw's level, with the knob "digits" at this value; the
 * key is NULL if they make no problem. */
MUST_USE bool part_draw(struct arena *a, struct draw *d, int digits,
                        struct part *t, struct err *e);

/* Put a number into the slot, if the key stays of the form of `drawn`. */
bool part_put(struct arena *a, struct part *t, const char *drawn,
              int64_t number);

/* Are two keys the same but for their digits and signs? Integers stay integers
 * then, and surds surds: the level keeps what it promises. */
bool part_same_form(const char *x, const char *y);
bool part_form_skips(char c); /* a digit or a sign */

/* Make one number large if the answer is small. */
void part_widen(struct arena *a, struct rng *r, struct part *t);

/* Make one number large, as a link does, if any can be. */
void part_enlarge(struct arena *a, struct rng *r, struct part *t);

/* Returns the spread of the numbers that a link makes of a sample; it does not
 * depend on `plus`. */
double link_spread(const struct link *l, const struct fresh *before);

/* Returns the capacity of the link to the part, link.h, by the numbers that
 * fresh problems of the part before give, and their spread behind the link; or a
 * number smaller than `least`, if it is smaller than that. Sets other_answer to one
 * of them that gives another key, or to the answer if none of those tried does. */
int64_t part_capacity(struct arena *a, struct part *t,
                      const struct fresh *before, double spread,
                      const struct json *knobs, int64_t least);

/* Returns the capacity of a link of hard/chain, link.h. */
int64_t part_room(struct arena *a, struct part *t);

/* ---- chains ---- */

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
