/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay run: ask models, judge their replies, tabulate.
 */
#include "assay.h"
#include "base/limits.h"
#include "base/yaml.h"
#include "cli/dry.h"
#include "cli/interrupt.h"
#include "cli/run_job.h"
#include "cli/talk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The options for the output are checked before anything is paid for. */
static int check_showing(struct run_job *j)
{
    const char *store = run_store_path(j->spec.store);
    struct json *facts;
    struct err e;
    int status;

    if (!summary_check_by(&j->problems, j->plan.problems, j->plan.n_problems,
                          &j->view, &e))
        return args_mistake(j->args.self, "%s", e.msg);
    if (j->show.facts && !yaml_read_file(j->arena, j->show.facts, &facts, &e)) {
        talk_err(j->show.facts, &e);
        return EXIT_COULD_NOT;
    }
    if (j->show.junit && !run_can_write(j->show.junit))
        return EXIT_COULD_NOT;
    if ((status = run_spare_store(j->args.self, "-o", out_path(), store)) >=
            0 ||
        (status = run_spare_store(j->args.self, "--junit", j->show.junit,
                                  store)) >= 0)
        return status;
    if (!sending_check_budget(&j->session.ask, j->plan.models, j->plan.n_models,
                              &e))
        return args_mistake(j->args.self, "%s", e.msg);
    return -1;
}

static bool read_problems(struct run_job *j, struct err *e)
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

void run_forget_problems(struct run_job *j)
{
    arena_clear(&j->problems);
    arena_clear(&j->keys.arena);
}

static int run_plan(struct run_job *j)
{
    const char *store = run_store_path(j->spec.store);
    struct store *s;
    struct err e;
    int status;

    if (!read_problems(j, &e))
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

static int open_models(struct run_job *j)
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
            if (str_eq(model_identity(&m->models[k]),
                       model_identity(&m->models[i])) &&
                str_eq(m->models[k].name, m->models[i].name))
                return args_mistake(j->args.self,
                                    "--model %s and %s are the same",
                                    m->models[k].spec, m->models[i].spec);
    }
    if (!model_check_shared(m->models, m->n, &j->session.model, &e))
        return args_mistake(j->args.self, "%s", e.msg);
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
    return args_mistake(j->args.self,
                        "--extra, --system, --template or the spec contains "
                        "the API key of a model, which would be stored; remove "
                        "it there");
}

static int read_only(const struct run_job *j, struct plan *out)
{
    enum outcome o;

    if (!j->only)
        return j->of ? args_mistake(j->args.self, "--of needs --only") : -1;
    if (!outcome_find(j->only, &o) || o == OUTCOME_OK || o == OUTCOME_FATAL)
        return args_mistake(j->args.self,
                            "--only takes truncated, error, overflow, "
                            "malformed or refused, not \"%s\"",
                            j->only);
    out->only[o] = true;
    return -1;
}

/* A wrong name is reported before models are opened, which may take long. */
static int try_file(const char *path)
{
    if (str_eq(path, "-") || access(path, R_OK) == 0)
        return -1;
    talk("could not open \"%s\": %s", path, strerror(errno));
    return EXIT_COULD_NOT;
}

/* Reads all but the problems, which come last, so that a mistake in an option
 * is reported before a large file is read. */
static int read_plan(struct run_job *j)
{
    struct plan *p = &j->plan;
    struct err e;
    int status;

    if (!run_spec_check(&j->spec, &e) ||
        !run_spec_judge(j->arena, &j->spec, &p->judge, &e))
        return args_mistake(j->args.self, "%s", e.msg);
    p->attempts = j->spec.attempts;
    p->decoding = j->spec.decoding;
    if ((status = read_only(j, p)) >= 0 || (status = run_sweep_read(j)) >= 0 ||
        (status = try_file(j->spec.problems)) >= 0 ||
        (status = open_models(j)) >= 0)
        return status;
    if (!prompt_read(j->arena, &j->spec.prompt, &p->prompt, &e))
        return talk_failure(&e);
    if ((status = run_sweep_try(j)) >= 0)
        return status;
    return check_secrets(j);
}

/* ---- all of it ---- */

/* Is there an option that only makes sense where models are asked? */
static bool asks(const struct run_job *j)
{
    const struct spec_args *p = &j->args;
    size_t known = 0;

    for (size_t i = 0; i < p->given.n; i++)
        known += str_among(vec_get(&p->given, struct typed, i)->option->name,
                           "strict tolerance digits profile convention "
                           "store");
    return known < p->given.n || p->words.n || p->headers.n ||
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

/* A dry run has no results to show or to test. */
static int check_dry(const struct run_job *j)
{
    const char *shown = showing_option(&j->show);

    return !shown ? -1
                  : args_mistake(j->args.self,
                                 "--dry-run asks no model and shows no "
                                 "results; leave out %s",
                                 shown);
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
        return args_mistake(p->self,
                            "--enqueue cannot be combined with --dry-run, "
                            "--batch or --sweep");
    for (size_t i = 0; !sent && i < p->sent.n; i++) {
        const char *name = vec_get(&p->sent, struct typed, i)->option->name;

        if (!str_among(name, "key-env token-field"))
            sent = name;
    }
    if (sent)
        return args_mistake(p->self,
                            "--enqueue asks no model; give --%s to the workers "
                            "(assay worker --run RUN --%s ...)",
                            sent, sent);
    if (shown)
        return args_mistake(p->self,
                            "--enqueue asks no model and shows no table; when "
                            "the workers have ended, run the same command "
                            "without --enqueue and with %s",
                            shown);
    return -1;
}

static int go(struct run_job *j)
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
                            "--print-spec only prints the spec; leave out "
                            "--json, --dry-run and --regrade");
    if (j->print_spec)
        return spec_args_print(&j->args, &j->spec);
    if ((j->enqueue && (status = check_enqueue(j)) >= 0) ||
        (j->dry_run && (status = check_dry(j)) >= 0))
        return status;
    j->session.ask.strict = j->spec.strict;
    j->session.model.unsent = j->dry_run || j->enqueue;
    j->session.ask.batch = j->batch;
    j->show.session = &j->session;
    if (j->show.judge_model &&
        !model_open(j->arena, j->show.judge_model, &j->session.model,
                    &(struct model){ 0 }, &e))
        return spec_could_not(&e);
    if (j->regrade && asks(j))
        return args_mistake(j->args.self,
                            "--regrade asks no model; it takes one run, "
                            "grading options and output options");
    if (j->regrade)
        return run_regrade(j->args.self, j->arena, j->regrade, &j->spec,
                           &j->show, &j->session.ask, &j->view);
    if ((status = read_plan(j)) >= 0)
        return status;
    j->session.ask.progress = run_show_progress;
    j->session.ask.stop = run_should_stop;
    j->session.ask.ctx = j;
    status = run_plan(j);
    run_forget_problems(j);
    return status;
}

static int run(const struct command *self, int argc, char **argv)
{
    struct arena a = { 0 };
    struct run_job *j = arena_new(&a, struct run_job);
    const struct option own[] = {
        OPTION_GROUP("earlier runs"),
        { "only", 0, OPTION_TEXT, &j->only, "WHAT",
          "ask again only the calls of an earlier run that ended as WHAT "
          "(truncated, error, overflow, malformed or refused), and copy its "
          "other results" },
        { "of", 0, OPTION_TEXT, &j->of, "RUN",
          "with --only: the earlier run (default: the newest with the same "
          "problems, models and attempts)" },
        { "regrade", 0, OPTION_TEXT, &j->regrade, "RUN",
          "grade the replies of a run (r1, r2 ... or last) again; no model is "
          "asked" },
        { "judge-model", 0, OPTION_TEXT, &j->show.judge_model, "MODEL",
          "ask this model for a second opinion on undecided verdicts and on "
          "answers in words; it is stored and counted separately and changes "
          "no verdict; also with --regrade" },
        OPTION_GROUP("other modes"),
        { "print-spec", 0, OPTION_FLAG, &j->print_spec, NULL,
          "print the whole spec as YAML; no model is asked" },
        { "dry-run", 0, OPTION_FLAG, &j->dry_run, NULL,
          "show what would be asked and what it costs; no model is asked, "
          "nothing is written" },
        { "batch", 0, OPTION_FLAG, &j->batch, NULL,
          "send the calls in batches, at half the price (OpenAI, Anthropic); "
          "replies come within a day" },
        { "enqueue", 0, OPTION_FLAG, &j->enqueue, NULL,
          "only put the calls into the store, for `assay worker` on any number "
          "of machines; no model is asked now" },
        OPTION_GROUP(OPTIONS_OUTPUT),
        { "by", 0, OPTION_TEXT, &j->show.by, "LIST", HELP_BY },
        { "json", 0, OPTION_FLAG, &j->show.as.json, NULL,
          "print JSON instead of tables" },
        { "csv", 0, OPTION_FLAG, &j->show.as.csv, NULL,
          "print CSV instead of tables" },
        { "markdown", 0, OPTION_FLAG, &j->show.as.markdown, NULL,
          HELP_MARKDOWN },
        SHOW_OPTIONS(&j->show.as),
        { "junit", 0, OPTION_TEXT, &j->show.junit, "FILE", HELP_JUNIT },
        { "min-accuracy", 0, OPTION_TEXT, &j->show.min_accuracy, "P",
          "exit with status 1 if a model is below this accuracy: 0.7 or 70%" },
        { "facts", 0, OPTION_TEXT, &j->show.facts, "FILE", HELP_FACTS },
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
    .run = run,
};
