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

static struct evolve_forecast look(struct arena *a, const struct evolve_spec *s)
{
    struct session_options o = { 0 };
    struct evolve_forecast f;
    struct err e;

    assert_true(evolve_forecast(a, NULL, s, &o, &f, &e));
    assert_int_equal(f.problems, 6);
    return f;
}

static void nobody(void **state)
{
    struct evolve_spec s = small(2);
    struct arena a = { 0 };
    struct evolve_forecast f = look(&a, &s);

    (void)state;
    assert_true(f.exact);
    assert_int_equal(f.n_sets, 0);
    assert_int_equal(f.texts.most + f.ratings.most + f.formulas.most, 0);
    arena_clear(&a);
}

static void writers(void **state)
{
    struct evolve_spec s = small(2);
    struct arena a = { 0 };
    struct evolve_forecast f;

    (void)state;
    s.writer = s.referee = NOBODY;
    f = look(&a, &s);
    /* Six problems, two generations, four operators of text, three tries. */
    assert_int_equal(f.texts.most, 6 * 2 * 4 * 3);
    assert_int_equal(f.ratings.most, 6 * 2 * 2);
    /* Five settings: the first has the second in it; without fm and co there
     * are texts too, without lm there are none. */
    s.settings = true;
    f = look(&a, &s);
    assert_int_equal(f.texts.most, (2 + 1 + 1) * 6 * 4 * 3);
    assert_int_equal(f.ratings.most, (2 + 1 + 1 + 1) * 6 * 2);
    arena_clear(&a);
}

/* Questions for one model, over all sets. */
static uint64_t asked(const struct evolve_forecast *f)
{
    uint64_t n = 0;

    for (size_t i = 0; i < f->n_sets; i++)
        n += f->sets[i].to_ask ? f->sets[i].to_ask[0] : f->sets[i].ask.most;
    return n;
}

static void sets(void **state)
{
    static const char *const co[] = { "co" };
    struct evolve_spec s = small(1);
    struct arena a = { 0 };
    struct evolve_forecast f;

    (void)state;
    s.models = models;
    s.n_models = 1;
    s.attempts = 2;
    s.referee = NOBODY;
    f = look(&a, &s);
    assert_int_equal(f.n_sets, 6); /* five, easy and hard */
    assert_int_equal(asked(&f), 5 * 6 * 2);
    /* A setting of one's own, whose first generation is one of the five. */
    s.generations = 3;
    s.without = co;
    s.n_without = 1;
    f = look(&a, &s);
    assert_int_equal(asked(&f), 6 * 6 * 2);
    /* Known: never more than the bound, and no set without its problems. */
    s.referee = NULL;
    f = look(&a, &s);
    assert_true(f.exact);
    assert_in_range(asked(&f), 5 * 6, 6 * 6 * 2);
    assert_string_equal(f.sets[0].name, "full-without-co-3gen");
    assert_int_equal(f.sets[0].calls.most, 6 * 2);
    assert_int_equal(f.sets[0].to_ask[0], 6 * 2);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody),
        cmocka_unit_test(writers),
        cmocka_unit_test(sets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
