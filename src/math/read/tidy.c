/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/lex_int.h"

#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "text/character.h"

#include <string.h>

/*
 * Digits that only look apart: an invisible character between two of them, a
 * colon in braces, \mathbf{1}2. They are put together in a copy of the text,
 * before it is cut into tokens.
 */

/* Returns the length of an invisible character that stands between digits or
 * letters, or 0. An invisible sign of multiplication is no such character. */
static size_t unseen(const char *s, size_t n, char before)
{
    struct character c;
    size_t len;

    if ((unsigned char)*s < 0x80 || !is_digit(before))
        return 0;
    len = character_at((struct span){ s, n }, 0, &c);
    return len && len < n && c.code && c.is == CHAR_UNSEEN &&
                   (c.code < 0x2061 || c.code > 0x2064) && is_digit(s[len])
               ? len
               : 0;
}

/* Returns the length of \mathbf{12}, or 0. */
static size_t math_tidy_styled(const char *s, size_t n, size_t *from,
                               size_t *digits)
{
    static const char *const words[] = { "\\mathbf{", "\\mathrm{",
                                         "\\boldsymbol{", "\\mathit{",
                                         "\\mathsf{" };

    for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
        size_t len = strlen(words[k]), i = len;

        if (n <= len || memcmp(s, words[k], len) != 0)
            continue;
        while (i < n && is_digit(s[i]))
            i++;
        *from = len;
        *digits = i - len;
        return i > len && i < n && s[i] == '}' ? i + 1 : 0;
    }
    return 0;
}

/* Returns the length of "\!", the negative space between digits, or 0. */
static size_t drawn_together(const char *s, size_t n)
{
    return n > 1 && s[0] == '\\' && s[1] == '!' ? 2 : 0;
}

/* \mathbf{1}2 and 1\mathbf{2}: digits of one number. */
static size_t tidy_styled(struct str *out, const char *s, size_t n, char before)
{
    size_t from, digits, len = math_tidy_styled(s, n, &from, &digits), next;

    if (!len)
        return 0;
    next = len + drawn_together(s + len, n - len);
    if (!is_digit(before) && (next >= n || !is_digit(s[next])) &&
        !math_tidy_styled(s + next, n - next, &(size_t){ 0 }, &(size_t){ 0 }))
        return 0;
    str_addn(out, s + from, digits);
    return next < n && is_digit(s[next]) ? next : len;
}

const char *lex_tidy(struct arena *a, const char *text, size_t *n)
{
    struct str out = str_in(a);
    size_t i = 0, from, len;
    bool strange = false;

    for (; i + 1 < *n && !strange; i++)
        strange = (unsigned char)text[i] >= 0xC2 ||
                  (text[i] == '{' && text[i + 1] == ':') ||
                  (text[i] == '\\' &&
                   math_tidy_styled(text + i, *n - i, &from, &len));
    if (!strange || *n > LIMIT_ANSWER_BYTES)
        return text;
    for (i = 0; i < *n; i += len) {
        char before = out.n ? str_get(&out)[out.n - 1] : '\0';

        if ((len = unseen(text + i, *n - i, before)) != 0)
            continue;
        if (*n - i > 2 && memcmp(text + i, "{:}", 3) == 0) {
            str_addc(&out, ':');
            len = 3;
        } else if ((len = tidy_styled(&out, text + i, *n - i, before)) == 0) {
            str_addc(&out, text[i]);
            len = 1;
        }
    }
    *n = out.n;
    return str_get(&out);
}
