/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "base/ascii.h"
#include "base/format.h"
#include "base/limits.h"
#include "base/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct str str_in(struct arena *a)
{
    return (struct str){ .arena = a };
}

/* An arena cannot give back the old text: doubling keeps the waste below the
 * length of the final one. */
static char *str_resize(struct str *b, size_t cap)
{
    char *s;

    if (b->arena) {
        s = arena_text(b->arena, cap - 1);
        if (b->n)
            memcpy(s, b->s, b->n);
        return s;
    }
    s = realloc(b->s, cap);
    if (!s)
        out_of_memory();
    return s;
}

void str_reserve(struct str *b, size_t n)
{
    size_t max = b->max ? b->max : LIMIT_TEXT_BYTES;
    size_t cap = b->cap ? b->cap : 64;

    INVARIANT(n <= max && b->n <= max - n);
    while (cap < b->n + n + 1)
        cap *= 2;
    if (cap > max)
        cap = max + 1; /* what fits is within bounds: see str_addn() */
    if (cap == b->cap)
        return;
    b->s = str_resize(b, cap);
    b->cap = cap;
    b->s[b->n] = '\0';
}

void str_addn(struct str *b, const char *s, size_t n)
{
    if (n >= b->cap - b->n)
        str_reserve(b, n);
    if (n)
        memcpy(b->s + b->n, s, n);
    b->n += n;
    INVARIANT(b->n < b->cap);
    b->s[b->n] = '\0';
}

void str_add(struct str *b, const char *s)
{
    str_addn(b, s, strlen(s));
}

void str_addc(struct str *b, char c)
{
    if (b->cap - b->n < 2)
        str_reserve(b, 1);
    b->s[b->n++] = c;
    b->s[b->n] = '\0';
}

void str_addv(struct str *b, const char *fmt, va_list ap)
{
    size_t room, n;
    va_list again;

    str_reserve(b, 0); /* most pieces fit at once */
    room = b->cap - b->n;
    va_copy(again, ap);
    n = format_text(b->s + b->n, room, fmt, again);
    va_end(again);
    if (n >= room) {
        str_reserve(b, n);
        format_text(b->s + b->n, n + 1, fmt, ap);
    }
    b->n += n;
}

void str_add_int(struct str *b, int64_t n)
{
    char digits[24], *p = digits + sizeof(digits);
    uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;

    do
        *--p = (char)('0' + left % 10);
    while (left /= 10);
    if (n < 0)
        *--p = '-';
    str_addn(b, p, (size_t)(digits + sizeof(digits) - p));
}

void str_add_count(struct str *b, uint64_t n)
{
    char digits[24];
    int len = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)n);

    for (int i = 0; i < len; i++) {
        if (i && (len - i) % 3 == 0)
            str_addc(b, ',');
        str_addc(b, digits[i]);
    }
}

void str_addf(struct str *b, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    str_addv(b, fmt, ap);
    va_end(ap);
}

void str_add_printable(struct str *b, const char *s)
{
    size_t n = strlen(s);
    uint32_t ch;

    while (n) {
        size_t len = utf8_read(s, n, &ch);

        if (len == 0)
            str_add(b, "\xef\xbf\xbd");
        else if (utf8_is_unseen(ch))
            str_addc(b, '?');
        else
            str_addn(b, s, len);
        s += len ? len : 1;
        n -= len ? len : 1;
    }
}

void str_reset(struct str *b)
{
    b->n = 0;
    if (b->s)
        b->s[0] = '\0';
}

const char *str_get(const struct str *b)
{
    return b->s ? b->s : "";
}

void str_clear(struct str *b)
{
    if (!b->arena)
        free(b->s);
    *b = (struct str){ .arena = b->arena, .max = b->max };
}

bool str_eq(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

bool str_same(const char *a, const char *b)
{
    return a == b || (a && b && str_eq(a, b));
}

bool str_starts(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *s, const char *suffix)
{
    size_t n = strlen(s), k = strlen(suffix);

    return n >= k && strcmp(s + n - k, suffix) == 0;
}

bool str_among(const char *s, const char *list)
{
    return str_among_n(s, strlen(s), list);
}

bool str_among_n(const char *s, size_t n, const char *list)
{
    for (const char *p = list; *p; p += *p == ' ') {
        if (n && *p == *s && strncmp(p, s, n) == 0 && (p[n] == ' ' || !p[n]))
            return true;
        while (*p && *p != ' ')
            p++;
    }
    return false;
}

bool str_is_one(const char *s, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(s, names[i]) == 0)
            return true;
    return false;
}

bool str_has_any(const char *s, const char *list)
{
    for (size_t n; *list; list += n + (list[n] == '|')) {
        n = strcspn(list, "|");
        for (const char *at = s; (at = strchr(at, *list)); at++)
            if (strncmp(at, list, n) == 0)
                return true;
    }
    return false;
}

size_t str_starts_any(const char *s, const char *list)
{
    for (size_t n; *list; list += *list == '|') {
        for (n = 0; *list && *list != '|' && s[n] == *list; list++)
            n++;
        if (n && (*list == '|' || !*list))
            return n;
        while (*list && *list != '|')
            list++;
    }
    return 0;
}

bool str_blank(const char *s)
{
    while (is_space(*s))
        s++;
    return *s == '\0';
}

char *str_trim(struct arena *a, const char *s)
{
    size_t n;

    while (is_space(*s))
        s++;
    n = strlen(s);
    while (n && is_space(s[n - 1]))
        n--;
    return arena_strndup(a, s, n);
}

/* ---- "did you mean" ---- */

#define FAR_WORD 63 /* longer words are not misspelt names */

/* The cheapest way to the cell (i, j) of the table whose rows before it are
 * `above` and `twice_above`: the optimal string alignment distance. */
static unsigned str_cell(const char *a, const char *b, size_t j,
                         const unsigned *row, const unsigned *above,
                         const unsigned *twice_above)
{
    unsigned d = above[j - 1] + (a[0] != b[j - 1]);

    if (above[j] + 1 < d)
        d = above[j] + 1;
    if (row[j - 1] + 1 < d)
        d = row[j - 1] + 1;
    if (twice_above && j > 1 && a[0] == b[j - 2] && a[-1] == b[j - 1] &&
        twice_above[j - 2] + 1 < d)
        d = twice_above[j - 2] + 1;
    return d;
}

/* Letters to leave out, add, replace or swap with their neighbour. */
static unsigned edits(const char *a, const char *b)
{
    unsigned rows[3][FAR_WORD + 1];
    size_t na = strlen(a), nb = strlen(b);

    for (size_t j = 0; j <= nb; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= na; i++) {
        unsigned *row = rows[i % 3];

        row[0] = (unsigned)i;
        for (size_t j = 1; j <= nb; j++)
            row[j] = str_cell(a + i - 1, b, j, row, rows[(i - 1) % 3],
                              i > 1 ? rows[(i - 2) % 3] : NULL);
    }
    return rows[na % 3][nb];
}

static bool str_lower(const char *s, char out[FAR_WORD + 1])
{
    size_t n = strlen(s);

    if (n > FAR_WORD)
        return false;
    for (size_t i = 0; i <= n; i++)
        out[i] = to_lower(s[i]);
    return true;
}

size_t str_far(const char *word, const char *name)
{
    char a[FAR_WORD + 1], b[FAR_WORD + 1];
    size_t n = strlen(word), least;
    unsigned most = n < 3 ? 0 : n < 6 ? 1 : n < 16 ? 2 : 3, d;

    if (!str_lower(word, a) || !str_lower(name, b))
        return STR_FAR;
    d = edits(a, b);
    least = strlen(name) < n ? strlen(name) : n;
    if (d <= most)
        return 2 * (size_t)d;
    return least >= 3 && strncmp(a, b, least) == 0 ? 3 : STR_FAR;
}

const char *str_nearest(const char *word, const char *const *names, size_t n)
{
    size_t best = STR_FAR;
    const char *near = NULL;

    for (size_t i = 0; i < n; i++) {
        size_t d = str_far(word, names[i]);

        if (d < best) {
            best = d;
            near = names[i];
        }
    }
    return near;
}
