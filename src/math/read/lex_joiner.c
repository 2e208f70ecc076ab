/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/lex_int.h"

#include "base/ascii.h"

#include <string.h>

/*
 * Words that join values in other languages ("oder", "et", "或"), and words
 * before sums of money ("Rs.", "USD"). Such a word joins only between two
 * sides, where it stands apart: o, y and e are letters everywhere else.
 */

static char at(const struct lexer *x, size_t i)
{
    return i < x->n ? x->s[i] : '\0';
}

struct joiner {
    const char *word;
    unsigned char kind;
};

static const struct joiner joiners[] = {
    { "oder", TOKEN_OR }, { "ou", TOKEN_OR },     { "eller", TOKEN_OR },
    { "lub", TOKEN_OR },  { "oppure", TOKEN_OR }, { "und", TOKEN_AND },
    { "et", TOKEN_AND },  { "och", TOKEN_AND },   { "og", TOKEN_AND },
    { "oraz", TOKEN_AND }
};

/* Only in \text{ o }, with its spaces. */
static const struct joiner letters[] = { { "o", TOKEN_OR },
                                         { "u", TOKEN_OR },
                                         { "y", TOKEN_AND },
                                         { "e", TOKEN_AND },
                                         { "i", TOKEN_AND } };

static unsigned find(const struct joiner *table, size_t count, const char *s,
                     size_t n)
{
    for (size_t k = 0; k < count; k++)
        if (strlen(table[k].word) == n && memcmp(table[k].word, s, n) == 0)
            return table[k].kind;
    return TOKEN_END;
}

static bool side_before(const struct lexer *x)
{
    const struct token *last = &x->items[x->count - 1];

    return lex_value_ends(last) || last->kind == TOKEN_WORD;
}

bool lex_joiner(struct lexer *x, size_t from, size_t end)
{
    unsigned kind = find(joiners, sizeof(joiners) / sizeof(joiners[0]),
                         x->s + from, end - from);

    if (kind == TOKEN_END || !from || !is_space(x->s[from - 1]) ||
        !is_space(at(x, end)) || !side_before(x))
        return false;
    lex_push(x, kind, from, end - from)->plain = true;
    x->i = end;
    return true;
}

bool lex_text_joiner(struct lexer *x, size_t from, size_t n, size_t end)
{
    unsigned kind =
        find(joiners, sizeof(joiners) / sizeof(joiners[0]), x->s + from, n);

    if (kind == TOKEN_END && n == 1 && is_space(x->s[from - 1]) &&
        is_space(at(x, from + 1)))
        kind =
            find(letters, sizeof(letters) / sizeof(letters[0]), x->s + from, n);
    if (kind == TOKEN_END || !side_before(x) || end >= x->n)
        return false;
    lex_push(x, kind, from, n);
    x->i = end;
    return true;
}

/* Longer ones first; Cyrillic words need spaces around them. */
static const struct joiner scripts[] = {
    { "或者", TOKEN_OR }, { "または", TOKEN_OR }, { "以及", TOKEN_AND },
    { "或", TOKEN_OR },   { "和", TOKEN_AND },    { "及", TOKEN_AND },
    { "与", TOKEN_AND },  { "と", TOKEN_AND },    { "или", TOKEN_OR },
    { "и", TOKEN_AND },
};

bool lex_script_joiner(struct lexer *x)
{
    for (size_t k = 0; k < sizeof(scripts) / sizeof(scripts[0]); k++) {
        size_t n = strlen(scripts[k].word);
        bool spaced = (unsigned char)scripts[k].word[0] < 0xE0;

        if (x->n - x->i <= n || memcmp(x->s + x->i, scripts[k].word, n) != 0)
            continue;
        /* Another letter of the script behind it makes it a part of a word. */
        if ((unsigned char)at(x, x->i + n) >= 0x80 || !side_before(x) ||
            (spaced && (!x->i || !is_space(x->s[x->i - 1]) ||
                        !is_space(at(x, x->i + n)))))
            return false;
        lex_push(x, scripts[k].kind, x->i, n)->plain = true;
        x->i += n;
        return true;
    }
    return false;
}

/* ---- money ---- */

/* Rs. 5, USD 5; the US of US$5 says nothing that the dollar does not. */
bool lex_money_word(struct lexer *x, size_t from, size_t end)
{
    static const char *const words[][2] = {
        { "Rs", "INR" },  { "INR", "INR" }, { "USD", "USD" }, { "EUR", "EUR" },
        { "GBP", "GBP" }, { "JPY", "JPY" }, { "CNY", "CNY" }, { "RMB", "CNY" },
    };
    size_t i = end;

    if (x->items[x->count - 1].kind == TOKEN_NUMBER)
        return false;
    if (end - from == 2 && memcmp(x->s + from, "US", 2) == 0 &&
        (at(x, end) == '$' || (at(x, end) == '\\' && at(x, end + 1) == '$'))) {
        x->i = end;
        return true;
    }
    i += at(x, i) == '.';
    while (at(x, i) == ' ')
        i++;
    if (!is_digit(at(x, i)))
        return false;
    for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
        if (strlen(words[k][0]) != end - from ||
            memcmp(words[k][0], x->s + from, end - from) != 0)
            continue;
        lex_push(x, TOKEN_CURRENCY, from, end - from)->name = words[k][1];
        x->i = end + (at(x, end) == '.');
        return true;
    }
    return false;
}
