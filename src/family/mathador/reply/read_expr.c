/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/reply/read_side.h"

/*
 * One side of an equation: sums of products of numbers and brackets, read by
 * descent to a bounded depth. Reading goes on behind an operator that is none
 * of ours, to see whether the whole makes sense.
 */

#define EXPR_DEPTH 40 /* brackets in brackets */

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

void side_read(const struct game_reader *r, size_t from, size_t to,
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
