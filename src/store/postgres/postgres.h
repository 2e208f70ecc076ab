/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_POSTGRES_POSTGRES_H
#define STORE_POSTGRES_POSTGRES_H

#include "base/str.h"
#include "base/vec.h"
#include "store/driver.h"
#include "store/postgres/pq.h"
#include "store/store_int.h"

/* A store in a schema of PostgreSQL: shared by the files of this folder. */

#define PG_PARAMS 32

/* The first number of our advisory locks, which are of the database: another
 * schema has another store. */
#define PG_LOCKS "hashtext('assay ' || current_schema())"

/* The second number of those that are not runs'. */
enum pg_lock {
    PG_LOCK_ALL = 0,    /* shared by who works on a run; alone by who prunes */
    PG_LOCK_MAKE = -1,  /* while tables are made */
    PG_LOCK_WRITE = -2, /* SQL_ALONE */
};

#define PG_BEGIN_READ "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

/* Statements that may give many rows give so many at once. */
#define PG_PIECE 500

/* A prepared statement in use. */
struct pg_statement {
    char name[16]; /* at the server */
    bool returns;  /* the number of the row that it adds: see last_id() */
    bool looks;    /* it is PG_BEGIN_READ */
    char *pieces; /* the statement itself if its rows come in pieces; or NULL */

    const char *values[PG_PARAMS];
    int lengths[PG_PARAMS], formats[PG_PARAMS];
    char *own[PG_PARAMS]; /* values that are held here; or NULL */
    int n;

    PGresult *result; /* NULL: it was not stepped yet */
    int row, n_rows;
    struct vec decoded; /* char *: texts of the row that were escaped */
};

#define PG_POSTED \
 256 /* statements under way at most: what the server says of
                         them fits into what lies between */

/* A statement that was sent and not waited for. */
struct pg_posted {
    struct query_came *out; /* or NULL */
    bool returns;
};

struct pg_connection {
    PGconn *conn;
    struct err unprepared;    /* why a statement could not be prepared */
    int64_t changes, last_id; /* of the statement that was run last */
    struct pg_posted posted[PG_POSTED];
    int n_posted;
    bool looks;    /* a transaction of PG_BEGIN_READ is open */
    int64_t locks; /* the first number of our advisory locks */
};

struct pg_connection *pg_of(const struct db *db);

/* Returns the statement in PostgreSQL's words, in a string to be freed;
 * *returns is set to whether it gives the number of the row that it adds. */
char *pg_sql(enum sql which, bool *returns);
bool pg_in_pieces(enum sql which);

/* ---- texts that are no UTF-8 ----
 * A byte b that is none is kept as the character U+10FF00 + b, and so are the
 * bytes of such a character itself. What the program hashes are the true bytes.
 */

/* Is there something to be escaped in it? Appends it escaped. */
bool pg_is_foreign(const char *text, size_t n);
void pg_escape(struct str *out, const char *text, size_t n);
/* Is there something escaped in it? Takes it back in its place; returns its
 * length then. */
bool pg_is_escaped(const char *text, size_t n);
size_t pg_unescape(char *text, size_t n);

/* The kinds of failure, in struct query's rc. */
enum pg_failure { PG_FINE, PG_FAILED, PG_DAMAGE };

/* Fills *e for a result that is no success: what could not be done with the
 * store, and what to do. Returns its kind. `r` may be NULL: no answer came. */
enum pg_failure pg_fail(const struct db *db, const PGresult *r, struct err *e);

/* A number as the server sends it, in n bytes. */
int64_t pg_number(const char *bytes, int n);

/* Runs statements without parameters. */
MUST_USE bool pg_exec(struct db *db, const char *sql, struct err *e);
/* The first column of the first row as a number; 0: there is none. */
MUST_USE bool pg_exec_int(struct db *db, const char *sql, int64_t *out,
                          struct err *e);

/* What a result says of the rows that it changed. */
struct query_came pg_came(const PGresult *r, bool returns);

/* Waits for all that was posted: before anything else is sent. */
MUST_USE bool pg_settle(struct db *db, struct err *e);

/* ---- functions of the driver ---- */

bool pg_post(struct query *q, struct query_came *out, struct err *e);

bool pg_open(struct store *s, struct err *e);
void pg_close(struct store *s);
bool pg_backup(struct store *s, const char *file,
               void (*tell)(void *who, uint64_t done, uint64_t total),
               void *who, struct err *e);
bool pg_lock(struct store *s, int64_t run, bool shared, struct err *e);
bool pg_taken(struct store *s, int64_t run);
void pg_unlock(struct store *s, int64_t run);
bool pg_alone(struct store *s, struct err *e);
void pg_alone_end(struct store *s);

#endif
