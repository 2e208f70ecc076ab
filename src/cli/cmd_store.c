/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/progress.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/run_show.h"
#include "cli/show_items.h"
#include "cli/store_watch.h"
#include "cli/talk.h"
#include "report/document.h"
#include "store/batches.h"
#include "store/merge.h"
#include "store/runs.h"
#include "store/store.h"
#include "store/studies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * assay store: lists and shows runs, prunes and verifies them, copies the store.
 */

#define RUNS_SHOWN 8 /* of a study, in a line of the list */

struct job {
    struct cli cli;
    struct store *store;
    struct run_options show;
    struct items_options items;
    const char *path, *prices, *to; /* or NULL */
    bool dry_run, strict;
    struct watch_options watch;
    char **names;
    size_t n;
};

/* ---- rows ---- */

static void store_add_time(struct str *out, int64_t ms)
{
    char text[40];

    clock_minute(text, sizeof(text), ms);
    str_add(out, text);
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
static void store_add_run(struct arena *a, struct str *out,
                          const struct run_info *r)
{
    uint64_t total = r->n_problems * r->n_models * r->attempts;
    uint64_t done = r->results - r->errors;

    str_addf(out, "%-4s  ", r->name);
    store_add_time(out, r->made_ms);
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
    str_add_printable(out, summary_file(a, r));
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
    document_fact(d, "file", datum_text(summary_file(a, r)));
    document_fact(d, "version", datum_text(r->version));
    document_fact(d, "models", datum_list(a, r->models, (size_t)r->n_models));
    /* Anybody may have written what is in a store. */
    document_fact(d, "spec", datum_source(a, r->spec));
    document_json(out, d);
}

/* "h4    2026-01-31 14:05  runs r1, r2  hunt: demo" */
static void store_add_study(struct str *out, const struct study *v)
{
    str_addf(out, "%-4s  ", v->name);
    store_add_time(out, v->made_ms);
    for (size_t i = 0; i < v->n_runs && i < RUNS_SHOWN; i++)
        str_addf(out, "%sr%" PRId64,
                 i               ? ", "
                 : v->n_runs > 1 ? "  runs "
                                 : "  run ",
                 v->runs[i].run);
    if (v->n_runs > RUNS_SHOWN)
        str_addf(out, " and %zu more", v->n_runs - RUNS_SHOWN);
    str_add(out, "  ");
    str_add_printable(out, v->title);
    if (v->stage) { /* "; running: benchmark, 12 of 40" */
        str_add(out, v->ended ? "; running again" : "; running");
        if (v->stage[0]) {
            str_add(out, ": ");
            str_add_printable(out, v->stage);
        }
        if (v->total)
            str_addf(out, ", %" PRIu64 " of %" PRIu64, v->done, v->total);
        str_add(out, "; last update ");
        store_add_time(out, v->worked_ms);
    }
    str_addc(out, '\n');
}

static void add_study_json(struct arena *a, struct str *out,
                           const struct study *v)
{
    struct document *d = document_new(a, 0);
    struct doc_table *runs;

    document_fact(d, "study", datum_text(v->name));
    document_fact(d, "kind", datum_text(study_kind_name(v->kind)));
    document_fact(d, "hash", datum_text(v->hash));
    document_fact(d, "title", datum_text(v->title));
    document_fact(d, "version", datum_text(v->version));
    document_fact(d, "made_ms", datum_number((double)v->made_ms, 0));
    document_fact(d, "ended", datum_truth(v->ended));
    if (v->stage) {
        document_fact(d, "stage", datum_text(v->stage));
        document_fact(d, "what", datum_text(v->what));
        document_fact(d, "done", datum_count(v->done));
        document_fact(d, "total", datum_count(v->total));
        document_fact(d, "worked_ms", datum_number((double)v->worked_ms, 0));
    }
    runs = document_table(d, "runs");
    for (size_t i = 0; i < v->n_runs; i++) {
        table_row(runs);
        table_cell(runs, "run", NULL,
                   datum_text(arena_printf(a, "r%" PRId64, v->runs[i].run)));
        table_cell(runs, "role", NULL, datum_text(v->runs[i].role));
    }
    document_json(out, d);
}

/* ---- list ---- */

static int list_studies(struct job *j, struct str *out)
{
    struct study *studies;
    struct err e;
    size_t n;

    if (!studies_list(j->store, j->cli.arena, &studies, &n, &e))
        return talk_failure(&e);
    for (size_t i = 0; i < n; i++)
        if (j->show.as.json)
            add_study_json(j->cli.arena, out, &studies[i]);
        else
            store_add_study(out, &studies[i]);
    return -1;
}

/* Batches that are still at a server, or were left behind. */
static void say_batches(struct job *j)
{
    struct batch_row *rows;
    uint64_t calls = 0;
    char sent[32];
    struct err e;
    size_t n;

    if (!batches_list(j->store, j->cli.arena, &rows, &n, &e) || n == 0)
        return;
    for (size_t i = 0; i < n; i++)
        calls += rows[i].calls;
    clock_minute(sent, sizeof(sent), rows[0].made_ms);
    talk("%zu batch%s not fetched yet: %" PRIu64
         " calls, the first sent %s, to %s; "
         "run the same `assay run` with --batch to fetch the replies",
         n, n == 1 ? " is" : "es are", calls, sent, rows[0].model);
}

static int store_list(void *job)
{
    struct job *j = job;
    struct run_info *runs;
    struct str out = { 0 };
    struct err e;
    size_t n;
    int status;

    if (!runs_list(j->store, j->cli.arena, &runs, &n, &e))
        return talk_failure(&e);
    if (n == 0)
        talk("%s has no run", store_path(j->store));
    for (size_t i = 0; i < n; i++)
        if (j->show.as.json)
            add_run_json(j->cli.arena, &out, &runs[i]);
        else
            store_add_run(j->cli.arena, &out, &runs[i]);
    status = list_studies(j, &out);
    say_batches(j);
    if (status >= 0)
        return status;
    return j->show.as.json ? out_all(&out) : out_all_folded(&out);
}

/* ---- show ---- */

static int store_show_some(struct job *j, const struct run_info *run)
{
    const struct run_options *t = &j->show;

    if (t->as.csv || t->as.markdown || t->by || t->junit || t->facts ||
        j->prices)
        return args_mistake(j->cli.self,
                            "--csv, --markdown, --by, --junit, "
                            "--facts and --prices work only with "
                            "tables; items are printed as text, or as "
                            "JSON with --json");
    j->items.json = t->as.json;
    j->items.words.strict = j->strict;
    return show_items(j->cli.self, j->cli.arena, j->store, run, &j->items);
}

static int store_show(void *job)
{
    struct job *j = job;
    struct summary_options view;
    struct prices *prices = NULL;
    struct run_info run;
    struct study study;
    struct err e;
    int status;
    bool found;

    if (!studies_find(j->store, j->cli.arena, j->names[0], &study, &found, &e))
        return talk_failure(&e);
    if (found)
        return args_mistake(j->cli.self,
                            "%s is a %s: `assay report %s%s` shows it",
                            study.name, study_kind_name(study.kind), study.name,
                            store_told(j->cli.arena, store_path(j->store)));
    if (!runs_find(j->store, j->cli.arena, j->names[0], &run, &e))
        return talk_failure(&e);
    if (items_asked(&j->items))
        return store_show_some(j, &run);
    if (j->items.replies)
        return show_replies(j->cli.arena, j->store, &run);
    if (j->prices && !prices_read_file(j->cli.arena, j->prices, &prices, &e)) {
        talk_err(j->prices, &e);
        return EXIT_COULD_NOT;
    }
    status = run_read_view(j->cli.self, j->cli.arena, &j->show, j->strict,
                           prices, &view);
    if (status < 0)
        status = run_spare_store(j->cli.self, "--junit", j->show.junit,
                                 run_store_path(j->path));
    return status >= 0
               ? status
               : run_show(j->cli.arena, j->store, &run, &j->show, &view, NULL);
}

/* ---- prune ---- */

/* What a name means: a run, or a hunt, evolution or climb. */
struct pruned {
    bool is_study;
    struct study study;
    struct run_info run;
};

static bool prune_one(struct job *j, const struct pruned *p, struct str *line,
                      struct err *e)
{
    const char *how = j->dry_run ? " would be deleted" : " deleted";
    uint64_t calls, bytes;

    if (p->is_study) {
        str_addf(line, "%s %s%s; its runs stay\n",
                 study_kind_name(p->study.kind), p->study.name, how);
        return j->dry_run || studies_drop(j->store, p->study.id, e);
    }
    if (!runs_prune(j->store, p->run.id, j->dry_run, &calls, &bytes, e))
        return false;
    str_addf(line, "run %s%s, with %" PRIu64 " calls that no other run uses: ",
             p->run.name, how, calls);
    add_short(line, (double)bytes);
    str_add(line, " bytes\n");
    return true;
}

/* A name that is none stops it before anything is dropped. */
static int store_prune(void *job)
{
    struct job *j = job;
    struct pruned *list = arena_array(j->cli.arena, struct pruned, j->n + 1);
    int status = EXIT_DONE;
    struct err e;

    for (size_t i = 0; i < j->n; i++)
        if (!studies_find(j->store, j->cli.arena, j->names[i], &list[i].study,
                          &list[i].is_study, &e) ||
            (!list[i].is_study &&
             !runs_find(j->store, j->cli.arena, j->names[i], &list[i].run, &e)))
            return talk_failure(&e);
    for (size_t i = 0; i < j->n && status == EXIT_DONE; i++) {
        struct str line = { 0 };

        if (!prune_one(j, &list[i], &line, &e)) {
            str_clear(&line);
            return talk_failure(&e);
        }
        status = out_all(&line);
    }
    if (status == EXIT_DONE && !j->dry_run && !store_vacuum(j->store, &e))
        return talk_failure(&e);
    return status;
}

/* ---- verify ---- */

static int store_verify(void *job)
{
    struct job *j = job;
    struct verify_report rep;
    struct run_info run = { 0 };
    struct str line = { 0 };
    struct err e;

    if (j->n && !runs_find(j->store, j->cli.arena, j->names[0], &run, &e))
        return talk_failure(&e);
    if (!runs_verify(j->store, j->cli.arena, run.id, &rep, &e))
        return talk_failure(&e);
    for (size_t i = 0; i < rep.n_said; i++)
        talk("%s", rep.said[i]);
    str_addf(&line,
             "%" PRIu64 " run%s, %" PRIu64 " results, %" PRIu64 " replies",
             rep.runs, rep.runs == 1 ? "" : "s", rep.results, rep.calls);
    if (rep.audit_events)
        str_addf(&line, ", %" PRIu64 " audit event%s", rep.audit_events,
                 rep.audit_events == 1 ? "" : "s");
    if (rep.decisions)
        str_addf(&line, ", %" PRIu64 " decision%s", rep.decisions,
                 rep.decisions == 1 ? "" : "s");
    if (rep.unchained)
        str_addf(&line, " (%" PRIu64 " from before decisions had a hash chain)",
                 rep.unchained);
    str_add(&line, ": ");
    if (rep.faults)
        str_addf(&line, "%" PRIu64 " fault%s\n", rep.faults,
                 rep.faults == 1 ? "" : "s");
    else
        str_add(&line, "intact\n");
    return out_all(&line) == EXIT_COULD_NOT ? EXIT_COULD_NOT
           : rep.faults                     ? EXIT_NO
                                            : EXIT_DONE;
}

/* ---- backup ---- */

static void count_pages(void *who, uint64_t done, uint64_t total)
{
    struct progress *p = who;

    p->total = total;
    if (done > p->done)
        progress_add(p, done - p->done);
}

static int backup(void *job)
{
    struct job *j = job;
    struct progress progress;
    struct str line = { 0 };
    struct err e;
    bool ok;

    progress_open(&progress, stderr, clock_real(), "copying", 0);
    ok = store_backup(j->store, j->names[0], count_pages, &progress, &e);
    progress_close(&progress);
    if (!ok)
        return talk_failure(&e);
    str_add_printable(&line, j->names[0]);
    str_add(&line, ": a copy of ");
    str_add_printable(&line, store_path(j->store));
    str_addc(&line, '\n');
    return out_all(&line);
}

/* ---- merge and pull ---- */

static void store_add_count(struct str *line, uint64_t n, const char *what)
{
    if (n)
        str_addf(line, "%s%" PRIu64 " %s", line->n ? ", " : "", n, what);
}

static int tell_merged(const char *from, const struct merge_report *r)
{
    struct str counts = { 0 }, line = { 0 };

    for (size_t i = 0; i < r->n_said; i++)
        talk("%s", r->said[i]);
    store_add_count(&counts, r->runs, r->runs == 1 ? "new run" : "new runs");
    store_add_count(&counts, r->grown, "with added results");
    store_add_count(&counts, r->known,
                    r->known == 1 ? "run was already there"
                                  : "runs were already there");
    store_add_count(&counts, r->results, "results");
    store_add_count(&counts, r->calls, "replies");
    store_add_count(&counts, r->studies, "hunts, evolutions and climbs");
    store_add_count(&counts, r->reviews, "doubts");
    str_add_printable(&line, from);
    str_addf(&line, ": %s\n", counts.n ? str_get(&counts) : "nothing new");
    str_clear(&counts);
    return out_all(&line);
}

static int merge_one(struct job *j, const char *path)
{
    struct merge_report r;
    struct store *from;
    struct err e;
    int status;
    bool ok;

    if (!store_is_there(path)) {
        talk("there is no store \"%s\" to merge; name an existing store", path);
        return EXIT_COULD_NOT;
    }
    if ((status = run_open_store(path, STORE_READ, &from)) >= 0)
        return status;
    ok = store_merge(j->store, from, j->cli.arena, &r, &e);
    store_close(from);
    return ok ? tell_merged(path, &r) : talk_failure(&e);
}

static int cmd_store_merge(void *job)
{
    struct job *j = job;
    int status = EXIT_DONE;

    for (size_t i = 0; i < j->n && status == EXIT_DONE; i++)
        status = merge_one(j, j->names[i]);
    return status;
}

static int pull(void *job)
{
    struct job *j = job;
    struct merge_report r;
    struct run_info run;
    struct store *to;
    struct err e;
    bool ok;

    if (!runs_find(j->store, j->cli.arena, j->names[0], &run, &e) ||
        !store_open(&to, j->to, STORE_MAKE, &e))
        return talk_failure(&e);
    ok = store_pull(to, j->store, j->cli.arena, &run, &r, &e);
    store_close(to);
    return ok ? tell_merged(run.name, &r) : talk_failure(&e);
}

static int cmd_store_watch(void *job)
{
    struct job *j = job;
    j->watch.as = &j->show.as;
    return store_watch(j->cli.self, &j->store, j->names[0], &j->watch);
}

/* ---- the command ---- */

static const struct verb parts[] = {
    { "list", store_list, 0, 0, "no arguments", STORE_READ },
    { "show", store_show, 1, 1,
      "one run: r1, last, or the first digits of its hash", STORE_READ },
    { "prune", store_prune, 1, SIZE_MAX,
      "the names of runs, hunts, evolutions or climbs; `assay store list` "
      "lists them",
      STORE_WRITE },
    { "verify", store_verify, 0, 1, "one run, or none for all", STORE_READ },
    { "backup", backup, 1, 1, "the name of a new file", STORE_READ },
    { "merge", cmd_store_merge, 1, SIZE_MAX, "the stores to copy into --store",
      STORE_MAKE },
    { "pull", pull, 1, 1, "a run and --to FILE", STORE_READ },
    { "watch", cmd_store_watch, 1, 1, "one run: r1, or last", STORE_READ },
};

/* Refuses an option that the action would ignore. */
static int store_check_options(const struct job *j, const char *part)
{
    const struct run_options *t = &j->show;
    const struct filter_words *w = &j->items.words;
    const struct {
        bool given;
        const char *name, *with;
    } rules[] = {
        { t->as.json, "json", "list, show and watch" },
        { t->as.csv, "csv", "show" },
        { t->as.markdown, "markdown", "show" },
        { t->as.full, "full", "show and watch" },
        { t->as.color, "color", "show" },
        { w->wrong, "wrong", "show" },
        { j->items.limit != UINT64_MAX, "limit", "show" },
        { j->items.replies, "replies", "show" },
        { j->strict, "strict", "show" },
        { t->by, "by", "show" },
        { j->prices, "prices", "show" },
        { t->junit, "junit", "show" },
        { t->facts, "facts", "show" },
        { j->dry_run, "dry-run", "prune" },
        { j->to, "to", "pull" },
        { j->watch.once, "once", "watch" },
        { j->watch.every != WATCH_EVERY, "every", "watch" },
    };

    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        if (rules[i].given && !strstr(rules[i].with, part))
            return args_mistake(j->cli.self, "--%s works only with %s",
                                rules[i].name, rules[i].with);
    for (size_t i = 0; i < FILTERS; i++)
        if (w->by[i].n && !str_eq(part, "show"))
            return args_mistake(j->cli.self, "--%s works only with show",
                                filter_name((enum filter_by)i));
    return -1;
}

static int store_work(void *job)
{
    struct job *j = job;
    const struct verb *part;
    struct err e;
    int status = verb_find(&j->cli, parts, sizeof(parts) / sizeof(parts[0]),
                           "name an action: list, show, prune, verify, backup, "
                           "merge, pull or watch",
                           &part);

    if (status >= 0)
        return status;
    j->names = j->cli.args.words + 1;
    j->n = j->cli.args.n - 1;
    if (part->work == pull && !j->to)
        return args_mistake(j->cli.self, "%s takes %s", part->name,
                            part->takes);
    if ((status = store_check_options(j, part->name)) >= 0)
        return status;
    /* A store's address where a run or a file belongs is not shown again: it
     * may have a password in it. */
    for (size_t i = 0; i < j->n && part->work != cmd_store_merge; i++)
        if (store_is_address(j->names[i]))
            return args_mistake(
                j->cli.self, part->work == backup
                                 ? "backup writes a file, not a database; "
                                   "to copy into a database, use merge"
                                 : "give the address of a store with --store");
    if (part->mode != STORE_MAKE)
        status =
            run_open_store(j->path, (enum store_mode)part->mode, &j->store);
    else if (!store_open(&j->store, run_store_path(j->path), STORE_MAKE, &e))
        status = talk_failure(&e);
    if (status >= 0)
        return status;
    status = part->work(j);
    store_close(j->store);
    return status;
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    STORE_OPTION(AT(path)),
    OPTION_GROUP(OPTIONS_OUTPUT),
    { "json", 0, OPTION_FLAG, AT(show.as.json), NULL,
      "list, show, watch: print JSON; for items, one JSON line per item" },
    { "csv", 0, OPTION_FLAG, AT(show.as.csv), NULL, "show: print CSV" },
    { "markdown", 0, OPTION_FLAG, AT(show.as.markdown), NULL,
      "show: " HELP_MARKDOWN },
    SHOW_OPTIONS(AT(show.as)),
    OPTION_GROUP("items to show (filters of `show`)"),
    { "wrong", 0, OPTION_FLAG, AT(items.words.wrong), NULL,
      "items that are not correct, without failed, missing and undecided "
      "ones" },
    { "kind", 0, OPTION_MANY, AT(items.words.by[FILTER_KIND]), "KIND",
      "items that ended as: truncated, refused, overflow, malformed, "
      "no_answer, abstained, unreadable, undecided, error, bad_key, wrong, "
      "or a reason from the table of --by reason" },
    { "verdict", 0, OPTION_MANY, AT(items.words.by[FILTER_VERDICT]), "V",
      "items with this verdict: correct, wrong, undecided, no_answer, "
      "unreadable, bad_key" },
    { "concept", 0, OPTION_MANY, AT(items.words.by[FILTER_CONCEPT]), "C",
      "items of this concept" },
    { "family", 0, OPTION_MANY, AT(items.words.by[FILTER_FAMILY]), "F",
      "items of this family" },
    { "level", 'l', OPTION_MANY, AT(items.words.by[FILTER_LEVEL]), "L",
      "items of this level" },
    { "problem", 0, OPTION_MANY, AT(items.words.by[FILTER_PROBLEM]), "ID",
      "items of this problem: its id, or the beginning of the id" },
    { "model", 'm', OPTION_MANY, AT(items.words.by[FILTER_MODEL]), "M",
      "items of this model" },
    { "limit", 0, OPTION_COUNT, AT(items.limit), "N",
      "show at most N items; 0 means all (default: 10; with --json, all)" },
    { "replies", 0, OPTION_FLAG, AT(items.replies), NULL,
      "show whole replies; without a filter: print a JSON line for each "
      "result with its reply, which replay:FILE can read" },
    OPTION_GROUP("tables of `show`"),
    { "strict", 0, OPTION_FLAG, AT(strict), NULL, "count strict verdicts" },
    { "by", 0, OPTION_TEXT, AT(show.by), "LIST", HELP_BY },
    { "prices", 0, OPTION_TEXT, AT(prices), "FILE", HELP_PRICES },
    { "junit", 0, OPTION_TEXT, AT(show.junit), "FILE", HELP_JUNIT },
    { "facts", 0, OPTION_TEXT, AT(show.facts), "FILE", HELP_FACTS },
    OPTION_GROUP("prune, pull and watch"),
    { "dry-run", 0, OPTION_FLAG, AT(dry_run), NULL,
      "prune: show what would be deleted; delete nothing" },
    { "to", 0, OPTION_TEXT, AT(to), "FILE", "pull: the store to copy to" },
    { "once", 0, OPTION_FLAG, AT(watch.once), NULL,
      "watch: print the state once and exit" },
    { "every", 0, OPTION_COUNT, AT(watch.every), "SECONDS",
      "watch: seconds between updates (default: 2)" },
    { 0 },
};

const struct command cmd_store = {
    .name = "store",
    .summary = "list, show and maintain stored runs and replies",
    .usage = "list | show RUN | prune RUN... | verify [RUN] | backup FILE "
             "| merge STORE... | pull RUN --to FILE | watch RUN [options]",
    .help =
        "list     list runs with size, state and models; also hunts, evolutions and climbs\n"
        "show     print the tables of a run, as `assay run` does; with a filter, its items:\n"
        "         statement, key, end of the reply, answer, verdict, reason\n"
        "prune    delete whole runs, and replies that no other run uses; or the report of a hunt,\n"
        "         an evolution or a climb, without its runs\n"
        "verify   check the hash chains of results, replies, reviews and the workbench's audit log\n"
        "backup   copy the store into a new file, also while others write to it\n"
        "merge    copy all runs and replies of other stores into this one, with their hash\n"
        "         chains; existing data stay as they are\n"
        "pull     copy one run with its replies and its hash chain into another store\n"
        "watch    show the progress of a run until it is done: each worker, calls per second,\n"
        "         time left, calls held by workers that stopped responding; without a terminal,\n"
        "         one line for each change\n"
        "\n"
        "RUN is r1, r2 ..., the first digits of its hash, or last.\n"
        "Filters combine. Each takes several values, separated by commas or by repeating the option.\n"
        "A part of a name is enough if only one name contains it.\n",
    .no = "verify found an error, or show found no item",
    .could_not =
        "there is no such store or run, or calls of a watched run failed",
    .job = sizeof(struct job),
    .init = &(const struct job){ .items.limit = UINT64_MAX,
                                 .watch.every = WATCH_EVERY },
    .options = options,
    .work = store_work,
};
