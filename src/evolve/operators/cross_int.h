/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_CROSS_INT_H
#define EVOLVE_OPERATORS_CROSS_INT_H

#include "evolve/operators/operator.h"

/* Between crossover.c, cross_names.c, cross_story.c and cross_letter.c, and what other operators
 * use of them. */

/* Renames in `second` what has the same name in o->first. A linear structure
 * that gets other names loses what operators added about its things. Fails if
 * no names are left. */
bool cross_names(const struct operator_call *o, struct individual *second,
                 struct err *e);

/* Returns whether no thing of the part's linear structure stands in a line of
 * another part. */
bool cross_apart(const struct individual *s, size_t part);

/* Returns whether no given name of the part's sentences stands in those of
 * another part. */
bool cross_people_apart(struct arena *a, const struct individual *s,
                        size_t part);

/* Returns whether the part of s tells another story than each part of `in` (s
 * itself: than each other part) does: a row of a public set and its near copy,
 * with other numbers and names, are one. */
bool cross_stories_apart(struct arena *a, const struct individual *s,
                         size_t part, const struct individual *in);

/* Returns whether all crossovers of the chain keep their promise, and what is
 * useless in it is so still, for operators that replace a part's structure. */
bool cross_links_hold(struct arena *a, const struct individual *s);

/* Returns whether the capital letter stands in the text as a word of its
 * own. */
bool cross_uses_letter(const char *text, char letter);

/* Returns a letter for the new link, or NULL if none is left. Other links whose
 * letters are no longer different get new ones. */
const char *cross_letters(const struct operator_call *o, struct individual *s);

/* Sentences of noise name the quantities of a part as they are named in its
 * chain, and print their numbers. When parts are joined these sentences are
 * told again. For that, the names in both chains are kept before joining. */
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
