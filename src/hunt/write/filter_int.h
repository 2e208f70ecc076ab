/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_WRITE_FILTER_INT_H
#define HUNT_WRITE_FILTER_INT_H

#include "base/arena.h"
#include "hunt/write/filter.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Between the files of the filter: filter.c (the order of the rules, what is
 * asked, what is not there), filter_text.c (readable at all), filter_words.c (a
 * statement as words), filter_near.c (what is known already). */

#define STATEMENT_BYTES 8000 /* of a problem that a model wrote */

/* ---- words ---- */

/* Words in lower case, "#" for numbers, "$" for formulas, and the signs
 * . ? ! , : ; one by one. */
struct words {
    const char **w;
    size_t *at; /* offset of each in the statement */
    size_t n;
    size_t plain; /* how many are words */
    bool maths;   /* a formula, a number or an operator is there */
};

void filter_words(struct arena *a, const char *statement, struct words *out);

/* Returns whether the phrase stands at word i. Its words are separated by one
 * space; "*" stands for any word. */
bool filter_at(const struct words *w, size_t i, const char *phrase);

/* Returns the first of the phrases that stands anywhere, or NULL if none
 * does. */
const char *filter_find(const struct words *w, const char *const *phrases,
                        size_t n);

/* Returns whether word i is one of a list, with a blank between two words. */
bool filter_is(const struct words *w, size_t i, const char *list);

/* The same for any word. */
bool filter_has(const struct words *w, const char *list);

/* ---- rules: each returns the reason, or NULL if it finds no flaw ---- */
const char *flaw_unreadable(struct arena *a, const char *statement,
                            const struct words *w);
const char *flaw_incomplete(struct arena *a, const char *statement,
                            const struct words *w);
const char *flaw_proof(struct arena *a, const struct words *w);

/* Does the sentence of words from..to (with its sign) ask for something that
 * has one answer? */
bool filter_asks(const struct words *w, size_t from, size_t to);

/* ---- other problems ---- */

/* One known problem. */
struct filter_text {
    const char *id;
    uint64_t *triples; /* hashes, sorted, each once */
    size_t n;
    uint64_t numbers; /* the same for the same numbers in any order */
};

/* NONE, DUPLICATE or NEAR. */
enum flaw filter_find_near(struct arena *a, const struct filter *f,
                           const char *statement, const char **why);

#define COUNT_OF(x) (sizeof(x) / sizeof *(x))

#endif
