/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_GRADE_INT_H
#define GRADE_GRADE_INT_H

#include "base/err.h"
#include "base/limits.h"
#include "grade/compare/compare.h"
#include "grade/extract/extract.h"
#include "grade/grade.h"
#include "math/read/read.h"
#include "text/span.h"

/* Shared by the files of the judge: grade.c (the course of one judgement),
 * several.c (two texts, several asked values, letters of a multiple choice),
 * remark.c (remarks and other readings) and law.c. */

/* One side of a pair: its text and what was read. */
struct answer_side {
    const char *text;
    const struct expr *tree; /* NULL: it cannot be read */
    bool loose;              /* it was read as words with mathematics in them */
    struct err err;          /* the reason, if tree is NULL */
};

struct answer_pair {
    struct comparer *judge;
    const struct grade_request *request;
    const char *const *symbols; /* canonical names */
    size_t symbols_n;
    struct answer_side key, answer;
};

enum pair_state { PAIR_COMPARED, PAIR_BAD_KEY, PAIR_UNREADABLE };

/* Returns text with a remark behind its value, "(\\approx 7.07)" or "for any
 * real constant k", as mathematics, or text itself if it has none (remark.c).
 */
const char *remark_settle(struct arena *a, const char *text);

/* Read one side, with these names known as symbols. Returns false, and its err
 * says why, if it cannot be read. */
bool pair_read_side(struct answer_pair *p, struct answer_side *s,
                    const char *const *names, size_t n, bool commas,
                    bool decimal_comma);
/* Returns how many names the answer's reader is told: those declared and the
 * key's own. */
size_t pair_known_names(struct answer_pair *p, const char *const **out);
/* Returns "10m" or "5 m^2" as ten metres and five square metres, or NULL if the
 * text is no number with a unit behind it (remark.c). */
const struct expr *pair_with_unit(struct answer_pair *p, const char *text);
/* Try other readings of the texts; *best and the trees become those of one that
 * makes them equal (remark.c). */
void pair_other_readings(struct answer_pair *p, struct comparison *best);
/* Compare these trees as well; if that makes the answer right, *best and the
 * trees become theirs. Trees may be NULL (remark.c). */
void pair_try(struct answer_pair *p, const struct expr *key,
              const struct expr *answer, struct comparison *best);
/* Try the readings that the question or the other side allows (several.c). */
void pair_asked_readings(struct answer_pair *p, struct comparison *best);
/* Returns 0xA8, 0b101 or 0o17, and nothing beside it, as A8_{16} and so on, or
 * the text itself if it is no such number (several.c). */
const char *base_prefix_read(struct arena *a, const char *text);
/* Where y is differentiated by one variable alone, read dy/dx as y' (remark.c).
 */
void pair_name_derivatives(struct answer_pair *p);

/* Read the key; false, and its err says why, when it is no key. */
bool pair_read_key(struct answer_pair *p);

/* Is the key one of a multiple choice: a letter, or choices were given? */
bool choice_asked(const struct grade_request *r, const char *key);

/* Is the key several letters of a multiple choice, "A, C", "BD"? */
bool choice_asks_several(const struct grade_request *r, const char *key);
/* Does the question ask for what is true, and not for what is false? */
bool choice_asks_true(const char *question);
/* The comparison of several letters; NO with by NULL when the answer has none.
 */
struct comparison choice_compare_several(struct answer_pair *p);

/* Is the text a letter and nothing else: "C", "(C)", "\text{C}"? */
bool choice_is_letter(const char *text);

#define CHOICES_MOST 10 /* that are sought in a question */

/* Find the choices that a question lists, "(A) 51 (B) 57". Returns how many
 * there are, at most `most`; 0 if it lists none. */
size_t choices_of_question(struct arena *a, const char *question,
                           const char **out, size_t most);

/* Does the key name a letter, so that letters can be compared? */
bool choice_has_letter(struct answer_pair *p);

/* The comparison of letters, or of a letter with its choice's text. NO with
 * by NULL when neither side is a letter: then other rules decide. */
struct comparison choice_compare(struct answer_pair *p);

/* ---- laws of benchmarks (law.c) ---- */

/* Judge by the law of a benchmark, request->profile->law, which is not
 * LAW_OURS; fills in all but `work`. */
struct grade_result law_judge(struct arena *a, const struct grade_request *r,
                              struct work *w);

/* ---- several asked values (several.c) ---- */

/* Do two keys share a name? "x: 1; x: 2" gives one thing two values. */
bool several_repeats(const struct grade_key *keys, size_t n);

/* Cut "name: value; name: value" into its values. Returns how many there are,
 * or 0 if the text has another form or a name comes twice. */
size_t several_cut(struct arena *a, const char *text,
                   struct grade_key out[LIMIT_KEYS]);

/* Judge each of r->keys, which are two or more, and the whole; fills in all but
 * `work`. */
struct grade_result several_judge(struct arena *a,
                                  const struct grade_request *r,
                                  struct work *w);

/* Find the key in the gold of a request: *text is one value, or keys are *n
 * several with names. Returns false if it is empty. */
bool grade_find_key(struct arena *a, const struct grade_request *r,
                    struct grade_key keys[LIMIT_KEYS], size_t *n,
                    const char **text);

/* Lists the canonical names of the symbols that the request declares. Returns
 * how many there are. */
size_t grade_symbols(struct arena *a, const struct grade_request *r,
                     const char *const **out);

/* Judge one value without a name; fills in all but `work`. */
struct grade_result grade_one(struct arena *a, const struct grade_request *r,
                              struct work *w);

/* Compare two texts. Of "3; 5" the order counts: they were asked one after the
 * other; formulas, the several solutions of one problem, come in any order. */
enum pair_state several_in_order(struct answer_pair *p, struct comparison *f);

#endif
