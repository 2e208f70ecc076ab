/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_APPLIED_TEXTS_H
#define FAMILY_APPLIED_TEXTS_H

#include "family/applied/applied.h"
#include "math/exact/ratio.h"

/*
 * Families about differential equations derive everything at once: the
 * analysis of the values gives the object, the key, the texts that fill the
 * places of the form, and which steps are told. Statement, solution and claim
 * all take from it, so that they cannot differ.
 *
 * The formulas are functions of the place on the line, s = x - from or
 * s = to - x, so that every problem has a shifted and a reflected twin.
 */

#define TEXTS_MOST 24
#define STEPS_MOST 8

struct texts {
    struct arena *arena;
    const char *object;     /* equation and conditions, for the verifier */
    const char *variable;   /* "x", "x,t" */
    const char *conditions; /* relations and phrases of the claim; NULL: none */
    const char *key;        /* NULL: the values make no problem */
    struct text_named {
        const char *name, *text;
    } named[TEXTS_MOST]; /* places of the form */
    size_t named_n;
    const char *steps[STEPS_MOST]; /* of the form, in the order told */
    size_t steps_n;
    enum claim_kind kind;
    /* Where the key holds. A symbol, "epsilon" or "x", and an order or a
     * number of terms; NULL: the key is exact. With an order, the error is
     * that small over the whole range of x. */
    const char *symbol;
    enum limit_to to;
    const char *point; /* of LIMIT_POINT */
    struct ratio order;
    int terms;
};

/* Give a place its text. The name is kept by address. */
void texts_set(struct texts *t, const char *name, const char *fmt, ...)
    PRINTF(3, 4);

/* The step of that name is told next. */
void texts_step(struct texts *t, const char *name);

/* solve(), speak() and claims() of a family with an analysis, which fills in
 * all texts of the values: ANALYSED(analyse) in its struct applied, and
 * .speak = texts_speak in its recipe. */
#define ANALYSED(f) \
 .analyse = (f), .solve_by = texts_solve, .claims_by = texts_claim
bool texts_solve(struct solving *s, const struct applied *x,
                 const void *values);
void texts_speak(struct speech *s, const void *values);
size_t texts_claim(struct arena *a, const struct applied *x, const void *values,
                   struct applied_claim *out);

/* ---- exact numbers ---- */

/* The operations of math/exact/ratio.h for numbers that are known to fit. */
struct ratio over(int64_t p, int64_t q);
struct ratio plus(struct ratio x, struct ratio y);
struct ratio minus(struct ratio x, struct ratio y);
struct ratio times(struct ratio x, struct ratio y);
struct ratio power_of(struct ratio x, int n); /* n may be negative */

/* ---- formulas ---- */

/* Returns the number as a coefficient of the text, which has no sign:
 * "-\frac{3x}{4}", "x"; the number itself if the text is ""; "0". */
const char *scaled(struct arena *a, struct ratio c, const char *what);

/* Returns c what / base^n: "-\frac{3\epsilon}{4(x + 1)^2}". */
const char *divided(struct arena *a, struct ratio c, const char *what,
                    const char *base, int n);

/* Returns base^n, n > 0. */
const char *raised(struct arena *a, const char *base, int n);

/* Returns the terms with their signs between them; "0" if all are. The list
 * is ended by NULL. */
const char *sum_of(struct arena *a, ...);

/* Returns the text in round brackets if it is a sum or has a sign. */
const char *in_brackets(struct arena *a, const char *text);

/* Returns e^{text}, or "1" for e^{0}. */
const char *exp_of(struct arena *a, const char *exponent);

/* ---- the place on the line ---- */

/* s = sign x + d, sign 1 or -1. */
struct spot {
    int sign;
    int64_t d;
};

/* Returns "x", "x - 2", "3 - x". */
const char *spot_text(struct arena *a, struct spot s, int64_t more);

/* Returns c times s: "3(x - 2)", and "-3x" for s = -x. */
const char *spot_scaled(struct arena *a, struct ratio c, struct spot s);

/* Replace the polynomial c, of n coefficients in s, by that in x. */
void spot_poly(struct spot s, int64_t *c, size_t n);

/* Returns a polynomial of x times the text, as a term of a sum: "-2y'",
 * "(x + 3)y'"; "0". */
const char *poly_times(struct arena *a, const int64_t *c, size_t n,
                       const char *what);

#endif
