/* SPDX-License-Identifier: Apache-2.0 */

/* The problems of a run, for whoever wants to write from one. */
#include "serve/look/access.h"
#include "serve/look/show.h"
#include "serve/pages/layout.h"
#include "serve/pages/rows.h"

bool show_problems(struct visit *v, struct err *e)
{
    struct str out = str_in(v->arena);
    struct problem_rows rows = { .from = problem_rows_from(v) };
    struct run_info run;
    const char **lines;
    size_t n;

    if (!look_find_run(v, v->args[0], &run, e) ||
        !runs_problems(v->store, v->arena, run.id, &lines, &n, e))
        return false;
    rows.n = rows.from < n ? n - rows.from : 0;
    rows.lines = lines + (rows.n ? rows.from : 0);
    rows.more = rows.n > ROWS_OF_PAGE;
    rows.n = rows.more ? ROWS_OF_PAGE : rows.n;
    rows.place = arena_printf(v->arena, "/runs/%s/problems", run.name);
    rows.begin =
        arena_printf(v->arena, "/entries/new?run=%s&amp;problem=", run.name);
    layout_open(v, &out, "Problems of a run", "runs");
    str_addf(&out,
             "<h1>Problems of <a href=\"/runs/%s\">run %s</a></h1>\n"
             "<p class=\"facts\">%zu problems. An entry that starts from one "
             "of them keeps its proof until its statement or key is "
             "edited.</p>\n",
             run.name, run.name, n);
    if (!problem_rows_add(v, &out, &rows, e))
        return false;
    layout_close(v, &out, 200);
    return true;
}
