/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/source.h"
#include "base/vec.h"
#include "problem/import/reader.h"

#include <string.h>

/* So many rows that are no problems, and the file is no set of problems. */
#define UNKNOWN_MOST 20

#define NAMES_SHOWN 8 /* fields that a message names */

bool source_open(struct source *s, const char *path, const char *as,
                 struct err *e)
{
    *s = (struct source){ .path = path, .reader_given = as != NULL };
    if (as && !(s->reader = dataset_find(as)))
        return err_set(e, ERR_USAGE,
                       "there is no format \"%.60s\"; `assay import "
                       "--list` lists them",
                       as);
    s->rows = rows_open(path, e);
    return s->rows || file_fail(path, e);
}

/* The row's fields, for a message. */
static const char *source_list_fields(struct arena *a, const struct json *row)
{
    struct str out = str_in(a);
    size_t n = 0;

    for (const struct json *m = row->first; m && n < NAMES_SHOWN; m = m->next)
        str_addf(&out, "%s\"%.24s\"", n++ ? ", " : "", m->name);
    if (row->count > n)
        str_addf(&out, " and %zu more", row->count - n);
    return n ? str_get(&out) : "none";
}

/* ---- the first rows ---- */

static const char question_names[] =
    "(\"question\", \"problem\", \"prompt\" ...)";
static const char answer_names[] =
    "(\"answer\", \"target\", \"solution\" with \\boxed{} ...)";

struct source_row {
    enum lines_got got;
    struct json *row; /* when got is LINES_LINE */
    struct err err;   /* else */
};

static bool source_is_known(const struct source *s, const struct source_row *r)
{
    return r->got == LINES_LINE && r->row->type == JSON_OBJECT &&
           (s->reader_given || problem_is(r->row) || dataset_detect(r->row));
}

/* A row that only a family of ours can have written lacks something that
 * problem_is() asks for. */
static bool unknown_fields(struct arena *a, const struct json *row,
                           struct err *e)
{
    struct problem unused;

    if (json_get(row, "family") && json_get(row, "seed") &&
        !problem_read(a, row, &unused, e))
        return false;
    return row_fail(row, e,
                    "no format has these fields: %s; a row needs a question %s "
                    "and an answer %s: rename them, or name the format with "
                    "`assay import --as FORMAT`",
                    source_list_fields(a, row), question_names, answer_names);
}

/* None of the rows that were looked at is a problem: the first one says why. */
static enum lines_got refuse_file(const struct source *s, struct arena *a,
                                  struct err *e)
{
    const struct source_row *first = &s->ahead[0];

    if (rows_is_csv(s->rows))
        err_set(e, ERR_DOMAIN,
                "line 1 is not a JSON object and not the CSV header of a "
                "public set; a CSV file needs a column with the question %s "
                "and one with the answer %s: rename them, or name the format "
                "with `assay import --as FORMAT`",
                question_names, answer_names);
    else if (first->got == LINES_LINE && first->row->type == JSON_OBJECT)
        unknown_fields(a, first->row, e);
    else if (first->got == LINES_LINE)
        err_set(e, ERR_DOMAIN,
                "line %zu is not a JSON object; a file of problems has JSON "
                "lines, as `assay new` writes them, or the rows of a public "
                "set",
                first->row->line);
    else {
        *e = first->err;
        err_prefix(e, "a file of problems has JSON lines, as `assay new` "
                      "writes them, or the rows of a public set: ");
    }
    return LINES_FAIL;
}

/* Reads up to the first row that is a problem. A file that ends before, or has
 * none among so many, is refused as a whole; rows that cannot be read before
 * one that can are handed out as such. */
static bool source_look_ahead(struct source *s)
{
    struct vec rows = vec_in(&s->arena, sizeof(struct source_row));
    bool known = false;

    while (!known && rows.n < UNKNOWN_MOST) {
        struct source_row *r = vec_push(&rows);

        *r = (struct source_row){ 0 };
        r->got = rows_next(s->rows, &s->arena, &r->row, &r->err);
        known = source_is_known(s, r);
        if (r->got == LINES_END || r->got == LINES_FAIL)
            break;
    }
    s->looked = true;
    s->ahead = rows.items;
    s->n_ahead = rows.n;
    return known || s->ahead[0].got == LINES_END ||
           s->ahead[0].got == LINES_FAIL;
}

static enum lines_got source_read_row(struct source *s, struct arena *a,
                                      const struct json *row,
                                      struct problem *out, struct err *e)
{
    size_t number = s->number - 1;

    if (!s->reader_given && problem_is(row))
        return problem_read(a, row, out, e) ? LINES_LINE : LINES_BAD;
    if (!s->reader)
        s->reader = dataset_detect(row);
    if (!s->reader) {
        unknown_fields(a, row, e);
        return LINES_BAD;
    }
    return dataset_problem(a, s->reader, row, file_base(s->path), number, out,
                           e)
               ? LINES_LINE
               : LINES_BAD;
}

/* The next of the rows that were looked at, or else of the file. */
static enum lines_got source_next_row(struct source *s, struct arena *a,
                                      struct json **out, struct err *e)
{
    const struct source_row *r;

    if (s->next_ahead == s->n_ahead)
        return rows_next(s->rows, a, out, e);
    r = &s->ahead[s->next_ahead++];
    if (r->got == LINES_LINE)
        *out = json_copy(a, r->row); /* it outlives the source */
    else
        *e = r->err;
    return r->got;
}

enum lines_got source_next(struct source *s, struct arena *a,
                           struct problem *out, size_t *line, struct err *e)
{
    enum lines_got got;
    struct json *row;

    if (!s->looked && !source_look_ahead(s))
        return refuse_file(s, a, e);
    got = source_next_row(s, a, &row, e);
    if (got == LINES_LINE || got == LINES_BAD)
        s->number++;
    if (got != LINES_LINE)
        return got;
    *line = row->line;
    return source_read_row(s, a, row, out, e);
}

void source_close(struct source *s)
{
    rows_close(s->rows);
    arena_clear(&s->arena);
    *s = (struct source){ 0 };
}
