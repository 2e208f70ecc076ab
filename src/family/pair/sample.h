/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_PAIR_SAMPLE_H
#define FAMILY_PAIR_SAMPLE_H

#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct part; /* family/pair/part.h */

/*
 * What a reader knows of a part without solving it: how fresh problems of the
 * same family, level, knobs and kind come out.
 *
 * They are drawn as the part itself was, from a stream that depends on these
 * coordinates alone, not on the seed or the index. A sample is drawn when it is
 * first needed and kept as long as the process lives; any thread may ask.
 */

#define SAMPLE_MOST 600

struct fresh {
    const int64_t *x;
    size_t n;
    double spread; /* of all of them */
};

/* Returns the numbers that fresh problems of the part's kind give the next
 * part: at most SAMPLE_MOST, fewer of a rare kind. If the part's own number is
 * of five digits or more, all are; if not, none is. */
struct fresh sample_answers(const struct part *t, const struct json *knobs);

/* Returns the share of keys of the same form (part_same_form) among fresh
 * problems of the part's kind. */
double sample_form(const struct part *t, const struct json *knobs);

/*
 * Returns the chance with which a drawn last part is to be kept, by its key
 * alone. With a linked number some keys are too common: 1 is the greatest
 * common divisor of most numbers. They are thinned until none has more than
 * about a twelfth of the problems or, if that is more, the share that it has in
 * the family alone.
 */
double sample_chance(const struct part *t, const struct json *knobs);

/*
 * Returns how many equally likely numbers repeat as often as these n do: among
 * n draws of C equally likely numbers n(n - 1) / 2C pairs are alike. The number
 * of alike pairs is replaced by its upper limit of one standard deviation, so
 * that the result errs to the small side (Gehrels, "Confidence limits for small
 * numbers of events", Astrophysical Journal 303, 1986, eq. 7). There are at
 * least as many different numbers, and a guess is right with a probability of
 * at most 1 / sqrt(C).
 */
double sample_spread(const int64_t *x, size_t n);

/* The same of numbers that are counted already. */
double sample_spread_counted(const size_t *count, size_t n);

#endif
