/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/print/fields.h"
#include "run/print/cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DEPTH_MOST 4 /* containers in containers that are spread over lines */

struct json *fields_value(struct arena *a, double x)
{
    char text[40];

    if (!isfinite(x))
        return json_new(a, JSON_NULL);
    snprintf(text, sizeof(text), "%.6g", x);
    return cell_json(a, strtod(text, NULL));
}

void fields_number(struct arena *a, struct json *o, const char *name, double x)
{
    json_set(a, o, name, fields_value(a, x));
}

void fields_count(struct arena *a, struct json *o, const char *name, uint64_t n)
{
    json_set(a, o, name, cell_json_count(a, n));
}

void fields_text(struct arena *a, struct json *o, const char *name,
                 const char *s)
{
    json_set(a, o, name, json_new_text(a, s));
}

void fields_truth(struct arena *a, struct json *o, const char *name, bool v)
{
    json_set(a, o, name, json_new(a, JSON_BOOL))->truth = v;
}

void fields_list(struct arena *a, struct json *o, const char *name,
                 const char *const *texts, size_t n)
{
    struct json *list = json_set(a, o, name, json_new(a, JSON_ARRAY));

    for (size_t i = 0; i < n; i++)
        json_push(list, json_new_string(a, texts[i]));
}

/* ---- lines ---- */

static bool is_container(const struct json *v)
{
    return v->type == JSON_ARRAY || v->type == JSON_OBJECT;
}

static bool is_nested(const struct json *v)
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
        if (c->type == JSON_ARRAY && is_nested(c))
            return true;
    return v->type == JSON_ARRAY && is_nested(v);
}

/* An item of an array is a row, unless it has rows itself. */
static bool is_one_line(const struct json *v, int depth)
{
    if (!is_container(v) || !v->first || depth >= DEPTH_MOST)
        return true;
    return depth > 0 && (v->type == JSON_ARRAY || !v->name) && !holds_rows(v);
}

static void line_of(struct str *out, int depth)
{
    str_addc(out, '\n');
    for (int i = 0; i < depth; i++)
        str_add(out, "  ");
}

/* Depth is bounded, so that it may call itself. */
static void write_at(struct str *out, const struct json *v, int depth)
{
    if (is_one_line(v, depth)) {
        json_write(out, v);
        return;
    }
    str_addc(out, v->type == JSON_ARRAY ? '[' : '{');
    for (const struct json *c = v->first; c; c = c->next) {
        line_of(out, depth + 1);
        if (v->type == JSON_OBJECT) {
            json_write_string(out, c->name);
            str_add(out, ": ");
        }
        write_at(out, c, depth + 1);
        if (c->next)
            str_addc(out, ',');
    }
    line_of(out, depth);
    str_addc(out, v->type == JSON_ARRAY ? ']' : '}');
}

void fields_write(struct str *out, const struct json *v)
{
    write_at(out, v, 0);
    str_addc(out, '\n');
}
