/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay import: rows of public sets as problem lines. A row that cannot be
 * read is reported and counted, and the next one is read.
 */
#include "base/whole_file.h"
#include "cli/args.h"
#include "cli/feed.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "problem/gold.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct job {
    struct cli cli;
    const char *as;     /* reader, NULL: found from the fields */
    const char *output; /* file, NULL: standard output */
    bool strict, list;
    struct whole_file out; /* open when there is an output file */
    bool failed;           /* could not go on, or nothing could be read */
    size_t wrong;          /* golds of this file that are known to be wrong */
    size_t rows;           /* of the files before: ids go on counting */
    bool any_refused;
};

/* ---- output ---- */

static bool close_output(struct job *j)
{
    struct err e;

    if (!j->output)
        return out_finish();
    if (j->failed && !j->out.error) {
        whole_file_drop(&j->out);
        talk("\"%s\" was not written", j->output);
        return false;
    }
    if (!whole_file_close(&j->out, &e))
        talk_err(NULL, &e);
    return !j->out.error;
}

/* ---- one file ---- */

static bool import_take(void *ctx, struct feed_item *item)
{
    struct job *j = ctx;
    const struct str *line = item->own;

    j->wrong += gold_fault(&item->problem) != NULL;
    if (!j->output)
        return out_str(line);
    whole_file_add(&j->out, line->s, line->n);
    return !j->out.error;
}

/* "1319 problems from gsm8k.jsonl, read as gsm8k; 2 rows refused" */
static void import_summarise(const struct job *j, const struct feed *f)
{
    struct str line = { 0 };

    if (f->rows + f->unreadable == 0) {
        talk("%s: no rows", file_shown(f->path));
        return;
    }
    str_addf(&line, "%" PRIu64 " problem%s from %s", f->rows,
             f->rows == 1 ? "" : "s", file_shown(f->path));
    if (f->reader)
        str_addf(&line, ", read as %s", f->reader->name);
    else if (f->rows)
        str_add(&line, ", read as problem lines");
    if (f->unreadable)
        str_addf(&line, "; %" PRIu64 " row%s refused", f->unreadable,
                 f->unreadable == 1 ? "" : "s");
    if (j->wrong)
        str_addf(&line, "; %zu key%s known to be wrong", j->wrong,
                 j->wrong == 1 ? "" : "s");
    talk_summary(&line);
    str_clear(&line);
}

static void import_file(struct job *j, const char *path)
{
    struct feed f = { .path = path,
                      .verb = "importing",
                      .as = j->as,
                      .threads = 1,
                      .own_size = sizeof(struct str),
                      .strict = j->strict,
                      .number = j->rows,
                      .ctx = j,
                      .work = feed_line,
                      .take = import_take };

    j->wrong = 0;
    feed_run(&f);
    if (f.rows + f.unreadable || !f.failed)
        import_summarise(j, &f);
    j->failed = j->failed || f.failed || !f.rows;
    j->any_refused = j->any_refused || f.unreadable;
    j->rows = f.number;
}

/* ---- the command ---- */

static int import_run_job(struct job *j, const struct args *files)
{
    struct err e;

    interrupt_watch("the remaining rows were not read");
    /* A file that was there is not lost to a mistake. */
    if (j->output && !whole_file_open(&j->out, j->output, &e))
        return talk_failure(&e);
    for (size_t i = 0; i < files->n && !interrupt_came(); i++) {
        import_file(j, files->words[i]);
        if (j->failed && j->strict)
            break;
    }
    j->failed = interrupt_tell() || j->failed;
    if (!close_output(j))
        j->failed = true;
    if (j->failed)
        return EXIT_COULD_NOT;
    return j->any_refused ? EXIT_NO : EXIT_DONE;
}

static int import_work(void *job)
{
    struct job *j = job;
    const struct args *files = &j->cli.args;
    const struct mistake mistakes[] = {
        { j->list && (j->as || j->output || j->strict),
          "--list only lists the formats; leave out --as, --strict and -o" },
        { !j->list && !files->n,
          "name one or more files, or - for standard input" },
    };
    int status;

    if (j->list && files->n)
        return args_mistake(j->cli.self,
                            "--list takes no file; leave out \"%s\"",
                            files->words[0]);
    if (!j->list && j->as && !dataset_find(j->as))
        return args_unknown(
            j->cli.self, "format", j->as,
            names_of(j->cli.arena, dataset_readers, n_dataset_readers, 0),
            n_dataset_readers);
    if ((status = ARGS_CHECK(&j->cli, mistakes)) >= 0)
        return status;
    if (!j->list)
        return import_run_job(j, files);
    for (size_t i = 0; i < n_dataset_readers; i++)
        printf("%-14s %s\n", dataset_readers[i]->name,
               dataset_readers[i]->title);
    return out_finish() ? EXIT_DONE : EXIT_COULD_NOT;
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "as", 0, OPTION_TEXT, AT(as), "FORMAT",
      "format of the public dataset (default: detected from the fields of "
      "the first row)" },
    { "list", 0, OPTION_FLAG, AT(list), NULL, "list the formats" },
    { "output", 'o', OPTION_TEXT, AT(output), "FILE",
      "write the result to FILE (default: standard output)" },
    { "strict", 0, OPTION_FLAG, AT(strict), NULL,
      "stop at the first row that cannot be read" },
    { 0 },
};

const struct command cmd_import = {
    .name = "import",
    .summary = "convert public datasets into problem lines",
    .usage = "FILE... [--as FORMAT] [--strict] [-o FILE] | --list",
    .help =
        "Reads JSONL, JSON (an array of rows, or an object that contains one) and CSV. Each\n"
        "problem keeps the original spelling of the answer in key.source and the other fields in\n"
        "meta. Rows that cannot be read are reported as file:line and counted; all other rows are\n"
        "converted.\n",
    .done = "every row was imported",
    .no = "rows were refused; the others were imported",
    .could_not = "a file gave no problem, or --strict stopped",
    .job = sizeof(struct job),
    .options = options,
    .work = import_work,
};
