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

bool span_among(struct span t, const char *lower)
{
    for (size_t n; *lower; lower += n + (lower[n] == ' ')) {
        n = strcspn(lower, " ");
        if (n == t.n && strncasecmp(t.s, lower, n) == 0)
            return true;
    }
    return false;
}

size_t span_at_any(struct span t, size_t at, const char *list)
{
    for (;; list++) {
        size_t n = 0;

        while (list[n] && list[n] != '|' && at + n < t.n &&
               to_lower(t.s[at + n]) == list[n])
            n++;
        if (list[n] == '|' || !list[n])
            return n;
        list += n + strcspn(list + n, "|");
        if (!*list)
            return 0;
    }
}

size_t span_before_any(struct span t, size_t end, const char *list)
{
    for (size_t n; *list; list += n + (list[n] == '|')) {
        n = strcspn(list, "|");
        if (n <= end && end <= t.n && strncasecmp(t.s + end - n, list, n) == 0)
            return n;
    }
    return 0;
}

bool span_is_any(struct span t, const char *list)
{
    for (size_t n; *list; list += n + (list[n] == '|')) {
        n = strcspn(list, "|");
        if (n == t.n && strncasecmp(t.s, list, n) == 0)
            return true;
    }
    return false;
}

bool span_is_one(struct span t, const char *list)
{
    for (size_t n; *list; list += n + (list[n] == ' ')) {
        n = strcspn(list, " ");
        if (n == t.n && memcmp(t.s, list, n) == 0)
            return true;
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
