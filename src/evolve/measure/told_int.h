/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_MEASURE_TOLD_INT_H
#define EVOLVE_MEASURE_TOLD_INT_H

#include "base/arena.h"
#include "math/exact/ratio.h"
#include "problem/problem.h"
#include "run/count/tally.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Between the files of told_judge(): told_clean.c (the text without its
 * dress), told_number.c (numbers in it), told_words.c
 * (those in words), told_label.c (names of questions),
 * told_say.c (what stands behind a name), told_table.c (rows), told_scan.c
 * (the walk over a reply), told_other.c (final answers that are no numbers),
 * told_grade.c (a value and its key) and told.c.
 *
 * All of them look at most LOOK bytes ahead or back from a place, so that the
 * whole is one pass over the reply.
 */

#define TOLD_LOOK ((size_t)240)

struct told_text {
    const char *s; /* ends with NUL; holds no other */
    size_t n;
};

/* ---- the text ---- */

/* A copy without Markdown's stars, signs of formulas, \text, blanks of LaTeX;
 * dashes, arrows and signs of other alphabets as ASCII. Boxes, fractions and
 * line ends stay. */
struct told_text told_clean(struct arena *a, const char *text, size_t n);

/* The lower-case word that begins at `at`: its length, 0 for none. */
#define TOLD_WORD 24
size_t told_word(struct told_text t, size_t at, char word[TOLD_WORD]);
/* The one that ends at `end`. */
size_t told_word_before(struct told_text t, size_t end, char word[TOLD_WORD]);
bool told_listed(const char *word, const char *const *list, size_t n);
size_t told_blanks(struct told_text t, size_t at); /* behind them */
bool told_starts(struct told_text t, size_t at, const char *s);

/* ---- numbers ---- */

/* The number that begins at `at`, with its percent sign: where it ends; 0:
 * there is none. */
size_t told_number(struct told_text t, size_t at);

/* The number in words at `at`: where it ends; 0: there is none. */
size_t told_words(struct told_text t, size_t at, struct ratio *out);
/* So, where its clause ends with it or with what it counts. */
size_t told_words_value(struct told_text t, size_t at);
/* "million", "dozen" behind a number that ends at `at`: where that ends. */
size_t told_scale(struct told_text t, size_t at, int64_t *scale);
/* A value with the words of its number as digits: "12 dollars", "24". */
const char *told_digits(struct arena *a, const char *text);

/* Is no number of it followed by more digits, "1 2 3", or part of a date? */
bool told_is_certain(struct told_text t);
bool told_has_group(const char *text); /* "1 250", with a blank */
/* May a value begin at `at`: is it the first of its clause, or behind "is"? */
bool told_begins(struct told_text t, size_t at);

/* The value at `at`: a number, or a computation and the end of it, "60/5 =
 * 12". False: none. [*from, *to) is it, *end is behind all of it. */
bool told_value(struct told_text t, size_t at, size_t *from, size_t *to,
                size_t *end);

/* Exactly `parts` numbers and nothing else but signs between them, from `at`
 * to the end of the line or of `t`. from[], to[] have room for `parts`. */
bool told_list(struct told_text t, size_t at, size_t parts, size_t *from,
               size_t *to);

/* A number without the words behind it that say what it counts. */
const char *told_bare(struct arena *a, const char *text);

/* The plain number that an answer is; false: none that fits. */
bool told_ratio(struct arena *a, const char *text, struct ratio *out);

/* ---- names of questions ---- */

enum told_who {
    TOLD_FIRST,
    TOLD_FINAL,
    TOLD_OTHER, /* a question between, or one that there is not */
    TOLD_BARE,  /* "answer": of the question that is spoken of */
    TOLD_ALL,   /* "answers" */
    TOLD_NOBODY
};

/* The name at `at`, which begins a word: whose, and where it ends. */
bool told_label(struct told_text t, size_t at, size_t parts, enum told_who *who,
                size_t *end);

/* Is the answer used here, "5/12 of the answer to question 1"? */
bool told_is_use(struct told_text t, size_t at);

/* Does the name at [at, end) head a passage? */
bool told_is_heading(struct told_text t, size_t at, size_t end);

/* The value said before the name: "12 is the answer to question 1". */
bool told_before(struct told_text t, size_t at, size_t *from, size_t *to);

/* ---- what stands behind a name ---- */

enum told_tier {
    TIER_NONE,
    TIER_GUESS,  /* the last number of a passage: lenient alone */
    TIER_PHRASE, /* "question 1: the lamp costs 12" */
    TIER_DIRECT, /* "question 1 is 12" */
    TIER_BOX
};

struct told_said {
    enum told_tier tier;
    size_t from, to; /* the value */
    bool box;        /* it is what a box holds */
};

struct told_said told_behind(struct told_text t, size_t end, bool heading);

/* The box at `at`: what it holds is [*from, *to), *end is behind it. */
bool told_box(struct told_text t, size_t at, size_t *from, size_t *to,
              size_t *end);

/* ---- the walk ---- */

struct told_found {
    enum told_tier tier;
    const char *text;
};

/* out[0]: of question 1; out[1]: the final one. `numbers`: all answers are
 * numbers; else the final one is for told_other(). */
void told_scan(struct arena *a, struct told_text t, size_t parts, bool numbers,
               struct told_found out[2]);

/* The final answer of a reply as it was written, where that is no number. */
void told_other(struct arena *a, const char *reply, size_t n, size_t parts,
                struct told_found *out);

/* Is a key of that kind a number? */
bool told_is_number(enum answer_kind kind);

/* One value against its key; nothing is looked for. */
enum mark told_grade(struct arena *a, const struct problem *p,
                     const struct key *key, const char *text, bool strict);

struct told_walk;
/* Is the line at `at` a row of a table? Then it is taken. */
bool told_table_row(struct told_walk *w, size_t at, size_t end);

/* A value of a question; tables offer theirs. */
void told_offer(struct told_walk *w, enum told_who who, enum told_tier tier,
                size_t at, size_t from, size_t to);

#define TOLD_COLUMNS 16
struct told_walk {
    struct arena *arena;
    struct told_text t;
    size_t parts;
    bool numbers; /* all answers are */
    struct told_found best[2];
    size_t at[2], end[2];  /* where the best was said */
    enum told_who section; /* the passage that is read */
    size_t section_at[2], section_end[2];
    size_t box_end; /* the box whose names are read now */
    size_t *boxes;  /* places of those without a name: from, to */
    size_t n_boxes, cap_boxes;
    enum told_who column[TOLD_COLUMNS]; /* of the table's head */
    size_t n_columns;
};

#endif
