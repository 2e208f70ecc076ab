/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The verifier: claims that are malformed, conditions, trends, and a part of
 * the tables of tests/cases/verify, whose every line has its expected verdict.
 * tests/cli/verify.sh has all of them.
 */
#include "../lib/claims.h"
#include "base/str.h"
#include "verify/conditions.h"
#include "verify/trend.h"
#include "verify/verify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- claims ---- */

static bool read_claim(struct arena *a, const char *text, struct claim *c,
                       struct err *e)
{
    struct json *j;

    return json_read(a, text, strlen(text), 7, &j, e) &&
           claim_from_json(a, j, c, e);
}

static void malformed_claims(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        { "[]", "a claim must be an object" },
        { "{}", "kind" },
        { "{\"id\": [], \"kind\": \"sum\"}", "\"id\" must be" },
        { "{\"id\": 1}", "kind" },
        { "{\"id\": 1, \"kind\": \"series\"}",
          "\"kind\" must be integral, sum, root, ode, pde or expectation, "
          "not \"series\"" },
        { "{\"id\": 1, \"kind\": \"sum\"}", "object" },
        { "{\"id\": 1, \"kind\": \"sum\", \"object\": \"1\"}", "claim" },
        { "{\"id\": 1, \"kind\": \"sum\", \"object\": \"1\", \"claim\": \"1\", "
          "\"parameters\": 3}",
          "\"parameters\" must be" },
        { "{\"id\": 1, \"kind\": \"sum\", \"object\": \"1\", \"claim\": \"1\", "
          "\"mode\": \"same\"}",
          "\"mode\" must be" },
        { "{\"id\": 1, \"kind\": \"sum\", \"object\": \"1\", \"claim\": \"1\", "
          "\"mode\": \"asymptotic\"}",
          "\"limit\" must be" },
        { "{\"id\": 1, \"kind\": \"sum\", \"object\": \"1\", \"claim\": \"1\", "
          "\"limit\": {\"symbol\": \"x\"}}",
          "\"limit.to\" must be" },
        { "{\"id\": 1, \"kind\": \"sum\", \"object\": \"1\", \"claim\": \"1\", "
          "\"limit\": {\"symbol\": \"x\", \"to\": \"inf\", \"order\": \"a\"}}",
          "\"limit.order\" must be" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena a = { 0 };
        struct claim c;
        struct err e = { 0 };

        assert_false(read_claim(&a, cases[i].text, &c, &e));
        if (!strstr(e.msg, cases[i].says))
            fail_msg("%s: %s", cases[i].text, e.msg);
        assert_int_equal(e.line, 7);
        arena_clear(&a);
    }
}

static void limits_are_read(void **state)
{
    struct arena a = { 0 };
    struct claim c;
    struct err e;

    (void)state;
    assert_true(read_claim(
        &a,
        "{\"id\": 1, \"kind\": \"root\", \"object\": \"x=1\", \"claim\": "
        "\"1\", \"parameters\": [\"\\\\varepsilon\"], \"limit\": {\"symbol\": "
        "\"\\\\epsilon\", \"to\": \"0+\", \"order\": \"-3/2\"}}",
        &c, &e));
    assert_string_equal(c.parameters[0], "epsilon");
    assert_string_equal(c.limit.symbol, "epsilon");
    assert_int_equal(c.limit.to, LIMIT_ZERO_ABOVE);
    assert_true(c.limit.has_order);
    assert_int_equal(fmpz_get_si(fmpq_numref(c.limit.order)), -3);
    assert_int_equal(fmpz_get_si(fmpq_denref(c.limit.order)), 2);
    assert_true(read_claim(
        &a,
        "{\"id\": 1, \"kind\": \"root\", \"object\": \"x=1\", \"claim\": "
        "\"1\", \"limit\": {\"symbol\": \"x\", \"to\": \"inf\", \"order\": "
        "-0.75}}",
        &c, &e));
    assert_int_equal(fmpz_get_si(fmpq_numref(c.limit.order)), -3);
    assert_int_equal(fmpz_get_si(fmpq_denref(c.limit.order)), 4);
    arena_clear(&a);
}

/* ---- conditions ---- */

static void conditions_are_cut(void **state)
{
    static const char *const names[] = { "a", "b", "n" };
    struct arena a = { 0 };
    struct claim c = { .parameters = names,
                       .parameters_n = 3,
                       .variable = "x",
                       .conditions = "a, b > 0, b < \\frac{a}{2}, n positive "
                                     "integer, the root that tends to 1" };
    struct ball_point at = { .names = names, .n = 3 };
    acb_ptr v = _acb_vec_init(3);
    struct work w = { .limit = 10000000 };
    struct conditions found;

    (void)state;
    conditions_read(&a, &c, &found);
    assert_int_equal(found.relations_n, 4);
    assert_int_equal(found.phrases_n, 1);
    assert_string_equal(found.phrases[0], "the root that tends to 1");
    assert_true(conditions_whole(&found, "n"));
    assert_false(conditions_whole(&found, "a"));
    at.values = v;
    for (unsigned i = 0; i < 20; i++) {
        assert_true(conditions_draw(&found, &at, v, 3, i, &w));
        assert_true(arb_is_positive(acb_realref(v + 1)));
        assert_true(arb_gt(acb_realref(v), acb_realref(v + 1)));
        assert_true(acb_is_int(v + 2));
    }
    _acb_vec_clear(v, 3);
    arena_clear(&a);
}

/* ---- trends ---- */

static double plateau(double l)
{
    return 0.03 + exp2(-l);
}
static double slow_plateau(double l)
{
    return 0.03 + exp2(-l / 4);
}
static double fourth_root(double l)
{
    return 5 * exp2(-l / 4);
}
static double with_logarithm(double l)
{
    return l * exp2(-l / 2);
}
static double one_over_log(double l)
{
    return 3 / l;
}
static double log_plateau(double l)
{
    return 0.2 + 1 / l;
}
static double growing(double l)
{
    return 0.01 * exp2(l / 3);
}
static double oscillating(double l)
{
    return 0.7 + 0.2 * sin(17 * l);
}

static struct trend_found follow(double (*r)(double), double to)
{
    struct trend_point p[64];
    size_t n = 0;

    for (double l = 4; l <= to; l += l < 20 ? 2 : l / 6)
        p[n++] = (struct trend_point){ .octaves = l, .log2 = log2(r(l)) };
    return trend_find(p, n);
}

static void trends(void **state)
{
    (void)state;
    assert_int_equal(follow(plateau, 20).is, TREND_STAYS);
    assert_int_equal(follow(slow_plateau, 20).is, TREND_UNCLEAR);
    assert_int_equal(follow(slow_plateau, 60).is, TREND_STAYS);
    assert_int_equal(follow(fourth_root, 20).is, TREND_VANISHES);
    assert_int_equal(follow(with_logarithm, 20).is, TREND_VANISHES);
    assert_int_equal(follow(one_over_log, 20).is, TREND_UNCLEAR);
    assert_int_equal(follow(one_over_log, 200).is, TREND_VANISHES);
    assert_int_not_equal(follow(log_plateau, 200).is, TREND_VANISHES);
    assert_int_equal(follow(growing, 20).is, TREND_GROWS);
    assert_int_equal(follow(oscillating, 20).is, TREND_STAYS);
}

/* ---- tables ---- */

static void tables(void **state)
{
    (void)state;
    assert_int_equal(claims_check("verify/root.jsonl", 1), 0);
    assert_int_equal(claims_check("verify/sum.jsonl", 9), 0);
    assert_int_equal(claims_check("verify/integral.jsonl", 17), 0);
    assert_int_equal(claims_check("verify/pde.jsonl", 1), 0);
    assert_int_equal(claims_check("verify/expectation.jsonl", 1), 0);
}

/* ---- what is not decided ---- */

static void undecided(void **state)
{
    static const struct {
        const char *text, *reason;
    } cases[] = {
        { "{\"id\": 1, \"kind\": \"integral\", \"object\": \"\\\\int_0^1 x "
          "dx\", \"variable\": \"x\", \"claim\": \"\\\\frac{C}{2}\"}",
          "undeclared symbol" },
        { "{\"id\": 1, \"kind\": \"integral\", \"object\": \"\\\\int_0^1 x "
          "dx\", \"variable\": \"x\", \"claim\": \"\\\\frac{1}{\"}",
          "unread claim" },
        { "{\"id\": 1, \"kind\": \"integral\", \"object\": \"\\\\int_0^1 x\", "
          "\"variable\": \"x\", \"claim\": \"1\"}",
          "unread object" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct arena a = { 0 };
        struct work w = { .limit = VERIFY_WORK };
        struct finding f;
        struct claim c;
        struct err e;

        assert_true(read_claim(&a, cases[i].text, &c, &e));
        verify_claim(&a, &c, &w, &f);
        assert_int_equal(f.holds, TRUTH_UNKNOWN);
        assert_string_equal(f.reason, cases[i].reason);
        arena_clear(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_claims),
        cmocka_unit_test(limits_are_read),
        cmocka_unit_test(conditions_are_cut),
        cmocka_unit_test(trends),
        cmocka_unit_test(tables),
        cmocka_unit_test(undecided),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
