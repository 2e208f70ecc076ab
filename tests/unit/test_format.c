/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Formatting, against the C library: the same bytes and the same count for
 * every directive, every value and every room.
 */
#include "base/err.h"
#include "base/format.h"

#include <inttypes.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define MOST  200
#define GUARD '\x7e'

/* In every room from none to more than enough; bytes past the room stay. */
static void same_as_library(const char *fmt, ...) PRINTF(1, 2);

static void same_as_library(const char *fmt, ...)
{
    for (size_t room = 0; room < MOST; room++) {
        char want[MOST + 1], got[MOST + 1];
        va_list ap;
        size_t n;
        int all;

        memset(want, GUARD, sizeof(want));
        memset(got, GUARD, sizeof(got));
        va_start(ap, fmt);
        all = vsnprintf(want, room, fmt, ap);
        va_end(ap);
        va_start(ap, fmt);
        n = format_text(got, room, fmt, ap);
        va_end(ap);
        assert_in_range(all, 0, MOST - 2); /* the last rooms hold it whole */
        if (n != (size_t)all || memcmp(want, got, sizeof(got)) != 0)
            fail_msg("\"%s\" in room for %zu: %zu bytes \"%.*s\", not %d", fmt,
                     room, n, (int)room, got, all);
    }
}

static size_t measure(const char *fmt, ...) PRINTF(1, 2);

static size_t measure(const char *fmt, ...)
{
    va_list ap;
    size_t n;

    va_start(ap, fmt);
    n = format_text(NULL, 0, fmt, ap);
    va_end(ap);
    return n;
}

/* ---- numbers ---- */

static const int64_t values[] = {
    0,
    1,
    -1,
    9,
    10,
    -9,
    -10,
    99,
    100,
    12345,
    -54321,
    INT_MAX,
    INT_MIN,
    UINT_MAX,
    INT64_C(99999999999),
    INT64_MAX,
    INT64_MIN,
    INT64_MAX - 1,
    INT64_MIN + 1,
    -INT64_C(1000000000000),
};

static void numbers_of_every_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        int64_t x = values[i];

        same_as_library("%d", (int)x);
        same_as_library("%u", (unsigned)x);
        same_as_library("%ld", (long)x);
        same_as_library("%lu", (unsigned long)x);
        same_as_library("%lld", (long long)x);
        same_as_library("%llu", (unsigned long long)x);
        same_as_library("%zu", (size_t)x);
        same_as_library("%" PRId64 ", %" PRIu64, x, (uint64_t)x);
    }
}

/* Arguments of different widths are taken off in their order. */
static void directives_in_a_row(void **state)
{
    (void)state;
    same_as_library("%d%lld%u%zu%ld", -1, LLONG_MIN, 7u, SIZE_MAX, LONG_MAX);
    same_as_library("%s = %d + %" PRId64 " (%c) %s", "x", INT_MIN, INT64_MAX,
                    '!', "end");
    same_as_library("\\frac{%" PRId64 "}{%" PRId64 "}", INT64_C(-3),
                    INT64_C(4));
    same_as_library("%llu%lu%u%%%s", ULLONG_MAX, ULONG_MAX, UINT_MAX, "");
    same_as_library("%d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8);
}

/* ---- text ---- */

static void strings_and_characters(void **state)
{
    (void)state;
    same_as_library("%s", "");
    same_as_library("%s", "a");
    same_as_library("%s|%s|%s", "left", "", "a right end");
    same_as_library("[%s]", "text with %d and % in it");
    same_as_library("%c", 'x');
    same_as_library("%c%c", '\0', 'y');
    same_as_library("%s", "\xc3\xa9\xe2\x82\xac");
}

static void plain_text_and_percent_signs(void **state)
{
    (void)state;
    same_as_library("nothing to fill in");
    same_as_library("%%");
    same_as_library("%%%%%%");
    same_as_library("%%d");
    same_as_library("100%% of %d%%", 42);
    same_as_library("%d%%%d", 1, 2);
}

/* ---- what is left to the library ---- */

static void flags_widths_and_others(void **state)
{
    (void)state;
    same_as_library("%5d", 42);
    same_as_library("%-5d|", 42);
    same_as_library("%05d", -42);
    same_as_library("%+d", 42);
    same_as_library("% d", 42);
    same_as_library("%.3s", "abcdef");
    same_as_library("%.*s", 2, "abcdef");
    same_as_library("%*d", 6, 42);
    same_as_library("%0*" PRId64, 4, INT64_C(7));
    same_as_library("%x %X %o", 255u, 255u, 8u);
    same_as_library("%zd", (ptrdiff_t)-5);
    same_as_library("%hd %hhd", (short)-300, (signed char)-3);
    same_as_library("%i", 12);
    same_as_library("%.3f %g %e", 3.14159, 1e10, 1.5);
    same_as_library("%p", (void *)0);
}

/* One such directive sends the whole format there, what came before too. */
static void simple_and_other_mixed(void **state)
{
    (void)state;
    same_as_library("%s %d %5d %s %lld", "a", 1, 2, "b", LLONG_MIN);
    same_as_library("%" PRId64 ".%0*" PRId64, INT64_C(3), 4, INT64_C(25));
    same_as_library("%%%x%%%d", 16u, 16);
}

/* ---- measuring ---- */

static void no_room_at_all(void **state)
{
    (void)state;
    assert_int_equal(measure("abc"), 3);
    assert_int_equal(measure("%s-%d", "ab", 123), 6);
    assert_int_equal(measure("%" PRId64, INT64_MIN), 20);
    assert_int_equal(measure("%5d", 1), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_every_size),
        cmocka_unit_test(directives_in_a_row),
        cmocka_unit_test(strings_and_characters),
        cmocka_unit_test(plain_text_and_percent_signs),
        cmocka_unit_test(flags_widths_and_others),
        cmocka_unit_test(simple_and_other_mixed),
        cmocka_unit_test(no_room_at_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
