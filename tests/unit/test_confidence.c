/* SPDX-License-Identifier: Apache-2.0 */

/* Confidences that replies state: read, and never taken for the answer. */
#include "../lib/cases.h"
#include "base/str.h"
#include "grade/extract/confidence.h"
#include "run/judge.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -1: none that can be read. `answer` is 12 everywhere. */
static const struct {
    const char *reply;
    double value;
} cases[] = {
    { "Answer: 12\nConfidence: 73%", 0.73 },
    { "Answer: 12\n\n**Confidence:** 73 %", 0.73 },
    { "Answer: 12\n**Confidence: 73%**", 0.73 },
    { "\\boxed{12}\nConfidence: \\boxed{73\\%}", 0.73 },
    { "\\boxed{12}\n\\boxed{Confidence: 73\\%}", 0.73 },
    { "\\boxed{12}\n\\boxed{\\text{Confidence: } 73\\%}", 0.73 },
    { "\\boxed{12, Confidence: 73%}", 0.73 },
    { "The answer is 12 (confidence: 73%).", 0.73 },
    { "12\nConfidence: 0.73", 0.73 },
    { "12\nConfidence: 73", 0.73 },
    { "12\nconfidence = 73/100", 0.73 },
    { "12\nConfidence: 7.3/10", 0.73 },
    { "12\nConfidence: 7.3 out of 10", 0.73 },
    { "12\nMy confidence is 73%.", 0.73 },
    { "12\nConfidence: 73 percent", 0.73 },
    { "12\nConfidence: $73\\%$", 0.73 },
    { "- Answer: 12\n- Confidence: 73%", 0.73 },
    { "12\nConfidence: 100%", 1 },
    { "12\nConfidence: 0%", 0 },
    { "12\nConfidence: 1.0", 1 },
    { "12\nConfidence: 0", 0 },
    { "12\nConfidence: 1%", 0.01 },
    { "Antwort: 12\nKonfidenz: 73 %", 0.73 },
    { "Antwort: 12\nKonfidenz: 73,0 %", 0.73 },
    { "R\xc3\xa9ponse : 12\nConfiance : 73\xc2\xa0%", 0.73 },
    { "\xe7\xad\x94\xe6\xa1\x88\xef\xbc\x9a"
      "12\n"
      "\xe7\xbd\xae\xe4\xbf\xa1\xe5\xba\xa6\xef\xbc\x9a"
      "73%",
      0.73 },
    { "Confidence: 20%\nAnswer: 12\nConfidence: 73%", 0.73 },
    { "<think>Confidence: 99%</think>Answer: 12\nConfidence: 73%", 0.73 },
    { "Answer: 12", -1 },
    { "Answer: 12\nConfidence: high", -1 },
    { "Answer: 12\nConfidence: 70-80%", -1 },
    { "Answer: 12\nConfidence: 70 \xe2\x80\x93 80 %", -1 },
    { "Answer: 12\nConfidence: 173%", -1 },
    { "Answer: 12\nConfidence: 1", -1 },
    { "Answer: 12\nConfidence:", -1 },
    { "The 95% confidence interval is wide.\nAnswer: 12", -1 },
};

static void reads_it(void **state)
{
    int bad = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena a = { 0 };
        struct span t = span_of(cases[i].reply);
        double v;
        struct span rest = confidence_take(&a, t, NULL, &v);

        if (rest.n != t.n || (cases[i].value < 0) != isnan(v) ||
            fabs((isnan(v) ? -1 : v) - cases[i].value) > 1e-12) {
            print_message("%s: read %g\n", cases[i].reply, v);
            bad++;
        }
        arena_clear(&a);
    }
    assert_int_equal(bad, 0);
}

/* The answer is 12, whatever the confidence; and never the confidence, where
 * that is the key. */
static void is_no_answer(void **state)
{
    const struct judge_options o = { .confidence = true };
    struct key twelve = { .latex = "12" }, other = { .latex = "73" };
    int bad = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct problem p = { .statement = "?", .keys = &twelve, .n_keys = 1 };
        struct problem q = { .statement = "?", .keys = &other, .n_keys = 1 };
        struct reply reply = { .outcome = OUTCOME_OK, .text = cases[i].reply };
        struct arena a = { 0 };
        struct result r = { 0 }, wrong = { 0 };
        double v;

        run_judge(&a, &p, &o, &reply, &r);
        run_judge(&a, &q, &o, &reply, &wrong);
        v = run_confidence(r.more);
        if (r.lenient != VERDICT_CORRECT || wrong.lenient == VERDICT_CORRECT ||
            fabs((isnan(v) ? -1 : v) - cases[i].value) > 1e-6) {
            print_message("%s: %s, answer %s, kept %s\n", cases[i].reply,
                          verdict_name(r.lenient), r.answer ? r.answer : "none",
                          r.more ? r.more : "nothing");
            bad++;
        }
        arena_clear(&a);
    }
    assert_int_equal(bad, 0);
}

/* A copy in which U+23CE is a line's end. */
static const char *with_lines(struct arena *a, const char *text)
{
    char *out = arena_strdup(a, text), *p = out;

    for (; *text; text++)
        if (str_starts(text, "\xe2\x8f\x8e")) {
            *p++ = '\n';
            text += 2;
        } else {
            *p++ = *text;
        }
    *p = '\0';
    return out;
}

/* tests/cases/confidence: verdict and confidence of whole replies. */
static void is_as_listed(void **state)
{
    const struct judge_options o = { .confidence = true };
    const char *block[3];
    struct cases c;

    (void)state;
    cases_open(&c, "confidence/replies.test");
    while (cases_next(&c, block, 3)) {
        struct arena a = { 0 };
        const char *bar = strstr(block[0], " | ");
        struct key key = { .latex = arena_strndup(&a, block[0],
                                                  bar ? (size_t)(bar - block[0])
                                                      : strlen(block[0])) };
        struct problem p = { .statement = bar ? bar + 3 : "?",
                             .keys = &key,
                             .n_keys = 1 };
        struct reply reply = { .outcome = OUTCOME_OK,
                               .text = with_lines(&a, block[1]) };
        struct result r = { 0 };
        const char *got;
        double v;

        key.kind = strlen(key.latex) == 1 ? ANSWER_CHOICE : key.kind;
        run_judge(&a, &p, &o, &reply, &r);
        v = run_confidence(r.more);
        got = isnan(v) ? arena_printf(&a, "%s none", verdict_name(r.lenient))
                       : arena_printf(&a, "%s %g", verdict_name(r.lenient), v);
        if (!str_eq(got, block[2]))
            cases_fail(&c, "%s, answer %s", got, r.answer ? r.answer : "none");
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* Where none was asked for, the line is text like any other. */
static void is_text_unasked(void **state)
{
    struct key key = { .latex = "95\\%" };
    struct problem p = { .statement = "?", .keys = &key, .n_keys = 1 };
    struct reply reply = { .outcome = OUTCOME_OK,
                           .text = "The level of \\boxed{95\\%}" };
    struct arena a = { 0 };
    struct result r = { 0 };

    (void)state;
    run_judge(&a, &p, NULL, &reply, &r);
    assert_int_equal(r.lenient, VERDICT_CORRECT);
    assert_true(isnan(run_confidence(r.more)));
    assert_true(isnan(run_confidence("{\"confidence\": 7}")));
    assert_true(isnan(run_confidence("{\"confidence\": \"high\"}")));
    assert_true(isnan(run_confidence("{")));
    arena_clear(&a);
}

/* A reply that abstains may state a confidence: both are kept. */
static void goes_with_abstention(void **state)
{
    const struct judge_options o = { .confidence = true };
    struct key key = { .latex = "12" };
    struct problem p = { .statement = "?", .keys = &key, .n_keys = 1 };
    struct reply reply = { .outcome = OUTCOME_OK,
                           .text = "I don't know.\nConfidence: 5%" };
    struct arena a = { 0 };
    struct result r = { 0 };

    (void)state;
    run_judge(&a, &p, &o, &reply, &r);
    assert_int_equal(r.lenient, VERDICT_NO_ANSWER);
    assert_string_equal(r.more,
                        "{\"reason\": \"abstained\", \"confidence\": 0.05}");
    arena_clear(&a);
}

/* A long reply costs one pass, whatever it repeats. */
static void ends_soon(void **state)
{
    static const char *const parts[] = { "confidence ",
                                         "\xe4\xbf\xa1\xe5\xbf\x83",
                                         "1-",
                                         "9% sure ",
                                         "(",
                                         "\\boxed{",
                                         "confidence: ",
                                         "I am 1% ",
                                         "my confidence is ",
                                         "Confidence\n" };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct str text = str_in(&a);
        double v;

        while (text.n < 300000)
            str_add(&text, parts[i]);
        (void)confidence_take(&a, span_of(str_get(&text)), NULL, &v);
        arena_reset(&a);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_it),
        cmocka_unit_test(is_no_answer),
        cmocka_unit_test(is_as_listed),
        cmocka_unit_test(ends_soon),
        cmocka_unit_test(is_text_unasked),
        cmocka_unit_test(goes_with_abstention),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
