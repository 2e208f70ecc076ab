/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A copy of a store in a database as a file: every table, row by row, with its
 * numbers, as of one moment. Others read and write meanwhile.
 */
#include "base/str.h"
#include "store/postgres/postgres.h"
#include "store/runs.h"
#include "store/sqlite/sqlite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OID_BYTEA = 17, OID_FLOAT = 701, OID_TEXT = 25 }; /* others: numbers */

struct copy {
    struct store *from, *to;
    void (*tell)(void *who, uint64_t done, uint64_t total);
    void *who;
    uint64_t done, total;
    struct arena arena;
};

/* A table, by the file's own account of it. */
struct table {
    const char *name, *columns, *places; /* "a, b", "?, ?" */
    bool numbered; /* a number of its rows is never used twice */
};

static sqlite3 *file_of(const struct copy *c)
{
    return sqlite_of(&c->to->db);
}

static bool file_fails(struct copy *c, struct err *e)
{
    return sqlite_fail(&c->to->db, sqlite3_errcode(file_of(c)), e);
}

/* What processes share is not the store's. */
static bool backup_list_tables(struct copy *c, struct vec *out, struct err *e)
{
    sqlite3_stmt *st;
    int rc = sqlite3_prepare_v2(
        file_of(c),
        "SELECT s.name, group_concat('\"' || i.name || '\"', ', '), "
        "group_concat('?', ', '), s.sql LIKE '%AUTOINCREMENT%' "
        "FROM sqlite_schema s, "
        "pragma_table_info(s.name) i WHERE s.type = 'table' "
        "AND s.name NOT LIKE 'sqlite%' AND s.name <> 'rates' "
        "GROUP BY s.rowid ORDER BY s.rowid",
        -1, &st, NULL);

    while (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const char *words[3];

        for (int i = 0; i < 3; i++)
            words[i] = arena_strdup(&c->arena,
                                    (const char *)sqlite3_column_text(st, i));
        *(struct table *)vec_push(out) =
            (struct table){ words[0], words[1], words[2],
                            sqlite3_column_int(st, 3) != 0 };
        rc = SQLITE_OK;
    }
    sqlite3_finalize(st);
    return rc == SQLITE_DONE || file_fails(c, e);
}

static bool backup_count_rows(struct copy *c, const struct vec *tables,
                              struct err *e)
{
    for (size_t i = 0; i < tables->n; i++) {
        const struct table *t = vec_get(tables, struct table, i);
        int64_t n;

        if (!pg_exec_int(
                &c->from->db,
                arena_printf(&c->arena, "SELECT count(*) FROM \"%s\"", t->name),
                &n, e))
            return false;
        c->total += (uint64_t)n;
    }
    return true;
}

/* ---- rows ---- */

static void backup_bind_text(sqlite3_stmt *st, int at, char *text, size_t n)
{
    if (pg_is_escaped(text, n))
        n = pg_unescape(text, n); /* in libpq's copy, which nobody needs now */
    sqlite3_bind_text64(st, at, text, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void bind_value(sqlite3_stmt *st, int at, const PGresult *r, int row,
                       int column)
{
    char *value = pq.getvalue(r, row, column);
    int n = pq.getlength(r, row, column);
    int64_t bits = pg_number(value, n);
    double real;

    memcpy(&real, &bits, sizeof(real));
    if (pq.getisnull(r, row, column))
        sqlite3_bind_null(st, at);
    else if (pq.ftype(r, column) == OID_TEXT)
        backup_bind_text(st, at, value, (size_t)n);
    else if (pq.ftype(r, column) == OID_BYTEA)
        sqlite3_bind_blob64(st, at, n ? value : "", (sqlite3_uint64)n,
                            SQLITE_TRANSIENT);
    else if (pq.ftype(r, column) == OID_FLOAT)
        sqlite3_bind_double(st, at, real);
    else
        sqlite3_bind_int64(st, at, bits);
}

static bool backup_put_rows(struct copy *c, sqlite3_stmt *st, const PGresult *r,
                            struct err *e)
{
    int columns = sqlite3_bind_parameter_count(st);

    for (int row = 0; row < pq.ntuples(r); row++) {
        for (int i = 0; i < columns; i++)
            bind_value(st, i + 1, r, row, i);
        if (sqlite3_step(st) != SQLITE_DONE)
            return file_fails(c, e);
        sqlite3_reset(st);
    }
    c->done += (uint64_t)pq.ntuples(r);
    if (c->tell)
        c->tell(c->who, c->done, c->total);
    return true;
}

/* One piece; *more is whether there may be another. */
static bool copy_piece(struct copy *c, sqlite3_stmt *st, bool *more,
                       struct err *e)
{
    const char *sql = arena_printf(&c->arena, "FETCH %d FROM backup", PG_PIECE);
    PGresult *r = pq.execParams(pg_of(&c->from->db)->conn, sql, 0, NULL, NULL,
                                NULL, NULL, 1);
    bool ok = pq.resultStatus(r) == PGRES_TUPLES_OK;

    if (!ok)
        pg_fail(&c->from->db, r, e);
    ok = ok && backup_put_rows(c, st, r, e);
    *more = ok && pq.ntuples(r) == PG_PIECE;
    pq.clear(r);
    return ok;
}

static bool copy_table(struct copy *c, const struct table *t, struct err *e)
{
    sqlite3_stmt *st = NULL;
    bool more = true, ok;

    if (sqlite3_prepare_v2(file_of(c),
                           arena_printf(&c->arena,
                                        "INSERT INTO \"%s\" (%s) VALUES (%s)",
                                        t->name, t->columns, t->places),
                           -1, &st, NULL) != SQLITE_OK)
        return file_fails(c, e);
    ok = pg_exec(&c->from->db,
                 arena_printf(&c->arena,
                              "DECLARE backup NO SCROLL CURSOR FOR "
                              "SELECT %s FROM \"%s\"",
                              t->columns, t->name),
                 e);
    while (ok && more)
        ok = copy_piece(c, st, &more, e);
    sqlite3_finalize(st);
    return ok && pg_exec(&c->from->db, "CLOSE backup", e);
}

/* Rows that were dropped have had numbers, too. */
static bool keep_number(struct copy *c, const struct table *t, struct err *e)
{
    int64_t last;

    if (!pg_exec_int(&c->from->db,
                     arena_printf(&c->arena,
                                  "SELECT pg_sequence_last_value("
                                  "pg_get_serial_sequence('%s', 'id')"
                                  "::regclass)",
                                  t->name),
                     &last, e))
        return false;
    return sqlite3_exec(
               file_of(c),
               arena_printf(&c->arena,
                            "DELETE FROM sqlite_sequence WHERE name = '%s'; "
                            "INSERT INTO sqlite_sequence (name, seq) "
                            "VALUES ('%s', %" PRId64 ")",
                            t->name, t->name, last),
               NULL, NULL, NULL) == SQLITE_OK ||
           file_fails(c, e);
}

/* ---- the whole ---- */

static bool copy_tables(struct copy *c, struct err *e)
{
    struct vec tables = vec_in(&c->arena, sizeof(struct table));
    bool ok =
        backup_list_tables(c, &tables, e) && backup_count_rows(c, &tables, e);

    for (size_t i = 0; ok && i < tables.n; i++) {
        const struct table *t = vec_get(&tables, struct table, i);

        ok = copy_table(c, t, e) && (!t->numbered || keep_number(c, t, e));
    }
    return ok;
}

/* All in one transaction: keys are looked at when it ends. */
static bool copy_all(struct copy *c, struct err *e)
{
    bool own, ok;

    if (!store_begin(c->to, e))
        return false;
    ok = store_look(c->from, &own, e);
    if (ok) {
        sqlite3_exec(file_of(c), "PRAGMA defer_foreign_keys = ON", NULL, NULL,
                     NULL);
        ok = copy_tables(c, e);
        store_look_end(c->from, own);
    }
    if (ok)
        return store_commit(c->to, e);
    store_rollback(c->to);
    return false;
}

/* A copy of a store that is not intact is none to rely on. */
static bool backup_is_whole(struct copy *c, struct err *e)
{
    struct verify_report r;

    if (!runs_verify(c->to, &c->arena, 0, &r, e))
        return false;
    return !r.faults ||
           err_set(e, ERR_IO,
                   "could not copy the store \"%.200s\": it is damaged "
                   "(%.200s); assay store verify shows details",
                   c->from->shown, r.n_said ? r.said[0] : "");
}

static bool backup_fill(void *ctx, char *part, struct err *e)
{
    struct copy *c = ctx;
    bool ok = store_open(&c->to, part, STORE_MAKE, e) && copy_all(c, e) &&
              backup_is_whole(c, e);

    store_close(c->to);
    arena_clear(&c->arena);
    return ok;
}

bool pg_backup(struct store *s, const char *file,
               void (*tell)(void *who, uint64_t done, uint64_t total),
               void *who, struct err *e)
{
    struct copy c = { .from = s, .tell = tell, .who = who };

    return sqlite_new_file(file, backup_fill, &c, e);
}
