/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_QUAD_H
#define FAMILY_RECIPE_QUAD_H

#include "math/exact/surd.h"
#include "math/flint.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Exact numbers u + v sqrt(d) with rational u and v, for checks that put a
 * key's surds back into an equation. All numbers of a calculation share one d,
 * which is passed along and is no square; it has no effect while all v are 0.
 */

struct quad {
    fmpq_t u, v;
};

void quad_init(struct quad *z); /* 0 */
void quad_clear(struct quad *z);
void quad_set(struct quad *z, struct surd x);
void quad_set_si(struct quad *z, int64_t n);
void quad_swap(struct quad *x, struct quad *y);

/* Outputs may be inputs. */
void quad_add(struct quad *out, const struct quad *x, const struct quad *y);
void quad_sub(struct quad *out, const struct quad *x, const struct quad *y);
void quad_mul(struct quad *out, const struct quad *x, const struct quad *y,
              int64_t d);
void quad_mul_si(struct quad *out, const struct quad *x, int64_t n);

bool quad_is_zero(const struct quad *x);
int quad_sign(const struct quad *x, int64_t d);
bool quad_is_ratio(const struct quad *x, int64_t n,
                   int64_t m); /* n/m, m != 0 */

#endif
