/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_side.h"

#include <string.h>

/*
 * From the sides of a chain of equals signs to claims. A chain whose sides
 * are all equal is one claim. One that is false as a whole but whose sides
 * begin with what the side before came to is a schoolchild's run-on of
 * several steps.
 */

#define RUN_SIDES 64 /* of one chain; a longer one is cut */

static bool is_work(const struct game_side *s)
{
    return s->kind == SIDE_EXPR || s->kind == SIDE_FOREIGN;
}

static struct game_claim *push_claim(struct game_reader *r,
                                     const struct game_side *s, size_t at,
                                     size_t end)
{
    struct game_claim *c = vec_push(&r->fresh);

    c->foreign = s->kind == SIDE_FOREIGN;
    c->n = c->foreign ? 0 : s->n;
    memcpy(c->operations, s->operations, (size_t)c->n * sizeof *c->operations);
    c->at = at;
    c->end = end;
    return c;
}

static bool all_equal(const struct game_side *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i].kind == SIDE_FOREIGN || !reply_equal(s[i].value, s[0].value))
            return false;
    return true;
}

/* The side that is the claim: the first with an operator; of a chain that
 * begins with its result, the one with most. */
static const struct game_side *choose(const struct game_side *s, size_t n)
{
    const struct game_side *best = NULL;

    for (size_t i = 0; i < n; i++)
        if (is_work(s + i) &&
            (!best || (s[0].kind == SIDE_NUMBER && s[i].n > best->n)))
            best = s + i;
    return best;
}

/* The other side: the last plain number, else what the last side comes to. */
static struct ratio result_of(const struct game_side *s, size_t n)
{
    for (size_t i = n; i-- > 0;)
        if (s[i].kind == SIDE_NUMBER)
            return s[i].value;
    return s[n - 1].value;
}

/* One claim of s[0..n); `next` is the side that begins with its result, or
 * NULL. */
static void emit(struct game_reader *r, const struct game_side *s, size_t n,
                 const struct game_side *next)
{
    const struct game_side *best = choose(s, n);
    struct game_claim *c;

    if (!best)
        return;
    c = push_claim(r, best, s[0].at, s[n - 1].end);
    c->wrong = !c->foreign && !all_equal(s, n);
    c->has_result = n > 1 || next;
    if (n > 1)
        c->result = result_of(s, n);
    else if (next)
        c->result = next->lead;
}

/* Side b goes on from what side a came to. */
static bool is_link(const struct game_side *a, const struct game_side *b)
{
    if (!is_work(b) || b->lead.q == 0)
        return false;
    return a->kind == SIDE_FOREIGN || reply_equal(a->value, b->lead);
}

static void emit_chain(struct game_reader *r, const struct game_side *s,
                       size_t n)
{
    size_t from = 0;

    if (n < 2)
        return;
    if (all_equal(s, n)) {
        emit(r, s, n, NULL);
        return;
    }
    for (size_t i = 1; i < n; i++)
        if (is_link(s + i - 1, s + i) &&
            (i + 1 < n || choose(s + from, i - from))) {
            emit(r, s + from, i - from, s + i);
            from = i;
        }
    emit(r, s + from, n - from, NULL);
}

/* Take the sides of a kind out of s[0..n); returns how many are left. */
static size_t without(struct game_side *s, size_t n, enum game_side_kind kind)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (s[i].kind != kind) {
            if (kept < i)
                s[kept] = s[i];
            kept++;
        }
    return kept;
}

/* True if what has a value has the same one. */
static bool rest_equal(const struct game_side *s, size_t n, size_t *unknown)
{
    const struct game_side *first = NULL;
    bool equal = true;

    *unknown = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i].kind == SIDE_UNKNOWN) {
            ++*unknown;
            continue;
        }
        if (!first)
            first = s + i;
        equal = equal && all_equal(s + i, 1) &&
                reply_equal(s[i].value, first->value);
    }
    return equal;
}

/* Sides with a name among their operands part a chain, unless the rest is
 * true without them. Names alone are no sides at all. */
static void emit_parts(struct game_reader *r, struct game_side *s, size_t n)
{
    size_t from = 0, unknown;
    bool equal;

    n = without(s, without(s, n, SIDE_NAME), SIDE_EMPTY);
    equal = rest_equal(s, n, &unknown);
    if (n == 1 && is_work(s) && r->run_alone && !r->run_open) {
        push_claim(r, s, s->at, s->end);
        return;
    }
    if (equal && unknown)
        n = without(s, n, SIDE_UNKNOWN);
    if (equal || !unknown) {
        emit_chain(r, s, n);
        return;
    }
    for (size_t i = 0; i <= n; i++)
        if (i == n || s[i].kind == SIDE_UNKNOWN) {
            emit_chain(r, s + from, i - from);
            from = i + 1;
        }
}

static bool is_true(const struct game_claim *c)
{
    struct ratio value[CLAIM_OPERATIONS];

    if (c->foreign || c->wrong || !c->has_result)
        return false;
    claim_values(c, value);
    return reply_equal(value[c->n - 1], c->result);
}

bool chain_read(struct game_reader *r, size_t from)
{
    size_t n = 0;
    bool ok;

    if (!r->sides)
        r->sides = arena_array(r->arena, struct game_side, RUN_SIDES);
    r->fresh.n = 0;
    for (size_t i = from; i <= r->run.n; i++) {
        if (i < r->run.n &&
            ((struct game_token *)r->run.items)[i].kind != TOKEN_EQUALS)
            continue;
        side_read(r, from, i, r->sides + n++);
        from = i + 1;
        if (n == RUN_SIDES) {
            emit_parts(r, r->sides, n);
            n = 0;
        }
    }
    emit_parts(r, r->sides, n);
    ok = r->fresh.n > 0;
    for (size_t i = 0; i < r->fresh.n; i++)
        ok = ok && is_true(vec_get(&r->fresh, struct game_claim, i));
    return ok;
}
