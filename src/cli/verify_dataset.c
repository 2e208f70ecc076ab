/* SPDX-License-Identifier: Apache-2.0 */

/*
 * assay verify --dataset: rows in, verdicts out, on all processors. For people
 * there is one document: counts by topic, and each key that fails with its
 * evidence; for programs a line for each row.
 */
#include "cli/verify_dataset.h"

#include "base/clock.h"
#include "base/lines.h"
#include "base/pipeline.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/row_talk.h"
#include "cli/talk.h"
#include "report/document.h"
#include "verify/audit/audit.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

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

static void add_evidence(struct document *d, const struct audit_finding *f)
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

static void write_line(struct str *out, struct arena *a, const struct item *it)
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
    add_evidence(d, f);
    document_json(out, d);
}

/* ---- the document for people ---- */

struct count {
    const char *name;
    uint64_t rows, read, verdict[3];
};

static void count_row(struct count *c, const struct kept *k)
{
    c->rows++;
    c->read += k->found.read;
    c->verdict[k->found.holds]++;
}

static void add_count(struct doc_table *t, const struct count *c)
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

static void add_topics(struct document *d, const struct job *j)
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
        count_row(vec_get(&counts, struct count, n), k);
        count_row(&all, k);
    }
    for (size_t i = 0; i < counts.n; i++)
        add_count(t, vec_get(&counts, struct count, i));
    add_count(t, &all);
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
        add_evidence(d, &k->found);
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

    add_topics(d, j);
    add_failures(d, j);
    add_undecided(d, j);
    if (j->v->markdown)
        document_markdown(&out, d);
    else
        document_text(&out, d);
    return out_str(&out);
}

/* ---- the file, row by row ---- */

static bool next(void *ctx, struct pipeline_item *item)
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

static void audit_item(void *ctx, struct pipeline_item *item)
{
    const struct job *j = ctx;
    struct item *it = item->data;

    if (!it->bad)
        it->bad = !audit_row_read(&item->arena, it->json, it->number, &it->row,
                                  &it->err);
    if (!it->bad)
        audit_row(&item->arena, &it->row, j->work, &it->found);
}

static const char *copy(struct arena *a, const char *s)
{
    return s ? arena_strdup(a, s) : NULL;
}

static void keep(struct job *j, const struct item *it)
{
    struct kept *k = vec_push(&j->rows);
    struct finding_row *rows =
        arena_array(&j->arena, struct finding_row, it->found.rows_n);

    for (size_t i = 0; i < it->found.rows_n; i++) {
        rows[i] = it->found.rows[i];
        rows[i].at = copy(&j->arena, rows[i].at);
        rows[i].object = copy(&j->arena, rows[i].object);
        rows[i].claim = copy(&j->arena, rows[i].claim);
    }
    k->id = copy(&j->arena, it->row.id);
    k->topic = copy(&j->arena, it->row.topic);
    k->found = it->found;
    k->found.rows = rows;
    k->found.why = copy(&j->arena, it->found.why);
    k->found.reason = copy(&j->arena, it->found.reason);
    k->found.right = copy(&j->arena, it->found.right);
}

static bool emit(void *ctx, struct pipeline_item *item)
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
    keep(j, it);
    if (it->share > 0)
        progress_share(&j->progress, it->share);
    progress_add(&j->progress, 1);
    if (!j->json)
        return true;
    write_line(&out, &item->arena, it);
    if (out_str(&out))
        return true;
    j->failed = true;
    return false;
}

/* ---- the job ---- */

static void summarise(const struct job *j, struct count *all)
{
    struct str line = { 0 };

    for (size_t i = 0; i < j->rows.n; i++)
        count_row(all, vec_get(&j->rows, struct kept, i));
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

static int finish(struct job *j)
{
    struct count all = { 0 };
    bool written;

    if (!j->rows.n && !j->unreadable && !j->failed && !interrupt_came()) {
        talk("%s contains no row", file_shown(j->v->path));
        return EXIT_COULD_NOT;
    }
    written = j->json || print_document(j);
    summarise(j, &all);
    interrupt_tell();
    if (!out_finish() || !written || j->failed || j->unreadable ||
        interrupt_came())
        return EXIT_COULD_NOT;
    return all.verdict[TRUTH_NO] ? EXIT_NO : EXIT_DONE;
}

int verify_dataset(const struct verify_dataset *v, bool json, int threads,
                   uint64_t work)
{
    struct job j = { .v = v, .json = json, .work = work };
    struct pipeline p = { .threads = threads,
                          .item_size = sizeof(struct item),
                          .ctx = &j,
                          .next = next,
                          .work = audit_item,
                          .emit = emit,
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
    status = finish(&j);
    arena_clear(&j.arena);
    return status;
}
