/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The review queue: each doubt once, decided and decided anew; and stores of
 * before there was one.
 */
#include "../lib/stores.h"
#include "base/lines.h"
#include "store/reviews.h"
#include "store/sqlite/sqlite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_text(const char *a, const char *b)
{
    if (!a || !b)
        assert_ptr_equal(a, b);
    else
        assert_string_equal(a, b);
}

/* What a person is asked about the statement. */
static struct review doubt(const char *statement)
{
    return (struct review){
        .hash = review_hash("key", statement),
        .kind = "key",
        .hunt = "9f2c",
        .problem = "{\"id\": \"w:1\", \"statement\": \"...\"}",
        .why = "the key models disagree",
        .evidence = "{\"answers\": [\"1\", null]}",
        .made_ms = 1700000000123,
    };
}

static int64_t put(struct store *s, struct arena *a, const struct review *r)
{
    struct review got;
    struct err e;
    bool found = true;

    assert_true(review_put(s, a, r, &got, &found, &e));
    assert_false(found);
    return got.id;
}

static struct review get(struct store *s, struct arena *a, int64_t id)
{
    struct review got;
    struct err e;
    bool found = false;

    assert_true(review_by_id(s, a, id, &got, &found, &e));
    assert_true(found);
    return got;
}

static void assert_asks(const struct review *got, const struct review *want)
{
    assert_memory_equal(&got->hash, &want->hash, sizeof(got->hash));
    assert_text(got->kind, want->kind);
    assert_text(got->hunt, want->hunt);
    assert_text(got->problem, want->problem);
    assert_text(got->why, want->why);
    assert_text(got->evidence, want->evidence);
    assert_int_equal(got->made_ms, want->made_ms);
}

static void assert_open(const struct review *got)
{
    assert_int_equal(got->state, REVIEW_OPEN);
    assert_null(got->key);
    assert_null(got->note);
    assert_int_equal(got->decided_ms, 0);
}

/* ---- names and hashes ---- */

static void states_have_names(void **state)
{
    static const char *const names[] = { "open", "accepted", "rejected" };
    enum review_state got;

    (void)state;
    for (int i = REVIEW_OPEN; i <= REVIEW_REJECTED; i++) {
        assert_string_equal(review_state_name((enum review_state)i), names[i]);
        assert_true(review_state_find(names[i], &got));
        assert_int_equal(got, i);
    }
    assert_false(review_state_find("Open", &got));
    assert_false(review_state_find("", &got));
}

static void hashes_tell_doubts_apart(void **state)
{
    const struct hash128 list[] = {
        review_hash("key", "2 + 2?"),      review_hash("verdict", "2 + 2?"),
        review_hash("key", "2 + 2"),       review_hash("key2", " + 2?"),
        review_hash("", "key2 + 2?"),      review_hash_answer("2 + 2?", "4"),
        review_hash_answer("2 + 2?", "5"), review_hash_reply("2 + 2?", "4"),
        review_hash_answer("2 + 2?", ""),  review_hash_answer("2 + 2", "?4"),
    };
    struct hash128 again = review_hash("key", "2 + 2?");

    (void)state;
    for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
        for (size_t k = 0; k < i; k++)
            assert_true(memcmp(&list[i], &list[k], sizeof(list[i])) != 0);
    assert_memory_equal(&again, &list[0], sizeof(again));
}

/* ---- the queue ---- */

/* Put, and found the same by a store that is opened anew. */
static void there_and_back(const struct stores *t, const struct review *r)
{
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_MAKE);
    struct review got, asked = *r;
    int64_t id;
    struct err e;
    bool found = true;

    /* None of these are looked at. */
    asked.id = 99;
    asked.state = REVIEW_REJECTED;
    asked.key = asked.note = "x";
    asked.decided_ms = 5;
    assert_true(review_put(s, &a, &asked, &got, &found, &e));
    assert_false(found);
    assert_asks(&got, r);
    assert_open(&got);
    id = got.id;
    store_close(s);
    s = stores_store(t, STORE_READ);
    got = get(s, &a, id);
    assert_int_equal(got.id, id);
    assert_asks(&got, r);
    assert_open(&got);
    memset(&got, 0, sizeof(got));
    assert_true(review_find(s, &a, r->hash, &got, &found, &e));
    assert_true(found);
    assert_int_equal(got.id, id);
    assert_asks(&got, r);
    store_close(s);
    arena_clear(&a);
}

static void every_field_comes_back(void **state)
{
    struct review r = doubt("Compute 1 + 1.");

    there_and_back(*state, &r);
    r = doubt("\xff\xfe ' \" ; DROP TABLE reviews; -- \x01\x1b[2J");
    r.kind = "verdict";
    r.hunt = NULL;
    r.problem = "\xc0\x80 no JSON at all '); --";
    r.why = "";
    r.evidence = "{}";
    r.made_ms = 0;
    there_and_back(*state, &r);
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM reviews"), 2);
}

static void absent_evidence_is_an_empty_object(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct review r = doubt("1");

    r.evidence = NULL;
    assert_string_equal(get(s, &a, put(s, &a, &r)).evidence, "{}");
    store_close(s);
    arena_clear(&a);
}

static void what_is_not_there_is_not_found(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct review r = doubt("1"), *list, got;
    struct err e;
    bool found = true;
    size_t n = 7;

    assert_true(review_list(s, &a, REVIEW_OPEN, true, &list, &n, &e));
    assert_int_equal(n, 0);
    put(s, &a, &r);
    assert_true(review_by_id(s, &a, 2, &got, &found, &e));
    assert_false(found);
    found = true;
    assert_true(
        review_find(s, &a, review_hash("verdict", "1"), &got, &found, &e));
    assert_false(found);
    store_close(s);
    arena_clear(&a);
}

/* The first to ask is right, also across processes, and a decision stands. */
static void the_same_doubt_is_there_once(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct store *other = stores_store(*state, STORE_WRITE);
    struct review first = doubt("1"), second = doubt("1"), got;
    int64_t id = put(s, &a, &first);
    struct err e;
    bool found = false;

    second.why = "another doubt";
    second.made_ms = 5;
    assert_true(review_put(other, &a, &second, &got, &found, &e));
    assert_true(found);
    assert_int_equal(got.id, id);
    assert_asks(&got, &first);
    assert_true(review_decide(s, id, REVIEW_ACCEPTED, "4", "sure", 77, &e));
    found = false;
    assert_true(review_put(other, &a, &second, &got, &found, &e));
    assert_true(found);
    assert_int_equal(got.state, REVIEW_ACCEPTED);
    assert_string_equal(got.key, "4");
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM reviews"), 1);
    second = doubt("2");
    assert_int_equal(put(other, &a, &second), id + 1); /* no number is lost */
    store_close(other);
    store_close(s);
    arena_clear(&a);
}

static void decisions_can_be_replaced(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct review one = doubt("1"), two = doubt("2"), got;
    int64_t id = put(s, &a, &one), other = put(s, &a, &two);
    struct err e;

    assert_true(review_decide(s, id, REVIEW_ACCEPTED, "\\pi", "mine", 10, &e));
    got = get(s, &a, id);
    assert_int_equal(got.state, REVIEW_ACCEPTED);
    assert_string_equal(got.key, "\\pi");
    assert_string_equal(got.note, "mine");
    assert_int_equal(got.decided_ms, 10);
    assert_asks(&got, &one);
    assert_true(review_decide(s, id, REVIEW_REJECTED, "\\pi", NULL, 20, &e));
    got = get(s, &a, id);
    assert_int_equal(got.state, REVIEW_REJECTED);
    assert_null(got.key); /* a rejected one has none */
    assert_null(got.note);
    assert_int_equal(got.decided_ms, 20);
    assert_true(review_decide(s, id, REVIEW_ACCEPTED, NULL, "", 30, &e));
    got = get(s, &a, id);
    assert_int_equal(got.state, REVIEW_ACCEPTED);
    assert_null(got.key);
    assert_string_equal(got.note, "");
    got = get(s, &a, other);
    assert_open(&got);
    assert_false(review_decide(s, 3, REVIEW_REJECTED, NULL, NULL, 1, &e));
    assert_non_null(strstr(e.msg, "there is no review 3"));
    store_close(s);
    arena_clear(&a);
}

/* The ids of a list, as digits of a number. */
static int listed(struct store *s, struct arena *a, enum review_state state,
                  bool all)
{
    struct review *list;
    struct err e;
    int digits = 0;
    size_t n;

    assert_true(review_list(s, a, state, all, &list, &n, &e));
    for (size_t i = 0; i < n; i++)
        digits = digits * 10 + (int)list[i].id;
    return digits;
}

static void lists_are_of_a_state_oldest_first(void **state)
{
    static const char *const texts[] = { "a", "b", "c", "d", "e" };
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct err e;

    for (size_t i = 0; i < 5; i++) {
        struct review r = doubt(texts[i]);

        r.made_ms = 1000 - (int64_t)i; /* numbers say which is oldest */
        assert_int_equal(put(s, &a, &r), i + 1);
    }
    assert_true(review_decide(s, 4, REVIEW_ACCEPTED, NULL, NULL, 1, &e));
    assert_true(review_decide(s, 2, REVIEW_ACCEPTED, NULL, NULL, 2, &e));
    assert_true(review_decide(s, 3, REVIEW_REJECTED, NULL, NULL, 3, &e));
    assert_int_equal(listed(s, &a, REVIEW_OPEN, false), 15);
    assert_int_equal(listed(s, &a, REVIEW_ACCEPTED, false), 24);
    assert_int_equal(listed(s, &a, REVIEW_REJECTED, false), 3);
    assert_int_equal(listed(s, &a, REVIEW_REJECTED, true), 12345);
    store_close(s);
    arena_clear(&a);
}

static void a_transaction_spans_puts(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct review one = doubt("1"), two = doubt("2"), got;
    struct err e;
    bool found;

    assert_true(store_begin(s, &e));
    put(s, &a, &one);
    put(s, &a, &two);
    assert_true(review_put(s, &a, &one, &got, &found, &e));
    assert_true(found);
    store_rollback(s);
    assert_int_equal(listed(s, &a, REVIEW_OPEN, true), 0);
    assert_true(store_begin(s, &e));
    put(s, &a, &one);
    assert_true(store_commit(s, &e));
    /* A database does not use a number twice. */
    assert_int_equal(listed(s, &a, REVIEW_OPEN, true),
                     stores_in_database() ? 3 : 1);
    store_close(s);
    arena_clear(&a);
}

/* ---- the table ---- */

static int try_sql(struct store *s, const char *sql)
{
    return sqlite3_exec(sqlite_of(&s->db), sql, NULL, NULL, NULL);
}

static void the_table_refuses_nonsense(void **state)
{
    stores_files_only();

    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct review r = doubt("1");

    put(s, &a, &r);
    assert_int_equal(try_sql(s, "UPDATE reviews SET made_ms = 1"), SQLITE_OK);
    assert_int_not_equal(try_sql(s, "UPDATE reviews SET made_ms = 'soon'"),
                         SQLITE_OK);
    assert_int_not_equal(try_sql(s, "UPDATE reviews SET state = 'done'"),
                         SQLITE_OK);
    assert_int_not_equal(try_sql(s, "UPDATE reviews SET kind = 'taste'"),
                         SQLITE_OK);
    assert_int_not_equal(
        try_sql(s, "INSERT INTO reviews (hash, kind, problem, why, evidence, "
                   "state, made_ms, decided_ms) SELECT hash, kind, problem, "
                   "why, evidence, state, made_ms, decided_ms FROM reviews"),
        SQLITE_OK);
    store_close(s);
    arena_clear(&a);
}

static void pruning_leaves_reviews_alone(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct run_info run = stores_run(s, &a, "{\"x\": 1}", 2, 1, 2);
    struct review r = doubt("0 + 1"), got;
    struct verify_report report;
    uint64_t calls, bytes;
    struct err e;

    stores_fill(s, &run, 1);
    put(s, &a, &r);
    assert_true(runs_verify(s, &a, 0, &report, &e));
    assert_int_equal(report.faults, 0);
    assert_true(runs_prune(s, run.id, false, &calls, &bytes, &e));
    assert_int_equal(calls, 4);
    assert_true(store_vacuum(s, &e));
    got = get(s, &a, 1);
    assert_asks(&got, &r);
    assert_true(runs_verify(s, &a, 0, &report, &e));
    assert_int_equal(report.faults, 0);
    store_close(s);
    arena_clear(&a);
}

/* ---- stores of version 1 ---- */

/* One with a run, as it was before there was a queue. */
static void make_old(const struct stores *t)
{
    stores_files_only();

    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_MAKE);
    struct run_info run = stores_run(s, &a, "{\"x\": 1}", 2, 1, 2);

    stores_fill(s, &run, 1);
    store_close(s);
    stores_age(t, 1);
    arena_clear(&a);
}

static void assert_whole(struct store *s)
{
    struct arena a = { 0 };
    struct verify_report report;
    struct run_info *runs;
    struct err e;
    size_t n;

    assert_true(runs_list(s, &a, &runs, &n, &e));
    assert_int_equal(n, 1);
    assert_true(runs_verify(s, &a, 0, &report, &e));
    assert_int_equal(report.faults, 0);
    assert_int_equal(report.results, 4);
    arena_clear(&a);
}

static void an_old_store_is_read_as_it_is(void **state)
{
    struct stores *t = *state;
    struct arena a = { 0 };
    struct str before = { 0 }, after = { 0 };
    struct review r = doubt("1"), *list = &r, got;
    struct store *s;
    struct err e;
    bool found = true;
    size_t n = 7;

    make_old(t);
    assert_true(file_read(t->path, 1 << 20, &before, &e));
    s = stores_store(t, STORE_READ);
    assert_int_equal(store_version(s), 1);
    assert_whole(s);
    assert_true(review_list(s, &a, REVIEW_OPEN, true, &list, &n, &e));
    assert_int_equal(n, 0);
    assert_true(review_find(s, &a, r.hash, &got, &found, &e));
    assert_false(found);
    found = true;
    assert_true(review_by_id(s, &a, 1, &got, &found, &e));
    assert_false(found);
    assert_false(review_put(s, &a, &r, &got, &found, &e));
    store_close(s);
    assert_true(file_read(t->path, 1 << 20, &after, &e));
    assert_int_equal(before.n, after.n);
    assert_memory_equal(before.s, after.s, before.n);
    str_clear(&before);
    str_clear(&after);
    arena_clear(&a);
}

static void an_old_store_is_brought_along(void **state)
{
    struct stores *t = *state;
    struct arena a = { 0 };
    struct review r = doubt("1");
    struct store *s;

    make_old(t);
    s = stores_store(t, STORE_WRITE);
    assert_int_equal(store_version(s), STORE_VERSION);
    assert_int_equal(stores_int(t, "PRAGMA user_version"), STORE_VERSION);
    assert_whole(s);
    put(s, &a, &r);
    assert_int_equal(listed(s, &a, REVIEW_OPEN, true), 1);
    store_close(s);
    s = stores_store(t, STORE_READ);
    assert_int_equal(store_version(s), STORE_VERSION);
    assert_int_equal(listed(s, &a, REVIEW_OPEN, true), 1);
    store_close(s);
    arena_clear(&a);
}

static void a_version_before_the_first_is_refused(void **state)
{
    struct stores *t = *state;
    struct store *s;
    struct err e;

    make_old(t);
    stores_sql(t, "PRAGMA user_version = 0");
    assert_false(store_open(&s, t->path, STORE_READ, &e));
    assert_non_null(strstr(e.msg, "has version 0"));
    assert_false(store_open(&s, t->path, STORE_WRITE, &e));
    assert_non_null(strstr(e.msg, "cannot upgrade"));
    assert_int_equal(stores_int(t, "PRAGMA user_version"), 0);
}

/* Tables, columns and comments. */
static void old_and_new_are_the_same_then(void **state)
{
    struct stores *t = *state, fresh;
    struct arena a = { 0 };

    make_old(t);
    store_close(stores_store(t, STORE_WRITE));
    stores_open(&fresh);
    store_close(stores_store(&fresh, STORE_MAKE));
    stores_sql(t, arena_printf(&a,
                               "ATTACH '%s' AS fresh;"
                               "CREATE TABLE differs AS SELECT type, name, sql "
                               "FROM fresh.sqlite_schema EXCEPT SELECT type, "
                               "name, sql FROM main.sqlite_schema",
                               fresh.path));
    assert_int_equal(stores_int(t, "SELECT count(*) FROM differs"), 0);
    assert_int_equal(stores_int(t, "SELECT count(*) - 1 FROM sqlite_schema"),
                     stores_int(&fresh, "SELECT count(*) FROM sqlite_schema"));
    stores_close(&fresh);
    arena_clear(&a);
}

#define TEST(f) \
 cmocka_unit_test_setup_teardown(f, stores_setup, stores_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_have_names),
        cmocka_unit_test(hashes_tell_doubts_apart),
        TEST(every_field_comes_back),
        TEST(absent_evidence_is_an_empty_object),
        TEST(what_is_not_there_is_not_found),
        TEST(the_same_doubt_is_there_once),
        TEST(decisions_can_be_replaced),
        TEST(lists_are_of_a_state_oldest_first),
        TEST(a_transaction_spans_puts),
        TEST(the_table_refuses_nonsense),
        TEST(pruning_leaves_reviews_alone),
        TEST(an_old_store_is_read_as_it_is),
        TEST(an_old_store_is_brought_along),
        TEST(a_version_before_the_first_is_refused),
        TEST(old_and_new_are_the_same_then),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
