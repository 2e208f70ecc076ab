/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay check: every key of a problem file again, by its family's second
 * method, and every problem against what its coordinates make.
 */
#include "cli/args.h"
#include "cli/feed.h"
#include "cli/interrupt.h"
#include "cli/talk.h"
#include "evolve/evolve.h"
#include "family/audit.h"
#include "report/document.h"

#include <inttypes.h>
#include <stdio.h>

struct job {
    struct cli cli;
    struct feed feed;
    int threads;
    bool json, strict;
    uint64_t count[AUDIT_STATUSES];
};

static void check_audit_item(void *ctx, struct feed_item *item)
{
    struct audit *out = item->own;

    (void)ctx;
    if (!evolve_audit(item->arena, &item->problem, out))
        *out = audit_problem(item->arena, &item->problem);
}

static bool check_take(void *ctx, struct feed_item *item)
{
    struct job *j = ctx;
    const struct audit *found = item->own;
    enum audit_status s = found->status;
    struct document *d = document_new(item->arena, 0);
    struct str line = str_in(item->arena);

    j->count[s]++;
    if (s != AUDIT_HOLDS)
        progress_hide(&j->feed.progress);
    if (s == AUDIT_FAILS)
        progress_figures(&j->feed.progress, "%" PRIu64 " failed",
                         j->count[AUDIT_FAILS]);
    if (j->json) {
        document_fact(d, "id", datum_text(item->problem.id));
        document_fact(d, "line", datum_count(item->line));
        document_fact(d, "status", datum_text(audit_name(s)));
        document_fact(d, "by", datum_text(found->by));
        document_fact(d, "detail", datum_text(found->detail));
        document_json(&line, d);
        return out_str(&line);
    }
    /* For people: what holds goes without saying. */
    if (s == AUDIT_HOLDS || (s == AUDIT_UNCHECKED && !j->strict))
        return true;
    str_addf(&line, "%s:%zu: ", file_shown(j->feed.path), item->line);
    str_add_printable(&line, item->problem.id);
    str_addf(&line, ": %s: ", audit_name(s));
    str_add_printable(&line, found->detail);
    str_addc(&line, '\n');
    return out_str(&line);
}

/* "12 problems: 11 hold, 1 fails" */
static void check_summarise(const struct job *j)
{
    const struct {
        uint64_t n;
        const char *one, *many;
    } parts[] = {
        { j->count[AUDIT_HOLDS], "holds", "hold" },
        { j->count[AUDIT_FAILS], "fails", "fail" },
        { j->count[AUDIT_UNDECIDED], "undecided", "undecided" },
        { j->count[AUDIT_UNCHECKED], "without an independent check",
          "without an independent check" },
        { j->feed.unreadable, "line unreadable", "lines unreadable" },
    };
    struct str line = { 0 };
    const char *before = ": ";

    str_addf(&line, "%" PRIu64 " problem%s", j->feed.rows,
             j->feed.rows == 1 ? "" : "s");
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (parts[i].n == 0)
            continue;
        str_addf(&line, "%s%" PRIu64 " %s", before, parts[i].n,
                 parts[i].n == 1 ? parts[i].one : parts[i].many);
        before = ", ";
    }
    if (j->json)
        talk_summary(&line);
    else
        printf("%s\n", str_get(&line));
    str_clear(&line);
}

static int check_work(void *job)
{
    struct job *j = job;
    struct feed *f = &j->feed;

    *f = (struct feed){ .path = cli_word(&j->cli, 0),
                        .verb = "checking",
                        .nothing = "problem",
                        .threads = j->threads,
                        .own_size = sizeof(struct audit),
                        .ctx = j,
                        .work = check_audit_item,
                        .take = check_take };
    interrupt_watch("the remaining problems were not checked");
    feed_run(f);
    if (f->rows + f->unreadable > 0)
        check_summarise(j);
    interrupt_tell();
    if (!out_finish())
        return EXIT_COULD_NOT;
    if (j->count[AUDIT_FAILS] || (j->strict && f->rows > j->count[AUDIT_HOLDS]))
        return EXIT_NO;
    return f->failed || f->unreadable || interrupt_came() ? EXIT_COULD_NOT
                                                          : EXIT_DONE;
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "json", 0, OPTION_FLAG, AT(json), NULL,
      "print one JSON line for every problem, also for those that pass" },
    { "strict", 0, OPTION_FLAG, AT(strict), NULL,
      "count undecided and unchecked problems as failures too" },
    THREADS_OPTION(AT(threads)),
    { 0 },
};

const struct command cmd_check = {
    .name = "check",
    .summary = "check every key of a problem file again, independently",
    .usage = "FILE [--strict] [--json] [--threads N]",
    .help =
        "A problem holds if its key passes the family's check, which uses a different method\n"
        "from the one that made the key, and if statement, parameters, key and solution are\n"
        "exactly what its family, version, level, seed, index and knobs give. An evolved\n"
        "problem holds if its equations give the same keys again and every operator that made\n"
        "it was applied correctly. There is no independent method for problems of public\n"
        "datasets; they are counted separately. Their keys must be readable and finite: their\n"
        "values at 100 points, computed with two precisions, must agree to 30 digits.\n",
    .done = "no problem fails",
    .no = "a problem fails, or with --strict is undecided or unchecked",
    .could_not = "a line or the file cannot be read",
    .job = sizeof(struct job),
    .options = options,
    .least = 1,
    .most = 1,
    .words = "name one problem file, or - for standard input",
    .work = check_work,
};
