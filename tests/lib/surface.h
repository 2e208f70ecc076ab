/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_SURFACE_H
#define TESTS_LIB_SURFACE_H

#include "base/arena.h"
#include "math/tree/expr.h"

/*
 * Formulas as people and models type them: everything that random_expr()
 * makes, in a style other than the printer's.
 */

enum surface {
    SURFACE_PLAIN,   /* 2*x**2/sqrt(3) */
    SURFACE_CARET,   /* 2x^2/sqrt(3) */
    SURFACE_UNICODE, /* 2x²/√3 */
    SURFACE_LATEX,   /* \dfrac{2x^2}{\sqrt3}, as typed by hand */
    SURFACES
};

const char *surface_name(enum surface style);

char *surface_write(struct arena *a, const struct expr *x, enum surface style);

#endif
