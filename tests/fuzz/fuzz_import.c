/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Any bytes as a row of a public set with a computation, and as a formula:
 * what is taken gives the key, and is written and read back.
 */
#include "evolve/source/import.h"
#include "problem/dataset.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_structure(struct arena *a, const struct imported *m)
{
    struct ratio key, again;
    void *copy;
    struct err e;

    if (m->reason != IMPORT_FINE)
        return;
    if (!m->structure.kind->solve(a, m->structure.data, NO_SLOT, RATIO(0),
                                  &key) ||
        !m->structure.kind->read(
            a, m->structure.kind->write(a, m->structure.data), &copy, &e) ||
        !m->structure.kind->solve(a, copy, NO_SLOT, RATIO(0), &again) ||
        !ratio_equal(key, again))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct imported m;
    struct problem p;
    struct json *row;
    struct err e;

    if (json_read(&a, (const char *)data, size, 1, &row, &e) &&
        row->type == JSON_OBJECT)
        for (size_t i = 0; i < n_dataset_readers; i++)
            if (dataset_problem(&a, dataset_readers[i], row, "f", 0, &p, &e)) {
                import_problem(&a, &p, &m);
                try_structure(&a, &m);
                import_formula(&a, &p, p.solution, &m);
                try_structure(&a, &m);
            }
    arena_clear(&a);
    return 0;
}
