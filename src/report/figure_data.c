/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A figure as CSV and as JSON: what is drawn, in full digits.
 */
#include "base/csv.h"
#include "base/json.h"
#include "report/datum.h"
#include "report/figure.h"

#include <inttypes.h>
#include <math.h>

static const char *figure_data_name_at(const struct vec *names, size_t i)
{
    return i < names->n ? *vec_get(names, const char *, i) : NULL;
}

static bool has_rows(const struct figure *f)
{
    return f->kind != FIGURE_LINES;
}

/* ---- CSV ---- */

/* The columns of a figure. */
enum field {
    FIELD_ROW,
    FIELD_SERIES,
    FIELD_X,
    FIELD_VALUE,
    FIELD_LOW,
    FIELD_HIGH,
    FIELD_LEAST,
    FIELD_MOST,
    FIELD_N,
    FIELD_LABEL,
    FIELDS
};

static const char *const field_names[FIELDS] = {
    "row", "series", "x", "value", "low", "high", "least", "most", "n", "label",
};

static bool any_label(const struct figure *f)
{
    for (size_t i = 0; i < f->dots.n; i++)
        if (vec_get(&f->dots, struct dot, i)->label)
            return true;
    return false;
}

static bool any_interval(const struct figure *f)
{
    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *d = vec_get(&f->dots, struct dot, i);

        if (isfinite(d->low) || isfinite(d->high))
            return true;
    }
    return false;
}

static bool figure_data_uses(const struct figure *f, enum field field)
{
    switch (field) {
    case FIELD_ROW: return has_rows(f);
    case FIELD_SERIES: return f->series.n > 0;
    case FIELD_X: return f->kind == FIGURE_LINES;
    case FIELD_LOW:
    case FIELD_HIGH:
        return (f->kind != FIGURE_HEAT && !f->stacked) || any_interval(f);
    case FIELD_LEAST:
    case FIELD_MOST: return f->kind == FIGURE_BOXES;
    case FIELD_LABEL: return any_label(f);
    default: return true;
    }
}

static const char *field_title(const struct figure *f, enum field field)
{
    if (field == FIELD_ROW && f->row_title)
        return f->row_title;
    if (field == FIELD_SERIES && f->series_title)
        return f->series_title;
    return field_names[field];
}

static void figure_data_add_number(struct str *out, struct arena *a, double x)
{
    const char *s = datum_digits(a, x, 15);

    str_add(out, s ? s : "");
}

static void figure_data_add_label(struct str *out, const char *s)
{
    csv_write_label(out, s ? s : "");
}

static void figure_data_add_field(struct str *out, struct arena *a,
                                  const struct figure *f, const struct dot *d,
                                  enum field field)
{
    switch (field) {
    case FIELD_ROW:
        figure_data_add_label(out, figure_data_name_at(&f->rows, d->row));
        break;
    case FIELD_SERIES:
        figure_data_add_label(out, figure_data_name_at(&f->series, d->series));
        break;
    case FIELD_X: figure_data_add_number(out, a, d->x); break;
    case FIELD_VALUE: figure_data_add_number(out, a, d->value); break;
    case FIELD_LOW: figure_data_add_number(out, a, d->low); break;
    case FIELD_HIGH: figure_data_add_number(out, a, d->high); break;
    case FIELD_LEAST: figure_data_add_number(out, a, d->least); break;
    case FIELD_MOST: figure_data_add_number(out, a, d->most); break;
    case FIELD_LABEL: figure_data_add_label(out, d->label); break;
    default:
        if (d->n)
            str_addf(out, "%" PRIu64, d->n);
    }
}

/* A line of a dot, or the titles if it is NULL. */
static void figure_data_add_line(struct str *out, const struct figure *f,
                                 const struct dot *d)
{
    struct arena a = { 0 };
    const char *gap = "";

    for (enum field i = 0; i < FIELDS; i++) {
        if (!figure_data_uses(f, i))
            continue;
        str_add(out, gap);
        gap = ",";
        if (d)
            figure_data_add_field(out, &a, f, d, i);
        else
            figure_data_add_label(out, field_title(f, i));
    }
    str_add(out, "\r\n");
    arena_clear(&a);
}

void figure_csv(struct str *out, const struct figure *f)
{
    figure_data_add_line(out, f, NULL);
    for (size_t i = 0; i < f->dots.n; i++)
        figure_data_add_line(out, f, vec_get(&f->dots, struct dot, i));
}

/* ---- JSON ---- */

static void figure_data_set_number(struct arena *a, struct json *o,
                                   const char *name, double x)
{
    const char *s = datum_digits(a, x, 15);

    json_set(a, o, name, s ? json_new_number(a, s) : json_new(a, JSON_NULL));
}

static void set_count(struct arena *a, struct json *o, const char *name,
                      uint64_t n)
{
    json_set(a, o, name, json_new_number(a, arena_printf(a, "%" PRIu64, n)));
}

static void figure_data_set_text(struct arena *a, struct json *o,
                                 const char *name, const char *s)
{
    json_set(a, o, name, json_new_text(a, s));
}

static void set_truth(struct arena *a, struct json *o, const char *name, bool b)
{
    json_set(a, o, name, json_new(a, JSON_BOOL))->truth = b;
}

static void set_axis(struct arena *a, struct json *o, const char *name,
                     const struct axis *x)
{
    struct json *v = json_set(a, o, name, json_new(a, JSON_OBJECT));
    bool given = x->from < x->to;

    figure_data_set_text(a, v, "title", x->title);
    set_truth(a, v, "share", x->share);
    set_truth(a, v, "log", x->log);
    figure_data_set_number(a, v, "from", given ? x->from : NAN);
    figure_data_set_number(a, v, "to", given ? x->to : NAN);
}

static void figure_data_set_names(struct arena *a, struct json *o,
                                  const char *name, const struct vec *names)
{
    struct json *list = json_set(a, o, name, json_new(a, JSON_ARRAY));

    for (size_t i = 0; i < names->n; i++)
        json_push(list, json_new_text(a, figure_data_name_at(names, i)));
}

static void set_rules(struct arena *a, struct json *o, const struct vec *rules)
{
    struct json *list = json_set(a, o, "rules", json_new(a, JSON_ARRAY));

    for (size_t i = 0; i < rules->n; i++) {
        const struct rule *r = vec_get(rules, struct rule, i);
        struct json *v = json_push(list, json_new(a, JSON_OBJECT));

        figure_data_set_number(a, v, "value", r->value);
        figure_data_set_text(a, v, "label", r->label);
    }
}

/* "row" and "series" are places in "rows" and "series". */
static struct json *dot_json(struct arena *a, const struct figure *f,
                             const struct dot *d)
{
    struct json *v = json_new(a, JSON_OBJECT);

    if (has_rows(f))
        set_count(a, v, "row", d->row);
    set_count(a, v, "series", d->series);
    if (f->kind == FIGURE_LINES)
        figure_data_set_number(a, v, "x", d->x);
    figure_data_set_number(a, v, "value", d->value);
    figure_data_set_number(a, v, "low", d->low);
    figure_data_set_number(a, v, "high", d->high);
    if (f->kind == FIGURE_BOXES) {
        figure_data_set_number(a, v, "least", d->least);
        figure_data_set_number(a, v, "most", d->most);
    }
    if (d->n)
        set_count(a, v, "n", d->n);
    else
        figure_data_set_text(a, v, "n", NULL);
    figure_data_set_text(a, v, "label", d->label);
    figure_data_set_text(a, v, "items", d->items);
    return v;
}

static struct json *figure_tree(struct arena *a, const struct figure *f)
{
    struct json *o = json_new(a, JSON_OBJECT), *dots;

    figure_data_set_text(a, o, "name", f->name);
    figure_data_set_text(a, o, "kind", figure_kind_name(f->kind));
    figure_data_set_text(a, o, "title", f->title);
    figure_data_set_text(a, o, "caption", f->caption);
    set_axis(a, o, "value", &f->value);
    if (f->kind == FIGURE_LINES)
        set_axis(a, o, "across", &f->across);
    figure_data_set_text(a, o, "row_title", f->row_title);
    figure_data_set_text(a, o, "series_title", f->series_title);
    set_truth(a, o, "stacked", f->stacked);
    set_truth(a, o, "scatter", f->scatter);
    set_truth(a, o, "curve", f->curve);
    set_truth(a, o, "marks", f->marks);
    figure_data_set_names(a, o, "rows", &f->rows);
    figure_data_set_names(a, o, "series", &f->series);
    set_rules(a, o, &f->rules);
    dots = json_set(a, o, "dots", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < f->dots.n; i++)
        json_push(dots, dot_json(a, f, vec_get(&f->dots, struct dot, i)));
    return o;
}

void figure_json(struct str *out, const struct figure *f)
{
    struct arena a = { 0 };

    json_write(out, figure_tree(&a, f));
    arena_clear(&a);
}
