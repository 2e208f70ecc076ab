/* SPDX-License-Identifier: Apache-2.0 */
#include "math/decide/decide.h"
#include "base/ascii.h"
#include "base/str.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/ball/residue.h"
#include "math/decide/decide_int.h"
#include "math/exact/exact.h"
#include "math/tree/print.h"

#include <stdlib.h>
#include <string.h>

/*
 * Where agreement of digits proves nothing: pi + 10^{-5000} agrees with pi to
 * more digits than anybody computes, and erf(100) with 1. Such numbers are
 * written out in a formula, and are looked for there: the size of every
 * constant part is estimated, as a power of two, from how it is written.
 */

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
static double decide_bits_of(double x)
{
    double bits = 0;

    for (x = x < 0 ? -x : x; x >= 2 && bits < 1100; x /= 2)
        bits++;
    return bits;
}

/* Estimate log2 |x| of a constant. Returns false if nothing is known of it. */
static bool decide_size_of(const struct expr *x, double *out, unsigned depth)
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
    case EXPR_NEG: return decide_size_of(x->args[0], out, depth + 1);
    case EXPR_MUL:
    case EXPR_DIV:
        for (unsigned i = 0; i < x->count; i++) {
            if (!decide_size_of(x->args[i], &part, depth + 1))
                continue; /* a symbol: the rest may be small beside it */
            *out += x->op == EXPR_DIV && i ? -part : part;
        }
        return true;
    case EXPR_POW:
        if (!decide_size_of(x->args[0], &part, depth + 1))
            return false;
        if (!plain_value(x->args[1], &value)) {
            /* An exponent too large to be built, or with symbols. */
            *out = decide_size_of(x->args[1], &value, depth + 1) && value > 12
                       ? 1e9
                       : 0;
            return *out > 0;
        }
        *out = part * value;
        return true;
    case EXPR_FACTORIAL:
        if (!plain_value(x->args[0], &value))
            return false;
        *out = value * decide_bits_of(value);
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

static bool decide_is_beyond(const struct expr *x, double limit)
{
    double value;

    return plain_value(x, &value) && (value > limit || value < -limit);
}

static bool is_extreme_node(const struct expr *x, double bits)
{
    double size;

    switch (x->op) {
    case EXPR_SUM:
    case EXPR_PRODUCT: return decide_is_beyond(x->args[3], TERMS_MAX);
    case EXPR_INTEGRAL:
        return x->count == 4 && (decide_is_beyond(x->args[2], RANGE_MAX) ||
                                 decide_is_beyond(x->args[3], RANGE_MAX));
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
    return decide_size_of(x, &size, 0) && (size > bits || size < -bits);
}

static bool decide_in_formula(const struct expr *x)
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

static bool decide_is_integral(const struct expr *x)
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

/* Do they contain powers so high that a symbol may vanish at all points that
 * can be computed? Then agreement of formulas with different symbols means
 * nothing. */
static bool decide_is_steep(const struct expr *x, const struct expr *y)
{
    return expr_any(x, is_steep) || expr_any(y, is_steep);
}

/* Does one of them contain a number so large or small, or a function so near
 * its limit (erf of 100), that agreement to any number of digits means nothing?
 */
static bool decide_is_extreme(const struct expr *x, const struct expr *y,
                              bool constant)
{
    bool (*is)(const struct expr *) =
        constant ? in_constant : decide_in_formula;

    if (expr_any(x, decide_is_integral) || expr_any(y, decide_is_integral))
        is = beside_integral;
    return expr_any(x, is) || expr_any(y, is);
}

/*
 * Two constants. Balls of growing precision prove most differences at once.
 * When the first ones overlap, algebra is asked for a proof of equality, and
 * when they still agree to 120 digits, Calcium. Without a proof, agreement to
 * 1100 digits is the verdict, and says so; integrals and special functions,
 * which cost too much for that, are taken at 32. Numbers
 * too large for a ball are compared by their logarithms, and, when those
 * agree, by their remainders modulo primes.
 */

#define BITS_FIRST 64
#define BITS_LAST  4096
#define BITS_DEAR  512  /* for integrals and special functions */
#define PROOF_BITS 400  /* that agree before Calcium is asked for a proof */
#define AGREE_BITS 3700 /* 1100 digits */
#define LEAST_BITS 106  /* 32 digits, where no more can be had: integrals */

struct pair {
    acb_t x, y;
    enum ball found_x, found_y;
};

static void pair_init(struct pair *p)
{
    acbs_init(p->x, p->y, NULL);
}

static void pair_clear(struct pair *p)
{
    acbs_clear(p->x, p->y, NULL);
}

static bool pair_eval(struct pair *p, const struct decide_question *q,
                      slong bits)
{
    struct ball_point at = { .log10 = q->opt->log10 };

    p->found_x = ball_eval(p->x, q->x, &at, bits, q->work);
    if (p->found_x == BALL_LIMIT)
        return false;
    p->found_y = ball_eval(p->y, q->y, &at, bits, q->work);
    return p->found_x == BALL_VALUE && p->found_y == BALL_VALUE;
}

static const char *shown_pair(const struct decide_question *q,
                              const struct pair *p)
{
    return arena_printf(q->arena, "%s and %s", decide_shown(q->arena, p->x),
                        decide_shown(q->arena, p->y));
}

/* Do the two balls, which overlap, agree to that many bits relative to the
 * value, or both hold zero in a ball as small as that? */
static bool decide_agree(const acb_t x, const acb_t y, slong bits)
{
    mag_t size, gap;
    acb_t d;
    bool yes;

    acb_init(d);
    mag_init(size);
    mag_init(gap);
    acb_sub(d, x, y, bits + 64);
    acb_get_mag(gap, d);
    acb_get_mag_lower(size, x);
    if (mag_is_zero(size))
        mag_one(size);
    mag_mul_2exp_si(gap, gap, bits);
    yes = mag_cmp(gap, size) <= 0;
    mag_clear(size);
    mag_clear(gap);
    acb_clear(d);
    return yes;
}

static const uint64_t primes[] = { 2147483647, 2147483629, 2147483587,
                                   2147483579, 2147483563, 2147483549,
                                   2147483543, 2147483497 };

/* Remainders of both sides modulo all the primes: NO when they differ, YES
 * when all are the same. */
static enum truth same_residues(const struct decide_question *q)
{
    for (size_t i = 0; i < sizeof primes / sizeof primes[0]; i++) {
        uint64_t rx, ry;

        if (!residue_of(&rx, q->x, primes[i], q->work) ||
            !residue_of(&ry, q->y, primes[i], q->work))
            return TRUTH_UNKNOWN;
        if (rx != ry)
            return TRUTH_NO;
    }
    return TRUTH_YES;
}

static bool is_divided(const struct expr *x)
{
    return x->op == EXPR_DIV ||
           (x->op == EXPR_POW && x->args[1]->op == EXPR_NEG);
}

/* What no ball can hold. */
static struct decision by_logarithms(const struct decide_question *q)
{
    struct decision d = decided(TRUTH_UNKNOWN, "logarithms", NULL);
    int sign_x = 0, sign_y = 0;
    bool both, differ = false;
    arb_t x, y;

    q->work->ceiling = NULL;
    arbs_init(x, y, NULL);
    both = ball_log_abs(x, &sign_x, q->x, 256, q->work) == BALL_VALUE &&
           ball_log_abs(y, &sign_y, q->y, 256, q->work) == BALL_VALUE;
    if (both)
        differ = sign_x != sign_y || (sign_x != 0 && !arb_overlaps(x, y));
    arbs_clear(x, y, NULL);
    if (differ)
        return decided(TRUTH_NO, "logarithms", "their logarithms differ");
    d.equal = same_residues(q);
    if (d.equal == TRUTH_NO)
        return decided(TRUTH_NO, "residues",
                       "their remainders modulo a prime differ");
    if (d.equal == TRUTH_YES && both && !expr_any(q->x, is_divided) &&
        !expr_any(q->y, is_divided))
        return decided(TRUTH_YES, "residues",
                       "their logarithms and their remainders modulo eight "
                       "primes agree");
    d.equal = TRUTH_UNKNOWN;
    d.why = "the numbers are too large to compare";
    return d;
}

/* They agree to many digits: is there a proof? */
static bool decide_proved(const struct decide_question *q, struct decision *d)
{
    switch (q->opt->log10 ? TRUTH_UNKNOWN
                          : exact_constants(q->x, q->y, q->work)) {
    case TRUTH_YES:
        *d = decided(TRUTH_YES, "constants", "proved equal exactly");
        return true;
    case TRUTH_NO:
        *d = decided(TRUTH_NO, "constants", "proved different exactly");
        return true;
    default: return false;
    }
}

/* Functions whose values cost too much to be had to a thousand digits. */
static bool decide_is_dear(const struct expr *x)
{
    return x->op == EXPR_INTEGRAL || x->op == EXPR_SUM || x->op == EXPR_LIMIT ||
           x->op == EXPR_DERIVATIVE ||
           (x->op == EXPR_CALL && x->function->id >= FN_GAMMA &&
            x->function->id < FN_HEAVISIDE);
}

/* At least one side has no value. */
static struct decision without_value(const struct decide_question *q,
                                     const struct pair *p)
{
    bool undefined_x = p->found_x == BALL_UNDEFINED;
    bool undefined_y = p->found_y == BALL_UNDEFINED;

    if (p->found_x == BALL_LIMIT || p->found_y == BALL_LIMIT)
        return by_logarithms(q);
    if (undefined_x != undefined_y &&
        (p->found_x == BALL_VALUE || p->found_y == BALL_VALUE))
        return decided(TRUTH_NO, "balls", "only one of them has a value");
    return decided(TRUTH_UNKNOWN, "balls", "could not compute a value");
}

/* The state of the walk through the precisions. */
struct walk {
    struct decision d;
    bool asked; /* Calcium was */
    bool close; /* LEAST_BITS agree */
    bool settled;
};

/* Both values are known at this precision. */
static void decide_compare_at(struct walk *k, const struct decide_question *q,
                              const struct pair *p, slong bits)
{
    if (!acb_overlaps(p->x, p->y)) {
        k->d = decided(TRUTH_NO, "balls", "their values differ");
        k->d.witness = shown_pair(q, p);
        k->settled = true;
        return;
    }
    if (bits == BITS_FIRST &&
        exact_rational_functions(q->arena, q->x, q->y, q->work) == TRUTH_YES) {
        k->d =
            decided(TRUTH_YES, "algebra", "the difference simplifies to zero");
        k->settled = true;
        return;
    }
    k->close |=
        !acb_contains_zero(p->x) && decide_agree(p->x, p->y, LEAST_BITS);
    if (!k->asked && decide_agree(p->x, p->y, PROOF_BITS)) {
        k->asked = true;
        k->settled = decide_proved(q, &k->d);
    }
    if (!k->settled && decide_agree(p->x, p->y, AGREE_BITS)) {
        k->d = decided(TRUTH_YES, "balls", "they agree to 1100 digits");
        k->d.agreement = k->settled = true;
    }
}

/* More digits will not help. */
static bool decide_is_final(enum ball found)
{
    return found == BALL_LIMIT || found == BALL_UNDEFINED;
}

/* Decide for two sides without symbols: balls of growing precision, Calcium,
 * and logarithms for values too large to represent. */
static struct decision decide_constants(const struct decide_question *q)
{
    struct walk k = { .d =
                          decided(TRUTH_UNKNOWN, "balls",
                                  "could not tell whether the values differ") };
    bool dear =
        expr_any(q->x, decide_is_dear) || expr_any(q->y, decide_is_dear);
    slong last = dear ? BITS_DEAR : BITS_LAST;
    struct pair p;

    pair_init(&p);
    for (slong bits = BITS_FIRST; bits <= last && !k.settled; bits *= 2) {
        if (pair_eval(&p, q, bits)) {
            decide_compare_at(&k, q, &p, bits);
        } else if (bits >= 256 || decide_is_final(p.found_x) ||
                   decide_is_final(p.found_y)) {
            if (!k.close)
                k.d = without_value(q, &p);
            break;
        }
    }
    if (k.d.equal == TRUTH_UNKNOWN && k.close && dear) {
        k.d = decided(TRUTH_YES, "balls", "they agree to 32 digits");
        k.d.agreement = true;
        q->work->ceiling = NULL;
    }
    pair_clear(&p);
    if ((k.d.equal == TRUTH_UNKNOWN || k.d.agreement) &&
        same_residues(q) == TRUTH_NO) {
        q->work->ceiling = NULL;
        return decided(TRUTH_NO, "residues",
                       "their remainders modulo a prime differ");
    }
    return k.d;
}

/*
 * Sequences under a sum: a_n in the sum over n is another number for each n, and
 * no constant. Nothing is known of them, so that formulas are equal only if
 * they are for every sequence; (n + 2 + v^2)^w with free v and w stands for it,
 * which is real and satisfies no equation that others do not.
 */

/* A sum or product, and those around it. */
struct binder {
    const char *name;
    const struct binder *next;
};

static bool math_decide_binds(const struct expr *x)
{
    return (x->op == EXPR_SUM || x->op == EXPR_PRODUCT) && x->count == 4 &&
           x->args[1]->op == EXPR_SYMBOL;
}

/* Returns the n of a_{n+1}, and 1 in *shift; "" for a_{3}; NULL if the index is
 * of another form. */
static const char *decide_index_of(struct arena *a, const char *symbol,
                                   long *shift)
{
    const char *open = strstr(symbol, "_{"), *s, *sign;
    char *end;

    if (!open || symbol[strlen(symbol) - 1] != '}')
        return NULL;
    s = open + 2;
    *shift = strtol(s, &end, 10);
    if (end > s && strcmp(end, "}") == 0)
        return end - s < 9 ? "" : NULL;
    sign = s + strcspn(s, "+-}");
    *shift = *sign == '}' ? 0 : strtol(sign, &end, 10);
    if (sign == s || (*sign != '}' && (end == sign + 1 || end - sign > 8 ||
                                       strcmp(end, "}") != 0)))
        return NULL;
    return arena_strndup(a, s, (size_t)(sign - s));
}

static bool decide_is_bound(const struct binder *b, const char *name)
{
    while (b && strcmp(b->name, name) != 0)
        b = b->next;
    return b != NULL;
}

static size_t decide_base_of(const char *symbol)
{
    return strcspn(symbol, "_");
}

/* Collects the base of one sequence: a name whose index is bound. */
static const char *find_base(struct arena *a, const struct expr *x,
                             const struct binder *around)
{
    struct binder here = { math_decide_binds(x) ? x->args[1]->name : "",
                           around };
    const char *found = NULL, *index;
    long shift;

    if (x->op == EXPR_SYMBOL && strchr(x->name, '_')) {
        index = decide_index_of(a, x->name, &shift);
        return index && *index && decide_is_bound(around, index)
                   ? arena_strndup(a, x->name, decide_base_of(x->name))
                   : NULL;
    }
    for (unsigned i = 0; i < x->count && !found; i++)
        if (x->args[i])
            found =
                find_base(a, x->args[i], math_decide_binds(x) ? &here : around);
    return found;
}

/* x with (n + 2 + v^2)^w for every a_{n} of that base. */
static const struct expr *decide_with_values(struct arena *a,
                                             const struct expr *x,
                                             const char *base)
{
    const struct expr **args, *n;
    struct expr *copy;
    const char *index;
    long shift;

    if (x->op == EXPR_SYMBOL) {
        if (decide_base_of(x->name) != strlen(base) ||
            memcmp(x->name, base, strlen(base)) != 0 ||
            !(index = decide_index_of(a, x->name, &shift)))
            return x;
        n = expr_integer(a, shift + 2);
        if (*index)
            n = expr_binary(a, EXPR_ADD, expr_symbol(a, index), n);
        n = expr_binary(
            a, EXPR_ADD, n,
            expr_binary(a, EXPR_POW,
                        expr_symbol(a, arena_printf(a, "start of %s", base)),
                        expr_integer(a, 2)));
        return expr_binary(
            a, EXPR_POW, n,
            expr_symbol(a, arena_printf(a, "power of %s", base)));
    }
    if (x->count == 0)
        return x;
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i] ? decide_with_values(a, x->args[i], base) : NULL;
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}

/* Where a sum has a_n of its own n in it, write a value for it in both sides
 * (sequence.c). Returns false if there is no such thing. */
static bool decide_sequences(struct arena *a, const struct expr **x,
                             const struct expr **y)
{
    const char *base;
    bool any = false;

    if (!expr_any(*x, math_decide_binds) && !expr_any(*y, math_decide_binds))
        return false;
    for (int i = 0; i < 4; i++) {
        base = find_base(a, *x, NULL);
        if (!base)
            base = find_base(a, *y, NULL);
        if (!base)
            break;
        *x = decide_with_values(a, *x, base);
        *y = decide_with_values(a, *y, base);
        any = true;
    }
    return any;
}

/*
 * The order of the methods, from the cheapest: same tree, exact rationals,
 * infinities, rational functions, and then balls, for constants
 * (constant.c) or at points (point.c).
 */

struct decision decided(enum truth equal, const char *by, const char *why)
{
    return (struct decision){ .equal = equal, .by = by, .why = why };
}

static bool is_undefined(const struct expr *x)
{
    return expr_is_constant(x, CONSTANT_UNDEFINED);
}

/* Sums, integrals, limits. They may be infinite, and in them an unknown
 * function is not one value. */
static bool decide_binds(const struct expr *x)
{
    return x->op == EXPR_SUM || x->op == EXPR_PRODUCT ||
           x->op == EXPR_INTEGRAL || x->op == EXPR_LIMIT ||
           x->op == EXPR_DERIVATIVE;
}

/* Infinity and "undefined" are equal to themselves alone. */
static bool by_infinity(const struct decide_question *q, struct decision *out)
{
    int sx = expr_infinity(q->x), sy = expr_infinity(q->y);

    if (sx && sy)
        *out = decided(sx == sy ? TRUTH_YES : TRUTH_NO, "infinity",
                       sx == sy ? "both are infinite" : "opposite infinities");
    else if (is_undefined(q->x) || is_undefined(q->y))
        *out = decided(is_undefined(q->x) && is_undefined(q->y) ? TRUTH_YES
                                                                : TRUTH_NO,
                       "undefined", "one of them is written as undefined");
    else if ((sx || sy) &&
             (expr_any(q->x, decide_binds) || expr_any(q->y, decide_binds)))
        *out = decided(TRUTH_UNKNOWN, "infinity",
                       "one is infinite; could not tell whether the other is");
    else if (sx || sy)
        *out = decided(TRUTH_NO, "infinity", "only one of them is infinite");
    else
        return false;
    return true;
}

/* Both sides as exact rational numbers, when that is what they are. */
static bool by_rationals(const struct decide_question *q, struct decision *out)
{
    enum exact fx, fy;
    fmpq_t vx, vy;
    bool settled = true;

    fmpq_init(vx);
    fmpq_init(vy);
    fx = exact_rational(vx, q->x, q->work);
    fy = fx == EXACT_NONE || fx == EXACT_LIMIT
             ? EXACT_NONE
             : exact_rational(vy, q->y, q->work);
    if (fx == EXACT_VALUE && fy == EXACT_VALUE && fmpq_equal(vx, vy))
        *out = decided(TRUTH_YES, "rational", "they are the same number");
    else if (fx == EXACT_VALUE && fy == EXACT_VALUE)
        *out = decided(TRUTH_NO, "rational", "they are different numbers");
    else if ((fx == EXACT_UNDEFINED && fy == EXACT_VALUE) ||
             (fy == EXACT_UNDEFINED && fx == EXACT_VALUE))
        *out = decided(TRUTH_NO, "rational", "only one of them has a value");
    else
        settled = false;
    fmpq_clear(vx);
    fmpq_clear(vy);
    return settled;
}

static int decide_by_name(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* The names of both sides, each once, in order. */
static size_t decide_merge(struct arena *a, const char *const *x, size_t nx,
                           const char *const *y, size_t ny,
                           const char *const **out)
{
    const char **all = arena_array(a, const char *, nx + ny + 1);
    size_t n = nx;

    for (size_t i = 0; i < nx; i++)
        all[i] = x[i];
    for (size_t i = 0; i < ny; i++) {
        size_t j = 0;

        while (j < nx && strcmp(x[j], y[i]) != 0)
            j++;
        if (j == nx)
            all[n++] = y[i];
    }
    qsort(all, n, sizeof *all, decide_by_name);
    *out = all;
    return n;
}

/* Returns a symbol that one side alone has, or NULL if there is none. */
static const char *only_in(const char *const *has, size_t n,
                           const char *const *other, size_t m)
{
    for (size_t i = 0; i < n; i++) {
        size_t j = 0;

        while (j < m && strcmp(has[i], other[j]) != 0)
            j++;
        if (j == m)
            return has[i];
    }
    return NULL;
}

/* A function that nothing is known of: f(x), or the y of dy/dx. */
static bool is_apply(const struct expr *x)
{
    if (x->op == EXPR_DERIVATIVE)
        return x->args[0]->op == EXPR_SYMBOL && x->args[1]->op == EXPR_SYMBOL &&
               strcmp(x->args[0]->name, x->args[1]->name) != 0;
    return x->op == EXPR_APPLY;
}

/* Unknown functions as symbols, one for each application as it prints: sound
 * for a "yes". */
static const struct expr *without_apply(struct arena *a, const struct expr *x)
{
    const struct expr **args;
    struct expr *copy;

    if (!expr_any(x, is_apply))
        return x;
    if (is_apply(x) || decide_binds(x))
        return expr_symbol(a, print_expr(a, x));
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i] ? without_apply(a, x->args[i]) : NULL;
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}

/* Powers of e and of positive numbers are real. */
static bool has_positive_base(const struct expr *x)
{
    return (x->args[0]->op == EXPR_CONSTANT &&
            x->args[0]->constant <= CONSTANT_E) ||
           (x->args[0]->op == EXPR_NUMBER &&
            fmpq_sgn(x->args[0]->number->value) > 0);
}

/* Roots, logarithms, powers like x^{1/2}: what has no real value somewhere,
 * more than a pole. */
static bool is_partial(const struct expr *x)
{
    if (x->op == EXPR_POW)
        return !has_positive_base(x) && (!expr_is_whole(x->args[1]));
    if (x->op != EXPR_CALL)
        return false;
    switch (x->function->id) {
    case FN_ARCTAN:
    case FN_ARCCOT:
    case FN_ARSINH:
    case FN_ARCSCH:
    case FN_EXP:
    case FN_ABS:
    case FN_ERF:
    case FN_ERFC: return false;
    default:
        return x->function->id > FN_CSC &&
               (x->function->id < FN_SINH || x->function->id > FN_CSCH);
    }
}

/* Equal as formulas; sqrt(x)^2 and x still differ in where they are real. */
static struct decision cancelled(const struct decide_question *q,
                                 const char *const *names, size_t n)
{
    struct decision d = decided(TRUTH_YES, "rational function",
                                "the difference simplifies to zero");

    if (expr_any(q->x, is_partial) || expr_any(q->y, is_partial))
        d.domain = decide_domains(q, names, n);
    if (d.domain == DOMAIN_SMALLER_Y || d.domain == DOMAIN_BOTH)
        d.why = "the difference simplifies to zero wherever the answer is real";
    return d;
}

/* Formulas that were not found equal and have different symbols are different
 * when the value depends on the symbol that one of them lacks: it invents a
 * constant, and that is the reason. */
static struct decision other_symbols(const struct decide_question *q,
                                     struct decision d, const char *const *sx,
                                     size_t nx, const char *const *sy,
                                     size_t ny)
{
    const char *extra = only_in(sy, ny, sx, nx);
    bool invented = extra != NULL;

    if (!extra)
        extra = only_in(sx, nx, sy, ny);
    if (!extra)
        return d;
    if (d.equal == TRUTH_UNKNOWN) {
        if (!decide_depends(q, invented ? q->y : q->x, invented ? sy : sx,
                            invented ? ny : nx, extra))
            return d;
        d = decided(TRUTH_NO, "symbols", NULL);
    }
    d.why = arena_printf(q->arena, "the %s contains %s, the %s does not",
                         invented ? "answer" : "key", extra,
                         invented ? "key" : "answer");
    return d;
}

/* With symbols: the methods for formulas. */
static struct decision by_formula(const struct decide_question *q,
                                  const char *const *sx, size_t nx,
                                  const char *const *sy, size_t ny)
{
    enum truth equal;
    const char *const *all;
    struct decision d;
    size_t n;

    equal = exact_rational_functions(q->arena, q->x, q->y, q->work);
    n = decide_merge(q->arena, sx, nx, sy, ny, &all);
    if (equal == TRUTH_YES)
        return cancelled(q, all, n);
    d = decide_at_points(q, all, n, nx != n || ny != n);
    if (d.equal == TRUTH_UNKNOWN && equal == TRUTH_NO)
        d = decided(TRUTH_NO, "rational function",
                    "their difference does not cancel");
    return d.equal == TRUTH_YES ? d : other_symbols(q, d, sx, nx, sy, ny);
}

static bool decide_is_bare_log(const struct expr *x)
{
    return x->op == EXPR_CALL && x->function->id == FN_LOG;
}

static struct decision by_methods(const struct decide_question *q)
{
    const char *const *sx, *const *sy;
    struct decision d;
    size_t nx, ny;

    if (expr_same(q->x, q->y))
        return decided(TRUTH_YES, "same", "they are the same expression");
    if (by_infinity(q, &d))
        return d;
    nx = expr_symbols(q->arena, q->x, &sx);
    ny = expr_symbols(q->arena, q->y, &sy);
    if (nx > 0 || ny > 0)
        d = by_formula(q, sx, nx, sy, ny);
    else if (!by_rationals(q, &d))
        d = decide_constants(q);
    if (d.equal == TRUTH_YES && d.agreement &&
        (decide_is_extreme(q->x, q->y, nx == 0 && ny == 0) ||
         ((only_in(sx, nx, sy, ny) || only_in(sy, ny, sx, nx)) &&
          decide_is_steep(q->x, q->y))))
        return decided(TRUTH_UNKNOWN, d.by,
                       "they agree in all computed digits, but contain "
                       "numbers that are too large or too small for these "
                       "digits");
    return d;
}

/* f(x + 1) and f(1 + x). */
static struct decision same_arguments(const struct decide_question *q)
{
    struct decision d = decided(TRUTH_YES, "functions", "argument by argument");

    for (unsigned i = 0; i < q->x->count && d.equal == TRUTH_YES; i++)
        d = decide_equal(q->arena, q->x->args[i], q->y->args[i], q->opt,
                         q->work);
    return d;
}

/* With unknown functions in it, a difference is one only if the functions
 * cannot be applied to the same thing written differently. */
static struct decision with_functions(const struct decide_question *q)
{
    struct decide_question plain = *q;
    struct decision d;

    if (q->x->op == EXPR_APPLY && q->y->op == EXPR_APPLY &&
        strcmp(q->x->name, q->y->name) == 0 && q->x->count == q->y->count)
        return same_arguments(q);

    plain.x = without_apply(q->arena, q->x);
    plain.y = without_apply(q->arena, q->y);
    d = by_methods(&plain);
    if (d.equal == TRUTH_NO && expr_any(q->x, is_apply) &&
        expr_any(q->y, is_apply) && !is_apply(q->x))
        return decided(TRUTH_UNKNOWN, "functions",
                       "they contain unknown functions");
    return d;
}

struct decision decide_equal(struct arena *a, const struct expr *x,
                             const struct expr *y,
                             const struct decide_options *opt, struct work *w)
{
    static const struct decide_options plain;
    struct decide_options common = opt ? *opt : plain;
    struct decide_question q = { a, x, y, &common, w };
    struct decision d, again;

    if (!expr_same(x, y))
        decide_sequences(a, &q.x, &q.y);
    if (expr_any(x, is_apply) || expr_any(y, is_apply))
        return with_functions(&q);
    d = by_methods(&q);
    if (d.equal != TRUTH_NO || common.log10 ||
        expr_any(x, decide_is_bare_log) == expr_any(y, decide_is_bare_log))
        return d;
    /* One side has a \log whose base nobody wrote: the other side may mean
     * the common one. */
    common.log10 = true;
    again = by_methods(&q);
    if (again.equal != TRUTH_YES)
        return d;
    again.log_base = true;
    again.by = "base 10";
    again.why = "they are equal if log has base 10";
    return again;
}

enum truth decide_less(const struct expr *x, const struct expr *y,
                       struct work *w)
{
    int sx = expr_infinity(x), sy = expr_infinity(y);
    acb_t vx, vy;
    enum truth less = TRUTH_UNKNOWN;

    if (sx || sy)
        return sx < sy ? TRUTH_YES : TRUTH_NO;
    acbs_init(vx, vy, NULL);
    for (slong bits = 128; bits <= 1024 && less == TRUTH_UNKNOWN; bits *= 2) {
        if (!ball_value(vx, x, NULL, bits, w) ||
            !ball_value(vy, y, NULL, bits, w))
            break;
        if (!acb_is_real(vx) || !acb_is_real(vy))
            break;
        if (arb_lt(acb_realref(vx), acb_realref(vy)))
            less = TRUTH_YES;
        else if (arb_ge(acb_realref(vx), acb_realref(vy)))
            less = TRUTH_NO;
    }
    acbs_clear(vx, vy, NULL);
    return less;
}
