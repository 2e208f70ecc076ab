/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Every statement the program keeps. Parameters are bound and columns are
 * taken in the order in which they stand here.
 */
#include "store/sql.h"

#define CALL_SHORT                                                 \
 "key, url, model, attempt, outcome, finish, why, prompt_tokens, " \
 "completion_tokens, reasoning_tokens, cached_tokens, served, "    \
 "provider_id, fingerprint, note, status, http_version, tries, "   \
 "history, sent_ms, took_ms, total_ms, text, reasoning"
#define CALL_WHOLE CALL_SHORT ", raw, body"

#define RUN                                                         \
 "SELECT id, hash, spec, version, n_problems, n_models, attempts, " \
 "made_ms, worked_ms, done, errors FROM runs "

#define REVIEW                                                             \
 "SELECT id, hash, kind, hunt, problem, why, evidence, state, key, note, " \
 "made_ms, decided_ms FROM reviews "

#define STUDY "SELECT id, kind, hash, title, version, made_ms"

#define BYTES(column) "coalesce(length(CAST(" column " AS BLOB)), 0)"

/* Rows that only the run ?1 rests on. */
#define ONLY_CALLS                                                       \
 "id IN (SELECT call FROM results WHERE run = ?1 AND call IS NOT NULL) " \
 "AND NOT EXISTS (SELECT 1 FROM results o WHERE o.call = calls.id "      \
 "AND o.run <> ?1)"
#define ONLY_PROBLEMS                                       \
 "id IN (SELECT problem FROM run_problems WHERE run = ?1) " \
 "AND NOT EXISTS (SELECT 1 FROM run_problems o "            \
 "WHERE o.problem = problems.id AND o.run <> ?1)"

const char *const store_sql[SQLS] = {
    [SQL_BEGIN_READ] = "BEGIN",
    /* The lock at once: a transaction that reads first and then cannot write
     * could only be given up. */
    [SQL_BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",

    [SQL_CALL_ADD] =
        "INSERT INTO calls (" CALL_WHOLE ", sha, committed_ms) VALUES (?, ?, "
        "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?) ON CONFLICT (key) DO NOTHING",
    [SQL_CALL_HAS] = "SELECT 1 FROM calls WHERE key = ?",
    [SQL_CALL_FIND] = "SELECT " CALL_SHORT " FROM calls WHERE key = ?",
    [SQL_CALL_WHOLE] = "SELECT " CALL_WHOLE " FROM calls WHERE key = ?",
    [SQL_CALL_BY_ID] = "SELECT " CALL_WHOLE ", sha FROM calls WHERE id = ?",
    [SQL_CALL_LONE] = "SELECT " CALL_WHOLE ", sha FROM calls WHERE NOT EXISTS "
                      "(SELECT 1 FROM results r WHERE r.call = calls.id)",
    [SQL_TROUBLE_ADD] =
        "INSERT INTO trouble (key, url, model, attempt, outcome, why, status, "
        "tries, history, noted_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",

    [SQL_RUN_ADD] =
        "INSERT INTO runs (hash, spec, version, n_problems, n_models, "
        "attempts, made_ms, worked_ms, done, errors, start, head, count) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0, 0, ?8, ?8, 0)",
    [SQL_RUN_BY_HASH] = RUN "WHERE hash = ?",
    [SQL_RUN_BY_ID] = RUN "WHERE id = ?",
    /* Two are enough to see that a prefix is not unique. */
    [SQL_RUN_BY_PREFIX] =
        RUN "WHERE substr(lower(hex(hash)), 1, length(?1)) = ?1 LIMIT 2",
    [SQL_RUN_LAST] = RUN "ORDER BY max(made_ms, worked_ms) DESC, id DESC "
                         "LIMIT 1",
    [SQL_RUN_ALL] = RUN "ORDER BY id",
    [SQL_RUN_NEWEST] = "SELECT id FROM runs ORDER BY id DESC LIMIT 5",
    [SQL_RUN_MODEL_ADD] =
        "INSERT INTO run_models (run, place, model) VALUES (?, ?, ?)",
    [SQL_RUN_MODELS] =
        "SELECT model FROM run_models WHERE run = ? ORDER BY place",
    [SQL_PROBLEM_ADD] = "INSERT INTO problems (sha, json) VALUES (?, ?) "
                        "ON CONFLICT (sha) DO NOTHING",
    [SQL_PROBLEM_ID] = "SELECT id FROM problems WHERE sha = ?",
    [SQL_RUN_PROBLEM_ADD] =
        "INSERT INTO run_problems (run, place, problem) VALUES (?, ?, ?)",
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
                        "ORDER BY seq DESC LIMIT 1",
    [SQL_RESULT_ADD] =
        "INSERT INTO results (run, seq, problem, model, attempt, call, "
        "outcome, strict, lenient, answer, why, more, judge, at_ms, chain) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    /* In the order of the file, or against it, which is much quicker than
     * that of places; of each place the newest comes first. */
    [SQL_RESULTS] =
        "SELECT r.problem, r.model, r.attempt, r.outcome, r.strict, "
        "r.lenient, r.answer, r.why, r.more, r.judge, c.key, "
        "c.prompt_tokens, c.completion_tokens, c.reasoning_tokens, "
        "c.cached_tokens, c.took_ms, c.tries "
        "FROM results r LEFT JOIN calls c ON c.id = r.call WHERE r.run = ? "
        "ORDER BY r.seq DESC",

    [SQL_CHECK_PAGES] = "PRAGMA integrity_check(100)",
    [SQL_CHECK_KEYS] =
        "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check "
        "GROUP BY 1, 2",
    [SQL_CHECK_RUN] = "SELECT hash, start, head, count, done, errors "
                      "FROM runs WHERE id = ?",
    [SQL_CHECK_PROBLEMS] =
        "SELECT r.place, p.sha, p.json FROM run_problems r "
        "LEFT JOIN problems p ON p.id = r.problem WHERE r.run = ? "
        "ORDER BY r.place",
    [SQL_CHECK_PROBLEM] = "SELECT p.json FROM run_problems r JOIN problems p "
                          "ON p.id = r.problem WHERE r.run = ? AND r.place = ?",
    [SQL_CHECK_ORPHANS] = "SELECT id, json FROM problems WHERE NOT EXISTS "
                          "(SELECT 1 FROM run_problems r "
                          "WHERE r.problem = problems.id)",
    [SQL_CHECK_RESULTS] =
        "SELECT r.seq, r.problem, r.model, r.attempt, r.outcome, r.strict, "
        "r.lenient, r.answer, r.why, r.more, r.judge, r.at_ms, r.chain, "
        "r.call, c.key, c.sha FROM results r LEFT JOIN calls c "
        "ON c.id = r.call WHERE r.run = ? ORDER BY r.seq",
    [SQL_CHECK_COUNTS] =
        "SELECT count(*), coalesce(sum(outcome = 'error'), 0) FROM results r "
        "WHERE run = ? AND NOT EXISTS (SELECT 1 FROM results n "
        "WHERE n.run = r.run AND n.problem = r.problem "
        "AND n.model = r.model AND n.attempt = r.attempt AND n.seq > r.seq)",

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
    [SQL_DROP_CALLS] = "DELETE FROM calls WHERE " ONLY_CALLS,
    [SQL_DROP_RESULTS] = "DELETE FROM results WHERE run = ?1",
    [SQL_DROP_PROBLEMS] = "DELETE FROM problems WHERE " ONLY_PROBLEMS,
    [SQL_DROP_STUDY_RUNS] = "DELETE FROM study_runs WHERE run = ?1",
    [SQL_DROP_RUN_PROBLEMS] = "DELETE FROM run_problems WHERE run = ?1",
    [SQL_DROP_RUN_MODELS] = "DELETE FROM run_models WHERE run = ?1",
    [SQL_DROP_RUN] = "DELETE FROM runs WHERE id = ?1",
    /* Nothing records which run a call without reply was for: the rest of them
     * is dropped with the last run. */
    [SQL_DROP_REST] = "DELETE FROM trouble WHERE NOT EXISTS "
                      "(SELECT 1 FROM runs) AND ?1",

    [SQL_REVIEW_ADD] =
        "INSERT INTO reviews (hash, kind, hunt, problem, why, evidence, "
        "made_ms, state, decided_ms) VALUES (?, ?, ?, ?, ?, ?, ?, 'open', 0)",
    [SQL_REVIEW_BY_HASH] = REVIEW "WHERE hash = ?",
    [SQL_REVIEW_BY_ID] = REVIEW "WHERE id = ?",
    [SQL_REVIEW_ALL] = REVIEW "ORDER BY id",
    [SQL_REVIEW_OF_STATE] = REVIEW "WHERE state = ? ORDER BY id",
    [SQL_REVIEW_DECIDE] = "UPDATE reviews SET state = ?, key = ?, note = ?, "
                          "decided_ms = ? WHERE id = ?",

    [SQL_STUDY_PUT] =
        "UPDATE studies SET title = ?3, version = ?4, made_ms = ?5, "
        "document = ?6 WHERE kind = ?1 AND hash = ?2 RETURNING id",
    [SQL_STUDY_ADD] =
        "INSERT INTO studies (kind, hash, title, version, made_ms, document) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING id",
    [SQL_STUDY_BY_ID] = STUDY ", document FROM studies WHERE id = ?",
    [SQL_STUDY_BY_HASH] = STUDY ", document FROM studies WHERE hash = ? "
                                "ORDER BY id DESC LIMIT 1",
    [SQL_STUDY_ALL] = STUDY " FROM studies ORDER BY id",
    [SQL_STUDY_DROP] = "DELETE FROM studies WHERE id = ?",
    [SQL_STUDY_RUN_ADD] =
        "INSERT INTO study_runs (study, place, run, role) "
        "VALUES (?, ?, ?, ?) ON CONFLICT (study, run) DO NOTHING",
    [SQL_STUDY_RUNS] =
        "SELECT run, role FROM study_runs WHERE study = ? ORDER BY place",
    [SQL_STUDY_RUNS_DROP] = "DELETE FROM study_runs WHERE study = ?",
};
