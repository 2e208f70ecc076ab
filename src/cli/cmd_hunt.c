/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay hunt: from failures to what a model cannot do, and to fresh problems
 * that show it.
 */
#include "cli/dry.h"
#include "cli/spec_options.h"
#include "cli/talk.h"
#include "hunt/forecast.h"
#include "hunt/hunt.h"
#include "hunt/print/print.h"
#include "hunt/prompt.h"
#include "hunt/propose/task.h"
#include "hunt/tag/taxonomy_make.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct job {
    struct spec_args args;
    struct arena *arena;
    const char *make_taxonomy; /* a specificity; NULL: none is made */
    bool faithful, print_prompts;
    bool task;             /* one with examples of its own */
    const char *spec_path; /* NULL: none was named */
    struct hunt_spec spec;
    struct hunt_options options;
    struct out_files files;
    struct stage_show show;
    const char *stages[HUNT_STAGES]; /* that it has */
};

/* ---- the files ---- */

/*
 * The folder that a hunt leaves its files in:
 *
 *   spec.yaml         the whole spec; its paths are absolute
 *   benchmark.jsonl   fresh problems aimed at what was found
 *   probe.jsonl       the problems the failures are from, where they are ours
 *   controls.jsonl    sets that tell why
 *   hypotheses.json, figures.json, summary.json
 *   report.json       the report, for `assay report`
 *   task.json         of a task: its bank
 *   demo.yaml         what the demo fails at
 *   banks/            of models, as they grew
 */

static const char *const names[] = {
    "spec.yaml",      "demo.yaml",       "benchmark.jsonl", "probe.jsonl",
    "controls.jsonl", "hypotheses.json", "figures.json",    "task.json",
    "summary.json",   "outcomes.jsonl",  STUDY_FILE,
};

static const struct out_files hunt_files = {
    .names = names,
    .n_names = sizeof(names) / sizeof(names[0]),
    .n_claim = 2, /* the spec and the demo */
    .inner = "banks",
    .head = "# The whole spec of this hunt.\n",
    .what = "hunt",
};

/* Takes the folder before anything is asked. */
static bool hunt_open_files(struct job *j, struct err *e)
{
    const struct hunt_spec *s = &j->spec;
    const char *const inputs[] = { s->benchmark, s->outcomes_file, s->task,
                                   s->taxonomy };
    struct out_claim claim = { .table = &hunt_table,
                               .spec = s,
                               .inputs = inputs,
                               .n_inputs = sizeof(inputs) / sizeof(inputs[0]),
                               .spec_path = j->spec_path,
                               .force = j->args.flags.force,
                               .dry = j->args.flags.dry_run };

    return out_files_open(&j->files, j->arena, s->out, &claim, e);
}

static bool put_problems(struct out_files *f, const char *name,
                         const struct problem *p, size_t n, struct err *e)
{
    struct str text = { 0 };

    print_problems(&text, p, n);
    return out_files_finish(f, name, &text, e);
}

/* Comes last: it has the hashes of the others. */
static bool put_summary(struct out_files *f, const struct hunt_spec *s,
                        const struct hunt_report *r, struct err *e)
{
    struct document *d = document_new(f->arena, 0);

    hunt_document(d, s, r, f->done.items, f->done.n);
    if (!out_files_document(f, "summary.json", d, e))
        return false;
    out_files_remove_stale(f);
    return true;
}

static bool hunt_put_report(struct out_files *f, const struct hunt_spec *s,
                            const struct hunt_report *r, struct err *e)
{
    bool ours = !s->outcomes_file && str_eq(s->benchmark, "probe");
    struct document *rows = document_new(f->arena, 0);
    struct document *figures = document_new(f->arena, 0);
    struct document *outcomes = document_new(f->arena, 0);

    hunt_hypotheses(rows, r);
    hunt_figures(figures, r);
    hunt_outcomes(outcomes, r);
    return (!ours ||
            put_problems(f, "probe.jsonl", r->benchmark, r->n_benchmark, e)) &&
           put_problems(f, "benchmark.jsonl", r->problems, r->n_problems, e) &&
           (!r->n_controls ||
            put_problems(f, "controls.jsonl", r->controls, r->n_controls, e)) &&
           (s->outcomes_file ||
            out_files_document(f, "outcomes.jsonl", outcomes, e)) &&
           out_files_document(f, "hypotheses.json", rows, e) &&
           out_files_document(f, "figures.json", figures, e) &&
           put_summary(f, s, r, e);
}

/* ---- a hunt ---- */

static bool hunts_demo(const struct hunt_spec *s)
{
    for (size_t i = 0; i < s->n_targets; i++)
        if (str_eq(s->targets[i], SPEC_DEMO))
            return !s->outcomes_file;
    return false;
}

/* The demo is a planted model like any other: it needs its file. */
static bool put_demo(struct job *j, struct err *e)
{
    struct str text = str_in(j->arena);

    if (!hunts_demo(&j->spec))
        return true;
    str_add(&text, spec_demo);
    j->options.demo = out_files_path(&j->files, "demo.yaml");
    return out_files_put(&j->files, "demo.yaml", &text, e);
}

static const char *hunt_title_of(const struct job *j)
{
    const struct hunt_spec *s = &j->spec;
    struct str out = str_in(j->arena);

    str_add(&out, "hunt: ");
    if (s->outcomes_file)
        str_add(&out, s->outcomes_file);
    else
        add_names(&out, s->targets, s->n_targets);
    return str_get(&out);
}

static int run_hunt(struct job *j, struct store *s)
{
    struct hunt_report report;
    struct document *d = document_new(j->arena, terminal_width());
    struct document *rows = document_new(j->arena, 0);
    struct document *kept = document_new(j->arena, 0);
    struct study study;
    struct err e;
    int status;

    if (!put_demo(j, &e))
        return talk_could_not(&e);
    j->options.hash = out_files_hash(j->arena, &hunt_table, &j->spec);
    spec_watch_study(&j->show, s, STUDY_HUNT, j->options.hash,
                     hunt_title_of(j));
    if (!hunt_run(j->arena, s, &j->spec, &j->options, &report, &e))
        return spec_stopped(&j->show, &e);
    spec_watch_end(&j->show);
    hunt_document(d, &j->spec, &report, NULL, 0);
    hunt_hypotheses(rows, &report);
    hunt_document(kept, &j->spec, &report, NULL, 0);
    study = spec_study(&j->show, report.hash);
    if (!study_write(j->arena, &j->files, kept, &study, &e) ||
        !hunt_put_report(&j->files, &j->spec, &report, &e))
        return talk_could_not(&e);
    status = show_document(j->args.flags.as.json ? rows : d, &j->args.flags.as);
    if (!study_keep(j->arena, s, j->spec.out, &study, &e))
        return talk_could_not(&e);
    talk("%s has %shypotheses.json, figures.json and summary.json", j->spec.out,
         report.n_problems ? "the fresh problems (benchmark.jsonl), " : "");
    return report.failed ? EXIT_COULD_NOT : status;
}

/* ---- a task of the user's own ---- */

static int run_task(struct job *j, struct store *s)
{
    struct document *d = document_new(j->arena, terminal_width());
    struct document *kept = document_new(j->arena, 0);
    struct hunt_task_report report;
    struct hunt_report sums;
    struct err e;
    int status;

    if (!hunt_task(j->arena, s, &j->spec, &j->options, &report, &e))
        return spec_stopped(&j->show, &e);
    spec_watch_end(&j->show);
    sums = (struct hunt_report){ .hash = spec_table_hash(j->arena, &hunt_table,
                                                         &j->spec),
                                 .asked = report.asked,
                                 .journalled = report.journalled,
                                 .failed = report.failed };
    task_document(kept, &report);
    task_document(d, &report);
    if (!out_files_document(&j->files, "task.json", kept, &e) ||
        !put_summary(&j->files, &j->spec, &sums, &e))
        return talk_could_not(&e);
    status = show_document(d, &j->args.flags.as);
    talk("%s has task.json and the hypothesis bank after each step (banks)",
         j->spec.out);
    return report.failed ? EXIT_COULD_NOT : status;
}

/* The user's own taxonomy and task are read before anything is made. A task may
 * have examples of its own; else its prompts serve a hunt. */
static int hunt_read_files(struct job *j)
{
    const struct hunt_spec *s = &j->spec;
    struct taxonomy t;
    struct task task;
    struct err e;

    if (s->taxonomy && !taxonomy_read_file(j->arena, s->taxonomy, &t, &e))
        return spec_bad_file(s->taxonomy, &e);
    if (s->task && !task_read_file(j->arena, s->task, &task, &e))
        return spec_bad_file(s->task, &e);
    j->task = s->task && task.train;
    return -1;
}

/* ---- a taxonomy ---- */

/* The model that makes it: the tagger, or the first llm hypothesizer. */
static const char *maker(const struct hunt_spec *s)
{
    return s->tagger ? s->tagger : spec_first_llm(s);
}

static int run_taxonomy(struct job *j, struct store *s)
{
    struct redundancy found;
    struct taxonomy made;
    struct document *d = document_new(j->arena, terminal_width());
    struct str text = { 0 };
    struct err e;

    if (!hunt_make_taxonomy(j->arena, s, &j->spec, &j->options, maker(&j->spec),
                            j->make_taxonomy, &made, &found, &e))
        return spec_stopped(&j->show, &e);
    spec_watch_end(&j->show);
    taxonomy_write(&text, &made);
    if (!out_files_finish(&j->files, "taxonomy.yaml", &text, &e))
        return talk_could_not(&e);
    talk("%s has %zu names; use it with --taxonomy",
         out_files_path(&j->files, "taxonomy.yaml"), made.n_concepts);
    redundancy_document(d, &found);
    return show_document(
        d, &(struct show_as){ .markdown = j->args.flags.as.markdown });
}

/* ---- all of it ---- */

/* The folder, taken before anything is asked. */
static int hunt_open_folder(struct job *j)
{
    struct stat st;
    struct err e;

    if (j->make_taxonomy) {
        if (!maker(&j->spec))
            return args_mistake(j->args.cli.self,
                                "--make-taxonomy needs a model: "
                                "--tagger M");
        if (!j->args.flags.dry_run &&
            !out_files_begin(&j->files, j->arena, j->spec.out, &e))
            return talk_could_not(&e);
        if (!j->args.flags.force &&
            stat(arena_printf(j->arena, "%s/taxonomy.yaml", j->spec.out),
                 &st) == 0) {
            talk("%s already contains a taxonomy.yaml; name another folder "
                 "with --output, or replace it with --force",
                 j->spec.out);
            return EXIT_COULD_NOT;
        }
        return -1;
    }
    return hunt_open_files(j, &e) ? -1 : talk_could_not(&e);
}

static bool hunt_look_ahead(void *job, struct store *s, struct forecast *f,
                            struct err *e)
{
    struct job *j = job;

    return j->make_taxonomy
               ? hunt_forecast_taxonomy(j->arena, &j->spec, &j->options,
                                        maker(&j->spec), f, e)
           : j->task ? hunt_forecast_task(j->arena, &j->spec, &j->options, f, e)
                     : hunt_forecast(j->arena, s, &j->spec, &j->options, f, e);
}

/* A dry run writes nothing: the demo's file is a temporary one. */
static int hunt_dry_run(struct job *j)
{
    FILE *demo = hunts_demo(&j->spec) ? tmpfile() : NULL;
    int status;

    if (demo) {
        fputs(spec_demo, demo);
        fflush(demo);
        j->options.demo = arena_printf(j->arena, "/dev/fd/%d", fileno(demo));
    }
    status = study_dry(j, run_store_path(j->spec.store), &j->options.session,
                       hunt_look_ahead);
    if (demo)
        fclose(demo);
    return status;
}

static int hunt_open_and_run(struct job *j)
{
    struct store *s;
    struct err e;
    int status;

    if ((status = hunt_read_files(j)) >= 0)
        return status;
    if (!j->make_taxonomy && !hunt_check(j->arena, &j->spec, &j->options, &e))
        return talk_could_not(&e);
    if ((status = hunt_open_folder(j)) >= 0)
        return status;
    if (j->args.flags.dry_run)
        return hunt_dry_run(j);
    if (!store_open(&s, run_store_path(j->spec.store), STORE_MAKE, &e))
        return talk_could_not(&e);
    if (!j->make_taxonomy && !j->task)
        j->show.n_stages = hunt_stage_names(&j->spec, j->stages);
    j->show.stages = j->stages;
    j->show.files = &j->files;
    spec_watch(j->arena, &j->options.session, &j->show,
               run_store_path(j->spec.store));
    status = j->make_taxonomy ? run_taxonomy(j, s)
             : j->task        ? run_task(j, s)
                              : run_hunt(j, s);
    store_close(s);
    return status;
}

/* ---- the spec ---- */

/* Says nothing whom to hunt, or on what? */
static bool hunt_is_bare(const struct job *j)
{
    return !j->spec_path && !j->make_taxonomy &&
           !spec_args_has(&j->args, "target") &&
           !spec_args_has(&j->args, "model") &&
           !spec_args_has(&j->args, "benchmark") &&
           !spec_args_has(&j->args, "outcomes") &&
           !spec_args_has(&j->args, "task");
}

/* Then it is the student that is hunted, as its own spec has it: the problems
 * that tell most about a large model would tell little about a small one. */
static void take_student(struct job *j)
{
    static const char text[] =
#include "hunt/student.inc"
        ;
    struct err e;

    if (!spec_table_read_text(j->arena, &hunt_table, text, strlen(text), "",
                              &j->spec, &e))
        BUG("the spec of the student's hunt is wrong");
}

static int hunt_read_spec(struct job *j)
{
    struct hunt_spec *s = &j->spec;
    struct err e;
    int status;

    spec_table_defaults(&hunt_table, s);
    if (hunt_is_bare(j))
        take_student(j);
    if ((status = spec_args_apply(&j->args, j->spec_path, s)) >= 0)
        return status;
    if (spec_args_has(&j->args, "width") &&
        !spec_args_has(&j->args, "problems"))
        s->problems = 0;
    spec_settle_targets(s);
    if (j->faithful && !spec_first_llm(s))
        return args_mistake(j->args.cli.self, "--faithful works only with "
                                              "--hypothesizer llm:MODEL");
    if (j->faithful)
        propose_faithful(&s->propose);
    if (j->args.flags.print_spec &&
        (j->args.flags.as.json || j->make_taxonomy || j->args.flags.dry_run ||
         j->print_prompts))
        return args_mistake(j->args.cli.self,
                            "--print-spec only prints the spec; leave out "
                            "--json, --dry-run, --make-taxonomy and "
                            "--print-prompts");
    if (!spec_check(s, &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    return -1;
}

/* The models among names such as "llm:MODEL". */
static struct model_role hunt_llms(struct job *j, const char *const *from,
                                   size_t n, const struct decoding *d,
                                   const char *field)
{
    const char **llms = arena_array(j->arena, const char *, n + 1);

    for (size_t i = 0; i < n; i++)
        llms[i] = spec_llm(from[i]);
    return (struct model_role){ llms, n, true, d, field, 0, SPEC_DEMO };
}

static int hunt_try_models(struct job *j)
{
    const struct hunt_spec *s = &j->spec;
    const struct decoding *propose = &s->propose_decoding;
    const struct decoding *write = &s->write_decoding;
    struct session_options *o = &j->options.session;
    bool own = false;
    int status;

    for (size_t i = 0; i < s->n_generators; i++)
        own = own || str_eq(s->generators[i], "llm");
    const struct model_role roles[] = {
        { s->targets, spec_has_targets(s) ? s->n_targets : 0, own, &s->decoding,
          "decoding", 0, SPEC_DEMO },
        { &s->tagger, 1, true, propose, "propose_decoding", 0, SPEC_DEMO },
        hunt_llms(j, s->hypothesizers, s->n_hypothesizers, propose,
                  "propose_decoding"),
        hunt_llms(j, s->generators, s->n_generators, write, "write_decoding"),
        { &s->paraphrase, 1, true, write, "write_decoding", 0, SPEC_DEMO },
        { s->key_models, s->n_key_models, true, &s->key_decoding,
          "key_decoding", 0, SPEC_DEMO },
    };

    status = spec_args_session(&j->args, o);
    return status >= 0 ? status
                       : SPEC_OPEN_MODELS(&j->args, "hunt", s, roles, o);
}

/* All prompts as this spec uses them. */
static int print_prompts(struct job *j)
{
    const struct propose_options *o = &j->spec.propose;
    struct str out = { 0 };
    struct err e;

    if (!prompts_write(j->arena, &j->spec.domain, o->blind,
                       j->spec.score.traits && !propose_is_faithful(o), &out,
                       &e))
        return talk_could_not(&e);
    return out_all(&out);
}

static int hunt_go(void *job)
{
    struct job *j = job;
    int status;

    j->arena = j->args.cli.arena;
    j->files = hunt_files;
    j->spec_path = cli_word(&j->args.cli, 0);
    if ((status = hunt_read_spec(j)) >= 0)
        return status;
    if (j->args.flags.print_spec)
        return spec_args_print(&j->args, &j->spec);
    if (j->print_prompts)
        return print_prompts(j);
    if ((status = hunt_try_models(j)) >= 0)
        return status;
    return hunt_open_and_run(j);
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    OPTION_GROUP("hypotheses"),
    { "faithful", 0, OPTION_FLAG, AT(faithful), NULL,
      "with llm:MODEL, use HypoGeniC as published: the model judges the "
      "problems, accuracy ranks the hypotheses" },
    { "make-taxonomy", 0, OPTION_TEXT, AT(make_taxonomy), "S",
      "have a model make a taxonomy from the benchmark, then stop; S is "
      "extremely-low, low, mid, high, or a number of concepts" },
    OPTION_GROUP(OPTIONS_OUTPUT),
    { "print-prompts", 0, OPTION_FLAG, AT(print_prompts), NULL,
      "print all prompts as YAML, for use in a spec; no model is asked" },
    { 0 },
};

static const struct spec_card spec_card = {
    .table = &hunt_table,
    .force_help = "replace the files of another hunt in the output folder",
    .print_help = "print the whole spec as YAML; no model is asked",
    .json_help = "print the hypotheses as JSON"
};

const struct command cmd_hunt = {
    .name = "hunt",
    .summary =
        "find out what a model cannot do, and make problems that show it",
    .usage = "[SPEC.yaml] [--target M] [options]",
    .help =
        "A hunt asks the model a benchmark, looks for concepts and traits on "
        "which it fails more\n"
        "often, and tests each finding on fresh problems made for it and on "
        "matched controls.\n"
        "Everything has a default. SPEC.yaml may contain all settings "
        "(--print-spec prints them with\n"
        "comments); options override the file. Without a target the model is "
        "the student, the small\n"
        "language model that comes with assay.\n\n"
        "Every reply is committed to the store before it is used: after "
        "Ctrl-C or kill -9 the same\n"
        "command continues and repeats no answered call. The folder OUT "
        "contains\n\n"
        "  benchmark.jsonl   the fresh problems: a new benchmark for `assay "
        "run` and `assay export`\n"
        "  hypotheses.json   everything that was tried, with its numbers\n"
        "  figures.json      tables for plots\n"
        "  outcomes.jsonl, probe.jsonl, controls.jsonl, spec.yaml, "
        "summary.json,\n"
        "  report.json, banks/\n\n"
        "Examples:\n\n"
        "  assay hunt --attempts 1\n"
        "  assay hunt --target demo\n"
        "  assay hunt --target http://localhost:8000/v1#qwen --granularity "
        "all -o qwen\n"
        "  assay hunt --target openai:gpt-4o-mini --benchmark math.jsonl \\\n"
        "      --tagger openai:gpt-4o\n"
        "  assay hunt --outcomes results.jsonl --outcome-field correct "
        "--tags-field tags\n"
        "  assay hunt --hypothesizer exact --hypothesizer llm:openai:gpt-4o\n"
        "  assay hunt --target M --print-spec > spec.yaml; assay hunt spec.yaml\n\n"
        "Problems written by a model with a doubtful key go to the review "
        "queue: `assay review`.\n",
    .could_not = "the hunt could not be finished, or calls are missing",
    .job = sizeof(struct job),
    .options = options,
    .spec = &spec_card,
    .most = 1,
    .words = "name at most one spec; everything else must be an option",
    .work = hunt_go,
};
