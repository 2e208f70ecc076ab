/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_WORDS_H
#define FAMILY_WORDS_H

#include "base/arena.h"
#include "base/rng.h"
#include "base/str.h"

#include <stdarg.h>
#include <stddef.h>

/*
 * The parts of statements and worked solutions: pools of names and things,
 * lists in English, and numbered steps.
 *
 * A statement of C makes one draw at most: the order in which the arguments of
 * a call are evaluated differs between compilers and machines, and the problem
 * would differ with it. tools/check-draws enforces this.
 */

/* Given names, by number; the pronoun forms that go with them are "they",
 * "their". */
size_t words_names(void);
const char *words_name_at(size_t i);

/* Things that come in numbers: "orange", "oranges". */
struct thing {
    const char *one, *many;
};
size_t words_things(void);
struct thing words_thing_at(size_t i);

/* Returns one of n words. */
const char *words_pick(struct rng *r, const char *const *list, size_t n);

/* Returns the words of a pool, "Lisbon|Oslo|...", by the pool's name of n
 * bytes, or NULL if there is none. words.c lists the pools. */
const char *words_pool(const char *name, size_t n);

/* The names of these pools, by number. */
size_t words_pools(void);
const char *words_pool_name(size_t i);

/* Returns the text before item i of n in a list: "", ", " or " and ". */
const char *words_join(size_t i, size_t n);

/* What a language has besides the texts of a family: signs between words, and
 * the sentences of the knob "steps". */
struct tongue {
    const char *code, *name; /* "de", "German" */
    const char *comma, *and; /* in a list, with their spaces */
    const char *space;       /* between two sentences */
    const char *ordinal;     /* "%lld." */
    const char *let, *so;    /* "Let $%s = ", and "so" with what is around */
    const char *stop;        /* the end of a sentence */
};

/* Returns the language of that code, of n bytes, or NULL if there is none; and
 * all of them, by number. English is the first. */
const struct tongue *tongue_find(const char *code, size_t n);
size_t tongues(void);
const struct tongue *tongue_at(size_t i);

/* The same as words_join() in any language. NULL is English. */
const char *tongue_join(const struct tongue *t, size_t i, size_t n);

/* A worked solution in numbered steps, one a line. */
struct steps {
    struct str text;
    int n;
};
struct steps steps_in(struct arena *a);
void steps_begin(struct steps *s); /* a new line with the number: "2. " */
void steps_add(struct steps *s, const char *fmt, ...) PRINTF(2, 3);

#endif
