/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/lex_int.h"

#include <string.h>

/*
 * Signs whose meaning depends on their neighbours: the U between two intervals,
 * the minus in R - {0}, the braces of {x | x > 2}. Done once over all tokens,
 * when brackets know their partners.
 */

/* Is the bracket that closes here a set or an interval? */
static bool set_closes(const struct tokens *t, const struct token *k)
{
    if (k->kind == TOKEN_DOMAIN)
        return true;
    if (k->kind != TOKEN_CLOSE || !k->match)
        return false;
    return k->sub == DELIMITER_BRACE || t->items[k->match].comma;
}

static bool set_opens(const struct token *k)
{
    if (k->kind == TOKEN_DOMAIN)
        return true;
    return k->kind == TOKEN_OPEN && k->match &&
           (k->sub == DELIMITER_BRACE || k->sub == DELIMITER_GROUP || k->comma);
}

bool lex_domain_letter(const struct lexer *x, const struct token *k)
{
    return k->kind == TOKEN_NAME && k->plain && k->match == 1 && !k->name[1] &&
           strchr("RZQNC", k->name[0]) && !lex_declared(x->opt, k->name, 1) &&
           (k[-1].kind == TOKEN_END || k[-1].kind == TOKEN_RELATION);
}

/* R - {0}; [0, 5] - {1}. */
static void mark_difference(const struct lexer *x, struct tokens *t,
                            struct token *k)
{
    bool braces = k[1].kind == TOKEN_OPEN && k[1].match &&
                  (k[1].sub == DELIMITER_BRACE || k[1].sub == DELIMITER_GROUP);

    if (!braces)
        return;
    if (lex_domain_letter(x, k - 1))
        k[-1].kind = TOKEN_DOMAIN;
    else if (!set_closes(t, k - 1))
        return;
    k->kind = TOKEN_DIFFERENCE;
    k[1].sub = DELIMITER_BRACE;
    t->items[k[1].match].sub = DELIMITER_BRACE;
}

/* Does the name at k come again between from and to? */
static bool comes_again(const struct tokens *t, const struct token *k,
                        unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        if (t->items[i].kind == TOKEN_NAME &&
            strcmp(t->items[i].name, k->name) == 0)
            return true;
    return false;
}

/* {x | x > 2}, {x in R : x != 0} with TeX's own braces. */
static void mark_builder(struct tokens *t, struct token *k)
{
    unsigned from = (unsigned)(k - t->items) + 1, bar = 0;
    bool relation = false;

    if (k->plain || !k->match || k[1].kind != TOKEN_NAME ||
        (k[-1].kind != TOKEN_END && k[-1].kind != TOKEN_RELATION &&
         k[-1].kind != TOKEN_UNION && k[-1].kind != TOKEN_INTERSECTION &&
         k[-1].kind != TOKEN_DIFFERENCE))
        return;
    for (unsigned i = from; i < k->match; i++) {
        const struct token *j = &t->items[i];

        if (j->kind == TOKEN_OPEN && j->match > i)
            i = j->match;
        else if (j->kind == TOKEN_BAR || j->kind == TOKEN_COLON)
            bar = bar ? bar : i;
        else
            relation |= bar && j->kind == TOKEN_RELATION;
    }
    if (!bar || !relation || !comes_again(t, k + 1, bar, k->match))
        return;
    k->sub = DELIMITER_BRACE;
    t->items[k->match].sub = DELIMITER_BRACE;
}

void lex_mark(const struct lexer *x, struct tokens *t)
{
    for (unsigned i = 1; i + 1 < t->count; i++) {
        struct token *k = &t->items[i];

        if (k->kind == TOKEN_NAME && k->plain && strcmp(k->name, "U") == 0 &&
            set_closes(t, k - 1) && set_opens(k + 1) &&
            !lex_declared(x->opt, "U", 1))
            k->kind = TOKEN_UNION;
        else if (k->kind == TOKEN_MINUS)
            mark_difference(x, t, k);
        else if (k->kind == TOKEN_OPEN && k->sub == DELIMITER_GROUP)
            mark_builder(t, k);
    }
}
