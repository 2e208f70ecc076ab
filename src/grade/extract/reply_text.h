/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_REPLY_TEXT_H
#define GRADE_EXTRACT_REPLY_TEXT_H

#include "base/arena.h"
#include "text/character.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * The text of a reply, whatever is looked for in it: without its thinking and
 * the damage that programs do, its formulas, its tokens and passages.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- spans ---- */

static inline bool one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* Returns how many bytes of ASCII t begins with, in eights. */
static inline size_t span_ascii(struct span t)
{
    size_t i = 0;
    uint64_t eight;

    for (; i + sizeof eight <= t.n; i += sizeof eight) {
        memcpy(&eight, t.s + i, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    return i;
}

/* Behind white space of any alphabet. */
static inline size_t span_skip_space(struct span t, size_t at)
{
    size_t n;

    while ((n = character_space(t, at)))
        at += n;
    return at;
}

static inline bool span_has_digit(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (is_digit(t.s[i]))
            return true;
    return false;
}

/* ---- before anything is looked for (clean.c) ---- */

/* The text behind the thinking; false: the thinking never ends. */
bool think_skip(struct span text, struct span *out);

/* Undo one level of JSON escapes where the text has an unmistakable one too
 * many (\\frac, \n), and drop the marks that end a model's turn. Digits of other
 * scripts become those of ASCII. */
struct span clean_text(struct arena *a, struct span text);

/* ---- surface care (trim.c) ---- */

/* Is the byte at `at` behind an odd number of backslashes? */
bool span_escaped(struct span t, size_t at);
/* The offset behind the brace that closes the one at `at`; 0: none does,
 * within LIMIT_ANSWER_BYTES. */
size_t span_braces(struct span t, size_t at);

/* Braces that t opens, less those that it closes. */
int span_braces_open(struct span t);

struct span trim_span(struct span t);
/* Is the $ at `at` money, not the beginning of a formula? */
bool trim_is_money(struct span t, size_t at);
/* A copy for the reader: no signs of formulas left inside. */
const char *trim_text(struct arena *a, struct span t);
/* A copy with the capitals of ASCII as small letters. */
const char *lower_case(struct arena *a, struct span t);
/* Are both the same but for what trim_span() drops? */
bool trim_same(struct span x, struct span y);

/* ---- formulas (reply_text.c) ---- */

/* Is there a formula with its signs, $...$, \(...\), \[...\], \begin...\end,
 * at `at`? What it holds, and where it ends. */
bool formula_at(struct span t, size_t at, struct span *inner, size_t *after);

/* What an answer needs of a formula's contents: of aligned rows the last. */
struct span formula_answer(struct span inner);

/* What a derivation comes to: of "2x = 20 \Rightarrow x = 10", of aligned rows
 * and of a chain of equalities the end, with the name that stands first. */
struct span formula_conclusion(struct arena *a, struct span t);

/* ---- lines (unmarked.c) ---- */

/* Statements of what names are, "x = 2", "Mean: 6", or values, on two lines or
 * more that have nothing else but marks of a list: *out has all of them, with
 * commas between. */
bool items_read(struct arena *a, struct span t, struct span *out);

/* ---- tokens of prose and plain mathematics ---- */

enum reply_token {
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
enum reply_token token_read(struct span t, size_t at, size_t *after);

/* A token and its place, text = t[at..end). Zeroed, it stands before the text. */
struct read_token {
    enum reply_token kind;
    size_t at, end;
    struct span text;
};

/* Go to the next token, the one at k->end. Returns false at the end of t. */
static inline bool token_next(struct span t, struct read_token *k)
{
    k->at = k->end;
    k->kind = token_read(t, k->at, &k->end);
    k->text = span_cut(t, k->at, k->end);
    return k->kind != TOKEN_END;
}

/* What kind of word is it? Tables are searched: token_read() does not ask. */
enum reply_token token_word(struct span word);

/* ---- passages ---- */

/* Where the sentence ends that goes on at `at`: its full stop, its line. */
size_t sentence_end(struct span t, size_t at);

/* Where the remark in round brackets at `at` ends; 0: it is mathematics. */
size_t remark_end(struct span t, size_t at);

/* The end of the mathematics that begins at `at`, formulas and plain text,
 * and before the first word of prose or the end of the sentence. */
size_t run_end(struct span t, size_t at, bool lists);

/* Words of prose in t, formulas and \text aside. *telling: one of them is a
 * word of a sentence ("is", "we"), not of an answer. */
size_t prose_words(struct span t, bool *telling);

/* The end of the reply from the beginning of a paragraph on. */
struct span reply_tail(struct span t);

/* The set that words at `at` name behind a parameter, "an integer", as
 * \mathbb{Z} or \mathbb{N}; NULL: they name none. */
const char *integers_said(struct span t, size_t at);

/* Returns a key that is a bound in words, "at least 7", as the interval that it
 * means, or the text itself if it is none (words.c). */
const char *bound_read(struct arena *a, const char *text);

/* Does a long reply break off in a formula or in a sentence? Then it has not
 * come to its answer; the last number before the break says nothing. */
bool reply_breaks_off(struct span text);

#endif
