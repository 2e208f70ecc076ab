/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_ARB_H
#define MATH_ARB_H

/* Arb: real and complex balls, and their functions; the rules of flint.h. */
#include "math/flint.h"

/* Debian 12 keeps Arb's headers beside <flint/>; FLINT 3 inside of it. */
#if __has_include(<flint/acb.h>)
# include <flint/acb.h>
# include <flint/acb_calc.h>
# include <flint/acb_elliptic.h>
# include <flint/acb_hypgeom.h>
# include <flint/acb_mat.h>
# include <flint/acb_poly.h>
# include <flint/arb.h>
# include <flint/arb_hypgeom.h>
# include <flint/arb_mat.h>
# include <flint/arb_poly.h>
#else
# include <acb.h>
# include <acb_calc.h>
# include <acb_elliptic.h>
# include <acb_hypgeom.h>
# include <acb_mat.h>
# include <acb_poly.h>
# include <arb.h>
# include <arb_hypgeom.h>
# include <arb_mat.h>
# include <arb_poly.h>
#endif

/* Init or clear all numbers of a list, which ends with NULL, as mpz_inits() of
 * GMP does. */
void acbs_init(acb_ptr z, ...) __attribute__((sentinel));
void acbs_clear(acb_ptr z, ...) __attribute__((sentinel));
void arbs_init(arb_ptr x, ...) __attribute__((sentinel));
void arbs_clear(arb_ptr x, ...) __attribute__((sentinel));

#endif
