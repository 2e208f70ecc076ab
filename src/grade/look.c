/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/look.h"

#include "grade/compare/compare_int.h"
#include "grade/extract/reply_text.h"
#include "grade/grade_int.h"

#include <string.h>

/* Finds the text in the gold, behind the values before it. */
static size_t look_find_place(const struct grade_request *r, const char *text,
                              size_t *after)
{
    size_t at = span_find((struct span){ r->gold, r->gold_n }, *after, text);

    if (at == r->gold_n)
        return LOOK_NOWHERE;
    *after = at + strlen(text);
    return at;
}

static void grade_look_at(struct answer_pair *p, struct key_look *out)
{
    p->key =
        (struct answer_side){ .text = bound_read(p->judge->arena, out->text) };
    p->key.text = base_prefix_read(p->judge->arena, p->key.text);
    if (pair_read_key(p)) {
        out->tree = p->key.tree;
        out->loose = p->key.loose;
        return;
    }
    out->err = p->key.err;
}

/* ---- the kind ---- */

static enum answer_kind tree_kind(struct arena *a, const struct expr *x);

static enum answer_kind number_kind(const struct expr_number *n)
{
    return n->decimal                           ? ANSWER_DECIMAL
           : fmpz_is_one(fmpq_denref(n->value)) ? ANSWER_INTEGER
                                                : ANSWER_RATIONAL;
}

/* A value: one number, digits over digits, a closed form, or with symbols. */
static enum answer_kind value_kind(struct arena *a, const struct expr *x)
{
    const struct expr *y = x->op == EXPR_NEG ? x->args[0] : x;

    if (y->op == EXPR_NUMBER)
        return number_kind(y->number);
    if (shape_is_quotient(y))
        return ANSWER_RATIONAL;
    if (x->op == EXPR_SYMBOL && x->name[0] >= 'A' && x->name[0] <= 'H' &&
        !x->name[1])
        return ANSWER_CHOICE;
    return shape_has_symbols(a, x) ? ANSWER_EXPRESSION : ANSWER_NUMBER;
}

/* "x = 1", "x \in (0, 1)", "x > 2". */
static enum answer_kind relation_kind(struct arena *a, const struct expr *x)
{
    if (x->count == 2 && x->relations[0] == RELATION_IN)
        return tree_kind(a, x->args[1]);
    for (unsigned i = 0; i + 1 < x->count; i++)
        if (x->relations[i] == RELATION_EQ)
            return ANSWER_EQUATION;
    return ANSWER_EXPRESSION;
}

static enum answer_kind tree_kind(struct arena *a, const struct expr *x)
{
    switch (x->op) {
    case EXPR_MATRIX: return ANSWER_MATRIX;
    case EXPR_TUPLE: return shape_is_range(x) ? ANSWER_INTERVAL : ANSWER_TUPLE;
    case EXPR_LIST: return ANSWER_LIST;
    case EXPR_INTERVAL: return ANSWER_INTERVAL;
    case EXPR_SET:
    case EXPR_BUILDER:
    case EXPR_DOMAIN: return ANSWER_SET;
    case EXPR_UNION:
    case EXPR_INTERSECTION:
    case EXPR_DIFFERENCE:
        return expr_any(x, shape_is_range) ? ANSWER_INTERVAL : ANSWER_SET;
    case EXPR_RELATION: return relation_kind(a, x);
    case EXPR_CONGRUENT:
    case EXPR_AND:
    case EXPR_OR: return ANSWER_EQUATION;
    case EXPR_TEXT: return ANSWER_TEXT;
    default: return value_kind(a, x);
    }
}

enum answer_kind grade_look_kind(struct arena *a, const struct key_look *look)
{
    return look->tree ? tree_kind(a, look->tree) : answer_guess(look->text);
}

/* ---- the values ---- */

size_t grade_look(struct arena *a, const struct grade_request *r,
                  struct key_look out[LIMIT_KEYS])
{
    struct grade_key keys[LIMIT_KEYS];
    struct comparer j = { .arena = a };
    struct answer_pair p = { .request = r, .judge = &j };
    size_t n = 0, after = 0;
    const char *text;

    if (!grade_find_key(a, r, keys, &n, &text))
        return 0;
    if (n == 0)
        keys[n++] = (struct grade_key){ .latex = text };
    p.symbols_n = grade_symbols(a, r, &p.symbols);
    for (size_t i = 0; i < n; i++) {
        out[i] =
            (struct key_look){ .name = keys[i].name, .text = keys[i].latex };
        out[i].from = look_find_place(r, out[i].text, &after);
        grade_look_at(&p, &out[i]);
    }
    return n;
}
