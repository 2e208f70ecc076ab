/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_NEAR_MISS_H
#define PROBLEM_NEAR_MISS_H

#include "base/arena.h"
#include "base/vec.h"
#include "problem/answer.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Near misses: answers near a key and of its kind, such as people and models
 * write down: a neighbour, swapped digits, a lost sign or factor, a fraction
 * upside down, an element too many or too few, the wrong bracket. They are made
 * by editing the key's text; whether a near miss has another value than the key
 * is not known here (see run/planted/note.h).
 */

struct near_misses {
    struct arena *arena;
    struct vec texts; /* of const char *, all different */
    const char *key;
    enum answer_kind spelt; /* what the key looks like: near misses do too */
    bool words;             /* the key is words, which look like anything */
};

struct near_misses near_misses_of(struct arena *a, const char *key);

const char *near_misses_at(const struct near_misses *s,
                           size_t i); /* i < s->texts.n */

/* Adds all near misses of the key. Where the key is a word, others are taken
 * from `statement`; where it is a letter of a multiple choice, `choices` is the
 * number of letters (0: not known). */
void near_misses_make(struct near_misses *s, enum answer_kind kind,
                      const char *statement, size_t choices);

/* ---- by form, in near_miss_number.c and near_miss_text.c ---- */

#endif
