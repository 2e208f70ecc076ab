/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"

#include <string.h>

/* Phrases and numbers at a place of the text. */

/* A blank of a phrase may be a hyphen in the text. */
size_t reader_word_at(const struct plain *text, size_t at, const char *word)
{
    size_t n = strlen(word);

    if (n == 0 || n > text->n - at)
        return 0;
    for (size_t i = 0; i < n; i++) {
        char c = text->low[at + i];

        if (c != word[i] && !(word[i] == ' ' && c == '-'))
            return 0;
    }
    if (reader_word_char(word[n - 1]) && reader_word_char(text->low[at + n]))
        return 0;
    return n;
}

/* The first entry that does not stand before this letter. */
static size_t entries_from(char letter)
{
    size_t lo = 0, hi = n_reader_entries;

    while (lo < hi) {
        size_t mid = (lo + hi) / 2;

        if (reader_entries[mid].phrase[0] < letter)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

size_t reader_phrase(const struct plain *text, size_t at, enum tok *kind,
                     struct ratio *value)
{
    char first = text->low[at];
    size_t best = 0;

    for (size_t i = entries_from(first);
         i < n_reader_entries && reader_entries[i].phrase[0] == first; i++) {
        size_t n = reader_word_at(text, at, reader_entries[i].phrase);

        if (n > best) {
            best = n;
            *kind = reader_entries[i].kind;
            *value = reader_entries[i].value;
        }
    }
    return best;
}

/* ---- numbers in words ---- */

static const char *const small[] = {
    "zero",    "one",     "two",       "three",    "four",
    "five",    "six",     "seven",     "eight",    "nine",
    "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
};

static const char *const tens[] = {
    "twenty", "thirty",  "forty",  "fifty",
    "sixty",  "seventy", "eighty", "ninety",
};

/* Behind the word and the blank or hyphen after it; 0: there is none. */
static size_t behind_gap(const struct plain *text, size_t at)
{
    char c = text->low[at];

    return c == ' ' || c == '-' ? at + 1 : 0;
}

/* 0 to 99. */
static size_t below_hundred(const struct plain *text, size_t at, int64_t *out)
{
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        size_t n = reader_word_at(text, at, small[i]);

        if (n > 0) {
            *out = (int64_t)i;
            return n;
        }
    }
    for (size_t i = 0; i < sizeof tens / sizeof tens[0]; i++) {
        size_t n = reader_word_at(text, at, tens[i]), next, more = 0;
        int64_t unit;

        if (n == 0)
            continue;
        *out = ((int64_t)i + 2) * 10;
        next = behind_gap(text, at + n);
        if (next)
            more = below_hundred(text, next, &unit);
        if (more == 0 || unit == 0 || unit > 9)
            return n;
        *out += unit;
        return next + more - at;
    }
    return 0;
}

/* "hundred and five", with what stands before it in *out. */
static size_t hundreds(const struct plain *text, size_t at, int64_t *out)
{
    size_t n = reader_word_at(text, at, "hundred"), next, more;
    int64_t rest;

    if (n == 0 || *out < 1 || *out > 9)
        return 0;
    *out *= 100;
    next = behind_gap(text, at + n);
    if (next == 0)
        return n;
    if (reader_word_at(text, next, "and") && text->low[next + 3] == ' ')
        next += 4;
    more = below_hundred(text, next, &rest);
    if (more == 0)
        return n;
    *out += rest;
    return next + more - at;
}

static size_t in_words(const struct plain *text, size_t at, int64_t *out)
{
    size_t n = below_hundred(text, at, out), next, more;

    if (n == 0) {
        n = reader_word_at(text, at, "a");
        *out = 1;
        if (n == 0 || !reader_word_at(text, at, "a hundred"))
            return 0;
    }
    next = behind_gap(text, at + n);
    more = next ? hundreds(text, next, out) : 0;
    return more ? next + more - at : n;
}

/* ---- numbers in digits ---- */

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t in_digits(const struct plain *text, size_t at, struct ratio *out)
{
    const char *s = text->low + at;
    size_t n = 0;

    while (digit(s[n]) ||
           (n > 0 && (s[n] == '.' || s[n] == ',' || s[n] == '/') &&
            digit(s[n + 1])))
        n++;
    if (n == 0 || !ratio_read(out, s, n))
        return 0;
    /* "3rd", "3x", "3-4" are no numbers by themselves. */
    if (reader_word_char(s[n]) || (s[n] == '-' && digit(s[n + 1])))
        return 0;
    return n;
}

/* "1/2" behind "2 ", and the like: a part below one that is added. */
static size_t added_part(const struct plain *text, size_t at, struct ratio *out)
{
    static const struct {
        const char *words;
        struct ratio value;
    } parts[] = {
        { " and a half", { 1, 2 } },
        { " and one half", { 1, 2 } },
        { " and a quarter", { 1, 4 } },
        { " and a third", { 1, 3 } },
    };
    size_t n;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if ((n = reader_word_at(text, at, parts[i].words)) > 0) {
            *out = parts[i].value;
            return n;
        }
    if (text->low[at] != ' ')
        return 0;
    n = in_digits(text, at + 1, out);
    return n > 0 && out->p > 0 && out->p < out->q ? n + 1 : 0;
}

size_t reader_number(const struct plain *text, size_t at, struct ratio *value)
{
    int64_t whole;
    struct ratio part;
    size_t n = in_digits(text, at, value), more;

    if (n == 0) {
        n = in_words(text, at, &whole);
        if (n == 0)
            return 0;
        *value = RATIO(whole);
    }
    if (!ratio_whole(*value))
        return n;
    more = added_part(text, at + n, &part);
    if (more > 0 && ratio_add(value, *value, part))
        n += more;
    return n;
}
