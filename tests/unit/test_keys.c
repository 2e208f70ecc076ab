/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Readers of keys: each takes its one spelling and refuses every other, so
 * that a spoilt key never passes. Round trips with the writers are in
 * test_latex.c, closed forms in test_key_forms.c.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "math/flint_poly.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* ---- whole numbers ---- */

/* What no reader of numbers takes. */
static const char *const no_numbers[] = {
    "",
    " ",
    "-",
    "+3",
    "3 ",
    " 3",
    "07",
    "00",
    "-0",
    "-07",
    "--3",
    "- 3",
    "3-",
    "1,000",
    "1 000",
    "1e3",
    "0x10",
    "x",
    "3x",
    "3\n",
    "\\frac",
    "$3$",
    "(3)",
    "{3}",
    "3.",
    ".5",
    "-.5",
    "3/4",
    "+",
    ("\xe2\x88\x92"
     "3"),
    "-\\frac{1}{2} ",
    " \\frac{1}{2}",
    "\\frac {1}{2}",
    "\\frac{1}{2}x",
    "\\frac{-1}{2}",
    "\\frac{1}{-2}",
    "--\\frac{1}{2}",
    "\\frac{2}{4}",
    "\\frac{0}{3}",
    "\\frac{3}{1}",
    "\\frac{3}{0}",
    "\\frac{0}{0}",
    "\\frac{03}{4}",
    "\\frac{3}{04}",
    "\\frac{}{4}",
    "\\frac{3}{}",
    "\\frac{3}",
    "\\frac{3}{4",
    "\\frac34",
    "\\dfrac{3}{4}",
    "\\frac{ 3}{4}",
    "\\frac{3} {4}",
    "\\frac{3.5}{4}",
    "-\\frac{6}{3}",
};

static void texts_that_are_no_number(void **state)
{
    fmpz_t z;
    fmpq_t q;

    (void)state;
    fmpz_init(z);
    fmpq_init(q);
    for (size_t i = 0; i < COUNT(no_numbers); i++) {
        int64_t x, y;

        if (key_int(no_numbers[i], &x) || key_integer(no_numbers[i], z) ||
            key_rational(no_numbers[i], q) ||
            key_ratio(no_numbers[i], &x, &y) || key_decimal(no_numbers[i], q))
            fail_msg("\"%s\" is a number", no_numbers[i]);
    }
    fmpq_clear(q);
    fmpz_clear(z);
}

static void whole_numbers(void **state)
{
    static const char *const too_long[] = { "1000000000000000000",
                                            "-9999999999999999999999" };
    int64_t x;
    fmpz_t z;

    (void)state;
    fmpz_init(z);
    for (int64_t n = -1200; n <= 1200; n++) {
        char text[24];

        snprintf(text, sizeof(text), "%" PRId64, n);
        assert_true(key_int(text, &x) && x == n);
        assert_true(key_integer(text, z) && fmpz_equal_si(z, n));
    }
    for (size_t i = 0; i < COUNT(too_long); i++)
        assert_true(!key_int(too_long[i], &x) && key_integer(too_long[i], z));
    assert_true(key_int("-999999999999999999", &x) &&
                x == -INT64_C(999999999999999999));
    assert_false(key_int("3.5", &x) || key_int("\\frac{1}{2}", &x));
    fmpz_clear(z);
}

static void small_ratios(void **state)
{
    int64_t p, q;

    (void)state;
    assert_true(key_ratio("-\\frac{3}{4}", &p, &q) && p == -3 && q == 4);
    assert_true(key_ratio("0", &p, &q) && p == 0 && q == 1);
    assert_true(key_ratio("\\frac{576460752303423487}{5}", &p, &q) &&
                p == (INT64_C(1) << 59) - 1);
    p = q = 77;
    assert_false(key_ratio("1152921504606846976", &p, &q)); /* 2^60 */
    assert_false(key_ratio("\\frac{1}{1152921504606846977}", &p, &q));
    assert_true(p == 77 && q == 77);
}

static void decimals(void **state)
{
    static const char *const bad[] = {
        "3.0",   "3.50", "0.0",   "-0.0",  "03.5",    "00.5",         "3..5",
        "3.5.1", "3. 5", "3.5 ",  "3,5",   "-",       "3.-5",         "3.5x",
        ".",     "-0",   "-00.5", "3.5e2", "1.5\\pi", "\\frac{1}{2}",
    };
    fmpq_t x;

    (void)state;
    fmpq_init(x);
    for (size_t i = 0; i < COUNT(bad); i++)
        if (key_decimal(bad[i], x))
            fail_msg("\"%s\" is a decimal", bad[i]);
    assert_true(key_decimal("-0.5", x));
    assert_true(fmpz_equal_si(fmpq_numref(x), -1) &&
                fmpz_equal_si(fmpq_denref(x), 2));
    assert_true(key_decimal("12", x) && fmpq_cmp_si(x, 12) == 0);
    assert_true(key_decimal("0.001", x) && fmpz_equal_si(fmpq_denref(x), 1000));
    fmpq_clear(x);
}

/* ---- lists ---- */

static void items_between_brackets(void **state)
{
    struct arena a = { 0 };
    const char **items;
    size_t n;

    (void)state;
    assert_true(key_items(&a, "\\{\\frac{1}{2}, (3, 4), [5, 6)\\}", "\\{",
                          "\\}", &items, &n));
    assert_int_equal(n, 3);
    assert_string_equal(items[0], "\\frac{1}{2}");
    assert_string_equal(items[2], "[5, 6)");
    assert_true(key_items(&a, "(x + 1, -2, f(3, 4))", "(", ")", &items, &n));
    assert_int_equal(n, 3);
    assert_string_equal(items[0], "x + 1");
    assert_string_equal(items[1], "-2");
    assert_string_equal(items[2], "f(3, 4)");
    assert_true(key_items(&a, "a,b , c", "", "", &items, &n) && n == 3);
    assert_string_equal(items[1], "b");
    assert_true(key_items(&a, "(7)", "(", ")", &items, &n) && n == 1);
    assert_string_equal(items[0], "7");
    arena_clear(&a);
}

static void items_that_are_none(void **state)
{
    static const char *const bad[] = {
        "",        "(",       ")",       "()",       "( )",
        "(,)",     "(1,)",    "(,1)",    "(1,,2)",   "(1, 2",
        "1, 2)",   "[1, 2]",  "(1, (2)", "(1, 2))",  "((1, 2)",
        "(1, {2)", " (1, 2)", "(1, 2) ", "(1), (2)",
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        const char **items;
        size_t n;

        if (key_items(&a, bad[i], "(", ")", &items, &n))
            fail_msg("\"%s\" has %zu items", bad[i], n);
    }
    arena_clear(&a);
}

static void sets_of_whole_numbers(void **state)
{
    static const char *const bad[] = {
        "\\{1,2\\}",
        "\\{1,  2\\}",
        "\\{ 1, 2\\}",
        "\\{1, 2 \\}",
        "\\{1 , 2\\}",
        "\\{1, 2,\\}",
        "\\{1, 2, \\}",
        "\\{, 1\\}",
        "\\{\\}",
        "\\{ \\}",
        "\\{1, 07\\}",
        "\\{-0\\}",
        "\\{1, +2\\}",
        "\\{1, 2.0\\}",
        "{1, 2}",
        "(1, 2)",
        "1, 2",
        "\\{1, 2",
        "1, 2\\}",
        "\\{1, 2\\} ",
        " \\{1, 2\\}",
        "\\{1; 2\\}",
        "\\{1, x\\}",
        "\\{1, \\frac{1}{2}\\}",
        "\\{1, 2\\}\\}",
        "\\left\\{1, 2\\right\\}",
        "\\{1, 2, 3, 4, 5\\}",
        "\\{1, 1000000000000000000\\}",
        "\\{1, 1000000000000000000000000000000000000000\\}",
        "",
        "\\{",
        "\\}",
    };
    int64_t x[4];
    size_t n;

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++)
        if (key_ints(bad[i], "\\{", "\\}", x, 4, &n))
            fail_msg("\"%s\" has %zu numbers", bad[i], n);
    assert_true(key_ints("\\{-3, 0, 12, 7\\}", "\\{", "\\}", x, 4, &n));
    assert_true(n == 4 && x[0] == -3 && x[1] == 0 && x[2] == 12 && x[3] == 7);
    assert_true(key_ints("5", "", "", x, 4, &n) && n == 1 && x[0] == 5);
    assert_true(key_ints("(8, 9)", "(", ")", x, 2, &n) && n == 2);
    assert_false(key_ints("(8, 9)", "(", ")", x, 1, &n));
    assert_false(key_ints("", "", "", x, 4, &n));
}

/* ---- polynomials ---- */

static void polynomials(void **state)
{
    static const char *const bad[] = {
        "",
        "-",
        "+x",
        "+3",
        "x ",
        " x",
        "1x",
        "-1x",
        "0x",
        "x + 1x^2",
        "x^1",
        "x^0",
        "\\frac{3}{1}x",
        "x + \\frac{5}{1}",
        "x^{1}",
        "x^{2}",
        "x^12",
        "x^02",
        "x^{02}",
        "x^{12",
        "x^",
        "x^-2",
        "x^{-2}",
        "x + x",
        "1 + x",
        "x + x^2",
        "3 + 4",
        "x+1",
        "x +1",
        "x+ 1",
        "x  + 1",
        "x + -1",
        "x - -1",
        "x + 0",
        "0x^2 + x",
        "2 x",
        "2*x",
        "x2",
        "xx",
        "x^2x",
        "y",
        "x + y",
        "2y",
        "-0",
        "07",
        "07x",
        "x + 07",
        "x + ",
        "x +",
        "x - ",
        "--x",
        "- x",
        "(x)",
        "2(x + 1)",
        "x^{99999}",
        "\\frac{2}{4}x",
        "\\frac{0}{3}x",
        "\\frac{x}{2}",
        "\\frac{1}{0}x",
        "\\frac{-1}{2}x",
        "x + \\frac{2}{4}",
        "x^2 + x + 1 ",
        "x = 1",
        "x^2 +  1",
        "0 + x",
        "0.5x",
        "x + 1 = 0",
        "\\frac{1}{2}\\frac{1}{2}x",
    };
    fmpq_poly_t p;

    (void)state;
    fmpq_poly_init(p);
    for (size_t i = 0; i < COUNT(bad); i++)
        if (key_poly(bad[i], "x", p))
            fail_msg("\"%s\" is a polynomial", bad[i]);
    assert_true(key_poly("0", "x", p) && fmpq_poly_is_zero(p));
    assert_true(key_poly("-x^{12} + \\frac{3}{4}x - 11", "x", p));
    assert_int_equal(fmpq_poly_degree(p), 12);
    assert_true(key_poly("2\\theta^2 - \\theta", "\\theta", p));
    assert_int_equal(fmpq_poly_degree(p), 2);
    assert_true(key_poly("1", "x", p) && fmpq_poly_is_one(p));
    assert_true(key_poly("11x", "x", p) && key_poly("-1", "x", p));
    fmpq_poly_clear(p);
}

/* ---- matrices ---- */

#define PMATRIX(inside) "\\begin{pmatrix} " inside " \\end{pmatrix}"

static bool reads_matrix(const char *text, slong rows, slong columns)
{
    struct arena a = { 0 };
    fmpq_mat_t m;
    bool ok;

    fmpq_mat_init(m, rows, columns);
    ok = key_matrix(&a, text, m);
    fmpq_mat_clear(m);
    arena_clear(&a);
    return ok;
}

/* A text has one size: every other is refused. */
static void matrices_have_their_size(void **state)
{
    static const struct {
        slong rows, columns;
        const char *text;
    } cases[] = {
        { 1, 1, PMATRIX("5") },
        { 1, 2, PMATRIX("1 & -2") },
        { 2, 1, PMATRIX("1 \\\\ -\\frac{1}{2}") },
        { 2, 2, PMATRIX("1 & 2 \\\\ 3 & 4") },
        { 2, 3, PMATRIX("1 & 2 & 3 \\\\ 4 & 5 & 6") },
        { 3, 2, PMATRIX("1 & 2 \\\\ 3 & 4 \\\\ 5 & 6") },
        { 3, 3, PMATRIX("1 & 0 & 0 \\\\ 0 & 1 & 0 \\\\ 0 & 0 & 1") },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        for (slong rows = 1; rows <= 4; rows++)
            for (slong columns = 1; columns <= 4; columns++)
                if (reads_matrix(cases[i].text, rows, columns) !=
                    (rows == cases[i].rows && columns == cases[i].columns))
                    fail_msg("%s as %ld x %ld", cases[i].text, (long)rows,
                             (long)columns);
}

static void matrices_have_their_entries(void **state)
{
    struct arena a = { 0 };
    fmpq_mat_t m;

    (void)state;
    fmpq_mat_init(m, 2, 2);
    assert_true(key_matrix(&a, PMATRIX("1 & -2 \\\\ \\frac{3}{4} & 5"), m));
    assert_true(fmpq_cmp_si(fmpq_mat_entry(m, 0, 0), 1) == 0 &&
                fmpq_cmp_si(fmpq_mat_entry(m, 0, 1), -2) == 0 &&
                fmpz_equal_si(fmpq_mat_entry_num(m, 1, 0), 3) &&
                fmpz_equal_si(fmpq_mat_entry_den(m, 1, 0), 4) &&
                fmpq_cmp_si(fmpq_mat_entry(m, 1, 1), 5) == 0);
    fmpq_mat_clear(m);
    arena_clear(&a);
}

static void matrices_that_are_none(void **state)
{
    static const char *const bad[] = {
        "",
        "1 & 2 \\\\ 3 & 4",
        "\\begin{pmatrix} \\end{pmatrix}",
        "\\begin{pmatrix}1 & 2 \\\\ 3 & 4\\end{pmatrix}",
        "\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}",
        PMATRIX("1&2 \\\\ 3&4"),
        PMATRIX("1 & 2\\\\3 & 4"),
        PMATRIX("1 & 2 \\\\ 3 & 04"),
        PMATRIX("1 & 2 \\\\ 3 & -0"),
        PMATRIX("1 & 2 \\\\ 3 & \\frac{2}{4}"),
        PMATRIX("1 & 2 \\\\ 3 &  4"),
        PMATRIX("1 & 2 \\\\ 3 & x"),
        PMATRIX("1 & 2 \\\\ 3 & "),
        PMATRIX("1 & 2 \\\\ 3 & 4 \\\\ "),
        PMATRIX("1 & 2 & 3 & 4"),
        PMATRIX("1 \\\\ 2 & 3 \\\\ 4"),
        PMATRIX("1 & 2 \\\\ 3 & 4") " ",
        " " PMATRIX("1 & 2 \\\\ 3 & 4"),
        PMATRIX("1 & 2 \\\\ 3 & 4") "4",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++)
        if (reads_matrix(bad[i], 2, 2))
            fail_msg("\"%s\" is a matrix", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_that_are_no_number),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(small_ratios),
        cmocka_unit_test(decimals),
        cmocka_unit_test(items_between_brackets),
        cmocka_unit_test(items_that_are_none),
        cmocka_unit_test(sets_of_whole_numbers),
        cmocka_unit_test(polynomials),
        cmocka_unit_test(matrices_have_their_size),
        cmocka_unit_test(matrices_have_their_entries),
        cmocka_unit_test(matrices_that_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
