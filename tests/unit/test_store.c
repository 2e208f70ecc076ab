/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The store file and its journal: what is opened and what is refused,
 * versions, transactions, a full disk, every field there and back.
 */
#include "../lib/stores.h"
#include "base/lines.h"
#include "base/str.h"
#include "store/sqlite/sqlite.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void assert_says(const struct err *e, const char *part)
{
    if (!strstr(e->msg, part))
        fail_msg("\"%s\" does not say \"%s\"", e->msg, part);
}

/* ---- opening ---- */

static void opens_what_it_made(void **state)
{
    stores_files_only();

    struct stores *t = *state;
    struct store *s = stores_store(t, STORE_MAKE);

    assert_string_equal(store_path(s), t->path);
    assert_int_equal(store_version(s), STORE_VERSION);
    store_close(s);
    assert_int_equal(stores_int(t, "PRAGMA user_version"), STORE_VERSION);
    assert_int_equal(stores_int(t, "PRAGMA application_id"), STORE_APPLICATION);
    assert_int_equal(
        stores_int(t, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"),
        1);
    store_close(stores_store(t, STORE_WRITE));
    store_close(stores_store(t, STORE_READ));
    store_close(stores_store(t, STORE_MAKE));
}

static void is_synced_and_checks_references(void **state)
{
    stores_files_only();

    struct store *s = stores_store(*state, STORE_MAKE);
    sqlite3_stmt *st;

    assert_int_equal(sqlite3_prepare_v2(sqlite_of(&s->db),
                                        "SELECT (SELECT synchronous FROM "
                                        "pragma_synchronous), (SELECT "
                                        "foreign_keys FROM "
                                        "pragma_foreign_keys)",
                                        -1, &st, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(st, 0), 2); /* FULL */
    assert_int_equal(sqlite3_column_int(st, 1), 1);
    sqlite3_finalize(st);
    store_close(s);
}

static void absent_is_refused(void **state)
{
    stores_files_only();

    struct stores *t = *state;
    struct store *s;
    struct err e;

    assert_false(store_open(&s, t->path, STORE_READ, &e));
    assert_null(s);
    assert_says(&e, "there is no store");
    assert_false(store_open(&s, t->path, STORE_WRITE, &e));
    assert_false(store_open(&s, t->folder, STORE_MAKE, &e));
    assert_says(&e, "not a store");
    assert_false(store_open(&s, "", STORE_MAKE, &e));
    assert_false(store_open(&s, ":memory:", STORE_MAKE, &e));
    assert_false(store_open(&s, "/no/such/folder/x", STORE_MAKE, &e));
    assert_int_equal(access(t->path, F_OK), -1);
}

static void write_file(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* Refused in every mode, and left byte for byte, with nothing beside it. */
static void refused_untouched(const struct stores *t, const char *says)
{
    struct str before = { 0 }, after = { 0 };
    struct arena a = { 0 };
    struct store *s;
    struct err e;

    assert_true(file_read(t->path, 1 << 20, &before, &e));
    for (int mode = STORE_MAKE; mode <= STORE_READ; mode++) {
        assert_false(store_open(&s, t->path, (enum store_mode)mode, &e));
        assert_says(&e, says);
    }
    assert_true(file_read(t->path, 1 << 20, &after, &e));
    assert_int_equal(before.n, after.n);
    assert_memory_equal(before.s, after.s, before.n);
    assert_int_equal(access(stores_name(&a, t, "-wal"), F_OK), -1);
    assert_int_equal(access(stores_name(&a, t, "-journal"), F_OK), -1);
    str_clear(&before);
    str_clear(&after);
    arena_clear(&a);
}

static void other_files_are_refused(void **state)
{
    stores_files_only();

    struct stores *t = *state;
    struct err e;
    struct store *s;

    write_file(t->path, "hello", 5);
    refused_untouched(t, "is not a store of assay");
    write_file(t->path, "SQLite format 3", 16); /* and nothing behind */
    refused_untouched(t, "is not a store of assay");
    unlink(t->path);
    stores_sql(t, "CREATE TABLE x (y); INSERT INTO x VALUES (1)");
    refused_untouched(t, "is not a store of assay");
    unlink(t->path);
    stores_sql(t, "PRAGMA journal_mode = WAL; CREATE TABLE x (y)");
    refused_untouched(t, "is not a store of assay");
    write_file(t->path, "", 0);
    assert_false(store_open(&s, t->path, STORE_WRITE, &e));
    store_close(stores_store(t, STORE_MAKE)); /* an empty one is filled */
}

static void damage_is_told(void **state)
{
    stores_files_only();

    struct stores *t = *state;
    struct arena a = { 0 };
    struct str text = { 0 };
    struct run_info *runs;
    struct store *s;
    struct err e;
    bool opened;
    size_t n;

    store_close(stores_store(t, STORE_MAKE));
    assert_true(file_read(t->path, 1 << 20, &text, &e));
    memset(text.s + 100, 0xa5, text.n - 100);
    write_file(t->path, text.s, text.n);
    opened = store_open(&s, t->path, STORE_WRITE, &e);
    assert_true(!opened || !runs_list(s, &a, &runs, &n, &e));
    assert_int_equal(e.code, ERR_IO);
    assert_says(&e, "damaged");
    store_close(s);
    str_clear(&text);
    arena_clear(&a);
}

/* ---- versions ---- */

static void newer_is_refused(void **state)
{
    stores_files_only();

    struct stores *t = *state;
    struct store *s;
    struct err e;

    store_close(stores_store(t, STORE_MAKE));
    stores_sql(t, "PRAGMA user_version = 7");
    for (int mode = STORE_MAKE; mode <= STORE_READ; mode++) {
        assert_false(store_open(&s, t->path, (enum store_mode)mode, &e));
        assert_says(&e, "has version 7, made by a newer assay");
    }
    assert_int_equal(stores_int(t, "PRAGMA user_version"), 7);
}

static const struct store_step steps[] = {
    { .from = STORE_VERSION,
      .sql = "CREATE TABLE more (x INTEGER) STRICT;"
             "INSERT INTO more VALUES (1)" },
    { .from = STORE_VERSION + 1, .sql = "INSERT INTO more VALUES (2)" },
};

static void steps_bring_it_along(void **state)
{
    stores_files_only();

    struct stores *t = *state;
    struct store *s = stores_store(t, STORE_MAKE), *other;
    struct err e;

    other = stores_store(t, STORE_READ);
    assert_false(store_migrate(other, steps, 2, STORE_VERSION + 2, &e));
    assert_says(&e, "the first command that writes");
    assert_true(store_migrate(s, steps, 2, STORE_VERSION + 2, &e));
    assert_int_equal(store_version(s), STORE_VERSION + 2);
    assert_int_equal(stores_int(t, "SELECT sum(x) FROM more"), 3);
    assert_int_equal(stores_int(t, "PRAGMA user_version"), STORE_VERSION + 2);
    /* Again: nothing is left to do. */
    assert_true(store_migrate(s, steps, 2, STORE_VERSION + 2, &e));
    assert_int_equal(stores_int(t, "SELECT count(*) FROM more"), 2);
    assert_true(store_migrate(other, steps, 2, STORE_VERSION + 2, &e));
    store_close(other);
    store_close(s);
}

/* All steps or none. */
static void a_failed_step_changes_nothing(void **state)
{
    stores_files_only();

    static const struct store_step bad[] = {
        { .from = STORE_VERSION,
          .sql = "CREATE TABLE more (x INTEGER) STRICT" },
        { .from = STORE_VERSION + 1, .sql = "INSERT INTO nowhere VALUES (2)" },
    };
    static const struct store_step dangling[] = {
        { .from = STORE_VERSION,
          .sql = "INSERT INTO run_models VALUES (99, 0, 'm')" },
    };
    struct stores *t = *state;
    struct store *s = stores_store(t, STORE_MAKE);
    struct err e;

    assert_false(store_migrate(s, bad, 2, STORE_VERSION + 2, &e));
    assert_says(&e, "nowhere");
    assert_false(store_migrate(s, bad, 1, STORE_VERSION + 2, &e));
    assert_says(&e, "cannot upgrade");
    assert_false(store_migrate(s, dangling, 1, STORE_VERSION + 1, &e));
    assert_says(&e, "refer to missing rows");
    assert_int_equal(store_version(s), STORE_VERSION);
    assert_int_equal(stores_int(t, "PRAGMA user_version"), STORE_VERSION);
    assert_int_equal(
        stores_int(t, "SELECT count(*) FROM sqlite_schema WHERE name = 'more'"),
        0);
    assert_true(stores_commit(s, 0, 1, &e)); /* and it works on */
    store_close(s);
}

/* ---- the journal ---- */

static void assert_text(const char *a, const char *b)
{
    if (!a || !b)
        assert_ptr_equal(a, b);
    else
        assert_string_equal(a, b);
}

static void assert_reply(const struct reply *a, const struct reply *b)
{
    assert_int_equal(a->outcome, b->outcome);
    assert_text(a->text, b->text);
    assert_text(a->reasoning, b->reasoning);
    assert_text(a->finish, b->finish);
    assert_text(a->why, b->why);
    assert_int_equal(a->usage.prompt, b->usage.prompt);
    assert_int_equal(a->usage.completion, b->usage.completion);
    assert_int_equal(a->usage.reasoning, b->usage.reasoning);
    assert_int_equal(a->usage.cached, b->usage.cached);
    assert_text(a->served, b->served);
    assert_text(a->id, b->id);
    assert_text(a->fingerprint, b->fingerprint);
    assert_text(a->note, b->note);
}

static void assert_call(const struct call *a, const struct call *b, bool whole)
{
    assert_int_equal(a->key.high, b->key.high);
    assert_int_equal(a->key.low, b->key.low);
    assert_text(a->url, b->url);
    assert_text(a->model, b->model);
    assert_int_equal(a->attempt, b->attempt);
    assert_text(whole ? a->body : NULL, b->body);
    assert_text(whole ? a->raw : NULL, b->raw);
    assert_reply(&a->reply, &b->reply);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->http_version, b->http_version);
    assert_int_equal(a->tries, b->tries);
    assert_text(a->history, b->history);
    assert_int_equal(a->sent_ms, b->sent_ms);
    assert_int_equal(a->took_ms, b->took_ms);
    assert_int_equal(a->total_ms, b->total_ms);
}

static bool commit_one(struct store *s, const struct call *c, bool *already,
                       struct err *e)
{
    return journal_commit(s, &c, 1, already, e);
}

/* Committed, and found the same by a store that is opened anew. */
static void there_and_back(const struct stores *t, const struct call *c)
{
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_MAKE);
    struct call got;
    struct err e;
    bool found, already = true;

    assert_true(commit_one(s, c, &already, &e));
    assert_false(already);
    store_close(s);
    s = stores_store(t, STORE_READ);
    for (int whole = 0; whole < 2; whole++) {
        assert_true(journal_find(s, &a, c->key, whole, &got, &found, &e));
        assert_true(found);
        assert_call(c, &got, whole);
    }
    assert_true(journal_has(s, c->key, &found, &e));
    assert_true(found);
    assert_true(journal_has(s, stores_key(999), &found, &e));
    assert_false(found);
    assert_true(journal_find(s, &a, stores_key(999), true, &got, &found, &e));
    assert_false(found);
    store_close(s);
    arena_clear(&a);
}

/* Every third of n keys is there, one of them twice among those asked for. */
static void many_keys(struct store *s, size_t n)
{
    struct hash128 keys[100];
    bool has[100];
    struct err e;

    for (size_t i = 0; i < n; i++)
        keys[i] = stores_key((uint64_t)i);
    keys[n - 1] = keys[0];
    memset(has, true, sizeof(has));
    assert_true(journal_has_many(s, keys, n, has, &e));
    for (size_t i = 0; i < n; i++)
        assert_int_equal(has[i], i % 3 == 0 || i == n - 1);
    for (size_t i = n; i < 100; i++)
        assert_true(has[i]); /* left alone */
}

static void many_keys_are_looked_for_at_once(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct err e;

    for (uint64_t i = 0; i < 100; i += 3) {
        struct call c = stores_call(&a, 1);

        c.key = stores_key(i);
        assert_true(commit_one(s, &c, NULL, &e));
    }
    for (size_t n = 1; n <= 100; n++)
        many_keys(s, n);
    assert_true(journal_has_many(s, NULL, 0, NULL, &e));
    store_close(s);
    arena_clear(&a);
}

static void every_field_comes_back(void **state)
{
    struct arena a = { 0 };
    struct call c = stores_call(&a, 1);

    there_and_back(*state, &c);
    c = stores_call(&a, 2);
    c.reply.outcome = OUTCOME_TRUNCATED;
    c.reply.why = "cut at 4096 tokens";
    c.reply.usage.cached = 0;
    there_and_back(*state, &c);
    c = stores_call(&a, 3);
    c.reply.outcome = OUTCOME_REFUSED;
    c.reply.text = "";
    c.history = "[]";
    c.key = (struct hash128){ UINT64_MAX, UINT64_MAX };
    c.attempt = UINT64_MAX;
    there_and_back(*state, &c);
    arena_clear(&a);
}

static void what_is_absent_stays_absent(void **state)
{
    struct call c = {
        .key = stores_key(5),
        .url = "",
        .model = "",
        .reply = { .text = "", .usage = { -1, -1, -1, -1 } },
    };

    there_and_back(*state, &c);
    assert_int_equal(stores_int(*state,
                                "SELECT count(*) FROM calls WHERE raw IS NULL "
                                "AND why IS NULL AND prompt_tokens IS NULL"),
                     1);
}

/* Bytes that are no UTF-8, quotes, a long text. */
static void hostile_text_comes_back(void **state)
{
    struct arena a = { 0 };
    struct call c = stores_call(&a, 1);
    char *big = arena_text(&a, 5000000);

    memset(big, 'x', 5000000);
    c.reply.text = "\xff\xfe\xc0\x80 ' \" ; DROP TABLE calls; -- \x01\x1b[2J";
    c.raw = big;
    c.body = "\xf0\x9f\x98";
    there_and_back(*state, &c);
    arena_clear(&a);
}

static void the_first_reply_counts(void **state)
{
    struct arena a = { 0 };
    struct store *s = stores_store(*state, STORE_MAKE);
    struct call first = stores_call(&a, 1), second = first, other, got;
    const struct call *list[3];
    bool already[3], found;
    struct err e;

    second.reply.text = "another answer";
    other = stores_call(&a, 2);
    assert_true(commit_one(s, &first, NULL, &e));
    list[0] = &second;
    list[1] = &other;
    list[2] = &other; /* twice in one batch */
    assert_true(journal_commit(s, list, 3, already, &e));
    assert_true(already[0]);
    assert_false(already[1]);
    assert_true(already[2]);
    assert_true(journal_find(s, &a, first.key, true, &got, &found, &e));
    assert_call(&first, &got, true);
    assert_int_equal(stores_int(*state, "SELECT count(*) FROM calls"), 2);
    assert_true(journal_commit(s, NULL, 0, NULL, &e));
    store_close(s);
    arena_clear(&a);
}

static void errors_are_trouble(void **state)
{
    struct stores *t = *state;
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_MAKE);
    struct call c = stores_call(&a, 1), ok = c;
    bool found, already = true;
    struct err e;

    c.reply.outcome = OUTCOME_ERROR;
    c.reply.why = "no answer within 600 s";
    assert_true(commit_one(s, &c, &already, &e));
    assert_false(already);
    c.reply.outcome = OUTCOME_FATAL;
    assert_true(commit_one(s, &c, NULL, &e));
    assert_true(journal_has(s, c.key, &found, &e));
    assert_false(found);
    assert_true(commit_one(s, &ok, &already, &e));
    assert_false(already);
    assert_true(commit_one(s, &c, &already, &e));
    assert_true(already);
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 1);
    assert_int_equal(
        stores_int(t, "SELECT count(*) FROM trouble WHERE "
                      "why = 'no answer within 600 s' AND attempt = 2 AND "
                      "status = 200 AND tries = 2 AND model = 'model' AND "
                      "history = '[{\"status\": 429}]' AND url LIKE 'https%' "
                      "AND key = (SELECT key FROM calls) AND noted_ms > 0"),
        3);
    assert_int_equal(
        stores_int(t, "SELECT count(*) FROM trouble WHERE outcome = 'fatal'"),
        2);
    store_close(s);
    arena_clear(&a);
}

/* ---- transactions ---- */

static void transactions_span(void **state)
{
    struct stores *t = *state;
    struct store *s = stores_store(t, STORE_MAKE);
    struct err e;

    assert_true(store_begin(s, &e));
    assert_true(stores_commit(s, 0, 2, &e));
    assert_true(stores_commit(s, 2, 2, &e));
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 0);
    assert_true(store_commit(s, &e));
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 4);
    assert_true(store_begin(s, &e));
    assert_true(stores_commit(s, 4, 2, &e));
    store_rollback(s);
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 4);
    assert_true(stores_commit(s, 4, 1, &e));
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 5);
    /* What was begun and not committed is gone with the store. */
    assert_true(store_begin(s, &e));
    assert_true(stores_commit(s, 6, 2, &e));
    store_close(s);
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 5);
}

/* A call that cannot be kept (no URL) spoils its batch, and that spoils the
 * transaction around it. */
static void a_failure_spoils_the_whole(void **state)
{
    struct stores *t = *state;
    struct arena a = { 0 };
    struct store *s = stores_store(t, STORE_MAKE);
    struct call good = stores_call(&a, 1), bad = stores_call(&a, 2);
    const struct call *list[] = { &good, &bad };
    struct err e = { 0 }, later = { 0 };

    bad.url = NULL;
    assert_false(journal_commit(s, list, 2, NULL, &e));
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 0);
    assert_true(store_begin(s, &e));
    assert_true(stores_commit(s, 10, 1, &e));
    assert_false(journal_commit(s, list, 2, NULL, &e));
    assert_false(stores_commit(s, 11, 1, &later));
    assert_string_equal(e.msg, later.msg);
    assert_false(store_commit(s, &later));
    assert_string_equal(e.msg, later.msg);
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 0);
    assert_true(stores_commit(s, 10, 1, &e));
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), 1);
    store_close(s);
    arena_clear(&a);
}

static void a_reader_does_not_write(void **state)
{
    struct store *s;
    struct err e;

    store_close(stores_store(*state, STORE_MAKE));
    s = stores_store(*state, STORE_READ);
    assert_false(stores_commit(s, 1, 1, &e));
    assert_says(&e, "is read-only");
    store_close(s);
}

/* ---- a full disk ---- */

/* Calls until one fails for want of room; how many were committed. */
static uint64_t fill_up(struct store *s, struct err *e)
{
    uint64_t i = 0;

    while (i < 100000 && stores_commit(s, i * 16, 16, e))
        i++;
    assert_true(i < 100000);
    assert_int_equal(e->code, ERR_IO);
    assert_says(e, "could not write to the store");
    assert_says(e, "disk full; all committed data is safe");
    return i * 16;
}

static void limit_pages(struct store *s, int pages)
{
    char sql[64];

    snprintf(sql, sizeof(sql), "PRAGMA max_page_count = %d", pages);
    assert_int_equal(sqlite3_exec(sqlite_of(&s->db), sql, NULL, NULL, NULL),
                     SQLITE_OK);
}

static void a_full_disk_loses_nothing(void **state)
{
    stores_files_only();

    struct stores *t = *state;
    struct store *s = stores_store(t, STORE_MAKE);
    struct err e;
    uint64_t n;

    limit_pages(s, 100);
    n = fill_up(s, &e);
    assert_true(n > 16);
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), n);
    assert_false(stores_commit(s, n, 64, &e)); /* still full */
    assert_true(store_begin(s, &e));
    assert_false(stores_commit(s, n, 640, &e));
    assert_false(store_commit(s, &e));
    assert_says(&e, "disk full");
    limit_pages(s, 100000); /* somebody made room */
    assert_true(stores_commit(s, n, 64, &e));
    assert_int_equal(stores_int(t, "SELECT count(*) FROM calls"), n + 64);
    assert_int_equal(stores_int(t, "SELECT integrity_check = 'ok' FROM "
                                   "pragma_integrity_check"),
                     1);
    store_close(s);
}

/* A told command finds the store, whatever its path is; the usual one needs no
 * word. */
static void told_commands_name_it(void **state)
{
    static const struct {
        const char *path, *told;
    } rows[] = {
        { NULL, "" },
        { "assay.db", "" },
        { "./assay.db", " --store ./assay.db" },
        { "runs/a-1.db", " --store runs/a-1.db" },
        { "my runs.db", " --store 'my runs.db'" },
        { "it's.db", " --store 'it'\\''s.db'" },
        { "$(x)", " --store '$(x)'" },
        { "", " --store ''" },
    };
    struct arena a = { 0 };

    (void)state;
    unsetenv("ASSAY_STORE");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_string_equal(store_told(&a, rows[i].path), rows[i].told);
    setenv("ASSAY_STORE", "my runs.db", 1);
    assert_string_equal(store_told(&a, "my runs.db"), "");
    assert_string_equal(store_told(&a, "assay.db"), " --store assay.db");
    unsetenv("ASSAY_STORE");
    arena_clear(&a);
}

int main(void)
{
#define CASE(f) \
 cmocka_unit_test_setup_teardown(f, stores_setup, stores_teardown)
    const struct CMUnitTest tests[] = {
        CASE(opens_what_it_made),
        CASE(is_synced_and_checks_references),
        CASE(absent_is_refused),
        CASE(other_files_are_refused),
        CASE(damage_is_told),
        CASE(newer_is_refused),
        CASE(steps_bring_it_along),
        CASE(a_failed_step_changes_nothing),
        CASE(every_field_comes_back),
        CASE(many_keys_are_looked_for_at_once),
        CASE(what_is_absent_stays_absent),
        CASE(hostile_text_comes_back),
        CASE(the_first_reply_counts),
        CASE(errors_are_trouble),
        CASE(transactions_span),
        CASE(a_failure_spoils_the_whole),
        CASE(a_reader_does_not_write),
        CASE(a_full_disk_loses_nothing),
        CASE(told_commands_name_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
