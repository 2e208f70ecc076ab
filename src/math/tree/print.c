/* SPDX-License-Identifier: Apache-2.0 */
#include "math/tree/print.h"
#include "base/ascii.h"
#include "math/tree/print_int.h"

#include <string.h>

/*
 * Operators. The depth of the recursion is that of the tree, which the reader
 * bounds.
 *
 * Products are written side by side where nobody could misread them, else
 * with \cdot: before a digit, between a whole number and a fraction of
 * numbers (2\frac{1}{2} is a mixed number), between a name and a bracket
 * (f(x) is a function), and behind a function's argument.
 */

/* Was nothing but letters, primes and spaces printed since the text had `start`
 * bytes? */
static bool print_is_letters(const struct print *p, size_t start);

/* Is this power written \sin^{2}\left(x\right)? */
static bool print_power_inside(const struct expr *x);

static enum print_level print_level_of(const struct expr *x)
{
    switch (x->op) { /* long: a table */
    case EXPR_LIST: return LEVEL_LIST;
    case EXPR_OR: return LEVEL_OR;
    case EXPR_AND: return LEVEL_AND;
    case EXPR_RELATION:
    case EXPR_CONGRUENT: return LEVEL_RELATION;
    case EXPR_UNION:
    case EXPR_INTERSECTION:
    case EXPR_DIFFERENCE:
    case EXPR_RATIO: return LEVEL_SET;
    case EXPR_ADD:
    case EXPR_PLUSMINUS:
    case EXPR_QUANTITY: return LEVEL_SUM;
    case EXPR_NEG:
    case EXPR_MOD: return LEVEL_NEG; /* -a mod b is (-a) mod b */
    case EXPR_MUL:
    case EXPR_SUM:
    case EXPR_PRODUCT:
    case EXPR_INTEGRAL:
    case EXPR_LIMIT:
    case EXPR_DERIVATIVE: return LEVEL_TERM;
    case EXPR_DIV:
    case EXPR_POW:
    case EXPR_FACTORIAL:
    case EXPR_PERCENT:
    case EXPR_DEGREE:
    case EXPR_APPLY: return LEVEL_FACTOR;
    case EXPR_CALL: return print_named_call(x) ? LEVEL_FACTOR : LEVEL_ATOM;
    case EXPR_NUMBER: return print_number_level(x->number);
    case EXPR_SYMBOL: return strchr(x->name, '\'') ? LEVEL_FACTOR : LEVEL_ATOM;
    case EXPR_TEXT: return LEVEL_FACTOR;
    default: return LEVEL_ATOM;
    }
}

/* ---- sums ---- */

/* A unit behind a sum of bare numbers belongs to all of them; behind a sum
 * that begins with a quantity to its term alone. */
static bool bare_quantity(const struct expr *sum, const struct expr *x)
{
    const struct expr *value = x->args[0];

    if (sum->args[0]->op != EXPR_QUANTITY)
        return false;
    if (value->op == EXPR_NEG)
        value = value->args[0];
    return print_level_of(value) >= LEVEL_TERM;
}

/* x m/s would be words: letters alone need brackets before a unit. */
static void put_quantity(struct print *p, const struct expr *x)
{
    const struct expr *value = x->args[0];
    size_t start = p->out.n;

    print_at(p, value, value->op == EXPR_RATIO ? LEVEL_SET : LEVEL_SUM);
    if (print_is_letters(p, start)) {
        p->out.n = start;
        print_bracketed(p, value);
    }
    print_unit(p, x->name);
}

/* A term behind the first, with its sign. */
static void put_term(struct print *p, const struct expr *sum,
                     const struct expr *x)
{
    bool quantity = x->op == EXPR_QUANTITY && bare_quantity(sum, x);
    const struct expr *value = quantity ? x->args[0] : x;

    str_add(&p->out, value->op == EXPR_NEG ? " - " : " + ");
    print_at(p, value->op == EXPR_NEG ? value->args[0] : value, LEVEL_TERM);
    if (quantity)
        print_unit(p, x->name);
}

static void put_sum(struct print *p, const struct expr *x)
{
    const struct expr *first = x->args[0];

    if (first->op == EXPR_QUANTITY && bare_quantity(x, first))
        put_quantity(p, first);
    else
        print_at(p, first, LEVEL_NEG);
    for (unsigned i = 1; i < x->count; i++)
        put_term(p, x, x->args[i]);
}

static void put_plusminus(struct print *p, const struct expr *x)
{
    const char *sign = x->mirror ? "\\mp " : "\\pm ";

    if (x->count == 2) {
        print_at(p, x->args[0], LEVEL_SUM);
        str_addc(&p->out, ' ');
    }
    str_add(&p->out, sign);
    print_at(p, x->args[x->count - 1], LEVEL_TERM);
}

/* ---- products ---- */

/* The node that the print of x begins with; NULL: a bracket. */
static const struct expr *first_of(const struct expr *x)
{
    while (x->op == EXPR_POW || x->op == EXPR_FACTORIAL ||
           x->op == EXPR_PERCENT || x->op == EXPR_DEGREE) {
        if (print_power_inside(x))
            return x->args[0];
        if (print_level_of(x->args[0]) < LEVEL_ATOM)
            return NULL;
        x = x->args[0];
    }
    return print_level_of(x) < LEVEL_FACTOR ? NULL : x;
}

static bool is_bracket(const struct expr *x)
{
    return !x || x->op == EXPR_TUPLE || x->op == EXPR_INTERVAL;
}

static bool numbers_fraction(const struct expr *x)
{
    return x->op == EXPR_DIV && x->args[0]->op == EXPR_NUMBER &&
           x->args[1]->op == EXPR_NUMBER;
}

static bool is_symbol(const struct expr *x, const char *name)
{
    return x && x->op == EXPR_SYMBOL && strcmp(x->name, name) == 0;
}

/* What would hold on to its neighbour: d x is a differential, 2I and \pi I
 * are imaginary, 5^{\circ} C is a temperature, and a name of several letters
 * could be a unit. */
static bool is_sticky(const struct expr *left, const struct expr *first)
{
    return is_symbol(left, "d") || left->op == EXPR_DEGREE ||
           is_symbol(left, "I") || is_symbol(first, "I") ||
           left->op == EXPR_TEXT || first->op == EXPR_TEXT ||
           left->op == EXPR_DOTS || first->op == EXPR_DOTS ||
           (first->op == EXPR_SYMBOL && print_is_word(first->name));
}

/* Was the last thing that was printed the exponent of 2.5E3? */
static bool has_exponent(const struct print *p)
{
    size_t n = p->out.n;

    while (n && (is_digit(p->out.s[n - 1]) || p->out.s[n - 1] == '-'))
        n--;
    return n && p->out.s[n - 1] == 'E';
}

/* What stands between two factors. */
static const char *between(const struct print *p, const struct expr *left,
                           const struct expr *right)
{
    const struct expr *first = first_of(right);
    bool number = left->op == EXPR_NUMBER;

    if (is_bracket(first))
        return number || !first_of(left) ? "" : " \\cdot ";
    if (first->op == EXPR_NUMBER || is_sticky(left, first) ||
        (number && (numbers_fraction(right) || has_exponent(p))))
        return " \\cdot ";
    /* 1A_{16} is a number, and so is 0.5\bar{3}. */
    if ((first->op == EXPR_SYMBOL && strpbrk(first->name, "_{")) ||
        (first->op == EXPR_CALL && first->function->latex[0] != '\\'))
        return " ";
    return number ? "" : " ";
}

static void put_product(struct print *p, const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, between(p, x->args[i - 1], x->args[i]));
        print_at(p, x->args[i], LEVEL_FACTOR);
    }
}

static void put_fraction(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\frac{");
    print_at(p, x->args[0], LEVEL_SUM);
    str_add(&p->out, "}{");
    print_at(p, x->args[1], LEVEL_SUM);
    str_addc(&p->out, '}');
}

static bool is_whole_exponent(const struct expr *x)
{
    return x->op == EXPR_NUMBER &&
           print_number_level(x->number) == LEVEL_ATOM && !x->number->decimal &&
           fmpq_cmp_si(x->number->value, 1) > 0;
}

static bool print_power_inside(const struct expr *x)
{
    const struct expr *base = x->args[0];

    return x->op == EXPR_POW && base->op == EXPR_CALL &&
           base->function->id <= FN_LOG && is_whole_exponent(x->args[1]);
}

/* C_{10}^{3} would count choices: {C_{10}}^{3}. */
static void put_power(struct print *p, const struct expr *x)
{
    const struct expr *base = x->args[0];
    bool counts;

    if (print_power_inside(x)) {
        print_call(p, base, x->args[1]);
        return;
    }
    counts = base->op == EXPR_SYMBOL && strchr("CAP", base->name[0]) &&
             base->name[1] == '_';
    str_add(&p->out, counts ? "{" : "");
    print_at(p, base, LEVEL_ATOM);
    str_add(&p->out, counts ? "}^{" : "^{");
    print_at(p, x->args[1], LEVEL_SUM);
    str_addc(&p->out, '}');
}

static void put_postfix(struct print *p, const struct expr *x)
{
    print_at(p, x->args[0], LEVEL_ATOM);
    if (x->op == EXPR_PERCENT)
        str_add(&p->out, "\\%");
    else if (x->op == EXPR_DEGREE)
        str_add(&p->out, "^{\\circ}");
    else
        for (unsigned i = 0; i < x->degree; i++)
            str_addc(&p->out, '!');
}

static void put_constant(struct print *p, enum expr_constant c)
{
    static const char *const names[] = {
        [CONSTANT_PI] = "\\pi",
        [CONSTANT_E] = "e",
        [CONSTANT_I] = "i",
        [CONSTANT_INFINITY] = "\\infty",
        [CONSTANT_EULER_GAMMA] = "\\gamma_{E}",
        [CONSTANT_UNDEFINED] = "\\text{undefined}",
    };

    str_add(&p->out, names[c]);
}

/* ---- the tree ---- */

static void put(struct print *p, const struct expr *x)
{ /* long: a table of operators */
    switch (x->op) {
    case EXPR_NUMBER: print_number(p, x->number); break;
    case EXPR_SYMBOL: print_symbol(p, x->name); break;
    case EXPR_CONSTANT: put_constant(p, x->constant); break;
    case EXPR_NEG:
        str_addc(&p->out, '-');
        print_at(p, x->args[0], LEVEL_TERM);
        break;
    case EXPR_ADD: put_sum(p, x); break;
    case EXPR_PLUSMINUS: put_plusminus(p, x); break;
    case EXPR_MUL: put_product(p, x); break;
    case EXPR_DIV: put_fraction(p, x); break;
    case EXPR_POW: put_power(p, x); break;
    case EXPR_FACTORIAL:
    case EXPR_PERCENT:
    case EXPR_DEGREE: put_postfix(p, x); break;
    case EXPR_CALL:
    case EXPR_APPLY: print_call(p, x, NULL); break;
    case EXPR_MOD:
        print_at(p, x->args[0], LEVEL_FACTOR);
        str_add(&p->out, " \\bmod ");
        print_at(p, x->args[1], LEVEL_FACTOR);
        break;
    case EXPR_QUANTITY: put_quantity(p, x); break;
    case EXPR_TEXT: print_text(p, x->name); break;
    default: print_structure(p, x); break;
    }
}

void print_bracketed(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\left(");
    put(p, x);
    str_add(&p->out, "\\right)");
}

void print_at(struct print *p, const struct expr *x, enum print_level level)
{
    if (print_level_of(x) < level)
        print_bracketed(p, x);
    else
        put(p, x);
}

static bool print_is_letters(const struct print *p, size_t start)
{
    for (size_t i = start; i < p->out.n; i++)
        if (!is_letter(p->out.s[i]) && p->out.s[i] != ' ' &&
            p->out.s[i] != '\'')
            return false;
    return true;
}

void print_commas(struct print *p, const struct expr *x, unsigned first)
{
    for (unsigned i = first; i < x->count; i++) {
        if (i > first)
            str_add(&p->out, ", ");
        print_at(p, x->args[i], LEVEL_OR);
    }
}

char *print_expr(struct arena *a, const struct expr *x)
{
    struct print p = { .arena = a, .out = str_in(a) };

    put(&p, x);
    return p.out.s ? p.out.s : arena_strdup(a, "");
}
