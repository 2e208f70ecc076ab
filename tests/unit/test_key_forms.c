/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Keys that are closed forms: their values in balls, and that what has none is
 * refused.
 */
#include "family/recipe/algebra.h"
#include "family/recipe/keys.h"
#include "math/arb.h"
#include "math/flint_poly.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void balls_hold_the_value(void **state)
{
    static const struct {
        const char *text, *digits;
    } cases[] = {
        { "\\frac{3\\pi}{4}", "2.35619449019234492884698253745963" },
        { "2\\sqrt{3}", "3.46410161513775458705489268301174" },
        { "e^2 - 1", "6.38905609893065022723042746057501" },
        { "-\\frac{7}{3}", "-2.33333333333333333333333333333333" },
        { "\\sqrt{2} - \\sqrt{3}", "-0.31783724519578224472575761729617" },
        { "\\ln 2", "0.69314718055994530941723212145818" },
        { "0", "0" },
    };
    struct arena a = { 0 };
    arb_t x, want;

    (void)state;
    arb_init(x);
    arb_init(want);
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_true(key_ball(&a, cases[i].text, 200, x));
        arb_set_str(want, cases[i].digits, 200);
        arb_add_error_2exp_si(want, -95);
        if (!arb_overlaps(x, want) || mag_cmp_2exp_si(arb_radref(x), -150) > 0)
            fail_msg("%s is not %s", cases[i].text, cases[i].digits);
    }
    arb_clear(want);
    arb_clear(x);
    arena_clear(&a);
}

static void balls_of_what_has_no_value(void **state)
{
    static const char *const bad[] = {
        "",
        "\\sqrt{-2}",
        "i",
        "3 + 2i",
        "\\frac{1}{0}",
        "x",
        "2x",
        "\\frac{1",
        "\\sqrt{",
        "\\ln 0",
        "1 = 1",
        "(1, 2)",
        "\\frac{1}{2}3",
        "(2)3",
        "\\sqrt{2}3",
        "\\infty",
        "\\frac{1}{2} 3",
        "2\\pi1",
        "07",
        "+3",
        "$3$",
        "\\boxed{3}",
        "1,000",
        "3\\%",
        "3!",
    };
    struct arena a = { 0 };
    arb_t x;

    (void)state;
    arb_init(x);
    for (size_t i = 0; i < COUNT(bad); i++)
        if (key_ball(&a, bad[i], 64, x))
            fail_msg("\"%s\" has a value", bad[i]);
    arb_clear(x);
    arena_clear(&a);
}

static void letters_have_their_values(void **state)
{
    static const char *const names[] = { "x", "t" };
    struct arena a = { 0 };
    fmpq *at = _fmpq_vec_init(2);
    arb_t x;

    (void)state;
    arb_init(x);
    fmpq_set_si(at, 3, 2);
    fmpq_set_si(at + 1, -4, 1);
    assert_true(key_ball_at(&a, "2x^2 - t", names, at, 2, 64, x));
    assert_true(arb_contains_si(x, 8) == 0);
    arb_mul_si(x, x, 2, 64);
    assert_true(arb_contains_si(x, 17)); /* 2 * 9/4 + 4 */
    assert_false(key_ball_at(&a, "2x^2 - y", names, at, 2, 64, x));
    assert_false(key_ball_at(&a, "2x^2 - t", names, at, 1, 64, x));
    assert_false(key_ball_at(&a, "\\sqrt{t}", names, at, 2, 64, x));
    arb_clear(x);
    _fmpq_vec_clear(at, 2);
    arena_clear(&a);
}

static void complex_values(void **state)
{
    struct arena a = { 0 };
    acb_t z;

    (void)state;
    acb_init(z);
    assert_true(key_complex(&a, "3 + 2i", 64, z));
    assert_true(arb_equal_si(acb_realref(z), 3) &&
                arb_equal_si(acb_imagref(z), 2));
    assert_true(key_complex(&a, "-i", 64, z));
    assert_true(arb_contains_zero(acb_realref(z)) &&
                arb_equal_si(acb_imagref(z), -1));
    assert_true(key_complex(&a, "e^{i\\pi/3}", 64, z));
    acb_pow_ui(z, z, 3, 64);
    assert_true(acb_contains_zero(z) == 0 &&
                arb_contains_si(acb_realref(z), -1) &&
                arb_contains_zero(acb_imagref(z)));
    assert_true(key_complex(&a, "7", 64, z) && acb_is_real(z));
    assert_false(key_complex(&a, "3 + 2j", 64, z));
    acb_clear(z);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_hold_the_value),
        cmocka_unit_test(balls_of_what_has_no_value),
        cmocka_unit_test(letters_have_their_values),
        cmocka_unit_test(complex_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
