/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Powers by Euler's theorem in the form that needs no coprime base: for
 * e >= log2(m), a^e = a^(e mod phi(m) + phi(m)) modulo m. The exponent, which
 * may itself be a tower, is thus needed modulo phi(m) only, and whether it is
 * below 64 is known from its exact value or from its being too large to have
 * one.
 */
#include "math/ball/residue.h"

#include "math/exact/exact.h"

static uint64_t residue_power(uint64_t base, uint64_t exponent, uint64_t m)
{
    uint64_t result = 1 % m;

    for (base %= m; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % m;
        base = base * base % m;
    }
    return result;
}

static uint64_t totient(uint64_t m)
{
    uint64_t phi = m;

    for (uint64_t p = 2; p * p <= m; p++) {
        if (m % p != 0)
            continue;
        phi -= phi / p;
        while (m % p == 0)
            m /= p;
    }
    return m > 1 ? phi - phi / m : phi;
}

/* *out = a / b modulo m; false when b has no inverse there. */
static bool residue_divide(uint64_t *out, uint64_t a, uint64_t b, uint64_t m)
{
    ulong inverse;

    if (m < 2 || n_gcdinv(&inverse, b % m, m) != 1)
        return false;
    *out = a * inverse % m;
    return true;
}

/* A value that can be had exactly. */
static bool exact_mod(uint64_t *out, const struct expr *x, uint64_t m,
                      struct work *w)
{
    struct work own = { 0, w->limit - w->used, NULL };
    fmpq_t value;
    bool ok;

    fmpq_init(value);
    ok = exact_rational(value, x, &own) == EXACT_VALUE &&
         residue_divide(out, fmpz_fdiv_ui(fmpq_numref(value), m),
                        fmpz_fdiv_ui(fmpq_denref(value), m), m);
    fmpq_clear(value);
    return work_spend(w, own.used) && ok;
}

/* A power of a positive number; that its exponent is positive is found out
 * when its own residue is taken. */
static bool is_tower(const struct expr *x)
{
    return x->op == EXPR_POW && x->args[0]->op == EXPR_NUMBER &&
           fmpq_sgn(x->args[0]->number->value) > 0;
}

/* 1: x is an integer of at least 64 (or too large to build), 0: it is an
 * exact integer 0..63, written to *small; -1: neither is known. */
static int size_of_exponent(uint64_t *small, const struct expr *x,
                            struct work *w)
{
    struct work own = { 0, w->limit - w->used, NULL };
    enum exact found;
    fmpq_t value;
    int result = -1;

    fmpq_init(value);
    found = exact_rational(value, x, &own);
    if (found == EXACT_LIMIT && is_tower(x))
        result = 1;
    if (found == EXACT_VALUE && fmpz_is_one(fmpq_denref(value)) &&
        fmpz_sgn(fmpq_numref(value)) >= 0) {
        result = fmpz_cmp_ui(fmpq_numref(value), 64) >= 0;
        if (!result)
            *small = fmpz_get_ui(fmpq_numref(value));
    }
    fmpq_clear(value);
    return work_spend(w, own.used) ? result : -1;
}

/* Is x a whole number below zero? *out is its distance from zero. */
static bool negative_exponent(uint64_t *out, const struct expr *x,
                              struct work *w)
{
    struct work own = { 0, w->limit - w->used, NULL };
    fmpq_t value;
    bool ok;

    fmpq_init(value);
    ok = exact_rational(value, x, &own) == EXACT_VALUE &&
         fmpz_is_one(fmpq_denref(value)) && fmpz_sgn(fmpq_numref(value)) < 0 &&
         fmpz_fits_si(fmpq_numref(value));
    if (ok)
        *out = (uint64_t)-fmpz_get_si(fmpq_numref(value));
    fmpq_clear(value);
    return work_spend(w, own.used) && ok;
}

static bool residue_of_power(uint64_t *out, const struct expr *x, uint64_t m,
                             struct work *w)
{
    uint64_t base, exponent = 0, phi;
    int size;

    if (!residue_of(&base, x->args[0], m, w))
        return false;
    if (negative_exponent(&exponent, x->args[1], w))
        return residue_divide(out, 1, residue_power(base, exponent, m), m);
    size = size_of_exponent(&exponent, x->args[1], w);
    if (size < 0)
        return false;
    if (size == 0) {
        *out = residue_power(base, exponent, m);
        return true;
    }
    if (!work_spend(w, 2000)) /* the trial division of totient() */
        return false;
    phi = totient(m);
    if (phi > 1 && !residue_of(&exponent, x->args[1], phi, w))
        return false;
    if (phi == 1)
        exponent = 0;
    *out = residue_power(base, exponent + phi, m);
    return true;
}

bool residue_of(uint64_t *out, const struct expr *x, uint64_t m, struct work *w)
{
    uint64_t part, total;

    if (!work_spend(w, 1))
        return false;
    switch (x->op) {
    case EXPR_NEG:
        if (!residue_of(&part, x->args[0], m, w))
            return false;
        *out = (m - part) % m;
        return true;
    case EXPR_ADD:
    case EXPR_MUL:
        total = x->op == EXPR_MUL ? 1 % m : 0;
        for (unsigned i = 0; i < x->count; i++) {
            if (!residue_of(&part, x->args[i], m, w))
                return false;
            total = (x->op == EXPR_MUL ? total * part : total + part) % m;
        }
        *out = total;
        return true;
    case EXPR_DIV:
        return residue_of(&total, x->args[0], m, w) &&
               residue_of(&part, x->args[1], m, w) &&
               residue_divide(out, total, part, m);
    case EXPR_POW:
        return exact_mod(out, x, m, w) || residue_of_power(out, x, m, w);
    default: return exact_mod(out, x, m, w);
    }
}
