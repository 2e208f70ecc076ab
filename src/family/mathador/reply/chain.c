/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_int.h"

#include <string.h>

/*
 * From a run to claims. A side of a chain of equals signs is a sum of products
 * of numbers and brackets, read by descent to a bounded depth; reading goes on
 * behind an operator that is none of ours, to see whether the whole makes
 * sense. A chain whose sides are all equal is one claim. One that is false as a
 * whole but whose sides begin with what the side before came to is a
 * schoolchild's run-on of several steps.
 */

#define RUN_SIDES  64 /* of one chain; a longer one is cut */
#define EXPR_DEPTH 40 /* brackets in brackets */

enum game_side_kind {
    SIDE_NAME,    /* one name alone, or nothing */
    SIDE_NUMBER,  /* one number alone */
    SIDE_EXPR,    /* operations */
    SIDE_FOREIGN, /* operations that are not all ours, or too many */
    SIDE_UNKNOWN, /* has a name among its operands, or makes no sense */
};

struct game_side {
    enum game_side_kind kind;
    size_t at, end;
    int n;
    struct game_operation operations[CLAIM_OPERATIONS];
    struct ratio value; /* of a number or an expression */
    struct ratio lead;  /* the number it begins with; q == 0: none */
};

/* ---- numbers ---- */

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

bool claim_is_true(const struct game_claim *c)
{
    return !c->foreign && !c->wrong && reply_equal(c->result, c->value);
}

/* ---- sides ---- */

struct expr {
    const struct game_token *t, *end; /* the next token; behind the last one */
    struct game_side *side;
    int depth;
    bool foreign, unknown;
    bool minus; /* a sign before a bracket: no step of the game */
};

static const struct game_operand no_operand = { -1, { 0, 0 }, -1 };

static bool take(struct expr *x, uint32_t kinds)
{
    bool yes = x->t < x->end && game_token_in(x->t, kinds);

    x->t += yes;
    return yes;
}

static struct game_operand join(struct expr *x, enum mathador_op op,
                                struct game_operand a, struct game_operand b)
{
    struct game_side *s = x->side;
    struct ratio value = reply_apply(op, a.number, b.number);

    x->foreign |= s->n == CLAIM_OPERATIONS;
    if (s->n == CLAIM_OPERATIONS)
        return no_operand;
    s->operations[s->n] = (struct game_operation){ op, { a, b }, value };
    return (struct game_operand){ s->n++, value, -1 };
}

static struct game_operand read_sum(struct expr *x);

/* An operand with signs before it and foreign operators round it. */
static struct game_operand read_factor(struct expr *x)
{
    struct game_operand out = no_operand;
    bool minus = false;

    while (take(x, KIND(SUB) | KIND(ADD) | KIND(ROOT))) {
        minus ^= x->t[-1].kind == TOKEN_SUB;
        x->foreign |= x->t[-1].kind == TOKEN_ROOT;
    }
    if (take(x, KIND(NUMBER))) {
        out.number = x->t[-1].number;
    } else if (x->depth < EXPR_DEPTH && take(x, KIND(OPEN))) {
        x->depth++;
        out = read_sum(x);
        x->depth--;
        x->unknown |= !take(x, KIND(CLOSE));
    } else {
        take(x, KIND(NAME) | KIND(OPEN));
        x->unknown = true;
    }
    while (take(x, KIND(POST)))
        x->foreign = true;
    x->minus |= minus && out.from >= 0;
    out.number.p *= minus ? -1 : 1;
    return out;
}

static struct game_operand read_product(struct expr *x)
{
    struct game_operand out = read_factor(x);

    while (take(x, KIND(POWER) | KIND(MUL) | KIND(DIV) | KIND(COLON))) {
        enum game_token_kind kind = x->t[-1].kind;
        struct game_operand behind = read_factor(x);

        if (kind == TOKEN_POWER)
            x->foreign = true;
        else
            out = join(x, kind == TOKEN_MUL ? OP_MUL : OP_DIV, out, behind);
    }
    return out;
}

static struct game_operand read_sum(struct expr *x)
{
    struct game_operand out = read_product(x);

    while (take(x, KIND(ADD) | KIND(SUB))) {
        enum mathador_op op = x->t[-1].kind == TOKEN_ADD ? OP_ADD : OP_SUB;

        out = join(x, op, out, read_product(x));
    }
    return out;
}

/* Read the n tokens at t. */
static void side_read(const struct game_token *t, size_t n,
                      struct game_side *out)
{
    struct expr x = { .t = t, .end = t + n, .side = out };

    *out = (struct game_side){ 0 };
    if (n == 0 || (n == 1 && t[0].kind == TOKEN_NAME))
        return;
    out->at = t[0].at;
    out->end = t[n - 1].end;
    out->value = read_sum(&x).number;
    if (x.unknown || x.t < x.end)
        out->kind = SIDE_UNKNOWN;
    else if (x.foreign || x.minus)
        out->kind = SIDE_FOREIGN;
    else
        out->kind = out->n ? SIDE_EXPR : SIDE_NUMBER;
    if (x.foreign)
        out->value = NO_NUMBER;
    while (t < x.end && t->kind == TOKEN_OPEN)
        t++;
    if (t < x.end && t->kind == TOKEN_NUMBER)
        out->lead = t->number;
}

/* ---- chains ---- */

static bool is_work(const struct game_side *s)
{
    return s->kind == SIDE_EXPR || s->kind == SIDE_FOREIGN;
}

/* Have all sides that have a value the same one? */
static bool all_equal(const struct game_side *s, size_t n)
{
    const struct game_side *first = NULL;

    for (size_t i = 0; i < n; i++) {
        if (s[i].kind == SIDE_UNKNOWN)
            continue;
        first = first ? first : s + i;
        if (s[i].kind == SIDE_FOREIGN || !reply_equal(s[i].value, first->value))
            return false;
    }
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

/* One claim of s[0..n); `next` is the side that begins with its result, or
 * NULL. Without one the result is the last plain number, else what the last
 * side comes to. */
static void emit(struct game_reader *r, const struct game_side *s, size_t n,
                 const struct game_side *next)
{
    const struct game_side *best = choose(s, n);
    struct game_claim *c = best ? vec_push(&r->fresh) : NULL;
    size_t i = n;

    if (!best)
        return;
    c->foreign = best->kind == SIDE_FOREIGN;
    c->n = c->foreign ? 0 : best->n;
    memcpy(c->operations, best->operations,
           (size_t)c->n * sizeof *c->operations);
    c->value = c->foreign ? NO_NUMBER : best->value;
    c->at = s[0].at;
    c->end = s[n - 1].end;
    c->wrong = !c->foreign && !all_equal(s, n);
    c->has_result = n > 1 || next;
    while (i > 1 && s[i - 1].kind != SIDE_NUMBER)
        i--;
    if (n == 1)
        c->result = next ? next->lead : c->value;
    else
        c->result =
            s[i - 1].kind == SIDE_NUMBER ? s[i - 1].value : s[n - 1].value;
}

/* Side b goes on from what side a came to. */
static bool is_link(const struct game_side *a, const struct game_side *b)
{
    return is_work(b) && b->lead.q != 0 &&
           (a->kind == SIDE_FOREIGN || reply_equal(a->value, b->lead));
}

static void emit_chain(struct game_reader *r, const struct game_side *s,
                       size_t n)
{
    size_t from = 0;
    bool equal = all_equal(s, n);

    if (n < 2)
        return;
    for (size_t i = 1; i < n && !equal; i++)
        if (is_link(s + i - 1, s + i) &&
            (i + 1 < n || choose(s + from, i - from))) {
            emit(r, s + from, i - from, s + i);
            from = i;
        }
    emit(r, s + from, n - from, NULL);
}

/* Sides with a name among their operands part a chain, unless the rest is
 * true without them. */
static void emit_parts(struct game_reader *r, struct game_side *s, size_t n)
{
    bool equal = all_equal(s, n);
    size_t from = 0;

    if (n == 1 && is_work(s) && r->run_alone && !r->run_open) {
        emit(r, s, 1, NULL);
        return;
    }
    for (size_t i = 0; i < n && equal; i++)
        if (s[i].kind != SIDE_UNKNOWN)
            s[from++] = s[i];
    n = equal ? from : n;
    from = 0;
    for (size_t i = 0; i <= n; i++)
        if (i == n || s[i].kind == SIDE_UNKNOWN) {
            emit_chain(r, s + from, i - from);
            from = i + 1;
        }
}

/* Names alone are no sides at all. */
bool chain_read(struct game_reader *r, size_t from)
{
    size_t n = 0, sides = 0;
    bool ok = true;

    if (!r->sides)
        r->sides = arena_array(r->arena, struct game_side, RUN_SIDES);
    r->fresh.n = 0;
    for (size_t i = from; i <= r->run.n; i++) {
        if (i < r->run.n && !run_is(r, i, KIND(EQUALS)))
            continue;
        side_read(run_token(r, from), i - from, r->sides + n);
        n += r->sides[n].kind != SIDE_NAME;
        from = i + 1;
        if (++sides % RUN_SIDES && i < r->run.n)
            continue;
        emit_parts(r, r->sides, n);
        n = 0;
    }
    for (size_t i = 0; i < r->fresh.n; i++) {
        const struct game_claim *c = vec_at(&r->fresh, i);

        ok = ok && c->has_result && claim_is_true(c);
    }
    return ok && r->fresh.n > 0;
}
