/* SPDX-License-Identifier: Apache-2.0 */

/*
 * compute: lines: text cases by hand; remainders, congruences and systems
 * against searches that try everything; and lines that would take for ever.
 */
#include "../lib/cases.h"
#include "../lib/cpu.h"
#include "../lib/draw.h"
#include "base/rng.h"
#include "base/str.h"
#include "grade/grade.h"
#include "hunt/key/key.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Does the judge read a value, and hold it for equal to itself? */
static bool is_key(struct arena *a, const char *latex)
{
    struct grade_request r = { .gold = latex,
                               .gold_n = strlen(latex),
                               .reply = latex,
                               .reply_n = strlen(latex),
                               .extracted = true };

    return grade_pair(a, &r).strict.verdict == VERDICT_CORRECT;
}

static void check_file(const char *file)
{
    struct arena a = { 0 };
    const char *lines[2];
    struct cases c;

    cases_open(&c, file);
    while (cases_next(&c, lines, 2)) {
        const char *why = "", *got = key_compute(&a, lines[0], &why);
        bool none = str_starts(lines[1], "none");

        if (none && got)
            cases_fail(&c, "got %s", got);
        else if (none && !strstr(why, lines[1] + (lines[1][4] ? 6 : 4)))
            cases_fail(&c, "none, but: %s", why);
        else if (!none && !got)
            cases_fail(&c, "none: %s", why);
        else if (!none && (!str_eq(got, lines[1]) || why || !is_key(&a, got)))
            cases_fail(&c, "got %s", got);
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

static void by_hand(void **state)
{
    (void)state;
    check_file("compute/values.test");
    check_file("compute/mod.test");
    check_file("compute/solve.test");
}

static void remainders(void **state)
{
    struct rng r = stream("remainders");
    struct arena a = { 0 };

    (void)state;
    for (int i = 0; i < 300; i++) {
        uint64_t base = rng_below(&r, 50), by = rng_below(&r, 40);
        uint64_t m = 1 + rng_below(&r, 1000), want = 1 % m;
        const char *why, *got;

        for (uint64_t k = 0; k < by; k++)
            want = want * base % m;
        if (base == 0 && by == 0)
            continue;
        got = key_compute(&a,
                          arena_printf(&a,
                                       "%" PRIu64 "^{%" PRIu64 "} \\bmod "
                                       "%" PRIu64,
                                       base, by, m),
                          &why);
        assert_string_equal(got, arena_printf(&a, "%" PRIu64, want));
    }
    arena_clear(&a);
}

/* The least x that solves all, by trying; -1: none below the product. */
static int64_t search(const int64_t *f, const int64_t *b, const int64_t *m,
                      int n)
{
    int64_t all = 1;

    for (int i = 0; i < n; i++)
        all *= m[i];
    for (int64_t x = 0; x < all; x++) {
        int k = 0;

        while (k < n && (f[k] * x - b[k]) % m[k] == 0)
            k++;
        if (k == n)
            return x;
    }
    return -1;
}

static void congruences(void **state)
{
    struct rng r = stream("congruences");
    struct arena a = { 0 };
    int none = 0;

    (void)state;
    for (int i = 0; i < 300; i++) {
        int n = 1 + (int)rng_below(&r, 3);
        int64_t f[3], b[3], m[3], want;
        struct str s = str_in(&a);
        const char *why, *got;

        for (int k = 0; k < n; k++) {
            f[k] = rng_range(&r, 1, 6);
            b[k] = rng_range(&r, 0, 20);
            m[k] = rng_range(&r, 2, 15);
            str_addf(&s,
                     "%s%" PRId64 "x \\equiv %" PRId64 " \\pmod{%" PRId64 "}",
                     k ? ", " : "", f[k], b[k], m[k]);
        }
        want = search(f, b, m, n);
        got = key_compute(&a, str_get(&s), &why);
        none += want < 0;
        if (want < 0)
            assert_null(got);
        else
            assert_string_equal(got, arena_printf(&a, "%" PRId64, want));
    }
    assert_in_range(none, 20, 280);
    arena_clear(&a);
}

/* Systems whose solution is known before they are written. */
static void systems(void **state)
{
    static const char *const names[] = { "x", "y", "z", "u", "v", "w" };
    struct rng r = stream("systems");
    struct arena a = { 0 };
    int solved = 0;

    (void)state;
    for (int i = 0; i < 100; i++) {
        int n = 1 + (int)rng_below(&r, 6), asked = (int)rng_below(&r, 6) % n;
        int64_t value[6];
        struct str s = str_in(&a);
        const char *why, *got;

        for (int k = 0; k < n; k++)
            value[k] = rng_range(&r, -9, 9);
        str_add(&s, "solve ");
        for (int k = 0; k < n; k++) {
            int64_t sum = 0;

            for (int v = 0; v < n; v++) {
                int64_t c = rng_range(&r, -5, 5);

                str_addf(&s, "+(%" PRId64 ")%s", c, names[v]);
                sum += c * value[v];
            }
            str_addf(&s, " = %" PRId64 "%s", sum, k + 1 < n ? ", " : "");
        }
        str_addf(&s, " for %s", names[asked]);
        got = key_compute(&a, str_get(&s), &why);
        if (!got) /* singular, by chance */
            assert_non_null(strstr(why, "more than one solution"));
        else
            assert_string_equal(got,
                                arena_printf(&a, "%" PRId64, value[asked]));
        solved += got != NULL;
    }
    assert_in_range(solved, 80, 100);
    arena_clear(&a);
}

/* ---- hostile ---- */

static const char *repeat(struct arena *a, const char *s, size_t bytes)
{
    struct str out = str_in(a);

    while (out.n + strlen(s) <= bytes)
        str_add(&out, s);
    return str_get(&out);
}

static void hostile(void **state)
{
    static const char *const lines[] = {
        "9^{9^{9^{9}}}",
        "10^{10^{10}}!",
        "\\sum_{k=1}^{10^{9}} k!",
        "\\int_0^{1000} \\sin(e^{x}) dx",
        "(10^{300})^{10^{300}} \\bmod 10^{300}",
        "\\binom{10^{9}}{10^{8}}",
        "2^{10^{600}} \\bmod (10^{600}+7)",
        "solve (x+1)^{12} = 10^{500}",
        "solve (x^{12}+1)^{12} = 0",
        "solve x^{12} - 3^{120} = 0",
        "100000! \\bmod 1000003",
        "\\prod_{k=1}^{4000} k",
        "\\lim_{x \\to 0} \\frac{\\sin x^{50}}{x^{50}}",
        "solve 10^{900}x + 3y = 1, x + 10^{900}y = 2, z = 10^{900}",
        "\\int_0^1 \\int_0^1 \\int_0^1 \\sin(xyz) dx dy dz",
        "solve x^{11} + 7919x^{7} + 104729x^{3} = 1299709",
    };
    static const char *const parts[] = {
        "(",       "((x",  "x=1,", "1+", "-",    "2^",
        "\\frac{", "x^2+", "!",    "x ", "and ", "\\sum_{k=1}^{4000}",
        "9!"
    };
    struct arena a = { 0 };
    double worst = 0;

    (void)state;
    for (size_t i = 0;
         i < sizeof lines / sizeof *lines + sizeof parts / sizeof *parts; i++) {
        size_t n = sizeof lines / sizeof *lines;
        const char *line = i < n ? lines[i] : repeat(&a, parts[i - n], 1000);
        double from = cpu_seconds(), took;
        const char *why, *got = key_compute(&a, line, &why);

        took = cpu_seconds() - from;
        worst = took > worst ? took : worst;
        assert_true((got == NULL) == (why != NULL));
        arena_reset(&a);
    }
    /* It is 50 ms; what has no ceiling does not end. */
    assert_true(worst < 10);
    arena_clear(&a);
}

static void ceilings(void **state)
{
    struct arena a = { 0 };
    const char *why;

    (void)state;
    assert_null(key_compute(&a, "", &why));
    assert_non_null(strstr(why, "empty"));
    assert_null(key_compute(&a, repeat(&a, "1+1", 5000), &why));
    assert_non_null(strstr(why, "long"));
    assert_null(key_compute(&a, repeat(&a, "x=1, ", 900), &why));
    assert_null(
        key_compute(&a, "solve a=1, b=2, c=3, d=4, f=5, g=6, h=7", &why));
    assert_non_null(strstr(why, "too many"));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),     cmocka_unit_test(remainders),
        cmocka_unit_test(congruences), cmocka_unit_test(systems),
        cmocka_unit_test(hostile),     cmocka_unit_test(ceilings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
