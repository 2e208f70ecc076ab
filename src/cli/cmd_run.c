/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay run: ask models, judge their replies, tabulate.
 */
#include "assay.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/yaml.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/run_options.h"
#include "cli/run_parts.h"
#include "cli/run_show.h"
#include "cli/talk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct job {
    const struct command *self;
    const struct run_options *r;
    struct arena *arena;
    struct arena problems; /* the plan's, and their lines: until it is asked */
    struct plan plan;
    struct ask_options ask;
    struct view_options view;
    struct progress progress;
    uint64_t before; /* replies that the run has */
    uint64_t shown;  /* results that the progress line counts */
    bool stopping;   /* said that Ctrl-C was heard */
    bool warned;     /* said why the first call is tried again */
};

/* ---- while it goes on ---- */

static void show_progress(void *ctx, const struct live *l)
{
    struct job *j = ctx;
    struct rate acc;
    struct str s = { 0 };

    /* A server that is down: told at once, not after the last try. */
    if (l->trouble[0] && l->replies == j->before && !j->warned) {
        progress_hide(&j->progress);
        talk("%s; trying again", l->trouble);
        j->warned = true;
    }
    if (j->progress.out) {
        acc = live_accuracy(l);
        str_addf(&s, "%u in flight", l->in_flight);
        if (l->waiting)
            str_addf(&s, ", %u wait", l->waiting);
        if (acc.n)
            str_addf(&s, "  %.1f %% (%.0f..%.0f)", 100 * acc.value,
                     100 * acc.interval.low, 100 * acc.interval.high);
        str_add(&s, "  ");
        add_short(&s, (double)l->tokens);
        str_add(&s, " tokens");
        if (l->priced) {
            str_add(&s, "  ");
            add_money(&s, l->cost);
        }
        if (l->count[MARK_ERROR])
            str_addf(&s, "  %" PRIu64 " failed", l->count[MARK_ERROR]);
        progress_figures(&j->progress, "%s", str_get(&s));
        str_clear(&s);
    }
    progress_add(&j->progress, l->done - j->shown);
    j->shown = l->done;
}

static bool should_stop(void *ctx)
{
    struct job *j = ctx;

    if (!interrupt_came())
        return false;
    if (!j->stopping) {
        progress_hide(&j->progress);
        talk("stopping: calls in flight have %.0f s to end; Ctrl-C again "
             "stops at once (nothing that was answered is lost)",
             j->ask.grace_s);
    }
    return j->stopping = true;
}

/* ---- the run ---- */

static void say_begin(const struct job *j, const struct run_info *run,
                      bool found, const char *store)
{
    uint64_t total = run->n_problems * run->n_models * run->attempts;

    if (j->plan.repeats)
        talk("%zu row%s of %s repeat%s a problem and %s left out",
             j->plan.repeats, j->plan.repeats == 1 ? "" : "s", j->plan.file,
             j->plan.repeats == 1 ? "s" : "",
             j->plan.repeats == 1 ? "was" : "were");
    if (found && run->results >= total && !run->errors)
        talk("run %s in %s has every result already", run->name, store);
    else if (found)
        talk("run %s in %s goes on: %" PRIu64 " of %" PRIu64 " calls are done",
             run->name, store, run->results - run->errors, total);
    else
        talk("run %s in %s: %zu problem%s, %zu model%s, %" PRIu64 " attempt%s",
             run->name, store, j->plan.n_problems,
             j->plan.n_problems == 1 ? "" : "s", j->plan.n_models,
             j->plan.n_models == 1 ? "" : "s", j->plan.attempts,
             j->plan.attempts == 1 ? "" : "s");
}

/* Why the run did not come to its end; NULL: it did. */
static const char *ending(const struct ask_report *p)
{
    switch (p->end) {
    case ASK_FATAL: return "stopped; the same command goes on with it";
    case ASK_BUDGET:
        return "stopped: the budget is spent; the same command with a larger "
               "one goes on";
    case ASK_STOPPED:
        return "was interrupted; the same command goes on with it";
    case ASK_DONE: break;
    }
    return NULL;
}

static void say_spent(const struct job *j, const struct ask_report *p)
{
    if (j->ask.budget_money > 0)
        talk("$%.4f of $%.4f are spent", p->spent_money, j->ask.budget_money);
    if (j->ask.budget_tokens > 0)
        talk("%.0f of %" PRIu64 " tokens are spent", p->spent_tokens,
             j->ask.budget_tokens);
}

/* What a file does not have, asking again does not bring. */
static bool all_local(const struct plan *p)
{
    for (size_t i = 0; i < p->n_models; i++)
        if (!model_is_local(&p->models[i]))
            return false;
    return true;
}

static int say_end(const struct job *j, const struct run_info *run,
                   const struct ask_report *p)
{
    uint64_t failed = p->live.count[MARK_ERROR];

    for (size_t i = 0; i < p->n_notes; i++)
        talk("note: %s", p->notes[i]);
    if (p->journalled)
        talk("%" PRIu64 " of the replies %s in the journal", p->journalled,
             p->journalled == 1 ? "was" : "were");
    say_spent(j, p);
    if (p->end == ASK_FATAL)
        talk("%s", p->why);
    if (failed && p->end != ASK_FATAL)
        talk("%" PRIu64 " call%s failed; the first: %s", failed,
             failed == 1 ? "" : "s", p->error ? p->error : "");
    if (ending(p))
        talk("run %s %s", run->name, ending(p));
    else if (failed)
        talk("run %s: failed calls are in no rate%s", run->name,
             all_local(&j->plan) ? "" : "; the same command asks them again");
    return ending(p) || failed ? EXIT_COULD_NOT : EXIT_DONE;
}

static int ask_and_show(struct job *j, struct store *s, struct run_info *run,
                        bool found)
{
    struct ask_report report;
    struct err e;
    int status, shown;
    bool ok;

    say_begin(j, run, found, store_path(s));
    progress_open(&j->progress, stderr, clock_real(), "asking",
                  run->n_problems * run->n_models * run->attempts);
    j->before = j->shown = run->results - run->errors;
    progress_before(&j->progress, j->shown);
    ok = ask_run(j->arena, s, run, &j->plan, &j->ask, &report, &e);
    progress_close(&j->progress);
    if (!ok)
        return talk_failure(&e);
    status = say_end(j, run, &report);
    live_clear(&report.live);
    arena_clear(&j->problems); /* what is shown is read from the store */
    if (!runs_find(s, j->arena, run->name, run, &e))
        return talk_failure(&e);
    if (run->results == 0)
        return status;
    shown = run_show(j->arena, s, run, j->r, &j->view);
    return shown == EXIT_DONE || status == EXIT_COULD_NOT ? status : shown;
}

static int open_run(struct job *j, struct store *s, const char **lines)
{
    const struct plan *p = &j->plan;
    const char **specs = arena_array(j->arena, const char *, p->n_models + 1);
    struct run_info run, old;
    uint64_t taken;
    struct err e;
    bool found;

    for (size_t i = 0; i < p->n_models; i++)
        specs[i] = p->models[i].spec;
    if (j->r->only && !run_find_old(j->arena, s, &j->plan, j->r->of, &old, &e))
        return talk_failure(&e);
    if (!runs_open(s, j->arena, plan_spec(j->arena, p), assay_version(), lines,
                   p->n_problems, specs, p->n_models, p->attempts,
                   clock_day_ms(), &run, &found, &e))
        return talk_failure(&e);
    if (j->r->only) {
        if (!ask_take_over(j->arena, s, &run, &old, p, &taken, &e))
            return talk_failure(&e);
        if (taken)
            talk("%" PRIu64 " results of run %s were taken over", taken,
                 old.name);
    }
    return ask_and_show(j, s, &run, found);
}

/* What is shown at the end is tried before anything is paid for. */
static int check_showing(struct job *j)
{
    struct json *facts;
    struct err e;

    if (!view_check_by(&j->problems, j->plan.problems, j->plan.n_problems,
                       &j->view, &e))
        return args_mistake(j->self, "%s", e.msg);
    if (j->r->facts && !yaml_read_file(j->arena, j->r->facts, &facts, &e)) {
        talk_err(j->r->facts, &e);
        return EXIT_COULD_NOT;
    }
    if (j->r->junit && !run_can_write(j->r->junit))
        return EXIT_COULD_NOT;
    return run_check_budget(j->self, &j->plan, &j->ask);
}

/* Keys by which no reply can be judged: the calls would be for nothing. */
static void warn_of_keys(const struct job *j)
{
    const char *why, *first_why = "";
    size_t bad = 0, first = 0;
    struct arena a = { 0 };

    for (size_t i = 0; i < j->plan.n_problems; i++) {
        arena_reset(&a);
        if (run_judge_key(&a, &j->plan.problems[i], &j->plan.judge, &why))
            continue;
        if (bad++ == 0) {
            first = i;
            first_why = arena_strdup(j->arena, why ? why : "");
        }
    }
    arena_clear(&a);
    if (bad)
        talk("%zu key%s cannot be read, and no reply can be judged by %s; the "
             "first: %s: %s",
             bad, bad == 1 ? "" : "s", bad == 1 ? "it" : "them",
             j->plan.problems[first].id, first_why);
}

static int run_plan(struct job *j, const char *path)
{
    const struct run_options *r = j->r;
    const char *store = run_store_path(r->store);
    const char **lines;
    struct store *s;
    struct err e;
    int status;

    if (!plan_read_problems(&j->problems, path, r->as,
                            r->limit == UINT64_MAX ? 0 : r->limit, &j->plan,
                            &e) ||
        !plan_try_prompts(&j->plan, &e))
        return talk_failure(&e);
    if ((status = check_showing(j)) >= 0)
        return status;
    if (r->dry_run)
        return run_dry(j->arena, &j->plan, r, &j->ask, store);
    warn_of_keys(j);
    lines = plan_lines(&j->problems, &j->plan);
    if (!store_open(&s, store, STORE_MAKE, &e))
        return talk_failure(&e);
    interrupt_watch();
    status = open_run(j, s, lines);
    store_close(s);
    return status;
}

/* Is there an option that only makes sense where models are asked? */
static bool asks(const struct run_options *r)
{
    return r->models.n || r->dry_run || r->attempts != 1 ||
           r->limit != UINT64_MAX || r->temperature || r->top_p || r->top_k ||
           r->min_p || r->repetition_penalty || r->max_tokens || r->seed ||
           r->effort || r->extra || r->stop.n || r->headers.n || r->system ||
           r->template || r->fewshot || r->budget || r->only || r->of;
}

static int go(const struct command *self, struct arena *a,
              const struct run_options *r, const struct args *args)
{
    struct job j = { .self = self, .r = r, .arena = a };
    int status;

    if ((status = run_read_sending(self, a, r, &j.ask)) >= 0 ||
        (status = run_read_view(self, a, r, j.ask.prices, &j.view)) >= 0)
        return status;
    if (r->regrade && (args->n || asks(r)))
        return args_mistake(self, "--regrade takes a run and options of the "
                                  "judge and the tables: nothing is asked");
    if (r->regrade)
        return run_regrade(self, a, r, &j.ask, &j.view);
    if (args->n != 1)
        return args_mistake(self, "name one problem file, or - for standard "
                                  "input");
    if ((status = run_read_plan(self, a, r, &j.plan)) >= 0)
        return status;
    j.ask.progress = show_progress;
    j.ask.stop = should_stop;
    j.ask.ctx = &j;
    status = run_plan(&j, args->words[0]);
    arena_clear(&j.problems);
    return status;
}

static int run(const struct command *self, int argc, char **argv)
{
    struct run_options r = { .models = { .size = sizeof(const char *) },
                             .stop = { .size = sizeof(const char *) },
                             .headers = { .size = sizeof(const char *) },
                             .attempts = 1,
                             .limit = UINT64_MAX,
                             .concurrency = pool_defaults.concurrency,
                             .retries = pool_defaults.retries };
    struct arena a = { 0 };
    struct args args;
    int status = run_read_args(self, argc, argv, &r, &args);

    if (status < 0)
        status = go(self, &a, &r, &args);
    arena_clear(&a);
    vec_clear(&r.models);
    vec_clear(&r.stop);
    vec_clear(&r.headers);
    return status;
}

const struct command cmd_run = {
    .name = "run",
    .summary = "ask models, judge their replies, tabulate",
    .usage = "PROBLEMS --model M [--model M2 ...] [--attempts K] [options] | "
             "--regrade RUN",
    .help =
        "PROBLEMS is a problem file or a public set that `assay import` "
        "reads. Models:\n\n"
        "  openai:NAME, anthropic:NAME   keys from OPENAI_API_KEY, "
        "ANTHROPIC_API_KEY\n"
        "  URL#NAME                      any OpenAI-style server: "
        "http://localhost:8000/v1#qwen\n"
        "  replay:FILE                   recorded replies, JSONL\n"
        "  planted:FILE                  an instrument: answers from the keys "
        "and fails where FILE says\n\n"
        "Only the decoding that is given is sent. Every reply is committed to "
        "the store before it is\n"
        "used: after Ctrl-C, kill -9 or a power cut the same command goes on. "
        "Errors of a server are\n"
        "never wrong answers: they are in no rate, and are asked again. "
        "docs/runs.md tells all.\n"
        "Exit status 1 when a model is below --min-accuracy, 3 when calls are "
        "missing: errors,\n"
        "an interrupt, a spent budget, a fatal answer of a server.\n",
    .run = run,
};
