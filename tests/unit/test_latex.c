/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The spellings of keys and steps: known texts, and over ranges of numbers
 * that what was written reads as the number it was.
 */
#include "../lib/ball_text.h"
#include "base/rng.h"
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "family/recipe/latex.h"
#include "math/arb.h"
#include "math/exact/integer.h"
#include "math/flint_poly.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- fractions ---- */

static void ratios_in_lowest_terms(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(latex_ratio(&a, 7, 1), "7");
    assert_string_equal(latex_ratio(&a, -6, 8), "-\\frac{3}{4}");
    assert_string_equal(latex_ratio(&a, 6, -8), "-\\frac{3}{4}");
    assert_string_equal(latex_ratio(&a, -6, -8), "\\frac{3}{4}");
    assert_string_equal(latex_ratio(&a, 0, -5), "0");
    assert_string_equal(latex_ratio(&a, 12, -4), "-3");
    arena_clear(&a);
}

static void ratios_are_read_again(void **state)
{
    fmpq_t x;

    (void)state;
    fmpq_init(x);
    for (int64_t p = -60; p <= 60; p++)
        for (int64_t q = 1; q <= 60; q++) {
            struct arena a = { 0 };
            int64_t rp, rq, g = integer_gcd(p, q);
            const char *text = latex_ratio(&a, p, q);

            assert_true(key_ratio(text, &rp, &rq));
            assert_true(rp == p / g && rq == q / g);
            assert_true(key_rational(text, x));
            assert_true(fmpq_is_canonical(x));
            assert_string_equal(latex_fmpq(&a, x), text);
            assert_string_equal(latex_ratio(&a, -p, -q), text);
            arena_clear(&a);
        }
    fmpq_clear(x);
}

static void large_rationals(void **state)
{
    struct arena a = { 0 };
    fmpq_t x, y;

    (void)state;
    fmpq_init(x);
    fmpq_init(y);
    fmpz_ui_pow_ui(fmpq_numref(x), 7, 400);
    fmpz_ui_pow_ui(fmpq_denref(x), 3, 500);
    fmpq_neg(x, x);
    assert_true(key_rational(latex_fmpq(&a, x), y) && fmpq_equal(x, y));
    fmpz_one(fmpq_denref(x));
    assert_true(key_rational(latex_fmpq(&a, x), y) && fmpq_equal(x, y));
    assert_true(key_integer(latex_fmpq(&a, x), fmpq_numref(y)));
    fmpq_clear(y);
    fmpq_clear(x);
    arena_clear(&a);
}

static void decimals_are_read(void **state)
{
    static const char *const bad[] = { "", "-0", "00.5", "3.", ".5", "3.50" };
    fmpq_t x, want;

    (void)state;
    fmpq_init(x);
    fmpq_init(want);
    for (int64_t p = -1500; p <= 1500; p++) {
        struct arena a = { 0 };
        const char *text = arena_printf(&a, "%s%lld.%03lld", p < 0 ? "-" : "",
                                        llabs(p) / 1000, llabs(p) % 1000);

        fmpq_set_si(want, p, 1000);
        if (key_decimal(text, x) != (p % 10 != 0) ||
            (p % 10 && !fmpq_equal(x, want)))
            fail_msg("%s", text);
        arena_clear(&a);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (key_decimal(bad[i], x))
            fail_msg("\"%s\" is a decimal", bad[i]);
    assert_true(key_decimal("12", x) && fmpq_equal_si(x, 12));
    fmpq_clear(want);
    fmpq_clear(x);
}

/* ---- constants ---- */

static void multiples_of_constants(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(latex_times(&a, 2, 1, "\\pi"), "2\\pi");
    assert_string_equal(latex_times(&a, 1, 1, "\\pi"), "\\pi");
    assert_string_equal(latex_times(&a, -1, 1, "\\pi"), "-\\pi");
    assert_string_equal(latex_times(&a, 6, 8, "\\pi"), "\\frac{3\\pi}{4}");
    assert_string_equal(latex_times(&a, 2, -8, "\\pi"), "-\\frac{\\pi}{4}");
    assert_string_equal(latex_times(&a, 0, -8, "\\pi"), "0");
    assert_string_equal(latex_times(&a, -9, -3, "e"), "3e");
    arena_clear(&a);
}

static void roots_with_squares_taken_out(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(latex_root(&a, 1, 5, 1), "\\sqrt{5}");
    assert_string_equal(latex_root(&a, 3, 4, 1), "6");
    assert_string_equal(latex_root(&a, 3, 8, 8), "\\frac{3\\sqrt{2}}{4}");
    assert_string_equal(latex_root(&a, -1, 72, 6), "-\\sqrt{2}");
    assert_string_equal(latex_root(&a, 2, 1, -4), "-\\frac{1}{2}");
    assert_string_equal(latex_root(&a, 0, 12, 5), "0");
    arena_clear(&a);
}

/* p sqrt(d) / q, against the judge's reader in balls. */
static void constants_have_their_values(void **state)
{
    arb_t x, want;

    (void)state;
    arb_init(x);
    arb_init(want);
    for (int64_t p = -6; p <= 6; p++)
        for (int64_t q = 1; q <= 6; q++)
            for (int64_t d = 1; d <= 50; d += 7) {
                struct arena a = { 0 };
                const char *text = latex_root(&a, p, d, q);

                assert_true(ball_of_text(&a, text, x));
                arb_sqrt_ui(want, (ulong)d, 128);
                arb_mul_si(want, want, p, 128);
                arb_div_si(want, want, q, 128);
                if (!arb_overlaps(x, want) || arb_rel_accuracy_bits(x) < 100)
                    fail_msg("%s is not %" PRId64 " sqrt(%" PRId64
                             ") / %" PRId64,
                             text, p, d, q);
                assert_true(ball_of_text(&a, latex_times(&a, p, q, "\\pi"), x));
                arb_const_pi(want, 128);
                arb_mul_si(want, want, p, 128);
                arb_div_si(want, want, q, 128);
                assert_true(arb_overlaps(x, want));
                arena_clear(&a);
            }
    arb_clear(want);
    arb_clear(x);
}

static void signs(void **state)
{
    struct arena a = { 0 };

    (void)state;
    assert_string_equal(latex_plus(&a, 5), " + 5");
    assert_string_equal(latex_plus(&a, -5), " - 5");
    assert_string_equal(latex_plus(&a, 0), " + 0");
    arena_clear(&a);
}

/* ---- polynomials ---- */

static void polynomials_known(void **state)
{
    static const struct {
        size_t n;
        int64_t c[13];
        const char *text;
    } cases[] = {
        { 0, { 0 }, "0" },
        { 3, { 0 }, "0" },
        { 1, { -7 }, "-7" },
        { 1, { 1 }, "1" },
        { 2, { 0, 1 }, "x" },
        { 2, { -1, -1 }, "-x - 1" },
        { 3, { 5, -1, 3 }, "3x^2 - x + 5" },
        { 4, { 0, 0, -12, 1 }, "x^3 - 12x^2" },
        { 11, { 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, -1 }, "-x^{10} + 2x^9 + 1" },
        { 2, { INT64_MIN, 1 }, "x - 9223372036854775808" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        fmpz *c = _fmpz_vec_init(13);

        assert_string_equal(latex_poly(&a, cases[i].c, cases[i].n, "x"),
                            cases[i].text);
        for (size_t k = 0; k < cases[i].n; k++)
            fmpz_set_si(c + k, cases[i].c[k]);
        assert_string_equal(latex_fmpz_poly(&a, c, cases[i].n, "x"),
                            cases[i].text);
        _fmpz_vec_clear(c, 13);
    }
    assert_string_equal(latex_poly(&a, cases[6].c, 3, "t"), "3t^2 - t + 5");
    arena_clear(&a);
}

static void polynomials_are_read_again(void **state)
{
    static const char *const bad[] = {
        "1x", "x^1", "x^{2}", "x + x", "1 + x", "0x", "x + ", "\\frac{2}{4}x"
    };
    fmpq_poly_t p, got;
    struct rng r;

    (void)state;
    rng_init(&r, hash_bytes("poly", 4));
    fmpq_poly_init(p);
    fmpq_poly_init(got);
    for (int i = 0; i < 3000; i++) {
        struct arena a = { 0 };
        int64_t c[14];
        size_t n = 1 + (size_t)i % 14;
        const char *text;

        fmpq_poly_zero(p);
        for (size_t k = 0; k < n; k++) {
            c[k] = rng_range(&r, -4, 4);
            fmpq_poly_set_coeff_si(p, (slong)k, (slong)c[k]);
        }
        text = latex_poly(&a, c, n, "x");
        if (!key_poly(text, "x", got) || !fmpq_poly_equal(p, got))
            fail_msg("\"%s\" is not read as it was written", text);
        arena_clear(&a);
    }
    assert_true(key_poly("-\\frac{3}{4}x^2 + \\frac{1}{2}", "x", got));
    fmpq_poly_set_str(p, "3  1/2 0 -3/4");
    assert_true(fmpq_poly_equal(p, got));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (key_poly(bad[i], "x", got))
            fail_msg("\"%s\" is a polynomial", bad[i]);
    fmpq_poly_clear(got);
    fmpq_poly_clear(p);
}

/* ---- rows ---- */

static void lists_and_matrices(void **state)
{
    static const int64_t x[] = { 1, -2, 3, 40, 0, -6 };
    struct arena a = { 0 };
    fmpq_mat_t m;

    (void)state;
    assert_string_equal(latex_list(&a, x, 6), "1, -2, 3, 40, 0, -6");
    assert_string_equal(latex_list(&a, x, 1), "1");
    assert_string_equal(latex_list(&a, x, 0), "");
    assert_string_equal(
        latex_matrix(&a, x, 2, 3),
        "\\begin{pmatrix} 1 & -2 & 3 \\\\ 40 & 0 & -6 \\end{pmatrix}");
    assert_string_equal(latex_matrix(&a, x, 3, 1),
                        "\\begin{pmatrix} 1 \\\\ -2 \\\\ 3 \\end{pmatrix}");
    fmpq_mat_init(m, 2, 3);
    assert_true(key_matrix(&a, latex_matrix(&a, x, 2, 3), m));
    for (slong i = 0; i < 6; i++)
        assert_true(fmpq_equal_si(fmpq_mat_entry(m, i / 3, i % 3), x[i]));
    assert_false(key_matrix(&a, latex_matrix(&a, x, 3, 2), m));
    fmpq_mat_clear(m);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_in_lowest_terms),
        cmocka_unit_test(ratios_are_read_again),
        cmocka_unit_test(large_rationals),
        cmocka_unit_test(decimals_are_read),
        cmocka_unit_test(multiples_of_constants),
        cmocka_unit_test(roots_with_squares_taken_out),
        cmocka_unit_test(constants_have_their_values),
        cmocka_unit_test(signs),
        cmocka_unit_test(polynomials_known),
        cmocka_unit_test(polynomials_are_read_again),
        cmocka_unit_test(lists_and_matrices),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
