/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/source.h"
#include "problem/import/reader.h"

#include <string.h>

/* So many rows that no reader knows, and the file is no set of problems. */
#define UNKNOWN_MOST 20

#define NAMES_SHOWN 8 /* fields that a message names */

bool source_open(struct source *s, const char *path, const char *as,
                 struct err *e)
{
    *s = (struct source){ .path = path, .reader_given = as != NULL };
    if (as && !(s->reader = dataset_find(as)))
        return err_set(e, ERR_USAGE, "there is no reader \"%.60s\"", as);
    s->rows = rows_open(path, e);
    return s->rows || file_fail(path, e);
}

/* The row's fields, for a message. */
static const char *list_fields(struct arena *a, const struct json *row)
{
    struct str out = str_in(a);
    size_t n = 0;

    for (const struct json *m = row->first; m && n < NAMES_SHOWN; m = m->next)
        str_addf(&out, "%s\"%.24s\"", n++ ? ", " : "", m->name);
    if (row->count > n)
        str_addf(&out, " and %zu more", row->count - n);
    return n ? str_get(&out) : "none";
}

static enum lines_got refuse_unknown(struct source *s, struct arena *a,
                                     const struct json *row, struct err *e)
{
    if (++s->unknown > UNKNOWN_MOST) {
        err_at(e, ERR_DOMAIN, row->line, 0,
               "no reader recognizes the fields of any of the first %d rows",
               UNKNOWN_MOST);
        return LINES_FAIL;
    }
    if (s->unknown > 1) {
        row_fail(row, e, "no reader knows these fields: %s",
                 list_fields(a, row));
        return LINES_BAD;
    }
    row_fail(row, e,
             "no reader knows these fields: %s; a row needs a question "
             "(\"question\", \"problem\", \"prompt\" ...) and an answer "
             "(\"answer\", \"target\", \"solution\" with \\boxed{} ...): "
             "rename them, or name the reader with --as",
             list_fields(a, row));
    return LINES_BAD;
}

static enum lines_got read_row(struct source *s, struct arena *a,
                               const struct json *row, struct problem *out,
                               struct err *e)
{
    size_t number = s->number - 1;

    if (!s->reader_given && problem_is(row))
        return problem_read(a, row, out, e) ? LINES_LINE : LINES_BAD;
    if (!s->reader)
        s->reader = dataset_detect(row);
    if (!s->reader)
        return refuse_unknown(s, a, row, e);
    return dataset_problem(a, s->reader, row, file_base(s->path), number, out,
                           e)
               ? LINES_LINE
               : LINES_BAD;
}

enum lines_got source_next(struct source *s, struct arena *a,
                           struct problem *out, size_t *line, struct err *e)
{
    struct json *row;
    enum lines_got got = rows_next(s->rows, a, &row, e);

    if (got == LINES_LINE || got == LINES_BAD)
        s->number++;
    if (got != LINES_LINE)
        return got;
    *line = row->line;
    return read_row(s, a, row, out, e);
}

void source_close(struct source *s)
{
    rows_close(s->rows);
    *s = (struct source){ 0 };
}
