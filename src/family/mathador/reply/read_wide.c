/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"
#include "family/mathador/reply/read_lex.h"

/*
 * Characters beyond ASCII: the signs that people use for operators, equals
 * signs, brackets and blanks. Letters of any script make words; what is
 * neither (ticks, emoji, quotation marks) ends an expression.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

struct sign {
    uint32_t ch;
    enum token_kind kind;
};

/* By code point. TOKEN_NAME stands for a blank. */
static const struct sign signs[] = {
    { 0xa0, TOKEN_NAME },     { 0xad, TOKEN_NAME }, /* soft hyphen */
    { 0xb2, TOKEN_POST },     { 0xb3, TOKEN_POST }, /* squares, cubes */
    { 0xb7, TOKEN_MUL },      { 0xb9, TOKEN_POST },     { 0xd7, TOKEN_MUL },
    { 0xf7, TOKEN_DIV },      { 0x2010, TOKEN_SUB },    { 0x2011, TOKEN_SUB },
    { 0x2012, TOKEN_SUB },    { 0x2013, TOKEN_SUB },    { 0x2014, TOKEN_SUB },
    { 0x2022, TOKEN_MUL },    { 0x2026, TOKEN_STOP },   { 0x2044, TOKEN_DIV },
    { 0x2070, TOKEN_POST },   { 0x2074, TOKEN_POST },   { 0x2075, TOKEN_POST },
    { 0x2076, TOKEN_POST },   { 0x2190, TOKEN_BREAK },  { 0x2192, TOKEN_ARROW },
    { 0x21d2, TOKEN_ARROW },  { 0x21e8, TOKEN_ARROW },  { 0x2212, TOKEN_SUB },
    { 0x2215, TOKEN_DIV },    { 0x2217, TOKEN_MUL },    { 0x2219, TOKEN_MUL },
    { 0x221a, TOKEN_ROOT },   { 0x221b, TOKEN_ROOT },   { 0x2236, TOKEN_COLON },
    { 0x2243, TOKEN_EQUALS }, { 0x2248, TOKEN_EQUALS }, { 0x22c5, TOKEN_MUL },
    { 0x2715, TOKEN_MUL },    { 0x2716, TOKEN_MUL },    { 0x2795, TOKEN_ADD },
    { 0x2796, TOKEN_SUB },    { 0x2797, TOKEN_DIV },    { 0x279c, TOKEN_ARROW },
    { 0x279e, TOKEN_ARROW },  { 0x27a1, TOKEN_ARROW },  { 0x27f6, TOKEN_ARROW },
    { 0x27f9, TOKEN_ARROW },  { 0x2a2f, TOKEN_MUL },    { 0x3001, TOKEN_COMMA },
    { 0x3002, TOKEN_STOP },   { 0xfe0f, TOKEN_NAME },   { 0xfe63, TOKEN_SUB },
    { 0xfeff, TOKEN_NAME },   { 0xff01, TOKEN_STOP },   { 0xff08, TOKEN_OPEN },
    { 0xff09, TOKEN_CLOSE },  { 0xff0a, TOKEN_MUL },    { 0xff0b, TOKEN_ADD },
    { 0xff0c, TOKEN_COMMA },  { 0xff0d, TOKEN_SUB },    { 0xff0f, TOKEN_DIV },
    { 0xff1a, TOKEN_COLON },  { 0xff1d, TOKEN_EQUALS }, { 0xff1f, TOKEN_STOP },
};

static enum token_kind find(uint32_t ch)
{
    if ((ch >= 0x2000 && ch <= 0x200d) || ch == 0x202f || ch == 0x205f ||
        ch == 0x2060 || ch == 0x2061 || ch == 0x3000)
        return TOKEN_NAME;
    for (size_t i = 0; i < COUNT(signs); i++)
        if (signs[i].ch == ch)
            return signs[i].kind;
    return TOKEN_BREAK;
}

size_t wide_letter(const struct reader *r, size_t at)
{
    uint32_t ch;
    size_t n;

    if (at >= r->n || (unsigned char)r->s[at] < 0xc3)
        return 0;
    n = utf8_read(r->s + at, r->n - at, &ch);
    if (n == 0 || ch == 0xd7 || ch == 0xf7)
        return 0;
    return (ch >= 0xc0 && ch < 0x2000) || (ch >= 0x2c00 && ch < 0x2e00) ||
                   (ch >= 0x3040 && ch < 0xd800) ||
                   (ch >= 0xf900 && ch < 0xfe00) ||
                   (ch >= 0xff21 && ch <= 0xff3a) ||
                   (ch >= 0xff41 && ch <= 0xff5a)
               ? n
               : 0;
}

void wide_read(struct reader *r)
{
    uint32_t ch = 0;
    size_t n = utf8_read(r->s + r->at, r->n - r->at, &ch);
    enum token_kind kind;

    if (n == 0) {
        lex_break(r, r->at + 1, 0);
        return;
    }
    kind = find(ch);
    if (kind == TOKEN_NAME) {
        r->at += n;
        r->spaced = true;
    } else if (kind == TOKEN_BREAK) {
        lex_break(r, r->at + n, 0);
    } else {
        token_push(r, kind, r->at + n)->bracket = '(';
    }
}
