/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The work on one challenge: what it may spend, the plan of its run, the asking,
 * how it ended, and the events on the way.
 */
#include "assay.h"
#include "base/clock.h"
#include "base/str.h"
#include "run/engine/ask.h"
#include "run/plan.h"
#include "run/review/doubts.h"
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/ask/challenger_int.h"
#include "serve/desk/entry.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAY_MS   250  /* between two events of a challenge */
#define WRITE_MS 1000 /* between two writings of what was spent */

/* ---- telling, and what it costs ---- */

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

/* Pages show it, and the next start counts on. */
static void write_spent(struct worker *w, const struct live *l)
{
    struct err e;

    if (purse_write(w, (double)l->tokens, l->cost, &e) || w->told)
        return;
    w->told = true;
    challenger_tell(w->challenger, "could not save the cost", &e);
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

static bool read_problem(struct worker *w, struct problem *out, struct err *e)
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
    struct purse_left left;
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
static void take_end(struct worker *w, const struct ask_report *r)
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

static bool ask(struct worker *w, const struct plan *plan,
                const struct run_info *run, struct err *e)
{
    struct ask_options o = w->challenger->serve->o->ask.ask;
    struct ask_report r;
    struct doubts d;

    o.budget_money = 0;
    o.budget_tokens = 0;
    o.affords = purse_bounds(w->challenger->serve->o) ? purse_affords : NULL;
    o.guess = purse_guess(w);
    if (o.threads < 1)
        o.threads = 1;
    if (!o.pool.concurrency)
        o.pool = pool_defaults;
    share_server(w->challenger, &o.pool);
    o.apart = true;
    o.progress = on_progress;
    o.stop = on_stop;
    o.ctx = w;
    if (!ask_run(&w->arena, w->store, run, plan, &o, &r, e))
        return false;
    if (!purse_write(w, r.spent_tokens, r.spent_money, e)) {
        live_clear(&r.live);
        return false;
    }
    take_end(w, &r);
    live_clear(&r.live);
    return purse_learn(w, e) &&
           doubts_queue(&w->arena, w->store, run, NULL, clock_day_ms(), &d, e);
}

void challenge_run(struct worker *w)
{
    struct run_info run;
    struct plan plan;
    struct err e;

    say(w, "changed", NULL);
    purse_open(w);
    if (!make_plan(w, &plan, &e) || !open_run(w, &plan, &run, &e) ||
        !ask(w, &plan, &run, &e))
        end_as(w, CHALLENGE_FAILED, arena_strdup(&w->arena, e.msg));
    w->row.ended_ms = w->row.state == CHALLENGE_QUEUED ? 0 : clock_day_ms();
    if (!challenges_set(w->store, &w->row, &e))
        /* It is asked again at the next start. */
        challenger_tell(
            w->challenger,
            arena_printf(&w->arena, "challenge %" PRId64, w->row.id), &e);
    purse_close(w);
    say(w, "changed", NULL);
}
