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
 * the sum of numerator and denominator. The number that enters is x or
 * x mod modulus, and `plus` is added to it.
 *
 * The capacity of a link of a pair is measured with fresh problems of the part
 * before (sample.h): their numbers are put through this very link. If equally
 * likely numbers repeated as often as those with which the next part is a
 * problem, there would be so many of them. It is a lower estimate by one
 * standard deviation, and at most LINK_MOST, |x| (the answers that are as small
 * as x or smaller) and the modulus. The link does not depend on x: what is added
 * leads to a window that is drawn without it. A link below LINK_LEAST is
 * refused. A link is large if its capacity is LINK_LARGE or more.
 *
 * In hard/chain, whose families are chosen for their large answers, nothing is
 * sampled. There the capacity is the least of |x|, the modulus, and the numbers
 * that the next part takes: an answer that is larger or smaller by s = 1, 10,
 * 100, 1000, 5000 must give a number within the limits of its place with which
 * the part is a problem; if s is the first for which neither does, they are
 * 2s - 1.
 */

#define LINK_LARGE 10000
#define LINK_LEAST 2
#define LINK_MOST  100000

struct link {
    int64_t modulus; /* 0: x itself is taken */
    int64_t plus;
};

/* Can answers of that kind give a number? */
bool link_takes(enum answer_kind kind);

/* Find the number x of a key. Returns false if this one gives none. */
bool link_number(enum answer_kind kind, const char *key, int64_t *x);

/* Find the number of another key, read as the words for `like` say: as a
 * fraction or not. Returns false if it gives none in this way. */
bool link_number_like(enum answer_kind kind, const char *like, const char *key,
                      int64_t *x);

int64_t link_apply(const struct link *l, int64_t x);

/* Returns the lesser of |x| and the modulus. */
int64_t link_capacity(const struct link *l, int64_t x);

/* Returns a link that takes x to `value`: something is added to x or, if x is
 * beyond a million, to a remainder of it. */
struct link link_to(struct rng *r, int64_t x, int64_t value);

/* "Let $N$ be the answer." and its like, for the answer that is `key`. */
void link_say(struct str *out, const struct link *l, enum answer_kind kind,
              const char *key, const char *letter);

/* The same as a step of the solution, with its numbers. */
void link_explain(struct str *out, const struct link *l, enum answer_kind kind,
                  const char *key, const char *letter);

#endif
