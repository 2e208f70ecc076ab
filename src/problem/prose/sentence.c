/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/prose/sentence.h"
#include "base/ascii.h"

#include <string.h>

/* Abbreviations before a name or an example; "No." and "St." need a capital
 * or digit behind them to be one. */
static const char *const shorts[] = { "mr",  "mrs", "ms",  "dr", "prof",
                                      "st",  "jr",  "sr",  "mt", "vs",
                                      "e.g", "i.e", "etc", "no", "approx" };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The word that ends before `end`, points inside it included. */
static size_t word_before(const char *text, size_t from, size_t end)
{
    size_t at = end;

    while (at > from && (is_letter(text[at - 1]) || text[at - 1] == '.'))
        at--;
    return end - at;
}

static bool same_word(const char *s, size_t n, const char *word)
{
    if (strlen(word) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (to_lower(s[i]) != word[i])
            return false;
    return true;
}

/* Does the point at text[at] belong to a shortened word? */
static bool is_short(const char *text, size_t from, size_t at)
{
    size_t n = word_before(text, from, at);
    const char *word = text + at - n;
    size_t next = at + 1;

    if (n == 1 && *word >= 'A' && *word <= 'Z' && *word != 'I')
        return true; /* an initial */
    while (is_blank(text[next]))
        next++;
    for (size_t i = 0; i < sizeof(shorts) / sizeof(*shorts); i++)
        if (same_word(word, n, shorts[i]))
            return !same_word(word, n, "etc") && !same_word(word, n, "no")
                       ? true
                       : is_digit(text[next]) ||
                             (text[next] >= 'a' && text[next] <= 'z');
    return false;
}

/* Past closing quotes and brackets. */
static size_t skip_closing(const char *text, size_t at)
{
    for (;;) {
        if (text[at] == '"' || text[at] == '\'' || text[at] == ')' ||
            text[at] == ']')
            at++;
        else if (!strncmp(text + at, "\xe2\x80\x9d", 3) ||
                 !strncmp(text + at, "\xe2\x80\x99", 3))
            at += 3;
        else
            return at;
    }
}

static bool blank_line(const char *text, size_t at)
{
    if (text[at] != '\n')
        return false;
    for (at++; text[at] == ' ' || text[at] == '\t' || text[at] == '\r';)
        at++;
    return text[at] == '\n';
}

/* Where the sentence that begins at `from` ends: behind its last character. */
static size_t sentence_end(const char *text, size_t from)
{
    size_t at = from, end, next;

    for (; text[at]; at++) {
        if (blank_line(text, at))
            return at;
        if (text[at] != '.' && text[at] != '!' && text[at] != '?')
            continue;
        while (text[at + 1] == '.' || text[at + 1] == '!' ||
               text[at + 1] == '?')
            at++;
        end = skip_closing(text, at + 1);
        if (text[end] && !is_blank(text[end]))
            continue;
        for (next = end; is_blank(text[next]);)
            next++;
        if (text[at] == '.' && at > from && text[at - 1] == '.' &&
            text[next] >= 'a' && text[next] <= 'z')
            continue;
        if (text[at] != '.' || !is_short(text, from, at))
            return end;
    }
    return at;
}

const char *sentence_next(const char *text, size_t *at, size_t *n)
{
    size_t from = *at, end;

    while (is_blank(text[from]))
        from++;
    if (!text[from])
        return NULL;
    *at = end = sentence_end(text, from);
    while (end > from && is_blank(text[end - 1]))
        end--;
    *n = end - from;
    return text + from;
}

size_t sentence_count(const char *text)
{
    size_t at = 0, n, count = 0;

    while (sentence_next(text, &at, &n))
        count++;
    return count;
}
