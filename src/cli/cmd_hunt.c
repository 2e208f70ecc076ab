/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay hunt: from failures to what a model cannot do, and to fresh problems
 * that show it.
 */
#include "cli/hunt_files.h"
#include "cli/hunt_options.h"
#include "cli/hunt_parts.h"
#include "cli/interrupt.h"
#include "cli/run_show.h"
#include "cli/spec_options.h"
#include "cli/stage_show.h"
#include "cli/talk.h"
#include "hunt/print/print.h"
#include "hunt/propose/task.h"
#include "hunt/tag/taxonomy_make.h"

#include <stdio.h>
#include <sys/stat.h>

struct job {
    const struct command *self;
    const struct hunt_flags *flags;
    struct arena *arena;
    const char *spec_path; /* NULL: none was named */
    struct hunt_spec spec;
    struct hunt_options options;
    struct out_files files;
    struct stage_show show;
};

static int could_not(const struct err *e)
{
    int status = talk_failure(e);

    return e->code == ERR_USAGE ? EXIT_USAGE : status;
}

/* A stage failed, or was stopped. */
static int stopped(struct job *j, const struct err *e)
{
    stage_show_close(&j->show);
    if (!interrupt_came())
        return could_not(e);
    talk("interrupted; the same command goes on where it was: what was "
         "answered is in %s",
         run_store_path(j->spec.store));
    return EXIT_COULD_NOT;
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

/* A file by another path is the same file. */
static const char *hash_of(const struct job *j)
{
    struct hunt_spec whole = hunt_absolute(j->arena, &j->spec);

    return spec_hash(j->arena, &whole);
}

static int run_hunt(struct job *j, struct store *s)
{
    struct hunt_report report;
    struct document *d = document_new(j->arena, terminal_width());
    struct str text = { 0 };
    struct err e;
    int status;

    if (!put_demo(j, &e))
        return could_not(&e);
    j->options.hash = hash_of(j);
    if (!hunt_run(j->arena, s, &j->spec, &j->options, &report, &e))
        return stopped(j, &e);
    stage_show_close(&j->show);
    if (!hunt_files_report(&j->files, &j->spec, &report, &e))
        return could_not(&e);
    if (j->flags->json) {
        hunt_hypotheses(d, &report);
        document_json(&text, d);
    } else {
        hunt_document(d, &j->spec, &report, NULL, 0);
        show_tables(&text, d, j->flags->markdown);
    }
    status = out_all(&text);
    talk("%s has %shypotheses.json, figures.json and summary.json", j->spec.out,
         report.n_problems ? "the fresh problems (benchmark.jsonl), " : "");
    return report.failed ? EXIT_COULD_NOT : status;
}

/* ---- a task of the user's own ---- */

static int run_task(struct job *j, struct store *s)
{
    struct document *d = document_new(j->arena, terminal_width());
    struct hunt_task_report report;
    struct str text = { 0 };
    struct err e;
    int status;

    if (!hunt_task(j->arena, s, &j->spec, &j->options, &report, &e))
        return stopped(j, &e);
    stage_show_close(&j->show);
    if (!hunt_files_task(&j->files, &j->spec, &report, &e))
        return could_not(&e);
    task_document(d, &report);
    if (j->flags->json)
        document_json(&text, d);
    else
        show_tables(&text, d, j->flags->markdown);
    status = out_all(&text);
    talk("%s has task.json and the bank as it grew (banks)", j->spec.out);
    return report.failed ? EXIT_COULD_NOT : status;
}

/* Has the task examples of its own? Else its prompts serve a hunt. */
static int is_task(struct job *j, bool *yes)
{
    struct task task;
    struct err e;

    *yes = false;
    if (!j->spec.task)
        return -1;
    if (!task_read_file(j->arena, j->spec.task, &task, &e))
        return spec_bad_file(j->spec.task, &e);
    *yes = task.train != NULL;
    return -1;
}

/* ---- a taxonomy ---- */

/* The user's own is read before anything is made. */
static int check_taxonomy(struct job *j)
{
    struct taxonomy t;
    struct err e;

    if (j->spec.taxonomy &&
        !taxonomy_read_file(j->arena, j->spec.taxonomy, &t, &e))
        return spec_bad_file(j->spec.taxonomy, &e);
    return -1;
}

/* The model that makes it: the tagger, or the first llm hypothesizer. */
static const char *maker(const struct hunt_spec *s)
{
    return s->tagger ? s->tagger : spec_first_llm(s);
}

static int run_taxonomy(struct job *j, struct store *s)
{
    struct redundancy told;
    struct taxonomy made;
    struct document *d = document_new(j->arena, terminal_width());
    struct str text = { 0 };
    struct err e;

    if (!hunt_make_taxonomy(j->arena, s, &j->spec, &j->options, maker(&j->spec),
                            j->flags->make_taxonomy, &made, &told, &e))
        return stopped(j, &e);
    stage_show_close(&j->show);
    taxonomy_write(&text, &made);
    if (!out_files_put(&j->files, "taxonomy.yaml", &text, &e)) {
        str_clear(&text);
        return could_not(&e);
    }
    str_clear(&text);
    talk("%s has %zu names; --taxonomy takes it",
         out_files_path(&j->files, "taxonomy.yaml"), made.n_concepts);
    redundancy_document(d, &told);
    show_tables(&text, d, j->flags->markdown);
    return out_all(&text);
}

/* ---- all of it ---- */

/* The folder, taken before anything is asked. */
static int open_folder(struct job *j)
{
    const struct hunt_flags *f = j->flags;
    struct stat st;
    struct err e;

    if (f->make_taxonomy) {
        if (!maker(&j->spec))
            return args_mistake(j->self, "--make-taxonomy needs a model: "
                                         "--tagger M");
        if (!f->dry_run &&
            !out_files_begin(&j->files, j->arena, j->spec.out, &e))
            return could_not(&e);
        if (!f->force &&
            stat(arena_printf(j->arena, "%s/taxonomy.yaml", j->spec.out),
                 &st) == 0)
            return args_mistake(j->self,
                                "%s holds a taxonomy.yaml already; name "
                                "another folder with --out, or replace it "
                                "with --force",
                                j->spec.out);
        return -1;
    }
    if (!hunt_files_open(&j->files, j->arena, &j->spec, j->spec_path, f->force,
                         f->dry_run, &e))
        return could_not(&e);
    return -1;
}

/* Nothing is written: the demo's file is one that nobody sees. */
static int dry_run(struct job *j, bool task)
{
    FILE *demo = hunts_demo(&j->spec) ? tmpfile() : NULL;
    struct err e;
    int status;

    if (demo) {
        fputs(spec_demo, demo);
        fflush(demo);
        j->options.demo = arena_printf(j->arena, "/dev/fd/%d", fileno(demo));
    }
    status = hunt_dry(j->arena, &j->spec, &j->options,
                      j->flags->make_taxonomy ? maker(&j->spec) : NULL, task,
                      j->flags->json, &e);
    if (demo)
        fclose(demo);
    return status < 0 ? could_not(&e) : status;
}

/* The stages that this hunt has. */
static void number_stages(struct job *j)
{
    static const char *const order[] = { "failures", "tags",    "hypotheses",
                                         "problems", "measure", "controls" };
    size_t n = sizeof(order) / sizeof(order[0]);
    const char **stages = arena_array(j->arena, const char *, n);

    j->show.stages = stages;
    for (size_t i = 0; i < n; i++)
        if (str_eq(order[i], "tags")       ? j->spec.tagger != NULL
            : str_eq(order[i], "controls") ? j->spec.controls
                                           : true)
            stages[j->show.n_stages++] = order[i];
}

static int open_and_run(struct job *j)
{
    const struct hunt_flags *f = j->flags;
    struct store *s;
    struct err e;
    bool task;
    int status;

    if ((status = check_taxonomy(j)) >= 0 ||
        (status = is_task(j, &task)) >= 0 || (status = open_folder(j)) >= 0)
        return status;
    if (f->dry_run)
        return dry_run(j, task);
    if (!store_open(&s, run_store_path(j->spec.store), STORE_MAKE, &e))
        return could_not(&e);
    if (!f->make_taxonomy && !task)
        number_stages(j);
    j->show.files = &j->files;
    j->show.grace_s = j->options.ask.grace_s;
    j->options.watch = (struct watch){ .stage = stage_show_stage,
                                       .progress = stage_show_progress,
                                       .note = stage_show_note,
                                       .save = stage_show_save,
                                       .stop = stage_show_stop,
                                       .ctx = &j->show };
    interrupt_watch();
    status = f->make_taxonomy ? run_taxonomy(j, s)
             : task           ? run_task(j, s)
                              : run_hunt(j, s);
    store_close(s);
    return status;
}

static int go(const struct command *self, struct arena *a,
              const struct hunt_flags *f, const struct args *args)
{
    struct job j = {
        .self = self, .flags = f, .arena = a, .files = hunt_files
    };
    struct str text = { 0 };
    int status;

    if (args->n > 1)
        return args_mistake(self, "name one spec; other words are no options");
    j.spec_path = args->n ? args->words[0] : NULL;
    if ((status = hunt_read_spec(self, a, j.spec_path, f, &j.spec)) >= 0)
        return status;
    if (f->print_spec) {
        spec_print(&text, &j.spec);
        return out_all(&text);
    }
    if ((status = hunt_read_sending(self, a, f, &j.spec, &j.options)) >= 0)
        return status;
    return open_and_run(&j);
}

static int run(const struct command *self, int argc, char **argv)
{
    struct arena a = { 0 };
    struct hunt_flags f;
    struct args args;
    int status;

    hunt_flags_init(&f);
    status = hunt_read_args(self, argc, argv, &f, &args);
    if (status < 0)
        status = go(self, &a, &f, &args);
    arena_clear(&a);
    hunt_flags_clear(&f);
    return status;
}

const struct command cmd_hunt = {
    .name = "hunt",
    .summary =
        "find out what a model cannot do, and make problems that show it",
    .usage = "[SPEC.yaml] [--target M] [options]",
    .help =
        "Failures on a benchmark become hypotheses about what makes the model "
        "fail; each that stands out\n"
        "is tried on fresh problems aimed at it, beside controls that tell "
        "why. Everything has a\n"
        "default, and SPEC.yaml may say any of it (--print-spec shows all of "
        "it, with comments); options\n"
        "win over the file. Without a target a planted model with known "
        "weaknesses is hunted.\n\n"
        "Every reply is committed to the store before it is used: after "
        "Ctrl-C or kill -9 the same\n"
        "command goes on, and what was answered is not asked again. OUT "
        "gets\n\n"
        "  benchmark.jsonl   the fresh problems: a new benchmark for `assay "
        "run` and `assay export`\n"
        "  hypotheses.json   everything that was tried, with its figures\n"
        "  figures.json      tables for plots\n"
        "  outcomes.jsonl, probe.jsonl, controls.jsonl, spec.yaml, "
        "summary.json, banks/\n\n"
        "Examples:\n\n"
        "  assay hunt\n"
        "  assay hunt --target http://localhost:8000/v1#qwen --granularity "
        "all -o qwen\n"
        "  assay hunt --target openai:gpt-4o-mini --benchmark math.jsonl "
        "--tagger openai:gpt-4o\n"
        "  assay hunt --outcomes results.jsonl --outcome-field correct "
        "--tags-field tags\n"
        "  assay hunt --hypothesizer exact --hypothesizer llm:openai:gpt-4o\n"
        "  assay hunt --print-spec > spec.yaml; assay hunt spec.yaml\n\n"
        "Problems that a model wrote and whose keys are in doubt wait in the "
        "review queue: `assay\n"
        "review`. Exit status 3 when it could not come to its end, or calls are missing.\n",
    .run = run,
};
