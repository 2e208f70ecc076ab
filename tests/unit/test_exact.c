/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The exact methods: text cases, properties over random expressions, and what
 * the ceilings are for: the worst that passes them is counted in work.
 */
#include "../lib/cases.h"
#include "../lib/random_expr.h"
#include "base/limits.h"
#include "math/exact/exact.h"
#include "math/read/read.h"
#include "math/tree/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct expr *read(struct cases *c, struct arena *a,
                               const char *text)
{
    struct err e = { 0 };
    const struct expr *x;

    if (read_expr(a, text, strlen(text), NULL, &x, &e))
        return x;
    cases_fail(c, "\"%s\" cannot be read: %s", text, e.msg);
    return NULL;
}

/* ---- cases ---- */

static const char *value_text(struct arena *a, const struct expr *x)
{
    struct work w = { .limit = LIMIT_WORK };
    const char *text = NULL;
    enum exact got;
    char *digits;
    fmpq_t q;

    fmpq_init(q);
    got = exact_rational(q, x, &w);
    if (got == EXACT_NONE)
        text = "none";
    else if (got == EXACT_UNDEFINED)
        text = "undefined";
    else if (got == EXACT_LIMIT)
        text = arena_printf(a, "limit %s", w.ceiling);
    if (!text) {
        digits = fmpq_get_str(NULL, 10, q);
        text = arena_strdup(a, digits);
        flint_free(digits);
    }
    fmpq_clear(q);
    return text;
}

static void rationals(void **state)
{
    struct cases c;
    const char *l[2];

    (void)state;
    cases_open(&c, "exact/rational.test");
    while (cases_next(&c, l, 2)) {
        struct arena a = { 0 };
        const struct expr *x = read(&c, &a, l[0]);

        if (x && strcmp(value_text(&a, x), l[1]) != 0)
            cases_fail(&c, "got \"%s\"", value_text(&a, x));
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

static enum truth functions(const struct expr *x, const struct expr *y)
{
    struct work w = { .limit = LIMIT_WORK };
    struct arena a = { 0 };
    enum truth t = exact_rational_functions(&a, x, y, &w);

    arena_clear(&a);
    return t;
}

static enum truth constants(const struct expr *x, const struct expr *y)
{
    struct work w = { .limit = LIMIT_WORK };

    return exact_constants(x, y, &w);
}

static void run_pairs(const char *file, enum truth (*ask)(const struct expr *,
                                                          const struct expr *))
{
    static const char *const names[] = { "no", "yes", "unknown" };
    struct cases c;
    const char *l[3];

    cases_open(&c, file);
    while (cases_next(&c, l, 3)) {
        struct arena a = { 0 };
        const struct expr *x = read(&c, &a, l[0]), *y = read(&c, &a, l[1]);

        if (x && y && strcmp(names[ask(x, y)], l[2]) != 0)
            cases_fail(&c, "got \"%s\"", names[ask(x, y)]);
        if (x && y && ask(x, y) != ask(y, x))
            cases_fail(&c, "not symmetric");
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

static void rational_functions(void **state)
{
    (void)state;
    run_pairs("exact/function.test", functions);
}

static void calcium_constants(void **state)
{
    (void)state;
    run_pairs("exact/constant.test", constants);
}

/* ---- properties ---- */

#define TREES 3000

/* x is x, and x + 1 is not, whatever x is. */
static void never_equal_to_its_successor(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < TREES; i++) {
        struct arena a = { 0 };
        struct rng r = random_stream("exact", i);
        const struct expr *x = random_expr(&a, &r, 4);
        const struct expr *y =
            expr_binary(&a, EXPR_ADD, expr_integer(&a, 1), x);

        assert_int_not_equal(functions(x, x), TRUTH_NO);
        assert_int_not_equal(functions(x, y), TRUTH_YES);
        arena_clear(&a);
    }
}

/* A rational value is what the other methods find as well. */
static void methods_agree(void **state)
{
    unsigned found = 0;

    (void)state;
    for (uint64_t i = 0; i < TREES; i++) {
        struct arena a = { 0 };
        struct work w = { .limit = LIMIT_WORK };
        struct rng r = random_stream("roads", i);
        const struct expr *x = random_constant(&a, &r, 3), *y;
        fmpq_t q;

        fmpq_init(q);
        if (exact_rational(q, x, &w) == EXACT_VALUE) {
            y = expr_rational(&a, q);
            assert_int_not_equal(functions(x, y), TRUTH_NO);
            assert_int_not_equal(constants(x, y), TRUTH_NO);
            found++;
        }
        fmpq_clear(q);
        arena_clear(&a);
    }
    assert_true(found > TREES / 10);
}

/* A product of sums, and what multiplying it out by hand gives. */
static void products_expand(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < TREES / 10; i++) {
        struct arena a = { 0 };
        struct rng r = random_stream("expand", i);
        const struct expr *v[4], *terms[4], *x, *y;

        for (int k = 0; k < 4; k++)
            v[k] = random_expr(&a, &r, 2);
        x = expr_binary(&a, EXPR_MUL, expr_binary(&a, EXPR_ADD, v[0], v[1]),
                        expr_binary(&a, EXPR_ADD, v[2], v[3]));
        for (int k = 0; k < 4; k++)
            terms[k] = expr_binary(&a, EXPR_MUL, v[k / 2], v[2 + k % 2]);
        y = expr_new(&a, EXPR_ADD, terms, 4);
        assert_int_not_equal(functions(x, y), TRUTH_NO);
        arena_clear(&a);
    }
}

/* ---- ceilings ---- */

/* Work that runs out leaves the question open, at every point. */
static void little_work_is_unknown(void **state)
{
    static const char x_text[] = "\\frac{(x+y)^5\\sqrt{12}}{e^{2x}+1}";
    static const char y_text[] = "\\frac{2(y+x)^5\\sqrt{3}}{(e^x)^2+1}";
    struct arena a = { 0 };
    struct err e = { 0 };
    const struct expr *x, *y;
    bool decided = false;

    (void)state;
    assert_true(read_expr(&a, x_text, strlen(x_text), NULL, &x, &e));
    assert_true(read_expr(&a, y_text, strlen(y_text), NULL, &y, &e));
    for (uint64_t limit = 0; limit < 3000; limit += 7) {
        struct work w = { .limit = limit };
        enum truth t = exact_rational_functions(&a, x, y, &w);

        assert_int_not_equal(t, TRUTH_NO);
        assert_true(w.used <= limit);
        /* More work never takes an answer back. */
        assert_false(decided && t == TRUTH_UNKNOWN);
        decided = t == TRUTH_YES;
    }
    assert_true(decided);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rationals),
        cmocka_unit_test(rational_functions),
        cmocka_unit_test(calcium_constants),
        cmocka_unit_test(never_equal_to_its_successor),
        cmocka_unit_test(methods_agree),
        cmocka_unit_test(products_expand),
        cmocka_unit_test(little_work_is_unknown),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    flint_cleanup();
    return failed;
}
