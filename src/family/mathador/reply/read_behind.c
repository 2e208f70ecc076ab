/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_int.h"
#include "text/character.h"

#include <string.h>

/*
 * What may stand behind an operand and go on with the run: an operator, an
 * equals sign in one of its guises, a remark that is passed over. Anything
 * else ends the run.
 */

#define REMARK_MOST 16 /* tokens of a remark about an operand */
#define PHRASE_MOST 5  /* words and commas of "..., which is equal to" */

/* ---- words between operands: "6 times 2", "12 divided by 4" ---- */

static uint32_t word_at(const struct game_reader *r, size_t i)
{
    return game_token_is(r, i, TOKEN_WORD) ? token_at(r, i)->word : 0;
}

size_t phrase_operator(const struct game_reader *r, size_t i,
                       enum game_token_kind *kind)
{
    uint32_t word = word_at(r, i);
    size_t next = i + 1;

    if (word & SIGN_NEEDS) {
        if (!(word_at(r, next) & SIGN_LINK))
            return i;
        next++;
    }
    if (word & SIGN_ADD)
        *kind = TOKEN_ADD;
    else if (word & SIGN_SUB)
        *kind = TOKEN_SUB;
    else if (word & (SIGN_MUL | SIGN_X))
        *kind = TOKEN_MUL;
    else if (word & SIGN_DIV)
        *kind = TOKEN_DIV;
    else if (word & SIGN_MOD)
        *kind = TOKEN_POWER;
    else
        return i;
    return next;
}

static size_t phrase_equals(const struct game_reader *r, size_t i)
{
    bool found = false;
    size_t most = i + PHRASE_MOST;

    for (; i < most; i++) {
        uint32_t word = word_at(r, i);

        if (word & SAYS(EQUAL))
            found = true;
        else if (!game_token_is(r, i, TOKEN_COMMA) && !(word & SAYS(FILL)))
            break;
    }
    return found && run_starts_operand(r, i) && !game_token_is(r, i, TOKEN_WORD)
               ? i
               : 0;
}

/* ---- signs ---- */

static void push_operator(struct game_walk *w, enum game_token_kind kind,
                          size_t next)
{
    run_push(w->r, kind, token_at(w->r, w->i));
    w->operand = false;
    w->worked = true;
    w->i = next;
}

static void push_equals(struct game_walk *w, size_t next)
{
    run_push(w->r, TOKEN_EQUALS, token_at(w->r, w->i));
    w->r->run_equals++;
    w->operand = w->worked = false;
    w->i = next;
}

/* The token behind a closing or opening bracket at i, or i. */
static size_t past(const struct game_reader *r, size_t i,
                   enum game_token_kind kind)
{
    return i + game_token_is(r, i, kind);
}

/* A fraction of two numbers at token i, 3/4 or \frac{3}{4}, as one number;
 * returns the token behind it, or i. */
static size_t read_fraction(const struct game_reader *r, size_t i,
                            struct ratio *out)
{
    bool latex =
        game_token_is(r, i, TOKEN_OPEN) && token_at(r, i)->bracket == 'f';
    size_t above = latex ? past(r, i + 1, TOKEN_OPEN) : i;
    size_t sign = latex ? past(r, above + 1, TOKEN_CLOSE) : i + 1;
    size_t below = latex ? past(r, sign + 1, TOKEN_OPEN) : i + 2;
    const struct game_token *t = token_at(r, above);

    if (!game_token_is(r, above, TOKEN_NUMBER) ||
        !game_token_is(r, sign, TOKEN_DIV) ||
        !game_token_is(r, below, TOKEN_NUMBER) ||
        (!latex && (t[1].spaced || t[2].spaced)))
        return i;
    *out = reply_apply(OP_DIV, t->number, token_at(r, below)->number);
    if (!latex)
        return below + 1;
    return past(r, past(r, below + 1, TOKEN_CLOSE), TOKEN_CLOSE);
}

/* 11 / 4 = 2 3/4 */
static bool mixed_number(struct game_walk *w)
{
    struct game_reader *r = w->r;
    struct game_token *whole = vec_at(&r->run, r->run.n - 1);
    struct ratio part = { 0, 0 };
    size_t next;

    if (!r->run_equals || whole->kind != TOKEN_NUMBER ||
        whole[-1].kind != TOKEN_EQUALS || whole->number.q != 1)
        return false;
    next = read_fraction(r, w->i, &part);
    if (part.q == 0 || part.p >= part.q || part.p <= 0 ||
        run_operator_at(r, next) || game_token_is(r, next, TOKEN_EQUALS))
        return false;
    whole->number = reply_apply(OP_ADD, whole->number, part);
    whole->end = token_at(r, next - 1)->end;
    w->i = next;
    return true;
}

/* Whether what is written side by side multiplies: 4(11), (6-2)(11),
 * (6-2)11. Right of an equals sign it may be a remark: only 14(1 + 3), with
 * no blank, multiplies there. */
static bool side_by_side(const struct game_walk *w, const struct game_token *t)
{
    const struct game_reader *r = w->r;
    const struct game_token *first = r->run.items, *before = run_last(r);
    bool right =
        r->run_equals > 1 || (r->run_equals && first->kind != TOKEN_NAME);

    if (t->kind == TOKEN_NUMBER)
        return !r->run_equals && before->kind == TOKEN_CLOSE && !t->spaced;
    if (before->kind == TOKEN_NAME || (r->run_equals && !right))
        return !t->spaced;
    return !right ||
           (!t->spaced && (t->match > w->i + 2 ||
                           game_token_is(r, t->match + 1, TOKEN_EQUALS)));
}

static void juxtaposed(struct game_walk *w, const struct game_token *t)
{
    if (mixed_number(w))
        return;
    if (!side_by_side(w, t)) {
        w->done = true;
        return;
    }
    run_push(w->r, TOKEN_MUL, t);
    w->operand = false;
    w->worked = true;
}

/* "4 (from step 1) * 11": a remark about an operand. */
static void remark(struct game_walk *w, const struct game_token *t)
{
    bool note = false;

    if (t->match == SIZE_MAX || t->match - w->i > REMARK_MOST ||
        !(run_operator_at(w->r, t->match + 1) ||
          game_token_is(w->r, t->match + 1, TOKEN_EQUALS))) {
        w->done = true;
        return;
    }
    for (size_t i = w->i; i < t->match; i++)
        note = note || (token_at(w->r, i)->word & SAYS(NOTE));
    if (note)
        w->i = t->match + 1;
    else
        w->done = true;
}

/* 3! + 1 and 3! = 6, but not "= 44!" */
static bool goes_on(const struct game_reader *r, size_t i)
{
    i = run_skip_box(r, i);
    if (game_token_is(r, i, TOKEN_EQUALS))
        return true;
    if (game_token_is(r, i, TOKEN_CLOSE))
        return token_at(r, i)->pure;
    return run_operator_at(r, i) && run_starts_operand(r, i + 1);
}

static void postfix(struct game_walk *w, const struct game_token *t)
{
    if (t->kind == TOKEN_PERCENT && run_starts_operand(w->r, w->i + 1)) {
        push_operator(w, TOKEN_POWER, w->i + 1);
        return;
    }
    if (t->kind != TOKEN_POST && !goes_on(w->r, w->i + 1)) {
        w->done = true;
        return;
    }
    run_push(w->r, TOKEN_POST, t);
    w->worked = true;
    w->i++;
}

/* A plain number that ends its side. */
static bool plain_number(const struct game_reader *r, size_t i)
{
    i = run_skip_box(r, i);
    if (game_token_is(r, i, TOKEN_SUB))
        i = run_skip_box(r, i + 1);
    if (!game_token_is(r, i, TOKEN_NUMBER))
        return false;
    i = run_skip_box(r, i + 1);
    return !run_operator_at(r, i);
}

static void arrow(struct game_walk *w)
{
    size_t next = w->i + 1;

    if (w->worked && (plain_number(w->r, next) ||
                      (!w->r->run_equals && run_starts_operand(w->r, next))))
        push_equals(w, next);
    else
        w->done = true;
}

/* | 6 | - | 2 | = | 4 | */
static bool lone_operator(const struct game_reader *r, size_t i)
{
    return run_operator_at(r, i + 1) && game_token_is(r, i + 2, TOKEN_BAR) &&
           game_token_is(r, i + 3, TOKEN_NUMBER) &&
           game_token_is(r, i + 4, TOKEN_BAR) &&
           game_token_is(r, i + 5, TOKEN_EQUALS);
}

/* A row of a table has bars at both ends; |2 - 6| = 4 has not. */
static bool is_row(const struct game_reader *r)
{
    return game_token_is(r, 0, TOKEN_BAR) &&
           game_token_is(r, r->tokens.n - 1, TOKEN_BAR);
}

/* | 6 - 2 | 4 | is an equation; | 6 - 2 | = 4 | as well. */
static void bar(struct game_walk *w)
{
    size_t i = w->i + 1;

    if (lone_operator(w->r, w->i)) {
        w->i++;
        push_operator(w, token_at(w->r, i)->kind, i + 2);
        return;
    }
    if (game_token_is(w->r, i, TOKEN_EQUALS) && w->worked && is_row(w->r)) {
        w->i++;
        return;
    }
    if (w->worked && !w->r->run_equals && plain_number(w->r, i)) {
        i = run_skip_box(w->r, i);
        i = run_skip_box(w->r, i + 1 + game_token_is(w->r, i, TOKEN_SUB));
        if (i == w->r->tokens.n || game_token_is(w->r, i, TOKEN_BAR)) {
            push_equals(w, w->i + 1);
            return;
        }
    }
    w->done = true;
}

/* An operand for an operator that is a word: 2x + 4 does not multiply. */
static bool operand_behind(const struct game_reader *r, size_t i, bool x)
{
    if (x && (game_token_is(r, i, TOKEN_SUB) || game_token_is(r, i, TOKEN_ADD)))
        return false;
    return run_starts_operand(r, i) || (!x && token_says(r, i, SIGN_SHORT));
}

/* "times", "is", a letter that clings to the number. */
static void word(struct game_walk *w, const struct game_token *t)
{
    enum game_token_kind kind = TOKEN_BREAK;
    size_t next = phrase_operator(w->r, w->i, &kind);

    if (next > w->i && operand_behind(w->r, next, t->word & SIGN_X)) {
        push_operator(w, kind, next);
        return;
    }
    next = phrase_equals(w->r, w->i);
    if (next && (w->worked || (!w->r->run_equals && next == w->i + 1))) {
        push_equals(w, next);
        return;
    }
    if (t->kind == TOKEN_WORD && !t->spaced &&
        ((t->word & SIGN_SHORT) || run_operator_at(w->r, w->i + 1) ||
         game_token_is(w->r, w->i + 1, TOKEN_EQUALS))) {
        run_push(w->r, TOKEN_NAME, t); /* 4a = 44 */
        w->i++;
        return;
    }
    w->done = true;
}

/* "12 : 4", but not "6 - 2 = 4: 4 * 11 = 44". The number of a label stands
 * first; whether it is one is seen when the whole has been read. */
static void colon(struct game_walk *w, const struct game_token *t)
{
    bool first = w->r->run.n == 1;

    if (run_starts_operand(w->r, w->i + 1) &&
        (first || t->spaced || !t[1].spaced))
        push_operator(w, TOKEN_COLON, w->i + 1);
    else
        w->done = true;
}

/* "6 - 2 = 4 — 4 * 11 = 44": a long dash behind a result. */
static bool is_pause(const struct game_walk *w, const struct game_token *t)
{
    const struct game_token *before = run_last(w->r);

    if (t->kind != TOKEN_SUB ||
        !character_is(w->r->text, t->at, CHAR_HYPHEN | CHAR_DASH))
        return false;
    return w->r->run_equals && before->kind == TOKEN_NUMBER &&
           w->r->run.n > 3 && before[-1].kind == TOKEN_EQUALS;
}

void behind_read(struct game_walk *w)
{
    const struct game_token *t = token_at(w->r, w->i);

    switch (t->kind) {
    case TOKEN_NUMBER: juxtaposed(w, t); break;
    case TOKEN_OPEN:
        if (t->pure)
            juxtaposed(w, t);
        else
            remark(w, t);
        break;
    case TOKEN_CLOSE:
        w->done = w->depth == 0;
        if (w->done)
            break;
        run_push(w->r, TOKEN_CLOSE, t);
        w->depth--;
        w->i++;
        break;
    case TOKEN_ADD:
    case TOKEN_SUB:
    case TOKEN_MUL:
    case TOKEN_DIV:
    case TOKEN_POWER:
        w->done = is_pause(w, t);
        if (!w->done)
            push_operator(w, t->kind, w->i + 1);
        break;
    case TOKEN_COLON: colon(w, t); break;
    case TOKEN_BANG:
    case TOKEN_PERCENT:
    case TOKEN_POST: postfix(w, t); break;
    case TOKEN_EQUALS: push_equals(w, w->i + 1); break;
    case TOKEN_ARROW: arrow(w); break;
    case TOKEN_BAR: bar(w); break;
    case TOKEN_WORD:
    case TOKEN_COMMA: word(w, t); break;
    default: w->done = true;
    }
}
