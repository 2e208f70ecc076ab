/* SPDX-License-Identifier: Apache-2.0 */
#include "text/span.h"

/* Lists of words in one text, and cutting. */

bool span_listed(struct span t, const char *const *lower, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (span_is_fold(t, lower[i]))
            return true;
    return false;
}

/* How many bytes t has in common with the first piece of the list, in any case.
 */
static size_t span_common(struct span t, size_t at, const char *list, char mark)
{
    size_t n = 0;

    while (at + n < t.n && list[n] && list[n] != mark &&
           to_lower(t.s[at + n]) == to_lower(list[n]))
        n++;
    return n;
}

/* Is t a piece of the list, which `mark` cuts into pieces? */
static bool span_in(struct span t, const char *list, char mark)
{
    char first = to_lower(span_byte(t, 0));

    for (const char *p = list; first && (p = strchr(p, first)); p++) {
        size_t n = t.n;

        if ((p == list || p[-1] == mark) && span_common(t, 0, p, mark) == n &&
            (p[n] == mark || !p[n]))
            return true;
    }
    return false;
}

bool span_among(struct span t, const char *lower)
{
    return span_in(t, lower, ' ');
}

size_t span_at_any(struct span t, size_t at, const char *list)
{
    char first = to_lower(span_byte(t, at));

    for (const char *p = list; first && (p = strchr(p, first)); p++) {
        size_t n;

        if (p > list && p[-1] != '|')
            continue;
        n = span_common(t, at, p, '|');
        if (p[n] == '|' || !p[n])
            return n;
    }
    return 0;
}

size_t span_before_any(struct span t, size_t end, const char *list)
{
    char last = end && end <= t.n ? to_lower(t.s[end - 1]) : '\0';

    for (size_t n; *list; list += n + (list[n] == '|')) {
        for (n = 0; list[n] && list[n] != '|';)
            n++;
        if (list[n - 1] == last && n <= end &&
            span_common(t, end - n, list, '|') >= n)
            return n;
    }
    return 0;
}

bool span_is_any(struct span t, const char *list)
{
    return span_in(t, list, '|');
}

bool span_is_one(struct span t, const char *list)
{
    for (; *list; list += *list == ' ') {
        size_t n = 0;

        for (; *list && *list != ' '; list++)
            n += n < t.n && t.s[n] == *list ? 1 : t.n + 1;
        if (n == t.n)
            return n > 0;
    }
    return false;
}

bool span_has_any(struct span t, const char *list)
{
    for (size_t i = 0; i < t.n; i++)
        if (span_at_any(t, i, list))
            return true;
    return false;
}

bool span_split(struct span *rest, char mark, struct span *piece)
{
    const char *end;

    if (rest->n == 0)
        return false;
    end = memchr(rest->s, mark, rest->n);
    *piece = span_cut(*rest, 0, end ? (size_t)(end - rest->s) : rest->n);
    *rest = span_from(*rest, piece->n + 1);
    return true;
}

struct span span_trim(struct span t)
{
    while (t.n && is_space(t.s[t.n - 1]))
        t.n--;
    while (t.n && is_space(t.s[0]))
        t = span_from(t, 1);
    return t;
}
