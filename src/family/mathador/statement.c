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

static size_t most_steps(size_t n)
{
    return n - 1 < GAME_STEPS ? n - 1 : GAME_STEPS;
}

static void say_rules_in_full(struct str *out, size_t n)
{
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
             number_word(n), number_word(most_steps(n)));
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
    str_add(out, "\n\n");
}

static void say_wish_in_full(struct str *out)
{
    str_add(out, "Look for the solution with the most points. A solution "
                 "with fewer points is worth more than none. Write it at the "
                 "end of your answer, one step on each line, like this:\n"
                 "9 - 5 = 4\n"
                 "If you write several solutions, the last one counts.\n\n");
}

/* The same rules, each in a few words. */
static void say_brief(struct str *out, size_t n)
{
    str_addf(out,
             "Mathador. Reach the target from the %s numbers: at most %s "
             "steps \"a op b = c\" with +, -, * or /, each number and each "
             "result used at most once, results whole and never negative, no "
             "remainders, no idle steps.\n"
             "Points: target %d; each + %d, * %d, - %d, / %d",
             number_word(n), number_word(most_steps(n)), POINTS_TARGET,
             game_points(OP_ADD), game_points(OP_MUL), game_points(OP_SUB),
             game_points(OP_DIV));
    if (n > GAME_STEPS)
        str_addf(out, "; all four operators once each: %d more, %d in all",
                 POINTS_BONUS, SCORE_MOST);
    str_add(out, ". Nothing without the target.\n"
                 "Most points win. End with your solution, one step on each "
                 "line, as in 9 - 5 = 4; the last one counts.\n\n");
}

/* Thoughts may contain steps too: the last solution counts, so the answer is
 * asked for once more at the end. */
static void say_wish_worked(struct str *out, size_t n)
{
    str_addf(out,
             "Take your time and think step by step. First find any way to "
             "the target and count its points. Then look for better ones: "
             "work back from the target, and see whether %s- and / can serve "
             "instead of + and *. Check every step: is its arithmetic right, "
             "are its numbers still free, is its result whole and not "
             "negative?\n\n",
             n > GAME_STEPS ? "each of the four operators can serve once, or "
                            : "");
    str_add(out, "When you have compared what you found, write \"Solution:\" "
                 "on a line of its own and below it the solution with the "
                 "most points, one step on each line, like this:\n"
                 "9 - 5 = 4\n"
                 "A solution with fewer points is worth more than none. Only "
                 "this last solution counts; write nothing behind it.\n\n");
}

void say_rules(struct str *out, size_t n, enum settings_prompt prompt)
{
    if (prompt == PROMPT_BRIEF) {
        say_brief(out, n);
        return;
    }
    say_rules_in_full(out, n);
    if (prompt == PROMPT_WORKED)
        say_wish_worked(out, n);
    else
        say_wish_in_full(out);
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
