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

struct verify_walk {
    struct store *s;
    struct arena *arena;  /* of what is said */
    struct arena scratch; /* of one row */
    struct map calls;     /* those looked at; 1: whole, 2: not */
    struct verify_report *out;
};

/*
 * Each run's chain is walked from the stored value of the link before, so that
 * one changed result is one fault and not one for every result behind it. Each
 * call's sha is worked out from its columns.
 */

/* ---- problems ---- */

static void verify_fault(struct verify_walk *w, const char *fmt, ...);

/* What a query failed of: damage is a fault, all else is a failure. */
static bool verify_damage(struct verify_walk *w, const struct err *why,
                          struct err *e)
{
    if (!w->s->db.damaged) {
        *e = *why;
        return false;
    }
    verify_fault(w, "%s", why->msg);
    return true;
}

/* A text of a problem's record, or NULL. */
static const char *verify_field(struct verify_walk *w, const char *json,
                                const char *name)
{
    struct json *v;
    struct err e;

    return json && json_read(&w->scratch, json, strlen(json), 1, &v, &e)
               ? json_string(json_get(v, name))
               : NULL;
}

/* The id in a problem's text, or what stands for it. */
static const char *verify_id(struct verify_walk *w, const char *json,
                             uint64_t place)
{
    const char *id = verify_field(w, json, "id");

    return id ? id : arena_printf(&w->scratch, "number %" PRIu64, place + 1);
}

/* The text of a problem of the run, or NULL if there is none. */
static const char *verify_problem_text(struct verify_walk *w, int64_t run,
                                       uint64_t place)
{
    struct query q = query_with(&w->s->db, SQL_CHECK_PROBLEM,
                                ARGS(sql_int(run), sql_int((int64_t)place)));
    const char *json = NULL;
    struct err e;
    bool found;

    if (query_row(&q, &found, &e) && found)
        json = query_take_text(&q, &w->scratch);
    query_end(&q);
    return json;
}

static const char *verify_problem_id(struct verify_walk *w, int64_t run,
                                     uint64_t place)
{
    return verify_id(w, verify_problem_text(w, run, place), place);
}

/*
 * A statement whose every row is a fault, and the words for it. {i} is the next
 * column, a number; {n} that and 1; {t} a text; {j} the JSON of a problem, {p} a
 * problem's place in the run, of which the id is shown; {r} the run.
 */
struct verify_check {
    enum sql which;
    int since;   /* the version of the store that has the table */
    size_t args; /* of run, attempts, calls of a block, calls of a model */
    const char *fault;
};

static void verify_add_column(struct verify_walk *w, struct str *out, char kind,
                              const struct run_info *run, struct query *q)
{
    const char *text;

    switch (kind) {
    case 'r': str_add(out, run->name); break;
    case 'i': str_addf(out, "%" PRId64, query_take_int(q)); break;
    case 'n': str_addf(out, "%" PRId64, query_take_int(q) + 1); break;
    case 't':
        text = query_take_text(q, &w->scratch);
        str_add(out, text ? text : "");
        break;
    case 'j':
        text = verify_id(w, query_take_text(q, &w->scratch), 0);
        str_addf(out, "%.100s", text);
        break;
    case 'p':
        text = verify_problem_id(w, run->id, (uint64_t)query_take_int(q));
        str_addf(out, "%.100s", text);
        break;
    default: BUG("no such column of a fault");
    }
}

static void verify_row_fault(struct verify_walk *w,
                             const struct verify_check *c,
                             const struct run_info *run, struct query *q)
{
    struct str out = { 0 };

    for (const char *p = c->fault; *p; p++) {
        if (*p != '{') {
            str_addc(&out, *p);
            continue;
        }
        verify_add_column(w, &out, p[1], run, q);
        p += 2;
    }
    verify_fault(w, "%s", str_get(&out));
    str_clear(&out);
    arena_reset(&w->scratch);
}

static bool verify_rows(struct verify_walk *w, const struct verify_check *c,
                        const struct run_info *run, struct err *e)
{
    const int64_t args[] = { run ? run->id : 0,
                             run ? (int64_t)run->attempts : 0, WORK_BLOCK,
                             run ? (int64_t)(run->n_problems * run->attempts)
                                 : 0 };
    enum query_got got;
    struct query q;
    struct err why;

    if (store_version(w->s) < c->since)
        return true;
    q = query_open(&w->s->db, c->which);
    for (size_t i = 0; i < c->args; i++)
        query_bind(&q, sql_int(args[i]));
    while ((got = query_step(&q, &why)) == QUERY_ROW)
        verify_row_fault(w, c, run, &q);
    return got == QUERY_END || verify_damage(w, &why, e);
}

static bool verify_all_rows(struct verify_walk *w,
                            const struct verify_check *list, size_t n,
                            const struct run_info *run, struct err *e)
{
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++)
        ok = verify_rows(w, &list[i], run, e);
    return ok;
}

/* The texts of a run's problems, each against its own sha. */
static bool verify_problems(struct verify_walk *w, const struct run_info *run,
                            struct arena *a, struct vec *texts, struct err *e)
{
    struct query q =
        query_with(&w->s->db, SQL_CHECK_PROBLEMS, ARGS(sql_int(run->id)));
    unsigned char sha[CHAIN_BYTES], real[CHAIN_BYTES];
    enum query_got got;
    struct err why;

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
                         run->name, place + 1, verify_id(w, json, place));
        arena_reset(&w->scratch);
    }
    return got == QUERY_END || verify_damage(w, &why, e);
}

/* ---- calls ---- */

/* Does the call of the row have the sha that is stored? */
static bool call_is_whole(struct verify_walk *w, struct query *q, char *key)
{
    unsigned char sha[CHAIN_BYTES], real[CHAIN_BYTES];
    struct call c;
    struct err e;
    bool ok = journal_take(q, &w->scratch, &c, &e) &&
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
        q = query_with(&w->s->db, SQL_CALL_BY_ID, ARGS(sql_int(id)));
        if (!query_row(&q, &found, e) && !w->s->db.damaged)
            return false;
        *state = found && call_is_whole(w, &q, key) ? 1 : 2;
        query_end(&q);
        w->out->calls++;
    }
    *whole = *state == 1;
    return true;
}

/* All calls of a run at once: one query instead of a round trip to a server for
 * each. What cannot be read is left to be found one by one. */
static void check_calls(struct verify_walk *w, int64_t run)
{
    struct query q = query_with(&w->s->db, SQL_CHECK_CALLS, ARGS(sql_int(run)));
    char key[HASH_HEX_SIZE];
    struct err why;
    bool added;

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
    return got == QUERY_END || verify_damage(w, &why, e);
}

/* ---- the chain ---- */

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
                         const struct stored_result *r, const char *what)
{
    const struct run_info *run = l->run;

    verify_fault(w,
                 "run %s, result %" PRIu64 "%s (problem %.100s, model %" PRIu64
                 ", attempt %" PRIu64 "): %s",
                 run->name, r->seq - l->base, l->of,
                 verify_problem_id(w, run->id, r->result.problem),
                 r->result.model + 1, r->result.attempt, what);
}

static const char *reply_of(struct verify_walk *w, int64_t call)
{
    struct query q = query_with(&w->s->db, SQL_CALL_BY_ID, ARGS(sql_int(call)));
    struct call c = { 0 };
    struct err e;
    bool found;

    if (query_row(&q, &found, &e) && found &&
        !journal_take(&q, &w->scratch, &c, &e))
        c = (struct call){ 0 };
    query_end(&q);
    return c.reply.text;
}

/* A verdict that is said to be decided rests on a decision. */
static bool check_override(struct verify_walk *w, const struct line *l,
                           const struct stored_result *r, struct err *e)
{
    const struct result *x = &r->result;
    const char *statement;
    bool does = false;
    struct err why;

    if (!r->readable || !x->judge || !str_eq(x->judge, REVIEW_JUDGE) ||
        store_version(w->s) < STORE_DECISIONS)
        return true;
    statement = verify_field(w, verify_problem_text(w, l->run->id, x->problem),
                             "statement");
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
static bool verify_result(struct verify_walk *w, const struct line *l,
                          const struct stored_result *r,
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

static bool verify_line(struct verify_walk *w, struct line *l, struct err *e)
{
    uint64_t most = l->base + ((uint64_t)1 << WORKER_CHAIN_SHIFT);
    struct query q =
        query_with(&w->s->db, SQL_CHECK_RESULTS,
                   ARGS(sql_int(l->run->id), sql_int((int64_t)l->base),
                        sql_int((int64_t)most)));
    unsigned char before[CHAIN_BYTES];
    uint64_t next = 1;
    enum query_got got;
    struct err why;
    struct stored_result r;

    memcpy(before, l->start, sizeof(before));
    pass_folds(w, l, 0, before);
    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        uint64_t seq;

        results_take_stored(&q, &w->scratch, &r);
        seq = r.seq - l->base;
        if (seq != next)
            missing(w, l, next, seq - 1, "");
        if (!verify_result(w, l, &r, seq == next ? before : NULL, e)) {
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
        return verify_damage(w, &why, e);
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
                               const struct run_end *end,
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
    ok = verify_line(w, &l, e);
    str_clear(&of);
    return ok;
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

static const struct verify_check of_workers[] = {
    { SQL_CHECK_STRAYS, 0, 1,
      "run {r}: {i} results belong to unknown workers" },
    /* No chain says which of two results of two chains came first: their
     * numbers do, and what can come behind what. */
    { SQL_CHECK_ORDER, 0, 1,
      "run {r} (problem {p}, model {n}, attempt {i}): its results are out of "
      "order" },
    /* What a worker did that is gone with its row leaves its blocks behind. */
    { SQL_CHECK_BLOCKS, STORE_WORKER_CHAINS, 4,
      "run {r}: results of model {n} are missing: block {i} is marked as "
      "done" },
};

/* The run's own chain, and those of its workers; what is not folded counts in
 * *end. */
static bool verify_results(struct verify_walk *w, const struct run_info *run,
                           struct run_end *end, struct err *e)
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
    ok = verify_line(w, &own, e);
    for (size_t i = 0; ok && i < n; i++) {
        ok = check_worker_chain(w, run, end, &rows[i], e);
        end->done += i < loose ? (uint64_t)rows[i].worker_chain.done : 0;
        end->errors += i < loose ? (uint64_t)rows[i].worker_chain.errors : 0;
    }
    arena_clear(&a);
    return ok && verify_rows(w, &of_workers[0], run, e) &&
           (!n || verify_rows(w, &of_workers[1], run, e)) &&
           verify_rows(w, &of_workers[2], run, e);
}

/* ---- a run ---- */

/* What the chain begins with: spec, models, problems. */
static bool check_start(struct verify_walk *w, const struct run_info *run,
                        const struct run_end *end, struct err *e)
{
    struct arena a = { 0 };
    struct vec texts = vec_in(&a, sizeof(const char *));
    struct hash128 hash = hash_bytes(run->spec, strlen(run->spec));
    unsigned char real[CHAIN_BYTES];
    uint64_t faults = w->out->faults;
    bool ok;

    if (hash.high != end->hash.high || hash.low != end->hash.low)
        verify_fault(w, "run %s: its spec was changed", run->name);
    ok = verify_problems(w, run, &a, &texts, e);
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
                         const struct run_end *end, struct err *e)
{
    struct query q =
        query_with(&w->s->db, SQL_CHECK_COUNTS, ARGS(sql_int(run->id)));
    struct err why;
    bool found;

    if (!query_row(&q, &found, &why))
        return verify_damage(w, &why, e);
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
    struct run_end end;
    struct err why;
    bool found;

    w->out->runs++;
    if (!runs_end(w->s, run->id, &end, &found, &why))
        return verify_damage(w, &why, e);
    if (!found)
        return true;
    if (store_is_address(w->s->shown))
        check_calls(w, run->id);
    if (!check_start(w, run, &end, e) || !verify_results(w, run, &end, e))
        return false;
    /* Missing and changed results have been reported already. */
    return w->out->faults != faults || check_counts(w, run, &end, e);
}

/* One run, or all of them: 0. */
static bool verify_runs(struct verify_walk *w, int64_t only, struct err *e)
{
    struct query q = query_with(&w->s->db, only ? SQL_RUN_BY_ID : SQL_RUN_ALL,
                                only ? ARGS(sql_int(only)) : NULL);
    struct arena a = { 0 };
    enum query_got got = QUERY_END;
    struct run_info run;
    struct err why;
    bool ok = true;

    while (ok && (got = query_step(&q, &why)) == QUERY_ROW) {
        if (!runs_take(&q, &a, &run, &why))
            verify_fault(w, "%s", why.msg);
        else
            ok = check_run(w, &run, e);
        arena_reset(&a);
    }
    query_end(&q);
    arena_clear(&a);
    return ok && (got == QUERY_END || verify_damage(w, &why, e));
}

/* ---- what is said ---- */

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

/* ---- the workbench ---- */

/* What entries say of themselves follows from their history. */
static const struct verify_check of_workbench[] = {
    { SQL_CHECK_VERSIONS, 0, 0,
      "entry {i}: one of its versions has no event in the audit log" },
    { SQL_CHECK_ENTRIES, 0, 0,
      "entry {i}: its author, version or state does not follow from the audit "
      "log" },
};

/* A failure behind pages that were found damaged is one more fault. */
static bool verify_if_damaged(struct verify_walk *w, const struct err *why,
                              struct err *e)
{
    if (!w->out->faults) {
        *e = *why;
        return false;
    }
    verify_fault(w, "%s", why->msg);
    return true;
}

static bool check_history(struct verify_walk *w, struct err *e)
{
    unsigned char head[CHAIN_BYTES];
    int64_t bad = 0, events;
    struct err why;

    if (store_version(w->s) < STORE_WORKBENCH)
        return true;
    if (!audit_events_verify(w->s, &bad, head, &why) &&
        !verify_if_damaged(w, &why, e))
        return false;
    if (bad)
        verify_fault(w,
                     "audit log of entries, event %" PRId64 ": changed, "
                     "missing, or out of order",
                     bad);
    if (!query_number(&w->s->db, SQL_CHECK_AUDIT_EVENT_COUNT, NULL, &events,
                      &why))
        return verify_damage(w, &why, e);
    w->out->audit_events = (uint64_t)events;
    return verify_all_rows(w, of_workbench,
                           sizeof(of_workbench) / sizeof(of_workbench[0]), NULL,
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

/* Decisions that are older than their chain stand first in it, and are
 * counted: they may have been changed before they were taken in. */
static bool count_decisions(struct verify_walk *w, struct err *e)
{
    bool chained = store_version(w->s) >= STORE_DECISIONS, found;
    struct query q = query_open(&w->s->db, chained ? SQL_CHECK_DECISION_COUNT
                                                   : SQL_CHECK_REVIEW_COUNT);
    struct err why;

    if (!query_row(&q, &found, &why))
        return verify_damage(w, &why, e);
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

static bool verify_reviews(struct verify_walk *w, struct err *e)
{
    static const struct verify_check queue = {
        SQL_CHECK_REVIEWS, STORE_DECISIONS, 0,
        "review {i}: its state, key, note or time differs from the last "
        "decision"
    };
    struct ledger_head end;
    struct err why;

    if (store_version(w->s) < STORE_REVIEWS)
        return true;
    if (store_version(w->s) >= STORE_DECISIONS &&
        !review_chain_verify(w->s, decision_fault, w, &end, &why) &&
        !verify_if_damaged(w, &why, e))
        return false;
    return verify_rows(w, &queue, NULL, e) && count_decisions(w, e);
}

/* ---- the file ---- */

static bool verify_pages(struct verify_walk *w, struct err *e)
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
    return got == QUERY_END || verify_damage(w, &why, e);
}

/* Are the tables those of the version that the file says? Who sets it back
 * hides what later versions chain. *whole: all tables are there to be read. */
static bool verify_shape(struct verify_walk *w, bool *whole, struct err *e)
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

bool runs_verify(struct store *s, struct arena *a, int64_t run,
                 struct verify_report *out, struct err *e)
{
    /* The walk along the chain names missing calls. */
    static const struct verify_check keys = {
        SQL_CHECK_KEYS, 0, 0, "{i} rows of {t} refer to missing rows of {t}"
    };
    static const struct verify_check orphans = {
        SQL_CHECK_ORPHANS, 0, 0, "problem {j}, row {i}, belongs to no run"
    };
    /* The courses of streams are in no chain: whether they can be is looked
     * at. */
    static const struct verify_check timings = {
        SQL_CHECK_TIMINGS, STORE_COURSES, 0,
        "{i} stream timings are invalid, or refer to missing calls"
    };
    struct verify_walk w = { .s = s, .arena = a, .out = out };
    bool own, ok, whole = false;

    *out = (struct verify_report){ 0 };
    out->said = arena_array(a, const char *, SAID_MOST);
    if (!store_look(s, &own, e))
        return false;
    ok = verify_pages(&w, e) && verify_shape(&w, &whole, e);
    if (whole)
        ok = ok && verify_rows(&w, &keys, NULL, e) && verify_runs(&w, run, e);
    if (whole && run == 0)
        ok = ok && verify_rows(&w, &orphans, NULL, e) &&
             verify_lone_calls(&w, e) && verify_rows(&w, &timings, NULL, e) &&
             check_history(&w, e) && verify_reviews(&w, e);
    else if (ok && run && out->runs == 0 && out->faults == 0)
        ok = err_set(e, ERR_USAGE, "there is no run r%" PRId64, run);
    store_look_end(s, own);
    arena_clear(&w.scratch);
    map_clear(&w.calls);
    return ok;
}
