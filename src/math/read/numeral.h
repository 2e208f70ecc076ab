/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_READ_NUMERAL_H
#define MATH_READ_NUMERAL_H

#include "math/exact/ratio.h"
#include "text/numeral.h"

/*
 * Numbers in words as they stand in replies: "forty-two", "half", "three
 * quarters", "two and a half", "a dozen", "minus five". See text/numeral.h.
 */

/* Read the longest number at the beginning of text[0..n). Returns its length,
 * or 0 if there is none. */
static inline size_t numeral_read(const char *text, size_t n, struct ratio *out)
{
    return ratio_numeral(out, text, n,
                         NUMERAL_PARTS | NUMERAL_DOZENS | NUMERAL_SIGNS);
}

#endif
