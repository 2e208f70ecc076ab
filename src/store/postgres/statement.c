/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Statements of PostgreSQL. Numbers and texts are sent as text, so that the
 * server chooses their types; bytes are sent, and all columns come, in the
 * server's binary form. A statement is prepared when it is first used.
 */
#include "base/alloc.h"
#include "base/str.h"
#include "store/postgres/postgres.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of types, which never change. */
enum {
    OID_BOOL = 16,
    OID_INT8 = 20,
    OID_INT2 = 21,
    OID_INT4 = 23,
    OID_FLOAT4 = 700,
    OID_FLOAT8 = 701,
};

struct pg_connection *pg_of(const struct db *db)
{
    return db->connection;
}

/* ---- preparing ---- */

static void prepare(struct query *q, enum sql which)
{
    struct pg_statement *st = alloc_new(1, sizeof(*st));
    char *sql = pg_sql(which, &st->returns);
    struct err why;
    PGresult *r;

    if (!pg_settle(q->db, &why)) { /* the transaction is lost */
        q->rc = PG_FAILED;
        free(sql);
        free(st);
        return;
    }
    snprintf(st->name, sizeof(st->name), "s%d", (int)which);
    r = pq.prepare(pg_of(q->db)->conn, st->name, sql, 0, NULL);
    free(sql);
    if (pq.resultStatus(r) == PGRES_COMMAND_OK) {
        q->st = q->db->stmts[which] = st;
    } else {
        q->rc = (int)pg_fail(q->db, r, &why);
        free(st);
    }
    pq.clear(r);
}

/* ---- parameters ---- */

static void bind(struct query *q, const char *value, size_t n, int format)
{
    struct pg_statement *st = q->st;
    int i = q->at - 1;

    if (!st)
        return;
    INVARIANT(i < PG_PARAMS);
    st->values[i] = value;
    st->lengths[i] = (int)n;
    st->formats[i] = format;
    st->n = q->at;
}

static void bind_own(struct query *q, const void *value, size_t n, int format)
{
    struct pg_statement *st = q->st;
    char *copy;

    if (!st)
        return;
    copy = alloc_new(n + 1, 1);
    if (n)
        memcpy(copy, value, n);
    st->own[q->at - 1] = copy;
    bind(q, copy, n, format);
}

static void bind_null(struct query *q)
{
    bind(q, NULL, 0, 0);
}

static void bind_int(struct query *q, int64_t v)
{
    char text[24];
    int n = snprintf(text, sizeof(text), "%" PRId64, v);

    bind_own(q, text, (size_t)n, 0);
}

static void bind_real(struct query *q, double v)
{
    char text[40];
    int n = snprintf(text, sizeof(text), "%.17g", v);

    bind_own(q, text, (size_t)n, 0);
}

static void bind_text(struct query *q, const char *text, size_t n)
{
    bind(q, text, n, 0);
}

static void bind_blob(struct query *q, const void *data, size_t n)
{
    bind_own(q, data, n, 1);
}

/* ---- steps ---- */

static int64_t big_endian(const unsigned char *b, int n)
{
    uint64_t v = n && b[0] & 0x80 ? UINT64_MAX : 0;

    for (int i = 0; i < n; i++)
        v = v << 8 | b[i];
    return (int64_t)v;
}

static int64_t number_at(const PGresult *r, int row, int at)
{
    return big_endian((const unsigned char *)pq.getvalue(r, row, at),
                      pq.getlength(r, row, at));
}

struct query_came pg_came(const PGresult *r, bool returns)
{
    struct query_came came = { .changes = strtoll(pq.cmdTuples((PGresult *)r),
                                                  NULL, 10) };

    if (returns && pq.ntuples(r))
        came.last_id = number_at(r, 0, 0);
    return came;
}

/* Runs it, and notes what it changed. */
static bool run(struct query *q, struct err *e)
{
    struct pg_statement *st = q->st;
    struct pg_connection *c = pg_of(q->db);
    struct query_came came;
    ExecStatusType status;
    PGresult *r;

    if (!pg_settle(q->db, e)) {
        q->rc = PG_FAILED;
        return false;
    }
    r = pq.execPrepared(c->conn, st->name, st->n, st->values, st->lengths,
                        st->formats, 1);
    status = pq.resultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        q->rc = (int)pg_fail(q->db, r, e);
        pq.clear(r);
        return false;
    }
    st->result = r;
    st->row = -1;
    st->n_rows = pq.ntuples(r);
    came = pg_came(r, st->returns);
    c->changes = came.changes;
    if (st->returns) {
        c->last_id = came.last_id;
        st->n_rows = 0;
    }
    return true;
}

static enum query_got step(struct query *q, struct err *e)
{
    struct pg_statement *st = q->st;

    if (!st) {
        if (q->rc == PG_FINE)
            q->rc = PG_FAILED;
        err_set(e, ERR_IO, "could not use the store \"%.200s\": %.200s",
                q->db->path, pq.errorMessage(pg_of(q->db)->conn));
        return QUERY_FAIL;
    }
    if (!st->result && !run(q, e))
        return QUERY_FAIL;
    return ++st->row < st->n_rows ? QUERY_ROW : QUERY_END;
}

static void end(struct query *q)
{
    struct pg_statement *st = q->st;

    for (int i = 0; i < st->n; i++) {
        free(st->own[i]);
        st->own[i] = NULL;
    }
    st->n = 0;
    pq.clear(st->result);
    st->result = NULL;
}

/* ---- columns ---- */

static bool is_null(const struct query *q, int at)
{
    const struct pg_statement *st = q->st;

    return pq.getisnull(st->result, st->row, at);
}

static int64_t take_int(const struct query *q, int at)
{
    const struct pg_statement *st = q->st;

    switch (pq.ftype(st->result, at)) {
    case OID_BOOL:
    case OID_INT2:
    case OID_INT4:
    case OID_INT8:
        return is_null(q, at) ? 0 : number_at(st->result, st->row, at);
    default: return 0;
    }
}

static double take_real(const struct query *q, int at)
{
    const struct pg_statement *st = q->st;
    int64_t bits;
    double v;

    if (pq.ftype(st->result, at) != OID_FLOAT8 || is_null(q, at))
        return (double)take_int(q, at);
    bits = number_at(st->result, st->row, at);
    memcpy(&v, &bits, sizeof(v));
    return v;
}

static const void *take_blob(const struct query *q, int at, size_t *n)
{
    const struct pg_statement *st = q->st;

    *n = (size_t)pq.getlength(st->result, st->row, at);
    return is_null(q, at) ? NULL : pq.getvalue(st->result, st->row, at);
}

/* libpq puts a NUL behind every value. */
static const char *take_text(const struct query *q, int at, size_t *n)
{
    return take_blob(q, at, n);
}

/* ---- the last statement, transactions ---- */

static int64_t changes(const struct db *db)
{
    return pg_of(db)->changes;
}

static int64_t last_id(const struct db *db)
{
    return pg_of(db)->last_id;
}

static bool inside(const struct db *db)
{
    return pq.transactionStatus(pg_of(db)->conn) != PQTRANS_IDLE;
}

/* A server that died is noticed by whoever asks it. */
static bool lost(const struct db *db)
{
    struct pg_connection *c = pg_of(db);

    pq.clear(pq.exec(c->conn, ""));
    return pq.status(c->conn) != CONNECTION_OK;
}

static void rollback(struct db *db)
{
    struct pg_connection *c = pg_of(db);
    struct err ignored;

    if (c && c->conn && !pg_settle(db, &ignored))
        ignored.code = ERR_IO; /* what is rolled back need not be right */
    if (c && c->conn && inside(db))
        pq.clear(pq.exec(c->conn, "ROLLBACK"));
}

static void hurry(struct db *db, bool on)
{
    pq.clear(pq.exec(pg_of(db)->conn,
                     on ? "SET lock_timeout = 1" : "RESET lock_timeout"));
}

static bool patience(struct db *db, int64_t ms, struct err *e)
{
    char sql[80];

    snprintf(sql, sizeof(sql),
             "SET idle_in_transaction_session_timeout = %" PRId64, ms);
    return pg_exec(db, sql, e);
}

static bool is_damage(int rc)
{
    return rc == PG_DAMAGE;
}

/* ---- the store as a whole ---- */

static bool backup(struct store *s, const char *file,
                   void (*tell)(void *who, uint64_t done, uint64_t total),
                   void *who, struct err *e)
{
    (void)file, (void)tell, (void)who;
    return err_set(e, ERR_USAGE,
                   "\"%.200s\" is a database: pg_dump makes a copy of it, and "
                   "assay store pull RUN --to FILE one of a run",
                   s->shown);
}

static bool vacuum(struct store *s, struct err *e)
{
    return pg_exec(&s->db, "VACUUM", e);
}

const struct driver driver_postgres = {
    .name = "PostgreSQL",
    .open = pg_open,
    .close = pg_close,
    .backup = backup,
    .vacuum = vacuum,
    .lock = pg_lock,
    .unlock = pg_unlock,
    .lost = lost,
    .alone = pg_alone,
    .alone_end = pg_alone_end,
    .inside = inside,
    .rollback = rollback,
    .hurry = hurry,
    .patience = patience,
    .prepare = prepare,
    .bind_null = bind_null,
    .bind_int = bind_int,
    .bind_real = bind_real,
    .bind_text = bind_text,
    .bind_blob = bind_blob,
    .step = step,
    .end = end,
    .post = pg_post,
    .settle = pg_settle,
    .is_null = is_null,
    .take_int = take_int,
    .take_real = take_real,
    .take_text = take_text,
    .take_blob = take_blob,
    .changes = changes,
    .last_id = last_id,
    .is_damage = is_damage,
};
