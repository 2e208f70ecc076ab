/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_SPEECH_H
#define FAMILY_RECIPE_SPEECH_H

#include "base/arena.h"
#include "base/rng.h"
#include "base/str.h"
#include "family/recipe/values.h"
#include "family/words.h"

/*
 * From templates to statements.
 *
 * A template is text with places in angle brackets:
 *
 *     <n>        a value, in digits: "How many ways to choose $<k>$ of $<n>$"
 *     <m[0]>     a value of a list
 *     <n+>       with the sign that joins it to a sum: " + 5" or " - 5"
 *     <n()>      in brackets when it is negative
 *     <n?book|books>   the first word when n is 1, else the second
 *     <name> <name2> <name3>    given names, all different; "they", "their"
 *     <thing> <things> <thing2> <things2>   things that come in numbers
 *     <city> <place> ...  a word of a pool, of words.h or of the
 *                family; <city2> is another word of the same pool
 *
 * A word stays the same in the whole statement. "<" before anything but a
 * letter is itself. A place that nothing fills is a bug, and the
 * process stops: every wording of every family is run by the tests.
 *
 * A value may be hidden: then a letter stands for it everywhere. Letters K, M
 * and N in formulas are kept for that, families do not use them.
 */

struct form;   /* recipe/form.h */
struct recipe; /* recipe/recipe.h */

#define SPEECH_WORDS 24

struct word_pool {
    const char *name;
    const char *words; /* "saw|drill|hammer" */
};

struct speech {
    struct arena *arena;
    const struct recipe *recipe; /* for speak(); else NULL */
    struct str out;
    const struct field *fields;
    const void *values;
    const struct word_pool
        *pools; /* of the family, ended by a NULL name; or NULL */
    struct rng *words;
    const struct tongue *tongue; /* NULL: English */
    const int64_t *hidden; /* the value that a letter stands for, or NULL */
    const char *letter;
    const char *key; /* of the problem, in worked steps; or NULL */

    /* Of a family with a form, recipe/form.h: what C gives its places, and the
     * item that a repetition is at. */
    const struct form *form; /* NULL: there is none */
    struct speech_given {
        enum { GIVEN_NOTHING, GIVEN_NUMBER, GIVEN_TEXT } what;
        const char *text;
        int64_t number;
    } * given;
    size_t item;

    struct speech_word {  /* drawn so far */
        const void *pool; /* identified by its address */
        size_t index;     /* which word of it */
        size_t n;         /* 1 for <city>, 2 for <city2> */
    } drawn[SPEECH_WORDS];
    size_t n_drawn;
};

/* Append the template with its places filled. */
void speech_say(struct speech *s, const char *template);

/* Append a number in a form of places: "", "+", "()" or "?one|many". */
void speech_add_value(struct speech *s, const int64_t *x, const char *shape,
                      size_t n);

/* Append the word of a place, <name2> or <city>. Returns false if there is no
 * such pool. */
bool speech_add_word(struct speech *s, const char *name, size_t n);

/* Has the statement so far a word of that pool, "name" or "city"? */
bool speech_drew(const struct speech *s, const char *pool);

/* Is there such a pool? */
bool speech_has_word(const struct word_pool *pools, const char *name, size_t n);

#endif
