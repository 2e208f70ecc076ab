/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay overlap: the problems that two sets share, or that one set repeats.
 * Of the first set the canonical forms are kept, of the second nothing.
 */
#include "cli/args.h"
#include "cli/feed.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "problem/forms.h"
#include "report/document.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const by_names[BYS] = { "statement", "parameters" };

struct job {
    struct cli cli;
    const char *a, *b; /* b is NULL: repeats inside a */
    int threads;
    bool json;
    uint64_t limit; /* pairs shown at most */
    int file;       /* 0: a is being read, 1: b */
    struct feed feed[2];
    struct forms forms; /* of a */
    uint64_t shared[BYS];
};

/* ---- output ---- */

static void overlap_add_place(struct str *out, const char *path, size_t line,
                              const char *id)
{
    str_addf(out, "%s:%zu ", file_shown(path), line);
    str_add_printable(out, id);
}

/* Report a problem that is equal to one seen before. */
static bool overlap_report(struct job *j, const struct seen *s,
                           const struct feed_item *it, enum form_by by)
{
    bool shown = j->shared[BY_STATEMENT] + j->shared[BY_PARAMETERS] < j->limit;
    struct document *d = document_new(it->arena, 0);
    struct str out = str_in(it->arena);

    j->shared[by]++;
    if (!shown)
        return true;
    progress_hide(&j->feed[j->file].progress);
    if (j->json) {
        document_fact(d, "a.id", datum_text(s->id));
        document_fact(d, "a.line", datum_count(s->line));
        document_fact(d, "b.id", datum_text(it->problem.id));
        document_fact(d, "b.line", datum_count(it->line));
        document_fact(d, "by", datum_text(by_names[by]));
        document_fact(d, "copies", datum_count(s->copies));
        document_json(&out, d);
        return out_str(&out);
    }
    overlap_add_place(&out, j->a, s->line, s->id);
    str_add(&out, "  =  ");
    overlap_add_place(&out, j->b ? j->b : j->a, it->line, it->problem.id);
    str_addf(&out, "  (%s", by_names[by]);
    if (s->copies > 1)
        str_addf(&out, ", one of %" PRIu64, s->copies);
    str_add(&out, ")\n");
    return out_str(&out);
}

static void overlap_summarise(const struct job *j)
{
    uint64_t n = j->shared[BY_STATEMENT] + j->shared[BY_PARAMETERS];
    uint64_t unreadable = j->feed[0].unreadable + j->feed[1].unreadable;
    const char *verb = j->b ? "shared" : "repeated";
    struct str line = { 0 };

    for (const struct feed *f = j->feed; f < j->feed + (j->b ? 2 : 1); f++)
        str_addf(&line, "%s: %" PRIu64 " problem%s, ", file_shown(f->path),
                 f->rows, f->rows == 1 ? "" : "s");
    if (n == 0)
        str_addf(&line, "none %s", verb);
    else
        str_addf(&line,
                 "%" PRIu64 " %s (%" PRIu64 " by parameters, %" PRIu64
                 " by statement)",
                 n, verb, j->shared[BY_PARAMETERS], j->shared[BY_STATEMENT]);
    if (unreadable)
        str_addf(&line, "; %" PRIu64 " unreadable line%s not compared",
                 unreadable, unreadable == 1 ? "" : "s");
    talk_summary(&line);
    str_clear(&line);
}

/* ---- the work ---- */

/* A problem of the first file is remembered, and compared only when there is
 * no second one. */
static bool overlap_take(void *ctx, struct feed_item *item)
{
    struct job *j = ctx;
    const struct seen *s = NULL;
    enum form_by by = BY_STATEMENT;
    bool ok;

    if (j->file == 1 || !j->b)
        s = forms_find(&j->forms, item->own, &by);
    ok = !s || overlap_report(j, s, item, by);
    if (j->file == 0)
        forms_add(&j->forms, item->own, item->problem.id, item->line);
    return ok;
}

static void overlap_read_file(struct job *j, int file, const char *path)
{
    j->file = file;
    j->feed[file] = (struct feed){ .path = path,
                                   .verb = "comparing",
                                   .nothing = "problem",
                                   .threads = j->threads,
                                   .own_size = sizeof(struct canonical),
                                   .ctx = j,
                                   .work = feed_form,
                                   .take = overlap_take };
    feed_run(&j->feed[file]);
}

/* Shared problems are certain whatever else failed; that there are none is
 * certain only if everything was read. */
static int overlap_finish(struct job *j)
{
    bool shared = j->shared[BY_STATEMENT] + j->shared[BY_PARAMETERS] > 0;
    bool failed = j->feed[0].failed || j->feed[1].failed || interrupt_came();

    interrupt_tell();
    if (!failed || shared)
        overlap_summarise(j);
    if (!out_finish())
        return EXIT_COULD_NOT;
    if (shared)
        return EXIT_NO;
    failed = failed || j->feed[0].unreadable || j->feed[1].unreadable;
    return failed ? EXIT_COULD_NOT : EXIT_DONE;
}

static int overlap_work(void *job)
{
    struct job *j = job;
    int status;

    j->a = cli_word(&j->cli, 0);
    j->b = cli_word(&j->cli, 1);
    if (j->b && str_eq(j->a, "-") && str_eq(j->b, "-"))
        return args_mistake(j->cli.self,
                            "only one of the two files can be standard input");
    forms_init(&j->forms);
    interrupt_watch("the remaining problems were not compared");
    overlap_read_file(j, 0, j->a);
    if (j->b && !j->feed[0].failed)
        overlap_read_file(j, 1, j->b);
    status = overlap_finish(j);
    forms_clear(&j->forms);
    return status;
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "json", 0, OPTION_FLAG, AT(json), NULL,
      "print one JSON line for every pair: a, b, by, and copies (how often "
      "the problem occurs in A)" },
    { "limit", 0, OPTION_COUNT, AT(limit), "N",
      "show at most N pairs; all are counted (default: all)" },
    THREADS_OPTION(AT(threads)),
    { 0 },
};

const struct command cmd_overlap = {
    .name = "overlap",
    .summary = "find problems that two sets share",
    .usage = "A [B] [--json] [--limit N] [--threads N]",
    .help =
        "Two problems are the same if their statements differ only in the spelling of numbers,\n"
        "in names of people and in spacing (\"statement\"), or if one family made both from the\n"
        "same parameters (\"parameters\"). A problem with different numbers is a different problem.\n"
        "Each problem of B is shown once, with the first match in A. With only one file, the\n"
        "command shows the problems that repeat an earlier one.\n",
    .done = "no problem is shared",
    .no = "at least one problem is shared",
    .could_not = "unknown, because a line cannot be read",
    .job = sizeof(struct job),
    .init = &(const struct job){ .limit = UINT64_MAX },
    .options = options,
    .least = 1,
    .most = 2,
    .words = "name one or two problem files",
    .work = overlap_work,
};
