/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/statement.h"
#include "family/words.h"

#include <inttypes.h>

static const char *number_word(size_t n)
{
    static const char *const words[] = { "zero", "one",  "two", "three",
                                         "four", "five", "six" };

    INVARIANT(n < sizeof(words) / sizeof(words[0]));
    return words[n];
}

void say_rules(struct str *out, size_t n)
{
    size_t steps = n - 1 < GAME_STEPS ? n - 1 : GAME_STEPS;

    str_addf(out,
             "This is a game of Mathador. Combine some or all of the %s base "
             "numbers with +, -, * and / so that the last result is the "
             "target.\n\n"
             "Rules:\n"
             "- A step joins two numbers and gives a new number, which later "
             "steps may use.\n"
             "- Every base number and every new number may be used once at "
             "most.\n"
             "- New numbers must be whole and not negative, and a division "
             "must leave no remainder.\n"
             "- There are at most %s steps, and each of them must serve to "
             "reach the target.\n\n",
             number_word(n), number_word(steps));
    str_addf(out,
             "Points, once the target is reached: %d for the target, %d for "
             "every +, %d for every *, %d for every - and %d for every /.",
             POINTS_TARGET, game_points(OP_ADD), game_points(OP_MUL),
             game_points(OP_SUB), game_points(OP_DIV));
    if (n > GAME_STEPS)
        str_addf(out,
                 " A Mathador earns %d more: four steps in which each of +, "
                 "-, * and / stands exactly once, so that %s used. It is "
                 "worth %d points, the most there are.",
                 POINTS_BONUS,
                 n == 5 ? "all five numbers are" : "five of the numbers are",
                 SCORE_MOST);
    str_add(out, "\n\nLook for the solution with the most points. A solution "
                 "with fewer points is worth more than none. Write it at the "
                 "end of your answer, one step on each line, like this:\n"
                 "9 - 5 = 4\n"
                 "If you write several solutions, the last one counts.\n\n");
}

void say_game(struct str *out, const struct game *g)
{
    str_addf(out, "Target: %" PRId64 "\nNumbers: ", g->target);
    for (size_t i = 0; i < g->n; i++)
        str_addf(out, "%s%" PRId64, i ? ", " : "", g->numbers[i]);
}

static void say_steps(struct str *out, const char *what,
                      const struct solution *s)
{
    str_addf(out, "\n%s, %d points:", what, solution_score(s));
    for (int i = 0; i < s->n; i++)
        str_addf(out, "\n%s", step_text(out->arena, &s->steps[i]));
}

void say_shot(struct str *out, const struct shot *s, int i, int n)
{
    if (n > 1)
        str_addf(out, "Example %d of %d\n", i, n);
    else
        str_add(out, "Example\n");
    say_game(out, &s->game);
    if (solution_score(&s->found.simple) < solution_score(&s->found.best))
        say_steps(out, "A simple solution", &s->found.simple);
    say_steps(out, "A best solution", &s->found.best);
    str_add(out, "\n\n");
}

const char *say_solution(struct arena *a, const struct solution *best)
{
    struct steps st = steps_in(a);
    int score = solution_score(best), points = POINTS_TARGET;

    for (int i = 0; i < best->n; i++) {
        int p = game_points(best->steps[i].op);

        steps_add(&st, "%s (%d point%s)", step_text(a, &best->steps[i]), p,
                  p == 1 ? "" : "s");
        points += p;
    }
    if (score > points)
        steps_add(&st,
                  "That is the target (%d points) with each of the four "
                  "operators once (%d points more): %d points in all, and "
                  "there are never more.",
                  POINTS_TARGET, POINTS_BONUS, score);
    else
        steps_add(&st,
                  "That is the target (%d points): %d points in all, the most "
                  "that these numbers allow.",
                  POINTS_TARGET, score);
    return str_get(&st.text);
}
