/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay run: ask models, judge their replies, tabulate.
 */
#include "assay.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/yaml.h"
#include "cli/dry.h"
#include "cli/interrupt.h"
#include "cli/run_show.h"
#include "cli/spec_options.h"
#include "cli/talk.h"
#include "run/batch/batch.h"
#include "run/sweep/sweep.h"
#include "store/batches.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define HELD_MOST \
 ((uint64_t)64 << 20) /* bytes of problems that stay in memory */

/* What is looked for in the plan's keys; plan NULL: it was said. */
struct keys_look {
    const struct plan *plan;
    pthread_t thread;
    struct arena arena;
    size_t bad, first; /* how many, and which */
    const char *why;   /* of the first */
};

struct job {
    struct arena *arena;
    struct spec_args args;
    struct run_spec spec;
    struct run_options show;
    const char *only, *of, *regrade; /* or NULL */
    bool print_spec, dry_run, batch;
    struct arena problems; /* the plan's, and their lines */
    uint64_t n_bytes;      /* of these lines */
    struct keys_look keys;
    struct models_tried models;
    struct plan plan;
    struct session_options session;
    struct summary_options view;
    struct progress progress;
    uint64_t before; /* replies that the run has */
    uint64_t shown;  /* results that the progress line counts */
    bool stopping;   /* said that Ctrl-C was heard */
    bool warned;     /* said why the first call is tried again */
    struct value_sweep sweep;
    const char *sweep_value; /* "max_tokens=4000": of that run, */
    struct run_info swept;   /* the run of the value that was asked last */
    enum ask_end ended;      /* how it ended */
};

/* ---- keys ---- */

/* Keys that no reply can be judged by are reported before anything is asked: the
 * calls would be wasted. It is a thread's work, while the run is opened. */
static void *look_at_keys(void *ctx)
{
    struct keys_look *k = ctx;
    const char *why;
    struct arena a = { 0 };

    for (size_t i = 0; i < k->plan->n_problems; i++) {
        arena_reset(&a);
        if (run_judge_key(&a, &k->plan->problems[i], &k->plan->judge, &why))
            continue;
        if (k->bad++ == 0) {
            k->first = i;
            k->why = arena_strdup(&k->arena, why ? why : "");
        }
    }
    arena_clear(&a);
    return NULL;
}

static void keys_begin(struct job *j)
{
    struct keys_look *k = &j->keys;

    k->plan = &j->plan;
    if (pthread_create(&k->thread, NULL, look_at_keys, k) != 0)
        BUG("could not start a thread");
}

static void keys_end(struct job *j)
{
    struct keys_look *k = &j->keys;

    if (!k->plan)
        return;
    pthread_join(k->thread, NULL);
    if (k->bad)
        talk("%zu key%s cannot be read, and no reply can be judged by %s; the "
             "first: %s: %s",
             k->bad, k->bad == 1 ? "" : "s", k->bad == 1 ? "it" : "them",
             k->plan->problems[k->first].id, k->why);
    arena_clear(&k->arena);
    *k = (struct keys_look){ 0 };
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

static void show_progress(void *ctx, const struct live *l)
{
    struct job *j = ctx;
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

static bool should_stop(void *ctx)
{
    struct job *j = ctx;

    if (!interrupt_came())
        return false;
    if (!j->stopping) {
        progress_hide(&j->progress);
        talk("stopping: calls in flight have %.0f s to end; Ctrl-C again "
             "stops at once (nothing that was answered is lost)",
             j->session.ask.grace_s);
    }
    return j->stopping = true;
}

/* ---- by batch ---- */

static void say_batch(void *ctx, const char *line)
{
    struct job *j = ctx;

    progress_hide(&j->progress);
    talk("%s", line);
}

static void show_batches(void *ctx, uint64_t done, uint64_t total,
                         const char *state)
{
    struct job *j = ctx;

    progress_figures(&j->progress, "%s  %" PRIu64 "/%" PRIu64 " at the server",
                     state, done, total);
    progress_add(&j->progress, 0);
}

static bool should_stop_batch(void *ctx)
{
    (void)ctx;
    return interrupt_came();
}

/* Calls in an open batch are paid for; asked one by one they are paid again. */
static void warn_of_batches(struct job *j, struct store *s)
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
                talk("note: batch b%" PRId64 " of %s is not fetched yet; "
                     "--batch fetches it, and without that its calls are "
                     "asked, and paid, again",
                     rows[i].id, j->plan.models[k].spec);
                return;
            }
}

static bool ask(struct job *j, struct store *s, const struct run_info *run,
                struct ask_report *report, struct err *e)
{
    struct batch_watch watch = { say_batch, show_batches, j };

    if (j->session.ask.batch) {
        j->session.ask.stop = should_stop_batch;
        return batch_ask(j->arena, s, run, &j->plan, &j->session.ask, &watch,
                         report, e);
    }
    warn_of_batches(j, s);
    return ask_run(j->arena, s, run, &j->plan, &j->session.ask, report, e);
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
    if (j->session.ask.budget_money > 0)
        talk("$%.4f of $%.4f are spent", p->spent_money + p->others_money,
             j->session.ask.budget_money);
    if (j->session.ask.budget_tokens > 0)
        talk("%.0f of %" PRIu64 " tokens are spent",
             p->spent_tokens + p->others_tokens, j->session.ask.budget_tokens);
    if (p->others_tokens > 0)
        talk("%.0f of these tokens were spent by other processes on this store "
             "meanwhile",
             p->others_tokens);
}

/* A replay file that lacks a reply lacks it on the next try, too. */
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
    uint64_t over = p->live.count[MARK_OVERFLOW];

    for (size_t i = 0; i < p->n_notes; i++)
        talk("note: %s", p->notes[i]);
    if (p->journalled)
        talk("%" PRIu64 " of the replies %s in the journal", p->journalled,
             p->journalled == 1 ? "was" : "were");
    say_spent(j, p);
    if (p->end == ASK_FATAL)
        talk("%s", p->why);
    if (over)
        talk("%" PRIu64 " prompt%s too long for the model's context: no answer "
             "(a lower --max-tokens, or a server with a longer context, gives "
             "room)",
             over, over == 1 ? " was" : "s were");
    if (failed && p->end != ASK_FATAL)
        talk("%" PRIu64 " call%s failed; the first: %s", failed,
             failed == 1 ? "" : "s", p->error ? p->error : "");
    if (ending(p))
        talk("run %s %s", run->name, ending(p));
    else if (failed)
        talk("run %s: failed calls count as not correct%s", run->name,
             all_local(&j->plan) ? "" : "; the same command asks them again");
    return ending(p) || failed ? EXIT_COULD_NOT : EXIT_DONE;
}

/* The runs of a sweep have one budget. */
static void spend(struct job *j, const struct ask_report *p)
{
    struct ask_options *o = &j->session.ask;
    double spent = p->spent_tokens + p->others_tokens;

    if (!j->sweep.n)
        return;
    if (o->budget_money > 0)
        o->budget_money =
            fmax(o->budget_money - p->spent_money - p->others_money, 1e-9);
    if (o->budget_tokens > 0)
        o->budget_tokens = spent < (double)o->budget_tokens - 1
                               ? o->budget_tokens - (uint64_t)spent
                               : 1;
}

static int ask_and_show(struct job *j, struct store *s, struct run_info *run,
                        bool found)
{
    struct doubts doubts = { 0 };
    struct ask_report report;
    struct err e;
    int status, shown;
    bool ok, doubtful;

    keys_end(j);
    say_begin(j, run, found, store_path(s));
    progress_open(&j->progress, stderr, clock_real(),
                  j->sweep.n ? j->sweep_value : "asking",
                  run->n_problems * run->n_models * run->attempts);
    j->before = j->shown = run->results - run->errors;
    progress_before(&j->progress, j->shown);
    ok = ask(j, s, run, &report, &e);
    progress_close(&j->progress);
    if (!ok)
        return talk_failure(&e);
    status = say_end(j, run, &report);
    live_clear(&report.live);
    j->ended = report.end;
    spend(j, &report);
    if (j->n_bytes <= HELD_MOST)
        j->view.problems = j->plan.problems;
    else if (!j->sweep.n) /* they are read from the store, one by one */
        arena_clear(&j->problems);
    if (!runs_find(s, j->arena, run->name, run, &e))
        return talk_failure(&e);
    j->swept = *run;
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
    if (j->only && !run_find_old(j->arena, s, &j->plan, j->of, &old, &e))
        return talk_failure(&e);
    if (!runs_open(s, j->arena, plan_spec(j->arena, p), assay_version(), lines,
                   p->n_problems, specs, p->n_models, p->attempts,
                   clock_day_ms(), &run, &found, &e))
        return talk_failure(&e);
    if (j->only) {
        if (!ask_take_over(j->arena, s, &run, &old, p, &taken, &e))
            return talk_failure(&e);
        if (taken)
            talk("%" PRIu64 " results of run %s were taken over", taken,
                 old.name);
    }
    return ask_and_show(j, s, &run, found);
}

/* ---- a sweep ---- */

/* Sets value i in the plan. */
static int take_value(struct job *j, const struct decoding *base, size_t i)
{
    struct err e;

    j->plan.decoding = *base;
    j->sweep_value =
        arena_printf(j->arena, "%s=%s", j->sweep.field, j->sweep.values[i]);
    if (!sweep_apply(j->arena, &j->sweep, i, &j->plan.decoding, &e))
        return args_mistake(j->args.self, "%s", e.msg);
    return -1;
}

/* Asks value after value, and shows what there is. A value whose calls fail does
 * not keep the next from being asked; an interrupt, a spent budget and a fatal
 * answer do. */
static int ask_sweep(struct job *j, struct store *s, const char **lines)
{
    const struct decoding base = j->plan.decoding;
    struct run_info *runs =
        arena_array(j->arena, struct run_info, j->sweep.n + 1);
    int status = EXIT_DONE, one, shown = EXIT_DONE;
    size_t n = 0;

    for (size_t i = 0; i < j->sweep.n; i++) {
        if ((one = take_value(j, &base, i)) >= 0)
            return one;
        talk("%s (%zu of %zu)", j->sweep_value, i + 1, j->sweep.n);
        j->swept = (struct run_info){ 0 };
        j->warned = false;
        one = open_run(j, s, lines);
        status = one == EXIT_DONE ? status : one;
        if (j->swept.results)
            runs[n++] = j->swept;
        if (!j->swept.name || j->ended != ASK_DONE)
            break;
    }
    if (n > 1)
        shown = run_show_sweep(j->arena, s, runs, n, j->sweep.field, &j->show,
                               &j->view);
    if (n < j->sweep.n)
        talk("%zu of %zu values of the sweep have results; the same command "
             "goes on",
             n, j->sweep.n);
    return status == EXIT_DONE ? shown : status;
}

static int dry_sweep(struct job *j, const char *store)
{
    const struct decoding base = j->plan.decoding;
    int status = EXIT_DONE, one;

    for (size_t i = 0; i < j->sweep.n && status == EXIT_DONE; i++) {
        if ((one = take_value(j, &base, i)) >= 0)
            return one;
        printf("%s%s:\n", i ? "\n" : "", j->sweep_value);
        fflush(stdout);
        status = run_dry(j->arena, &j->plan, NULL, &j->session.ask, store);
    }
    return status;
}

static int read_sweep(struct job *j)
{
    const struct run_spec *s = &j->spec;
    struct err e;

    if (!s->n_sweep)
        return -1;
    if (!sweep_read(j->arena, s->sweep[0], &s->decoding, &j->sweep, &e))
        return args_mistake(j->args.self, "%s", e.msg);
    if (j->only || j->show.junit || j->show.by || j->show.facts)
        return args_mistake(j->args.self,
                            "--sweep makes one table of several runs: --only, "
                            "--junit, --by and --facts go with one of them "
                            "(`assay store show RUN`)");
    return -1;
}

/* Tries each value on each model: before anything is paid for. */
static int try_sweep(struct job *j)
{
    const struct run_spec *s = &j->spec;
    struct err e;

    for (size_t i = 0; i < j->sweep.n; i++) {
        struct models_tried tried = { .o = &j->session.model, .what = "run" };
        struct decoding d = s->decoding;

        if (!sweep_apply(j->arena, &j->sweep, i, &d, &e))
            return args_mistake(j->args.self, "%s", e.msg);
        for (size_t m = 0; m < s->n_models; m++)
            if (!models_try(j->arena, &tried, s->models[m], false, &d,
                            "decoding", s->attempts, &e))
                return spec_could_not(&e);
    }
    return -1;
}

/* The options for the output are checked before anything is paid for. */
static int check_showing(struct job *j)
{
    struct json *facts;
    struct err e;

    if (!summary_check_by(&j->problems, j->plan.problems, j->plan.n_problems,
                          &j->view, &e))
        return args_mistake(j->args.self, "%s", e.msg);
    if (j->show.facts && !yaml_read_file(j->arena, j->show.facts, &facts, &e)) {
        talk_err(j->show.facts, &e);
        return EXIT_COULD_NOT;
    }
    if (j->show.junit && !run_can_write(j->show.junit))
        return EXIT_COULD_NOT;
    if (!sending_check_budget(&j->session.ask, j->plan.models, j->plan.n_models,
                              &e))
        return args_mistake(j->args.self, "%s", e.msg);
    return -1;
}

static int run_plan(struct job *j)
{
    const struct run_spec *r = &j->spec;
    const char *store = run_store_path(r->store);
    const char **lines;
    struct store *s;
    struct err e;
    int status;

    if (!plan_read_problems(&j->problems, r->problems, r->as, r->limit,
                            &j->plan, &e) ||
        !plan_try_prompts(&j->plan, &e))
        return talk_failure(&e);
    if ((status = check_showing(j)) >= 0)
        return status;
    if (j->dry_run && j->sweep.n)
        return dry_sweep(j, store);
    if (j->dry_run)
        return run_dry(j->arena, &j->plan, j->of, &j->session.ask, store);
    keys_begin(j);
    lines = plan_lines(&j->problems, &j->plan);
    for (size_t i = 0; i < j->plan.n_problems; i++)
        j->n_bytes += strlen(lines[i]);
    if (!store_open(&s, store, STORE_MAKE, &e)) {
        keys_end(j);
        return talk_failure(&e);
    }
    interrupt_watch();
    status = j->sweep.n ? ask_sweep(j, s, lines) : open_run(j, s, lines);
    keys_end(j);
    store_close(s);
    return status;
}

/* ---- the plan ---- */

static int open_models(struct job *j)
{
    const struct run_spec *s = &j->spec;
    struct models_tried *m = &j->models;
    struct err e;

    if (s->n_models > LIMIT_MODELS)
        return args_mistake(j->args.self, "at most %d models in one run",
                            LIMIT_MODELS);
    *m = (struct models_tried){ .o = &j->session.model, .what = "run" };
    for (size_t i = 0; i < s->n_models; i++) {
        if (!models_try(j->arena, m, s->models[i], false, &s->decoding,
                        "decoding", s->attempts, &e))
            return spec_could_not(&e);
        for (size_t k = 0; k < i; k++)
            if (str_eq(m->models[k].url, m->models[i].url) &&
                str_eq(m->models[k].name, m->models[i].name))
                return args_mistake(j->args.self,
                                    "--model %s and %s are the same",
                                    m->models[k].spec, m->models[i].spec);
    }
    if (!model_check_shared(m->models, m->n, &j->session.model, &e))
        return args_mistake(j->args.self, "%s", e.msg);
    j->plan.models = m->models;
    j->plan.n_models = m->n;
    return -1;
}

/* Requests are stored, so no API key may stand in them. Models of the process
 * have none. */
static int check_secrets(const struct job *j)
{
    const struct prompt *p = &j->plan.prompt;
    struct str sent = str_in(j->arena);

    if (all_local(&j->plan))
        return -1;
    spec_table_write(&sent, &run_spec_table, &j->spec, true);
    str_add(&sent, p->system ? p->system : "");
    str_addc(&sent, '\n');
    str_add(&sent, p->template ? p->template : "");
    if (!models_hold_secret(&j->models, str_get(&sent)))
        return -1;
    return args_mistake(j->args.self,
                        "--extra, --system, --template or the spec "
                        "holds the key of a model, which would be "
                        "stored; take it out");
}

static int read_only(const struct job *j, struct plan *out)
{
    if (!j->only)
        return j->of ? args_mistake(j->args.self, "--of goes with --only") : -1;
    if (str_eq(j->only, "truncated"))
        out->only[OUTCOME_TRUNCATED] = true;
    else if (str_eq(j->only, "error"))
        out->only[OUTCOME_ERROR] = true;
    else
        return args_mistake(j->args.self,
                            "--only takes truncated or error, not \"%s\"",
                            j->only);
    return -1;
}

/* Reads all but the problems, which come last, so that a mistake in an option
 * is reported before a large file is read. */
static int read_plan(struct job *j)
{
    struct plan *p = &j->plan;
    struct err e;
    int status;

    if (!run_spec_check(&j->spec, &e) ||
        !run_spec_judge(j->arena, &j->spec, &p->judge, &e))
        return args_mistake(j->args.self, "%s", e.msg);
    p->attempts = j->spec.attempts;
    p->decoding = j->spec.decoding;
    if ((status = read_only(j, p)) >= 0 || (status = read_sweep(j)) >= 0 ||
        (status = open_models(j)) >= 0)
        return status;
    if (!prompt_read(j->arena, &j->spec.prompt, &p->prompt, &e))
        return talk_failure(&e);
    if ((status = try_sweep(j)) >= 0)
        return status;
    return check_secrets(j);
}

/* ---- all of it ---- */

/* Is there an option that only makes sense where models are asked? */
static bool asks(const struct job *j)
{
    const struct spec_args *p = &j->args;
    size_t known = 0;

    for (size_t i = 0; i < p->given.n; i++)
        known += str_among(vec_get(&p->given, struct typed, i)->option->name,
                           "strict tolerance digits profile convention "
                           "store");
    return known < p->given.n || p->words.n || p->headers.n ||
           p->sending.budget || j->dry_run || j->only || j->of || j->batch;
}

static int go(struct job *j)
{
    const struct args *words = &j->args.words;
    const char *word = words->n ? words->words[0] : NULL;
    bool is_spec = word && spec_is_file(word);
    struct err e;
    int status;

    if (words->n > 1)
        return args_mistake(j->args.self, "name one problem file or one spec");
    spec_table_defaults(&run_spec_table, &j->spec);
    if (word && !is_spec)
        j->spec.problems = word;
    if ((status = spec_args_apply(&j->args, is_spec ? word : NULL, &j->spec)) >=
            0 ||
        (status = spec_args_session(&j->args, &j->session)) >= 0 ||
        (status =
             run_read_view(j->args.self, j->arena, &j->show, j->spec.strict,
                           j->session.ask.prices, &j->view)) >= 0)
        return status;
    if (j->print_spec && (j->show.as.json || j->dry_run || j->regrade))
        return args_mistake(j->args.self,
                            "--print-spec stands alone: nobody is "
                            "asked");
    if (j->print_spec)
        return spec_args_print(&j->args, &j->spec);
    j->session.ask.strict = j->spec.strict;
    j->session.model.unsent = j->dry_run;
    j->session.ask.batch = j->batch;
    j->show.session = &j->session;
    if (j->show.judge_model &&
        !model_open(j->arena, j->show.judge_model, &j->session.model,
                    &(struct model){ 0 }, &e))
        return spec_could_not(&e);
    if (j->regrade && asks(j))
        return args_mistake(j->args.self,
                            "--regrade takes a run and options of the "
                            "judge and the tables: nothing is asked");
    if (j->regrade)
        return run_regrade(j->args.self, j->arena, j->regrade, &j->spec,
                           &j->show, &j->session.ask, &j->view);
    if ((status = read_plan(j)) >= 0)
        return status;
    j->session.ask.progress = show_progress;
    j->session.ask.stop = should_stop;
    j->session.ask.ctx = j;
    status = run_plan(j);
    arena_clear(&j->problems);
    return status;
}

static int run(const struct command *self, int argc, char **argv)
{
    struct arena a = { 0 };
    struct job *j = arena_new(&a, struct job);
    const struct option own[] = {
        { "only", 0, OPTION_TEXT, &j->only, "WHAT",
          "ask again what ended truncated or in an error in an earlier run, "
          "and take the rest over from it" },
        { "of", 0, OPTION_TEXT, &j->of, "RUN",
          "that run (the newest of the same problems, models and attempts)" },
        { "regrade", 0, OPTION_TEXT, &j->regrade, "RUN",
          "judge a run's replies again; no model is asked" },
        { "judge-model", 0, OPTION_TEXT, &j->show.judge_model, "MODEL",
          "put undecided verdicts and those on words to this model; its "
          "opinion is kept and counted apart, also with --regrade" },
        { "print-spec", 0, OPTION_FLAG, &j->print_spec, NULL,
          "print the whole spec as YAML; no model is asked" },
        { "dry-run", 0, OPTION_FLAG, &j->dry_run, NULL,
          "tell what would be asked, and estimate its cost" },
        { "batch", 0, OPTION_FLAG, &j->batch, NULL,
          "send the calls in batches, at half the price (OpenAI, Anthropic); "
          "replies come within a day" },
        { "by", 0, OPTION_TEXT, &j->show.by, "LIST",
          "groups to show: family, level, concept, kind, a knob, a field of "
          "the source, or reason: what is wrong" },
        { "json", 0, OPTION_FLAG, &j->show.as.json, NULL, "JSON, not tables" },
        { "csv", 0, OPTION_FLAG, &j->show.as.csv, NULL, "CSV, not tables" },
        { "markdown", 0, OPTION_FLAG, &j->show.as.markdown, NULL,
          "tables in Markdown" },
        SHOW_OPTIONS(&j->show.as),
        { "junit", 0, OPTION_TEXT, &j->show.junit, "FILE",
          "write JUnit XML as well" },
        { "min-accuracy", 0, OPTION_TEXT, &j->show.min_accuracy, "P",
          "exit 1 when a model is below: 0.7 or 70%" },
        { "facts", 0, OPTION_TEXT, &j->show.facts, "FILE",
          "YAML: size and scores of models, for Mathador" },
        { 0 },
    };
    int status;

    j->arena = &a;
    j->args = (struct spec_args){
        .self = self, .arena = &a, .table = &run_spec_table, .own = own
    };
    status = spec_args_read(&j->args, argc, argv);
    if (status < 0)
        status = go(j);
    arena_clear(&a);
    return status;
}

const struct command cmd_run = {
    .name = "run",
    .summary = "ask models, judge their replies, tabulate",
    .usage = "SPEC.yaml | PROBLEMS --model M [--model M2 ...] [options] | "
             "--regrade RUN",
    .help =
        "PROBLEMS is a problem file or a public set that `assay import` "
        "reads. SPEC.yaml may say any\n"
        "of it (--print-spec shows all fields, with comments); options win "
        "over the file. Models:\n\n"
        "  openai:NAME, anthropic:NAME   keys from OPENAI_API_KEY, "
        "ANTHROPIC_API_KEY\n"
        "  URL#NAME                      any OpenAI-style server: "
        "http://localhost:8000/v1#qwen\n"
        "  student, student:FILE         the small language model that comes "
        "with assay; other weights\n"
        "  replay:FILE                   recorded replies, JSONL\n"
        "  planted:FILE                  an instrument: answers from the keys "
        "and fails where FILE says\n\n"
        "Only the decoding that is given is sent. Every reply is committed to "
        "the store before it is\n"
        "used: after Ctrl-C, kill -9 or a power cut the same command goes on. "
        "Errors of a server are\n"
        "never wrong answers: they are in no rate, and are asked again. With "
        "--batch calls are handed\n"
        "to the server's batch API; the command waits and may be stopped, and "
        "started again later.\n"
        "docs/runs.md tells all.\n"
        "Exit status 1 when a model is below --min-accuracy, 3 when calls are "
        "missing: errors,\n"
        "an interrupt, a spent budget, a fatal answer of a server.\n",
    .run = run,
};
