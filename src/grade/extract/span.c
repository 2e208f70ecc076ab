/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "grade/extract/extract_int.h"

#include <string.h>

size_t span_space(struct span t, size_t at)
{
    static const char *const wide[] = { "\xc2\xa0",     "\xe3\x80\x80",
                                        "\xe2\x80\xaf", "\xe2\x80\x89",
                                        "\xe2\x80\x8b", "\xef\xbb\xbf" };

    if (at >= t.n)
        return 0;
    if (is_space(t.s[at]) || t.s[at] == '\0')
        return 1;
    if ((unsigned char)t.s[at] < 0x80)
        return 0;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (span_at(t, at, wide[i]))
            return strlen(wide[i]);
    return 0;
}

size_t span_skip_space(struct span t, size_t at)
{
    size_t n;

    while ((n = span_space(t, at)))
        at += n;
    return at;
}

bool span_escaped(struct span t, size_t at)
{
    size_t n = 0;

    /* Runs beyond a few are no LaTeX; counting them all would cost a
     * square. */
    while (n < at && n < 8 && t.s[at - 1 - n] == '\\')
        n++;
    return n % 2 == 1;
}

size_t span_wide_digit(struct span t, size_t at)
{
    if (!span_at(t, at, "\xef\xbc") || at + 2 >= t.n)
        return 0;
    return (unsigned char)t.s[at + 2] >= 0x90 &&
                   (unsigned char)t.s[at + 2] <= 0x99
               ? 3
               : 0;
}

bool span_has_digit(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (is_digit(t.s[i]) ||
            ((unsigned char)t.s[i] == 0xef && span_wide_digit(t, i)))
            return true;
    return false;
}

size_t span_braces(struct span t, size_t at)
{
    size_t depth = 0, most = at + LIMIT_ANSWER_BYTES;

    for (size_t i = at; i < t.n && i < most; i++) {
        if (t.s[i] == '\\') {
            i++;
        } else if (t.s[i] == '{') {
            depth++;
        } else if (t.s[i] == '}') {
            if (depth <= 1)
                return depth ? i + 1 : 0;
            depth--;
        }
    }
    return 0;
}
