/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_lex.h"
#include "text/character.h"

#include <string.h>

/*
 * Characters beyond ASCII: the signs that people use for operators, equals
 * signs, brackets and blanks. Letters of any script make words; what is
 * neither (ticks, emoji, quotation marks) ends an expression.
 */

/* Another form of a sign of ASCII. */
static enum token_kind ascii_kind(char c)
{
    switch (c) {
    case '+': return TOKEN_ADD;
    case '-': return TOKEN_SUB;
    case '*': return TOKEN_MUL;
    case '/': return TOKEN_DIV;
    case '=': return TOKEN_EQUALS;
    case ':': return TOKEN_COLON;
    case ',': return TOKEN_COMMA;
    case '(': return TOKEN_OPEN;
    case ')': return TOKEN_CLOSE;
    case '.':
    case '!':
    case '?': return TOKEN_STOP;
    default: return TOKEN_BREAK;
    }
}

/* TOKEN_NAME stands for a blank. */
static enum token_kind kind_of(const struct character *c)
{
    switch (c->is) {
    case CHAR_BLANK:
    case CHAR_UNSEEN: return TOKEN_NAME;
    case CHAR_HYPHEN:
    case CHAR_DASH:
    case CHAR_MINUS: return TOKEN_SUB;
    case CHAR_TIMES:
    case CHAR_BULLET: return TOKEN_MUL;
    case CHAR_DIVIDE: return TOKEN_DIV;
    case CHAR_RAISED: return is_digit(c->plain[0]) ? TOKEN_POST : TOKEN_BREAK;
    case CHAR_DOTS: return TOKEN_STOP;
    case CHAR_ROOT: return TOKEN_ROOT;
    case CHAR_ARROW: /* to the right */
        return c->plain[0] && c->plain[0] != '<' ? TOKEN_ARROW : TOKEN_BREAK;
    case CHAR_RELATION: /* the two that are signs of arithmetic too */
        return c->plain[1] ? TOKEN_BREAK : ascii_kind(c->plain[0]);
    case CHAR_WIDE: return ascii_kind(c->plain[0]);
    default: return TOKEN_BREAK;
    }
}

size_t wide_letter(const struct reader *r, size_t at)
{
    if (at >= r->n || (r->s[at] & 0x80) == 0)
        return 0;
    return character_letter((struct span){ r->s, r->n }, at);
}

void wide_read(struct reader *r)
{
    struct character c;
    size_t n = character_at((struct span){ r->s, r->n }, r->at, &c);
    enum token_kind kind = kind_of(&c);

    if (kind == TOKEN_NAME) {
        r->at += n;
        r->spaced = true;
    } else if (kind == TOKEN_BREAK) {
        lex_break(r, r->at + n, 0);
    } else {
        token_push(r, kind, r->at + n)->bracket = '(';
    }
}
