/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What one ball evaluation costs, for formulas of the kind that asymptotics
 * exercises end in, and how many nanoseconds are behind one unit of work:
 * that ratio must stay below 80, so that LIMIT_WORK units are under 80 ms.
 */
#include "base/clock.h"
#include "base/limits.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/read/read.h"

#include <stdio.h>
#include <string.h>

static const char *const formulas[] = {
    "x^2+3x-1",
    "\\frac{1}{2}e^{-x}\\left(\\cos(2x)+\\frac{1}{2}\\sin(2x)\\right)",
    "\\sqrt{\\frac{\\pi}{2y}}\\,e^{-y x^2}\\left(1+\\frac{3}{8y}\\right)",
    "\\frac{\\sqrt{\\pi}}{2}\\operatorname{erf}(y)-\\tanh(x)e^{-y}",
    "\\left(1-x+\\frac{x^2}{2}\\right)e^{-y/x}+\\frac{y}{1+e^{(x-1)/0.1}}"
    "-\\sqrt{1+x^2}\\left(\\ln(1+y)+\\tanh\\frac{x-y}{2}\\right)"
    "+\\operatorname{erf}\\left(\\frac{x}{\\sqrt{2}}\\right)\\cosh(x)",
    "\\Gamma(x+1)\\,y^{-x-1}",
    "J_0(x y)+\\frac{2}{\\pi}\\ln(x)\\,J_1(y)",
    "\\operatorname{Ai}(y)\\,e^{\\frac{2}{3}y^{3/2}}",
    "\\sum_{k=0}^{20}\\frac{(-1)^k x^{2k}}{k!}",
    "\\int_0^1 e^{-y t}\\cos(x t)\\,dt",
    "\\int_0^\\infty e^{-y t^2}\\cos(x t)\\,dt",
    "\\int_0^\\infty \\frac{e^{-y t}}{1+t^2}\\,dt",
    "\\int_0^1 \\frac{e^{-y t}}{\\sqrt{t}}\\,dt",
    "\\int_0^1 \\frac{1}{\\sqrt{1-t^2}}\\,dt",
    "\\lim_{t\\to 0}\\frac{\\sin(x t)}{t}",
};

static void measure(const char *text, const struct ball_point *p, slong bits)
{
    struct clock clock = clock_real();
    struct arena a = { 0 };
    struct work w = { 0 };
    const struct expr *x;
    struct err e;
    uint64_t start, spent = 0, units;
    unsigned runs = 0;
    enum ball got;
    acb_t z;

    acb_init(z);
    if (!read_expr(&a, text, strlen(text), NULL, &x, &e)) {
        printf("%s: %s\n", text, e.msg);
        return;
    }
    w.limit = 20 * LIMIT_WORK;
    got = ball_eval(z, x, p, bits, &w);
    units = w.used;
    start = clock_now(&clock);
    while (spent < 20000000 && ++runs) {
        w = (struct work){ .limit = 20 * LIMIT_WORK };
        got = ball_eval(z, x, p, bits, &w);
        spent = clock_now(&clock) - start;
    }
    printf("%10.1f us %9lu units %5.0f ns a unit %4ld bits  %.60s%s\n",
           (double)spent / runs / 1e3, (unsigned long)units,
           (double)spent / runs / (double)units,
           got == BALL_VALUE ? (long)acb_rel_accuracy_bits(z) : 0L, text,
           got == BALL_VALUE ? "" : " (no value)");
    acb_clear(z);
    arena_clear(&a);
}

int main(void)
{
    static const char *const names[] = { "x", "y" };
    struct ball_point p = { .names = names, .n = 2 };
    acb_ptr v = _acb_vec_init(2);

    acb_set_d(v, 0.8125);
    acb_set_d(v + 1, 2.375);
    p.values = v;
    for (slong bits = 128; bits <= 256; bits *= 2) {
        printf("%ld bits\n", (long)bits);
        for (size_t i = 0; i < sizeof(formulas) / sizeof(*formulas); i++)
            measure(formulas[i], &p, bits);
    }
    _acb_vec_clear(v, 2);
    flint_cleanup();
    return 0;
}
