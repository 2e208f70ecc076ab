/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The statements of sql.c in PostgreSQL's words. Most are the same but for the
 * way parameters are written; those that are not stand here.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "store/postgres/postgres.h"
#include "store/sql_parts.h"

#include <string.h>

#define CLOCK         "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)"
#define BYTES(column) "coalesce(octet_length(" column "), 0)"

#define OWNED(run, owner)                                                      \
 "WITH c AS MATERIALIZED (SELECT run, model, block FROM work WHERE run = " run \
 " AND owner = " owner " ORDER BY model, block FOR UPDATE) "
#define OF_THEM \
 "WHERE w.run = c.run AND w.model = c.model AND w.block = c.block"

static const char *const other[SQLS] = {
    [SQL_BEGIN_READ] = PG_BEGIN_READ,
    [SQL_BEGIN_WRITE] = "BEGIN",
    [SQL_ALONE] = "SELECT pg_advisory_xact_lock(" PG_LOCKS ", -2)::text",

    /* One by one: for a list of keys it reads the whole of a table that it takes
     * for small, as it was when the statement was prepared. */
    [SQL_CALL_AMONG] =
        "SELECT w.key FROM unnest(ARRAY[" THIRTY_TWO "]::bytea[]) w (key) "
        "WHERE (SELECT c.id FROM calls c WHERE c.key = w.key) IS NOT NULL",
    [SQL_RUN_BY_PREFIX] =
        RUN "WHERE left(encode(hash, 'hex'), length(?1)) = ?1 LIMIT 2",
    /* Whoever appends to a chain waits for whoever does it now. */
    [SQL_RUN_HEAD] = "SELECT head, count, done, errors FROM runs "
                     "WHERE id = ? FOR UPDATE",

    [SQL_STRAND_HEAD] = "SELECT head, count, done, errors, fold, seen_ms FROM "
                        "strands WHERE run = ? AND strand = ? FOR UPDATE",

    /* Blocks that somebody else has in hand are passed over, and nobody waits.
     * Whoever takes several of them and might wait does so by rising number. */
    [SQL_WORK_CLAIM] =
        "WITH c AS MATERIALIZED (SELECT block FROM work WHERE run = ?3 "
        "AND model = ?4 AND state = 'open' AND until_ms < " NOW_MS
        " AND (owner IS NULL OR owner <> ?1) AND block >= ?5 ORDER BY block "
        "LIMIT ?6 FOR UPDATE SKIP LOCKED) "
        "UPDATE work w SET owner = ?1, until_ms = " NOW_MS " + ?2 FROM c "
        "WHERE w.run = ?3 AND w.model = ?4 AND w.block = c.block "
        "RETURNING w.block",
    [SQL_WORK_LOCK] = "SELECT state = 'done' FROM work WHERE run = ? "
                      "AND model = ? AND block = ? FOR UPDATE",
    [SQL_WORK_RENEW] = OWNED("?2", "?3") "UPDATE work w SET until_ms = " NOW_MS
                                         " + ?1 FROM c " OF_THEM,
    [SQL_WORK_GIVE] = OWNED("?1", "?2") "UPDATE work w SET owner = NULL, "
                                        "until_ms = 0 FROM c " OF_THEM,
    [SQL_WORK_INHERIT] =
        OWNED("?3", "?4") "UPDATE work w SET owner = ?1, "
                          "until_ms = " NOW_MS " + ?2 FROM c " OF_THEM,

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
        "RETURNING " CHALLENGE,

    [SQL_RATES_CARE] = "SET idle_in_transaction_session_timeout = 2000",
};

/* Statements that add a row whose number is asked for. */
static const enum sql numbered[] = {
    SQL_CALL_ADD,   SQL_BATCH_ADD,      SQL_RUN_ADD,   SQL_PROBLEM_ADD,
    SQL_PERSON_ADD, SQL_INVITATION_ADD, SQL_ENTRY_ADD,
};

static bool has(const enum sql *list, size_t n, enum sql which)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == which)
            return true;
    return false;
}

/* Statements whose rows may be many, or long. */
static const enum sql in_pieces[] = {
    SQL_RESULTS,         SQL_RESULTS_STRANDS, SQL_LINKS,
    SQL_CHECK_RESULTS,   SQL_RUN_PROBLEMS,    SQL_CHECK_PROBLEMS,
    SQL_CHECK_ORPHANS,   SQL_CALL_LONE,       SQL_TIMINGS,
    SQL_BATCH_KEYS,      SQL_DEED_ALL,        SQL_CHECK_DEEDS,
    SQL_CHECK_DECISIONS, SQL_CHECK_CALLS,
};

bool pg_in_pieces(enum sql which)
{
    return has(in_pieces, sizeof(in_pieces) / sizeof(in_pieces[0]), which);
}

/* ? and ?3 become $1 and $3, and the clock the server's. No text within a
 * statement has a question mark. */
char *pg_sql(enum sql which, bool *returns)
{
    const char *p = other[which] ? other[which] : store_sql[which];
    struct str out = { 0 };
    int n = 0;

    for (; *p; p++) {
        if (str_starts(p, NOW_US)) {
            str_add(&out, CLOCK);
            p += strlen(NOW_US) - 1;
        } else if (*p != '?')
            str_addn(&out, p, 1);
        else if (is_digit(p[1]))
            str_add(&out, "$");
        else
            str_addf(&out, "$%d", ++n);
    }
    *returns = has(numbered, sizeof(numbered) / sizeof(numbered[0]), which);
    if (*returns)
        str_add(&out, " RETURNING id");
    return out.s;
}
