/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_EXTRACT_INT_H
#define GRADE_EXTRACT_EXTRACT_INT_H

#include "base/arena.h"
#include "grade/extract/extract.h"
#include "text/character.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/*
 * What the files of the extraction share. Texts are spans, never C strings:
 * a reply may hold NULs. Nothing is copied before the answer is known, and
 * every search is bounded, so that the whole costs one pass over the reply
 * and a few over its end.
 */

struct extract {
    struct arena *a;
    struct span text; /* behind the thinking */
    const struct extract_options *opt;
    size_t from; /* guesses look behind it: a declaration that gives nothing,
                    or one that is taken back, ends there */
};

/* ---- spans (extract_span.c) ---- */

static inline bool one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

size_t span_skip_space(struct span t, size_t at);
bool span_has_digit(struct span t);
/* Is the byte at `at` behind an odd number of backslashes? */
bool span_escaped(struct span t, size_t at);
/* The offset behind the brace that closes the one at `at`; 0: none does,
 * within LIMIT_ANSWER_BYTES. */
size_t span_braces(struct span t, size_t at);

/* ---- before anything is looked for (extract_think.c, extract_clean.c) ---- */

/* The text behind the thinking; false: the thinking never ends. */
bool think_skip(struct span text, struct span *out);

/* Undo one level of JSON escapes where the text has an unmistakable one too
 * many (\\frac, \n), and drop the marks that end a model's turn. */
struct span clean_text(struct arena *a, struct span text);

/* ---- surface care (extract_trim.c) ---- */

struct span trim_span(struct span t);
/* Is the $ at `at` money, not the beginning of a formula? */
bool trim_is_money(struct span t, size_t at);
/* A copy for the reader: no signs of formulas left inside. */
const char *trim_text(struct arena *a, struct span t);

/* ---- tokens of prose and plain mathematics (extract_token.c) ---- */

enum token {
    TOKEN_END,
    TOKEN_SPACE,
    TOKEN_NEWLINE,
    TOKEN_NUMBER,
    TOKEN_LETTER,   /* one letter: a variable, a choice */
    TOKEN_WORD,     /* a word of any kind */
    TOKEN_MATHWORD, /* sin, pi, a unit, xy beside a sign */
    TOKEN_JOIN,     /* and, or */
    TOKEN_SIGN,     /* + - * / ^ = < ... */
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA, /* also ; */
    TOKEN_STOP,  /* the end of a sentence */
    TOKEN_COMMAND,
    TOKEN_FORMULA, /* $...$ as a whole */
    TOKEN_MARK,    /* of Markdown */
    TOKEN_OTHER
};

/* The token at `at`; *after is where the next one begins. */
enum token token_read(struct span t, size_t at, size_t *after);

/* What kind of word is it? Tables are searched: token_read() does not ask. */
enum token token_word(struct span word);

/* Is there a formula with its signs, $...$, \(...\), \[...\], \begin...\end,
 * at `at`? What it holds, and where it ends. */
bool formula_at(struct span t, size_t at, struct span *inner, size_t *after);

/* What an answer needs of a formula's contents: of aligned rows the last. */
struct span formula_answer(struct span inner);

/* The end of the mathematics that begins at `at`, formulas and plain text,
 * and before the first word of prose or the end of the sentence. */
size_t run_end(struct span t, size_t at, bool lists);

/* Words of prose in t, formulas and \text aside. *telling: one of them is a
 * word of a sentence ("is", "we"), not of an answer. */
size_t prose_words(struct span t, bool *telling);

/* ---- rules; each fills *out and says whether it found something ---- */

bool whole_find(const struct extract *x, struct extracted *out);
bool box_find(struct extract *x, struct extracted *out, bool *cut);
bool tag_find(const struct extract *x, struct extracted *out);
bool hashes_find(const struct extract *x, struct extracted *out);
bool phrase_find(struct extract *x, struct extracted *out);
bool choice_find(const struct extract *x, struct extracted *out);
bool guess_find(const struct extract *x, struct extracted *out);

/* The answer at the beginning of t: behind "the answer is". */
bool declared_find(const struct extract *x, struct span t, struct span *out);

/* Where the sentence ends that goes on at `at`: its full stop, its line. */
size_t sentence_end(struct span t, size_t at);

/* Where t takes back what was said before it: behind its "Wait, no"; 0: it
 * does not. Only the beginning of t counts. */
size_t retraction_find(struct span t);

/* Does a long reply break off in a formula or in a sentence? Then it has not
 * come to its answer; the last number before the break says nothing. */
bool guess_is_cut_off(struct span text);

/* The letter of a choice that t begins with, "(C) Cecile"; 0: none. The other
 * one takes small letters where nothing else can be meant, "b)", "(b)". */
char choice_letter(struct span t);
char choice_letter_small(struct span t);
bool choice_several(struct span t); /* "C, D": t begins with more than one */
char choice_sole(struct span t);    /* and no other one stands in t */

/* t behind the letter of its choice, "(B) 12": 12; t itself without one. */
struct span label_rest(struct span t);

/* The parts of t, "(a) 5 (b) 7", joined with semicolons. */
bool parts_find(const struct extract *x, struct span t, struct extracted *out);

/* Does t read as mathematics? A text is read, so ask seldom. */
bool extract_reads(const struct extract *x, struct span t);

/* Fill *out; false when nothing is left of the answer. */
bool extract_fill(const struct extract *x, struct extracted *out,
                  enum extract_rule rule, struct span answer);

#endif
