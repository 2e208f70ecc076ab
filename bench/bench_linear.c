/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Linear seeds: systems drawn in a second on one core, with the proof that
 * every equation is needed, as they come and with what the levels promise; texts
 * read back; and whole problems, told, read back and checked by the second method. The ratio is to the program that was published with
 * EvolMathEval, which was timed at 1.2 ms for a seed that it accepts (about
 * 800 a second), whether or not all of its equations are needed. Of several
 * rounds the fastest counts: other work on the machine only adds to the time.
 */
#include "family/generate.h"
#include "family/linear/linear_problem.h"
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
static double draw_seeds(struct linear_shape shape, double *tries,
                         double *terms)
{
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
    *terms = (double)places / SEEDS / (double)shape.variables;
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

/* Reading texts back, of seeds as they come. */
static double read_texts(size_t variables)
{
    struct linear_shape shape = { variables, 1, 20, 2, { 0 }, { 0 } };
    struct linear_problem t;
    struct arena a = { 0 };
    struct system read;
    double used = 0;
    struct rng r;

    rng_init(&r, hash_bytes("read", 4));
    for (int i = 0; i < PROBLEMS; i++) {
        struct str text = str_in(&a);
        double start;

        linear_problem_draw(&r, &r, &shape, NULL, &t);
        for (size_t k = 0; k < t.system.n_eqs; k++) {
            linear_problem_say(&text, &t, k, SIZE_MAX, NULL, NULL);
            str_addc(&text, ' ');
        }
        linear_problem_ask(&text, &t);
        start = now_us();
        if (linear_problem_read_text(&a, &t, text.s, &read))
            fprintf(stderr, "not read: %s\n", text.s);
        used += now_us() - start;
        arena_reset(&a);
    }
    arena_clear(&a);
    return used / PROBLEMS;
}

static void show_draws(struct linear_shape shape, const char *what)
{
    double us = 0, tries = 0, terms = 0;

    for (int i = 0; i < ROUNDS; i++)
        us = less(us, draw_seeds(shape, &tries, &terms));
    printf("%2zu variables  %6.2f us  %8.0f seeds/s  %5.1f tries  %.3f "
           "terms%s",
           shape.variables, us, 1e6 / us, tries, terms, what);
    if (shape.variables == 5) /* theirs have five */
        printf("  %.0f times", 1e6 / us / THEIRS);
    printf("\n");
}

int main(void)
{
    static const struct linear_shape deep[] = {
        { 6, 1, 20, 2, { true, 2 }, { true, 1 } },
        { 8, 1, 20, 2, { true, 5 }, { true, 1 } },
        { 10, 1, 20, 3, { true, 7 }, { true, 2 } },
    };

    for (size_t n = 2; n <= 10; n++)
        show_draws((struct linear_shape){ n, 1, 20, 2, { 0 }, { 0 } }, "");
    for (size_t i = 0; i < sizeof deep / sizeof *deep; i++)
        show_draws(deep[i], ", promised");
    for (size_t n = 4; n <= 10; n += 2) {
        double us = 0;

        for (int i = 0; i < ROUNDS; i++)
            us = less(us, read_texts(n));
        printf("%2zu sentences  %6.2f us  %8.0f texts/s read back\n", n + 1, us,
               1e6 / us);
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
