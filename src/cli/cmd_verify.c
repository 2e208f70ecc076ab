/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay verify: claims in, verdicts out, in the same order and on all
 * processors. A file of JSON lines is read line by line, a YAML file whole.
 */
#include "base/clock.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/pipeline.h"
#include "base/progress.h"
#include "base/yaml.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/row_talk.h"
#include "cli/talk.h"
#include "cli/verify_dataset.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

struct job {
    const char *path;
    bool json, explain; /* as asked for */
    bool blocks;        /* for people */
    int threads;
    uint64_t work;
    struct arena arena;
    const struct json *whole; /* the next claim of a file that is read whole */
    bool is_whole;
    struct lines lines;
    struct progress progress;
    uint64_t count[3], unreadable; /* by enum truth */
    struct row_talk rows;          /* what was said of those */
    bool ended, failed;
};

struct item {
    const struct json *json; /* NULL: the line cannot be had */
    struct err err;
    bool bad;              /* err says why */
    const struct json *id; /* a string or a number; or NULL */
    struct finding found;
    struct str out;
    double share;
};

/* ---- what is said ---- */

static void write_json(struct str *out, const struct item *it)
{
    const struct finding *f = &it->found;

    str_add(out, "{\"id\": ");
    if (it->id && it->id->type == JSON_NUMBER)
        str_add(out, it->id->text);
    else
        json_write_text(out, it->id ? it->id->text : NULL);
    if (it->bad) {
        str_add(out, ", \"error\": ");
        json_write_string(out, it->err.msg);
        str_add(out, "}\n");
        return;
    }
    str_add(out, ", ");
    finding_write(out, f);
    str_add(out, "}\n");
}

/* A block for people. */
static void write_block(struct str *out, const struct item *it)
{
    const struct finding *f = &it->found;

    str_add_printable(out, it->id ? it->id->text : "?");
    if (it->bad) {
        str_add(out, ": unreadable\n");
        return;
    }
    str_addf(out, ": %s (%s%s)\n    ", finding_verdict_name(f->holds),
             f->reason ? f->reason : "", f->exact ? ", proved" : "");
    str_add_printable(out, f->why ? f->why : "");
    str_addc(out, '\n');
    if (f->rows_n)
        str_addf(out, "    %-36s %-22s %-22s %s\n", "at", "object", "formula",
                 "scaled error");
    for (size_t i = 0; i < f->rows_n; i++) {
        const struct finding_row *r = &f->rows[i];

        str_addf(out, "    %-36s %-22s %-22s %.3g\n", r->at ? r->at : "",
                 r->object ? r->object : "", r->claim ? r->claim : "",
                 r->scaled);
    }
}

/* ---- the file, claim by claim ---- */

static bool next_line(struct job *j, struct item *it, struct arena *a)
{
    struct json *v = NULL;
    enum lines_got got = lines_next_json(&j->lines, a, &v, &it->err);

    if (got == LINES_END || (got == LINES_FAIL && interrupt_came()))
        return false;
    it->bad = got != LINES_LINE;
    j->ended = got == LINES_FAIL;
    j->failed |= got == LINES_FAIL;
    it->json = v;
    if (j->lines.size)
        it->share = (double)j->lines.read / (double)j->lines.size;
    return true;
}

static bool next(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct item *it = item->data;

    if (j->ended || interrupt_came())
        return false;
    if (!j->is_whole)
        return next_line(j, it, &item->arena);
    it->json = j->whole;
    if (j->whole)
        j->whole = j->whole->next;
    return it->json != NULL;
}

static void work(void *ctx, struct pipeline_item *item)
{
    const struct job *j = ctx;
    struct item *it = item->data;
    struct work w = { .limit = j->work };
    struct claim claim;

    if (!it->bad) {
        const struct json *id = json_get(it->json, "id");

        if (id && (id->type == JSON_STRING || id->type == JSON_NUMBER))
            it->id = id;
        it->bad = !claim_from_json(&item->arena, it->json, &claim, &it->err);
    }
    if (!it->bad)
        verify_claim(&item->arena, &claim, &w, &it->found);
    it->out = str_in(&item->arena);
    if (j->blocks)
        write_block(&it->out, it);
    else
        write_json(&it->out, it);
}

static bool emit(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct item *it = item->data;

    if (it->bad || j->blocks)
        progress_hide(&j->progress);
    if (it->bad) {
        row_talk_add(&j->rows, j->path, &it->err);
        j->unreadable++;
    } else
        j->count[it->found.holds]++;
    if (!out_str(&it->out)) {
        j->failed = true;
        return false;
    }
    if (it->share > 0)
        progress_share(&j->progress, it->share);
    progress_add(&j->progress, 1);
    return true;
}

/* ---- the job ---- */

static bool open_whole(struct job *j)
{
    struct json *v = NULL;
    struct err e;

    if (!yaml_read_file(&j->arena, j->path, &v, &e)) {
        talk_err(j->path, &e);
        return false;
    }
    j->is_whole = true;
    j->whole = v->type == JSON_ARRAY ? v->first : v;
    if (v->type == JSON_ARRAY)
        progress_open(&j->progress, stderr, clock_real(), "verifying",
                      v->count);
    return true;
}

static bool open_file(struct job *j)
{
    struct err e;

    progress_open(&j->progress, stderr, clock_real(), "verifying", 0);
    if (str_ends(j->path, ".yaml") || str_ends(j->path, ".yml"))
        return open_whole(j);
    if (lines_open(&j->lines, j->path, 0, &e) &&
        row_talk_expect(&j->lines,
                        "assay verify reads one JSON line for each claim: "
                        "{\"kind\": ..., \"object\": ..., \"claim\": ...}",
                        &e))
        return true;
    lines_close(&j->lines);
    talk_err(NULL, &e);
    return false;
}

static void summarise(const struct job *j)
{
    struct str line = { 0 };
    uint64_t n = j->count[0] + j->count[1] + j->count[2];

    str_addf(&line,
             "%" PRIu64 " claim%s: %" PRIu64 " hold%s, %" PRIu64
             " fail%s, %" PRIu64 " undecided",
             n, n == 1 ? "" : "s", j->count[TRUTH_YES],
             j->count[TRUTH_YES] == 1 ? "s" : "", j->count[TRUTH_NO],
             j->count[TRUTH_NO] == 1 ? "s" : "", j->count[TRUTH_UNKNOWN]);
    if (j->unreadable)
        str_addf(&line, ", %" PRIu64 " unreadable", j->unreadable);
    talk_summary(&line);
    str_clear(&line);
}

static int run_job(struct job *j)
{
    struct pipeline p = { .threads = j->threads,
                          .item_size = sizeof(struct item),
                          .ctx = j,
                          .next = next,
                          .work = work,
                          .emit = emit,
                          .leave = threads_leave };

    interrupt_watch("the remaining claims were not verified");
    if (!open_file(j)) {
        arena_clear(&j->arena);
        return EXIT_COULD_NOT;
    }
    j->blocks = j->explain || (j->is_whole && !j->json);
    pipeline_run(&p);
    progress_close(&j->progress);
    if (!j->is_whole)
        lines_close(&j->lines);
    row_talk_end(&j->rows);
    if (!j->count[0] && !j->count[1] && !j->count[2] && !j->unreadable &&
        !j->failed && !interrupt_came()) {
        talk("%s contains no claim", file_shown(j->path));
        j->failed = true;
    } else {
        summarise(j);
    }
    arena_clear(&j->arena);
    interrupt_tell();
    if (!out_finish() || j->failed || j->unreadable || interrupt_came())
        return EXIT_COULD_NOT;
    return j->count[TRUTH_NO] ? EXIT_NO : EXIT_DONE;
}

static int run(const struct command *self, int argc, char **argv)
{
    struct job j = { .work = VERIFY_WORK };
    struct verify_dataset set = { 0 };
    uint64_t threads = 0;
    const struct option options[] = {
        { "explain", 0, OPTION_FLAG, &j.explain, NULL,
          "print readable text instead of JSON lines" },
        { "json", 0, OPTION_FLAG, &j.json, NULL,
          "print JSON lines also for a YAML file" },
        { "work", 0, OPTION_COUNT, &j.work, "N",
          "maximum work for one claim, in units of about one 128-bit "
          "multiplication (default: 120000000)" },
        { "dataset", 0, OPTION_TEXT, &set.path, "FILE",
          "audit the keys of a published dataset instead of claims" },
        { "markdown", 0, OPTION_FLAG, &set.markdown, NULL,
          "with --dataset: print the audit as Markdown" },
        THREADS_OPTION(&threads),
        { 0 },
    };
    struct args args;
    int status = args_read(self, options, argc, argv, &args);

    if (status >= 0)
        return status;
    if (args.n != (set.path ? 0 : 1))
        return args_mistake(self, "name one file of claims, or - for standard "
                                  "input");
    if (set.markdown && !set.path)
        return args_mistake(self, "--markdown works only with --dataset");
    if (set.path && j.explain)
        return args_mistake(self, "--explain works only with claims; --dataset "
                                  "prints its own report");
    if (j.json && (j.explain || set.markdown))
        return args_mistake(self, "give --json or %s, not both",
                            j.explain ? "--explain" : "--markdown");
    if (!j.work)
        return args_mistake(self, "--work must be at least 1");
    status = threads_read(self, threads, &j.threads);
    if (status >= 0)
        return status;
    if (set.path)
        return verify_dataset(&set, j.json, j.threads, j.work);
    j.path = args.words[0];
    return run_job(&j);
}

const struct command cmd_verify = {
    .name = "verify",
    .summary =
        "check formulas for integrals, sums, roots or solutions numerically",
    .usage = "CLAIMS.jsonl | CLAIMS.yaml | - [--explain] [--json] [--work N] "
             "[--threads N] | --dataset FILE [--json | --markdown]",
    .help =
        "A claim names an exact object and a formula that is claimed to be its value or limit:\n"
        "\n"
        "  {\"id\": \"a\", \"kind\": \"integral\",\n"
        "   \"object\": \"\\\\int_0^\\\\infty \\\\frac{e^{-xt}}{1+t}\\\\,dt\", \"variable\": \"t\",\n"
        "   \"parameters\": [\"x\"], \"conditions\": \"x>0\", \"claim\": \"\\\\frac1x-\\\\frac1{x^2}\",\n"
        "   \"mode\": \"asymptotic\", \"limit\": {\"symbol\": \"x\", \"to\": \"inf\", \"terms\": 2}}\n"
        "\n"
        "kind: integral, sum, root, ode, pde or expectation; mode: equals or asymptotic.\n"
        "A file NAME.yaml has one claim or a list of claims; any other file has one JSON line for\n"
        "each claim; - is standard input. Verdicts are printed in the order of the claims: holds,\n"
        "fails or undecided, with the reason and a table of values. \"holds\" means that the\n"
        "numbers support the claim, not that it is proved. docs/verify.md explains everything. If\n"
        "a claim cannot be read, the error is reported and the output has\n"
        "{\"id\": ..., \"error\": ...} in its place.\n",
    .done = "no claim fails",
    .no = "a claim fails",
    .could_not = "a claim or the file cannot be read",
    .run = run,
};
