/* SPDX-License-Identifier: Apache-2.0 */
#include "math/tree/differentiate.h"
#include "base/ascii.h"

#include <stdlib.h>
#include <string.h>

/*
 * Symbolic differentiation: the rules for operators. Work is paid for each
 * node visited, which also bounds the growth of repeated derivatives.
 */

#define DEPTH_MAX 1000
#define TIMES_MAX 12

struct diff {
    struct arena *a;
    const char *name;
    struct work *w;
    unsigned depth;
};

/* ---- making ----
 * Products with 0 and 1 are tidied. NULL if an operand is NULL. */

static bool differentiate_is_integer(const struct expr *x, long n)
{
    return x->op == EXPR_NUMBER && fmpq_cmp_si(x->number->value, n) == 0;
}

static const struct expr *make_integer(struct arena *a, long n)
{
    return expr_integer(a, n);
}

static const struct expr *make_neg(struct arena *a, const struct expr *x)
{
    if (!x || differentiate_is_integer(x, 0))
        return x;
    return x->op == EXPR_NEG ? x->args[0] : expr_unary(a, EXPR_NEG, x);
}

static const struct expr *make_add(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    if (!x || !y)
        return NULL;
    if (differentiate_is_integer(x, 0))
        return y;
    return differentiate_is_integer(y, 0) ? x : expr_binary(a, EXPR_ADD, x, y);
}

static const struct expr *make_sub(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    return make_add(a, x, make_neg(a, y));
}

static const struct expr *make_mul(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    if (!x || !y)
        return NULL;
    if (differentiate_is_integer(x, 0) || differentiate_is_integer(y, 1))
        return x;
    if (differentiate_is_integer(y, 0) || differentiate_is_integer(x, 1))
        return y;
    return expr_binary(a, EXPR_MUL, x, y);
}

static const struct expr *make_div(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    if (!x || !y)
        return NULL;
    return differentiate_is_integer(x, 0) || differentiate_is_integer(y, 1)
               ? x
               : expr_binary(a, EXPR_DIV, x, y);
}

static const struct expr *make_pow(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    if (!x || !y)
        return NULL;
    if (differentiate_is_integer(y, 1))
        return x;
    return differentiate_is_integer(y, 0) ? expr_integer(a, 1)
                                          : expr_binary(a, EXPR_POW, x, y);
}

static const struct expr *make_call(struct arena *a, enum function_id id,
                                    const struct expr *x)
{
    return x ? expr_call(a, id, &x, 1) : NULL;
}

/* ---- rules ---- */

static const struct expr *differentiate_walk(const struct expr *x,
                                             struct diff *d);

/* Does the name occur, bound or free? Unsure is yes. */
static bool differentiate_occurs(const struct expr *x, struct diff *d)
{
    bool found = false;

    if (!work_spend(d->w, 1) || d->depth >= DEPTH_MAX)
        return true;
    if (x->op == EXPR_SYMBOL)
        return strcmp(x->name, d->name) == 0;
    d->depth++;
    for (unsigned i = 0; i < x->count && !found; i++)
        found = x->args[i] && differentiate_occurs(x->args[i], d);
    d->depth--;
    return found || x->op == EXPR_APPLY;
}

static const struct expr *sum_rule(const struct expr *x, struct diff *d)
{
    const struct expr *sum = make_integer(d->a, 0);

    for (unsigned i = 0; i < x->count && sum; i++)
        sum = make_add(d->a, sum, differentiate_walk(x->args[i], d));
    return sum;
}

static const struct expr *product_rule(const struct expr *x, struct diff *d)
{
    const struct expr *sum = make_integer(d->a, 0);

    for (unsigned i = 0; i < x->count && sum; i++) {
        const struct expr *term = differentiate_walk(x->args[i], d);

        for (unsigned k = 0; k < x->count && term; k++) {
            if (!work_spend(d->w, 1))
                return NULL;
            if (k != i)
                term = make_mul(d->a, term, x->args[k]);
        }
        sum = make_add(d->a, sum, term);
    }
    return sum;
}

/* (f/g)' = f'/g - f g'/g^2 */
static const struct expr *quotient_rule(const struct expr *x, struct diff *d)
{
    const struct expr *f = x->args[0], *g = x->args[1];
    const struct expr *df = differentiate_walk(f, d),
                      *dg = differentiate_walk(g, d);

    if (!df || !dg)
        return NULL;
    return make_sub(d->a, make_div(d->a, df, g),
                    make_div(d->a, make_mul(d->a, f, dg),
                             make_pow(d->a, g, make_integer(d->a, 2))));
}

static const struct expr *differentiate_log_of(const struct expr *x,
                                               struct arena *a)
{
    if (expr_is_constant(x, CONSTANT_E))
        return make_integer(a, 1);
    return make_call(a, FN_LN, x);
}

static const struct expr *power_rule(const struct expr *x, struct diff *d)
{
    const struct expr *f = x->args[0], *g = x->args[1];
    const struct expr *df = differentiate_walk(f, d),
                      *dg = differentiate_walk(g, d);
    const struct expr *one = make_integer(d->a, 1), *first, *second;

    if (!df || !dg)
        return NULL;
    if (differentiate_is_integer(dg, 0)) {
        if (differentiate_is_integer(df, 0))
            return df;
        first = make_pow(d->a, f, make_sub(d->a, g, one));
        if (g->op == EXPR_NUMBER) { /* so that x^1 is not x^{2 - 1} */
            fmpq_t less;

            fmpq_init(less);
            fmpq_sub_si(less, g->number->value, 1);
            first = make_pow(d->a, f, expr_rational(d->a, less));
            fmpq_clear(less);
        }
        return make_mul(d->a, make_mul(d->a, g, first), df);
    }
    second = make_mul(d->a, dg, differentiate_log_of(f, d->a));
    if (!differentiate_is_integer(df, 0))
        second =
            make_add(d->a, second, make_div(d->a, make_mul(d->a, g, df), f));
    return make_mul(d->a, x, second);
}

static const struct expr *differentiate_function(struct arena *a,
                                                 const struct expr *call);

static const struct expr *call_rule(const struct expr *x, struct diff *d)
{
    unsigned main = x->function->id == FN_BETA_INC ? 0 : x->count - 1;
    const struct expr *inner, *outer;

    for (unsigned i = 0; i < x->count; i++)
        if (i != main && differentiate_occurs(x->args[i], d))
            return NULL;
    inner = differentiate_walk(x->args[main], d);
    if (!inner || differentiate_is_integer(inner, 0))
        return inner;
    switch (x->function->id) {
    case FN_RE:
    case FN_IM:
    case FN_CONJ: return make_call(d->a, x->function->id, inner);
    case FN_ABS: /* of what may be complex, for a real variable */
        outer = make_mul(d->a, make_call(d->a, FN_CONJ, x->args[0]), inner);
        return make_div(d->a, make_call(d->a, FN_RE, outer), x);
    default: outer = differentiate_function(d->a, x); break;
    }
    return make_mul(d->a, outer, inner);
}

/* n! is Gamma(n + 1) */
static const struct expr *factorial_rule(const struct expr *x, struct diff *d)
{
    const struct expr *z = make_add(d->a, x->args[0], make_integer(d->a, 1));

    if (x->degree != 1)
        return NULL;
    return make_mul(d->a, differentiate_walk(x->args[0], d),
                    make_mul(d->a, x, make_call(d->a, FN_DIGAMMA, z)));
}

static bool differentiate_binds(const struct expr *x, const struct diff *d)
{
    return x->args[1]->op != EXPR_SYMBOL ||
           strcmp(x->args[1]->name, d->name) == 0;
}

/* The derivative of a sum with fixed ends, term by term. */
static const struct expr *series_rule(const struct expr *x, struct diff *d)
{
    const struct expr *args[4];
    const struct expr *body;

    if (x->op != EXPR_SUM || x->count != 4 || differentiate_binds(x, d) ||
        differentiate_occurs(x->args[2], d) ||
        differentiate_occurs(x->args[3], d))
        return NULL;
    /* A series may converge while that of its derivatives does not. */
    if (x->args[3]->op == EXPR_CONSTANT)
        return NULL;
    body = differentiate_walk(x->args[0], d);
    if (!body)
        return NULL;
    args[0] = body;
    args[1] = x->args[1];
    args[2] = x->args[2];
    args[3] = x->args[3];
    return expr_new(d->a, EXPR_SUM, args, 4);
}

/* Leibniz: f(b) b' - f(a) a', for an integrand without the name itself. */
static const struct expr *integral_rule(const struct expr *x, struct diff *d)
{
    const struct expr *end[2], *slope;

    if (x->count == 2) /* an antiderivative, in its own variable */
        return x->args[1]->op == EXPR_SYMBOL && differentiate_binds(x, d)
                   ? x->args[0]
                   : NULL;
    if (x->count != 4 || x->args[1]->op != EXPR_SYMBOL)
        return NULL;
    if (!differentiate_binds(x, d) && differentiate_occurs(x->args[0], d))
        return NULL;
    for (int i = 0; i < 2; i++) {
        slope = differentiate_walk(x->args[2 + i], d);
        if (!slope)
            return NULL;
        end[i] = slope;
        if (!differentiate_is_integer(slope, 0))
            end[i] = make_mul(d->a,
                              expr_replace(d->a, x->args[0], x->args[1]->name,
                                           x->args[2 + i]),
                              slope);
    }
    return make_sub(d->a, end[1], end[0]);
}

static const struct expr *derivative_rule(const struct expr *x, struct diff *d)
{
    const struct expr *inner;

    if (x->args[1]->op != EXPR_SYMBOL)
        return NULL;
    inner = differentiate_times(d->a, x->args[0], x->args[1]->name, x->degree,
                                d->w);
    return inner ? differentiate_walk(inner, d) : NULL;
}

static const struct expr *rule(const struct expr *x, struct diff *d)
{ /* long: one line for each operator */
    switch (x->op) {
    case EXPR_NUMBER:
    case EXPR_CONSTANT: return make_integer(d->a, 0);
    case EXPR_SYMBOL: return make_integer(d->a, strcmp(x->name, d->name) == 0);
    case EXPR_NEG: return make_neg(d->a, differentiate_walk(x->args[0], d));
    case EXPR_ADD: return sum_rule(x, d);
    case EXPR_MUL: return product_rule(x, d);
    case EXPR_DIV: return quotient_rule(x, d);
    case EXPR_POW: return power_rule(x, d);
    case EXPR_CALL: return x->count ? call_rule(x, d) : NULL;
    case EXPR_FACTORIAL: return factorial_rule(x, d);
    case EXPR_SUM:
    case EXPR_PRODUCT: return series_rule(x, d);
    case EXPR_INTEGRAL: return integral_rule(x, d);
    case EXPR_DERIVATIVE: return derivative_rule(x, d);
    case EXPR_PERCENT:
    case EXPR_DEGREE: {
        const struct expr *inner = differentiate_walk(x->args[0], d);

        return inner ? expr_unary(d->a, x->op, inner) : NULL;
    }
    default: return NULL;
    }
}

static const struct expr *differentiate_walk(const struct expr *x,
                                             struct diff *d)
{
    const struct expr *y = NULL;

    if (d->depth >= DEPTH_MAX || !work_spend(d->w, 4))
        return NULL;
    d->depth++;
    if (x->count && !differentiate_occurs(x, d) && x->op != EXPR_DERIVATIVE)
        y = make_integer(d->a, 0);
    else
        y = rule(x, d);
    d->depth--;
    return y;
}

const struct expr *differentiate(struct arena *a, const struct expr *x,
                                 const char *name, struct work *w)
{
    struct diff d = { .a = a, .name = name, .w = w };

    return differentiate_walk(x, &d);
}

const struct expr *differentiate_times(struct arena *a, const struct expr *x,
                                       const char *name, unsigned times,
                                       struct work *w)
{
    if (times > TIMES_MAX) {
        work_refuse(w, "derivative");
        return NULL;
    }
    for (unsigned i = 0; i < times && x; i++)
        x = differentiate(a, x, name, w);
    return x;
}

/*
 * Derivatives of the functions of the table, in their main argument. The
 * formulas are those of the Digital Library of Mathematical Functions
 * (chapters 4-8, 9, 10, 13, 15, 18, 19, 25), elliptic integrals in the
 * parameter m.
 *
 * They are written as a stack machine reads them: x is the last argument, a to e
 * are the arguments in their order, f is the call itself; E is Euler's number,
 * ~ changes the sign, a name calls a function of one argument, name/2 one of
 * two, and @3 the function itself, with three.
 */

static const struct {
    enum function_id id;
    const char *formula;
    unsigned count; /* of arguments; 0: any */
} derivatives[] = {
    { FN_SIN, "x cos", 0 },
    { FN_COS, "x sin ~", 0 },
    { FN_TAN, "1 f 2 ^ +", 0 },
    { FN_COT, "1 f 2 ^ + ~", 0 },
    { FN_SEC, "f x tan *", 0 },
    { FN_CSC, "f x cot * ~", 0 },
    { FN_ARCSIN, "1 1 x 2 ^ - sqrt /", 0 },
    { FN_ARCCOS, "1 1 x 2 ^ - sqrt / ~", 0 },
    { FN_ARCTAN, "1 1 x 2 ^ + /", 0 },
    { FN_ARCCOT, "1 1 x 2 ^ + / ~", 0 },
    { FN_ARCSEC, "1 x / 2 ^ 1 1 x / 2 ^ - sqrt /", 0 },
    { FN_ARCCSC, "1 x / 2 ^ 1 1 x / 2 ^ - sqrt / ~", 0 },
    { FN_SINH, "x cosh", 0 },
    { FN_COSH, "x sinh", 0 },
    { FN_TANH, "1 f 2 ^ -", 0 },
    { FN_COTH, "1 f 2 ^ -", 0 },
    { FN_SECH, "f x tanh * ~", 0 },
    { FN_CSCH, "f x coth * ~", 0 },
    { FN_ARSINH, "1 1 x 2 ^ + sqrt /", 0 },
    { FN_ARCOSH, "1 -1 x + sqrt 1 x + sqrt * /", 0 },
    { FN_ARTANH, "1 1 x 2 ^ - /", 0 },
    { FN_ARCOTH, "1 1 x 2 ^ - /", 0 },
    { FN_ARSECH, "1 x / 2 ^ -1 1 x / + sqrt 1 1 x / + sqrt * / ~", 0 },
    { FN_ARCSCH, "1 x / 2 ^ 1 1 x / 2 ^ + sqrt / ~", 0 },

    { FN_EXP, "f", 0 },
    { FN_LN, "1 x /", 0 },
    { FN_LOG, "E log x /", 0 }, /* whatever the base */
    { FN_LOGB, "1 x a ln * /", 0 },
    { FN_SQRT, "1 f / 2 /", 0 },
    { FN_ROOT, "f a x * /", 0 },

    { FN_GAMMA, "f x digamma *", 0 },
    { FN_LNGAMMA, "x digamma", 0 },
    { FN_DIGAMMA, "1 x polygamma/2", 0 },
    { FN_POLYGAMMA, "1 a + x @2", 0 },
    { FN_BETA, "f x digamma a x + digamma - *", 0 },
    { FN_GAMMA_LOW, "x -1 a + ^ x ~ exp *", 0 },
    { FN_GAMMA_INC, "x -1 a + ^ x ~ exp * ~", 0 },
    { FN_BETA_INC, "a -1 b + ^ 1 a - -1 c + ^ *", 0 },
    { FN_HURWITZ, "a 1 a + x @2 * ~", 0 },
    { FN_POLYLOG, "-1 a + x @2 x /", 0 },

    { FN_ERF, "2 pi sqrt / x 2 ^ ~ exp *", 0 },
    { FN_ERFC, "2 pi sqrt / x 2 ^ ~ exp * ~", 0 },
    { FN_ERFI, "2 pi sqrt / x 2 ^ exp *", 0 },
    { FN_EI, "x exp x /", 0 },
    { FN_EN, "-1 a + x @2 ~", 0 },
    { FN_LI, "1 x ln /", 0 },
    { FN_SI, "x sinc", 0 },
    { FN_CI, "x cos x /", 0 },
    { FN_SHI, "x sinh x /", 0 },
    { FN_CHI, "x cosh x /", 0 },
    { FN_FRESNEL_S, "pi x 2 ^ * 2 / sin", 0 },
    { FN_FRESNEL_C, "pi x 2 ^ * 2 / cos", 0 },
    { FN_SINC, "x cos x sinc - x /", 0 },

    { FN_LEGENDRE_P, "a x f * -1 a + x @2 - * -1 x 2 ^ + /", 2 },
    { FN_LEGENDRE_Q, "a x f * -1 a + x @2 - * -1 x 2 ^ + /", 2 },
    { FN_HERMITE, "2 a * -1 a + x @2 *", 0 },
    { FN_LAGUERRE, "-1 a + 1 x @3 ~", 2 },
    { FN_LAGUERRE, "-1 a + 1 b + x @3 ~", 3 },
    { FN_CHEBYSHEV_T, "a -1 a + x chebyshevu/2 *", 0 },
    { FN_CHEBYSHEV_U, "1 a + 1 a + x chebyshevt/2 * x f * - -1 x 2 ^ + /", 0 },

    { FN_AIRY_AI, "x airyaiprime", 0 },
    { FN_AIRY_BI, "x airybiprime", 0 },
    { FN_AIRY_AI_PRIME, "x x airyai *", 0 },
    { FN_AIRY_BI_PRIME, "x x airybi *", 0 },
    { FN_BESSEL_J, "-1 a + x @2 1 a + x @2 - 2 /", 0 },
    { FN_BESSEL_Y, "-1 a + x @2 1 a + x @2 - 2 /", 0 },
    { FN_BESSEL_I, "-1 a + x @2 1 a + x @2 + 2 /", 0 },
    { FN_BESSEL_K, "-1 a + x @2 1 a + x @2 + 2 / ~", 0 },
    { FN_LAMBERT, "f ~ exp 1 f + /", 0 },
    { FN_ELLIPTIC_K, "x elliptice 1 x - x elliptick * - 2 x * 1 x - * /", 0 },
    { FN_ELLIPTIC_E, "x elliptice x elliptick - 2 x * /", 0 },

    /* pFq: all parameters move up by one, times prod a / prod b. */
    { FN_HYP0F1, "1 a / 1 a + x @2 *", 0 },
    { FN_HYP1F1, "a b / 1 a + 1 b + x @3 *", 0 },
    { FN_HYPU, "a ~ 1 a + 1 b + x @3 *", 0 },
    { FN_HYP2F1, "a b * c / 1 a + 1 b + 1 c + x @4 *", 0 },
    { FN_HYP3F2, "a b * c * d / e / 1 a + 1 b + 1 c + 1 d + 1 e + x @6 *", 0 },
};

#define STACK_MOST 8

struct stack {
    struct arena *a;
    const struct expr *at[STACK_MOST];
    size_t n;
};

/* Replaces the last `n` by a call of them. */
static void stack_call(struct stack *k, enum function_id id, unsigned n)
{
    INVARIANT(k->n >= n && n > 0);
    k->n -= n;
    k->at[k->n] = expr_call(k->a, id, k->at + k->n, n);
    k->n++;
}

static void stack_operator(struct stack *k, char op)
{
    const struct expr *y = k->at[k->n - 1], **x = &k->at[k->n - 1];

    if (op == '~') { /* of one operand */
        *x = make_neg(k->a, y);
        return;
    }
    INVARIANT(k->n > 1);
    k->n--;
    x--;
    switch (op) {
    case '+': *x = make_add(k->a, *x, y); break;
    case '-': *x = make_sub(k->a, *x, y); break;
    case '*': *x = make_mul(k->a, *x, y); break;
    case '/': *x = make_div(k->a, *x, y); break;
    case '^': *x = make_pow(k->a, *x, y); break;
    default: BUG("no such operator in a derivative");
    }
}

/* One letter: an argument, the call, or Euler's number. */
static const struct expr *stack_letter(struct arena *a, char c,
                                       const struct expr *call)
{
    if (c == 'x')
        return call->args[call->count - 1];
    if (c == 'f')
        return call;
    return c == 'E' ? expr_constant(a, CONSTANT_E) : call->args[c - 'a'];
}

static void stack_word(struct stack *k, const char *s, size_t n,
                       const struct expr *call)
{
    size_t name = strcspn(s, " /");

    if (is_digit(s[n - 1]) && (is_digit(*s) || *s == '-'))
        k->at[k->n++] = make_integer(k->a, strtol(s, NULL, 10));
    else if (*s == '@')
        stack_call(k, call->function->id, (unsigned)(s[1] - '0'));
    else if (n == 1 && is_letter(*s))
        k->at[k->n++] = stack_letter(k->a, *s, call);
    else if (n == 1)
        stack_operator(k, *s);
    else if (n == 2 && memcmp(s, "pi", 2) == 0)
        k->at[k->n++] = expr_constant(k->a, CONSTANT_PI);
    else
        stack_call(k, function_find(s, name)->id, s[name] == '/' ? 2 : 1);
    INVARIANT(k->n > 0 && k->n < STACK_MOST);
}

/* Returns the derivative of a function in its main argument, at that argument,
 * or NULL if there is none in the table. */
static const struct expr *differentiate_function(struct arena *a,
                                                 const struct expr *call)
{
    const char *s = NULL;
    struct stack k = { .a = a };

    for (size_t i = 0; i < sizeof(derivatives) / sizeof(derivatives[0]); i++)
        if (derivatives[i].id == call->function->id &&
            (!derivatives[i].count || derivatives[i].count == call->count))
            s = derivatives[i].formula;
    for (size_t n; s && *s; s += n + (s[n] == ' ')) {
        n = strcspn(s, " ");
        stack_word(&k, s, n, call);
    }
    return k.n ? k.at[0] : NULL;
}
