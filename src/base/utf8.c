/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"

#include <string.h>

/* Eight bytes at a time where all is ASCII, which most text is. */
#define WORD      8
#define HIGH_BITS UINT64_C(0x8080808080808080)
#define ONES      UINT64_C(0x0101010101010101)

static uint64_t utf8_load(const char *s)
{
    uint64_t x;

    memcpy(&x, s, WORD);
    return x;
}

/* The bytes after the first, each 10xxxxxx. */
static bool read_tail(const unsigned char *p, size_t len, uint32_t *ch)
{
    for (size_t i = 1; i < len; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return false;
        *ch = *ch << 6 | (p[i] & 0x3f);
    }
    return true;
}

size_t utf8_read(const char *s, size_t n, uint32_t *ch)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *p = (const unsigned char *)s;
    size_t len;

    if (p[0] < 0x80) {
        *ch = p[0];
        return 1;
    }
    len = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || len > n)
        return 0;
    *ch = p[0] & (0xffu >> (len + 1));
    if (!read_tail(p, len, ch) || *ch < least[len] || *ch > 0x10ffff ||
        (*ch >= 0xd800 && *ch <= 0xdfff))
        return 0;
    return len;
}

size_t utf8_write(uint32_t ch, char out[UTF8_MAX])
{
    if (ch < 0x80) {
        out[0] = (char)ch;
        return 1;
    }
    if (ch < 0x800) {
        out[0] = (char)(0xc0 | ch >> 6);
        out[1] = (char)(0x80 | (ch & 0x3f));
        return 2;
    }
    if (ch < 0x10000) {
        out[0] = (char)(0xe0 | ch >> 12);
        out[1] = (char)(0x80 | (ch >> 6 & 0x3f));
        out[2] = (char)(0x80 | (ch & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | ch >> 18);
    out[1] = (char)(0x80 | (ch >> 12 & 0x3f));
    out[2] = (char)(0x80 | (ch >> 6 & 0x3f));
    out[3] = (char)(0x80 | (ch & 0x3f));
    return 4;
}

size_t utf8_check(const char *s, size_t n)
{
    size_t i = 0;
    uint32_t ch;

    while (i < n) {
        size_t len;

        if (n - i >= WORD && !(utf8_load(s + i) & HIGH_BITS)) {
            i += WORD;
            continue;
        }
        len = utf8_read(s + i, n - i, &ch);
        if (len == 0)
            break;
        i += len;
    }
    return i;
}

size_t utf8_count(const char *s, size_t n)
{
    size_t count = 0, i = 0;

    for (; n - i >= WORD; i += WORD) {
        uint64_t x = utf8_load(s + i);

        /* One bit for each byte 10xxxxxx, summed by the multiplication. */
        count += WORD - (size_t)((((x >> 7) & ~(x >> 6) & ONES) * ONES) >> 56);
    }
    for (; i < n; i++)
        count += ((unsigned char)s[i] & 0xc0) != 0x80;
    return count;
}

size_t utf8_units(const char *s, size_t n, size_t at)
{
    size_t units = 0;
    uint32_t ch;

    for (size_t i = 0; i < at && i < n;) {
        size_t len = utf8_read(s + i, n - i, &ch);

        units += len == UTF8_MAX ? 2 : 1;
        i += len ? len : 1;
    }
    return units;
}

size_t utf8_start(const char *s, size_t at)
{
    while (at && ((unsigned char)s[at] & 0xc0) == 0x80)
        at--;
    return at;
}

size_t utf8_bytes(const char *s, size_t most)
{
    size_t i = 0, n = 0;

    while (s[i]) {
        if (((unsigned char)s[i] & 0xC0) != 0x80 && n++ == most)
            break;
        i++;
    }
    return i;
}

bool utf8_is_unseen(uint32_t ch)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        { 0x00, 0x1f },       { 0x7f, 0x9f },       { 0xad, 0xad },
        { 0x61c, 0x61c },     { 0x115f, 0x1160 },   { 0x180b, 0x180f },
        { 0x200b, 0x200b },   { 0x200e, 0x200f },   { 0x2028, 0x202e },
        { 0x2060, 0x206f },   { 0x3164, 0x3164 },   { 0xfeff, 0xfeff },
        { 0xffa0, 0xffa0 },   { 0xfff0, 0xfffb },   { 0x1bca0, 0x1bca3 },
        { 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
    };

    if (ch >= 0x20 && ch < 0x7f)
        return false;
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
        if (ch <= ranges[i].last)
            return ch >= ranges[i].first;
    return false;
}

/* Blocks of marks that stand on the character before them. */
static bool utf8_is_mark(uint32_t ch)
{
    return (ch >= 0x300 && ch <= 0x36f) || (ch >= 0x1ab0 && ch <= 0x1aff) ||
           (ch >= 0x1dc0 && ch <= 0x1dff) || (ch >= 0x20d0 && ch <= 0x20ff) ||
           (ch >= 0xfe00 && ch <= 0xfe0f) || (ch >= 0xfe20 && ch <= 0xfe2f);
}

/* Blocks of East Asian characters and of pictures. */
static bool is_wide(uint32_t ch)
{
    return (ch >= 0x1100 && ch <= 0x115f) || (ch >= 0x2e80 && ch <= 0xa4cf) ||
           (ch >= 0xa960 && ch <= 0xa97f) || (ch >= 0xac00 && ch <= 0xd7a3) ||
           (ch >= 0xf900 && ch <= 0xfaff) || (ch >= 0xfe30 && ch <= 0xfe6f) ||
           (ch >= 0xff00 && ch <= 0xff60) || (ch >= 0xffe0 && ch <= 0xffe6) ||
           (ch >= 0x1f300 && ch <= 0x1faff) || (ch >= 0x20000 && ch <= 0x3ffff);
}

/* How many bytes of s[0..n) take at most `most` columns; *columns is how many
 * they take. */
static size_t base_utf8_fit(const char *s, size_t n, size_t most,
                            size_t *columns)
{
    size_t i = 0, len;

    for (*columns = 0; i < n; i += len ? len : 1) {
        uint32_t ch = UTF8_REPLACEMENT;
        size_t wide;

        len = utf8_read(s + i, n - i, &ch);
        wide = !len ? 1 : utf8_is_mark(ch) ? 0 : is_wide(ch) ? 2 : 1;
        if (*columns + wide > most)
            break;
        *columns += wide;
    }
    return i;
}

size_t utf8_columns(const char *s, size_t n)
{
    size_t columns;

    base_utf8_fit(s, n, SIZE_MAX, &columns);
    return columns;
}

size_t utf8_fit(const char *s, size_t most)
{
    size_t columns;

    return base_utf8_fit(s, strlen(s), most, &columns);
}
