/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"

/*
 * Expressions, by recursive descent. Whatever is not linear, or could be
 * understood in two ways ("twice 3 more than A"), is not read.
 */

enum tok reader_peek(const struct parser *p)
{
    return p->t[p->at].kind;
}

bool reader_take(struct parser *p, enum tok kind)
{
    if (reader_peek(p) != kind)
        return false;
    p->at++;
    return true;
}

/* ---- forms ---- */

bool reader_add(struct form *x, const struct form *y, int sign)
{
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        if (!(sign > 0 ? ratio_add(&x->c[i], x->c[i], y->c[i])
                       : ratio_sub(&x->c[i], x->c[i], y->c[i])))
            return false;
    return sign > 0 ? ratio_add(&x->k, x->k, y->k)
                    : ratio_sub(&x->k, x->k, y->k);
}

bool reader_scale(struct form *x, struct ratio by)
{
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        if (!ratio_mul(&x->c[i], x->c[i], by))
            return false;
    return ratio_mul(&x->k, x->k, by);
}

bool reader_constant(const struct form *x)
{
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        if (ratio_sign(x->c[i]) != 0)
            return false;
    return true;
}

static struct form form_of(struct ratio k)
{
    struct form f;

    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        f.c[i] = RATIO(0);
    f.k = k;
    return f;
}

/* x := x * y where one of them is a number. */
static bool form_times(struct form *x, const struct form *y)
{
    struct form other = *y;

    if (reader_constant(y))
        return reader_scale(x, y->k);
    if (!reader_constant(x) || !reader_scale(&other, x->k))
        return false;
    *x = other;
    return true;
}

static bool form_over(struct form *x, const struct form *y)
{
    struct ratio by;

    return reader_constant(y) && ratio_div(&by, RATIO(1), y->k) &&
           reader_scale(x, by);
}

/* ---- what stands behind numbers and words ---- */

static bool factor(struct parser *p, struct form *out);

/* What "twice" or "3 times" is of: not "3 more than A". */
static bool scaled(struct parser *p, struct ratio by, struct form *out)
{
    return factor(p, out) && reader_peek(p) != TOK_MORE &&
           reader_peek(p) != TOK_LESS && reader_scale(out, by);
}

/* Behind a number. */
static bool from_number(struct parser *p, struct ratio n, struct form *out)
{
    struct ratio part;

    if (reader_take(p, TOK_PERCENT))
        return reader_take(p, TOK_OF) && ratio_div(&part, n, RATIO(100)) &&
               scaled(p, part, out);
    if (reader_take(p, TOK_TIMES)) {
        reader_take(p, TOK_AS);
        return scaled(p, n, out);
    }
    if (reader_peek(p) == TOK_OF) /* "5/12 of", but not "3 of" */
        return !ratio_whole(n) && reader_take(p, TOK_OF) && scaled(p, n, out);
    *out = form_of(n);
    reader_take(p, TOK_UNIT);
    return true;
}

/* One of a list. Not "B times 3", which could be of the list. */
static bool item(struct parser *p, struct form *out)
{
    return reader_term(p, out) && !p->behind;
}

/* The last ones of a list: "A and B", "A, B, and C". */
static bool pair(struct parser *p, struct form *x, struct form *y)
{
    if (!item(p, x))
        return false;
    reader_take(p, TOK_COMMA);
    return reader_take(p, TOK_AND) && item(p, y);
}

static bool sum(struct parser *p, struct form *out)
{
    struct form next;
    size_t n = 1;
    bool last = false;

    if (!item(p, out))
        return false;
    for (; !last || (p->greedy && reader_peek(p) == TOK_AND); n++) {
        size_t start = p->at;
        bool comma = reader_take(p, TOK_COMMA);

        last = reader_take(p, TOK_AND);
        if (!comma && !last) {
            p->at = start;
            break;
        }
        if (!item(p, &next) || !reader_add(out, &next, 1))
            return false;
    }
    return n > 1 && last;
}

static bool difference(struct parser *p, struct form *out)
{
    struct form y;

    return pair(p, out, &y) && reader_add(out, &y, -1);
}

static bool product(struct parser *p, struct form *out)
{
    struct form y;

    return pair(p, out, &y) && form_times(out, &y);
}

static bool excess(struct parser *p, struct form *out)
{
    struct form y;

    return reader_expr(p, out) && reader_take(p, TOK_OVER) &&
           reader_term(p, &y) && reader_add(out, &y, -1);
}

static bool bracket(struct parser *p, struct form *out)
{
    bool ok = reader_expr(p, out) && reader_take(p, TOK_CLOSE);

    p->behind = false;
    return ok;
}

static bool factor_of(struct parser *p, const struct token *t, struct form *out)
{
    switch (t->kind) {
    case TOK_NUMBER: return from_number(p, t->value, out);
    case TOK_THING:
        *out = form_of(RATIO(0));
        out->c[t->thing] = RATIO(1);
        return true;
    case TOK_SCALE:
        if (!reader_take(p, TOK_OF))
            reader_take(p, TOK_AS);
        return scaled(p, t->value, out);
    case TOK_SUM: return sum(p, out);
    case TOK_DIFFER: return difference(p, out);
    case TOK_PRODUCT: return product(p, out);
    case TOK_EXCESS: return excess(p, out);
    case TOK_OPEN: return bracket(p, out);
    case TOK_MINUS: return factor(p, out) && reader_scale(out, RATIO(-1));
    default: return false;
    }
}

static bool factor(struct parser *p, struct form *out)
{
    const struct token *t = &p->t[p->at];
    bool ok;

    if (t->kind == TOK_END || p->depth >= READ_DEPTH)
        return false;
    p->at++;
    p->depth++;
    ok = factor_of(p, t, out);
    p->depth--;
    return ok;
}

/* ---- terms and expressions ---- */

/* Behind "A": "times 3", "divided by 2". */
static bool scaled_behind(struct parser *p, struct form *out)
{
    struct form y;

    while (reader_peek(p) == TOK_TIMES || reader_peek(p) == TOK_DIVIDED) {
        bool times = reader_take(p, TOK_TIMES);

        p->behind = true;
        if ((!times && !reader_take(p, TOK_DIVIDED)) || !factor(p, &y) ||
            !(times ? form_times(out, &y) : form_over(out, &y)))
            return false;
    }
    return true;
}

/* "3 dollars more than B", "5 less than 3 more than B": by *out. */
static bool more_or_less(struct parser *p, struct form *out)
{
    int sign = reader_peek(p) == TOK_MORE ? 1 : -1;
    struct form base, by = *out;
    bool ok;

    if (p->depth >= READ_DEPTH)
        return false;
    p->at++;
    p->depth++;
    ok = factor(p, &base);
    if (ok && (reader_peek(p) == TOK_MORE || reader_peek(p) == TOK_LESS))
        ok = reader_constant(&base) && more_or_less(p, &base);
    p->depth--;
    *out = base;
    return ok && reader_add(out, &by, sign);
}

bool reader_term(struct parser *p, struct form *out)
{
    if (!factor(p, out) || !scaled_behind(p, out))
        return false;
    if (reader_peek(p) != TOK_MORE && reader_peek(p) != TOK_LESS)
        return true;
    return more_or_less(p, out);
}

/* One more term of an expression. Where there are several, "A plus B times 3"
 * and "A plus B subtracted from C" can be meant in two ways. */
static bool next_term(struct parser *p, enum tok joint, bool first,
                      struct form *out)
{
    struct form y;

    if (p->behind || !reader_term(p, &y) || p->behind)
        return false;
    if (joint != TOK_OUT_OF)
        return reader_add(out, &y, joint == TOK_PLUS ? 1 : -1);
    if (!first || !reader_add(&y, out, -1))
        return false;
    *out = y;
    return true;
}

bool reader_expr(struct parser *p, struct form *out)
{
    bool first = true;

    p->behind = false;
    if (!reader_term(p, out))
        return false;
    for (;; first = false) {
        enum tok joint = reader_peek(p);

        if (joint != TOK_PLUS && joint != TOK_MINUS && joint != TOK_OUT_OF)
            return true;
        p->at++;
        if (!next_term(p, joint, first, out))
            return false;
    }
}
