/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_QUERY_H
#define STORE_QUERY_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/vec.h"
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

struct query query_open(struct db *db, enum sql which);

/* ---- parameters ---- */

void query_int(struct query *q, int64_t v);
void query_known(struct query *q, int64_t v); /* < 0: NULL */
void query_ref(struct query *q, int64_t id);  /* 0: NULL */
void query_real(struct query *q, double v);
void query_text(struct query *q, const char *text);           /* NULL: NULL */
void query_blob(struct query *q, const void *data, size_t n); /* copied */
void query_hash(struct query *q, struct hash128 h);           /* 16 bytes */

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

/* ---- whole rows ---- */

/* Takes the columns of a row into *out; query_nonsense() if they cannot be. */
typedef bool query_taker(struct query *q, struct arena *a, void *out,
                         struct err *e);

/* Take the only row that there can be, or all rows, which `rows` gets. */
MUST_USE bool query_one(struct query *q, struct arena *a, query_taker *take,
                        void *out, bool *found, struct err *e);
MUST_USE bool query_all(struct query *q, struct arena *a, query_taker *take,
                        struct vec *rows, struct err *e);

/* ---- failures ---- */

/* Fills *e: the store has `what`, "an entry", that makes no sense. Returns
 * false. */
bool query_nonsense(const struct query *q, const char *what, struct err *e);

/* Did the query fail because of what is in the store, which is a finding and no
 * failure? */
bool query_is_damage(const struct query *q);

#endif
