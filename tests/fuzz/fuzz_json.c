/* SPDX-License-Identifier: Apache-2.0 */

/*
 * JSON: whatever is accepted is written and read back as the same value.
 */
#include "base/json.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct json *v, *w;
    struct err e;

    if (json_read(&a, (const char *)data, size, 1, &v, &e)) {
        json_write(&out, v);
        if (!json_read(&a, out.s, out.n, 1, &w, &e) || !json_equal(v, w))
            abort();
    } else if (e.line == 0 || e.column == 0) {
        abort();
    }
    arena_clear(&a);
    return 0;
}
