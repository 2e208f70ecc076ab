/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_IMPORT_READER_H
#define PROBLEM_IMPORT_READER_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Shared by the readers of public sets: looking at the fields of a row, and
 * making a key from an answer as a set spells it. Private to this folder, to
 * dataset.c and source.c.
 *
 * A row is hostile: any field may be missing, null, of another type, or a
 * megabyte long. Every function here fails with the field's name and line then.
 */

/* ---- looking at a row ---- */

/* Lists of names are one text with a blank between two names. */

/* Has the row all these fields, whatever their values? */
bool row_has(const struct json *row, const char *names);

/* Returns the field's text, or NULL if it is absent, no string or blank. */
const char *row_text(const struct json *row, const char *name);

/* Are two names of fields one: "Short Answer", "short_answer"? */
bool row_same_name(const char *a, const char *b);

/* Is the member one of these, as row_same_name() has it? */
bool row_named(const char *names, const char *member);

/* Returns the first field of the names whose value is not null,
 * not blank and no empty array, or NULL if there is none. A name "a.b" looks
 * into the object a. Where no name fits as it is spelled, capitals, blanks and
 * underscores do not count. */
const struct json *row_first(const struct json *row, const char *names);

/* Returns a field that must have such a value, or NULL with an error if it has
 * none. */
const struct json *row_need(const struct json *row, const char *name,
                            struct err *e);

/* Returns the field's text if it can be part of an id: a short string or a
 * number; else NULL. */
const char *row_id(const struct json *row, const char *name);

/* Fail at a value of the row, with its line. Returns false. */
bool row_fail(const struct json *at, struct err *e, const char *fmt, ...)
    PRINTF(3, 4);

/* ---- filling a problem ---- */

/* ---- keys ---- */

/* Set the problem's only key; `source` is kept if it differs from latex. */
void set_key(struct arena *a, struct problem *p, enum answer_kind kind,
             const char *latex, const char *source);

/* Set the key from any JSON value that can be an answer: a string, a number, a
 * boolean, or an array of these (several values, in no order). */
MUST_USE bool key_read_answer(struct arena *a, const struct json *v,
                              struct problem *p, struct err *e);

/* The same for a set whose answers are plain numbers, also if they come as
 * strings (CSV): "1,000.0" is 1000. */
MUST_USE bool read_number_answer(struct arena *a, const struct json *v,
                                 struct problem *p, struct err *e);

/* Set the key from the box of a worked text. Returns false if it has none. */
bool set_boxed_key(struct arena *a, const char *text, struct problem *p);

/* Set the key from the box of the worked solution in that field. */
MUST_USE bool read_boxed_answer(struct arena *a, const struct json *row,
                                const char *field, struct problem *p,
                                struct err *e);

/* ---- spelling ---- */

/* Returns a value as the source spells it: the text of a string, the digits of
 * a number, JSON for the rest. */
const char *spelling(struct arena *a, const struct json *v);

/* Returns a decimal numeral without thousands commas, needless zeros and
 * exponent, or NULL if the text is no numeral: 27.0 is 27, 1,000 is 1000, 073
 * is 73, 1.5e-07 is 0.00000015. Works on the text, so that no digit is lost. */
const char *clean_number(struct arena *a, const char *text);

/* Returns LaTeX without outer white space, $...$, \(...\), \[...\] and
 * \boxed{...}. */
const char *clean_latex(struct arena *a, const char *text);

/* Are the texts equal but for white space? */
bool same_spelling(const char *a, const char *b);

/* Cut a text at separators that stand outside all brackets, and trim the parts.
 * Returns how many there are, at most `most`; the last has the rest. */
size_t split_top(struct arena *a, const char *text, char separator,
                 const char **parts, size_t most);

#endif
