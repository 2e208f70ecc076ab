/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/import/import_int.h"

#include <string.h>

/*
 * Expressions as people note them: "2*(3+4)", "$5 x 3", "25% of 80". What is
 * no number, operator or bracket is a unit and is passed over: whether it was
 * read right is seen from its value.
 */

#define DEPTH 40

enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,
    TOKEN_SLOT, /* N_03, number3 */
    TOKEN_SIGN, /* + - * / ^ ( ) % */
    TOKEN_BAD,
};

struct reader {
    struct terms *t;
    const char *s;
    size_t n, at;
    int depth;
    /* the token that comes next */
    enum token_kind kind;
    char sign;
    struct ratio value;
    size_t slot;
};

static size_t add_term(struct reader *r, enum graph_op op, size_t a, size_t b)
{
    struct term *x;

    if (r->t->n == TERMS) {
        r->kind = TOKEN_BAD;
        return 0;
    }
    x = &r->t->term[r->t->n];
    *x = (struct term){ .op = op, .a = a, .b = b };
    return r->t->n++;
}

static size_t add_number(struct reader *r, struct ratio v)
{
    size_t i = add_term(r, GRAPH_CONST, 0, 0);

    if (r->kind != TOKEN_BAD)
        r->t->term[i].value = v;
    return i;
}

/* ---- tokens ---- */

static void token_number(struct reader *r)
{
    size_t from = r->at;

    while (r->at < r->n && (is_digit(r->s[r->at]) || r->s[r->at] == '.' ||
                            (r->s[r->at] == ',' && r->at + 1 < r->n &&
                             is_digit(r->s[r->at + 1]))))
        r->at++;
    r->kind = TOKEN_NUMBER;
    if (r->s[r->at - 1] == '.') { /* "5." */
        if (!ratio_read(&r->value, r->s + from, r->at - 1 - from))
            r->kind = TOKEN_BAD;
    } else if (!ratio_read(&r->value, r->s + from, r->at - from)) {
        r->kind = TOKEN_BAD;
    }
}

/* A word: "x" and "of" multiply, N_03 is a slot, others are units. */
static bool token_word(struct reader *r)
{
    size_t from = r->at, digits, n;
    const char *w = r->s + from;

    while (r->at < r->n && is_letter(r->s[r->at]))
        r->at++;
    n = r->at - from;
    digits = r->at + (r->at < r->n && r->s[r->at] == '_');
    if (((n == 1 && w[0] == 'N') || (n == 6 && strncmp(w, "number", 6) == 0)) &&
        digits < r->n && is_digit(r->s[digits])) {
        r->slot = 0;
        for (; digits < r->n && is_digit(r->s[digits]) && r->slot < 1000;
             digits++)
            r->slot = r->slot * 10 + (size_t)(r->s[digits] - '0');
        r->at = digits;
        r->kind = TOKEN_SLOT;
        return true;
    }
    if ((n == 1 && to_lower(w[0]) == 'x') ||
        (n == 2 && strncmp(w, "of", 2) == 0)) {
        r->kind = TOKEN_SIGN;
        r->sign = '*';
        return true;
    }
    return false;
}

/* Signs beyond ASCII: their length, and what they stand for. */
static size_t wide_sign(const char *s, size_t n, char *sign)
{
    static const struct {
        const char *bytes;
        char sign;
    } wide[] = { { "\xc3\x97", '*' },     { "\xc3\xb7", '/' },
                 { "\xe2\x88\x92", '-' }, { "\xe2\x80\x93", '-' },
                 { "\xc2\xb7", '*' },     { "\xc2\xa0", ' ' },
                 { "\xe2\x82\xac", ' ' }, { "\xc2\xa3", ' ' } };

    for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
        if (n >= strlen(wide[i].bytes) &&
            strncmp(s, wide[i].bytes, strlen(wide[i].bytes)) == 0) {
            *sign = wide[i].sign;
            return strlen(wide[i].bytes);
        }
    return 0;
}

static void token_sign(struct reader *r)
{
    char c = r->s[r->at++];

    r->kind = TOKEN_SIGN;
    r->sign = c == '[' || c == '{' ? '(' : c == ']' || c == '}' ? ')' : c;
    if (c == '*' && r->at < r->n && r->s[r->at] == '*') {
        r->at++;
        r->sign = '^';
    }
    if (!strchr("+-*/^()%", r->sign))
        r->kind = TOKEN_BAD;
}

static void advance(struct reader *r)
{
    if (r->kind == TOKEN_BAD)
        return;
    while (r->at < r->n) {
        char c = r->s[r->at], sign = 0;
        size_t wide = wide_sign(r->s + r->at, r->n - r->at, &sign);

        if (wide) {
            r->at += wide;
            if (sign == ' ')
                continue;
            r->kind = TOKEN_SIGN;
            r->sign = sign;
            return;
        }
        if (is_digit(c) || c == '.') {
            token_number(r);
            return;
        }
        if (is_letter(c)) {
            if (token_word(r))
                return;
        } else if (is_space(c) || c == '$' || c == ',') {
            r->at++;
        } else {
            token_sign(r);
            return;
        }
    }
    r->kind = TOKEN_END;
}

static bool is_sign(const struct reader *r, char c)
{
    return r->kind == TOKEN_SIGN && r->sign == c;
}

/* ---- grammar ---- */

static size_t read_sum(struct reader *r);

static size_t read_primary(struct reader *r)
{
    size_t x = 0;

    if (r->kind == TOKEN_NUMBER) {
        x = add_number(r, r->value);
        advance(r);
    } else if (r->kind == TOKEN_SLOT) {
        x = add_term(r, GRAPH_SLOT, r->slot, 0);
        advance(r);
    } else if (is_sign(r, '(')) {
        advance(r);
        x = read_sum(r);
        if (!is_sign(r, ')'))
            r->kind = TOKEN_BAD;
        advance(r);
    } else {
        r->kind = TOKEN_BAD;
    }
    return x;
}

static size_t read_power(struct reader *r)
{
    size_t x = read_primary(r), y = x;

    if (is_sign(r, '%')) {
        y = add_number(r, RATIO(100));
        x = add_term(r, GRAPH_DIV, x, y);
        advance(r);
    }
    if (!is_sign(r, '^'))
        return x;
    advance(r);
    if (r->kind != TOKEN_NUMBER || r->value.q != 1 || r->value.p < 1 ||
        r->value.p > 8) {
        r->kind = TOKEN_BAD;
        return x;
    }
    y = x;
    for (int64_t i = 1, times = r->value.p; i < times; i++)
        y = add_term(r, GRAPH_MUL, y, x);
    advance(r);
    return y;
}

static size_t read_signed(struct reader *r)
{
    size_t x;

    if (++r->depth > DEPTH)
        r->kind = TOKEN_BAD;
    if (is_sign(r, '+')) {
        advance(r);
        x = read_signed(r);
    } else if (is_sign(r, '-')) {
        size_t zero;

        advance(r);
        zero = add_number(r, RATIO(0));
        x = read_signed(r);
        x = add_term(r, GRAPH_SUB, zero, x);
    } else {
        x = read_power(r);
    }
    r->depth--;
    return x;
}

/* "2(3+4)" multiplies, "2 1/2" adds. */
static size_t read_product(struct reader *r)
{
    size_t x = read_signed(r), y;

    for (;;) {
        enum graph_op op = GRAPH_MUL;

        if (is_sign(r, '*') || is_sign(r, '/')) {
            op = r->sign == '*' ? GRAPH_MUL : GRAPH_DIV;
            advance(r);
        } else if (r->kind == TOKEN_NUMBER && r->t->term[x].op == GRAPH_CONST) {
            y = read_product(r); /* the fraction of a mixed number */
            return add_term(
                r, r->t->term[y].op == GRAPH_DIV ? GRAPH_ADD : GRAPH_OPS, x, y);
        } else if (!is_sign(r, '(') && r->kind != TOKEN_NUMBER) {
            return x;
        }
        y = read_signed(r);
        x = add_term(r, op, x, y);
    }
}

static size_t read_sum(struct reader *r)
{
    size_t x = read_product(r), y;

    while (is_sign(r, '+') || is_sign(r, '-')) {
        enum graph_op op = r->sign == '+' ? GRAPH_ADD : GRAPH_SUB;

        advance(r);
        y = read_product(r);
        x = add_term(r, op, x, y);
    }
    return x;
}

bool import_term_read(struct terms *t, const char *text, size_t n, size_t *root)
{
    struct reader r = { .t = t, .s = text, .n = n };
    size_t kept = t->n;

    advance(&r);
    *root = read_sum(&r);
    for (size_t i = kept; i < t->n; i++)
        if (t->term[i].op == GRAPH_OPS)
            r.kind = TOKEN_BAD;
    if (r.kind == TOKEN_END)
        return true;
    t->n = kept;
    return false;
}

/* ---- operators first ---- */

static size_t read_prefix(struct reader *r)
{
    enum graph_op op;
    size_t x, y;

    if (++r->depth > DEPTH)
        r->kind = TOKEN_BAD;
    if (r->kind != TOKEN_SIGN || !strchr("+-*/", r->sign)) {
        x = read_primary(r);
    } else {
        op = r->sign == '+'   ? GRAPH_ADD
             : r->sign == '-' ? GRAPH_SUB
             : r->sign == '*' ? GRAPH_MUL
                              : GRAPH_DIV;
        advance(r);
        x = read_prefix(r);
        y = read_prefix(r);
        x = add_term(r, op, x, y);
    }
    r->depth--;
    return x;
}

bool import_term_prefix(struct terms *t, const char *text, size_t n,
                        size_t *root)
{
    struct reader r = { .t = t, .s = text, .n = n };
    size_t kept = t->n;

    advance(&r);
    *root = read_prefix(&r);
    if (r.kind == TOKEN_END)
        return true;
    t->n = kept;
    return false;
}

/* ---- value ---- */

static bool step(const struct term *x, const struct ratio *v, struct ratio *out)
{
    switch (x->op) {
    case GRAPH_CONST: *out = x->value; return true;
    case GRAPH_ADD: return ratio_add(out, v[x->a], v[x->b]);
    case GRAPH_SUB: return ratio_sub(out, v[x->a], v[x->b]);
    case GRAPH_MUL: return ratio_mul(out, v[x->a], v[x->b]);
    case GRAPH_DIV: return ratio_div(out, v[x->a], v[x->b]);
    default: return false;
    }
}

/* Terms before `root` that do not belong to it may have none. */
bool import_term_value(const struct terms *t, size_t root, struct ratio *out)
{
    struct ratio v[TERMS];
    bool has[TERMS];

    for (size_t i = 0; i <= root; i++) {
        const struct term *x = &t->term[i];

        has[i] = x->op < GRAPH_ADD || (has[x->a] && has[x->b]);
        has[i] = has[i] && step(x, v, &v[i]);
    }
    if (has[root])
        *out = v[root];
    return has[root];
}
