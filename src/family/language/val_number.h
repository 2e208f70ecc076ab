/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_VAL_NUMBER_H
#define FAMILY_LANGUAGE_VAL_NUMBER_H

#include "family/language/val.h"

/*
 * Closed forms: real numbers that are sums of terms, each a rational number
 * times powers of atoms. An atom is a prime (its powers are the roots), a nested
 * root, pi, e or the logarithm of a prime. Every such number has one form,
 * whatever was computed on the way: \sqrt{8}, 2\sqrt{2} and 4/\sqrt{2} are the
 * same term.
 *
 * Two numbers with the same form are equal. Two with different forms that have
 * roots alone differ (Besicovitch, "On the linear independence of fractional
 * powers of integers", 1940). All other differences are proved by balls, and
 * a comparison that these leave open is a failure.
 *
 * A nested root is an atom only if no sum of roots is equal to it, that is, if
 * its square p + q sqrt(d) is no square in a field of real roots. So if
 * x + sqrt(u) = y + sqrt(v), where x and y have simple roots alone, then x = y,
 * as else v = (x - y + sqrt(u))^2 would put sqrt(u) among these; and u = v. For
 * this one term of a number may have a nested root, and one alone.
 *
 * Nothing but a form and its arena is needed, so that threads share nothing.
 * Terms, atoms, roots and bits are bounded before anything is computed.
 */

enum atom { ATOM_ROOT, ATOM_NEST, ATOM_PI, ATOM_E, ATOM_LOG };

/* An atom to the power p/q, in lowest terms. Of a root, 0 < p < q; pi and
 * logarithms have q = 1. A nested root is sqrt(p + q sqrt(d)) itself, where p
 * and q have no common factor; the roots in its term are square roots. */
struct atom_power {
    enum atom atom;
    int64_t of; /* the prime of a root or logarithm; d; else 0 */
    int64_t p, q;
};

#define NUMBER_ATOMS  8    /* in one term */
#define NUMBER_TERMS  64   /* in one number */
#define NUMBER_BITS   8192 /* of a coefficient */
#define NUMBER_INDEX  60   /* of a root */
#define NUMBER_POWER  10000
#define NUMBER_TEXT   600                          /* bytes of a key */
#define NUMBER_FACTOR INT64_C(1000000000000000000) /* is factored at most */

struct number_term {
    fmpq_t c; /* not 0 */
    size_t n;
    struct atom_power at[NUMBER_ATOMS]; /* in increasing order */
};

struct val_number {
    size_t n, room;
    struct number_term *at;         /* in increasing order of their atoms */
    const struct val_number *below; /* of a quotient, else NULL */
};

/*
 * A quotient of two sums has each of them as a sum of a rational number and of
 * rational multiples of logarithms of primes, that below with two terms at
 * least. All coefficients are whole numbers without a common factor, and what
 * stands below is above 0. Two quotients are compared by multiplying crosswise.
 */

/* ---- arithmetic: of rational numbers and closed forms ---- */

enum number_op {
    NUMBER_ADD,
    NUMBER_SUB,
    NUMBER_MUL,
    NUMBER_DIV,
    NUMBER_COMPARE /* the difference, of which the sign alone is wanted */
};
struct val number_op(struct reckoning *r, struct val a, struct val b,
                     enum number_op op);
struct val number_pow(struct reckoning *r, struct val a, int64_t n);

/* Find the sign. Returns false, and the calculation has failed, if it cannot
 * be decided. */
bool number_sign(struct reckoning *r, struct val x, int *sign);
/* Compare two forms with the same atoms, if each coefficient of one is at least
 * that of the other; false if they are no such forms. */
bool number_order(struct val a, struct val b, int *order);
/* Is it different from 0, as its form alone tells? */
bool number_has_roots_alone(struct val x);
/* Returns the number rounded down. */
struct val number_floor(struct reckoning *r, struct val x);

/* ---- functions ---- */

/* Returns the real n-th root. */
struct val number_root(struct reckoning *r, struct val x, int64_t n);
/* Returns p + q sqrt(d), d >= 0, all of them rational. */
struct val number_surd(struct reckoning *r, struct val p, struct val q,
                       int64_t d);
/* Returns a^x, a above 0, as e^{x log a}. */
struct val number_power(struct reckoning *r, struct val a, struct val x);
/* These fail for numbers whose value is no closed form. */
struct val number_pi(struct reckoning *r);
struct val number_exp(struct reckoning *r, struct val x);
struct val number_ln(struct reckoning *r, struct val x);

/* ---- text ---- */

/* Append it as LaTeX: 2\sqrt{3}, \frac{1+\sqrt{5}}{2}, \frac{\pi}{4}, e^{2},
 * \frac{\ln 3}{2\ln 10}, 5+\sqrt{20+8\sqrt{2}}. */
void number_write(struct str *out, const struct val_number *x);

/* Is its text certainly no longer than NUMBER_TEXT / 2? */
bool number_is_short(const struct val_number *x);

/* Read a rational number or a closed form, also when it is spelt another way.
 * Returns nothing, without a failure, for any other text. */
struct val number_read(struct reckoning *r, const char *text);

/* ---- making ---- */

/* Returns the terms, of a rational number too; NULL after a failure. */
const struct val_number *number_terms(struct reckoning *r, struct val x);
/* Multiply a term by the power of an atom; false after a failure. */
bool atom_put(struct reckoning *r, struct number_term *t, struct atom_power f);
/* Returns 0, with room for so many terms whose coefficients are 0. */
struct val_number *number_new(struct reckoning *r, size_t room);
/* Add a term; false, and a failure, if there is no room. */
bool number_put(struct reckoning *r, struct val_number *x,
                const struct number_term *t);
/* Returns the nested root among its atoms, or NULL. */
const struct atom_power *nest_of(const struct number_term *t);
/* Returns the number that was put together; a rational one as such. */
struct val number_done(struct reckoning *r, struct val_number *x);
int term_order(const struct number_term *x, const struct number_term *y);

/* ---- quotients ---- */

bool number_is_quotient(struct val x);
/* Is a, which is no quotient, a rational multiple of such a b, not 0? */
bool number_is_multiple(struct reckoning *r, struct val a, struct val b,
                        struct val *ratio);
/* Returns a / b, neither of them a quotient; a failure if they have no such
 * form. */
struct val number_quotient(struct reckoning *r, struct val a, struct val b);
/* The same as number_op(); one of them at least is a quotient. */
struct val number_quotient_op(struct reckoning *r, struct val a, struct val b,
                              enum number_op op);
/* Returns a number of one term: a rational number times atoms. */
struct val number_one(struct reckoning *r, struct val c, struct atom_power f);

#endif
