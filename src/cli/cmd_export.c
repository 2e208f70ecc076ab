/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay export: problems in the formats of other tools. Files get their names
 * when all of them are complete.
 */
#include "base/clock.h"
#include "base/progress.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/row_talk.h"
#include "cli/talk.h"
#include "problem/export.h"
#include "problem/folder.h"
#include "problem/source.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct job {
    const char *path, *as; /* what is read, and by which reader */
    const char *to;        /* format, as the user wrote it */
    const char *folder_path;
    bool force;
    uint64_t versions;
    struct export_options options;
    const struct export_format *format;
    struct folder folder; /* when there is a folder_path */
    struct progress progress;
    size_t refused; /* rows that cannot be read */
    struct row_talk rows;
};

/* ---- where the text goes ---- */

static bool write_out(void *ctx, const char *file, const char *text, size_t n,
                      struct err *e)
{
    (void)ctx;
    (void)file;
    if (fwrite(text, 1, n, stdout) == n)
        return true;
    return err_set(e, ERR_IO, "could not write to standard output: %s",
                   strerror(errno));
}

static bool cmd_export_write_file(void *ctx, const char *file, const char *text,
                                  size_t n, struct err *e)
{
    struct job *j = ctx;

    return folder_write(&j->folder, file, text, n, e);
}

static void cmd_export_note(void *ctx, const char *text)
{
    struct job *j = ctx;

    progress_hide(&j->progress);
    talk("%s", text);
}

/* --force must not replace the file that is being read. */
static bool is_input(const struct job *j, const char *path)
{
    struct stat x, y;

    return stat(j->path, &x) == 0 && stat(path, &y) == 0 &&
           x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool cmd_export_open_folder(struct job *j, struct err *e)
{
    const char *name = j->options.name ? j->options.name : "assay";

    if (!j->folder_path)
        return true;
    if (!folder_open(&j->folder, j->folder_path, j->format, name, j->force, e))
        return false;
    for (size_t i = 0; i < EXPORT_FILES && j->folder.files[i].name; i++)
        if (is_input(j, j->folder.files[i].path))
            return err_set(e, ERR_USAGE,
                           "\"%.300s\" is both read and written; choose "
                           "another folder or name",
                           j->path);
    return true;
}

/* ---- problems ---- */

/* Every problem of the file; false when the export cannot go on. */
static bool cmd_export_add_all(struct job *j, struct source *in,
                               struct export_state *s, struct err *e)
{
    struct arena a = { 0 };
    struct problem p;
    size_t line;
    bool ok = true;

    while (ok && !interrupt_came()) {
        enum lines_got got = source_next(in, &a, &p, &line, e);

        if (got == LINES_END || (got == LINES_FAIL && interrupt_came()))
            break;
        if (got == LINES_LINE) {
            ok = export_add(s, &p, e);
        } else {
            progress_hide(&j->progress);
            row_talk_add(&j->rows, j->path, e);
            j->refused++;
            ok = got == LINES_BAD;
            e->msg[0] = '\0'; /* it is said */
        }
        progress_share(&j->progress, rows_share(in->rows));
        progress_add(&j->progress, 1);
        arena_reset(&a);
    }
    arena_clear(&a);
    row_talk_end(&j->rows);
    if (ok && interrupt_came())
        return err_set(e, ERR_IO, "interrupted: nothing was written");
    return ok;
}

static void cmd_export_add_names(struct str *line, const struct folder *d)
{
    size_t n = 0, k = 0;

    for (size_t i = 0; i < EXPORT_FILES; i++)
        n += d->files[i].written;
    for (size_t i = 0; i < EXPORT_FILES; i++) {
        if (!d->files[i].written)
            continue;
        str_addf(line, "%s%s",
                 k == 0       ? ""
                 : k + 1 == n ? " and "
                              : ", ",
                 d->files[i].path);
        k++;
    }
}

/* "12 problems written to DIR/problems.jsonl and DIR/assay.yaml" */
static void cmd_export_summarise(const struct job *j, size_t n)
{
    struct str line = { 0 };

    if (!j->folder_path)
        return;
    str_addf(&line, "%zu problem%s written to ", n, n == 1 ? "" : "s");
    cmd_export_add_names(&line, &j->folder);
    talk_summary(&line);
    str_clear(&line);
}

/* Read everything into the format, and give the files their names. */
static bool export_all(struct job *j, struct source *in, struct err *e)
{
    struct export_sink sink = {
        j, j->folder_path ? cmd_export_write_file : write_out, cmd_export_note
    };
    struct export_state *s = export_open(j->format, &j->options, &sink, e);
    bool ok;

    progress_open(&j->progress, stderr, clock_real(), "exporting", 0);
    ok = s && cmd_export_add_all(j, in, s, e) && export_finish(s, e);
    progress_close(&j->progress);
    if (ok)
        ok = j->folder_path ? folder_commit(&j->folder, e) : out_finish();
    if (ok)
        cmd_export_summarise(j, s->count - s->left_out);
    export_close(s);
    return ok;
}

static bool run_export(struct job *j, struct err *e)
{
    struct source in = { 0 };
    bool ok = cmd_export_open_folder(j, e) &&
              source_open(&in, j->path, j->as, e) && export_all(j, &in, e);

    source_close(&in);
    return ok;
}

static int cmd_export_run_job(struct job *j)
{
    struct err e = { 0 };
    bool ok;

    interrupt_watch("nothing was written");
    ok = run_export(j, &e);
    if (!ok && e.msg[0])
        talk_err(NULL, &e);
    folder_close(&j->folder);
    if (j->refused && ok)
        talk("%zu row%s left out, because %s could not be read", j->refused,
             j->refused == 1 ? " was" : "s were",
             j->refused == 1 ? "it" : "they");
    if (!ok)
        return e.code == ERR_USAGE ? EXIT_USAGE : EXIT_COULD_NOT;
    return j->refused ? EXIT_NO : EXIT_DONE;
}

/* ---- the command line ---- */

static int unknown_format(const struct command *self, const char *word)
{
    const char *names[32];

    INVARIANT(n_export_formats <= 32);
    for (size_t i = 0; i < n_export_formats; i++)
        names[i] = export_formats[i]->name;
    return args_unknown(self, "format", word, names, n_export_formats);
}

/* -1 when the command line makes sense. */
static int cmd_export_check_job(const struct command *self, struct job *j,
                                const struct args *args, bool versions_given)
{
    struct err e;

    if (args->n != 1)
        return args_mistake(self, "name one file, or - for standard input");
    if (!j->to)
        return args_mistake(self, "name a format with --to");
    j->path = args->words[0];
    j->format = export_find(j->to);
    if (!j->format)
        return unknown_format(self, j->to);
    if (j->as && !dataset_find(j->as))
        return args_mistake(
            self,
            "there is no format \"%s\" of a dataset; `assay import --list` "
            "lists them",
            j->as);
    if (j->options.name && !export_check_name(j->options.name, &e))
        return args_mistake(self, "%s", e.msg);
    if (versions_given && !j->format->sheet)
        return args_mistake(self, "--versions works only with class sheets: "
                                  "--to markdown or latex");
    if (versions_given && j->versions == 0)
        return args_mistake(self, "--versions must be at least 1");
    if (j->folder_path && !*j->folder_path)
        return args_mistake(self, "-o needs the name of a folder");
    j->options.alone = !j->folder_path;
    if (!j->folder_path && j->format->files[1] && !j->format->rows_alone)
        return args_mistake(
            self, "%s writes several files; name a folder with -o DIR", j->to);
    return -1;
}

#define NOT_GIVEN UINT64_MAX

static int cmd_export_run(const struct command *self, int argc, char **argv)
{
    struct job j = { .versions = NOT_GIVEN };
    const struct option options[] = {
        { "to", 0, OPTION_TEXT, &j.to, "FORMAT",
          "format: lm-eval, inspect, verl, trl, hf, csv, markdown or latex" },
        { "output", 'o', OPTION_TEXT, &j.folder_path, "DIR",
          "output folder, created if needed (default: standard output, for "
          "formats with one file)" },
        { "name", 0, OPTION_TEXT, &j.options.name, "NAME",
          "name of the set: used for the file, the task and the split "
          "(default: assay)" },
        { "title", 0, OPTION_TEXT, &j.options.title, "TEXT",
          "title of a sheet or dataset card (default: the name)" },
        { "versions", 0, OPTION_COUNT, &j.versions, "N",
          "class sheets: number of versions, A, B, C ... (default: 1)" },
        { "as", 0, OPTION_TEXT, &j.as, "FORMAT",
          "format of the public dataset (default: detected)" },
        { "force", 'f', OPTION_FLAG, &j.force, NULL, "replace existing files" },
        { 0 },
    };
    struct args args;
    int status = args_read(self, options, argc, argv, &args);

    if (status >= 0)
        return status;
    status = cmd_export_check_job(self, &j, &args, j.versions != NOT_GIVEN);
    if (status >= 0)
        return status;
    j.options.versions = j.versions == NOT_GIVEN ? 1 : (size_t)j.versions;
    return cmd_export_run_job(&j);
}

const struct command cmd_export = {
    .name = "export",
    .summary = "write problems in the formats of other tools",
    .usage = "FILE --to FORMAT [-o DIR] [--name NAME] [--title TEXT] "
             "[--versions N] [--force]",
    .help =
        "FILE contains problem lines or a public dataset; - is standard input.\n"
        "\n"
        "  lm-eval    NAME.yaml, problems.jsonl and reward.py for lm-evaluation-harness\n"
        "  inspect    NAME.py (a task with prompt and scorer), NAME.jsonl and reward.py for\n"
        "             Inspect; without -o only the samples\n"
        "  verl       NAME.json and reward.py; NAME is also the split\n"
        "  trl        NAME.jsonl and reward.py\n"
        "  hf         NAME.jsonl and README.md: a dataset with its card\n"
        "  csv        NAME.csv, as in RFC 4180. Cells are not escaped for spreadsheets: a cell\n"
        "             that begins with =, + or - may be read as a formula, so import as text\n"
        "  markdown   NAME.md: a class sheet, then the keys, then worked steps\n"
        "  latex      NAME.tex: the same for pdflatex\n"
        "\n"
        "reward.py grades replies inside the tool's own process. It uses libassay, from the\n"
        "place where it was installed or from the path in ASSAY_LIBRARY. All tools use the same\n"
        "module. For problems that give points (mathador), the reward is the points divided\n"
        "by the maximum. If a problem has several keys, they are written \"name: value; name:\n"
        "value\". --versions divides the\n"
        "problems of each family and level evenly among N sheets that share no problem; problems\n"
        "left over are reported.\n",
    .no = "rows of FILE could not be read; the others were written",
    .could_not = "nothing was written",
    .run = cmd_export_run,
};
