/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Near misses of numbers. Short numbers are changed by arithmetic, long ones
 * digit by digit; zeros in front ("1{,}000") are kept, so that the number stays
 * as wide as it was.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "problem/near_miss.h"

#include <inttypes.h>
#include <string.h>

#define NUMBERS_MOST 6  /* of a key, from the first on */
#define DIGITS_MOST  15 /* that arithmetic is done with */

/* Two different neighbours change places: 157 -> 175. */
static void swap_digits(struct near_misses *s, size_t from, size_t n)
{
    char *copy = arena_strndup(s->arena, s->key + from, n);

    for (size_t i = n; i-- > 1;) {
        char c = copy[i];

        if (!is_digit(c) || !is_digit(copy[i - 1]) || c == copy[i - 1] ||
            (i == 1 && c == '0'))
            continue;
        copy[i] = copy[i - 1];
        copy[i - 1] = c;
        near_misses_put(s, from, from + n, copy);
        return;
    }
}

static void change_last(struct near_misses *s, size_t from, size_t n, int by)
{
    char *copy = arena_strndup(s->arena, s->key + from, n);

    copy[n - 1] = (char)('0' + (copy[n - 1] - '0' + by) % 10);
    near_misses_put(s, from, from + n, copy);
}

static void put_value(struct near_misses *s, size_t from, size_t n,
                      uint64_t value)
{
    near_misses_put(s, from, from + n,
                    arena_printf(s->arena, "%0*" PRIu64,
                                 s->key[from] == '0' && n > 1 ? (int)n : 1,
                                 value));
}

/* A whole number of few digits. */
static void slip_short(struct near_misses *s, size_t from, size_t n)
{
    uint64_t v = 0;

    for (size_t i = 0; i < n; i++)
        v = v * 10 + (uint64_t)(s->key[from + i] - '0');
    put_value(s, from, n, v + 1);
    if (v > 1 || (v == 1 && !(from && s->key[from - 1] == '-')))
        put_value(s, from, n, v - 1);
    swap_digits(s, from, n);
    put_value(s, from, n, v + 2);
    put_value(s, from, n, v * 2);
    if (v == 0) { /* nothing comes from doubling it */
        put_value(s, from, n, 3);
        put_value(s, from, n, 10);
    }
    if (v > 2)
        put_value(s, from, n, v - 2);
    if (v > 2 && v % 2 == 0)
        put_value(s, from, n, v / 2);
    if (v > 0 && n < DIGITS_MOST)
        put_value(s, from, n, v * 10);
    if (v >= 10)
        put_value(s, from, n, v / 10);
}

static void slip_long(struct near_misses *s, size_t from, size_t n)
{
    change_last(s, from, n, 1);
    change_last(s, from, n, 9);
    swap_digits(s, from, n);
    change_last(s, from, n, 2);
    near_misses_put(s, from + n, from + n, "0");
    near_misses_put(s, from + n - 1, from + n, "");
}

/* 3.25: its last digit, two of its digits, its point. */
static void slip_decimal(struct near_misses *s, size_t from, size_t n)
{
    size_t point = strcspn(s->key + from, ".");
    char *copy = arena_strndup(s->arena, s->key + from, n);

    change_last(s, from, n, 1);
    change_last(s, from, n, 9);
    swap_digits(s, from, n);
    if (point + 2 < n) { /* 32.5 */
        copy[point] = copy[point + 1];
        copy[point + 1] = '.';
        near_misses_put(s, from, from + n, copy);
    }
    change_last(s, from, n, 2);
}

void near_miss_numbers(struct near_misses *s)
{
    const char *key = s->key;
    size_t found = 0;

    for (size_t i = 0; key[i] && found < NUMBERS_MOST;) {
        size_t n = 0;

        while (is_digit(key[i + n]))
            n++;
        if (n == 0) {
            i++;
            continue;
        }
        found++;
        if (key[i + n] == '.' && is_digit(key[i + n + 1])) {
            n++;
            while (is_digit(key[i + n]))
                n++;
            slip_decimal(s, i, n);
        } else if (n <= DIGITS_MOST) {
            slip_short(s, i, n);
        } else {
            slip_long(s, i, n);
        }
        i += n;
    }
}
