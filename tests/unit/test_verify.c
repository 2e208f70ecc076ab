/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Whatever is done to a store behind the program's back is found, and named:
 * the run, the result's number and the problem.
 */
#include "../lib/stores.h"
#include "base/lines.h"
#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Run r1: 3 problems, 1 model, 2 attempts: results 1 to 6 on calls 1 to 6;
 * result 5 is of problem p2, attempt 1. Run r2: p0 and p1 on calls 5 to 8. A
 * call of no run. */
static void make_store(const struct stores *t, struct arena *a)
{
    struct store *s = stores_store(t, STORE_MAKE);
    struct run_info run = stores_run(s, a, "{\"x\": 1}", 3, 1, 2);
    struct err e;

    stores_fill(s, &run, 1);
    run = stores_run(s, a, "{\"x\": 2}", 2, 1, 2);
    stores_fill(s, &run, 5);
    assert_true(stores_commit(s, 50, 1, &e));
    store_close(s);
}

static struct verify_report verify(const struct stores *t, struct arena *a,
                                   int64_t run)
{
    struct store *s = stores_store(t, STORE_READ);
    struct verify_report report;
    struct err e;

    if (!runs_verify(s, a, run, &report, &e))
        fail_msg("%s", e.msg);
    store_close(s);
    return report;
}

static void a_whole_store_is_whole(void **state)
{
    struct arena a = { 0 };
    struct stores t;
    struct verify_report r;

    (void)state;
    stores_open(&t);
    make_store(&t, &a);
    r = verify(&t, &a, 0);
    assert_int_equal(r.faults, 0);
    assert_int_equal(r.n_said, 0);
    assert_int_equal(r.runs, 2);
    assert_int_equal(r.results, 10);
    assert_int_equal(r.calls, 9);
    r = verify(&t, &a, 2);
    assert_int_equal(r.runs, 1);
    assert_int_equal(r.results, 4);
    assert_int_equal(r.calls, 4);
    stores_close(&t);
    arena_clear(&a);
}

struct spoil {
    const char *sql;
    uint64_t faults;
    const char *says[3]; /* each in one of the lines */
};

static const struct spoil spoils[] = {
    /* Results. */
    { "UPDATE results SET strict = 'correct' WHERE run = 1 AND seq = 4",
      1,
      { "run r1, result 4 (problem p1, model 1, attempt 2): changed" } },
    { "UPDATE results SET lenient = 'wrong' WHERE run = 1 AND seq = 5",
      1,
      { "run r1, result 5 (problem p2, model 1, attempt 1): changed" } },
    { "UPDATE results SET strict = 'perfect' WHERE run = 1 AND seq = 5",
      1,
      { "run r1, result 5 (problem p2," } },
    { "UPDATE results SET outcome = 'error' WHERE run = 1 AND seq = 1",
      1,
      { "run r1, result 1 (problem p0," } },
    { "UPDATE results SET answer = '2' WHERE run = 2 AND seq = 3",
      1,
      { "run r2, result 3 (problem p1," } },
    { "UPDATE results SET answer = NULL WHERE run = 2 AND seq = 3",
      1,
      { "run r2, result 3 (problem p1," } },
    { "UPDATE results SET more = '' WHERE run = 2 AND seq = 3",
      1,
      { "run r2, result 3 (problem p1," } },
    { "UPDATE results SET why = 'x' WHERE seq = 2",
      2,
      { "run r1, result 2", "run r2, result 2" } },
    { "UPDATE results SET judge = '0.5.0' WHERE run = 1 AND seq = 6",
      1,
      { "run r1, result 6" } },
    { "UPDATE results SET at_ms = at_ms + 1 WHERE run = 1 AND seq = 6",
      1,
      { "run r1, result 6" } },
    { "UPDATE results SET problem = 0 WHERE run = 1 AND seq = 6",
      1,
      { "run r1, result 6 (problem p0," } },
    { "UPDATE results SET attempt = 1 WHERE run = 1 AND seq = 6",
      1,
      { "run r1, result 6" } },
    { "UPDATE results SET call = 1 WHERE run = 1 AND seq = 6",
      1,
      { "run r1, result 6" } },
    { "UPDATE results SET call = NULL WHERE run = 1 AND seq = 6",
      1,
      { "run r1, result 6" } },
    /* The chain itself: the link, and the one that rests on it. */
    { "UPDATE results SET chain = zeroblob(32) WHERE run = 1 AND seq = 3",
      2,
      { "run r1, result 3", "run r1, result 4" } },
    /* Removed, in the middle, at the start, at the end. */
    { "DELETE FROM results WHERE run = 1 AND seq = 3",
      1,
      { "run r1, result 3: missing" } },
    { "DELETE FROM results WHERE run = 1 AND seq IN (2, 3, 5)",
      2,
      { "run r1, results 2 to 3: missing", "run r1, result 5: missing" } },
    { "DELETE FROM results WHERE run = 1 AND seq = 1",
      1,
      { "run r1, result 1: missing" } },
    { "DELETE FROM results WHERE run = 1 AND seq = 6",
      1,
      { "run r1, result 6: missing at the end" } },
    { "DELETE FROM results WHERE run = 1 AND seq > 3",
      1,
      { "run r1, results 4 to 6: missing at the end" } },
    { "DELETE FROM results WHERE run = 1",
      1,
      { "run r1, results 1 to 6: missing at the end" } },
    /* Removed and renumbered, so that there is no gap. */
    { "DELETE FROM results WHERE run = 1 AND seq = 3; "
      "UPDATE results SET seq = seq - 1 WHERE run = 1 AND seq = 4; "
      "UPDATE results SET seq = seq - 1 WHERE run = 1 AND seq = 5; "
      "UPDATE results SET seq = seq - 1 WHERE run = 1 AND seq = 6; "
      "UPDATE runs SET count = 5, done = 5 WHERE id = 1",
      3,
      { "run r1, result 3 (problem p1," } },
    /* A tail cut with the count set back, but not the head. */
    { "DELETE FROM results WHERE run = 1 AND seq = 6; "
      "UPDATE runs SET count = 5, done = 5 WHERE id = 1",
      1,
      { "run r1: the end of its results was changed" } },
    /* Two results in each other's place: both, and the one behind. */
    { "UPDATE results SET seq = 99 WHERE run = 1 AND seq = 2; "
      "UPDATE results SET seq = 2 WHERE run = 1 AND seq = 3; "
      "UPDATE results SET seq = 3 WHERE run = 1 AND seq = 99",
      3,
      { "run r1, result 2 (problem p1,", "run r1, result 3 (problem p0," } },
    /* One too many. */
    { "INSERT INTO results SELECT NULL, run, 7, problem, model, attempt, call, "
      "outcome, strict, lenient, answer, why, more, judge, at_ms, chain "
      "FROM results WHERE run = 1 AND seq = 6",
      2,
      { "run r1, result 7", "the end of its results" } },
    /* Replies: named in each run that rests on them. */
    { "UPDATE calls SET text = 'x' WHERE id = 2",
      1,
      { "run r1, result 2 (problem p0, model 1, attempt 2): its reply was" } },
    { "UPDATE calls SET text = 'x' WHERE id = 5",
      2,
      { "run r1, result 5 (problem p2,", "run r2, result 1 (problem p0," } },
    { "UPDATE calls SET raw = NULL WHERE id = 2", 1, { "run r1, result 2" } },
    { "UPDATE calls SET body = '' WHERE id = 2", 1, { "run r1, result 2" } },
    { "UPDATE calls SET outcome = 'refused' WHERE id = 2",
      1,
      { "run r1, result 2" } },
    { "UPDATE calls SET prompt_tokens = 0 WHERE id = 2",
      1,
      { "run r1, result 2" } },
    { "UPDATE calls SET key = x'00' WHERE id = 2", 2, { "run r1, result 2" } },
    { "UPDATE calls SET took_ms = 1 WHERE id = 2", 1, { "run r1, result 2" } },
    { "UPDATE calls SET sha = zeroblob(32) WHERE id = 2",
      2,
      { "run r1, result 2" } },
    { "UPDATE calls SET text = 'x' WHERE id = 9", 1, { "no result uses" } },
    { "DELETE FROM calls WHERE id = 2",
      1,
      { "run r1, result 2 (problem p0, model 1, attempt 2): its call is" } },
    /* Problems. */
    { "UPDATE problems SET json = '{\"id\": \"p2\"}' WHERE id = 3",
      1,
      { "run r1: problem 3 (p2) was changed" } },
    { "UPDATE problems SET json = 'no JSON' WHERE id = 1",
      2,
      { "run r1: problem 1 (number 1) was changed", "run r2: problem 1" } },
    { "UPDATE run_problems SET problem = 1 WHERE run = 1 AND place = 1",
      1,
      { "run r1: its spec, models or problems were changed" } },
    { "DELETE FROM problems WHERE id = 3",
      2,
      { "run r1: problem 3 is missing", "1 rows of run_problems refer to" } },
    { "INSERT INTO problems VALUES (9, zeroblob(32), '{\"id\": \"z\"}')",
      1,
      { "problem z, row 9, belongs to no run" } },
    { "DELETE FROM run_problems WHERE run = 1 AND place = 2",
      3,
      { "run r1: its spec, models or problems", "2 rows of results refer to",
        "problem p2, row 3, belongs to no run" } },
    /* The run. */
    { "UPDATE runs SET spec = '{}' WHERE id = 2",
      1,
      { "run r2: its spec was changed" } },
    { "UPDATE runs SET attempts = 8 WHERE id = 2",
      1,
      { "run r2: its spec, models or problems were changed" } },
    { "UPDATE run_models SET model = 'x' WHERE run = 2",
      1,
      { "run r2: its spec, models or problems were changed" } },
    { "DELETE FROM run_models WHERE run = 2",
      2,
      { "cannot read run r2",
        "rows of results refer to missing rows of run_models" } },
    { "UPDATE runs SET head = zeroblob(32) WHERE id = 2",
      1,
      { "run r2: the end of its results was changed" } },
    { "UPDATE runs SET done = 3 WHERE id = 2",
      1,
      { "run r2: its count of results or errors was changed" } },
    { "UPDATE runs SET errors = 1 WHERE id = 2",
      1,
      { "run r2: its count of results or errors was changed" } },
    { "DELETE FROM runs WHERE id = 2",
      2,
      { "rows of run_problems refer to missing rows of runs" } },
};

static bool said(const struct verify_report *r, const char *part)
{
    for (size_t i = 0; i < r->n_said; i++)
        if (strstr(r->said[i], part))
            return true;
    return false;
}

static void check_spoil(const struct stores *t, struct arena *a,
                        const struct spoil *s)
{
    struct verify_report r;
    bool ok;

    stores_sql(t, s->sql);
    r = verify(t, a, 0);
    ok = r.faults == s->faults && r.n_said == s->faults;
    for (int i = 0; i < 3 && s->says[i]; i++)
        ok = ok && said(&r, s->says[i]);
    for (size_t i = 0; !ok && i < r.n_said; i++)
        print_message("    %s\n", r.said[i]);
    if (!ok)
        fail_msg("%s: %d faults", s->sql, (int)r.faults);
}

/* Each on a fresh copy of the same store. */
static void every_change_is_found(void **state)
{
    stores_files_only();

    struct str whole = { 0 };
    struct arena a = { 0 };
    struct stores t;
    struct err e;

    (void)state;
    stores_open(&t);
    make_store(&t, &a);
    assert_true(file_read(t.path, 1 << 24, &whole, &e));
    for (size_t i = 0; i < sizeof(spoils) / sizeof(spoils[0]); i++) {
        FILE *f = fopen(t.path, "wb");

        assert_non_null(f);
        assert_int_equal(fwrite(whole.s, 1, whole.n, f), whole.n);
        assert_int_equal(fclose(f), 0);
        check_spoil(&t, &a, &spoils[i]);
    }
    str_clear(&whole);
    stores_close(&t);
    arena_clear(&a);
}

/* Only the run that was asked for is told of. */
static void one_run_alone(void **state)
{
    struct arena a = { 0 };
    struct stores t;
    struct store *s;
    struct verify_report r;
    struct err e;

    (void)state;
    stores_open(&t);
    make_store(&t, &a);
    stores_sql(&t, "UPDATE results SET why = 'x' WHERE seq = 2");
    r = verify(&t, &a, 2);
    assert_int_equal(r.faults, 1);
    assert_true(said(&r, "run r2, result 2"));
    s = stores_store(&t, STORE_READ);
    assert_false(runs_verify(s, &a, 9, &r, &e));
    assert_non_null(strstr(e.msg, "there is no run r9"));
    store_close(s);
    stores_close(&t);
    arena_clear(&a);
}

/* More faults than are told are counted all the same. */
static void many_faults_are_counted(void **state)
{
    struct arena a = { 0 };
    struct stores t;
    struct store *s;
    struct run_info run;
    struct verify_report r;

    (void)state;
    stores_open(&t);
    s = stores_store(&t, STORE_MAKE);
    run = stores_run(s, &a, "{}", 75, 1, 2);
    stores_fill(s, &run, 0);
    store_close(s);
    stores_sql(&t, "UPDATE results SET why = char(27) || '[2J'");
    r = verify(&t, &a, 0);
    assert_int_equal(r.faults, 150);
    assert_int_equal(r.n_said, 100);
    stores_close(&t);
    arena_clear(&a);
}

/* Control characters of a spoilt file do not reach the terminal. */
static void what_is_said_is_printable(void **state)
{
    struct arena a = { 0 };
    struct stores t;
    struct verify_report r;

    (void)state;
    stores_open(&t);
    make_store(&t, &a);
    stores_sql(&t, "UPDATE problems SET json = '{\"id\": \"\\u001b[2J\"}'");
    r = verify(&t, &a, 0);
    assert_int_equal(r.faults, 5);
    for (size_t i = 0; i < r.n_said; i++)
        assert_null(strchr(r.said[i], '\x1b'));
    stores_close(&t);
    arena_clear(&a);
}

/* Pages written over: faults, not a crash, and no failure either. */
static void damaged_pages_are_faults(void **state)
{
    stores_files_only();

    struct str text = { 0 };
    struct arena a = { 0 };
    struct stores t;
    struct store *s;
    struct run_info run;
    struct err e;

    (void)state;
    stores_open(&t);
    s = stores_store(&t, STORE_MAKE);
    run = stores_run(s, &a, "{}", 100, 1, 4);
    stores_fill(s, &run, 0);
    store_close(s);
    assert_true(file_read(t.path, 1 << 24, &text, &e));
    for (size_t page = 1; page * 4096 < text.n; page++) {
        FILE *f = fopen(t.path, "wb");
        struct verify_report r = { 0 };
        bool ok;

        assert_non_null(f);
        fwrite(text.s, 1, page * 4096, f);
        for (int i = 0; i < 4096; i++)
            fputc(i % 7 * 37, f);
        fwrite(text.s + (page + 1) * 4096, 1, text.n - (page + 1) * 4096, f);
        assert_int_equal(fclose(f), 0);
        if (!store_open(&s, t.path, STORE_WRITE, &e)) {
            assert_non_null(strstr(e.msg, "damaged")); /* its tables' list */
            continue;
        }
        ok = runs_verify(s, &a, 0, &r, &e);
        if (ok && r.faults == 0)
            fail_msg("page %d: nothing found", (int)page + 1);
        if (!ok)
            fail_msg("page %d: %s", (int)page + 1, e.msg);
        store_close(s);
    }
    str_clear(&text);
    stores_close(&t);
    arena_clear(&a);
}

/* Tables that are not those of the version. */
static void changed_tables_are_a_fault(void **state)
{
    struct arena a = { 0 };
    struct stores t;
    struct verify_report r;

    (void)state;
    stores_open(&t);
    make_store(&t, &a);
    stores_sql(&t, "ALTER TABLE results RENAME COLUMN judge TO jury");
    r = verify(&t, &a, 0);
    assert_true(r.faults > 0);
    assert_true(said(&r, stores_in_database() ? "column r.judge does not exist"
                                              : "no such column: r.judge"));
    stores_close(&t);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_store_is_whole),
        cmocka_unit_test(every_change_is_found),
        cmocka_unit_test(one_run_alone),
        cmocka_unit_test(many_faults_are_counted),
        cmocka_unit_test(what_is_said_is_printable),
        cmocka_unit_test(damaged_pages_are_faults),
        cmocka_unit_test(changed_tables_are_a_fault),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
