/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_int.h"

/*
 * A look over a line's tokens before they are read: which brackets belong
 * together and hold nothing but arithmetic, and which numbers only name a
 * step.
 */

#define NONE SIZE_MAX

/* What may stand in brackets that are part of an expression. */
static bool is_arithmetic(const struct game_token *t)
{
    if (t->kind == TOKEN_WORD)
        return t->word & (SIGN_ADD | SIGN_SUB | SIGN_MUL | SIGN_DIV | SIGN_MOD |
                          SIGN_LINK | SIGN_X | SIGN_ROOT);
    return !game_token_in(t, KIND(EQUALS) | KIND(ARROW) | KIND(COMMA) |
                                 KIND(STOP) | KIND(BAR) | KIND(ITEM) |
                                 KIND(HASH) | KIND(BREAK));
}

static void pair(struct game_reader *r, size_t open, size_t close, bool pure)
{
    struct game_token *a = token_at(r, open), *b = token_at(r, close);

    a->match = close;
    b->match = open;
    a->pure = b->pure = pure;
    /* print(...) in code shows its argument as a box does. */
    if (open && (a[-1].word & SIGN_PRINT) && a[-1].kind == TOKEN_WORD &&
        !a->spaced) {
        a->kind = TOKEN_BOX;
        b->kind = TOKEN_BOXEND;
    }
}

/* Open brackets are a list through token.match while they wait; .number
 * holds how many words and numbers came before them. */
static void match_brackets(struct game_reader *r)
{
    size_t top = NONE;
    int64_t alien = 0, numbers = 0;

    for (size_t i = 0; i < r->tokens.n; i++) {
        struct game_token *t = token_at(r, i), *o;

        t->match = NONE;
        if (t->kind == TOKEN_OPEN) {
            t->match = top;
            t->number = (struct ratio){ alien, numbers };
            top = i;
        } else if (t->kind == TOKEN_CLOSE) {
            o = top == NONE ? NULL : token_at(r, top);
            if (o && o->bracket == t->bracket) {
                size_t open = top;

                top = o->match;
                pair(r, open, i, alien == o->number.p && numbers > o->number.q);
            } else {
                alien++;
            }
        } else {
            alien += !is_arithmetic(t);
            numbers += t->kind == TOKEN_NUMBER;
        }
    }
    while (top != NONE) {
        struct game_token *t = token_at(r, top);

        top = t->match;
        t->match = NONE;
    }
}

static bool is_operator(const struct game_reader *r, size_t i)
{
    const struct game_token *t = token_at(r, i);

    return t && t->kind >= TOKEN_ADD && t->kind <= TOKEN_PERCENT &&
           t->kind != TOKEN_COLON;
}

/* "from step 1", "(step 1)", "= step1 * 11" */
static bool refers_back(const struct game_reader *r, size_t i)
{
    const struct game_token *before = i ? token_at(r, i - 1) : NULL;

    return before && ((before->word & SAYS(FROM)) || is_operator(r, i - 1) ||
                      before->kind == TOKEN_EQUALS ||
                      (before->kind == TOKEN_OPEN && i > 1));
}

/* "Step 1" is an item; "from step 1" speaks of one. "Line 2", "Solution 2"
 * are labels unless they go on as an expression. */
static void mark_step(struct game_reader *r, size_t i)
{
    struct game_token *w = token_at(r, i), *n;
    size_t at = i + 1 + game_token_is(r, i + 1, TOKEN_HASH);

    if (!game_token_is(r, at, TOKEN_NUMBER))
        return;
    n = token_at(r, at);
    if (n->number.q != 1 || n->number.p < 0)
        return;
    if (w->word & SIGN_STEP) {
        n->kind = TOKEN_ITEM;
        if (!refers_back(r, i))
            n->word = SIGN_STEP;
    } else if (!is_operator(r, at + 1) &&
               !(game_token_is(r, at + 1, TOKEN_OPEN) && !n[1].spaced)) {
        n->kind = TOKEN_ITEM;
    }
}

void mark_line(struct game_reader *r)
{
    for (size_t i = 0; i < r->tokens.n; i++)
        if (token_says(r, i, SIGN_STEP | SAYS(LABEL)))
            mark_step(r, i);
    match_brackets(r);
}
