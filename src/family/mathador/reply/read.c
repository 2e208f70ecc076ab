/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read.h"
#include "family/mathador/reply/read_int.h"

#include <string.h>

/*
 * The walk over a reply: line by line, run by run. read_int.h lists the files
 * and their tasks.
 */

struct ratio reply_apply(enum mathador_op op, struct ratio a, struct ratio b)
{
    static bool (*const apply[OPS])(struct ratio *, struct ratio,
                                    struct ratio) = {
        [OP_ADD] = ratio_add,
        [OP_MUL] = ratio_mul,
        [OP_SUB] = ratio_sub,
        [OP_DIV] = ratio_div,
    };
    struct ratio out;

    return a.q && b.q && apply[op](&out, a, b) ? out : NO_NUMBER;
}

bool reply_equal(struct ratio a, struct ratio b)
{
    return a.q != 0 && ratio_equal(a, b);
}

void claim_values(const struct game_claim *c,
                  struct ratio value[CLAIM_OPERATIONS])
{
    for (int i = 0; i < c->n; i++) {
        const struct game_operation *o = &c->operations[i];
        struct ratio a = o->a.from < 0 ? o->a.number : value[o->a.from];
        struct ratio b = o->b.from < 0 ? o->b.number : value[o->b.from];

        value[i] = reply_apply(o->op, a, b);
    }
}

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

static void keep_claims(struct game_reader *r)
{
    for (size_t i = 0; i < r->fresh.n; i++) {
        struct game_claim *c = vec_push(r->claims);

        *c = *vec_get(&r->fresh, struct game_claim, i);
        c->gap = r->any ? r->gap : GAP_ATTEMPT;
        c->follows = r->follows;
        r->gap = GAP_NONE;
        r->follows = false;
        r->any = true;
        drop_old(r, 2 * CLAIMS_MOST);
    }
    r->score = r->head = r->answer = r->scored = false;
}

/* How a run may begin later than it seems to. */
struct start {
    size_t skip; /* tokens of the run that are none of it */
    bool usual;  /* that is the better guess if none comes true */
    bool item;   /* what is skipped is the number of an item */
};

static bool is_kind(const struct game_reader *r, size_t i,
                    enum game_token_kind kind)
{
    return i < r->run.n && vec_get(&r->run, struct game_token, i)->kind == kind;
}

static bool has_operator(const struct game_reader *r, size_t i)
{
    for (; i < r->run.n && !is_kind(r, i, TOKEN_EQUALS); i++) {
        enum game_token_kind k = vec_get(&r->run, struct game_token, i)->kind;

        if (k >= TOKEN_ADD && k <= TOKEN_POST)
            return true;
    }
    return false;
}

/* "1: 6 - 2 = 4", "Target 44: 4 * 11 = 44" */
static bool label_start(const struct game_reader *r, struct start *s)
{
    const struct game_token *t = r->run.items, *before;
    bool clings;

    if (!is_kind(r, 0, TOKEN_NUMBER) || !is_kind(r, 1, TOKEN_COLON) ||
        !has_operator(r, 2))
        return false;
    before = r->run_from ? token_at(r, r->run_from - 1) : NULL;
    clings = !t[1].spaced && t[2].spaced;
    *s = (struct start){ .skip = 2, .usual = clings, .item = !before };
    return true;
}

/* "(1) (6 - 2) * 11 = 44" */
static bool bracket_start(const struct game_reader *r, struct start *s)
{
    const struct game_token *t = r->run.items;

    if (r->run_from != 0 || !is_kind(r, 0, TOKEN_OPEN) ||
        !is_kind(r, 1, TOKEN_NUMBER) || !is_kind(r, 2, TOKEN_CLOSE) ||
        !is_kind(r, 3, TOKEN_MUL) || !is_kind(r, 4, TOKEN_OPEN))
        return false;
    *s = (struct start){ .skip = 4, .usual = t[4].spaced, .item = true };
    return t[3].at == t[4].at; /* nobody wrote the sign */
}

/* "-6 + 2 = 8": a sign, or a dash before the claim. */
static bool dash_start(const struct game_reader *r, struct start *s)
{
    const struct game_token *t = r->run.items, *before;
    bool named = is_kind(r, 0, TOKEN_NAME) && !(t[0].word & SIGN_SHORT);

    before = r->run_from ? token_at(r, r->run_from - 1) : NULL;
    if (before && before->kind == TOKEN_WORD && (before->word & SAYS(LABEL)))
        named = is_kind(r, 0, TOKEN_NUMBER); /* "Option 2 - 6 + 2 = 8" */
    if (!is_kind(r, named, TOKEN_SUB))
        return false;
    *s = (struct start){ .skip = named + 1u };
    s->usual = before && before->kind == TOKEN_ITEM && t[1].spaced;
    return true;
}

static void read_starts(struct game_reader *r)
{
    struct start s = { 0 };

    if (!label_start(r, &s) && !bracket_start(r, &s) && !dash_start(r, &s)) {
        chain_read(r, 0);
        return;
    }
    if (!(s.usual && chain_read(r, s.skip))) {
        if (chain_read(r, 0))
            return;
        if (!chain_read(r, s.skip) && !s.usual) {
            chain_read(r, 0);
            return;
        }
    }
    if (s.item)
        gap_item(r, vec_get(&r->run, struct game_token, s.skip == 4)->number.p,
                 false);
}

/* "= 8 points", "= 8 total points" */
static bool counts_points(const struct game_reader *r, size_t i)
{
    if (token_says(r, i, SIGN_TOTAL))
        i++;
    return token_says(r, i, SAYS(POINT));
}

/* "5 - 3 = 2 - 2 points": the second dash begins a remark, as another sign
 * does if the claim is true without it. */
static bool cut_points(struct game_reader *r)
{
    size_t n = r->run.n;
    const struct game_token *t;

    if (n < 4 || !is_kind(r, n - 1, TOKEN_NUMBER) ||
        !is_kind(r, n - 3, TOKEN_NUMBER) || !is_kind(r, n - 4, TOKEN_EQUALS))
        return false;
    t = vec_get(&r->run, struct game_token, n - 2);
    if (t->kind == TOKEN_SUB ? !t[1].spaced : !t->spaced)
        return false;
    r->run.n -= 2;
    if (t->kind == TOKEN_SUB || chain_read(r, 0))
        return true;
    r->run.n = n;
    return false;
}

static bool is_small(struct ratio q)
{
    return q.q == 1 && q.p >= 0 && q.p <= SCORE_MOST;
}

bool claim_adds_points(const struct game_claim *c)
{
    for (int i = 0; i < c->n; i++) {
        struct ratio a = c->operations[i].a.number;
        struct ratio b = c->operations[i].b.number;

        if (c->operations[i].op != OP_ADD || c->operations[i].b.from >= 0 ||
            (i == 0 && (a.p != POINTS_TARGET || a.q != 1)) || b.q != 1 ||
            !(b.p == 1 || b.p == 2 || b.p == 3 || b.p == POINTS_BONUS))
            return false;
    }
    return c->n > 0;
}

/* No operand is more than a bonus. */
static bool few_points(const struct game_claim *c)
{
    for (int i = 0; i < c->n; i++)
        if (c->operations[i].a.number.p > POINTS_BONUS ||
            c->operations[i].b.number.p > POINTS_BONUS)
            return false;
    return true;
}

/* A sum of points: "Score: 5 + 2 + 1 = 8"; or "Total: ..." below a list of
 * points, or of what points are made of. Nobody subtracts or divides points,
 * or has more than there are. */
static bool is_score(const struct game_reader *r)
{
    const struct game_claim *c = vec_at(&r->fresh, 0);

    if (c->has_result && c->result.q && !is_small(c->result))
        return false;
    for (int i = 0; i < c->n; i++)
        if (c->operations[i].op == OP_SUB || c->operations[i].op == OP_DIV)
            return false;
    return (r->score && !r->head && few_points(c)) ||
           (r->total &&
            ((r->scored && c->n > 1) || (r->any && claim_adds_points(c))));
}

/* "(1) 6 - 2 = 4": the run is the number of an item. */
static bool is_bracket_item(const struct game_reader *r, size_t next)
{
    return r->run_from == 0 && r->run.n == 3 && is_kind(r, 0, TOKEN_OPEN) &&
           is_kind(r, 1, TOKEN_NUMBER) &&
           game_token_is(r, next, TOKEN_NUMBER) &&
           vec_get(&r->run, struct game_token, 1)->number.q == 1;
}

/* Read what begins at token i; returns the token behind it. */
static size_t read_run(struct game_reader *r, size_t i, bool *found)
{
    size_t next = run_read(r, i);
    size_t at = SIZE_MAX;
    bool ran = next > i;
    bool points = ran && counts_points(r, next) && !cut_points(r);

    r->fresh.n = 0;
    if (!ran)
        next++;
    else if (is_bracket_item(r, next))
        gap_item(r, vec_get(&r->run, struct game_token, 1)->number.p, false);
    else if (r->run.n >= 3)
        read_starts(r);
    if (r->fresh.n)
        at = vec_get(&r->fresh, struct game_claim, 0)->at;
    r->broken = ran && next == r->tokens.n && r->fresh.n == 0 && !points &&
                !r->score && is_kind(r, 0, TOKEN_NUMBER) && has_operator(r, 1);
    for (; i < next && token_at(r, i)->at < at; i++)
        gap_token(r, i);
    if (r->fresh.n == 0 || points || is_score(r))
        return next;
    gap_before_claim(r, i);
    keep_claims(r);
    *found = true;
    return next;
}

static void read_line(struct game_reader *r)
{
    bool found = false;
    size_t i = 0;

    gap_line_start(r);
    mark_line(r);
    while (i < r->tokens.n)
        i = read_run(r, i, &found);
    gap_line_end(r, found);
}

bool claims_read(struct arena *a, const char *text, size_t n,
                 struct vec *claims)
{
    struct game_reader r = {
        .arena = a,
        .text = { text, n },
        .tokens = vec_in(a, sizeof(struct game_token)),
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
