/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include "store/driver.h"
#include "store/store_int.h"

#include <sqlite3.h>

/* A store in one file of SQLite: shared by the files of this folder and by
 * tests. */

#define STORE_BUSY_MS     600000     /* how long to wait for another writer */
#define STORE_APPLICATION 0x41534159 /* "ASAY": application_id of the file */

sqlite3 *sqlite_of(const struct db *db);

/* Fills *e for a result code of SQLite: what could not be done with the store,
 * and what to do. Returns false. */
bool sqlite_fail(const struct db *db, int rc, struct err *e);

/* Makes a new file: `fill` writes it under another name, and it has its own when
 * it is on the disk. Fails with ERR_IO if there is a file of that name. */
MUST_USE bool sqlite_new_file(const char *file,
                              bool (*fill)(void *ctx, char *part,
                                           struct err *e),
                              void *ctx, struct err *e);

/* ---- functions of the driver ---- */

bool sqlite_open(struct store *s, struct err *e);
void sqlite_close(struct store *s);
bool sqlite_vacuum(struct store *s, struct err *e);

/* ---- versions ---- */

/* A step from version `from` to from + 1. */
struct store_step {
    int from;
    const char *sql;   /* or NULL */
    const char *makes; /* the tables of schema.sql that it adds; or NULL */
    bool (*then)(struct store *s, struct err *e); /* what SQL cannot; or NULL */
};

/* All steps to STORE_VERSION. */
extern const struct store_step store_steps[];
extern const size_t store_n_steps;

/* Bring the store to version `to`, all steps in one transaction. Fails for a
 * version above `to`, or one from which no step leads on. */
MUST_USE bool store_migrate(struct store *s, const struct store_step *steps,
                            size_t n, int to, struct err *e);

#endif
