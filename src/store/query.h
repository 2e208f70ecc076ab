/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_QUERY_H
#define STORE_QUERY_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "store/driver.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * An open database, and the use of a prepared statement: it is opened, its
 * parameters are bound from left to right, it is stepped, and its columns are
 * taken from left to right. A bind that fails is remembered, and the first step
 * reports it. Bound text is borrowed until the statement ends. query_end() ends
 * a query that is not stepped to its end.
 */

/* ---- parameters ---- */

struct sql_value {
    enum {
        SQL_ARGS_END,
        SQL_VALUE_NULL,
        SQL_VALUE_INT,
        SQL_VALUE_REAL,
        SQL_VALUE_TEXT,
        SQL_VALUE_BLOB,
        SQL_VALUE_HASH,
    } type;
    union {
        int64_t number;
        double real;
        struct hash128 hash;
        struct {
            const void *data;
            size_t n;
        } bytes;
    };
};

struct sql_value sql_int(int64_t v);
struct sql_value sql_known(int64_t v); /* < 0: NULL */
struct sql_value sql_ref(int64_t id);  /* 0: NULL */
struct sql_value sql_real(double v);
struct sql_value sql_text(const char *text);           /* NULL: NULL */
struct sql_value sql_blob(const void *data, size_t n); /* copied when bound */
struct sql_value sql_hash(struct hash128 h);           /* 16 bytes */

/* The parameters of a statement, in their order. */
#define ARGS(...)           \
 (const struct sql_value[]) \
 {                          \
  __VA_ARGS__,              \
  {                         \
   .type = SQL_ARGS_END     \
  }                         \
 }

struct query query_open(struct db *db, enum sql which);

/* The same with its first parameters bound; NULL: it has none. */
struct query query_with(struct db *db, enum sql which,
                        const struct sql_value *args);

/* Binds the next parameter. */
void query_bind(struct query *q, struct sql_value v);

/* ---- steps ---- */

enum query_got query_step(struct query *q, struct err *e);

/* Step a statement that gives no rows. */
MUST_USE bool query_run(struct query *q, struct err *e);

/* The same, and *n is how many rows it changed. */
MUST_USE bool query_count(struct query *q, int64_t *n, struct err *e);

/* The same for a statement that adds a row unless there is one like it: *added,
 * which may be NULL, is set to whether it did, and *id to the number of the new
 * row. */
MUST_USE bool query_add(struct query *q, bool *added, int64_t *id,
                        struct err *e);

/* Run a statement that gives no rows and ends the query, without waiting for the
 * database where it is far away: a failure may be told by a later statement of
 * the transaction. *out, unless NULL, is filled when query_settle() returns true.
 */
MUST_USE bool query_post(struct query *q, struct query_came *out,
                         struct err *e);
MUST_USE bool query_settle(struct db *db, struct err *e);

/* Step to the only row that there can be; *found is set to whether it exists.
 * The query is still open if it does. */
MUST_USE bool query_row(struct query *q, bool *found, struct err *e);

void query_end(struct query *q);

/* ---- columns of the row ---- */

int64_t query_take_int(struct query *q);
int64_t query_take_known(struct query *q);                     /* NULL: -1 */
const char *query_take_text(struct query *q, struct arena *a); /* or NULL */
/* Look at the next column's text without taking it; borrowed until the next
 * step, or NULL. */
const char *query_look_text(struct query *q, size_t *n);
struct hash128 query_take_hash(struct query *q);
/* Take the next column's n bytes. Returns false if it has another length. */
bool query_take_blob(struct query *q, void *out, size_t n);

double query_take_real(struct query *q);

/* Returns the place of a word in a list, or -1 if it is not there; likewise of
 * the next column's text. */
int query_word(const char *word, const char *const *list, int n);
int query_take_word(struct query *q, const char *const *list, int n);

/* ---- whole statements ---- */

/* Runs one that gives no rows. */
MUST_USE bool query_do(struct db *db, enum sql which,
                       const struct sql_value *args, struct err *e);

/* Takes the number that is all a statement gives; 0 if it gives no row. */
MUST_USE bool query_number(struct db *db, enum sql which,
                           const struct sql_value *args, int64_t *out,
                           struct err *e);

/* Does it give a row? */
MUST_USE bool query_exists(struct db *db, enum sql which,
                           const struct sql_value *args, bool *out,
                           struct err *e);

/* ---- failures ---- */

/* Fills *e: the store has `what`, "an entry", that makes no sense. Returns
 * false. */
bool query_nonsense(const struct query *q, const char *what, struct err *e);

#endif
