/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_READ_NUMERAL_H
#define MATH_READ_NUMERAL_H

#include "math/exact/ratio.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * English numbers in words, by the grammar of such numbers and no wider:
 * "twelve", "forty-two", "one hundred and five", "two million five hundred
 * thousand", "half", "a quarter", "three quarters", "two and a half", "a
 * dozen", "half a dozen", "minus five". Words stand one blank or one hyphen
 * apart. "ten five", "dozen", "quarter" and "the third" are none.
 *
 * Whether a word is meant as a number ("one" may be a pronoun) is for whoever
 * knows the sentence.
 */

/* The longest one at the beginning of text[0..n): the bytes taken, 0: none.
 * It ends where its last word does. */
size_t numeral_read(const char *text, size_t n, struct ratio *out);

#endif
