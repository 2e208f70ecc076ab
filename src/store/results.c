/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Results: appending them to a run's chain, and reading the newest.
 */
#include "base/alloc.h"
#include "base/map.h"
#include "base/str.h"
#include "store/journal_int.h"
#include "store/runs.h"
#include "store/runs_int.h"
#include "store/store_int.h"
#include "store/worker_chain_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- appending ---- */

#define PLACE_COLUMNS 3
#define WORD_COLUMNS  6

static const struct store_column result_columns[] = {
    COLUMN(INT, result, problem),    COLUMN(INT, result, model),
    COLUMN(INT, result, attempt),    COLUMN(OUTCOME, result, outcome),
    COLUMN(VERDICT, result, strict), COLUMN(VERDICT, result, lenient),
    COLUMN(TEXT, result, answer),    COLUMN(TEXT, result, why),
    COLUMN(TEXT, result, more),      COLUMN(TEXT, result, judge),
};

/* The columns problem ... judge of a result, which stand together. */
static const struct store_row result_row =
    ROW("a result", result, result_columns, 0);

bool results_take_head(struct store *s, struct results_head *h, struct err *e)
{
    struct query q;
    bool found;

    if (!runs_size(s, h->run, &h->size, e))
        return false;
    q = query_with(&s->db, SQL_RUN_HEAD, ARGS(sql_int(h->run)));
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    query_take_blob(&q, h->chain, sizeof(h->chain));
    h->count = (uint64_t)query_take_int(&q);
    h->done = query_take_int(&q);
    h->errors = query_take_int(&q);
    query_end(&q);
    return true;
}

bool results_put_head(struct store *s, const struct results_head *h,
                      struct err *e)
{
    return query_do(&s->db, SQL_RUN_HEAD_SET,
                    ARGS(sql_blob(h->chain, CHAIN_BYTES),
                         sql_int((int64_t)h->count), sql_int(h->done),
                         sql_int(h->errors), sql_int(h->now_ms),
                         sql_int(h->run)),
                    e);
}

bool results_call(struct store *s, struct hash128 key, int64_t *id,
                  unsigned char sha[CHAIN_BYTES], struct err *e)
{
    struct query q = query_with(&s->db, SQL_RESULT_CALL, ARGS(sql_hash(key)));
    bool found;

    *id = 0;
    if (!query_row(&q, &found, e))
        return false;
    if (found) {
        *id = query_take_int(&q);
        query_take_blob(&q, sha, CHAIN_BYTES);
        query_end(&q);
    }
    return true;
}

/* The call a result rests on: its row, 0 for none, and its sha. */
static bool find_call(struct store *s, const struct result *r, int64_t *id,
                      unsigned char sha[CHAIN_BYTES], struct err *e)
{
    *id = 0;
    if ((r->call.high == 0 && r->call.low == 0) ||
        journal_fresh_take(s, r->call, id, sha))
        return true;
    return results_call(s, r->call, id, sha, e) &&
           (*id || err_set(e, ERR_DOMAIN,
                           "cannot append a result whose call is not in the "
                           "journal of \"%.200s\"",
                           s->db.path));
}

/* Keep the counts of the newest results: this one takes the place of an
 * earlier one, or is the first there. */
static bool results_count_in(struct store *s, struct results_head *h,
                             const struct result *r, struct err *e)
{
    struct query q;
    bool found;

    h->errors += r->outcome == OUTCOME_ERROR;
    if (r->first && h->whole) {
        h->done++;
        return true;
    }
    q = query_with(&s->db, SQL_RESULT_LAST,
                   ARGS(sql_int(h->run), sql_int((int64_t)r->problem),
                        sql_int((int64_t)r->model),
                        sql_int((int64_t)r->attempt)));
    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        h->done++;
    else if (query_take_int(&q) != 0)
        h->errors--;
    query_end(&q);
    return true;
}

bool results_insert(struct store *s, int64_t run,
                    const struct results_link *link, const struct result *r,
                    int64_t call, const unsigned char chain[CHAIN_BYTES],
                    struct err *e)
{
    struct query q = query_with(&s->db, SQL_RESULT_ADD,
                                ARGS(sql_int(run), sql_int((int64_t)link->seq),
                                     sql_ref(call), sql_int(link->at_ms),
                                     sql_blob(chain, CHAIN_BYTES)));

    rows_bind(&q, &result_row, r, 0, result_row.n);
    return query_post(&q, NULL, e);
}

void results_chain(struct chain *c, const struct results_link *link,
                   const struct result *r, unsigned char out[CHAIN_BYTES])
{
    chain_begin(c, "assay result 1");
    chain_bytes(c, link->before, CHAIN_BYTES);
    chain_u64(c, link->seq);
    rows_chain(c, &result_row, r, 0, result_row.n);
    chain_u64(c, (uint64_t)link->at_ms);
    chain_hash(c, r->call);
    chain_bytes(c, link->sha, CHAIN_BYTES);
    chain_end(c, out);
}

static bool has_place(const struct run_size *size, const struct result *r)
{
    return r->problem < size->problems && r->model < size->models &&
           r->attempt >= 1 && r->attempt <= size->attempts;
}

bool results_link_add(struct store *s, struct results_head *h,
                      const struct result *r, struct err *e)
{
    unsigned char sha[CHAIN_BYTES], next[CHAIN_BYTES];
    struct results_link link = { .before = h->chain,
                                 .seq = h->base + h->count + 1,
                                 .at_ms = h->now_ms };
    int64_t call;

    if (!has_place(&h->size, r))
        return err_set(e, ERR_DOMAIN,
                       "run r%" PRId64 " has no problem %" PRIu64 ", model "
                       "%" PRIu64 ", attempt %" PRIu64,
                       h->run, r->problem, r->model, r->attempt);
    if (!find_call(s, r, &call, sha, e))
        return false;
    link.sha = call ? sha : NULL;
    results_chain(&s->chain, &link, r, next);
    memcpy(h->chain, next, sizeof(next));
    h->count++;
    return results_insert(s, h->run, &link, r, call, h->chain, e);
}

bool runs_append(struct store *s, int64_t run,
                 const struct result *const *results, size_t n, int64_t now_ms,
                 struct err *e)
{
    struct results_head h = { .run = run, .now_ms = now_ms };
    bool own, ok;

    if (n == 0)
        return true;
    if (!store_enter(s, &own, e))
        return false;
    ok = results_take_head(s, &h, e);
    h.whole =
        h.count == 0 || (s->whole_run == run && s->whole_count == h.count);
    for (size_t i = 0; ok && i < n; i++)
        ok = results_count_in(s, &h, results[i], e) &&
             results_link_add(s, &h, results[i], e);
    if (h.whole) { /* if this is undone, the counts differ */
        s->whole_run = run;
        s->whole_count = h.count;
    }
    return store_leave(s, own, ok && results_put_head(s, &h, e), e);
}

/* ---- reading ---- */

/* ---- the newest of a run ---- */

#define PLACES_MOST ((uint64_t)1 << 31) /* of a run that can be read */
#define SHARED_MOST 4096                /* texts that are held once */

/* The results of a run while they are read. There may be millions: places are
 * bits, and the texts that came first, of which most others are repetitions,
 * are held once. */
struct reading {
    int64_t run;
    struct run_size size;
    uint64_t *seen; /* a bit for each place of the run */
    size_t n_seen;  /* numbers in it */
    struct map shared;
    struct vec texts; /* const char *: those of `shared` */
    struct vec *out;
};

/* Callers look up problems and models by these numbers. */
static bool refuse_place(const struct query *q, int64_t run, struct err *e)
{
    return err_set(e, ERR_DOMAIN,
                   "cannot read run r%" PRId64 " of the store \"%.200s\": "
                   "some results refer to problems, models or attempts that "
                   "the run does not have; assay store verify shows details",
                   run, q->db->path);
}

/* Was a newer result of the same place taken before? The room grows with the
 * places that occur: what a run says of its size is not trusted. */
static bool passed_over(struct reading *g, const struct result *r)
{
    uint64_t at = (r->problem * g->size.models + r->model) * g->size.attempts +
                  r->attempt - 1;
    uint64_t bit = (uint64_t)1 << at % 64;
    size_t word = (size_t)(at / 64);
    bool seen;

    if (word >= g->n_seen) {
        size_t n = word + 1 > 2 * g->n_seen ? word + 1 : 2 * g->n_seen;

        g->seen = alloc_resize(g->seen, n, sizeof(*g->seen));
        memset(g->seen + g->n_seen, 0, (n - g->n_seen) * sizeof(*g->seen));
        g->n_seen = n;
    }
    seen = g->seen[word] & bit;
    g->seen[word] |= bit;
    return seen;
}

static const char *take_shared(struct reading *g, struct query *q,
                               struct arena *a)
{
    size_t bytes, *at;
    const char *text = query_look_text(q, &bytes);
    size_t n = text ? strlen(text) : 0;
    bool added = false;

    at = !text                       ? NULL
         : g->shared.n < SHARED_MOST ? map_put(&g->shared, text, n, &added)
                                     : map_get(&g->shared, text, n);
    if (at && !added && *at < g->texts.n && n == bytes) {
        q->at++;
        return *vec_get(&g->texts, const char *, *at);
    }
    if (added) {
        *at = g->texts.n;
        *(const char **)vec_push(&g->texts) = text = query_take_text(q, a);
        return text;
    }
    return query_take_text(q, a);
}

static void take_use(struct query *q, struct result *r)
{
    r->call = query_take_hash(q);
    r->usage.prompt = query_take_known(q);
    r->usage.completion = query_take_known(q);
    r->usage.reasoning = query_take_known(q);
    r->usage.cached = query_take_known(q);
    r->took_ms = query_take_int(q);
    r->tries = (unsigned)query_take_int(q);
    r->batched = query_take_int(q) != 0;
}

static bool take_newest(struct query *q, struct arena *a, struct reading *g,
                        struct err *e)
{
    enum query_got got;

    while ((got = query_step(q, e)) == QUERY_ROW) {
        struct result r = { 0 };

        (void)rows_take_some(q, a, &result_row, &r, 0, PLACE_COLUMNS);
        if (!has_place(&g->size, &r))
            return refuse_place(q, g->run, e);
        if (passed_over(g, &r))
            continue;
        if (!rows_take_some(q, a, &result_row, &r, PLACE_COLUMNS, WORD_COLUMNS))
            return err_set(e, ERR_DOMAIN,
                           "the store \"%.200s\" has a result with an unknown "
                           "outcome or verdict",
                           q->db->path);
        r.answer = take_shared(g, q, a);
        r.why = take_shared(g, q, a);
        r.more = query_take_text(q, a);
        r.judge = take_shared(g, q, a);
        take_use(q, &r);
        *(struct result *)vec_push(g->out) = r;
    }
    return got == QUERY_END;
}

static int results_by_place(const void *left, const void *right)
{
    const struct result *a = left, *b = right;

    if (a->problem != b->problem)
        return a->problem < b->problem ? -1 : 1;
    if (a->model != b->model)
        return a->model < b->model ? -1 : 1;
    return (a->attempt > b->attempt) - (a->attempt < b->attempt);
}

void results_take_stored(struct query *q, struct arena *a,
                         struct stored_result *out)
{
    struct err e;

    *out = (struct stored_result){ .seq = (uint64_t)query_take_int(q) };
    out->readable = rows_take(q, a, &result_row, &out->result, &e);
    out->at_ms = query_take_int(q);
    out->result.call = query_take_hash(q);
    out->call_there = query_take_blob(q, out->sha, CHAIN_BYTES);
    out->readable &= query_take_blob(q, out->chain, CHAIN_BYTES);
    out->call = query_take_known(q);
    out->has_call = out->call >= 0;
    out->id = query_take_int(q);
}

bool results_before(const struct result *x, const struct result *y)
{
    return results_by_place(x, y) < 0;
}

static bool is_readable(const struct run_size *size)
{
    return size->models && size->attempts &&
           size->problems <= PLACES_MOST / size->models / size->attempts;
}

bool runs_results(struct store *s, struct arena *a, int64_t run,
                  struct result **out, size_t *n, struct err *e)
{
    /* On the heap, where a large array grows without a second copy. */
    struct vec v = vec_in(NULL, sizeof(struct result));
    struct reading g = { .run = run, .out = &v };
    struct query q;
    bool ok, many;

    if (!runs_size(s, run, &g.size, e) || !worker_chains_any(s, run, &many, e))
        return false;
    g.texts = vec_in(NULL, sizeof(const char *));
    q = query_with(&s->db, many ? SQL_RESULTS_WORKER_CHAINS : SQL_RESULTS,
                   ARGS(sql_int(run)));
    ok = is_readable(&g.size) ? take_newest(&q, a, &g, e)
                              : refuse_place(&q, run, e);
    query_end(&q);
    free(g.seen);
    map_clear(&g.shared);
    vec_clear(&g.texts);
    if (v.n)
        qsort(v.items, v.n, v.size, results_by_place);
    if (v.items)
        arena_defer(a, free, v.items);
    *out = v.items;
    *n = v.n;
    return ok;
}
