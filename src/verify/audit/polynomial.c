/* SPDX-License-Identifier: Apache-2.0 */
/* Polynomials of prompts, and their form without dimensions. */
#include "verify/audit/audit_int.h"

#include "base/str.h"
#include "math/decide/decide.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <math.h>

const struct expr *audit_read(struct arena *a, const char *text)
{
    const struct expr *x;
    struct err e;

    return read_expr(a, text, strlen(text), NULL, &x, &e) ? x : NULL;
}

double audit_number(const struct expr *x)
{
    struct work w = { .limit = 10000000 };
    double value = NAN;
    acb_t v;

    acb_init(v);
    if (ball_eval(v, x, NULL, 64, &w) == BALL_VALUE && acb_is_real(v))
        value = arf_get_d(arb_midref(acb_realref(v)), ARF_RND_NEAR);
    acb_clear(v);
    return value;
}

/* ---- sums of powers ---- */

/* Take the factor into the term. Returns false if it has the variable in
 * another way than as a power. */
static bool take_factor(struct arena *a, const struct expr *x, const char *var,
                        struct audit_term *t)
{
    bool power = x->op == EXPR_POW && x->args[0]->op == EXPR_SYMBOL &&
                 str_eq(x->args[0]->name, var);

    if (power && x->args[1]->op == EXPR_NUMBER) {
        fmpq_add(t->exponent, t->exponent, x->args[1]->number->value);
        return true;
    }
    if (x->op == EXPR_SYMBOL && str_eq(x->name, var)) {
        fmpq_add_si(t->exponent, t->exponent, 1);
        return true;
    }
    if (x->op == EXPR_MUL) {
        for (unsigned i = 0; i < x->count; i++)
            if (!take_factor(a, x->args[i], var, t))
                return false;
        return true;
    }
    if (expr_replace(a, x, var, expr_integer(a, 1)) != x)
        return false;
    t->coefficient =
        t->coefficient ? expr_binary(a, EXPR_MUL, t->coefficient, x) : x;
    return true;
}

static bool take_term(struct arena *a, const struct expr *x, const char *var,
                      struct vec *out)
{
    struct audit_term t = { NULL, { { 0, 1 } } }, *same;
    bool negative = x->op == EXPR_NEG;

    if (!take_factor(a, negative ? x->args[0] : x, var, &t))
        return false;
    if (!t.coefficient)
        t.coefficient = expr_integer(a, 1);
    if (negative)
        t.coefficient = expr_unary(a, EXPR_NEG, t.coefficient);
    for (size_t i = 0; i < out->n; i++) {
        same = vec_get(out, struct audit_term, i);
        if (fmpq_equal(same->exponent, t.exponent)) {
            same->coefficient =
                expr_binary(a, EXPR_ADD, same->coefficient, t.coefficient);
            return true;
        }
    }
    *(struct audit_term *)vec_push(out) = t;
    return true;
}

bool audit_terms(struct arena *a, const struct expr *x, const char *variable,
                 struct audit_terms *out)
{
    struct vec v = vec_in(a, sizeof(struct audit_term));
    bool sum = x->op == EXPR_ADD;

    for (unsigned i = 0; i < (sum ? x->count : 1); i++)
        if (!take_term(a, sum ? x->args[i] : x, variable, &v))
            return false;
    out->items = v.items;
    out->n = v.n;
    for (size_t i = 1; i < v.n; i++) /* few: by insertion */
        for (size_t k = i; k > 0 && fmpq_cmp(out->items[k - 1].exponent,
                                             out->items[k].exponent) < 0;
             k--) {
            struct audit_term swap = out->items[k];

            out->items[k] = out->items[k - 1];
            out->items[k - 1] = swap;
        }
    return true;
}

/* ---- without dimensions ---- */

/* The first formula of the prompt that is a polynomial in x. */
static bool find_polynomial(struct audit_case *u, struct audit_terms *out)
{
    for (size_t i = 0; i < u->tokens.n; i++) {
        struct prompt_token t = prompt_token_at(&u->tokens, i);
        struct span s;
        const struct expr *x;

        if (t.kind != PROMPT_STATEMENT)
            continue;
        s = prompt_right_side(u->arena, t.s);
        x = audit_read(u->arena, arena_strndup(u->arena, s.s, s.n));
        if (x && audit_terms(u->arena, x, "x", out) && out->n > 1 &&
            fmpq_sgn(out->items[0].exponent) > 0)
            return true;
    }
    return false;
}

/* epsilon of epsilon y^n + y^m + 1 as a formula of the coefficients:
 * (a/c) (c/b)^{n/m}. */
static const char *small_parameter(struct arena *a, const struct audit_terms *p)
{
    fmpq_t ratio;
    char *power;
    const char *text;
    const char *c[3];

    for (size_t i = 0; i < 3; i++)
        c[i] = print_expr(a, p->items[i].coefficient);
    fmpq_init(ratio);
    fmpq_div(ratio, p->items[0].exponent, p->items[1].exponent);
    power = fmpq_get_str(NULL, 10, ratio);
    text = arena_printf(a, "\\frac{%s}{%s} \\left(\\frac{%s}{%s}\\right)^{%s}",
                        c[0], c[2], c[2], c[1], power);
    flint_free(power);
    fmpq_clear(ratio);
    return text;
}

/* A key that is a number was rounded to the places that it shows. */
static void judge_number(struct audit_case *u, const struct audit_terms *p,
                         const struct expr *key)
{
    double c[3], value, shown = audit_number(key);
    double n = audit_exponent(&p->items[0]), m = audit_exponent(&p->items[1]);

    for (size_t i = 0; i < 3; i++)
        c[i] = fabs(audit_number(p->items[i].coefficient));
    value = c[0] / c[2] * pow(c[2] / c[1], n / m);
    if (!isfinite(value) || key->op != EXPR_NUMBER)
        audit_say(u, TRUTH_UNKNOWN, "unread key", "the key is no number");
    else if (fabs(fabs(shown) - value) <=
             0.5000001 * pow(10, -key->number->places))
        audit_say(u, TRUTH_YES, "value", "epsilon is %.8g, rounded %s", value,
                  u->row->answer);
    else
        audit_say(u, TRUTH_NO, "value", "epsilon is %.8g", value);
    if (u->out->holds == TRUTH_NO)
        u->out->right = arena_printf(u->arena, "%.10g", value);
}

static void judge_formula(struct audit_case *u, const struct audit_terms *p,
                          const struct expr *key)
{
    const char *right = small_parameter(u->arena, p);
    const struct expr *x = audit_read(u->arena, right);
    struct decide_options opt = { .positive = true };
    struct work w = { .limit = u->limit };
    struct decision d = { .equal = TRUTH_UNKNOWN };

    if (x)
        d = decide_equal(u->arena, x, key, &opt, &w);
    audit_say(u, d.equal, "value", "x = (a_3/a_2)^{1/m} y gives epsilon = %s",
              right);
    if (d.equal == TRUTH_NO)
        u->out->right = right;
}

bool audit_nondimensional(struct audit_case *u)
{
    struct audit_terms p;
    const struct expr *key;
    const char *const *names;

    if (!prompt_phrase(&u->tokens, "nondimensionalize|nondimensionalise", 0,
                       NULL) ||
        !find_polynomial(u, &p))
        return false;
    u->out->read = true;
    key = audit_read(u->arena, u->row->answer ? u->row->answer : "");
    if (!key)
        audit_say(u, TRUTH_UNKNOWN, "unread key", "the key is not read");
    else if (p.n != 3 || fmpq_sgn(p.items[2].exponent) != 0)
        audit_say(u, TRUTH_UNKNOWN, "ill-posed",
                  "the polynomial has no constant term, or not three terms");
    else if (expr_symbols(u->arena, key, &names) == 0)
        judge_number(u, &p, key);
    else
        judge_formula(u, &p, key);
    return true;
}
