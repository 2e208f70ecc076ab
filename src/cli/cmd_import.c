/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay import: rows of public sets as problem lines. A row that cannot be
 * read is reported and counted, and the next one is read.
 */
#include "base/clock.h"
#include "base/progress.h"
#include "base/whole_file.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/row_talk.h"
#include "cli/talk.h"
#include "problem/gold.h"
#include "problem/source.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct job {
    const char *as;     /* reader, NULL: found from the fields */
    const char *output; /* file, NULL: standard output */
    bool strict, list;
    struct whole_file out; /* open when there is an output file */
    struct progress progress;
    struct arena arena; /* one row at a time */
    struct str line;
    bool failed;          /* could not go on, or nothing could be read */
    size_t problems;      /* of the file being read */
    size_t refused;       /* rows of that file */
    struct row_talk said; /* of them */
    size_t wrong;         /* golds of that file that are known to be wrong */
    size_t rows;          /* of the files before: ids go on counting */
    bool any_refused;
};

/* ---- output ---- */

/* A file that was there is not lost to a mistake. */
static bool open_output(struct job *j)
{
    struct err e;

    if (!j->output || whole_file_open(&j->out, j->output, &e))
        return true;
    talk_err(NULL, &e);
    return false;
}

static bool cmd_import_write_line(struct job *j)
{
    if (!j->output)
        return out_str(&j->line);
    whole_file_add(&j->out, j->line.s, j->line.n);
    return !j->out.error;
}

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
    if (whole_file_close(&j->out, &e))
        return true;
    talk_err(NULL, &e);
    return false;
}

/* ---- one file ---- */

/* Report a row; false when reading ends here. */
static bool cmd_import_refuse(struct job *j, const char *path,
                              enum lines_got got, const struct err *e)
{
    progress_hide(&j->progress);
    row_talk_add(&j->said, path, e);
    j->refused += got == LINES_BAD;
    if (got == LINES_BAD && !j->strict)
        return true;
    j->failed = true;
    return false;
}

static bool import_row(struct job *j, struct source *s)
{
    struct problem p;
    struct err e;
    size_t line;
    enum lines_got got;

    arena_reset(&j->arena);
    got = source_next(s, &j->arena, &p, &line, &e);
    if (got == LINES_END)
        return false;
    progress_share(&j->progress, rows_share(s->rows));
    progress_add(&j->progress, 1);
    if (got == LINES_FAIL && interrupt_came())
        return false; /* the read was cut short, by the user */
    if (got != LINES_LINE)
        return cmd_import_refuse(j, s->path, got, &e);
    j->problems++;
    j->wrong += gold_fault(&p) != NULL;
    str_reset(&j->line);
    problem_write(&j->line, &p);
    if (cmd_import_write_line(j))
        return true;
    j->failed = true;
    return false;
}

/* "1319 problems from gsm8k.jsonl, read as gsm8k; 2 rows refused" */
static void cmd_import_summarise(const struct job *j, const struct source *s)
{
    struct str line = { 0 };

    if (j->problems == 0 && j->refused == 0) {
        talk("%s: no rows", file_shown(s->path));
        return;
    }
    str_addf(&line, "%zu problem%s from %s", j->problems,
             j->problems == 1 ? "" : "s", file_shown(s->path));
    if (s->reader)
        str_addf(&line, ", read as %s", s->reader->name);
    else if (j->problems)
        str_add(&line, ", read as problem lines");
    if (j->refused)
        str_addf(&line, "; %zu row%s refused", j->refused,
                 j->refused == 1 ? "" : "s");
    if (j->wrong)
        str_addf(&line, "; %zu key%s known to be wrong", j->wrong,
                 j->wrong == 1 ? "" : "s");
    talk_summary(&line);
    str_clear(&line);
}

static void import_file(struct job *j, const char *path)
{
    struct source s;
    struct err e;

    j->problems = j->refused = j->wrong = 0;
    j->said = (struct row_talk){ 0 };
    if (!source_open(&s, path, j->as, &e)) {
        talk_err(NULL, &e);
        j->failed = true;
        source_close(&s);
        return;
    }
    s.number = j->rows;
    progress_open(&j->progress, stderr, clock_real(), "importing", 0);
    while (!interrupt_came() && import_row(j, &s))
        ;
    progress_close(&j->progress);
    row_talk_end(&j->said);
    if (j->problems + j->refused || !j->failed)
        cmd_import_summarise(j, &s);
    if (j->problems == 0)
        j->failed = true;
    j->any_refused = j->any_refused || j->refused;
    j->rows = s.number;
    source_close(&s);
}

/* ---- the command ---- */

static int list_readers(void)
{
    for (size_t i = 0; i < n_dataset_readers; i++)
        printf("%-14s %s\n", dataset_readers[i]->name,
               dataset_readers[i]->title);
    return out_finish() ? EXIT_DONE : EXIT_COULD_NOT;
}

static int unknown_reader(const struct command *self, const char *word)
{
    const char *names[64];

    INVARIANT(n_dataset_readers <= 64);
    for (size_t i = 0; i < n_dataset_readers; i++)
        names[i] = dataset_readers[i]->name;
    return args_unknown(self, "format", word, names, n_dataset_readers);
}

static int cmd_import_run_job(struct job *j, const struct args *files)
{
    interrupt_watch("the remaining rows were not read");
    if (!open_output(j))
        return EXIT_COULD_NOT;
    for (size_t i = 0; i < files->n && !interrupt_came(); i++) {
        import_file(j, files->words[i]);
        if (j->failed && j->strict)
            break;
    }
    j->failed = interrupt_tell() || j->failed;
    if (!close_output(j))
        j->failed = true;
    arena_clear(&j->arena);
    str_clear(&j->line);
    if (j->failed)
        return EXIT_COULD_NOT;
    return j->any_refused ? EXIT_NO : EXIT_DONE;
}

static int cmd_import_run(const struct command *self, int argc, char **argv)
{
    struct job j = { 0 };
    const struct option options[] = {
        { "as", 0, OPTION_TEXT, &j.as, "FORMAT",
          "format of the public dataset (default: detected from the fields of "
          "the first row)" },
        { "list", 0, OPTION_FLAG, &j.list, NULL, "list the formats" },
        { "output", 'o', OPTION_TEXT, &j.output, "FILE",
          "write the result to FILE (default: standard output)" },
        { "strict", 0, OPTION_FLAG, &j.strict, NULL,
          "stop at the first row that cannot be read" },
        { 0 },
    };
    struct args args;
    int status = args_read(self, options, argc, argv, &args);

    if (status >= 0)
        return status;
    if (j.list && args.n)
        return args_mistake(self, "--list takes no file; leave out \"%s\"",
                            args.words[0]);
    if (j.list && (j.as || j.output || j.strict))
        return args_mistake(self, "--list only lists the formats; leave out "
                                  "--as, --strict and -o");
    if (j.list)
        return list_readers();
    if (j.as && !dataset_find(j.as))
        return unknown_reader(self, j.as);
    if (args.n == 0)
        return args_mistake(self, "name one or more files, or - for standard "
                                  "input");
    return cmd_import_run_job(&j, &args);
}

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
    .run = cmd_import_run,
};
