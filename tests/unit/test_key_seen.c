/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Keys that stand in a reply, in whatever spelling, and what only looks like
 * one: a part of another number, the statement's own, the answer itself.
 */
#include "base/str.h"
#include "run/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool is_seen(enum answer_kind kind, const char *latex, const char *text)
{
    struct key key = { .kind = kind, .latex = latex };
    struct problem p = { .statement = "What is 2500 times 3?",
                         .keys = &key,
                         .n_keys = 1 };
    struct arena a = { 0 };
    bool seen = key_is_seen(&a, &p, text, 0, 0);

    arena_clear(&a);
    return seen;
}

static void whole_numbers(void **state)
{
    static const char *const yes[] = {
        "7500",    "It is 7500.", "so $7500$, or",  "7,500 in all",
        "7{,}500", "7\\,500",     "x=7500",         "(7500)",
        "7500, 3", "**7500**",    "\\boxed{7500}.", "7 500",
    };
    static const char *const no[] = {
        "",      "75000",  "17500",  "7500.5", "0.7500",
        "-7500", "7500/3", "7500^2", "x7500",  "7500x",
        "750",   "7500,5", "3/7500", "a_7500", "<think>7500",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
        if (!is_seen(ANSWER_INTEGER, "7500", yes[i]))
            fail_msg("not seen: %s", yes[i]);
    for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++)
        if (is_seen(ANSWER_INTEGER, "7500", no[i]))
            fail_msg("seen: %s", no[i]);
}

static void other_spellings(void **state)
{
    (void)state;
    assert_true(is_seen(ANSWER_RATIONAL, "\\frac{5}{12}", "or 5/12 then"));
    assert_true(is_seen(ANSWER_RATIONAL, "\\frac{5}{12}", "\\dfrac{5}{12}"));
    assert_true(
        is_seen(ANSWER_RATIONAL, "\\frac{5}{12}", "\\frac { 5 } { 12 }"));
    assert_true(is_seen(ANSWER_TUPLE, "\\left(1, 2\\right)", "so (1,2)."));
    assert_true(is_seen(ANSWER_EXPRESSION, "x^2+1", "f = x^2 + 1"));
    assert_false(is_seen(ANSWER_EXPRESSION, "x^2+1", "f = x^2 + 1y"));
    assert_false(is_seen(ANSWER_RATIONAL, "\\frac{5}{12}", "15/12 5/121"));
}

/* What stands in any text says nothing. */
static void common_keys(void **state)
{
    (void)state;
    assert_false(is_seen(ANSWER_INTEGER, "12", "12"));
    assert_false(is_seen(ANSWER_INTEGER, "2500", "2500"));
    assert_false(is_seen(ANSWER_TEXT, "even", "even"));
    assert_false(is_seen(ANSWER_CHOICE, "(A)", "(A)"));
}

/* Only outside of the stretch that was judged, and only near the end. */
static void places(void **state)
{
    static const char text[] = "First 7500, then 7501.";
    struct key keys[] = { { .kind = ANSWER_INTEGER, .latex = "7500" },
                          { .kind = ANSWER_INTEGER, .latex = "7501" },
                          { .kind = ANSWER_INTEGER, .latex = "7502" } };
    struct problem p = { .statement = "?", .keys = keys, .n_keys = 1 };
    struct arena a = { 0 };
    struct str far = str_in(&a);

    (void)state;
    assert_true(key_is_seen(&a, &p, text, 17, 21));
    assert_false(key_is_seen(&a, &p, text, 6, 10));
    assert_false(key_is_seen(&a, &p, text, 0, sizeof(text) - 1));
    p.n_keys = 2;
    assert_true(key_is_seen(&a, &p, text, 0, 0));
    p.n_keys = 3; /* all of them */
    assert_false(key_is_seen(&a, &p, text, 0, 0));
    p.n_keys = 0;
    assert_false(key_is_seen(&a, &p, text, 0, 0));
    p.n_keys = 1;
    str_add(&far, "7500 ");
    assert_true(key_is_seen(&a, &p, str_get(&far), 0, 0));
    for (size_t i = 0; i < KEY_SEEN_BYTES; i++)
        str_addc(&far, 'w');
    assert_false(key_is_seen(&a, &p, str_get(&far), 0, 0));
    str_add(&far, " 7500 <");
    assert_true(key_is_seen(&a, &p, str_get(&far), 0, 4));
    assert_false(key_is_seen(&a, &p, str_get(&far), far.n - 6, far.n));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(other_spellings),
        cmocka_unit_test(common_keys),
        cmocka_unit_test(places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
