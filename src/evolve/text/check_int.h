/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_TEXT_CHECK_INT_H
#define EVOLVE_TEXT_CHECK_INT_H

#include "evolve/text/writer.h"

/*
 * A sentence as words and numbers, for the checks of written text. "20%" is
 * the number 20 and the word "percent", "$5" the number 5 and the word
 * "dollars", "twenty-five" the number 25, "twice" the number 2, "half" the
 * number 1/2. Possessive 's and cases go; marks are passed over.
 */

enum written_token_kind { TOKEN_WORD, TOKEN_NUMBER };

struct written_token {
    enum written_token_kind kind;
    const char *text; /* a word in small letters; a number as it is compared */
    const char *raw;  /* as it stands */
    const struct lexeme *lexeme; /* of a word that the lexicon has; or NULL */
    bool capital;                /* a word that begins with a capital letter */
    bool head;                   /* the first of a sentence */
};

struct written_tokens {
    struct written_token *items;
    size_t n;
};

struct written_tokens text_tokens(struct arena *a, const char *text);

/* ---- what words are about ---- */

/* Returns the relation that a word stands for, in one spelling ("less" for
 * "fewer", "give" for "gave", "minute" for "minutes"), or NULL if there is
 * none. */
const char *text_relation(const char *word);

/* "about", "perhaps", "might": what makes a statement uncertain. */
bool text_is_hedge(const char *word);

/* "the", "of", "there": words that name no thing. */
bool text_is_small(const char *word);

/* Returns the word without the ending of a plural. */
const char *text_stem(struct arena *a, const char *word);

/* ---- checks of new and of polished text ---- */

/* No number, no relation, nothing for the solver in it. */
enum text_refusal text_check_words(struct arena *a, const char *text,
                                   const char **why);

/* One sentence of a structure and its rewritten form. */
struct polish_pair {
    const struct individual *individual;
    size_t part;
    const char *old, *new;
};

enum text_refusal text_check_pair(struct arena *a, const struct polish_pair *p,
                                  const char **why);

/* Fills `old` with the sentences that the part's structure tells, in the order
 * of its lines, and returns how many. `lines` (or NULL) gets the places of
 * those lines in the individual. */
size_t text_told_lines(struct arena *a, const struct individual *s, size_t part,
                       const char *old[STRUCTURE_SENTENCES],
                       size_t lines[STRUCTURE_SENTENCES]);

#endif
