/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "grade/extract/extract_int.h"

#include <string.h>

size_t span_skip_space(struct span t, size_t at)
{
    size_t n;

    while ((n = character_space(t, at)))
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

bool span_has_digit(struct span t)
{
    for (size_t i = 0; i < t.n; i++)
        if (is_digit(t.s[i]))
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
