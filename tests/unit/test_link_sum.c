/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What letters of a chain stand for: sums that are fitted to a number are
 * right, simple, and read back as they are told.
 */
#include "base/str.h"
#include "evolve/individual/link_sum.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct arena a;

static int clear(void **state)
{
    (void)state;
    arena_clear(&a);
    return 0;
}

/* The sentence of the fit, and what it costs. */
static const char *fitted(const struct ratio *answers, size_t n,
                          struct ratio value)
{
    static const size_t from[] = { 0, 1 };
    struct link_sum x, back;
    struct ratio got;
    const char *text;

    if (!link_sum_fit(answers, from, n, value, &x))
        return "";
    assert_int_equal(x.n, n);
    assert_true(link_sum_value(&x, answers, &got));
    assert_true(ratio_equal(got, value));
    for (unsigned w = 0; w < LINK_WORDINGS; w++) {
        text = link_sum_say(&a, "X", &x, w);
        if (!link_sum_read(text, "X", &back) || !link_sum_equal(&x, &back))
            fail_msg("%s", text);
        assert_false(link_sum_read(text, "Y", &back));
    }
    return link_sum_say(&a, "X", &x, 0);
}

static void test_fits(void **state)
{
    static const struct {
        struct ratio answers[2];
        size_t n;
        struct ratio value;
        const char *want;
    } cases[] = {
        { { { 12, 1 } },
          1,
          { 6, 1 },
          "Let X be 1/2 of the answer to question 1." },
        { { { 12, 1 } }, 1, { 12, 1 }, "Let X be the answer to question 1." },
        { { { 4, 1 } },
          1,
          { 12, 1 },
          "Let X be 3 times the answer to question 1." },
        { { { 5, 1 } },
          1,
          { -10, 1 },
          "Let X be -2 times the answer to question 1." },
        /* 137/912 of it */
        { { { 912, 1 } },
          1,
          { 137, 1 },
          "Let X be 775 less than the answer to question 1." },
        { { { 0, 1 } },
          1,
          { 7, 1 },
          "Let X be 7 more than the answer to question 1." },
        { { { 13, 1 } },
          1,
          { 3, 2 },
          "Let X be 23/2 less than the answer to question 1." },
        { { { 1000003, 1 } }, 1, { 2, 1 }, "" },
        { { { 13, 1 } }, 1, { 1, 17 }, "" },
        { { { 12, 1 }, { 9, 1 } },
          2,
          { 15, 1 },
          "Let X be the sum of 1/2 of the answer to question 1 and the answer to question 2." },
        { { { 12, 1 }, { 9, 1 } },
          2,
          { 3, 1 },
          "Let X be the answer to question 1 minus the answer to question 2." },
        { { { 12, 1 }, { 9, 1 } },
          2,
          { -3, 1 },
          "Let X be the answer to question 2 minus the answer to question 1." },
        { { { 97, 1 }, { 89, 1 } },
          2,
          { 5, 1 },
          "Let X be 3 less than the answer to question 1 minus the answer to question 2." },
        { { { 0, 1 }, { 0, 1 } },
          2,
          { 5, 1 },
          "Let X be 5 more than the sum of the answer to question 1 and the answer to question 2." },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        assert_string_equal(
            fitted(cases[i].answers, cases[i].n, cases[i].value),
            cases[i].want);
}

/* Whatever is fitted is right and is read back; fitted() says so. */
static void test_many(void **state)
{
    size_t found = 0;

    (void)state;
    for (int64_t x = -30; x <= 60; x += 3)
        for (int64_t y = -7; y <= 40; y += 4)
            for (int64_t v = -5; v <= 45; v += 5) {
                struct ratio answers[2] = { RATIO(x), { y, 2 } };

                if (!ratio_make(&answers[1], y, 2))
                    fail_msg("%d/2", (int)y);
                found += *fitted(answers, 2, RATIO(v)) != '\0';
                found += *fitted(answers, 1, RATIO(v)) != '\0';
            }
    assert_true(found > 7000);
}

static void test_refused(void **state)
{
    static const char *const bad[] = {
        "Let X be half of the answer to question 1.",
        "Let X be 1/2 times the answer to question 1.",
        "Let X be 2 of the answer to question 1.",
        "Let X be the answer to question 0.",
        "Let X be the answer to question 1",
        "Let X be the sum of the answer to question 1.",
        "Let X be the sum of the answer to question 1 and -the answer.",
        "Let X be 3 below the answer to question 1.",
        "Let X be 3 less than 4 more than the answer to question 1.",
        "X is the answer to question 1.",
    };
    struct link_sum x;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        if (link_sum_read(bad[i], "X", &x))
            fail_msg("%s", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_fits, clear),
        cmocka_unit_test_teardown(test_many, clear),
        cmocka_unit_test_teardown(test_refused, clear),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
