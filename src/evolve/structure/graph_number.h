/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_GRAPH_NUMBER_H
#define EVOLVE_STRUCTURE_GRAPH_NUMBER_H

#include "base/str.h"
#include "math/exact/ratio.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The numbers of a text. The scanner finds out how a number is printed from the
 * sentence alone, so that a file cannot contradict its text.
 */

enum number_form {
    NUMBER_DIGITS, /* 12, 1,200, 2.50, and the two parts of 3/4 */
    NUMBER_WORD,   /* twenty-five */
    NUMBER_SET,    /* may not change: half, twice, dozen, 3rd, 5:30, 1 1/2 */
};

enum number_part { PART_NONE, PART_ABOVE, PART_BELOW }; /* of 3/4 */

struct number {
    size_t at, n;       /* bytes of the text */
    struct ratio value; /* as printed: 150 for "150%" */
    enum number_form form;
    enum number_part part; /* the one below stands next in the list */
    bool percent, commas, dollar, capital;
    char article;        /* before it: 'a', 'n' for "an"; else 0 */
    bool times;          /* NUMBER_SET that multiplies: twice, dozen, pair */
    struct span noun;    /* the word behind it, in the text */
    unsigned natures;    /* what it is by nature: 7 days, 4 legs; a set */
    int places;          /* digits behind the point */
    int64_t scale;       /* of "5 million", "3 dozen"; else 1 */
    int64_t least, most; /* sensible values; most 0: any */
};

#define NUMBERS 64 /* most of one sentence */

/* The numbers of the text, in order, at most NUMBERS. Returns how many. */
size_t graph_scan(const char *text, struct number *out);

/* Returns whether x, with that value, may not change: 7 days, 50%, 1. */
bool graph_stays(const struct number *x, struct ratio value);

/* Returns the word after text[*at], past blanks and hyphens, and moves *at
 * behind it; an empty span if no word follows. */
struct span graph_next_word(struct span text, size_t *at);

/* Returns the word that ends before text[at], past blanks; an empty span if
 * none does. */
struct span graph_word_before(struct span text, size_t at);

/* Returns whether one of the words, which have blanks between them, stands in
 * the sentence, in any case; "$" is one. */
bool graph_says(const char *sentence, const char *words);

/* Returns 10^places: what the last place of x counts. */
int64_t graph_unit(const struct number *x);

/* Appends the value in the form of x. Returns false if it cannot be written in
 * that form. */
bool graph_print(struct str *out, const struct number *x, struct ratio value);

#endif
