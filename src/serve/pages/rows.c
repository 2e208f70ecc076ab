/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/pages/rows.h"
#include "base/json.h"
#include "report/html/html.h"
#include "serve/pages/layout.h"

#include <string.h>

size_t problem_rows_from(const struct visit *v)
{
    int64_t from;

    (void)http_number(http_query(v->request, "from"), &from);
    return (size_t)from;
}

static const char *member(const struct json *row, const char *name)
{
    const char *text = json_string(json_get(row, name));

    return text ? text : "";
}

static bool add_row(struct visit *v, struct str *out,
                    const struct problem_rows *rows, size_t i, struct err *e)
{
    struct json *row;

    if (!json_read(v->arena, rows->lines[i], strlen(rows->lines[i]), 1, &row,
                   e))
        return false;
    str_addf(out, "<li><a href=\"%s", rows->begin);
    if (rows->by_number)
        str_addf(out, "%zu", rows->from + i + 1);
    else
        http_escape(out, member(row, "id"));
    str_add(out, "\">Write an entry from it</a> <span class=\"hint\">");
    html_name(out, member(row, "id"));
    str_add(out, "</span>");
    layout_tex(out, member(row, "statement"));
    str_add(out, "</li>\n");
    return true;
}

static void add_turn(struct str *out, const struct problem_rows *rows,
                     size_t from, const char *words)
{
    str_addf(out, "<p><a href=\"%s?from=%zu\">%s</a></p>\n", rows->place, from,
             words);
}

bool problem_rows_add(struct visit *v, struct str *out,
                      const struct problem_rows *rows, struct err *e)
{
    str_addf(out, "<ol class=\"list\" start=\"%zu\">\n", rows->from + 1);
    for (size_t i = 0; i < rows->n; i++)
        if (!add_row(v, out, rows, i, e))
            return false;
    str_add(out, "</ol>\n");
    if (!rows->n)
        layout_say(out, "secret", "There is nothing here.");
    if (rows->from)
        add_turn(out, rows,
                 rows->from > ROWS_OF_PAGE ? rows->from - ROWS_OF_PAGE : 0,
                 "Previous");
    if (rows->more)
        add_turn(out, rows, rows->from + ROWS_OF_PAGE, "Next");
    return true;
}
