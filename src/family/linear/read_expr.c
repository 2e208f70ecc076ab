/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"

/*
 * Expressions, by recursive descent. Whatever is not linear, or could be
 * understood in two ways ("twice 3 more than A"), is not read.
 */

/* ---- tokens ---- */

unsigned linear_peek(const struct linear_reader *r)
{
    return r->items[r->at].kind;
}

void linear_pass(struct linear_reader *r)
{
    r->at++;
    r->at += r->at == r->passed;
}

static bool take(struct linear_reader *r, unsigned kind)
{
    if (linear_peek(r) != kind)
        return false;
    linear_pass(r);
    return true;
}

bool linear_joint(struct linear_reader *r, const char *word)
{
    return linear_peek(r) == WORD_JOINT &&
           strcmp(r->items[r->at].joint, word) == 0 && take(r, WORD_JOINT);
}

static bool at_comparison(const struct linear_reader *r)
{
    return linear_peek(r) == WORD_MORE || linear_peek(r) == WORD_LESS;
}

/* ---- forms ---- */

static void form_of(struct linear_form *out, struct ratio k)
{
    out->vars = 0;
    out->k = k;
}

static bool scale(struct linear_form *x, struct ratio by)
{
    if (by.p == 0)
        x->vars = 0;
    for (size_t i = 0; x->vars >> i; i++)
        if (x->vars >> i & 1 && !ratio_mul(&x->c[i], x->c[i], by))
            return false;
    return ratio_mul(&x->k, x->k, by);
}

bool linear_add(struct linear_form *x, const struct linear_form *y, int sign)
{
    for (size_t i = 0; y->vars >> i; i++) {
        struct ratio c = sign > 0 ? y->c[i] : ratio_neg(y->c[i]);

        if (!(y->vars >> i & 1))
            continue;
        if (x->vars >> i & 1 && !ratio_add(&c, x->c[i], c))
            return false;
        x->c[i] = c;
        x->vars |= UINT32_C(1) << i;
        if (c.p == 0)
            x->vars &= ~(UINT32_C(1) << i);
    }
    return ratio_add(&x->k, x->k, sign > 0 ? y->k : ratio_neg(y->k));
}

bool linear_constant(const struct linear_form *x)
{
    return x->vars == 0;
}

bool linear_times(struct linear_form *x, const struct linear_form *y)
{
    struct linear_form other = *y;

    if (linear_constant(y))
        return scale(x, y->k);
    if (!linear_constant(x) || !scale(&other, x->k))
        return false;
    *x = other;
    return true;
}

bool linear_over(struct linear_form *x, const struct linear_form *y)
{
    struct ratio by;

    return linear_constant(y) && ratio_div(&by, RATIO(1), y->k) && scale(x, by);
}

/* ---- what stands behind numbers and words ---- */

static bool factor(struct linear_reader *r, struct linear_form *out);
static bool term(struct linear_reader *r, struct linear_form *out);

/* What "twice" or "3 times" is of: not "3 more than A". */
static bool scaled(struct linear_reader *r, struct ratio by,
                   struct linear_form *out)
{
    return factor(r, out) && !at_comparison(r) && scale(out, by);
}

static bool behind_number(struct linear_reader *r, struct ratio n,
                          struct linear_form *out)
{
    struct ratio part;

    if (take(r, WORD_PERCENT))
        return linear_joint(r, "of") && ratio_div(&part, n, RATIO(100)) &&
               scaled(r, part, out);
    if (take(r, WORD_MULTIPLIED)) {
        take(r, WORD_AS_MUCH);
        return scaled(r, n, out);
    }
    if (linear_joint(r, "of")) /* "5/12 of", but not "3 of" */
        return !ratio_whole(n) && scaled(r, n, out);
    form_of(out, n);
    take(r, LINEAR_UNIT);
    return true;
}

/* One of a list. Not "B times 3", which could be of the list. */
static bool item(struct linear_reader *r, struct linear_form *out)
{
    return term(r, out) && !r->behind;
}

/* "A and B", "A, B, and C": their sum. */
static bool sum(struct linear_reader *r, struct linear_form *out)
{
    struct linear_form next;
    bool comma, last = false;

    if (!item(r, out))
        return false;
    do {
        comma = take(r, LINEAR_COMMA);
        last = linear_joint(r, "and");
        if ((!comma && !last) || !item(r, &next) || !linear_add(out, &next, 1))
            return false;
    } while (!last || (r->greedy && linear_peek(r) == WORD_JOINT &&
                       strcmp(r->items[r->at].joint, "and") == 0));
    return true;
}

/* "A and B" of a difference or a product, "A over B" of an excess. */
static bool pair(struct linear_reader *r, unsigned of, struct linear_form *out)
{
    struct linear_form y;

    if (of == WORD_EXCESS_OF)
        return linear_expr(r, out) && linear_joint(r, "over") && term(r, &y) &&
               linear_add(out, &y, -1);
    if (!item(r, out))
        return false;
    take(r, LINEAR_COMMA);
    if (!linear_joint(r, "and") || !item(r, &y))
        return false;
    return of == WORD_PRODUCT_OF ? linear_times(out, &y)
                                 : linear_add(out, &y, -1);
}

static bool bracket(struct linear_reader *r, struct linear_form *out)
{
    bool ok = linear_expr(r, out) && take(r, LINEAR_CLOSE);

    r->behind = false;
    return ok;
}

static bool behind_token(struct linear_reader *r, const struct linear_token *t,
                         struct linear_form *out)
{
    switch (t->kind) {
    case LINEAR_NUMBER: return behind_number(r, t->value, out);
    case LINEAR_THING:
        form_of(out, RATIO(0));
        out->c[t->thing] = RATIO(1);
        out->vars = UINT32_C(1) << t->thing;
        return true;
    case WORD_FACTOR:
        if (!linear_joint(r, "of"))
            take(r, WORD_AS_MUCH);
        return scaled(r, t->value, out);
    case WORD_SUM_OF: return sum(r, out);
    case WORD_DIFFERENCE_OF:
    case WORD_PRODUCT_OF:
    case WORD_EXCESS_OF: return pair(r, t->kind, out);
    case LINEAR_OPEN: return bracket(r, out);
    case WORD_MINUS: return factor(r, out) && scale(out, RATIO(-1));
    default: return false;
    }
}

static bool factor(struct linear_reader *r, struct linear_form *out)
{
    const struct linear_token *t = &r->items[r->at];
    bool ok;

    if (t->kind == LINEAR_END || r->depth >= READ_DEPTH)
        return false;
    linear_pass(r);
    r->depth++;
    ok = behind_token(r, t, out);
    r->depth--;
    return ok;
}

/* ---- terms and expressions ---- */

/* "3 dollars more than B", "5 less than 3 more than B": by *out. */
static bool compared(struct linear_reader *r, struct linear_form *out)
{
    int sign = linear_peek(r) == WORD_MORE ? 1 : -1;
    struct linear_form by = *out;
    bool ok;

    if (r->depth >= READ_DEPTH)
        return false;
    linear_pass(r);
    r->depth++;
    ok = factor(r, out);
    if (ok && at_comparison(r))
        ok = linear_constant(out) && compared(r, out);
    r->depth--;
    return ok && linear_add(out, &by, sign);
}

/* A factor with "times 3" and "divided by 2" behind it, which may be more or
 * less than another. */
static bool term(struct linear_reader *r, struct linear_form *out)
{
    struct linear_form y;
    unsigned op;

    if (!factor(r, out))
        return false;
    while ((op = linear_peek(r)) == WORD_MULTIPLIED || op == WORD_DIVIDED) {
        linear_pass(r);
        r->behind = true;
        if (!factor(r, &y) || !(op == WORD_DIVIDED ? linear_over(out, &y)
                                                   : linear_times(out, &y)))
            return false;
    }
    return !at_comparison(r) || compared(r, out);
}

/* One more term. Where there are several, "A plus B times 3" and "A plus B
 * subtracted from C" can be meant in two ways. */
static bool next_term(struct linear_reader *r, unsigned joint, bool first,
                      struct linear_form *out)
{
    struct linear_form y;

    if (r->behind || !term(r, &y) || r->behind)
        return false;
    if (joint != WORD_OUT_OF)
        return linear_add(out, &y, joint == WORD_PLUS ? 1 : -1);
    if (!first || !linear_add(&y, out, -1))
        return false;
    *out = y;
    return true;
}

bool linear_expr(struct linear_reader *r, struct linear_form *out)
{
    bool first = true;
    unsigned joint;

    r->behind = false;
    if (!term(r, out))
        return false;
    for (; (joint = linear_peek(r)) == WORD_PLUS || joint == WORD_MINUS ||
           joint == WORD_OUT_OF;
         first = false) {
        linear_pass(r);
        if (!next_term(r, joint, first, out))
            return false;
    }
    return true;
}
