/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay compare: runs, or models of one run, paired by problem.
 */
#include "cli/args.h"
#include "cli/run_show.h"
#include "cli/talk.h"
#include "run/compare/compare.h"
#include "run/print/print.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SIDES_MOST 64

struct job {
    struct cli cli;
    struct store *store;
    const char *store_path;
    bool strict;
    struct show_as as;
    uint64_t seed;
    const char *over;  /* a field of decoding; or NULL */
    bool variance;     /* where the spread comes from, instead */
    const char *width; /* wanted half-width: "2%"; or NULL */
    const struct summary *views[SIDES_MOST];
    size_t n_views;
    struct compare_side sides[SIDES_MOST];
    size_t n;
};

/* Does the run have a model of that name: its spec, or what stands behind
 * its '#' or first ':'? */
static bool compare_find_model(const struct summary *v, const char *name,
                               size_t *out)
{
    for (size_t i = 0; i < v->info.n_models; i++) {
        const char *spec = v->models[i], *tail = strchr(spec, '#');

        if (!tail)
            tail = strchr(spec, ':');
        *out = i;
        if (str_eq(spec, name) || (tail && str_eq(tail + 1, name)))
            return true;
    }
    return false;
}

static int compare_add_side(struct job *j, const struct summary *v,
                            size_t model, bool alone)
{
    const char *name = alone ? v->info.name
                             : arena_printf(j->cli.arena, "%s:%s", v->info.name,
                                            v->models[model]);

    if (j->n == SIDES_MOST)
        return args_mistake(j->cli.self, "at most %d runs can be compared",
                            SIDES_MOST);
    for (size_t i = 0; i < j->n; i++)
        if (j->sides[i].view->info.id == v->info.id &&
            j->sides[i].model == model)
            return args_mistake(j->cli.self,
                                "%s is named twice; it cannot be compared with "
                                "itself",
                                name);
    j->sides[j->n++] =
        (struct compare_side){ .view = v, .model = model, .name = name };
    return -1;
}

static int no_model(struct job *j, const struct summary *v, const char *name)
{
    const char *near = str_nearest(name, v->models, v->info.n_models);
    struct str all = str_in(j->cli.arena);

    add_names(&all, v->models, v->info.n_models);
    if (near)
        return args_mistake(j->cli.self,
                            "run %s has no model \"%s\"; did you mean \"%s\"?",
                            v->info.name, name, near);
    return args_mistake(j->cli.self, "run %s has no model \"%s\"; it has %s",
                        v->info.name, name, str_get(&all));
}

/* "r3", all of its models; "r3:MODEL", one of them. */
static int compare_add_word(struct job *j, const char *word)
{
    struct summary_options o = { .strict = j->strict,
                                 .by = (const char *[1]){ 0 } };
    struct summary *v = arena_new(j->cli.arena, struct summary);
    const char *colon = strchr(word, ':');
    size_t n = colon ? (size_t)(colon - word) : strlen(word), model;
    struct run_info run;
    int status = -1;
    struct err e;

    if (!runs_find(j->store, j->cli.arena, arena_strndup(j->cli.arena, word, n),
                   &run, &e) ||
        !summary_load(j->cli.arena, j->store, &run, &o, v, &e))
        return talk_failure(&e);
    if (colon && !compare_find_model(v, colon + 1, &model))
        return no_model(j, v, colon + 1);
    if (colon && (j->over || j->variance))
        return args_mistake(j->cli.self,
                            "--over and --variance take whole runs");
    if (j->n_views < SIDES_MOST)
        j->views[j->n_views++] = v;
    if (colon)
        return compare_add_side(j, v, model, false);
    for (size_t i = 0; i < v->info.n_models && status < 0; i++)
        status = compare_add_side(j, v, i, v->info.n_models == 1);
    return status;
}

/* "2%", "0.02" */
static bool read_width(const char *text, double *out)
{
    char *end;
    double v = strtod(text, &end);

    *out = *end == '%' ? v / 100 : v;
    return end != text && !end[*end == '%'] && *out > 0 && *out < 1;
}

/* Shows the document, and what a side's figures do not rest on. */
static int compare_show(const struct job *j, const struct document *d)
{
    int status = show_document(d, &j->as);

    for (size_t i = 0; i < j->n; i++) {
        const struct compare_side *s = &j->sides[i];
        const struct tally *t = &s->view->whole[s->model];

        if (t->open)
            talk("%s: %" PRIu64 " of %" PRIu64 " results are open (%" PRIu64
                 " missing, %" PRIu64 " failed, "
                 "%" PRIu64 " undecided); they count as not correct",
                 s->name, t->open, t->counted, t->missing, t->count[MARK_ERROR],
                 t->count[MARK_UNDECIDED]);
    }
    return status;
}

static int compare_all(struct job *j)
{
    struct document *d = document_new(j->cli.arena, terminal_width());
    double width = 0.02;
    struct compare c;
    struct err e;

    if (j->width && !j->variance)
        return args_mistake(j->cli.self, "--width needs --variance");
    if (j->width && !read_width(j->width, &width))
        return args_mistake(j->cli.self,
                            "--width takes half the width of an interval, "
                            "above 0 and below 100%%, such as 2%% or 0.02, not "
                            "\"%s\"",
                            j->width);
    if (j->over && j->variance)
        return args_mistake(j->cli.self, "give --over or --variance, not both");
    if (j->over && j->n_views < 2)
        return args_mistake(j->cli.self, "--over takes two runs or more");
    if (j->over) {
        if (sweep_document(d, j->views, j->n_views, j->over, j->seed, &e))
            return compare_show(j, d);
        return e.code == ERR_USAGE
                   ? args_mistake(j->cli.self, "--over: %s", e.msg)
                   : talk_failure(&e);
    }
    if (j->variance)
        return variance_document(d, j->views, j->n_views, width, &e)
                   ? compare_show(j, d)
                   : talk_failure(&e);
    if (j->n < 2)
        return args_mistake(j->cli.self, "name two runs, or a run with several "
                                         "models");
    if (!compare_make(j->cli.arena, j->sides, j->n, j->strict, j->seed, &c, &e))
        return talk_failure(&e);
    compare_document(d, &c);
    return compare_show(j, d);
}

static int compare_work(void *job)
{
    struct job *j = job;
    int status;

    if (!j->cli.args.n)
        return args_mistake(j->cli.self,
                            "name two runs; `assay store list%s` lists "
                            "them",
                            store_told(j->cli.arena, j->store_path));
    if ((status = show_check(j->cli.self, &j->as)) >= 0 ||
        (status = run_open_store(j->store_path, STORE_READ, &j->store)) >= 0)
        return status;
    for (size_t i = 0; i < j->cli.args.n && status < 0; i++)
        status = compare_add_word(j, cli_word(&j->cli, i));
    if (status < 0)
        status = compare_all(j);
    store_close(j->store);
    return status;
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "strict", 0, OPTION_FLAG, AT(strict), NULL, "count strict verdicts" },
    { "markdown", 0, OPTION_FLAG, AT(as.markdown), NULL, HELP_MARKDOWN },
    { "json", 0, OPTION_FLAG, AT(as.json), NULL,
      "print JSON, with every problem that differs" },
    SHOW_OPTIONS(AT(as)),
    { "over", 0, OPTION_TEXT, AT(over), "FIELD",
      "one row for each value of this decoding field, and the curve of "
      "accuracy against tokens; for example max_tokens" },
    { "variance", 0, OPTION_FLAG, AT(variance), NULL,
      "show the sources of variance, in one run or in several runs with "
      "different prompts, and how many calls a narrower interval needs" },
    { "width", 0, OPTION_TEXT, AT(width), "W",
      "with --variance: half width that the 95 % interval should have "
      "(default: 2%)" },
    { "csv", 0, OPTION_FLAG, AT(as.csv), NULL,
      "print CSV: a row for each pair, or the table of --over or --variance" },
    { "seed", 's', OPTION_COUNT, AT(seed), "N",
      "seed of the permutation test and the bootstrap (default: 1)" },
    STORE_OPTION(AT(store_path)),
    { 0 },
};

const struct command cmd_compare = {
    .name = "compare",
    .summary = "compare two or more runs, problem by problem",
    .usage = "RUN[:MODEL]... [--strict] [--json | --markdown | "
             "--csv]",
    .help =
        "RUN is r1, r2 ..., the first digits of its hash, or last (see `assay store list`).\n"
        "Each problem is compared with itself: the same statement and key in both runs, or\n"
        "the same problem in two languages (assay new --lang). The\n"
        "test is McNemar's exact test if both runs have one attempt, else a permutation test\n"
        "of the mean over attempts. The output also has a bootstrap interval of the\n"
        "difference, the problems that differ, and the smallest difference that this set could\n"
        "detect. Problems made from one template, one original problem or one Mathador game\n"
        "are permuted and resampled together. With more than two runs, p-values are corrected by Holm's method.\n"
        "A RUN with several models stands for all of them. --over compares runs that differ in\n"
        "one field, as `assay run --sweep` makes them; --variance takes one run, or several\n"
        "runs of the same problems.\n",
    .could_not = "there is no such run or store",
    .job = sizeof(struct job),
    .init = &(const struct job){ .seed = 1 },
    .options = options,
    .work = compare_work,
};
