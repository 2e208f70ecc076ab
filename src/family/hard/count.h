/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_HARD_COUNT_H
#define FAMILY_HARD_COUNT_H

#include "base/arena.h"
#include "family/recipe/recipe.h"
#include "math/flint.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Large counts as keys. A problem asks for the count itself or, where that
 * would have too many digits, for its remainder by a stated prime. The values
 * hold the prime as "modulus", and 0 where the count itself is asked. Nothing
 * here knows what is counted.
 */

#define COUNT_MODULUS_MOST 999999999

/* Returns a prime of nine digits if the count would be too long, else 0. */
int64_t count_modulus(struct pick *k, bool is_long);

/* Is this 0 or a prime? */
bool count_modulus_is_right(int64_t modulus);

/* Returns n zeros in the arena, which also clears them. */
fmpz *count_row(struct arena *a, int64_t n);

/* Replace each of the n numbers by its remainder, unless the modulus is 0. */
void count_reduce(fmpz *x, int64_t n, int64_t modulus);

/* Set the key, reduced. Returns false if it is below 10: no problem asks that.
 */
bool count_key(struct solving *s, fmpz_t count, int64_t modulus);

/* Give the number to the place of that name. */
void count_let(struct solving *s, const char *name, const fmpz_t x);

/* Is the key this count, reduced? Sets the finding's detail. */
enum truth count_is(struct arena *a, const char *key, fmpz_t count,
                    int64_t modulus, struct check_finding *f);

#endif
