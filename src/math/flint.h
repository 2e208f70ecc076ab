/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_FLINT_H
#define MATH_FLINT_H

/*
 * FLINT's integers and rationals. This file and its neighbours flint_poly.h
 * (polynomials, matrices, factors), arb.h (balls) and calcium.h (exact
 * constants) are the only way to these libraries: no other file includes their
 * headers, which are long, so that each file includes the ones it needs.
 *
 * The libraries abort the process on an exact division by zero and cannot be
 * interrupted: callers check divisors and bound sizes before they call. Each
 * thread that has called them ends with flint_cleanup(), by itself if the
 * program has called math_memory().
 */
#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/ulong_extras.h>
#include <gmp.h>

#endif
