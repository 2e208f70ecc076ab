/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/map.h"
#include "base/str.h"
#include "store/entries.h"
#include "store/journal_int.h"
#include "store/query.h"
#include "store/reviews_int.h"
#include "store/runs.h"
#include "store/runs_int.h"
#include "store/store_int.h"
#include "store/work.h"
#include "store/worker_chain_int.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Shared by the files that verify. */

struct verify_walk {
    struct store *s;
    struct arena *arena;  /* of what is said */
    struct arena scratch; /* of one row */
    struct map calls;     /* those looked at; 1: whole, 2: not */
    struct verify_report *out;
};

/* ---- verify_run.c ---- */

/*
 * Each run's chain is walked from the stored value of the link before, so that
 * one changed result is one fault and not one for every result behind it. Each
 * call's sha is worked out from its columns.
 */

/* ---- problems ---- */

/* The id in a problem's text, or what stands for it. */
static const char *id_in(struct verify_walk *w, const char *json,
                         uint64_t place)
{
    struct json *v;
    struct err e;
    const char *id = NULL;

    if (json && json_read(&w->scratch, json, strlen(json), 1, &v, &e))
        id = json_string(json_get(v, "id"));
    if (!id)
        id = arena_printf(&w->scratch, "number %" PRIu64, place + 1);
    return id;
}

/* The text of a problem of the run, or NULL if there is none. */
static const char *store_verify_text_of(struct verify_walk *w, int64_t run,
                                        uint64_t place)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_PROBLEM);
    const char *json = NULL;
    struct err e;
    bool found;

    query_int(&q, run);
    query_int(&q, (int64_t)place);
    if (query_row(&q, &found, &e) && found)
        json = query_take_text(&q, &w->scratch);
    query_end(&q);
    return json;
}

static const char *store_verify_id_of(struct verify_walk *w, int64_t run,
                                      uint64_t place)
{
    return id_in(w, store_verify_text_of(w, run, place), place);
}

static void verify_fault(struct verify_walk *w, const char *fmt, ...);

static bool verify_ended(struct verify_walk *w, const struct query *q,
                         enum query_got got, const struct err *why,
                         struct err *e);

/* The texts of a run's problems, each against its own sha. */
static bool store_verify_check_problems(struct verify_walk *w,
                                        const struct run_info *run,
                                        struct arena *a, struct vec *texts,
                                        struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_PROBLEMS);
    unsigned char sha[CHAIN_BYTES], real[CHAIN_BYTES];
    enum query_got got;
    struct err why;

    query_int(&q, run->id);
    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        uint64_t place = (uint64_t)query_take_int(&q);
        bool whole = query_take_blob(&q, sha, sizeof(sha));
        const char *json = query_take_text(&q, a);

        *(const char **)vec_push(texts) = json;
        if (!json) {
            verify_fault(w, "run %s: problem %" PRIu64 " is missing", run->name,
                         place + 1);
            continue;
        }
        chain_problem(&w->s->chain, json, real);
        if (!whole || memcmp(sha, real, sizeof(sha)) != 0)
            verify_fault(w, "run %s: problem %" PRIu64 " (%.100s) was changed",
                         run->name, place + 1, id_in(w, json, place));
        arena_reset(&w->scratch);
    }
    return verify_ended(w, &q, got, &why, e);
}

/* Problems of no run; calls on which no result rests. */
static bool verify_orphans(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_ORPHANS);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        int64_t id = query_take_int(&q);
        const char *json = query_take_text(&q, &w->scratch);

        verify_fault(w, "problem %.100s, row %" PRId64 ", belongs to no run",
                     id_in(w, json, 0), id);
        arena_reset(&w->scratch);
    }
    return verify_ended(w, &q, got, &why, e);
}

/* The statement of a problem of the run, or NULL if it has none. */
static const char *store_verify_statement_of(struct verify_walk *w, int64_t run,
                                             uint64_t place)
{
    const char *json = store_verify_text_of(w, run, place);
    struct json *v;
    struct err e;

    if (!json || !json_read(&w->scratch, json, strlen(json), 1, &v, &e))
        return NULL;
    return json_string(json_get(v, "statement"));
}

/* ---- calls ---- */

/* Does the call of the row have the sha that is stored? */
static bool call_is_whole(struct verify_walk *w, struct query *q, char *key)
{
    unsigned char sha[CHAIN_BYTES], real[CHAIN_BYTES];
    struct call c;
    struct err e;
    bool ok = journal_take(q, &w->scratch, true, &c, &e) &&
              query_take_blob(q, sha, sizeof(sha));

    hash_hex(c.key, key);
    if (!ok)
        return false;
    journal_sha(&w->s->chain, &c, real);
    return memcmp(sha, real, sizeof(sha)) == 0;
}

/* As above for the call of that row number; each is looked at once. */
static bool check_call(struct verify_walk *w, int64_t id, bool *whole,
                       struct err *e)
{
    char key[HASH_HEX_SIZE];
    struct query q;
    size_t *state;
    bool added, found;

    state = map_put(&w->calls, &id, sizeof(id), &added);
    if (added) {
        q = query_open(&w->s->db, SQL_CALL_BY_ID);
        query_int(&q, id);
        if (!query_row(&q, &found, e) && !query_is_damage(&q))
            return false;
        *state = found && call_is_whole(w, &q, key) ? 1 : 2;
        query_end(&q);
        w->out->calls++;
    }
    *whole = *state == 1;
    return true;
}

/* All calls of a run in one visit, where each by itself is a way to a server.
 * What cannot be read is left to be found one by one. */
static void check_calls(struct verify_walk *w, int64_t run)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_CALLS);
    char key[HASH_HEX_SIZE];
    struct err why;
    bool added;

    query_int(&q, run);
    while (query_step(&q, &why) == QUERY_ROW) {
        int64_t id = query_take_int(&q);
        size_t *state = map_put(&w->calls, &id, sizeof(id), &added);

        if (added) {
            *state = call_is_whole(w, &q, key) ? 1 : 2;
            w->out->calls++;
        }
        arena_reset(&w->scratch);
    }
    query_end(&q);
}

static bool verify_lone_calls(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CALL_LONE);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        char key[HASH_HEX_SIZE];

        w->out->calls++;
        if (!call_is_whole(w, &q, key))
            verify_fault(w, "call %s, which no result uses, was changed", key);
        arena_reset(&w->scratch);
    }
    return verify_ended(w, &q, got, &why, e);
}

/* ---- the chain ---- */

struct row { /* a result as it stands in the store */
    uint64_t seq;
    int64_t id; /* across chains the largest of a place counts */
    struct result result;
    bool readable; /* its outcome and verdicts are known words */
    int64_t at_ms, call;
    bool has_call, call_there;
    unsigned char chain[CHAIN_BYTES], sha[CHAIN_BYTES];
};

static void store_verify_take_row(struct verify_walk *w, struct query *q,
                                  struct row *r)
{
    struct err e;

    r->seq = (uint64_t)query_take_int(q);
    r->readable = results_take(q, &w->scratch, &r->result, &e);
    q->at = 10; /* wherever it stopped: behind `judge` */
    r->at_ms = query_take_int(q);
    r->readable &= query_take_blob(q, r->chain, CHAIN_BYTES);
    r->call = query_take_known(q);
    r->has_call = r->call >= 0;
    r->result.call = query_take_hash(q);
    r->call_there = query_take_blob(q, r->sha, CHAIN_BYTES);
    r->id = query_take_int(q);
}

/* A chain of results: the run's own, or that of a worker. */
struct line {
    const struct run_info *run;
    const char *of; /* " of worker 2 (node7:4711)", or "" */
    uint64_t base;  /* of its seq */
    uint64_t count;
    int64_t last; /* id of the result before */
    const unsigned char *start, *head;
    const struct worker_chain_row *folds; /* into it, in order */
    size_t n_folds, fold;                 /* the next */
};

static void result_fault(struct verify_walk *w, const struct line *l,
                         const struct row *r, const char *what)
{
    const struct run_info *run = l->run;

    verify_fault(w,
                 "run %s, result %" PRIu64 "%s (problem %.100s, model %" PRIu64
                 ", attempt %" PRIu64 "): %s",
                 run->name, r->seq - l->base, l->of,
                 store_verify_id_of(w, run->id, r->result.problem),
                 r->result.model + 1, r->result.attempt, what);
}

static const char *reply_of(struct verify_walk *w, int64_t call)
{
    struct query q = query_open(&w->s->db, SQL_CALL_BY_ID);
    struct call c = { 0 };
    struct err e;
    bool found;

    query_int(&q, call);
    if (query_row(&q, &found, &e) && found &&
        !journal_take(&q, &w->scratch, false, &c, &e))
        c = (struct call){ 0 };
    query_end(&q);
    return c.reply.text;
}

/* A verdict that is said to be decided rests on a decision. */
static bool check_override(struct verify_walk *w, const struct line *l,
                           const struct row *r, struct err *e)
{
    const struct result *x = &r->result;
    const char *statement;
    bool does = false;
    struct err why;

    if (!r->readable || !x->judge || !str_eq(x->judge, REVIEW_JUDGE) ||
        store_version(w->s) < STORE_DECISIONS)
        return true;
    statement = store_verify_statement_of(w, l->run->id, x->problem);
    if (statement &&
        !review_chain_explains(w->s, statement, x->answer,
                               r->has_call ? reply_of(w, r->call) : NULL,
                               x->lenient == VERDICT_CORRECT ? REVIEW_ACCEPTED
                                                             : REVIEW_REJECTED,
                               &does, &why)) {
        *e = why;
        return false;
    }
    if (!does)
        result_fault(w, l, r, "no review decided this verdict");
    return true;
}

/* The link itself, and the call it rests on. */
static bool store_verify_check_row(struct verify_walk *w, const struct line *l,
                                   const struct row *r,
                                   const unsigned char *before, struct err *e)
{
    struct results_link link = { before, r->seq, r->at_ms,
                                 r->has_call ? r->sha : NULL };
    unsigned char real[CHAIN_BYTES];
    bool whole = true;

    w->out->results++;
    if (r->has_call && !r->call_there) {
        result_fault(w, l, r, "its call is missing");
        return true;
    }
    if (r->readable && before)
        results_chain(&w->s->chain, &link, &r->result, real);
    if (!r->readable || (before && memcmp(real, r->chain, sizeof(real)) != 0))
        result_fault(w, l, r, "changed, or out of order");
    else if (r->id <= l->last)
        result_fault(w, l, r, "its id was changed");
    if (r->has_call && !check_call(w, r->call, &whole, e))
        return false;
    if (!whole)
        result_fault(w, l, r, "its reply was changed in the store");
    return check_override(w, l, r, e);
}

static void missing(struct verify_walk *w, const struct line *l, uint64_t from,
                    uint64_t to, const char *where)
{
    if (from == to)
        verify_fault(w, "run %s, result %" PRIu64 "%s: missing%s", l->run->name,
                     from, l->of, where);
    else
        verify_fault(w,
                     "run %s, results %" PRIu64 " to %" PRIu64 "%s: missing%s",
                     l->run->name, from, to, l->of, where);
}

/* Workers whose worker chains were folded behind `seq` results become links. */
static void pass_folds(struct verify_walk *w, struct line *l, uint64_t seq,
                       unsigned char before[CHAIN_BYTES])
{
    for (; l->fold < l->n_folds && l->folds[l->fold].worker_chain.after <= seq;
         l->fold++) {
        const struct worker_chain_row *t = &l->folds[l->fold];

        if (t->worker_chain.after == seq)
            worker_chain_fold(&w->s->chain, before, t->worker_chain.number,
                              t->head, t->worker_chain.count);
    }
}

struct chain_end { /* of a run, as its row says */
    unsigned char start[CHAIN_BYTES], head[CHAIN_BYTES];
    uint64_t count, done, errors;
    struct hash128 hash;
};

static bool store_verify_check_line(struct verify_walk *w, struct line *l,
                                    struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_RESULTS);
    unsigned char before[CHAIN_BYTES];
    uint64_t next = 1;
    enum query_got got;
    struct err why;
    struct row r;

    memcpy(before, l->start, sizeof(before));
    pass_folds(w, l, 0, before);
    query_int(&q, l->run->id);
    query_int(&q, (int64_t)l->base);
    query_int(&q, (int64_t)(l->base + ((uint64_t)1 << WORKER_CHAIN_SHIFT)));
    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        uint64_t seq;

        store_verify_take_row(w, &q, &r);
        seq = r.seq - l->base;
        if (seq != next)
            missing(w, l, next, seq - 1, "");
        if (!store_verify_check_row(w, l, &r, seq == next ? before : NULL, e)) {
            query_end(&q);
            return false;
        }
        l->last = r.id;
        memcpy(before, r.chain, sizeof(before));
        pass_folds(w, l, seq, before);
        next = seq + 1;
        arena_reset(&w->scratch);
    }
    if (got == QUERY_FAIL)
        return verify_ended(w, &q, got, &why, e);
    if (next <= l->count)
        missing(w, l, next, l->count, " at the end");
    else if (next > l->count + 1 || l->fold < l->n_folds ||
             memcmp(before, l->head, sizeof(before)))
        verify_fault(w, "run %s: the end of its results%s was changed",
                     l->run->name, l->of);
    return true;
}

/* ---- workers ---- */

static int by_fold(const void *x, const void *y)
{
    const struct worker_chain_row *a = x, *b = y;

    return (a->worker_chain.fold > b->worker_chain.fold) -
           (a->worker_chain.fold < b->worker_chain.fold);
}

static bool check_worker_chain(struct verify_walk *w,
                               const struct run_info *run,
                               const struct chain_end *end,
                               const struct worker_chain_row *t, struct err *e)
{
    unsigned char start[CHAIN_BYTES];
    struct line l = { .run = run,
                      .base = (uint64_t)t->worker_chain.number
                              << WORKER_CHAIN_SHIFT,
                      .count = t->worker_chain.count,
                      .start = start,
                      .head = t->head };
    struct str of = { 0 };
    bool ok;

    str_addf(&of, " of worker %" PRId64 " (%.100s)", t->worker_chain.number,
             t->worker_chain.name);
    l.of = str_get(&of);
    worker_chain_start(&w->s->chain, end->start, t->worker_chain.number,
                       t->worker_chain.name, start);
    ok = store_verify_check_line(w, &l, e);
    str_clear(&of);
    return ok;
}

/* Results of workers that the run does not know. */
static bool check_strays(struct verify_walk *w, const struct run_info *run,
                         struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_STRAYS);
    struct err why;
    int64_t n;
    bool found;

    query_int(&q, run->id);
    if (!query_row(&q, &found, &why))
        return verify_ended(w, &q, QUERY_FAIL, &why, e);
    n = query_take_int(&q);
    query_end(&q);
    if (n)
        verify_fault(w, "run %s: %" PRId64 " results belong to unknown workers",
                     run->name, n);
    return true;
}

/* Numbers of workers have no gaps. */
static void check_numbers(struct verify_walk *w, const struct run_info *run,
                          const struct worker_chain_row *rows, size_t n)
{
    size_t i = 0;

    while (i < n && rows[i].worker_chain.number == (int64_t)i + 1)
        i++;
    if (i < n)
        verify_fault(w, "run %s: worker %zu is missing", run->name, i + 1);
}

/* No chain says which of two results of two chains came first: their numbers
 * do, and what can come behind what. */
static bool check_order(struct verify_walk *w, const struct run_info *run,
                        struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_ORDER);
    enum query_got got;
    struct err why;

    query_int(&q, run->id);
    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        uint64_t problem = (uint64_t)query_take_int(&q);
        int64_t model = query_take_int(&q) + 1;
        int64_t attempt = query_take_int(&q);

        verify_fault(
            w,
            "run %s (problem %.100s, model %" PRId64 ", attempt %" PRId64 "): "
            "its results are out of order",
            run->name, store_verify_id_of(w, run->id, problem), model, attempt);
        arena_reset(&w->scratch);
    }
    return verify_ended(w, &q, got, &why, e);
}

/* What a worker did that is gone with its row leaves its blocks behind. */
static bool check_blocks(struct verify_walk *w, const struct run_info *run,
                         struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_BLOCKS);
    enum query_got got;
    struct err why;

    query_int(&q, run->id);
    query_int(&q, (int64_t)run->attempts);
    query_int(&q, WORK_BLOCK);
    query_int(&q, (int64_t)(run->n_problems * run->attempts));
    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        int64_t model = query_take_int(&q) + 1;
        int64_t block = query_take_int(&q);

        verify_fault(w,
                     "run %s: results of model %" PRId64 " are missing: "
                     "block %" PRId64 " is marked as done",
                     run->name, model, block);
    }
    return verify_ended(w, &q, got, &why, e);
}

/* The run's own chain, and those of its workers; what is not folded counts in
 * *end. */
static bool store_verify_check_results(struct verify_walk *w,
                                       const struct run_info *run,
                                       struct chain_end *end, struct err *e)
{
    struct line own = { .run = run,
                        .of = "",
                        .count = end->count,
                        .start = end->start,
                        .head = end->head };
    struct arena a = { 0 };
    struct worker_chain_row *rows = NULL;
    size_t n = 0, loose = 0;
    struct err why;
    bool ok = true;

    if (!worker_chains_rows(w->s, &a, run->id, &rows, &n, &why))
        verify_fault(w, "%s", why.msg);
    check_numbers(w, run, rows, n);
    if (n)
        qsort(rows, n, sizeof(*rows), by_fold);
    while (loose < n && rows[loose].worker_chain.fold == 0)
        loose++;
    own.folds = n ? rows + loose : NULL;
    own.n_folds = n - loose;
    ok = store_verify_check_line(w, &own, e);
    for (size_t i = 0; ok && i < n; i++) {
        ok = check_worker_chain(w, run, end, &rows[i], e);
        end->done += i < loose ? (uint64_t)rows[i].worker_chain.done : 0;
        end->errors += i < loose ? (uint64_t)rows[i].worker_chain.errors : 0;
    }
    arena_clear(&a);
    return ok && check_strays(w, run, e) && (!n || check_order(w, run, e)) &&
           (store_version(w->s) < STORE_WORKER_CHAINS ||
            check_blocks(w, run, e));
}

/* ---- a run ---- */

/* *found: it could be read. */
static bool store_verify_take_end(struct verify_walk *w, int64_t run,
                                  struct chain_end *end, bool *found,
                                  struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_RUN);
    struct err why;

    query_int(&q, run);
    if (!query_row(&q, found, &why))
        return verify_ended(w, &q, QUERY_FAIL, &why, e);
    if (!*found)
        return true;
    end->hash = query_take_hash(&q);
    query_take_blob(&q, end->start, sizeof(end->start));
    query_take_blob(&q, end->head, sizeof(end->head));
    end->count = (uint64_t)query_take_int(&q);
    end->done = (uint64_t)query_take_int(&q);
    end->errors = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

/* What the chain begins with: spec, models, problems. */
static bool check_start(struct verify_walk *w, const struct run_info *run,
                        const struct chain_end *end, struct err *e)
{
    struct arena a = { 0 };
    struct vec texts = vec_in(&a, sizeof(const char *));
    struct hash128 hash = hash_bytes(run->spec, strlen(run->spec));
    unsigned char real[CHAIN_BYTES];
    uint64_t faults = w->out->faults;
    bool ok;

    if (hash.high != end->hash.high || hash.low != end->hash.low)
        verify_fault(w, "run %s: its spec was changed", run->name);
    ok = store_verify_check_problems(w, run, &a, &texts, e);
    if (ok && w->out->faults == faults) {
        struct chain_run c = { .spec = run->spec,
                               .attempts = run->attempts,
                               .models = run->models,
                               .n_models = (size_t)run->n_models,
                               .problems = texts.items,
                               .n_problems = texts.n };

        chain_start(&w->s->chain, &c, real);
        if (texts.n != run->n_problems ||
            memcmp(real, end->start, sizeof(real)) != 0)
            verify_fault(w, "run %s: its spec, models or problems were changed",
                         run->name);
    }
    arena_clear(&a);
    return ok;
}

static bool check_counts(struct verify_walk *w, const struct run_info *run,
                         const struct chain_end *end, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_COUNTS);
    struct err why;
    bool found;

    query_int(&q, run->id);
    if (!query_row(&q, &found, &why))
        return verify_ended(w, &q, QUERY_FAIL, &why, e);
    INVARIANT(found);
    if ((uint64_t)query_take_int(&q) != end->done ||
        (uint64_t)query_take_int(&q) != end->errors)
        verify_fault(w, "run %s: its count of results or errors was changed",
                     run->name);
    query_end(&q);
    return true;
}

static bool check_run(struct verify_walk *w, const struct run_info *run,
                      struct err *e)
{
    uint64_t faults = w->out->faults;
    struct chain_end end = { 0 };
    bool found;

    w->out->runs++;
    if (!store_verify_take_end(w, run->id, &end, &found, e))
        return false;
    if (!found)
        return true;
    if (store_is_address(w->s->shown))
        check_calls(w, run->id);
    if (!check_start(w, run, &end, e) ||
        !store_verify_check_results(w, run, &end, e))
        return false;
    /* Missing and changed results have been reported already. */
    return w->out->faults != faults || check_counts(w, run, &end, e);
}

/* One run, or all of them: 0. */
static bool verify_runs(struct verify_walk *w, int64_t only, struct err *e)
{
    struct query q = query_open(&w->s->db, only ? SQL_RUN_BY_ID : SQL_RUN_ALL);
    struct arena a = { 0 };
    enum query_got got;
    struct run_info run;
    struct err why;
    bool ok = true;

    if (only)
        query_int(&q, only);
    while (ok && (got = query_step(&q, &why)) == QUERY_ROW) {
        if (!runs_take(&q, &a, &run, &why))
            verify_fault(w, "%s", why.msg);
        else
            ok = check_run(w, &run, e);
        arena_reset(&a);
    }
    if (!ok)
        query_end(&q);
    arena_clear(&a);
    return ok && verify_ended(w, &q, got, &why, e);
}

/*
 * Is everything as it was written? What is said of it, the file, the workbench
 * and the reviews; verify_run.c looks at runs.
 */

#define SAID_MOST 100

static void verify_fault(struct verify_walk *w, const char *fmt, ...)
{
    struct str raw = { 0 }, line = str_in(w->arena);
    const char *more;
    va_list ap;

    w->out->faults++;
    if (w->out->n_said == SAID_MOST)
        return;
    va_start(ap, fmt);
    str_addv(&raw, fmt, ap);
    va_end(ap);
    /* Others send their readers here. */
    if ((more = strstr(str_get(&raw), "; assay store verify shows details")))
        raw.s[more - raw.s] = '\0';
    str_add_printable(&line, str_get(&raw));
    str_clear(&raw);
    w->out->said[w->out->n_said++] = str_get(&line);
}

/* The end of a loop over rows. Pages that cannot be read are a fault. */
static bool verify_ended(struct verify_walk *w, const struct query *q,
                         enum query_got got, const struct err *why,
                         struct err *e)
{
    if (got != QUERY_FAIL)
        return true;
    if (!query_is_damage(q)) {
        *e = *why;
        return false;
    }
    verify_fault(w, "%s", why->msg);
    return true;
}

/* ---- the workbench ---- */

/* What entries say of themselves follows from their history. */
static bool check_entries(struct verify_walk *w, enum sql which,
                          const char *what, struct err *e)
{
    struct query q = query_open(&w->s->db, which);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW)
        verify_fault(w, "entry %" PRId64 ": %s", query_take_int(&q), what);
    return verify_ended(w, &q, got, &why, e);
}

static bool count_audit_events(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_AUDIT_EVENT_COUNT);
    struct err why;
    bool found;

    if (!query_row(&q, &found, &why))
        return verify_ended(w, &q, QUERY_FAIL, &why, e);
    w->out->audit_events = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

static bool check_history(struct verify_walk *w, struct err *e)
{
    unsigned char head[CHAIN_BYTES];
    int64_t bad = 0;
    struct err why;

    if (store_version(w->s) < STORE_WORKBENCH)
        return true;
    if (!audit_events_verify(w->s, &bad, head, &why)) {
        if (!w->out->faults) { /* else for pages that were found damaged */
            *e = why;
            return false;
        }
        verify_fault(w, "%s", why.msg);
    }
    if (bad)
        verify_fault(w,
                     "audit log of entries, event %" PRId64 ": changed, "
                     "missing, or out of order",
                     bad);
    return count_audit_events(w, e) &&
           check_entries(w, SQL_CHECK_VERSIONS,
                         "one of its versions has no event in the audit log",
                         e) &&
           check_entries(w, SQL_CHECK_ENTRIES,
                         "its author, version or state does not follow from "
                         "the audit log",
                         e);
}

/* ---- reviews ---- */

static void decision_fault(void *who, int64_t from, int64_t to,
                           const char *name, const char *what)
{
    if (from == to)
        verify_fault(who, "reviews, decision %" PRId64 "%s%s%s: %s", from,
                     name ? " (" : "", name ? name : "", name ? ")" : "", what);
    else
        verify_fault(who, "reviews, decisions %" PRId64 " to %" PRId64 ": %s",
                     from, to, what);
}

/* Rows of the queue that do not say what was decided last. */
static bool check_queue(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_REVIEWS);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW)
        verify_fault(w,
                     "review %" PRId64 ": its state, key, note or time "
                     "differs from the last decision",
                     query_take_int(&q));
    return verify_ended(w, &q, got, &why, e);
}

/* Decisions that are older than their chain stand first in it, and are
 * counted: they may have been changed before they were taken in. */
static bool count_decisions(struct verify_walk *w, struct err *e)
{
    bool chained = store_version(w->s) >= STORE_DECISIONS, found;
    struct query q = query_open(&w->s->db, chained ? SQL_CHECK_DECISION_COUNT
                                                   : SQL_CHECK_REVIEW_COUNT);
    struct err why;

    if (!query_row(&q, &found, &why))
        return verify_ended(w, &q, QUERY_FAIL, &why, e);
    w->out->decisions = (uint64_t)query_take_int(&q);
    w->out->unchained =
        chained ? (uint64_t)query_take_int(&q) : w->out->decisions;
    if (chained && query_take_int(&q) != 0)
        verify_fault(w,
                     "reviews: a decision marked as older than the chain comes "
                     "after one that is not");
    query_end(&q);
    return true;
}

static bool store_verify_check_reviews(struct verify_walk *w, struct err *e)
{
    struct ledger_head end;
    struct err why;

    if (store_version(w->s) < STORE_REVIEWS)
        return true;
    if (store_version(w->s) < STORE_DECISIONS)
        return count_decisions(w, e);
    if (!review_chain_verify(w->s, decision_fault, w, &end, &why)) {
        if (!w->out->faults) { /* else for pages that were found damaged */
            *e = why;
            return false;
        }
        verify_fault(w, "%s", why.msg);
    }
    return check_queue(w, e) && count_decisions(w, e);
}

/* ---- the file ---- */

static bool store_verify_check_pages(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_PAGES);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        const char *line = query_take_text(&q, &w->scratch);

        if (line && !str_eq(line, "ok"))
            verify_fault(w, "the file: %.300s", line);
        arena_reset(&w->scratch);
    }
    return verify_ended(w, &q, got, &why, e);
}

/* Are the tables those of the version that the file says? Who sets it back
 * hides what later versions chain. *whole: all tables are there to be read. */
static bool store_verify_check_shape(struct verify_walk *w, bool *whole,
                                     struct err *e)
{
    const char *what = NULL;
    bool lacks = false;
    struct err why;

    *whole = true;
    if (!store_shape(w->s, &w->scratch, &what, &lacks, &why)) {
        *e = why;
        return w->out->faults > 0; /* pages that were found damaged */
    }
    if (what)
        verify_fault(w, "the file: %s", what);
    *whole = !lacks;
    return true;
}

static bool store_verify_check_keys(struct verify_walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_KEYS);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        const char *child = query_take_text(&q, &w->scratch);
        const char *parent = query_take_text(&q, &w->scratch);
        int64_t n = query_take_int(&q);

        /* The walk along the chain names each of those. */
        if (child && parent && !str_eq(parent, "calls"))
            verify_fault(w,
                         "%" PRId64 " rows of %s refer to missing rows of %s",
                         n, child, parent);
        arena_reset(&w->scratch);
    }
    return verify_ended(w, &q, got, &why, e);
}

/* The courses of streams are in no chain: whether they can be is looked at. */
static bool check_timings(struct verify_walk *w, struct err *e)
{
    enum query_got got;
    struct query q;
    struct err why;

    if (store_version(w->s) < STORE_COURSES)
        return true;
    q = query_open(&w->s->db, SQL_CHECK_TIMINGS);
    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        int64_t n = query_take_int(&q);

        if (n)
            verify_fault(w,
                         "%" PRId64 " stream timings are invalid, or refer "
                         "to missing calls",
                         n);
    }
    return verify_ended(w, &q, got, &why, e);
}

bool runs_verify(struct store *s, struct arena *a, int64_t run,
                 struct verify_report *out, struct err *e)
{
    struct verify_walk w = { .s = s, .arena = a, .out = out };
    bool own, ok, whole = false;

    *out = (struct verify_report){ 0 };
    out->said = arena_array(a, const char *, SAID_MOST);
    if (!store_look(s, &own, e))
        return false;
    ok = store_verify_check_pages(&w, e) &&
         store_verify_check_shape(&w, &whole, e);
    if (whole)
        ok = ok && store_verify_check_keys(&w, e) && verify_runs(&w, run, e);
    if (whole && run == 0)
        ok = ok && verify_orphans(&w, e) && verify_lone_calls(&w, e) &&
             check_timings(&w, e) && check_history(&w, e) &&
             store_verify_check_reviews(&w, e);
    else if (ok && run && out->runs == 0 && out->faults == 0)
        ok = err_set(e, ERR_USAGE, "there is no run r%" PRId64, run);
    store_look_end(s, own);
    arena_clear(&w.scratch);
    map_clear(&w.calls);
    return ok;
}
