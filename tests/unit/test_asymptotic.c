/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Formulas that agree with a key in a limit: the rows of
 * tests/cases/grade/limits.jsonl, each with the verdict and, where it is fixed,
 * the reason that mathematics demands; what a limit may say; regimes; hostile
 * answers; limits in problem records; and keys that are equal to themselves.
 */
#include "assay.h"
#include "base/limits.h"
#include "base/lines.h"
#include "grade/jsonl.h"
#include "grade/stable.h"
#include "problem/limit.h"
#include "problem/problem.h"
#include "run/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const struct json *parsed(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (!json_read(a, text, strlen(text), 1, &v, &e))
        fail_msg("%s in: %s", e.msg, text);
    return v;
}

/* The row as `assay grade` answers it. */
static const struct json *graded(struct arena *a, const char *row)
{
    struct str out = str_in(a);
    struct jsonl_line l;

    jsonl_judge(a, row, strlen(row), 1, NULL, &l);
    jsonl_write(&out, &l, false);
    return parsed(a, str_get(&out));
}

static const char *field(const struct json *v, const char *name)
{
    const char *s = json_string(json_get(v, name));

    return s ? s : "";
}

/* ---- the table ---- */

/* An accepted formula must be so by its table, a refused one must say why. */
static bool is_right(const struct json *row, const struct json *got)
{
    bool correct = str_eq(field(row, "verdict"), "correct");
    const char *reason = json_string(json_get(row, "reason"));

    if (!str_eq(field(got, "verdict"), field(row, "verdict")) ||
        !str_eq(field(got, "strict"), field(row, "verdict")) ||
        (reason && !str_eq(field(got, "reason"), reason)))
        return false;
    return correct ? str_eq(field(got, "by"), "asymptotic") &&
                         json_get(got, "table")->count >= 6
                   : *field(got, "reason") != '\0';
}

static void test_table(void **state)
{
    const char *folder = getenv("ASSAY_TESTS");
    struct arena a = { 0 };
    const char *path = arena_printf(&a, "%s/cases/grade/limits.jsonl",
                                    folder ? folder : "tests");
    size_t failed = 0, count = 0, refused = 0, n;
    struct lines lines;
    const char *text;
    struct err e;

    (void)state;
    assert_true(lines_open(&lines, path, 0, &e));
    while (lines_next(&lines, &text, &n, &e) == LINES_LINE) {
        struct arena row = { 0 };
        const struct json *want = parsed(&row, text);
        const struct json *got = graded(&row, text);

        count++;
        refused += str_eq(field(want, "verdict"), "wrong");
        if (!is_right(want, got)) {
            fprintf(stderr, "%s:%zu: %s by %s, %s: %s\n    %s\n", path, count,
                    field(got, "verdict"), field(got, "by"),
                    field(got, "reason"), field(got, "why"), text);
            failed++;
        }
        arena_clear(&row);
    }
    lines_close(&lines);
    arena_clear(&a);
    assert_int_equal(failed, 0);
    assert_true(count >= 80 && 2 * refused >= count);
}

/* Without the field only the key itself is right. */
static void test_without(void **state)
{
    struct arena a = { 0 };
    const struct json *v =
        graded(&a, "{\"gold\": \"\\\\frac1x-\\\\frac1{x^2}\", \"answer\": "
                   "\"\\\\frac{1}{1+x}\"}");

    (void)state;
    assert_string_equal(field(v, "verdict"), "wrong");
    assert_null(json_get(v, "table"));
    v = graded(&a, "{\"gold\": \"x^2\", \"answer\": \"x\\\\cdot x\", "
                   "\"limit\": {\"symbol\": \"x\", \"to\": \"inf\"}}");
    assert_string_equal(field(v, "verdict"), "correct");
    assert_string_not_equal(field(v, "by"), "asymptotic");
    arena_clear(&a);
}

/* ---- what a limit may say ---- */

static void test_limits_read(void **state)
{
    static const struct {
        const char *text, *point;
        enum limit_side side;
        double order;
        int terms;
    } good[] = {
        { "{\"symbol\": \"\\\\varepsilon\", \"to\": \"0+\"}", "0", SIDE_ABOVE,
          0, 1 },
        { "{\"symbol\": \"x\", \"to\": \"inf\", \"order\": -1.5}", NULL,
          SIDE_INFINITY, 1.5, 0 },
        { "{\"symbol\": \"x\", \"to\": \"-\\\\infty\", \"terms\": 3}", NULL,
          SIDE_MINUS_INFINITY, 0, 3 },
        { "{\"symbol\": \"x\", \"to\": 1, \"order\": \"1/2\"}", "1", SIDE_BOTH,
          0.5, 0 },
        { "{\"symbol\": \"x\", \"to\": \"\\\\pi^-\"}", "\\pi", SIDE_BELOW, 0,
          1 },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        struct answer_limit l;
        struct err e;

        if (!limit_read(&a, parsed(&a, good[i].text), &l, &e))
            fail_msg("%s: %s", good[i].text, e.msg);
        assert_int_equal(l.side, good[i].side);
        assert_true(l.order == good[i].order);
        assert_int_equal(l.terms, good[i].terms);
        if (good[i].point)
            assert_string_equal(l.point, good[i].point);
        else
            assert_null(l.point);
    }
    arena_clear(&a);
}

static void test_limits_refused(void **state)
{
    static const char *const bad[][2] = {
        { "[]", "must be an object" },
        { "{\"to\": \"0+\"}", "\"symbol\"" },
        { "{\"symbol\": \"x+1\", \"to\": \"0+\"}", "\"symbol\"" },
        { "{\"symbol\": \"x\"}", "\"to\"" },
        { "{\"symbol\": \"x\", \"to\": \"((\"}", "\"to\"" },
        { "{\"symbol\": \"x\", \"to\": \"0+\", \"order\": 0}", "\"order\"" },
        { "{\"symbol\": \"x\", \"to\": \"0+\", \"order\": \"y\"}",
          "\"order\"" },
        { "{\"symbol\": \"x\", \"to\": \"0+\", \"order\": 1, \"terms\": 1}",
          "not both" },
        { "{\"symbol\": \"x\", \"to\": \"0+\", \"terms\": 1.5}", "\"terms\"" },
        { "{\"symbol\": \"x\", \"to\": \"0+\", \"uniform_in\": \"x\"}",
          "must not be the limit's symbol" },
        { "{\"symbol\": \"x\", \"to\": \"0+\", \"range\": \"0 <\"}",
          "\"range\"" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const char *row = arena_printf(
            &a, "{\"gold\": \"x\", \"answer\": \"x\", \"limit\": %s}",
            bad[i][0]);
        const struct json *v = graded(&a, row);

        if (!strstr(field(v, "error"), bad[i][1]))
            fail_msg("%s: \"%s\"", bad[i][0], field(v, "error"));
    }
    arena_clear(&a);
}

/* The library takes a limit as text. */
static void test_library(void **state)
{
    struct assay_options o = { .extracted = 1 };
    struct assay_verdict *v;

    (void)state;
    o.limit = "{\"symbol\": \"x\", \"to\": \"0+\", \"order\": 2}";
    v = assay_grade("1-x", "\\frac{1}{1+x}", &o);
    assert_non_null(v);
    assert_int_equal(v->verdict, ASSAY_CORRECT);
    assert_string_equal(v->by, "asymptotic");
    assay_verdict_free(v);
    o.limit = NULL;
    v = assay_grade("{\"kind\": \"expression\", \"latex\": \"1-x\", "
                    "\"limit\": {\"symbol\": \"x\", \"to\": \"0+\", "
                    "\"order\": 2}}",
                    "\\frac{1}{1+x}", &o);
    assert_non_null(v);
    assert_string_equal(v->by, "asymptotic");
    assay_verdict_free(v);
    o.limit = "{\"symbol\": \"x\"";
    assert_null(assay_grade("1-x", "1", &o));
}

/* ---- regimes ---- */

static const char regimes[] =
    "{\"gold\": [{\"name\": \"small\", \"key\": \"\\\\epsilon^{-1/2}\", "
    "\"limit\": {\"symbol\": \"epsilon\", \"to\": \"0+\", \"terms\": 1}}, "
    "{\"name\": \"large\", \"key\": \"\\\\frac{1}{\\\\epsilon}\", \"limit\": "
    "{\"symbol\": \"epsilon\", \"to\": \"inf\", \"terms\": 1}}], "
    "\"response\": \"%s\"}";

static void check_regimes(struct arena *a, const char *reply,
                          const char *verdict, const char *small,
                          const char *large, const char *credit)
{
    const struct json *v = graded(a, arena_printf(a, regimes, reply));
    const struct json *parts = json_get(v, "parts");

    assert_string_equal(field(v, "verdict"), verdict);
    assert_non_null(parts);
    assert_string_equal(field(parts->first, "lenient"), small);
    assert_string_equal(field(parts->first->next, "lenient"), large);
    assert_string_equal(json_get(v, "credit")->text, credit);
}

static void test_regimes(void **state)
{
    struct arena a = { 0 };

    (void)state;
    check_regimes(&a,
                  "\\\\boxed{small: \\\\frac{1}{\\\\sqrt{\\\\epsilon}}-1; "
                  "large: \\\\frac{1}{1+\\\\epsilon}}",
                  "correct", "correct", "correct", "1");
    check_regimes(&a,
                  "\\\\boxed{small: \\\\frac{1}{\\\\sqrt{\\\\epsilon}}-1; "
                  "large: \\\\frac{2}{1+\\\\epsilon}}",
                  "wrong", "correct", "wrong", "0.5");
    check_regimes(&a,
                  "\\\\boxed{small: \\\\frac{1}{1+\\\\epsilon}; large: "
                  "\\\\frac{1}{\\\\sqrt{\\\\epsilon}}}",
                  "wrong", "wrong", "wrong", "0");
    arena_clear(&a);
}

/* ---- hostile answers ---- */

/* Whatever stands there, the judge ends within its ceiling, and nothing but the
 * right formula is correct. */
static void test_hostile(void **state)
{
    static const char *const answers[] = {
        "e^{e^{e^{1/\\\\epsilon}}}",
        "\\\\frac{x}{0}",
        "\\\\int_0^{1/\\\\epsilon}\\\\int_0^{t}\\\\sin(s^2)ds\\\\,dt",
        "\\\\sum_{k=1}^{1000}\\\\frac{\\\\Gamma(k+x)}{k^\\\\epsilon}",
        "J_0(x/\\\\epsilon^9)+Ai(x/\\\\epsilon^7)",
        ("(e^{1-x}-e^{1-x/\\\\epsilon})\\\\frac{\\\\cosh(\\\\epsilon^{-5})}"
         "{\\\\cosh(\\\\epsilon^{-5})}+1"),
        "a_1a_2a_3a_4a_5a_6a_7a_8a_9b_1b_2b_3b_4b_5b_6b_7b_8b_9",
        "\\\\ln(-1-x)",
        "\\\\pm x",
        "1 < x",
        "\\\\cdots",
        "",
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        const struct json *v = graded(
            &a, arena_printf(&a,
                             "{\"gold\": \"e^{1-x}-e^{1-x/\\\\epsilon}\", "
                             "\"answer\": \"%s\", \"limit\": {\"symbol\": "
                             "\"epsilon\", \"to\": \"0+\", \"order\": 1, "
                             "\"uniform_in\": \"x\"}}",
                             answers[i]));

        if (!*field(v, "verdict") || str_eq(field(v, "verdict"), "correct"))
            fail_msg("%s: %s", answers[i], field(v, "verdict"));
        assert_true(strtoull(json_get(v, "work")->text, NULL, 10) <=
                    LIMIT_WORK);
    }
    arena_clear(&a);
}

/* ---- records ---- */

static const char record[] =
    "{\"id\": \"a\", \"statement\": \"Expand.\", \"key\": {\"kind\": "
    "\"expression\", \"latex\": \"1-x\", \"limit\": {\"symbol\": \"x\", "
    "\"to\": \"0+\", \"order\": 2}, \"note\": \"kept\"}, \"solution\": \"\", "
    "\"concepts\": []}\n";

static enum verdict judged(struct arena *a, const struct problem *p,
                           const char *text)
{
    struct reply reply = { .outcome = OUTCOME_OK, .text = text };
    struct result out;

    run_judge(a, p, NULL, &reply, &out);
    return out.lenient;
}

static void test_record(void **state)
{
    struct arena a = { 0 };
    struct str again = str_in(&a);
    struct problem p;
    struct err e;

    (void)state;
    assert_true(problem_read(&a, parsed(&a, record), &p, &e));
    assert_non_null(p.keys[0].limit);
    problem_write(&again, &p);
    assert_string_equal(str_get(&again), record);
    assert_int_equal(judged(&a, &p, "\\boxed{\\frac{1}{1+x}}"),
                     VERDICT_CORRECT);
    assert_int_equal(judged(&a, &p, "\\boxed{\\frac{1}{1+2x}}"), VERDICT_WRONG);
    assert_false(problem_read(
        &a,
        parsed(&a, "{\"id\": \"a\", \"statement\": \"s\", \"key\": {\"kind\": "
                   "\"expression\", \"latex\": \"x\", \"limit\": 3}}"),
        &p, &e));
    assert_non_null(strstr(e.msg, "\"limit\""));
    arena_clear(&a);
}

/* ---- keys that are equal to themselves ---- */

static void test_stable(void **state)
{
    static const struct {
        const char *key;
        enum truth stable;
    } cases[] = {
        { "42", TRUTH_YES },
        { "\\frac{1}{\\sqrt{1+x}}e^{-x/\\epsilon}", TRUTH_YES },
        { "\\ln(x-5)", TRUTH_YES },
        { "(1, \\sqrt{2}, x^n)", TRUTH_YES },
        { "y = \\pm\\sqrt{x}", TRUTH_YES },
        { "[0, \\infty)", TRUTH_YES },
        { "\\text{Evelyn}", TRUTH_YES },
        { "\\frac{1}{0}", TRUTH_NO },
        { "\\frac{x}{1-1}", TRUTH_NO },
        { "\\frac{1}{", TRUTH_UNKNOWN },
        { "\\int_0^1\\int_0^t\\int_0^s e^{xst u^2}du\\,ds\\,dt",
          TRUTH_UNKNOWN },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct grade_request r = { .gold = cases[i].key,
                                   .gold_n = strlen(cases[i].key) };
        const char *detail = NULL;

        if (stable_key(&a, &r, &detail) != cases[i].stable)
            fail_msg("%s: %s", cases[i].key, detail);
        assert_true(detail && *detail);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),          cmocka_unit_test(test_without),
        cmocka_unit_test(test_limits_read),    cmocka_unit_test(test_regimes),
        cmocka_unit_test(test_limits_refused), cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_record),         cmocka_unit_test(test_stable),
        cmocka_unit_test(test_library),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
