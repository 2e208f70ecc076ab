/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "math/tree/print_int.h"

#include <string.h>

/*
 * What has brackets of its own, binds a variable, or says something: sets,
 * matrices, sums, integrals, limits, relations.
 */

/* ---- sums, integrals, limits, derivatives ---- */

static void put_bounds(struct print *p, const struct expr *x)
{
    str_add(&p->out, x->op == EXPR_SUM ? "\\sum_{" : "\\prod_{");
    print_at(p, x->args[1], LEVEL_FACTOR);
    str_add(&p->out, " = ");
    print_at(p, x->args[2], LEVEL_SUM);
    str_add(&p->out, "}^{");
    print_at(p, x->args[3], LEVEL_SUM);
    str_add(&p->out, "} ");
    print_at(p, x->args[0], LEVEL_TERM);
}

static bool ends_with_d(const struct print *p)
{
    size_t n = p->out.n;

    return n > 1 && p->out.s[n - 1] == 'd' && !is_letter(p->out.s[n - 2]);
}

static void put_integral(struct print *p, const struct expr *x)
{
    size_t start;

    str_add(&p->out, "\\int");
    if (x->count == 4) {
        str_add(&p->out, "_{");
        print_at(p, x->args[2], LEVEL_SUM);
        str_add(&p->out, "}^{");
        print_at(p, x->args[3], LEVEL_SUM);
        str_addc(&p->out, '}');
    }
    str_addc(&p->out, ' ');
    start = p->out.n;
    /* The body of a derivative would take a dx that is not its own. */
    print_at(p, x->args[0],
             x->args[0]->op == EXPR_DERIVATIVE ? LEVEL_FACTOR : LEVEL_TERM);
    if (ends_with_d(p)) { /* d dx would be a differential of its own */
        p->out.n = start;
        print_bracketed(p, x->args[0]);
    }
    str_add(&p->out, " \\, d");
    print_at(p, x->args[1], LEVEL_FACTOR);
}

static void put_limit(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\lim_{");
    print_at(p, x->args[1], LEVEL_FACTOR);
    str_add(&p->out, " \\to ");
    print_at(p, x->args[2], x->side ? LEVEL_ATOM : LEVEL_SUM);
    if (x->side)
        str_add(&p->out, x->side > 0 ? "^{+}" : "^{-}");
    str_add(&p->out, "} ");
    print_at(p, x->args[0], LEVEL_TERM);
}

static void put_derivative(struct print *p, const struct expr *x)
{
    if (x->degree == 1)
        str_add(&p->out, "\\frac{d}{d");
    else
        str_addf(&p->out, "\\frac{d^{%u}}{d", x->degree);
    print_at(p, x->args[1], LEVEL_FACTOR);
    if (x->degree != 1)
        str_addf(&p->out, "^{%u}", x->degree);
    str_add(&p->out, "} ");
    print_at(p, x->args[0], LEVEL_TERM);
}

/* ---- matrices, cases ---- */

static void put_matrix(struct print *p, const struct expr *x)
{
    unsigned columns = x->rows ? x->count / x->rows : 0;

    str_add(&p->out, "\\begin{pmatrix} ");
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, i % columns ? " & " : " \\\\ ");
        print_at(p, x->args[i], LEVEL_RELATION);
    }
    str_add(&p->out, " \\end{pmatrix}");
}

static void put_cases(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\begin{cases} ");
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, i % 2 ? " & " : " \\\\ ");
        if (x->args[i])
            print_at(p, x->args[i], i % 2 ? LEVEL_OR : LEVEL_SUM);
        else
            str_add(&p->out, "\\text{otherwise}");
    }
    str_add(&p->out, " \\end{cases}");
}

/* ---- sets ---- */

static bool is_infinite(const struct expr *x)
{
    if (x->op == EXPR_NEG)
        x = x->args[0];
    return x->op == EXPR_CONSTANT && x->constant == CONSTANT_INFINITY;
}

static void put_domain(struct print *p, const char *name)
{
    if (strcmp(name, "empty") == 0)
        str_add(&p->out, "\\emptyset");
    else
        str_addf(&p->out, "\\mathbb{%s}", name);
}

/*
 * (0, 1) alone would read as a pair: outward brackets say that it is an open
 * interval. Among sets, and with an infinite end, round ones do.
 */
static void put_interval(struct print *p, const struct expr *x, bool among)
{
    bool outward = !among && x->open_from && x->open_to &&
                   !is_infinite(x->args[0]) && !is_infinite(x->args[1]);

    str_add(&p->out, outward        ? "\\left]"
                     : x->open_from ? "\\left("
                                    : "\\left[");
    print_commas(p, x, 0);
    str_add(&p->out, outward      ? "\\right["
                     : x->open_to ? "\\right)"
                                  : "\\right]");
}

static void put_between(struct print *p, const struct expr *x, const char *sign,
                        enum print_level level)
{
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, sign);
        if (x->args[i]->op == EXPR_INTERVAL && x->op != EXPR_RATIO)
            put_interval(p, x->args[i], true);
        else
            print_at(p, x->args[i], level);
    }
}

static void put_builder(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\{");
    print_at(p, x->args[0], LEVEL_SUM);
    str_add(&p->out, " \\mid ");
    print_at(p, x->args[1], LEVEL_LIST);
    str_add(&p->out, "\\}");
}

/* ---- statements ---- */

static const char *relation_latex(enum relation r)
{
    static const char *const names[] = {
        [RELATION_EQ] = " = ",
        [RELATION_NE] = " \\ne ",
        [RELATION_LT] = " < ",
        [RELATION_LE] = " \\le ",
        [RELATION_GT] = " > ",
        [RELATION_GE] = " \\ge ",
        [RELATION_APPROX] = " \\approx ",
        [RELATION_IN] = " \\in ",
        [RELATION_NOT_IN] = " \\notin ",
        [RELATION_SUBSET] = " \\subset ",
        [RELATION_DIVIDES] = " \\mid ",
        [RELATION_TO] = " \\to ",
    };

    return names[r];
}

static void put_relation(struct print *p, const struct expr *x)
{
    p->left = x->args[0];
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, relation_latex(x->relations[i - 1]));
        if (i && x->args[i]->op == EXPR_INTERVAL &&
            (x->relations[i - 1] == RELATION_IN ||
             x->relations[i - 1] == RELATION_NOT_IN))
            put_interval(p, x->args[i], true);
        else
            print_at(p, x->args[i], LEVEL_SET);
    }
}

static void put_congruent(struct print *p, const struct expr *x)
{
    p->left = x->args[0];
    print_at(p, x->args[0], LEVEL_SUM);
    str_add(&p->out, " \\equiv ");
    print_at(p, x->args[1], LEVEL_SUM);
    str_add(&p->out, " \\pmod{");
    print_at(p, x->args[2], LEVEL_SUM);
    str_addc(&p->out, '}');
}

static void put_bracketed(struct print *p, const struct expr *x,
                          const char *open, const char *close)
{
    str_add(&p->out, open);
    print_commas(p, x, 0);
    str_add(&p->out, close);
}

/* In a set, a colon would begin a condition. */
static void put_set(struct print *p, const struct expr *x)
{
    str_add(&p->out, "\\{");
    for (unsigned i = 0; i < x->count; i++) {
        bool ratio = x->args[i]->op == EXPR_RATIO;

        if (i)
            str_add(&p->out, ", ");
        print_at(p, x->args[i], ratio ? LEVEL_SUM : LEVEL_RELATION);
    }
    str_add(&p->out, "\\}");
}

/* Lists of lists have semicolons between them. */
static void put_list(struct print *p, const struct expr *x)
{
    bool nested = false;

    for (unsigned i = 0; i < x->count; i++)
        nested |= x->args[i]->op == EXPR_LIST || x->args[i]->op == EXPR_AND ||
                  x->args[i]->op == EXPR_OR;
    if (!nested) {
        print_commas(p, x, 0);
        return;
    }
    for (unsigned i = 0; i < x->count; i++) {
        if (i)
            str_add(&p->out, "; ");
        print_at(p, x->args[i], LEVEL_LIST);
    }
}

void print_structure(struct print *p, const struct expr *x)
{ /* long: a table of structures */
    switch (x->op) {
    case EXPR_SUM:
    case EXPR_PRODUCT: put_bounds(p, x); break;
    case EXPR_INTEGRAL: put_integral(p, x); break;
    case EXPR_LIMIT: put_limit(p, x); break;
    case EXPR_DERIVATIVE: put_derivative(p, x); break;
    case EXPR_MATRIX: put_matrix(p, x); break;
    case EXPR_CASES: put_cases(p, x); break;
    case EXPR_DOTS: str_add(&p->out, "\\ldots"); break;
    case EXPR_TUPLE: put_bracketed(p, x, "\\left(", "\\right)"); break;
    case EXPR_LIST: put_list(p, x); break;
    case EXPR_SET: put_set(p, x); break;
    case EXPR_INTERVAL: put_interval(p, x, false); break;
    case EXPR_UNION: put_between(p, x, " \\cup ", LEVEL_SUM); break;
    case EXPR_INTERSECTION: put_between(p, x, " \\cap ", LEVEL_SUM); break;
    case EXPR_DIFFERENCE: put_between(p, x, " \\setminus ", LEVEL_SUM); break;
    case EXPR_BUILDER: put_builder(p, x); break;
    case EXPR_DOMAIN: put_domain(p, x->name); break;
    case EXPR_RATIO: put_between(p, x, " : ", LEVEL_SUM); break;
    case EXPR_RELATION: put_relation(p, x); break;
    case EXPR_CONGRUENT: put_congruent(p, x); break;
    case EXPR_AND: put_between(p, x, " \\text{ and } ", LEVEL_RELATION); break;
    case EXPR_OR: put_between(p, x, " \\text{ or } ", LEVEL_AND); break;
    default: BUG("a node that is no structure");
    }
}
