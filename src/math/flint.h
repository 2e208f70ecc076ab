/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_FLINT_H
#define MATH_FLINT_H

/*
 * The one door to FLINT: nobody else includes its headers. FLINT aborts the
 * process on an exact division by zero and cannot be interrupted: callers
 * check divisors and bound sizes before they call.
 */
#include <flint/fmpq.h>
#include <flint/fmpz.h>

#endif
