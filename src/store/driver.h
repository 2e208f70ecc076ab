/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_DRIVER_H
#define STORE_DRIVER_H

#include "base/err.h"
#include "store/sql.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a database must be able to do to hold a store: one table of functions
 * for each kind. All that is above it (journal, runs, reviews ...) knows the
 * statements of sql.h and the functions of query.h, and no database.
 */

struct driver;
struct store;

struct db {
    const struct driver *driver;
    char *path;        /* for people */
    void *connection;  /* the driver's; NULL: none */
    void *stmts[SQLS]; /* the driver's; NULL until they are used first */
    bool damaged;      /* the statement that failed last did so because of what
                          is in the store: a finding rather than a failure */
};

struct query {
    struct db *db;
    void *st; /* the driver's; NULL: it could not be prepared */
    int at;   /* the parameter bound, or the column taken, last */
    int rc;   /* the driver's word for the first failure; 0: none */
};

/* What a statement that was posted came to. */
struct query_came {
    int64_t changes, last_id; /* as below */
};

/* What a step of a query came to. */
enum query_got { QUERY_ROW, QUERY_END, QUERY_FAIL };

struct driver {
    const char *name; /* "SQLite", for people */

    /* ---- the store ---- */

    /* Connects to s->shown as s->mode says; makes the tables or brings them to
     * STORE_VERSION. Sets s->db and s->version. What it leaves behind if it
     * fails, close() takes. */
    bool (*open)(struct store *s, struct err *e);
    void (*close)(struct store *s);
    /* Of store.h and runs.h. */
    bool (*backup)(struct store *s, const char *file,
                   void (*tell)(void *who, uint64_t done, uint64_t total),
                   void *who, struct err *e);
    bool (*vacuum)(struct store *s, struct err *e);
    bool (*lock)(struct store *s, int64_t run, bool shared, struct err *e);
    void (*unlock)(struct store *s, int64_t run);
    bool (*taken)(struct store *s, int64_t run);
    /* Is the connection gone, for good? NULL: there is none that could. */
    bool (*lost)(const struct db *db);
    /* Locks all runs at once, so that nobody else works on any. Locks that this
     * store had before stay at the end. */
    bool (*alone)(struct store *s, struct err *e);
    void (*alone_end)(struct store *s);

    /* ---- transactions ---- */

    bool (*inside)(const struct db *db); /* is one open? */
    void (*rollback)(struct db *db);     /* whatever is open */
    /* Of store_patience(); NULL: that cannot be had. */
    bool (*patience)(struct db *db, int64_t ms, struct err *e);
    /* While `on`, who cannot write at once fails instead of waiting. */
    void (*hurry)(struct db *db, bool on);

    /* ---- statements ---- */

    /* Sets q->st, or q->rc if it cannot be prepared. */
    void (*prepare)(struct query *q, enum sql which);
    /* Bind parameter q->at, from 1. The text is borrowed until the statement
     * ends, bytes are copied. */
    void (*bind_null)(struct query *q);
    void (*bind_int)(struct query *q, int64_t v);
    void (*bind_real)(struct query *q, double v);
    void (*bind_text)(struct query *q, const char *text, size_t n);
    void (*bind_blob)(struct query *q, const void *data, size_t n);
    enum query_got (*step)(struct query *q, struct err *e);
    void (*end)(struct query *q);
    /* Of query_post() and query_settle(); NULL: statements are run at once. */
    bool (*post)(struct query *q, struct query_came *out, struct err *e);
    bool (*settle)(struct db *db, struct err *e);

    /* ---- column `at` of the row, from 0 ---- */

    bool (*is_null)(const struct query *q, int at);
    int64_t (*take_int)(const struct query *q, int at);
    double (*take_real)(const struct query *q, int at);
    /* Borrowed until the next step; NULL: NULL. */
    const char *(*take_text)(const struct query *q, int at, size_t *n);
    const void *(*take_blob)(const struct query *q, int at, size_t *n);

    /* ---- of the statement that was run last ---- */

    int64_t (*changes)(const struct db *db); /* rows that it changed */
    int64_t (*last_id)(const struct db *db); /* of the row that it added */

    /* Is that q->rc a finding about the data rather than a failure? */
    bool (*is_damage)(int rc);
};

extern const struct driver driver_sqlite, driver_postgres;

#endif
