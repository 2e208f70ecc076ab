/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_CLAIMS_H
#define TESTS_LIB_CLAIMS_H

#include <stddef.h>

/* Judge every step-th claim of a file of JSON lines, each with "want" or
 * "expect": its verdict, and "reason" where that matters. Prints every one that
 * is judged otherwise. Returns how many there are. */
size_t claims_check(const char *name, size_t step);

#endif
