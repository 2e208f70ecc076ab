/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_lex.h"
#include "text/character.h"

/*
 * The words that mean something to the reader, and characters beyond ASCII:
 * the signs that people use for operators, equals signs, brackets and blanks.
 * What is neither a letter nor such a sign (ticks, emoji, quotation marks) ends
 * an expression.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- words ---- */

/* What the words of WORD_GAME_SIGN are. */
static uint32_t sign_of(const char *word)
{
    static const struct {
        const char *word;
        uint32_t bits;
    } signs[] = {
        { "added", SIGN_ADD | SIGN_NEEDS },
        { "by", SIGN_LINK },
        { "divide", SIGN_DIV | SIGN_NEEDS },
        { "divided", SIGN_DIV | SIGN_NEEDS },
        { "minus", SIGN_SUB },
        { "mod", SIGN_MOD },
        { "modulo", SIGN_MOD },
        { "multiplied", SIGN_MUL | SIGN_NEEDS },
        { "multiply", SIGN_MUL | SIGN_NEEDS },
        { "plus", SIGN_ADD },
        { "print", SIGN_PRINT },
        { "sqrt", SIGN_ROOT },
        { "step", SIGN_STEP },
        { "times", SIGN_MUL },
        { "to", SIGN_LINK },
        { "total", SIGN_TOTAL },
        { "with", SIGN_LINK },
        { "x", SIGN_X },
    };

    for (size_t i = 0; i < COUNT(signs); i++)
        if (strcmp(signs[i].word, word) == 0)
            return signs[i].bits;
    return 0;
}

/* "isn't", with either apostrophe. */
static bool is_denial(struct span w)
{
    size_t n = w.n - 1;

    if (to_lower(w.s[n]) != 't')
        return false;
    if (n && w.s[n - 1] == '\'')
        n--;
    else if (n >= 3 && character_is(w, n - 3, CHAR_QUOTE) == 3)
        n -= 3;
    else
        return false;
    return n && to_lower(w.s[n - 1]) == 'n';
}

uint32_t word_bits(struct span w)
{
    const struct lexeme *x = lexicon_find(w);
    uint32_t bits = w.n == 1 ? SIGN_SHORT : 0;

    if (is_denial(w))
        return SAYS(TRY);
    if (!x)
        return bits;
    for (unsigned c = WORD_GAME_EQUAL; c < WORD_GAME_SIGN; c++)
        if (lexeme_is(x, c))
            bits |= 1u << (c - WORD_GAME_EQUAL);
    return lexeme_is(x, WORD_GAME_SIGN) ? bits | sign_of(x->word) : bits;
}

/* ---- characters beyond ASCII ---- */

#define SIGNS                                                            \
 (CHAR_TIMES | CHAR_BULLET | CHAR_DIVIDE | CHAR_DASHES | CHAR_RELATION | \
  CHAR_ARROW | CHAR_DOTS | CHAR_WIDE)

/* Returns the token of the ASCII that means the same. */
static enum game_token_kind kind_of(const struct character *c)
{
    static const char *const ascii[] = {
        [TOKEN_ADD] = "+",    [TOKEN_SUB] = "-",   [TOKEN_MUL] = "*",
        [TOKEN_DIV] = "/",    [TOKEN_COLON] = ":", [TOKEN_EQUALS] = "=",
        [TOKEN_ARROW] = "->", [TOKEN_OPEN] = "(",  [TOKEN_CLOSE] = ")",
        [TOKEN_COMMA] = ",",
    };

    if (c->is & CHAR_RAISED)
        return TOKEN_POST;
    if (c->is & CHAR_ROOT)
        return TOKEN_ROOT;
    if ((c->is & CHAR_DOTS) ||
        ((c->is & CHAR_WIDE) && strchr("!?.", c->plain[0])))
        return TOKEN_STOP;
    if ((c->is & CHAR_ARROW) && strcmp(c->plain, "=>") == 0)
        return TOKEN_ARROW;
    for (size_t i = 0; (c->is & SIGNS) && i < COUNT(ascii); i++)
        if (ascii[i] && strcmp(c->plain, ascii[i]) == 0)
            return (enum game_token_kind)i;
    return TOKEN_BREAK;
}

void wide_read(struct game_reader *r)
{
    struct character c;
    size_t end = r->at + character_at(r->text, r->at, &c);
    enum game_token_kind kind = kind_of(&c);

    if (c.is & (CHAR_BLANK | CHAR_UNSEEN)) {
        r->at = end;
        r->spaced = true;
    } else if (kind == TOKEN_BREAK) {
        lex_break(r, end, 0);
    } else {
        token_push(r, kind, end)->bracket = '(';
    }
}
