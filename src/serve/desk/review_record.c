/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What is known of an entry besides its text: what reviewers answered before
 * they saw the key, what checks found, and what models did.
 */
#include "base/json.h"
#include "base/vec.h"
#include "report/html/html.h"
#include "run/review/decisions.h"
#include "serve/desk/review.h"
#include "serve/pages/layout.h"
#include "store/challenges.h"
#include "store/runs.h"

#include <inttypes.h>
#include <string.h>

/* ---- answers that were given blind ---- */

struct blind blind_read(struct arena *a, const struct entry_deed *d)
{
    struct blind out = { .deed = d,
                         .answer = deed_member(a, d, "answer"),
                         .verdict = verdict_name(VERDICT_UNDECIDED),
                         .why = deed_member(a, d, "why") };
    enum verdict verdict;

    if (verdict_find(deed_member(a, d, "verdict"), &verdict)) {
        out.verdict = verdict_name(verdict);
        out.agrees = verdict == VERDICT_CORRECT;
    }
    return out;
}

struct blind blind_of(struct visit *v, const struct entry_view *x,
                      int64_t person)
{
    for (size_t i = 0; i < x->n_deeds; i++) {
        const struct entry_deed *d = &x->deeds[i];

        if (d->deed == DEED_SOLVED && d->person == person &&
            d->version == x->entry.version)
            return blind_read(v->arena, d);
    }
    return (struct blind){ .answer = "", .verdict = "", .why = "" };
}

/* ---- checks ---- */

size_t checks_add(struct visit *v, struct str *out, const struct entry_view *x,
                  int64_t version)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n_deeds; i++) {
        const struct entry_deed *d = &x->deeds[i];

        if (d->deed != DEED_CHECKED || d->version != version)
            continue;
        str_add(out, n++ ? "<li>" : "<ul class=\"list\">\n<li>");
        html_text(out, deed_member(v->arena, d, "how"));
        str_add(out, ": <strong>");
        html_text(out, deed_member(v->arena, d, "finding"));
        str_add(out, "</strong> ");
        html_text(out, deed_member(v->arena, d, "why"));
        str_add(out, " <span class=\"hint\">");
        layout_time(out, d->at_ms);
        str_add(out, "</span></li>\n");
    }
    str_add(out, n ? "</ul>\n" : "");
    return n;
}

/* ---- models ---- */

static struct model_record *row_of(struct vec *rows, const char *model)
{
    struct model_record *r;

    for (size_t i = 0; i < rows->n; i++) {
        r = vec_get(rows, struct model_record, i);
        if (str_eq(r->model, model))
            return r;
    }
    r = vec_push(rows);
    r->model = model;
    return r;
}

static bool count_run(struct visit *v, const struct challenge *c,
                      struct vec *rows, struct err *e)
{
    const char *name = arena_printf(v->arena, "r%" PRId64, c->run);
    struct result *results;
    struct run_info run;
    size_t n;

    if (!runs_find(v->store, v->arena, name, &run, e) ||
        !runs_results(v->store, v->arena, c->run, &results, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct model_record *r;

        if (results[i].outcome >= OUTCOME_ERROR ||
            results[i].model >= run.n_models)
            continue;
        r = row_of(rows, run.models[results[i].model]);
        r->attempts++;
        r->correct += results[i].outcome == OUTCOME_OK &&
                      results[i].lenient == VERDICT_CORRECT;
        r->undecided += results[i].outcome == OUTCOME_OK &&
                        results[i].lenient == VERDICT_UNDECIDED;
        r->decided +=
            results[i].judge && str_eq(results[i].judge, DECISIONS_JUDGE);
    }
    return true;
}

bool record_read(struct visit *v, int64_t entry, int64_t version,
                 struct model_record **out, size_t *n, struct err *e)
{
    struct vec rows = vec_in(v->arena, sizeof(struct model_record));
    struct challenge *list;
    size_t count;

    if (!challenges_list(v->store, v->arena, entry, &list, &count, e))
        return false;
    for (size_t i = 0; i < count; i++)
        if (list[i].version == version && list[i].run &&
            !count_run(v, &list[i], &rows, e))
            return false;
    *out = rows.items;
    *n = rows.n;
    return true;
}

void record_add(struct str *out, const struct model_record *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        str_add(out, i ? ", " : "");
        html_name(out, rows[i].model);
        str_addf(out, " %zu of %zu", rows[i].correct, rows[i].attempts);
        if (rows[i].undecided)
            str_addf(out, " (%zu undecided)", rows[i].undecided);
        if (rows[i].decided)
            str_addf(out, " (%zu decided by a person)", rows[i].decided);
    }
}
