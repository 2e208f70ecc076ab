/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_int.h"
#include "text/character.h"

/*
 * Runs: the longest sequences of operands, operators and equals signs. Words
 * that are operators become such; a word in the place of an operand becomes a
 * name, which spoils its side: half of "A * 11 = 44" is nobody's claim.
 */

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define BOX_MOST     8  /* boxes in boxes */
#define LABEL_MOST   32 /* words before "= (6 - 2) * 11" on a line */
#define REMARK_MOST  16 /* tokens of a remark about an operand */
#define PHRASE_MOST  5  /* words and commas of "..., which is equal to" */

/* A run as it is read. The functions that read what stands next return false
 * if it does not go on with the run. */
struct game_walk {
    struct game_reader *r;
    size_t i;     /* the next token */
    size_t depth; /* open brackets */
    bool operand; /* an operand has just been read */
    bool worked;  /* the side has an operator */
};

static const struct game_token *run_last(const struct game_reader *r)
{
    return r->run.n ? run_token(r, r->run.n - 1) : NULL;
}

static void run_push(struct game_reader *r, enum game_token_kind kind,
                     const struct game_token *t)
{
    struct game_token *new = vec_push(&r->run);

    *new = *t;
    new->kind = kind;
}

/* Push the next token, as one of that kind. */
static bool take(struct game_walk *w, enum game_token_kind kind)
{
    run_push(w->r, kind, token_at(w->r, w->i++));
    return true;
}

static bool take_operator(struct game_walk *w, enum game_token_kind kind,
                          size_t next)
{
    take(w, kind);
    w->operand = false;
    w->worked = true;
    w->i = next;
    return true;
}

static bool take_equals(struct game_walk *w, size_t next)
{
    take(w, TOKEN_EQUALS);
    w->r->run_equals++;
    w->operand = w->worked = false;
    w->i = next;
    return true;
}

/* ---- looking ahead ---- */

/* Behind tokens of these kinds, `most` at most. */
static size_t past(const struct game_reader *r, size_t i, uint32_t kinds,
                   size_t most)
{
    for (most += i; i < most && game_token_is(r, i, kinds);)
        i++;
    return i;
}

static size_t past_box(const struct game_reader *r, size_t i)
{
    return past(r, i, KIND(BOX) | KIND(BOXEND), BOX_MOST);
}

static size_t past_sign(const struct game_reader *r, size_t i, uint32_t signs)
{
    i = past_box(r, i);
    return game_token_is(r, i, signs) ? past_box(r, i + 1) : i;
}

static bool starts_operand(const struct game_reader *r, size_t i)
{
    const struct game_token *t;

    i = past_sign(r, i, KIND(SUB) | KIND(ADD));
    t = token_at(r, i);
    return game_token_in(t, KIND(NUMBER) | KIND(ROOT)) ||
           (game_token_in(t, KIND(OPEN)) && t->pure) ||
           token_says(r, i, SIGN_ROOT);
}

/* Behind a plain number that ends its side, or 0. */
static size_t plain_number(const struct game_reader *r, size_t i)
{
    i = past_sign(r, i, KIND(SUB));
    if (!game_token_is(r, i, KIND(NUMBER)))
        return 0;
    i = past_box(r, i + 1);
    return game_token_is(r, i, OPERATORS) ? 0 : i;
}

/* Words at token i, behind an operand, that are an operator: "times",
 * "divided by". Returns the token behind them, or i if they are none. */
static size_t phrase_operator(const struct game_reader *r, size_t i,
                              enum game_token_kind *kind)
{
    static const struct {
        uint32_t sign;
        enum game_token_kind kind;
    } words[] = { { SIGN_ADD, TOKEN_ADD },
                  { SIGN_SUB, TOKEN_SUB },
                  { SIGN_MUL | SIGN_X, TOKEN_MUL },
                  { SIGN_DIV, TOKEN_DIV },
                  { SIGN_MOD, TOKEN_POWER } };
    bool needs = token_says(r, i, SIGN_NEEDS);

    if (needs && !token_says(r, i + 1, SIGN_LINK))
        return i;
    for (size_t k = 0; k < COUNT(words); k++)
        if (token_says(r, i, words[k].sign)) {
            *kind = words[k].kind;
            return i + 1 + needs;
        }
    return i;
}

/* "which is equal to", "gives": the token behind it, or 0. */
static size_t phrase_equals(const struct game_reader *r, size_t i)
{
    bool found = false;

    for (size_t most = i + PHRASE_MOST; i < most; i++) {
        if (token_says(r, i, SAYS(EQUAL)))
            found = true;
        else if (!game_token_is(r, i, KIND(COMMA)) &&
                 !token_says(r, i, SAYS(FILL)))
            break;
    }
    return found && starts_operand(r, i) && !game_token_is(r, i, KIND(WORD))
               ? i
               : 0;
}

/* ---- behind an operand ---- */

/* 11 / 4 = 2 3/4, or with \frac{3}{4} */
static bool mixed_number(struct game_walk *w)
{
    struct game_reader *r = w->r;
    struct game_token *whole = run_token(r, r->run.n - 1);
    const struct game_token *t = token_at(r, w->i);
    bool latex = t->kind == TOKEN_OPEN && t->bracket == 'f';
    size_t most = latex ? 2 : 0, above = past(r, w->i, KIND(OPEN), most);
    size_t sign = past(r, above + 1, KIND(CLOSE), most);
    size_t below = past(r, sign + 1, KIND(OPEN), most);
    size_t next = past(r, below + 1, KIND(CLOSE), most);
    struct ratio part;

    if (!r->run_equals || whole->kind != TOKEN_NUMBER || whole->number.q != 1 ||
        whole[-1].kind != TOKEN_EQUALS ||
        !game_token_is(r, above, KIND(NUMBER)) ||
        !game_token_is(r, sign, KIND(DIV)) ||
        !game_token_is(r, below, KIND(NUMBER)) ||
        (!latex && (t[1].spaced || t[2].spaced)))
        return false;
    part = reply_apply(OP_DIV, token_at(r, above)->number,
                       token_at(r, below)->number);
    if (part.q == 0 || part.p >= part.q || part.p <= 0 ||
        game_token_is(r, next, OPERATORS | KIND(EQUALS)))
        return false;
    whole->number = reply_apply(OP_ADD, whole->number, part);
    whole->end = token_at(r, next - 1)->end;
    w->i = next;
    return true;
}

/* What is written side by side multiplies: 4(11), (6-2)(11), (6-2)11. Right of
 * an equals sign it may be a remark: only 14(1 + 3), with no blank, multiplies
 * there. */
static bool side_by_side(struct game_walk *w, const struct game_token *t)
{
    struct game_reader *r = w->r;
    const struct game_token *before = run_last(r);
    bool named = run_is(r, 0, KIND(NAME)), clings = !t->spaced, multiplies;

    if (mixed_number(w))
        return true;
    if (t->kind == TOKEN_NUMBER)
        multiplies = !r->run_equals && before->kind == TOKEN_CLOSE && clings;
    else if (before->kind == TOKEN_NAME || (r->run_equals == 1 && named))
        multiplies = clings;
    else
        multiplies = !r->run_equals ||
                     (clings && (t->match > w->i + 2 ||
                                 game_token_is(r, t->match + 1, KIND(EQUALS))));
    return multiplies && take_operator(w, TOKEN_MUL, w->i);
}

/* "4 (from step 1) * 11": a remark about an operand. */
static bool remark(struct game_walk *w, const struct game_token *t)
{
    size_t end = t->match;

    if (end == NO_MATCH || end - w->i > REMARK_MOST ||
        !game_token_is(w->r, end + 1, OPERATORS | KIND(EQUALS)))
        return false;
    for (size_t i = w->i; i < end; i++)
        if (token_at(w->r, i)->word & SAYS(NOTE)) {
            w->i = end + 1;
            return true;
        }
    return false;
}

/* 3! + 1 and 3! = 6, but not "= 44!"; 10 % 4, but not "100% sure" */
static bool postfix(struct game_walk *w, const struct game_token *t)
{
    const struct game_reader *r = w->r;
    size_t i = past_box(r, w->i + 1);
    bool closed = game_token_is(r, i, KIND(CLOSE)) && token_at(r, i)->pure;

    if (t->kind == TOKEN_PERCENT && starts_operand(r, w->i + 1))
        return take_operator(w, TOKEN_POWER, w->i + 1);
    if (t->kind != TOKEN_POST && !closed &&
        !game_token_is(r, i, KIND(EQUALS)) &&
        !(game_token_is(r, i, OPERATORS) && starts_operand(r, i + 1)))
        return false;
    w->worked = true;
    return take(w, TOKEN_POST);
}

/* | 6 - 2 | 4 | is an equation; | 6 - 2 | = 4 | as well, and so is
 * | 6 | - | 2 | = | 4 |. A row of a table has bars at both ends; |2 - 6| = 4
 * has not. */
static bool bar(struct game_walk *w)
{
    const struct game_reader *r = w->r;
    size_t i = w->i + 1, end;

    if (game_token_is(r, i, OPERATORS) && game_token_is(r, i + 1, KIND(BAR)) &&
        game_token_is(r, i + 2, KIND(NUMBER)) &&
        game_token_is(r, i + 3, KIND(BAR)) &&
        game_token_is(r, i + 4, KIND(EQUALS))) {
        w->i++;
        return take_operator(w, token_at(r, i)->kind, i + 2);
    }
    if (game_token_is(r, i, KIND(EQUALS)) && w->worked &&
        game_token_is(r, 0, KIND(BAR)) &&
        game_token_is(r, r->tokens.n - 1, KIND(BAR))) {
        w->i++;
        return true;
    }
    end = plain_number(r, i);
    return w->worked && !r->run_equals && end &&
           (end == r->tokens.n || game_token_is(r, end, KIND(BAR))) &&
           take_equals(w, i);
}

static bool arrow(struct game_walk *w)
{
    size_t next = w->i + 1;

    return w->worked &&
           (plain_number(w->r, next) ||
            (!w->r->run_equals && starts_operand(w->r, next))) &&
           take_equals(w, next);
}

/* "times", "is", a letter that clings to the number. 2x + 4 does not multiply.
 */
static bool word(struct game_walk *w, const struct game_token *t)
{
    const struct game_reader *r = w->r;
    enum game_token_kind kind = TOKEN_BREAK;
    size_t next = phrase_operator(r, w->i, &kind);
    bool x = t->word & SIGN_X;

    if (next > w->i &&
        (x ? starts_operand(r, next) &&
                 !game_token_is(r, next, KIND(SUB) | KIND(ADD))
           : starts_operand(r, next) || token_says(r, next, SIGN_SHORT)))
        return take_operator(w, kind, next);
    next = phrase_equals(r, w->i);
    if (next && (w->worked || (!r->run_equals && next == w->i + 1)))
        return take_equals(w, next);
    return t->kind == TOKEN_WORD && !t->spaced &&
           ((t->word & SIGN_SHORT) ||
            game_token_is(r, w->i + 1, OPERATORS | KIND(EQUALS))) &&
           take(w, TOKEN_NAME); /* 4a = 44 */
}

/* "6 - 2 = 4 — 4 * 11 = 44": a long dash behind a result. */
static bool is_pause(const struct game_reader *r, const struct game_token *t)
{
    return t->kind == TOKEN_SUB && r->run_equals && r->run.n > 3 &&
           character_is(r->text, t->at, CHAR_HYPHEN | CHAR_DASH) &&
           run_is(r, r->run.n - 1, KIND(NUMBER)) &&
           run_is(r, r->run.n - 2, KIND(EQUALS));
}

static bool behind(struct game_walk *w, const struct game_token *t)
{
    switch (t->kind) {
    case TOKEN_NUMBER: return side_by_side(w, t);
    case TOKEN_OPEN: return t->pure ? side_by_side(w, t) : remark(w, t);
    case TOKEN_CLOSE:
        if (w->depth == 0)
            return false;
        w->depth--;
        return take(w, TOKEN_CLOSE);
    case TOKEN_ADD:
    case TOKEN_SUB:
    case TOKEN_MUL:
    case TOKEN_DIV:
    case TOKEN_POWER:
        return !is_pause(w->r, t) && take_operator(w, t->kind, w->i + 1);
    /* "12 : 4", but not "6 - 2 = 4: 4 * 11 = 44". The number of a label stands
     * first; whether it is one is seen when the whole has been read. */
    case TOKEN_COLON:
        return starts_operand(w->r, w->i + 1) &&
               (w->r->run.n == 1 || t->spaced || !t[1].spaced) &&
               take_operator(w, TOKEN_COLON, w->i + 1);
    case TOKEN_BANG:
    case TOKEN_PERCENT:
    case TOKEN_POST: return postfix(w, t);
    case TOKEN_EQUALS: return take_equals(w, w->i + 1);
    case TOKEN_ARROW: return arrow(w);
    case TOKEN_BAR: return bar(w);
    case TOKEN_WORD:
    case TOKEN_COMMA: return word(w, t);
    default: return false;
    }
}

/* ---- where an operand is wanted ---- */

static bool want(struct game_walk *w, const struct game_token *t)
{
    const struct game_token *before = run_last(w->r);

    switch (t->kind) {
    case TOKEN_OPEN: w->depth += t->pure; return t->pure && take(w, TOKEN_OPEN);
    case TOKEN_ROOT:
    case TOKEN_SUB:
    case TOKEN_ADD: return take(w, t->kind);
    case TOKEN_WORD:
        if (t->word & SIGN_ROOT) {
            w->worked = true;
            return take(w, TOKEN_ROOT);
        }
        /* A word here is a name; but a dash before a longer one is
         * punctuation. */
        w->operand =
            !game_token_in(before, KIND(SUB)) || (t->word & SIGN_SHORT);
        return w->operand && take(w, TOKEN_NAME);
    case TOKEN_NUMBER: w->operand = true; return take(w, TOKEN_NUMBER);
    case TOKEN_BAR: /* | = | 4 | */
        w->i += game_token_in(before, KIND(EQUALS));
        return game_token_in(before, KIND(EQUALS));
    default: return false;
    }
}

static bool step(struct game_walk *w)
{
    const struct game_token *t = token_at(w->r, w->i);
    struct game_reader *r = w->r;

    if (t->kind == TOKEN_BOX) {
        if (!w->operand &&
            (!r->run.n || game_token_in(run_last(r), KIND(EQUALS)))) {
            r->box_from = r->run.n;
            r->box_to = 0;
        }
        w->i++;
        return true;
    }
    if (t->kind == TOKEN_BOXEND) {
        if (w->operand && r->box_from < r->run.n && !r->box_to)
            r->box_to = r->run.n;
        w->i++;
        return true;
    }
    return w->operand ? behind(w, t) : want(w, t);
}

/* ---- the run ---- */

/* An operator or equals sign with nothing behind it. A dash may be
 * punctuation; any other spoils the side. */
static void trim(struct game_reader *r)
{
    if (r->run.n > 1 && run_is(r, r->run.n - 1, KIND(SUB)) &&
        !run_is(r, r->run.n - 2, OPERATORS))
        r->run.n--;
    r->run_open = game_token_in(run_last(r), KIND(EQUALS));
    if (r->run_open) {
        r->run.n--;
    } else if (game_token_in(run_last(r), OPERATORS | KIND(ROOT))) {
        struct game_token copy = *run_last(r);

        run_push(r, TOKEN_NAME, &copy);
    }
}

/* The token before a run that starts with an operator is its first operand,
 * though we cannot say what it is; unless the operator can be a sign. So is
 * one before the bracket of "= 4(11) * 2 = 88", where the last run ended. */
static bool lacks_operand(const struct game_reader *r, size_t i)
{
    const struct game_token *t = token_at(r, i), *before;
    bool sign, clings;

    if (i == 0 || !t)
        return false;
    before = t - 1;
    if (t->kind == TOKEN_OPEN)
        return !t->spaced && game_token_in(before, KIND(NUMBER) | KIND(CLOSE));
    if (!game_token_in(t, OPERATORS))
        return false;
    sign = t->kind == TOKEN_SUB;
    clings = i + 1 < r->tokens.n && !t[1].spaced;
    switch (before->kind) {
    case TOKEN_COLON:
    case TOKEN_COMMA:
    case TOKEN_BAR:
    case TOKEN_EQUALS:
    case TOKEN_BOX:
    case TOKEN_ARROW: return false;
    case TOKEN_STOP:
    case TOKEN_ITEM: return !sign;
    case TOKEN_BREAK: return !sign || !clings;
    case TOKEN_WORD:
        return !sign || (before->word & SIGN_SHORT) || !t->spaced || !clings;
    default: return true;
    }
}

static bool can_start(const struct game_reader *r, size_t i)
{
    const struct game_token *t = token_at(r, i);
    enum game_token_kind kind;
    size_t next;

    if (starts_operand(r, i) || game_token_in(t, OPERATORS))
        return true;
    if (t->kind != TOKEN_WORD)
        return false;
    if (game_token_is(r, i + 1, KIND(EQUALS)))
        return true;
    if (game_token_is(r, i + 1, KIND(OPEN)))
        return !t[1].spaced && t[1].pure;
    if (lacks_operand(r, i + 1))
        return true;
    next = phrase_operator(r, i + 1, &kind);
    return next > i + 1 && starts_operand(r, next);
}

/* What may end a sentence. */
#define QUIET (KIND(BREAK) | KIND(STOP) | KIND(COMMA) | KIND(BANG))

/* Nothing but a label or a name before it. */
static bool alone_before(const struct game_reader *r)
{
    size_t i = r->run_from;
    bool named = run_is(r, 0, KIND(NAME));

    while (i && game_token_is(r, i - 1, KIND(BREAK) | KIND(BOX)))
        i--;
    if (i == 0 || game_token_is(r, i - 1, KIND(COLON) | KIND(ITEM)))
        return true;
    if (game_token_is(r, i - 1, KIND(EQUALS))) { /* step 1 = ... */
        named = true;
        i--;
    }
    if (r->answer && i && token_says(r, i - 1, SAYS(EQUAL)))
        return true; /* "the answer is" */
    for (int n = 0; named && n < LABEL_MOST && i &&
                    game_token_is(r, i - 1, KIND(WORD) | KIND(ITEM));
         n++)
        i--;
    return i == 0;
}

/* Nothing but punctuation or a comment behind it. */
static bool alone_behind(const struct game_reader *r, size_t i)
{
    i = past_box(r, i);
    while (game_token_is(r, i, QUIET))
        i++;
    return i == r->tokens.n || game_token_is(r, i, KIND(HASH));
}

/* "Let x = 6 - 2, then" */
static bool is_defined(const struct game_reader *r, size_t end)
{
    return r->run.n > 2 && run_is(r, 0, KIND(NAME)) &&
           run_is(r, 1, KIND(EQUALS)) &&
           (end == r->tokens.n || game_token_is(r, end, QUIET));
}

static bool run_is_alone(const struct game_reader *r, size_t end)
{
    bool colon = false;

    for (size_t i = 0; i < r->run.n && !colon; i++)
        colon = run_is(r, i, KIND(COLON));
    return (!colon && alone_before(r) && alone_behind(r, end)) ||
           is_defined(r, end) || (r->box_to && r->box_to == r->run.n);
}

size_t run_read(struct game_reader *r, size_t i)
{
    struct game_walk w = { .r = r, .i = i };

    if (!can_start(r, i))
        return i;
    r->run.n = 0;
    r->run_from = i;
    r->run_equals = 0;
    r->box_from = SIZE_MAX;
    r->box_to = 0;
    r->run_open = false;
    if (lacks_operand(r, i))
        run_push(r, TOKEN_NAME, token_at(r, i - 1));
    w.operand = r->run.n > 0 ||
                game_token_is(r, i, KIND(MUL) | KIND(DIV) | KIND(POWER));
    while (w.i < r->tokens.n && step(&w))
        continue;
    trim(r);
    r->run_alone = w.i > i && r->run.n && run_is_alone(r, w.i);
    return w.i > i ? w.i : i + 1;
}
