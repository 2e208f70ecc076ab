/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay report: runs, hunts, evolutions and climbs as a page, as figures, or on
 * one screen.
 */
#include "base/map.h"
#include "base/progress.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/report_files.h"
#include "cli/run_show.h"
#include "cli/study.h"
#include "cli/talk.h"
#include "evolve/print/print.h"
#include "report/figure.h"
#include "report/keep.h"
#include "run/print/items.h"
#include "run/print/print.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RUNS_MOST \
 4096 /* of all that is named: a climb has one for each round */

/* A run that the report rests on. */
struct report_run {
    const struct summary *view;
    const char *role; /* of a hunt's or evolution's; NULL: it was named */
};

struct job {
    const struct command *self;
    struct arena arena;
    struct store *store; /* NULL: there is none, only folders were named */
    const char *store_path, *prices, *title;
    struct run_options show;
    struct summary_options view;
    struct report_files files;
    bool strict, force;
    uint64_t threads;
    struct vec studies; /* of struct study */
    struct vec runs;    /* of struct report_run, each once */
    size_t n_named;     /* the first so many of them were named */
};

/* ---- what was named ---- */

static bool has_run(const struct job *j, int64_t id)
{
    for (size_t i = 0; i < j->runs.n; i++)
        if (vec_get(&j->runs, struct report_run, i)->view->info.id == id)
            return true;
    return false;
}

static int add_run(struct job *j, const struct run_info *info, const char *role)
{
    struct summary *v = arena_new(&j->arena, struct summary);
    struct err e;

    if (has_run(j, info->id))
        return -1;
    if (j->runs.n == RUNS_MOST)
        return args_mistake(j->self, "at most %d runs in one report",
                            RUNS_MOST);
    if (!summary_load(&j->arena, j->store, info, &j->view, v, &e)) {
        talk_err(NULL, &e);
        return e.code == ERR_USAGE ? EXIT_USAGE : EXIT_COULD_NOT;
    }
    *(struct report_run *)vec_push(&j->runs) = (struct report_run){ v, role };
    return -1;
}

/* A folder says what it found; the store has the runs. */
static int add_folder(struct job *j, const char *folder)
{
    struct study kept, stored;
    bool found, there = false;
    struct err e;

    if (!study_read(&j->arena, folder, &kept, &found, &e)) {
        talk_err(arena_printf(&j->arena, "%s/" STUDY_FILE, folder), &e);
        return EXIT_COULD_NOT;
    }
    if (!found)
        return args_mistake(j->self,
                            "%s has no " STUDY_FILE ": it is no folder of a "
                            "hunt or an evolution that came to its end; the "
                            "same command again writes it",
                            folder);
    if (j->store &&
        !studies_find(j->store, &j->arena, kept.hash, &stored, &there, &e))
        return talk_failure(&e);
    if (there) {
        kept.runs = stored.runs;
        kept.n_runs = stored.n_runs;
        kept.name = stored.name;
    }
    *(struct study *)vec_push(&j->studies) = kept;
    return -1;
}

static bool is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool has_report(struct job *j, const char *folder)
{
    return access(arena_printf(&j->arena, "%s/" STUDY_FILE, folder), F_OK) == 0;
}

static int nothing(const struct job *j, const char *word)
{
    talk("there is no run, hunt, evolution or climb \"%s\" in %s; `assay store "
         "list` lists them, and the folder of a hunt or an evolution can be "
         "named too",
         word, run_store_path(j->store_path));
    return EXIT_COULD_NOT;
}

/* "h3", "e1", "c2" of the store; a folder; or a run. */
static int add_word(struct job *j, const char *word)
{
    bool found = false;
    struct run_info run;
    struct study v;
    struct err e;

    if (j->store && strchr("hec", word[0]) &&
        !studies_find(j->store, &j->arena, word, &v, &found, &e))
        return talk_failure(&e);
    if (found) {
        *(struct study *)vec_push(&j->studies) = v;
        return -1;
    }
    /* A folder may be called like a run: a page of it, perhaps. */
    if (is_folder(word) && (has_report(j, word) || !j->store ||
                            !runs_find(j->store, &j->arena, word, &run, &e)))
        return add_folder(j, word);
    if (!j->store || !runs_find(j->store, &j->arena, word, &run, &e))
        return nothing(j, word);
    return add_run(j, &run, NULL);
}

/* What a set of problems is for, as figures name it: a hunt asks some of them
 * in several runs, a climb a round at a time. */
static const char *role_of(enum study_kind kind, const char *what)
{
    if (kind != STUDY_HUNT)
        return kind == STUDY_CLIMB ? NULL : what;
    if (strstr(what, "control"))
        return "control";
    return str_eq(what, "benchmark") ? what : "targeted";
}

/* The runs of studies come behind those that were named. */
static int add_study_runs(struct job *j)
{
    int status = -1;
    struct err e;

    j->n_named = j->runs.n;
    for (size_t i = 0; i < j->studies.n; i++) {
        const struct study *v = vec_get(&j->studies, struct study, i);

        for (size_t k = 0; k < v->n_runs && status < 0; k++) {
            struct run_info run;

            if (!runs_find(j->store, &j->arena,
                           arena_printf(&j->arena, "r%" PRId64, v->runs[k].run),
                           &run, &e))
                return talk_failure(&e);
            status = add_run(j, &run, role_of(v->kind, v->runs[k].role));
        }
    }
    return status;
}

/* ---- the document ---- */

static const struct figure *figure_named(const struct document *d,
                                         const char *name)
{
    for (const struct block *b = d->first; b; b = b->next)
        if (b->kind == BLOCK_FIGURE && str_eq(b->figure->name, name))
            return b->figure;
    return NULL;
}

/* "svamp.jsonl" of "evolution: /data/svamp.jsonl": rows are told apart by the
 * end of a title. */
static const char *short_title(const struct study *v)
{
    const char *colon = strstr(v->title, ": "), *slash;

    colon = colon ? colon + 2 : v->title;
    slash = v->kind == STUDY_EVOLUTION ? strrchr(colon, '/') : NULL;
    return slash && slash[1] ? slash + 1 : colon;
}

/* Figures of rows that all studies have: sets, models or targets side by side.
 */
static void add_joined(struct job *j, struct document *d,
                       struct document *const *docs)
{
    size_t n = j->studies.n;
    const struct figure **list =
        arena_array(&j->arena, const struct figure *, n);
    const char **titles = arena_array(&j->arena, const char *, n);

    document_shown(d, SHOWN_PAGE);
    document_section(d, "side by side");
    for (const struct block *b = docs[0]->first; b; b = b->next) {
        struct figure *f = NULL;
        size_t all = 0;

        for (; b->kind == BLOCK_FIGURE && all < n; all++) {
            titles[all] = short_title(vec_get(&j->studies, struct study, all));
            list[all] = figure_named(docs[all], b->figure->name);
            if (!list[all])
                break;
        }
        if (all == n && (f = figure_join(&j->arena, list, titles, n))) {
            f->caption =
                arena_printf(&j->arena, "%s Of each study in its own order.",
                             f->caption ? f->caption : "");
            document_figure(d, f);
        }
    }
    document_shown(d, SHOWN_ALWAYS);
}

static bool add_studies(struct job *j, struct document *d, struct err *e)
{
    struct document **docs =
        arena_array(&j->arena, struct document *, j->studies.n + 1);

    for (size_t i = 0; i < j->studies.n; i++) {
        docs[i] = document_new(&j->arena, d->width);
        if (!document_load(docs[i],
                           vec_get(&j->studies, struct study, i)->document, e))
            return false;
    }
    if (j->studies.n > 1)
        add_joined(j, d, docs);
    for (size_t i = 0; i < j->studies.n; i++) {
        const struct study *v = vec_get(&j->studies, struct study, i);

        if (j->studies.n + j->n_named > 1)
            document_section(d, "%s", v->title);
        document_append(d, docs[i]);
    }
    return true;
}

static const struct summary **views_of(struct job *j, size_t n)
{
    const struct summary **views =
        arena_array(&j->arena, const struct summary *, n + 1);

    for (size_t i = 0; i < n; i++)
        views[i] = vec_get(&j->runs, struct report_run, i)->view;
    return views;
}

static bool add_runs(struct job *j, struct document *d, struct err *e)
{
    const struct summary **views = views_of(j, j->n_named);

    if (j->n_named > 1)
        runs_document(d, views, j->n_named);
    if (j->n_named != 1)
        return true;
    if (!run_document(d, views[0], j->show.facts, e))
        return false;
    if (j->show.facts && !summary_shower(views[0]))
        talk("--facts: the run has no Mathador problem to set them against");
    document_shown(d, SHOWN_PAGE);
    if (views[0]->info.n_models > 1)
        runs_comparison(d, views, 1);
    document_shown(d, SHOWN_ALWAYS);
    return true;
}

static const char *title_of(struct job *j)
{
    struct str out = str_in(&j->arena);

    if (j->title)
        return j->title;
    for (size_t i = 0; i < j->studies.n; i++)
        str_addf(&out, "%s%s", out.n ? "; " : "",
                 vec_get(&j->studies, struct study, i)->title);
    for (size_t i = 0; i < j->n_named; i++)
        str_addf(&out, "%s%s",
                 i       ? ", "
                 : out.n ? "; runs "
                         : (j->n_named == 1 ? "run " : "runs "),
                 vec_get(&j->runs, struct report_run, i)->view->info.name);
    return str_get(&out);
}

/* ---- writing ---- */

struct writing {
    struct progress line;
};

static bool show_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct writing *w = ctx;

    (void)total;
    progress_add(&w->line, done - w->line.done);
    return !interrupt_came();
}

static int write_files(struct job *j, const struct document *d, int threads)
{
    const char **roles = arena_array(&j->arena, const char *, j->runs.n + 1);
    const struct summary **views = views_of(j, j->runs.n);
    struct item_options o = { .roles = roles,
                              .lineage = evolve_lineage,
                              .threads = threads,
                              .leave = threads_leave };
    struct writing w;
    struct items *items;
    struct err e;
    bool ok;

    for (size_t i = 0; i < j->runs.n; i++)
        roles[i] = vec_get(&j->runs, struct report_run, i)->role;
    items = items_open(&j->arena, j->store, views, j->runs.n, &o);
    j->files.source = items_source(items);
    j->files.title = title_of(j);
    j->files.progress = show_progress;
    j->files.ctx = &w;
    progress_open(&w.line, stderr, clock_real(), "writing",
                  j->files.source.total);
    interrupt_watch();
    ok = report_files_write(&j->arena, &j->files, d, views, j->n_named, &e);
    progress_close(&w.line);
    items_close(items);
    if (!ok)
        return talk_failure(&e);
    report_files_tell(&j->files);
    return EXIT_DONE;
}

/* Two figures of one name, of two hunts, get names of their own: those of their
 * files, and of their parts on a page. */
static void name_figures(struct arena *a, struct document *d)
{
    struct map seen = { 0 };

    for (struct block *b = d->first; b; b = b->next) {
        struct figure *own;
        bool added;
        size_t *n;

        if (b->kind != BLOCK_FIGURE)
            continue;
        n = map_put(&seen, b->figure->name, strlen(b->figure->name), &added);
        *n = added ? 1 : *n + 1;
        if (added)
            continue;
        own = arena_new(a, struct figure);
        *own = *b->figure;
        own->name = arena_printf(a, "%s-%zu", b->figure->name, *n);
        b->figure = own;
    }
    map_clear(&seen);
}

static int show(struct job *j, int threads)
{
    struct document *d = document_new(&j->arena, terminal_width());
    struct err e;

    if (!add_studies(j, d, &e) || !add_runs(j, d, &e)) {
        talk_err(NULL, &e);
        return EXIT_COULD_NOT;
    }
    name_figures(&j->arena, d);
    if (report_files_wanted(&j->files))
        return write_files(j, d, threads);
    return show_document(d, &j->show.as);
}

/* ---- the command ---- */

static int open_store(struct job *j, const struct args *args)
{
    bool folders = true;

    for (size_t i = 0; i < args->n; i++)
        folders = folders && is_folder(args->words[i]);
    if (folders && access(run_store_path(j->store_path), F_OK) != 0)
        return -1;
    return run_open_store(j->store_path, STORE_READ, &j->store);
}

static int go(struct job *j, const struct args *args)
{
    struct prices *prices = NULL;
    struct err e;
    int status, threads;

    if (args->n == 0)
        return args_mistake(j->self, "name a run, a hunt, an evolution or a "
                                     "climb; `assay store list` lists them");
    if (j->prices && !prices_read_file(&j->arena, j->prices, &prices, &e)) {
        talk_err(j->prices, &e);
        return EXIT_COULD_NOT;
    }
    if ((status = run_read_view(j->self, &j->arena, &j->show, j->strict, prices,
                                &j->view)) >= 0 ||
        (status = threads_read(j->self, j->threads, &threads)) >= 0 ||
        (status = report_files_check(j->self, &j->files, j->force)) >= 0 ||
        (status = open_store(j, args)) >= 0)
        return status;
    for (size_t i = 0; i < args->n && status < 0; i++)
        status = add_word(j, args->words[i]);
    if (status < 0)
        status = add_study_runs(j);
    return status < 0 ? show(j, threads) : status;
}

static int run(const struct command *self, int argc, char **argv)
{
    struct job j = { .self = self };
    const struct option options[] = {
        { "out", 'o', OPTION_TEXT, &j.files.page, "FILE",
          "the page: one HTML file that opens anywhere" },
        { "split", 0, OPTION_FLAG, &j.files.split, NULL,
          "a folder instead, with the replies in files of their own" },
        { "figures", 0, OPTION_TEXT, &j.files.figures, "DIR",
          "every figure as SVG, with its data as CSV" },
        { "data", 0, OPTION_TEXT, &j.files.data, "FILE",
          "all figures and their data as JSON; -: standard output" },
        { "title", 0, OPTION_TEXT, &j.title, "TEXT", "of the page" },
        { "force", 'f', OPTION_FLAG, &j.force, NULL,
          "replace a file that is no report" },
        { "by", 0, OPTION_TEXT, &j.show.by, "LIST",
          "groups of runs: family, level, concept ..." },
        { "strict", 0, OPTION_FLAG, &j.strict, NULL,
          "runs by the strict reading of the rules" },
        { "prices", 0, OPTION_TEXT, &j.prices, "FILE", "what tokens cost" },
        { "facts", 0, OPTION_TEXT, &j.show.facts, "FILE",
          "YAML: size and scores of models, for Mathador" },
        { "markdown", 0, OPTION_FLAG, &j.show.as.markdown, NULL,
          "tables in Markdown" },
        SHOW_OPTIONS(&j.show.as),
        { "store", 0, OPTION_TEXT, &j.store_path, "FILE",
          "the store ($ASSAY_STORE, or assay.db)" },
        THREADS_OPTION(&j.threads),
        { 0 },
    };
    struct args args;
    int status = args_read(self, options, argc, argv, &args);

    j.studies = vec_in(&j.arena, sizeof(struct study));
    j.runs = vec_in(&j.arena, sizeof(struct report_run));
    if (status < 0)
        status = go(&j, &args);
    if (j.store)
        store_close(j.store);
    arena_clear(&j.arena);
    return status;
}

const struct command cmd_report = {
    .name = "report",
    .summary = "runs, hunts, evolutions and climbs to look at",
    .usage = "RUN|HUNT|EVOLUTION|CLIMB... [-o FILE.html] [options]",
    .help =
        "Without -o it is one screen: what was measured, and the worst of it. "
        "With -o it is a page\n"
        "for a browser: figures, tables, and every problem with its key, its "
        "proof and each reply,\n"
        "the judged part of it marked, to be filtered and searched. The file "
        "needs nothing else: no\n"
        "network, no server. Several runs make one report, in which they are "
        "compared.\n\n"
        "RUN is r1, r2 ..., the first digits of its hash, or last; a hunt is "
        "h1, an evolution e2, a\n"
        "climb c3 (`assay store list`), or the folder that it wrote.\n\n"
        "Examples:\n\n"
        "  assay report last\n"
        "  assay report r1 r2 -o models.html\n"
        "  assay report hunt -o hunt.html --figures figures\n"
        "  assay report r7 -o r7 --split\n\n"
        "Exit status 3 when it could not be written.\n",
    .run = run,
};
