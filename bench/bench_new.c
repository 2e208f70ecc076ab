/* SPDX-License-Identifier: Apache-2.0 */

/*
 * How fast problems are made and checked, for each level of each family, on
 * one thread: made, proved and written as a JSON line, as `assay new` does.
 * The slowest families come last, and the rate over the whole table of concept
 * families, every level the same number of times. `bench_new NAME` measures
 * one family.
 */
#include "base/vec.h"
#include "family/generate.h"
#include "family/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PROBLEMS 2000
#define SLOWEST  10

struct row {
    const struct family *family;
    int level;
    double us; /* for one problem */
};

/* Time of this core spent on us: others at work on the machine do not
 * count. */
static double now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Some families make tables on first use; that is not what is measured. */
static void warm_up(const struct family *f, int level)
{
    struct coordinates c = { f, level, "warm", 0, NULL, NULL };
    struct arena a = { 0 };
    struct problem p;
    struct err e;

    if (!family_generate(&a, &c, &p, &e))
        fprintf(stderr, "%s\n", e.msg);
    arena_clear(&a);
}

static double measure(const struct family *f, int level)
{
    double start;
    uint64_t i;
    struct arena a = { 0 };
    struct str line = { 0 };

    warm_up(f, level);
    start = now_us();
    for (i = 0; i < PROBLEMS; i++) {
        struct coordinates c = { f, level, "bench", i, NULL, NULL };
        struct problem p;
        struct err e;

        if (!family_generate(&a, &c, &p, &e)) {
            if (e.code != ERR_SPENT)
                fprintf(stderr, "%s\n", e.msg);
            break;
        }
        str_reset(&line);
        problem_write(&line, &p);
        arena_reset(&a);
    }
    arena_clear(&a);
    str_clear(&line);
    return i ? (now_us() - start) / (double)i : 0;
}

static void print_row(const struct row *r)
{
    printf("%-30s %d %10.1f %14.0f\n", r->family->name, r->level, r->us,
           1e6 / r->us);
}

static int slower_first(const void *x, const void *y)
{
    const struct row *a = x, *b = y;

    return a->us < b->us ? 1 : a->us > b->us ? -1 : 0;
}

static void sum_up(struct vec *rows)
{
    double us = 0;
    size_t n = 0;

    for (size_t i = 0; i < rows->n; i++) {
        const struct row *r = vec_at(rows, i);

        if (!r->family->recipe)
            continue;
        us += r->us;
        n++;
    }
    if (n)
        printf("\nconcept families together: %zu levels, %.0f problems/s\n", n,
               (double)n / us * 1e6);
    qsort(rows->items, rows->n, sizeof(struct row), slower_first);
    printf("\nthe slowest\n");
    for (size_t i = 0; i < rows->n && i < SLOWEST; i++)
        print_row(vec_at(rows, i));
}

int main(int argc, char **argv)
{
    struct vec rows = { .size = sizeof(struct row) };

    printf("%-32s %10s %14s\n", "family, level", "us each", "problems/s");
    for (size_t i = 0; i < family_count(); i++)
        for (int level = 1; level <= family_at(i)->n_levels; level++) {
            struct row *r;

            if (argc > 1 && strcmp(argv[1], family_at(i)->name) != 0)
                continue;
            r = vec_push(&rows);
            *r = (struct row){ family_at(i), level,
                               measure(family_at(i), level) };
            print_row(r);
        }
    sum_up(&rows);
    vec_clear(&rows);
    return 0;
}
