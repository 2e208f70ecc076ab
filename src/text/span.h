/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TEXT_SPAN_H
#define TEXT_SPAN_H

#include "base/ascii.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/*
 * A part of a text: a pointer and a length. The bytes belong to someone else,
 * need no NUL behind them and may include NULs. Offsets past the end are
 * allowed everywhere and find nothing. "lower" is a C string in small letters,
 * which is compared without regard to the case of ASCII letters.
 */

struct span {
    const char *s NONSTRING;
    size_t n;
};

/* Returns a span of a whole C string. */
static inline struct span span_of(const char *s)
{
    return (struct span){ s, strlen(s) };
}

/* t[from..to), cut where t ends. */
static inline struct span span_cut(struct span t, size_t from, size_t to)
{
    to = to < t.n ? to : t.n;
    from = from < to ? from : to;
    /* Nothing is added to the NULL of an empty span. */
    return (struct span){ from ? t.s + from : t.s, to - from };
}

/* t from `at` on. */
static inline struct span span_from(struct span t, size_t at)
{
    return span_cut(t, at, t.n);
}

/* Returns the byte at `at`, or '\0' past the end. */
static inline char span_byte(struct span t, size_t at)
{
    return at < t.n ? t.s[at] : '\0';
}

/* ---- comparing ---- */

static inline bool span_equal(struct span a, struct span b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

static inline bool span_is(struct span t, const char *word)
{
    return span_equal(t, span_of(word));
}

/* Do the bytes of `word` stand at `at`? */
static inline bool span_at(struct span t, size_t at, const char *word)
{
    size_t n = strlen(word);

    return at <= t.n && t.n - at >= n && memcmp(t.s + at, word, n) == 0;
}

/* Is the byte at `at` one of the set? A NUL is not. */
static inline bool span_one_of(struct span t, size_t at, const char *set)
{
    return span_byte(t, at) && strchr(set, span_byte(t, at));
}

/* Returns where `word` begins at `at` or behind it, or t.n if it does not. */
static inline size_t span_find(struct span t, size_t at, const char *word)
{
    while (at < t.n && !span_at(t, at, word))
        at++;
    return at < t.n ? at : t.n;
}

/* The same in any case. Returns the length of `lower`, or 0 if it is not
 * there. */
static inline size_t span_at_fold(struct span t, size_t at, const char *lower)
{
    size_t n = 0;

    for (; lower[n]; n++)
        if (at + n >= t.n || to_lower(t.s[at + n]) != lower[n])
            return 0;
    return n;
}

/* The same, where no letter follows: "second" is not at "seconds". */
static inline size_t span_word_at(struct span t, size_t at, const char *lower)
{
    size_t n = span_at_fold(t, at, lower);

    return n && !is_letter(span_byte(t, at + n)) ? n : 0;
}

/* Does `lower` end at `end`, in any case? */
static inline bool span_before_fold(struct span t, size_t end,
                                    const char *lower)
{
    size_t n = strlen(lower);

    return end >= n && (n == 0 || span_at_fold(t, end - n, lower));
}

static inline bool span_is_fold(struct span t, const char *lower)
{
    for (size_t i = 0; i < t.n; i++)
        if (!lower[i] || to_lower(t.s[i]) != lower[i])
            return false;
    return !lower[t.n];
}

/* Is t one of these words, in any case? */
bool span_listed(struct span t, const char *const *lower, size_t count);

/* The same for a list in one text, with a blank between two words: "am pm". For
 * a few words that belong to one rule; lists of a kind of words are classes of
 * the lexicon. */
bool span_among(struct span t, const char *lower);

/* The same, in this case alone. */
bool span_is_one(struct span t, const char *list);

/* The length of the first of these texts that stands at `at`, in any case, or 0
 * if none does. The list is one text with a bar between two: "is |are ". */
size_t span_at_any(struct span t, size_t at, const char *list);

/* The length of the first of them that ends at `end`. */
size_t span_before_any(struct span t, size_t end, const char *list);

/* Is t one of them? */
bool span_is_any(struct span t, const char *list);

/* Does one of them stand anywhere in t? */
bool span_has_any(struct span t, const char *list);

/* ---- cutting ---- */

/* Returns how many letters of ASCII stand at `at`. */
static inline size_t span_letters(struct span t, size_t at)
{
    size_t n = 0;

    while (is_letter(span_byte(t, at + n)))
        n++;
    return n;
}

/* Returns how many digits of ASCII stand at `at`. */
static inline size_t span_digits(struct span t, size_t at)
{
    size_t n = 0;

    while (is_digit(span_byte(t, at + n)))
        n++;
    return n;
}

/* Behind the bytes of the set that stand at `at`. */
static inline size_t span_skip(struct span t, size_t at, const char *set)
{
    while (span_one_of(t, at, set))
        at++;
    return at;
}

/* Before the bytes of the set that end at `at`. */
static inline size_t span_back(struct span t, size_t at, const char *set)
{
    while (at && span_one_of(t, at - 1, set))
        at--;
    return at;
}

/* Behind the last byte c before `at`, or 0 if there is none. */
static inline size_t span_back_to(struct span t, size_t at, char c)
{
    while (at && t.s[at - 1] != c)
        at--;
    return at;
}

/* Where the letters of ASCII begin that end at `at`. */
static inline size_t span_letters_back(struct span t, size_t at)
{
    while (at && is_letter(t.s[at - 1]))
        at--;
    return at;
}

/* Where the byte c stands next, at `at` or behind, or t.n if it does not. */
static inline size_t span_index(struct span t, size_t at, char c)
{
    const char *p = at < t.n ? memchr(t.s + at, c, t.n - at) : NULL;

    return p ? (size_t)(p - t.s) : t.n;
}

static inline bool span_has(struct span t, char c)
{
    return t.n && memchr(t.s, c, t.n);
}

/* t without white space of ASCII at its ends. */
struct span span_trim(struct span t);

/* Cut the next piece that ends at `mark` or at the end off the head of *rest.
 * Returns false at the end of the text; a text without `mark` is one piece. */
bool span_split(struct span *rest, char mark, struct span *piece);

#endif
