/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_int.h"

#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "text/date.h"

#include <stdio.h>
#include <string.h>

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
    if (is_open(at, DELIMITER_GROUP) && &p->t[at->match] == peek(p) - 1 &&
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
    bool round =
        is_open(peek(p), DELIMITER_ROUND) && ahead(p, 1)->kind == TOKEN_MOD;
    const struct expr *m;

    if (peek(p)->kind == TOKEN_PMOD) {
        p->i++;
        if (is_open(peek(p), DELIMITER_GROUP) ||
            is_open(peek(p), DELIMITER_ROUND)) {
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
           (is_open(peek(p), DELIMITER_ROUND) &&
            ahead(p, 1)->kind == TOKEN_MOD);
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

static bool is_statement(const struct expr *x)
{
    return x->op == EXPR_RELATION || x->op == EXPR_CONGRUENT ||
           x->op == EXPR_AND || x->op == EXPR_OR;
}

static bool list_follows(struct parser *p)
{
    const struct token *t = peek(p);

    return t->kind == TOKEN_COMMA || t->kind == TOKEN_AND ||
           t->kind == TOKEN_OR || parse_condition_next(p);
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
static bool all_symbols(const struct parse_items *first,
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
static const struct expr *parse_joined(struct parser *p)
{
    struct parse_items items, ands;
    const struct expr *x = parse_statement(p);
    bool statements, any_or = false, any_and = false;

    if (!x || !list_follows(p))
        return x;
    statements = is_statement(x);
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
        statements &= is_statement(x);
        any_and |= kind == TOKEN_AND;
        if (kind == TOKEN_OR) {
            any_or = true;
            items_add(p, &items, NULL); /* a mark; see below */
        }
        items_add(p, &items, x);
    }
    statements |= all_symbols(&ands, &items, any_and != any_or);
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
    const struct expr *x = parse_joined(p);

    if (!x || (peek(p)->kind != TOKEN_SEMICOLON && peek(p)->kind != TOKEN_ROW))
        return x;
    items_init(&items);
    items_add(p, &items, x);
    while (peek(p)->kind == TOKEN_SEMICOLON || peek(p)->kind == TOKEN_ROW) {
        p->i++;
        if (peek(p)->kind == TOKEN_END)
            break;
        x = parse_joined(p);
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
static void trim(const char **text, size_t *n)
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
    bool group = is_open(t, DELIMITER_GROUP);

    t += group;
    if (!is_open(t, DELIMITER_ROUND) || t[1].kind != TOKEN_NAME ||
        t[1].name[1] || !is_upper(t[1].name[0]) ||
        !is_close(t + 2, DELIMITER_ROUND))
        return NULL;
    t += group ? 4 : 3;
    return t->space && (t->kind == TOKEN_NUMBER || t->kind == TOKEN_NAME ||
                        t->kind == TOKEN_FRAC || t->kind == TOKEN_SQRT)
               ? t
               : NULL;
}

/* "= 5" and "\\approx 5" mean 5, "all x > 2" means x > 2. */
static void skip_sign(struct parser *p)
{
    struct token *t = peek(p);
    bool group = is_open(t, DELIMITER_GROUP);
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
    struct expr *x;

    if (p->t[1].kind == TOKEN_FRAC ||
        (p->t[1].kind == TOKEN_NUMBER && p->t[2].kind == TOKEN_END))
        return NULL;
    if (text)
        t = span_cut(t, 6, t.n - 1);
    if (t.n > 60 || !date_read(t, &unused))
        return NULL;
    x = parse_node(p, &p->t[1], EXPR_TEXT, NULL, 0);
    if (x)
        x->name = str_trim(p->arena, arena_strndup(p->arena, t.s, t.n));
    return x;
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
    skip_sign(p);
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

    trim(&text, &n);
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

const char *read_symbol(struct arena *a, const char *text)
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
