/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_int.h"

#include "base/ascii.h"
#include "base/limits.h"

#include <string.h>

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

static void set_number(fmpz_t out, const char *s, size_t n)
{
    char *copy;

    if (!n) {
        fmpz_zero(out);
        return;
    }
    copy = flint_malloc(n + 1);
    memcpy(copy, s, n);
    copy[n] = '\0';
    fmpz_set_str(out, copy, 10);
    flint_free(copy);
}

static void power_of_ten(fmpz_t x, ulong n)
{
    fmpz_set_ui(x, 10);
    fmpz_pow_ui(x, x, n);
}

/* (digits + period / 99...9) / 10^before */
static void set_value(fmpq_t value, const char *digits, const struct repeat *r)
{
    fmpq_t tail;

    fmpq_init(tail);
    set_number(fmpq_numref(value), digits, r->whole_n + r->before);
    set_number(fmpq_numref(tail), r->period, r->period_n);
    power_of_ten(fmpq_denref(tail), r->period_n);
    fmpz_sub_ui(fmpq_denref(tail), fmpq_denref(tail), 1);
    fmpq_canonicalise(tail);
    fmpq_add(value, value, tail);
    power_of_ten(fmpq_numref(tail), r->before);
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
    struct expr *x = parse_node(p, at, EXPR_DOTS, NULL, 0); /* counts */

    if (!x)
        return NULL;
    memcpy(digits, r->whole, r->whole_n);
    memcpy(digits + r->whole_n, r->whole + r->whole_n + 1, r->before);
    fmpq_init(number.value);
    set_value(number.value, digits, r);
    number.digits = (int)(n + r->period_n);
    x = expr_number(p->arena, &number);
    x->column = at->column;
    fmpq_clear(number.value);
    return x;
}

/* Find the places of the point in "12.3". Returns false if there are other
 * signs. */
static bool split(const char *s, struct repeat *r)
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
    bool group = is_open(t, DELIMITER_GROUP);

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

    if (!split(digits, &r) || !t)
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
    bool left = before->kind == TOKEN_END || before->kind == TOKEN_RELATION ||
                before->kind == TOKEN_COMMA || before->kind == TOKEN_MINUS ||
                before->kind == TOKEN_OPEN || before->kind == TOKEN_OR ||
                before->kind == TOKEN_AND;

    return left &&
           (behind->kind == TOKEN_END || behind->kind == TOKEN_RELATION ||
            behind->kind == TOKEN_COMMA || behind->kind == TOKEN_CLOSE ||
            behind->kind == TOKEN_OR || behind->kind == TOKEN_AND ||
            behind->kind == TOKEN_PERCENT);
}

/* 0.1(6), where it is all there is: 0.5(3)x is a product. */
bool parse_repeat_bracket(const struct parser *p, const struct token *at)
{
    const struct token *t = peek(p);

    return is_open(t, DELIMITER_ROUND) && !t->space && t[1].len > 0 &&
           t[1].kind == TOKEN_NUMBER && is_close(t + 2, DELIMITER_ROUND) &&
           p->text[t->at] == '(' && !t[1].space && !t[2].space &&
           value_stands_alone(at - 1, t + 3);
}

const struct expr *parse_repeat_digits(struct parser *p, const struct token *at,
                                       const char *digits)
{
    struct repeat r;
    const struct token *end, *t = digits_token(p, peek(p) + 1, &end);

    if (!split(digits, &r) || !t ||
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

    if (!split(digits, &r))
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
