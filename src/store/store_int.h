/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_STORE_INT_H
#define STORE_STORE_INT_H

#include "base/err.h"
#include "base/vec.h"
#include "store/chain.h"
#include "store/query.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the files of this folder share, and tests look at. */

#define STORE_VERSION     2
#define STORE_READABLE    1          /* the oldest that is read as it is */
#define STORE_APPLICATION 0x41534159 /* "ASAY": application_id of the file */
#define STORE_BUSY_MS     600000     /* how long another writer is waited for */

struct store {
    struct db db; /* its path is the real one */
    char *shown;  /* the path as it was given */
    enum store_mode mode;
    int version;
    struct chain chain;

    bool spans;     /* a transaction of store_begin() is open */
    bool spoilt;    /* a write in it failed: it can only be rolled back */
    struct err why; /* that failure */

    int lock_fd;       /* of PATH-lock; -1: no run was locked yet */
    struct vec locked; /* int64_t, the runs this store has locked */
};

/* ---- transactions of one function ---- */

/* Begin one unless store_begin() did; *own tells which. */
MUST_USE bool store_enter(struct store *s, bool *own, struct err *e);

/* End it: commit if `ok`, else roll back; returns whether all went well. In a
 * transaction of store_begin() a failure spoils that one. */
MUST_USE bool store_leave(struct store *s, bool own, bool ok, struct err *e);

/* A view of the file that does not move while others write; ended by
 * store_look_end(). Does nothing within a transaction. */
MUST_USE bool store_look(struct store *s, bool *own, struct err *e);
void store_look_end(struct store *s, bool own);

/* ---- versions ---- */

/* From version `from` to from + 1. */
struct store_step {
    int from;
    const char *sql;
};

/* Bring the store to version `to`, all steps in one transaction. A version
 * above `to`, or one that no step leads on from, is refused. */
MUST_USE bool store_migrate(struct store *s, const struct store_step *steps,
                            size_t n, int to, struct err *e);

#endif
