/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/ask.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/shutdown.h"
#include "base/vec.h"
#include "run/engine/ask_int.h"
#include "run/engine/call.h"
#include "store/strands.h"
#include "store/work.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BACK_BATCH 512
#define TICK_MS    100
#define NOTES_MOST 20

/* ---- what the run has already ---- */

size_t ask_place(uint64_t n_problems, uint64_t attempts, const struct result *r)
{
    return (size_t)((r->model * n_problems + r->problem) * attempts +
                    r->attempt - 1);
}

static const struct price *price_at(const struct ask *k, size_t model)
{
    return k->lanes[model].has_price ? &k->lanes[model].price : NULL;
}

/* An error is no result to keep: it is asked again. */
static bool load_results(struct arena *a, struct store *s, int64_t run,
                         const struct plan *p, unsigned char *have,
                         struct result **results, size_t *n, struct err *e)
{
    size_t kept = 0;

    if (!runs_results(s, a, run, results, n, e))
        return false;
    for (size_t i = 0; i < *n; i++) {
        struct result *r = &(*results)[i];

        if (r->problem >= p->n_problems || r->model >= p->n_models ||
            r->attempt < 1 || r->attempt > p->attempts)
            return err_set(e, ERR_DOMAIN,
                           "a result does not belong to its run");
        have[ask_place(p->n_problems, p->attempts, r)] =
            r->outcome == OUTCOME_ERROR ? HAVE_ERROR : HAVE_RESULT;
        if (r->outcome == OUTCOME_ERROR)
            continue;
        (*results)[kept++] = *r;
    }
    *n = kept;
    return true;
}

static bool begin(struct ask *k, struct err *e)
{
    const struct plan *p = k->plan;
    struct arena a = { 0 };
    struct result *results;
    size_t n = 0;
    bool ok =
        k->is_new || k->o->share ||
        load_results(&a, k->store, k->run->id, p, k->have, &results, &n, e);

    if (ok && k->o->share && budget_is_set(k))
        ok = budget_before(k, e);
    if (ok)
        live_open(&k->report->live, p->n_problems,
                  p->n_models * p->n_problems * p->attempts, k->o->strict);
    if (ok)
        k->report->live.bad_key = k->o->bad_key;
    for (size_t i = 0; ok && i < n; i++) {
        live_add(&k->report->live, &results[i], price_at(k, results[i].model));
        if (!p->of && !k->o->paid) /* what was taken over cost nothing here */
            budget_add(&k->lanes[results[i].model], &results[i]);
        k->lanes[results[i].model].decline.answered = true;
    }
    if (ok && k->o->share) /* those of all who work on it */
        k->report->live.done = k->run->results;
    k->report->before = ok ? n : 0;
    if (k->is_new && k->o->keep)
        kept_open(&k->kept, k->arena, p);
    arena_clear(&a);
    return ok;
}

/* ---- what comes back ---- */

void ask_note(struct ask *k, const char *note)
{
    bool added;

    if (!note || k->report->n_notes == NOTES_MOST)
        return;
    map_put(&k->noted, note, strlen(note), &added);
    if (added)
        k->report->notes[k->report->n_notes++] = arena_strdup(k->arena, note);
}

static void set_fatal(struct lane *l, const char *why)
{
    struct ask *k = l->ask;

    why = arena_strdup(k->arena, why ? why : "no reason was given");
    if (k->o->apart && !l->fallen) {
        l->fallen = true;
        k->report->fallen[l->number] = why;
        if (l->pool)
            pool_stop(l->pool, k->o->grace_s);
    }
    if (k->o->apart || k->report->end == ASK_FATAL)
        return;
    k->report->end = ASK_FATAL;
    k->report->why = why;
}

/* Without a number: other calls in flight fail as well before the end. */
static void give_up(struct lane *l, const char *what, const char *how,
                    const char *why)
{
    set_fatal(l, arena_printf(l->ask->arena, "%s to %s %s: %s", what,
                              l->model->spec, how, why));
}

/* A server that never answers is given up after ten errors in a row before its
 * first reply, or after twice as many as may be in flight. */
static void watch_errors(struct ask *k, const struct item *it)
{
    struct lane *l = it->lane;
    uint64_t most = 2 * (uint64_t)k->o->pool.concurrency;
    const char *why = it->result.why ? it->result.why : "no reason was given";

    if (it->result.outcome != OUTCOME_ERROR) {
        l->decline.answered = true;
        l->errors = 0;
        return;
    }
    if (!k->report->error)
        k->report->error = arena_strdup(k->arena, why);
    if (!l->pool)
        return;
    if (it->declined)
        give_up(l, "every call", DECLINE_WORDS, why);
    if (!call_blames_server(&it->call))
        return;
    if (++l->errors < CALL_FIRST_ERRORS ||
        (l->decline.answered && l->errors < most))
        return;
    give_up(l, l->decline.answered ? "one call after another" : "every call",
            l->decline.answered ? "fails; the last error"
                                : "failed; the last error",
            why);
}

static void take_back(struct ask *k, struct item *it)
{
    struct lane *l = it->lane;

    budget_lost(it);
    if (it->stage == STAGE_DONE) {
        live_add(&k->report->live, &it->result, price_at(k, l->number));
        kept_add(&k->kept, &it->result);
        if (!it->journalled)
            budget_add(l, &it->result);
        *(it->result.outcome == OUTCOME_ERROR ? &k->report->failed
          : it->journalled                    ? &k->report->journalled
                                              : &k->report->asked) += 1;
        ask_note(k, it->call.reply.note);
        watch_errors(k, it);
        if (it->fatal)
            set_fatal(l, it->result.why);
    } else if (it->stage == STAGE_LATE) {
        k->report->late++;
    } else if (it->stage == STAGE_FATAL) {
        k->report->failed++;
        set_fatal(l, it->call.reply.why);
    } else {
        k->report->dropped++;
    }
    lane_return(it);
}

/* ---- the loop ---- */

static void tick(struct ask *k)
{
    blocks_renew(k);
    lanes_look(k, &k->report->live);
    if (k->o->progress)
        k->o->progress(k->o->ctx, &k->report->live);
}

/* Take items in, waiting for the first one. */
static void gather(struct ask *k, int wait_ms)
{
    void *items[BACK_BATCH];
    size_t n = queue_take_for(&k->back, items, BACK_BATCH, wait_ms);

    for (size_t i = 0; i < n; i++)
        take_back(k, items[i]);
    tick(k);
}

/* Should nothing more be started? Sets report->end. */
static bool should_stop(struct ask *k)
{
    if (atomic_load(&k->failed) || k->report->end == ASK_FATAL)
        return true;
    if (k->o->stop && k->o->stop(k->o->ctx)) {
        k->report->end = ASK_STOPPED;
        return true;
    }
    return false;
}

/* Nothing is under way, and nothing will be: done, or the budget is spent. */
static bool has_ended(struct ask *k)
{
    if (lanes_under_way(k) > 0)
        return false;
    if (!lanes_fed(k))
        k->report->end = ASK_BUDGET;
    else if (!blocks_over(k))
        return false; /* others have the rest, and may not come to its end */
    return true;
}

static void watch_budget(struct ask *k)
{
    struct lane *l = budget_blind(k);

    if (l)
        set_fatal(l, arena_printf(
                         k->arena,
                         "%s does not report token counts, so a budget cannot "
                         "be enforced; use --limit instead of --budget",
                         l->model->spec));
}

/* A run that came to its end without some of its models did not succeed. */
static void end_apart(struct ask *k)
{
    for (size_t i = 0; i < k->n_lanes; i++)
        if (k->report->end == ASK_DONE && k->lanes[i].fallen) {
            k->report->end = ASK_FATAL;
            k->report->why = k->report->fallen[i];
        }
}

/* How many requests were sent for nothing, and how to avoid it. */
static void note_lost(struct ask *k)
{
    const struct ask_report *r = k->report;

    if (r->unanswered)
        ask_note(k,
                 arena_printf(
                     k->arena,
                     "%" PRIu64
                     " request%s sent but got no complete answer; the server "
                     "may charge for %s, and the budget counts about %.0f "
                     "tokens; use --stream or a longer --timeout to avoid this",
                     r->unanswered, r->unanswered == 1 ? " was" : "s were",
                     r->unanswered == 1 ? "it" : "them", r->unanswered_tokens));
}

static bool loop(struct ask *k, struct err *e)
{
    struct convoy_sum others;
    bool ok = true, any;

    while (!should_stop(k)) {
        ok = lanes_feed(k, &any, e);
        if (!ok || (!any && has_ended(k)))
            break;
        if (!any)
            atomic_store(&k->fed, lanes_fed(k));
        gather(k, any ? 0 : TICK_MS);
        watch_budget(k);
    }
    /* What is in flight was paid for: it may end. */
    lanes_stop(k, ok && !atomic_load(&k->failed) ? k->o->grace_s : 0);
    while (lanes_under_way(k) > 0)
        gather(k, TICK_MS);
    end_apart(k);
    k->report->results = kept_all(&k->kept, &k->report->n_results);
    for (size_t i = 0; i < k->n_lanes; i++) {
        k->report->spent_tokens +=
            k->lanes[i].tokens + k->lanes[i].lost_cost.tokens;
        k->report->spent_money +=
            k->lanes[i].cost + k->lanes[i].lost_cost.money;
        k->report->unanswered += k->lanes[i].lost;
        k->report->unanswered_tokens += k->lanes[i].lost_cost.tokens;
    }
    note_lost(k);
    others = budget_others(k);
    k->report->others_tokens = others.tokens;
    k->report->others_money = others.money;
    if (atomic_load(&k->failed)) {
        *e = k->write_error;
        return false;
    }
    return ok;
}

/* Are there calls to servers, which are paid for? */
static bool asks_servers(const struct ask *k)
{
    for (size_t i = 0; i < k->n_lanes; i++)
        if (k->lanes[i].pool)
            return true;
    return false;
}

static bool open_and_loop(struct ask *k, struct err *e)
{
    bool ok = workers_open(k, e);

    if (!ok)
        return false;
    ok = lanes_open(k, e) && blocks_open(k, e);
    shutdown_hold(asks_servers(k) ? k->o->grace_s : 0);
    ok = ok && begin(k, e) && loop(k, e);
    lanes_close(k);
    workers_close(k);
    shutdown_release();
    return ok;
}

/* Who works alone goes on behind all that workers did. */
static bool lock_run(struct ask *k, struct err *e)
{
    if (k->o->share)
        return runs_share(k->store, k->run->id, e);
    if (!runs_lock(k->store, k->run->id, e))
        return false;
    if (runs_unfinished(k->o->writer ? k->o->writer : k->store) ||
        strands_fold(k->store, k->run->id, true, e))
        return true;
    runs_unlock(k->store, k->run->id);
    return false;
}

/* What a worker leaves behind when it fails, others close. */
static bool leave_run(struct ask *k, bool ok, struct err *e)
{
    struct err ignored;

    if (k->o->share ? !blocks_close(k, ok ? e : &ignored)
                    : ok && !work_settle(k->store, k->run, e))
        ok = false;
    k->report->strand = atomic_load(&k->strand);
    runs_unlock(k->store, k->run->id);
    return ok;
}

bool ask_run(struct arena *a, struct store *s, const struct run_info *run,
             const struct plan *plan, const struct ask_options *o,
             struct ask_report *out, struct err *e)
{
    struct ask k = {
        .arena = a, .plan = plan, .run = run, .o = o, .store = s, .report = out
    };
    bool ok;

    *out = (struct ask_report){ .end = ASK_DONE };
    pthread_mutex_init(&k.spend, NULL);
    out->notes = arena_array(a, const char *, NOTES_MOST);
    out->fallen = arena_array(a, const char *, plan->n_models + 1);
    if (!lock_run(&k, e))
        return false;
    k.have =
        alloc_new(plan->n_models * plan->n_problems * plan->attempts + 1, 1);
    ok = leave_run(&k, open_and_loop(&k, e), e);
    if (!ok)
        live_clear(&out->live);
    free(k.have);
    map_clear(&k.noted);
    pthread_mutex_destroy(&k.spend);
    return ok;
}
