/* SPDX-License-Identifier: Apache-2.0 */
#include "dump.h"

#include "base/str.h"

static void put(struct str *s, const struct expr *x);

static const char *const names[] = {
    [EXPR_NEG] = "neg",
    [EXPR_ADD] = "add",
    [EXPR_MUL] = "mul",
    [EXPR_DIV] = "div",
    [EXPR_POW] = "pow",
    [EXPR_PLUSMINUS] = "pm",
    [EXPR_FACTORIAL] = "fact",
    [EXPR_APPLY] = "apply",
    [EXPR_SUM] = "sum",
    [EXPR_PRODUCT] = "product",
    [EXPR_INTEGRAL] = "integral",
    [EXPR_LIMIT] = "limit",
    [EXPR_DERIVATIVE] = "derivative",
    [EXPR_MOD] = "mod",
    [EXPR_PERCENT] = "percent",
    [EXPR_DEGREE] = "degree",
    [EXPR_QUANTITY] = "quantity",
    [EXPR_MATRIX] = "matrix",
    [EXPR_CASES] = "cases",
    [EXPR_DOTS] = "dots",
    [EXPR_TUPLE] = "tuple",
    [EXPR_LIST] = "list",
    [EXPR_SET] = "set",
    [EXPR_INTERVAL] = "interval",
    [EXPR_UNION] = "union",
    [EXPR_INTERSECTION] = "intersection",
    [EXPR_DIFFERENCE] = "difference",
    [EXPR_BUILDER] = "builder",
    [EXPR_DOMAIN] = "domain",
    [EXPR_RATIO] = "ratio",
    [EXPR_RELATION] = "rel",
    [EXPR_CONGRUENT] = "congruent",
    [EXPR_AND] = "and",
    [EXPR_OR] = "or",
    [EXPR_TEXT] = "text",
};

static const char *const constants[] = {
    [CONSTANT_PI] = "\\pi",
    [CONSTANT_E] = "\\e",
    [CONSTANT_I] = "\\i",
    [CONSTANT_INFINITY] = "\\infty",
    [CONSTANT_EULER_GAMMA] = "\\eulergamma",
    [CONSTANT_UNDEFINED] = "\\undefined",
};

static const char *const relations[] = {
    [RELATION_EQ] = "=",
    [RELATION_NE] = "!=",
    [RELATION_LT] = "<",
    [RELATION_LE] = "<=",
    [RELATION_GT] = ">",
    [RELATION_GE] = ">=",
    [RELATION_APPROX] = "~",
    [RELATION_IN] = "in",
    [RELATION_NOT_IN] = "notin",
    [RELATION_SUBSET] = "subset",
    [RELATION_DIVIDES] = "divides",
    [RELATION_TO] = "->",
};

/* A decimal is its digits without the point, and how many stand behind it:
 * 0.50 is 50:e-2. */
static void put_number(struct str *s, const struct expr_number *n)
{
    fmpq_t q;
    fmpz_t scale;
    char *text;

    fmpq_init(q);
    fmpz_init(scale);
    fmpq_set(q, n->value);
    if (n->decimal && !n->repeating) {
        fmpz_set_ui(scale, (ulong)n->base);
        fmpz_pow_ui(scale, scale,
                    (ulong)(n->places < 0 ? -n->places : n->places));
        if (n->places < 0)
            fmpq_div_fmpz(q, q, scale);
        else
            fmpq_mul_fmpz(q, q, scale);
    }
    text = fmpq_get_str(NULL, 10, q);
    str_add(s, text);
    flint_free(text);
    if (n->repeating)
        str_add(s, ":repeating");
    else if (n->decimal)
        str_addf(s, ":e%d", -n->places);
    if (n->base != 10)
        str_addf(s, ":base%d", n->base);
    fmpq_clear(q);
    fmpz_clear(scale);
}

static void put_args(struct str *s, const struct expr *x)
{
    for (unsigned i = 0; i < x->count; i++) {
        str_addc(s, ' ');
        if (x->args[i])
            put(s, x->args[i]);
        else
            str_add(s, "else");
        if (x->op == EXPR_RELATION && i + 1 < x->count)
            str_addf(s, " %s", relations[x->relations[i]]);
    }
}

static void put_head(struct str *s, const struct expr *x)
{
    str_add(s, x->op == EXPR_CALL ? x->function->name : names[x->op]);
    switch (x->op) {
    case EXPR_APPLY:
    case EXPR_QUANTITY:
    case EXPR_TEXT:
    case EXPR_DOMAIN: str_addf(s, " \"%s\"", x->name); break;
    case EXPR_FACTORIAL:
    case EXPR_DERIVATIVE:
        if (x->degree != 1)
            str_addf(s, "%u", x->degree);
        break;
    case EXPR_PLUSMINUS: str_add(s, x->mirror ? "-mirror" : ""); break;
    case EXPR_MATRIX: str_addf(s, "%u", x->rows); break;
    case EXPR_LIMIT:
        str_add(s, x->side > 0 ? "+" : x->side < 0 ? "-" : "");
        break;
    case EXPR_INTERVAL: str_add(s, x->open_from ? " (" : " ["); break;
    default: break;
    }
}

static void put(struct str *s, const struct expr *x)
{
    switch (x->op) {
    case EXPR_NUMBER: put_number(s, x->number); return;
    case EXPR_SYMBOL: str_add(s, x->name); return;
    case EXPR_CONSTANT: str_add(s, constants[x->constant]); return;
    default: break;
    }
    str_addc(s, '(');
    put_head(s, x);
    put_args(s, x);
    if (x->op == EXPR_INTERVAL)
        str_add(s, x->open_to ? " )" : " ]");
    str_addc(s, ')');
}

char *dump_expr(struct arena *a, const struct expr *x)
{
    struct str s = str_in(a);

    put(&s, x);
    return s.s;
}
