/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay store: lists and shows runs, prunes and verifies them.
 */
#include "cli/args.h"
#include "cli/run_show.h"
#include "cli/store_rows.h"
#include "cli/talk.h"
#include "store/runs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
            store_add_run_json(&j->arena, &out, &runs[i]);
        else
            store_add_run(&j->arena, &out, &runs[i]);
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
        return store_print_replies(&j->arena, j->store, &run);
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
    const char *names[N_PARTS], *path = run_store_path(j->path);
    struct err e;
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
        if (access(path, F_OK) != 0) {
            talk("there is no store %s; `assay run` makes one, --store FILE "
                 "names another",
                 path);
            return EXIT_COULD_NOT;
        }
        if (!store_open(&j->store, path, parts[i].mode, &e))
            return talk_failure(&e);
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
