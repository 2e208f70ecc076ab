/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ball arithmetic: values against tables and identities, each at two
 * precisions; poles, ceilings and what is left undecided; and that work is
 * bounded whatever the tree.
 */
#include "../lib/cases.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/read/read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Enough for a hard integral at both precisions. */
#define WORK_TEST 8000000u

/* ---- helpers ---- */

/* x = 3/4, y = 3/2; exact in binary. */
static void point_init(struct ball_point *p)
{
    static const char *const names[] = { "x", "y" };
    acb_ptr v = _acb_vec_init(2);

    acb_set_si(v, 3);
    acb_mul_2exp_si(v, v, -2);
    acb_set_si(v + 1, 3);
    acb_mul_2exp_si(v + 1, v + 1, -1);
    *p = (struct ball_point){ .names = names, .values = v, .n = 2 };
}

static void point_clear(struct ball_point *p)
{
    acb_ptr v = (acb_ptr)(uintptr_t)p->values;

    _acb_vec_clear(v, 2);
}

static const struct expr *read_or_fail(struct arena *a, struct cases *c,
                                       const char *text)
{
    struct err e = { 0 };
    const struct expr *x = NULL;

    if (!read_expr(a, text, strlen(text), NULL, &x, &e)) {
        cases_fail(c, "cannot read \"%s\": %s", text, e.msg);
        return NULL;
    }
    return x;
}

static const char *name_of(enum ball got, const struct work *w, char *buf,
                           size_t n)
{
    switch (got) {
    case BALL_VALUE: return "a value";
    case BALL_UNDEFINED: return "undefined";
    case BALL_UNKNOWN: return "unknown";
    case BALL_LIMIT: break;
    }
    snprintf(buf, n, "limit %s", w->ceiling ? w->ceiling : "?");
    return buf;
}

static bool is_accurate(const acb_t z, slong bits)
{
    mag_t m;
    bool is;

    mag_init(m);
    mag_max(m, arb_radref(acb_realref(z)), arb_radref(acb_imagref(z)));
    is = acb_rel_accuracy_bits(z) >= bits || mag_cmp_2exp_si(m, -bits) < 0;
    mag_clear(m);
    return is;
}

/* A ball of half a unit of the last digit around a decimal. */
static void set_decimal(acb_t out, const char *text)
{
    const char *dot = strchr(text, '.');
    slong places = dot ? (slong)strlen(dot + 1) : 0;
    arb_t ulp;

    arb_init(ulp);
    acb_zero(out);
    arb_set_str(acb_realref(out), text, 200);
    arb_set_si(ulp, 10);
    arb_pow_ui(ulp, ulp, (ulong)places, 200);
    arb_inv(ulp, ulp, 200);
    arb_mul_2exp_si(ulp, ulp, -1);
    arb_add_error(acb_realref(out), ulp);
    arb_clear(ulp);
}

/* ---- text cases ---- */

/* The value at 128 and 256 bits; both must hold the same number. */
static bool value_twice(acb_t out, struct cases *c, const struct expr *x,
                        const struct ball_point *p)
{
    struct work w = { .limit = WORK_TEST };
    char buf[80];
    enum ball got;
    acb_t more;
    bool ok = true;

    acb_init(more);
    got = ball_eval(out, x, p, 128, &w);
    if (got != BALL_VALUE)
        ok = false;
    if (ok && !is_accurate(out, 88)) {
        cases_fail(c, "only %ld good bits", (long)acb_rel_accuracy_bits(out));
        ok = false;
    } else if (!ok)
        cases_fail(c, "got %s", name_of(got, &w, buf, sizeof(buf)));
    w = (struct work){ .limit = WORK_TEST };
    if (ok && (ball_eval(more, x, p, 256, &w) != BALL_VALUE ||
               !acb_overlaps(out, more))) {
        cases_fail(c, "the value at 256 bits is another");
        ok = false;
    }
    if (ok)
        acb_set(out, more);
    acb_clear(more);
    return ok;
}

static void check_value(struct cases *c, struct arena *a, const struct expr *x,
                        const char *want, const struct ball_point *p)
{
    const struct expr *y = NULL;
    acb_t u, v;
    bool ok;

    acb_init(u);
    acb_init(v);
    if (want[0] == '=') {
        y = read_or_fail(a, c, want + 1);
        ok = y && value_twice(v, c, y, p);
    } else {
        set_decimal(v, want);
        ok = true;
    }
    ok = ok && value_twice(u, c, x, p);
    if (ok && !acb_overlaps(u, v))
        cases_fail(c, "is another number: %s",
                   arb_get_str(acb_realref(u), 25, 0));
    acb_clear(u);
    acb_clear(v);
}

static void run_cases(const char *file)
{
    struct arena a = { 0 };
    struct ball_point p;
    struct cases c;
    const char *line[2];
    char buf[80];
    acb_t z;

    acb_init(z);
    point_init(&p);
    cases_open(&c, file);
    while (cases_next(&c, line, 2)) {
        const struct expr *x = read_or_fail(&a, &c, line[0]);
        struct work w = { .limit = WORK_TEST };

        if (!x)
            continue;
        if (line[1][0] == '=' || line[1][0] == '-' || is_digit(line[1][0]))
            check_value(&c, &a, x, line[1], &p);
        else {
            enum ball got = ball_eval(z, x, &p, 128, &w);
            const char *name = name_of(got, &w, buf, sizeof(buf));

            if (strcmp(name, line[1]) != 0)
                cases_fail(&c, "got %s", name);
        }
        arena_reset(&a);
    }
    point_clear(&p);
    acb_clear(z);
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

static void test_values(void **state)
{
    (void)state;
    run_cases("ball/values.test");
}

static void test_special(void **state)
{
    (void)state;
    run_cases("ball/special.test");
}

static void test_calculus(void **state)
{
    (void)state;
    run_cases("ball/calculus.test");
}

static void test_refused(void **state)
{
    (void)state;
    run_cases("ball/refused.test");
}

static void check_tower(struct cases *c, struct arena *a,
                        const char *const *line)
{
    const struct expr *x = read_or_fail(a, c, line[0]);
    const struct expr *y = read_or_fail(a, c, line[2]);
    struct work w = { .limit = LIMIT_WORK };
    char buf[80];
    enum ball got;
    int sign;
    acb_t log;
    arb_t out;

    if (!x || !y)
        return;
    acb_init(log);
    arb_init(out);
    got = ball_log_abs(out, &sign, x, 128, &w);
    if (got != BALL_VALUE)
        cases_fail(c, "got %s", name_of(got, &w, buf, sizeof(buf)));
    else if (sign != (int)strtol(line[1], NULL, 10))
        cases_fail(c, "the sign is %d", sign);
    else if (ball_eval(log, y, NULL, 192, &w) != BALL_VALUE ||
             (sign && !arb_overlaps(out, acb_realref(log))))
        cases_fail(c, "the logarithm is another");
    else if (sign && arb_rel_accuracy_bits(out) < 60)
        cases_fail(c, "only %ld good bits", (long)arb_rel_accuracy_bits(out));
    acb_clear(log);
    arb_clear(out);
}

static void test_towers(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *line[3];

    (void)state;
    cases_open(&c, "ball/towers.test");
    while (cases_next(&c, line, 3)) {
        check_tower(&c, &a, line);
        arena_reset(&a);
    }
    arena_clear(&a);
    assert_int_equal(cases_close(&c), 0);
}

/* ---- what text cannot say ---- */

static enum ball eval_call(acb_t out, struct arena *a, enum function_id id,
                           long first, long second)
{
    const struct expr *args[2] = { expr_integer(a, first),
                                   expr_integer(a, second) };
    struct work w = { .limit = LIMIT_WORK };

    return ball_eval(out, expr_call(a, id, args, 2), NULL, 128, &w);
}

/* Elliptic integrals take the parameter m; Pi has 1 - n sin^2 below, with
 * this sign: checked against the integral itself. */
static void test_elliptic_pi(void **state)
{
    static const char text[] = "\\int_0^1 \\frac{1}{(1-\\frac{1}{2}\\sin^2 t)"
                               "\\sqrt{1-\\frac{1}{4}\\sin^2 t}}\\,dt";
    struct arena a = { 0 };
    struct work w = { .limit = LIMIT_WORK };
    const struct expr *args[3], *x = NULL;
    struct err e;
    acb_t u, v;
    fmpq_t q;

    (void)state;
    acb_init(u);
    acb_init(v);
    fmpq_init(q);
    fmpq_set_si(q, 1, 2);
    args[0] = expr_rational(&a, q);
    args[1] = expr_integer(&a, 1);
    fmpq_set_si(q, 1, 4);
    args[2] = expr_rational(&a, q);
    assert_int_equal(
        ball_eval(u, expr_call(&a, FN_ELLIPTIC_PI, args, 3), NULL, 128, &w),
        BALL_VALUE);
    assert_true(read_expr(&a, text, strlen(text), NULL, &x, &e));
    assert_int_equal(ball_eval(v, x, NULL, 128, &w), BALL_VALUE);
    assert_true(acb_overlaps(u, v));
    assert_true(acb_rel_accuracy_bits(u) > 90);
    assert_true(acb_rel_accuracy_bits(v) > 90);
    acb_clear(u);
    acb_clear(v);
    fmpq_clear(q);
    arena_clear(&a);
}

/* A bare \log means what the point says; \ln does not. */
static void test_log_base(void **state)
{
    struct arena a = { 0 };
    struct ball_point p = { .log10 = true };
    struct work w = { .limit = LIMIT_WORK };
    const struct expr *x = expr_integer(&a, 1000);
    acb_t z;

    (void)state;
    acb_init(z);
    x = expr_call(&a, FN_LOG, &x, 1);
    assert_int_equal(ball_eval(z, x, &p, 128, &w), BALL_VALUE);
    assert_true(acb_contains_int(z));
    assert_int_equal(ball_eval(z, x, NULL, 128, &w), BALL_VALUE);
    assert_false(acb_contains_int(z));
    acb_clear(z);
    arena_clear(&a);
}

/* x + x of shared subtrees, 60 levels: 2^60 terms in 60 nodes. */
static void test_shared_tree(void **state)
{
    struct arena a = { 0 };
    const struct expr *x = expr_symbol(&a, "x");
    struct ball_point p;
    struct work w = { .limit = LIMIT_WORK };
    acb_t z;

    (void)state;
    acb_init(z);
    point_init(&p);
    for (int i = 0; i < 60; i++)
        x = expr_binary(&a, EXPR_ADD, x, x);
    assert_int_equal(ball_eval(z, x, &p, 128, &w), BALL_LIMIT);
    assert_string_equal(w.ceiling, "work");
    assert_false(acb_is_finite(z));
    point_clear(&p);
    acb_clear(z);
    arena_clear(&a);
}

/* Thousands of nested signs must not run over the C stack. */
static void test_deep_tree(void **state)
{
    struct arena a = { 0 };
    const struct expr *x = expr_integer(&a, 1);
    struct work w = { .limit = LIMIT_WORK };
    acb_t z;
    arb_t log;
    int sign;

    (void)state;
    acb_init(z);
    arb_init(log);
    for (int i = 0; i < 20000; i++)
        x = expr_unary(&a, i % 2 ? EXPR_NEG : EXPR_PERCENT, x);
    assert_int_equal(ball_eval(z, x, NULL, 128, &w), BALL_LIMIT);
    assert_string_equal(w.ceiling, "depth");
    w = (struct work){ .limit = LIMIT_WORK };
    assert_int_equal(ball_log_abs(log, &sign, x, 128, &w), BALL_LIMIT);
    acb_clear(z);
    arb_clear(log);
    arena_clear(&a);
}

/* The ceiling is met at any point of a long computation. */
static void test_little_work(void **state)
{
    static const char text[] = "\\int_0^\\infty \\frac{t^3}{e^t-1}\\,dt+"
                               "\\lim_{t\\to 0}\\frac{\\sin t-t}{t^3}";
    struct arena a = { 0 };
    const struct expr *x = NULL;
    struct err e;
    acb_t z;

    (void)state;
    acb_init(z);
    assert_true(read_expr(&a, text, strlen(text), NULL, &x, &e));
    for (uint64_t limit = 1; limit < 300000; limit = limit * 3 / 2 + 1) {
        struct work w = { .limit = limit };
        enum ball got = ball_eval(z, x, NULL, 96, &w);

        assert_true(w.used <= w.limit);
        if (got == BALL_VALUE)
            break;
        assert_int_equal(got, BALL_LIMIT);
        assert_string_equal(w.ceiling, "work");
    }
    acb_clear(z);
    arena_clear(&a);
}

/* From 64 to LIMIT_BALL_BITS, and nothing outside of that. */
static void test_precisions(void **state)
{
    struct arena a = { 0 };
    const struct expr *x = expr_integer(&a, 2);
    acb_t z;

    (void)state;
    acb_init(z);
    x = expr_call(&a, FN_SQRT, &x, 1);
    for (slong bits = 1; bits < 100000; bits *= 4) {
        struct work w = { .limit = LIMIT_WORK };
        slong good;

        assert_int_equal(ball_eval(z, x, NULL, bits, &w), BALL_VALUE);
        good = acb_rel_accuracy_bits(z);
        assert_true(good >= (bits < 4000 ? bits - 4 : 4000));
        assert_true(good <= LIMIT_BALL_BITS + 8);
    }
    acb_clear(z);
    arena_clear(&a);
}

static void test_orders(void **state)
{
    struct arena a = { 0 };
    acb_t z;

    (void)state;
    acb_init(z);
    assert_int_equal(eval_call(z, &a, FN_BESSEL_K, 1, 0), BALL_UNDEFINED);
    assert_int_equal(eval_call(z, &a, FN_BESSEL_K, 1, 2), BALL_VALUE);
    assert_true(acb_is_real(z));
    assert_int_equal(eval_call(z, &a, FN_POLYLOG, 1, 1), BALL_UNDEFINED);
    assert_int_equal(eval_call(z, &a, FN_POLYLOG, 2, 1), BALL_VALUE);
    assert_int_equal(eval_call(z, &a, FN_LAMBERT, -1, 0), BALL_UNDEFINED);
    assert_int_equal(eval_call(z, &a, FN_CHEBYSHEV_T, 5, 2), BALL_VALUE);
    assert_true(acb_equal_si(z, 362));
    assert_int_equal(eval_call(z, &a, FN_HERMITE, 3, 2), BALL_VALUE);
    assert_true(acb_contains_int(z));
    assert_int_equal(eval_call(z, &a, FN_LEGENDRE_P, 2, 3), BALL_VALUE);
    assert_true(arb_contains_si(acb_realref(z), 13));
    acb_clear(z);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),     cmocka_unit_test(test_special),
        cmocka_unit_test(test_calculus),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_towers),     cmocka_unit_test(test_elliptic_pi),
        cmocka_unit_test(test_log_base),   cmocka_unit_test(test_shared_tree),
        cmocka_unit_test(test_deep_tree),  cmocka_unit_test(test_little_work),
        cmocka_unit_test(test_precisions), cmocka_unit_test(test_orders),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    flint_cleanup();
    return failed;
}
