/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_CALCIUM_H
#define MATH_CALCIUM_H

/* Calcium: exact algebraic and elementary constants; the rules of flint.h. */
#include "math/arb.h"
#include "math/flint_poly.h"

/* Debian 12 keeps Calcium's headers beside <flint/>; FLINT 3 inside of it. */
#if __has_include(<flint/ca.h>)
# include <flint/ca.h>
# include <flint/fmpz_mpoly_q.h>
#else
# include <calcium/ca.h>
# include <calcium/fmpz_mpoly_q.h>
#endif

#endif
