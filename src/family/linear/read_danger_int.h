/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_READ_DANGER_INT_H
#define FAMILY_LINEAR_READ_DANGER_INT_H

#include <stdbool.h>
#include <stddef.h>

struct danger_entry {
    const char *phrase; /* small letters, single blanks */
    bool safe;
};

extern const struct danger_entry reader_dangers[];
extern const size_t n_reader_dangers;

#endif
