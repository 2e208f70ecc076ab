/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"

#include <string.h>

/* Text made plain: one blank for white space, ASCII for typography. */

static const struct {
    const char *from, *to;
} signs[] = {
    { "\xC2\xA0", " " },     /* no-break space */
    { "\xE2\x80\xAF", " " }, /* narrow no-break space */
    { "\xE2\x80\x89", " " }, /* thin space */
    { "\xE2\x80\x98", "'" }, /* quotes */
    { "\xE2\x80\x99", "'" },  { "\xE2\x80\x9C", "\"" },
    { "\xE2\x80\x9D", "\"" }, { "\xE2\x80\x90", "-" }, /* hyphens */
    { "\xE2\x80\x91", "-" },  { "\xE2\x88\x92", "-" }, /* minus */
    { "\xC3\x97", "*" },                               /* times */
    { "\xC3\xB7", "/" },                               /* divided by */
    { "\xC2\xBD", " 1/2 " },                           /* fractions */
    { "\xC2\xBC", " 1/4 " },  { "\xC2\xBE", " 3/4 " },
};

bool reader_word_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (c & 0x80);
}

static bool put(struct plain *out, char c)
{
    if (c == ' ' && (out->n == 0 || out->raw[out->n - 1] == ' '))
        return true;
    if (out->n == READ_BYTES)
        return false;
    out->raw[out->n] = c;
    out->low[out->n] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    out->n++;
    return true;
}

/* A sign of the table at text: its length, or 0. */
static size_t put_sign(struct plain *out, const char *text, size_t n, bool *ok)
{
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t len = strlen(signs[i].from);

        if (len > n || memcmp(text, signs[i].from, len) != 0)
            continue;
        for (const char *c = signs[i].to; *c; c++)
            *ok = *ok && put(out, *c);
        return len;
    }
    return 0;
}

bool reader_plain(struct plain *out, const char *text, size_t n)
{
    bool ok = true;

    out->n = 0;
    for (size_t i = 0; i < n && ok;) {
        size_t len = (text[i] & 0x80) ? put_sign(out, text + i, n - i, &ok) : 0;
        bool blank = text[i] == '\t' || text[i] == '\n' || text[i] == '\r';

        if (len == 0) {
            ok = put(out, blank ? ' ' : text[i]);
            len = 1;
        }
        i += len;
    }
    if (out->n > 0 && out->raw[out->n - 1] == ' ')
        out->n--;
    out->raw[out->n] = out->low[out->n] = '\0';
    return ok;
}
