/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Keeping and loading are driven by the same tables: a field of a struct has a
 * row with its name, type and place, and is left out of the JSON while it is
 * zero, NULL or not a number.
 */
#include "report/keep.h"
#include "base/json.h"
#include "report/figure.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KEEP_VERSION 1

enum field_type { FIELD_TEXT, FIELD_REAL, FIELD_SIZE, FIELD_FLAG, FIELD_ENUM };

struct keep_field {
    const char *name;
    enum field_type type;
    size_t at;
    int least, most; /* of FIELD_ENUM */
};

#define FIELD(s, f, type, least, most)         \
 {                                             \
#  f, type, offsetof(struct s, f), least, most \
 }
#define TEXT(s, f)         FIELD(s, f, FIELD_TEXT, 0, 0)
#define REAL(s, f)         FIELD(s, f, FIELD_REAL, 0, 0)
#define SIZE(s, f)         FIELD(s, f, FIELD_SIZE, 0, 0)
#define FLAG(s, f)         FIELD(s, f, FIELD_FLAG, 0, 0)
#define CHOICE(s, f, last) FIELD(s, f, FIELD_ENUM, 0, last)
#define END                 \
 {                          \
  NULL, FIELD_TEXT, 0, 0, 0 \
 }

static const struct keep_field block_fields[] = {
    CHOICE(block, kind, BLOCK_STEPS),
    CHOICE(block, shown, SHOWN_PAGE),
    TEXT(block, text),
    TEXT(block, key),
    TEXT(block, note),
    END
};
static const struct keep_field column_fields[] = {
    TEXT(column, name), TEXT(column, heading), CHOICE(column, flags, INT_MAX),
    END
};
static const struct keep_field row_fields[] = { TEXT(doc_row, heading),
                                                SIZE(doc_row, indent), END };
static const struct keep_field datum_fields[] = {
    CHOICE(datum, kind, DATUM_TABLE),
    FLAG(datum, quiet),
    TEXT(datum, text),
    TEXT(datum, label),
    SIZE(datum, n),
    REAL(datum, x),
    REAL(datum, low),
    REAL(datum, high),
    REAL(datum, se),
    REAL(datum, most),
    FIELD(datum, decimals, FIELD_ENUM, -1, 15),
    END
};
static const struct keep_field example_fields[] = { TEXT(doc_example, problem),
                                                    TEXT(doc_example,
                                                         statement),
                                                    TEXT(doc_example, key),
                                                    TEXT(doc_example, model),
                                                    TEXT(doc_example, answer),
                                                    TEXT(doc_example, mark),
                                                    TEXT(doc_example, why),
                                                    TEXT(doc_example, reply),
                                                    TEXT(doc_example, note),
                                                    TEXT(doc_example, items),
                                                    END };
static const struct keep_field step_fields[] = { TEXT(doc_step, what),
                                                 TEXT(doc_step, text), END };
static const struct keep_field axis_fields[] = { TEXT(axis, title),
                                                 FLAG(axis, share),
                                                 FLAG(axis, log),
                                                 FLAG(axis, whole),
                                                 REAL(axis, from),
                                                 REAL(axis, to),
                                                 END };
static const struct keep_field dot_fields[] = {
    SIZE(dot, row), SIZE(dot, series), REAL(dot, x),     REAL(dot, value),
    REAL(dot, low), REAL(dot, high),   REAL(dot, least), REAL(dot, most),
    SIZE(dot, n),   TEXT(dot, label),  TEXT(dot, items), END
};
static const struct keep_field rule_fields[] = { REAL(rule, value),
                                                 TEXT(rule, label), END };
static const struct keep_field figure_fields[] = { CHOICE(figure, kind,
                                                          FIGURE_BARS),
                                                   TEXT(figure, name),
                                                   TEXT(figure, title),
                                                   TEXT(figure, caption),
                                                   TEXT(figure, row_title),
                                                   TEXT(figure, series_title),
                                                   FLAG(figure, stacked),
                                                   FLAG(figure, scatter),
                                                   FLAG(figure, curve),
                                                   FLAG(figure, marks),
                                                   END };

/* ---- keeping ---- */

static void keep_name(struct str *out, const char *name)
{
    if (out->s[out->n - 1] != '{')
        str_addc(out, ',');
    json_write_string(out, name);
    str_addc(out, ':');
}

static void keep_field(struct str *out, const struct keep_field *f,
                       const char *from)
{
    const void *at = from + f->at;

    if (f->type == FIELD_TEXT && *(const char *const *)at) {
        keep_name(out, f->name);
        json_write_string(out, *(const char *const *)at);
    }
    if (f->type == FIELD_REAL && isfinite(*(const double *)at)) {
        keep_name(out, f->name);
        str_addf(out, "%.17g", *(const double *)at);
    }
    if (f->type == FIELD_SIZE && *(const uint64_t *)at) {
        keep_name(out, f->name);
        str_addf(out, "%llu", (unsigned long long)*(const uint64_t *)at);
    }
    if (f->type == FIELD_ENUM && *(const int *)at) {
        keep_name(out, f->name);
        str_addf(out, "%d", *(const int *)at);
    }
    if (f->type == FIELD_FLAG && *(const bool *)at) {
        keep_name(out, f->name);
        str_add(out, "true");
    }
}

/* Opens an object with the fields; the caller closes it. */
static void keep_fields(struct str *out, const struct keep_field *f,
                        const void *from)
{
    str_addc(out, '{');
    for (; f->name; f++)
        keep_field(out, f, from);
}

/* The member `name`, an array of n structs of that size. */
static void keep_list(struct str *out, const char *name,
                      const struct keep_field *f, const void *items, size_t n,
                      size_t size)
{
    keep_name(out, name);
    str_addc(out, '[');
    for (size_t i = 0; i < n; i++) {
        str_add(out, i ? "," : "");
        keep_fields(out, f, (const char *)items + i * size);
        str_addc(out, '}');
    }
    str_addc(out, ']');
}

static void keep_vec(struct str *out, const char *name,
                     const struct keep_field *f, const struct vec *v)
{
    keep_list(out, name, f, v->items, v->n, v->size);
}

static void keep_texts(struct str *out, const char *name, const struct vec *v)
{
    keep_name(out, name);
    str_addc(out, '[');
    for (size_t i = 0; i < v->n; i++) {
        str_add(out, i ? "," : "");
        json_write_string(out, *vec_get(v, const char *, i));
    }
    str_addc(out, ']');
}

static void keep_datum(struct str *out, const struct datum *v)
{
    keep_fields(out, datum_fields, v);
    if (v->kind == DATUM_TREE && v->tree) {
        keep_name(out, "tree");
        json_write(out, v->tree);
    }
    if (v->kind == DATUM_CURVE)
        keep_list(out, "curve", datum_fields, v->curve, (size_t)v->n,
                  sizeof(struct datum));
    str_addc(out, '}');
}

static bool keep_is_kept(const struct block *b, size_t column)
{
    const struct column *c = vec_get(&b->table->columns, struct column, column);

    return c->heading && !(b->part && c->parts && !(c->parts & b->part));
}

static void keep_row(struct str *out, const struct block *b, size_t row)
{
    const struct doc_row *r = vec_get(&b->table->rows, struct doc_row, row);
    bool first = true;

    keep_fields(out, row_fields, r);
    keep_name(out, "cells");
    str_addc(out, '[');
    for (size_t i = 0; !r->heading && i < b->table->columns.n; i++)
        if (keep_is_kept(b, i)) {
            str_add(out, first ? "" : ",");
            first = false;
            keep_datum(out, table_at(b->table, row, i));
        }
    str_add(out, "]}");
}

static void report_keep_table(struct str *out, const struct block *b)
{
    bool first = true;

    keep_name(out, "columns");
    str_addc(out, '[');
    for (size_t i = 0; i < b->table->columns.n; i++)
        if (keep_is_kept(b, i)) {
            str_add(out, first ? "" : ",");
            first = false;
            keep_fields(out, column_fields, vec_at(&b->table->columns, i));
            str_addc(out, '}');
        }
    str_addc(out, ']');
    keep_name(out, "rows");
    str_addc(out, '[');
    for (size_t row = b->from; row < b->to; row++) {
        str_add(out, row > b->from ? "," : "");
        keep_row(out, b, row);
    }
    str_addc(out, ']');
}

static void keep_axis(struct str *out, const char *name, const struct axis *x)
{
    keep_name(out, name);
    keep_fields(out, axis_fields, x);
    str_addc(out, '}');
}

static void keep_figure(struct str *out, const struct figure *f)
{
    keep_name(out, "figure");
    keep_fields(out, figure_fields, f);
    keep_axis(out, "value", &f->value);
    keep_axis(out, "across", &f->across);
    keep_texts(out, "rows", &f->rows);
    keep_texts(out, "series", &f->series);
    keep_vec(out, "dots", dot_fields, &f->dots);
    keep_vec(out, "rules", rule_fields, &f->rules);
    str_addc(out, '}');
}

static void keep_block(struct str *out, const struct block *b)
{
    keep_fields(out, block_fields, b);
    if (b->kind == BLOCK_TABLE)
        report_keep_table(out, b);
    if (b->kind == BLOCK_NUMBER) {
        keep_name(out, "value");
        keep_datum(out, &b->value);
    }
    if (b->kind == BLOCK_FIGURE)
        keep_figure(out, b->figure);
    if (b->kind == BLOCK_EXAMPLE) {
        keep_name(out, "example");
        keep_fields(out, example_fields, b->example);
        str_addc(out, '}');
    }
    if (b->kind == BLOCK_STEPS)
        keep_list(out, "steps", step_fields, b->steps, b->n_steps,
                  sizeof(struct doc_step));
    str_addc(out, '}');
}

void document_keep(struct str *out, const struct document *d)
{
    str_addf(out, "{\"document\":%d,\"blocks\":[", KEEP_VERSION);
    for (const struct block *b = d->first; b; b = b->next) {
        str_add(out, b == d->first ? "" : ",");
        keep_block(out, b);
    }
    str_add(out, "]}");
}

/* ---- loading ---- */

/* What is wrong with a kept document is no news for people. */
static bool keep_bad(struct err *e)
{
    return err_set(e, ERR_DOMAIN, "this is not a document saved by assay");
}

static bool load_number(const struct json *v, const struct keep_field *f,
                        void *at)
{
    int64_t n;
    char *end;

    if (v->type != JSON_NUMBER)
        return false;
    if (f->type == FIELD_REAL)
        *(double *)at = strtod(v->text, NULL);
    if (f->type == FIELD_SIZE) {
        *(uint64_t *)at = strtoull(v->text, &end, 10);
        return v->text[0] != '-' && !*end;
    }
    if (f->type != FIELD_ENUM)
        return true;
    if (!json_int64(v, &n) || n < f->least || n > f->most)
        return false;
    *(int *)at = (int)n;
    return true;
}

/* Fills a struct; numbers that are not there are not known, all else is 0. */
static bool load_fields(const struct json *v, const struct keep_field *f,
                        void *to, struct err *e)
{
    for (; f->name; f++) {
        const struct json *m = json_get(v, f->name);
        void *at = (char *)to + f->at;

        if (f->type == FIELD_REAL)
            *(double *)at = NAN;
        if (!m)
            continue;
        if (f->type == FIELD_TEXT)
            *(const char **)at = json_string(m);
        else if (f->type == FIELD_FLAG)
            *(bool *)at = m->type == JSON_BOOL && m->truth;
        else if (!load_number(m, f, at))
            return keep_bad(e);
    }
    return (v && v->type == JSON_OBJECT) || keep_bad(e);
}

static bool load_list(const struct json *list, const struct keep_field *f,
                      struct vec *out, struct err *e)
{
    if (!list || list->type != JSON_ARRAY)
        return keep_bad(e);
    for (const struct json *m = list->first; m; m = m->next)
        if (!load_fields(m, f, vec_push(out), e))
            return false;
    return true;
}

static bool load_texts(const struct json *list, struct vec *out, struct err *e)
{
    if (!list || list->type != JSON_ARRAY)
        return keep_bad(e);
    for (const struct json *m = list->first; m; m = m->next) {
        if (!json_string(m))
            return keep_bad(e);
        *(const char **)vec_push(out) = m->text;
    }
    return true;
}

static bool load_datum(struct arena *a, const struct json *v, struct datum *out,
                       struct err *e)
{
    struct vec curve = vec_in(a, sizeof(struct datum));

    *out = (struct datum){ 0 };
    if (!load_fields(v, datum_fields, out, e))
        return false;
    out->tree = json_get(v, "tree");
    if (out->kind == DATUM_TABLE || (out->kind == DATUM_TREE && !out->tree) ||
        (out->kind == DATUM_TEXT && !out->text))
        *out = datum_unknown;
    if (out->kind != DATUM_CURVE)
        return true;
    if (!load_list(json_get(v, "curve"), datum_fields, &curve, e))
        return false;
    out->curve = curve.items;
    out->n = curve.n;
    for (size_t i = 0; i < curve.n; i++)
        if (out->curve[i].kind >= DATUM_TREE ||
            out->curve[i].kind == DATUM_TEXT)
            return keep_bad(e);
    return true;
}

static bool load_row(struct doc_table *t, const struct column *columns,
                     size_t n, const struct json *v, struct err *e)
{
    const struct json *cells = json_get(v, "cells");
    struct doc_row own = { 0 }, *row;
    size_t i = 0;

    if (!load_fields(v, row_fields, &own, e))
        return false;
    row = own.heading ? table_heading(t, own.heading) : table_row(t);
    row->indent = own.indent < 20 ? own.indent : 0;
    if (own.heading)
        return true;
    if (!cells || cells->count != n)
        return keep_bad(e);
    for (const struct json *c = cells->first; c; c = c->next) {
        struct datum d;

        if (!load_datum(t->arena, c, &d, e))
            return false;
        table_put(t, columns[i++], d);
    }
    return true;
}

static bool load_table(struct document *d, const struct json *v,
                       const struct block *own, struct err *e)
{
    struct vec columns = vec_in(d->arena, sizeof(struct column));
    struct doc_table *t = document_table(d, NULL);
    const struct json *rows = json_get(v, "rows");

    if (!rows || rows->type != JSON_ARRAY ||
        !load_list(json_get(v, "columns"), column_fields, &columns, e))
        return rows ? false : keep_bad(e);
    for (const struct json *r = rows->first; r; r = r->next)
        if (!load_row(t, columns.items, columns.n, r, e))
            return false;
    document_show(d, t, 0)->key = own->key;
    return true;
}

/* A dot outside of its figure would be drawn nowhere; a single series needs no
 * name. */
static bool dots_fit(const struct figure *f)
{
    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *s = vec_get(&f->dots, struct dot, i);

        if ((s->series && s->series >= f->series.n) ||
            (f->kind != FIGURE_LINES && s->row >= f->rows.n))
            return false;
    }
    return true;
}

static bool is_file_name(const char *s)
{
    return s && *s && !s[strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-")];
}

/* An axis that was left to the values has 0 at both ends. */
static bool load_axis(const struct json *v, struct axis *out, struct err *e)
{
    if (!load_fields(v, axis_fields, out, e))
        return false;
    if (isnan(out->from) || isnan(out->to))
        out->from = out->to = 0;
    return true;
}

static bool load_figure(struct document *d, const struct json *v, struct err *e)
{
    struct figure own = { 0 }, *f;

    if (!load_fields(v, figure_fields, &own, e))
        return false;
    if (!is_file_name(own.name) || !own.title)
        return keep_bad(e);
    f = figure_new(d->arena, own.kind, own.name, own.title);
    if (!load_fields(v, figure_fields, f, e) ||
        !load_axis(json_get(v, "value"), &f->value, e) ||
        !load_axis(json_get(v, "across"), &f->across, e) ||
        !load_texts(json_get(v, "rows"), &f->rows, e) ||
        !load_texts(json_get(v, "series"), &f->series, e) ||
        !load_list(json_get(v, "dots"), dot_fields, &f->dots, e) ||
        !load_list(json_get(v, "rules"), rule_fields, &f->rules, e))
        return false;
    if (!dots_fit(f))
        return keep_bad(e);
    document_figure(d, f);
    return true;
}

static bool load_example(struct document *d, const struct json *v,
                         struct err *e)
{
    struct doc_example x = { 0 };

    if (!load_fields(v, example_fields, &x, e))
        return false;
    if (!x.problem || !x.statement || !x.key || !x.mark)
        return keep_bad(e);
    document_example(d, &x);
    return true;
}

static bool load_steps(struct document *d, const struct json *v,
                       const char *title, struct err *e)
{
    struct vec steps = vec_in(d->arena, sizeof(struct doc_step));

    if (!load_list(json_get(v, "steps"), step_fields, &steps, e))
        return false;
    for (size_t i = 0; i < steps.n; i++)
        if (!vec_get(&steps, struct doc_step, i)->what ||
            !vec_get(&steps, struct doc_step, i)->text)
            return keep_bad(e);
    document_steps(d, title, steps.items, steps.n);
    return true;
}

static bool load_block(struct document *d, const struct json *v, struct err *e)
{
    struct block own = { 0 };
    struct datum value;

    if (!load_fields(v, block_fields, &own, e))
        return false;
    if (own.kind <= BLOCK_SENTENCE && !own.text)
        return keep_bad(e);
    document_shown(d, own.shown);
    switch (own.kind) {
    case BLOCK_SECTION:
        if (*own.text)
            document_section(d, "%s", own.text);
        else
            document_gap(d);
        return true;
    case BLOCK_SENTENCE: document_say(d, "%s", own.text); return true;
    case BLOCK_TABLE: return load_table(d, v, &own, e);
    case BLOCK_NUMBER:
        if (!own.text || !load_datum(d->arena, json_get(v, "value"), &value, e))
            return own.text ? false : keep_bad(e);
        document_number(d, own.text, value, own.note);
        return true;
    case BLOCK_FIGURE: return load_figure(d, json_get(v, "figure"), e);
    case BLOCK_EXAMPLE: return load_example(d, json_get(v, "example"), e);
    case BLOCK_STEPS:
        return own.text ? load_steps(d, v, own.text, e) : keep_bad(e);
    }
    return keep_bad(e);
}

bool document_load(struct document *d, const char *text, struct err *e)
{
    const struct json *blocks;
    struct json *v;
    int64_t version;

    if (!json_read(d->arena, text, strlen(text), 1, &v, e))
        return false;
    blocks = json_get(v, "blocks");
    if (!json_int64(json_get(v, "document"), &version) ||
        version != KEEP_VERSION || !blocks || blocks->type != JSON_ARRAY)
        return keep_bad(e);
    for (const struct json *b = blocks->first; b; b = b->next)
        if (!load_block(d, b, e))
            return false;
    document_shown(d, SHOWN_ALWAYS);
    return true;
}
