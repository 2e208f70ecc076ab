/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Linear seeds: systems drawn in a second on one core, with the proof that
 * every equation is needed, and whole problems, told, read back and checked by
 * the second road. The ratio is to the program that was published with
 * EvolMathEval, which was timed at 1.2 ms for a seed that it accepts (about
 * 800 a second), whether or not all of its equations are needed. Of several
 * rounds the fastest counts: other work on the machine only adds to the time.
 */
#include "family/generate.h"
#include "family/linear/system.h"
#include "family/table.h"

#include <stdio.h>
#include <time.h>

#define THEIRS   800.0
#define ROUNDS   5
#define SEEDS    5000
#define PROBLEMS 500

/* Time of this core spent on us: others at work on the machine do not
 * count. */
static double now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Microseconds for one; *tries and *terms are means. */
static double draw_seeds(size_t variables, double *tries, double *terms)
{
    struct linear_shape shape = { .variables = variables,
                                  .low = 1,
                                  .high = 20 };
    uint64_t all = 0, n = 0;
    double start = now_us();
    int64_t solution[LINEAR_VARIABLES];
    size_t places = 0, last;
    struct system s;
    struct rng r;

    rng_init(&r, hash_bytes("bench", 5));
    for (int i = 0; i < SEEDS; i++) {
        linear_draw(&r, &shape, &s, solution, &n);
        all += n;
        for (size_t k = 0; k < s.n_eqs; k++)
            places += linear_terms(&s.eqs[k], &last);
    }
    *tries = (double)all / SEEDS;
    *terms = (double)places / SEEDS / (double)variables;
    return (now_us() - start) / SEEDS;
}

static double make_problems(int level)
{
    double start = now_us();
    struct arena a = { 0 };

    for (uint64_t i = 0; i < PROBLEMS; i++) {
        struct coordinates at = { &linear_card, level, "bench", i, NULL, NULL };
        struct problem p;
        struct err e;

        if (!family_generate(&a, &at, &p, &e)) {
            fprintf(stderr, "%s\n", e.msg);
            return 0;
        }
        arena_reset(&a);
    }
    arena_clear(&a);
    return (now_us() - start) / PROBLEMS;
}

static double less(double best, double now)
{
    return best == 0 || now < best ? now : best;
}

int main(void)
{
    for (size_t n = 2; n <= 10; n++) {
        double us = 0, tries, terms;

        for (int i = 0; i < ROUNDS; i++)
            us = less(us, draw_seeds(n, &tries, &terms));
        printf("%2zu variables  %6.2f us  %8.0f seeds/s  %5.1f tries  %.3f "
               "terms",
               n, us, 1e6 / us, tries, terms);
        if (n == 5) /* theirs have five */
            printf("  %.0f times", 1e6 / us / THEIRS);
        printf("\n");
    }
    for (int level = 1; level <= linear_card.n_levels; level++) {
        double us = 0;

        for (int i = 0; i < ROUNDS; i++)
            us = less(us, make_problems(level));
        printf("level %d        %6.1f us  %8.0f problems/s, told, read back "
               "and proved\n",
               level, us, 1e6 / us);
    }
    return 0;
}
