/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read.h"
#include "family/linear/read_danger_int.h"

#include <stdint.h>
#include <string.h>

/*
 * Text that must say nothing. Signs are judged one by one: ASCII letters and
 * punctuation, Latin letters with accents and typographic quotes and dashes
 * are plain; digits, signs of arithmetic and money, unseen characters and all
 * other scripts, in which a number could hide, are not. Words are looked up.
 */

/* ---- signs ---- */

static bool plain_ascii(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr(" \t\r\n.,;:!?'\"()[]-_/&", c));
}

/* The character at s, of n bytes: its length, or 0 where it is no UTF-8. */
static size_t decode(const unsigned char *s, size_t n, uint32_t *out)
{
    size_t len = s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;

    if (s[0] < 0xC2 || s[0] > 0xF4 || len > n)
        return 0;
    *out = s[0] & (0xFFu >> (len + 1));
    for (size_t i = 1; i < len; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        *out = *out << 6 | (s[i] & 0x3F);
    }
    return len;
}

static bool plain_wide(uint32_t c)
{
    if (c >= 0xC0 && c <= 0x24F)
        return c != 0xD7 && c != 0xF7;
    return c == 0xA0 || (c >= 0x2010 && c <= 0x2015) ||
           (c >= 0x2018 && c <= 0x201F) || c == 0x2026;
}

/* The length of the plain character, or 0 with the length of the other one. */
static size_t plain_char(const char *s, size_t n, size_t *len)
{
    uint32_t c = 0;

    *len = 1;
    if (!(s[0] & 0x80))
        return plain_ascii(s[0]) ? 1 : 0;
    *len = decode((const unsigned char *)s, n, &c);
    if (*len == 0) {
        *len = 1;
        return 0;
    }
    return plain_wide(c) ? *len : 0;
}

/* An ASCII letter, or the first byte of one of U+00C0 to U+024F. */
static bool letter(char c)
{
    unsigned char u = (unsigned char)c;

    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (u >= 0xC3 && u <= 0xC9);
}

/* ---- words ---- */

static char small(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* What may stand between the words of a phrase: blanks, a hyphen. */
static size_t gap(const char *s, size_t n)
{
    size_t i = 0;

    while (i < n && s[i] && strchr(" \t\r\n-", s[i]))
        i++;
    return i;
}

/* Does the phrase stand at s? Its length in the text, or 0. */
static size_t phrase_at(const char *s, size_t n, const char *phrase)
{
    size_t i = 0;

    for (; *phrase; phrase++) {
        size_t blank = gap(s + i, n - i);

        if (*phrase == ' ' && blank > 0)
            i += blank;
        else if (*phrase != ' ' && i < n && small(s[i]) == *phrase)
            i++;
        else
            return 0;
    }
    return i < n && letter(s[i]) ? 0 : i;
}

static size_t entries_from(char first)
{
    size_t lo = 0, hi = n_reader_dangers;

    while (lo < hi) {
        size_t mid = (lo + hi) / 2;

        if (reader_dangers[mid].phrase[0] < first)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* The longest entry at s, which begins a word. */
static size_t longest(const char *s, size_t n, bool *safe)
{
    char first = small(s[0]);
    size_t best = 0;

    for (size_t i = entries_from(first);
         i < n_reader_dangers && reader_dangers[i].phrase[0] == first; i++) {
        size_t len = phrase_at(s, n, reader_dangers[i].phrase);

        if (len > best) {
            best = len;
            *safe = reader_dangers[i].safe;
        }
    }
    return best;
}

/* A letter by itself may be a name for a number. */
static bool lone_letter(const char *s, size_t len)
{
    return len == 1 && !(s[0] & 0x80) && !strchr("aAiIoO", s[0]);
}

/* The bytes of the word at s. */
static size_t word_length(const char *s, size_t n)
{
    size_t len = 0, size;

    while (len < n) {
        if (letter(s[len]) && plain_char(s + len, n - len, &size) > 0)
            len += size;
        else if (s[len] == '\'' && len + 1 < n && letter(s[len + 1]))
            len++;
        else
            break;
    }
    return len;
}

/* The word at s: how far to go on, or 0 with the bad part's length. */
static size_t judge_word(const char *s, size_t n, size_t *bad)
{
    bool safe = false;
    size_t len = word_length(s, n), found = longest(s, n, &safe);

    *bad = found > 0 ? found : len;
    if (found > 0)
        return safe ? found : 0;
    return lone_letter(s, len) ? 0 : len;
}

const char *linear_read_danger(struct arena *a, const char *text, size_t n)
{
    size_t i = 0, bad;

    while (i < n) {
        size_t step = plain_char(text + i, n - i, &bad);

        if (step > 0 && letter(text[i]))
            step = judge_word(text + i, n - i, &bad);
        if (step == 0)
            return arena_strndup(a, text + i, bad);
        i += step;
    }
    return NULL;
}
