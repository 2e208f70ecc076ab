/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Waits as servers write them. The clock of the cases stands at Sunday,
 * 1994-11-06 08:49:07 UTC, half a minute before the date of RFC 9110.
 */
#include "../lib/cases.h"
#include "base/str.h"
#include "model/wait.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define NOW 784111747.0

static int64_t wait_of(const char *header, const char *text)
{
    if (str_eq(header, "retry-after-ms"))
        return wait_milliseconds(text);
    if (str_eq(header, "retry-after"))
        return wait_retry_after(text, NOW);
    if (str_eq(header, "reset"))
        return wait_reset(text, NOW);
    assert_string_equal(header, "anthropic-reset");
    return wait_time(text, NOW);
}

static void test_cases(void **state)
{
    struct cases c;
    struct arena a = { 0 };
    const char *lines[2];

    (void)state;
    cases_open(&c, "model/waits.test");
    while (cases_next(&c, lines, 2)) {
        size_t n = strcspn(lines[0], ":");
        const char *text = lines[0] + n + (lines[0][n] ? 1 : 0);
        int64_t ms = wait_of(arena_strndup(&a, lines[0], n), text);
        const char *got =
            ms < 0 ? "none" : arena_printf(&a, "%" PRId64 " ms", ms);

        if (!str_eq(got, lines[1]))
            cases_fail(&c, "got %s", got);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

static void test_absent(void **state)
{
    (void)state;
    assert_int_equal(wait_milliseconds(NULL), -1);
    assert_int_equal(wait_retry_after(NULL, NOW), -1);
    assert_int_equal(wait_reset(NULL, NOW), -1);
    assert_int_equal(wait_time(NULL, NOW), -1);
}

/* The century of two digits hangs on the clock. */
static void test_century(void **state)
{
    const char *date = "Friday, 01-Jan-27 00:00:00 GMT";

    (void)state;
    /* 2026-12-31 23:59:50 and 1975-01-01 */
    assert_int_equal(wait_retry_after(date, 1798761590.0), 10000);
    assert_int_equal(wait_retry_after(date, 157766400.0), 0);
    /* 2010: of 1994 and 2094, the one that is less than 50 years ahead */
    assert_int_equal(
        wait_retry_after("Sunday, 06-Nov-94 08:49:37 GMT", 1262304000.0), 0);
}

/* Days are counted rightly over every month of four centuries. */
static void test_calendar(void **state)
{
    static const int days[] = {
        31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
    };
    int64_t seconds = 0;
    char text[64];

    (void)state;
    for (int year = 1970; year < 2400; year++) {
        bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

        for (int month = 1; month <= 12; month++) {
            snprintf(text, sizeof(text), "%04d-%02d-01T00:00:01Z", year, month);
            assert_int_equal(wait_time(text, (double)seconds), 1000);
            seconds += 86400 * (days[month - 1] + (month == 2 && leap));
        }
    }
    assert_int_equal(wait_time("2001-02-29T00:00:00Z", 0), -1);
    assert_true(wait_time("2000-02-29T00:00:00Z", 0) > 0);
}

/* Every prefix of a good text, and the text with any byte replaced: never a
 * number below -1 or above the most. */
static void test_now(void **state)
{
    const char *date = "Sun, 06 Nov 1994 08:49:37 GMT";

    (void)state;
    assert_true(wait_now(date, 5e9) == 784111777.0);
    assert_true(wait_now("Sun Nov  6 08:49:37 1994", 0) == 784111777.0);
    assert_true(wait_now(NULL, 7.5) == 7.5);
    assert_true(wait_now("soon", 7.5) == 7.5);
    assert_true(wait_now("10", 7.5) == 7.5);
    assert_int_equal(
        wait_retry_after("Sun, 06 Nov 1994 08:50:07 GMT", wait_now(date, 0)),
        30000);
}

static void test_broken(void **state)
{
    static const char *const good[] = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "1994-11-06T08:49:37.25+01:00",
        "1h2m3.5s4ms5us6ns",
        "99999999999999999999.99999999",
    };
    static const char odd[] = "\0 -+.:,9TZmx\x7f\xff";

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        for (size_t at = 0; at < strlen(good[i]); at++) {
            for (size_t k = 0; k < sizeof(odd); k++) {
                char text[64];
                int64_t ms[3];

                snprintf(text, sizeof(text), "%s", good[i]);
                text[at] = odd[k];
                ms[0] = wait_retry_after(text, NOW);
                ms[1] = wait_reset(text, NOW);
                ms[2] = wait_milliseconds(text);
                for (int j = 0; j < 3; j++)
                    assert_true(ms[j] >= -1 && ms[j] <= WAIT_MOST_MS);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),   cmocka_unit_test(test_absent),
        cmocka_unit_test(test_century), cmocka_unit_test(test_calendar),
        cmocka_unit_test(test_now),     cmocka_unit_test(test_broken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
