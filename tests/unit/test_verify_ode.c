/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Differential equations: every notation reads as the same problem; values are
 * compared with known solutions, which must lie inside of the estimated error;
 * and claims of all kinds are verified or refused (cases/verify/ode.jsonl, with
 * the verdict in "expect").
 */
#include "../lib/claims.h"
#include "../lib/sanitized.h"
#include "math/read/read.h"
#include "verify/expression.h"
#include "verify/ode/ode.h"
#include "verify/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const epsilon[] = { "epsilon" };

static struct claim claim_of(const char *object, const char *variable,
                             const char *conditions)
{
    return (struct claim){ .kind = CLAIM_ODE,
                           .object = object,
                           .variable = variable,
                           .parameters = epsilon,
                           .parameters_n = 1,
                           .conditions = conditions,
                           .claim = "",
                           .mode = CLAIM_ASYMPTOTIC,
                           .limit = { .symbol = "epsilon" } };
}

/* ---- reading ---- */

struct notation {
    const char *object, *variable, *conditions;
    unsigned order;
    size_t conditions_n;
    bool is_linear;
};

static const struct notation notations[] = {
    { "\\epsilon y''+y'+y=0,\\ y(0)=0,\\ y(1)=1", "x", "", 2, 2, true },
    { "\\epsilon y''(x) + (1+x)y'(x) + y(x) = 0; y(0)=0, y(1)=1", "x", "", 2, 2,
      true },
    { "\\epsilon\\frac{d^2y}{dx^2}+\\frac{dy}{dx}=0 \\text{ with } y(0)=0 "
      "\\text{ and } y(1)=1",
      "x", "", 2, 2, true },
    { "\\epsilon\\frac{\\mathrm{d}^{2}y}{\\mathrm{d}x^{2}}=y^2", "x",
      "y(0)=0, y(1)=1", 2, 2, false },
    { "epsilon*d^2y/dx^2 + dy/dx = exp(y), y(0)=y(1)=0", "x", "", 2, 2, false },
    { "\\ddot{x}+\\epsilon\\dot x(1-x^2)+x=0, x(0)=1, \\dot x(0)=0", "t", "", 2,
      2, false },
    { "y_{xx}=\\epsilon y_x, y(\\pm1)=0", "x", "", 2, 2, true },
    { "y^{(4)}+2y''+y^6=0, y(0)=1,y'(0)=0,y''(0)=-1,y'''(0)=-1", "x", "", 4, 4,
      false },
    { "y^{\\prime\\prime}-xy=0; [y(0)=1, \\frac{dy}{dx}(0)=2]", "x", "", 2, 2,
      true },
    { "\\frac{d}{dx}\\left(x\\frac{dy}{dx}\\right)+xy=0, y(1)=1, y'(1)=0", "x",
      "", 2, 2, true },
    { "f'''+ff''=0, f(0)=0, f'(0)=0, f'(\\infty)=1", "x", "", 3, 3, false },
    { "y''=y, y(0)=1, y\\to0 \\text{ as } x\\to\\infty", "x", "", 2, 2, true },
    { "y''=y, y(0)=1, \\lim_{x\\to\\infty}y(x)=0", "x", "", 2, 2, true },
    { "y''=y, y(0)=1, y \\text{ bounded as } x\\to\\infty", "x", "", 2, 2,
      true },
    { "\\phi'=\\phi(1-\\phi), \\phi(0)=1/2", "s", "s>0", 1, 1, false },
    { "y(y\") + y' + xy = x^2", "x", "", 2, 0, false },
};

static void notations_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(notations) / sizeof(notations[0]); i++) {
        const struct notation *n = notations + i;
        struct claim c = claim_of(n->object, n->variable, n->conditions);
        struct arena a = { 0 };
        struct object o = { 0 };
        const char *why = NULL;
        const struct ode *ode;

        if (!object_ode.read(&a, &c, &o, &why))
            fail_msg("%s: %s", n->object, why);
        ode = o.own;
        if (ode->order != n->order || ode->conditions_n != n->conditions_n ||
            ode->is_linear != n->is_linear || !ode->highest)
            fail_msg("%s: order %u, %zu conditions, linear %d", n->object,
                     ode->order, ode->conditions_n, ode->is_linear);
        arena_clear(&a);
    }
}

/* ---- values ---- */

struct known {
    const char *object;
    const char *solution; /* exact */
    int from, to;         /* epsilon = 2^-from ... 2^-to */
};

static const struct known known[] = {
    { "\\epsilon y''+y'+y=0, y(0)=0, y(1)=1",
      "(e^{(-1+\\sqrt{1-4\\epsilon})x/(2\\epsilon)}-e^{(-1-\\sqrt{1-4\\epsilon})"
      "x/(2\\epsilon)})/(e^{(-1+\\sqrt{1-4\\epsilon})/(2\\epsilon)}-e^{(-1-"
      "\\sqrt{1-4\\epsilon})/(2\\epsilon)})",
      4, 16 },
    { "\\epsilon y''-y'=1, y(0)=0, y(1)=0",
      "(e^{(x-1)/\\epsilon}-e^{-1/\\epsilon})/(1-e^{-1/\\epsilon})-x", 4, 16 },
    { "\\epsilon y''-y=-1, y(0)=0, y(1)=0",
      "1-(e^{-x/\\sqrt{\\epsilon}}+e^{-(1-x)/\\sqrt{\\epsilon}})/"
      "(1+e^{-1/\\sqrt{\\epsilon}})",
      4, 20 },
    { "\\epsilon y''+xy'=0, y(-1)=-1, y(1)=1",
      "\\operatorname{erf}(x/\\sqrt{2\\epsilon})/\\operatorname{erf}(1/"
      "\\sqrt{2\\epsilon})",
      4, 20 },
    { "\\epsilon^2y''+y=0, y(0)=0, y(1)=1",
      "\\sin(x/\\epsilon)/\\sin(1/\\epsilon)", 3, 12 },
    { "\\epsilon^2y''=y, y(0)=0, y'(0)=1", "\\epsilon\\sinh(x/\\epsilon)", 2,
      10 },
    { "\\epsilon y'=-y+x, y(0)=1", "x-\\epsilon+(1+\\epsilon)e^{-x/\\epsilon}",
      2, 10 },
    { "y'=1+y^2, y(0)=0", "\\tan x", 1, 1 },
    { "\\epsilon^2y''+2y=0, y(0)=1, y'(0)=0", "\\cos(\\sqrt{2}x/\\epsilon)", 2,
      12 },
    { "\\epsilon^2y''=2y, y(0)=1, y'(0)=-\\sqrt{2}/\\epsilon",
      "e^{-\\sqrt{2}x/\\epsilon}", 2, 6 },
    { "\\epsilon y'=y-x/3-\\epsilon/3, y(0)=2\\epsilon/3", "(x+2\\epsilon)/3",
      2, 6 },
    { "y''=xy, y(0)=\\operatorname{Ai}(0), y'(0)=\\operatorname{Ai}'(0)",
      "\\operatorname{Ai}(x)", 1, 1 },
    { "xy''+y'+xy=0, y(0)=1, y(2)=J_0(2)", "J_0(x)", 1, 1 },
    { "\\epsilon y''=y^3, y(0)=1, y(1)=1/(1+1/\\sqrt{2\\epsilon})",
      "1/(1+x/\\sqrt{2\\epsilon})", 4, 16 },
};

#define PLACES 24

/* The sanitizers, which are slow, see each kind of problem and a part of the
 * claims. */
#define STRIDE (SANITIZED ? 8 : 2)
#define EACH   (SANITIZED ? 5 : 1)

/* Where values are asked: outer points, and points near both ends. */
static void put_places(arb_ptr xs, double low, double high, int k)
{
    for (int i = 0; i < PLACES; i++) {
        double t = i < 12   ? (i + 0.5) / 12
                   : i < 18 ? (i - 11) * 0.4 / (double)(1 << k)
                            : 1 - (i - 17) * 0.4 / (double)(1 << k);

        arb_set_d(xs + i, low + (high - low) * (t < 0 ? 0 : t > 1 ? 1 : t));
    }
}

/* The largest error over the largest value; each must be inside its ball. */
static void check_known(const struct known *n, int k, struct arena *a)
{
    static const char *const names[] = { "epsilon", "x" };
    struct claim c = claim_of(n->object, "x", "");
    struct work w = { .limit = 400000000 };
    struct object o = { 0 };
    struct read_options opt = { .symbols = names, .symbols_n = 2 };
    struct object_value v[PLACES];
    arb_ptr xs = _arb_vec_init(PLACES);
    acb_ptr at = _acb_vec_init(2);
    struct ball_point point = { .names = names, .values = at, .n = 1 };
    struct object_query q = { .at = &point, .xs = xs, .n = PLACES, .bits = 53 };
    const struct expr *x;
    const char *why = NULL;
    struct err e;
    int compared = 0;
    acb_t y;

    acb_init(y);
    acb_one(at);
    acb_mul_2exp_si(at, at, -k);
    if (!object_ode.read(a, &c, &o, &why) ||
        !read_expr(a, n->solution, strlen(n->solution), &opt, &x, &e))
        fail_msg("%s: %s", n->object, why ? why : e.msg);
    put_places(xs, expression_end(o.from, &point, &w),
               expression_end(o.to, &point, &w), k);
    for (int i = 0; i < PLACES; i++)
        acb_init(v[i].value);
    if (!object_ode.values(&o, &q, v, &w, &why))
        fail_msg("%s at 2^-%d: %s", n->object, k, why);
    point.n = 2;
    for (int i = 0; i < PLACES; i++) {
        acb_set_arb(at + 1, xs + i);
        /* e^{-1000000} has no ball. */
        if (ball_eval(y, x, &point, 200, &w) != BALL_VALUE)
            acb_set(y, v[i].value);
        else
            compared++;
        if (!acb_overlaps(y, v[i].value))
            fail_msg("%s at 2^-%d, place %d: %s is not %s", n->object, k, i,
                     arb_get_str(acb_realref(v[i].value), 17, 0),
                     arb_get_str(acb_realref(y), 17, 0));
        assert_true(mag_cmp_2exp_si(arb_radref(acb_realref(v[i].value)), -26) <
                        0 ||
                    arb_rel_accuracy_bits(acb_realref(v[i].value)) >= 26);
        acb_clear(v[i].value);
    }
    assert_true(compared >= PLACES / 4);
    _arb_vec_clear(xs, PLACES);
    _acb_vec_clear(at, 2);
    acb_clear(y);
}

static void values_are_inside_of_their_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        for (int k = known[i].from; k <= known[i].to; k += STRIDE) {
            struct arena a = { 0 };

            check_known(known + i, k, &a);
            arena_clear(&a);
        }
}

/* ---- claims ---- */

static void claims_hold_or_fail(void **state)
{
    (void)state;
    assert_int_equal(claims_check("verify/ode.jsonl", EACH), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notations_are_read),
        cmocka_unit_test(values_are_inside_of_their_errors),
        cmocka_unit_test(claims_hold_or_fail),
    };

    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    flint_cleanup();
    return failed;
}
