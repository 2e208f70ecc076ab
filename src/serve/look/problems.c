/* SPDX-License-Identifier: Apache-2.0 */

/* The problems of a run, for whoever wants to write from one. */
#include "base/json.h"
#include "report/html/html.h"
#include "serve/look/access.h"
#include "serve/look/show.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

#define PAGE_ROWS 50 /* problems on one page */

static bool add_problem(struct visit *v, struct str *out, const char *run,
                        const char *line, struct err *e)
{
    const char *id, *statement;
    struct json *row;

    if (!json_read(v->arena, line, strlen(line), 1, &row, e))
        return false;
    id = json_string(json_get(row, "id"));
    statement = json_string(json_get(row, "statement"));
    str_addf(out, "<li><a href=\"/entries/new?run=%s&amp;problem=", run);
    http_escape(out, id ? id : "");
    str_add(out, "\">Write from it</a> <span class=\"hint\">");
    html_name(out, id ? id : "");
    str_add(out, "</span>");
    layout_tex(out, statement ? statement : "");
    str_add(out, "</li>\n");
    return true;
}

static void add_pages(struct str *out, const char *run, size_t from, size_t n)
{
    if (from)
        str_addf(out,
                 "<p><a href=\"/runs/%s/problems?from=%zu\">Those before"
                 "</a></p>\n",
                 run, from > PAGE_ROWS ? from - PAGE_ROWS : 0);
    if (from + PAGE_ROWS < n)
        str_addf(out,
                 "<p><a href=\"/runs/%s/problems?from=%zu\">The next"
                 "</a></p>\n",
                 run, from + PAGE_ROWS);
}

bool show_problems(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct run_info run;
    const char **lines;
    int64_t from;
    size_t n;

    (void)http_number(http_query(v->request, "from"), &from);
    if (!look_find_run(v, v->args[0], &run, e) ||
        !runs_problems(v->store, v->arena, run.id, &lines, &n, e))
        return false;
    layout_open(v, &out, "Problems of a run", "runs");
    str_addf(&out,
             "<h1>Problems of <a href=\"/runs/%s\">run %s</a></h1>\n"
             "<p class=\"facts\">%zu problems. An entry that begins with "
             "one keeps its proof until statement or key is "
             "edited.</p>\n<ol class=\"list\" start=\"%" PRId64 "\">\n",
             run.name, run.name, n, from + 1);
    for (size_t i = (size_t)from; i < n && i < (size_t)from + PAGE_ROWS; i++)
        if (!add_problem(v, &out, run.name, lines[i], e))
            return false;
    str_add(&out, "</ol>\n");
    add_pages(&out, run.name, (size_t)from, n);
    layout_close(v, &out, 200);
    return true;
}
