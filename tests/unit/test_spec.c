/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Specs: what a file says lands in its place, what is wrong is told with its
 * line, and the examples that ship with the program are sound.
 */
#include "../lib/cases.h"
#include "../lib/scratch.h"
#include "base/str.h"
#include "hunt/spec.h"
#include "model/local/planted.h"
#include "problem/concept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static bool read_text(struct arena *a, const char *text, struct hunt_spec *s,
                      struct err *e)
{
    return spec_table_read_text(a, &hunt_table, text, strlen(text), "", s, e);
}

static void must_read(struct arena *a, const char *text, struct hunt_spec *s)
{
    struct err e = { 0 };

    spec_table_defaults(&hunt_table, s);
    if (!read_text(a, text, s, &e))
        fail_msg("%zu:%zu: %s", e.line, e.column, e.msg);
}

/* ---- values ---- */

static void defaults_are_known(void **state)
{
    struct hunt_spec s;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    assert_int_equal(s.n_targets, 1);
    assert_string_equal(s.targets[0], "student");
    assert_string_equal(s.benchmark, "probe");
    assert_int_equal(s.attempts, 3);
    assert_int_equal(s.n_granularities, 1);
    assert_string_equal(s.granularities[0], "high");
    assert_string_equal(s.hypothesizers[0], "exact");
    assert_int_equal(s.n_generators, 1);
    assert_string_equal(s.generators[0], "families");
    assert_int_equal(s.tags_most, 4);
    assert_int_equal(s.top, 15);
    assert_int_equal(s.chosen, 8);
    assert_true(s.width == 0.2 && s.controls && !s.best_anyway);
    assert_int_equal(s.problems, 0);
    assert_int_equal(s.problems_most, 200);
    assert_int_equal(s.control_problems, 40);
    assert_string_equal(s.seed, "1");
    assert_string_equal(s.out, "hunt");
    assert_null(s.store);
    assert_int_equal(s.propose.num_init, propose_defaults.num_init);
    assert_true(s.score.level == score_defaults.level);
}

static void fields_land_in_place(void **state)
{
    struct arena a = { 0 };
    struct hunt_spec s;

    (void)state;
    must_read(&a,
              "target: openai:x\n"
              "granularity: all\n"
              "seed: 42\n"
              "score: {failure: problems, level: 0.05}\n"
              "infer: {strategy: two-step}\n"
              "propose: {alpha: 0.25, blind: false}\n"
              "decoding: {temperature: 0.60, stop: END}\n"
              "key_models: [openai:y, openai:z]\n",
              &s);
    assert_int_equal(s.n_targets, 1);
    assert_string_equal(s.targets[0], "openai:x");
    assert_int_equal(s.n_granularities, n_taxonomies);
    for (size_t i = 0; i < n_taxonomies; i++)
        assert_string_equal(s.granularities[i], taxonomies[i]->name);
    assert_string_equal(s.seed, "42");
    assert_string_equal(s.probe.seed, "42");
    assert_string_equal(s.propose.seed, "42");
    assert_string_equal(s.infer.seed, "42");
    assert_true(s.score.total && s.score.level == 0.05);
    assert_int_equal(s.score.support, score_defaults.support);
    assert_int_equal(s.infer.strategy, INFER_TWO_STEP);
    assert_true(s.propose.alpha == 0.25 && !s.propose.blind);
    assert_string_equal(s.decoding.temperature, "0.60");
    assert_int_equal(s.decoding.n_stop, 1);
    assert_string_equal(s.decoding.stop[0], "END");
    assert_string_equal(s.key_models[1], "openai:z");
    arena_clear(&a);
}

/* A spec over another: what it does not name stays; a failure changes
 * nothing. */
static void reading_goes_over(void **state)
{
    struct arena a = { 0 };
    struct hunt_spec s, before;
    struct err e;

    (void)state;
    must_read(&a, "attempts: 7\nseed: two\n", &s);
    assert_true(read_text(&a, "top: 3\n", &s, &e));
    assert_int_equal(s.attempts, 7);
    assert_string_equal(s.probe.seed, "two");
    before = s;
    assert_false(read_text(&a, "attempts: 9\n\nwdith: 0.1\n", &s, &e));
    assert_int_equal(e.line, 3);
    assert_memory_equal(&before, &s, sizeof(s));
    arena_clear(&a);
}

static void outcomes_need_no_target(void **state)
{
    struct arena a = { 0 };
    struct hunt_spec s;

    (void)state;
    must_read(&a, "outcomes: {file: x.csv, outcome: ok}\n", &s);
    assert_int_equal(s.n_targets, 0);
    must_read(&a, "outcomes: {file: x.csv, outcome: ok}\ntarget: openai:x\n",
              &s);
    assert_int_equal(s.n_targets, 1);
    must_read(&a, "outcomes: {file: null}\n", &s);
    assert_int_equal(s.n_targets, 1);
    arena_clear(&a);
}

static void paths_are_relative(void **state)
{
    static const char text[] =
        "targets: [planted:a.yaml, replay:/b, openai:m, demo]\n"
        "benchmark: c.jsonl\ntaxonomy: ../t.yaml\ntask: /abs/task.yaml\n"
        "outcomes: {file: '-', outcome: x}\n"
        "hypothesizer: [exact, llm:replay:r.jsonl]\n"
        "generator: llm:planted:g.yaml\ntagger: replay:tags.jsonl\n"
        "key_models: [planted:k, https://h/v1#m, student:w, student]\n"
        "store: s.db\nout: o\n";
    struct arena a = { 0 };
    struct hunt_spec s;
    struct err e;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    assert_true(spec_table_read_text(&a, &hunt_table, text, strlen(text),
                                     "dir/sub", &s, &e));
    assert_string_equal(s.targets[0], "planted:dir/sub/a.yaml");
    assert_string_equal(s.targets[1], "replay:/b");
    assert_string_equal(s.targets[2], "openai:m");
    assert_string_equal(s.targets[3], "demo");
    assert_string_equal(s.benchmark, "dir/sub/c.jsonl");
    assert_string_equal(s.taxonomy, "dir/sub/../t.yaml");
    assert_string_equal(s.task, "/abs/task.yaml");
    assert_string_equal(s.outcomes_file, "-");
    assert_string_equal(s.hypothesizers[1], "llm:replay:dir/sub/r.jsonl");
    assert_string_equal(s.generators[0], "llm:planted:dir/sub/g.yaml");
    assert_string_equal(s.tagger, "replay:dir/sub/tags.jsonl");
    assert_string_equal(s.key_models[0], "planted:dir/sub/k");
    assert_string_equal(s.key_models[2], "student:dir/sub/w");
    assert_string_equal(s.key_models[3], "student");
    assert_string_equal(s.key_models[1], "https://h/v1#m");
    assert_string_equal(s.store, "s.db");
    assert_string_equal(s.out, "o");
    spec_table_defaults(&hunt_table, &s);
    assert_true(spec_table_read_text(&a, &hunt_table, "benchmark: probe\n", 17,
                                     "dir", &s, &e));
    assert_string_equal(s.benchmark, "probe");
    arena_clear(&a);
}

static void files_are_read(void **state)
{
    static const char good[] = "benchmark: b.jsonl\n";
    static const char bad[] = "seed: 1\ntop: x\n";
    struct arena a = { 0 };
    struct hunt_spec s;
    struct err e;
    const char *path = scratch_file(&a, good, strlen(good)), *want;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    assert_true(spec_table_read_file(&a, &hunt_table, path, &s, &e));
    want = arena_printf(&a, "%.*s/b.jsonl", (int)(strrchr(path, '/') - path),
                        path);
    assert_string_equal(s.benchmark, want);
    unlink(path);
    assert_false(spec_table_read_file(&a, &hunt_table, path, &s, &e));
    path = scratch_file(&a, bad, strlen(bad));
    assert_false(spec_table_read_file(&a, &hunt_table, path, &s, &e));
    assert_true(e.line == 2 && e.column == 6);
    unlink(path);
    arena_clear(&a);
}

/* ---- text cases ---- */

/* "*": any message. */
static bool as_wanted(const char *got, const char *want)
{
    size_t n = strlen(want);

    if (n && want[n - 1] == '*')
        return strncmp(got, want, n - 1) == 0;
    return strcmp(got, want) == 0;
}

static void read_cases(void **state)
{
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "spec/read.test");
    while (cases_next(&c, lines, 2)) {
        struct arena a = { 0 };
        struct hunt_spec s;
        struct err e = { 0 };
        const char *got = "ok";

        spec_table_defaults(&hunt_table, &s);
        if (!read_text(&a, lines[0], &s, &e))
            got = arena_printf(&a, "%zu:%zu: %s", e.line, e.column, e.msg);
        if (!as_wanted(got, lines[1]))
            cases_fail(&c, "got \"%s\"", got);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

static void check_cases(void **state)
{
    struct cases c;
    const char *lines[2];

    (void)state;
    cases_open(&c, "spec/check.test");
    while (cases_next(&c, lines, 2)) {
        struct arena a = { 0 };
        struct hunt_spec s;
        struct err e = { 0 };

        must_read(&a, lines[0], &s);
        if (spec_check(&s, &e) ? strcmp(lines[1], "ok") != 0
                               : strcmp(lines[1], e.msg) != 0)
            cases_fail(&c, "got \"%s\"", e.msg);
        arena_clear(&a);
    }
    assert_int_equal(cases_close(&c), 0);
}

/* What options of a command set is checked as what a file says. */
static void check_without_a_file(void **state)
{
    struct hunt_spec s;
    struct err e;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    assert_true(spec_check(&s, &e));
    s.attempts = 0;
    assert_false(spec_check(&s, &e));
    spec_table_defaults(&hunt_table, &s);
    s.width = 1;
    assert_false(spec_check(&s, &e));
    spec_table_defaults(&hunt_table, &s);
    s.decoding.temperature = "hot";
    assert_false(spec_check(&s, &e));
    spec_table_defaults(&hunt_table, &s);
    s.seed = "a b";
    assert_false(spec_check(&s, &e));
    spec_table_defaults(&hunt_table, &s);
    s.propose.init_batch_size = 0;
    assert_false(spec_check(&s, &e));
    spec_table_defaults(&hunt_table, &s);
    s.n_generators = 0;
    assert_false(spec_check(&s, &e));
}

/* ---- hash ---- */

static void extra_has_a_ceiling(void **state)
{
    struct arena a = { 0 };
    struct str text = str_in(&a);
    struct hunt_spec s;
    struct err e;

    (void)state;
    str_add(&text, "decoding: {extra: {x: 1");
    for (int i = 1; i < 256; i++)
        str_addf(&text, ", x%d: 1", i);
    must_read(&a, arena_printf(&a, "%s}}", str_get(&text)), &s);
    str_add(&text, ", y: 1}}");
    assert_false(read_text(&a, str_get(&text), &s, &e));
    assert_string_equal(e.msg,
                        "\"decoding.extra\" may have at most 256 members");
    arena_clear(&a);
}

static void hash_follows_values(void **state)
{
    static const char *const other[] = {
        "target: x",
        "attempts: 4",
        "seed: 2",
        "width: 0.21",
        "key_models: [a]",
        "decoding: {temperature: 0.5}",
        "decoding: {temperature: 0.50}",
        "key_decoding: {temperature: 0.5}",
        "propose: {blind: false}",
        "score: {failure: problems}",
        "outcomes: {file: x}",
    };
    enum { N = sizeof(other) / sizeof(other[0]) };
    struct arena a = { 0 };
    struct hunt_spec s;
    const char *hash[N + 1];

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    hash[N] = spec_table_hash(&a, &hunt_table, &s);
    assert_int_equal(strlen(hash[N]), 32);
    for (size_t i = 0; i < N; i++) {
        must_read(&a, other[i], &s);
        hash[i] = spec_table_hash(&a, &hunt_table, &s);
    }
    for (size_t i = 0; i <= N; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(hash[i], hash[j]);
    must_read(&a, "store: other.db\nout: elsewhere # a comment\n", &s);
    assert_string_equal(spec_table_hash(&a, &hunt_table, &s), hash[N]);
    arena_clear(&a);
}

/* ---- what ships ---- */

static const char *full_name(const char *name)
{
    const struct concept *c = concept_find_any(name, NULL);

    return c ? c->name : NULL;
}

static void demo_can_be_opened(void **state)
{
    struct arena a = { 0 };
    const char *path = scratch_file(&a, spec_demo, strlen(spec_demo));
    const char *const both[] = { full_name("Combinations"),
                                 full_name("Basic probability") };
    struct factor words = { "words", 1000, NULL };
    struct note note = { .problem = "p", .concepts = both, .n_concepts = 2 };
    struct planted *p;
    struct hash128 content;
    struct err e;

    (void)state;
    assert_true(
        planted_open(&a, path, full_name, NULL, NULL, &p, &content, &e));
    assert_true(planted_chance(p, &note) >= 0.7);
    note.n_concepts = 1;
    assert_true(planted_chance(p, &note) == 0.05);
    note.factors = &words;
    note.n_factors = 1;
    assert_true(planted_chance(p, &note) >= 0.7);
    unlink(path);
    arena_clear(&a);
}

static const char *example_path(struct arena *a, const char *name)
{
    const char *tests = getenv("ASSAY_TESTS");

    return arena_printf(a, "%s%sexamples/%s", tests ? tests : "",
                        tests ? "/../" : "", name);
}

static void examples_are_sound(void **state)
{
    static const char *const names[] = { "hunt-paper.yaml", "hunt-tickets.yaml",
                                         "hunt-skills.yaml" };
    struct arena a = { 0 };
    struct hunt_spec s;
    struct err e = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        spec_table_defaults(&hunt_table, &s);
        if (!spec_table_read_file(&a, &hunt_table, example_path(&a, names[i]),
                                  &s, &e) ||
            !spec_check(&s, &e))
            fail_msg("%s: %s", names[i], e.msg);
    }
    arena_clear(&a);
}

/* The settings that the paper states. */
static void paper_is_the_papers(void **state)
{
    struct arena a = { 0 };
    struct hunt_spec s;
    struct err e;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    assert_true(spec_table_read_file(
        &a, &hunt_table, example_path(&a, "hunt-paper.yaml"), &s, &e));
    assert_int_equal(s.attempts, 5);
    assert_string_equal(s.decoding.temperature, "0.6");
    assert_string_equal(s.decoding.top_p, "0.9");
    assert_string_equal(s.decoding.top_k, "40");
    assert_string_equal(s.decoding.repetition_penalty, "1.2");
    assert_string_equal(s.write_decoding.temperature, "1.0");
    assert_string_equal(s.write_decoding.top_p, "0.9");
    assert_string_equal(s.write_decoding.top_k, "50");
    assert_string_equal(s.write_decoding.repetition_penalty, "1.05");
    assert_int_equal(s.top, 15);
    assert_int_equal(s.chosen, 2);
    assert_true(s.best_anyway);
    assert_int_equal(s.problems, 20);
    assert_int_equal(s.n_granularities, 5);
    assert_string_equal(s.hypothesizers[0], "llm:openai:gpt-4.1-mini");
    assert_string_equal(s.generators[0], "llm");
    assert_int_equal(s.n_key_models, 3);
    arena_clear(&a);
}

static void models_behind_llm(void **state)
{
    static const char *const both[] = { "exact", "llm:", "llm:openai:x",
                                        "llm:y" };
    struct hunt_spec s;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    assert_null(spec_llm("exact"));
    assert_null(spec_llm("llm"));
    assert_null(spec_llm("llm:"));
    assert_string_equal(spec_llm("llm:openai:x"), "openai:x");
    assert_null(spec_first_llm(&s));
    s.hypothesizers = both;
    s.n_hypothesizers = 4;
    assert_string_equal(spec_first_llm(&s), "openai:x");
}

static void demo_is_no_target_of_a_file(void **state)
{
    static const char *const names[] = { SPEC_DEMO, "openai:x" };
    static const char *const student[] = { "student" };
    struct hunt_spec s;

    (void)state;
    spec_table_defaults(&hunt_table, &s);
    assert_true(spec_has_targets(&s));
    s.outcomes_file = "f.jsonl";
    assert_false(spec_has_targets(&s));
    s.targets = names;
    s.n_targets = 2;
    assert_true(spec_has_targets(&s));
    s.targets = names + 1;
    s.n_targets = 1;
    assert_true(spec_has_targets(&s));
    s.targets = student; /* as the default, but named */
    spec_settle_targets(&s);
    assert_true(spec_has_targets(&s));
    s.n_targets = 0;
    assert_false(spec_has_targets(&s));
    spec_table_defaults(&hunt_table, &s);
    spec_settle_targets(&s);
    assert_int_equal(s.n_targets, 1);
    s.outcomes_file = "f.jsonl";
    spec_settle_targets(&s);
    assert_int_equal(s.n_targets, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_behind_llm),
        cmocka_unit_test(demo_is_no_target_of_a_file),
        cmocka_unit_test(defaults_are_known),
        cmocka_unit_test(fields_land_in_place),
        cmocka_unit_test(reading_goes_over),
        cmocka_unit_test(outcomes_need_no_target),
        cmocka_unit_test(paths_are_relative),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(read_cases),
        cmocka_unit_test(check_cases),
        cmocka_unit_test(check_without_a_file),
        cmocka_unit_test(extra_has_a_ceiling),
        cmocka_unit_test(hash_follows_values),
        cmocka_unit_test(demo_can_be_opened),
        cmocka_unit_test(examples_are_sound),
        cmocka_unit_test(paper_is_the_papers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
