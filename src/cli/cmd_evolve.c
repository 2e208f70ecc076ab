/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay evolve: harder problems out of seeds, families or a public set, with
 * keys that are computed again; and how models do on them.
 */
#include "base/ascii.h"
#include "base/hash.h"
#include "base/lines.h"
#include "base/whole_file.h"
#include "cli/dry.h"
#include "cli/spec_options.h"
#include "cli/talk.h"
#include "evolve/forecast.h"
#include "evolve/print/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job {
    struct spec_args args;
    struct arena *arena;
    const char *range;          /* "LO..HI"; or NULL */
    const char *calibrate;      /* a run; NULL: none */
    const char *spec_path;      /* NULL: none was named */
    const char *const *sources; /* files that were named */
    size_t n_sources;
    struct evolve_one *sets; /* of several sources */
    struct evolve_spec spec;
    struct session_options session;
    struct out_files files;
    struct stage_show show;
};

/* Does it ask anybody anything? */
static bool evolve_asks(const struct evolve_spec *s)
{
    return s->n_models || s->writer || s->referee;
}

/* ---- the files ---- */

/*
 * The folder that an evolution leaves its files in:
 *
 *   spec.yaml             the whole spec; its paths are absolute
 *   seeds.jsonl           where it began; of a file: originals.jsonl
 *   population.jsonl      what came out
 *   lineage.jsonl         how each came to be, its features and its score
 *   easy.jsonl, hard.jsonl, evolved-easy.jsonl
 *   left-out.jsonl        rows of a file that could not be used, and why
 *   full-2gen.jsonl ...   the five settings, where they were made
 *   renumbered.jsonl ...  the arms of a file that were asked for
 *   effects.jsonl         problems with and without each operator
 *   tables.json           what models made of it
 *   summary.json
 *   report.json           the report, for `assay report`
 */

static const char *const names[] = {
    "spec.yaml",
    "seeds.jsonl",
    "originals.jsonl",
    "population.jsonl",
    "lineage.jsonl",
    "easy.jsonl",
    "hard.jsonl",
    "evolved-easy.jsonl",
    "left-out.jsonl",
    "full-2gen.jsonl",
    "full.jsonl",
    "full-without-fm.jsonl",
    "full-without-lm.jsonl",
    "full-without-co.jsonl",
    "renumbered.jsonl",
    "renamed.jsonl",
    "reworded.jsonl",
    "effects.jsonl",
    "tables.json",
    "summary.json",
    STUDY_FILE,
};

static const struct out_files evolve_files = {
    .names = names,
    .n_names = sizeof(names) / sizeof(names[0]),
    .n_claim = 1,
    .head = "# The whole spec of this evolution.\n",
    .what = "evolution",
};

static bool evolve_open_files(struct job *j, struct err *e)
{
    const struct evolve_spec *s = &j->spec;
    const char *const inputs[] = { evolve_reads_file(s) ? s->source : NULL,
                                   s->weights };
    struct out_claim claim = { .table = &evolve_table,
                               .spec = s,
                               .inputs = inputs,
                               .n_inputs = sizeof(inputs) / sizeof(inputs[0]),
                               .spec_path = j->spec_path,
                               .force = j->args.flags.force,
                               .dry = j->args.flags.dry_run };

    j->files = evolve_files;
    return evolve_try_inputs(s, e) &&
           out_files_open(&j->files, j->arena, s->out, &claim, e);
}

static bool set_line(const void *ctx, size_t i, struct str *out, struct err *e)
{
    return evolve_set_line(ctx, i, out, e);
}

static bool lineage_line(const void *ctx, size_t i, struct str *out,
                         struct err *e)
{
    return evolve_print_lineage(out, ctx, i, e);
}

static bool evolve_put_set(struct out_files *f, const char *name,
                           const struct evolve_set *set, struct err *e)
{
    return !set->name ||
           out_files_lines(f, arena_printf(f->arena, "%s.jsonl", name), set->n,
                           set_line, set, e);
}

static bool put_sets(struct out_files *f, const struct evolve_report *r,
                     struct err *e)
{
    if (!evolve_put_set(f, r->seeds.name, &r->seeds, e) ||
        !evolve_put_set(f, "population", &r->population, e) ||
        !evolve_put_set(f, "easy", &r->easy, e) ||
        !evolve_put_set(f, "hard", &r->hard, e) ||
        !evolve_put_set(f, "evolved-easy", &r->evolved_easy, e))
        return false;
    for (size_t i = 0; i < r->n_settings; i++)
        if (!evolve_put_set(f, r->settings[i].name, &r->settings[i], e))
            return false;
    for (size_t i = 0; i < r->n_arms; i++)
        if (!evolve_put_set(f, r->arms[i].name, &r->arms[i], e))
            return false;
    return evolve_put_set(f, "effects", &r->effects, e);
}

/* All files, summary.json last. */
static bool evolve_put_report(struct out_files *f, const struct evolve_spec *s,
                              const struct evolve_report *r, struct err *e)
{
    struct document *all = document_new(f->arena, 0);
    struct document *cells = document_new(f->arena, 0);
    struct str left = { 0 };

    if (!put_sets(f, r, e) ||
        !out_files_lines(f, "lineage.jsonl", r->population.n, lineage_line, r,
                         e))
        return false;
    if (evolve_reads_file(s)) {
        evolve_print_left_out(&left, r);
        if (!out_files_finish(f, "left-out.jsonl", &left, e))
            return false;
    }
    if (r->n_cells) {
        evolve_tables(cells, NULL, r);
        if (!out_files_document(f, "tables.json", cells, e))
            return false;
    }
    evolve_document(all, s, r, f->done.items, f->done.n);
    if (!out_files_document(f, "summary.json", all, e))
        return false;
    out_files_remove_stale(f);
    return true;
}

/* ---- an evolution ---- */

static const char *evolve_title_of(const struct job *j)
{
    const char *source = evolve_reads_file(&j->spec) ? j->spec.source : NULL;

    return arena_printf(j->arena, "evolution: %s",
                        source ? source : j->spec.out);
}

/* Evolves the source of the spec and writes its files. Returns -1 to go on, or
 * the status to exit with. */
static int make_one(struct job *j, struct store *s,
                    struct evolve_report *report, struct study *study)
{
    struct document *page = document_new(j->arena, 0);
    struct err e;

    spec_watch(j->arena, &j->session, &j->show,
               evolve_asks(&j->spec) ? run_store_path(j->spec.store) : NULL);
    spec_watch_study(&j->show, s, STUDY_EVOLUTION,
                     spec_table_hash(j->arena, &evolve_table, &j->spec),
                     evolve_title_of(j));
    if (!evolve_run(j->arena, s, &j->spec, &j->session, report, &e))
        return spec_stopped(&j->show, &e);
    spec_watch_end(&j->show);
    evolve_page(page, &j->spec, report, NULL, 0);
    *study = spec_study(&j->show, report->hash);
    if (!study_write(j->arena, &j->files, page, study, &e) ||
        !evolve_put_report(&j->files, &j->spec, report, &e))
        return talk_could_not(&e);
    return -1;
}

static int evolve_keep_one(struct job *j, struct store *s, struct study *study)
{
    struct err e;

    if (!study_keep(j->arena, s, j->spec.out, study, &e))
        return talk_could_not(&e);
    talk("%s has the problems (population.jsonl), the steps that made them "
         "(lineage.jsonl) and summary.json",
         j->spec.out);
    return -1;
}

/* Rows that could not be read count as `assay import` counts those it
 * refuses. */
static int evolve_status_of(int shown, const struct evolve_report *r)
{
    if (r->failed)
        return EXIT_COULD_NOT;
    return shown == EXIT_DONE && r->unread ? EXIT_NO : shown;
}

static int run_evolution(struct job *j, struct store *s)
{
    struct document *d = document_new(j->arena, terminal_width());
    struct evolve_report report;
    struct study study;
    int status = make_one(j, s, &report, &study), kept;

    if (status >= 0)
        return status;
    evolve_page(d, &j->spec, &report, j->files.done.items, j->files.done.n);
    status = show_document(d, &j->args.flags.as);
    kept = evolve_keep_one(j, s, &study);
    return kept >= 0 ? kept : evolve_status_of(status, &report);
}

/* ---- several sets ---- */

static bool name_sets(struct job *j, struct err *e)
{
    struct evolve_one *sets = j->sets;

    for (size_t i = 0; i < j->n_sources; i++) {
        const char *name = file_base(j->sources[i]), *dot = strrchr(name, '.');

        /* "gsm8k" of "data/gsm8k.jsonl" */
        sets[i].name = dot && dot > name
                           ? arena_strndup(j->arena, name, (size_t)(dot - name))
                           : name;
        sets[i].folder =
            arena_printf(j->arena, "%s/%s", j->spec.out, sets[i].name);
        for (size_t k = 0; k < i; k++)
            if (str_eq(sets[k].name, sets[i].name))
                return err_set(e, ERR_USAGE,
                               "%s and %s would both be written to %s; rename "
                               "one",
                               j->sources[k], j->sources[i], sets[i].folder);
    }
    return true;
}

/* The job of one of the sets. */
static struct job cmd_evolve_part_of(const struct job *j, size_t i)
{
    struct job one = *j;

    one.spec.source = j->sources[i];
    one.spec.out = j->sets[i].folder;
    return one;
}

/* All folders are taken before anything is asked. */
static bool open_sets(struct job *j, struct out_files *files, struct err *e)
{
    static const char *const joint[] = { "tables.json", STUDY_FILE };

    *files = (struct out_files){ .names = joint,
                                 .n_names = 2,
                                 .head = evolve_files.head,
                                 .what = evolve_files.what };
    if (access(arena_printf(j->arena, "%s/spec.yaml", j->spec.out), F_OK) == 0)
        return err_set(e, ERR_USAGE,
                       "%s contains an evolution of one dataset; name another "
                       "folder with --output",
                       j->spec.out);
    for (size_t i = 0; i < j->n_sources; i++) {
        struct job one = cmd_evolve_part_of(j, i);

        if (!evolve_open_files(&one, e))
            return false;
    }
    return j->args.flags.dry_run ||
           out_files_begin(files, j->arena, j->spec.out, e);
}

/* A note that several have stands once, and of nobody. */
static void evolve_add_note(struct arena *a, struct vec *notes,
                            const char *note, const char *name)
{
    for (size_t i = 0; i < notes->n; i++) {
        const char **old = vec_get(notes, const char *, i);

        if (str_ends(*old, note)) {
            *old = note;
            return;
        }
    }
    *(const char **)vec_push(notes) = arena_printf(a, "%s: %s", name, note);
}

/* The calls of one set or of all. */
static bool evolve_look_ahead(void *job, struct store *s, struct forecast *f,
                              struct err *e)
{
    struct job *j = job;

    if (j->n_sources < 2)
        return evolve_forecast(j->arena, s, &j->spec, &j->session, f, e);
    for (size_t i = 0; i < j->n_sources; i++) {
        struct job *one = arena_new(j->arena, struct job);
        struct forecast part;

        *one = cmd_evolve_part_of(j, i);
        if (!evolve_forecast(j->arena, s, &one->spec, &j->session, &part, e))
            return false;
        if (i == 0)
            *f = forecast_open(part.session);
        for (size_t k = 0; k < part.rows.n; k++) {
            struct forecast_row *r = vec_push(&f->rows);

            *r = *vec_get(&part.rows, struct forecast_row, k);
            r->set = j->sets[i].name;
        }
        for (size_t k = 0; k < part.notes.n; k++)
            evolve_add_note(j->arena, &f->notes,
                            *vec_get(&part.notes, const char *, k),
                            j->sets[i].name);
    }
    return true;
}

static int show_sets(struct job *j, struct store *s, struct out_files *files)
{
    struct document *d = document_new(j->arena, terminal_width());
    struct str all = str_in(j->arena), title = str_in(j->arena);
    struct study study = { .kind = STUDY_EVOLUTION };
    char hex[HASH_HEX_SIZE];
    struct err e;
    int status;

    for (size_t i = 0; i < j->n_sources; i++) {
        str_add(&all, j->sets[i].report.hash);
        str_addf(&title, "%s%s", i ? ", " : "evolution: ", j->sets[i].name);
    }
    study.hash =
        arena_strdup(j->arena, hash_hex(hash_bytes(str_get(&all), all.n), hex));
    study.title = str_get(&title);
    evolve_sets_document(d, j->sets, j->n_sources);
    if (!study_write(j->arena, files, d, &study, &e) ||
        !out_files_document(files, "tables.json", d, &e))
        return talk_could_not(&e);
    status = show_document(d, &j->args.flags.as);
    if (!study_keep(j->arena, s, j->spec.out, &study, &e))
        return talk_could_not(&e);
    talk(
        "%s has the tables of all datasets (tables.json) and a folder for each",
        j->spec.out);
    return status;
}

static int run_sets(struct job *j, struct store *s, struct out_files *files)
{
    int status, worst = EXIT_DONE;

    for (size_t i = 0; i < j->n_sources; i++) {
        struct evolve_report *report = &j->sets[i].report;
        struct job one = cmd_evolve_part_of(j, i);
        struct study study;
        struct err e;

        if (!evolve_open_files(&one, &e))
            return talk_could_not(&e);
        if ((status = make_one(&one, s, report, &study)) >= 0 ||
            (status = evolve_keep_one(&one, s, &study)) >= 0)
            return status;
        session_limit(&report->budget, &j->session.ask);
        status = evolve_status_of(EXIT_DONE, report);
        worst = status > worst ? status : worst;
    }
    status = show_sets(j, s, files);
    return status == EXIT_DONE ? worst : status;
}

/* ---- one set or several ---- */

/* The store is opened only if a model is asked. */
static int evolve_open_and_run(struct job *j)
{
    const char *store = run_store_path(j->spec.store);
    bool several = j->n_sources > 1;
    struct out_files files;
    struct store *s = NULL;
    struct err e;
    int status;

    j->sets = arena_array(j->arena, struct evolve_one, j->n_sources + 1);
    if (several ? !name_sets(j, &e) || !open_sets(j, &files, &e)
                : !evolve_open_files(j, &e))
        return talk_could_not(&e);
    if (j->args.flags.dry_run)
        return study_dry(j, store, &j->session, evolve_look_ahead);
    if (evolve_asks(&j->spec) && !store_open(&s, store, STORE_MAKE, &e))
        return talk_could_not(&e);
    status = several ? run_sets(j, s, &files) : run_evolution(j, s);
    if (s)
        store_close(s);
    return status;
}

/* ---- weights from a run ---- */

static int keep_weights(struct job *j, const struct weights *w)
{
    struct str text = { 0 };
    struct err e;
    bool ok;

    if (!spec_args_has(&j->args, "output"))
        return EXIT_DONE;
    json_write(&text, weights_write(j->arena, w));
    str_addc(&text, '\n');
    ok = text_write(j->spec.out, &text, &e);
    str_clear(&text);
    if (ok)
        talk("%s has the weights; use it with --weights", j->spec.out);
    else
        talk_err(NULL, &e);
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

    status = run_spare_store(j->args.cli.self, "-o", j->spec.out,
                             run_store_path(j->spec.store));
    if (status >= 0)
        return status;
    if (!store_open(&s, run_store_path(j->spec.store), STORE_READ, &e))
        return talk_could_not(&e);
    ok = runs_find(s, j->arena, j->calibrate, &run, &e) &&
         evolve_calibrate(j->arena, s, &run, &j->spec, &w, &e);
    store_close(s);
    if (!ok)
        return talk_could_not(&e);
    if (j->args.flags.as.json) {
        json_write(&text, weights_write(j->arena, &w));
        str_addc(&text, '\n');
        status = out_all(&text);
    } else {
        weights_document(d, &w);
        status = show_document(d, &j->args.flags.as);
    }
    return status == EXIT_DONE ? keep_weights(j, &w) : status;
}

/* ---- all of it ---- */

static int evolve_take_range(struct job *j)
{
    const char *text = j->range, *dots = text ? strstr(text, "..") : NULL;
    char *end;

    if (!text)
        return -1;
    if (dots && is_digit(*text) && is_digit(dots[2])) {
        j->spec.low = strtoul(text, &end, 10);
        if (end == dots) {
            j->spec.high = strtoul(dots + 2, &end, 10);
            if (!*end && j->spec.low >= j->spec.high)
                return args_mistake(j->args.cli.self,
                                    "--range %s: LO must be below HI, but %zu "
                                    "is not below %zu",
                                    text, j->spec.low, j->spec.high);
            if (!*end && (!j->spec.low || j->spec.high > EVOLVE_HIGH))
                return args_mistake(j->args.cli.self,
                                    "--range %s: values must be from 1 to %d",
                                    text, EVOLVE_HIGH);
            if (!*end)
                return -1;
        }
    }
    return args_mistake(j->args.cli.self,
                        "--range takes LO..HI, for example 1..20, not \"%s\"",
                        text);
}

/* Refuses options that the source of the problems leaves without effect. */
static int check_effect(const struct job *j)
{
    const struct spec_args *p = &j->args;
    bool file = evolve_reads_file(&j->spec);
    bool seeds = !file && !j->spec.n_families;
    const char *none = j->range && !seeds ? "range" : NULL;

    for (size_t i = 0; i < p->given.n; i++) {
        const char *name = vec_get(&p->given, struct typed, i)->option->name;

        if (!file && str_among(name, "as limit same-numbers keep-unchanged"))
            return args_mistake(p->cli.self, "--%s works only with a DATASET",
                                name);
        if (file && str_eq(name, "population"))
            return args_mistake(p->cli.self,
                                "--population does not apply to a DATASET, "
                                "which has its own problems; --limit N uses "
                                "the first N");
        if (!seeds && str_among(name, "variables depth distance sparsity "
                                      "theme"))
            none = name;
    }
    return !none ? -1
                 : args_mistake(p->cli.self,
                                "--%s shapes seeds; leave it out with %s", none,
                                file ? "a DATASET" : "--families");
}

static int evolve_read_spec(struct job *j, const struct args *words)
{
    bool file = words->n && spec_is_file(words->words[0]);
    struct err e;
    int status;

    spec_table_defaults(&evolve_table, &j->spec);
    j->spec_path = file ? words->words[0] : NULL;
    j->sources = (const char *const *)words->words + file;
    j->n_sources = words->n - file;
    for (size_t i = 0; i < j->n_sources; i++)
        if (spec_is_file(j->sources[i]))
            return args_mistake(j->args.cli.self,
                                "name at most one spec, then problem files");
    if ((status = spec_args_apply(&j->args, j->spec_path, &j->spec)) >= 0 ||
        (status = evolve_take_range(j)) >= 0)
        return status;
    if (j->n_sources)
        j->spec.source = j->sources[0];
    if (j->n_sources > 1 && (j->args.flags.print_spec || j->calibrate))
        return args_mistake(j->args.cli.self,
                            "%s works with at most one problem file",
                            j->calibrate ? "--calibrate" : "--print-spec");
    if (j->args.flags.print_spec &&
        (j->args.flags.as.json || j->calibrate || j->args.flags.dry_run))
        return args_mistake(j->args.cli.self,
                            "--print-spec only prints the spec; leave out "
                            "--json, --dry-run and --calibrate");
    if (j->args.flags.dry_run && j->calibrate)
        return args_mistake(j->args.cli.self,
                            "--calibrate asks no model, so --dry-run "
                            "has nothing to show");
    if (!evolve_spec_check(&j->spec, &e))
        return args_mistake(j->args.cli.self, "%s", e.msg);
    return -1;
}

static int evolve_try_models(struct job *j)
{
    const struct evolve_spec *s = &j->spec;
    const struct model_role roles[] = {
        { s->models, s->n_models, false, &s->decoding, "decoding", 0, NULL },
        { &s->writer, 1, true, &s->writer_decoding, "writer_decoding", 0,
          NULL },
        { &s->referee, 1, true, &s->referee_decoding, "referee_decoding", 0,
          NULL },
    };
    int status = spec_args_session(&j->args, &j->session);

    return status >= 0
               ? status
               : SPEC_OPEN_MODELS(&j->args, "evolution", s, roles, &j->session);
}

static int evolve_go(void *job)
{
    struct job *j = job;
    int status;

    j->arena = j->args.cli.arena;
    status = evolve_read_spec(j, &j->args.cli.args);
    if (status >= 0)
        return status;
    if (j->args.flags.print_spec)
        return spec_args_print(&j->args, &j->spec);
    if (j->calibrate)
        return calibrate(j);
    if ((status = check_effect(j)) >= 0 || (status = evolve_try_models(j)) >= 0)
        return status;
    return evolve_open_and_run(j);
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    OPTION_GROUP("source problems"),
    { "range", 0, OPTION_TEXT, AT(range), "LO..HI",
      "values of a seed's variables (default: 1..20)" },
    OPTION_GROUP("fitness and selection"),
    { "calibrate", 0, OPTION_TEXT, AT(calibrate), "RUN",
      "compute weights from a stored run, and do nothing else; -o FILE "
      "saves them" },
    { 0 },
};

static const struct spec_card spec_card = {
    .table = &evolve_table,
    .force_help = "replace the files of another evolution in the output "
                  "folder",
    .print_help = "print the whole spec as YAML; no model is asked",
    .json_help = "print the summary and tables as JSON"
};

const struct command cmd_evolve = {
    .name = "evolve",
    .summary = "make problems harder, and compute their keys after each change",
    .usage = "[SPEC.yaml] [DATASET...] [options]",
    .help =
        "The source problems (seeds) are linear systems in words, without a superfluous equation.\n"
        "DATASET is a public dataset (GSM8K, SVAMP, MAWPS) whose rows contain their\n"
        "computation, or a file of problems that assay made. Operators add decoys, useless and\n"
        "misleading conditions and irrelevant text, or chain two problems into one; after each\n"
        "operator the keys are computed again. Problems with a low fitness score are evolved\n"
        "again. Each problem lists the wrong answers that typical mistakes lead to. With\n"
        "--operators insufficient a condition is missing, and the key is \"cannot be\n"
        "determined\". No model is asked unless --model, --writer or --referee names one.\n"
        "\n"
        "With --model the problems are put to the models. The tables show the accuracy of the\n"
        "first and the final question in five settings, and how often a wrong answer is a\n"
        "planted decoy, the value of another variable or follows from a wrong first answer. For a DATASET they\n"
        "show the drop from the original problems to their variants, and how often a wrong\n"
        "answer is the key of the original. --arms asks variants that differ in one change;\n"
        "--effects asks the same problems with and without each operator. Several DATASETs\n"
        "share one table. The folder OUT contains\n"
        "\n"
        "  population.jsonl   the problems; `assay check` verifies each again\n"
        "  lineage.jsonl      what each operator did, features, score\n"
        "  easy.jsonl, hard.jsonl, evolved-easy.jsonl, seeds.jsonl or originals.jsonl,\n"
        "  left-out.jsonl, tables.json, spec.yaml, summary.json, report.json;\n"
        "  with several DATASETs, a folder for each\n"
        "\n"
        "Examples:\n"
        "\n"
        "  assay evolve\n"
        "  assay evolve -n 1000 --seed 7 --without co -o alone\n"
        "  assay evolve --families concept/crt,concept/combinations\n"
        "  assay evolve gsm8k_test.jsonl --model http://localhost:8000/v1#qwen -o gsm\n"
        "  assay evolve gsm8k.jsonl svamp.jsonl --arms renumbered,renamed \\\n"
        "      -m openai:gpt-4o-mini\n"
        "  assay evolve -n 50 --effects -m openai:gpt-4o-mini --dry-run\n"
        "  assay evolve gsm8k_test.jsonl --operators insufficient,sufficient -o open\n"
        "  assay evolve --calibrate last -o weights.json\n"
        "  assay evolve --weights weights.json\n"
        "  assay evolve --print-spec > spec.yaml; assay evolve spec.yaml\n",
    .no = "rows of DATASET could not be read",
    .could_not = "the evolution could not be finished, or calls are missing",
    .job = sizeof(struct job),
    .options = options,
    .spec = &spec_card,
    .work = evolve_go,
};
