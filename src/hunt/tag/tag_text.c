/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/tag/tag_text.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "grade/extract/extract.h"
#include "text/character.h"

#include <stdint.h>
#include <string.h>

struct span tag_answer(const char *reply)
{
    size_t n = strlen(reply), from;

    if (!extract_skip_thinking(reply, n, &from))
        from = n;
    return (struct span){ reply + from, n - from };
}

bool tag_blank(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_space(s.s[i]))
            return false;
    return true;
}

static void skip(struct span *s, size_t n)
{
    s->s += n;
    s->n -= n;
}

static void skip_space(struct span *s)
{
    while (s->n && is_space(*s->s))
        skip(s, 1);
}

/* ---- bullets ---- */

static bool sign_bullet(struct span *s)
{
    char c = span_byte(*s, 0), next = s->n > 1 ? s->s[1] : ' ';
    size_t n = character_item(*s, 0);

    if ((c == '-' && (is_space(next) || is_letter(next))) ||
        ((c == '*' || c == '+') && is_space(next)))
        n = 1;
    skip(s, n);
    return n > 0;
}

/* "2.", "2)", "2:", "(2)" with up to three digits, and no digit behind. */
static bool number_bullet(struct span *s)
{
    size_t open = s->n && *s->s == '(', i = open;

    while (i < s->n && i < open + 3 && is_digit(s->s[i]))
        i++;
    if (i == open || i == s->n)
        return false;
    if (s->s[i] != ')' && (open || (s->s[i] != '.' && s->s[i] != ':')))
        return false;
    if (i + 1 < s->n && is_digit(s->s[i + 1]))
        return false;
    skip(s, i + 1);
    return true;
}

bool tag_bullet(struct span *s)
{
    struct span at = *s;

    skip_space(&at);
    if (!sign_bullet(&at) && !number_bullet(&at))
        return false;
    skip_space(&at);
    *s = at;
    return true;
}

/* ---- names ---- */

static bool is_wrapping(char c)
{
    return is_space(c) || (c && strchr("\"'`*_[]{}<>|#\\", c));
}

struct span tag_strip(struct span s)
{
    for (;;) {
        size_t n = character_is(s, 0, CHAR_QUOTES);

        if (n == 0 && s.n && is_wrapping(*s.s))
            n = 1;
        if (n == 0)
            break;
        skip(&s, n);
    }
    for (;;) {
        char last = s.n ? s.s[s.n - 1] : 'x';

        if (s.n >= 3 && character_is(s, s.n - 3, CHAR_QUOTES) == 3)
            s.n -= 3;
        else if (is_wrapping(last) || strchr(".,;:", last))
            s.n--;
        else
            break;
    }
    return s;
}

/* One character, or a blank for what is white or unseen. */
static size_t flat_char(struct span s, char out[UTF8_MAX], size_t *out_n)
{
    uint32_t ch = 0;
    size_t n = utf8_read(s.s, s.n, &ch);

    if (n == 0)
        ch = UTF8_REPLACEMENT;
    if (ch < 0x20 || (ch >= 0x7F && ch <= 0xA0) ||
        (ch >= 0x2028 && ch <= 0x202E) || (ch >= 0x2066 && ch <= 0x2069) ||
        ch == 0xFEFF || (ch & 0xFFFE) == 0xFFFE)
        ch = ' ';
    *out_n = utf8_write(ch, out);
    return n ? n : 1;
}

void tag_add_flat(struct str *out, struct span s, size_t most)
{
    size_t from = out->n, n, len;
    char c[UTF8_MAX];

    for (size_t i = 0; i < s.n; i += n) {
        n = flat_char((struct span){ s.s + i, s.n - i }, c, &len);
        if (*c == ' ' && (out->n == from || out->s[out->n - 1] == ' '))
            continue;
        if (most && out->n - from + len > most) {
            str_add(out, out->s[out->n - 1] == ' ' ? "..." : " ...");
            return;
        }
        str_addn(out, c, len);
    }
    if (out->n > from && out->s[out->n - 1] == ' ')
        out->s[--out->n] = '\0';
}
