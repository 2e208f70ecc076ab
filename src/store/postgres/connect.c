/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/library.h"
#include "base/str.h"
#include "base/utf8.h"
#include "store/postgres/postgres.h"
#include "store/postgres/pq.h"
#include "store/sql_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * The statements of sql.c in PostgreSQL's words. Most are the same but for the
 * way parameters are written; those that are not stand here.
 */

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

    [SQL_WORKER_CHAIN_HEAD] =
        "SELECT head, count, done, errors, fold, seen_ms FROM "
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
    [SQL_CHECK_KEYS] = "SELECT 0::bigint, ''::text, ''::text WHERE false",

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

static bool connect_has(const enum sql *list, size_t n, enum sql which)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == which)
            return true;
    return false;
}

/* Statements whose rows may be many, or long. */
static const enum sql in_pieces[] = {
    SQL_RESULTS,         SQL_RESULTS_WORKER_CHAINS,
    SQL_LINKS,           SQL_CHECK_RESULTS,
    SQL_RUN_PROBLEMS,    SQL_CHECK_PROBLEMS,
    SQL_CHECK_ORPHANS,   SQL_CALL_LONE,
    SQL_TIMINGS,         SQL_BATCH_KEYS,
    SQL_AUDIT_EVENT_ALL, SQL_CHECK_AUDIT_EVENTS,
    SQL_CHECK_DECISIONS, SQL_CHECK_CALLS,
};

bool pg_in_pieces(enum sql which)
{
    return connect_has(in_pieces, sizeof(in_pieces) / sizeof(in_pieces[0]),
                       which);
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
    *returns =
        connect_has(numbered, sizeof(numbered) / sizeof(numbered[0]), which);
    if (*returns)
        str_add(&out, " RETURNING id");
    return out.s;
}

/*
 * PostgreSQL takes no text that is not UTF-8, and SQLite takes any: replies,
 * names and reasons have what others sent. Such bytes are kept as characters of
 * the last plane, which is for private use.
 */

#define FIRST 0x10ff00u /* U+10FF00: the byte 0 */
#define LEAD  0xf4      /* the byte with which all of them begin */

static bool connect_is_ours(uint32_t ch)
{
    return ch >= FIRST && ch <= FIRST + 0xff;
}

/* The bytes of the next character; 0: it has to be escaped. */
static size_t connect_plain(const char *text, size_t n)
{
    uint32_t ch;
    size_t used = utf8_read(text, n, &ch);

    return used && !connect_is_ours(ch) ? used : 0;
}

bool pg_is_foreign(const char *text, size_t n)
{
    return utf8_check(text, n) < n || pg_is_escaped(text, n);
}

void pg_escape(struct str *out, const char *text, size_t n)
{
    char byte[UTF8_MAX];
    uint32_t ch;

    for (size_t i = 0; i < n;) {
        size_t used = connect_plain(text + i, n - i);

        if (used) {
            str_addn(out, text + i, used);
            i += used;
            continue;
        }
        used = utf8_read(text + i, n - i, &ch);
        for (size_t k = 0; k < (used ? used : 1); k++, i++)
            str_addn(out, byte,
                     utf8_write(FIRST + (unsigned char)text[i], byte));
    }
}

/* The character that stands there, if it is one of ours; else 0. */
static uint32_t ours_at(const char *text, size_t n)
{
    uint32_t ch;

    return utf8_read(text, n, &ch) && connect_is_ours(ch) ? ch : 0;
}

bool pg_is_escaped(const char *text, size_t n)
{
    const char *end = text + n;

    for (const char *p = text; (p = memchr(p, LEAD, (size_t)(end - p))); p++)
        if (ours_at(p, (size_t)(end - p)))
            return true;
    return false;
}

size_t pg_unescape(char *text, size_t n)
{
    size_t to = 0;

    for (size_t i = 0; i < n;) {
        uint32_t ch = ours_at(text + i, n - i);

        text[to++] = ch ? (char)(unsigned char)(ch - FIRST) : text[i];
        i += ch ? UTF8_MAX : 1;
    }
    text[to] = '\0';
    return to;
}

struct pq_library pq;

bool pq_load(struct err *e)
{
#define NAME(name) "PQ" #name,
    static const char *const names[] = { PQ_FUNCTIONS(NAME) };
#undef NAME
    static const char *const files[] = { LIBRARY_FILE("pq", "5"), NULL };
    static struct library library = { .files = files,
                                      .package = "libpq5",
                                      .names = names,
                                      .n = sizeof(names) / sizeof(names[0]),
                                      .into = &pq,
                                      .lock = PTHREAD_MUTEX_INITIALIZER };

    return library_open(&library, e);
}

/*
 * Connecting to a store in PostgreSQL, and making one. Its tables stand in the
 * schema that comes first in the search path; the table `assay` says that they
 * are ours, and of which version.
 */

static const char schema[] =
#include "store/schema_postgres.inc"
    ;

#define STEPS_FROM 5 /* the oldest version that can be brought along */

/* ---- failures ---- */

static void connect_add_line(struct str *out, const char *text)
{
    size_t n = strcspn(text, "\n");

    if (strncmp(text, "ERROR:  ", 8) == 0)
        text += 8, n -= 8;
    str_addn(out, text, n);
}

static enum pg_failure connect_say(const struct db *db, const char *state,
                                   const char *why, struct err *e)
{
    if (strcmp(state, "25006") == 0)
        err_set(e, ERR_IO,
                "cannot write to the store \"%.200s\": it is read-only",
                db->path);
    else if (strncmp(state, "53", 2) ==
             0) /* disk full, too many connections ... */
        err_set(e, ERR_IO,
                "could not write to the store \"%.200s\": %.200s; all "
                "committed data is safe",
                db->path, why);
    else if (strncmp(state, "42", 2) == 0) { /* a table that is not ours */
        err_set(e, ERR_IO, "cannot read the store \"%.200s\": %.200s", db->path,
                why);
        return strcmp(state, "42501") == 0 ? PG_FAILED : PG_DAMAGE;
    } else
        err_set(e, ERR_IO, "could not use the store \"%.200s\": %.200s",
                db->path, why);
    return strncmp(state, "XX", 2) == 0 ? PG_DAMAGE : PG_FAILED;
}

enum pg_failure pg_fail(const struct db *db, const PGresult *r, struct err *e)
{
    const char *state = r ? pq.resultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    const char *text = state ? pq.resultErrorField(r, PG_DIAG_MESSAGE_PRIMARY)
                             : pq.errorMessage(pg_of(db)->conn);
    struct str why = { 0 };
    enum pg_failure kind;

    connect_add_line(&why, text ? text : "no reason was given");
    kind = connect_say(db, state ? state : "08", str_get(&why), e);
    str_clear(&why);
    return kind;
}

/* ---- small statements ---- */

bool pg_exec(struct db *db, const char *sql, struct err *e)
{
    PGresult *r;
    ExecStatusType status;
    bool ok;

    if (!pg_settle(db, e))
        return false;
    r = pq.exec(pg_of(db)->conn, sql);
    status = pq.resultStatus(r);
    ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!ok)
        pg_fail(db, r, e);
    pq.clear(r);
    return ok;
}

bool pg_exec_int(struct db *db, const char *sql, int64_t *out, struct err *e)
{
    PGresult *r;
    bool ok;

    *out = 0;
    if (!pg_settle(db, e))
        return false;
    r = pq.exec(pg_of(db)->conn, sql);
    ok = pq.resultStatus(r) == PGRES_TUPLES_OK;
    *out =
        ok && pq.ntuples(r) > 0 ? strtoll(pq.getvalue(r, 0, 0), NULL, 10) : 0;
    if (!ok)
        pg_fail(db, r, e);
    pq.clear(r);
    return ok;
}

/* ---- connecting ---- */

/* A password in an address would be stored and shown with it: whatever libpq
 * would not show. What cannot be read is not shown either, since it may have one
 * as well: libpq quotes it behind a colon. */
static bool connect_has_password(const char *url, struct err *e, bool *has)
{
    char *why = NULL;
    PQconninfoOption *all = pq.conninfoParse(url, &why);

    *has = false;
    if (!all) {
        const char *text = why ? why : "it is not a valid address";
        const char *quoted = strstr(text, ": \"");

        err_set(e, ERR_USAGE, "cannot read the store's address: %.*s",
                (int)(quoted ? (size_t)(quoted - text) : strcspn(text, "\n")),
                text);
        pq.freemem(why);
        return false;
    }
    for (const PQconninfoOption *o = all; o->keyword; o++)
        *has |= o->val && o->dispchar && o->dispchar[0] == '*';
    pq.conninfoFree(all);
    return true;
}

static void ignore_notice(void *who, const char *text)
{
    (void)who, (void)text;
}

static bool connect_it(struct store *s, struct err *e)
{
    const char *const words[] = { "dbname", "fallback_application_name",
                                  "connect_timeout", "client_encoding", NULL };
    const char *const values[] = { s->shown, "assay", "30", "UTF8", NULL };
    struct pg_connection *c = alloc_new(1, sizeof(*c));
    struct str why = { 0 };

    s->db.connection = c;
    c->conn = pq.connectdbParams(words, values, 1);
    if (pq.status(c->conn) == CONNECTION_OK) {
        pq.setNoticeProcessor(c->conn, ignore_notice, NULL);
        return s->mode != STORE_READ ||
               pg_exec(&s->db, "SET default_transaction_read_only = on", e);
    }
    connect_add_line(&why, pq.errorMessage(c->conn));
    err_set(e, ERR_IO, "could not connect to the store \"%.200s\": %.300s%s",
            s->shown, str_get(&why),
            strstr(str_get(&why), "password")
                ? " (set the password in PGPASSWORD or in the file "
                  "PGPASSFILE)"
                : "");
    str_clear(&why);
    return false;
}

/* ---- tables ---- */

static bool find_version(struct store *s, int64_t *version, struct err *e)
{
    int64_t there;

    *version = 0;
    if (!pg_exec_int(&s->db,
                     /* information_schema hides what one may not read */
                     "SELECT count(*) FROM pg_catalog.pg_tables "
                     "WHERE schemaname = current_schema() "
                     "AND tablename = 'assay'",
                     &there, e))
        return false;
    return !there ||
           pg_exec_int(&s->db, "SELECT version FROM assay", version, e);
}

static bool connect_make_tables(struct store *s, struct err *e)
{
    struct str mark = { 0 };
    int64_t version;
    bool ok;

    str_addf(&mark, "INSERT INTO assay (version) VALUES (%d)", STORE_VERSION);
    /* Somebody else may have been quicker. */
    ok = find_version(s, &version, e) &&
         (version ||
          (pg_exec(&s->db, "CREATE TABLE assay (version BIGINT NOT NULL)", e) &&
           pg_exec(&s->db, str_get(&mark), e) && pg_exec(&s->db, schema, e)));
    str_clear(&mark);
    return ok;
}

/* What another process may have done meanwhile is looked at again. */
static bool bring_along(struct store *s, struct err *e)
{
    struct str step = { 0 }, mark = { 0 };
    int64_t version;
    bool ok = find_version(s, &version, e);

    str_add(&step, "ALTER TABLE results DROP CONSTRAINT IF EXISTS "
                   "results_run_model_fkey;\n");
    store_add_tables(&step, schema, STORE_TABLES_OF_6);
    if (ok && version == STEPS_FROM)
        ok = pg_exec(&s->db, str_get(&step), e);
    str_clear(&step);
    str_addf(&mark,
             "UPDATE assay SET version = %d WHERE version BETWEEN %d AND %d",
             STORE_VERSION, STEPS_FROM, STORE_VERSION);
    ok = ok && pg_exec(&s->db, str_get(&mark), e);
    str_clear(&mark);
    return ok;
}

/* One process at a time. */
static bool connect_make(struct store *s,
                         bool (*what)(struct store *s, struct err *e),
                         struct err *e)
{
    struct str lock = { 0 };
    bool ok;

    str_addf(&lock, "BEGIN; SELECT pg_advisory_xact_lock(" PG_LOCKS ", %d)",
             PG_LOCK_MAKE);
    ok = pg_exec(&s->db, str_get(&lock), e) && what(s, e) &&
         pg_exec(&s->db, "COMMIT", e);
    str_clear(&lock);
    if (!ok)
        store_rollback(s);
    return ok;
}

static bool connect_settle(struct store *s, struct err *e)
{
    int64_t version;

    if (!find_version(s, &version, e))
        return false;
    if (!version && s->mode == STORE_MAKE) {
        if (!connect_make(s, connect_make_tables, e) ||
            !find_version(s, &version, e))
            return false;
    }
    if (version >= STEPS_FROM && version < STORE_VERSION &&
        s->mode != STORE_READ) {
        if (!connect_make(s, bring_along, e) || !find_version(s, &version, e))
            return false;
    }
    s->version = (int)version;
    if (version == STORE_VERSION)
        return true;
    if (!version)
        return err_set(e, ERR_IO,
                       "there is no store in \"%.200s\"; `assay run` creates "
                       "one; --store names another",
                       s->shown);
    if (version < STORE_VERSION)
        return err_set(e, ERR_DOMAIN,
                       "the store \"%.200s\" has version %d; the first "
                       "command that writes to it, such as assay run, "
                       "upgrades it to version %d: run one",
                       s->shown, (int)version, STORE_VERSION);
    return err_set(e, ERR_DOMAIN,
                   "the store \"%.200s\" has version %d, but this assay "
                   "knows only versions up to %d: update assay",
                   s->shown, (int)version, STORE_VERSION);
}

bool pg_open(struct store *s, struct err *e)
{
    bool has;

    s->db.path = alloc_new(strlen(s->shown) + 1, 1);
    memcpy(s->db.path, s->shown, strlen(s->shown));
    if (!pq_load(e) || !connect_has_password(s->shown, e, &has))
        return false;
    if (has)
        return err_set(e, ERR_USAGE,
                       "the store's address contains a password, which "
                       "would be displayed and saved: put the password into "
                       "PGPASSWORD or the file PGPASSFILE, and the password "
                       "of a key (sslpassword) into a service file "
                       "(service=NAME, PGSERVICEFILE)");
    return connect_it(s, e) &&
           pg_exec_int(&s->db, "SELECT " PG_LOCKS, &pg_of(&s->db)->locks, e) &&
           connect_settle(s, e);
}

void pg_close(struct store *s)
{
    struct pg_connection *c = pg_of(&s->db);

    for (int i = 0; i < SQLS; i++) {
        struct pg_statement *st = s->db.stmts[i];

        if (!st)
            continue;
        free(st->pieces);
        vec_clear(&st->decoded);
        free(st);
    }
    if (c)
        pq.finish(c->conn);
    free(c);
}

/*
 * Who works on a run: an advisory lock of the connection, which the server
 * drops when the connection ends, however that happens. Whoever works on any
 * run shares one more, so that who prunes can see that nobody does.
 */

static bool connect_ask(struct store *s, const char *function, int64_t number,
                        bool *got, struct err *e)
{
    struct str sql = { 0 };
    int64_t n;
    bool ok;

    str_addf(&sql, "SELECT %s(%" PRId64 ", %" PRId64 ")::int", function,
             pg_of(&s->db)->locks, number);
    ok = pg_exec_int(&s->db, str_get(&sql), &n, e);
    *got = ok && n != 0;
    str_clear(&sql);
    return ok;
}

static void connect_drop(struct store *s, const char *function, int64_t number)
{
    struct err ignored;
    bool got;

    if (!connect_ask(s, function, number, &got, &ignored))
        return; /* the connection is gone, and with it the lock */
}

/* The locks on a run: the locks' number, the run. */
#define HELD                                                         \
 "l.locktype = 'advisory' AND l.granted AND l.database = "           \
 "(SELECT oid FROM pg_database WHERE datname = current_database()) " \
 "AND l.classid::bigint = %" PRIu32 " AND l.objid = %" PRId64

/* Breaks the rule of one at a time: ERR_DOMAIN, and nothing is broken. */
static bool connect_tell_holder(struct store *s, int64_t run, struct err *e)
{
    struct str sql = { 0 };
    PGresult *r;

    str_addf(&sql,
             "SELECT a.pid::text, coalesce(host(a.client_addr), 'this host') "
             "FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid "
             "WHERE " HELD,
             (uint32_t)pg_of(&s->db)->locks, run);
    r = pq.exec(pg_of(&s->db)->conn, str_get(&sql));
    str_clear(&sql);
    if (pq.resultStatus(r) == PGRES_TUPLES_OK && pq.ntuples(r) > 0)
        err_set(e, ERR_DOMAIN,
                "could not work on run r%" PRId64 ": a process at %.100s is "
                "working on it (connection %.20s); try again when it is done",
                run, pq.getvalue(r, 0, 1), pq.getvalue(r, 0, 0));
    else
        err_set(e, ERR_DOMAIN,
                "could not work on run r%" PRId64 ": another process is "
                "working on it",
                run);
    pq.clear(r);
    return false;
}

bool pg_lock(struct store *s, int64_t run, bool shared, struct err *e)
{
    bool got;

    if (store_locked(s, run))
        return true;
    if (!connect_ask(s, "pg_try_advisory_lock_shared", PG_LOCK_ALL, &got, e))
        return false;
    if (!got)
        return err_set(e, ERR_DOMAIN,
                       "could not work on run r%" PRId64 ": runs are being "
                       "pruned; try again when that is done",
                       run);
    if (!connect_ask(
            s, shared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock",
            run, &got, e))
        return false;
    if (!got) {
        connect_drop(s, "pg_advisory_unlock_shared", PG_LOCK_ALL);
        return connect_tell_holder(s, run, e);
    }
    *(struct run_lock *)vec_push(&s->locked) = (struct run_lock){ run, shared };
    return true;
}

bool pg_taken(struct store *s, int64_t run)
{
    struct str sql = { 0 };
    struct err ignored;
    int64_t n = 0;
    bool ok;

    str_addf(&sql,
             "SELECT count(*)::int FROM pg_locks l WHERE l.mode = "
             "'ExclusiveLock' AND " HELD,
             (uint32_t)pg_of(&s->db)->locks, run);
    ok = pg_exec_int(&s->db, str_get(&sql), &n, &ignored);
    str_clear(&sql);
    return ok && n > 0;
}

void pg_unlock(struct store *s, int64_t run)
{
    const struct run_lock *k = store_locked(s, run);

    if (!k)
        return;
    connect_drop(
        s, k->shared ? "pg_advisory_unlock_shared" : "pg_advisory_unlock", run);
    store_lock_drop(s, run);
    connect_drop(s, "pg_advisory_unlock_shared", PG_LOCK_ALL);
}

bool pg_alone(struct store *s, struct err *e)
{
    bool got;

    if (!connect_ask(s, "pg_try_advisory_lock", PG_LOCK_ALL, &got, e))
        return false;
    return got || err_set(e, ERR_IO,
                          "could not prune now: a process is working on a "
                          "run that may use the same replies; wait for it, "
                          "or stop it");
}

void pg_alone_end(struct store *s)
{
    connect_drop(s, "pg_advisory_unlock", PG_LOCK_ALL);
}

/*
 * Statements that are sent one behind the other, without waiting for each: a
 * writer that is a network away from its server does not pay the way for every
 * row. The first that fails takes the others along, and its transaction.
 */

bool pg_post(struct query *q, struct query_came *out, struct err *e)
{
    struct pg_connection *c = pg_of(q->db);
    const struct pg_statement *st = q->st;

    if (c->n_posted == PG_POSTED && !pg_settle(q->db, e))
        return false;
    if ((c->n_posted == 0 && !pq.enterPipelineMode(c->conn)) ||
        !pq.sendQueryPrepared(c->conn, st->name, st->n, st->values, st->lengths,
                              st->formats, 1)) {
        q->rc = (int)pg_fail(q->db, NULL, e);
        return false;
    }
    c->posted[c->n_posted++] = (struct pg_posted){ out, st->returns };
    return true;
}

/* The result of one statement, and the NULL behind it. */
static bool connect_take_one(struct db *db, const struct pg_posted *p,
                             bool failed, struct err *e)
{
    struct pg_connection *c = pg_of(db);
    PGresult *r = pq.getResult(c->conn);
    ExecStatusType status = pq.resultStatus(r);
    bool ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;

    if (ok && p->out)
        *p->out = pg_came(r, p->returns);
    if (!ok && !failed)
        pg_fail(db, r, e);
    pq.clear(r);
    if (r)
        pq.clear(pq.getResult(c->conn));
    return ok;
}

bool pg_settle(struct db *db, struct err *e)
{
    struct pg_connection *c = pg_of(db);
    bool ok = true;

    if (c->n_posted == 0)
        return true;
    if (!pq.pipelineSync(c->conn)) {
        pg_fail(db, NULL, e);
        ok = false;
    }
    for (int i = 0; i < c->n_posted; i++)
        ok = connect_take_one(db, &c->posted[i], !ok, e) && ok;
    c->n_posted = 0;
    pq.clear(pq.getResult(c->conn)); /* that of the sync */
    if (!pq.exitPipelineMode(c->conn) && ok) {
        pg_fail(db, NULL, e);
        ok = false;
    }
    return ok;
}
