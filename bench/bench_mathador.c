/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Mathador: sets solved in a second on one core, with nothing remembered from
 * one to the next and with everything; the whole game; instances; replies. The
 * ratio is to the program of Mathador-LM, which was timed at 1.03 seconds for
 * a set. Of several rounds the fastest counts: other work on the machine only
 * adds to the time.
 */
#include "base/clock.h"
#include "family/generate.h"
#include "family/mathador/enumerate.h"
#include "family/mathador/reply/play.h"
#include "family/mathador/whole.h"
#include "family/table.h"

#include <stdio.h>
#include <string.h>

#define THEIRS_US 1.03e6
#define ROUNDS    7

static double since(struct clock *c, uint64_t start)
{
    return (double)(clock_now(c) - start) / 1e3;
}

/* Every 97th draw of the dice. */
static double solve_sets(struct clock *c, bool forget, int *sets)
{
    struct solver *s = solver_new();
    uint64_t start;
    double us;

    *sets = 0;
    start = clock_now(c);
    for (int64_t i = 0; i < 46080; i += 97, ++*sets) {
        int64_t n[5] = { 1 + i % 4, 1 + i / 4 % 6, 1 + i / 24 % 8,
                         1 + i / 192 % 12, 1 + i / 2304 };

        if (forget)
            solver_forget(s);
        solver_solve(s, n, 5);
    }
    us = since(c, start);
    solver_free(s);
    return us / *sets;
}

static double enumerate_sets(struct clock *c)
{
    struct game g = { 5, { 2, 6, 3, 1, 11 }, 11 };
    uint64_t start = clock_now(c);
    uint64_t n = 0;

    for (int i = 0; i < 200; i++) {
        g.target = i;
        n += enumerate(&g).solutions;
    }
    return n ? since(c, start) / 200 : 0;
}

/* Made, proved by enumeration, with its two solutions. */
static double make_instances(struct clock *c)
{
    uint64_t start = clock_now(c);
    struct arena a = { 0 };

    for (uint64_t i = 0; i < 600; i++) {
        struct coordinates at = { &mathador, 1 + (int)(i % 3), "bench", i, NULL,
                                  NULL };
        struct problem p;
        struct err e;

        if (!family_generate(&a, &at, &p, &e))
            return 0;
        arena_reset(&a);
    }
    arena_clear(&a);
    return since(c, start) / 600;
}

static double judge_replies(struct clock *c)
{
    static const char reply[] =
        "Let me look for a good combination. We have 11 already.\n\n"
        "Step 1: $3 \\times 2 = 6$ (1 point)\n"
        "Step 2: $6 \\div 6 = 1$ (3 points)\n"
        "Step 3: $11 - 1 = 10$ (2 points)\n"
        "Step 4: $10 + 1 = 11$ (1 point)\n\n"
        "The total is 5 + 1 + 3 + 2 + 1 + 6 = 18 points.\n";
    struct game g = { 5, { 2, 6, 3, 1, 11 }, 11 };
    uint64_t start = clock_now(c);
    int points = 0;

    for (int i = 0; i < 20000; i++) {
        struct arena a = { 0 };

        points += play_read(&a, &g, reply, strlen(reply)).score;
        arena_clear(&a);
    }
    return points == 20000 * SCORE_MOST ? since(c, start) / 20000 : 0;
}

/* The whole game with every target; 0 when it fails. */
static double solve_whole(struct clock *c, size_t *sets)
{
    uint64_t start = clock_now(c);
    struct settings s;
    struct whole w;
    struct err e;
    double us;

    if (!settings_read(NULL, &s, &e))
        return 0;
    s.target_hi = GAME_TARGET_MAX;
    s.required = false;
    if (!whole_solve(&w, &s, NULL, NULL, &e))
        return 0;
    us = since(c, start);
    *sets = w.n_sets;
    whole_clear(&w);
    return us;
}

static double less(double best, double now)
{
    return best == 0 || now < best ? now : best;
}

int main(void)
{
    struct clock c = clock_real();
    size_t n_sets = 0;
    double us = 0;
    int sets;

    for (int i = 0; i < ROUNDS; i++)
        us = less(us, solve_sets(&c, true, &sets));
    printf("a set, nothing remembered  %9.1f us  %8.0f sets/s  %6.0f times\n",
           us, 1e6 / us, THEIRS_US / us);
    us = 0;
    for (int i = 0; i < ROUNDS; i++)
        us = less(us, solve_whole(&c, &n_sets));
    printf("the whole game             %9.2f s   %8.0f sets/s  %6.0f times\n",
           us / 1e6, (double)n_sets / us * 1e6,
           THEIRS_US / us * (double)n_sets);
    printf("a target enumerated        %9.1f us\n", enumerate_sets(&c));
    make_instances(&c); /* the first one solves the whole game */
    us = make_instances(&c);
    printf("an instance made, proved   %9.1f us  %8.0f instances/s\n", us,
           1e6 / us);
    us = judge_replies(&c);
    printf("a reply read and judged    %9.1f us  %8.0f replies/s\n", us,
           1e6 / us);
    return 0;
}
