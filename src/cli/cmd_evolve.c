/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay evolve: harder problems out of seeds, families or a public set, with
 * keys that are computed again; and what models make of them.
 */
#include "cli/evolve_files.h"
#include "cli/evolve_options.h"
#include "cli/evolve_parts.h"
#include "cli/interrupt.h"
#include "cli/run_show.h"
#include "cli/stage_show.h"
#include "cli/talk.h"
#include "evolve/print/print.h"

#include <stdio.h>
#include <sys/stat.h>

struct job {
    const struct command *self;
    const struct evolve_flags *flags;
    struct arena *arena;
    const char *spec_path; /* NULL: none was named */
    struct evolve_spec spec;
    struct evolve_options options;
    struct out_files files;
    struct stage_show show;
};

static int could_not(const struct err *e)
{
    int status = talk_failure(e);

    return e->code == ERR_USAGE ? EXIT_USAGE : status;
}

static int stopped(struct job *j, const struct err *e)
{
    stage_show_close(&j->show);
    if (!interrupt_came())
        return could_not(e);
    if (evolve_asks(&j->spec))
        talk("interrupted; the same command goes on where it was: what was "
             "answered is in %s",
             run_store_path(j->spec.store));
    else
        talk("interrupted: no problems were written");
    return EXIT_COULD_NOT;
}

/* ---- an evolution ---- */

static int show(struct job *j, const struct evolve_report *r)
{
    struct document *d = document_new(j->arena, terminal_width());
    struct str text = { 0 };

    evolve_document(d, &j->spec, r, j->files.done.items, j->files.done.n);
    evolve_tables(d, "tables", r);
    if (j->flags->json)
        document_json(&text, d);
    else
        show_tables(&text, d, j->flags->markdown);
    return out_all(&text);
}

static int run_evolution(struct job *j, struct store *s)
{
    struct evolve_report report;
    struct err e;
    int status;

    if (!evolve_run(j->arena, s, &j->spec, &j->options, &report, &e))
        return stopped(j, &e);
    stage_show_close(&j->show);
    if (!evolve_files_report(&j->files, &j->spec, &report, &e))
        return could_not(&e);
    status = show(j, &report);
    talk("%s has the problems (population.jsonl), how they came to be "
         "(lineage.jsonl) and summary.json",
         j->spec.out);
    return report.failed ? EXIT_COULD_NOT : status;
}

static void watch(struct job *j)
{
    j->show.grace_s = j->options.ask.grace_s;
    j->options.watch = (struct watch){ .stage = stage_show_stage,
                                       .progress = stage_show_progress,
                                       .note = stage_show_note,
                                       .stop = stage_show_stop,
                                       .ctx = &j->show };
    interrupt_watch();
}

/* The store is opened only where somebody is asked. */
static int open_and_run(struct job *j)
{
    struct store *s = NULL;
    struct err e;
    int status;

    j->files = evolve_files;
    if (!evolve_files_open(&j->files, j->arena, &j->spec, j->spec_path,
                           j->flags->force, j->flags->dry_run, &e))
        return could_not(&e);
    if (j->flags->dry_run) {
        status =
            evolve_dry(j->arena, &j->spec, &j->options, j->flags->json, &e);
        return status < 0 ? could_not(&e) : status;
    }
    if (evolve_asks(&j->spec) &&
        !store_open(&s, run_store_path(j->spec.store), STORE_MAKE, &e))
        return could_not(&e);
    watch(j);
    status = run_evolution(j, s);
    if (s)
        store_close(s);
    return status;
}

/* ---- weights from a run ---- */

static int keep_weights(struct job *j, const struct weights *w)
{
    struct str text = { 0 };
    FILE *f;
    bool ok;

    if (!j->flags->out)
        return EXIT_DONE;
    f = fopen(j->flags->out, "wb");
    json_write(&text, weights_write(j->arena, w));
    str_addc(&text, '\n');
    ok = f && fwrite(text.s, 1, text.n, f) == text.n;
    ok = f && fclose(f) == 0 && ok;
    str_clear(&text);
    if (ok)
        talk("%s has the weights; --weights takes it", j->flags->out);
    else
        talk("could not write %s", j->flags->out);
    return ok ? EXIT_DONE : EXIT_COULD_NOT;
}

static int calibrate(struct job *j)
{
    struct document *d = document_new(j->arena, terminal_width());
    struct run_info run;
    struct weights w;
    struct store *s;
    struct str text = { 0 };
    struct err e;
    int status;
    bool ok;

    if (!store_open(&s, run_store_path(j->spec.store), STORE_READ, &e))
        return could_not(&e);
    ok = runs_find(s, j->arena, j->flags->calibrate, &run, &e) &&
         evolve_calibrate(j->arena, s, &run, &j->spec, &w, &e);
    store_close(s);
    if (!ok)
        return could_not(&e);
    if (j->flags->json) {
        json_write(&text, weights_write(j->arena, &w));
        str_addc(&text, '\n');
    } else {
        weights_document(d, &w);
        show_tables(&text, d, j->flags->markdown);
    }
    status = out_all(&text);
    return status == EXIT_DONE ? keep_weights(j, &w) : status;
}

/* ---- all of it ---- */

static int go(const struct command *self, struct arena *a,
              const struct evolve_flags *f, const struct args *args)
{
    struct job j = { .self = self, .flags = f, .arena = a };
    struct str text = { 0 };
    int status;

    if (args->n > 1)
        return args_mistake(self, "name one spec or one file of problems");
    status = evolve_read_spec(self, a, args->n ? args->words[0] : NULL, f,
                              &j.spec, &j.spec_path);
    if (status >= 0)
        return status;
    if (f->print_spec) {
        evolve_spec_print(&text, &j.spec);
        return out_all(&text);
    }
    if (f->calibrate)
        return calibrate(&j);
    if ((status = evolve_read_sending(self, a, f, &j.spec, &j.options)) >= 0)
        return status;
    return open_and_run(&j);
}

static int run(const struct command *self, int argc, char **argv)
{
    struct arena a = { 0 };
    struct evolve_flags f;
    struct args args;
    int status;

    evolve_flags_init(&f);
    status = evolve_read_args(self, argc, argv, &f, &args);
    if (status < 0)
        status = go(self, &a, &f, &args);
    arena_clear(&a);
    evolve_flags_clear(&f);
    return status;
}

const struct command cmd_evolve = {
    .name = "evolve",
    .summary = "make problems harder by operators that keep their keys known",
    .usage = "[SPEC.yaml | DATASET] [options]",
    .help =
        "Seeds are linear systems told as word problems, every equation of "
        "each needed; DATASET is a\n"
        "public set (GSM8K, SVAMP, MAWPS) whose rows carry their computation, "
        "or a file of problems\n"
        "that assay made. Operators add decoys, useless and misleading "
        "conditions, idle text, and chain\n"
        "two problems into one; after each the keys are computed again. What "
        "scores low by the fitness\n"
        "function evolves once more. Nobody is asked unless --model, --writer "
        "or --referee names a model.\n\n"
        "With --model the population is put to the models: accuracy of the "
        "first and of the final\n"
        "question in five settings, how often a wrong answer is a planted "
        "decoy, another variable's value\n"
        "or a broken chain; of a DATASET the drop from its problems to their "
        "variants. OUT gets\n\n"
        "  population.jsonl   the problems; `assay check` proves each again\n"
        "  lineage.jsonl      what each operator did, features, score\n"
        "  easy.jsonl, hard.jsonl, evolved-easy.jsonl, seeds.jsonl or "
        "originals.jsonl,\n"
        "  left-out.jsonl, tables.json, spec.yaml, summary.json\n\n"
        "Examples:\n\n"
        "  assay evolve\n"
        "  assay evolve -n 1000 --seed 7 --without co -o alone\n"
        "  assay evolve --families concept/crt,concept/combinations\n"
        "  assay evolve gsm8k_test.jsonl --model "
        "http://localhost:8000/v1#qwen -o gsm\n"
        "  assay evolve --calibrate last -o weights.json; assay evolve "
        "--weights weights.json\n"
        "  assay evolve --print-spec > spec.yaml; assay evolve spec.yaml\n\n"
        "Exit status 3 when it could not come to its end, or calls are "
        "missing.\n",
    .run = run,
};
