/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The rows of public sets, for whoever wants to write from one. Sets and rows are
 * counted from 1, and rows that cannot be read are passed over. The corpus keeps
 * no statements, so a file is read again up to the rows that are asked for.
 */
#include "base/lines.h"
#include "problem/source.h"
#include "serve/desk/write/write_page.h"
#include "serve/pages/layout.h"

#include <inttypes.h>
#include <string.h>

#define ROWS_MOST 50000 /* of a file that can be had */

/* Finds a file by its number. */
static bool start_public_find_file(const struct visit *v, const char *number,
                                   const char **path, struct err *e)
{
    const struct serve_options *o = v->serve->o;
    int64_t n;

    if (!http_number(number, &n) || n < 1 || (uint64_t)n > o->n_public_sets)
        return err_set(e, ERR_SPENT, "there is no such public set");
    *path = o->public_sets[n - 1];
    return true;
}

/* Reads `most` rows behind the first `from`, as lines of ours. */
static bool start_public_read_rows(struct arena *a, const char *path,
                                   size_t from, size_t most, struct vec *lines,
                                   struct err *e)
{
    enum lines_got got = LINES_END;
    struct arena row = { 0 };
    struct source source;
    size_t n = 0, line;

    if (!source_open(&source, path, NULL, e))
        return false;
    while (n < from + most && n < ROWS_MOST) {
        struct problem p;

        arena_reset(&row);
        got = source_next(&source, &row, &p, &line, e);
        if (got == LINES_BAD)
            continue;
        if (got != LINES_LINE)
            break;
        if (n++ >= from) {
            struct str text = str_in(a);

            problem_write(&text, &p);
            *(const char **)vec_push(lines) = str_get(&text);
        }
    }
    arena_clear(&row);
    source_close(&source);
    return got != LINES_FAIL || err_prefix(e, "%.200s: ", path);
}

const char *start_public(struct visit *v, const char *set, const char *row,
                         struct err *e)
{
    struct vec lines = vec_in(v->arena, sizeof(const char *));
    const char *path;
    int64_t n;

    if (!start_public_find_file(v, set, &path, e))
        return NULL;
    (void)http_number(row, &n);
    if (n > 0 && n <= ROWS_MOST &&
        !start_public_read_rows(v->arena, path, (size_t)n - 1, 1, &lines, e))
        return NULL;
    if (lines.n)
        return *vec_get(&lines, const char *, 0);
    err_set(e, ERR_SPENT, "%.100s has no such row", file_base(path));
    return NULL;
}

/* ---- pages ---- */

bool public_list(struct visit *v, struct err *e)
{
    const struct serve_options *o = v->serve->o;
    struct json *row = json_new(v->arena, JSON_OBJECT);
    struct json *list = row_list(v->arena, row, "sets");

    (void)e;
    for (size_t i = 0; i < o->n_public_sets; i++)
        json_push(list, row_new(v->arena, "number=%zu name=%s", i + 1,
                                file_base(o->public_sets[i])));
    return page_show(v, 200, "Public sets", "write", "public_list", row);
}

bool public_rows(struct visit *v, struct err *e)
{
    struct vec lines = vec_in(v->arena, sizeof(const char *));
    struct problem_rows rows = { .from = problem_rows_from(v),
                                 .by_number = true };
    struct json *row;
    const char *path;

    if (rows.from > ROWS_MOST)
        rows.from = ROWS_MOST;
    if (!start_public_find_file(v, v->args[0], &path, e) ||
        !start_public_read_rows(v->arena, path, rows.from, ROWS_OF_PAGE + 1,
                                &lines, e))
        return false;
    rows.lines = lines.items;
    rows.more = lines.n > ROWS_OF_PAGE;
    rows.n = rows.more ? ROWS_OF_PAGE : lines.n;
    rows.place = arena_printf(v->arena, "/public/%s", v->args[0]);
    rows.begin = arena_printf(
        v->arena, "/entries/new?public=%s&amp;row-number=", v->args[0]);
    row = row_new(v->arena, "file=%s", file_base(path));
    return problem_rows_add(v, row, &rows, e) &&
           page_show(v, 200, "Rows of a public set", "write", "public_rows",
                     row);
}
