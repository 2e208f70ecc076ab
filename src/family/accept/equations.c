/* SPDX-License-Identifier: Apache-2.0 */

/* Equations of numbers in worked solutions: "$12 + 30 = 41$" is wrong. */
#include "base/ascii.h"
#include "family/accept/accept_int.h"
#include "math/exact/exact.h"
#include "math/read/read.h"

#include <string.h>

#define SIDE_MOST 400   /* bytes of a side that is computed */
#define SIDE_WORK 20000 /* units */

/* Equations that hold in another sense than that of numbers, or about. */
static const char *const otherwise[] = { "mod",    "remainder", "rest",
                                         "round",  "base",      "binary",
                                         "digit",  "clock",     "about",
                                         "approx", "replace",   NULL };

/* Commands that numbers are joined by. */
static const char *const commands[] = { "cdot",  "times", "frac",  "dfrac",
                                        "tfrac", "left",  "right", NULL };

static bool is_other_sense(const char *line, size_t n)
{
    for (size_t i = 0; otherwise[i]; i++) {
        size_t len = strlen(otherwise[i]);

        for (size_t at = 0; at + len <= n; at++)
            if (memcmp(line + at, otherwise[i], len) == 0)
                return true;
    }
    return false;
}

/* Returns the length of the command behind the backslash if it joins numbers,
 * else 0. */
static size_t joins(const char *s)
{
    size_t n = 0;

    while (is_letter(s[n]))
        n++;
    for (size_t i = 0; commands[i]; i++)
        if (strlen(commands[i]) == n && memcmp(s, commands[i], n) == 0)
            return n;
    return 0;
}

/* Is it made of numbers and signs of arithmetic alone, with one sign between
 * two numbers? */
static bool is_arithmetic(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\\') {
            size_t len = joins(s + i + 1);

            if (len == 0)
                return false;
            i += len;
        } else if (!is_digit(s[i]) && !strchr(" +-*/^.(){}=", s[i])) {
            return false;
        } else if (s[i] == ' ' && i && is_digit(s[i - 1]) && i + 1 < n &&
                   is_digit(s[i + 1])) {
            return false;
        }
    }
    return true;
}

static bool value_of(struct arena *a, const char *s, size_t n, fmpq_t out)
{
    struct work w = { .limit = SIDE_WORK };
    const struct expr *x;
    struct err e;

    return n <= SIDE_MOST && read_expr(a, s, n, NULL, &x, &e) &&
           exact_rational(out, x, &w) == EXACT_VALUE;
}

/* Do all sides that have a value have the same one? */
static bool holds(struct arena *a, const char *s, size_t n)
{
    fmpq_t first, other;
    bool known = false, ok = true;

    fmpq_init(first);
    fmpq_init(other);
    for (size_t at = 0; at < n && ok;) {
        const char *end = memchr(s + at, '=', n - at);
        size_t len = end ? (size_t)(end - s) - at : n - at;

        if (value_of(a, s + at, len, known ? other : first)) {
            ok = !known || fmpq_equal(first, other);
            known = true;
        }
        at += len + 1;
    }
    fmpq_clear(first);
    fmpq_clear(other);
    return ok;
}

const char *equation_fault(struct arena *a, const char *text, const char **what)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        const char *s = memchr(text, '$', n);

        while (s && s < text + n && !is_other_sense(text, n)) {
            size_t len = strcspn(s + 1, "$\n");

            if (s[1 + len] != '$')
                break;
            if (memchr(s + 1, '=', len) && is_arithmetic(s + 1, len) &&
                !holds(a, s + 1, len)) {
                *what = arena_strndup(a, s + 1, len);
                return "an equation that does not hold";
            }
            s = memchr(s + len + 2, '$', (size_t)(text + n - (s + len + 2)));
        }
        text += n + (text[n] == '\n');
    }
    return NULL;
}
