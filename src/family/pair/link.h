/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_PAIR_LINK_H
#define FAMILY_PAIR_LINK_H

#include "base/arena.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/str.h"
#include "problem/answer.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * How the answer of one part becomes a number of the next.
 *
 * An answer gives a number x: an integer itself, a fraction the sum of its
 * numerator and denominator; a set, list, tuple or matrix the sum of its
 * numbers, a polynomial in x its value at 1, and if that is a fraction, again
 * the sum of numerator and denominator. The number that enters is x, or
 * (x mod modulus) + plus.
 */

struct link {
    int64_t modulus; /* 0: x itself */
    int64_t plus;
};

/* Can answers of that kind give a number? */
bool link_takes(enum answer_kind kind);

/* Find the number x of a key. Returns false if this one gives none. */
bool link_number(enum answer_kind kind, const char *key, int64_t *x);

int64_t link_apply(const struct link *l, int64_t x);

/* Returns a link that takes x to `value`. */
struct link link_to(struct rng *r, int64_t x, int64_t value);

/* "Let $N$ be the answer." and its like, for the answer that is `key`. */
void link_say(struct str *out, const struct link *l, enum answer_kind kind,
              const char *key, const char *letter);

/* The same as a step of the solution, with its numbers. */
void link_explain(struct str *out, const struct link *l, enum answer_kind kind,
                  const char *key, const char *letter);

#endif
