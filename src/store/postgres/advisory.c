/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Who works on a run: an advisory lock of the connection, which the server
 * drops when the connection ends, however that happens. Whoever works on any
 * run shares one more, so that who prunes can see that nobody does.
 */
#include "base/str.h"
#include "store/postgres/postgres.h"

#include <inttypes.h>

static bool ask(struct store *s, const char *function, int64_t number,
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

static void drop(struct store *s, const char *function, int64_t number)
{
    struct err ignored;
    bool got;

    if (!ask(s, function, number, &got, &ignored))
        return; /* the connection is gone, and with it the lock */
}

/* The locks on a run: the locks' number, the run. */
#define HELD                                                         \
 "l.locktype = 'advisory' AND l.granted AND l.database = "           \
 "(SELECT oid FROM pg_database WHERE datname = current_database()) " \
 "AND l.classid::bigint = %" PRIu32 " AND l.objid = %" PRId64

/* Breaks the rule of one at a time: ERR_DOMAIN, and nothing is broken. */
static bool tell_holder(struct store *s, int64_t run, struct err *e)
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
    if (!ask(s, "pg_try_advisory_lock_shared", PG_LOCK_ALL, &got, e))
        return false;
    if (!got)
        return err_set(e, ERR_DOMAIN,
                       "could not work on run r%" PRId64 ": runs are being "
                       "pruned; try again when that is done",
                       run);
    if (!ask(s, shared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock",
             run, &got, e))
        return false;
    if (!got) {
        drop(s, "pg_advisory_unlock_shared", PG_LOCK_ALL);
        return tell_holder(s, run, e);
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
    drop(s, k->shared ? "pg_advisory_unlock_shared" : "pg_advisory_unlock",
         run);
    store_lock_drop(s, run);
    drop(s, "pg_advisory_unlock_shared", PG_LOCK_ALL);
}

bool pg_alone(struct store *s, struct err *e)
{
    bool got;

    if (!ask(s, "pg_try_advisory_lock", PG_LOCK_ALL, &got, e))
        return false;
    return got || err_set(e, ERR_IO,
                          "could not prune now: a process is working on a "
                          "run that may use the same replies; wait for it, "
                          "or stop it");
}

void pg_alone_end(struct store *s)
{
    drop(s, "pg_advisory_unlock", PG_LOCK_ALL);
}
