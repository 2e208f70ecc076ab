/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Closed forms, intervals and matrices of the family language: every result of
 * random calculations is compared with what the judge says of the same formula,
 * which decides by other means (Calcium, rational functions, balls); keys have
 * one spelling; nothing runs beyond its work.
 */
#include "../lib/cases.h"
#include "base/hash.h"
#include "base/rng.h"
#include "family/language/builtin.h"
#include "family/language/key.h"
#include "family/language/program.h"
#include "family/language/val_complex.h"
#include "family/language/val_interval.h"
#include "math/decide/decide.h"
#include "math/read/read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct reckoning reckoning_in(struct arena *a)
{
    return (struct reckoning){ .arena = a, .work = { .limit = 5000000 } };
}

static const char *text_of(struct arena *a, struct val x)
{
    struct str out = str_in(a);

    val_write(&out, x);
    return str_get(&out);
}

static enum truth judged(struct arena *a, const char *x, const char *y)
{
    struct decide_options opt = { .seed = 0 };
    struct work w = { .limit = 200000000 };
    const struct expr *left, *right;
    struct err e;

    if (!read_expr(a, x, strlen(x), NULL, &left, &e) ||
        !read_expr(a, y, strlen(y), NULL, &right, &e))
        fail_msg("\"%s\" or \"%s\": %s", x, y, e.msg);
    return decide_equal(a, left, right, &opt, &w).equal;
}

/* ---- arithmetic ---- */

static struct val random_atom(struct reckoning *r, struct rng *rng, int tame)
{
    struct val n = val_int(rng_range(rng, 2, 12));

    switch (rng_range(rng, 0, tame ? 2 : 6)) {
    case 0: return n;
    case 1: return number_root(r, n, 2);
    case 2: return number_root(r, n, tame ? 2 : rng_range(rng, 3, 4));
    case 3: return number_pi(r);
    case 4: return number_exp(r, val_div(r, n, val_int(2)));
    default: return number_ln(r, n);
    }
}

/* A sum of up to three products. */
static struct val random_number(struct reckoning *r, struct rng *rng, int tame)
{
    struct val sum = val_int(0);

    for (int64_t i = rng_range(rng, 1, 3); i > 0; i--) {
        struct val c = val_div(r, val_int(rng_range(rng, -9, 9)),
                               val_int(rng_range(rng, 1, 6)));

        c = val_mul(r, c, random_atom(r, rng, tame));
        if (rng_range(rng, 0, 1))
            c = val_mul(r, c, random_atom(r, rng, tame));
        sum = val_add(r, sum, c);
    }
    return sum;
}

/* x op y, computed and judged. */
static void try_operation(struct arena *a, struct val x, struct val y, int op,
                          int *done)
{
    static const char *const formats[] = { "(%s)+(%s)", "(%s)-(%s)", "(%s)(%s)",
                                           "\\frac{%s}{%s}" };
    struct reckoning r = reckoning_in(a);
    struct val out = op == 0   ? val_add(&r, x, y)
                     : op == 1 ? val_sub(&r, x, y)
                     : op == 2 ? val_mul(&r, x, y)
                               : val_div(&r, x, y);
    char formula[4000];

    if (r.failed)
        return; /* a division by zero, or by a sum that has no inverse here */
    snprintf(formula, sizeof(formula), formats[op], text_of(a, x),
             text_of(a, y));
    if (judged(a, formula, text_of(a, out)) != TRUTH_YES)
        fail_msg("%s is not %s", formula, text_of(a, out));
    ++*done;
}

static void test_arithmetic(void **state)
{
    struct arena a = { 0 };
    struct rng rng;
    int done[2] = { 0, 0 };

    (void)state;
    rng_init(&rng, hash_bytes("arithmetic", 10));
    for (int i = 0; i < 400; i++) {
        struct reckoning r = reckoning_in(&a);
        struct val x = random_number(&r, &rng, i % 2);
        struct val y = random_number(&r, &rng, i % 2);

        assert_false(r.failed);
        try_operation(&a, x, y, i / 2 % 4, &done[i % 2]);
        arena_reset(&a);
    }
    assert_true(done[0] > 100 && done[1] > 180);
    arena_clear(&a);
}

/* Functions against the judge's. */
static void test_functions(void **state)
{
    struct arena a = { 0 };
    struct reckoning r = reckoning_in(&a);

    (void)state;
    for (int64_t n = 2; n < 60; n++) {
        struct val x = val_div(&r, val_int(n), val_int(n % 7 + 1));
        const char *text = text_of(&a, x);

        assert_int_equal(judged(&a, arena_printf(&a, "\\sqrt{%s}", text),
                                text_of(&a, number_root(&r, x, 2))),
                         TRUTH_YES);
        assert_int_equal(judged(&a, arena_printf(&a, "\\sqrt[3]{%s}", text),
                                text_of(&a, number_root(&r, x, 3))),
                         TRUTH_YES);
        assert_int_equal(judged(&a, arena_printf(&a, "\\ln(%s)", text),
                                text_of(&a, number_ln(&r, x))),
                         TRUTH_YES);
        assert_int_equal(judged(&a, arena_printf(&a, "e^{%s}", text),
                                text_of(&a, number_exp(&r, x))),
                         TRUTH_YES);
        assert_false(r.failed);
    }
    arena_clear(&a);
}

static const struct builtin *function(const char *name)
{
    const struct builtin *b = builtin_find(name);

    assert_non_null(b);
    return b;
}

static void test_angles(void **state)
{
    static const char *const names[] = { "sin", "cos", "tan" };
    struct arena a = { 0 };
    int done = 0;

    (void)state;
    for (int64_t d = -180; d <= 540; d += 3)
        for (int i = 0; i < 3; i++) {
            struct reckoning r = reckoning_in(&a);
            struct val degrees = val_int(d);
            struct val angle = function("degrees")->run(&r, &degrees, 1);
            struct val x = function(names[i])->run(&r, &angle, 1), back;
            const char *inverse = arena_printf(&a, "arc%s", names[i]);

            if (r.failed)
                continue;
            assert_int_equal(judged(&a,
                                    arena_printf(&a, "\\%s(%s)", names[i],
                                                 text_of(&a, angle)),
                                    text_of(&a, x)),
                             TRUTH_YES);
            back = function(inverse)->run(&r, &x, 1);
            assert_int_equal(
                judged(&a,
                       arena_printf(&a, "\\%s(%s)", inverse, text_of(&a, x)),
                       text_of(&a, back)),
                TRUTH_YES);
            done++;
        }
    assert_int_equal(done, 65 + 65 + 45);
    arena_clear(&a);
}

/* The order of numbers is that of balls of the judge. */
static void test_order(void **state)
{
    struct arena a = { 0 };
    struct rng rng;

    (void)state;
    rng_init(&rng, hash_bytes("order", 5));
    for (int i = 0; i < 300; i++) {
        struct reckoning r = reckoning_in(&a);
        struct val x = random_number(&r, &rng, i % 2);
        struct val y = random_number(&r, &rng, i % 2);
        struct work w = { .limit = 200000000 };
        const struct expr *left, *right;
        const char *s = text_of(&a, x), *t = text_of(&a, y);
        int order = 0;
        struct err e;

        assert_true(val_order(&r, x, y, &order));
        assert_true(read_expr(&a, s, strlen(s), NULL, &left, &e));
        assert_true(read_expr(&a, t, strlen(t), NULL, &right, &e));
        assert_int_equal(decide_less(left, right, &w) == TRUTH_YES, order < 0);
        assert_int_equal(decide_less(right, left, &w) == TRUTH_YES, order > 0);
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- intervals ---- */

/* Ends and middles: whether a number belongs is asked of all of them. */
static void test_intervals(void **state)
{
    struct arena a = { 0 };
    struct rng rng;

    (void)state;
    rng_init(&rng, hash_bytes("intervals", 9));
    for (int i = 0; i < 500; i++) {
        struct reckoning r = reckoning_in(&a);
        struct val x[3];
        enum interval_op op = (enum interval_op)(i % 3);

        for (int j = 0; j < 2; j++) {
            x[j] = interval_new(&r, val_int(0), val_int(0), true, true);
            for (int64_t k = rng_range(&rng, 0, 3); k > 0; k--) {
                int64_t lo = rng_range(&rng, 0, 9);
                int64_t hi = rng_range(&rng, lo, 9);

                x[j] = interval_op(&r, x[j],
                                   interval_new(&r, val_int(lo), val_int(hi),
                                                rng_range(&rng, 0, 1),
                                                rng_range(&rng, 0, 1)),
                                   INTERVAL_UNION);
            }
        }
        x[2] = interval_op(&r, x[0], x[1], op);
        for (int64_t k = -1; k <= 20; k++) {
            struct val point = val_div(&r, val_int(k), val_int(2));
            bool in[3];

            for (int j = 0; j < 3; j++)
                assert_true(val_has(&r, x[j], point, &in[j]));
            assert_int_equal(in[2], op == INTERVAL_UNION  ? in[0] || in[1]
                                    : op == INTERVAL_BOTH ? in[0] && in[1]
                                                          : in[0] && !in[1]);
        }
        for (int j = 0; j < 3; j++) {
            struct val again = interval_read(&r, text_of(&a, x[j]));
            bool equal = false;

            assert_int_equal(again.kind, VAL_INTERVAL);
            assert_true(val_equal(&r, again, x[j], &equal) && equal);
        }
        arena_reset(&a);
    }
    arena_clear(&a);
}

/* ---- keys ---- */

/* The key of a formula, or "no: " and why there is none. */
static const char *key_of(struct arena *a, const char *kind,
                          const char *formula)
{
    const char *text = arena_printf(a,
                                    "title: T\nanswer: %s\nsymbol x\n"
                                    "choose a in 12..12\nkey: %s\n"
                                    "check: key = key\nplain: <a>\n",
                                    kind, formula);
    struct pick k = { .level = 1, .mode = PICK_COUNT, .space = 1 };
    struct program_fault fault = { 0 };
    struct family_file *f;
    const char *key, *by;
    struct given g;
    struct err e;

    if (!family_file_read(a, "f", text, strlen(text), &f, &e))
        return arena_printf(a, "no: %s", strstr(e.msg, ": ") + 2);
    assert_int_equal(program_draw(f, 0, &k, a, &g, &fault), PROGRAM_DONE);
    if (program_solve(f, a, &g, &key, NULL, &fault) != PROGRAM_DONE)
        return arena_printf(a, "no: %s", fault.why);
    assert_int_equal(program_check(f, a, &g, key, &by, &fault), TRUTH_YES);
    return key;
}

static void test_keys(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *lines[3];

    (void)state;
    cases_open(&c, "language/key.test");
    while (cases_next(&c, lines, 3)) {
        const char *got = key_of(&a, lines[0], lines[1]);

        if (strncmp(got, lines[2], strlen(lines[2])) != 0 ||
            (!str_starts(got, "no: ") && !str_eq(got, lines[2])))
            cases_fail(&c, "got \"%s\"", got);
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

static void test_spoilt_keys(void **state)
{
    struct arena a = { 0 };
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "language/spoilt.test");
    while (cases_next(&c, lines, 2)) {
        struct reckoning r = reckoning_in(&a);
        enum answer_kind kind;

        assert_true(answer_find(lines[0], &kind));
        if (key_value(&r, kind, lines[1]).kind != VAL_NOTHING || r.failed)
            cases_fail(&c, "it was read");
        arena_reset(&a);
    }
    assert_int_equal(cases_close(&c), 0);
    arena_clear(&a);
}

/* Whatever is computed can be written and read again. */
static void test_round_trip(void **state)
{
    struct arena a = { 0 };
    struct rng rng;
    int done = 0;

    (void)state;
    rng_init(&rng, hash_bytes("round trip", 10));
    for (int i = 0; i < 1000; i++) {
        struct reckoning r = reckoning_in(&a);
        struct val x = random_number(&r, &rng, 0), again;
        bool equal = false;
        const char *key;

        for (int j = 0; j < i % 4; j++)
            x = val_mul(&r, x, random_number(&r, &rng, 0));
        if (i % 3 == 0) {
            struct val y = val_div(&r, x, random_atom(&r, &rng, 0));

            x = y.kind == VAL_NOTHING ? x : y;
            r.failed = x.kind == VAL_NOTHING;
        }
        if (r.failed) { /* too many terms */
            arena_reset(&a);
            continue;
        }
        done++;
        if (i % 5 == 0)
            x = complex_new(&r, x, random_number(&r, &rng, 0));
        key = key_write(&r, ANSWER_NUMBER, x);
        if (!key && !strstr(r.why, "too long")) {
            fail_msg("%s", r.why);
        } else if (key) {
            again = key_value(&r, ANSWER_NUMBER, key);
            if (again.kind == VAL_NOTHING)
                fail_msg("%s", key);
            assert_true(val_equal(&r, x, again, &equal) && equal);
        }
        arena_reset(&a);
    }
    assert_true(done > 900);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),  cmocka_unit_test(test_functions),
        cmocka_unit_test(test_angles),      cmocka_unit_test(test_order),
        cmocka_unit_test(test_intervals),   cmocka_unit_test(test_keys),
        cmocka_unit_test(test_spoilt_keys), cmocka_unit_test(test_round_trip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
