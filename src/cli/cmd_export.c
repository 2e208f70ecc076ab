/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay export: problems in the formats of other tools. Files get their names
 * when all of them are complete.
 */
#include "base/whole_file.h"
#include "cli/args.h"
#include "cli/feed.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "problem/export.h"
#include "problem/folder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct job {
    struct cli cli;
    const char *path, *as; /* what is read, and by which reader */
    const char *to;        /* format, as the user wrote it */
    const char *folder_path;
    bool force;
    uint64_t versions;
    struct export_options options;
    const struct export_format *format;
    struct folder folder; /* when there is a folder_path */
    struct feed feed;
    struct export_state *state;
    struct err err; /* what stopped it, unless that is said already */
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

static bool export_write_file(void *ctx, const char *file, const char *text,
                              size_t n, struct err *e)
{
    struct job *j = ctx;

    return folder_write(&j->folder, file, text, n, e);
}

static void cmd_export_note(void *ctx, const char *text)
{
    struct job *j = ctx;

    progress_hide(&j->feed.progress);
    talk("%s", text);
}

static bool export_open_folder(struct job *j, struct err *e)
{
    const char *name = j->options.name ? j->options.name : "assay";

    if (!j->folder_path)
        return true;
    /* --force must not replace the file that is being read. */
    if (!folder_open(&j->folder, j->folder_path, j->format, name, j->force, e))
        return false;
    for (size_t i = 0; i < EXPORT_FILES && j->folder.files[i].name; i++)
        if (whole_file_same(j->path, j->folder.files[i].path))
            return err_set(e, ERR_USAGE,
                           "\"%.300s\" is both read and written; choose "
                           "another folder or name",
                           j->path);
    return true;
}

/* ---- problems ---- */

static bool cmd_export_add(void *ctx, struct feed_item *item)
{
    struct job *j = ctx;

    return export_add(j->state, &item->problem, &j->err);
}

/* "12 problems written to DIR/problems.jsonl and DIR/assay.yaml" */
static void export_summarise(const struct job *j, size_t n)
{
    const struct folder *d = &j->folder;
    struct str line = { 0 };
    size_t all = 0, k = 0;

    if (!j->folder_path)
        return;
    str_addf(&line, "%zu problem%s written to ", n, n == 1 ? "" : "s");
    for (size_t i = 0; i < EXPORT_FILES; i++)
        all += d->files[i].written;
    for (size_t i = 0; i < EXPORT_FILES; i++)
        if (d->files[i].written) {
            k++;
            str_addf(&line, "%s%s",
                     k == 1     ? ""
                     : k == all ? " and "
                                : ", ",
                     d->files[i].path);
        }
    talk_summary(&line);
    str_clear(&line);
}

/* Read everything into the format, and give the files their names. */
static bool export_all(struct job *j)
{
    struct export_sink sink = { j,
                                j->folder_path ? export_write_file : write_out,
                                cmd_export_note };
    struct err *e = &j->err;
    bool ok;

    if (!export_open_folder(j, e))
        return false;
    j->state = export_open(j->format, &j->options, &sink, e);
    if (j->state)
        feed_run(&j->feed); /* every problem of the file */
    ok = j->state && !j->feed.failed &&
         (!interrupt_came() ||
          err_set(e, ERR_IO, "interrupted: nothing was written")) &&
         export_finish(j->state, e) &&
         (j->folder_path ? folder_commit(&j->folder, e) : out_finish());
    if (ok)
        export_summarise(j, j->state->count - j->state->left_out);
    export_close(j->state);
    return ok;
}

static int export_run_job(struct job *j)
{
    const uint64_t *refused = &j->feed.unreadable;
    bool ok;

    j->feed = (struct feed){ .path = j->path,
                             .verb = "exporting",
                             .as = j->as,
                             .threads = 1,
                             .ctx = j,
                             .take = cmd_export_add };
    interrupt_watch("nothing was written");
    ok = export_all(j);
    if (!ok && j->err.msg[0])
        talk_err(NULL, &j->err);
    folder_close(&j->folder);
    if (*refused && ok)
        talk("%" PRIu64 " row%s left out, because %s could not be read",
             *refused, *refused == 1 ? " was" : "s were",
             *refused == 1 ? "it" : "they");
    if (!ok)
        return j->err.code == ERR_USAGE ? EXIT_USAGE : EXIT_COULD_NOT;
    return *refused ? EXIT_NO : EXIT_DONE;
}

/* ---- the command line ---- */

#define NOT_GIVEN UINT64_MAX

/* -1 when the command line makes sense. */
static int export_check_job(struct job *j)
{
    const struct command *self = j->cli.self;
    bool versions = j->versions != NOT_GIVEN;
    struct err e;

    if (!j->to)
        return args_mistake(self, "name a format with --to");
    j->path = cli_word(&j->cli, 0);
    j->format = export_find(j->to);
    if (!j->format)
        return args_unknown(
            self, "format", j->to,
            names_of(j->cli.arena, export_formats, n_export_formats, 0),
            n_export_formats);
    if (j->as && !dataset_find(j->as))
        return args_mistake(
            self,
            "there is no format \"%s\" of a dataset; `assay import --list` "
            "lists them",
            j->as);
    if (j->options.name && !export_check_name(j->options.name, &e))
        return args_mistake(self, "%s", e.msg);
    if (versions && !j->format->sheet)
        return args_mistake(self, "--versions works only with class sheets: "
                                  "--to markdown or latex");
    if (versions && j->versions == 0)
        return args_mistake(self, "--versions must be at least 1");
    if (j->folder_path && !*j->folder_path)
        return args_mistake(self, "-o needs the name of a folder");
    j->options.alone = !j->folder_path;
    j->options.versions = versions ? (size_t)j->versions : 1;
    if (!j->folder_path && j->format->files[1] && !j->format->rows_alone)
        return args_mistake(
            self, "%s writes several files; name a folder with -o DIR", j->to);
    return -1;
}

static int export_work(void *job)
{
    int status = export_check_job(job);

    return status < 0 ? export_run_job(job) : status;
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "to", 0, OPTION_TEXT, AT(to), "FORMAT",
      "format: lm-eval, inspect, verl, trl, hf, csv, markdown or latex" },
    { "output", 'o', OPTION_TEXT, AT(folder_path), "DIR",
      "output folder, created if needed (default: standard output, for "
      "formats with one file)" },
    { "name", 0, OPTION_TEXT, AT(options.name), "NAME",
      "name of the set: used for the file, the task and the split "
      "(default: assay)" },
    { "title", 0, OPTION_TEXT, AT(options.title), "TEXT",
      "title of a sheet or dataset card (default: the name)" },
    { "versions", 0, OPTION_COUNT, AT(versions), "N",
      "class sheets: number of versions, A, B, C ... (default: 1)" },
    { "as", 0, OPTION_TEXT, AT(as), "FORMAT",
      "format of the public dataset (default: detected)" },
    { "force", 'f', OPTION_FLAG, AT(force), NULL, "replace existing files" },
    { 0 },
};

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
    .job = sizeof(struct job),
    .init = &(const struct job){ .versions = NOT_GIVEN },
    .options = options,
    .least = 1,
    .most = 1,
    .words = "name one file, or - for standard input",
    .work = export_work,
};
