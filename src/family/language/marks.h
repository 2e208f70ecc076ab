/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_MARKS_H
#define FAMILY_LANGUAGE_MARKS_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The words of a family file's formulas.
 *
 * Every place in a file is its offset from the beginning, so that an error can
 * name line and column however an entry is broken into lines. White space,
 * line breaks too, separates marks; "#" begins a comment.
 */

/* The text of a file, and where its errors go. Behind the text of a family may
 * stand that of its translation. */
struct script {
    struct arena *arena;
    const char *path, *text;
    size_t n;
    struct err *e;
    const char *second_path; /* of the translation; or NULL */
    size_t second;           /* where its text begins; n: there is none */
};

/* Fills source->e with "path:line:column: message" and returns false. */
bool script_fail(const struct script *s, size_t at, const char *fmt, ...)
    PRINTF(3, 4);

/* Finds the line and the column of an offset in its file, both from 1. */
void script_place(const struct script *s, size_t at, size_t *line,
                  size_t *column);

/* Returns the offset behind the white space at `at`, and behind the lines in it
 * that are comments. */
size_t script_skip(const struct script *s, size_t at, size_t end);

/* Is it a letter, a digit or "_"? */
bool marks_is_word(char c);

enum formula_token_kind {
    MARK_END,
    MARK_NAME,   /* x1, lcm, and words of the language */
    MARK_NUMBER, /* 12 or 2.5 */
    MARK_TEXT,   /* "in quotation marks", without them */
    MARK_SIGN    /* one of: + - * / ^ = != < <= > >= ( ) [ ] { } , ; : .. | ? */
};

struct formula_token {
    enum formula_token_kind kind;
    size_t at, n; /* of the mark in the text */
};

/* Marks of text[at..end). */
struct formula_tokens {
    const struct script *script;
    size_t at, end;
    struct formula_token now; /* the one not yet taken */
};

/* Read the first mark of text[at..end). Fails on a character that begins
 * none, as does the next. */
MUST_USE bool marks_begin(struct formula_tokens *m, const struct script *s,
                          size_t at, size_t end);
MUST_USE bool marks_next(
    struct formula_tokens *m); /* take m->now, read another */

/* Is the present mark this word or sign? */
bool marks_is(const struct formula_tokens *m, const char *text);
/* Is the mark behind the present one this sign? */
bool marks_then(const struct formula_tokens *m, const char *sign);

/* Returns the text of a mark. */
const char *marks_text(const struct formula_tokens *m, struct formula_token t);

#endif
