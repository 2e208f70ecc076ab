/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay new: problems from families, as JSON lines.
 */
#include "cli/feed.h"
#include "cli/making.h"
#include "cli/talk.h"
#include "problem/forms.h"

#include <inttypes.h>

struct job {
    struct cli cli;
    struct making making;
    struct vec exclude;    /* paths of problem files */
    struct forms excluded; /* what they have */
};

/* ---- --exclude ---- */

static bool new_remember(void *ctx, struct feed_item *item)
{
    struct job *j = ctx;

    forms_add(&j->excluded, item->own, item->problem.id, item->line);
    return true;
}

/* A file that cannot be read to its last line could have any problem. */
static int read_excluded(struct job *j)
{
    for (size_t i = 0; i < j->exclude.n; i++) {
        struct feed feed = { .path = *vec_get(&j->exclude, const char *, i),
                             .verb = "reading",
                             .nothing = "problem",
                             .threads = j->making.threads,
                             .own_size = sizeof(struct canonical),
                             .ctx = j,
                             .work = feed_form,
                             .take = new_remember };

        feed_run(&feed);
        if (feed.failed || feed.unreadable)
            return EXIT_COULD_NOT;
    }
    return -1;
}

static bool is_excluded(void *ctx, const struct problem *p)
{
    const struct job *j = ctx;
    struct canonical form;
    enum form_by by;

    canonical_problem(&form, p);
    return forms_find(&j->excluded, &form, &by) != NULL;
}

/* ---- the card ---- */

static bool new_print(void *ctx, const struct problem *p,
                      const struct str *line)
{
    (void)ctx;
    (void)p;
    return out_str(line);
}

static int new_make(struct job *j)
{
    int status;

    if (j->exclude.n && (status = read_excluded(j)) >= 0)
        return status;
    j->making.ctx = j;
    j->making.take = new_print;
    j->making.leaves_out = j->exclude.n ? is_excluded : NULL;
    status = making_run(&j->making);
    if (!out_finish())
        return EXIT_COULD_NOT;
    if (j->exclude.n)
        talk("left out %" PRIu64 " problem%s that %s", j->making.left_out,
             j->making.left_out == 1 ? "" : "s",
             j->exclude.n > 1
                 ? "the files contain"
                 : arena_printf(
                       j->cli.arena, "%s contains",
                       file_shown(*vec_get(&j->exclude, const char *, 0))));
    return status;
}

static int new_work(void *job)
{
    struct job *j = job;
    int status;

    forms_init(&j->excluded);
    making_begin(&j->making, &j->cli);
    status = making_prepare(&j->making, cli_word(&j->cli, 0));
    if (status < 0)
        status = new_make(j);
    forms_clear(&j->excluded);
    return status;
}

static const struct option options[] = {
    MAKING_OPTIONS(struct job, "which is printed"),
    { "exclude", 0, OPTION_MANY, offsetof(struct job, exclude), "FILE",
      "leave out every problem that is also in this file, compared as in "
      "`assay overlap`; may be repeated" },
    { 0 },
};

const struct command cmd_new = {
    .name = "new",
    .summary = "generate problems as JSON lines",
    .usage = "FAMILY[,FAMILY...] [--count N] [--seed S] [--level L] "
             "[options]",
    .help =
        "A problem depends only on family, version, level, seed, index and knobs:\n"
        "    assay new concept/crt --seed 1 --count 10\n"
        "    assay new concept/crt --seed 1 --from 5 --count 5\n"
        "give the same problems 5 to 9, on every machine. `assay families NAME` lists the\n"
        "levels and the knobs (settings) of a family. `all` means every family, `concept/all`\n"
        "and `applied/all` every family of a folder; with --set, those that do not have this\n"
        "value are left out. A chain makes one problem of 2 to 10 families; the answer of one\n"
        "is a number in the next:\n"
        "    assay new concept/crt+concept/combinations --count 5\n"
        "Sets from different seeds can share problems by chance, often at levels with few\n"
        "problems. To get sets that share none, use --split train and --split test, or\n"
        "--exclude FILE. Every key is computed by two independent methods before it is written.\n"
        "A model that was trained on such problems may know the sentences instead of the\n"
        "mathematics; --holdout tests that:\n"
        "    assay new concept/crt --split train --holdout wordings --count 900\n"
        "    assay new concept/crt --split test --holdout wordings --count 100\n"
        "The second set has each problem in a wording that the first may have, and in one that\n"
        "it never has; `assay run` shows the difference.\n",
    .could_not =
        "a level has too few problems, or a file cannot be read or written",
    .job = sizeof(struct job),
    .init = &(const struct job){ .making.o.count = 1 },
    .options = options,
    .least = 1,
    .most = 1,
    .words = "name one family, or several separated by commas: assay new "
             "concept/crt",
    .work = new_work,
};
