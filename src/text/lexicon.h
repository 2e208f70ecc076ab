/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_LEXICON_H
#define TEXT_LEXICON_H

#include "text/span.h"
#include "text/word_class.h"

#include <stdint.h>

/*
 * The lexicon: words and what they are, English ones first of all; what a reply
 * says of its answer has a table for each of several languages. A word belongs to any number of
 * classes; words.txt lists them class by class and is compiled in. Nothing is
 * built at run time, so every thread may use it.
 *
 * The classes stand in word_class.h.
 */

#define WORD_BITS ((WORD_CLASSES + 63) / 64)

struct lexeme {
    const char *word; /* in lower case */
    uint64_t
        is[WORD_BITS]; /* bit c % 64 of is[c / 64]: it belongs to class c */
    int64_t value;     /* of a number, or of syllables; 0 without one */
    const char *head;  /* shared by synonyms; NULL: the word itself */
};

/* Look a word or phrase up, in any case. Returns NULL if the lexicon does not
 * have it. */
const struct lexeme *lexicon_find(struct span word);

/* Does it belong to the class? Not if x is NULL. */
static inline bool lexeme_is(const struct lexeme *x, enum word_class c)
{
    return x && (x->is[c / 64] >> (c % 64) & 1);
}

static inline bool word_is(struct span word, enum word_class c)
{
    return lexeme_is(lexicon_find(word), c);
}

/* Several classes, as the bits that a lexeme has. */
struct word_set {
    uint64_t is[WORD_BITS];
};

/* Add the classes from first to last. */
static inline void word_set_add(struct word_set *s, enum word_class first,
                                enum word_class last)
{
    for (int c = (int)first; c <= (int)last; c++)
        s->is[c / 64] |= UINT64_C(1) << (c % 64);
}

static inline bool word_set_has(struct word_set s, enum word_class c)
{
    return s.is[c / 64] >> (c % 64) & 1;
}

/* Find the longest word or phrase of any of these classes that begins at `at`,
 * as lexicon_phrase() does. */
size_t lexicon_phrase_of(struct span t, size_t at, struct word_set any,
                         const struct lexeme **out);

/* Find the longest word or phrase of the class that begins at `at` and has no
 * letter behind it; a blank of the phrase may be a hyphen or several blanks in
 * the text. Where a script has no blanks, any character may follow. Returns its length, with *out, or 0 if there is none. */
size_t lexicon_phrase(struct span t, size_t at, enum word_class c,
                      const struct lexeme **out);

/* Returns the first word of the class behind `after` in the order of bytes (the
 * very first if `after` is NULL), or NULL if there is none. */
const struct lexeme *lexicon_next(enum word_class c,
                                  const struct lexeme *after);

#endif
