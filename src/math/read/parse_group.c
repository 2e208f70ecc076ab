/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "math/read/parse_int.h"

#include <string.h>

/*
 * Brackets: groups, tuples, intervals, sets, bars, floors; and the control
 * words that take groups: fractions, roots, binomials.
 */

struct parse_inside parse_inside(struct parser *p, bool separate)
{
    struct parse_inside was = { p->bars, p->separate, p->builder, p->side_ok };

    p->bars = 0;
    p->separate = separate;
    p->builder = false;
    p->side_ok = false;
    return was;
}

void parse_outside(struct parser *p, struct parse_inside was)
{
    p->bars = was.bars;
    p->separate = was.separate;
    p->builder = was.builder;
    p->side_ok = was.side_ok;
}

/* ---- groups { } ---- */

/* The inside of { }, with \over and \choose, up to its end. */
static const struct expr *group_inside(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *x = parse_list(p);
    const struct token *t = peek(p);
    const struct expr *args[2];

    if (!x || (t->kind != TOKEN_OVER && t->kind != TOKEN_CHOOSE))
        return x;
    p->i++;
    args[0] = x;
    args[1] = parse_list(p);
    if (t->kind == TOKEN_OVER)
        return parse_binary(p, at, EXPR_DIV, args[0], args[1]);
    return parse_called(p, at, FN_BINOM, args, 2);
}

/* {n}C{k}, {n}P{k}: of n, k; x is n. */
static bool counts_next(const struct parser *p)
{
    const struct token *t = peek(p);

    return t->kind == TOKEN_NAME && !t->space && t->match == 1 &&
           lex_among(t->name, strlen(t->name), "C P") &&
           parse_is_open(t + 1, DELIMITER_GROUP) && !t[1].comma &&
           !parse_is_symbol(p, t->name);
}

/* \mathbf{e}_r, {x}_1: an index behind a group that holds one letter. */
static bool indexed_letter(const struct token *t)
{
    return t[1].kind == TOKEN_NAME && is_close(t + 2, DELIMITER_GROUP) &&
           (t[3].kind == TOKEN_UNDER || t[3].kind == TOKEN_SUBSCRIPT);
}

/* {1,2} in plain text is a set: TeX's braces are invisible, but nobody types
 * a comma inside of them for nothing. */
static const struct expr *parse_group(struct parser *p, bool set)
{
    const struct token *at = peek(p);
    bool comma = at->comma && !at->plain;
    struct parse_inside was = parse_inside(p, comma && set);
    const struct expr *x;
    struct expr *y;

    p->i++;
    if (set && indexed_letter(at)) {
        parse_outside(p, was);
        p->i += 2;
        return parse_letter(p, at, at[1].name);
    }
    x = group_inside(p);
    parse_outside(p, was);
    if (!x || !parse_close(p, DELIMITER_GROUP))
        return NULL;
    if (set && !comma && !at->plain && counts_next(p))
        return parse_choose(p, at, x);
    if (!set || !comma || x->op != EXPR_LIST)
        return x;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i]->op == EXPR_LIST)
            return parse_fail(p, at, "cannot read lists inside braces");
    y = parse_node(p, at, EXPR_SET, x->args, x->count);
    if (y)
        y->degree = 1; /* LaTeX does not show these braces */
    return y;
}

/* {} means nothing, but may carry an index: {}_2F_1. */
static const struct expr *parse_empty(struct parser *p)
{
    p->i += 2;
    if (peek(p)->kind == TOKEN_UNDER || peek(p)->kind == TOKEN_CARET)
        return parse_presub(p);
    return parse_power(p);
}

const struct expr *parse_argument(struct parser *p, bool one_digit)
{
    struct token *t = peek(p);
    const struct expr *x;

    if (parse_is_open(t, DELIMITER_GROUP))
        return parse_group(p, false);
    if (t->kind == TOKEN_NUMBER && one_digit && !is_digit(p->text[t->at]))
        return parse_unexpected(p, t); /* the point of \frac0.{1}{2} */
    if (t->kind == TOKEN_NUMBER && one_digit && t->len > 1) {
        x = parse_integer(p, t, p->text[t->at] - '0');
        t->at++;
        t->len--;
        t->column++;
        t->space = false;
        return x;
    }
    if (t->kind == TOKEN_NUMBER && one_digit) {
        p->i++;
        return parse_integer(p, t, p->text[t->at] - '0');
    }
    if (!parse_enter(p))
        return NULL;
    x = parse_primary(p);
    p->depth--;
    return x;
}

/* A run of digits behind ^ is one number: x^10 is not x^1 0. A letter stands
 * for itself there: the index in x^a_1 belongs to x. */
const struct expr *parse_script(struct parser *p)
{
    const struct token *t = peek(p);
    bool side_ok = p->side_ok;
    const struct expr *x;

    if (t->kind == TOKEN_MINUS || t->kind == TOKEN_PLUS) {
        p->i++;
        if (peek(p)->kind == TOKEN_MINUS || peek(p)->kind == TOKEN_PLUS)
            return parse_unexpected(p, peek(p));
        x = parse_script(p);
        return t->kind == TOKEN_MINUS ? parse_unary(p, t, EXPR_NEG, x) : x;
    }
    if (!parse_enter(p))
        return NULL;
    p->side_ok = false;
    if (parse_is_open(t, DELIMITER_GROUP))
        x = parse_group(p, false);
    else if (t->kind == TOKEN_NUMBER)
        x = parse_bare_number(p);
    else if (t->kind == TOKEN_NAME)
        x = parse_bare_name(p);
    else
        x = parse_primary(p);
    p->side_ok = side_ok;
    p->depth--;
    return x;
}

/* ---- tuples, intervals, sets ---- */

static bool infinite(const struct expr *x)
{
    if (x->op == EXPR_NEG)
        x = x->args[0];
    return expr_is_constant(x, CONSTANT_INFINITY);
}

/* Items up to the closing bracket; a trailing comma is no item. */
static bool inside_items(struct parser *p, struct parse_items *items)
{
    items_init(items);
    while (peek(p)->kind != TOKEN_CLOSE) {
        const struct expr *x = parse_statement(p);

        if (!x)
            return false;
        items_add(p, items, x);
        if (items->n > LIMIT_ITEMS)
            return parse_too_many(p) != NULL;
        if (!token_in(peek(p), KIND(COMMA) | KIND(SEMICOLON)))
            break;
        p->i++;
        if (peek(p)->kind == TOKEN_CLOSE)
            return parse_fail(p, peek(p), "an item is missing") != NULL;
    }
    return true;
}

static const struct expr *make_interval(struct parser *p,
                                        const struct token *at,
                                        const struct parse_items *items,
                                        bool open_from, bool open_to)
{
    struct expr *x = parse_node(p, at, EXPR_INTERVAL, items->v, 2);

    if (x) {
        x->open_from = open_from;
        x->open_to = open_to;
    }
    return x;
}

/* [[1,2],[3,4]] is a matrix, as programs print it. */
static bool equal_rows(const struct parse_items *items)
{
    for (unsigned i = 0; i < items->n; i++) {
        const struct expr *row = items->v[i];

        if (row->count != items->v[0]->count ||
            (row->op != EXPR_TUPLE &&
             (row->op != EXPR_INTERVAL || row->open_from || row->open_to)))
            return false;
    }
    return true;
}

static const struct expr *make_matrix(struct parser *p, const struct token *at,
                                      const struct parse_items *rows)
{
    struct parse_items items;
    struct expr *x;

    items_init(&items);
    for (unsigned i = 0; i < rows->n; i++)
        for (unsigned k = 0; k < rows->v[i]->count; k++)
            items_add(p, &items, rows->v[i]->args[k]);
    x = parse_node(p, at, EXPR_MATRIX, items.v, items.n);
    if (x)
        x->rows = rows->n;
    return x;
}

/* Round and square brackets, closed by either. */
static const struct expr *make_tuple(struct parser *p, const struct token *at,
                                     const struct token *end,
                                     struct parse_items *items)
{
    bool round = at->sub == DELIMITER_ROUND && end->sub == DELIMITER_ROUND;
    /* ]0,1[ */
    bool outward = p->text[at->at + at->len - 1] == ']';
    bool back = p->text[end->at + end->len - 1] == '[';

    if (items->n == 2 && expr_is_value(items->v[0]) &&
        expr_is_value(items->v[1]) && items->v[0]->op != EXPR_MATRIX &&
        (!round || infinite(items->v[0]) || infinite(items->v[1])))
        return make_interval(p, at, items,
                             at->sub == DELIMITER_ROUND || outward,
                             end->sub == DELIMITER_ROUND || back);
    if (at->sub != end->sub || outward || back)
        return parse_fail(p, end, "the brackets do not match");
    if (items->n == 1)
        return items->v[0];
    if (at->sub == DELIMITER_SQUARE &&
        parse_is_open(at + 1, DELIMITER_SQUARE) && equal_rows(items))
        return make_matrix(p, at, items);
    return parse_node(p, at, EXPR_TUPLE, items->v, items->n);
}

static const struct expr *parse_round(struct parser *p)
{
    const struct token *at = peek(p);
    struct parse_inside was = parse_inside(p, true);
    struct parse_items items;
    const struct token *end;
    const struct expr *x;
    bool good;

    /* (x = 1 or x = 2), (1 and 2) */
    p->i++;
    if (!at->comma) {
        p->separate = true;
        x = parse_list(p);
        items_init(&items);
        if (x)
            items_add(p, &items, x);
        good = x != NULL;
    } else {
        good = inside_items(p, &items);
    }
    parse_outside(p, was);
    if (!good)
        return NULL;
    end = peek(p);
    if (end->kind != TOKEN_CLOSE || items.n == 0 ||
        (end->sub != DELIMITER_ROUND && end->sub != DELIMITER_SQUARE))
        return parse_unexpected(p, end);
    p->i++;
    return make_tuple(p, at, end, &items);
}

static const struct expr *parse_angle(struct parser *p)
{
    const struct token *at = peek(p);
    struct parse_inside was = parse_inside(p, true);
    struct parse_items items;
    bool good;

    p->i++;
    good = inside_items(p, &items);
    parse_outside(p, was);
    if (!good || !parse_close(p, DELIMITER_ANGLE))
        return NULL;
    if (!items.n)
        return parse_unexpected(p, at);
    if (items.n == 1)
        return items.v[0];
    return parse_node(p, at, EXPR_TUPLE, items.v, items.n);
}

/* { element | condition }, behind the element. */
static const struct expr *parse_condition(struct parser *p,
                                          const struct token *at,
                                          const struct expr *element)
{
    const struct expr *condition;

    p->i++;
    p->builder = false;
    condition = parse_list(p);
    return parse_binary(p, at, EXPR_BUILDER, element, condition);
}

static const struct expr *parse_brace(struct parser *p)
{
    const struct token *at = peek(p);
    struct parse_inside was = parse_inside(p, true);
    struct parse_items items;
    const struct expr *x = NULL;

    p->i++;
    p->builder = at->odd_bars;
    for (unsigned i = p->i; at->match && i < at->match && !p->builder; i++) {
        if (p->t[i].kind == TOKEN_OPEN && p->t[i].match > i)
            i = p->t[i].match;
        else
            p->builder = p->t[i].kind == TOKEN_COLON;
    }
    if (inside_items(p, &items)) {
        if (items.n == 0)
            x = parse_leaf(p, at, EXPR_DOMAIN, "empty");
        else if (p->builder && token_in(peek(p), KIND(BAR) | KIND(COLON)))
            x = parse_condition(p, at, items_node(p, &items, EXPR_TUPLE));
        else
            x = parse_node(p, at, EXPR_SET, items.v, items.n);
    }
    parse_outside(p, was);
    return x && parse_close(p, DELIMITER_BRACE) ? x : NULL;
}

/* ---- bars ---- */

static const struct expr *parse_group_absolute(struct parser *p,
                                               const struct token *at,
                                               const struct expr *x)
{
    if (x && x->op == EXPR_MATRIX)
        return parse_called(p, at, FN_DET, &x, 1);
    return parse_called(p, at, FN_ABS, &x, 1);
}

/* | ... | without sides: the next | where a value has ended closes. ||x|| is
 * nested: it means the same for numbers. */
const struct expr *parse_bars(struct parser *p)
{
    const struct token *at = peek(p);
    unsigned kind = at->kind;
    unsigned bars = p->bars;
    bool separate = p->separate, builder = p->builder;
    const struct expr *x;

    if (!parse_enter(p))
        return NULL;
    p->i++;
    p->bars = 1;
    p->separate = false;
    p->builder = false;
    x = parse_sum(p);
    p->bars = bars;
    p->separate = separate;
    p->builder = builder;
    p->depth--;
    if (!x)
        return NULL;
    if (peek(p)->kind != kind)
        return parse_unexpected(p, peek(p));
    p->i++;
    if (kind == TOKEN_BARS)
        return parse_called(p, at, FN_NORM, &x, 1);
    return parse_group_absolute(p, at, x);
}

/* Brackets with a meaning and two sides: floors, ceilings, \left| \right|. */
static const struct expr *parse_sided(struct parser *p)
{
    const struct token *at = peek(p);
    struct parse_inside was = parse_inside(p, false);
    const struct expr *x;

    p->i++;
    x = parse_list(p);
    parse_outside(p, was);
    if (!x || !parse_close(p, at->sub))
        return NULL;
    switch (at->sub) {
    case DELIMITER_FLOOR: return parse_called(p, at, FN_FLOOR, &x, 1);
    case DELIMITER_CEIL: return parse_called(p, at, FN_CEIL, &x, 1);
    case DELIMITER_BARS: return parse_called(p, at, FN_NORM, &x, 1);
    default: return parse_group_absolute(p, at, x);
    }
}

/* ---- values at the ends ---- */

#define EVALUATED_MOST 300 /* nodes of F */

/* The variable that [F]_0^1 is about: the only name in F, or x of several. */
static const char *evaluated_by(struct parser *p, const struct expr *x)
{
    const char *const *names;
    size_t n = expr_symbols(p->arena, x, &names);

    for (size_t i = 0; i < n; i++)
        if (n == 1 || strcmp(names[i], "x") == 0)
            return names[i];
    return NULL;
}

/* F at an end, which may say x = 1. */
static const struct expr *parse_group_at_end(struct parser *p,
                                             const struct expr *x,
                                             const struct expr *end)
{
    const char *name = evaluated_by(p, x);

    if (end->op == EXPR_RELATION && end->count == 2 &&
        end->args[0]->op == EXPR_SYMBOL) {
        name = end->args[0]->name;
        end = end->args[1];
    }
    return name ? expr_replace(p->arena, x, name, end) : x;
}

/* Do both ends follow, _0^1 or ^1_0? */
static bool ends_follow(const struct parser *p)
{
    const struct token *t = peek(p);
    unsigned end;

    if (t->kind != TOKEN_UNDER && t->kind != TOKEN_CARET)
        return false;
    end = parse_script_end(p, p->i + 1);
    return end && p->t[end].kind ==
                      (t->kind == TOKEN_UNDER ? TOKEN_CARET : TOKEN_UNDER);
}

/* [F]_0^1: F(1) - F(0). */
static const struct expr *parse_evaluated(struct parser *p,
                                          const struct token *at,
                                          const struct expr *x)
{
    const struct expr *end[2] = { NULL, NULL };

    if (!x || !expr_is_value(x) || !ends_follow(p))
        return x;
    /* F stands twice in the result: nested ones would double each time. */
    if (expr_size(x) > EVALUATED_MOST)
        return parse_fail(p, at, "the formula in [...]_a^b is too long");
    for (int i = 0; i < 2; i++) {
        bool upper = peek(p)->kind == TOKEN_CARET;

        p->i++;
        end[upper] = parse_script(p);
        if (!end[upper])
            return NULL;
    }
    x = parse_binary(
        p, at, EXPR_ADD, parse_group_at_end(p, x, end[1]),
        parse_unary(p, at, EXPR_NEG, parse_group_at_end(p, x, end[0])));
    return x;
}

/* \left. ... \right.: brackets that nobody sees; \left. F \right|_0^1. */
static const struct expr *parse_unseen(struct parser *p)
{
    const struct token *at = peek(p), *end;
    struct parse_inside was = parse_inside(p, false);
    const struct expr *x;

    p->i++;
    x = parse_list(p);
    parse_outside(p, was);
    end = peek(p);
    if (!x || (!is_close(end, DELIMITER_NONE) && !is_close(end, DELIMITER_BAR)))
        return x ? parse_unexpected(p, at) : NULL;
    p->i++;
    if (end->sub == DELIMITER_BAR && !ends_follow(p))
        return parse_unexpected(p, at);
    return parse_evaluated(p, at, x);
}

const struct expr *parse_bracket(struct parser *p)
{
    const struct token *t = peek(p);

    if (parse_base_follows(p)) {
        p->i += 3;
        return parse_based(p, t + 1);
    }
    switch (t->sub) {
    case DELIMITER_ROUND: return parse_round(p);
    case DELIMITER_SQUARE: return parse_evaluated(p, t, parse_round(p));
    case DELIMITER_GROUP:
        return is_close(t + 1, DELIMITER_GROUP) ? parse_empty(p)
                                                : parse_group(p, true);
    case DELIMITER_BRACE: return parse_brace(p);
    case DELIMITER_ANGLE: return parse_angle(p);
    case DELIMITER_NONE: return parse_unseen(p);
    default: return parse_sided(p);
    }
}

/* ---- fractions, roots, binomials ---- */

const struct expr *parse_fraction(struct parser *p)
{
    const struct token *at = peek(p);
    bool separate = p->separate;
    const struct expr *a, *b;

    p->i++;
    p->separate = false;
    a = parse_argument(p, true);
    b = a ? parse_argument(p, true) : NULL;
    p->separate = separate;
    return parse_binary(p, at, EXPR_DIV, a, b);
}

const struct expr *parse_binomial(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *args[2];

    p->i++;
    args[0] = parse_argument(p, true);
    args[1] = args[0] ? parse_argument(p, true) : NULL;
    return parse_called(p, at, FN_BINOM, args, 2);
}

const struct expr *parse_root(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *args[2] = { NULL, NULL };
    bool plain;

    p->i++;
    plain = peek(p)->kind == TOKEN_OPEN;
    if (at->kind == TOKEN_CBRT) {
        args[0] = parse_integer(p, at, 3);
    } else if (parse_is_open(peek(p), DELIMITER_SQUARE) && !at->plain &&
               p->text[at->at] == '\\') {
        struct parse_inside was = parse_inside(p, true);

        p->i++;
        args[0] = parse_list(p);
        parse_outside(p, was);
        if (!args[0] || !parse_close(p, DELIMITER_SQUARE))
            return NULL;
    }
    args[1] = parse_argument(p, false);
    /* sqrt x^2 in plain text would be a guess; \sqrt x^2 is (sqrt x)^2. */
    if (args[1] && at->plain && !plain && peek(p)->kind == TOKEN_CARET)
        return parse_fail(p, peek(p), "a power after a root needs brackets");
    return args[0] ? parse_called(p, at, FN_ROOT, args, 2)
                   : parse_called(p, at, FN_SQRT, args + 1, 1);
}

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

static bool condition_word(const struct parser *p, const struct token *t)
{
    return parse_says(p, t, "if for when If where");
}

static bool otherwise_word(const struct parser *p, const struct token *t)
{
    return parse_says(p, t, "otherwise else Otherwise");
}

static bool row_ends(const struct parser *p)
{
    return token_in(peek(p), KIND(ROW) | KIND(FINISH));
}

static void skip_commas(struct parser *p)
{
    while (token_in(peek(p), KIND(COMMA) | KIND(AMP) | KIND(SEMICOLON)) ||
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

/*
 * Decimals that repeat: 0.1\overline{6}, 0.\dot{1}2\dot{3}, 0.1(6), and
 * 0.1666..., where what stands before the dots has to show the period.
 */

/* Digits under way: the number so far, "12.3", and what repeats. */
struct repeat {
    const char *whole;
    size_t whole_n; /* digits before the point ... */
    size_t before;  /* ... and behind it, that do not repeat */
    const char *period;
    size_t period_n;
};

static void parse_group_power_of_ten(fmpz_t x, ulong n)
{
    fmpz_set_ui(x, 10);
    fmpz_pow_ui(x, x, n);
}

/* (digits + period / 99...9) / 10^before */
static void parse_group_set_value(fmpq_t value, const char *digits,
                                  const struct repeat *r)
{
    fmpq_t tail;

    fmpq_init(tail);
    (void)parse_digits(fmpq_numref(value), digits, r->whole_n + r->before, 10);
    (void)parse_digits(fmpq_numref(tail), r->period, r->period_n, 10);
    parse_group_power_of_ten(fmpq_denref(tail), r->period_n);
    fmpz_sub_ui(fmpq_denref(tail), fmpq_denref(tail), 1);
    fmpq_canonicalise(tail);
    fmpq_add(value, value, tail);
    parse_group_power_of_ten(fmpq_numref(tail), r->before);
    fmpz_one(fmpq_denref(tail));
    fmpq_div(value, value, tail);
    fmpq_clear(tail);
}

static const struct expr *repeating(struct parser *p, const struct token *at,
                                    const struct repeat *r)
{
    struct expr_number number = { .base = 10,
                                  .decimal = true,
                                  .repeating = true };
    size_t n = r->whole_n + r->before;
    char *digits = arena_text(p->arena, n);
    const struct expr *x;

    memcpy(digits, r->whole, r->whole_n);
    memcpy(digits + r->whole_n, r->whole + r->whole_n + 1, r->before);
    fmpq_init(number.value);
    parse_group_set_value(number.value, digits, r);
    number.digits = (int)(n + r->period_n);
    x = parse_number_node(p, at, &number);
    fmpq_clear(number.value);
    return x;
}

/* Find the places of the point in "12.3". Returns false if there are other
 * signs. */
static bool parse_group_split(const char *s, struct repeat *r)
{
    size_t n = strcspn(s, ".");

    *r = (struct repeat){ .whole = s, .whole_n = n };
    if (s[n] != '.')
        return false;
    while (is_digit(s[n + 1 + r->before]))
        r->before++;
    return s[n + 1 + r->before] == '\0';
}

/* ---- bars and dots over digits ---- */

/* Returns the digits that token t, or the group that it opens, holds, or NULL
 * if it holds something else. *end is the token behind. */
static const struct token *digits_token(const struct parser *p,
                                        const struct token *t,
                                        const struct token **end)
{
    bool group = parse_is_open(t, DELIMITER_GROUP);

    t += group;
    if (t->kind != TOKEN_NUMBER || (group && !is_close(t + 1, DELIMITER_GROUP)))
        return NULL;
    for (size_t i = 0; i < t->len; i++)
        if (!is_digit(p->text[t->at + i]))
            return NULL;
    *end = t + (group ? 2 : 1);
    return t;
}

static bool is_dot(const struct token *t)
{
    return t->kind == TOKEN_ACCENT && strcmp(t->name, "dot") == 0;
}

const struct expr *parse_repeating(struct parser *p, const struct token *at,
                                   const char *digits)
{
    struct repeat r;
    const struct token *end, *t = digits_token(p, peek(p) + 1, &end);
    const struct token *more[2] = { NULL, NULL };
    char *period;

    if (!parse_group_split(digits, &r) || !t)
        return parse_fail(p, at, "cannot read a repeating decimal");
    /* \dot{1}\dot{2}, \dot{1}42\dot{7}: the first digit and the last one. */
    if (is_dot(peek(p))) {
        const struct token *next = end, *far;

        if (!is_dot(next))
            more[0] = digits_token(p, next, &next);
        if (is_dot(next))
            more[1] = digits_token(p, next + 1, &far);
        if (more[1])
            end = far;
        else
            more[0] = NULL;
    }
    r.period_n = t->len;
    for (int i = 0; i < 2; i++)
        r.period_n += more[i] ? more[i]->len : 0;
    if (r.whole_n + r.before + r.period_n > LIMIT_NUMBER_CHARS)
        return parse_fail(p, at, "cannot read a repeating decimal");
    period = arena_text(p->arena, r.period_n);
    memcpy(period, p->text + t->at, t->len);
    r.period_n = t->len;
    for (int i = 0; i < 2; i++) {
        if (!more[i])
            continue;
        memcpy(period + r.period_n, p->text + more[i]->at, more[i]->len);
        r.period_n += more[i]->len;
    }
    r.period = period;
    p->i = (unsigned)(end - p->t);
    return repeating(p, at, &r);
}

/* ---- brackets ---- */

static bool value_stands_alone(const struct token *before,
                               const struct token *behind)
{
    uint64_t either =
        KIND(END) | KIND(RELATION) | KIND(COMMA) | KIND(OR) | KIND(AND);

    return token_in(before, either | KIND(MINUS) | KIND(OPEN)) &&
           token_in(behind, either | KIND(CLOSE) | KIND(PERCENT));
}

/* 0.1(6), where it is all there is: 0.5(3)x is a product. */
bool parse_repeat_bracket(const struct parser *p, const struct token *at)
{
    const struct token *t = peek(p);

    return parse_is_open(t, DELIMITER_ROUND) && !t->space && t[1].len > 0 &&
           t[1].kind == TOKEN_NUMBER && is_close(t + 2, DELIMITER_ROUND) &&
           p->text[t->at] == '(' && !t[1].space && !t[2].space &&
           value_stands_alone(at - 1, t + 3);
}

const struct expr *parse_repeat_digits(struct parser *p, const struct token *at,
                                       const char *digits)
{
    struct repeat r;
    const struct token *end, *t = digits_token(p, peek(p) + 1, &end);

    if (!parse_group_split(digits, &r) || !t ||
        r.whole_n + r.before + t->len > LIMIT_NUMBER_CHARS)
        return parse_fail(p, at, "cannot read a repeating decimal");
    r.period = p->text + t->at;
    r.period_n = t->len;
    p->i += 3;
    return repeating(p, at, &r);
}

/* ---- dots behind digits ---- */

#define PERIOD_MOST 64

/* How often the last n digits of s[0..len) stand there in a row. */
static size_t times_in_a_row(const char *s, size_t len, size_t n)
{
    size_t times = 1;

    while ((times + 1) * n <= len &&
           memcmp(s + len - n, s + len - (times + 1) * n, n) == 0)
        times++;
    return times;
}

/*
 * 0.1666..., 0.3636...: the shortest period that the digits show three times,
 * or twice when it is all that stands behind the point. 2.718281828... shows
 * 1828 twice and does not repeat.
 */
const struct expr *parse_repeat_dots(struct parser *p, const struct token *at,
                                     const char *digits)
{
    struct repeat r;
    const char *fraction;

    if (!parse_group_split(digits, &r))
        return parse_fail(p, peek(p),
                          "a decimal continues without a clear pattern");
    fraction = r.whole + r.whole_n + 1;
    for (size_t n = 1; n <= PERIOD_MOST && 2 * n <= r.before; n++) {
        size_t times = times_in_a_row(fraction, r.before, n);

        if (times < 3 && (n == 1 || times < 2 || times * n != r.before))
            continue;
        r.period = fraction + r.before - n;
        r.period_n = n;
        r.before -= times * n;
        p->i++;
        return repeating(p, at, &r);
    }
    return parse_fail(p, peek(p),
                      "a decimal continues without a clear pattern");
}
