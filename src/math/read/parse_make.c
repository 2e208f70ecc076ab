/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_make.h"

#include "base/limits.h"
#include "base/str.h"
#include "base/utf8.h"

#include <string.h>

/*
 * Making nodes, counting them, and failing.
 */

static const char *parse_token_text(struct parser *p, const struct token *t)
{
    size_t n = t->len < 40 * UTF8_MAX ? t->len : 40 * UTF8_MAX;
    char *s = arena_strndup(p->arena, p->text + t->at, n);

    s[utf8_bytes(s, 40)] = '\0';
    return s;
}

const struct expr *parse_fail(struct parser *p, const struct token *t,
                              const char *what)
{
    struct str s = str_in(p->arena);

    if (p->e->code)
        return NULL;
    str_add_printable(&s, parse_token_text(p, t));
    if (t->kind == TOKEN_END)
        err_at(p->e, ERR_SYNTAX, 1, t->column, "%s, at the end", what);
    else if (t->len == 0)
        err_at(p->e, ERR_SYNTAX, 1, t->column, "%s", what);
    else
        err_at(p->e, ERR_SYNTAX, 1, t->column, "%s, at \"%s\"", what,
               str_get(&s));
    return NULL;
}

/* A control word that nobody knows, or a sign out of place. */
static const struct expr *parse_stray(struct parser *p, const struct token *t)
{
    struct token at = *t;

    if (t->len == 1)
        return parse_fail(p, t, "unexpected input");
    at.len = 0;
    return parse_fail(
        p, &at,
        arena_printf(p->arena, "cannot read \"%s\"", parse_token_text(p, t)));
}

/* Behind a sign that wants something on its right. */
static bool is_behind_sign(const struct token *t)
{
    switch (t[-1].kind) {
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_PLUSMINUS:
    case TOKEN_TIMES:
    case TOKEN_SLASH:
    case TOKEN_CARET:
    case TOKEN_UNDER:
    case TOKEN_RELATION: return true;
    default: return false;
    }
}

const struct expr *parse_unexpected(struct parser *p, const struct token *t)
{
    switch (t->kind) {
    case TOKEN_END:
        return parse_fail(p, t, "an argument or a closing bracket is missing");
    case TOKEN_WORD:
    case TOKEN_TEXT: return parse_fail(p, t, "unexpected word in a formula");
    case TOKEN_OPEN:
    case TOKEN_CLOSE:
        return parse_fail(p, t,
                          t->kind == TOKEN_CLOSE && is_behind_sign(t)
                              ? "an argument is missing"
                              : "unmatched bracket");
    case TOKEN_STRAY: return parse_stray(p, t);
    default: return parse_fail(p, t, "unexpected input");
    }
}

const struct expr *parse_too_many(struct parser *p)
{
    if (!p->e->code)
        err_at(p->e, ERR_LIMIT, 1, peek(p)->column, "items: more than %d",
               LIMIT_ITEMS);
    return NULL;
}

bool parse_enter(struct parser *p)
{
    if (p->depth++ < LIMIT_EXPR_DEPTH)
        return true;
    if (!p->e->code)
        err_at(p->e, ERR_LIMIT, 1, peek(p)->column, "depth: more than %d",
               LIMIT_EXPR_DEPTH);
    return false;
}

static bool count_node(struct parser *p, const struct token *at)
{
    if (p->nodes++ < LIMIT_EXPR_NODES)
        return true;
    if (!p->e->code)
        err_at(p->e, ERR_LIMIT, 1, at->column, "nodes: more than %d",
               LIMIT_EXPR_NODES);
    return false;
}

/* Operators of values, whose operands cannot be statements or lists. */
static bool of_values(enum expr_op op)
{
    return (op >= EXPR_NEG && op <= EXPR_CALL) ||
           (op >= EXPR_SUM && op <= EXPR_DERIVATIVE) || op == EXPR_MOD ||
           op == EXPR_PERCENT || op == EXPR_DEGREE;
}

/* An operand as it is meant: \{x+1\}^2 has braces for brackets. */
static const struct expr *operand(const struct expr *x)
{
    return x->op == EXPR_SET && x->count == 1 && expr_is_value(x->args[0])
               ? x->args[0]
               : x;
}

static bool is_operand(const struct expr *x)
{
    return expr_is_value(x) || x->op == EXPR_TUPLE || x->op == EXPR_SET ||
           x->op == EXPR_INTERVAL || x->op == EXPR_RATIO ||
           (x->op == EXPR_DOMAIN && !str_eq(x->name, "empty"));
}

struct expr *parse_node(struct parser *p, const struct token *at,
                        enum expr_op op, const struct expr *const *args,
                        unsigned count)
{
    struct parse_items items;
    struct expr *x;

    if (!count_node(p, at))
        return NULL;
    if (of_values(op)) {
        items_init(&items);
        for (unsigned i = 0; i < count; i++) {
            items_add(p, &items, operand(args[i]));
            if (!is_operand(args[i])) {
                parse_fail(p, at,
                           "a statement or list where a value is expected");
                return NULL;
            }
        }
        args = items.v;
    }
    x = expr_new(p->arena, op, args, count);
    x->column = at->column;
    return x;
}

struct expr *parse_unary(struct parser *p, const struct token *at,
                         enum expr_op op, const struct expr *x)
{
    return x ? parse_node(p, at, op, &x, 1) : NULL;
}

struct expr *parse_binary(struct parser *p, const struct token *at,
                          enum expr_op op, const struct expr *x,
                          const struct expr *y)
{
    const struct expr *args[] = { x, y };

    return x && y ? parse_node(p, at, op, args, 2) : NULL;
}

struct expr *parse_called(struct parser *p, const struct token *at,
                          enum function_id id, const struct expr *const *args,
                          unsigned count)
{
    struct expr *x;

    for (unsigned i = 0; i < count; i++)
        if (!args[i])
            return NULL;
    x = parse_node(p, at, EXPR_CALL, args, count);
    if (x)
        x->function = function_card(id);
    return x;
}

struct expr *parse_symbol(struct parser *p, const struct token *at,
                          const char *name)
{
    struct expr *x = parse_node(p, at, EXPR_SYMBOL, NULL, 0);

    if (x)
        x->name = name;
    return x;
}

struct expr *parse_constant(struct parser *p, const struct token *at,
                            enum expr_constant c)
{
    struct expr *x = parse_node(p, at, EXPR_CONSTANT, NULL, 0);

    if (x)
        x->constant = c;
    return x;
}

struct expr *parse_integer(struct parser *p, const struct token *at, long v)
{
    struct expr *x;

    if (!count_node(p, at))
        return NULL;
    x = expr_integer(p->arena, v);
    x->column = at->column;
    return x;
}

void items_init(struct parse_items *items)
{
    items->v = items->room;
    items->n = 0;
    items->cap = sizeof(items->room) / sizeof(items->room[0]);
}

void items_add(struct parser *p, struct parse_items *items,
               const struct expr *x)
{
    if (items->n == items->cap) {
        const struct expr **more =
            arena_array(p->arena, const struct expr *, 2 * items->cap);

        memcpy(more, items->v, items->n * sizeof(*more));
        items->v = more;
        items->cap *= 2;
    }
    items->v[items->n++] = x;
}

const struct expr *items_node(struct parser *p, struct parse_items *items,
                              enum expr_op op)
{
    struct token at = { .kind = TOKEN_STRAY };

    for (unsigned i = 0; i < items->n; i++)
        if (!items->v[i])
            return NULL;
    if (items->n == 1)
        return items->v[0];
    at.column = (uint32_t)items->v[0]->column;
    return parse_node(p, &at, op, items->v, items->n);
}

bool parse_close(struct parser *p, unsigned delimiter)
{
    if (!is_close(peek(p), delimiter))
        return parse_unexpected(p, peek(p)) != NULL;
    p->i++;
    return true;
}
