/* SPDX-License-Identifier: Apache-2.0 */

/* Trees: sameness, free symbols, replacing. */
#include "math/read/read.h"
#include "math/tree/differentiate.h"
#include "math/tree/expr.h"
#include "math/tree/function.h"
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

/* Of all functions that have one, in the last argument; of the incomplete beta
 * function in the first. */
static void derivatives(void **state)
{
    /* clang-format off */
    static const char *const cases[][2] = {
        { "sin/1", "\\cos\\left(x\\right)" },
        { "cos/1", "-\\sin\\left(x\\right)" },
        { "tan/1", "1 + \\tan^{2}\\left(x\\right)" },
        { "cot/1", "-\\left(1 + \\cot^{2}\\left(x\\right)\\right)" },
        { "sec/1", "\\sec\\left(x\\right) \\tan\\left(x\\right)" },
        { "csc/1", "-\\csc\\left(x\\right) \\cot\\left(x\\right)" },
        { "arcsin/1", "\\frac{1}{\\sqrt{1 - x^{2}}}" },
        { "arccos/1", "-\\frac{1}{\\sqrt{1 - x^{2}}}" },
        { "arctan/1", "\\frac{1}{1 + x^{2}}" },
        { "arccot/1", "-\\frac{1}{1 + x^{2}}" },
        { "arcsec/1", "\\frac{\\left(\\frac{1}{x}\\right)^{2}}{\\sqrt{1 - \\left(\\frac{1}{x}\\right)^{2}}}" },
        { "arccsc/1", "-\\frac{\\left(\\frac{1}{x}\\right)^{2}}{\\sqrt{1 - \\left(\\frac{1}{x}\\right)^{2}}}" },
        { "sinh/1", "\\cosh\\left(x\\right)" },
        { "cosh/1", "\\sinh\\left(x\\right)" },
        { "tanh/1", "1 - \\tanh^{2}\\left(x\\right)" },
        { "coth/1", "1 - \\coth^{2}\\left(x\\right)" },
        { "sech/1", "-\\operatorname{sech}\\left(x\\right) \\tanh\\left(x\\right)" },
        { "csch/1", "-\\operatorname{csch}\\left(x\\right) \\coth\\left(x\\right)" },
        { "arsinh/1", "\\frac{1}{\\sqrt{1 + x^{2}}}" },
        { "arcosh/1", "\\frac{1}{\\sqrt{-1 + x} \\sqrt{1 + x}}" },
        { "artanh/1", "\\frac{1}{1 - x^{2}}" },
        { "arcoth/1", "\\frac{1}{1 - x^{2}}" },
        { "arsech/1", "-\\frac{\\left(\\frac{1}{x}\\right)^{2}}{\\sqrt{-1 + \\frac{1}{x}} \\sqrt{1 + \\frac{1}{x}}}" },
        { "arcsch/1", "-\\frac{\\left(\\frac{1}{x}\\right)^{2}}{\\sqrt{1 + \\left(\\frac{1}{x}\\right)^{2}}}" },
        { "exp/1", "\\exp\\left(x\\right)" },
        { "ln/1", "\\frac{1}{x}" },
        { "log/1", "\\frac{\\log\\left(e\\right)}{x}" },
        { "logb/2", "\\frac{1}{x \\ln\\left(p\\right)}" },
        { "sqrt/1", "\\frac{\\frac{1}{\\sqrt{x}}}{2}" },
        { "root/2", "\\frac{\\sqrt[p]{x}}{p x}" },
        { "abs/1", "\\frac{\\operatorname{Re}\\left(\\operatorname{conj}\\left(x\\right)\\right)}{\\left|x\\right|}" },
        { "re/1", "\\operatorname{Re}\\left(1\\right)" },
        { "im/1", "\\operatorname{Im}\\left(1\\right)" },
        { "conj/1", "\\operatorname{conj}\\left(1\\right)" },
        { "gamma/1", "\\Gamma\\left(x\\right) \\operatorname{digamma}\\left(x\\right)" },
        { "lngamma/1", "\\operatorname{digamma}\\left(x\\right)" },
        { "digamma/1", "\\operatorname{polygamma}\\left(1, x\\right)" },
        { "polygamma/2", "\\operatorname{polygamma}\\left(1 + p, x\\right)" },
        { "beta/2", "\\operatorname{beta}\\left(p, x\\right) \\cdot \\left(\\operatorname{digamma}\\left(x\\right) - \\operatorname{digamma}\\left(p + x\\right)\\right)" },
        { "gammainc/2", "-x^{-1 + p} \\exp\\left(-x\\right)" },
        { "gammalow/2", "x^{-1 + p} \\exp\\left(-x\\right)" },
        { "betainc/3", "x^{-1 + q} \\cdot \\left(1 - x\\right)^{-1 + r}" },
        { "erf/1", "\\frac{2}{\\sqrt{\\pi}} \\exp\\left(-x^{2}\\right)" },
        { "erfc/1", "-\\frac{2}{\\sqrt{\\pi}} \\exp\\left(-x^{2}\\right)" },
        { "erfi/1", "\\frac{2}{\\sqrt{\\pi}} \\exp\\left(x^{2}\\right)" },
        { "ei/1", "\\frac{\\exp\\left(x\\right)}{x}" },
        { "en/2", "-E_{-1 + p}\\left(x\\right)" },
        { "li/1", "\\frac{1}{\\ln\\left(x\\right)}" },
        { "si/1", "\\operatorname{sinc}\\left(x\\right)" },
        { "ci/1", "\\frac{\\cos\\left(x\\right)}{x}" },
        { "shi/1", "\\frac{\\sinh\\left(x\\right)}{x}" },
        { "chi/1", "\\frac{\\cosh\\left(x\\right)}{x}" },
        { "fresnels/1", "\\sin\\left(\\frac{\\pi x^{2}}{2}\\right)" },
        { "fresnelc/1", "\\cos\\left(\\frac{\\pi x^{2}}{2}\\right)" },
        { "airyai/1", "\\operatorname{airyaiprime}\\left(x\\right)" },
        { "airybi/1", "\\operatorname{airybiprime}\\left(x\\right)" },
        { "airyaiprime/1", "x \\operatorname{Ai}\\left(x\\right)" },
        { "airybiprime/1", "x \\operatorname{Bi}\\left(x\\right)" },
        { "besselj/2", "\\frac{J_{-1 + p}\\left(x\\right) - J_{1 + p}\\left(x\\right)}{2}" },
        { "bessely/2", "\\frac{Y_{-1 + p}\\left(x\\right) - Y_{1 + p}\\left(x\\right)}{2}" },
        { "besseli/2", "\\frac{I_{-1 + p}\\left(x\\right) + I_{1 + p}\\left(x\\right)}{2}" },
        { "besselk/2", "-\\frac{K_{-1 + p}\\left(x\\right) + K_{1 + p}\\left(x\\right)}{2}" },
        { "hurwitz/2", "-p \\operatorname{hurwitz}\\left(1 + p, x\\right)" },
        { "polylog/2", "\\frac{\\operatorname{Li}_{-1 + p}\\left(x\\right)}{x}" },
        { "lambertw/2", "\\frac{\\exp\\left(-W_{p}\\left(x\\right)\\right)}{1 + W_{p}\\left(x\\right)}" },
        { "elliptick/1", "\\frac{\\operatorname{elliptice}\\left(x\\right) - \\left(1 - x\\right) \\operatorname{elliptick}\\left(x\\right)}{\\left(2x\\right)\\left(1 - x\\right)}" },
        { "elliptice/1", "\\frac{\\operatorname{elliptice}\\left(x\\right) - \\operatorname{elliptick}\\left(x\\right)}{2x}" },
        { "hyp0f1/2", "\\frac{1}{p} \\operatorname{hyp0f1}\\left(1 + p, x\\right)" },
        { "hyp1f1/3", "\\frac{p}{q} \\operatorname{hyp1f1}\\left(1 + p, 1 + q, x\\right)" },
        { "hypu/3", "\\left(-p\\right) \\operatorname{hypu}\\left(1 + p, 1 + q, x\\right)" },
        { "hyp2f1/4", "\\frac{p q}{r} \\operatorname{hyp2f1}\\left(1 + p, 1 + q, 1 + r, x\\right)" },
        { "hyp3f2/6", "\\frac{\\frac{\\left(p q\\right) r}{s}}{t} \\operatorname{hyp3f2}\\left(1 + p, 1 + q, 1 + r, 1 + s, 1 + t, x\\right)" },
        { "legendrep/2", "\\frac{p \\cdot \\left(x \\operatorname{legendrep}\\left(p, x\\right) - \\operatorname{legendrep}\\left(-1 + p, x\\right)\\right)}{-1 + x^{2}}" },
        { "legendreq/2", "\\frac{p \\cdot \\left(x Q_{p}\\left(x\\right) - Q_{-1 + p}\\left(x\\right)\\right)}{-1 + x^{2}}" },
        { "hermite/2", "\\left(2p\\right) H_{-1 + p}\\left(x\\right)" },
        { "laguerre/2", "-\\operatorname{laguerre}\\left(-1 + p, 1, x\\right)" },
        { "laguerre/3", "-\\operatorname{laguerre}\\left(-1 + p, 1 + q, x\\right)" },
        { "chebyshevt/2", "p U_{-1 + p}\\left(x\\right)" },
        { "chebyshevu/2", "\\frac{\\left(1 + p\\right) T_{1 + p}\\left(x\\right) - x U_{p}\\left(x\\right)}{-1 + x^{2}}" },
        { "sinc/1", "\\frac{\\cos\\left(x\\right) - \\operatorname{sinc}\\left(x\\right)}{x}" },
    };
    /* clang-format on */
    static const char *const names[] = { "p", "q", "r", "s", "t", "u" };
    struct arena a = { 0 };
    struct work w = { .limit = 1000000 };
    size_t k = 0;

    (void)state;
    for (int id = 0; id < FN_COUNT; id++)
        for (unsigned n = 1; n <= 6; n++) {
            const struct function *f = function_card((enum function_id)id);
            unsigned by = id == FN_BETA_INC ? 0 : n - 1;
            const struct expr *args[6], *x;

            if (n < f->arity_min || (f->arity_max && n > f->arity_max))
                continue;
            for (unsigned i = 0; i < n; i++)
                args[i] = expr_symbol(&a, i == by ? "x" : names[i]);
            x = expr_call(&a, f->id, args, n);
            x = differentiate(&a, x, "x", &w);
            if (!x || (x->op == EXPR_NUMBER && fmpq_is_zero(x->number->value)))
                continue;
            assert_true(k < sizeof(cases) / sizeof(cases[0]));
            assert_string_equal(arena_printf(&a, "%s/%u", f->name, n),
                                cases[k][0]);
            assert_string_equal(print_expr(&a, x), cases[k][1]);
            k++;
        }
    assert_int_equal(k, sizeof(cases) / sizeof(cases[0]));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sameness),     cmocka_unit_test(free_symbols),
        cmocka_unit_test(many_symbols), cmocka_unit_test(replacing),
        cmocka_unit_test(derivatives),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
