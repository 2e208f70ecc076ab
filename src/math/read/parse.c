/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/utf8.h"
#include "math/read/parse_int.h"
#include "math/read/parse_make.h"
#include "text/date.h"

#include <stdio.h>
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
    return token_in(t - 1, KIND(PLUS) | KIND(MINUS) | KIND(PLUSMINUS) |
                               KIND(TIMES) | KIND(SLASH) | KIND(CARET) |
                               KIND(UNDER) | KIND(RELATION));
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
static const struct expr *parse_operand(const struct expr *x)
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
            items_add(p, &items, parse_operand(args[i]));
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

struct expr *parse_leaf(struct parser *p, const struct token *at,
                        enum expr_op op, const char *name)
{
    struct expr *x = parse_node(p, at, op, NULL, 0);

    if (x)
        x->name = name;
    return x;
}

struct expr *parse_symbol(struct parser *p, const struct token *at,
                          const char *name)
{
    return parse_leaf(p, at, EXPR_SYMBOL, name);
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

bool parse_says(const struct parser *p, const struct token *t, const char *list)
{
    return token_in(t, KIND(WORD) | KIND(TEXT) | KIND(NAME)) &&
           lex_among(p->text + t->at, t->len, list);
}

const struct token *parse_lone(const struct token *t, const struct token **end)
{
    bool group = parse_is_open(t + 1, DELIMITER_GROUP);

    t += group ? 2 : 1;
    *end = t + (group ? 2 : 1);
    if (group && (t->kind == TOKEN_END || !is_close(t + 1, DELIMITER_GROUP)))
        return NULL;
    return t;
}

/*
 * Texts, lists, statements and sets: the loose levels of the parser, and the
 * door to it.
 */

/* Height of a tree: a bracket makes a few nodes. */
#define HEIGHT_MOST (4 * LIMIT_EXPR_DEPTH)

/* ---- sets and ratios ---- */

static enum expr_op set_operator(const struct token *t)
{
    switch (t->kind) {
    case TOKEN_UNION: return EXPR_UNION;
    case TOKEN_INTERSECTION: return EXPR_INTERSECTION;
    case TOKEN_DIFFERENCE: return EXPR_DIFFERENCE;
    default: return EXPR_NUMBER;
    }
}

static const struct expr *parse_ratio(struct parser *p)
{
    struct parse_items items;
    const struct expr *x = parse_sum(p);

    if (!x || peek(p)->kind != TOKEN_COLON || p->builder)
        return x;
    items_init(&items);
    items_add(p, &items, x);
    while (peek(p)->kind == TOKEN_COLON) {
        p->i++;
        x = parse_sum(p);
        if (!x)
            return NULL;
        /* 8:34 P.M.: the half of the day belongs to the clock's time. */
        if (x->op == EXPR_QUANTITY) {
            struct expr *whole;

            items_add(p, &items, x->args[0]);
            whole = parse_unary(p, peek(p), EXPR_QUANTITY,
                                items_node(p, &items, EXPR_RATIO));
            if (whole) {
                whole->name = x->name;
                whole->column = items.v[0]->column;
            }
            return whole;
        }
        items_add(p, &items, x);
    }
    return items_node(p, &items, EXPR_RATIO);
}

/* A pair among sets is an open interval, and {0.5} the set of one number. */
static const struct expr *as_set(struct parser *p, const struct token *at,
                                 const struct expr *x)
{
    struct expr *y;

    if (x->op == EXPR_TUPLE && x->count == 2 && expr_is_value(x->args[0]) &&
        expr_is_value(x->args[1])) {
        y = parse_node(p, at, EXPR_INTERVAL, x->args, 2);
        if (y)
            y->open_from = y->open_to = true;
        return y;
    }
    if (parse_is_open(at, DELIMITER_GROUP) && &p->t[at->match] == peek(p) - 1 &&
        expr_is_value(x) && x->op != EXPR_SYMBOL)
        return parse_unary(p, at, EXPR_SET, x);
    return x;
}

/* Unions, intersections and differences, from the left; equal signs in a row
 * make one node. */
const struct expr *parse_set(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *x = parse_ratio(p);

    while (x && set_operator(peek(p)) != EXPR_NUMBER) {
        enum expr_op op = set_operator(peek(p));
        struct parse_items items;

        x = as_set(p, at, x);
        if (!x)
            return NULL;
        items_init(&items);
        items_add(p, &items, x);
        do {
            p->i++;
            at = peek(p);
            x = parse_ratio(p);
            if (x)
                x = as_set(p, at, x);
            if (!x)
                return NULL;
            items_add(p, &items, x);
        } while (set_operator(peek(p)) == op && op != EXPR_DIFFERENCE);
        x = items_node(p, &items, op);
    }
    return x;
}

/* ---- statements ---- */

/* Returns the modulus of a congruence, when one stands here: \pmod{m}, (mod m),
 * mod m, or NULL without an error when there is none. */
static const struct expr *parse_modulus(struct parser *p)
{
    bool round = parse_is_open(peek(p), DELIMITER_ROUND) &&
                 parse_ahead(p, 1)->kind == TOKEN_MOD;
    const struct expr *m;

    if (peek(p)->kind == TOKEN_PMOD) {
        p->i++;
        if (parse_is_open(peek(p), DELIMITER_GROUP) ||
            parse_is_open(peek(p), DELIMITER_ROUND)) {
            unsigned delimiter = peek(p)->sub;

            p->i++;
            m = parse_sum(p);
            return m && parse_close(p, delimiter) ? m : NULL;
        }
        return parse_argument(p, false);
    }
    if (!round && peek(p)->kind != TOKEN_MOD)
        return NULL;
    p->i += round ? 2 : 1;
    m = parse_sum(p);
    return m && (!round || parse_close(p, DELIMITER_ROUND)) ? m : NULL;
}

/* The relation sign that stands here, or -1. */
static int relation_next(const struct parser *p)
{
    const struct token *t = peek(p);

    if (t->kind == TOKEN_RELATION && t->sub != TOKEN_IFF)
        return t->sub == TOKEN_EQUIVALENT ? RELATION_EQ : (int)t->sub;
    if (t->kind == TOKEN_BAR && t->sub && !p->bars && !p->builder)
        return RELATION_DIVIDES;
    return -1;
}

/* x = 3 mod 7 was read as x = (3 mod 7): make it a congruence. */
static const struct expr *congruence(struct parser *p, const struct token *at,
                                     const struct parse_items *items,
                                     const struct expr *m)
{
    const struct expr *args[] = { items->v[0], items->v[1], m };

    if (items->n != 2)
        return parse_fail(p, at, "a modulus must follow a congruence a = b");
    return parse_node(p, at, EXPR_CONGRUENT, args, 3);
}

static bool has_modulus(const struct parser *p)
{
    return peek(p)->kind == TOKEN_PMOD || peek(p)->kind == TOKEN_MOD ||
           (parse_is_open(peek(p), DELIMITER_ROUND) &&
            parse_ahead(p, 1)->kind == TOKEN_MOD);
}

/* The rest of a chain whose first side was read. */
const struct expr *parse_chain(struct parser *p, const struct token *at,
                               const struct expr *first)
{
    struct parse_items items;
    enum relation *relations = NULL;
    unsigned room = 0;
    struct expr *x;
    const struct expr *side;
    const struct token *start;
    int r;

    items_init(&items);
    items_add(p, &items, first);
    while ((r = relation_next(p)) >= 0) {
        if (items.n >= room) {
            enum relation *more =
                arena_array(p->arena, enum relation, room ? 2 * room : 4);

            if (room)
                memcpy(more, relations, room * sizeof(*more));
            relations = more;
            room = room ? 2 * room : 4;
        }
        relations[items.n - 1] = (enum relation)r;
        p->i++;
        start = peek(p);
        side = parse_set(p);
        if (side && (r == RELATION_IN || r == RELATION_NOT_IN))
            side = as_set(p, start, side);
        if (!side)
            return NULL;
        items_add(p, &items, side);
    }
    if (has_modulus(p) && relations[0] == RELATION_EQ) {
        side = parse_modulus(p);
        return side ? congruence(p, at, &items, side) : NULL;
    }
    side = items.v[items.n - 1];
    if (items.n == 2 && relations[0] == RELATION_EQ && side->op == EXPR_MOD)
        return parse_node(
            p, at, EXPR_CONGRUENT,
            (const struct expr *[]){ items.v[0], side->args[0], side->args[1] },
            3);
    x = parse_node(p, at, EXPR_RELATION, items.v, items.n);
    if (x)
        x->relations = relations;
    return x;
}

const struct expr *parse_statement(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *x;

    p->start = p->i;
    x = parse_point(p);
    if (!x && !p->e->code && p->opt->labels && p->depth == 0) {
        x = p->opt->labels == READ_WORDS ? parse_membership(p) : NULL;
        if (!x && !p->e->code)
            x = parse_labelled(p);
        p->start = p->i;
    }
    if (x || p->e->code)
        return x;
    at = peek(p);
    x = parse_segment(p);
    if (!x && !p->e->code)
        x = parse_set(p);
    if (x && relation_next(p) < 0 && has_modulus(p) && expr_is_value(x))
        return p->pmod = parse_binary(p, at, EXPR_MOD, x, parse_modulus(p));
    if (!x || relation_next(p) < 0)
        return x;
    return parse_chain(p, at, x);
}

/* ---- lists ---- */

static bool parse_is_statement(const struct expr *x)
{
    return x->op == EXPR_RELATION || x->op == EXPR_CONGRUENT ||
           x->op == EXPR_AND || x->op == EXPR_OR;
}

static bool list_follows(struct parser *p)
{
    return token_in(peek(p), KIND(COMMA) | KIND(AND) | KIND(OR)) ||
           parse_condition_next(p);
}

/* Consume what stands between two items; the strongest word of it. */
static enum token_kind connective(struct parser *p)
{
    enum token_kind kind = (enum token_kind)peek(p)->kind;

    p->i++;
    if (kind == TOKEN_COMMA &&
        (peek(p)->kind == TOKEN_AND || peek(p)->kind == TOKEN_OR)) {
        kind = (enum token_kind)peek(p)->kind;
        p->i++;
    }
    if (parse_condition_next(p))
        p->i++;
    return kind;
}

/* x = 1, 6 (mod 7), and 1, 6 (mod 7): the modulus is that of all of them. */
static bool share_modulus(struct parser *p, struct parse_items *items)
{
    const struct expr *last = items->v[items->n - 1], *first = items->v[0];
    const struct expr *m = last->args[1];
    bool subject = first->op == EXPR_RELATION && first->count == 2 &&
                   first->relations[0] == RELATION_EQ;

    for (unsigned i = subject; i + 1 < items->n; i++)
        if (!expr_is_value(items->v[i]) || items->v[i]->op == EXPR_MOD)
            return true;
    for (unsigned i = 0; i < items->n; i++) {
        const struct expr *x = items->v[i];
        struct token at = { .column = (uint32_t)x->column };
        const struct expr *v = subject && i == 0   ? x->args[1]
                               : i + 1 == items->n ? x->args[0]
                                                   : x;
        const struct expr *args[] = { subject ? first->args[0] : v,
                                      subject ? v : m, m };

        items->v[i] = subject ? parse_node(p, &at, EXPR_CONGRUENT, args, 3)
                              : parse_node(p, &at, EXPR_MOD, args, 2);
        if (!items->v[i])
            return false;
    }
    return true;
}

/* p and q, p or q: logic, when nothing but names is joined by one word. */
static bool parse_all_symbols(const struct parse_items *first,
                              const struct parse_items *rest, bool one_word)
{
    for (unsigned i = 0; i < rest->n; i++)
        if (rest->v[i] && rest->v[i]->op != EXPR_SYMBOL)
            return false;
    return one_word && first->v[0]->op == EXPR_SYMBOL;
}

/* Items joined by commas, "and", "or". Statements joined by words are AND and
 * OR, and so are two values joined by "or"; other values are a list whatever
 * joins them. "a and b or c" is (a and b) or c. */
static const struct expr *math_parse_joined(struct parser *p)
{
    struct parse_items items, ands;
    const struct expr *x = parse_statement(p);
    bool statements, any_or = false, any_and = false;

    if (!x || !list_follows(p))
        return x;
    statements = parse_is_statement(x);
    items_init(&items);
    items_init(&ands);
    items_add(p, &ands, x);
    while (list_follows(p)) {
        enum token_kind kind = connective(p);

        if (ands.n + items.n > LIMIT_ITEMS)
            return parse_too_many(p);
        x = parse_statement(p);
        if (!x)
            return NULL;
        statements &= parse_is_statement(x);
        any_and |= kind == TOKEN_AND;
        if (kind == TOKEN_OR) {
            any_or = true;
            items_add(p, &items, NULL); /* a mark; see below */
        }
        items_add(p, &items, x);
    }
    statements |= parse_all_symbols(&ands, &items, any_and != any_or);
    /* Marks split the items into the alternatives of an OR. */
    {
        struct parse_items ors;
        bool mixed = any_or && any_and && statements;

        items_init(&ors);
        for (unsigned i = 0; i < items.n; i++) {
            if (items.v[i]) {
                items_add(p, &ands, items.v[i]);
            } else if (mixed) {
                items_add(p, &ors, items_node(p, &ands, EXPR_AND));
                items_init(&ands);
            }
        }
        if (mixed) {
            items_add(p, &ors, items_node(p, &ands, EXPR_AND));
            return items_node(p, &ors, EXPR_OR);
        }
    }
    if (ands.v[ands.n - 1] == p->pmod && !share_modulus(p, &ands))
        return NULL;
    if (statements && (any_or || any_and))
        return items_node(p, &ands, any_or ? EXPR_OR : EXPR_AND);
    if (ands.n == 2 && any_or) /* 3/4 or 75%: perhaps one value twice */
        return items_node(p, &ands, EXPR_OR);
    return items_node(p, &ands, EXPR_LIST);
}

const struct expr *parse_list(struct parser *p)
{
    struct parse_items items;
    const struct expr *x = math_parse_joined(p);

    if (!x || !token_in(peek(p), KIND(SEMICOLON) | KIND(ROW)))
        return x;
    items_init(&items);
    items_add(p, &items, x);
    while (token_in(peek(p), KIND(SEMICOLON) | KIND(ROW))) {
        p->i++;
        if (peek(p)->kind == TOKEN_END)
            break;
        x = math_parse_joined(p);
        if (!x)
            return NULL;
        items_add(p, &items, x);
        if (items.n > LIMIT_ITEMS)
            return parse_too_many(p);
    }
    return items_node(p, &items, EXPR_LIST);
}

/* ---- texts ---- */

/* White space, a full stop and a comma around the text mean nothing. */
static void parse_trim(const char **text, size_t *n)
{
    while (*n && is_space((*text)[*n - 1]))
        (*n)--;
    if (*n && (*text)[*n - 1] == '.' &&
        !(*n > 6 && memcmp(*text + *n - 7, "\\right.", 7) == 0) &&
        !(*n > 2 && (*text)[*n - 2] == '.' && (*text)[*n - 3] == '.'))
        (*n)--;
    while (*n && is_space((*text)[*n - 1]))
        (*n)--;
}

static bool has_lower_i(const struct tokens *t)
{
    for (unsigned i = 1; i < t->count; i++)
        if (t->items[i].kind == TOKEN_NAME && t->items[i].name[0] == 'i' &&
            !t->items[i].name[1])
            return true;
    return false;
}

/* A \text{...} around everything, whose inside was no mathematics. */
static const struct expr *declared_text(struct parser *p)
{
    static const char *const words[] = { "\\text{", "\\mbox{", "\\textbf{",
                                         "\\textrm{", "\\mathrm{" };
    const char *s = p->text;
    size_t n = p->t[p->count - 1].at;
    struct expr *x;

    for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
        size_t len = strlen(words[k]);

        if (n < len + 2 || memcmp(s, words[k], len) != 0 || s[n - 1] != '}' ||
            memchr(s + len, '{', n - len) || memchr(s + len, '\\', n - len) ||
            memchr(s + len, '}', n - len) != s + n - 1)
            continue;
        x = expr_text(
            p->arena,
            str_trim(p->arena, arena_strndup(p->arena, s + len, n - len - 1)));
        x->column = 1;
        return x;
    }
    return NULL;
}

/* (A) 5: the letter of a choice before its text is no factor. */
static const struct token *behind_choice(const struct parser *p)
{
    const struct token *t = peek(p);
    bool group = parse_is_open(t, DELIMITER_GROUP);

    t += group;
    if (!parse_is_open(t, DELIMITER_ROUND) || t[1].kind != TOKEN_NAME ||
        t[1].name[1] || !is_upper(t[1].name[0]) ||
        !is_close(t + 2, DELIMITER_ROUND))
        return NULL;
    t += group ? 4 : 3;
    return t->space && token_in(t, KIND(NUMBER) | KIND(NAME) | KIND(FRAC) |
                                       KIND(SQRT))
               ? t
               : NULL;
}

/* "= 5" and "\\approx 5" mean 5, "all x > 2" means x > 2. */
static void parse_skip_sign(struct parser *p)
{
    struct token *t = peek(p);
    bool group = parse_is_open(t, DELIMITER_GROUP);
    const struct token *sign = t + group;

    if (sign->kind == TOKEN_RELATION &&
        (sign->sub == RELATION_EQ || sign->sub == RELATION_APPROX ||
         sign->sub == TOKEN_EQUIVALENT)) {
        if (group)
            t[1] = t[0];
        p->i++;
    } else if (t->kind == TOKEN_WORD && t->len == 3 &&
               memcmp(p->text + t->at, "all", 3) == 0 &&
               t[1].kind == TOKEN_NAME && t[2].kind == TOKEN_RELATION) {
        p->i++;
    }
}

/* March 14: a date is a text. */
static const struct expr *parse_date(struct parser *p)
{
    struct span t = { p->text, p->t[p->count - 1].at };
    bool text =
        t.n > 7 && memcmp(t.s, "\\text{", 6) == 0 && t.s[t.n - 1] == '}';
    struct date unused;

    if (p->t[1].kind == TOKEN_FRAC ||
        (p->t[1].kind == TOKEN_NUMBER && p->t[2].kind == TOKEN_END))
        return NULL;
    if (text)
        t = span_cut(t, 6, t.n - 1);
    if (t.n > 60 || !date_read(t, &unused))
        return NULL;
    return parse_leaf(p, &p->t[1], EXPR_TEXT,
                      str_trim(p->arena, arena_strndup(p->arena, t.s, t.n)));
}

static const struct expr *parse_text(struct parser *p)
{
    const struct expr *x = parse_date(p);
    const struct token *choice = behind_choice(p);

    if (!x && !p->e->code)
        x = parse_all_words(p);
    if (x || p->e->code)
        return x;
    if (choice)
        return parse_fail(p, choice,
                          "unexpected text after the letter of a choice");
    parse_skip_sign(p);
    x = parse_except(p);
    if (p->e->code)
        return NULL;
    if (x)
        return peek(p)->kind == TOKEN_END ? x : parse_unexpected(p, peek(p));
    if (p->opt->labels)
        x = parse_proportion(p);
    if (x || p->e->code)
        return x;
    x = parse_list(p);
    if (x && peek(p)->kind != TOKEN_END)
        return parse_unexpected(p, peek(p));
    return x ? parse_where(p, x) : NULL;
}

/*
 * Chains as 1/2/3/4 make trees that lean to the left without any bracket.
 * Whoever walks over trees is recursive: the height is bounded as well. Only
 * large trees can be high; the stack holds children that wait, with their
 * heights.
 */
static bool low_enough(struct parser *p, const struct expr *x)
{
    struct waiting {
        const struct expr *x;
        unsigned height;
    } * stack, now;
    unsigned n = 0;

    if (p->nodes < HEIGHT_MOST)
        return true;
    stack = arena_array(p->arena, struct waiting, p->nodes + 1);
    stack[n++] = (struct waiting){ x, 1 };
    while (n) {
        now = stack[--n];
        if (now.height > HEIGHT_MOST)
            return err_at(p->e, ERR_LIMIT, 1, now.x->column,
                          "depth: more than %d", HEIGHT_MOST);
        for (unsigned i = 0; i < now.x->count; i++)
            if (now.x->args[i] && n <= p->nodes)
                stack[n++] = (struct waiting){ now.x->args[i], now.height + 1 };
    }
    return true;
}

bool read_expr(struct arena *a, const char *text, size_t n,
               const struct read_options *opt, const struct expr **out,
               struct err *e)
{
    static const struct read_options none;
    struct err failed = { .code = ERR_NONE };
    struct tokens tokens;
    struct parser p = {
        .arena = a, .opt = opt ? opt : &none, .i = 1, .e = &failed
    };
    const struct expr *x;

    parse_trim(&text, &n);
    text = lex_tidy(a, text, &n);
    if (!lex_text(a, text, n, p.opt, &tokens, e))
        return false;
    p.text = text;
    p.t = tokens.items;
    p.count = tokens.count;
    p.lower_i = has_lower_i(&tokens);
    if (p.count == 2)
        return err_at(e, ERR_SYNTAX, 1, 1, "the text is empty");
    x = parse_text(&p);
    if (failed.code || (x && !low_enough(&p, x)))
        x = NULL;
    if (!x && failed.code == ERR_SYNTAX) {
        x = declared_text(&p);
        if (x)
            failed.code = ERR_NONE;
    }
    if (!x) {
        INVARIANT(failed.code != ERR_NONE);
        *e = failed;
        return false;
    }
    *out = x;
    return true;
}

const char *read_one_symbol(struct arena *a, const char *text)
{
    const char *name = str_trim(a, text);
    const struct expr *x;
    struct err e;
    bool latin = name[0] != '\0';

    /* Bare letters are one name: "e" and "ms" as well, since the caller
     * declares them as symbols. */
    for (const char *s = name; *s; s++)
        latin &= is_letter(*s);
    if (latin) {
        const char *greek = lex_greek(name, strlen(name));

        return greek ? greek : name;
    }
    if (!read_expr(a, name, strlen(name), NULL, &x, &e))
        return NULL;
    return x->op == EXPR_SYMBOL ? x->name : NULL;
}

/*
 * Letters between two scripts: C_{10}^{3}, A_5^2, {}_nC_k and ^nC_k count, and
 * {}_2F_1 is a hypergeometric function.
 */

/* ---- scripts behind letters ---- */

/* A number or one of these letters, alone in its script at token k. */
static bool parse_counts(const struct parser *p, unsigned k,
                         const char *letters, long *value)
{
    const struct token *t = &p->t[k], *end;
    bool group = parse_is_open(t, DELIMITER_GROUP);

    *value = parse_small_number(p, t, &end);
    t += group;
    return *value >= 0 || (t->kind == TOKEN_NAME && !t->name[1] &&
                           strchr(letters, t->name[0]) &&
                           (!group || is_close(t + 1, DELIMITER_GROUP)));
}

/* Do C_{10}^{3}, A_5^2 or C_n^k stand at t? *large: the number under the letter
 * is beyond those of constants. A bracket behind it makes it a function. */
static bool counting_scripts(const struct parser *p, const struct token *t,
                             bool *large)
{
    unsigned k = (unsigned)(t - p->t), end;
    long n, m;

    if (t->kind != TOKEN_NAME || t->name[1] || !strchr("CAP", t->name[0]) ||
        t[1].kind != TOKEN_UNDER || parse_is_symbol(p, t->name))
        return false;
    end = parse_script_end(p, k + 2);
    if (!end || p->t[end].kind != TOKEN_CARET ||
        !parse_counts(p, k + 2, t->name[0] == 'C' ? "nmN" : "n", &n) ||
        !parse_counts(p, end + 1, "kmrjp", &m) || (n >= 0 && m > n) ||
        (n >= 0) != (m >= 0))
        return false;
    end = parse_script_end(p, end + 1);
    *large |= n > 2 || n < 0;
    return end && !parse_is_open(&p->t[end], DELIMITER_ROUND);
}

/* C_1^2 and C_2 are constants; where one of them is in the text, so are all
 * others of that letter, and C_2^2 by itself. */
bool parse_counts_next(struct parser *p)
{
    const struct token *at = peek(p);
    bool large = false, all = true;
    signed char *known = &p->counts[at->name[0] == 'C'   ? 0
                                    : at->name[0] == 'A' ? 1
                                                         : 2];

    if (!counting_scripts(p, at, &large))
        return false;
    for (const struct token *t = p->t + 1; !*known && t->kind != TOKEN_END; t++)
        if (t->kind == TOKEN_NAME && t->name[0] == at->name[0] && !t->name[1] &&
            t[1].kind == TOKEN_UNDER)
            all &= counting_scripts(p, t, &large);
    if (!*known)
        *known = all && large ? 1 : -1;
    return *known > 0;
}

const struct expr *parse_counting(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *args[2];

    p->i += 2;
    args[0] = parse_script(p);
    p->i++;
    args[1] = args[0] ? parse_script(p) : NULL;
    return parse_called(p, at, at->name[0] == 'C' ? FN_BINOM : FN_PERM, args,
                        2);
}

/* ---- indices before letters ---- */

static bool parse_is_small(const struct expr *x, long v)
{
    return expr_is_whole(x) && fmpz_equal_si(fmpq_numref(x->number->value), v);
}

static const struct expr *parse_hypergeometric(struct parser *p,
                                               const struct token *at,
                                               const struct expr *a)
{
    static const struct {
        int a, b;
        enum function_id id;
    } known[] = { { 0, 1, FN_HYP0F1 },
                  { 1, 1, FN_HYP1F1 },
                  { 2, 1, FN_HYP2F1 },
                  { 3, 2, FN_HYP3F2 } };
    const struct expr *b;
    struct parse_items items;

    p->i++;
    if (peek(p)->kind != TOKEN_UNDER)
        return parse_unexpected(p, peek(p));
    b = parse_subscript(p);
    if (!b || !parse_is_open(peek(p), DELIMITER_ROUND))
        return b ? parse_unexpected(p, peek(p)) : NULL;
    for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
        if (parse_is_small(a, known[k].a) && parse_is_small(b, known[k].b))
            return parse_arguments(p, 0, &items)
                       ? parse_applied(p, at, known[k].id, &items)
                       : NULL;
    return parse_fail(p, at, "unknown hypergeometric function");
}

const struct expr *parse_subscript(struct parser *p)
{
    if (peek(p)->kind == TOKEN_SUBSCRIPT)
        return parse_run(p);
    p->i++;
    return parse_script(p);
}

const struct expr *parse_choose(struct parser *p, const struct token *at,
                                const struct expr *n)
{
    const struct expr *args[2] = { n, NULL };
    enum function_id id = peek(p)->name[0] == 'C' ? FN_BINOM : FN_PERM;

    p->i++;
    if (peek(p)->kind == TOKEN_NUMBER)
        args[1] = parse_bare_number(p);
    else if (parse_is_open(peek(p), DELIMITER_GROUP))
        args[1] = parse_argument(p, false);
    else if (token_in(peek(p), KIND(SUBSCRIPT) | KIND(UNDER)))
        args[1] = parse_subscript(p);
    else
        return parse_unexpected(p, peek(p));
    return parse_called(p, at, id, args, 2);
}

const struct expr *parse_presub(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *first = parse_subscript(p);

    if (!first)
        return NULL;
    if (peek(p)->kind != TOKEN_NAME || !strchr("CPF", peek(p)->name[0]) ||
        peek(p)->name[1])
        return parse_unexpected(p, at);
    if (peek(p)->name[0] != 'F' &&
        !token_in(parse_ahead(p, 1), KIND(SUBSCRIPT) | KIND(UNDER)))
        return parse_unexpected(p, parse_ahead(p, 1));
    return peek(p)->name[0] == 'F' ? parse_hypergeometric(p, at, first)
                                   : parse_choose(p, at, first);
}
