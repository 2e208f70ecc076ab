/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_int.h"

/*
 * Runs: the longest sequences of operands, operators and equals signs. Words
 * that are operators become such; a word in the place of an operand becomes a
 * name, which spoils its side: half of "A * 11 = 44" is nobody's claim.
 *
 * What comes before a run may be misread as its beginning: the number of
 * "1: 6 - 2 = 4", the dash of "-6 + 2 = 8" that is a bullet. Such a run is
 * tried both ways, and the way that makes it true is taken.
 */

#define BOX_MOST   8  /* boxes in boxes */
#define LABEL_MOST 32 /* words before "= (6 - 2) * 11" on a line */

const struct game_token *run_last(const struct game_reader *r)
{
    return r->run.n ? vec_at(&r->run, r->run.n - 1) : NULL;
}

bool run_operator_at(const struct game_reader *r, size_t i)
{
    return game_token_in(token_at(r, i), OPERATORS);
}

void run_push(struct game_reader *r, enum game_token_kind kind,
              const struct game_token *t)
{
    struct game_token *new = vec_push(&r->run);

    *new = *t;
    new->kind = kind;
}

size_t run_skip_box(const struct game_reader *r, size_t i)
{
    size_t most = i + BOX_MOST;

    while (i < most && game_token_in(token_at(r, i), KIND(BOX) | KIND(BOXEND)))
        i++;
    return i;
}

bool run_starts_operand(const struct game_reader *r, size_t i)
{
    const struct game_token *t;

    i = run_skip_box(r, i);
    if (game_token_is(r, i, TOKEN_SUB) || game_token_is(r, i, TOKEN_ADD))
        i = run_skip_box(r, i + 1);
    t = token_at(r, i);
    return game_token_in(t, KIND(NUMBER) | KIND(ROOT)) ||
           (game_token_in(t, KIND(OPEN)) && t->pure) ||
           token_says(r, i, SIGN_ROOT);
}

/* ---- where an operand is wanted ---- */

/* A word in the place of an operand is a name; but a dash before a longer
 * word is punctuation. */
static void name(struct game_walk *w, const struct game_token *t)
{
    const struct game_token *before = run_last(w->r);

    if (t->word & SIGN_ROOT) {
        run_push(w->r, TOKEN_ROOT, t);
        w->worked = true;
        w->i++;
        return;
    }
    if (before && before->kind == TOKEN_SUB && !(t->word & SIGN_SHORT)) {
        w->done = true;
        return;
    }
    run_push(w->r, TOKEN_NAME, t);
    w->operand = true;
    w->i++;
}

static void want(struct game_walk *w)
{
    const struct game_token *t = token_at(w->r, w->i), *before = run_last(w->r);

    switch (t->kind) {
    case TOKEN_NUMBER:
        run_push(w->r, TOKEN_NUMBER, t);
        w->operand = true;
        w->i++;
        break;
    case TOKEN_OPEN:
        w->done = !t->pure;
        if (w->done)
            break;
        run_push(w->r, TOKEN_OPEN, t);
        w->depth++;
        w->i++;
        break;
    case TOKEN_ROOT:
    case TOKEN_SUB:
    case TOKEN_ADD:
        run_push(w->r, t->kind, t);
        w->i++;
        break;
    case TOKEN_WORD: name(w, t); break;
    case TOKEN_BAR: /* | = | 4 | */
        w->done = !before || before->kind != TOKEN_EQUALS;
        w->i += !w->done;
        break;
    default: w->done = true;
    }
}

/* ---- the run ---- */

static void step(struct game_walk *w)
{
    const struct game_token *t = token_at(w->r, w->i);
    const struct game_token *before = run_last(w->r);
    struct game_reader *r = w->r;

    if (t->kind == TOKEN_BOX) {
        if (!w->operand && (!before || before->kind == TOKEN_EQUALS)) {
            r->box_from = r->run.n;
            r->box_to = 0;
        }
        w->i++;
    } else if (t->kind == TOKEN_BOXEND) {
        if (w->operand && r->box_from < r->run.n && !r->box_to)
            r->box_to = r->run.n;
        w->i++;
    } else if (w->operand) {
        behind_read(w);
    } else {
        want(w);
    }
}

/* An operator or equals sign with nothing behind it. A dash may be
 * punctuation; any other spoils the side. */
static void trim(struct game_reader *r)
{
    const struct game_token *t = run_last(r);

    if (!t)
        return;
    if (t->kind == TOKEN_SUB && r->run.n > 1 &&
        !game_token_in(t - 1, OPERATORS)) {
        r->run.n--;
        t--;
    }
    if (t->kind == TOKEN_EQUALS) {
        r->run_open = true;
        r->run.n--;
    } else if (game_token_in(t, OPERATORS | KIND(ROOT))) {
        struct game_token copy = *t;

        run_push(r, TOKEN_NAME, &copy);
    }
}

/* The token before a run that starts with an operator is its first operand,
 * though we cannot say what it is; unless the operator can be a sign. */
static bool lacks_operand(const struct game_reader *r, size_t i)
{
    const struct game_token *t = token_at(r, i), *before;
    bool clings;

    if (i == 0 || !game_token_in(t, OPERATORS))
        return false;
    before = t - 1;
    clings = i + 1 < r->tokens.n && !t[1].spaced;
    if (game_token_in(before, KIND(COLON) | KIND(COMMA) | KIND(BAR) |
                                  KIND(EQUALS) | KIND(BOX) | KIND(ARROW)))
        return false;
    switch (before->kind) {
    case TOKEN_STOP:
    case TOKEN_ITEM: return t->kind != TOKEN_SUB;
    case TOKEN_BREAK: return t->kind != TOKEN_SUB || !clings;
    case TOKEN_WORD:
        return t->kind != TOKEN_SUB || (before->word & SIGN_SHORT) ||
               !t->spaced || !clings;
    default: return true;
    }
}

/* The bracket of "= 4(11) * 2 = 88", where the run before it ended. */
static bool clings_to_operand(const struct game_reader *r, size_t i)
{
    const struct game_token *t = token_at(r, i);

    return i && t->kind == TOKEN_OPEN && !t->spaced &&
           (t[-1].kind == TOKEN_NUMBER || t[-1].kind == TOKEN_CLOSE);
}

static bool can_start(const struct game_reader *r, size_t i)
{
    const struct game_token *t = token_at(r, i);
    enum game_token_kind kind;
    size_t next;

    if (run_starts_operand(r, i) || game_token_in(t, OPERATORS))
        return true;
    if (t->kind != TOKEN_WORD)
        return false;
    if (lacks_operand(r, i + 1) || game_token_is(r, i + 1, TOKEN_EQUALS) ||
        (game_token_is(r, i + 1, TOKEN_OPEN) && !t[1].spaced && t[1].pure))
        return true;
    next = phrase_operator(r, i + 1, &kind);
    return next > i + 1 && run_starts_operand(r, next);
}

/* What may end a sentence. */
#define QUIET (KIND(BREAK) | KIND(STOP) | KIND(COMMA) | KIND(BANG))

/* Nothing but a label or a name before it. */
static bool alone_before(const struct game_reader *r)
{
    size_t i = r->run_from;
    const struct game_token *first = vec_at(&r->run, 0);
    bool named;

    while (i && game_token_in(token_at(r, i - 1), KIND(BREAK) | KIND(BOX)))
        i--;
    if (i == 0 || game_token_in(token_at(r, i - 1), KIND(COLON) | KIND(ITEM)))
        return true;
    named = first->kind == TOKEN_NAME;
    if (token_at(r, i - 1)->kind == TOKEN_EQUALS) { /* step 1 = ... */
        named = true;
        i--;
    }
    if (r->answer && i && token_says(r, i - 1, SAYS(EQUAL)))
        return true; /* "the answer is" */
    if (named)
        for (int n = 0;
             n < LABEL_MOST && i &&
             game_token_in(token_at(r, i - 1), KIND(WORD) | KIND(ITEM));
             n++)
            i--;
    return i == 0;
}

/* Nothing but punctuation or a comment behind it. */
static bool alone_behind(const struct game_reader *r, size_t i)
{
    i = run_skip_box(r, i);
    while (game_token_in(token_at(r, i), QUIET))
        i++;
    return i == r->tokens.n || game_token_is(r, i, TOKEN_HASH);
}

/* "Let x = 6 - 2, then" */
static bool is_defined(const struct game_reader *r, size_t end)
{
    const struct game_token *t = r->run.items;

    return r->run.n > 2 && t[0].kind == TOKEN_NAME &&
           t[1].kind == TOKEN_EQUALS &&
           (end == r->tokens.n || game_token_in(token_at(r, end), QUIET));
}

static void judge_alone(struct game_reader *r, size_t end)
{
    bool colon = false;

    for (size_t i = 0; i < r->run.n && !colon; i++)
        colon = vec_get(&r->run, struct game_token, i)->kind == TOKEN_COLON;
    r->run_alone = (alone_before(r) && alone_behind(r, end) && !colon) ||
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
    if (lacks_operand(r, i) || clings_to_operand(r, i))
        run_push(r, TOKEN_NAME, token_at(r, i - 1));
    w.operand =
        r->run.n > 0 ||
        game_token_in(token_at(r, i), KIND(MUL) | KIND(DIV) | KIND(POWER));
    while (w.i < r->tokens.n && !w.done)
        step(&w);
    trim(r);
    if (w.i > i && r->run.n)
        judge_alone(r, w.i);
    return w.i > i ? w.i : i + 1;
}
