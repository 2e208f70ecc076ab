/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLANTED_NEAR_MISS_H
#define RUN_PLANTED_NEAR_MISS_H

#include "base/arena.h"
#include "base/vec.h"
#include "problem/answer.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Slips: answers near a key and of its kind, such as people and models write
 * down: a neighbour, swapped digits, a lost sign or factor, a fraction upside
 * down, an element too many or too few, the wrong bracket. Made by editing the
 * key's text: nothing here knows whether a slip has another value.
 */

struct near_misses {
    struct arena *arena;
    struct vec texts; /* of const char *, all different */
    const char *key;
    enum answer_kind spelt; /* what the key looks like: slips do too */
    bool words;             /* the key is words, which look like anything */
};

struct near_misses near_misses_of(struct arena *a, const char *key);

const char *near_misses_at(const struct near_misses *s,
                           size_t i); /* i < s->texts.n */

/* All slips of the key; `statement` lends other words where the key is one,
 * `choices` (0: not known) says how many letters there are. */
void near_misses_make(struct near_misses *s, enum answer_kind kind,
                      const char *statement, size_t choices);

/* ---- by form, in slip_number.c and slip_text.c ---- */

/* Put `text` in the place of key[from..to). */
void near_misses_put(struct near_misses *s, size_t from, size_t to,
                     const char *text);

/* Put the whole text, if it is new and looks like the key. */
void near_misses_add(struct near_misses *s, const char *text);

void near_miss_numbers(struct near_misses *s); /* every number in the key */
void near_miss_letters(struct near_misses *s, size_t choices);
void near_miss_words(struct near_misses *s, const char *statement);

#endif
