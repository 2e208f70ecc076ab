/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "run/judge.h"
#include "serve/desk/ask/failure.h"
#include "serve/desk/write/write_draft.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A list: the first has no equation. */
static const char *ode =
    "- id: a\n  kind: integral\n  object: '\\int_0^1 x \\, dx'\n"
    "  variable: x\n  claim: '1/2'\n  mode: equals\n"
    "- id: c\n  kind: ode\n  object: 'y''=1+y^2, y(0)=0'\n  variable: x\n"
    "  claim: '\\tan x'\n  mode: equals\n";

static struct problem problem_of(struct arena *a, const char *statement,
                                 const char *key, const char *limit)
{
    struct problem p = { .id = "class/1.1", .statement = statement };
    struct key *k = problem_set_key(a, &p, ANSWER_EXPRESSION, key);
    struct json *j;
    struct err e;

    p.solution = "";
    if (limit) {
        assert_true(json_read(a, limit, strlen(limit), 1, &j, &e));
        k->limit = j;
    }
    return p;
}

static struct failure find(struct arena *a, const struct problem *p,
                           const char *text, const char *claim)
{
    struct judge_options o = { 0 };
    struct reply reply = { .outcome = OUTCOME_OK, .text = text };
    struct result r = { .attempt = 1 };
    struct grade_result g = run_judge_text(a, p, &o, text);
    struct claim *claims = NULL;
    size_t n_claims = 0;
    struct err e;

    run_judge(a, p, &o, &reply, &r);
    if (claim)
        assert_true(draft_claims(a, claim, &claims, &n_claims, &e));
    return failure_of(a, &(struct failed_reply){ .problem = p,
                                                 .result = &r,
                                                 .text = text,
                                                 .grade = &g,
                                                 .claims = claims,
                                                 .n_claims = n_claims });
}

static const char *limit = "{\"symbol\": \"\\\\epsilon\", \"to\": \"0+\", "
                           "\"order\": 1}";

/* Pairs as models write them. */
static void kinds_of_pairs(void **state)
{
    static const struct {
        const char *statement, *key, *reply;
        bool limit, ode;
        enum failure_kind kind;
        const char *says; /* stands in the sentence; NULL: any */
    } rows[] = {
        { "Find $f$.", "x^2", "\\boxed{x^2}", 0, 0, FAILURE_NONE, NULL },
        { "Find $f$.", "x^2", "I do not know.", 0, 0, FAILURE_ABSTAINED, NULL },
        { "Find $f$.", "\\frac{x^2}{7}",
          "So f is $\\frac{x^2}{7}$ and its value at 7 is \\boxed{7}", 0, 0,
          FAILURE_EXTRACTION, NULL },
        { "Find $f$.", "x^2", "\\boxed{x^{2+}}", 0, 0, FAILURE_FORMATTING,
          NULL },
        { "Find $f$.", "x^2", "\\boxed{x^2 + C}", 0, 0, FAILURE_NEW_CONSTANTS,
          "contains C," },
        { "Compute a function.", "x^2", "\\boxed{x^2 + C}", 0, 0,
          FAILURE_NEW_CONSTANTS, "contains C," },
        { "Compute a function.", "x^2", "\\boxed{x^2 + C_1 x}", 0, 0,
          FAILURE_NEW_CONSTANTS, "C_{1}" },
        { "Find $f$ for $C_1 > 0$.", "x^2", "\\boxed{x^2 + C_1 x}", 0, 0,
          FAILURE_WRONG_VALUE, NULL },
        { "With $\\lambda$ large, find it.", "x^2", "\\boxed{\\lambda x^2}", 0,
          0, FAILURE_WRONG_VALUE, NULL },
        { "Find it.", "x^2", "\\boxed{\\lambda x^2}", 0, 0,
          FAILURE_NEW_CONSTANTS, "lambda" },
        { "Find $f$.", "x^2 e^{-x}", "\\boxed{-x^2 e^{-x}}", 0, 0, FAILURE_SIGN,
          NULL },
        { "Find $f$.", "\\frac{\\pi}{4}", "\\boxed{\\frac{\\pi}{2}}", 0, 0,
          FAILURE_FACTOR, "twice" },
        { "Find $f$.", "\\frac{\\sqrt{\\pi}}{2}x", "\\boxed{\\sqrt{\\pi}x}", 0,
          0, FAILURE_FACTOR, "twice" },
        { "Find $f$.", "\\sqrt{x}", "\\boxed{\\sqrt{2x}}", 0, 0, FAILURE_FACTOR,
          "sqrt(2)" },
        { "Find $f$.", "y = \\frac{1}{1+x}", "\\boxed{y = 1+x}", 0, 0,
          FAILURE_UPSIDE_DOWN, NULL },
        { "Find $f$.", "\\sin^2 x", "\\boxed{-\\cos^2 x}", 0, 0,
          FAILURE_SHIFTED, NULL },
        { "Find $f$.", "\\sin x", "\\boxed{\\cos x}", 0, 0, FAILURE_WRONG_VALUE,
          NULL },
        { "Find it.", "5", "\\boxed{8}", 0, 0, FAILURE_WRONG_VALUE, NULL },
        { "Find it.", "0", "\\boxed{8}", 0, 0, FAILURE_WRONG_VALUE, NULL },
        { "Solve $y'=1+y^2$.", "\\tan x", "\\boxed{\\tan(x+1)}", 0, 1,
          FAILURE_WRONG_CONDITION, "solves the equation" },
        { "Solve $y'=1+y^2$.", "\\tan x", "\\boxed{\\tan(2x)}", 0, 1,
          FAILURE_WRONG_VALUE, NULL },
        { "As $\\epsilon\\to0$", "1+\\epsilon", "\\boxed{1+\\epsilon+\\dots}",
          1, 0, FAILURE_UNFINISHED, NULL },
        { "As $\\epsilon\\to0$", "1+\\epsilon",
          "\\boxed{1+\\epsilon+O(\\epsilon^2)}", 1, 0, FAILURE_UNFINISHED,
          NULL },
        { "As $\\epsilon\\to0$", "e^{\\epsilon}",
          "\\boxed{1+\\sqrt{\\epsilon}}", 1, 0, FAILURE_WRONG_ORDER, NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena a = { 0 };
        struct problem p = problem_of(&a, rows[i].statement, rows[i].key,
                                      rows[i].limit ? limit : NULL);
        struct failure f =
            find(&a, &p, rows[i].reply, rows[i].ode ? ode : NULL);

        if (f.kind != rows[i].kind ||
            (rows[i].says && !strstr(f.says, rows[i].says)))
            fail_msg("%s for %s: %s (%s), not %s", rows[i].reply, rows[i].key,
                     failure_word(f.kind), f.says, failure_word(rows[i].kind));
        arena_clear(&a);
    }
}

/* What came to no verdict, whatever it says. */
static void kinds_of_outcomes(void **state)
{
    static const struct {
        enum outcome outcome;
        enum failure_kind kind;
    } rows[] = { { OUTCOME_TRUNCATED, FAILURE_TRUNCATED },
                 { OUTCOME_REFUSED, FAILURE_REFUSED },
                 { OUTCOME_ERROR, FAILURE_ERROR } };
    struct arena a = { 0 };
    struct problem p = problem_of(&a, "Find it.", "\\frac{17}{4}", NULL);

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct result r = { .outcome = rows[i].outcome,
                            .strict = VERDICT_NO_ANSWER,
                            .lenient = VERDICT_NO_ANSWER };
        struct failure f = failure_of(
            &a, &(struct failed_reply){ .problem = &p,
                                        .result = &r,
                                        .text = "It is \\frac{17}{4}, so" });

        assert_int_equal(f.kind, rows[i].kind);
        assert_true(f.says[0]);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_of_pairs),
        cmocka_unit_test(kinds_of_outcomes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
