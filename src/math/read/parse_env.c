/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_int.h"

#include "base/limits.h"

#include <string.h>

/*
 * Environments: matrices and cases.
 */

/* ---- matrices ---- */

static const struct expr *parse_matrix(struct parser *p)
{
    const struct token *at = peek(p);
    struct parse_inside was = parse_inside(p, false);
    struct parse_items items;
    unsigned rows = 1, columns = 0, row = 0;
    struct expr *x;

    items_init(&items);
    p->i++;
    for (;;) {
        const struct expr *entry = parse_statement(p);
        unsigned kind = peek(p)->kind;

        if (!entry)
            return NULL;
        items_add(p, &items, entry);
        row++;
        if (items.n > LIMIT_ITEMS)
            return parse_too_many(p);
        if (kind == TOKEN_AMP) {
            p->i++;
            continue;
        }
        if (kind == TOKEN_ROW)
            p->i++;
        if (columns && row != columns)
            return parse_fail(p, peek(p), "the rows have different lengths");
        columns = row;
        row = 0;
        if (peek(p)->kind == TOKEN_FINISH)
            break;
        if (kind != TOKEN_ROW)
            return parse_unexpected(p, peek(p));
        rows++;
    }
    p->i++;
    parse_outside(p, was);
    x = parse_node(p, at, EXPR_MATRIX, items.v, items.n);
    if (x)
        x->rows = rows;
    return x;
}

/* ---- cases ---- */

static bool word_is(const struct parser *p, const struct token *t,
                    const char *word)
{
    return (t->kind == TOKEN_TEXT || t->kind == TOKEN_WORD ||
            t->kind == TOKEN_NAME) &&
           t->len == strlen(word) && memcmp(p->text + t->at, word, t->len) == 0;
}

static bool condition_word(const struct parser *p, const struct token *t)
{
    return word_is(p, t, "if") || word_is(p, t, "for") ||
           word_is(p, t, "when") || word_is(p, t, "If") ||
           word_is(p, t, "where");
}

static bool otherwise_word(const struct parser *p, const struct token *t)
{
    return word_is(p, t, "otherwise") || word_is(p, t, "else") ||
           word_is(p, t, "Otherwise");
}

static bool row_ends(const struct parser *p)
{
    return peek(p)->kind == TOKEN_ROW || peek(p)->kind == TOKEN_FINISH;
}

static void skip_commas(struct parser *p)
{
    while (peek(p)->kind == TOKEN_COMMA || peek(p)->kind == TOKEN_AMP ||
           peek(p)->kind == TOKEN_SEMICOLON ||
           (peek(p)->kind == TOKEN_STRAY && peek(p)->sub == TOKEN_STOP))
        p->i++;
}

/* value, & if condition \\ */
static bool parse_case(struct parser *p, struct parse_items *items)
{
    const struct expr *x = parse_statement(p);

    if (!x)
        return false;
    items_add(p, items, x);
    skip_commas(p);
    if (condition_word(p, peek(p)))
        p->i++;
    if (otherwise_word(p, peek(p))) {
        p->i++;
        skip_commas(p);
        items_add(p, items, NULL);
    } else if (row_ends(p)) {
        items_add(p, items, NULL);
    } else {
        bool separate = p->separate;

        p->separate = true;
        x = parse_statement(p);
        while (x && (peek(p)->kind == TOKEN_AND || peek(p)->kind == TOKEN_OR)) {
            const struct token *t = peek(p);

            p->i++;
            x = parse_binary(p, t, t->kind == TOKEN_AND ? EXPR_AND : EXPR_OR, x,
                             parse_statement(p));
        }
        p->separate = separate;
        if (!x)
            return false;
        items_add(p, items, x);
        skip_commas(p);
    }
    return true;
}

/* Rows without conditions: a system of equations. */
static const struct expr *system_of(struct parser *p, const struct token *at,
                                    const struct parse_items *items)
{
    struct parse_items rows;
    bool statements = true;

    items_init(&rows);
    for (unsigned i = 0; i < items->n; i += 2) {
        if (items->v[i + 1])
            return NULL;
        statements &= !expr_is_value(items->v[i]);
        items_add(p, &rows, items->v[i]);
    }
    if (rows.n < 2)
        return NULL;
    return parse_node(p, at, statements ? EXPR_AND : EXPR_LIST, rows.v, rows.n);
}

static const struct expr *parse_cases(struct parser *p)
{
    const struct token *at = peek(p);
    struct parse_inside was = parse_inside(p, false);
    struct parse_items items;
    const struct expr *x;

    items_init(&items);
    p->i++;
    do {
        if (peek(p)->kind == TOKEN_ROW)
            p->i++;
        if (peek(p)->kind == TOKEN_FINISH)
            break;
        if (!parse_case(p, &items))
            return NULL;
        if (items.n > LIMIT_ITEMS)
            return parse_too_many(p);
    } while (peek(p)->kind == TOKEN_ROW);
    if (peek(p)->kind != TOKEN_FINISH || !items.n)
        return parse_unexpected(p, peek(p));
    p->i++;
    parse_outside(p, was);
    x = system_of(p, at, &items);
    return x || p->e->code ? x
                           : parse_node(p, at, EXPR_CASES, items.v, items.n);
}

const struct expr *parse_environment(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *x;

    if (!parse_enter(p))
        return NULL;
    x = at->sub == ENVIRONMENT_CASES ? parse_cases(p) : parse_matrix(p);
    p->depth--;
    if (x && p->t[p->i - 1].sub != at->sub)
        return parse_fail(p, &p->t[p->i - 1],
                          "\\end does not match its \\begin");
    if (at->sub == ENVIRONMENT_DETERMINANT)
        return parse_called(p, at, FN_DET, &x, 1);
    if (at->sub == ENVIRONMENT_NORM)
        return parse_called(p, at, FN_NORM, &x, 1);
    return x;
}
