/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Statements of SQLite, and what its result codes mean to a user.
 */
#include "store/query.h"

#include <string.h>

struct query query_open(struct db *db, enum sql which)
{
    struct query q = { .db = db, .rc = SQLITE_OK };

    if (!db->stmts[which])
        q.rc = sqlite3_prepare_v3(db->sqlite, store_sql[which], -1,
                                  SQLITE_PREPARE_PERSISTENT, &db->stmts[which],
                                  NULL);
    q.st = db->stmts[which];
    return q;
}

/* ---- parameters ---- */

static void keep(struct query *q, int rc)
{
    if (q->rc == SQLITE_OK)
        q->rc = rc;
}

void query_int(struct query *q, int64_t v)
{
    keep(q, sqlite3_bind_int64(q->st, ++q->at, v));
}

void query_known(struct query *q, int64_t v)
{
    if (v < 0)
        keep(q, sqlite3_bind_null(q->st, ++q->at));
    else
        query_int(q, v);
}

void query_ref(struct query *q, int64_t id)
{
    query_known(q, id ? id : -1);
}

void query_real(struct query *q, double v)
{
    keep(q, sqlite3_bind_double(q->st, ++q->at, v));
}

void query_text(struct query *q, const char *text)
{
    if (!text)
        keep(q, sqlite3_bind_null(q->st, ++q->at));
    else
        keep(q, sqlite3_bind_text64(q->st, ++q->at, text, strlen(text),
                                    SQLITE_STATIC, SQLITE_UTF8));
}

void query_blob(struct query *q, const void *data, size_t n)
{
    keep(q, sqlite3_bind_blob64(q->st, ++q->at, data, n, SQLITE_TRANSIENT));
}

void query_hash(struct query *q, struct hash128 h)
{
    unsigned char b[16];

    for (int i = 0; i < 8; i++) {
        b[i] = (unsigned char)(h.high >> (56 - 8 * i));
        b[8 + i] = (unsigned char)(h.low >> (56 - 8 * i));
    }
    query_blob(q, b, sizeof(b));
}

/* ---- steps ---- */

void query_end(struct query *q)
{
    if (q->st) {
        sqlite3_reset(q->st);
        sqlite3_clear_bindings(q->st);
    }
    q->st = NULL;
}

enum query_got query_step(struct query *q, struct err *e)
{
    int rc = q->rc;

    if (rc == SQLITE_OK)
        rc = sqlite3_step(q->st);
    q->at = -1;
    if (rc == SQLITE_ROW)
        return QUERY_ROW;
    q->rc = rc;
    if (rc != SQLITE_DONE)
        query_fail(q->db, rc, e);
    query_end(q);
    return rc == SQLITE_DONE ? QUERY_END : QUERY_FAIL;
}

bool query_run(struct query *q, struct err *e)
{
    enum query_got got = query_step(q, e);

    if (got == QUERY_ROW) /* a PRAGMA returns the value that it set */
        query_end(q);
    return got != QUERY_FAIL;
}

bool query_row(struct query *q, bool *found, struct err *e)
{
    enum query_got got = query_step(q, e);

    *found = got == QUERY_ROW;
    return got != QUERY_FAIL;
}

/* ---- columns ---- */

int64_t query_take_int(struct query *q)
{
    return sqlite3_column_int64(q->st, ++q->at);
}

int64_t query_take_known(struct query *q)
{
    int64_t v = query_take_int(q);

    return sqlite3_column_type(q->st, q->at) == SQLITE_NULL ? -1 : v;
}

const char *query_take_text(struct query *q, struct arena *a)
{
    const char *text = (const char *)sqlite3_column_text(q->st, ++q->at);

    /* What stands behind a NUL is nothing that we wrote, and nothing that a
     * hash would see. */
    if (!text || (size_t)sqlite3_column_bytes(q->st, q->at) != strlen(text))
        return NULL;
    return arena_strdup(a, text);
}

bool query_take_blob(struct query *q, void *out, size_t n)
{
    const void *data = sqlite3_column_blob(q->st, ++q->at);

    if (!data || sqlite3_column_bytes(q->st, q->at) != (int)n) {
        memset(out, 0, n);
        return false;
    }
    memcpy(out, data, n);
    return true;
}

struct hash128 query_take_hash(struct query *q)
{
    struct hash128 h = { 0, 0 };
    unsigned char b[16];

    query_take_blob(q, b, sizeof(b));
    for (int i = 0; i < 8; i++) {
        h.high = h.high << 8 | b[i];
        h.low = h.low << 8 | b[8 + i];
    }
    return h;
}

double query_take_real(struct query *q)
{
    return sqlite3_column_double(q->st, ++q->at);
}

int query_word(const char *word, const char *const *list, int n)
{
    for (int i = 0; word && i < n; i++)
        if (strcmp(word, list[i]) == 0)
            return i;
    return -1;
}

int query_take_word(struct query *q, const char *const *list, int n)
{
    return query_word((const char *)sqlite3_column_text(q->st, ++q->at), list,
                      n);
}

/* ---- whole rows ---- */

bool query_one(struct query *q, struct arena *a, query_taker *take, void *out,
               bool *found, struct err *e)
{
    bool ok;

    if (!query_row(q, found, e))
        return false;
    ok = !*found || take(q, a, out, e);
    query_end(q);
    return ok;
}

bool query_all(struct query *q, struct arena *a, query_taker *take,
               struct vec *rows, struct err *e)
{
    enum query_got got;

    while ((got = query_step(q, e)) == QUERY_ROW) {
        if (take(q, a, vec_push(rows), e))
            continue;
        query_end(q);
        return false;
    }
    return got == QUERY_END;
}

/* ---- failures ---- */

bool query_nonsense(const struct query *q, const char *what, struct err *e)
{
    return err_set(e, ERR_DOMAIN,
                   "the store \"%.200s\" has %s that makes no sense; assay "
                   "store verify tells more",
                   q->db->path, what);
}

bool query_is_damage(int rc)
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
                   "could not write the store \"%.200s\": %.100s; nothing "
                   "committed is lost",
                   db->path, why);
}

static bool other_fail(const struct db *db, struct err *e)
{
    return err_set(e, ERR_IO, "could not use the store \"%.200s\": %.200s",
                   db->path, sqlite3_errmsg(db->sqlite));
}

bool query_fail(const struct db *db, int rc, struct err *e)
{
    switch (rc & 0xff) {
    case SQLITE_NOMEM: out_of_memory();
    case SQLITE_FULL: return write_fail(db, "disk full", e);
    case SQLITE_IOERR: return write_fail(db, sqlite3_errmsg(db->sqlite), e);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return write_fail(db, "another process keeps it", e);
    case SQLITE_CANTOPEN:
        return err_set(e, ERR_IO,
                       "could not open the store \"%.200s\": it needs a folder "
                       "where files can be made beside it, even to be read",
                       db->path);
    case SQLITE_READONLY:
        return err_set(e, ERR_IO,
                       "cannot write the store \"%.200s\": it may only be read",
                       db->path);
    case SQLITE_TOOBIG:
        return err_set(e, ERR_LIMIT,
                       "cannot keep a text of over 1 GB in the store "
                       "\"%.200s\"",
                       db->path);
    case SQLITE_ERROR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return err_set(e, ERR_IO,
                       "cannot read the store \"%.200s\": the file is "
                       "damaged (%.100s)",
                       db->path, sqlite3_errmsg(db->sqlite));
    default: return other_fail(db, e);
    }
}
