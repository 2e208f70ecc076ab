/* SPDX-License-Identifier: Apache-2.0 */

/* The list of runs and studies that the visitor may look at. */
#include "report/html/html.h"
#include "serve/desk/ask/ask_results.h"
#include "serve/look/access.h"
#include "serve/look/show.h"
#include "serve/pages/layout.h"

#include <inttypes.h>

#define PAGE_ROWS 100 /* runs on one page */

/* ---- studies ---- */

static void add_study(struct str *out, const struct study *v)
{
    str_addf(out, "<tr><td><a href=\"/studies/%s\">%s</a></td><td>", v->name,
             v->name);
    html_name(out, v->title);
    str_add(out, "</td><td>");
    if (v->stage) {
        html_text(out, *v->stage ? v->stage : "begins");
        if (v->total)
            str_addf(out, ", %" PRIu64 " of %" PRIu64, v->done, v->total);
    } else {
        str_add(out, v->ended ? "ended" : "stopped");
    }
    str_addf(out, "</td><td class=\"num\">%zu</td><td>", v->n_runs);
    layout_time(out, v->stage ? v->worked_ms : v->made_ms);
    str_add(out, "</td></tr>\n");
}

static bool add_studies(struct visit *v, struct str *out, struct err *e)
{
    struct study *list;
    size_t n, all;

    if (!studies_list(v->store, v->arena, &list, &all, e))
        return false;
    n = 0;
    for (size_t i = 0; i < all; i++)
        if (look_may_study(v, &list[i]))
            list[n++] = list[i];
    if (!n)
        return true;
    str_add(out, "<h2>Studies</h2>\n");
    layout_table(out, "name what state runs:num when");
    for (int quiet = 0; quiet < 2; quiet++)
        for (size_t i = n; i-- > 0;)
            if (!list[i].stage == (quiet == 1))
                add_study(out, &list[i]);
    layout_table_end(out);
    return true;
}

/* ---- runs ---- */

static void add_what(struct visit *v, struct str *out,
                     const struct run_info *run, const struct challenge *c)
{
    if (c)
        str_addf(out,
                 "<a href=\"/entries/%" PRId64 "/ask\">entry %" PRId64
                 ", version %" PRId64 "</a>, %s",
                 c->entry, c->entry, c->version,
                 challenge_state_name(c->state));
    else
        html_name(out, summary_file(v->arena, run));
}

static bool add_run(struct visit *v, struct str *out,
                    const struct look_access *a, int64_t id, struct err *e)
{
    struct run_info run;
    uint64_t total;

    if (!runs_find(v->store, v->arena, arena_printf(v->arena, "r%" PRId64, id),
                   &run, e))
        return false;
    total = run.n_problems * run.n_models * run.attempts;
    str_addf(out, "<tr><td><a href=\"/runs/%s\">%s</a></td><td>", run.name,
             run.name);
    add_what(v, out, &run, look_challenge(a, id));
    str_add(out, "</td><td>");
    for (uint64_t i = 0; i < run.n_models; i++) {
        str_add(out, i ? ", " : "");
        asked_name(v, out, run.models[i]);
    }
    str_addf(out,
             "</td><td class=\"num\">%" PRIu64 " of %" PRIu64
             "</td><td class=\"num\">%" PRIu64 "</td><td>%s",
             run.results, total, run.errors,
             show_at_work(run.results, total, run.worked_ms) ? "in progress, "
                                                             : "");
    layout_time(out, run.worked_ms ? run.worked_ms : run.made_ms);
    str_add(out, "</td></tr>\n");
    return true;
}

static bool is_at_work(const struct run_stamp *s)
{
    return show_at_work(s->done, s->total, s->worked_ms);
}

/* The stamps of runs that the visitor may look at: those that are worked on
 * come first, then the newest. */
static bool find_runs(struct visit *v, struct look_access *a,
                      struct run_stamp **out, size_t *n, struct err *e)
{
    struct run_stamp *all, *quiet;
    size_t n_all, n_quiet = 0;

    *n = 0;
    if (!runs_stamps(v->store, v->arena, &all, &n_all, e))
        return false;
    *out = arena_array(v->arena, struct run_stamp, n_all + 1);
    quiet = arena_array(v->arena, struct run_stamp, n_all + 1);
    for (size_t i = n_all; i-- > 0;) {
        bool may;

        if (!look_may_run(a, all[i].run, &may, e))
            return false;
        if (may && is_at_work(&all[i]))
            (*out)[(*n)++] = all[i];
        else if (may)
            quiet[n_quiet++] = all[i];
    }
    for (size_t i = 0; i < n_quiet; i++)
        (*out)[(*n)++] = quiet[i];
    return true;
}

static void add_pages(struct str *out, size_t page, size_t n)
{
    size_t pages = (n + PAGE_ROWS - 1) / PAGE_ROWS;

    if (pages < 2)
        return;
    str_addf(out, "<p class=\"say\">%zu runs, page %zu of %zu", n, page, pages);
    if (page > 1)
        str_addf(out, ", <a href=\"/runs?page=%zu\">newer</a>", page - 1);
    if (page < pages)
        str_addf(out, ", <a href=\"/runs?page=%zu\">older</a>", page + 1);
    str_add(out, "</p>\n");
}

static bool add_runs(struct visit *v, struct str *out, struct look_access *a,
                     struct err *e)
{
    const char *asked = http_query(v->request, "page");
    struct run_stamp *list;
    int64_t number;
    size_t page, n;

    if (!find_runs(v, a, &list, &n, e))
        return false;
    page = http_number(asked, &number) ? (size_t)number : 1;
    if (page < 1 || (page - 1) * PAGE_ROWS >= n)
        page = 1;
    str_add(out, "<h2>Runs</h2>\n");
    if (!n) {
        str_add(out, "<p class=\"say\">There are no runs that you may "
                     "see.</p>\n");
        return true;
    }
    layout_table(out, "name what models done:num errors:num when");
    for (size_t i = (page - 1) * PAGE_ROWS; i < n && i < page * PAGE_ROWS; i++)
        if (!add_run(v, out, a, list[i].run, e))
            return false;
    layout_table_end(out);
    add_pages(out, page, n);
    return true;
}

bool show_list(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct look_access a = { 0 };
    bool ok;

    layout_open(v, &out, "Runs", "runs");
    str_add(&out, "<h1>Runs and studies</h1>\n<div id=\"list\" "
                  "data-topics=\"runs\" data-calm=\"1000\">\n");
    ok = add_studies(v, &out, e) && look_access_open(v, &a, e) &&
         add_runs(v, &out, &a, e);
    look_access_close(&a);
    str_add(&out, "</div>\n");
    layout_close(v, &out, 200);
    return ok;
}
