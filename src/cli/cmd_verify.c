/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"
#include "base/vec.h"
#include "base/yaml.h"
#include "cli/args.h"
#include "cli/feed.h"
#include "cli/interrupt.h"
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
 * assay verify: claims in, verdicts out, in the same order and on all
 * processors. A file of JSON lines is read line by line, a YAML file whole.
 */

struct job {
    struct cli cli;
    const char *dataset; /* a published set is audited; NULL: claims are */
    bool markdown;
    bool json, explain; /* as asked for */
    bool blocks;        /* for people */
    int threads;
    uint64_t work; /* of a claim */
    struct feed feed;
    struct vec rows;   /* struct kept: of a published set */
    uint64_t count[3]; /* by enum truth */
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

struct audited {
    struct audit_row row;
    struct audit_finding found;
};

/* ---- a line for programs ---- */

static void verify_add_evidence(struct document *d,
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

static void verify_write_line(struct str *out, struct arena *a,
                              const struct audited *it)
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
    verify_add_evidence(d, f);
    document_json(out, d);
}

/* ---- the document for people ---- */

struct count {
    const char *name;
    uint64_t rows, read, verdict[3];
};

static void verify_count_row(struct count *c, const struct kept *k)
{
    c->rows++;
    c->read += k->found.read;
    c->verdict[k->found.holds]++;
}

static void verify_add_count(struct doc_table *t, const struct count *c)
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

static void verify_add_topics(struct document *d, const struct job *j)
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
        verify_count_row(vec_get(&counts, struct count, n), k);
        verify_count_row(&all, k);
    }
    for (size_t i = 0; i < counts.n; i++)
        verify_add_count(t, vec_get(&counts, struct count, i));
    verify_add_count(t, &all);
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
        verify_add_evidence(d, &k->found);
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
    struct document *d = document_new(j->cli.arena, 0);
    struct str out = str_in(j->cli.arena);

    verify_add_topics(d, j);
    add_failures(d, j);
    add_undecided(d, j);
    if (j->markdown)
        document_markdown(&out, d);
    else
        document_text(&out, d);
    return out_str(&out);
}

/* ---- the file, row by row ---- */

static void verify_audit_item(void *ctx, struct feed_item *item)
{
    const struct job *j = ctx;
    struct audited *it = item->own;

    item->bad = !audit_row_read(item->arena, item->json, item->line - 1,
                                &it->row, &item->err);
    if (!item->bad)
        audit_row(item->arena, &it->row, j->work, &it->found);
}

static void verify_keep(struct job *j, const struct audited *it)
{
    struct arena *a = j->cli.arena;
    struct kept *k = vec_push(&j->rows);
    struct finding_row *rows =
        arena_array(a, struct finding_row, it->found.rows_n);

    for (size_t i = 0; i < it->found.rows_n; i++) {
        rows[i] = it->found.rows[i];
        rows[i].at = feed_keep(a, rows[i].at);
        rows[i].object = feed_keep(a, rows[i].object);
        rows[i].claim = feed_keep(a, rows[i].claim);
    }
    k->id = feed_keep(a, it->row.id);
    k->topic = feed_keep(a, it->row.topic);
    k->found = it->found;
    k->found.rows = rows;
    k->found.why = feed_keep(a, it->found.why);
    k->found.reason = feed_keep(a, it->found.reason);
    k->found.right = feed_keep(a, it->found.right);
}

static bool verify_take_row(void *ctx, struct feed_item *item)
{
    struct job *j = ctx;
    struct str out = str_in(item->arena);

    verify_keep(j, item->own);
    if (!j->json)
        return true;
    verify_write_line(&out, item->arena, item->own);
    return out_str(&out);
}

/* ---- the job ---- */

static void verify_summarise(const struct job *j, struct count *all)
{
    struct str line = { 0 };

    for (size_t i = 0; i < j->rows.n; i++)
        verify_count_row(all, vec_get(&j->rows, struct kept, i));
    str_addf(&line,
             "%" PRIu64 " rows: %" PRIu64 " read, %" PRIu64 " hold, %" PRIu64
             " fail, %" PRIu64 " undecided",
             all->rows, all->read, all->verdict[TRUTH_YES],
             all->verdict[TRUTH_NO], all->verdict[TRUTH_UNKNOWN]);
    if (j->feed.unreadable)
        str_addf(&line, ", %" PRIu64 " unreadable", j->feed.unreadable);
    talk_summary(&line);
    str_clear(&line);
}

/* Returns the status of a verification, which says no if something fails. */
static int verify_finish(const struct job *j, bool ok, uint64_t fails)
{
    interrupt_tell();
    if (!out_finish() || !ok || j->feed.failed || j->feed.unreadable ||
        interrupt_came())
        return EXIT_COULD_NOT;
    return fails ? EXIT_NO : EXIT_DONE;
}

/* Audits the set and prints what was found: a document, or with --json a line
 * for each row. */
static int verify_dataset(struct job *j)
{
    struct feed *f = &j->feed;
    struct count all = { 0 };
    bool written;

    f->path = j->dataset;
    f->verb = "auditing";
    f->expects = "assay verify --dataset reads one JSON line for each problem "
                 "of a published dataset";
    f->nothing = "row";
    f->own_size = sizeof(struct audited);
    f->work = verify_audit_item;
    f->take = verify_take_row;
    j->rows = vec_in(j->cli.arena, sizeof(struct kept));
    interrupt_watch("the remaining rows were not audited");
    feed_run(f);
    if (f->failed && !f->rows && !f->unreadable)
        return EXIT_COULD_NOT;
    written = j->json || print_document(j);
    verify_summarise(j, &all);
    return verify_finish(j, written, all.verdict[TRUTH_NO]);
}

/*
 * Claims.
 */

struct verified {
    const struct json *id; /* a string or a number; or NULL */
    struct finding found;
    struct str out;
};

/* ---- what is said ---- */

static void verify_write_json(struct str *out, const struct feed_item *item)
{
    const struct verified *it = item->own;
    const struct finding *f = &it->found;

    str_add(out, "{\"id\": ");
    if (it->id && it->id->type == JSON_NUMBER)
        str_add(out, it->id->text);
    else
        json_write_text(out, it->id ? it->id->text : NULL);
    if (item->bad) {
        str_add(out, ", \"error\": ");
        json_write_string(out, item->err.msg);
        str_add(out, "}\n");
        return;
    }
    str_add(out, ", ");
    finding_write(out, f);
    str_add(out, "}\n");
}

/* A block for people. */
static void verify_write_block(struct str *out, const struct feed_item *item)
{
    const struct verified *it = item->own;
    const struct finding *f = &it->found;

    str_add_printable(out, it->id ? it->id->text : "?");
    if (item->bad) {
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

static void verify_claim_item(void *ctx, struct feed_item *item)
{
    const struct job *j = ctx;
    struct verified *it = item->own;
    struct work w = { .limit = j->work };
    struct claim claim;

    if (!item->bad) {
        const struct json *id = json_get(item->json, "id");

        if (id && (id->type == JSON_STRING || id->type == JSON_NUMBER))
            it->id = id;
        item->bad =
            !claim_from_json(item->arena, item->json, &claim, &item->err);
    }
    if (!item->bad)
        verify_claim(item->arena, &claim, &w, &it->found);
    it->out = str_in(item->arena);
    if (j->blocks)
        verify_write_block(&it->out, item);
    else
        verify_write_json(&it->out, item);
}

static bool verify_take_claim(void *ctx, struct feed_item *item)
{
    struct job *j = ctx;
    const struct verified *it = item->own;

    if (j->blocks)
        progress_hide(&j->feed.progress);
    if (!item->bad)
        j->count[it->found.holds]++;
    return out_str(&it->out);
}

/* ---- the job ---- */

static bool open_whole(struct job *j)
{
    struct feed *f = &j->feed;
    struct json *v = NULL;
    struct err e;

    if (!yaml_read_file(j->cli.arena, f->path, &v, &e)) {
        talk_err(f->path, &e);
        return false;
    }
    f->is_whole = true;
    f->whole = v->type == JSON_ARRAY ? v->first : v;
    f->n_whole = v->type == JSON_ARRAY ? v->count : 0;
    return true;
}

static void verify_summarise_claims(const struct job *j)
{
    struct str line = { 0 };
    uint64_t n = j->count[0] + j->count[1] + j->count[2];

    str_addf(&line,
             "%" PRIu64 " claim%s: %" PRIu64 " hold%s, %" PRIu64
             " fail%s, %" PRIu64 " undecided",
             n, n == 1 ? "" : "s", j->count[TRUTH_YES],
             j->count[TRUTH_YES] == 1 ? "s" : "", j->count[TRUTH_NO],
             j->count[TRUTH_NO] == 1 ? "s" : "", j->count[TRUTH_UNKNOWN]);
    if (j->feed.unreadable)
        str_addf(&line, ", %" PRIu64 " unreadable", j->feed.unreadable);
    talk_summary(&line);
    str_clear(&line);
}

static int verify_claims(struct job *j)
{
    struct feed *f = &j->feed;

    f->path = cli_word(&j->cli, 0);
    f->verb = "verifying";
    f->expects = "assay verify reads one JSON line for each claim: "
                 "{\"kind\": ..., \"object\": ..., \"claim\": ...}";
    f->nothing = "claim";
    f->own_size = sizeof(struct verified);
    f->takes_bad = true;
    f->work = verify_claim_item;
    f->take = verify_take_claim;
    interrupt_watch("the remaining claims were not verified");
    if ((str_ends(f->path, ".yaml") || str_ends(f->path, ".yml")) &&
        !open_whole(j))
        return EXIT_COULD_NOT;
    j->blocks = j->explain || (f->is_whole && !j->json);
    feed_run(f);
    if (f->failed && !f->rows && !f->unreadable)
        return EXIT_COULD_NOT;
    verify_summarise_claims(j);
    return verify_finish(j, true, j->count[TRUTH_NO]);
}

static int verify_work(void *job)
{
    struct job *j = job;
    const struct mistake mistakes[] = {
        { j->cli.args.n != (j->dataset ? 0 : 1),
          "name one file of claims, or - for standard input" },
        { j->markdown && !j->dataset, "--markdown works only with --dataset" },
        { j->dataset && j->explain, "--explain works only with claims; "
                                    "--dataset prints its own report" },
        { j->json && j->explain, "give --json or --explain, not both" },
        { j->json && j->markdown, "give --json or --markdown, not both" },
        { !j->work, "--work must be at least 1" },
    };
    int status = ARGS_CHECK(&j->cli, mistakes);

    if (status >= 0)
        return status;
    j->feed.threads = j->threads;
    j->feed.ctx = j;
    return j->dataset ? verify_dataset(j) : verify_claims(j);
}

#define AT(f) offsetof(struct job, f)

static const struct option options[] = {
    { "explain", 0, OPTION_FLAG, AT(explain), NULL,
      "print readable text instead of JSON lines" },
    { "json", 0, OPTION_FLAG, AT(json), NULL,
      "print JSON lines also for a YAML file" },
    { "work", 0, OPTION_COUNT, AT(work), "N",
      "maximum work for one claim, in units of about one 128-bit "
      "multiplication (default: 120000000)" },
    { "dataset", 0, OPTION_TEXT, AT(dataset), "FILE",
      "audit the keys of a published dataset instead of claims" },
    { "markdown", 0, OPTION_FLAG, AT(markdown), NULL,
      "with --dataset: print the audit as Markdown" },
    THREADS_OPTION(AT(threads)),
    { 0 },
};

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
    .job = sizeof(struct job),
    .init = &(const struct job){ .work = VERIFY_WORK },
    .options = options,
    .work = verify_work,
};
