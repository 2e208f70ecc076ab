/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_int.h"

/*
 * The text between two claims: headings, numbers of items, words that announce
 * another attempt. Also the words before a claim on its line that make it a sum
 * of points.
 */

static void raise_gap(struct game_reader *r, enum game_gap gap)
{
    if (gap > r->gap)
        r->gap = gap;
}

/* Steps and items are counted apart, since steps may have lists in them. */
void gap_item(struct game_reader *r, int64_t n, bool step)
{
    int64_t *last = step ? &r->step : &r->item;

    if (n == r->line_item) /* "1. Step 1: ..." */
        return;
    if (n <= *last || (n == 1 && (step || r->step == 0)))
        raise_gap(r, GAP_ATTEMPT);
    else if (n == *last + 1) { /* it goes on, whatever stands between */
        r->gap = r->gap == GAP_ATTEMPT ? GAP_NONE : r->gap;
        r->follows = true;
    }
    if (step && n > *last)
        r->item = 0;
    *last = n;
    r->line_item = n;
}

static void note_bracket(struct game_reader *r, struct game_token *t)
{
    if (t->match == SIZE_MAX)
        return;
    r->brackets += t->kind == TOKEN_OPEN ? 1 : -1;
    /* A mention of points in brackets ends with them. */
    if (t->kind == TOKEN_OPEN)
        t->word = r->score ? SAYS(SCORE) : 0;
    else
        r->score = token_at(r, t->match)->word & SAYS(SCORE);
}

#define CALM_MOST 4 /* words behind "not" that are looked at */

/* "not negative", "not the target yet" */
static bool is_calm(const struct game_reader *r, size_t i)
{
    for (size_t k = i + 1; k <= i + CALM_MOST && k < r->tokens.n; k++) {
        const struct game_token *t = token_at(r, k);

        if (t->kind == TOKEN_STOP)
            return false;
        if (t->kind == TOKEN_WORD && (t->word & SAYS(CALM)))
            return true;
    }
    return false;
}

/* At the start of a sentence or line; "or" also behind a claim. */
static bool opens(const struct game_reader *r, size_t i)
{
    const struct game_token *before = i ? token_at(r, i - 1) : NULL;

    if (!before || game_token_in(before, KIND(STOP) | KIND(BANG) | KIND(ITEM) |
                                             KIND(BREAK)))
        return true;
    return (token_at(r, i)->word & SAYS(TRY)) &&
           (before->kind == TOKEN_NUMBER || before->kind == TOKEN_COMMA);
}

/* Does the word announce another attempt? */
static bool tries(const struct game_reader *r, size_t i)
{
    uint32_t word = token_at(r, i)->word;

    if (r->brackets > 0)
        return false;
    if (word & SAYS(OPEN))
        return opens(r, i);
    return (word & SAYS(TRY)) && !is_calm(r, i);
}

void gap_token(struct game_reader *r, size_t i)
{
    struct game_token *t = token_at(r, i);

    switch (t->kind) {
    case TOKEN_BOX:
        if (t->word & SAYS(TRY))
            raise_gap(r, GAP_ATTEMPT);
        break;
    case TOKEN_ITEM:
        if (t->word)
            gap_item(r, t->number.p, t->word & SIGN_STEP);
        break;
    case TOKEN_STOP:
    case TOKEN_BANG: r->score = r->head = r->answer = false; break;
    case TOKEN_OPEN:
    case TOKEN_CLOSE: note_bracket(r, t); break;
    case TOKEN_BAR: /* "| 2 points |" is about another cell */
        if (i >= 2 && (t[-1].word & SAYS(POINT)) && t[-2].kind == TOKEN_NUMBER)
            r->score = false;
        break;
    case TOKEN_WORD:
    case TOKEN_BREAK:
        if (tries(r, i))
            raise_gap(r, GAP_ATTEMPT);
        /* "For 8 points:" states what a solution earns. */
        if (!((t->word & SAYS(POINT)) && i && t[-1].kind == TOKEN_NUMBER)) {
            r->score = r->score || (t->word & SAYS(SCORE));
            r->scored = r->scored || (t->word & SAYS(SCORE));
        }
        r->total = r->total || (t->word & SIGN_TOTAL);
        r->head = (r->head || (t->word & SAYS(HEAD))) && !(t->word & SIGN_STEP);
        r->answer = r->answer || (t->word & SAYS(ANSWER));
        break;
    default: break;
    }
}

/* The label before a claim on its own line may be a heading. */
void gap_before_claim(struct game_reader *r, size_t i)
{
    while (i && game_token_in(token_at(r, i - 1), KIND(BREAK) | KIND(BOX)))
        i--;
    if (r->head &&
        (r->line.hash || (i && token_at(r, i - 1)->kind == TOKEN_COLON)))
        raise_gap(r, GAP_HEADING);
}

void gap_line_start(struct game_reader *r)
{
    r->score = r->head = r->answer = r->total = false;
    r->line_item = -1;
    r->brackets = 0;
    if (r->line.fence || r->line.rule)
        raise_gap(r, GAP_ATTEMPT);
}

/* "Best solution:", but not "Final step:". */
static bool has_head(const struct game_reader *r)
{
    bool head = false;

    for (size_t i = 0; i < r->tokens.n; i++) {
        const struct game_token *t = token_at(r, i);

        if (t->kind != TOKEN_WORD)
            continue;
        if (t->word & SIGN_STEP)
            return false;
        head = head || (t->word & SAYS(HEAD));
    }
    return head;
}

void gap_line_end(struct game_reader *r, bool has_claim)
{
    if (!has_claim && (r->line.hash || r->line.bold || r->line.colon) &&
        has_head(r))
        raise_gap(r, GAP_HEADING);
}
