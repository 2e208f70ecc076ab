/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_HEDGE_H
#define EVOLVE_OPERATORS_HEDGE_H

#include "evolve/structure/structure.h"

/*
 * Sentences that say nothing for certain about quantities of a problem that is
 * no linear system. The asked one is perhaps so much more or less than, or
 * times, another, or a number: "Somebody guessed that the answer might be about
 * 4 more than the 16 eggs." A printed one is perhaps another number: "Rumour
 * has it that the 16 eggs may in fact be 19, though nobody has checked."
 * Written and read back here.
 */

enum hedge_way { HEDGE_MORE, HEDGE_LESS, HEDGE_TIMES, HEDGE_IS, HEDGE_WAYS };

struct hedge {
    size_t relation; /* below hedge_wordings() */
    enum hedge_way way;
    int64_t number;
    bool commas;     /* "1,200", not "1200" */
    size_t of, from; /* quantities: `of` is perhaps `number` more than `from`;
                        HEDGE_IS: `from` is `of` */
};

/* Returns how many wordings there are for such a sentence about the quantity. */
size_t hedge_wordings(const struct quantity *of);

const char *hedge_say(struct arena *a, const struct hedge *h,
                      const struct quantity *q);

/* Returns the equation that the sentence would be: "[A] = [B] + 4", "[A] =
 * 4". */
const char *hedge_equation(struct arena *a, const struct hedge *h,
                           const struct quantity *q);

/* Returns whether the text has a number of thousands with a comma. */
bool hedge_has_commas(const char *text);

/* Reads the text back. Returns false unless all of it is such a sentence about
 * these quantities. */
bool hedge_read(const char *text, const struct quantity *q, size_t n,
                struct hedge *out);

/* Computes what `of` would be if the sentence were a fact. Returns false if it
 * has no value. */
bool hedge_value(const struct hedge *h, struct ratio from, struct ratio *out);

#endif
