/* SPDX-License-Identifier: Apache-2.0 */

/* Quotients of two sums of logarithms and a rational number. */
#include "family/language/val_number.h"

bool number_is_quotient(struct val x)
{
    return x.kind == VAL_NUMBER && x.number->below;
}

static bool is_of_logs(const struct val_number *x)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->at[i].n > 1 ||
            (x->at[i].n == 1 &&
             (x->at[i].at[0].atom != ATOM_LOG || x->at[i].at[0].p != 1)))
            return false;
    return true;
}

static struct val part(struct reckoning *r, const struct val_number *x)
{
    struct val_number *alone = arena_new(r->arena, struct val_number);

    *alone = *x; /* its terms stay as they are */
    alone->below = NULL;
    return number_done(r, alone);
}

/* What all coefficients are whole multiples of, with the sign of y. */
static struct val content_of(struct reckoning *r, const struct val_number *x,
                             const struct val_number *y, int sign)
{
    fmpq_t g, c;

    fmpq_init(g);
    fmpq_init(c);
    for (size_t i = 0; i < x->n + y->n; i++) {
        uint64_t words;

        fmpq_set(c, i < x->n ? x->at[i].c : y->at[i - x->n].c);
        words = (fmpz_bits(fmpq_numref(c)) + fmpz_bits(fmpq_denref(c))) / 64;
        if (!val_spend(r, 50 + 8 * words * words))
            break;
        fmpq_gcd(g, g, c);
    }
    if (sign < 0)
        fmpq_neg(g, g);
    fmpq_clear(c);
    return val_fmpq(r, g);
}

static bool is_one(struct val x)
{
    return x.kind == VAL_INT && x.i == 1;
}

static struct val times(struct reckoning *r, struct val x, struct val y)
{
    return is_one(x) ? y : is_one(y) ? x : val_mul(r, x, y);
}

/* Find a logarithm that x is divided by. */
static bool find_below(const struct val_number *x, struct atom_power *out)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t j = 0; j < x->at[i].n; j++)
            if (x->at[i].at[j].atom == ATOM_LOG && x->at[i].at[j].p < 0) {
                *out = x->at[i].at[j];
                out->p = -out->p;
                return true;
            }
    return false;
}

/* Write x as a quotient, with a logarithm below where it is divided by one. */
static void split(struct reckoning *r, struct val x, struct val *top,
                  struct val *bottom)
{
    struct atom_power log;

    *top = x;
    *bottom = val_int(1);
    if (number_is_quotient(x)) {
        *top = part(r, x.number);
        *bottom = part(r, x.number->below);
    } else if (x.kind == VAL_NUMBER && find_below(x.number, &log)) {
        *bottom = number_one(r, val_int(1), log);
        *top = val_mul(r, x, *bottom);
    }
}

/* Returns a / b, where the sign of b is known, or 0. */
static struct val quotient(struct reckoning *r, struct val a, struct val b,
                           int sign)
{
    const struct val_number *x = number_terms(r, a), *y = number_terms(r, b);
    struct val_number *out;
    struct atom_power log;
    struct val content;

    if (r->failed || y->n == 0)
        return val_fail(r, "division by zero");
    if (x->n == 0)
        return val_int(0);
    if (number_is_multiple(r, a, b, &content))
        return content;
    if (y->n == 1)
        return number_op(r, a, b, NUMBER_DIV);
    if (find_below(x, &log) || find_below(y, &log)) {
        content = number_one(r, val_int(1), log);
        return quotient(r, val_mul(r, a, content), val_mul(r, b, content), 0);
    }
    if (!is_of_logs(x) || !is_of_logs(y))
        return val_fail(r,
                        "division by a sum of this kind has no closed form "
                        "here: %s",
                        val_what(r, b));
    if (sign == 0 && !number_sign(r, b, &sign))
        return VAL_FAILED;
    content = content_of(r, x, y, sign);
    if (!is_one(content)) {
        x = number_terms(r, val_div(r, a, content));
        y = number_terms(r, val_div(r, b, content));
    }
    if (r->failed)
        return VAL_FAILED;
    out = arena_new(r->arena, struct val_number);
    *out = *x;
    out->below = y;
    return (struct val){ .kind = VAL_NUMBER, .number = out };
}

struct val number_quotient(struct reckoning *r, struct val a, struct val b)
{
    return quotient(r, a, b, 0);
}

/* p / q times s / t, where p may be a multiple of t, or s one of q. */
static struct val product(struct reckoning *r, struct val p, struct val q,
                          struct val s, struct val t, int sign)
{
    struct val k;

    if (number_is_multiple(r, p, t, &k))
        return quotient(r, times(r, k, s), q, sign);
    if (number_is_multiple(r, s, q, &k))
        return quotient(r, times(r, k, p), t, sign);
    return quotient(r, times(r, p, s), times(r, q, t), sign);
}

struct val number_quotient_op(struct reckoning *r, struct val a, struct val b,
                              enum number_op op)
{
    struct val p, q, s, t, k;

    split(r, a, &p, &q);
    split(r, b, &s, &t);
    if (r->failed)
        return VAL_FAILED;
    if (op == NUMBER_MUL)
        return product(r, p, q, s, t, 1); /* denominators are above 0 */
    if (op == NUMBER_DIV)
        return product(r, p, q, t, s, 0);
    if (number_is_multiple(r, q, t, &k)) { /* one denominator */
        s = times(r, k, s);
    } else {
        p = times(r, p, t);
        s = times(r, s, q);
        q = times(r, q, t);
    }
    if (op == NUMBER_COMPARE)
        return number_op(r, p, s, NUMBER_COMPARE);
    p = op == NUMBER_ADD ? val_add(r, p, s) : val_sub(r, p, s);
    return r->failed ? VAL_FAILED : quotient(r, p, q, 1);
}
