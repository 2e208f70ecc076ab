/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Any bytes as a row of any set: what a reader accepts has a statement and
 * keys, and can be written and read back.
 */
#include "problem/dataset.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_back(struct arena *a, const struct problem *p)
{
    struct str line = str_in(a);
    struct problem again;
    struct json *v;
    struct err e;

    if (!*p->statement || p->n_keys == 0 || !*p->keys[0].latex)
        abort();
    problem_write(&line, p);
    if (!json_read(a, line.s, line.n, 1, &v, &e) ||
        !problem_read(a, v, &again, &e) || again.n_keys != p->n_keys)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct problem p;
    struct json *row;
    struct err e;

    if (json_read(&a, (const char *)data, size, 1, &row, &e) &&
        row->type == JSON_OBJECT)
        for (size_t i = 0; i < n_dataset_readers; i++)
            if (dataset_problem(&a, dataset_readers[i], row, "f", 0, &p, &e))
                read_back(&a, &p);
    arena_clear(&a);
    return 0;
}
