/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_int.h"

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
    SIDE_EMPTY,
    SIDE_NAME,    /* one name alone */
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

/* ---- sides ---- */

struct expr {
    const struct game_token *t;
    size_t at, n;
    struct game_side *side;
    int depth;
    bool foreign, unknown;
    bool minus; /* a sign before a bracket: no step of the game */
};

struct term {
    struct game_operand operand;
    struct ratio value;
};

static const struct term no_term = { { -1, { 0, 0 } }, { 0, 0 } };

static struct term read_sum(struct expr *x);

static bool is(const struct expr *x, enum game_token_kind kind)
{
    return x->at < x->n && x->t[x->at].kind == kind;
}

static bool take(struct expr *x, enum game_token_kind kind)
{
    bool yes = is(x, kind);

    x->at += yes;
    return yes;
}

static struct term join(struct expr *x, enum mathador_op op, struct term a,
                        struct term b)
{
    struct game_side *s = x->side;
    struct term out = no_term;

    if (s->n == CLAIM_OPERATIONS) {
        x->foreign = true;
        return out;
    }
    s->operations[s->n] = (struct game_operation){ op, a.operand, b.operand };
    out.operand.from = s->n++;
    out.value = reply_apply(op, a.value, b.value);
    return out;
}

static struct term read_atom(struct expr *x)
{
    struct term out = no_term;

    if (is(x, TOKEN_NUMBER)) {
        out.value = out.operand.number = x->t[x->at++].number;
    } else if (take(x, TOKEN_NAME)) {
        x->unknown = true;
    } else if (take(x, TOKEN_OPEN)) {
        if (x->depth == EXPR_DEPTH) {
            x->unknown = true;
            return out;
        }
        x->depth++;
        out = read_sum(x);
        x->depth--;
        if (!take(x, TOKEN_CLOSE))
            x->unknown = true;
    } else {
        x->unknown = true;
    }
    return out;
}

/* An operand with signs before it and foreign operators round it. */
static struct term read_factor(struct expr *x)
{
    bool minus = false;
    struct term out;

    for (;;) {
        if (take(x, TOKEN_SUB))
            minus = !minus;
        else if (take(x, TOKEN_ROOT))
            x->foreign = true;
        else if (!take(x, TOKEN_ADD))
            break;
    }
    out = read_atom(x);
    while (take(x, TOKEN_POST))
        x->foreign = true;
    if (!minus)
        return out;
    x->minus = x->minus || out.operand.from >= 0;
    out.operand.number.p = -out.operand.number.p;
    out.value.p = -out.value.p;
    return out;
}

static struct term read_product(struct expr *x)
{
    struct term out = read_factor(x);

    for (;;) {
        if (take(x, TOKEN_POWER)) {
            x->foreign = true;
            read_factor(x);
        } else if (take(x, TOKEN_MUL)) {
            out = join(x, OP_MUL, out, read_factor(x));
        } else if (take(x, TOKEN_DIV) || take(x, TOKEN_COLON)) {
            out = join(x, OP_DIV, out, read_factor(x));
        } else {
            break;
        }
    }
    return out;
}

static struct term read_sum(struct expr *x)
{
    struct term out = read_product(x);

    for (;;) {
        if (take(x, TOKEN_ADD))
            out = join(x, OP_ADD, out, read_product(x));
        else if (take(x, TOKEN_SUB))
            out = join(x, OP_SUB, out, read_product(x));
        else
            return out;
    }
}

static struct ratio lead_of(const struct game_token *t, size_t n)
{
    size_t i = 0;

    while (i < n && t[i].kind == TOKEN_OPEN)
        i++;
    return i < n && t[i].kind == TOKEN_NUMBER ? t[i].number : NO_NUMBER;
}

/* Read the tokens run[from..to). */
static void side_read(const struct game_reader *r, size_t from, size_t to,
                      struct game_side *out)
{
    const struct game_token *t = (const struct game_token *)r->run.items + from;
    struct expr x = { .t = t, .n = to - from, .side = out };

    *out = (struct game_side){ 0 };
    if (from == to)
        return;
    out->at = t[0].at;
    out->end = t[x.n - 1].end;
    out->lead = lead_of(t, x.n);
    if (x.n == 1 && t[0].kind == TOKEN_NAME) {
        out->kind = SIDE_NAME;
        return;
    }
    out->value = read_sum(&x).value;
    if (x.unknown || x.at < x.n)
        out->kind = SIDE_UNKNOWN;
    else if (x.foreign || x.minus)
        out->kind = SIDE_FOREIGN;
    else
        out->kind = out->n ? SIDE_EXPR : SIDE_NUMBER;
    if (x.foreign)
        out->value = NO_NUMBER;
}

/* ---- chains ---- */

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

/* Returns true if all sides that have a value have the same one. */
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
