/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_LETTER_H
#define GRADE_EXTRACT_LETTER_H

#include "base/arena.h"
#include "text/span.h"

/*
 * Letters of a multiple choice, where they stand by themselves or before their
 * text: "C", "(C) Cecile", "**B**". In prose "A" is also an article and "I" also
 * a pronoun.
 */

/* Can the letter be one of a choice? */
static inline bool is_choice(char c)
{
    return c >= 'A' && c <= 'J';
}

/* Behind what may stand around a letter: \textbf{(, **, Option. */
size_t letter_skip_dress(struct span t);

/* The letter of a choice that t begins with, "(C) Cecile"; 0: none. The other
 * one takes small letters where nothing else can be meant, "b)", "(b)". */
char choice_letter(struct span t);
char choice_letter_small(struct span t);
bool choice_several(struct span t); /* "C, D": t begins with more than one */
char choice_sole(struct span t);    /* and no other one stands in t */

/* The letters of which t is a list and nothing else, "A, C and D", "BD", a bit
 * for each from A on; 0: it is none (letters.c). */
unsigned letters_listed(struct span t);
/* The same of a list that t begins with and that nothing puts in doubt. */
unsigned letters_begin(struct span t);
/* Such a set as a text, "A, C". */
const char *letters_text(struct arena *a, unsigned set);

/* t behind the letter of its choice, "(B) 12": 12; t itself without one. */
struct span letter_rest(struct span t);

#endif
