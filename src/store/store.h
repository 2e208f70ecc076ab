/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The store: one SQLite file (WAL), or a schema of PostgreSQL, with the journal of
 * calls, the runs, the review queue and the workbench. schema.sql describes it. Several processes may have it open at
 * once. Committed data survive kill -9 and a power cut (synchronous = FULL); a
 * failed write (a full disk) changes nothing and is reported.
 *
 * A struct store belongs to one thread at a time; a second thread opens its
 * own. No secret ever comes here: callers remove them from bodies and replies
 * first.
 */

struct store;

enum store_mode {
    STORE_MAKE,  /* made when absent */
    STORE_WRITE, /* must be there */
    STORE_READ,  /* must be there, is not changed */
};

/* Returns whether it is the address of a database and no file. */
bool store_is_address(const char *path);
/* Returns whether it can be opened to be read: a file that is there, or any
 * address. */
bool store_is_there(const char *path);
/* Open a store and bring it to the present version; with STORE_READ an older
 * one is read as it is. Fails for a store of a newer version than the program
 * knows. */
MUST_USE bool store_open(struct store **out, const char *path,
                         enum store_mode mode, struct err *e);
void store_close(struct store *s);

/* Is the connection to its database gone? It can only be closed then. */
bool store_is_lost(const struct store *s);

const char *store_path(const struct store *s);
int store_version(const struct store *s);

/* Copies the store into a new file while others read and write: what is
 * committed when it begins. The file, a store of its own in whatever database
 * this one is, has its name only when the copy is whole, was checked and is on the
 * disk. Fails with ERR_IO if there is a file of that name. `tell`, which may be
 * NULL, is told how many pages of a file, or rows of a database, are copied. */
MUST_USE bool store_backup(struct store *s, const char *file,
                           void (*tell)(void *who, uint64_t done,
                                        uint64_t total),
                           void *who, struct err *e);

/* Transactions that span several calls of journal.h and runs.h. If none is
 * open, each call that writes makes its own. */
MUST_USE bool store_begin(struct store *s, struct err *e);
/* The same where what is written depends on what is read: one such transaction
 * at a time. In a file each is. */
MUST_USE bool store_begin_alone(struct store *s, struct err *e);
MUST_USE bool store_commit(struct store *s, struct err *e);
void store_rollback(struct store *s);

/* From now on the database gives up a transaction in which nothing was done for
 * so long, and this store with it: a process that was stopped keeps nobody
 * waiting. In a file it does. */
MUST_USE bool store_patience(struct store *s, int64_t ms, struct err *e);

/* Begin a view of the file that does not change while others write, in which
 * many small reads cost less; store_look_end() ends it. Does nothing within a
 * transaction. */
MUST_USE bool store_look(struct store *s, bool *own, struct err *e);
void store_look_end(struct store *s, bool own);

/*
 * Commands that are told to a person, "assay report r1": they must work as they
 * stand, whatever store the person named.
 */

/* Returns the store that a command takes when none is named: $ASSAY_STORE, else
 * assay.db. */
const char *store_usual(void);

/* Returns what a told command needs to find the store of that path: "", or
 * " --store 'my runs.db'", quoted for a shell, in the arena. NULL: none was
 * named. */
const char *store_told(struct arena *a, const char *path);

/* Append a word as a shell reads it. */
void told_word(struct str *out, const char *s);

#endif
