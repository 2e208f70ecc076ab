/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The reference population: 500 seeds of seed "reference" after one generation
 * of every operator (the setting "full"). Numbers of variables and equations
 * are the same in all of these; their ranges go from the seeds to the second
 * generation. With ASSAY_SOAK the ranges must be those of fitness/reference.c
 * (what is printed then goes there); else a small population must lie within
 * them, but for a few problems.
 */
#include "../lib/reference.h"
#include "base/str.h"
#include "evolve/evolve_int.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void add_set(struct arena *a, const struct evolve_set *set,
                    struct sample *out, size_t *n)
{
    for (size_t i = 0; i < set->n; i++) {
        const struct individual *s = &set->individuals[i];
        struct sample *x = &out[(*n)++];

        *x = evolve_sample(s, individual_text(a, s));
    }
}

/* Which of the report's sets: "full", or all. */
static struct features *features_of(struct arena *a,
                                    const struct evolve_report *r, bool all,
                                    size_t *n)
{
    struct sample *samples = arena_array(a, struct sample, 6 * r->seeds.n);
    struct features *f;

    *n = 0;
    if (all)
        add_set(a, &r->seeds, samples, n);
    for (size_t i = 0; i < r->n_settings; i++)
        if (all || str_eq(r->settings[i].name, "full"))
            add_set(a, &r->settings[i], samples, n);
    f = arena_array(a, struct features, *n);
    features_take(a, samples, *n, FEATURES_OWN, f);
    return f;
}

static void population(struct arena *a, size_t seeds, struct evolve_report *r)
{
    struct session_options o = { 0 };
    struct evolve_spec s;
    struct err e;

    spec_table_defaults(&evolve_table, &s);
    s.seed = "reference";
    s.population = seeds;
    s.settings = true;
    s.threshold =
        100; /* all go through both generations, whatever they score */
    if (!evolve_run(a, NULL, &s, &o, r, &e) || !evolve_load(a, r, &e))
        fail_msg("%s", e.msg);
}

static void reference(struct arena *a, struct reference *out)
{
    static const enum feature counts[] = { FEATURE_VARIABLES,
                                           FEATURE_EQUATIONS };
    struct evolve_report r;
    struct reference all;
    struct features *f;
    size_t n;

    population(a, 500, &r);
    f = features_of(a, &r, false, &n);
    reference_from(a, f, n, out);
    f = features_of(a, &r, true, &n);
    reference_from(a, f, n, &all);
    for (size_t i = 0; i < 2; i++) {
        out->low[counts[i]] = all.low[counts[i]];
        out->high[counts[i]] = all.high[counts[i]];
        out->has[counts[i]] = all.has[counts[i]];
    }
}

/* As it is written: four digits. */
static bool same(double x, double y)
{
    return fabs(x - y) <= 0.0006 * fabs(x) + 1e-9;
}

static void ranges_are_its(void **state)
{
    struct arena a = { 0 };
    struct str lines = { 0 };
    struct reference r;
    bool ok = true;

    (void)state;
    if (!getenv("ASSAY_SOAK"))
        skip();
    reference(&a, &r);
    for (size_t k = 0; k < FEATURE_ELIMINATION; k++) {
        double low, high;

        if (k == FEATURE_NOISE)
            continue; /* a unit, as what is hard by construction */
        if (reference_range((enum feature)k, &low, &high) != r.has[k] ||
            (r.has[k] && (!same(r.low[k], low) || !same(r.high[k], high))))
            ok = false;
    }
    reference_print(&lines, &r);
    if (!ok)
        print_message("%s", str_get(&lines));
    str_clear(&lines);
    arena_clear(&a);
    assert_true(ok);
}

static void a_small_one_lies_within(void **state)
{
    struct arena a = { 0 };
    struct evolve_report r;
    struct features *f;
    size_t n;

    (void)state;
    population(&a, 40, &r);
    f = features_of(&a, &r, false, &n);
    for (size_t k = 0; k < FEATURES; k++) {
        double low, high;
        size_t within = 0;

        assert_true(reference_range((enum feature)k, &low, &high));
        if (k == FEATURE_REFEREE || k == FEATURE_UNIQUENESS)
            continue; /* nobody's; and it depends on how many there are */
        for (size_t i = 0; i < n; i++)
            within += f[i].v[k] >= low && f[i].v[k] <= high;
        if (within * 10 < n * 9)
            fail_msg("%s: %zu of %zu lie in %g .. %g",
                     feature_name((enum feature)k), within, n, low, high);
    }
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_its),
        cmocka_unit_test(a_small_one_lies_within),
    };

    return cmocka_run_group_tests_name("reference", tests, NULL, NULL);
}
