/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Logarithms of numbers that cannot be held: 10^{10^{10}}, 2004!^{2004},
 * 3^{1000!}/7^{999!}. A node that has a ball by itself is taken as it is;
 * above it products become sums, powers products, factorials values of
 * log Gamma, and a sum is its largest term times 1 + (something).
 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

#define TERMS_MAX 32
/* Exponents e of towers b^e are formed while log e < 2^TOWER_BITS. */
#define TOWER_BITS 30

struct big {
    arb_t log; /* of the absolute value */
    int sign;
};

static enum ball walk(struct big *out, const struct expr *x,
                      struct ball_run *c);

static void big_init(struct big *b)
{
    arb_init(b->log);
    b->sign = 0;
}

static void big_clear(struct big *b)
{
    arb_clear(b->log);
}

/* A value that can be held, and its sign. */
static enum ball from_value(struct big *out, const acb_t z, struct ball_run *c)
{
    const arb_struct *x = acb_realref(z);

    if (!acb_is_real(z) || (arb_contains_zero(x) && !arb_is_zero(x)))
        return BALL_UNKNOWN;
    out->sign = arf_sgn(arb_midref(x));
    if (out->sign == 0) {
        arb_zero(out->log);
        return BALL_VALUE;
    }
    if (!ball_pay(c, 40))
        return BALL_LIMIT;
    arb_abs(out->log, x);
    arb_log(out->log, out->log, c->bits);
    return arb_is_finite(out->log) ? BALL_VALUE : BALL_UNKNOWN;
}

/* Back to a number, as an exponent above: its own exponent may be large. */
static enum ball to_value(arb_t out, const struct big *b, struct ball_run *c)
{
    if (b->sign == 0) {
        arb_zero(out);
        return BALL_VALUE;
    }
    if (arf_cmpabs_2exp_si(arb_midref(b->log), TOWER_BITS) >= 0)
        return ball_refuse(c, "exponent");
    if (!ball_pay(c, 60))
        return BALL_LIMIT;
    arb_exp(out, b->log, c->bits + TOWER_BITS);
    if (b->sign < 0)
        arb_neg(out, out);
    return arb_is_finite(out) ? BALL_VALUE : BALL_UNKNOWN;
}

static enum ball product(struct big *out, const struct expr *x,
                         struct ball_run *c)
{
    enum ball got = walk(out, x->args[0], c);
    struct big t;

    big_init(&t);
    for (unsigned i = 1; i < x->count && got == BALL_VALUE; i++) {
        got = walk(&t, x->args[i], c);
        if (got != BALL_VALUE)
            break;
        if (x->op == EXPR_DIV && t.sign == 0)
            got = BALL_UNDEFINED;
        else if (x->op == EXPR_DIV)
            arb_sub(out->log, out->log, t.log, c->bits);
        else
            arb_add(out->log, out->log, t.log, c->bits);
        out->sign *= t.sign;
    }
    big_clear(&t);
    return got;
}

/* Returns (-1)^e, or 0 if e is not known to be an integer. */
static int sign_of_power(const struct expr *exponent, struct ball_run *c)
{
    fmpq_t q;
    int sign = 0;

    fmpq_init(q);
    if (ball_rational(q, exponent, c) && fmpz_is_one(fmpq_denref(q)))
        sign = fmpz_is_even(fmpq_numref(q)) ? 1 : -1;
    fmpq_clear(q);
    return sign;
}

static enum ball power(struct big *out, const struct expr *x,
                       struct ball_run *c)
{
    struct big e;
    arb_t t;
    enum ball got;

    big_init(&e);
    arb_init(t);
    got = walk(&e, x->args[1], c);
    if (got == BALL_VALUE)
        got = to_value(t, &e, c);
    if (got == BALL_VALUE)
        got = walk(out, x->args[0], c);
    if (got == BALL_VALUE && out->sign == 0) {
        if (e.sign <= 0)
            got = e.sign ? BALL_UNDEFINED : BALL_UNKNOWN;
    } else if (got == BALL_VALUE) {
        arb_mul(out->log, out->log, t, c->bits);
        if (out->sign < 0)
            out->sign = sign_of_power(x->args[1], c);
        if (out->sign == 0)
            got = BALL_UNKNOWN; /* complex, or of unknown sign */
    }
    big_clear(&e);
    arb_clear(t);
    return got;
}

/* log Gamma(n + 1) for n >= 0 */
static enum ball log_factorial(arb_t out, const arb_t n, struct ball_run *c)
{
    if (!arb_is_nonnegative(n))
        return BALL_UNKNOWN;
    if (arf_cmpabs_2exp_si(arb_midref(n), 4096) >= 0)
        return ball_refuse(c, "factorial");
    if (!ball_pay(c, 2000))
        return BALL_LIMIT;
    arb_add_ui(out, n, 1, c->bits + 4096);
    arb_lgamma(out, out, c->bits);
    return arb_is_finite(out) ? BALL_VALUE : BALL_UNKNOWN;
}

/* n!! is n!/(n-1)!!, and (2k)!! = 2^k k!. */
static enum ball log_double_factorial(arb_t out, const arb_t n,
                                      struct ball_run *c)
{
    enum ball got = BALL_UNKNOWN;
    fmpz_t k;
    arb_t t, two;
    bool odd;

    fmpz_init(k);
    arb_init(t);
    arb_init(two);
    if (arb_is_int(n) && arf_cmpabs_2exp_si(arb_midref(n), 4096) < 0 &&
        arb_is_positive(n) && arb_get_unique_fmpz(k, n)) {
        odd = fmpz_is_odd(k);
        fmpz_fdiv_q_2exp(k, k, 1);
        arb_set_fmpz(t, k);
        got = log_factorial(out, t, c);
        arb_const_log2(two, c->bits + 64);
        arb_addmul_fmpz(out, two, k, c->bits);
        if (got == BALL_VALUE && odd) {
            got = log_factorial(t, n, c);
            arb_sub(out, t, out, c->bits);
        }
    }
    fmpz_clear(k);
    arb_clear(t);
    arb_clear(two);
    return got;
}

static enum ball factorial(struct big *out, const struct expr *x,
                           struct ball_run *c)
{
    enum ball got;
    acb_t n;

    acb_init(n);
    got = ball_node(n, x->args[0], c);
    if (got == BALL_VALUE && !acb_is_real(n))
        got = BALL_UNKNOWN;
    if (got == BALL_VALUE && x->degree == 1)
        got = log_factorial(out->log, acb_realref(n), c);
    else if (got == BALL_VALUE && x->degree == 2)
        got = log_double_factorial(out->log, acb_realref(n), c);
    else if (got == BALL_VALUE)
        got = BALL_UNKNOWN;
    out->sign = 1;
    acb_clear(n);
    return got;
}

/* binom(n, k) and n!/(n-k)! for 0 <= k <= n */
static enum ball binomial(struct big *out, const struct expr *x,
                          struct ball_run *c)
{
    enum ball got = BALL_UNKNOWN;
    acb_t n, k;
    arb_t t;

    acb_init(n);
    acb_init(k);
    arb_init(t);
    if (ball_node(n, x->args[0], c) == BALL_VALUE &&
        ball_node(k, x->args[1], c) == BALL_VALUE && acb_is_real(n) &&
        acb_is_real(k)) {
        got = log_factorial(out->log, acb_realref(n), c);
        arb_sub(acb_realref(n), acb_realref(n), acb_realref(k), c->bits);
        if (got == BALL_VALUE)
            got = log_factorial(t, acb_realref(n), c);
        arb_sub(out->log, out->log, t, c->bits);
        if (got == BALL_VALUE && x->function->id == FN_BINOM) {
            got = log_factorial(t, acb_realref(k), c);
            arb_sub(out->log, out->log, t, c->bits);
        }
        out->sign = 1;
    }
    acb_clear(n);
    acb_clear(k);
    arb_clear(t);
    return got == BALL_UNKNOWN ? ball_failed(c) : got;
}

static enum ball call(struct big *out, const struct expr *x, struct ball_run *c)
{
    enum ball got = BALL_UNKNOWN;
    acb_t z;

    switch (x->function->id) {
    case FN_BINOM:
    case FN_PERM: return x->count == 2 ? binomial(out, x, c) : got;
    case FN_SQRT:
        got = walk(out, x->args[0], c);
        arb_mul_2exp_si(out->log, out->log, -1);
        return got == BALL_VALUE && out->sign < 0 ? BALL_UNKNOWN : got;
    case FN_ABS:
        got = walk(out, x->args[0], c);
        out->sign = out->sign != 0;
        return got;
    case FN_EXP:
    case FN_GAMMA:
        acb_init(z);
        got = ball_node(z, x->args[0], c);
        if (got == BALL_VALUE && !acb_is_real(z))
            got = BALL_UNKNOWN;
        out->sign = 1;
        if (got == BALL_VALUE && x->function->id == FN_EXP)
            arb_set(out->log, acb_realref(z));
        else if (got == BALL_VALUE) {
            arb_sub_ui(acb_realref(z), acb_realref(z), 1, c->bits + 64);
            got = log_factorial(out->log, acb_realref(z), c);
        }
        acb_clear(z);
        return got;
    default: return got;
    }
}

/* Add to `sum` the term t relative to the largest, exp(t - largest). */
static bool add_relative(arb_t sum, const struct big *t, const arb_t largest,
                         struct ball_run *c)
{
    arb_t d;

    if (t->sign == 0)
        return true;
    arb_init(d);
    arb_sub(d, t->log, largest, c->bits);
    if (arf_cmpabs_2exp_si(arb_midref(d), 20) >= 0) {
        arb_zero(d);
        arb_add_error_2exp_si(d, -(1 << 19));
    } else {
        arb_exp(d, d, c->bits);
    }
    if (t->sign > 0)
        arb_add(sum, sum, d, c->bits);
    else
        arb_sub(sum, sum, d, c->bits);
    arb_clear(d);
    return ball_pay(c, 60);
}

static enum ball sum(struct big *out, const struct expr *x, struct ball_run *c)
{
    struct big term[TERMS_MAX];
    enum ball got = BALL_VALUE;
    unsigned n = x->count, top = 0;
    acb_t s;

    if (n > TERMS_MAX)
        return ball_refuse(c, "terms");
    acb_init(s);
    for (unsigned i = 0; i < n; i++)
        big_init(term + i);
    for (unsigned i = 0; i < n && got == BALL_VALUE; i++) {
        got = walk(term + i, x->args[i], c);
        if (term[i].sign &&
            (!term[top].sign ||
             arf_cmp(arb_midref(term[i].log), arb_midref(term[top].log)) > 0))
            top = i;
    }
    for (unsigned i = 0; i < n && got == BALL_VALUE; i++)
        if (!add_relative(acb_realref(s), term + i, term[top].log, c))
            got = BALL_LIMIT;
    if (got == BALL_VALUE)
        got = from_value(out, s, c);
    if (got == BALL_VALUE && out->sign)
        arb_add(out->log, out->log, term[top].log, c->bits);
    for (unsigned i = 0; i < n; i++)
        big_clear(term + i);
    acb_clear(s);
    return got;
}

static enum ball percent(struct big *out, const struct expr *x,
                         struct ball_run *c)
{
    enum ball got = walk(out, x->args[0], c);
    arb_t t;

    arb_init(t);
    arb_log_ui(t, 100, c->bits);
    arb_sub(out->log, out->log, t, c->bits);
    arb_clear(t);
    return got;
}

static enum ball structure(struct big *out, const struct expr *x,
                           struct ball_run *c)
{
    enum ball got;

    switch (x->op) {
    case EXPR_NEG:
        got = walk(out, x->args[0], c);
        out->sign = -out->sign;
        return got;
    case EXPR_PERCENT: return percent(out, x, c);
    case EXPR_MUL:
    case EXPR_DIV: return product(out, x, c);
    case EXPR_POW: return power(out, x, c);
    case EXPR_ADD: return sum(out, x, c);
    case EXPR_FACTORIAL: return factorial(out, x, c);
    case EXPR_CALL: return call(out, x, c);
    default: return BALL_UNKNOWN;
    }
}

/* The value itself if it can be held, else by its structure. */
static enum ball walk(struct big *out, const struct expr *x, struct ball_run *c)
{
    bool quiet = c->quiet;
    enum ball got;
    acb_t z;

    if (c->depth >= BALL_DEPTH_MAX)
        return ball_refuse(c, "depth");
    acb_init(z);
    c->quiet = true;
    c->depth++;
    got = ball_node(z, x, c);
    if (got == BALL_VALUE)
        got = from_value(out, z, c);
    c->quiet = quiet;
    if (got == BALL_UNKNOWN)
        got = structure(out, x, c);
    c->depth--;
    acb_clear(z);
    return got;
}

enum ball ball_log_abs(arb_t out, int *sign, const struct expr *x, slong bits,
                       struct work *w)
{
    struct ball_run c = { .w = w };
    struct big b;
    enum ball got;

    big_init(&b);
    ball_precision(&c, bits);
    got = walk(&b, x, &c);
    *sign = b.sign;
    arb_swap(out, b.log);
    if (got != BALL_VALUE)
        arb_indeterminate(out);
    big_clear(&b);
    return got;
}
