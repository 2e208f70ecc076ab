/* SPDX-License-Identifier: Apache-2.0 */

/* Majority votes: cases of text, and what must hold of any vote. */
#include "../lib/cases.h"
#include "../lib/draw.h"
#include "base/rng.h"
#include "base/str.h"
#include "run/count/tally.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST 64

static struct problem make_problem(struct arena *a, enum answer_kind kind,
                                   const char *latex)
{
    struct problem p = { .id = "p", .statement = "s", .solution = "" };

    problem_set_key(a, &p, kind, latex);
    return p;
}

/* The result of an answer, judged as a run judges it. */
static struct result judged(struct arena *a, const struct problem *p,
                            const char *answer)
{
    struct result r = { .answer = answer };
    struct grade_request q = { .gold = p->keys[0].latex,
                               .gold_n = strlen(p->keys[0].latex),
                               .reply = answer,
                               .reply_n = strlen(answer),
                               .extracted = true,
                               .has_kind = true,
                               .kind = p->keys[0].kind };
    struct grade_result g = grade_pair(a, &q);

    r.strict = g.strict.verdict;
    r.lenient = g.lenient.verdict;
    return r;
}

/* A word of the case file: an answer, or an outcome. */
static struct result result_of(struct arena *a, const struct problem *p,
                               const char *word)
{
    struct result r = { .strict = VERDICT_NO_ANSWER,
                        .lenient = VERDICT_NO_ANSWER };

    if (str_eq(word, "NONE"))
        return r;
    if (str_eq(word, "TRUNCATED"))
        r.outcome = OUTCOME_TRUNCATED;
    else if (str_eq(word, "REFUSED"))
        r.outcome = OUTCOME_REFUSED;
    else if (str_eq(word, "ERROR"))
        r.outcome = OUTCOME_ERROR;
    else
        return judged(a, p, word);
    r.answer = p->keys[0].latex; /* of a cut reply: it has no vote */
    return r;
}

static size_t read_answers(struct arena *a, const struct problem *p,
                           const char *line, struct result *out)
{
    size_t n = 0;

    while (line && n < MOST) {
        const char *bar = strstr(line, " | ");
        size_t len = bar ? (size_t)(bar - line) : strlen(line);

        out[n++] = result_of(a, p, arena_strndup(a, line, len));
        line = bar ? bar + 3 : NULL;
    }
    return n;
}

static char *show(struct arena *a, const struct problem *p,
                  const struct result *r, size_t n)
{
    const struct result *list[MOST];
    struct str out = str_in(a);
    int group[MOST];

    for (size_t i = 0; i < n; i++)
        list[i] = &r[i];
    vote_groups(a, p, list, n, group);
    for (size_t i = 0; i < n; i++)
        if (group[i] < 0)
            str_addf(&out, "%s-", i ? " " : "");
        else
            str_addf(&out, "%s%d", i ? " " : "", group[i]);
    str_addf(&out, "; %.4g %.4g", vote_credit(a, p, list, n, true),
             vote_credit(a, p, list, n, false));
    return out.s;
}

static void groups_and_credit(void **state)
{
    struct cases c;
    const char *lines[3];

    (void)state;
    cases_open(&c, "vote/groups.test");
    while (cases_next(&c, lines, 3)) {
        struct arena a = { 0 };
        size_t space = strcspn(lines[0], " ");
        struct result r[MOST];
        struct problem p;
        enum answer_kind kind;
        const char *got;

        if (!lines[0][space] ||
            !answer_find(arena_strndup(&a, lines[0], space), &kind)) {
            cases_fail(&c, "the first line is a kind and a key");
        } else {
            p = make_problem(&a, kind, lines[0] + space + 1);
            got = show(&a, &p, r, read_answers(&a, &p, lines[1], r));
            if (!str_eq(got, lines[2]))
                cases_fail(&c, "got \"%s\"", got);
        }
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* Random votes over few values, against a count by value. */
static void credit_as_counted(void **state)
{
    static const char *const spelt[4][3] = { { "3", "6/2", "\\sqrt{9}" },
                                             { "4", "4.0", "2^2" },
                                             { "5", "5.0", "10/2" },
                                             { "6", "3!", "12/2" } };
    struct rng rng = stream("credit");

    (void)state;
    for (int round = 0; round < 100; round++) {
        struct arena a = { 0 };
        struct problem p = make_problem(&a, ANSWER_INTEGER, "4");
        struct result r[12], shuffled[12];
        const struct result *list[12], *other[12];
        size_t n = 1 + (size_t)rng_below(&rng, 12), votes[4] = { 0 };
        size_t most = 0, leaders = 0;
        double credit;

        for (size_t i = 0; i < n; i++) {
            size_t value = (size_t)rng_below(&rng, 4);

            r[i] = judged(&a, &p, spelt[value][rng_below(&rng, 3)]);
            shuffled[i] = r[i];
            list[i] = &r[i];
            other[i] = &shuffled[i];
            votes[value]++;
        }
        rng_shuffle(&rng, other, n, sizeof(other[0]));
        for (size_t i = 0; i < 4; i++)
            most = votes[i] > most ? votes[i] : most;
        for (size_t i = 0; i < 4; i++)
            leaders += votes[i] == most;
        credit = votes[1] == most ? 1 / (double)leaders : 0;
        assert_true(vote_credit(&a, &p, list, n, true) == credit);
        assert_true(vote_credit(&a, &p, other, n, true) == credit);
        arena_clear(&a);
    }
}

/* A majority that nobody could judge is neither right nor wrong. */
static void undecided_majority(void **state)
{
    struct arena a = { 0 };
    struct problem p = make_problem(&a, ANSWER_INTEGER, "4");
    struct result r[3] = {
        { .answer = "x",
          .strict = VERDICT_UNDECIDED,
          .lenient = VERDICT_UNDECIDED },
        { .answer = "x",
          .strict = VERDICT_UNDECIDED,
          .lenient = VERDICT_UNDECIDED },
        { .answer = "4" },
    };
    const struct result *list[] = { &r[0], &r[1], &r[2] };

    (void)state;
    assert_true(vote_credit(&a, &p, list, 3, true) == 0);
    assert_true(vote_credit(&a, &p, list + 2, 1, true) == 1);
    r[1].lenient = VERDICT_CORRECT; /* of equal answers one verdict is enough */
    assert_true(vote_credit(&a, &p, list, 3, false) == 1);
    r[0].strict = r[1].strict = r[2].strict = VERDICT_BAD_KEY;
    assert_true(vote_credit(&a, &p, list, 3, true) == -1);
    arena_clear(&a);
}

/* Verdicts on the key come before those on each other. */
static void verdicts_settle(void **state)
{
    struct arena a = { 0 };
    struct problem p = make_problem(&a, ANSWER_NUMBER, "4");
    struct result r[4] = {
        { .answer = "4", .strict = VERDICT_CORRECT },
        { .answer = "4.0", .strict = VERDICT_WRONG },
        { .answer = "8/2", .strict = VERDICT_UNDECIDED },
        { .answer = "something", .strict = VERDICT_CORRECT },
    };
    const struct result *list[] = { &r[0], &r[1], &r[2], &r[3] };
    int group[4];

    (void)state;
    assert_int_equal(vote_groups(&a, &p, list, 4, group), 2);
    assert_true(group[0] == 0 && group[1] == 1 && group[2] == 0 &&
                group[3] == 0);
    list[0] = &r[1];
    list[1] = &r[0];
    assert_int_equal(vote_groups(&a, &p, list, 2, group), 2);
    arena_clear(&a);
}

/* Strictly, what is not declared is no answer and has no vote. */
static void undeclared_answers(void **state)
{
    struct arena a = { 0 };
    struct problem p = make_problem(&a, ANSWER_INTEGER, "4");
    struct result r[3] = {
        { .answer = "5",
          .strict = VERDICT_NO_ANSWER,
          .lenient = VERDICT_WRONG },
        { .answer = "5",
          .strict = VERDICT_NO_ANSWER,
          .lenient = VERDICT_WRONG },
        { .answer = "4" },
    };
    const struct result *list[] = { &r[0], &r[1], &r[2] };

    (void)state;
    assert_true(vote_credit(&a, &p, list, 3, true) == 1);
    assert_true(vote_credit(&a, &p, list, 3, false) == 0);
    assert_true(vote_credit(&a, &p, list, 2, true) == 0);
    arena_clear(&a);
}

/* A family with rules of its own: the text is the vote. */
static void own_judge_by_text(void **state)
{
    struct arena a = { 0 };
    struct problem p = make_problem(&a, ANSWER_INTEGER, "18");
    struct json *more = json_new(&a, JSON_OBJECT);
    struct result r[5] = { { .answer = "2+3=5\n5*4=20" },
                           { .answer = " 2+3=5  5*4=20 " },
                           { .answer = "3+2=5 5*4=20" },
                           { .answer = "20" },
                           { .answer = "20.0" } };
    const struct result *list[] = { &r[0], &r[1], &r[2], &r[3], &r[4] };
    int group[5];

    (void)state;
    json_set(&a, more, "rules", json_new_string(&a, "mathador"));
    p.keys[0].more = more;
    assert_int_equal(vote_groups(&a, &p, list, 5, group), 4);
    assert_true(group[0] == 0 && group[1] == 0 && group[2] == 1 &&
                group[3] == 2);
    arena_clear(&a);
}

/* A thousand different numbers cost no judgement, and the pairs of forty
 * integrals no more than the ceiling of work. */
static void many_answers(void **state)
{
    struct arena a = { 0 };
    struct problem p = make_problem(&a, ANSWER_INTEGER, "4");
    struct result *r = arena_array(&a, struct result, 1000);
    const struct result **list = arena_array(&a, const struct result *, 1000);
    int *group = arena_array(&a, int, 1000);

    (void)state;
    for (int i = 0; i < 1000; i++) {
        r[i].strict = r[i].lenient = VERDICT_WRONG;
        r[i].answer = arena_printf(&a, "%d", i + 100);
        list[i] = &r[i];
    }
    assert_int_equal(vote_groups(&a, &p, list, 1000, group), 1000);
    for (int i = 0; i < 1000; i++)
        r[i].answer = "100";
    assert_int_equal(vote_groups(&a, &p, list, 1000, group), 1);
    for (int i = 0; i < 40; i++)
        r[i].answer =
            arena_printf(&a, "\\int_0^1 \\sin(x^{%d}+e^x)\\,dx", i + 3);
    assert_in_range(vote_groups(&a, &p, list, 40, group), 1, 40);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_and_credit),
        cmocka_unit_test(credit_as_counted),
        cmocka_unit_test(undecided_majority),
        cmocka_unit_test(verdicts_settle),
        cmocka_unit_test(undeclared_answers),
        cmocka_unit_test(own_judge_by_text),
        cmocka_unit_test(many_answers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
