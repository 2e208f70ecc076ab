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
 * What the readers of public sets share: looking at the fields of a row, and
 * making a key from an answer as a set spells it. Private to this folder, to
 * dataset.c and source.c.
 *
 * A row is hostile: any field may be missing, null, of another type, or a
 * megabyte long. Every function here says so with the field's name and line.
 */

/* ---- looking at a row ---- */

/* Has the row all these fields, whatever they hold? NULL ends the names. */
bool row_has(const struct json *row, ...);

/* The field's text; NULL when it is absent, no string or blank. */
const char *row_text(const struct json *row, const char *name);

/* The first field of the names (NULL-ended) that holds something: not null,
 * not blank, no empty array. A name "a.b" looks into the object a. */
const struct json *row_first(const struct json *row, const char *const *names);

/* A field that must hold something; NULL with an error when it does not. */
const struct json *row_need(const struct json *row, const char *name,
                            struct err *e);

/* The field's text if it can be part of an id: a short string or a number;
 * else NULL. */
const char *row_id(const struct json *row, const char *name);

/* Fail at a value of the row. */
bool row_fail(const struct json *at, struct err *e, const char *fmt, ...)
    PRINTF(3, 4);

/* ---- filling a problem ---- */

/* The statement from a string field. */
MUST_USE bool read_statement(struct arena *a, const struct json *row,
                             const char *name, struct problem *p,
                             struct err *e);

/* The statement from two fields: a text, which may be absent, and the question
 * about it. With `stop`, a text that ends without punctuation gets a full
 * stop. */
MUST_USE bool read_two_part_statement(struct arena *a, const struct json *row,
                                      const char *text, const char *question,
                                      bool stop, struct problem *p,
                                      struct err *e);

/* The worked solution: a string, or an array of strings; nothing else. */
void read_solution(struct arena *a, const struct json *row, const char *name,
                   struct problem *p);

/* The solution and result of a text that ends with "#### result", without
 * <<calculator notes>>. False when it has no such line. */
bool read_hashes(struct arena *a, const char *text, struct problem *p);

/* ---- keys ---- */

/* The problem's only key; `source` is kept where it differs from latex. */
void set_key(struct arena *a, struct problem *p, enum answer_kind kind,
             const char *latex, const char *source);

/* The key from any JSON value that can be an answer: a string, a number, a
 * boolean, or an array of these (several values, in no order). */
MUST_USE bool read_answer(struct arena *a, const struct json *v,
                          struct problem *p, struct err *e);

/* The same for a set whose answers are plain numbers, also when they come as
 * strings (CSV): "1,000.0" is 1000. */
MUST_USE bool read_number_answer(struct arena *a, const struct json *v,
                                 struct problem *p, struct err *e);

/* The key from the box of a worked text; false when it has none. */
bool set_boxed_key(struct arena *a, const char *text, struct problem *p);

/* The key from the box of the worked solution in that field. */
MUST_USE bool read_boxed_answer(struct arena *a, const struct json *row,
                                const char *field, struct problem *p,
                                struct err *e);

/* ---- spelling ---- */

/* A value as the source spells it: the text of a string, the digits of a
 * number, JSON for the rest. */
const char *spelling(struct arena *a, const struct json *v);

/* A decimal numeral without thousands commas, needless zeros and exponent:
 * 27.0 is 27, 1,000 is 1000, 073 is 73, 1.5e-07 is 0.00000015. NULL when the
 * text is no numeral. By text alone: no digit is lost. */
const char *clean_number(struct arena *a, const char *text);

/* LaTeX without outer white space, $...$, \(...\), \[...\] and \boxed{...}. */
const char *clean_latex(struct arena *a, const char *text);

/* Equal but for white space? */
bool same_spelling(const char *a, const char *b);

/* The parts of a text between separators that stand outside all brackets,
 * trimmed; returns how many. `most` bounds them: the last holds the rest. */
size_t split_top(struct arena *a, const char *text, char separator,
                 const char **parts, size_t most);

#endif
