/* SPDX-License-Identifier: Apache-2.0 */

/* Trees: sameness, free symbols, replacing. */
#include "math/read/read.h"
#include "math/tree/expr.h"
#include "math/tree/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct expr *read(struct arena *a, const char *text)
{
    struct err e = { 0 };
    const struct expr *x;

    if (!read_expr(a, text, strlen(text), NULL, &x, &e))
        fail_msg("\"%s\": %s", text, e.msg);
    return x;
}

static void sameness(void **state)
{
    static const char *const same[][2] = { { "x+1", "x + 1" },
                                           { "0.5", ".5" },
                                           { "5 cm", "5\\text{ cm}" } };
    static const char *const other[][2] = {
        { "x+1", "1+x" },     { "51.0", "51" },        { "0.50", "0.5" },
        { "11_2", "3" },      { "x<1", "x\\le 1" },    { "5 cm", "5 m" },
        { "(1,2]", "[1,2)" }, { "n!", "n!!" },         { "\\pm 1", "\\mp 1" },
        { "f(x)", "g(x)" },   { "\\sin x", "\\cos x" }
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
        assert_true(expr_same(read(&a, same[i][0]), read(&a, same[i][1])));
    for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
        assert_false(expr_same(read(&a, other[i][0]), read(&a, other[i][1])));
    arena_clear(&a);
}

static void free_symbols(void **state)
{
    static const struct {
        const char *text, *names;
    } cases[] = {
        { "x+y x", "x y " },
        { "3", "" },
        { "\\sum_{k=1}^{n} k x", "x n " },
        { "\\sum_{k=k}^{n} k", "k n " },
        { "\\int_0^t x^2 dx", "t " },
        { "\\int x^2 dx", "x " },
        { "\\lim_{x\\to a} \\frac{x}{b}", "b a " },
        { "\\{x \\mid x > a\\}", "a " },
        { "\\frac{d}{dx} x^2", "x " },
        { "f(x)+y", "f( x y " },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *const *names;
        size_t n = expr_symbols(&a, read(&a, cases[i].text), &names);
        const char *all = "";

        for (size_t k = 0; k < n; k++)
            all = arena_printf(&a, "%s%s ", all, names[k]);
        assert_string_equal(all, cases[i].names);
    }
    arena_clear(&a);
}

/* Each once, also when there are too many to look through one by one. */
static void many_symbols(void **state)
{
    const struct expr *terms[200], *x;
    const char *const *names;
    struct arena a = { 0 };

    (void)state;
    for (int i = 0; i < 200; i++)
        terms[i] = expr_symbol(&a, arena_printf(&a, "x_{%d}", i % 100));
    x = expr_new(&a, EXPR_ADD, terms, 200);
    assert_int_equal(expr_symbols(&a, x, &names), 100);
    assert_string_equal(names[99], "x_{99}");
    assert_int_equal(expr_size(x), 201);
    arena_clear(&a);
}

static void replacing(void **state)
{
    static const char *const cases[][2] = {
        { "x+x^2", "7 + 7^{2}" },
        { "\\sum_{x=1}^{x} x", "\\sum_{x = 1}^{7} x" },
        { "\\{x \\mid x > 1\\}", "\\{x \\mid x > 1\\}" },
        { "y+1", "y + 1" },
        { "\\begin{cases}x & x>1\\\\2 & \\text{otherwise}\\end{cases}",
          "\\begin{cases} 7 & 7 > 1 \\\\ 2 & \\text{otherwise} \\end{cases}" },
    };
    struct arena a = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct expr *x = read(&a, cases[i][0]);

        x = expr_replace(&a, x, "x", expr_integer(&a, 7));
        assert_string_equal(print_expr(&a, x), cases[i][1]);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sameness),
        cmocka_unit_test(free_symbols),
        cmocka_unit_test(many_symbols),
        cmocka_unit_test(replacing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
