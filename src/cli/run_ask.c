/* SPDX-License-Identifier: Apache-2.0 */

/*
 * One run: its problems are looked at while they are read, its calls are made,
 * one by one or by batch, with a line of progress; then it is shown.
 */
#include "assay.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/thread.h"
#include "cli/interrupt.h"
#include "cli/run_job.h"
#include "cli/talk.h"
#include "run/batch/batch.h"
#include "run/judge.h"
#include "run/second_opinion.h"
#include "store/batches.h"
#include "store/store.h"
#include "store/work.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HELD_MOST \
 ((uint64_t)64 << 20) /* bytes of problems that stay in memory */

/* ---- problems while they are read ---- */

void keys_say(struct run_job *j)
{
    struct keys_look *k = &j->keys;

    if (k->bad)
        talk("%zu key%s cannot be read, so no reply can be graded by %s; the "
             "first: %s: %s",
             k->bad, k->bad == 1 ? "" : "s", k->bad == 1 ? "it" : "them",
             k->first, k->why);
    k->bad = 0; /* it is said */
}

void run_forget_problems(struct run_job *j)
{
    arena_clear(&j->problems);
    arena_clear(&j->keys.arena);
}

/* Waits until more than `done` problems are read, or all are. Returns how many
 * there are. */
static size_t run_wait_for(struct keys_look *k, size_t done,
                           const struct problem **out)
{
    size_t n;

    pthread_mutex_lock(&k->lock);
    while (k->n == done && !k->all)
        pthread_cond_wait(&k->more, &k->lock);
    n = k->n;
    *out = k->problems;
    pthread_mutex_unlock(&k->lock);
    return n;
}

/* Keys that no reply can be judged by are reported before anything is asked: the
 * calls would be wasted. */
static void *run_follow(void *ctx)
{
    struct keys_look *k = ctx;
    const struct problem *p;
    struct arena tmp = { 0 };
    struct str line = { 0 };
    const char *why;

    for (size_t n, i = 0; (n = run_wait_for(k, i, &p)) > i;)
        for (; i < n; i++) {
            bool *is_bad = vec_push(&k->is_bad);

            str_reset(&line);
            problem_write(&line, &p[i]);
            k->n_bytes += line.n - 1;
            *(const char **)vec_push(&k->lines) =
                arena_strndup(&k->arena, line.s, line.n - 1);
            *is_bad = !run_judge_key(&tmp, &p[i], k->judge, &why);
            if (*is_bad && k->bad++ == 0) {
                k->first = p[i].id;
                k->why = arena_strdup(&k->arena, why ? why : "");
            }
            arena_reset(&tmp);
        }
    arena_clear(&tmp);
    str_clear(&line);
    return NULL;
}

static void run_tell(struct keys_look *k, const struct problem *p, size_t n,
                     bool all)
{
    pthread_mutex_lock(&k->lock);
    k->problems = p;
    k->n = n;
    k->all = all;
    pthread_cond_signal(&k->more);
    pthread_mutex_unlock(&k->lock);
}

static void run_on_read(void *ctx, const struct problem *p, size_t n)
{
    run_tell(ctx, p, n, false);
}

void keys_begin(struct run_job *j)
{
    struct keys_look *k = &j->keys;

    k->judge = &j->plan.judge;
    k->lines = vec_in(&k->arena, sizeof(const char *));
    k->is_bad = vec_in(&k->arena, sizeof(bool));
    pthread_mutex_init(&k->lock, NULL);
    pthread_cond_init(&k->more, NULL);
    j->plan.on_read = run_on_read;
    j->plan.on_read_ctx = k;
    if (thread_start(&k->thread, run_follow, k) != 0)
        BUG("could not start a thread");
}

void keys_end(struct run_job *j)
{
    struct keys_look *k = &j->keys;
    bool *is_bad;

    run_tell(k, j->plan.problems, j->plan.n_problems, true);
    pthread_join(k->thread, NULL);
    pthread_mutex_destroy(&k->lock);
    pthread_cond_destroy(&k->more);
    j->plan.on_read = NULL;
    j->plan.lines = k->lines.items;
    is_bad = arena_array(j->arena, bool, k->is_bad.n + 1);
    if (k->is_bad.n)
        memcpy(is_bad, k->is_bad.items, k->is_bad.n * sizeof(bool));
    j->session.ask.bad_key = k->bad ? is_bad : NULL;
    j->view.unreadable = is_bad;
}

/* ---- a second opinion ---- */

int run_second_opinion(struct arena *a, struct store *s,
                       const struct run_info *run, const struct run_options *r)
{
    struct second_opinion o;
    struct session session;
    struct err e;

    if (!r->judge_model)
        return -1;
    session = session_open(a, s, r->session);
    session.watch.stop = interrupt_stops;
    if (!second_opinion_ask(&session, run, r->judge_model, clock_day_ms(), &o,
                            &e))
        return talk_failure(&e);
    talk("second opinion of %s on %zu undecided verdict%s and %zu answers in "
         "words: %zu correct, %zu wrong, %zu unclear; it changes no verdict "
         "and no rate",
         r->judge_model, o.undecided, o.undecided == 1 ? "" : "s", o.text,
         o.correct, o.wrong, o.unclear);
    return -1;
}

/* ---- asking again ---- */

/* Of the same problems, models and attempts? By the two specs. */
static bool same_calls(struct arena *a, const struct json *mine,
                       const char *spec)
{
    static const char *const parts[] = { "problems", "models", "attempts",
                                         NULL };
    struct json *v;
    struct err e;

    if (!json_read(a, spec, strlen(spec), 1, &v, &e) || json_get(v, "of"))
        return false;
    for (size_t i = 0; parts[i]; i++) {
        const struct json *x = json_get(mine, parts[i]);
        const struct json *y = json_get(v, parts[i]);

        if (!x || !y || !json_equal(x, y))
            return false;
    }
    return true;
}

/* An object without one of its members. */
static const struct json *run_without(struct arena *a, const struct json *o,
                                      const char *name)
{
    struct json *copy = json_new(a, JSON_OBJECT);

    for (const struct json *m = o ? o->first : NULL; m; m = m->next)
        if (!str_eq(m->name, name))
            json_set(a, copy, m->name, json_copy(a, m));
    return copy;
}

/* Is the limit of x larger than that of y? None is taken for larger. */
static bool has_more_room(const struct json *x, const struct json *y)
{
    const struct json *mine = json_get(x, "max_tokens");
    const struct json *theirs = json_get(y, "max_tokens");

    if (!mine || !theirs)
        return (mine == NULL) != (theirs == NULL);
    return strtod(mine->text, NULL) > strtod(theirs->text, NULL);
}

/*
 * Results that are taken over must have been asked and judged as in this run.
 * The limit on tokens may differ, and must differ if truncated replies are
 * asked again, since the journal would give the same replies. Returns NULL if
 * all is well, else what differs.
 */
static const char *misfit(struct arena *a, const struct plan *plan,
                          const struct json *mine, const char *spec)
{
    const struct json *x = json_get(mine, "decoding"), *y;
    struct json *v;
    struct err e;

    if (!json_read(a, spec, strlen(spec), 1, &v, &e))
        return "its settings cannot be read";
    y = json_get(v, "decoding");
    if (!json_equal(json_get(mine, "prompt"), json_get(v, "prompt")))
        return "it has a different prompt";
    if (!json_equal(json_get(mine, "judge"), json_get(v, "judge")))
        return "it was graded by other rules";
    if (!json_equal(run_without(a, x, "max_tokens"),
                    run_without(a, y, "max_tokens")))
        return "it has other decoding settings";
    if (!plan->only[OUTCOME_ERROR] && !has_more_room(x, y))
        return "its --max-tokens is not smaller; give a larger one";
    return NULL;
}

static bool newest(struct arena *a, struct store *s, const struct plan *plan,
                   const struct json *mine, struct run_info *out, struct err *e)
{
    struct run_info *list;
    size_t n;

    if (!runs_list(s, a, &list, &n, e))
        return false;
    while (n-- > 0)
        if (same_calls(a, mine, list[n].spec) &&
            !misfit(a, plan, mine, list[n].spec)) {
            *out = list[n];
            return true;
        }
    return err_set(e, ERR_DOMAIN,
                   "no run in %s has the same problems, models, attempts and "
                   "settings (except --max-tokens); `assay store list%s` lists "
                   "the runs, and --of RUN shows what differs",
                   store_path(s), store_told(a, store_path(s)));
}

bool run_find_old(struct arena *a, struct store *s, struct plan *plan,
                  const char *name, struct run_info *out, struct err *e)
{
    char hex[HASH_HEX_SIZE];
    const char *spec = plan_spec(a, plan), *differs;
    struct json *mine;

    if (!json_read(a, spec, strlen(spec), 1, &mine, e))
        return false;
    if (!name && !newest(a, s, plan, mine, out, e))
        return false;
    if (name && !runs_find(s, a, name, out, e))
        return false;
    if (name && !same_calls(a, mine, out->spec))
        return err_set(e, ERR_DOMAIN,
                       "run %s has other problems, models or attempts (or was "
                       "itself made with --only)",
                       out->name);
    differs = misfit(a, plan, mine, out->spec);
    if (differs)
        return err_set(e, ERR_DOMAIN, "cannot use run %s for --only: %s",
                       out->name, differs);
    plan->of = arena_strdup(a, hash_hex(out->hash, hex));
    return true;
}

/* ---- while it goes on ---- */

/* "61.7 % (49..73)  " */
static void add_accuracy(struct str *s, const struct rate *r)
{
    struct arena a = { 0 };

    str_addf(s, "%s %% (%s..%s)  ", datum_percent(&a, r->value, 1),
             datum_percent(&a, r->interval.low, 0),
             datum_percent(&a, r->interval.high, 0));
    arena_clear(&a);
}

void run_show_progress(void *ctx, const struct live *l)
{
    struct run_job *j = ctx;
    struct rate acc;
    struct str s = { 0 };

    /* A server that is down is reported at once, not after the last try. */
    if (l->trouble[0] && l->replies == j->before && !j->warned) {
        progress_hide(&j->progress);
        talk("%s; trying again", l->trouble);
        j->warned = true;
    }
    if (j->progress.out) {
        acc = live_accuracy(l);
        /* What matters comes first: a narrow terminal cuts the rest. */
        if (l->count[MARK_ERROR])
            str_addf(&s, "%" PRIu64 " failed  ", l->count[MARK_ERROR]);
        if (acc.n)
            add_accuracy(&s, &acc);
        if (l->priced) {
            add_money(&s, l->cost);
            str_add(&s, "  ");
        }
        add_short(&s, (double)l->tokens);
        str_addf(&s, " tokens  %u in flight", l->in_flight);
        if (l->waiting)
            str_addf(&s, ", %u wait", l->waiting);
        progress_figures(&j->progress, "%s", str_get(&s));
        str_clear(&s);
    }
    progress_add(&j->progress, l->done - j->shown);
    j->shown = l->done;
}

bool run_should_stop(void *ctx)
{
    struct run_job *j = ctx;

    return spec_should_stop(&j->stopping, &j->progress, j->session.ask.grace_s);
}

/* ---- by batch ---- */

static void say_batch(void *ctx, const char *line)
{
    struct run_job *j = ctx;

    progress_hide(&j->progress);
    talk("%s", line);
}

static void show_batches(void *ctx, uint64_t done, uint64_t total,
                         const char *state)
{
    struct run_job *j = ctx;

    progress_figures(&j->progress, "%s  %" PRIu64 "/%" PRIu64 " at the server",
                     state, done, total);
    progress_add(&j->progress, 0);
}

/* Calls in an open batch are paid for; asked one by one they are paid again. */
static void warn_of_batches(struct run_job *j, struct store *s)
{
    struct batch_row *rows;
    size_t n = 0;
    struct err e;

    if (!batches_list(s, j->arena, &rows, &n, &e))
        return;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < j->plan.n_models; k++)
            if (str_eq(rows[i].url, j->plan.models[k].url) &&
                str_eq(rows[i].model, j->plan.models[k].name)) {
                talk("note: batch b%" PRId64
                     " of %s is not fetched yet; use --batch "
                     "to fetch it, otherwise its calls are sent and paid for "
                     "again",
                     rows[i].id, j->plan.models[k].spec);
                return;
            }
}

static bool run_ask_it(struct run_job *j, struct store *s,
                       const struct run_info *run, struct ask_report *report,
                       struct err *e)
{
    struct batch_watch watch = { say_batch, show_batches, j };

    if (j->session.ask.batch) {
        j->session.ask.stop = interrupt_stops;
        return batch_ask(j->arena, s, run, &j->plan, &j->session.ask, &watch,
                         report, e);
    }
    warn_of_batches(j, s);
    return ask_run(j->arena, s, run, &j->plan, &j->session.ask, report, e);
}

/* ---- the run ---- */

static void say_begin(const struct run_job *j, const struct run_info *run,
                      bool found, const char *store)
{
    uint64_t total = run->n_problems * run->n_models * run->attempts;

    if (j->plan.repeats)
        talk("%zu row%s of %s repeat%s a problem and %s left out",
             j->plan.repeats, j->plan.repeats == 1 ? "" : "s", j->plan.file,
             j->plan.repeats == 1 ? "s" : "",
             j->plan.repeats == 1 ? "was" : "were");
    if (found && run->results >= total && !run->errors)
        talk("run %s in %s already has every result", run->name, store);
    else if (found)
        talk("run %s in %s continues: %" PRIu64 " of %" PRIu64
             " calls are done",
             run->name, store, run->results - run->errors, total);
    else
        talk("run %s in %s: %zu problem%s, %zu model%s, %" PRIu64 " attempt%s",
             run->name, store, j->plan.n_problems,
             j->plan.n_problems == 1 ? "" : "s", j->plan.n_models,
             j->plan.n_models == 1 ? "" : "s", j->plan.attempts,
             j->plan.attempts == 1 ? "" : "s");
}

/* Why the run did not come to its end; NULL: it did. */
static const char *run_ask_ending(const struct ask_report *p)
{
    switch (p->end) {
    case ASK_FATAL: return "stopped; the same command continues it";
    case ASK_BUDGET:
        return "stopped: the budget is spent; the same command with a larger "
               "--budget continues it";
    case ASK_STOPPED: return "was interrupted; the same command continues it";
    case ASK_DONE: break;
    }
    return NULL;
}

void run_say_spent(const struct run_job *j, const struct ask_report *p)
{
    if (j->session.ask.budget_money > 0)
        talk("$%.4f of $%.4f are spent", p->spent_money + p->others_money,
             j->session.ask.budget_money);
    if (j->session.ask.budget_tokens > 0)
        talk("%.0f of %" PRIu64 " tokens are spent",
             p->spent_tokens + p->others_tokens, j->session.ask.budget_tokens);
    if (p->others_tokens > 0)
        talk("%.0f of these tokens were spent meanwhile by other processes "
             "that use this store",
             p->others_tokens);
}

/* A replay file that lacks a reply lacks it on the next try, too. */
bool run_all_local(const struct plan *p)
{
    for (size_t i = 0; i < p->n_models; i++)
        if (!model_is_local(&p->models[i]))
            return false;
    return true;
}

static int run_ask_say_end(const struct run_job *j, const struct run_info *run,
                           const struct ask_report *p)
{
    uint64_t failed = p->live.count[MARK_ERROR];
    uint64_t over = p->live.count[MARK_OVERFLOW];

    for (size_t i = 0; i < p->n_notes; i++)
        talk("note: %s", p->notes[i]);
    if (p->journalled)
        talk("%" PRIu64 " of the replies %s already in the store",
             p->journalled, p->journalled == 1 ? "was" : "were");
    run_say_spent(j, p);
    if (p->end == ASK_FATAL)
        talk("%s", p->why);
    if (over)
        talk("%" PRIu64
             " prompt%s too long for the model's context and got no answer "
             "(a lower --max-tokens may help)",
             over, over == 1 ? " was" : "s were");
    if (failed && p->end != ASK_FATAL)
        talk("%" PRIu64 " call%s failed; the first: %s", failed,
             failed == 1 ? "" : "s", p->error ? p->error : "");
    if (run_ask_ending(p))
        talk("run %s %s", run->name, run_ask_ending(p));
    else if (p->live.failed)
        talk("run %s: failed calls count as not correct%s", run->name,
             run_all_local(&j->plan) ? ""
                                     : "; the same command asks them again");
    return run_ask_ending(p) || failed ? EXIT_COULD_NOT : EXIT_DONE;
}

static bool affords_nothing(void *ctx, double tokens, double money)
{
    (void)ctx;
    (void)tokens;
    (void)money;
    return false;
}

/* A call of the next value is taken to cost what these did: none is sent to find
 * out what the budget does not have. */
static void guess_cost(struct run_job *j, const struct ask_report *p)
{
    double n = (double)(p->before + p->asked);
    struct shared_rate_sum *guess =
        arena_array(j->arena, struct shared_rate_sum, j->plan.n_models);

    if (!(n > 0))
        return;
    for (size_t i = 0; i < j->plan.n_models; i++)
        guess[i] =
            (struct shared_rate_sum){ p->spent_tokens / n, p->spent_money / n };
    j->session.ask.guess = guess;
}

/* The runs of a sweep have one budget. Of a spent one the least is left, since
 * 0 is none at all, and nothing can be asked for it. */
static void run_ask_spend(struct run_job *j, const struct ask_report *p)
{
    struct ask_options *o = &j->session.ask;
    double money = o->budget_money - p->spent_money - p->others_money;
    double tokens =
        (double)o->budget_tokens - p->spent_tokens - p->others_tokens;

    if (!j->sweep.n || (o->budget_money <= 0 && o->budget_tokens == 0))
        return;
    if ((o->budget_money > 0 && money <= 0) ||
        (o->budget_tokens > 0 && tokens < 1))
        o->affords = affords_nothing;
    if (o->budget_money > 0)
        o->budget_money = fmax(money, 1e-9);
    if (o->budget_tokens > 0)
        o->budget_tokens = (uint64_t)fmax(tokens, 1);
    guess_cost(j, p);
}

static void close_writer(struct run_job *j)
{
    store_close(j->session.ask.writer);
    j->session.ask.writer = NULL;
}

/* The runs of a sweep are looked through for doubts one by one, each without a
 * view; a second opinion supersedes results. */
static void hold_for_view(struct run_job *j)
{
    const struct plan *p = &j->plan;

    j->session.ask.keep = !j->sweep.n && !j->show.judge_model;
    if (!j->sweep.n)
        j->view.keyless = j->session.ask.keyless = arena_array(
            j->arena, bool, p->n_problems * p->n_models * p->attempts + 1);
    if (j->keys.n_bytes > HELD_MOST)
        return; /* they are read from the store, one by one */
    j->view.problems = p->problems;
    if (!j->sweep.n)
        j->view.sorting = summary_sort(&j->problems, p->problems, p->n_problems,
                                       j->view.by != NULL);
}

static int ask_and_show(struct run_job *j, struct store *s,
                        struct run_info *run, bool found)
{
    struct doubts doubts = { 0 };
    struct ask_report report;
    struct err e;
    int status, shown;
    bool ok, doubtful;

    keys_say(j);
    say_begin(j, run, found, store_path(s));
    progress_open(&j->progress, stderr, clock_real(),
                  j->sweep.n ? j->sweep_value : "asking",
                  run->n_problems * run->n_models * run->attempts);
    j->before = j->shown = run->results - run->errors;
    progress_before(&j->progress, j->shown);
    hold_for_view(j);
    ok = run_ask_it(j, s, run, &report, &e);
    progress_close(&j->progress);
    close_writer(j);
    if (!ok)
        return talk_failure(&e);
    status = run_ask_say_end(j, run, &report);
    live_clear(&report.live);
    j->ended = report.end;
    j->view.results = report.results;
    j->view.n_results = report.n_results;
    run_ask_spend(j, &report);
    if (!j->view.problems && !j->sweep.n)
        run_forget_problems(j);
    if (!runs_find(s, j->arena, run->name, run, &e))
        return talk_failure(&e);
    j->swept = *run;
    if (run->errors ||
        run->results < run->n_problems * run->n_models * run->attempts)
        status = EXIT_COULD_NOT;
    if (run->results == 0)
        return status;
    if (status == EXIT_DONE && j->show.judge_model &&
        run_second_opinion(j->arena, s, run, &j->show) >= 0)
        status = EXIT_COULD_NOT;
    doubtful = report.asked + report.journalled > 0;
    if (j->sweep.n && doubtful && run_queue_doubts(s, run, NULL, &doubts) >= 0)
        status = EXIT_COULD_NOT;
    shown = j->sweep.n ? EXIT_DONE
                       : run_show(j->arena, s, run, &j->show, &j->view,
                                  doubtful ? &doubts : NULL);
    run_say_doubts(s, run, &doubts);
    return shown == EXIT_DONE || status == EXIT_COULD_NOT ? status : shown;
}

/* The engine's writer puts the problems of a new run into the store, while the
 * first calls are under way; unless something is to be written before. */
static bool begin_run(struct run_job *j, const struct store *s,
                      struct run_info *run, bool *found, struct err *e)
{
    const struct plan *p = &j->plan;
    const char **specs = arena_array(j->arena, const char *, p->n_models + 1);
    struct store **w = &j->session.ask.writer;

    for (size_t i = 0; i < p->n_models; i++)
        specs[i] = p->models[i].spec;
    if (store_open(w, store_path(s), STORE_WRITE, e) &&
        runs_begin(*w, j->arena, plan_spec(j->arena, p), assay_version(),
                   p->lines, p->n_problems, specs, p->n_models, p->attempts,
                   clock_day_ms(), run, found, e) &&
        ((!j->only && !j->session.ask.batch && !j->enqueue) ||
         runs_finish(*w, e)))
        return true;
    close_writer(j);
    return false;
}

/* ---- for workers ---- */

/* The worker's command: an address that a label stands for is each worker's own
 * business, and this one is an example. */
static void print_command(const struct run_job *j, const struct run_info *run,
                          struct str *out)
{
    const char *store = run_store_path(j->spec.store);
    bool any = false; /* then all: whoever gives one asks no other */

    str_addf(out, "%s\nassay worker --run %s%s", run->name, run->name,
             store_told(j->arena, store));
    for (size_t i = 0; i < j->plan.n_models; i++)
        any = any || j->plan.models[i].label;
    for (size_t i = 0; any && i < j->plan.n_models; i++) {
        str_add(out, " --model ");
        told_word(out, j->spec.models[i]);
    }
    str_addc(out, '\n');
}

static int enqueue(struct run_job *j, struct store *s,
                   const struct run_info *run, bool found)
{
    struct str out = { 0 };
    uint64_t again = 0;
    struct err e;
    bool ok;

    keys_say(j);
    say_begin(j, run, found, store_path(s));
    close_writer(j);
    ok = runs_share(s, run->id, &e) && work_enqueue(s, run, &again, &e);
    runs_unlock(s, run->id);
    if (!ok)
        return talk_failure(&e);
    if (again)
        talk("%" PRIu64 " failed call%s will be asked again", run->errors,
             run->errors == 1 ? "" : "s");
    print_command(j, run, &out);
    return out_all(&out);
}

/* Would --only copy every result of the old run and ask nothing? */
static bool run_ask_asks_nothing(const struct run_job *j, struct store *s,
                                 const struct run_info *old, bool *out,
                                 struct err *e)
{
    struct result *r;
    size_t n;

    if (!runs_results(s, j->arena, old->id, &r, &n, e))
        return false;
    *out = n == old->n_problems * old->n_models * old->attempts;
    for (size_t i = 0; i < n && *out; i++)
        *out = !j->plan.only[r[i].outcome] && r[i].outcome != OUTCOME_ERROR;
    return true;
}

int run_open_and_ask(struct run_job *j, struct store *s)
{
    const struct plan *p = &j->plan;
    struct run_info run, old;
    uint64_t taken;
    struct err e;
    bool found, nothing = false;

    if (j->only && (!run_find_old(j->arena, s, &j->plan, j->of, &old, &e) ||
                    !run_ask_asks_nothing(j, s, &old, &nothing, &e)))
        return talk_failure(&e);
    if (nothing) {
        talk("run %s has no result that ended as %s; nothing to ask", old.name,
             j->only);
        return EXIT_DONE;
    }
    if (!begin_run(j, s, &run, &found, &e))
        return talk_failure(&e);
    if (j->only) {
        if (!ask_take_over(j->arena, s, &run, &old, p, &taken, &e)) {
            close_writer(j);
            return talk_failure(&e);
        }
        if (taken)
            talk("%" PRIu64 " results were copied from run %s", taken,
                 old.name);
    }
    return j->enqueue ? enqueue(j, s, &run, found)
                      : ask_and_show(j, s, &run, found);
}
