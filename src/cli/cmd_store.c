/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay store: lists and shows runs, prunes and verifies them.
 */
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "cli/args.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "problem/problem.h"
#include "report/document.h"
#include "store/journal.h"
#include "store/runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct job {
    const struct command *self;
    struct arena arena;
    struct store *store;
    struct run_options show;
    const char *path, *prices; /* or NULL */
    bool replies, dry_run, strict;
    char **names;
    size_t n;
};

/* ---- rows ---- */

static void add_time(struct str *out, int64_t ms)
{
    char text[40];

    clock_minute(text, sizeof(text), ms);
    str_add(out, text);
}

static const char *file_of(struct arena *a, const struct run_info *r)
{
    struct json *spec;
    const char *file;
    struct err e;

    if (!json_read(a, r->spec, strlen(r->spec), 1, &spec, &e))
        return "?";
    file = json_string(json_get(json_get(spec, "problems"), "file"));
    return file ? file : "?";
}

/* The settings of the run besides its models: decoding, judge. */
static void add_settings(struct arena *a, struct str *out,
                         const struct run_info *r)
{
    static const char *const parts[] = { "decoding", "judge", NULL };
    struct json *spec;
    struct err e;

    if (!json_read(a, r->spec, strlen(r->spec), 1, &spec, &e))
        return;
    for (size_t i = 0; parts[i]; i++) {
        const struct json *o = json_get(spec, parts[i]);

        for (const struct json *m = o ? o->first : NULL; m; m = m->next) {
            struct str text = str_in(a);

            json_write(&text, m);
            str_addf(out, "  %s=", m->name);
            str_add_printable(out, str_get(&text));
        }
    }
}

/* "r3  2026-01-31 14:05  100 problems x 1 model x 8 attempts  done  FILE  M
 * temperature=0.6", times in UTC. */
static void add_run(struct arena *a, struct str *out, const struct run_info *r)
{
    uint64_t total = r->n_problems * r->n_models * r->attempts;
    uint64_t done = r->results - r->errors;

    str_addf(out, "%-4s  ", r->name);
    add_time(out, r->made_ms);
    str_addf(out,
             "  %" PRIu64 " problem%s x %" PRIu64 " model%s x %" PRIu64
             " attempt%s  ",
             r->n_problems, r->n_problems == 1 ? "" : "s", r->n_models,
             r->n_models == 1 ? "" : "s", r->attempts,
             r->attempts == 1 ? "" : "s");
    if (done == total)
        str_add(out, "done");
    else
        str_addf(out, "%" PRIu64 " of %" PRIu64 " done", done, total);
    if (r->errors)
        str_addf(out, ", %" PRIu64 " failed", r->errors);
    str_add(out, "  ");
    str_add_printable(out, file_of(a, r));
    for (uint64_t i = 0; i < r->n_models; i++) {
        str_add(out, i ? ", " : "  ");
        str_add_printable(out, r->models[i]);
    }
    add_settings(a, out, r);
    str_addc(out, '\n');
}

static void add_run_json(struct arena *a, struct str *out,
                         const struct run_info *r)
{
    struct document *d = document_new(a, 0);
    char hex[HASH_HEX_SIZE];

    document_fact(d, "run", datum_text(r->name));
    document_fact(d, "hash", datum_text(hash_hex(r->hash, hex)));
    document_fact(d, "made_ms", datum_number((double)r->made_ms, 0));
    document_fact(d, "worked_ms", datum_number((double)r->worked_ms, 0));
    document_fact(d, "problems", datum_count(r->n_problems));
    document_fact(d, "attempts", datum_count(r->attempts));
    document_fact(d, "results", datum_count(r->results));
    document_fact(d, "errors", datum_count(r->errors));
    document_fact(d, "file", datum_text(file_of(a, r)));
    document_fact(d, "version", datum_text(r->version));
    document_fact(d, "models", datum_list(a, r->models, (size_t)r->n_models));
    /* Anybody may have written what is in a store. */
    document_fact(d, "spec", datum_source(a, r->spec));
    document_json(out, d);
}

/* ---- results with their replies ---- */

static struct datum tokens(int64_t n)
{
    return n >= 0 ? datum_count((uint64_t)n) : datum_absent;
}

static void add_reply(struct document *d, const struct result *r,
                      const struct call *c)
{
    document_fact(d, "response", datum_text(c->reply.text));
    document_fact(d, "reasoning", datum_text(c->reply.reasoning));
    document_fact(d, "finish_reason", datum_text(c->reply.finish));
    document_fact(d, "usage.prompt_tokens", tokens(c->reply.usage.prompt));
    document_fact(d, "usage.completion_tokens",
                  tokens(c->reply.usage.completion));
    document_fact(d, "took_ms", datum_number((double)c->took_ms, 0));
    document_fact(d, "tries", datum_count(r->tries));
}

static void add_result(struct document *d, const struct result *r,
                       const char *problem, const char *model)
{
    document_fact(d, "problem_id", datum_text(problem));
    document_fact(d, "model", datum_text(model));
    document_fact(d, "attempt", datum_count(r->attempt));
    document_fact(d, "outcome", datum_text(outcome_name(r->outcome)));
    if (r->outcome == OUTCOME_OK) {
        document_fact(d, "lenient", datum_text(verdict_name(r->lenient)));
        document_fact(d, "strict", datum_text(verdict_name(r->strict)));
    }
    document_fact(d, "answer", datum_text(r->answer));
    document_fact(d, "why", datum_text(r->why));
    if (r->more)
        document_fact(d, "more", datum_source(d->arena, r->more));
    if (r->outcome == OUTCOME_ERROR)
        document_fact(d, "error", datum_text(r->why ? r->why : "no reply"));
}

static bool print_one(struct store *s, struct arena *a, struct str *line,
                      const struct result *r, const char *problem,
                      const char *model, struct err *e)
{
    struct document *d = document_new(a, 0);
    struct call c;
    bool found = false;

    if (r->outcome != OUTCOME_ERROR &&
        !journal_find(s, a, r->call, false, &c, &found, e))
        return false;
    str_reset(line);
    add_result(d, r, problem, model);
    if (found)
        add_reply(d, r, &c);
    document_json(line, d);
    return true;
}

/* Prints the newest result of every call of a run with its reply, a JSON line
 * each. Returns the exit status. */
static int print_replies(struct arena *a, struct store *s,
                         const struct run_info *run)
{
    struct arena tmp = { 0 };
    struct str line = { 0 };
    struct result *results;
    const char **problems;
    size_t n, n_problems;
    struct json *row;
    struct err e;
    bool ok = runs_problems(s, a, run->id, &problems, &n_problems, &e) &&
              runs_results(s, a, run->id, &results, &n, &e);

    for (size_t i = 0; ok && i < n; i++) {
        const struct result *r = &results[i];
        const char *id = NULL;

        if (r->problem < n_problems && r->model < run->n_models &&
            json_read(&tmp, problems[r->problem], strlen(problems[r->problem]),
                      1, &row, &e))
            id = json_string(json_get(row, "id"));
        ok = print_one(s, &tmp, &line, r, id ? id : "?", run->models[r->model],
                       &e);
        if (ok && !out_str(&line))
            break;
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    str_clear(&line);
    if (!ok)
        talk_err(NULL, &e);
    return out_finish() && ok ? EXIT_DONE : EXIT_COULD_NOT;
}

/* ---- list ---- */

static int list(struct job *j)
{
    struct run_info *runs;
    struct str out = { 0 };
    struct err e;
    size_t n;

    if (!runs_list(j->store, &j->arena, &runs, &n, &e))
        return talk_failure(&e);
    if (n == 0)
        talk("%s has no run", store_path(j->store));
    for (size_t i = 0; i < n; i++)
        if (j->show.as.json)
            add_run_json(&j->arena, &out, &runs[i]);
        else
            add_run(&j->arena, &out, &runs[i]);
    return out_all(&out);
}

/* ---- show ---- */

static int show(struct job *j)
{
    struct summary_options view;
    struct prices *prices = NULL;
    struct run_info run;
    struct err e;
    int status;

    if (j->n != 1)
        return args_mistake(j->self, "show takes one run: r1, last, or the "
                                     "first digits of its hash");
    if (!runs_find(j->store, &j->arena, j->names[0], &run, &e))
        return talk_failure(&e);
    if (j->replies)
        return print_replies(&j->arena, j->store, &run);
    if (j->prices && !prices_read_file(&j->arena, j->prices, &prices, &e)) {
        talk_err(j->prices, &e);
        return EXIT_COULD_NOT;
    }
    status =
        run_read_view(j->self, &j->arena, &j->show, j->strict, prices, &view);
    return status >= 0 ? status
                       : run_show(&j->arena, j->store, &run, &j->show, &view);
}

/* ---- prune ---- */

static int prune_one(struct job *j, const char *name)
{
    uint64_t calls, bytes;
    struct str line = { 0 };
    struct run_info run;
    struct err e;
    bool ok;

    if (!runs_find(j->store, &j->arena, name, &run, &e))
        return talk_failure(&e);
    ok = runs_prune(j->store, run.id, j->dry_run, &calls, &bytes, &e);
    if (!ok)
        return talk_failure(&e);
    str_addf(&line, "run %s%s: %" PRIu64 " calls that no other run has, ",
             run.name, j->dry_run ? " would be dropped" : " dropped", calls);
    add_short(&line, (double)bytes);
    str_add(&line, " bytes\n");
    return out_all(&line);
}

static int prune(struct job *j)
{
    int status = EXIT_DONE;
    struct err e;

    if (j->n == 0)
        return args_mistake(j->self, "prune takes runs: `assay store list` "
                                     "lists them");
    for (size_t i = 0; i < j->n && status == EXIT_DONE; i++)
        status = prune_one(j, j->names[i]);
    if (status == EXIT_DONE && !j->dry_run && !store_vacuum(j->store, &e))
        return talk_failure(&e);
    return status;
}

/* ---- verify ---- */

static int verify(struct job *j)
{
    struct verify_report rep;
    struct run_info run = { 0 };
    struct str line = { 0 };
    struct err e;

    if (j->n > 1)
        return args_mistake(j->self, "verify takes one run, or none for all");
    if (j->n && !runs_find(j->store, &j->arena, j->names[0], &run, &e))
        return talk_failure(&e);
    if (!runs_verify(j->store, &j->arena, run.id, &rep, &e))
        return talk_failure(&e);
    for (size_t i = 0; i < rep.n_said; i++)
        talk("%s", rep.said[i]);
    str_addf(&line,
             "%" PRIu64 " run%s, %" PRIu64 " results, %" PRIu64 " replies: ",
             rep.runs, rep.runs == 1 ? "" : "s", rep.results, rep.calls);
    if (rep.faults)
        str_addf(&line, "%" PRIu64 " fault%s\n", rep.faults,
                 rep.faults == 1 ? "" : "s");
    else
        str_add(&line, "intact\n");
    return out_all(&line) == EXIT_COULD_NOT ? EXIT_COULD_NOT
           : rep.faults                     ? EXIT_NO
                                            : EXIT_DONE;
}

/* ---- the command ---- */

static const struct {
    const char *name;
    enum store_mode mode;
    int (*go)(struct job *j);
} parts[] = {
    { "list", STORE_READ, list },
    { "show", STORE_READ, show },
    { "prune", STORE_WRITE, prune },
    { "verify", STORE_READ, verify },
};

#define N_PARTS (sizeof(parts) / sizeof(parts[0]))

static int go(struct job *j, const struct args *args)
{
    const char *names[N_PARTS];
    int status;

    for (size_t i = 0; i < N_PARTS; i++)
        names[i] = parts[i].name;
    if (args->n == 0)
        return args_mistake(j->self, "say what: list, show, prune or verify");
    for (size_t i = 0; i < N_PARTS; i++) {
        if (strcmp(args->words[0], names[i]) != 0)
            continue;
        j->names = args->words + 1;
        j->n = args->n - 1;
        if ((status = run_open_store(j->path, parts[i].mode, &j->store)) >= 0)
            return status;
        status = parts[i].go(j);
        store_close(j->store);
        return status;
    }
    return args_unknown(j->self, "such word", args->words[0], names, N_PARTS);
}

static int run(const struct command *self, int argc, char **argv)
{
    struct job j = { .self = self };
    const struct option options[] = {
        { "store", 0, OPTION_TEXT, &j.path, "FILE",
          "the store ($ASSAY_STORE, or assay.db)" },
        { "json", 0, OPTION_FLAG, &j.show.as.json, NULL, "list, show: JSON" },
        { "csv", 0, OPTION_FLAG, &j.show.as.csv, NULL, "show: CSV" },
        { "markdown", 0, OPTION_FLAG, &j.show.as.markdown, NULL,
          "show: tables in Markdown" },
        { "replies", 0, OPTION_FLAG, &j.replies, NULL,
          "show: a JSON line for each result, with its reply;\n"
          "replay:FILE reads them" },
        { "strict", 0, OPTION_FLAG, &j.strict, NULL,
          "show: by the strict reading" },
        { "by", 0, OPTION_TEXT, &j.show.by, "LIST", "show: groups" },
        { "prices", 0, OPTION_TEXT, &j.prices, "FILE",
          "show: what tokens cost" },
        { "junit", 0, OPTION_TEXT, &j.show.junit, "FILE",
          "show: write JUnit XML as well" },
        { "facts", 0, OPTION_TEXT, &j.show.facts, "FILE",
          "show: YAML of models, for Mathador" },
        { "dry-run", 0, OPTION_FLAG, &j.dry_run, NULL,
          "prune: only tell what would go" },
        { 0 },
    };
    struct args args;
    int status = args_read(self, options, argc, argv, &args);

    if (status < 0)
        status = go(&j, &args);
    arena_clear(&j.arena);
    return status;
}

const struct command cmd_store = {
    .name = "store",
    .summary = "runs and replies that were kept",
    .usage = "list | show RUN | prune RUN... | verify [RUN] [options]",
    .help =
        "list     every run: its name, size, state, models\n"
        "show     the tables of a run, as `assay run` prints them\n"
        "prune    drop whole runs, and the replies that no other run has\n"
        "verify   walk the hash chain of each run's results and the replies "
        "it rests on\n\n"
        "RUN is r1, r2 ..., the first digits of its hash, or last.\n"
        "Exit status 1 when verify finds a fault.\n",
    .run = run,
};
