/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_WORDS_H
#define GRADE_EXTRACT_WORDS_H

#include "text/numeral.h"
#include "text/span.h"

/* What sentences say in words, as mathematics or as an answer of words. */

struct extract;

/* The number in words at `at`, "twenty-one", "three quarters": where it ends;
 * 0: there is none. */
size_t words_number(struct span t, size_t at, struct numeral *out);

/* What a sentence without digits says: a number, "no solution", a name. Behind
 * a value, `later`, a mere "yes" says nothing. */
bool words_find(const struct extract *x, struct span sentence, bool later,
                struct span *out);

/* What a sentence says by itself, "there is no solution". */
bool statement_find(struct span sentence, struct span *out);

/* What a sentence says as a whole, so that nothing in it makes it another
 * answer: "The limit does not exist", "It cannot be determined from the given
 * information". `bare`: it names no subject of its own. */
bool statement_whole(struct span sentence, bool bare, struct span *out);

/* The words of a sentence in bold, "an **obtuse** triangle", if it has such
 * once and denies nothing. */
bool words_bold(struct span sentence, struct span *out);

/* The sentence with its numbers in digits. */
struct span words_as_digits(const struct extract *x, struct span sentence);

/* ---- relations and times in words ---- */

/* "x is at least 3", "the ratio is 3 to 4", "x if x > 0 and 0 otherwise",
 * written as mathematics. */
bool relation_find(const struct extract *x, struct span sentence,
                   struct span *out);

/* t as a ratio, "3 to 4", and nothing else. */
bool proportion_read(const struct extract *x, struct span t, struct span *out);

/* The time of day that a sentence names in words, "half past seven", where the
 * key is a time, as "7:30". */
bool clock_find(const struct extract *x, struct span t, struct span *out);

#endif
