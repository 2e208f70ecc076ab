/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_PARTS_PARTS_INT_H
#define GRADE_PARTS_PARTS_INT_H

#include "base/limits.h"
#include "grade/extract/extract.h"
#include "grade/extract/reply_text.h"
#include "grade/parts/parts.h"
#include "math/exact/ratio.h"

/*
 * Between the files of parts.c, each of which calls only files before it: text.c
 * (the reply without its dress, and its words), number.c (numbers in it), label.c
 * (names of asked values), said.c (what stands behind a name), walk.c (the pass
 * over a reply), expression.c (values that are no numbers).
 */

#define PARTS_LOOK ((size_t)240)

/* ---- the text (text.c) ---- */

/* A copy without Markdown's stars, signs of formulas, \text, blanks of LaTeX;
 * dashes, arrows and signs of other alphabets as ASCII. Boxes, fractions and
 * line ends stay. It ends with NUL and holds no other. */
struct span text_clean(struct arena *a, struct span t);

/* The letters of ASCII that begin at `at`; those that end at `end`. */
struct span text_word(struct span t, size_t at);
struct span text_word_before(struct span t, size_t end);
/* Is the word that begins at `at` on the list, as span_among()? */
bool text_word_in(struct span t, size_t at, const char *list);
/* Behind blanks and tabs. */
size_t text_blanks(struct span t, size_t at);

/* Behind the word at `at`, or behind the byte where there is none. */
size_t text_step(struct span t, size_t at);
/* Behind " (the lamp)", if that stands at `at`; else `at`. */
size_t text_remark(struct span t, size_t at);
/* Behind "is", "are" and signs that give a value. */
size_t text_skip_giving(struct span t, size_t at, const char *signs);

/* ---- numbers (number.c) ---- */

/* Where a value stands in the text. */
struct place {
    size_t from, to; /* the value */
    size_t end;      /* behind all of it: its box, its computation */
};

/* The number that begins at `at`, with its percent sign: where it ends; 0:
 * there is none. */
size_t parts_number_at(struct span t, size_t at);
/* The number in words at `at`: where it ends; 0: there is none. */
size_t number_words(struct span t, size_t at, struct ratio *out);
/* The same, where its clause ends with it or with what it counts. */
size_t number_words_value(struct span t, size_t at);
/* What multiplies the number before it, "million", "dozen"; 0: none. */
int64_t number_multiplier(struct span word);
/* Does more of it stand behind a number: "1 2 3", "12:30", "1.250,5"? Which of
 * them is meant is not certain. */
bool number_runs_on(struct span t, size_t end);
/* Does a sign of mathematics stand at `at`, so that a computation goes on? */
bool number_goes_on(struct span t, size_t at);
/* A value with the words of its number as digits: "12 dollars", "24". */
const char *number_digits(struct arena *a, const char *text);
/* Is no number of it followed by more digits, "1 2 3", or part of a date? */
bool number_is_certain(struct span t);
/* May a value begin at `at`: is it the first of its clause, or behind "is"? */
bool number_begins(struct span t, size_t at);
/* The value at `at`: a number, or a computation and the end of it, "60/5 =
 * 12". False: there is none. */
bool number_value(struct span t, size_t at, struct place *out);
/* Exactly `k` numbers and nothing else but signs between them, from `at` to
 * the end of the line or of `t`. */
bool number_list(struct span t, size_t at, size_t k, struct place *out);

/* ---- names of asked values (label.c) ---- */

/* Whose name is it? The place of a value, or one of these. */
#define WHO_OTHER  ((size_t)LIMIT_KEYS) /* a question that is not asked */
#define WHO_BARE   (WHO_OTHER + 1)      /* "answer": of what is spoken of */
#define WHO_ALL    (WHO_OTHER + 2)      /* "answers" */
#define WHO_NOBODY (WHO_OTHER + 3)

/* What is asked. */
struct asking {
    const struct part_asked *parts;
    size_t n;
    size_t number[LIMIT_KEYS]; /* of each question; from 1 */
    bool literal[LIMIT_KEYS];  /* the name is no "question 1", no "final" */
    size_t last; /* whose "the final answer" is; WHO_ALL: of all */
    bool all_numbers;
};

void asking_make(struct asking *q, const struct part_asked *asked, size_t n);

/* The asked value with that number. */
size_t asking_numbered(const struct asking *q, size_t number);

/* The name at `at`: whose, and where it ends. */
bool label_read(const struct asking *q, struct span t, size_t at, size_t *who,
                size_t *end);
/* Does a name of an asked value stand in [from, to)? */
bool label_within(const struct asking *q, struct span t, size_t from,
                  size_t to);
/* Is the answer used here, "5/12 of the answer to question 1"? */
bool label_is_use(struct span t, size_t at);
/* Does the name at [at, end) head a passage? */
bool label_is_heading(struct span t, size_t at, size_t end);
/* The value said before the name: "12 is the answer to question 1". */
bool label_value_before(struct span t, size_t at, struct place *out);

/* ---- what stands behind a name (said.c) ---- */

struct said {
    enum part_tier tier;
    struct place place;
    bool box; /* it is what a box holds */
};

/* ---- the whole (walk.c, expression.c) ---- */

#endif
