/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Evolved problems in a second on one core, no models: two generations of every
 * operator, fitness, selection, and each problem checked again as `assay check`
 * does. Where $ASSAY_DATA is set, also rows of GSM8K and SVAMP: computation
 * found, fresh numbers, operators. The fastest of several rounds counts.
 */
#include "evolve/evolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 5

static double now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Microseconds for a problem; 0: it could not be done. */
static double once(const struct evolve_spec *s, size_t *n)
{
    struct session_options o = { 0 };
    struct evolve_report r;
    struct arena a = { 0 };
    double start = now_us();
    struct err e;
    bool ok = evolve_run(&a, NULL, s, &o, &r, &e);
    double us = now_us() - start;

    if (!ok)
        fprintf(stderr, "bench_evolve: %s\n", e.msg);
    *n = ok ? r.population.n : 0;
    arena_clear(&a);
    return ok && *n ? us / (double)*n : 0;
}

static void measure(const char *what, const struct evolve_spec *s)
{
    double best = 0;
    size_t n = 0;

    for (int i = 0; i < ROUNDS; i++) {
        double us = once(s, &n);

        best = us > 0 && (best == 0 || us < best) ? us : best;
    }
    if (best > 0)
        printf("evolve %-10s %8.1f us a problem, %6.0f a second (%zu "
               "problems)\n",
               what, best, 1e6 / best, n);
}

int main(void)
{
    static const char *const sets[] = { "gsm8k_test", "svamp" };
    const char *data = getenv("ASSAY_DATA");
    struct evolve_spec s;
    char path[4096];

    spec_table_defaults(&evolve_table, &s);
    s.seed = "bench";
    measure("seeds", &s);
    for (size_t i = 0; data && i < sizeof(sets) / sizeof(*sets); i++) {
        snprintf(path, sizeof(path), "%s/%s.jsonl", data, sets[i]);
        s.source = path;
        measure(sets[i], &s);
    }
    return 0;
}
