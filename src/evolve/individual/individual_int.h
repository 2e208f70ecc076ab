/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_INDIVIDUAL_INDIVIDUAL_INT_H
#define EVOLVE_INDIVIDUAL_INDIVIDUAL_INT_H

#include "evolve/individual/individual.h"

/* Between the files of individual.h. */

/* Returns the first line of that role in the part, or NULL if there is none. */
const struct individual_line *individual_line_of(const struct individual *s,
                                                 size_t part, enum role role);

bool role_lures(enum role r); /* to wrong answers: decoy, misleading */

/* Returns whether both texts are the same but for their numbers. */
bool individual_same_words(const char *x, const char *y);

/* Returns whether some part of x and some part of y have the same source. */
bool individual_kin(const struct individual *x, const struct individual *y);

/* The sentence of ROLE_LINK before a part. */
const char *individual_link(struct arena *a, const struct individual *s,
                            size_t part);

/* Fills in how a part is told now. */
void individual_saying(struct arena *a, const struct individual_part *p,
                       struct saying *out);

/* Returns the text that a line of a structure has unless it is polished. */
const char *individual_sentence(struct arena *a, const struct individual *s,
                                const struct individual_line *l,
                                const struct saying *said);

/* Returns the slip that leads to the value in the part's structure, or NULL. */
const char *individual_slip(struct arena *a, const struct individual *s,
                            size_t part, struct ratio value);

/* Notes that something is missing: the key is GAP_KEY. */
void individual_set_gap(struct individual_part *p, const struct gap *gap);

/* Finds again what follows from the decoys of each part in later ones. */
void individual_follow_again(struct arena *a, struct individual *s);

/* Returns what stands before the question of a part: "Question 1: ", "Final
 * question: ", or "" if there is only one part. */
const char *individual_prefix(struct arena *a, size_t part, size_t n_parts);

/* Makes a problem with its statement and keys alone. */
void individual_asked(struct arena *a, const struct individual *s,
                      struct problem *out);

/* Returns a question without its prefix. */
const char *individual_bare(const char *text);

/* Fills out with the answers of all parts as they are noted. */
void individual_answers(const struct individual *s,
                        struct ratio out[INDIVIDUAL_PARTS]);

/* Returns whether the key of every part but the last is a number. */
bool individual_is_chain(const struct individual *s);

/* Returns whether both hold for every term of the link of part k. */
bool individual_link_holds(struct arena *a, const struct individual *s,
                           size_t k);

#endif
