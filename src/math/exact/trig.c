/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/function_int.h"

/*
 * Trigonometric functions at multiples of 15 degrees, where the values are
 * (a + b sqrt(2) + c sqrt(3) + d sqrt(6)) / 4 with small whole numbers, and
 * e^{i x} there.
 */

#define TURN 24 /* steps of 15 degrees in a full turn */

/* a, b, c, d of the cosine of 0, 15, ... 90 degrees. */
static const signed char cosines[7][4] = {
    { 4, 0, 0, 0 }, { 0, 1, 0, 1 },  { 0, 0, 2, 0 }, { 0, 2, 0, 0 },
    { 2, 0, 0, 0 }, { 0, -1, 0, 1 }, { 0, 0, 0, 0 },
};

/* out plus n sqrt(a) sqrt(b) / 4. */
static bool add_root(struct fraction *out, int n, ulong a, ulong b,
                     struct ring *r)
{
    struct fraction term;
    bool good = true;
    fmpq_t q;

    if (n == 0)
        return true;
    fraction_init(&term, r);
    fmpq_init(q);
    fmpq_set_si(q, n, 4);
    fraction_set_fmpq(&term, q, r);
    if (a != 1)
        good = function_times_sqrt(&term, a, r);
    if (b != 1)
        good = good && function_times_sqrt(&term, b, r);
    good = good && fraction_add(out, out, &term, r);
    fmpq_clear(q);
    fraction_clear(&term, r);
    return good;
}

/* The cosine of k steps. */
static bool cosine(struct fraction *out, unsigned k, struct ring *r)
{
    const signed char *row;
    fmpq_t zero;
    int sign = 1;

    k %= TURN;
    if (k > 12)
        k = TURN - k;
    if (k > 6) {
        k = 12 - k;
        sign = -1;
    }
    row = cosines[k];
    fmpq_init(zero);
    fraction_set_fmpq(out, zero, r);
    fmpq_clear(zero);
    return add_root(out, sign * row[0], 1, 1, r) &&
           add_root(out, sign * row[1], 2, 1, r) &&
           add_root(out, sign * row[2], 1, 3, r) &&
           add_root(out, sign * row[3], 2, 3, r);
}

static bool sine(struct fraction *out, unsigned k, struct ring *r)
{
    return cosine(out, k + TURN - 6, r);
}

static bool quotient(struct fraction *out, unsigned k, bool tangent,
                     struct ring *r)
{
    struct fraction below;
    bool good;

    fraction_init(&below, r);
    good = sine(tangent ? out : &below, k, r) &&
           cosine(tangent ? &below : out, k, r) &&
           fraction_inv(&below, &below, r) && fraction_mul(out, out, &below, r);
    fraction_clear(&below, r);
    return good;
}

/* Set *k to q pi in steps of 15 degrees. Returns false if it is no whole number
 * of them. */
static bool steps_of(unsigned *k, const fmpq_t q)
{
    fmpz_t n;
    bool whole;

    fmpz_init(n);
    fmpz_mul_ui(n, fmpq_numref(q), TURN / 2);
    whole = fmpz_divisible(n, fmpq_denref(q)) != 0;
    if (whole) {
        fmpz_divexact(n, n, fmpq_denref(q));
        *k = (unsigned)fmpz_fdiv_ui(n, TURN);
    }
    fmpz_clear(n);
    return whole;
}

bool function_trig(struct fraction *out, enum function_id id, const fmpq_t q,
                   bool *found, struct ring *r)
{
    unsigned k;

    *found = id <= FN_CSC && steps_of(&k, q);
    if (!*found)
        return true;
    switch (id) {
    case FN_SIN: return sine(out, k, r);
    case FN_COS: return cosine(out, k, r);
    case FN_TAN: return quotient(out, k, true, r);
    case FN_COT: return quotient(out, k, false, r);
    case FN_SEC: return cosine(out, k, r) && fraction_inv(out, out, r);
    default: return sine(out, k, r) && fraction_inv(out, out, r);
    }
}

bool function_turn(struct fraction *out, const fmpq_t q, bool *found,
                   struct ring *r)
{
    struct fraction y;
    unsigned k;
    bool good;

    *found = steps_of(&k, q);
    if (!*found)
        return true;
    fraction_init(&y, r);
    good = function_imaginary(&y, r) && sine(out, k, r) &&
           fraction_mul(&y, &y, out, r) && cosine(out, k, r) &&
           fraction_add(out, out, &y, r);
    fraction_clear(&y, r);
    return good;
}
