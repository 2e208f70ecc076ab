/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Is everything as it was written? Each run's chain is walked from the stored
 * value of the link before, so that one changed result is one fault and not
 * one for every result behind it. Each call's sha is worked out from its
 * columns, and SQLite checks its own pages and references.
 */
#include "base/json.h"
#include "base/map.h"
#include "base/str.h"
#include "store/entries.h"
#include "store/journal_int.h"
#include "store/reviews_int.h"
#include "store/runs.h"
#include "store/runs_int.h"
#include "store/store_int.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#define SAID_MOST 100

struct walk {
    struct store *s;
    struct arena *arena;  /* of what is said */
    struct arena scratch; /* of one row */
    struct map calls;     /* those looked at; 1: whole, 2: not */
    struct verify_report *out;
};

static void fault(struct walk *w, const char *fmt, ...) PRINTF(2, 3);

static void fault(struct walk *w, const char *fmt, ...)
{
    struct str raw = { 0 }, line = str_in(w->arena);
    va_list ap;

    w->out->faults++;
    if (w->out->n_said == SAID_MOST)
        return;
    va_start(ap, fmt);
    str_addv(&raw, fmt, ap);
    va_end(ap);
    str_add_printable(&line, str_get(&raw));
    str_clear(&raw);
    w->out->said[w->out->n_said++] = str_get(&line);
}

/* The end of a loop over rows. Pages that cannot be read are a fault. */
static bool ended(struct walk *w, const struct query *q, enum query_got got,
                  const struct err *why, struct err *e)
{
    if (got != QUERY_FAIL)
        return true;
    if (!query_is_damage(q)) {
        *e = *why;
        return false;
    }
    fault(w, "%s", why->msg);
    return true;
}

/* ---- problems ---- */

/* The id in a problem's text, or what stands for it. */
static const char *id_in(struct walk *w, const char *json, uint64_t place)
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
static const char *text_of(struct walk *w, int64_t run, uint64_t place)
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

static const char *id_of(struct walk *w, int64_t run, uint64_t place)
{
    return id_in(w, text_of(w, run, place), place);
}

/* The texts of a run's problems, each against its own sha. */
static bool check_problems(struct walk *w, const struct run_info *run,
                           struct arena *a, struct vec *texts, struct err *e)
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
            fault(w, "run %s: problem %" PRIu64 " is gone", run->name,
                  place + 1);
            continue;
        }
        chain_problem(&w->s->chain, json, real);
        if (!whole || memcmp(sha, real, sizeof(sha)) != 0)
            fault(w, "run %s: problem %" PRIu64 " (%.100s) was changed",
                  run->name, place + 1, id_in(w, json, place));
        arena_reset(&w->scratch);
    }
    return ended(w, &q, got, &why, e);
}

static bool check_orphans(struct walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_ORPHANS);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        int64_t id = query_take_int(&q);
        const char *json = query_take_text(&q, &w->scratch);

        fault(w, "problem %.100s, row %" PRId64 ", belongs to no run",
              id_in(w, json, 0), id);
        arena_reset(&w->scratch);
    }
    return ended(w, &q, got, &why, e);
}

/* The statement of a problem of the run, or NULL if it has none. */
static const char *statement_of(struct walk *w, int64_t run, uint64_t place)
{
    const char *json = text_of(w, run, place);
    struct json *v;
    struct err e;

    if (!json || !json_read(&w->scratch, json, strlen(json), 1, &v, &e))
        return NULL;
    return json_string(json_get(v, "statement"));
}

/* ---- calls ---- */

/* Does the call of the row have the sha that is stored? */
static bool call_is_whole(struct walk *w, struct query *q, char *key)
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
static bool check_call(struct walk *w, int64_t id, bool *whole, struct err *e)
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

static bool check_lone_calls(struct walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CALL_LONE);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        char key[HASH_HEX_SIZE];

        w->out->calls++;
        if (!call_is_whole(w, &q, key))
            fault(w, "call %s, on which no result rests, was changed", key);
        arena_reset(&w->scratch);
    }
    return ended(w, &q, got, &why, e);
}

/* ---- the chain ---- */

struct row { /* a result as it stands in the store */
    uint64_t seq;
    struct result result;
    bool readable; /* its outcome and verdicts are known words */
    int64_t at_ms, call;
    bool has_call, call_there;
    unsigned char chain[CHAIN_BYTES], sha[CHAIN_BYTES];
};

static void take_row(struct walk *w, struct query *q, struct row *r)
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
}

static void result_fault(struct walk *w, const struct run_info *run,
                         const struct row *r, const char *what)
{
    fault(w,
          "run %s, result %" PRIu64 " (problem %.100s, model %" PRIu64
          ", attempt %" PRIu64 "): %s",
          run->name, r->seq, id_of(w, run->id, r->result.problem),
          r->result.model + 1, r->result.attempt, what);
}

static const char *reply_of(struct walk *w, int64_t call)
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
static bool check_override(struct walk *w, const struct run_info *run,
                           const struct row *r, struct err *e)
{
    const struct result *x = &r->result;
    const char *statement;
    bool does = false;
    struct err why;

    if (!r->readable || !x->judge || !str_eq(x->judge, REVIEW_JUDGE) ||
        store_version(w->s) < STORE_DECISIONS)
        return true;
    statement = statement_of(w, run->id, x->problem);
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
        result_fault(w, run, r, "no review decided this verdict");
    return true;
}

/* The link itself, and the call it rests on. */
static bool check_row(struct walk *w, const struct run_info *run,
                      const struct row *r, const unsigned char *before,
                      struct err *e)
{
    struct results_link link = { before, r->seq, r->at_ms,
                                 r->has_call ? r->sha : NULL };
    unsigned char real[CHAIN_BYTES];
    bool whole = true;

    w->out->results++;
    if (r->has_call && !r->call_there) {
        result_fault(w, run, r, "its call is gone");
        return true;
    }
    if (r->readable && before)
        results_chain(&w->s->chain, &link, &r->result, real);
    if (!r->readable || (before && memcmp(real, r->chain, sizeof(real)) != 0))
        result_fault(w, run, r, "changed, or not in its place");
    if (r->has_call && !check_call(w, r->call, &whole, e))
        return false;
    if (!whole)
        result_fault(w, run, r, "its reply was changed in the journal");
    return check_override(w, run, r, e);
}

static void missing(struct walk *w, const struct run_info *run, uint64_t from,
                    uint64_t to, const char *where)
{
    if (from == to)
        fault(w, "run %s, result %" PRIu64 ": missing%s", run->name, from,
              where);
    else
        fault(w, "run %s, results %" PRIu64 " to %" PRIu64 ": missing%s",
              run->name, from, to, where);
}

struct chain_end { /* of a run, as its row says */
    unsigned char start[CHAIN_BYTES], head[CHAIN_BYTES];
    uint64_t count, done, errors;
    struct hash128 hash;
};

static bool check_results(struct walk *w, const struct run_info *run,
                          const struct chain_end *end, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_RESULTS);
    unsigned char before[CHAIN_BYTES];
    uint64_t next = 1;
    enum query_got got;
    struct err why;
    struct row r;

    memcpy(before, end->start, sizeof(before));
    query_int(&q, run->id);
    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        take_row(w, &q, &r);
        if (r.seq != next)
            missing(w, run, next, r.seq - 1, "");
        if (!check_row(w, run, &r, r.seq == next ? before : NULL, e)) {
            query_end(&q);
            return false;
        }
        memcpy(before, r.chain, sizeof(before));
        next = r.seq + 1;
        arena_reset(&w->scratch);
    }
    if (got == QUERY_FAIL)
        return ended(w, &q, got, &why, e);
    if (next <= end->count)
        missing(w, run, next, end->count, " at the end");
    else if (next > end->count + 1 || memcmp(before, end->head, sizeof(before)))
        fault(w, "run %s: the end of its results is not what it was",
              run->name);
    return true;
}

/* ---- a run ---- */

/* *found: it could be read. */
static bool take_end(struct walk *w, int64_t run, struct chain_end *end,
                     bool *found, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_RUN);
    struct err why;

    query_int(&q, run);
    if (!query_row(&q, found, &why))
        return ended(w, &q, QUERY_FAIL, &why, e);
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
static bool check_start(struct walk *w, const struct run_info *run,
                        const struct chain_end *end, struct err *e)
{
    struct arena a = { 0 };
    struct vec texts = vec_in(&a, sizeof(const char *));
    struct hash128 hash = hash_bytes(run->spec, strlen(run->spec));
    unsigned char real[CHAIN_BYTES];
    uint64_t faults = w->out->faults;
    bool ok;

    if (hash.high != end->hash.high || hash.low != end->hash.low)
        fault(w, "run %s: its spec was changed", run->name);
    ok = check_problems(w, run, &a, &texts, e);
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
            fault(w, "run %s: its spec, models or problems were changed",
                  run->name);
    }
    arena_clear(&a);
    return ok;
}

static bool check_counts(struct walk *w, const struct run_info *run,
                         const struct chain_end *end, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_COUNTS);
    struct err why;
    bool found;

    query_int(&q, run->id);
    if (!query_row(&q, &found, &why))
        return ended(w, &q, QUERY_FAIL, &why, e);
    INVARIANT(found);
    if ((uint64_t)query_take_int(&q) != end->done ||
        (uint64_t)query_take_int(&q) != end->errors)
        fault(w, "run %s: its count of results or errors was changed",
              run->name);
    query_end(&q);
    return true;
}

static bool check_run(struct walk *w, const struct run_info *run, struct err *e)
{
    uint64_t faults = w->out->faults;
    struct chain_end end = { 0 };
    bool found;

    w->out->runs++;
    if (!take_end(w, run->id, &end, &found, e))
        return false;
    if (!found)
        return true;
    if (!check_start(w, run, &end, e) || !check_results(w, run, &end, e))
        return false;
    /* Missing and changed results have been reported already. */
    return w->out->faults != faults || check_counts(w, run, &end, e);
}

static bool check_runs(struct walk *w, int64_t only, struct err *e)
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
            fault(w, "%s", why.msg);
        else
            ok = check_run(w, &run, e);
        arena_reset(&a);
    }
    if (!ok)
        query_end(&q);
    arena_clear(&a);
    return ok && ended(w, &q, got, &why, e);
}

/* ---- the workbench ---- */

/* What entries say of themselves follows from their history. */
static bool check_entries(struct walk *w, enum sql which, const char *what,
                          struct err *e)
{
    struct query q = query_open(&w->s->db, which);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW)
        fault(w, "entry %" PRId64 ": %s", query_take_int(&q), what);
    return ended(w, &q, got, &why, e);
}

static bool count_deeds(struct walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_DEED_COUNT);
    struct err why;
    bool found;

    if (!query_row(&q, &found, &why))
        return ended(w, &q, QUERY_FAIL, &why, e);
    w->out->deeds = (uint64_t)query_take_int(&q);
    query_end(&q);
    return true;
}

static bool check_history(struct walk *w, struct err *e)
{
    unsigned char head[CHAIN_BYTES];
    int64_t bad = 0;
    struct err why;

    if (store_version(w->s) < STORE_WORKBENCH)
        return true;
    if (!deeds_verify(w->s, &bad, head, &why)) {
        if (!w->out->faults) { /* else for pages that were found damaged */
            *e = why;
            return false;
        }
        fault(w, "%s", why.msg);
    }
    if (bad)
        fault(w,
              "history of entries, deed %" PRId64 ": changed, missing, or "
              "not in its place",
              bad);
    return count_deeds(w, e) &&
           check_entries(w, SQL_CHECK_VERSIONS,
                         "no deed made one of its versions", e) &&
           check_entries(w, SQL_CHECK_ENTRIES,
                         "its author, version or state does not follow from "
                         "its history",
                         e);
}

/* ---- reviews ---- */

static void decision_fault(void *who, int64_t from, int64_t to,
                           const char *name, const char *what)
{
    if (from == to)
        fault(who, "reviews, decision %" PRId64 "%s%s%s: %s", from,
              name ? " (" : "", name ? name : "", name ? ")" : "", what);
    else
        fault(who, "reviews, decisions %" PRId64 " to %" PRId64 ": %s", from,
              to, what);
}

/* Rows of the queue that do not say what was decided last. */
static bool check_queue(struct walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_REVIEWS);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW)
        fault(w,
              "review %" PRId64 ": its state, key, note or time is not what "
              "was decided last",
              query_take_int(&q));
    return ended(w, &q, got, &why, e);
}

/* Decisions that are older than their chain stand first in it, and are
 * counted: they may have been changed before they were taken in. */
static bool count_decisions(struct walk *w, struct err *e)
{
    bool chained = store_version(w->s) >= STORE_DECISIONS, found;
    struct query q = query_open(&w->s->db, chained ? SQL_CHECK_DECISION_COUNT
                                                   : SQL_CHECK_REVIEW_COUNT);
    struct err why;

    if (!query_row(&q, &found, &why))
        return ended(w, &q, QUERY_FAIL, &why, e);
    w->out->decisions = (uint64_t)query_take_int(&q);
    w->out->unchained =
        chained ? (uint64_t)query_take_int(&q) : w->out->decisions;
    if (chained && query_take_int(&q) != 0)
        fault(w, "reviews: a decision is said to be older than the chain, and "
                 "stands behind one that is not");
    query_end(&q);
    return true;
}

static bool check_reviews(struct walk *w, struct err *e)
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
        fault(w, "%s", why.msg);
    }
    return check_queue(w, e) && count_decisions(w, e);
}

/* ---- the file ---- */

static bool check_pages(struct walk *w, struct err *e)
{
    struct query q = query_open(&w->s->db, SQL_CHECK_PAGES);
    enum query_got got;
    struct err why;

    while ((got = query_step(&q, &why)) == QUERY_ROW) {
        const char *line = query_take_text(&q, &w->scratch);

        if (line && !str_eq(line, "ok"))
            fault(w, "the file: %.300s", line);
        arena_reset(&w->scratch);
    }
    return ended(w, &q, got, &why, e);
}

/* Are the tables those of the version that the file says? Who sets it back
 * hides what later versions chain. *whole: all tables are there to be read. */
static bool check_shape(struct walk *w, bool *whole, struct err *e)
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
        fault(w, "the file: %s", what);
    *whole = !lacks;
    return true;
}

static bool check_keys(struct walk *w, struct err *e)
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
            fault(w, "%" PRId64 " rows of %s rest on rows of %s that are gone",
                  n, child, parent);
        arena_reset(&w->scratch);
    }
    return ended(w, &q, got, &why, e);
}

/* The courses of streams are in no chain: whether they can be is looked at. */
static bool check_timings(struct walk *w, struct err *e)
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
            fault(w,
                  "%" PRId64 " courses of streams make no sense, or rest on "
                  "calls that are gone",
                  n);
    }
    return ended(w, &q, got, &why, e);
}

bool runs_verify(struct store *s, struct arena *a, int64_t run,
                 struct verify_report *out, struct err *e)
{
    struct walk w = { .s = s, .arena = a, .out = out };
    bool own, ok, whole = false;

    *out = (struct verify_report){ 0 };
    out->said = arena_array(a, const char *, SAID_MOST);
    if (!store_look(s, &own, e))
        return false;
    ok = check_pages(&w, e) && check_shape(&w, &whole, e);
    if (whole)
        ok = ok && check_keys(&w, e) && check_runs(&w, run, e);
    if (whole && run == 0)
        ok = ok && check_orphans(&w, e) && check_lone_calls(&w, e) &&
             check_timings(&w, e) && check_history(&w, e) &&
             check_reviews(&w, e);
    else if (ok && run && out->runs == 0 && out->faults == 0)
        ok = err_set(e, ERR_USAGE, "there is no run r%" PRId64, run);
    store_look_end(s, own);
    arena_clear(&w.scratch);
    map_clear(&w.calls);
    return ok;
}
