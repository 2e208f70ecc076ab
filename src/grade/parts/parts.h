/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_PARTS_PARTS_H
#define GRADE_PARTS_PARTS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The answers that a reply gives to several asked values, each with a name:
 * "question 1" and "final", "x" and "y", "part (a)" and "part (b)". A reply
 * may give them in one box or in a box for each, in sentences, under headings,
 * in a table, in a list without names, in JSON. Of what is said of a value the
 * surest statement counts, and of equally sure ones the last: models correct
 * themselves. What may be two numbers is none.
 *
 * Keys named "question 1" ... are known by their numbers, "final" by the words
 * around it; any other name is looked for as it is spelled.
 *
 * A reply is read in one pass that looks at most PARTS_LOOK bytes ahead or
 * back from a place. Values that are no numbers cost a few passes more.
 */

/* How sure is it that a value was given as the answer? */
enum part_tier {
    PART_NONE,
    PART_GUESS,  /* the last number of a passage: lenient alone */
    PART_PHRASE, /* "question 1: the lamp costs 12" */
    PART_DIRECT, /* "question 1 is 12" */
    PART_BOX
};

struct part_asked {
    const char *name;
    bool number; /* the key is a plain number */
};

struct part_found {
    enum part_tier tier; /* PART_NONE: the reply gives none */
    const char *text;    /* as written, number words as digits */
};

/* Find the values of asked[0..k), k from 2 to LIMIT_KEYS, in reply[0..n). */
void parts_locate(struct arena *a, const char *reply, size_t n,
                  const struct part_asked *asked, size_t k,
                  struct part_found *out);

/* A number without the words behind it that say what it counts: "12 dollars"
 * is 12. Returns text itself where it is of another form. */
const char *parts_bare(struct arena *a, const char *text);

/* The exact number that an answer is, "25/2" for "x = 12.5"; NULL: it is no
 * rational number. */
const char *parts_value(struct arena *a, const char *text);

#endif
