/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_LATEX_H
#define FAMILY_RECIPE_LATEX_H

#include "base/arena.h"
#include "math/flint.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Keys and steps as LaTeX, each in one normal spelling. math/exact/integer.h
 * and math/exact/surd.h have integer_text() and surd_latex().
 */

/* Returns p/q in lowest terms: 7, -\frac{3}{4}; q != 0. */
char *latex_ratio(struct arena *a, int64_t p, int64_t q);
char *latex_fmpq(struct arena *a, const fmpq_t x);

/* Returns p/q times a constant such as "\\pi" or "\\sqrt{2}": 2\pi,
 * \frac{3\pi}{4}, 0. */
char *latex_times(struct arena *a, int64_t p, int64_t q, const char *constant);

/* Returns p sqrt(d) / q with any positive d, whose square factors are taken
 * out: \frac{3\sqrt{2}}{4}, 6, \sqrt{5}. q != 0, p^2 d below 2^62. */
char *latex_root(struct arena *a, int64_t p, int64_t d, int64_t q);

/* " + 5" or " - 5"; and -5 in brackets, 5 without. */
char *latex_plus(struct arena *a, int64_t x);

/* Returns c[0] + c[1] x + ... + c[n-1] x^{n-1}, highest power first: 3x^2 - x +
 * 5. */
char *latex_poly(struct arena *a, const int64_t *c, size_t n, const char *x);
char *latex_fmpz_poly(struct arena *a, const fmpz *c, size_t n, const char *x);

/* Returns "1, 2, 3". */
char *latex_list(struct arena *a, const int64_t *x, size_t n);

/* Returns \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}, entries row by row. */
char *latex_matrix(struct arena *a, const int64_t *x, size_t rows,
                   size_t columns);

#endif
