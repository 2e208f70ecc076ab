/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/taxonomy/key.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static bool is_ascii_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/* Outside ASCII all is a letter but the blocks of punctuation and signs that
 * people paste: Latin-1 signs, general punctuation (curly quotes, dashes),
 * mathematical operators, CJK marks. */
static bool is_wide_word(uint32_t ch)
{
    return ch >= 0xC0 && ch != 0xD7 && ch != 0xF7 &&
           !(ch >= 0x2000 && ch <= 0x206F) && !(ch >= 0x2200 && ch <= 0x22FF) &&
           !(ch >= 0x3000 && ch <= 0x303F);
}

/* How many bytes of s[0..n) are one character, and is it of a word? */
static size_t next_char(const char *s, size_t n, bool *word)
{
    uint32_t ch = 0;
    size_t len = 1;

    if ((unsigned char)*s < 0x80) {
        *word = is_ascii_word(*s);
    } else {
        len = utf8_read(s, n, &ch);
        *word = len == 0 || is_wide_word(ch);
    }
    return len ? len : 1;
}

/* Drop the word that began at `start` if it is "and". */
static void end_word(struct str *key, size_t start)
{
    if (key->n - start == 3 && memcmp(key->s + start, "and", 3) == 0)
        key->n = start;
}

void concept_key(struct str *key, const char *name, size_t n)
{
    size_t start = 0, len;
    bool word;

    str_reset(key);
    str_reserve(key, n); /* a key is never longer than its name */
    for (size_t i = 0; i < n; i += len) {
        char c = name[i];

        len = next_char(name + i, n - i, &word);
        if (!word) {
            end_word(key, start);
            start = key->n;
        } else if (len == 1) {
            key->s[key->n++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        } else {
            memcpy(key->s + key->n, name + i, len);
            key->n += len;
        }
    }
    end_word(key, start);
    key->s[key->n] = '\0';
}

size_t concept_head(const char *name)
{
    return strcspn(name, ":(");
}
