/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Does a check repeat the formula of the key? Names that stand for a formula,
 * functions under another name, the order of sums and products, brackets, and
 * what adds or multiplies nothing make no difference.
 */
#include "family/language/file_int.h"

#define DEPTH_MOST 30 /* of a formula that is compared */
#define LOOKS_MOST 200000
#define PARTS_MOST 16 /* terms of a sum, factors of a product */
#define SIZE_LEAST 6  /* of a formula that no check has inside by chance */
#define SIZE_SIDE  5  /* likewise as a side of a comparison */

/* Formulas of a stranger's file can be so deep, or name each other so often,
 * that they are compared only as far as this goes. */
struct fuel {
    unsigned depth;
    size_t *left; /* formulas that may still be looked at */
};

static bool is_spent(struct fuel *f)
{
    if (f->depth == 0 || *f->left == 0)
        return true;
    --*f->left;
    return false;
}

static struct fuel deeper(struct fuel f)
{
    f.depth--;
    return f;
}

static bool same(const struct node *a, const struct node *b, struct fuel f);

static bool is_literal(const struct node *x, int64_t i)
{
    return x->op == OP_LITERAL && x->value.kind == VAL_INT && x->value.i == i;
}

/* What the formula says, without a name for it and what changes nothing. */
static const struct node *meant(const struct node *x)
{
    for (;;) {
        if (x->op == OP_VAR && x->symbol->kind == SYMBOL_LET &&
            x->symbol->value && !x->symbol->is_function)
            x = x->symbol->value;
        else if (x->op == OP_VAR && x->symbol->kind == SYMBOL_SOLVED &&
                 x->symbol->assigned == 1 && x->symbol->once)
            x = x->symbol->once;
        else if ((x->op == OP_ADD && is_literal(x->kids[0], 0)) ||
                 (x->op == OP_MUL && is_literal(x->kids[0], 1)))
            x = x->kids[1];
        else if (((x->op == OP_ADD || x->op == OP_SUB) &&
                  is_literal(x->kids[1], 0)) ||
                 ((x->op == OP_MUL || x->op == OP_DIV || x->op == OP_POW) &&
                  is_literal(x->kids[1], 1)))
            x = x->kids[0];
        else if (x->op == OP_NEG && x->kids[0]->op == OP_NEG)
            x = x->kids[0]->kids[0];
        else
            return x;
    }
}

static bool same_value(struct val a, struct val b)
{
    return a.kind == b.kind && (a.kind == VAL_INT     ? a.i == b.i
                                : a.kind == VAL_TRUTH ? a.truth == b.truth
                                : a.kind == VAL_TEXT  ? str_eq(a.text, b.text)
                                                      : false);
}

/* ---- sums and products ---- */

/* Terms with their signs; factors, and whether one divides by them. */
struct parts {
    const struct node *at[PARTS_MOST];
    bool turned[PARTS_MOST];
    size_t n;
    bool too_many;
};

static void take_apart(struct parts *p, const struct node *x, bool is_sum,
                       bool turned, struct fuel f)
{
    enum op join = is_sum ? OP_ADD : OP_MUL, turn = is_sum ? OP_SUB : OP_DIV;

    x = meant(x);
    if (is_spent(&f) || p->n == PARTS_MOST) {
        p->too_many = true;
    } else if (x->op == join || x->op == turn) {
        take_apart(p, x->kids[0], is_sum, turned, deeper(f));
        take_apart(p, x->kids[1], is_sum, turned ^ (x->op == turn), deeper(f));
    } else if (is_sum && x->op == OP_NEG) {
        take_apart(p, x->kids[0], is_sum, !turned, deeper(f));
    } else {
        p->at[p->n] = x;
        p->turned[p->n++] = turned;
    }
}

/* Take away the parts that both have. */
static void cancel(struct parts *x, struct parts *y, struct fuel f)
{
    for (size_t i = 0; i < x->n;) {
        size_t j = 0;

        while (j < y->n &&
               (x->turned[i] != y->turned[j] || !same(x->at[i], y->at[j], f)))
            j++;
        if (j == y->n) {
            i++;
            continue;
        }
        x->at[i] = x->at[--x->n];
        x->turned[i] = x->turned[x->n];
        y->at[j] = y->at[--y->n];
        y->turned[j] = y->turned[y->n];
    }
}

static bool same_parts(const struct node *a, const struct node *b, bool is_sum,
                       struct fuel f)
{
    struct parts x = { .n = 0 }, y = { .n = 0 };

    take_apart(&x, a, is_sum, false, f);
    take_apart(&y, b, is_sum, false, f);
    if (x.too_many || y.too_many || x.n != y.n)
        return false;
    cancel(&x, &y, f);
    return x.n == 0;
}

/* ---- any formula ---- */

static bool same_loop(const struct loop *a, const struct loop *b, struct fuel f)
{
    if (a->kind != b->kind || a->n != b->n || !a->where != !b->where ||
        !a->start != !b->start)
        return false;
    for (size_t i = 0; i < a->n; i++) {
        const struct clause *x = &a->clauses[i], *y = &b->clauses[i];

        if (x->n_lists != y->n_lists || x->n_vars != y->n_vars)
            return false;
        for (size_t j = 0; j < x->n_lists; j++)
            if (!same(x->lists[j], y->lists[j], f))
                return false;
    }
    return (!a->where || same(a->where, b->where, f)) &&
           (!a->start || same(a->start, b->start, f)) &&
           same(a->body, b->body, f);
}

static bool same_kids(const struct node *a, const struct node *b, size_t turn,
                      struct fuel f)
{
    for (size_t i = 0; i < a->n; i++) {
        const struct node *x = a->kids[i], *y = b->kids[(i + turn) % b->n];

        if (!x != !y || (x && !same(x, y, f)))
            return false;
    }
    return true;
}

/* Bound names may differ: where both are bound, they count as the same. */
static bool same_symbol(const struct symbol *a, const struct symbol *b)
{
    return a == b || (a->kind == SYMBOL_BOUND && b->kind == SYMBOL_BOUND);
}

/* A sum or a product; *is_sum says which. */
static bool has_parts(const struct node *x, bool *is_sum)
{
    *is_sum = x->op == OP_ADD || x->op == OP_SUB || x->op == OP_NEG;
    return *is_sum || x->op == OP_MUL || x->op == OP_DIV;
}

static bool same(const struct node *a, const struct node *b, struct fuel f)
{
    bool sum_a, sum_b;

    if (is_spent(&f))
        return false;
    a = meant(a);
    b = meant(b);
    if (has_parts(a, &sum_a) && has_parts(b, &sum_b))
        return sum_a == sum_b && same_parts(a, b, sum_a, deeper(f));
    if (a->op != b->op || a->n != b->n)
        return false;
    switch (a->op) {
    case OP_LITERAL: return same_value(a->value, b->value);
    case OP_VAR: return same_symbol(a->symbol, b->symbol);
    case OP_APPLY:
        if (a->symbol != b->symbol &&
            !same(a->symbol->value, b->symbol->value, deeper(f)))
            return false;
        break;
    case OP_CALL:
        if (a->call != b->call)
            return false;
        break;
    case OP_LOOP: return same_loop(a->loop, b->loop, deeper(f));
    default: break;
    }
    return same_kids(a, b, 0, deeper(f)) ||
           ((a->op == OP_EQ || a->op == OP_AND || a->op == OP_OR) &&
            same_kids(a, b, 1, deeper(f)));
}

/* ---- inside a check ---- */

static bool is_key(const struct node *x)
{
    x = meant(x);
    return x->op == OP_VAR && x->symbol->kind == SYMBOL_KEY;
}

/* How many marks the formula has, up to a bound. */
static size_t size_of(const struct node *x, size_t most)
{
    size_t n = 1;

    x = meant(x);
    if (x->op == OP_LOOP)
        return most;
    for (size_t i = 0; i < x->n && n < most; i++)
        if (x->kids[i])
            n += size_of(x->kids[i], most - n);
    return n;
}

static bool is_comparison(const struct node *x)
{
    return x->op >= OP_EQ && x->op <= OP_GE;
}

/* In "key - F = 0", bring F to the other side. */
static void part_from_zero(struct parts *left, struct parts *right)
{
    right->n = 0;
    for (size_t k = left->n; k-- > 0 && left->n > 1;)
        if (!is_key(left->at[k])) {
            right->at[right->n] = left->at[k];
            right->turned[right->n++] = !left->turned[k];
            left->at[k] = left->at[--left->n];
            left->turned[k] = left->turned[left->n];
        }
}

/* Is a side, without what both sides have, the key and the other its formula?
 * Terms of sums count, or factors of products. */
static bool parts_equate(const struct node *side, const struct node *other,
                         const struct node *key, bool is_sum, struct fuel f)
{
    struct parts left = { .n = 0 }, right = { .n = 0 }, own = { .n = 0 };

    take_apart(&left, side, is_sum, false, f);
    take_apart(&right, other, is_sum, false, f);
    take_apart(&own, key, is_sum, false, f);
    if (left.too_many || right.too_many || own.too_many)
        return false;
    cancel(&left, &right, f);
    if (is_sum && right.n == 1 && is_literal(right.at[0], 0))
        part_from_zero(&left, &right);
    if (left.n != 1 || !is_key(left.at[0]))
        return false;
    for (size_t k = 0; left.turned[0] && k < right.n; k++)
        right.turned[k] = !right.turned[k];
    cancel(&own, &right, f);
    return own.n == 0 && right.n == 0;
}

/* Is it "key = FORMULA", or "key - FORMULA = 0", either way round, perhaps with
 * the same terms or factors on both sides; or "key >= FORMULA", which with its
 * counterpart says the same; or "x = FORMULA" in a search for x? */
static bool equates(const struct node *x, const struct node *key, struct fuel f)
{
    size_t size;

    if (!is_comparison(x))
        return false;
    size = size_of(key, SIZE_SIDE);
    for (size_t i = 0; i < 2; i++) {
        const struct node *side = x->kids[i], *other = x->kids[1 - i];

        if ((x->op == OP_EQ || size >= 3) &&
            (parts_equate(side, other, key, true, f) ||
             parts_equate(side, other, key, false, f)))
            return true;
        if (size >= SIZE_SIDE && same(side, key, f))
            return true;
    }
    return false;
}

static const struct node *find(const struct node *x, const struct node *key,
                               bool inside, struct fuel f);

static const struct node *find_in_loop(const struct loop *l,
                                       const struct node *key, bool inside,
                                       struct fuel f)
{
    const struct node *found = find(l->body, key, inside, f);

    if (!found && l->where)
        found = find(l->where, key, inside, f);
    if (!found && l->start)
        found = find(l->start, key, inside, f);
    for (size_t i = 0; i < l->n; i++)
        for (size_t j = 0; !found && j < l->clauses[i].n_lists; j++)
            found = find(l->clauses[i].lists[j], key, inside, f);
    return found;
}

static const struct node *find(const struct node *x, const struct node *key,
                               bool inside, struct fuel f)
{
    const struct node *found = NULL;

    if (is_spent(&f))
        return NULL;
    if (equates(x, key, f) || (inside && same(x, key, f)))
        return x;
    if ((x->op == OP_VAR || x->op == OP_APPLY) &&
        x->symbol->kind == SYMBOL_LET && x->symbol->value &&
        find(x->symbol->value, key, inside, deeper(f)))
        return x;
    if (x->op == OP_LOOP)
        found = find_in_loop(x->loop, key, inside, deeper(f));
    for (size_t i = 0; !found && i < x->n; i++)
        if (x->kids[i])
            found = find(x->kids[i], key, inside, deeper(f));
    return found;
}

const struct node *formula_repeats(const struct node *check,
                                   const struct node *key)
{
    size_t left = LOOKS_MOST;
    struct fuel f = { DEPTH_MOST, &left };

    return find(check, key, size_of(key, SIZE_LEAST) >= SIZE_LEAST, f);
}
