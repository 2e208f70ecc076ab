/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two constants. Balls of growing precision prove most differences at once.
 * When the first ones overlap, algebra is asked for a proof of equality, and
 * when they still agree to 120 digits, Calcium. Without a proof, agreement to
 * 1100 digits is the verdict, and says so; integrals and special functions,
 * which cost too much for that, are taken at 32. Numbers
 * too large for a ball are compared by their logarithms, and, when those
 * agree, by their remainders modulo primes.
 */
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/ball/residue.h"
#include "math/decide/decide_int.h"
#include "math/exact/exact.h"

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
    acb_init(p->x);
    acb_init(p->y);
}

static void pair_clear(struct pair *p)
{
    acb_clear(p->x);
    acb_clear(p->y);
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
static bool agree(const acb_t x, const acb_t y, slong bits)
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
    arb_init(x);
    arb_init(y);
    both = ball_log_abs(x, &sign_x, q->x, 256, q->work) == BALL_VALUE &&
           ball_log_abs(y, &sign_y, q->y, 256, q->work) == BALL_VALUE;
    if (both)
        differ = sign_x != sign_y || (sign_x != 0 && !arb_overlaps(x, y));
    arb_clear(x);
    arb_clear(y);
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
static bool proved(const struct decide_question *q, struct decision *d)
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
static bool is_dear(const struct expr *x)
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
static void compare_at(struct walk *k, const struct decide_question *q,
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
    k->close |= !acb_contains_zero(p->x) && agree(p->x, p->y, LEAST_BITS);
    if (!k->asked && agree(p->x, p->y, PROOF_BITS)) {
        k->asked = true;
        k->settled = proved(q, &k->d);
    }
    if (!k->settled && agree(p->x, p->y, AGREE_BITS)) {
        k->d = decided(TRUTH_YES, "balls", "they agree to 1100 digits");
        k->d.agreement = k->settled = true;
    }
}

/* More digits will not help. */
static bool is_final(enum ball found)
{
    return found == BALL_LIMIT || found == BALL_UNDEFINED;
}

struct decision decide_constants(const struct decide_question *q)
{
    struct walk k = { .d =
                          decided(TRUTH_UNKNOWN, "balls",
                                  "could not tell whether the values differ") };
    bool dear = expr_any(q->x, is_dear) || expr_any(q->y, is_dear);
    slong last = dear ? BITS_DEAR : BITS_LAST;
    struct pair p;

    pair_init(&p);
    for (slong bits = BITS_FIRST; bits <= last && !k.settled; bits *= 2) {
        if (pair_eval(&p, q, bits)) {
            compare_at(&k, q, &p, bits);
        } else if (bits >= 256 || is_final(p.found_x) || is_final(p.found_y)) {
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
