/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The canonical form of a form is itself, whatever the text.
 */
#include "problem/canonical.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct str once = str_in(&a), twice = str_in(&a);

    canonical_statement(&once, arena_strndup(&a, (const char *)data, size));
    canonical_statement(&twice, str_get(&once));
    if (!str_eq(str_get(&once), str_get(&twice)))
        abort();
    arena_clear(&a);
    return 0;
}
