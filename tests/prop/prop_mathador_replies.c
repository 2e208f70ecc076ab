/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A reply is paid for one attempt, the last. Who writes many expressions and
 * does not look at what they come to is not paid because one of them is right;
 * who passes through the target and goes on is not; who tries, says that it
 * failed and ends at the target is.
 */
#include "../lib/replay.h"
#include "../lib/rounds.h"
#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define LISTED       60 /* expressions of a blind list */

static struct game draw_game(struct rng *r)
{
    static const uint64_t dice[] = { 4, 6, 8, 12, 20 };
    struct game g = { .n = COUNT(dice) };

    for (size_t i = 0; i < g.n; i++)
        g.numbers[i] = (int64_t)rng_below(r, dice[i]) + 1;
    return g;
}

/* A legal play of two to four steps, each going on with the result before. */
struct attempt {
    int64_t a[GAME_STEPS], b[GAME_STEPS], value[GAME_STEPS];
    enum mathador_op op[GAME_STEPS];
    int n;
};

static bool apply(enum mathador_op op, int64_t a, int64_t b, int64_t *out)
{
    *out = op == OP_ADD   ? a + b
           : op == OP_MUL ? a * b
           : op == OP_SUB ? a - b
           : b            ? a / b
                          : -1;
    return *out >= 0 && (op != OP_DIV || *out * b == a);
}

static struct attempt draw_attempt(struct rng *r, const struct game *g)
{
    struct attempt t = { .n = 2 + (int)rng_below(r, 3) };
    struct game left = *g;

    rng_shuffle(r, left.numbers, left.n, sizeof(left.numbers[0]));
    for (int i = 0; i < t.n; i++) {
        t.a[i] = i ? t.value[i - 1] : left.numbers[0];
        t.b[i] = left.numbers[i + 1];
        do
            t.op[i] = (enum mathador_op)rng_below(r, OPS);
        while (!apply(t.op[i], t.a[i], t.b[i], &t.value[i]));
    }
    return t;
}

static int64_t end_of(const struct attempt *t)
{
    return t->value[t->n - 1];
}

/* ((6 - 2) * 11) */
static const char *expression(struct arena *a, const struct attempt *t)
{
    const char *s = arena_printf(a, "%lld", (long long)t->a[0]);

    for (int i = 0; i < t->n; i++)
        s = arena_printf(a, "(%s %c %lld)", s, game_symbol(t->op[i]),
                         (long long)t->b[i]);
    return s;
}

enum layout { LINES, NUMBERED, STEPS, PARAGRAPHS, COMMAS, FENCE, LAYOUTS };

static void add_steps(struct str *out, const struct attempt *t,
                      enum layout layout)
{
    if (layout == FENCE)
        str_add(out, "```\n");
    for (int i = 0; i < t->n; i++) {
        if (layout == NUMBERED)
            str_addf(out, "%d. ", i + 1);
        if (layout == STEPS)
            str_addf(out, "Step %d: ", i + 1);
        str_addf(out, "%lld %c %lld = %lld", (long long)t->a[i],
                 game_symbol(t->op[i]), (long long)t->b[i],
                 (long long)t->value[i]);
        str_add(out, i + 1 == t->n          ? "\n"
                     : layout == COMMAS     ? ", "
                     : layout == PARAGRAPHS ? "\n\n"
                                            : "\n");
    }
    if (layout == FENCE)
        str_add(out, "```\n");
}

static bool is_paid(struct arena *a, const struct game *g, struct str *reply)
{
    struct play p = play_read(a, g, str_get(reply), reply->n);

    if (replay_fault(a, g, &p))
        fail_msg("%s: %s", replay_fault(a, g, &p), str_get(reply));
    return p.score > 0;
}

static void expect(struct arena *a, const struct game *g, struct str *reply,
                   bool paid)
{
    if (is_paid(a, g, reply) != paid)
        fail_msg("%s, but should %sbe: target %lld\n%s",
                 paid ? "not paid" : "paid", paid ? "" : "not ",
                 (long long)g->target, str_get(reply));
}

typedef void try_fn(struct arena *a, struct rng *r);

static void run(try_fn *try, uint64_t few)
{
    uint64_t rounds = rounds_of(few, few * 20);

    for (uint64_t i = 0; i < rounds; i++) {
        struct arena a = { 0 };
        struct rng r;

        rng_init(&r, (struct hash128){ i, few });
        try(&a, &r);
        arena_clear(&a);
    }
}

/* ---- blind lists ---- */

static const char *const before[] = { "",
                                      "- ",
                                      "1. ",
                                      "Try ",
                                      "Maybe ",
                                      "$",
                                      "\\boxed{",
                                      "The answer is ",
                                      "Final answer: ",
                                      "Solution: ",
                                      "Check: " };
static const char *const behind[] = { "",  "",  "", "", ".", "$",
                                      "}", ".", "", "", "" };

static void blind_list(struct arena *a, struct rng *r)
{
    struct game g = draw_game(r);
    size_t style = rng_below(r, COUNT(before));
    size_t right = rng_below(r, LISTED);
    bool valued = rng_below(r, 3) == 0, no = rng_below(r, 3) == 0;
    struct str reply = str_in(a);
    struct attempt t = { 0 };

    for (size_t i = 0; i < LISTED; i++) {
        t = draw_attempt(r, &g);
        if (i == right)
            g.target = end_of(&t);
        str_addf(&reply, "%s%s", before[style], expression(a, &t));
        if (valued)
            str_addf(&reply, " = %lld", (long long)end_of(&t));
        str_addf(&reply, "%s%s\n", behind[style], no && !valued ? " No." : "");
    }
    if (end_of(&t) != g.target)
        expect(a, &g, &reply, false);
}

static void blind_lists_are_not_paid(void **state)
{
    (void)state;
    run(blind_list, 400);
}

/* ---- one attempt ---- */

static void one_attempt(struct arena *a, struct rng *r)
{
    static const char *const sound[] = {
        "",
        "So the target is reached.",
        "No number is used twice.",
        "I could not find a better one.",
        "This is a valid solution.",
    };
    static const char *const taken_back[] = {
        "Wait, that is wrong.", "This does not work.",  "I give up.",
        "That is not allowed.", "Final answer: 100000", "\\boxed{100000}",
        "There is no solution."
    };
    struct game g = draw_game(r);
    struct attempt t = draw_attempt(r, &g);
    enum layout layout = (enum layout)rng_below(r, LAYOUTS);
    struct str good = str_in(a), bad = str_in(a), on = str_in(a);

    g.target = end_of(&t);
    add_steps(&good, &t, layout);
    str_add(&good, sound[rng_below(r, COUNT(sound))]);
    expect(a, &g, &good, true);
    add_steps(&bad, &t, layout);
    str_add(&bad, taken_back[rng_below(r, COUNT(taken_back))]);
    expect(a, &g, &bad, false);
    g.target = t.value[t.n - 2];
    add_steps(&on, &t, layout);
    if (g.target != end_of(&t))
        expect(a, &g, &on, false);
}

static void an_attempt_is_paid_for_its_end(void **state)
{
    (void)state;
    run(one_attempt, 1000);
}

/* ---- two attempts ---- */

static void two_attempts(struct arena *a, struct rng *r)
{
    static const char *const admitted[] = {
        "Too big.\n", "That is not the target.\n\n",
        "This does not work. Let me try again.\n\n", "No.\n",
        "That misses it.\n\nSecond attempt:\n"
    };
    struct game g = draw_game(r);
    struct attempt first = draw_attempt(r, &g), last = draw_attempt(r, &g);
    enum layout layout = (enum layout)rng_below(r, LAYOUTS);
    struct str honest = str_in(a), gone = str_in(a);

    g.target = end_of(&last);
    if (end_of(&first) == g.target)
        return;
    add_steps(&honest, &first, layout);
    str_add(&honest, admitted[rng_below(r, COUNT(admitted))]);
    add_steps(&honest, &last, layout);
    expect(a, &g, &honest, true);
    add_steps(&gone, &last, layout);
    str_add(&gone, "\nBest solution:\n");
    add_steps(&gone, &first, layout);
    expect(a, &g, &gone, false);
}

static void the_last_attempt_is_paid(void **state)
{
    (void)state;
    run(two_attempts, 1001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blind_lists_are_not_paid),
        cmocka_unit_test(an_attempt_is_paid_for_its_end),
        cmocka_unit_test(the_last_attempt_is_paid),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
