/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_CROSS_INT_H
#define EVOLVE_OPERATORS_CROSS_INT_H

#include "evolve/operators/operator.h"

/* What crossover.c has from cross_names.c, cross_people.c, cross_letter.c
 * and cross_words.c, and others from it. */

/* Make the names of `second` other than those of o->first, where they are the
 * same. A linear body that gets other names loses what operators laid on its
 * things. */
bool cross_names(const struct operator_call *o, struct individual *second,
                 struct err *e);

/* Does no thing of the part's linear body stand in another part's lines? */
bool cross_apart(const struct individual *s, size_t part);

/* The lines that speak of people, of one part or (SIZE_MAX) of all; those of
 * bodies alone when `told`. */
const char *cross_people_text(struct arena *a, const struct individual *s,
                              size_t part, bool told);

/* Does no given name of the part's sentences stand in another part's? */
bool cross_people_apart(struct arena *a, const struct individual *s,
                        size_t part);

/* "She buys ...": behind another problem it would be somebody of that one. */
bool cross_opens_with_pronoun(const char *text);

/* Other names for people of the part's graph who stand in `text`; what is laid
 * on the part stays and calls them so too. */
bool cross_rename_people(const struct operator_call *o, struct individual *s,
                         size_t part, const char *text, struct err *e);

/* Do all crossovers of the chain keep their promise? For operators that give a
 * part another body. */
bool cross_links_hold(struct arena *a, const struct individual *s);

/* Does the capital letter stand in the text as a letter of its own? */
bool cross_uses_letter(const char *text, char letter);

/* A letter for the link that is not made yet; letters of other links that
 * stand twice now are changed. NULL: none is left. */
const char *cross_letters(const struct operator_call *o, struct individual *s);

/* Sentences of noise call the quantities of a part as they are called in its
 * chain, and print their numbers. When parts are joined they are told again:
 * how they were called in the two is kept before, and needed after. */
struct cross_words {
    struct cross_called {
        struct quantity q[STRUCTURE_QUANTITIES];
        size_t n;
    } * parts; /* of the first, then of the second */
};
void cross_words_open(struct arena *a, const struct individual *first,
                      const struct individual *second, struct cross_words *out);
void cross_words_again(struct arena *a, struct individual *s,
                       const struct cross_words *was);

#endif
