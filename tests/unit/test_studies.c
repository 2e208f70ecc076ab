/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Studies: each once under its kind and hash, with its runs; what becomes of
 * them when runs are dropped; and stores of before there were any.
 */
#include "../lib/stores.h"
#include "store/store_int.h"
#include "store/studies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct study made(enum study_kind kind, const char *hash,
                         const struct study_run *runs, size_t n)
{
    return (struct study){ .kind = kind,
                           .hash = hash,
                           .title = "what was studied",
                           .version = "1.2.3",
                           .made_ms = 1700000000123,
                           .document = "{\"document\":1,\"blocks\":[]}",
                           .runs = runs,
                           .n_runs = n };
}

static struct study find(struct store *s, struct arena *a, const char *name)
{
    struct study v;
    struct err e;
    bool found;

    assert_true(studies_find(s, a, name, &v, &found, &e));
    assert_true(found);
    return v;
}

static void comes_back(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct run_info one = stores_run(s, &a, "{\"a\": 1}", 2, 1, 1);
    struct run_info two = stores_run(s, &a, "{\"a\": 2}", 2, 1, 1);
    const struct study_run runs[] = { { two.id, "benchmark" },
                                      { one.id, "targeted" },
                                      { two.id, "benchmark" } };
    struct study v = made(STUDY_HUNT, "9f2c", runs, 3), got;
    struct err e;
    bool found;

    assert_true(studies_put(s, &a, &v, &e));
    assert_string_equal(v.name, "h1");
    got = find(s, &a, "h1");
    assert_int_equal(got.kind, STUDY_HUNT);
    assert_string_equal(got.title, v.title);
    assert_string_equal(got.document, v.document);
    assert_int_equal(got.made_ms, v.made_ms);
    assert_int_equal(got.n_runs, 2);
    assert_int_equal(got.runs[0].run, two.id);
    assert_string_equal(got.runs[1].role, "targeted");
    assert_string_equal(find(s, &a, "9f2c").name, "h1");
    assert_true(studies_find(s, &a, "e1", &got, &found, &e));
    assert_false(found);
    arena_clear(&a);
    store_close(s);
}

/* The same command replaces what it kept; another kind does not. */
static void is_there_once(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct study v = made(STUDY_CLIMB, "77", NULL, 0), *all;
    struct err e;
    size_t n;

    assert_true(studies_put(s, &a, &v, &e));
    v.title = "again";
    assert_true(studies_put(s, &a, &v, &e));
    v.kind = STUDY_EVOLUTION;
    assert_true(studies_put(s, &a, &v, &e));
    assert_true(studies_list(s, &a, &all, &n, &e));
    assert_int_equal(n, 2);
    assert_string_equal(all[0].name, "c1");
    assert_string_equal(all[0].title, "again");
    assert_null(all[0].document);
    assert_string_equal(all[1].name, "e2");
    assert_true(studies_drop(s, all[0].id, &e));
    assert_true(studies_list(s, &a, &all, &n, &e));
    assert_int_equal(n, 1);
    arena_clear(&a);
    store_close(s);
}

static void outlives_its_runs(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct run_info run = stores_run(s, &a, "{\"a\": 1}", 2, 1, 1);
    struct study v =
        made(STUDY_HUNT, "1", &(struct study_run){ run.id, "benchmark" }, 1);
    uint64_t calls, bytes;
    struct err e;

    assert_true(studies_put(s, &a, &v, &e));
    assert_true(runs_prune(s, run.id, false, &calls, &bytes, &e));
    assert_int_equal(find(s, &a, "h1").n_runs, 0);
    arena_clear(&a);
    store_close(s);
}

/* ---- at work ---- */

static void at_work_it_is_seen_by_others(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct store *other = stores_store(*state, STORE_READ);
    struct run_info one = stores_run(s, &a, "{\"a\": 1}", 2, 1, 1);
    struct run_info two = stores_run(s, &a, "{\"a\": 2}", 2, 1, 1);
    struct study v = made(STUDY_HUNT, "9f2c", NULL, 0), got, *all;
    struct err e;
    int64_t id;
    size_t n;

    assert_true(
        studies_begin(s, STUDY_HUNT, "9f2c", "hunt: x", "1", 50, &id, &e));
    got = find(other, &a, "h1");
    assert_int_equal(got.id, id);
    assert_false(got.ended);
    assert_null(got.document);
    assert_string_equal(got.stage, "");
    assert_int_equal(got.worked_ms, 50);
    assert_true(studies_stage(s, id, "benchmark", "asking a", 3, 40, 60, &e));
    assert_true(studies_run(s, id, two.id, "benchmark", &e));
    assert_true(studies_run(s, id, one.id, "targeted", &e));
    assert_true(studies_run(s, id, two.id, "benchmark", &e));
    assert_true(studies_list(other, &a, &all, &n, &e));
    assert_int_equal(n, 1);
    assert_string_equal(all[0].title, "hunt: x");
    assert_string_equal(all[0].stage, "benchmark");
    assert_string_equal(all[0].what, "asking a");
    assert_int_equal(all[0].done, 3);
    assert_int_equal(all[0].total, 40);
    assert_int_equal(all[0].worked_ms, 60);
    assert_int_equal(all[0].made_ms, 50);
    assert_int_equal(all[0].n_runs, 2);
    assert_int_equal(all[0].runs[0].run, two.id);
    assert_int_equal(all[0].runs[1].run, one.id);
    assert_true(studies_put(s, &a, &v, &e));
    assert_string_equal(v.name, "h1");
    got = find(other, &a, "h1");
    assert_true(got.ended);
    assert_null(got.stage);
    assert_string_equal(got.document, v.document);
    assert_int_equal(got.n_runs, 0);
    assert_false(studies_stage(s, id, "late", "", 1, 2, 70, &e));
    assert_false(studies_run(s, 7, one.id, "x", &e));
    store_close(other);
    store_close(s);
    arena_clear(&a);
}

/* What it found before stays until it is at its end again. */
static void an_ended_one_begins_again(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct run_info run = stores_run(s, &a, "{\"a\": 1}", 2, 1, 1);
    struct study v = made(STUDY_CLIMB, "77",
                          &(struct study_run){ run.id, "round" }, 1),
                 got;
    struct err e;
    int64_t id;

    assert_true(studies_put(s, &a, &v, &e));
    assert_true(studies_begin(s, STUDY_CLIMB, "77", "new", "2.0", 50, &id, &e));
    assert_int_equal(id, v.id);
    got = find(s, &a, "c1");
    assert_true(got.ended);
    assert_string_equal(got.stage, "");
    assert_string_equal(got.title, v.title);
    assert_string_equal(got.version, v.version);
    assert_int_equal(got.made_ms, v.made_ms);
    assert_string_equal(got.document, v.document);
    assert_int_equal(got.n_runs, 1);
    assert_true(studies_stage(s, id, "x", "", 1, 2, 60, &e));
    assert_true(studies_begin(s, STUDY_CLIMB, "77", "new", "2.0", 70, &id, &e));
    assert_string_equal(find(s, &a, "c1").stage, "");
    assert_true(studies_drop(s, id, &e));
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM study_work"), 0);
    assert_true(studies_begin(s, STUDY_CLIMB, "77", "old", "1", 80, &id, &e));
    assert_true(studies_begin(s, STUDY_CLIMB, "77", "new", "2", 90, &id, &e));
    got = find(s, &a, "c2");
    assert_string_equal(got.title, "new");
    assert_int_equal(got.made_ms, 90);
    store_close(s);
    arena_clear(&a);
}

/* One of version 3 has studies that ended. */
static void those_of_version_3_are_read(void **state)
{
    struct arena a = { 0 };
    struct store *s;
    struct study v = made(STUDY_HUNT, "1", NULL, 0), got, *all;
    struct err e;
    size_t n;

    stores_files_only();
    s = stores_store(*state, STORE_MAKE);
    assert_true(studies_put(s, &a, &v, &e));
    store_close(s);
    stores_age(*state, 3);
    s = stores_store(*state, STORE_READ);
    got = find(s, &a, "h1");
    assert_true(got.ended);
    assert_null(got.stage);
    assert_true(studies_list(s, &a, &all, &n, &e));
    assert_int_equal(n, 1);
    store_close(s);
    s = stores_store(*state, STORE_WRITE);
    assert_string_equal(find(s, &a, "h1").document, v.document);
    store_close(s);
    arena_clear(&a);
}

static void older_stores_have_none(void **state)
{
    struct arena a = { 0 };
    struct store *s;
    struct study *all, v;
    struct err e;
    bool found;
    size_t n;

    stores_files_only();
    s = stores_store(*state, STORE_MAKE);
    store_close(s);
    stores_age(*state, 2);
    s = stores_store(*state, STORE_READ);
    assert_true(studies_list(s, &a, &all, &n, &e));
    assert_int_equal(n, 0);
    assert_true(studies_find(s, &a, "h1", &v, &found, &e));
    assert_false(found);
    store_close(s);
    s = stores_store(*state, STORE_WRITE);
    v = made(STUDY_HUNT, "1", NULL, 0);
    assert_true(studies_put(s, &a, &v, &e));
    store_close(s);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(comes_back, stores_setup,
                                        stores_teardown),
        cmocka_unit_test_setup_teardown(is_there_once, stores_setup,
                                        stores_teardown),
        cmocka_unit_test_setup_teardown(outlives_its_runs, stores_setup,
                                        stores_teardown),
        cmocka_unit_test_setup_teardown(at_work_it_is_seen_by_others,
                                        stores_setup, stores_teardown),
        cmocka_unit_test_setup_teardown(an_ended_one_begins_again, stores_setup,
                                        stores_teardown),
        cmocka_unit_test_setup_teardown(those_of_version_3_are_read,
                                        stores_setup, stores_teardown),
        cmocka_unit_test_setup_teardown(older_stores_have_none, stores_setup,
                                        stores_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
