/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Other readings that two texts allow, when the first does not make them equal:
 * 3,14 with a decimal comma, 1,234 as two numbers, 10m with a unit, "1 hour, 20
 * minutes" as a sum, rows of a derivation as their last one. Another reading
 * can only make two answers equal, never different.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/grade_int.h"
#include "math/exact/unit.h"

#include <string.h>

/* 100,200,300 may be three numbers; 1,234 is one. */
static bool has_groups(const char *s)
{
    size_t groups = 0;

    for (const char *c = strchr(s, ','); c; c = strchr(c + 1, ','))
        groups += c > s && is_digit(c[-1]) && is_digit(c[1]) &&
                  is_digit(c[2]) && is_digit(c[3]) && !is_digit(c[4]);
    return groups > 1;
}

/* 3,14 and nothing more than a sign before it or a percent sign behind. */
static bool has_decimal_comma(const char *s)
{
    size_t whole, part;

    s += strspn(s, "+- ");
    whole = strspn(s, "0123456789");
    if (whole == 0 || s[whole] != ',')
        return false;
    part = strspn(s + whole + 1, "0123456789");
    s += whole + 1 + part;
    s += strspn(s, " \\%");
    return part > 0 && part != 3 && *s == '\0';
}

/* Returns the unit behind a plain number: "kg m/s^{2}" of "12 kg\\,m/s^2", or
 * NULL if the text is of another form or the rest is no unit. *n: where the
 * number ends. */
static const char *unit_behind(struct arena *a, const char *text, size_t *n)
{
    struct str s = str_in(a);
    const char *at = text + strspn(text, "+-");
    struct unit u;
    bool known;

    at += strspn(at, "0123456789.");
    *n = (size_t)(at - text);
    for (; *at && s.n < 60; at++) {
        if (at[0] == '^' && is_digit(at[1]))
            str_addf(&s, "^{%c}", *++at);
        else if (str_starts(at, "\\cdot"))
            str_addc(&s, ' '), at += 4;
        else if (at[0] == '\\' && strchr(",; !~", at[1]) && at[1])
            str_addc(&s, ' '), at++;
        else if (*at == '*' || *at == '~')
            str_addc(&s, ' ');
        else if (is_letter(*at) || is_digit(*at) ||
                 (unsigned char)*at >= 0x80 || strchr(" /^{}-().", *at))
            str_addc(&s, *at);
        else
            return NULL;
    }
    if (*at || *n == 0 || s.n == 0)
        return NULL;
    unit_init(&u);
    unit_read(&u, str_trim(a, str_get(&s)));
    known = !u.noun;
    unit_clear(&u);
    return known ? str_trim(a, str_get(&s)) : NULL;
}

const struct expr *pair_with_unit(struct answer_pair *p, const char *text)
{
    struct arena *a = p->judge->arena;
    const struct expr *value;
    const char *unit;
    struct expr *q;
    struct err e;
    size_t n;

    if (p->symbols_n || !(unit = unit_behind(a, text, &n)) ||
        !read_expr(a, text, n, NULL, &value, &e))
        return NULL;
    q = expr_unary(a, EXPR_QUANTITY, value);
    q->name = unit;
    return q;
}

void pair_try(struct answer_pair *p, const struct expr *key,
              const struct expr *answer, struct comparison *best)
{
    struct comparison f;

    if (!key || !answer || best->strict == TRUTH_YES)
        return;
    f = compare(p->judge, key, answer);
    if (f.lenient == TRUTH_YES &&
        (best->lenient != TRUTH_YES || f.strict == TRUTH_YES)) {
        *best = f;
        p->key.tree = key;
        p->answer.tree = answer;
    }
}

/* 3 m^2 and 30000 cm^2 are products of letters by themselves; where both sides
 * are a number with a unit, units are meant. Beside a number alone only 9.8m/s^2
 * is one: 5m may be a product. */
static void units_glued(struct answer_pair *p, struct comparison *best)
{
    const struct expr *k = pair_with_unit(p, p->key.text);
    const struct expr *a = pair_with_unit(p, p->answer.text);

    if (p->answer.tree->op == EXPR_QUANTITY)
        pair_try(p, k, p->answer.tree, best);
    if (p->key.tree->op == EXPR_QUANTITY ||
        (a && p->key.tree->op == EXPR_NUMBER && strchr(a->name, '/')))
        pair_try(p, p->key.tree, a, best);
    pair_try(p, k, a, best);
}

/* "1 hour, 20 minutes" and "1 hour and 20 minutes" are one quantity. */
static void sums_listed(struct answer_pair *p, struct comparison *best)
{
    struct arena *a = p->judge->arena;
    const struct expr *key = p->key.tree, *answer = p->answer.tree;

    if (key->op == EXPR_LIST || answer->op == EXPR_LIST)
        pair_try(p, unit_sum(a, key), unit_sum(a, answer), best);
}

static bool is_equation(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->count == 2 &&
           x->relations[0] == RELATION_EQ;
}

/* Returns the last of the equations 2x = 20, x = 10, if it says what x is and
 * all others follow from that: a derivation, row by row. NULL if not; x = 1,
 * x = 2 are two solutions. */
static const struct expr *last_row(struct answer_pair *p, const struct expr *x)
{
    struct comparer *j = p->judge;
    const struct expr *last = x->count ? x->args[x->count - 1] : NULL;

    if ((x->op != EXPR_LIST && x->op != EXPR_AND) || !is_equation(last) ||
        last->args[0]->op != EXPR_SYMBOL ||
        shape_has_symbols(j->arena, last->args[1]))
        return NULL;
    for (unsigned i = 0; i + 1 < x->count; i++) {
        const struct expr *row = x->args[i], *at;

        if (!is_equation(row) || row->args[0]->op == EXPR_SYMBOL ||
            row->args[1]->op == EXPR_SYMBOL || !expr_is_value(row->args[0]) ||
            !expr_is_value(row->args[1]))
            return NULL;
        at = expr_replace(j->arena, row, last->args[0]->name, last->args[1]);
        if (decide_equal(j->arena, at->args[0], at->args[1], NULL, j->work)
                .equal != TRUTH_YES)
            return NULL;
    }
    return last;
}

void pair_other_readings(struct answer_pair *p, struct comparison *best)
{
    struct answer_side key = p->key, answer = p->answer;
    const char *const *names;
    size_t n = pair_known_names(p, &names);

    units_glued(p, best);
    sums_listed(p, best);
    pair_asked_readings(p, best);
    pair_try(p, p->key.tree, last_row(p, p->answer.tree), best);
    if (has_decimal_comma(answer.text) && !is_sequence(p->key.tree) &&
        pair_read_side(p, &answer, names, n, false, true))
        pair_try(p, p->key.tree, answer.tree, best);
    key = p->key;
    answer = p->answer;
    if (!has_groups(key.text) && !has_groups(answer.text))
        return;
    if (pair_read_side(p, &key, p->symbols, p->symbols_n, true, false) &&
        pair_read_side(p, &answer, names, n, true, false)) {
        pair_try(p, key.tree, answer.tree, best);
        pair_try(p, key.tree, p->answer.tree, best);
        pair_try(p, p->key.tree, answer.tree, best);
    }
}

/* ---- dy/dx and y' ---- */

#define DERIVATIVES_MOST 8

/* The functions that derivatives are taken of, and by what. */
struct derivatives {
    const char *of[DERIVATIVES_MOST], *by[DERIVATIVES_MOST];
    size_t n;
    bool mixed; /* one by two variables, or too many */
};

static bool is_named_derivative(const struct expr *x)
{
    return x->op == EXPR_DERIVATIVE && x->args[0]->op == EXPR_SYMBOL &&
           x->args[1]->op == EXPR_SYMBOL &&
           strcmp(x->args[0]->name, x->args[1]->name) != 0 && x->degree <= 3;
}

static void find_derivatives(const struct expr *x, struct derivatives *d)
{
    size_t i = 0;

    for (unsigned k = 0; k < x->count; k++)
        if (x->args[k])
            find_derivatives(x->args[k], d);
    if (!is_named_derivative(x))
        return;
    while (i < d->n && strcmp(d->of[i], x->args[0]->name) != 0)
        i++;
    if (i == DERIVATIVES_MOST ||
        (i < d->n && strcmp(d->by[i], x->args[1]->name) != 0)) {
        d->mixed = true;
        return;
    }
    d->of[i] = x->args[0]->name;
    d->by[i] = x->args[1]->name;
    d->n += i == d->n;
}

static const struct expr *primed(struct arena *a, const struct expr *x)
{
    const struct expr **args;
    struct expr *copy;

    if (is_named_derivative(x))
        return expr_symbol(a, arena_printf(a, "%s%.*s", x->args[0]->name,
                                           (int)x->degree, "'''"));
    if (!expr_any(x, is_named_derivative))
        return x;
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i] ? primed(a, x->args[i]) : NULL;
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}

void pair_name_derivatives(struct answer_pair *p)
{
    struct derivatives d = { .n = 0 };

    find_derivatives(p->key.tree, &d);
    find_derivatives(p->answer.tree, &d);
    if (!d.n || d.mixed)
        return;
    p->key.tree = primed(p->judge->arena, p->key.tree);
    p->answer.tree = primed(p->judge->arena, p->answer.tree);
}
