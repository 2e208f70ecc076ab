/* SPDX-License-Identifier: Apache-2.0 */
#include "math/calcium.h"
#include "math/exact/exact.h"

/*
 * The inside of constants by Calcium: survey.c looks at the trees first,
 * constant.c evaluates them.
 */

/*
 * What Calcium may be asked: the tree is looked at before it is evaluated.
 * The bounds were found by timing random equalities: what passes them costs
 * some ten milliseconds at most.
 */

#define NODES_MOST    60
#define NUMBER_BITS   64
#define POWER_BITS    512 /* of a number with the exponents around it */
#define EXPONENT_MOST 64  /* whole exponents */
#define ROOT_MOST     12  /* degree of one root */
#define DEGREE_MOST   18  /* product of the degrees of all roots */
#define MIXED_MOST    12  /* the same, doubled for each function */
#define NESTED_MOST   2   /* functions inside of each other */
#define KINDS_MOST    5   /* different roots, and different functions */
#define TERMS_MOST    24  /* of one side, multiplied out */

struct survey {
    struct work *w;
    unsigned nodes;
    uint64_t degree;  /* of all roots together */
    unsigned nesting; /* deepest functions in functions */
    uint64_t raised;  /* to this power will be raised what is met now */
    /* Roots and functions that were counted: the same one again is nothing
     * new to Calcium. */
    const struct expr *roots[KINDS_MOST], *functions[KINDS_MOST];
    unsigned roots_n, functions_n;
};

/* Find the value of x if it is rational, for little work. */
static enum exact constant_rational(fmpq_t q, const struct expr *x,
                                    struct work *w)
{
    struct work own = { .limit = 1000 };
    enum exact got = exact_rational(q, x, &own);

    return work_spend(w, own.used) ? got : EXACT_LIMIT;
}

/* Is the number small enough for Calcium? */
static bool constant_small(const fmpq_t q)
{
    return fmpz_bits(fmpq_numref(q)) <= NUMBER_BITS &&
           fmpz_bits(fmpq_denref(q)) <= NUMBER_BITS;
}

/* Add x to a list of different ones; *fresh is set to whether it is new. */
static bool constant_note(const struct expr **list, unsigned *n,
                          const struct expr *x, bool *fresh)
{
    *fresh = false;
    for (unsigned i = 0; i < *n; i++)
        if (expr_same(list[i], x))
            return true;
    if (*n == KINDS_MOST)
        return false;
    list[(*n)++] = x;
    *fresh = true;
    return true;
}

/* x is a root or power whose degree over its radicand is n. */
static bool note_root(struct survey *s, const struct expr *x, const fmpz_t n)
{
    bool fresh;

    if (fmpz_is_one(n))
        return true;
    if (fmpz_cmp_ui(n, ROOT_MOST) > 0 || fmpz_sgn(n) <= 0 ||
        !constant_note(s->roots, &s->roots_n, x, &fresh))
        return false;
    if (fresh)
        s->degree *= fmpz_get_ui(n);
    return s->degree <= DEGREE_MOST;
}

static bool note_function(struct survey *s, const struct expr *x,
                          unsigned nested)
{
    bool fresh;

    if (nested + 1 > s->nesting)
        s->nesting = nested + 1;
    return s->nesting <= NESTED_MOST &&
           constant_note(s->functions, &s->functions_n, x, &fresh);
}

/* Functions that Calcium is asked for. */
static bool constant_is_known(enum function_id id)
{
    switch (id) {
    case FN_SIN:
    case FN_COS:
    case FN_TAN:
    case FN_COT:
    case FN_SEC:
    case FN_CSC:
    case FN_ARCSIN:
    case FN_ARCCOS:
    case FN_ARCTAN:
    case FN_SINH:
    case FN_COSH:
    case FN_TANH:
    case FN_EXP:
    case FN_LN:
    case FN_LOGB: return true;
    default: return false;
    }
}

/*
 * Surveys return how many terms x has, at most, as a polynomial in the
 * numbers it is made of: what sums add and products multiply. 0: x is not
 * for this method.
 */
static unsigned math_constant_survey(struct survey *s, const struct expr *x,
                                     unsigned nested);

static unsigned constant_capped(unsigned terms)
{
    return terms <= TERMS_MOST ? terms : 0;
}

/* t terms to the n, n >= 0: multisets of n of them. */
static unsigned power_terms(unsigned t, unsigned n)
{
    unsigned terms = 1;

    for (unsigned i = 1; i < t && terms <= TERMS_MOST; i++)
        terms = terms * (n + i) / i;
    return constant_capped(terms);
}

static unsigned survey_call(struct survey *s, const struct expr *x,
                            unsigned nested)
{
    bool good = true;
    fmpq_t q;

    if (x->function->id == FN_ABS)
        return math_constant_survey(s, x->args[0], nested);
    if (x->function->id == FN_SQRT || x->function->id == FN_ROOT) {
        fmpq_init(q);
        fmpq_set_si(q, 2, 1);
        if (x->count == 2)
            good = constant_rational(q, x->args[0], s->w) == EXACT_VALUE &&
                   fmpz_is_one(fmpq_denref(q));
        good = good && note_root(s, x, fmpq_numref(q));
        fmpq_clear(q);
        return good && math_constant_survey(s, x->args[x->count - 1], nested);
    }
    if (!constant_is_known(x->function->id) || !note_function(s, x, nested))
        return 0;
    for (unsigned i = 0; i < x->count && good; i++)
        good = math_constant_survey(s, x->args[i], nested + 1) != 0;
    /* Sines are differences of exponentials. */
    return good ? 2 : 0;
}

/* A power with a rational exponent: a root, and a small whole number. */
static unsigned survey_rational(struct survey *s, const struct expr *x,
                                const fmpq_t n, unsigned nested)
{
    unsigned terms, k;

    if (fmpz_bits(fmpq_numref(n)) > 7 || !note_root(s, x, fmpq_denref(n)))
        return 0;
    k = (unsigned)(fmpz_get_si(fmpq_numref(n)) < 0
                       ? -fmpz_get_si(fmpq_numref(n))
                       : fmpz_get_si(fmpq_numref(n)));
    if (k > EXPONENT_MOST || s->raised > POWER_BITS)
        return 0;
    s->raised *= k ? k : 1;
    terms = math_constant_survey(s, x->args[0], nested);
    s->raised /= k ? k : 1;
    if (!terms)
        return 0;
    return fmpz_is_one(fmpq_denref(n)) ? power_terms(terms, k) : terms;
}

static unsigned survey_power(struct survey *s, const struct expr *x,
                             unsigned nested)
{
    unsigned terms;
    fmpq_t n;

    fmpq_init(n);
    if (constant_rational(n, x->args[1], s->w) == EXACT_VALUE)
        terms = survey_rational(s, x, n, nested);
    else
        terms = note_function(s, x, nested) &&
                        math_constant_survey(s, x->args[0], nested + 1) &&
                        math_constant_survey(s, x->args[1], nested + 1)
                    ? 1
                    : 0;
    fmpq_clear(n);
    return terms;
}

static unsigned survey_chain(struct survey *s, const struct expr *x,
                             unsigned nested)
{
    unsigned terms = math_constant_survey(s, x->args[0], nested);

    for (unsigned i = 1; i < x->count && terms; i++) {
        unsigned more = math_constant_survey(s, x->args[i], nested);

        terms = more ? constant_capped(x->op == EXPR_ADD ? terms + more
                                                         : terms * more)
                     : 0;
    }
    return terms;
}

static bool survey_number(const struct survey *s, const fmpq_t q)
{
    uint64_t bits = (uint64_t)fmpz_bits(fmpq_numref(q)) +
                    (uint64_t)fmpz_bits(fmpq_denref(q));

    return constant_small(q) && bits * s->raised <= POWER_BITS;
}

static unsigned math_constant_survey(struct survey *s, const struct expr *x,
                                     unsigned nested)
{
    if (++s->nodes > NODES_MOST || !work_spend(s->w, 1))
        return 0;
    switch (x->op) {
    case EXPR_NUMBER: return survey_number(s, x->number->value);
    case EXPR_CONSTANT:
        return x->constant == CONSTANT_PI || x->constant == CONSTANT_E ||
               x->constant == CONSTANT_I;
    case EXPR_CALL: return survey_call(s, x, nested);
    case EXPR_POW: return survey_power(s, x, nested);
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV: return survey_chain(s, x, nested);
    case EXPR_NEG:
    case EXPR_PERCENT:
    case EXPR_DEGREE: return math_constant_survey(s, x->args[0], nested);
    default: return 0;
    }
}

/* Functions of roots are what costs most: fields of many generators. */
static bool is_tame(const struct survey *s)
{
    return s->functions_n == 0 || s->degree << s->functions_n <= MIXED_MOST;
}

/* May Calcium be asked whether x and y are equal? *nodes: their size. */
static bool constant_survey(const struct expr *x, const struct expr *y,
                            struct work *w, unsigned *nodes)
{
    struct survey s = { .w = w, .degree = 1, .raised = 1 };
    bool good = math_constant_survey(&s, x, 0) &&
                math_constant_survey(&s, y, 0) && is_tame(&s);

    *nodes = s.nodes;
    return good;
}

/*
 * Constants by Calcium (Johansson, "Calcium: computing in exact real and
 * complex fields", ISSAC 2021). It decides much and bounds nothing, so the
 * tree is looked at first: size, whole numbers, exponents, degrees and
 * nesting of roots, denominators of angles. What passes costs milliseconds
 * at most, with Calcium's own limits set low; a question that it leaves open
 * stays open.
 */

#define ANGLE_MOST 60 /* denominator of a rational multiple of pi */

/* ---- evaluation ---- */

static bool constant_eval(ca_t out, const struct expr *x, struct work *w,
                          ca_ctx_t ctx);

static bool usable(const ca_t x)
{
    return !CA_IS_SPECIAL(x);
}

static bool constant_eval_chain(ca_t out, const struct expr *x, struct work *w,
                                ca_ctx_t ctx)
{
    bool good = constant_eval(out, x->args[0], w, ctx);
    ca_t y;

    ca_init(y, ctx);
    for (unsigned i = 1; i < x->count && good; i++) {
        good = constant_eval(y, x->args[i], w, ctx);
        if (!good)
            break;
        if (x->op == EXPR_ADD)
            ca_add(out, out, y, ctx);
        else if (x->op == EXPR_MUL)
            ca_mul(out, out, y, ctx);
        else
            ca_div(out, out, y, ctx);
        good = usable(out);
    }
    ca_clear(y, ctx);
    return good;
}

/* x^{p/q}, small by the survey. */
static void root_power(ca_t x, const fmpq_t q, ca_ctx_t ctx)
{
    fmpq_t root;

    if (fmpz_is_one(fmpq_denref(q))) {
        ca_pow_fmpz(x, x, fmpq_numref(q), ctx);
        return;
    }
    fmpq_init(root);
    fmpz_set(fmpq_denref(root), fmpq_denref(q));
    fmpz_one(fmpq_numref(root));
    if (fmpz_equal_si(fmpq_denref(q), 2))
        ca_sqrt(x, x, ctx);
    else
        ca_pow_fmpq(x, x, root, ctx);
    if (!CA_IS_SPECIAL(x))
        ca_pow_fmpz(x, x, fmpq_numref(q), ctx);
    fmpq_clear(root);
}

static bool constant_eval_power(ca_t out, const struct expr *x, struct work *w,
                                ca_ctx_t ctx)
{
    bool good = true, natural;
    fmpq_t q;
    ca_t n;

    fmpq_init(q);
    ca_init(n, ctx);
    natural = expr_is_constant(x->args[0], CONSTANT_E);
    if (constant_rational(q, x->args[1], w) == EXACT_VALUE && !natural) {
        good = constant_eval(out, x->args[0], w, ctx) && work_spend(w, 1000);
        /* 0^{-1} is no value, and Calcium must not be asked. */
        if (good && fmpq_sgn(q) < 0)
            good = ca_check_is_zero(out, ctx) == T_FALSE;
        if (good)
            root_power(out, q, ctx);
    } else {
        good = constant_eval(n, x->args[1], w, ctx) && work_spend(w, 2000);
        if (good && natural)
            ca_exp(out, n, ctx);
        else if (good && (good = constant_eval(out, x->args[0], w, ctx) &&
                                 ca_check_is_zero(out, ctx) == T_FALSE))
            ca_pow(out, out, n, ctx);
    }
    fmpq_clear(q);
    ca_clear(n, ctx);
    return good && usable(out);
}

/* \sqrt[n]{x}: real for odd n and real x < 0. */
static bool eval_root(ca_t out, const struct expr *x, struct work *w,
                      ca_ctx_t ctx)
{
    bool negative = false, good;
    fmpq_t n;

    fmpq_init(n);
    fmpq_set_si(n, 2, 1);
    good =
        (x->count == 1 || constant_rational(n, x->args[0], w) == EXACT_VALUE) &&
        !fmpq_is_zero(n) && constant_eval(out, x->args[x->count - 1], w, ctx);
    if (good && fmpz_is_odd(fmpq_numref(n))) {
        truth_t below = ca_check_is_negative_real(out, ctx);

        good = below != T_UNKNOWN;
        negative = below == T_TRUE;
    }
    if (good && negative)
        ca_neg(out, out, ctx);
    if (good) {
        fmpq_inv(n, n);
        root_power(out, n, ctx);
    }
    if (good && negative)
        ca_neg(out, out, ctx);
    fmpq_clear(n);
    return good && usable(out);
}

/* Multiples of pi with large denominators make fields of large degree. */
static bool angle_is_tame(const ca_t x, ca_ctx_t ctx)
{
    bool tame = true;
    fmpq_t q;
    ca_t t;

    ca_init(t, ctx);
    fmpq_init(q);
    ca_pi(t, ctx);
    ca_div(t, x, t, ctx);
    if (ca_get_fmpq(q, t, ctx))
        tame =
            fmpz_cmp_ui(fmpq_denref(q), ANGLE_MOST) <= 0 && constant_small(q);
    fmpq_clear(q);
    ca_clear(t, ctx);
    return tame;
}

/* (e^x + sign e^{-x}) / 2 */
static void constant_hyperbolic(ca_t out, const ca_t x, int sign, ca_ctx_t ctx)
{
    ca_t t;

    ca_init(t, ctx);
    ca_exp(out, x, ctx);
    ca_inv(t, out, ctx);
    if (sign > 0)
        ca_add(out, out, t, ctx);
    else
        ca_sub(out, out, t, ctx);
    ca_div_ui(out, out, 2, ctx);
    ca_clear(t, ctx);
}

static void constant_quotient(ca_t out, enum function_id id, const ca_t x,
                              ca_ctx_t ctx)
{
    ca_t t;

    ca_init(t, ctx);
    switch (id) {
    case FN_SEC: ca_cos(t, x, ctx); break;
    case FN_CSC: ca_sin(t, x, ctx); break;
    default: constant_hyperbolic(t, x, 1, ctx); break;
    }
    if (id == FN_TANH)
        constant_hyperbolic(out, x, -1, ctx);
    else
        ca_one(out, ctx);
    ca_div(out, out, t, ctx);
    ca_clear(t, ctx);
}

static bool eval_function(ca_t out, enum function_id id, const ca_t x,
                          ca_ctx_t ctx)
{
    if (id <= FN_CSC && !angle_is_tame(x, ctx))
        return false;
    switch (id) {
    case FN_SIN: ca_sin(out, x, ctx); break;
    case FN_COS: ca_cos(out, x, ctx); break;
    case FN_TAN: ca_tan(out, x, ctx); break;
    case FN_COT: ca_cot(out, x, ctx); break;
    case FN_ARCSIN: ca_asin(out, x, ctx); break;
    case FN_ARCCOS: ca_acos(out, x, ctx); break;
    case FN_ARCTAN: ca_atan(out, x, ctx); break;
    case FN_SINH: constant_hyperbolic(out, x, -1, ctx); break;
    case FN_COSH: constant_hyperbolic(out, x, 1, ctx); break;
    case FN_SEC:
    case FN_CSC:
    case FN_TANH: constant_quotient(out, id, x, ctx); break;
    case FN_EXP: ca_exp(out, x, ctx); break;
    case FN_LN:
    case FN_LOGB: ca_log(out, x, ctx); break;
    case FN_ABS: ca_abs(out, x, ctx); break;
    default: return false;
    }
    return usable(out);
}

static bool eval_call(ca_t out, const struct expr *x, struct work *w,
                      ca_ctx_t ctx)
{
    enum function_id id = x->function->id;
    bool good;
    ca_t t;

    if (!work_spend(w, 2000))
        return false;
    if (id == FN_SQRT || id == FN_ROOT)
        return eval_root(out, x, w, ctx);
    ca_init(t, ctx);
    good = constant_eval(t, x->args[x->count - 1], w, ctx) &&
           eval_function(out, id, t, ctx);
    if (good && id == FN_LOGB) {
        good = constant_eval(t, x->args[0], w, ctx) &&
               eval_function(t, id, t, ctx);
        if (good)
            ca_div(out, out, t, ctx);
        good = good && usable(out);
    }
    ca_clear(t, ctx);
    return good;
}

static bool eval_degrees(ca_t x, ca_ctx_t ctx)
{
    ca_t pi;

    ca_init(pi, ctx);
    ca_pi(pi, ctx);
    ca_mul(x, x, pi, ctx);
    ca_div_ui(x, x, 180, ctx);
    ca_clear(pi, ctx);
    return usable(x);
}

static bool eval_constant(ca_t out, enum expr_constant c, ca_ctx_t ctx)
{
    if (c == CONSTANT_PI) {
        ca_pi(out, ctx);
    } else if (c == CONSTANT_I) {
        ca_i(out, ctx);
    } else {
        ca_one(out, ctx);
        ca_exp(out, out, ctx);
    }
    return true;
}

static bool constant_eval(ca_t out, const struct expr *x, struct work *w,
                          ca_ctx_t ctx)
{
    if (!work_spend(w, 100))
        return false;
    switch (x->op) {
    case EXPR_NUMBER: ca_set_fmpq(out, x->number->value, ctx); return true;
    case EXPR_CONSTANT: return eval_constant(out, x->constant, ctx);
    case EXPR_NEG:
        if (!constant_eval(out, x->args[0], w, ctx))
            return false;
        ca_neg(out, out, ctx);
        return true;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV: return constant_eval_chain(out, x, w, ctx);
    case EXPR_PERCENT:
        if (!constant_eval(out, x->args[0], w, ctx))
            return false;
        ca_div_ui(out, out, 100, ctx);
        return true;
    case EXPR_DEGREE:
        return constant_eval(out, x->args[0], w, ctx) && eval_degrees(out, ctx);
    case EXPR_POW: return constant_eval_power(out, x, w, ctx);
    case EXPR_CALL: return eval_call(out, x, w, ctx);
    default: return false;
    }
}

/* ---- the question ---- */

static void set_limits(ca_ctx_t ctx)
{
    static const struct {
        int option;
        slong value;
    } limits[] = {
        { CA_OPT_PREC_LIMIT, 512 },
        { CA_OPT_QQBAR_DEG_LIMIT, 24 },
        { CA_OPT_SMOOTH_LIMIT, 16 },
        { CA_OPT_LLL_PREC, 128 },
        { CA_OPT_POW_LIMIT, 16 },
        { CA_OPT_GROEBNER_LENGTH_LIMIT, 12 },
        { CA_OPT_GROEBNER_POLY_LENGTH_LIMIT, 60 },
        { CA_OPT_GROEBNER_POLY_BITS_LIMIT, 500 },
        { CA_OPT_VIETA_LIMIT, 4 },
    };

    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
        ca_ctx_set_option(ctx, limits[i].option, limits[i].value);
}

static enum truth by_calcium(const struct expr *x, const struct expr *y,
                             struct work *w)
{
    truth_t equal = T_UNKNOWN;
    ca_ctx_t ctx;
    ca_t cx, cy;

    ca_ctx_init(ctx);
    set_limits(ctx);
    ca_init(cx, ctx);
    ca_init(cy, ctx);
    if (constant_eval(cx, x, w, ctx) && constant_eval(cy, y, w, ctx))
        equal = ca_check_equal(cx, cy, ctx);
    ca_clear(cx, ctx);
    ca_clear(cy, ctx);
    ca_ctx_clear(ctx);
    return equal == T_TRUE    ? TRUTH_YES
           : equal == T_FALSE ? TRUTH_NO
                              : TRUTH_UNKNOWN;
}

enum truth exact_constants(const struct expr *x, const struct expr *y,
                           struct work *w)
{
    struct arena a = { 0 };
    unsigned nodes;
    enum truth equal;

    /* Square roots of whole numbers, pi, i: a hundred times faster. */
    equal = exact_rational_functions(&a, x, y, w);
    arena_clear(&a);
    if (equal != TRUTH_UNKNOWN)
        return equal;
    if (!constant_survey(x, y, w, &nodes) ||
        !work_spend(w, 30000 + 2000 * (uint64_t)nodes))
        return TRUTH_UNKNOWN;
    return by_calcium(x, y, w);
}
