/* SPDX-License-Identifier: Apache-2.0 */
#include "store/merge.h"
#include "base/json.h"
#include "base/map.h"
#include "base/str.h"
#include "store/journal_int.h"
#include "store/reviews.h"
#include "store/runs_int.h"
#include "store/store_int.h"
#include "store/studies.h"
#include "store/worker_chain_int.h"

#include <inttypes.h>
#include <string.h>

struct merge {
    struct store *to, *from;
    struct arena *arena;  /* of what is said */
    struct arena scratch; /* of one row */
    struct merge_report *out;
    struct vec said; /* const char * */
    struct map runs; /* the number of a run in `from`: that in `to` */
};

static void merge_say(struct merge *m, const char *line)
{
    *(const char **)vec_push(&m->said) = line;
}

/* The end of a transaction of `to`. */
static bool merge_ended(struct merge *m, bool ok, struct err *e)
{
    if (ok)
        return store_commit(m->to, e);
    store_rollback(m->to);
    return false;
}

/* ---- calls ---- */

/* Copies the call of the row of the query unless its key is there. */
static bool copy_call(struct merge *m, struct query *q, struct err *e)
{
    struct call c;
    const struct call *one = &c;
    bool already, found;

    if (!journal_take(q, &m->scratch, &c, e) ||
        !journal_course(m->from, c.key, &c.course, &found, e) ||
        !journal_commit(m->to, &one, 1, &already, e))
        return false;
    m->out->calls += !already;
    return true;
}

static bool copy_call_of(struct merge *m, int64_t id, struct err *e)
{
    struct query q =
        query_with(&m->from->db, SQL_CALL_BY_ID, ARGS(sql_int(id)));
    bool found, ok;

    if (!query_row(&q, &found, e))
        return false;
    ok = found ? copy_call(m, &q, e)
               : err_set(e, ERR_DOMAIN, "a call of \"%.200s\" is missing",
                         store_path(m->from));
    query_end(&q);
    return ok;
}

/* Calls on which no result rests: those of hypothesizers, writers, taggers. */
static bool copy_lone_calls(struct merge *m, struct err *e)
{
    struct query q = query_open(&m->from->db, SQL_CALL_LONE);
    enum query_got got;
    bool ok = true;

    if (!store_begin(m->to, e))
        return false;
    while (ok && (got = query_step(&q, e)) == QUERY_ROW) {
        ok = copy_call(m, &q, e);
        arena_reset(&m->scratch);
    }
    query_end(&q);
    return merge_ended(m, ok && got == QUERY_END, e);
}

/* ---- results ---- */

/* The end of a chain in `to`: of the run's own, or of a worker's. */
struct chain_of {
    int64_t worker_chain; /* 0: the run's own */
    uint64_t count;
    unsigned char last[CHAIN_BYTES]; /* chain of the last result, if any */
    bool met;                        /* `from` has the same one there */
};

/* Goes through the results of a run of `from`, in order. */
struct pass {
    struct merge *merge;
    int64_t run;           /* in `to` */
    uint64_t other;        /* calls that have another reply in `to` */
    struct chain_of *mine; /* of `to`, by worker chain */
    size_t n_mine;         /* 0: the run is not there */
    uint64_t taken;        /* links that were copied */
    bool rest;             /* links that `to` has are passed over */
};

static struct chain_of *chain_of(const struct pass *p, uint64_t seq)
{
    int64_t worker_chain = (int64_t)(seq >> WORKER_CHAIN_SHIFT);
    size_t low = 0, high = p->n_mine;

    while (low < high) {
        size_t at = (low + high) / 2;

        if (p->mine[at].worker_chain < worker_chain)
            low = at + 1;
        else
            high = at;
    }
    return low < p->n_mine && p->mine[low].worker_chain == worker_chain
               ? &p->mine[low]
               : NULL;
}

static uint64_t number_in_chain(uint64_t seq)
{
    return seq & (((uint64_t)1 << WORKER_CHAIN_SHIFT) - 1);
}

/* Does `to` have that link, if its chain is the beginning of this one? */
static bool merge_is_there(const struct pass *p, uint64_t seq)
{
    const struct chain_of *c = p->rest ? chain_of(p, seq) : NULL;

    return c && number_in_chain(seq) <= c->count;
}

static bool merge_walk(struct merge *m, int64_t run, struct pass *p,
                       bool (*visit)(struct pass *p,
                                     const struct stored_result *l,
                                     struct err *e),
                       struct err *e)
{
    struct query q = query_with(&m->from->db, SQL_LINKS, ARGS(sql_int(run)));
    enum query_got got = QUERY_END;
    struct stored_result l;
    bool ok = true;

    while (ok && (got = query_step(&q, e)) == QUERY_ROW) {
        results_take_stored(&q, &m->scratch, &l);
        ok = l.readable ? merge_is_there(p, l.seq) || visit(p, &l, e)
                        : query_nonsense(&q, "a result", e);
        arena_reset(&m->scratch);
    }
    query_end(&q);
    return ok && got == QUERY_END;
}

/* Compares, and changes nothing. */
static bool compare_link(struct pass *p, const struct stored_result *l,
                         struct err *e)
{
    struct chain_of *c = chain_of(p, l->seq);
    unsigned char sha[CHAIN_BYTES];
    int64_t id = 0;

    if (c && c->count == number_in_chain(l->seq))
        c->met = memcmp(l->chain, c->last, CHAIN_BYTES) == 0;
    if (l->call >= 0 &&
        !results_call(p->merge->to, l->result.call, &id, sha, e))
        return false;
    p->other += id && memcmp(sha, l->sha, CHAIN_BYTES) != 0;
    return true;
}

static bool copy_call_only(struct pass *p, const struct stored_result *l,
                           struct err *e)
{
    return l->call < 0 || copy_call_of(p->merge, l->call, e);
}

/* The link as it is, and its call before it. */
static bool copy_link(struct pass *p, const struct stored_result *l,
                      struct err *e)
{
    struct results_link link = { .seq = l->seq, .at_ms = l->at_ms };
    unsigned char sha[CHAIN_BYTES];
    int64_t id = 0;

    if (!copy_call_only(p, l, e) ||
        (l->call >= 0 &&
         !results_call(p->merge->to, l->result.call, &id, sha, e)))
        return false;
    p->taken++;
    p->merge->out->results++;
    return results_insert(p->merge->to, p->run, &link, &l->result, id, l->chain,
                          e);
}

/* ---- workers ---- */

static bool copy_worker_chains(struct merge *m, int64_t from, int64_t to,
                               struct err *e)
{
    struct arena a = { 0 };
    struct worker_chain_row *rows;
    size_t n = 0;
    bool ok =
        query_do(&m->to->db, SQL_DROP_WORKER_CHAINS, ARGS(sql_int(to)), e) &&
        worker_chains_rows(m->from, &a, from, &rows, &n, e);

    for (size_t i = 0; ok && i < n; i++)
        ok = worker_chains_copy(m->to, to, &rows[i], e);
    arena_clear(&a);
    return ok;
}

/* The chain of one result. */
static bool chain_at(struct merge *m, int64_t run, uint64_t seq,
                     unsigned char out[CHAIN_BYTES], struct err *e)
{
    struct query q = query_with(&m->to->db, SQL_CHECK_RESULTS,
                                ARGS(sql_int(run), sql_int((int64_t)seq - 1),
                                     sql_int((int64_t)seq + 1)));
    struct stored_result l;
    bool found;

    if (!query_row(&q, &found, e))
        return false;
    if (found) {
        results_take_stored(&q, &m->scratch, &l);
        memcpy(out, l.chain, CHAIN_BYTES);
        query_end(&q);
        arena_reset(&m->scratch);
    }
    return true;
}

/* The ends of all chains of a run of `to`. */
static bool list_chains(struct merge *m, int64_t run, uint64_t count,
                        struct pass *p, struct err *e)
{
    struct worker_chain_row *rows;
    size_t n;

    if (!worker_chains_rows(m->to, m->arena, run, &rows, &n, e))
        return false;
    p->mine = arena_array(m->arena, struct chain_of, n + 1);
    p->n_mine = n + 1;
    p->mine[0] = (struct chain_of){ .count = count };
    for (size_t i = 0; i < n; i++) {
        p->mine[i + 1] =
            (struct chain_of){ .worker_chain = rows[i].worker_chain.number,
                               .count = rows[i].worker_chain.count };
        memcpy(p->mine[i + 1].last, rows[i].head, CHAIN_BYTES);
    }
    return !count || chain_at(m, run, count, p->mine[0].last, e);
}

/* Is what `to` has of one worker the beginning of what `from` has? */
static bool merge_goes_on(const struct worker_chain_row *mine,
                          const struct worker_chain_row *theirs)
{
    const struct worker_chain *x = &mine->worker_chain,
                              *y = &theirs->worker_chain;

    return x->number == y->number && str_eq(x->name, y->name) &&
           (!x->fold || (x->fold == y->fold && x->after == y->after &&
                         x->count == y->count));
}

/* Are all chains of `to` beginnings of those in `from`? */
static bool merge_follows(struct merge *m, int64_t from, int64_t to,
                          const struct pass *p, bool *yes, struct err *e)
{
    struct arena a = { 0 };
    struct worker_chain_row *mine, *theirs;
    size_t n, k, at = 0;
    bool ok = worker_chains_rows(m->to, &a, to, &mine, &n, e) &&
              worker_chains_rows(m->from, &a, from, &theirs, &k, e);

    *yes = ok;
    for (size_t i = 0; *yes && i < p->n_mine; i++)
        *yes = p->mine[i].met || p->mine[i].count == 0;
    for (size_t i = 0; *yes && i < n; i++) {
        while (at < k &&
               theirs[at].worker_chain.number < mine[i].worker_chain.number)
            at++;
        *yes = at < k && merge_goes_on(&mine[i], &theirs[at]);
    }
    arena_clear(&a);
    return ok;
}

/* ---- results of a run whose chains part ---- */

/* Does the call of the result have the same text in both? */
static bool same_reply(struct merge *m, const struct result *r, bool *same,
                       struct err *e)
{
    const char *mine, *theirs;

    if (!journal_text(m->to, &m->scratch, r->call, &mine, e) ||
        !journal_text(m->from, &m->scratch, r->call, &theirs, e))
        return false;
    *same = mine && theirs && str_eq(mine, theirs);
    arena_reset(&m->scratch);
    return true;
}

/* Appends what `to` has no result of, or only an error. A place whose reply is
 * another one here stays open: it is judged when the run goes on. */
static bool append_rest(struct merge *m, int64_t here,
                        const struct run_info *run, size_t *appended,
                        struct err *e)
{
    struct arena a = { 0 };
    struct result *mine, *theirs;
    const struct result **open;
    size_t n_mine, n_theirs, n = 0, k = 0;
    bool same = false;
    bool ok = runs_results(m->to, &a, here, &mine, &n_mine, e) &&
              runs_results(m->from, &a, run->id, &theirs, &n_theirs, e);

    open = arena_array(&a, const struct result *, (ok ? n_theirs : 0) + 1);
    for (size_t i = 0; ok && i < n_theirs; i++) {
        const struct result *x = &theirs[i];

        while (k < n_mine && results_before(&mine[k], x))
            k++;
        if (x->outcome == OUTCOME_ERROR ||
            (k < n_mine && !results_before(x, &mine[k]) &&
             mine[k].outcome != OUTCOME_ERROR))
            continue;
        ok = same_reply(m, x, &same, e);
        if (ok && same)
            open[n++] = x;
    }
    ok = ok && runs_append(m->to, here, open, n, run->worked_ms, e);
    m->out->results += ok ? n : 0;
    *appended = n;
    arena_clear(&a);
    return ok;
}

/* ---- runs ---- */

static bool merge_make_run(struct merge *m, const struct run_info *run,
                           int64_t *id, struct err *e)
{
    struct arena a = { 0 };
    struct run_info made;
    const char **problems;
    bool found, ok;
    size_t n;

    ok =
        runs_problems(m->from, &a, run->id, &problems, &n, e) &&
        runs_open(m->to, &a, run->spec, run->version, problems, n, run->models,
                  run->n_models, run->attempts, run->made_ms, &made, &found, e);
    *id = ok ? made.id : 0;
    arena_clear(&a);
    return ok;
}

static void merge_note_run(struct merge *m, int64_t there, int64_t here)
{
    *map_put(&m->runs, &there, sizeof(there), NULL) = (size_t)here;
}

/* Some of its calls were asked here as well, and the replies here count: its
 * chain cannot be kept. */
static bool chain_anew(struct merge *m, const struct run_info *run,
                       struct pass *p, struct err *e)
{
    size_t n;

    if (!merge_make_run(m, run, &p->run, e) ||
        !merge_walk(m, run->id, p, copy_call_only, e) ||
        !append_rest(m, p->run, run, &n, e))
        return false;
    m->out->runs++;
    merge_note_run(m, run->id, p->run);
    merge_say(m,
              arena_printf(m->arena,
                           "run %s of %s has a new chain: %" PRIu64 " of its "
                           "calls were also made here, and the replies here "
                           "are kept; %" PRIu64 " results are open until its "
                           "command is run again",
                           run->name, store_path(m->from), p->other,
                           run->results - n));
    return true;
}

/* Links, workers and the end of the chain, as they stand in `from`. */
static bool copy_links(struct merge *m, const struct run_info *run,
                       struct pass *p, const struct run_end *end, struct err *e)
{
    struct results_head h = { .run = p->run,
                              .now_ms = run->worked_ms,
                              .count = end->count,
                              .done = (int64_t)end->done,
                              .errors = (int64_t)end->errors };

    memcpy(h.chain, end->head, CHAIN_BYTES);
    return merge_walk(m, run->id, p, copy_link, e) &&
           copy_worker_chains(m, run->id, p->run, e) &&
           results_put_head(m->to, &h, e);
}

static bool take_new(struct merge *m, const struct run_info *run,
                     struct pass *p, struct err *e)
{
    struct run_end end;
    bool found;

    if (p->other)
        return chain_anew(m, run, p, e);
    if (!merge_make_run(m, run, &p->run, e) ||
        !runs_end(m->from, run->id, &end, &found, e) ||
        !copy_links(m, run, p, &end, e))
        return false;
    m->out->runs++;
    merge_note_run(m, run->id, p->run);
    return true;
}

/* Takes the links that `to` does not have. */
static bool merge_follow(struct merge *m, const struct run_info *run,
                         struct pass *p, const struct run_end *theirs,
                         const struct run_end *mine, struct err *e)
{
    bool grown;

    p->rest = true;
    if (!copy_links(m, run, p, theirs, e))
        return false;
    grown = p->taken || memcmp(theirs->head, mine->head, CHAIN_BYTES) != 0;
    m->out->grown += grown;
    m->out->known += !grown;
    return true;
}

static bool take_known(struct merge *m, const struct run_info *run,
                       const struct run_info *mine, struct pass *p,
                       const struct run_end *end, struct err *e)
{
    struct run_end theirs;
    size_t n;
    bool found, yes;

    merge_note_run(m, run->id, mine->id);
    if (!runs_end(m->from, run->id, &theirs, &found, e) ||
        !merge_follows(m, run->id, mine->id, p, &yes, e))
        return false;
    if (memcmp(theirs.start, end->start, CHAIN_BYTES) != 0)
        return err_set(e, ERR_DOMAIN,
                       "run %s of \"%.200s\" already exists here with other "
                       "problems",
                       run->name, store_path(m->from));
    p->run = mine->id;
    if (yes && !p->other)
        return merge_follow(m, run, p, &theirs, end, e);
    if (!merge_walk(m, run->id, p, copy_call_only, e) ||
        !append_rest(m, mine->id, run, &n, e))
        return false;
    m->out->grown += n > 0;
    m->out->known += n == 0;
    return true;
}

/* A run that is here is nobody else's meanwhile. */
static bool take_run(struct merge *m, const struct run_info *run, struct err *e)
{
    struct pass p = { .merge = m };
    struct run_info mine;
    struct run_end end;
    bool found;

    if (!runs_one(m->to, m->arena, SQL_RUN_BY_HASH, ARGS(sql_hash(run->hash)),
                  &mine, &found, e) ||
        (found && (!runs_lock(m->to, mine.id, e) ||
                   !runs_end(m->to, mine.id, &end, &found, e) ||
                   !list_chains(m, mine.id, end.count, &p, e))))
        return false;
    return merge_walk(m, run->id, &p, compare_link, e) &&
           (found ? take_known(m, run, &mine, &p, &end, e)
                  : take_new(m, run, &p, e));
}

/* One transaction: a run is there as a whole or not at all. */
static bool take_whole_run(struct merge *m, const struct run_info *run,
                           struct err *e)
{
    bool ok =
        store_begin_alone(m->to, e) && merge_ended(m, take_run(m, run, e), e);

    while (m->to->locked.n)
        runs_unlock(m->to, vec_get(&m->to->locked, struct run_lock, 0)->run);
    return ok;
}

/* ---- studies and reviews ---- */

static bool take_study(struct merge *m, const char *name, struct err *e)
{
    struct study s, mine;
    struct study_run *runs;
    bool found;

    if (!studies_find(m->from, &m->scratch, name, &s, &found, e))
        return false;
    if (!found || !s.ended)
        return true;
    if (!studies_find(m->to, &m->scratch, s.hash, &mine, &found, e))
        return false;
    if (found && mine.ended)
        return true;
    runs = arena_array(&m->scratch, struct study_run, s.n_runs + 1);
    for (size_t i = 0; i < s.n_runs; i++) {
        const size_t *run =
            map_get(&m->runs, &s.runs[i].run, sizeof(s.runs[i].run));

        if (!run)
            return true; /* a run of it was not taken over */
        runs[i] = (struct study_run){ (int64_t)*run, s.runs[i].role };
    }
    s.runs = runs;
    m->out->studies++;
    return studies_put(m->to, &m->scratch, &s, e);
}

static bool take_studies(struct merge *m, struct err *e)
{
    struct study *list;
    size_t n;

    if (!studies_list(m->from, m->arena, &list, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!take_study(m, list[i].name, e))
            return false;
        arena_reset(&m->scratch);
    }
    return true;
}

/* A doubt that is open here and decided there is decided. */
static bool take_review(struct merge *m, const struct review *r, struct err *e)
{
    struct review mine;
    bool found;

    if (!review_put(m->to, &m->scratch, r, &mine, &found, e))
        return false;
    m->out->reviews += !found;
    if (r->state == REVIEW_OPEN || mine.state != REVIEW_OPEN)
        return true;
    return review_decide(m->to, mine.id, r->state, r->key, r->note,
                         r->decided_ms, e);
}

/* The statement of a problem's line, or NULL. */
static const char *statement_in(struct arena *a, const char *line)
{
    struct json *v;
    struct err e;

    return json_read(a, line, strlen(line), 1, &v, &e)
               ? json_string(json_get(v, "statement"))
               : NULL;
}

/* The statements of a run of `from`. */
static bool list_statements(struct merge *m, int64_t run, struct map *out,
                            struct err *e)
{
    struct arena a = { 0 };
    const char **lines, *text;
    size_t n;
    bool ok = runs_problems(m->from, &a, run, &lines, &n, e);

    for (size_t i = 0; ok && i < n; i++) {
        if ((text = statement_in(&m->scratch, lines[i])))
            map_put(out, text, strlen(text), NULL);
        arena_reset(&m->scratch);
    }
    arena_clear(&a);
    return ok;
}

/* Reviews of the problems of a run, or all: 0. Whoever gets one run gets
 * nothing of others. */
static bool take_reviews(struct merge *m, int64_t run, struct err *e)
{
    struct map of = { 0 };
    struct review *list;
    size_t n;
    bool ok = review_list(m->from, m->arena, REVIEW_OPEN, true, &list, &n, e) &&
              (!run || !n || list_statements(m, run, &of, e));

    for (size_t i = 0; ok && i < n; i++) {
        const char *text = statement_in(&m->scratch, list[i].problem);

        if (!run || (text && map_get(&of, text, strlen(text))))
            ok = take_review(m, &list[i], e);
        arena_reset(&m->scratch);
    }
    map_clear(&of);
    return ok;
}

/* ---- the whole ---- */

static bool is_intact(struct merge *m, int64_t run, struct err *e)
{
    struct verify_report r;

    if (!runs_verify(m->from, m->arena, run, &r, e))
        return false;
    return !r.faults ||
           err_set(e, ERR_DOMAIN,
                   "nothing was merged from \"%.200s\", because it is "
                   "damaged: %.300s",
                   store_path(m->from), r.n_said ? r.said[0] : "");
}

static struct merge open_merge(struct store *to, struct store *from,
                               struct arena *a, struct merge_report *out)
{
    *out = (struct merge_report){ 0 };
    return (struct merge){ .to = to,
                           .from = from,
                           .arena = a,
                           .out = out,
                           .said = vec_in(a, sizeof(const char *)) };
}

static bool close_merge(struct merge *m, bool ok)
{
    m->out->said = m->said.items;
    m->out->n_said = m->said.n;
    map_clear(&m->runs);
    arena_clear(&m->scratch);
    return ok;
}

bool store_merge(struct store *to, struct store *from, struct arena *a,
                 struct merge_report *out, struct err *e)
{
    struct merge m = open_merge(to, from, a, out);
    struct run_info *runs = NULL;
    size_t n = 0;
    bool own, ok;

    /* Of one moment, whoever works on it. */
    if (!store_look(from, &own, e))
        return close_merge(&m, false);
    ok = is_intact(&m, 0, e) && runs_list(from, a, &runs, &n, e) &&
         take_reviews(&m, 0, e);
    for (size_t i = 0; ok && i < n; i++)
        ok = take_whole_run(&m, &runs[i], e);
    ok = ok && copy_lone_calls(&m, e) && take_studies(&m, e);
    store_look_end(from, own);
    return close_merge(&m, ok);
}

bool store_pull(struct store *to, struct store *from, struct arena *a,
                const struct run_info *run, struct merge_report *out,
                struct err *e)
{
    struct merge m = open_merge(to, from, a, out);
    struct run_info now;
    bool own, ok;

    if (!store_look(from, &own, e))
        return close_merge(&m, false);
    ok = is_intact(&m, run->id, e) && runs_find(from, a, run->name, &now, e) &&
         take_reviews(&m, now.id, e) && take_whole_run(&m, &now, e);
    store_look_end(from, own);
    return close_merge(&m, ok);
}
