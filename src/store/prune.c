/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Dropping runs, and giving their space back.
 */
#include "store/runs.h"
#include "store/runs_int.h"
#include "store/store_int.h"

#include <stddef.h>
#include <stdint.h>

static bool prune_count(struct store *s, int64_t run, enum sql which,
                        uint64_t *rows, uint64_t *bytes, struct err *e)
{
    struct query q = query_with(&s->db, which, ARGS(sql_int(run)));
    bool found;

    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    if (rows)
        *rows = (uint64_t)query_take_int(&q);
    *bytes += (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

/* Each finds the calls and problems that only this run uses, and so must run
 * before the rows that show it are deleted. */
static bool prune_drop(struct store *s, int64_t run, struct err *e)
{
    static const enum sql order[] = {
        SQL_DROP_WORK,         SQL_DROP_WORKER_CHAINS, SQL_DROP_TROUBLE,
        SQL_DROP_TIMINGS,      SQL_DROP_CALLS,         SQL_DROP_RESULTS,
        SQL_DROP_PROBLEMS,     SQL_DROP_STUDY_RUNS,    SQL_DROP_CHALLENGE_RUN,
        SQL_DROP_RUN_PROBLEMS, SQL_DROP_RUN_MODELS,    SQL_DROP_RUN,
        SQL_DROP_REST,
    };
    bool ok = query_do(&s->db, SQL_PRUNE_LATER, NULL, e);

    for (size_t i = 0; ok && i < sizeof(order) / sizeof(order[0]); i++)
        ok = query_do(&s->db, order[i], ARGS(sql_int(run)), e);
    return ok;
}

static bool prune_count_all(struct store *s, int64_t run, uint64_t *calls,
                            uint64_t *bytes, struct err *e)
{
    struct run_size size;

    *calls = *bytes = 0;
    return runs_size(s, run, &size, e) &&
           prune_count(s, run, SQL_PRUNE_CALLS, calls, bytes, e) &&
           prune_count(s, run, SQL_PRUNE_RESULTS, NULL, bytes, e) &&
           prune_count(s, run, SQL_PRUNE_PROBLEMS, NULL, bytes, e);
}

bool runs_prune(struct store *s, int64_t run, bool dry, uint64_t *calls,
                uint64_t *bytes, struct err *e)
{
    bool own, ok;

    if (dry) {
        if (!store_look(s, &own, e))
            return false;
        ok = prune_count_all(s, run, calls, bytes, e);
        store_look_end(s, own);
        return ok;
    }
    /* Not while somebody works on it, or on a run that may have found one of
     * its replies in the journal. */
    if (!s->db.driver->alone(s, e))
        return false;
    ok = store_enter_alone(s, &own, e);
    if (ok)
        ok = store_leave(s, own,
                         prune_count_all(s, run, calls, bytes, e) &&
                             prune_drop(s, run, e),
                         e);
    s->db.driver->alone_end(s);
    return ok;
}

bool store_vacuum(struct store *s, struct err *e)
{
    return s->db.driver->vacuum(s, e);
}
