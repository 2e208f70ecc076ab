/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_CANONICAL_GIVEN_NAMES_H
#define PROBLEM_CANONICAL_GIVEN_NAMES_H

#include <stddef.h>

/*
 * Given names of people, of many countries, in lower case and without
 * accents. Those that are also something else say so, since the word alone
 * does not tell a person then.
 */

enum given {
    GIVEN_NONE,
    GIVEN_SURE,  /* a name and hardly anything else: Anna */
    GIVEN_WORD,  /* a word too, which begins sentences: Will, Mark */
    GIVEN_DOUBT, /* a place, a month, a card, a theorem's author too: Paris */
};

/* What kind of name s[0..n), in lower case, is. */
enum given given_name_find(const char *s, size_t n);

/* The i-th name of a kind, NULL past the end. */
const char *given_name_at(enum given kind, size_t i);

#endif
