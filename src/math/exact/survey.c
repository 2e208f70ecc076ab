/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/constant_int.h"

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

enum exact constant_rational(fmpq_t q, const struct expr *x, struct work *w)
{
    struct work own = { .limit = 1000 };
    enum exact got = exact_rational(q, x, &own);

    return work_spend(w, own.used) ? got : EXACT_LIMIT;
}

bool constant_small(const fmpq_t q)
{
    return fmpz_bits(fmpq_numref(q)) <= NUMBER_BITS &&
           fmpz_bits(fmpq_denref(q)) <= NUMBER_BITS;
}

/* Add x to a list of different ones; *fresh is set to whether it is new. */
static bool note(const struct expr **list, unsigned *n, const struct expr *x,
                 bool *fresh)
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
        !note(s->roots, &s->roots_n, x, &fresh))
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
           note(s->functions, &s->functions_n, x, &fresh);
}

/* Functions that Calcium is asked for. */
static bool is_known(enum function_id id)
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
 * for this road.
 */
static unsigned survey(struct survey *s, const struct expr *x, unsigned nested);

static unsigned capped(unsigned terms)
{
    return terms <= TERMS_MOST ? terms : 0;
}

/* t terms to the n, n >= 0: multisets of n of them. */
static unsigned power_terms(unsigned t, unsigned n)
{
    unsigned terms = 1;

    for (unsigned i = 1; i < t && terms <= TERMS_MOST; i++)
        terms = terms * (n + i) / i;
    return capped(terms);
}

static unsigned survey_call(struct survey *s, const struct expr *x,
                            unsigned nested)
{
    bool good = true;
    fmpq_t q;

    if (x->function->id == FN_ABS)
        return survey(s, x->args[0], nested);
    if (x->function->id == FN_SQRT || x->function->id == FN_ROOT) {
        fmpq_init(q);
        fmpq_set_si(q, 2, 1);
        if (x->count == 2)
            good = constant_rational(q, x->args[0], s->w) == EXACT_VALUE &&
                   fmpz_is_one(fmpq_denref(q));
        good = good && note_root(s, x, fmpq_numref(q));
        fmpq_clear(q);
        return good && survey(s, x->args[x->count - 1], nested);
    }
    if (!is_known(x->function->id) || !note_function(s, x, nested))
        return 0;
    for (unsigned i = 0; i < x->count && good; i++)
        good = survey(s, x->args[i], nested + 1) != 0;
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
    terms = survey(s, x->args[0], nested);
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
                        survey(s, x->args[0], nested + 1) &&
                        survey(s, x->args[1], nested + 1)
                    ? 1
                    : 0;
    fmpq_clear(n);
    return terms;
}

static unsigned survey_chain(struct survey *s, const struct expr *x,
                             unsigned nested)
{
    unsigned terms = survey(s, x->args[0], nested);

    for (unsigned i = 1; i < x->count && terms; i++) {
        unsigned more = survey(s, x->args[i], nested);

        terms =
            more ? capped(x->op == EXPR_ADD ? terms + more : terms * more) : 0;
    }
    return terms;
}

static bool survey_number(const struct survey *s, const fmpq_t q)
{
    uint64_t bits = (uint64_t)fmpz_bits(fmpq_numref(q)) +
                    (uint64_t)fmpz_bits(fmpq_denref(q));

    return constant_small(q) && bits * s->raised <= POWER_BITS;
}

static unsigned survey(struct survey *s, const struct expr *x, unsigned nested)
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
    case EXPR_DEGREE: return survey(s, x->args[0], nested);
    default: return 0;
    }
}

/* Functions of roots are what costs most: fields of many generators. */
static bool is_tame(const struct survey *s)
{
    return s->functions_n == 0 || s->degree << s->functions_n <= MIXED_MOST;
}

bool constant_survey(const struct expr *x, const struct expr *y, struct work *w,
                     unsigned *nodes)
{
    struct survey s = { .w = w, .degree = 1, .raised = 1 };
    bool good = survey(&s, x, 0) && survey(&s, y, 0) && is_tame(&s);

    *nodes = s.nodes;
    return good;
}
