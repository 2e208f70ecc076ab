/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_TEXTS_H
#define FAMILY_LANGUAGE_TEXTS_H

#include "family/language/formula.h"
#include "family/language/machine.h"
#include "family/recipe/speech.h"

/*
 * Texts of a family file. A place in angle brackets is a formula, <x> or
 * <gcd(a, b)>, with a shape behind it if it is a number: <x+> joins it to a sum
 * (" + 5", " - 5"), <x()> puts a negative one in brackets, <n?book|books>
 * chooses a word; or a word of a pool, <name2> <city>; or a text of the file.
 * "<" before anything but a letter, "(" or "-" is itself.
 */

/* The shapes of numbers, for the reference. */
extern const struct text_shape {
    const char *shape, *example, *doc;
} text_shapes[];
extern const size_t n_text_shapes;

/* Read text[at..end) to pieces. Returns NULL after an error. */
struct say_text *words_read(struct formulas *p, const struct word_pool *pools,
                            size_t at, size_t end);

/* Count the pieces of a text that was put together. Fails if there are too many:
 * texts in texts could have any number. */
MUST_USE bool words_measure(struct formulas *p, struct say_text *w);

/* Returns the first word of a pool that the text says, or NULL. Steps are told
 * before the words of a statement are drawn: they have none. */
const char *words_drawn(const struct say_text *w);

/* Is the shape "?*x^2" or "?+*x": the value as a coefficient of what follows the
 * star? */
bool words_is_term(const struct say *p);

/* Is the pool of a word there for this text? In a translation it is one of its
 * own, or that of names of people. */
MUST_USE bool translation_has_word(struct formulas *p,
                                   const struct word_pool *own,
                                   const char *name, size_t at);

/* Append the text with its places filled. A value that cannot be computed is a
 * failure of the machine. */
void words_say(struct speech *s, struct machine *m, struct say_text *w);

#endif
