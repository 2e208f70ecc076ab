/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay climb: the depth at which a model solves half, for each family, by an
 * adaptive staircase.
 */
#include "base/str.h"
#include "base/whole_file.h"
#include "cli/dry.h"
#include "cli/spec_options.h"
#include "cli/talk.h"
#include "climb/climb.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct job {
    struct spec_args args;
    struct arena *arena;
    struct climb_spec spec;
    struct session_options session;
    struct stage_show show;
};

/* ---- the file of --freeze ---- */

/* Fails before anything is asked if the file is there already. */
static int check_out(const struct job *j)
{
    const char *out = j->spec.out;
    int status = run_spare_store(j->args.cli.self, "-o", out,
                                 run_store_path(j->spec.store));

    if (status >= 0)
        return status;
    if (!out || j->args.flags.force || access(out, F_OK) != 0)
        return -1;
    talk("%s already exists; choose another name, or replace it with --force",
         out);
    return EXIT_COULD_NOT;
}

static int freeze(struct job *j, const struct climb_report *r)
{
    const struct climb_spec *s = &j->spec;
    struct str text = { 0 };
    struct err e;
    int status;

    if (!s->freeze)
        return EXIT_DONE;
    if (!climb_freeze(j->arena, r, &j->session.watch, &text, &e)) {
        str_clear(&text);
        talk_err(NULL, &e);
        return EXIT_NO;
    }
    status = text_write(s->out, &text, &e) ? EXIT_DONE : talk_failure(&e);
    str_clear(&text);
    if (status == EXIT_DONE)
        talk("%s has %zu problems of which %s is expected to solve %s %%; "
             "`assay run %s` asks other models",
             s->out, s->freeze, s->models[0], s->at, s->out);
    return status;
}

/* ---- a climb ---- */

static const char *climb_title_of(const struct job *j)
{
    struct str out = str_in(j->arena);

    str_add(&out, "climb: ");
    add_names(&out, j->spec.models, j->spec.n_models);
    return str_get(&out);
}

static struct document *climb_page(struct job *j, const struct climb_report *r,
                                   size_t width)
{
    struct document *d = document_new(j->arena, width < 80 ? width : 80);

    climb_document(d, r);
    return d;
}

/* What is known is shown, even if the climb did not come to its end. */
static int run_climb(struct job *j, struct store *s)
{
    struct climb_report report;
    struct study study;
    struct err e;
    int status;
    bool ok;

    spec_watch_study(&j->show, s, STUDY_CLIMB,
                     spec_table_hash(j->arena, &climb_table, &j->spec),
                     climb_title_of(j));
    ok = climb_run(j->arena, s, &j->spec, &j->session, &report, &e);
    spec_watch_end(&j->show);
    if (!ok && (!report.cells || !report.asked))
        return spec_stopped(&j->show, &e);
    status = show_document(climb_page(j, &report, terminal_width()),
                           &j->args.flags.as);
    if (!ok)
        return spec_stopped(&j->show, &e);
    study = spec_study(&j->show, report.hash);
    study_fill(j->arena, climb_page(j, &report, 80), &study);
    if (!study_keep(j->arena, s, NULL, &study, &e))
        return talk_could_not(&e);
    talk("%" PRIu64 " calls sent, %" PRIu64 " replies reused from the store",
         report.asked, report.journalled);
    if (status == EXIT_DONE && report.failed)
        return EXIT_COULD_NOT;
    return status == EXIT_DONE ? freeze(j, &report) : status;
}

static bool climb_foresee(void *job, struct store *s, struct forecast *f,
                          struct err *e)
{
    struct job *j = job;

    return climb_forecast(j->arena, s, &j->spec, &j->session, f, e);
}

static int climb_open_and_run(struct job *j)
{
    struct store *s;
    struct err e;
    int status;

    if (j->args.flags.dry_run)
        return study_dry(j, run_store_path(j->spec.store), &j->session,
                         climb_foresee);
    if ((status = check_out(j)) >= 0)
        return status;
    if (!store_open(&s, run_store_path(j->spec.store), STORE_MAKE, &e))
        return talk_could_not(&e);
    spec_watch(j->arena, &j->session, &j->show, run_store_path(j->spec.store));
    status = run_climb(j, s);
    store_close(s);
    return status;
}

/* ---- the command line ---- */

/* Words are names of families, with spaces or commas between. */
static void take_families(struct job *j, const struct args *words, size_t first)
{
    struct vec names = vec_in(j->arena, sizeof(const char *));

    for (size_t i = first; i < words->n; i++)
        for (const char *s = words->words[i]; *s;) {
            size_t n = strcspn(s, ",");

            if (n)
                *(const char **)vec_push(&names) =
                    arena_strndup(j->arena, s, n);
            s += n + (s[n] == ',');
        }
    if (!names.n)
        return;
    j->spec.families = names.items;
    j->spec.n_families = names.n;
}

static int climb_go(void *job)
{
    struct job *j = job;
    const struct climb_spec *s = &j->spec;
    const struct args *words = &j->args.cli.args;
    bool file = words->n && spec_is_file(words->words[0]);
    struct model_role roles[1];
    struct climb_report ladders;
    struct err e;
    int status;

    j->arena = j->args.cli.arena;
    spec_table_defaults(&climb_table, &j->spec);
    status = spec_args_apply(&j->args, file ? words->words[0] : NULL, &j->spec);
    if (status >= 0)
        return status;
    take_families(j, words, file);
    if (j->args.flags.print_spec)
        return spec_args_print(&j->args, &j->spec);
    if (!climb_spec_check(&j->spec, &e) ||
        !climb_ladders(j->arena, &j->spec, &ladders, &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    if (spec_args_has(&j->args, "at") && !j->spec.freeze)
        return args_mistake(j->args.cli.self, "--at works only with --freeze");
    roles[0] =
        (struct model_role){ s->models,  s->n_models, false, &s->decoding,
                             "decoding", 0,           NULL };
    if ((status = spec_args_session(&j->args, &j->session)) >= 0 ||
        (status = SPEC_OPEN_MODELS(&j->args, "climb", s, roles, &j->session)) >=
            0)
        return status;
    return climb_open_and_run(j);
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    OPTION_GROUP(OPTIONS_OUTPUT),
    { "csv", 0, OPTION_FLAG, AT(args.flags.as.csv), NULL,
      "print the table as CSV" },
    { 0 },
};

static const struct spec_card spec_card = {
    .table = &climb_table,
    .force_help = "replace the file of --freeze",
    .print_help = "print the whole spec as YAML; no model is asked",
    .json_help = "print every rung, curve and problem as JSON"
};

const struct command cmd_climb = {
    .name = "climb",
    .summary = "find the depth at which a model solves half of the problems",
    .usage = "[SPEC.yaml] [FAMILY...] --model M [options]",
    .help =
        "For each family and each model, an adaptive staircase finds the breaking depth: the\n"
        "depth at which the model solves half of the problems. A logistic curve is fitted to\n"
        "the replies, and the next problems are the most informative ones. The climb ends\n"
        "when the 95 % interval is one rung to either side (--width), or after 60 calls\n"
        "(--calls). FAMILY is a family, hard/all, concept/all, or a chain a+b (default: all\n"
        "hard/* families). A rung is a depth, each about a quarter deeper than the last. For\n"
        "families without a depth, the rungs are levels, then more digits, then more steps;\n"
        "for chains, the length of the chain.\n"
        "\n"
        "Every call is stored: after any interruption the same command continues and repeats\n"
        "no call.\n"
        "\n"
        "Examples:\n"
        "\n"
        "  assay climb --model openai:gpt-4o --budget '$5' --prices prices.yaml\n"
        "  assay climb hard/towers hard/walks -m URL#a -m URL#b --json\n"
        "  assay climb concept/crt --over steps --model planted:weak.yaml\n"
        "  assay climb hard/all -m openai:gpt-4o --freeze 200 --at 40..60 -o half.jsonl\n"
        "  assay climb hard/all -m openai:gpt-4o --dry-run\n",
    .no = "--freeze found no problems with that solve rate",
    .could_not = "the climb could not be finished, or calls are missing",
    .job = sizeof(struct job),
    .options = options,
    .spec = &spec_card,
    .work = climb_go,
};
