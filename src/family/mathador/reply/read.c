/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_int.h"
#include "text/fold.h"

#include <string.h>

/*
 * The walk over a reply, line by line, run by run; and the text between two
 * claims: headings, numbers of items, words that announce another attempt, and
 * the words before a claim that make it a sum of points.
 *
 * What comes before a run may be misread as its beginning: the number of
 * "1: 6 - 2 = 4", the dash of "-6 + 2 = 8" that is a bullet. Such a run is
 * tried both ways, and the way that makes it true is taken.
 */

/* ---- between claims ---- */

static void raise_gap(struct game_reader *r, enum game_gap gap)
{
    if (gap > r->gap)
        r->gap = gap;
}

/* Steps and items are counted apart, since steps may have lists in them. */
static void pass_item(struct game_reader *r, int64_t n, bool step)
{
    int64_t *last = step ? &r->step : &r->item;

    if (n == r->line_item) /* "1. Step 1: ..." */
        return;
    if (n <= *last || (n == 1 && (step || r->step == 0))) {
        raise_gap(r, GAP_ATTEMPT);
    } else if (n == *last + 1) { /* it goes on, whatever stands between */
        r->gap = r->gap == GAP_ATTEMPT ? GAP_NONE : r->gap;
        r->follows = true;
    }
    if (step && n > *last)
        r->item = 0;
    *last = n;
    r->line_item = n;
}

/* A mention of points in brackets ends with them. */
static void pass_bracket(struct game_reader *r, struct game_token *t)
{
    bool open = t->kind == TOKEN_OPEN;

    if (t->match == NO_MATCH)
        return;
    r->brackets += open ? 1 : -1;
    if (open)
        t->word = r->score ? SAYS(SCORE) : 0;
    else
        r->score = token_at(r, t->match)->word & SAYS(SCORE);
}

#define CALM_MOST 4 /* words behind "not" that are looked at */

/* Does the word announce another attempt? "Not negative" does not; "actually"
 * does at the start of a sentence or line, "or" also behind a claim. */
static bool tries(const struct game_reader *r, size_t i)
{
    uint32_t word = token_at(r, i)->word;

    if (r->brackets > 0)
        return false;
    if (word & SAYS(OPEN))
        return i == 0 ||
               game_token_is(r, i - 1,
                             KIND(STOP) | KIND(BANG) | KIND(ITEM) |
                                 KIND(BREAK)) ||
               ((word & SAYS(TRY)) &&
                game_token_is(r, i - 1, KIND(NUMBER) | KIND(COMMA)));
    for (size_t k = i + 1; (word & SAYS(TRY)) && k <= i + CALM_MOST &&
                           !game_token_is(r, k, KIND(STOP));
         k++)
        if (token_says(r, k, SAYS(CALM)))
            return false;
    return word & SAYS(TRY);
}

static void pass_token(struct game_reader *r, size_t i)
{
    struct game_token *t = token_at(r, i);
    bool points = i && (t->word & SAYS(POINT)) && t[-1].kind == TOKEN_NUMBER;

    switch (t->kind) {
    case TOKEN_BOX:
        if (t->word & SAYS(TRY))
            raise_gap(r, GAP_ATTEMPT);
        break;
    case TOKEN_ITEM:
        if (t->word)
            pass_item(r, t->number.p, t->word & SIGN_STEP);
        break;
    case TOKEN_STOP:
    case TOKEN_BANG: r->score = r->head = r->answer = false; break;
    case TOKEN_OPEN:
    case TOKEN_CLOSE: pass_bracket(r, t); break;
    case TOKEN_BAR: /* "| 2 points |" is about another cell */
        if (i >= 2 && (t[-1].word & SAYS(POINT)) && t[-2].kind == TOKEN_NUMBER)
            r->score = false;
        break;
    case TOKEN_WORD:
    case TOKEN_BREAK:
        if (tries(r, i))
            raise_gap(r, GAP_ATTEMPT);
        /* "For 8 points:" states what a solution earns. */
        r->score |= !points && (t->word & SAYS(SCORE));
        r->scored |= !points && (t->word & SAYS(SCORE));
        r->total |= (t->word & SIGN_TOTAL) != 0;
        r->head = (r->head || (t->word & SAYS(HEAD))) && !(t->word & SIGN_STEP);
        r->answer |= (t->word & SAYS(ANSWER)) != 0;
        break;
    default: break;
    }
}

static bool announces(const struct game_reader *r)
{
    bool head = false;

    for (size_t i = 0; i < r->tokens.n; i++) {
        if (token_says(r, i, SIGN_STEP))
            return false; /* "Final step:" */
        head = head || token_says(r, i, SAYS(HEAD));
    }
    return head;
}

/* ---- claims ---- */

/* Keep the last CLAIMS_MOST, moving them only now and then. */
static void drop_old(struct game_reader *r, size_t most)
{
    struct vec *v = r->claims;
    size_t ours = v->n - r->claims_from;
    struct game_claim *first;

    if (ours <= most)
        return;
    first = vec_at(v, r->claims_from);
    memmove(first, first + (ours - CLAIMS_MOST), CLAIMS_MOST * sizeof *first);
    v->n = r->claims_from + CLAIMS_MOST;
    if (first->gap == GAP_NONE)
        first->gap = GAP_ATTEMPT;
}

/* The label before a claim on its own line, in front of token i, may be a
 * heading. */
static void keep_claims(struct game_reader *r, size_t i)
{
    while (i && game_token_is(r, i - 1, KIND(BREAK) | KIND(BOX)))
        i--;
    if (r->head &&
        (r->line.hash || (i && game_token_is(r, i - 1, KIND(COLON)))))
        raise_gap(r, GAP_HEADING);
    for (size_t k = 0; k < r->fresh.n; k++) {
        struct game_claim *c = vec_push(r->claims);

        *c = *vec_get(&r->fresh, struct game_claim, k);
        c->gap = r->any ? r->gap : GAP_ATTEMPT;
        c->follows = r->follows;
        r->gap = GAP_NONE;
        r->follows = false;
        r->any = true;
        drop_old(r, 2 * CLAIMS_MOST);
    }
    r->score = r->head = r->answer = r->scored = false;
}

/* ---- where a run begins ---- */

static bool has_operator(const struct game_reader *r, size_t i)
{
    for (; i < r->run.n && !run_is(r, i, KIND(EQUALS)); i++)
        if (run_is(r, i, OPERATORS | KIND(COLON) | KIND(ROOT) | KIND(POST)))
            return true;
    return false;
}

/* How many tokens of the run may be none of it; 0: none. *usual: that is the
 * better guess if no way makes it true. *item: they are the number of an item,
 * at that place of the run. */
static size_t false_start(const struct game_reader *r, bool *usual,
                          const struct game_token **item)
{
    const struct game_token *t = run_token(r, 0), *before;
    size_t name;

    before = r->run_from ? token_at(r, r->run_from - 1) : NULL;
    /* "1: 6 - 2 = 4", "Target 44: 4 * 11 = 44" */
    if (run_is(r, 0, KIND(NUMBER)) && run_is(r, 1, KIND(COLON)) &&
        has_operator(r, 2)) {
        *usual = !t[1].spaced && t[2].spaced;
        *item = before ? NULL : t;
        return 2;
    }
    /* "(1) (6 - 2) * 11 = 44": nobody wrote the sign */
    if (!before && run_is(r, 0, KIND(OPEN)) && run_is(r, 1, KIND(NUMBER)) &&
        run_is(r, 2, KIND(CLOSE)) && run_is(r, 3, KIND(MUL)) &&
        run_is(r, 4, KIND(OPEN)) && t[3].at == t[4].at) {
        *usual = t[4].spaced;
        *item = t + 1;
        return 4;
    }
    /* "-6 + 2 = 8": a sign, or a dash before the claim; "Option 2 - 6 + 2 = 8"
     */
    if (before && before->kind == TOKEN_WORD && (before->word & SAYS(LABEL)))
        name = run_is(r, 0, KIND(NUMBER));
    else
        name = run_is(r, 0, KIND(NAME)) && !(t[0].word & SIGN_SHORT);
    if (!run_is(r, name, KIND(SUB)))
        return 0;
    *usual = game_token_in(before, KIND(ITEM)) && t[1].spaced;
    return name + 1;
}

static void read_starts(struct game_reader *r)
{
    bool usual = false, late;
    const struct game_token *item = NULL;
    size_t skip = false_start(r, &usual, &item);

    if (skip == 0) {
        chain_read(r, 0);
        return;
    }
    late = usual && chain_read(r, skip);
    if (!late) {
        if (chain_read(r, 0))
            return;
        late = chain_read(r, skip) || usual;
    }
    if (!late)
        chain_read(r, 0);
    else if (item)
        pass_item(r, item->number.p, false);
}

/* ---- points ---- */

/* "= 8 points", "= 8 total points" */
static bool counts_points(const struct game_reader *r, size_t i)
{
    return token_says(r, i + token_says(r, i, SIGN_TOTAL), SAYS(POINT));
}

/* "5 - 3 = 2 - 2 points": the second dash begins a remark, as another sign
 * does if the claim is true without it. */
static bool cut_points(struct game_reader *r)
{
    size_t n = r->run.n;
    const struct game_token *t;

    if (n < 4 || !run_is(r, n - 1, KIND(NUMBER)) ||
        !run_is(r, n - 3, KIND(NUMBER)) || !run_is(r, n - 4, KIND(EQUALS)))
        return false;
    t = run_token(r, n - 2);
    if (t->kind == TOKEN_SUB ? !t[1].spaced : !t->spaced)
        return false;
    r->run.n -= 2;
    if (t->kind == TOKEN_SUB || chain_read(r, 0))
        return true;
    r->run.n = n;
    return false;
}

bool claim_adds_points(const struct game_claim *c)
{
    for (int i = 0; i < c->n; i++) {
        struct ratio a = c->operations[i].side[0].number;
        const struct game_operand *b = &c->operations[i].side[1];

        if (c->operations[i].op != OP_ADD || b->from >= 0 ||
            (i == 0 && !reply_equal(a, RATIO(POINTS_TARGET))) ||
            b->number.q != 1 ||
            !(b->number.p == 1 || b->number.p == 2 || b->number.p == 3 ||
              b->number.p == POINTS_BONUS))
            return false;
    }
    return c->n > 0;
}

/* A sum of points: "Score: 5 + 2 + 1 = 8"; or "Total: ..." below a list of
 * points, or of what points are made of. Nobody subtracts or divides points,
 * or has more than there are; no operand is more than a bonus. */
static bool is_score(const struct game_reader *r)
{
    const struct game_claim *c = vec_at(&r->fresh, 0);
    struct ratio x = c->result;
    bool few = true;

    if (c->has_result && x.q && !(x.q == 1 && x.p >= 0 && x.p <= SCORE_MOST))
        return false;
    for (int i = 0; i < c->n; i++) {
        const struct game_operation *o = &c->operations[i];

        if (o->op == OP_SUB || o->op == OP_DIV)
            return false;
        for (int k = 0; k < 2; k++)
            few = few &&
                  (o->side[k].from >= 0 || o->side[k].number.p <= POINTS_BONUS);
    }
    return (r->score && !r->head && few) ||
           (r->total &&
            ((r->scored && c->n > 1) || (r->any && claim_adds_points(c))));
}

/* ---- the walk ---- */

/* Read what begins at token i; returns the token behind it. */
static size_t read_from(struct game_reader *r, size_t i, bool *found)
{
    size_t next = run_read(r, i), at = SIZE_MAX;
    bool ran = next > i;
    bool points = ran && counts_points(r, next) && !cut_points(r);

    r->fresh.n = 0;
    if (!ran)
        next++;
    else if (r->run_from == 0 && r->run.n == 3 && run_is(r, 0, KIND(OPEN)) &&
             run_is(r, 1, KIND(NUMBER)) &&
             game_token_is(r, next, KIND(NUMBER)) &&
             run_token(r, 1)->number.q == 1) /* "(1) 6 - 2 = 4" */
        pass_item(r, run_token(r, 1)->number.p, false);
    else if (r->run.n >= 3)
        read_starts(r);
    if (r->fresh.n)
        at = vec_get(&r->fresh, struct game_claim, 0)->at;
    r->broken = ran && next == r->tokens.n && r->fresh.n == 0 && !points &&
                !r->score && run_is(r, 0, KIND(NUMBER)) && has_operator(r, 1);
    for (; i < next && token_at(r, i)->at < at; i++)
        pass_token(r, i);
    if (r->fresh.n && !points && !is_score(r)) {
        keep_claims(r, i);
        *found = true;
    }
    return next;
}

static void read_line(struct game_reader *r)
{
    bool found = false;

    r->score = r->head = r->answer = r->total = false;
    r->line_item = -1;
    r->brackets = 0;
    if (r->line.border)
        raise_gap(r, GAP_ATTEMPT);
    for (size_t i = 0; i < r->tokens.n;)
        i = read_from(r, i, &found);
    if (!found && r->line.heading && announces(r))
        raise_gap(r, GAP_HEADING);
}

struct span claims_text(struct arena *a, const char *text, size_t n)
{
    return fold_span(a, (struct span){ text, n },
                     CHAR_BLANKS | CHAR_QUOTES | CHAR_DIGIT);
}

bool claims_read(struct arena *a, struct span text, struct vec *claims)
{
    struct game_reader r = {
        .arena = a,
        .text = text,
        .tokens = vec_in(a, sizeof(struct game_token)),
        .open = vec_in(a, sizeof(struct game_bracket)),
        .run = vec_in(a, sizeof(struct game_token)),
        .fresh = vec_in(a, sizeof(struct game_claim)),
        .claims = claims,
        .claims_from = claims->n,
    };

    while (lex_line(&r))
        read_line(&r);
    drop_old(&r, CLAIMS_MOST);
    return !r.broken;
}
