/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Connecting to a store in PostgreSQL, and making one. Its tables stand in the
 * schema that comes first in the search path; the table `assay` says that they
 * are ours, and of which version.
 */
#include "base/alloc.h"
#include "base/str.h"
#include "store/postgres/postgres.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char schema[] =
#include "store/schema_postgres.inc"
    ;

#define STEPS_FROM 5 /* the oldest version that can be brought along */

/* From STEPS_FROM + i to the next version. */
static const char *const steps[] = {
    "ALTER TABLE results DROP CONSTRAINT IF EXISTS results_run_model_fkey;\n"
#include "store/step_6_postgres.inc"
};

/* ---- failures ---- */

static void add_line(struct str *out, const char *text)
{
    size_t n = strcspn(text, "\n");

    if (strncmp(text, "ERROR:  ", 8) == 0)
        text += 8, n -= 8;
    str_addn(out, text, n);
}

static enum pg_failure say(const struct db *db, const char *state,
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

    add_line(&why, text ? text : "no reason was given");
    kind = say(db, state ? state : "08", str_get(&why), e);
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
static bool has_password(const char *url, struct err *e, bool *has)
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

static bool connect(struct store *s, struct err *e)
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
    add_line(&why, pq.errorMessage(c->conn));
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

static bool make_tables(struct store *s, struct err *e)
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
    struct str mark = { 0 };
    int64_t version;
    bool ok = find_version(s, &version, e);

    for (; ok && version >= STEPS_FROM && version < STORE_VERSION; version++)
        ok = pg_exec(&s->db, steps[version - STEPS_FROM], e);
    str_addf(&mark,
             "UPDATE assay SET version = %d WHERE version BETWEEN %d AND %d",
             STORE_VERSION, STEPS_FROM, STORE_VERSION);
    ok = ok && pg_exec(&s->db, str_get(&mark), e);
    str_clear(&mark);
    return ok;
}

/* One process at a time. */
static bool make(struct store *s, bool (*what)(struct store *s, struct err *e),
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

static bool settle(struct store *s, struct err *e)
{
    int64_t version;

    if (!find_version(s, &version, e))
        return false;
    if (!version && s->mode == STORE_MAKE) {
        if (!make(s, make_tables, e) || !find_version(s, &version, e))
            return false;
    }
    if (version >= STEPS_FROM && version < STORE_VERSION &&
        s->mode != STORE_READ) {
        if (!make(s, bring_along, e) || !find_version(s, &version, e))
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
    if (!pq_load(e) || !has_password(s->shown, e, &has))
        return false;
    if (has)
        return err_set(e, ERR_USAGE,
                       "the store's address contains a password, which "
                       "would be displayed and saved: put the password into "
                       "PGPASSWORD or the file PGPASSFILE, and the password "
                       "of a key (sslpassword) into a service file "
                       "(service=NAME, PGSERVICEFILE)");
    return connect(s, e) &&
           pg_exec_int(&s->db, "SELECT " PG_LOCKS, &pg_of(&s->db)->locks, e) &&
           settle(s, e);
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
