/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_STORE_INT_H
#define STORE_STORE_INT_H

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "store/chain.h"
#include "store/query.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shared by the files of this folder and their tests. */

#define STORE_VERSION       6
#define STORE_READABLE      1 /* the oldest version that can be read */
#define STORE_REVIEWS       2 /* older stores have no queue of reviews */
#define STORE_WORKBENCH     4 /* older stores have no people, entries ... */
#define STORE_COURSES       5 /* older ones have no courses of streams, batches */
#define STORE_WORKER_CHAINS 6 /* older ones have no workers */

/* Where a call stands that was just committed: its result comes soon. */
struct fresh_call {
    struct hash128 key;
    int64_t id; /* 0: none */
    unsigned char sha[CHAIN_BYTES];
};

/* A run that this store has locked: alone, or with others that do likewise. */
struct run_lock {
    int64_t run;
    bool shared;
};

/* A run whose problems are not in yet: see runs_begin(). */
struct unfinished_run {
    int64_t run; /* 0: none */
    const char *const *problems;
    size_t n;
    bool own; /* of store_enter() */
};

#define STORE_FRESH 2048 /* a power of two */

struct store {
    struct db db; /* of a file, its path is the real one */
    char *shown;  /* the path as it was given */
    enum store_mode mode;
    int version;
    struct chain chain;
    struct fresh_call *fresh; /* STORE_FRESH, by the key's bits; or NULL */

    bool spans;     /* a transaction of store_begin() is open */
    bool spoilt;    /* a write in it failed: it can only be rolled back */
    struct err why; /* the failure that spoilt it */

    struct unfinished_run unfinished;

    int64_t whole_run; /* a run of which this store appended all results: */
    uint64_t whole_count;

    struct file_lock *lock; /* PATH-lock; NULL: no run was locked yet */
    struct vec locked;      /* struct run_lock, of this store */
};

/* ---- transactions of one function ---- */

/* Begin a transaction unless one is open. *own is true if this call began it. */
MUST_USE bool store_enter(struct store *s, bool *own, struct err *e);

/* The same where what is written depends on what is read: one such transaction
 * at a time. In a file each is; in a database those that only add rows, of calls
 * and results, go on beside it. */
MUST_USE bool store_enter_alone(struct store *s, bool *own, struct err *e);

/* End it: commit if `ok`, else roll back. Returns whether all went well. In a
 * transaction of store_begin() a failure spoils that one. */
MUST_USE bool store_leave(struct store *s, bool own, bool ok, struct err *e);

/* Runs a statement that changes the row `id` of a `what`. Fails with ERR_USAGE
 * if there is no such row. */
MUST_USE bool store_change(struct store *s, enum sql which,
                           const struct sql_value *args, const char *what,
                           int64_t id, struct err *e);

/* Runs a statement that gives no rows after store_enter_alone(). */
MUST_USE bool store_do_alone(struct store *s, enum sql which,
                             const struct sql_value *args, struct err *e);

/* ---- locks that drivers hold ---- */

/* The lock of that run in s->locked, or NULL; its end there. */
struct run_lock *store_locked(const struct store *s, int64_t run);
void store_lock_drop(struct store *s, int64_t run);

/* ---- the shape ---- */

#define STORE_TABLES_OF_6 "work strands rates"

/* Appends the statements of a schema that make these tables, with spaces between
 * their names, and their indexes. */
void store_add_tables(struct str *out, const char *schema, const char *names);

/* Looks whether the tables are those of the version that the store says it has:
 * *what is NULL, or a sentence about one that is not; *lacks is set if one is
 * not there, so that the store cannot be read on. */
MUST_USE bool store_shape(struct store *s, struct arena *a, const char **what,
                          bool *lacks, struct err *e);

#endif
