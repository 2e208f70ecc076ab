/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_SCRATCH_H
#define TESTS_LIB_SCRATCH_H

#include "base/arena.h"

#include <stddef.h>

/* A file of that text, for what reads files; unlink() it after use. */
const char *scratch_file(struct arena *a, const char *text, size_t n);

#endif
