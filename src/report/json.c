/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A document as JSON: its members in their order, on one line or, where it is
 * spread, with members and rows on lines of their own, so that two versions
 * can be compared line by line.
 */
#include "base/json.h"
#include "report/document.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The tree in the making. */
struct making {
    struct arena *arena;
    int digits;
};

static struct json *table_json(const struct making *m,
                               const struct doc_table *t);

/* ---- values ---- */

static struct json *doc_json_number(const struct making *m, double x)
{
    const char *s = datum_digits(m->arena, x, m->digits);

    return s ? json_new_number(m->arena, s) : json_new(m->arena, JSON_NULL);
}

static struct json *doc_json_count(const struct making *m, uint64_t n)
{
    return json_new_number(m->arena, arena_printf(m->arena, "%" PRIu64, n));
}

static void set_range(const struct making *m, struct json *o,
                      const struct datum *v)
{
    json_set(m->arena, o, "low", doc_json_number(m, v->low));
    json_set(m->arena, o, "high", doc_json_number(m, v->high));
}

static void set_estimate(const struct making *m, struct json *o,
                         const struct datum *v)
{
    json_set(m->arena, o, "value", doc_json_number(m, v->x));
    set_range(m, o, v);
    json_set(m->arena, o, "n", doc_json_count(m, v->n));
    if (v->n && isfinite(v->se))
        json_set(m->arena, o, "se", doc_json_number(m, v->se));
    if (v->n && isfinite(v->most))
        json_set(m->arena, o, "most", doc_json_number(m, v->most));
}

static struct json *doc_json_curve(const struct making *m,
                                   const struct datum *v)
{
    struct json *list = json_new(m->arena, JSON_ARRAY);

    for (uint64_t k = 0; k < v->n; k++) {
        struct json *o = json_push(list, json_new(m->arena, JSON_OBJECT));

        json_set(m->arena, o, "k", doc_json_count(m, k + 1));
        set_estimate(m, o, &v->curve[k]);
    }
    return list;
}

/* NULL if it is absent. */
static struct json *doc_json_value(const struct making *m,
                                   const struct datum *v)
{
    struct json *o = json_new(m->arena, JSON_OBJECT);

    switch (v->kind) {
    case DATUM_ABSENT: return NULL;
    case DATUM_UNKNOWN: return json_new(m->arena, JSON_NULL);
    case DATUM_TEXT: return json_new_string(m->arena, v->text);
    case DATUM_COUNT: return doc_json_count(m, v->n);
    case DATUM_TREE: return json_copy(m->arena, v->tree);
    case DATUM_CURVE: return doc_json_curve(m, v);
    case DATUM_TABLE: return table_json(m, v->table);
    case DATUM_RANGE:
        if (!datum_known(v))
            return json_new(m->arena, JSON_NULL);
        set_range(m, o, v);
        return o;
    case DATUM_ESTIMATE: set_estimate(m, o, v); return o;
    case DATUM_TRUTH:
        o = json_new(m->arena, JSON_BOOL);
        o->truth = v->n;
        return o;
    default: return doc_json_number(m, v->x);
    }
}

/* ---- places ---- */

/* A member at the end of an object: the last one if it has that name. Members
 * that belong together come one after another, so that nothing is searched. */
static struct json *doc_json_member(const struct making *m, struct json *o,
                                    const char *name, size_t n)
{
    struct json *v = o->last;

    if (v && v->type == JSON_OBJECT && strlen(v->name) == n &&
        memcmp(v->name, name, n) == 0)
        return v;
    v = json_new(m->arena, JSON_OBJECT);
    v->name = arena_strndup(m->arena, name, n);
    return json_push(o, v);
}

/* The object at "a.b", of which the first n bytes count. */
static struct json *doc_json_place(const struct making *m, struct json *o,
                                   const char *path, size_t n)
{
    const char *end = path + n;

    while (path < end) {
        size_t part = strcspn(path, ".");

        part = part < (size_t)(end - path) ? part : (size_t)(end - path);
        o = doc_json_member(m, o, path, part);
        path += part + 1;
    }
    return o;
}

static void put_named(const struct making *m, struct json *o, const char *name,
                      struct json *v)
{
    if (!v)
        return;
    v->name = arena_strdup(m->arena, name);
    json_push(o, v);
}

/* Put v at "a.b" of an object. */
static void doc_json_put(const struct making *m, struct json *o,
                         const char *path, struct json *v)
{
    const char *dot = strrchr(path, '.');

    if (dot && v)
        o = doc_json_place(m, o, path, (size_t)(dot - path));
    put_named(m, o, dot ? dot + 1 : path, v);
}

/* ---- tables ---- */

static void set_cell(const struct making *m, const struct doc_table *t,
                     size_t row, size_t column, struct json *o)
{
    const char *name = vec_get(&t->columns, struct column, column)->name;

    if (name)
        doc_json_put(m, o, name, doc_json_value(m, table_at(t, row, column)));
}

static void set_cells(const struct making *m, const struct doc_table *t,
                      size_t row, bool keys, struct json *o)
{
    for (size_t i = 0; i < t->columns.n; i++) {
        unsigned flags = vec_get(&t->columns, struct column, i)->flags;

        if (((flags & COLUMN_KEY) != 0) == keys)
            set_cell(m, t, row, i, o);
    }
}

/* Cells in the order of the columns; where the row has a path, first the keys,
 * then the others at its end. */
static void doc_json_set_row(const struct making *m, const struct doc_table *t,
                             size_t row, struct json *o)
{
    const struct doc_row *r = vec_get(&t->rows, struct doc_row, row);

    if (!r->path[0]) {
        for (size_t i = 0; i < t->columns.n; i++)
            set_cell(m, t, row, i, o);
        return;
    }
    if (r->parent == NO_ROW)
        set_cells(m, t, row, true, o);
    for (size_t i = 0; i < ROW_PATH && r->path[i]; i++)
        o = doc_json_member(m, o, r->path[i], strlen(r->path[i]));
    if (!r->heading)
        set_cells(m, t, row, false, o);
}

static struct json *matrix_row(const struct making *m,
                               const struct doc_table *t, size_t row)
{
    struct json *list = json_new(m->arena, JSON_ARRAY), *v;

    for (size_t i = 0; i < t->columns.n; i++)
        if (vec_get(&t->columns, struct column, i)->name &&
            (v = doc_json_value(m, table_at(t, row, i))))
            json_push(list, v);
    return list;
}

/* The rows as an array; those that stand in others are put there. */
static struct json *table_json(const struct making *m,
                               const struct doc_table *t)
{
    struct json *list = json_new(m->arena, JSON_ARRAY);
    struct json **own = arena_array(m->arena, struct json *, t->rows.n + 1);

    for (size_t i = 0; i < t->rows.n; i++) {
        const struct doc_row *r = vec_get(&t->rows, struct doc_row, i);

        if (r->heading && r->parent == NO_ROW)
            continue;
        if (t->matrix) {
            json_push(list, matrix_row(m, t, i));
            continue;
        }
        own[i] = r->parent == NO_ROW
                     ? json_push(list, json_new(m->arena, JSON_OBJECT))
                     : own[r->parent];
        doc_json_set_row(m, t, i, own[i]);
    }
    return list;
}

static struct json *tree_of(struct arena *a, const struct document *d)
{
    struct making m = { a, d->digits };
    struct json *top = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < d->members.n; i++) {
        const struct member *x = vec_get(&d->members, struct member, i);
        struct json *v = doc_json_value(&m, &x->value);

        if (!*x->path)
            return v;
        if (x->name)
            put_named(&m, doc_json_place(&m, top, x->path, strlen(x->path)),
                      x->name, v);
        else
            doc_json_put(&m, top, x->path, v);
    }
    return top;
}

/* ---- lines ---- */

static bool is_container(const struct json *v)
{
    return v->type == JSON_ARRAY || v->type == JSON_OBJECT;
}

static bool doc_json_is_nested(const struct json *v)
{
    for (const struct json *c = v->first; c; c = c->next)
        if (is_container(c))
            return true;
    return false;
}

/* Has it rows within? */
static bool holds_rows(const struct json *v)
{
    for (const struct json *c = v->first; c; c = c->next)
        if (c->type == JSON_ARRAY && doc_json_is_nested(c))
            return true;
    return v->type == JSON_ARRAY && doc_json_is_nested(v);
}

/* An item of an array is a row, unless it has rows itself. */
static bool doc_json_is_one_line(const struct json *v, int depth, int most)
{
    if (!is_container(v) || !v->first || depth >= most)
        return true;
    return depth > 0 && (v->type == JSON_ARRAY || !v->name) && !holds_rows(v);
}

static void doc_json_line_of(struct str *out, int depth)
{
    str_addc(out, '\n');
    for (int i = 0; i < depth; i++)
        str_add(out, "  ");
}

/* Depth is bounded, so that it may call itself. */
static void doc_json_write_at(struct str *out, const struct json *v, int depth,
                              int most)
{
    if (doc_json_is_one_line(v, depth, most)) {
        json_write(out, v);
        return;
    }
    str_addc(out, v->type == JSON_ARRAY ? '[' : '{');
    for (const struct json *c = v->first; c; c = c->next) {
        doc_json_line_of(out, depth + 1);
        if (v->type == JSON_OBJECT) {
            json_write_string(out, c->name);
            str_add(out, ": ");
        }
        doc_json_write_at(out, c, depth + 1, most);
        if (c->next)
            str_addc(out, ',');
    }
    doc_json_line_of(out, depth);
    str_addc(out, v->type == JSON_ARRAY ? ']' : '}');
}

void document_json(struct str *out, const struct document *d)
{
    struct arena a = { 0 };

    if (d->spread)
        doc_json_write_at(out, tree_of(&a, d), 0, d->spread);
    else
        json_write(out, tree_of(&a, d));
    str_addc(out, '\n');
    arena_clear(&a);
}

void document_jsonl(struct str *out, const struct document *d)
{
    struct arena a = { 0 };
    struct json *list = tree_of(&a, d);

    for (const struct json *v = list->first; v; v = v->next) {
        json_write(out, v);
        str_addc(out, '\n');
    }
    arena_clear(&a);
}
