/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/ask/challenge.h"
#include "assay.h"
#include "base/alloc.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/thread.h"
#include "run/engine/ask.h"
#include "run/plan.h"
#include "run/review/doubts.h"
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/entry.h"
#include "store/runs.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * What the parts of the challenger share: challenger.c has the queue, the threads
 * and what people do with them, challenge_run.c the work on one challenge,
 * challenge_budget.c what challenges under way may spend together.
 */

#define CHALLENGER_WHY 256 /* bytes: a name has at most 60 characters */

/* What a challenge spends, while it is under way. */
struct spender {
    bool open;
    int64_t person;
    struct shared_rate_sum written; /* as the store has it */
    struct shared_rate_sum claim;   /* when the calls that were sent are back */
};

/* What replies of a model cost since the program began. */
struct priced {
    uint64_t replies;
    struct shared_rate_sum sum;
};

/* One thread and what it works on. */
struct worker {
    struct challenger *challenger;
    pthread_t thread;
    struct store *store;         /* its own */
    int64_t challenge;           /* under way; 0: none. Under the lock */
    char halted[CHALLENGER_WHY]; /* why a person stopped it; "": nobody did.
                                    Likewise */

    /* Of the challenge under way, the thread's own. */
    struct arena arena;
    struct challenge row;
    int64_t said_ms, wrote_ms;
    uint64_t said_done;
    bool told; /* that what was spent cannot be written */

    struct spender spender; /* under the lock of budgets */
};

struct challenger {
    struct serve *serve;
    struct arena arena;   /* of the models */
    struct model *models; /* of the options, in their order */
    size_t n_models;
    pthread_mutex_t lock; /* of the queue: whoever takes, halts or waits */
    pthread_cond_t wake;
    atomic_bool stopping;
    bool told; /* that the queue cannot be read. Under the lock */
    pthread_mutex_t budgets;
    struct priced *known; /* [model] under the lock of budgets */
    struct worker workers[CHALLENGER_THREADS];
    unsigned n_threads; /* that work: each has its part of what a model's server
                           may be asked at once */
};

/*
 * What challenges under way may spend together. Each claims what its run will
 * have cost when its calls are back, before it sends one more; a claim that would
 * break a budget of the project or of the person is refused. What is over stands
 * in the store, which nobody else writes: a store has one server.
 */

/* Returns whether there is any budget. */
static bool budget_bounds(const struct serve_options *o)
{
    return o->ask.ask.budget_money > 0 || o->ask.ask.budget_tokens > 0 ||
           o->person_money > 0 || o->person_tokens > 0;
}

/* The worker's challenge begins, and ends, to spend. */
static void budget_open(struct worker *w)
{
    struct spender *p = &w->spender;

    pthread_mutex_lock(&w->challenger->budgets);
    *p = (struct spender){ .open = true,
                           .person = w->row.person,
                           .written = { w->row.tokens, w->row.money },
                           .claim = { w->row.tokens, w->row.money } };
    pthread_mutex_unlock(&w->challenger->budgets);
}

static void budget_close(struct worker *w)
{
    pthread_mutex_lock(&w->challenger->budgets);
    w->spender.open = false;
    pthread_mutex_unlock(&w->challenger->budgets);
}

/* What others under way have claimed beyond what the store knows of them. Of
 * this worker the store's part goes off, since its new claim comes in. */
static struct shared_rate_sum beyond(const struct worker *w, bool of_person)
{
    struct shared_rate_sum sum = { -w->spender.written.tokens,
                                   -w->spender.written.money };

    for (size_t i = 0; i < CHALLENGER_THREADS; i++) {
        const struct worker *other = &w->challenger->workers[i];
        const struct spender *p = &other->spender;

        if (other == w || !p->open || (of_person && p->person != w->row.person))
            continue;
        sum.tokens += p->claim.tokens - p->written.tokens;
        sum.money += p->claim.money - p->written.money;
    }
    return sum;
}

/* ask_options.affords; ctx is the worker. */
static bool budget_affords(void *worker, double tokens, double money)
{
    struct worker *w = worker;
    const struct serve_options *o = w->challenger->serve->o;
    struct shared_rate_sum all, own;
    struct budget_left left;
    struct err e;
    bool ok;

    pthread_mutex_lock(&w->challenger->budgets);
    all = beyond(w, false);
    own = beyond(w, true);
    ok = budget_left(o, w->store, w->row.person, &left, &e) &&
         all.tokens + tokens <= left.project_tokens &&
         all.money + money <= left.project_money &&
         own.tokens + tokens <= left.person_tokens &&
         own.money + money <= left.person_money;
    if (ok)
        w->spender.claim = (struct shared_rate_sum){ tokens, money };
    pthread_mutex_unlock(&w->challenger->budgets);
    return ok;
}

/* Writes what the challenge has spent so far. */
static bool budget_write(struct worker *w, double tokens, double money,
                         struct err *e)
{
    bool ok;

    pthread_mutex_lock(&w->challenger->budgets);
    w->row.tokens = tokens;
    w->row.money = money;
    ok = challenges_set(w->store, &w->row, e);
    if (ok)
        w->spender.written = (struct shared_rate_sum){ tokens, money };
    pthread_mutex_unlock(&w->challenger->budgets);
    return ok;
}

/* ---- what a call costs ---- */

static double of_prices(const struct worker *w, const struct model *m,
                        const struct usage *u)
{
    const struct prices *prices = w->challenger->serve->o->ask.ask.prices;
    struct price price;

    return prices && prices_find(prices, m->spec, m->name, &price)
               ? price_of(&price, u->prompt, u->cached, u->completion)
               : 0;
}

static void challenge_learn(struct worker *w, const struct result *r)
{
    const char *spec = w->row.models[r->model];
    const struct model *m = challenger_model(w->challenger, spec);
    struct priced *k = &w->challenger->known[m - w->challenger->models];

    if (r->outcome == OUTCOME_ERROR || r->usage.completion <= 0)
        return;
    k->replies++;
    k->sum.tokens +=
        fmax(0, (double)r->usage.prompt) + (double)r->usage.completion;
    k->sum.money += of_prices(w, m, &r->usage);
}

/* Learns what calls cost from the run of the challenge; tells what is known of
 * its models, 0 where nothing is, in the worker's arena. */
static bool budget_learn(struct worker *w, struct err *e)
{
    struct result *results;
    size_t n;

    if (!runs_results(w->store, &w->arena, w->row.run, &results, &n, e))
        return false;
    pthread_mutex_lock(&w->challenger->budgets);
    for (size_t i = 0; i < n; i++)
        if (results[i].model < w->row.n_models)
            challenge_learn(w, &results[i]);
    pthread_mutex_unlock(&w->challenger->budgets);
    return true;
}

static const struct shared_rate_sum *budget_guess(struct worker *w)
{
    struct shared_rate_sum *out =
        arena_array(&w->arena, struct shared_rate_sum, w->row.n_models);

    pthread_mutex_lock(&w->challenger->budgets);
    for (size_t i = 0; i < w->row.n_models; i++) {
        const struct model *m =
            challenger_model(w->challenger, w->row.models[i]);
        const struct priced *k =
            &w->challenger->known[m - w->challenger->models];

        if (k->replies)
            out[i] =
                (struct shared_rate_sum){ k->sum.tokens / (double)k->replies,
                                          k->sum.money / (double)k->replies };
    }
    pthread_mutex_unlock(&w->challenger->budgets);
    return out;
}

/*
 * The work on one challenge: what it may spend, the plan of its run, the asking,
 * how it ended, and the events on the way.
 */

#define SAY_MS   250  /* between two events of a challenge */
#define WRITE_MS 1000 /* between two writings of what was spent */

/* ---- telling, and what it costs ---- */

static void challenge_say(struct worker *w, const char *name,
                          const struct live *l)
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

static void challenger_tell(const struct challenger *c, const char *what,
                            const struct err *e);

/* Pages show it, and the next start counts on. */
static void write_spent(struct worker *w, const struct live *l)
{
    struct err e;

    if (budget_write(w, (double)l->tokens, l->cost, &e) || w->told)
        return;
    w->told = true;
    challenger_tell(w->challenger, "could not save the cost", &e);
}

static void challenge_on_progress(void *ctx, const struct live *l)
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
    challenge_say(w, "progress", l);
}

static bool is_halted(struct worker *w)
{
    bool halted;

    pthread_mutex_lock(&w->challenger->lock);
    halted = w->halted[0] != '\0';
    pthread_mutex_unlock(&w->challenger->lock);
    return halted;
}

/* Returns why a person stopped it, or NULL; another may yet write over it. */
static const char *halted_why(struct worker *w)
{
    const char *why = NULL;

    pthread_mutex_lock(&w->challenger->lock);
    if (w->halted[0])
        why = arena_strdup(&w->arena, w->halted);
    pthread_mutex_unlock(&w->challenger->lock);
    return why;
}

static bool on_stop(void *ctx)
{
    struct worker *w = ctx;

    return atomic_load(&w->challenger->stopping) || is_halted(w);
}

/* ---- one challenge ---- */

static bool challenge_read_problem(struct worker *w, struct problem *out,
                                   struct err *e)
{
    struct entry_version v;
    bool found;

    if (!entries_version(w->store, &w->arena, w->row.entry, w->row.version, &v,
                         &found, e))
        return false;
    if (!found)
        return err_set(e, ERR_DOMAIN, "its version is missing from the store");
    return version_problem(&w->arena, &v, out, e);
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
static bool challenge_make_plan(struct worker *w, struct plan *plan,
                                struct err *e)
{
    struct problem *p = arena_new(&w->arena, struct problem);

    *plan = (struct plan){ .file = arena_printf(&w->arena, "challenge %" PRId64,
                                                w->row.id),
                           .problems = p,
                           .n_problems = 1,
                           .attempts = w->row.attempts,
                           .after = w->row.after };
    return challenge_read_problem(w, p, e) && find_models(w, plan, e) &&
           plan_try_prompts(plan, e);
}

static bool challenge_open_run(struct worker *w, const struct plan *plan,
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

    return !errors
               ? ""
               : arena_printf(&w->arena,
                              "%" PRIu64 " attempts had no reply and are not "
                              "counted; the first error: %s",
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
                     "%s%s cannot be asked now. Ask the owner to fix the "
                     "problem, then ask for the missing attempts. The error: "
                     "%s",
                     out.n ? "\n" : "", w->row.models[i], r->fallen[i]);
    return str_get(&out);
}

/* Whose budget does not suffice, and what to do. */
static const char *budget_words(struct worker *w)
{
    const struct serve_options *o = w->challenger->serve->o;
    const char *why = NULL;
    struct budget_left left;
    struct err e;

    if (budget_left(o, w->store, w->row.person, &left, &e))
        why = budget_scarce(&w->arena, o, &left);
    return arena_printf(&w->arena,
                        "%s. The replies so far are kept. When the owner has "
                        "restarted the server with a larger budget, ask for "
                        "the missing attempts",
                        why ? why : "the budget does not allow another call");
}

/* From the end of the run to that of the challenge. */
static void challenge_take_end(struct worker *w, const struct ask_report *r)
{
    const char *fallen = fallen_words(w, r);
    const char *halted = halted_why(w);

    if (r->end == ASK_DONE)
        end_as(w, CHALLENGE_DONE, errors_words(w, r));
    else if (r->end == ASK_FATAL)
        end_as(w, CHALLENGE_FAILED, *fallen ? fallen : r->why);
    else if (r->end == ASK_STOPPED && halted)
        end_as(w, CHALLENGE_STOPPED, halted);
    else if (r->end == ASK_BUDGET)
        end_as(w, CHALLENGE_FAILED,
               arena_printf(&w->arena, "%s%s%s", budget_words(w),
                            *fallen ? "\n" : "", fallen));
    else
        end_as(w, CHALLENGE_QUEUED, ""); /* the program ends: go on later */
}

/* What is said of a model's server holds for all challenges together. */
static void share_server(const struct challenger *c, struct pool_options *pool)
{
    pool->concurrency /= c->n_threads;
    pool->rate /= c->n_threads;
}

static bool challenge_ask(struct worker *w, const struct plan *plan,
                          const struct run_info *run, struct err *e)
{
    struct ask_options o = w->challenger->serve->o->ask.ask;
    struct ask_report r;
    struct doubts d;

    o.budget_money = 0;
    o.budget_tokens = 0;
    o.affords = budget_bounds(w->challenger->serve->o) ? budget_affords : NULL;
    o.guess = budget_guess(w);
    if (o.threads < 1)
        o.threads = 1;
    if (!o.pool.concurrency)
        o.pool = pool_defaults;
    share_server(w->challenger, &o.pool);
    o.apart = true;
    o.progress = challenge_on_progress;
    o.stop = on_stop;
    o.ctx = w;
    if (!ask_run(&w->arena, w->store, run, plan, &o, &r, e))
        return false;
    if (!budget_write(w, r.spent_tokens, r.spent_money, e)) {
        live_clear(&r.live);
        return false;
    }
    challenge_take_end(w, &r);
    live_clear(&r.live);
    return budget_learn(w, e) &&
           doubts_queue(&w->arena, w->store, run, NULL, clock_day_ms(), &d, e);
}

/* Works on w->row until it has another state. */
static void challenge_run(struct worker *w)
{
    struct run_info run;
    struct plan plan;
    struct err e;

    challenge_say(w, "changed", NULL);
    budget_open(w);
    if (!challenge_make_plan(w, &plan, &e) ||
        !challenge_open_run(w, &plan, &run, &e) ||
        !challenge_ask(w, &plan, &run, &e))
        end_as(w, CHALLENGE_FAILED, arena_strdup(&w->arena, e.msg));
    w->row.ended_ms = w->row.state == CHALLENGE_QUEUED ? 0 : clock_day_ms();
    if (!challenges_set(w->store, &w->row, &e))
        /* It is asked again at the next start. */
        challenger_tell(
            w->challenger,
            arena_printf(&w->arena, "challenge %" PRId64, w->row.id), &e);
    budget_close(w);
    challenge_say(w, "changed", NULL);
}

#define LOOK_S 5 /* at the queue, though nobody woke us */

const struct model *challenger_model(const struct challenger *c,
                                     const char *spec)
{
    for (size_t i = 0; c && i < c->n_models; i++)
        if (str_eq(c->models[i].spec, spec))
            return &c->models[i];
    return NULL;
}

/* ---- threads ---- */

/* Tells the owner what could not be done. */
static void challenger_tell(const struct challenger *c, const char *what,
                            const struct err *e)
{
    struct str line = { 0 };

    if (!c->serve->o->tell)
        return;
    str_addf(&line, "%s: %s", what, e->msg);
    c->serve->o->tell(c->serve->o->ctx, str_get(&line));
    str_clear(&line);
}

/* Waits until somebody wakes us, a while at most. Under the lock. */
static void challenge_rest(struct challenger *c)
{
    (void)thread_wait(&c->wake, &c->lock, thread_after(LOOK_S * 1000));
}

/* Takes the oldest challenge, or waits a while; a queue that cannot be read is
 * told once, and looked at again. Whoever halts one finds it in the queue or
 * with its worker, since both are under the lock. */
static bool challenge_take(struct worker *w)
{
    struct challenger *c = w->challenger;
    bool ok, found = false;
    struct err e;

    arena_reset(&w->arena);
    pthread_mutex_lock(&c->lock);
    if (!atomic_load(&c->stopping)) {
        ok = challenges_take(w->store, &w->arena, clock_day_ms(), &w->row,
                             &found, &e);
        found = ok && found;
        if (!ok && !c->told)
            challenger_tell(c, "could not take a challenge from the queue", &e);
        c->told = !ok;
        if (found)
            w->challenge = w->row.id;
        else
            challenge_rest(c);
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

static void challenge_give_up(struct worker *w)
{
    pthread_mutex_lock(&w->challenger->lock);
    w->challenge = 0;
    w->halted[0] = '\0';
    pthread_mutex_unlock(&w->challenger->lock);
}

static void *challenge_work(void *ctx)
{
    struct worker *w = ctx;
    struct challenger *c = w->challenger;

    while (!atomic_load(&c->stopping)) {
        if (!challenge_take(w))
            continue;
        w->said_ms = w->wrote_ms = 0;
        w->said_done = 0;
        w->told = false;
        challenge_run(w);
        challenge_give_up(w);
    }
    if (c->serve->o->ask.ask.leave)
        c->serve->o->ask.ask.leave(NULL);
    return NULL;
}

/* ---- beginning and ending ---- */

static bool challenge_open_models(struct challenger *c, struct err *e)
{
    const struct serve_options *o = c->serve->o;

    c->models = arena_array(&c->arena, struct model, o->n_models + 1);
    c->known = arena_array(&c->arena, struct priced, o->n_models + 1);
    for (; c->n_models < o->n_models; c->n_models++)
        if (!model_open(&c->arena, o->models[c->n_models], &o->ask.model,
                        &c->models[c->n_models], e))
            return false;
    return model_check_shared(c->models, c->n_models, &o->ask.model, e);
}

static bool open_stores(struct challenger *c, struct err *e)
{
    size_t again;

    for (size_t i = 0; i < c->n_threads; i++)
        if (!store_open(&c->workers[i].store, c->serve->o->store, STORE_MAKE,
                        e))
            return false;
    return challenges_again(c->workers[0].store, &again, e);
}

static void clear(struct challenger *c)
{
    for (size_t i = 0; i < c->n_threads; i++) {
        if (c->workers[i].store)
            store_close(c->workers[i].store);
        arena_clear(&c->workers[i].arena);
    }
    pthread_mutex_destroy(&c->lock);
    pthread_mutex_destroy(&c->budgets);
    pthread_cond_destroy(&c->wake);
    arena_clear(&c->arena);
    free(c);
}

bool challenger_start(struct serve *s, struct challenger **out, struct err *e)
{
    struct challenger *c = alloc_new(1, sizeof(*c));
    unsigned most = s->o->ask.ask.pool.concurrency;

    c->serve = s;
    /* No more than a server may be asked at once. */
    c->n_threads =
        most && most < CHALLENGER_THREADS ? most : CHALLENGER_THREADS;
    pthread_mutex_init(&c->lock, NULL);
    pthread_mutex_init(&c->budgets, NULL);
    thread_cond_init(&c->wake);
    if (!challenge_open_models(c, e) || !open_stores(c, e)) {
        clear(c);
        return false;
    }
    for (size_t i = 0; i < c->n_threads; i++) {
        c->workers[i].challenger = c;
        if (thread_start(&c->workers[i].thread, challenge_work, &c->workers[i]))
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
    for (size_t i = 0; i < c->n_threads; i++)
        pthread_join(c->workers[i].thread, NULL);
    clear(c);
}

/* Sets the state of a challenge if it is among those of the bits `from`; *did
 * says whether. Under the lock, so that whoever takes it takes it
 * once. */
static bool challenge_move(struct store *s, int64_t id, unsigned from,
                           const struct challenge *to, bool *did, struct err *e)
{
    struct arena a = { 0 };
    struct challenge row;
    bool found, ok = challenges_find(s, &a, id, &row, &found, e);

    *did = ok && found && (from >> row.state & 1);
    if (*did) {
        row.state = to->state;
        row.why = to->why;
        row.ended_ms = to->ended_ms;
        ok = challenges_set(s, &row, e);
    }
    arena_clear(&a);
    return ok;
}

/* One that waits is ended here, one under way by its worker. */
bool challenger_halt(struct challenger *c, struct store *s, int64_t id,
                     const char *why, struct err *e)
{
    const struct challenge to = { .state = CHALLENGE_STOPPED,
                                  .why = why,
                                  .ended_ms = clock_day_ms() };
    bool ok = true, busy = false, did;

    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; i < CHALLENGER_THREADS; i++) {
        struct worker *w = &c->workers[i];

        if (w->challenge != id)
            continue;
        snprintf(w->halted, sizeof(w->halted), "%s", why);
        busy = true;
    }
    if (!busy)
        ok = challenge_move(s, id, 1u << CHALLENGE_QUEUED, &to, &did, e);
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

bool challenger_again(struct challenger *c, struct store *s, int64_t id,
                      bool *queued, struct err *e)
{
    const struct challenge to = { .state = CHALLENGE_QUEUED, .why = "" };
    const unsigned going = 1u << CHALLENGE_QUEUED | 1u << CHALLENGE_ASKING;
    bool ok;

    pthread_mutex_lock(&c->lock);
    ok = challenge_move(s, id, ~going, &to, queued, e);
    pthread_cond_broadcast(&c->wake);
    pthread_mutex_unlock(&c->lock);
    return ok;
}
