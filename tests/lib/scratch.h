/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_SCRATCH_H
#define TESTS_LIB_SCRATCH_H

#include "base/arena.h"

#include <stddef.h>

/* Writes a temporary file with that text and returns its path; unlink() it
 * after use. */
const char *scratch_file(struct arena *a, const char *text, size_t n);

#endif
