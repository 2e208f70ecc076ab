/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/look.h"

#include "grade/compare/compare_int.h"
#include "grade/extract/reply_text.h"
#include "grade/grade_int.h"
#include "math/ball/ball.h"
#include "math/exact/exact.h"

#include <math.h>
#include <string.h>

/* Finds the text in the gold, behind the values before it. */
static size_t look_find_place(const struct grade_request *r, const char *text,
                              size_t *after)
{
    size_t at = span_find((struct span){ r->gold, r->gold_n }, *after, text);

    if (at == r->gold_n)
        return LOOK_NOWHERE;
    *after = at + strlen(text);
    return at;
}

static void grade_look_at(struct answer_pair *p, struct key_look *out)
{
    p->key =
        (struct answer_side){ .text = bound_read(p->judge->arena, out->text) };
    p->key.text = base_prefix_read(p->judge->arena, p->key.text);
    if (pair_read_key(p)) {
        out->tree = p->key.tree;
        out->loose = p->key.loose;
        return;
    }
    out->err = p->key.err;
}

/* ---- the kind ---- */

static enum answer_kind tree_kind(struct arena *a, const struct expr *x);

static enum answer_kind number_kind(const struct expr_number *n)
{
    return n->decimal                           ? ANSWER_DECIMAL
           : fmpz_is_one(fmpq_denref(n->value)) ? ANSWER_INTEGER
                                                : ANSWER_RATIONAL;
}

/* A value: one number, digits over digits, a closed form, or with symbols. */
static enum answer_kind value_kind(struct arena *a, const struct expr *x)
{
    const struct expr *y = x->op == EXPR_NEG ? x->args[0] : x;

    if (y->op == EXPR_NUMBER)
        return number_kind(y->number);
    if (shape_is_quotient(y))
        return ANSWER_RATIONAL;
    if (x->op == EXPR_SYMBOL && x->name[0] >= 'A' && x->name[0] <= 'H' &&
        !x->name[1])
        return ANSWER_CHOICE;
    return shape_has_symbols(a, x) ? ANSWER_EXPRESSION : ANSWER_NUMBER;
}

/* "x = 1", "x \in (0, 1)", "x > 2". */
static enum answer_kind relation_kind(struct arena *a, const struct expr *x)
{
    if (shape_is_member(x))
        return tree_kind(a, x->args[1]);
    for (unsigned i = 0; i + 1 < x->count; i++)
        if (x->relations[i] == RELATION_EQ)
            return ANSWER_EQUATION;
    return ANSWER_EXPRESSION;
}

static enum answer_kind tree_kind(struct arena *a, const struct expr *x)
{
    switch (x->op) {
    case EXPR_MATRIX: return ANSWER_MATRIX;
    case EXPR_TUPLE: return shape_is_range(x) ? ANSWER_INTERVAL : ANSWER_TUPLE;
    case EXPR_LIST: return ANSWER_LIST;
    case EXPR_INTERVAL: return ANSWER_INTERVAL;
    case EXPR_SET:
    case EXPR_BUILDER:
    case EXPR_DOMAIN: return ANSWER_SET;
    case EXPR_UNION:
    case EXPR_INTERSECTION:
    case EXPR_DIFFERENCE:
        return expr_any(x, shape_is_range) ? ANSWER_INTERVAL : ANSWER_SET;
    case EXPR_RELATION: return relation_kind(a, x);
    case EXPR_CONGRUENT:
    case EXPR_AND:
    case EXPR_OR: return ANSWER_EQUATION;
    case EXPR_TEXT: return ANSWER_TEXT;
    default: return value_kind(a, x);
    }
}

enum answer_kind grade_look_kind(struct arena *a, const struct key_look *look)
{
    return look->tree ? tree_kind(a, look->tree) : answer_guess(look->text);
}

/* ---- the values ---- */

size_t grade_look(struct arena *a, const struct grade_request *r,
                  struct key_look out[LIMIT_KEYS])
{
    struct grade_key keys[LIMIT_KEYS];
    struct comparer j = { .arena = a };
    struct answer_pair p = { .request = r, .judge = &j };
    size_t n = 0, after = 0;
    const char *text;

    if (!grade_find_key(a, r, keys, &n, &text))
        return 0;
    if (n == 0)
        keys[n++] = (struct grade_key){ .latex = text };
    p.symbols_n = grade_symbols(a, r, &p.symbols);
    for (size_t i = 0; i < n; i++) {
        out[i] =
            (struct key_look){ .name = keys[i].name, .text = keys[i].latex };
        out[i].from = look_find_place(r, out[i].text, &after);
        grade_look_at(&p, &out[i]);
    }
    return n;
}

/* ---- what an answer looks like ---- */

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
        else if (shape_is_member(x))
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

/* The words of kinds that say it all; 0: none. */
static const unsigned char kind_words[ANSWER_KINDS] = {
    [ANSWER_TUPLE] = TUPLE,   [ANSWER_SET] = SET,
    [ANSWER_LIST] = LIST,     [ANSWER_INTERVAL] = INTERVAL,
    [ANSWER_MATRIX] = MATRIX, [ANSWER_ANTIDERIVATIVE] = EXPRESSION,
};

/* What the question asks for comes before how its key is spelt, except for
 * values. */
static enum word word_of(struct arena *a, enum answer_kind kind,
                         const struct expr *x)
{
    if (kind == ANSWER_EQUATION && x->op == EXPR_RELATION)
        return EQUATION;
    if (kind_words[kind])
        return kind_words[kind];
    switch (x->op) {
    case EXPR_PERCENT: return PERCENTAGE;
    case EXPR_RATIO: return RATIO;
    case EXPR_PLUSMINUS: return LIST;
    case EXPR_CONGRUENT: return EQUATION;
    case EXPR_RELATION: return is_equality(x) ? EQUATION : INEQUALITY;
    case EXPR_AND:
    case EXPR_OR: return expr_any(x, is_relation) ? INEQUALITY : LIST;
    case EXPR_TEXT: return measure_text_word(x->name);
    default:
        kind = tree_kind(a, x);
        return kind_words[kind] ? kind_words[kind] : measure_number_word(a, x);
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
