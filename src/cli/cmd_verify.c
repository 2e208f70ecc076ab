/* SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/pipeline.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/yaml.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/row_talk.h"
#include "cli/talk.h"
#include "report/document.h"
#include "verify/audit/audit.h"
#include "verify/verify.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * assay verify --dataset FILE: the keys of a published set of applied
 * mathematics, each held against what its prompt states.
 */

struct verify_dataset {
    const char *path;
    bool markdown; /* the document as Markdown */
};

/*
 * assay verify --dataset: rows in, verdicts out, on all processors. For people
 * there is one document: counts by topic, and each key that fails with its
 * evidence; for programs a line for each row.
 */

/* What is kept of a row until the end. */
struct kept {
    const char *id, *topic;
    struct audit_finding found;
};

struct job {
    const struct verify_dataset *v;
    bool json;
    uint64_t work; /* of a claim */
    struct arena arena;
    struct vec rows; /* struct kept */
    struct lines lines;
    struct progress progress;
    uint64_t unreadable;
    struct row_talk said; /* of those */
    bool failed;
};

struct item {
    struct json *json;
    struct err err;
    bool bad;
    size_t number; /* of the row, from 0 */
    struct audit_row row;
    struct audit_finding found;
    double share;
};

/* ---- a line for programs ---- */

static void cmd_verify_add_evidence(struct document *d,
                                    const struct audit_finding *f)
{
    struct doc_table *t = document_table(d, "table");

    for (size_t i = 0; i < f->rows_n; i++) {
        const struct finding_row *r = &f->rows[i];

        table_row(t);
        table_cell(t, "at", "at", datum_text(r->at));
        table_cell(t, "object", "object", datum_text(r->object));
        table_cell(t, "claim", "key", datum_text(r->claim));
        table_cell(t, "error", NULL, datum_number(r->error, -1));
        table_cell(t, "scaled", NULL, datum_number(r->scaled, -1));
        table_cell(t, NULL, "error",
                   datum_text(arena_printf(d->arena, "%.3g", r->scaled)));
    }
    if (f->rows_n)
        document_show(d, t, 0);
}

static void cmd_verify_write_line(struct str *out, struct arena *a,
                                  const struct item *it)
{
    struct document *d = document_new(a, 0);
    const struct audit_finding *f = &it->found;

    document_fact(d, "id", datum_text(it->row.id));
    document_fact(d, "topic", datum_text(it->row.topic));
    document_fact(d, "read", datum_truth(f->read));
    document_fact(d, "verdict", datum_text(finding_verdict_name(f->holds)));
    document_fact(d, "why", datum_text(f->why));
    document_fact(d, "reason", datum_text(f->reason));
    document_fact(d, "right", datum_text(f->right));
    cmd_verify_add_evidence(d, f);
    document_json(out, d);
}

/* ---- the document for people ---- */

struct count {
    const char *name;
    uint64_t rows, read, verdict[3];
};

static void cmd_verify_count_row(struct count *c, const struct kept *k)
{
    c->rows++;
    c->read += k->found.read;
    c->verdict[k->found.holds]++;
}

static void cmd_verify_add_count(struct doc_table *t, const struct count *c)
{
    table_row(t);
    table_key(t, "topic", "topic", datum_text(c->name));
    table_cell(t, "rows", "rows", datum_count(c->rows));
    table_cell(t, "read", "read", datum_count(c->read));
    table_cell(t, "holds", "hold", datum_count(c->verdict[TRUTH_YES]));
    table_cell(t, "fails", "fail", datum_count(c->verdict[TRUTH_NO]));
    table_cell(t, "undecided", "undecided",
               datum_count(c->verdict[TRUTH_UNKNOWN]));
}

static void cmd_verify_add_topics(struct document *d, const struct job *j)
{
    struct doc_table *t = document_table(d, "topics");
    struct vec counts = vec_in(d->arena, sizeof(struct count));
    struct count all = { .name = "all" };

    for (size_t i = 0; i < j->rows.n; i++) {
        const struct kept *k = vec_get(&j->rows, struct kept, i);
        size_t n = 0;

        while (n < counts.n &&
               !str_eq(vec_get(&counts, struct count, n)->name, k->topic))
            n++;
        if (n == counts.n)
            ((struct count *)vec_push(&counts))->name = k->topic;
        cmd_verify_count_row(vec_get(&counts, struct count, n), k);
        cmd_verify_count_row(&all, k);
    }
    for (size_t i = 0; i < counts.n; i++)
        cmd_verify_add_count(t, vec_get(&counts, struct count, i));
    cmd_verify_add_count(t, &all);
    document_section(d, "keys compared with their prompts");
    document_show(d, t, 0);
}

static void add_failures(struct document *d, const struct job *j)
{
    bool any = false;

    for (size_t i = 0; i < j->rows.n; i++) {
        const struct kept *k = vec_get(&j->rows, struct kept, i);

        if (k->found.holds != TRUTH_NO)
            continue;
        if (!any)
            document_section(d, "keys that fail");
        any = true;
        document_section(d, "%s, %s: %s", k->id, k->topic, k->found.reason);
        document_say(d, "%s", k->found.why);
        if (k->found.right)
            document_say(d, "Right: %s", k->found.right);
        cmd_verify_add_evidence(d, &k->found);
    }
}

static void add_undecided(struct document *d, const struct job *j)
{
    struct doc_table *t = document_table(d, "undecided");

    for (size_t i = 0; i < j->rows.n; i++) {
        const struct kept *k = vec_get(&j->rows, struct kept, i);

        if (k->found.holds != TRUTH_UNKNOWN)
            continue;
        table_row(t);
        table_key(t, "id", "id", datum_text(k->id));
        table_cell(t, "topic", "topic", datum_text(k->topic));
        table_cell(t, "reason", "reason", datum_text(k->found.reason));
        table_cell(t, "why", "why", datum_text(k->found.why));
    }
    if (t->rows.n == 0)
        return;
    document_section(d, "undecided");
    document_show(d, t, 0);
}

static bool print_document(struct job *j)
{
    struct document *d = document_new(&j->arena, 0);
    struct str out = str_in(&j->arena);

    cmd_verify_add_topics(d, j);
    add_failures(d, j);
    add_undecided(d, j);
    if (j->v->markdown)
        document_markdown(&out, d);
    else
        document_text(&out, d);
    return out_str(&out);
}

/* ---- the file, row by row ---- */

static bool cmd_verify_next(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct item *it = item->data;
    enum lines_got got;

    if (j->failed || interrupt_came())
        return false;
    got = lines_next_json(&j->lines, &item->arena, &it->json, &it->err);
    if (got == LINES_END || (got == LINES_FAIL && interrupt_came()))
        return false;
    it->bad = got != LINES_LINE;
    j->failed = got == LINES_FAIL;
    it->number = j->lines.number ? j->lines.number - 1 : 0;
    if (j->lines.size)
        it->share = (double)j->lines.read / (double)j->lines.size;
    return true;
}

static void cmd_verify_audit_item(void *ctx, struct pipeline_item *item)
{
    const struct job *j = ctx;
    struct item *it = item->data;

    if (!it->bad)
        it->bad = !audit_row_read(&item->arena, it->json, it->number, &it->row,
                                  &it->err);
    if (!it->bad)
        audit_row(&item->arena, &it->row, j->work, &it->found);
}

static const char *cmd_verify_copy(struct arena *a, const char *s)
{
    return s ? arena_strdup(a, s) : NULL;
}

static void cmd_verify_keep(struct job *j, const struct item *it)
{
    struct kept *k = vec_push(&j->rows);
    struct finding_row *rows =
        arena_array(&j->arena, struct finding_row, it->found.rows_n);

    for (size_t i = 0; i < it->found.rows_n; i++) {
        rows[i] = it->found.rows[i];
        rows[i].at = cmd_verify_copy(&j->arena, rows[i].at);
        rows[i].object = cmd_verify_copy(&j->arena, rows[i].object);
        rows[i].claim = cmd_verify_copy(&j->arena, rows[i].claim);
    }
    k->id = cmd_verify_copy(&j->arena, it->row.id);
    k->topic = cmd_verify_copy(&j->arena, it->row.topic);
    k->found = it->found;
    k->found.rows = rows;
    k->found.why = cmd_verify_copy(&j->arena, it->found.why);
    k->found.reason = cmd_verify_copy(&j->arena, it->found.reason);
    k->found.right = cmd_verify_copy(&j->arena, it->found.right);
}

static bool cmd_verify_emit(void *ctx, struct pipeline_item *item)
{
    struct job *j = ctx;
    struct item *it = item->data;
    struct str out = str_in(&item->arena);

    if (it->bad) {
        progress_hide(&j->progress);
        row_talk_add(&j->said, j->v->path, &it->err);
        j->unreadable++;
        return true;
    }
    cmd_verify_keep(j, it);
    if (it->share > 0)
        progress_share(&j->progress, it->share);
    progress_add(&j->progress, 1);
    if (!j->json)
        return true;
    cmd_verify_write_line(&out, &item->arena, it);
    if (out_str(&out))
        return true;
    j->failed = true;
    return false;
}

/* ---- the job ---- */

static void cmd_verify_summarise(const struct job *j, struct count *all)
{
    struct str line = { 0 };

    for (size_t i = 0; i < j->rows.n; i++)
        cmd_verify_count_row(all, vec_get(&j->rows, struct kept, i));
    str_addf(&line,
             "%" PRIu64 " rows: %" PRIu64 " read, %" PRIu64 " hold, %" PRIu64
             " fail, %" PRIu64 " undecided",
             all->rows, all->read, all->verdict[TRUTH_YES],
             all->verdict[TRUTH_NO], all->verdict[TRUTH_UNKNOWN]);
    if (j->unreadable)
        str_addf(&line, ", %" PRIu64 " unreadable", j->unreadable);
    talk_summary(&line);
    str_clear(&line);
}

static int cmd_verify_finish(struct job *j)
{
    struct count all = { 0 };
    bool written;

    if (!j->rows.n && !j->unreadable && !j->failed && !interrupt_came()) {
        talk("%s contains no row", file_shown(j->v->path));
        return EXIT_COULD_NOT;
    }
    written = j->json || print_document(j);
    cmd_verify_summarise(j, &all);
    interrupt_tell();
    if (!out_finish() || !written || j->failed || j->unreadable ||
        interrupt_came())
        return EXIT_COULD_NOT;
    return all.verdict[TRUTH_NO] ? EXIT_NO : EXIT_DONE;
}

/* Audits the set and prints what was found: a document, or with `json` a line
 * for each row. A claim may take so many units of work. Returns the status to
 * exit with: that of a verification, which says no if a key fails. */
static int verify_dataset(const struct verify_dataset *v, bool json,
                          int threads, uint64_t work)
{
    struct job j = { .v = v, .json = json, .work = work };
    struct pipeline p = { .threads = threads,
                          .item_size = sizeof(struct item),
                          .ctx = &j,
                          .next = cmd_verify_next,
                          .work = cmd_verify_audit_item,
                          .emit = cmd_verify_emit,
                          .leave = threads_leave };
    struct err e;
    int status = EXIT_COULD_NOT;

    interrupt_watch("the remaining rows were not audited");
    if (!lines_open(&j.lines, v->path, 0, &e) ||
        !row_talk_expect(&j.lines,
                         "assay verify --dataset reads one JSON line for each "
                         "problem of a published dataset",
                         &e)) {
        lines_close(&j.lines);
        return talk_failure(&e);
    }
    j.rows = vec_in(&j.arena, sizeof(struct kept));
    progress_open(&j.progress, stderr, clock_real(), "auditing", 0);
    pipeline_run(&p);
    progress_close(&j.progress);
    lines_close(&j.lines);
    row_talk_end(&j.said);
    status = cmd_verify_finish(&j);
    arena_clear(&j.arena);
    return status;
}

/*
 * assay verify: claims in, verdicts out, in the same order and on all
 * processors. A file of JSON lines is read line by line, a YAML file whole.
 */

struct verify_job {
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

struct verify_item {
    const struct json *json; /* NULL: the line cannot be had */
    struct err err;
    bool bad;              /* err says why */
    const struct json *id; /* a string or a number; or NULL */
    struct finding found;
    struct str out;
    double share;
};

/* ---- what is said ---- */

static void cmd_verify_write_json(struct str *out, const struct verify_item *it)
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
static void cmd_verify_write_block(struct str *out,
                                   const struct verify_item *it)
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

static bool cmd_verify_next_line(struct verify_job *j, struct verify_item *it,
                                 struct arena *a)
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

static bool verify_next(void *ctx, struct pipeline_item *item)
{
    struct verify_job *j = ctx;
    struct verify_item *it = item->data;

    if (j->ended || interrupt_came())
        return false;
    if (!j->is_whole)
        return cmd_verify_next_line(j, it, &item->arena);
    it->json = j->whole;
    if (j->whole)
        j->whole = j->whole->next;
    return it->json != NULL;
}

static void cmd_verify_work(void *ctx, struct pipeline_item *item)
{
    const struct verify_job *j = ctx;
    struct verify_item *it = item->data;
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
        cmd_verify_write_block(&it->out, it);
    else
        cmd_verify_write_json(&it->out, it);
}

static bool verify_emit(void *ctx, struct pipeline_item *item)
{
    struct verify_job *j = ctx;
    struct verify_item *it = item->data;

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

static bool open_whole(struct verify_job *j)
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

static bool cmd_verify_open_file(struct verify_job *j)
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

static void verify_summarise(const struct verify_job *j)
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

static int cmd_verify_run_job(struct verify_job *j)
{
    struct pipeline p = { .threads = j->threads,
                          .item_size = sizeof(struct verify_item),
                          .ctx = j,
                          .next = verify_next,
                          .work = cmd_verify_work,
                          .emit = verify_emit,
                          .leave = threads_leave };

    interrupt_watch("the remaining claims were not verified");
    if (!cmd_verify_open_file(j)) {
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
        verify_summarise(j);
    }
    arena_clear(&j->arena);
    interrupt_tell();
    if (!out_finish() || j->failed || j->unreadable || interrupt_came())
        return EXIT_COULD_NOT;
    return j->count[TRUTH_NO] ? EXIT_NO : EXIT_DONE;
}

static int cmd_verify_run(const struct command *self, int argc, char **argv)
{
    struct verify_job j = { .work = VERIFY_WORK };
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
    return cmd_verify_run_job(&j);
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
    .run = cmd_verify_run,
};
