/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A hostile problem line: read, audited, written. Whatever the family's check
 * is given as params and key, it comes back with an answer.
 */
#include "family/audit.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct str out = str_in(&a);
    struct problem p, q;
    struct json *v;
    struct err e;

    if (json_read(&a, (const char *)data, size, 1, &v, &e) &&
        problem_read(&a, v, &p, &e)) {
        audit_problem(&a, &p);
        problem_write(&out, &p);
        if (!json_read(&a, out.s, out.n, 1, &v, &e) ||
            !problem_read(&a, v, &q, &e))
            abort();
    }
    arena_clear(&a);
    return 0;
}
