/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_GRADE_INT_H
#define GRADE_GRADE_INT_H

#include "base/err.h"
#include "base/limits.h"
#include "grade/compare/compare.h"
#include "grade/extract/extract.h"
#include "grade/grade.h"
#include "math/read/read.h"

/* Shared by the files of the judge: grade.c (the course of one judgement),
 * several.c (several asked values), pair.c (two answer texts: reading, other
 * readings, comparing) and choice.c (letters of a multiple choice). */

/* One side of a pair: its text and its reading. */
struct side {
    const char *text;
    const struct expr *tree; /* NULL: it cannot be read */
    struct err err;          /* the reason, if tree is NULL */
};

struct pair {
    struct judge *judge;
    const struct grade_request *request;
    const char *const *symbols; /* canonical names */
    size_t symbols_n;
    struct side key, answer;
};

enum pair_state { PAIR_COMPARED, PAIR_BAD_KEY, PAIR_UNREADABLE };

/* Read the key. Returns false, with the reason in its err, if it cannot be
 * read. */
bool pair_read_key(struct pair *p);

/* Read both texts and compare them; *out is the finding if COMPARED. A key that
 * cannot be read is bad for every answer, even for one with the same spelling:
 * else such a problem would count the answers that match it, and no others. */
enum pair_state pair_judge(struct pair *p, struct finding *out);

/* Is the key one of a multiple choice: a letter, or choices were given? */
bool choice_asked(const struct grade_request *r, const char *key);

/* Does the key name a letter, so that letters can be compared? */
bool choice_has_letter(struct pair *p);

/* Compare letters, or a letter with its choice's text. Returns NO, with by
 * NULL, if neither side is a letter: then other rules decide. */
struct finding choice_compare(struct pair *p);

/* ---- several asked values (several.c) ---- */

/* Cut "name: value; name: value" into its values. Returns how many there are,
 * or 0 if the text has another form. */
size_t several_cut(struct arena *a, const char *text,
                   struct grade_key out[LIMIT_KEYS]);

/* Judge each of r->keys, which are two or more, and the whole; fills in all but
 * `work`. */
struct grade_result several_judge(struct arena *a,
                                  const struct grade_request *r,
                                  struct work *w);

/* Judge one value without a name; fills in all but `work`. */
struct grade_result grade_one(struct arena *a, const struct grade_request *r,
                              struct work *w);

/* Compare two texts. In "3; 5" the order counts, since the values were asked
 * one after the other; formulas, the several solutions of one problem, may come
 * in any order. */
enum pair_state several_in_order(struct pair *p, struct finding *f);

#endif
