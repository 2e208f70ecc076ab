/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The chain of reviews and decisions: what is changed, removed, put elsewhere
 * or forged is found and named, and so is every flipped bit that changes a
 * cell; decisions of older stores are taken in, and counted.
 */
#include "../lib/stores.h"
#include "base/lines.h"
#include "base/rng.h"
#include "base/str.h"
#include "store/reviews.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static int64_t put(struct store *s, struct hash128 hash, const char *kind)
{
    struct review r = { .hash = hash,
                        .kind = kind,
                        .hunt = "9f2c",
                        .problem = "{\"id\": \"p0\", \"statement\": \"1+1\"}",
                        .why = "the key models disagree",
                        .evidence = "{\"answers\": [\"1\", null]}",
                        .made_ms = 1700000000123 };
    struct arena a = { 0 };
    struct review got;
    struct err e;
    bool found = true;

    assert_true(review_put(s, &a, &r, &got, &found, &e));
    assert_false(found);
    arena_clear(&a);
    return got.id;
}

static void decide(struct store *s, int64_t id, enum review_state state,
                   const char *key, const char *note)
{
    struct err e;

    if (!review_decide(s, id, state, key, note, 1700000001000 + id, &e))
        fail_msg("%s", e.msg);
}

/* Reviews 1 (open), 2 (accepted) and 3 (rejected, then accepted): decisions 1
 * to 3 are that they came up, 4 is of review 2, 5 and 6 are of review 3. */
static void make_store(const struct stores *t)
{
    struct store *s = stores_store(t, STORE_MAKE);

    put(s, review_hash("key", "0"), "key");
    put(s, review_hash("key", "1+1"), "key");
    put(s, review_hash_answer("1+1", "2"), "verdict");
    decide(s, 2, REVIEW_ACCEPTED, "2", "as the book has it");
    decide(s, 3, REVIEW_REJECTED, NULL, NULL);
    decide(s, 3, REVIEW_ACCEPTED, NULL, "looked again");
    store_close(s);
}

static struct verify_report verify(const struct stores *t, struct arena *a)
{
    struct store *s = stores_store(t, STORE_READ);
    struct verify_report r;
    struct err e;

    if (!runs_verify(s, a, 0, &r, &e))
        fail_msg("%s", e.msg);
    store_close(s);
    return r;
}

static bool said(const struct verify_report *r, const char *part)
{
    for (size_t i = 0; i < r->n_said; i++)
        if (strstr(r->said[i], part))
            return true;
    return false;
}

static void a_whole_chain_is_whole(void **state)
{
    struct arena a = { 0 };
    struct verify_report r;

    make_store(*state);
    r = verify(*state, &a);
    assert_int_equal(r.faults, 0);
    assert_int_equal(r.decisions, 3);
    assert_int_equal(r.unchained, 0);
    assert_int_equal(stores_int(*state, "SELECT count FROM decision_chain"), 6);
    arena_clear(&a);
}

static const struct spoil {
    const char *sql, *says;
} spoils[] = {
    /* What was decided upon. */
    { "UPDATE reviews SET problem = '{}' WHERE id = 2",
      "reviews, decision 4 (on review 2): changed" },
    { "UPDATE reviews SET problem = '{}' WHERE id = 1",
      "reviews, decision 1 (on review 1): changed" },
    { "UPDATE reviews SET why = 'x' WHERE id = 3", "decision 5 (on review 3)" },
    { "UPDATE reviews SET evidence = '{}' WHERE id = 3",
      "decision 6 (on review 3)" },
    { "UPDATE reviews SET kind = 'verdict' WHERE id = 2", "(on review 2)" },
    { "UPDATE reviews SET hunt = NULL WHERE id = 2", "(on review 2)" },
    { "UPDATE reviews SET made_ms = 1 WHERE id = 2", "(on review 2)" },
    { "UPDATE reviews SET id = 9 WHERE id = 2", "(on review 9)" },
    { "UPDATE reviews SET hash = zeroblob(16) WHERE id = 2", "decision 2" },
    { "DELETE FROM reviews WHERE id = 3", "reviews, decision 5: changed" },
    { "DELETE FROM reviews WHERE id = 1", "reviews, decision 1: changed" },
    /* What the row says was decided. */
    { "UPDATE reviews SET key = '3' WHERE id = 2", "review 2: its state, key" },
    { "UPDATE reviews SET note = NULL WHERE id = 2", "review 2: its state" },
    { "UPDATE reviews SET state = 'rejected', key = NULL WHERE id = 2",
      "review 2: its state" },
    { "UPDATE reviews SET state = 'accepted' WHERE id = 1", "review 1: its" },
    { "UPDATE reviews SET state = 'open', key = NULL, note = NULL, "
      "decided_ms = 0 WHERE id = 2",
      "review 2: its state" },
    { "UPDATE reviews SET decided_ms = 5 WHERE id = 2", "review 2: its state" },
    /* Decisions. */
    { "UPDATE decisions SET state = 'rejected' WHERE id = 4",
      "reviews, decision 4 (on review 2): changed" },
    { "UPDATE decisions SET key = '3' WHERE id = 4; "
      "UPDATE reviews SET key = '3' WHERE id = 2",
      "decision 4 (on review 2): changed" },
    { "UPDATE decisions SET note = 'x' WHERE id = 5", "decision 5" },
    { "UPDATE decisions SET at_ms = 7 WHERE id = 5", "decision 5" },
    { "UPDATE decisions SET adopted = 1 WHERE id = 5", "decision 5" },
    { "UPDATE decisions SET review = zeroblob(16) WHERE id = 5", "decision 5" },
    { "UPDATE decisions SET chain = zeroblob(32) WHERE id = 5", "decision 6" },
    { "DELETE FROM decisions WHERE id = 5", "reviews, decision 5: missing" },
    { "DELETE FROM decisions WHERE id = 6",
      "reviews, decision 6: missing at the end" },
    { "DELETE FROM decisions; DELETE FROM decision_chain",
      "review 1: its state" },
    /* A tail cut and the count set back, but not the head. */
    { "DELETE FROM decisions WHERE id = 6; "
      "UPDATE decision_chain SET count = 5; UPDATE reviews SET state = "
      "'rejected', note = NULL, decided_ms = 1700000001003 WHERE id = 3",
      "the end was changed" },
    { "UPDATE decision_chain SET head = zeroblob(32)", "the end was" },
    { "DELETE FROM decision_chain", "decisions 1 to 6: added to the end" },
    /* In each other's place. */
    { "UPDATE decisions SET id = 99 WHERE id = 4; "
      "UPDATE decisions SET id = 4 WHERE id = 5; "
      "UPDATE decisions SET id = 5 WHERE id = 99",
      "decision 4 (on review 3): changed" },
    /* Forged: one more, and one that claims to be older than the chain. */
    { "INSERT INTO decisions SELECT 7, review, 'rejected', NULL, NULL, at_ms, "
      "0, chain FROM decisions WHERE id = 6",
      "decision 7 (on review 3)" },
    { "INSERT INTO reviews SELECT 4, zeroblob(16), kind, hunt, problem, why, "
      "evidence, state, key, note, made_ms, decided_ms FROM reviews WHERE id "
      "= 2",
      "review 4: its state" },
    { "INSERT INTO decisions SELECT 7, review, state, key, note, at_ms, 1, "
      "chain FROM decisions WHERE id = 6",
      "older than the chain" },
};

static void what_is_changed_is_named(void **state)
{
    stores_files_only();

    struct str whole = { 0 };
    struct arena a = { 0 };
    struct stores *t = *state;
    struct err e;

    make_store(t);
    assert_true(file_read(t->path, 1 << 24, &whole, &e));
    for (size_t i = 0; i < sizeof(spoils) / sizeof(spoils[0]); i++) {
        FILE *f = fopen(t->path, "wb");
        struct verify_report r;

        assert_non_null(f);
        fwrite(whole.s, 1, whole.n, f);
        assert_int_equal(fclose(f), 0);
        stores_sql(t, spoils[i].sql);
        r = verify(t, &a);
        if (!r.faults || !said(&r, spoils[i].says))
            fail_msg("%s: %s", spoils[i].sql,
                     r.n_said ? r.said[0] : "not noticed");
    }
    str_clear(&whole);
    arena_clear(&a);
}

/* ---- flipped bits ---- */

static const char *const tables[] = { "reviews", "decisions",
                                      "decision_chain" };

/* All cells of the tables as text; what cannot be read is text too. */
static void dump(const char *path, struct str *out)
{
    sqlite3 *db;

    str_reset(out);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (size_t i = 0; i < 3; i++) {
        sqlite3_stmt *st = NULL;
        char sql[64];

        snprintf(sql, sizeof(sql), "SELECT * FROM %s", tables[i]);
        sqlite3_prepare_v2(db, sql, -1, &st, NULL);
        while (st && sqlite3_step(st) == SQLITE_ROW)
            for (int c = 0; c < sqlite3_column_count(st); c++) {
                str_addf(out, "|%d:", sqlite3_column_type(st, c));
                str_addn(out, sqlite3_column_blob(st, c),
                         (size_t)sqlite3_column_bytes(st, c));
            }
        str_addf(out, "|%d", sqlite3_finalize(st));
    }
    sqlite3_close(db);
}

/* Is the flip noticed? The store cannot be opened, or has a fault. */
static bool is_noticed(const char *path)
{
    struct verify_report r = { 0 };
    struct arena a = { 0 };
    struct store *s;
    struct err e;
    bool noticed = true;

    if (store_open(&s, path, STORE_READ, &e)) {
        noticed = !runs_verify(s, &a, 0, &r, &e) || r.faults;
        store_close(s);
    }
    arena_clear(&a);
    return noticed;
}

static void poke(const char *path, size_t at, int byte)
{
    FILE *f = fopen(path, "r+b");

    assert_non_null(f);
    fseek(f, (long)at, SEEK_SET);
    fputc(byte, f);
    assert_int_equal(fclose(f), 0);
}

static void every_flip_is_noticed(void **state)
{
    stores_files_only();

    struct str whole = { 0 }, before = { 0 }, after = { 0 };
    struct stores *t = *state;
    struct rng r;
    size_t changed = 0;
    struct err e;

    rng_init(&r, hash_bytes("flips", 5));
    make_store(t);
    assert_true(file_read(t->path, 1 << 24, &whole, &e));
    dump(t->path, &before);
    for (size_t i = 0; i < 3; i++) {
        char sql[128];
        size_t page;

        snprintf(sql, sizeof(sql),
                 "SELECT rootpage FROM sqlite_schema WHERE name = '%s'",
                 tables[i]);
        page = ((size_t)stores_int(t, sql) - 1) * 4096;
        for (size_t at = page; at < page + 4096; at++) {
            int byte = (unsigned char)whole.s[at];

            if (!byte || rng_below(&r, 5) != 0)
                continue;
            poke(t->path, at, byte ^ 1 << rng_below(&r, 8));
            dump(t->path, &after);
            if (before.n != after.n || memcmp(before.s, after.s, before.n)) {
                changed++;
                if (!is_noticed(t->path))
                    fail_msg("%s, byte %zu: not noticed", tables[i], at - page);
            }
            poke(t->path, at, byte);
        }
    }
    assert_true(changed > 100);
    str_clear(&whole);
    str_clear(&before);
    str_clear(&after);
}

/* ---- older stores ---- */

static void older_decisions_are_taken_in(void **state)
{
    struct stores *t = *state;
    struct arena a = { 0 };
    struct verify_report r;
    struct store *s;

    make_store(t);
    stores_age(t, 4);
    r = verify(t, &a); /* read as it is */
    assert_int_equal(r.faults, 0);
    assert_int_equal(r.unchained, 2);
    s = stores_store(t, STORE_WRITE);
    decide(s, 1, REVIEW_ACCEPTED, "1", NULL);
    put(s, review_hash("key", "new"), "key");
    store_close(s);
    r = verify(t, &a);
    assert_int_equal(r.faults, 0);
    assert_int_equal(r.decisions, 3);
    assert_int_equal(r.unchained, 2);
    assert_int_equal(stores_int(t, "SELECT sum(adopted) FROM decisions"), 3);
    /* From then on they are as safe as others. */
    stores_sql(t, "UPDATE reviews SET note = 'x' WHERE id = 2");
    r = verify(t, &a);
    assert_int_equal(r.faults, 1);
    assert_true(said(&r, "review 2: its state"));
    arena_clear(&a);
}

/* Who sets the version back, to hide what was decided behind "it was decided
 * before decisions were chained", leaves the tables of the later one. */
static void a_version_set_back_is_named(void **state)
{
    stores_files_only();

    static const struct spoil back[] = {
        { "DROP TABLE decisions; DROP TABLE decision_chain;"
          "PRAGMA user_version = 4; UPDATE reviews SET note = 'x'",
          "has the table \"timings\" of version 5: its version was set back" },
        { "DROP TABLE decisions; DROP TABLE decision_chain; DROP TABLE timings;"
          "DROP TABLE batch_calls; DROP TABLE batches; DROP TABLE strands;"
          "DROP TABLE work; DROP TABLE rates; PRAGMA user_version = 4;"
          "UPDATE reviews SET note = 'x'",
          "the checks of its tables are those of a later version" },
        { "DROP TABLE decisions",
          "lacks the table \"decisions\" of version 5" },
        { "DROP TABLE decision_chain", "lacks the table \"decision_chain\"" },
        { "PRAGMA user_version = 1", "has the table \"reviews\" of version 2" },
    };
    struct str whole = { 0 };
    struct arena a = { 0 };
    struct stores *t = *state;
    struct err e;

    make_store(t);
    assert_true(file_read(t->path, 1 << 24, &whole, &e));
    for (size_t i = 0; i < sizeof(back) / sizeof(back[0]); i++) {
        FILE *f = fopen(t->path, "wb");
        struct verify_report r;

        assert_non_null(f);
        fwrite(whole.s, 1, whole.n, f);
        assert_int_equal(fclose(f), 0);
        stores_sql(t, back[i].sql);
        r = verify(t, &a);
        if (r.faults != 1 || !said(&r, back[i].says))
            fail_msg("%s: %s", back[i].sql,
                     r.n_said ? r.said[0] : "not noticed");
    }
    str_clear(&whole);
    arena_clear(&a);
}

/* ---- results that rest on decisions ---- */

static void append(struct store *s, const struct run_info *run,
                   const char *answer, enum verdict v)
{
    struct result r = { .attempt = 1,
                        .call = stores_key(1),
                        .strict = v,
                        .lenient = v,
                        .answer = answer,
                        .judge = REVIEW_JUDGE };
    const struct result *list[] = { &r };
    struct err e;

    if (!runs_append(s, run->id, list, 1, 1700000002000, &e))
        fail_msg("%s", e.msg);
}

static void overrides_rest_on_decisions(void **state)
{
    static const char *const problem = "{\"id\": \"p0\", \"statement\": "
                                       "\"1+1\"}",
                             *const model = "m0";
    struct stores *t = *state;
    struct arena a = { 0 };
    struct verify_report r;
    struct run_info run;
    struct store *s;
    struct err e;
    bool found;

    make_store(t);
    s = stores_store(t, STORE_WRITE);
    assert_true(stores_commit(s, 1, 1, &e));
    assert_true(runs_open(s, &a, "{}", "1", &problem, 1, &model, 1, 1, 1, &run,
                          &found, &e));
    append(s, &run, "2", VERDICT_WRONG); /* as was decided first */
    append(s, &run, "2", VERDICT_CORRECT);
    store_close(s);
    r = verify(t, &a);
    assert_int_equal(r.faults, 0);
    s = stores_store(t, STORE_WRITE);
    append(s, &run, "3", VERDICT_CORRECT);
    store_close(s);
    r = verify(t, &a);
    assert_int_equal(r.faults, 1);
    assert_true(said(&r, "result 3 (problem p0, model 1, attempt 1): no review "
                         "decided this verdict"));
    arena_clear(&a);
}

#define TEST(f) \
 cmocka_unit_test_setup_teardown(f, stores_setup, stores_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_whole_chain_is_whole),      TEST(what_is_changed_is_named),
        TEST(every_flip_is_noticed),       TEST(older_decisions_are_taken_in),
        TEST(a_version_set_back_is_named), TEST(overrides_rest_on_decisions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
