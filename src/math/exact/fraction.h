/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_FRACTION_H
#define MATH_EXACT_FRACTION_H

#include "base/arena.h"
#include "math/flint_poly.h"
#include "math/work.h"

#include <stdbool.h>

/*
 * Fractions of polynomials in a few generators over the integers, with every
 * operation bounded before it is begun: number of terms, degree, size of the
 * coefficients. The order of monomials is lexicographic, later generators
 * being larger; a generator that is a root (s^2 = 2, i^2 = -1, s^3 = x + 1)
 * keeps the polynomial that it is a root of, and every result is reduced by
 * it. Fractions are not reduced to lowest terms, but for whole numbers.
 */

#define FRACTION_GENERATORS 24
#define FRACTION_DEGREE     200   /* total, of one polynomial */
#define FRACTION_TERMS      4000  /* of one polynomial */
#define FRACTION_PRODUCT    60000 /* terms times terms of a product */
#define FRACTION_BITS       8192  /* of one coefficient */

struct fraction {
    fmpz_mpoly_t num, den;
};

struct generator {
    const char *key;       /* what it stands for */
    ulong degree;          /* of the relation; 0: there is none */
    fmpz_mpoly_t relation; /* g^degree - (polynomial in earlier ones) */
    /* Algebraically independent of the others, or a root that is linearly
     * independent: a remainder with it is not zero. */
    bool independent;
};

/* A ring and what is known of its generators. Number k of n stands at
 * variable FRACTION_GENERATORS - 1 - k or lower; see ring_gen(). */
struct ring {
    struct arena *arena;
    struct work *w;
    fmpz_mpoly_ctx_t ctx;
    struct generator gens[FRACTION_GENERATORS];
    unsigned n, room;
    bool failed; /* a bound was met: no result is claimed any more */
};

void ring_open(struct ring *r, struct arena *a, unsigned room, struct work *w);
void ring_close(struct ring *r);

/* Returns the number of the generator with that key; a new one is made (*made)
 * if there is none. Returns 0 and sets ring->failed if there is no room. */
unsigned ring_generator(struct ring *r, const char *key, bool *made);

/* Find the number of the generator with that key. Returns false if there is
 * none. */
bool ring_find(unsigned *k, const struct ring *r, const char *key);

/* Set out to the polynomial that is generator k alone. */
void ring_gen(fmpz_mpoly_t out, unsigned k, struct ring *r);

/* Returns the degree of p in generator k. */
slong ring_degree(const fmpz_mpoly_t p, unsigned k, struct ring *r);

/* Record that generator k is a root: k^degree is the polynomial p of earlier
 * ones. */
void ring_relate(struct ring *r, unsigned k, ulong degree,
                 const fmpz_mpoly_t p);

void fraction_init(struct fraction *x, struct ring *r); /* 0/1 */
void fraction_clear(struct fraction *x, struct ring *r);
void fraction_swap(struct fraction *x, struct fraction *y);
void fraction_set_fmpq(struct fraction *x, const fmpq_t q, struct ring *r);
void fraction_set_gen(struct fraction *x, unsigned k, struct ring *r);

/* The value, when it is a number. */
bool fraction_get_fmpq(fmpq_t q, const struct fraction *x, struct ring *r);

/* All of these return false, with ring->failed, when a bound is met or a
 * denominator is zero. Outputs may be inputs. */
bool fraction_add(struct fraction *out, const struct fraction *x,
                  const struct fraction *y, struct ring *r) MUST_USE;
bool fraction_mul(struct fraction *out, const struct fraction *x,
                  const struct fraction *y, struct ring *r) MUST_USE;
bool fraction_inv(struct fraction *out, const struct fraction *x,
                  struct ring *r) MUST_USE;
bool fraction_pow(struct fraction *out, const struct fraction *x, slong n,
                  struct ring *r) MUST_USE;
void fraction_neg(struct fraction *x, struct ring *r);

/* Text that is the same for the same fraction; in lowest terms only where
 * that is cheap, so that two texts may differ and mean the same.
 * NULL, with ring->failed, when it would be long. */
const char *fraction_key(struct fraction *x, struct ring *r);

/* Is x - y zero, after all reductions? */
bool fraction_equal(bool *equal, const struct fraction *x,
                    const struct fraction *y, struct ring *r) MUST_USE;

#endif
