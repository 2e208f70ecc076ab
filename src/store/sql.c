/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Every statement the program keeps. Parameters are bound and columns are
 * taken in the order in which they stand here.
 */
#include "store/sql.h"
#include "store/sql_parts.h"

#define CALL(raw, body)                                                \
 "key, url, model, attempt, " body ", " raw ", outcome, text, "        \
 "reasoning, finish, why, prompt_tokens, completion_tokens, "          \
 "reasoning_tokens, cached_tokens, served, provider_id, fingerprint, " \
 "note, status, http_version, tries, history, sent_ms, took_ms, total_ms"
#define CALL_WHOLE CALL("raw", "body")

#define REVIEW_COLUMNS                                          \
 "r.id, r.hash, r.kind, r.hunt, r.problem, r.why, r.evidence, " \
 "r.made_ms, r.state, r.key, r.note, r.decided_ms "
#define REVIEW "SELECT " REVIEW_COLUMNS "FROM reviews r "

#define STUDY "SELECT id, kind, hash, title, version, made_ms, document <> ''"

#define PERSON "p.id, p.name, p.role, p.made_ms, p.seen_ms, p.gone_ms "

/* A link for somebody who is gone counts as revoked. */
#define INVITATION                                                         \
 "SELECT i.id, i.role, coalesce(i.person, 0), i.note, coalesce(i.by, 0), " \
 "i.made_ms, i.expires_ms, CASE i.revoked_ms WHEN 0 THEN "                 \
 "coalesce(p.gone_ms, 0) ELSE i.revoked_ms END, i.uses, i.uses_most "      \
 "FROM invitations i LEFT JOIN people p ON p.id = i.person "

#define ENTRY                                                               \
 "SELECT id, author, topic, state, version, accepted, made_ms, changed_ms " \
 "FROM entries "

#define VERSION                                                           \
 "SELECT entry, number, by, made_ms, problem, how, claim, origin, note, " \
 "sha FROM entry_versions WHERE entry = ? "

#define AUDIT_EVENT                                                         \
 "SELECT d.id, d.entry, d.version, coalesce(d.person, 0), d.deed, d.text, " \
 "d.data, d.at_ms"

#define RESULT                                                 \
 "SELECT r.problem, r.model, r.attempt, r.outcome, r.strict, " \
 "r.lenient, r.answer, r.why, r.more, r.judge, c.key, "        \
 "c.prompt_tokens, c.completion_tokens, c.reasoning_tokens, "  \
 "c.cached_tokens, c.took_ms, c.tries, "                       \
 "substr(c.history, 1, 10) = '[{\"batch\":' "                  \
 "FROM results r LEFT JOIN calls c ON c.id = r.call WHERE r.run = ? "

#define LINK                                                            \
 "SELECT r.seq, r.problem, r.model, r.attempt, r.outcome, r.strict, "   \
 "r.lenient, r.answer, r.why, r.more, r.judge, r.at_ms, c.key, c.sha, " \
 "r.chain, r.call, r.id FROM results r "                                \
 "LEFT JOIN calls c ON c.id = r.call "                                  \
 "WHERE r.run = ? "

/* Has each call of a block a result? ?1: run, ?2: attempts, ?3: calls of a block,
 * ?4: calls of a model. */
#define BLOCK_HAS                                                             \
 "(SELECT count(DISTINCT r.problem * ?2 + r.attempt) FROM results r "         \
 "WHERE r.run = ?1 AND r.model = work.model AND r.problem >= work.block * "   \
 "?3 / ?2 AND r.problem <= (work.block * ?3 + ?3 - 1) / ?2 AND r.problem * "  \
 "?2 + r.attempt - 1 >= work.block * ?3 AND r.problem * ?2 + r.attempt - 1 <" \
 " (work.block + 1) * ?3)"
#define BLOCK_SIZE \
 "CASE WHEN (work.block + 1) * ?3 > ?4 THEN ?4 - work.block * ?3 ELSE ?3 END"

#define BYTES(column) "coalesce(length(CAST(" column " AS BLOB)), 0)"

const char *const store_sql[SQLS] = {
    [SQL_BEGIN_READ] = "BEGIN",
    /* The lock at once: a transaction that reads first and then cannot write
     * could only be given up. */
    [SQL_BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [SQL_ALONE] = "SELECT 1", /* who writes to a file is alone anyhow */
    [SQL_COMMIT] = "COMMIT",

    [SQL_CALL_ADD] =
        "INSERT INTO calls (" CALL_WHOLE ", sha, committed_ms) VALUES (?, ?, "
        "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?) ON CONFLICT (key) DO NOTHING",
    [SQL_CALL_HAS] = "SELECT 1 FROM calls WHERE key = ?",
    [SQL_CALL_AMONG] = "SELECT key FROM calls WHERE key IN (" THIRTY_TWO ")",
    [SQL_CALL_FIND] =
        "SELECT " CALL("NULL", "NULL") " FROM calls WHERE key = ?",
    [SQL_CALL_TEXT] = "SELECT text FROM calls WHERE key = ?",
    [SQL_CALL_WHOLE] = "SELECT " CALL_WHOLE " FROM calls WHERE key = ?",
    [SQL_CALL_BY_ID] = "SELECT " CALL_WHOLE ", sha FROM calls WHERE id = ?",
    [SQL_CALL_LONE] = "SELECT " CALL_WHOLE ", sha FROM calls WHERE NOT EXISTS "
                      "(SELECT 1 FROM results r WHERE r.call = calls.id)",
    [SQL_TIMING_ADD] = "INSERT INTO timings (call, first_ms, gap_ms, pieces) "
                       "VALUES (?, ?, ?, ?)",
    [SQL_TIMING_FIND] = "SELECT t.first_ms, t.gap_ms, t.pieces FROM timings t "
                        "JOIN calls c ON c.id = t.call WHERE c.key = ?",
    [SQL_TIMINGS] =
        "SELECT r.model, t.first_ms, t.gap_ms, t.pieces, c.took_ms, "
        "c.completion_tokens FROM results r JOIN timings t ON t.call = r.call "
        "JOIN calls c ON c.id = r.call WHERE EXISTS (SELECT 1 FROM timings) "
        "AND r.run = ? AND NOT EXISTS (SELECT 1 FROM results n WHERE n.run = r.run "
        "AND n.problem = r.problem AND n.model = r.model "
        "AND n.attempt = r.attempt AND n.id > r.id)",
    [SQL_CHECK_TIMINGS] =
        "SELECT n FROM (SELECT count(*) AS n FROM timings t LEFT JOIN calls c "
        "ON c.id = t.call WHERE c.id IS NULL OR t.pieces < 1 OR t.gap_ms < 0 "
        "OR t.first_ms < 0 OR t.first_ms > c.took_ms OR t.gap_ms > c.took_ms) x "
        "WHERE n > 0",
    [SQL_TROUBLE_ADD] =
        "INSERT INTO trouble (key, url, model, attempt, outcome, why, status, "
        "tries, history, noted_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",

    [SQL_BATCH_ADD] =
        "INSERT INTO batches (url, model, state, token, said, why, calls, "
        "made_ms, sent_ms, seen_ms, done_ms) VALUES (?, ?, 'made', ?, '', '', "
        "?, ?, 0, 0, 0)",
    [SQL_BATCH_CALL_ADD] = "INSERT INTO batch_calls (batch, key) VALUES (?, ?)",
    [SQL_BATCH_FILE] = "UPDATE batches SET file = ? WHERE id = ?",
    [SQL_BATCH_SENT] = "UPDATE batches SET state = 'sent', remote = ?, "
                       "sent_ms = ? WHERE id = ?",
    [SQL_BATCH_SAID] = "UPDATE batches SET said = ?, seen_ms = ? WHERE id = ?",
    [SQL_BATCH_END] = "UPDATE batches SET state = ?, why = ?, done_ms = ? "
                      "WHERE id = ?",
    [SQL_BATCH_OPEN] =
        "SELECT id, url, model, state, token, file, remote, said, calls, "
        "made_ms, sent_ms, seen_ms FROM batches b "
        "WHERE state IN ('made', 'sent') AND EXISTS (SELECT 1 FROM "
        "batch_calls k WHERE k.batch = b.id AND NOT EXISTS (SELECT 1 FROM "
        "calls c WHERE c.key = k.key)) = ? ORDER BY id",
    [SQL_BATCH_REMOTE] = "SELECT 1 FROM batches WHERE url = ? AND remote = ?",
    [SQL_BATCH_KEYS] = "SELECT key FROM batch_calls WHERE batch = ?",
    [SQL_BATCH_KEY_HAS] = "SELECT 1 FROM batch_calls WHERE batch = ? "
                          "AND key = ?",
    [SQL_BATCH_KEY_DROP] = "DELETE FROM batch_calls WHERE batch = ? "
                           "AND key = ?",
    [SQL_BATCH_KEYS_DROP] = "DELETE FROM batch_calls WHERE batch = ?",
    [SQL_BATCH_LEFT] = "SELECT count(*) FROM batch_calls k WHERE batch = ? "
                       "AND NOT EXISTS (SELECT 1 FROM calls c "
                       "WHERE c.key = k.key)",

    [SQL_RUN_ADD] =
        "INSERT INTO runs (hash, spec, version, n_problems, n_models, "
        "attempts, made_ms, worked_ms, done, errors, start, head, count) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0, 0, ?8, ?8, 0) "
        "ON CONFLICT (hash) DO NOTHING",
    [SQL_RUN_BY_HASH] = RUN "WHERE hash = ?",
    [SQL_RUN_BY_ID] = RUN "WHERE id = ?",
    /* Two are enough to see that a prefix is not unique. */
    [SQL_RUN_BY_PREFIX] =
        RUN "WHERE substr(lower(hex(hash)), 1, length(?1)) = ?1 LIMIT 2",
    [SQL_RUN_LAST] = RUN "ORDER BY CASE WHEN made_ms > worked_ms THEN made_ms "
                         "ELSE worked_ms END DESC, id DESC LIMIT 1",
    [SQL_RUN_ALL] = RUN "ORDER BY id",
    [SQL_RUN_STAMPS] =
        "SELECT id, count + CAST((SELECT coalesce(sum(t.count), 0) FROM "
        "strands t WHERE t.run = runs.id) AS BIGINT), "
        "done + " LOOSE("sum(t.done)") ", errors + " LOOSE(
            "sum(t.errors)") ", n_problems * n_models * "
                             "attempts, worked_ms FROM runs ORDER BY id",
    [SQL_RUN_NEWEST] = "SELECT id FROM runs ORDER BY id DESC LIMIT 5",
    [SQL_RUN_MODEL_ADD] =
        "INSERT INTO run_models (run, place, model) VALUES (?, ?, ?)",
    [SQL_RUN_MODELS] =
        "SELECT model FROM run_models WHERE run = ? ORDER BY place",
    [SQL_PROBLEM_ADD] = "INSERT INTO problems (sha, json) VALUES (?, ?) "
                        "ON CONFLICT (sha) DO NOTHING",
    [SQL_PROBLEM_ID] = "SELECT id FROM problems WHERE sha = ?",
    [SQL_RUN_PROBLEMS_ADD] =
        "INSERT INTO run_problems (run, place, problem) "
        "SELECT CAST(?1 AS BIGINT), id - ?2 + ?3, id FROM problems "
        "WHERE id BETWEEN ?2 AND ?2 + ?4 - 1",
    [SQL_RUN_PROBLEMS] = "SELECT p.json FROM run_problems r JOIN problems p "
                         "ON p.id = r.problem WHERE r.run = ? ORDER BY r.place",
    [SQL_RUN_SIZE] =
        "SELECT n_problems, n_models, attempts FROM runs WHERE id = ?",
    [SQL_RUN_HEAD] = "SELECT head, count, done, errors FROM runs WHERE id = ?",
    [SQL_RUN_HEAD_SET] = "UPDATE runs SET head = ?, count = ?, done = ?, "
                         "errors = ?, worked_ms = ? WHERE id = ?",

    [SQL_RESULT_CALL] = "SELECT id, sha FROM calls WHERE key = ?",
    [SQL_RESULT_LAST] = "SELECT outcome = 'error' FROM results WHERE run = ? "
                        "AND problem = ? AND model = ? AND attempt = ? "
                        "ORDER BY id + 0 DESC LIMIT 1",
    [SQL_RESULT_ADD] =
        "INSERT INTO results (run, seq, call, at_ms, chain, problem, model, "
        "attempt, outcome, strict, lenient, answer, why, more, judge) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    /* In the order of the file, or against it, which is much quicker than
     * that of places; of each place the newest comes first. */
    [SQL_RESULTS] = RESULT "ORDER BY r.seq DESC",
    [SQL_RESULTS_WORKER_CHAINS] = RESULT "ORDER BY r.id DESC",

    [SQL_WORKER_CHAIN_ANY] = "SELECT 1 FROM strands WHERE run = ? LIMIT 1",
    [SQL_WORKER_CHAIN_NEXT] =
        "SELECT coalesce(max(strand), 0) + 1 FROM strands WHERE run = ?",
    [SQL_WORKER_CHAIN_ADD] =
        "INSERT INTO strands (run, strand, name, begun_ms, seen_ms, until_ms, "
        "ended_ms, head, count, done, errors, fold, after) VALUES (?1, ?2, ?3, " NOW_MS
        ", " NOW_MS ", " NOW_MS " + ?4, 0, ?5, 0, 0, 0, 0, 0)",
    [SQL_WORKER_CHAIN_HEAD] =
        "SELECT head, count, done, errors, fold, seen_ms FROM "
        "strands WHERE run = ? AND strand = ?",
    [SQL_WORKER_CHAIN_HEAD_SET] =
        "UPDATE strands SET head = ?, count = ?, done = ?, errors = ?, "
        "seen_ms = " NOW_MS " WHERE run = ? AND strand = ?",
    [SQL_WORKER_CHAIN_SEEN] =
        "UPDATE strands SET seen_ms = " NOW_MS ", until_ms = " NOW_MS
        " + ? WHERE run = ? AND strand = ?",
    /* Later than it was seen, which is what others write who close it. */
    [SQL_WORKER_CHAIN_END] = "UPDATE strands SET ended_ms = CASE WHEN " NOW_MS
                             " > seen_ms THEN " NOW_MS " ELSE seen_ms + 1 END "
                             "WHERE run = ? AND strand = ? AND ended_ms = 0",
    [SQL_WORKER_CHAIN_LOOSE] =
        "SELECT strand FROM strands WHERE run = ?1 AND fold = 0 "
        "AND (?2 <> 0 OR ended_ms > 0 OR until_ms < " NOW_MS
        ") ORDER BY strand",
    [SQL_WORKER_CHAIN_FOLDS] =
        "SELECT coalesce(max(fold), 0) FROM strands WHERE run = ?",
    [SQL_WORKER_CHAIN_FOLD] =
        "UPDATE strands SET fold = ?, after = ?, ended_ms = CASE ended_ms "
        "WHEN 0 THEN seen_ms ELSE ended_ms END WHERE run = ? AND strand = ?",
    [SQL_WORKER_CHAIN_ALL] =
        "SELECT strand, name, begun_ms, seen_ms, until_ms, ended_ms, head, "
        "count, done, errors, fold, after, fold = 0 AND ended_ms = 0 AND "
        "until_ms >= " NOW_MS " FROM strands WHERE run = ? ORDER BY strand",
    [SQL_WORKER_CHAIN_COPY] =
        "INSERT INTO strands (run, strand, name, begun_ms, seen_ms, until_ms, "
        "ended_ms, head, count, done, errors, fold, after) VALUES (?, ?, ?, ?, "
        "?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [SQL_RUN_FOLD] =
        "UPDATE runs SET head = ?1, done = done + ?2, errors = errors + ?3, "
        "worked_ms = CASE WHEN worked_ms < ?4 THEN ?4 ELSE worked_ms END "
        "WHERE id = ?5",

    [SQL_WORK_ADD] =
        "INSERT INTO work (run, model, block, state, until_ms) "
        "WITH RECURSIVE b (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL "
        "SELECT i + 1 FROM b WHERE i + 1 < ?3) SELECT CAST(?1 AS BIGINT), "
        "CAST(?2 AS BIGINT), i, 'open', 0 FROM b WHERE true "
        "ON CONFLICT DO NOTHING",
    /* Blocks whose calls failed. */
    [SQL_WORK_AGAIN] =
        "UPDATE work SET state = 'open', owner = NULL, until_ms = 0 "
        "WHERE run = ?1 AND state = 'done' AND (model, block) IN (SELECT "
        "r.model, (r.problem * ?2 + r.attempt - 1) / ?3 FROM results r "
        "WHERE r.run = ?1 AND r.outcome = 'error' AND NOT EXISTS (SELECT 1 "
        "FROM results n WHERE n.run = r.run AND n.problem = r.problem "
        "AND n.model = r.model AND n.attempt = r.attempt AND n.id > r.id))",
    [SQL_WORK_SHUT] =
        "UPDATE work SET state = 'done', owner = NULL, until_ms = 0 "
        "WHERE run = ?1 AND state = 'open' AND until_ms < " NOW_MS
        " AND " BLOCK_HAS " >= " BLOCK_SIZE,
    [SQL_WORK_REOPEN] =
        "UPDATE work SET state = 'open', owner = NULL, until_ms = 0 "
        "WHERE run = ?1 AND state = 'done' AND " BLOCK_HAS " < " BLOCK_SIZE,
    [SQL_WORK_ANY] = "SELECT 1 FROM work WHERE run = ? LIMIT 1",
    [SQL_WORK_LEFT] = "SELECT 1 FROM work WHERE run = ? AND model = ? "
                      "AND state = 'open' LIMIT 1",
    [SQL_WORK_RESULTS] =
        "SELECT done + " LOOSE("sum(t.done)") " FROM runs WHERE id = ?",
    /* Each reply once, however often it was judged; uncounted ones are none. */
    [SQL_WORK_SPENT] =
        "SELECT r.model, c.batched, count(*), CAST(coalesce(sum("
        "c.prompt), 0) AS BIGINT), CAST(coalesce(sum(c.completion), 0) AS "
        "BIGINT), CAST(coalesce(sum(c.cached), 0) AS BIGINT) FROM (SELECT "
        "DISTINCT model, call FROM results WHERE run = ?1 AND seq >= ?2) r "
        "JOIN (SELECT id, prompt_tokens AS prompt, completion_tokens AS "
        "completion, cached_tokens AS cached, CASE WHEN substr(history, 1, 10) "
        "= '[{\"batch\":' THEN 1 ELSE 0 END AS batched FROM calls WHERE "
        "prompt_tokens IS NOT NULL OR completion_tokens IS NOT NULL) c "
        "ON c.id = r.call GROUP BY r.model, c.batched",
    /* What a worker has and could not renew in time is still under way there. */
    [SQL_WORK_CLAIM] =
        "UPDATE work SET owner = ?1, until_ms = " NOW_MS " + ?2 "
        "WHERE run = ?3 AND model = ?4 AND block IN (SELECT block FROM work "
        "WHERE run = ?3 AND model = ?4 AND state = 'open' "
        "AND until_ms < " NOW_MS " AND (owner IS NULL OR owner <> ?1) "
        "AND block >= ?5 ORDER BY block "
        "LIMIT ?6) RETURNING block",
    [SQL_WORK_LOCK] = "SELECT state = 'done' FROM work WHERE run = ? "
                      "AND model = ? AND block = ?",
    [SQL_WORK_PLACES] =
        "SELECT problem, attempt, outcome = 'error' FROM results "
        "WHERE run = ? AND problem >= ? AND problem <= ? AND model = ? "
        "ORDER BY id + 0",
    [SQL_WORK_DONE] = "UPDATE work SET state = 'done', owner = NULL, "
                      "until_ms = 0 WHERE run = ? AND model = ? AND block = ?",
    [SQL_WORK_RENEW] = "UPDATE work SET until_ms = " NOW_MS " + ?1 "
                       "WHERE run = ?2 AND owner = ?3",
    [SQL_WORK_GIVE] = "UPDATE work SET owner = NULL, until_ms = 0 "
                      "WHERE run = ?1 AND owner = ?2",
    [SQL_WORK_INHERIT] = "UPDATE work SET owner = ?1, until_ms = " NOW_MS
                         " + ?2 WHERE run = ?3 AND owner = ?4",

    [SQL_WATCH_NOW] = "SELECT " NOW_MS,
    /* Of the newest rows of the store, however many it has. */
    [SQL_WATCH_RECENT] =
        "SELECT count(*) FROM results WHERE id > (SELECT max(id) FROM results) "
        "- 20000 AND run = ?1 AND outcome <> 'error' AND at_ms >= " NOW_MS
        " - ?2",
    [SQL_WATCH_HELD] =
        "SELECT owner, model, count(*), sum(CASE WHEN until_ms < " NOW_MS
        " THEN 1 ELSE 0 END), min(until_ms) FROM work WHERE run = ? "
        "AND owner IS NOT NULL GROUP BY owner, model ORDER BY owner, model",

    [SQL_CHECK_PAGES] = "PRAGMA integrity_check(100)",
    [SQL_CHECK_SHAPE] = "SELECT name, instr(sql, '''overflow''') > 0 FROM "
                        "sqlite_schema WHERE type = 'table'",
    [SQL_CHECK_KEYS] =
        "SELECT count(*), \"table\", parent FROM pragma_foreign_key_check "
        "WHERE parent <> 'calls' GROUP BY 2, 3",
    [SQL_CHECK_RUN] = "SELECT hash, start, head, count, done, errors "
                      "FROM runs WHERE id = ?",
    [SQL_CHECK_PROBLEMS] =
        "SELECT r.place, p.sha, p.json FROM run_problems r "
        "LEFT JOIN problems p ON p.id = r.problem WHERE r.run = ? "
        "ORDER BY r.place",
    [SQL_CHECK_PROBLEM] = "SELECT p.json FROM run_problems r JOIN problems p "
                          "ON p.id = r.problem WHERE r.run = ? AND r.place = ?",
    [SQL_CHECK_ORPHANS] = "SELECT json, id FROM problems WHERE NOT EXISTS "
                          "(SELECT 1 FROM run_problems r "
                          "WHERE r.problem = problems.id)",
    [SQL_CHECK_RESULTS] = LINK "AND r.seq > ? AND r.seq < ? ORDER BY r.seq",
    [SQL_CHECK_CALLS] = "SELECT id, " CALL_WHOLE ", sha FROM calls WHERE id IN "
                        "(SELECT call FROM results WHERE run = ?)",
    [SQL_CHECK_COUNTS] =
        "SELECT count(*), count(*) FILTER (WHERE outcome = 'error') FROM results r "
        "WHERE run = ? AND NOT EXISTS (SELECT 1 FROM results n "
        "WHERE n.run = r.run AND n.problem = r.problem "
        "AND n.model = r.model AND n.attempt = r.attempt AND n.id > r.id)",
    /* Results of workers that the run does not know. */
    [SQL_CHECK_STRAYS] =
        "SELECT n FROM (SELECT count(*) AS n FROM results r WHERE run = ? "
        "AND seq >= 4294967296 AND NOT EXISTS (SELECT 1 FROM strands s "
        "WHERE s.run = r.run AND s.strand = r.seq / 4294967296)) x WHERE n > 0",
    /* A worker adds nothing where there is a result, and an error only where
     * there is nothing at all; no error comes behind a result. */
    [SQL_CHECK_ORDER] =
        "SELECT b.problem, b.model, b.attempt FROM results b JOIN results a "
        "ON a.run = b.run AND a.problem = b.problem AND a.model = b.model "
        "AND a.attempt = b.attempt AND a.id < b.id WHERE b.run = ? "
        "AND (b.seq >= 4294967296 OR a.seq >= 4294967296) AND CASE "
        "WHEN a.outcome <> 'error' "
        "THEN b.seq >= 4294967296 OR b.outcome = 'error' "
        "ELSE b.seq >= 4294967296 AND b.outcome = 'error' END "
        "ORDER BY b.id",
    /* Blocks that are done without a result for each call: ?2 attempts,
     * blocks of ?3 of ?4 calls. */
    [SQL_CHECK_BLOCKS] =
        "SELECT w.model, w.block FROM work w LEFT JOIN (SELECT model, "
        "(problem * ?2 + attempt - 1) / ?3 AS block, count(DISTINCT "
        "problem * ?2 + attempt) AS n FROM results WHERE run = ?1 "
        "GROUP BY 1, 2) r ON r.model = w.model AND r.block = w.block "
        "WHERE w.run = ?1 AND w.state = 'done' AND coalesce(r.n, 0) < "
        "CASE WHEN ?4 - w.block * ?3 < ?3 THEN ?4 - w.block * ?3 "
        "ELSE ?3 END ORDER BY 1, 2",
    [SQL_LINKS] = LINK "ORDER BY r.id",

    [SQL_PRUNE_CALLS] =
        "SELECT count(*), coalesce(sum(" BYTES("url") " + " BYTES("model") " + " BYTES(
            "text") " + " BYTES("reasoning") " + " BYTES("raw") " + " BYTES("body") "), 0) FROM calls WHERE " ONLY_CALLS,
    [SQL_PRUNE_RESULTS] = "SELECT coalesce(sum(" BYTES("answer") " + " BYTES(
        "why") " + " BYTES("more") "), 0) FROM results WHERE run = ?1",
    [SQL_PRUNE_PROBLEMS] = "SELECT coalesce(sum(" BYTES(
        "json") "), 0) "
                "FROM problems WHERE " ONLY_PROBLEMS,
    /* Rows go before those that rest on them; keys are checked at the end. */
    [SQL_PRUNE_LATER] = "PRAGMA defer_foreign_keys = ON",
    [SQL_DROP_TROUBLE] = "DELETE FROM trouble WHERE key IN "
                         "(SELECT key FROM calls WHERE " ONLY_CALLS ")",
    [SQL_DROP_TIMINGS] = "DELETE FROM timings WHERE call IN "
                         "(SELECT id FROM calls WHERE " ONLY_CALLS ")",
    [SQL_DROP_CALLS] = "DELETE FROM calls WHERE " ONLY_CALLS,
    [SQL_DROP_WORK] = "DELETE FROM work WHERE run = ?1",
    [SQL_DROP_WORKER_CHAINS] = "DELETE FROM strands WHERE run = ?1",
    [SQL_DROP_RESULTS] = "DELETE FROM results WHERE run = ?1",
    [SQL_DROP_PROBLEMS] = "DELETE FROM problems WHERE " ONLY_PROBLEMS,
    [SQL_DROP_STUDY_RUNS] = "DELETE FROM study_runs WHERE run = ?1",
    [SQL_DROP_CHALLENGE_RUN] =
        "UPDATE challenges SET run = NULL WHERE run = ?1",
    [SQL_DROP_RUN_PROBLEMS] = "DELETE FROM run_problems WHERE run = ?1",
    [SQL_DROP_RUN_MODELS] = "DELETE FROM run_models WHERE run = ?1",
    [SQL_DROP_RUN] = "DELETE FROM runs WHERE id = ?1",
    /* Nothing records which run a call without reply was for: the rest of them
     * is dropped with the last run. */
    [SQL_DROP_REST] = "DELETE FROM trouble WHERE NOT EXISTS "
                      "(SELECT 1 FROM runs) AND ?1 <> 0",

    [SQL_REVIEW_ADD] =
        "INSERT INTO reviews (hash, kind, hunt, problem, why, evidence, "
        "made_ms, state, decided_ms) VALUES (?, ?, ?, ?, ?, ?, ?, 'open', 0)",
    [SQL_REVIEW_BY_HASH] = REVIEW "WHERE hash = ?",
    [SQL_REVIEW_BY_ID] = REVIEW "WHERE id = ?",
    [SQL_REVIEW_ALL] = REVIEW "ORDER BY id",
    [SQL_REVIEW_OF_STATE] = REVIEW "WHERE state = ? ORDER BY id",
    [SQL_REVIEW_DECIDE] = "UPDATE reviews SET state = ?, key = ?, note = ?, "
                          "decided_ms = ? WHERE id = ?",
    [SQL_DECISION_ADD] =
        "INSERT INTO decisions (id, review, state, key, note, at_ms, adopted, "
        "chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [SQL_DECISION_HEAD] = "SELECT head, count FROM decision_chain",
    [SQL_DECISION_HEAD_SET] =
        "INSERT INTO decision_chain (id, head, count) VALUES (1, ?1, ?2) "
        "ON CONFLICT (id) DO UPDATE SET head = ?1, count = ?2",
    [SQL_DECISION_LIKE] = "SELECT 1 FROM decisions WHERE review IN (?1, ?2) "
                          "AND (state = ?3 OR adopted <> 0) LIMIT 1",
    [SQL_CHECK_DECISIONS] =
        "SELECT d.id, d.review, d.state, d.key, d.note, d.at_ms, d.adopted, "
        "d.chain, " REVIEW_COLUMNS "FROM decisions d LEFT JOIN reviews r "
        "ON r.hash = d.review ORDER BY d.id",
    /* Decisions, those adopted, and whether these are not the first. */
    [SQL_CHECK_DECISION_COUNT] =
        "SELECT count(*) FILTER (WHERE state <> 'open'), "
        "count(*) FILTER (WHERE state <> 'open' AND adopted <> 0), "
        "coalesce(max(id * adopted), 0) > coalesce(sum(adopted), 0) "
        "FROM decisions",
    [SQL_CHECK_REVIEWS] =
        "SELECT r.id FROM reviews r LEFT JOIN decisions d ON d.id = "
        "(SELECT max(o.id) FROM decisions o WHERE o.review = r.hash) "
        "WHERE d.id IS NULL OR d.state <> r.state "
        "OR d.key IS DISTINCT FROM r.key OR d.note IS DISTINCT FROM r.note "
        "OR r.decided_ms <> CASE d.state WHEN 'open' THEN 0 ELSE d.at_ms END "
        "ORDER BY r.id",
    [SQL_CHECK_REVIEW_COUNT] =
        "SELECT count(*) FROM reviews WHERE state <> 'open'",

    [SQL_STUDY_PUT] =
        "UPDATE studies SET title = ?3, version = ?4, made_ms = ?5, "
        "document = ?6 WHERE kind = ?1 AND hash = ?2 RETURNING id",
    [SQL_STUDY_ADD] =
        "INSERT INTO studies (kind, hash, title, version, made_ms, document) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING id",
    [SQL_STUDY_BY_ID] = STUDY ", document FROM studies WHERE id = ?",
    [SQL_STUDY_BY_HASH] = STUDY ", document FROM studies WHERE hash = ? "
                                "ORDER BY id DESC LIMIT 1",
    [SQL_STUDY_ALL] = STUDY ", '' FROM studies ORDER BY id",
    [SQL_STUDY_DROP] = "DELETE FROM studies WHERE id = ?",
    [SQL_STUDY_RUN_ADD] =
        "INSERT INTO study_runs (study, place, run, role) "
        "VALUES (?, ?, ?, ?) ON CONFLICT (study, run) DO NOTHING",
    [SQL_STUDY_RUNS] =
        "SELECT run, role FROM study_runs WHERE study = ? ORDER BY place",
    [SQL_STUDY_RUNS_DROP] = "DELETE FROM study_runs WHERE study = ?",

    /* What an ended one says of itself stays until it ends again; ?6 is ''. */
    [SQL_STUDY_BEGIN] =
        "UPDATE studies SET "
        "title = CASE document WHEN ?6 THEN ?3 ELSE title END, "
        "version = CASE document WHEN ?6 THEN ?4 ELSE version END, "
        "made_ms = CASE document WHEN ?6 THEN ?5 ELSE made_ms END "
        "WHERE kind = ?1 AND hash = ?2 RETURNING id",
    [SQL_STUDY_ADD_RUN] =
        "INSERT INTO study_runs (study, place, run, role) "
        "SELECT CAST(?1 AS BIGINT), coalesce(max(place) + 1, 0), "
        "CAST(?2 AS BIGINT), CAST(?3 AS TEXT) FROM study_runs "
        "WHERE study = ?1 ON CONFLICT (study, run) DO NOTHING",
    [SQL_STUDY_WORK] = "SELECT stage, what, done, total, worked_ms "
                       "FROM study_work WHERE study = ?",
    [SQL_STUDY_WORK_PUT] =
        "INSERT INTO study_work (study, stage, what, done, total, worked_ms) "
        "VALUES (?1, '', '', 0, 0, ?2) ON CONFLICT (study) DO UPDATE "
        "SET stage = '', what = '', done = 0, total = 0, worked_ms = ?2",
    [SQL_STUDY_WORK_SET] = "UPDATE study_work SET stage = ?, what = ?, "
                           "done = ?, total = ?, worked_ms = ? WHERE study = ?",
    [SQL_STUDY_WORK_DROP] = "DELETE FROM study_work WHERE study = ?",

    [SQL_PERSON_ADD] =
        "INSERT INTO people (name, role, made_ms, seen_ms, gone_ms) "
        "VALUES (?1, ?2, ?3, ?3, 0)",
    [SQL_PERSON_BY_ID] = "SELECT " PERSON "FROM people p WHERE id = ?",
    [SQL_PERSON_ALL] = "SELECT " PERSON "FROM people p ORDER BY id",
    [SQL_PERSON_ROLE] = "UPDATE people SET role = ? WHERE id = ?",
    [SQL_PERSON_GONE] = "UPDATE people SET gone_ms = ? WHERE id = ?",
    [SQL_PERSON_SEEN] = "UPDATE people SET seen_ms = ? WHERE id = ?",
    [SQL_INVITATION_ADD] =
        "INSERT INTO invitations (sha, role, person, note, by, made_ms, "
        "expires_ms, revoked_ms, uses, uses_most) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?)",
    [SQL_INVITATION_ALL] = INVITATION "ORDER BY i.id",
    [SQL_INVITATION_BY_ID] = INVITATION "WHERE i.id = ?",
    [SQL_INVITATION_BY_SHA] = INVITATION "WHERE i.sha = ?",
    /* The first time counts. */
    [SQL_INVITATION_REVOKE] =
        "UPDATE invitations SET revoked_ms = CASE revoked_ms WHEN 0 THEN ? "
        "ELSE revoked_ms END WHERE id = ?",
    [SQL_INVITATION_REVOKE_ALL] = "UPDATE invitations SET revoked_ms = ? "
                                  "WHERE revoked_ms = 0 AND person = ?",
    [SQL_INVITATION_USE] = "UPDATE invitations SET uses = uses + 1 "
                           "WHERE id = ?",
    [SQL_SIGNIN_ADD] = "INSERT INTO signins (sha, person, made_ms, until_ms) "
                       "VALUES (?, ?, ?, ?)",
    [SQL_SIGNIN_FIND] =
        "SELECT " PERSON "FROM signins s JOIN people p ON p.id = s.person "
        "WHERE s.sha = ? AND s.until_ms > ? AND p.gone_ms = 0",
    [SQL_SIGNIN_END] = "DELETE FROM signins WHERE sha = ?",
    [SQL_SIGNIN_END_ALL] = "DELETE FROM signins WHERE person = ?",
    [SQL_SIGNIN_SWEEP] = "DELETE FROM signins WHERE until_ms <= ?",

    [SQL_ENTRY_ADD] =
        "INSERT INTO entries (author, topic, state, version, accepted, "
        "made_ms, changed_ms) VALUES (?1, ?2, 'draft', 1, 0, ?3, ?3)",
    [SQL_ENTRY_BY_ID] = ENTRY "WHERE id = ?",
    [SQL_ENTRY_ALL] = ENTRY "ORDER BY changed_ms DESC, id DESC",
    [SQL_ENTRY_TOPIC] = "UPDATE entries SET topic = ? WHERE id = ?",
    [SQL_ENTRY_REVISE] =
        "UPDATE entries SET version = version + 1, state = 'draft', "
        "changed_ms = ? WHERE id = ? AND version = ?",
    [SQL_ENTRY_TOUCH] = "UPDATE entries SET changed_ms = ? WHERE id = ?",
    [SQL_ENTRY_SET] = "UPDATE entries SET changed_ms = ?1, state = ?3, "
                      "accepted = CASE ?3 WHEN 'accepted' THEN version "
                      "ELSE accepted END "
                      "WHERE id = ?2 AND state = ?4 AND version = ?5",
    [SQL_VERSION_ADD] =
        "INSERT INTO entry_versions (entry, number, by, made_ms, problem, "
        "how, claim, origin, note, sha) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [SQL_VERSION_ONE] = VERSION "AND number = ?",
    [SQL_VERSION_ALL] = VERSION "ORDER BY number",
    [SQL_VERSION_SHA] = "SELECT sha FROM entry_versions WHERE entry = ? "
                        "AND number = ?",
    [SQL_AUDIT_EVENT_ADD] =
        "INSERT INTO deeds (id, entry, version, person, deed, text, data, "
        "at_ms, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [SQL_AUDIT_EVENT_ALL] = AUDIT_EVENT " FROM deeds d ORDER BY d.id",
    [SQL_AUDIT_EVENT_OF] =
        AUDIT_EVENT " FROM deeds d WHERE d.entry = ? ORDER BY d.id",
    [SQL_AUDIT_EVENT_HEAD] = "SELECT head, count FROM deed_chain",
    [SQL_AUDIT_EVENT_HEAD_SET] =
        "INSERT INTO deed_chain (id, head, count) VALUES (1, ?1, ?2) "
        "ON CONFLICT (id) DO UPDATE SET head = ?1, count = ?2",
    [SQL_CHECK_AUDIT_EVENTS] = AUDIT_EVENT
    ", d.chain, v.sha FROM deeds d LEFT JOIN entry_versions v "
    "ON v.entry = d.entry AND v.number = d.version ORDER BY d.id",
    [SQL_CHECK_AUDIT_EVENT_COUNT] = "SELECT count(*) FROM deeds",
    [SQL_CHECK_VERSIONS] =
        "SELECT entry, number FROM entry_versions v WHERE NOT EXISTS "
        "(SELECT 1 FROM deeds d WHERE d.entry = v.entry "
        "AND d.version = v.number AND d.deed = 'made')",
    /* The words of states are those of the audit events that lead to them. */
    [SQL_CHECK_ENTRIES] =
        "SELECT id FROM entries e WHERE author IS DISTINCT FROM "
        "(SELECT by FROM entry_versions v WHERE v.entry = e.id "
        "AND v.number = 1) OR version IS DISTINCT FROM "
        "(SELECT max(number) FROM entry_versions v WHERE v.entry = e.id) "
        "OR accepted <> coalesce((SELECT d.version FROM deeds d "
        "WHERE d.entry = e.id AND d.deed = 'accepted' "
        "ORDER BY d.id DESC LIMIT 1), 0) OR state IS DISTINCT FROM "
        "(SELECT CASE WHEN d.deed IN ('made', 'reopened') THEN 'draft' "
        "ELSE d.deed END "
        "FROM deeds d WHERE d.entry = e.id AND d.deed IN ('made', "
        "'submitted', 'accepted', 'returned', 'withdrawn', 'reopened') "
        "ORDER BY d.id DESC LIMIT 1)",

    [SQL_CHALLENGE_ADD] =
        "INSERT INTO challenges (entry, version, person, models, attempts, "
        "after, state, why, made_ms, started_ms, ended_ms, money, tokens) "
        "VALUES (?1, ?2, ?3, ?4, ?5, (SELECT coalesce(max(after + attempts), "
        "0) FROM challenges WHERE entry = ?1), 'queued', '', ?6, 0, 0, 0, 0) "
        "RETURNING id, after",
    [SQL_CHALLENGE_BY_ID] = "SELECT " CHALLENGE "FROM challenges WHERE id = ?",
    [SQL_CHALLENGE_ALL] = "SELECT " CHALLENGE "FROM challenges ORDER BY id",
    [SQL_CHALLENGE_OF] =
        "SELECT " CHALLENGE "FROM challenges WHERE entry = ? ORDER BY id",
    [SQL_CHALLENGE_TAKE] =
        "UPDATE challenges SET state = 'asking', started_ms = ? WHERE id = "
        "(SELECT min(id) FROM challenges WHERE state = 'queued') "
        "RETURNING " CHALLENGE,
    [SQL_CHALLENGE_SET] =
        "UPDATE challenges SET state = ?, why = ?, run = ?, started_ms = ?, "
        "ended_ms = ?, money = ?, tokens = ? WHERE id = ?",
    [SQL_CHALLENGE_AGAIN] =
        "UPDATE challenges SET state = 'queued' WHERE state = 'asking'",
    [SQL_CHALLENGE_SPENT] =
        "SELECT coalesce(sum(money), 0.0), coalesce(sum(tokens), 0.0) "
        "FROM challenges WHERE CAST(?1 AS BIGINT) = 0 OR person = ?1",

    [SQL_SEAL_ADD] = "INSERT INTO seals (hash, problems, made_ms, person) "
                     "VALUES (?, ?, ?, ?)",
    [SQL_SEAL_ALL] = "SELECT hash, problems, made_ms, person FROM seals "
                     "ORDER BY id",

    /* Nobody who stops within a transaction holds others up. */
    [SQL_RATES_CARE] = "SELECT 1",
    /* ?2 more of a model's time, from ?3 spans ahead of which nobody believes
     * what stands there; how long until it begins. */
    [SQL_RATES_DRAW] =
        "INSERT INTO rates (kind, name, until_us, span_us, tokens, money) "
        "VALUES ('calls', ?1, " NOW_US " + ?2, ?2, 0, 0) "
        "ON CONFLICT (kind, name) DO UPDATE SET span_us = ?2, until_us = ?2 + "
        "CASE WHEN rates.until_us BETWEEN " NOW_US " AND " NOW_US
        " + 256 * rates.span_us THEN rates.until_us ELSE " NOW_US " END "
        "RETURNING until_us - ?2 - " NOW_US,
    [SQL_RATES_SPEND] =
        "INSERT INTO rates (kind, name, until_us, span_us, tokens, money) "
        "VALUES ('spent', '', 0, 0, ?1, ?2) "
        "ON CONFLICT (kind, name) DO UPDATE SET tokens = rates.tokens + ?1, "
        "money = rates.money + ?2 RETURNING tokens, money",
    [SQL_RATES_HOLD] =
        "INSERT INTO rates (kind, name, until_us, span_us, tokens, money) "
        "VALUES ('held', ?1, " NOW_US " + ?2, 0, ?3, ?4) "
        "ON CONFLICT (kind, name) DO UPDATE SET until_us = " NOW_US " + ?2, "
        "tokens = ?3, money = ?4",
    /* Our own, and what has lapsed. */
    [SQL_RATES_DROP] = "DELETE FROM rates WHERE kind = 'held' "
                       "AND (name = ? OR until_us < " NOW_US ")",
    [SQL_RATES_HELD] =
        "SELECT CAST(coalesce(sum(tokens), 0) AS BIGINT), "
        "CAST(coalesce(sum(money), 0) AS BIGINT) FROM rates "
        "WHERE kind = 'held' AND name <> ? AND until_us >= " NOW_US,
};
