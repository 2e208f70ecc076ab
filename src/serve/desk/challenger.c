/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/challenger.h"
#include "assay.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/str.h"
#include "run/engine/ask.h"
#include "run/plan.h"
#include "run/review/doubts.h"
#include "serve/desk/ask_budget.h"
#include "store/entries.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY_MS   250  /* between two events of a challenge */
#define WRITE_MS 1000 /* between two writings of what was spent */
#define LOOK_S   5    /* at the queue, though nobody woke us */

/* ---- state ---- */

/* One thread and what it works on. */
struct worker {
    struct challenger *challenger;
    pthread_t thread;
    struct store *store; /* its own all its life: closing it would drop the
                            locks that the process has on runs */
    int64_t challenge;   /* under way; 0: none. Under the lock */
    char halted[160];    /* why a person stopped it; "": nobody did. Likewise */

    /* Of the challenge under way, the thread's own. */
    struct arena arena;
    struct challenge row;
    int64_t said_ms, wrote_ms;
    uint64_t said_done;
    const char *spent; /* the budget that ran out; NULL: none did */
};

struct challenger {
    struct serve *serve;
    struct arena arena;   /* of the models */
    struct model *models; /* of the options, in their order */
    size_t n_models;
    pthread_mutex_t lock; /* of the queue: whoever takes, halts or waits */
    pthread_cond_t wake;
    atomic_bool stopping;
    struct worker workers[CHALLENGER_THREADS];
};

const struct model *challenger_model(const struct challenger *c,
                                     const char *spec)
{
    for (size_t i = 0; c && i < c->n_models; i++)
        if (str_eq(c->models[i].spec, spec))
            return &c->models[i];
    return NULL;
}

/* ---- telling, and what it costs ---- */

/* The smallest of the budgets is that of the run. The run counts what it spent
 * before it was interrupted, which the sums have as well. */
static bool set_budget(struct worker *w, struct ask_options *o, struct err *e)
{
    struct purse_left left;
    double money, tokens;

    if (!budget_left(w->challenger->serve->o, w->store, w->row.person, &left,
                     e))
        return false;
    money = fmin(left.project_money, left.person_money) + w->row.money;
    tokens = fmin(left.project_tokens, left.person_tokens) + w->row.tokens;
    o->budget_money = isfinite(money) ? fmax(1e-9, money) : 0;
    o->budget_tokens = isfinite(tokens) ? (uint64_t)fmax(1, tokens) : 0;
    return true;
}

static void say(struct worker *w, const char *name, const struct live *l)
{
    struct events *h = w->challenger->serve->events;
    const struct challenge *c = &w->row;
    struct str json = { 0 };
    char topic[40];

    if (!h)
        return;
    str_addf(&json,
             "{\"challenge\": %" PRId64 ", \"entry\": %" PRId64
             ", \"state\": \"%s\"",
             c->id, c->entry, challenge_state_name(c->state));
    if (l)
        str_addf(&json,
                 ", \"done\": %" PRIu64 ", \"total\": %" PRIu64
                 ", \"trying\": %u",
                 l->done, l->total, l->in_flight + l->waiting);
    str_addc(&json, '}');
    snprintf(topic, sizeof(topic), "challenge:%" PRId64, c->id);
    events_say(h, topic, name, str_get(&json));
    snprintf(topic, sizeof(topic), "entry:%" PRId64, c->entry);
    events_say(h, topic, name, str_get(&json));
    if (!l)
        events_say(h, "board", name, str_get(&json));
    str_clear(&json);
}

/* What was spent by all, a challenge under way among them, is in the store:
 * each thread writes its own part every second and reads the sums. */
static void write_spent(struct worker *w, const struct live *l)
{
    struct purse_left left;
    struct err e;

    w->row.money = l->cost;
    w->row.tokens = (double)l->tokens;
    if (challenges_set(w->store, &w->row, &e) &&
        budget_left(w->challenger->serve->o, w->store, w->row.person, &left,
                    &e) &&
        l->done < l->total)
        w->spent = budget_spent(&w->arena, w->challenger->serve->o, &left);
}

static void on_progress(void *ctx, const struct live *l)
{
    struct worker *w = ctx;
    int64_t now = clock_day_ms();

    if (now - w->wrote_ms >= WRITE_MS) {
        w->wrote_ms = now;
        write_spent(w, l);
    }
    if (now - w->said_ms < SAY_MS ||
        (l->done == w->said_done && now - w->said_ms < 8 * SAY_MS))
        return;
    w->said_ms = now;
    w->said_done = l->done;
    say(w, "progress", l);
}

static bool is_halted(struct worker *w)
{
    bool halted;

    pthread_mutex_lock(&w->challenger->lock);
    halted = w->halted[0] != '\0';
    pthread_mutex_unlock(&w->challenger->lock);
    return halted;
}

static bool on_stop(void *ctx)
{
    struct worker *w = ctx;

    return atomic_load(&w->challenger->stopping) || w->spent || is_halted(w);
}

/* ---- one challenge ---- */

static bool read_problem(struct worker *w, struct problem *out, struct err *e)
{
    struct entry_version v;
    struct json *j;
    bool found;

    if (!entries_version(w->store, &w->arena, w->row.entry, w->row.version, &v,
                         &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_DOMAIN, "its version is not there");
    return json_read(&w->arena, v.problem, strlen(v.problem), 1, &j, e) &&
           problem_read(&w->arena, j, out, e);
}

/* The open models of the challenge. */
static bool find_models(struct worker *w, struct plan *plan, struct err *e)
{
    struct model *list = arena_array(&w->arena, struct model, w->row.n_models);

    for (size_t i = 0; i < w->row.n_models; i++) {
        const struct model *m =
            challenger_model(w->challenger, w->row.models[i]);

        if (!m)
            return err_set(e, ERR_DOMAIN,
                           "the server was started without the model %.200s",
                           w->row.models[i]);
        list[i] = *m;
    }
    plan->models = list;
    plan->n_models = w->row.n_models;
    return true;
}

/* The name of the set is the challenge's: each is a run of its own. */
static bool make_plan(struct worker *w, struct plan *plan, struct err *e)
{
    struct problem *p = arena_new(&w->arena, struct problem);

    *plan = (struct plan){ .file = arena_printf(&w->arena, "challenge %" PRId64,
                                                w->row.id),
                           .problems = p,
                           .n_problems = 1,
                           .attempts = w->row.attempts,
                           .after = w->row.after };
    return read_problem(w, p, e) && find_models(w, plan, e) &&
           plan_try_prompts(plan, e);
}

static bool open_run(struct worker *w, const struct plan *plan,
                     struct run_info *run, struct err *e)
{
    bool found;

    if (!runs_open(w->store, &w->arena, plan_spec(&w->arena, plan),
                   assay_version(), plan_lines(&w->arena, plan), 1,
                   w->row.models, w->row.n_models, plan->attempts,
                   clock_day_ms(), run, &found, e))
        return false;
    w->row.run = run->id;
    return challenges_set(w->store, &w->row, e);
}

static void end_as(struct worker *w, enum challenge_state state,
                   const char *why)
{
    const char *text = why ? why : "";

    /* A server's words were searched for secrets when they came; what the store
     * keeps and pages show is searched once more. */
    for (size_t i = 0; i < w->challenger->n_models; i++)
        text = model_redact(&w->arena, &w->challenger->models[i], text,
                            strlen(text));
    w->row.state = state;
    w->row.why = text;
}

static const char *errors_words(struct worker *w, const struct ask_report *r)
{
    uint64_t errors = r->live.count[MARK_ERROR];

    return !errors ? ""
                   : arena_printf(&w->arena,
                                  "%" PRIu64 " attempts had no reply and count "
                                  "for nothing; the first: %s",
                                  errors, r->error ? r->error : "");
}

/* A line for each model that could not be asked. What is wrong there is the
 * owner's to mend, not the author's. */
static const char *fallen_words(struct worker *w, const struct ask_report *r)
{
    struct str out = str_in(&w->arena);

    for (size_t i = 0; i < w->row.n_models; i++)
        if (r->fallen[i])
            str_addf(&out,
                     "%s%s cannot be asked now. Ask the owner to mend it, then "
                     "ask what is missing: %s",
                     out.n ? "\n" : "", w->row.models[i], r->fallen[i]);
    return str_get(&out);
}

/* Whose budget does not suffice, and what to do. */
static const char *budget_words(struct worker *w)
{
    const struct serve_options *o = w->challenger->serve->o;
    const char *why = w->spent;
    struct purse_left left;
    struct err e;

    if (!why && budget_left(o, w->store, w->row.person, &left, &e))
        why = budget_scarce(&w->arena, o, &left);
    return arena_printf(&w->arena,
                        "%s. Replies that came are kept. When the owner has "
                        "raised the budget, ask what is missing",
                        why ? why : "the budget allows no further call");
}

/* From the end of the run to that of the challenge. */
static void take_end(struct worker *w, const struct ask_report *r)
{
    const char *fallen = fallen_words(w, r);
    bool halted = is_halted(w);

    if (r->end == ASK_DONE)
        end_as(w, CHALLENGE_DONE, errors_words(w, r));
    else if (r->end == ASK_FATAL)
        end_as(w, CHALLENGE_FAILED, *fallen ? fallen : r->why);
    else if (r->end == ASK_STOPPED && halted)
        end_as(w, CHALLENGE_STOPPED, w->halted);
    else if (r->end == ASK_BUDGET || w->spent)
        end_as(w, CHALLENGE_FAILED,
               arena_printf(&w->arena, "%s%s%s", budget_words(w),
                            *fallen ? "\n" : "", fallen));
    else
        end_as(w, CHALLENGE_QUEUED, ""); /* the program ends: go on later */
}

static bool ask(struct worker *w, const struct plan *plan,
                const struct run_info *run, struct err *e)
{
    struct ask_options o = w->challenger->serve->o->ask.ask;
    struct ask_report r;
    struct doubts d;

    if (!set_budget(w, &o, e))
        return false;
    if (o.threads < 1)
        o.threads = 1;
    if (!o.pool.concurrency)
        o.pool = pool_defaults;
    o.apart = true;
    o.progress = on_progress;
    o.stop = on_stop;
    o.ctx = w;
    if (!ask_run(&w->arena, w->store, run, plan, &o, &r, e))
        return false;
    w->row.money = r.spent_money;
    w->row.tokens = r.spent_tokens;
    if (!challenges_set(w->store, &w->row, e)) {
        live_clear(&r.live);
        return false;
    }
    take_end(w, &r);
    live_clear(&r.live);
    return doubts_queue(&w->arena, w->store, run, clock_day_ms(), &d, e);
}

/* Works on w->row until it has another state. */
static void challenge(struct worker *w)
{
    struct run_info run;
    struct plan plan;
    struct err e;

    say(w, "changed", NULL);
    if (!make_plan(w, &plan, &e) || !open_run(w, &plan, &run, &e) ||
        !ask(w, &plan, &run, &e))
        end_as(w, CHALLENGE_FAILED, arena_strdup(&w->arena, e.msg));
    w->row.ended_ms = w->row.state == CHALLENGE_QUEUED ? 0 : clock_day_ms();
    if (!challenges_set(w->store, &w->row, &e) &&
        w->challenger->serve->o->tell) /* it is asked again at the next start */
        w->challenger->serve->o->tell(w->challenger->serve->o->ctx,
                                      arena_printf(&w->arena,
                                                   "challenge %" PRId64 ": %s",
                                                   w->row.id, e.msg));
    say(w, "changed", NULL);
}

/* ---- threads ---- */

/* Takes the oldest challenge, or waits a while. Whoever halts one finds it in
 * the queue or with its worker, since both are under the lock. */
static bool take(struct worker *w)
{
    struct challenger *c = w->challenger;
    struct timespec until;
    bool found = false;
    struct err e;

    arena_reset(&w->arena);
    pthread_mutex_lock(&c->lock);
    if (!atomic_load(&c->stopping) &&
        challenges_take(w->store, &w->arena, clock_day_ms(), &w->row, &found,
                        &e) &&
        found) {
        w->challenge = w->row.id;
    } else if (!atomic_load(&c->stopping)) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += LOOK_S;
        pthread_cond_timedwait(&c->wake, &c->lock, &until);
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

static void give_up(struct worker *w)
{
    pthread_mutex_lock(&w->challenger->lock);
    w->challenge = 0;
    w->halted[0] = '\0';
    pthread_mutex_unlock(&w->challenger->lock);
}

static void *work(void *ctx)
{
    struct worker *w = ctx;
    struct challenger *c = w->challenger;

    while (!atomic_load(&c->stopping)) {
        if (!take(w))
            continue;
        w->said_ms = w->wrote_ms = 0;
        w->said_done = 0;
        w->spent = NULL;
        challenge(w);
        give_up(w);
    }
    if (c->serve->o->ask.ask.leave)
        c->serve->o->ask.ask.leave(NULL);
    return NULL;
}

/* ---- beginning and ending ---- */

static bool open_models(struct challenger *c, struct err *e)
{
    const struct serve_options *o = c->serve->o;

    c->models = arena_array(&c->arena, struct model, o->n_models + 1);
    for (; c->n_models < o->n_models; c->n_models++)
        if (!model_open(&c->arena, o->models[c->n_models], &o->ask.model,
                        &c->models[c->n_models], e))
            return false;
    return model_check_shared(c->models, c->n_models, &o->ask.model, e);
}

static bool open_stores(struct challenger *c, struct err *e)
{
    size_t again;

    for (size_t i = 0; i < CHALLENGER_THREADS; i++)
        if (!store_open(&c->workers[i].store, c->serve->o->store, STORE_MAKE,
                        e))
            return false;
    return challenges_again(c->workers[0].store, &again, e);
}

static void clear(struct challenger *c)
{
    for (size_t i = 0; i < CHALLENGER_THREADS; i++) {
        if (c->workers[i].store)
            store_close(c->workers[i].store);
        arena_clear(&c->workers[i].arena);
    }
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->wake);
    arena_clear(&c->arena);
    free(c);
}

bool challenger_start(struct serve *s, struct challenger **out, struct err *e)
{
    struct challenger *c = alloc_new(1, sizeof(*c));

    c->serve = s;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->wake, NULL);
    if (!open_models(c, e) || !open_stores(c, e)) {
        clear(c);
        return false;
    }
    for (size_t i = 0; i < CHALLENGER_THREADS; i++) {
        c->workers[i].challenger = c;
        if (pthread_create(&c->workers[i].thread, NULL, work, &c->workers[i]))
            BUG("could not start a thread");
    }
    *out = c;
    return true;
}

void challenger_wake(struct challenger *c)
{
    pthread_mutex_lock(&c->lock);
    pthread_cond_broadcast(&c->wake);
    pthread_mutex_unlock(&c->lock);
}

void challenger_stop(struct challenger *c)
{
    if (!c)
        return;
    atomic_store(&c->stopping, true);
    challenger_wake(c);
    for (size_t i = 0; i < CHALLENGER_THREADS; i++)
        pthread_join(c->workers[i].thread, NULL);
    clear(c);
}

/* One that waits is ended here, one under way by its worker. */
static bool halt_queued(struct store *s, int64_t id, const char *why,
                        struct err *e)
{
    struct arena a = { 0 };
    struct challenge row;
    bool found, ok = challenges_find(s, &a, id, &row, &found, e);

    if (ok && found && row.state == CHALLENGE_QUEUED) {
        row.state = CHALLENGE_STOPPED;
        row.why = why;
        row.ended_ms = clock_day_ms();
        ok = challenges_set(s, &row, e);
    }
    arena_clear(&a);
    return ok;
}

bool challenger_halt(struct challenger *c, struct store *s, int64_t id,
                     const char *why, struct err *e)
{
    bool ok = true, busy = false;

    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; i < CHALLENGER_THREADS; i++) {
        struct worker *w = &c->workers[i];

        if (w->challenge != id)
            continue;
        snprintf(w->halted, sizeof(w->halted), "%s", why);
        busy = true;
    }
    if (!busy)
        ok = halt_queued(s, id, why, e);
    pthread_mutex_unlock(&c->lock);
    return ok;
}

bool challenger_is_halting(struct challenger *c, int64_t id)
{
    bool halting = false;

    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; i < CHALLENGER_THREADS; i++)
        halting |=
            c->workers[i].challenge == id && c->workers[i].halted[0] != '\0';
    pthread_mutex_unlock(&c->lock);
    return halting;
}

/* Under the lock, so that whoever takes it takes it once. */
bool challenger_again(struct challenger *c, struct store *s, int64_t id,
                      struct err *e)
{
    struct arena a = { 0 };
    struct challenge row;
    bool found, ok;

    pthread_mutex_lock(&c->lock);
    ok = challenges_find(s, &a, id, &row, &found, e);
    if (ok && found && row.state > CHALLENGE_ASKING) {
        row.state = CHALLENGE_QUEUED;
        row.why = "";
        row.ended_ms = 0;
        ok = challenges_set(s, &row, e);
    }
    pthread_cond_broadcast(&c->wake);
    pthread_mutex_unlock(&c->lock);
    arena_clear(&a);
    return ok;
}
