/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_STORES_H
#define TESTS_LIB_STORES_H

#include "store/journal.h"
#include "store/runs.h"
#include "store/store.h"

#include <stdint.h>

/* Stores for tests: a folder of their own, calls to put in, and a connection
 * beside the program's to look at and to spoil what it wrote. */

struct stores {
    char folder[64];
    char path[256]; /* of a store in it, not made yet */
};

/* With the address of a database in ASSAY_TEST_POSTGRES stores are schemas in
 * it, and files stay in the folder. A test of what only files have calls this
 * first, and is skipped there. */
void stores_files_only(void);
bool stores_in_database(void);

void stores_open(struct stores *t);
void stores_close(struct stores *t); /* removes the folder */

/* The same for a test of cmocka: *state is a struct stores. */
int stores_setup(void **state);
int stores_teardown(void **state);

/* Makes or opens the store; a failure stops the program. */
struct store *stores_store(const struct stores *t, enum store_mode mode);

/* Returns another path in the folder: the store's with `behind` appended. */
const char *stores_name(struct arena *a, const struct stores *t,
                        const char *behind);

/* Run SQL on the file by another connection; a failure stops the program. */
void stores_sql(const struct stores *t, const char *sql);
int64_t stores_int(const struct stores *t, const char *sql);

/* Makes the store what it was in an older version, from 1 on, by dropping the
 * tables that came later. Of files only. */
void stores_age(const struct stores *t, int version);

/* Returns the i-th call, with every field filled, differently for each i. */
struct call stores_call(struct arena *a, uint64_t i);
struct hash128 stores_key(uint64_t i);

/* Commits calls first..first+n-1 in one batch. */
bool stores_commit(struct store *s, uint64_t first, size_t n, struct err *e);

/* A run of n problems with ids "p0", "p1" ..., models "m0", "m1" ... */
struct run_info stores_run(struct store *s, struct arena *a, const char *spec,
                           size_t problems, size_t models, uint64_t attempts);

/* Commits calls and appends a result for each place of the run, in order; the
 * result of seq q belongs to call first + q - 1. */
void stores_fill(struct store *s, const struct run_info *run, uint64_t first);

#endif
