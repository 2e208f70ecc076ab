/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "math/exact/integer.h"
#include "math/exact/surd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void integers_as_text(void **state)
{
    static const char *const good[] = { "0", "7", "-12",
                                        "123456789012345678901234567890" };
    static const char *const bad[] = { "",    "-",   "+3", " 3",  "3 ",
                                       "3.0", "1e3", "x",  "--3", "3-" };
    struct arena a = { 0 };
    fmpz_t x;

    (void)state;
    fmpz_init(x);
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        assert_true(integer_read(x, good[i]));
        assert_string_equal(integer_text(&a, x), good[i]);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(integer_read(x, bad[i]));
    fmpz_clear(x);
    arena_clear(&a);
}

/* Against the definitions, over a box. */
static void modular_arithmetic(void **state)
{
    (void)state;
    for (int64_t m = 1; m <= 60; m++)
        for (int64_t a = -70; a <= 70; a++) {
            int64_t r = integer_mod(a, m), g = integer_gcd(a, m);

            assert_true(r >= 0 && r < m && (a - r) % m == 0);
            assert_true(g >= 1 && a % g == 0 && m % g == 0);
            for (int64_t k = g + 1; k <= m; k++)
                assert_true(a % k != 0 || m % k != 0);
            if (g == 1)
                assert_int_equal(integer_mod(a * integer_inverse(a, m) - 1, m),
                                 0);
        }
}

static void surds_in_latex(void **state)
{
    static const struct {
        int64_t p, q, d, r;
        const char *latex;
    } x[] = {
        { 0, 0, 0, 1, "0" },
        { -6, 0, 0, 4, "-\\frac{3}{2}" },
        { 3, 0, 0, -1, "-3" },
        { 0, 1, 49, 1, "7" },
        { 0, 1, 12, 1, "2\\sqrt{3}" },
        { 0, -1, 12, 4, "-\\frac{\\sqrt{3}}{2}" },
        { 1, 1, 5, 2, "\\frac{1+\\sqrt{5}}{2}" },
        { -1, -1, 5, 2, "\\frac{-1-\\sqrt{5}}{2}" },
        { 4, -6, 2, 2, "2-3\\sqrt{2}" },
        { 2, 2, 8, -6, "\\frac{-1-2\\sqrt{2}}{3}" },
        { 5, 0, 7, 5, "1" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(x) / sizeof(x[0]); i++) {
        struct surd s = surd_new(x[i].p, x[i].q, x[i].d, x[i].r), back;

        assert_string_equal(surd_latex(&a, s), x[i].latex);
        assert_true(surd_read(x[i].latex, &back));
        assert_memory_equal(&back, &s, sizeof(s));
    }
    arena_clear(&a);
}

/* Print and read back, over a box of normal forms. */
static void surds_round_trip(void **state)
{
    struct arena a = { 0 };

    (void)state;
    for (int64_t p = -4; p <= 4; p++)
        for (int64_t q = -4; q <= 4; q++)
            for (int64_t d = 0; d <= 20; d++)
                for (int64_t r = 1; r <= 6; r++) {
                    struct surd s = surd_new(p, q, d, r), back;

                    assert_true(surd_read(surd_latex(&a, s), &back));
                    assert_memory_equal(&back, &s, sizeof(s));
                }
    arena_clear(&a);
}

static void other_text_is_no_surd(void **state)
{
    static const char *const bad[] = {
        "",
        "x",
        "1+",
        "\\frac{1}{0}",
        "\\sqrt{}",
        "1+2",
        "\\sqrt{2}+1+1",
        "1 + \\sqrt{2}",
        "--1",
        "\\frac{1}{2",
        "2\\sqrt{3}\\sqrt{5}",
        "1234567890",
        "\\frac{1}{2}x",
        "\\sqrt{-2}",
    };
    struct surd s;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (surd_read(bad[i], &s))
            fail_msg("\"%s\" is read as a surd", bad[i]);
}

/* By definition for small numbers; by construction for large ones. */
static void square_parts(void **state)
{
    static const int64_t primes[] = { 999983, 1000003, 2147483647 };

    (void)state;
    for (int64_t n = 1; n <= 5000; n++) {
        int64_t k = 1;

        for (int64_t i = 1; i * i <= n; i++)
            if (n % (i * i) == 0)
                k = i;
        assert_true(integer_square_part(n) == k);
    }
    for (size_t i = 0; i < 3; i++) {
        assert_true(integer_square_part(primes[i]) == 1);
        assert_true(integer_square_part(primes[i] * primes[i]) == primes[i]);
    }
    assert_true(integer_square_part(999983 * (int64_t)1000003) == 1);
    assert_true(integer_square_part(999983 * (int64_t)999983 * 18) ==
                999983 * 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(square_parts),
        cmocka_unit_test(integers_as_text),
        cmocka_unit_test(modular_arithmetic),
        cmocka_unit_test(surds_in_latex),
        cmocka_unit_test(surds_round_trip),
        cmocka_unit_test(other_text_is_no_surd),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
