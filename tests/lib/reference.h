/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_REFERENCE_H
#define TESTS_LIB_REFERENCE_H

#include "evolve/fitness/fitness.h"

/* The ranges of features in the reference population, found again. */

/* The table of score.c, from the features of its n problems. */
struct reference {
    double low[FEATURES], high[FEATURES];
    bool has[FEATURES];
};
void reference_from(struct arena *a, const struct features *f, size_t n,
                    struct reference *out);
/* Writes it as lines of C, to be put into score.c. */
void reference_print(struct str *out, const struct reference *r);

#endif
