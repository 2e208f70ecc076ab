/* SPDX-License-Identifier: Apache-2.0 */
#include "sample.h"
#include "math/arb.h"

#include "base/hash.h"

#include <string.h>

#define BITS 320
#define DEEP 400

/* Numerators over 1024, odd, so that nothing simplifies by accident. */
static const int points[4][SAMPLE_POINTS] = {
    { 1337, 717, 2113, 411, 1621 }, /* x */
    { 801, 1909, 555, 1203, 2777 }, /* y */
    { 2459, 1151, 903, 1777, 633 }, /* n */
    { 1013, 1489, 1699, 2341, 377 } /* a */
};

static bool eval(arb_t out, const struct expr *x, unsigned k, unsigned depth);

static void symbol(arb_t out, const char *name, unsigned k)
{
    static const char names[] = "xyna";
    const char *at = name[0] && !name[1] ? strchr(names, name[0]) : NULL;
    slong units = at ? points[at - names][k] : 0;

    if (!at)
        units = (slong)(hash_bytes(name, strlen(name)).low % 2047) + 1 +
                97 * (slong)k;
    arb_set_si(out, units);
    arb_mul_2exp_si(out, out, -10);
}

static bool constant(arb_t out, enum expr_constant c)
{
    switch (c) {
    case CONSTANT_PI: arb_const_pi(out, BITS); return true;
    case CONSTANT_E: arb_const_e(out, BITS); return true;
    case CONSTANT_EULER_GAMMA: arb_const_euler(out, BITS); return true;
    default: return false;
    }
}

static bool fold(arb_t out, const struct expr *x, unsigned k, unsigned depth)
{
    bool ok = eval(out, x->args[0], k, depth);
    arb_t v;

    arb_init(v);
    for (unsigned i = 1; i < x->count && ok; i++) {
        ok = eval(v, x->args[i], k, depth);
        if (ok && x->op == EXPR_ADD)
            arb_add(out, out, v, BITS);
        else if (ok)
            arb_mul(out, out, v, BITS);
    }
    arb_clear(v);
    return ok;
}

static bool quotient(arb_t out, const struct expr *x, unsigned k,
                     unsigned depth)
{
    arb_t u, v;
    bool ok;

    arb_init(u);
    arb_init(v);
    ok = eval(u, x->args[0], k, depth) && eval(v, x->args[1], k, depth) &&
         !arb_contains_zero(v);
    if (ok)
        arb_div(out, u, v, BITS);
    arb_clear(u);
    arb_clear(v);
    return ok;
}

/* Whole exponents of any base, else positive bases alone. */
static bool power(arb_t out, const struct expr *x, unsigned k, unsigned depth)
{
    fmpz_t whole;
    arb_t u, v;
    bool ok;

    arb_init(u);
    arb_init(v);
    fmpz_init(whole);
    ok = eval(u, x->args[0], k, depth) && eval(v, x->args[1], k, depth);
    if (ok && arb_is_exact(v) && arb_is_int(v) &&
        arf_cmpabs_2exp_si(arb_midref(v), 30) < 0) {
        arf_get_fmpz(whole, arb_midref(v), ARF_RND_NEAR);
        ok = fmpz_sgn(whole) > 0 || !arb_contains_zero(u);
        if (ok)
            arb_pow_fmpz(out, u, whole, BITS);
    } else if (ok) {
        ok = arb_is_positive(u);
        if (ok)
            arb_pow(out, u, v, BITS);
    }
    fmpz_clear(whole);
    arb_clear(u);
    arb_clear(v);
    return ok;
}

static bool call_one(arb_t out, enum function_id id, const arb_t u)
{ /* long: a table of functions */
    switch (id) {
    case FN_SIN: arb_sin(out, u, BITS); break;
    case FN_COS: arb_cos(out, u, BITS); break;
    case FN_TAN: arb_tan(out, u, BITS); break;
    case FN_COT: arb_cot(out, u, BITS); break;
    case FN_SEC: arb_sec(out, u, BITS); break;
    case FN_CSC: arb_csc(out, u, BITS); break;
    case FN_ARCTAN: arb_atan(out, u, BITS); break;
    case FN_ARSINH: arb_asinh(out, u, BITS); break;
    case FN_SINH: arb_sinh(out, u, BITS); break;
    case FN_COSH: arb_cosh(out, u, BITS); break;
    case FN_TANH: arb_tanh(out, u, BITS); break;
    case FN_EXP: arb_exp(out, u, BITS); break;
    case FN_ABS: arb_abs(out, u); break;
    case FN_LN:
        if (!arb_is_positive(u))
            return false;
        arb_log(out, u, BITS);
        break;
    case FN_SQRT:
        if (!arb_is_positive(u) && !arb_is_zero(u))
            return false;
        arb_sqrt(out, u, BITS);
        break;
    default: return false;
    }
    return true;
}

/* \log_u v or the u-th root of v, both positive. */
static void call_two(arb_t out, enum function_id id, const arb_t u,
                     const arb_t v)
{
    arb_t log_u, log_v;

    arb_init(log_u);
    arb_init(log_v);
    arb_log(log_v, v, BITS);
    if (id == FN_LOGB) {
        arb_log(log_u, u, BITS);
        arb_div(out, log_v, log_u, BITS);
    } else {
        arb_div(log_v, log_v, u, BITS);
        arb_exp(out, log_v, BITS);
    }
    arb_clear(log_u);
    arb_clear(log_v);
}

static bool call(arb_t out, const struct expr *x, unsigned k, unsigned depth)
{
    bool ok = false;
    arb_t u, v;

    arb_init(u);
    arb_init(v);
    if (x->count == 1)
        ok = eval(u, x->args[0], k, depth) && call_one(out, x->function->id, u);
    else if (x->function->id == FN_LOGB || x->function->id == FN_ROOT) {
        ok = eval(u, x->args[0], k, depth) && eval(v, x->args[1], k, depth) &&
             arb_is_positive(u) && arb_is_positive(v);
        if (ok)
            call_two(out, x->function->id, u, v);
    }
    arb_clear(u);
    arb_clear(v);
    return ok;
}

static bool eval(arb_t out, const struct expr *x, unsigned k, unsigned depth)
{
    bool ok = depth < DEEP;

    if (!ok)
        return false;
    depth++;
    switch (x->op) {
    case EXPR_NUMBER: arb_set_fmpq(out, x->number->value, BITS); break;
    case EXPR_SYMBOL: symbol(out, x->name, k); break;
    case EXPR_CONSTANT: ok = constant(out, x->constant); break;
    case EXPR_NEG:
        ok = eval(out, x->args[0], k, depth);
        arb_neg(out, out);
        break;
    case EXPR_ADD:
    case EXPR_MUL: ok = fold(out, x, k, depth); break;
    case EXPR_DIV: ok = quotient(out, x, k, depth); break;
    case EXPR_POW: ok = power(out, x, k, depth); break;
    case EXPR_CALL: ok = call(out, x, k, depth); break;
    default: return false;
    }
    return ok && arb_is_finite(out);
}

bool sample_has_value(const struct expr *x, unsigned k)
{
    arb_t v;
    bool has;

    arb_init(v);
    has = eval(v, x, k, 0);
    arb_clear(v);
    return has;
}

unsigned sample_values(const struct expr *x)
{
    unsigned n = 0;

    for (unsigned k = 0; k < SAMPLE_POINTS; k++)
        n += sample_has_value(x, k);
    return n;
}

bool sample_is_modest(const struct expr *x)
{
    bool modest = true;
    arb_t v;

    arb_init(v);
    for (unsigned k = 0; k < SAMPLE_POINTS && modest; k++)
        if (eval(v, x, k, 0))
            modest = arf_cmpabs_2exp_si(arb_midref(v), 30) < 0 &&
                     arf_cmpabs_2exp_si(arb_midref(v), -30) > 0;
    arb_clear(v);
    return modest;
}

/* |u - v| > 10^-6 max(|u|, |v|), surely? */
static bool apart(const arb_t u, const arb_t v)
{
    arb_t gap, size, other;
    bool yes;

    arb_init(gap);
    arb_init(size);
    arb_init(other);
    arb_sub(gap, u, v, BITS);
    arb_abs(gap, gap);
    arb_mul_ui(gap, gap, 1000000, BITS);
    arb_abs(size, u);
    arb_abs(other, v);
    arb_max(size, size, other, BITS);
    yes = arb_gt(gap, size);
    arb_clear(gap);
    arb_clear(size);
    arb_clear(other);
    return yes;
}

enum truth sample_differ(const struct expr *x, const struct expr *y)
{
    bool differ = false, close = false;
    unsigned both = 0;
    arb_t u, v;

    arb_init(u);
    arb_init(v);
    for (unsigned k = 0; k < SAMPLE_POINTS && !differ; k++) {
        if (!eval(u, x, k, 0) || !eval(v, y, k, 0))
            continue;
        both++;
        differ = apart(u, v);
        close |= !arb_overlaps(u, v);
    }
    arb_clear(u);
    arb_clear(v);
    if (differ)
        return TRUTH_YES;
    return both && !close ? TRUTH_NO : TRUTH_UNKNOWN;
}
