/* SPDX-License-Identifier: Apache-2.0 */
#include "assay.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/progress.h"
#include "base/whole_file.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/out_files.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "evolve/print/print.h"
#include "report/document.h"
#include "report/figure.h"
#include "report/html/page.h"
#include "report/items.h"
#include "run/print/print.h"
#include "run/print/report.h"
#include "run/summary.h"
#include "store/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The files of a report: the page, the figures, the data.
 */

struct report_files {
    const char *page;    /* a file, or with `split` a folder; NULL: no page */
    const char *figures; /* a folder; NULL: none */
    const char *data;    /* a file, "-": standard output; NULL: none */
    bool split;
    const char *title;
    struct item_source source; /* of the items */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
};

#define HEAD_BYTES 4096 /* of a page, in which its maker stands */

/* Returns whether any file is asked for. */
static bool report_files_wanted(const struct report_files *f)
{
    return f->page || f->figures || f->data;
}

/* ---- before anything is read ---- */

static bool report_is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

#define DATA_HEAD "{\"title\": " /* see report_write_data() */

/* Was this file written by a report? Then `mark` stands within its first n
 * bytes. A stream, a device or a pipe has nothing to lose, and reading it may
 * wait for ever. */
static bool report_is_own(const char *path, size_t n, const char *mark)
{
    char head[HEAD_BYTES + 1];
    FILE *f = whole_file_replaces(path) ? fopen(path, "rb") : NULL;

    n = f ? fread(head, 1, n, f) : 0;
    if (f)
        fclose(f);
    head[n] = '\0';
    return n == 0 || strstr(head, mark) != NULL;
}

/* Does a folder hold anything that a report did not write? */
static bool report_is_foreign(const char *folder)
{
    DIR *d = opendir(folder);
    bool other = false;

    for (struct dirent *x; d && !other && (x = readdir(d));)
        other = !str_among(x->d_name, ". .. index.html blocks");
    if (d)
        closedir(d);
    return other;
}

static int report_refused(const char *path, const char *why)
{
    talk("%s %s; choose another name, or replace it with --force", path, why);
    return EXIT_COULD_NOT;
}

static int check_page(const struct command *c, const char *path, bool split,
                      bool force)
{
    char index[4096];

    if (str_eq(path, "-"))
        return args_mistake(c, "a page needs a file: -o FILE.html");

    if (!split && report_is_folder(path))
        return args_mistake(c, "%s is a folder; --split writes one", path);
    if (split && access(path, F_OK) == 0 && !report_is_folder(path))
        return args_mistake(c,
                            "%s is a file; with --split, -o must name a "
                            "folder",
                            path);
    snprintf(index, sizeof(index), split ? "%s/index.html" : "%s", path);
    if (!split && !run_can_write(path))
        return EXIT_COULD_NOT;
    if (force)
        return -1;
    if (access(index, F_OK) == 0 &&
        !report_is_own(index, HEAD_BYTES, PAGE_MAKER))
        return report_refused(index, "already exists and is not a report");
    if (split && report_is_foreign(path))
        return report_refused(path, "contains other files");
    return -1;
}

/* Checks the options before anything is read: a file that is there already is
 * replaced only if it is a report, or with `force`. Returns -1 to go on, or the
 * status to exit with after a report. */
static int report_files_check(const struct command *c,
                              const struct report_files *f, bool force)
{
    if (f->split && !f->page)
        return args_mistake(c, "--split needs a folder: -o FOLDER");
    if (f->data && !str_eq(f->data, "-") && !force &&
        access(f->data, F_OK) == 0 &&
        !report_is_own(f->data, strlen(DATA_HEAD), DATA_HEAD))
        return report_refused(f->data,
                              "already exists and is not the data of a report");
    if (f->data && !str_eq(f->data, "-") && !run_can_write(f->data))
        return EXIT_COULD_NOT;
    if (f->page && f->data && whole_file_same(f->page, f->data))
        return args_mistake(c, "-o and --data name the same file, \"%s\"",
                            f->data);
    return f->page ? check_page(c, f->page, f->split, force) : -1;
}

/* ---- figures ---- */

static bool write_figures(const char *folder, const struct document *d,
                          struct err *e)
{
    struct arena a = { 0 };
    bool ok = folder_make(folder, NULL, e);

    for (const struct block *b = d->first; ok && b; b = b->next) {
        struct str svg = str_in(&a), csv = str_in(&a);
        const char *name;

        if (b->kind != BLOCK_FIGURE)
            continue;
        name = arena_printf(&a, "%s/%s", folder, b->figure->name);
        figure_svg(&svg, b->figure, SVG_PAPER, 0);
        figure_csv(&csv, b->figure);
        ok = text_write(arena_printf(&a, "%s.svg", name), &svg, e) &&
             text_write(arena_printf(&a, "%s.csv", name), &csv, e);
    }
    arena_clear(&a);
    return ok;
}

/* ---- data ---- */

static bool report_write_data(struct arena *a, const struct report_files *f,
                              const struct document *d,
                              const struct summary *const *views, size_t n,
                              struct err *e)
{
    struct str out = str_in(a);
    bool first = true;

    str_add(&out, DATA_HEAD);
    json_write_string(&out, f->title);
    str_add(&out, ", \"version\": ");
    json_write_string(&out, assay_version());
    str_add(&out, ", \"figures\": [");
    for (const struct block *b = d->first; b; b = b->next)
        if (b->kind == BLOCK_FIGURE) {
            str_add(&out, first ? "" : ", ");
            first = false;
            figure_json(&out, b->figure);
        }
    str_add(&out, "], \"runs\": [");
    for (size_t i = 0; i < n; i++) {
        struct document *run = document_new(a, 0);

        str_add(&out, i ? ", " : "");
        if (!run_document(run, views[i], NULL, e))
            return false;
        document_json(&out, run);
        while (out.s[out.n - 1] == '\n')
            out.n--;
    }
    str_add(&out, "]}\n");
    if (str_eq(f->data, "-"))
        return (out_str(&out) && out_finish()) ||
               err_set(e, ERR_IO, "the data were not written");
    return text_write(f->data, &out, e);
}

/* ---- all of it ---- */

/* Tells what was written. */
static void report_files_tell(const struct report_files *f)
{
    struct str line = { 0 };
    struct stat st;

    if (f->figures)
        talk("%s has the figures as SVG and CSV", f->figures);
    if (!f->page)
        return;
    str_addf(&line, "%s%s has the report", f->page,
             f->split ? "/index.html" : "");
    if (!f->split && whole_file_replaces(f->page) && stat(f->page, &st) == 0) {
        str_add(&line, ": ");
        add_short(&line, (double)st.st_size);
        str_add(&line, " bytes");
    }
    if (f->source.total)
        str_addf(&line, ", %llu problem%s with replies",
                 (unsigned long long)f->source.total,
                 f->source.total == 1 ? "" : "s");
    talk("%s", str_get(&line));
    str_clear(&line);
}

/* Writes them all. The views are those of the runs that were named. */
static bool report_files_write(struct arena *a, const struct report_files *f,
                               const struct document *d,
                               const struct summary *const *views, size_t n,
                               struct err *e)
{
    struct page p = { .title = f->title,
                      .body = d,
                      .items = f->source.total ? &f->source : NULL,
                      .progress = f->progress,
                      .ctx = f->ctx };

    return (!f->figures || write_figures(f->figures, d, e)) &&
           (!f->data || report_write_data(a, f, d, views, n, e)) &&
           (!f->page || (f->split ? page_write_split(&p, f->page, e)
                                  : page_write(&p, f->page, e)));
}

/*
 * assay report: runs, hunts, evolutions and climbs as a page, as figures, or on
 * one screen.
 */

struct job {
    struct cli cli;
    struct store *store; /* NULL: there is none, only folders were named */
    const char *store_path, *prices, *title;
    struct run_options show;
    struct report report;
    struct report_files files;
    bool strict, force;
    int threads;
};

/* ---- what was named ---- */

/* A folder says what it found; the store has the runs. */
static int report_add_folder(struct job *j, const char *folder)
{
    struct study kept, stored;
    bool found, there = false;
    struct err e;

    if (!study_read(j->cli.arena, folder, &kept, &found, &e)) {
        talk_err(arena_printf(j->cli.arena, "%s/" STUDY_FILE, folder), &e);
        return EXIT_COULD_NOT;
    }
    if (!found)
        return args_mistake(j->cli.self,
                            "%s has no " STUDY_FILE
                            ": it is not the folder of a finished "
                            "hunt or evolution; run its command "
                            "again to finish it",
                            folder);
    if (j->store &&
        !studies_find(j->store, j->cli.arena, kept.hash, &stored, &there, &e))
        return talk_failure(&e);
    if (there) {
        kept.runs = stored.runs;
        kept.n_runs = stored.n_runs;
        kept.name = stored.name;
    }
    report_add_study(&j->report, &kept);
    return -1;
}

/* "h3", "e1", "c2" of the store; a folder; or a run. */
static int report_add_word(struct job *j, const char *word)
{
    bool study = false, run = false;
    struct run_info info;
    struct study v;
    struct err e;

    if (j->store && strchr("hec", word[0]) &&
        !studies_find(j->store, j->cli.arena, word, &v, &study, &e))
        return talk_failure(&e);
    if (study && !v.ended)
        return args_mistake(j->cli.self,
                            "%s is not finished; run its command again to "
                            "continue",
                            v.name);
    if (study) {
        report_add_study(&j->report, &v);
        return -1;
    }
    run = j->store && runs_find(j->store, j->cli.arena, word, &info, &e);
    /* A folder may be called like a run: a page of it, perhaps. */
    if (report_is_folder(word) &&
        (!run ||
         access(arena_printf(j->cli.arena, "%s/" STUDY_FILE, word), F_OK) == 0))
        return report_add_folder(j, word);
    if (run)
        return report_add_run(&j->report, &info, &e) ? -1 : talk_could_not(&e);
    talk("there is no run, hunt, evolution or climb \"%s\" in %s; `assay store "
         "list%s` lists them; you can also name the folder that a hunt or an "
         "evolution wrote",
         word, run_store_path(j->store_path),
         store_told(j->cli.arena, j->store_path));
    return EXIT_COULD_NOT;
}

/* ---- writing ---- */

static bool report_show_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct progress *line = ctx;

    (void)total;
    progress_add(line, done - line->done);
    return !interrupt_came();
}

static int write_files(struct job *j, const struct document *d)
{
    const struct report *r = &j->report;
    struct items *items =
        report_items(r, (struct item_options){ .lineage = evolve_lineage,
                                               .threads = j->threads,
                                               .leave = threads_leave });
    struct progress line;
    struct err e;
    bool ok;

    j->files.source = items_source(items);
    j->files.title = report_title(r);
    j->files.progress = report_show_progress;
    j->files.ctx = &line;
    progress_open(&line, stderr, clock_real(), "writing",
                  j->files.source.total);
    interrupt_watch("the file was not written");
    ok = report_files_write(j->cli.arena, &j->files, d,
                            report_views(r, r->n_named), r->n_named, &e);
    progress_close(&line);
    items_close(items);
    if (!ok)
        return talk_failure(&e);
    report_files_tell(&j->files);
    return EXIT_DONE;
}

static int report_show(struct job *j)
{
    struct document *d = document_new(j->cli.arena, terminal_width());
    struct err e;

    if (!report_document(&j->report, d, &e))
        return talk_failure(&e);
    if (j->report.facts && j->report.n_named == 1 &&
        !summary_shower(report_views(&j->report, 1)[0]))
        talk("--facts: the run has no Mathador problems to compare them with");
    if (report_files_wanted(&j->files))
        return write_files(j, d);
    return show_document(d, &j->show.as);
}

/* ---- the command ---- */

static int report_open_store(struct job *j)
{
    const struct args *args = &j->cli.args;
    bool folders = true;

    for (size_t i = 0; i < args->n; i++)
        folders = folders && report_is_folder(args->words[i]);
    if (folders && !store_is_there(run_store_path(j->store_path)))
        return -1;
    return run_open_store(j->store_path, STORE_READ, &j->store);
}

/* Files are written instead of what would be printed. */
static int check_printing(const struct job *j)
{
    const struct show_as *as = &j->show.as;

    if (!report_files_wanted(&j->files) ||
        !(as->markdown || as->full || as->color))
        return -1;
    return args_mistake(j->cli.self,
                        "--markdown, --full and --color are for a report that "
                        "is printed; leave them out, or leave out -o, "
                        "--figures and --data");
}

static int report_go(struct job *j)
{
    struct prices *prices = NULL;
    struct err e;
    int status;

    if (!j->cli.args.n)
        return args_mistake(j->cli.self,
                            "name a run, a hunt, an evolution or a "
                            "climb; `assay store list%s` lists them",
                            store_told(j->cli.arena, j->store_path));
    if (j->prices && !prices_read_file(j->cli.arena, j->prices, &prices, &e)) {
        talk_err(j->prices, &e);
        return EXIT_COULD_NOT;
    }
    if ((status = run_read_view(j->cli.self, j->cli.arena, &j->show, j->strict,
                                prices, &j->report.view)) >= 0 ||
        (status = check_printing(j)) >= 0 ||
        (status = report_files_check(j->cli.self, &j->files, j->force)) >= 0 ||
        (status = report_open_store(j)) >= 0)
        return status;
    j->report.store = j->store;
    j->report.facts = j->show.facts;
    j->report.title = j->title;
    for (size_t i = 0; i < j->cli.args.n && status < 0; i++)
        status = report_add_word(j, cli_word(&j->cli, i));
    if (status < 0 && !report_add_study_runs(&j->report, &e))
        return talk_could_not(&e);
    return status < 0 ? report_show(j) : status;
}

static int report_work(void *job)
{
    struct job *j = job;
    int status;

    j->report = report_new(j->cli.arena, NULL);
    status = report_go(j);
    if (j->store)
        store_close(j->store);
    return status;
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "output", 'o', OPTION_TEXT, AT(files.page), "FILE",
      "write the report as one HTML file (default: text on standard output)" },
    { "split", 0, OPTION_FLAG, AT(files.split), NULL,
      "write a folder instead of one file, with the replies in separate "
      "files" },
    { "figures", 0, OPTION_TEXT, AT(files.figures), "DIR",
      "write every figure as SVG, with its data as CSV, to this folder" },
    { "data", 0, OPTION_TEXT, AT(files.data), "FILE",
      "write all figures and their data as JSON; - is standard output" },
    { "title", 0, OPTION_TEXT, AT(title), "TEXT", "title of the page" },
    { "force", 'f', OPTION_FLAG, AT(force), NULL,
      "replace an existing file that is not a report" },
    { "by", 0, OPTION_TEXT, AT(show.by), "LIST", HELP_BY },
    { "strict", 0, OPTION_FLAG, AT(strict), NULL, "count strict verdicts" },
    { "prices", 0, OPTION_TEXT, AT(prices), "FILE", HELP_PRICES },
    { "facts", 0, OPTION_TEXT, AT(show.facts), "FILE", HELP_FACTS },
    { "markdown", 0, OPTION_FLAG, AT(show.as.markdown), NULL, HELP_MARKDOWN },
    SHOW_OPTIONS(AT(show.as)),
    STORE_OPTION(AT(store_path)),
    THREADS_OPTION(AT(threads)),
    { 0 },
};

const struct command cmd_report = {
    .name = "report",
    .summary = "show runs, hunts, evolutions and climbs as text or HTML",
    .usage = "RUN|HUNT|EVOLUTION|CLIMB... [-o FILE.html] [options]",
    .help =
        "Without -o the command prints one screen: what was measured, and the worst results. With\n"
        "-o it writes a page for a browser: figures, tables, and every problem with its key, how the\n"
        "key was checked, and each reply, where the graded part is marked. Problems can be\n"
        "filtered and searched. The file needs no network and no server. Several runs make one report that\n"
        "compares them.\n"
        "\n"
        "RUN is r1, r2 ..., the first digits of its hash, or last. A hunt is h1, an evolution e2,\n"
        "a climb c3 (see `assay store list`), or the folder that it wrote.\n"
        "\n"
        "Examples:\n"
        "\n"
        "  assay report last\n"
        "  assay report r1 r2 -o models.html\n"
        "  assay report hunt -o hunt.html --figures figures\n"
        "  assay report r7 -o r7 --split\n",
    .could_not =
        "there is no such run or store, or the report could not be written",
    .job = sizeof(struct job),
    .options = options,
    .work = report_work,
};
