/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FITNESS_FITNESS_INT_H
#define EVOLVE_FITNESS_FITNESS_INT_H

#include "base/map.h"
#include "evolve/fitness/fitness.h"

/* Between the files of fitness.h. */

/* ---- words: reading.c, classes.c ---- */

/*
 * A text is read once into words and marks. A word is a run of letters and
 * digits; an apostrophe between letters belongs to it ("isn't"), a point or
 * comma between digits too ("3.5", "1,000"); a hyphen does not ("twenty-one"
 * is two). Letters are those of ASCII and everything beyond that is no
 * punctuation, symbol or sign by its Unicode block. Every other character but
 * white space is a mark; bytes that are no UTF-8 are passed over.
 */
enum {
    TOKEN_WORD = 1,
    TOKEN_NUMBER = 2, /* a word of digits alone */
    TOKEN_MARK = 4,
    TOKEN_SYMBOL = 8, /* a mark that is no punctuation: "$", "=", "+" */
    /* Classes of words, see classes.c: */
    CLASS_STOP = 16,         /* carries no content */
    CLASS_PREPOSITION = 32,  /* "of", "in", "than" */
    CLASS_SUBORDINATOR = 64, /* "if", "because" */
    CLASS_RELATIVE = 128,    /* "which", "whose"; questions too */
    CLASS_COORDINATOR = 256, /* "and" */
    CLASS_VERB = 512,        /* finite: "is", "costs" */
    CLASS_FILLER = 1024,     /* may stand inside a verb: "not", "also" */
    CLASS_BEFORE_NOUN = 2048 /* behind "to": no infinitive follows */
};

struct token {
    size_t at, n;
    unsigned is; /* of the constants above */
    size_t sentence;
};

struct reading {
    const char *text; /* curly apostrophes made straight */
    const char *low;  /* the same in lower case, ASCII letters only */
    size_t n;
    struct token *tokens;
    size_t n_tokens;
    size_t words;
    size_t sentences; /* that hold a word */
};

void fitness_read(struct arena *a, const char *text, struct reading *out);

/* The class bits of a word in lower case. */
unsigned fitness_class(const char *low, size_t n);

/* ---- measures ---- */

/* Syllables of one word in lower case; at least 1. Numbers as they are read
 * aloud: "250" is "two hundred fifty", 5; beyond 12 digits digit by digit. */
size_t fitness_syllables(const char *low, size_t n);
size_t fitness_number_syllables(const char *s, size_t n);

/* Flesch-Kincaid grade; needs a word. */
double fitness_grade(const struct reading *r);

/* See depth.c; 0 without a word. */
size_t fitness_depth(const struct reading *r);

/* Shannon's entropy, base 2, of the words that are no stop words. `surface`:
 * as spaCy's tokens are, with their case and symbols, without "'s". */
double fitness_entropy(const struct reading *r, bool surface);

/* Phrases of products and quotients, as whole words. */
size_t fitness_nonlinear(const struct reading *r);

/* The word without a clitic ("Tom's", "didn't"): its length. */
size_t fitness_stem(const struct reading *r, const struct token *t);

/* ---- likeness: likeness.c ---- */

#define LIKENESS_MOST 2000 /* texts that each one is compared with */

struct word_count {
    size_t word;
    double weight; /* its count; then with idf, over the length of all */
};

struct likeness {
    struct map vocabulary; /* word -> number + 1 */
    struct word_count **of;
    size_t *n_of;
    size_t n;
};

struct likeness likeness_open(struct arena *a, size_t n);
void likeness_add(struct arena *a, struct likeness *l, size_t i,
                  const struct reading *r);
/* The second largest cosine of each with the others; n >= 3. */
void likeness_second(struct arena *a, struct likeness *l, double *out);
void likeness_close(struct likeness *l);

/* ---- the definitions of the paper: paper.c ---- */

size_t paper_words(const struct reading *r);
size_t paper_equations(const struct reading *r);
size_t paper_variables(const struct reading *r);
double paper_noise(const struct reading *r); /* NaN of nothing */

/* ---- scores: score.c ---- */

/* Every feature normalised; NaN where it is missing. */
void fitness_normalise(const struct features *f, size_t n, enum feature_set set,
                       struct fitness *out);
/* The score of normalised features; `out` marks those that are left out. */
double fitness_sum(const double share[FEATURES], const struct weights *w,
                   const bool out[FEATURES]);
/* Which features no problem of the n has. */
void fitness_left_out(const struct fitness *x, size_t n, bool out[FEATURES]);

/* w_i = r_i (1 - p_i) over the sum of their sizes, sign turned, of those that
 * count; p above 0.5 stops counting. */
void weights_from_r(struct weight of[FEATURES]);

#endif
