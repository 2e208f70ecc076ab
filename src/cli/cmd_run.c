/* SPDX-License-Identifier: Apache-2.0 */
#include "assay.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/yaml.h"
#include "cli/dry.h"
#include "cli/interrupt.h"
#include "cli/run_job.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "run/engine/regrade.h"
#include "store/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * --sweep: a run for each value of one field of decoding.
 */

/* Sets value i in the plan. */
static int run_take_value(struct run_job *j, const struct decoding *base,
                          size_t i)
{
    struct err e;

    j->plan.decoding = *base;
    j->sweep_value =
        arena_printf(j->arena, "%s=%s", j->sweep.field, j->sweep.values[i]);
    if (!sweep_apply(j->arena, &j->sweep, i, &j->plan.decoding, &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    return -1;
}

/* Asks value after value, and shows what there is. A value whose calls fail does
 * not keep the next from being asked; an interrupt, a spent budget and a fatal
 * answer do. */
static int run_sweep_ask(struct run_job *j, struct store *s)
{
    const struct decoding base = j->plan.decoding;
    struct run_info *runs =
        arena_array(j->arena, struct run_info, j->sweep.n + 1);
    int status = EXIT_DONE, one, shown = EXIT_DONE;
    size_t n = 0, with = 0;

    for (size_t i = 0; i < j->sweep.n; i++) {
        if ((one = run_take_value(j, &base, i)) >= 0)
            return one;
        talk("%s (%zu of %zu)", j->sweep_value, i + 1, j->sweep.n);
        j->swept = (struct run_info){ 0 };
        j->warned = false;
        one = run_open_and_ask(j, s);
        status = one == EXIT_DONE ? status : one;
        if (j->swept.name)
            runs[n++] = j->swept;
        with += j->swept.results > 0;
        if (!j->swept.name || j->ended != ASK_DONE)
            break;
    }
    if (with) /* a run without results has a row, too: it is missing */
        shown = run_show_sweep(j->arena, s, runs, n, j->sweep.field, &j->show,
                               &j->view);
    if (with < j->sweep.n)
        talk("%zu of %zu values of the sweep have results; the same command "
             "continues",
             with, j->sweep.n);
    return status == EXIT_DONE ? shown : status;
}

static int run_sweep_dry(struct run_job *j, const char *store)
{
    const struct decoding base = j->plan.decoding;
    int status = EXIT_DONE, one;

    for (size_t i = 0; i < j->sweep.n && status == EXIT_DONE; i++) {
        if ((one = run_take_value(j, &base, i)) >= 0)
            return one;
        printf("%s%s:\n", i ? "\n" : "", j->sweep_value);
        fflush(stdout);
        status = run_dry(j->arena, &j->plan, NULL, &j->session.ask, store);
    }
    return status;
}

static int run_sweep_read(struct run_job *j)
{
    const struct run_spec *s = &j->spec;
    struct err e;

    if (!s->n_sweep)
        return -1;
    if (!sweep_read(j->arena, s->sweep[0], &s->decoding, &j->sweep, &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    if (j->only || j->show.junit || j->show.by || j->show.facts)
        return args_mistake(j->args.cli.self,
                            "--sweep makes one table of several runs; --only, "
                            "--junit, --by and --facts work only with single "
                            "runs (`assay store show RUN`)");
    return -1;
}

/* Tries each value on each model: before anything is paid for. */
static int run_sweep_try(struct run_job *j)
{
    const struct run_spec *s = &j->spec;
    struct err e;

    for (size_t i = 0; i < j->sweep.n; i++) {
        struct models_tried tried = { .o = &j->session.model, .what = "run" };
        struct decoding d = s->decoding;

        if (!sweep_apply(j->arena, &j->sweep, i, &d, &e))
            return args_mistake(j->args.cli.self, "%s", e.msg);
        for (size_t m = 0; m < s->n_models; m++)
            if (!models_try(j->arena, &tried, s->models[m], false, &d,
                            "decoding", s->attempts, &e))
                return talk_could_not(&e);
    }
    return -1;
}

/*
 * --regrade: the replies of a run, judged again.
 */

#define CHANGES_SHOWN 50

static void show_changes(const struct summary *v, const struct regrade *g)
{
    struct str out = { 0 };

    for (size_t i = 0; i < g->n && i < CHANGES_SHOWN; i++) {
        const struct regrade_change *c = &g->changes[i];

        str_reset(&out);
        str_addf(&out, "%s attempt %" PRIu64 ", %s: ",
                 v->problems[c->was->problem].id, c->was->attempt,
                 v->models[c->was->model]);
        if (c->was->lenient != c->now.lenient)
            str_addf(&out, "%s -> %s", verdict_name(c->was->lenient),
                     verdict_name(c->now.lenient));
        if (c->was->strict != c->now.strict)
            str_addf(&out, "%sstrict %s -> %s",
                     c->was->lenient != c->now.lenient ? ", " : "",
                     verdict_name(c->was->strict), verdict_name(c->now.strict));
        if (c->was->lenient == c->now.lenient &&
            c->was->strict == c->now.strict)
            str_add(&out, "the same verdict");
        if (c->now.answer)
            str_addf(&out, "; the answer %.100s", c->now.answer);
        if (c->now.why)
            str_addf(&out, ": %.200s", c->now.why);
        talk_summary(&out);
    }
    if (g->n > CHANGES_SHOWN)
        talk("and %zu more", g->n - CHANGES_SHOWN);
    str_clear(&out);
}

static void run_step(void *ctx, uint64_t done, uint64_t total)
{
    struct progress *p = ctx;

    (void)total;
    progress_add(p, done - p->done);
}

static int judge_again(struct arena *a, struct store *s,
                       const struct run_info *run, const struct run_info *into,
                       const struct run_options *r, const struct ask_options *k,
                       const struct judge_options *judge,
                       const struct summary_options *view)
{
    struct progress progress;
    struct regrade_options o = { .judge = *judge,
                                 .into = into,
                                 .threads = k->threads,
                                 .leave = k->leave,
                                 .progress = run_step,
                                 .stop = interrupt_stops,
                                 .ctx = &progress };
    struct summary_options plain = { .strict = view->strict };
    struct doubts doubts;
    struct regrade g;
    struct summary v;
    struct err e;
    int status;
    /* The run is locked, so nobody changes it meanwhile. If all was judged so
     * before, only verdicts that differ from then are new. */
    bool whole = into->results + run->errors >= run->results;
    bool ok = runs_lock(s, into->id, &e) &&
              summary_load(a, s, whole ? into : run, &plain, &v, &e);

    if (ok) {
        progress_open(&progress, stderr, clock_real(), "judging", v.n_results);
        ok = regrade_run(a, s, &v, &o, clock_day_ms(), &g, &e);
        progress_close(&progress);
    }
    if (!ok)
        return talk_failure(&e);
    if (g.stopped) {
        interrupt_tell();
        return EXIT_COULD_NOT;
    }
    show_changes(&v, &g);
    talk("run %s: %" PRIu64 " repl%s graded again, %zu changed", run->name,
         g.judged, g.judged == 1 ? "y" : "ies", g.n);
    if (into->id != run->id)
        talk("the other grading rules make it run %s; run %s is unchanged",
             into->name, run->name);
    if (run_second_opinion(a, s, into, r) >= 0 ||
        run_queue_doubts(s, into, NULL, &doubts) >= 0)
        return EXIT_COULD_NOT;
    status = run_show(a, s, into, r, view, NULL);
    run_say_doubts(s, into, &doubts);
    return status;
}

static int run_regrade(const struct command *self, struct arena *a,
                       const char *name, const struct run_spec *spec,
                       const struct run_options *r,
                       const struct ask_options *ask,
                       const struct summary_options *view)
{
    struct judge_options judge;
    struct run_info run, into;
    struct store *s;
    struct err e;
    int status;

    if (!run_spec_judge(a, spec, &judge, &e))
        return args_mistake(self, "%s", e.msg);
    if (!store_open(&s, run_store_path(spec->store), STORE_WRITE, &e))
        return talk_failure(&e);
    interrupt_watch("nothing was changed");
    if (runs_find(s, a, name, &run, &e) &&
        regrade_open(a, s, &run, &judge, assay_version(), clock_day_ms(), &into,
                     &e))
        status = judge_again(a, s, &run, &into, r, ask, &judge, view);
    else
        status = talk_failure(&e);
    store_close(s);
    return status;
}

/*
 * assay run: ask models, judge their replies, tabulate.
 */

/* The options for the output are checked before anything is paid for. */
static int check_showing(struct run_job *j)
{
    const char *store = run_store_path(j->spec.store);
    struct json *facts;
    struct err e;
    int status;

    if (!summary_check_by(&j->problems, j->plan.problems, j->plan.n_problems,
                          &j->view, &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    if (j->show.facts && !yaml_read_file(j->arena, j->show.facts, &facts, &e)) {
        talk_err(j->show.facts, &e);
        return EXIT_COULD_NOT;
    }
    if (j->show.junit && !run_can_write(j->show.junit))
        return EXIT_COULD_NOT;
    if ((status = run_spare_store(j->args.cli.self, "-o", out_path(), store)) >=
            0 ||
        (status = run_spare_store(j->args.cli.self, "--junit", j->show.junit,
                                  store)) >= 0)
        return status;
    if (!sending_check_budget(&j->session.ask, j->plan.models, j->plan.n_models,
                              &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    return -1;
}

static bool run_read_problems(struct run_job *j, struct err *e)
{
    const struct run_spec *r = &j->spec;
    bool ok;

    if (r->shard && !shard_read(r->shard, &j->plan.shard, e))
        return false;
    if (!j->dry_run)
        keys_begin(j);
    ok = plan_read_problems(&j->problems, r->problems, r->as, r->limit,
                            &j->plan, e) &&
         plan_try_prompts(&j->plan, e);
    if (!j->dry_run)
        keys_end(j);
    return ok;
}

static int run_plan(struct run_job *j)
{
    const char *store = run_store_path(j->spec.store);
    struct store *s;
    struct err e;
    int status;

    if (!run_read_problems(j, &e))
        return talk_failure(&e);
    if ((status = check_showing(j)) >= 0)
        return status;
    if (j->dry_run && j->sweep.n)
        return run_sweep_dry(j, store);
    if (j->dry_run)
        return run_dry(j->arena, &j->plan, j->of, &j->session.ask, store);
    if (!store_open(&s, store, STORE_MAKE, &e)) {
        keys_say(j);
        return talk_failure(&e);
    }
    interrupt_watch("the same command continues the run");
    status = j->sweep.n ? run_sweep_ask(j, s) : run_open_and_ask(j, s);
    keys_say(j);
    store_close(s);
    return status;
}

/* ---- the plan ---- */

static int run_open_models(struct run_job *j)
{
    const struct run_spec *s = &j->spec;
    struct models_tried *m = &j->models;
    struct err e;

    if (s->n_models > LIMIT_MODELS)
        return args_mistake(j->args.cli.self, "at most %d models in one run",
                            LIMIT_MODELS);
    *m = (struct models_tried){ .o = &j->session.model, .what = "run" };
    for (size_t i = 0; i < s->n_models; i++) {
        if (!models_try(j->arena, m, s->models[i], false, &s->decoding,
                        "decoding", s->attempts, &e))
            return talk_could_not(&e);
        for (size_t k = 0; k < i; k++)
            if (str_eq(model_identity(&m->models[k]),
                       model_identity(&m->models[i])) &&
                str_eq(m->models[k].name, m->models[i].name))
                return args_mistake(j->args.cli.self,
                                    "--model %s and %s are the same",
                                    m->models[k].spec, m->models[i].spec);
    }
    if (!model_check_shared(m->models, m->n, &j->session.model, &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    for (size_t i = 0; j->batch && i < m->n; i++)
        if (model_is_local(&m->models[i]))
            talk("note: %s is not a server and has no batches; --batch does "
                 "not change its calls",
                 m->models[i].spec);
    j->plan.models = m->models;
    j->plan.n_models = m->n;
    return -1;
}

/* Requests are stored, so no API key may stand in them. Models of the process
 * have none. */
static int check_secrets(const struct run_job *j)
{
    const struct prompt *p = &j->plan.prompt;
    struct str sent = str_in(j->arena);

    if (run_all_local(&j->plan))
        return -1;
    spec_table_write(&sent, &run_spec_table, &j->spec, true);
    str_add(&sent, p->system ? p->system : "");
    str_addc(&sent, '\n');
    str_add(&sent, p->template ? p->template : "");
    if (!models_hold_secret(&j->models, str_get(&sent)))
        return -1;
    return args_mistake(j->args.cli.self,
                        "--extra, --system, --template or the spec contains "
                        "the API key of a model, which would be stored; remove "
                        "it there");
}

static int read_only(const struct run_job *j, struct plan *out)
{
    enum outcome o;

    if (!j->only)
        return j->of ? args_mistake(j->args.cli.self, "--of needs --only") : -1;
    if (!outcome_find(j->only, &o) || o == OUTCOME_OK || o == OUTCOME_FATAL)
        return args_mistake(j->args.cli.self,
                            "--only takes truncated, error, overflow, "
                            "malformed or refused, not \"%s\"",
                            j->only);
    out->only[o] = true;
    return -1;
}

/* Reads all but the problems, which come last, so that a mistake in an option
 * is reported before a large file is read. */
static int run_read_plan(struct run_job *j)
{
    struct plan *p = &j->plan;
    struct err e;
    int status;

    if (!run_spec_check(&j->spec, &e) ||
        !run_spec_judge(j->arena, &j->spec, &p->judge, &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    p->attempts = j->spec.attempts;
    p->decoding = j->spec.decoding;
    if ((status = read_only(j, p)) >= 0 || (status = run_sweep_read(j)) >= 0)
        return status;
    /* A wrong name is reported before models are opened, which may take long. */
    if (!str_eq(j->spec.problems, "-") && access(j->spec.problems, R_OK) != 0) {
        talk("could not open \"%s\": %s", j->spec.problems, strerror(errno));
        return EXIT_COULD_NOT;
    }
    if ((status = run_open_models(j)) >= 0)
        return status;
    if (!prompt_read(j->arena, &j->spec.prompt, &p->prompt, &e))
        return talk_failure(&e);
    if ((status = run_sweep_try(j)) >= 0)
        return status;
    return check_secrets(j);
}

/* ---- all of it ---- */

/* Is there an option that only makes sense where models are asked? */
static bool run_asks(const struct run_job *j)
{
    const struct spec_args *p = &j->args;
    size_t known = 0;

    for (size_t i = 0; i < p->given.n; i++)
        known += str_among(vec_get(&p->given, struct typed, i)->option->name,
                           "strict tolerance digits profile convention "
                           "store");
    return known < p->given.n || p->cli.args.n || p->headers.n ||
           p->sending.budget || j->dry_run || j->only || j->of || j->batch ||
           j->enqueue;
}

/* Returns an option that shows or tests results, or NULL. */
static const char *showing_option(const struct run_options *o)
{
    return o->junit          ? "--junit"
           : o->min_accuracy ? "--min-accuracy"
           : o->facts        ? "--facts"
           : o->by           ? "--by"
           : o->as.json      ? "--json"
           : o->as.csv       ? "--csv"
           : o->as.markdown  ? "--markdown"
                             : NULL;
}

/* How calls are sent is told to workers, and what is shown to the command that
 * shows it; only what stands in the requests is the run's. */
static int check_enqueue(const struct run_job *j)
{
    const struct spec_args *p = &j->args;
    const char *shown =
        j->show.judge_model ? "--judge-model" : showing_option(&j->show);
    const char *sent = p->headers.n ? "header" : NULL;

    if (j->dry_run || j->batch || j->spec.n_sweep)
        return args_mistake(p->cli.self,
                            "--enqueue cannot be combined with --dry-run, "
                            "--batch or --sweep");
    for (size_t i = 0; !sent && i < p->sent.n; i++) {
        const char *name = vec_get(&p->sent, struct typed, i)->option->name;

        if (!str_among(name, "key-env token-field"))
            sent = name;
    }
    if (sent)
        return args_mistake(p->cli.self,
                            "--enqueue asks no model; give --%s to the workers "
                            "(assay worker --run RUN --%s ...)",
                            sent, sent);
    if (shown)
        return args_mistake(p->cli.self,
                            "--enqueue asks no model and shows no table; when "
                            "the workers have ended, run the same command "
                            "without --enqueue and with %s",
                            shown);
    return -1;
}

static int run_go(void *job)
{
    struct run_job *j = job;
    const char *word = cli_word(&j->args.cli, 0);
    bool is_spec = word && spec_is_file(word);
    struct err e;
    int status;

    j->arena = j->args.cli.arena;
    spec_table_defaults(&run_spec_table, &j->spec);
    if (word && !is_spec)
        j->spec.problems = word;
    if ((status = spec_args_apply(&j->args, is_spec ? word : NULL, &j->spec)) >=
            0 ||
        (status = spec_args_session(&j->args, &j->session)) >= 0 ||
        (status =
             run_read_view(j->args.cli.self, j->arena, &j->show, j->spec.strict,
                           j->session.ask.prices, &j->view)) >= 0)
        return status;
    if (j->print_spec && (j->show.as.json || j->dry_run || j->regrade))
        return args_mistake(j->args.cli.self,
                            "--print-spec only prints the spec; leave out "
                            "--json, --dry-run and --regrade");
    if (j->print_spec)
        return spec_args_print(&j->args, &j->spec);
    if (j->enqueue && (status = check_enqueue(j)) >= 0)
        return status;
    if (j->dry_run && showing_option(&j->show))
        return args_mistake(j->args.cli.self,
                            "--dry-run asks no model and shows no results; "
                            "leave out %s",
                            showing_option(&j->show));
    j->session.ask.strict = j->spec.strict;
    j->session.model.unsent = j->dry_run || j->enqueue;
    j->session.ask.batch = j->batch;
    j->show.session = &j->session;
    if (j->show.judge_model &&
        !model_open(j->arena, j->show.judge_model, &j->session.model,
                    &(struct model){ 0 }, &e))
        return talk_could_not(&e);
    if (j->regrade && run_asks(j))
        return args_mistake(j->args.cli.self,
                            "--regrade asks no model; it takes one run, "
                            "grading options and output options");
    if (j->regrade)
        return run_regrade(j->args.cli.self, j->arena, j->regrade, &j->spec,
                           &j->show, &j->session.ask, &j->view);
    if ((status = run_read_plan(j)) >= 0)
        return status;
    j->session.ask.progress = run_show_progress;
    j->session.ask.stop = run_should_stop;
    j->session.ask.ctx = j;
    status = run_plan(j);
    run_forget_problems(j);
    return status;
}

#define AT(f) offsetof(struct run_job, f)

static const struct option options[] = {
    OPTION_GROUP("earlier runs"),
    { "only", 0, OPTION_TEXT, AT(only), "WHAT",
      "ask again only the calls of an earlier run that ended as WHAT "
      "(truncated, error, overflow, malformed or refused), and copy its "
      "other results" },
    { "of", 0, OPTION_TEXT, AT(of), "RUN",
      "with --only: the earlier run (default: the newest with the same "
      "problems, models and attempts)" },
    { "regrade", 0, OPTION_TEXT, AT(regrade), "RUN",
      "grade the replies of a run (r1, r2 ... or last) again; no model is "
      "asked" },
    { "judge-model", 0, OPTION_TEXT, AT(show.judge_model), "MODEL",
      "ask this model for a second opinion on undecided verdicts and on "
      "answers in words; it is stored and counted separately and changes "
      "no verdict; also with --regrade" },
    OPTION_GROUP("other modes"),
    { "print-spec", 0, OPTION_FLAG, AT(print_spec), NULL,
      "print the whole spec as YAML; no model is asked" },
    { "dry-run", 0, OPTION_FLAG, AT(dry_run), NULL,
      "show what would be asked and what it costs; no model is asked, "
      "nothing is written" },
    { "batch", 0, OPTION_FLAG, AT(batch), NULL,
      "send the calls in batches, at half the price (OpenAI, Anthropic); "
      "replies come within a day" },
    { "enqueue", 0, OPTION_FLAG, AT(enqueue), NULL,
      "only put the calls into the store, for `assay worker` on any number "
      "of machines; no model is asked now" },
    OPTION_GROUP(OPTIONS_OUTPUT),
    { "by", 0, OPTION_TEXT, AT(show.by), "LIST", HELP_BY },
    { "json", 0, OPTION_FLAG, AT(show.as.json), NULL,
      "print JSON instead of tables" },
    { "csv", 0, OPTION_FLAG, AT(show.as.csv), NULL,
      "print CSV instead of tables" },
    { "markdown", 0, OPTION_FLAG, AT(show.as.markdown), NULL, HELP_MARKDOWN },
    SHOW_OPTIONS(AT(show.as)),
    { "junit", 0, OPTION_TEXT, AT(show.junit), "FILE", HELP_JUNIT },
    { "min-accuracy", 0, OPTION_TEXT, AT(show.min_accuracy), "P",
      "exit with status 1 if a model is below this accuracy: 0.7 or 70%" },
    { "facts", 0, OPTION_TEXT, AT(show.facts), "FILE", HELP_FACTS },
    { 0 },
};

static const struct spec_card spec_card = { .table = &run_spec_table };

const struct command cmd_run = {
    .name = "run",
    .summary = "ask models, grade their replies, print tables",
    .usage = "SPEC.yaml | PROBLEMS --model M [--model M2 ...] [options] | "
             "--regrade RUN",
    .help =
        "PROBLEMS is a problem file, or a public dataset that `assay import` "
        "reads. SPEC.yaml may\n"
        "contain all settings (--print-spec prints them with comments); "
        "options override the file.\n"
        "Models:\n\n"
        "  openai:NAME, anthropic:NAME   keys from OPENAI_API_KEY, "
        "ANTHROPIC_API_KEY\n"
        "  URL#NAME                      any OpenAI-style server: "
        "http://localhost:8000/v1#qwen\n"
        "  student, student:FILE         the small language model that comes "
        "with assay;\n"
        "                                with FILE, its weights are read from "
        "FILE\n"
        "  replay:FILE                   recorded replies, JSONL\n"
        "  planted:FILE                  a test model: it knows the keys and "
        "fails where FILE says\n\n"
        "Every reply is committed to the store before it is used: after "
        "Ctrl-C, kill -9 or a power\n"
        "cut the same command continues. Failed calls, missing and undecided "
        "results count as not\n"
        "correct; the bracket beside the accuracy shows how much higher it could "
        "be. Failed calls are\n"
        "asked again when the command is repeated. A problem whose key cannot "
        "be read is left out of\n"
        "all rates. With --batch the calls go to the server's batch API; you "
        "may stop the command\n"
        "and start it again later. docs/runs.md explains everything.\n",
    .no = "a model is below --min-accuracy",
    .could_not =
        "results are missing: calls failed, the command was stopped, the budget "
        "is spent, or a server rejected the requests; or a file or the store "
        "cannot be opened",
    .job = sizeof(struct run_job),
    .options = options,
    .most = 1,
    .words = "name one problem file or one spec",
    .spec = &spec_card,
    .work = run_go,
};
