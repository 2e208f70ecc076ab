/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_NUMERAL_H
#define TEXT_NUMERAL_H

#include "base/str.h"
#include "text/lexicon.h"

#include <stdint.h>

/*
 * Numbers in prose, by the grammar of English numbers and no wider: "twelve",
 * "forty-two", "one hundred and five", "two million five hundred thousand", "a
 * hundred". A caller may allow more: "three quarters", "a dozen", "1,250.5".
 * Words stand one blank or one hyphen apart. "ten five", "zero million" and
 * "one hundred and two hundred" are two numbers each.
 *
 * Whether a word is meant as a number ("one" may be a pronoun, "second" a time)
 * is decided by the caller, which knows the sentence.
 */

/* What a caller allows besides whole numbers in words, and what a numeral used
 * of it. */
enum numeral_option {
    NUMERAL_PARTS = 1 << 0,    /* "half", "a third", "two and a half", "3/4" */
    NUMERAL_DOZENS = 1 << 1,   /* "a dozen", "half a dozen", "two dozen" */
    NUMERAL_SIGNS = 1 << 2,    /* "minus five", "negative two" */
    NUMERAL_BARE = 1 << 3,     /* "hundred" and, with _PARTS, "third" without a
                                  count; "2.5 million" with _DIGITS */
    NUMERAL_TIMES = 1 << 4,    /* "twice", "doubled", "pair", "decade" */
    NUMERAL_ORDINALS = 1 << 5, /* "third", "twenty-first", "3rd" */
    NUMERAL_DIGITS = 1 << 6,   /* "12", "2.5", ".5" */
    NUMERAL_COMMAS = 1 << 7,   /* "1,250" in groups of three */
    NUMERAL_BLANKS = 1 << 8,   /* "1 250" in groups of three */
};

struct numeral {
    int64_t over, under; /* its value in lowest terms, under > 0 */
    unsigned has;        /* the options that it made use of */
};

/* Find the longest number that begins at `at`; it ends with its last word or
 * digit. Returns its length in bytes, or 0 if there is none that is allowed and
 * fits into 64 bits. */
size_t numeral_at(struct span t, size_t at, unsigned allow,
                  struct numeral *out);

#define NUMERAL_WORDS 32 /* more words than any number here has */

/* The same for words that are separate already. Returns how many of them the
 * number takes. */
size_t numeral_words(const struct span *words, size_t n, unsigned allow,
                     struct numeral *out);

/* Could a number in words begin with this word? "a" does not count. */
bool numeral_begins(struct span word);

/* The same with what the lexicon has for the word (NULL: nothing). */
bool numeral_begins_as(struct span word, const struct lexeme *x);

/* Append 0 <= v < 10^15 in words: "two hundred forty-two". Returns false, and
 * appends nothing, if v is out of that range. */
bool numeral_write(struct str *out, int64_t v);

#endif
