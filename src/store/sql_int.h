/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_SQL_INT_H
#define STORE_SQL_INT_H

/* Parts of statements, for sql.c and for other databases' words. */

/* The database's clock, in SQLite's words; dialect.c has PostgreSQL's. */
#define SQL_NOW_MS "CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT)"

/* Of strands that are not folded: what the run's row does not have yet. */
#define SQL_LOOSE(what)                                             \
 "CAST((SELECT coalesce(" what ", 0) FROM strands t WHERE t.run = " \
 "runs.id AND t.fold = 0) AS BIGINT)"

#define SQL_RUN                                                              \
 "SELECT id, hash, spec, version, n_problems, n_models, attempts, made_ms, " \
 "worked_ms, done + " SQL_LOOSE("sum(t.done)") ", errors + " SQL_LOOSE(      \
     "sum(t.errors)") ", " SQL_LOOSE("max(t.seen_ms)") " FROM runs "

#endif
