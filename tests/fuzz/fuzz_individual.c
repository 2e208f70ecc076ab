/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Any bytes as the line of an evolved problem: reading and checking it end,
 * and what holds is written and read back as the same problem.
 */
#include "base/str.h"
#include "evolve/individual/individual.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_back(struct arena *a, const struct individual *s)
{
    struct individual again;
    struct problem p;
    struct err e;
    bool is;

    individual_problem(a, s, NULL, &p);
    if (!individual_read(a, &p, &is, &again, &e) ||
        !str_eq(individual_text(a, s), individual_text(a, &again)))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct individual s;
    struct problem p;
    struct json *v;
    struct err e;
    bool is;

    if (json_read(&a, (const char *)data, size, 1, &v, &e) &&
        problem_read(&a, v, &p, &e) && individual_read(&a, &p, &is, &s, &e) &&
        !individual_fault(&a, &s, &p))
        read_back(&a, &s);
    arena_clear(&a);
    return 0;
}
