/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_AUDIT_AUDIT_INT_H
#define VERIFY_AUDIT_AUDIT_INT_H

#include "base/vec.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "verify/audit/audit.h"
#include "verify/prompt/prompt_int.h"

/*
 * The checks of the audit. Each looks whether a row is of its kind, by the
 * words and formulas of the prompt, and then settles it.
 */

struct audit_case {
    struct arena *arena;
    const struct audit_row *row;
    struct vec tokens; /* of the prompt */
    uint64_t limit;    /* work of a claim */
    struct audit_finding *out;
};

/* These return false if the row is not of their kind. */
bool audit_nondimensional(
    struct audit_case *u);              /* polynomials without dimension */
bool audit_roots(struct audit_case *u); /* all roots in both regimes */

/* Say the verdict of the row, or of one of its parts: the worse one stays
 * (fails, then undecided, then holds). */
void audit_say(struct audit_case *u, enum truth holds, const char *reason,
               const char *fmt, ...) PRINTF(4, 5);

/* ---- polynomials ---- */

struct audit_term {
    const struct expr *coefficient;
    fmpq exponent[1]; /* small */
};

static inline double audit_exponent(const struct audit_term *t)
{
    return (double)*fmpq_numref(t->exponent) /
           (double)*fmpq_denref(t->exponent);
}

struct audit_terms {
    struct audit_term *items; /* by falling exponent, no exponent twice */
    size_t n;
};

/* Read a sum of powers of the variable. Returns false if it is none. */
bool audit_terms(struct arena *a, const struct expr *x, const char *variable,
                 struct audit_terms *out);

/* The real value of an expression; NAN if it has none. */
double audit_number(const struct expr *x);

/* The right side of the i-th token of the prompt; NULL if it is no statement, or
 * cannot be read. */
const struct expr *audit_statement(struct audit_case *u, size_t i);

/* Read a formula; NULL if it cannot be read. */
const struct expr *audit_read(struct arena *a, const char *text);

#endif
