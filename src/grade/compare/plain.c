/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plain values: mathematics decides, and where it says no, the rules about
 * decimals are asked. A decimal key of at least KEY_DIGITS significant digits
 * is answered by what rounds to it; an exact key without a finite decimal is
 * answered by its right rounding to at least j->digits digits; decimals
 * inside formulas stand for what rounds to them. All of these are lenient.
 */
#include "base/limits.h"
#include "grade/compare/compare_int.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/ball/points.h"
#include "math/exact/exact.h"
#include "math/exact/series.h"

#include <stdlib.h>
#include <string.h>

#define KEY_DIGITS 4
#define BITS       192

/* A decimal as somebody wrote it, perhaps times a power of ten. */
struct written {
    fmpq value;
    long places; /* the last digit is worth 10^-places */
    int digits;
};

static bool plain_power_of_ten(const struct expr *x, long *exponent)
{
    fmpq_t value;
    struct work w = { 0, 1000, NULL };
    bool ok;

    if (x->op != EXPR_POW || x->args[0]->op != EXPR_NUMBER ||
        !fmpz_equal_si(fmpq_numref(x->args[0]->number->value), 10) ||
        !fmpz_is_one(fmpq_denref(x->args[0]->number->value)))
        return false;
    fmpq_init(value);
    ok = exact_rational(value, x->args[1], &w) == EXACT_VALUE &&
         fmpz_is_one(fmpq_denref(value)) && fmpz_bits(fmpq_numref(value)) < 14;
    if (ok)
        *exponent = fmpz_get_si(fmpq_numref(value));
    fmpq_clear(value);
    return ok;
}

/* The decimal that x is; init'ed only when true. */
static bool written_decimal(struct written *out, const struct expr *x)
{
    const struct expr *n = x;
    struct work w = { 0, 10000, NULL };
    long exponent = 0;
    fmpq_t value;
    bool ok;

    if (n->op == EXPR_NEG)
        n = n->args[0];
    if (n->op == EXPR_MUL && n->count == 2 &&
        plain_power_of_ten(n->args[1], &exponent))
        n = n->args[0];
    if (n->op == EXPR_NEG)
        n = n->args[0];
    if (n->op != EXPR_NUMBER || !n->number->decimal || n->number->repeating ||
        n->number->base != 10)
        return false;
    out->places = n->number->places - exponent;
    out->digits = n->number->digits;
    fmpq_init(value);
    ok = labs(out->places) < LIMIT_NUMBER_CHARS &&
         exact_rational(value, x, &w) == EXACT_VALUE;
    if (ok) {
        fmpq_init(&out->value);
        fmpq_swap(&out->value, value);
    }
    fmpq_clear(value);
    return ok;
}

/* 1/3 and pi have no finite decimal; 1/8 and 5 have one. */
static bool has_finite_decimal(struct comparer *j, const struct expr *x)
{
    fmpq_t value;
    fmpz_t rest;
    bool finite = false;

    fmpq_init(value);
    fmpz_init(rest);
    if (exact_rational(value, x, j->work) == EXACT_VALUE) {
        fmpz_set_ui(rest, 2);
        fmpz_remove(fmpq_denref(value), fmpq_denref(value), rest);
        fmpz_set_ui(rest, 5);
        fmpz_remove(fmpq_denref(value), fmpq_denref(value), rest);
        finite = fmpz_is_one(fmpq_denref(value));
    }
    fmpq_clear(value);
    fmpz_clear(rest);
    return finite;
}

/* Is |x - value| at most half a unit of the last place? */
static enum truth rounds_to(struct comparer *j, const struct expr *x,
                            const struct written *to)
{
    struct ball_point at = { 0 };
    enum truth yes = TRUTH_UNKNOWN;
    slong first = BITS + 4 * (to->places > 0 ? to->places : 0);
    slong last = 4 * first < LIMIT_BALL_BITS ? 4 * first : LIMIT_BALL_BITS;
    fmpz_t ten;
    fmpq_t half;
    arb_t gap, bound;
    acb_t v;

    acb_init(v);
    arb_init(gap);
    arb_init(bound);
    fmpz_init(ten);
    fmpq_init(half);
    fmpz_set_ui(ten, 10);
    fmpz_pow_ui(ten, ten, (ulong)labs(to->places));
    fmpq_set_fmpz(half, ten);
    if (to->places > 0)
        fmpq_inv(half, half);
    fmpq_div_2exp(half, half, 1);
    for (slong bits = first; bits <= last && yes == TRUTH_UNKNOWN; bits *= 2) {
        if (ball_eval(v, x, &at, bits, j->work) != BALL_VALUE)
            break;
        arb_set_fmpq(bound, &to->value, bits);
        arb_sub(gap, acb_realref(v), bound, bits);
        arb_abs(gap, gap);
        arb_set_fmpq(bound, half, bits);
        if (!acb_is_real(v) || arb_gt(gap, bound))
            yes = TRUTH_NO;
        else if (arb_le(gap, bound))
            yes = TRUTH_YES;
        else if (2 * bits > last && has_finite_decimal(j, x))
            yes = TRUTH_YES; /* a tie: 0.5 rounds to 1 and to 0 */
    }
    acb_clear(v);
    arb_clear(gap);
    arb_clear(bound);
    fmpz_clear(ten);
    fmpq_clear(half);
    return yes;
}

/* 1234.0 and 12.50 are meant exactly. */
static bool ends_in_zero(const struct written *w)
{
    fmpz_t ten;
    fmpq_t last;
    bool zero;

    if (w->places <= 0)
        return w->places < 0;
    fmpz_init(ten);
    fmpq_init(last);
    fmpz_set_ui(ten, 10);
    fmpz_pow_ui(ten, ten, (ulong)w->places - 1);
    fmpq_mul_fmpz(last, &w->value, ten);
    zero = fmpz_is_one(fmpq_denref(last));
    fmpz_clear(ten);
    fmpq_clear(last);
    return zero;
}

/* The rules for two constants; true when one of them says yes. */
static bool by_rounding(struct comparer *j, const struct expr *key,
                        const struct expr *answer, struct comparison *f)
{
    struct written w;
    bool yes = false;

    if (!j->exact_key && written_decimal(&w, key)) {
        if (w.digits >= KEY_DIGITS && !ends_in_zero(&w) &&
            rounds_to(j, answer, &w) == TRUTH_YES) {
            *f = found_lenient("rounding", "the answer rounds to the key",
                               "the answer equals the key only after rounding");
            yes = true;
        }
        fmpq_clear(&w.value);
        return yes;
    }
    if (written_decimal(&w, answer)) {
        if (w.digits >= j->digits && !has_finite_decimal(j, key) &&
            rounds_to(j, key, &w) == TRUTH_YES) {
            *f = found_lenient(
                "rounding",
                arena_printf(j->arena,
                             "the answer is the key rounded to %d digits",
                             w.digits),
                "the answer is a rounded form of the key");
            yes = true;
        }
        fmpq_clear(&w.value);
    }
    return yes;
}

static bool plain_is_decimal(const struct expr *x)
{
    return shape_is_decimal(x) && !x->number->repeating;
}

static bool is_written_decimal(const struct expr *x)
{
    return plain_is_decimal(x) && x->number->digits >= KEY_DIGITS;
}

/* The two balls at one point with decimals as what rounds to them: do they
 * meet, in balls small enough to mean something? */
static bool plain_meet(struct comparer *j, const struct expr *key,
                       const struct expr *answer, const struct ball_point *at)
{
    struct ball_point loose = *at;
    acb_t x, y;
    bool ok;

    acb_init(x);
    acb_init(y);
    loose.rounded = j->exact_key ? 0 : KEY_DIGITS;
    ok = ball_eval(x, key, &loose, BITS, j->work) == BALL_VALUE;
    loose.rounded = j->digits;
    ok = ok && ball_eval(y, answer, &loose, BITS, j->work) == BALL_VALUE &&
         acb_is_real(x) && acb_is_real(y) && acb_overlaps(x, y) &&
         acb_rel_accuracy_bits(x) >= 10 && acb_rel_accuracy_bits(y) >= 10;
    acb_clear(x);
    acb_clear(y);
    return ok;
}

static bool meet_at_points(struct comparer *j, const struct expr *key,
                           const struct expr *answer)
{
    const char *const *names;
    size_t n = expr_symbols(j->arena, key, &names);
    struct ball_point at = { .names = names, .n = n };
    acb_ptr values = _acb_vec_init((slong)n);
    unsigned met = 0, tried = 0;
    fmpq_t v;

    fmpq_init(v);
    at.values = values;
    for (unsigned k = 0; k < POINTS_REAL && tried < DECIDE_POINTS; k++) {
        for (size_t i = 0; i < n; i++) {
            points_value(v, (struct points_symbol){ names[i], (unsigned)i }, k,
                         j->seed, true);
            acb_set_fmpq(values + i, v, 2 * BITS);
        }
        tried++;
        met += plain_meet(j, key, answer, &at);
    }
    fmpq_clear(v);
    _acb_vec_clear(values, (slong)n);
    return tried > 0 && met == tried;
}

/* The same formula, number for number: each is equal, or the answer's rounds
 * to the key's, or is the key's rounding. */
static bool same_but_decimals(struct comparer *j, const struct expr *key,
                              const struct expr *answer)
{
    struct comparison f;

    if (expr_same(key, answer))
        return true;
    if (key->op == EXPR_NUMBER || answer->op == EXPR_NUMBER)
        return !expr_has(key, EXPR_SYMBOL) && !expr_has(answer, EXPR_SYMBOL) &&
               by_rounding(j, key, answer, &f);
    if (key->count == 0 || !expr_same_head(key, answer))
        return false;
    for (unsigned i = 0; i < key->count; i++)
        if (!key->args[i] || !answer->args[i] ||
            !same_but_decimals(j, key->args[i], answer->args[i]))
            return false;
    return true;
}

/* One side is exact, the other has decimals of enough digits: then the exact
 * one must lie within them everywhere. */
static bool exact_within_decimals(struct comparer *j, const struct expr *key,
                                  const struct expr *answer)
{
    bool in_key = expr_any(key, plain_is_decimal);
    bool in_answer = expr_any(answer, plain_is_decimal);

    if (in_key == in_answer || (in_key && j->exact_key) ||
        shape_is_literal(key) || shape_is_literal(answer))
        return false;
    return (in_key ? expr_any(key, is_written_decimal)
                   : expr_any(answer, is_written_decimal)) &&
           meet_at_points(j, key, answer);
}

static struct comparison by_decimals(struct comparer *j, const struct expr *key,
                                     const struct expr *answer,
                                     struct comparison no)
{
    bool constant =
        !expr_has(key, EXPR_SYMBOL) && !expr_has(answer, EXPR_SYMBOL);

    if (constant && by_rounding(j, key, answer, &no))
        return no;
    if ((!expr_any(key, plain_is_decimal) &&
         !expr_any(answer, plain_is_decimal)) ||
        (constant && has_finite_decimal(j, key)) ||
        (!same_but_decimals(j, key, answer) &&
         !exact_within_decimals(j, key, answer)))
        return no;
    return found_lenient("printed digits",
                         "the formulas agree to the precision of their "
                         "decimals",
                         "the decimals in the formulas are rounded");
}

/* Within the tolerance that the caller asked for. */
static bool plain_within(struct comparer *j, const struct expr *key,
                         const struct expr *answer)
{
    acb_t x, y;
    arb_t gap, bound;
    bool yes = false;

    acb_init(x);
    acb_init(y);
    arb_init(gap);
    arb_init(bound);
    if (ball_eval(x, key, NULL, BITS, j->work) == BALL_VALUE &&
        ball_eval(y, answer, NULL, BITS, j->work) == BALL_VALUE) {
        acb_sub(y, y, x, BITS);
        acb_abs(gap, y, BITS);
        arb_set_fmpq(bound, j->tolerance, BITS);
        if (j->tolerance_relative) {
            acb_abs(acb_realref(y), x, BITS);
            arb_mul(bound, bound, acb_realref(y), BITS);
        }
        /* The bound itself counts if rounding of the ball blurs it; a wide ball
         * decides nothing. */
        yes = !arb_gt(gap, bound) && arb_rel_accuracy_bits(gap) > 32;
        yes |= arb_lt(gap, bound);
    }
    acb_clear(x);
    acb_clear(y);
    arb_clear(gap);
    arb_clear(bound);
    return yes;
}

/* Has x an absolute value outside of logarithms? Those in \ln|x| come from
 * integrals of 1/x, and many leave them out. */
static bool has_absolute(const struct expr *x)
{
    if (x->op == EXPR_CALL &&
        (x->function->id == FN_LN || x->function->id == FN_LOG))
        return false;
    if (x->op == EXPR_CALL && x->function->id == FN_ABS)
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && has_absolute(x->args[i]))
            return true;
    return false;
}

/* A key with an absolute value speaks of negative numbers too: there the answer
 * must have a value. */
static struct comparison agreed(const struct decision *d,
                                const struct expr *key)
{
    struct comparison f = found(TRUTH_YES, d->by, d->why);

    if (d->domain == DOMAIN_SMALLER_Y && has_absolute(key))
        return found(TRUTH_NO, "smaller domain",
                     "the answer has no real value where the key has one");
    if (d->domain == DOMAIN_SMALLER_Y || d->domain == DOMAIN_BOTH) {
        f.strict = TRUTH_NO;
        f.by = "smaller domain";
        f.strict_why = "the answer has no real value where the key has one";
    }
    return f;
}

/* A lone gamma in a constant is Euler's. */
static bool with_euler_gamma(struct comparer *j, const struct expr *key,
                             const struct expr *answer)
{
    const struct expr *gamma, *side[] = { key, answer };
    bool any = false;

    for (int i = 0; i < 2; i++) {
        const char *const *names;
        size_t n = expr_symbols(j->arena, side[i], &names);

        if (n > 1 || (n == 1 && strcmp(names[0], "gamma") != 0))
            return false;
        any |= n == 1;
    }
    if (!any)
        return false;
    gamma = expr_constant(j->arena, CONSTANT_EULER_GAMMA);
    for (int i = 0; i < 2; i++)
        side[i] = expr_replace(j->arena, side[i], "gamma", gamma);
    return compare_same_value(j, side[0], side[1]) == TRUTH_YES;
}

/* Agreement at points, where a formula has breaks between them. */
static struct comparison beyond_breaks(struct comparer *j,
                                       const struct expr *key,
                                       const struct expr *answer,
                                       struct comparison yes, bool agreement)
{
    const char *witness = NULL;
    struct comparison no;

    if (!agreement)
        return yes;
    switch (breaks_agree(j, key, answer, &witness)) {
    case TRUTH_YES: return yes;
    case TRUTH_NO:
        no = found(TRUTH_NO, "breaks",
                   "they differ at a point where one of them changes its form");
        no.witness = witness;
        return no;
    default:
        return found(TRUTH_UNKNOWN, "breaks",
                     "they agree at the tested points, but one of them "
                     "changes its form at points that could not be found");
    }
}

/* Which terms lose them. */
struct degrees {
    struct arena *arena;
    bool products;
};

static const struct expr *plain_drop_degrees(void *data, const struct expr *x)
{
    const struct degrees *d = data;

    if (x->op == EXPR_DEGREE)
        return x->args[0];
    return x->op == EXPR_ADD || x->op == EXPR_NEG ||
                   (d->products && (x->op == EXPR_MUL || x->op == EXPR_DIV))
               ? expr_map(d->arena, x, plain_drop_degrees, data)
               : x;
}

const struct expr *without_degrees(struct arena *a, const struct expr *x,
                                   bool products)
{
    return plain_drop_degrees(&(struct degrees){ a, products }, x);
}

/* Formulas of which only one has degree signs: is it the same without them? */
static bool degrees_dropped(struct comparer *j, const struct expr *key,
                            const struct expr *answer)
{
    if (expr_has(key, EXPR_DEGREE) == expr_has(answer, EXPR_DEGREE) ||
        !expr_has(key, EXPR_SYMBOL) || !expr_has(answer, EXPR_SYMBOL))
        return false;
    key = without_degrees(j->arena, key, true);
    answer = without_degrees(j->arena, answer, true);
    return !expr_has(key, EXPR_DEGREE) && !expr_has(answer, EXPR_DEGREE) &&
           compare_same_value(j, key, answer) == TRUTH_YES;
}

struct comparison compare_plain(struct comparer *j, const struct expr *key,
                                const struct expr *answer)
{
    struct decide_options opt = { .seed = j->seed };
    struct decision d;
    struct comparison f;

    if (same_sums(j, key, answer))
        return found(TRUTH_YES, "sums", "they are equal term by term");
    key = series_close(j->arena, key, j->work);
    answer = series_close(j->arena, answer, j->work);
    d = decide_equal(j->arena, key, answer, &opt, j->work);

    if (d.equal == TRUTH_YES)
        return beyond_breaks(j, key, answer, agreed(&d, key),
                             d.agreement && strcmp(d.by, "whole numbers") != 0);
    f = found(d.equal, d.by, d.why);
    f.witness = d.witness;
    if (with_euler_gamma(j, key, answer))
        return found(TRUTH_YES, "constants",
                     "they are equal if gamma is Euler's constant");
    if (same_up_to_names(j, key, answer))
        return found_lenient("constants renamed",
                             "they are equal after renaming constants",
                             "the constants have different names");
    if (d.equal == TRUTH_NO && degrees_dropped(j, key, answer))
        return found_lenient("degree sign",
                             "the same formula, but only one has degree signs",
                             "only one has degree signs");
    if (j->tolerance && plain_within(j, key, answer))
        return found(TRUTH_YES, "tolerance",
                     "the difference is within the given tolerance");
    return d.equal == TRUTH_NO ? by_decimals(j, key, answer, f) : f;
}
