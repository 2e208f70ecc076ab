/* SPDX-License-Identifier: Apache-2.0 */
#include "stores.h"

#include "store/postgres/pq.h"

#include <dirent.h>
#include <inttypes.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void quit(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    abort();
}

/* ---- schemas of a database ---- */

static const char *database(void)
{
    return getenv("ASSAY_TEST_POSTGRES");
}

bool stores_in_database(void)
{
    return database() != NULL;
}

void stores_files_only(void)
{
    if (stores_in_database())
        skip();
}

/* Says in PostgreSQL's words what tests say in SQLite's. */
static const char *translate(struct arena *a, const char *sql)
{
    static const char *const words[][2] = {
        { "zeroblob(", "pg_temp.zeroblob(" },
        { " x'", " '\\x" },
        { "char(", "chr(" },
    };
    const char *out = sql;

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        for (const char *p = out; (p = strstr(p, words[i][0]));) {
            size_t before = (size_t)(p - out);

            out = arena_printf(a, "%.*s%s%s", (int)before, out, words[i][1],
                               p + strlen(words[i][0]));
            p = out + before + strlen(words[i][1]);
        }
    return out;
}

/* Runs SQL; the first column of its first row, or 0. */
static int64_t ask_database(const char *url, const char *sql)
{
    struct arena a = { 0 };
    struct err e;
    PGconn *c;
    PGresult *r;
    int64_t v = 0;

    if (!pq_load(&e))
        quit(url, e.msg);
    c = pq.connectdbParams((const char *[]){ "dbname", NULL },
                           (const char *[]){ url, NULL }, 1);
    pq.clear(pq.exec(c, "SET client_min_messages = error; "
                        "SET session_replication_role = replica; "
                        "CREATE OR REPLACE FUNCTION pg_temp.zeroblob(n int) "
                        "RETURNS bytea LANGUAGE sql AS "
                        "$$SELECT decode(repeat('00', n), 'hex')$$"));
    r = pq.exec(c, translate(&a, sql));
    if (pq.resultStatus(r) != PGRES_COMMAND_OK &&
        pq.resultStatus(r) != PGRES_TUPLES_OK)
        quit(sql, pq.errorMessage(c));
    if (pq.ntuples(r) > 0)
        v = strtoll(pq.getvalue(r, 0, 0), NULL, 10);
    pq.clear(r);
    pq.finish(c);
    arena_clear(&a);
    return v;
}

static void make_schema(struct stores *t)
{
    const char *name = strrchr(t->folder, '-') + 1;
    char sql[128];

    snprintf(sql, sizeof(sql), "CREATE SCHEMA \"t%s\"", name);
    ask_database(database(), sql);
    snprintf(t->path, sizeof(t->path),
             "%s%coptions=-csearch_path%%3D%%22t%s%%22", database(),
             strchr(database(), '?') ? '&' : '?', name);
}

static void drop_schema(const struct stores *t)
{
    char sql[128];

    snprintf(sql, sizeof(sql), "DROP SCHEMA \"t%s\" CASCADE",
             strrchr(t->folder, '-') + 1);
    ask_database(database(), sql);
}

/* ---- folders ---- */

void stores_open(struct stores *t)
{
    snprintf(t->folder, sizeof(t->folder), "/tmp/assay-store-XXXXXX");
    if (!mkdtemp(t->folder))
        quit(t->folder, "could not be made");
    snprintf(t->path, sizeof(t->path), "%s/x.assay", t->folder);
    if (stores_in_database())
        make_schema(t);
}

void stores_close(struct stores *t)
{
    DIR *d = opendir(t->folder);
    struct dirent *entry;
    char name[512];

    while (d && (entry = readdir(d))) {
        snprintf(name, sizeof(name), "%s/%s", t->folder, entry->d_name);
        unlink(name);
    }
    if (d)
        closedir(d);
    rmdir(t->folder);
    if (stores_in_database())
        drop_schema(t);
}

int stores_setup(void **state)
{
    static struct stores t;

    stores_open(&t);
    *state = &t;
    return 0;
}

int stores_teardown(void **state)
{
    stores_close(*state);
    return 0;
}

struct store *stores_store(const struct stores *t, enum store_mode mode)
{
    struct store *s;
    struct err e;

    if (!store_open(&s, t->path, mode, &e))
        quit("store_open", e.msg);
    return s;
}

const char *stores_name(struct arena *a, const struct stores *t,
                        const char *behind)
{
    return arena_printf(a, "%s/x.assay%s", t->folder, behind);
}

/* ---- past the program ---- */

static sqlite3 *connect(const struct stores *t)
{
    sqlite3 *db;

    if (sqlite3_open(t->path, &db) != SQLITE_OK)
        quit(t->path, sqlite3_errmsg(db));
    sqlite3_busy_timeout(db, 10000);
    sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    return db;
}

void stores_sql(const struct stores *t, const char *sql)
{
    sqlite3 *db;

    if (store_is_address(t->path)) {
        ask_database(t->path, sql);
        return;
    }
    db = connect(t);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        quit(sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

int64_t stores_int(const struct stores *t, const char *sql)
{
    sqlite3_stmt *st;
    sqlite3 *db;
    int64_t v;

    if (store_is_address(t->path))
        return ask_database(t->path, sql);
    db = connect(t);
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK ||
        sqlite3_step(st) != SQLITE_ROW)
        quit(sql, sqlite3_errmsg(db));
    v = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return v;
}

void stores_age(const struct stores *t, int version)
{
    static const char *const later[] = {
        [1] = "DROP TABLE reviews; PRAGMA user_version = 1",
        [2] = "DROP TABLE study_runs; DROP TABLE studies; "
              "PRAGMA user_version = 2",
        [3] = "DROP TABLE seals; DROP TABLE challenges; DROP TABLE deed_chain; "
              "DROP TABLE deeds; DROP TABLE entry_versions; "
              "DROP TABLE entries; DROP TABLE signins; "
              "DROP TABLE invitations; DROP TABLE people; "
              "DROP TABLE study_work; PRAGMA user_version = 3",
        [4] = "DROP TABLE decision_chain; DROP TABLE decisions; "
              "DROP TABLE batch_calls; DROP TABLE batches; "
              "DROP TABLE timings; PRAGMA writable_schema = ON; "
              "UPDATE sqlite_schema SET sql = replace(replace(sql, "
              "'outcome = ''ok'' OR outcome = ''truncated'' OR outcome = "
              "''refused'' OR outcome = ''overflow'' OR outcome = "
              "''malformed'' OR outcome = ''error'' OR outcome = ''fatal''', "
              "'outcome IN (''ok'', ''truncated'', ''refused'', ''error'', "
              "''fatal'')'), "
              "'outcome = ''ok'' OR outcome = ''truncated'' OR outcome = "
              "''refused'' OR outcome = ''overflow'' OR outcome = "
              "''malformed''', "
              "'outcome IN (''ok'', ''truncated'', ''refused'')') "
              "WHERE name IN ('calls', 'results'); "
              "PRAGMA writable_schema = RESET; PRAGMA user_version = 4",
        [5] =
            "DROP TABLE strands; DROP TABLE work; DROP TABLE rates; PRAGMA user_version = 5",
    };

    stores_files_only();
    for (int v = 5; v >= version; v--)
        stores_sql(t, later[v]);
}

/* ---- calls ---- */

struct hash128 stores_key(uint64_t i)
{
    return hash_bytes(&i, sizeof(i));
}

struct call stores_call(struct arena *a, uint64_t i)
{
    struct reply reply = {
        .outcome = OUTCOME_OK,
        .text = arena_printf(a, "the answer is \\boxed{%" PRIu64 "}", i),
        .reasoning = arena_printf(a, "thinking of %" PRIu64, i),
        .finish = "stop",
        .usage = { 10 + (int64_t)i, 20, 5, -1 },
        .served = "model-2026",
        .id = arena_printf(a, "cmpl-%" PRIu64, i),
        .fingerprint = "fp_1",
        .note = "odd",
    };

    return (struct call){
        .key = stores_key(i),
        .url = "https://example.org/v1/chat/completions",
        .model = "model",
        .attempt = i % 8 + 1,
        .body = arena_printf(a, "{\"ask\": %" PRIu64 "}", i),
        .raw = arena_printf(a, "{\"id\": \"cmpl-%" PRIu64 "\"}", i),
        .reply = reply,
        .status = 200,
        .http_version = 2,
        .tries = 2,
        .history = "[{\"status\": 429}]",
        .sent_ms = 1700000000000 + (int64_t)i,
        .took_ms = 1234,
        .total_ms = 5678,
    };
}

bool stores_commit(struct store *s, uint64_t first, size_t n, struct err *e)
{
    struct arena a = { 0 };
    struct call *calls = arena_array(&a, struct call, n);
    const struct call **list = arena_array(&a, const struct call *, n);
    bool ok;

    for (size_t i = 0; i < n; i++) {
        calls[i] = stores_call(&a, first + i);
        list[i] = &calls[i];
    }
    ok = journal_commit(s, list, n, NULL, e);
    arena_clear(&a);
    return ok;
}

/* ---- runs ---- */

struct run_info stores_run(struct store *s, struct arena *a, const char *spec,
                           size_t problems, size_t models, uint64_t attempts)
{
    const char **lines = arena_array(a, const char *, problems);
    const char **names = arena_array(a, const char *, models);
    struct run_info run;
    struct err e;
    bool found;

    for (size_t i = 0; i < problems; i++)
        lines[i] = arena_printf(
            a, "{\"id\": \"p%zu\", \"statement\": \"%zu + 1\"}", i, i);
    for (size_t i = 0; i < models; i++)
        names[i] = arena_printf(a, "m%zu", i);
    if (!runs_open(s, a, spec, "0.4.0", lines, problems, names, models,
                   attempts, 1000, &run, &found, &e))
        quit("runs_open", e.msg);
    return run;
}

void stores_fill(struct store *s, const struct run_info *run, uint64_t first)
{
    uint64_t n = run->n_problems * run->n_models * run->attempts;
    struct err e;

    if (!store_begin(s, &e) || !stores_commit(s, first, (size_t)n, &e))
        quit("journal_commit", e.msg);
    for (uint64_t i = 0; i < n; i++) {
        struct result r = {
            .problem = i / run->attempts / run->n_models,
            .model = i / run->attempts % run->n_models,
            .attempt = i % run->attempts + 1,
            .call = stores_key(first + i),
            .outcome = OUTCOME_OK,
            .strict = i % 3 ? VERDICT_CORRECT : VERDICT_WRONG,
            .lenient = VERDICT_CORRECT,
            .answer = "1",
            .why = "both are 1",
            .judge = "0.4.0",
        };
        const struct result *list = &r;

        if (!runs_append(s, run->id, &list, 1, 2000 + (int64_t)i, &e))
            quit("runs_append", e.msg);
    }
    if (!store_commit(s, &e))
        quit("store_commit", e.msg);
}
