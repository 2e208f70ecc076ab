/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FITNESS_FITNESS_INT_H
#define EVOLVE_FITNESS_FITNESS_INT_H

#include "base/map.h"
#include "evolve/fitness/fitness.h"
#include "text/lexicon.h"

/* Between the files of fitness.h. */

/*
 * A text is read once into words and marks. A word is a run of letters and
 * digits; an apostrophe between letters belongs to it ("isn't"), a point or
 * comma between digits too ("3.5", "1,000"); a hyphen does not ("twenty-one"
 * is two). Every other character but white space is a mark; bytes that are no
 * UTF-8 are passed over. What a word does in a sentence the lexicon says.
 */
enum {
    TOKEN_WORD = 1,
    TOKEN_NUMBER = 2, /* a word of digits alone */
    TOKEN_MARK = 4,
    TOKEN_SYMBOL = 8, /* a mark that is no punctuation: "$", "=", "+" */
};

struct reading_token {
    size_t at, n;                /* bytes of the text */
    unsigned is;                 /* of the constants above */
    const struct lexeme *lexeme; /* of a word that the lexicon has; else NULL */
    size_t sentence;             /* its number, from 0 */
};

struct reading {
    const char *text; /* curly apostrophes made straight */
    const char *low;  /* the same in lower case, ASCII letters only */
    size_t n;
    struct reading_token *tokens;
    size_t n_tokens;
    size_t words;
    size_t sentences; /* sentences with at least one word */
};

/* Token i in lower case; an empty span past the end. */
struct span fitness_word(const struct reading *r, size_t i);

/* ---- measures ---- */

/* The syllables of one word in lower case, numbers as they are read aloud; at
 * least 1. */
size_t fitness_syllables(struct span low);

/* Flesch-Kincaid grade; needs a word. */
double fitness_grade(const struct reading *r);

#define SIMILARITY_MOST 2000 /* texts that each one is compared with */

/* ---- scores ---- */

/* Every feature normalised; NaN where it is missing. */
void fitness_normalise(const struct features *f, size_t n, enum feature_set set,
                       struct fitness *out);
/* The score of normalised features; `out` marks those that are left out. */
double fitness_sum(const double share[FEATURES], const struct weights *w,
                   const bool out[FEATURES]);
/* Which features no problem of the n has. */
void fitness_left_out(const struct fitness *x, size_t n, bool out[FEATURES]);

#define P_MOST 0.5 /* above it a feature of the paper's set is left out */

/* w_i = r_i (1 - p_i) over the sum of their sizes, sign turned, of those that
 * count; p above 0.5 stops counting. */
void weights_from_r(struct weight of[FEATURES]);

/* ---- failures ---- */

/* Problems that were asked, in folds. */
struct fitness_trial {
    const struct fitness *shares;
    const double *accuracy;
    const size_t *fold;
    const uint32_t *group; /* below n */
    size_t n;
};

/* Weights from the problems outside the fold `but`, of the features that count;
 * what the fit drops does not count any more. Sets base and slope. */
void fitness_failures(const struct fitness_trial *t, size_t but,
                      struct weights *w);

/* Sets auc and bins from what was expected of each without it. */
void fitness_held_out(struct arena *a, const struct fitness_trial *t,
                      const double *expected, struct weights *w);

#endif
