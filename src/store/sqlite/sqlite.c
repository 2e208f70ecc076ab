/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Statements of SQLite, and what its result codes mean to a user.
 */
#include "store/sqlite/sqlite.h"

#include <string.h>

sqlite3 *sqlite_of(const struct db *db)
{
    return db->connection;
}

/* ---- parameters ---- */

static void prepare(struct query *q, enum sql which)
{
    sqlite3_stmt *st = NULL;

    q->rc = sqlite3_prepare_v3(sqlite_of(q->db), store_sql[which], -1,
                               SQLITE_PREPARE_PERSISTENT, &st, NULL);
    q->st = q->db->stmts[which] = st;
}

static void keep(struct query *q, int rc)
{
    if (q->rc == SQLITE_OK)
        q->rc = rc;
}

static void bind_null(struct query *q)
{
    keep(q, sqlite3_bind_null(q->st, q->at));
}

static void bind_int(struct query *q, int64_t v)
{
    keep(q, sqlite3_bind_int64(q->st, q->at, v));
}

static void bind_real(struct query *q, double v)
{
    keep(q, sqlite3_bind_double(q->st, q->at, v));
}

static void bind_text(struct query *q, const char *text, size_t n)
{
    keep(q, sqlite3_bind_text64(q->st, q->at, text, n, SQLITE_STATIC,
                                SQLITE_UTF8));
}

static void bind_blob(struct query *q, const void *data, size_t n)
{
    keep(q, sqlite3_bind_blob64(q->st, q->at, data, n, SQLITE_TRANSIENT));
}

/* ---- steps ---- */

static enum query_got step(struct query *q, struct err *e)
{
    int rc = q->rc;

    if (rc == SQLITE_OK)
        rc = sqlite3_step(q->st);
    if (rc == SQLITE_ROW)
        return QUERY_ROW;
    q->rc = rc;
    if (rc == SQLITE_DONE)
        return QUERY_END;
    sqlite_fail(q->db, rc, e);
    return QUERY_FAIL;
}

static void end(struct query *q)
{
    sqlite3_reset(q->st);
    sqlite3_clear_bindings(q->st);
}

/* ---- columns ---- */

static bool is_null(const struct query *q, int at)
{
    return sqlite3_column_type(q->st, at) == SQLITE_NULL;
}

static int64_t take_int(const struct query *q, int at)
{
    return sqlite3_column_int64(q->st, at);
}

static double take_real(const struct query *q, int at)
{
    return sqlite3_column_double(q->st, at);
}

static const char *take_text(const struct query *q, int at, size_t *n)
{
    const char *text = (const char *)sqlite3_column_text(q->st, at);

    *n = (size_t)sqlite3_column_bytes(q->st, at);
    return text;
}

static const void *take_blob(const struct query *q, int at, size_t *n)
{
    const void *data = sqlite3_column_blob(q->st, at);

    *n = (size_t)sqlite3_column_bytes(q->st, at);
    return data;
}

/* ---- the last statement, transactions ---- */

static int64_t changes(const struct db *db)
{
    return sqlite3_changes(sqlite_of(db));
}

static int64_t last_id(const struct db *db)
{
    return sqlite3_last_insert_rowid(sqlite_of(db));
}

static bool inside(const struct db *db)
{
    return !sqlite3_get_autocommit(sqlite_of(db));
}

/* After some failures SQLite has rolled back already. */
static void rollback(struct db *db)
{
    if (sqlite_of(db) && inside(db))
        sqlite3_exec(sqlite_of(db), "ROLLBACK", NULL, NULL, NULL);
}

static void hurry(struct db *db, bool on)
{
    sqlite3_busy_timeout(sqlite_of(db), on ? 0 : STORE_BUSY_MS);
}

/* ---- failures ---- */

static bool is_damage(int rc)
{
    int kind = rc & 0xff;

    /* Our statements fit the tables of this version: if they do not, the
     * tables were changed. */
    return kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB ||
           kind == SQLITE_ERROR;
}

static bool write_fail(const struct db *db, const char *why, struct err *e)
{
    return err_set(e, ERR_IO,
                   "could not write to the store \"%.200s\": %.100s; all "
                   "committed data is safe",
                   db->path, why);
}

static bool other_fail(const struct db *db, struct err *e)
{
    return err_set(e, ERR_IO, "could not use the store \"%.200s\": %.200s",
                   db->path, sqlite3_errmsg(sqlite_of(db)));
}

bool sqlite_fail(const struct db *db, int rc, struct err *e)
{
    switch (rc & 0xff) {
    case SQLITE_NOMEM: out_of_memory();
    case SQLITE_FULL: return write_fail(db, "disk full", e);
    case SQLITE_IOERR: return write_fail(db, sqlite3_errmsg(sqlite_of(db)), e);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return write_fail(db, "another process has locked it", e);
    case SQLITE_CANTOPEN:
        return err_set(e, ERR_IO,
                       "could not open the store \"%.200s\": its folder "
                       "must be writable, even for reading",
                       db->path);
    case SQLITE_READONLY:
        return err_set(e, ERR_IO,
                       "cannot write to the store \"%.200s\": it is "
                       "read-only",
                       db->path);
    case SQLITE_TOOBIG:
        return err_set(e, ERR_LIMIT,
                       "cannot keep a text of more than 1 GB in the store "
                       "\"%.200s\"",
                       db->path);
    case SQLITE_ERROR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return err_set(e, ERR_IO,
                       "cannot read the store \"%.200s\": the file is "
                       "damaged (%.100s)",
                       db->path, sqlite3_errmsg(sqlite_of(db)));
    default: return other_fail(db, e);
    }
}

const struct driver driver_sqlite = {
    .name = "SQLite",
    .open = sqlite_open,
    .close = sqlite_close,
    .backup = sqlite_backup,
    .vacuum = sqlite_vacuum,
    .lock = sqlite_lock,
    .taken = sqlite_taken,
    .unlock = sqlite_unlock,
    .alone = sqlite_alone,
    .alone_end = sqlite_alone_end,
    .inside = inside,
    .rollback = rollback,
    .hurry = hurry,
    .prepare = prepare,
    .bind_null = bind_null,
    .bind_int = bind_int,
    .bind_real = bind_real,
    .bind_text = bind_text,
    .bind_blob = bind_blob,
    .step = step,
    .end = end,
    .is_null = is_null,
    .take_int = take_int,
    .take_real = take_real,
    .take_text = take_text,
    .take_blob = take_blob,
    .changes = changes,
    .last_id = last_id,
    .is_damage = is_damage,
};
