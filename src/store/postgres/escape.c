/* SPDX-License-Identifier: Apache-2.0 */

/*
 * PostgreSQL takes no text that is not UTF-8, and SQLite takes any: replies,
 * names and reasons have what others sent. Such bytes are kept as characters of
 * the last plane, which is for private use.
 */
#include "base/utf8.h"
#include "store/postgres/postgres.h"

#include <string.h>

#define FIRST 0x10ff00u /* U+10FF00: the byte 0 */
#define LEAD  0xf4      /* the byte with which all of them begin */

static bool is_ours(uint32_t ch)
{
    return ch >= FIRST && ch <= FIRST + 0xff;
}

/* The bytes of the next character; 0: it has to be escaped. */
static size_t plain(const char *text, size_t n)
{
    uint32_t ch;
    size_t used = utf8_read(text, n, &ch);

    return used && !is_ours(ch) ? used : 0;
}

bool pg_is_foreign(const char *text, size_t n)
{
    return utf8_check(text, n) < n || pg_is_escaped(text, n);
}

void pg_escape(struct str *out, const char *text, size_t n)
{
    char byte[UTF8_MAX];
    uint32_t ch;

    for (size_t i = 0; i < n;) {
        size_t used = plain(text + i, n - i);

        if (used) {
            str_addn(out, text + i, used);
            i += used;
            continue;
        }
        used = utf8_read(text + i, n - i, &ch);
        for (size_t k = 0; k < (used ? used : 1); k++, i++)
            str_addn(out, byte,
                     utf8_write(FIRST + (unsigned char)text[i], byte));
    }
}

/* The character that stands there, if it is one of ours; else 0. */
static uint32_t ours_at(const char *text, size_t n)
{
    uint32_t ch;

    return utf8_read(text, n, &ch) && is_ours(ch) ? ch : 0;
}

bool pg_is_escaped(const char *text, size_t n)
{
    const char *end = text + n;

    for (const char *p = text; (p = memchr(p, LEAD, (size_t)(end - p))); p++)
        if (ours_at(p, (size_t)(end - p)))
            return true;
    return false;
}

size_t pg_unescape(char *text, size_t n)
{
    size_t to = 0;

    for (size_t i = 0; i < n;) {
        uint32_t ch = ours_at(text + i, n - i);

        text[to++] = ch ? (char)(unsigned char)(ch - FIRST) : text[i];
        i += ch ? UTF8_MAX : 1;
    }
    text[to] = '\0';
    return to;
}
