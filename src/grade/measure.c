/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/measure.h"

#include "grade/compare/shape.h"
#include "grade/look.h"
#include "math/ball/ball.h"
#include "math/exact/exact.h"
#include "text/span.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#define WORK 20000 /* units for the sign of one constant */
#define BITS 64

enum word {
    INTEGER,
    FRACTION,
    DECIMAL,
    PERCENTAGE,
    RATIO,
    RADICAL,
    CLOSED_FORM,
    COMPLEX,
    EXPRESSION,
    EQUATION,
    INEQUALITY,
    SET,
    LIST,
    TUPLE,
    INTERVAL,
    MATRIX,
    CHOICE,
    YES_OR_NO,
    TEXT,
    WORDS
};

const char *const measure_words[] = {
    [INTEGER] = "integer",
    [FRACTION] = "fraction",
    [DECIMAL] = "decimal",
    [PERCENTAGE] = "percentage",
    [RATIO] = "ratio",
    [RADICAL] = "radical",
    [CLOSED_FORM] = "closed form",
    [COMPLEX] = "complex",
    [EXPRESSION] = "expression",
    [EQUATION] = "equation",
    [INEQUALITY] = "inequality",
    [SET] = "set",
    [LIST] = "list",
    [TUPLE] = "tuple",
    [INTERVAL] = "interval",
    [MATRIX] = "matrix",
    [CHOICE] = "choice",
    [YES_OR_NO] = "yes or no",
    [TEXT] = "text",
    [WORDS] = MEASURE_SEVERAL,
    NULL,
};

/* ---- what it is ---- */

static bool is_equality(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->count == 2 &&
           (x->relations[0] == RELATION_EQ ||
            x->relations[0] == RELATION_APPROX);
}

/* The value without what is said about it: "x = 5 cm" is 5. An equation of
 * symbols is no value of one. */
static const struct expr *measure_value_of(struct arena *a,
                                           const struct expr *x)
{
    for (;;) {
        if (x->op == EXPR_QUANTITY || x->op == EXPR_DEGREE)
            x = x->args[0];
        else if (x->op == EXPR_RELATION && x->count == 2 &&
                 x->relations[0] == RELATION_IN)
            x = x->args[1];
        else if (is_equality(x) && !shape_has_symbols(a, x->args[1]))
            x = x->args[1];
        else
            return x;
    }
}

static bool is_root(const struct expr *x)
{
    if (x->op == EXPR_POW)
        return x->args[1]->op != EXPR_SYMBOL && !shape_is_whole(x->args[1]);
    return x->op == EXPR_CALL &&
           (x->function->id == FN_SQRT || x->function->id == FN_ROOT);
}

/* 2\frac{1}{3} */
static bool measure_is_mixed(const struct expr *x)
{
    return x->op == EXPR_ADD && x->count == 2 && shape_is_whole(x->args[0]) &&
           shape_is_quotient(x->args[1]);
}

static bool measure_is_i(const struct expr *x)
{
    return x->op == EXPR_CONSTANT && x->constant == CONSTANT_I;
}

static enum word measure_number_word(struct arena *a, const struct expr *x)
{
    const struct expr *y = x->op == EXPR_NEG ? x->args[0] : x;

    if (shape_is_whole(y))
        return INTEGER;
    if (shape_is_decimal(y))
        return DECIMAL;
    if (y->op == EXPR_NUMBER || shape_is_quotient(y) || measure_is_mixed(y))
        return FRACTION;
    if (shape_has_symbols(a, x))
        return EXPRESSION;
    return expr_any(x, measure_is_i) ? COMPLEX
           : expr_any(x, is_root)    ? RADICAL
                                     : CLOSED_FORM;
}

static enum word measure_text_word(const char *s)
{
    return span_among(span_of(s), "yes no true false") ? YES_OR_NO : TEXT;
}

static bool is_relation(const struct expr *x)
{
    return x->op == EXPR_RELATION && !is_equality(x);
}

static enum word tree_word(struct arena *a, const struct expr *x)
{
    switch (x->op) {
    case EXPR_PERCENT: return PERCENTAGE;
    case EXPR_RATIO: return RATIO;
    case EXPR_MATRIX: return MATRIX;
    case EXPR_TUPLE: return shape_is_range(x) ? INTERVAL : TUPLE;
    case EXPR_PLUSMINUS:
    case EXPR_LIST: return LIST;
    case EXPR_INTERVAL: return INTERVAL;
    case EXPR_SET:
    case EXPR_BUILDER:
    case EXPR_DOMAIN: return SET;
    case EXPR_UNION:
    case EXPR_INTERSECTION:
    case EXPR_DIFFERENCE: return expr_any(x, shape_is_range) ? INTERVAL : SET;
    case EXPR_CONGRUENT: return EQUATION;
    case EXPR_RELATION: return is_equality(x) ? EQUATION : INEQUALITY;
    case EXPR_AND:
    case EXPR_OR: return expr_any(x, is_relation) ? INEQUALITY : LIST;
    case EXPR_TEXT: return measure_text_word(x->name);
    default: return measure_number_word(a, x);
    }
}

/* What the question asks for comes before how its key is spelt, except for
 * values. */
static enum word word_of(struct arena *a, enum answer_kind kind,
                         const struct expr *x)
{
    switch (kind) {
    case ANSWER_EQUATION:
        return x->op == EXPR_RELATION ? EQUATION : tree_word(a, x);
    case ANSWER_TUPLE: return TUPLE;
    case ANSWER_SET: return SET;
    case ANSWER_LIST: return LIST;
    case ANSWER_INTERVAL: return INTERVAL;
    case ANSWER_MATRIX: return MATRIX;
    case ANSWER_ANTIDERIVATIVE: return EXPRESSION;
    default: return tree_word(a, x);
    }
}

/* ---- sign ---- */

/* -1, 0, 1; 2: it is no real number, or not known. */
static int ball_sign(const struct expr *x, struct work *w)
{
    int sign = 2;
    acb_t v;

    acb_init(v);
    if (ball_eval(v, x, NULL, BITS, w) == BALL_VALUE &&
        arb_is_zero(acb_imagref(v)) && !arb_contains_zero(acb_realref(v)))
        sign = arb_is_negative(acb_realref(v)) ? -1 : 1;
    acb_clear(v);
    return sign;
}

static int measure_number_sign(const struct expr *x)
{
    struct work w = { .limit = WORK };
    int sign = expr_infinity(x);
    fmpq_t q;

    if (sign)
        return sign;
    fmpq_init(q);
    sign = exact_rational(q, x, &w) == EXACT_VALUE ? fmpq_sgn(q)
                                                   : ball_sign(x, &w);
    fmpq_clear(q);
    return sign;
}

static int measure_sign_of(struct arena *a, const struct expr *x)
{
    int sign = 2;

    x = measure_value_of(a, x);
    if (x->op == EXPR_PERCENT)
        x = x->args[0];
    switch (x->op) {
    case EXPR_TUPLE:
    case EXPR_LIST:
    case EXPR_SET:
    case EXPR_MATRIX:
    case EXPR_OR:
    case EXPR_AND:
        for (unsigned i = 0; i < x->count; i++) {
            int next = measure_sign_of(a, x->args[i]);

            if (next == 2 || (i && next != sign))
                return 2;
            sign = next;
        }
        return sign;
    default:
        return !expr_is_value(x) || x->op == EXPR_PLUSMINUS ||
                       shape_has_symbols(a, x)
                   ? 2
                   : measure_number_sign(x);
    }
}

/* ---- size ---- */

static double most(double x, double y)
{
    return isnan(x) || y > x ? y : x;
}

static double measure_digits_of(const struct expr *x)
{
    double n = NAN;

    if (x->op == EXPR_NUMBER) {
        const fmpq *v = x->number->value;

        return x->number->decimal
                   ? x->number->digits
                   : most((double)fmpz_sizeinbase(fmpq_numref(v), 10),
                          (double)fmpz_sizeinbase(fmpq_denref(v), 10));
    }
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i])
            n = most(n, measure_digits_of(x->args[i]));
    return n;
}

/* 0: by what is no whole number. */
static double denominator_of(const struct expr *x)
{
    const struct expr *under = x->op == EXPR_DIV ? x->args[1] : NULL;
    double n = 1;

    if (x->op == EXPR_NUMBER)
        return fmpz_get_d(fmpq_denref(x->number->value));
    for (unsigned i = 0; i < x->count; i++) {
        double own = x->args[i] ? denominator_of(x->args[i]) : 1;

        if (own == 0)
            return 0;
        n = most(n, own);
    }
    if (!under)
        return n;
    if (!shape_is_whole(under))
        return 0;
    under = under->op == EXPR_NEG ? under->args[0] : under;
    return most(n, fabs(fmpz_get_d(fmpq_numref(under->number->value))));
}

static size_t measure_parts_of(const struct expr *x)
{
    switch (x->op) {
    case EXPR_TUPLE: return shape_is_range(x) ? 1 : x->count;
    case EXPR_LIST:
    case EXPR_SET:
    case EXPR_MATRIX:
    case EXPR_UNION:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_RATIO: return x->count;
    case EXPR_PLUSMINUS: return 2;
    default: return 1;
    }
}

/* ---- the whole ---- */

static const char *sign_word(int sign)
{
    static const char *const words[] = { "negative", "zero", "positive", NULL };

    return words[sign + 1];
}

bool grade_measure(struct arena *a, const char *latex, enum answer_kind kind,
                   struct key_measure *out)
{
    struct grade_request r = {
        .gold = latex, .gold_n = strlen(latex), .has_kind = true, .kind = kind
    };
    struct key_look looks[LIMIT_KEYS];
    const struct expr *x;

    *out = (struct key_measure){ NULL, NULL, NAN, NAN, 1 };
    if (kind == ANSWER_CHOICE) {
        out->word = measure_words[CHOICE];
        return true;
    }
    if (grade_look(a, &r, looks) != 1 || !looks[0].tree)
        return false;
    x = measure_value_of(a, looks[0].tree);
    out->word = measure_words[word_of(a, kind, x)];
    out->parts = measure_parts_of(x);
    if (x->op == EXPR_TEXT)
        return true;
    out->sign = sign_word(measure_sign_of(a, x));
    out->digits = measure_digits_of(x);
    if (!expr_any(x, shape_is_decimal) && denominator_of(x) > 0)
        out->denominator = denominator_of(x);
    return true;
}
