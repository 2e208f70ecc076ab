/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_GRADE_INT_H
#define GRADE_GRADE_INT_H

#include "base/err.h"
#include "grade/compare/compare.h"
#include "grade/extract/extract.h"
#include "grade/grade.h"
#include "math/read/read.h"

/* Between the files of the judge: grade.c (the course of one judgement),
 * pair.c (two answer texts: reading, other readings, comparing) and choice.c
 * (letters of a multiple choice). */

/* One side of a pair: its text and what was read. */
struct side {
    const char *text;
    const struct expr *tree; /* NULL: it does not read */
    struct err err;          /* then */
};

struct pair {
    struct judge *judge;
    const struct grade_request *request;
    const char *const *symbols; /* canonical names */
    size_t symbols_n;
    struct side key, answer;
};

enum pair_state { PAIR_COMPARED, PAIR_BAD_KEY, PAIR_UNREADABLE };

/* Read the key; false, and its err says why, when it is no key. */
bool pair_read_key(struct pair *p);

/* Read both texts and compare them; *out holds the finding when COMPARED. A
 * key that cannot be read is bad for every answer, also for one that is
 * written the same: else it would count those that hit it, and no others. */
enum pair_state pair_judge(struct pair *p, struct finding *out);

/* Is the key one of a multiple choice: a letter, or choices were given? */
bool choice_asked(const struct grade_request *r, const char *key);

/* Does the key name a letter, so that letters can be compared? */
bool choice_has_letter(struct pair *p);

/* The comparison of letters, or of a letter with its choice's text. NO with
 * by NULL when neither side is a letter: then other rules decide. */
struct finding choice_compare(struct pair *p);

#endif
