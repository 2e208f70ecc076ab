/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A run judges as `assay grade` does: the same problem with the same reply,
 * once as a struct and once as a JSON line, gets the same verdicts and
 * reasons. And what is no reply gets none.
 */
#include "../lib/rounds.h"
#include "assay.h"
#include "base/str.h"
#include "family/generate.h"
#include "family/table.h"
#include "grade/jsonl.h"
#include "problem/dataset.h"
#include "run/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct result judged(struct arena *a, const struct problem *p,
                            const char *text, const struct judge_options *o)
{
    const struct reply reply = { .outcome = OUTCOME_OK, .text = text };
    struct result r;

    memset(&r, 0xff, sizeof(r));
    run_judge(a, p, o, &reply, &r);
    assert_int_equal(r.outcome, OUTCOME_OK);
    assert_string_equal(r.judge, assay_version());
    return r;
}

/* The problem's line with the reply beside it, through the judge of lines. */
static struct jsonl_line graded(struct arena *a, const struct problem *p,
                                const char *text, const struct grade_request *o)
{
    const struct jsonl_rules rules = { o, family_judge };
    struct str row = str_in(a);
    struct jsonl_line l;

    problem_write(&row, p);
    row.n -= strlen("}\n");
    str_add(&row, ", \"response\": ");
    json_write_string(&row, text);
    str_addc(&row, '}');
    jsonl_judge(a, row.s, row.n, 1, &rules, &l);
    return l;
}

static void same_verdicts(const struct problem *p, const char *text)
{
    struct arena a = { 0 };
    struct result r = judged(&a, p, text, NULL);
    struct jsonl_line l = graded(&a, p, text, NULL);
    struct str more = str_in(&a);

    if (l.failed) {
        assert_int_equal(r.strict, VERDICT_BAD_KEY);
        assert_int_equal(r.lenient, VERDICT_BAD_KEY);
        assert_string_equal(r.why, l.err.msg);
    } else {
        if (r.strict != l.result.strict.verdict ||
            r.lenient != l.result.lenient.verdict)
            fail_msg("%s, \"%s\": %s/%s, not %s/%s", p->id, text,
                     verdict_name(r.strict), verdict_name(r.lenient),
                     verdict_name(l.result.strict.verdict),
                     verdict_name(l.result.lenient.verdict));
        assert_true(str_starts(r.why, l.result.lenient.why));
        assert_int_equal(r.answer != NULL, l.result.extracted != NULL);
        if (r.answer)
            assert_string_equal(r.answer, l.result.extracted);
        if (l.result.more)
            json_write(&more, l.result.more);
        assert_int_equal(r.more != NULL, l.result.more != NULL);
        if (r.more)
            assert_string_equal(r.more, str_get(&more));
    }
    arena_clear(&a);
}

/* Replies of all sorts to a problem, right and wrong ones among them. */
static void try_replies(const struct problem *p)
{
    static const char *const others[] = {
        "",
        "I do not know.",
        "The answer is \\boxed{0}.",
        "It is \\boxed{\\frac{1}{2}}",
        "**Answer:** (B)",
        "3 + 4 = 7",
        "even",
    };
    struct arena a = { 0 };
    const char *key = p->keys[0].latex;

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        same_verdicts(p, others[i]);
    same_verdicts(p, arena_printf(&a, "So $\\boxed{%s}$.", key));
    same_verdicts(p, arena_printf(&a, "It is %s", key));
    same_verdicts(p, arena_printf(&a, "\\boxed{%s + 1}", key));
    same_verdicts(p, arena_printf(&a, "\\boxed{1%s}", key));
    same_verdicts(p, p->solution);
    arena_clear(&a);
}

static void families_agree(void **state)
{
    (void)state;
    for (size_t f = 0; f < family_count(); f++)
        for (int level = 1; level <= family_at(f)->n_levels; level++)
            for (uint64_t i = 0; i < rounds_of(5, 20); i++) {
                struct coordinates c = { family_at(f), level, "judge", i,
                                         NULL,         NULL };
                struct arena a = { 0 };
                struct problem p;
                struct err e;

                if (!family_draw(&a, &c, 0, &p, &e))
                    fail_msg("%s", e.msg);
                try_replies(&p);
                arena_clear(&a);
            }
}

/* ---- rows of public sets ---- */

/* Read a problem's line or a row of a set. */
static struct problem problem_of(struct arena *a, const char *text)
{
    const struct dataset_reader *reader;
    struct problem p;
    struct json *row;
    struct err e;
    bool ok;

    if (!json_read(a, text, strlen(text), 1, &row, &e))
        fail_msg("%s", e.msg);
    if (problem_is(row)) {
        ok = problem_read(a, row, &p, &e);
    } else {
        reader = dataset_detect(row);
        assert_non_null(reader);
        ok = dataset_problem(a, reader, row, "set", 0, &p, &e);
    }
    if (!ok)
        fail_msg("%s", e.msg);
    return p;
}

static void rows_agree(void **state)
{
    static const char *const rows[] = {
        "{\"question\": \"1+1?\", \"answer\": \"2\"}",
        "{\"question\": \"1+1?\", \"answer\": 2}",
        "{\"question\": \"Pick.\", \"answer\": 1, \"choices\": [\"red\", "
        "\"0\", \"blue\"]}",
        "{\"question\": \"Pick.\", \"answer\": \"B\", \"options\": [\"3/4\", "
        "\"1/2\"]}",
        "{\"question\": \"Pick.\", \"answer\": \"B\", \"choices\": "
        "{\"text\": [\"a\"], \"label\": [\"A\"]}}",
        "{\"problem\": \"Roots?\", \"solution\": \"So \\\\boxed{1, 2}.\"}",
        "{\"id\": \"p\", \"statement\": \"?\", \"key\": {\"kind\": "
        "\"integer\", \"latex\": \"7\"}, \"solution\": \"\", \"concepts\": "
        "[], \"tolerance\": 0.5, \"choices\": [\"7\", \"8\"]}",
        "{\"id\": \"p\", \"statement\": \"?\", \"key\": {\"kind\": "
        "\"choice\", \"latex\": \"B\"}, \"solution\": \"\", \"concepts\": [], "
        "\"choices\": {\"B\": \"0\", \"A\": \"1\"}}",
        "{\"id\": \"p\", \"statement\": \"?\", \"key\": {\"kind\": "
        "\"integer\", \"latex\": \"7\"}, \"solution\": \"\", \"concepts\": "
        "[], \"tolerance\": [1]}",
        "{\"id\": \"p\", \"statement\": \"?\", \"keys\": [{\"name\": \"x\", "
        "\"kind\": \"integer\", \"latex\": \"7\"}, {\"name\": \"y\", "
        "\"kind\": \"rational\", \"latex\": \"\\\\frac{1}{2}\"}], "
        "\"solution\": \"\", \"concepts\": []}",
        "{\"id\": \"p\", \"statement\": \"?\", \"keys\": [{\"name\": \"x\", "
        "\"kind\": \"integer\", \"latex\": \"0\"}], \"solution\": \"\", "
        "\"concepts\": []}",
        "{\"id\": \"p\", \"statement\": \"?\", \"key\": {\"kind\": "
        "\"integer\", \"latex\": \"}}\"}, \"solution\": \"\", \"concepts\": "
        "[]}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena a = { 0 };
        struct problem p = problem_of(&a, rows[i]);

        try_replies(&p);
        same_verdicts(&p, "\\boxed{x: 7; y: 0.5}");
        same_verdicts(&p, "\\boxed{7, 1/2}");
        same_verdicts(&p, "The answer is 0.5");
        arena_clear(&a);
    }
}

/* The choices of a set count: the text of one is its letter. */
static void choices_of_a_set(void **state)
{
    struct arena a = { 0 };
    struct problem p =
        problem_of(&a, "{\"question\": \"Pick.\", \"answer\": 1, "
                       "\"choices\": [\"12\", \"30\", \"47\"]}");
    struct result letter = judged(&a, &p, "\\boxed{B}", NULL);
    struct result text = judged(&a, &p, "\\boxed{30}", NULL);
    struct result other = judged(&a, &p, "\\boxed{47}", NULL);

    (void)state;
    assert_int_equal(letter.lenient, VERDICT_CORRECT);
    assert_int_equal(text.lenient, VERDICT_CORRECT);
    assert_int_equal(other.lenient, VERDICT_WRONG);
    arena_clear(&a);
}

/* ---- keys ---- */

/* A key that cannot be read is bad for every reply, right or none: else it
 * would count those that hit it alone. */
static void bad_keys(void **state)
{
    static const char *const rows[] = {
        "{\"question\": \"?\", \"answer\": \"\\\\sum_{p} 1/p^2\"}",
        "{\"question\": \"?\", \"answer\": \"\\\\frac{1}{\"}",
        "{\"id\": \"p\", \"statement\": \"?\", \"keys\": [{\"name\": \"x\", "
        "\"kind\": \"integer\", \"latex\": \"7\"}, {\"name\": \"y\", "
        "\"kind\": \"number\", \"latex\": \"\\\\sqrt{\"}], "
        "\"solution\": \"\", \"concepts\": []}",
        "{\"id\": \"p\", \"statement\": \"?\", \"key\": {\"kind\": "
        "\"integer\", \"latex\": \"7\"}, \"solution\": \"\", \"concepts\": "
        "[], \"tolerance\": [1]}",
        "{\"id\": \"g\", \"family\": \"mathador\", \"version\": 1, "
        "\"level\": 1, \"seed\": \"s\", \"index\": 0, \"statement\": "
        "\"?\", \"key\": {\"kind\": \"integer\", \"latex\": \"18\"}, "
        "\"solution\": \"\", \"concepts\": [], \"params\": {\"numbers\": "
        "[1, 1, 1, 1, 1], \"target\": 99}}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena a = { 0 };
        struct problem p = problem_of(&a, rows[i]);
        const char *const replies[] = {
            "",
            "I do not know.",
            "\\boxed{7}",
            "7; 8; 9",
            "$$\\frac{$$",
            arena_printf(&a, "The answer is $%s$.", p.keys[0].latex),
            arena_printf(&a, "\\boxed{%s}", p.keys[0].latex),
            p.keys[0].latex,
            p.n_keys > 1
                ? arena_printf(&a, "\\boxed{x: 7; y: %s}", p.keys[1].latex)
                : "\\boxed{x: 7}"
        };
        const char *why = NULL;

        assert_false(run_judge_key(&a, &p, NULL, &why));
        assert_true(why && *why);
        for (size_t k = 0; k < sizeof(replies) / sizeof(replies[0]); k++) {
            struct result r = judged(&a, &p, replies[k], NULL);

            /* The key's own text is all that can be said of it. */
            bool own = k >= 5 && r.lenient == VERDICT_CORRECT &&
                       r.strict == VERDICT_CORRECT;

            if (!own &&
                (r.lenient != VERDICT_BAD_KEY || r.strict != VERDICT_BAD_KEY))
                fail_msg("row %zu, \"%s\": %s (%s)", i, replies[k],
                         verdict_name(r.lenient), r.why);
            same_verdicts(&p, replies[k]);
        }
        arena_clear(&a);
    }
}

/* Texts, letters and the keys of every family are keys. */
static void good_keys(void **state)
{
    static const char *const rows[] = {
        "{\"question\": \"?\", \"answer\": \"Evelyn\"}",
        "{\"question\": \"Pick.\", \"answer\": \"B\"}",
        "{\"question\": \"Pick.\", \"answer\": \"B\", \"choices\": "
        "[\"\\\\frac{\", \"\\\\sqrt{\"]}",
        "{\"id\": \"p\", \"statement\": \"?\", \"key\": {\"kind\": "
        "\"text\", \"latex\": \"\\\\frac{ }} is no formula\"}, "
        "\"solution\": \"\", \"concepts\": []}",
        "{\"id\": \"p\", \"statement\": \"?\", \"keys\": [{\"name\": \"x\", "
        "\"kind\": \"integer\", \"latex\": \"7\"}, {\"name\": \"y\", "
        "\"kind\": \"rational\", \"latex\": \"\\\\frac{1}{2}\"}], "
        "\"solution\": \"\", \"concepts\": []}",
    };
    struct arena a = { 0 };
    const char *why;
    struct err e;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct problem p = problem_of(&a, rows[i]);

        if (!run_judge_key(&a, &p, NULL, &why))
            fail_msg("row %zu: %s", i, why);
        assert_int_not_equal(judged(&a, &p, "I do not know.", NULL).lenient,
                             VERDICT_BAD_KEY);
    }
    for (size_t f = 0; f < family_count(); f++) {
        struct coordinates c = { family_at(f), 1, "key", 0, NULL, NULL };
        struct problem p;

        assert_true(family_draw(&a, &c, 0, &p, &e));
        if (!run_judge_key(&a, &p, NULL, &why))
            fail_msg("%s: %s", family_at(f)->name, why);
    }
    arena_clear(&a);
}

/* ---- what is no reply ---- */

static void only_replies_are_judged(void **state)
{
    static const enum outcome none[] = { OUTCOME_TRUNCATED, OUTCOME_REFUSED,
                                         OUTCOME_ERROR, OUTCOME_FATAL };
    struct arena a = { 0 };
    struct problem p =
        problem_of(&a, "{\"question\": \"1+1?\", \"answer\": \"2\"}");

    (void)state;
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        const struct reply reply = { .outcome = none[i],
                                     .text = "\\boxed{2}",
                                     .why = "so it is" };
        struct result r;

        memset(&r, 0xff, sizeof(r));
        run_judge(&a, &p, NULL, &reply, &r);
        assert_int_equal(r.outcome, none[i]);
        assert_int_equal(r.strict, VERDICT_NO_ANSWER);
        assert_int_equal(r.lenient, VERDICT_NO_ANSWER);
        assert_null(r.answer);
        assert_null(r.more);
        assert_string_equal(r.why, "so it is");
        assert_string_equal(r.judge, assay_version());
    }
    arena_clear(&a);
}

/* ---- options ---- */

static void options_hold(void **state)
{
    const struct judge_options near = { .tolerance = "1%" };
    const struct judge_options few = { .digits = 2 };
    const struct judge_options paper = { .profile = profile_find("paper") };
    struct arena a = { 0 };
    struct problem p =
        problem_of(&a, "{\"question\": \"Pi?\", \"answer\": \"100\"}");
    struct problem third =
        problem_of(&a, "{\"question\": \"?\", \"answer\": \"1/3\"}");
    struct problem game = problem_of(
        &a, "{\"id\": \"g\", \"family\": \"mathador\", \"version\": 1, "
            "\"level\": 1, \"seed\": \"s\", \"index\": 0, \"statement\": "
            "\"?\", \"key\": {\"kind\": \"integer\", \"latex\": \"18\"}, "
            "\"solution\": \"\", \"concepts\": [], \"params\": {\"numbers\": "
            "[4, 2, 8, 11, 17], \"target\": 34}}");
    struct result r;

    (void)state;
    assert_int_equal(judged(&a, &p, "\\boxed{100.5}", NULL).lenient,
                     VERDICT_WRONG);
    assert_int_equal(judged(&a, &p, "\\boxed{100.5}", &near).lenient,
                     VERDICT_CORRECT);
    assert_int_equal(judged(&a, &third, "\\boxed{0.33}", NULL).lenient,
                     VERDICT_WRONG);
    assert_int_equal(judged(&a, &third, "\\boxed{0.33}", &few).lenient,
                     VERDICT_CORRECT);
    /* padding earns nothing by our rules, and points by the paper's */
    r = judged(&a, &game, "8 / 4 = 2\n11 - 2 = 9\n2 * 17 = 34", NULL);
    assert_int_equal(r.lenient, VERDICT_CORRECT);
    assert_int_equal(r.strict, VERDICT_WRONG);
    assert_non_null(strstr(r.more, "\"score\": 6,"));
    assert_non_null(strstr(r.why, "; strictly: "));
    r = judged(&a, &game, "8 / 4 = 2\n11 - 2 = 9\n2 * 17 = 34", &paper);
    assert_non_null(strstr(r.more, "\"score\": 11,"));
    game.params = NULL;
    r = judged(&a, &game, "2 * 17 = 34", NULL);
    assert_int_equal(r.lenient, VERDICT_BAD_KEY);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_agree),
        cmocka_unit_test(rows_agree),
        cmocka_unit_test(choices_of_a_set),
        cmocka_unit_test(bad_keys),
        cmocka_unit_test(good_keys),
        cmocka_unit_test(only_replies_are_judged),
        cmocka_unit_test(options_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
