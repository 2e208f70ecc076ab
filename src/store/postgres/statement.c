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

/* A statement that fails ends a transaction here. Who only looks, as verify does,
 * notes what cannot be read and looks on. */
static enum pg_failure statement_fail(struct db *db, PGresult *r, struct err *e)
{
    struct pg_connection *c = pg_of(db);
    enum pg_failure kind = pg_fail(db, r, e);

    if (c->looks && pq.transactionStatus(c->conn) == PQTRANS_INERROR) {
        pq.clear(pq.exec(c->conn, "ROLLBACK"));
        pq.clear(pq.exec(c->conn, PG_BEGIN_READ));
    }
    return kind;
}

/* ---- preparing ---- */

static void statement_prepare(struct query *q, enum sql which)
{
    struct pg_statement *st = alloc_new(1, sizeof(*st));
    char *sql = pg_sql(which, &st->returns);
    PGresult *r;

    if (!pg_settle(q->db, &pg_of(q->db)->unprepared)) {
        q->rc = PG_FAILED;
        free(sql);
        free(st);
        return;
    }
    snprintf(st->name, sizeof(st->name), "s%d", (int)which);
    st->looks = which == SQL_BEGIN_READ;
    st->decoded = vec_in(NULL, sizeof(char *));
    if (pg_in_pieces(which)) {
        st->pieces = sql;
        q->st = q->db->stmts[which] = st;
        return;
    }
    r = pq.prepare(pg_of(q->db)->conn, st->name, sql, 0, NULL);
    free(sql);
    if (pq.resultStatus(r) == PGRES_COMMAND_OK) {
        q->st = q->db->stmts[which] = st;
    } else {
        q->rc = (int)statement_fail(q->db, r, &pg_of(q->db)->unprepared);
        free(st);
    }
    pq.clear(r);
}

/* ---- parameters ---- */

static void statement_bind(struct query *q, const char *value, size_t n,
                           int format)
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
    statement_bind(q, copy, n, format);
}

static void statement_bind_null(struct query *q)
{
    statement_bind(q, NULL, 0, 0);
}

static void statement_bind_int(struct query *q, int64_t v)
{
    char text[24];
    int n = snprintf(text, sizeof(text), "%" PRId64, v);

    bind_own(q, text, (size_t)n, 0);
}

static void statement_bind_real(struct query *q, double v)
{
    char text[40];
    int n = snprintf(text, sizeof(text), "%.17g", v);

    bind_own(q, text, (size_t)n, 0);
}

static void statement_bind_text(struct query *q, const char *text, size_t n)
{
    struct str escaped = { 0 };

    if (!pg_is_foreign(text, n)) {
        statement_bind(q, text, n, 0);
        return;
    }
    pg_escape(&escaped, text, n);
    bind_own(q, escaped.s, escaped.n, 0);
    str_clear(&escaped);
}

static void statement_bind_blob(struct query *q, const void *data, size_t n)
{
    bind_own(q, data, n, 1);
}

/* ---- steps ---- */

int64_t pg_number(const char *bytes, int n)
{
    const unsigned char *b = (const unsigned char *)bytes;
    uint64_t v = n && b[0] & 0x80 ? UINT64_MAX : 0;

    for (int i = 0; i < n; i++)
        v = v << 8 | b[i];
    return (int64_t)v;
}

static int64_t statement_number_at(const PGresult *r, int row, int at)
{
    return pg_number(pq.getvalue(r, row, at), pq.getlength(r, row, at));
}

struct query_came pg_came(const PGresult *r, bool returns)
{
    struct query_came came = { .changes = strtoll(pq.cmdTuples((PGresult *)r),
                                                  NULL, 10) };

    if (returns && pq.ntuples(r))
        came.last_id = statement_number_at(r, 0, 0);
    return came;
}

static bool statement_is_good(struct query *q, PGresult *r, struct err *e)
{
    ExecStatusType status = pq.resultStatus(r);

    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return true;
    q->rc = (int)statement_fail(q->db, r, e);
    pq.clear(r);
    return false;
}

static void statement_keep(struct pg_statement *st, PGresult *r)
{
    pq.clear(st->result);
    st->result = r;
    st->row = -1;
    st->n_rows = pq.ntuples(r);
}

/* ---- rows in pieces ----
 * By a cursor, beside which other statements can be run. Outside of a transaction
 * the server keeps its rows for us. */

static bool statement_declare(struct query *q, struct err *e)
{
    struct pg_statement *st = q->st;
    PGconn *conn = pg_of(q->db)->conn;
    bool inside = pq.transactionStatus(conn) == PQTRANS_INTRANS;
    struct str sql = { 0 };
    PGresult *r;

    str_addf(&sql, "DECLARE %s NO SCROLL CURSOR %s FOR %s", st->name,
             inside ? "WITHOUT HOLD" : "WITH HOLD", st->pieces);
    r = pq.execParams(conn, str_get(&sql), st->n, NULL, st->values, st->lengths,
                      st->formats, 1);
    str_clear(&sql);
    if (!statement_is_good(q, r, e))
        return false;
    pq.clear(r);
    return true;
}

static bool statement_fetch(struct query *q, struct err *e)
{
    struct pg_statement *st = q->st;
    char sql[64];
    PGresult *r;

    if (!pg_settle(q->db, e)) {
        q->rc = PG_FAILED;
        return false;
    }
    snprintf(sql, sizeof(sql), "FETCH %d FROM %s", PG_PIECE, st->name);
    r = pq.execParams(pg_of(q->db)->conn, sql, 0, NULL, NULL, NULL, NULL, 1);
    if (!statement_is_good(q, r, e))
        return false;
    statement_keep(st, r);
    return true;
}

/* Within a transaction that failed nothing can be said, and nothing is left. */
static void close_cursor(struct query *q)
{
    const struct pg_statement *st = q->st;
    PGconn *conn = pg_of(q->db)->conn;
    struct err ignored;
    char sql[32];

    if (!st->pieces || !st->result || !pg_settle(q->db, &ignored) ||
        pq.transactionStatus(conn) == PQTRANS_INERROR)
        return;
    snprintf(sql, sizeof(sql), "CLOSE %s", st->name);
    pq.clear(pq.exec(conn, sql));
}

/* ---- the first step ---- */

/* Runs it, and notes what it changed. */
static bool statement_run(struct query *q, struct err *e)
{
    struct pg_statement *st = q->st;
    struct pg_connection *c = pg_of(q->db);
    struct query_came came;
    PGresult *r;

    if (!pg_settle(q->db, e)) {
        q->rc = PG_FAILED;
        return false;
    }
    if (st->pieces)
        return statement_declare(q, e) && statement_fetch(q, e);
    r = pq.execPrepared(c->conn, st->name, st->n, st->values, st->lengths,
                        st->formats, 1);
    if (!statement_is_good(q, r, e))
        return false;
    statement_keep(st, r);
    c->looks |= st->looks;
    came = pg_came(r, st->returns);
    c->changes = came.changes;
    if (st->returns) {
        c->last_id = came.last_id;
        st->n_rows = 0;
    }
    return true;
}

static void drop_decoded(struct pg_statement *st)
{
    for (size_t i = 0; i < st->decoded.n; i++)
        free(*vec_get(&st->decoded, char *, i));
    st->decoded.n = 0;
}

static enum query_got statement_step(struct query *q, struct err *e)
{
    struct pg_statement *st = q->st;

    if (!st) {
        *e = pg_of(q->db)->unprepared;
        return QUERY_FAIL;
    }
    drop_decoded(st);
    if (!st->result && !statement_run(q, e))
        return QUERY_FAIL;
    if (++st->row < st->n_rows)
        return QUERY_ROW;
    if (!st->pieces || st->n_rows < PG_PIECE)
        return QUERY_END;
    if (!statement_fetch(q, e))
        return QUERY_FAIL;
    return ++st->row < st->n_rows ? QUERY_ROW : QUERY_END;
}

static void store_statement_end(struct query *q)
{
    struct pg_statement *st = q->st;

    close_cursor(q);
    drop_decoded(st);
    for (int i = 0; i < st->n; i++) {
        free(st->own[i]);
        st->own[i] = NULL;
    }
    st->n = 0;
    pq.clear(st->result);
    st->result = NULL;
}

/* ---- columns ---- */

static bool statement_is_null(const struct query *q, int at)
{
    const struct pg_statement *st = q->st;

    return pq.getisnull(st->result, st->row, at);
}

static int64_t statement_take_int(const struct query *q, int at)
{
    const struct pg_statement *st = q->st;

    switch (pq.ftype(st->result, at)) {
    case OID_BOOL:
    case OID_INT2:
    case OID_INT4:
    case OID_INT8:
        return statement_is_null(q, at)
                   ? 0
                   : statement_number_at(st->result, st->row, at);
    default: return 0;
    }
}

static double statement_take_real(const struct query *q, int at)
{
    const struct pg_statement *st = q->st;
    int64_t bits;
    double v;

    if (pq.ftype(st->result, at) != OID_FLOAT8 || statement_is_null(q, at))
        return (double)statement_take_int(q, at);
    bits = statement_number_at(st->result, st->row, at);
    memcpy(&v, &bits, sizeof(v));
    return v;
}

static const void *statement_take_blob(const struct query *q, int at, size_t *n)
{
    const struct pg_statement *st = q->st;

    *n = (size_t)pq.getlength(st->result, st->row, at);
    return statement_is_null(q, at) ? NULL
                                    : pq.getvalue(st->result, st->row, at);
}

/* libpq puts a NUL behind every value. */
static const char *statement_take_text(const struct query *q, int at, size_t *n)
{
    struct pg_statement *st = q->st;
    const char *text = statement_take_blob(q, at, n);
    char *copy;

    if (!text || !pg_is_escaped(text, *n))
        return text;
    copy = alloc_new(*n + 1, 1);
    memcpy(copy, text, *n);
    *n = pg_unescape(copy, *n);
    *(char **)vec_push(&st->decoded) = copy;
    return copy;
}

/* ---- the last statement, transactions ---- */

static int64_t statement_changes(const struct db *db)
{
    return pg_of(db)->changes;
}

static int64_t statement_last_id(const struct db *db)
{
    return pg_of(db)->last_id;
}

static bool statement_inside(const struct db *db)
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

static void statement_rollback(struct db *db)
{
    struct pg_connection *c = pg_of(db);
    struct err ignored;

    if (!c || !c->conn)
        return;
    if (!pg_settle(db, &ignored))
        ignored.code = ERR_IO; /* what is rolled back need not be right */
    c->looks = false;
    if (statement_inside(db))
        pq.clear(pq.exec(c->conn, "ROLLBACK"));
}

static void statement_hurry(struct db *db, bool on)
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

static bool statement_is_damage(int rc)
{
    return rc == PG_DAMAGE;
}

/* ---- the store as a whole ---- */

static bool vacuum(struct store *s, struct err *e)
{
    return pg_exec(&s->db, "VACUUM", e);
}

const struct driver driver_postgres = {
    .name = "PostgreSQL",
    .open = pg_open,
    .close = pg_close,
    .backup = pg_backup,
    .vacuum = vacuum,
    .lock = pg_lock,
    .taken = pg_taken,
    .unlock = pg_unlock,
    .lost = lost,
    .alone = pg_alone,
    .alone_end = pg_alone_end,
    .inside = statement_inside,
    .rollback = statement_rollback,
    .hurry = statement_hurry,
    .patience = patience,
    .prepare = statement_prepare,
    .bind_null = statement_bind_null,
    .bind_int = statement_bind_int,
    .bind_real = statement_bind_real,
    .bind_text = statement_bind_text,
    .bind_blob = statement_bind_blob,
    .step = statement_step,
    .end = store_statement_end,
    .post = pg_post,
    .settle = pg_settle,
    .is_null = statement_is_null,
    .take_int = statement_take_int,
    .take_real = statement_take_real,
    .take_text = statement_take_text,
    .take_blob = statement_take_blob,
    .changes = statement_changes,
    .last_id = statement_last_id,
    .is_damage = statement_is_damage,
};
