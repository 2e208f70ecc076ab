/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Work in blocks. No statement here that is used for each call touches a row
 * that workers share: a transaction that appends holds its worker chain's row and
 * those of its blocks, by rising number, and waits for nobody but who has the
 * same block.
 */
#include "store/work.h"
#include "base/alloc.h"
#include "store/store_int.h"
#include "store/worker_chain_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- blocks ---- */

/* What the run has for each call of a block. */
enum place { PLACE_OPEN, PLACE_CLOSED, PLACE_FAILED };

struct block {
    uint64_t model, number;
    uint64_t first; /* call */
    size_t n;       /* calls of it: the last block of a model may be shorter */
    unsigned char at[WORK_BLOCK]; /* enum place */
};

static uint64_t calls_of(const struct run_info *run)
{
    return run->n_problems * run->attempts;
}

static struct block store_work_block_at(const struct run_info *run,
                                        uint64_t model, uint64_t number)
{
    struct block b = { .model = model,
                       .number = number,
                       .first = number * WORK_BLOCK };
    uint64_t rest = calls_of(run) - b.first;

    b.n = rest < WORK_BLOCK ? (size_t)rest : WORK_BLOCK;
    return b;
}

static bool store_work_look_at(struct store *s, const struct run_info *run,
                               struct block *b, struct err *e)
{
    struct query q = query_with(
        &s->db, SQL_WORK_PLACES,
        ARGS(sql_int(run->id), sql_int((int64_t)(b->first / run->attempts)),
             sql_int((int64_t)((b->first + b->n - 1) / run->attempts)),
             sql_int((int64_t)b->model)));
    enum query_got got;

    while ((got = query_step(&q, e)) == QUERY_ROW) {
        uint64_t problem = (uint64_t)query_take_int(&q);
        uint64_t attempt = (uint64_t)query_take_int(&q);
        uint64_t at = problem * run->attempts + attempt - 1 - b->first;

        if (at < b->n) /* the newest comes last */
            b->at[at] = query_take_int(&q) != 0 ? PLACE_FAILED : PLACE_CLOSED;
    }
    return got == QUERY_END;
}

/* A block is done when each of its calls has a result. */
static bool store_work_is_done(const struct block *b)
{
    for (size_t i = 0; i < b->n; i++)
        if (b->at[i] == PLACE_OPEN)
            return false;
    return true;
}

static bool put_done(struct store *s, int64_t run, const struct block *b,
                     struct err *e)
{
    return query_do(&s->db, SQL_WORK_DONE,
                    ARGS(sql_int(run), sql_int((int64_t)b->model),
                         sql_int((int64_t)b->number)),
                    e);
}

/* ---- enqueuing ---- */

/* `which` turns blocks whose state does not fit their results. */
static bool put_right(struct store *s, const struct run_info *run,
                      enum sql which, struct err *e)
{
    return query_do(&s->db, which,
                    ARGS(sql_int(run->id), sql_int((int64_t)run->attempts),
                         sql_int(WORK_BLOCK), sql_int((int64_t)calls_of(run))),
                    e);
}

bool work_settle(struct store *s, const struct run_info *run, struct err *e)
{
    bool any, own;

    if (!work_any(s, run->id, &any, e) || (any && !store_enter(s, &own, e)))
        return false;
    return !any || store_leave(s, own, put_right(s, run, SQL_WORK_SHUT, e), e);
}

bool work_enqueue(struct store *s, const struct run_info *run, uint64_t *again,
                  struct err *e)
{
    int64_t blocks = (int64_t)((calls_of(run) + WORK_BLOCK - 1) / WORK_BLOCK);
    bool own, ok = true;
    int64_t n = 0;

    if (!store_enter(s, &own, e))
        return false;
    for (uint64_t i = 0; ok && i < run->n_models; i++)
        ok = query_do(
            &s->db, SQL_WORK_ADD,
            ARGS(sql_int(run->id), sql_int((int64_t)i), sql_int(blocks)), e);
    ok = ok && put_right(s, run, SQL_WORK_SHUT, e) &&
         put_right(s, run, SQL_WORK_REOPEN, e);
    if (ok && run->errors) {
        struct query q =
            query_with(&s->db, SQL_WORK_AGAIN,
                       ARGS(sql_int(run->id), sql_int((int64_t)run->attempts),
                            sql_int(WORK_BLOCK)));

        ok = query_count(&q, &n, e);
    }
    *again = ok ? (uint64_t)n : 0;
    return store_leave(s, own, ok, e);
}

bool work_any(struct store *s, int64_t run, bool *any, struct err *e)
{
    return query_exists(&s->db, SQL_WORK_ANY, ARGS(sql_int(run)), any, e);
}

bool work_left(struct store *s, int64_t run, uint64_t model, bool *left,
               struct err *e)
{
    return query_exists(&s->db, SQL_WORK_LEFT,
                        ARGS(sql_int(run), sql_int((int64_t)model)), left, e);
}

bool work_results(struct store *s, int64_t run, uint64_t *n, struct err *e)
{
    int64_t results;
    bool ok =
        query_number(&s->db, SQL_WORK_RESULTS, ARGS(sql_int(run)), &results, e);

    *n = (uint64_t)results;
    return ok;
}

bool work_spent(struct store *s, struct arena *a, int64_t run, bool taken_over,
                struct work_spent **out, size_t *n, struct err *e)
{
    static const struct store_column columns[] = {
        COLUMN(INT, work_spent, model),      COLUMN(FLAG, work_spent, batched),
        COLUMN(INT, work_spent, replies),    COLUMN(INT, work_spent, prompt),
        COLUMN(INT, work_spent, completion), COLUMN(INT, work_spent, cached),
    };
    static const struct store_row row = ROW("a sum", work_spent, columns, 0);
    int64_t from = taken_over ? (int64_t)1 << WORKER_CHAIN_SHIFT : 0;

    return rows_list(s, a, &row, SQL_WORK_SPENT,
                     ARGS(sql_int(run), sql_int(from)), out, n, e);
}

/* ---- leases ---- */

static bool store_work_claim(struct store *s, const struct work_lease *l,
                             uint64_t model, uint64_t from, size_t n,
                             struct vec *blocks, struct err *e)
{
    struct query q =
        query_with(&s->db, SQL_WORK_CLAIM,
                   ARGS(sql_int(l->worker_chain), sql_int(l->ms),
                        sql_int(l->run), sql_int((int64_t)model),
                        sql_int((int64_t)from), sql_int((int64_t)n)));
    enum query_got got;

    while ((got = query_step(&q, e)) == QUERY_ROW)
        *(uint64_t *)vec_push(blocks) = (uint64_t)query_take_int(&q);
    return got == QUERY_END;
}

static int store_work_by_number(const void *x, const void *y)
{
    const uint64_t *a = x, *b = y;

    return (*a > *b) - (*a < *b);
}

static bool add_calls(struct store *s, const struct run_info *run,
                      uint64_t model, uint64_t number, struct vec *calls,
                      struct err *e)
{
    struct block b = store_work_block_at(run, model, number);
    size_t before = calls->n;

    if (!store_work_look_at(s, run, &b, e))
        return false;
    for (size_t i = 0; i < b.n; i++)
        if (b.at[i] != PLACE_CLOSED)
            *(uint64_t *)vec_push(calls) = b.first + i;
    return calls->n > before || put_done(s, run->id, &b, e);
}

bool work_take(struct store *s, const struct run_info *run,
               const struct work_lease *l, uint64_t model, uint64_t *from,
               size_t n, struct vec *calls, size_t *taken, struct err *e)
{
    uint64_t blocks_all = (calls_of(run) + WORK_BLOCK - 1) / WORK_BLOCK;
    struct vec blocks = vec_in(NULL, sizeof(uint64_t));
    bool ok = store_work_claim(s, l, model, *from, n, &blocks, e);

    if (ok && !blocks.n && *from) {
        *from = 0;
        ok = store_work_claim(s, l, model, 0, n, &blocks, e);
    }
    if (blocks.n)
        qsort(blocks.items, blocks.n, blocks.size, store_work_by_number);
    for (size_t i = 0; ok && i < blocks.n; i++) {
        uint64_t number = *vec_get(&blocks, uint64_t, i);

        *from = number + 1;
        ok = number < blocks_all
                 ? add_calls(s, run, model, number, calls, e)
                 : err_set(e, ERR_DOMAIN,
                           "run %s has work that belongs to none of its "
                           "calls",
                           run->name);
    }
    *taken = blocks.n;
    vec_clear(&blocks);
    return ok;
}

bool work_renew(struct store *s, const struct work_lease *l, struct err *e)
{
    return query_do(
        &s->db, SQL_WORK_RENEW,
        ARGS(sql_int(l->ms), sql_int(l->run), sql_int(l->worker_chain)), e);
}

bool work_give_back(struct store *s, const struct work_lease *l, struct err *e)
{
    return query_do(&s->db, SQL_WORK_GIVE,
                    ARGS(sql_int(l->run), sql_int(l->worker_chain)), e);
}

bool work_inherit(struct store *s, const struct work_lease *l, int64_t to,
                  struct err *e)
{
    return query_do(&s->db, SQL_WORK_INHERIT,
                    ARGS(sql_int(to), sql_int(l->ms), sql_int(l->run),
                         sql_int(l->worker_chain)),
                    e);
}

/* ---- appending ---- */

struct pending { /* a result, and where it belongs */
    uint64_t call;
    const struct result *result;
    bool *appended;
};

static int store_work_by_place(const void *x, const void *y)
{
    const struct pending *a = x, *b = y;
    uint64_t m = a->result->model, n = b->result->model;

    return m != n ? (m > n) - (m < n)
                  : (a->call > b->call) - (a->call < b->call);
}

static bool lock_block(struct store *s, int64_t run, const struct block *b,
                       bool *done, struct err *e)
{
    struct query q = query_with(&s->db, SQL_WORK_LOCK,
                                ARGS(sql_int(run), sql_int((int64_t)b->model),
                                     sql_int((int64_t)b->number)));
    bool found;

    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_DOMAIN,
                       "run r%" PRId64 " of the store \"%.200s\" has no "
                       "such block of work",
                       run, s->db.path);
    *done = query_take_int(&q) != 0;
    query_end(&q);
    return true;
}

/* Is it open for that result? Then it is closed by it. */
static bool close_place(struct results_head *h, unsigned char *at,
                        const struct result *r)
{
    bool failed = r->outcome == OUTCOME_ERROR;

    if (*at == PLACE_CLOSED || (*at == PLACE_FAILED && failed))
        return false;
    h->done += *at == PLACE_OPEN;
    h->errors += failed - (*at == PLACE_FAILED);
    *at = failed ? PLACE_FAILED : PLACE_CLOSED;
    return true;
}

/* The results of one block. */
static bool append_block(struct store *s, const struct run_info *run,
                         struct results_head *h, const struct pending *p,
                         size_t n, struct err *e)
{
    struct block b =
        store_work_block_at(run, p[0].result->model, p[0].call / WORK_BLOCK);
    bool done = false;

    if (!lock_block(s, run->id, &b, &done, e) ||
        !store_work_look_at(s, run, &b, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        *p[i].appended =
            close_place(h, &b.at[p[i].call - b.first], p[i].result);
        if (*p[i].appended && !results_link_add(s, h, p[i].result, e))
            return false;
    }
    return done || !store_work_is_done(&b) || put_done(s, run->id, &b, e);
}

static bool append_all(struct store *s, const struct run_info *run,
                       struct results_head *h, const struct pending *p,
                       size_t n, struct err *e)
{
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i + 1; k < n && p[k].result->model == p[i].result->model &&
                        p[k].call / WORK_BLOCK == p[i].call / WORK_BLOCK;)
            k++;
        if (!append_block(s, run, h, p + i, k - i, e))
            return false;
    }
    return true;
}

static struct pending *sort_results(const struct run_info *run,
                                    const struct result *const *results,
                                    size_t n, bool *appended)
{
    struct pending *p = alloc_new(n, sizeof(*p));

    for (size_t i = 0; i < n; i++)
        p[i] = (struct pending){ results[i]->problem * run->attempts +
                                     results[i]->attempt - 1,
                                 results[i], &appended[i] };
    qsort(p, n, sizeof(*p), store_work_by_place);
    return p;
}

bool work_append(struct store *s, const struct run_info *run,
                 int64_t worker_chain, const struct result *const *results,
                 size_t n, int64_t now_ms, bool *appended, bool *folded,
                 struct err *e)
{
    struct results_head h = { .run = run->id,
                              .now_ms = now_ms,
                              .size = { run->n_problems, run->n_models,
                                        run->attempts } };
    struct pending *p;
    int64_t seen_ms;
    bool own, ok;

    *folded = false;
    if (n == 0)
        return true;
    memset(appended, 0, n * sizeof(*appended));
    if (!store_enter(s, &own, e))
        return false;
    ok = worker_chains_take_head(s, worker_chain, &h, folded, &seen_ms, e);
    if (!ok || *folded)
        return store_leave(s, own, ok, e);
    p = sort_results(run, results, n, appended);
    ok = append_all(s, run, &h, p, n, e) &&
         worker_chains_put_head(s, worker_chain, &h, e);
    free(p);
    return store_leave(s, own, ok, e);
}
