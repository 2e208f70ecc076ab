/* SPDX-License-Identifier: Apache-2.0 */
#include "store/worker_chain.h"
#include "store/store_int.h"
#include "store/worker_chain_int.h"

#include <inttypes.h>
#include <string.h>

/* ---- hashes ---- */

void worker_chain_start(struct chain *c, const unsigned char start[CHAIN_BYTES],
                        int64_t worker_chain, const char *name,
                        unsigned char out[CHAIN_BYTES])
{
    chain_begin(c, "assay strand 1");
    chain_bytes(c, start, CHAIN_BYTES);
    chain_u64(c, (uint64_t)worker_chain);
    chain_text(c, name);
    chain_end(c, out);
}

void worker_chain_fold(struct chain *c, unsigned char head[CHAIN_BYTES],
                       int64_t worker_chain,
                       const unsigned char end[CHAIN_BYTES], uint64_t count)
{
    unsigned char out[CHAIN_BYTES];

    chain_begin(c, "assay fold 1");
    chain_bytes(c, head, CHAIN_BYTES);
    chain_u64(c, (uint64_t)worker_chain);
    chain_bytes(c, end, CHAIN_BYTES);
    chain_u64(c, count);
    chain_end(c, out);
    memcpy(head, out, CHAIN_BYTES);
}

/* ---- looking ---- */

bool worker_chains_any(struct store *s, int64_t run, bool *any, struct err *e)
{
    return query_exists(&s->db, SQL_WORKER_CHAIN_ANY, ARGS(sql_int(run)), any,
                        e);
}

static const struct store_column worker_chain_columns[] = {
    COLUMN(INT, worker_chain_row, worker_chain.number),
    COLUMN(NEED, worker_chain_row, worker_chain.name),
    COLUMN(INT, worker_chain_row, worker_chain.begun_ms),
    COLUMN(INT, worker_chain_row, worker_chain.seen_ms),
    COLUMN(INT, worker_chain_row, worker_chain.until_ms),
    COLUMN(INT, worker_chain_row, worker_chain.ended_ms),
    COLUMN(SHA, worker_chain_row, head),
    COLUMN(INT, worker_chain_row, worker_chain.count),
    COLUMN(INT, worker_chain_row, worker_chain.done),
    COLUMN(INT, worker_chain_row, worker_chain.errors),
    COLUMN(INT, worker_chain_row, worker_chain.fold),
    COLUMN(INT, worker_chain_row, worker_chain.after),
    COLUMN(FLAG, worker_chain_row, worker_chain.lives),
};

static const struct store_row worker_row =
    ROW("a worker", worker_chain_row, worker_chain_columns, 0);

bool worker_chains_rows(struct store *s, struct arena *a, int64_t run,
                        struct worker_chain_row **out, size_t *n, struct err *e)
{
    return rows_list(s, a, &worker_row, SQL_WORKER_CHAIN_ALL,
                     ARGS(sql_int(run)), out, n, e);
}

/* As it stands in another store, without whether it lives. */
bool worker_chains_copy(struct store *s, int64_t run,
                        const struct worker_chain_row *r, struct err *e)
{
    struct query q =
        query_with(&s->db, SQL_WORKER_CHAIN_COPY, ARGS(sql_int(run)));

    rows_bind(&q, &worker_row, r, 0, worker_row.n - 1);
    return query_run(&q, e);
}

bool worker_chains_list(struct store *s, struct arena *a, int64_t run,
                        struct worker_chain **out, size_t *n, struct err *e)
{
    struct worker_chain_row *rows;

    if (!worker_chains_rows(s, a, run, &rows, n, e))
        return false;
    *out = arena_array(a, struct worker_chain, *n + 1);
    for (size_t i = 0; i < *n; i++)
        (*out)[i] = rows[i].worker_chain;
    return true;
}

/* ---- the end of its chain ---- */

bool worker_chains_take_head(struct store *s, int64_t worker_chain,
                             struct results_head *h, bool *folded,
                             int64_t *seen_ms, struct err *e)
{
    struct query q = query_with(&s->db, SQL_WORKER_CHAIN_HEAD,
                                ARGS(sql_int(h->run), sql_int(worker_chain)));
    bool found;

    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_DOMAIN,
                       "worker %" PRId64 " of run r%" PRId64
                       " is not in the store \"%.200s\"",
                       worker_chain, h->run, s->db.path);
    h->base = (uint64_t)worker_chain << WORKER_CHAIN_SHIFT;
    query_take_blob(&q, h->chain, CHAIN_BYTES);
    h->count = (uint64_t)query_take_int(&q);
    h->done = query_take_int(&q);
    h->errors = query_take_int(&q);
    *folded = query_take_int(&q) != 0;
    *seen_ms = query_take_int(&q);
    query_end(&q);
    return true;
}

bool worker_chains_put_head(struct store *s, int64_t worker_chain,
                            const struct results_head *h, struct err *e)
{
    return query_do(&s->db, SQL_WORKER_CHAIN_HEAD_SET,
                    ARGS(sql_blob(h->chain, CHAIN_BYTES),
                         sql_int((int64_t)h->count), sql_int(h->done),
                         sql_int(h->errors), sql_int(h->run),
                         sql_int(worker_chain)),
                    e);
}

/* ---- opening ---- */

bool worker_chains_open(struct store *s, int64_t run, const char *name,
                        int64_t lease_ms, int64_t *worker_chain, struct err *e)
{
    const struct sql_value *args = ARGS(sql_int(run));
    struct results_head h = { .run = run }; /* the run's row is locked */
    unsigned char head[CHAIN_BYTES];
    struct run_end end;
    bool own, ok, found;

    if (!store_enter(s, &own, e))
        return false;
    ok = results_take_head(s, &h, e) &&
         query_number(&s->db, SQL_WORKER_CHAIN_NEXT, args, worker_chain, e) &&
         runs_end(s, run, &end, &found, e);
    if (ok) {
        worker_chain_start(&s->chain, end.start, *worker_chain, name, head);
        ok = query_do(&s->db, SQL_WORKER_CHAIN_ADD,
                      ARGS(sql_int(run), sql_int(*worker_chain), sql_text(name),
                           sql_int(lease_ms), sql_blob(head, CHAIN_BYTES)),
                      e);
    }
    return store_leave(s, own, ok, e);
}

bool worker_chains_seen(struct store *s, int64_t run, int64_t worker_chain,
                        int64_t lease_ms, struct err *e)
{
    return query_do(
        &s->db, SQL_WORKER_CHAIN_SEEN,
        ARGS(sql_int(lease_ms), sql_int(run), sql_int(worker_chain)), e);
}

/* ---- folding ---- */

/* The run's row is locked first, then the worker chain's: whoever appends to a worker chain
 * holds that one, and never the run's. */
static bool fold_alone(struct store *s, int64_t run, int64_t worker_chain,
                       struct err *e)
{
    struct results_head of = { .run = run }, h = { .run = run };
    int64_t folds, seen_ms;
    bool folded = false, own, ok;

    if (!store_enter(s, &own, e))
        return false;
    ok = results_take_head(s, &of, e) &&
         worker_chains_take_head(s, worker_chain, &h, &folded, &seen_ms, e);
    if (ok && !folded) {
        worker_chain_fold(&s->chain, of.chain, worker_chain, h.chain, h.count);
        ok = query_number(&s->db, SQL_WORKER_CHAIN_FOLDS, ARGS(sql_int(run)),
                          &folds, e) &&
             query_do(&s->db, SQL_WORKER_CHAIN_FOLD,
                      ARGS(sql_int(folds + 1), sql_int((int64_t)of.count),
                           sql_int(run), sql_int(worker_chain)),
                      e) &&
             query_do(&s->db, SQL_RUN_FOLD,
                      ARGS(sql_blob(of.chain, CHAIN_BYTES), sql_int(h.done),
                           sql_int(h.errors), sql_int(h.count ? seen_ms : 0),
                           sql_int(run)),
                      e);
    }
    return store_leave(s, own, ok, e);
}

/* Who was folded has nothing in hand. */
bool worker_chains_fold(struct store *s, int64_t run, bool all, struct err *e)
{
    static const struct store_column number = { .type = ROW_INT };
    static const struct store_row number_row = { "a worker", sizeof(int64_t),
                                                 &number,    1,
                                                 0,          NULL };
    struct arena a = { 0 };
    int64_t *list;
    size_t n = 0;
    bool ok = rows_list(s, &a, &number_row, SQL_WORKER_CHAIN_LOOSE,
                        ARGS(sql_int(run), sql_int(all)), &list, &n, e);

    for (size_t i = 0; ok && i < n; i++)
        ok = fold_alone(s, run, list[i], e) &&
             (!all || query_do(&s->db, SQL_WORK_GIVE,
                               ARGS(sql_int(run), sql_int(list[i])), e));
    arena_clear(&a);
    return ok;
}

bool worker_chains_end(struct store *s, int64_t run, int64_t worker_chain,
                       struct err *e)
{
    return query_do(&s->db, SQL_WORKER_CHAIN_END,
                    ARGS(sql_int(run), sql_int(worker_chain)), e) &&
           fold_alone(s, run, worker_chain, e);
}
