/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_VAL_H
#define FAMILY_LANGUAGE_VAL_H

#include "base/arena.h"
#include "base/str.h"
#include "math/flint_poly.h"
#include "math/work.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The values that a family file computes with. All are exact.
 *
 * A whole number that fits into 64 bits is kept in the val itself; larger
 * ones, fractions and polynomials are FLINT's, in the arena of the
 * calculation. Every operation counts its work before it begins; one that has
 * no result (a division by zero, a limit that is met, a number where a list is
 * wanted) records the reason once and gives a val of nothing, and so does
 * every operation on nothing.
 */

enum val_kind {
    VAL_NOTHING, /* an operation failed */
    VAL_TRUTH,
    VAL_INT,
    VAL_BIG,   /* whole, beyond 64 bits */
    VAL_RATIO, /* not whole */
    VAL_TEXT,
    VAL_POLY,     /* in one symbol, with rational coefficients, of degree > 0 */
    VAL_NUMBER,   /* a closed form that is not rational: val_number.h */
    VAL_COMPLEX,  /* not real: val_complex.h */
    VAL_INFINITE, /* i is 1 or -1: an end of an interval */
    VAL_INTERVAL, /* intervals together: val_interval.h */
    VAL_LIST,
    VAL_SET, /* in increasing order, without repetition */
    VAL_TUPLE
};

struct val {
    enum val_kind kind;
    union {
        bool truth;
        int64_t i;
        const fmpz *big;
        const fmpq *ratio;
        const char *text;
        const struct val_poly *poly;
        const struct val_number *number;
        const struct val_complex *complex;
        const struct val_interval *interval;
        struct val_row *row; /* of a list, set or tuple */
    };
};

struct val_row {
    size_t n;
    size_t owner; /* the variable that may change it in place, or 0 */
    struct val *at;
};

struct val_poly {
    fmpq_poly_t p;
    const char *symbol;
};

#define VAL_DRAW   INT64_C(1000000000000000) /* the ends of a draw */
#define VAL_DEPTH  40                        /* of lists in lists */
#define VAL_BYTES  1000000 /* bytes of a value that is written */
#define VAL_BITS   65536   /* of a whole number */
#define VAL_ITEMS  1000000 /* of a list or set */
#define VAL_POWER  10000   /* the largest exponent */
#define VAL_DEGREE 1000    /* of a polynomial */

/* One calculation: where its values live, what it has cost, why it failed. */
struct reckoning {
    struct arena *arena;
    struct work work;
    bool failed;
    const char *why; /* "division by zero" */
    size_t at;       /* where in the file: see family/language/marks.h */
    unsigned depth;  /* of lists in lists that are compared */
};

/* Record the failure, unless there is one, and return nothing. */
struct val val_fail(struct reckoning *r, const char *fmt, ...) PRINTF(2, 3);

/* Count n units of work. Returns false, and the calculation has failed, if
 * they are not there. */
bool val_overspend(struct reckoning *r, uint64_t n);
static inline bool val_spend(struct reckoning *r, uint64_t n)
{
    if (r->failed || n > r->work.limit - r->work.used)
        return val_overspend(r, n);
    r->work.used += n;
    return true;
}

/* Returns how many bits its numbers have, at least 64; of a polynomial, those of
 * its largest coefficient. */
uint64_t val_bits(struct val x);

/* Count the work of an operation on numbers of these sizes. */
bool val_spend_on(struct reckoning *r, struct val a, struct val b);

/* ---- making ---- */

static inline struct val val_int(int64_t i)
{
    return (struct val){ .kind = VAL_INT, .i = i };
}
static inline struct val val_truth(bool b)
{
    return (struct val){ .kind = VAL_TRUTH, .truth = b };
}
static inline struct val val_text(const char *s)
{
    return (struct val){ .kind = VAL_TEXT, .text = s };
}
#define VAL_FAILED ((struct val){ .kind = VAL_NOTHING })

/* These take over the value, which the caller has initialised. */
struct val val_fmpz(struct reckoning *r, fmpz_t x);
struct val val_fmpq(struct reckoning *r, fmpq_t x);
struct val val_poly(struct reckoning *r, fmpq_poly_t p, const char *symbol);

/* Returns a list, set or tuple with room for n items, none of them filled. */
struct val val_row(struct reckoning *r, enum val_kind kind, size_t n);
/* Copy a value into another arena. Returns false if it is, or contains, another
 * kind than whole numbers, truth values, texts and rows of them. */
bool val_copy_plain(struct arena *a, struct val x, struct val *to);
/* Put the items of a set in order, and each once. */
struct val val_sorted(struct reckoning *r, struct val set);
/* Returns the items of a row as a list in increasing order. */
struct val val_sorted_list(struct reckoning *r, struct val row);

/* ---- looking ---- */

static inline bool val_is_row(struct val x)
{
    return x.kind >= VAL_LIST;
}
static inline bool val_is_whole(struct val x)
{
    return x.kind == VAL_INT || x.kind == VAL_BIG;
}
bool val_is_number(struct val x); /* a rational one */
static inline bool val_is_real(struct val x)
{
    return x.kind == VAL_NUMBER || val_is_number(x);
}

/* Returns what it is, for messages: "a list", "the number 12". */
const char *val_what(struct reckoning *r, struct val x);

/* Set an initialised x to a number; false, and a failure, if it is none such. */
bool val_get_fmpz(struct reckoning *r, struct val d, fmpz_t x);
bool val_get_fmpq(struct reckoning *r, struct val d, fmpq_t x);
bool val_get_poly(struct reckoning *r, struct val d, fmpq_poly_t p);
/* Returns a whole number of lo..hi, or a failure that says what it should be. */
bool val_get_int(struct reckoning *r, struct val d, int64_t lo, int64_t hi,
                 int64_t *out);

/* ---- arithmetic and order ---- */

struct val val_add(struct reckoning *r, struct val a, struct val b);
struct val val_sub(struct reckoning *r, struct val a, struct val b);
struct val val_mul(struct reckoning *r, struct val a, struct val b);
struct val val_div(struct reckoning *r, struct val a, struct val b);
struct val val_pow(struct reckoning *r, struct val a, struct val b);
struct val val_neg(struct reckoning *r, struct val a);
/* Rounded down, and the remainder, which has the sign of b or is 0. */
struct val val_quotient(struct reckoning *r, struct val a, struct val b);
struct val val_mod(struct reckoning *r, struct val a, struct val b);

/* Compare: *order is below, at or above 0. Numbers, texts, truth values and
 * rows of these have an order; returns false, and the calculation has failed,
 * for anything else, and if the order of two closed forms is not decided. */
bool val_order(struct reckoning *r, struct val a, struct val b, int *order);
/* Are they equal? Polynomials too. */
bool val_equal(struct reckoning *r, struct val a, struct val b, bool *equal);
/* Is x an item of a list, set or tuple, or a number of an interval? */
bool val_has(struct reckoning *r, struct val row, struct val x, bool *has);

/* ---- writing ---- */

/* Append it as LaTeX in its one normal spelling: 7, -\frac{3}{4}, 3x^2 - 1,
 * 2\sqrt{3}, [0, 1), \{1, 2\}, (1, 2); a list is its items with commas. */
void val_write(struct str *out, struct val x);
/* The same, where a value of more than VAL_BYTES bytes, or of lists more than
 * VAL_DEPTH deep, is a failure. */
bool val_say(struct reckoning *r, struct str *out, struct val x);

#endif
