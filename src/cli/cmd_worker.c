/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay worker: one of any number of processes that ask what a run has left.
 */
#define _DEFAULT_SOURCE /* gethostname() */
#include "base/clock.h"
#include "cli/interrupt.h"
#include "cli/run_job.h"
#include "cli/store_watch.h"
#include "cli/talk.h"
#include "store/store.h"
#include "store/work.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LEASE_S    60 /* of a block, unless --lease says another */
#define LEASE_MOST 86400
#define WAIT_MS    500
#define NAME_MOST  200 /* bytes of a host's name */

struct job {
    struct run_job run; /* what `assay run` shows its progress by */
    const char *store, *name;
    struct vec given; /* const char *: --model */
    uint64_t lease;
    bool wait;
    struct run_info info;
    struct model *models; /* the plan's */
    bool *serves;         /* [model] */
};

/* ---- the run ---- */

static struct store **writer_of(struct job *j)
{
    return &j->run.session.ask.writer;
}

static void close_both(struct job *j, struct store **s)
{
    store_close(*s);
    store_close(*writer_of(j));
    *s = *writer_of(j) = NULL;
}

static bool worker_find_run(struct job *j, struct store **s, struct err *e)
{
    struct arena *a = j->run.arena;
    bool any = false;

    if (!store_open_both(s, writer_of(j), run_store_path(j->store), STORE_WRITE,
                         e))
        return false;
    if (runs_find(*s, a, j->name, &j->info, e) &&
        work_any(*s, j->info.id, &any, e)) {
        if (any)
            return true;
        err_set(
            e, ERR_USAGE,
            "run %s was not queued for workers; run the command that made it "
            "with --enqueue",
            j->info.name);
    }
    close_both(j, s);
    return false;
}

/* With --wait the run may come later, and so may its store. */
static bool wait_for_run(struct job *j, struct store **s, struct err *e)
{
    struct timespec pause = { .tv_nsec = WAIT_MS * 1000000L };
    bool told = false;

    for (;;) {
        if (worker_find_run(j, s, e))
            return true;
        if (!j->wait || interrupt_came())
            return false;
        if (!told)
            talk("waiting: %s", e->msg);
        told = true;
        nanosleep(&pause, NULL);
    }
}

/* ---- models ---- */

/* The model of the run that this one is; -1: none. */
static int worker_place_of(const struct job *j, const struct model *m)
{
    for (size_t i = 0; i < j->run.plan.n_models; i++)
        if (str_eq(j->models[i].url, model_identity(m)) &&
            str_eq(j->models[i].name, m->name))
            return (int)i;
    return -1;
}

/* Bodies are the same bytes wherever they are sent from. */
static void serve(struct job *j, size_t i, const struct model *m)
{
    const char *field = j->models[i].token_field;

    j->models[i] = *m;
    if (field)
        j->models[i].token_field = field;
    j->serves[i] = true;
}

static void worker_add_models(const struct job *j, struct str *out)
{
    for (size_t i = 0; i < j->run.plan.n_models; i++) {
        const struct model *m = &j->models[i];

        str_addf(out, "%s%s", i ? ", " : "", m->spec);
        if (str_starts(m->url, "label:"))
            str_addf(out, "=URL#%s", m->name);
    }
}

static int open_given(struct job *j)
{
    struct models_tried *m = &j->run.models;
    const struct plan *p = &j->run.plan;
    struct str names = str_in(j->run.arena);
    struct err e;

    for (size_t i = 0; i < j->given.n; i++) {
        const char *given = *vec_get(&j->given, const char *, i);
        int at;

        if (!models_try(j->run.arena, m, given, false, &p->decoding, "decoding",
                        p->attempts, &e))
            return talk_could_not(&e);
        at = worker_place_of(j, &m->models[m->n - 1]);
        if (at < 0) {
            worker_add_models(j, &names);
            return args_mistake(j->run.args.cli.self,
                                "--model %s is not a model of run %s, which "
                                "asks %s",
                                given, j->info.name, str_get(&names));
        }
        serve(j, (size_t)at, &m->models[m->n - 1]);
    }
    return -1;
}

/* Models that are the same everywhere need not be given, where any are not. */
static void open_others(struct job *j)
{
    struct models_tried *m = &j->run.models;
    const struct plan *p = &j->run.plan;
    struct err e;

    for (size_t i = 0; i < p->n_models; i++) {
        const char *spec = j->models[i].spec;
        size_t n = m->n;

        if (j->serves[i] || str_starts(j->models[i].url, "label:"))
            continue;
        if (!models_try(j->run.arena, m, spec, false, &p->decoding, "decoding",
                        p->attempts, &e))
            talk("%s is left to other workers: %s", spec, e.msg);
        else if (worker_place_of(j, &m->models[n]) != (int)i)
            talk("%s is left to other workers: it is a different model here",
                 spec);
        else
            serve(j, i, &m->models[n]);
        m->n = j->serves[i] ? n + 1 : n;
    }
}

static int worker_open_models(struct job *j)
{
    struct models_tried *m = &j->run.models;
    struct str names = str_in(j->run.arena);
    int status;

    *m = (struct models_tried){ .o = &j->run.session.model, .what = "run" };
    j->serves = arena_array(j->run.arena, bool, j->run.plan.n_models + 1);
    if ((status = open_given(j)) >= 0)
        return status;
    if (!j->given.n)
        open_others(j);
    for (size_t i = 0; i < j->run.plan.n_models; i++)
        if (j->serves[i])
            return spec_check_models(j->run.args.cli.self, m, j->info.spec,
                                     &j->run.session);
    worker_add_models(j, &names);
    return args_mistake(j->run.args.cli.self,
                        "no model of run %s has an address here; give one with "
                        "--model %s",
                        j->info.name, str_get(&names));
}

static bool worker_read_plan(struct job *j, struct store *s, struct err *e)
{
    struct arena *a = j->run.arena;
    const char **lines;
    size_t n;

    if (!runs_problems(s, a, j->info.id, &lines, &n, e) ||
        !plan_of_run(a, j->info.spec, lines, n, &j->run.plan, &j->models, e))
        return false;
    return j->run.plan.n_models == j->info.n_models ||
           err_set(e, ERR_DOMAIN, "run %s does not match its settings",
                   j->info.name);
}

/* ---- asking ---- */

static const char *worker_name(struct arena *a)
{
    char host[NAME_MOST + 1] = "";

    if (gethostname(host, sizeof(host) - 1) != 0 || !host[0])
        memcpy(host, "host", sizeof("host"));
    return arena_printf(a, "%s:%ld", host, (long)getpid());
}

static uint64_t worker_total_of(const struct run_info *r)
{
    return r->n_problems * r->n_models * r->attempts;
}

static void worker_say_end(struct job *j, const struct ask_report *p)
{
    for (size_t i = 0; i < p->n_notes; i++)
        talk("note: %s", p->notes[i]);
    run_say_spent(&j->run, p);
    if (p->end == ASK_FATAL)
        talk("%s", p->why);
    if (p->end == ASK_BUDGET)
        talk("the budget of run %s is spent (all workers together); a worker "
             "with a larger --budget continues",
             j->info.name);
    if (p->error && p->end != ASK_FATAL)
        talk("calls failed; the first: %s", p->error);
    talk("this worker: %" PRIu64 " asked (%" PRIu64 " failed), %" PRIu64
         " answered from the store, %" PRIu64 " done by other workers; run "
         "%s: %" PRIu64 " of %" PRIu64 " calls are done",
         p->asked + p->failed, p->failed, p->journalled, p->late, j->info.name,
         j->info.results - j->info.errors, worker_total_of(&j->info));
}

/* What is left of the run when this worker ends. */
static int worker_status_of(struct job *j, const struct ask_report *p)
{
    if (p->end != ASK_DONE)
        return EXIT_COULD_NOT;
    if (j->info.errors)
        talk("%" PRIu64
             " call%s of run %s failed; run the command that made it with "
             "--enqueue to queue them again",
             j->info.errors, j->info.errors == 1 ? "" : "s", j->info.name);
    return j->info.errors ? EXIT_COULD_NOT : EXIT_DONE;
}

static bool come_back(struct job *j, struct store **s, bool lost, struct err *e)
{
    while (store_wait(s, writer_of(j), STORE_WRITE, lost, e)) {
        if (runs_find(*s, j->run.arena, j->info.name, &j->info, e))
            return true;
        lost = false;
    }
    return false;
}

/* Whoever loses the store begins again where it stands when it comes back; *s is
 * another one then, or NULL. */
static bool ask_on(struct job *j, struct store **s, struct ask_share *share,
                   struct ask_report *report, struct err *e)
{
    struct run_job *r = &j->run;
    struct ask_report before = { 0 };

    while (!ask_run(r->arena, *s, &j->info, &r->plan, &r->session.ask, report,
                    e)) {
        progress_hide(&r->progress);
        if (!come_back(j, s, report->lost, e))
            return false;
        if (report->worker_chain)
            share->worker_chain = report->worker_chain;
        before.asked += report->asked;
        before.failed += report->failed;
        before.journalled += report->journalled;
        before.late += report->late;
    }
    report->asked += before.asked;
    report->failed += before.failed;
    report->journalled += before.journalled;
    report->late += before.late;
    live_clear(&report->live);
    return runs_find(*s, r->arena, j->info.name, &j->info, e) ||
           come_back(j, s, false, e);
}

static int worker_ask(struct job *j, struct store **s)
{
    struct run_job *r = &j->run;
    struct ask_share share = { .serves = j->serves,
                               .name = worker_name(r->arena),
                               .lease_ms = (int64_t)j->lease * 1000 };
    struct ask_report report;
    struct err e;
    bool ok;

    r->session.ask.share = &share;
    r->session.ask.progress = run_show_progress;
    r->session.ask.stop = run_should_stop;
    r->session.ask.ctx = r;
    talk("worker %s on run %s in %s: %" PRIu64 " of %" PRIu64 " calls are done",
         share.name, j->info.name, store_path(*s),
         j->info.results - j->info.errors, worker_total_of(&j->info));
    progress_open(&r->progress, stderr, clock_real(), "asking",
                  worker_total_of(&j->info));
    r->shown = j->info.results;
    progress_before(&r->progress, r->shown);
    ok = ask_on(j, s, &share, &report, &e);
    progress_close(&r->progress);
    if (!ok)
        return talk_failure(&e);
    worker_say_end(j, &report);
    return worker_status_of(j, &report);
}

static int worker_go(void *job)
{
    struct job *j = job;
    const struct spec_args *p = &j->run.args;
    struct store *s = NULL;
    struct err e;
    int status;

    j->run.arena = p->cli.arena;
    if (p->cli.args.n)
        return args_mistake(p->cli.self,
                            "unexpected \"%s\"; name the run with --run",
                            p->cli.args.words[0]);
    if (!j->name)
        return args_mistake(p->cli.self, "name a run: --run r7, or --run last");
    if (j->lease < 1 || j->lease > LEASE_MOST)
        return args_mistake(
            p->cli.self, "--lease takes 1 to %d seconds, not \"%" PRIu64 "\"",
            LEASE_MOST, j->lease);
    if ((status = spec_args_session(p, &j->run.session)) >= 0)
        return status;
    interrupt_watch("other workers continue the run");
    interrupt_also(SIGUSR1);
    if (!wait_for_run(j, &s, &e))
        return talk_could_not(&e);
    if (!worker_read_plan(j, s, &e))
        status = talk_failure(&e);
    else if ((status = worker_open_models(j)) < 0)
        status = worker_ask(j, &s);
    close_both(j, &s);
    return status;
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    OPTION_GROUP("run"),
    { "run", 0, OPTION_TEXT, AT(name), "RUN",
      "run to work on, made with `assay run ... --enqueue`" },
    { "store", 0, OPTION_TEXT, AT(store), "STORE",
      "store of the run: a file, or postgresql://HOST/DB (default: "
      "$ASSAY_STORE, or assay.db)" },
    { "model", 'm', OPTION_MANY, AT(given), "MODEL",
      "ask only this model of the run; LABEL=URL#NAME: reach the model that "
      "the run calls LABEL at this URL; may be repeated" },
    { "lease", 0, OPTION_COUNT, AT(lease), "SECONDS",
      "other workers take over the calls of a worker that was silent for "
      "this long (default: 60)" },
    { "wait", 0, OPTION_FLAG, AT(wait), NULL,
      "wait if the run does not exist yet" },
    { 0 },
};

static const struct spec_field no_fields[] = { { 0 } };
static const struct spec_table no_spec = { .what = "", .fields = no_fields };
static const struct spec_card spec_card = { .table = &no_spec };

const struct command cmd_worker = {
    .name = "worker",
    .summary = "make the remaining calls of a run, on any number of machines",
    .usage = "--run RUN [--store STORE] [--model LABEL=URL#NAME ...] [options]",
    .help =
        "`assay run ... --enqueue` puts the calls of a run into the store. Any number of workers take\n"
        "them from there, 64 at a time, ask the models, grade the replies and store the results. The\n"
        "problems, the prompt and the decoding settings come from the store; a worker needs no file.\n"
        "Its options only say how to reach the models from this machine. Models that have no address\n"
        "on this machine are left to other workers.\n"
        "\n"
        "A worker renews its lease (--lease seconds) while it runs; if it dies, others take over its\n"
        "calls. A call may then be sent twice, but it is counted once. A worker that gets SIGINT, SIGTERM,\n"
        "SIGHUP or SIGUSR1 gives back the calls that it has not sent; running calls get --grace seconds.\n"
        "A worker ends when no worker has calls left. If the database is unreachable or has no free\n"
        "connection, it waits up to ten minutes.\n"
        "docs/scale.md explains everything.\n",
    .done = "nothing is left to ask",
    .could_not = "calls failed, or it was stopped",
    .no_output = true,
    .job = sizeof(struct job),
    .init = &(const struct job){ .lease = LEASE_S },
    .options = options,
    .spec = &spec_card,
    .work = worker_go,
};
