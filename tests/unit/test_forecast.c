/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Calls of a hunt's stages, counted by hand.
 */
#include "hunt/forecast.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void proposing(void **state)
{
    struct propose_options o = propose_defaults;
    struct call_range c = forecast_propose(&o, 1000, true);

    (void)state;
    /* 200 rows, 20 at first; fifty failures are shown in five batches; 90 of
     * the others may join a pool of ten: nine updates, and each list is sent
     * back twice. */
    assert_int_equal(c.least, 1);
    assert_int_equal(c.most, 3 * (1 + 5 + 9));
    /* Nobody sends lists back, and the model judges: ten entries on ten rows,
     * five of each update on ten, and the best ten on each of 180 rows. */
    c = forecast_propose(&o, 1000, false);
    assert_int_equal(c.most, (1 + 9) + 10 * 10 + 9 * 5 * 10 + 180 * 10);
    /* Few rows: five to show, five to try; no pool is ever full. */
    c = forecast_propose(&o, 10, true);
    assert_int_equal(c.least, 1);
    assert_int_equal(c.most, 3 * 2);
    o.failures = 0;
    assert_int_equal(forecast_propose(&o, 10, true).most, 3);
    c = forecast_propose(&o, 0, true);
    assert_int_equal(c.most, 0);
    /* As published: every row may join, no list is sent back, a model judges
     * ten entries on ten rows, five of each update on ten, ten on each row. */
    propose_faithful(&o);
    c = forecast_propose(&o, 1000, true);
    assert_int_equal(c.most, 1 + 19 + 10 * 10 + 19 * 5 * 10 + 190 * 10);
    o.by_tags = true;
    c = forecast_propose(&o, 1000, true);
    assert_int_equal(c.most, 1 + 19);
    o.epochs = 2;
    c = forecast_propose(&o, 1000, true);
    assert_int_equal(c.most, 1 + 39);
    o.num_hypotheses_to_update = 0;
    c = forecast_propose(&o, 1000, true);
    assert_int_equal(c.most, 1);
}

static void inferring(void **state)
{
    const struct infer_options *o = &infer_defaults; /* k = 5 */

    (void)state;
    assert_int_equal(forecast_infer(o, INFER_BEST, 7, true).most, 0);
    assert_int_equal(forecast_infer(o, INFER_BEST, 7, false).most, 7);
    assert_int_equal(forecast_infer(o, INFER_WEIGHTED, 7, true).most, 35);
    assert_int_equal(forecast_infer(o, INFER_WEIGHTED, 7, false).most, 70);
    assert_int_equal(forecast_infer(o, INFER_ONE_STEP, 7, false).most, 7);
    assert_int_equal(forecast_infer(o, INFER_MULTIPLE, 7, true).most, 7);
    assert_int_equal(forecast_infer(o, INFER_TWO_STEP, 7, true).most, 7);
    assert_int_equal(forecast_infer(o, INFER_TWO_STEP, 7, false).most, 14);
}

static void measuring(void **state)
{
    struct hunt_spec s;
    struct call_range c;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    c = forecast_fresh(&s);
    assert_int_equal(c.least, 40); /* as many as controls need */
    assert_int_equal(c.most, 200);
    /* matched, two parts, three auxiliaries; of four variants two sides of
     * three quarters */
    assert_int_equal(forecast_controls(&s, true), 40 * (1 + 2 + 3) + 8 * 30);
    assert_int_equal(forecast_controls(&s, false), 40 + 8 * 30);
    s.problems = 16;
    c = forecast_fresh(&s);
    assert_int_equal(c.least, 16);
    assert_int_equal(c.most, 16);
    assert_int_equal(forecast_controls(&s, false), 16 + 8 * 12);
    s.generators = (const char *const[]){ "llm" };
    assert_int_equal(forecast_fresh(&s).least, 0); /* none may be kept */
    assert_int_equal(forecast_fresh(&s).most, 16);
    assert_int_equal(forecast_controls(&s, false), 40 + 8 * 30);
    s.controls = false;
    assert_int_equal(forecast_controls(&s, true), 0);
    s.generators = (const char *const[]){ "families" };
    s.problems = 0;
    s.problems_most = 10;
    assert_int_equal(forecast_fresh(&s).most, 24); /* the pilot */
}

/* The stages of a hunt are those of its spec, in their order. */
static void stages(void **state)
{
    const char *names[HUNT_STAGES];
    struct hunt_spec s;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    assert_int_equal(hunt_stage_names(&s, names), 6);
    assert_string_equal(names[0], "failures");
    assert_string_equal(names[1], "again");
    assert_string_equal(names[5], "controls");
    s.probe.stages = 1;
    assert_int_equal(hunt_stage_names(&s, names), 5);
    assert_string_equal(names[1], "hypotheses");
    s.tagger = "openai:x";
    s.controls = false;
    assert_int_equal(hunt_stage_names(&s, names), 5);
    assert_string_equal(names[1], "tags");
    assert_string_equal(names[4], "measure");
}

/* The rows of a forecast stand in the order of the stages. */
static void rows(void **state)
{
    static const char *const wanted[] = { "failures", "levels", "hypotheses",
                                          "measure", "controls" };
    static const char *const by[] = { "exact", "llm:http://127.0.0.1:1/v1#h" };
    static const char *const targets[] = { "http://127.0.0.1:1/v1#t" };
    struct hunt_options o = { 0 };
    struct arena a = { 0 };
    struct hunt_spec s;
    struct forecast f;
    struct err e;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    s.probe.singles = 1;
    s.probe.pairs = 0;
    s.targets = targets;
    s.hypothesizers = by;
    s.n_hypothesizers = 2;
    assert_true(hunt_forecast(&a, NULL, &s, &o, &f, &e));
    assert_int_equal(f.rows.n, 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(vec_get(&f.rows, struct forecast_row, i)->stage,
                            wanted[i]);
    s.chosen = 0;
    assert_true(hunt_forecast(&a, NULL, &s, &o, &f, &e));
    assert_int_equal(f.rows.n, 3);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proposing), cmocka_unit_test(inferring),
        cmocka_unit_test(measuring), cmocka_unit_test(stages),
        cmocka_unit_test(rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
