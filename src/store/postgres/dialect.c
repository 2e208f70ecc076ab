/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The statements of sql.c in PostgreSQL's words. Most are the same but for the
 * way parameters are written; those that are not stand here.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "store/postgres/postgres.h"
#include "store/sql_int.h"

#include <string.h>

#define BYTES(column) "coalesce(octet_length(" column "), 0)"

#define ONLY_CALLS                                                       \
 "id IN (SELECT call FROM results WHERE run = ?1 AND call IS NOT NULL) " \
 "AND NOT EXISTS (SELECT 1 FROM results o WHERE o.call = calls.id "      \
 "AND o.run <> ?1)"
#define ONLY_PROBLEMS                                       \
 "id IN (SELECT problem FROM run_problems WHERE run = ?1) " \
 "AND NOT EXISTS (SELECT 1 FROM run_problems o "            \
 "WHERE o.problem = problems.id AND o.run <> ?1)"

#define OWNED(run, owner)                                                      \
 "WITH c AS MATERIALIZED (SELECT run, model, block FROM work WHERE run = " run \
 " AND owner = " owner " ORDER BY model, block FOR UPDATE) "
#define OF_THEM \
 "WHERE w.run = c.run AND w.model = c.model AND w.block = c.block"

#define NOW_MS "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

static const char *const other[SQLS] = {
    [SQL_BEGIN_READ] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    [SQL_BEGIN_WRITE] = "BEGIN",

    [SQL_RUN_BY_PREFIX] =
        SQL_RUN "WHERE left(encode(hash, 'hex'), length(?1)) = ?1 LIMIT 2",
    /* Whoever appends to a chain waits for whoever does it now. */
    [SQL_RUN_HEAD] = "SELECT head, count, done, errors FROM runs "
                     "WHERE id = ? FOR UPDATE",

    [SQL_STRAND_HEAD] = "SELECT head, count, done, errors, fold, seen_ms FROM "
                        "strands WHERE run = ? AND strand = ? FOR UPDATE",

    /* Blocks that somebody else has in hand are passed over, and nobody waits.
     * Whoever takes several of them and might wait does so by rising number. */
    [SQL_WORK_CLAIM] =
        "WITH c AS MATERIALIZED (SELECT block FROM work WHERE run = ?3 "
        "AND model = ?4 AND state = 'open' AND until_ms < " SQL_NOW_MS
        " AND (owner IS NULL OR owner <> ?1) AND block >= ?5 ORDER BY block "
        "LIMIT ?6 FOR UPDATE SKIP LOCKED) "
        "UPDATE work w SET owner = ?1, until_ms = " SQL_NOW_MS " + ?2 FROM c "
        "WHERE w.run = ?3 AND w.model = ?4 AND w.block = c.block "
        "RETURNING w.block",
    [SQL_WORK_LOCK] = "SELECT state = 'done' FROM work WHERE run = ? "
                      "AND model = ? AND block = ? FOR UPDATE",
    [SQL_WORK_RENEW] =
        OWNED("?2", "?3") "UPDATE work w SET until_ms = " SQL_NOW_MS
                          " + ?1 FROM c " OF_THEM,
    [SQL_WORK_GIVE] = OWNED("?1", "?2") "UPDATE work w SET owner = NULL, "
                                        "until_ms = 0 FROM c " OF_THEM,
    [SQL_WORK_INHERIT] =
        OWNED("?3", "?4") "UPDATE work w SET owner = ?1, "
                          "until_ms = " SQL_NOW_MS " + ?2 FROM c " OF_THEM,

    /* Pages and keys are the server's business. */
    [SQL_CHECK_PAGES] = "SELECT 'ok'::text",
    [SQL_CHECK_SHAPE] =
        "SELECT table_name::text, true FROM information_schema.tables "
        "WHERE table_schema = current_schema()",
    [SQL_CHECK_KEYS] = "SELECT ''::text, ''::text, 0::bigint WHERE false",

    [SQL_PRUNE_CALLS] =
        "SELECT count(*), coalesce(sum(" BYTES("url") " + " BYTES("model") " + " BYTES(
            "text") " + " BYTES("reasoning") " + " BYTES("raw") " + " BYTES("body") "), 0)::bigint FROM calls WHERE " ONLY_CALLS,
    [SQL_PRUNE_RESULTS] = "SELECT coalesce(sum(" BYTES("answer") " + " BYTES(
        "why") " + " BYTES("more") "), 0)::bigint FROM results WHERE run = ?1",
    [SQL_PRUNE_PROBLEMS] = "SELECT coalesce(sum(" BYTES(
        "json") "), 0)::bigint FROM problems WHERE " ONLY_PROBLEMS,
    [SQL_PRUNE_LATER] = "SET CONSTRAINTS ALL DEFERRED",

    [SQL_CHALLENGE_TAKE] =
        "UPDATE challenges SET state = 'asking', started_ms = ? WHERE id = "
        "(SELECT id FROM challenges WHERE state = 'queued' ORDER BY id "
        "LIMIT 1 FOR UPDATE SKIP LOCKED) "
        "RETURNING id, entry, version, coalesce(person, 0), models, attempts, "
        "after, state, why, coalesce(run, 0), made_ms, started_ms, ended_ms, "
        "money, tokens",
};

/* Statements that add a row whose number is asked for. */
static const enum sql numbered[] = {
    SQL_CALL_ADD,   SQL_BATCH_ADD,      SQL_RUN_ADD,   SQL_PROBLEM_ADD,
    SQL_PERSON_ADD, SQL_INVITATION_ADD, SQL_ENTRY_ADD,
};

static bool is_numbered(enum sql which)
{
    for (size_t i = 0; i < sizeof(numbered) / sizeof(numbered[0]); i++)
        if (numbered[i] == which)
            return true;
    return false;
}

/* ? and ?3 become $1 and $3, and the clock is the server's. No text within a statement has a question mark. */
char *pg_sql(enum sql which, bool *returns)
{
    const char *p = other[which] ? other[which] : store_sql[which];
    struct str out = { 0 };
    int n = 0;

    for (; *p; p++) {
        if (str_starts(p, SQL_NOW_MS)) {
            str_add(&out, NOW_MS);
            p += strlen(SQL_NOW_MS) - 1;
        } else if (*p != '?')
            str_addn(&out, p, 1);
        else if (is_digit(p[1]))
            str_add(&out, "$");
        else
            str_addf(&out, "$%d", ++n);
    }
    *returns = is_numbered(which);
    if (*returns)
        str_add(&out, " RETURNING id");
    return out.s;
}
