/* SPDX-License-Identifier: Apache-2.0 */
#include "surface.h"

#include "base/str.h"
#include "rewrite_int.h"

#include <stdio.h>
#include <string.h>

enum level { SUM, TERM, FACTOR, ATOM };

struct surface_out {
    struct str out;
    enum surface style;
};

static void put(struct surface_out *s, const struct expr *x, enum level level);

const char *surface_name(enum surface style)
{
    static const char *const names[] = { "plain", "caret", "Unicode", "LaTeX" };

    return names[style];
}

static bool typeset(const struct surface_out *s)
{
    return s->style == SURFACE_LATEX;
}

static void add(struct surface_out *s, const char *text)
{
    str_add(&s->out, text);
}

static enum level level_of(const struct surface_out *s, const struct expr *x)
{
    switch (x->op) {
    case EXPR_ADD:
    case EXPR_NEG: return SUM;
    case EXPR_DIV: return typeset(s) ? FACTOR : TERM;
    case EXPR_MUL: return TERM;
    case EXPR_POW: return FACTOR;
    case EXPR_CALL:
        return s->style == SURFACE_PLAIN && x->count == 1 ? ATOM : FACTOR;
    default: return ATOM;
    }
}

/* ---- leaves ---- */

static void number(struct surface_out *s, const struct expr_number *n)
{
    char digits[64], *text;
    int places = n->decimal ? n->places : 0, have;
    fmpz_t units;

    fmpz_init(units);
    fmpz_set_ui(units, 10);
    fmpz_pow_ui(units, units, (ulong)places);
    fmpz_mul(units, units, fmpq_numref(n->value));
    fmpz_divexact(units, units, fmpq_denref(n->value));
    text = fmpz_get_str(NULL, 10, units);
    have = (int)strlen(text);
    if (have <= places)
        snprintf(digits, sizeof(digits), "%0*ld", places + 1,
                 fmpz_get_si(units));
    else
        snprintf(digits, sizeof(digits), "%s", text);
    have = (int)strlen(digits);
    str_addn(&s->out, digits, (size_t)(have - places));
    if (places)
        str_addf(&s->out, ".%s", digits + have - places);
    flint_free(text);
    fmpz_clear(units);
}

static void constant(struct surface_out *s, enum expr_constant c)
{
    static const char *const pi[] = { "pi", "pi", "π", "\\pi " };

    add(s, c == CONSTANT_PI ? pi[s->style] : "e");
}

/* ---- operators ---- */

static void sum(struct surface_out *s, const struct expr *x)
{
    const char *minus = s->style == SURFACE_UNICODE ? "−" : "-";

    for (unsigned i = 0; i < x->count; i++) {
        const struct expr *u = x->args[i];

        if (u->op == EXPR_NEG) {
            add(s, i ? " " : "");
            add(s, minus);
            add(s, i ? " " : "");
            put(s, u->args[0], TERM);
        } else {
            add(s, i ? " + " : "");
            put(s, u, i || u->op == EXPR_ADD ? TERM : SUM);
        }
    }
}

/* Side by side where nobody can misread it: 2x. */
static bool beside(const struct expr *u, const struct expr *v)
{
    return u->op == EXPR_NUMBER &&
           (v->op == EXPR_SYMBOL ||
            (v->op == EXPR_POW && v->args[0]->op == EXPR_SYMBOL));
}

static void product(struct surface_out *s, const struct expr *x)
{
    static const char *const dot[] = { "*", " * ", "·", " \\cdot " };

    for (unsigned i = 0; i < x->count; i++) {
        if (i &&
            (s->style == SURFACE_PLAIN || !beside(x->args[i - 1], x->args[i])))
            add(s, dot[s->style]);
        put(s, x->args[i], FACTOR);
    }
}

static void fraction(struct surface_out *s, const struct expr *x)
{
    if (typeset(s)) {
        add(s, "\\dfrac{");
        put(s, x->args[0], SUM);
        add(s, "}{");
        put(s, x->args[1], SUM);
        add(s, "}");
        return;
    }
    /* 2x/3 is (2x)/3; 2/3x would be read in two ways. */
    put(s, x->args[0], x->args[0]->op == EXPR_DIV ? FACTOR : TERM);
    add(s, "/");
    put(s, x->args[1], FACTOR);
}

static void raised(struct surface_out *s, long k)
{
    static const char *const up[] = { "⁰", "¹", "²", "³", "⁴",
                                      "⁵", "⁶", "⁷", "⁸", "⁹" };
    char digits[24];

    snprintf(digits, sizeof(digits), "%ld", k);
    for (const char *c = digits; *c; c++)
        add(s, up[*c - '0']);
}

static void exponent(struct surface_out *s, const struct expr *u)
{
    long k;

    if (s->style == SURFACE_UNICODE) {
        if (whole_of(u, &k)) {
            raised(s, k);
            return;
        }
        if (u->op == EXPR_NEG && whole_of(u->args[0], &k)) {
            add(s, "⁻");
            raised(s, k);
            return;
        }
    }
    add(s, s->style == SURFACE_PLAIN ? "**" : "^");
    if (typeset(s)) {
        bool digit = whole_of(u, &k) && k < 10;

        add(s, digit ? "" : "{");
        put(s, u, SUM);
        add(s, digit ? "" : "}");
        return;
    }
    put(s, u, ATOM);
}

static void bracketed(struct surface_out *s, const struct expr *x)
{
    add(s, typeset(s) ? "\\left(" : "(");
    put(s, x, SUM);
    add(s, typeset(s) ? "\\right)" : ")");
}

/* \sqrt[3]{x}, x^(1/3), \log_2(x) */
static void indexed(struct surface_out *s, const struct expr *x)
{
    if (x->function->id == FN_LOGB) {
        add(s, typeset(s) ? "\\log_{" : "log_");
        put(s, x->args[0], SUM);
        add(s, typeset(s) ? "}" : "");
        bracketed(s, x->args[1]);
    } else if (typeset(s)) {
        add(s, "\\sqrt[");
        put(s, x->args[0], SUM);
        add(s, "]{");
        put(s, x->args[1], SUM);
        add(s, "}");
    } else {
        bracketed(s, x->args[1]);
        add(s, s->style == SURFACE_PLAIN ? "**(1/" : "^(1/");
        put(s, x->args[0], ATOM);
        add(s, ")");
    }
}

static void call(struct surface_out *s, const struct expr *x,
                 const struct expr *up)
{
    enum function_id id = x->function->id;

    if (id == FN_SQRT && s->style == SURFACE_UNICODE) {
        add(s, "√");
        put(s, x->args[0], ATOM);
        return;
    }
    if (id == FN_SQRT && typeset(s)) {
        add(s, "\\sqrt{");
        put(s, x->args[0], SUM);
        add(s, "}");
        return;
    }
    if (id == FN_ROOT || id == FN_LOGB) {
        indexed(s, x);
        return;
    }
    if (id == FN_ARSINH)
        add(s, typeset(s) ? "\\operatorname{arcsinh}" : "asinh");
    else if (id == FN_ABS)
        add(s, typeset(s) ? "\\operatorname{abs}" : "abs");
    else
        str_addf(&s->out, "%s%s", typeset(s) ? "\\" : "", x->function->name);
    if (up)
        exponent(s, up);
    bracketed(s, x->args[0]);
}

/* \sin^2(x), not (\sin x)^2, for the functions of which that is said. */
static bool inner_power(const struct surface_out *s, const struct expr *x)
{
    long k;

    if (s->style == SURFACE_PLAIN || x->args[0]->op != EXPR_CALL ||
        !whole_of(x->args[1], &k) || k < 2)
        return false;
    return x->args[0]->function->id <= FN_CSCH;
}

static void bare(struct surface_out *s, const struct expr *x)
{
    switch (x->op) {
    case EXPR_NUMBER: number(s, x->number); break;
    case EXPR_SYMBOL: add(s, x->name); break;
    case EXPR_CONSTANT: constant(s, x->constant); break;
    case EXPR_NEG:
        add(s, s->style == SURFACE_UNICODE ? "−" : "-");
        put(s, x->args[0], TERM);
        break;
    case EXPR_ADD: sum(s, x); break;
    case EXPR_MUL: product(s, x); break;
    case EXPR_DIV: fraction(s, x); break;
    case EXPR_POW:
        if (inner_power(s, x)) {
            call(s, x->args[0], x->args[1]);
            break;
        }
        put(s, x->args[0], ATOM);
        exponent(s, x->args[1]);
        break;
    case EXPR_CALL: call(s, x, NULL); break;
    default: add(s, "?"); break;
    }
}

static void put(struct surface_out *s, const struct expr *x, enum level level)
{
    bool bracket = level_of(s, x) < level;

    if (bracket)
        add(s, "(");
    bare(s, x);
    if (bracket)
        add(s, ")");
}

char *surface_write(struct arena *a, const struct expr *x, enum surface style)
{
    struct surface_out s = { str_in(a), style };

    put(&s, x, SUM);
    return s.out.s;
}
