/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_FLINT_H
#define MATH_FLINT_H

/*
 * The only way to FLINT (exact integers, rationals, polynomials), Arb (balls)
 * and Calcium (exact algebraic and elementary constants): no other file
 * includes their headers. They abort the process on an exact division by zero
 * and cannot be interrupted: callers check divisors and bound sizes before they
 * call. Each thread that has called them ends with flint_cleanup().
 */
/* Debian 12 keeps Arb's headers beside <flint/>; FLINT 3 inside of it. */
#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_poly.h>
#include <flint/fmpz.h>
#include <flint/fmpz_factor.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>
#include <flint/fmpz_vec.h>

#if __has_include(<flint/acb.h>)
# include <flint/acb.h>
# include <flint/acb_calc.h>
# include <flint/acb_elliptic.h>
# include <flint/acb_hypgeom.h>
# include <flint/arb.h>
# include <flint/arb_hypgeom.h>
# include <flint/ca.h>
# include <flint/fmpz_mpoly_q.h>
#else
# include <acb.h>
# include <acb_calc.h>
# include <acb_elliptic.h>
# include <acb_hypgeom.h>
# include <arb.h>
# include <arb_hypgeom.h>
# include <calcium/ca.h>
# include <calcium/fmpz_mpoly_q.h>
#endif

#endif
