/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Results: appending them to a run's chain, and reading the newest.
 */
#include "base/map.h"
#include "base/str.h"
#include "store/journal_int.h"
#include "store/runs.h"
#include "store/runs_int.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- appending ---- */

struct head { /* the end of a run's chain, and its counts */
    int64_t run;
    int64_t now_ms;
    struct run_size size;
    unsigned char chain[CHAIN_BYTES];
    uint64_t count, done, errors;
};

static bool take_head(struct store *s, struct head *h, struct err *e)
{
    struct query q;
    bool found;

    if (!runs_size(s, h->run, &h->size, e))
        return false;
    q = query_open(&s->db, SQL_RUN_HEAD);
    query_int(&q, h->run);
    if (!query_row(&q, &found, e))
        return false;
    INVARIANT(found);
    query_take_blob(&q, h->chain, sizeof(h->chain));
    h->count = (uint64_t)query_take_int(&q);
    h->done = (uint64_t)query_take_int(&q);
    h->errors = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

static bool put_head(struct store *s, const struct head *h, struct err *e)
{
    struct query q = query_open(&s->db, SQL_RUN_HEAD_SET);

    query_blob(&q, h->chain, sizeof(h->chain));
    query_int(&q, (int64_t)h->count);
    query_int(&q, (int64_t)h->done);
    query_int(&q, (int64_t)h->errors);
    query_int(&q, h->now_ms);
    query_int(&q, h->run);
    return query_run(&q, e);
}

/* The call a result rests on: its row, 0 for none, and its sha. */
static bool find_call(struct store *s, const struct result *r, int64_t *id,
                      unsigned char sha[CHAIN_BYTES], struct err *e)
{
    struct query q;
    bool found;

    *id = 0;
    if ((r->call.high == 0 && r->call.low == 0) ||
        journal_fresh_take(s, r->call, id, sha))
        return true;
    q = query_open(&s->db, SQL_RESULT_CALL);
    query_hash(&q, r->call);
    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_DOMAIN,
                       "cannot append a result whose call is not in the "
                       "journal of \"%.200s\"",
                       s->db.path);
    *id = query_take_int(&q);
    query_take_blob(&q, sha, CHAIN_BYTES);
    query_end(&q);
    return true;
}

/* Keep the counts of the newest results: this one takes the place of an
 * earlier one, or is the first there. */
static bool count_in(struct store *s, struct head *h, const struct result *r,
                     struct err *e)
{
    struct query q = query_open(&s->db, SQL_RESULT_LAST);
    bool found;

    query_int(&q, h->run);
    query_int(&q, (int64_t)r->problem);
    query_int(&q, (int64_t)r->model);
    query_int(&q, (int64_t)r->attempt);
    if (!query_row(&q, &found, e))
        return false;
    if (!found)
        h->done++;
    else if (query_take_int(&q) != 0)
        h->errors--;
    query_end(&q);
    if (r->outcome == OUTCOME_ERROR)
        h->errors++;
    return true;
}

static bool insert(struct store *s, const struct head *h,
                   const struct result *r, int64_t call, struct err *e)
{
    struct query q = query_open(&s->db, SQL_RESULT_ADD);

    query_int(&q, h->run);
    query_int(&q, (int64_t)h->count);
    query_int(&q, (int64_t)r->problem);
    query_int(&q, (int64_t)r->model);
    query_int(&q, (int64_t)r->attempt);
    query_known(&q, call ? call : -1);
    query_text(&q, outcome_name(r->outcome));
    query_text(&q, verdict_name(r->strict));
    query_text(&q, verdict_name(r->lenient));
    query_text(&q, r->answer);
    query_text(&q, r->why);
    query_text(&q, r->more);
    query_text(&q, r->judge);
    query_int(&q, h->now_ms);
    query_blob(&q, h->chain, sizeof(h->chain));
    return query_run(&q, e);
}

void results_chain(struct chain *c, const struct results_link *link,
                   const struct result *r, unsigned char out[CHAIN_BYTES])
{
    chain_begin(c, "assay result 1");
    chain_bytes(c, link->before, CHAIN_BYTES);
    chain_u64(c, link->seq);
    chain_u64(c, r->problem);
    chain_u64(c, r->model);
    chain_u64(c, r->attempt);
    chain_text(c, outcome_name(r->outcome));
    chain_text(c, verdict_name(r->strict));
    chain_text(c, verdict_name(r->lenient));
    chain_text(c, r->answer);
    chain_text(c, r->why);
    chain_text(c, r->more);
    chain_text(c, r->judge);
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

static bool append(struct store *s, struct head *h, const struct result *r,
                   struct err *e)
{
    unsigned char sha[CHAIN_BYTES], next[CHAIN_BYTES];
    struct results_link link = { .before = h->chain,
                                 .seq = h->count + 1,
                                 .at_ms = h->now_ms };
    int64_t call;

    if (!has_place(&h->size, r))
        return err_set(e, ERR_DOMAIN,
                       "run r%" PRId64 " has no problem %" PRIu64 ", model "
                       "%" PRIu64 ", attempt %" PRIu64,
                       h->run, r->problem, r->model, r->attempt);
    if (!find_call(s, r, &call, sha, e) || !count_in(s, h, r, e))
        return false;
    link.sha = call ? sha : NULL;
    results_chain(&s->chain, &link, r, next);
    memcpy(h->chain, next, sizeof(next));
    h->count++;
    return insert(s, h, r, call, e);
}

bool runs_append(struct store *s, int64_t run,
                 const struct result *const *results, size_t n, int64_t now_ms,
                 struct err *e)
{
    struct head h = { .run = run, .now_ms = now_ms };
    bool own, ok;

    if (n == 0)
        return true;
    if (!store_enter(s, &own, e))
        return false;
    ok = take_head(s, &h, e);
    for (size_t i = 0; ok && i < n; i++)
        ok = append(s, &h, results[i], e);
    return store_leave(s, own, ok && put_head(s, &h, e), e);
}

/* ---- reading ---- */

bool results_take(struct query *q, struct arena *a, struct result *out,
                  struct err *e)
{
    const char *words[3]; /* outcome, strict, lenient: borrowed */

    *out = (struct result){ .problem = (uint64_t)query_take_int(q) };
    out->model = (uint64_t)query_take_int(q);
    out->attempt = (uint64_t)query_take_int(q);
    for (int i = 0; i < 3; i++)
        words[i] = (const char *)sqlite3_column_text(q->st, ++q->at);
    if (!words[0] || !outcome_find(words[0], &out->outcome) ||
        !verdict_find(words[1], &out->strict) ||
        !verdict_find(words[2], &out->lenient))
        return err_set(e, ERR_DOMAIN,
                       "the store \"%.200s\" has a result with an outcome or "
                       "a verdict that is not known",
                       q->db->path);
    out->answer = query_take_text(q, a);
    out->why = query_take_text(q, a);
    out->more = query_take_text(q, a);
    out->judge = query_take_text(q, a);
    return true;
}

/* Was a newer result of the same place taken before? */
static bool passed_over(const struct query *q, struct map *seen)
{
    sqlite3_int64 place[3];
    bool added;

    for (int i = 0; i < 3; i++)
        place[i] = sqlite3_column_int64(q->st, i);
    map_put(seen, place, sizeof(place), &added);
    return !added;
}

static int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_place(const void *left, const void *right)
{
    const struct result *a = left, *b = right;
    int c = compare_u64(a->problem, b->problem);

    c = c ? c : compare_u64(a->model, b->model);
    return c ? c : compare_u64(a->attempt, b->attempt);
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
}

/* Callers look up problems and models by these numbers. */
static bool refuse_place(const struct query *q, int64_t run, struct err *e)
{
    return err_set(e, ERR_DOMAIN,
                   "cannot read run r%" PRId64 " of the store \"%.200s\": it "
                   "has results of problems, models or attempts that it does "
                   "not have; assay store verify tells more",
                   run, q->db->path);
}

static bool take_newest(struct query *q, struct arena *a,
                        const struct head *run, struct vec *v, struct map *seen,
                        struct err *e)
{
    enum query_got got;

    while ((got = query_step(q, e)) == QUERY_ROW) {
        struct result *r;

        if (passed_over(q, seen))
            continue;
        r = vec_push(v);
        if (!results_take(q, a, r, e))
            return false;
        if (!has_place(&run->size, r))
            return refuse_place(q, run->run, e);
        take_use(q, r);
    }
    return got == QUERY_END;
}

bool runs_results(struct store *s, struct arena *a, int64_t run,
                  struct result **out, size_t *n, struct err *e)
{
    struct vec v = vec_in(a, sizeof(struct result));
    struct head h = { .run = run };
    struct map seen = { 0 };
    struct query q;
    bool ok;

    if (!runs_size(s, run, &h.size, e))
        return false;
    q = query_open(&s->db, SQL_RESULTS);
    query_int(&q, run);
    ok = take_newest(&q, a, &h, &v, &seen, e);
    query_end(&q);
    map_clear(&seen);
    if (v.n)
        qsort(v.items, v.n, v.size, by_place);
    *out = v.items;
    *n = v.n;
    return ok;
}
