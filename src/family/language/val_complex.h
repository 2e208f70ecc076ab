/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_VAL_COMPLEX_H
#define FAMILY_LANGUAGE_VAL_COMPLEX_H

#include "family/language/val_number.h"

/*
 * Complex numbers: two closed forms, of which the imaginary part is not 0. A
 * result without an imaginary part is its real part again.
 */

struct val_complex {
    struct val re, im;
};

static inline bool val_is_complex(struct val x)
{
    return x.kind == VAL_COMPLEX || val_is_real(x);
}

/* Returns re + im i, or a failure if the parts are not real. */
struct val complex_new(struct reckoning *r, struct val re, struct val im);
/* Returns the parts of a real or complex number, or a failure for all else. */
struct val complex_re(struct reckoning *r, struct val x);
struct val complex_im(struct reckoning *r, struct val x);

/* NUMBER_ADD to NUMBER_DIV, and a power, of real or complex numbers. */
struct val complex_op(struct reckoning *r, struct val a, struct val b,
                      enum number_op op);
struct val complex_pow(struct reckoning *r, struct val a, int64_t n);
bool complex_equal(struct reckoning *r, struct val a, struct val b,
                   bool *equal);

/* Append it as LaTeX: 3 - 2i, -\sqrt{3} + \frac{1}{2}i, i. */
void complex_write(struct str *out, const struct val_complex *x);
/* Read a real or complex number, as number_read() does. */
struct val complex_read(struct reckoning *r, const char *text);

#endif
