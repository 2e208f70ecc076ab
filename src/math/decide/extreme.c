/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where agreement of digits proves nothing: pi + 10^{-5000} agrees with pi to
 * more digits than anybody computes, and erf(100) with 1. Such numbers are
 * written out in a formula, and are looked for there: the size of every
 * constant part is estimated, as a power of two, from how it is written.
 */
#include "math/decide/decide_int.h"
#include "math/exact/exact.h"

/* Sizes in bits that are sure to be seen: balls go to 2048 bits in formulas,
 * to 4096 in constants (cos 10^{-600} is 1 - 10^{-1200}/2), and to a hundred
 * where integrals are. */
#define BITS_FORMULA  1500
#define BITS_CONSTANT 1600
#define BITS_INTEGRAL 70
#define TERMS_MAX     60     /* of a sum: what follows may be 1/60! */
#define RANGE_MAX     8      /* of an integral: beyond it may lie e^{-64} */
#define FACTOR_MAX    100000 /* before a symbol, inside tanh and its like */

/* Find the value of a constant for estimates. Returns false if it has none that
 * is rational and plain. */
static bool plain_value(const struct expr *x, double *out)
{
    struct work w = { 0, 500, NULL };
    bool ok;
    fmpq_t v;

    fmpq_init(v);
    ok = exact_rational(v, x, &w) == EXACT_VALUE &&
         fmpz_bits(fmpq_numref(v)) < 200 && fmpz_bits(fmpq_denref(v)) < 200;
    if (ok)
        *out = fmpz_get_d(fmpq_numref(v)) / fmpz_get_d(fmpq_denref(v));
    fmpq_clear(v);
    return ok;
}

/* Bits of a whole number, about. */
static double bits_of(double x)
{
    double bits = 0;

    for (x = x < 0 ? -x : x; x >= 2 && bits < 1100; x /= 2)
        bits++;
    return bits;
}

/* Estimate log2 |x| of a constant. Returns false if nothing is known of it. */
static bool size_of(const struct expr *x, double *out, unsigned depth)
{
    double part, value;

    *out = 0;
    if (depth > 40)
        return false;
    switch (x->op) {
    case EXPR_NUMBER:
        *out = (double)fmpz_bits(fmpq_numref(x->number->value)) -
               (double)fmpz_bits(fmpq_denref(x->number->value));
        return true;
    case EXPR_CONSTANT: *out = 1.5; return x->constant <= CONSTANT_E;
    case EXPR_NEG: return size_of(x->args[0], out, depth + 1);
    case EXPR_MUL:
    case EXPR_DIV:
        for (unsigned i = 0; i < x->count; i++) {
            if (!size_of(x->args[i], &part, depth + 1))
                continue; /* a symbol: the rest may be small beside it */
            *out += x->op == EXPR_DIV && i ? -part : part;
        }
        return true;
    case EXPR_POW:
        if (!size_of(x->args[0], &part, depth + 1))
            return false;
        if (!plain_value(x->args[1], &value)) {
            /* An exponent too large to be built, or with symbols. */
            *out =
                size_of(x->args[1], &value, depth + 1) && value > 12 ? 1e9 : 0;
            return *out > 0;
        }
        *out = part * value;
        return true;
    case EXPR_FACTORIAL:
        if (!plain_value(x->args[0], &value))
            return false;
        *out = value * bits_of(value);
        return true;
    case EXPR_CALL:
        if (x->function->id != FN_EXP || !plain_value(x->args[0], &value))
            return false;
        *out = 1.45 * value;
        return true;
    default: return false;
    }
}

/* How many bits lie between a function of x and its limit, per unit of its
 * argument (tanh) or of its square (erf). */
static double limit_bits(enum function_id id, double x)
{
    switch (id) {
    case FN_ERF:
    case FN_ERFC: return 1.45 * x * x;
    case FN_TANH:
    case FN_COTH:
    case FN_SECH:
    case FN_CSCH:
    case FN_SINH:
    case FN_COSH: return 2.9 * (x < 0 ? -x : x);
    case FN_GAMMA_INC:
    case FN_GAMMA_LOW: return 1.45 * (x < 0 ? -x : x);
    case FN_ZETA: return x < 0 ? -x : x;
    default: return 0;
    }
}

/* tanh(10^6 x): a factor that drives the argument to its end. */
static bool has_large_factor(const struct expr *x)
{
    double value;

    for (unsigned i = 0; x->op == EXPR_MUL && i < x->count; i++)
        if (plain_value(x->args[i], &value) &&
            (value > FACTOR_MAX || value < -FACTOR_MAX))
            return true;
    return false;
}

static bool is_beyond(const struct expr *x, double limit)
{
    double value;

    return plain_value(x, &value) && (value > limit || value < -limit);
}

static bool is_extreme_node(const struct expr *x, double bits)
{
    double size;

    switch (x->op) {
    case EXPR_SUM:
    case EXPR_PRODUCT: return is_beyond(x->args[3], TERMS_MAX);
    case EXPR_INTEGRAL:
        return x->count == 4 && (is_beyond(x->args[2], RANGE_MAX) ||
                                 is_beyond(x->args[3], RANGE_MAX));
    case EXPR_CALL:
        if (x->function->id != FN_EXP && x->count > 0) {
            const struct expr *last = x->args[x->count - 1];

            if (limit_bits(x->function->id, 1) == 0)
                return false;
            return has_large_factor(last) ||
                   (plain_value(last, &size) &&
                    limit_bits(x->function->id, size) > bits);
        }
        break;
    default: break;
    }
    return size_of(x, &size, 0) && (size > bits || size < -bits);
}

static bool in_formula(const struct expr *x)
{
    return is_extreme_node(x, BITS_FORMULA);
}

static bool in_constant(const struct expr *x)
{
    return is_extreme_node(x, BITS_CONSTANT);
}

static bool beside_integral(const struct expr *x)
{
    return is_extreme_node(x, BITS_INTEGRAL);
}

static bool is_integral(const struct expr *x)
{
    return x->op == EXPR_INTEGRAL;
}

/* x^{1000} and towers: nothing on one side of 1, beyond balls on the other. */
static bool is_steep(const struct expr *x)
{
    double value;

    if (x->op != EXPR_POW)
        return false;
    return x->args[1]->op == EXPR_POW ||
           (plain_value(x->args[1], &value) && (value > 60 || value < -60));
}

bool decide_is_steep(const struct expr *x, const struct expr *y)
{
    return expr_any(x, is_steep) || expr_any(y, is_steep);
}

bool decide_is_extreme(const struct expr *x, const struct expr *y,
                       bool constant)
{
    bool (*is)(const struct expr *) = constant ? in_constant : in_formula;

    if (expr_any(x, is_integral) || expr_any(y, is_integral))
        is = beside_integral;
    return expr_any(x, is) || expr_any(y, is);
}
