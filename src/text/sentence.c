/* SPDX-License-Identifier: Apache-2.0 */
#include "text/sentence.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "text/character.h"
#include "text/lexicon.h"

#include <string.h>

static bool sentence_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The word that ends before `end`, points inside it included. */
static size_t sentence_word_before(const char *text, size_t from, size_t end)
{
    size_t at = end;

    while (at > from && (is_letter(text[at - 1]) || text[at - 1] == '.'))
        at--;
    return end - at;
}

/* Does the point at text[at] belong to a shortened word? "No." and "etc." may
 * as well end a sentence: they do before a capital. */
static bool sentence_is_short(const char *text, size_t from, size_t at)
{
    size_t n = sentence_word_before(text, from, at), next = at + 1;
    struct span word = { text + at - n, n };

    if (n == 1 && is_upper(*word.s) && *word.s != 'I')
        return true; /* an initial */
    if (!word_is(word, WORD_ABBREVIATION))
        return false;
    if (!span_is_fold(word, "etc") && !span_is_fold(word, "no"))
        return true;
    while (sentence_is_blank(text[next]))
        next++;
    return is_digit(text[next]) || is_lower(text[next]);
}

/* Past closing quotes and brackets. */
static size_t skip_closing(const char *text, size_t at)
{
    size_t n;

    for (;;) {
        if (text[at] == '"' || text[at] == '\'' || text[at] == ')' ||
            text[at] == ']')
            at++;
        else if ((n = character_is(
                      (struct span){ text + at, strnlen(text + at, UTF8_MAX) },
                      0, CHAR_QUOTES)) > 0)
            at += n;
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
static size_t text_sentence_end(const char *text, size_t from)
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
        if (text[end] && !sentence_is_blank(text[end]))
            continue;
        for (next = end; sentence_is_blank(text[next]);)
            next++;
        if (text[at] == '.' && at > from && text[at - 1] == '.' &&
            is_lower(text[next]))
            continue;
        if (text[at] != '.' || !sentence_is_short(text, from, at))
            return end;
    }
    return at;
}

const char *sentence_next(const char *text, size_t *at, size_t *n)
{
    size_t from = *at, end;

    while (sentence_is_blank(text[from]))
        from++;
    if (!text[from])
        return NULL;
    *at = end = text_sentence_end(text, from);
    while (end > from && sentence_is_blank(text[end - 1]))
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
