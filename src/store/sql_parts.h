/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_SQL_PARTS_H
#define STORE_SQL_PARTS_H

/* Parts of statements that stand in more than one file. */

/* Microseconds since 1970 by the database's clock. This is SQLite's way to say
 * so; dialect.c puts PostgreSQL's in its place. */
#define NOW_US "CAST((julianday('now') - 2440587.5) * 86400e6 AS INTEGER)"

#define NOW_MS "(" NOW_US " / 1000)"

#define EIGHT      "?, ?, ?, ?, ?, ?, ?, ?"
#define THIRTY_TWO EIGHT ", " EIGHT ", " EIGHT ", " EIGHT

/* Of worker chains that are not folded: what the run's row does not have yet. */
#define LOOSE(what)                                                 \
 "CAST((SELECT coalesce(" what ", 0) FROM strands t WHERE t.run = " \
 "runs.id AND t.fold = 0) AS BIGINT)"

#define RUN                                                                  \
 "SELECT id, hash, spec, version, n_problems, n_models, attempts, made_ms, " \
 "worked_ms, done + " LOOSE("sum(t.done)") ", errors + " LOOSE(              \
     "sum(t.errors)") ", " LOOSE("max(t.seen_ms)") " FROM runs "

#define CHALLENGE                                                         \
 "id, entry, version, coalesce(person, 0), attempts, after, state, why, " \
 "coalesce(run, 0), made_ms, started_ms, ended_ms, money, tokens, models "

/* Rows that only the run ?1 rests on. */
#define ONLY_CALLS                                                       \
 "id IN (SELECT call FROM results WHERE run = ?1 AND call IS NOT NULL) " \
 "AND NOT EXISTS (SELECT 1 FROM results o WHERE o.call = calls.id "      \
 "AND o.run <> ?1)"
#define ONLY_PROBLEMS                                       \
 "id IN (SELECT problem FROM run_problems WHERE run = ?1) " \
 "AND NOT EXISTS (SELECT 1 FROM run_problems o "            \
 "WHERE o.problem = problems.id AND o.run <> ?1)"

#endif
