/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How fast problems are made and checked, for each level of each family, on
 * one thread: made, proved and written as a JSON line, as `assay new` does.
 */
#include "base/clock.h"
#include "family/generate.h"
#include "family/table.h"

#include <stdio.h>

#define PROBLEMS 2000

static double run(const struct family *f, int level)
{
    struct clock clock = clock_real();
    uint64_t start = clock_now(&clock);
    struct arena a = { 0 };
    struct str line = { 0 };

    for (uint64_t i = 0; i < PROBLEMS; i++) {
        struct coordinates c = { f, level, "bench", i, NULL };
        struct problem p;
        struct err e;

        if (!family_generate(&a, &c, &p, &e)) {
            fprintf(stderr, "%s\n", e.msg);
            break;
        }
        str_reset(&line);
        problem_write(&line, &p);
        arena_reset(&a);
    }
    arena_clear(&a);
    str_clear(&line);
    return (double)(clock_now(&clock) - start) / 1e3 / PROBLEMS;
}

int main(void)
{
    printf("%-28s %10s %14s\n", "family, level", "us each", "problems/s");
    for (size_t i = 0; i < n_families; i++)
        for (int level = 1; level <= families[i]->n_levels; level++) {
            double us = run(families[i], level);

            printf("%-26s %d %10.1f %14.0f\n", families[i]->name, level, us,
                   1e6 / us);
        }
    return 0;
}
