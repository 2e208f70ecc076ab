/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs: made once and found again, by every name; results, of which the
 * newest counts; what a prune takes along and what it leaves.
 */
#include "../lib/stores.h"
#include "base/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

struct fixture {
    struct stores t;
    struct arena a;
    struct store *s;
};

static int set_up(void **state)
{
    static struct fixture f;

    stores_open(&f.t);
    f.a = (struct arena){ 0 };
    f.s = stores_store(&f.t, STORE_MAKE);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    store_close(f->s);
    arena_clear(&f->a);
    stores_close(&f->t);
    return 0;
}

static void assert_says(const struct err *e, const char *part)
{
    if (!strstr(e->msg, part))
        fail_msg("\"%s\" does not say \"%s\"", e->msg, part);
}

/* ---- making and finding ---- */

static const char *const problems[] = { "{\"id\": \"a\"}", "{\"id\": \"b\"}",
                                        "{\"id\": \"a\"}" };
static const char *const models[] = { "openai:x", "https://y#z" };

static bool open_run(struct fixture *f, const char *spec, size_t n_problems,
                     struct run_info *run, bool *found, struct err *e)
{
    return runs_open(f->s, &f->a, spec, "1.2.3", problems, n_problems, models,
                     2, 4, 5000, run, found, e);
}

static void a_run_is_made_once(void **state)
{
    struct fixture *f = *state;
    struct run_info run, again;
    const char **lines;
    bool found = true;
    struct err e;
    size_t n;

    assert_true(open_run(f, "{\"k\": 4}", 3, &run, &found, &e));
    assert_false(found);
    assert_string_equal(run.name, "r1");
    assert_int_equal(run.id, 1);
    assert_string_equal(run.spec, "{\"k\": 4}");
    assert_string_equal(run.version, "1.2.3");
    assert_int_equal(run.made_ms, 5000);
    assert_int_equal(run.worked_ms, 0);
    assert_int_equal(run.n_problems, 3);
    assert_int_equal(run.n_models, 2);
    assert_int_equal(run.attempts, 4);
    assert_int_equal(run.results, 0);
    assert_int_equal(run.errors, 0);
    assert_string_equal(run.models[0], "openai:x");
    assert_string_equal(run.models[1], "https://y#z");
    assert_true(run.hash.low == hash_bytes("{\"k\": 4}", 8).low);
    assert_true(open_run(f, "{\"k\": 4}", 3, &again, &found, &e));
    assert_true(found);
    assert_int_equal(again.id, 1);
    assert_true(runs_problems(f->s, &f->a, 1, &lines, &n, &e));
    assert_int_equal(n, 3);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(lines[i], problems[i]);
    /* The same text is kept once. */
    assert_int_equal(stores_int(&f->t, "SELECT count(*) FROM problems"), 2);
    assert_true(open_run(f, "{\"k\": 5}", 2, &again, &found, &e));
    assert_false(found);
    assert_string_equal(again.name, "r2");
    assert_int_equal(stores_int(&f->t, "SELECT count(*) FROM problems"), 2);
}

/* The same settings with other problems or models are not the same run. */
static void a_run_is_what_it_was_made_with(void **state)
{
    static const char *const other[] = { "openai:x", "openai:y" };
    struct fixture *f = *state;
    struct run_info run;
    struct err e;
    bool found;

    assert_true(open_run(f, "{}", 3, &run, &found, &e));
    assert_false(open_run(f, "{}", 2, &run, &found, &e));
    assert_says(&e, "other problems or models");
    assert_false(runs_open(f->s, &f->a, "{}", "1.2.3", problems, 3, other, 2, 4,
                           5000, &run, &found, &e));
    assert_true(open_run(f, "{}", 3, &run, &found, &e));
}

static bool begin_run(struct fixture *f, struct store *s, struct run_info *run,
                      bool *found, struct err *e)
{
    return runs_begin(s, &f->a, "{}", "1.2.3", problems, 3, models, 2, 4, 5000,
                      run, found, e);
}

/* A run that is made in two steps is there after the second, and whole. */
static void a_run_that_is_begun_is_not_there(void **state)
{
    struct fixture *f = *state;
    struct store *w = stores_store(&f->t, STORE_WRITE);
    struct run_info run;
    const char **lines;
    struct err e;
    bool found;
    size_t n;

    assert_true(begin_run(f, w, &run, &found, &e));
    assert_false(found);
    assert_string_equal(run.name, "r1");
    assert_true(runs_unfinished(w));
    assert_false(runs_find(f->s, &f->a, "r1", &run, &e));
    store_close(w); /* as when the process is killed */
    assert_int_equal(stores_int(&f->t, "SELECT count(*) FROM runs"), 0);

    w = stores_store(&f->t, STORE_WRITE);
    assert_true(begin_run(f, w, &run, &found, &e));
    assert_true(runs_finish(w, &e));
    assert_false(runs_unfinished(w));
    assert_true(runs_problems(f->s, &f->a, run.id, &lines, &n, &e));
    assert_int_equal(n, 3);
    assert_true(begin_run(f, w, &run, &found, &e));
    assert_true(found);
    assert_false(runs_unfinished(w));
    assert_true(runs_finish(w, &e));
    store_close(w);
}

/* Within a transaction that is rolled back nothing was made. */
static void a_run_is_made_whole_or_not(void **state)
{
    struct fixture *f = *state;
    struct run_info run;
    struct err e;
    bool found;

    assert_true(store_begin(f->s, &e));
    assert_true(open_run(f, "{}", 3, &run, &found, &e));
    store_rollback(f->s);
    assert_int_equal(stores_int(&f->t, "SELECT count(*) FROM problems"), 0);
    assert_true(open_run(f, "{}", 3, &run, &found, &e));
    assert_false(found);
}

static int64_t find(struct fixture *f, const char *name, struct err *e)
{
    struct run_info run;

    return runs_find(f->s, &f->a, name, &run, e) ? run.id : 0;
}

static void runs_have_names(void **state)
{
    struct fixture *f = *state;
    char hex[HASH_HEX_SIZE], start[9];
    struct run_info run;
    struct err e;

    assert_int_equal(find(f, "last", &e), 0);
    assert_says(&e, "there is no run \"last\": the store");
    stores_run(f->s, &f->a, "{\"x\": 1}", 1, 1, 1);
    run = stores_run(f->s, &f->a, "{\"x\": 2}", 1, 1, 1);
    stores_run(f->s, &f->a, "{\"x\": 3}", 1, 1, 1);
    hash_hex(run.hash, hex);
    memcpy(start, hex, 8);
    start[8] = '\0';
    assert_int_equal(find(f, "last", &e), 3);
    assert_int_equal(find(f, "r2", &e), 2);
    assert_int_equal(find(f, "2", &e), 2);
    assert_int_equal(find(f, hex, &e), 2);
    assert_int_equal(find(f, start, &e), 2);
    start[3] = '\0'; /* three digits are too few */
    assert_int_equal(find(f, start, &e), 0);
    assert_says(&e, "the newest are r3, r2, r1");
    assert_int_equal(find(f, "r4", &e), 0);
    assert_int_equal(find(f, "", &e), 0);
    assert_int_equal(find(f, "r", &e), 0);
    assert_int_equal(find(f, "-1", &e), 0);
    assert_int_equal(find(f, "r2x", &e), 0);
    assert_int_equal(find(f, "99999999999999999999", &e), 0);
    assert_int_equal(find(f, "\x1b[2J' OR 1", &e), 0);
    assert_null(strchr(e.msg, '\x1b'));
    /* The last is the one that was worked on last. */
    stores_fill(f->s, &run, 0);
    assert_int_equal(find(f, "last", &e), 2);
}

static void a_prefix_must_be_of_one(void **state)
{
    struct fixture *f = *state;
    struct err e;

    stores_run(f->s, &f->a, "{\"x\": 1}", 1, 1, 1);
    stores_run(f->s, &f->a, "{\"x\": 2}", 1, 1, 1);
    stores_sql(&f->t,
               "UPDATE runs SET hash = x'abcd0000000000000000000000000101' "
               "WHERE id = 1; "
               "UPDATE runs SET hash = x'abcd0000000000000000000000000202' "
               "WHERE id = 2");
    assert_int_equal(find(f, "abcd", &e), 0);
    assert_says(&e, "several runs begin with \"abcd\"");
    assert_int_equal(find(f, "abcd00000000000000000000000001", &e), 1);
    assert_int_equal(find(f, "abcd00000000000000000000000002", &e), 2);
}

static void runs_are_listed(void **state)
{
    struct fixture *f = *state;
    struct run_info *list, run;
    struct err e;
    size_t n;

    assert_true(runs_list(f->s, &f->a, &list, &n, &e));
    assert_int_equal(n, 0);
    stores_run(f->s, &f->a, "{\"x\": 1}", 1, 1, 1);
    run = stores_run(f->s, &f->a, "{\"x\": 2}", 2, 3, 4);
    stores_fill(f->s, &run, 0);
    assert_true(runs_list(f->s, &f->a, &list, &n, &e));
    assert_int_equal(n, 2);
    assert_string_equal(list[0].name, "r1");
    assert_int_equal(list[0].results, 0);
    assert_string_equal(list[1].spec, "{\"x\": 2}");
    assert_string_equal(list[1].models[2], "m2");
    assert_int_equal(list[1].results, 24);
    assert_int_equal(list[1].worked_ms, 2023);
}

/* ---- results ---- */

static void append(struct fixture *f, int64_t run, const struct result *r)
{
    struct err e;

    if (!runs_append(f->s, run, &r, 1, 7000, &e))
        fail_msg("%s", e.msg);
}

static void every_field_comes_back(void **state)
{
    struct fixture *f = *state;
    struct run_info run = stores_run(f->s, &f->a, "{}", 3, 2, 4);
    struct result full = { .problem = 2,
                           .model = 1,
                           .attempt = 4,
                           .call = stores_key(3),
                           .outcome = OUTCOME_OK,
                           .strict = VERDICT_UNREADABLE,
                           .lenient = VERDICT_BAD_KEY,
                           .answer = "\\frac12",
                           .why = "because \xff",
                           .more = "{\"score\": 18}",
                           .judge = "9.9.9" };
    struct result bare = { .problem = 0,
                           .model = 1,
                           .attempt = 2,
                           .outcome = OUTCOME_ERROR,
                           .strict = VERDICT_NO_ANSWER,
                           .lenient = VERDICT_NO_ANSWER };
    struct result *got;
    struct err e;
    size_t n;

    assert_true(stores_commit(f->s, 0, 5, &e));
    append(f, run.id, &full);
    append(f, run.id, &bare);
    assert_true(runs_results(f->s, &f->a, run.id, &got, &n, &e));
    assert_int_equal(n, 2);
    assert_int_equal(got[0].problem, 0);
    assert_int_equal(got[0].model, 1);
    assert_int_equal(got[0].attempt, 2);
    assert_int_equal(got[0].outcome, OUTCOME_ERROR);
    assert_true(got[0].call.high == 0 && got[0].call.low == 0);
    assert_null(got[0].answer);
    assert_null(got[0].why);
    assert_null(got[0].more);
    assert_null(got[0].judge);
    assert_int_equal(got[0].usage.prompt, -1);
    assert_int_equal(got[0].tries, 0);
    assert_int_equal(got[1].problem, 2);
    assert_int_equal(got[1].attempt, 4);
    assert_true(got[1].call.low == stores_key(3).low);
    assert_int_equal(got[1].strict, VERDICT_UNREADABLE);
    assert_int_equal(got[1].lenient, VERDICT_BAD_KEY);
    assert_string_equal(got[1].answer, "\\frac12");
    assert_string_equal(got[1].why, "because \xff");
    assert_string_equal(got[1].more, "{\"score\": 18}");
    assert_string_equal(got[1].judge, "9.9.9");
    assert_int_equal(got[1].usage.prompt, 13); /* of the call */
    assert_int_equal(got[1].usage.cached, -1);
    assert_int_equal(got[1].took_ms, 1234);
    assert_int_equal(got[1].tries, 2);
}

static void assert_counts(struct fixture *f, uint64_t results, uint64_t errors)
{
    struct run_info run;
    struct err e;

    assert_true(runs_find(f->s, &f->a, "r1", &run, &e));
    assert_int_equal(run.results, results);
    assert_int_equal(run.errors, errors);
}

static void the_newest_counts(void **state)
{
    struct fixture *f = *state;
    struct run_info run = stores_run(f->s, &f->a, "{}", 2, 1, 2);
    struct result bad = { .problem = 1,
                          .attempt = 1,
                          .outcome = OUTCOME_ERROR };
    struct result good = { .problem = 1, .attempt = 1, .why = "now" };
    struct result first = { .problem = 0, .attempt = 2, .why = "other" };
    struct verify_report report;
    struct result *got;
    struct err e;
    size_t n;

    assert_true(stores_commit(f->s, 0, 1, &e));
    good.call = stores_key(0);
    bad.first = first.first = true; /* their places are known to be empty */
    append(f, run.id, &bad);
    assert_counts(f, 1, 1);
    bad.first = false;
    append(f, run.id, &bad);
    assert_counts(f, 1, 1);
    append(f, run.id, &first);
    assert_counts(f, 2, 1);
    append(f, run.id, &good);
    assert_counts(f, 2, 0);
    assert_true(runs_results(f->s, &f->a, run.id, &got, &n, &e));
    assert_int_equal(n, 2);
    assert_string_equal(got[0].why, "other");
    assert_string_equal(got[1].why, "now");
    append(f, run.id, &bad);
    assert_counts(f, 2, 1);
    assert_true(runs_results(f->s, &f->a, run.id, &got, &n, &e));
    assert_int_equal(got[1].outcome, OUTCOME_ERROR);
    assert_int_equal(stores_int(&f->t, "SELECT count(*) FROM results"), 5);
    assert_true(runs_verify(f->s, &f->a, 0, &report, &e));
    assert_int_equal(report.faults, 0);
}

/* Whatever the order of appending. */
/* What another appended meanwhile is looked for, whatever this one takes for
 * the first. */
static void what_others_appended_is_counted(void **state)
{
    struct fixture *f = *state;
    struct run_info run = stores_run(f->s, &f->a, "{}", 4, 1, 1);
    struct store *other = stores_store(&f->t, STORE_WRITE), *mine = f->s;
    struct result r = { .attempt = 1, .outcome = OUTCOME_ERROR, .first = true };
    struct verify_report report;
    struct err e;

    append(f, run.id, &r);
    r.problem = 1;
    f->s = other;
    append(f, run.id, &r);
    f->s = mine;
    append(f, run.id, &r);
    assert_counts(f, 2, 2);
    r.problem = 2;
    append(f, run.id, &r);
    f->s = other;
    append(f, run.id, &r);
    assert_counts(f, 3, 3);
    f->s = mine;
    assert_true(runs_verify(f->s, &f->a, 0, &report, &e));
    assert_int_equal(report.faults, 0);
    store_close(other);
}

static void results_are_sorted(void **state)
{
    struct fixture *f = *state;
    struct run_info run = stores_run(f->s, &f->a, "{}", 5, 3, 4);
    struct result *got;
    struct err e;
    size_t n;

    for (uint64_t i = 0; i < 60; i++) {
        uint64_t k = i * 37 % 60;
        struct result r = { .problem = k % 5,
                            .model = k / 5 % 3,
                            .attempt = k / 15 + 1,
                            .outcome = OUTCOME_ERROR };

        append(f, run.id, &r);
    }
    assert_true(runs_results(f->s, &f->a, run.id, &got, &n, &e));
    assert_int_equal(n, 60);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(got[i].problem, i / 12);
        assert_int_equal(got[i].model, i / 4 % 3);
        assert_int_equal(got[i].attempt, i % 4 + 1);
    }
}

/* A batch with one that cannot be is refused whole. */
static void wrong_places_are_refused(void **state)
{
    struct fixture *f = *state;
    struct run_info run = stores_run(f->s, &f->a, "{}", 2, 2, 2);
    struct result good = { .attempt = 1, .outcome = OUTCOME_ERROR };
    struct result bad[] = {
        { .problem = 2, .attempt = 1 },
        { .model = 2, .attempt = 1 },
        { .attempt = 0 },
        { .attempt = 3 },
        { .problem = UINT64_MAX, .attempt = 1 },
        { .attempt = 1, .call = { 1, 2 } }, /* not in the journal */
    };
    struct err e;

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        const struct result *list[] = { &good, &bad[i] };

        assert_false(runs_append(f->s, run.id, list, 2, 1, &e));
        assert_int_equal(e.code, ERR_DOMAIN);
        assert_counts(f, 0, 0);
    }
    assert_int_equal(stores_int(&f->t, "SELECT count(*) FROM results"), 0);
    assert_true(runs_append(f->s, run.id, NULL, 0, 1, &e));
    {
        const struct result *list[] = { &good };

        assert_false(runs_append(f->s, 99, list, 1, 1, &e));
        assert_says(&e, "r99");
    }
}

/* What a spoilt file says is not handed on: callers use it as indexes. */
static void spoilt_runs_are_not_handed_on(void **state)
{
    static const char *const spoils[] = {
        "UPDATE results SET problem = 9 WHERE seq = 1",
        "UPDATE results SET model = -1 WHERE seq = 1",
        "UPDATE results SET attempt = 0 WHERE seq = 1",
        "UPDATE results SET strict = 'fine' WHERE seq = 1",
        "UPDATE runs SET n_problems = 1",
        "UPDATE runs SET attempts = 1",
    };
    struct fixture *f = *state;
    struct run_info run = stores_run(f->s, &f->a, "{}", 2, 2, 2);
    struct result *got;
    const char **lines;
    struct err e;
    size_t n;

    for (size_t i = 0; i < sizeof(spoils) / sizeof(spoils[0]); i++) {
        run = stores_run(f->s, &f->a, "{}", 2, 2, 2);
        stores_fill(f->s, &run, 0);
        assert_true(runs_results(f->s, &f->a, run.id, &got, &n, &e));
        stores_sql(&f->t, spoils[i]);
        assert_false(runs_results(f->s, &f->a, run.id, &got, &n, &e));
        assert_int_equal(e.code, ERR_DOMAIN);
        stores_sql(&f->t, "DELETE FROM results; DELETE FROM run_models; "
                          "DELETE FROM run_problems; DELETE FROM runs");
    }
    run = stores_run(f->s, &f->a, "{}", 2, 2, 2);
    stores_sql(&f->t, "DELETE FROM run_problems WHERE place = 1");
    assert_false(runs_problems(f->s, &f->a, run.id, &lines, &n, &e));
    assert_says(&e, "some of its problems are missing");
    stores_sql(&f->t, "DELETE FROM run_models WHERE place = 1");
    assert_false(runs_find(f->s, &f->a, run.name, &run, &e));
    assert_says(&e, "incomplete");
}

/* ---- prune ---- */

static void prune(struct fixture *f, int64_t run, bool dry, uint64_t expected)
{
    uint64_t calls = 99, bytes = 0;
    struct err e;

    if (!runs_prune(f->s, run, dry, &calls, &bytes, &e))
        fail_msg("%s", e.msg);
    assert_int_equal(calls, expected);
    assert_true(bytes > 0);
}

static void assert_rows(struct fixture *f, const char *table, int64_t n)
{
    int64_t got = stores_int(
        &f->t, arena_printf(&f->a, "SELECT count(*) FROM %s", table));

    if (got != n)
        fail_msg("%s has %d rows, not %d", table, (int)got, (int)n);
}

static void add_trouble(struct fixture *f, uint64_t i)
{
    struct call c = stores_call(&f->a, i);
    const struct call *list = &c;
    struct err e;

    c.reply.outcome = OUTCOME_ERROR;
    assert_true(journal_commit(f->s, &list, 1, NULL, &e));
}

static void prune_takes_what_no_other_needs(void **state)
{
    struct fixture *f = *state;
    struct run_info one = stores_run(f->s, &f->a, "{\"x\": 1}", 4, 1, 2);
    struct run_info two = stores_run(f->s, &f->a, "{\"x\": 2}", 2, 1, 2);
    struct verify_report report;
    uint64_t calls, bytes;
    struct err e;

    stores_fill(f->s, &one, 0); /* calls 0 to 7, problems p0 to p3 */
    stores_fill(f->s, &two, 6); /* calls 6 to 9, problems p0, p1 */
    assert_true(stores_commit(f->s, 50, 1, &e)); /* of no run */
    add_trouble(f, 0);
    add_trouble(f, 7);
    add_trouble(f, 60); /* never answered */
    prune(f, one.id, true, 6);
    assert_rows(f, "calls", 11);
    assert_rows(f, "runs", 2);
    prune(f, one.id, false, 6);
    assert_rows(f, "calls", 5);
    assert_rows(f, "trouble", 2);
    assert_rows(f, "runs", 1);
    assert_rows(f, "run_models", 1);
    assert_rows(f, "run_problems", 2);
    assert_rows(f, "problems", 2);
    assert_rows(f, "results", 4);
    assert_true(runs_verify(f->s, &f->a, 0, &report, &e));
    assert_int_equal(report.faults, 0);
    assert_int_equal(report.calls, 5);
    assert_false(runs_prune(f->s, one.id, false, &calls, &bytes, &e));
    assert_says(&e, "run r1 is not in the store");
    prune(f, two.id, false, 4);
    assert_rows(f, "calls", 1); /* the one of no run */
    assert_rows(f, "trouble", 0);
    assert_rows(f, "problems", 0);
    assert_rows(f, "results", 0);
    /* Names are not used again. */
    one = stores_run(f->s, &f->a, "{\"x\": 1}", 4, 1, 2);
    assert_string_equal(one.name, "r3");
}

static void prune_counts_bytes(void **state)
{
    struct fixture *f = *state;
    struct run_info run = stores_run(f->s, &f->a, "{}", 1, 1, 1);
    struct call c = stores_call(&f->a, 0);
    uint64_t calls, bytes, expected;
    struct err e;

    stores_fill(f->s, &run, 0);
    expected = strlen(c.url) + strlen(c.model) + strlen(c.reply.text) +
               strlen(c.reply.reasoning) + strlen(c.raw) + strlen(c.body) +
               strlen("1both are 1") +
               strlen("{\"id\": \"p0\", \"statement\": \"0 + 1\"}");
    assert_true(runs_prune(f->s, run.id, true, &calls, &bytes, &e));
    assert_int_equal(bytes, expected);
    assert_true(runs_lock(f->s, run.id, &e));
    assert_true(runs_prune(f->s, run.id, false, &calls, &bytes, &e));
    assert_int_equal(bytes, expected);
    runs_unlock(f->s, run.id);
}

static int64_t file_size(const char *path)
{
    struct stat st;

    assert_int_equal(stat(path, &st), 0);
    return st.st_size;
}

static void vacuum_gives_space_back(void **state)
{
    stores_files_only();

    struct fixture *f = *state;
    struct run_info run = stores_run(f->s, &f->a, "{}", 100, 1, 8);
    struct err e;
    int64_t before;

    stores_fill(f->s, &run, 0);
    assert_true(store_vacuum(f->s, &e)); /* all in the file, none in the log */
    before = file_size(f->t.path);
    prune(f, run.id, false, 800);
    assert_true(store_vacuum(f->s, &e));
    assert_true(file_size(f->t.path) < before / 2);
    stores_run(f->s, &f->a, "{}", 1, 1, 1); /* and it works on */
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_run_is_made_once),
        CASE(a_run_is_what_it_was_made_with),
        CASE(a_run_that_is_begun_is_not_there),
        CASE(a_run_is_made_whole_or_not),
        CASE(runs_have_names),
        CASE(a_prefix_must_be_of_one),
        CASE(runs_are_listed),
        CASE(every_field_comes_back),
        CASE(the_newest_counts),
        CASE(what_others_appended_is_counted),
        CASE(results_are_sorted),
        CASE(wrong_places_are_refused),
        CASE(spoilt_runs_are_not_handed_on),
        CASE(prune_takes_what_no_other_needs),
        CASE(prune_counts_bytes),
        CASE(vacuum_gives_space_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
