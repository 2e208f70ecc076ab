/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_HEDGE_H
#define EVOLVE_OPERATORS_HEDGE_H

#include "evolve/structure/structure.h"

/*
 * Sentences that say nothing for certain about two quantities of a problem
 * that is no linear system: "Somebody guessed that the answer might be about
 * 4 more than the 16 eggs." Written and read back here.
 */

enum hedge_way { HEDGE_MORE, HEDGE_LESS, HEDGE_TIMES, HEDGE_WAYS };

struct hedge {
    size_t relation; /* below n_hedges */
    enum hedge_way way;
    int64_t number;
    size_t of, from; /* quantities: `of` is perhaps `number` more than `from` */
};

extern const size_t n_hedges;

const char *hedge_say(struct arena *a, const struct hedge *h,
                      const struct quantity *q);

/* Returns the equation that the sentence would be: "[A] = [B] + 4". */
const char *hedge_equation(struct arena *a, const struct hedge *h,
                           const struct quantity *q);

/* Reads the text back. Returns false unless all of it is such a sentence about
 * these quantities. */
bool hedge_read(const char *text, const struct quantity *q, size_t n,
                struct hedge *out);

/* Computes what `of` would be if the sentence were a fact. Returns false if it
 * has no value. */
bool hedge_value(const struct hedge *h, struct ratio from, struct ratio *out);

#endif
