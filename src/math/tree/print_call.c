/* SPDX-License-Identifier: Apache-2.0 */
#include "math/tree/print_int.h"

/*
 * Functions: those with a shape of their own (\sqrt, bars, \binom), those
 * with an index (J_{0}, \log_{2}), and all others by name, with the arguments
 * in brackets.
 */

struct shape {
    const char *open, *between, *close;
};

/* Shapes that need no name; an empty card for all others. */
static struct shape shape_of(enum function_id id)
{
    switch (id) {
    case FN_SQRT: return (struct shape){ "\\sqrt{", "", "}" };
    case FN_ROOT: return (struct shape){ "\\sqrt[", "]{", "}" };
    case FN_ABS: return (struct shape){ "\\left|", "", "\\right|" };
    case FN_NORM: return (struct shape){ "\\left\\|", "", "\\right\\|" };
    case FN_FLOOR:
        return (struct shape){ "\\left\\lfloor ", "", "\\right\\rfloor" };
    case FN_CEIL:
        return (struct shape){ "\\left\\lceil ", "", "\\right\\rceil" };
    case FN_BINOM: return (struct shape){ "\\binom{", "}{", "}" };
    default: return (struct shape){ 0 };
    }
}

/* Is the first argument written as an index? */
static bool has_index(enum function_id id)
{
    switch (id) {
    case FN_LOGB:
    case FN_POLYLOG:
    case FN_LAMBERT:
    case FN_BESSEL_J:
    case FN_BESSEL_Y:
    case FN_BESSEL_I:
    case FN_BESSEL_K:
    case FN_HERMITE:
    case FN_CHEBYSHEV_T:
    case FN_CHEBYSHEV_U:
    case FN_LEGENDRE_Q:
    case FN_EN: return true;
    default: return false;
    }
}

/* Is the LaTeX of its card the name of this function alone? Those that share
 * a letter are printed by their full names. */
static bool latex_is_name(enum function_id id)
{
    if (id <= FN_DIGAMMA)
        return true;
    switch (id) {
    case FN_GAMMA_INC:
    case FN_ERF:
    case FN_ERFC:
    case FN_ERFI:
    case FN_EI:
    case FN_LI:
    case FN_SI:
    case FN_CI:
    case FN_SHI:
    case FN_CHI:
    case FN_AIRY_AI:
    case FN_AIRY_BI:
    case FN_ZETA: return true;
    default: return has_index(id);
    }
}

bool print_named_call(const struct expr *x)
{
    return x->op != EXPR_CALL || !shape_of(x->function->id).open;
}

/* Is the name a letter, which means something else on a left side? */
static bool is_letter_name(const struct function *f)
{
    return f->latex[0] != '\\' || f->id == FN_GAMMA || f->id == FN_ZETA ||
           f->id == FN_GAMMA_INC;
}

static bool put_name(struct print *p, const struct expr *x)
{
    const struct function *f = x->function;
    bool latex = latex_is_name(f->id) && !(p->left == x && is_letter_name(f));

    if (latex)
        str_add(&p->out, f->latex);
    else
        str_addf(&p->out, "\\operatorname{%s}", f->name);
    return latex;
}

static void put_shape(struct print *p, const struct expr *x, struct shape shape)
{
    str_add(&p->out, shape.open);
    print_at(p, x->args[0], LEVEL_SUM);
    if (x->count == 2) {
        str_add(&p->out, shape.between);
        print_at(p, x->args[1], LEVEL_SUM);
    }
    str_add(&p->out, shape.close);
}

void print_call(struct print *p, const struct expr *x,
                const struct expr *exponent)
{
    bool call = x->op == EXPR_CALL, latex = true;
    struct shape shape = { 0 };
    unsigned first = 0;

    if (call)
        shape = shape_of(x->function->id);
    if (shape.open) {
        put_shape(p, x, shape);
        return;
    }
    if (call)
        latex = put_name(p, x);
    else
        print_symbol(p, x->name);
    if (call && latex && has_index(x->function->id) && x->count == 2) {
        str_add(&p->out, "_{");
        print_at(p, x->args[0], LEVEL_SUM);
        str_addc(&p->out, '}');
        first = 1;
    }
    if (exponent) {
        str_add(&p->out, "^{");
        print_at(p, exponent, LEVEL_SUM);
        str_addc(&p->out, '}');
    }
    str_add(&p->out, "\\left(");
    print_commas(p, x, first);
    str_add(&p->out, "\\right)");
}
