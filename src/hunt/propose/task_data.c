/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Rows of a task: one object of equally long arrays, or an object for each.
 */
#include "base/limits.h"
#include "base/lines.h"
#include "base/vec.h"
#include "hunt/propose/task_int.h"

static const char *text_of(struct arena *a, const struct json *v)
{
    struct str s = str_in(a);

    if (v->type == JSON_STRING)
        return v->text;
    json_write(&s, v);
    return str_get(&s);
}

static void open_fields(struct arena *a, struct task_data *d,
                        const struct json *object, size_t rows)
{
    size_t k = 0;

    d->n = rows;
    d->n_fields = object->count;
    d->fields = arena_array(a, const char *, object->count);
    d->values = arena_array(a, const char **, object->count);
    for (const struct json *v = object->first; v; v = v->next, k++) {
        d->fields[k] = v->name;
        d->values[k] = arena_array(a, const char *, rows ? rows : 1);
    }
}

/* {"field": [...], ...} */
static bool read_columns(struct arena *a, const struct json *root,
                         struct task_data *out, struct err *e)
{
    const struct json *first = root->first;
    size_t k = 0;

    for (const struct json *v = root->first; v; v = v->next) {
        if (v->type != JSON_ARRAY)
            return err_at(e, ERR_DOMAIN, v->line, v->column,
                          "the field \"%s\" must be an array, as \"%s\" is",
                          v->name, first->name);
        if (v->count != first->count)
            return err_at(e, ERR_DOMAIN, v->line, v->column,
                          "\"%s\" has %zu values but \"%s\" has %zu: every "
                          "field must have one for each row",
                          first->name, first->count, v->name, v->count);
    }
    open_fields(a, out, root, first->count);
    for (const struct json *v = root->first; v; v = v->next, k++) {
        size_t i = 0;

        for (const struct json *x = v->first; x; x = x->next)
            out->values[k][i++] = text_of(a, x);
    }
    return true;
}

/* Objects with the fields of the first. */
static bool read_rows(struct arena *a, const struct vec *rows,
                      struct task_data *out, struct err *e)
{
    const struct json *first = *vec_get(rows, struct json *, 0);

    open_fields(a, out, first, rows->n);
    for (size_t i = 0; i < rows->n; i++) {
        const struct json *row = *vec_get(rows, struct json *, i);

        if (row->type != JSON_OBJECT)
            return err_at(e, ERR_DOMAIN, row->line, row->column,
                          "a row must be an object, not %s",
                          json_type_name(row->type));
        for (size_t k = 0; k < out->n_fields; k++) {
            const struct json *v = json_get(row, out->fields[k]);

            if (!v)
                return err_at(e, ERR_DOMAIN, row->line, row->column,
                              "this row lacks the field \"%s\", which the "
                              "first has",
                              out->fields[k]);
            out->values[k][i] = text_of(a, v);
        }
    }
    return true;
}

/* All values of the text, those of an array one by one. */
static bool read_values(struct arena *a, const struct str *text,
                        struct vec *out, struct err *e)
{
    struct json_cursor c;
    struct json *v;

    json_open(&c, str_get(text), text->n, 1);
    while (json_peek(&c) != '\0') {
        if (!json_step(a, &c, &v, e))
            return false;
        if (v->type != JSON_ARRAY) {
            *(struct json **)vec_push(out) = v;
            continue;
        }
        for (struct json *x = v->first; x; x = x->next)
            *(struct json **)vec_push(out) = x;
    }
    if (out->n == 0)
        return err_set(e, ERR_DOMAIN, "there are no rows in it");
    v = *vec_get(out, struct json *, 0);
    if (v->type != JSON_OBJECT || v->count == 0)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "data must be an object of arrays, or objects, one for "
                      "each row");
    return true;
}

static bool find_label(const struct task *t, struct task_data *d, struct err *e)
{
    for (d->label = 0; d->label < d->n_fields; d->label++)
        if (str_eq(d->fields[d->label], t->label_name))
            break;
    if (d->label == d->n_fields)
        return err_set(e, ERR_DOMAIN,
                       "no field is called \"%s\": label_name of the task must "
                       "be one of the data's fields",
                       t->label_name);
    if (d->n == 0)
        return err_set(e, ERR_DOMAIN, "there are no rows in it");
    return true;
}

static bool read_text(struct arena *a, const struct task *t,
                      const struct str *text, struct task_data *out,
                      struct err *e)
{
    struct vec values = vec_in(a, sizeof(struct json *));
    const struct json *first;
    bool ok;

    if (!read_values(a, text, &values, e))
        return false;
    first = *vec_get(&values, struct json *, 0);
    ok = values.n == 1 && first->first->type == JSON_ARRAY
             ? read_columns(a, first, out, e)
             : read_rows(a, &values, out, e);
    return ok && find_label(t, out, e);
}

bool task_data_read(struct arena *a, const struct task *t, const char *path,
                    struct task_data *out, struct err *e)
{
    const char *where =
        *path == '/' ? path : arena_printf(a, "%s%s", t->folder, path);
    struct str text = { 0 };
    bool ok;

    *out = (struct task_data){ 0 };
    ok = file_read(where, LIMIT_FILE_BYTES, &text, e) &&
         (read_text(a, t, &text, out, e) || file_fail(where, e));
    str_clear(&text);
    return ok;
}
