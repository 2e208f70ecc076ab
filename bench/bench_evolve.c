/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Evolved problems in a second, no models: two generations of every operator,
 * fitness, selection, and each problem checked again as `assay check` does. Where
 * $ASSAY_DATA is set, also rows of GSM8K and SVAMP: computation found, fresh
 * numbers, operators. The fastest of several rounds counts, in CPU time of one
 * thread and in time by the clock of two. Then the memory that each problem of
 * a population takes: what the peak grows by when the population does.
 */
#include "evolve/evolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 5

static double now_us(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Microseconds for a problem; 0: it could not be done. */
static double once(const struct evolve_spec *s, int threads, size_t *n)
{
    clockid_t clock = threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    struct session_options o = { .ask = { .threads = threads } };
    struct evolve_report r;
    struct arena a = { 0 };
    double start = now_us(clock);
    struct err e;
    bool ok = evolve_run(&a, NULL, s, &o, &r, &e);
    double us = now_us(clock) - start;

    if (!ok)
        fprintf(stderr, "bench_evolve: %s\n", e.msg);
    *n = ok ? r.population.n : 0;
    arena_clear(&a);
    return ok && *n ? us / (double)*n : 0;
}

static void measure(const char *what, const struct evolve_spec *s, int threads)
{
    double best = 0;
    size_t n = 0;

    for (int i = 0; i < ROUNDS; i++) {
        double us = once(s, threads, &n);

        best = us > 0 && (best == 0 || us < best) ? us : best;
    }
    if (best > 0)
        printf("evolve %-10s %d thread%s %8.1f us a problem, %6.0f a second "
               "(%zu problems)\n",
               what, threads, threads > 1 ? "s:" : ": ", best, 1e6 / best, n);
}

/* The most memory that a population takes, in bytes, in a process of its own;
 * 0: not known. Of many processes RUSAGE_CHILDREN has the largest, so the
 * smaller populations come first. */
static double peak_of(struct evolve_spec *s, size_t population)
{
    struct rusage used;
    pid_t child;
    int status;
    size_t n;

    s->population = population;
    child = fork();
    if (child == 0)
        _exit(once(s, 1, &n) > 0 ? 0 : 1);
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0 ||
        getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 0;
    return (double)used.ru_maxrss * 1024;
}

static void measure_memory(struct evolve_spec *s)
{
    size_t few = 1000, many = 4000;
    double x = peak_of(s, few), y = peak_of(s, many);

    if (x > 0 && y > 0)
        printf("evolve memory     %.0f MB for %zu, %.0f MB for %zu: %.0f bytes "
               "a problem\n",
               x / 1e6, few, y / 1e6, many, (y - x) / (double)(many - few));
}

int main(void)
{
    static const char *const sets[] = { "gsm8k_test", "svamp" };
    const char *data = getenv("ASSAY_DATA");
    struct evolve_spec s;
    char path[4096];

    spec_table_defaults(&evolve_table, &s);
    s.seed = "bench";
    measure_memory(&s);
    spec_table_defaults(&evolve_table, &s);
    s.seed = "bench";
    measure("seeds", &s, 1);
    measure("seeds", &s, 2);
    for (size_t i = 0; data && i < sizeof(sets) / sizeof(*sets); i++) {
        snprintf(path, sizeof(path), "%s/%s.jsonl", data, sets[i]);
        s.source = path;
        measure(sets[i], &s, 1);
    }
    return 0;
}
