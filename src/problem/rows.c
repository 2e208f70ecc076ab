/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/rows.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/limits.h"
#include "problem/dataset.h"

#include <stdlib.h>
#include <string.h>

/*
 * Files as rows. The shape is judged by the first bytes: "[" begins an array;
 * "{" a JSONL file, or one object that is or holds the rows; anything else is
 * CSV. JSONL and CSV are read line by line in constant memory; an array or an
 * object is held as text and walked value by value, so that only one row at a
 * time is a tree.
 */

#define ONE_ROW_MOST ((size_t)1 << 20) /* a larger object is no single row */

enum shape {
    SHAPE_LINES, /* JSONL */
    SHAPE_CSV,
    SHAPE_ARRAY, /* [row, ...], alone or as a member of an object */
    SHAPE_KEYED, /* {"id": row, ...} */
    SHAPE_ONE,   /* the object is the row */
};

/* A line that was read to find out the shape, and is handed out later. */
struct held_line {
    struct str text;
    size_t number;
    enum lines_got got;
    struct err err; /* when got is not LINES_LINE */
};

struct rows {
    struct lines lines;
    enum shape shape;
    struct csv csv;
    struct held_line held[2]; /* the first lines of a JSONL file */
    size_t n_held, next_held;
    struct str text; /* an array or object, whole */
    struct json_cursor cursor;
    bool inner;   /* the array is a member of an object */
    bool started; /* a row was read: a comma comes next */
    bool done;
};

/* ---- JSONL ---- */

/* Read a line that is not blank and keep a copy of it. */
static struct held_line *hold_line(struct rows *r)
{
    struct held_line *h = &r->held[r->n_held++];
    const char *text;
    size_t n;

    do
        h->got = lines_next(&r->lines, &text, &n, &h->err);
    while (h->got == LINES_LINE && str_blank(text) && n == strlen(text));
    h->number = r->lines.number;
    if (h->got == LINES_LINE)
        str_addn(&h->text, text, n);
    return h;
}

static enum lines_got next_held(struct rows *r, struct arena *a,
                                struct json **out, struct err *e)
{
    struct held_line *h = &r->held[r->next_held++];

    if (h->got != LINES_LINE) {
        *e = h->err;
        return h->got;
    }
    return json_read(a, str_get(&h->text), h->text.n, h->number, out, e)
               ? LINES_LINE
               : LINES_BAD;
}

static enum lines_got problem_rows_next_line(struct rows *r, struct arena *a,
                                             struct json **out, struct err *e)
{
    if (r->next_held < r->n_held)
        return next_held(r, a, out, e);
    return lines_next_json(&r->lines, a, out, e);
}

/* ---- arrays and objects ---- */

static enum lines_got problem_rows_fail(struct rows *r)
{
    r->done = true; /* no place to go on from */
    return LINES_FAIL;
}

/* Step over the comma before a value. *end when there is no further one. */
static bool step_comma(struct rows *r, char close, bool *end, struct err *e)
{
    *end = json_accept(&r->cursor, close);
    if (*end) {
        r->done = true;
        json_peek(&r->cursor);
        return r->inner || r->cursor.p == r->cursor.end ||
               json_fail(&r->cursor, e, "text after the end of the rows");
    }
    if (r->started && !json_accept(&r->cursor, ','))
        return json_fail(&r->cursor, e,
                         close == ']' ? "expected \",\" or \"]\" in an array"
                                      : "expected \",\" or \"}\" in an object");
    r->started = true;
    return true;
}

/* Read a row of a held text. A row there has the same ceiling as a line. */
static enum lines_got step_row(struct rows *r, struct arena *a,
                               struct json **out, struct err *e)
{
    const char *start = r->cursor.p;

    if (!json_step(a, &r->cursor, out, e))
        return problem_rows_fail(r);
    if ((size_t)(r->cursor.p - start) <= LIMIT_LINE_BYTES)
        return LINES_LINE;
    err_at(e, ERR_LIMIT, (*out)->line, (*out)->column,
           "the row is longer than the limit of %zu bytes", LIMIT_LINE_BYTES);
    return LINES_BAD;
}

static enum lines_got next_element(struct rows *r, struct arena *a,
                                   struct json **out, struct err *e)
{
    enum lines_got got;
    const struct json *row;
    bool end;

    if (!step_comma(r, ']', &end, e))
        return problem_rows_fail(r);
    if (end)
        return LINES_END;
    got = step_row(r, a, out, e);
    if (got != LINES_LINE)
        return got;
    /* The Hugging Face viewer puts each row into an envelope. */
    row = json_get(*out, "row");
    if (row && row->type == JSON_OBJECT && json_get(*out, "row_idx"))
        for (*out = (*out)->first; *out != row;)
            *out = (*out)->next;
    return LINES_LINE;
}

/* A member's name is the id of its row, if the row has none. */
static enum lines_got next_member(struct rows *r, struct arena *a,
                                  struct json **out, struct err *e)
{
    enum lines_got got;
    const char *name;
    struct json *id;
    bool end;

    if (!step_comma(r, '}', &end, e))
        return problem_rows_fail(r);
    if (end)
        return LINES_END;
    if (!json_step_name(a, &r->cursor, &name, e))
        return problem_rows_fail(r);
    got = step_row(r, a, out, e);
    if (got != LINES_LINE)
        return got;
    if ((*out)->type == JSON_OBJECT && !json_get(*out, "id")) {
        id = json_new_string(a, name);
        id->line = (*out)->line;
        json_set(a, *out, "id", id);
    }
    return LINES_LINE;
}

/* ---- what an object is ---- */

/* The members of an object that could be the rows. */
struct survey {
    struct arena scratch;       /* one value at a time */
    struct arena names;         /* of the arrays */
    size_t members, objects;    /* all, and those that are objects */
    size_t arrays, usual;       /* of objects; and with a usual name */
    struct json_cursor best;    /* behind the "[" of the chosen array */
    const char *first, *second; /* names of two arrays, for the message */
};

static void note_array(struct survey *s, const struct json_cursor *inside,
                       const char *name)
{
    bool usual = str_among(name, "rows data problems questions examples "
                                 "instances items samples test");

    if (s->arrays == 0 || (usual && s->usual == 0)) {
        s->second = s->first;
        s->first = arena_strdup(&s->names, name);
        s->best = *inside;
    } else if (usual || !s->second) {
        s->second = arena_strdup(&s->names, name);
    }
    s->arrays++;
    s->usual += usual;
}

/* Walk over an array, keeping one element at a time. */
static bool survey_array(struct survey *s, struct json_cursor *c,
                         const char *name, struct err *e)
{
    struct json *v;

    json_accept(c, '[');
    if (json_peek(c) == '{')
        note_array(s, c, name);
    if (json_accept(c, ']'))
        return true;
    do {
        arena_reset(&s->scratch);
        if (!json_step(&s->scratch, c, &v, e))
            return false;
    } while (json_accept(c, ','));
    return json_accept(c, ']') ||
           json_fail(c, e, "expected \",\" or \"]\" in an array");
}

static bool survey_object(struct survey *s, struct json_cursor *c,
                          struct err *e)
{
    struct arena member = { 0 };
    const char *name;
    struct json *v;
    bool ok = true;

    json_accept(c, '{');
    if (json_accept(c, '}'))
        return true;
    do {
        arena_reset(&member);
        arena_reset(&s->scratch);
        ok = json_step_name(&member, c, &name, e);
        if (ok && json_peek(c) == '[') {
            ok = survey_array(s, c, name, e);
        } else if (ok) {
            ok = json_step(&s->scratch, c, &v, e);
            s->objects += ok && v->type == JSON_OBJECT;
        }
        s->members++;
    } while (ok && json_accept(c, ','));
    arena_clear(&member);
    return ok && (json_accept(c, '}') ||
                  json_fail(c, e, "expected \",\" or \"}\" in an object"));
}

/* A small object whose own fields a reader knows is a row, even if it holds
 * an array of objects, as a chat. */
static bool is_one_row(struct rows *r)
{
    struct arena a = { 0 };
    struct json *v;
    struct err e;
    bool is;

    if (r->text.n > ONE_ROW_MOST)
        return false;
    is = json_read(&a, str_get(&r->text), r->text.n, 1, &v, &e) &&
         (problem_is(v) || dataset_detect(v));
    arena_clear(&a);
    return is;
}

static bool choose_shape(struct rows *r, const struct survey *s, struct err *e)
{
    if (s->arrays > 1 && s->usual != 1)
        return err_set(e, ERR_DOMAIN,
                       "the file has several arrays of rows (\"%.60s\", "
                       "\"%.60s\"); put the one to read into a separate file",
                       s->first, s->second ? s->second : s->first);
    if (s->arrays) {
        r->shape = SHAPE_ARRAY;
        r->cursor = s->best;
        r->inner = true;
    } else if (s->objects && s->objects == s->members) {
        r->shape = SHAPE_KEYED;
        json_accept(&r->cursor, '{');
    } else {
        r->shape = SHAPE_ONE;
    }
    return true;
}

/* The text is one object: a row, or the rows in an array or by their ids. */
static bool open_object(struct rows *r, size_t line, struct err *e)
{
    struct survey s = { 0 };
    struct json_cursor c;
    bool ok;

    json_open(&r->cursor, str_get(&r->text), r->text.n, line);
    if (is_one_row(r)) {
        r->shape = SHAPE_ONE;
        return true;
    }
    c = r->cursor;
    ok = survey_object(&s, &c, e);
    json_peek(&c);
    if (ok && c.p != c.end)
        ok = json_fail(&c, e, "text after the end of the object");
    ok = ok && choose_shape(r, &s, e);
    arena_clear(&s.scratch);
    arena_clear(&s.names);
    return ok;
}

/* ---- opening ---- */

/* Does a JSON value go on behind this line? A line of JSONL that is cut off
 * mostly ends inside a string, which cannot go on. */
static bool problem_rows_goes_on(const char *s)
{
    bool quoted = false;
    char last = '\0';

    for (; *s; s++) {
        if (*s == '\\' && quoted && s[1])
            s++;
        else if (*s == '"')
            quoted = !quoted;
        if (!strchr(" \t", *s))
            last = *s;
    }
    return !quoted && last && strchr("{[,:", last);
}

/* The file begins with "{". */
static bool open_braces(struct rows *r, struct err *e)
{
    struct held_line *first = hold_line(r);
    size_t line = first->number;

    r->shape = SHAPE_LINES;
    if (first->got == LINES_FAIL) {
        *e = first->err;
        return false;
    }
    if (first->got != LINES_LINE)
        return true;
    if (!problem_rows_goes_on(str_get(&first->text)) &&
        hold_line(r)->got != LINES_END)
        return true;
    str_addn(&r->text, first->text.s, first->text.n);
    str_addc(&r->text, '\n');
    return lines_rest(&r->lines, &r->text, LIMIT_FILE_BYTES - 1, e) &&
           open_object(r, line, e);
}

static bool open_array(struct rows *r, struct err *e)
{
    if (!lines_rest(&r->lines, &r->text, LIMIT_FILE_BYTES, e))
        return false;
    r->shape = SHAPE_ARRAY;
    json_open(&r->cursor, str_get(&r->text), r->text.n, 1);
    json_accept(&r->cursor, '[');
    return true;
}

static bool open_shape(struct rows *r, struct err *e)
{
    char first;

    if (!lines_peek(&r->lines, &first, e))
        return false;
    if (first == '[')
        return open_array(r, e);
    if (first == '{')
        return open_braces(r, e);
    if (r->lines.end == r->lines.start)
        return err_set(e, ERR_DOMAIN, "the file is empty");
    if (str_ends(r->lines.name, ".jsonl")) { /* its first line is bad */
        r->shape = SHAPE_LINES;
        return true;
    }
    r->shape = SHAPE_CSV;
    return csv_open(&r->csv, &r->lines, e);
}

struct rows *rows_open(const char *path, struct err *e)
{
    struct rows *r = calloc(1, sizeof(*r));

    if (!r)
        out_of_memory();
    r->text.max = LIMIT_FILE_BYTES + 1;
    if (lines_open(&r->lines, path, 0, e) && open_shape(r, e))
        return r;
    rows_close(r);
    return NULL;
}

enum lines_got rows_next(struct rows *r, struct arena *a, struct json **out,
                         struct err *e)
{
    enum lines_got got = LINES_END;

    if (r->done)
        return LINES_END;
    switch (r->shape) {
    case SHAPE_LINES: got = problem_rows_next_line(r, a, out, e); break;
    case SHAPE_CSV: got = csv_next(&r->csv, a, out, e); break;
    case SHAPE_ARRAY: got = next_element(r, a, out, e); break;
    case SHAPE_KEYED: got = next_member(r, a, out, e); break;
    case SHAPE_ONE:
        got = step_row(r, a, out, e);
        r->done = true;
        break;
    }
    if (got == LINES_LINE && (*out)->type != JSON_OBJECT) {
        err_at(e, ERR_DOMAIN, (*out)->line, (*out)->column,
               "a row must be an object, not %s", json_type_name((*out)->type));
        return LINES_BAD;
    }
    return got;
}

bool rows_is_csv(const struct rows *r)
{
    return r->shape == SHAPE_CSV;
}

double rows_share(const struct rows *r)
{
    const char *start = r->text.s;

    if (r->shape != SHAPE_LINES && r->shape != SHAPE_CSV)
        return start && r->text.n
                   ? (double)(r->cursor.p - start) / (double)r->text.n
                   : 0;
    return r->lines.size ? (double)r->lines.read / (double)r->lines.size : 0;
}

void rows_close(struct rows *r)
{
    if (!r)
        return;
    if (r->shape == SHAPE_CSV)
        csv_close(&r->csv);
    for (size_t i = 0; i < 2; i++)
        str_clear(&r->held[i].text);
    str_clear(&r->text);
    lines_close(&r->lines);
    free(r);
}
