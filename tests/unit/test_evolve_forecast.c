/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Calls of an evolution, counted by hand. Nothing listens at the address.
 */
#include "base/str.h"
#include "evolve/forecast.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NOBODY "http://127.0.0.1:1/v1#m"

static const char *const models[] = { NOBODY };

static struct evolve_spec small(size_t generations)
{
    struct evolve_spec s;

    spec_table_defaults(&evolve_table, &s);
    s.population = 6;
    s.generations = generations;
    return s;
}

static struct forecast look(struct arena *a, const struct evolve_spec *s)
{
    static const struct session_options o;
    struct forecast f;
    struct err e;

    assert_true(evolve_forecast(a, NULL, s, &o, &f, &e));
    assert_string_equal(f.head, "6 problems to evolve");
    return f;
}

static const struct forecast_row *row(const struct forecast *f, size_t i)
{
    return vec_get(&f->rows, struct forecast_row, i);
}

/* Calls of a stage, and questions that are not in the journal, at most; and
 * how many rows it has. */
static struct sum {
    uint64_t calls, ask;
    size_t rows;
} sum(const struct forecast *f, const char *stage)
{
    struct sum out = { 0 };

    for (size_t i = 0; i < f->rows.n; i++)
        if (str_eq(row(f, i)->stage, stage)) {
            out.calls += row(f, i)->calls.most;
            out.ask += row(f, i)->ask.most;
            out.rows++;
        }
    return out;
}

static bool says(const struct forecast *f, const char *text)
{
    for (size_t i = 0; i < f->notes.n; i++)
        if (strstr(*vec_get(&f->notes, const char *, i), text))
            return true;
    return false;
}

static void nobody(void **state)
{
    struct evolve_spec s = small(2);
    struct arena a = { 0 };
    struct forecast f = look(&a, &s);

    (void)state;
    assert_true(says(&f, "no calls are made"));
    assert_int_equal(f.rows.n, 0);
    arena_clear(&a);
}

static void writers(void **state)
{
    struct evolve_spec s = small(2);
    struct arena a = { 0 };
    struct forecast f;

    (void)state;
    s.writer = s.referee = NOBODY;
    f = look(&a, &s);
    assert_true(says(&f, "given as bounds"));
    /* Six problems, two generations, four operators of text, three tries. */
    assert_int_equal(sum(&f, "text").calls, 6 * 2 * 4 * 3);
    assert_int_equal(sum(&f, "referee").calls, 6 * 2 * 2);
    /* Five settings: the first has the second in it; without fm and co there
     * are texts too, without lm there are none. */
    s.settings = true;
    f = look(&a, &s);
    assert_int_equal(sum(&f, "text").calls, (2 + 1 + 1) * 6 * 4 * 3);
    assert_int_equal(sum(&f, "referee").calls, (2 + 1 + 1 + 1) * 6 * 2);
    arena_clear(&a);
}

static void sets(void **state)
{
    static const char *const co[] = { "co" };
    struct evolve_spec s = small(1);
    struct arena a = { 0 };
    struct forecast f;
    size_t first;

    (void)state;
    s.models = models;
    s.n_models = 1;
    s.attempts = 2;
    s.referee = NOBODY;
    f = look(&a, &s);
    /* Of the five settings the four of one generation; easy and hard. */
    assert_int_equal(sum(&f, "ask").rows, 5);
    assert_int_equal(sum(&f, "ask").ask, 4 * 6 * 2);
    /* A setting of one's own, whose first generation is one of the five. */
    s.generations = 3;
    s.without = co;
    s.n_without = 1;
    f = look(&a, &s);
    assert_int_equal(sum(&f, "ask").ask, 6 * 6 * 2);
    /* Known: never more than the bound, and no set without its problems. */
    s.referee = NULL;
    f = look(&a, &s);
    assert_true(says(&f, "The number of calls is exact"));
    assert_in_range(sum(&f, "ask").ask, 5 * 6, 6 * 6 * 2);
    first = f.rows.n - sum(&f, "ask").rows;
    assert_string_equal(row(&f, first)->role, "full-without-co-3gen");
    assert_int_equal(row(&f, first)->calls.most, 6 * 2);
    assert_int_equal(row(&f, first)->ask.most, 6 * 2);
    assert_true(row(&f, first)->looked);
    arena_clear(&a);
}

/* Seven operators in 16 runs, eight with a writer's polish; three in eight. */
static void effects(void **state)
{
    static const char *const three[] = { "useless-condition", "background",
                                         "crossover" };
    struct evolve_spec s = small(2);
    struct arena a = { 0 };
    struct forecast f;

    (void)state;
    s.models = models;
    s.n_models = 1;
    s.attempts = 2;
    s.effects = true;
    f = look(&a, &s);
    assert_int_equal(sum(&f, "ask").rows, 1);
    assert_string_equal(row(&f, f.rows.n - 1)->role, "effects");
    assert_int_equal(sum(&f, "ask").calls, 16 * 6 * 2);
    assert_int_equal(sum(&f, "ask").ask, 16 * 6 * 2);
    s.writer = NOBODY;
    f = look(&a, &s);
    assert_int_equal(sum(&f, "ask").calls, 16 * 6 * 2);
    /* Four operators of text in two generations, and in half of the runs. */
    assert_int_equal(sum(&f, "text").calls, (2 + 16 / 2) * 4 * 6 * 3);
    s.operators = three;
    s.n_operators = 3;
    f = look(&a, &s);
    assert_int_equal(sum(&f, "ask").calls, 8 * 6 * 2);
    assert_int_equal(sum(&f, "text").calls, (2 + 8 / 2) * 1 * 6 * 3);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody),
        cmocka_unit_test(writers),
        cmocka_unit_test(sets),
        cmocka_unit_test(effects),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
