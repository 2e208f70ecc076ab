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
    /* As a person would write it. */
    assert_true(ratio_whole(x.plus) && llabs(x.plus.p) <= 100);
    for (size_t i = 0; i < n; i++) {
        const struct link_term *t = &x.terms[i];

        assert_true(llabs(t->ratio.p) + t->ratio.q <= 12);
        assert_true(!t->by || (t->by >= 7 && t->by <= LINK_BY));
        assert_true((!t->by && !t->of) || ratio_equal(t->ratio, RATIO(1)));
    }
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
          "Let X be 91 less than 1/4 of the answer to question 1." },
        { { { 9, 1 } },
          1,
          { 15, 1 },
          "Let X be 5/3 of the answer to question 1." },
        { { { 41, 1 } },
          1,
          { 79, 1 },
          "Let X be 3 less than 2 times the answer to question 1." },
        { { { 85003, 1 } },
          1,
          { 9, 1 },
          "Let X be the remainder when the answer to question 1 is divided by 13." },
        { { { 85003, 1 } },
          1,
          { 83, 1 },
          "Let X be the remainder when the answer to question 1 is divided by 88." },
        { { { 85003, 1 } }, 1, { 5, 2 }, "" },
        { { { -710, 17 } },
          1,
          { 3, 1 },
          "Let X be 3 less than the remainder when the numerator plus the denominator of the absolute value of the answer to question 1 in lowest terms is divided by 7." },
        { { { 0, 1 } },
          1,
          { 7, 1 },
          "Let X be 7 more than the answer to question 1." },
        { { { 13, 1 } },
          1,
          { 3, 2 },
          "Let X be 5 less than 1/2 of the answer to question 1." },
        { { { 153, 22 } },
          1,
          { 170, 1 },
          "Let X be 5 less than the numerator plus the denominator of the answer to question 1 in lowest terms." },
        { { { -100000, 1 } },
          1,
          { 4, 1 },
          "Let X be the remainder when the absolute value of the answer to question 1 is divided by 12." },
        { { { 1000003, 1 } },
          1,
          { 2000000, 1 },
          "Let X be 6 less than 2 times the answer to question 1." },
        { { { 85003, 1 } }, 1, { 40000, 1 }, "" },
        { { { 85003, 1 }, { 300, 1 } }, 2, { 305, 1 }, "" },
        { { { 85003, 1 }, { 300, 1 } },
          2,
          { 309, 1 },
          "Let X be the sum of the answer to question 2 and the remainder when the answer to question 1 is divided by 13." },
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
    assert_true(found > 6500);
}

/* Numbers up to 100 can be told by any answer of some size, whether it is large,
 * negative or a fraction. */
static void test_small_ones(void **state)
{
    (void)state;
    for (int64_t p = 7; p < 40000000; p = p * 3 / 2 + 1)
        for (int64_t q = 1; q <= 4; q++)
            for (int64_t v = 0; v <= 100; v += 4) {
                struct ratio x;

                assert_true(ratio_make(&x, q % 2 ? p : -p, q));
                if (!*fitted(&x, 1, RATIO(v)))
                    fail_msg("%d of %s", (int)v, ratio_text(&a, x));
                arena_reset(&a);
            }
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
        "Let X be 2 times the remainder when the answer to question 1 is divided by 7.",
        "Let X be the remainder when the answer to question 1 is divided by 0.",
        "Let X be the remainder when the answer to question 1 is divided by 101.",
        "Let X be the remainder when the answer to question 1.",
        "Let X be the numerator plus the denominator of the answer to question 1.",
        "Let X be the answer to question 1 is divided by 7.",
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
        cmocka_unit_test_teardown(test_small_ones, clear),
        cmocka_unit_test_teardown(test_refused, clear),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
