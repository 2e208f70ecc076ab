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
static char *resize(struct str *b, size_t cap)
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
    b->s = resize(b, cap);
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
    size_t n = strlen(s);

    for (const char *p = list; *p; p += *p == ' ') {
        if (*p == *s && strncmp(p, s, n) == 0 && (p[n] == ' ' || !p[n]))
            return n > 0;
        while (*p && *p != ' ')
            p++;
    }
    return false;
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

#define DISTANCE_WORD 63 /* longer words are not misspelt options */

size_t str_distance(const char *a, const char *b, size_t most)
{
    size_t row[DISTANCE_WORD + 1], na = strlen(a), nb = strlen(b);

    if (na > DISTANCE_WORD || nb > DISTANCE_WORD)
        return most + 1;
    for (size_t j = 0; j <= nb; j++)
        row[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t diagonal = row[0], best = i;

        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t d = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            if (row[j] + 1 < d)
                d = row[j] + 1;
            if (row[j - 1] + 1 < d)
                d = row[j - 1] + 1;
            row[j] = d;
            best = d < best ? d : best;
        }
        if (best > most) /* no cell of a later row can be smaller */
            return most + 1;
    }
    return row[nb];
}

const char *str_nearest(const char *word, const char *const *names, size_t n)
{
    size_t most = strlen(word) / 3 + 1, best = most + 1;
    const char *near = NULL;

    for (size_t i = 0; i < n; i++) {
        size_t d = str_distance(word, names[i], most);

        if (d < best) {
            best = d;
            near = names[i];
        }
    }
    return near;
}
