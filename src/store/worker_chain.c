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
    struct query q = query_open(&s->db, SQL_WORKER_CHAIN_ANY);

    query_int(&q, run);
    if (!query_row(&q, any, e))
        return false;
    query_end(&q);
    return true;
}

static bool worker_chains_take_row(struct query *q, struct arena *a, void *out,
                                   struct err *e)
{
    struct worker_chain_row *r = out;
    struct worker_chain *t = &r->worker_chain;
    bool whole;

    *r = (struct worker_chain_row){ .worker_chain.number = query_take_int(q) };
    t->name = query_take_text(q, a);
    t->begun_ms = query_take_int(q);
    t->seen_ms = query_take_int(q);
    t->until_ms = query_take_int(q);
    t->ended_ms = query_take_int(q);
    whole = query_take_blob(q, r->head, CHAIN_BYTES);
    t->count = (uint64_t)query_take_int(q);
    t->done = query_take_int(q);
    t->errors = query_take_int(q);
    t->fold = (uint64_t)query_take_int(q);
    t->after = (uint64_t)query_take_int(q);
    t->lives = query_take_int(q) != 0;
    return (t->name && whole) || query_nonsense(q, "a worker", e);
}

bool worker_chains_rows(struct store *s, struct arena *a, int64_t run,
                        struct worker_chain_row **out, size_t *n, struct err *e)
{
    struct query q = query_open(&s->db, SQL_WORKER_CHAIN_ALL);
    struct vec v = vec_in(a, sizeof(struct worker_chain_row));

    query_int(&q, run);
    if (!query_all(&q, a, worker_chains_take_row, &v, e))
        return false;
    *out = v.items;
    *n = v.n;
    return true;
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

static bool store_worker_chains_take_head(struct store *s, int64_t worker_chain,
                                          struct results_head *h, bool *folded,
                                          int64_t *seen_ms, struct err *e)
{
    struct query q = query_open(&s->db, SQL_WORKER_CHAIN_HEAD);
    bool found;

    query_int(&q, h->run);
    query_int(&q, worker_chain);
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

bool worker_chains_take_head(struct store *s, int64_t worker_chain,
                             struct results_head *h, bool *folded,
                             struct err *e)
{
    int64_t seen_ms;

    return store_worker_chains_take_head(s, worker_chain, h, folded, &seen_ms,
                                         e);
}

bool worker_chains_put_head(struct store *s, int64_t worker_chain,
                            const struct results_head *h, struct err *e)
{
    struct query q = query_open(&s->db, SQL_WORKER_CHAIN_HEAD_SET);

    query_blob(&q, h->chain, CHAIN_BYTES);
    query_int(&q, (int64_t)h->count);
    query_int(&q, h->done);
    query_int(&q, h->errors);
    query_int(&q, h->run);
    query_int(&q, worker_chain);
    return query_run(&q, e);
}

/* ---- opening ---- */

/* The only number of a query of one row. */
static bool worker_chains_number_of(struct store *s, enum sql which,
                                    int64_t run, int64_t *out, struct err *e)
{
    struct query q = query_open(&s->db, which);
    bool found;

    query_int(&q, run);
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    *out = query_take_int(&q);
    query_end(&q);
    return true;
}

/* Locks the run's row; *head is its head, *count its count. */
static bool worker_chains_lock_run(struct store *s, int64_t run,
                                   unsigned char *head, uint64_t *count,
                                   struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_HEAD);
    bool found;

    query_int(&q, run);
    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_USAGE,
                       "run r%" PRId64 " is not in the store \"%.200s\"", run,
                       s->db.path);
    query_take_blob(&q, head, CHAIN_BYTES);
    *count = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

static bool take_start(struct store *s, int64_t run,
                       unsigned char out[CHAIN_BYTES], struct err *e)
{
    struct query q = query_open(&s->db, SQL_CHECK_RUN);
    bool found;

    query_int(&q, run);
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    query_take_hash(&q);
    query_take_blob(&q, out, CHAIN_BYTES);
    query_end(&q);
    return true;
}

static bool worker_chains_add(struct store *s, int64_t run, const char *name,
                              int64_t lease_ms, int64_t *worker_chain,
                              struct err *e)
{
    unsigned char head[CHAIN_BYTES], start[CHAIN_BYTES];
    struct query q;
    uint64_t count;

    if (!worker_chains_lock_run(s, run, head, &count, e) ||
        !worker_chains_number_of(s, SQL_WORKER_CHAIN_NEXT, run, worker_chain,
                                 e) ||
        !take_start(s, run, start, e))
        return false;
    worker_chain_start(&s->chain, start, *worker_chain, name, head);
    q = query_open(&s->db, SQL_WORKER_CHAIN_ADD);
    query_int(&q, run);
    query_int(&q, *worker_chain);
    query_text(&q, name);
    query_int(&q, lease_ms);
    query_blob(&q, head, CHAIN_BYTES);
    return query_run(&q, e);
}

bool worker_chains_open(struct store *s, int64_t run, const char *name,
                        int64_t lease_ms, int64_t *worker_chain, struct err *e)
{
    bool own;

    return store_enter(s, &own, e) &&
           store_leave(
               s, own,
               worker_chains_add(s, run, name, lease_ms, worker_chain, e), e);
}

bool worker_chains_seen(struct store *s, int64_t run, int64_t worker_chain,
                        int64_t lease_ms, struct err *e)
{
    struct query q = query_open(&s->db, SQL_WORKER_CHAIN_SEEN);

    query_int(&q, lease_ms);
    query_int(&q, run);
    query_int(&q, worker_chain);
    return query_run(&q, e);
}

/* ---- folding ---- */

static bool put_fold(struct store *s, int64_t run, int64_t worker_chain,
                     int64_t fold, uint64_t after, struct err *e)
{
    struct query q = query_open(&s->db, SQL_WORKER_CHAIN_FOLD);

    query_int(&q, fold);
    query_int(&q, (int64_t)after);
    query_int(&q, run);
    query_int(&q, worker_chain);
    return query_run(&q, e);
}

static bool put_run(struct store *s, const unsigned char head[CHAIN_BYTES],
                    const struct results_head *h, int64_t seen_ms,
                    struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_FOLD);

    query_blob(&q, head, CHAIN_BYTES);
    query_int(&q, h->done);
    query_int(&q, h->errors);
    query_int(&q, h->count ? seen_ms : 0);
    query_int(&q, h->run);
    return query_run(&q, e);
}

/* The run's row is locked first, then the worker chain's: whoever appends to a worker chain
 * holds that one, and never the run's. */
static bool store_worker_chains_fold(struct store *s, int64_t run,
                                     int64_t worker_chain, struct err *e)
{
    struct results_head h = { .run = run };
    unsigned char head[CHAIN_BYTES];
    int64_t folds, seen_ms;
    uint64_t count;
    bool folded;

    if (!worker_chains_lock_run(s, run, head, &count, e) ||
        !store_worker_chains_take_head(s, worker_chain, &h, &folded, &seen_ms,
                                       e))
        return false;
    if (folded)
        return true;
    worker_chain_fold(&s->chain, head, worker_chain, h.chain, h.count);
    return worker_chains_number_of(s, SQL_WORKER_CHAIN_FOLDS, run, &folds, e) &&
           put_fold(s, run, worker_chain, folds + 1, count, e) &&
           put_run(s, head, &h, seen_ms, e);
}

static bool fold_alone(struct store *s, int64_t run, int64_t worker_chain,
                       struct err *e)
{
    bool own;

    return store_enter(s, &own, e) &&
           store_leave(s, own,
                       store_worker_chains_fold(s, run, worker_chain, e), e);
}

static bool worker_chains_take_number(struct query *q, struct arena *a,
                                      void *out, struct err *e)
{
    (void)a, (void)e;
    *(int64_t *)out = query_take_int(q);
    return true;
}

/* Who was folded has nothing in hand. */
static bool drop_leases(struct store *s, int64_t run, int64_t worker_chain,
                        struct err *e)
{
    struct query q = query_open(&s->db, SQL_WORK_GIVE);

    query_int(&q, run);
    query_int(&q, worker_chain);
    return query_run(&q, e);
}

bool worker_chains_fold(struct store *s, int64_t run, bool all, struct err *e)
{
    struct query q = query_open(&s->db, SQL_WORKER_CHAIN_LOOSE);
    struct arena a = { 0 };
    struct vec v = vec_in(&a, sizeof(int64_t));
    bool ok;

    query_int(&q, run);
    query_int(&q, all);
    ok = query_all(&q, &a, worker_chains_take_number, &v, e);
    for (size_t i = 0; ok && i < v.n; i++) {
        int64_t worker_chain = *vec_get(&v, int64_t, i);

        ok = fold_alone(s, run, worker_chain, e) &&
             (!all || drop_leases(s, run, worker_chain, e));
    }
    arena_clear(&a);
    return ok;
}

bool worker_chains_end(struct store *s, int64_t run, int64_t worker_chain,
                       struct err *e)
{
    struct query q = query_open(&s->db, SQL_WORKER_CHAIN_END);

    query_int(&q, run);
    query_int(&q, worker_chain);
    return query_run(&q, e) && fold_alone(s, run, worker_chain, e);
}
